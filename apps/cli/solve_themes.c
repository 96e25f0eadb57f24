/* SPDX-License-Identifier: MIT */
/* What a problem shows, for people and for programs; see solve.h and solve_teller.h. */
#include "cli/solve_teller.h"

/* The first move, or set play, above a node. */
static uint32_t first_of(const arb_problem *p, uint32_t node)
{
    while (arb_problem_node_at(p, node)->parent)
        node = arb_problem_node_at(p, node)->parent;
    return node;
}

static bool is_set(const arb_problem *p, uint32_t node)
{
    return arb_problem_node_at(p, node)->kind == ARB_NODE_SET;
}

/* Set play may be there without being asked for. */
static bool is_shown(const arb_solve *solve, const arb_problem *p, const arb_theme_found *f)
{
    return solve->set || !is_set(p, first_of(p, f->phase));
}

/* ---- for people */

/* "1...Bxb5 2.Ng2#": what follows the first move, down to this node. */
static void tell_line(const arb_solve_teller *t, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(t->p, node);
    const bool goes_on = n->parent && arb_problem_node_at(t->p, n->parent)->parent;

    if (goes_on) {
        tell_line(t, n->parent);
        arb_answer_add(t->to, " ");
    }
    /* the second half of a move needs no number of its own */
    if (!goes_on || arb_solve_ply(t->item, node) % 2)
        arb_solve_number(t, node);
    arb_solve_tell_move(t, node, "");
}

static void tell_phase(const arb_solve_teller *t, uint32_t first)
{
    if (is_set(t->p, first)) {
        arb_answer_add(t->to, arb_solve_word(t, ARB_TEXT_SOLVE_IN_SET));
        return;
    }
    arb_solve_number(t, first);
    arb_solve_tell_move(t, first,
                        arb_problem_node_at(t->p, first)->kind == ARB_NODE_KEY ? "!" : "?");
}

/* The moves that show it; those of another phase say which. */
static void tell_lines(const arb_solve_teller *t, const arb_theme_found *f)
{
    for (unsigned i = 0; i < f->lines; i++) {
        const uint32_t first = first_of(t->p, f->line[i]);
        arb_answer_add(t->to, i ? " / " : "");
        if (first != first_of(t->p, f->phase)) {
            tell_phase(t, first);
            arb_answer_add(t->to, " ");
        }
        tell_line(t, f->line[i]);
    }
}

static bool is_told_with(const arb_problem *p, const arb_theme_found *a, const arb_theme_found *b)
{
    return a->theme == b->theme && a->use == b->use &&
           first_of(p, a->phase) == first_of(p, b->phase);
}

/* Was one told that is told together with it, or even shows the same moves? */
static bool told_before(const arb_solve_teller *t, const arb_themes *all, size_t at, bool same)
{
    for (size_t i = 0; i < at; i++)
        if (is_told_with(t->p, arb_themes_at(all, i), arb_themes_at(all, at)) &&
            (!same || arb_theme_same_lines(arb_themes_at(all, i), arb_themes_at(all, at))))
            return true;
    return false;
}

/* "self-block: 1...Bxb5 2.Ng2#, 1...cxb5 2.Ng4#" */
static void tell_theme(const arb_solve_teller *t, const arb_themes *all, size_t from)
{
    const arb_theme_found *f = arb_themes_at(all, from);
    const uint32_t first = first_of(t->p, f->phase);
    const char *before = " ";

    arb_solve_indent(t, 1);
    arb_answer_add(t->to, arb_theme_name(f->theme, t->lang));
    if (arb_problem_node_at(t->p, first)->kind != ARB_NODE_KEY) {
        arb_answer_add(t->to, ", ");
        tell_phase(t, first);
    }
    if (f->use == ARB_THEME_USE_DEFENCE)
        arb_answer_format(t->to, " (%s)", arb_theme_use_text(f->use, t->lang));
    arb_answer_add(t->to, ":");
    for (size_t i = from; i < arb_themes_count(all); i++) {
        if (!is_told_with(t->p, f, arb_themes_at(all, i)) || told_before(t, all, i, true))
            continue;
        arb_answer_add(t->to, before);
        tell_lines(t, arb_themes_at(all, i));
        before = ", ";
    }
    arb_answer_add(t->to, "\n");
}

void arb_solve_one_theme(arb_answer *to, const arb_solve *solve, const arb_solve_item *item,
                         arb_theme theme)
{
    const arb_solve_teller t = { to, solve, item, item->problem, solve->cli->lang };
    arb_themes *all;
    const arb_err err = arb_solve_find_themes(&all, item);

    if (err) {
        to->err = to->err ? to->err : err;
        return;
    }
    for (size_t i = 0; i < arb_themes_count(all); i++)
        if (arb_themes_at(all, i)->theme == theme && !told_before(&t, all, i, false) &&
            arb_problem_node_at(t.p, first_of(t.p, arb_themes_at(all, i)->phase))->kind ==
                ARB_NODE_KEY)
            tell_theme(&t, all, i);
    arb_themes_free(all);
}

