/* SPDX-License-Identifier: MIT */
/*
 * Exchanges. A capture and the recapture on the same square exchange two pieces when they are worth
 * the same; when one was a rook and the other a bishop or a knight, who captured the rook has won
 * the exchange. Of several captures on a square, the first is answered by the second, the third by
 * the fourth.
 */
#include "terms/look.h"

enum { ROOK_VALUE = 5, MINOR_VALUE = 3 };

/* How many captures on this square stand at the end of the sequence. */
static size_t captures_on(const arb_seeing *seeing, arb_square square)
{
    size_t captures = 0;

    while (captures < seeing->sequence->plies && arb_seeing_captured(seeing, captures) == square)
        captures++;
    return captures;
}

void arb_see_exchange(arb_seeing *seeing)
{
    const arb_colour us = arb_seeing_mover(seeing);
    const arb_square square = arb_move_to(seeing->last);
    const size_t captures = captures_on(seeing, square);

    if (captures == 0 || captures % 2 != 0)
        return;
    const int taken = arb_seeing_captured_value(seeing, 0);
    const int given = arb_seeing_captured_value(seeing, 1);
    arb_sighting *seen;
    if (taken == given)
        seen = arb_seeing_add(seeing, ARB_SIGHTING_EXCHANGE, ARB_COLOUR_COUNT);
    else if (taken + given == ROOK_VALUE + MINOR_VALUE &&
             (taken == ROOK_VALUE || given == ROOK_VALUE))
        seen =
            arb_seeing_add(seeing, ARB_SIGHTING_QUALITY_WON, taken == ROOK_VALUE ? us : other(us));
    else
        return;
    seen->on = bit(square);
    seen->plies = 2;
}
