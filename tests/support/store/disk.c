/* SPDX-License-Identifier: MIT */
/* A file system that fails, and one that remembers; see disk.h. */
#define _GNU_SOURCE
#include "support/store/disk.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random_positions.h"

enum { FILES_MAX = 8, SECTOR = 512, NAME_ROOM = 300 };

/* ---- faults ---- */

static struct {
    disk_fault fault;
    unsigned done; /* operations of the kind so far */
    bool failed;
} disk;

void disk_fail(const disk_fault *fault)
{
    disk.fault = fault ? *fault : (disk_fault){ .at = 0 };
    disk.done = 0;
    disk.failed = false;
}

bool disk_failed(void)
{
    return disk.failed;
}

unsigned disk_count(void)
{
    return disk.done;
}

/* Does this operation fail? */
static bool fails(unsigned operation)
{
    if (!(disk.fault.operations & operation))
        return false;
    disk.done++;
    if (disk.fault.at == 0 || disk.done < disk.fault.at ||
        (disk.done > disk.fault.at && !disk.fault.for_good))
        return false;
    disk.failed = true;
    return true;
}

static int told(int usual)
{
    return disk.fault.code ? disk.fault.code : usual;
}

/* ---- what is remembered ---- */

typedef enum action_kind {
    ACTION_CREATE,
    ACTION_WRITE,
    ACTION_TRUNCATE,
    ACTION_DELETE,
    ACTION_SYNC
} action_kind;

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

static void remember(action_kind kind, const char *path, size_t at, const void *bytes, size_t size)
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

/* ---- the file system ---- */

typedef struct shim_file {
    sqlite3_file base;
    const char *path;   /* NULL: one without a name */
    sqlite3_file *real; /* lies behind this one */
} shim_file;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((shim_file *)file)->real;
}

static const char *path_of(sqlite3_file *file)
{
    return ((shim_file *)file)->path;
}

#define REAL(file, method, ...) real_of(file)->pMethods->method(real_of(file), __VA_ARGS__)

static int on_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int on_read(sqlite3_file *file, void *data, int size, sqlite3_int64 at)
{
    return fails(DISK_READ) ? told(SQLITE_IOERR_READ) : REAL(file, xRead, data, size, at);
}

static int on_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
    const bool before = disk.failed;

    if (fails(DISK_WRITE)) {
        if (disk.fault.torn && !before)
            (void)REAL(file, xWrite, data, size / 2, at);
        return told(SQLITE_IOERR_WRITE);
    }
    remember(ACTION_WRITE, path_of(file), (size_t)at, data, (size_t)size);
    return REAL(file, xWrite, data, size, at);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (fails(DISK_TRUNCATE))
        return told(SQLITE_IOERR_TRUNCATE);
    remember(ACTION_TRUNCATE, path_of(file), (size_t)size, NULL, 0);
    return REAL(file, xTruncate, size);
}

static int on_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (fails(DISK_SYNC))
        return told(SQLITE_IOERR_FSYNC);
    remember(ACTION_SYNC, path_of(file), 0, NULL, 0);
    return SQLITE_OK;
}

static int on_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return fails(DISK_SIZE) ? told(SQLITE_IOERR_FSTAT) : REAL(file, xFileSize, size);
}

static int on_lock(sqlite3_file *file, int level)
{
    return fails(DISK_LOCK) ? told(SQLITE_IOERR_LOCK) : REAL(file, xLock, level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return REAL(file, xUnlock, level);
}

static int on_reserved(sqlite3_file *file, int *out)
{
    return REAL(file, xCheckReservedLock, out);
}

static int on_control(sqlite3_file *file, int operation, void *argument)
{
    return REAL(file, xFileControl, operation, argument);
}

static int on_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int on_device(sqlite3_file *file)
{
    (void)file;
    return 0; /* it promises nothing */
}

static int on_map(sqlite3_file *file, int page, int size, int extend, void volatile **out)
{
    return fails(DISK_SHARE) ? told(SQLITE_IOERR_SHMMAP)
                             : REAL(file, xShmMap, page, size, extend, out);
}

static int on_shared_lock(sqlite3_file *file, int first, int count, int flags)
{
    const bool taking = (flags & SQLITE_SHM_LOCK) != 0;

    return taking && fails(DISK_LOCK) ? told(SQLITE_IOERR_SHMLOCK)
                                      : REAL(file, xShmLock, first, count, flags);
}

static void on_barrier(sqlite3_file *file)
{
    real_of(file)->pMethods->xShmBarrier(real_of(file));
}

static int on_unmap(sqlite3_file *file, int delete_it)
{
    return REAL(file, xShmUnmap, delete_it);
}

static const sqlite3_io_methods methods = {
    2,         on_close,    on_read,    on_write,  on_truncate, on_sync, on_size,        on_lock,
    on_unlock, on_reserved, on_control, on_sector, on_device,   on_map,  on_shared_lock, on_barrier,
    on_unmap,  NULL,        NULL,
};

static sqlite3_vfs *real_system;

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    shim_file *made = (shim_file *)file;
    int there = 0;

    (void)vfs;
    made->base.pMethods = NULL;
    if (fails(DISK_OPEN))
        return told(SQLITE_CANTOPEN);
    made->real = (sqlite3_file *)(made + 1);
    made->path = name;
    if (name)
        (void)real_system->xAccess(real_system, name, SQLITE_ACCESS_EXISTS, &there);
    const int result = real_system->xOpen(real_system, name, made->real, flags, out);
    if (result != SQLITE_OK)
        return result;
    if (!there || (record.on && name && record.names == 0))
        remember(ACTION_CREATE, name, 0, NULL, 0);
    made->base.pMethods = &methods;
    return result;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    if (fails(DISK_DELETE))
        return told(SQLITE_IOERR_DELETE);
    remember(ACTION_DELETE, name, 0, NULL, 0);
    if (sync) /* the folder is */
        remember(ACTION_SYNC, name, 0, NULL, 0);
    return real_system->xDelete(real_system, name, 0);
}

void disk_use(void)
{
    static sqlite3_vfs system;

    real_system = sqlite3_vfs_find(NULL);
    system = *real_system;
    system.zName = "shim";
    system.szOsFile = (int)sizeof(shim_file) + real_system->szOsFile;
    system.xOpen = on_open;
    system.xDelete = on_delete;
    const int result = sqlite3_vfs_register(&system, 1);
    assert(result == SQLITE_OK);
    (void)result;
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
