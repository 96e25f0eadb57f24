/* SPDX-License-Identifier: MIT */
/*
 * Can a side still mate, is the position dead (Laws, 1.5, 5.2.2, 6.9)? First what the rules of the
 * end and the material say at once, then a search that is a proof either way when it ends.
 */
#include "arbitro/proof.h"

#include <assert.h>
#include <string.h>

#include "board/attack.h"
#include "proof/explore.h"
#include "proof/material.h"
#include "proof/sprint.h"
#include "proof/survey.h"
#include "proof/walls.h"

/* How many positions may be looked at when the caller does not say. */
enum {
    NODES_SHORT = 6000,
    HABIT = 4,
    NODES_SURVEY = 18000,
    NODES_MIDDLE = 20000,
    NODES_MAP = 20000,
    NODES_DEFAULT = 1000000
};

/* Can the side that has the move mate at once? */
static bool mates_now(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (arb_pos_is_checkmate(&next))
            return true;
    }
    return false;
}

/*
 * Does its material keep `side` from mating? Where the opponent is in check out of turn, one move
 * can make a check that no legal game knows, such as by two bishops at once; from the next move on
 * all is as usual.
 */
static bool lacks_material(const arb_pos *pos, arb_colour side)
{
    if (!arb_material_cannot_mate(pos, side))
        return false;
    return pos->turn != side || !arb_pos_checkers(pos, arb_opponent(side)) || !mates_now(pos);
}

static arb_proof answer(arb_proof_answer *out, arb_proof verdict, arb_proof_reason reason)
{
    out->verdict = verdict;
    out->reason = reason;
    return verdict;
}

/*
 * Do only moves, one after the other, lead to an end without a mate by `side`: to a stalemate, a
 * mate by the other side, too little material, or round in a circle?
 */
static bool is_forced_to_fail(const arb_pos *pos, arb_colour side)
{
    arb_pos now = *pos, mark = *pos;
    arb_move moves[ARB_MOVES_MAX];

    for (unsigned ply = 0; arb_pos_count(&now) == 1; ply++) {
        arb_pos_moves(moves, &now);
        arb_pos_play(&now, &now, moves[0]);
        if (arb_pos_same(&now, &mark))
            return true;
        if ((ply & (ply + 1)) == 0) /* a circle is met again by a mark that is moved on */
            mark = now;
    }
    if (arb_pos_count(&now) == 0)
        return !arb_pos_is_check(&now) || now.turn == side;
    return lacks_material(&now, side);
}

/* Is there any piece beside kings and pawns? Without one, a survey is a search. */
static bool has_pieces(const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];

    return (white->knights | white->diagonal | white->straight | black->knights | black->diagonal |
            black->straight) != 0;
}

/* A proof by search: YES with the line in the answer, or NO. */
static arb_proof explore(const arb_pos *pos, arb_quest *quest, uint64_t nodes)
{
    const uint64_t all = quest->nodes;

    quest->nodes = nodes < all ? nodes : all;
    const arb_proof found = arb_explore(pos, quest);
    quest->nodes = all;
    return found;
}

static arb_proof answer_search(arb_proof_answer *out, arb_proof found)
{
    return answer(out, found,
                  found == ARB_PROOF_YES  ? ARB_REASON_LINE
                  : found == ARB_PROOF_NO ? ARB_REASON_EXHAUSTED
                                          : ARB_REASON_WORK);
}

/* Follows the first plans of a survey, each for a while. */
static arb_proof follow_plans(const arb_pos *pos, const arb_quest *quest, arb_survey *survey,
                              unsigned plans, uint64_t nodes)
{
    arb_quest following = *quest;
    arb_proof found = ARB_PROOF_UNKNOWN;

    for (unsigned plan = 0; plan < plans && plan < survey->plan_count; plan++) {
        const arb_route route = { survey, &survey->plans[plan] };
        following.route = &route;
        if (!arb_survey_measure(survey, plan))
            break;
        found = explore(pos, &following, nodes);
        if (found != ARB_PROOF_UNKNOWN)
            break;
    }
    return found;
}

/* Plans and plain search in turn, with more and more work. */
static arb_proof search_with_plans(const arb_pos *pos, arb_quest *quest)
{
    static const struct {
        unsigned plans, plan_nodes, nodes;
    } rounds[] = { { 24, 1500, 100000 }, { 16, 10000, UINT32_MAX } };
    const uint64_t cases = quest->nodes < NODES_MAP ? quest->nodes : NODES_MAP;
    arb_survey survey;
    arb_proof found = arb_survey_make(&survey, pos, quest->side, quest->mem, cases, true);

    quest->answer->nodes += survey.cases.count;
    for (unsigned i = 0; i < 2 && found == ARB_PROOF_UNKNOWN; i++) {
        quest->surveys = i == 0;
        found = follow_plans(pos, quest, &survey, rounds[i].plans, rounds[i].plan_nodes);
        if (found == ARB_PROOF_UNKNOWN)
            found = explore(pos, quest, rounds[i].nodes);
    }
    arb_survey_clear(&survey);
    return found;
}

/* Does a survey of each position that a move leads to show that `side` never mates? */
static bool surveys_hold(const arb_pos *pos, const arb_quest *quest, uint64_t cases)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (pos->turn == quest->side && arb_pos_is_checkmate(&next))
            return false;
        if (arb_survey_ask(&next, quest->side, quest->mem, cases, &quest->answer->nodes) !=
            ARB_PROOF_NO)
            return false;
    }
    return true;
}

