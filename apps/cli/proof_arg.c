/* SPDX-License-Identifier: MIT */
/* The options of `dead` and `canwin`, and which positions they are about; see proof_arg.h. */
#include "cli/proof_arg.h"

#include <limits.h>
#include <string.h>

#include "cli/fen_arg.h"
#include "cli/language_arg.h"
#include "cli/proof_batch.h"

const arb_args_option arb_proof_arg_options[ARB_PROOF_ARG_COUNT] = {
    [ARB_PROOF_ARG_WITNESS] = { "witness", NULL, ARB_TEXT_OPT_WITNESS },
    [ARB_PROOF_ARG_BATCH] = { "batch", "FILE", ARB_TEXT_OPT_BATCH },
    [ARB_PROOF_ARG_THREADS] = { "threads", "N", ARB_TEXT_OPT_BATCH_THREADS },
    [ARB_PROOF_ARG_NODES] = { "nodes", "N", ARB_TEXT_OPT_NODES },
    [ARB_PROOF_ARG_LETTERS] = { "letters", ARB_LANGUAGE_ARG, ARB_TEXT_OPT_LETTERS },
};

/* An option that is a number, which stays as it is when it is not given. */
static bool read_number(unsigned *out, const arb_cli *cli, const char *value, unsigned max,
                        arb_text_id name)
{
    return !value || arb_cli_number(out, cli, value, 1, max, name);
}

static arb_exit ask_one(const arb_question *question, const char *fen)
{
    arb_proof_answer answer;
    arb_pos pos;

    if (!arb_fen_arg_position(&pos, question->cli, fen, question->letters))
        return ARB_EXIT_BAD;
    arb_question_ask(&answer, question, &pos);
    return arb_question_tell(question, &pos, &answer, '\n');
}

arb_exit arb_proof_arg_run(arb_question *question, const arb_args *args, const char *fen)
{
    const arb_cli *cli = question->cli;
    const char *batch = args->value[ARB_PROOF_ARG_BATCH];
    const char *many = args->value[ARB_PROOF_ARG_THREADS];
    unsigned threads = 1, nodes = 0;

    if (!fen == !batch || (many && !batch)) {
        arb_cli_complain(cli, !fen == !batch ? ARB_TEXT_PROOF_ONE : ARB_TEXT_THREADS_ALONE);
        return arb_cli_see_help(cli);
    }
    question->letters = arb_language_arg_letters(cli, args->value[ARB_PROOF_ARG_LETTERS]);
    question->witness = args->value[ARB_PROOF_ARG_WITNESS] != NULL;
    if (!question->letters ||
        !read_number(&threads, cli, many, ARB_PROOF_BATCH_THREADS_MAX, ARB_TEXT_NAME_THREADS) ||
        !read_number(&nodes, cli, args->value[ARB_PROOF_ARG_NODES], UINT_MAX, ARB_TEXT_NAME_NODES))
        return ARB_EXIT_BAD;
    question->effort = (arb_effort){ .nodes = nodes };
    return fen ? ask_one(question, fen) : arb_proof_batch(question, batch, threads);
}
