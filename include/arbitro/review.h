/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_REVIEW_H
#define ARBITRO_REVIEW_H
/**
 * @file review.h
 * A recorded game looked at afterwards: where a draw could have been claimed, where the game was
 * over, and what contradicts its result (Laws, 5.1, 5.2, 6.9, 9.2, 9.3, 9.6), under any rulebook.
 *
 * A review is fed a game move by move, then asked for what it found, and can take the next game;
 * its memory is that of the longest one. Of a game nothing is known but its moves, its result and,
 * where somebody noted them, its clocks. What is decided is decided by claims.h.
 */
#include "arbitro/claims.h"

ARB_BEGIN_DECLS

typedef struct arb_review arb_review;

typedef enum arb_review_kind {
    ARB_REVIEW_REPETITION,      /* 9.2.2: could be claimed on the board */
    ARB_REVIEW_REPETITION_WITH, /* 9.2.1: with one of `moves` */
    ARB_REVIEW_FIFTY,           /* 9.3.2: on the board, after `ply` and as far as `until` */
    ARB_REVIEW_FIFTY_WITH,      /* 9.3.1: with one of `moves` */
    ARB_REVIEW_FLAG,            /* 6.9: a clock showed nothing; with a fallen flag it is `result` */
    ARB_REVIEW_END,             /* the game was over by itself */
    ARB_REVIEW_RESULT,          /* `told` contradicts that end */
    ARB_REVIEW_HELPLESS,        /* `told` is the win of a player who could not checkmate */
    ARB_REVIEW_TIME_DRAW,       /* 6.9: a draw on time, although the opponent could checkmate */
    ARB_REVIEW_KIND_COUNT
} arb_review_kind;

/** What was found. The lists hold during the call. */
typedef struct arb_review_finding {
    arb_review_kind kind;
    arb_article article[2];   /* the second one is mostly ARB_ART_NONE */
    arb_ply ply;              /* after which it is so */
    arb_colour player;        /* who could claim or checkmate, or could not; whose clock it is */
    arb_result result;        /* what the result is, or should be; ARB_RESULT_NONE for claims */
    arb_result told;          /* what it was told to be */
    arb_ply until;            /* FIFTY */
    unsigned beyond;          /* END: plies that were played after it */
    const arb_ply *plies;     /* REPETITION: after which it stood there, this one the last */
    const arb_move *moves;    /* ..._WITH */
    size_t times, move_count; /* of them */
} arb_review_finding;

/** Takes a finding. An error ends the telling. */
typedef arb_err arb_review_teller(void *user, const arb_review *review,
                                  const arb_review_finding *finding);

/** How a recorded game says that it ended. */
typedef struct arb_review_told {
    bool known;        /* there is a result */
    arb_result result; /* ARB_RESULT_NONE: it is open */
    bool on_time;      /* by the fall of a flag */
} arb_review_told;

/** Makes a review under `book`, which must outlive it. The caller owns `out`. ARB_NOMEM. */
ARB_API ARB_MUST_USE arb_err arb_review_new(arb_review **out, const arb_mem *mem,
                                            const arb_rulebook *book);
ARB_API void arb_review_free(arb_review *review);

/** Begins a game from `start`; the one before is forgotten. */
ARB_API void arb_review_begin(arb_review *review, const arb_pos *start);

/** Adds a move, legal in arb_review_position() unless the game was over before. ARB_NOMEM. */
ARB_API ARB_MUST_USE arb_err arb_review_play(arb_review *review, arb_move move);

/** Adds what stood although it was no legal move (A.5.2). `hand` NULL: it was set so, or a turn
 * passed. */
ARB_API ARB_MUST_USE arb_err arb_review_stand(arb_review *review, const arb_hand *hand,
                                              const arb_pos *after);

/** Who made the last move had no time left on his clock after it. */
ARB_API void arb_review_flag(arb_review *review);

/**
 * What the clock of who made the last move showed after it. One that shows whole seconds may hide a
 * part of one: its 0:00:00 is no fallen flag unless a clock of the game shows a `fraction`, be it
 * later.
 */
ARB_API void arb_review_clock(arb_review *review, int64_t ms, bool fraction);

/** The game as far as it goes: it ends where it was over. Plies number its positions. */
ARB_API const arb_history *arb_review_history(const arb_review *review);

/** Where it ends; once the findings are told, a dead position earlier on counts, too (5.2.2). */
ARB_API arb_ply arb_review_last(const arb_review *review);

/** Tells everything that was found, in the order of the game, and what `tell` answered if not
 * ARB_OK; otherwise ARB_NOMEM or ARB_OK. */
ARB_API ARB_MUST_USE arb_err arb_review_tell(arb_review *review, const arb_review_told *told,
                                             arb_review_teller *tell, void *user);

ARB_END_DECLS

#endif
