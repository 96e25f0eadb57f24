/* SPDX-License-Identifier: MIT */
/* What changes between set play, tries and solution: changed and transferred mates, Zagoruiko. */
#include "problem/crew.h"

static bool is_phase(const arb_problem_node *n)
{
    return n->kind == ARB_NODE_SET || n->kind == ARB_NODE_TRY || n->kind == ARB_NODE_KEY;
}

static bool is_defence(const arb_problem_node *n)
{
    return n->kind == ARB_NODE_DEFENCE && n->child;
}

static uint32_t next_phase(const arb_problem *p, uint32_t at)
{
    at = at ? arb_problem_node_at(p, at)->next : arb_problem_node_at(p, 0)->child;
    while (at && !is_phase(arb_problem_node_at(p, at)))
        at = arb_problem_node_at(p, at)->next;
    return at;
}

static uint32_t next_defence(const arb_problem *p, uint32_t phase, uint32_t at)
{
    at = at ? arb_problem_node_at(p, at)->next : arb_problem_node_at(p, phase)->child;
    while (at && !is_defence(arb_problem_node_at(p, at)))
        at = arb_problem_node_at(p, at)->next;
    return at;
}

/* The same move of the defender in another phase. */
static uint32_t same_defence(const arb_problem *p, uint32_t phase, uint32_t defence)
{
    uint32_t at = next_defence(p, phase, 0);

    while (at &&
           !arb_move_equal(arb_problem_node_at(p, at)->move, arb_problem_node_at(p, defence)->move))
        at = next_defence(p, phase, at);
    return at;
}

/* Where the man that plays a continuation stands in the diagram: the first move may be his too. */
static arb_square origin(const arb_problem *p, uint32_t continuation)
{
    const arb_problem_node *n = arb_problem_node_at(p, continuation);
    const arb_problem_node *first =
        arb_problem_node_at(p, arb_problem_node_at(p, n->parent)->parent);
    const arb_square from = arb_move_from(n->move);

    return first->kind != ARB_NODE_SET && arb_move_to(first->move) == from
               ? arb_move_from(first->move)
               : from;
}

/* The same man goes to the same square, and becomes the same. */
static bool same_continuation(const arb_problem *p, uint32_t a, uint32_t b)
{
    const arb_move one = arb_problem_node_at(p, a)->move, two = arb_problem_node_at(p, b)->move;

    return arb_move_to(one) == arb_move_to(two) && origin(p, a) == origin(p, b) &&
           arb_move_promotion(one) == arb_move_promotion(two);
}

/* Have two defences a continuation in common? */
static bool share(const arb_problem *p, uint32_t a, uint32_t b)
{
    for (uint32_t i = arb_problem_first(p, a, ARB_NODE_CONTINUATION); i;
         i = arb_problem_next(p, i, ARB_NODE_CONTINUATION))
        for (uint32_t j = arb_problem_first(p, b, ARB_NODE_CONTINUATION); j;
             j = arb_problem_next(p, j, ARB_NODE_CONTINUATION))
            if (same_continuation(p, i, j))
                return true;
    return false;
}

static arb_problem_change compare(const arb_problem *p, const arb_problem_changed *c)
{
    const uint32_t a = c->defence[0], b = c->defence[1];
    const bool same =
        arb_move_equal(arb_problem_node_at(p, a)->move, arb_problem_node_at(p, b)->move);

    if (same)
        return share(p, a, b) ? ARB_CHANGE_NONE : ARB_CHANGE_MATE;
    if (!share(p, a, b))
        return ARB_CHANGE_NONE;
    /* transferred only when it no longer follows the first defence there */
    const uint32_t old = same_defence(p, c->phase[1], a), other = same_defence(p, c->phase[0], b);
    return (old && share(p, a, old)) || (other && share(p, b, other)) ? ARB_CHANGE_NONE
                                                                      : ARB_CHANGE_TRANSFERRED;
}

/* The next pair of defences in two different phases; false: no more. */
static bool advance_pair(arb_problem_changed *c, const arb_problem *p)
{
    if (c->defence[1])
        c->defence[1] = next_defence(p, c->phase[1], c->defence[1]);
    while (!c->defence[1]) {
        if (c->defence[0])
            c->defence[0] = next_defence(p, c->phase[0], c->defence[0]);
        while (!c->defence[0]) {
            if (c->phase[1])
                c->phase[1] = next_phase(p, c->phase[1]);
            while (!c->phase[1]) {
                c->phase[0] = next_phase(p, c->phase[0]);
                if (!c->phase[0])
                    return false;
                c->phase[1] = next_phase(p, c->phase[0]);
            }
            c->defence[0] = next_defence(p, c->phase[0], 0);
        }
        c->defence[1] = next_defence(p, c->phase[1], 0);
    }
    return true;
}

bool arb_problem_changes(arb_problem_changed *out, const arb_problem *problem)
{
    while (advance_pair(out, problem)) {
        out->change = compare(problem, out);
        if (out->change != ARB_CHANGE_NONE)
            return true;
    }
    return false;
}

/* How many defences have another continuation in each of three phases. */
static unsigned changed_thrice(const arb_problem *p, const uint32_t phase[3])
{
    unsigned n = 0;

    for (uint32_t a = next_defence(p, phase[0], 0); a; a = next_defence(p, phase[0], a)) {
        const uint32_t b = same_defence(p, phase[1], a), c = same_defence(p, phase[2], a);
        n += b && c && !share(p, a, b) && !share(p, a, c) && !share(p, b, c);
    }
    return n;
}

unsigned arb_problem_zagoruiko(const arb_problem *p, uint32_t phases[3])
{
    uint32_t three[3];
    unsigned most = 0;

    for (three[0] = next_phase(p, 0); three[0]; three[0] = next_phase(p, three[0]))
        for (three[1] = next_phase(p, three[0]); three[1]; three[1] = next_phase(p, three[1]))
            for (three[2] = next_phase(p, three[1]); three[2]; three[2] = next_phase(p, three[2])) {
                const unsigned n = changed_thrice(p, three);
                if (n < 2 || n <= most)
                    continue;
                most = n;
                for (unsigned i = 0; phases && i < 3; i++)
                    phases[i] = three[i];
            }
    return most;
}
