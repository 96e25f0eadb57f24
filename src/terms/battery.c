/* SPDX-License-Identifier: MIT */
/* Batteries; see battery.h. */
#include "terms/battery.h"

#include "board/bits.h"

/* Those with exactly so many men of the other side on the line, none or one. */
static size_t list(arb_terms_battery *out, const arb_pos *pos, arb_colour colour, arb_square target,
                   unsigned masks)
{
    const uint64_t own = pos->side[colour].all;
    size_t n = 0;

    for (uint64_t left = arb_terms_acting(pos, colour, target); left; left = without_lowest(left)) {
        const uint64_t men = arb_terms_standing(pos, lowest(left), target);
        if (count(men & own) == 1 && count(men & ~own) == masks)
            out[n++] = (arb_terms_battery){ .rear = lowest(left),
                                            .front = lowest(men & own),
                                            .target = target,
                                            .mask = (arb_square)lowest_or_64(men & ~own) };
    }
    return n;
}

size_t arb_terms_batteries(arb_terms_battery out[ARB_TERMS_PINS_MAX], const arb_pos *pos,
                           arb_colour colour, arb_square target)
{
    return list(out, pos, colour, target, 0);
}

size_t arb_terms_masked_batteries(arb_terms_battery out[ARB_TERMS_PINS_MAX], const arb_pos *pos,
                                  arb_colour colour, arb_square target)
{
    return list(out, pos, colour, target, 1);
}
