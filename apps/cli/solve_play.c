/* SPDX-License-Identifier: MIT */
/* The play of a solution for people, in the two layouts; see solve_teller.h. */
#include "cli/solve_teller.h"

const char *arb_solve_word(const arb_solve_teller *t, arb_text_id id)
{
    return arb_text(id, t->lang);
}

void arb_solve_indent(const arb_solve_teller *t, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++)
        arb_answer_add(t->to, "  ");
}

/* "1." before the first move of a pair, "1..." before the second. */
void arb_solve_number(const arb_solve_teller *t, uint32_t node)
{
    const unsigned ply = arb_solve_ply(t->item, node);

    arb_answer_format(t->to, "%u%s", (ply + 1) / 2, ply % 2 ? "." : "...");
}

void arb_solve_tell_move(const arb_solve_teller *t, uint32_t node, const char *mark)
{
    char text[ARB_MOVE_TEXT_SIZE];

    arb_solve_move(text, t->solve, t->item, node);
    arb_answer_add(t->to, text);
    arb_answer_add(t->to, mark);
}

/* A reply that leaves one of several threats tells something; others only when asked for. */
static bool shown(const arb_solve_teller *t, uint32_t node)
{
    return arb_problem_node_at(t->p, node)->kind != ARB_NODE_REPLY || t->solve->replies ||
           arb_problem_parts_threats(t->p, node);
}

/* ---- as problemists write */

/* Threats, or that there is none, behind the move of the attacker. */
void arb_solve_tell_threats(const arb_solve_teller *t, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(t->p, node);
    uint32_t at = arb_problem_first(t->p, node, ARB_NODE_THREAT);

    if (at) {
        arb_answer_format(t->to, "  %s ", arb_solve_word(t, ARB_TEXT_SOLVE_THREAT));
        for (bool first = true; at; at = arb_problem_next(t->p, at, ARB_NODE_THREAT)) {
            if (!first)
                arb_answer_add(t->to, ", ");
            arb_solve_number(t, at);
            arb_solve_tell_move(t, at, "");
            first = false;
        }
    } else if (n->child && !n->checks && !n->ends) {
        arb_answer_format(t->to, "  (%s)", arb_solve_word(t, ARB_TEXT_SOLVE_ZUGZWANG));
    }
}

/* How a number of answers is called. */
static const char *multiple(const arb_solve_teller *t, unsigned answers)
{
    return answers == 2   ? arb_solve_word(t, ARB_TEXT_SOLVE_DUAL)
           : answers == 3 ? arb_solve_word(t, ARB_TEXT_SOLVE_TRIPLE)
                          : arb_solve_word(t, ARB_TEXT_SOLVE_MULTIPLE);
}

/* "(not 2.Ng4+?)": what the defence prevents at the same time. */
static void tell_avoided(const arb_solve_teller *t, uint32_t defence)
{
    char text[ARB_MOVES_MAX][ARB_MOVE_TEXT_SIZE];
    const size_t n = arb_solve_avoided(text, t->solve, t->item, defence);

    for (size_t i = 0; i < n; i++) {
        if (i == 0) {
            arb_answer_format(t->to, "  (%s ", arb_solve_word(t, ARB_TEXT_SOLVE_NOT));
            arb_solve_number(t, arb_problem_node_at(t->p, defence)->child);
        }
        arb_answer_format(t->to, "%s%s?", i ? ", " : "", text[i]);
    }
    arb_answer_add(t->to, n ? ")" : "");
}

/* The continuations of a defence behind it; those with play of their own go on below. */
static void tell_answers(const arb_solve_teller *t, uint32_t defence, unsigned depth)
{
    const unsigned answers = arb_problem_count(t->p, defence, ARB_NODE_CONTINUATION);
    uint32_t at = arb_problem_first(t->p, defence, ARB_NODE_CONTINUATION);
    const bool ends = at && arb_problem_node_at(t->p, at)->ends;
    const bool reply = arb_problem_node_at(t->p, defence)->kind == ARB_NODE_REPLY;
    const unsigned threats =
        arb_problem_count(t->p, arb_problem_node_at(t->p, defence)->parent, ARB_NODE_THREAT);

    for (bool first = true; at; at = arb_problem_next(t->p, at, ARB_NODE_CONTINUATION)) {
        if (first || !ends)
            arb_answer_add(t->to, " ");
        if (first || !ends)
            arb_solve_number(t, at);
        else
            arb_answer_add(t->to, ", ");
        arb_solve_tell_move(t, at, "");
        first = false;
        if (ends)
            continue;
        arb_solve_tell_threats(t, at);
        if (answers > 1)
            arb_answer_format(t->to, "  [%s]", multiple(t, answers));
        arb_answer_add(t->to, "\n");
        arb_solve_tell_play(t, at, depth + 1);
        if (arb_problem_next(t->p, at, ARB_NODE_CONTINUATION))
            arb_solve_indent(t, depth + 1);
    }
    if (!ends && answers)
        return;
    if (reply)
        arb_answer_format(t->to, "  (%s)", arb_solve_word(t, ARB_TEXT_SOLVE_REPLY));
    if (answers > (reply ? threats : 1))
        arb_answer_format(t->to, "  [%s]", multiple(t, answers));
    tell_avoided(t, defence);
    arb_answer_add(t->to, "\n");
}

