/* SPDX-License-Identifier: MIT */
/* Variations as a tree; see build.h. */
#include "problem/build.h"

#include "problem/battle.h"

static arb_colour attacker(const arb_problem_seeker *s)
{
    return s->search->attacker;
}

static bool in_check(const arb_pos *pos, arb_colour us)
{
    return arb_pos_checkers(pos, us) != 0;
}

void arb_problem_find_answers(arb_problem_answers *out, arb_problem_seeker *s, const arb_pos *pos,
                              unsigned n)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_pos next;

    out->count = 0;
    if (n == 0 || !arb_problem_attack(s, pos, n))
        return;
    const bool direct = s->search->play == ARB_PROBLEM_DIRECT;
    const size_t count = direct ? arb_problem_list_at_once(s, moves, pos, attacker(s)) : 0;
    out->length = 1;
    if (count) {
        for (; out->count < count; out->count++)
            out->move[out->count] = moves[out->count];
        return;
    }
    const size_t all = s->search->code->moves(moves, pos, attacker(s));
    for (out->length = direct ? 2 : 1; out->length <= n && !problem_is_stopped(s); out->length++) {
        if (!arb_problem_attack(s, pos, out->length))
            continue;
        for (size_t i = 0; i < all; i++) {
            advance(&next, pos, attacker(s), moves[i]);
            if (arb_problem_holds(s, &next, out->length, NULL) && !problem_is_stopped(s))
                out->move[out->count++] = moves[i];
        }
        return;
    }
}

void arb_problem_find_threats(arb_problem_answers *out, arb_problem_seeker *s, const arb_pos *pos,
                              unsigned n)
{
    arb_pos passed = *pos;

    out->count = 0;
    out->length = 0;
    passed.passed = ARB_SQUARE_NONE;
    if (n > 0 && !in_check(pos, other(attacker(s))))
        arb_problem_find_answers(out, s, &passed, n);
}

size_t arb_problem_list_replies(arb_problem_seeker *s, arb_move *out, const arb_pos *pos)
{
    const arb_colour them = other(attacker(s));

    if (s->search->play == ARB_PROBLEM_REFLEX) {
        const size_t forced = arb_problem_list_at_once(s, out, pos, them);
        if (forced)
            return forced;
    }
    return s->search->code->moves(out, pos, them);
}

/* All that follows a move of the attacker which leaves him `n` moves. */
static void add_play(arb_problem_tree *tree, uint32_t parent, arb_problem_seeker *s,
                     const arb_pos *pos, unsigned n);

static void add_continuations(arb_problem_tree *tree, uint32_t parent, arb_problem_kind kind,
                              arb_problem_seeker *s, const arb_pos *pos,
                              const arb_problem_answers *answers)
{
    const bool direct = s->search->play == ARB_PROBLEM_DIRECT;

    for (size_t i = 0; i < answers->count && !problem_is_stopped(s); i++) {
        const uint32_t at = arb_problem_tree_add(tree, parent, kind, answers->move[i]);
        arb_pos next;
        if (!at)
            return;
        advance(&next, pos, attacker(s), answers->move[i]);
        arb_problem_node *node = arb_problem_tree_node(tree, at);
        node->length = (uint8_t)answers->length;
        node->checks = in_check(&next, other(attacker(s)));
        node->ends = direct && answers->length == 1;
        if (!node->ends)
            add_play(tree, at, s, &next, answers->length - 1);
    }
}

void arb_problem_add_threats(arb_problem_tree *tree, uint32_t parent, arb_problem_seeker *s,
                             const arb_pos *pos, const arb_problem_answers *threats)
{
    arb_pos passed = *pos;

    passed.passed = ARB_SQUARE_NONE;
    add_continuations(tree, parent, ARB_NODE_THREAT, s, &passed, threats);
}

/* Is one of the threats carried out after this reply as if it had not been played? */
static bool threat_stands(arb_problem_seeker *s, const arb_pos *pos,
                          const arb_problem_answers *threats)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = threats->count ? s->search->code->moves(moves, pos, attacker(s)) : 0;
    arb_pos next;

    for (size_t i = 0; i < threats->count; i++)
        for (size_t j = 0; j < count; j++) {
            if (moves[j].bits != threats->move[i].bits)
                continue;
            advance(&next, pos, attacker(s), moves[j]);
            if (arb_problem_holds(s, &next, threats->length, NULL))
                return true;
        }
    return false;
}

arb_problem_kind arb_problem_add_reply(arb_problem_tree *tree, uint32_t parent,
                                       arb_problem_seeker *s, const arb_pos *pos, arb_move reply,
                                       unsigned n, const arb_problem_answers *threats)
{
    arb_problem_answers answers = { .count = 0 };
    arb_pos next;

    advance(&next, pos, other(attacker(s)), reply);
    const bool ends =
        s->search->play != ARB_PROBLEM_DIRECT && arb_problem_reached(s, &next, attacker(s));
    const bool stands = !ends && threat_stands(s, &next, threats);
    /* a threat that stands is carried out; only where that costs nothing are all answers listed */
    if (!ends && (!stands || threats->length == 1))
        arb_problem_find_answers(&answers, s, &next, n);
    const arb_problem_kind kind = ends || (answers.count && !stands) ? ARB_NODE_DEFENCE
                                  : stands                           ? ARB_NODE_REPLY
                                                                     : ARB_NODE_REFUTATION;
    const uint32_t at = arb_problem_tree_add(tree, parent, kind, reply);
    if (!at)
        return kind;
    arb_problem_node *node = arb_problem_tree_node(tree, at);
    node->ends = ends;
    node->checks = in_check(&next, attacker(s));
    node->length = (uint8_t)(answers.count ? answers.length : stands ? threats->length : 0);
    add_continuations(tree, at, ARB_NODE_CONTINUATION, s, &next, &answers);
    return kind;
}

static void add_play(arb_problem_tree *tree, uint32_t parent, arb_problem_seeker *s,
                     const arb_pos *pos, unsigned n)
{
    arb_problem_answers threats;
    arb_move replies[ARB_MOVES_MAX];

    arb_problem_find_threats(&threats, s, pos, n);
    arb_problem_add_threats(tree, parent, s, pos, &threats);
    const size_t count = arb_problem_list_replies(s, replies, pos);
    for (size_t i = 0; i < count && !problem_is_stopped(s) && !tree->truncated && !tree->starved;
         i++)
        (void)arb_problem_add_reply(tree, parent, s, pos, replies[i], n, &threats);
}
