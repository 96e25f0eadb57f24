/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_TABLE_H
#define ARB_PROBLEM_TABLE_H
/*
 * What is already known of positions, shared by all threads without locks.
 *
 * A position is known by two independent scrambles of 64 bits: one chooses the place, the other,
 * whole, tells positions of the same place apart. Two positions that have both in common would be
 * taken for one another; that is expected once in 2^64 looks, and nothing else here is left to
 * chance. What is forgotten for lack of room is worked out again: it never changes an answer.
 *
 * The table begins small, because most problems are, and grows to a limit. Places are not moved
 * when it grows: a part of what was known is then no longer found.
 */
#include <stdatomic.h>

#include "arbitro/error.h"
#include "arbitro/mem.h"
#include "arbitro/position.h"

typedef struct arb_problem_key {
    uint64_t place, check;
} arb_problem_key;

/* The key of the pieces, rights and passed square of `pos` with `turn` to move. */
arb_problem_key arb_problem_key_of(const arb_pos *pos, arb_colour turn);

enum {
    ARB_PROBLEM_TABLE_WAYS = 4,       /* entries of a place: one line of the cache */
    ARB_PROBLEM_TABLE_FIRST = 1 << 8, /* places at first */
    ARB_PROBLEM_TABLE_PARTS = 24      /* it doubles at most so often */
};

typedef struct arb_problem_entry {
    _Atomic uint64_t check; /* exclusive or with the value: a torn entry is never believed */
    _Atomic uint64_t value; /* 0: nothing */
} arb_problem_entry;

typedef struct arb_problem_place {
    arb_problem_entry way[ARB_PROBLEM_TABLE_WAYS];
} arb_problem_place;

typedef struct arb_problem_table {
    const arb_mem *mem;
    _Atomic(arb_problem_place *) part[ARB_PROBLEM_TABLE_PARTS];
    atomic_size_t places; /* a power of two; 0 when there is no table */
    atomic_size_t used;
    atomic_flag growing;
    size_t most;
} arb_problem_table;

/* Makes a table that never takes more than so many bytes, if that is enough for any. */
ARB_MUST_USE arb_err arb_problem_table_init(arb_problem_table *table, const arb_mem *mem,
                                            size_t bytes);
void arb_problem_table_clear(arb_problem_table *table);

/* What is known under the key; 0 when nothing is. */
uint64_t arb_problem_table_get(const arb_problem_table *table, arb_problem_key key);

/*
 * Keeps a value that is not 0. `worth` tells how gladly it should be kept, in its lowest byte, and
 * is stored with it: the caller's values leave that byte alone.
 */
void arb_problem_table_put(arb_problem_table *table, arb_problem_key key, uint64_t value,
                           uint8_t worth);

/* How many bytes it takes. */
size_t arb_problem_table_size(const arb_problem_table *table);

#endif