/* Does a survey show that `side` never mates? A king in check out of turn is one move too early. */
static bool survey_holds(const arb_pos *pos, const arb_quest *quest)
{
    const uint64_t cases = quest->nodes < NODES_SURVEY ? quest->nodes : NODES_SURVEY;

    if (arb_pos_checkers(pos, arb_opponent((arb_colour)pos->turn)))
        return surveys_hold(pos, quest, cases);
    return arb_survey_ask(pos, quest->side, quest->mem, cases, &quest->answer->nodes) ==
           ARB_PROOF_NO;
}

/* What is left after the first short search. */
static arb_proof search_long(arb_proof_answer *out, const arb_pos *pos, arb_quest *quest)
{
    if (!has_pieces(pos))
        return answer_search(out, explore(pos, quest, quest->nodes));
    if (survey_holds(pos, quest))
        return answer(out, ARB_PROOF_NO, ARB_REASON_WALLS);
    arb_proof found = explore(pos, quest, NODES_MIDDLE);
    if (found == ARB_PROOF_UNKNOWN)
        found = search_with_plans(pos, quest);
    return answer_search(out, found);
}

/* The stages of a search: what most often answers for little work comes first. */
static arb_proof search(arb_proof_answer *out, const arb_pos *pos, arb_colour side,
                        const arb_effort *effort)
{
    const uint64_t nodes = effort && effort->nodes ? effort->nodes : NODES_DEFAULT;
    arb_quest quest = {
        .side = side, .mem = effort ? effort->mem : NULL, .nodes = nodes, .answer = out
    };

    if (arb_sprint_can(pos, side) && arb_sprint(out, pos, side, nodes))
        return answer(out, ARB_PROOF_YES, ARB_REASON_LINE);
    if (arb_walls_hold(pos, side))
        return answer(out, ARB_PROOF_NO, ARB_REASON_WALLS);
    const arb_proof found = explore(pos, &quest, NODES_SHORT);
    if (found != ARB_PROOF_UNKNOWN || nodes <= NODES_SHORT)
        return answer_search(out, found);
    quest.habit = HABIT;
    quest.by_kind = true;
    return search_long(out, pos, &quest);
}

/* Laws 5.2.2 */
arb_proof arb_proof_explain_mate(arb_proof_answer *out, const arb_pos *pos, arb_colour side,
                                 const arb_effort *effort)
{
    assert(side < ARB_COLOUR_COUNT);
    out->mates = side;
    out->nodes = out->count = 0;
    if (arb_pos_count(pos) == 0) {
        if (!arb_pos_is_check(pos))
            return answer(out, ARB_PROOF_NO, ARB_REASON_STALEMATE);
        return answer(out, pos->turn != side ? ARB_PROOF_YES : ARB_PROOF_NO, ARB_REASON_CHECKMATE);
    }
    if (lacks_material(pos, side))
        return answer(out, ARB_PROOF_NO, ARB_REASON_MATERIAL);
    if (is_forced_to_fail(pos, side))
        return answer(out, ARB_PROOF_NO, ARB_REASON_FORCED);

    return search(out, pos, side, effort);
}

/* The side that is likelier to mate. */
static arb_colour stronger(const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];
    const unsigned of_white = count(white->all) + 2 * count(white->straight | white->pawns);
    const unsigned of_black = count(black->all) + 2 * count(black->straight | black->pawns);

    return of_white < of_black ? ARB_BLACK : ARB_WHITE;
}

/* Laws 1.5, 5.2.2 */
arb_proof arb_proof_explain_dead(arb_proof_answer *out, const arb_pos *pos,
                                 const arb_effort *effort)
{
    const arb_colour first = stronger(pos);
    const arb_proof one = arb_proof_explain_mate(out, pos, first, effort);

    if (one == ARB_PROOF_YES)
        return answer(out, ARB_PROOF_NO, out->reason);
    const uint64_t nodes = out->nodes;
    const arb_proof_reason reason = out->reason;
    const arb_proof two = arb_proof_explain_mate(out, pos, arb_opponent(first), effort);
    out->nodes += nodes;
    if (two == ARB_PROOF_YES)
        return answer(out, ARB_PROOF_NO, out->reason);
    if (one == ARB_PROOF_UNKNOWN || two == ARB_PROOF_UNKNOWN)
        return answer(out, ARB_PROOF_UNKNOWN, ARB_REASON_WORK);
    return answer(out, ARB_PROOF_YES, reason > out->reason ? reason : out->reason);
}

arb_proof arb_proof_can_mate(const arb_pos *pos, arb_colour side, const arb_effort *effort)
{
    arb_proof_answer out;

    return arb_proof_explain_mate(&out, pos, side, effort);
}

arb_proof arb_proof_is_dead(const arb_pos *pos, const arb_effort *effort)
{
    arb_proof_answer out;

    return arb_proof_explain_dead(&out, pos, effort);
}

const char *arb_proof_reason_text(arb_proof_reason reason, arb_lang lang)
{
    static const char *const texts[ARB_REASON_COUNT][ARB_LANG_COUNT] = {
#define X(name, en, it) [ARB_REASON_##name] = { en, it },
        ARB_PROOF_REASON_MAP(X)
#undef X
    };
    assert(reason < ARB_REASON_COUNT && lang < ARB_LANG_COUNT);
    return texts[reason][lang];
}
