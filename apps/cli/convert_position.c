/* SPDX-License-Identifier: MIT */
/* Positions in other letters; see convert.h. */
#include "cli/convert.h"

#include <string.h>

#include "cli/arguments.h"
#include "cli/drawing.h"
#include "common/interrupt.h"

/* How to convert, and room for what comes out of a line. */
typedef struct work {
    const arb_cli *cli;
    const char *source;
    const arb_letters *from, *to;
    arb_buf converted, english;
} work;

typedef struct line {
    const char *text;
    size_t size, number;
} line;

/* How the pieces of a position are named in this style; NULL after a complaint if they are not. */
static const arb_letters *letters_of(const arb_cli *cli, const arb_style *style)
{
    return style->naming == ARB_NAMING_LETTERS ? arb_letters_of(cli, style->language)
                                               : &arb_figures;
}

static bool is_blank(const line *l)
{
    for (size_t i = 0; i < l->size; i++) {
        if (!memchr(" \t\r", l->text[i], 3))
            return false;
    }
    return true;
}

static arb_exit complain(const work *w, const line *l, arb_where where)
{
    where.line = l->number;
    if (!w->cli->json)
        puts("error");
    return arb_cli_unreadable(w->cli, w->source, &where);
}

static arb_exit convert_line(work *w, const line *l)
{
    const arb_cli *cli = w->cli;
    arb_where where;

    arb_buf_cut(&w->converted, 0);
    arb_buf_cut(&w->english, 0);
    arb_err err = arb_forsyth_convert(&w->converted, &where, l->text, l->size, w->from, w->to);
    if (!err && cli->json)
        err = arb_forsyth_convert(&w->english, &where, l->text, l->size, w->from, &arb_letters_en);
    if (err == ARB_SYNTAX)
        return complain(w, l, where);
    if (err)
        return arb_cli_failed(cli, err);
    const char *text = arb_buf_text(&w->converted);
    const size_t size = arb_buf_size(&w->converted);
    if (cli->json)
        return arb_cli_json(cli, json_pack("{ss% ss%}", "text", text, size, "fen",
                                           arb_buf_text(&w->english), arb_buf_size(&w->english)));
    fwrite(text, 1, size, stdout);
    putchar('\n');
    return ARB_EXIT_YES;
}

static arb_exit convert_lines(work *w, const char *text, size_t size)
{
    const char *end = text + size;
    arb_exit status = ARB_EXIT_YES;

    for (line l = { .text = text, .number = 1 }; l.text < end; l.number++) {
        const char *feed = memchr(l.text, '\n', (size_t)(end - l.text));
        const char *next = feed ? feed + 1 : end;
        l.size = (size_t)((feed ? feed : end) - l.text);
        if (arb_interrupt_pending())
            return arb_cli_interrupted(w->cli);
        if (w->cli->json && l.size > 0 && l.text[l.size - 1] == '\r')
            l.size--; /* belongs to the end of the line */
        if (!is_blank(&l)) {
            if (convert_line(w, &l) != ARB_EXIT_YES)
                status = ARB_EXIT_BAD;
        } else if (!w->cli->json) {
            fwrite(l.text, 1, (size_t)(next - l.text), stdout);
        }
        l.text = next;
    }
    return status;
}

arb_exit arb_convert_positions(const arb_cli *cli, const arb_text_arg *text, const arb_style *from,
                               const arb_style *to)
{
    work w = { .cli = cli, .source = text->source };

    w.from = letters_of(cli, from);
    w.to = w.from ? letters_of(cli, to) : NULL;
    if (!w.to)
        return ARB_EXIT_BAD;
    arb_buf_init(&w.converted, NULL, SIZE_MAX / 2);
    arb_buf_init(&w.english, NULL, SIZE_MAX / 2);
    const arb_exit status = convert_lines(&w, arb_buf_text(&text->text), arb_buf_size(&text->text));
    arb_buf_clear(&w.converted);
    arb_buf_clear(&w.english);
    return status;
}
