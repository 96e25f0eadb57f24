/* SPDX-License-Identifier: MIT */
/* Prepared statements and what SQLite answers; see sql.h. */
#include <errno.h>

#include "store/sqlite_internal.h"

static const char *const texts[ARB_SQL_STATEMENT_COUNT] = {
#define STATEMENT(id, text) [ARB_SQL_##id] = text,
#define OWN(id)
#include "store/sql_statements.def"
#include "store/sqlite_statements.def"
#undef OWN
#undef STATEMENT
};

/* Why the system failed last. A failed commit leaves this with the log, not with the connection. */
static int system_err(sqlite3 *db)
{
    sqlite3_file *log = NULL;
    int of_log = 0, of_file = 0;

    if (sqlite3_file_control(db, NULL, SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK && log &&
        log->pMethods)
        (void)log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &of_log);
    if (of_log != 0)
        return of_log;
    (void)sqlite3_file_control(db, NULL, SQLITE_FCNTL_LAST_ERRNO, &of_file);
    return of_file != 0 ? of_file : sqlite3_system_errno(db);
}

/* A failed read or write; the system may know more of it. */
static arb_store_err err_of_io(sqlite3 *db, int result)
{
    if (result == SQLITE_IOERR_NOMEM)
        return ARB_STORE_NOMEM;
    if (result == SQLITE_IOERR_CORRUPTFS || result == SQLITE_IOERR_SHORT_READ)
        return ARB_STORE_CORRUPT;
    switch (system_err(db)) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return ARB_STORE_FULL;
    case EROFS:
    case EACCES:
        return ARB_STORE_READ_ONLY;
    default:
        return ARB_STORE_IO;
    }
}

arb_store_err arb_sqlite_err(sqlite3 *db, int result)
{
    switch (result & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return ARB_STORE_OK;
    case SQLITE_NOMEM:
        return ARB_STORE_NOMEM;
    case SQLITE_FULL:
        return ARB_STORE_FULL;
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return ARB_STORE_READ_ONLY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ARB_STORE_LOCKED;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:      /* a table is not as it must be */
    case SQLITE_CONSTRAINT: /* what may be taken already is asked for beforehand */
    case SQLITE_TOOBIG:     /* what goes in was measured, so a row is longer than it can be */
        return ARB_STORE_CORRUPT;
    case SQLITE_CANTOPEN: { /* the log beside the file, since the file is open */
        const arb_store_err err = err_of_io(db, result);
        return err == ARB_STORE_IO ? ARB_STORE_CANNOT_OPEN : err;
    }
    default:
        return err_of_io(db, result);
    }
}

/* ---- the driver ---- */

static arb_sqlite *self_of(const arb_sql_call *call)
{
    return (arb_sqlite *)call->db;
}

static void start(arb_sql_call *call)
{
    arb_sqlite *self = self_of(call);
    sqlite3_stmt **kept = &self->statement[call->statement];

    if (!*kept)
        call->result = sqlite3_prepare_v3(self->db, texts[call->statement], -1,
                                          SQLITE_PREPARE_PERSISTENT, kept, NULL);
    call->handle = *kept;
}

static void bind(arb_sql_call *call, const arb_sql_value *value)
{
    sqlite3_stmt *statement = call->handle;
    const int at = call->bound;

    if (call->result != SQLITE_OK)
        return;
    switch (value->type) {
    case ARB_SQL_OTHER:
    case ARB_SQL_NULL:
        call->result = sqlite3_bind_null(statement, at);
        break;
    case ARB_SQL_INT:
        call->result = sqlite3_bind_int64(statement, at, value->number);
        break;
    case ARB_SQL_TEXT:
        call->result = sqlite3_bind_text64(statement, at, value->bytes.text, value->bytes.size,
                                           SQLITE_STATIC, SQLITE_UTF8);
        break;
    case ARB_SQL_BLOB:
        call->result =
            sqlite3_bind_blob64(statement, at, value->bytes.text, value->bytes.size, SQLITE_STATIC);
        break;
    }
}

static bool row(arb_sql_call *call)
{
    if (call->result == SQLITE_OK || call->result == SQLITE_ROW)
        call->result = sqlite3_step(call->handle);
    return call->result == SQLITE_ROW;
}

static arb_sql_value column(const arb_sql_call *call, int at)
{
    sqlite3_stmt *statement = call->handle;
    arb_sql_value value = { .type = ARB_SQL_NULL };

    switch (sqlite3_column_type(statement, at)) {
    case SQLITE_INTEGER:
        value.type = ARB_SQL_INT;
        value.number = sqlite3_column_int64(statement, at);
        break;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        value.type =
            sqlite3_column_type(statement, at) == SQLITE_TEXT ? ARB_SQL_TEXT : ARB_SQL_BLOB;
        value.bytes.text = sqlite3_column_blob(statement, at); /* NULL when it is empty */
        value.bytes.size = (size_t)sqlite3_column_bytes(statement, at);
        break;
    case SQLITE_NULL:
        break;
    default:
        value.type = ARB_SQL_OTHER;
    }
    return value;
}

static void end(arb_sql_call *call)
{
    arb_sqlite *self = self_of(call);

    call->err = arb_sqlite_err(self->db, call->result);
    call->changes = (uint64_t)sqlite3_changes(self->db);
    if (call->handle) {
        (void)sqlite3_reset(call->handle); /* says again what the step said */
        (void)sqlite3_clear_bindings(call->handle);
    }
}

/* ---- what is written at once ---- */

static arb_store_err insert(bool *written, arb_sql *db, arb_sql_head *head,
                            const arb_store_event *event, const arb_store_hash *chain, bool sure)
{
    arb_sql_call call = arb_sql_start(db, ARB_SQL_APPEND);

    (void)head, (void)sure;
    arb_sql_count(&call, event->sequence);
    arb_sql_count(&call, event->game);
    arb_sql_int(&call, event->number);
    if (event->client.size > 0)
        arb_sql_blob(&call, event->client);
    else
        arb_sql_null(&call);
    arb_sql_text(&call, event->actor);
    arb_sql_int(&call, event->refused);
    arb_sql_text(&call, event->text);
    arb_sql_text(&call, event->meta);
    arb_sql_int(&call, event->stamp.monotonic_ms);
    arb_sql_int(&call, event->stamp.wall_ms);
    arb_sql_text(&call, event->verdict);
    if (event->erased.size > 0)
        arb_sql_blob(&call, event->erased);
    else
        arb_sql_null(&call);
    arb_sql_blob(&call, arb_store_chain_bytes(chain));
    arb_sql_count(&call, event->epoch);
    const arb_store_err err = arb_sql_finish(&call);
    *written = !err && call.changes > 0;
    return err;
}

static arb_store_err nothing_waits(arb_sql *db)
{
    (void)db;
    return ARB_STORE_OK;
}

const arb_sql_driver arb_sqlite_driver = { .start = start,
                                           .bind = bind,
                                           .row = row,
                                           .column = column,
                                           .end = end,
                                           .insert = insert,
                                           .flush = nothing_waits };
