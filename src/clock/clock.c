/* SPDX-License-Identifier: MIT */
/*
 * The chess clock (Laws, Article 6).
 *
 * Every function first settles: what has passed since the last call is charged to the side whose
 * time runs, its delay first. After that `since` is `now`, and the rest is addition.
 */
#include "arbitro/clock.h"

#include <assert.h>

enum { BOTH_STAND = ARB_COLOUR_COUNT };

static bool has_clock(const arb_clock_setting *setting, arb_colour side)
{
    return setting->control[side].count > 0;
}

static const arb_period *present_period(const arb_clock *clock, const arb_clock_setting *setting,
                                        arb_colour side)
{
    return &setting->control[side].period[clock->period[side]];
}

static bool fallen(const arb_clock *clock, arb_colour side)
{
    return clock->fell_at[side] != ARB_MS_NEVER;
}

/* Laws 6.1: when the flag falls if this side's time goes on running. */
static arb_ms falls_at(const arb_clock *clock, arb_colour side)
{
    return clock->since + clock->delay[side] + clock->left[side];
}

/* Laws 6.1: the flag falls at `when`, unless it has fallen before, and stays fallen. */
static void fall(arb_clock *clock, const arb_clock_setting *setting, arb_colour side, arb_ms when)
{
    clock->left[side] = clock->delay[side] = 0;
    if (fallen(clock, side))
        return;
    clock->fell_at[side] = when;
    if (setting->freeze)
        clock->running = BOTH_STAND;
}

/* Laws 6.3.2: charges what has passed; the main time falls only when the delay is used up. */
static void settle(arb_clock *clock, const arb_clock_setting *setting, arb_ms now)
{
    const arb_colour side = (arb_colour)clock->running;

    assert(now >= clock->since);
    if (clock->running == BOTH_STAND || !has_clock(setting, side)) {
        clock->since = now;
        return;
    }
    const arb_ms passed = now - clock->since;
    const arb_ms free = passed < clock->delay[side] ? passed : clock->delay[side];
    if (now >= falls_at(clock, side)) {
        clock->used[side] += clock->left[side];
        fall(clock, setting, side, falls_at(clock, side));
    } else {
        clock->delay[side] -= free;
        clock->left[side] -= passed - free;
        clock->used[side] += passed - free;
    }
    clock->since = now;
}

/* Laws I.1.2 */
void arb_clock_charge(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                      arb_ms until, arb_ms now)
{
    settle(clock, setting, now);
    if (!has_clock(setting, side) || until <= now)
        return;
    const arb_ms charge = until - now > clock->delay[side] ? until - now - clock->delay[side] : 0;
    const arb_ms used = charge < clock->left[side] ? charge : clock->left[side];
    clock->used[side] += used;
    clock->left[side] -= used;
    if (clock->left[side] == 0 && charge > 0)
        fall(clock, setting, side, now);
}

/* Laws I.2.3 */
arb_ms arb_clock_used(const arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                      arb_ms now)
{
    arb_clock then = *clock;

    settle(&then, setting, now);
    return then.used[side];
}

/* Laws I.2.3, 6.3: every press credits the increment of the period in which it leaves the player;
 * the first is on the clock at the start. */
arb_ms arb_clock_given(const arb_clock_setting *setting, arb_colour side, uint32_t moves)
{
    const arb_time_control *control = &setting->control[side];
    uint64_t begin = 0; /* how many moves precede the period */
    arb_ms sum = 0;

    for (unsigned i = 0; i < control->count && begin <= moves; i++) {
        const arb_period *period = &control->period[i];
        const bool last = i + 1u == control->count;
        const uint64_t end =
            last || period->moves == 0 ? (uint64_t)moves + 1 : begin + period->moves;
        const uint64_t credits = (end <= moves ? end : (uint64_t)moves + 1) - begin -
                                 (begin == 0 && setting->increment_after);
        const uint64_t times = last && period->moves > 0 ? (moves - begin) / period->moves + 1 : 1;
        sum += (arb_ms)times * period->time;
        if (period->kind == ARB_BONUS_INCREMENT)
            sum += (arb_ms)credits * period->bonus;
        begin = end;
    }
    return sum;
}

/* Laws 6.3.2, 6.10.2 */
arb_ms arb_clock_bonus(const arb_clock *clock, const arb_clock_setting *setting, arb_colour side)
{
    if (!has_clock(setting, side))
        return 0;
    return clock->corrected ? clock->bonus : present_period(clock, setting, side)->bonus;
}

