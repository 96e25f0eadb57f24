/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BUF_H
#define ARBITRO_BUF_H
/**
 * @file buf.h
 * A growing buffer of bytes, for texts whose length nobody knows beforehand.
 *
 * The structure is the caller's; arb_buf_init() prepares it without allocating, and
 * arb_buf_clear() gives back what it came to hold. The bytes belong to the buffer. A copy made
 * with `=` is a second name for the same bytes, not a second buffer: only one of them may be
 * used further.
 *
 * Each buffer has a limit, so that no input can make it eat all memory. Appending answers
 * ARB_RANGE when the limit would be passed and ARB_NOMEM when there is no memory. Either way the
 * buffer holds exactly what it held before, and stays usable.
 */
#include <stddef.h>
#include <stdint.h>

#include "arbitro/error.h"
#include "arbitro/mem.h"

ARB_BEGIN_DECLS

/** The fields are for buf.c alone; read them through the functions below. */
typedef struct arb_buf {
    const arb_mem *mem;
    char *data;   /* `room` bytes, a NUL after the last one in use; NULL while room is 0 */
    size_t size;  /* bytes in use, without that NUL */
    size_t room;  /* bytes allocated */
    size_t limit; /* `size` never exceeds it */
} arb_buf;

/**
 * Prepares an empty buffer that will hold at most `limit` bytes, its final NUL not counted.
 * Allocates nothing. `mem` is not copied and must outlive the buffer; NULL means malloc.
 */
ARB_API void arb_buf_init(arb_buf *buf, const arb_mem *mem, size_t limit);

/** Frees the bytes. The buffer is then as arb_buf_init() left it, ready for further use. */
ARB_API void arb_buf_clear(arb_buf *buf);

/** Forgets all but the first `size` bytes, of which there must be so many; keeps the memory. */
ARB_API void arb_buf_cut(arb_buf *buf, size_t size);

/** How many bytes the buffer holds, without the final NUL. */
ARB_API size_t arb_buf_size(const arb_buf *buf);

/**
 * The bytes, with a NUL after the last; "" while there are none. The pointer belongs to the
 * buffer and holds until the next call that changes it. NULs that were appended are in there too:
 * ask arb_buf_size() for the length where that can happen.
 */
ARB_API const char *arb_buf_text(const arb_buf *buf);

/**
 * Appends `size` bytes, which must not be the buffer's own. `bytes` may be NULL when `size` is 0.
 */
ARB_API ARB_MUST_USE arb_err arb_buf_add(arb_buf *buf, const void *bytes, size_t size);

/** Appends a text without its final NUL. It must not be the buffer's own. */
ARB_API ARB_MUST_USE arb_err arb_buf_add_text(arb_buf *buf, const char *text);

/** Appends one byte, which may be NUL. */
ARB_API ARB_MUST_USE arb_err arb_buf_add_char(arb_buf *buf, char c);

/** Appends a number in decimal digits. */
ARB_API ARB_MUST_USE arb_err arb_buf_add_unsigned(arb_buf *buf, uint64_t number);

/** Appends a number in decimal digits, with a minus sign when it is negative. */
ARB_API ARB_MUST_USE arb_err arb_buf_add_signed(arb_buf *buf, int64_t number);

/**
 * Appends what the C library prints for `format` and its arguments, in the locale that is set.
 * No argument may be the buffer's own text. ARB_RANGE also when the C library cannot print it.
 */
ARB_API ARB_MUST_USE arb_err arb_buf_add_format(arb_buf *buf, const char *format, ...)
    ARB_FORMAT(2, 3);

ARB_END_DECLS

#endif
