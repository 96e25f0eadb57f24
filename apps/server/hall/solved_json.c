/* SPDX-License-Identifier: MIT */
/*
 * The solution of a problem as events of a stream: "solution" says what it is, each "theme" what
 * it shows, "nodes" are the tree in portions, keys first, and "end" says whether that was all.
 * Positions are told as what changes on the board, so that a page can show them without knowing how
 * pieces move.
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/notation.h"
#include "server/hall/solving.h"

enum { CHANGES_MAX = 40, PHASES_MAX = 24, END_ROOM = 128 };

static const char *const kind_words[ARB_NODE_COUNT] = { [ARB_NODE_ROOT] = "diagram",
                                                        [ARB_NODE_SET] = "set",
                                                        [ARB_NODE_KEY] = "key",
                                                        [ARB_NODE_TRY] = "try",
                                                        [ARB_NODE_CHECK] = "check",
                                                        [ARB_NODE_THREAT] = "threat",
                                                        [ARB_NODE_DEFENCE] = "defence",
                                                        [ARB_NODE_REPLY] = "reply",
                                                        [ARB_NODE_REFUTATION] = "refutation",
                                                        [ARB_NODE_CONTINUATION] = "continuation",
                                                        [ARB_NODE_HELP] = "help" };

/* What every part of the writing needs. */
typedef struct writer {
    const arb_solved *s;
    const arb_problem *p;
    arb_themes *themes;  /* NULL: not looked for */
    arb_buf *out, *part; /* the events, and the nodes of one that is not full yet */
    arb_err err;
    bool cut; /* there is more than an answer holds */
} writer;

/* ---- moves */

static void write_move(char out[ARB_MOVE_TEXT_SIZE], const writer *w, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(w->p, node);
    const arb_pos pos = arb_problem_before(w->p, node);
    const size_t size = arb_move_write(out, ARB_MOVE_TEXT_SIZE, &pos, n->move, &arb_style_san);

    if (n->ends && w->s->wish->stipulation.aim == ARB_AIM_STALEMATE)
        (void)snprintf(out + size, ARB_MOVE_TEXT_SIZE - size, "=");
}

static json_t *move_json(const writer *w, uint32_t node)
{
    char text[ARB_MOVE_TEXT_SIZE];

    write_move(text, w, node);
    return json_string(text);
}

static json_t *moves_json(const writer *w, uint32_t parent, arb_problem_kind kind)
{
    json_t *list = json_array();

    for (uint32_t at = arb_problem_first(w->p, parent, kind); at;
         at = arb_problem_next(w->p, at, kind))
        list = arb_json_add(list, move_json(w, at));
    return list;
}

/* {"e2":"","e4":"P"}: the squares that look otherwise after the move. */
static json_t *squares_json(const writer *w, uint32_t node)
{
    const arb_pos before = arb_problem_before(w->p, node), after = arb_problem_after(w->p, node);
    const arb_setup old = arb_pos_setup(&before), new = arb_pos_setup(&after);
    json_t *squares = json_object();

    for (arb_square i = 0; i < ARB_SQUARE_COUNT; i++) {
        const char letter[2] = { arb_piece_letter(new.piece[i]), '\0' };
        char name[4];
        if (old.piece[i] == new.piece[i])
            continue;
        (void)arb_square_write(name, sizeof name, i);
        squares =
            arb_json_put(squares, name, json_string(new.piece[i] == ARB_PIECE_NONE ? "" : letter));
    }
    return squares;
}

/* ---- what a node has beside its move */

/* What the first move does, in sentences, with what is not admitted or only tolerated in a key. */
static json_t *marks_json(const writer *w, uint32_t node)
{
    const uint32_t marks = arb_problem_key_marks(w->p, node);
    json_t *list = json_array();

    for (uint32_t bit = 1; bit && bit <= marks; bit <<= 1) {
        const arb_problem_key_mark mark = (arb_problem_key_mark)bit;
        const arb_problem_admission may = arb_problem_admission_of(bit);
        if (!(marks & bit) || bit == ARB_PROBLEM_KEY_THREATENS || bit == ARB_PROBLEM_KEY_WAITS)
            continue;
        list = arb_json_add(
            list, json_pack("{ss so so}", "code", arb_problem_key_word(mark), "text",
                            arb_json_texts(arb_problem_key_text(mark, ARB_LANG_EN),
                                           arb_problem_key_text(mark, ARB_LANG_IT)),
                            "admitted",
                            may == ARB_PROBLEM_ADMISSION_ADMITTED
                                ? json_null()
                                : arb_json_texts(arb_problem_admission_text(may, ARB_LANG_EN),
                                                 arb_problem_admission_text(may, ARB_LANG_IT))));
    }
    return list;
}

