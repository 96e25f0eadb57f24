/* SPDX-License-Identifier: MIT */
/* Halls and their leases in SQL; see lease.h. */
#include "store/sql.h"

/* ---- halls ---- */

arb_store_err arb_sql_hall_join(uint64_t *out, void *opaque, arb_store_bytes name, int64_t ms)
{
    arb_sql *self = opaque;
    arb_store_err err = arb_sql_run(self, ARB_SQL_HALLS_SWEEP);

    if (err)
        return err;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_HALL_NEW);
    arb_sql_text(&call, name);
    arb_sql_int(&call, ms);
    if (arb_sql_row(&call))
        *out = arb_sql_get_id(&call, 0);
    err = arb_sql_finish(&call);
    if (!err)
        self->hall = *out;
    return err;
}

arb_store_err arb_sql_hall_renew(void *opaque, int64_t ms)
{
    arb_sql *self = opaque;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_HALL_RENEW);

    arb_sql_count(&call, self->hall);
    arb_sql_int(&call, ms);
    const arb_store_err err = arb_sql_finish_found(&call);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_FENCED : err;
}

arb_store_err arb_sql_hall_leave(void *opaque)
{
    static const arb_sql_statement steps[] = { ARB_SQL_LEASES_LEAVE, ARB_SQL_HALL_LEAVE };
    arb_sql *self = opaque;
    arb_store_err err = self->driver->flush(self); /* what was appended before is still ours */

    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && !err; i++) {
        arb_sql_call call = arb_sql_start(self, steps[i]);
        arb_sql_count(&call, self->hall);
        err = arb_sql_finish(&call);
    }
    if (err)
        return err;
    self->hall = 0;
    arb_sql_heads_doubt(self);
    return ARB_STORE_OK;
}

arb_store_err arb_sql_halls(void *opaque, arb_store_hall_fn *fn, void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_HALLS);
    bool more = true;

    while (more && arb_sql_row(&call)) {
        const arb_store_hall hall = { .id = arb_sql_get_id(&call, 0),
                                      .name = arb_sql_get_line(&call, 1, ARB_STORE_NAME_MAX),
                                      .left_ms = arb_sql_get_int(&call, 2) };
        more = !call.damaged && fn(user, &hall);
    }
    return arb_sql_end(&call);
}

/* ---- leases ---- */

/* Is there a row with this number? */
static arb_store_err is_there(arb_sql *self, arb_sql_statement statement, uint64_t id)
{
    arb_sql_call call = arb_sql_start(self, statement);

    arb_sql_count(&call, id);
    (void)arb_sql_row(&call);
    return arb_sql_end_found(&call);
}

/* A head that this batch has changed is as it says; another one may have been somebody else's. */
static void change_hands(arb_sql *self, uint64_t game, uint64_t epoch, uint64_t hall)
{
    arb_sql_head *head = arb_sql_head_kept(self, game);

    if (!head)
        return;
    head->stale = !head->changed;
    head->epoch = epoch;
    head->hall = hall;
}

arb_store_err arb_sql_lease_take(uint64_t *out, void *opaque, uint64_t game)
{
    arb_sql *self = opaque;
    arb_store_err err = self->driver->flush(self);

    if (err)
        return err;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_LEASE_TAKE);
    arb_sql_count(&call, game);
    arb_sql_count(&call, self->hall);
    if (arb_sql_row(&call))
        *out = arb_sql_get_id(&call, 0);
    const bool taken = call.found;
    err = arb_sql_finish(&call);
    if (err)
        return err;
    if (!taken) {
        err = is_there(self, ARB_SQL_GAME_IS, game);
        return err ? err : ARB_STORE_TAKEN;
    }
    change_hands(self, game, *out, self->hall);
    return ARB_STORE_OK;
}

arb_store_err arb_sql_lease_release(void *opaque, uint64_t game, uint64_t epoch)
{
    arb_sql *self = opaque;
    arb_store_err err = self->driver->flush(self);

    if (err)
        return err;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_LEASE_RELEASE);
    arb_sql_count(&call, game);
    arb_sql_count(&call, epoch);
    arb_sql_count(&call, self->hall);
    err = arb_sql_finish_found(&call);
    if (!err)
        change_hands(self, game, epoch, 0);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_FENCED : err;
}

void arb_sql_copying(void *opaque, bool copying)
{
    arb_sql *self = opaque;

    self->copying = copying;
}

/* Nobody has it, and its next epoch is still one that it never had. */
arb_store_err arb_sql_lease_put(void *opaque, const arb_store_lease *lease)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_LEASE_PUT);

    arb_sql_count(&call, lease->game);
    arb_sql_count(&call, lease->epoch);
    return arb_sql_finish(&call);
}

static arb_store_err read_leases(arb_sql_call *call, arb_store_lease_fn *fn, void *user)
{
    bool more = true;

    while (more && arb_sql_row(call)) {
        const arb_store_lease lease = { .game = arb_sql_get_id(call, 0),
                                        .epoch = arb_sql_get_id(call, 1),
                                        .hall = (uint64_t)arb_sql_get_within(call, 2, 0, INT64_MAX),
                                        .left_ms = arb_sql_get_int(call, 3) };
        more = !call->damaged && fn(user, &lease);
    }
    return arb_sql_end(call);
}

arb_store_err arb_sql_leases(void *opaque, uint64_t after, size_t limit, arb_store_lease_fn *fn,
                             void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_LEASES);

    arb_sql_count(&call, after);
    arb_sql_count(&call, limit);
    return read_leases(&call, fn, user);
}

arb_store_err arb_sql_leases_open(void *opaque, uint64_t after, arb_store_lease_fn *fn, void *user)
{
    arb_sql_call call = arb_sql_start(opaque, ARB_SQL_LEASES_OPEN);

    arb_sql_count(&call, after);
    return read_leases(&call, fn, user);
}

/* ---- many at once ---- */

/* They are `hall`'s from now on. */
static arb_store_err change_all(arb_sql_call *call, uint64_t hall, arb_store_taken_fn *fn,
                                void *user)
{
    arb_sql *self = call->db;

    while (arb_sql_row(call)) {
        const uint64_t game = arb_sql_get_id(call, 0), epoch = arb_sql_get_id(call, 1);
        if (call->damaged)
            continue;
        change_hands(self, game, epoch, hall);
        fn(user, game, epoch);
    }
    return arb_sql_end(call);
}

arb_store_err arb_sql_leases_take(void *opaque, arb_store_bytes games, arb_store_taken_fn *fn,
                                  void *user)
{
    arb_sql *self = opaque;
    const arb_store_err err = self->driver->flush(self);

    if (err)
        return err;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_LEASES_TAKE);
    arb_sql_count(&call, self->hall);
    arb_sql_text(&call, games);
    return change_all(&call, self->hall, fn, user);
}

arb_store_err arb_sql_leases_hand(void *opaque, arb_store_bytes games, uint64_t hall,
                                  arb_store_taken_fn *fn, void *user)
{
    arb_sql *self = opaque;
    arb_store_err err = self->driver->flush(self);

    if (!err)
        err = is_there(self, ARB_SQL_HALL_IS, hall);
    if (err)
        return err;
    arb_sql_call call = arb_sql_start(self, ARB_SQL_LEASES_HAND);
    arb_sql_count(&call, self->hall);
    arb_sql_count(&call, hall);
    arb_sql_text(&call, games);
    return change_all(&call, hall, fn, user);
}

uint64_t arb_sql_shared_version(const void *opaque)
{
    const arb_sql *self = opaque;

    return self->shared_version;
}
