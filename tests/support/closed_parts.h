/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_CLOSED_PARTS_H
#define ARBITRO_TEST_CLOSED_PARTS_H
/* What the makers of closed positions share; see closed_positions.h. */
#include "closed_positions.h"

typedef arb_setup closed_maker(chance *luck);

closed_maker closed_chain, closed_fence, closed_pairs, closed_stacks, closed_one_colour,
    closed_double_steps;
closed_maker closed_rooks, closed_bishops, closed_queens, closed_promotions, closed_cages,
    closed_packed, closed_forced;
closed_maker closed_changed, closed_before, closed_edge_pawns, closed_unreachable;

/* How many pieces of a colour there are, the king included. */
unsigned closed_count(const arb_setup *setup, arb_colour colour);

/* Where the king of a colour stands, or ARB_SQUARE_NONE. */
arb_square closed_king(const arb_setup *setup, arb_colour colour);

/* Puts a piece on a square that is vacant, and where it is no seventeenth; did it? */
bool closed_put_on(arb_setup *setup, unsigned square, arb_colour colour, arb_role role);

/* Puts a piece somewhere; pawns not on the edge. */
bool closed_put(arb_setup *setup, chance *luck, arb_colour colour, arb_role role);

/* Puts a piece where it has at most `limit` squares to go to, if such a square is found soon. */
bool closed_put_locked(arb_setup *setup, chance *luck, arb_colour colour, arb_role role,
                       unsigned limit);

/* Puts the kings that are missing, each more often than not on its own side of the board. */
void closed_put_kings(arb_setup *setup, chance *luck);

/* A white pawn on this square and a black one in front of it. */
void closed_put_pair(arb_setup *setup, unsigned file, unsigned rank);

/* A chain that climbs or falls by one rank from file to file, with holes now and then. */
void closed_put_chain(arb_setup *setup, chance *luck);

/* Pairs on every other file of one rank. */
void closed_put_fence(arb_setup *setup, chance *luck);

/* Pairs on most files, each on a rank of its own. */
void closed_put_pairs(arb_setup *setup, chance *luck, unsigned of_eight);

/* Is the square on the first or the last rank? */
bool closed_is_edge(unsigned square);

/* Closes what is open, until at most `allowed` ways to get through are left; closed_tight.c. */
void closed_tighten(arb_setup *setup, chance *luck, unsigned allowed);

/* Any of the two colours. */
arb_colour closed_any_colour(chance *luck);

/* The board as somebody else had it: one known closed position. */
arb_setup closed_known(chance *luck);

#endif
