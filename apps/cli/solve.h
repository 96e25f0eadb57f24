/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SOLVE_H
#define ARBITRO_CLI_SOLVE_H
/* `arbitro solve`: what is asked of a problem, and how its solution is told. */
#include "arbitro/notation.h"
#include "arbitro/problem.h"
#include "arbitro/themes.h"
#include "cli/answer.h"

typedef enum arb_solve_layout {
    ARB_SOLVE_PROBLEM, /* as problemists write: variations grouped by what follows */
    ARB_SOLVE_PLAIN,   /* one variation a line, as in a game */
    ARB_SOLVE_POPEYE,  /* as the solver Popeye prints */
    ARB_SOLVE_SUMMARY  /* one line a problem */
} arb_solve_layout;

/* What the options say. */
typedef struct arb_solve {
    const arb_cli *cli;
    arb_style style;
    const arb_letters *letters;
    arb_solve_layout layout;
    bool layout_given;
    bool svg;                         /* the diagram is drawn; with JSON beside the solution */
    bool popeye;                      /* the batch is input of Popeye */
    bool set, tries, replies, themes; /* what is shown beside keys and variations */
    bool themes_asked;                /* by name, not with everything */
    double seconds;                   /* 0: no limit of time */
    arb_problem_options options;
} arb_solve;

/* One problem, from wherever it was read. */
typedef struct arb_solve_item {
    arb_stipulation stipulation;
    arb_setup setup;
    unsigned fields;   /* of the FEN that were written */
    const char *name;  /* of a batch, or NULL */
    uint32_t faults;   /* once it is solved: of the position */
    arb_pos pos;       /* unless it is unplayable */
    bool cannot_arise; /* no game leads to it */
    arb_retro_reason why;
    double until;         /* when time is up; 0: never */
    arb_problem *problem; /* NULL while it is not solved, or unplayable */
} arb_solve_item;

/* Solves the problem; to be freed with arb_problem_free(). An error was not told yet. */
ARB_MUST_USE arb_err arb_solve_item_run(arb_solve_item *item, const arb_solve *solve);

/* Is the position illegal, playable or not? */
bool arb_solve_is_illegal(const arb_solve_item *item);

/* 0 when it is sound, 1 otherwise. */
arb_exit arb_solve_status(const arb_solve_item *item);

/* A move of a node, in the style asked for; stalemate is marked with =. */
void arb_solve_move(char out[ARB_MOVE_TEXT_SIZE], const arb_solve *solve,
                    const arb_solve_item *item, uint32_t node);

/* How many plies the move of a node is from the diagram, a pass counted. */
unsigned arb_solve_ply(const arb_solve_item *item, uint32_t node);

/* Is the defence answered as another one is: by the same moves, all of which end the play? */
bool arb_solve_same_answers(const arb_solve_item *item, uint32_t a, uint32_t b);

/* Duals that the defence avoids, as texts; how many. */
size_t arb_solve_avoided(char out[ARB_MOVES_MAX][ARB_MOVE_TEXT_SIZE], const arb_solve *solve,
                         const arb_solve_item *item, uint32_t defence);

/* What the solution shows, as far as the time of the problem suffices and nobody interrupts. */
ARB_MUST_USE arb_err arb_solve_find_themes(arb_themes **out, const arb_solve_item *item);

/* One theme alone, with the moves of the solution that show it. */
void arb_solve_one_theme(arb_answer *to, const arb_solve *solve, const arb_solve_item *item,
                         arb_theme theme);

/* ---- how it is told */

void arb_solve_text(arb_answer *to, const arb_solve *solve, const arb_solve_item *item);
void arb_solve_summary(arb_answer *to, const arb_solve *solve, const arb_solve_item *item);
void arb_solve_popeye(arb_answer *to, const arb_solve *solve, const arb_solve_item *item);
void arb_solve_svg(arb_answer *to, const arb_solve *solve, const arb_solve_item *item);
/* The words of the themes, with commas between them; "-" when there are none. */
void arb_solve_tell_theme_words(arb_answer *to, const arb_solve *solve, const arb_solve_item *item);
/* What the problem shows, as a list of themes; NULL when there was no memory. */
json_t *arb_solve_themes_json(const arb_solve *solve, const arb_solve_item *item);

json_t *arb_solve_json(const arb_solve *solve, const arb_solve_item *item);

/* Tells a solved problem as the options ask. */
void arb_solve_tell(arb_answer *to, const arb_solve *solve, const arb_solve_item *item);

/* ---- many problems */

/* Those of a file, or of standard input for "-": lines of FEN and EPD, or the input of Popeye. */
arb_exit arb_solve_batch(const arb_solve *solve, const arb_stipulation *stipulation,
                         const char *path, unsigned threads);

#endif
