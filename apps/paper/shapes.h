/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PAPER_SHAPES_H
#define ARBITRO_PAPER_SHAPES_H
/* What paper shares with the pages: tools/embed/paper.c makes it from their files. */
#include "arbitro/square.h"

/* A piece in a box of 100 by 100, as elements of SVG: the outlines, and the lines drawn on them. */
typedef struct arb_shape {
    const char *solid, *detail;
} arb_shape;
extern const arb_shape arb_shapes[ARB_ROLE_COUNT];

/* The style sheet apps/web/css/paper.css. */
extern const char arb_paper_styles[];

#endif
