/* SPDX-License-Identifier: MIT */
/*
 * The log beside the file. SQLite reads whatever log it finds there into the file, whether it was
 * ever written for that file or not. So a file that is to be replaced has none first, and one that
 * cannot belong to the file is not read.
 */
#define _GNU_SOURCE
#include <sys/stat.h>

#include "store/sqlite_internal.h"

/* Where the head of a file says how it is written to, and that it has no log. */
enum { WRITE_VERSION_AT = 18, WITHOUT_LOG = 1 };

static int is_without_log(void *out, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    *(bool *)out = values[0] && sqlite3_stricmp(values[0], "memory") == 0;
    return 0;
}

/*
 * Leaving the log changes one sector of the file, its head. With a journal for that on the disk,
 * whoever is killed meanwhile would leave a database that cannot be read before it was written to.
 */
arb_store_err arb_sqlite_join_log(void *opaque)
{
    arb_sqlite *self = opaque;
    bool done = false;
    const int result =
        sqlite3_exec(self->db, "PRAGMA journal_mode = MEMORY", is_without_log, &done, NULL);

    if (result != SQLITE_OK)
        return arb_sqlite_err(self->db, result);
    self->log.known = self->log.known && !done; /* that it is gone is no surprise */
    return done ? ARB_STORE_OK : ARB_STORE_LOCKED;
}

/* SQLite opens the file before the lock is had: meanwhile whoever had it may have put another one
 * there. */
bool arb_sqlite_has_moved(arb_sqlite *self)
{
    int moved = 0;

    (void)sqlite3_file_control(self->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved != 0;
}

static bool has_log(sqlite3 *db)
{
    const char *name = sqlite3_db_filename(db, "main");
    struct stat info;

    return name && *name && stat(sqlite3_filename_wal(name), &info) == 0 && info.st_size > 0;
}

/* Read as it stands on the disk: with a log SQLite would answer what the log says. */
static bool says_that_it_has_none(sqlite3 *db)
{
    sqlite3_file *file = NULL;
    unsigned char version = 0;

    return sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK &&
           file && file->pMethods &&
           file->pMethods->xRead(file, &version, 1, WRITE_VERSION_AT) == SQLITE_OK &&
           version == WITHOUT_LOG;
}

/*
 * A file begins to have a log by saying so, and stops saying so only when the log is gone: one that
 * says it has none, such as a copy, is not the one for which a log beside it was written. It is
 * looked at again in the end, because a hall may have closed meanwhile.
 */
bool arb_sqlite_log_is_foreign(arb_sqlite *self)
{
    return has_log(self->db) && says_that_it_has_none(self->db) && has_log(self->db);
}
