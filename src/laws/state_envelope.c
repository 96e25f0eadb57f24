/* SPDX-License-Identifier: MIT */
/* The state of a game: what it tells of an adjournment and its envelope; see envelope.h. */
#include "laws/adjourned.h"

arb_envelope arb_state_envelope(const arb_state *state)
{
    return (arb_envelope)state->adjourned.envelope;
}

const char *const arb_envelope_words[ARB_ENVELOPE_COUNT + 1] = {
    "none", "open", "sealed", "opened", "missing",
};

const char *arb_envelope_word(arb_envelope envelope)
{
    return arb_envelope_words[envelope];
}

/* Laws I.1.1, I.1.2 */
arb_colour arb_state_must_seal(const arb_state *state)
{
    return state->adjourned.stage == ARB_TO_BE_SEALED && !arb_state_is_over(state)
               ? (arb_colour)state->adjourned.sealer
               : NOBODY;
}

/* Laws I.2.4, I.9.3 */
arb_colour arb_state_sealer(const arb_state *state)
{
    return state->adjourned.envelope == ARB_ENVELOPE_NONE ? NOBODY : arb_writer(state);
}

/* Laws I.3 */
bool arb_state_is_verified(const arb_state *state)
{
    return state->adjourned.verified;
}

/* Laws I.5 */
bool arb_state_is_continued(const arb_state *state)
{
    return state->adjourned.stage == ARB_IS_CONTINUED;
}

unsigned arb_state_present(const arb_state *state)
{
    return state->present & ~(unsigned)state->adjourned.absent;
}

/* Laws I.10 */
arb_ms arb_state_late_from(const arb_state *state)
{
    const arb_adjourned *a = &state->adjourned;
    const unsigned late = a->absent & ~(unsigned)state->waived;

    if (a->stage != ARB_IS_CONTINUED || !late || arb_state_is_over(state) ||
        !state->regulations->book->lateness_loses)
        return ARB_MS_NEVER;
    return a->continued + state->regulations->default_time + 1;
}
