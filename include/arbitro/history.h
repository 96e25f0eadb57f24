/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_HISTORY_H
#define ARBITRO_HISTORY_H
/**
 * @file history.h
 * What has stood on the board since the start, and how often (Laws, 9.2, 9.3, 9.6, 3.8.2.1).
 *
 * A history only grows. Every ply names the one before it, so that several lines can share their
 * beginning: taking moves back is going on from an earlier ply, and nothing is lost. Plies are
 * numbers; number 0 is the start.
 *
 * @code
 * const char *const moves[] = { "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8" };
 * const arb_setup start = arb_setup_initial();
 * arb_history *history;
 * arb_ply ply = 0;
 * assert(arb_history_new(&history, NULL, &start) == ARB_OK);
 * for (size_t i = 0; i < 8; i++) {
 *     arb_pos pos;
 *     arb_move move;
 *     (void)arb_history_position(&pos, history, ply);
 *     assert(arb_uci_read(&move, NULL, &pos, moves[i], 4) == ARB_OK);
 *     assert(arb_history_play(&ply, history, ply, move, NULL) == ARB_OK);
 * }
 * assert(arb_history_occurrences(history, ply, ARB_IDENTITY_MOVES) == 3);
 * arb_history_free(history);
 * @endcode
 */
#include "arbitro/hand.h"
#include "arbitro/mem.h"

ARB_BEGIN_DECLS

typedef struct arb_history arb_history;

typedef uint32_t arb_ply;
#define ARB_PLY_NONE UINT32_MAX

/** How a ply came about. */
typedef enum arb_ply_kind {
    ARB_PLY_START, /* the position from which the record begins */
    ARB_PLY_MOVE,  /* a legal move */
    ARB_PLY_HAND,  /* a displacement that is no legal move and stands all the same (A.5.2) */
    ARB_PLY_SET    /* the arbiter set the position (7.1) */
} arb_ply_kind;

/** What the game knew when the ply was added. The history only keeps it. */
typedef struct arb_ply_note {
    int64_t clock_ms[2]; /* what the clocks showed, by arb_colour */
    int64_t credited_ms; /* what the press that completed an irregular move had credited */
    uint32_t counter[2]; /* moves completed before it */
    uint8_t illegal[2];  /* illegal moves counted before it */
    uint8_t uncompleted; /* whose last move had been made and not completed, bits by colour */
    bool two_hands;      /* the move was made with both hands (7.5.4) */
    bool unpromoted;     /* an irregular move that lacks only its new piece (7.5.2) */
    uint8_t touched_count;
    arb_square
        touched[6];      /* what the player had touched before an irregular move, the first ones */
    arb_square from, to; /* and what he had let go; ARB_SQUARE_NONE */
    arb_square promotes_on; /* where a new piece of his stood, ARB_SQUARE_NONE; and its role */
    uint8_t promotes_to;
    bool bound; /* he had written a move for a claim, `written` (9.5.3) */
    arb_move written;
} arb_ply_note;

typedef struct arb_ply_record {
    arb_ply before; /* the ply that this one follows; ARB_PLY_NONE at the start */
    arb_ply since;  /* nothing of this line before it can stand there again: a capture, a pawn move
                       or the start; ARB_PLY_NONE once something other than legal moves was done */
    arb_ply_kind kind;
    arb_move move; /* when kind is ARB_PLY_MOVE */
    arb_hand hand; /* when kind is ARB_PLY_MOVE or ARB_PLY_HAND */
    bool playable; /* what stands on the board afterwards is a position */
    union {
        arb_pos pos;     /* if so */
        arb_setup setup; /* if not */
    };
    arb_ply_note note;
} arb_ply_record;

/** What makes two positions the same. */
typedef enum arb_identity {
    ARB_IDENTITY_MOVES,    /* pieces, turn, and the moves that are possible (9.2.3) */
    ARB_IDENTITY_PLACEMENT /* pieces and turn alone (regulations of the EDISU colleges, 2024) */
} arb_identity;

/** Begins a record with any setup. The caller owns `out`. */
ARB_API ARB_MUST_USE arb_err arb_history_new(arb_history **out, const arb_mem *mem,
                                             const arb_setup *start);
ARB_API void arb_history_free(arb_history *history);

/** How many plies there are; the numbers are smaller than this. */
ARB_API arb_ply arb_history_size(const arb_history *history);

/** One ply. The pointer holds until the next ply is added. */
ARB_API const arb_ply_record *arb_history_get(const arb_history *history, arb_ply ply);

/**
 * Adds a legal move after `before` and stores its number in `out`. ARB_STATE when what stands there
 * is no position or `move` is not legal in it. `note` NULL stands for zeros.
 */
ARB_API ARB_MUST_USE arb_err arb_history_play(arb_ply *out, arb_history *history, arb_ply before,
                                              arb_move move, const arb_ply_note *note);

/** Adds a displacement that leaves `after` on the board. `hand` NULL: the arbiter set it (7.1). */
ARB_API ARB_MUST_USE arb_err arb_history_stand(arb_ply *out, arb_history *history, arb_ply before,
                                               const arb_hand *hand, const arb_setup *after,
                                               const arb_ply_note *note);

/** The position after `ply`; false, and `out` untouched, when what stands there is none. */
ARB_API bool arb_history_position(arb_pos *out, const arb_history *history, arb_ply ply);

/** What stands on the board after `ply`, whatever it is; e.p. only when legal (9.2.3). */
ARB_API arb_setup arb_history_board(const arb_history *history, arb_ply ply);

/** Who has the move after `ply`. */
ARB_API arb_colour arb_history_turn(const arb_history *history, arb_ply ply);

/** How often what stands there after `ply` has stood there up to then, itself included (9.2.2). */
ARB_API unsigned arb_history_occurrences(const arb_history *history, arb_ply ply,
                                         arb_identity identity);

/** How often `pos` has stood on the board up to `ply`, whether or not it stands there now. */
ARB_API unsigned arb_history_count(const arb_history *history, arb_ply ply, const arb_pos *pos,
                                   arb_identity identity);

/** How often it would have stood there if `move`, legal after `ply`, were played (9.2.1). */
ARB_API unsigned arb_history_occurrences_after(const arb_history *history, arb_ply ply,
                                               arb_move move, arb_identity identity);

/**
 * The legal moves after `ply` with which a position would stand there for at least the `times`-th
 * time, room for ARB_MOVES_MAX; returns how many (9.2.1). Where none can, that is seen at once.
 */
ARB_API size_t arb_history_repeating(arb_move *out, const arb_history *history, arb_ply ply,
                                     unsigned times, arb_identity identity);

/**
 * As arb_pos_castling(), and for a lost right also why: the king has moved, or the rook has or is
 * gone (3.8.2.1). ARB_CASTLING_LOST remains when the right was missing from the start, or was
 * taken away with king and rook in their places.
 */
ARB_API arb_castling arb_history_castling(const arb_history *history, arb_ply ply,
                                          arb_colour colour, arb_wing wing);

ARB_END_DECLS

#endif
