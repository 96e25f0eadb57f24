/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_WORLD_H
#define ARBITRO_TEST_SLOW_WORLD_H
/*
 * A board of 64 squares on which anything may stand, also a wall: it belongs to a side, does
 * nothing, and only the other side can take it. Everything is found by walking from square to
 * square. No castling.
 */
#include "arbitro/problem.h"

enum { WALL = 0x40 };

typedef struct world {
    arb_piece b[64];
    arb_square ep;
    arb_colour turn, owner; /* who moves; whose walls are */
} world;

typedef struct step {
    arb_square from, to;
    uint8_t promotion; /* arb_role, or ARB_ROLE_NONE */
} step;

world world_of(const arb_pos *pos, arb_colour owner);

/* The same with something put on a square, ARB_PIECE_NONE to empty it. */
world world_with(const world *w, arb_square at, arb_piece piece);

bool world_is(const world *w, arb_square at, arb_colour colour);

/* The direction from one square to another on a line, 0 and 0 when there is none. */
bool world_way(int *file, int *rank, arb_square from, arb_square to);

/* Does `over` lie between the two, on a line? */
bool world_lies_between(arb_square from, arb_square to, arb_square over);

/* Do the two and the third share a line? */
bool world_in_line(arb_square one, arb_square two, arb_square third);

/* Is there a line piece on `from` that moves in the direction of `to`? */
bool world_acts(const world *w, arb_square from, arb_square to);

/* How many men stand between the two. */
unsigned world_between(const world *w, arb_square from, arb_square to);

/* Does the man on `from` attack `to`, with the square `glass` seen through? */
bool world_attacks(const world *w, arb_square from, arb_square to, arb_square glass);

arb_square world_king(const world *w, arb_colour colour);
bool world_in_check(const world *w, arb_colour colour);

/* The legal moves of the side to move, without castling; how many. */
size_t world_moves(step out[ARB_MOVES_MAX], const world *w);

bool world_can(const world *w, step move);
world world_play(const world *w, step move);
bool world_is_mate(const world *w);

/* Is the move possible, and mate? */
bool world_mates(const world *w, step move);

/* Who pins the man against his king; ARB_SQUARE_NONE for nobody. */
arb_square world_pinned_by(const world *w, arb_square man);

step step_of(arb_move move);

#endif
