/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_BENCH_MACHINE_H
#define ARBITRO_BENCH_BENCH_MACHINE_H
/* On what something is measured: figures of one machine say little, those of a busy one less. */

enum { ARB_BENCH_PROCESSOR = 96 };

typedef struct arb_bench_machine {
    char processor[ARB_BENCH_PROCESSOR]; /* as the system calls it; "?" when it does not tell */
    unsigned cores;                      /* that the system has, at least one */
    double load; /* processes that ran or waited, over the last minute; -1: unknown */
} arb_bench_machine;

arb_bench_machine arb_bench_machine_now(void);

#endif
