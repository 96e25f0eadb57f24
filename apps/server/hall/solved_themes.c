/* SPDX-License-Identifier: MIT */
/* What a problem shows, as events of a stream, a theme each: its name, what it means, and the nodes
 * of the moves that show it; see solving.h. */
#include "server/hall/solving.h"

enum {
    NODES_MAX = 4000, /* a larger tree is not looked through: nobody would read all that it shows */
    SHOWN_MAX = 40    /* of a theme; the rest is counted */
};

static bool is_same(const arb_theme_found *a, const arb_theme_found *b)
{
    return a->theme == b->theme && a->use == b->use && a->phase == b->phase &&
           arb_theme_same_lines(a, b);
}

/* Do the same moves show it in another way, too? */
static bool is_told(const arb_themes *all, size_t from, size_t at)
{
    for (size_t i = from; i < at; i++)
        if (is_same(arb_themes_at(all, i), arb_themes_at(all, at)))
            return true;
    return false;
}

static json_t *found_json(const arb_theme_found *f)
{
    json_t *lines = json_array();

    for (unsigned i = 0; i < f->lines; i++)
        lines = arb_json_add(lines, json_integer((json_int_t)f->line[i]));
    return json_pack("{sI so so}", "phase", (json_int_t)f->phase, "use",
                     f->use == ARB_THEME_USE_DEFENCE
                         ? arb_json_texts(arb_theme_use_text(f->use, ARB_LANG_EN),
                                          arb_theme_use_text(f->use, ARB_LANG_IT))
                         : json_null(),
                     "lines", lines);
}

/* One theme, from its first place in the list on. */
static json_t *theme_json(const arb_themes *all, size_t from)
{
    const arb_theme theme = arb_themes_at(all, from)->theme;
    json_t *shown = json_array();
    unsigned count = 0;

    for (size_t i = from; i < arb_themes_count(all) && arb_themes_at(all, i)->theme == theme; i++) {
        if (count > SHOWN_MAX || is_told(all, from, i))
            continue;
        if (count++ < SHOWN_MAX)
            shown = arb_json_add(shown, found_json(arb_themes_at(all, i)));
    }
    return json_pack(
        "{ss so so so sb}", "theme", arb_theme_word(theme), "name",
        arb_json_texts(arb_theme_name(theme, ARB_LANG_EN), arb_theme_name(theme, ARB_LANG_IT)),
        "text",
        arb_json_texts(arb_theme_text(theme, ARB_LANG_EN), arb_theme_text(theme, ARB_LANG_IT)),
        "shown", shown, "more", count > SHOWN_MAX);
}

arb_err arb_solved_find_themes(arb_themes **out, const arb_solved *s, arb_solving_work *w)
{
    const arb_problem_options options = { .progress = arb_solver_goes_on, .user = w };

    *out = NULL;
    return s->end != ARB_SOLVING_WHOLE || arb_problem_node_count(s->problem) > NODES_MAX
               ? ARB_OK
               : arb_themes_new(out, s->problem, &options);
}

bool arb_solved_shows_theme(const arb_themes *all, const arb_problem *p, uint32_t reply)
{
    for (size_t i = 0; all && i < arb_themes_count(all); i++) {
        const arb_theme_found *f = arb_themes_at(all, i);
        if (f->phase != arb_problem_node_at(p, reply)->parent)
            continue;
        for (unsigned j = 0; j < f->lines; j++)
            if (arb_problem_node_at(p, f->line[j])->parent == reply)
                return true;
    }
    return false;
}

arb_err arb_solved_write_themes(arb_buf *out, arb_buf *scratch, const arb_themes *all)
{
    arb_err err = ARB_OK;

    for (size_t i = 0; !err && i < arb_themes_count(all); i++)
        if (i == 0 || arb_themes_at(all, i - 1)->theme != arb_themes_at(all, i)->theme)
            err = arb_solved_write_event(out, scratch, "theme", theme_json(all, i));
    return err;
}
