/* SPDX-License-Identifier: MIT */
/* Memory that runs out when a test wants it to; see support/failing_mem.h. */
#include "support/failing_mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A program that allocates more often than this in one sweep is not small enough for one. */
enum { SWEEP_MAX = 100000 };

enum { FRESH = 0xA5, GONE = 0xDD };

/* Stands before every block. The union keeps the block behind it aligned for any type. */
typedef union header {
    struct {
        uint64_t mark;
        size_t size;
    } book;
    max_align_t align;
} header;

static const uint64_t live_mark = 0x6c69766562726b21;

/* The header of a block that must be `size` bytes long, or NULL when that is not so. */
static header *header_of(void *block, size_t size)
{
    header *found = (header *)block - 1;

    return found->book.mark == live_mark && found->book.size == size ? found : NULL;
}

static void *make(failing_mem *failing, size_t size)
{
    header *made = size <= FAILING_MEM_BLOCK_MAX ? malloc(sizeof *made + size) : NULL;

    if (!made)
        return NULL;
    made->book.mark = live_mark;
    made->book.size = size;
    memset(made + 1, FRESH, size);
    failing->live_blocks++;
    failing->live_bytes += size;
    return made + 1;
}

static void discard(failing_mem *failing, header *old)
{
    const size_t size = old->book.size;

    failing->live_blocks--;
    failing->live_bytes -= size;
    memset(old, GONE, sizeof *old + size);
    free(old);
}

/* The operation, with the lock held. */
static void *resize_locked(failing_mem *failing, void *old, size_t old_size, size_t new_size)
{
    header *before = old ? header_of(old, old_size) : NULL;

    if (old ? !before : old_size != 0) {
        failing->mistakes++;
        return NULL;
    }
    if (new_size == 0) {
        if (before)
            discard(failing, before);
        return NULL;
    }
    failing->allocations++;
    if (failing->allocations == failing->fail_at) {
        failing->failed = true;
        return NULL;
    }

    void *made = make(failing, new_size);
    if (made && before) {
        memcpy(made, old, old_size < new_size ? old_size : new_size);
        discard(failing, before);
    }
    return made;
}

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    failing_mem *failing = user;

    pthread_mutex_lock(&failing->lock);
    void *result = resize_locked(failing, old, old_size, new_size);
    pthread_mutex_unlock(&failing->lock);
    return result;
}

void failing_mem_init(failing_mem *failing, size_t fail_at)
{
    *failing = (failing_mem){ .mem = { resize, failing }, .fail_at = fail_at };
    pthread_mutex_init(&failing->lock, NULL);
}

void failing_mem_assert_clean(failing_mem *failing)
{
    assert_int_equal(failing->live_blocks, 0);
    assert_int_equal(failing->live_bytes, 0);
    assert_int_equal(failing->mistakes, 0);
    pthread_mutex_destroy(&failing->lock);
}

size_t failing_mem_sweep(arb_err (*function)(const arb_mem *mem, void *user), void *user)
{
    for (size_t fail_at = 1; fail_at <= SWEEP_MAX; fail_at++) {
        failing_mem failing;
        failing_mem_init(&failing, fail_at);
        const arb_err err = function(&failing.mem, user);
        failing_mem_assert_clean(&failing);
        assert_int_equal(err, failing.failed ? ARB_NOMEM : ARB_OK);
        if (!failing.failed)
            return failing.allocations;
    }
    fail_msg("more than %d allocations", (int)SWEEP_MAX);
    return 0;
}
