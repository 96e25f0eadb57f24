/* SPDX-License-Identifier: MIT */
/* Self-blocks, unblocks, and self-eclipses; see themes.h. */
#include "board/attack.h"
#include "problem/themes.h"

/* ---- self-block: the king could go to that square if his own man did not stand there */

bool arb_theme_blocks(const arb_theme_variation *v)
{
    arb_scene without;

    return arb_theme_is_plain(v->d) && arb_theme_stays(v) && (king_attacks(v->king) & bit(v->t)) &&
           arb_scene_without(&without, &v->c, v->t) && arb_theme_can_flee(&without.pos, v->t);
}

/* Masked, if the square was guarded all the same, by a line piece that the mating move shuts off:
 * then the block has no effect before the mate. */
static void find_block(arb_themes *to, const arb_theme_variation *v, bool masked)
{
    if (!arb_theme_blocks(v))
        return;
    const arb_square guard = arb_theme_shut_guard(&v->b, v->m, v->king, v->t);
    if ((guard != ARB_SQUARE_NONE) == masked)
        arb_theme_add_variation(to, masked ? ARB_THEME_MASKED_SELF_BLOCK : ARB_THEME_SELF_BLOCK,
                                ARB_THEME_USE_MATE, v, v->t, guard);
}

void arb_theme_self_block(arb_themes *to, const arb_theme_variation *v)
{
    find_block(to, v, false);
}

void arb_theme_masked_self_block(arb_themes *to, const arb_theme_variation *v)
{
    find_block(to, v, true);
}

/* ---- unblock: the king could go to the square that his man has left, if he had the move */

/* Does a threat fail because the king goes to the square that is free now? */
static bool flees_threat(const arb_theme_variation *v)
{
    for (size_t i = 0; i < v->phase->threats; i++) {
        arb_pos mated;
        if (!arb_pos_is_legal(&v->b, v->phase->threat[i]))
            continue;
        arb_pos_play(&mated, &v->b, v->phase->threat[i]);
        if (arb_theme_can_flee(&mated, v->s))
            return true;
    }
    return false;
}

void arb_theme_unblock(arb_themes *to, const arb_theme_variation *v)
{
    if (!arb_theme_is_plain(v->d) || !(king_attacks(v->king) & bit(v->s)))
        return;
    const arb_pos passed = arb_theme_pass(&v->b);
    if (arb_theme_can_flee(&passed, v->s))
        arb_theme_add_variation(to, ARB_THEME_UNBLOCK,
                                flees_threat(v) ? ARB_THEME_USE_DEFENCE : ARB_THEME_USE_MATE, v,
                                v->s, ARB_SQUARE_NONE);
}

/* ---- self-eclipse: the piece goes where it could still parry the mate, were nobody before it */

/* The squares to which the man on `from` can go. */
static uint64_t targets(const arb_pos *pos, arb_square from)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    uint64_t set = 0;

    for (size_t i = 0; i < n; i++)
        if (arb_move_from(moves[i]) == from)
            set |= bit(arb_move_to(moves[i]));
    return set;
}

/* Where the piece could parry the mate if it had not moved. */
static uint64_t parries_at_home(const arb_theme_variation *v)
{
    arb_setup home = arb_pos_setup(&v->c);
    arb_scene scene;

    if (home.piece[v->s] != ARB_PIECE_NONE)
        return 0;
    home.piece[v->s] = home.piece[v->t];
    home.piece[v->t] = ARB_PIECE_NONE;
    return arb_scene_of(&scene, &home, v->phase->them, ARB_SQUARE_NONE) ? targets(&scene.pos, v->s)
                                                                        : 0;
}

/* Would it parry there from its new square, over this man, if he were gone? */
static bool is_hidden_by(const arb_theme_variation *v, arb_square man, uint64_t home)
{
    arb_scene without;

    if (!arb_scene_without(&without, &v->c, man))
        return false;
    for (uint64_t left = targets(&without.pos, v->t) & home; left; left = without_lowest(left))
        if (arb_terms_between(v->t, lowest(left)) & bit(man))
            return true;
    return false;
}

void arb_theme_self_eclipse(arb_themes *to, const arb_theme_variation *v)
{
    const arb_side *side = v->phase->a.side;
    const uint64_t liners = side[v->phase->them].diagonal | side[v->phase->them].straight;

    if (!(liners & bit(v->s)) || !arb_theme_stays(v))
        return;
    const uint64_t home = parries_at_home(v);
    const uint64_t men = v->c.side[ARB_WHITE].all | v->c.side[ARB_BLACK].all;
    const uint64_t kings = v->c.side[ARB_WHITE].king | v->c.side[ARB_BLACK].king;
    for (uint64_t left = men & ~kings & ~bit(v->t) & ~bit(arb_move_to(v->m)); left;
         left = without_lowest(left))
        if (is_hidden_by(v, lowest(left), home))
            arb_theme_add_variation(to, ARB_THEME_SELF_ECLIPSE, ARB_THEME_USE_MATE, v, v->t,
                                    lowest(left));
}
