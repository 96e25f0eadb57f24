/* SPDX-License-Identifier: MIT */
/* One diagram in every form; see diagram.h. */
#include "cli/diagram.h"

#include <string.h>

#include "cli/drawing.h"

static void take_error(arb_answer *to, const arb_ink *ink)
{
    if (ink->err && !to->err)
        to->err = ink->err;
}

static json_t *svg_json(const arb_board *board)
{
    arb_buf text;
    arb_ink ink = { .out = &text };

    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    arb_board_svg(&ink, board, false);
    json_t *json = ink.err ? NULL : json_stringn(arb_buf_text(&text), arb_buf_size(&text));
    arb_buf_clear(&text);
    return json;
}

static void add_json(arb_answer *to, const arb_diagram_job *j, const arb_board *board,
                     const arb_drawing *drawing, const char *caption)
{
    const arb_setup *setup = board->setup;
    json_t *rows = json_array();
    char fen[ARB_FEN_SIZE], row[ARB_DRAWING_ROW_SIZE];

    for (unsigned i = 0; i < 8; i++) {
        arb_drawing_row(row, drawing, i);
        rows = arb_json_add(rows, json_string(row));
    }
    (void)arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    json_t *json = json_pack("{ss ss so}", "fen", fen, "turn",
                             arb_colour_word((arb_colour)setup->turn), "rows", rows);
    if (*caption)
        json = arb_json_put(json, "caption", json_string(caption));
    if (j->svg)
        json = arb_json_put(json, "svg", svg_json(board));
    arb_answer_json(to, json);
}

static void add_arrows(arb_ink *ink, const arb_diagram_job *j)
{
    for (size_t i = 0; i < j->board.arrows; i++) {
        char from[3], to[3];
        (void)arb_square_write(from, sizeof from, j->arrow[i][0]);
        (void)arb_square_write(to, sizeof to, j->arrow[i][1]);
        arb_ink_format(ink, "%s%s-%s", i > 0 ? " " : "", from, to);
    }
    if (j->board.arrows > 0)
        arb_ink_add(ink, "\n");
}

static const char *turn_text(const arb_diagram_job *j, const arb_setup *setup)
{
    return arb_text(setup->turn == ARB_WHITE ? ARB_TEXT_DIAGRAM_WHITE : ARB_TEXT_DIAGRAM_BLACK,
                    j->cli->lang);
}

static void add_plain(arb_answer *to, const arb_diagram_job *j, const arb_drawing *drawing,
                      const char *caption)
{
    arb_ink ink = { .out = &to->text };

    if (*caption) {
        arb_ink_plain(&ink, caption, strlen(caption));
        arb_ink_add(&ink, "\n");
    }
    arb_drawing_write(&ink, drawing, 1, 0);
    add_arrows(&ink, j);
    arb_ink_add(&ink, turn_text(j, drawing->setup));
    arb_ink_add(&ink, j->many ? "\n\n" : "\n");
    take_error(to, &ink);
}

/* Of many drawings each is a line, so that they can be told apart. */
static void add_svg(arb_answer *to, const arb_diagram_job *j, const arb_board *board)
{
    arb_buf text;
    arb_ink ink = { .out = &text };

    arb_buf_init(&text, NULL, SIZE_MAX / 2);
    arb_board_svg(&ink, board, false);
    take_error(to, &ink);
    const char *at = arb_buf_text(&text);
    for (size_t size; *at && !to->err; at += size) {
        size = strcspn(at, "\n");
        arb_answer_add_bytes(to, at, size);
        size += at[size] == '\n';
        arb_answer_add(to, !j->many || !at[size] ? "\n" : "");
    }
    arb_buf_clear(&text);
}

static void add_html(arb_answer *to, const arb_diagram_job *j, const arb_board *board,
                     const char *caption)
{
    arb_ink ink = { .out = &to->text };

    arb_ink_add(&ink, "<figure class=\"diagram\">\n");
    arb_board_svg(&ink, board, true);
    arb_ink_add(&ink, "<figcaption>");
    arb_ink_escaped(&ink, caption, strlen(caption));
    arb_ink_add(&ink, *caption ? "<br/>" : "");
    arb_ink_add(&ink, turn_text(j, board->setup));
    arb_ink_add(&ink, "</figcaption>\n</figure>\n");
    take_error(to, &ink);
}

void arb_diagram_draw(arb_answer *to, const arb_diagram_job *j, const arb_setup *setup,
                      const char *caption)
{
    const arb_drawing drawing = { .setup = setup,
                                  .letters = j->letters,
                                  .unicode = j->unicode,
                                  .flip = j->board.flip,
                                  .bare = j->board.bare,
                                  .dotted = j->board.ringed,
                                  .crossed = j->board.crossed };
    arb_board board = j->board;

    board.setup = setup;
    if (j->cli->json)
        add_json(to, j, &board, &drawing, caption);
    else if (j->html)
        add_html(to, j, &board, caption);
    else if (j->svg)
        add_svg(to, j, &board);
    else
        add_plain(to, j, &drawing, caption);
}

void arb_diagram_frame(arb_answer *to, const arb_diagram_job *j, bool begin)
{
    arb_ink ink = { .out = &to->text };

    if (begin) {
        arb_paper_begin(&ink, &j->paper, ARB_TEXT_PAPER_DIAGRAMS);
        arb_ink_format(&ink, "<section class=\"leaf diagrams\">\n<h1>%s</h1>\n",
                       arb_text(ARB_TEXT_PAPER_DIAGRAMS, j->cli->lang));
    } else {
        arb_ink_add(&ink, "</section>\n");
        arb_paper_end(&ink, &j->paper);
    }
    take_error(to, &ink);
}
