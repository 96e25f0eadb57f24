/* SPDX-License-Identifier: MIT */
/* `arbitro position`: what can be said of a position, and how its kings stand. */
#include <stdio.h>

#include "arbitro/opposition.h"
#include "cli/cli.h"
#include "cli/drawing.h"
#include "cli/fen_arg.h"
#include "cli/language_arg.h"
#include "common/env.h"

enum { OPT_OPPOSITION, OPT_EP, OPT_LETTERS };

static const char ep_choices[] = "legal|always";
enum { EP_ALWAYS = 1 };

static const arb_args_option options[] = {
    [OPT_OPPOSITION] = { "opposition", NULL, ARB_TEXT_OPT_OPPOSITION },
    [OPT_EP] = { "ep", ep_choices, ARB_TEXT_OPT_EP },
    [OPT_LETTERS] = { "letters", ARB_LANGUAGE_ARG, ARB_TEXT_OPT_LETTERS },
};

static const arb_example examples[] = {
    { "position '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'", ARB_TEXT_EX_POSITION },
    { "position --opposition '8/8/4k3/8/4K3/4P3/8/8 b - - 0 1'", ARB_TEXT_EX_POSITION_OPPOSITION },
};

/* Room for a FEN in letters of any language: up to four bytes for each man. */
enum { FEN_SIZE = ARB_FEN_SIZE + 64 * 4 };

enum { LINES_MAX = 16 };

/*
 * One line `key: value`. The keys are the same in every language, and in JSON; of a word, JSON has
 * the English.
 */
typedef struct fact {
    const char *key;
    const char *value[ARB_LANG_COUNT]; /* NULL for a number */
    unsigned number;
} fact;

typedef struct facts {
    size_t count;
    fact line[LINES_MAX];
} facts;

static void add_words(facts *f, const char *key, const char *en, const char *it)
{
    f->line[f->count++] = (fact){ .key = key, .value = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } };
}

static void add_text(facts *f, const char *key, arb_text_id id)
{
    add_words(f, key, arb_text(id, ARB_LANG_EN), arb_text(id, ARB_LANG_IT));
}

static void add_number(facts *f, const char *key, unsigned number)
{
    f->line[f->count++] = (fact){ .key = key, .number = number };
}

static arb_text_id colour_text(arb_colour colour)
{
    return colour == ARB_WHITE ? ARB_TEXT_VALUE_WHITE : ARB_TEXT_VALUE_BLACK;
}

static arb_text_id check_text(const arb_pos *pos)
{
    const bool white = arb_pos_checkers(pos, ARB_WHITE) != 0;
    const bool black = arb_pos_checkers(pos, ARB_BLACK) != 0;

    if (white && black)
        return ARB_TEXT_VALUE_BOTH;
    return white || black ? colour_text(white ? ARB_WHITE : ARB_BLACK) : ARB_TEXT_VALUE_NO_CHECK;
}

static arb_text_id end_text(const arb_pos *pos)
{
    if (arb_pos_is_checkmate(pos))
        return ARB_TEXT_VALUE_CHECKMATE;
    return arb_pos_is_stalemate(pos) ? ARB_TEXT_VALUE_STALEMATE : ARB_TEXT_VALUE_NO_END;
}

static void write_fen(char out[FEN_SIZE], const arb_pos *pos, bool passed,
                      const arb_letters *letters)
{
    arb_setup setup = arb_pos_setup(pos);

    if (passed)
        setup.en_passant = pos->passed;
    arb_fen_write(out, FEN_SIZE, &setup, ARB_FEN_X, letters);
}

static void add_verdict(facts *f, const arb_pos *pos, const char *fen)
{
    add_text(f, "turn", colour_text((arb_colour)pos->turn));
    add_text(f, "check", check_text(pos));
    add_number(f, "moves", (unsigned)arb_pos_count(pos));
    add_text(f, "end", end_text(pos));
    add_words(f, "fen", fen, fen);
}

static arb_square king_square(const arb_pos *pos, arb_colour colour)
{
    arb_square square = 0;

    while (!(arb_pos_men(pos, colour, ARB_KING) >> square & 1))
        square++;
    return square;
}

