/* SPDX-License-Identifier: MIT */
/* Who moves is drawn by a sequence of numbers that is always the same; see few_movers.h. */
#include "proof/few_movers.h"

#include "board/bits.h"
#include "proof/reachability.h"

/* So many pieces of a side move at least and at most; with no more than so many in all there is
 * nothing to choose. */
enum { MOVERS_MIN = 2, MOVERS_MAX = 6, PIECES_MIN = 5 };

static unsigned draw(arb_few_movers *few, unsigned below)
{
    few->luck = few->luck * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((few->luck >> 33) % below);
}

void arb_few_movers_begin(arb_few_movers *out, const arb_pos *pos)
{
    arb_reachability reach;

    *out = (arb_few_movers){ .pos = pos };
    arb_reachability_all(&reach, pos);
    for (unsigned i = ARB_COLOUR_COUNT; i < reach.count; i++) {
        const arb_reach_unit *unit = &reach.piece[i];
        if (unit->role != ARB_PAWN && unit->at != unit->home)
            out->pieces[unit->colour] |= unit->home;
    }
}

/* Takes one of the pieces away. */
static uint64_t without_one(arb_few_movers *few, uint64_t pieces)
{
    uint64_t from = pieces;

    for (unsigned skip = draw(few, count(pieces)); skip > 0; skip--)
        from = without_lowest(from);
    return pieces & ~bit(lowest(from));
}

/* The pieces of a side that are to stay where they are this time. */
static uint64_t draw_still(arb_few_movers *few, uint64_t pieces)
{
    const unsigned wanted = MOVERS_MIN + draw(few, MOVERS_MAX - MOVERS_MIN + 1);
    uint64_t movers = pieces;

    while (count(movers) > wanted)
        movers = without_one(few, movers);
    return pieces & ~movers;
}

arb_proof arb_few_movers_search(arb_few_movers *few, const arb_search_task *task,
                                arb_abstract_closure *closure, unsigned tries, uint64_t nodes)
{
    arb_search_task now = *task;
    arb_proof found = ARB_PROOF_UNKNOWN;

    if (count(few->pieces[ARB_WHITE] | few->pieces[ARB_BLACK]) < PIECES_MIN)
        return ARB_PROOF_UNKNOWN;
    for (unsigned i = 0; i < tries && found == ARB_PROOF_UNKNOWN && arb_search_left(task, 1); i++) {
        const unsigned plan = draw(few, closure->plan_count + 1);
        const arb_abstract_guide map = { closure, &closure->plans[plan] };
        for (int side = 0; side < ARB_COLOUR_COUNT; side++)
            now.still[side] = draw_still(few, few->pieces[side]);
        if (!(now.still[ARB_WHITE] | now.still[ARB_BLACK]))
            continue;
        const bool planned =
            plan < closure->plan_count && arb_abstract_graph_measure(closure, plan);
        now.map = planned ? &map : NULL;
        now.nodes = arb_search_left(task, nodes);
        found = arb_search(few->pos, &now);
    }
    return found;
}
