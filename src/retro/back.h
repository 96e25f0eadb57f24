/* SPDX-License-Identifier: MIT */
#ifndef ARB_RETRO_BACK_H
#define ARB_RETRO_BACK_H
/*
 * A position seen from its past: the move that led to it, taken back in every way that Article 3
 * leaves open. What is not known of a position constrains nothing: `rights` are castling rights
 * that there must be, others there may be, and `passed` is the square that a pawn must have passed
 * over with the last move.
 */
#include "arbitro/position.h"
#include "arbitro/setup.h"

typedef struct arb_back {
    arb_side side[2];
    uint64_t rights;
    arb_square passed;
    uint8_t turn;   /* who has the move; the other one has just moved */
    bool any_array; /* castling as from any initial position of Chess960 */
} arb_back;

/* The last move. */
typedef struct arb_unmove {
    arb_square from, to; /* in castling the king's */
    uint8_t kind;        /* arb_move_kind */
    uint8_t victim;      /* arb_role, or ARB_ROLE_NONE */
    uint8_t role;        /* that moved; of a promotion what the pawn became */
    arb_square rook;     /* in castling, where the rook stood before */
} arb_unmove;

/* Called with each last move and the position before it; true stops. */
typedef bool arb_back_visit(void *user, const arb_unmove *last, const arb_back *before);

arb_back arb_back_of(const arb_setup *setup, bool any_array);

/* The setup, with rights and the passed square as far as they are known. */
arb_setup arb_back_setup(const arb_back *back);

arb_role arb_back_role(const arb_side *side, uint64_t square);

/* Puts a piece on a square, and takes whatever is there away. */
void arb_back_put(arb_side *side, uint64_t square, arb_role role);
void arb_back_lift(arb_side *side, uint64_t square);

/* Visits every last move that the board allows, those without a capture first; true when it was
 * stopped. */
bool arb_back_each(const arb_back *back, arb_back_visit *visit, void *user);

/* Is this the position with which games begin? */
bool arb_back_is_initial(const arb_back *back);

#endif
