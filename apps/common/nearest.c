/* SPDX-License-Identifier: MIT */
/* Suggestions for mistyped names, by counting slips of the fingers; see nearest.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/nearest.h"

#include <string.h>

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Letters inserted, dropped, changed, or exchanged with their neighbour, each counting one. */
static size_t slips(const char *a, size_t n, const char *b, size_t m)
{
    size_t cost[ARB_NEAREST_MAX + 1][ARB_NEAREST_MAX + 1];

    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = i + j;
                continue;
            }
            const size_t change = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = smaller(change, smaller(cost[i - 1][j], cost[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = smaller(cost[i][j], cost[i - 2][j - 2] + 1);
        }
    }
    return cost[n][m];
}

arb_nearest arb_nearest_begin(const char *word)
{
    return (arb_nearest){ .word = word, .distance = ARB_NEAREST_MAX };
}

void arb_nearest_try(arb_nearest *nearest, const char *candidate)
{
    const size_t n = strnlen(nearest->word, ARB_NEAREST_MAX + 1), m = strlen(candidate);

    if (n == 0 || n > ARB_NEAREST_MAX || m > ARB_NEAREST_MAX)
        return;
    /* the beginning of a name, as in -h for --help, is near whatever it leaves out */
    const size_t distance =
        strncmp(nearest->word, candidate, n) == 0 ? 1 : slips(nearest->word, n, candidate, m);
    if (distance < nearest->distance && distance <= 1 + m / 4) {
        memcpy(nearest->best, candidate, m + 1);
        nearest->distance = distance;
    }
}
