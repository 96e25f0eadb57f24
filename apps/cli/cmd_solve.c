/* SPDX-License-Identifier: MIT */
/* `arbitro solve`: solves problems. */
#include <limits.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/solve.h"
#include "cli/text_arg.h"

enum { MEMORY_MAX_MB = 1 << 20, SECONDS_MAX = 1000000, REFUTATIONS_MAX = 400 };

static bool read_limits(arb_solve *s, const arb_cli *cli, const arb_args *args)
{
    unsigned nodes = 0, seconds = 0, memory = 0, threads = 1;

    if (!arb_cli_number(&nodes, cli, args->value[ARB_OPT_SOLVE_NODES], 1, UINT_MAX,
                        ARB_TEXT_NAME_NODES) ||
        !arb_cli_number(&seconds, cli, args->value[ARB_OPT_SOLVE_SECONDS], 1, SECONDS_MAX,
                        ARB_TEXT_NAME_SOLVE_SECONDS) ||
        !arb_cli_number(&memory, cli, args->value[ARB_OPT_SOLVE_MEMORY], 1, MEMORY_MAX_MB,
                        ARB_TEXT_NAME_SOLVE_MEMORY) ||
        !arb_cli_number(&s->options.refutations, cli, args->value[ARB_OPT_SOLVE_REFUTATIONS], 1,
                        REFUTATIONS_MAX, ARB_TEXT_NAME_SOLVE_REFUTATIONS) ||
        !arb_threads_arg(&threads, cli, args->value[ARB_OPT_SOLVE_THREADS]))
        return false;
    s->options.nodes = nodes;
    s->options.memory = (size_t)memory << 20;
    s->options.threads = threads;
    s->seconds = seconds;
    return true;
}

static bool read_options(arb_solve *s, const arb_cli *cli, const arb_args *args)
{
    const bool all = args->value[ARB_OPT_SOLVE_ALL] != NULL;
    const int layout = arb_args_chosen(args, ARB_OPT_SOLVE_LAYOUT);

    s->layout_given = layout >= 0;
    s->svg = args->value[ARB_OPT_SOLVE_SVG] != NULL;
    s->popeye = args->value[ARB_OPT_SOLVE_POPEYE] != NULL;
    s->layout = layout >= 0 ? (arb_solve_layout)layout : ARB_SOLVE_PROBLEM;
    s->set = all || args->value[ARB_OPT_SOLVE_SET];
    s->tries = all || args->value[ARB_OPT_SOLVE_TRIES] || args->value[ARB_OPT_SOLVE_REFUTATIONS];
    s->replies = all || args->value[ARB_OPT_SOLVE_THREATS];
    /* with keys alone there are no variations that could show anything: see below */
    s->themes_asked = args->value[ARB_OPT_SOLVE_THEMES] != NULL;
    s->themes = s->themes_asked || (all && !args->value[ARB_OPT_SOLVE_KEYS]);
    s->options.set = s->set;
    s->options.tries = s->tries;
    s->options.keys_only = args->value[ARB_OPT_SOLVE_KEYS] != NULL;
    s->options.unique_only = args->value[ARB_OPT_SOLVE_UNIQUE] != NULL;
    s->options.longer = args->value[ARB_OPT_SOLVE_LONGER] != NULL;
    s->letters = arb_letters_arg(cli, args->value[ARB_OPT_LETTERS]);
    return s->letters && arb_notation_arg(&s->style, cli, args->value[ARB_OPT_NOTATION]) &&
           read_limits(s, cli, args);
}

static bool read_stipulation(arb_stipulation *out, const arb_cli *cli, const char *text)
{
    arb_where where;

    if (arb_stipulation_read(out, &where, text, strlen(text)) == ARB_OK)
        return true;
    arb_cli_complain_at(cli, NULL, where.line, where.column, ARB_TEXT_EXPECTED,
                        arb_wanted_text(where.wanted, cli->lang));
    return false;
}

/* A diagram with which nothing can be begun is bad input; another fault is an answer. */
static bool tell_hard(const arb_cli *cli, const arb_solve_item *item)
{
    const uint32_t hard = arb_faults_hard(item->faults);

    for (uint32_t bit = 1; bit; bit <<= 1)
        if (hard & bit)
            arb_cli_complain(cli, ARB_TEXT_FAULT, arb_fault_text((arb_fault)bit, cli->lang));
    return hard != 0;
}

static arb_exit solve_one(const arb_solve *s, arb_solve_item *item)
{
    arb_answer answer;
    const arb_err err = arb_solve_item_run(item, s);

    if (err)
        return arb_cli_failed(s->cli, err);
    if (tell_hard(s->cli, item))
        return ARB_EXIT_BAD;
    arb_answer_init(&answer);
    arb_solve_tell(&answer, s, item);
    const arb_exit printed = arb_answer_print(&answer, s->cli);
    arb_answer_clear(&answer);
    const arb_exit status = arb_solve_status(item);
    arb_problem_free(item->problem);
    return printed == ARB_EXIT_YES ? status : printed;
}

arb_exit arb_cmd_solve(const arb_cli *cli, const arb_args *args)
{
    const char *batch = args->value[ARB_OPT_BATCH];
    arb_solve s = { .cli = cli };
    arb_solve_item item = { .problem = NULL };
    arb_fen_text held;
    arb_epd epd;

    if (!read_options(&s, cli, args))
        return ARB_EXIT_BAD;
    if (s.themes_asked &&
        (s.options.keys_only || (s.layout == ARB_SOLVE_POPEYE && !cli->json && !s.svg)))
        return arb_cli_misused(cli, ARB_TEXT_SOLVE_THEMES_WHERE);
    if (args->operands > 0 && !read_stipulation(&item.stipulation, cli, args->operand[0]))
        return ARB_EXIT_BAD;
    if (batch && args->operands < 2)
        return arb_solve_batch(&s, args->operands > 0 ? &item.stipulation : NULL, batch,
                               s.options.threads);
    if (batch || args->operands < 2)
        return arb_cli_misused(cli, ARB_TEXT_PROOF_ONE);
    s.set |= item.stipulation.set;
    if (!arb_fen_arg_read(&epd, &held, cli, args->operand[1], s.letters))
        return ARB_EXIT_BAD;
    item.setup = epd.setup;
    item.fields = arb_problem_fields(
        held.text, epd.operations_size ? (size_t)(epd.operations - held.text) : held.size);
    return solve_one(&s, &item);
}
