/* SPDX-License-Identifier: MIT */
/* `arbitro moves`: the legal moves of a position (3.10.1). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/text_arg.h"

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

arb_exit arb_cmd_moves(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    written moves[ARB_MOVES_MAX];
    arb_style style;
    arb_pos pos;

    if (!letters || !arb_notation_arg(&style, cli, args->value[ARB_OPT_NOTATION]) ||
        !arb_fen_arg_position(&pos, cli, args->value[ARB_OPT_FEN], letters))
        return ARB_EXIT_BAD;
    style.variant = args->value[ARB_OPT_CHESS960] ? ARB_CHESS960 : arb_pos_variant(&pos);
    const size_t count = write_moves(moves, &pos, &style);
    /* an empty list is an answer, but not one that explains itself */
    if (count == 0)
        arb_cli_complain(cli, arb_pos_is_check(&pos) ? ARB_TEXT_MOVES_CHECKMATE
                                                     : ARB_TEXT_MOVES_STALEMATE);
    for (size_t i = 0; i < count; i++) {
        if (cli->json)
            arb_cli_json(cli, json_pack("{ss ss}", "move", moves[i].text, "uci", moves[i].uci));
        else
            puts(moves[i].text);
    }
    return ARB_EXIT_YES;
}
