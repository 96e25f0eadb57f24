/* SPDX-License-Identifier: MIT */
/*
 * The log beside the file. SQLite reads whatever log it finds there into the file, whether it was
 * ever written for that file or not: so a file that is to be replaced has none first.
 */
#include "store/sqlite_internal.h"

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
