/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BASE_MEM_H
#define ARBITRO_BASE_MEM_H
/*
 * Every allocation of the library passes through these three functions. They accept NULL for the
 * `arb_mem`, which then means malloc, so that no caller has to tell the two apart.
 *
 * Whoever allocates keeps the size of the block: it must be given back with the block.
 */
#include "arbitro/mem.h"

/* As the operation of arb_mem, and with its contract. */
ARB_MUST_USE void *arb_mem_resize(const arb_mem *mem, void *old, size_t old_size, size_t new_size);

/*
 * Makes an array of `count` elements of `size` bytes, filled with zeros; neither may be 0. Returns
 * NULL when there is no memory, or when no number can tell how much of it would be needed.
 */
ARB_MUST_USE void *arb_mem_new_array(const arb_mem *mem, size_t count, size_t size);

/* Gives back a block of `size` bytes in all. NULL is no block, whatever the size. */
void arb_mem_free(const arb_mem *mem, void *block, size_t size);

#endif
