/* SPDX-License-Identifier: MIT */
/* What a problem shows: every finder is asked for every variation and phase; see themes.h. */
#include "problem/themes.h"

/* A mate in five may have a million variations: the first ones must do. */
enum { ROOM_FIRST = 64, MOST = 1 << 16, VARIATIONS_MOST = 4096 };

/* ---- the list */

bool arb_theme_same_lines(const arb_theme_found *a, const arb_theme_found *b)
{
    if (a->lines != b->lines)
        return false;
    for (unsigned i = 0; i < a->lines; i++)
        if (a->line[i] != b->line[i])
            return false;
    return true;
}

static bool is_same(const arb_theme_found *a, const arb_theme_found *b)
{
    return a->theme == b->theme && a->use == b->use && a->phase == b->phase && a->at == b->at &&
           a->piece == b->piece && arb_theme_same_lines(a, b);
}

static bool make_room(arb_themes *to)
{
    if (to->count < to->room)
        return true;
    const size_t more = to->room ? 2 * to->room : ROOM_FIRST;
    arb_theme_found *list =
        arb_mem_resize(to->mem, to->list, to->room * sizeof *list, more * sizeof *list);
    if (!list) {
        to->starved = true;
        return false;
    }
    to->list = list;
    to->room = more;
    return true;
}

void arb_theme_add(arb_themes *to, const arb_theme_found *found)
{
    for (size_t i = to->count; i-- > 0 && to->list[i].phase == found->phase;)
        if (is_same(&to->list[i], found))
            return;
    if (to->count >= MOST) {
        to->truncated = true;
        return;
    }
    if (!to->starved && make_room(to))
        to->list[to->count++] = *found;
}

void arb_theme_add_variation(arb_themes *to, arb_theme theme, arb_theme_use use,
                             const arb_theme_variation *v, arb_square one, arb_square two)
{
    const arb_theme_found found = { .theme = theme,
                                    .use = use,
                                    .phase = v->phase->node,
                                    .line = { v->mate },
                                    .lines = 1,
                                    .at = one,
                                    .piece = two };

    arb_theme_add(to, &found);
}

/* ---- phases and variations */

arb_pos arb_theme_pass(const arb_pos *pos)
{
    arb_setup setup = arb_pos_setup(pos);
    arb_pos out = *pos;

    setup.turn = (uint8_t)arb_opponent((arb_colour)pos->turn);
    setup.en_passant = ARB_SQUARE_NONE;
    (void)arb_pos_from_setup(&out, &setup);
    return out;
}

static uint32_t next_mate(const arb_problem *p, uint32_t at)
{
    while (at && (arb_problem_node_at(p, at)->kind != ARB_NODE_CONTINUATION ||
                  !arb_problem_node_at(p, at)->ends))
        at = arb_problem_node_at(p, at)->next;
    return at;
}

/* A reply that stops all threats but one has made threats void: it is a defence, too. */
static bool is_answered(const arb_problem *p, uint32_t at, bool replies)
{
    const arb_problem_node *n = arb_problem_node_at(p, at);

    return (n->kind == ARB_NODE_DEFENCE || (replies && n->kind == ARB_NODE_REPLY) ||
            arb_problem_parts_threats(p, at)) &&
           next_mate(p, n->child);
}

/* The next defence with a mate; `at` is the first that may be one. */
static uint32_t next_defence(const arb_problem *p, uint32_t at, bool replies)
{
    while (at && !is_answered(p, at, replies))
        at = arb_problem_node_at(p, at)->next;
    return at;
}

bool arb_theme_next(arb_theme_variation *v, const arb_theme_phase *phase)
{
    const arb_problem *p = phase->p;

    v->phase = phase;
    v->mate = v->mate ? next_mate(p, arb_problem_node_at(p, v->mate)->next) : 0;
    if (!v->mate) {
        v->defence = next_defence(p,
                                  v->defence ? arb_problem_node_at(p, v->defence)->next
                                             : arb_problem_node_at(p, phase->node)->child,
                                  v->replies);
        if (!v->defence)
            return false;
        v->d = arb_problem_node_at(p, v->defence)->move;
        v->s = arb_move_from(v->d);
        v->t = arb_move_to(v->d);
        arb_pos_play(&v->b, &phase->a, v->d);
        v->mate = next_mate(p, arb_problem_node_at(p, v->defence)->child);
    }
    v->m = arb_problem_node_at(p, v->mate)->move;
    arb_pos_play(&v->c, &v->b, v->m);
    v->king = lowest(v->c.side[phase->them].king);
    return true;
}

bool arb_theme_is_sole(const arb_theme_variation *v)
{
    return arb_problem_count(v->phase->p, v->defence, ARB_NODE_CONTINUATION) == 1;
}

bool arb_theme_stays(const arb_theme_variation *v)
{
    return (v->c.side[v->phase->them].all & bit(v->t)) != 0;
}

bool arb_theme_is_plain(arb_move move)
{
    const arb_move_kind kind = arb_move_kind_of(move);

    return kind != ARB_MOVE_KING && kind != ARB_MOVE_CASTLING;
}

