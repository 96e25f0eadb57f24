/* SPDX-License-Identifier: MIT */
/*
 * Prepared statements on PostgreSQL; see sql.h. Values and columns are binary. Rows come one by
 * one, so that a long list takes no more memory than a short one.
 */
#define _POSIX_C_SOURCE 200809L

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/pg_internal.h"

static const char *const texts[ARB_SQL_STATEMENT_COUNT] = {
#define STATEMENT(id, text) [ARB_SQL_##id] = text,
#define OWN(id)
#include "store/pg_statements.def"
#include "store/sql_statements.def"
#undef OWN
#undef STATEMENT
};

enum { NOT_SENT, SENT, ENDED }; /* what `result` of a call says here */

enum { TEXT_ROOM = 4096 };

/* The same text with $1 in the place of ?1. */
static void dollars(char out[TEXT_ROOM], const char *text)
{
    assert(strlen(text) < TEXT_ROOM);
    for (; *text; text++, out++)
        *out = *text == '?' ? '$' : *text;
    *out = '\0';
}

static void name_of(char out[16], arb_sql_statement statement)
{
    assert(statement >= 0 && statement < 1000);
    out[0] = 'a';
    out[1] = (char)('0' + statement / 100);
    out[2] = (char)('0' + statement / 10 % 10);
    out[3] = (char)('0' + statement % 10);
    out[4] = '\0';
}

arb_store_err arb_pg_prepare(arb_pg *self, arb_sql_statement statement, int values)
{
    char name[16], text[TEXT_ROOM];
    arb_store_err err = ARB_STORE_OK;

    dollars(text, texts[statement]);
    name_of(name, statement);
    if (!self->conn || !PQsendPrepare(self->conn, name, text, values, self->type) ||
        !arb_pg_send(self))
        err = ARB_STORE_AWAY;
    for (PGresult *result; (result = arb_pg_result(self)); PQclear(result))
        if (!err)
            err = arb_pg_err(self, result);
    if (!self->conn)
        err = ARB_STORE_AWAY;
    self->prepared[statement] = err == ARB_STORE_OK;
    return err;
}

/* ---- one statement ---- */

static arb_pg *self_of(const arb_sql_call *call)
{
    return (arb_pg *)call->db;
}

static void start(arb_sql_call *call)
{
    arb_pg *self = self_of(call);

    arb_pg_heed(self);
    if (self->broken)
        call->err = self->broken;
    else if (!self->conn && self->read_only && !self->sql.live_reader)
        call->err = ARB_STORE_AWAY; /* what was to be seen is gone with the connection */
    else if (!self->conn)
        call->err = self->in_transaction ? ARB_STORE_AWAY : arb_pg_reconnect(self);
    else
        call->err = arb_pg_arrive(self);
}

static void put_number(unsigned char out[8], int64_t number)
{
    for (int i = 0; i < 8; i++)
        out[i] = (unsigned char)((uint64_t)number >> (56 - 8 * i));
}

static void bind(arb_sql_call *call, const arb_sql_value *value)
{
    static const Oid types[] = { [ARB_SQL_NULL] = 0,
                                 [ARB_SQL_INT] = ARB_PG_INT8,
                                 [ARB_SQL_TEXT] = ARB_PG_TEXT,
                                 [ARB_SQL_BLOB] = ARB_PG_BYTEA,
                                 [ARB_SQL_OTHER] = 0 };
    arb_pg *self = self_of(call);
    const int at = call->bound - 1;

    self->type[at] = types[value->type];
    self->format[at] = 1;
    self->value[at] = NULL;
    self->length[at] = 0;
    if (value->type == ARB_SQL_INT) {
        put_number(self->number[at], value->number);
        self->value[at] = (const char *)self->number[at];
        self->length[at] = sizeof self->number[at];
    } else if (value->type != ARB_SQL_NULL) {
        self->value[at] = value->bytes.text;
        self->length[at] = (int)value->bytes.size;
    }
}

static void send_call(arb_sql_call *call)
{
    arb_pg *self = self_of(call);
    char name[16];

    if (!call->err && !self->prepared[call->statement])
        call->err = arb_pg_prepare(self, call->statement, call->bound);
    if (call->err)
        return;
    name_of(name, call->statement);
    if (!PQsendQueryPrepared(self->conn, name, call->bound, self->value, self->length, self->format,
                             1) ||
        !PQsetSingleRowMode(self->conn) || !arb_pg_send(self))
        call->err = ARB_STORE_AWAY;
    call->result = SENT;
}

