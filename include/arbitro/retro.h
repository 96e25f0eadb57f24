/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_RETRO_H
#define ARBITRO_RETRO_H
/**
 * @file retro.h
 * Can a position arise by legal moves (Laws, 3.10.3), and what was the last one?
 *
 * LEGAL and ILLEGAL are proofs, never guesses: a position that can arise comes with a game from the
 * initial position (2.3) that anybody can replay, one that cannot with a reason. UNKNOWN says that
 * the work allowed did not suffice for either.
 *
 * A position whose castling rights belong to an initial position of Chess960 (II) is looked at with
 * arguments that hold wherever the pieces began; for others that is asked for by `any_array`.
 *
 * All types are plain values: copy with `=`, nothing to free.
 *
 * @code
 * arb_setup setup = arb_setup_initial(); // nobody has moved, and it is Black's turn
 * arb_retro_answer answer;
 * setup.turn = ARB_BLACK;
 * assert(arb_retro_judge(&answer, &setup, NULL) == ARB_RETRO_ILLEGAL);
 * assert(answer.reason == ARB_RETRO_PARITY);
 * @endcode
 */
#include "arbitro/mem.h"
#include "arbitro/position.h"

ARB_BEGIN_DECLS

typedef enum arb_retro { ARB_RETRO_ILLEGAL, ARB_RETRO_LEGAL, ARB_RETRO_UNKNOWN } arb_retro;

/** How an answer is known: see retro_reasons.def. */
typedef enum arb_retro_reason {
#define REASON(id, en, it) ARB_RETRO_##id,
#include "arbitro/retro_reasons.def"
#undef REASON
    ARB_RETRO_REASON_COUNT
} arb_retro_reason;

/** How much work a question may cost, and what it is about. */
typedef struct arb_retro_effort {
    const arb_mem *mem; /* NULL means malloc; used during the call only */
    uint64_t nodes;     /* how many moves may be tried; 0: a default, some seconds */
    bool any_array;     /* the game may have begun with any initial position of Chess960 */
    bool
        reasons_only; /* looks for reasons against it, not for a game: never LEGAL, and soon done */
} arb_retro_effort;

/** Room for a game in an answer. */
enum { ARB_RETRO_GAME_MAX = 320 };

/** An answer with all that is known about it. */
typedef struct arb_retro_answer {
    arb_retro verdict;
    arb_retro_reason reason;
    uint32_t faults;  /* of the setup, as arb_setup_faults() */
    uint64_t squares; /* whom the reason is about, as far as single squares tell it */
    uint64_t nodes;   /* moves tried for it */
    size_t count;     /* of the game; 0 for the initial position, and where there is no game */
    arb_move game[ARB_RETRO_GAME_MAX]; /* legal moves from the initial position */
} arb_retro_answer;

/** A move that may have been the last one. */
typedef struct arb_retro_move {
    arb_square from, to; /* in castling the king's */
    arb_square rook;     /* in castling where the rook stood, else ARB_SQUARE_NONE */
    uint8_t kind;        /* arb_move_kind; of a promotion ARB_MOVE_PROMOTION */
    uint8_t role;        /* arb_role that stands on `to` now */
    uint8_t victim;      /* arb_role that it captured, or ARB_ROLE_NONE */
} arb_retro_move;

/** Room for every last move of any position. */
enum { ARB_RETRO_MOVES_MAX = 2600 };

/** Can the position arise? Fills `out`, and returns its verdict. `effort` NULL: the default. */
ARB_API arb_retro arb_retro_judge(arb_retro_answer *out, const arb_setup *setup,
                                  const arb_retro_effort *effort);

/**
 * Every last move that is not shown to be impossible, as far as the work allowed goes; returns how
 * many. The initial position, and a position that cannot arise, may have none.
 */
ARB_API size_t arb_retro_last_moves(arb_retro_move out[ARB_RETRO_MOVES_MAX], const arb_setup *setup,
                                    const arb_retro_effort *effort);

/**
 * Can `colour` still have the right to castle on this wing with the king and rook that stand there
 * (3.8.2.1)? LEGAL: a game shows it; ILLEGAL: one of them must have moved; UNKNOWN: neither, and
 * problemists then let it castle. ILLEGAL also when king and rook are not at home. The squares of
 * ordinary chess are meant.
 */
ARB_API arb_retro arb_retro_castling(const arb_setup *setup, arb_colour colour, arb_wing wing,
                                     const arb_retro_effort *effort);

/**
 * Was the last move a pawn's double step over `passed`, so that it can be captured en passant
 * (3.7.3.1)? LEGAL: no other last move is possible; ILLEGAL: that one is impossible; UNKNOWN:
 * neither, and problemists then do not let it be captured. A setup that names its en passant
 * square is asked as if it named none.
 */
ARB_API arb_retro arb_retro_en_passant(const arb_setup *setup, arb_square passed,
                                       const arb_retro_effort *effort);

/**
 * The castling rights with which a problem is solved when its diagram does not tell them: those of
 * `setup`, and every other of ordinary chess that fits king and rook and is not shown to be lost,
 * each looked at by itself. Where two exclude each other both are given; ask arb_retro_judge() with
 * both to know. No games are looked for.
 */
ARB_API uint64_t arb_retro_usual_castling(const arb_setup *setup, const arb_retro_effort *effort);

/**
 * The square on which a problem lets a pawn be captured en passant when its diagram does not tell
 * it: the one over which the last move must have gone, if a pawn stands ready to capture there;
 * else ARB_SQUARE_NONE.
 */
ARB_API arb_square arb_retro_usual_en_passant(const arb_setup *setup,
                                              const arb_retro_effort *effort);

/** The reason as a phrase. */
ARB_API const char *arb_retro_reason_text(arb_retro_reason reason, arb_lang lang);

/** The reason as a word of lower-case letters and hyphens, for programs. */
ARB_API const char *arb_retro_reason_word(arb_retro_reason reason);

ARB_END_DECLS

#endif