bool arb_theme_goes_over(arb_move move, arb_square over)
{
    return arb_theme_is_plain(move) &&
           (arb_terms_between(arb_move_from(move), arb_move_to(move)) & bit(over));
}

bool arb_theme_crosses(const arb_pos *pos, arb_square from, arb_square over)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++)
        if (arb_move_from(moves[i]) == from && arb_theme_goes_over(moves[i], over))
            return true;
    return false;
}

bool arb_theme_can_move(const arb_pos *pos, arb_square from)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++)
        if (arb_move_from(moves[i]) == from)
            return true;
    return false;
}

bool arb_theme_can_flee(const arb_pos *pos, arb_square to)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++)
        if (arb_move_kind_of(moves[i]) == ARB_MOVE_KING && arb_move_to(moves[i]) == to)
            return true;
    return false;
}

/* ---- the whole */

typedef struct finder {
    arb_theme_of_variation *of_variation;
    arb_theme_of_phase *of_phase;
} finder;

static const finder finders[] = {
#define THEME(id, word, group, of_variation, of_phase, ...)                                        \
    [ARB_THEME_##id] = { of_variation, of_phase },
#include "arbitro/themes.def"
#undef THEME
};

bool arb_theme_is_phase(const arb_problem *p, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(p, node);

    return n->kind == ARB_NODE_KEY || n->kind == ARB_NODE_TRY ||
           next_defence(p, n->child, false) != 0;
}

static arb_theme_phase phase_of(const arb_problem *p, uint32_t node)
{
    arb_theme_phase phase = { .p = p, .node = node, .a = arb_problem_after(p, node) };

    phase.them = (arb_colour)phase.a.turn;
    phase.us = other(phase.them);
    for (uint32_t at = arb_problem_first(p, node, ARB_NODE_THREAT);
         at && phase.threats < ARB_THEME_THREATS_MAX; at = arb_problem_next(p, at, ARB_NODE_THREAT))
        if (arb_problem_node_at(p, at)->ends)
            phase.threat[phase.threats++] = arb_problem_node_at(p, at)->move;
    return phase;
}

/* How far the search is; and who is asked whether it may go on. */
typedef struct search {
    const arb_problem *p;
    const arb_problem_options *options;
    uint32_t node;
    unsigned variations;
} search;

static bool goes_on(const search *s)
{
    const uint32_t count = arb_problem_node_count(s->p);

    return s->variations <= VARIATIONS_MOST &&
           (!s->options->progress ||
            s->options->progress(s->options->user, (double)s->node / (double)count));
}

static void look(arb_themes *to, search *s)
{
    const arb_theme_phase phase = phase_of(s->p, s->node);
    arb_theme_variation v = { .defence = 0 };

    if (!goes_on(s)) {
        to->truncated = true;
        return;
    }
    for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++)
        finders[theme].of_phase(to, &phase);
    while (arb_theme_next(&v, &phase)) {
        s->variations++;
        if (!goes_on(s)) {
            to->truncated = true;
            return;
        }
        for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++)
            finders[theme].of_variation(to, &v);
    }
}

/* By theme; within one the order stays. */
static void sort(arb_themes *to)
{
    arb_theme_found *sorted = arb_mem_new_array(to->mem, to->room, sizeof *sorted);
    size_t n = 0;

    to->starved |= !sorted;
    if (!sorted)
        return;
    for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++)
        for (size_t i = 0; i < to->count; i++)
            if (to->list[i].theme == theme)
                sorted[n++] = to->list[i];
    arb_mem_free(to->mem, to->list, to->room * sizeof *to->list);
    to->list = sorted;
}

bool arb_themes_are_for(const arb_stipulation *stipulation)
{
    return stipulation->play == ARB_PROBLEM_DIRECT && stipulation->aim == ARB_AIM_MATE;
}

arb_err arb_themes_new(arb_themes **out, const arb_problem *problem,
                       const arb_problem_options *options)
{
    static const arb_problem_options usual = { 0 };
    search s = { .p = problem, .options = options ? options : &usual, .node = 1 };
    const bool any = arb_themes_are_for(arb_problem_stipulation(problem));
    const arb_mem *mem = s.options->mem;
    arb_themes *made = arb_mem_new_array(mem, 1, sizeof *made);

    if (!made)
        return ARB_NOMEM;
    *made = (arb_themes){ .mem = mem };
    for (; any && s.node < arb_problem_node_count(problem) && !made->truncated; s.node++)
        if (arb_theme_is_phase(problem, s.node))
            look(made, &s);
    if (made->count)
        sort(made);
    if (made->starved) {
        arb_themes_free(made);
        return ARB_NOMEM;
    }
    *out = made;
    return ARB_OK;
}

void arb_themes_free(arb_themes *themes)
{
    if (!themes)
        return;
    arb_mem_free(themes->mem, themes->list, themes->room * sizeof *themes->list);
    arb_mem_free(themes->mem, themes, sizeof *themes);
}

size_t arb_themes_count(const arb_themes *themes)
{
    return themes->count;
}

const arb_theme_found *arb_themes_at(const arb_themes *themes, size_t index)
{
    return &themes->list[index];
}

bool arb_themes_truncated(const arb_themes *themes)
{
    return themes->truncated;
}
