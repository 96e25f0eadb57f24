/* SPDX-License-Identifier: MIT */
/* A file system that fails, and that tells what is done; see disk.h. */
#define _GNU_SOURCE
#include "support/store/disk.h"

#include <assert.h>
#include <sqlite3.h>

#include "support/store/disk_record.h"

/* ---- faults ---- */

static struct {
    disk_fault fault;
    unsigned done; /* operations of the kind so far */
    bool failed;
    bool promises;
} disk = { .promises = true };

void disk_fail(const disk_fault *fault)
{
    disk.fault = fault ? *fault : (disk_fault){ .at = 0 };
    disk.done = 0;
    disk.failed = false;
}

void disk_promise(bool yes)
{
    disk.promises = yes;
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
    disk_remember(ACTION_WRITE, path_of(file), (size_t)at, data, (size_t)size);
    return REAL(file, xWrite, data, size, at);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    if (fails(DISK_TRUNCATE))
        return told(SQLITE_IOERR_TRUNCATE);
    disk_remember(ACTION_TRUNCATE, path_of(file), (size_t)size, NULL, 0);
    return REAL(file, xTruncate, size);
}

static int on_sync(sqlite3_file *file, int flags)
{
    (void)flags;
    if (fails(DISK_SYNC))
        return told(SQLITE_IOERR_FSYNC);
    disk_remember(ACTION_SYNC, path_of(file), 0, NULL, 0);
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
    return disk.promises ? SQLITE_IOCAP_POWERSAFE_OVERWRITE : 0;
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
    if (!there || disk_is_first(name))
        disk_remember(ACTION_CREATE, name, 0, NULL, 0);
    made->base.pMethods = &methods;
    return result;
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    if (fails(DISK_DELETE))
        return told(SQLITE_IOERR_DELETE);
    disk_remember(ACTION_DELETE, name, 0, NULL, 0);
    if (sync) /* the folder is */
        disk_remember(ACTION_SYNC, name, 0, NULL, 0);
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