/* A new move of `side` begins: its delay is whole again. */
static void begin_move(arb_clock *clock, const arb_clock_setting *setting, arb_colour side)
{
    clock->delay[side] = 0;
    if (has_clock(setting, side) && !fallen(clock, side) &&
        present_period(clock, setting, side)->kind == ARB_BONUS_DELAY)
        clock->delay[side] = arb_clock_bonus(clock, setting, side);
}

/* Laws 6.10.2: a delay of which nothing is used yet is the new one. */
void arb_clock_set_bonus(arb_clock *clock, const arb_clock_setting *setting, arb_ms bonus,
                         arb_ms now)
{
    bool whole[2] = { false, false };

    settle(clock, setting, now);
    for (arb_colour side = ARB_WHITE; side <= ARB_BLACK; side++)
        whole[side] =
            has_clock(setting, side) && clock->delay[side] == arb_clock_bonus(clock, setting, side);
    clock->bonus = bonus;
    clock->corrected = true;
    for (arb_colour side = ARB_WHITE; side <= ARB_BLACK; side++) {
        if (whole[side])
            begin_move(clock, setting, side);
    }
}

static arb_ms increment(const arb_clock *clock, const arb_clock_setting *setting, arb_colour side)
{
    const arb_period *period = present_period(clock, setting, side);
    const bool none = period->kind == ARB_BONUS_NONE && !clock->corrected;

    return clock->extra +
           (none || period->kind == ARB_BONUS_DELAY ? 0 : arb_clock_bonus(clock, setting, side));
}

/* Has the move just counted been the last of its period? A last period is played again. */
static bool period_ends(const arb_time_control *control, uint32_t moves)
{
    uint32_t end = 0;

    for (unsigned i = 0; i < control->count; i++) {
        if (control->period[i].moves == 0)
            return false;
        end += control->period[i].moves;
        if (moves <= end)
            return moves == end;
    }
    const uint32_t last = control->period[control->count - 1].moves;
    return (moves - end) % last == 0;
}

/*
 * Laws 6.2.1, 6.3.2, 6.4: counts a completed move. The time of the next period is added when the
 * moves of this one are done, to a fallen clock too; a bonus only by a press, and only while the
 * flag is up.
 */
static void complete(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                     bool pressed)
{
    const arb_time_control *control = &setting->control[side];

    clock->moves[side]++;
    clock->credited[side] = 0;
    if (!has_clock(setting, side))
        return;
    if (clock->moves[side] > clock->granted[side] && period_ends(control, clock->moves[side])) {
        const bool delay = present_period(clock, setting, side)->kind == ARB_BONUS_DELAY;
        if (delay && setting->delay_saves_nothing) {
            clock->credited[side] -= clock->left[side];
            clock->left[side] = 0;
        }
        clock->period[side] = arb_time_control_period(control, clock->moves[side]);
        clock->granted[side] = clock->moves[side];
        if (clock->forgiven[side])
            clock->fell_at[side] = ARB_MS_NEVER;
        clock->forgiven[side] = false;
        clock->credited[side] += present_period(clock, setting, side)->time;
        clock->left[side] += present_period(clock, setting, side)->time;
    }
    clock->period[side] = arb_time_control_period(control, clock->moves[side]);
    if (pressed && !fallen(clock, side)) {
        clock->credited[side] += increment(clock, setting, side);
        clock->left[side] += increment(clock, setting, side);
    }
}

/* Laws 6.3 */
arb_clock arb_clock_set_up(const arb_clock_setting *setting, arb_ms now)
{
    arb_clock clock = { .since = now,
                        .running = BOTH_STAND,
                        .fell_at = { ARB_MS_NEVER, ARB_MS_NEVER } };

    for (arb_colour side = ARB_WHITE; side <= ARB_BLACK; side++) {
        clock.left[side] = setting->control[side].period[0].time;
        if (!setting->increment_after)
            clock.left[side] += increment(&clock, setting, side);
        begin_move(&clock, setting, side);
    }
    return clock;
}

/* Laws 6.6, 6.11.3 */
void arb_clock_start(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                     arb_ms now)
{
    settle(clock, setting, now);
    if (!setting->freeze || (!fallen(clock, ARB_WHITE) && !fallen(clock, ARB_BLACK)))
        clock->running = (uint8_t)side;
}

/* Laws 6.11, 6.11.1, 6.11.2 */
void arb_clock_stop(arb_clock *clock, const arb_clock_setting *setting, arb_ms now)
{
    settle(clock, setting, now);
    clock->running = BOTH_STAND;
}

