/* SPDX-License-Identifier: MIT */
/* Ordinary text through liblouis, where it is installed; see braille.h. */
#include "cli/braille.h"

#include <stdio.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "cli/helper.h"
#include "common/quote.h"

enum { CELLS = 40, OUTPUT_MAX = 1 << 26, UNICODE_FIRST = 0x2800, TABLE_SIZE = 256, SIX_DOTS = 63 };

/* Lines that are being filled. */
typedef struct lines {
    arb_buf *out;
    unsigned width, column;
    bool brf;
    arb_err err;
} lines;

/* What a table does not know it may write with eight dots, of which a BRF file has the upper six.
 */
static void put(lines *l, uint32_t code)
{
    char text[ARB_UTF8_MAX];
    size_t size = 1;

    if (l->brf)
        text[0] = arb_braille_brf(code & SIX_DOTS);
    else
        size = arb_utf8_encode(text, code);
    if (!l->err)
        l->err = arb_buf_add(l->out, text, size);
    l->column++;
}

static void end_line(lines *l)
{
    if (!l->err)
        l->err = arb_buf_add_char(l->out, '\n');
    l->column = 0;
}

/* A word of cells, on the next line where it does not fit. */
static void put_word(lines *l, const char *word, size_t size)
{
    const size_t cells = arb_utf8_count(word, size);
    uint32_t code;

    if (l->column > 0 && l->column + 1 + cells > l->width)
        end_line(l);
    else if (l->column > 0)
        put(l, UNICODE_FIRST);
    for (size_t at = 0, step; at < size; at += step) {
        step = arb_utf8_decode(&code, word + at, size - at);
        if (step == 0)
            return;
        if (l->column == l->width)
            end_line(l);
        put(l, code);
    }
}

/* Is this a blank, as a character or as a cell, and how long is it? */
static size_t blank_size(const char *text)
{
    return *text == ' ' ? 1 : strncmp(text, "\u2800", 3) == 0 ? 3 : 0;
}

static void fill(lines *l, const char *text)
{
    while (*text) {
        const char *end = text;
        if (*text == '\n') {
            end_line(l);
            text++;
            continue;
        }
        if (blank_size(text) > 0) {
            text += blank_size(text);
            continue;
        }
        while (*end && *end != '\n' && blank_size(end) == 0)
            end++;
        put_word(l, text, (size_t)(end - text));
        text = end;
    }
}

arb_exit arb_braille_louis(arb_buf *out, const arb_cli *cli, const char *table, const char *text,
                           size_t size, const arb_braille *form)
{
    lines l = { .out = out, .width = form->cells ? form->cells : CELLS, .brf = form->brf };
    char tables[TABLE_SIZE];
    arb_buf cells;

    if ((size_t)snprintf(tables, sizeof tables, "unicode.dis,%s", table) >= sizeof tables)
        return arb_cli_failed(cli, ARB_RANGE);
    const char *const words[] = { "lou_translate", "--forward", tables, NULL };
    arb_buf_init(&cells, NULL, OUTPUT_MAX);
    arb_exit status = arb_helper_run(cli, words, text, size, &cells);
    if (status == ARB_EXIT_YES && size > 0 && arb_buf_size(&cells) == 0) /* but it ended well */
        status = arb_cli_complain(cli, ARB_TEXT_BRAILLE_SILENT, words[0], arb_quote(table).text);
    if (status == ARB_EXIT_YES)
        fill(&l, arb_buf_text(&cells));
    if (status == ARB_EXIT_YES && l.column > 0)
        end_line(&l);
    if (l.err)
        status = arb_cli_failed(cli, l.err);
    arb_buf_clear(&cells);
    return status;
}
