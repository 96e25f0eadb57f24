/* SPDX-License-Identifier: MIT */
/*
 * Writes to the log are joined. SQLite writes every page of a commit with two calls, its head and
 * the page, one behind the other in the file, and then syncs: a commit of six events took thirty
 * calls. Here they are put together and written with one, just before the sync.
 *
 * A file system for SQLite in front of the system's own, which opens all files but the log. It
 * rests on the order in which SQLite works: a commit is told to readers after the sync, never
 * before. That holds where every commit is synced, as here always, and where the disk leaves alone
 * what lies beside a write: otherwise SQLite fills up sectors after the sync, and nothing is
 * joined.
 */
#include <pthread.h>
#include <string.h>

#include "store/sqlite_internal.h"

enum { ROOM = 64 * 1024 };

typedef struct joined {
    sqlite3_file base;
    sqlite3_file *real; /* lies behind this one */
    char *waiting;      /* to be written; NULL: nothing ever waits */
    size_t size;
    sqlite3_int64 at; /* where it belongs */
} joined;

static sqlite3_vfs *system_files;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((joined *)file)->real;
}

#define REAL(file, method, ...) real_of(file)->pMethods->method(real_of(file), __VA_ARGS__)

/* Writes what waits. */
static int settle(sqlite3_file *file)
{
    joined *log = (joined *)file;
    const int result =
        log->size > 0 ? REAL(file, xWrite, log->waiting, (int)log->size, log->at) : SQLITE_OK;

    if (result == SQLITE_OK)
        log->size = 0;
    return result;
}

static int on_write(sqlite3_file *file, const void *data, int size, sqlite3_int64 at)
{
    joined *log = (joined *)file;
    const size_t count = (size_t)size;

    if (!log->waiting || count > ROOM)
        return REAL(file, xWrite, data, size, at);
    if (log->size > 0 && (at != log->at + (sqlite3_int64)log->size || log->size + count > ROOM)) {
        const int result = settle(file);
        log->size = 0; /* the commit fails: nobody will ask for it */
        if (result != SQLITE_OK)
            return result;
    }
    if (log->size == 0)
        log->at = at;
    memcpy(log->waiting + log->size, data, count);
    log->size += count;
    return SQLITE_OK;
}

static int on_sync(sqlite3_file *file, int flags)
{
    joined *log = (joined *)file;
    const int result = settle(file);

    log->size = 0; /* the commit fails, too */
    return result == SQLITE_OK ? REAL(file, xSync, flags) : result;
}

/* Pages that a long batch had no memory for are read again before it is committed. What cannot be
 * written waits on: the batch may yet be committed, and must not be without it. */
static int on_read(sqlite3_file *file, void *out, int size, sqlite3_int64 at)
{
    const joined *log = (const joined *)file;
    const bool concerned = log->size > 0 && at + size > log->at;
    const int result = concerned ? settle(file) : SQLITE_OK;

    return result == SQLITE_OK ? REAL(file, xRead, out, size, at) : result;
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    const int result = settle(file);

    return result == SQLITE_OK ? REAL(file, xTruncate, size) : result;
}

static int on_size(sqlite3_file *file, sqlite3_int64 *out)
{
    const int result = settle(file);

    return result == SQLITE_OK ? REAL(file, xFileSize, out) : result;
}

static int on_control(sqlite3_file *file, int operation, void *argument)
{
    return REAL(file, xFileControl, operation, argument);
}

static int on_lock(sqlite3_file *file, int level)
{
    return REAL(file, xLock, level);
}

static int on_unlock(sqlite3_file *file, int level)
{
    return REAL(file, xUnlock, level);
}

static int on_reserved(sqlite3_file *file, int *out)
{
    return REAL(file, xCheckReservedLock, out);
}

static int on_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int on_device(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int on_close(sqlite3_file *file)
{
    joined *log = (joined *)file;

    (void)settle(file);
    sqlite3_free(log->waiting);
    return log->real->pMethods->xClose(log->real);
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = on_close,
    .xRead = on_read,
    .xWrite = on_write,
    .xTruncate = on_truncate,
    .xSync = on_sync,
    .xFileSize = on_size,
    .xLock = on_lock,
    .xUnlock = on_unlock,
    .xCheckReservedLock = on_reserved,
    .xFileControl = on_control,
    .xSectorSize = on_sector,
    .xDeviceCharacteristics = on_device,
};

static int on_open(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *out)
{
    joined *log = (joined *)file;

    (void)self;
    if (!(flags & SQLITE_OPEN_WAL))
        return system_files->xOpen(system_files, name, file, flags, out);
    *log = (joined){ .real = (sqlite3_file *)(log + 1) };
    log->real->pMethods = NULL;
    const int result = system_files->xOpen(system_files, name, log->real, flags, out);
    if (result != SQLITE_OK)
        return result;
    if (on_device(file) & SQLITE_IOCAP_POWERSAFE_OVERWRITE)
        log->waiting = sqlite3_malloc(ROOM); /* without it nothing waits */
    log->base.pMethods = &methods;
    return SQLITE_OK;
}

/* SQLite knows no file system of its own, or cannot keep another one, only without memory. */
static bool make(void)
{
    static sqlite3_vfs files;

    system_files = sqlite3_vfs_find(NULL);
    if (!system_files)
        return false;
    files = *system_files;
    files.zName = ARB_SQLITE_FILES;
    files.szOsFile = (int)sizeof(joined) + system_files->szOsFile;
    files.xOpen = on_open;
    return sqlite3_vfs_register(&files, 0) == SQLITE_OK;
}

bool arb_sqlite_join_writes(void)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    static bool made;

    pthread_mutex_lock(&one);
    made = made || make();
    const bool ready = made;
    pthread_mutex_unlock(&one);
    return ready;
}
