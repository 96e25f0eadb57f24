/* SPDX-License-Identifier: MIT */
/* Interferences and obstructions; see interference.h. */
#include "terms/interference.h"

#include "board/sides.h"

size_t arb_terms_shut_off(arb_terms_shut out[ARB_TERMS_SHUT_MAX], const arb_pos *pos,
                          arb_colour colour, arb_square at)
{
    size_t n = 0;

    for (uint64_t left = arb_terms_acting(pos, colour, at); left; left = without_lowest(left)) {
        const uint64_t lost = arb_terms_beyond(pos, lowest(left), at);
        if (lost)
            out[n++] = (arb_terms_shut){ lowest(left), lost };
    }
    return n;
}

uint64_t arb_terms_crossings(const arb_pos *pos, arb_colour colour)
{
    const arb_side *side = &pos->side[colour];
    const uint64_t queens = side->straight & side->diagonal;
    uint64_t free = ~(pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all), found = 0;

    for (; free; free = without_lowest(free)) {
        arb_terms_shut shut[ARB_TERMS_SHUT_MAX];
        const size_t n = arb_terms_shut_off(shut, pos, colour, lowest(free));
        uint64_t pieces = 0;
        for (size_t i = 0; i < n; i++)
            pieces |= bit(shut[i].piece) & ~queens;
        if ((pieces & side->straight) && (pieces & side->diagonal))
            found |= bit(lowest(free));
    }
    return found;
}
