/* SPDX-License-Identifier: MIT */
/* Lines that are shut: interferences, simple and reciprocal, and obstructions; see themes.h. */
#include "problem/themes.h"

/* ---- interference: the man shut off could parry the mate if the other did not stand there */

/* Was the way open in the diagram of the phase, but for the piece that mates? */
static bool was_open(const arb_theme_variation *v, arb_move parry, bool masked)
{
    const uint64_t men = arb_terms_standing(&v->phase->a, arb_move_from(parry), arb_move_to(parry));

    return men == (masked ? bit(arb_move_from(v->m)) : 0);
}

bool arb_theme_interferes(const arb_theme_variation *v, arb_square piece, bool masked)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_scene without;

    if (!arb_theme_is_plain(v->d) || !arb_theme_stays(v) ||
        arb_move_captured(&v->phase->a, v->d) != ARB_SQUARE_NONE ||
        !arb_scene_without(&without, &v->c, v->t))
        return false;
    const size_t n = arb_pos_moves(moves, &without.pos);
    for (size_t i = 0; i < n; i++)
        if (arb_move_from(moves[i]) == piece && arb_theme_goes_over(moves[i], v->t) &&
            was_open(v, moves[i], masked))
            return true;
    return false;
}

/* One for each man that is shut off. */
static void find_interference(arb_themes *to, const arb_theme_variation *v, bool masked)
{
    for (uint64_t left = v->phase->a.side[v->phase->them].all; left; left = without_lowest(left)) {
        if (arb_theme_interferes(v, lowest(left), masked))
            arb_theme_add_variation(to,
                                    masked ? ARB_THEME_RETRO_INTERFERENCE : ARB_THEME_INTERFERENCE,
                                    ARB_THEME_USE_MATE, v, v->t, lowest(left));
    }
}

void arb_theme_interference(arb_themes *to, const arb_theme_variation *v)
{
    find_interference(to, v, false);
}

void arb_theme_retro_interference(arb_themes *to, const arb_theme_variation *v)
{
    find_interference(to, v, true);
}

/* ---- reciprocal: each of the two shuts off the other on the same square */

static bool are_partners(arb_role one, arb_role two)
{
    return (one == ARB_BISHOP && (two == ARB_ROOK || two == ARB_PAWN)) ||
           (two == ARB_BISHOP && (one == ARB_ROOK || one == ARB_PAWN));
}

static void add_pair(arb_themes *to, arb_theme theme, const arb_theme_variation *one,
                     const arb_theme_variation *two)
{
    const arb_theme_found found = { .theme = theme,
                                    .use = ARB_THEME_USE_MATE,
                                    .phase = one->phase->node,
                                    .line = { one->mate, two->mate },
                                    .lines = 2,
                                    .at = one->t,
                                    .piece = ARB_SQUARE_NONE };

    arb_theme_add(to, &found);
}

/* Calls back for every two variations whose defences go to the same square, the first one first. */
typedef bool pair_test(const arb_theme_variation *one, const arb_theme_variation *two);

static void find_pairs(arb_themes *to, const arb_theme_phase *phase, arb_theme theme,
                       pair_test *fits)
{
    arb_theme_variation one = { .defence = 0 };

    while (arb_theme_next(&one, phase)) {
        arb_theme_variation two = one;
        while (arb_theme_next(&two, phase))
            if (one.t == two.t && one.s != two.s && !arb_move_equal(one.m, two.m) &&
                are_partners(arb_move_role(one.d), arb_move_role(two.d)) && fits(&one, &two))
                add_pair(to, theme, &one, &two);
    }
}

static bool is_reciprocal(const arb_theme_variation *one, const arb_theme_variation *two)
{
    return arb_theme_interferes(one, two->s, false) && arb_theme_interferes(two, one->s, false);
}

void arb_theme_grimshaw(arb_themes *to, const arb_theme_phase *phase)
{
    find_pairs(to, phase, ARB_THEME_GRIMSHAW, is_reciprocal);
}

/* ---- Nowotny: the attacker goes to the crossing; whoever takes him shuts off the other */

/* The man shut off could parry the mate over the square. */
static bool is_shut(const arb_theme_variation *v, arb_square piece)
{
    arb_scene without;

    return arb_theme_stays(v) && arb_scene_without(&without, &v->c, v->t) &&
           arb_theme_crosses(&without.pos, piece, v->t);
}

/* Did the attacker go there with the move of the phase, and were both lines open before? */
static bool went_to_crossing(const arb_theme_phase *phase, arb_square at, arb_square one,
                             arb_square two)
{
    const arb_problem_node *n = arb_problem_node_at(phase->p, phase->node);

    if (n->kind == ARB_NODE_SET || arb_move_to(n->move) != at)
        return false;
    const arb_pos before = arb_problem_before(phase->p, phase->node);
    return arb_move_captured(&before, n->move) == ARB_SQUARE_NONE &&
           !arb_terms_standing(&before, one, at) && !arb_terms_standing(&before, two, at);
}

static bool is_nowotny(const arb_theme_variation *one, const arb_theme_variation *two)
{
    return arb_move_role(one->d) != ARB_PAWN && arb_move_role(two->d) != ARB_PAWN &&
           went_to_crossing(one->phase, one->t, one->s, two->s) && is_shut(one, two->s) &&
           is_shut(two, one->s);
}

void arb_theme_nowotny(arb_themes *to, const arb_theme_phase *phase)
{
    find_pairs(to, phase, ARB_THEME_NOWOTNY, is_nowotny);
}

/* ---- obstruction: the same on a line of the other side */

/* The line pieces of the attacker on whose lines the square lies, for the sake of naming one. */
static arb_square piece_shut(const arb_theme_variation *v)
{
    const uint64_t pieces = arb_terms_acting(&v->b, v->phase->us, v->t);

    return pieces && !without_lowest(pieces) ? lowest(pieces) : ARB_SQUARE_NONE;
}

/* A threat does not mate any more when anybody stands where the defence goes. */
static void find_parried(arb_themes *to, const arb_theme_variation *v)
{
    arb_scene filled;

    if (!arb_theme_is_plain(v->d) || arb_move_captured(&v->phase->a, v->d) != ARB_SQUARE_NONE ||
        !arb_scene_filled(&filled, &v->phase->a, v->phase->them, v->t, v->phase->us))
        return;
    for (size_t i = 0; i < v->phase->threats; i++)
        if (!arb_scene_mates(&filled, v->phase->threat[i])) {
            arb_theme_add_variation(to, ARB_THEME_OBSTRUCTION, ARB_THEME_USE_DEFENCE, v, v->t,
                                    piece_shut(v));
            return;
        }
}

/* The mating move shuts off a man of the defender who could parry the mate of another piece. */
static void find_mating(arb_themes *to, const arb_theme_variation *v)
{
    const arb_square at = arb_move_to(v->m);
    arb_scene without;

    if (!arb_theme_is_plain(v->m) || arb_move_captured(&v->b, v->m) != ARB_SQUARE_NONE ||
        !arb_scene_without(&without, &v->c, at) || !arb_pos_is_check(&without.pos))
        return;
    for (uint64_t left = without.pos.side[v->phase->them].all; left; left = without_lowest(left))
        if (arb_theme_crosses(&without.pos, lowest(left), at) &&
            !arb_terms_standing(&v->b, lowest(left), at))
            arb_theme_add_variation(to, ARB_THEME_OBSTRUCTION, ARB_THEME_USE_MATE, v, at,
                                    lowest(left));
}

void arb_theme_obstruction(arb_themes *to, const arb_theme_variation *v)
{
    find_parried(to, v);
    find_mating(to, v);
}
