/* SPDX-License-Identifier: MIT */
/* The thread that owns the store; see committer.h. */
#define _GNU_SOURCE
#include "server/hall/committer.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct job_list {
    arb_committer_job *first, **end;
} job_list;

struct arb_committer {
    arb_loop *loop;
    arb_store *store;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    arb_wake wake;
    unsigned open; /* pushed and not yet done; the loop's thread only */

    /* under the lock */
    job_list waiting, finished;
    bool stop;
    arb_committer_counts counts;
    void (*durable)(void *user, const arb_store_mark *mark);
    void *durable_user;
};

static void list_clear(job_list *list)
{
    list->first = NULL;
    list->end = &list->first;
}

static void list_add(job_list *list, arb_committer_job *job)
{
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

/* Takes everything off the list. */
static arb_committer_job *list_take(job_list *list)
{
    arb_committer_job *first = list->first;

    list_clear(list);
    return first;
}

static uint64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* ---- in the committer's thread */

/* One batch of all these jobs; false when any of them failed, and then nothing was written. */
static bool run_batch(arb_store *store, arb_committer_job *jobs)
{
    arb_store_err err = store ? arb_store_begin(store) : ARB_STORE_OK;

    for (arb_committer_job *job = jobs; job && err == ARB_STORE_OK; job = job->next)
        err = job->err = job->work(job, store);
    if (store && err == ARB_STORE_OK)
        err = arb_store_commit(store);
    else if (store)
        arb_store_rollback(store);
    for (arb_committer_job *job = jobs; job; job = job->next)
        job->err = err;
    return err == ARB_STORE_OK;
}

static unsigned run_jobs(arb_store *store, arb_committer_job *jobs, unsigned *failures)
{
    unsigned count = 0;

    for (const arb_committer_job *job = jobs; job; job = job->next)
        count++;
    if (run_batch(store, jobs))
        return count;
    for (arb_committer_job *job = jobs; job && count > 1; job = job->next) {
        arb_committer_job *rest = job->next;
        job->next = NULL;
        (void)run_batch(store, job);
        job->next = rest;
    }
    for (const arb_committer_job *job = jobs; job; job = job->next)
        *failures += job->err != ARB_STORE_OK;
    return count;
}

static void run_waiting(arb_committer *c)
{
    arb_committer_job *jobs = list_take(&c->waiting);
    const uint64_t began = now_us();
    unsigned failures = 0;

    void (*durable)(void *, const arb_store_mark *) = c->durable;

    pthread_mutex_unlock(&c->lock);
    const unsigned count = run_jobs(c->store, jobs, &failures);
    if (durable && c->store) {
        const arb_store_mark mark = arb_store_mark_get(c->store);
        durable(c->durable_user, &mark);
    }
    pthread_mutex_lock(&c->lock);
    c->counts.batches++;
    c->counts.jobs += count;
    c->counts.failures += failures;
    c->counts.busy_us += now_us() - began;
    if (count > c->counts.largest)
        c->counts.largest = count;
    while (jobs) {
        arb_committer_job *next = jobs->next;
        list_add(&c->finished, jobs);
        jobs = next;
    }
    /* whoever is woken finds the lock free */
    pthread_mutex_unlock(&c->lock);
    arb_wake_signal(&c->wake);
    pthread_mutex_lock(&c->lock);
}

static void *run(void *user)
{
    arb_committer *c = user;

    pthread_mutex_lock(&c->lock);
    while (!c->stop || c->waiting.first) {
        if (c->waiting.first)
            run_waiting(c);
        else
            pthread_cond_wait(&c->work, &c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* ---- in the loop's thread */

static void on_wake(void *user)
{
    arb_committer *c = user;

    pthread_mutex_lock(&c->lock);
    arb_committer_job *jobs = list_take(&c->finished);
    pthread_mutex_unlock(&c->lock);
    while (jobs) {
        arb_committer_job *next = jobs->next;
        c->open--;
        jobs->done(jobs, jobs->err);
        jobs = next;
    }
}

arb_err arb_committer_new(arb_committer **out, arb_loop *loop, arb_store *store)
{
    arb_committer *c = calloc(1, sizeof *c);

    if (!c)
        return ARB_NOMEM;
    c->loop = loop;
    c->store = store;
    list_clear(&c->waiting);
    list_clear(&c->finished);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->work, NULL);
    arb_err err = arb_wake_open(&c->wake, loop, on_wake, c);
    if (!err && pthread_create(&c->thread, NULL, run, c) != 0) {
        arb_wake_close(&c->wake, loop);
        err = ARB_IO;
    }
    if (err) {
        free(c);
        return err;
    }
    *out = c;
    return ARB_OK;
}

void arb_committer_free(arb_committer *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    on_wake(c);
    arb_wake_close(&c->wake, c->loop);
    arb_store_close(c->store);
    pthread_cond_destroy(&c->work);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void arb_committer_listen(arb_committer *c, void (*durable)(void *, const arb_store_mark *),
                          void *user)
{
    pthread_mutex_lock(&c->lock);
    c->durable = durable;
    c->durable_user = user;
    pthread_mutex_unlock(&c->lock);
}

void arb_committer_push(arb_committer *c, arb_committer_job *job)
{
    c->open++;
    pthread_mutex_lock(&c->lock);
    list_add(&c->waiting, job);
    pthread_mutex_unlock(&c->lock);
    pthread_cond_signal(&c->work);
}

bool arb_committer_busy(const arb_committer *c)
{
    return c->open > 0;
}

arb_committer_counts arb_committer_counts_get(arb_committer *c)
{
    pthread_mutex_lock(&c->lock);
    const arb_committer_counts counts = c->counts;
    pthread_mutex_unlock(&c->lock);
    return counts;
}
