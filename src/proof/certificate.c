/* SPDX-License-Identifier: MIT */
/*
 * What an argument rests on is worked out again for whoever wants to see it: most ask for the
 * answer alone.
 */
#include "proof/certificate.h"

#include "board/bits.h"
#include "proof/abstract_closure.h"
#include "proof/reachability.h"

static void fill_units(arb_proof_part *part, arb_colour side)
{
    arb_reachability reach;

    (void)arb_reachability_make(&reach, &part->pos, side);
    part->units = reach.count;
    for (unsigned i = 0; i < reach.count; i++) {
        const arb_reach_unit *unit = &reach.piece[i];
        part->unit[i] = (arb_proof_unit){ .at = unit->at,
                                          .strayed = unit->strayed,
                                          .home = lowest(unit->home),
                                          .role = unit->role,
                                          .colour = unit->colour,
                                          .loose = unit->loose,
                                          .promotes = unit->wild };
    }
}

void arb_certificate_add(arb_certificate *certificate, const arb_pos *pos,
                         arb_proof_argument argument)
{
    arb_proof_part part = { .pos = *pos, .argument = argument };

    certificate->parts++;
    if (!certificate->tell || certificate->stopped)
        return;
    if (argument == ARB_ARGUMENT_WALLS)
        fill_units(&part, certificate->side);
    else
        (void)arb_abstract_closure_ask(pos, certificate->side, certificate->mem,
                                       ARB_ABSTRACT_STATES_MAX, &part.states);
    certificate->stopped = !certificate->tell(certificate->user, &part);
}
