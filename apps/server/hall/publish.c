/* SPDX-License-Identifier: MIT */
/* Published events in memory and in the store; see publish.h. */
#define _GNU_SOURCE
#include "server/hall/publish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/broadcasts.h"
#include "server/hall/rounds.h"

/* How often a game may have been annulled and played anew before nobody follows that any more. */
enum { ANEW_MAX = 100 };

/* ---- questions */

const arb_broadcast *arb_broadcast_find(const arb_hall *hall, const char *slug, size_t size)
{
    for (size_t i = 0; hall->broadcasts && i < ARB_BROADCASTS_MAX && size > 0; i++) {
        const arb_broadcast *p = &hall->broadcasts[i];
        if (strlen(p->slug) == size && memcmp(p->slug, slug, size) == 0)
            return p;
    }
    return NULL;
}

const char *arb_broadcast_title(const arb_broadcast *b)
{
    if (!b)
        return "?";
    return b->title ? b->title : b->event ? b->event : b->slug;
}

static bool is_of_event(const arb_broadcast *p, const arb_hall *hall, uint64_t round)
{
    const arb_round *r = p->event ? arb_round_get(hall, round) : NULL;

    return r && r->event && strcmp(r->event, p->event) == 0;
}

static bool is_chosen(const arb_broadcast *p, const arb_table *t)
{
    unsigned left = ANEW_MAX;

    for (; t && left > 0; t = arb_hall_table(t->hall, t->before), left--)
        for (size_t i = 0; i < p->chosen_count; i++)
            if (p->chosen[i].game == t->id)
                return true;
    return false;
}

bool arb_broadcast_has(const arb_broadcast *p, const arb_table *t)
{
    return p->slug[0] && (is_of_event(p, t->hall, t->round) || is_chosen(p, t));
}

bool arb_table_is_published(const arb_table *t)
{
    for (size_t i = 0; t->hall->broadcasts && i < ARB_BROADCASTS_MAX; i++)
        if (arb_broadcast_has(&t->hall->broadcasts[i], t))
            return true;
    return false;
}

int64_t arb_table_delay_ms(const arb_table *t)
{
    unsigned longest = t->hall->house.unsure ? ARB_DELAY_MAX_S : 0;

    for (size_t i = 0; t->hall->broadcasts && i < ARB_BROADCASTS_MAX; i++) {
        const arb_broadcast *p = &t->hall->broadcasts[i];
        if (p->delay_s > longest && arb_broadcast_has(p, t))
            longest = p->delay_s;
    }
    return (int64_t)longest * 1000;
}

/* ---- rounds and boards */

/* Boards as they are found: by the round of the hall, then by their number there. */
typedef struct found {
    arb_table *table;
    uint64_t round;
} found;

typedef struct finding {
    found *boards;
    size_t count, room;
} finding;

static arb_err add(finding *f, arb_table *t, uint64_t round)
{
    if (f->count == f->room) {
        const size_t room = f->room ? 2 * f->room : 64;
        found *more = realloc(f->boards, room * sizeof *more);
        if (!more)
            return ARB_NOMEM;
        f->boards = more;
        f->room = room;
    }
    f->boards[f->count++] = (found){ t, round };
    return ARB_OK;
}

static int by_board(const void *a, const void *b)
{
    const found *x = a, *y = b;

    if (x->round != y->round)
        return x->round < y->round ? -1 : 1;
    return x->table->board < y->table->board ? -1 : x->table->board > y->table->board;
}

/* The game as it is played now, as far as that is to be known. */
static arb_table *current(arb_table *t)
{
    unsigned left = ANEW_MAX;

    for (arb_table *next; (next = arb_hall_table(t->hall, t->next)) && left > 0; left--) {
        if (!arb_table_is_shown(next))
            break;
        t = next;
    }
    return t;
}

static arb_err find_in_round(finding *f, const arb_hall *hall, const arb_round *r)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; i < r->count && f->count < ARB_PUBLISHED_GAMES_MAX && !err; i++) {
        arb_table *t = arb_hall_table(hall, r->games[i]);
        if (t && t->before == 0)
            err = add(f, current(t), r->id);
    }
    return err;
}

static arb_err find_boards(finding *f, const arb_hall *hall, const arb_broadcast *p, unsigned round)
{
    arb_err err = ARB_OK;

    for (uint64_t id = 1; id <= hall->round_count && !err; id++) {
        const arb_round *r = is_of_event(p, hall, id) ? arb_round_get(hall, id) : NULL;
        if (r && arb_round_number(r) == round)
            err = find_in_round(f, hall, r);
    }
    if (f->count > 1)
        qsort(f->boards, f->count, sizeof f->boards[0], by_board);
    for (size_t i = 0; i < p->chosen_count && f->count < ARB_PUBLISHED_GAMES_MAX && !err; i++) {
        arb_table *t = p->chosen[i].round == round ? arb_hall_table(hall, p->chosen[i].game) : NULL;
        if (t && !is_of_event(p, hall, t->round))
            err = add(f, current(t), 0);
    }
    return err;
}

