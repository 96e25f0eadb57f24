/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_SIDES_H
#define ARB_BOARD_SIDES_H
/*
 * Pieces as sets of squares: made from a diagram, asked for attacks, whether or not the whole is a
 * position.
 */
#include "arbitro/position.h"
#include "board/attack.h"

/* Fills both sides from the diagram. */
void arb_sides_of_setup(arb_side sides[2], const arb_setup *setup);

/* Those of the claimed castling rights that have their king and rook, one on each wing. */
uint64_t arb_setup_castling(const arb_side sides[2], uint64_t claimed);

/* Can a pawn of the side that does not have the move just have passed over this square? */
bool arb_setup_passed(const arb_side sides[2], arb_colour turn, arb_square passed);

/*
 * retro.c: can the last move have given the check in which the side to move stands? `castling` are
 * rights that fit; `passed` is a square that a pawn has passed over with that move, or
 * ARB_SQUARE_NONE.
 */
bool arb_retro_check_possible(const arb_side sides[2], arb_colour turn, uint64_t castling,
                              arb_square passed);

/* The squares of the pieces of one kind. */
static inline uint64_t arb_side_pieces(const arb_side *side, arb_role role)
{
    switch (role) {
    case ARB_PAWN:
        return side->pawns;
    case ARB_KNIGHT:
        return side->knights;
    case ARB_BISHOP:
        return side->diagonal & ~side->straight;
    case ARB_ROOK:
        return side->straight & ~side->diagonal;
    case ARB_QUEEN:
        return side->diagonal & side->straight;
    case ARB_KING:
        return side->king;
    case ARB_ROLE_COUNT:
        break;
    }
    return 0;
}

/* Laws 3.1.2, 3.1.3: the pieces of a side that attack `square` on a board so occupied. */
static inline uint64_t arb_side_attacking(const arb_side *side, arb_colour colour,
                                          arb_square square, uint64_t occupied)
{
    return (pawn_attacks(other(colour), bit(square)) & side->pawns) |
           (knight_attacks(square) & side->knights) |
           (bishop_attacks(square, occupied) & side->diagonal) |
           (rook_attacks(square, occupied) & side->straight) | (king_attacks(square) & side->king);
}

/* Laws 3.9.2: would the king of `us` be attacked if a piece of his went from `from` to `to`? */
static inline bool exposes(const arb_pos *pos, arb_colour us, uint64_t from, uint64_t to)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t occupied = ((own->all | opp->all) & ~from) | to;

    return (arb_side_attacking(opp, other(us), lowest(own->king), occupied) & ~to) != 0;
}

#endif
