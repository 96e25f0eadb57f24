/* SPDX-License-Identifier: MIT */
/* Games as they stand in the store, copied for another thread: one by itself, or many at once. */
#include "arbitro/mem.h"
#include "store/copy.h"

static void move_bytes(arb_store_bytes *bytes, char **to)
{
    if (bytes->size > 0)
        memcpy(*to, bytes->text, bytes->size);
    bytes->text = *to;
    *to += bytes->size;
}

static bool copy_game(void *user, const arb_store_game *game)
{
    arb_store_copy *copy = user;

    copy->game = *game;
    copy->texts_size = game->header.size + game->summary.size + game->chain.size + 1;
    copy->texts = arb_mem_new_array(copy->mem, copy->texts_size, 1);
    copy->unfinished = !copy->texts;
    if (!copy->texts)
        return false;
    char *to = copy->texts;
    move_bytes(&copy->game.header, &to);
    move_bytes(&copy->game.summary, &to);
    move_bytes(&copy->game.chain, &to);
    return false;
}

static bool copy_event(void *user, const arb_store_event *event)
{
    arb_store_copy *copy = user;
    const size_t size = sizeof(arb_store_kept) + event->client.size + event->actor.size +
                        event->text.size + event->meta.size + event->verdict.size +
                        event->erased.size + event->chain.size;
    arb_store_kept *kept = arb_mem_new_array(copy->mem, size, 1);

    copy->unfinished = !kept;
    if (!kept)
        return false;
    kept->size = size;
    kept->event = *event;
    kept->event.summary = (arb_store_bytes){ 0 };
    char *to = (char *)(kept + 1);
    move_bytes(&kept->event.client, &to);
    move_bytes(&kept->event.actor, &to);
    move_bytes(&kept->event.text, &to);
    move_bytes(&kept->event.meta, &to);
    move_bytes(&kept->event.verdict, &to);
    move_bytes(&kept->event.erased, &to);
    move_bytes(&kept->event.chain, &to);
    *copy->last = kept;
    copy->last = &kept->next;
    copy->count++;
    return true;
}

void arb_store_copy_free(arb_store_copy *copy)
{
    if (!copy)
        return;
    while (copy->first) {
        arb_store_kept *next = copy->first->next;
        arb_mem_free(copy->mem, copy->first, copy->first->size);
        copy->first = next;
    }
    arb_buf_clear(&copy->later);
    arb_mem_free(copy->mem, copy->texts, copy->texts_size);
    arb_mem_free(copy->mem, copy, sizeof *copy);
}

static arb_store_copy *copy_begin(const arb_mem *mem)
{
    arb_store_copy *copy = arb_mem_new_array(mem, 1, sizeof *copy);

    if (!copy)
        return NULL;
    copy->mem = mem;
    copy->last = &copy->first;
    arb_buf_init(&copy->later, mem, SIZE_MAX / 2);
    return copy;
}

static arb_store_err copy_once(arb_store_copy **out, arb_store *store, uint64_t game)
{
    arb_store_copy *copy = copy_begin(store->mem);

    if (!copy)
        return ARB_STORE_NOMEM;
    arb_store_err err = arb_store_game_get(store, game, copy_game, copy);
    if (!err && !copy->unfinished)
        err = arb_store_each_event(store, game, copy_event, copy);
    if (!err && copy->unfinished)
        err = ARB_STORE_NOMEM;
    if (err) {
        arb_store_copy_free(copy);
        return err;
    }
    *out = copy;
    return ARB_STORE_OK;
}

static bool note_events(void *user, const arb_store_game *game)
{
    *(uint32_t *)user = game->events;
    return false;
}

/* Leaves the first so many events. */
static void shorten(arb_store_copy *copy, uint32_t count)
{
    arb_store_kept **at = &copy->first;

    for (copy->count = 0; copy->count < count; copy->count++)
        at = &(*at)->next;
    copy->last = at;
    while (*at) {
        arb_store_kept *next = (*at)->next;
        arb_mem_free(copy->mem, *at, (*at)->size);
        *at = next;
    }
}

/* Where others write meanwhile, events may come after the game was read and before its events were:
 * those are left for the next time. When nobody has written there is one too many, and it stays to
 * be found. */
arb_store_err arb_store_copy_new(arb_store_copy **out, arb_store *store, uint64_t game)
{
    arb_store_copy *copy = arb_store_gathered_copy(store, game);
    arb_store_err err = copy ? ARB_STORE_OK : copy_once(&copy, store, game);
    uint32_t now = 0;

    if (!err && copy->count > copy->game.events) {
        err = arb_store_game_get(store, game, note_events, &now);
        if (!err && now > copy->game.events)
            shorten(copy, copy->game.events);
    }
    if (err)
        arb_store_copy_free(copy);
    else
        *out = copy;
    return err;
}

/* ---- copies of many ---- */

typedef struct copying {
    const arb_mem *mem;
    const uint64_t *games; /* in order */
    size_t count;
    arb_store_copy **of;
    arb_store_err err;
} copying;

static arb_store_copy **place_of(const copying *it, uint64_t game)
{
    size_t from = 0, to = it->count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (it->games[middle] < game)
            from = middle + 1;
        else
            to = middle;
    }
    return from < it->count && it->games[from] == game ? &it->of[from] : NULL;
}

static bool copy_game_of(void *user, const arb_store_game *game)
{
    copying *it = user;
    arb_store_copy **place = game->damaged ? NULL : place_of(it, game->id);

    if (!place || *place) {
        it->err = ARB_STORE_CORRUPT;
        return false;
    }
    *place = copy_begin(it->mem);
    if (*place)
        (void)copy_game(*place, game);
    if (!*place || (*place)->unfinished)
        it->err = ARB_STORE_NOMEM;
    return it->err == ARB_STORE_OK;
}

/* Events of a game that was not there may be those of one that has just been made. */
static bool copy_event_of(void *user, const arb_store_event *event)
{
    copying *it = user;
    arb_store_copy **place = event->damaged ? NULL : place_of(it, event->game);

    if (!place)
        it->err = ARB_STORE_CORRUPT;
    else if (*place && !copy_event(*place, event))
        it->err = ARB_STORE_NOMEM;
    return it->err == ARB_STORE_OK;
}

/* One that does not fit together is not kept: it is read by itself, which tells why. */
static void copies_drop(const copying *it, bool all)
{
    for (size_t i = 0; i < it->count; i++) {
        if (!it->of[i] || (!all && it->of[i]->count == it->of[i]->game.events))
            continue;
        arb_store_copy_free(it->of[i]);
        it->of[i] = NULL;
    }
}

arb_store_err arb_store_copy_many(arb_store_copy **out, arb_store *store, const uint64_t *games,
                                  size_t count, arb_store_bytes list)
{
    copying it = { .mem = store->mem, .games = games, .count = count, .of = out };
    arb_store_err err = store->ops->games_in(store->db, list, copy_game_of, &it);

    if (!err && !it.err)
        err = store->ops->events_in(store->db, list, copy_event_of, &it);
    err = err ? err : it.err;
    copies_drop(&it, err != ARB_STORE_OK);
    return err;
}
