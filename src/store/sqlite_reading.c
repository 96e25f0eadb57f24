/* SPDX-License-Identifier: MIT */
/*
 * Who only reads. SQLite wants to write beside a database that has a log, also to read it: a file
 * of what is shared by those who have it open. Where nothing may be written, and nobody writes, it
 * is told that nothing will change; elsewhere what it has made goes again.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arbitro/mem.h"
#include "store/sqlite_internal.h"

enum { NAME_ROOM = PATH_MAX + 16, ADDRESS_ROOM = 3 * PATH_MAX + 32 };

static bool name_beside(char out[NAME_ROOM], const char *path, const char *end)
{
    const int size = snprintf(out, NAME_ROOM, "%s%s", path, end);

    return size > 0 && size < NAME_ROOM;
}

/* Does something stand in the file beside the database? */
static bool is_filled(const char *path, const char *end)
{
    char name[NAME_ROOM];
    struct stat info;

    return name_beside(name, path, end) && stat(name, &info) == 0 && info.st_size > 0;
}

static bool is_writable(const char *name)
{
    return faccessat(AT_FDCWD, name, W_OK, AT_EACCESS) == 0;
}

/* May files be made beside it, and may it be written itself? */
static bool can_be_written(const char *path)
{
    char folder[PATH_MAX];
    const char *last = strrchr(path, '/');
    const size_t size = last ? (size_t)(last - path) : 0;

    (void)snprintf(folder, sizeof folder, "%.*s/", (int)size, path);
    return is_writable(path) && is_writable(folder);
}

/* Somebody who may write there, as another user perhaps. */
static bool is_being_written(const char *path)
{
    char name[NAME_ROOM];
    const int file = name_beside(name, path, "-lock") ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    const bool locked = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0;

    if (file >= 0)
        (void)close(file);
    return locked;
}

/* The path as an address of SQLite, in which some characters mean something else. */
static void write_address(char out[ADDRESS_ROOM], const char *path)
{
    static const char begin[] = "file://", end[] = "?immutable=1", digits[] = "0123456789ABCDEF";
    char *to = out + sizeof begin - 1;

    memcpy(out, begin, sizeof begin - 1);
    for (; *path; path++) {
        const unsigned char c = (unsigned char)*path;
        const bool plain = !strchr("?#%", c);
        *to++ = plain ? *path : '%';
        if (!plain) {
            *to++ = digits[c / 16];
            *to++ = digits[c % 16];
        }
    }
    memcpy(to, end, sizeof end);
}

arb_store_err arb_sqlite_connect_reading(arb_sqlite *self, const char *path, int flags)
{
    char real[PATH_MAX], address[ADDRESS_ROOM];

    if (!realpath(path, real)) /* SQLite says what is wrong with it */
        return arb_sqlite_connect_as(self, path, flags);
    const bool logged = is_filled(real, "-wal") || is_filled(real, "-journal");
    const bool writable = can_be_written(real);
    self->log_unreadable = logged && !writable;
    if (!logged && !writable && !is_being_written(real)) {
        write_address(address, real);
        return arb_sqlite_connect_as(self, address, flags | SQLITE_OPEN_URI);
    }
    if (!logged && writable) {
        const size_t size = strlen(real) + 1;
        self->tidy = arb_mem_new_array(self->sql.mem, size, 1);
        if (!self->tidy)
            return ARB_STORE_NOMEM;
        memcpy(self->tidy, real, size);
    }
    return arb_sqlite_connect_as(self, path, flags);
}

/* The last one who has a database open and may write to it removes an empty log; whether he is the
 * last, SQLite knows. */
void arb_sqlite_tidy(arb_sqlite *self)
{
    sqlite3 *db = NULL;

    if (!self->tidy)
        return;
    if (!is_filled(self->tidy, "-wal") &&
        sqlite3_open_v2(self->tidy, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
            SQLITE_OK)
        (void)sqlite3_exec(db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL);
    (void)sqlite3_close(db);
    arb_mem_free(self->sql.mem, self->tidy, strlen(self->tidy) + 1);
    self->tidy = NULL;
}
