/* SPDX-License-Identifier: MIT */
/* What a copy of a whole database needs beside the rest: rows with the numbers that they had. */
#include "store/store_internal.h"

arb_store_err arb_store_settings(arb_store *store, arb_store_setting_fn *fn, void *user)
{
    arb_store_read_begin(store);
    return arb_store_list_end(store, store->ops->settings(store->db, fn, user));
}

arb_store_err arb_store_person_put(arb_store *store, const arb_store_person *person)
{
    arb_store_err err = person->id > 0 ? arb_store_person_check(person) : ARB_STORE_UNKNOWN;

    err = arb_store_enter(store, err);
    if (!err)
        err = store->ops->person_put(store->db, person);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_people_given(uint64_t *out, arb_store *store)
{
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->people_given(out, store->db));
}

arb_store_err arb_store_people_give(arb_store *store, uint64_t last)
{
    uint64_t given = 0;
    arb_store_err err = arb_store_enter(store, ARB_STORE_OK);

    if (!err)
        err = store->ops->people_given(&given, store->db);
    if (!err && last > given)
        err = store->ops->people_give(store->db, last);
    return arb_store_leave(store, err);
}

void arb_store_copying(arb_store *store, bool copying)
{
    store->ops->copying(store->db, copying);
}

arb_store_err arb_store_lease_put(arb_store *store, uint64_t game, uint64_t epoch)
{
    const arb_store_lease lease = { .game = game, .epoch = epoch };
    arb_store_err err =
        arb_store_enter(store, game > 0 && epoch > 0 ? ARB_STORE_OK : ARB_STORE_UNKNOWN);

    if (!err)
        err = store->ops->lease_put(store->db, &lease);
    return arb_store_leave(store, err);
}
