/* SPDX-License-Identifier: MIT */
#include "server/http/fifo.h"

#include <assert.h>
#include <string.h>

#include "arbitro/mem.h"

enum { ROOM_MIN = 512 };

char *arb_fifo_reserve(arb_fifo *fifo, const arb_mem *mem, size_t size)
{
    if (fifo->room - fifo->start - fifo->size >= size)
        return fifo->data + fifo->start + fifo->size;
    if (fifo->start > 0) {
        memmove(fifo->data, fifo->data + fifo->start, fifo->size);
        fifo->start = 0;
    }
    if (fifo->room - fifo->size < size) {
        size_t room = fifo->room * 2 > ROOM_MIN ? fifo->room * 2 : ROOM_MIN;

        if (room < fifo->size + size)
            room = fifo->size + size;
        char *data = arb_mem_resize(mem, fifo->data, fifo->room, room);
        if (data == NULL)
            return NULL;
        fifo->data = data;
        fifo->room = room;
    }
    return fifo->data + fifo->size;
}

void arb_fifo_grow(arb_fifo *fifo, size_t size)
{
    assert(fifo->room - fifo->start - fifo->size >= size);
    fifo->size += size;
}

arb_err arb_fifo_add(arb_fifo *fifo, const arb_mem *mem, const void *bytes, size_t size)
{
    if (size == 0)
        return ARB_OK;
    char *at = arb_fifo_reserve(fifo, mem, size);
    if (at == NULL)
        return ARB_NOMEM;
    memcpy(at, bytes, size);
    arb_fifo_grow(fifo, size);
    return ARB_OK;
}

const char *arb_fifo_bytes(const arb_fifo *fifo)
{
    return fifo->size > 0 ? fifo->data + fifo->start : "";
}

void arb_fifo_drop(arb_fifo *fifo, const arb_mem *mem, size_t size)
{
    assert(size <= fifo->size);
    fifo->start += size;
    fifo->size -= size;
    if (fifo->size == 0)
        arb_fifo_clear(fifo, mem);
}

void arb_fifo_clear(arb_fifo *fifo, const arb_mem *mem)
{
    arb_mem_free(mem, fifo->data, fifo->room);
    *fifo = (arb_fifo){ 0 };
}
