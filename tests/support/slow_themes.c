/* SPDX-License-Identifier: MIT */
/* A second reading of the themes; see slow_themes.h. */
#include "slow_themes.h"

#include <stdlib.h>

#include "slow_themes_view.h"

void slow_theme_add(view *w, arb_theme theme, arb_theme_use use, uint32_t one, uint32_t two,
                    arb_square at, arb_square piece)
{
    const arb_theme_found found = { .theme = theme,
                                    .use = use,
                                    .phase = w->phase,
                                    .line = { one, two },
                                    .lines = two   ? 2
                                             : one ? 1
                                                   : 0,
                                    .at = at,
                                    .piece = piece };

    for (size_t i = 0; i < w->out->count; i++) {
        const arb_theme_found *old = &w->out->list[i];
        if (old->theme == theme && old->use == use && old->phase == w->phase && old->at == at &&
            old->piece == piece && old->line[0] == one && old->line[1] == two)
            return;
    }
    if (w->out->count < SLOW_THEMES_MAX)
        w->out->list[w->out->count++] = found;
}

static bool is_beside(arb_square a, arb_square b)
{
    return a != b && abs(a % 8 - b % 8) <= 1 && abs(a / 8 - b / 8) <= 1;
}

static bool can_go(const world *w, arb_square from, arb_square to)
{
    return world_can(w, (step){ from, to, ARB_ROLE_NONE });
}

static bool can_leave(const world *w, arb_square from)
{
    for (arb_square to = 0; to < 64; to++)
        if (can_go(w, from, to))
            return true;
    return false;
}

world slow_theme_passed(const world *w)
{
    world out = *w;

    out.turn = arb_opponent(w->turn);
    out.ep = NONE;
    return out;
}

bool slow_theme_same(step a, step b)
{
    return a.from == b.from && a.to == b.to && a.promotion == b.promotion;
}

arb_role slow_theme_role(const world *w, arb_square at)
{
    return arb_piece_role(w->b[at]);
}

/* ---- blocks */

static bool stays(const view *w, const line *v)
{
    return world_is(&v->c, v->d.to, w->them);
}

bool slow_theme_blocks(const view *w, const line *v)
{
    const arb_square king = world_king(&v->c, w->them);
    const world empty = world_with(&v->c, v->d.to, ARB_PIECE_NONE);

    return !v->king && stays(w, v) && is_beside(king, v->d.to) && can_go(&empty, king, v->d.to) &&
           !world_in_check(&empty, w->us);
}

/* A line piece that looks at the square over where `move` goes, and at nothing else on the way. */
static bool shuts_guard(const view *w, const world *before, step move, arb_square guard,
                        arb_square square)
{
    return guard != move.from && world_is(before, guard, w->us) &&
           world_acts(before, guard, square) &&
           world_attacks(before, guard, square, world_king(before, w->them)) &&
           world_lies_between(guard, square, move.to);
}

static arb_square shut_guard(const view *w, const line *v)
{
    for (arb_square g = 0; g < 64; g++)
        if (shuts_guard(w, &v->b, v->m, g, v->d.to))
            return g;
    return NONE;
}

static void self_blocks(view *w, const line *v)
{
    if (!slow_theme_blocks(w, v))
        return;
    const arb_square g = shut_guard(w, v);
    slow_theme_add(w, g == NONE ? ARB_THEME_SELF_BLOCK : ARB_THEME_MASKED_SELF_BLOCK,
                   ARB_THEME_USE_MATE, v->mate, 0, v->d.to, g);
}

static void unblocks(view *w, const line *v)
{
    const world turned = slow_theme_passed(&v->b);
    const arb_square king = world_king(&v->c, w->them);

    bool parries = false;

    for (size_t i = 0; i < w->threats; i++) {
        const world after = world_play(&v->b, w->threat[i]);
        parries |= world_can(&v->b, w->threat[i]) &&
                   can_go(&after, world_king(&after, w->them), v->d.from);
    }
    if (!v->king && is_beside(king, v->d.from) && can_go(&turned, king, v->d.from))
        slow_theme_add(w, ARB_THEME_UNBLOCK, parries ? ARB_THEME_USE_DEFENCE : ARB_THEME_USE_MATE,
                       v->mate, 0, v->d.from, NONE);
}