/* Do both avoid the same duals? */
static bool avoid_the_same(const arb_solve_teller *t, uint32_t a, uint32_t b)
{
    arb_move one[ARB_MOVES_MAX], two[ARB_MOVES_MAX];
    const size_t n = arb_problem_avoided(one, t->p, a);

    if (arb_problem_avoided(two, t->p, b) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!arb_move_equal(one[i], two[i]))
            return false;
    return true;
}

/* Are they told in one line? */
static bool told_together(const arb_solve_teller *t, uint32_t a, uint32_t b)
{
    return arb_solve_same_answers(t->item, a, b) && avoid_the_same(t, a, b);
}

/* Was a defence before this one answered in the same way? Then it stands there. */
static bool told_before(const arb_solve_teller *t, uint32_t parent, uint32_t defence)
{
    for (uint32_t at = arb_problem_node_at(t->p, parent)->child; at != defence;
         at = arb_problem_node_at(t->p, at)->next)
        if (shown(t, at) && told_together(t, at, defence))
            return true;
    return false;
}

static void tell_defence(const arb_solve_teller *t, uint32_t parent, uint32_t defence,
                         unsigned depth)
{
    if (told_before(t, parent, defence))
        return;
    arb_solve_indent(t, depth);
    arb_solve_number(t, defence);
    arb_solve_tell_move(t, defence, "");
    for (uint32_t at = arb_problem_node_at(t->p, defence)->next; at;
         at = arb_problem_node_at(t->p, at)->next)
        if (told_together(t, defence, at)) {
            arb_answer_add(t->to, ", ");
            arb_solve_tell_move(t, at, "");
        }
    tell_answers(t, defence, depth);
}

/* What follows a threat of several moves, below it. */
static void tell_threat_play(const arb_solve_teller *t, uint32_t node, unsigned depth)
{
    for (uint32_t at = arb_problem_first(t->p, node, ARB_NODE_THREAT); at;
         at = arb_problem_next(t->p, at, ARB_NODE_THREAT)) {
        if (arb_problem_node_at(t->p, at)->ends)
            continue;
        arb_solve_indent(t, depth);
        arb_answer_format(t->to, "%s ", arb_solve_word(t, ARB_TEXT_SOLVE_THREAT));
        arb_solve_number(t, at);
        arb_solve_tell_move(t, at, "");
        arb_solve_tell_threats(t, at);
        arb_answer_add(t->to, "\n");
        arb_solve_tell_play(t, at, depth + 1);
    }
}

static void tell_refutations(const arb_solve_teller *t, uint32_t node, unsigned depth)
{
    uint32_t at = arb_problem_first(t->p, node, ARB_NODE_REFUTATION);

    if (!at)
        return;
    arb_solve_indent(t, depth);
    arb_answer_format(t->to, "%s ", arb_solve_word(t, ARB_TEXT_SOLVE_BUT));
    arb_solve_number(t, at);
    for (bool first = true; at; at = arb_problem_next(t->p, at, ARB_NODE_REFUTATION)) {
        arb_answer_add(t->to, first ? "" : ", ");
        arb_solve_tell_move(t, at, "!");
        first = false;
    }
    arb_answer_add(t->to, "\n");
}

/*
 * What set play has no answer to. In a block every such move counts; where something is threatened
 * there are many, and only checks and flights are worth a word.
 */
static void tell_unprovided(const arb_solve_teller *t, uint32_t set, unsigned depth)
{
    const bool block = arb_problem_facts_of(t->p)->manner == ARB_PROBLEM_MANNER_INCOMPLETE_BLOCK;
    bool first = true;

    for (uint32_t at = arb_problem_first(t->p, set, ARB_NODE_REFUTATION); at;
         at = arb_problem_next(t->p, at, ARB_NODE_REFUTATION)) {
        const arb_problem_node *n = arb_problem_node_at(t->p, at);
        if (!block && !n->checks && arb_move_kind_of(n->move) != ARB_MOVE_KING)
            continue;
        if (first) {
            arb_solve_indent(t, depth);
            arb_answer_format(t->to, "%s ", arb_solve_word(t, ARB_TEXT_SOLVE_UNPROVIDED));
            arb_solve_number(t, at);
        }
        arb_answer_add(t->to, first ? "" : ", ");
        arb_solve_tell_move(t, at, "");
        first = false;
    }
    arb_answer_add(t->to, first ? "" : "\n");
}

