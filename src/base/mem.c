/* SPDX-License-Identifier: MIT */
/* Memory from wherever the caller wants it; see base/mem.h. */
#include "arbitro/mem.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *arb_mem_resize(const arb_mem *mem, void *old, size_t old_size, size_t new_size)
{
    assert(old || old_size == 0);
    if (mem)
        return mem->resize(mem->user, old, old_size, new_size);
    if (new_size == 0) {
        /* Not left to realloc: what that does with a size of 0 differs between C libraries. */
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

void *arb_mem_new_array(const arb_mem *mem, size_t count, size_t size)
{
    assert(count > 0 && size > 0);
    if (count > SIZE_MAX / size)
        return NULL;

    void *array = arb_mem_resize(mem, NULL, 0, count * size);
    if (array)
        memset(array, 0, count * size);
    return array;
}

void arb_mem_free(const arb_mem *mem, void *block, size_t size)
{
    if (!block)
        return;
    void *nothing = arb_mem_resize(mem, block, size, 0);
    assert(!nothing);
    (void)nothing;
}
