/* SPDX-License-Identifier: MIT */
/* The moves between the states of a closure, and the way from each to what could be a mate. */
#include "arbitro/mem.h"
#include "proof/abstract_closure.h"

enum { ROOM_AT_FIRST = 64 };

#define NO_EDGE UINT32_MAX

/* Doubles an array until it has an element `wanted`; false without memory. */
static bool provide(void **items, uint32_t *room, uint32_t wanted, size_t size, const arb_mem *mem)
{
    uint32_t more = *room ? *room : ROOM_AT_FIRST;

    if (wanted < *room)
        return true;
    while (more <= wanted)
        more *= 2;
    void *grown = arb_mem_resize(mem, *items, *room * size, more * size);
    if (!grown)
        return false;
    *items = grown;
    *room = more;
    return true;
}

/* Makes sure that something is known of all states. */
static bool know(arb_abstract_closure *closure, uint32_t number)
{
    const uint32_t before = closure->known_room;
    void *known = closure->known;

    if (!provide(&known, &closure->known_room, number, sizeof *closure->known, closure->states.mem))
        return false;
    closure->known = known;
    for (uint32_t i = before; i < closure->known_room; i++)
        closure->known[i] = (arb_abstract_node){ NO_EDGE, ARB_ABSTRACT_FAR, ARB_NO_PRECONDITION };
    return true;
}

bool arb_abstract_graph_link(arb_abstract_closure *closure, uint32_t from, uint32_t to,
                             arb_precondition precondition)
{
    void *edges = closure->edges;

    if (!know(closure, to) || !provide(&edges, &closure->edge_room, closure->edge_count,
                                       sizeof *closure->edges, closure->states.mem))
        return false;
    closure->edges = edges;
    closure->edges[closure->edge_count] =
        (arb_abstract_edge){ from, closure->known[to].edges, precondition };
    closure->known[to].edges = closure->edge_count++;
    return true;
}

/* The number of a plan; ARB_PLANS_MAX when it is new and there is no room. */
static unsigned plan_number(arb_abstract_closure *closure, arb_plan plan)
{
    unsigned i = 0;

    while (i < closure->plan_count &&
           (closure->plans[i].king != plan.king || closure->plans[i].blocked != plan.blocked))
        i++;
    if (i == closure->plan_count && i < ARB_PLANS_MAX)
        closure->plans[closure->plan_count++] = plan;
    return i;
}

bool arb_abstract_graph_note(arb_abstract_closure *closure, uint32_t number, arb_plan plan)
{
    const arb_abstract_mate mate = { number, plan_number(closure, plan) };
    void *mates = closure->mates;

    for (uint32_t i = closure->mate_count; i > 0 && closure->mates[i - 1].number == number; i--)
        if (closure->mates[i - 1].plan == mate.plan)
            return true;
    if (!provide(&mates, &closure->mate_room, closure->mate_count, sizeof mate,
                 closure->states.mem))
        return false;
    closure->mates = mates;
    closure->mates[closure->mate_count++] = mate;
    return true;
}

/* Puts the states from which the plan needs one move into the queue; how many there are. */
static uint32_t last_moves(arb_abstract_closure *closure, uint32_t *queue, unsigned plan)
{
    uint32_t end = 0;

    for (uint32_t i = 0; i < closure->known_room; i++)
        closure->known[i].steps = ARB_ABSTRACT_FAR;
    for (uint32_t i = 0; i < closure->mate_count; i++)
        if (closure->mates[i].plan == plan) {
            closure->known[closure->mates[i].number].steps = 1;
            closure->known[closure->mates[i].number].precondition = ARB_NO_PRECONDITION;
            queue[end++] = closure->mates[i].number;
        }
    return end;
}

/* Backwards from the states that are one move from the mate. */
bool arb_abstract_graph_measure(arb_abstract_closure *closure, unsigned plan)
{
    const uint32_t count = closure->states.count;
    const arb_mem *mem = closure->states.mem;

    if (count == 0)
        return false;
    uint32_t *queue = arb_mem_resize(mem, NULL, 0, count * sizeof *queue);
    if (!queue)
        return false;
    uint32_t end = last_moves(closure, queue, plan);
    for (uint32_t at = 0; at < end; at++) {
        const arb_abstract_node now = closure->known[queue[at]];
        for (uint32_t edge = now.edges; edge != NO_EDGE; edge = closure->edges[edge].next) {
            arb_abstract_node *before = &closure->known[closure->edges[edge].from];
            if (before->steps != ARB_ABSTRACT_FAR)
                continue;
            before->steps = now.steps + 1;
            before->precondition = closure->edges[edge].precondition;
            if (before->precondition.square == ARB_SQUARE_NONE) /* it waits for what comes next */
                before->precondition = now.precondition;
            queue[end++] = closure->edges[edge].from;
        }
    }
    arb_mem_free(mem, queue, count * sizeof *queue);
    return true;
}

void arb_abstract_closure_clear(arb_abstract_closure *closure)
{
    const arb_mem *mem = closure->states.mem;

    arb_mem_free(mem, closure->known, closure->known_room * sizeof *closure->known);
    arb_mem_free(mem, closure->edges, closure->edge_room * sizeof *closure->edges);
    arb_mem_free(mem, closure->mates, closure->mate_room * sizeof *closure->mates);
    closure->mates = NULL;
    closure->known = NULL;
    closure->edges = NULL;
    arb_abstract_table_clear(&closure->states);
}
