/* SPDX-License-Identifier: MIT */
/*
 * What others have written: a notice with every batch (notice.h), on one channel for all. Notices
 * are sent only by those who share the database, and only when the batch is committed.
 *
 * Whoever may connect to a database may send notices in it. So the channel has a name that stands
 * in a table of ours, where others do not read it; and what comes is read as from anybody.
 *
 * A notice waits in a queue of the whole server for everybody who listens in any database: whoever
 * listens and sleeps can fill it, and then no batch with a notice is committed. It is committed
 * without one, then, and counted; whoever listens looks at that number now and again.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/notice.h"
#include "store/pg_internal.h"

enum { NOTICE_MAX = 7000 }; /* the server takes 8,000 bytes */

/* How often is looked for what could not be told; and how long nothing is told after that. */
enum { LOOK_MS = 1000, MUTE_MS = 10000 };

static int64_t now_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- telling */

static arb_store_bytes write_notice(arb_pg *self)
{
    const size_t events = arb_buf_size(&self->notice), links = arb_buf_size(&self->links);
    const bool all = events + links > NOTICE_MAX;
    const int size = snprintf(self->notice_text, sizeof self->notice_text, "%lld%.*s%s%.*s",
                              (long long)self->sql.given.sequence, all ? 2 : (int)events,
                              all ? " 0" : arb_buf_text(&self->notice), links > 0 ? ";" : "",
                              links == 0 ? 0
                              : all      ? 2
                                         : (int)links,
                              links == 0 ? ""
                              : all      ? " 0"
                                         : arb_buf_text(&self->links));

    return (arb_store_bytes){ self->notice_text, (size_t)size };
}

static bool is_to_be_told(const arb_pg *self)
{
    return (!self->alone || self->sql.hall == 0) &&
           arb_buf_size(&self->notice) + arb_buf_size(&self->links) > 0;
}

arb_store_err arb_pg_notice_queue(unsigned *count, arb_pg *self)
{
    const bool mute = now_ms() < self->mute_ms;
    arb_sql_call call = { .db = &self->sql, .statement = mute ? ARB_SQL_UNHEARD : ARB_SQL_NOTIFY };

    if (!is_to_be_told(self))
        return ARB_STORE_OK;
    if (!mute) {
        arb_sql_text(&call, write_notice(self));
        arb_sql_int(&call, self->channel);
    }
    ++*count;
    return arb_pg_queue(&call);
}

void arb_pg_notice_learn(arb_pg *self)
{
    if (strcmp(self->code, "54000") == 0)
        self->mute_ms = now_ms() + MUTE_MS;
}

/* ---- listening */

/* What could not be told before is told to whoever listens by what he does when he begins. */
static arb_store_err listen(arb_pg *self)
{
    char text[64];
    int64_t channel = 0;
    bool found = false;
    arb_store_err err = arb_pg_ask(&channel, &found, self, "SELECT channel FROM turn");

    if (!err && (!found || channel == 0))
        err = ARB_STORE_CORRUPT;
    (void)snprintf(text, sizeof text, "LISTEN arbitro_%lld", (long long)channel);
    if (!err)
        err = arb_pg_exec(self, text);
    if (!err)
        err = arb_pg_ask(&self->unheard, &found, self, "SELECT unheard FROM turn");
    self->look_ms = now_ms() + LOOK_MS;
    return err;
}

/* Once for a connection: what is said to the server may bring a notice with it, for which nobody
 * would look before the next one. */
int arb_pg_listen(void *opaque)
{
    arb_pg *self = opaque;

    if (self->conn && !self->listens) {
        self->listens = listen(self) == ARB_STORE_OK;
        if (!self->listens)
            arb_pg_disconnect(self);
    }
    return self->conn ? PQsocket(self->conn) : -1;
}

/* Any game may have got events or links. */
static bool tell_any(arb_pg *self, arb_store_heard_fn *fn, void *user)
{
    const int64_t last = self->sql.durable.sequence;

    return fn(user, 0, last > 0 ? (uint64_t)last : 1) && fn(user, 0, 0);
}

/* Batches of which nothing could be told? */
static arb_store_err look_for_unheard(bool *more, arb_pg *self, arb_store_heard_fn *fn, void *user)
{
    int64_t unheard = self->unheard;
    bool found = false;

    if (!self->listens || now_ms() < self->look_ms)
        return ARB_STORE_OK;
    self->look_ms = now_ms() + LOOK_MS;
    const arb_store_err err = arb_pg_ask(&unheard, &found, self, "SELECT unheard FROM turn");
    if (!err && unheard != self->unheard)
        *more = tell_any(self, fn, user);
    self->unheard = unheard;
    return err;
}

static arb_store_err listen_anew(bool *more, arb_pg *self, arb_store_heard_fn *fn, void *user)
{
    arb_store_err err = arb_pg_reconnect(self);

    if (!err && arb_pg_listen(self) < 0)
        err = ARB_STORE_AWAY;
    if (!err)
        err = arb_sql_numbers_read(&self->sql);
    if (!err)
        *more = tell_any(self, fn, user);
    return err;
}

/* Whatever is said to the server is said before it is looked what has come. */
arb_store_err arb_pg_heard(void *opaque, arb_store_heard_fn *fn, void *user)
{
    arb_pg *self = opaque;
    bool more = true;

    arb_pg_heed(self);
    if (self->conn && !PQconsumeInput(self->conn))
        arb_pg_disconnect(self);
    const arb_store_err err =
        self->conn ? look_for_unheard(&more, self, fn, user) : listen_anew(&more, self, fn, user);
    for (PGnotify *notice; !err && more && (notice = PQnotifies(self->conn)); PQfreemem(notice)) {
        const int64_t sequence = (int64_t)arb_store_notice_sequence(notice->extra);
        if (sequence > self->sql.durable.sequence)
            self->sql.durable.sequence = sequence;
        more = arb_store_notice_read(notice->extra, fn, user);
    }
    return err;
}

/* It says so by itself, from PostgreSQL 14 on. */
bool arb_pg_is_standby(const void *opaque)
{
    const arb_pg *self = opaque;
    const char *said = self->conn ? PQparameterStatus(self->conn, "in_hot_standby") : NULL;

    return !said || strcmp(said, "off") != 0;
}
