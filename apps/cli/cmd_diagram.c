/* SPDX-License-Identifier: MIT */
/* `arbitro diagram`: a drawing of the board with its coordinates (2.1, 2.4). */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/drawing.h"
#include "cli/fen_arg.h"
#include "cli/language_arg.h"
#include "common/env.h"

enum { OPT_UNICODE, OPT_ASCII, OPT_FLIP, OPT_LETTERS };

static const arb_args_option options[] = {
    [OPT_UNICODE] = { "unicode", NULL, ARB_TEXT_OPT_UNICODE },
    [OPT_ASCII] = { "ascii", NULL, ARB_TEXT_OPT_ASCII },
    [OPT_FLIP] = { "flip", NULL, ARB_TEXT_OPT_FLIP },
    [OPT_LETTERS] = { "letters", ARB_LANGUAGE_ARG, ARB_TEXT_OPT_LETTERS },
};

static const arb_example examples[] = {
    { "diagram --ascii 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'",
      ARB_TEXT_EX_DIAGRAM },
    { "diagram --unicode --flip 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'",
      ARB_TEXT_EX_DIAGRAM_FLIP },
};

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

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_language_arg_letters(cli, args->value[OPT_LETTERS]);
    const bool ascii = args->value[OPT_ASCII] != NULL;
    arb_setup setup;

    if (args->value[OPT_UNICODE] && ascii)
        return arb_cli_complain(cli, ARB_TEXT_DIAGRAM_BOTH);
    if (!letters || !arb_fen_arg_setup(&setup, cli, args->operand[0], letters))
        return ARB_EXIT_BAD;
    const arb_drawing drawing = { .setup = &setup,
                                  .letters = letters,
                                  .unicode =
                                      args->value[OPT_UNICODE] || (!ascii && arb_env_is_utf8()),
                                  .flip = args->value[OPT_FLIP] != NULL };
    if (cli->json)
        return print_json(cli, &drawing);
    arb_drawing_print(&drawing);
    arb_text_print(stdout, cli->lang,
                   setup.turn == ARB_WHITE ? ARB_TEXT_DIAGRAM_WHITE : ARB_TEXT_DIAGRAM_BLACK);
    fputc('\n', stdout);
    return ARB_EXIT_YES;
}

const arb_cmd arb_cmd_diagram = {
    .name = "diagram",
    .summary = ARB_TEXT_CMD_DIAGRAM,
    .about = ARB_TEXT_ABOUT_DIAGRAM,
    .operands = ARB_TEXT_OPERANDS_DIAGRAM,
    .operands_min = 1,
    .operands_max = 1,
    .options = ARB_ARGS_OPTIONS(options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .lists = arb_language_arg_help,
    .run = run,
};
