/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_MEM_H
#define ARBITRO_MEM_H
/**
 * @file mem.h
 * Where memory comes from. Every `..._new` takes a `const arb_mem *`; NULL means malloc.
 *
 * The structure is read when an object is made and must live as long as the object does.
 */
#include <stddef.h>

#include "arbitro/api.h"

ARB_BEGIN_DECLS

typedef struct arb_mem {
    /**
     * The only operation: makes the block `old` of `old_size` bytes one of `new_size` bytes.
     * `old` NULL allocates, `new_size` 0 frees and returns NULL. Returns NULL when there is no
     * memory, and `old` is then untouched. Blocks are aligned for any type, as malloc's are. Called
     * from several threads when the object is.
     */
    void *(*resize)(void *user, void *old, size_t old_size, size_t new_size);
    void *user;
} arb_mem;

ARB_END_DECLS

#endif
