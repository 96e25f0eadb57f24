/* SPDX-License-Identifier: MIT */
/* Castling, on the king's side or the queen's (3.8.2), captures (3.1.1), and those en passant
 * (3.7.3.1). */
#include "terms/look.h"

static void see_castling(arb_seeing *seeing)
{
    const arb_square to = arb_move_to(seeing->last);
    arb_sighting *seen = arb_seeing_add(
        seeing, arb_square_file(to) > 4 ? ARB_SIGHTING_CASTLING_SHORT : ARB_SIGHTING_CASTLING_LONG,
        arb_seeing_mover(seeing));

    seen->on = seeing->now->pos->side[arb_seeing_mover(seeing)].king;
    seen->plies = 1;
}

void arb_see_special(arb_seeing *seeing)
{
    const arb_square to = arb_move_to(seeing->last), captured = arb_seeing_captured(seeing, 0);

    if (arb_move_kind_of(seeing->last) == ARB_MOVE_CASTLING)
        see_castling(seeing);
    if (captured == ARB_SQUARE_NONE || captured == to)
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_EN_PASSANT, arb_seeing_mover(seeing));
    seen->by = bit(to);
    seen->via = bit(captured);
    seen->plies = 1;
}

void arb_see_capture(arb_seeing *seeing)
{
    const arb_square captured = arb_seeing_captured(seeing, 0);

    if (captured == ARB_SQUARE_NONE)
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_CAPTURE, arb_seeing_mover(seeing));
    seen->by = bit(arb_move_to(seeing->last));
    seen->via = bit(captured);
    seen->plies = 1;
}
