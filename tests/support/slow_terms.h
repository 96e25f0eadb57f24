/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_TERMS_H
#define ARBITRO_TEST_SLOW_TERMS_H
/*
 * The words of players a second time, square by square on a plain board, from their definitions.
 * Shares nothing with src/terms but the type of what is seen.
 */
#include "arbitro/terms.h"
#include "slow_board.h"

enum { SLOW_SEEN_MAX = 512 };

typedef struct slow_seen {
    arb_sighting list[SLOW_SEEN_MAX];
    size_t count;
} slow_seen;

/* Checks, mates, absolute pins, pawns, files, bishops, the centre, phases, material. */
void slow_terms_board(slow_seen *out, const arb_setup *setup);

/* Relative pins, skewers, forks, double attacks, batteries, overloading: by playing captures. No
 * king is taken for gone: those that he fronts or guards are left out. */
void slow_terms_attacks(slow_seen *out, const arb_setup *setup);

/* What the side that does not own it wins by capturing on the square, with legal moves. */
int slow_trade(const arb_setup *setup, arb_square square, uint64_t without);

#endif
