/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_GUESSES_H
#define ARBITRO_SERVER_GUESSES_H
/*
 * How often codes may be tried. Only wrong ones count, and they count three times: for the address
 * (IPv4, or IPv6 by its network of 64 bits); for the hall, however many addresses somebody has; and
 * for the hour after them. When the hall's own are used up, an address that has not been wrong for
 * an hour (IPv6 now by its network of 48 bits, of which a customer may have one) still has one try:
 * whoever types the code that he was given gets in, in the middle of any storm.
 *
 * docs/SERVER.md says what that makes of the odds.
 */
#include <netinet/in.h>

#include "server/hall/limits.h"

enum { ARB_GUESS_BITS = 64, ARB_GUESS_FIRST_BITS = 48 };

/* How long, in ms, until this address may try a code; 0: now. */
int64_t arb_code_try_wait(arb_limits *limits, const struct in6_addr *from, int64_t now);

/* The code that it tried, as it was allowed to, is none. */
void arb_code_was_wrong(arb_limits *limits, const struct in6_addr *from, int64_t now);

#endif
