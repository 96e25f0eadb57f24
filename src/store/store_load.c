/* SPDX-License-Identifier: MIT */
/*
 * A stored game as a game again. Its chain is gone through on the way: a game with an event that is
 * missing, is one too many or is not what it was does not load. Events are taken as they were
 * judged when they were stored, by the verdicts that stand beside them.
 */
#include "arbitro/mem.h"
#include "store/chain.h"
#include "store/store_internal.h"

/* Verdicts that were found out later, a line for each event of the game. */
typedef struct lines {
    const char *at, *end;
} lines;

typedef struct loading {
    const arb_mem *mem;
    lines later;
    arb_buf *found; /* where verdicts that were not kept go, in the same form; NULL: nowhere */
    const arb_store_listener *listener;
    const arb_effort *effort;
    arb_game *game;
    size_t differs;
    bool withheld; /* the game stands still: what follows is only told */
    arb_store_walk walk;
    arb_err err; /* ARB_SYNTAX: damaged */
} loading;

static bool begin_game(void *user, const arb_store_game *game)
{
    loading *it = user;
    arb_case_header header;

    it->err = arb_store_walk_begin(&it->walk, game) ? ARB_OK : ARB_SYNTAX;
    if (!it->err)
        it->err = arb_store_header_read(&header, game->header);
    if (!it->err && it->listener && !it->listener->game(it->listener->user, game, &header))
        it->err = ARB_NOMEM;
    if (!it->err)
        it->err = arb_game_new(&it->game, it->mem, &header.regulations, &header.given);
    if (!it->err)
        arb_game_effort(it->game, it->effort);
    return false;
}

/* The next of the lines; empty when there is none. */
static arb_store_bytes next_line(lines *it)
{
    const size_t left = (size_t)(it->end - it->at);
    const char *stop = left ? memchr(it->at, '\n', left) : NULL;
    const arb_store_bytes line = { it->at, stop ? (size_t)(stop - it->at) : left };

    it->at = stop ? stop + 1 : it->end;
    return line;
}

/* An event whose verdict was not kept is judged once more. What is said then is told to whoever
 * wants to keep it. */
static arb_err judge_again(loading *it, const arb_event *event, bool refused)
{
    arb_verdict verdict = { 0 };
    arb_err err = arb_game_judge(&verdict, it->game, event);

    if (!err && it->found)
        err = arb_game_transcript(it->found, it->game);
    if (!err)
        err = arb_game_commit(it->game);
    it->differs += !err && verdict.refused != refused;
    return err;
}

/* Is the event, which has what was said to it, one of those that the game does not take yet? */
static bool is_withheld(loading *it, const arb_store_event *event)
{
    const arb_store_listener *to = it->listener;

    if (to && to->withholds && to->withholds(to->user, event))
        it->withheld = true;
    return it->withheld;
}

static arb_err hear_event(loading *it, const arb_store_event *stored, arb_store_bytes said)
{
    arb_event event;
    arb_err err = arb_event_read(&event, NULL, stored->text.text, stored->text.size,
                                 arb_state_now(arb_game_state(it->game)),
                                 arb_game_regulations(it->game)->language);

    if (!err && said.size == 0)
        err = judge_again(it, &event, stored->refused);
    else if (!err)
        err = arb_game_take(it->game, &event, said.text, said.size);
    return !err && it->found ? arb_buf_add_char(it->found, '\n') : err;
}

static bool take_event(void *user, const arb_store_event *stored)
{
    loading *it = user;
    const arb_store_bytes later = next_line(&it->later);
    arb_store_event told = *stored;

    if (told.verdict.size == 0)
        told.verdict = later;
    it->err = arb_store_walk_next(&it->walk, stored) ? ARB_OK : ARB_SYNTAX;
    if (!it->err && is_withheld(it, &told))
        return true;
    if (!it->err)
        it->err = hear_event(it, stored, told.verdict);
    if (!it->err && it->listener && !it->listener->event(it->listener->user, stored))
        it->err = ARB_NOMEM;
    return it->err == ARB_OK;
}

/* What came of it: the game, or why there is none. */
static arb_store_err end_loading(arb_game **out, size_t *differs, loading *it, arb_store_err err)
{
    if (!err && it->err)
        err = it->err == ARB_NOMEM ? ARB_STORE_NOMEM : ARB_STORE_CORRUPT;
    if (!err && !arb_store_walk_ends(&it->walk))
        err = ARB_STORE_CORRUPT;
    if (err) {
        arb_game_free(it->game);
        return err;
    }
    arb_game_effort(it->game, NULL);
    *out = it->game;
    if (differs)
        *differs = it->differs;
    return ARB_STORE_OK;
}

arb_store_err arb_store_game_load(arb_game **out, size_t *differs, arb_store *store, uint64_t game,
                                  const arb_store_listener *listener)
{
    loading it = { .mem = store->mem, .listener = listener };
    arb_store_err err = arb_store_game_get(store, game, begin_game, &it);

    if (!err && !it.err)
        err = arb_store_each_event(store, game, take_event, &it);
    return end_loading(out, differs, &it, err);
}

/* ---- a copy, for another thread */

/* An event and all its texts, in one block. */
typedef struct kept_event {
    struct kept_event *next;
    size_t size; /* of the block */
    arb_store_event event;
} kept_event;

struct arb_store_copy {
    const arb_mem *mem;
    arb_store_game game;
    char *texts; /* of the game */
    size_t texts_size;
    kept_event *first, **last;
    uint32_t count;  /* of these */
    bool unfinished; /* without memory */
    arb_buf later;   /* verdicts that were found out later, a line for each event */
};

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
    const size_t size = sizeof(kept_event) + event->client.size + event->actor.size +
                        event->text.size + event->meta.size + event->verdict.size +
                        event->erased.size + event->chain.size;
    kept_event *kept = arb_mem_new_array(copy->mem, size, 1);

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
        kept_event *next = copy->first->next;
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
    kept_event **at = &copy->first;

    for (copy->count = 0; copy->count < count; copy->count++)
        at = &(*at)->next;
    copy->last = at;
    while (*at) {
        kept_event *next = (*at)->next;
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

arb_buf *arb_store_copy_later(arb_store_copy *copy)
{
    return &copy->later;
}

bool arb_store_copy_is_judged(const arb_store_copy *copy)
{
    lines later = { arb_buf_text(&copy->later),
                    arb_buf_text(&copy->later) + arb_buf_size(&copy->later) };

    for (const kept_event *at = copy->first; at; at = at->next)
        if (next_line(&later).size == 0 && at->event.verdict.size == 0)
            return false;
    return true;
}

arb_store_err arb_store_copy_load(arb_game **out, size_t *differs, arb_store_copy *copy,
                                  const arb_store_listener *listener, const arb_effort *effort)
{
    const bool judged = arb_store_copy_is_judged(copy);
    arb_buf found;
    loading it = { .mem = copy->mem,
                   .listener = listener,
                   .effort = effort,
                   .later = { arb_buf_text(&copy->later),
                              arb_buf_text(&copy->later) + arb_buf_size(&copy->later) },
                   .found = judged ? NULL : &found };

    arb_buf_init(&found, copy->mem, SIZE_MAX / 2);
    (void)begin_game(&it, &copy->game);
    for (const kept_event *at = copy->first; at && !it.err; at = at->next)
        (void)take_event(&it, &at->event);
    const arb_store_err err = end_loading(out, differs, &it, ARB_STORE_OK);
    if (!err && !judged) {
        arb_buf_clear(&copy->later);
        copy->later = found;
    } else {
        arb_buf_clear(&found);
    }
    return err;
}
