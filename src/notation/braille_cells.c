/* SPDX-License-Identifier: MIT */
/* Cells of Braille in lines, as Unicode or as BRF: written and read (Laws D.2.7). */
#include <assert.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "base/cursor.h"
#include "notation/braille_internal.h"

/*
 * The characters of BRF in the order of their dots: dot 1 is worth 1, dot 2 is worth 2, dot 3 is
 * worth 4, up to dot 6, which is worth 32.
 */
static const char brf[] = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)=";
_Static_assert(sizeof brf - 1 == 64, "a character for each cell");

enum { UNICODE_FIRST = 0x2800, INDENT = 2, CELLS_DEFAULT = 40 };

/* Dot 5 at the end of a line: the word goes on. */
static const char goes_on = '"';

int arb_braille_dots(char cell)
{
    const char *place = cell ? strchr(brf, cell) : NULL;

    return place ? (int)(place - brf) : -1;
}

char arb_braille_brf(unsigned dots)
{
    assert(dots < 64);
    return brf[dots];
}

/* ---- written ---- */

arb_err arb_braille_begin(arb_braille_out *out, arb_buf *buf, const arb_braille *form)
{
    const unsigned cells = form->cells ? form->cells : CELLS_DEFAULT;

    *out = (arb_braille_out){ .buf = buf, .width = cells, .brf = form->brf };
    return cells < ARB_BRAILLE_CELLS_MIN || cells > ARB_BRAILLE_CELLS_MAX ? ARB_RANGE : ARB_OK;
}

static void put_cell(arb_braille_out *out, char cell)
{
    char text[ARB_UTF8_MAX] = { cell };
    size_t size = 1;

    if (out->err != ARB_OK)
        return;
    if (!out->brf)
        size = arb_utf8_encode(text, UNICODE_FIRST + (uint32_t)arb_braille_dots(cell));
    out->err = arb_buf_add(out->buf, text, size);
    out->column++;
    out->fresh = false;
}

void arb_braille_line_end(arb_braille_out *out)
{
    if (out->err == ARB_OK)
        out->err = arb_buf_add_char(out->buf, '\n');
    out->column = 0;
}

/* A line that continues the one before. */
static void go_on(arb_braille_out *out)
{
    arb_braille_line_end(out);
    for (int i = 0; i < INDENT; i++)
        put_cell(out, ' ');
    out->fresh = true;
}

void arb_braille_part(arb_braille_out *out, const char *cells, size_t size, bool begins, bool ends)
{
    const bool whole = begins && ends && size <= out->width - INDENT;

    if (out->column > 0 && begins && !out->fresh) {
        const size_t room = whole ? size : 2; /* a cell and the sign */
        if (out->column + 1 + room > out->width)
            go_on(out);
        else
            put_cell(out, ' ');
    }
    for (size_t i = 0; i < size; i++) {
        if (!whole && out->column == out->width - 1 && (i + 1 < size || !ends)) {
            put_cell(out, goes_on);
            go_on(out);
        }
        put_cell(out, cells[i]);
    }
}

void arb_braille_keep(arb_braille_out *out, size_t cells)
{
    if (out->column > 0 && out->column + 1 + cells > out->width)
        go_on(out);
}

void arb_braille_word(arb_braille_out *out, const char *cells)
{
    arb_braille_part(out, cells, strlen(cells), true, true);
}

/* ---- read ---- */

void arb_braille_open(arb_braille_in *in, const char *text, size_t size)
{
    *in = (arb_braille_in){ .text = text, .size = size };
}

/* The cell at a place and its length in bytes, 0 for what is none; a line end is "\n". */
static char cell_at(const arb_braille_in *in, size_t at, size_t *size)
{
    const char c = in->text[at];
    uint32_t code;

    *size = 1;
    if (c == '\n' || c == '\r' || c == '\f')
        return c;
    if ((unsigned char)c < 0x80) {
        const char capital = c >= 'a' && c <= 'z' ? (char)(c - 32) : c == '`' ? '@' : c;
        return capital == c && c >= '{' ? 0 : arb_braille_dots(capital) < 0 ? 0 : capital;
    }
    *size = arb_utf8_decode(&code, in->text + at, in->size - at);
    if (*size == 0 || code < UNICODE_FIRST || code >= UNICODE_FIRST + 64) {
        *size = *size ? *size : 1;
        return 0;
    }
    return brf[code - UNICODE_FIRST];
}

/* Is this a blank, a carriage return or a form feed? */
static bool is_blank(char cell)
{
    return cell == ' ' || cell == '\r' || cell == '\f';
}

/* Behind the blanks that begin here. */
static size_t skip_blanks(const arb_braille_in *in, size_t at)
{
    size_t size;

    while (at < in->size && is_blank(cell_at(in, at, &size)))
        at += size;
    return at;
}

/*
 * Does a line end here, perhaps behind blanks? `next` is then where the next one begins, and
 * `continued` whether it goes on with this one.
 */
static bool line_ends(const arb_braille_in *in, size_t at, size_t *next, bool *continued)
{
    const size_t end = skip_blanks(in, at);
    size_t size, blanks = 0;

    if (end == in->size) {
        *next = end;
        *continued = false;
        return true;
    }
    if (in->text[end] != '\n')
        return false;
    *next = end + 1;
    for (size_t i = end + 1; i < in->size && cell_at(in, i, &size) == ' '; i += size)
        blanks++;
    size_t ignored;
    bool empty = skip_blanks(in, end + 1) == in->size;
    if (!empty)
        empty = cell_at(in, skip_blanks(in, end + 1), &ignored) == '\n';
    *continued = blanks >= INDENT && !empty;
    if (*continued)
        *next = skip_blanks(in, end + 1);
    return true;
}

int arb_braille_next(arb_braille_in *in)
{
    size_t size, next;
    bool continued;

    for (;;) {
        in->at = in->next;
        if (in->next >= in->size) {
            if (in->begun) { /* a text without a last line end */
                in->begun = false;
                return ARB_BRAILLE_LINE_END;
            }
            return ARB_BRAILLE_END;
        }
        if (line_ends(in, in->at, &next, &continued)) {
            const bool last = next == in->size && in->text[next - 1] != '\n';
            in->next = next;
            if (last)
                continue;
            if (continued && in->begun)
                return ' ';
            in->begun = false;
            return ARB_BRAILLE_LINE_END;
        }
        const char cell = cell_at(in, in->at, &size);
        if (is_blank(cell)) {
            in->next = skip_blanks(in, in->at);
            if (!in->begun)
                continue;
            return ' ';
        }
        in->next = in->at + size;
        in->begun = true;
        if (cell == goes_on && line_ends(in, in->next, &next, &continued) && continued) {
            in->next = next;
            continue;
        }
        return cell ? cell : ARB_BRAILLE_NONE;
    }
}

arb_err arb_braille_fail(const arb_braille_in *in, arb_where *where, arb_wanted wanted)
{
    arb_cursor cursor;

    arb_cursor_init(&cursor, in->text, in->size);
    cursor.at += in->at < in->size ? in->at : in->size;
    return arb_cursor_fail(&cursor, where, wanted);
}
