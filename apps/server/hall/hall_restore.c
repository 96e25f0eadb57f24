/* SPDX-License-Identifier: MIT */
/*
 * What the store knows, before anybody is let in: the hall's secret, the games, who may open them.
 *
 * A game whose clock ran when the former server ended goes on from the time of that server's last
 * sign of life, stopped; its journal says so. What passed while no server lived is charged to
 * nobody.
 */
#include <stdlib.h>
#include <string.h>

#include "server/hall/broadcasts.h"
#include "server/hall/door.h"
#include "server/hall/rounds.h"

/* The finer sign of life may be so much later than that of the store, whose disk was busy. */
enum { SIGN_LATE_MS = 3600000, RETRY_MS = 1000 };

/* ---- the secret */

static const char secret_name[] = "hall.secret";

/* ARB_STORE_UNKNOWN: there is none, or it is damaged. */
static arb_store_err read_secret(arb_hall *hall, bool *damaged, arb_store *store)
{
    arb_buf value;

    arb_buf_init(&value, NULL, ARB_STORE_VALUE_MAX);
    arb_store_err err = arb_store_setting_get(&value, store, secret_name);
    *damaged = !err && arb_buf_size(&value) != ARB_SECRET_SIZE;
    if (*damaged)
        err = ARB_STORE_UNKNOWN;
    else if (!err)
        memcpy(hall->secret, arb_buf_text(&value), ARB_SECRET_SIZE);
    arb_buf_clear(&value);
    return err;
}

/* Halls that open together on a new database must have the same: who has the turn looks again. */
static arb_store_err agree_on_secret(arb_hall *hall, arb_store *store)
{
    bool damaged = false;
    arb_store_err err = arb_store_begin(store);

    if (err)
        return err;
    err = read_secret(hall, &damaged, store);
    const bool missing = err == ARB_STORE_UNKNOWN;
    if (missing) {
        arb_hall_secret_make(hall->secret);
        err = arb_store_setting_set(
            store, secret_name, (arb_store_bytes){ (const char *)hall->secret, ARB_SECRET_SIZE });
    }
    if (!missing || err)
        arb_store_rollback(store);
    else
        err = arb_store_commit(store);
    if (!err && damaged)
        arb_hall_log(hall, "error", "the secret was damaged: the desk has a new key", NULL);
    return err;
}

static arb_store_err restore_secret(arb_hall *hall, arb_store *store)
{
    bool damaged = false;
    const arb_store_err err = read_secret(hall, &damaged, store);

    return err == ARB_STORE_UNKNOWN ? agree_on_secret(hall, store) : err;
}

/* ---- keys */

typedef struct restoring {
    arb_hall *hall;
    arb_err err;
    json_int_t damaged; /* links that cannot be read, or open nothing that there is */
} restoring;

static bool restore_key(void *user, const arb_store_token *token)
{
    restoring *it = user;
    arb_key key = { .game = token->game, .expires_ms = token->expires_ms };

    if (token->damaged || token->hash.size != ARB_HASH_SIZE ||
        !arb_key_of_role(&key, token->role)) {
        it->damaged++;
        return true;
    }
    memcpy(key.hash.bytes, token->hash.text, ARB_HASH_SIZE);
    it->err = arb_keys_add(&it->hall->keys, &key);
    return it->err == ARB_OK;
}

static arb_err add_desk(arb_hall *hall)
{
    char token[ARB_TOKEN_SIZE];
    arb_key key = { .seat = ARB_SEAT_DESK };

    arb_hall_key(token, hall);
    (void)arb_token_hash(&key.hash, token, ARB_TOKEN_SIZE - 1);
    return arb_keys_add(&hall->keys, &key);
}

/* ---- games */

static bool restore_table(void *user, const arb_store_game *game)
{
    restoring *it = user;
    arb_table *t = arb_hall_reserve(it->hall, game->id) == ARB_OK
                       ? arb_table_new(it->hall, game->id, NULL)
                       : NULL;

    if (!t) {
        it->err = ARB_NOMEM;
        return false;
    }
    t->created_ms = game->created_ms;
    t->restored = true;
    t->is_over = game->closed;
    if (game->damaged)
        arb_table_set_aside(t);
    it->err = arb_table_read_header(t, game->header);
    arb_table_summary_read(t, game->summary.text, game->summary.size);
    arb_past_note(t);
    it->hall->unsettled += t->unsure;
    it->hall->tables[game->id - 1] = t;
    return it->err == ARB_OK;
}

/* Until when the former server lived, by the clock of its start; false when nobody knows. */
static bool last_sign(arb_store_stamp *out, arb_hall *hall, arb_store *store)
{
    arb_store_heartbeat beat;
    char boot[ARB_BOOT_SIZE];
    int64_t finer;

    if (arb_store_heartbeat_get(&beat, store) != ARB_STORE_OK)
        return false;
    *out = beat.stamp;
    arb_beat_boot(boot);
    if (arb_beat_read(&finer, hall->config.database, beat.boot) && finer > out->monotonic_ms &&
        finer - out->monotonic_ms < SIGN_LATE_MS) {
        out->wall_ms += finer - out->monotonic_ms;
        out->monotonic_ms = finer;
    }
    /* of this start of the machine nothing can be later than now */
    return strcmp(boot, beat.boot) != 0 || out->monotonic_ms <= arb_boottime_ms();
}

