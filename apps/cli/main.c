/* SPDX-License-Identifier: MIT */
/* The program `arbitro`: finds the command, reads its command line, and answers for its output. */
#include <stdio.h>
#include <string.h>

#include "arbitro/api.h"
#include "cli/cli.h"
#include "common/env.h"
#include "common/interrupt.h"
#include "common/nearest.h"
#include "common/output.h"
#include "common/quote.h"

const arb_cmd *const arb_cli_commands[] = {
    &arb_cmd_perft,   &arb_cmd_moves, &arb_cmd_position,  &arb_cmd_dead,    &arb_cmd_canwin,
    &arb_cmd_convert, &arb_cmd_pgn,   &arb_cmd_start960,  &arb_cmd_diagram, &arb_cmd_judge,
    &arb_cmd_explain, &arb_cmd_laws,  &arb_cmd_checklist, &arb_cmd_serve,   &arb_cmd_bench,
};
const size_t arb_cli_command_count = sizeof arb_cli_commands / sizeof arb_cli_commands[0];

static const char lang_choices[] = "it|en";
static const arb_lang langs[] = { ARB_LANG_IT, ARB_LANG_EN };

static const arb_args_option common_options[] = {
    [ARB_COMMON_LANG] = { "lang", lang_choices, ARB_TEXT_OPT_LANG },
    [ARB_COMMON_JSON] = { "json", NULL, ARB_TEXT_OPT_JSON },
    [ARB_COMMON_HELP] = { "help", NULL, ARB_TEXT_OPT_HELP },
};
const arb_args_options arb_cli_common = ARB_ARGS_OPTIONS(common_options);

static const arb_args_option program_options[] = {
    [ARB_PROGRAM_VERSION] = { "version", NULL, ARB_TEXT_OPT_VERSION },
};
const arb_args_options arb_cli_program = ARB_ARGS_OPTIONS(program_options);

/* The language must be known before anything is read, because reading may have to complain. */
static arb_lang choose_lang(char *const *words, size_t count)
{
    const char *wanted = arb_args_peek("lang", words, count);
    const int place = wanted ? arb_args_choice(lang_choices, wanted) : -1;

    return place >= 0 ? langs[place] : arb_env_lang();
}

static arb_exit complain_args(const arb_cli *cli, const arb_args_fault *fault)
{
    const arb_quoted word = arb_quote(fault->word);

    switch (fault->kind) {
    case ARB_ARGS_UNKNOWN:
        return arb_cli_unknown(cli, ARB_TEXT_OPTION_UNKNOWN, fault->word, "--", fault->nearest);
    case ARB_ARGS_NO_VALUE:
        arb_cli_complain(cli, ARB_TEXT_OPTION_NO_VALUE, fault->option->name,
                         fault->option->argument);
        break;
    case ARB_ARGS_VALUE:
        arb_cli_complain(cli, ARB_TEXT_OPTION_VALUE, fault->option->name);
        break;
    case ARB_ARGS_CHOICE:
        arb_cli_complain(cli, ARB_TEXT_OPTION_CHOICE, fault->option->argument, fault->option->name,
                         word.text);
        break;
    case ARB_ARGS_TOO_MANY:
        arb_cli_complain(cli, ARB_TEXT_ARGUMENT_EXTRA, word.text);
        break;
    }
    return arb_cli_see_help(cli);
}

/* The command with this name; otherwise NULL, after a complaint with the nearest name. */
static const arb_cmd *find_command(const arb_cli *cli, const char *name)
{
    arb_nearest nearest = arb_nearest_begin(name);

    for (size_t i = 0; i < arb_cli_command_count; i++) {
        if (strcmp(arb_cli_commands[i]->name, name) == 0)
            return arb_cli_commands[i];
        arb_nearest_try(&nearest, arb_cli_commands[i]->name);
    }
    arb_nearest_try(&nearest, "help");
    arb_cli_unknown(cli, ARB_TEXT_COMMAND_UNKNOWN, name, "", nearest.best);
    return NULL;
}