static void number(arb_published *boards, const finding *f)
{
    unsigned last = 0;

    for (size_t i = 0; i < f->count; i++) {
        arb_table *t = f->boards[i].table;
        last = f->boards[i].round > 0 && t->board > last ? t->board : last + 1;
        boards[i] = (arb_published){ t, last };
    }
}

arb_err arb_broadcast_boards(arb_published **out, size_t *count, const arb_hall *hall,
                             const arb_broadcast *p, unsigned round)
{
    finding f = { .count = 0 };
    arb_err err = find_boards(&f, hall, p, round);
    arb_published *boards = err ? NULL : calloc(f.count + 1, sizeof *boards);

    if (boards)
        number(boards, &f);
    free(f.boards);
    if (!boards)
        return ARB_NOMEM;
    *out = boards;
    *count = f.count;
    return ARB_OK;
}

static void sum_up(arb_round_summary *round, arb_table *t)
{
    if (round->boards == ARB_PUBLISHED_GAMES_MAX)
        return;
    round->boards++;
    round->live = round->live || !arb_table_is_over_seen(current(t));
}

void arb_broadcast_summaries(arb_round_summary *out, unsigned rounds, const arb_hall *hall,
                             const arb_broadcast *p)
{
    for (uint64_t id = 1; id <= hall->round_count; id++) {
        const arb_round *r = is_of_event(p, hall, id) ? arb_round_get(hall, id) : NULL;
        const unsigned long long number = r ? arb_round_number(r) : 0;
        for (size_t i = 0; number > 0 && number <= rounds && i < r->count; i++) {
            arb_table *t = arb_hall_table(hall, r->games[i]);
            if (t && t->before == 0)
                sum_up(&out[number], t);
        }
    }
    for (size_t i = 0; i < p->chosen_count; i++) {
        arb_table *t = arb_hall_table(hall, p->chosen[i].game);
        if (t && p->chosen[i].round <= rounds && !is_of_event(p, hall, t->round))
            sum_up(&out[p->chosen[i].round], t);
    }
}

unsigned arb_broadcast_rounds(const arb_hall *hall, const arb_broadcast *p)
{
    unsigned highest = 0;

    for (uint64_t id = 1; id <= hall->round_count; id++) {
        const arb_round *r = is_of_event(p, hall, id) ? arb_round_get(hall, id) : NULL;
        const unsigned long long number = r && r->count > 0 ? arb_round_number(r) : 0;
        if (number > highest && number <= ARB_PUBLISHED_ROUNDS_MAX)
            highest = (unsigned)number;
    }
    for (size_t i = 0; i < p->chosen_count; i++)
        if (p->chosen[i].round > highest)
            highest = p->chosen[i].round;
    return highest;
}

/* ---- one of them */

void arb_broadcast_clear(arb_broadcast *p)
{
    free(p->title);
    free(p->event);
    free(p->chosen);
    *p = (arb_broadcast){ .slug = "" };
}

bool arb_slug_is_good(const char *slug)
{
    const size_t size = strlen(slug);

    return size > 0 && size <= ARB_SLUG_MAX && slug[0] != '-' &&
           strspn(slug, "abcdefghijklmnopqrstuvwxyz0123456789-") == size;
}

json_t *arb_broadcast_json(const arb_broadcast *p)
{
    json_t *games = json_array();

    for (size_t i = 0; i < p->chosen_count; i++)
        games = arb_json_add(games, json_pack("{sI sI}", "game", (json_int_t)p->chosen[i].game,
                                              "round", (json_int_t)p->chosen[i].round));
    return json_pack("{ss ss? ss? sI so}", "name", p->slug, "title", p->title, "event", p->event,
                     "delay", (json_int_t)p->delay_s, "games", games);
}

static arb_publish_fault read_one_chosen(arb_chosen *out, const json_t *one)
{
    const json_t *in = json_object_get(one, "round"), *game = json_object_get(one, "game");
    const json_int_t round = in ? json_integer_value(in) : 1;
    const size_t members = (size_t)(in != NULL) + (game != NULL);

    if (json_integer_value(game) < 1 || round < 1 || round > ARB_PUBLISHED_ROUNDS_MAX ||
        json_object_size(one) != members)
        return ARB_PUBLISH_GAME;
    *out = (arb_chosen){ (uint64_t)json_integer_value(game), (unsigned)round };
    return ARB_PUBLISH_GOOD;
}

