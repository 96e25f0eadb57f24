/* SPDX-License-Identifier: MIT */
/*
 * Can a side still mate, is the position dead (Laws, 1.5, 5.2.2, 6.9)? First what the rules of the
 * end and the material say at once, then a search that is a proof either way when it ends.
 */
#include "arbitro/proof.h"

#include <assert.h>
#include <string.h>

#include "board/attack.h"
#include "proof/abstract_closure.h"
#include "proof/budget.h"
#include "proof/exhaustion.h"
#include "proof/few_movers.h"
#include "proof/forced.h"
#include "proof/material.h"
#include "proof/quick_mate.h"
#include "proof/search.h"
#include "proof/walls.h"

/* How many positions the first stages may look at. */
enum {
    NODES_SHORT = 6000,
    REPEAT = 4,
    NODES_CLOSURE = 18000,
    PLAN_LEAST = 1500, /* of each plan */
    PLAN_MOST = 20000,
    PLANS_FIRST = 36000
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

/* Is there any piece beside kings and pawns? Without one, a closure is a search. */
static bool has_pieces(const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];

    return (white->knights | white->diagonal | white->straight | black->knights | black->diagonal |
            black->straight) != 0;
}

/* A search of so many positions at most. */
static arb_proof look_through(const arb_pos *pos, arb_search_task *task, uint64_t nodes)
{
    const uint64_t all = task->nodes;

    task->nodes = arb_search_left(task, nodes);
    const arb_proof found = arb_search(pos, task);
    task->nodes = all;
    return found;
}

static arb_proof answer_search(arb_proof_answer *out, arb_proof found)
{
    return answer(out, found,
                  found == ARB_PROOF_YES  ? ARB_REASON_LINE
                  : found == ARB_PROOF_NO ? ARB_REASON_EXHAUSTED
                                          : ARB_REASON_WORK);
}

/* Follows the first plans of a closure of regions, which share so many positions. */
static arb_proof follow_plans(const arb_pos *pos, const arb_search_task *task,
                              arb_abstract_closure *closure, uint64_t nodes)
{
    const uint64_t count = closure->plan_count ? closure->plan_count : 1;
    const uint64_t each = nodes / count < PLAN_LEAST ? PLAN_LEAST : nodes / count;
    arb_search_task following = *task;
    arb_proof found = ARB_PROOF_UNKNOWN;

    for (unsigned plan = 0; plan < count && plan < closure->plan_count && plan * each < nodes;
         plan++) {
        const arb_abstract_guide map = { closure, &closure->plans[plan] };
        following.map = &map;
        following.closures = task->closures && plan == 0;
        if (!arb_abstract_graph_measure(closure, plan))
            break;
        found = look_through(pos, &following, each < PLAN_MOST ? each : PLAN_MOST);
        if (found != ARB_PROOF_UNKNOWN)
            break;
    }
    return found;
}

/* A map for plans, of so many states; where it has no mate, a proof may be near. Without pieces
 * beside kings and pawns it would be the search itself. */
static arb_proof make_map(arb_abstract_closure *out, const arb_pos *pos,
                          const arb_search_task *task, uint64_t states)
{
    if (!has_pieces(pos))
        return ARB_PROOF_UNKNOWN;
    arb_abstract_closure_clear(out);
    const uint64_t left = arb_search_left(task, states);
    const bool leads = arb_abstract_closure_map(out, pos, task->side, task->mem, left);
    task->answer->nodes += out->states.count;
    if (leads || arb_abstract_closure_ask(pos, task->side, task->mem, left, &task->answer->nodes) !=
                     ARB_PROOF_NO)
        return ARB_PROOF_UNKNOWN;
    arb_certificate_add(task->certificate, pos, ARB_ARGUMENT_REGIONS);
    return ARB_PROOF_NO;
}

/* Has the side knights or bishops, and beside them only pawns? Where these are locked, the guide
 * waits for their promotion in vain. */