/* `arbitro help [COMMAND]` */
static arb_exit run_help(const arb_cli *cli, char *const *words, size_t count)
{
    const arb_args_spec spec = { .common = arb_cli_common, .operands_max = 1 };
    arb_args_fault fault;
    arb_args args;

    if (!arb_args_read(&args, &fault, &spec, words, count))
        return complain_args(cli, &fault);
    if (args.operands == 0) {
        arb_help_program(stdout, cli->lang);
        return ARB_EXIT_YES;
    }
    const arb_cmd *cmd = find_command(cli, args.operand[0]);
    if (!cmd)
        return ARB_EXIT_BAD;
    arb_help_command(stdout, cli->lang, cmd);
    return ARB_EXIT_YES;
}

static arb_exit run_command(arb_cli *cli, const arb_cmd *cmd, char *const *words, size_t count)
{
    const arb_args_spec spec = { .own = cmd->options,
                                 .common = arb_cli_common,
                                 .operands_max = cmd->operands_max };
    arb_args_fault fault;
    arb_args args;

    cli->command = cmd->name;
    if (!arb_args_read(&args, &fault, &spec, words, count))
        return complain_args(cli, &fault);
    if (args.common[ARB_COMMON_HELP]) {
        arb_help_command(stdout, cli->lang, cmd);
        return ARB_EXIT_YES;
    }
    if (args.operands < cmd->operands_min) {
        arb_cli_complain(cli, ARB_TEXT_ARGUMENT_MISSING, arb_text(cmd->operands, cli->lang));
        return arb_cli_see_help(cli);
    }
    cli->json = cli->json || args.common[ARB_COMMON_JSON];
    return cmd->run(cli, &args);
}

/* What stands before the command, then the command. */
static arb_exit run_program(arb_cli *cli, char *const *words, size_t count)
{
    const arb_args_spec spec = { .own = arb_cli_program,
                                 .common = arb_cli_common,
                                 .stop_at_operand = true };
    arb_args_fault fault;
    arb_args args;

    if (!arb_args_read(&args, &fault, &spec, words, count))
        return complain_args(cli, &fault);
    if (args.value[ARB_PROGRAM_VERSION]) {
        printf("arbitro %s\n", arb_version());
        return ARB_EXIT_YES;
    }
    if (args.common[ARB_COMMON_HELP]) {
        arb_help_program(stdout, cli->lang);
        return ARB_EXIT_YES;
    }
    if (args.used == count) {
        arb_cli_complain(cli, ARB_TEXT_COMMAND_MISSING);
        return arb_cli_see_help(cli);
    }
    cli->json = args.common[ARB_COMMON_JSON] != NULL;
    const char *name = words[args.used++];
    if (strcmp(name, "help") == 0)
        return run_help(cli, words + args.used, count - args.used);
    const arb_cmd *cmd = find_command(cli, name);
    return cmd ? run_command(cli, cmd, words + args.used, count - args.used) : ARB_EXIT_BAD;
}

int main(int argc, char **argv)
{
    const size_t count = argc > 0 ? (size_t)argc - 1 : 0;
    char *const *words = argv + (argc > 0);

    arb_output_begin();
    arb_cli cli = { .lang = choose_lang(words, count) };
    arb_interrupt_catch(arb_text(ARB_TEXT_INTERRUPTED_HARD, cli.lang), ARB_EXIT_INTERRUPTED);
    const arb_exit status = run_program(&cli, words, count);

    const int error = arb_output_finish();
    if (error) {
        const arb_text_id reason = arb_output_reason(error);
        return (int)arb_cli_complain(&cli, ARB_TEXT_WRITE_FAILED, arb_text(reason, cli.lang));
    }
    /* whatever a command makes of being interrupted, its caller should know */
    return status == ARB_EXIT_BAD && arb_interrupt_pending() ? ARB_EXIT_INTERRUPTED : (int)status;
}
