/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_STORE_H
#define ARBITRO_BENCH_BENCH_STORE_H
/*
 * How many events the store makes durable in a second, beside SQLite or PostgreSQL alone: the bare
 * loop writes rows of the same length into one table, with the same settings and the same number of
 * rows to a commit. Both run in turn in the same folder, so that they find the same disk; the best
 * run of each counts. Nothing is printed here.
 *
 * What an event costs the store grows with the games that it lies among: every one that has had
 * enough events has pages of its own, which a commit writes. So the store begins with games that
 * are as old as those of whoever is compared with it.
 */
#include "store/store.h"

enum { ARB_BENCH_CLIENT = 25 };

/* An id of an event as pages make them: it looks like chance, and every number has another. */
void arb_bench_client(char out[ARB_BENCH_CLIENT], uint64_t number);

typedef struct arb_bench_store_options {
    const char *folder; /* the databases are made in it, and removed */
    unsigned batch;     /* events to a commit */
    unsigned rows;      /* events in a run */
    unsigned runs;
    unsigned games, before; /* whose events they are, and how many each has had; 0: 64 new ones */
    const char *postgres;   /* the address of a database in their place; NULL: none */
} arb_bench_store_options;

typedef struct arb_bench_store_row {
    double store, bare; /* rows in a second */
    uint64_t events;    /* that the store had at the end of a run */
} arb_bench_store_row;

ARB_MUST_USE arb_store_err arb_bench_store(arb_bench_store_row *out,
                                           const arb_bench_store_options *options);

#endif
