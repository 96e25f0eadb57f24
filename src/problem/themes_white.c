/* SPDX-License-Identifier: MIT */
/* White interference: the attacker shuts off a piece of his own, which the defence permits or
 * punishes. */
#include "board/attack.h"
#include "problem/themes.h"

arb_square arb_theme_shut_guard(const arb_pos *before, arb_move move, arb_square king,
                                arb_square square)
{
    for (uint64_t left = arb_terms_acting(before, (arb_colour)before->turn, square); left;
         left = without_lowest(left)) {
        const arb_square guard = lowest(left);
        if (guard != arb_move_from(move) &&
            !(arb_terms_standing(before, guard, square) & ~bit(king)) &&
            (arb_terms_between(guard, square) & bit(arb_move_to(move))))
            return guard;
    }
    return ARB_SQUARE_NONE;
}

/* Permitted: without what the defence did, the king could flee to the square. */
static void find_permitted(arb_themes *to, const arb_theme_variation *v)
{
    const uint64_t men = v->c.side[ARB_WHITE].all | v->c.side[ARB_BLACK].all;
    arb_scene filled;

    if (arb_theme_blocks(v)) {
        const arb_square guard = arb_theme_shut_guard(&v->b, v->m, v->king, v->t);
        if (guard != ARB_SQUARE_NONE)
            arb_theme_add_variation(to, ARB_THEME_WHITE_INTERFERENCE, ARB_THEME_USE_MATE, v,
                                    arb_move_to(v->m), guard);
    }
    if (!arb_theme_is_plain(v->d) || (men & bit(v->s)) ||
        !arb_scene_filled(&filled, &v->c, v->phase->them, v->s, v->phase->them))
        return;
    for (uint64_t left = king_attacks(v->king) & ~bit(v->s); left; left = without_lowest(left)) {
        const arb_square guard = arb_theme_shut_guard(&v->b, v->m, v->king, lowest(left));
        if (guard != ARB_SQUARE_NONE && arb_theme_can_flee(&filled.pos, lowest(left)))
            arb_theme_add_variation(to, ARB_THEME_WHITE_INTERFERENCE, ARB_THEME_USE_MATE, v,
                                    arb_move_to(v->m), guard);
    }
}

/* Prevented: the threat would shut off a guard, and now the king could flee there. */
static void find_prevented(arb_themes *to, const arb_theme_variation *v, arb_move threat)
{
    const arb_square king = lowest(v->b.side[v->phase->them].king);
    arb_pos mated;

    if (!arb_pos_is_legal(&v->b, threat))
        return;
    arb_pos_play(&mated, &v->b, threat);
    for (uint64_t left = king_attacks(king); left; left = without_lowest(left)) {
        const arb_square guard = arb_theme_shut_guard(&v->b, threat, king, lowest(left));
        if (guard != ARB_SQUARE_NONE && arb_theme_can_flee(&mated, lowest(left)))
            arb_theme_add_variation(to, ARB_THEME_WHITE_INTERFERENCE, ARB_THEME_USE_DEFENCE, v,
                                    arb_move_to(threat), guard);
    }
}

void arb_theme_white_interference(arb_themes *to, const arb_theme_variation *v)
{
    find_permitted(to, v);
    for (size_t i = 0; i < v->phase->threats && arb_theme_is_plain(v->d); i++)
        find_prevented(to, v, v->phase->threat[i]);
}
