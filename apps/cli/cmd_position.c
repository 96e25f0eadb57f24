/* SPDX-License-Identifier: MIT */
/* `arbitro position`: what can be said of a position, and how its kings stand. */
#include <stdio.h>

#include "arbitro/article.h"
#include "arbitro/chess960.h"
#include "arbitro/opposition.h"
#include "arbitro/proof.h"
#include "cli/arguments.h"
#include "cli/cli.h"
#include "cli/drawing.h"
#include "cli/text_arg.h"
#include "common/env.h"

enum { EP_ALWAYS = 1 };

/* Room for a FEN in letters of any language: up to four bytes for each piece. */
enum { FEN_SIZE = ARB_FEN_SIZE + 64 * 4 };

enum { LINES_MAX = 16 };

typedef enum fact_kind {
    FACT_WORDS,
    FACT_NUMBER,
    FACT_LEGAL,  /* words, and the faults behind them */
    FACT_NOTHING /* cannot be said: null in JSON, otherwise left out */
} fact_kind;

/*
 * One line `key: value`. The keys are the same in every language, and in JSON; of a word, JSON has
 * the English.
 */
typedef struct fact {
    fact_kind kind;
    const char *key;
    const char *value[ARB_LANG_COUNT];
    uint32_t number; /* or the faults */
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
    f->line[f->count++] = (fact){ .kind = FACT_NUMBER, .key = key, .number = number };
}

static void add_nothing(facts *f, const char *key)
{
    f->line[f->count++] = (fact){ .kind = FACT_NOTHING, .key = key };
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

static arb_text_id proof_text(arb_proof proof)
{
    switch (proof) {
    case ARB_PROOF_NO:
        return ARB_TEXT_VALUE_NO;
    case ARB_PROOF_YES:
        return ARB_TEXT_VALUE_YES;
    case ARB_PROOF_UNKNOWN:
        break;
    }
    return ARB_TEXT_VALUE_UNKNOWN;
}

/* The end that stands on the board, before anybody has said so (5.1.1, 5.2.1, 5.2.2). */
static arb_text_id end_text(const arb_pos *pos, const arb_proof can_mate[ARB_COLOUR_COUNT])
{
    if (arb_pos_is_checkmate(pos))
        return ARB_TEXT_VALUE_CHECKMATE;
    if (arb_pos_is_stalemate(pos))
        return ARB_TEXT_VALUE_STALEMATE;
    if (can_mate[ARB_WHITE] == ARB_PROOF_YES || can_mate[ARB_BLACK] == ARB_PROOF_YES)
        return ARB_TEXT_VALUE_NO_END;
    if (can_mate[ARB_WHITE] == ARB_PROOF_NO && can_mate[ARB_BLACK] == ARB_PROOF_NO)
        return ARB_TEXT_VALUE_DEAD;
    return ARB_TEXT_VALUE_UNKNOWN;
}

/* A game has begun here and so can reach it: the initial position, also of Chess960 (II.2). */
static bool is_start(const arb_setup *setup)
{
    const unsigned number = arb_chess960_number(setup);

    if (number == ARB_CHESS960_COUNT)
        return false;
    const arb_setup start = arb_chess960_setup(number);
    return setup->turn == start.turn && setup->castling == start.castling;
}

/* What the setup shows is all that is known of whether a position can arise. */
static arb_exit add_legal(facts *f, const arb_setup *setup, uint32_t faults)
{
    const bool start = !faults && is_start(setup);

    add_text(f, "legal",
             faults  ? ARB_TEXT_VALUE_NO
             : start ? ARB_TEXT_VALUE_YES
                     : ARB_TEXT_VALUE_UNKNOWN);
    f->line[f->count - 1].kind = FACT_LEGAL;
    f->line[f->count - 1].number = faults;
    return start ? ARB_EXIT_YES : ARB_EXIT_NO;
}

static void add_verdict(facts *f, const arb_pos *pos)
{
    const arb_proof can_mate[] = {
        [ARB_WHITE] = arb_proof_can_mate(pos, ARB_WHITE, NULL),
        [ARB_BLACK] = arb_proof_can_mate(pos, ARB_BLACK, NULL),
    };

    add_text(f, "turn", colour_text((arb_colour)pos->turn));
    add_text(f, "check", check_text(pos));
    add_number(f, "moves", (unsigned)arb_pos_count(pos));
    add_text(f, "end", end_text(pos, can_mate));
    add_text(f, "white-can-win", proof_text(can_mate[ARB_WHITE]));
    add_text(f, "black-can-win", proof_text(can_mate[ARB_BLACK]));
}

/* Of a diagram that nobody can play, little can be said. */
static void add_diagram(facts *f, const arb_setup *setup)
{
    static const char *const unsaid[] = { "check", "moves", "end", "white-can-win",
                                          "black-can-win" };

    add_text(f, "turn", colour_text((arb_colour)setup->turn));
    for (size_t i = 0; i < sizeof unsaid / sizeof unsaid[0]; i++)
        add_nothing(f, unsaid[i]);
}

static arb_square king_square(const arb_pos *pos, arb_colour colour)
{
    arb_square square = 0;

    while (!(arb_pos_pieces(pos, colour, ARB_KING) >> square & 1))
        square++;
    return square;
}

static unsigned value_of_pieces(const arb_pos *pos, arb_colour colour)
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
        arb_square_write(names[i], 3, kings[i]);
        add_words(f, squares[i], names[i], names[i]);
        add_number(f, numbers[i], arb_tattersall(kings[i]));
    }
    add_words(f, "opposition", arb_opposition_text(kind, ARB_LANG_EN),
              arb_opposition_text(kind, ARB_LANG_IT));
    add_text(f, "has-opposition",
             kind == ARB_OPPOSITION_NONE ? ARB_TEXT_VALUE_NOBODY
                                         : colour_text(arb_opponent((arb_colour)pos->turn)));
    for (int i = 0; i < ARB_COLOUR_COUNT; i++)
        add_number(f, values[i], value_of_pieces(pos, (arb_colour)i));
}

