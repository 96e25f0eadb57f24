/* SPDX-License-Identifier: MIT */
/* The file of SQLite: how large it is, that nobody else writes to it, and a copy of it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arbitro/mem.h"
#include "store/sqlite_internal.h"

arb_store_err arb_sqlite_size(uint64_t *out, void *opaque)
{
    const arb_sqlite *self = opaque;
    struct stat info;

    *out = self->name && stat(self->name, &info) == 0 ? (uint64_t)info.st_size : 0;
    return ARB_STORE_OK;
}

/* A disk cannot be asked to give up. */
void arb_sqlite_stop(void *opaque)
{
    (void)opaque;
}

void arb_sqlite_doubt(void *opaque)
{
    (void)opaque;
}

/* It is its file. */
arb_store_err arb_sqlite_identity(arb_store_identity *out, void *opaque)
{
    (void)out, (void)opaque;
    return ARB_STORE_UNKNOWN;
}

/* Nobody else writes. */
bool arb_sqlite_is_standby(const void *opaque)
{
    (void)opaque;
    return false;
}

int arb_sqlite_listen(void *opaque)
{
    (void)opaque;
    return -1;
}

arb_store_err arb_sqlite_heard(void *opaque, arb_store_heard_fn *fn, void *user)
{
    (void)opaque, (void)fn, (void)user;
    return ARB_STORE_OK;
}

arb_store_err arb_sqlite_tell_links(void *opaque, uint64_t game)
{
    (void)opaque, (void)game;
    return ARB_STORE_OK;
}

/* ---- a copy ---- */

enum { STEP_PAGES = 256 };

typedef struct copying {
    const char *path; /* where it is to be in the end */
    char *part;       /* where it is made, with room for what stands beside it */
    size_t part_size; /* without that */
    arb_store_progress_fn *progress;
    void *user;
    bool stopped;
} copying;

static arb_store_err err_of_file(int reason)
{
    switch (reason) {
    case EEXIST:
        return ARB_STORE_EXISTS;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return ARB_STORE_FULL;
    case EACCES:
    case EPERM:
    case EROFS:
        return ARB_STORE_READ_ONLY;
    case ENOMEM:
        return ARB_STORE_NOMEM;
    default:
        return ARB_STORE_CANNOT_OPEN;
    }
}

static int copy_pages(sqlite3 *to, sqlite3 *from, copying *it)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int result;

    if (!backup)
        return sqlite3_extended_errcode(to);
    do {
        result = sqlite3_backup_step(backup, STEP_PAGES);
        const int all = sqlite3_backup_pagecount(backup);
        if (it->progress && all > 0)
            it->stopped =
                !it->progress(it->user, 1 - (double)sqlite3_backup_remaining(backup) / all);
    } while (result == SQLITE_OK && !it->stopped);
    return sqlite3_backup_finish(backup);
}

/* One file without a log, so that it can be carried away and looked at anywhere. */
static arb_store_err make_copy(arb_sqlite *self, copying *it)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    sqlite3 *copy = NULL;
    int result = sqlite3_open_v2(it->part, &copy, flags, NULL);

    if (result == SQLITE_OK)
        result = copy_pages(copy, self->db, it);
    if (result == SQLITE_OK && !it->stopped)
        result = sqlite3_exec(copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    arb_store_err err = copy ? arb_sqlite_err(copy, result) : ARB_STORE_NOMEM;
    if (!err && it->stopped)
        err = ARB_STORE_STOPPED;
    (void)sqlite3_close(copy);
    return err;
}

/* On a full disk SQLite leaves its journal beside a file that it could not write. */
static void remove_part(const copying *it)
{
    static const char *const ends[] = { "-journal", "" };
    char *end = it->part + it->part_size;

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        memcpy(end, ends[i], strlen(ends[i]) + 1);
        (void)unlink(it->part);
    }
}

/* The finished copy gets its name, unless there is a file of that name by now. */
static arb_store_err put_in_place(const copying *it)
{
    if (link(it->part, it->path) != 0 && errno != EPERM && errno != EOPNOTSUPP)
        return err_of_file(errno);
    if (access(it->path, F_OK) != 0 && rename(it->part, it->path) != 0)
        return err_of_file(errno);
    const int file = open(it->path, O_RDONLY | O_CLOEXEC);
    const bool synced = file >= 0 && fsync(file) == 0;
    if (file >= 0)
        (void)close(file);
    return synced ? ARB_STORE_OK : ARB_STORE_IO;
}

arb_store_err arb_sqlite_backup(void *opaque, const char *path, arb_store_progress_fn *progress,
                                void *user)
{
    arb_sqlite *self = opaque;
    const size_t size = strlen(path) + sizeof "-part-journal";
    copying it = { .path = path,
                   .part = arb_mem_new_array(self->sql.mem, size, 1),
                   .part_size = strlen(path) + strlen("-part"),
                   .progress = progress,
                   .user = user };

    if (!it.part)
        return ARB_STORE_NOMEM;
    (void)snprintf(it.part, size, "%s-part", path);
    arb_store_err err = access(path, F_OK) == 0 ? ARB_STORE_EXISTS : ARB_STORE_OK;
    const int file =
        err ? -1 : open(it.part, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (!err && file < 0)
        err = err_of_file(errno);
    if (file >= 0)
        (void)close(file);
    if (!err) {
        err = make_copy(self, &it);
        if (!err)
            err = put_in_place(&it);
        remove_part(&it);
    }
    arb_mem_free(self->sql.mem, it.part, size);
    return err;
}
