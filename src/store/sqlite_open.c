/* SPDX-License-Identifier: MIT */
/*
 * Opening the file: whose it is, which version, and keeping other writers out. Nothing is written
 * before it is known that the file is ours.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arbitro/mem.h"
#include "store/sqlite_internal.h"

/* "Arbt" stands in the header of the file, where SQLite keeps a number for this. */
enum { APPLICATION_ID = 0x41726274, ROW_MAX = 2 << 20, PAGE_SIZE = 4096 };

/* Others may be reading, or making a copy; none of them keeps a lock for long. */
enum { PATIENCE_MS = 1000 };

/* What is found in a file before anything is changed. */
typedef struct identity {
    int64_t application, tables, version;
} identity;

static int run(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL);
}

/* Keeps the number that a statement answers, 0 for NULL. */
static int take_number(void *out, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    *(int64_t *)out = values[0] ? strtoll(values[0], NULL, 10) : 0;
    return 0;
}

static int ask(int64_t *out, sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, take_number, out, NULL);
}

/*
 * An empty file, readable by its owner alone, because names will stand in it. Only one that was not
 * there is opened and closed here: closing a file that this process has open elsewhere would give
 * up its locks.
 */
static bool make_file(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);

    if (file >= 0)
        (void)close(file);
    return file >= 0;
}

arb_store_err arb_sqlite_connect_as(arb_sqlite *self, const char *name, int flags)
{
    const int result = sqlite3_open_v2(name, &self->db, flags, ARB_SQLITE_FILES);

    if (result == SQLITE_OK)
        return ARB_STORE_OK;
    const arb_store_err err = self->db ? arb_sqlite_err(self->db, result) : ARB_STORE_NOMEM;
    (void)sqlite3_close(self->db);
    self->db = NULL;
    return err == ARB_STORE_NOMEM ? err : ARB_STORE_CANNOT_OPEN;
}

static arb_store_err connect(arb_sqlite *self, const char *path, const arb_store_options *options)
{
    const int access_flag = options->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    const int flags = access_flag | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;

    if (*path == '\0' || *path == ':') /* names that mean something else to SQLite */
        return ARB_STORE_CANNOT_OPEN;
    if (options->create)
        self->made = make_file(path);
    if (access(path, F_OK) != 0)
        return options->create || errno != ENOENT ? ARB_STORE_CANNOT_OPEN : ARB_STORE_MISSING;
    if (!arb_sqlite_join_writes()) /* nothing but memory can be missing for that */
        return ARB_STORE_NOMEM;
    return options->read_only && !options->follow ? arb_sqlite_connect_reading(self, path, flags)
                                                  : arb_sqlite_connect_as(self, path, flags);
}

/* Settings that write nothing. */
static int prepare(sqlite3 *db)
{
    (void)sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_limit(db, SQLITE_LIMIT_LENGTH, ROW_MAX);
    (void)sqlite3_busy_timeout(db, PATIENCE_MS);
    return run(db, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;"
                   "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;"
                   "PRAGMA temp_store = MEMORY");
}

static int identify(identity *out, sqlite3 *db)
{
    int result = run(db, "BEGIN");

    if (result == SQLITE_OK)
        result = ask(&out->application, db, "PRAGMA application_id");
    if (result == SQLITE_OK)
        result = ask(&out->tables, db, "SELECT count(*) FROM sqlite_schema");
    if (result == SQLITE_OK && out->application == APPLICATION_ID)
        result = ask(&out->version, db, "SELECT max(version) FROM schema_version");
    if (sqlite3_get_autocommit(db) == 0)
        (void)run(db, "ROLLBACK");
    return result;
}

/* Is the file ours, or empty, and not newer than this program? */
static arb_store_err recognise(identity *out, sqlite3 *db)
{
    const int result = identify(out, db);

    if (result == SQLITE_NOTADB)
        return ARB_STORE_NOT_OURS;
    if (result != SQLITE_OK)
        return arb_sqlite_err(db, result);
    if (out->application != APPLICATION_ID)
        return out->application == 0 && out->tables == 0 ? ARB_STORE_OK : ARB_STORE_NOT_OURS;
    if (out->version < 1)
        return ARB_STORE_CORRUPT;
    return out->version > arb_sqlite_version() ? ARB_STORE_NEWER : ARB_STORE_OK;
}

