/* SPDX-License-Identifier: MIT */
/* Themes of several variations, read a second time; see slow_themes.h. */
#include "slow_themes_view.h"

static bool is_new(const view *w, size_t i, arb_square man, bool mates)
{
    for (size_t j = 0; j < i; j++) {
        const line *v = &w->line[j];
        if (v->sole && (mates ? v->m.from : v->d.from) == man &&
            slow_theme_same(v->m, w->line[i].m))
            return false;
    }
    return true;
}

/* Is he alone between a line piece of his side and the king? */
static bool is_in_battery(const view *w, arb_square man)
{
    const arb_square king = world_king(&w->a, w->them);

    for (arb_square rear = 0; rear < 64; rear++)
        if (world_is(&w->a, rear, w->us) && world_acts(&w->a, rear, king) &&
            world_lies_between(rear, king, man) && world_between(&w->a, rear, king) == 1)
            return true;
    return false;
}

static void mechanical(view *w)
{
    for (arb_square man = 0; man < 64; man++) {
        unsigned defences = 0, mates = 0, star = 0;
        if (!w->a.b[man])
            continue;
        for (size_t i = 0; i < w->lines; i++) {
            const line *v = &w->line[i];
            defences += v->sole && v->d.from == man && is_new(w, i, man, false);
            mates += v->sole && v->m.from == man && is_new(w, i, man, true);
            star += v->d.from == man && v->d.from % 8 != v->d.to % 8 &&
                    v->d.from / 8 != v->d.to / 8 &&
                    (i == 0 || w->line[i - 1].defence != v->defence);
        }
        const arb_role r = slow_theme_role(&w->a, man);
        const bool us = world_is(&w->a, man, w->us);
        if (!is_in_battery(w, man))
            mates = 0;
        if (r == ARB_KNIGHT && (us ? mates : defences) >= 8)
            slow_theme_add(w, ARB_THEME_KNIGHT_WHEEL, ARB_THEME_USE_MATE, 0, 0, man, NONE);
        if (r == ARB_PAWN && us && mates >= 4 && man / 8 == (w->us ? 6 : 1))
            slow_theme_add(w, ARB_THEME_ALBINO, ARB_THEME_USE_MATE, 0, 0, man, NONE);
        if (r == ARB_KING && !us && star == 4)
            slow_theme_add(w, ARB_THEME_STAR_FLIGHTS, ARB_THEME_USE_MATE, 0, 0, man, NONE);
    }
}

/* Of all variations, the replies among them. */
void slow_theme_pickaninny(view *w)
{
    for (arb_square man = 8 * (w->them ? 6 : 1); man < 8 * (w->them ? 7 : 2); man++) {
        unsigned variations = 0;
        for (size_t i = 0; i < w->lines; i++)
            variations += w->line[i].sole && w->line[i].d.from == man && is_new(w, i, man, false);
        if (w->a.b[man] == arb_piece_of(w->them, ARB_PAWN) && variations >= 4)
            slow_theme_add(w, ARB_THEME_PICKANINNY, ARB_THEME_USE_MATE, 0, 0, man, NONE);
    }
}

static void horses(view *w)
{
    unsigned lines = 0, knights = 0;
    uint64_t from = 0;
    uint32_t last = 0;

    for (size_t i = 0; i < w->lines; i++) {
        const line *v = &w->line[i];
        if (slow_theme_role(&w->a, v->d.from) != ARB_KNIGHT || !slow_theme_blocks(w, v) ||
            v->defence == last)
            continue;
        last = v->defence;
        lines++;
        knights += !(from >> v->d.from & 1);
        from |= UINT64_C(1) << v->d.from;
    }
    if (lines >= 4 && knights == 2)
        slow_theme_add(w, ARB_THEME_HORSEBLOCK, ARB_THEME_USE_MATE, 0, 0, NONE, NONE);
}

static void correction(view *w)
{
    for (arb_square man = 0; man < 64; man++) {
        const world turned = slow_theme_passed(&w->a),
                    gone = world_with(&turned, man, ARB_PIECE_NONE);
        bool plain = false, corrected = false, stands = false;
        /* the threat must fail by the mere removal of the man */
        for (size_t i = 0; i < w->threats; i++)
            stands |= world_mates(&gone, w->threat[i]);
        if (stands || !world_is(&w->a, man, w->them) || slow_theme_role(&w->a, man) == ARB_KING ||
            world_in_check(&gone, w->them))
            continue;
        for (size_t i = 0; i < w->lines; i++) {
            bool secondary = false;
            if (w->line[i].d.from != man)
                continue;
            for (size_t j = 0; j < w->lines; j++)
                secondary |=
                    w->line[j].defence == w->line[i].defence && world_mates(&gone, w->line[j].m);
            plain |= secondary;
            corrected |= !secondary;
        }
        if (plain && corrected)
            slow_theme_add(w, ARB_THEME_BLACK_CORRECTION, ARB_THEME_USE_MATE, 0, 0, man, NONE);
    }
}

/* The square from which the man who mates came in the diagram. */
static arb_square origin(const view *w, uint32_t phase, step m)
{
    const arb_problem_node *n = arb_problem_node_at(w->p, phase);

    return n->kind != ARB_NODE_SET && arb_move_to(n->move) == m.from ? arb_move_from(n->move)
                                                                     : m.from;
}

static bool shares_mate(const view *w, uint32_t one, uint32_t two)
{
    for (uint32_t i = arb_problem_node_at(w->p, one)->child; i;
         i = arb_problem_node_at(w->p, i)->next)
        for (uint32_t j = arb_problem_node_at(w->p, two)->child; j;
             j = arb_problem_node_at(w->p, j)->next) {
            const step a = step_of(arb_problem_node_at(w->p, i)->move),
                       b = step_of(arb_problem_node_at(w->p, j)->move);
            if (a.to == b.to && a.promotion == b.promotion &&
                origin(w, arb_problem_node_at(w->p, one)->parent, a) ==
                    origin(w, arb_problem_node_at(w->p, two)->parent, b))
                return true;
        }
    return false;
}

static void changes(view *w)
{
    for (uint32_t other = arb_problem_node_at(w->p, 0)->child; other && other != w->phase;
         other = arb_problem_node_at(w->p, other)->next) {
        const uint8_t kind = arb_problem_node_at(w->p, other)->kind;
        if (kind != ARB_NODE_SET && kind != ARB_NODE_TRY && kind != ARB_NODE_KEY)
            continue;
        for (uint32_t d = arb_problem_node_at(w->p, other)->child; d;
             d = arb_problem_node_at(w->p, d)->next)
            for (size_t i = 0; i < w->lines; i++)
                if (arb_problem_node_at(w->p, d)->kind == ARB_NODE_DEFENCE && !w->line[i].parts &&
                    arb_problem_node_at(w->p, d)->child &&
                    slow_theme_same(step_of(arb_problem_node_at(w->p, d)->move), w->line[i].d) &&
                    !shares_mate(w, d, w->line[i].defence) &&
                    (i == 0 || w->line[i - 1].defence != w->line[i].defence))
                    slow_theme_add(w, ARB_THEME_CHANGE, ARB_THEME_USE_MATE,
                                   arb_problem_node_at(w->p, d)->child, w->line[i].mate, NONE,
                                   NONE);
    }
}

void slow_theme_phase(view *w)
{
    mechanical(w);
    horses(w);
    correction(w);
    changes(w);
}
