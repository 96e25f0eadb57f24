/* SPDX-License-Identifier: MIT */
/* Ordinary text in Braille, letter by letter (Laws D.2.7). */
#include <string.h>

#include "arbitro/utf8.h"
#include "notation/braille_internal.h"

enum { WORD_CELLS = 512 };

/* A word on its way: it is written when it ends. One that is very long is written in pieces. */
typedef struct word {
    char cells[WORD_CELLS + 2 * ARB_BRAILLE_LETTER_CELLS];
    size_t size;
    bool begun; /* a part of it is written */
    arb_braille_letters state;
} word;

static void write_part(word *w, arb_braille_out *out, bool ends)
{
    if (w->size > 0)
        arb_braille_part(out, w->cells, w->size, !w->begun, ends);
    w->begun = !ends;
    w->size = 0;
}

static void add(word *w, arb_braille_out *out, uint32_t code)
{
    if (w->size >= WORD_CELLS)
        write_part(w, out, false);
    w->size += arb_braille_letter(w->cells + w->size, &w->state, code);
}

static void end_word(word *w, arb_braille_out *out)
{
    write_part(w, out, true);
    w->state = (arb_braille_letters){ false };
}

void arb_braille_put_text(arb_braille_out *out, const char *text, size_t size)
{
    word w = { .size = 0 };

    for (size_t i = 0; i < size;) {
        uint32_t code;
        size_t step = arb_utf8_decode(&code, text + i, size - i);
        if (step == 0) { /* Latin-1 */
            code = (unsigned char)text[i];
            step = 1;
        }
        i += step;
        /* one blank between words is a blank; any other is a character like others */
        if (code == ' ' && w.size > 0 && i < size && text[i] != ' ' && text[i] != '\n')
            end_word(&w, out);
        else
            add(&w, out, code);
    }
    end_word(&w, out);
}

arb_err arb_braille_text_write(arb_buf *out, const char *text, size_t size, const arb_braille *form)
{
    const size_t before = arb_buf_size(out);
    arb_braille_out lines;

    const arb_err err = arb_braille_begin(&lines, out, form);
    if (err != ARB_OK)
        return err;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - text) - at : size - at;
        arb_braille_put_text(&lines, text + at, length);
        arb_braille_line_end(&lines);
        at += length + 1;
    }
    if (lines.err != ARB_OK)
        arb_buf_cut(out, before);
    return lines.err;
}

arb_err arb_braille_take_text(arb_buf *out, arb_braille_in *in, int stop, int *last,
                              arb_where *where)
{
    arb_braille_letters state = { false };
    char letter[ARB_UTF8_MAX];
    uint32_t code;

    for (int cell; (cell = arb_braille_next(in)) != ARB_BRAILLE_LINE_END;) {
        *last = cell;
        if (cell == stop || cell == ARB_BRAILLE_END)
            return ARB_OK;
        if (cell == ' ') {
            state.number = false;
            code = ' ';
        } else {
            const arb_err err = arb_braille_letter_read(&code, &state, cell, in, where);
            if (err != ARB_OK)
                return err;
        }
        if (code == 0)
            continue;
        const arb_err err = arb_buf_add(out, letter, arb_utf8_encode(letter, code));
        if (err != ARB_OK)
            return err;
    }
    *last = ARB_BRAILLE_LINE_END;
    return ARB_OK;
}

arb_err arb_braille_text_read(arb_buf *out, arb_where *where, const char *text, size_t size)
{
    const size_t before = arb_buf_size(out);
    arb_braille_in in;
    arb_err err = ARB_OK;

    arb_braille_open(&in, text, size);
    for (int last = 0; err == ARB_OK && last != ARB_BRAILLE_END;) {
        err = arb_braille_take_text(out, &in, ARB_BRAILLE_END, &last, where);
        if (err == ARB_OK && last == ARB_BRAILLE_LINE_END)
            err = arb_buf_add_char(out, '\n');
    }
    if (err != ARB_OK)
        arb_buf_cut(out, before);
    return err;
}