static void eclipses(view *w, const line *v)
{
    const arb_role piece = slow_theme_role(&w->a, v->d.from);

    if ((piece != ARB_BISHOP && piece != ARB_ROOK && piece != ARB_QUEEN) || !stays(w, v) ||
        v->c.b[v->d.from])
        return;
    world home = world_with(&v->c, v->d.from, v->c.b[v->d.to]);
    home = world_with(&home, v->d.to, ARB_PIECE_NONE);
    if (world_in_check(&home, w->us))
        return;
    for (arb_square e = 0; e < 64; e++) {
        if (!v->c.b[e] || slow_theme_role(&v->c, e) == ARB_KING || e == v->d.to || e == v->m.to)
            continue;
        const world gone = world_with(&v->c, e, ARB_PIECE_NONE);
        if (world_in_check(&gone, w->us))
            continue;
        for (arb_square z = 0; z < 64; z++)
            if (can_go(&home, v->d.from, z) && can_go(&gone, v->d.to, z) &&
                world_lies_between(v->d.to, z, e))
                slow_theme_add(w, ARB_THEME_SELF_ECLIPSE, ARB_THEME_USE_MATE, v->mate, 0, v->d.to,
                               e);
    }
}

/* ---- lines that open */

static arb_theme opened(const line *v, arb_square piece)
{
    return world_in_line(piece, v->d.from, v->d.to) ? ARB_THEME_LINE_OPENING
                                                    : ARB_THEME_LINE_CLEARANCE;
}

/* What would the mate lack if the piece did not act over the square where the defence came from? */
static bool lacks(const view *w, const line *v, arb_square piece, const world *wall)
{
    const arb_square king = world_king(&v->c, w->them), s = v->d.from;

    if (!world_in_check(wall, w->them))
        return world_lies_between(piece, king, s) && world_attacks(&v->c, piece, king, NONE);
    for (arb_square q = 0; q < 64; q++)
        if (can_go(wall, king, q) && world_lies_between(piece, q, s) &&
            world_acts(&v->c, piece, q) && world_attacks(&v->c, piece, q, king))
            return true;
    for (arb_square man = 0; man < 64; man++)
        if (world_is(&v->c, man, w->them) && man != king && can_leave(wall, man) &&
            world_pinned_by(&v->c, man) == piece && world_lies_between(piece, king, s))
            return true;
    return false;
}

static void opens_mate(view *w, const line *v)
{
    const arb_square s = v->d.from;

    if (v->king || v->c.b[s])
        return;
    if (world_lies_between(v->m.from, v->m.to, s))
        slow_theme_add(w, opened(v, v->m.from), ARB_THEME_USE_MATE, v->mate, 0, s, v->m.to);
    const world wall = world_with(&v->c, s, WALL);
    if (world_is_mate(&wall))
        return;
    for (arb_square piece = 0; piece < 64; piece++) {
        bool sees_from = false;
        if (!world_is(&v->c, piece, w->us) || !world_acts(&v->c, piece, s) ||
            !lacks(w, v, piece, &wall))
            continue;
        sees_from =
            world_lies_between(piece, v->m.from, s) && world_attacks(&v->c, piece, v->m.from, NONE);
        const bool closed =
            piece != v->m.to && (sees_from || world_lies_between(piece, s, v->m.from));
        slow_theme_add(w, closed ? ARB_THEME_CLOSED_CLEARANCE : opened(v, piece),
                       ARB_THEME_USE_MATE, v->mate, 0, s, piece);
    }
}

/* The duals that the defence avoids. */
static size_t avoided(step *out, const view *w, const line *v)
{
    const world idle = slow_theme_passed(&w->a);
    const world left = world_with(&idle, v->d.from, ARB_PIECE_NONE),
                filled = world_with(&idle, v->d.to, WALL);
    step moves[ARB_MOVES_MAX];
    const size_t n = world_moves(moves, &v->b);
    const world *alone[2] = { &left, &filled };
    size_t found = 0;

    if (v->king || !v->sole || v->parts || world_in_check(&idle, w->them) ||
        (slow_theme_role(&w->a, v->d.from) == ARB_PAWN && v->d.to == w->a.ep &&
         v->d.from % 8 != v->d.to % 8))
        return 0;
    for (size_t i = 0; i < n; i++) {
        bool allowed = false;
        for (unsigned j = 0; j < 2; j++)
            allowed |= !world_in_check(alone[j], w->them) && world_mates(alone[j], v->m) &&
                       world_mates(alone[j], moves[i]);
        if (allowed && !slow_theme_same(moves[i], v->m) && !world_mates(&idle, moves[i]))
            out[found++] = moves[i];
    }
    return found;
}

