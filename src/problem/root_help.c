/* SPDX-License-Identifier: MIT */
/* Help play from the diagram: all lines of the stipulated length, and whether there are shorter. */
#include "problem/crew.h"
#include "problem/help.h"

/* The lines that begin with one first move. */
typedef struct part {
    arb_move first;
    arb_pos after;
    arb_problem_tree tree;
    unsigned lines;
    arb_move line[ARB_PROBLEM_PLIES_MAX]; /* that line */
    uint32_t node[ARB_PROBLEM_PLIES_MAX]; /* and its nodes */
    arb_colour turn;                      /* of the first ply */
} part;

typedef struct root {
    arb_problem_crew *crew;
    arb_problem_net *net;
    part *parts;
    size_t count;
    unsigned plies;
    bool one_is_enough;
} root;

/* Writes a line down; what it has in common with the last one stands there already. */
static bool add_line(void *user, const arb_move *line, unsigned plies)
{
    part *p = user;
    unsigned same = 0;

    while (p->lines && same < plies && line[same].bits == p->line[same].bits)
        same++;
    p->lines++;
    for (unsigned i = same; i < plies; i++) {
        p->line[i] = line[i];
        p->node[i] = arb_problem_tree_add(&p->tree, i ? p->node[i - 1] : 0, ARB_NODE_HELP, line[i]);
        if (!p->node[i])
            return false;
    }
    arb_problem_tree_node(&p->tree, p->node[plies - 1])->ends = true;
    return true;
}

static bool add_one(void *user, const arb_move *line, unsigned plies)
{
    part *p = user;

    (void)line, (void)plies;
    p->lines++;
    return false;
}

static void follow(void *user, size_t index, unsigned worker)
{
    root *r = user;
    part *p = &r->parts[index];
    arb_problem_helper h = { .seeker = &r->crew->seekers[worker],
                             .net = r->net,
                             .found = r->one_is_enough ? add_one : add_line,
                             .user = p,
                             .plies = r->plies };

    h.line[0] = p->first;
    (void)arb_problem_help(&h, &p->after, other(p->turn), r->plies - 1);
    arb_problem_crew_done(r->crew);
}

/* Where the first moves must go, as far as the mating net tells it. */
static arb_problem_net_targets first_targets(const root *r, const arb_pos *pos)
{
    const arb_problem_search *search = &r->crew->search;
    arb_problem_net_targets targets = { ~UINT64_C(0), ~UINT64_C(0) };

    if (search->aim == ARB_AIM_MATE && r->plies == 4)
        search->code->net->last_but_two(&targets, r->net, pos);
    return targets;
}

static arb_err begin(root *r, arb_colour turn)
{
    const arb_problem_crew *c = r->crew;
    arb_pos pos = c->problem->pos;
    arb_move moves[ARB_MOVES_MAX];

    if (turn != pos.turn)
        pos.passed = ARB_SQUARE_NONE;
    const size_t all = c->search.code->moves(moves, &pos, turn);
    const arb_problem_net_targets targets = first_targets(r, &pos);
    r->count = 0;
    for (size_t i = 0; i < all; i++)
        if (arb_problem_net_allows(&targets, moves[i]))
            moves[r->count++] = moves[i];
    r->parts = arb_mem_new_array(c->options->mem, r->count + 1, sizeof *r->parts);
    if (!r->parts)
        return ARB_NOMEM;
    for (size_t i = 0; i < r->count; i++) {
        part *p = &r->parts[i];
        p->first = moves[i];
        p->turn = turn;
        advance(&p->after, &pos, turn, moves[i]);
        arb_problem_crew_tree(&p->tree, c);
    }
    return ARB_OK;
}

static void end(root *r)
{
    for (size_t i = 0; i < r->count; i++)
        arb_problem_tree_clear(&r->parts[i].tree);
    arb_mem_free(r->crew->options->mem, r->parts, (r->count + 1) * sizeof *r->parts);
    r->parts = NULL;
}

/* Are some of the parts without a tree, for lack of memory? */
static bool starved(const root *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->parts[i].tree.starved)
            return true;
    return false;
}

