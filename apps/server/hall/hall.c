/* SPDX-License-Identifier: MIT */
/* The hall: its life from the opening of the database to the last answer; see hall.h. */
#define _GNU_SOURCE
#include "server/hall/hall.h"

#include <stdlib.h>
#include <string.h>

#include "server/hall/broadcasts.h"
#include "server/hall/engine.h"
#include "server/hall/feed.h"
#include "server/hall/limits_file.h"
#include "server/hall/live.h"
#include "server/hall/shadow.h"

enum {
    SWEEP_MS = 5000,   /* how often tables are looked at that could sleep */
    SLEEP_MS = 600000, /* after so long without anybody; */
    AWAKE_MAX = 1000,  /* when there are more in memory, */
    SLEEP_SOON_MS = 5000,
    SETTLE_MS = 2000, /* so long the door stays shut while games that ran are stopped */
    SIZE_EVERY = 60,  /* beats: how often the database is asked for its size */
    CLERKS = 2,       /* threads that read and write games */
    SOLVERS = 2,      /* and that solve problems: one for each visitor, and two in all */
    FAREWELL_MS = 3000
};

arb_hall_config arb_hall_defaults(void)
{
    static const arb_http_listen here = { "127.0.0.1", 8080 };
    const arb_http_config http = arb_http_defaults();
    arb_hall_config config = { .listen = &here,
                               .listen_count = 1,
                               .engines_max = 10,
                               .engine_elo = 1700,
                               .engine_answer_ms = 20000,
                               .games_per_address = 50,
                               .games_per_day = 200,
                               .games_max = 5000,
                               .guests_max = (uint64_t)4 << 30,
                               .unbegun_ms = (int64_t)24 * 60 * 60 * 1000,
                               .idle_ms = (int64_t)30 * 24 * 60 * 60 * 1000,
                               .codes_kept_ms = (int64_t)24 * 60 * 60 * 1000,
                               .solve_ms = 20000,
                               .solve_shared_ms = 3000,
                               .boards_max = 2000,
                               .boards_per_address = 64,
                               .connections_max = http.connections_max,
                               .connections_per_address = http.per_address_max };

    for (unsigned i = 0; i < ARB_LIMIT_COUNT; i++)
        config.rate[i] = arb_limit_rate((arb_limit)i);
    return config;
}

/* ---- tables */

arb_table *arb_hall_table(const arb_hall *hall, uint64_t id)
{
    return id > 0 && id <= hall->table_count ? hall->tables[id - 1] : NULL;
}

arb_err arb_hall_reserve(arb_hall *hall, uint64_t id)
{
    if (id > hall->table_room) {
        size_t room = hall->table_room ? hall->table_room : 64;
        while (room < id)
            room *= 2;
        arb_table **tables = realloc(hall->tables, room * sizeof *tables);
        if (!tables)
            return ARB_NOMEM;
        memset(tables + hall->table_room, 0, (room - hall->table_room) * sizeof *tables);
        hall->tables = tables;
        hall->table_room = room;
    }
    if (id > hall->table_count)
        hall->table_count = (size_t)id;
    return ARB_OK;
}

size_t arb_hall_live(const arb_hall *hall)
{
    size_t live = 0;

    for (size_t i = 0; i < hall->table_count; i++)
        live += hall->tables[i] && !hall->tables[i]->is_over;
    return live;
}

void arb_hall_note(arb_hall *hall, arb_store_err err)
{
    if (err && err != hall->trouble)
        arb_hall_log(hall, "error", "store", "{ss}", "what", arb_store_err_text(err, ARB_LANG_EN));
    if (!err && hall->trouble)
        arb_hall_log(hall, "info", "store works again", NULL);
    hall->trouble = err;
    arb_stall_note(hall, err, arb_boottime_ms());
}

/* ---- the sign of life */

typedef struct beat_job {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_store_heartbeat beat;
    bool asks_size; /* how large the database is, */
    uint64_t size;  /* where no file says so */
} beat_job;

