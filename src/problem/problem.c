/* SPDX-License-Identifier: MIT */
/* A problem and its solution; see problem.h. */
#include "board/key.h"
#include "problem/crew.h"

static bool options_fit(const arb_problem_options *options)
{
    return arb_kernel_available(options->kernel);
}

static bool stipulation_fits(const arb_stipulation *s)
{
    return s->play < ARB_PROBLEM_PLAY_COUNT && s->aim < ARB_AIM_COUNT &&
           s->moves <= ARB_STIPULATION_MOVES_MAX && (s->moves > 0 || s->half) &&
           (!s->half || s->play == ARB_PROBLEM_HELP);
}

/* Laws say nothing of this: up to seven men are a miniature, up to twelve a Meredith. */
static arb_problem_size size_of(unsigned men)
{
    return men <= 7    ? ARB_PROBLEM_SIZE_MINIATURE
           : men <= 12 ? ARB_PROBLEM_SIZE_MEREDITH
                       : ARB_PROBLEM_SIZE_HEAVY;
}

/* Defences below a key that have several answers. */
static unsigned count_duals(const arb_problem *problem, uint32_t parent)
{
    unsigned duals = 0;

    for (uint32_t at = arb_problem_node_at(problem, parent)->child; at;
         at = arb_problem_node_at(problem, at)->next) {
        const arb_problem_node *node = arb_problem_node_at(problem, at);
        if (parent == 0 && node->kind != ARB_NODE_KEY)
            continue;
        duals += node->kind == ARB_NODE_DEFENCE &&
                 arb_problem_count(problem, at, ARB_NODE_CONTINUATION) > 1;
        duals += count_duals(problem, at);
    }
    return duals;
}

static arb_err solve(arb_problem *problem, const arb_problem_options *options)
{
    arb_problem_crew crew;
    arb_err err = arb_problem_crew_init(&crew, problem, options);

    if (err)
        return err;
    arb_problem_crew_tree(&problem->tree, &crew);
    if (problem->tree.starved)
        err = ARB_NOMEM;
    else if (problem->stipulation.play == ARB_PROBLEM_HELP)
        err = arb_problem_solve_help(&crew);
    else
        err = arb_problem_solve_battle(&crew);
    arb_problem_crew_clear(&crew);
    if (problem->tree.starved)
        err = ARB_NOMEM;
    return err;
}

arb_err arb_problem_new(arb_problem **out, const arb_pos *pos, const arb_stipulation *stipulation,
                        const arb_problem_options *options)
{
    static const arb_problem_options plain = { .threads = 1 };
    const arb_problem_options *how = options ? options : &plain;

    if (!options_fit(how) || !stipulation_fits(stipulation))
        return ARB_RANGE;
    arb_problem *problem = arb_mem_new_array(how->mem, 1, sizeof *problem);
    if (!problem)
        return ARB_NOMEM;
    problem->mem = how->mem;
    problem->pos = *pos;
    problem->stipulation = *stipulation;
    problem->facts.men = count(pos->side[0].all | pos->side[1].all);
    problem->facts.size = size_of(problem->facts.men);
    const arb_err err = solve(problem, how);
    if (err) {
        arb_problem_free(problem);
        return err;
    }
    problem->facts.truncated = problem->tree.truncated;
    problem->facts.duals = count_duals(problem, 0);
    *out = problem;
    return ARB_OK;
}

void arb_problem_free(arb_problem *problem)
{
    if (!problem)
        return;
    arb_problem_tree_clear(&problem->tree);
    arb_mem_free(problem->mem, problem, sizeof *problem);
}

const arb_problem_facts *arb_problem_facts_of(const arb_problem *problem)
{
    return &problem->facts;
}

const arb_stipulation *arb_problem_stipulation(const arb_problem *problem)
{
    return &problem->stipulation;
}

/* ---- walking the tree */

const arb_problem_node *arb_problem_node_at(const arb_problem *problem, uint32_t index)
{
    return &problem->tree.branches[index].node;
}

uint32_t arb_problem_node_count(const arb_problem *problem)
{
    return problem->tree.count;
}

static uint32_t seek(const arb_problem *problem, uint32_t at, arb_problem_kind kind)
{
    while (at && arb_problem_node_at(problem, at)->kind != kind)
        at = arb_problem_node_at(problem, at)->next;
    return at;
}

uint32_t arb_problem_first(const arb_problem *problem, uint32_t parent, arb_problem_kind kind)
{
    return seek(problem, arb_problem_node_at(problem, parent)->child, kind);
}

uint32_t arb_problem_next(const arb_problem *problem, uint32_t node, arb_problem_kind kind)
{
    return seek(problem, arb_problem_node_at(problem, node)->next, kind);
}

unsigned arb_problem_count(const arb_problem *problem, uint32_t parent, arb_problem_kind kind)
{
    unsigned n = 0;

    for (uint32_t at = arb_problem_first(problem, parent, kind); at;
         at = arb_problem_next(problem, at, kind))
        n++;
    return n;
}

bool arb_problem_parts_threats(const arb_problem *problem, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(problem, node);

    return n->kind == ARB_NODE_REPLY && n->child && arb_problem_node_at(problem, n->child)->ends &&
           arb_problem_count(problem, node, ARB_NODE_CONTINUATION) == 1 &&
           arb_problem_count(problem, n->parent, ARB_NODE_THREAT) > 1;
}

/* The same position with the other side to move. */
static void pass(arb_pos *pos)
{
    pos->turn = (uint8_t)arb_opponent((arb_colour)pos->turn);
    pos->passed = ARB_SQUARE_NONE;
    arb_pos_complete(pos);
}

arb_pos arb_problem_before(const arb_problem *problem, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(problem, node);

    if (n->kind == ARB_NODE_ROOT || n->kind == ARB_NODE_SET)
        return problem->pos;
    arb_pos pos = arb_problem_after(problem, n->parent);
    if (n->kind == ARB_NODE_THREAT)
        pass(&pos);
    return pos;
}

arb_pos arb_problem_after(const arb_problem *problem, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(problem, node);
    arb_pos pos = arb_problem_before(problem, node);

    if (n->kind == ARB_NODE_SET)
        pass(&pos);
    else if (n->kind != ARB_NODE_ROOT)
        arb_pos_play(&pos, &pos, n->move);
    return pos;
}