/* Was the time of a player running? Then the game has to be stopped where it was. */
static void find_time(arb_table *t)
{
    const arb_hall *hall = t->hall;
    const arb_state *state = arb_game_state(t->game);
    const arb_ms last = arb_state_now(state);

    if (arb_state_phase(state) != ARB_PHASE_PLAYING ||
        arb_state_running(state) == ARB_COLOUR_COUNT || !arb_house_has(t))
        return;
    const arb_store_stamp event = { t->former + last, t->former_wall_ms };
    int64_t from = event.monotonic_ms, lived = 0;
    if (t->orphan_of != 0) { /* another hall has ended, and not this one's former self */
        from = arb_house_instant(hall, t->orphan_of, event);
        lived = t->sign_ms - from;
        t->orphan_of = 0;
    } else if (hall->signed_off) {
        lived = arb_beat_lived(hall->sign, event, arb_wall_ms());
    }
    if (lived > 0) /* without what stood meanwhile */
        lived -= arb_stall_between(hall, from, from + lived);
    t->alive = last + (lived > 0 ? lived : 0);
    t->halted = t->restarted = true;
}

/* The games themselves stay in the store until somebody asks for them. */
static arb_store_err restore_games(arb_hall *hall, arb_store *store)
{
    restoring it = { .hall = hall };
    arb_store_err err = arb_store_games(store, 0, false, SIZE_MAX, restore_table, &it);

    hall->signed_off = !err && last_sign(&hall->sign, hall, store);
    hall->last_sequence = hall->house.listed = arb_store_last(store);
    hall->house.listed_games = hall->table_count;
    if (!err && it.err)
        err = ARB_STORE_NOMEM;
    for (size_t i = 0; i < hall->table_count && !err; i++) {
        arb_table *t = hall->tables[i];
        err = t ? arb_table_introduce(t, store) : ARB_STORE_OK;
        if (err != ARB_STORE_CORRUPT)
            continue;
        arb_table_set_aside(t); /* a game that is damaged does not close the hall */
        arb_hall_settle(t);
        err = ARB_STORE_OK;
    }
    return err;
}

/* Is all there that the former server made durable? Whoever accepts that it is not has it in the
 * log.
 */
static arb_store_err look_for_loss(arb_store_loss *out, arb_hall *hall, arb_store *store)
{
    uint64_t counted = 0;
    arb_store_mark mark;
    arb_store_err err = arb_store_counted(&counted, store);

    if (!err && !hall->house.shared && counted != arb_store_last(store))
        arb_hall_log(hall, "error", "events are missing or too many; see arbitro store check",
                     "{sI sI}", "counted", (json_int_t)counted, "found",
                     (json_int_t)arb_store_last(store));
    if (!err && !hall->house.shared && arb_beat_mark_read(&mark, hall->config.database))
        err = arb_store_mark_check(out, store, &mark);
    if (err != ARB_STORE_LOSS || !hall->config.accept_loss)
        return err;
    arb_hall_log(hall, "error", "events are lost, and this was accepted", "{sI sI}", "events",
                 (json_int_t)out->events, "last_ms", (json_int_t)out->last_wall_ms);
    return ARB_STORE_OK;
}

arb_store_err arb_hall_restore(arb_store_loss *loss, arb_hall *hall, arb_store *store)
{
    restoring it = { .hall = hall };
    arb_store_err err = look_for_loss(loss, hall, store);

    if (!err)
        err = restore_secret(hall, store);
    if (!err && add_desk(hall) != ARB_OK)
        err = ARB_STORE_NOMEM;
    if (!err)
        err = arb_store_tokens(store, 0, restore_key, &it);
    if (it.damaged > 0)
        arb_hall_log(hall, "error", "damaged links; see arbitro store check", "{sI}", "links",
                     it.damaged);
    if (!err && it.err)
        err = ARB_STORE_NOMEM;
    if (!err)
        err = restore_games(hall, store);
    if (!err)
        err = arb_stall_restore(hall, store);
    if (!err)
        err = arb_rounds_restore(hall, store);
    if (!err)
        err = arb_shared_restore(hall, store);
    if (!err) {
        const arb_store_mark mark = arb_store_mark_get(store);
        if (hall->house.shared) /* the database is no file that another could stand beside */
            arb_beat_boot(hall->beat.boot);
        else
            arb_beat_open(&hall->beat, hall->config.database);
        arb_beat_durable(&hall->beat, &mark);
    }
    return err;
}

void arb_hall_revive(arb_hall *hall)
{
    for (size_t i = 0; i < hall->table_count; i++) {
        arb_table *t = hall->tables[i];
        if (t && t->unsure)
            arb_table_wake(t, 0);
        else if (t && t->game)
            arb_table_attend(t);
    }
    if (!hall->settling)
        arb_hall_introduce_next(hall);
}

void arb_hall_introduce_next(arb_hall *hall)
{
    while (hall->introduced < hall->table_count && !hall->stopping) {
        arb_table *t = hall->tables[hall->introduced++];
        if (!t || t->known || t->damaged || t->is_loading)
            continue;
        arb_table_wake(t, 0);
        return;
    }
}

void arb_hall_settle(arb_table *t)
{
    arb_hall *hall = t->hall;
    const bool was = t->unsure || t->unsettled;

    if (t->unsure && (t->game || t->damaged)) {
        t->unsure = false;
        if (t->game)
            find_time(t);
    }
    t->unsettled = t->unsure || t->halted;
    if (was && !t->unsettled)
        hall->unsettled--;
    if (t->unsure && !t->is_loading && !hall->stopping) /* the store did not answer: once more */
        arb_loop_set(hall->loop, &t->timer, arb_boottime_ms() + RETRY_MS);
}

void arb_hall_end_settling(arb_hall *hall)
{
    const bool is_idle = hall->settling && !arb_committer_busy(hall->committer) &&
                         !arb_house_reads(hall) && !arb_judges_busy(hall->judges) &&
                         !arb_judges_busy(hall->clerks);

    if (hall->settling && (hall->unsettled == 0 || is_idle))
        arb_loop_stop(hall->loop);
}
