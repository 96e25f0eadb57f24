/* SPDX-License-Identifier: MIT */
/*
 * `arbitro retro`: can the position arise (3.10.3), what was the last move, can castling and en
 * passant still be allowed?
 */
#include <limits.h>

#include "cli/arguments.h"
#include "cli/batch.h"
#include "cli/fen_out.h"
#include "cli/retro.h"
#include "cli/text_arg.h"

enum { SHARE = 10 }; /* of the work, for each question beside the first */

typedef struct job {
    const arb_cli *cli;
    const arb_letters *letters;
    arb_fen_out out;
    arb_retro_effort effort;
    arb_facts_form form;
} job;

static void tell_fen(arb_facts *facts, const job *j, const arb_epd *epd)
{
    if (facts->form == ARB_FACTS_JSON)
        facts->object = arb_fen_out_put(facts->object, &j->out, &epd->setup, epd);
    else
        arb_fen_out_add(facts->to, &j->out, &epd->setup, epd);
}

static arb_exit answer(const job *j, arb_answer *reply, const arb_epd *epd)
{
    const arb_setup *setup = &epd->setup;
    arb_facts facts = arb_facts_begin(reply, j->form, j->cli->lang);
    arb_retro_effort effort = j->effort, less;
    arb_retro_answer found;
    bool scarce;
    const arb_mem mem = arb_retro_memory(&scarce);

    effort.mem = &mem;
    less = effort;
    less.nodes = (less.nodes ? less.nodes : UINT64_C(40000000)) / SHARE + 1;
    (void)arb_retro_judge(&found, setup, &effort);
    if (facts.form != ARB_FACTS_LINES)
        tell_fen(&facts, j, epd);
    const arb_exit status = arb_retro_tell_legal(&facts, &found);
    if (facts.form == ARB_FACTS_FIELDS)
        arb_facts_name(&facts, "reason", arb_retro_reason_word(found.reason));
    if (!arb_faults_hard(found.faults)) {
        arb_retro_tell_last(&facts, setup, &less);
        arb_retro_tell_castling(&facts, setup, &less);
        arb_retro_tell_en_passant(&facts, setup, &less);
    }
    arb_facts_json(&facts, "nodes", json_integer((json_int_t)found.nodes));
    arb_retro_tell_game(&facts, &found);
    arb_facts_finish(&facts);
    if (scarce)
        reply->err = ARB_NOMEM;
    return status;
}

static arb_exit run_one(const job *j, const char *text)
{
    arb_fen_text held;
    arb_answer reply;
    arb_epd epd;

    if (!arb_fen_arg_read(&epd, &held, j->cli, text, j->letters))
        return ARB_EXIT_BAD;
    arb_answer_init(&reply);
    const arb_exit status = answer(j, &reply, &epd);
    const arb_exit printed = arb_answer_print(&reply, j->cli);
    arb_answer_clear(&reply);
    return printed == ARB_EXIT_YES ? status : printed;
}

static void answer_line(const arb_batch *batch, arb_batch_line *line)
{
    arb_epd epd;

    if (arb_batch_read(&epd, batch, line))
        line->status = answer(batch->user, &line->reply, &epd);
}

arb_exit arb_cmd_retro(const arb_cli *cli, const arb_args *args)
{
    const char *path = args->value[ARB_OPT_BATCH];
    const arb_letters *letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    job j = { .cli = cli, .letters = letters };
    arb_batch batch = {
        .cli = cli, .letters = letters, .threads = 1, .answer = answer_line, .user = &j
    };
    unsigned nodes = 0;

    if (!arb_batch_arg(&batch, args, args->operands > 0) || !letters ||
        !arb_cli_number(&nodes, cli, args->value[ARB_OPT_NODES], 1, UINT_MAX, ARB_TEXT_NAME_NODES))
        return ARB_EXIT_BAD;
    j.out = arb_fen_out_arg(args, letters);
    j.effort = (arb_retro_effort){ .nodes = nodes,
                                   .any_array = args->value[ARB_OPT_RETRO_CHESS960] != NULL };
    j.form = cli->json ? ARB_FACTS_JSON : path ? ARB_FACTS_FIELDS : ARB_FACTS_LINES;
    return path ? arb_batch_run(&batch, path) : run_one(&j, args->operand[0]);
}