static bool has_minors_and_pawns(const arb_pos *pos, arb_colour side)
{
    const arb_side *own = &pos->side[side];

    return own->pawns && !own->straight && (own->knights | own->diagonal);
}

/* A search that does without the pawns, first near the other side's end of the board, then near its
 * own. */
static arb_proof search_without_pawns(const arb_pos *pos, arb_search_task *task, uint64_t nodes)
{
    arb_proof found = ARB_PROOF_UNKNOWN;

    for (unsigned i = 0; i < 2 && found == ARB_PROOF_UNKNOWN; i++) {
        task->corners = i == 0 ? home_rank(other(task->side)) : home_rank(task->side);
        found = look_through(pos, task, nodes);
    }
    task->corners = 0;
    return found;
}

/*
 * What may have a turn, for how many positions or states, and when: a map is of use where a mate
 * fits into the first states of a closure, otherwise it would have no plans; where there are pawns
 * that mislead the guide, exhaustion comes to its end sooner than the long search to a mate.
 */
typedef struct turn {
    enum { WITHOUT_PAWNS, SEARCH, MAP, PLANS, EXHAUST, FEW_MOVERS } kind;
    uint64_t amount;
    enum { ALWAYS, FITS, MINORS, NO_MINORS, FITS_OR_MINORS } when;
    unsigned draws; /* of few movers */
} turn;

static const turn turns[] = {
    { WITHOUT_PAWNS, 4000, MINORS, 0 },
    { SEARCH, 20000, FITS_OR_MINORS, 0 }, /* otherwise the long one is next */
    { MAP, 20000, FITS, 0 },
    { PLANS, PLANS_FIRST, FITS, 0 },
    { SEARCH, 130000, NO_MINORS, 0 },
    { EXHAUST, 1000000, ALWAYS, 0 },
    { SEARCH, 130000, MINORS, 0 },
    { MAP, 130000, ALWAYS, 0 },
    { PLANS, PLANS_FIRST, ALWAYS, 0 },
    { WITHOUT_PAWNS, 200000, MINORS, 0 },
    { FEW_MOVERS, 10000, ALWAYS, 24 },
    { SEARCH, 1000000, ALWAYS, 0 },
    { EXHAUST, 2000000, ALWAYS, 0 },
    { PLANS, 160000, ALWAYS, 0 },
    { FEW_MOVERS, 20000, ALWAYS, 150 },
    { PLANS, 1280000, ALWAYS, 0 },
    { WITHOUT_PAWNS, 1000000, MINORS, 0 },
    { FEW_MOVERS, 60000, ALWAYS, 200 },
    { EXHAUST, UINT64_MAX, ALWAYS, 0 },
};

static bool is_due(const turn *t, bool fits, bool minors)
{
    switch (t->when) {
    case FITS:
        return fits;
    case MINORS:
        return minors;
    case NO_MINORS:
        return !minors;
    case FITS_OR_MINORS:
        return fits || minors;
    case ALWAYS:
        break;
    }
    return true;
}

/* What takes turns, with what they share. */
typedef struct round_table {
    const arb_pos *pos;
    arb_search_task *task;
    arb_exhaustion *exhaustion;
    arb_abstract_closure closure;
    arb_few_movers few;
} round_table;

static arb_proof take_turn(round_table *r, const turn *t)
{
    arb_proof found = ARB_PROOF_UNKNOWN;

    switch (t->kind) {
    case WITHOUT_PAWNS:
        found = search_without_pawns(r->pos, r->task, t->amount);
        break;
    case SEARCH:
        found = look_through(r->pos, r->task, t->amount);
        break;
    case MAP:
        found = make_map(&r->closure, r->pos, r->task, t->amount);
        break;
    case PLANS:
        r->task->closures = t->amount == PLANS_FIRST;
        found = follow_plans(r->pos, r->task, &r->closure, t->amount);
        r->task->closures = false;
        break;
    case EXHAUST:
        if (t->amount == UINT64_MAX) /* to the end of the memory: the map gives its own back */
            arb_abstract_closure_clear(&r->closure);
        found = arb_exhaustion_go(r->exhaustion, t->amount);
        break;
    case FEW_MOVERS:
        found = arb_few_movers_search(&r->few, r->task, &r->closure, t->draws, t->amount);
        break;
    }
    return found;
}

