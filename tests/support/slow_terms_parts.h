/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_TERMS_PARTS_H
#define ARBITRO_TEST_SLOW_TERMS_PARTS_H
/* What the two halves of slow_terms.h share. */
#include "slow_terms.h"

/* Adds one; `side` is a colour or ARB_COLOUR_COUNT. */
arb_sighting *slow_add(slow_seen *out, arb_sighting_kind kind, int side);

/* What stands there; nothing off the board. */
arb_piece slow_at(const arb_setup *setup, int file, int rank);
bool slow_is(const arb_setup *setup, int file, int rank, int colour, arb_role role);
uint64_t slow_bit(int file, int rank);

#endif
