/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_ABSTRACTION_H
#define ARB_PROOF_ABSTRACTION_H
/*
 * A position of which only the pawns are known for certain: of every other piece but the kings,
 * only a region in which it stands. It changes by captures, pawn moves and promotions alone; in
 * between, pieces wander within their regions.
 *
 * What is promised: if a position fits an abstraction, so does every position to which quiet moves
 * of pieces lead, and after any other move the position fits the abstraction that
 * arb_abstraction_change() makes of it.
 *
 * One that is held speaks of a single moment: a king is in check from a known square from which
 * nothing can be put between, and the next move, which is a change whatever it is, captures there
 * or is the king's. Until then nobody wanders.
 */
#include "arbitro/position.h"

/* A piece that is neither pawn nor king. */
typedef struct arb_piece_region {
    uint64_t at; /* where it stands; none of these squares holds a pawn */
    uint8_t role, colour;
} arb_piece_region;

enum { ARB_ABSTRACTION_PIECES = 30 };

typedef struct arb_abstraction {
    uint64_t pawns[2];
    arb_piece_region
        piece[ARB_ABSTRACTION_PIECES]; /* in an order of their own, alike ones together */
    uint32_t count;
    uint64_t jammed[2]; /* the square of a king that cannot move before something changes */
    uint64_t checker;   /* if it is held: the square from which check is given, or nothing */
    uint8_t side;       /* who is to mate: lines in which it is mated are not followed */
    /* What follows from these: */
    uint64_t firm[2];   /* squares of pieces that cannot leave them */
    uint64_t cover[2];  /* all that pieces could attack, kings being no obstacles */
    uint64_t sure[2];   /* what pawns and firm pieces attack for certain */
    uint64_t twice[2];  /* and what at least two of them do */
    uint64_t stands[2]; /* all squares where pieces could stand */
    bool can_wait[2];   /* could a piece move without capturing? */
} arb_abstraction;

/* A move that changes the abstraction. */
typedef struct arb_abstraction_step {
    uint64_t from, to; /* of a pawn; nothing where a king or a piece moves */
    uint64_t gone;     /* the square of a pawn that is captured, or nothing */
    uint8_t mover;     /* index of the piece that captures, or ARB_ABSTRACTION_PIECES */
    uint8_t taken;     /* index of the piece that is captured, or ARB_ABSTRACTION_PIECES */
    uint8_t promotion; /* arb_role, or ARB_ROLE_NONE */
    uint8_t colour;    /* of the piece that moves */
    uint64_t jam[2];   /* kings that may be jammed after it: arb_abstraction_jam() */
    uint64_t check;    /* the square from which the piece that moved gives a check that holds */
    uint64_t shunned;  /* or: the king to which a piece that captures gives no such check */
} arb_abstraction_step;

/* The abstraction of a position for the question whether `side` mates. */
void arb_abstraction_make(arb_abstraction *out, const arb_pos *pos, arb_colour side);

/* The abstraction after a change. */
void arb_abstraction_change(arb_abstraction *out, const arb_abstraction *before,
                            const arb_abstraction_step *change);

/* The squares from which a piece checks a king and nothing can be put between. */
uint64_t arb_abstraction_close_checks(arb_role role, uint64_t king);

/* The squares on which a piece that arrives there, capturing nothing beside the king, has mated the
 * side that is to mate itself. */
uint64_t arb_abstraction_fatal(const arb_abstraction *abstraction, const arb_piece_region *piece);

/* The square of a king as a set if it looks jammed in this abstraction, otherwise nothing. */
uint64_t arb_abstraction_jam(const arb_abstraction *abstraction, arb_colour colour,
                             arb_square king);

/* What a piece could attack from all squares of `from`, pawns being the only obstacles but firm
 * pieces. */
uint64_t arb_abstraction_attacks(const arb_abstraction *abstraction, const arb_piece_region *piece,
                                 uint64_t from);

/* Are pawns and pieces the same? Then all that follows from them is. */
bool arb_abstraction_same(const arb_abstraction *a, const arb_abstraction *b);

/* A number that is equal for abstractions that are the same. */
uint64_t arb_abstraction_hash(const arb_abstraction *abstraction);

#endif
