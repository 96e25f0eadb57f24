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

/* A board that is to be seen, the hall's number of its round, and its own there. */
typedef struct found {
    arb_table *table;
    uint64_t round;
    unsigned number;
} found;

/* All of them. */
typedef struct finding {
    found *boards;
    size_t count, room;
} finding;

typedef struct range {
    uint64_t first, last;
} range;

/* What the query says. */
typedef struct wish {
    arb_http_text games;
    uint64_t round; /* 0: none is named */
    uint64_t from;  /* the first of those that are to be told, from 1 */
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

/* A number from 1 to `most`; `*out` stays as it is where the query has none. */
static bool read_count(uint64_t *out, arb_http_text text, uint64_t most)
{
    return !text.at || (arb_http_number(out, text) && *out >= 1 && *out <= most);
}

static bool read_event(wish *out, arb_http_text text)
{
    return !text.at || (arb_http_decode(out->event, sizeof out->event, text, true) && *out->event);
}

/* NULL, or the parameter that cannot be used. */
static const char *read_wish(wish *out, const arb_http_request *request)
{
    static const char *const others[] = { "round", "event", "boards", "from" };

    *out = (wish){ .games = arb_http_query_get(request, "games"), .from = 1 };
    if (!read_count(&out->round, arb_http_query_get(request, "round"), UINT64_MAX))
        return "round";
    if (!read_event(out, arb_http_query_get(request, "event")))
        return "event";
    if (!read_ranges(out, arb_http_query_get(request, "boards")))
        return "boards";
    if (!read_count(&out->from, arb_http_query_get(request, "from"), BOARD_MAX))
        return "from";
    for (size_t i = 0; i < sizeof others / sizeof others[0] && out->games.at; i++)
        if (arb_http_query_get(request, others[i]).at)
            return "games";
    return NULL;
}

/* ---- adding boards */

static bool is_wanted(const wish *w, unsigned board)
{
    for (size_t i = 0; i < w->range_count; i++)
        if (board >= w->ranges[i].first && board <= w->ranges[i].last)
            return true;
    return w->range_count == 0;
}

static bool has(const finding *f, const arb_table *t)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->boards[i].table == t)
            return true;
    return false;
}

/* One more, if it is to be seen. `once`: it may be there already. Without memory it is left out. */
static void add(finding *f, const wish *w, const found *board, bool once)
{
    const arb_table *t = board->table;

    if (!t || !is_wanted(w, board->number) || f->count == ARB_PUBLISHED_GAMES_MAX ||
        !arb_screen_shows(t) || (once && has(f, t)))
        return;
    if (f->count == f->room) {
        const size_t room = f->room ? 2 * f->room : 64;
        found *more = realloc(f->boards, room * sizeof *more);
        if (!more)
            return;
        f->boards = more;
        f->room = room;
    }
    f->boards[f->count++] = *board;
}

/* As the files of a round have them: group by group, as these were made. */
static int by_board(const void *a, const void *b)
{
    const found *one = a, *other = b;

    if (one->round != other->round)
        return one->round < other->round ? -1 : 1;
    if (one->number != other->number)
        return one->number < other->number ? -1 : 1;
    return (one->table->id > other->table->id) - (one->table->id < other->table->id);
}

static void sort(found *boards, size_t count)
{
    if (count > 1)
        qsort(boards, count, sizeof boards[0], by_board);
}

/* As many as can be told, from the one on that is wanted. */
static void take(arb_screen_choice *out, const finding *f, const wish *w)
{
    const size_t from = (size_t)w->from - 1;

    out->from = (size_t)w->from;
    out->all = f->count;
    for (size_t i = from; i < f->count && out->count < ARB_SCREEN_BOARDS_MAX; i++)
        out->boards[out->count++] = (arb_screen_board){ f->boards[i].table, f->boards[i].number };
}

/* ---- by the numbers of games */

