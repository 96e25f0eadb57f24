/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_JOBS_H
#define ARBITRO_JOBS_H
/**
 * @file jobs.h
 * A small pool of worker threads for work that falls into many independent pieces, such as many
 * games or positions.
 *
 * A run has pieces 0, 1, 2 ... and calls the same function for each. Whoever is free takes the
 * next one, in that order, so that pieces of unequal size still keep all workers busy. The thread
 * that asks for the run works too. The threads live as long as the pool, and wait between runs.
 *
 * One run at a time: neither a job nor a second thread may begin one while another goes on. Where
 * the library is built without threads (jobs_alone.c), the caller does all the work.
 */
#include <stdbool.h>
#include <stddef.h>

#include "arbitro/error.h"
#include "arbitro/mem.h"

ARB_BEGIN_DECLS

typedef struct arb_jobs arb_jobs;

/** More workers than this are never started. */
enum { ARB_JOBS_THREADS_MAX = 256 };

/**
 * One piece of work. `worker` tells who does it: below arb_jobs_threads(), 0 for the thread that
 * called arb_jobs_run(). A worker does one piece at a time, so that memory chosen by `worker`
 * needs no lock.
 */
typedef void arb_job(void *user, size_t index, unsigned worker);

/**
 * Makes a pool of `threads` workers, of which the caller is one; 0 means 1. Where the system
 * refuses to start so many, the pool has those that it got. ARB_NOMEM leaves `out` untouched.
 * The caller owns the pool. The threads that it starts handle no signal but their own faults.
 */
ARB_API ARB_MUST_USE arb_err arb_jobs_new(arb_jobs **out, const arb_mem *mem, unsigned threads);

/** Ends the threads and frees the pool, which must have no run going on. Accepts NULL. */
ARB_API void arb_jobs_free(arb_jobs *jobs);

/** How many workers there are, the calling thread included; at least 1. */
ARB_API unsigned arb_jobs_threads(const arb_jobs *jobs);

/**
 * Calls `job` for every index below `count`, and returns when the last call has returned; what the
 * jobs have written is then visible to the caller. ARB_STOPPED when arb_jobs_stop() kept some
 * indices from being begun, else ARB_OK. `count` must not exceed SIZE_MAX / 2.
 */
ARB_API ARB_MUST_USE arb_err arb_jobs_run(arb_jobs *jobs, size_t count, arb_job *job, void *user);

/**
 * Keeps the run that is going on from taking further indices; those already taken are finished.
 * From a job or from any thread, but not from a signal handler. Without a run it does nothing, and
 * the next run is not affected.
 */
ARB_API void arb_jobs_stop(arb_jobs *jobs);

/**
 * A lock for what the jobs of the pool share; the second tells at once when another has it. The
 * other functions of the pool may be called meanwhile.
 */
ARB_API void arb_jobs_lock(arb_jobs *jobs);
ARB_API bool arb_jobs_try_lock(arb_jobs *jobs);
ARB_API void arb_jobs_unlock(arb_jobs *jobs);

ARB_END_DECLS

#endif