static bool is_twice(const arb_chosen *all, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (all[i].game == all[at].game)
            return true;
    return false;
}

static arb_publish_fault read_chosen(arb_broadcast *out, size_t *at, const json_t *games)
{
    const size_t count = json_array_size(games);
    arb_publish_fault fault = ARB_PUBLISH_GOOD;

    if (!games || json_is_null(games))
        return fault;
    if (!json_is_array(games) || count > ARB_CHOSEN_MAX)
        return ARB_PUBLISH_GAMES;
    out->chosen = calloc(count + 1, sizeof *out->chosen);
    if (!out->chosen)
        return ARB_PUBLISH_GAMES;
    for (size_t i = 0; i < count && !fault; i++) {
        *at = i + 1;
        fault = read_one_chosen(&out->chosen[i], json_array_get(games, i));
        if (!fault && is_twice(out->chosen, i))
            fault = ARB_PUBLISH_TWICE;
        out->chosen_count += !fault;
    }
    return fault;
}

/* A text that people read, in one line; NULL when it is left out. */
static bool read_text(char **out, const json_t *value)
{
    const char *text = json_string_value(value);

    *out = NULL;
    if (!value || json_is_null(value) || (text && !*text))
        return true;
    if (!text || json_string_length(value) > ARB_TITLE_MAX ||
        strlen(text) != json_string_length(value))
        return false;
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return false;
    *out = strdup(text);
    return *out != NULL;
}

static bool read_delay(unsigned *out, const json_t *delay)
{
    const json_int_t seconds = json_integer_value(delay);

    *out = 0;
    if (delay && (!json_is_integer(delay) || seconds < 0 || seconds > ARB_DELAY_MAX_S))
        return false;
    *out = (unsigned)seconds;
    return true;
}

arb_publish_fault arb_broadcast_read(arb_broadcast *out, arb_publish_place *where,
                                     const json_t *body)
{
    const char *slug = json_string_value(json_object_get(body, "name"));

    *out = (arb_broadcast){ .slug = "" };
    *where = (arb_publish_place){ NULL, 0 };
    if (!slug || !arb_slug_is_good(slug))
        return ARB_PUBLISH_NAME;
    (void)snprintf(out->slug, sizeof out->slug, "%s", slug);
    if (!read_delay(&out->delay_s, json_object_get(body, "delay")))
        return ARB_PUBLISH_DELAY;
    if (!read_text(&out->title, json_object_get(body, "title")))
        return ARB_PUBLISH_TITLE;
    if (!read_text(&out->event, json_object_get(body, "event")))
        return ARB_PUBLISH_EVENT;
    const arb_publish_fault fault = read_chosen(out, &where->at, json_object_get(body, "games"));
    if (fault)
        return fault;
    where->at = 0;
    return out->event || out->chosen_count > 0 ? ARB_PUBLISH_GOOD : ARB_PUBLISH_NOTHING;
}

/* ---- the store */

static void name_of(char out[40], size_t place)
{
    (void)snprintf(out, 40, "publication.%zu", place + 1);
}

arb_store_err arb_broadcast_store(arb_store *store, size_t place, const char *text)
{
    char name[40];

    name_of(name, place);
    return arb_store_setting_set(store, name, (arb_store_bytes){ text, strlen(text) });
}

static arb_store_err read_one(arb_broadcast *out, bool *damaged, arb_store *store, size_t place)
{
    char name[40];
    arb_buf text;

    name_of(name, place);
    arb_buf_init(&text, NULL, ARB_STORE_VALUE_MAX);
    const arb_store_err err = arb_store_setting_get(&text, store, name);
    json_t *value = err || arb_buf_size(&text) == 0
                        ? NULL
                        : json_loadb(arb_buf_text(&text), arb_buf_size(&text), 0, NULL);
    arb_publish_place where;
    if (value && arb_broadcast_read(out, &where, value)) {
        arb_broadcast_clear(out);
        *damaged = true;
    }
    json_decref(value);
    arb_buf_clear(&text);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

void arb_broadcasts_free(arb_broadcast *all)
{
    for (size_t i = 0; all && i < ARB_BROADCASTS_MAX; i++)
        arb_broadcast_clear(&all[i]);
    free(all);
}

arb_store_err arb_broadcasts_read(arb_broadcast **out, bool *damaged, arb_store *store)
{
    arb_broadcast *all = calloc(ARB_BROADCASTS_MAX, sizeof *all);
    arb_store_err err = all ? ARB_STORE_OK : ARB_STORE_NOMEM;

    for (size_t i = 0; i < ARB_BROADCASTS_MAX && !err; i++)
        err = read_one(&all[i], damaged, store, i);
    if (err)
        arb_broadcasts_free(all);
    else
        *out = all;
    return err;
}
