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

/*
 * Facts are told one by one, as lines `key: value` or as members of an object. The keys are the
 * same in every language, and in JSON; of a word, JSON has the English.
 */
typedef struct telling {
    const arb_cli *cli;
    json_t *object; /* with --json */
} telling;

static telling begin(const arb_cli *cli)
{
    return (telling){ cli, cli->json ? json_object() : NULL };
}

static void end(telling *t)
{
    if (t->cli->json)
        arb_cli_json(t->cli, t->object);
}

static void tell_words(telling *t, const char *key, const char *const words[ARB_LANG_COUNT])
{
    if (t->cli->json)
        t->object = arb_json_put(t->object, key, json_string(words[ARB_LANG_EN]));
    else
        printf("%s: %s\n", key, words[t->cli->lang]);
}

/* What is no word of any language. */
static void tell_name(telling *t, const char *key, const char *name)
{
    tell_words(t, key, (const char *const[]){ name, name });
}

static void tell_text(telling *t, const char *key, arb_text_id id)
{
    tell_words(
        t, key,
        (const char *const[]){
            [ARB_LANG_EN] = arb_text(id, ARB_LANG_EN), [ARB_LANG_IT] = arb_text(id, ARB_LANG_IT) });
}

static void tell_number(telling *t, const char *key, unsigned number)
{
    if (t->cli->json)
        t->object = arb_json_put(t->object, key, json_integer((json_int_t)number));
    else
        printf("%s: %u\n", key, number);
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
static arb_exit tell_legal(telling *t, const arb_setup *setup, uint32_t faults)
{
    const bool start = !faults && is_start(setup);
    const char *before = ": ";

    if (t->cli->json || !faults) {
        tell_text(t, "legal",
                  faults  ? ARB_TEXT_VALUE_NO
                  : start ? ARB_TEXT_VALUE_YES
                          : ARB_TEXT_VALUE_UNKNOWN);
        if (t->cli->json)
            t->object = arb_json_put(t->object, "faults", arb_json_faults(faults));
        return start ? ARB_EXIT_YES : ARB_EXIT_NO;
    }
    printf("legal: %s", arb_text(ARB_TEXT_VALUE_NO, t->cli->lang));
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        if (faults & bit) {
            printf("%s%s", before, arb_fault_text((arb_fault)bit, t->cli->lang));
            before = "; ";
        }
    }
    printf(" (%s)\n", arb_article_number(ARB_ART_3_10_3));
    return ARB_EXIT_NO;
}

static void tell_verdict(telling *t, const arb_pos *pos)
{
    const arb_proof can_mate[] = {
        [ARB_WHITE] = arb_proof_can_mate(pos, ARB_WHITE, NULL),
        [ARB_BLACK] = arb_proof_can_mate(pos, ARB_BLACK, NULL),
    };

    tell_text(t, "check", check_text(pos));
    tell_number(t, "moves", (unsigned)arb_pos_count(pos));
    tell_text(t, "end", end_text(pos, can_mate));
    tell_text(t, "white-can-win", proof_text(can_mate[ARB_WHITE]));
    tell_text(t, "black-can-win", proof_text(can_mate[ARB_BLACK]));
}

/* Of a diagram that nobody can play, little can be said: nothing, or null in JSON. */
static void leave_unsaid(telling *t)
{
    static const char *const unsaid[] = { "check", "moves", "end", "white-can-win",
                                          "black-can-win" };

    for (size_t i = 0; t->cli->json && i < sizeof unsaid / sizeof unsaid[0]; i++)
        t->object = arb_json_put(t->object, unsaid[i], json_null());
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
static void tell_opposition(telling *t, const arb_pos *pos)
{
    static const char *const squares[] = { "white-king", "black-king" };
    static const char *const numbers[] = { "white-number", "black-number" };
    static const char *const values[] = { "white-value", "black-value" };
    const arb_square kings[] = { king_square(pos, ARB_WHITE), king_square(pos, ARB_BLACK) };
    const arb_opposition kind = arb_opposition_of(kings[0], kings[1]);

    tell_text(t, "turn", colour_text((arb_colour)pos->turn));
    for (int i = 0; i < ARB_COLOUR_COUNT; i++) {
        char name[3];
        arb_square_write(name, sizeof name, kings[i]);
        tell_name(t, squares[i], name);
        tell_number(t, numbers[i], arb_tattersall(kings[i]));
    }
    tell_words(t, "opposition",
               (const char *const[]){ [ARB_LANG_EN] = arb_opposition_text(kind, ARB_LANG_EN),
                                      [ARB_LANG_IT] = arb_opposition_text(kind, ARB_LANG_IT) });
    tell_text(t, "has-opposition",
              kind == ARB_OPPOSITION_NONE ? ARB_TEXT_VALUE_NOBODY
                                          : colour_text(arb_opponent((arb_colour)pos->turn)));
    for (int i = 0; i < ARB_COLOUR_COUNT; i++)
        tell_number(t, values[i], value_of_pieces(pos, (arb_colour)i));
}

static arb_exit run_opposition(const arb_cli *cli, const char *text, const arb_letters *letters)
{
    arb_pos pos;

    if (!arb_fen_arg_position(&pos, cli, text, letters))
        return ARB_EXIT_BAD;
    telling t = begin(cli);
    tell_opposition(&t, &pos);
    end(&t);
    return ARB_EXIT_YES;
}

static arb_exit run_verdict(const arb_cli *cli, const char *text, const arb_letters *letters,
                            bool passed)
{
    char fen[FEN_SIZE];
    arb_setup setup;
    arb_pos pos;

    if (!arb_fen_arg_read(&setup, cli, text, letters))
        return ARB_EXIT_BAD;
    telling t = begin(cli);
    const uint32_t faults = arb_pos_from_setup(&pos, &setup);
    const arb_exit legal = tell_legal(&t, &setup, faults);
    tell_text(&t, "turn", colour_text((arb_colour)setup.turn));
    if (arb_faults_hard(faults)) {
        leave_unsaid(&t);
    } else {
        tell_verdict(&t, &pos);
        setup = arb_pos_setup(&pos);
        if (passed)
            setup.en_passant = pos.passed;
    }
    /* programs read one language */
    arb_fen_write(fen, sizeof fen, &setup, ARB_FEN_X, cli->json ? NULL : letters);
    tell_name(&t, "fen", fen);
    end(&t);
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
