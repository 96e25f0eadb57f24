/* SPDX-License-Identifier: MIT */
/* Dead positions (5.2.2). Their proofs stand in a layer above this one: whoever looks lends them.
 */
#include "terms/look.h"

void arb_see_dead(arb_seeing *seeing)
{
    if (arb_terms_is_dead(seeing->terms, seeing->now->pos))
        (void)arb_seeing_add(seeing, ARB_SIGHTING_DEAD_POSITION, ARB_COLOUR_COUNT);
}