/* What is said behind the themes, or instead of them. */
static arb_text_id rest_of(const arb_themes *all, bool any)
{
    if (!arb_themes_truncated(all))
        return ARB_TEXT_SOLVE_NO_THEMES;
    return any ? ARB_TEXT_SOLVE_MORE_THEMES : ARB_TEXT_SOLVE_THEMES_TIME;
}

void arb_solve_tell_themes(const arb_solve_teller *t)
{
    arb_themes *all;
    const arb_err err = arb_solve_find_themes(&all, t->item);
    bool any = false;

    if (err) {
        t->to->err = t->to->err ? t->to->err : err;
        return;
    }
    arb_answer_format(t->to, "\n%s\n", arb_solve_word(t, ARB_TEXT_SOLVE_THEMES));
    for (size_t i = 0; i < arb_themes_count(all); i++)
        if (is_shown(t->solve, t->p, arb_themes_at(all, i)) && !told_before(t, all, i, false)) {
            tell_theme(t, all, i);
            any = true;
        }
    if (!any || arb_themes_truncated(all)) {
        arb_solve_indent(t, 1);
        arb_answer_format(t->to, "%s\n", arb_solve_word(t, rest_of(all, any)));
    }
    arb_themes_free(all);
}

void arb_solve_tell_theme_words(arb_answer *to, const arb_solve *solve, const arb_solve_item *item)
{
    arb_theme told = ARB_THEME_COUNT;
    arb_themes *all;
    const arb_err err = arb_solve_find_themes(&all, item);

    if (err) {
        to->err = to->err ? to->err : err;
        return;
    }
    for (size_t i = 0; i < arb_themes_count(all); i++) {
        const arb_theme_found *f = arb_themes_at(all, i);
        if (f->theme == told || !is_shown(solve, item->problem, f))
            continue;
        arb_answer_format(to, "%s%s", told == ARB_THEME_COUNT ? "" : ",", arb_theme_word(f->theme));
        told = f->theme;
    }
    if (told == ARB_THEME_COUNT)
        arb_answer_add(to, "-");
    arb_themes_free(all);
}

/* ---- for programs */

typedef struct teller {
    const arb_solve *solve;
    const arb_solve_item *item;
} teller;

static json_t *move_json(const teller *t, uint32_t node)
{
    char text[ARB_MOVE_TEXT_SIZE];

    arb_solve_move(text, t->solve, t->item, node);
    return json_string(text);
}

/* What follows the first move, down to this node. */
static json_t *moves_json(const teller *t, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(t->item->problem, node);

    return n->parent ? arb_json_add(moves_json(t, n->parent), move_json(t, node)) : json_array();
}

static json_t *phase_json(const teller *t, uint32_t node)
{
    const uint32_t first = first_of(t->item->problem, node);

    return is_set(t->item->problem, first) ? json_string("set") : move_json(t, first);
}

static json_t *square_json(arb_square square)
{
    char text[4];

    if (square == ARB_SQUARE_NONE)
        return json_null();
    arb_square_write(text, sizeof text, square);
    return json_string(text);
}

static json_t *found_json(const teller *t, const arb_theme_found *f)
{
    json_t *lines = json_array();

    for (unsigned i = 0; i < f->lines; i++)
        lines = arb_json_add(lines, json_pack("{so so}", "phase", phase_json(t, f->line[i]),
                                              "moves", moves_json(t, f->line[i])));
    return json_pack("{so ss so so so}", "phase", phase_json(t, f->phase), "use",
                     arb_theme_use_word(f->use), "at", square_json(f->at), "piece",
                     square_json(f->piece), "lines", lines);
}

static json_t *theme_json(const teller *t, const arb_themes *all, size_t from)
{
    const arb_theme theme = arb_themes_at(all, from)->theme;
    const arb_lang lang = t->solve->cli->lang;
    json_t *shown = json_array();

    for (size_t i = from; i < arb_themes_count(all) && arb_themes_at(all, i)->theme == theme; i++)
        if (is_shown(t->solve, t->item->problem, arb_themes_at(all, i)))
            shown = arb_json_add(shown, found_json(t, arb_themes_at(all, i)));
    return json_pack("{ss ss ss ss so}", "theme", arb_theme_word(theme), "name",
                     arb_theme_name(theme, lang), "group",
                     arb_theme_group_word(arb_theme_group_of(theme)), "says",
                     arb_theme_text(theme, lang), "shown", shown);
}

json_t *arb_solve_themes_json(const arb_solve *solve, const arb_solve_item *item)
{
    const teller t = { solve, item };
    arb_themes *all;
    json_t *list = json_array();

    if (arb_solve_find_themes(&all, item) != ARB_OK) {
        json_decref(list);
        return NULL;
    }
    for (size_t i = 0, told = ARB_THEME_COUNT; i < arb_themes_count(all); i++) {
        const arb_theme_found *f = arb_themes_at(all, i);
        if (f->theme == told || !is_shown(solve, item->problem, f))
            continue;
        told = f->theme;
        list = arb_json_add(list, theme_json(&t, all, i));
    }
    arb_themes_free(all);
    return list;
}