/*
 * With plans, plain search and exhaustion in turn, each with more and more work. `fits` tells that
 * a mate fits into the first states of a closure.
 */
static arb_proof search_by_turns(const arb_pos *pos, arb_search_task *task,
                                 arb_exhaustion *exhaustion, bool fits)
{
    const bool minors = has_minors_and_pawns(pos, task->side);
    round_table r = { .pos = pos, .task = task, .exhaustion = exhaustion };
    arb_proof found = ARB_PROOF_UNKNOWN;

    arb_few_movers_begin(&r.few, pos);
    for (size_t i = 0; i < sizeof turns / sizeof *turns && found == ARB_PROOF_UNKNOWN; i++)
        if (is_due(&turns[i], fits, minors))
            found = take_turn(&r, &turns[i]);
    arb_abstract_closure_clear(&r.closure);
    return found;
}

static bool closure_holds(const arb_pos *pos, const arb_search_task *task)
{
    const uint64_t states = arb_search_left(task, NODES_CLOSURE);

    return arb_abstract_closure_ask(pos, task->side, task->mem, states, &task->answer->nodes) ==
           ARB_PROOF_NO;
}

/* Do regions show, of each position that a move leads to, that `side` never mates? */
static bool closures_hold(const arb_pos *pos, const arb_search_task *task)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if ((pos->turn == task->side && arb_pos_is_checkmate(&next)) || !closure_holds(&next, task))
            return false;
    }
    task->certificate->expanded++;
    for (size_t i = 0; i < n; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        arb_certificate_add(task->certificate, &next, ARB_ARGUMENT_REGIONS);
    }
    return true;
}

/* Do regions show that `side` never mates? A king in check out of turn is one move too early. */
static bool regions_hold(const arb_pos *pos, const arb_search_task *task)
{
    if (arb_pos_checkers(pos, arb_opponent((arb_colour)pos->turn)))
        return closures_hold(pos, task);
    if (!closure_holds(pos, task))
        return false;
    arb_certificate_add(task->certificate, pos, ARB_ARGUMENT_REGIONS);
    return true;
}

/* What is left after the first short search. */
static arb_proof search_long(arb_proof_answer *out, const arb_pos *pos, arb_search_task *task)
{
    arb_exhaustion exhaustion;
    arb_proof found = ARB_PROOF_UNKNOWN;

    const uint64_t before = out->nodes;

    if (has_pieces(pos) && regions_hold(pos, task))
        return answer(out, ARB_PROOF_NO, ARB_REASON_REGIONS);
    const bool fits = out->nodes - before < NODES_CLOSURE;
    if (arb_exhaustion_begin(&exhaustion, pos, task))
        found = search_by_turns(pos, task, &exhaustion, fits);
    arb_exhaustion_clear(&exhaustion);
    return answer_search(out, found);
}

/* The stages of a search: what most often answers for little work comes first. */
static arb_proof search(const arb_pos *pos, arb_search_task *task)
{
    arb_proof_answer *out = task->answer;

    if (arb_quick_mate_applies(pos, task->side) &&
        arb_quick_mate(out, pos, task->side, task->nodes))
        return answer(out, ARB_PROOF_YES, ARB_REASON_LINE);
    if (arb_walls_hold(pos, task->side)) {
        arb_certificate_add(task->certificate, pos, ARB_ARGUMENT_WALLS);
        return answer(out, ARB_PROOF_NO, ARB_REASON_WALLS);
    }
    const arb_proof found = look_through(pos, task, NODES_SHORT);
    if (found != ARB_PROOF_UNKNOWN || arb_search_left(task, 1) == 0)
        return answer_search(out, found);
    task->repeat = REPEAT;
    task->by_kind = true;
    return search_long(out, pos, task);
}

