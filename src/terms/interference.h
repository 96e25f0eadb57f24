/* SPDX-License-Identifier: MIT */
#ifndef ARB_TERMS_INTERFERENCE_H
#define ARB_TERMS_INTERFERENCE_H
/*
 * Lines that are shut: by a man of the same side, which is an interference, or of the other, which
 * is an obstruction. Pure functions on a position, whoever has the move.
 */
#include "terms/lines.h"

/* A line piece and what it does not attack because of a man in its way. */
typedef struct arb_terms_shut {
    arb_square piece;
    uint64_t lost; /* squares beyond the man, as far as the next one, that one counted */
} arb_terms_shut;

enum { ARB_TERMS_SHUT_MAX = 8 }; /* a square has eight lines */

/*
 * The line pieces of `colour` that the man on `at` shuts off: they attack him, and something lies
 * beyond. How many. Of his own side they suffer an interference, of the other an obstruction.
 */
size_t arb_terms_shut_off(arb_terms_shut out[ARB_TERMS_SHUT_MAX], const arb_pos *pos,
                          arb_colour colour, arb_square at);

/*
 * The squares where a man would shut off two line pieces of `colour` at once, one that moves as a
 * rook and one as a bishop, neither of them a queen: where their lines cross. There each of the two
 * interferes with the other (Grimshaw), and a man of the other side with both (Nowotny).
 */
uint64_t arb_terms_crossings(const arb_pos *pos, arb_colour colour);

#endif
