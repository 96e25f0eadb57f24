/* SPDX-License-Identifier: MIT */
/*
 * The text of a PGN file as it comes from its source: a window of constant size that moves forward,
 * and the lines and columns in it.
 */
#include <string.h>

#include "arbitro/utf8.h"
#include "notation/pgn_internal.h"

static char *text_begin(const arb_pgn *pgn)
{
    return pgn->buffer + ARB_PGN_PADDING;
}

/* Moves everything from `token` on to the beginning of the buffer. */
static void make_room(arb_pgn *pgn)
{
    char *begin = text_begin(pgn);
    const size_t by = (size_t)(pgn->token - begin);

    if (by == 0)
        return;
    arb_pgn_place_at(pgn, pgn->token);
    begin[-2] = pgn->token[-2]; /* does a line begin here, or a word? */
    begin[-1] = pgn->token[-1];
    memmove(begin, pgn->token, (size_t)(pgn->end - pgn->token));
    pgn->token -= by;
    pgn->at -= by;
    pgn->end -= by;
    pgn->mark -= by;
}

static bool any_high(const char *text, size_t size)
{
    unsigned char all = 0;

    for (size_t i = 0; i < size; i++)
        all |= (unsigned char)text[i];
    return all >= 0x80;
}

bool arb_pgn_fill(arb_pgn *pgn)
{
    size_t got = 0;

    if (pgn->at_end || pgn->end - pgn->token > ARB_PGN_TEXT_MAX)
        return false;
    if (pgn->end - pgn->token < ARB_PGN_CHUNK / 2 ||
        text_begin(pgn) + ARB_PGN_ROOM - pgn->end < ARB_PGN_CHUNK)
        make_room(pgn);
    pgn->failure = pgn->source(pgn->source_user, pgn->end, ARB_PGN_CHUNK, &got);
    if (pgn->failure || got > ARB_PGN_CHUNK)
        got = 0;
    pgn->high_bytes = pgn->high_bytes || any_high(pgn->end, got);
    pgn->end += got;
    memset(pgn->end, 0, ARB_PGN_PADDING);
    pgn->at_end = got == 0;
    return got > 0;
}

bool arb_pgn_find(size_t *out, arb_pgn *pgn, size_t from, char wanted)
{
    do {
        const char *found =
            memchr(pgn->token + from, wanted, (size_t)(pgn->end - pgn->token) - from);
        if (found) {
            *out = (size_t)(found - pgn->token);
            return true;
        }
        from = (size_t)(pgn->end - pgn->token);
    } while (arb_pgn_fill(pgn));
    return false;
}

/* Counts a byte in portions whose sums fit into one, so that many are added at once. */
static uint64_t count_bytes(const char *from, const char *to, char wanted)
{
    enum { WIDTH = 32, PORTION = 255 };
    uint64_t count = 0;

    while (to - from >= WIDTH) {
        uint8_t sums[WIDTH] = { 0 };
        for (unsigned i = 0; i < PORTION && to - from >= WIDTH; i++, from += WIDTH)
            for (unsigned j = 0; j < WIDTH; j++)
                sums[j] = (uint8_t)(sums[j] + (from[j] == wanted));
        for (unsigned j = 0; j < WIDTH; j++)
            count += sums[j];
    }
    for (; from < to; from++)
        count += *from == wanted;
    return count;
}

/* How many lines end in these bytes, and where the last one begins; LF, CR and CRLF end a line. */
static const char *last_line(uint64_t *lines, const char *from, const char *to)
{
    const char *begin = from, *next = from;
    uint64_t ends = count_bytes(from, to, '\n');

    if (ends > 0)
        for (begin = to; begin[-1] != '\n';)
            begin--;
    next = from;
    while (next < to && (next = memchr(next, '\r', (size_t)(to - next))) != NULL) {
        next++;
        ends += *next != '\n';
        if (*next != '\n' && next > begin)
            begin = next;
    }
    *lines = ends;
    return begin;
}

static void advance(arb_pgn_place *place, const char *from, const char *to)
{
    uint64_t lines;
    const char *begin = last_line(&lines, from, to);

    if (lines > 0)
        place->column = 1;
    place->line += lines;
    place->column += arb_utf8_count(begin, (size_t)(to - begin));
    place->offset += (uint64_t)(to - from);
}

/* The place of a byte before one whose place is known: exact on the same line. */
static void count_back(arb_pgn_place *place, const char *at, const char *known)
{
    uint64_t lines;

    if (last_line(&lines, at, known) == at)
        place->column -= arb_utf8_count(at, (size_t)(known - at));
    else
        place->column = 1;
    place->line -= lines;
    place->offset -= (uint64_t)(known - at);
}

static arb_pgn_place place_in_game(const arb_pgn *pgn, arb_pgn_place place)
{
    place.ply = pgn->line.plies;
    place.depth = (unsigned)pgn->depth;
    return place;
}

arb_pgn_place arb_pgn_place_at(arb_pgn *pgn, const char *at)
{
    arb_pgn_place place = pgn->place;

    if (at < pgn->mark) {
        count_back(&place, at, pgn->mark);
        return place_in_game(pgn, place);
    }
    advance(&pgn->place, pgn->mark, at);
    pgn->mark += at - pgn->mark;
    return place_in_game(pgn, pgn->place);
}

/* The mark is no part of what the reader tells: what was counted once need not be counted again. */
arb_pgn_place arb_pgn_where(const arb_pgn *pgn)
{
    return arb_pgn_place_at((arb_pgn *)pgn, pgn->token);
}

static bool tag_line(const char *text, size_t size, size_t at)
{
    while (at < size && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at < size && text[at] == '[';
}

size_t arb_pgn_boundary(const char *text, size_t size, size_t from)
{
    static const char event[] = "[Event ";
    bool after_tag = false;

    if (from == 0 || from >= size)
        return from < size ? from : size;
    for (size_t at = from; at < size;) { /* the first line may be a part of one */
        const char *end = memchr(text + at, '\n', size - at);
        if (at != from || text[at - 1] == '\n') {
            if (!after_tag && at != from && size - at >= sizeof event - 1 &&
                memcmp(text + at, event, sizeof event - 1) == 0)
                return at;
            after_tag = tag_line(text, size, at);
        } else {
            after_tag = true; /* nobody knows */
        }
        if (!end)
            break;
        at = (size_t)(end - text) + 1;
    }
    return size;
}
