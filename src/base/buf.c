/* SPDX-License-Identifier: MIT */
/* A growing buffer of bytes; see arbitro/buf.h. */
#include "arbitro/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "arbitro/mem.h"

/* Fewer bytes are not worth an allocation of their own. */
enum { FIRST_ROOM = 64 };

/* The digits of UINT64_MAX and a sign. */
enum { NUMBER_SIZE = 21 };

void arb_buf_init(arb_buf *buf, const arb_mem *mem, size_t limit)
{
    /* One less than any number, because the NUL needs its byte too. */
    *buf = (arb_buf){ .mem = mem, .limit = limit < SIZE_MAX ? limit : SIZE_MAX - 1 };
}

void arb_buf_clear(arb_buf *buf)
{
    arb_mem_free(buf->mem, buf->data, buf->room);
    arb_buf_init(buf, buf->mem, buf->limit);
}

void arb_buf_cut(arb_buf *buf, size_t size)
{
    assert(size <= buf->size);
    buf->size = size;
    if (buf->data)
        buf->data[size] = '\0';
}

size_t arb_buf_size(const arb_buf *buf)
{
    return buf->size;
}

const char *arb_buf_text(const arb_buf *buf)
{
    return buf->data ? buf->data : "";
}

/* Makes room for `more` bytes and the NUL. Doubling keeps the cost of many appends linear. */
static arb_err reserve(arb_buf *buf, size_t more)
{
    if (more > buf->limit - buf->size)
        return ARB_RANGE;

    const size_t need = buf->size + more + 1;
    const size_t most = buf->limit + 1;
    if (need <= buf->room)
        return ARB_OK;

    size_t room = buf->room > most / 2 ? most : buf->room * 2;
    if (room < FIRST_ROOM)
        room = most < FIRST_ROOM ? most : FIRST_ROOM;
    if (room < need)
        room = need;

    char *data = arb_mem_resize(buf->mem, buf->data, buf->room, room);
    if (!data)
        return ARB_NOMEM;
    buf->data = data;
    buf->room = room;
    return ARB_OK;
}

arb_err arb_buf_add(arb_buf *buf, const void *bytes, size_t size)
{
    if (size == 0)
        return ARB_OK;

    const arb_err err = reserve(buf, size);
    if (err)
        return err;
    memcpy(buf->data + buf->size, bytes, size);
    buf->size += size;
    buf->data[buf->size] = '\0';
    return ARB_OK;
}

arb_err arb_buf_add_text(arb_buf *buf, const char *text)
{
    return arb_buf_add(buf, text, strlen(text));
}

arb_err arb_buf_add_char(arb_buf *buf, char c)
{
    return arb_buf_add(buf, &c, 1);
}

static arb_err add_number(arb_buf *buf, uint64_t magnitude, bool negative)
{
    char digits[NUMBER_SIZE];
    size_t first = sizeof digits;

    do {
        digits[--first] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0);
    if (negative)
        digits[--first] = '-';
    return arb_buf_add(buf, digits + first, sizeof digits - first);
}

arb_err arb_buf_add_unsigned(arb_buf *buf, uint64_t number)
{
    return add_number(buf, number, false);
}

arb_err arb_buf_add_signed(arb_buf *buf, int64_t number)
{
    /* Negated as unsigned: the smallest number has no positive counterpart. */
    const uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;

    return add_number(buf, magnitude, number < 0);
}

arb_err arb_buf_add_format(arb_buf *buf, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return ARB_RANGE;
    if (length == 0)
        return ARB_OK;

    const arb_err err = reserve(buf, (size_t)length);
    if (err)
        return err;
    va_start(arguments, format);
    const int written = vsnprintf(buf->data + buf->size, (size_t)length + 1, format, arguments);
    va_end(arguments);
    if (written != length) {
        buf->data[buf->size] = '\0';
        return ARB_RANGE;
    }
    buf->size += (size_t)length;
    return ARB_OK;
}
