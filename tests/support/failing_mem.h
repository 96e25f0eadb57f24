/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_FAILING_MEM_H
#define ARBITRO_TESTS_FAILING_MEM_H
/*
 * Memory that runs out when a test wants it to, and that keeps the books.
 *
 * It counts what is live, compares the size given with every block against the one it was made
 * with, and notices blocks it never made. A resized block always moves, new bytes are filled with
 * rubbish, and so are those given back. Mistakes are only counted where they happen, because that
 * can be any thread; failing_mem_assert_clean() tells them in the thread of the test.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "arbitro/error.h"
#include "arbitro/mem.h"

typedef struct failing_mem {
    arb_mem mem; /* pass its address to what is tested */
    pthread_mutex_t lock;
    size_t fail_at;     /* which allocation fails, from 1; 0 for none */
    size_t allocations; /* asked for so far: every call with a new size other than 0 */
    bool failed;        /* the one at `fail_at` was asked for */
    size_t live_blocks, live_bytes;
    size_t mistakes; /* blocks with a wrong size, or not from here */
} failing_mem;

/* A single block is never larger than this: asking for more finds no memory. */
#define FAILING_MEM_BLOCK_MAX ((size_t)1 << 30)

/* Begins to count; the allocation number `fail_at` will fail, and no other. 0: none will. */
void failing_mem_init(failing_mem *failing, size_t fail_at);

/* Asserts that nothing is live and nothing went wrong, then ends the use of `failing`. */
void failing_mem_assert_clean(failing_mem *failing);

/*
 * Calls `function` with memory whose first allocation fails, then again with the second failing,
 * and so on until no allocation failed. Asserts each time that nothing leaked, that it answered
 * ARB_NOMEM when one failed, and ARB_OK in the end. Returns how many allocations that took.
 */
size_t failing_mem_sweep(arb_err (*function)(const arb_mem *mem, void *user), void *user);

#endif
