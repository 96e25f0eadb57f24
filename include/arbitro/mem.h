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

/*
 * Every allocation of the library passes through the following three, which programs may use for
 * their own. NULL for the `arb_mem` means malloc. Whoever allocates keeps the size of the block: it
 * must be given back with the block.
 */

/** As the operation of arb_mem, and with its contract. */
ARB_API ARB_MUST_USE void *arb_mem_resize(const arb_mem *mem, void *old, size_t old_size,
                                          size_t new_size);

/**
 * Makes an array of `count` elements of `size` bytes, filled with zeros; neither may be 0. Returns
 * NULL when there is no memory, or when no number can tell how much of it would be needed.
 */
ARB_API ARB_MUST_USE void *arb_mem_new_array(const arb_mem *mem, size_t count, size_t size);

/** Gives back a block of `size` bytes in all. NULL is no block, whatever the size. */
ARB_API void arb_mem_free(const arb_mem *mem, void *block, size_t size);

ARB_END_DECLS

#endif
