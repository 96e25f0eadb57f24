/* SPDX-License-Identifier: MIT */
/*
 * Pairings of a report of a tournament (FIDE's TRF16); see pairings.h. A player is a line that
 * begins with 001: his number in columns 5 to 8, the title in 11 to 13, the name in 15 to 47, the
 * rating in 49 to 52, the federation in 54 to 56, FIDE's number in 58 to 68, points in 81 to 84,
 * and from 92 on, ten columns for each round, his opponent's number, his colour and the result.
 * Columns are characters; of programs that count bytes instead the rounds are found there.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "arbitro/utf8.h"
#include "server/hall/pairings_internal.h"

enum {
    PLAYERS_MAX = 4000,
    ROUNDS_MAX = 99,
    NUMBER_MAX = 9999,
    NUMBER_AT = 5,
    TITLE_AT = 11,
    NAME_AT = 15,
    NAME_WIDTH = 33,
    RATING_AT = 49,
    FEDERATION_AT = 54,
    ID_AT = 58,
    POINTS_AT = 81,
    ROUND_AT = 92,
    ROUND_WIDTH = 10
};

typedef struct player {
    arb_span line, name;
    unsigned number;
    unsigned points;   /* in tenths */
    bool by_bytes;     /* his columns are bytes */
    unsigned opponent; /* in the round that is read; 0: none */
    char colour, result;
} player;

/* ---- columns */

/* The bytes before column `column`, from 1; at most all. */
static size_t place(arb_span line, unsigned column, bool by_bytes)
{
    size_t at = 0;

    if (by_bytes)
        return column - 1 < line.size ? column - 1 : line.size;
    for (unsigned i = 1; i < column && at < line.size; i++)
        at += arb_utf8_step(line.at + at, line.size - at);
    return at;
}

static arb_span columns(arb_span line, unsigned first, unsigned width, bool by_bytes)
{
    const size_t from = place(line, first, by_bytes), to = place(line, first + width, by_bytes);

    return arb_span_to(arb_span_from(line, from), to - from);
}

static char letter(arb_span line, unsigned column, bool by_bytes)
{
    const arb_span one = columns(line, column, 1, by_bytes);

    return one.size == 1 ? *one.at : ' ';
}

static bool begins(arb_span line, const char *word)
{
    return line.size >= strlen(word) && memcmp(line.at, word, strlen(word)) == 0;
}

/* ---- one round of one player */

typedef struct meeting {
    unsigned opponent;
    char colour, result; /* a blank for none */
} meeting;

/* Reads it; false when these columns cannot be one. What is not there is none. */
static bool read_meeting(meeting *out, const player *p, unsigned round, bool by_bytes)
{
    const unsigned at = ROUND_AT + (round - 1) * ROUND_WIDTH;
    const arb_span opponent = arb_span_trim(columns(p->line, at, 4, by_bytes));

    *out = (meeting){ 0, letter(p->line, at + 5, by_bytes), letter(p->line, at + 7, by_bytes) };
    return (opponent.size == 0 || arb_span_number(&out->opponent, opponent, NUMBER_MAX)) &&
           strchr("wbs- ", out->colour) != NULL && out->colour != '\0' &&
           strchr("10=+-WDLwdlHFUZhfuz ", out->result) != NULL && out->result != '\0' &&
           letter(p->line, at + 4, by_bytes) == ' ' && letter(p->line, at + 6, by_bytes) == ' ';
}

static unsigned rounds_of(const player *p)
{
    const size_t width = p->by_bytes ? p->line.size : arb_utf8_count(p->line.at, p->line.size);
    const size_t rounds = width < ROUND_AT ? 0 : (width - ROUND_AT + ROUND_WIDTH) / ROUND_WIDTH;

    return rounds < ROUNDS_MAX ? (unsigned)rounds : ROUNDS_MAX;
}

/* Are all the rounds readable if columns are counted so? */
static bool are_meetings(player *p, bool by_bytes)
{
    meeting one;

    p->by_bytes = by_bytes;
    for (unsigned i = 1; i <= rounds_of(p); i++) {
        if (!read_meeting(&one, p, i, by_bytes))
            return false;
    }
    return true;
}

/* ---- players */