static json_t *avoided_json(json_t *object, const writer *w, uint32_t node)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_problem_avoided(moves, w->p, node);
    const arb_pos pos = arb_problem_after(w->p, node);
    json_t *list = n > 0 ? json_array() : NULL;
    char text[ARB_MOVE_TEXT_SIZE];

    for (size_t i = 0; i < n; i++) {
        (void)arb_move_write(text, sizeof text, &pos, moves[i], &arb_style_san);
        list = arb_json_add(list, json_string(text));
    }
    return n > 0 ? arb_json_put(object, "avoided", list) : object;
}

/* Must the defender move, although nothing is threatened? */
static bool is_zugzwang(const writer *w, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(w->p, node);
    const bool attacks = n->kind == ARB_NODE_KEY || n->kind == ARB_NODE_TRY ||
                         n->kind == ARB_NODE_THREAT || n->kind == ARB_NODE_CONTINUATION;

    return attacks && n->child && !n->checks && !n->ends &&
           !arb_problem_first(w->p, node, ARB_NODE_THREAT);
}

/* Does the solution proper lead here? */
static bool is_below_key(const writer *w, uint32_t node)
{
    while (arb_problem_node_at(w->p, node)->parent)
        node = arb_problem_node_at(w->p, node)->parent;
    return arb_problem_node_at(w->p, node)->kind == ARB_NODE_KEY;
}

/* Replies that leave the threats standing are counted and not told, unless one parts them or a
 * theme is shown with it. */
static bool is_told(const writer *w, uint32_t node)
{
    return arb_problem_node_at(w->p, node)->kind != ARB_NODE_REPLY ||
           arb_problem_parts_threats(w->p, node) || arb_solved_shows_theme(w->themes, w->p, node);
}

/* How many moves of the defender are only counted. */
static unsigned count_untold(const writer *w, uint32_t node)
{
    unsigned count = 0;

    for (uint32_t at = arb_problem_first(w->p, node, ARB_NODE_REPLY); at;
         at = arb_problem_next(w->p, at, ARB_NODE_REPLY))
        count += !is_told(w, at);
    return count;
}

static json_t *node_json(const writer *w, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(w->p, node);
    const unsigned replies = count_untold(w, node);
    json_t *object = json_pack("{sI sI ss}", "id", (json_int_t)node, "parent",
                               (json_int_t)n->parent, "kind", kind_words[n->kind]);

    if (n->kind != ARB_NODE_SET) {
        object = arb_json_put(object, "move", move_json(w, node));
        object = arb_json_put(object, "squares", squares_json(w, node));
    }
    if (n->ends)
        object = arb_json_put(object, "ends", json_true());
    if (is_zugzwang(w, node))
        object = arb_json_put(object, "zugzwang", json_true());
    if (replies > 0)
        object = arb_json_put(object, "replies", json_integer((json_int_t)replies));
    if (n->kind == ARB_NODE_KEY && w->s->wish->stipulation.play == ARB_PROBLEM_DIRECT)
        object = arb_json_put(object, "marks", marks_json(w, node));
    return n->kind == ARB_NODE_DEFENCE && is_below_key(w, node) ? avoided_json(object, w, node)
                                                                : object;
}

/* ---- the tree */

/* What was gathered becomes an event, unless the answer is full. */
static void close_part(writer *w)
{
    const size_t size = arb_buf_size(w->part);

    if (size == 0 || w->err || w->cut)
        return;
    w->cut = arb_buf_size(w->out) + size + END_ROOM > ARB_SOLVING_ANSWER_MAX;
    if (!w->cut)
        w->err = arb_buf_add_char(w->part, ']');
    if (!w->cut && !w->err)
        w->err = arb_stream_write(w->out, 0, "nodes", arb_buf_text(w->part), size + 1);
    arb_buf_cut(w->part, 0);
}

