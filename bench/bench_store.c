/* SPDX-License-Identifier: MIT */
/* Measures the store beside SQLite alone; see bench_store.h. */
#define _POSIX_C_SOURCE 200809L

#include "bench/bench_store.h"

#include "bench/bench_postgres.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FEW_GAMES = 64, PATH_SIZE = 4096, LONG = 4000, LONG_ROWS = 1200, MANY = 8192 };

typedef struct game_list {
    uint64_t *id;
    unsigned count;
} game_list;

static const char header[] = "case      a game\nedition   fide-2023\ntime      5400+30\n";
static const char text[] = "0:14:32.125 white play Nf3xe5";
static const char meta[] = "rtt 38 think 4210 claimed 4251 taken 4243 skew 3 late 0 from board";

static double now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void arb_bench_client(char out[ARB_BENCH_CLIENT], uint64_t number)
{
    uint64_t mixed = number * UINT64_C(0x9E3779B97F4A7C15);

    mixed ^= mixed >> 32; /* what has another number has other digits at the beginning, too */
    mixed *= UINT64_C(0xD6E8FEB86659FD93);
    (void)snprintf(out, ARB_BENCH_CLIENT, "%016llx%08x", (unsigned long long)mixed,
                   (unsigned)(number & UINT32_MAX));
}

static void remove_files(const char *path)
{
    static const char *const ends[] = { "", "-wal", "-shm", "-journal" };
    char name[PATH_SIZE + 16];

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        (void)snprintf(name, sizeof name, "%s%s", path, ends[i]);
        (void)unlink(name);
    }
}

static arb_store_err make_games(const game_list *games, arb_store *store)
{
    arb_store_err err = arb_store_begin(store);

    for (unsigned i = 0; i < games->count && !err; i++)
        err = arb_store_game_new(&games->id[i], store, (arb_store_bytes){ header, strlen(header) },
                                 0, (arb_store_bytes){ 0 });
    return err ? err : arb_store_commit(store);
}

/* As the hall does it; nobody else writes here, so that none has to be done again. */
static arb_store_err append_batch(arb_store *store, const game_list *games, unsigned first,
                                  unsigned count)
{
    arb_store_err err = arb_store_begin_ahead(store);

    for (unsigned i = first; i < first + count && !err; i++) {
        char client[2 + ARB_BENCH_CLIENT] = "w."; /* as the hall marks it */
        arb_store_receipt receipt;
        arb_bench_client(client + 2, i);
        const arb_store_event event = { .game = games->id[i % games->count],
                                        .client = { client, strlen(client) },
                                        .actor = { "white", 5 },
                                        .text = { text, strlen(text) },
                                        .meta = { meta, strlen(meta) },
                                        .stamp = { i, i } };
        err = arb_store_append(&receipt, store, &event);
    }
    return err ? err : arb_store_commit(store);
}

/*
 * SQLite's log grows until it is written into the file for the first time, and is then written over
 * from the beginning; a file that grows costs the disk more. Of a server that runs all day only the
 * second counts, so one long batch fills the log before the time is taken.
 */
static arb_store_err fill_log(arb_store *store, const game_list *games)
{
    char page[LONG];
    arb_store_err err = arb_store_begin(store);

    memset(page, '.', sizeof page);
    for (unsigned i = 0; i < LONG_ROWS && !err; i++) {
        arb_store_receipt receipt;
        const arb_store_event event = { .game = games->id[i % games->count],
                                        .actor = { "white", 5 },
                                        .text = { text, strlen(text) },
                                        .meta = { page, sizeof page },
                                        .stamp = { i, i } };
        err = arb_store_append(&receipt, store, &event);
    }
    return err ? err : arb_store_commit(store);
}

/* What has happened before. */
static arb_store_err grow_old(arb_store *store, const game_list *games, unsigned events)
{
    arb_store_err err = ARB_STORE_OK;

    for (unsigned done = 0; done < events && !err; done += MANY)
        err = append_batch(store, games, done, events - done < MANY ? events - done : MANY);
    return err;
}

static arb_store_err append_all(arb_bench_store_row *out, arb_store *store, const game_list *games,
                                const arb_bench_store_options *o)
{
    const unsigned first = games->count * o->before;
    unsigned done = 0;
    arb_store_err err = make_games(games, store);

    if (!err)
        err = grow_old(store, games, first);
    if (!err)
        err = fill_log(store, games);
    const double begin = now();
    for (; done < o->rows && !err; done += o->batch)
        err = append_batch(store, games, first + done, o->batch);
    out->store = done / (now() - begin);
    out->events = arb_store_last(store);
    return err;
}

