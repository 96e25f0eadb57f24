/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CAN_H
#define ARBITRO_CAN_H
/**
 * @file can.h
 * What somebody can do now: a dry run of the rules that say who may act.
 *
 * The answer never depends on what the actor may not know (silence.h). A claim is possible whenever
 * it would be heard, whatever becomes of it, unless the regulations leave no ground for it; and a
 * displacement that nobody has found to be no move
 * counts as one. So a list of buttons made from these answers gives nothing away.
 */
#include "arbitro/event.h"
#include "arbitro/history.h"
#include "arbitro/state.h"

ARB_BEGIN_DECLS

/**
 * Would `verb` of `actor` be heard at `now`, with some arguments, as it is usually meant: nobody
 * plans an accidental touch? False when he has no such verb.
 */
ARB_API bool arb_state_can(const arb_state *state, const arb_history *history, arb_actor actor,
                           arb_verb verb, arb_ms now);

/**
 * All verbs at once: from when on each would be heard, if nothing happened. `now` when it is so
 * already, a later instant when only time is missing, ARB_MS_NEVER otherwise.
 */
ARB_API void arb_state_can_all(arb_ms from[ARB_VERB_COUNT], const arb_state *state,
                               const arb_history *history, arb_actor actor, arb_ms now);

ARB_END_DECLS

#endif
