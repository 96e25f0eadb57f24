/* SPDX-License-Identifier: MIT */
/*
 * Games that are read beside the batches, so that nobody who writes waits for it: a portion at a
 * time, and before all others those for which somebody waits. What is under way is little, so that
 * links and news are read in between.
 */
#include <stdlib.h>

#include "server/hall/hall_internal.h"

enum { PORTION_MAX = 32, UNDER_WAY_MAX = 2 };

typedef struct portion {
    arb_committer_job job; /* first */
    arb_hall *hall;
    arb_committer_job *of[PORTION_MAX];
    uint64_t games[PORTION_MAX];
    size_t count;
} portion;

static void list_add(arb_awaiting_list *list, arb_awaiting *it)
{
    arb_awaiting **end = list->first ? list->end : &list->first;

    it->next = NULL;
    it->previous = end;
    it->list = list;
    *end = it;
    list->end = &it->next;
}

static void unlist(arb_awaiting *it)
{
    *it->previous = it->next;
    if (it->next)
        it->next->previous = it->previous;
    else
        it->list->end = it->previous;
    *it->queued = NULL;
}

/* In the reader's thread: what each asks for is read of all of them first. */
static arb_store_err read_portion(arb_committer_job *job, arb_store *store)
{
    portion *p = (portion *)job;

    if (p->count > 1)
        arb_store_gather(store, p->games, p->count, ARB_MANNER);
    for (size_t i = 0; i < p->count; i++) {
        p->of[i]->err = p->of[i]->work(p->of[i], store);
        arb_committer_goes_on(p->hall->house.reader);
    }
    arb_store_forget(store);
    return ARB_STORE_OK;
}

static void go_on(arb_hall *hall);

static void portion_read(arb_committer_job *job, arb_store_err err)
{
    portion *p = (portion *)job;
    arb_hall *hall = p->hall;

    hall->house.reads_under_way--;
    go_on(hall); /* the reader has something to do while these are made games of */
    for (size_t i = 0; i < p->count; i++)
        p->of[i]->done(p->of[i], err ? err : p->of[i]->err);
    free(p);
}

static arb_awaiting *first(const arb_house *house)
{
    return house->reads_asked.first ? house->reads_asked.first : house->reads.first;
}

/* Nothing more is read: whoever waits is told. */
static void drop_all(arb_hall *hall, arb_store_err err)
{
    for (arb_awaiting *it; (it = first(&hall->house));) {
        unlist(it);
        it->job->done(it->job, err);
    }
}

static void go_on(arb_hall *hall)
{
    arb_house *house = &hall->house;

    while (first(house) && house->reads_under_way < UNDER_WAY_MAX && !hall->stopping) {
        portion *p = calloc(1, sizeof *p);
        if (!p)
            break;
        p->hall = hall;
        for (arb_awaiting *it; p->count < PORTION_MAX && (it = first(house));) {
            unlist(it);
            p->games[p->count] = it->game;
            p->of[p->count++] = it->job;
        }
        p->job.work = read_portion;
        p->job.done = portion_read;
        house->reads_under_way++;
        arb_committer_push(house->reader, &p->job);
    }
    if (house->reads_under_way == 0)
        drop_all(hall, hall->stopping ? ARB_STORE_AWAY : ARB_STORE_NOMEM);
}

void arb_house_read(arb_hall *hall, arb_awaiting *it, bool asked)
{
    *it->queued = it;
    list_add(asked ? &hall->house.reads_asked : &hall->house.reads, it);
    go_on(hall);
}

void arb_house_hurry(arb_hall *hall, arb_awaiting *it)
{
    if (it->list == &hall->house.reads_asked)
        return;
    unlist(it);
    *it->queued = it;
    list_add(&hall->house.reads_asked, it);
}

bool arb_house_reads(const arb_hall *hall)
{
    return hall->house.reads_under_way > 0;
}
