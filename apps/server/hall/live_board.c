/* SPDX-License-Identifier: MIT */
/* One board of a published round, as it is to be seen now; see live_round.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/live_round.h"

enum { EVENTS_HERE = 300 }; /* a longer game is written by the clerks */

static arb_live_place place_of(const arb_live_round *r, size_t index)
{
    const arb_broadcast *b = arb_broadcast_find(r->hall, r->slug, strlen(r->slug));

    return (arb_live_place){ arb_broadcast_title(b), r->round, r->pieces[index].board };
}

static void take(arb_live_round *r, size_t index, arb_live_text *text, uint64_t sequence,
                 uint64_t head)
{
    arb_live_piece *p = &r->pieces[index];

    arb_live_text_clear(&p->text);
    p->text = *text;
    p->sequence = sequence;
    p->head = head;
    p->is_written = true;
    r->is_changed = true;
}

static bool write_here(arb_live_round *r, size_t index, const arb_table *seen)
{
    const arb_live_place place = place_of(r, index);
    arb_live_text text;

    arb_live_text_init(&text);
    if (arb_live_write(&text, seen, &place) != ARB_OK) {
        arb_live_text_clear(&text);
        return false;
    }
    take(r, index, &text, seen->sequence, arb_live_head(seen, &place));
    return true;
}

/* A long game is written beside the loop, and takes no step meanwhile. */
typedef struct writing {
    arb_judges_job job; /* first */
    arb_live_round *round;
    arb_table *seen;
    uint64_t game;
    size_t index;
    char *event;
    arb_live_place place;
    arb_live_text text;
    uint64_t sequence, head;
    arb_err err;
} writing;

static void work(arb_judges_job *job)
{
    writing *w = (writing *)job;

    w->err = arb_live_write(&w->text, w->seen, &w->place);
}

static void done(arb_judges_job *job)
{
    writing *w = (writing *)job;
    arb_live_round *r = w->round;
    const bool is_there = !r->is_dead && w->index < r->count && r->pieces[w->index].game == w->game;

    r->jobs--;
    if (is_there)
        r->pieces[w->index].is_being_written = false;
    if (is_there && !w->err && !job->dropped)
        take(r, w->index, &w->text, w->sequence, w->head);
    else
        arb_live_text_clear(&w->text);
    arb_table *seen = w->seen;
    free(w->event);
    free(w);
    if (r->is_dead && r->jobs == 0)
        arb_live_round_free(r);
    arb_table_release(seen);
}

static void write_aside(arb_live_round *r, size_t index, arb_table *seen)
{
    writing *w = calloc(1, sizeof *w);
    const arb_live_place place = place_of(r, index);
    char *event = w ? strdup(place.event) : NULL;

    if (!event) {
        free(w);
        return;
    }
    *w = (writing){ .round = r,
                    .seen = seen,
                    .game = r->pieces[index].game,
                    .index = index,
                    .event = event,
                    .place = { event, place.round, place.board },
                    .sequence = seen->sequence,
                    .head = arb_live_head(seen, &place) };
    arb_live_text_init(&w->text);
    w->job.work = work;
    w->job.done = done;
    w->job.owner = seen->id;
    r->pieces[index].is_being_written = true;
    r->jobs++;
    seen->reading++;
    arb_judges_push(r->hall->clerks, &w->job);
}

/* Is what is written how it is to be seen now? Of a game that sleeps and goes on others may know
 * more. */
static bool is_good(const arb_live_round *r, size_t index, const arb_table *seen)
{
    const arb_live_piece *p = &r->pieces[index];
    const arb_live_place place = place_of(r, index);

    return p->is_written && p->head == arb_live_head(seen, &place) &&
           (seen->damaged || (p->sequence == seen->sequence && (seen->game || seen->is_over)));
}

arb_live_standing arb_live_look(arb_live_round *r, size_t index, arb_table *t)
{
    const arb_live_piece *p = &r->pieces[index];
    arb_table *seen = arb_table_seen(t);

    if (!seen || p->is_being_written)
        return ARB_LIVE_AWAITED;
    seen->used_ms = arb_boottime_ms();
    if (is_good(r, index, seen))
        return ARB_LIVE_FRESH;
    if (seen->damaged)
        return write_here(r, index, seen) ? ARB_LIVE_WRITTEN : ARB_LIVE_AWAITED;
    if (!arb_table_is_at_hand(seen)) {
        arb_table_wake(seen, 0);
        return ARB_LIVE_AWAITED;
    }
    if (seen->log_count <= EVENTS_HERE)
        return write_here(r, index, seen) ? ARB_LIVE_WRITTEN : ARB_LIVE_AWAITED;
    write_aside(r, index, seen);
    return ARB_LIVE_AWAITED;
}
