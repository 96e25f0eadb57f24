/* SPDX-License-Identifier: MIT */
/* `arbitro moves`: the legal moves of a position (3.10.1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/fen_arg.h"
#include "cli/language_arg.h"
#include "cli/notation_arg.h"

enum { OPT_FEN, OPT_CHESS960, OPT_NOTATION, OPT_LETTERS };

static const arb_args_option options[] = {
    [OPT_FEN] = { "fen", "FEN", ARB_TEXT_OPT_FEN },
    [OPT_CHESS960] = { "chess960", NULL, ARB_TEXT_OPT_CHESS960 },
    [OPT_NOTATION] = { "notation", ARB_NOTATION_ARG, ARB_TEXT_OPT_NOTATION },
    [OPT_LETTERS] = { "letters", ARB_LANGUAGE_ARG, ARB_TEXT_OPT_LETTERS },
};

static const arb_example examples[] = {
    { "moves", ARB_TEXT_EX_MOVES },
    { "moves --notation uci --fen '1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1'", ARB_TEXT_EX_MOVES_FEN },
    { "moves --notation it", ARB_TEXT_EX_MOVES_NOTATION },
    { "moves --letters it --fen '4r3/8/8/8/8/8/4P3/4R3 w - - 0 1'", ARB_TEXT_EX_MOVES_LETTERS },
};

/* A move in the notation asked for, by which it is sorted, and in coordinates. */
typedef struct written {
    char text[ARB_MOVE_TEXT_SIZE], uci[ARB_MOVE_TEXT_SIZE];
} written;

static int compare(const void *a, const void *b)
{
    return strcmp(((const written *)a)->text, ((const written *)b)->text);
}

static size_t write_moves(written out[ARB_MOVES_MAX], const arb_pos *pos, const arb_style *style)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < count; i++) {
        arb_uci_write(out[i].uci, sizeof out[i].uci, moves[i], style->variant);
        arb_move_write(out[i].text, sizeof out[i].text, pos, moves[i], style);
    }
    qsort(out, count, sizeof out[0], compare);
    return count;
}

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_language_arg_letters(cli, args->value[OPT_LETTERS]);
    written moves[ARB_MOVES_MAX];
    arb_style style;
    arb_pos pos;

    if (!letters || !arb_notation_arg(&style, cli, args->value[OPT_NOTATION]) ||
        !arb_fen_arg_position(&pos, cli, args->value[OPT_FEN], letters))
        return ARB_EXIT_BAD;
    style.variant = args->value[OPT_CHESS960] ? ARB_CHESS960 : arb_pos_variant(&pos);
    const size_t count = write_moves(moves, &pos, &style);
    /* an empty list is an answer, but not one that explains itself */
    if (count == 0)
        arb_cli_complain(cli, arb_pos_is_check(&pos) ? ARB_TEXT_MOVES_CHECKMATE
                                                     : ARB_TEXT_MOVES_STALEMATE);
    for (size_t i = 0; i < count; i++) {
        if (!cli->json) {
            puts(moves[i].text);
            continue;
        }
        json_t *line = json_pack("{ss ss}", "move", moves[i].text, "uci", moves[i].uci);
        const arb_exit status = arb_cli_json(cli, line);
        if (status != ARB_EXIT_YES)
            return status;
    }
    return ARB_EXIT_YES;
}

const arb_cmd arb_cmd_moves = {
    .name = "moves",
    .summary = ARB_TEXT_CMD_MOVES,
    .about = ARB_TEXT_ABOUT_MOVES,
    .options = ARB_ARGS_OPTIONS(options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .lists = arb_notation_arg_help,
    .run = run,
};
