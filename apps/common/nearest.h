/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_NEAREST_H
#define ARBITRO_COMMON_NEAREST_H
/* Which name did the user mean? */
#include <stddef.h>

/* Longer words are no slip of a name of ours. */
enum { ARB_NEAREST_MAX = 24 };

/* Compares candidates with one mistyped word and remembers the best. */
typedef struct arb_nearest {
    const char *word;
    char best[ARB_NEAREST_MAX + 1]; /* empty as long as nothing is near enough */
    size_t distance;
} arb_nearest;

/* Begins the search for `word`. */
arb_nearest arb_nearest_begin(const char *word);

/* Considers one more candidate; of several equally near the first wins. */
void arb_nearest_try(arb_nearest *nearest, const char *candidate);

#endif
