/* SPDX-License-Identifier: MIT */
/* Several halls on one database; see lease.h. */
#include "store/store_internal.h"

/* Only a hall has games. */
static arb_store_err enter(arb_store *store)
{
    return arb_store_enter(store, store->is_hall ? ARB_STORE_OK : ARB_STORE_STATE);
}

arb_store_err arb_store_hall_join(uint64_t *out, arb_store *store, arb_store_bytes name, int64_t ms)
{
    uint64_t hall = 0;
    arb_store_err err = arb_store_plain(name, ARB_STORE_NAME_MAX, false);

    if (store->in_batch) /* a number that is forgotten with its batch would be one of nobody */
        err = ARB_STORE_STATE;
    err = arb_store_enter(store, !err && store->is_hall ? ARB_STORE_EXISTS : err);
    if (!err)
        err = store->ops->hall_join(&hall, store->db, name, ms);
    err = arb_store_leave(store, err);
    if (err)
        return err;
    store->is_hall = true;
    *out = hall;
    return ARB_STORE_OK;
}

arb_store_err arb_store_hall_renew(arb_store *store, int64_t ms)
{
    arb_store_err err = enter(store);

    if (!err)
        err = store->ops->hall_renew(store->db, ms);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_hall_leave(arb_store *store)
{
    arb_store_err err = store->in_batch ? ARB_STORE_STATE : enter(store);

    if (!err)
        err = store->ops->hall_leave(store->db);
    err = arb_store_leave(store, err);
    store->is_hall = store->is_hall && err != ARB_STORE_OK;
    return err;
}

arb_store_err arb_store_halls(arb_store *store, arb_store_hall_fn *fn, void *user)
{
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->halls(store->db, fn, user));
}

arb_store_err arb_store_lease_take(uint64_t *out, arb_store *store, uint64_t game)
{
    uint64_t epoch = 0;
    arb_store_err err = enter(store);

    if (!err)
        err = store->ops->lease_take(&epoch, store->db, game);
    err = arb_store_leave(store, err);
    if (!err)
        *out = epoch;
    return err;
}

arb_store_err arb_store_lease_release(arb_store *store, uint64_t game, uint64_t epoch)
{
    arb_store_err err = enter(store);

    if (!err)
        err = store->ops->lease_release(store->db, game, epoch);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_lease_hand(uint64_t *out, arb_store *store, uint64_t game, uint64_t epoch,
                                   uint64_t hall)
{
    uint64_t next = 0;
    arb_store_err err = enter(store);

    if (!err)
        err = store->ops->lease_hand(&next, store->db, game, epoch, hall);
    err = arb_store_leave(store, err);
    if (!err)
        *out = next;
    return err;
}

arb_store_err arb_store_leases(arb_store *store, uint64_t after, size_t limit,
                               arb_store_lease_fn *fn, void *user)
{
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->leases(store->db, after, limit, fn, user));
}

arb_store_err arb_store_listen(int *out, arb_store *store)
{
    if (!store->follows)
        return ARB_STORE_STATE;
    *out = store->ops->listen(store->db);
    return ARB_STORE_OK;
}

arb_store_err arb_store_heard(arb_store *store, arb_store_heard_fn *fn, void *user)
{
    if (!store->follows)
        return ARB_STORE_STATE;
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->heard(store->db, fn, user));
}
