/* SPDX-License-Identifier: MIT */
/* Problems that are being solved for visitors: who may, whose turn it is, what is told; see
 * solving.h. */
#include "server/hall/solving.h"

#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"

enum {
    TICK_MS = 100,
    TELL_MS = 500,   /* between two figures of progress, at least */
    TAKE_MS = 60000, /* for a page to take its answer */
    ALL_MAX = 64,    /* problems in the hall: waiting, worked on, given out */
    ADDRESS_MAX = 8, /* of one address, */
    ADDRESS_FEW = 1, /* and when half of all are taken */
    EVENT_MAX = 256,
    NEVER = -1
};

struct arb_solving {
    arb_judges_job job; /* first */
    arb_hall *hall;
    arb_stream *stream; /* NULL: the page has gone */
    arb_solving *next;
    bool is_with_judges;
    arb_solving_wish wish;
    arb_solving_work work;
    arb_buf answer; /* what is to be given, */
    size_t given;   /* what is given already, */
    arb_err err;
    int64_t ready_ms; /* and since when it could be taken; 0: not yet */
    int64_t told_ms;
    long told; /* the last figure */
};

static bool has_begun(const arb_solving *s)
{
    return atomic_load(&s->work.began_ms) != 0;
}

/* ---- the list */

static void append(arb_solvings *all, arb_solving *s)
{
    *(all->first ? all->end : &all->first) = s;
    all->end = &s->next;
    all->count++;
}

static void leave(arb_solving *s)
{
    arb_solvings *all = &s->hall->solving;
    arb_solving **at = &all->first;

    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    if (!*at)
        all->end = at;
    all->count--;
    arb_buf_clear(&s->answer);
    free(s);
}

/* Neither a page nor a thread has it any more. */
static void release(arb_solving *s)
{
    if (!s->stream && !s->is_with_judges)
        leave(s);
}

void arb_solving_count(unsigned *waiting, unsigned *working, const arb_hall *hall)
{
    *waiting = *working = 0;
    for (const arb_solving *s = hall->solving.first; s; s = s->next) {
        *working += s->is_with_judges && has_begun(s);
        *waiting += s->is_with_judges && !has_begun(s);
    }
}

/* ---- what is told */

static void tell(arb_solving *s, const char *name, json_t *data)
{
    arb_buf json, event;

    arb_buf_init(&json, NULL, EVENT_MAX);
    arb_buf_init(&event, NULL, EVENT_MAX);
    if (arb_api_write(&json, data) == ARB_OK &&
        arb_stream_write(&event, 0, name, arb_buf_text(&json), arb_buf_size(&json)) == ARB_OK)
        (void)arb_stream_push(s->stream, arb_buf_text(&event), arb_buf_size(&event));
    arb_buf_clear(&json);
    arb_buf_clear(&event);
}

/* How many stand before it. */
static long count_before(const arb_solving *s)
{
    long before = 0;

    for (const arb_solving *at = s->hall->solving.first; at != s; at = at->next)
        before += at->is_with_judges;
    return before;
}

static void tell_progress(arb_solving *s, int64_t now)
{
    const int64_t began = atomic_load(&s->work.began_ms);
    const long figure = began ? (long)atomic_load(&s->work.done) : count_before(s);
    const bool others = atomic_load(&s->work.others_wait);

    if (now - s->told_ms < TELL_MS || (!began && figure == s->told))
        return;
    s->told = began ? NEVER : figure;
    s->told_ms = now;
    if (began)
        tell(s, "progress",
             json_pack("{sf sI sI}", "done", (double)figure / 1000, "ms", (json_int_t)(now - began),
                       "limit", (json_int_t)(others ? s->work.shared_ms : s->work.alone_ms)));
    else
        tell(s, "waiting", json_pack("{sI}", "before", (json_int_t)figure));
}

/* As many whole events as fit into a part; at least one, which may be longer. */
static size_t next_part(const char *text, size_t size)
{
    static const char between[] = "\n\n";
    size_t part = 0;

    while (part < size) {
        const char *end = strstr(text + part, between);
        const size_t stop = end ? (size_t)(end - text) + sizeof between - 1 : size;
        if (part > 0 && stop > ARB_SOLVING_PART_MAX)
            break;
        part = stop;
    }
    return part;
}

/* Gives as much of the answer as the page takes; a page that is slow waits, nobody for it. */
static void give(arb_solving *s, int64_t now)
{
    const char *text = arb_buf_text(&s->answer);
    const size_t size = arb_buf_size(&s->answer);

    while (s->given < size && arb_stream_pending(s->stream) == 0) {
        const size_t part = next_part(text + s->given, size - s->given);
        if (!arb_stream_push(s->stream, text + s->given, part))
            return;
        s->given += part;
    }
    if (s->given == size || now - s->ready_ms > TAKE_MS)
        arb_stream_end(s->stream);
}

