/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_SEATING_H
#define ARB_PROOF_SEATING_H
/* Can every square have a piece of its own? */
#include <stdbool.h>
#include <stdint.h>

enum { ARB_SEATS_MAX = 8 };

/*
 * `wanted` names for each of the seats, at most ARB_SEATS_MAX, the pieces that could take it, as a
 * set of 32 bits. Can all seats be taken at once, each by another piece?
 */
bool arb_seating_exists(const uint32_t *wanted, unsigned seats);

#endif
