/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_BACKEND_H
#define ARBITRO_STORE_BACKEND_H
/*
 * What a database must do to carry a store. The contracts are those of store.h; before a backend is
 * called the store has seen to it that
 *   - texts have their length and are plain, headers and tags can be read, ids are not 0;
 *   - writes come within a batch, none after one that failed for a reason of the database;
 *   - nothing is called from a callback.
 * A backend builds no statement from what comes in.
 */
#include "store/store.h"

/* Which games are read. */
typedef struct arb_store_choice {
    uint64_t after, last; /* ids: after < id <= last */
    bool only_open;
    size_t limit;
} arb_store_choice;

typedef struct arb_store_backend {
    arb_store_err (*open)(void **out, const char *path, const arb_store_options *options);
    void (*close)(void *db);
    arb_store_err (*check)(void *db);

    arb_store_err (*begin)(void *db);
    arb_store_err (*commit)(void *db); /* on an error nothing was written and the batch is over */
    void (*rollback)(void *db);

    arb_store_err (*append)(arb_store_receipt *out, void *db, const arb_store_event *event);
    uint64_t (*last)(const void *db);
    /* of all games when `game` is 0 */
    arb_store_err (*events)(void *db, uint64_t game, uint64_t after, size_t limit,
                            arb_store_event_fn *fn, void *user);

    arb_store_err (*game_new)(uint64_t *out, void *db, arb_store_bytes header, int64_t created_ms);
    arb_store_err (*game_close)(void *db, uint64_t game, bool closed);
    arb_store_err (*games)(void *db, const arb_store_choice *choice, arb_store_game_fn *fn,
                           void *user);

    arb_store_err (*token_add)(void *db, const arb_store_token *token);
    arb_store_err (*token_remove)(void *db, arb_store_bytes hash);
    arb_store_err (*token_find)(void *db, arb_store_bytes hash, arb_store_token_fn *fn, void *user);
    arb_store_err (*tokens)(void *db, uint64_t game, arb_store_token_fn *fn, void *user);

    arb_store_err (*person_new)(uint64_t *out, void *db, const arb_store_person *person);
    arb_store_err (*person_set)(void *db, const arb_store_person *person);
    arb_store_err (*person_erase)(void *db, uint64_t person);
    /* ids: after < id <= last */
    arb_store_err (*people)(void *db, uint64_t after, uint64_t last, size_t limit,
                            arb_store_person_fn *fn, void *user);

    arb_store_err (*seat_set)(void *db, const arb_store_seat *seat);
    arb_store_err (*seats)(void *db, uint64_t game, arb_store_seat_fn *fn, void *user);

    arb_store_err (*setting_set)(void *db, arb_store_bytes name, arb_store_bytes value);
    arb_store_err (*setting_get)(arb_buf *out, void *db, arb_store_bytes name);
    arb_store_err (*beat)(void *db, const arb_store_heartbeat *beat);
    arb_store_err (*heartbeat_get)(arb_store_heartbeat *out, void *db);
} arb_store_backend;

extern const arb_store_backend arb_store_sqlite;

#endif
