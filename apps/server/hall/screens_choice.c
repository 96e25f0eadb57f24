/* SPDX-License-Identifier: MIT */
/* Which boards somebody wants to look at, by the query of his address; see screens.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/rounds.h"
#include "server/hall/screens.h"

enum {
    EVENT_MAX = 200,    /* bytes of a name */
    RANGES_MAX = 16,    /* such as 1-8,12 */
    BOARD_MAX = 100000, /* numbers of boards */
    LOOKED_MAX = 10000  /* games that are passed over */
};

typedef struct range {
    uint64_t first, last;
} range;

/* What the query says. */
typedef struct wish {
    arb_http_text games;
    uint64_t round; /* 0: none is named */
    char event[EVENT_MAX + 1];
    range ranges[RANGES_MAX];
    size_t range_count;
} wish;

/* ---- reading it */

/* "7", or "1-8". */
static bool read_range(range *out, arb_http_text text)
{
    const char *dash = memchr(text.at, '-', text.size);
    const size_t before = dash ? (size_t)(dash - text.at) : text.size;
    const arb_http_text first = { text.at, before };
    const arb_http_text last = { text.at + before + 1, dash ? text.size - before - 1 : 0 };

    if (!arb_http_number(&out->first, first))
        return false;
    out->last = out->first;
    return (!dash || arb_http_number(&out->last, last)) && out->first >= 1 &&
           out->last >= out->first && out->last <= BOARD_MAX;
}

static bool read_ranges(wish *out, arb_http_text list)
{
    arb_http_text member;

    if (!list.at)
        return true;
    while (arb_http_list_next(&member, &list)) {
        if (out->range_count == RANGES_MAX || !read_range(&out->ranges[out->range_count], member))
            return false;
        out->range_count++;
    }
    return out->range_count > 0;
}

/* NULL, or the parameter that cannot be used. */
static const char *read_wish(wish *out, const arb_http_request *request)
{
    const arb_http_text round = arb_http_query_get(request, "round");
    const arb_http_text event = arb_http_query_get(request, "event");

    *out = (wish){ .games = arb_http_query_get(request, "games") };
    if (round.at && (!arb_http_number(&out->round, round) || out->round == 0))
        return "round";
    if (event.at && (!arb_http_decode(out->event, sizeof out->event, event, true) || !*out->event))
        return "event";
    if (!read_ranges(out, arb_http_query_get(request, "boards")))
        return "boards";
    return out->games.at && (round.at || event.at || out->range_count > 0) ? "games" : NULL;
}

/* ---- adding boards */

static bool is_wanted(const wish *w, unsigned board)
{
    for (size_t i = 0; i < w->range_count; i++)
        if (board >= w->ranges[i].first && board <= w->ranges[i].last)
            return true;
    return w->range_count == 0;
}

static bool has(const arb_screen_choice *c, const arb_table *t)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->tables[i] == t)
            return true;
    return false;
}

/* False when there is no room for it. */
static bool add(arb_screen_choice *out, const wish *w, arb_table *t, unsigned board)
{
    if (!t || !arb_screen_shows(t) || !is_wanted(w, board) || has(out, t))
        return true;
    out->more = out->count == ARB_SCREEN_BOARDS_MAX;
    if (!out->more)
        out->tables[out->count++] = t;
    return !out->more;
}

static int by_board(const void *a, const void *b)
{
    const arb_table *one = *(arb_table *const *)a, *other = *(arb_table *const *)b;

    if (one->board != other->board)
        return one->board < other->board ? -1 : 1;
    return (one->id > other->id) - (one->id < other->id);
}

/* ---- by the numbers of games */

static bool choose_games(arb_screen_choice *out, const wish *w, const arb_hall *hall)
{
    arb_http_text list = w->games, member;
    size_t named = 0;
    uint64_t id;

    out->kind = ARB_SCREEN_NAMED;
    while (arb_http_list_next(&member, &list)) {
        if (++named > ARB_SCREEN_BOARDS_MAX || !arb_http_number(&id, member))
            return false;
        (void)add(out, w, arb_hall_table(hall, id), 0);
    }
    return named > 0;
}

/* ---- by rounds */

