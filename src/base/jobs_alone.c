/* SPDX-License-Identifier: MIT */
/* The pool of base/jobs.h where there are no threads: whoever asks does all the work. */
#include <assert.h>

#include "arbitro/jobs.h"
#include "arbitro/mem.h"

struct arb_jobs {
    const arb_mem *mem;
    size_t next, count; /* equal when nothing is left to do */
    bool stopped;
};

arb_err arb_jobs_new(arb_jobs **out, const arb_mem *mem, unsigned threads)
{
    arb_jobs *jobs = arb_mem_new_array(mem, 1, sizeof *jobs);

    (void)threads;
    if (!jobs)
        return ARB_NOMEM;
    jobs->mem = mem;
    *out = jobs;
    return ARB_OK;
}

void arb_jobs_free(arb_jobs *jobs)
{
    if (jobs)
        arb_mem_free(jobs->mem, jobs, sizeof *jobs);
}

unsigned arb_jobs_threads(const arb_jobs *jobs)
{
    (void)jobs;
    return 1;
}

arb_err arb_jobs_run(arb_jobs *jobs, size_t count, arb_job *job, void *user)
{
    assert(jobs->next == jobs->count);
    jobs->stopped = false;
    for (jobs->next = 0, jobs->count = count; jobs->next < jobs->count;)
        job(user, jobs->next++, 0);
    return jobs->stopped ? ARB_STOPPED : ARB_OK;
}

void arb_jobs_stop(arb_jobs *jobs)
{
    if (jobs->next < jobs->count)
        jobs->stopped = true;
    jobs->next = jobs->count;
}

void arb_jobs_lock(arb_jobs *jobs)
{
    (void)jobs;
}

bool arb_jobs_try_lock(arb_jobs *jobs)
{
    (void)jobs;
    return true;
}

void arb_jobs_unlock(arb_jobs *jobs)
{
    (void)jobs;
}