static arb_store_err store_beat(arb_committer_job *job, arb_store *store)
{
    beat_job *b = (beat_job *)job;
    const arb_store_err err = b->asks_size ? arb_store_size(&b->size, store) : ARB_STORE_OK;

    return err ? err : arb_store_beat(store, &b->beat);
}

static void end_forgotten(arb_hall *hall);

static void beat_stored(arb_committer_job *job, arb_store_err err)
{
    beat_job *b = (beat_job *)job;
    arb_hall *hall = b->hall;

    hall->beating = false;
    if (!err && b->asks_size)
        hall->database_size = b->size;
    arb_hall_note(hall, err);
    free(b);
    if (!err && hall->is_fenced)
        end_forgotten(hall);
}

static void push_beat(arb_hall *hall, int64_t now)
{
    beat_job *b = calloc(1, sizeof *b);

    hall->beat.stored_ms = now;
    if (!b)
        return;
    b->hall = hall;
    b->asks_size = arb_store_is_postgres(hall->config.database) && hall->beats++ % SIZE_EVERY == 0;
    b->job.work = store_beat;
    b->job.done = beat_stored;
    (void)snprintf(b->beat.boot, sizeof b->beat.boot, "%s", hall->beat.boot);
    b->beat.stamp = (arb_store_stamp){ .monotonic_ms = now, .wall_ms = arb_wall_ms() };
    hall->beating = true;
    arb_committer_push(hall->committer, &b->job);
}

/*
 * A game that was being played when the former server ended is dated by that server's last beat:
 * none of ours may be written before it has been stopped.
 */
static bool may_beat(const arb_hall *hall)
{
    return hall->unsettled == 0;
}

static void on_beat(void *user)
{
    arb_hall *hall = user;
    const int64_t now = arb_boottime_ms();

    if (hall->config.alive)
        hall->config.alive(hall->config.alive_user);
    if (hall->beat.stored_ms != 0 || may_beat(hall)) {
        arb_beat_start(&hall->beat);
        if (!hall->beating)
            push_beat(hall, now);
    }
    arb_stall_look(hall);
    arb_loop_set(hall->loop, &hall->beat_timer, now + ARB_BEAT_STORE_MS);
}

/* ---- what sleeps */

bool arb_hall_may_sleep(const arb_table *t, int64_t now, int64_t patience_ms)
{
    return t->game && !t->viewers && !t->engine && !t->reading && !t->inflight && !t->first &&
           !t->parked && !t->halted && now - t->used_ms > patience_ms;
}

static size_t count_awake(const arb_hall *hall)
{
    size_t awake = 0;

    for (size_t i = 0; i < hall->table_count; i++)
        awake += hall->tables[i] && hall->tables[i]->game;
    return awake;
}

static void on_sweep(void *user)
{
    arb_hall *hall = user;
    const int64_t now = arb_boottime_ms();
    const int64_t patience_ms = count_awake(hall) > AWAKE_MAX ? SLEEP_SOON_MS : SLEEP_MS;

    for (size_t i = 0; i < hall->table_count; i++) {
        arb_table *t = hall->tables[i];
        if (t && t->engine && !t->viewers && now - t->used_ms > SLEEP_MS) {
            arb_engine_free(
                t->engine); /* nobody plays against it; another one can sit down later */
            t->engine = NULL;
        }
        if (t && arb_hall_may_sleep(t, now, patience_ms))
            arb_table_sleep(t);
    }
    arb_shadows_sweep(hall, now, patience_ms);
    arb_loop_set(hall->loop, &hall->sweep_timer, now + SWEEP_MS);
}

/* ---- limits */

static void set_rates(arb_hall *hall)
{
    for (unsigned i = 0; i < ARB_LIMIT_COUNT; i++)
        arb_limits_set(&hall->limits, (arb_limit)i, hall->config.rate[i]);
}

