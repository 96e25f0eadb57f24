/* SPDX-License-Identifier: MIT */
/* `arbitro pgn`: files of games checked, reported on, and rewritten. */
#include <string.h>

#include "cli/arguments.h"
#include "common/nearest.h"
#include "pgn/pgn.h"

/* What can be done, and those of the command's own options that belong to it. */
static const struct {
    const char *name;
    uint8_t allowed[5];
    arb_exit (*run)(const arb_pgn_cmd *cmd);
} actions[] = {
    { "check", { ARB_OPT_PGN_ERRORS, ARB_OPT_PGN_THREADS, ARB_OPT_PGN_LANGUAGE }, arb_pgn_check },
    { "report",
      { ARB_OPT_PGN_ALL, ARB_OPT_PGN_THREADS, ARB_OPT_PGN_EDITION, ARB_OPT_PGN_LANGUAGE },
      arb_pgn_report },
    { "convert",
      { ARB_OPT_PGN_LANGUAGE, ARB_OPT_PGN_NOTATION, ARB_OPT_PGN_LONG },
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
    for (unsigned id = ARB_OPT_PGN_ERRORS; id <= ARB_OPT_PGN_LONG; id++) {
        if (args->value[id] &&
            !memchr(actions[action].allowed, (int)id, sizeof actions[action].allowed)) {
            arb_cli_misused(cli, ARB_TEXT_PGN_OPTION, arb_cli_options[id].name,
                            actions[action].name);
            return false;
        }
    }
    return true;
}

static bool read_style(arb_style *out, const arb_cli *cli, const arb_args *args)
{
    if (!arb_notation_arg(out, cli, args->value[ARB_OPT_PGN_NOTATION]))
        return false;
    if (!args->value[ARB_OPT_PGN_LONG])
        return true;
    if (out->form != ARB_FORM_SHORT && out->form != ARB_FORM_LONG) {
        arb_cli_complain(cli, ARB_TEXT_PGN_NO_LONG);
        return false;
    }
    out->form = ARB_FORM_LONG;
    return true;
}

arb_exit arb_cmd_pgn(const arb_cli *cli, const arb_args *args)
{
    const char *language = args->value[ARB_OPT_PGN_LANGUAGE];
    const size_t action = find_action(cli, args->operand[0]);
    arb_style style;
    arb_pgn_cmd cmd = { .cli = cli,
                        .operand = args->operand + 1,
                        .operands = args->operands - 1,
                        .errors = args->value[ARB_OPT_PGN_ERRORS] != NULL,
                        .all = args->value[ARB_OPT_PGN_ALL] != NULL,
                        .threads = 1,
                        .edition_given = args->value[ARB_OPT_PGN_EDITION] != NULL,
                        .style = &style };

    if (action == ACTION_COUNT || !fits(cli, action, args))
        return ARB_EXIT_BAD;
    if (!arb_letters_arg(cli, language) || !read_style(&style, cli, args))
        return ARB_EXIT_BAD;
    cmd.book = arb_edition_arg(cli, args->value[ARB_OPT_PGN_EDITION]);
    if (!cmd.book)
        return ARB_EXIT_BAD;
    if (!arb_threads_arg(&cmd.threads, cli, args->value[ARB_OPT_PGN_THREADS]))
        return ARB_EXIT_BAD;
    if (language)
        cmd.language = arb_language_find(language, strlen(language));
    return actions[action].run(&cmd);
}
