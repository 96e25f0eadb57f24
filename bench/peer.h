/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_BENCH_PEER_H
#define ARBITRO_BENCH_PEER_H
/*
 * Another chess program, run as a process of its own that speaks the UCI protocol and knows the
 * command "go perft", as Stockfish does. Its processor time is what the system reports of the
 * process when it has ended.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the peer is to count. */
typedef struct arb_peer_job {
    const char *fen;
    unsigned depth;
    bool chess960;
    unsigned repeats; /* 0: only starts and ends, to measure that alone */
} arb_peer_job;

typedef struct arb_peer_answer {
    uint64_t nodes; /* of one count */
    double seconds; /* processor time of the whole process */
} arb_peer_answer;

/* Finds a program on the PATH or where Debian puts games; false when it is not there. */
bool arb_peer_find(char *out, size_t size, const char *name);

/*
 * Runs `program` through the job, on the processors that this thread may use. False when it could
 * not be run, did not answer, or Ctrl-C was pressed; the process has then ended all the same.
 */
bool arb_peer_run(arb_peer_answer *out, const char *program, const arb_peer_job *job);

#endif
