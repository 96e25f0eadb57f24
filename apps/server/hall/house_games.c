/* SPDX-License-Identifier: MIT */
/* Which games live here: taken, lost, taken over from a hall that has ended; see house.h. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "server/hall/engine.h"
#include "server/hall/hall_internal.h"
#include "server/hall/shadow.h"

bool arb_house_has(const arb_table *t)
{
    return !t->hall->house.shared || (t->epoch != 0 && !t->leaving && !t->stale);
}

bool arb_house_acts(const arb_table *t)
{
    return !t->hall->house.shared || (arb_house_has(t) && arb_house_holds(t->hall));
}

/* ---- lost, and found */

void arb_house_let_go(arb_table *t)
{
    if (!t->stale || t->inflight || t->is_judging || t->reading || t->late)
        return;
    t->stale = false;
    t->begun = false;
    arb_table_give_up(t, ARB_STORE_FENCED);
    if (t->game)
        arb_table_sleep(t);
    arb_house_accept(t);
}

/* Nothing of it is done here any more, and its pages find where it lives now. */
static void part(arb_table *t)
{
    arb_loop_unset(t->hall->loop, &t->timer);
    arb_engine_free(t->engine);
    t->engine = NULL;
    t->past = t->epoch;
    t->lost_as = t->hall->house.counts.lost;
    t->epoch = 0;
    arb_shadow_forget(t);
    t->leaving = t->handed = false;
    t->orphan_of = t->pending = 0;
    t->stale = true;
    t->halted = false;
    arb_hall_settle(t);
    for (arb_viewer *v = t->viewers; v; v = v->next)
        arb_stream_end(v->stream);
    arb_house_let_go(t);
}

void arb_house_lost(arb_table *t)
{
    t->hall->house.counts.lost++;
    arb_hall_log(t->hall, "warning", "another hall has taken a game", "{sI}", "game",
                 (json_int_t)t->id);
    t->lives_at = 0;
    part(t);
    arb_house_scan(t->hall);
}

/* What was heard of it while somebody had it in hand holds: he may have looked before that, or
 * found it ours already. */
void arb_house_found(arb_table *t, const arb_found_lease *lease)
{
    if ((t->epoch == 0) != (lease->epoch == 0)) {
        arb_shadow_forget(t);
        arb_past_forget(t);
    }
    t->lives_at = lease->hall;
    t->epoch = lease->epoch;
    t->stale = t->leaving = false;
    if (t->pending == 0 || lease->orphan_of != 0) {
        t->orphan_of = lease->orphan_of;
        t->sign_ms = lease->sign_ms;
    }
    if (t->epoch == 0)
        return;
    t->pending = 0;
    if (t->orphan_of == 0)
        return;
    t->handed = false;
    t->taken_over = t->restored = true;
    t->begun = false;
    t->hall->house.counts.taken++;
}

/* It is ours from now on, and read anew. */
static void receive(arb_table *t, const arb_found_lease *lease)
{
    t->pending = 0;
    if (lease->handed) {
        t->handed = true;
        t->handed_ms = lease->origin;
    }
    if (t->game) {
        t->stale = true;
        arb_house_let_go(t);
    }
    if (t->game || t->is_loading) { /* in somebody's hands: ours as soon as he lets go */
        t->pending = lease->epoch;
        t->orphan_of = lease->orphan_of;
        t->sign_ms = lease->sign_ms;
        return;
    }
    arb_house_found(t, lease);
    for (arb_viewer *v = t->viewers; v; v = v->next)
        arb_stream_end(v->stream);
    arb_table_wake(t, 0);
}

void arb_house_accept(arb_table *t)
{
    const arb_found_lease lease = { .game = t->id,
                                    .epoch = t->pending,
                                    .hall = t->hall->house.id,
                                    .orphan_of = t->orphan_of,
                                    .sign_ms = t->sign_ms,
                                    .handed = t->orphan_of == 0,
                                    .origin = t->handed ? t->handed_ms : -1 };

    if (t->pending != 0 && !t->is_loading && !t->hall->stopping)
        receive(t, &lease);
}

void arb_house_receive(arb_hall *hall, const arb_found_lease *lease)
{
    arb_table *t = arb_hall_table(hall, lease->game);

    if (!t)
        arb_seek_ours(hall, lease);
    else if (t->epoch < lease->epoch)
        receive(t, lease);
}

void arb_house_handed(arb_hall *hall, uint64_t game, uint64_t epoch, int64_t origin)
{
    const arb_found_lease lease = {
        .game = game, .epoch = epoch, .hall = hall->house.id, .handed = true, .origin = origin
    };

    arb_house_receive(hall, &lease);
}

/* ---- the database is away */

void arb_house_stand(arb_hall *hall, bool away)
{
    arb_house *house = &hall->house;

    if (house->away == away)
        return;
    house->away = away;
    arb_hall_note(hall, away ? ARB_STORE_AWAY : ARB_STORE_OK);
    for (size_t i = 0; i < hall->table_count && !away; i++) { /* what had to wait for that */
        if (hall->tables[i] && hall->tables[i]->game)
            arb_table_go_on(hall->tables[i]);
    }
}

/* ---- figures */

size_t arb_house_living(const arb_hall *hall)
{
    size_t count = 0;

    for (size_t i = 0; i < hall->house.members.count; i++)
        count += hall->house.members.of[i].left_ms > 0;
    return count;
}

size_t arb_house_games(const arb_hall *hall)
{
    size_t count = 0;

    for (size_t i = 0; i < hall->table_count; i++)
        count += hall->tables[i] && hall->tables[i]->epoch != 0;
    return count;
}
