/* SPDX-License-Identifier: MIT */
/* A solution for people, as a whole; see solve.h. */
#include "cli/solve_teller.h"

static void tell_marks(const arb_solve_teller *t, uint32_t key)
{
    const uint32_t marks = arb_problem_key_marks(t->p, key);
    bool first = true;

    for (uint32_t bit = 1; bit && bit <= marks; bit <<= 1) {
        if (!(marks & bit) || bit == ARB_PROBLEM_KEY_THREATENS || bit == ARB_PROBLEM_KEY_WAITS)
            continue;
        arb_answer_add(t->to, first ? "  " : ", ");
        if (first)
            arb_answer_format(t->to, "%s ", arb_solve_word(t, ARB_TEXT_SOLVE_KEY));
        arb_answer_add(t->to, arb_problem_key_text((arb_problem_key_mark)bit, t->lang));
        const char *admitted = arb_problem_admission_text(arb_problem_admission_of(bit), t->lang);
        if (*admitted)
            arb_answer_format(t->to, " (%s)", admitted);
        first = false;
    }
    if (!first)
        arb_answer_add(t->to, "\n");
}

static void tell_phase(const arb_solve_teller *t, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(t->p, node);

    if (t->solve->layout == ARB_SOLVE_PLAIN) {
        arb_solve_tell_lines(t, node, 0);
        return;
    }
    arb_solve_number(t, node);
    arb_solve_tell_move(t, node, n->kind == ARB_NODE_KEY ? "!" : "?");
    arb_solve_tell_threats(t, node);
    arb_answer_add(t->to, "\n");
    if (n->kind == ARB_NODE_KEY && t->item->stipulation.play == ARB_PROBLEM_DIRECT)
        tell_marks(t, node);
    arb_solve_tell_play(t, node, 1);
}

static void tell_phases(const arb_solve_teller *t, arb_problem_kind kind, arb_text_id title)
{
    uint32_t at = arb_problem_first(t->p, 0, kind);

    if (at)
        arb_answer_format(t->to, "\n%s\n", arb_solve_word(t, title));
    for (; at; at = arb_problem_next(t->p, at, kind))
        tell_phase(t, at);
}

/* Is there anything that follows a move of the set play? */
static bool has_play(const arb_solve_teller *t, uint32_t set)
{
    for (uint32_t at = arb_problem_node_at(t->p, set)->child; at;
         at = arb_problem_node_at(t->p, at)->next)
        if (arb_problem_node_at(t->p, at)->kind != ARB_NODE_REFUTATION)
            return true;
    return false;
}

static void tell_set(const arb_solve_teller *t)
{
    const uint32_t set = arb_problem_first(t->p, 0, ARB_NODE_SET);
    const bool plain = t->solve->layout == ARB_SOLVE_PLAIN;

    if (!set || !t->solve->set)
        return;
    arb_answer_format(t->to, "\n%s\n", arb_solve_word(t, ARB_TEXT_SOLVE_SET));
    if (!has_play(t, set)) {
        arb_solve_indent(t, 1);
        arb_answer_format(t->to, "%s\n", arb_solve_word(t, ARB_TEXT_SOLVE_NO_SET));
    }
    if (t->item->stipulation.play == ARB_PROBLEM_HELP) {
        arb_solve_tell_help(t, set, t->item->stipulation.half ? 0 : 1);
    } else if (plain) {
        arb_solve_tell_lines(t, set, 0);
    } else {
        arb_solve_tell_play(t, set, 1);
    }
}

/* ": #1" */
static void tell_shorter(const arb_solve_teller *t, unsigned moves)
{
    arb_stipulation shorter = t->item->stipulation;
    char text[ARB_STIPULATION_SIZE];

    shorter.moves = (uint8_t)(moves - shorter.half);
    shorter.set = false;
    arb_stipulation_write(text, sizeof text, &shorter);
    arb_answer_format(t->to, ": %s", text);
}

/* What was found in one line: the verdict, with what belongs to it. */
static void tell_verdict(const arb_solve_teller *t)
{
    const arb_problem_facts *f = arb_problem_facts_of(t->p);
    const bool help = t->item->stipulation.play == ARB_PROBLEM_HELP;

    arb_answer_add(t->to, arb_problem_verdict_text(f->verdict, t->lang));
    if (f->verdict == ARB_PROBLEM_SHORT)
        tell_shorter(t, f->shortest);
    if (f->verdict == ARB_PROBLEM_INSOLUBLE && f->longer)
        arb_answer_sentence(t->to, t->lang, ARB_TEXT_SOLVE_LONGER, f->longer);
    if (f->verdict == ARB_PROBLEM_UNFINISHED)
        arb_answer_sentence(t->to, t->lang, ARB_TEXT_SOLVE_SO_FAR, f->keys);
    else if (!f->every_first_move_decided)
        arb_answer_format(t->to, "; %s", arb_problem_verdict_text(ARB_PROBLEM_UNFINISHED, t->lang));
    else if (help && f->keys)
        arb_answer_sentence(t->to, t->lang,
                            f->keys == 1 ? ARB_TEXT_SOLVE_SOLUTION_ONE : ARB_TEXT_SOLVE_SOLUTIONS,
                            f->keys);
    if (f->manner != ARB_PROBLEM_MANNER_NONE)
        arb_answer_format(t->to, "; %s", arb_problem_manner_text(f->manner, t->lang));
    if (*arb_problem_size_text(f->size, t->lang))
        arb_answer_format(t->to, "; %s", arb_problem_size_text(f->size, t->lang));
    if (f->duals)
        arb_answer_sentence(t->to, t->lang,
                            f->duals == 1 ? ARB_TEXT_SOLVE_DUAL_ONE : ARB_TEXT_SOLVE_DUALS,
                            f->duals);
    if (f->truncated)
        arb_answer_format(t->to, "; %s", arb_solve_word(t, ARB_TEXT_SOLVE_TRUNCATED));
    arb_answer_add(t->to, "\n");
}

