/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SHEET_H
#define ARBITRO_CLI_SHEET_H
/*
 * What the parts of `arbitro sheet` share: games come from files of PGN (sheet_games.c), from case
 * files (sheet_cases.c), or are still to be played (cmd_sheet.c). What is printed is the work of
 * apps/paper.
 */
#include "cli/judge.h"
#include "paper/sheet.h"
#include "pgn/pgn.h"

/* Whose sheets are wanted: places among the choices of --of. */
enum { ARB_OF_GAME, ARB_OF_WHITE, ARB_OF_BLACK, ARB_OF_BOTH, ARB_OF_ARBITER };

/* What the user asked for. */
typedef struct arb_sheet_cmd {
    const arb_cli *cli;
    arb_paper paper;
    arb_style style; /* of the moves */
    int of;
    unsigned copies;
    bool blank, report;
    const char *const *operand;
    size_t operands;
    arb_pgn_cmd pgn; /* how files of games are read, and which games are wanted */
} arb_sheet_cmd;

/* The sheets of one game, by --of: calls `make` for each, with its owner, until one fails. */
typedef arb_err arb_sheet_make(void *user, arb_scoresheet_owner owner);
arb_err arb_sheet_each(const arb_sheet_cmd *cmd, arb_sheet_make *make, void *user);

/* A scoresheet as JSON; NULL: no memory. */
json_t *arb_sheet_json(const arb_scoresheet *sheet);

/* Prints what was written, or complains. */
arb_exit arb_sheet_print(const arb_sheet_cmd *cmd, const arb_ink *ink);

arb_exit arb_sheet_games(const arb_sheet_cmd *cmd);
arb_exit arb_sheet_cases(const arb_sheet_cmd *cmd);

#endif
