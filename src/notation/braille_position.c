/* SPDX-License-Identifier: MIT */
/* Diagrams in Braille: two cells a square (Laws D.2.7). */
#include <string.h>

#include "arbitro/fen.h"
#include "notation/braille_internal.h"

enum { WHITE = ',', BLACK = '^', LETTER = ';' };

/* Cells of the pieces in the order of arb_role, as in moves. */
static const char roles[] = "PNLRQK";

/* Empty squares: light and dark ones can be felt. */
static const char *const empty[2] = { "''", "77" };

static bool is_dark(unsigned file, unsigned rank)
{
    return (file + rank) % 2 == 0;
}

static void put_square(arb_braille_out *out, const arb_setup *setup, unsigned file, unsigned rank)
{
    const arb_piece piece = setup->piece[arb_square_at(file, rank)];
    char cells[3] = { 0 };

    if (piece == ARB_PIECE_NONE) {
        arb_braille_word(out, empty[is_dark(file, rank)]);
        return;
    }
    cells[0] = arb_piece_colour(piece) == ARB_WHITE ? WHITE : BLACK;
    cells[1] = roles[arb_piece_role(piece)];
    arb_braille_word(out, cells);
}

/* Below the board, and each with the sign of a letter. */
static void put_files(arb_braille_out *out)
{
    arb_braille_word(out, "-");
    for (unsigned file = 0; file < 8; file++)
        arb_braille_word(out, (const char[]){ LETTER, (char)('A' + file), '\0' });
    arb_braille_line_end(out);
}

arb_err arb_braille_position_write(arb_buf *out, const arb_setup *setup, const arb_braille *form)
{
    const size_t before = arb_buf_size(out);
    char fen[ARB_FEN_SIZE];
    arb_braille_out lines;

    const arb_err err = arb_braille_begin(&lines, out, form);
    if (err != ARB_OK)
        return err;
    for (unsigned rank = 8; rank-- > 0;) {
        arb_braille_word(&lines, (const char[]){ (char)('1' + rank), '\0' });
        for (unsigned file = 0; file < 8; file++)
            put_square(&lines, setup, file, rank);
        arb_braille_line_end(&lines);
    }
    put_files(&lines);
    arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    const char *fields = strchr(fen, ' ') + 1;
    arb_braille_put_text(&lines, fields, strlen(fields));
    arb_braille_line_end(&lines);
    if (lines.err != ARB_OK)
        arb_buf_cut(out, before);
    return lines.err;
}

/* ---- read ---- */

static arb_err wrong(const arb_braille_in *in, arb_where *where)
{
    return arb_braille_fail(in, where, ARB_WANTED_BRAILLE_SQUARE);
}

static arb_err take_square(char *fen, size_t *size, arb_braille_in *in, unsigned file,
                           unsigned rank, arb_where *where)
{
    static const char letters[] = "pnbrqk";

    if (arb_braille_next(in) != ' ')
        return wrong(in, where);
    const int colour = arb_braille_next(in);
    if (colour == empty[is_dark(file, rank)][0]) {
        if (arb_braille_next(in) != colour)
            return wrong(in, where);
        if (*size > 0 && fen[*size - 1] >= '1' && fen[*size - 1] <= '7')
            fen[*size - 1]++;
        else
            fen[(*size)++] = '1';
        return ARB_OK;
    }
    if (colour != WHITE && colour != BLACK)
        return wrong(in, where);
    const int cell = arb_braille_next(in);
    const char *role = cell > 0 ? strchr(roles, cell) : NULL;
    if (!role)
        return wrong(in, where);
    const char letter = letters[role - roles];
    fen[(*size)++] = colour == WHITE ? (char)(letter - 32) : letter;
    return ARB_OK;
}

/* The placement of a FEN from the eight ranks. */
static arb_err take_board(char fen[ARB_FEN_SIZE], size_t *size, arb_braille_in *in,
                          arb_where *where)
{
    for (unsigned rank = 8; rank-- > 0;) {
        if (arb_braille_next(in) != (int)('1' + rank))
            return wrong(in, where);
        for (unsigned file = 0; file < 8; file++) {
            const arb_err err = take_square(fen, size, in, file, rank, where);
            if (err != ARB_OK)
                return err;
        }
        if (arb_braille_next(in) != ARB_BRAILLE_LINE_END)
            return wrong(in, where);
        fen[(*size)++] = rank > 0 ? '/' : ' ';
    }
    return ARB_OK;
}

static arb_err take_files(arb_braille_in *in, arb_where *where)
{
    if (arb_braille_next(in) != '-')
        return wrong(in, where);
    for (int file = 0; file < 8; file++)
        if (arb_braille_next(in) != ' ' || arb_braille_next(in) != LETTER ||
            arb_braille_next(in) != 'A' + file)
            return wrong(in, where);
    return arb_braille_next(in) == ARB_BRAILLE_LINE_END ? ARB_OK : wrong(in, where);
}

arb_err arb_braille_position_read(arb_setup *out, arb_where *where, const char *text, size_t size)
{
    char fen[ARB_FEN_SIZE];
    size_t length = 0;
    int last = 0;
    arb_braille_in in;
    arb_buf fields;

    arb_buf_init(&fields, NULL, sizeof fen);
    arb_braille_open(&in, text, size);
    arb_err err = take_board(fen, &length, &in, where);
    if (err == ARB_OK)
        err = take_files(&in, where);
    arb_braille_in begun = in;
    if (err == ARB_OK)
        err = arb_braille_take_text(&fields, &in, ARB_BRAILLE_END, &last, where);
    if (err == ARB_OK && arb_braille_next(&in) != ARB_BRAILLE_END)
        err = arb_braille_fail(&in, where, ARB_WANTED_END);
    if (err == ARB_OK && length + arb_buf_size(&fields) < sizeof fen) {
        memcpy(fen + length, arb_buf_text(&fields), arb_buf_size(&fields));
        if (arb_fen_read(out, NULL, fen, length + arb_buf_size(&fields), NULL) != ARB_OK) {
            arb_braille_next(&begun);
            err = arb_braille_fail(&begun, where, ARB_WANTED_TURN);
        }
    } else if (err == ARB_OK) {
        err = arb_braille_fail(&begun, where, ARB_WANTED_TURN);
    }
    arb_buf_clear(&fields);
    return err == ARB_RANGE ? arb_braille_fail(&begun, where, ARB_WANTED_TURN) : err;
}
