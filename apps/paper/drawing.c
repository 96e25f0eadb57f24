/* SPDX-License-Identifier: MIT */
/* The board drawn with characters; see drawing.h. */
#include "paper/drawing.h"

#include <stdio.h>
#include <string.h>

#include "arbitro/utf8.h"

/* What a drawing is made of, beside the pieces. */
typedef struct pencil {
    const char *empty, *side, *dot;
    const char *top_left, *top_right, *bottom_left, *bottom_right, *edge;
} pencil;

const arb_letters arb_figures = {
    .white = { "\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654" },
    .black = { "\u265f", "\u265e", "\u265d", "\u265c", "\u265b", "\u265a" },
};
static const pencil unicode_pencil = { "\u00b7", "\u2502", "\u2022", "\u250c",
                                       "\u2510", "\u2514", "\u2518", "\u2500" };
static const pencil ascii_pencil = { ".", "|", "*", "+", "+", "+", "+", "-" };

static const pencil *pencil_of(const arb_drawing *drawing)
{
    return drawing->unicode ? &unicode_pencil : &ascii_pencil;
}

const char *arb_drawing_dot(bool unicode)
{
    return unicode ? unicode_pencil.dot : ascii_pencil.dot;
}

static const arb_letters *pieces_of(const arb_drawing *drawing)
{
    return drawing->unicode ? &arb_figures : drawing->letters;
}

/* How many characters a square takes: two where a letter is one like Kt, and for names. */
static int cell_width(const arb_drawing *drawing)
{
    const arb_letters *pieces = pieces_of(drawing);
    size_t width = drawing->names ? 2 : 1;

    for (int role = 0; role < ARB_ROLE_COUNT; role++) {
        const size_t count = arb_utf8_count(pieces->white[role], strlen(pieces->white[role]));
        if (count > width)
            width = count;
    }
    return (int)width;
}

int arb_drawing_width(const arb_drawing *drawing)
{
    return 8 * cell_width(drawing) + (drawing->bare ? 9 : 13);
}

static bool has(uint64_t squares, arb_square square)
{
    return (squares >> square & 1u) != 0;
}

/* What stands before a square: a mark on the piece there, or a blank. */
static const char *lead(const arb_drawing *drawing, arb_square square)
{
    if (has(drawing->crossed, square))
        return "x";
    return has(drawing->dotted, square) && drawing->setup->piece[square] != ARB_PIECE_NONE
               ? pencil_of(drawing)->dot
               : " ";
}

/* What stands in a square. */
static const char *drawn(char name[3], const arb_drawing *drawing, arb_square square)
{
    const arb_letters *pieces = pieces_of(drawing);
    const arb_piece piece = drawing->setup->piece[square];

    if (drawing->names) {
        (void)arb_square_write(name, 3, square);
        return name;
    }
    if (piece == ARB_PIECE_NONE)
        return has(drawing->dotted, square) ? pencil_of(drawing)->dot : pencil_of(drawing)->empty;
    return arb_piece_colour(piece) == ARB_WHITE ? pieces->white[arb_piece_role(piece)]
                                                : pieces->black[arb_piece_role(piece)];
}

/* One rank, with what stands before each square; the first one without that, if not `whole`. */
static void write_row(char *out, size_t size, const arb_drawing *drawing, unsigned row, bool whole)
{
    const int width = cell_width(drawing);
    size_t used = 0;

    for (unsigned column = 0; column < 8; column++) {
        const arb_square square =
            drawing->flip ? arb_square_at(7 - column, row) : arb_square_at(column, 7 - row);
        char name[3];
        const char *cell = drawn(name, drawing, square);
        const int blanks = width - (int)arb_utf8_count(cell, strlen(cell));
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s%*s",
                             column > 0 || whole ? lead(drawing, square) : "", cell, blanks, "");
    }
}

void arb_drawing_row(char out[ARB_DRAWING_ROW_SIZE], const arb_drawing *drawing, unsigned row)
{
    write_row(out, ARB_DRAWING_ROW_SIZE, drawing, row, false);
}

static void write_edge(arb_ink *ink, const arb_drawing *drawing, const char *left,
                       const char *right)
{
    arb_ink_format(ink, "  %s", left);
    arb_ink_repeat(ink, pencil_of(drawing)->edge, (size_t)(8 * cell_width(drawing) + 9));
    arb_ink_add(ink, right);
}

static void write_rank(arb_ink *ink, const arb_drawing *drawing, unsigned row)
{
    const char *side = pencil_of(drawing)->side;
    const unsigned rank = drawing->flip ? row + 1 : 8 - row;
    char cells[2 * ARB_DRAWING_ROW_SIZE];

    write_row(cells, sizeof cells, drawing, row, true);
    if (drawing->bare)
        arb_ink_format(ink, "%u%s", rank, cells);
    else
        arb_ink_format(ink, "%u %s%s %s", rank, side, cells, side);
}

/* The letters below the board, and the blanks that fill the line where another board follows. */
static void write_files(arb_ink *ink, const arb_drawing *drawing, bool fill)
{
    const int width = cell_width(drawing);

    arb_ink_add(ink, drawing->bare ? "  " : "    ");
    for (unsigned i = 0; i < 8; i++)
        arb_ink_format(ink, "%*s%c", i ? width : 0, "", arb_file_letter(drawing->flip ? 7 - i : i));
    if (fill)
        arb_ink_repeat(ink, " ", (size_t)width + 1);
}

/* The lines of a drawing: an edge, eight ranks, an edge, the letters of the files. */
enum { LINES = 11 };

static void write_line(arb_ink *ink, const arb_drawing *drawing, unsigned line, bool fill)
{
    const pencil *pen = pencil_of(drawing);

    if (line == 0)
        write_edge(ink, drawing, pen->top_left, pen->top_right);
    else if (line <= 8)
        write_rank(ink, drawing, line - 1);
    else if (line == 9)
        write_edge(ink, drawing, pen->bottom_left, pen->bottom_right);
    else
        write_files(ink, drawing, fill);
}

void arb_drawing_write(arb_ink *ink, const arb_drawing *drawings, size_t count, int indent)
{
    for (unsigned line = 0; line < LINES; line++) {
        if (drawings->bare && (line == 0 || line == LINES - 2))
            continue;
        for (size_t i = 0; i < count; i++) {
            arb_ink_repeat(ink, " ", (size_t)(i == 0 ? indent : 3));
            write_line(ink, &drawings[i], line, i + 1 < count);
        }
        arb_ink_add(ink, "\n");
    }
}
