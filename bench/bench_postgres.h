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

/*
 * How long it takes until a row is committed when one comes in each millisecond, whatever became of
 * those before: p50 and p99. Rows that came during a commit go into the next one together.
 */
ARB_MUST_USE arb_store_err arb_bench_postgres_commit(double *p50_us, double *p99_us,
                                                     const char *address);

#endif