/* Is it annulled, and is it to be known which game is played in its place? */
static bool is_replaced(const arb_table *t)
{
    const arb_table *next = arb_hall_table(t->hall, t->next);

    return next && arb_table_is_shown(next);
}

static void choose_round(arb_screen_choice *out, const wish *w, const arb_hall *hall,
                         const arb_round *r)
{
    out->number = arb_round_number(r);
    out->round = r->name;
    out->group = r->group;
    out->event = r->event;
    for (size_t i = 0; i < r->count; i++) {
        arb_table *t = arb_hall_table(hall, r->games[i]);
        if (t && !is_replaced(t) && !add(out, w, t, t->board))
            break;
    }
    qsort(out->tables, out->count, sizeof out->tables[0], by_board);
}

/* With an event, `round` is the number that the event gives it; without, the hall's own. */
static bool is_round_wanted(const wish *w, const arb_round *r)
{
    if (r->id == 0 || (*w->event && (!r->event || strcmp(r->event, w->event) != 0)))
        return false;
    return w->round == 0 || (*w->event ? arb_round_number(r) : r->id) == w->round;
}

/* The latest of them of which anything is to be seen. */
static void choose_rounds(arb_screen_choice *out, const wish *w, const arb_hall *hall)
{
    for (size_t i = hall->round_count; i-- > 0 && out->count == 0;)
        if (is_round_wanted(w, &hall->rounds[i]))
            choose_round(out, w, hall, &hall->rounds[i]);
    if (out->count == 0)
        *out = (arb_screen_choice){ .kind = ARB_SCREEN_LATEST };
    else
        out->kind = ARB_SCREEN_OF_ROUND;
}

/* ---- by the name under which an event is published */

static void choose_published(arb_screen_choice *out, const wish *w, const arb_hall *hall,
                             const arb_broadcast *b)
{
    const uint64_t number = w->round ? w->round : arb_broadcast_rounds(hall, b);
    arb_published *boards = NULL;
    size_t count = 0;

    out->kind = ARB_SCREEN_OF_ROUND;
    if (number > ARB_PUBLISHED_ROUNDS_MAX ||
        arb_broadcast_boards(&boards, &count, hall, b, (unsigned)number) != ARB_OK)
        return;
    for (size_t i = 0; i < count; i++)
        if (!add(out, w, boards[i].table, boards[i].board))
            break;
    free(boards);
    out->number = number;
    out->event = b->title ? b->title : b->event;
}

/* ---- the others, the latest ones */

static bool is_other_wanted(const wish *w, const arb_table *t)
{
    if (!t || is_replaced(t))
        return false;
    return *w->event ? t->names.event && strcmp(t->names.event, w->event) == 0
                     : !arb_table_is_over_seen(t);
}

static void choose_others(arb_screen_choice *out, const wish *w, const arb_hall *hall)
{
    unsigned looked = 0;

    for (size_t i = hall->table_count; i-- > 0 && looked < LOOKED_MAX; looked++) {
        arb_table *t = hall->tables[i];
        if (is_other_wanted(w, t) && !add(out, w, t, t->board))
            break;
    }
    qsort(out->tables, out->count, sizeof out->tables[0], by_board);
}

static void choose(arb_screen_choice *out, const wish *w, const arb_hall *hall)
{
    const arb_broadcast *b =
        *w->event ? arb_broadcast_find(hall, w->event, strlen(w->event)) : NULL;

    if (b) {
        choose_published(out, w, hall, b);
        return;
    }
    choose_rounds(out, w, hall);
    if (out->count == 0 && w->round == 0)
        choose_others(out, w, hall);
}

bool arb_screen_choose(arb_screen_choice *out, const arb_api_call *call)
{
    wish w;
    const char *wrong = read_wish(&w, call->request);

    *out = (arb_screen_choice){ .kind = ARB_SCREEN_LATEST };
    if (!wrong && w.games.at && !choose_games(out, &w, call->hall))
        wrong = "games";
    if (wrong) {
        arb_api_fail_field(call->exchange, wrong);
        return false;
    }
    if (!w.games.at)
        choose(out, &w, call->hall);
    return true;
}
