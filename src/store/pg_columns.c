/* SPDX-License-Identifier: MIT */
/*
 * Columns of many rows as arrays of PostgreSQL, in its binary form: a header with the type and the
 * number of the elements, then each with its length; -1 for NULL. All numbers are big-endian.
 */
#include <string.h>

#include "store/pg_internal.h"

enum { HEADER_SIZE = 20, COLUMN_MAX = 1 << 29 };

static uint32_t take_32(const unsigned char from[4])
{
    uint32_t value = 0;

    for (int i = 0; i < 4; i++)
        value = value << 8 | from[i];
    return value;
}

static void put_32(unsigned char out[4], uint32_t value)
{
    for (int i = 0; i < 4; i++)
        out[i] = (unsigned char)(value >> (24 - 8 * i));
}

void arb_pg_column_init(arb_pg_column *column, const arb_mem *mem, unsigned oid)
{
    *column = (arb_pg_column){ .oid = oid };
    arb_buf_init(&column->bytes, mem, COLUMN_MAX);
}

void arb_pg_column_begin(arb_pg_column *column)
{
    arb_buf_cut(&column->bytes, 0);
    column->nulls = column->values = false;
}

/* Room for the header, which is filled in when the number is known. */
static arb_err begin(arb_pg_column *column)
{
    static const unsigned char header[HEADER_SIZE] = { 0 };

    return arb_buf_size(&column->bytes) == 0 ? arb_buf_add(&column->bytes, header, sizeof header)
                                             : ARB_OK;
}

arb_err arb_pg_column_bytes(arb_pg_column *column, arb_store_bytes value)
{
    unsigned char size[4];
    arb_err err = begin(column);

    column->values = true;
    put_32(size, (uint32_t)value.size);
    if (!err)
        err = arb_buf_add(&column->bytes, size, sizeof size);
    return err || value.size == 0 ? err : arb_buf_add(&column->bytes, value.text, value.size);
}

arb_err arb_pg_column_int(arb_pg_column *column, int64_t value)
{
    unsigned char bytes[8];

    put_32(bytes, (uint32_t)((uint64_t)value >> 32));
    put_32(bytes + 4, (uint32_t)value);
    return arb_pg_column_bytes(column, (arb_store_bytes){ (const char *)bytes, sizeof bytes });
}

arb_err arb_pg_column_null(arb_pg_column *column)
{
    static const unsigned char none[4] = { 0xff, 0xff, 0xff, 0xff };
    const arb_err err = begin(column);

    column->nulls = true;
    return err ? err : arb_buf_add(&column->bytes, none, sizeof none);
}

static Oid array_of(unsigned oid)
{
    return oid == ARB_PG_INT8 ? ARB_PG_INT8S : oid == ARB_PG_BYTEA ? ARB_PG_BYTEAS : ARB_PG_TEXTS;
}

void arb_pg_bind_column(arb_sql_call *call, arb_pg_column *column, uint32_t count)
{
    arb_pg *self = (arb_pg *)call->db;
    unsigned char *header = (unsigned char *)arb_buf_text(&column->bytes);
    const int at = call->bound++;

    self->type[at] = array_of(column->oid);
    self->format[at] = 1;
    self->value[at] = NULL;
    self->length[at] = 0;
    if (!column->values) /* as good as an array of NULLs beside others that have values */
        return;
    put_32(header, 1); /* dimensions */
    put_32(header + 4, column->nulls);
    put_32(header + 8, column->oid);
    put_32(header + 12, count);
    put_32(header + 16, 1); /* the first index */
    self->value[at] = (const char *)header;
    self->length[at] = (int)arb_buf_size(&column->bytes);
}

void arb_pg_bind_element(arb_sql_call *call, const arb_pg_column *column, size_t *place)
{
    arb_pg *self = (arb_pg *)call->db;
    const size_t begin = *place > 0 ? *place : HEADER_SIZE;
    const unsigned char *bytes = (const unsigned char *)arb_buf_text(&column->bytes) + begin;
    const uint32_t size = take_32(bytes);
    const bool null = size == UINT32_MAX;
    const int at = call->bound++;

    self->value[at] = null ? NULL : (const char *)bytes + 4;
    self->length[at] = null ? 0 : (int)size;
    self->format[at] = 1;
    self->type[at] = column->oid;
    *place = begin + 4 + (null ? 0 : size);
}