static const char *why_not(const arb_limits_trouble *trouble)
{
    static const char *const words[ARB_LIMITS_FAULT_COUNT] = {
        [ARB_LIMITS_FINE] = "",           [ARB_LIMITS_NAME] = "no limit has this name",
        [ARB_LIMITS_VALUE] = "value",     [ARB_LIMITS_TWICE] = "set before",
        [ARB_LIMITS_REST] = "more words",
    };

    return trouble->fault == ARB_LIMITS_IO ? strerror(trouble->code) : words[trouble->fault];
}

static void on_reload(void *user)
{
    arb_hall *hall = user;
    arb_limits_trouble trouble;

    if (!hall->config.limits_file) {
        arb_hall_log(hall, "info", "no limits to read: there is no file of them", NULL);
        return;
    }
    if (arb_limits_read_file(&hall->config, &trouble, hall->config.limits_file, true)) {
        set_rates(hall);
        hall->counts.reloaded++;
        arb_hall_log(hall, "info", "limits read", NULL);
    } else {
        hall->counts.reload_failed++;
        arb_hall_log(hall, "error", "limits not read: nothing was changed",
                     "{ss ss sI sI ss sI sI}", "file", hall->config.limits_file, "why",
                     why_not(&trouble), "line", (json_int_t)trouble.line, "column",
                     (json_int_t)trouble.column, "name", trouble.name, "least",
                     (json_int_t)trouble.least, "most", (json_int_t)trouble.most);
    }
}

void arb_hall_reload(arb_hall *hall)
{
    arb_wake_signal(&hall->reload);
}

/* ---- the end */

static void on_shut(void *user)
{
    arb_hall *hall = user;

    arb_loop_stop(hall->loop);
}

/* What is on its way to the store still gets there, and its answer goes out. */
static void close_all(void *user)
{
    static const char farewell[] = "event: closing\ndata: {}\n\n";
    arb_hall *hall = user;

    hall->stopping = true;
    arb_forward_close(hall);
    arb_orders_close(hall);
    arb_judges_end(hall->judges);
    arb_judges_end(hall->clerks);
    arb_judges_end(hall->solvers);
    arb_live_stop(hall);
    for (size_t i = 0; i < hall->table_count; i++) {
        if (hall->tables[i]) {
            arb_engine_free(hall->tables[i]->engine);
            hall->tables[i]->engine = NULL;
            arb_table_dismiss(hall->tables[i], ARB_STORE_OK);
            if (hall->tables[i]->delayed)
                arb_table_dismiss(hall->tables[i]->delayed, ARB_STORE_OK);
        }
    }
    arb_http_shut(hall->http, farewell, sizeof farewell - 1, FAREWELL_MS, on_shut, hall);
}

/* Where there are other halls, they have its games before it closes. */
static void on_stop(void *user)
{
    arb_hall *hall = user;

    if (hall->stopping || atomic_load(&hall->house.leaving))
        return;
    arb_hall_log(hall, "info", "closing", NULL);
    if (hall->house.shared)
        arb_house_leave(hall, close_all);
    else
        close_all(hall);
}

static void end_forgotten(arb_hall *hall)
{
    if (hall->stopping || atomic_load(&hall->house.leaving))
        return;
    arb_hall_log(hall, "error", "the other halls have forgotten this one: it ends", NULL);
    atomic_store(&hall->house.leaving, true);
    hall->forgotten = true;
    close_all(hall);
}

void arb_hall_is_forgotten(arb_hall *hall)
{
    hall->is_fenced = true;
    if (!hall->beating && !hall->stopping)
        push_beat(hall, arb_boottime_ms());
}

void arb_hall_stop(arb_hall *hall)
{
    arb_wake_signal(&hall->stop);
}

arb_err arb_hall_run(arb_hall *hall)
{
    arb_hall_log(hall, "info", "open", "{sI sI}", "games", (json_int_t)hall->table_count, "live",
                 (json_int_t)arb_hall_live(hall));
    arb_hall_revive(hall);
    on_beat(hall);
    on_sweep(hall);
    arb_expiry_begin(hall);
    arb_codes_sweep_begin(hall);
    const arb_err err = arb_loop_run(hall->loop);
    const int64_t now = arb_boottime_ms();
    if (may_beat(hall) && !hall->forgotten)
        push_beat(hall, now);
    return !err && hall->forgotten ? ARB_STATE : err;
}

