/* SPDX-License-Identifier: MIT */
/* Boards on standard output; see drawing.h. */
#include "cli/drawing.h"

#include <stdio.h>

void arb_drawing_print_all(const arb_cli *cli, const arb_drawing *drawings, size_t count,
                           int indent)
{
    arb_buf text;
    arb_ink ink = { .out = &text };

    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    arb_drawing_write(&ink, drawings, count, indent);
    if (ink.err)
        (void)arb_cli_unsaid(cli);
    else
        fputs(arb_buf_text(&text), stdout);
    arb_buf_clear(&text);
}

void arb_drawing_print(const arb_cli *cli, const arb_drawing *drawing)
{
    arb_drawing_print_all(cli, drawing, 1, 0);
}
