/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_COMMITTER_H
#define ARBITRO_SERVER_COMMITTER_H
/*
 * The thread that owns the store.
 *
 * Jobs that arrive while a batch is being made durable wait and become the next batch: the more
 * there is to do, the larger the batches, and nobody waits for a timer. `done` of a job is called
 * in the loop's thread once the batch is durable, or has failed. When one job of a batch fails,
 * the others are tried again one by one, so that nobody pays for somebody else's mistake.
 */
#include "server/http/server.h"
#include "store/store.h"

typedef struct arb_committer arb_committer;
typedef struct arb_committer_job arb_committer_job;

struct arb_committer_job {
    arb_store_err (*work)(arb_committer_job *job,
                          arb_store *store);                 /* committer's thread, in a batch */
    void (*done)(arb_committer_job *job, arb_store_err err); /* loop's thread */
    arb_committer_job *next;
    arb_store_err err;
};

/* What the committer has done; a copy, good for the moment. */
typedef struct arb_committer_counts {
    uint64_t batches, jobs, failures;
    uint64_t busy_us; /* time spent with batches */
    unsigned largest; /* batch */
} arb_committer_counts;

/* Takes the store over, which may be NULL. ARB_NOMEM or ARB_IO: then the store is still the
 * caller's. */
ARB_MUST_USE arb_err arb_committer_new(arb_committer **out, arb_loop *loop, arb_store *store);

/* Lets everything that waits be done, closes the store, calls what is due; then frees. */
void arb_committer_free(arb_committer *committer);

/* Tells `durable`, in the committer's thread, of the last event of every batch, before anybody
 * else. */
void arb_committer_listen(arb_committer *committer,
                          void (*durable)(void *user, const arb_store_mark *mark), void *user);

/* Puts a job at the end of the queue. */
void arb_committer_push(arb_committer *committer, arb_committer_job *job);

/* Whether jobs are waiting or being worked on. */
bool arb_committer_busy(const arb_committer *committer);

arb_committer_counts arb_committer_counts_get(arb_committer *committer);

#endif
