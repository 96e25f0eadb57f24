/* SPDX-License-Identifier: MIT */
/* Positions from one language to another; see convert.h. */
#include "cli/convert.h"

#include <string.h>

/* What stands between two blanks of a line. */
typedef struct field {
    const char *begin, *end;
} field;

static bool is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The first field from `at` on; empty when there is none before `end`. */
static field next_field(const char *at, const char *end)
{
    while (at < end && is_white(*at))
        at++;
    field f = { .begin = at };
    while (at < end && !is_white(*at))
        at++;
    f.end = at;
    return f;
}

static size_t count_slashes(field f)
{
    size_t slashes = 0;

    for (const char *at = f.begin; at < f.end; at++)
        slashes += *at == '/';
    return slashes;
}

bool arb_forsyth_is(const char *text, size_t size)
{
    const char *end = text + size;

    while (text < end) {
        const char *feed = memchr(text, '\n', (size_t)(end - text));
        const char *line_end = feed ? feed : end;
        const size_t length = (size_t)(line_end - text);
        if (count_slashes(next_field(text, line_end)) > 2)
            return true;
        if (memchr(text, '{', length) || memchr(text, ';', length))
            return false;
        text = feed ? feed + 1 : end;
    }
    return false;
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

/* A second placement would stay as it is, in letters that now mean something else. */
static arb_err refuse_second(arb_where *where, const char *line, const char *at, const char *end)
{
    for (field f = next_field(at, end); f.begin < end; f = next_field(f.end, end)) {
        if (count_slashes(f) != 7)
            continue;
        *where = arb_where_at(line, (size_t)(end - line), (size_t)(f.begin - line), ARB_WANTED_END);
        return ARB_SYNTAX;
    }
    return ARB_OK;
}

arb_err arb_forsyth_convert(arb_buf *out, arb_where *where, const char *line, size_t size,
                            const arb_letters *from, const arb_letters *to)
{
    const char *end = line + size;
    const field f = next_field(line, end);
    arb_setup setup;

    arb_err err = arb_fen_read(&setup, where, line, (size_t)(f.end - line), from);
    if (!err)
        err = refuse_second(where, line, f.end, end);
    if (!err)
        err = arb_buf_add(out, line, (size_t)(f.begin - line));
    if (!err)
        err = put_placement(out, &f, &setup, from, to);
    if (!err)
        err = arb_buf_add(out, f.end, (size_t)(end - f.end));
    return err;
}