static unsigned value_of_men(const arb_pos *pos, arb_colour colour)
{
    unsigned value = 0;

    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++) {
        const arb_piece piece = arb_pos_piece(pos, square);
        if (piece != ARB_PIECE_NONE && arb_piece_colour(piece) == colour)
            value += arb_role_value(arb_piece_role(piece));
    }
    return value;
}

/* Who has the opposition: the side that does not have the move, because the other must give way. */
static void add_opposition(facts *f, const arb_pos *pos, char names[ARB_COLOUR_COUNT][3])
{
    static const char *const squares[] = { "white-king", "black-king" };
    static const char *const numbers[] = { "white-number", "black-number" };
    static const char *const values[] = { "white-value", "black-value" };
    const arb_square kings[] = { king_square(pos, ARB_WHITE), king_square(pos, ARB_BLACK) };
    const arb_opposition kind = arb_opposition_of(kings[0], kings[1]);

    add_text(f, "turn", colour_text((arb_colour)pos->turn));
    for (int i = 0; i < ARB_COLOUR_COUNT; i++) {
        snprintf(names[i], 3, "%c%c", 'a' + (int)arb_square_file(kings[i]),
                 '1' + (int)arb_square_rank(kings[i]));
        add_words(f, squares[i], names[i], names[i]);
        add_number(f, numbers[i], arb_tattersall(kings[i]));
    }
    add_words(f, "opposition", arb_opposition_text(kind, ARB_LANG_EN),
              arb_opposition_text(kind, ARB_LANG_IT));
    add_text(f, "has-opposition",
             kind == ARB_OPPOSITION_NONE ? ARB_TEXT_VALUE_NOBODY
                                         : colour_text(arb_opponent((arb_colour)pos->turn)));
    for (int i = 0; i < ARB_COLOUR_COUNT; i++)
        add_number(f, values[i], value_of_men(pos, (arb_colour)i));
}

static arb_exit print_facts(const arb_cli *cli, const facts *f)
{
    json_t *object = cli->json ? json_object() : NULL;

    for (size_t i = 0; i < f->count; i++) {
        const fact *line = &f->line[i];
        const char *word = line->value[cli->lang];
        if (cli->json) {
            json_t *value = word ? json_string(line->value[ARB_LANG_EN])
                                 : json_integer((json_int_t)line->number);
            if (json_object_set_new(object, line->key, value) != 0) {
                json_decref(object);
                return arb_cli_failed(cli, ARB_NOMEM);
            }
        } else if (word) {
            printf("%s: %s\n", line->key, word);
        } else {
            printf("%s: %u\n", line->key, line->number);
        }
    }
    return cli->json ? arb_cli_json(cli, object) : ARB_EXIT_YES;
}

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_language_arg_letters(cli, args->value[OPT_LETTERS]);
    const char *ep = args->value[OPT_EP];
    const bool passed = ep && arb_args_choice(ep_choices, ep) == EP_ALWAYS;
    char fen[FEN_SIZE], names[ARB_COLOUR_COUNT][3];
    facts f = { 0 };
    arb_pos pos;

    if (!letters || !arb_fen_arg_position(&pos, cli, args->operand[0], letters))
        return ARB_EXIT_BAD;
    if (args->value[OPT_OPPOSITION]) {
        add_opposition(&f, &pos, names);
        return print_facts(cli, &f);
    }
    write_fen(fen, &pos, passed, cli->json ? NULL : letters); /* programs read one language */
    add_verdict(&f, &pos, fen);
    const arb_exit status = print_facts(cli, &f);
    if (status == ARB_EXIT_YES && !cli->json) {
        const arb_setup setup = arb_pos_setup(&pos);
        arb_drawing_print(
            &(arb_drawing){ .setup = &setup, .letters = letters, .unicode = arb_env_is_utf8() });
    }
    return status;
}

const arb_cmd arb_cmd_position = {
    .name = "position",
    .summary = ARB_TEXT_CMD_POSITION,
    .about = ARB_TEXT_ABOUT_POSITION,
    .operands = ARB_TEXT_OPERANDS_POSITION,
    .operands_min = 1,
    .operands_max = 1,
    .options = ARB_OPTION_SET(options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .lists = arb_language_arg_help,
    .run = run,
};
