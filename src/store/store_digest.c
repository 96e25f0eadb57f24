/* SPDX-License-Identifier: MIT */
/* The hash of everything in a database, however it is stored; see inspect.h. */
#include <sodium.h>

#include "store/store_internal.h"

enum { PAGE = 2048 };

typedef struct digest {
    crypto_generichash_state hash;
    arb_store *store;
    uint64_t after;
    size_t count;
    bool damaged;
} digest;

static void add(digest *it, const void *bytes, size_t size)
{
    (void)crypto_generichash_update(&it->hash, bytes, size);
}

/* Eight bytes, whichever machine it is. */
static void add_number(digest *it, uint64_t number)
{
    unsigned char bytes[8];

    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
    add(it, bytes, sizeof bytes);
}

static void add_bytes(digest *it, arb_store_bytes bytes)
{
    add_number(it, bytes.size);
    if (bytes.size > 0)
        add(it, bytes.text, bytes.size);
}

static bool add_game(void *user, const arb_store_game *game)
{
    digest *it = user;

    it->count++;
    it->after = game->id;
    it->damaged = it->damaged || game->damaged;
    add_number(it, game->id);
    add_number(it, (uint64_t)game->created_ms);
    add_number(it, game->closed);
    add_number(it, game->events);
    add_bytes(it, game->header);
    add_bytes(it, game->summary);
    add_bytes(it, game->chain);
    return true;
}

static bool add_event(void *user, const arb_store_event *event)
{
    digest *it = user;

    it->count++;
    it->after = event->sequence;
    it->damaged = it->damaged || event->damaged;
    add_number(it, event->sequence);
    add_number(it, event->game);
    add_number(it, event->number);
    add_number(it, event->refused);
    add_number(it, (uint64_t)event->stamp.monotonic_ms);
    add_number(it, (uint64_t)event->stamp.wall_ms);
    add_number(it, event->epoch);
    const arb_store_bytes texts[] = { event->client,  event->actor,  event->text, event->meta,
                                      event->verdict, event->erased, event->chain };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        add_bytes(it, texts[i]);
    return true;
}

static bool add_person(void *user, const arb_store_person *person)
{
    digest *it = user;

    it->count++;
    it->after = person->id;
    add_number(it, person->id);
    add_bytes(it, person->name);
    add_bytes(it, person->contact);
    return true;
}

static bool add_seat(void *user, const arb_store_seat *seat)
{
    add_number(user, seat->game);
    add_bytes(user, seat->seat);
    add_number(user, seat->person);
    add_bytes(user, seat->tags);
    return true;
}

static bool add_token(void *user, const arb_store_token *token)
{
    digest *it = user;

    it->damaged = it->damaged || token->damaged;
    add_bytes(it, token->hash);
    add_number(it, token->game);
    add_number(it, token->role);
    add_number(it, (uint64_t)token->expires_ms);
    return true;
}

static bool add_setting(void *user, arb_store_bytes name, arb_store_bytes value)
{
    add_bytes(user, name);
    add_bytes(user, value);
    return true;
}

/* Who has it now goes with the process. */
static bool add_lease(void *user, const arb_store_lease *lease)
{
    digest *it = user;

    it->count++;
    it->after = lease->game;
    add_number(it, lease->game);
    add_number(it, lease->epoch);
    return true;
}

/* ---- all of them ---- */

static arb_store_err read_games(digest *it)
{
    const arb_store_choice choice = {
        .after = it->after, .last = UINT64_MAX, .limit = PAGE, .strays = true
    };

    return it->store->ops->games(it->store->db, &choice, add_game, it);
}

static arb_store_err read_events(digest *it)
{
    return it->store->ops->events(it->store->db, 0, it->after, PAGE, add_event, it);
}

static arb_store_err read_people(digest *it)
{
    return it->store->ops->people(it->store->db, it->after, UINT64_MAX, PAGE, add_person, it);
}

static arb_store_err read_seats(digest *it)
{
    const uint64_t games = it->store->ops->games_last(it->store->db);
    arb_store_err err = ARB_STORE_OK;

    while (it->after < games && !err)
        err = it->store->ops->seats(it->store->db, ++it->after, add_seat, it);
    return err;
}

static arb_store_err read_leases(digest *it)
{
    return it->store->ops->leases(it->store->db, it->after, PAGE, add_lease, it);
}

static arb_store_err read_tokens(digest *it)
{
    return it->store->ops->tokens(it->store->db, 0, add_token, it);
}

static arb_store_err read_settings(digest *it)
{
    return it->store->ops->settings(it->store->db, add_setting, it);
}

static arb_store_err read_rest(digest *it)
{
    arb_store_heartbeat beat = { .boot = "" };
    uint64_t given = 0;
    arb_store_err err = it->store->ops->people_given(&given, it->store->db);

    if (!err)
        err = it->store->ops->heartbeat_get(&beat, it->store->db);
    add_number(it, given);
    add_bytes(it, (arb_store_bytes){ beat.boot, strlen(beat.boot) });
    add_number(it, (uint64_t)beat.stamp.monotonic_ms);
    add_number(it, (uint64_t)beat.stamp.wall_ms);
    return err;
}

arb_store_err arb_store_digest_told(unsigned char out[ARB_STORE_HASH_SIZE], arb_store *store,
                                    arb_store_progress_fn *progress, void *user)
{
    static arb_store_err (*const parts[])(digest *) = { read_games,    read_events, read_people,
                                                        read_seats,    read_leases, read_tokens,
                                                        read_settings, read_rest };
    enum { EVENTS = 1 }; /* the part that takes long, and knows how long */
    const uint64_t events = arb_store_last(store);
    digest it = { .store = store };
    arb_store_err err = ARB_STORE_OK;
    double done = 0;

    (void)crypto_generichash_init(&it.hash, NULL, 0, ARB_STORE_HASH_SIZE);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !err; i++) {
        it.after = 0;
        do {
            it.count = 0;
            err = parts[i](&it);
            if (i == EVENTS && events > 0 && it.after <= events)
                done = (double)it.after / (double)events;
            if (!err && progress && !progress(user, done))
                err = ARB_STORE_STOPPED;
        } while (!err && it.count == PAGE);
        if (err == ARB_STORE_UNKNOWN) /* a list without anything in it */
            err = ARB_STORE_OK;
        add_number(&it, i); /* what belongs to the next part cannot be taken for one of this */
    }
    (void)crypto_generichash_final(&it.hash, out, ARB_STORE_HASH_SIZE);
    return !err && it.damaged ? ARB_STORE_CORRUPT : err;
}

arb_store_err arb_store_digest(unsigned char out[ARB_STORE_HASH_SIZE], arb_store *store)
{
    return arb_store_digest_told(out, store, NULL, NULL);
}
