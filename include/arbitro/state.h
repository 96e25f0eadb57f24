/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STATE_H
#define ARBITRO_STATE_H
/**
 * @file state.h
 * What a game is at one instant, as the Laws look at it. Opaque; the questions are below.
 *
 * A state belongs to its game (game.h) and holds until the next commit or judgement.
 */
#include "arbitro/article.h"
#include "arbitro/clock.h"
#include "arbitro/position.h"
#include "arbitro/result.h"
#include "arbitro/ruling.h"

ARB_BEGIN_DECLS

typedef struct arb_state arb_state;

typedef enum arb_phase {
    ARB_PHASE_WAITING, /* before the start */
    ARB_PHASE_PLAYING,
    ARB_PHASE_STOPPED, /* the clocks stand still (6.11) */
    ARB_PHASE_CLAIM,   /* a claim waits for the arbiter */
    ARB_PHASE_ADJOURNED,
    ARB_PHASE_FINISHED,
    ARB_PHASE_VOID, /* annulled */
    ARB_PHASE_COUNT
} arb_phase;

/** What waits for the arbiter's decision. */
typedef enum arb_pending {
    ARB_PENDING_NONE,
    ARB_PENDING_CONSENT,   /* to a draw by agreement, or to leaving (9.1.1, 11.2.3) */
    ARB_PENDING_QUICKPLAY, /* a claim (III.5, III.6) */
    ARB_PENDING_INCREMENT, /* a request for an increment (III.4) */
    ARB_PENDING_COUNT
} arb_pending;

enum { ARB_RESULT_ARTICLES_MAX = 4 };

/** When the state is: the time of the last event. */
ARB_API arb_ms arb_state_now(const arb_state *state);

/**
 * The next instant at which something happens without an event: a flag falls, or the default time
 * of an absent player is over (6.7.1, 6.8). ARB_MS_NEVER when nothing does.
 */
ARB_API arb_ms arb_state_wakeup(const arb_state *state);

ARB_API arb_phase arb_state_phase(const arb_state *state);
ARB_API const char *arb_phase_word(arb_phase phase);

/** Who has the move (1.3). */
ARB_API arb_colour arb_state_turn(const arb_state *state);

ARB_API arb_result arb_state_result(const arb_state *state);

/** The articles that decided the result, room for ARB_RESULT_ARTICLES_MAX; returns how many. */
ARB_API size_t arb_state_result_articles(arb_article *out, const arb_state *state);

/** Why the game ended, as a code; ARB_CODE_COUNT while it goes on. */
ARB_API arb_code arb_state_reason(const arb_state *state);

/** The score of `colour` in half points; ARB_SCORE_NONE when there is none (10.1). */
ARB_API int arb_state_score(const arb_state *state, arb_colour colour);

/** The game's position: an illegal move that is not completed is not in it. */
ARB_API const arb_pos *arb_state_position(const arb_state *state);

/** What stands on the board, an illegal move that is not completed included. */
ARB_API arb_setup arb_state_board(const arb_state *state);

/** What the clock of `colour` shows; its period, from 1; completed moves; is its flag down? */
ARB_API arb_ms arb_state_clock(const arb_state *state, arb_colour colour);
ARB_API unsigned arb_state_period(const arb_state *state, arb_colour colour);
ARB_API uint32_t arb_state_counter(const arb_state *state, arb_colour colour);
ARB_API bool arb_state_flag(const arb_state *state, arb_colour colour);

/** What the clock of `colour` would show at `now`, not before the state, if nothing happened. */
ARB_API arb_ms arb_state_clock_at(const arb_state *state, arb_colour colour, arb_ms now);

/** Whose time runs; ARB_COLOUR_COUNT for nobody's. */
ARB_API arb_colour arb_state_running(const arb_state *state);

/** Completed illegal moves that count against `colour` (7.5.5). */
ARB_API unsigned arb_state_illegal(const arb_state *state, arb_colour colour);

/** Whose offer of a draw stands; ARB_COLOUR_COUNT for nobody's (9.1.2.1). */
ARB_API arb_colour arb_state_offer(const arb_state *state);

ARB_API arb_pending arb_state_pending(const arb_state *state);
ARB_API const char *arb_pending_word(arb_pending pending);

/** Must `colour` record the moves (8.4, A.2)? */
ARB_API bool arb_state_must_record(const arb_state *state, arb_colour colour);

/** Has `colour` made a move that is not yet completed (6.2.1)? */
ARB_API bool arb_state_is_uncompleted(const arb_state *state, arb_colour colour);

/**
 * The legal moves that the touched pieces leave to the player who has the move, room for
 * ARB_MOVES_MAX; returns how many (4.3 to 4.5, 4.7, 9.5.3). `why`, unless it is NULL, is the
 * article that binds him, ARB_ART_NONE when he is free.
 */
ARB_API size_t arb_state_allowed(arb_move *out, arb_article *why, const arb_state *state);

ARB_END_DECLS

#endif
