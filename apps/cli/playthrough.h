/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PLAYTHROUGH_H
#define ARBITRO_CLI_PLAYTHROUGH_H
/* A sheet played through move by move, and what there is to complain about on the way. */
#include "arbitro/sheet.h"
#include "cli/cli.h"

typedef struct arb_playthrough {
    const char *source;     /* for complaints, NULL for an argument */
    const arb_style *style; /* the notation of the sheet */
    arb_sheet sheet;
    arb_variant variant;
    size_t ply;          /* of the last move, 1 for the first; 0 before it */
    arb_pos pos;         /* before that move */
    arb_written written; /* the move as it was written */
    arb_reading reading; /* and what it means */
    arb_where where;     /* where reading stopped */
} arb_playthrough;

typedef enum arb_playthrough_step {
    ARB_PLAYTHROUGH_MOVE,       /* legal, and the reading has it */
    ARB_PLAYTHROUGH_END,        /* the sheet ends, with a result or without */
    ARB_PLAYTHROUGH_UNREADABLE, /* at `where` */
    ARB_PLAYTHROUGH_AMBIGUOUS,
    ARB_PLAYTHROUGH_ILLEGAL
} arb_playthrough_step;

/* Ready to read the first move. What the pointers point at must outlive the replay. */
arb_playthrough arb_playthrough_begin(const char *source, const char *text, size_t size,
                                      const arb_style *style, const arb_pos *start);

/* Plays the move before and reads the next. After anything but a move there is no next. */
arb_playthrough_step arb_playthrough_next(arb_playthrough *replay);

/*
 * Says what is wrong at the last step, which was neither a move nor the end; with --json also as an
 * object on standard output.
 */
arb_exit arb_playthrough_complain(const arb_cli *cli, const arb_playthrough *replay,
                                  arb_playthrough_step step);

#endif
