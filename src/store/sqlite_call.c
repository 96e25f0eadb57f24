/* SPDX-License-Identifier: MIT */
/*
 * Prepared statements and what SQLite answers. A call remembers the first thing that went wrong and
 * does nothing from then on, so that only its end has to be asked.
 */
#include <errno.h>

#include "store/sqlite_internal.h"
#include "store/store_internal.h"

static const char *const sql[ARB_SQLITE_STATEMENT_COUNT] = {
#define STATEMENT(id, text) [ARB_SQLITE_##id] = text,
#include "store/sqlite_statements.def"
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

arb_sqlite_call arb_sqlite_start(arb_sqlite *db, arb_sqlite_statement statement)
{
    sqlite3_stmt **kept = &db->statement[statement];
    arb_sqlite_call call = { .db = db };

    if (!*kept)
        call.result =
            sqlite3_prepare_v3(db->db, sql[statement], -1, SQLITE_PREPARE_PERSISTENT, kept, NULL);
    call.statement = *kept;
    return call;
}

void arb_sqlite_int(arb_sqlite_call *call, int64_t value)
{
    if (call->result == SQLITE_OK)
        call->result = sqlite3_bind_int64(call->statement, ++call->bound, value);
}

void arb_sqlite_count(arb_sqlite_call *call, uint64_t value)
{
    arb_sqlite_int(call, value > INT64_MAX ? INT64_MAX : (int64_t)value);
}

/* No bytes are an empty text, not NULL. */
static const char *not_null(arb_store_bytes value)
{
    return value.size > 0 ? value.text : "";
}

void arb_sqlite_text(arb_sqlite_call *call, arb_store_bytes value)
{
    if (call->result == SQLITE_OK)
        call->result = sqlite3_bind_text64(call->statement, ++call->bound, not_null(value),
                                           value.size, SQLITE_STATIC, SQLITE_UTF8);
}

void arb_sqlite_blob(arb_sqlite_call *call, arb_store_bytes value)
{
    if (call->result == SQLITE_OK)
        call->result = sqlite3_bind_blob64(call->statement, ++call->bound, not_null(value),
                                           value.size, SQLITE_STATIC);
}

void arb_sqlite_null(arb_sqlite_call *call)
{
    if (call->result == SQLITE_OK)
        call->result = sqlite3_bind_null(call->statement, ++call->bound);
}

bool arb_sqlite_row(arb_sqlite_call *call)
{
    if (call->result == SQLITE_OK || call->result == SQLITE_ROW)
        call->result = sqlite3_step(call->statement);
    call->found = call->found || call->result == SQLITE_ROW;
    return call->result == SQLITE_ROW;
}

int64_t arb_sqlite_get_int(arb_sqlite_call *call, int column)
{
    return arb_sqlite_get_within(call, column, INT64_MIN, INT64_MAX);
}

int64_t arb_sqlite_get_within(arb_sqlite_call *call, int column, int64_t least, int64_t most)
{
    const int64_t value = sqlite3_column_int64(call->statement, column);

    if (sqlite3_column_type(call->statement, column) == SQLITE_INTEGER && value >= least &&
        value <= most)
        return value;
    call->damaged = true;
    return least > 0 ? least : 0;
}

uint64_t arb_sqlite_get_id(arb_sqlite_call *call, int column)
{
    return (uint64_t)arb_sqlite_get_within(call, column, 1, INT64_MAX);
}

arb_store_bytes arb_sqlite_get_bytes(arb_sqlite_call *call, int column, size_t max)
{
    static const arb_store_bytes none = { "", 0 };
    const int type = sqlite3_column_type(call->statement, column);
    const char *text = sqlite3_column_blob(call->statement, column); /* NULL when it is empty */
    const size_t size = (size_t)sqlite3_column_bytes(call->statement, column);

    if ((type != SQLITE_BLOB && type != SQLITE_TEXT) || size > max || (!text && size > 0)) {
        call->damaged = true;
        return none;
    }
    return text ? (arb_store_bytes){ text, size } : none;
}

arb_store_bytes arb_sqlite_get_maybe(arb_sqlite_call *call, int column, size_t max)
{
    if (sqlite3_column_type(call->statement, column) == SQLITE_NULL)
        return (arb_store_bytes){ "", 0 };
    return arb_sqlite_get_bytes(call, column, max);
}

static arb_store_bytes get_plain(arb_sqlite_call *call, int column, size_t max, bool lines)
{
    const arb_store_bytes text = arb_sqlite_get_bytes(call, column, max);

    if (arb_store_plain(text, max, lines) == ARB_STORE_OK)
        return text;
    call->damaged = true;
    return (arb_store_bytes){ "", 0 };
}

arb_store_bytes arb_sqlite_get_line(arb_sqlite_call *call, int column, size_t max)
{
    return get_plain(call, column, max, false);
}

arb_store_bytes arb_sqlite_get_lines(arb_sqlite_call *call, int column, size_t max)
{
    return get_plain(call, column, max, true);
}

arb_store_err arb_sqlite_end(arb_sqlite_call *call)
{
    arb_store_err err = arb_sqlite_err(call->db->db, call->result);

    if (!err && call->damaged)
        err = ARB_STORE_CORRUPT;
    if (call->statement) {
        (void)sqlite3_reset(call->statement); /* says again what the step said */
        (void)sqlite3_clear_bindings(call->statement);
    }
    return err;
}

arb_store_err arb_sqlite_end_found(arb_sqlite_call *call)
{
    const arb_store_err err = arb_sqlite_end(call);

    return err || call->found ? err : ARB_STORE_UNKNOWN;
}

arb_store_err arb_sqlite_finish(arb_sqlite_call *call)
{
    while (arb_sqlite_row(call))
        continue;
    return arb_sqlite_end(call);
}
