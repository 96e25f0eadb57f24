/* SPDX-License-Identifier: MIT */
/* The centre: what a side has on d4, e4, d5 and e5. */
#include "terms/look.h"

#define CENTRE (UINT64_C(1) << 27 | UINT64_C(1) << 28 | UINT64_C(1) << 35 | UINT64_C(1) << 36)

void arb_see_centre(arb_seeing *seeing)
{
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        const uint64_t held = seeing->now->pos->side[colour].all & CENTRE;
        if (!held)
            continue;
        arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_CENTRE, (arb_colour)colour);
        seen->on = held;
        seen->amount = (int)count(held);
    }
}
