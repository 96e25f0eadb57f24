/* SPDX-License-Identifier: MIT */
/* The diagram of a problem, as problems are printed: below it the stipulation and the men. */
#include <stdio.h>
#include <string.h>

#include "cli/solve.h"
#include "paper/board.h"

enum { WIDTH_MM = 80, BELOW_MM = 9 };

/* One text below the board. */
static void caption(arb_ink *ink, unsigned x, unsigned y, const char *anchor, const char *text)
{
    arb_ink_format(ink, "<text x=\"%umm\" y=\"%umm\" text-anchor=\"%s\">", x, y, anchor);
    arb_ink_escaped(ink, text, strlen(text));
    arb_ink_add(ink, "</text>\n");
}

/* "7 + 5": White's men and Black's. */
static void men_text(char out[16], const arb_setup *setup)
{
    unsigned men[ARB_COLOUR_COUNT] = { 0 };

    for (unsigned square = 0; square < ARB_SQUARE_COUNT; square++)
        if (setup->piece[square] != ARB_PIECE_NONE)
            men[arb_piece_colour(setup->piece[square])]++;
    (void)snprintf(out, 16, "%u + %u", men[ARB_WHITE], men[ARB_BLACK]);
}

static void draw(arb_ink *ink, const arb_solve *solve, const arb_solve_item *item)
{
    const arb_setup played = item->problem ? arb_pos_setup(&item->pos) : item->setup;
    const arb_board board = { .setup = &played, .lang = solve->cli->lang, .size_mm = WIDTH_MM };
    const unsigned height = arb_board_height(&board, WIDTH_MM);
    char stipulation[ARB_STIPULATION_SIZE], men[16];

    arb_ink_format(ink,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%umm\" height=\"%umm\" "
                   "font-family=\"serif\" font-size=\"4.5mm\">\n",
                   WIDTH_MM, height + BELOW_MM);
    arb_board_svg(ink, &board, false);
    (void)arb_stipulation_write(stipulation, sizeof stipulation, &item->stipulation);
    men_text(men, &played);
    caption(ink, 6, height + 5, "start", stipulation);
    if (item->name && *item->name)
        caption(ink, WIDTH_MM / 2, height + 5, "middle", item->name);
    caption(ink, WIDTH_MM - 6, height + 5, "end", men);
    arb_ink_add(ink, "</svg>\n");
}

/* Of several drawings each is one line. */
static void add_drawing(arb_answer *to, arb_buf *text, bool one_line)
{
    const char *from = arb_buf_text(text);
    const char *end = from + arb_buf_size(text);

    while (one_line && from < end) {
        const char *stop = memchr(from, '\n', (size_t)(end - from));
        if (!stop)
            break;
        arb_answer_add_bytes(to, from, (size_t)(stop - from));
        from = stop + 1;
        arb_answer_add(to, from < end ? " " : "\n");
    }
    arb_answer_add_bytes(to, from, (size_t)(end - from));
}

void arb_solve_svg(arb_answer *to, const arb_solve *solve, const arb_solve_item *item)
{
    arb_buf text;
    arb_ink ink = { .out = &text };

    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    draw(&ink, solve, item);
    if (ink.err)
        to->err = to->err ? to->err : ink.err;
    else
        add_drawing(to, &text, item->name != NULL);
    arb_buf_clear(&text);
}
