/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SOLVE_TELLER_H
#define ARBITRO_CLI_SOLVE_TELLER_H
/* What solve_text.c and solve_play.c share: the parts of a solution that is being told to people.
 */
#include "cli/solve.h"

/* What every part of the telling needs. */
typedef struct arb_solve_teller {
    arb_answer *to;
    const arb_solve *solve;
    const arb_solve_item *item;
    const arb_problem *p;
    arb_lang lang;
} arb_solve_teller;

/* A phrase in the language of the user. */
const char *arb_solve_word(const arb_solve_teller *t, arb_text_id id);

void arb_solve_indent(const arb_solve_teller *t, unsigned depth);

/* "1." before the first move of a pair, "1..." before the second. */
void arb_solve_number(const arb_solve_teller *t, uint32_t node);

/* A move and a mark behind it. */
void arb_solve_tell_move(const arb_solve_teller *t, uint32_t node, const char *mark);

/* Threats, or that there is none, behind the move of the attacker. */
void arb_solve_tell_threats(const arb_solve_teller *t, uint32_t node);

/* What follows a move of the attacker, or set play: variations grouped by their continuations. */
void arb_solve_tell_play(const arb_solve_teller *t, uint32_t node, unsigned depth);

/* The same with one variation a line. */
void arb_solve_tell_lines(const arb_solve_teller *t, uint32_t node, unsigned depth);

/* What changes between the phases that are shown, told together where the same happens. */
void arb_solve_tell_changes(const arb_solve_teller *t);

/* The themes of the phases that are shown, with the moves that show them. */
void arb_solve_tell_themes(const arb_solve_teller *t);

/* The lines of help play; `first_ply` is 1 when they begin with the second half of a move. */
void arb_solve_tell_help(const arb_solve_teller *t, uint32_t node, unsigned first_ply);

#endif