static void opens_guard(view *w, const line *v, step mate)
{
    const arb_square s = v->d.from;

    if (v->king || !world_can(&v->b, mate))
        return;
    const world after = world_play(&v->b, mate);
    if (after.b[s] || !world_in_check(&after, w->them) || world_is_mate(&after))
        return;
    const world wall = world_with(&after, s, WALL);
    if (!world_is_mate(&wall))
        return;
    for (arb_square from = 0; from < 64; from++)
        for (arb_square to = 0; to < 64; to++)
            if (from != v->d.to && world_is(&after, from, w->them) &&
                world_acts(&after, from, to) && (to == s || world_lies_between(from, to, s)) &&
                can_go(&after, from, to))
                slow_theme_add(w, opened(v, from), ARB_THEME_USE_DEFENCE, v->mate, 0, s, from);
}

static void opens(view *w, const line *v)
{
    step list[ARB_MOVES_MAX];
    const size_t n = avoided(list, w, v);

    opens_mate(w, v);
    for (size_t i = 0; i < w->threats; i++)
        opens_guard(w, v, w->threat[i]);
    for (size_t i = 0; i < n; i++)
        opens_guard(w, v, list[i]);
    if (n)
        slow_theme_add(w, ARB_THEME_DUAL_AVOIDANCE, ARB_THEME_USE_MATE, v->mate, 0, NONE, NONE);
}

/* ---- lines that are shut */

/* Could the man parry the mate over the square of the defence, if that were empty? */
static bool is_shut(const view *w, const line *v, arb_square man, bool look_back, bool masked)
{
    const world empty = world_with(&v->c, v->d.to, ARB_PIECE_NONE);

    if (!stays(w, v) || !world_is(&empty, man, w->them) ||
        slow_theme_role(&empty, man) == ARB_KING || world_in_check(&empty, w->us))
        return false;
    for (arb_square z = 0; z < 64; z++) {
        if (!world_lies_between(man, z, v->d.to) ||
            !(can_go(&empty, man, z) || world_can(&empty, (step){ man, z, ARB_QUEEN })))
            continue;
        const unsigned men = world_between(&w->a, man, z);
        const bool mater = w->a.b[v->m.from] && world_lies_between(man, z, v->m.from);
        if (!look_back || (masked ? men == 1 && mater : men == 0))
            return true;
    }
    return false;
}

static void interferes(view *w, const line *v)
{
    if (v->king || v->capture)
        return;
    for (arb_square man = 0; man < 64; man++) {
        if (!world_is(&w->a, man, w->them))
            continue;
        if (is_shut(w, v, man, true, false))
            slow_theme_add(w, ARB_THEME_INTERFERENCE, ARB_THEME_USE_MATE, v->mate, 0, v->d.to, man);
        if (is_shut(w, v, man, true, true))
            slow_theme_add(w, ARB_THEME_RETRO_INTERFERENCE, ARB_THEME_USE_MATE, v->mate, 0, v->d.to,
                           man);
    }
}

static void obstructs(view *w, const line *v)
{
    if (!v->king && !v->capture) {
        const world turned = slow_theme_passed(&w->a), wall = world_with(&turned, v->d.to, WALL);
        arb_square piece = NONE;
        unsigned pieces = 0;
        bool parried = false;
        for (size_t i = 0; i < w->threats; i++)
            parried |= !world_mates(&wall, w->threat[i]);
        for (arb_square at = 0; at < 64; at++)
            if (world_is(&v->b, at, w->us) && world_acts(&v->b, at, v->d.to)) {
                piece = at;
                pieces++;
            }
        if (parried)
            slow_theme_add(w, ARB_THEME_OBSTRUCTION, ARB_THEME_USE_DEFENCE, v->mate, 0, v->d.to,
                           pieces == 1 ? piece : NONE);
    }
    const world empty = world_with(&v->c, v->m.to, ARB_PIECE_NONE);
    if (v->b.b[v->m.to] || slow_theme_role(&v->b, v->m.from) == ARB_KING ||
        (slow_theme_role(&v->b, v->m.from) == ARB_PAWN && v->m.from % 8 != v->m.to % 8) ||
        !world_in_check(&empty, w->them) || world_in_check(&empty, w->us))
        return;
    for (arb_square man = 0; man < 64; man++)
        for (arb_square z = 0; z < 64; z++)
            if (world_is(&empty, man, w->them) && slow_theme_role(&empty, man) != ARB_KING &&
                world_lies_between(man, z, v->m.to) && can_go(&empty, man, z) &&
                world_between(&v->b, man, v->m.to) == 0)
                slow_theme_add(w, ARB_THEME_OBSTRUCTION, ARB_THEME_USE_MATE, v->mate, 0, v->m.to,
                               man);
}

