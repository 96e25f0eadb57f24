/* SPDX-License-Identifier: MIT */
#ifndef ARB_TERMS_LOOK_H
#define ARB_TERMS_LOOK_H
/*
 * What detectors look at and where they say what they see. Every detector is a function
 * arb_see_NAME(), named in detectors.def; it looks at the last position, at that before it when
 * there is one, and at the moves, and adds sightings.
 */
#include "arbitro/opposition.h"
#include "arbitro/terms.h"
#include "board/sides.h"
#include "terms/kpk.h"
#include "terms/lines.h"
#include "terms/trade.h"

/* A position, with what all detectors ask about it. */
typedef struct arb_seeing_board {
    const arb_pos *pos;
    uint64_t occupied;
    uint64_t attacks[64]; /* what the piece on a square attacks (3.1.2); 0 for an empty square */
    int8_t gain[64];      /* what the other side wins by capturing there; 0: nothing */
} arb_seeing_board;

void arb_seeing_look(arb_seeing_board *out, const arb_pos *pos);

typedef struct arb_seeing {
    const arb_sequence *sequence;
    const arb_seeing_board *now;
    const arb_seeing_board *before; /* NULL without moves */
    arb_move last;                  /* the move between the two */
    arb_terms *terms;
    arb_sighting *out;
    size_t count;
} arb_seeing;

#define DETECTOR(name, needs) void arb_see_##name(arb_seeing *seeing);
#include "terms/detectors.def"
#undef DETECTOR

/* Adds a sighting, to be filled in. One that finds no room any more is not listed. */
arb_sighting *arb_seeing_add(arb_seeing *seeing, arb_sighting_kind kind, arb_colour side);

/* Does the last move, or with `back` 1 the one before it, give something up (sacrifice.c)? */
bool arb_seeing_gives_up(const arb_seeing *seeing, size_t back);

/* What a move captures, in points. */
static inline int arb_terms_taken(const arb_pos *before, arb_move move)
{
    const arb_square captured = arb_move_captured(before, move);

    return captured == ARB_SQUARE_NONE
               ? 0
               : (int)arb_role_value(arb_piece_role(arb_pos_piece(before, captured)));
}

/* The table of king and pawn against king. */
const arb_kpk *arb_terms_kpk(arb_terms *terms);

/* Is it proved that the position is dead? Not, where nobody has lent the proofs. */
bool arb_terms_is_dead(const arb_terms *terms, const arb_pos *pos);

/* Says what a search could not prove. */
void arb_terms_say_proved(arb_terms *terms, arb_terms_proof proof);

/* Who made the last move. */
static inline arb_colour arb_seeing_mover(const arb_seeing *seeing)
{
    return other((arb_colour)seeing->now->pos->turn);
}

static inline arb_role arb_seeing_role(const arb_seeing_board *look, arb_square square)
{
    return arb_piece_role(arb_pos_piece(look->pos, square));
}

/* What a piece is worth; the king more than anything. */
static inline int arb_seeing_worth(const arb_seeing_board *look, arb_square square)
{
    enum { KING_WORTH = 100 };
    const arb_role role = arb_seeing_role(look, square);

    return role == ARB_KING ? KING_WORTH : (int)arb_role_value(role);
}

/* The piece behind the one on `at`, on the line of the line piece on `from`; ARB_SQUARE_NONE. */
static inline arb_square arb_seeing_behind(const arb_seeing_board *look, arb_square from,
                                           arb_square at)
{
    const uint64_t piece = arb_terms_beyond(look->pos, from, at) & look->occupied;

    return piece ? lowest(piece) : ARB_SQUARE_NONE;
}

/* Would it pay the piece on `from` to capture on `at`, were `without` gone? A king always. */
static inline bool arb_seeing_preys(const arb_seeing_board *look, arb_square from, arb_square at,
                                    uint64_t without)
{
    return arb_seeing_role(look, at) == ARB_KING ||
           arb_trade_with(look->pos, from, at, without) > 0;
}

/* Could the piece leave this line, were it its turn? What its king says to that is left aside. */
static inline bool arb_seeing_can_leave(const arb_seeing_board *look, arb_square square,
                                        uint64_t line)
{
    const arb_colour colour = arb_piece_colour(arb_pos_piece(look->pos, square));
    const uint64_t own = look->pos->side[colour].all, theirs = look->occupied & ~own;
    uint64_t reach = look->attacks[square] & ~own;

    if (arb_seeing_role(look, square) == ARB_PAWN)
        reach = (reach & theirs) | (forward(colour, bit(square)) & ~look->occupied);
    return (reach & ~line) != 0;
}

/* The queens, rooks and bishops of a side. */
static inline uint64_t arb_seeing_liners(const arb_seeing_board *look, arb_colour colour)
{
    return look->pos->side[colour].diagonal | look->pos->side[colour].straight;
}

/* What the last move captured, or ARB_SQUARE_NONE; `back` 1: the one before it. There are so many.
 */
static inline arb_square arb_seeing_captured(const arb_seeing *seeing, size_t back)
{
    const size_t at = seeing->sequence->plies - 1 - back;

    return arb_move_captured(&seeing->sequence->pos[at], seeing->sequence->move[at]);
}

/* What that piece is worth. */
static inline int arb_seeing_captured_value(const arb_seeing *seeing, size_t back)
{
    const size_t at = seeing->sequence->plies - 1 - back;
    const arb_square square = arb_seeing_captured(seeing, back);

    return (int)arb_role_value(arb_piece_role(arb_pos_piece(&seeing->sequence->pos[at], square)));
}

#endif