static bool row(arb_sql_call *call)
{
    arb_pg *self = self_of(call);

    if (call->result == NOT_SENT)
        send_call(call);
    PQclear(call->handle);
    call->handle = NULL;
    if (call->err || call->result != SENT)
        return false;
    call->handle = arb_pg_result(self);
    if (PQresultStatus(call->handle) == PGRES_SINGLE_TUPLE)
        return true;
    call->result = ENDED;
    call->err = arb_pg_err(self, call->handle);
    if (!call->err)
        call->changes = strtoull(PQcmdTuples(call->handle), NULL, 10);
    return false;
}

static int64_t take_number(const unsigned char *bytes, int size)
{
    uint64_t number = size > 0 && bytes[0] >= 0x80 ? UINT64_MAX : 0;

    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return (int64_t)number;
}

static arb_sql_value column(const arb_sql_call *call, int at)
{
    const PGresult *result = call->handle;
    const int size = PQgetlength(result, 0, at);
    const char *bytes = PQgetvalue(result, 0, at);

    if (!bytes || PQgetisnull(result, 0, at))
        return (arb_sql_value){ .type = ARB_SQL_NULL };
    switch (PQftype(result, at)) {
    case ARB_PG_INT2:
    case ARB_PG_INT4:
    case ARB_PG_INT8:
        return (arb_sql_value){ .type = ARB_SQL_INT,
                                .number = take_number((const unsigned char *)bytes, size) };
    case ARB_PG_TEXT:
    case ARB_PG_VARCHAR:
        return (arb_sql_value){ .type = ARB_SQL_TEXT, .bytes = { bytes, (size_t)size } };
    case ARB_PG_BYTEA:
        return (arb_sql_value){ .type = ARB_SQL_BLOB, .bytes = { bytes, (size_t)size } };
    default:
        return (arb_sql_value){ .type = ARB_SQL_OTHER };
    }
}

/* An error in a transaction is the end of the transaction. */
static void end(arb_sql_call *call)
{
    arb_pg *self = self_of(call);

    PQclear(call->handle);
    call->handle = NULL;
    if (call->result != NOT_SENT)
        for (PGresult *rest; (rest = arb_pg_result(self)); PQclear(rest))
            if (!call->err)
                call->err = arb_pg_err(self, rest);
    if (call->result != NOT_SENT && !self->conn && !call->err)
        call->err = ARB_STORE_AWAY;
    if (call->err && self->in_transaction && !self->broken)
        self->broken = call->err;
}

/* ---- several in one go ---- */

arb_store_err arb_pg_queue(arb_sql_call *call)
{
    arb_pg *self = self_of(call);
    char name[16];

    name_of(name, call->statement);
    if (!self->conn ||
        (PQpipelineStatus(self->conn) == PQ_PIPELINE_OFF && !PQenterPipelineMode(self->conn)) ||
        !PQsendQueryPrepared(self->conn, name, call->bound, self->value, self->length, self->format,
                             1))
        return ARB_STORE_AWAY;
    return ARB_STORE_OK;
}

arb_store_err arb_pg_gather(arb_pg *self, unsigned count, PGresult **last)
{
    arb_store_err err = ARB_STORE_OK;

    *last = NULL;
    self->code[0] = '\0';
    if (!self->conn || !PQpipelineSync(self->conn) || !arb_pg_send(self))
        return ARB_STORE_AWAY;
    for (unsigned i = 0; i < count && self->conn; i++) {
        for (PGresult *result; (result = arb_pg_result(self));) {
            PQclear(*last);
            *last = result;
            if (err)
                continue;
            err = arb_pg_err(self, result);
            const char *code = err ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
            (void)snprintf(self->code, sizeof self->code, "%s", code ? code : "");
        }
    }
    PGresult *sync = arb_pg_result(self);
    const bool synced = PQresultStatus(sync) == PGRES_PIPELINE_SYNC;
    PQclear(sync);
    if (!self->conn || !synced || !PQexitPipelineMode(self->conn)) {
        arb_pg_disconnect(self);
        return ARB_STORE_AWAY;
    }
    return err;
}

const arb_sql_driver arb_pg_driver = { .start = start,
                                       .bind = bind,
                                       .row = row,
                                       .column = column,
                                       .end = end,
                                       .insert = arb_pg_insert,
                                       .flush = arb_pg_flush };
