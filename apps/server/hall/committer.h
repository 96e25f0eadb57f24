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
#include "server/hall/histogram.h"
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
    uint64_t game;      /* to which it appends an event; 0: to none, or to one that is new */
    uint64_t pushed_us; /* when it was put there */
};

/* What the committer has done; a copy, good for the moment. */
typedef struct arb_committer_counts {
    uint64_t batches, jobs, failures;
    unsigned largest;     /* batch */
    arb_histogram commit; /* how long batches took, */
    arb_histogram write;  /* and jobs, from being pushed to being durable */
} arb_committer_counts;

/* Takes the store over, which may be NULL. ARB_NOMEM or ARB_IO: then the store is still the
 * caller's. */
ARB_MUST_USE arb_err arb_committer_new(arb_committer **out, arb_loop *loop, arb_store *store);

/* The same for a store that is only read: there are no batches, and `work` alone is called. */
ARB_MUST_USE arb_err arb_committer_new_reader(arb_committer **out, arb_loop *loop,
                                              arb_store *store);

/* Lets everything that waits be done, unless the database does not answer for long; closes the
 * store, calls what is due; then frees. */
void arb_committer_free(arb_committer *committer);

/* Any thread: the server of the database may be another one now; see arb_store_doubt(). */
void arb_committer_doubt(arb_committer *committer);

/* Tells `durable`, in the committer's thread, of the last event of every batch, before anybody
 * else. */
void arb_committer_listen(arb_committer *committer,
                          void (*durable)(void *user, const arb_store_mark *mark), void *user);

/*
 * Calls `look`, in the committer's thread, after the work of every batch, and `tell`, in the
 * loop's, before its jobs are done. When `look` fails nothing that was only read is told: those
 * jobs fail with it. What was written stays written.
 */
typedef struct arb_committer_watch {
    arb_store_err (*look)(void *user, arb_store *store);
    void (*tell)(void *user);
    void *user;
} arb_committer_watch;
void arb_committer_set_watch(arb_committer *committer, const arb_committer_watch *watch);

/* Puts a job at the end of the queue. */
void arb_committer_push(arb_committer *committer, arb_committer_job *job);

/* Whether jobs are waiting or being worked on. */
bool arb_committer_busy(const arb_committer *committer);

/* For how long the job has been there, in ms. */
int64_t arb_committer_waited_ms(const arb_committer_job *job);

/* For how long nothing of the present batch has been done, in ms; 0: there is none. One that is
 * large goes on, and is no sign of a store that does not. */
int64_t arb_committer_stalled_ms(arb_committer *committer);

/* Says within a job that does many things that another of them is done; in the job's thread. */
void arb_committer_goes_on(arb_committer *committer);

/* How many jobs were pushed and not yet done. */
unsigned arb_committer_open(const arb_committer *committer);

arb_committer_counts arb_committer_counts_get(arb_committer *committer);

#endif
