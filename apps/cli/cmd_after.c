/* SPDX-License-Identifier: MIT */
/* `arbitro after`: the position after given moves, or at a place in the games of a file. */
#include <limits.h>
#include <string.h>

#include "cli/after.h"
#include "cli/arguments.h"
#include "common/interrupt.h"
#include "common/number.h"
#include "common/quote.h"

/* Options of which only one can be meant, and those that need another. */
static bool check_options(const arb_cli *cli, const arb_args *args)
{
    static const arb_opt pairs[][2] = {
        { ARB_OPT_PLY, ARB_OPT_MOVE },
        { ARB_OPT_BATCH, ARB_OPT_AFTER_PGN },
        { ARB_OPT_AFTER_PGN, ARB_OPT_FEN },
        { ARB_OPT_BATCH, ARB_OPT_EACH },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (args->value[pairs[i][0]] && args->value[pairs[i][1]]) {
            arb_cli_misused(cli, ARB_TEXT_OPTIONS_EXCLUDE, arb_cli_options[pairs[i][0]].name,
                            arb_cli_options[pairs[i][1]].name);
            return false;
        }
    }
    if (args->operands > 0 && (args->value[ARB_OPT_AFTER_PGN] || args->value[ARB_OPT_BATCH]))
        arb_cli_misused(cli, ARB_TEXT_ARGUMENT_EXTRA, arb_quote(args->operand[0]).text);
    else if (args->value[ARB_OPT_GAME] && !args->value[ARB_OPT_AFTER_PGN])
        arb_cli_misused(cli, ARB_TEXT_OPTION_NEEDS, "game", "pgn");
    else if (args->value[ARB_OPT_BATCH_THREADS] && !args->value[ARB_OPT_BATCH])
        arb_cli_misused(cli, ARB_TEXT_THREADS_ALONE);
    else
        return true;
    return false;
}

static bool notation_arg(arb_after *after, const arb_args *args)
{
    after->from = args->value[ARB_OPT_FROM] ? args->value[ARB_OPT_FROM] : "san";
    after->guess = arb_sheet_style_is_guess(after->from);
    if (after->guess && args->value[ARB_OPT_AFTER_PGN]) {
        arb_cli_misused(after->cli, ARB_TEXT_AFTER_GUESS);
        return false;
    }
    return after->guess || arb_notation_arg(&after->style, after->cli, after->from);
}

/* ---- the moves of the command line ---- */

static arb_exit complain(const arb_after *after, const arb_playthrough *replay,
                         arb_after_outcome outcome, arb_playthrough_step step)
{
    arb_answer words;

    if (outcome == ARB_AFTER_FAULT)
        return arb_playthrough_complain(after->cli, replay, step);
    arb_answer_init(&words);
    arb_after_short(&words, after, replay->ply);
    (void)arb_cli_complain(after->cli, ARB_TEXT_AS_IT_IS, arb_buf_text(&words.text));
    arb_answer_clear(&words);
    if (after->cli->json)
        arb_cli_json(after->cli,
                     json_pack("{ss sI}", "error", "short", "ply", (json_int_t)replay->ply));
    return ARB_EXIT_NO;
}

static arb_exit play(const arb_after *after, arb_written_sheet *sheet, arb_answer *reply)
{
    const arb_variant variant = after->chess960 ? ARB_CHESS960 : arb_pos_variant(&after->start);
    arb_playthrough_step step;

    const arb_exit known = arb_sheet_style(sheet, after->cli, after->from, &after->start, variant);
    if (known != ARB_EXIT_YES)
        return known;
    arb_playthrough replay = arb_playthrough_begin(sheet, &after->start);
    const arb_after_outcome outcome = arb_after_play(reply, after, &replay, &step, after->each);
    if (arb_interrupt_pending())
        return arb_cli_interrupted(after->cli);
    const arb_exit status = arb_answer_print(reply, after->cli);
    if (status != ARB_EXIT_YES || outcome == ARB_AFTER_TOLD)
        return status;
    return complain(after, &replay, outcome, step);
}

static arb_exit play_moves(const arb_after *after, const arb_args *args)
{
    arb_written_sheet sheet;
    arb_answer reply;

    if (!arb_text_arg_read(&sheet.text, after->cli, args->operand, args->operands, NULL))
        return ARB_EXIT_BAD;
    arb_answer_init(&reply);
    const arb_exit status = play(after, &sheet, &reply);
    arb_answer_clear(&reply);
    arb_buf_clear(&sheet.text.text);
    return status;
}

/* Standard input can be read only once: by the moves, the lines or the position. */
static bool input_twice(const arb_args *args)
{
    const char *const texts[] = { args->operands == 1 ? args->operand[0] : NULL,
                                  args->value[ARB_OPT_FEN], args->value[ARB_OPT_BATCH] };
    int inputs = 0;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        inputs += texts[i] && strcmp(texts[i], "-") == 0;
    return inputs > 1;
}

arb_exit arb_cmd_after(const arb_cli *cli, const arb_args *args)
{
    arb_after after = { .cli = cli,
                        .chess960 = args->value[ARB_OPT_CHESS960],
                        .each = args->value[ARB_OPT_EACH] };
    arb_batch batch = { .cli = cli, .threads = 1, .answer = arb_after_answer, .user = &after };

    if (!check_options(cli, args) || !arb_after_stop_arg(&after, args) ||
        !notation_arg(&after, args) ||
        !arb_threads_arg(&batch.threads, cli, args->value[ARB_OPT_BATCH_THREADS]) ||
        !arb_cli_number(&after.game, cli, args->value[ARB_OPT_GAME], 1, INT_MAX,
                        ARB_TEXT_NAME_GAME))
        return ARB_EXIT_BAD;
    after.letters = batch.letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    if (!after.letters)
        return ARB_EXIT_BAD;
    after.out = arb_fen_out_arg(args, after.letters);
    if (args->value[ARB_OPT_AFTER_PGN])
        return arb_after_pgn(&after, args->value[ARB_OPT_AFTER_PGN]);
    if (input_twice(args))
        return arb_cli_complain(cli, ARB_TEXT_INPUT_TWICE);
    if (!arb_fen_arg_position(&after.start, cli, args->value[ARB_OPT_FEN], after.letters))
        return ARB_EXIT_BAD;
    return args->value[ARB_OPT_BATCH] ? arb_batch_run(&batch, args->value[ARB_OPT_BATCH])
                                      : play_moves(&after, args);
}
