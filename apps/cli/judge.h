/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_JUDGE_H
#define ARBITRO_CLI_JUDGE_H
/*
 * The moot court: what the parts of `arbitro judge` share. One loop (judge_run.c) reads the cases
 * of a file and judges their events; a speaker tells the outcome: for people, as JSON Lines, or
 * as TAP when expectations are checked.
 */
#include "arbitro/case.h"
#include "cli/cli.h"
#include "common/progress.h"

typedef struct arb_judge arb_judge;

/* How the outcome is told. All but `end` may be NULL. */
typedef struct arb_judge_speaker {
    void (*begin)(arb_judge *judge);
    void (*event)(arb_judge *judge, const arb_verdict *verdict);
    void (*expectation)(arb_judge *judge, const arb_case_item *item, const char *found);
    arb_exit (*end)(arb_judge *judge);
    void (*unreadable)(arb_judge *judge, const arb_where *where); /* before the complaint */
    void (*finish)(arb_judge *judge);                             /* after the last file */
} arb_judge_speaker;

extern const arb_judge_speaker arb_judge_text, arb_judge_json, arb_judge_check;

/* The work as a whole, and the case at hand. */
struct arb_judge {
    const arb_cli *cli;
    const arb_judge_speaker *speaker;
    arb_exit status; /* the worst so far */
    arb_progress bar;
    const char *source;            /* the name of the file */
    size_t cases;                  /* begun so far, over all files */
    size_t cases_here;             /* the same in this file */
    const arb_case_header *header; /* of the case at hand */
    const arb_game *game;
    const arb_event *event; /* the last one */
    size_t number;          /* its number within the case, from 1 */
    bool ended;             /* by the ruling that follows, though the game may go on later */
    arb_ruling ending;
    arb_buf items; /* its events and expectations */
    arb_buf notes; /* those that were not met, for TAP */
};

/* Judges every case of a text. */
arb_exit arb_judge_cases(arb_judge *judge, const char *text, size_t size);

/*
 * Judges a file, standard input for "-", or every *.case file below a folder, in the order of their
 * names.
 */
void arb_judge_path(arb_judge *judge, const char *path);

/* The plies of the game, to be freed; NULL when there is no memory. */
arb_ply *arb_judge_plies(size_t *count, const arb_game *game);

#endif
