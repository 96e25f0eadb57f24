/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_REACHABILITY_H
#define ARB_PROOF_REACHABILITY_H
/*
 * Where every piece of a position could ever get to: never too little, often too much.
 *
 * What is promised, for every position that legal moves lead to: a piece that is still on the board
 * stands on a square of its `at`; a piece that is not `loose` has neither moved nor been captured;
 * and a pawn that is not `wild` has not been promoted.
 */
#include "arbitro/position.h"

typedef struct arb_reach_unit {
    uint64_t home, at; /* where it stands now, and all the squares where it could stand */
    uint64_t strayed;  /* of a pawn: those of them that it could reach by capturing on the way */
    uint8_t role, colour;
    bool loose; /* may leave its square, by a move or by being captured */
    bool wild;  /* a pawn that may be promoted: it may be any piece, and stand anywhere */
} arb_reach_unit;

enum { ARB_UNITS_MAX = 32 };

typedef struct arb_reachability {
    arb_reach_unit piece[ARB_UNITS_MAX]; /* the two kings first, by arb_colour */
    unsigned count;
    uint64_t clear;     /* squares that are vacant, or could become so */
    uint64_t visits[2]; /* squares where a piece that can be captured could stand */
    uint64_t prey[2];   /* squares where a piece of this colour could capture */
    uint64_t passed[2]; /* squares over which a pawn could step, so that it is taken there */
} arb_reachability;

/*
 * Works out the reachability of `pos`; it stops early, with what it has, when a pawn of `side`
 * turns out to be wild, and answers false.
 */
bool arb_reachability_make(arb_reachability *out, const arb_pos *pos, arb_colour side);

/* The same to its end, whatever becomes of pawns. */
void arb_reachability_all(arb_reachability *out, const arb_pos *pos);

/* What the piece could attack from any of the squares in `from`, through squares in `clear`. */
uint64_t arb_reach_attacks(const arb_reach_unit *piece, uint64_t from, uint64_t clear);

#endif
