/* SPDX-License-Identifier: MIT */
/* One problem: solved, and what all ways of telling it share; see solve.h. */
#include "cli/solve.h"

#include <stdio.h>
#include <string.h>

#include "common/interrupt.h"
#include "common/progress.h"
#include "common/stopwatch.h"

/* Where the bar stands, and when time is up. */
typedef struct reporter {
    const arb_solve_item *item;
    arb_progress bar;
    bool alone; /* the bar is this problem's */
} reporter;

static bool has_time(const arb_solve_item *item)
{
    return !arb_interrupt_pending() && (item->until == 0 || arb_stopwatch_wall() < item->until);
}

static bool on_progress(void *user, double done)
{
    reporter *r = user;

    if (r->alone)
        arb_progress_show(&r->bar, done);
    return has_time(r->item);
}

arb_err arb_solve_item_run(arb_solve_item *item, const arb_solve *solve)
{
    reporter r = { .item = item, .alone = !item->name };
    arb_problem_options options = solve->options;
    arb_err err = ARB_OK;

    item->until = solve->seconds > 0 ? arb_stopwatch_wall() + solve->seconds : 0;
    item->faults = arb_problem_position(&item->pos, &item->setup, &item->stipulation, item->fields);
    if (arb_problem_unplayable(item->faults))
        return ARB_OK;
    item->cannot_arise =
        !item->faults && arb_problem_cannot_arise(&item->why, &item->pos, item->fields);
    if (r.alone)
        r.bar = arb_progress_begin();
    options.progress = on_progress;
    options.user = &r;
    err = arb_problem_new(&item->problem, &item->pos, &item->stipulation, &options);
    if (r.alone)
        arb_progress_clear(&r.bar);
    if (!err && arb_interrupt_pending())
        err = ARB_STOPPED;
    return err;
}

static bool on_themes(void *user, double done)
{
    (void)done; /* a moment, beside the solution */
    return has_time(user);
}

arb_err arb_solve_find_themes(arb_themes **out, const arb_solve_item *item)
{
    arb_solve_item asked = *item;
    const arb_problem_options options = { .progress = on_themes, .user = &asked };
    const arb_err err = arb_themes_new(out, item->problem, &options);

    if (!err && arb_interrupt_pending()) {
        arb_themes_free(*out);
        return ARB_STOPPED;
    }
    return err;
}

bool arb_solve_is_illegal(const arb_solve_item *item)
{
    return item->faults || item->cannot_arise || !item->problem;
}

arb_exit arb_solve_status(const arb_solve_item *item)
{
    if (arb_solve_is_illegal(item))
        return ARB_EXIT_NO;
    return arb_problem_facts_of(item->problem)->verdict == ARB_PROBLEM_SOUND ? ARB_EXIT_YES
                                                                             : ARB_EXIT_NO;
}

void arb_solve_move(char out[ARB_MOVE_TEXT_SIZE], const arb_solve *solve,
                    const arb_solve_item *item, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(item->problem, node);
    const arb_pos pos = arb_problem_before(item->problem, node);
    arb_style style = solve->style;

    style.variant = arb_pos_variant(&pos);
    const size_t size = arb_move_write(out, ARB_MOVE_TEXT_SIZE, &pos, n->move, &style);
    if (n->ends && item->stipulation.aim == ARB_AIM_STALEMATE)
        snprintf(out + size, ARB_MOVE_TEXT_SIZE - size, "=");
}

unsigned arb_solve_ply(const arb_solve_item *item, uint32_t node)
{
    unsigned ply = 0;

    for (const arb_problem_node *n = arb_problem_node_at(item->problem, node);
         n->kind != ARB_NODE_ROOT; n = arb_problem_node_at(item->problem, n->parent))
        ply += n->kind == ARB_NODE_THREAT ? 2 : 1;
    return ply;
}

size_t arb_solve_avoided(char out[ARB_MOVES_MAX][ARB_MOVE_TEXT_SIZE], const arb_solve *solve,
                         const arb_solve_item *item, uint32_t defence)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_problem_avoided(moves, item->problem, defence);
    const arb_pos pos = arb_problem_after(item->problem, defence);
    arb_style style = solve->style;

    style.variant = arb_pos_variant(&pos);
    for (size_t i = 0; i < n; i++)
        (void)arb_move_write(out[i], ARB_MOVE_TEXT_SIZE, &pos, moves[i], &style);
    return n;
}

/* The same move to the eye: Rb5 and Rxb5 are not. */
static bool same_move(const arb_problem *p, uint32_t a, uint32_t b)
{
    const arb_move one = arb_problem_node_at(p, a)->move, two = arb_problem_node_at(p, b)->move;

    if (!arb_move_equal(one, two))
        return false;
    const arb_pos first = arb_problem_before(p, a), second = arb_problem_before(p, b);
    return (arb_move_captured(&first, one) == ARB_SQUARE_NONE) ==
           (arb_move_captured(&second, two) == ARB_SQUARE_NONE);
}

bool arb_solve_same_answers(const arb_solve_item *item, uint32_t a, uint32_t b)
{
    const arb_problem *p = item->problem;
    uint32_t i = arb_problem_node_at(p, a)->child, j = arb_problem_node_at(p, b)->child;

    if (arb_problem_node_at(p, a)->kind != arb_problem_node_at(p, b)->kind)
        return false;
    for (; i && j; i = arb_problem_node_at(p, i)->next, j = arb_problem_node_at(p, j)->next) {
        if (!arb_problem_node_at(p, i)->ends || !arb_problem_node_at(p, j)->ends ||
            !same_move(p, i, j))
            return false;
    }
    return !i && !j && arb_problem_node_at(p, a)->child;
}

void arb_solve_tell(arb_answer *to, const arb_solve *solve, const arb_solve_item *item)
{
    if (solve->cli->json)
        arb_answer_json(to, arb_solve_json(solve, item));
    else if (solve->svg)
        arb_solve_svg(to, solve, item);
    else if (solve->layout == ARB_SOLVE_SUMMARY)
        arb_solve_summary(to, solve, item);
    else if (solve->layout == ARB_SOLVE_POPEYE)
        arb_solve_popeye(to, solve, item);
    else
        arb_solve_text(to, solve, item);
    if (to->err && arb_interrupt_pending())
        to->err = ARB_STOPPED; /* whatever else an unfinished answer is called */
}
