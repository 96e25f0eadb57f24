/* SPDX-License-Identifier: MIT */
/* Time controls (Laws, 6.3.1): read, written, and added up for the category of a game (A.1). */
#include "arbitro/clock.h"
#include "clock/time_text.h"

enum { SECOND = 1000, SECONDS_MAX = 10000000, MOVES_FOR_CATEGORY = 60 };

/* Seconds with up to three decimals. */
static arb_err read_seconds(arb_ms *out, arb_cursor *cur, arb_where *where)
{
    uint64_t whole;
    arb_ms part = 0;

    if (arb_cursor_read_number(&whole, cur, SECONDS_MAX))
        return arb_cursor_fail(cur, where, ARB_WANTED_SECONDS);
    const arb_err err = arb_decimals_take(&part, cur, where, ARB_WANTED_SECONDS);
    if (!err)
        *out = (arb_ms)whole * SECOND + part;
    return err;
}

/* "+30", "d3" or "+3d". */
static arb_err read_bonus(arb_period *period, arb_cursor *cur, arb_where *where)
{
    const bool plus = arb_cursor_take(cur, '+');

    if (!plus && !arb_cursor_take(cur, 'd'))
        return ARB_OK;
    period->kind = plus ? ARB_BONUS_INCREMENT : ARB_BONUS_DELAY;
    const arb_err err = read_seconds(&period->bonus, cur, where);
    if (!err && plus && arb_cursor_take(cur, 'd'))
        period->kind = ARB_BONUS_DELAY;
    return err;
}

/* "40/5400+30" or "1800+30". */
static arb_err read_period(arb_period *period, arb_cursor *cur, arb_where *where)
{
    arb_cursor ahead = *cur;
    uint64_t moves;

    *period = (arb_period){ .kind = ARB_BONUS_NONE };
    if (!arb_cursor_read_number(&moves, &ahead, UINT16_MAX) && arb_cursor_take(&ahead, '/')) {
        if (moves == 0)
            return arb_cursor_fail(cur, where, ARB_WANTED_MOVES_OF_PERIOD);
        period->moves = (uint16_t)moves;
        *cur = ahead;
    }
    const arb_err err = read_seconds(&period->time, cur, where);
    return err ? err : read_bonus(period, cur, where);
}

arb_err arb_time_control_read(arb_time_control *out, arb_where *where, const char *text,
                              size_t size)
{
    arb_time_control control = { .count = 0 };
    arb_cursor cur;

    arb_cursor_init(&cur, text, size);
    const bool none = arb_cursor_take_text(&cur, "none") || arb_cursor_take(&cur, '-');
    while (!none) {
        const arb_cursor here = cur;
        if (control.count == ARB_PERIODS_MAX)
            return arb_cursor_fail(&here, where, ARB_WANTED_PERIODS);
        /* after a period for all the rest there is nothing left to play */
        if (control.count > 0 && control.period[control.count - 1].moves == 0)
            return arb_cursor_fail(&here, where, ARB_WANTED_END);
        const arb_err err = read_period(&control.period[control.count], &cur, where);
        if (err)
            return err;
        if (control.period[control.count].time + control.period[control.count].bonus == 0)
            return arb_cursor_fail(&here, where, ARB_WANTED_SOME_TIME);
        control.count++;
        if (!arb_cursor_take(&cur, ':'))
            break;
    }
    if (!arb_cursor_at_end(&cur))
        return arb_cursor_fail(&cur, where, ARB_WANTED_END);
    *out = control;
    return ARB_OK;
}

size_t arb_time_control_write(char *out, size_t size, const arb_time_control *control)
{
    arb_sink sink = { out, size, 0 };

    if (control->count == 0)
        arb_sink_text(&sink, "none");
    for (unsigned i = 0; i < control->count; i++) {
        const arb_period *period = &control->period[i];
        if (i > 0)
            arb_sink_char(&sink, ':');
        if (period->moves > 0) {
            arb_sink_number(&sink, period->moves);
            arb_sink_char(&sink, '/');
        }
        arb_seconds_put(&sink, period->time, '.');
        if (period->kind != ARB_BONUS_NONE) {
            arb_sink_char(&sink, period->kind == ARB_BONUS_DELAY ? 'd' : '+');
            arb_seconds_put(&sink, period->bonus, '.');
        }
    }
    return arb_sink_end(&sink);
}

uint8_t arb_time_control_period(const arb_time_control *control, uint32_t moves)
{
    uint8_t period = 0;

    while (period + 1 < control->count && moves >= control->period[period].moves)
        moves -= control->period[period++].moves;
    return period;
}

uint32_t arb_time_control_end(const arb_time_control *control, uint32_t moves)
{
    const unsigned period = arb_time_control_period(control, moves);
    uint32_t end = 0;

    if (control->count == 0 || control->period[period].moves == 0)
        return 0;
    for (unsigned i = 0; i <= period; i++)
        end += control->period[i].moves;
    while (end <= moves) /* the last period is played again and again */
        end += control->period[period].moves;
    return end;
}

/* Laws A.1 and B.1 compare this sum with their limits. */
arb_ms arb_time_control_total(const arb_time_control *control)
{
    arb_ms total = 0;

    if (control->count == 0)
        return 0;
    for (unsigned i = 0; i < control->count; i++)
        total += control->period[i].time;
    for (unsigned move = 0; move < MOVES_FOR_CATEGORY; move++)
        total += control->period[arb_time_control_period(control, move)].bonus;
    return total;
}
