/* SPDX-License-Identifier: MIT */
/* A scoresheet as plain text, page by page; see sheet.h. */
#include <string.h>

#include "arbitro/chess960.h"
#include "arbitro/utf8.h"
#include "paper/sheet.h"

/* Lines of a page have so many characters where the moves are of the usual length. */
static const size_t width_of[ARB_PAPER_SIZE_COUNT] = { 80, 56 };
static const unsigned rows_of[ARB_PAPER_SIZE_COUNT] = { 30, 25 };

enum { NUMBER = 5, MOVE_LEAST = 8, TIME = 8, GAP = 3, LINE_LEAST = 4 };

typedef struct leaf {
    arb_ink *ink;
    const arb_scoresheet *sheet;
    const arb_paper *paper;
    size_t width; /* of the page */
    size_t move;  /* of a move, in characters */
    unsigned rows, columns;
    size_t number, count; /* of pages, from 0 */
} leaf;

static const char *words(const leaf *l, arb_text_id id)
{
    return arb_text(id, l->paper->lang);
}

static size_t count_of(const char *text)
{
    return arb_utf8_count(text, strlen(text));
}

/* A text and the blanks behind it. */
static void write_cell(const leaf *l, const char *text, size_t width)
{
    const size_t size = count_of(text);

    arb_ink_plain(l->ink, text, strlen(text));
    arb_ink_repeat(l->ink, " ", size < width ? width - size : 0);
}

/* Takes off the blanks at the end of the line, and ends it. */
static void end_line(const leaf *l)
{
    size_t size = arb_buf_size(l->ink->out);

    while (!l->ink->err && size > 0 && arb_buf_text(l->ink->out)[size - 1] == ' ')
        size--;
    arb_buf_cut(l->ink->out, size);
    arb_ink_add(l->ink, "\n");
}

/* ---- the head ---- */

/* "Event: Linares", or a line to write on; returns how many characters that are. */
static size_t write_field(const leaf *l, arb_scoresheet_field field, size_t width)
{
    const char *label = words(l, arb_scoresheet_label(field));
    arb_buf text;
    arb_ink value = { .out = &text };

    arb_buf_init(&text, NULL, 1 << 21);
    arb_scoresheet_value(&value, l->sheet, field, l->paper->lang);
    const size_t used = count_of(label) + 2;
    size_t size = arb_utf8_count(arb_buf_text(&text), arb_buf_size(&text));
    arb_ink_format(l->ink, "%s: ", label);
    arb_ink_plain(l->ink, arb_buf_text(&text), arb_buf_size(&text));
    if (size == 0) {
        size = width > used + LINE_LEAST ? width - used : LINE_LEAST;
        arb_ink_repeat(l->ink, "_", size);
    }
    if (value.err && !l->ink->err)
        l->ink->err = value.err;
    arb_buf_clear(&text);
    return used + size;
}

/* Two fields on a line where there is room for both, else below each other. */
static void write_pair(const leaf *l, arb_scoresheet_field left, arb_scoresheet_field right,
                       size_t share)
{
    const size_t half = l->width * share / 100;
    const size_t used = write_field(l, left, half - 2);

    if (used + 1 < half)
        arb_ink_repeat(l->ink, " ", half - used);
    else
        end_line(l);
    (void)write_field(l, right, l->width - half);
    end_line(l);
}

static void write_start(const leaf *l)
{
    const arb_scoresheet *sheet = l->sheet;
    const unsigned number = arb_chess960_number(&sheet->start);
    char fen[ARB_FEN_SIZE];

    if (!sheet->has_start)
        return;
    (void)arb_fen_write(fen, sizeof fen, &sheet->start, ARB_FEN_X, NULL);
    arb_ink_format(l->ink, "%s: %s", words(l, ARB_TEXT_PAPER_START), fen);
    if (sheet->style.variant == ARB_CHESS960 && number < ARB_CHESS960_COUNT)
        arb_ink_format(l->ink, " (Chess960: %u)", number);
    arb_ink_add(l->ink, "\n");
}

static void write_head(const leaf *l)
{
    const char *title = words(l, arb_scoresheet_title(l->sheet->owner));

    write_cell(l, title, l->width - 14);
    if (l->count > 1)
        arb_ink_format(l->ink, words(l, ARB_TEXT_PAPER_PAGE), l->number + 1, l->count);
    end_line(l);
    (void)write_field(l, ARB_FIELD_EVENT, l->width);
    end_line(l);
    write_pair(l, ARB_FIELD_SITE, ARB_FIELD_DATE, 65);
    write_pair(l, ARB_FIELD_ROUND, ARB_FIELD_BOARD, 50);
    (void)write_field(l, ARB_FIELD_TIME_CONTROL, l->width);
    end_line(l);
    write_pair(l, ARB_FIELD_WHITE, ARB_FIELD_WHITE_ELO, 75);
    write_pair(l, ARB_FIELD_BLACK, ARB_FIELD_BLACK_ELO, 75);
    write_start(l);
    arb_ink_add(l->ink, "\n");
}

/* ---- the moves ---- */

static size_t move_size(const arb_scoresheet *sheet, const arb_cell *cell)
{
    return cell ? count_of(arb_scoresheet_text(sheet, cell->move)) + (cell->offer ? 4 : 0) : 0;
}

