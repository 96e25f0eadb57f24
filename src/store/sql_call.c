/* SPDX-License-Identifier: MIT */
/*
 * Statements and their rows, whichever database answers. A call remembers the first thing that went
 * wrong and does nothing from then on, so that only its end has to be asked.
 */
#include "store/sql.h"
#include "store/store_internal.h"

arb_sql_call arb_sql_start(arb_sql *db, arb_sql_statement statement)
{
    arb_sql_call call = { .db = db, .statement = statement };

    db->driver->start(&call);
    return call;
}

static void bind(arb_sql_call *call, arb_sql_value value)
{
    if (value.bytes.size == 0) /* no bytes are an empty text, not NULL */
        value.bytes.text = "";
    call->bound++;
    call->db->driver->bind(call, &value);
}

void arb_sql_int(arb_sql_call *call, int64_t value)
{
    bind(call, (arb_sql_value){ .type = ARB_SQL_INT, .number = value });
}

void arb_sql_count(arb_sql_call *call, uint64_t value)
{
    arb_sql_int(call, value > INT64_MAX ? INT64_MAX : (int64_t)value);
}

void arb_sql_text(arb_sql_call *call, arb_store_bytes value)
{
    bind(call, (arb_sql_value){ .type = ARB_SQL_TEXT, .bytes = value });
}

void arb_sql_blob(arb_sql_call *call, arb_store_bytes value)
{
    bind(call, (arb_sql_value){ .type = ARB_SQL_BLOB, .bytes = value });
}

void arb_sql_null(arb_sql_call *call)
{
    bind(call, (arb_sql_value){ .type = ARB_SQL_NULL });
}

bool arb_sql_row(arb_sql_call *call)
{
    const bool found = call->db->driver->row(call);

    call->found = call->found || found;
    return found;
}

int64_t arb_sql_get_int(arb_sql_call *call, int column)
{
    return arb_sql_get_within(call, column, INT64_MIN, INT64_MAX);
}

int64_t arb_sql_get_within(arb_sql_call *call, int column, int64_t least, int64_t most)
{
    const arb_sql_value value = call->db->driver->column(call, column);

    if (value.type == ARB_SQL_INT && value.number >= least && value.number <= most)
        return value.number;
    call->damaged = true;
    return least > 0 ? least : 0;
}

uint64_t arb_sql_get_id(arb_sql_call *call, int column)
{
    return (uint64_t)arb_sql_get_within(call, column, 1, INT64_MAX);
}

static arb_store_bytes bytes_of(arb_sql_call *call, arb_sql_value value, size_t max)
{
    static const arb_store_bytes none = { "", 0 };

    if ((value.type != ARB_SQL_BLOB && value.type != ARB_SQL_TEXT) || value.bytes.size > max ||
        (!value.bytes.text && value.bytes.size > 0)) {
        call->damaged = true;
        return none;
    }
    return value.bytes.text ? value.bytes : none;
}

arb_store_bytes arb_sql_get_bytes(arb_sql_call *call, int column, size_t max)
{
    return bytes_of(call, call->db->driver->column(call, column), max);
}

arb_store_bytes arb_sql_get_maybe(arb_sql_call *call, int column, size_t max)
{
    const arb_sql_value value = call->db->driver->column(call, column);

    return value.type == ARB_SQL_NULL ? (arb_store_bytes){ "", 0 } : bytes_of(call, value, max);
}

static arb_store_bytes get_plain(arb_sql_call *call, int column, size_t max, bool lines)
{
    const arb_store_bytes text = arb_sql_get_bytes(call, column, max);

    if (arb_store_plain(text, max, lines) == ARB_STORE_OK)
        return text;
    call->damaged = true;
    return (arb_store_bytes){ "", 0 };
}

arb_store_bytes arb_sql_get_line(arb_sql_call *call, int column, size_t max)
{
    return get_plain(call, column, max, false);
}

arb_store_bytes arb_sql_get_lines(arb_sql_call *call, int column, size_t max)
{
    return get_plain(call, column, max, true);
}

arb_store_err arb_sql_end(arb_sql_call *call)
{
    call->db->driver->end(call);
    return !call->err && call->damaged ? ARB_STORE_CORRUPT : call->err;
}

arb_store_err arb_sql_end_found(arb_sql_call *call)
{
    const arb_store_err err = arb_sql_end(call);

    return err || call->found ? err : ARB_STORE_UNKNOWN;
}

arb_store_err arb_sql_finish(arb_sql_call *call)
{
    while (arb_sql_row(call))
        continue;
    return arb_sql_end(call);
}

arb_store_err arb_sql_finish_found(arb_sql_call *call)
{
    const arb_store_err err = arb_sql_finish(call);

    return err || call->changes > 0 ? err : ARB_STORE_UNKNOWN;
}

arb_store_err arb_sql_run(arb_sql *db, arb_sql_statement statement)
{
    arb_sql_call call = arb_sql_start(db, statement);

    return arb_sql_finish(&call);
}
