/* SPDX-License-Identifier: MIT */
/* What an arbiter sees and keeps to himself; see silence.h. */
#include "arbitro/silence.h"

#include "laws/laws.h"

_Static_assert((int)ARB_OBSERVABLE_BOTH_CHECKED == (int)ARB_WATCH_BOTH_CHECKED &&
                   (int)ARB_OBSERVABLE_LAST_RANK_PAWN == (int)ARB_WATCH_LAST_RANK_PAWN,
               "what is watched is observed by the same bits");

arb_secret arb_secret_of_event(const arb_event *event)
{
    if (event->verb == ARB_VERB_REPORT)
        return ARB_SECRET_REPORT;
    return arb_watch_of(event) ? ARB_SECRET_WATCH : ARB_SECRET_NONE;
}

arb_secret arb_secret_of_ruling(const arb_ruling *ruling)
{
    if (ruling->code == ARB_CODE_REPORTED)
        return ARB_SECRET_REPORT;
    if (ruling->code == ARB_CODE_ARBITER_WAITS)
        return ARB_SECRET_WATCH;
    return ruling->code == ARB_CODE_NEXT_MOVE_COMPLETES ? ARB_SECRET_PRESS : ARB_SECRET_NONE;
}

/* Laws 12.6, 12.7 */
bool arb_state_tells(const arb_state *state, arb_secret secret)
{
    switch (secret) {
    case ARB_SECRET_NONE:
        return true;
    case ARB_SECRET_REPORT:
        return false;
    case ARB_SECRET_COUNT:
        return arb_state_is_over(state) || !arb_regulations_has_periods(state->regulations) ||
               arb_flag_has_fallen(state);
    case ARB_SECRET_PRESS:
    case ARB_SECRET_WATCH:
    case ARB_SECRET_ILLEGAL:
        return arb_state_is_over(state);
    case ARB_SECRET_DISPLACEMENT: /* without a clock to press, who made it must hear what is missing
                                   */
        return arb_state_is_over(state) || !state->standing.on_board || !arb_needs_press(state);
    }
    return false;
}

/* An illegal move that is not for the opponent alone to claim, and for which it is not too late. */
static bool has_illegal(const arb_state *state, const arb_history *history)
{
    const arb_regulations *r = state->regulations;
    const arb_found found = arb_irregular_in_record(state, history, 0, NOBODY);

    return r->board == ARB_BOARD_SEEN && !r->book->illegal_claim_wins[r->play] &&
           found.kind != ARB_REGULAR && (found.last || r->supervision == ARB_SUPERVISION_FULL);
}

/* Laws A.5.2, A.5.4 */
unsigned arb_state_observable(const arb_state *state, const arb_history *history)
{
    const bool waits = state->regulations->supervision == ARB_SUPERVISION_LIMITED &&
                       state->regulations->book->illegal_position_draws;
    unsigned found = 0;

    if (arb_state_is_over(state))
        return 0;
    if (waits)
        found = arb_watchable(&state->pos) & ~(unsigned)state->watched;
    return found | (has_illegal(state, history) ? (unsigned)ARB_OBSERVABLE_ILLEGAL : 0u);
}
