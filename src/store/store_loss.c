/* SPDX-License-Identifier: MIT */
/*
 * What is missing at the end. The log of a database can be lost, and an older copy can be put in
 * its place: what is left is whole in itself and looks as if nothing had happened. So whoever
 * writes keeps the number and the hash of the last event in another place, and compares.
 */
#include "store/chain.h"
#include "store/store_internal.h"

typedef struct row {
    arb_store_mark mark;
    int64_t wall_ms;
} row;

static bool take(void *user, const arb_store_event *event)
{
    row *out = user;

    out->mark.sequence = event->sequence;
    if (event->chain.size == sizeof out->mark.chain)
        memcpy(out->mark.chain, event->chain.text, sizeof out->mark.chain);
    out->wall_ms = event->stamp.wall_ms;
    return false;
}

/* The event with this number; of one that is not there, or cannot be read, nothing. */
static arb_store_err find(row *out, arb_store *store, uint64_t sequence)
{
    *out = (row){ .wall_ms = 0 };
    const arb_store_err err =
        sequence > 0 ? arb_store_events(store, sequence - 1, 1, take, out) : ARB_STORE_OK;
    return err == ARB_STORE_CORRUPT ? ARB_STORE_OK : err;
}

arb_store_err arb_store_mark_check(arb_store_loss *out, arb_store *store,
                                   const arb_store_mark *mark)
{
    const uint64_t last = arb_store_last(store);
    row found;
    arb_store_err err = find(&found, store, last);

    *out = (arb_store_loss){ .last_wall_ms = found.wall_ms };
    if (!err && mark->sequence > last) {
        out->events = mark->sequence - last;
        err = ARB_STORE_LOSS;
    }
    if (err || mark->sequence == 0)
        return err;
    err = find(&found, store, mark->sequence);
    if (!err && (found.mark.sequence != mark->sequence ||
                 memcmp(found.mark.chain, mark->chain, sizeof mark->chain) != 0))
        err = ARB_STORE_LOSS;
    return err;
}

arb_store_err arb_store_counted(uint64_t *out, arb_store *store)
{
    arb_store_read_begin(store);
    return arb_store_read_end(store, store->ops->counted(out, store->db));
}
