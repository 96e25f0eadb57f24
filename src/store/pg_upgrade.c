/* SPDX-License-Identifier: MIT */
/*
 * Two versions of the program on one database. Halls are brought up to date one after the other, so
 * the tables change while older stores have them open, which know nothing of that: what they wrote
 * then would be wrong. So whoever changes the tables also takes the right to write from everybody
 * who has it, in the same transaction, and ends the older halls, whose games are free from then on.
 */
#include "store/pg_internal.h"

/* The whole table first: who waits for its row has a lock on the table already, which those who
 * change it would wait for. */
arb_store_err arb_pg_retire_older(arb_pg *self, int version)
{
    const arb_store_err err = arb_pg_exec(self, "LOCK TABLE turn IN ACCESS EXCLUSIVE MODE;"
                                                "UPDATE turn SET writer = writer + 1");

    return err || version < 2 ? err : arb_pg_exec(self, "DELETE FROM halls");
}

arb_store_err arb_pg_look_at_version(arb_pg *self)
{
    int64_t version = 0;
    bool found = false;
    const arb_store_err err =
        arb_pg_ask(&version, &found, self, "SELECT max(version) FROM schema_version");

    return !err && version > arb_pg_version() ? ARB_STORE_NEWER : err;
}

arb_store_err arb_pg_why_ousted(arb_pg *self)
{
    const arb_store_err err = arb_pg_look_at_version(self);

    return err ? err : ARB_STORE_LOCKED;
}
