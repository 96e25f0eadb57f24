/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_REPLAY_H
#define ARBITRO_CLI_REPLAY_H
/* A sheet played through move by move, and what there is to complain about on the way. */
#include "arbitro/sheet.h"
#include "cli/cli.h"

typedef struct arb_replay {
    const char *source;     /* for complaints, NULL for an argument */
    const arb_style *style; /* the notation of the sheet */
    arb_sheet sheet;
    arb_variant variant;
    size_t ply;          /* of the last move, 1 for the first; 0 before it */
    arb_pos pos;         /* before that move */
    arb_written written; /* the move as it was written */
    arb_reading reading; /* and what it means */
    arb_where where;     /* where reading stopped */
} arb_replay;

typedef enum arb_replay_step {
    ARB_REPLAY_MOVE,       /* legal, and the reading has it */
    ARB_REPLAY_END,        /* the sheet ends, with a result or without */
    ARB_REPLAY_UNREADABLE, /* at `where` */
    ARB_REPLAY_AMBIGUOUS,
    ARB_REPLAY_ILLEGAL
} arb_replay_step;

/* Ready to read the first move. What the pointers point at must outlive the replay. */
arb_replay arb_replay_begin(const char *source, const char *text, size_t size,
                            const arb_style *style, const arb_pos *start);

/* Plays the move before and reads the next. After anything but a move there is no next. */
arb_replay_step arb_replay_next(arb_replay *replay);

/*
 * Says what is wrong at the last step, which was neither a move nor the end; with --json also as an
 * object on standard output.
 */
arb_exit arb_replay_complain(const arb_cli *cli, const arb_replay *replay, arb_replay_step step);

#endif
