/* SPDX-License-Identifier: MIT */
/* Themes that count the moves of one man: wheels, stars, Pickaninny, Albino, Horseblock. */
#include "problem/themes.h"
#include "terms/battery.h"

enum { WHEEL = 8, FOUR = 4 };

/* Variations of one man that go to different squares, with different mates. */
typedef struct tour {
    arb_theme_found found;
    uint64_t squares;
    arb_move mates[ARB_THEME_LINES_MAX];
} tour;

static tour tour_of(arb_theme theme, const arb_theme_phase *phase, arb_square from)
{
    return (tour){ .found = { .theme = theme,
                              .use = ARB_THEME_USE_MATE,
                              .phase = phase->node,
                              .at = from,
                              .piece = ARB_SQUARE_NONE } };
}

/* Adds a variation unless its square or its mate is there already, or there is no room. */
static void visit(tour *t, const arb_theme_variation *v, arb_square square)
{
    if ((t->squares & bit(square)) || t->found.lines == ARB_THEME_LINES_MAX ||
        arb_scene_is_among(v->m, t->mates, t->found.lines))
        return;
    t->squares |= bit(square);
    t->mates[t->found.lines] = v->m;
    t->found.line[t->found.lines++] = v->mate;
}

/*
 * Eight defences of a knight, or four variations of a pawn, each with a mate of its own. A move
 * that leaves the threat standing is no defence, but a variation.
 */
static void find_defences(arb_themes *to, const arb_theme_phase *phase, arb_theme theme,
                          uint64_t men, unsigned needed)
{
    for (; men; men = without_lowest(men)) {
        tour t = tour_of(theme, phase, lowest(men));
        arb_theme_variation v = { .replies = theme == ARB_THEME_PICKANINNY };
        while (arb_theme_next(&v, phase))
            if (v.s == lowest(men) && arb_theme_is_sole(&v))
                visit(&t, &v, v.t);
        if (t.found.lines >= needed)
            arb_theme_add(to, &t.found);
    }
}

/* Does the man stand before a line piece of his side that is aimed at the king? */
static bool is_in_battery(const arb_theme_phase *phase, arb_square man)
{
    const arb_square king = lowest(phase->a.side[phase->them].king);
    arb_terms_battery list[ARB_TERMS_PINS_MAX];
    const size_t n = arb_terms_batteries(list, &phase->a, phase->us, king);

    for (size_t i = 0; i < n; i++)
        if (list[i].front == man)
            return true;
    return false;
}

/* As many mates by one man of the attacker who stands in a battery. */
static void find_mates(arb_themes *to, const arb_theme_phase *phase, arb_theme theme, uint64_t men,
                       unsigned needed)
{
    for (; men; men = without_lowest(men)) {
        tour t = tour_of(theme, phase, lowest(men));
        arb_theme_variation v = { .defence = 0 };
        while (is_in_battery(phase, lowest(men)) && arb_theme_next(&v, phase))
            if (arb_move_from(v.m) == lowest(men) && arb_theme_is_sole(&v))
                visit(&t, &v, arb_move_to(v.m));
        if (t.found.lines >= needed)
            arb_theme_add(to, &t.found);
    }
}

void arb_theme_knight_wheel(arb_themes *to, const arb_theme_phase *phase)
{
    find_defences(to, phase, ARB_THEME_KNIGHT_WHEEL, phase->a.side[phase->them].knights, WHEEL);
    find_mates(to, phase, ARB_THEME_KNIGHT_WHEEL, phase->a.side[phase->us].knights, WHEEL);
}

void arb_theme_pickaninny(arb_themes *to, const arb_theme_phase *phase)
{
    find_defences(to, phase, ARB_THEME_PICKANINNY, phase->a.side[phase->them].pawns, FOUR);
}

void arb_theme_albino(arb_themes *to, const arb_theme_phase *phase)
{
    find_mates(to, phase, ARB_THEME_ALBINO, phase->a.side[phase->us].pawns, FOUR);
}

/* Four flights to the corners of the square of nine, whatever the mates. */
void arb_theme_star_flights(arb_themes *to, const arb_theme_phase *phase)
{
    const arb_square king = lowest(phase->a.side[phase->them].king);
    tour t = tour_of(ARB_THEME_STAR_FLIGHTS, phase, king);
    arb_theme_variation v = { .defence = 0 };

    while (arb_theme_next(&v, phase))
        if (arb_move_kind_of(v.d) == ARB_MOVE_KING &&
            arb_square_file(v.s) != arb_square_file(v.t) &&
            arb_square_rank(v.s) != arb_square_rank(v.t) && !(t.squares & bit(v.t))) {
            t.squares |= bit(v.t);
            t.found.line[t.found.lines++] = v.mate;
        }
    if (t.found.lines == FOUR)
        arb_theme_add(to, &t.found);
}

/* Four self-blocks by two knights, who both take part. */
void arb_theme_horseblock(arb_themes *to, const arb_theme_phase *phase)
{
    const uint64_t knights = phase->a.side[phase->them].knights;
    tour t = tour_of(ARB_THEME_HORSEBLOCK, phase, ARB_SQUARE_NONE);
    arb_theme_variation v = { .defence = 0 };
    uint32_t last = 0;

    while (arb_theme_next(&v, phase))
        if ((knights & bit(v.s)) && v.defence != last && arb_theme_blocks(&v) &&
            t.found.lines < ARB_THEME_LINES_MAX) {
            t.squares |= bit(v.s);
            t.found.line[t.found.lines++] = v.mate;
            last = v.defence;
        }
    if (t.found.lines >= FOUR && count(t.squares) == 2)
        arb_theme_add(to, &t.found);
}
