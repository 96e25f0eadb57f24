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
#include "common/interrupt.h"
#include "common/progress.h"

enum { MEMORY_MAX_MB = 1 << 20 };

/* How far one question has come. */
typedef struct waiting {
    arb_progress bar;
    const char *what;
} waiting;

static bool show_progress(void *user, uint64_t nodes)
{
    waiting *w = user;

    arb_progress_count(&w->bar, nodes, w->what);
    return !arb_interrupt_pending();
}

static arb_exit ask_one(arb_question *question, const char *fen)
{
    const arb_cli *cli = question->cli;
    waiting w = { arb_progress_begin(), arb_text(ARB_TEXT_BAR_POSITIONS, cli->lang) };
    arb_answer reply;
    arb_pos pos;

    if (!arb_fen_arg_position(&pos, cli, fen, question->letters))
        return ARB_EXIT_BAD;
    question->effort.goes_on = show_progress;
    question->effort.user = &w;
    arb_answer_init(&reply);
    const arb_exit verdict = arb_question_answer(&reply, question, &pos, "\n");
    arb_progress_clear(&w.bar);
    const arb_exit printed =
        arb_interrupt_pending() ? arb_cli_interrupted(cli) : arb_answer_print(&reply, cli);
    arb_answer_clear(&reply);
    return printed == ARB_EXIT_YES ? verdict : printed;
}

/* A batch shows its own progress, and from several threads. */
static bool goes_on(void *user, uint64_t nodes)
{
    (void)user;
    (void)nodes;
    return !arb_interrupt_pending();
}

/* An answer that was interrupted is none. */
static void answer_line(const arb_batch *batch, arb_batch_line *line)
{
    arb_pos pos;

    if (arb_batch_position(&pos, NULL, batch, line))
        (void)arb_question_answer(&line->reply, batch->user, &pos, "\t");
    if (arb_interrupt_pending())
        arb_answer_reset(&line->reply);
}

/* Do the options go together? A certificate has many lines, a game is no object. */
static bool options_agree(const arb_cli *cli, const arb_args *args)
{
    static const arb_opt pairs[][2] = { { ARB_OPT_PROOF_PGN, ARB_OPT_JSON },
                                        { ARB_OPT_PROOF_PGN, ARB_OPT_WITNESS },
                                        { ARB_OPT_PROOF_PGN, ARB_OPT_CERTIFICATE } };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (args->value[pairs[i][0]] && args->value[pairs[i][1]]) {
            arb_cli_misused(cli, ARB_TEXT_OPTIONS_EXCLUDE, arb_cli_options[pairs[i][0]].name,
                            arb_cli_options[pairs[i][1]].name);
            return false;
        }
    if (args->value[ARB_OPT_CERTIFICATE] && args->value[ARB_OPT_BATCH] && !cli->json) {
        arb_cli_misused(cli, ARB_TEXT_PROOF_CERTIFICATE_BATCH);
        return false;
    }
    return true;
}

/*
 * Asks `question`, of which what the options say is still to be filled in, about the position `fen`
 * or, when that is NULL, about all those that --batch names.
 */
static arb_exit ask(arb_question *question, const arb_args *args, const char *fen)
{
    const arb_cli *cli = question->cli;
    arb_batch batch = { .cli = cli, .threads = 1, .answer = answer_line, .user = question };
    unsigned nodes = 0, memory = 0;

    if (!arb_batch_arg(&batch, args, fen != NULL) || !options_agree(cli, args))
        return ARB_EXIT_BAD;
    question->letters = batch.letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    question->certificate = args->value[ARB_OPT_CERTIFICATE] != NULL;
    question->witness = question->certificate || args->value[ARB_OPT_WITNESS] != NULL;
    question->pgn = args->value[ARB_OPT_PROOF_PGN] != NULL;
    batch.refusal = question->pgn ? "% error" : NULL;
    if (!question->letters ||
        !arb_cli_number(&nodes, cli, args->value[ARB_OPT_NODES], 1, UINT_MAX,
                        ARB_TEXT_NAME_NODES) ||
        !arb_cli_number(&memory, cli, args->value[ARB_OPT_PROOF_MEMORY], 1, MEMORY_MAX_MB,
                        ARB_TEXT_NAME_SOLVE_MEMORY))
        return ARB_EXIT_BAD;
    question->effort =
        (arb_effort){ .nodes = nodes, .bytes = (size_t)memory << 20, .goes_on = goes_on };
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