static bool is_rook_and_bishop(arb_role a, arb_role b)
{
    return (a == ARB_ROOK && b == ARB_BISHOP) || (a == ARB_BISHOP && b == ARB_ROOK);
}

static bool is_bishop_and_pawn(arb_role a, arb_role b)
{
    return (a == ARB_PAWN && b == ARB_BISHOP) || (a == ARB_BISHOP && b == ARB_PAWN);
}

static void crosses(view *w, const line *one, const line *two)
{
    const arb_problem_node *n = arb_problem_node_at(w->p, w->phase);
    const arb_role a = slow_theme_role(&w->a, one->d.from), b = slow_theme_role(&w->a, two->d.from);

    if (one->d.to != two->d.to || one->d.from == two->d.from || slow_theme_same(one->m, two->m))
        return;
    if ((is_rook_and_bishop(a, b) || is_bishop_and_pawn(a, b)) && !one->capture &&
        is_shut(w, one, two->d.from, true, false) && is_shut(w, two, one->d.from, true, false))
        slow_theme_add(w, ARB_THEME_GRIMSHAW, ARB_THEME_USE_MATE, one->mate, two->mate, one->d.to,
                       NONE);
    if (!is_rook_and_bishop(a, b) || n->kind == ARB_NODE_SET || arb_move_to(n->move) != one->d.to)
        return;
    const arb_pos pos = arb_problem_before(w->p, w->phase);
    const world before = world_of(&pos, w->them);
    if (!before.b[one->d.to] && world_between(&before, one->d.from, one->d.to) == 0 &&
        world_between(&before, two->d.from, two->d.to) == 0 &&
        is_shut(w, one, two->d.from, false, false) && is_shut(w, two, one->d.from, false, false))
        slow_theme_add(w, ARB_THEME_NOWOTNY, ARB_THEME_USE_MATE, one->mate, two->mate, one->d.to,
                       NONE);
}

/* ---- pins */

/* Whoever pins him is taken off, and whoever then pins him over the empty square. */
static bool needs_pin(const world *mated, arb_square man)
{
    const arb_colour us = arb_opponent(mated->turn);
    world gone = *mated;

    for (arb_square by = world_pinned_by(mated, man); by != NONE; by = world_pinned_by(&gone, man))
        gone = world_with(&gone, by, ARB_PIECE_NONE);
    return world_in_check(&gone, mated->turn) && !world_in_check(&gone, us) &&
           can_leave(&gone, man);
}

static void pins(view *w, const line *v)
{
    const arb_square king = world_king(&v->c, w->them);

    for (arb_square man = 0; man < 64; man++) {
        const arb_square by = world_is(&v->c, man, w->them) ? world_pinned_by(&v->c, man) : NONE;
        if (by == NONE || !needs_pin(&v->c, man))
            continue;
        const arb_square old = man == v->d.to ? v->d.from : man;
        const bool in_b = world_pinned_by(&v->b, man) == by,
                   in_a = world_pinned_by(&w->a, old) == by;
        /* a line opens at the mate: the piece that pins stood on it before */
        const bool part =
            by != v->m.to && (man == v->d.to || v->king || world_lies_between(by, king, v->d.from));
        slow_theme_add(w,
                       in_b   ? in_a ? ARB_THEME_PIN : ARB_THEME_SELF_PIN
                       : part ? ARB_THEME_MASKED_PIN
                              : ARB_THEME_PIN,
                       ARB_THEME_USE_MATE, v->mate, 0, man, by);
    }
}

