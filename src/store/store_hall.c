/* SPDX-License-Identifier: MIT */
/* What a hall needs beside the journal: tokens, people and their seats, settings, the heartbeat. */
#define _POSIX_C_SOURCE 200809L

#include "store/store_internal.h"

/* ---- tokens ---- */

static arb_store_err check_hash(arb_store_bytes hash)
{
    if (hash.size > ARB_STORE_WORD_MAX)
        return ARB_STORE_TOO_LARGE;
    return hash.size > 0 ? ARB_STORE_OK : ARB_STORE_UNKNOWN;
}

arb_store_err arb_store_token_add(arb_store *store, const arb_store_token *token)
{
    arb_store_err err = arb_store_enter(store, check_hash(token->hash));

    if (!err)
        err = store->ops->token_add(store->db, token);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_token_remove(arb_store *store, arb_store_bytes hash)
{
    arb_store_err err = arb_store_enter(store, check_hash(hash));

    if (!err)
        err = store->ops->token_remove(store->db, hash);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_token_find(arb_store *store, arb_store_bytes hash, arb_store_token_fn *fn,
                                   void *user)
{
    const arb_store_err err = check_hash(hash);

    if (err)
        return err;
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->token_find(store->db, hash, fn, user));
}

arb_store_err arb_store_tokens(arb_store *store, uint64_t game, arb_store_token_fn *fn, void *user)
{
    if (arb_store_has_gathered(store, game)) {
        arb_store_gathered_tokens(store, game, fn, user);
        return ARB_STORE_OK;
    }
    arb_store_read_begin(store);
    return arb_store_list_end(store, store->ops->tokens(store->db, game, fn, user));
}

/* ---- people ---- */

arb_store_err arb_store_person_check(const arb_store_person *person)
{
    const arb_store_err err = arb_store_plain(person->name, ARB_STORE_NAME_MAX, false);

    return err ? err : arb_store_plain(person->contact, ARB_STORE_CONTACT_MAX, true);
}

arb_store_err arb_store_person_new(uint64_t *out, arb_store *store, const arb_store_person *person)
{
    uint64_t id = 0;
    arb_store_err err = arb_store_enter(store, arb_store_person_check(person));

    if (!err)
        err = store->ops->person_new(&id, store->db, person);
    err = arb_store_leave(store, err);
    if (!err)
        *out = id;
    return err;
}

arb_store_err arb_store_person_set(arb_store *store, const arb_store_person *person)
{
    arb_store_err err = arb_store_enter(store, arb_store_person_check(person));

    if (!err)
        err = store->ops->person_set(store->db, person);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_person_erase(arb_store *store, uint64_t person)
{
    arb_store_err err = arb_store_enter(store, ARB_STORE_OK);

    if (!err)
        err = store->ops->person_erase(store->db, person);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_person_get(arb_store *store, uint64_t person, arb_store_person_fn *fn,
                                   void *user)
{
    if (person == 0)
        return ARB_STORE_UNKNOWN;
    if (arb_store_gathered_person(store, person, fn, user))
        return ARB_STORE_OK;
    arb_store_read_begin(store);
    return arb_store_read_end(store,
                              store->ops->people(store->db, person - 1, person, 1, fn, user));
}

arb_store_err arb_store_people(arb_store *store, uint64_t after, size_t limit,
                               arb_store_person_fn *fn, void *user)
{
    arb_store_read_begin(store);
    return arb_store_list_end(store,
                              store->ops->people(store->db, after, UINT64_MAX, limit, fn, user));
}

/* ---- seats ---- */

static arb_store_err check_seat(arb_store *store, const arb_store_seat *seat)
{
    arb_store_err err = arb_store_plain(seat->seat, ARB_STORE_WORD_MAX, false);

    if (!err && seat->seat.size == 0)
        err = ARB_STORE_TEXT;
    if (!err)
        err = arb_store_plain(seat->tags, ARB_STORE_TAGS_MAX, true);
    return err ? err : arb_store_tags_check(store, seat->seat, seat->tags);
}

arb_store_err arb_store_seat_set(arb_store *store, const arb_store_seat *seat)
{
    arb_store_err err = arb_store_enter(store, check_seat(store, seat));

    if (!err)
        err = store->ops->seat_set(store->db, seat);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_seats(arb_store *store, uint64_t game, arb_store_seat_fn *fn, void *user)
{
    if (arb_store_has_gathered(store, game)) {
        arb_store_gathered_seats(store, game, fn, user);
        return ARB_STORE_OK;
    }
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->seats(store->db, game, fn, user));
}

/* ---- settings and the heartbeat ---- */

arb_store_err arb_store_setting_set(arb_store *store, const char *name, arb_store_bytes value)
{
    const arb_store_bytes key = { name, strlen(name) };
    arb_store_err err = arb_store_enter(
        store, value.size > ARB_STORE_VALUE_MAX ? ARB_STORE_TOO_LARGE
                                                : arb_store_plain(key, ARB_STORE_WORD_MAX, false));

    if (!err)
        err = store->ops->setting_set(store->db, key, value);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_setting_get(arb_buf *out, arb_store *store, const char *name)
{
    const arb_store_bytes key = { name, strlen(name) };
    arb_store_err err = ARB_STORE_OK;

    if (arb_store_gathered_setting(&err, out, store, key))
        return err;
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->setting_get(out, store->db, key));
}

arb_store_err arb_store_beat(arb_store *store, const arb_store_heartbeat *beat)
{
    const arb_store_bytes boot = { beat->boot, strnlen(beat->boot, sizeof beat->boot) };
    arb_store_err err = arb_store_enter(store, arb_store_plain(boot, ARB_STORE_WORD_MAX, false));

    if (!err)
        err = store->ops->beat(store->db, beat);
    return arb_store_leave(store, err);
}

arb_store_err arb_store_heartbeat_get(arb_store_heartbeat *out, arb_store *store)
{
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->heartbeat_get(out, store->db));
}