/* Puts the moves that were forced before the line of an answer. */
static void put_before(arb_proof_answer *out, const arb_forced *forced)
{
    const size_t room = ARB_PROOF_LINE_MAX - forced->count;

    memmove(out->line + forced->count, out->line,
            (out->count < room ? out->count : room) * sizeof *out->line);
    memcpy(out->line, forced->line, forced->count * sizeof *out->line);
    out->count += forced->count;
}

/* Plays out what is forced, and searches from where there is a choice. */
static arb_proof decide(const arb_pos *pos, arb_search_task *task)
{
    arb_proof_answer *out = task->answer;
    arb_forced forced;

    arb_forced_play(&forced, pos);
    if (forced.is_circle) {
        task->certificate->expanded = forced.distinct;
        return answer(out, ARB_PROOF_NO, ARB_REASON_FORCED);
    }
    task->certificate->expanded = forced.count;
    if (arb_pos_count(&forced.end) == 0) {
        const bool mate = arb_pos_is_check(&forced.end) && forced.end.turn != task->side;
        task->certificate->expanded++;
        put_before(out, &forced);
        return mate ? answer(out, ARB_PROOF_YES, ARB_REASON_LINE)
                    : answer(out, ARB_PROOF_NO, ARB_REASON_FORCED);
    }
    if (lacks_material(&forced.end, task->side))
        return answer(out, ARB_PROOF_NO, forced.count ? ARB_REASON_FORCED : ARB_REASON_MATERIAL);
    const arb_proof found = search(&forced.end, task);
    if (found == ARB_PROOF_YES)
        put_before(out, &forced);
    return found;
}

/* Laws 5.2.2 */
arb_proof arb_proof_certify(arb_proof_answer *out, const arb_pos *pos, arb_colour side,
                            const arb_effort *effort, arb_proof_part_fn *tell, void *user)
{
    arb_certificate certificate = { .side = side, .tell = tell, .user = user };
    arb_proof_budget budget;

    assert(side < ARB_COLOUR_COUNT);
    arb_proof_budget_init(&budget, effort ? effort->mem : NULL,
                          effort && effort->bytes ? effort->bytes : ARB_PROOF_BYTES);
    arb_search_task task = { .side = side,
                             .mem = &budget.mem,
                             .effort = effort,
                             .nodes = effort && effort->nodes ? effort->nodes : UINT64_MAX,
                             .answer = out,
                             .certificate = &certificate };
    certificate.mem = &budget.mem;
    out->mates = side;
    out->nodes = out->count = 0;
    if (arb_pos_count(pos) == 0) {
        certificate.expanded = 1;
        if (!arb_pos_is_check(pos))
            answer(out, ARB_PROOF_NO, ARB_REASON_STALEMATE);
        else
            answer(out, pos->turn != side ? ARB_PROOF_YES : ARB_PROOF_NO, ARB_REASON_CHECKMATE);
    } else {
        decide(pos, &task);
    }
    out->expanded = out->verdict == ARB_PROOF_NO ? certificate.expanded : 0;
    out->parts = out->verdict == ARB_PROOF_NO ? certificate.parts : 0;
    return out->verdict;
}

arb_proof arb_proof_explain_mate(arb_proof_answer *out, const arb_pos *pos, arb_colour side,
                                 const arb_effort *effort)
{
    return arb_proof_certify(out, pos, side, effort, NULL, NULL);
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
    const uint64_t nodes = out->nodes, expanded = out->expanded, parts = out->parts;
    const arb_proof_reason reason = out->reason;
    const arb_proof two = arb_proof_explain_mate(out, pos, arb_opponent(first), effort);
    out->nodes += nodes;
    if (two == ARB_PROOF_YES)
        return answer(out, ARB_PROOF_NO, out->reason);
    if (one == ARB_PROOF_UNKNOWN || two == ARB_PROOF_UNKNOWN)
        return answer(out, ARB_PROOF_UNKNOWN, ARB_REASON_WORK);
    out->expanded += expanded;
    out->parts += parts;
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
