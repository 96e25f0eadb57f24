/* SPDX-License-Identifier: MIT */
/* A small pool of worker threads; see base/jobs.h. */
#define _POSIX_C_SOURCE 200809L
#include "arbitro/jobs.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "arbitro/mem.h"

typedef struct worker {
    arb_jobs *jobs;
    unsigned number; /* from 1: 0 is the thread that calls arb_jobs_run() */
    pthread_t thread;
} worker;

struct arb_jobs {
    const arb_mem *mem;
    size_t size;      /* bytes of this block */
    unsigned started; /* threads; fixed once the pool is made */

    pthread_mutex_t lock; /* for what follows, except `next` */
    pthread_cond_t begun; /* a run has begun, or the pool ends */
    pthread_cond_t done;  /* `busy` has become 0 */
    uint64_t run;         /* counts the runs, so that no thread works in one twice */
    unsigned busy;        /* threads that have not yet left the present run */
    bool running, stopped, ending;
    arb_job *job; /* these three do not change during a run */
    void *user;
    size_t count;

    atomic_size_t
        next; /* the first index that nobody has taken; beyond `count` when none is left */

    pthread_mutex_t shared; /* the caller's */

    worker workers[];
};

/* Takes indices and does them until none is left. Each worker overshoots `count` once at most. */
static void work(arb_jobs *jobs, unsigned number)
{
    for (;;) {
        const size_t index = atomic_fetch_add(&jobs->next, 1);
        if (index >= jobs->count)
            return;
        jobs->job(jobs->user, index, number);
    }
}

static void *worker_main(void *argument)
{
    const worker *self = argument;
    arb_jobs *jobs = self->jobs;
    uint64_t seen = 0;

    pthread_mutex_lock(&jobs->lock);
    for (;;) {
        while (jobs->run == seen && !jobs->ending)
            pthread_cond_wait(&jobs->begun, &jobs->lock);
        if (jobs->ending)
            break;
        seen = jobs->run;
        pthread_mutex_unlock(&jobs->lock);

        work(jobs, self->number);

        pthread_mutex_lock(&jobs->lock);
        jobs->busy--;
        if (jobs->busy == 0)
            pthread_cond_signal(&jobs->done);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

/*
 * Starts up to `wanted` threads. They inherit a signal mask that leaves signals to the program's
 * own threads; only what a thread brings on itself stays open, so that a fault is still reported.
 */
static void start_workers(arb_jobs *jobs, unsigned wanted)
{
    sigset_t blocked, before;

    sigfillset(&blocked);
    sigdelset(&blocked, SIGBUS);
    sigdelset(&blocked, SIGFPE);
    sigdelset(&blocked, SIGILL);
    sigdelset(&blocked, SIGSEGV);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    while (jobs->started < wanted) {
        worker *next = &jobs->workers[jobs->started];
        next->jobs = jobs;
        next->number = jobs->started + 1;
        if (pthread_create(&next->thread, NULL, worker_main, next) != 0)
            break;
        jobs->started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static bool init_locks(arb_jobs *jobs)
{
    const bool lock = pthread_mutex_init(&jobs->lock, NULL) == 0;
    const bool shared = lock && pthread_mutex_init(&jobs->shared, NULL) == 0;
    const bool begun = shared && pthread_cond_init(&jobs->begun, NULL) == 0;

    if (begun && pthread_cond_init(&jobs->done, NULL) == 0)
        return true;
    if (begun)
        pthread_cond_destroy(&jobs->begun);
    if (shared)
        pthread_mutex_destroy(&jobs->shared);
    if (lock)
        pthread_mutex_destroy(&jobs->lock);
    return false;
}

arb_err arb_jobs_new(arb_jobs **out, const arb_mem *mem, unsigned threads)
{
    if (threads == 0)
        threads = 1;
    if (threads > ARB_JOBS_THREADS_MAX)
        threads = ARB_JOBS_THREADS_MAX;

    const size_t size = sizeof(arb_jobs) + (threads - 1) * sizeof(worker);
    arb_jobs *jobs = arb_mem_new_array(mem, 1, size);
    if (!jobs)
        return ARB_NOMEM;
    jobs->mem = mem;
    jobs->size = size;
    atomic_init(&jobs->next, 0);
    if (!init_locks(jobs)) {
        arb_mem_free(mem, jobs, size);
        return ARB_NOMEM;
    }
    start_workers(jobs, threads - 1);
    *out = jobs;
    return ARB_OK;
}

void arb_jobs_free(arb_jobs *jobs)
{
    if (!jobs)
        return;

    pthread_mutex_lock(&jobs->lock);
    assert(!jobs->running);
    jobs->ending = true;
    pthread_cond_broadcast(&jobs->begun);
    pthread_mutex_unlock(&jobs->lock);
    for (unsigned i = 0; i < jobs->started; i++)
        pthread_join(jobs->workers[i].thread, NULL);

    pthread_cond_destroy(&jobs->done);
    pthread_cond_destroy(&jobs->begun);
    pthread_mutex_destroy(&jobs->shared);
    pthread_mutex_destroy(&jobs->lock);
    arb_mem_free(jobs->mem, jobs, jobs->size);
}

unsigned arb_jobs_threads(const arb_jobs *jobs)
{
    return jobs->started + 1;
}

arb_err arb_jobs_run(arb_jobs *jobs, size_t count, arb_job *job, void *user)
{
    assert(count <= SIZE_MAX / 2);

    pthread_mutex_lock(&jobs->lock);
    assert(!jobs->running);
    jobs->job = job;
    jobs->user = user;
    jobs->count = count;
    jobs->running = true;
    jobs->stopped = false;
    jobs->busy = jobs->started;
    jobs->run++;
    atomic_store(&jobs->next, 0);
    pthread_cond_broadcast(&jobs->begun);
    pthread_mutex_unlock(&jobs->lock);

    work(jobs, 0);

    pthread_mutex_lock(&jobs->lock);
    while (jobs->busy > 0)
        pthread_cond_wait(&jobs->done, &jobs->lock);
    jobs->running = false;
    const bool stopped = jobs->stopped;
    pthread_mutex_unlock(&jobs->lock);
    return stopped ? ARB_STOPPED : ARB_OK;
}

void arb_jobs_stop(arb_jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
    /* Taking all that is left in one step: what was not taken before, nobody takes any more. */
    if (jobs->running && atomic_exchange(&jobs->next, jobs->count) < jobs->count)
        jobs->stopped = true;
    pthread_mutex_unlock(&jobs->lock);
}

void arb_jobs_lock(arb_jobs *jobs)
{
    pthread_mutex_lock(&jobs->shared);
}

bool arb_jobs_try_lock(arb_jobs *jobs)
{
    return pthread_mutex_trylock(&jobs->shared) == 0;
}

void arb_jobs_unlock(arb_jobs *jobs)
{
    pthread_mutex_unlock(&jobs->shared);
}
