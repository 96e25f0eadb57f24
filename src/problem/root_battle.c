/* SPDX-License-Identifier: MIT */
/*
 * Direct mates, selfmates and reflex mates from the diagram: which first moves solve, and what is
 * written down of each phase.
 */
#include "problem/battle.h"
#include "problem/build.h"
#include "problem/crew.h"

/* A first move. */
typedef struct first_move {
    arb_move move;
    arb_pos after;
    arb_move refutation;  /* one of them, when one is known */
    unsigned solved;      /* in so many moves; 0: not */
    unsigned refutations; /* how many, once they were counted */
    arb_problem_kind as;  /* what it is written down as when it fails: TRY, CHECK; or ROOT: not */
} first_move;

/* Set play, a try or a key. */
typedef struct phase {
    arb_problem_kind kind;
    const first_move *first; /* NULL in set play */
    arb_pos pos;             /* the defender moves */
    unsigned left;           /* attacker's moves */
    arb_problem_answers threats;
    size_t replies, tasks_before;
    arb_move reply[ARB_MOVES_MAX];
} phase;

typedef struct root {
    arb_problem_crew *crew;
    size_t firsts;
    first_move *first;
    unsigned level;
    unsigned solved; /* how many first moves */
    size_t phases;
    phase *phase;
    arb_problem_tree *parts; /* the play after each reply of each phase */
    size_t part_count;
} root;

static unsigned wanted_moves(const root *r)
{
    return r->crew->problem->stipulation.moves;
}

static arb_colour attacker(const root *r)
{
    return r->crew->search.attacker;
}

/* ---- which first moves solve */

static void try_first(void *user, size_t index, unsigned worker)
{
    root *r = user;
    first_move *f = &r->first[index];
    arb_problem_seeker *s = &r->crew->seekers[worker];

    if (!f->solved && arb_problem_holds(s, &f->after, r->level, &f->refutation) &&
        !problem_is_stopped(s))
        f->solved = r->level;
    arb_problem_crew_done(r->crew);
}

/* Tries all first moves with one level after the other; true when all is decided. */
static bool try_levels(root *r, unsigned from, unsigned to)
{
    for (r->level = from; r->level <= to; r->level++) {
        arb_problem_crew_run(r->crew, r->firsts, try_first, r, r->level < to ? 0.1 : 0.7);
        r->solved = 0;
        for (size_t i = 0; i < r->firsts; i++)
            r->solved += r->first[i].solved != 0;
        if (arb_problem_crew_stopped(r->crew))
            return false;
        if (r->crew->options->unique_only && r->solved > 1)
            return true;
    }
    return true;
}

static void count_refutations(void *user, size_t index, unsigned worker)
{
    root *r = user;
    first_move *f = &r->first[index];
    arb_problem_seeker *s = &r->crew->seekers[worker];
    const arb_problem_options *options = r->crew->options;
    const unsigned most = options->every_try     ? ARB_MOVES_MAX
                          : options->refutations ? options->refutations
                                                 : 1;
    arb_move replies[ARB_MOVES_MAX];
    const size_t n = f->solved ? 0 : arb_problem_list_replies(s, replies, &f->after);

    for (size_t i = 0; i < n && f->refutations <= most; i++)
        f->refutations += !arb_problem_reply_fails(s, &f->after, replies[i], wanted_moves(r));
    if (f->solved || problem_is_stopped(s))
        f->as = ARB_NODE_ROOT;
    else if (options->every_try || (f->refutations > 0 && f->refutations <= most))
        f->as = ARB_NODE_TRY;
    else if (f->refutations > 0 && arb_pos_checkers(&f->after, other(attacker(r))))
        f->as = ARB_NODE_CHECK;
    arb_problem_crew_done(r->crew);
}

/* ---- what is written down */

static void begin_phase(root *r, arb_problem_kind kind, const first_move *first, const arb_pos *pos,
                        unsigned left)
{
    phase *p = &r->phase[r->phases++];
    arb_problem_seeker *s = &r->crew->seekers[0];
    const bool whole = !r->crew->options->keys_only;

    p->kind = kind;
    p->first = first;
    p->pos = *pos;
    p->left = left;
    p->threats.count = p->threats.length = 0;
    if (kind != ARB_NODE_SET)
        arb_problem_find_threats(&p->threats, s, pos, left);
    p->replies = whole || kind != ARB_NODE_KEY ? arb_problem_list_replies(s, p->reply, pos) : 0;
    p->tasks_before = r->part_count;
    r->part_count += p->replies + 1; /* the last one is for the threats */
}

