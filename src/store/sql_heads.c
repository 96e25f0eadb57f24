/* SPDX-License-Identifier: MIT */
/*
 * The heads of games: how many events each has, the last link of its chain, its summary.
 *
 * Those that a batch changes are kept here and written when it is committed: once for each game,
 * however many events it got, and whoever reads meanwhile finds what is durable. Afterwards they
 * stay, so that the next event of a game need not look its head up, until there are too many.
 *
 * A table with open places: at most half of them are taken, and one is looked for from where its
 * number says.
 */
#include <string.h>

#include "arbitro/mem.h"
#include "store/sql.h"
#include "store/store_internal.h"

enum { ROOM_FIRST = 256, KEEP_MAX = 4096 };

static void free_summary(const arb_sql *self, arb_sql_head *head)
{
    arb_mem_free(self->mem, head->summary, head->summary_size);
    head->summary = NULL;
    head->summary_size = 0;
    head->summary_changed = false;
}

static void free_places(const arb_mem *mem, arb_sql_heads *heads)
{
    arb_mem_free(mem, heads->changed, heads->room * sizeof *heads->changed);
    arb_mem_free(mem, heads->place, heads->room * sizeof *heads->place);
}

void arb_sql_heads_forget(arb_sql *self)
{
    arb_sql_heads *heads = &self->heads;

    for (size_t i = 0; i < heads->room; i++) {
        arb_sql_head *head = &heads->place[i];
        free_summary(self, head);
        arb_mem_free(self->mem, head->clients.place,
                     head->clients.room * sizeof *head->clients.place);
    }
    free_places(self->mem, heads);
    *heads = (arb_sql_heads){ .place = NULL };
}

/* The place of the game, or the free one where it belongs. */
static arb_sql_head *place_of(const arb_sql_heads *heads, uint64_t game)
{
    size_t at = (size_t)(game * 0x9E3779B97F4A7C15u >> 32) & (heads->room - 1);

    while (heads->place[at].game != 0 && heads->place[at].game != game)
        at = (at + 1) & (heads->room - 1);
    return &heads->place[at];
}

void arb_sql_heads_undo(arb_sql *self)
{
    arb_sql_heads *heads = &self->heads;

    for (size_t i = 0; i < heads->changed_count; i++) {
        arb_sql_head *head = place_of(heads, heads->changed[i]);
        free_summary(self, head);
        head->changed = false;
        head->stale = true;
    }
    heads->changed_count = 0;
}

/* Makes room for one more. */
static bool reserve(arb_sql *self)
{
    arb_sql_heads *heads = &self->heads;
    arb_sql_heads larger = { .room = heads->room ? 2 * heads->room : ROOM_FIRST,
                             .count = heads->count,
                             .changed_count = heads->changed_count };

    if (2 * (heads->count + 1) <= heads->room)
        return true;
    larger.place = arb_mem_new_array(self->mem, larger.room, sizeof *larger.place);
    larger.changed = arb_mem_new_array(self->mem, larger.room, sizeof *larger.changed);
    if (!larger.place || !larger.changed) {
        free_places(self->mem, &larger);
        return false;
    }
    memset(larger.place, 0, larger.room * sizeof *larger.place);
    for (size_t i = 0; i < heads->room; i++) {
        if (heads->place[i].game != 0)
            *place_of(&larger, heads->place[i].game) = heads->place[i];
    }
    for (size_t i = 0; i < heads->changed_count; i++)
        larger.changed[i] = heads->changed[i];
    free_places(self->mem, heads);
    *heads = larger;
    return true;
}

/* A game without a head, or with one that cannot be, is damaged. */
static arb_sql_head get_head(arb_sql_call *call)
{
    arb_sql_head head = {
        .events = (uint32_t)arb_sql_get_within(call, 0, 0, UINT32_MAX - 1),
        .epoch = (uint64_t)arb_sql_get_within(call, 2, 0, INT64_MAX),
        .hall = (uint64_t)arb_sql_get_within(call, 3, 0, INT64_MAX),
        .closed = arb_sql_get_within(call, 4, 0, 1) == 1,
        .told = (uint32_t)arb_sql_get_within(call, 5, 0, UINT32_MAX - 1),
        .game = arb_sql_get_id(call, 6),
    };
    const arb_store_bytes chain = arb_sql_get_bytes(call, 1, ARB_STORE_HASH_SIZE);

    call->damaged = !arb_store_chain_take(&head.chain, chain) || call->damaged;
    head.clients.known = head.events == 0;
    return head;
}

/* In the place of what was not kept in mind, or is no longer true. */
static void put_head(arb_sql *self, arb_sql_head *place, const arb_sql_head *head)
{
    self->heads.count += place->game == 0;
    arb_mem_free(self->mem, place->clients.place,
                 place->clients.room * sizeof *place->clients.place);
    *place = *head;
}

static arb_store_err fill(arb_sql_head *place, arb_sql *self, uint64_t game)
{
    arb_sql_head found = { .game = 0 };
    arb_sql_call call = arb_sql_start(self, ARB_SQL_HEAD);

    arb_sql_count(&call, game);
    if (arb_sql_row(&call))
        found = get_head(&call);
    const arb_store_err err = arb_sql_end_found(&call);
    if (!err)
        put_head(self, place, &found);
    return err;
}

