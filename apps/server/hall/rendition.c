/* SPDX-License-Identifier: MIT */
/* Answers that hold a whole game; see rendition.h. */
#include "server/hall/rendition.h"

#include <stdlib.h>

#include "server/hall/shadow.h"

/* A game with more events, of which a thousand take some ten ms, is not written in the loop. */
enum { EVENTS_HERE = 300, ANSWER_MAX = 64 << 20 };

arb_rendition *arb_rendition_new(const arb_api_call *call)
{
    return arb_rendition_sized(call, sizeof(arb_rendition));
}

arb_rendition *arb_rendition_sized(const arb_api_call *call, size_t size)
{
    const arb_table *t = call->table;
    arb_rendition *r = calloc(1, size);

    if (!r) {
        arb_api_fail(call->exchange, ARB_API_MEMORY);
        return NULL;
    }
    r->table = call->table;
    r->exchange = call->exchange;
    r->seat = call->seat;
    r->job.owner = arb_hall_caller(call);
    r->now_ms = arb_boottime_ms();
    r->present[ARB_WHITE] = arb_table_is_present(t, ARB_WHITE);
    r->present[ARB_BLACK] = arb_table_is_present(t, ARB_BLACK);
    r->spectators = arb_table_spectators(t);
    arb_buf_init(&r->out, NULL, ANSWER_MAX);
    return r;
}

static void finish(arb_rendition *r)
{
    if (r->job.dropped)
        arb_api_fail(r->exchange, ARB_API_SHUTTING);
    else if (r->err)
        arb_api_fail(r->exchange, ARB_API_MEMORY);
    else
        r->give(r);
    arb_buf_clear(&r->out);
    free(r);
}

static void work(arb_judges_job *job)
{
    arb_rendition *r = (arb_rendition *)job;

    r->err = r->write(r);
}

static void done(arb_judges_job *job)
{
    arb_table *t = ((arb_rendition *)job)->table;

    finish((arb_rendition *)job);
    arb_table_release(t);
}

void arb_rendition_begin(arb_rendition *r)
{
    arb_table *t = r->table;

    if (t->log_count <= EVENTS_HERE) {
        r->err = r->write(r);
        finish(r);
        return;
    }
    t->reading++;
    r->job.work = work;
    r->job.done = done;
    arb_judges_push(t->hall->clerks, &r->job);
}