static void build_part(void *user, size_t index, unsigned worker)
{
    root *r = user;
    arb_problem_seeker *s = &r->crew->seekers[worker];
    arb_problem_tree *part = &r->parts[index];
    const phase *p = r->phase;

    while (index >= p->tasks_before + p->replies + 1)
        p++;
    const size_t i = index - p->tasks_before;
    arb_problem_crew_tree(part, r->crew);
    if (part->starved || problem_is_stopped(s))
        ;
    else if (i == p->replies)
        arb_problem_add_threats(part, 0, s, &p->pos, &p->threats);
    else if (p->kind != ARB_NODE_CHECK && (p->kind != ARB_NODE_TRY || !r->crew->options->every_try))
        (void)arb_problem_add_reply(part, 0, s, &p->pos, p->reply[i], p->left, &p->threats);
    else if (!arb_problem_reply_fails(s, &p->pos, p->reply[i], p->left + 1))
        (void)arb_problem_tree_add(part, 0, ARB_NODE_REFUTATION, p->reply[i]);
    arb_problem_crew_done(r->crew);
}

/* The block is complete when there is an answer to every move of the set play. */
static void join_set(root *r, arb_problem_tree *tree, uint32_t at, const phase *p)
{
    arb_problem_facts *facts = &r->crew->problem->facts;

    facts->set_complete = p->replies > 0;
    tree->starved |= r->parts[p->tasks_before + p->replies].starved;
    for (size_t i = 0; i < p->replies; i++) {
        const arb_problem_tree *part = &r->parts[p->tasks_before + i];
        if (part->count > 1 && part->branches[1].node.kind == ARB_NODE_REFUTATION)
            facts->set_complete = false;
        arb_problem_tree_graft(tree, at, part);
    }
}

static void join_phase(root *r, const phase *p)
{
    arb_problem_tree *tree = &r->crew->problem->tree;
    const uint32_t at =
        arb_problem_tree_add(tree, 0, p->kind, p->first ? p->first->move : ARB_PROBLEM_NO_MOVE);
    if (!at)
        return;
    if (p->kind == ARB_NODE_SET) {
        join_set(r, tree, at, p);
        return;
    }
    arb_problem_node *node = arb_problem_tree_node(tree, at);
    node->length = (uint8_t)(p->left + 1);
    node->checks = arb_pos_checkers(&p->pos, other(attacker(r))) != 0;
    node->ends =
        p->kind == ARB_NODE_KEY && p->left == 0 && r->crew->search.play == ARB_PROBLEM_DIRECT;
    arb_problem_tree_graft(tree, at, &r->parts[p->tasks_before + p->replies]);
    for (size_t i = 0; i < p->replies; i++)
        arb_problem_tree_graft(tree, at, &r->parts[p->tasks_before + i]);
}

/* Could the defender move in the diagram? Not when the attacker is in check. */
static bool has_set_play(const root *r)
{
    const arb_problem_crew *c = r->crew;
    const bool asked = c->options->set || c->problem->stipulation.set;
    const bool cheap = c->search.play == ARB_PROBLEM_DIRECT && wanted_moves(r) == 2;

    return (asked || (cheap && !c->options->keys_only)) &&
           (wanted_moves(r) > 1 || c->search.play != ARB_PROBLEM_DIRECT) &&
           !arb_pos_checkers(&c->problem->pos, attacker(r));
}

static arb_err build(root *r)
{
    const arb_mem *mem = r->crew->options->mem;

    r->phase = arb_mem_new_array(mem, r->firsts + 1, sizeof *r->phase);
    if (!r->phase)
        return ARB_NOMEM;
    if (has_set_play(r)) {
        arb_pos passed = r->crew->problem->pos;
        passed.passed = ARB_SQUARE_NONE;
        begin_phase(r, ARB_NODE_SET, NULL, &passed, wanted_moves(r) - 1);
    }
    for (size_t i = 0; i < r->firsts; i++)
        if (r->first[i].as != ARB_NODE_ROOT)
            begin_phase(r, r->first[i].as, &r->first[i], &r->first[i].after, wanted_moves(r) - 1);
    for (size_t i = 0; i < r->firsts; i++)
        if (r->first[i].solved)
            begin_phase(r, ARB_NODE_KEY, &r->first[i], &r->first[i].after, r->first[i].solved - 1);
    if (r->part_count == 0)
        return ARB_OK;
    r->parts = arb_mem_new_array(mem, r->part_count, sizeof *r->parts);
    if (!r->parts)
        return ARB_NOMEM;
    arb_problem_crew_run(r->crew, r->part_count, build_part, r, 1);
    for (size_t i = 0; i < r->phases; i++)
        join_phase(r, &r->phase[i]);
    return ARB_OK;
}

/* ---- what is said of the whole */