static unsigned read_points(arb_span s)
{
    unsigned tenths = 0;
    bool behind = false;

    s = arb_span_trim(s);
    for (size_t i = 0; i < s.size && i < 6; i++) {
        if (s.at[i] == '.' || s.at[i] == ',')
            behind = true;
        else if (s.at[i] >= '0' && s.at[i] <= '9')
            tenths = 10 * tenths + (unsigned)(s.at[i] - '0');
    }
    return behind ? tenths : 10 * tenths;
}

static arb_err read_player(player *out, const arb_pairing_reader *r, arb_span line)
{
    const arb_span number = columns(line, NUMBER_AT, 4, false);

    *out = (player){ .line = line };
    if (!arb_span_number(&out->number, arb_span_trim(number), NUMBER_MAX) || out->number == 0)
        return arb_pairings_fail(r, &number, ARB_PAIRINGS_NUMBER);
    if (!are_meetings(out, false) && !are_meetings(out, true)) {
        const arb_span at = columns(line, ROUND_AT, 1, false);
        return arb_pairings_fail(r, &at, ARB_PAIRINGS_ROUND_FIELD);
    }
    out->name = arb_span_trim(columns(line, NAME_AT, NAME_WIDTH, out->by_bytes));
    out->points = read_points(columns(line, POINTS_AT, 4, out->by_bytes));
    return out->name.size > 0 ? ARB_OK : arb_pairings_fail(r, &out->name, ARB_PAIRINGS_NAME);
}

bool arb_pairings_are_trf(const arb_pairing_reader *r)
{
    unsigned number;

    for (size_t i = 0; i < r->count; i++) {
        const arb_span line = r->lines[i];
        if (begins(line, "001 ") &&
            arb_span_number(&number, arb_span_trim(columns(line, NUMBER_AT, 4, false)), NUMBER_MAX))
            return true;
    }
    return false;
}

/* ---- the round */

typedef struct report {
    player *players;
    size_t count;
    uint16_t by_number[NUMBER_MAX + 1]; /* place among the players, from 1; 0: nobody's */
} report;

/* The latest round in which somebody has an opponent and nobody knows the result; 0: none. */
static unsigned find_round(const report *all)
{
    unsigned latest = 0;
    meeting one;

    for (size_t i = 0; i < all->count; i++) {
        const player *p = &all->players[i];
        for (unsigned round = rounds_of(p); round > latest; round--) {
            if (read_meeting(&one, p, round, p->by_bytes) && one.opponent > 0 &&
                one.result == ' ') {
                latest = round;
                break;
            }
        }
    }
    return latest;
}

static arb_err read_players(report *all, arb_pairing_reader *r)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < r->count && !err; i++) {
        const arb_span line = r->lines[i];
        if (begins(line, "012 ") && !r->out->event) {
            arb_span name = arb_span_trim(arb_span_from(line, 4));
            while (name.size > ARB_PAIRINGS_NAME_MAX)
                name.size--;
            while (arb_utf8_valid_size(name.at, name.size) < name.size)
                name.size--;
            r->out->event = name.size > 0 ? strndup(name.at, name.size) : NULL;
        }
        if (!begins(line, "001 "))
            continue;
        if (all->count == PLAYERS_MAX)
            return arb_pairings_fail(r, &line, ARB_PAIRINGS_PLAYERS_MANY);
        player *p = &all->players[all->count];
        err = read_player(p, r, line);
        if (!err && all->by_number[p->number] != 0)
            err = arb_pairings_fail(r, &line, ARB_PAIRINGS_NUMBER);
        if (!err)
            all->by_number[p->number] = (uint16_t)++all->count;
        err = arb_pairings_note(r, err);
    }
    return arb_pairings_noted(r, err);
}

static player *find(const report *all, unsigned number)
{
    const uint16_t at = number <= NUMBER_MAX ? all->by_number[number] : 0;

    return at ? &all->players[at - 1] : NULL;
}

static bool are_opposed(const player *p, const player *q)
{
    return (p->colour == 'w' && q->colour == 'b') || (p->colour == 'b' && q->colour == 'w');
}

