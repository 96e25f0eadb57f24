/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_FIFO_H
#define ARBITRO_SERVER_FIFO_H
/*
 * Bytes that go in at one end and out at the other. An empty one holds no memory, because most
 * connections have nothing to say most of the time.
 */
#include <stddef.h>

#include "arbitro/error.h"
#include "arbitro/mem.h"

/* Begins as { 0 }. */
typedef struct arb_fifo {
    char *data;
    size_t start, size, room; /* the bytes in use are `size` from `start` on */
} arb_fifo;

/* Appends bytes. ARB_NOMEM leaves what is there. */
ARB_MUST_USE arb_err arb_fifo_add(arb_fifo *fifo, const arb_mem *mem, const void *bytes,
                                  size_t size);

/*
 * Makes room for `size` more bytes and returns where they go; arb_fifo_grow() then tells how many
 * were written. NULL when there is no memory.
 */
ARB_MUST_USE char *arb_fifo_reserve(arb_fifo *fifo, const arb_mem *mem, size_t size);
void arb_fifo_grow(arb_fifo *fifo, size_t size);

/* The first byte in use. */
const char *arb_fifo_bytes(const arb_fifo *fifo);

/* Takes `size` bytes off the front. Gives the memory back with the last one. */
void arb_fifo_drop(arb_fifo *fifo, const arb_mem *mem, size_t size);

/* Takes everything off. */
void arb_fifo_clear(arb_fifo *fifo, const arb_mem *mem);

#endif
