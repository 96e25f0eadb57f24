/* SPDX-License-Identifier: MIT */
/* The state of a game: what it knows of people beside the board; see state.c. */
#include "laws/laws.h"

/* Laws 11.10 */
arb_colour arb_state_appeal(const arb_state *state)
{
    return (arb_colour)state->appeal[0];
}

/* Laws 12.9.7 */
bool arb_state_fined(const arb_state *state, arb_colour colour)
{
    return arb_has_colour(state->fined, colour);
}

/* Laws 12.9.8 */
unsigned arb_state_excluded(const arb_state *state, arb_colour colour)
{
    return state->excluded[colour];
}

/* Laws 12.9.9 */
bool arb_state_expelled(const arb_state *state, arb_colour colour)
{
    return arb_has_colour(state->expelled, colour);
}

/* Laws 12.4 */
unsigned arb_state_assistants(const arb_state *state)
{
    return state->assistants;
}

/* Laws 4.9, 6.2.6, 8.1.6, D.2.10 */
unsigned arb_state_tasks(const arb_state *state, arb_colour player)
{
    return state->tasks[player];
}

/* Laws 4.9, 6.2.6, 8.1.6, D.2.10 */
bool arb_state_assistant_accepted(const arb_state *state, arb_colour player)
{
    return arb_has_colour(state->approved, player);
}

/* Laws 12.7 */
bool arb_state_spectators_out(const arb_state *state)
{
    return state->spectators_out;
}

/* Laws III.5, III.6.1.2 */
bool arb_state_claims_no_effort(const arb_state *state)
{
    return state->lacks_effort;
}

/* Laws III.6.1: one ground needs the final position, the other the scoresheet as well. */
static unsigned papers_needed(const arb_state *s)
{
    const unsigned position = ARB_PAPER_POSITION | ARB_PAPER_POSITION_RIGHT;

    return s->lacks_effort ? position | ARB_PAPER_SHEET_RIGHT : position;
}

unsigned arb_state_papers_missing(const arb_state *state)
{
    const bool waits = state->pending == ARB_PENDING_QUICKPLAY &&
                       state->regulations->arbiter == ARB_ARBITER_ABSENT;

    return waits ? papers_needed(state) & ~(unsigned)state->papers : 0;
}

arb_papers arb_state_papers_stand(const arb_state *state)
{
    if (state->papers & ARB_PAPER_CONTESTED)
        return ARB_PAPERS_CONTESTED;
    if ((papers_needed(state) & ~(unsigned)state->papers) == 0)
        return ARB_PAPERS_CONFIRMED;
    return state->papers ? ARB_PAPERS_WRITTEN : ARB_PAPERS_NONE;
}
