/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SERVE_ADDRESS_H
#define ARBITRO_CLI_SERVE_ADDRESS_H
/* Where the hall listens, and under which addresses people find it. */
#include <stdbool.h>

#include "server/http/server.h"

enum { ARB_ADDRESSES_MAX = 16, ARB_ADDRESS_ROOM = 80, ARB_HOST_ROOM = 64 };

typedef struct arb_addresses {
    arb_http_listen listen[2];
    size_t listen_count;
    char host[ARB_HOST_ROOM];
    bool everywhere; /* on all addresses of the machine */
    char url[ARB_ADDRESSES_MAX][ARB_ADDRESS_ROOM];
    size_t count;
} arb_addresses;

/*
 * Reads "ADDRESS:PORT", "[ADDRESS]:PORT", ":PORT", "ADDRESS" or NULL; with `lan`, ADDRESS may only
 * be missing, and all of the machine's are meant. False when that cannot be read.
 */
bool arb_addresses_read(arb_addresses *out, const char *text, bool lan);

/* Fills the addresses that people can type, once the port is known. At least one. */
void arb_addresses_find(arb_addresses *at, uint16_t port);

/* The first of the machine's addresses that others can reach, in digits; false when it has none. */
bool arb_addresses_outer(char out[ARB_HOST_ROOM], const arb_addresses *at);

#endif