/* Is the man free after a move from here to there, and in which way? */
static arb_theme freed(const world *before, const world *after, arb_square man, step move)
{
    const arb_square by = world_pinned_by(before, man);
    const arb_square king = world_king(before, arb_piece_colour(before->b[man]));

    if (by == NONE || !after->b[man] || world_pinned_by(after, man) != NONE)
        return ARB_THEME_COUNT;
    return by == move.from                         ? ARB_THEME_DIRECT_UNPIN
           : world_lies_between(by, king, move.to) ? ARB_THEME_INDIRECT_UNPIN
                                                   : ARB_THEME_COUNT;
}

static void unpins(view *w, const line *v)
{
    const arb_square mater = v->m.from;

    if (world_is(&w->a, mater, w->us) && world_is(&v->b, mater, w->us)) {
        const arb_square by = world_pinned_by(&w->a, mater);
        const arb_theme theme = freed(&w->a, &v->b, mater, v->d);
        if (theme != ARB_THEME_COUNT && !world_in_line(by, world_king(&w->a, w->us), v->m.to))
            slow_theme_add(w, theme, ARB_THEME_USE_MATE, v->mate, 0, mater, by);
    }
    for (arb_square man = 0; man < 64; man++)
        if (!v->king && man != v->d.from && world_is(&w->a, man, w->them) &&
            freed(&w->a, &v->b, man, v->d) == ARB_THEME_INDIRECT_UNPIN)
            for (size_t i = 0; i < w->threats; i++) {
                const world after = world_play(&v->b, w->threat[i]);
                if (world_can(&v->b, w->threat[i]) && can_leave(&after, man))
                    slow_theme_add(w, ARB_THEME_INDIRECT_UNPIN, ARB_THEME_USE_DEFENCE, v->mate, 0,
                                   man, world_pinned_by(&w->a, man));
            }
}

static void prevents(view *w, const line *v)
{
    const world turned = slow_theme_passed(&w->a);

    for (size_t i = 0; i < w->threats && !v->king; i++) {
        if (!world_can(&v->b, w->threat[i]))
            continue;
        const world mated = world_play(&turned, w->threat[i]),
                    parried = world_play(&v->b, w->threat[i]);
        for (arb_square man = 0; man < 64; man++) {
            const arb_square by =
                world_is(&mated, man, w->them) ? world_pinned_by(&mated, man) : NONE;
            if (by != NONE && man != v->d.from && man != v->d.to &&
                world_pinned_by(&w->a, man) == NONE && needs_pin(&mated, man) &&
                world_pinned_by(&parried, man) == NONE && can_leave(&parried, man))
                slow_theme_add(w, ARB_THEME_PREVENTIVE_UNPIN, ARB_THEME_USE_DEFENCE, v->mate, 0,
                               man, by);
        }
    }
}

static void half_pins(view *w)
{
    const arb_square king = world_king(&w->a, w->them);

    for (arb_square by = 0; by < 64; by++) {
        arb_square men[2] = { NONE, NONE };
        unsigned own = 0, shown[2] = { 0, 0 };
        if (!world_is(&w->a, by, w->us) || !world_acts(&w->a, by, king))
            continue;
        for (arb_square at = 0; at < 64; at++)
            if (world_is(&w->a, at, w->them) && world_lies_between(by, king, at) && own++ < 2)
                men[own - 1] = at;
        if (own != 2 || world_between(&w->a, by, king) != 2)
            continue;
        for (size_t i = 0; i < w->lines; i++)
            for (unsigned j = 0; j < 2; j++) {
                const line *v = &w->line[i];
                if (v->d.from == men[j] && !world_in_line(by, king, v->d.to) &&
                    world_is(&v->c, men[!j], w->them) && world_pinned_by(&v->c, men[!j]) == by &&
                    needs_pin(&v->c, men[!j]))
                    shown[j]++;
            }
        if (shown[0] && shown[1])
            slow_theme_add(w, ARB_THEME_HALF_PIN, ARB_THEME_USE_MATE, 0, 0,
                           world_lies_between(king, men[1], men[0]) ? men[0] : men[1], by);
    }
}

