/* SPDX-License-Identifier: MIT */
/* `arbitro diagram`: a drawing of the board with its coordinates (2.1, 2.4). */
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/drawing.h"
#include "cli/text_arg.h"
#include "common/env.h"

static arb_exit print_json(const arb_cli *cli, const arb_drawing *drawing)
{
    const arb_setup *setup = drawing->setup;
    json_t *rows = json_array();
    char fen[ARB_FEN_SIZE], row[ARB_DRAWING_ROW_SIZE];

    for (unsigned i = 0; i < 8; i++) {
        arb_drawing_row(row, drawing, i);
        rows = arb_json_add(rows, json_string(row));
    }
    arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    return arb_cli_json(cli, json_pack("{ss ss so}", "fen", fen, "turn",
                                       arb_colour_word((arb_colour)setup->turn), "rows", rows));
}

arb_exit arb_cmd_diagram(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    const bool ascii = args->value[ARB_OPT_ASCII] != NULL;
    arb_setup setup;

    if (args->value[ARB_OPT_UNICODE] && ascii)
        return arb_cli_complain(cli, ARB_TEXT_DIAGRAM_BOTH);
    if (!letters || !arb_fen_arg_setup(&setup, cli, args->operand[0], letters))
        return ARB_EXIT_BAD;
    const arb_drawing drawing = { .setup = &setup,
                                  .letters = letters,
                                  .unicode =
                                      args->value[ARB_OPT_UNICODE] || (!ascii && arb_env_is_utf8()),
                                  .flip = args->value[ARB_OPT_FLIP] != NULL };
    if (cli->json)
        return print_json(cli, &drawing);
    arb_drawing_print(&drawing);
    arb_text_line(stdout, cli->lang,
                  setup.turn == ARB_WHITE ? ARB_TEXT_DIAGRAM_WHITE : ARB_TEXT_DIAGRAM_BLACK);
    return ARB_EXIT_YES;
}
