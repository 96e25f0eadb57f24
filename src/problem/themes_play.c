/* SPDX-License-Identifier: MIT */
/* Correction, dual avoidance and change: themes of how defences and mates hang together. */
#include "problem/themes.h"

/* ---- correction */

/*
 * The mates that follow when the man is merely gone. None, if one of the threats is among them:
 * then it is not his leaving that parries, and there is nothing to correct.
 */
static size_t secondary_threats(arb_move out[ARB_MOVES_MAX], const arb_theme_phase *phase,
                                arb_square man)
{
    arb_setup gone = arb_pos_setup(&phase->a);
    arb_scene scene;

    gone.piece[man] = ARB_PIECE_NONE;
    if (!arb_scene_of(&scene, &gone, phase->us, ARB_SQUARE_NONE))
        return 0;
    const size_t n = arb_scene_list_mates(out, &scene);
    for (size_t i = 0; i < n; i++)
        if (arb_scene_is_among(out[i], phase->threat, phase->threats))
            return 0;
    return n;
}

/* Is one of the answers to the defence a secondary threat? */
static bool allows(const arb_problem *p, uint32_t defence, const arb_move *list, size_t count)
{
    for (uint32_t at = arb_problem_first(p, defence, ARB_NODE_CONTINUATION); at;
         at = arb_problem_next(p, at, ARB_NODE_CONTINUATION))
        if (arb_scene_is_among(arb_problem_node_at(p, at)->move, list, count))
            return true;
    return false;
}

/* Has another correction let the same mate? The first line is none. */
static bool is_shown(const arb_theme_found *found, const arb_theme_variation *v)
{
    for (unsigned i = 1; i <= found->lines; i++)
        if (arb_move_equal(arb_problem_node_at(v->phase->p, found->line[i])->move, v->m))
            return true;
    return false;
}

/* Any move of the man lets a secondary threat; one that corrects lets another mate. */
static void find_correction(arb_themes *to, const arb_theme_phase *phase, arb_square man)
{
    arb_theme_found found = { .theme = ARB_THEME_BLACK_CORRECTION,
                              .use = ARB_THEME_USE_MATE,
                              .phase = phase->node,
                              .at = man,
                              .piece = ARB_SQUARE_NONE };
    arb_theme_variation v = { .defence = 0 };
    arb_move secondary[ARB_MOVES_MAX];
    const size_t n = secondary_threats(secondary, phase, man);
    bool corrected = false;

    while (n && arb_theme_next(&v, phase)) {
        if (v.s != man || !arb_theme_is_plain(v.d))
            continue;
        if (allows(phase->p, v.defence, secondary, n)) {
            if (found.line[0] == 0 && arb_scene_is_among(v.m, secondary, n))
                found.line[0] = v.mate;
        } else if (found.lines < ARB_THEME_LINES_MAX - 1 && !is_shown(&found, &v)) {
            found.line[++found.lines] = v.mate;
            corrected = true;
        }
    }
    found.lines++;
    if (found.line[0] && corrected)
        arb_theme_add(to, &found);
}

void arb_theme_black_correction(arb_themes *to, const arb_theme_phase *phase)
{
    const arb_side *side = &phase->a.side[phase->them];

    for (uint64_t left = side->all & ~side->king; left; left = without_lowest(left))
        find_correction(to, phase, lowest(left));
}

/* ---- dual avoidance */

void arb_theme_dual_avoidance(arb_themes *to, const arb_theme_variation *v)
{
    arb_move avoided[ARB_MOVES_MAX];

    if (arb_problem_avoided(avoided, v->phase->p, v->defence))
        arb_theme_add_variation(to, ARB_THEME_DUAL_AVOIDANCE, ARB_THEME_USE_MATE, v,
                                ARB_SQUARE_NONE, ARB_SQUARE_NONE);
}

/* ---- change: told with the later of the two phases */

/* Is there no phase before this one? All changes are gone through once, not for every phase. */
static bool is_first(const arb_theme_phase *phase)
{
    const arb_problem *p = phase->p;

    if (arb_problem_node_at(p, phase->node)->parent)
        return false;
    for (uint32_t at = arb_problem_node_at(p, 0)->child; at != phase->node;
         at = arb_problem_node_at(p, at)->next)
        if (arb_theme_is_phase(p, at))
            return false;
    return true;
}

void arb_theme_change(arb_themes *to, const arb_theme_phase *phase)
{
    arb_problem_changed c = { .change = ARB_CHANGE_NONE };

    while (is_first(phase) && arb_problem_changes(&c, phase->p)) {
        if (c.change != ARB_CHANGE_MATE)
            continue;
        const arb_theme_found found = {
            .theme = ARB_THEME_CHANGE,
            .use = ARB_THEME_USE_MATE,
            .phase = c.phase[1],
            .line = { arb_problem_first(phase->p, c.defence[0], ARB_NODE_CONTINUATION),
                      arb_problem_first(phase->p, c.defence[1], ARB_NODE_CONTINUATION) },
            .lines = 2,
            .at = ARB_SQUARE_NONE,
            .piece = ARB_SQUARE_NONE
        };
        arb_theme_add(to, &found);
    }
}

/* ---- what themes have that are seen in variations alone, or in phases alone */

void arb_theme_never(arb_themes *to, const arb_theme_variation *v)
{
    (void)to;
    (void)v;
}

void arb_theme_not_first(arb_themes *to, const arb_theme_phase *phase)
{
    (void)to;
    (void)phase;
}
