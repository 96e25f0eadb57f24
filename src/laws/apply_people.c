/* SPDX-License-Identifier: MIT */
/* What follows from a ruling for people, beside the game: see apply.c. */
#include "laws/laws.h"

/* Laws III.6.1 */
void arb_apply_papers(arb_hearing *hearing, const arb_ruling *ruling)
{
    hearing->after->papers = (uint8_t)ruling->papers;
}

/* Laws 11.10: appeals are decided in their order; a second one of the same player joins his first.
 */
void arb_apply_appeal(arb_hearing *hearing, const arb_ruling *ruling)
{
    uint8_t *queue = hearing->after->appeal;
    const uint8_t player = (uint8_t)ruling->player;

    if (queue[0] != player && queue[1] != player)
        queue[queue[0] != NOBODY] = player;
}

void arb_apply_appeal_end(arb_hearing *hearing, const arb_ruling *ruling)
{
    uint8_t *queue = hearing->after->appeal;

    if (queue[0] == ruling->player)
        queue[0] = queue[1];
    if (queue[0] != ruling->player)
        queue[1] = NOBODY;
}

/* Laws 12.9.7, 12.9.9 */
void arb_apply_fine(arb_hearing *hearing, const arb_ruling *ruling)
{
    hearing->after->fined |= (uint8_t)(1u << ruling->player);
}

void arb_apply_expulsion(arb_hearing *hearing, const arb_ruling *ruling)
{
    hearing->after->expelled |= (uint8_t)(1u << ruling->player);
}

/* Laws 12.9.8: every penalty adds its rounds. */
void arb_apply_exclusion(arb_hearing *hearing, const arb_ruling *ruling)
{
    uint16_t *rounds = &hearing->after->excluded[ruling->player];
    const uint32_t left = (uint32_t)(UINT16_MAX - *rounds);

    *rounds = (uint16_t)(*rounds + (ruling->number < left ? ruling->number : left));
}

/* Laws 12.4 */
void arb_apply_assistant(arb_hearing *hearing, const arb_ruling *ruling)
{
    (void)ruling;
    if (hearing->after->assistants < UINT8_MAX)
        hearing->after->assistants++;
}

/* Laws 12.7: whoever waits to come in need not wait any more. */
void arb_apply_sending_out(arb_hearing *hearing, const arb_ruling *ruling)
{
    hearing->after->spectators_out = ruling->effect == ARB_EFFECT_SEND_OUT;
    hearing->after->asking &= (uint8_t)~OUTSIDER;
}
