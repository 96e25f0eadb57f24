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
arb_store_err arb_sqlite_lock(arb_sqlite *self)
{
    static const char end[] = "-lock";
    const char *path = sqlite3_db_filename(self->db, "main");
    const size_t size = strlen(path) + sizeof end;
    char *name = arb_mem_new_array(self->sql.mem, size, 1);

    if (!name)
        return ARB_STORE_NOMEM;
    memcpy(name, path, strlen(path));
    memcpy(name + strlen(path), end, sizeof end);
    self->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    const arb_store_err err = self->lock < 0 ? err_of_lock(errno) : ARB_STORE_OK;
    arb_mem_free(self->sql.mem, name, size);
    if (err)
        return err;
    give_lock(self->lock, path);
    if (flock(self->lock, LOCK_EX | LOCK_NB) == 0)
        return ARB_STORE_OK;
    return errno == EWOULDBLOCK ? ARB_STORE_LOCKED : ARB_STORE_CANNOT_OPEN;
}

void arb_sqlite_unlock(arb_sqlite *self)
{
    if (self->lock >= 0)
        (void)close(self->lock);
    self->lock = -1;
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