/* The longest move decides how wide the columns are. */
static size_t longest_move(const arb_scoresheet *sheet)
{
    size_t longest = MOVE_LEAST;

    for (size_t row = 0; row < arb_scoresheet_moves(sheet); row++) {
        for (unsigned colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
            const size_t size =
                move_size(sheet, arb_scoresheet_cell(sheet, row, (arb_colour)colour));
            if (size > longest)
                longest = size;
        }
    }
    return longest;
}

static void write_move(const leaf *l, const arb_cell *cell)
{
    const size_t size = move_size(l->sheet, cell);

    if (cell)
        arb_ink_plain(l->ink, arb_scoresheet_text(l->sheet, cell->move),
                      strlen(arb_scoresheet_text(l->sheet, cell->move)));
    if (cell && cell->offer)
        arb_ink_add(l->ink, " (=)");
    /* what is to be written by hand has its line */
    const bool line = !cell && l->sheet->blank;
    if (line)
        arb_ink_repeat(l->ink, "_", l->move);
    arb_ink_repeat(l->ink, " ", (line ? 0 : l->move - size) + 1);
    write_cell(l, cell ? arb_scoresheet_text(l->sheet, cell->time) : "", TIME);
}

static void write_titles(const leaf *l)
{
    const char *time = words(l, l->sheet->spent ? ARB_TEXT_PAPER_SPENT : ARB_TEXT_PAPER_TIME);

    for (unsigned column = 0; column < l->columns; column++) {
        arb_ink_repeat(l->ink, " ", column > 0 ? GAP : 0);
        write_cell(l, words(l, ARB_TEXT_PAPER_NUMBER), NUMBER);
        for (unsigned colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
            write_cell(l,
                       words(l, colour == ARB_WHITE ? ARB_TEXT_PAPER_WHITE : ARB_TEXT_PAPER_BLACK),
                       l->move + 1);
            write_cell(l, time, TIME);
        }
    }
    end_line(l);
}

static void write_row(const leaf *l, size_t row)
{
    for (unsigned column = 0; column < l->columns; column++) {
        char number[24] = "";
        arb_ink_add(l->ink, column > 0 ? "|  " : "");
        if (l->sheet->blank || row < arb_scoresheet_moves(l->sheet))
            (void)snprintf(number, sizeof number, "%zu.", l->sheet->first + row);
        write_cell(l, number, NUMBER);
        for (unsigned colour = 0; colour < ARB_COLOUR_COUNT; colour++)
            write_move(l, arb_scoresheet_cell(l->sheet, row, (arb_colour)colour));
        row += l->rows;
    }
    end_line(l);
}

/* ---- the foot ---- */

static void write_signature(const leaf *l, arb_text_id who)
{
    const char *name = words(l, who);
    const size_t used = count_of(name) + 2;

    arb_ink_format(l->ink, "\n%s: ", name);
    arb_ink_repeat(l->ink, "_", l->width - used);
    arb_ink_add(l->ink, "\n");
}

/* Laws 8.7 */
static void write_foot(const leaf *l)
{
    const arb_scoresheet *sheet = l->sheet;
    const char *result = sheet->blank ? "" : arb_scoresheet_text(sheet, sheet->result);

    if (!sheet->blank && arb_buf_size(&sheet->notes) > 0) {
        arb_ink_format(l->ink, "\n%s: ", words(l, ARB_TEXT_PAPER_NOTES));
        arb_ink_plain(l->ink, arb_buf_text(&sheet->notes), arb_buf_size(&sheet->notes));
        arb_ink_add(l->ink, "\n");
    }
    if (sheet->broken && !sheet->blank)
        arb_ink_format(l->ink, "\n%s\n", words(l, ARB_TEXT_PAPER_BROKEN));
    arb_ink_format(l->ink, "\n%s: ", words(l, ARB_TEXT_PAPER_RESULT));
    arb_ink_add(l->ink, *result ? result : "____________");
    arb_ink_add(l->ink, "\n");
    write_signature(l, ARB_TEXT_PAPER_SIGN_WHITE);
    write_signature(l, ARB_TEXT_PAPER_SIGN_BLACK);
    write_signature(l, ARB_TEXT_PAPER_SIGN_ARBITER);
}

static void write_leaf(const leaf *l)
{
    const size_t from = l->number * l->columns * l->rows;

    write_head(l);
    write_titles(l);
    for (unsigned row = 0; row < l->rows && !l->ink->err; row++)
        if (l->sheet->blank || from + row < arb_scoresheet_moves(l->sheet))
            write_row(l, from + row);
    if (l->number + 1 == l->count)
        write_foot(l);
    else
        arb_ink_format(l->ink, "\n%s\n", words(l, ARB_TEXT_PAPER_ONWARD));
    arb_ink_add(l->ink, "\f\n");
}

void arb_scoresheet_plain(arb_ink *ink, const arb_scoresheet *sheet, const arb_paper *paper)
{
    const size_t moves = arb_scoresheet_moves(sheet);
    leaf l = { .ink = ink,
               .sheet = sheet,
               .paper = paper,
               .width = width_of[paper->size],
               .move = longest_move(sheet),
               .rows = rows_of[paper->size] };
    const size_t column = NUMBER + 2 * (l.move + 1 + TIME) - 1;

    const bool short_game = !sheet->blank && moves <= l.rows;
    l.columns = 2 * column + GAP <= l.width && !short_game ? 2 : 1;
    const size_t room = (size_t)l.rows * l.columns;
    l.count = moves > 0 ? (moves + room - 1) / room : 1;
    for (; l.number < l.count && !ink->err; l.number++)
        write_leaf(&l);
}
