/* SPDX-License-Identifier: MIT */
/* A solution for programs; see solve.h. */
#include "cli/solve.h"

typedef struct teller {
    const arb_solve *solve;
    const arb_solve_item *item;
    const arb_problem *p;
} teller;

static json_t *move_json(const teller *t, uint32_t node)
{
    char text[ARB_MOVE_TEXT_SIZE];

    arb_solve_move(text, t->solve, t->item, node);
    return json_string(text);
}

/* The moves of all children of a kind. */
static json_t *moves_json(const teller *t, uint32_t parent, arb_problem_kind kind)
{
    json_t *list = json_array();

    for (uint32_t at = arb_problem_first(t->p, parent, kind); at;
         at = arb_problem_next(t->p, at, kind))
        list = arb_json_add(list, move_json(t, at));
    return list;
}

static json_t *variations_json(const teller *t, uint32_t parent);

/* A move of the attacker and what follows it. */
static json_t *continuation_json(const teller *t, uint32_t node)
{
    json_t *object = json_pack("{so}", "move", move_json(t, node));

    if (arb_problem_node_at(t->p, node)->ends)
        return object;
    object = arb_json_put(object, "threats", moves_json(t, node, ARB_NODE_THREAT));
    return arb_json_put(object, "variations", variations_json(t, node));
}

/* The drawing as a text. */
static json_t *svg_json(const arb_solve *solve, const arb_solve_item *item)
{
    arb_answer drawing;

    arb_answer_init(&drawing);
    arb_solve_svg(&drawing, solve, item);
    json_t *json =
        drawing.err ? NULL : json_stringn(arb_buf_text(&drawing.text), arb_buf_size(&drawing.text));
    arb_answer_clear(&drawing);
    return json;
}

static const char *const defence_words[ARB_NODE_COUNT] = {
    [ARB_NODE_DEFENCE] = "defence", [ARB_NODE_REPLY] = "reply", [ARB_NODE_REFUTATION] = "refutation"
};

/* Duals that the defence avoids, where there are any. */
static json_t *avoided_json(json_t *object, const teller *t, uint32_t node)
{
    char text[ARB_MOVES_MAX][ARB_MOVE_TEXT_SIZE];
    const size_t n = arb_solve_avoided(text, t->solve, t->item, node);
    json_t *list = json_array();

    if (n == 0) {
        json_decref(list);
        return object;
    }
    for (size_t i = 0; i < n; i++)
        list = arb_json_add(list, json_string(text[i]));
    return arb_json_put(object, "avoided", list);
}

static json_t *variation_json(const teller *t, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(t->p, node);
    json_t *answers = json_array(), *play = json_array();
    bool ends = true;

    for (uint32_t at = arb_problem_first(t->p, node, ARB_NODE_CONTINUATION); at;
         at = arb_problem_next(t->p, at, ARB_NODE_CONTINUATION)) {
        answers = arb_json_add(answers, move_json(t, at));
        play = arb_json_add(play, continuation_json(t, at));
        ends = ends && arb_problem_node_at(t->p, at)->ends;
    }
    json_t *object = json_pack("{so ss sb so}", "move", move_json(t, node), "kind",
                               defence_words[n->kind], "check", (int)n->checks, "answers", answers);
    if (ends)
        json_decref(play);
    else
        object = arb_json_put(object, "play", play);
    return avoided_json(object, t, node);
}

/* Moves of the set play that have no answer stand apart. */
static json_t *variations_json(const teller *t, uint32_t parent)
{
    const bool set = arb_problem_node_at(t->p, parent)->kind == ARB_NODE_SET;
    json_t *list = json_array();

    for (uint32_t at = arb_problem_node_at(t->p, parent)->child; at;
         at = arb_problem_node_at(t->p, at)->next)
        if (defence_words[arb_problem_node_at(t->p, at)->kind] &&
            !(set && arb_problem_node_at(t->p, at)->kind == ARB_NODE_REFUTATION))
            list = arb_json_add(list, variation_json(t, at));
    return list;
}