/* Everybody's opponent in the round; a player who has none may have a bye. */
static arb_err read_round(report *all, arb_pairing_reader *r, unsigned round)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < all->count && !err; i++) {
        player *p = &all->players[i];
        meeting one = { 0, ' ', ' ' };
        if (round <= rounds_of(p))
            (void)read_meeting(&one, p, round, p->by_bytes);
        p->opponent = one.opponent;
        p->colour = one.colour;
        p->result = one.result;
        if (one.opponent == 0 && one.result != ' ' && one.result != '-')
            err = arb_pairings_add_bye(r, p->name);
    }
    for (size_t i = 0; i < all->count && !err; i++) {
        const player *p = &all->players[i], *q = find(all, p->opponent);
        const bool fits = q && q->opponent == p->number && are_opposed(p, q);
        const arb_span at = columns(p->line, ROUND_AT + (round - 1) * ROUND_WIDTH, 4, p->by_bytes);
        if (p->opponent > 0 && !fits)
            err = arb_pairings_note(r, arb_pairings_fail(r, &at, ARB_PAIRINGS_OPPONENT));
    }
    return arb_pairings_noted(r, err);
}

/* ---- boards */

typedef struct pair {
    const player *white, *black;
} pair;

static unsigned most(const pair *p)
{
    return p->white->points > p->black->points ? p->white->points : p->black->points;
}

static unsigned first(const pair *p)
{
    return p->white->number < p->black->number ? p->white->number : p->black->number;
}

/* The first board is that of the player with the most points; then go both, and their numbers. */
static int compare(const void *a, const void *b)
{
    const pair *one = a, *two = b;
    const unsigned sum = one->white->points + one->black->points;
    const unsigned other = two->white->points + two->black->points;

    if (most(one) != most(two))
        return most(one) > most(two) ? -1 : 1;
    if (sum != other)
        return sum > other ? -1 : 1;
    return first(one) < first(two) ? -1 : first(one) > first(two);
}

static arb_err add_facts(arb_pairing_reader *r, arb_colour colour, const player *p)
{
    static const struct {
        arb_particular fact;
        unsigned at, width;
    } fields[] = { { ARB_PARTICULAR_TITLE, TITLE_AT, 3 },
                   { ARB_PARTICULAR_RATING, RATING_AT, 4 },
                   { ARB_PARTICULAR_FEDERATION, FEDERATION_AT, 3 },
                   { ARB_PARTICULAR_FIDE_ID, ID_AT, 11 } };
    arb_err err = ARB_OK;

    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && !err; i++)
        err = arb_pairings_add_fact(
            r, colour, fields[i].fact,
            arb_span_trim(columns(p->line, fields[i].at, fields[i].width, p->by_bytes)));
    return err;
}

static arb_err add_boards(const report *all, arb_pairing_reader *r)
{
    pair *pairs = calloc(all->count / 2 + 1, sizeof *pairs);
    size_t count = 0;
    arb_err err = pairs ? ARB_OK : ARB_NOMEM;

    for (size_t i = 0; i < all->count && !err; i++) {
        const player *p = &all->players[i];
        if (p->opponent > 0 && p->colour == 'w')
            pairs[count++] = (pair){ p, find(all, p->opponent) };
    }
    if (!err)
        qsort(pairs, count, sizeof *pairs, compare);
    for (size_t i = 0; i < count && !err; i++) {
        const arb_span none = arb_span_from(pairs[i].white->line, 0);
        err = arb_pairings_add(r, (unsigned)i + 1, pairs[i].white->name, pairs[i].black->name,
                               arb_span_to(none, 0));
        if (!err)
            err = add_facts(r, ARB_WHITE, pairs[i].white);
        if (!err)
            err = add_facts(r, ARB_BLACK, pairs[i].black);
    }
    free(pairs);
    return err;
}

/* The boards of the round that is wanted, or the latest. */
static arb_err read_pairs(report *all, arb_pairing_reader *r)
{
    const unsigned round = r->round ? r->round : find_round(all);
    arb_err err = ARB_OK;

    r->out->round = round;
    if (round > 0 && round <= ROUNDS_MAX)
        err = read_round(all, r, round);
    if (!err)
        err = add_boards(all, r);
    if (!err && r->out->count == 0)
        err = arb_pairings_fail(r, &all->players[0].line, ARB_PAIRINGS_ROUND);
    return err;
}

arb_err arb_pairings_read_trf(arb_pairing_reader *r)
{
    report *all = calloc(1, sizeof *all);
    arb_err err = all ? ARB_OK : ARB_NOMEM;

    r->out->format = ARB_PAIRINGS_TRF;
    if (all)
        all->players = calloc(r->count < PLAYERS_MAX ? r->count : PLAYERS_MAX, sizeof(player));
    if (all && !all->players)
        err = ARB_NOMEM;
    if (!err)
        err = read_players(all, r);
    if (!err)
        err = read_pairs(all, r);
    if (all)
        free(all->players);
    free(all);
    return err;
}