static void print_plain(const fact *line, arb_lang lang)
{
    if (line->kind == FACT_NOTHING)
        return;
    if (line->kind == FACT_NUMBER) {
        printf("%s: %u\n", line->key, (unsigned)line->number);
        return;
    }
    printf("%s: %s", line->key, line->value[lang]);
    if (line->kind == FACT_LEGAL && line->number) {
        const char *before = ": ";
        for (uint32_t bit = 1; bit != 0; bit <<= 1) {
            if (line->number & bit) {
                printf("%s%s", before, arb_fault_text((arb_fault)bit, lang));
                before = "; ";
            }
        }
        printf(" (%s)", arb_article_number(ARB_ART_3_10_3));
    }
    putchar('\n');
}

static json_t *add_json(json_t *object, const fact *line)
{
    json_t *value = line->kind == FACT_NOTHING  ? json_null()
                    : line->kind == FACT_NUMBER ? json_integer((json_int_t)line->number)
                                                : json_string(line->value[ARB_LANG_EN]);

    object = arb_json_put(object, line->key, value);
    return line->kind == FACT_LEGAL ? arb_json_put(object, "faults", arb_json_faults(line->number))
                                    : object;
}

static void print_facts(const arb_cli *cli, const facts *f)
{
    json_t *object = cli->json ? json_object() : NULL;

    for (size_t i = 0; i < f->count; i++) {
        if (cli->json)
            object = add_json(object, &f->line[i]);
        else
            print_plain(&f->line[i], cli->lang);
    }
    if (cli->json)
        arb_cli_json(cli, object);
}

static arb_exit run_opposition(const arb_cli *cli, const char *text, const arb_letters *letters)
{
    char names[ARB_COLOUR_COUNT][3];
    facts f = { 0 };
    arb_pos pos;

    if (!arb_fen_arg_position(&pos, cli, text, letters))
        return ARB_EXIT_BAD;
    add_opposition(&f, &pos, names);
    print_facts(cli, &f);
    return ARB_EXIT_YES;
}

static arb_exit run_verdict(const arb_cli *cli, const char *text, const arb_letters *letters,
                            bool passed)
{
    facts f = { 0 };
    char fen[FEN_SIZE];
    arb_setup setup;
    arb_pos pos;

    if (!arb_fen_arg_read(&setup, cli, text, letters))
        return ARB_EXIT_BAD;
    const uint32_t faults = arb_pos_from_setup(&pos, &setup);
    const arb_exit legal = add_legal(&f, &setup, faults);
    if (arb_faults_hard(faults)) {
        add_diagram(&f, &setup);
    } else {
        add_verdict(&f, &pos);
        setup = arb_pos_setup(&pos);
        if (passed)
            setup.en_passant = pos.passed;
    }
    /* programs read one language */
    arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, cli->json ? NULL : letters);
    add_words(&f, "fen", fen, fen);
    print_facts(cli, &f);
    if (!cli->json)
        arb_drawing_print(
            &(arb_drawing){ .setup = &setup, .letters = letters, .unicode = arb_env_is_utf8() });
    return legal;
}

arb_exit arb_cmd_position(const arb_cli *cli, const arb_args *args)
{
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);

    if (!letters)
        return ARB_EXIT_BAD;
    if (args->value[ARB_OPT_OPPOSITION])
        return run_opposition(cli, args->operand[0], letters);
    return run_verdict(cli, args->operand[0], letters,
                       arb_args_chosen(args, ARB_OPT_EP) == EP_ALWAYS);
}
