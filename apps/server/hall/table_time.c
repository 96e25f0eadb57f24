/* SPDX-License-Identifier: MIT */
/* The time of a table's game: by which instant it is told, and when it stood; see table.h. */
#include "server/hall/shadow.h"

/* What takes longer than this to be judged and stored is charged to nobody. */
enum { DELAY_MS = 50 };

void arb_table_date(arb_table *t, int64_t at, arb_ms time)
{
    t->origin = at - time;
    t->dated_ms = at;
}

arb_ms arb_table_now(const arb_table *t)
{
    if (t->shadow)
        return arb_shadow_now(t);
    const arb_ms last = arb_state_now(arb_game_state(t->game));
    const arb_ms now = t->begun ? arb_stall_ms(t->hall, arb_boottime_ms()) - t->origin : last;

    return now > last ? now : last;
}

/*
 * More than has passed since the last event cannot have stood since: whatever is said to have stood
 * before that was counted when the event came. Otherwise the time of the game would be earlier than
 * its last event, and stand until it is not.
 */
void arb_table_stood(arb_table *t, int64_t ms)
{
    const int64_t passed =
        t->game ? arb_boottime_ms() - t->origin - arb_state_now(arb_game_state(t->game)) : ms;

    if (ms > 0 && passed > 0)
        t->origin += ms < passed ? ms : passed;
}

/*
 * He whose clock an event has started cannot think before he hears of it. When that took long,
 * because the judges had to think or the disk was slow, the time of the game stood meanwhile. He
 * whose clock ran before and runs on has waited for nothing, and gains nothing, unless the time of
 * all games stood.
 */
void arb_table_forgive(arb_table *t, int64_t received_ms, arb_colour ran)
{
    const int64_t now = arb_boottime_ms();
    const int64_t since = received_ms > t->told_ms ? received_ms : t->told_ms;
    const bool starts =
        now - since >= DELAY_MS && arb_state_running(arb_game_state(t->game)) != ran;

    arb_table_stood(t, starts && now - since > t->stood_ms ? now - since : t->stood_ms);
    t->stood_ms = 0;
    t->told_ms = now;
}
