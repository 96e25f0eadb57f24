/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_RESULT_H
#define ARBITRO_RESULT_H
/**
 * @file result.h
 * Results of a game and the points they are worth (Laws, Article 10).
 *
 * Points are counted in halves, so that every score is a whole number. Plain values.
 */
#include "arbitro/error.h"
#include "arbitro/square.h"

ARB_BEGIN_DECLS

typedef enum arb_result {
#define RESULT(id, text, white, black, played) ARB_RESULT_##id,
#include "arbitro/results.def"
#undef RESULT
    ARB_RESULT_COUNT
} arb_result;

/** What a result is for one of the players. */
typedef enum arb_outcome {
    ARB_OUTCOME_WIN,
    ARB_OUTCOME_DRAW,
    ARB_OUTCOME_LOSS,
    ARB_OUTCOME_COUNT,
    ARB_OUTCOME_NOTHING = ARB_OUTCOME_COUNT /* the game goes on, or does not count */
} arb_outcome;

/** What win, draw and loss are worth, in half points, by arb_outcome (10.1). */
typedef struct arb_points {
    uint8_t half[ARB_OUTCOME_COUNT];
} arb_points;

/** A player's score that nobody knows yet. */
enum { ARB_SCORE_NONE = -1 };

/** The result as it is written: "1-0", "+/-", "void", "*". */
ARB_API const char *arb_result_text(arb_result result);

/**
 * The result in points alone, as tables and broadcasts write it: a forfeit is "1-0", "0-1" or
 * "0-0", and what does not count is "*".
 */
ARB_API const char *arb_result_points_text(arb_result result);

/** Reads a result, the whole text; ARB_RESULT_COUNT when it is none. "½" is read as "1/2". */
ARB_API arb_result arb_result_read(const char *text, size_t size);

/** What the result is for `colour`. */
ARB_API arb_outcome arb_result_outcome(arb_result result, arb_colour colour);

/** Was there a game, or only a forfeit or nothing that counts? */
ARB_API bool arb_result_played(arb_result result);

/** The result in which `colour` won over the board. */
ARB_API arb_result arb_result_win(arb_colour colour);

/** What a game awards at most to both players together, in half points (10.2). */
ARB_API unsigned arb_points_maximum(const arb_points *points);

/**
 * May the players have these scores, in half points (10.2): each one of the three that the event
 * knows, and together not more than the game awards?
 */
ARB_API bool arb_points_allowed(const arb_points *points, int white, int black);

/**
 * Reads "1-1/2-0", "1-½-0" or "3-1-0": win, draw and loss, none worth more than the one before it,
 * and a win more than a loss. ARB_SYNTAX, and `out` untouched.
 */
ARB_API ARB_MUST_USE arb_err arb_points_read(arb_points *out, const char *text, size_t size);

/** Writes a score in half points, as "1", "1/2" or "2.5"; ARB_SCORE_NONE as "-". */
ARB_API size_t arb_score_write(char *out, size_t size, int half);

/** Reads a score such as "1", "1/2", "½", "0.5" or "2½" into half points; ARB_SYNTAX. */
ARB_API ARB_MUST_USE arb_err arb_score_read(int *out, const char *text, size_t size);

ARB_END_DECLS

#endif
