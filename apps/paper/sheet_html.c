/* SPDX-License-Identifier: MIT */
/* A scoresheet as HTML, page by page; see sheet.h. The measures are in css/paper.css. */
#include <string.h>

#include "arbitro/chess960.h"
#include "arbitro/utf8.h"
#include "paper/board.h"
#include "paper/sheet.h"

/* Two columns of so many moves fill a page. */
static const unsigned rows_of[ARB_PAPER_SIZE_COUNT] = { 30, 25 };
enum { COLUMNS = 2 };

/* A page that is being written. */
typedef struct leaf {
    arb_ink *ink;
    const arb_scoresheet *sheet;
    const arb_paper *paper;
    size_t number, count; /* of pages, from 0 */
    unsigned rows;
} leaf;

static const char *words(const leaf *l, arb_text_id id)
{
    return arb_text(id, l->paper->lang);
}

static void write_escaped(arb_ink *ink, const char *text)
{
    arb_ink_escaped(ink, text, strlen(text));
}

/* ---- the head ---- */

static void write_field(const leaf *l, arb_scoresheet_field field, const char *style)
{
    arb_buf text;
    arb_ink plain = { .out = &text };

    arb_buf_init(&text, NULL, 1 << 21);
    arb_scoresheet_value(&plain, l->sheet, field, l->paper->lang);
    const size_t size = arb_utf8_count(arb_buf_text(&text), arb_buf_size(&text));
    arb_ink_format(l->ink, "<div class=\"%s%s\"><dt>", style, size > 36 ? " long" : "");
    arb_ink_add(l->ink, words(l, arb_scoresheet_label(field)));
    arb_ink_add(l->ink, "</dt><dd>");
    arb_ink_escaped(l->ink, arb_buf_text(&text), arb_buf_size(&text));
    arb_ink_add(l->ink, "</dd></div>\n");
    if (plain.err && !l->ink->err)
        l->ink->err = plain.err;
    arb_buf_clear(&text);
}

static void write_fields(const leaf *l)
{
    static const char *const styles[ARB_FIELD_COUNT] = {
#define FIELD(id, tag, most) tag,
#include "paper/fields.def"
#undef FIELD
    };

    arb_ink_add(l->ink, "<dl>\n");
    for (unsigned i = 0; i < ARB_FIELD_COUNT; i++)
        write_field(l, (arb_scoresheet_field)i, styles[i]);
    arb_ink_add(l->ink, "</dl>\n");
}

/* A game from another position begins with its diagram (II.2: with its number). */
static void write_start(const leaf *l)
{
    const arb_scoresheet *sheet = l->sheet;
    const arb_board board = { .setup = &sheet->start, .lang = l->paper->lang };
    const unsigned number = arb_chess960_number(&sheet->start);
    char fen[ARB_FEN_SIZE];

    if (!sheet->has_start || l->number > 0)
        return;
    (void)arb_fen_write(fen, sizeof fen, &sheet->start, ARB_FEN_X, NULL);
    arb_ink_add(l->ink, "<figure class=\"start\">\n");
    arb_board_svg(l->ink, &board, true);
    arb_ink_add(l->ink, "<figcaption>");
    if (sheet->style.variant == ARB_CHESS960 && number < ARB_CHESS960_COUNT)
        arb_ink_format(l->ink, "Chess960: %u", number);
    else
        write_escaped(l->ink, fen);
    arb_ink_add(l->ink, "</figcaption>\n</figure>\n");
}

static void write_head(const leaf *l)
{
    arb_ink_add(l->ink, "<header>\n<h1>");
    arb_ink_add(l->ink, words(l, arb_scoresheet_title(l->sheet->owner)));
    arb_ink_add(l->ink, "</h1>\n");
    if (l->count > 1) {
        arb_ink_add(l->ink, "<p class=\"page\">");
        arb_ink_format(l->ink, words(l, ARB_TEXT_PAPER_PAGE), l->number + 1, l->count);
        arb_ink_add(l->ink, "</p>\n");
    }
    arb_ink_add(l->ink, "</header>\n<div class=\"head\">\n");
    write_fields(l);
    write_start(l);
    arb_ink_add(l->ink, "</div>\n");
}

/* ---- the moves ---- */

/* What a player wrote can be of any length; long texts are printed smaller. */
static void write_move(const leaf *l, const arb_cell *cell)
{
    const char *move = cell ? arb_scoresheet_text(l->sheet, cell->move) : "";
    const char *struck = cell ? arb_scoresheet_text(l->sheet, cell->struck) : "";
    const size_t size = arb_utf8_count(move, strlen(move)) +
                        arb_utf8_count(struck, strlen(struck)) + (cell && cell->offer ? 4 : 0);

    arb_ink_format(l->ink, "<td%s>",
                   size > 13  ? " class=\"longest\""
                   : size > 8 ? " class=\"long\""
                              : "");
    if (*struck) {
        arb_ink_add(l->ink, "<s>");
        write_escaped(l->ink, struck);
        arb_ink_add(l->ink, "</s> ");
    }
    write_escaped(l->ink, move);
    if (cell && cell->offer)
        arb_ink_add(l->ink, " (=)");
    arb_ink_add(l->ink, "</td><td class=\"time\">");
    write_escaped(l->ink, cell ? arb_scoresheet_text(l->sheet, cell->time) : "");
    arb_ink_add(l->ink, "</td>");
}