static void add_node(writer *w, uint32_t node)
{
    if (arb_buf_size(w->part) > ARB_SOLVING_PART_MAX)
        close_part(w);
    if (w->err || w->cut)
        return;
    w->err = arb_buf_add_char(w->part, arb_buf_size(w->part) == 0 ? '[' : ',');
    json_t *object = node_json(w, node);
    if (w->err)
        json_decref(object);
    else
        w->err = arb_api_write(w->part, object);
}

static void add_below(writer *w, uint32_t node)
{
    for (uint32_t at = arb_problem_node_at(w->p, node)->child; at && !w->err && !w->cut;
         at = arb_problem_node_at(w->p, at)->next) {
        if (!is_told(w, at))
            continue;
        add_node(w, at);
        add_below(w, at);
    }
}

/* All first moves of a kind before what follows them: when there is too much, none is missing. */
static void add_phases(writer *w, arb_problem_kind kind)
{
    uint32_t at = arb_problem_first(w->p, 0, kind);

    for (; at && !w->err && !w->cut; at = arb_problem_next(w->p, at, kind))
        add_node(w, at);
    at = arb_problem_first(w->p, 0, kind);
    for (; at && !w->err && !w->cut; at = arb_problem_next(w->p, at, kind))
        add_below(w, at);
}

static void add_nodes(writer *w)
{
    static const arb_problem_kind order[] = { ARB_NODE_KEY, ARB_NODE_HELP, ARB_NODE_SET,
                                              ARB_NODE_TRY, ARB_NODE_CHECK };

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        add_phases(w, order[i]);
    close_part(w);
}

/* ---- what it is */

static json_t *side_json(const writer *w, const arb_problem_changed *c, unsigned i)
{
    const bool set = arb_problem_node_at(w->p, c->phase[i])->kind == ARB_NODE_SET;

    return json_pack("{so so so}", "phase", set ? json_null() : move_json(w, c->phase[i]),
                     "defence", move_json(w, c->defence[i]), "answers",
                     moves_json(w, c->defence[i], ARB_NODE_CONTINUATION));
}

/* Phases that are compared with each other, each with each: many would be very many. */
static unsigned count_phases(const writer *w)
{
    return arb_problem_count(w->p, 0, ARB_NODE_SET) + arb_problem_count(w->p, 0, ARB_NODE_TRY) +
           arb_problem_count(w->p, 0, ARB_NODE_KEY);
}

static json_t *changes_json(const writer *w)
{
    arb_problem_changed c = { .change = ARB_CHANGE_NONE };
    json_t *list = json_array();

    for (unsigned i = 0; i < CHANGES_MAX && arb_problem_changes(&c, w->p); i++)
        list =
            arb_json_add(list, json_pack("{ss so so}", "kind",
                                         c.change == ARB_CHANGE_MATE ? "changed" : "transferred",
                                         "from", side_json(w, &c, 0), "to", side_json(w, &c, 1)));
    return list;
}

static json_t *texts_or_null(const char *en, const char *it)
{
    return *en ? arb_json_texts(en, it) : json_null();
}

/* Of an illegal position that cannot be played there is nothing but that. */
static json_t *verdict_json(const arb_solved *s)
{
    const bool unplayable = !s->problem && s->end == ARB_SOLVING_WHOLE;
    const arb_problem_verdict verdict =
        s->problem ? arb_problem_facts_of(s->problem)->verdict : ARB_PROBLEM_UNFINISHED;

    return json_pack("{ss so}", "verdict",
                     unplayable ? "illegal" : arb_problem_verdict_word(verdict), "text",
                     unplayable ? json_null()
                                : arb_json_texts(arb_problem_verdict_text(verdict, ARB_LANG_EN),
                                                 arb_problem_verdict_text(verdict, ARB_LANG_IT)));
}