static int is_wal(void *out, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    *(bool *)out = values[0] && sqlite3_stricmp(values[0], "wal") == 0;
    return 0;
}

/*
 * Every commit reaches the disk before it is told; the log is written once, the file now and then.
 * "Extra" syncs the folder too when a journal is removed: of a new file that is still the old kind,
 * which would undo the making of the file if it came back after a power cut.
 */
static arb_store_err make_durable(sqlite3 *db)
{
    bool wal = false;
    int result = run(db, "PRAGMA synchronous = EXTRA");

    if (result == SQLITE_OK)
        result = sqlite3_exec(db, "PRAGMA journal_mode = WAL", is_wal, &wal, NULL);
    if (result == SQLITE_OK)
        result = run(db, "PRAGMA journal_size_limit = 16777216");
    if (result != SQLITE_OK)
        return arb_sqlite_err(db, result);
    return wal ? ARB_STORE_OK : ARB_STORE_IO;
}

static arb_store_err bring_up_to_date(arb_sqlite *self, const identity *found)
{
    sqlite3 *db = self->db;

    if (found->version == arb_sqlite_version())
        return ARB_STORE_OK;
    arb_store_err err = arb_sqlite_err(db, run(db, "BEGIN IMMEDIATE"));
    if (!err && found->application == 0)
        err = arb_sqlite_err(db, run(db, "PRAGMA application_id = 1098015348"));
    if (!err)
        err = arb_sqlite_migrate(self, (int)found->version);
    if (!err)
        err = arb_sqlite_err(db, run(db, "COMMIT"));
    if (err && sqlite3_get_autocommit(db) == 0)
        (void)run(db, "ROLLBACK");
    return err;
}

/* The only statement that is put together, because SQLite takes no bound value here: a number. */
static arb_store_err limit_size(sqlite3 *db, uint64_t max_bytes)
{
    char text[64];

    if (max_bytes == 0)
        return ARB_STORE_OK;
    const uint64_t pages = max_bytes / PAGE_SIZE;
    (void)sqlite3_snprintf(sizeof text, text, "PRAGMA max_page_count = %u",
                           pages > INT32_MAX ? (unsigned)INT32_MAX : (unsigned)(pages ? pages : 1));
    return arb_sqlite_err(db, run(db, text));
}

/* An older database that may not be written: a copy of it, which goes when it is closed. */
static arb_store_err use_copy(arb_sqlite *self, const identity *found)
{
    sqlite3 *copy = NULL;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int result = sqlite3_open_v2("", &copy, flags | SQLITE_OPEN_EXRESCODE, NULL);
    sqlite3_backup *copying =
        result == SQLITE_OK ? sqlite3_backup_init(copy, "main", self->db, "main") : NULL;

    (void)sqlite3_backup_step(copying, -1);
    if (result == SQLITE_OK)
        result = copying ? sqlite3_backup_finish(copying) : sqlite3_extended_errcode(copy);
    const arb_store_err err = arb_sqlite_err(copy, result);
    if (err) {
        (void)sqlite3_close(copy);
        return err;
    }
    (void)sqlite3_close(self->db);
    self->db = copy;
    const arb_store_err prepared = arb_sqlite_err(copy, prepare(copy));
    return prepared ? prepared : bring_up_to_date(self, found);
}

/* One look at the database, as it is when it is opened. */
static arb_store_err set_up_reading(arb_sqlite *self, const identity *found)
{
    if (found->application == 0)
        return ARB_STORE_NOT_OURS;
    if (found->version < arb_sqlite_version())
        return use_copy(self, found);
    return self->sql.live_reader ? ARB_STORE_OK : arb_sqlite_err(self->db, run(self->db, "BEGIN"));
}

