/* SPDX-License-Identifier: MIT */
/* `arbitro pgn`: files of games checked, reported on, and rewritten. */
#include <string.h>

#include "cli/edition_arg.h"
#include "cli/language_arg.h"
#include "cli/notation_arg.h"
#include "common/nearest.h"
#include "pgn/pgn.h"

enum {
    OPT_QUIET,
    OPT_ALL,
    OPT_THREADS,
    OPT_EDITION,
    OPT_LANGUAGE,
    OPT_NOTATION,
    OPT_LONG,
    OPT_OUTPUT,
    OPT_COUNT
};
enum { THREADS_MAX = 256 };

static const arb_args_option options[OPT_COUNT] = {
    [OPT_QUIET] = { "quiet", NULL, ARB_TEXT_OPT_PGN_QUIET },
    [OPT_ALL] = { "all", NULL, ARB_TEXT_OPT_PGN_ALL },
    [OPT_THREADS] = { "threads", "N", ARB_TEXT_OPT_PGN_THREADS },
    [OPT_EDITION] = { "edition", ARB_EDITION_ARG, ARB_TEXT_OPT_PGN_EDITION },
    [OPT_LANGUAGE] = { "language", ARB_LANGUAGE_ARG, ARB_TEXT_OPT_PGN_LANGUAGE },
    [OPT_NOTATION] = { "notation", ARB_NOTATION_ARG, ARB_TEXT_OPT_PGN_NOTATION },
    [OPT_LONG] = { "long", NULL, ARB_TEXT_OPT_PGN_LONG },
    [OPT_OUTPUT] = { "output", "FILE", ARB_TEXT_OPT_PGN_OUTPUT },
};

static const arb_example examples[] = {
    { "pgn check tests/pgn/cli/marks.pgn", ARB_TEXT_EX_PGN_CHECK },
    { "pgn report tests/pgn/cli/claims.pgn", ARB_TEXT_EX_PGN_REPORT },
    { "pgn report --edition fide-2001 tests/pgn/cli/claims.pgn", ARB_TEXT_EX_PGN_EDITION },
    { "pgn convert --notation it tests/pgn/cli/marks.pgn", ARB_TEXT_EX_PGN_CONVERT },
    { "pgn check --quiet --threads 2 tests/pgn", ARB_TEXT_EX_PGN_FOLDER },
};

/* What can be done, and the options that belong to it. */
static const struct {
    const char *name;
    unsigned allowed; /* bits by option */
    arb_exit (*run)(const arb_pgn_cmd *cmd);
} actions[] = {
    { "check", 1u << OPT_QUIET | 1u << OPT_THREADS | 1u << OPT_LANGUAGE, arb_pgn_check },
    { "report",
      1u << OPT_QUIET | 1u << OPT_ALL | 1u << OPT_THREADS | 1u << OPT_EDITION | 1u << OPT_LANGUAGE,
      arb_pgn_report },
    { "convert", 1u << OPT_LANGUAGE | 1u << OPT_NOTATION | 1u << OPT_LONG | 1u << OPT_OUTPUT,
      arb_pgn_convert },
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

/* The action of this name, or ACTION_COUNT after a complaint. */
static size_t find_action(const arb_cli *cli, const char *name)
{
    arb_nearest nearest = arb_nearest_begin(name);

    for (size_t i = 0; i < ACTION_COUNT; i++) {
        if (strcmp(actions[i].name, name) == 0)
            return i;
        arb_nearest_try(&nearest, actions[i].name);
    }
    (void)arb_cli_unknown(cli, ARB_TEXT_PGN_ACTION, name, "", nearest.best);
    return ACTION_COUNT;
}

/* Complains of the first option that has no meaning for the action. */
static bool fits(const arb_cli *cli, size_t action, const arb_args *args)
{
    for (size_t i = 0; i < OPT_COUNT; i++) {
        if (args->value[i] && !(actions[action].allowed & 1u << i)) {
            arb_cli_complain(cli, ARB_TEXT_PGN_OPTION, options[i].name, actions[action].name);
            (void)arb_cli_see_help(cli);
            return false;
        }
    }
    return true;
}

static bool read_style(arb_style *out, const arb_cli *cli, const arb_args *args)
{
    if (!arb_notation_arg(out, cli, args->value[OPT_NOTATION]))
        return false;
    if (!args->value[OPT_LONG])
        return true;
    if (out->form != ARB_FORM_SHORT && out->form != ARB_FORM_LONG) {
        arb_cli_complain(cli, ARB_TEXT_PGN_NO_LONG);
        return false;
    }
    out->form = ARB_FORM_LONG;
    return true;
}

static arb_exit run(const arb_cli *cli, const arb_args *args)
{
    const char *language = args->value[OPT_LANGUAGE], *threads = args->value[OPT_THREADS];
    const size_t action = find_action(cli, args->operand[0]);
    arb_style style;
    arb_pgn_cmd cmd = { .cli = cli,
                        .operand = args->operand + 1,
                        .operands = args->operands - 1,
                        .quiet = args->value[OPT_QUIET] != NULL,
                        .all = args->value[OPT_ALL] != NULL,
                        .threads = 1,
                        .edition_given = args->value[OPT_EDITION] != NULL,
                        .style = &style,
                        .output = args->value[OPT_OUTPUT] };

    if (action == ACTION_COUNT || !fits(cli, action, args))
        return ARB_EXIT_BAD;
    if (!arb_language_arg_letters(cli, language) || !read_style(&style, cli, args))
        return ARB_EXIT_BAD;
    cmd.book = arb_edition_arg(cli, args->value[OPT_EDITION]);
    if (!cmd.book)
        return ARB_EXIT_BAD;
    if (threads &&
        !arb_cli_number(&cmd.threads, cli, threads, 1, THREADS_MAX, ARB_TEXT_NAME_THREADS))
        return ARB_EXIT_BAD;
    if (language)
        cmd.language = arb_language_find(language, strlen(language));
    return actions[action].run(&cmd);
}

const arb_cmd arb_cmd_pgn = {
    .name = "pgn",
    .summary = ARB_TEXT_CMD_PGN,
    .about = ARB_TEXT_ABOUT_PGN,
    .operands = ARB_TEXT_OPERANDS_PGN,
    .operands_min = 2,
    .operands_max = ARB_OPERANDS_MAX,
    .options = ARB_ARGS_OPTIONS(options),
    .examples = examples,
    .example_count = sizeof examples / sizeof examples[0],
    .lists = arb_notation_arg_help,
    .run = run,
};
