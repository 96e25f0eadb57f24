/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_JUDGES_H
#define ARBITRO_SERVER_JUDGES_H
/*
 * Threads for what may take long, such as a hard proof or a game that is read from the store: the
 * loop hands such work over and goes on.
 *
 * Work is done in turns by owner, an address or a game, so that nobody waits behind all that
 * somebody else has piled up; and one owner never has all the threads, nor have the jobs that may
 * take very long. They give way to the loop when there is not enough for all.
 */
#include "server/http/server.h"

typedef struct arb_judges arb_judges;
typedef struct arb_judges_job arb_judges_job;

struct arb_judges_job {
    void (*work)(arb_judges_job *job); /* a thread of the judges */
    void (*done)(arb_judges_job *job); /* loop's thread */
    uint64_t owner;
    bool is_long; /* it may take very long: one thread at least is left for the others */
    arb_judges_job *next;
    int64_t pushed_ms;
    bool dropped; /* the judges ended before it was begun */
};

/* Figures; a copy, good for the moment. */
typedef struct arb_judges_counts {
    uint64_t jobs;
    unsigned threads, working, waiting;
    int64_t longest_wait_ms, longest_work_ms;
} arb_judges_counts;

/* How far they give way to the loop, and those for whom no game waits. Not further: on a busy
 * machine whoever gives way altogether may be put aside for seconds while he holds what the loop
 * waits for. */
enum { ARB_JUDGES_NICE = 2, ARB_JUDGES_NICEST = 5 };

/* ARB_NOMEM or ARB_IO. `threads` 0: as many as there are cores; there are two at least. */
ARB_MUST_USE arb_err arb_judges_new(arb_judges **out, arb_loop *loop, unsigned threads,
                                    int niceness);

/* Ends what is being worked on as soon as it asks for memory, and begins nothing else: the rest is
 * dropped. `done` of everything is still called. */
void arb_judges_end(arb_judges *judges);
bool arb_judges_are_ending(const arb_judges *judges);

/* Ends, waits for the threads, calls what is due; then frees. NULL is none. */
void arb_judges_free(arb_judges *judges);

void arb_judges_push(arb_judges *judges, arb_judges_job *job);

/* Takes back a job that waits, and whose `done` is then never called. False: it was begun. */
bool arb_judges_withdraw(arb_judges *judges, arb_judges_job *job);

/* Is anything waiting or being worked on? */
bool arb_judges_busy(const arb_judges *judges);

/* Memory for long work, of which there is none left once the judges are ending. */
const arb_mem *arb_judges_mem(const arb_judges *judges);

arb_judges_counts arb_judges_counts_get(arb_judges *judges);

#endif
