/* SPDX-License-Identifier: MIT */
/*
 * When the time of all games stood, for games whose last event was before that and whose hall has
 * ended since: nothing in their journal tells of it. A hall remembers it for the games of others,
 * since what one has seen of the database all have; and the store has it for a hall that is opened
 * later, by the clock of this start of the machine.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall/hall_internal.h"

static const char setting[] = "hall.stalls";

enum { TEXT_ROOM = ARB_BOOT_SIZE + ARB_STALLS_KEPT * 42 }; /* two numbers and two spaces each */

int64_t arb_stall_between(const arb_hall *hall, int64_t from, int64_t to)
{
    int64_t sum = 0;

    for (size_t i = 0; i < ARB_STALLS_KEPT; i++) {
        const arb_stall *s = &hall->stalls[i];
        const int64_t since = s->since > from ? s->since : from;
        const int64_t until = s->until < to ? s->until : to;
        sum += until > since ? until - since : 0;
    }
    return sum;
}

static void remember(arb_hall *hall, arb_stall stall)
{
    hall->stalls[hall->stall_count++ % ARB_STALLS_KEPT] = stall;
}

/* ---- in the store */

typedef struct keeping {
    arb_committer_job job; /* first */
    arb_hall *hall;
    char text[TEXT_ROOM];
} keeping;

static arb_store_err store_text(arb_committer_job *job, arb_store *store)
{
    keeping *k = (keeping *)job;

    return arb_store_setting_set(store, setting, (arb_store_bytes){ k->text, strlen(k->text) });
}

static void stored(arb_committer_job *job, arb_store_err err)
{
    keeping *k = (keeping *)job;

    arb_hall_note(k->hall, err); /* when it fails, the next one takes it along */
    free(k);
}

static void write_text(char out[TEXT_ROOM], const arb_hall *hall)
{
    size_t size = (size_t)snprintf(out, TEXT_ROOM, "%s", hall->beat.boot);
    size_t i = hall->stall_count > ARB_STALLS_KEPT ? hall->stall_count - ARB_STALLS_KEPT : 0;

    for (; i < hall->stall_count; i++) {
        const arb_stall *s = &hall->stalls[i % ARB_STALLS_KEPT];
        size += (size_t)snprintf(out + size, TEXT_ROOM - size, " %" PRId64 " %" PRId64, s->since,
                                 s->until);
    }
}

void arb_stall_keep(arb_hall *hall, arb_stall stall)
{
    /* of a trifle nobody knows whether it was the database or this machine alone */
    const bool failed = atomic_exchange(&hall->house.failed, false);
    if (hall->house.shared && !failed && stall.until - stall.since < ARB_SILENCE_MS / 2)
        return;
    remember(hall, stall);
    keeping *k = hall->committer && !hall->stopping ? calloc(1, sizeof *k) : NULL;
    if (!k)
        return;
    k->hall = hall;
    write_text(k->text, hall);
    k->job.work = store_text;
    k->job.done = stored;
    arb_committer_push(hall->committer, &k->job);
}

/* What is not as it was written counts for nothing from there on. */
static void read_text(arb_hall *hall, const char *text)
{
    char boot[ARB_BOOT_SIZE];
    arb_stall s;
    int size = 0;

    arb_beat_boot(boot);
    if (strncmp(text, boot, strlen(boot)) != 0)
        return;
    for (text += strlen(boot);
         sscanf(text, " %" SCNd64 " %" SCNd64 "%n", &s.since, &s.until, &size) == 2 &&
         s.since > 0 && s.until > s.since;
         text += size)
        remember(hall, s);
}

arb_store_err arb_stall_restore(arb_hall *hall, arb_store *store)
{
    arb_buf value;

    arb_buf_init(&value, NULL, ARB_STORE_VALUE_MAX);
    const arb_store_err err = arb_store_setting_get(&value, store, setting);
    if (!err && arb_buf_add(&value, "", 1) == ARB_OK)
        read_text(hall, arb_buf_text(&value));
    arb_buf_clear(&value);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}
