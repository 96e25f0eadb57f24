/* SPDX-License-Identifier: MIT */
/* Lines that a defence opens by leaving them, or along them; see themes.h. */
#include "problem/themes.h"

/* What the line becomes, by whether the man who left it still stands on it. */
static arb_theme kind_of(const arb_theme_variation *v, arb_square piece)
{
    return arb_terms_line(piece, v->s) & bit(v->t) ? ARB_THEME_LINE_OPENING
                                                   : ARB_THEME_LINE_CLEARANCE;
}

/* Is it mate when somebody stands where the defence came from? */
static bool is_mate_with(const arb_pos *c, const arb_theme_variation *v)
{
    arb_scene scene;

    return arb_scene_filled(&scene, c, v->phase->them, v->s, v->phase->them) &&
           arb_scene_is_mate(&scene);
}

static bool is_vacant(const arb_pos *pos, arb_square at)
{
    return !((pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all) & bit(at));
}

/* ---- lines of the attacker: the mate needs one that leads over the square */

/* Did the mating move open the line as well? Then it was closed until the mate. */
static bool was_closed(const arb_theme_variation *v, arb_square piece)
{
    const arb_square from = arb_move_from(v->m);

    return piece != arb_move_to(v->m) &&
           ((arb_terms_between(piece, v->s) | arb_terms_beyond(&v->c, piece, v->s)) & bit(from));
}

/* Does the piece attack `to` over the square? The king does not stand in its way. */
static bool attacks_over(const arb_theme_variation *v, arb_square piece, arb_square to)
{
    return arb_terms_acts(&v->c, piece, to) && (arb_terms_between(piece, to) & bit(v->s)) &&
           !(arb_terms_standing(&v->c, piece, to) & ~bit(v->king));
}

/*
 * With somebody on the square it is no mate: is it because this piece does not check any more, does
 * not keep the king from a square, or does not pin the man who then parries?
 */
static bool is_missed(const arb_theme_variation *v, arb_square piece, const arb_scene *filled)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, &filled->pos);

    if (!arb_pos_is_check(&filled->pos))
        return attacks_over(v, piece, v->king);
    for (size_t i = 0; i < n; i++) {
        const arb_square from = arb_move_from(moves[i]);
        arb_terms_pin pin;
        if (from == filled->idle)
            continue;
        if (from == v->king ? attacks_over(v, piece, arb_move_to(moves[i]))
                            : arb_terms_pin_of(&pin, &v->c, from) && pin.by == piece &&
                                  (arb_terms_between(piece, v->king) & bit(v->s)))
            return true;
    }
    return false;
}

static void find_opened(arb_themes *to, const arb_theme_variation *v, arb_theme wanted)
{
    const bool through =
        (arb_terms_between(arb_move_from(v->m), arb_move_to(v->m)) & bit(v->s)) != 0;
    arb_scene filled;

    if (!arb_theme_is_plain(v->d) || !is_vacant(&v->c, v->s))
        return;
    /* the mating piece itself may have come that way */
    if (through && kind_of(v, arb_move_from(v->m)) == wanted)
        arb_theme_add_variation(to, wanted, ARB_THEME_USE_MATE, v, v->s, arb_move_to(v->m));
    if (!arb_scene_filled(&filled, &v->c, v->phase->them, v->s, v->phase->them) ||
        arb_scene_is_mate(&filled))
        return;
    for (uint64_t left = arb_terms_acting(&v->c, v->phase->us, v->s); left;
         left = without_lowest(left)) {
        const arb_square piece = lowest(left);
        const arb_theme theme =
            was_closed(v, piece) ? ARB_THEME_CLOSED_CLEARANCE : kind_of(v, piece);
        if (theme == wanted && is_missed(v, piece, &filled))
            arb_theme_add_variation(to, theme, ARB_THEME_USE_MATE, v, v->s, piece);
    }
}

/* ---- lines of the defender: a mate fails because somebody can come over the square, or to it */

static void find_guards(arb_themes *to, const arb_theme_variation *v, const arb_pos *mated,
                        arb_theme wanted)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, mated);

    for (size_t i = 0; i < n; i++) {
        const arb_square from = arb_move_from(moves[i]), at = arb_move_to(moves[i]);
        if (from != v->t && arb_terms_acts(mated, from, at) &&
            ((arb_terms_between(from, at) | bit(at)) & bit(v->s)) && kind_of(v, from) == wanted)
            arb_theme_add_variation(to, wanted, ARB_THEME_USE_DEFENCE, v, v->s, from);
    }
}

static void find_parried(arb_themes *to, const arb_theme_variation *v, arb_move mate,
                         arb_theme wanted)
{
    arb_pos mated;

    if (!arb_pos_is_legal(&v->b, mate))
        return;
    arb_pos_play(&mated, &v->b, mate);
    if (is_vacant(&mated, v->s) && arb_pos_is_check(&mated) && !arb_pos_is_checkmate(&mated) &&
        is_mate_with(&mated, v))
        find_guards(to, v, &mated, wanted);
}

static void find_lines(arb_themes *to, const arb_theme_variation *v, arb_theme wanted)
{
    arb_move avoided[ARB_MOVES_MAX];
    const size_t n = arb_problem_avoided(avoided, v->phase->p, v->defence);

    find_opened(to, v, wanted);
    if (!arb_theme_is_plain(v->d) || wanted == ARB_THEME_CLOSED_CLEARANCE)
        return;
    for (size_t i = 0; i < v->phase->threats; i++)
        find_parried(to, v, v->phase->threat[i], wanted);
    for (size_t i = 0; i < n; i++)
        find_parried(to, v, avoided[i], wanted);
}

void arb_theme_line_clearance(arb_themes *to, const arb_theme_variation *v)
{
    find_lines(to, v, ARB_THEME_LINE_CLEARANCE);
}

void arb_theme_line_opening(arb_themes *to, const arb_theme_variation *v)
{
    find_lines(to, v, ARB_THEME_LINE_OPENING);
}

void arb_theme_closed_clearance(arb_themes *to, const arb_theme_variation *v)
{
    find_lines(to, v, ARB_THEME_CLOSED_CLEARANCE);
}
