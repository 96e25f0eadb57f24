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
#include "store/sqlite_internal.h"

enum { ROOM_FIRST = 256, KEEP_MAX = 4096 };

static void free_summary(arb_sqlite *self, arb_sqlite_head *head)
{
    arb_mem_free(self->mem, head->summary, head->summary_size);
    head->summary = NULL;
    head->summary_size = 0;
    head->summary_changed = false;
}

static void free_places(const arb_mem *mem, arb_sqlite_heads *heads)
{
    arb_mem_free(mem, heads->changed, heads->room * sizeof *heads->changed);
    arb_mem_free(mem, heads->place, heads->room * sizeof *heads->place);
}

void arb_sqlite_heads_forget(arb_sqlite *self)
{
    arb_sqlite_heads *heads = &self->heads;

    for (size_t i = 0; i < heads->room; i++)
        free_summary(self, &heads->place[i]);
    free_places(self->mem, heads);
    *heads = (arb_sqlite_heads){ .place = NULL };
}

/* The place of the game, or the free one where it belongs. */
static arb_sqlite_head *place_of(const arb_sqlite_heads *heads, uint64_t game)
{
    size_t at = (size_t)(game * 0x9E3779B97F4A7C15u >> 32) & (heads->room - 1);

    while (heads->place[at].game != 0 && heads->place[at].game != game)
        at = (at + 1) & (heads->room - 1);
    return &heads->place[at];
}

/* Makes room for one more. */
static bool reserve(arb_sqlite *self)
{
    arb_sqlite_heads *heads = &self->heads;
    arb_sqlite_heads larger = { .room = heads->room ? 2 * heads->room : ROOM_FIRST,
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
static arb_store_err read_head(arb_sqlite_head *out, arb_sqlite *self, uint64_t game)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_HEAD);

    arb_sqlite_count(&call, game);
    if (arb_sqlite_row(&call)) {
        *out = (arb_sqlite_head){
            .game = game,
            .events = (uint32_t)arb_sqlite_get_within(&call, 0, 0, UINT32_MAX - 1),
        };
        const arb_store_bytes chain = arb_sqlite_get_bytes(&call, 1, ARB_STORE_HASH_SIZE);
        call.damaged = !arb_store_chain_take(&out->chain, chain) || call.damaged;
    }
    return arb_sqlite_end_found(&call);
}

arb_store_err arb_sqlite_head_find(arb_sqlite_head **out, arb_sqlite *self, uint64_t game)
{
    if (!reserve(self))
        return ARB_STORE_NOMEM;
    arb_sqlite_head *place = place_of(&self->heads, game);
    if (place->game == 0) {
        arb_sqlite_head found = { .game = 0 };
        const arb_store_err err = read_head(&found, self, game);
        if (err)
            return err;
        *place = found;
        self->heads.count++;
    }
    *out = place;
    return ARB_STORE_OK;
}

void arb_sqlite_head_change(arb_sqlite *self, arb_sqlite_head *head)
{
    if (!head->changed)
        self->heads.changed[self->heads.changed_count++] = head->game;
    head->changed = true;
}

arb_store_err arb_sqlite_head_summary(arb_sqlite *self, arb_sqlite_head *head,
                                      arb_store_bytes summary)
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
    arb_sqlite_head_change(self, head);
    return ARB_STORE_OK;
}

static arb_store_err write_head(arb_sqlite *self, arb_sqlite_head *head)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_HEAD_SET);

    arb_sqlite_count(&call, head->game);
    arb_sqlite_int(&call, head->events);
    arb_sqlite_blob(&call, arb_store_chain_bytes(&head->chain));
    if (head->summary_changed)
        arb_sqlite_text(&call, (arb_store_bytes){ head->summary, head->summary_size });
    else
        arb_sqlite_null(&call);
    const arb_store_err err = arb_sqlite_finish(&call);
    if (err)
        return err;
    free_summary(self, head);
    head->changed = false;
    return sqlite3_changes(self->db) > 0 ? ARB_STORE_OK : ARB_STORE_CORRUPT;
}

arb_store_err arb_sqlite_heads_write(arb_sqlite *self)
{
    arb_sqlite_heads *heads = &self->heads;
    arb_store_err err = ARB_STORE_OK;

    for (size_t i = 0; i < heads->changed_count && !err; i++)
        err = write_head(self, place_of(heads, heads->changed[i]));
    if (err) /* the batch will be forgotten, and they with it */
        return err;
    heads->changed_count = 0;
    if (heads->count > KEEP_MAX)
        arb_sqlite_heads_forget(self);
    return ARB_STORE_OK;
}

arb_store_err arb_sqlite_head_new(arb_sqlite *self, uint64_t game, const arb_store_hash *chain,
                                  arb_store_bytes summary)
{
    arb_sqlite_call call = arb_sqlite_start(self, ARB_SQLITE_HEAD_NEW);

    arb_sqlite_count(&call, game);
    arb_sqlite_int(&call, 0);
    arb_sqlite_blob(&call, arb_store_chain_bytes(chain));
    arb_sqlite_text(&call, summary);
    return arb_sqlite_finish(&call);
}

arb_store_err arb_sqlite_counted(uint64_t *out, void *opaque)
{
    arb_sqlite_call call = arb_sqlite_start(opaque, ARB_SQLITE_COUNTED);

    if (arb_sqlite_row(&call))
        *out = (uint64_t)arb_sqlite_get_within(&call, 0, 0, INT64_MAX);
    return arb_sqlite_end(&call);
}
