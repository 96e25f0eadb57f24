/* SPDX-License-Identifier: MIT */
/* `arbitro announce`: moves, games and positions said aloud, and understood (Laws D.2.1). */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/announce.h"
#include "cli/arguments.h"
#include "common/interrupt.h"
#include "common/nearest.h"
#include "common/quote.h"

/* ---- what is said ---- */

void arb_announce_move(arb_announce *announce, const arb_pos *pos, arb_move move, size_t ply)
{
    const arb_cli *cli = announce->cli;
    const char *dots = pos->turn == ARB_WHITE ? "." : "...";
    char text[ARB_ANNOUNCEMENT_SIZE], uci[ARB_MOVE_TEXT_SIZE], san[ARB_MOVE_TEXT_SIZE];

    arb_announcement_write(text, sizeof text, pos, move, &announce->saying);
    arb_answer_format(&announce->speech, "%s.\n", text);
    if (!cli->json) {
        printf("%u%s %s\n", (unsigned)pos->move_number, dots, text);
        return;
    }
    arb_uci_write(uci, sizeof uci, move, announce->variant);
    arb_san_write(san, sizeof san, pos, move);
    arb_cli_json(cli, json_pack("{sI sI ss ss ss ss}", "ply", (json_int_t)ply, "number",
                                (json_int_t)pos->move_number, "colour",
                                arb_colour_word((arb_colour)pos->turn), "text", text, "uci", uci,
                                "san", san));
}

void arb_announce_position(arb_announce *announce, const arb_pos *pos)
{
    char text[ARB_ANNOUNCED_POSITION_SIZE], fen[ARB_FEN_SIZE];

    arb_announced_position_write(text, sizeof text, pos, &announce->saying);
    arb_answer_format(&announce->speech, "%s\n", text);
    arb_pos_fen(fen, sizeof fen, pos);
    if (announce->cli->json)
        arb_cli_json(announce->cli, json_pack("{ss ss}", "fen", fen, "text", text));
    else
        puts(text);
}

/* The moves of the command line, read to the end before the first is said. */
static arb_exit say_sheet(arb_announce *announce, arb_written_sheet *sheet, bool aloud)
{
    arb_playthrough replay = arb_playthrough_begin(sheet, &announce->start);
    arb_playthrough_step step;

    while ((step = arb_playthrough_next(&replay)) == ARB_PLAYTHROUGH_MOVE) {
        if (arb_interrupt_pending())
            return arb_cli_interrupted(announce->cli);
        if (aloud)
            arb_announce_move(announce, &replay.pos, replay.reading.move, replay.ply);
    }
    if (step != ARB_PLAYTHROUGH_END)
        return arb_playthrough_complain(announce->cli, &replay, step);
    if (aloud && (announce->position || replay.ply == 0))
        arb_announce_position(announce, &replay.pos);
    return ARB_EXIT_YES;
}

static arb_exit say_moves(arb_announce *announce, const arb_args *args)
{
    const char *from = args->value[ARB_OPT_FROM] ? args->value[ARB_OPT_FROM] : "san";
    arb_written_sheet sheet;

    if (!arb_text_arg_read(&sheet.text, announce->cli, args->operand, args->operands, NULL))
        return ARB_EXIT_BAD;
    arb_exit status =
        arb_sheet_style(&sheet, announce->cli, from, &announce->start, announce->variant);
    if (status == ARB_EXIT_YES)
        status = say_sheet(announce, &sheet, false);
    if (status == ARB_EXIT_YES)
        status = say_sheet(announce, &sheet, true);
    arb_buf_clear(&sheet.text.text);
    return status;
}

/* ---- the options ---- */

static const arb_language *language_arg(const arb_cli *cli, const char *code)
{
    const arb_language *language =
        code ? arb_language_find(code, strlen(code)) : arb_language_find("de", 2);

    if (language)
        return language;
    arb_nearest nearest = arb_nearest_begin(code);
    for (size_t i = 0; i < arb_language_count(); i++)
        arb_nearest_try(&nearest, arb_language_at(i)->code);
    arb_cli_unknown(cli, ARB_TEXT_LETTERS_UNKNOWN, code, "", nearest.best);
    return NULL;
}

static bool saying_arg(arb_announce *announce, const arb_args *args)
{
    const int files = arb_args_chosen(args, ARB_OPT_ANNOUNCE_FILES);

    announce->saying = (arb_saying){
        .language = language_arg(announce->cli, args->value[ARB_OPT_ANNOUNCE_IN]),
        .files = files < 0 ? ARB_FILE_NAMES : (arb_file_names)files,
        .digits = arb_args_chosen(args, ARB_OPT_ANNOUNCE_RANKS) == 1,
        .whole = args->value[ARB_OPT_ANNOUNCE_WHOLE] != NULL,
        .brief = args->value[ARB_OPT_ANNOUNCE_BRIEF] != NULL,
        .bare_pawns = args->value[ARB_OPT_ANNOUNCE_BARE] != NULL,
    };
    return announce->saying.language != NULL;
}