static arb_store_err set_up_writing(arb_sqlite *self, const identity *found,
                                    const arb_store_options *options)
{
    if (found->application == 0 && !options->create)
        return ARB_STORE_NOT_OURS;
    arb_store_err err = arb_sqlite_lock(self);
    if (!err && arb_sqlite_has_moved(self))
        err = ARB_STORE_LOCKED;
    if (err)
        return err;
    (void)sqlite3_db_config(self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    err = make_durable(self->db);
    if (!err)
        err = limit_size(self->db, options->max_bytes);
    if (!err)
        err = bring_up_to_date(self, found);
    if (!err)
        arb_sqlite_watch(self);
    return err;
}

static arb_store_err set_up(arb_sqlite *self, const arb_store_options *options)
{
    identity found = { 0 };
    arb_store_err err = arb_sqlite_err(self->db, prepare(self->db));

    if (!err && options->alone)
        err = arb_sqlite_lock_reading(self);
    /* a log that belongs to somebody else is not worked into the file when it is closed again */
    (void)sqlite3_db_config(self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (!err && !options->read_only && sqlite3_db_readonly(self->db, "main") == 1)
        err = ARB_STORE_READ_ONLY;
    if (!err && arb_sqlite_log_is_foreign(self))
        err = ARB_STORE_FOREIGN_LOG;
    if (!err)
        err = recognise(&found, self->db);
    if (err)
        return err;
    return options->read_only ? set_up_reading(self, &found)
                              : set_up_writing(self, &found, options);
}

arb_store_err arb_sqlite_open(void **out, const char *path, const arb_store_options *options)
{
    arb_sqlite *self = arb_mem_new_array(options->mem, 1, sizeof *self);

    if (!self)
        return ARB_STORE_NOMEM;
    *self = (arb_sqlite){ .sql = { .driver = &arb_sqlite_driver,
                                   .mem = options->mem,
                                   .live_reader = options->follow },
                          .read_only = options->read_only,
                          .lock = -1 };
    arb_store_err err = connect(self, path, options);
    if (err) {
        arb_sqlite_tidy(self);
        arb_mem_free(options->mem, self, sizeof *self);
        return err;
    }
    err = set_up(self, options);
    if ((err == ARB_STORE_CANNOT_OPEN || err == ARB_STORE_READ_ONLY) && self->log_unreadable)
        err = ARB_STORE_LOG;
    if (!err)
        err = arb_sql_numbers_read(&self->sql);
    if (err) { /* one that was made and has no tables is none; whoever locked it may make them */
        if (self->made && self->lock >= 0 && err != ARB_STORE_LOCKED)
            (void)arb_sqlite_discard(self, path);
        else
            arb_sqlite_close(self);
        return err;
    }
    *out = self;
    return ARB_STORE_OK;
}

static void disconnect(arb_sqlite *self)
{
    for (size_t i = 0; i < ARB_SQL_STATEMENT_COUNT; i++)
        (void)sqlite3_finalize(self->statement[i]);
    (void)sqlite3_close(self->db);
    arb_sqlite_tidy(self);
}

static void let_go(arb_sqlite *self)
{
    arb_sqlite_unlock(self);
    arb_sql_heads_forget(&self->sql);
    arb_mem_free(self->sql.mem, self, sizeof *self);
}

void arb_sqlite_close(void *opaque)
{
    arb_sqlite *self = opaque;

    if (arb_sqlite_look(self) != ARB_STORE_OK) /* then the names may belong to other files */
        (void)sqlite3_db_config(self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    disconnect(self);
    let_go(self);
}

bool arb_sqlite_is_made(const void *opaque)
{
    const arb_sqlite *self = opaque;

    return self->made;
}

/* The lock is held until all is gone. */
arb_store_err arb_sqlite_discard(void *opaque, const char *path)
{
    arb_sqlite *self = opaque;
    const char *found = sqlite3_db_filename(self->db, "main"); /* where a link leads to */
    const size_t size = strlen(found) + 1;
    char *name = arb_mem_new_array(self->sql.mem, size, 1);
    arb_store_err err = name ? ARB_STORE_OK : ARB_STORE_NOMEM;

    if (!err && arb_sqlite_look(self) != ARB_STORE_OK)
        err = ARB_STORE_GONE;
    (void)sqlite3_db_config(self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (name)
        memcpy(name, found, size);
    disconnect(self);
    if (!err)
        err = arb_sqlite_remove(self, path, name);
    if (name)
        arb_mem_free(self->sql.mem, name, size);
    let_go(self);
    return err;
}

const arb_store_backend arb_store_sqlite = {
#define OPERATION(result, name, ...)     .name = arb_sqlite_##name,
#define OPERATION_SQL(result, name, ...) .name = arb_sql_##name,
#include "store/backend.def"
#undef OPERATION_SQL
#undef OPERATION
};
