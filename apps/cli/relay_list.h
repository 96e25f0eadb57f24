/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_RELAY_LIST_H
#define ARBITRO_CLI_RELAY_LIST_H
/*
 * Several rounds of an event and where each of them goes, a line each:
 *
 *     # round, perhaps boards, and the address
 *     1           https://lichess.org/api/broadcast/round/AbCdEfGh/push
 *     2 1-100     https://lichess.org/api/broadcast/round/IjKlMnOp/push
 *     2 101-      https://lichess.org/api/broadcast/round/QrStUvWx/push
 */
#include <stdbool.h>
#include <stddef.h>

enum {
    ARB_RELAY_LINES_MAX = 64,
    ARB_RELAY_ADDRESS_MAX = 1000,
    ARB_RELAY_LIST_MAX = 128 << 10, /* bytes of the file */
    ARB_RELAY_ROUND_MAX = 9999,
    ARB_RELAY_BOARD_MAX = 4096
};

typedef struct arb_relay_line {
    unsigned round, first, last; /* boards; 0 is the end: 0-0 are all */
    char to[ARB_RELAY_ADDRESS_MAX + 1];
} arb_relay_line;

/* What is wrong with a list. */
typedef enum arb_relay_list_fault {
    ARB_RELAY_LIST_GOOD,
    ARB_RELAY_LIST_LINE,  /* a line is none of these */
    ARB_RELAY_LIST_TWICE, /* two rounds would go to one address */
    ARB_RELAY_LIST_SITE,  /* two sites, and there is one token */
    ARB_RELAY_LIST_MANY,
    ARB_RELAY_LIST_EMPTY
} arb_relay_list_fault;

/* Reads a list; `at` is the line of a fault, from 1. `out` and `count` are good without one. */
arb_relay_list_fault arb_relay_list_read(arb_relay_line out[ARB_RELAY_LINES_MAX], size_t *count,
                                         unsigned *at, const char *text, size_t size);

/* How much of an address names the site: up to what stands behind its host. */
size_t arb_relay_site_size(const char *address);

/* Are both the same way? */
bool arb_relay_line_equal(const arb_relay_line *a, const arb_relay_line *b);

#endif
