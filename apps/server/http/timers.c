/* SPDX-License-Identifier: MIT */
#include "server/http/timers.h"

#include <stddef.h>

/* The later of two heaps becomes the first child of the earlier; either may be NULL. */
static arb_timer *meld(arb_timer *a, arb_timer *b)
{
    if (a == NULL)
        return b;
    if (b == NULL)
        return a;
    if (b->at < a->at) {
        arb_timer *swap = a;

        a = b;
        b = swap;
    }
    b->previous = a;
    b->next = a->child;
    if (a->child != NULL)
        a->child->previous = b;
    a->child = b;
    return a;
}

/* Melds a row of siblings into one heap: two by two from the left, then all from the right. */
static arb_timer *meld_row(arb_timer *row)
{
    arb_timer *pairs = NULL, *whole = NULL;

    while (row != NULL) {
        arb_timer *a = row, *b = row->next;

        row = b != NULL ? b->next : NULL;
        a->next = a->previous = NULL;
        if (b != NULL)
            b->next = b->previous = NULL;
        a = meld(a, b);
        a->next = pairs;
        pairs = a;
    }
    while (pairs != NULL) {
        arb_timer *rest = pairs->next;

        pairs->next = NULL;
        whole = meld(whole, pairs);
        pairs = rest;
    }
    return whole;
}

void arb_timers_unset(arb_timers *timers, arb_timer *timer)
{
    if (!timer->set)
        return;
    if (timer == timers->earliest) {
        timers->earliest = meld_row(timer->child);
    } else {
        if (timer->previous->child == timer)
            timer->previous->child = timer->next;
        else
            timer->previous->next = timer->next;
        if (timer->next != NULL)
            timer->next->previous = timer->previous;
        timers->earliest = meld(timers->earliest, meld_row(timer->child));
    }
    timer->child = timer->next = timer->previous = NULL;
    timer->set = false;
}

void arb_timers_set(arb_timers *timers, arb_timer *timer, int64_t at)
{
    arb_timers_unset(timers, timer);
    timer->at = at;
    timer->set = true;
    timers->earliest = meld(timers->earliest, timer);
}

arb_timer *arb_timers_take(arb_timers *timers, int64_t now)
{
    arb_timer *timer = timers->earliest;

    if (timer == NULL || timer->at > now)
        return NULL;
    arb_timers_unset(timers, timer);
    return timer;
}
