/* SPDX-License-Identifier: MIT */
/*
 * `arbitro dead`: is the position dead (5.2.2)? `arbitro canwin`: can this side still mate by any
 * series of legal moves (6.9)?
 */
#include <limits.h>

#include "cli/arguments.h"
#include "cli/batch.h"
#include "cli/proof.h"
#include "cli/text_arg.h"

static arb_exit ask_one(const arb_question *question, const char *fen)
{
    arb_answer reply;
    arb_pos pos;

    if (!arb_fen_arg_position(&pos, question->cli, fen, question->letters))
        return ARB_EXIT_BAD;
    arb_answer_init(&reply);
    const arb_exit verdict = arb_question_answer(&reply, question, &pos, "\n");
    const arb_exit printed = arb_answer_print(&reply, question->cli);
    arb_answer_clear(&reply);
    return printed == ARB_EXIT_YES ? verdict : printed;
}

static void answer_line(const arb_batch *batch, arb_batch_line *line)
{
    arb_pos pos;

    if (arb_batch_position(&pos, NULL, batch, line))
        (void)arb_question_answer(&line->reply, batch->user, &pos, "\t");
}

/*
 * Asks `question`, of which what the options say is still to be filled in, about the position `fen`
 * or, when that is NULL, about all those that --batch names.
 */
static arb_exit ask(arb_question *question, const arb_args *args, const char *fen)
{
    const arb_cli *cli = question->cli;
    arb_batch batch = { .cli = cli, .threads = 1, .answer = answer_line, .user = question };
    unsigned nodes = 0;

    if (!arb_batch_arg(&batch, args, fen != NULL))
        return ARB_EXIT_BAD;
    question->letters = batch.letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    question->witness = args->value[ARB_OPT_WITNESS] != NULL;
    if (!question->letters ||
        !arb_cli_number(&nodes, cli, args->value[ARB_OPT_NODES], 1, UINT_MAX, ARB_TEXT_NAME_NODES))
        return ARB_EXIT_BAD;
    question->effort = (arb_effort){ .nodes = nodes };
    return fen ? ask_one(question, fen) : arb_batch_run(&batch, args->value[ARB_OPT_BATCH]);
}

arb_exit arb_cmd_dead(const arb_cli *cli, const arb_args *args)
{
    arb_question question = { .cli = cli, .dead = true };

    return ask(&question, args, args->operands > 0 ? args->operand[0] : NULL);
}

arb_exit arb_cmd_canwin(const arb_cli *cli, const arb_args *args)
{
    const int side = arb_args_choice("white|black", args->operand[0]);
    arb_question question = { .cli = cli, .side = side == 1 ? ARB_BLACK : ARB_WHITE };

    if (side < 0)
        return arb_cli_complain_at(cli, NULL, 1, 1, ARB_TEXT_EXPECTED,
                                   arb_wanted_text(ARB_WANTED_COLOUR, cli->lang));
    return ask(&question, args, args->operands > 1 ? args->operand[1] : NULL);
}