static json_t *marks_json(const teller *t, uint32_t node)
{
    const uint32_t marks = arb_problem_key_marks(t->p, node);
    json_t *list = json_array();

    for (uint32_t bit = 1; bit && bit <= marks; bit <<= 1)
        if (marks & bit)
            list = arb_json_add(list, json_string(arb_problem_key_word((arb_problem_key_mark)bit)));
    return list;
}

/* A first move: key or try. */
static json_t *first_json(const teller *t, uint32_t node)
{
    const bool key = arb_problem_node_at(t->p, node)->kind == ARB_NODE_KEY;
    const arb_problem_admission admission =
        arb_problem_admission_of(arb_problem_key_marks(t->p, node));
    json_t *object =
        json_pack("{so sI so ss so so}", "move", move_json(t, node), "length",
                  (json_int_t)arb_problem_node_at(t->p, node)->length, "marks", marks_json(t, node),
                  "admission", arb_problem_admission_word(admission), "threats",
                  moves_json(t, node, ARB_NODE_THREAT), "variations", variations_json(t, node));

    if (!key)
        object = arb_json_put(object, "refutations", moves_json(t, node, ARB_NODE_REFUTATION));
    return object;
}

static json_t *firsts_json(const teller *t, arb_problem_kind kind)
{
    json_t *list = json_array();

    for (uint32_t at = arb_problem_first(t->p, 0, kind); at; at = arb_problem_next(t->p, at, kind))
        list = arb_json_add(list, first_json(t, at));
    return list;
}

/* The moves that lead to a node. */
static json_t *line_json(const teller *t, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(t->p, node);

    if (n->kind == ARB_NODE_ROOT || n->kind == ARB_NODE_SET)
        return json_array();
    return arb_json_add(line_json(t, n->parent), move_json(t, node));
}

/* Defences below the first key that have several answers. */
static json_t *duals_json(const teller *t, json_t *list, uint32_t parent)
{
    for (uint32_t at = arb_problem_node_at(t->p, parent)->child; at;
         at = arb_problem_node_at(t->p, at)->next) {
        const arb_problem_node *n = arb_problem_node_at(t->p, at);
        if (n->kind == ARB_NODE_DEFENCE && arb_problem_count(t->p, at, ARB_NODE_CONTINUATION) > 1)
            list = arb_json_add(list, json_pack("{so so}", "line", line_json(t, at), "answers",
                                                moves_json(t, at, ARB_NODE_CONTINUATION)));
        list = duals_json(t, list, at);
    }
    return list;
}

static json_t *help_json(const teller *t, json_t *list, uint32_t parent)
{
    for (uint32_t at = arb_problem_first(t->p, parent, ARB_NODE_HELP); at;
         at = arb_problem_next(t->p, at, ARB_NODE_HELP)) {
        if (arb_problem_node_at(t->p, at)->ends)
            list = arb_json_add(list, line_json(t, at));
        list = help_json(t, list, at);
    }
    return list;
}

static json_t *phase_json(const teller *t, uint32_t phase)
{
    return arb_problem_node_at(t->p, phase)->kind == ARB_NODE_SET ? json_string("set")
                                                                  : move_json(t, phase);
}

static json_t *changes_json(const teller *t)
{
    arb_problem_changed c = { .change = ARB_CHANGE_NONE };
    json_t *list = json_array();

    while (arb_problem_changes(&c, t->p)) {
        json_t *object =
            json_pack("{ss}", "kind", c.change == ARB_CHANGE_MATE ? "changed" : "transferred");
        for (unsigned i = 0; i < 2; i++)
            object = arb_json_put(object, i ? "to" : "from",
                                  json_pack("{so so so}", "phase", phase_json(t, c.phase[i]),
                                            "defence", move_json(t, c.defence[i]), "answers",
                                            moves_json(t, c.defence[i], ARB_NODE_CONTINUATION)));
        list = arb_json_add(list, object);
    }
    return list;
}

