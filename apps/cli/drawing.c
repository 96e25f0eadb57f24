/* SPDX-License-Identifier: MIT */
/* The board drawn with characters; see drawing.h. */
#include "cli/drawing.h"

#include <stdio.h>
#include <string.h>

#include "arbitro/utf8.h"

/* What the frame of a drawing is made of. */
typedef struct pencil {
    const char *empty, *side;
    const char *top_left, *top_right, *bottom_left, *bottom_right, *edge;
} pencil;

const arb_letters arb_figures = {
    .white = { "\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654" },
    .black = { "\u265f", "\u265e", "\u265d", "\u265c", "\u265b", "\u265a" },
};
static const pencil unicode_pencil = { "\u00b7", "\u2502", "\u250c", "\u2510",
                                       "\u2514", "\u2518", "\u2500" };
static const pencil ascii_pencil = { ".", "|", "+", "+", "+", "+", "-" };

static const pencil *pencil_of(const arb_drawing *drawing)
{
    return drawing->unicode ? &unicode_pencil : &ascii_pencil;
}

static const arb_letters *pieces_of(const arb_drawing *drawing)
{
    return drawing->unicode ? &arb_figures : drawing->letters;
}

/* How many characters a square takes: two where a letter is one like Kt. */
static int width_of(const arb_drawing *drawing)
{
    const arb_letters *pieces = pieces_of(drawing);
    size_t width = 1;

    for (int role = 0; role < ARB_ROLE_COUNT; role++) {
        const size_t count = arb_utf8_count(pieces->white[role], strlen(pieces->white[role]));
        if (count > width)
            width = count;
    }
    return (int)width;
}

void arb_drawing_row(char out[ARB_DRAWING_ROW_SIZE], const arb_drawing *drawing, unsigned row)
{
    const arb_letters *pieces = pieces_of(drawing);
    const int width = width_of(drawing);
    size_t used = 0;

    for (unsigned column = 0; column < 8; column++) {
        const arb_square square =
            drawing->flip ? arb_square_at(7 - column, row) : arb_square_at(column, 7 - row);
        const arb_piece piece = drawing->setup->piece[square];
        const char *drawn = pencil_of(drawing)->empty;

        if (piece != ARB_PIECE_NONE) {
            const arb_role role = arb_piece_role(piece);
            drawn =
                arb_piece_colour(piece) == ARB_WHITE ? pieces->white[role] : pieces->black[role];
        }
        const int blanks = width - (int)arb_utf8_count(drawn, strlen(drawn));
        used += (size_t)snprintf(out + used, ARB_DRAWING_ROW_SIZE - used, "%s%s%*s",
                                 column ? " " : "", drawn, blanks, "");
    }
}

static void print_edge(const arb_drawing *drawing, const char *left, const char *right)
{
    const int length = 8 * width_of(drawing) + 9;

    printf("  %s", left);
    for (int i = 0; i < length; i++)
        fputs(pencil_of(drawing)->edge, stdout);
    printf("%s\n", right);
}

void arb_drawing_print(const arb_drawing *drawing)
{
    const pencil *pen = pencil_of(drawing);
    char row[ARB_DRAWING_ROW_SIZE];

    print_edge(drawing, pen->top_left, pen->top_right);
    for (unsigned i = 0; i < 8; i++) {
        arb_drawing_row(row, drawing, i);
        printf("%u %s %s %s\n", drawing->flip ? i + 1 : 8 - i, pen->side, row, pen->side);
    }
    print_edge(drawing, pen->bottom_left, pen->bottom_right);
    fputs("    ", stdout);
    for (unsigned i = 0; i < 8; i++)
        printf("%*s%c", i ? width_of(drawing) : 0, "", arb_file_letter(drawing->flip ? 7 - i : i));
    fputc('\n', stdout);
}
