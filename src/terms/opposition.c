/* SPDX-License-Identifier: MIT */
/* The opposition of the kings, and the usual values of the pieces. */
#include "arbitro/opposition.h"

#include <assert.h>
#include <stdlib.h>

unsigned arb_tattersall(arb_square square)
{
    const bool even_rank = arb_square_rank(square) % 2 == 1; /* counted from the first */
    const bool even_file = arb_square_file(square) % 2 == 1;

    return (even_rank ? 1u : 3u) + (even_file ? 1u : 0u);
}

arb_opposition arb_opposition_of(arb_square one, arb_square other)
{
    const int files = abs((int)arb_square_file(one) - (int)arb_square_file(other));
    const int ranks = abs((int)arb_square_rank(one) - (int)arb_square_rank(other));
    const bool distant = files > 2 || ranks > 2;

    if (one == other || arb_tattersall(one) != arb_tattersall(other))
        return ARB_OPPOSITION_NONE;
    if (files == 0)
        return distant ? ARB_OPPOSITION_DISTANT_FRONTAL : ARB_OPPOSITION_FRONTAL;
    if (ranks == 0)
        return distant ? ARB_OPPOSITION_DISTANT_LATERAL : ARB_OPPOSITION_LATERAL;
    if (files == ranks)
        return distant ? ARB_OPPOSITION_DISTANT_DIAGONAL : ARB_OPPOSITION_DIAGONAL;
    return ARB_OPPOSITION_RECTANGULAR;
}

const char *arb_opposition_text(arb_opposition opposition, arb_lang lang)
{
    static const char *const texts[ARB_OPPOSITION_COUNT][ARB_LANG_COUNT] = {
        [ARB_OPPOSITION_NONE] = { "none", "nessuna" },
        [ARB_OPPOSITION_FRONTAL] = { "frontal", "frontale" },
        [ARB_OPPOSITION_LATERAL] = { "lateral", "laterale" },
        [ARB_OPPOSITION_DIAGONAL] = { "diagonal", "diagonale" },
        [ARB_OPPOSITION_DISTANT_FRONTAL] = { "distant frontal", "frontale a distanza" },
        [ARB_OPPOSITION_DISTANT_LATERAL] = { "distant lateral", "laterale a distanza" },
        [ARB_OPPOSITION_DISTANT_DIAGONAL] = { "distant diagonal", "diagonale a distanza" },
        [ARB_OPPOSITION_RECTANGULAR] = { "rectangular", "rettangolare" },
    };
    assert(opposition < ARB_OPPOSITION_COUNT && lang < ARB_LANG_COUNT);
    return texts[opposition][lang];
}

unsigned arb_role_value(arb_role role)
{
    static const uint8_t values[ARB_ROLE_COUNT] = { 1, 3, 3, 5, 9, 0 };

    assert(role < ARB_ROLE_COUNT);
    return values[role];
}
