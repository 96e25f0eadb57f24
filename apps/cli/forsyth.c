/* SPDX-License-Identifier: MIT */
/* Positions from one language to another; see forsyth.h. */
#include "cli/forsyth.h"

#include <string.h>

/* The placement: the first field, and the line in which it stands. */
typedef struct field {
    const char *begin, *end;
    const char *line; /* the first byte of its line */
    size_t line_number;
} field;

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static field first_field(const arb_buf *text)
{
    const char *at = arb_buf_text(text), *end = at + arb_buf_size(text);
    field f = { .line = at, .line_number = 1 };

    for (; at < end && is_white(*at); at++) {
        if (*at == '\n') {
            f.line = at + 1;
            f.line_number++;
        }
    }
    f.begin = at;
    while (at < end && !is_white(*at))
        at++;
    f.end = at;
    return f;
}

bool arb_forsyth_is(const arb_buf *text)
{
    const field f = first_field(text);
    unsigned slashes = 0;

    for (const char *at = f.begin; at < f.end && slashes < 8; at++)
        slashes += *at == '/';
    return slashes == 7;
}

/* The placement byte by byte: the setup that was read from it tells how long each letter is. */
static arb_err put_placement(arb_buf *out, const field *f, const arb_setup *setup,
                             const arb_letters *from, const arb_letters *to)
{
    const char *at = f->begin;
    unsigned file = 0, rank = 7;
    arb_err err = ARB_OK;

    while (at < f->end && !err) {
        if (*at == '/') {
            rank--;
            file = 0;
            err = arb_buf_add_char(out, *at++);
        } else if (*at >= '1' && *at <= '8') {
            file += (unsigned)(*at - '0');
            err = arb_buf_add_char(out, *at++);
        } else {
            const arb_piece piece = setup->piece[arb_square_at(file++, rank)];
            const arb_role role = arb_piece_role(piece);
            const bool white = arb_piece_colour(piece) == ARB_WHITE;
            at += strlen(white ? from->white[role] : from->black[role]);
            err = arb_buf_add_text(out, white ? to->white[role] : to->black[role]);
        }
    }
    return err;
}

bool arb_forsyth_convert(arb_buf *out, const arb_cli *cli, const arb_text_arg *text,
                         const arb_letters *from, const arb_letters *to)
{
    const field f = first_field(&text->text);
    const char *begin = arb_buf_text(&text->text), *end = begin + arb_buf_size(&text->text);
    arb_setup setup;
    arb_where where;

    arb_err err = arb_fen_read(&setup, &where, f.line, (size_t)(f.end - f.line), from);
    if (err == ARB_SYNTAX) {
        arb_cli_complain_at(cli, text->source, f.line_number, where.column, ARB_TEXT_EXPECTED,
                            arb_expect_text(where.expected, cli->lang));
        return false;
    }
    if (!err)
        err = arb_buf_add(out, begin, (size_t)(f.begin - begin));
    if (!err)
        err = put_placement(out, &f, &setup, from, to);
    if (!err)
        err = arb_buf_add(out, f.end, (size_t)(end - f.end));
    if (err)
        arb_cli_failed(cli, err);
    return !err;
}
