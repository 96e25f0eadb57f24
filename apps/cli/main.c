/* SPDX-License-Identifier: MIT */
/* The program `arbitro`: finds the command, reads its command line, and answers for its output. */
#include <stdio.h>
#include <string.h>

#include "arbitro/api.h"
#include "cli/arguments.h"
#include "common/env.h"
#include "common/interrupt.h"
#include "common/nearest.h"
#include "common/output.h"

/* Every command has these. */
#define COMMON ARB_OPT_LANG, ARB_OPT_JSON, ARB_OPT_HELP

static const uint8_t common_options[] = { COMMON, ARB_OPT_COUNT };
const uint8_t arb_cli_program[] = { COMMON, ARB_OPT_VERSION, ARB_OPT_COUNT };

const arb_cmd arb_cli_commands[] = {
#define OPT(id) ARB_OPT_##id,
#define EXAMPLE(...)
#define COMMAND(id, least, most, list, opts, ops_en, ops_it, summary_en, summary_it, en, it)       \
    { .name = #id,                                                                                 \
      .spec = { (const uint8_t[]){ opts COMMON, ARB_OPT_COUNT }, most, false },                    \
      .operands_min = least,                                                                       \
      .lists = list,                                                                               \
      .run = arb_cmd_##id,                                                                         \
      .operands = { [ARB_LANG_EN] = ops_en, [ARB_LANG_IT] = ops_it },                              \
      .summary = { [ARB_LANG_EN] = summary_en, [ARB_LANG_IT] = summary_it },                       \
      .about = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "cli/commands.def"
#undef OPT
#undef EXAMPLE
#undef COMMAND
};
const size_t arb_cli_command_count = sizeof arb_cli_commands / sizeof arb_cli_commands[0];

/* The language must be known before anything is read, because reading may have to complain. */
static arb_lang choose_lang(char *const *words, size_t count)
{
    static const arb_lang langs[] = { ARB_LANG_IT, ARB_LANG_EN };
    const char *wanted = arb_args_peek("lang", words, count);
    const int place = wanted ? arb_args_choice(arb_cli_options[ARB_OPT_LANG].argument, wanted) : -1;

    return place >= 0 ? langs[place] : arb_env_lang();
}

/* The command with this name; otherwise NULL, after a complaint with the nearest name. */
static const arb_cmd *find_command(const arb_cli *cli, const char *name)
{
    arb_nearest nearest = arb_nearest_begin(name);

    for (size_t i = 0; i < arb_cli_command_count; i++) {
        if (strcmp(arb_cli_commands[i].name, name) == 0)
            return &arb_cli_commands[i];
        arb_nearest_try(&nearest, arb_cli_commands[i].name);
    }
    arb_nearest_try(&nearest, "help");
    arb_cli_unknown(cli, ARB_TEXT_COMMAND_UNKNOWN, name, "", nearest.best);
    return NULL;
}

/* `arbitro help [COMMAND]` */
static arb_exit run_help(const arb_cli *cli, char *const *words, size_t count)
{
    const arb_args_spec spec = { .options = common_options, .operands_max = 1 };
    arb_args args;

    if (arb_args_read(&args, cli, &spec, words, count) != ARB_EXIT_YES)
        return ARB_EXIT_BAD;
    if (args.operands == 0)
        return arb_help_program(cli->lang);
    const arb_cmd *cmd = find_command(cli, args.operand[0]);
    return cmd ? arb_help_command(cli->lang, cmd) : ARB_EXIT_BAD;
}

static arb_exit run_command(arb_cli *cli, const arb_cmd *cmd, char *const *words, size_t count)
{
    arb_args args;

    cli->command = cmd;
    if (arb_args_read(&args, cli, &cmd->spec, words, count) != ARB_EXIT_YES)
        return ARB_EXIT_BAD;
    if (args.value[ARB_OPT_HELP])
        return arb_help_command(cli->lang, cmd);
    if (args.operands < cmd->operands_min)
        return arb_cli_misused(cli, ARB_TEXT_ARGUMENT_MISSING, cmd->operands[cli->lang]);
    cli->json = cli->json || args.value[ARB_OPT_JSON];
    return cmd->run(cli, &args);
}

/* What stands before the command, then the command. */
static arb_exit run_program(arb_cli *cli, char *const *words, size_t count)
{
    const arb_args_spec spec = { .options = arb_cli_program, .stop_at_operand = true };
    arb_args args;

    if (arb_args_read(&args, cli, &spec, words, count) != ARB_EXIT_YES)
        return ARB_EXIT_BAD;
    if (args.value[ARB_OPT_VERSION]) {
        printf("arbitro %s\n", arb_version());
        return ARB_EXIT_YES;
    }
    if (args.value[ARB_OPT_HELP])
        return arb_help_program(cli->lang);
    if (args.used == count)
        return arb_cli_misused(cli, ARB_TEXT_COMMAND_MISSING);
    cli->json = args.value[ARB_OPT_JSON] != NULL;
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
    arb_exit status = run_program(&cli, words, count);
    if (arb_cli_left_unsaid())
        status = arb_exit_worse(status, ARB_EXIT_BAD);

    const int error = arb_output_finish();
    if (error) {
        const arb_text_id reason = arb_output_reason(error);
        return (int)arb_cli_complain(&cli, ARB_TEXT_WRITE_FAILED, arb_text(reason, cli.lang));
    }
    /* whatever a command makes of being interrupted, its caller should know */
    return status == ARB_EXIT_BAD && arb_interrupt_pending() ? ARB_EXIT_INTERRUPTED : (int)status;
}
