/* SPDX-License-Identifier: MIT */
/*
 * What others have written: a notice with every batch, "SEQUENCE GAME GAME ...", on one channel for
 * all; behind a semicolon the games whose links have changed. A game with the number 0 stands for
 * any. Notices are sent only by those who share the
 * database, and only when the batch is committed.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/pg_internal.h"

enum { NOTICE_MAX = 7000 }; /* the server takes 8,000 bytes */

arb_store_bytes arb_pg_notice(arb_pg *self)
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

int arb_pg_listen(void *opaque)
{
    arb_pg *self = opaque;

    self->listens = true;
    if (self->conn && arb_pg_exec(self, "LISTEN arbitro") != ARB_STORE_OK)
        arb_pg_disconnect(self);
    return self->conn ? PQsocket(self->conn) : -1;
}

/* Tells one notice; false: that is enough. */
static bool tell(const char *text, arb_store_heard_fn *fn, void *user)
{
    char *at = NULL;
    const uint64_t sequence = strtoull(text, &at, 10);
    bool more = true;

    while (more && *at == ' ')
        more = fn(user, strtoull(at, &at, 10), sequence);
    at += *at == ';';
    while (more && *at == ' ')
        more = fn(user, strtoull(at, &at, 10), 0);
    return more;
}

arb_store_err arb_pg_heard(void *opaque, arb_store_heard_fn *fn, void *user)
{
    arb_pg *self = opaque;
    bool more = true;
    arb_store_err err = ARB_STORE_OK;

    arb_pg_heed(self);
    if (self->conn && !PQconsumeInput(self->conn))
        arb_pg_disconnect(self);
    if (!self->conn) {
        err = arb_pg_reconnect(self);
        if (!err && arb_pg_listen(self) < 0)
            err = ARB_STORE_AWAY;
        if (!err)
            err = arb_sql_numbers_read(&self->sql);
        if (!err)
            more = fn(user, 0, (uint64_t)self->sql.durable.sequence) && fn(user, 0, 0);
    }
    for (PGnotify *notice; !err && more && (notice = PQnotifies(self->conn)); PQfreemem(notice)) {
        const int64_t sequence = strtoll(notice->extra, NULL, 10);
        if (sequence > self->sql.durable.sequence)
            self->sql.durable.sequence = sequence;
        more = tell(notice->extra, fn, user);
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
