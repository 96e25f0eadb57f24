/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_BROADCASTS_H
#define ARBITRO_SERVER_BROADCASTS_H
/* How published events are read, written and kept; what they mean is in publish.h. */
#include "server/hall/publish.h"

/* May this be a name in addresses: small letters of ASCII, digits and hyphens? */
bool arb_slug_is_good(const char *slug);

typedef enum arb_publish_fault {
    ARB_PUBLISH_GOOD,
#define PUBLISH_FAULT(id, member, en, it) ARB_PUBLISH_##id,
#include "server/hall/publish_faults.def"
#undef PUBLISH_FAULT
    ARB_PUBLISH_FAULT_COUNT
} arb_publish_fault;

/* Where it is: the member, when it is not the fault's own, and which of several, from 1; 0: none.
 */
typedef struct arb_publish_place {
    const char *member;
    size_t at;
} arb_publish_place;

/* Reads one, and says what cannot be used of it. `out` is cleared by the caller either way. */
arb_publish_fault arb_broadcast_read(arb_broadcast *out, arb_publish_place *where,
                                     const json_t *body);
void arb_broadcast_clear(arb_broadcast *broadcast);

/* The same back. */
json_t *arb_broadcast_json(const arb_broadcast *broadcast);

/* Writes place `place` of the store; "" frees it. */
ARB_MUST_USE arb_store_err arb_broadcast_store(arb_store *store, size_t place, const char *text);

/* Everything that the store knows of them: ARB_BROADCASTS_MAX places, which the caller frees.
 * `damaged`: one cannot be read, and its place is free. */
ARB_MUST_USE arb_store_err arb_broadcasts_read(arb_broadcast **out, bool *damaged,
                                               arb_store *store);
void arb_broadcasts_free(arb_broadcast *all);

#endif