/* Options of which only one can be meant, and those that need another. */
static bool check_options(const arb_cli *cli, const arb_args *args)
{
    static const arb_opt pairs[][2] = {
        { ARB_OPT_ANNOUNCE_READ, ARB_OPT_AFTER_PGN },
        { ARB_OPT_ANNOUNCE_READ, ARB_OPT_FROM },
        { ARB_OPT_ANNOUNCE_READ, ARB_OPT_ANNOUNCE_SAY },
        { ARB_OPT_AFTER_PGN, ARB_OPT_FEN },
        { ARB_OPT_ANNOUNCE_CARD, ARB_OPT_ANNOUNCE_READ },
        { ARB_OPT_ANNOUNCE_CARD, ARB_OPT_AFTER_PGN },
        { ARB_OPT_ANNOUNCE_CARD, ARB_OPT_ANNOUNCE_SAY },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (args->value[pairs[i][0]] && args->value[pairs[i][1]]) {
            arb_cli_misused(cli, ARB_TEXT_OPTIONS_EXCLUDE, arb_cli_options[pairs[i][0]].name,
                            arb_cli_options[pairs[i][1]].name);
            return false;
        }
    }
    if (args->operands > 0 &&
        (args->value[ARB_OPT_AFTER_PGN] || args->value[ARB_OPT_ANNOUNCE_CARD]))
        arb_cli_misused(cli, ARB_TEXT_ARGUMENT_EXTRA, arb_quote(args->operand[0]).text);
    else if (args->value[ARB_OPT_GAME] && !args->value[ARB_OPT_AFTER_PGN])
        arb_cli_misused(cli, ARB_TEXT_OPTION_NEEDS, "game", "pgn");
    else if (args->value[ARB_OPT_TO] && !args->value[ARB_OPT_ANNOUNCE_READ])
        arb_cli_misused(cli, ARB_TEXT_OPTION_NEEDS, "to", "read");
    else if (args->operands == 0 && args->value[ARB_OPT_ANNOUNCE_READ])
        arb_cli_misused(cli, ARB_TEXT_ARGUMENT_MISSING, "TEXT");
    else
        return true;
    return false;
}

static bool input_twice(const arb_args *args)
{
    const char *fen = args->value[ARB_OPT_FEN];

    return fen && strcmp(fen, "-") == 0 && args->operands == 1 &&
           strcmp(args->operand[0], "-") == 0;
}

static arb_exit announce_all(arb_announce *announce, const arb_args *args)
{
    if (args->value[ARB_OPT_ANNOUNCE_READ])
        return arb_announce_read(announce, args);
    if (args->value[ARB_OPT_AFTER_PGN])
        return arb_announce_pgn(announce, args->value[ARB_OPT_AFTER_PGN]);
    return say_moves(announce, args);
}

arb_exit arb_cmd_announce(const arb_cli *cli, const arb_args *args)
{
    const char *card = args->value[ARB_OPT_ANNOUNCE_CARD], *say = args->value[ARB_OPT_ANNOUNCE_SAY];
    arb_announce announce = { .cli = cli,
                              .position = args->value[ARB_OPT_ANNOUNCE_POSITION] != NULL };
    const bool read = args->value[ARB_OPT_ANNOUNCE_READ] != NULL;
    const char *style = args->value[read ? ARB_OPT_TO : ARB_OPT_FROM];

    if (!check_options(cli, args) || !saying_arg(&announce, args))
        return ARB_EXIT_BAD;
    if (card) {
        const arb_language *language = language_arg(cli, card);
        return language ? arb_announce_card(cli, language) : ARB_EXIT_BAD;
    }
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    const bool guess = !read && style && arb_sheet_style_is_guess(style);
    if (!letters || (!guess && !arb_notation_arg(&announce.style, cli, style)) ||
        !arb_cli_number(&announce.game, cli, args->value[ARB_OPT_GAME], 1, INT_MAX,
                        ARB_TEXT_NAME_GAME))
        return ARB_EXIT_BAD;
    if (guess && args->value[ARB_OPT_AFTER_PGN])
        return arb_cli_misused(cli, ARB_TEXT_AFTER_GUESS);
    if (input_twice(args))
        return arb_cli_complain(cli, ARB_TEXT_INPUT_TWICE);
    if (!arb_fen_arg_position(&announce.start, cli, args->value[ARB_OPT_FEN], letters))
        return ARB_EXIT_BAD;
    announce.variant =
        args->value[ARB_OPT_CHESS960] ? ARB_CHESS960 : arb_pos_variant(&announce.start);
    announce.style.variant = announce.variant;
    arb_answer_init(&announce.speech);
    arb_exit status = announce_all(&announce, args);
    if (say && status == ARB_EXIT_YES)
        status = arb_announce_speak(&announce, say);
    arb_answer_clear(&announce.speech);
    return status;
}
