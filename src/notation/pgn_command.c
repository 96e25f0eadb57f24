/* SPDX-License-Identifier: MIT */
/* The commands in PGN comments: clocks, evaluations, marks on the board, and Arbitro's own. */
#include <string.h>

#include "board/names.h"
#include "notation/pgn_internal.h"

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Digits behind a point as thousandths; further ones are left out. */
static int64_t take_thousandths(arb_cursor *cur)
{
    int64_t value = 0, worth = 100;

    for (; arb_cursor_peek(cur) >= '0' && arb_cursor_peek(cur) <= '9'; worth /= 10)
        value += worth * (arb_cursor_next(cur) - '0');
    return value;
}

/* "1:30:00", "5:00", "90" or "0:00:09.8" */
static bool read_time(arb_pgn_command *out, arb_cursor cur)
{
    uint64_t part, seconds = 0;
    unsigned parts = 0;
    int64_t fraction = 0;

    do {
        if (parts++ == 3 || arb_cursor_read_number(&part, &cur, 100000000))
            return false;
        seconds = seconds * 60 + part;
    } while (arb_cursor_take(&cur, ':'));
    const bool point = arb_cursor_take(&cur, '.') || arb_cursor_take(&cur, ',');
    if (point)
        fraction = take_thousandths(&cur);
    out->ms = (int64_t)(seconds * 1000) + fraction;
    out->fraction = point;
    return arb_cursor_at_end(&cur);
}

/* "0.25", "-1.5", "#3" or "#-3", and a depth after a comma */
static bool read_eval(arb_pgn_command *out, arb_cursor cur)
{
    const bool mate = arb_cursor_take(&cur, '#'), minus = arb_cursor_take(&cur, '-');
    uint64_t number, depth = 0;
    int64_t value;

    if (!minus)
        (void)arb_cursor_take(&cur, '+');
    if (arb_cursor_read_number(&number, &cur, 1000000))
        return false;
    value = (int64_t)number;
    if (!mate)
        value = value * 100 + (arb_cursor_take(&cur, '.') ? take_thousandths(&cur) / 10 : 0);
    if (arb_cursor_take(&cur, ',') && arb_cursor_read_number(&depth, &cur, 100000))
        return false;
    value = minus ? -value : value;
    out->mate_in = mate ? (int32_t)value : 0;
    out->centipawns = mate ? 0 : (int32_t)value;
    out->depth = (uint32_t)depth;
    return arb_cursor_at_end(&cur);
}

/* "Gd4,Rd5" or, with arrows, "Gc2c3" */
static bool read_marks(arb_pgn_command *out, arb_cursor cur, bool arrows)
{
    out->count = 0;
    while (!arb_cursor_at_end(&cur)) {
        arb_pgn_mark mark = { .tint = (char)arb_cursor_next(&cur) };
        if (mark.tint < 'A' || mark.tint > 'Z' || !arb_square_take(&mark.from, &cur))
            return false;
        mark.to = mark.from;
        if (arrows && !arb_square_take(&mark.to, &cur))
            return false;
        if (out->count < ARB_PGN_MARKS_MAX)
            out->marks[out->count++] = mark;
        if (arb_cursor_take(&cur, ','))
            arb_cursor_skip_blanks(&cur);
        else if (!arb_cursor_at_end(&cur))
            return false;
    }
    return true;
}

/* A line end inside a command was made by folding lines: it stands for a blank. */
static bool is_blank(char c)
{
    return (unsigned char)c <= ' '; /* as the writer does */
}

/* Arbitro's own: "offer", "illegal e2e5", "set FEN", with single blanks. */
static void read_own(arb_pgn_command *out)
{
    char text[ARB_FEN_SIZE + 16];
    size_t size = 0;
    arb_cursor cur;

    for (size_t i = 0; i < out->value_size; i++) {
        const bool blank = is_blank(out->value[i]);
        if (blank && text[size - 1] == ' ') /* the value does not begin with a blank */
            continue;
        if (size == sizeof text)
            return;
        text[size++] = blank ? ' ' : out->value[i];
    }
    arb_cursor_init(&cur, text, size);
    if (arb_cursor_take_text(&cur, "offer")) {
        if (arb_cursor_at_end(&cur))
            out->kind = ARB_PGN_COMMAND_OFFER;
    } else if (arb_cursor_take_text(&cur, "illegal ")) {
        if (arb_hand_read(&out->hand, NULL, cur.at, (size_t)(cur.end - cur.at)) == ARB_OK)
            out->kind = ARB_PGN_COMMAND_ILLEGAL;
    } else if (arb_cursor_take_text(&cur, "set ")) {
        if (arb_fen_read(&out->setup, NULL, cur.at, (size_t)(cur.end - cur.at), NULL) == ARB_OK)
            out->kind = ARB_PGN_COMMAND_SET;
    }
}

static bool named(const arb_pgn_command *command, const char *name)
{
    return command->name_size == strlen(name) &&
           memcmp(command->name, name, command->name_size) == 0;
}

/* Reads the value as its name asks; what cannot be read stays ARB_PGN_COMMAND_OTHER. */
static void read_value(arb_pgn_command *out)
{
    arb_cursor cur;

    arb_cursor_init(&cur, out->value, out->value_size);
    if (named(out, "clk") && read_time(out, cur))
        out->kind = ARB_PGN_COMMAND_CLK;
    else if (named(out, "emt") && read_time(out, cur))
        out->kind = ARB_PGN_COMMAND_EMT;
    else if (named(out, "egt") && read_time(out, cur))
        out->kind = ARB_PGN_COMMAND_EGT;
    else if (named(out, "eval") && read_eval(out, cur))
        out->kind = ARB_PGN_COMMAND_EVAL;
    else if (named(out, "csl") && read_marks(out, cur, false))
        out->kind = ARB_PGN_COMMAND_CSL;
    else if (named(out, "cal") && read_marks(out, cur, true))
        out->kind = ARB_PGN_COMMAND_CAL;
    else if (named(out, "arb"))
        read_own(out);
}

bool arb_pgn_command_next(arb_pgn_command *out, size_t *at, const char *text, size_t size)
{
    for (size_t i = *at; i + 1 < size; i++) {
        if (text[i] != '[' || text[i + 1] != '%')
            continue;
        size_t name = i + 2, end = name;
        while (end < size && is_name(text[end]))
            end++;
        const char *close = memchr(text + end, ']', size - end);
        if (end == name || !close)
            continue;
        memset(out, 0, sizeof *out);
        out->kind = ARB_PGN_COMMAND_OTHER;
        out->name = text + name;
        out->name_size = end - name;
        size_t to = (size_t)(close - text);
        *at = to + 1;
        while (end < to && is_blank(text[end]))
            end++;
        while (to > end && is_blank(text[to - 1]))
            to--;
        out->value = text + end;
        out->value_size = to - end;
        read_value(out);
        return true;
    }
    *at = size;
    return false;
}