static json_t *facts_json(json_t *object, const teller *t)
{
    const arb_problem_facts *f = arb_problem_facts_of(t->p);

    return arb_json_join(object,
                         json_pack("{sb sb sI sI sI so so sI sI sI sb}", "finished",
                                   (int)f->every_first_move_decided, "truncated", (int)f->truncated,
                                   "men", (json_int_t)f->men, "shortest", (json_int_t)f->shortest,
                                   "longer", (json_int_t)f->longer, "size",
                                   json_string(arb_problem_size_word(f->size)), "manner",
                                   json_string(arb_problem_manner_word(f->manner)), "dual_count",
                                   (json_int_t)f->duals, "nodes", (json_int_t)f->nodes, "memory",
                                   (json_int_t)f->memory, "set_complete", (int)f->set_complete));
}

/* What only play between two sides that oppose each other has. */
static json_t *battle_json(json_t *object, const teller *t)
{
    const uint32_t key = arb_problem_first(t->p, 0, ARB_NODE_KEY);
    const uint32_t set = arb_problem_first(t->p, 0, ARB_NODE_SET);

    object = arb_json_put(object, "keys", moves_json(t, 0, ARB_NODE_KEY));
    object =
        arb_json_put(object, "threats", key ? moves_json(t, key, ARB_NODE_THREAT) : json_array());
    object = arb_json_put(object, "variations", key ? variations_json(t, key) : json_array());
    object = arb_json_put(object, "duals", key ? duals_json(t, json_array(), key) : json_array());
    object = arb_json_put(object, "set", set ? variations_json(t, set) : json_null());
    object = arb_json_put(object, "unprovided",
                          set ? moves_json(t, set, ARB_NODE_REFUTATION) : json_null());
    object = arb_json_put(object, "tries", firsts_json(t, ARB_NODE_TRY));
    object = arb_json_put(object, "refuted_checks", firsts_json(t, ARB_NODE_CHECK));
    object = arb_json_put(object, "play", firsts_json(t, ARB_NODE_KEY));
    object = arb_json_put(object, "changes", changes_json(t));
    object = arb_json_put(object, "zagoruiko",
                          json_integer((json_int_t)arb_problem_zagoruiko(t->p, NULL)));
    return arb_json_put(object, "themes",
                        t->solve->themes && arb_themes_are_for(&t->item->stipulation)
                            ? arb_solve_themes_json(t->solve, t->item)
                            : json_null());
}

static json_t *lines_json(json_t *object, const teller *t)
{
    const uint32_t set = arb_problem_first(t->p, 0, ARB_NODE_SET);

    object = arb_json_put(object, "solutions", help_json(t, json_array(), 0));
    object = arb_json_put(object, "set", set ? help_json(t, json_array(), set) : json_null());
    return arb_json_put(object, "themes", json_null()); /* only direct mates have them here */
}

json_t *arb_solve_json(const arb_solve *solve, const arb_solve_item *item)
{
    const teller t = { solve, item, item->problem };
    char text[ARB_STIPULATION_SIZE], fen[ARB_FEN_SIZE];
    json_t *object = NULL;

    arb_stipulation_write(text, sizeof text, &item->stipulation);
    if (item->problem)
        arb_pos_fen(fen, sizeof fen, &item->pos);
    else
        arb_fen_write(fen, sizeof fen, &item->setup, ARB_FEN_X, NULL);
    const char *verdict = !arb_solve_is_illegal(item)
                              ? arb_problem_verdict_word(arb_problem_facts_of(t.p)->verdict)
                              : "illegal";
    object = json_pack("{ss ss ss sb so}", "stipulation", text, "fen", fen, "verdict", verdict,
                       "sound", (int)(arb_solve_status(item) == ARB_EXIT_YES), "faults",
                       arb_json_faults(item->faults));
    if (item->cannot_arise)
        object =
            arb_json_put(object, "cannot_arise", json_string(arb_retro_reason_word(item->why)));
    if (item->name)
        object = arb_json_put(object, "name", arb_json_argument(item->name));
    if (solve->svg)
        object = arb_json_put(object, "svg", svg_json(solve, item));
    if (!item->problem)
        return object;
    object = facts_json(object, &t);
    return item->stipulation.play == ARB_PROBLEM_HELP ? lines_json(object, &t)
                                                      : battle_json(object, &t);
}