static void write_column(const leaf *l, size_t from)
{
    const arb_text_id time = l->sheet->spent ? ARB_TEXT_PAPER_SPENT : ARB_TEXT_PAPER_TIME;

    arb_ink_format(l->ink, "<table>\n<caption>%s %zu\u2013%zu</caption>\n<thead><tr>",
                   words(l, ARB_TEXT_PAPER_MOVES), l->sheet->first + from,
                   l->sheet->first + from + l->rows - 1);
    arb_ink_format(l->ink, "<th scope=\"col\" class=\"number\">%s</th>",
                   words(l, ARB_TEXT_PAPER_NUMBER));
    for (unsigned colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        arb_ink_format(l->ink, "<th scope=\"col\">%s</th><th scope=\"col\" class=\"time\">%s</th>",
                       words(l, colour == ARB_WHITE ? ARB_TEXT_PAPER_WHITE : ARB_TEXT_PAPER_BLACK),
                       words(l, time));
    arb_ink_add(l->ink, "</tr></thead>\n<tbody>\n");
    for (size_t row = from; row < from + l->rows && !l->ink->err; row++) {
        arb_ink_format(l->ink, "<tr><th scope=\"row\">%zu</th>", l->sheet->first + row);
        for (unsigned colour = 0; colour < ARB_COLOUR_COUNT; colour++)
            write_move(l, arb_scoresheet_cell(l->sheet, row, (arb_colour)colour));
        arb_ink_add(l->ink, "</tr>\n");
    }
    arb_ink_add(l->ink, "</tbody>\n</table>\n");
}

/* ---- the foot ---- */

static void write_signature(const leaf *l, arb_text_id who)
{
    arb_ink_format(l->ink, "<p class=\"sign\"><span></span>%s</p>\n", words(l, who));
}

/* Laws 8.7: result and signatures stand on the last page. */
static void write_foot(const leaf *l)
{
    const arb_scoresheet *sheet = l->sheet;

    arb_ink_add(l->ink, "<footer>\n");
    if (!sheet->blank && arb_buf_size(&sheet->notes) > 0) {
        arb_ink_format(l->ink, "<p class=\"notes\">%s: ", words(l, ARB_TEXT_PAPER_NOTES));
        arb_ink_escaped(l->ink, arb_buf_text(&sheet->notes), arb_buf_size(&sheet->notes));
        arb_ink_add(l->ink, "</p>\n");
    }
    if (sheet->broken && !sheet->blank)
        arb_ink_format(l->ink, "<p class=\"notes\">%s</p>\n", words(l, ARB_TEXT_PAPER_BROKEN));
    arb_ink_format(l->ink, "<p class=\"result\">%s <strong>", words(l, ARB_TEXT_PAPER_RESULT));
    if (!sheet->blank)
        write_escaped(l->ink, arb_scoresheet_text(sheet, sheet->result));
    arb_ink_add(l->ink, "</strong></p>\n");
    write_signature(l, ARB_TEXT_PAPER_SIGN_WHITE);
    write_signature(l, ARB_TEXT_PAPER_SIGN_BLACK);
    write_signature(l, ARB_TEXT_PAPER_SIGN_ARBITER);
    arb_ink_add(l->ink, "</footer>\n");
}

static void write_leaf(const leaf *l)
{
    const size_t from = l->number * COLUMNS * l->rows;

    arb_ink_add(l->ink, "<section class=\"leaf sheet\">\n");
    write_head(l);
    arb_ink_add(l->ink, "<div class=\"columns\">\n");
    for (unsigned column = 0; column < COLUMNS; column++)
        write_column(l, from + column * l->rows);
    arb_ink_add(l->ink, "</div>\n");
    if (l->number + 1 == l->count)
        write_foot(l);
    else
        arb_ink_format(l->ink, "<p class=\"onward\">%s</p>\n", words(l, ARB_TEXT_PAPER_ONWARD));
    arb_ink_add(l->ink, "</section>\n");
}

void arb_scoresheet_html(arb_ink *ink, const arb_scoresheet *sheet, const arb_paper *paper)
{
    const unsigned rows = rows_of[paper->size];
    const size_t moves = arb_scoresheet_moves(sheet), room = (size_t)rows * COLUMNS;
    leaf l = { .ink = ink, .sheet = sheet, .paper = paper, .rows = rows };

    l.count = moves > 0 ? (moves + room - 1) / room : 1;
    for (; l.number < l.count && !ink->err; l.number++)
        write_leaf(&l);
}