static arb_store_err run_store(arb_bench_store_row *out, const char *path,
                               const arb_bench_store_options *o)
{
    const arb_store_options options = { .create = true };
    const unsigned count = o->games ? o->games : FEW_GAMES;
    const game_list games = { calloc(count, sizeof *games.id), count };
    arb_store *store = NULL;
    arb_store_err err =
        games.id ? arb_store_open(&store, path, &options) : (arb_store_err)ARB_STORE_NOMEM;

    if (!err)
        err = append_all(out, store, &games, o);
    arb_store_close(store);
    free(games.id);
    return err;
}

static int bare_batch(sqlite3 *db, sqlite3_stmt *insert, unsigned first, unsigned count)
{
    int result = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

    for (unsigned i = first; i < first + count && result == SQLITE_OK; i++) {
        char row[200];
        (void)snprintf(row, sizeof row, "%u %s %s %*s", i, text, meta, 80, "");
        result = sqlite3_bind_text(insert, 1, row, sizeof row - 1, SQLITE_STATIC);
        if (result == SQLITE_OK && sqlite3_step(insert) != SQLITE_DONE)
            result = SQLITE_ERROR;
        (void)sqlite3_reset(insert);
    }
    return result == SQLITE_OK ? sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) : result;
}

/* The same for SQLite alone. */
static int fill_bare(sqlite3 *db)
{
    char fill[160];

    (void)snprintf(fill, sizeof fill,
                   "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
                   "INSERT INTO rows SELECT zeroblob(%d) FROM n",
                   LONG_ROWS, LONG);
    return sqlite3_exec(db, fill, NULL, NULL, NULL);
}

static arb_store_err run_bare(double *out, const char *path, const arb_bench_store_options *o)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *insert = NULL;
    int result = sqlite3_open(path, &db);

    if (result == SQLITE_OK)
        result = sqlite3_exec(db,
                              "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
                              "PRAGMA synchronous = FULL; CREATE TABLE rows (row TEXT)",
                              NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = fill_bare(db);
    if (result == SQLITE_OK)
        result = sqlite3_prepare_v2(db, "INSERT INTO rows VALUES (?1)", -1, &insert, NULL);
    const double begin = now();
    unsigned done = 0;
    for (; done < o->rows && result == SQLITE_OK; done += o->batch)
        result = bare_batch(db, insert, done, o->batch);
    *out = done / (now() - begin);
    (void)sqlite3_finalize(insert);
    (void)sqlite3_close(db);
    return result == SQLITE_OK ? ARB_STORE_OK : ARB_STORE_IO;
}

static void keep_better(arb_bench_store_row *best, const arb_bench_store_row *run)
{
    best->store = run->store > best->store ? run->store : best->store;
    best->bare = run->bare > best->bare ? run->bare : best->bare;
    best->events = run->events;
}

static arb_store_err measure_postgres(arb_bench_store_row *best, const arb_bench_store_options *o)
{
    arb_store_err err = ARB_STORE_OK;

    for (unsigned i = 0; i < o->runs && !err; i++) {
        arb_bench_store_row run = { 0 };
        arb_bench_postgres_clean(o->postgres);
        err = run_store(&run, o->postgres, o);
        arb_bench_postgres_clean(o->postgres);
        if (!err)
            err = arb_bench_postgres_bare(&run.bare, o->postgres, o->batch,
                                          (o->rows + o->batch - 1) / o->batch);
        keep_better(best, &run);
    }
    return err;
}

arb_store_err arb_bench_store(arb_bench_store_row *out, const arb_bench_store_options *options)
{
    arb_bench_store_row best = { 0 };
    char path[PATH_SIZE];
    arb_store_err err = ARB_STORE_OK;

    if (options->postgres) {
        err = measure_postgres(&best, options);
        if (!err)
            *out = best;
        return err;
    }
    if ((size_t)snprintf(path, sizeof path, "%s/bench.arbitro", options->folder) >= sizeof path)
        return ARB_STORE_CANNOT_OPEN;
    for (unsigned i = 0; i < options->runs && !err; i++) {
        arb_bench_store_row run = { 0 };
        remove_files(path);
        err = run_store(&run, path, options);
        remove_files(path);
        if (!err)
            err = run_bare(&run.bare, path, options);
        remove_files(path);
        keep_better(&best, &run);
    }
    if (!err)
        *out = best;
    return err;
}
