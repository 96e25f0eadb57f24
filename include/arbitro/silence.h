/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SILENCE_H
#define ARBITRO_SILENCE_H
/**
 * @file silence.h
 * What an arbiter sees and keeps to himself (Laws, 12.6, 12.7, A.5.4), for programs that show a
 * game to players and to those who look on.
 */
#include "arbitro/event.h"
#include "arbitro/history.h"
#include "arbitro/ruling.h"
#include "arbitro/state.h"

ARB_BEGIN_DECLS

/** What the arbiter knows and does not tell the players, nor those who look on. */
typedef enum arb_secret {
    ARB_SECRET_NONE,
    ARB_SECRET_REPORT, /* what a spectator has seen (12.7) */
    ARB_SECRET_COUNT,  /* how many moves are completed, until a flag has fallen (12.6) */
    ARB_SECRET_PRESS,  /* that a clock was not pressed (12.6) */
    ARB_SECRET_WATCH,  /* that a position cannot be, before the next move is completed (A.5.4) */
    ARB_SECRET_DISPLACEMENT, /* that what was made on the board is no move, before the press (7.5.1)
                              */
    ARB_SECRET_ILLEGAL       /* that what was completed was none, until somebody finds it (A.5.2) */
} arb_secret;

/** The secret that an event, or a ruling, gives away. */
ARB_API arb_secret arb_secret_of_event(const arb_event *event);
ARB_API arb_secret arb_secret_of_ruling(const arb_ruling *ruling);

/** May everybody be told it, as the game stands? */
ARB_API bool arb_state_tells(const arb_state *state, arb_secret secret);

/** What an arbiter could find on the board now, as bits. */
enum {
    ARB_OBSERVABLE_BOTH_CHECKED = 1u << 0,   /* `observe both-checked` (A.5.4) */
    ARB_OBSERVABLE_LAST_RANK_PAWN = 1u << 1, /* `observe last-rank-pawn` (A.5.4) */
    ARB_OBSERVABLE_ILLEGAL = 1u << 2         /* `observe illegal`, while it is in time (A.5.2) */
};
ARB_API unsigned arb_state_observable(const arb_state *state, const arb_history *history);

ARB_END_DECLS

#endif