static void tell_faults(const arb_solve_teller *t)
{
    for (uint32_t bit = 1; bit; bit <<= 1)
        if (t->item->faults & bit) {
            arb_answer_sentence(t->to, t->lang, ARB_TEXT_SOLVE_ILLEGAL,
                                arb_fault_text((arb_fault)bit, t->lang));
            arb_answer_add(t->to, "\n");
        }
    if (t->item->cannot_arise) {
        arb_answer_sentence(t->to, t->lang, ARB_TEXT_SOLVE_ILLEGAL,
                            arb_retro_reason_text(t->item->why, t->lang));
        arb_answer_add(t->to, "\n");
    }
}

/* The stipulation, the position as it was understood, and who begins where that is not usual. */
static void tell_head(const arb_solve_teller *t)
{
    char text[ARB_STIPULATION_SIZE], fen[ARB_FEN_SIZE * 4];
    const arb_setup setup = arb_pos_setup(&t->item->pos);

    arb_stipulation_write(text, sizeof text, &t->item->stipulation);
    arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, t->solve->letters);
    arb_answer_format(t->to, "%s  %s\n", text, fen);
    if (t->item->pos.turn != arb_stipulation_begins(&t->item->stipulation)) {
        arb_answer_add(t->to, arb_solve_word(t, t->item->pos.turn == ARB_WHITE
                                                    ? ARB_TEXT_SOLVE_WHITE_BEGINS
                                                    : ARB_TEXT_SOLVE_BLACK_BEGINS));
        arb_answer_add(t->to, "\n");
    }
}

/* Who asks for the themes of another kind of problem is told that there are none here. */
static void tell_themes(const arb_solve_teller *t)
{
    if (arb_themes_are_for(&t->item->stipulation)) {
        if (t->solve->themes)
            arb_solve_tell_themes(t);
    } else if (t->solve->themes_asked) {
        arb_answer_format(t->to, "\n%s\n", arb_solve_word(t, ARB_TEXT_SOLVE_THEMES));
        arb_solve_indent(t, 1);
        arb_answer_format(t->to, "%s\n", arb_solve_word(t, ARB_TEXT_SOLVE_THEMES_DIRECT));
    }
}

void arb_solve_text(arb_answer *to, const arb_solve *solve, const arb_solve_item *item)
{
    const arb_solve_teller t = { to, solve, item, item->problem, solve->cli->lang };

    if (!item->problem) {
        tell_faults(&t);
        return;
    }
    tell_head(&t);
    tell_faults(&t);
    tell_verdict(&t);
    tell_set(&t);
    if (item->stipulation.play == ARB_PROBLEM_HELP) {
        if (arb_problem_facts_of(t.p)->keys)
            arb_answer_format(to, "\n%s\n", arb_solve_word(&t, ARB_TEXT_SOLVE_SOLUTION));
        arb_solve_tell_help(&t, 0, item->stipulation.half ? 1 : 0);
        tell_themes(&t);
        return;
    }
    tell_phases(&t, ARB_NODE_TRY, ARB_TEXT_SOLVE_TRIES);
    tell_phases(&t, ARB_NODE_CHECK, ARB_TEXT_SOLVE_CHECKS);
    tell_phases(&t, ARB_NODE_KEY, ARB_TEXT_SOLVE_SOLUTION);
    arb_solve_tell_changes(&t);
    tell_themes(&t);
}

/* The verdict and the keys, and the themes that were asked for, with tabs between them. */
void arb_solve_summary(arb_answer *to, const arb_solve *solve, const arb_solve_item *item)
{
    const arb_solve_teller t = { to, solve, item, item->problem, solve->cli->lang };
    char text[ARB_STIPULATION_SIZE];

    arb_stipulation_write(text, sizeof text, &item->stipulation);
    arb_answer_format(to, "%s\t%s",
                      !arb_solve_is_illegal(item)
                          ? arb_problem_verdict_word(arb_problem_facts_of(t.p)->verdict)
                          : "illegal",
                      text);
    if (item->name && *item->name)
        arb_answer_format(to, "\t%s", item->name);
    if (item->problem && item->stipulation.play == ARB_PROBLEM_HELP)
        arb_answer_format(to, "\t%u", arb_problem_facts_of(t.p)->keys);
    else if (item->problem)
        for (uint32_t at = arb_problem_first(t.p, 0, ARB_NODE_KEY); at;
             at = arb_problem_next(t.p, at, ARB_NODE_KEY)) {
            arb_answer_add(to, at == arb_problem_first(t.p, 0, ARB_NODE_KEY) ? "\t" : " ");
            arb_solve_tell_move(&t, at, "");
        }
    if (solve->themes_asked && item->problem) {
        /* whoever reads columns finds them in the same one, with keys or without */
        const bool has_keys =
            item->stipulation.play == ARB_PROBLEM_HELP || arb_problem_first(t.p, 0, ARB_NODE_KEY);
        arb_answer_add(to, has_keys ? "\t" : "\t\t");
        arb_solve_tell_theme_words(to, solve, item);
    }
    arb_answer_add(to, "\n");
}
