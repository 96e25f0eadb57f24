/* SPDX-License-Identifier: MIT */
/* Until when halls live; see lives.h. */
#include "store/lives.h"

static arb_life *find(arb_lives *lives, uint64_t hall)
{
    for (size_t i = 0; i < lives->count; i++)
        if (lives->of[i].hall == hall)
            return &lives->of[i];
    return NULL;
}

/* A place for one more: when there is none, that of whoever was not told of for longest. */
static arb_life *make_room(arb_lives *lives)
{
    arb_life *oldest = lives->of;

    if (lives->count < ARB_PULSE_HALLS)
        return &lives->of[lives->count++];
    for (size_t i = 1; i < lives->count; i++)
        if (lives->of[i].told_ms < oldest->told_ms)
            oldest = &lives->of[i];
    return oldest;
}

static int64_t left_of(const arb_life *life, int64_t now_ms)
{
    return life->left_ms - (now_ms - life->seen_ms);
}

/* One whose time is over at once, and not by a little as that of a hall that leaves, has given its
 * sign before the clock was set forward. */
int64_t arb_lives_left(arb_lives *lives, const arb_life *told, int64_t lease_ms)
{
    arb_life *life = find(lives, told->hall);
    const int64_t now_ms = told->told_ms;

    if (life && life->until_ms == told->until_ms) {
        life->told_ms = now_ms;
        return left_of(life, now_ms);
    }
    const bool lived = life && left_of(life, now_ms) > 0;
    if (!life)
        life = make_room(lives);
    *life = *told;
    life->seen_ms = now_ms;
    if (told->left_ms > lease_ms || (lived && told->left_ms < -ARB_LIVES_STEP_MS))
        life->left_ms = lease_ms;
    return life->left_ms;
}
