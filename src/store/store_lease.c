/* SPDX-License-Identifier: MIT */
/* Several halls on one database; see lease.h. */
#include <stdio.h>

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

arb_store_err arb_store_leases(arb_store *store, uint64_t after, size_t limit,
                               arb_store_lease_fn *fn, void *user)
{
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->leases(store->db, after, limit, fn, user));
}

arb_store_err arb_store_leases_open(arb_store *store, uint64_t after, arb_store_lease_fn *fn,
                                    void *user)
{
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->leases_open(store->db, after, fn, user));
}

/* ---- many at once ---- */

enum { LIST_MAX = 1000 }; /* in one statement */

/* Changes them a part at a time; `hall` 0: they are taken. */
static arb_store_err change_part(arb_store *store, const uint64_t *games, size_t count,
                                 uint64_t hall, arb_store_taken_fn *fn, void *user)
{
    arb_buf list;

    arb_buf_init(&list, store->mem, SIZE_MAX / 2);
    arb_store_err err = ARB_STORE_OK;
    for (size_t i = 0; i < count && !err; i++)
        err = arb_store_list_add(&list, "", games[i]);
    const arb_store_bytes text = { arb_buf_text(&list), arb_buf_size(&list) };
    if (!err && hall != 0)
        err = store->ops->leases_hand(store->db, text, hall, fn, user);
    else if (!err)
        err = store->ops->leases_take(store->db, text, fn, user);
    arb_buf_clear(&list);
    return err;
}

static arb_store_err change_all(arb_store *store, const uint64_t *games, size_t count,
                                uint64_t hall, arb_store_taken_fn *fn, void *user)
{
    arb_store_err err = enter(store);

    for (size_t at = 0; at < count && !err; at += LIST_MAX)
        err = change_part(store, games + at, count - at < LIST_MAX ? count - at : LIST_MAX, hall,
                          fn, user);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_leases_take(arb_store *store, const uint64_t *games, size_t count,
                                    arb_store_taken_fn *fn, void *user)
{
    return change_all(store, games, count, 0, fn, user);
}

arb_store_err arb_store_leases_hand(arb_store *store, const uint64_t *games, size_t count,
                                    uint64_t hall, arb_store_taken_fn *fn, void *user)
{
    return change_all(store, games, count, hall, fn, user);
}

/* ---- what all halls share ---- */

static const char version_name[] = "house.version";

uint64_t arb_store_shared_number(arb_store_bytes value)
{
    uint64_t number = 0;

    for (size_t i = 0; i < value.size; i++) {
        const unsigned digit = (unsigned char)value.text[i] - (unsigned)'0';
        if (digit > 9 || number > (UINT64_MAX - digit) / 10)
            return 0;
        number = 10 * number + digit;
    }
    return number;
}

arb_store_err arb_store_shared_read(uint64_t *out, arb_store *store)
{
    arb_buf text;

    arb_buf_init(&text, store->mem, ARB_STORE_WORD_MAX);
    const arb_store_err err = arb_store_setting_get(&text, store, version_name);
    if (!err || err == ARB_STORE_UNKNOWN)
        *out = arb_store_shared_number(
            (arb_store_bytes){ arb_buf_text(&text), err ? 0 : arb_buf_size(&text) });
    arb_buf_clear(&text);
    return err == ARB_STORE_UNKNOWN ? ARB_STORE_OK : err;
}

arb_store_err arb_store_shared_change(arb_store *store)
{
    uint64_t number = 0;
    char text[32];
    const arb_store_err err = arb_store_shared_read(&number, store);

    if (err)
        return err;
    const int size = snprintf(text, sizeof text, "%llu", (unsigned long long)number + 1);
    return arb_store_setting_set(store, version_name, (arb_store_bytes){ text, (size_t)size });
}

uint64_t arb_store_shared_version(const arb_store *store)
{
    return store->ops->shared_version(store->db);
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

bool arb_store_is_standby(const arb_store *store)
{
    return store->ops->is_standby(store->db);
}

arb_store_err arb_store_tell_links(arb_store *store, uint64_t game)
{
    arb_store_err err = arb_store_enter(store, ARB_STORE_OK);

    if (!err)
        err = store->ops->tell_links(store->db, game);
    return arb_store_leave(store, err);
}
