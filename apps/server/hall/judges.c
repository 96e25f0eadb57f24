/* SPDX-License-Identifier: MIT */
/* Threads for what may take long; see judges.h. */
#define _GNU_SOURCE
#include "server/hall/judges.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { THREADS_LEAST = 2, THREADS_MOST = 64 };

/* What one owner has piled up. Lines stand in the order in which their turn comes. */
typedef struct line {
    uint64_t owner;
    unsigned working;
    arb_judges_job *first, **last;
    struct line *next;
} line;

struct arb_judges {
    arb_loop *loop;
    arb_mem mem;
    atomic_bool ending;
    int niceness;
    unsigned thread_count;
    pthread_t threads[THREADS_MOST];
    arb_wake wake;
    unsigned open; /* pushed and not yet done; the loop's thread only */

    pthread_mutex_t lock;
    pthread_cond_t work;
    /* under the lock */
    line *lines, **lines_end;
    arb_judges_job *finished, **finished_end;
    unsigned working_long;
    arb_judges_counts counts;
};

/* ---- memory that ends with them */

static void *resize(void *user, void *old, size_t old_size, size_t new_size)
{
    const arb_judges *j = user;

    (void)old_size;
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return atomic_load_explicit(&j->ending, memory_order_relaxed) ? NULL : realloc(old, new_size);
}

const arb_mem *arb_judges_mem(const arb_judges *j)
{
    return &j->mem;
}

/* ---- lines, under the lock */

static line *find_line(arb_judges *j, uint64_t owner)
{
    line *at = j->lines;

    while (at && at->owner != owner)
        at = at->next;
    return at;
}

static void append_line(arb_judges *j, line *it)
{
    it->next = NULL;
    *j->lines_end = it;
    j->lines_end = &it->next;
}

static void unlink_line(arb_judges *j, line **at)
{
    line *it = *at;

    *at = it->next;
    if (!it->next)
        j->lines_end = at;
}

static void remove_line(arb_judges *j, line *it)
{
    line **at = &j->lines;

    while (*at != it)
        at = &(*at)->next;
    unlink_line(j, at);
    free(it);
}

/* The next job whose turn it is; NULL when nothing may be begun. */
static arb_judges_job *take_job(arb_judges *j, line **of)
{
    for (line **at = &j->lines; *at; at = &(*at)->next) {
        line *it = *at;
        if (!it->first || it->working + 1 >= j->thread_count ||
            (it->first->is_long && j->working_long + 1 >= j->thread_count))
            continue;
        arb_judges_job *job = it->first;
        it->first = job->next;
        if (!it->first)
            it->last = &it->first;
        it->working++;
        j->working_long += job->is_long;
        j->counts.waiting--;
        j->counts.working++;
        *of = it;
        unlink_line(j, at);
        append_line(j, it);
        return job;
    }
    return NULL;
}

static void finish(arb_judges *j, arb_judges_job *job)
{
    job->next = NULL;
    *j->finished_end = job;
    j->finished_end = &job->next;
}

/* ---- in a thread of the judges */

static void run_job(arb_judges *j, arb_judges_job *job, line *of)
{
    const int64_t began = arb_boottime_ms(), waited = began - job->pushed_ms;

    pthread_mutex_unlock(&j->lock);
    job->work(job);
    pthread_mutex_lock(&j->lock);
    const int64_t took = arb_boottime_ms() - began;
    j->counts.jobs++;
    j->counts.working--;
    j->working_long -= job->is_long;
    if (waited > j->counts.longest_wait_ms)
        j->counts.longest_wait_ms = waited;
    if (took > j->counts.longest_work_ms)
        j->counts.longest_work_ms = took;
    finish(j, job);
    of->working--;
    if (!of->first && of->working == 0)
        remove_line(j, of);
    pthread_cond_broadcast(&j->work); /* this owner may have more, and there may be room again */
    pthread_mutex_unlock(&j->lock);
    arb_wake_signal(&j->wake);
    pthread_mutex_lock(&j->lock);
}

/* On Linux a thread is nice by itself. Where that is refused nothing is lost but politeness. */
static void give_way(const arb_judges *j)
{
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), j->niceness);
}

