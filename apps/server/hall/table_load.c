/* SPDX-License-Identifier: MIT */
/*
 * A table's game from the store; see table.h. The committer's thread copies what stands there, or
 * the reader's, where there is one (house_read.c); a
 * clerk makes a game of it, and the loop takes that over: it never waits. Of an older database, in
 * which verdicts were not kept, it is a judge.
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/envelopes.h"
#include "server/hall/shadow.h"

/* A reading under way. Its parts belong to one thread after the other. */
typedef struct waking {
    arb_committer_job read; /* first */
    arb_judges_job load;
    arb_table *table;
    arb_judges *by; /* who makes a game of it */
    arb_store_copy *copy;
    arb_store_err err;
    arb_table found; /* only what is read is filled: the game, its log, the name of the event */
    arb_store_stamp stored;   /* when the last event was, by the clocks of then */
    arb_withholding withheld; /* of a shadow: what is not to be seen yet */
    size_t differs;
    char summary[ARB_SUMMARY_MAX];

    /* among several halls */
    arb_awaiting reading;
    bool looks;  /* whose it is has to be found out */
    bool aside;  /* it is ours, or may be, and read beside the batches; */
    bool behind; /* of a server that may lack what is durable */
    arb_found_lease lease;
    arb_key *keys; /* who may open it: others may have given links */
    size_t key_count, key_room;
    uint64_t changes; /* of links in this hall, when these were asked for */
} waking;

/* The name of the event, which the header has as a tag. */
static bool copy_tag(arb_table *t, const arb_case_header *header)
{
    for (size_t i = 0; i < header->tag_count; i++) {
        const arb_case_tag *tag = &header->tag[i];
        char *value, *to;
        if (tag->name_size != 5 || memcmp(tag->name, "Event", 5) != 0)
            continue;
        value = to = strndup(tag->value, tag->value_size);
        if (!value)
            return false;
        for (const char *from = value; *from; from++) {
            if (*from == '\\' && from[1])
                from++;
            *to++ = *from;
        }
        *to = '\0';
        free(t->names.event);
        t->names.event = value;
    }
    return true;
}

arb_err arb_table_read_header(arb_table *t, arb_store_bytes header)
{
    arb_case_header read;
    arb_case_reader reader;
    arb_case_item item;

    if (header.size == 0)
        return ARB_OK;
    arb_case_reader_init(&reader, header.text, header.size);
    if (arb_case_next(&item, &read, &reader, NULL) != ARB_OK)
        return ARB_OK; /* whoever loads the game says so */
    arb_regulations_describe(t->time, t->edition, &read.regulations);
    t->per_arbiter = arb_regulations_per_arbiter(&read.regulations);
    t->start960 = arb_regulations_start960(&read.regulations, &read.given.setup);
    return copy_tag(t, &read) ? ARB_OK : ARB_NOMEM;
}

static bool load_game(void *user, const arb_store_game *game, const arb_case_header *header)
{
    waking *it = user;

    it->found.header = strndup(game->header.text, game->header.size);
    return it->found.header && copy_tag(&it->found, header);
}

static bool load_event(void *user, const arb_store_event *stored)
{
    waking *it = user;
    char client[ARB_STORE_WORD_MAX + 1];
    const bool by_hall = stored->actor.size == 4 && memcmp(stored->actor.text, "hall", 4) == 0;

    if (stored->client.size >= sizeof client) /* no store hands on such a thing */
        return false;
    if (stored->client.size > 0)
        memcpy(client, stored->client.text, stored->client.size);
    client[stored->client.size] = '\0';
    it->stored = stored->stamp;
    if (it->found.began_ms == 0 && arb_log_is_start(stored))
        it->found.began_ms = stored->stamp.wall_ms;
    return arb_log_add(&it->found, stored->sequence, client, by_hall, stored->stamp.wall_ms) ==
           ARB_OK;
}

