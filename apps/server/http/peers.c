/* SPDX-License-Identifier: MIT */
#include "server/http/peers.h"

#include <assert.h>
#include <sys/random.h>

#include "arbitro/mem.h"
#include "server/http/address.h"

/* What one client of IPv6 has is a network of so many bits. */
enum { NETWORK_BITS = 64 };

arb_err arb_peers_init(arb_peers *peers, const arb_mem *mem, unsigned connections_max)
{
    size_t slots = 16;

    while (slots < (size_t)connections_max * 2)
        slots *= 2;
    *peers = (arb_peers){ .mem = mem, .mask = slots - 1 };
    peers->slots = arb_mem_new_array(mem, slots, sizeof *peers->slots);
    if (peers->slots == NULL)
        return ARB_NOMEM;
    /* So that nobody can choose addresses that meet in one place; 0 would only be less good. */
    if (getrandom(&peers->seed, sizeof peers->seed, GRND_NONBLOCK) < 0)
        peers->seed = 0;
    return ARB_OK;
}

void arb_peers_clear(arb_peers *peers)
{
    arb_mem_free(peers->mem, peers->slots, (peers->mask + 1) * sizeof *peers->slots);
    peers->slots = NULL;
}

uint64_t arb_peers_key(const struct in6_addr *address)
{
    return arb_address_key(address, NETWORK_BITS);
}

static size_t home_of(const arb_peers *peers, uint64_t key)
{
    uint64_t x = (key ^ peers->seed) * UINT64_C(0x9e3779b97f4a7c15);

    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    return (size_t)(x >> 32) & peers->mask;
}

/* The slot of the key, or the free one where it would go; there is always a free one. */
static size_t find(const arb_peers *peers, uint64_t key)
{
    size_t i = home_of(peers, key);

    while (peers->slots[i].count > 0 && peers->slots[i].key != key)
        i = (i + 1) & peers->mask;
    return i;
}

unsigned arb_peers_count(const arb_peers *peers, uint64_t key)
{
    return peers->slots[find(peers, key)].count;
}

void arb_peers_add(arb_peers *peers, uint64_t key)
{
    arb_peers_slot *slot = &peers->slots[find(peers, key)];

    slot->key = key;
    slot->count++;
}

void arb_peers_remove(arb_peers *peers, uint64_t key)
{
    size_t hole = find(peers, key);

    assert(peers->slots[hole].count > 0);
    if (--peers->slots[hole].count > 0)
        return;
    /* Those behind that came past this slot on the way from home move up. */
    for (size_t i = (hole + 1) & peers->mask; peers->slots[i].count > 0;
         i = (i + 1) & peers->mask) {
        const size_t home = home_of(peers, peers->slots[i].key);

        if (((i - home) & peers->mask) >= ((i - hole) & peers->mask)) {
            peers->slots[hole] = peers->slots[i];
            peers->slots[i].count = 0;
            hole = i;
        }
    }
}
