/* SPDX-License-Identifier: MIT */
#ifndef ARB_TERMS_LINES_H
#define ARB_TERMS_LINES_H
/*
 * Lines on the board: what stands on them, who acts along them, and who is bound to one.
 *
 * Pure functions on a position, whoever has the move. A line piece is a queen, rook or bishop; it
 * acts along a line when it moves in that direction, whatever stands in its way. A man is a piece
 * or a pawn.
 */
#include "arbitro/position.h"

/* The whole rank, file or diagonal through two squares, both left in; nothing if there is none. */
uint64_t arb_terms_line(arb_square a, arb_square b);

/* The squares between two squares of a line, both left out. */
uint64_t arb_terms_between(arb_square a, arb_square b);

/* The men between two squares of a line. */
uint64_t arb_terms_standing(const arb_pos *pos, arb_square a, arb_square b);

/* Is there a line piece on `from` that acts along a line to `to`, over whatever stands between? */
bool arb_terms_acts(const arb_pos *pos, arb_square from, arb_square to);

/* The line pieces of `colour` that act along some line to `to`. */
uint64_t arb_terms_acting(const arb_pos *pos, arb_colour colour, arb_square to);

/*
 * The squares beyond `at` that the line piece on `from` attacks through it, if `at` were empty; the
 * first man beyond is the last of them. Nothing when another man stands before `at`.
 */
uint64_t arb_terms_beyond(const arb_pos *pos, arb_square from, arb_square at);

/* A man bound between a line piece of the other side and a target of his own. */
typedef struct arb_terms_pin {
    arb_square man, by, target;
} arb_terms_pin;

enum { ARB_TERMS_PINS_MAX = 8 }; /* a target has eight lines */

/*
 * The men of `colour` that alone stand between the target and a line piece of the other side which
 * would attack it. With their king as the target these pins are absolute; how many.
 */
size_t arb_terms_bound(arb_terms_pin out[ARB_TERMS_PINS_MAX], const arb_pos *pos, arb_colour colour,
                       arb_square target);

/* Laws 3.9.2: the same with the king as the target. */
size_t arb_terms_pins(arb_terms_pin out[ARB_TERMS_PINS_MAX], const arb_pos *pos, arb_colour colour);

/* The pin of the man on this square against his own king; false when he is not pinned. */
bool arb_terms_pin_of(arb_terms_pin *out, const arb_pos *pos, arb_square man);

/* Two men of one colour, alone between their king and a line piece of the other side. */
typedef struct arb_terms_half_pin {
    arb_square man[2]; /* the one nearer to the king first */
    arb_square by, king;
} arb_terms_half_pin;

/* The half-pins of `colour`: if one of the two leaves the line, the other is pinned; how many. */
size_t arb_terms_half_pins(arb_terms_half_pin out[ARB_TERMS_PINS_MAX], const arb_pos *pos,
                           arb_colour colour);

#endif
