/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_HEARING_H
#define ARBITRO_GAME_HEARING_H
/*
 * One event heard on a state of the game, whether it happens now, happened before, or happens anew
 * because another was revoked.
 */
#include "game/game.h"

/* Hears what comes next on `s`: judges it, or takes it as it was judged before, when `said` tells
 * what was said then. */
void arb_hearing_begin(arb_game *game, arb_state *s, const arb_verdict *said);

/* Laws 6.8: where the arbiter notices every flag at once, it falls before the event comes. */
void arb_hearing_pass_time(arb_verdict *v, arb_game *game, arb_state *s, arb_ms until);

/* Judges one event on `s`, which becomes the state after it; or takes it as it was judged before.
 * `target` is the event that a revocation may take back, NULL when there is none. ARB_STATE when
 * what was said then does not fit. */
ARB_MUST_USE arb_err arb_hearing_run(arb_verdict *v, arb_game *game, arb_state *s,
                                     const arb_event *event, const arb_event *target,
                                     const arb_verdict *said);

/* Puts what the step adds into the record, where the state expects it. */
ARB_MUST_USE arb_err arb_hearing_record(arb_game *game, const arb_state *s);

#endif