void arb_hall_free(arb_hall *hall)
{
    if (!hall)
        return;
    hall->stopping = true;
    if (hall->judges)
        arb_judges_end(hall->judges);
    if (hall->clerks)
        arb_judges_end(hall->clerks);
    if (hall->solvers)
        arb_judges_end(hall->solvers);
    if (hall->loop)
        arb_house_close(hall);
    arb_committer_free(hall->committer); /* answers what was still on its way */
    arb_shared_close(hall);
    arb_judges_free(hall->judges);
    arb_judges_free(hall->clerks);
    arb_judges_free(hall->solvers); /* what they have done is given up with the streams */
    arb_http_free(hall->http);
    hall->http = NULL; /* nobody can be answered any more */
    arb_live_free(hall);
    for (size_t i = 0; i < hall->table_count; i++)
        arb_table_free(hall->tables[i]);
    arb_shadows_free(hall);
    arb_telling_free(hall);
    arb_engine_room_free(hall->room);
    arb_quotas_clear(&hall->quotas);
    if (hall->loop) {
        arb_loop_unset(hall->loop, &hall->expiry_timer);
        arb_loop_unset(hall->loop, &hall->feed.timer);
        arb_loop_unset(hall->loop, &hall->solving.timer);
        arb_loop_unset(hall->loop, &hall->screens.timer);
        arb_loop_unset(hall->loop, &hall->beat_timer);
        arb_loop_unset(hall->loop, &hall->sweep_timer);
        arb_loop_unset(hall->loop, &hall->code_sweep.timer);
        if (hall->stop.woken)
            arb_wake_close(&hall->stop, hall->loop);
        if (hall->reload.woken)
            arb_wake_close(&hall->reload, hall->loop);
        arb_loop_free(hall->loop);
    }
    arb_beat_close(&hall->beat);
    arb_keys_clear(&hall->keys);
    for (size_t i = 0; i < hall->round_count; i++)
        arb_round_clear(&hall->rounds[i]);
    free(hall->rounds);
    arb_broadcasts_free(hall->broadcasts);
    free(hall->house.trusted);
    arb_limits_close(&hall->limits);
    json_decref(hall->door);
    free(hall->tables);
    free(hall);
}

/* ---- the beginning */

/* In the committer's thread, before anybody hears of it. */
static void on_durable(void *user, const arb_store_mark *mark)
{
    arb_hall *hall = user;

    arb_beat_durable(&hall->beat, mark);
}

static arb_err open_store(arb_hall *hall, arb_hall_trouble *trouble)
{
    const arb_store_options options = { .create = true,
                                        .max_bytes = hall->config.database_max,
                                        .shared = hall->house.shared };
    arb_store *store = NULL;

    trouble->store = arb_store_open(&store, hall->config.database, &options);
    if (!trouble->store)
        trouble->store = arb_hall_restore(&trouble->loss, hall, store);
    if (!trouble->store && hall->house.shared)
        trouble->store = arb_house_join(hall, store);
    arb_err err = trouble->store == ARB_STORE_NOMEM ? ARB_NOMEM : trouble->store ? ARB_IO : ARB_OK;
    if (!err)
        err = arb_committer_new(&hall->committer, hall->loop, store);
    if (err)
        arb_store_close(store);
    else
        arb_committer_listen(hall->committer, on_durable, hall);
    return err;
}

