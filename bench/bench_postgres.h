/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_POSTGRES_H
#define ARBITRO_BENCH_BENCH_POSTGRES_H
/*
 * PostgreSQL beside the hall: the same number of rows to a commit, sent in one go by libpq alone
 * into a table with a number as its key; and the database of the measurement, which must have
 * nothing of Arbitro in it before and has nothing afterwards. Nothing is printed here.
 */
#include <stdbool.h>

#include "store/store.h"

/* Is there a schema of ours? ARB_STORE_NO_POSTGRES, ARB_STORE_AWAY. */
ARB_MUST_USE arb_store_err arb_bench_postgres_is_empty(bool *out, const char *address);

/* Removes it. */
void arb_bench_postgres_clean(const char *address);

/* Rows in a second. */
ARB_MUST_USE arb_store_err arb_bench_postgres_bare(double *rows, const char *address,
                                                   unsigned batch, unsigned commits);

/* How long commits of a single row take, one in a millisecond. */
typedef struct arb_bench_commits {
    double p50_us, p99_us; /* of one */
    double three_p99_us;   /* of three that follow each other */
} arb_bench_commits;

ARB_MUST_USE arb_store_err arb_bench_postgres_commit(arb_bench_commits *out, const char *address);

#endif
