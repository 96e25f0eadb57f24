/* SPDX-License-Identifier: MIT */
/*
 * Who may write, and whether what is written is still where it is looked for.
 *
 * Others may read while a store is open, so that a copy can be made of it; only one may write.
 * SQLite keeps that so for one transaction, and a lock on a file beside the database for as long as
 * the store is open. The lock goes with the process; the file stays, and means nothing by itself.
 * It is not the database that is locked, because closing one descriptor of a file gives up the
 * locks that SQLite has on it by another.
 *
 * A file that was removed, renamed or replaced can still be written to, but nobody will ever find
 * it. So it is compared, after every commit and before anybody is told, with what its name leads
 * to.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arbitro/mem.h"
#include "store/sqlite_internal.h"

static arb_store_err err_of_lock(int reason)
{
    switch (reason) {
    case EACCES:
    case EPERM:
    case EROFS:
        return ARB_STORE_READ_ONLY;
    case ENOSPC:
    case EDQUOT:
        return ARB_STORE_FULL;
    case ENOMEM:
        return ARB_STORE_NOMEM;
    default:
        return ARB_STORE_CANNOT_OPEN;
    }
}

/* `path` with something behind it, to be given back by arb_mem_free(). */
static char *name_beside(const arb_sqlite *self, const char *path, const char *end)
{
    const size_t size = strlen(path) + strlen(end) + 1;
    char *name = arb_mem_new_array(self->sql.mem, size, 1);

    if (name)
        (void)snprintf(name, size, "%s%s", path, end);
    return name;
}

static void name_free(const arb_sqlite *self, char *name)
{
    if (name)
        arb_mem_free(self->sql.mem, name, strlen(name) + 1);
}

/* Is that what the name leads to? Whoever removes a lock still has it. */
static bool is_lock(int file, const char *name)
{
    struct stat opened, found;

    return fstat(file, &opened) == 0 && stat(name, &found) == 0 && opened.st_ino == found.st_ino &&
           opened.st_dev == found.st_dev;
}

/*
 * Whoever owns the database may open it, and must be able to lock it: root, who made the file of
 * the lock, gives it to him. Nobody else could.
 */
static void give_lock(int lock, const char *database)
{
    struct stat owner, mine;

    if (geteuid() != 0 || stat(database, &owner) != 0 || fstat(lock, &mine) != 0 ||
        (mine.st_uid == owner.st_uid && mine.st_gid == owner.st_gid))
        return;
    const int failed = fchown(lock, owner.st_uid, owner.st_gid);
    (void)failed; /* then root alone can open it, which is seen when somebody tries */
}

/* A link to a database is the database, and so is its lock: SQLite knows where the links lead. */
static const char *path_of(const arb_sqlite *self)
{
    return sqlite3_db_filename(self->db, "main");
}

/* Takes the lock of this name, with a file that was opened for it or is to be. */
static arb_store_err take_lock(arb_sqlite *self, const char *name, int flags)
{
    do {
        arb_sqlite_unlock(self);
        self->lock = open(name, flags | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (self->lock < 0)
            return err_of_lock(errno);
        if (flags & O_CREAT)
            give_lock(self->lock, path_of(self));
        if (flock(self->lock, LOCK_EX | LOCK_NB) != 0)
            return errno == EWOULDBLOCK ? ARB_STORE_LOCKED : ARB_STORE_CANNOT_OPEN;
    } while ((flags & O_CREAT) && !is_lock(self->lock, name));
    return ARB_STORE_OK;
}

static const char lock_end[] = "-lock";

arb_store_err arb_sqlite_lock(arb_sqlite *self)
{
    char *name = name_beside(self, path_of(self), lock_end);

    if (!name)
        return ARB_STORE_NOMEM;
    const arb_store_err err = take_lock(self, name, O_RDWR | O_CREAT);
    name_free(self, name);
    return err;
}

/* Where no lock is, and none can be made, nobody writes. */
arb_store_err arb_sqlite_lock_reading(arb_sqlite *self)
{
    char *name = name_beside(self, path_of(self), lock_end);

    if (!name)
        return ARB_STORE_NOMEM;
    const bool was_there = access(name, F_OK) == 0;
    arb_store_err err = take_lock(self, name, O_RDWR | O_CREAT);
    if (err == ARB_STORE_READ_ONLY)
        err = access(name, F_OK) == 0 ? take_lock(self, name, O_RDONLY) : ARB_STORE_OK;
    else if (!err && !was_there)
        self->lock_name = name;
    if (name != self->lock_name)
        name_free(self, name);
    return err;
}

/* Also on the way to a second try, and of one who has none. */
void arb_sqlite_unlock(arb_sqlite *self)
{
    if (self->lock_name)
        (void)unlink(self->lock_name);
    name_free(self, self->lock_name);
    self->lock_name = NULL;
    if (self->lock >= 0)
        (void)close(self->lock);
    self->lock = -1;
}

static void remove_beside(const arb_sqlite *self, const char *path, const char *end)
{
    char *name = name_beside(self, path, end);

    if (name)
        (void)unlink(name);
    name_free(self, name);
}

/* The log last: SQLite does not use one that stands beside an empty file. */
arb_store_err arb_sqlite_remove(const arb_sqlite *self, const char *path, const char *name)
{
    const int failed = self->made ? unlink(name) : truncate(name, 0);
    const int reason = failed ? errno : 0;

    if (reason && reason != ENOENT)
        return err_of_lock(reason);
    remove_beside(self, name, "-wal");
    remove_beside(self, name, "-shm");
    remove_beside(self, name, "-journal");
    if (self->made)
        remove_beside(self, path, lock_end);
    return ARB_STORE_OK;
}

/* ---- the files ---- */

static bool find(arb_sqlite_file *out, const char *name)
{
    struct stat info;

    if (!name || stat(name, &info) != 0)
        return false;
    *out = (arb_sqlite_file){ .device = info.st_dev, .number = info.st_ino, .known = true };
    return true;
}

/* Is the file still there that was there at the beginning? One that was not known may be anything.
 */
static bool is_there(const arb_sqlite_file *file, const char *name)
{
    arb_sqlite_file now;

    return !file->known ||
           (find(&now, name) && now.device == file->device && now.number == file->number);
}

void arb_sqlite_watch(arb_sqlite *self)
{
    self->name = sqlite3_db_filename(self->db, "main");
    (void)find(&self->file, self->name);
    (void)find(&self->log, self->file.known ? sqlite3_filename_wal(self->name) : NULL);
}

arb_store_err arb_sqlite_look(void *opaque)
{
    arb_sqlite *self = opaque;

    if (!self->gone)
        self->gone = !is_there(&self->file, self->name) ||
                     !is_there(&self->log, sqlite3_filename_wal(self->name));
    return self->gone ? ARB_STORE_GONE : ARB_STORE_OK;
}
