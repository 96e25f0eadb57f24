/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ADDRESS_H
#define ARBITRO_SERVER_ADDRESS_H
/*
 * Addresses and networks as bytes. IPv4 is always ::ffff:a.b.c.d, so that one address has one form,
 * whichever way it was written.
 */
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All addresses whose first bits are these; of IPv4 the 96 bits before it count too. */
typedef struct arb_network {
    struct in6_addr address;
    unsigned bits;
} arb_network;

/*
 * Reads an address in digits: "192.0.2.1", "2001:db8::1", "[2001:db8::1]", the first and the last
 * also with a port, "192.0.2.1:80". False when the text is something else.
 */
bool arb_address_read(struct in6_addr *out, const char *text, size_t size);

/* The address of an IPv4 socket, and that of any. */
struct in6_addr arb_address_of_v4(struct in_addr address);
struct in6_addr arb_address_of_socket(const struct sockaddr *socket);

/* Whether it is this machine's own for itself: 127.0.0.0/8 and ::1. */
bool arb_address_is_loopback(const struct in6_addr *address);

/* Reads an address, or one with the number of bits that count, "10.0.0.0/8". */
bool arb_network_read(arb_network *out, const char *text, size_t size);

/* Is the address in one of the networks? */
bool arb_networks_have(const arb_network *networks, size_t count, const struct in6_addr *address);

/*
 * Who an address stands for, as a number: IPv4 whole, IPv6 by its first bits, at most 64, because
 * whoever has a network has all its addresses. No two of them have the same number; IPv4 stands
 * where IPv6 has ::/32, which nobody is given.
 */
uint64_t arb_address_key(const struct in6_addr *address, unsigned bits);

#endif
