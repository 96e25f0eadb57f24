/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_SQLITE_INTERNAL_H
#define ARBITRO_STORE_SQLITE_INTERNAL_H
/*
 * The inside of the store on SQLite. One connection, one file and its write-ahead log; others may
 * read, and nobody else writes.
 */
#include <sqlite3.h>
#include <sys/types.h>

#include "store/sql.h"

/* A file as the system knows it, whatever its name. */
typedef struct arb_sqlite_file {
    dev_t device;
    ino_t number;
    bool known;
} arb_sqlite_file;

typedef struct arb_sqlite {
    arb_sql sql; /* first */
    sqlite3 *db;
    sqlite3_stmt *statement[ARB_SQL_STATEMENT_COUNT]; /* prepared when first used */
    bool read_only;                                   /* one look at it, taken when it was opened */
    int64_t version;                                  /* changes when somebody else writes */
    int lock;                                         /* keeps other stores out; -1: none */
    bool made;                                        /* the file, when it was opened */
    char *lock_name;     /* of a lock that was made and goes again; NULL: none */
    char *tidy;          /* what is tidied up when it is closed; NULL: nothing */
    bool log_unreadable; /* beside a database that nothing may be written beside */
    const char *name;    /* of the file, by SQLite */
    arb_sqlite_file file, log;
    bool gone; /* they are no longer where they were */
} arb_sqlite;

/* What a result of SQLite means. */
arb_store_err arb_sqlite_err(sqlite3 *db, int result);

extern const arb_sql_driver arb_sqlite_driver;

/* ---- the operations ---- */

#define OPERATION(result, name, ...) result arb_sqlite_##name(__VA_ARGS__);
#define OPERATION_SQL(result, name, ...)
#include "store/backend.def"
#undef OPERATION_SQL
#undef OPERATION

/* ---- fewer writes (sqlite_joined.c) ---- */

/* The file system to open a database with, once this was called; false: there is no memory. */
#define ARB_SQLITE_FILES "arbitro"
bool arb_sqlite_join_writes(void);

/* sqlite_batch.c: writes the heads that were changed. */
arb_store_err arb_sqlite_heads_write(arb_sqlite *db);

/* ---- opening it (sqlite_open.c, sqlite_reading.c) ---- */

/* Opens the file of this name. For one who only reads it may be where nothing can be written. */
arb_store_err arb_sqlite_connect_as(arb_sqlite *db, const char *name, int flags);
arb_store_err arb_sqlite_connect_reading(arb_sqlite *db, const char *path, int flags);

/* Once it is closed: removes what reading has left beside the file. */
void arb_sqlite_tidy(arb_sqlite *db);

/* ---- who may write, and where it is (sqlite_guard.c) ---- */

/* Keeps other stores out of the database, until it is closed. ARB_STORE_LOCKED. */
arb_store_err arb_sqlite_lock(arb_sqlite *db);

/* The same for one who only reads, perhaps where nothing may be written: nothing is left there. */
arb_store_err arb_sqlite_lock_reading(arb_sqlite *db);
void arb_sqlite_unlock(arb_sqlite *db);

/* Removes or empties what stands there, while nobody else can have it. */
arb_store_err arb_sqlite_remove(const arb_sqlite *db, const char *path, const char *name);

/* ---- the log beside the file (sqlite_log.c) */

/* Does the name of the database lead to another file than that which was opened? */
bool arb_sqlite_has_moved(arb_sqlite *db);

/* Is there a log beside the file that cannot have been written for it? Before anything is read. */
bool arb_sqlite_log_is_foreign(arb_sqlite *db);

/* ---- */

/* Remembers which files these are; arb_sqlite_look() compares. */
void arb_sqlite_watch(arb_sqlite *db);

/* sqlite_schema.c: brings the tables up to date, in a transaction of the caller's. */
arb_store_err arb_sqlite_migrate(arb_sqlite *db, int version);
int arb_sqlite_version(void); /* the one that this program writes */

/* sqlite_chains.c: makes the chains and heads of a database that had none. */
arb_store_err arb_sqlite_chains_make(arb_sqlite *db);

#endif
