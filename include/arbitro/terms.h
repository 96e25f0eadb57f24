/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TERMS_H
#define ARBITRO_TERMS_H
/**
 * @file terms.h
 * The words of players, pointed out on a board: pins and forks, passed pawns and open files,
 * sacrifices and in-between moves, and what else of the glossary can be seen.
 *
 * What is seen is a sighting: of which kind it is (sightings.def), whose it is, and the squares
 * that show it. Some can be seen in a position, some only in the move that led to it, and some in
 * several moves; so everything is looked for in a sequence of positions, of which the last one
 * counts. Nothing is guessed: the definitions stand over each detector in src/terms, and
 * docs/decisions/0026-terms-on-a-board.md says why they are so.
 *
 * @code
 * arb_pos pos;
 * const char *fen = "r1bqkbnr/ppp2ppp/2np4/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
 * assert(arb_pos_from_fen(&pos, NULL, NULL, fen, strlen(fen)) == ARB_OK);
 * const arb_sequence alone = { .pos = &pos };
 * arb_sighting seen[ARB_SIGHTINGS_MAX];
 * arb_terms *terms;
 * assert(arb_terms_new(&terms, NULL) == ARB_OK);
 * bool wanted[ARB_SIGHTING_COUNT] = { [ARB_SIGHTING_PIN_ABSOLUTE] = true };
 * assert(arb_terms_find(seen, terms, &alone, wanted) == 1);
 * assert(seen[0].side == ARB_WHITE && seen[0].by == UINT64_C(1) << arb_square_read("b5", 2));
 * assert(seen[0].on == UINT64_C(1) << arb_square_read("c6", 2));
 * arb_terms_free(terms);
 * @endcode
 */
#include "arbitro/glossary.h"
#include "arbitro/mem.h"
#include "arbitro/position.h"

ARB_BEGIN_DECLS

/** The kinds of what can be seen. Several may belong to one term: pins are absolute or relative. */
typedef enum arb_sighting_kind {
#define SIGHTING(id, ...) ARB_SIGHTING_##id,
#include "arbitro/sightings.def"
#undef SIGHTING
    ARB_SIGHTING_COUNT
} arb_sighting_kind;

/** What a kind of sighting needs. */
typedef enum arb_sighting_needs {
    ARB_SIGHTING_BOARD, /* it can be seen in a position */
    ARB_SIGHTING_MOVES, /* only in moves */
    ARB_SIGHTING_ASKED, /* only in moves, and so often that it is told only when asked for */
    ARB_SIGHTING_SEARCH /* in a position, and only by trying moves out, which takes time */
} arb_sighting_needs;

/** One line of sightings.def. */
typedef struct arb_sighting_info {
    arb_term_id term;
    arb_sighting_needs needs;
    const char *name[ARB_LANG_COUNT];
    const char *text[ARB_LANG_COUNT]; /* a sentence, see there */
    const char *fen, *moves;          /* an example: a position, moves as "e2e4" that follow it */
} arb_sighting_info;

/** The line of a kind; NULL after the last. */
ARB_API const arb_sighting_info *arb_sighting_get(size_t kind);

/** Something that is seen. Sets of squares have the bit of each; 0 where there is nothing to say.
 */
typedef struct arb_sighting {
    arb_sighting_kind kind;
    arb_colour side; /* who does it or has it; ARB_COLOUR_COUNT when it is of both */
    uint64_t by;     /* the pieces that do it */
    uint64_t on;     /* the pieces or squares to which it is done, or that have it */
    uint64_t via;    /* what else belongs to it: what stands behind, the squares of a line */
    int amount;      /* points, or a number of pieces or moves; 0 where nothing is counted */
    unsigned plies;  /* how many of the last moves show it; 0: the position does */
} arb_sighting;

/** No more are listed of one position. */
enum { ARB_SIGHTINGS_MAX = 256 };

/** Positions and the moves between them. */
typedef struct arb_sequence {
    const arb_pos *pos;   /* plies + 1 of them */
    const arb_move *move; /* move[i] leads from pos[i] to pos[i + 1]; may be NULL without plies */
    size_t plies;
} arb_sequence;

/** Who looks: keeps what is dear to find out, so that many positions can be looked at. */
typedef struct arb_terms arb_terms;

/** Makes one. The caller owns `out`. ARB_NOMEM. */
ARB_API ARB_MUST_USE arb_err arb_terms_new(arb_terms **out, const arb_mem *mem);
ARB_API void arb_terms_free(arb_terms *terms);

/** Is it proved that a position is dead (5.2.2)? */
typedef bool arb_terms_dead(void *user, const arb_pos *pos);

/**
 * Lends the proofs of dead positions, which are not known here: see proof.h. They are asked for
 * where that kind is wanted; without them no position is seen to be dead.
 */
ARB_API void arb_terms_lend_dead(arb_terms *terms, arb_terms_dead *is_dead, void *user);

/**
 * All that is seen in the last position of the sequence and in the moves that end there, in the
 * order of sightings.def; returns how many. `wanted` are the kinds, NULL: all but those that need a
 * search.
 */
ARB_API size_t arb_terms_find(arb_sighting out[ARB_SIGHTINGS_MAX], arb_terms *terms,
                              const arb_sequence *sequence, const bool wanted[ARB_SIGHTING_COUNT]);

/**
 * The same, but only what the last move has brought: what stood there before it, with the piece
 * that moved on its new square, is left out. Without moves everything is new. For a game, call it
 * ply by ply, from none on; it remembers what it saw last.
 */
ARB_API size_t arb_terms_follow(arb_sighting out[ARB_SIGHTINGS_MAX], arb_terms *terms,
                                const arb_sequence *sequence,
                                const bool wanted[ARB_SIGHTING_COUNT]);

/** What arb_terms_find() could say of what needs a search. */
typedef enum arb_terms_proof {
    ARB_TERMS_PROVED,   /* it is there or not, or was not looked for */
    ARB_TERMS_TOO_MANY, /* there are too many pieces to try */
    ARB_TERMS_UNPROVED  /* neither could be proved with so many moves tried */
} arb_terms_proof;

/** Of the position that was looked at last: is what needs a search certain? */
ARB_API arb_terms_proof arb_terms_proved(const arb_terms *terms);

/**
 * How much a side wins, in points (arb_role_value()), if it begins to capture on `square` and both
 * go on with the least valuable piece that may, as long as it pays: 0 when nothing can be won.
 * Who has the move does not matter. Pieces in `without` are taken for gone.
 */
ARB_API int arb_trade_gain(const arb_pos *pos, arb_square square, uint64_t without);

ARB_END_DECLS

#endif
