/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_THEMES_VIEW_H
#define ARBITRO_TEST_SLOW_THEMES_VIEW_H
/* What slow_themes.c and slow_themes_phase.c share. */
#include "slow_themes.h"
#include "slow_world.h"

enum { NONE = ARB_SQUARE_NONE, VARIATIONS_MAX = 512, THREATS_MAX = 32 };

/* A defence and a mate. */
typedef struct line {
    uint32_t defence, mate;
    step d, m;
    world b, c;
    bool king;    /* the defence is a move of the king */
    bool capture; /* it captures */
    bool sole;
    bool parts; /* it stops all threats but one, so that it is no defence in the tree */
} line;

typedef struct view {
    const arb_problem *p;
    uint32_t phase;
    arb_colour us, them;
    world a;
    step threat[THREATS_MAX];
    size_t threats, lines;
    line line[VARIATIONS_MAX];
    slow_themes *out;
} view;

void slow_theme_add(view *w, arb_theme theme, arb_theme_use use, uint32_t one, uint32_t two,
                    arb_square at, arb_square piece);

/* Is the man who defended in the way of his own king? */
bool slow_theme_blocks(const view *w, const line *v);

world slow_theme_passed(const world *w);
bool slow_theme_same(step a, step b);
arb_role slow_theme_role(const world *w, arb_square at);

/* Themes of several variations; Pickaninny apart, because it counts replies, too. */
void slow_theme_phase(view *w);
void slow_theme_pickaninny(view *w);

#endif