static void *run(void *user)
{
    arb_judges *j = user;
    line *of = NULL;

    give_way(j);
    pthread_mutex_lock(&j->lock);
    while (!atomic_load(&j->ending)) {
        arb_judges_job *job = take_job(j, &of);
        if (job)
            run_job(j, job, of);
        else
            pthread_cond_wait(&j->work, &j->lock);
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

/* ---- in the loop's thread */

static void on_wake(void *user)
{
    arb_judges *j = user;

    pthread_mutex_lock(&j->lock);
    arb_judges_job *jobs = j->finished;
    j->finished = NULL;
    j->finished_end = &j->finished;
    pthread_mutex_unlock(&j->lock);
    while (jobs) {
        arb_judges_job *next = jobs->next;
        j->open--;
        jobs->done(jobs);
        jobs = next;
    }
}

static unsigned threads_wanted(unsigned threads)
{
    const long cores = threads ? (long)threads : sysconf(_SC_NPROCESSORS_ONLN);

    return cores < THREADS_LEAST  ? THREADS_LEAST
           : cores > THREADS_MOST ? THREADS_MOST
                                  : (unsigned)cores;
}

static arb_err start(arb_judges *j, unsigned wanted)
{
    arb_err err = ARB_OK;

    pthread_mutex_lock(&j->lock);
    while (j->thread_count < wanted && !err) {
        err = pthread_create(&j->threads[j->thread_count], NULL, run, j) == 0 ? ARB_OK : ARB_IO;
        j->thread_count += !err;
    }
    pthread_mutex_unlock(&j->lock);
    return j->thread_count < THREADS_LEAST ? err : ARB_OK;
}

arb_err arb_judges_new(arb_judges **out, arb_loop *loop, unsigned threads, int niceness)
{
    arb_judges *j = calloc(1, sizeof *j);

    if (!j)
        return ARB_NOMEM;
    j->loop = loop;
    j->niceness = niceness;
    j->mem = (arb_mem){ .resize = resize, .user = j };
    j->lines_end = &j->lines;
    j->finished_end = &j->finished;
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->work, NULL);
    arb_err err = arb_wake_open(&j->wake, loop, on_wake, j);
    if (err) {
        free(j);
        return err;
    }
    err = start(j, threads_wanted(threads));
    if (err) {
        arb_judges_free(j);
        return err;
    }
    *out = j;
    return ARB_OK;
}

void arb_judges_end(arb_judges *j)
{
    pthread_mutex_lock(&j->lock);
    atomic_store(&j->ending, true);
    for (line *at = j->lines; at; at = at->next) {
        while (at->first) {
            arb_judges_job *job = at->first;
            at->first = job->next;
            job->dropped = true;
            j->counts.waiting--;
            finish(j, job);
        }
        at->last = &at->first;
    }
    pthread_cond_broadcast(&j->work);
    pthread_mutex_unlock(&j->lock);
    arb_wake_signal(&j->wake);
}

bool arb_judges_are_ending(const arb_judges *j)
{
    return atomic_load(&j->ending);
}

void arb_judges_free(arb_judges *j)
{
    if (!j)
        return;
    arb_judges_end(j);
    for (unsigned i = 0; i < j->thread_count; i++)
        pthread_join(j->threads[i], NULL);
    on_wake(j);
    arb_wake_close(&j->wake, j->loop);
    while (j->lines) {
        line *next = j->lines->next;
        free(j->lines);
        j->lines = next;
    }
    pthread_cond_destroy(&j->work);
    pthread_mutex_destroy(&j->lock);
    free(j);
}

/* Without memory for a line of its own a job goes to the end of another: it waits, nothing more. */
void arb_judges_push(arb_judges *j, arb_judges_job *job)
{
    job->next = NULL;
    job->dropped = false;
    job->pushed_ms = arb_boottime_ms();
    j->open++;
    pthread_mutex_lock(&j->lock);
    line *of = atomic_load(&j->ending) ? NULL : find_line(j, job->owner);
    if (!of && !atomic_load(&j->ending)) {
        of = calloc(1, sizeof *of);
        if (of) {
            of->owner = job->owner;
            of->last = &of->first;
            append_line(j, of);
        } else {
            of = j->lines;
        }
    }
    if (of) {
        *of->last = job;
        of->last = &job->next;
        j->counts.waiting++;
        pthread_cond_signal(&j->work);
    } else {
        job->dropped = true;
        finish(j, job);
    }
    pthread_mutex_unlock(&j->lock);
    if (!of)
        arb_wake_signal(&j->wake);
}

/* Out of the line, if it stands there. */
static bool unlink_job(line *of, const arb_judges_job *job)
{
    for (arb_judges_job **at = &of->first; *at; at = &(*at)->next) {
        if (*at != job)
            continue;
        *at = job->next;
        if (!*at)
            of->last = at;
        return true;
    }
    return false;
}

bool arb_judges_withdraw(arb_judges *j, arb_judges_job *job)
{
    pthread_mutex_lock(&j->lock);
    line *of = j->lines;
    while (of && !unlink_job(of, job))
        of = of->next;
    if (of) {
        j->counts.waiting--;
        if (!of->first && of->working == 0)
            remove_line(j, of);
    }
    pthread_mutex_unlock(&j->lock);
    j->open -= of != NULL;
    return of != NULL;
}

bool arb_judges_busy(const arb_judges *j)
{
    return j->open > 0;
}

arb_judges_counts arb_judges_counts_get(arb_judges *j)
{
    pthread_mutex_lock(&j->lock);
    arb_judges_counts counts = j->counts;
    pthread_mutex_unlock(&j->lock);
    counts.threads = j->thread_count;
    return counts;
}
