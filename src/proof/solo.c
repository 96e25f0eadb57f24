/* SPDX-License-Identifier: MIT */
/* A mate that one side makes alone, played from another position; see solo.h. */
#include "proof/solo.h"

#include "proof/solo_parts.h"

enum { WAITS_AGAIN = 3 }; /* so many other waits are tried */

bool ARB_SOLO_MATES(arb_proof_solo *solo, const arb_pos *pos, arb_colour side)
{
    arb_move waits[ARB_WAITS];

    if (solo->count == 0)
        return false;
    const outcome first = replay(solo, pos, side);
    if (first == MATES || first == NOT_LEGAL)
        return first == MATES;
    const unsigned n = waits_of(waits, pos, other(side));
    for (unsigned i = 0; i < n && i < WAITS_AGAIN; i++) {
        solo->wait = waits[i];
        if (replay(solo, pos, side) == MATES)
            return true;
    }
    return false;
}