static json_t *facts_json(json_t *object, const writer *w)
{
    const arb_problem_facts *f = arb_problem_facts_of(w->p);
    const bool compared = count_phases(w) <= PHASES_MAX;

    return arb_json_join(
        object, json_pack("{sI sI sI sI sI so so sb sb sI so sI}", "men", (json_int_t)f->men,
                          "keys", (json_int_t)f->keys, "shortest", (json_int_t)f->shortest, "duals",
                          (json_int_t)f->duals, "tries", (json_int_t)f->tries, "manner",
                          texts_or_null(arb_problem_manner_text(f->manner, ARB_LANG_EN),
                                        arb_problem_manner_text(f->manner, ARB_LANG_IT)),
                          "size",
                          texts_or_null(arb_problem_size_text(f->size, ARB_LANG_EN),
                                        arb_problem_size_text(f->size, ARB_LANG_IT)),
                          "finished", (int)f->every_first_move_decided, "set_complete",
                          (int)f->set_complete, "positions", (json_int_t)f->nodes, "changes",
                          compared ? changes_json(w) : json_array(), "zagoruiko",
                          (json_int_t)(compared ? arb_problem_zagoruiko(w->p, NULL) : 0)));
}

/* The position as it was understood, and whether who begins is who usually does. */
static json_t *diagram_json(const arb_solved *s)
{
    static const char *const plays[] = { "direct", "self", "reflex", "help" };
    const bool playable = !arb_problem_unplayable(s->faults);
    const arb_setup setup = playable ? arb_pos_setup(&s->pos) : s->wish->setup;
    const arb_stipulation *asked = &s->wish->stipulation;
    char text[ARB_STIPULATION_SIZE], fen[ARB_FEN_SIZE];

    (void)arb_stipulation_write(text, sizeof text, asked);
    (void)arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, NULL);
    return json_pack("{ss ss ss sb sb so sb}", "stipulation", text, "play", plays[asked->play],
                     "fen", fen, "half", (int)asked->half, "stalemate",
                     (int)(asked->aim == ARB_AIM_STALEMATE), "turn",
                     arb_json_colour((arb_colour)setup.turn), "usual",
                     (int)(!playable || setup.turn == arb_stipulation_begins(asked)));
}

static json_t *solution_json(const writer *w)
{
    static const char *const ends[] = { [ARB_SOLVING_TIME] = "time",
                                        [ARB_SOLVING_MEMORY] = "memory",
                                        [ARB_SOLVING_GIVEN_UP] = "time",
                                        [ARB_SOLVING_WHOLE] = NULL };
    const arb_solved *s = w->s;
    json_t *object = arb_json_join(diagram_json(s), verdict_json(s));

    object = arb_json_join(
        object,
        json_pack("{so so ss? sb sI}", "faults", arb_api_faults(s->faults), "cannot_arise",
                  s->cannot_arise ? arb_json_texts(arb_retro_reason_text(s->why, ARB_LANG_EN),
                                                   arb_retro_reason_text(s->why, ARB_LANG_IT))
                                  : json_null(),
                  "limit", ends[s->end], "left_out", (int)s->left_out, "ms",
                  (json_int_t)s->took_ms));
    return w->p ? facts_json(object, w) : object;
}

/* How much of the tree was looked through for themes. */
static const char *themes_word(const writer *w)
{
    return w->p && !w->themes                             ? "not"
           : w->themes && arb_themes_truncated(w->themes) ? "part"
                                                          : "whole";
}

arb_err arb_solved_write_event(arb_buf *out, arb_buf *scratch, const char *name, json_t *data)
{
    arb_buf_cut(scratch, 0);
    const arb_err err = arb_api_write(scratch, data);
    return err ? err : arb_stream_write(out, 0, name, arb_buf_text(scratch), arb_buf_size(scratch));
}

arb_err arb_solved_write(arb_buf *out, const arb_solved *s, arb_solving_work *work)
{
    arb_buf part;
    writer w = { .s = s, .p = s->problem, .out = out, .part = &part };

    arb_buf_init(&part, NULL, ARB_SOLVING_ANSWER_MAX);
    w.err = arb_solved_write_event(out, &part, "solution", solution_json(&w));
    arb_buf_cut(&part, 0);
    if (w.p && !w.err) {
        w.err = arb_solved_find_themes(&w.themes, s, work);
        if (!w.err && w.themes)
            w.err = arb_solved_write_themes(out, &part, w.themes);
        arb_buf_cut(&part, 0);
        add_nodes(&w);
        w.cut |= arb_problem_facts_of(w.p)->truncated || s->keys_alone;
    }
    if (!w.err)
        w.err = arb_solved_write_event(
            out, &part, "end", json_pack("{sb ss}", "cut", (int)w.cut, "themes", themes_word(&w)));
    arb_themes_free(w.themes);
    arb_buf_clear(&part);
    return w.err;
}
