/* SPDX-License-Identifier: MIT */
/* What was written and what was synced, and the disk after a power cut; see disk.h. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random_positions.h"
#include "support/store/disk.h"
#include "support/store/disk_record.h"

enum { FILES_MAX = 8, SECTOR = 512, NAME_ROOM = 300 };

/* ---- what is remembered ---- */

typedef struct action {
    action_kind kind;
    unsigned file;
    size_t at, size; /* of a write; a file is cut to `at` */
    unsigned char *bytes;
} action;

static struct {
    bool on;
    char name[FILES_MAX][NAME_ROOM]; /* without the folder */
    unsigned names;
    action *all;
    size_t count, room;
} record;

void disk_record(void)
{
    disk_forget();
    record.on = true;
}

void disk_forget(void)
{
    for (size_t i = 0; i < record.count; i++)
        free(record.all[i].bytes);
    free(record.all);
    memset(&record, 0, sizeof record);
}

size_t disk_moments(void)
{
    return record.count;
}

static unsigned file_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    for (unsigned i = 0; i < record.names; i++) {
        if (strcmp(record.name[i], name) == 0)
            return i;
    }
    assert(record.names < FILES_MAX);
    (void)snprintf(record.name[record.names], NAME_ROOM, "%s", name);
    return record.names++;
}

void disk_remember(action_kind kind, const char *path, size_t at, const void *bytes, size_t size)
{
    if (!record.on || !path)
        return;
    if (record.count == record.room) {
        record.room = record.room ? 2 * record.room : 256;
        record.all = realloc(record.all, record.room * sizeof *record.all);
        assert(record.all);
    }
    action *one = &record.all[record.count++];
    *one = (action){ .kind = kind, .file = file_of(path), .at = at, .size = size };
    if (size > 0) {
        one->bytes = malloc(size);
        assert(one->bytes);
        memcpy(one->bytes, bytes, size);
    }
}

bool disk_is_first(const char *path)
{
    return record.on && path && record.names == 0;
}

/* ---- after a power cut ---- */

typedef struct image {
    bool there;
    unsigned char *bytes;
    size_t size, room;
} image;

static void reach(image *it, size_t size)
{
    if (size > it->room) {
        const size_t room = 2 * size + 4096;
        it->bytes = realloc(it->bytes, room);
        assert(it->bytes);
        memset(it->bytes + it->room, 0, room - it->room);
        it->room = room;
    }
    if (size > it->size)
        it->size = size;
}

static void put(image *it, size_t at, const unsigned char *bytes, size_t size)
{
    reach(it, at + size);
    memcpy(it->bytes + at, bytes, size);
}

static void cut(image *it, size_t size)
{
    if (size < it->size)
        memset(it->bytes + size, 0, it->size - size);
    it->size = size;
}

static void apply(image *it, const action *one)
{
    switch (one->kind) {
    case ACTION_CREATE:
        it->there = true;
        break;
    case ACTION_WRITE:
        it->there = true;
        put(it, one->at, one->bytes, one->size);
        break;
    case ACTION_TRUNCATE:
        cut(it, one->at);
        break;
    case ACTION_DELETE:
        cut(it, 0);
        it->there = false;
        break;
    case ACTION_SYNC:
        break;
    }
}

/* Some sectors of a write arrive and some do not. */
static void apply_torn(image *it, const action *one, chance *luck)
{
    for (size_t from = 0; from < one->size;) {
        const size_t left = SECTOR - (one->at + from) % SECTOR;
        const size_t size = left < one->size - from ? left : one->size - from;
        if (chance_below(luck, 2))
            put(it, one->at + from, one->bytes + from, size);
        from += size;
    }
    it->there = true;
}

/* The last sync of each file before the moment: what came before it is durable. */
static void find_synced(size_t synced[FILES_MAX], size_t moment)
{
    memset(synced, 0, FILES_MAX * sizeof *synced);
    for (size_t i = 0; i < moment; i++) {
        if (record.all[i].kind == ACTION_SYNC)
            synced[record.all[i].file] = i + 1;
    }
}

/* Of what was not synced any part, in any order. */
static void apply_pending(image *images, const size_t *synced, size_t moment, chance *luck)
{
    size_t *pending = malloc((moment + 1) * sizeof *pending), count = 0;

    assert(pending);
    for (size_t i = 0; i < moment; i++) {
        if (i >= synced[record.all[i].file])
            pending[count++] = i;
    }
    const bool shuffled = chance_below(luck, 2);
    for (size_t i = count; shuffled && i > 1; i--) {
        const size_t other = chance_below(luck, (unsigned)i), kept = pending[i - 1];
        pending[i - 1] = pending[other];
        pending[other] = kept;
    }
    for (size_t i = 0; i < count; i++) {
        const action *one = &record.all[pending[i]];
        const unsigned what = chance_below(luck, 3);
        if (what == 0)
            continue;
        if (what == 1 && one->kind == ACTION_WRITE)
            apply_torn(&images[one->file], one, luck);
        else
            apply(&images[one->file], one);
    }
    free(pending);
}

static void write_image(const image *it, const char *folder, const char *name)
{
    char path[2 * NAME_ROOM];

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!it->there) {
        (void)remove(path);
        return;
    }
    FILE *file = fopen(path, "wb");
    assert(file);
    const size_t written = it->size ? fwrite(it->bytes, 1, it->size, file) : 0;
    assert(written == it->size);
    (void)written;
    (void)fclose(file);
}

void disk_after_cut(const char *folder, size_t moment, unsigned long long seed)
{
    image images[FILES_MAX] = { { .there = false } };
    size_t synced[FILES_MAX];
    chance luck = chance_begin(seed);

    assert(moment <= record.count);
    find_synced(synced, moment);
    for (size_t i = 0; i < moment; i++) {
        const action *one = &record.all[i];
        if (i < synced[one->file] || seed == 1)
            apply(&images[one->file], one);
    }
    if (seed > 1)
        apply_pending(images, synced, moment, &luck);
    for (unsigned i = 0; i < record.names; i++) {
        write_image(&images[i], folder, record.name[i]);
        free(images[i].bytes);
    }
}