/* Does anybody else wait for a thread? */
static bool others_wait(const arb_solving *s)
{
    for (const arb_solving *at = s->hall->solving.first; at; at = at->next)
        if (at->is_with_judges && !has_begun(at) && at->job.owner != s->job.owner)
            return true;
    return false;
}

static void on_tick(void *user)
{
    arb_hall *hall = user;
    const int64_t now = arb_boottime_ms();

    for (arb_solving *s = hall->solving.first; s; s = s->next) {
        atomic_store(&s->work.others_wait, others_wait(s));
        if (s->stream && s->ready_ms)
            give(s, now);
        else if (s->stream)
            tell_progress(s, now);
    }
    if (hall->solving.first && !hall->stopping)
        arb_loop_set(hall->loop, &hall->solving.timer, now + TICK_MS);
}

/* ---- the work */

static void work(arb_judges_job *job)
{
    arb_solving *s = (arb_solving *)job;
    arb_solved solved;

    if (atomic_load(&s->work.given_up))
        return;
    arb_solver_run(&solved, &s->wish, &s->work);
    if (solved.end != ARB_SOLVING_GIVEN_UP)
        s->err = arb_solved_write(&s->answer, &solved, &s->work);
    arb_problem_free(solved.problem);
}

static void done(arb_judges_job *job)
{
    arb_solving *s = (arb_solving *)job;
    arb_hall *hall = s->hall;

    s->is_with_judges = false;
    hall->solving.solved += !job->dropped && !atomic_load(&s->work.given_up);
    if (s->stream) {
        const int64_t now = arb_boottime_ms();
        s->ready_ms = now;
        if (job->dropped || s->err)
            arb_stream_end(s->stream);
        else
            give(s, now);
    }
    release(s);
}

static void on_closed(void *user, arb_stream *stream)
{
    arb_solving *s = user;

    (void)stream;
    s->stream = NULL;
    if (s->is_with_judges) {
        s->hall->solving.given_up++;
        atomic_store(&s->work.given_up, true);
        if (arb_judges_withdraw(s->hall->solvers, &s->job))
            s->is_with_judges = false;
    }
    release(s);
}

/* ---- who may */

/* The fuller it is, the fewer more an address may have: who has none finds room longest. */
static bool is_allowed(const arb_api_call *call, uint64_t who)
{
    arb_solvings *all = &call->hall->solving;
    unsigned mine = 0;

    for (const arb_solving *s = all->first; s; s = s->next)
        mine += s->job.owner == who;
    const unsigned most = all->count >= ALL_MAX / 2 ? ADDRESS_FEW : ADDRESS_MAX;
    const bool full = all->count >= ALL_MAX, enough = mine >= most;
    if (!full && !enough)
        return true;
    all->refused++;
    call->hall->counts.limited++;
    arb_api_fail_until(call->exchange, enough ? ARB_API_MANY_PROBLEMS : ARB_API_SOLVERS_BUSY,
                       call->hall->config.solve_shared_ms);
    return false;
}

void arb_solving_begin(const arb_api_call *call, const arb_solving_wish *wish)
{
    arb_hall *hall = call->hall;
    const uint64_t who = arb_hall_caller(call);
    arb_solving *s = is_allowed(call, who) ? calloc(1, sizeof *s) : NULL;

    if (!s) /* answered already, or nobody is there to be */
        return;
    s->hall = hall;
    s->job = (arb_judges_job){ .work = work, .done = done, .owner = who };
    s->wish = *wish;
    s->work.judges = hall->solvers;
    s->work.alone_ms = hall->config.solve_ms;
    s->work.shared_ms = hall->config.solve_shared_ms;
    s->work.memory_max = ARB_SOLVING_MEMORY_MAX;
    s->told = NEVER;
    arb_buf_init(&s->answer, NULL, ARB_SOLVING_ANSWER_MAX);
    s->stream = arb_http_stream(call->exchange, on_closed, s);
    if (!s->stream) {
        free(s);
        return;
    }
    append(&hall->solving, s);
    s->is_with_judges = true;
    arb_judges_push(hall->solvers, &s->job);
    hall->solving.timer.due = on_tick;
    hall->solving.timer.user = hall;
    if (!hall->solving.timer.set)
        arb_loop_set(hall->loop, &hall->solving.timer, arb_boottime_ms() + TICK_MS);
}