/* What the first move does to pins. */
static void first_move(view *w)
{
    const arb_problem_node *n = arb_problem_node_at(w->p, w->phase);

    if (n->kind != ARB_NODE_KEY && n->kind != ARB_NODE_TRY)
        return;
    const arb_pos pos = arb_problem_before(w->p, w->phase);
    const world before = world_of(&pos, w->them);
    const step move = step_of(n->move);
    for (arb_square man = 0; man < 64; man++) {
        const arb_square old = man == move.to ? move.from : man;
        if (w->a.b[man] && before.b[old] && world_pinned_by(&w->a, man) != NONE &&
            world_pinned_by(&before, old) == NONE)
            slow_theme_add(w, world_is(&w->a, man, w->us) ? ARB_THEME_SELF_PIN : ARB_THEME_PIN,
                           ARB_THEME_USE_KEY, w->phase, 0, man, world_pinned_by(&w->a, man));
        if (world_is(&before, man, w->them) && world_is(&w->a, man, w->them)) {
            const arb_theme theme = freed(&before, &w->a, man, move);
            if (theme != ARB_THEME_COUNT)
                slow_theme_add(w, theme, ARB_THEME_USE_KEY, w->phase, 0, man,
                               world_pinned_by(&before, man));
        }
    }
}

/* ---- batteries and checks */

/* The line piece that gives check over the square which the mating man has left. */
static arb_square fires(const view *w, const world *before, const world *after, step m)
{
    const arb_square king = world_king(after, w->them);

    for (arb_square rear = 0; rear < 64; rear++)
        if (rear != m.to && world_is(before, rear, w->us) &&
            world_lies_between(rear, king, m.from) && world_between(before, rear, king) == 1 &&
            world_attacks(after, rear, king, NONE))
            return rear;
    return NONE;
}

static void batteries(view *w, const line *v)
{
    const arb_square rear = fires(w, &v->b, &v->c, v->m);
    const arb_square king = world_king(&v->c, w->them);

    if (rear != NONE) {
        slow_theme_add(w, ARB_THEME_BATTERY, ARB_THEME_USE_MATE, v->mate, 0, v->m.from, rear);
        if (!v->king && world_is(&w->a, v->m.from, w->us) &&
            world_lies_between(rear, king, v->d.from) && world_between(&w->a, rear, king) == 2)
            slow_theme_add(w, ARB_THEME_MASKED_BATTERY, ARB_THEME_USE_MATE, v->mate, 0, v->m.from,
                           rear);
    }
    if (world_in_check(&v->b, w->us) && !v->b.b[v->m.to] &&
        !(slow_theme_role(&v->b, v->m.from) == ARB_PAWN && v->m.from % 8 != v->m.to % 8))
        slow_theme_add(w, ARB_THEME_CROSS_CHECK, ARB_THEME_USE_MATE, v->mate, 0, v->m.to, NONE);
}

static void battery_threats(view *w)
{
    for (uint32_t at = arb_problem_first(w->p, w->phase, ARB_NODE_THREAT); at;
         at = arb_problem_next(w->p, at, ARB_NODE_THREAT)) {
        const world before = slow_theme_passed(&w->a);
        const step m = step_of(arb_problem_node_at(w->p, at)->move);
        const world after = world_play(&before, m);
        const arb_square rear = fires(w, &before, &after, m);
        if (rear != NONE)
            slow_theme_add(w, ARB_THEME_BATTERY, ARB_THEME_USE_MATE, at, 0, m.from, rear);
    }
}

/* ---- white interference */

static void white(view *w, const line *v)
{
    const arb_square king = world_king(&v->c, w->them);
    const world wall = world_with(&v->c, v->d.from, WALL);

    if (v->king)
        return;
    for (arb_square g = 0; g < 64; g++)
        for (arb_square q = 0; q < 64; q++) {
            if (!is_beside(king, q))
                continue;
            const bool shut = shuts_guard(w, &v->b, v->m, g, q);
            if (shut && ((q == v->d.to && slow_theme_blocks(w, v) && g == shut_guard(w, v)) ||
                         (!v->c.b[v->d.from] && q != v->d.from && can_go(&wall, king, q))))
                slow_theme_add(w, ARB_THEME_WHITE_INTERFERENCE, ARB_THEME_USE_MATE, v->mate, 0,
                               v->m.to, g);
            for (size_t i = 0; i < w->threats; i++) {
                const step t = w->threat[i];
                if (!world_can(&v->b, t) || !shuts_guard(w, &v->b, t, g, q))
                    continue;
                const world after = world_play(&v->b, t);
                if (can_go(&after, king, q))
                    slow_theme_add(w, ARB_THEME_WHITE_INTERFERENCE, ARB_THEME_USE_DEFENCE, v->mate,
                                   0, t.to, g);
            }
        }
}

