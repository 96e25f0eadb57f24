/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_STORE_HOUSE_H
#define ARBITRO_TEST_STORE_HOUSE_H
/* What the tests of several stores on one database share. */
#include "test_store_common.h"

#include "store/lease.h"

enum { LONG_MS = 600000 };

static inline arb_store_err append(arb_store *store, uint64_t game, uint64_t epoch)
{
    arb_store_event event = event_of(game, "");
    arb_store_receipt receipt;

    event.epoch = epoch;
    return arb_store_append(&receipt, store, &event);
}

/* Opens it as one of several, and joins. */
static inline arb_store *join(const char *file, const char *name, int64_t ms, uint64_t *hall)
{
    const arb_store_options options = { .create = true, .shared = true };
    arb_store *store = NULL;

    assert_fine(arb_store_open(&store, file, &options));
    assert_fine(arb_store_hall_join(hall, store, bytes(name), ms));
    return store;
}

static inline uint64_t take(arb_store *store, uint64_t game)
{
    uint64_t epoch = 0;

    assert_fine(arb_store_lease_take(&epoch, store, game));
    return epoch;
}

static inline arb_store_err batch_of(arb_store *store, uint64_t game, unsigned count,
                                     arb_store_err (*begin)(arb_store *store))
{
    arb_store_err err = begin(store);

    for (unsigned i = 0; i < count && !err; i++)
        err = append(store, game, 0);
    if (!err)
        return arb_store_commit(store);
    arb_store_rollback(store);
    return err;
}

/* As the hall does it: once more, when others have written. */
static inline arb_store_err batch_ahead(arb_store *store, uint64_t game, unsigned count)
{
    const arb_store_err err = batch_of(store, game, count, arb_store_begin_ahead);

    return err == ARB_STORE_TURN ? batch_of(store, game, count, arb_store_begin) : err;
}

#endif