static arb_problem_manner manner_of(const root *r)
{
    const arb_problem_facts *facts = &r->crew->problem->facts;
    const phase *p = r->phase;
    const bool set = r->phases > 0 && p->kind == ARB_NODE_SET;

    if (r->crew->search.play != ARB_PROBLEM_DIRECT || wanted_moves(r) < 2 ||
        facts->verdict == ARB_PROBLEM_SHORT || arb_problem_crew_stopped(r->crew))
        return ARB_PROBLEM_MANNER_NONE;
    while (p < r->phase + r->phases && p->kind != ARB_NODE_KEY)
        p++;
    if (p == r->phase + r->phases || p->left == 0)
        return ARB_PROBLEM_MANNER_NONE;
    if (arb_pos_checkers(&p->pos, other(attacker(r))))
        return ARB_PROBLEM_MANNER_CHECK;
    if (p->threats.count)
        return set && facts->set_complete ? ARB_PROBLEM_MANNER_BLOCK_THREAT
                                          : ARB_PROBLEM_MANNER_THREAT;
    if (!set)
        return ARB_PROBLEM_MANNER_BLOCK;
    return facts->set_complete ? ARB_PROBLEM_MANNER_COMPLETE_BLOCK
                               : ARB_PROBLEM_MANNER_INCOMPLETE_BLOCK;
}

static void tell_facts(root *r, bool decided)
{
    arb_problem_facts *facts = &r->crew->problem->facts;

    facts->keys = r->solved;
    for (size_t i = 0; i < r->firsts; i++) {
        const unsigned solved = r->first[i].solved;
        if (solved && (!facts->shortest || solved < facts->shortest))
            facts->shortest = solved;
        facts->tries += r->first[i].as == ARB_NODE_TRY;
    }
    facts->every_first_move_decided = decided;
    if (r->firsts == 0)
        facts->verdict = ARB_PROBLEM_ENDED;
    else if (facts->shortest && facts->shortest < wanted_moves(r))
        facts->verdict = ARB_PROBLEM_SHORT;
    else if (r->solved > 1)
        facts->verdict = ARB_PROBLEM_COOKED;
    else if (!decided)
        facts->verdict = ARB_PROBLEM_UNFINISHED;
    else
        facts->verdict = r->solved ? ARB_PROBLEM_SOUND : ARB_PROBLEM_INSOLUBLE;
}

/* Is there a solution in a move more? */
static void look_longer(root *r)
{
    const unsigned longer = wanted_moves(r) + 1;

    if (!try_levels(r, longer, longer) && !r->solved)
        return;
    if (r->solved)
        r->crew->problem->facts.longer = longer;
    for (size_t i = 0; i < r->firsts; i++)
        r->first[i].solved = 0;
    r->solved = 0;
}

static arb_err list_firsts(root *r)
{
    const arb_pos *pos = &r->crew->problem->pos;
    const arb_problem_search *search = &r->crew->search;
    arb_move moves[ARB_MOVES_MAX];

    r->firsts = search->code->moves(moves, pos, attacker(r));
    r->first = arb_mem_new_array(r->crew->options->mem, r->firsts + 1, sizeof *r->first);
    if (!r->first)
        return ARB_NOMEM;
    for (size_t i = 0; i < r->firsts; i++) {
        r->first[i].move = moves[i];
        advance(&r->first[i].after, pos, attacker(r), moves[i]);
    }
    return ARB_OK;
}

static arb_err solve(root *r)
{
    const arb_problem_options *options = r->crew->options;
    const unsigned n = wanted_moves(r);
    /* in a reflex mate whoever can mate must: then there is nothing to be solved */
    const bool obliged = r->crew->search.play == ARB_PROBLEM_REFLEX &&
                         arb_problem_at_once(&r->crew->seekers[0], &r->crew->problem->pos,
                                             attacker(r), ARB_PROBLEM_NO_MOVE)
                             .bits;
    arb_err err = list_firsts(r);

    if (err)
        return err;
    const bool decided = obliged || try_levels(r, 1, n);
    if (decided && !obliged && (options->tries || options->every_try))
        arb_problem_crew_run(r->crew, r->firsts, count_refutations, r, 0.8);
    err = build(r);
    tell_facts(r, decided);
    r->crew->problem->facts.manner = manner_of(r);
    if (options->longer && r->crew->problem->facts.verdict == ARB_PROBLEM_INSOLUBLE &&
        n < ARB_STIPULATION_MOVES_MAX)
        look_longer(r);
    return err;
}

arb_err arb_problem_solve_battle(arb_problem_crew *crew)
{
    const arb_mem *mem = crew->options->mem;
    root r = { .crew = crew };
    const arb_err err = solve(&r);

    for (size_t i = 0; r.parts && i < r.part_count; i++)
        arb_problem_tree_clear(&r.parts[i]);
    arb_mem_free(mem, r.parts, r.part_count * sizeof *r.parts);
    arb_mem_free(mem, r.phase, (r.firsts + 1) * sizeof *r.phase);
    arb_mem_free(mem, r.first, (r.firsts + 1) * sizeof *r.first);
    return err;
}
