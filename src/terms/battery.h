/* SPDX-License-Identifier: MIT */
#ifndef ARB_TERMS_BATTERY_H
#define ARB_TERMS_BATTERY_H
/*
 * Batteries: two men of one side on a line, so that a move of the one in front lets the line piece
 * behind it attack what the line leads to. Pure functions on a position, whoever has the move.
 */
#include "terms/lines.h"

typedef struct arb_terms_battery {
    arb_square rear, front, target;
    arb_square mask; /* a man of the other side that must leave as well, or ARB_SQUARE_NONE */
} arb_terms_battery;

/*
 * The batteries of `colour` that are aimed at `target`: between it and the line piece stands the
 * man in front alone. How many; at most one for each line of the target.
 */
size_t arb_terms_batteries(arb_terms_battery out[ARB_TERMS_PINS_MAX], const arb_pos *pos,
                           arb_colour colour, arb_square target);

/* The same, but masked: one man of the other side stands on the line, too, before or behind. */
size_t arb_terms_masked_batteries(arb_terms_battery out[ARB_TERMS_PINS_MAX], const arb_pos *pos,
                                  arb_colour colour, arb_square target);

#endif