void arb_solve_tell_play(const arb_solve_teller *t, uint32_t node, unsigned depth)
{
    tell_threat_play(t, node, depth);
    for (uint32_t at = arb_problem_node_at(t->p, node)->child; at;
         at = arb_problem_node_at(t->p, at)->next) {
        const arb_problem_node *n = arb_problem_node_at(t->p, at);
        if ((n->kind == ARB_NODE_DEFENCE || n->kind == ARB_NODE_REPLY) && shown(t, at))
            tell_defence(t, node, at, depth);
    }
    if (arb_problem_node_at(t->p, node)->kind == ARB_NODE_SET)
        tell_unprovided(t, node, depth);
    else
        tell_refutations(t, node, depth);
}

/* ---- one variation a line */

/* The moves from the first to this node. */
static void tell_line(const arb_solve_teller *t, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(t->p, node);

    if (n->kind == ARB_NODE_ROOT || n->kind == ARB_NODE_SET)
        return;
    tell_line(t, n->parent);
    const unsigned ply = arb_solve_ply(t->item, node);
    const bool first = arb_problem_node_at(t->p, n->parent)->kind == ARB_NODE_ROOT ||
                       arb_problem_node_at(t->p, n->parent)->kind == ARB_NODE_SET;
    if (!first)
        arb_answer_add(t->to, " ");
    if (n->kind == ARB_NODE_THREAT)
        arb_answer_format(t->to, "(%s) ", arb_solve_word(t, ARB_TEXT_SOLVE_THREAT_PLAIN));
    if (ply % 2 || first)
        arb_answer_format(t->to, "%u%s ", (ply + 1) / 2, ply % 2 ? "." : "...");
    arb_solve_tell_move(t, node,
                        n->kind == ARB_NODE_REFUTATION                         ? "!"
                        : n->kind == ARB_NODE_TRY || n->kind == ARB_NODE_CHECK ? "?"
                                                                               : "");
}

void arb_solve_tell_lines(const arb_solve_teller *t, uint32_t node, unsigned depth)
{
    const arb_problem_node *n = arb_problem_node_at(t->p, node);

    const bool unprovided = n->kind == ARB_NODE_REFUTATION &&
                            arb_problem_node_at(t->p, n->parent)->kind == ARB_NODE_SET;

    if (!shown(t, node) || unprovided)
        return;
    if (!n->child && n->kind != ARB_NODE_ROOT && n->kind != ARB_NODE_SET) {
        arb_solve_indent(t, depth);
        tell_line(t, node);
        arb_answer_add(t->to, "\n");
    }
    for (uint32_t at = n->child; at; at = arb_problem_node_at(t->p, at)->next)
        arb_solve_tell_lines(t, at, depth);
}

/* ---- help play */

static void tell_help_line(const arb_solve_teller *t, uint32_t node, unsigned first_ply)
{
    uint32_t line[2 * ARB_STIPULATION_MOVES_MAX + 2];
    unsigned plies = 0;

    for (uint32_t at = node; arb_problem_node_at(t->p, at)->kind == ARB_NODE_HELP;
         at = arb_problem_node_at(t->p, at)->parent)
        line[plies++] = at;
    for (unsigned i = 0; i < plies; i++) {
        const unsigned ply = first_ply + i;
        if (ply % 2 == 0)
            arb_answer_format(t->to, "%s%u.", i ? " " : "", ply / 2 + 1);
        else
            arb_answer_add(t->to, i ? " " : "1...");
        arb_solve_tell_move(t, line[plies - 1 - i], "");
    }
    arb_answer_add(t->to, "\n");
}

void arb_solve_tell_help(const arb_solve_teller *t, uint32_t node, unsigned first_ply)
{
    for (uint32_t at = arb_problem_first(t->p, node, ARB_NODE_HELP); at;
         at = arb_problem_next(t->p, at, ARB_NODE_HELP)) {
        if (arb_problem_node_at(t->p, at)->ends) {
            arb_solve_indent(t, 1);
            tell_help_line(t, at, first_ply);
        }
        arb_solve_tell_help(t, at, first_ply);
    }
}
