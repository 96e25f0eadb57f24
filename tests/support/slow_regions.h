/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TEST_SLOW_REGIONS_H
#define ARBITRO_TEST_SLOW_REGIONS_H
/*
 * States in which pawns and kings stand on squares and every other unit somewhere in a region, as
 * src/proof/README.md tells: what the slow reading of a part with regions is made of.
 */
#include "arbitro/position.h"

enum { SLOW_REGIONS_UNITS = 30 };

typedef struct slow_unit {
    uint64_t region;
    uint8_t colour, role;
} slow_unit;

typedef struct slow_state {
    uint64_t pawns[ARB_COLOUR_COUNT];
    uint8_t king[ARB_COLOUR_COUNT];
    uint8_t turn;
    uint8_t passed; /* where a pawn can be captured en passant, or ARB_SQUARE_NONE */
    uint8_t jammed; /* a bit for each king that cannot move while nothing else changes */
    uint8_t count;
    uint8_t side;  /* who is to mate */
    uint8_t holds; /* where the unit or pawn stands whose check is to be answered now, or NONE */
    slow_unit unit[SLOW_REGIONS_UNITS];
} slow_state;

/* How a state came about, as far as the check that it gives depends on it. */
typedef struct slow_change {
    bool open;     /* a unit moved or captured, a pawn was promoted, or captured en passant */
    uint64_t left; /* the square that a king or pawn has left, else nothing */
    uint64_t pawn; /* where a pawn has just arrived */
} slow_change;

/* Is told each state that a move leads to, before its regions are made; false stops. */
typedef bool slow_state_visit(void *user, const slow_state *state, const slow_change *change);

/* The state of a position, with its regions made, for the question whether `side` mates. */
slow_state slow_state_of(const arb_pos *pos, arb_colour side);

/* Makes the regions as large as quiet moves make them, and finds out which kings are jammed. */
void slow_state_settle(slow_state *state);

/* What stands in the way of lines: pawns, firm units, jammed kings. */
uint64_t slow_state_obstacles(const slow_state *state);

/* All squares that the enemy of `colour` surely attacks: by pawns and firm units from nearby. */
uint64_t slow_state_sure(const slow_state *state, arb_colour colour);

/* The squares on which a unit of the opponent, if it went there, would have mated `side`: whatever
 * it does elsewhere, or captures beside the king, is followed. */
uint64_t slow_state_fatal(const slow_state *state, unsigned unit);

/* Visits what follows in one move; false when it was stopped. */
bool slow_state_each(const slow_state *state, slow_state_visit *visit, void *user);

/* Could the last change have been mate by `side`? */
bool slow_state_mates(const slow_state *state, const slow_change *change, arb_colour side);

#endif
