/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_GUIDE_H
#define ARB_PROOF_GUIDE_H
/*
 * Where a search for a mate should look first. Nothing here decides anything: a bad guide makes a
 * proof longer, never wrong.
 */
#include "arbitro/position.h"

enum { ARB_GUIDE_COSTS = 512 };

/* The price of each square, step or piece that is still in the way of a side with a pawn, a rook or
 * a queen. */
enum {
    ARB_GUIDE_FLIGHT = 2,   /* a square that the king can step to */
    ARB_GUIDE_MAN = 11,     /* a piece of its side */
    ARB_GUIDE_CORNER = 5,   /* a file or rank between the king and the nearest corner */
    ARB_GUIDE_KING = 8,     /* a step between the kings */
    ARB_GUIDE_PAWN = 15,    /* a step of a pawn to its promotion, while there is no queen */
    ARB_GUIDE_BLOCKED = 43, /* a piece in that pawn's way */
    ARB_GUIDE_HEAVY = 13    /* when there is no rook either */
};

/* Files and ranks between a square and the nearest corner. */
unsigned arb_guide_corner(arb_square square);

/* As arb_guide_cost(), for a side with a pawn, a rook or a queen, and so many flights. */
unsigned arb_guide_hunt(const arb_pos *pos, arb_colour side, unsigned flights);

/* The same for a side whose pawns will not help it, but knights or bishops may, in one of these
 * corners. */
unsigned arb_guide_minors(const arb_pos *pos, arb_colour side, uint64_t corners);

/* How far from a mate by `side` the position seems, below ARB_GUIDE_COSTS. */
unsigned arb_guide_cost(const arb_pos *pos, arb_colour side);

#endif
