/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_MATCHING_H
#define ARB_PROOF_MATCHING_H
/* Can every square have a piece of its own? */
#include <stdbool.h>
#include <stdint.h>

enum { ARB_MATCHING_MAX = 8 };

/*
 * `wanted` names for each of the squares, at most ARB_MATCHING_MAX, the pieces that could take it,
 * as a set of 32 bits. Can all squares be taken at once, each by another piece?
 */
bool arb_matching_exists(const uint32_t *wanted, unsigned squares);

#endif
