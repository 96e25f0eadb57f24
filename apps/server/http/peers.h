/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_PEERS_H
#define ARBITRO_SERVER_PEERS_H
/* How many connections there are from each address. */
#include <netinet/in.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/error.h"
#include "arbitro/mem.h"

typedef struct arb_peers_slot {
    uint64_t key;
    uint32_t count; /* 0: free */
} arb_peers_slot;

typedef struct arb_peers {
    const arb_mem *mem;
    arb_peers_slot *slots;
    size_t mask; /* the number of slots, a power of two, less one */
    uint64_t seed;
} arb_peers;

/* Makes room for `connections_max` connections, all from different addresses if need be. */
ARB_MUST_USE arb_err arb_peers_init(arb_peers *peers, const arb_mem *mem, unsigned connections_max);
void arb_peers_clear(arb_peers *peers);

/* One who has a network of 64 bits has all its addresses: IPv6 counts by network. */
uint64_t arb_peers_key(const struct in6_addr *address);

unsigned arb_peers_count(const arb_peers *peers, uint64_t key);

/* One connection more, or one less, of which there must be one. */
void arb_peers_add(arb_peers *peers, uint64_t key);
void arb_peers_remove(arb_peers *peers, uint64_t key);

#endif
