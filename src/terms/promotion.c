/* SPDX-License-Identifier: MIT */
/* Promotions (3.7.3.3): to a queen, or to something less, which is an underpromotion. */
#include "terms/look.h"

void arb_see_promotion(arb_seeing *seeing)
{
    const arb_role role = arb_move_promotion(seeing->last);

    if (role == ARB_ROLE_NONE)
        return;
    arb_sighting *seen = arb_seeing_add(
        seeing, role == ARB_QUEEN ? ARB_SIGHTING_PROMOTION : ARB_SIGHTING_UNDERPROMOTION,
        arb_seeing_mover(seeing));
    seen->on = bit(arb_move_to(seeing->last));
    seen->plies = 1;
}