static arb_err open_http(arb_hall *hall, arb_hall_trouble *trouble)
{
    arb_http_config config = hall->config.http ? *hall->config.http : arb_http_defaults();

    if (!hall->config.http) {
        config.connections_max = hall->config.connections_max;
        config.per_address_max = hall->config.connections_per_address;
    }
    if (hall->house.shared) { /* what is asked of a game elsewhere goes on over another one */
        config.descriptors_kept += ARB_WIRES_MAX;
        config.descriptors_each = 1;
    }
    config.listen = hall->config.listen;
    config.listen_count = hall->config.listen_count;
    config.handle = arb_routes_handle;
    config.body_limit = arb_routes_body_limit;
    config.user = hall;
    config.proxies = hall->house.shared ? hall->house.trusted : hall->config.proxies;
    config.proxy_count = hall->house.shared ? hall->house.trusted_count : hall->config.proxy_count;
    return arb_http_new(&hall->http, &trouble->http, hall->loop, &config, NULL);
}

/*
 * Games that ran when the former server ended are stopped before anybody is let in, so that nobody
 * sees a clock run that nobody has started. Where the store fails, or it takes long, that goes on
 * later, and whoever asks for such a game waits for it.
 */
static arb_err settle(arb_hall *hall)
{
    arb_err err = ARB_OK;

    arb_timer limit = { .due = on_shut, .user = hall };

    hall->settling = true;
    arb_hall_revive(hall);
    arb_loop_set(hall->loop, &limit, arb_boottime_ms() + SETTLE_MS);
    if (hall->unsettled > 0)
        err = arb_loop_run(hall->loop);
    arb_loop_unset(hall->loop, &limit);
    hall->settling = false;
    return err;
}

static arb_err open_all(arb_hall *hall, arb_hall_trouble *trouble)
{
    arb_err err = arb_keys_begin() ? arb_loop_new(&hall->loop, NULL) : ARB_IO;

    hall->beat_timer = (arb_timer){ .due = on_beat, .user = hall };
    hall->sweep_timer = (arb_timer){ .due = on_sweep, .user = hall };
    if (!err && !hall->config.unlimited) {
        arb_limits_open(&hall->limits);
        set_rates(hall);
    }
    if (!err)
        err = arb_wake_open(&hall->stop, hall->loop, on_stop, hall);
    if (!err)
        err = arb_wake_open(&hall->reload, hall->loop, on_reload, hall);
    if (!err)
        err = arb_judges_new(&hall->judges, hall->loop, 0, ARB_JUDGES_NICE);
    if (!err)
        err = arb_judges_new(&hall->clerks, hall->loop, CLERKS, ARB_JUDGES_NICE);
    if (!err)
        err = arb_judges_new(&hall->solvers, hall->loop, SOLVERS, ARB_JUDGES_NICEST);
    /* others have to know where a hall is before it is one of them */
    hall->house.shared = arb_store_is_postgres(hall->config.database);
    if (!err && hall->house.shared)
        err = arb_house_trust(hall);
    if (!err && hall->house.shared)
        err = open_http(hall, trouble);
    if (!err)
        err = open_store(hall, trouble);
    if (hall->house.shared)
        return err ? err : arb_house_open(hall);
    if (!err)
        err = settle(hall);
    return err ? err : open_http(hall, trouble);
}

arb_err arb_hall_new(arb_hall **out, arb_hall_trouble *trouble, const arb_hall_config *config)
{
    arb_hall *hall = calloc(1, sizeof *hall);
    arb_hall_trouble ignored;

    if (!trouble)
        trouble = &ignored;
    *trouble = (arb_hall_trouble){ 0 };
    if (!hall)
        return ARB_NOMEM;
    hall->config = *config;
    arb_quotas_init(&hall->quotas);
    arb_feed_begin(hall);
    const arb_err err = open_all(hall, trouble);
    if (err) {
        arb_hall_free(hall);
        return err;
    }
    *out = hall;
    return ARB_OK;
}

/* ---- questions */

void arb_hall_key(char out[ARB_TOKEN_SIZE], const arb_hall *hall)
{
    arb_token_derive(out, hall->secret, "desk", 0);
}

uint16_t arb_hall_port(const arb_hall *hall, size_t listen)
{
    return arb_http_port(hall->http, listen);
}

arb_http_capacity arb_hall_capacity(const arb_hall *hall)
{
    return arb_http_capacity_get(hall->http);
}