static bool choose_games(arb_screen_choice *out, finding *f, const wish *w, const arb_hall *hall)
{
    arb_http_text list = w->games, member;
    size_t named = 0;
    uint64_t id;

    out->kind = ARB_SCREEN_NAMED;
    while (arb_http_list_next(&member, &list)) {
        if (++named > ARB_SCREEN_BOARDS_MAX || !arb_http_number(&id, member))
            return false;
        arb_table *t = arb_hall_table(hall, id);
        add(f, w, &(found){ t, 0, t ? t->board : 0 }, true);
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

static void add_round(finding *f, const wish *w, const arb_hall *hall, const arb_round *r)
{
    for (size_t i = 0; i < r->count; i++) {
        arb_table *t = arb_hall_table(hall, r->games[i]);
        if (t && !is_replaced(t))
            add(f, w, &(found){ t, r->id, t->board }, false);
    }
}

/* With an event, `round` is the number that the event gives it; without, the hall's own. */
static bool is_round_wanted(const wish *w, const arb_round *r)
{
    if (r->id == 0 || (*w->event && (!r->event || strcmp(r->event, w->event) != 0)))
        return false;
    return w->round == 0 || (*w->event ? arb_round_number(r) : r->id) == w->round;
}

/* Is it another group of the same round? Whoever names the hall's own round wants that alone. */
static bool is_beside(const wish *w, const arb_round *r, const arb_round *other)
{
    return other != r && other->id != 0 && (w->round == 0 || *w->event) && r->event &&
           other->event && strcmp(r->event, other->event) == 0 &&
           arb_round_number(r) == arb_round_number(other);
}

/* What several are called is what all of them are called. */
static const char *common(const char *one, const char *other)
{
    return one && other && strcmp(one, other) == 0 ? one : NULL;
}

static bool is_grouped(const finding *f)
{
    for (size_t i = 1; i < f->count; i++) {
        const char *one = f->boards[0].table->group, *other = f->boards[i].table->group;
        if (one || other ? !common(one, other) : false)
            return true;
    }
    return false;
}

/* All groups of this round. */
static void choose_round(arb_screen_choice *out, finding *f, const wish *w, const arb_hall *hall,
                         const arb_round *r)
{
    out->kind = ARB_SCREEN_OF_ROUND;
    out->number = arb_round_number(r);
    out->round = r->name;
    out->group = r->group;
    out->event = r->event;
    for (size_t i = 0; i < hall->round_count; i++) {
        const arb_round *other = &hall->rounds[i];
        const size_t before = f->count;
        if (!is_beside(w, r, other))
            continue;
        add_round(f, w, hall, other);
        if (f->count > before) {
            out->round = common(out->round, other->name);
            out->group = common(out->group, other->group);
        }
    }
    sort(f->boards, f->count);
    out->is_grouped = is_grouped(f);
}

static bool is_seen(const arb_hall *hall, const arb_round *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const arb_table *t = arb_hall_table(hall, r->games[i]);
        if (t && !is_replaced(t) && arb_screen_shows(t))
            return true;
    }
    return false;
}

/* The latest of them of which anything is to be seen, also when it lacks the boards that are
 * wanted; false when there is none. */
static bool choose_rounds(arb_screen_choice *out, finding *f, const wish *w, const arb_hall *hall)
{
    for (size_t i = hall->round_count; i-- > 0;) {
        const arb_round *r = &hall->rounds[i];
        if (!is_round_wanted(w, r) || !is_seen(hall, r))
            continue;
        add_round(f, w, hall, r);
        choose_round(out, f, w, hall, r);
        return true;
    }
    return false;
}

/* ---- by the name under which an event is published */

static void choose_published(arb_screen_choice *out, finding *f, const wish *w,
                             const arb_hall *hall, const arb_broadcast *b)
{
    const uint64_t number = w->round ? w->round : arb_broadcast_rounds(hall, b);
    arb_published *boards = NULL;
    size_t count = 0;

    out->kind = ARB_SCREEN_OF_ROUND;
    if (number > ARB_PUBLISHED_ROUNDS_MAX ||
        arb_broadcast_boards(&boards, &count, hall, b, (unsigned)number) != ARB_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        arb_table *t = boards[i].table;
        add(f, w, &(found){ t, 0, boards[i].board }, t->before != 0);
    }
    free(boards);
    out->number = number;
    out->event = b->title ? b->title : b->event;
}

/* ---- the others, the latest ones */

/* Anybody may call his event what he likes: of an event only what the desk has made is of it. */
static bool is_other_wanted(const wish *w, const arb_table *t)
{
    if (!t || is_replaced(t))
        return false;
    return *w->event ? t->is_desks && t->names.event && strcmp(t->names.event, w->event) == 0
                     : !arb_table_is_over_seen(t);
}

static void choose_others(finding *f, const wish *w, const arb_hall *hall)
{
    unsigned looked = 0;

    for (size_t i = hall->table_count; i-- > 0 && looked < LOOKED_MAX; looked++) {
        arb_table *t = hall->tables[i];
        if (is_other_wanted(w, t))
            add(f, w, &(found){ t, 0, t->board }, false);
    }
    for (size_t i = 0; i < f->count; i += ARB_SCREEN_BOARDS_MAX)
        sort(&f->boards[i],
             f->count - i < ARB_SCREEN_BOARDS_MAX ? f->count - i : ARB_SCREEN_BOARDS_MAX);
}

/* An event that has rounds is these. */
static void choose(arb_screen_choice *out, finding *f, const wish *w, const arb_hall *hall)
{
    const arb_broadcast *b =
        *w->event ? arb_broadcast_find(hall, w->event, strlen(w->event)) : NULL;

    if (b) {
        choose_published(out, f, w, hall, b);
        return;
    }
    if (!choose_rounds(out, f, w, hall) && w->round == 0 &&
        !(*w->event && arb_rounds_have(hall, w->event)))
        choose_others(f, w, hall);
}

bool arb_screen_choose(arb_screen_choice *out, const arb_api_call *call)
{
    finding f = { .count = 0 };
    wish w;
    const char *wrong = read_wish(&w, call->request);

    *out = (arb_screen_choice){ .kind = ARB_SCREEN_LATEST };
    if (!wrong && w.games.at && !choose_games(out, &f, &w, call->hall))
        wrong = "games";
    if (!wrong && !w.games.at)
        choose(out, &f, &w, call->hall);
    if (!wrong)
        take(out, &f, &w);
    else
        arb_api_fail_field(call->exchange, wrong);
    free(f.boards);
    return !wrong;
}
