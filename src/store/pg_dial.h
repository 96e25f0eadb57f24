/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_STORE_PG_DIAL_H
#define ARBITRO_STORE_PG_DIAL_H
/*
 * A connection to whichever of several servers takes writes.
 *
 * libpq tries the servers of an address one after the other, and waits two seconds and more for one
 * whose machine is gone before it asks the next. Here the next is asked after a tenth of a second,
 * and the first who takes writes is taken, where it is said that only such a one will do
 * (`target_session_attrs=read-write` or `primary`). Any other address is libpq's own concern: there
 * the order says who is preferred.
 */
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct arb_pg_dialling {
    const char *const *words, *const *values; /* options up to NULL; "dbname" is the address */
    int64_t again_ms; /* who has refused is asked again so much later, while others say nothing */
    bool (*is_vain)(const void *user); /* nobody waits for it any more; NULL: somebody does */
    const void *user;
    bool (*is_final)(const char *said); /* does waiting change nothing? NULL: nobody knows */
} arb_pg_dialling;

/*
 * As PQconnectdbParams() with expanded names: the caller finishes what is returned, whatever its
 * status; NULL without memory. When there is none, the first server says why whose refusal is
 * final, or else the first.
 */
PGconn *arb_pg_dial(const arb_pg_dialling *how);

#endif
