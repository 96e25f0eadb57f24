/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_DIAGRAM_H
#define ARBITRO_CLI_DIAGRAM_H
/* What the parts of `arbitro diagram` share: one diagram is drawn in every form by diagram_draw.c.
 */
#include "cli/answer.h"
#include "paper/board.h"
#include "paper/paper.h"

/* What the options say. */
typedef struct arb_diagram_job {
    const arb_cli *cli;
    const arb_letters *letters;
    bool svg, html, unicode, many;
    arb_paper paper;
    arb_board board; /* but its setup */
    uint8_t arrow[ARB_ARROWS_MAX][2];
} arb_diagram_job;

/* Adds a diagram, with what stands below it; "" is nothing. From any thread. */
void arb_diagram_draw(arb_answer *to, const arb_diagram_job *job, const arb_setup *setup,
                      const char *caption);

/* Adds what stands around diagrams of HTML: the beginning, or the end. */
void arb_diagram_frame(arb_answer *to, const arb_diagram_job *job, bool begin);

#endif
