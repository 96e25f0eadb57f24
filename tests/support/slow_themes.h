/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_THEMES_H
#define ARBITRO_TEST_SLOW_THEMES_H
/*
 * A second reading of the themes, square by square on slow_world.h. It shares the tree of the
 * solution with src/problem/themes*.c, and nothing else.
 */
#include "arbitro/themes.h"

enum { SLOW_THEMES_MAX = 8192 };

typedef struct slow_themes {
    arb_theme_found list[SLOW_THEMES_MAX];
    size_t count;
} slow_themes;

/* What the solution shows. Of themes with more than two lines only the phase and `at` are told. */
void slow_themes_find(slow_themes *out, const arb_problem *problem);

#endif
