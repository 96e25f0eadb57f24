/* SPDX-License-Identifier: MIT */
/* Changed and transferred mates for people; see solve_teller.h. */
#include <stdlib.h>

#include "cli/solve_teller.h"

enum { CHANGES_MAX = 4096 };

/* All changes; those that were told with another have no kind any more. */
typedef struct changes {
    size_t count;
    arb_problem_changed list[CHANGES_MAX];
} changes;

/* Is the phase shown at all? */
static bool phase_shown(const arb_solve_teller *t, uint32_t phase)
{
    return arb_problem_node_at(t->p, phase)->kind != ARB_NODE_SET || t->solve->set;
}

static void tell_phase_name(const arb_solve_teller *t, uint32_t phase)
{
    const uint8_t kind = arb_problem_node_at(t->p, phase)->kind;

    if (kind == ARB_NODE_SET) {
        arb_answer_add(t->to, arb_solve_word(t, ARB_TEXT_SOLVE_IN_SET));
        return;
    }
    arb_solve_number(t, phase);
    arb_solve_tell_move(t, phase, kind == ARB_NODE_KEY ? "!" : "?");
}

static void tell_answers(const arb_solve_teller *t, uint32_t defence)
{
    const char *before = " ";

    for (uint32_t at = arb_problem_first(t->p, defence, ARB_NODE_CONTINUATION); at;
         at = arb_problem_next(t->p, at, ARB_NODE_CONTINUATION)) {
        arb_answer_add(t->to, before);
        if (*before == ' ')
            arb_solve_number(t, at);
        arb_solve_tell_move(t, at, "");
        before = ", ";
    }
}

static bool told_together(const arb_solve_teller *t, const arb_problem_changed *a,
                          const arb_problem_changed *b)
{
    for (unsigned i = 0; i < 2; i++)
        if (a->phase[i] != b->phase[i] ||
            (a->defence[i] != b->defence[i] &&
             !arb_solve_same_answers(t->item, a->defence[i], b->defence[i])))
            return false;
    return a->change == b->change;
}

/* Did a change before this one, told together with it, have the same defence? */
static bool named_before(const arb_solve_teller *t, const changes *all, size_t from, size_t at,
                         unsigned side)
{
    for (size_t i = from; i < at; i++)
        if (told_together(t, &all->list[i], &all->list[at]) &&
            all->list[i].defence[side] == all->list[at].defence[side])
            return true;
    return false;
}

/* The defences of one side of all changes that are told together with the first. */
static void tell_defences(const arb_solve_teller *t, const changes *all, size_t from, unsigned side)
{
    bool first = true;

    for (size_t i = from; i < all->count; i++) {
        if (!told_together(t, &all->list[from], &all->list[i]) ||
            named_before(t, all, from, i, side))
            continue;
        arb_answer_add(t->to, first ? " " : ", ");
        if (first)
            arb_solve_number(t, all->list[i].defence[side]);
        arb_solve_tell_move(t, all->list[i].defence[side], "");
        first = false;
    }
}

/* "changed: 1...Nc4, Nb5  set 2.Qa1# / 1.Kb7! 2.Rb5#" */
static void tell_changed(const arb_solve_teller *t, const changes *all, size_t from)
{
    const arb_problem_changed *c = &all->list[from];

    tell_defences(t, all, from, 0);
    for (unsigned i = 0; i < 2; i++) {
        arb_answer_add(t->to, i ? " / " : "  ");
        tell_phase_name(t, c->phase[i]);
        tell_answers(t, c->defence[i]);
    }
}

/* "transferred: 2.Rb5#  set 1...Nc4 / 1.Kb7! 1...Nb5": what they have in common comes first. */
static void tell_transferred(const arb_solve_teller *t, const changes *all, size_t from)
{
    const arb_problem_changed *c = &all->list[from];

    tell_answers(t, c->defence[0]);
    for (unsigned i = 0; i < 2; i++) {
        arb_answer_add(t->to, i ? " / " : "  ");
        tell_phase_name(t, c->phase[i]);
        tell_defences(t, all, from, i);
    }
}

static void tell_all(const arb_solve_teller *t, changes *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const arb_problem_changed c = all->list[i];
        if (c.change == ARB_CHANGE_NONE)
            continue;
        arb_solve_indent(t, 1);
        arb_answer_add(t->to,
                       arb_solve_word(t, c.change == ARB_CHANGE_MATE ? ARB_TEXT_SOLVE_CHANGED
                                                                     : ARB_TEXT_SOLVE_TRANSFERRED));
        if (c.change == ARB_CHANGE_MATE)
            tell_changed(t, all, i);
        else
            tell_transferred(t, all, i);
        arb_answer_add(t->to, "\n");
        for (size_t j = all->count; j-- > i;)
            if (told_together(t, &c, &all->list[j]))
                all->list[j].change = ARB_CHANGE_NONE;
    }
}

void arb_solve_tell_changes(const arb_solve_teller *t)
{
    arb_problem_changed c = { .change = ARB_CHANGE_NONE };
    const unsigned zagoruiko = arb_problem_zagoruiko(t->p, NULL);
    changes *all = calloc(1, sizeof *all);

    if (!all) {
        t->to->err = t->to->err ? t->to->err : ARB_NOMEM;
        return;
    }
    while (all->count < CHANGES_MAX && arb_problem_changes(&c, t->p))
        if (phase_shown(t, c.phase[0]) && phase_shown(t, c.phase[1]))
            all->list[all->count++] = c;
    if (all->count)
        arb_answer_format(t->to, "\n%s\n", arb_solve_word(t, ARB_TEXT_SOLVE_CHANGES));
    tell_all(t, all);
    if (zagoruiko && t->solve->set) {
        arb_solve_indent(t, 1);
        arb_answer_sentence(t->to, t->lang, ARB_TEXT_SOLVE_ZAGORUIKO, zagoruiko);
        arb_answer_add(t->to, "\n");
    }
    free(all);
}
