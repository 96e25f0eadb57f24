/* SPDX-License-Identifier: MIT */
/* What whoever looks after several halls wants to read: who has come, and who has ended. */
#include <stdio.h>
#include <string.h>

#include "server/hall/hall_internal.h"

static bool lives_in(const arb_members *all, uint64_t id)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->of[i].id == id)
            return all->of[i].left_ms > 0;
    return false;
}

/* Those of `all` that live, and do not in `other`: how many. */
static size_t tell_each(const arb_hall *hall, const arb_members *all, const arb_members *other,
                        const char *level, const char *what)
{
    size_t count = 0;

    for (size_t i = 0; i < all->count; i++) {
        const arb_member *m = &all->of[i];
        if (m->id == hall->house.id || m->left_ms <= 0 || lives_in(other, m->id))
            continue;
        arb_hall_log(hall, level, what, "{ss sI}", "hall", m->at, "halls",
                     (json_int_t)arb_house_living(hall));
        count++;
    }
    return count;
}

const char *arb_hall_reach(const arb_hall *hall)
{
    return hall->house.at;
}

static bool is_loopback(const char *at)
{
    return strncmp(at, "127.", 4) == 0 || strncmp(at, "[::1]", 5) == 0;
}

bool arb_hall_is_hidden(const arb_hall *hall)
{
    const arb_members *all = &hall->house.members;

    for (size_t i = 0; i < all->count; i++)
        if (all->of[i].left_ms > 0 && strcmp(all->of[i].boot, hall->beat.boot) != 0)
            return is_loopback(hall->house.at);
    return false;
}

/* Its games would be lost to them, and whatever they ask of it to those who ask them. */
static void tell_hidden(const arb_hall *hall)
{
    if (arb_hall_is_hidden(hall))
        arb_hall_log(hall, "error", "halls on other machines cannot reach this one", "{ss ss}",
                     "at", hall->house.at, "needs", "--reach ADDRESS:PORT");
}

void arb_house_tell_changes(const arb_hall *hall, const arb_members *before)
{
    const arb_members *now = &hall->house.members;

    (void)tell_each(hall, before, now, "warning", "a hall has ended");
    if (tell_each(hall, now, before, "info", "a hall has come") > 0)
        tell_hidden(hall);
}

void arb_house_tell_taken(const arb_hall *hall, uint64_t before)
{
    const uint64_t taken = hall->house.counts.taken - before;

    if (taken > 0)
        arb_hall_log(hall, "warning", "took the games of a hall that has ended", "{sI}", "games",
                     (json_int_t)taken);
}

size_t arb_hall_others(char *out, size_t size, const arb_hall *hall)
{
    const arb_members *all = &hall->house.members;
    size_t count = 0, used = 0;

    out[0] = '\0';
    for (size_t i = 0; i < all->count; i++) {
        if (all->of[i].id == hall->house.id || all->of[i].left_ms <= 0)
            continue;
        if (used < size)
            used += (size_t)snprintf(out + used, size - used, "%s%s", count > 0 ? ", " : "",
                                     all->of[i].at);
        count++;
    }
    return count;
}
