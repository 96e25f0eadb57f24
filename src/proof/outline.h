/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_OUTLINE_H
#define ARB_PROOF_OUTLINE_H
/*
 * A position of which only the pawns are known for certain: of every other piece but the kings,
 * only a region in which it stands. It changes by captures, pawn moves and promotions alone; in
 * between, pieces wander within their regions.
 *
 * What is promised: if a position fits an outline, so does every position to which quiet moves of
 * pieces lead, and after any other move the position fits the outline that arb_outline_change()
 * makes of it.
 */
#include "arbitro/position.h"

/* A piece that is neither pawn nor king. */
typedef struct arb_piece_region {
    uint64_t at; /* where it stands; none of these squares holds a pawn */
    uint8_t role, colour;
} arb_piece_region;

enum { ARB_OUTLINE_PIECES = 30 };

typedef struct arb_outline {
    uint64_t pawns[2];
    arb_piece_region piece[ARB_OUTLINE_PIECES]; /* in an order of their own, alike ones together */
    uint32_t count;
    uint64_t jammed[2]; /* the square of a king that cannot move before something changes */
    /* What follows from these: */
    uint64_t firm[2];   /* squares of pieces that cannot leave them */
    uint64_t cover[2];  /* all that pieces could attack, kings being no obstacles */
    uint64_t sure[2];   /* what pawns and firm pieces attack for certain */
    uint64_t stands[2]; /* all squares where pieces could stand */
    bool can_wait[2];   /* could a piece move without capturing? */
} arb_outline;

/* A move that changes the outline. */
typedef struct arb_change {
    uint64_t from, to; /* of a pawn; nothing where a king or a piece moves */
    uint64_t gone;     /* the square of a pawn that is captured, or nothing */
    uint8_t mover;     /* index of the piece that captures, or ARB_OUTLINE_PIECES */
    uint8_t taken;     /* index of the piece that is captured, or ARB_OUTLINE_PIECES */
    uint8_t promotion; /* arb_role, or ARB_ROLE_NONE */
    uint8_t colour;    /* of the piece that moves */
    uint64_t jam[2];   /* kings that may be jammed after it: arb_outline_jam() */
} arb_change;

/* The outline of a position. */
void arb_outline_make(arb_outline *out, const arb_pos *pos);

/* The outline after a change. */
void arb_outline_change(arb_outline *out, const arb_outline *before, const arb_change *change);

/* The square of a king as a set if it looks jammed in this outline, otherwise nothing. */
uint64_t arb_outline_jam(const arb_outline *outline, arb_colour colour, arb_square king);

/* What a piece could attack from all squares of `from`, pawns being the only obstacles but firm
 * pieces. */
uint64_t arb_outline_attacks(const arb_outline *outline, const arb_piece_region *piece,
                             uint64_t from);

/* Are pawns and pieces the same? Then all that follows from them is. */
bool arb_outline_same(const arb_outline *a, const arb_outline *b);

/* A number that is equal for outlines that are the same. */
uint64_t arb_outline_hash(const arb_outline *outline);

#endif