/* ---- the whole */

/* Of several threats, how many mate after the reply: one? */
static bool leaves_one(const view *w, uint32_t reply)
{
    const world after = world_play(&w->a, step_of(arb_problem_node_at(w->p, reply)->move));
    unsigned left = 0;

    for (size_t i = 0; i < w->threats; i++)
        left += world_mates(&after, w->threat[i]);
    return w->threats > 1 && left == 1 &&
           arb_problem_count(w->p, reply, ARB_NODE_CONTINUATION) == 1;
}

static void read_lines(view *w, bool replies)
{
    for (uint32_t d = arb_problem_node_at(w->p, w->phase)->child; d;
         d = arb_problem_node_at(w->p, d)->next)
        for (uint32_t m = arb_problem_node_at(w->p, d)->child; m;
             m = arb_problem_node_at(w->p, m)->next) {
            line *v = &w->line[w->lines];
            const bool reply = arb_problem_node_at(w->p, d)->kind == ARB_NODE_REPLY;
            const bool parts = reply && leaves_one(w, d);
            if ((arb_problem_node_at(w->p, d)->kind != ARB_NODE_DEFENCE && !reply) ||
                (reply && !parts) != replies || w->lines == VARIATIONS_MAX)
                continue;
            *v = (line){ .defence = d,
                         .mate = m,
                         .d = step_of(arb_problem_node_at(w->p, d)->move),
                         .m = step_of(arb_problem_node_at(w->p, m)->move) };
            v->b = world_play(&w->a, v->d);
            v->c = world_play(&v->b, v->m);
            v->king = slow_theme_role(&w->a, v->d.from) == ARB_KING;
            v->capture = w->a.b[v->d.to] || (slow_theme_role(&w->a, v->d.from) == ARB_PAWN &&
                                             v->d.from % 8 != v->d.to % 8);
            v->parts = parts;
            v->sole = !arb_problem_node_at(w->p, arb_problem_node_at(w->p, d)->child)->next;
            w->lines++;
        }
}

static void look(view *w)
{
    for (size_t i = 0; i < w->lines; i++) {
        const line *v = &w->line[i];
        self_blocks(w, v);
        unblocks(w, v);
        eclipses(w, v);
        opens(w, v);
        interferes(w, v);
        obstructs(w, v);
        pins(w, v);
        unpins(w, v);
        prevents(w, v);
        batteries(w, v);
        white(w, v);
        for (size_t j = i + 1; j < w->lines; j++)
            crosses(w, v, &w->line[j]);
    }
    half_pins(w);
    first_move(w);
    battery_threats(w);
    slow_theme_phase(w);
}

void slow_themes_find(slow_themes *out, const arb_problem *problem)
{
    static view w;

    out->count = 0;
    for (uint32_t node = arb_problem_node_at(problem, 0)->child; node;
         node = arb_problem_node_at(problem, node)->next) {
        const arb_pos pos = arb_problem_after(problem, node);
        w = (view){ .p = problem,
                    .phase = node,
                    .us = arb_opponent((arb_colour)pos.turn),
                    .them = (arb_colour)pos.turn,
                    .a = world_of(&pos, (arb_colour)pos.turn),
                    .out = out };
        for (uint32_t at = arb_problem_first(problem, node, ARB_NODE_THREAT);
             at && w.threats < THREATS_MAX; at = arb_problem_next(problem, at, ARB_NODE_THREAT))
            w.threat[w.threats++] = step_of(arb_problem_node_at(problem, at)->move);
        read_lines(&w, false);
        const uint8_t kind = arb_problem_node_at(problem, node)->kind;
        if (!w.lines && kind != ARB_NODE_KEY && kind != ARB_NODE_TRY)
            continue;
        look(&w);
        read_lines(&w, true);
        slow_theme_pickaninny(&w);
    }
}
