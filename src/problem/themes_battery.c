/* SPDX-License-Identifier: MIT */
/* Batteries that give the mate, and mates that answer a check; see themes.h. */
#include "problem/themes.h"
#include "terms/battery.h"

/* Which line piece gives check because the man before it has left the line; or none. */
static arb_square fired(const arb_pos *before, const arb_pos *after, arb_move move)
{
    const arb_colour us = (arb_colour)before->turn;
    const arb_square king = lowest(before->side[other(us)].king);
    arb_terms_battery list[ARB_TERMS_PINS_MAX];
    const size_t n = arb_terms_batteries(list, before, us, king);

    for (size_t i = 0; i < n; i++)
        if (list[i].front == arb_move_from(move) &&
            (arb_pos_checkers(after, other(us)) & bit(list[i].rear)))
            return list[i].rear;
    return ARB_SQUARE_NONE;
}

void arb_theme_battery(arb_themes *to, const arb_theme_variation *v)
{
    const arb_square rear = fired(&v->b, &v->c, v->m);

    if (rear != ARB_SQUARE_NONE)
        arb_theme_add_variation(to, ARB_THEME_BATTERY, ARB_THEME_USE_MATE, v, arb_move_from(v->m),
                                rear);
}

/* A threat may come from a battery, too. */
void arb_theme_battery_threat(arb_themes *to, const arb_theme_phase *phase)
{
    for (uint32_t at = arb_problem_first(phase->p, phase->node, ARB_NODE_THREAT); at;
         at = arb_problem_next(phase->p, at, ARB_NODE_THREAT)) {
        const arb_problem_node *n = arb_problem_node_at(phase->p, at);
        if (!n->ends)
            continue;
        const arb_pos before = arb_problem_before(phase->p, at),
                      after = arb_problem_after(phase->p, at);
        const arb_theme_found found = { .theme = ARB_THEME_BATTERY,
                                        .use = ARB_THEME_USE_MATE,
                                        .phase = phase->node,
                                        .line = { at },
                                        .lines = 1,
                                        .at = arb_move_from(n->move),
                                        .piece = fired(&before, &after, n->move) };
        if (found.piece != ARB_SQUARE_NONE)
            arb_theme_add(to, &found);
    }
}

/* The defence was the third man on the line: its leaving makes the battery. */
void arb_theme_masked_battery(arb_themes *to, const arb_theme_variation *v)
{
    arb_terms_battery list[ARB_TERMS_PINS_MAX];
    const size_t n = arb_terms_masked_batteries(list, &v->phase->a, v->phase->us, v->king);
    const arb_square rear = fired(&v->b, &v->c, v->m);

    if (!arb_theme_is_plain(v->d) || rear == ARB_SQUARE_NONE)
        return;
    for (size_t i = 0; i < n; i++)
        if (list[i].mask == v->s && list[i].rear == rear && list[i].front == arb_move_from(v->m))
            arb_theme_add_variation(to, ARB_THEME_MASKED_BATTERY, ARB_THEME_USE_MATE, v,
                                    list[i].front, rear);
}

void arb_theme_cross_check(arb_themes *to, const arb_theme_variation *v)
{
    if (arb_pos_is_check(&v->b) && arb_move_captured(&v->b, v->m) == ARB_SQUARE_NONE)
        arb_theme_add_variation(to, ARB_THEME_CROSS_CHECK, ARB_THEME_USE_MATE, v, arb_move_to(v->m),
                                ARB_SQUARE_NONE);
}