/* Laws 6.2.1, 6.2.2 */
void arb_clock_press(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                     arb_ms now)
{
    settle(clock, setting, now);
    complete(clock, setting, side, true);
    begin_move(clock, setting, side);
    if (clock->running == side)
        clock->running = (uint8_t)arb_opponent(side);
}

/* Laws 6.2.1.2 */
void arb_clock_complete(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                        arb_ms now)
{
    settle(clock, setting, now);
    complete(clock, setting, side, false);
}

/* Laws 7.1, 7.5.1: as far as the clock goes. The position comes back, displayed times stand. */
void arb_clock_take_back(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                         uint32_t moves, arb_ms credited, arb_ms now)
{
    settle(clock, setting, now);
    assert(moves <= clock->moves[side]);
    clock->moves[side] = moves;
    clock->credited[side] = 0;
    if (!has_clock(setting, side))
        return;
    clock->left[side] -= credited;
    if (clock->left[side] < 0)
        clock->left[side] = 0;
    /* the credit held the time of a period; where it stays on the clock it is not given again */
    if (credited != 0 && clock->granted[side] == moves + 1)
        clock->granted[side] = moves;
    clock->period[side] = arb_time_control_period(&setting->control[side], moves);
    begin_move(clock, setting, side);
}

/* Laws 7.5.1 */
void arb_clock_unpress(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                       arb_ms now)
{
    assert(clock->moves[side] > 0);
    arb_clock_take_back(clock, setting, side, clock->moves[side] - 1, clock->credited[side], now);
    begin_move(clock, setting, arb_opponent(side)); /* whose move has not come after all */
    arb_clock_start(clock, setting, side, now);
}

void arb_clock_add(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                   arb_ms amount, arb_ms now)
{
    settle(clock, setting, now);
    if (!has_clock(setting, side) || fallen(clock, side))
        return;
    clock->left[side] += amount;
    if (clock->left[side] <= 0)
        fall(clock, setting, side, now);
}

/* Laws III.4 */
void arb_clock_grant(arb_clock *clock, arb_ms extra)
{
    clock->extra += extra;
}

/* Laws 6.10, 6.10.1 */
void arb_clock_correct(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                       arb_ms left, arb_ms now)
{
    settle(clock, setting, now);
    if (!has_clock(setting, side))
        return;
    assert(left >= 0);
    clock->used[side] += clock->left[side] - left; /* the display was wrong by so much */
    if (clock->used[side] < 0)
        clock->used[side] = 0;
    if (left == 0) {
        fall(clock, setting, side, now);
        return;
    }
    clock->left[side] = left;
    clock->fell_at[side] = ARB_MS_NEVER;
    clock->forgiven[side] = false;
}

/* Laws III.3.1.1 */
void arb_clock_forgive(arb_clock *clock, const arb_clock_setting *setting, arb_ms now)
{
    settle(clock, setting, now);
    for (arb_colour side = ARB_WHITE; side <= ARB_BLACK; side++)
        clock->forgiven[side] = fallen(clock, side);
}

/* Laws 6.10.2 */
void arb_clock_recount(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                       uint32_t moves)
{
    clock->moves[side] = clock->granted[side] = moves;
    clock->credited[side] = 0;
    if (has_clock(setting, side))
        clock->period[side] = arb_time_control_period(&setting->control[side], moves);
}

/* Laws 8.6 */
void arb_clock_next_period(arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                           uint32_t moves, arb_ms now)
{
    settle(clock, setting, now);
    arb_clock_recount(clock, setting, side, moves);
    if (!has_clock(setting, side))
        return;
    clock->left[side] += present_period(clock, setting, side)->time;
    clock->fell_at[side] = ARB_MS_NEVER;
    clock->forgiven[side] = false;
    begin_move(clock, setting, side);
}

arb_ms arb_clock_left(const arb_clock *clock, const arb_clock_setting *setting, arb_colour side,
                      arb_ms now)
{
    arb_clock then = *clock;

    settle(&then, setting, now);
    return then.left[side];
}

arb_colour arb_clock_running(const arb_clock *clock, const arb_clock_setting *setting, arb_ms now)
{
    arb_clock then = *clock;

    settle(&then, setting, now);
    return (arb_colour)then.running;
}

/* Laws 6.1 */
arb_ms arb_clock_flag(const arb_clock *clock, const arb_clock_setting *setting, arb_colour side)
{
    if (fallen(clock, side))
        return clock->forgiven[side] ? ARB_MS_NEVER : clock->fell_at[side];
    return clock->running == side && has_clock(setting, side) ? falls_at(clock, side)
                                                              : ARB_MS_NEVER;
}
