/* SPDX-License-Identifier: MIT */
/* Whose a game is that somebody asks for: it is looked up, and taken when nobody has it or its hall
 * has ended; see house.h. */
#include "server/hall/hall_internal.h"

static bool is_heard(arb_house *house, uint64_t member)
{
    bool lives = false;

    pthread_mutex_lock(&house->lock);
    for (size_t i = 0; i < house->heard.count; i++)
        lives = lives || (house->heard.of[i].id == member && house->heard.of[i].left_ms > 0);
    pthread_mutex_unlock(&house->lock);
    return lives;
}

/* One connection may be back before another: whoever can read the leases again may not have given
 * a sign of life yet, and neither may others. Who is silent for the length of a lease in which the
 * database answered is dead. */
bool arb_house_is_patient(arb_hall *hall, uint64_t member, int64_t left_ms)
{
    arb_house *house = &hall->house;
    const int64_t now = arb_boottime_ms(), heard = now - (ARB_LEASE_MS - left_ms);
    const int64_t from = atomic_load(&house->unsteady_ms), until = atomic_load(&house->steady_ms);
    const int64_t deaf = until - (from > heard ? from : heard);

    return now - atomic_load(&house->answered_ms) > ARB_SILENCE_MS || is_heard(house, member) ||
           now - heard - (deaf > 0 ? deaf : 0) < ARB_LEASE_MS;
}

/* ---- whose a game is: in the committer's thread */

/* A lease, and when it was read, by the boot time: to take many of them takes long. */
typedef struct read_lease {
    arb_store_lease lease;
    int64_t ms;
} read_lease;

static bool note_lease(void *user, const arb_store_lease *lease)
{
    *(read_lease *)user = (read_lease){ *lease, arb_boottime_ms() };
    return false;
}

static arb_store_err take(arb_found_lease *out, arb_store *store, const read_lease *read,
                          uint64_t mine)
{
    const arb_store_lease *lease = &read->lease;
    const arb_store_err err = arb_store_lease_take(&out->epoch, store, lease->game);

    if (err)
        return err;
    out->hall = mine;
    if (lease->hall != 0 && lease->hall != mine) {
        out->orphan_of = lease->hall;
        out->sign_ms = read->ms - (ARB_LEASE_MS - lease->left_ms);
    }
    return ARB_STORE_OK;
}

arb_store_err arb_house_look(arb_found_lease *out, arb_store *store, uint64_t game, arb_hall *hall)
{
    const uint64_t mine = hall->house.id;
    read_lease read = { .lease.game = 0 };
    arb_store_err err = arb_store_leases(store, game - 1, 1, note_lease, &read);

    *out = (arb_found_lease){ .game = game };
    if (err)
        return err;
    if (read.lease.game != game)
        read.lease = (arb_store_lease){ .game = game, .left_ms = -1 };
    const bool others = read.lease.hall != 0 && read.lease.hall != mine;
    if (others && (read.lease.left_ms > 0 ||
                   arb_house_is_patient(hall, read.lease.hall, read.lease.left_ms) ||
                   atomic_load(&hall->house.leaving))) {
        out->hall = read.lease.hall;
        return ARB_STORE_OK;
    }
    err = take(out, store, &read, mine);
    return err == ARB_STORE_TAKEN ? ARB_STORE_OK : err;
}