static bool is_to_be_read(const arb_sql_head *place)
{
    return place->game == 0 || place->stale;
}

arb_store_err arb_sql_head_find(arb_sql_head **out, arb_sql *self, uint64_t game)
{
    if (!reserve(self))
        return ARB_STORE_NOMEM;
    arb_sql_head *place = place_of(&self->heads, game);
    const arb_store_err err = is_to_be_read(place) ? fill(place, self, game) : ARB_STORE_OK;
    if (!err)
        *out = place;
    return err;
}

arb_store_err arb_sql_head_renew(arb_sql *self, arb_sql_head *head)
{
    return head->changed ? ARB_STORE_OK : fill(head, self, head->game);
}

arb_store_err arb_sql_head_own(arb_sql_head **out, arb_sql *self, uint64_t game)
{
    arb_store_err err = arb_sql_head_find(out, self, game);

    if (!err && (*out)->doubted)
        err = arb_sql_head_renew(self, *out);
    if (!err && !self->copying && (*out)->hall != 0 && (*out)->hall != self->hall)
        err = ARB_STORE_FENCED;
    return err;
}

/* ---- those of many games ---- */

/* One that is damaged is found when it is looked for by itself. */
static arb_store_err fill_all(arb_sql *self, arb_store_bytes games)
{
    arb_sql_call call = arb_sql_start(self, ARB_SQL_HEADS_IN);
    bool room = true;

    arb_sql_text(&call, games);
    while (room && arb_sql_row(&call)) {
        const arb_sql_head head = get_head(&call);
        room = call.damaged || reserve(self);
        if (room && !call.damaged)
            put_head(self, place_of(&self->heads, head.game), &head);
        call.damaged = false;
    }
    const arb_store_err err = arb_sql_end(&call);
    return err || room ? err : ARB_STORE_NOMEM;
}

arb_store_err arb_sql_expect(void *opaque, const uint64_t *games, size_t count)
{
    arb_sql *self = opaque;
    arb_store_err err = ARB_STORE_OK;
    size_t missing = 0;
    arb_buf list;

    arb_buf_init(&list, self->mem, SIZE_MAX / 2);
    for (size_t i = 0; i < count && !err; i++) {
        const arb_sql_head *head = arb_sql_head_kept(self, games[i]);
        if (games[i] == 0 || (head && !is_to_be_read(head)))
            continue;
        missing++;
        err = arb_store_list_add(&list, "", games[i]);
    }
    if (!err && missing > 1)
        err = fill_all(self, (arb_store_bytes){ arb_buf_text(&list), arb_buf_size(&list) });
    arb_buf_clear(&list);
    return err;
}

arb_sql_head *arb_sql_head_kept(arb_sql *self, uint64_t game)
{
    arb_sql_head *place = self->heads.room ? place_of(&self->heads, game) : NULL;

    return place && place->game == game ? place : NULL;
}

void arb_sql_heads_doubt(arb_sql *self)
{
    for (size_t i = 0; i < self->heads.room; i++) {
        arb_sql_head *head = &self->heads.place[i];
        head->stale = head->stale || self->hall == 0 || head->hall != self->hall;
        head->compared = false;
        head->doubted = true;
    }
}

void arb_sql_head_change(arb_sql *self, arb_sql_head *head)
{
    if (!head->changed)
        self->heads.changed[self->heads.changed_count++] = head->game;
    head->changed = true;
}

arb_store_err arb_sql_head_summary(arb_sql *self, arb_sql_head *head, arb_store_bytes summary)
{
    char *copy = NULL;

    if (summary.size > 0) {
        copy = arb_mem_new_array(self->mem, summary.size, 1);
        if (!copy)
            return ARB_STORE_NOMEM;
        memcpy(copy, summary.text, summary.size);
    }
    free_summary(self, head);
    head->summary = copy;
    head->summary_size = summary.size;
    head->summary_changed = true;
    arb_sql_head_change(self, head);
    return ARB_STORE_OK;
}

void arb_sql_heads_written(arb_sql *self)
{
    arb_sql_heads *heads = &self->heads;

    for (size_t i = 0; i < heads->changed_count; i++) {
        arb_sql_head *head = place_of(heads, heads->changed[i]);
        free_summary(self, head);
        head->changed = false;
    }
    heads->changed_count = 0;
    if (heads->count > KEEP_MAX)
        arb_sql_heads_forget(self);
}

arb_store_err arb_sql_head_new(arb_sql *self, uint64_t game, const arb_store_hash *chain,
                               arb_store_bytes summary)
{
    arb_sql_call call = arb_sql_start(self, ARB_SQL_HEAD_NEW);

    arb_sql_count(&call, game);
    arb_sql_int(&call, 0);
    arb_sql_blob(&call, arb_store_chain_bytes(chain));
    arb_sql_text(&call, summary);
    return arb_sql_finish(&call);
}

arb_store_err arb_sql_counted(uint64_t *out, void *opaque)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_COUNTED);

    if (arb_sql_row(&call))
        *out = (uint64_t)arb_sql_get_within(&call, 0, 0, INT64_MAX);
    return arb_sql_end(&call);
}