/* The solutions of one ply need no search. */
static void one_ply(root *r, arb_colour turn)
{
    arb_problem_seeker *s = &r->crew->seekers[0];

    for (size_t i = 0; i < r->count; i++)
        if (arb_problem_reached(s, &r->parts[i].after, other(turn))) {
            if (r->one_is_enough)
                r->parts[i].lines++;
            else
                (void)add_line(&r->parts[i], &r->parts[i].first, 1);
        }
}

/* Finds the lines of so many plies and puts them under `at`; how many, or -1 without memory. */
static long find_lines(root *r, arb_colour turn, unsigned plies, uint32_t at, double to)
{
    long lines = 0;

    r->plies = plies;
    if (begin(r, turn))
        return -1;
    if (starved(r)) {
        end(r);
        return -1;
    }
    if (plies == 1)
        one_ply(r, turn);
    else
        arb_problem_crew_run(r->crew, r->count, follow, r, to);
    for (size_t i = 0; i < r->count; i++) {
        if (!r->one_is_enough)
            arb_problem_tree_graft(&r->crew->problem->tree, at, &r->parts[i].tree);
        lines += (long)r->parts[i].lines;
    }
    end(r);
    return lines;
}

/* A shorter solution of the same kind makes the problem unsound: 1 there is one, -1 no memory. */
static int find_short(root *r, unsigned plies)
{
    const arb_colour turn = (arb_colour)r->crew->problem->pos.turn;
    long lines = 0;

    r->one_is_enough = true;
    for (unsigned fewer = plies % 2 ? 1 : 2; fewer < plies && lines == 0; fewer += 2) {
        lines = find_lines(r, turn, fewer, 0, 0.1);
        if (lines > 0)
            r->crew->problem->facts.shortest = fewer / 2 + fewer % 2;
    }
    r->one_is_enough = false;
    return lines < 0 ? -1 : lines > 0;
}

static arb_err solve(root *r)
{
    arb_problem *problem = r->crew->problem;
    arb_problem_facts *facts = &problem->facts;
    const arb_colour turn = (arb_colour)problem->pos.turn;
    const unsigned plies = arb_stipulation_plies(&problem->stipulation);
    const bool set = problem->stipulation.set || r->crew->options->set;
    const int shorter = find_short(r, plies);

    if (shorter < 0)
        return ARB_NOMEM;
    if (set && plies > 1 && !arb_pos_checkers(&problem->pos, turn)) {
        const uint32_t at =
            arb_problem_tree_add(&problem->tree, 0, ARB_NODE_SET, ARB_PROBLEM_NO_MOVE);
        if (at && find_lines(r, other(turn), plies - 1, at, 0.3) < 0)
            return ARB_NOMEM;
    }
    const long lines = find_lines(r, turn, plies, 0, 1);
    if (lines < 0)
        return ARB_NOMEM;
    facts->keys = (unsigned)lines;
    facts->every_first_move_decided = !arb_problem_crew_stopped(r->crew);
    if (!r->crew->search.code->moves((arb_move[ARB_MOVES_MAX]){ { 0 } }, &problem->pos, turn))
        facts->verdict = ARB_PROBLEM_ENDED;
    else if (shorter)
        facts->verdict = ARB_PROBLEM_SHORT;
    else if (arb_problem_crew_stopped(r->crew))
        facts->verdict = ARB_PROBLEM_UNFINISHED;
    else
        facts->verdict = lines ? ARB_PROBLEM_SOUND : ARB_PROBLEM_INSOLUBLE;
    if (lines && !shorter)
        facts->shortest = problem->stipulation.moves + problem->stipulation.half;
    return ARB_OK;
}

arb_err arb_problem_solve_help(arb_problem_crew *crew)
{
    const arb_mem *mem = crew->options->mem;
    root r = { .crew = crew };

    r.net = arb_mem_new_array(mem, 1, sizeof *r.net);
    if (!r.net)
        return ARB_NOMEM;
    if (crew->search.aim == ARB_AIM_MATE)
        crew->search.code->net->init(r.net, crew->search.attacker);
    const arb_err err = solve(&r);
    arb_mem_free(mem, r.net, sizeof *r.net);
    return err;
}
