/* SPDX-License-Identifier: MIT */
/* `arbitro diagram`: a drawing of the board with its coordinates (2.1, 2.4). */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/fen_arg.h"
#include "common/env.h"

enum { OPT_UNICODE, OPT_ASCII, OPT_FLIP, OPT_LETTERS };

static const arb_option options[] = {
    [OPT_UNICODE] = { "unicode", NULL, ARB_TEXT_OPT_UNICODE },
    [OPT_ASCII] = { "ascii", NULL, ARB_TEXT_OPT_ASCII },
    [OPT_FLIP] = { "flip", NULL, ARB_TEXT_OPT_FLIP },
    [OPT_LETTERS] = { "letters", ARB_LETTERS_CHOICES, ARB_TEXT_OPT_LETTERS },
};

static const arb_example examples[] = {
    { "diagram --ascii 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'",
      ARB_TEXT_EX_DIAGRAM },
    { "diagram --unicode --flip 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'",
      ARB_TEXT_EX_DIAGRAM_FLIP },
};

/* What a drawing is made of. */
typedef struct pencil {
    const arb_letters *men;
    const char *empty, *side;
    const char *top_left, *top_right, *bottom_left, *bottom_right, *edge;
} pencil;

/* The outlined figures of Unicode are the white men on paper, the filled ones the black. */
static const arb_letters figures = {
    .white = { "\u2659", "\u2658", "\u2657", "\u2656", "\u2655", "\u2654" },
    .black = { "\u265f", "\u265e", "\u265d", "\u265c", "\u265b", "\u265a" },
};
static const pencil unicode_pencil = { &figures, "\u00b7", "\u2502", "\u250c",
                                       "\u2510", "\u2514", "\u2518", "\u2500" };
static const pencil ascii_pencil = { NULL, ".", "|", "+", "+", "+", "+", "-" };

/* Room for a rank: eight men of at most four bytes with a space each. */
enum { ROW_SIZE = 8 * 5 + 1 };

/* One rank as text, men apart by spaces; `row` counts from the top of the drawing. */
static void draw_row(char out[ROW_SIZE], const arb_setup *setup, unsigned row, bool flip,
                     const pencil *pen)
{
    size_t used = 0;

    for (unsigned column = 0; column < 8; column++) {
        const arb_square square =
            flip ? arb_square_at(7 - column, row) : arb_square_at(column, 7 - row);
        const arb_piece piece = setup->piece[square];
        const char *man = pen->empty;

        if (piece != ARB_PIECE_NONE) {
            const arb_role role = arb_piece_role(piece);
            man = arb_piece_colour(piece) == ARB_WHITE ? pen->men->white[role]
                                                       : pen->men->black[role];
        }
        used += (size_t)snprintf(out + used, ROW_SIZE - used, "%s%s", column ? " " : "", man);
    }
}

static void draw_edge(const pencil *pen, const char *left, const char *right)
{
    printf("  %s", left);
    for (int i = 0; i < 17; i++)
        fputs(pen->edge, stdout);
    printf("%s\n", right);
}

static void draw_board(const arb_setup *setup, bool flip, const pencil *pen)
{
    char row[ROW_SIZE];

    draw_edge(pen, pen->top_left, pen->top_right);
    for (unsigned i = 0; i < 8; i++) {
        draw_row(row, setup, i, flip, pen);
        printf("%u %s %s %s\n", flip ? i + 1 : 8 - i, pen->side, row, pen->side);
    }
    draw_edge(pen, pen->bottom_left, pen->bottom_right);
    printf("    %s\n", flip ? "h g f e d c b a" : "a b c d e f g h");
}

static arb_exit print_json(const arb_cli *cli, const arb_setup *setup, bool flip, const pencil *pen)
{
    json_t *rows = json_array();
    char fen[ARB_FEN_SIZE], row[ROW_SIZE];

    for (unsigned i = 0; i < 8; i++) {
        draw_row(row, setup, i, flip, pen);
        if (json_array_append_new(rows, json_string(row)) != 0) {
            json_decref(rows);
            return arb_cli_failed(cli, ARB_NOMEM);
        }
    }
    arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    return arb_cli_json(cli, json_pack("{ss ss so}", "fen", fen, "turn",
                                       setup->turn == ARB_WHITE ? "white" : "black", "rows", rows));
}

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_fen_arg_letters(args->value[OPT_LETTERS]);
    const bool flip = args->value[OPT_FLIP] != NULL;
    arb_setup setup;

    if (args->value[OPT_UNICODE] && args->value[OPT_ASCII])
        return arb_cli_complain(cli, ARB_TEXT_DIAGRAM_BOTH);
    const bool unicode = args->value[OPT_UNICODE] || (!args->value[OPT_ASCII] && arb_env_is_utf8());
    pencil pen = unicode ? unicode_pencil : ascii_pencil;
    if (!unicode)
        pen.men = letters;
    if (!arb_fen_arg_setup(&setup, cli, args->operand[0], letters))
        return ARB_EXIT_BAD;
    if (cli->json)
        return print_json(cli, &setup, flip, &pen);
    draw_board(&setup, flip, &pen);
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
    .options = ARB_OPTION_SET(options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .run = run,
};
