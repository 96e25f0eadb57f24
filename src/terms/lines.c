/* SPDX-License-Identifier: MIT */
/* Lines, pins and half-pins; see lines.h. */
#include "terms/lines.h"

#include "board/sides.h"

static uint64_t occupied(const arb_pos *pos)
{
    return pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all;
}

uint64_t arb_terms_line(arb_square a, arb_square b)
{
    return line_through(a, b);
}

uint64_t arb_terms_between(arb_square a, arb_square b)
{
    return line_through(a, b) & stretch(a, b) & ~(bit(a) | bit(b));
}

uint64_t arb_terms_standing(const arb_pos *pos, arb_square a, arb_square b)
{
    return arb_terms_between(a, b) & occupied(pos);
}

uint64_t arb_terms_acting(const arb_pos *pos, arb_colour colour, arb_square to)
{
    const arb_side *side = &pos->side[colour];

    return (bishop_attacks(to, 0) & side->diagonal) | (rook_attacks(to, 0) & side->straight);
}

bool arb_terms_acts(const arb_pos *pos, arb_square from, arb_square to)
{
    return ((arb_terms_acting(pos, ARB_WHITE, to) | arb_terms_acting(pos, ARB_BLACK, to)) &
            bit(from)) != 0;
}

uint64_t arb_terms_beyond(const arb_pos *pos, arb_square from, arb_square at)
{
    if (!arb_terms_acts(pos, from, at))
        return 0;
    const uint64_t line = line_through(from, at), men = occupied(pos) & ~bit(at);
    const uint64_t seen = (bishop_attacks(from, men) | rook_attacks(from, men)) & line;
    /* what is seen on this side of `at`, or behind the piece, is not beyond */
    const uint64_t far = from < at ? ~((bit(at) << 1) - 1) : bit(at) - 1;
    return seen & far;
}

size_t arb_terms_bound(arb_terms_pin out[ARB_TERMS_PINS_MAX], const arb_pos *pos, arb_colour colour,
                       arb_square target)
{
    size_t n = 0;

    for (uint64_t left = arb_terms_acting(pos, other(colour), target); left;
         left = without_lowest(left)) {
        const uint64_t men = arb_terms_standing(pos, lowest(left), target);
        if (count(men) == 1 && (men & pos->side[colour].all))
            out[n++] = (arb_terms_pin){ lowest(men), lowest(left), target };
    }
    return n;
}

/* Laws 3.9.2 */
size_t arb_terms_pins(arb_terms_pin out[ARB_TERMS_PINS_MAX], const arb_pos *pos, arb_colour colour)
{
    return arb_terms_bound(out, pos, colour, lowest(pos->side[colour].king));
}

bool arb_terms_pin_of(arb_terms_pin *out, const arb_pos *pos, arb_square man)
{
    const arb_colour colour = pos->side[ARB_WHITE].all & bit(man) ? ARB_WHITE : ARB_BLACK;
    arb_terms_pin pins[ARB_TERMS_PINS_MAX];
    const size_t n = arb_terms_pins(pins, pos, colour);

    for (size_t i = 0; i < n; i++)
        if (pins[i].man == man) {
            *out = pins[i];
            return true;
        }
    return false;
}

size_t arb_terms_half_pins(arb_terms_half_pin out[ARB_TERMS_PINS_MAX], const arb_pos *pos,
                           arb_colour colour)
{
    const arb_square king = lowest(pos->side[colour].king);
    size_t n = 0;

    for (uint64_t left = arb_terms_acting(pos, other(colour), king); left;
         left = without_lowest(left)) {
        const arb_square by = lowest(left);
        const uint64_t men = arb_terms_standing(pos, by, king);
        if (count(men) != 2 || (men & ~pos->side[colour].all))
            continue;
        const arb_square low = lowest(men), high = highest(men);
        out[n++] = king < by ? (arb_terms_half_pin){ { low, high }, by, king }
                             : (arb_terms_half_pin){ { high, low }, by, king };
    }
    return n;
}
