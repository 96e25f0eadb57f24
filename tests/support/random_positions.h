/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_RANDOM_POSITIONS_H
#define ARBITRO_TEST_RANDOM_POSITIONS_H
/*
 * Positions by chance, always the same ones for one seed: starts, games, and nonsense.
 *
 * The seed is fixed; the environment variable ARB_TEST_SEED gives another one. ARB_TEST_SCALE
 * divides the volumes, for builds that are slow.
 */
#include "slow_board.h"

typedef struct chance {
    uint64_t state;
} chance;

/* Begins a sequence; programs that need several give each a number of its own. */
chance chance_begin(uint64_t number);

/* The seed that chance_begin() uses, for messages. */
uint64_t chance_seed(void);

/* The next 64 bits. */
uint64_t chance_bits(chance *luck);

/* A number from 0 to limit - 1. */
unsigned chance_below(chance *luck, unsigned limit);

/* `count` divided by ARB_TEST_SCALE, but at least 1. */
unsigned scaled(unsigned count);

/* The initial position, or any starting position of Chess960 (II.2). */
arb_setup random_start(chance *luck, bool chess960);

/* Plays a legal move at random; false when there is none. */
bool random_step(arb_setup *setup, chance *luck);

/* What stands on the board after up to `plies` random moves. */
arb_setup random_played(chance *luck, bool chess960, unsigned plies);

/*
 * Pieces thrown on the board: one king and at most sixteen pieces each, pawns anywhere, checks and
 * adjoining kings as they come, castling rights and en passant squares that may mean something.
 */
arb_setup random_nonsense(chance *luck);

/* Any diagram at all: any number of kings, rights and squares that mean nothing. */
arb_setup random_diagram(chance *luck);

#endif
