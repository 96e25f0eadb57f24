/* SPDX-License-Identifier: MIT */
/* The thread that owns the store; see committer.h. */
#define _GNU_SOURCE
#include "server/hall/committer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "server/http/urgent.h"

enum { PATIENCE_S = 1 }; /* for what is under way when the hall is closed */

/* So many jobs become one batch: whoever else writes, and what comes meanwhile, waits for no more.
 * What is read is told when so many have been. */
enum { BATCH_MAX = 512, READ_MAX = 16 };

/* How often a batch is done again that was in the way of another one. */
enum { AGAIN_MAX = 3 };

typedef struct job_list {
    arb_committer_job *first, **end;
} job_list;

struct arb_committer {
    arb_loop *loop;
    arb_store *store;
    bool only_reads;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    arb_wake wake;
    unsigned open;             /* pushed and not yet done; the loop's thread only */
    _Atomic uint64_t moved_us; /* something of the present batch was done */

    /* under the lock */
    job_list waiting, finished;
    bool stop;
    uint64_t began_us; /* the present batch; 0: none */
    arb_committer_counts counts;
    void (*durable)(void *user, const arb_store_mark *mark);
    void *durable_user;
    arb_committer_watch watch;
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

/* The same of the first so many. */
static arb_committer_job *list_take_some(job_list *list, unsigned count)
{
    arb_committer_job *first = list->first, *last = first;

    while (last && last->next && --count > 0)
        last = last->next;
    if (!last || !last->next)
        return list_take(list);
    list->first = last->next;
    last->next = NULL;
    return first;
}

static uint64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* ---- in the committer's thread */

void arb_committer_goes_on(arb_committer *c)
{
    atomic_store(&c->moved_us, now_us());
}

/* What the store has to know of the games is asked once for all. */
static arb_store_err expect(arb_store *store, const arb_committer_job *jobs)
{
    uint64_t games[BATCH_MAX];
    size_t count = 0;

    for (const arb_committer_job *job = jobs; job && count < BATCH_MAX; job = job->next)
        if (job->game != 0)
            games[count++] = job->game;
    return count > 1 ? arb_store_expect(store, games, count) : ARB_STORE_OK;
}

/* One batch of all these jobs; when any of them failed nothing was written. */
static arb_store_err run_batch(arb_committer *c, arb_committer_job *jobs,
                               arb_store_err (*begin)(arb_store *store))
{
    arb_store *store = c->store;
    arb_store_err err = store ? begin(store) : ARB_STORE_OK;

    if (store && err == ARB_STORE_OK)
        err = expect(store, jobs);
    for (arb_committer_job *job = jobs; job && err == ARB_STORE_OK; job = job->next) {
        arb_committer_goes_on(c);
        err = job->err = job->work(job, store);
    }
    arb_committer_goes_on(c);
    if (store && err == ARB_STORE_OK)
        err = arb_store_commit(store);
    else if (store)
        arb_store_rollback(store);
    for (arb_committer_job *job = jobs; job; job = job->next)
        job->err = err;
    return err;
}

/* The store need not ask whether others have written, as long as they have not; otherwise it is
 * done again. */
static bool run_well(arb_committer *c, arb_committer_job *jobs)
{
    arb_store_err err = run_batch(c, jobs, arb_store_begin_ahead);

    for (int i = 0; i < AGAIN_MAX && err == ARB_STORE_TURN; i++)
        err = run_batch(c, jobs, arb_store_begin);
    return err == ARB_STORE_OK;
}

static unsigned run_jobs(arb_committer *c, arb_committer_job *jobs, unsigned *failures)
{
    unsigned count = 0;

    for (const arb_committer_job *job = jobs; job; job = job->next)
        count++;
    if (run_well(c, jobs))
        return count;
    for (arb_committer_job *job = jobs; job && count > 1; job = job->next) {
        arb_committer_job *rest = job->next;
        job->next = NULL;
        (void)run_well(c, job);
        job->next = rest;
    }
    for (const arb_committer_job *job = jobs; job; job = job->next)
        *failures += job->err != ARB_STORE_OK;
    return count;
}

static arb_store_err look(const arb_committer_watch *watch, arb_store *store)
{
    return watch->look ? watch->look(watch->user, store) : ARB_STORE_OK;
}

/* Nothing of one job depends on another. */
static unsigned run_reading(arb_committer *c, arb_committer_job *jobs,
                            const arb_committer_watch *watch, unsigned *failures)
{
    unsigned count = 0;

    for (arb_committer_job *job = jobs; job; job = job->next, count++) {
        job->err = job->work(job, c->store);
        arb_committer_goes_on(c);
    }
    const arb_store_err err = look(watch, c->store);
    for (arb_committer_job *job = jobs; job; job = job->next) {
        job->err = job->err ? job->err : err;
        *failures += job->err != ARB_STORE_OK;
    }
    return count;
}

static void run_waiting(arb_committer *c)
{
    arb_committer_job *jobs = list_take_some(&c->waiting, c->only_reads ? READ_MAX : BATCH_MAX);
    const uint64_t began = now_us();
    unsigned failures = 0;

    void (*durable)(void *, const arb_store_mark *) = c->durable;
    const arb_committer_watch watch = c->watch;

    c->began_us = began;
    pthread_mutex_unlock(&c->lock);
    const unsigned count =
        c->only_reads ? run_reading(c, jobs, &watch, &failures) : run_jobs(c, jobs, &failures);
    if (!c->only_reads)
        (void)look(&watch, c->store);
    if (durable && c->store) {
        const arb_store_mark mark = arb_store_mark_get(c->store);
        durable(c->durable_user, &mark);
    }
    pthread_mutex_lock(&c->lock);
    c->began_us = 0;
    c->counts.batches++;
    c->counts.jobs += count;
    c->counts.failures += failures;
    const uint64_t ended = now_us();
    arb_histogram_add(&c->counts.commit, ended - began);
    if (count > c->counts.largest)
        c->counts.largest = count;
    while (jobs) {
        arb_committer_job *next = jobs->next;
        arb_histogram_add(&c->counts.write, ended - jobs->pushed_us);
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

    if (!c->only_reads)
        arb_urgent_thread();
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
    const arb_committer_watch watch = c->watch;
    pthread_mutex_unlock(&c->lock);
    if (watch.tell)
        watch.tell(watch.user);
    while (jobs) {
        arb_committer_job *next = jobs->next;
        c->open--;
        jobs->done(jobs, jobs->err);
        jobs = next;
    }
}

static arb_err begin(arb_committer **out, arb_loop *loop, arb_store *store, bool only_reads)
{
    arb_committer *c = calloc(1, sizeof *c);

    if (!c)
        return ARB_NOMEM;
    c->loop = loop;
    c->store = store;
    c->only_reads = only_reads;
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

arb_err arb_committer_new(arb_committer **out, arb_loop *loop, arb_store *store)
{
    return begin(out, loop, store, false);
}

arb_err arb_committer_new_reader(arb_committer **out, arb_loop *loop, arb_store *store)
{
    return begin(out, loop, store, true);
}

/* A disk lets go sooner or later; a database that is away may never come back. */
static void join(arb_committer *c)
{
    struct timespec until;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_S;
    if (c->only_reads) /* nobody waits for it any more */
        arb_store_stop(c->store);
    if (pthread_timedjoin_np(c->thread, NULL, &until) == 0)
        return;
    if (c->store)
        arb_store_stop(c->store);
    pthread_join(c->thread, NULL);
}

void arb_committer_free(arb_committer *c)
{
    if (!c)
        return;
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_cond_signal(&c->work);
    pthread_mutex_unlock(&c->lock);
    join(c);
    on_wake(c);
    arb_wake_close(&c->wake, c->loop);
    arb_store_close(c->store);
    pthread_cond_destroy(&c->work);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void arb_committer_doubt(arb_committer *c)
{
    arb_store_doubt(c->store);
}

void arb_committer_listen(arb_committer *c, void (*durable)(void *, const arb_store_mark *),
                          void *user)
{
    pthread_mutex_lock(&c->lock);
    c->durable = durable;
    c->durable_user = user;
    pthread_mutex_unlock(&c->lock);
}

void arb_committer_set_watch(arb_committer *c, const arb_committer_watch *watch)
{
    pthread_mutex_lock(&c->lock);
    c->watch = *watch;
    pthread_mutex_unlock(&c->lock);
}

void arb_committer_push(arb_committer *c, arb_committer_job *job)
{
    c->open++;
    job->pushed_us = now_us();
    pthread_mutex_lock(&c->lock);
    list_add(&c->waiting, job);
    pthread_mutex_unlock(&c->lock);
    pthread_cond_signal(&c->work);
}

bool arb_committer_busy(const arb_committer *c)
{
    return c->open > 0;
}

int64_t arb_committer_waited_ms(const arb_committer_job *job)
{
    return (int64_t)((now_us() - job->pushed_us) / 1000u);
}

int64_t arb_committer_stalled_ms(arb_committer *c)
{
    pthread_mutex_lock(&c->lock);
    const uint64_t began = c->began_us, moved = atomic_load(&c->moved_us);
    pthread_mutex_unlock(&c->lock);
    const uint64_t since = moved > began ? moved : began, now = now_us();
    return began && now > since ? (int64_t)((now - since) / 1000u) : 0;
}

unsigned arb_committer_open(const arb_committer *c)
{
    return c->open;
}

arb_committer_counts arb_committer_counts_get(arb_committer *c)
{
    pthread_mutex_lock(&c->lock);
    const arb_committer_counts counts = c->counts;
    pthread_mutex_unlock(&c->lock);
    return counts;
}