/* In a clerk's thread: the delay of a shadow never changes. */
static bool withhold_event(void *user, const arb_store_event *stored)
{
    waking *it = user;

    return arb_withholding_add(&it->withheld, stored, it->table->shadow->delay_ms,
                               arb_shared_lag_ms(it->table->hall));
}

/* ---- the committer's thread */

/* Where verdicts are kept that an older database did not have: in parts, since a value has its
 * largest size. */
enum { PART_MAX = ARB_STORE_VALUE_MAX / 2 };

static void name_part(char out[64], uint64_t game, size_t part)
{
    (void)snprintf(out, 64, "verdicts.%llu.%zu", (unsigned long long)game, part);
}

/* Takes what was found out about the game when it was read before. */
static arb_store_err read_later(arb_store_copy *copy, arb_store *store, uint64_t game)
{
    arb_store_err err = ARB_STORE_OK;
    char name[64];

    for (size_t part = 0; !err && !arb_store_copy_is_judged(copy); part++) {
        name_part(name, game, part);
        err = arb_store_setting_get(arb_store_copy_later(copy), store, name);
    }
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

static bool keep_key(void *user, const arb_store_token *token)
{
    waking *it = user;
    arb_key key = { .game = token->game, .expires_ms = token->expires_ms };

    if (token->damaged || token->hash.size != ARB_HASH_SIZE || !arb_key_of_role(&key, token->role))
        return true;
    memcpy(key.hash.bytes, token->hash.text, ARB_HASH_SIZE);
    if (it->key_count == it->key_room) {
        const size_t room = it->key_room ? 2 * it->key_room : 16;
        arb_key *larger = realloc(it->keys, room * sizeof *larger);
        if (!larger)
            return false;
        it->keys = larger;
        it->key_room = room;
    }
    it->keys[it->key_count++] = key;
    return true;
}

/* What only the hall has in which the game lives, and which another one may have changed. */
static arb_store_err read_beside(waking *it, arb_store *store)
{
    it->key_count = 0;
    it->found.id = it->table->id;
    const arb_store_err err = arb_store_tokens(store, it->table->id, keep_key, it);
    return err && err != ARB_STORE_UNKNOWN ? err : arb_table_introduce(&it->found, store);
}

static arb_store_err read_copy(arb_committer_job *job, arb_store *store)
{
    waking *it = (waking *)job;

    arb_store_copy_free(it->copy); /* a batch that failed is tried once more */
    it->copy = NULL;
    /* a game that cannot be read is no reason to take back what others have written */
    it->err = it->table->hall->house.shared ? read_beside(it, store) : ARB_STORE_OK;
    if (!it->err)
        it->err = arb_store_copy_new(&it->copy, store, it->table->id);
    if (!it->err)
        it->err = read_later(it->copy, store, it->table->id);
    it->behind = it->aside && arb_store_is_standby(store);
    return ARB_STORE_OK;
}

/* Whose it is. Also when that is known it takes its turn, so that whatever was written here of the
 * game, its names or its links, is there when it is read. */
static arb_store_err look(arb_committer_job *job, arb_store *store)
{
    waking *it = (waking *)job;

    return it->looks ? arb_house_look(&it->lease, store, it->table->id, it->table->hall)
                     : ARB_STORE_OK;
}

/* What was found out about a game of an older database is kept, so that it is not sought again. */
static arb_store_err keep_found(arb_committer_job *job, arb_store *store)
{
    waking *it = (waking *)job;
    const uint64_t game = it->table->id;
    const arb_buf *later = arb_store_copy_later(it->copy);
    const char *text = arb_buf_text(later);
    arb_store_err err =
        arb_store_game_summary(store, game, (arb_store_bytes){ it->summary, strlen(it->summary) });
    char name[64];

    if (err == ARB_STORE_FENCED) /* whoever has the game keeps it */
        return ARB_STORE_OK;
    for (size_t at = 0; at < arb_buf_size(later) && !err && it->load.is_long; at += PART_MAX) {
        const size_t left = arb_buf_size(later) - at;
        name_part(name, game, at / PART_MAX);
        err = arb_store_setting_set(
            store, name, (arb_store_bytes){ text + at, left < PART_MAX ? left : PART_MAX });
    }
    return err;
}

/* ---- a clerk's thread */

static waking *waking_of(arb_judges_job *job)
{
    return (waking *)((char *)job - offsetof(waking, load));
}

static void make_game(arb_judges_job *job)
{
    waking *it = waking_of(job);
    const arb_store_listener listener = { load_game, load_event, it,
                                          it->table->shadow ? withhold_event : NULL };
    const arb_effort effort = { .mem = arb_judges_mem(it->by) };

    it->err = arb_store_copy_load(&it->found.game, &it->differs, it->copy, &listener, &effort);
}

/* ---- the loop's thread */

static void waking_free(waking *it)
{
    arb_store_copy_free(it->copy);
    arb_withholding_clear(&it->withheld);
    arb_log_clear(&it->found);
    arb_game_free(it->found.game);
    free(it->found.names.event);
    free(it->found.names.white);
    free(it->found.names.black);
    free(it->found.names.assistant[ARB_WHITE]);
    free(it->found.names.assistant[ARB_BLACK]);
    free(it->found.tags);
    free(it->found.checklist);
    free(it->found.group);
    free(it->found.header);
    free(it->keys);
    free(it);
}

static void exchange(char **a, char **b)
{
    char *was = *a;

    *a = *b;
    *b = was;
}

/* Links, names and what was seen to, as another hall may have left them. */
static void take_beside(arb_table *t, waking *it)
{
    for (size_t i = 0; i < it->key_count; i++)
        arb_codes_learn(t->hall, &it->keys[i], it->changes);
    exchange(&t->names.white, &it->found.names.white);
    exchange(&t->names.black, &it->found.names.black);
    exchange(&t->names.assistant[ARB_WHITE], &it->found.names.assistant[ARB_WHITE]);
    exchange(&t->names.assistant[ARB_BLACK], &it->found.names.assistant[ARB_BLACK]);
    exchange(&t->tags, &it->found.tags);
    exchange(&t->checklist, &it->found.checklist);
    exchange(&t->group, &it->found.group);
    t->casual = it->found.casual;
    t->is_public = it->found.is_public;
    t->computer = it->found.computer;
    t->next = it->found.next;
}

/* The instant at which the time of the game was 0, by what another hall has said or written. */
static int64_t origin_elsewhere(const arb_table *t, const waking *it, arb_ms now)
{
    if (t->handed && t->handed_ms >= 0)
        return t->handed_ms;
    const int64_t from = arb_house_instant(t->hall, t->lives_at, it->stored);
    return from + arb_stall_between(t->hall, from, arb_boottime_ms()) - now;
}

/* A game that is not whole is not shown as if it were. Whoever runs the hall is told, once. */
void arb_table_set_aside(arb_table *t)
{
    if (!t->damaged)
        arb_hall_log(t->hall, "error", "damaged game; see arbitro store check", "{sI}", "game",
                     (json_int_t)t->id);
    t->damaged = true;
    t->is_over = true; /* nothing is expected of it */
}

/* The table takes over what was read. */
static void take_over(arb_table *t, waking *it)
{
    arb_log_clear(t);
    t->game = it->found.game;
    t->began_ms = it->found.began_ms;
    free(t->header);
    t->header = it->found.header;
    t->log = it->found.log;
    t->log_count = it->found.log_count;
    t->log_room = it->found.log_room;
    t->sequence = it->found.sequence > t->sequence ? it->found.sequence : t->sequence;
    free(t->names.event);
    t->names.event = it->found.names.event;
    it->found.names.event = it->found.header = NULL;
    it->found.game = NULL;
    it->found.log = NULL;
    it->found.log_count = it->found.log_room = 0;
    if (t->hall->house.shared)
        take_beside(t, it);
    if (t->shadow) {
        arb_table_name_players(t);
        arb_table_summarise(t);
        arb_table_describe(t);
        arb_shadow_begin(t, &it->withheld, it->stored);
        return;
    }
    if (t->hall->house.shared && (t->epoch == 0 || t->handed)) {
        const arb_ms now = arb_state_now(arb_game_state(t->game));
        t->begun = t->log_count > 0;
        t->origin = origin_elsewhere(t, it, now);
        t->dated_ms = 0;
        t->handed = t->restored = false;
    } else if (!t->begun) { /* the time of the game goes on from its last event */
        const arb_ms now = arb_state_now(arb_game_state(t->game));
        t->begun = t->log_count > 0;
        arb_table_date(t, arb_boottime_ms(), now);
        t->former = it->stored.monotonic_ms - now;
        t->former_wall_ms = it->stored.wall_ms;
    }
    t->touched_ms = it->stored.wall_ms > t->created_ms ? it->stored.wall_ms : t->created_ms;
    if (t->restored && !t->unsure) { /* whatever its summary said: has its time run? */
        t->unsure = true;
        t->hall->unsettled++;
    }
    t->restored = false;
    arb_call_find(t);
    arb_table_name_players(t);
    arb_table_summarise(t);
    arb_table_describe(t);
    if (it->differs > 0)
        arb_hall_log(t->hall, "warning", "judged otherwise", "{sI sI}", "game", (json_int_t)t->id,
                     "events", (json_int_t)it->differs);
}

static void found_kept(arb_committer_job *job, arb_store_err err)
{
    waking *it = (waking *)job;

    arb_hall_note(it->table->hall, err);
    waking_free(it);
}

/* The reading has done its work. What it found of an older database goes to the store. */
static void dispose(arb_table *t, waking *it, bool was_unknown)
{
    if (!t->game || t->shadow || (!was_unknown && !it->load.is_long) || t->hall->stopping) {
        waking_free(it);
        return;
    }
    arb_summary_write(it->summary, t->game);
    it->read.work = keep_found;
    it->read.done = found_kept;
    arb_committer_push(t->hall->committer, &it->read);
}

/* The end of it, good or bad. */
static void woken(waking *it)
{
    arb_table *t = it->table;
    const arb_store_err err = it->err;
    const bool was_unknown = !t->known;

    t->is_loading = false;
    if (it->looks && !err)
        arb_house_found(t, &it->lease);
    if (it->looks && t->epoch == 0 && !t->parked)
        t->used_ms = 0; /* it was only asked whose it is */
    if (!err)
        take_over(t, it);
    else if (err == ARB_STORE_CORRUPT && !t->hall->stopping)
        arb_table_set_aside(t);
    dispose(t, it, was_unknown);
    arb_hall_settle(t);
    arb_feed_changed(t);
    arb_screens_changed(t);
    if (t->game)
        arb_table_go_on(t);
    else
        arb_table_dismiss(t, err);
    if (!t->game)
        arb_table_give_up(t, err);
    if (t->game && t->hall->house.shared && !t->shadow && !arb_house_has(t))
        arb_table_forward(t);
    if (t->follows_more) {
        t->follows_more = false;
        arb_follow_table(t);
    }
    arb_house_accept(t);
    arb_table_unpark(t);
    arb_hall_end_settling(t->hall);
    if (was_unknown)
        arb_hall_introduce_next(t->hall);
}

static void game_made(arb_judges_job *job)
{
    waking *it = waking_of(job);

    if (job->dropped)
        it->err = ARB_STORE_NOMEM;
    woken(it);
}

static void copy_read(arb_committer_job *job, arb_store_err err)
{
    waking *it = (waking *)job;

    arb_hall *hall = it->table->hall;

    if (it->aside && (err || it->behind) && !hall->stopping) { /* whoever writes has all of it */
        it->aside = it->behind = false;
        arb_committer_push(hall->committer, &it->read);
        return;
    }
    if (err)
        it->err = err;
    if (it->err) {
        woken(it);
        return;
    }
    it->load.is_long = !arb_store_copy_is_judged(it->copy);
    it->by = it->load.is_long ? hall->judges : hall->clerks;
    arb_judges_push(it->by, &it->load);
}

/* It is ours, or somebody else's, and what there is of it is durable: it is read beside the
 * batches. */
static void read_aside(waking *it)
{
    arb_table *t = it->table;

    it->read.work = read_copy;
    it->read.done = copy_read;
    it->reading = (arb_awaiting){ .job = &it->read, .game = t->id, .queued = &t->awaits };
    arb_house_read(t->hall, &it->reading, t->parked != NULL || t->first != NULL);
}

static void looked(arb_committer_job *job, arb_store_err err)
{
    waking *it = (waking *)job;

    if (!err) {
        read_aside(it);
        return;
    }
    it->aside = false;
    copy_read(job, err);
}

static void begin_reading(arb_table *t, waking *it)
{
    arb_hall *hall = t->hall;
    const bool lives_elsewhere =
        t->shadow || (t->epoch == 0 && arb_house_member(hall, t->lives_at) != NULL);

    it->changes = hall->keys.changes;
    it->looks = hall->house.shared && t->epoch == 0 && !lives_elsewhere;
    it->aside = !lives_elsewhere && hall->house.shared;
    if (!hall->house.shared) {
        it->read.work = read_copy;
        it->read.done = copy_read;
        arb_committer_push(hall->committer, &it->read);
    } else if (lives_elsewhere || (!it->looks && !arb_committer_busy(hall->committer))) {
        read_aside(it);
    } else {
        it->read.work = look;
        it->read.done = looked;
        arb_committer_push(hall->committer, &it->read);
    }
}

void arb_table_wake(arb_table *t, uint64_t owner)
{
    t->used_ms = arb_boottime_ms();
    if (t->awaits && (t->parked || t->first))
        arb_house_hurry(t->hall, t->awaits);
    if (t->game || t->is_loading || t->damaged)
        return;
    waking *it = calloc(1, sizeof *it);
    if (!it) {
        arb_table_dismiss(t, ARB_STORE_NOMEM);
        return;
    }
    it->table = t;
    it->found.hall = t->hall;
    arb_withholding_init(&it->withheld);
    it->load.work = make_game;
    it->load.done = game_made;
    it->load.owner = owner ? owner : t->id;
    t->is_loading = true;
    it->found.computer = ARB_COLOUR_COUNT;
    begin_reading(t, it);
}

/* ---- a game that lives elsewhere */

bool arb_table_hear(arb_table *t, const arb_store_event *stored)
{
    const bool by_hall = stored->actor.size == 4 && memcmp(stored->actor.text, "hall", 4) == 0;
    char client[ARB_STORE_WORD_MAX + 1] = "";
    arb_event event;

    if (stored->verdict.size == 0 || stored->number != t->log_count + 1 ||
        stored->client.size >= sizeof client ||
        arb_event_read(&event, NULL, stored->text.text, stored->text.size,
                       arb_state_now(arb_game_state(t->game)),
                       arb_game_regulations(t->game)->language) != ARB_OK ||
        arb_game_take(t->game, &event, stored->verdict.text, stored->verdict.size) != ARB_OK)
        return false;
    if (stored->client.size > 0)
        memcpy(client, stored->client.text, stored->client.size);
    if (arb_log_add(t, stored->sequence, client, by_hall, stored->stamp.wall_ms) != ARB_OK)
        return false;
    arb_log_date(t);
    t->begun = true;
    t->origin = arb_house_instant(t->hall, t->lives_at, stored->stamp) -
                arb_state_now(arb_game_state(t->game));
    t->touched_ms = stored->stamp.wall_ms;
    if (stored->sequence > t->hall->last_sequence)
        t->hall->last_sequence = stored->sequence;
    arb_table_summarise(t);
    arb_call_note(t, t->log_count - 1);
    return true;
}

void arb_table_sleep(arb_table *t)
{
    arb_log_clear(t);
    arb_game_free(t->game);
    free(t->header);
    t->header = NULL;
    t->game = NULL;
}
