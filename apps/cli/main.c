/* SPDX-License-Identifier: MIT */
/* The program `arbitro`: finds the command, reads its command line, and answers for its output. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "arbitro/api.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "common/env.h"
#include "common/interrupt.h"
#include "common/output.h"
#include "common/progress.h"
#include "common/quote.h"

/* The language must be known before anything is read, because reading may have to complain. */
static arb_lang choose_lang(char *const *words, size_t count)
{
    static const arb_lang langs[] = { ARB_LANG_IT, ARB_LANG_EN };
    const char *wanted = arb_args_peek("lang", words, count);
    const int place = wanted ? arb_args_choice(arb_cli_options[ARB_OPT_LANG].argument, wanted) : -1;

    return place >= 0 ? langs[place] : arb_env_lang();
}

/* What is wished of every command alike; the words before a command count for it, too. */
static void heed(arb_cli *cli, const arb_args *args)
{
    cli->json = cli->json || args->value[ARB_OPT_JSON];
    cli->quiet = cli->quiet || args->value[ARB_OPT_QUIET];
    if (args->value[ARB_OPT_OUTPUT])
        cli->output = args->value[ARB_OPT_OUTPUT];
    if (cli->quiet)
        arb_progress_disable();
}

/* From here on results go where they are wanted. */
static bool open_output(const arb_cli *cli)
{
    if (!cli->output || strcmp(cli->output, "-") == 0)
        return true;
    const int error = arb_output_to(cli->output);
    if (error)
        arb_cli_complain_at(cli, arb_cli_options[ARB_OPT_OUTPUT].dashed, 0, 0,
                            ARB_TEXT_OUTPUT_FAILED, arb_quote(cli->output).text, strerror(error));
    return !error;
}

/* `arbitro help [COMMAND|TOPIC]` */
static arb_exit run_help(arb_cli *cli, char *const *words, size_t count)
{
    const arb_args_spec spec = { .options = arb_cli_common, .operands_max = 1 };
    arb_args args;

    if (arb_args_read(&args, cli, &spec, words, count) != ARB_EXIT_YES)
        return ARB_EXIT_BAD;
    heed(cli, &args);
    if (!open_output(cli))
        return ARB_EXIT_BAD;
    if (args.operands == 0 && args.value[ARB_OPT_HELP])
        return arb_help_on(cli, "help");
    return args.operands == 0 ? arb_help_program(cli->lang) : arb_help_on(cli, args.operand[0]);
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
    heed(cli, &args);
    if (cli->output && cmd->is_service)
        return arb_cli_misused(cli, ARB_TEXT_PGN_OPTION, arb_cli_options[ARB_OPT_OUTPUT].name,
                               cmd->name);
    if (!open_output(cli))
        return ARB_EXIT_BAD;
    cli->args = &args;
    const arb_exit status = cmd->run(cli, &args);
    cli->args = NULL;
    return status;
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
    heed(cli, &args);
    const char *name = words[args.used++];
    if (strcmp(name, "help") == 0)
        return run_help(cli, words + args.used, count - args.used);
    const arb_cmd *cmd = arb_cli_find(name);
    return cmd ? run_command(cli, cmd, words + args.used, count - args.used)
               : arb_help_unknown(cli, name, false);
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
    const bool keep = arb_cli_said_all(status) && !arb_interrupt_pending();
    const int error = arb_output_finish(keep);
    if (arb_interrupt_is_unread() || error == EPIPE)
        arb_interrupt_end_unread();
    if (error) {
        const arb_text_id reason = arb_output_reason(error);
        return (int)arb_cli_complain(&cli, ARB_TEXT_WRITE_FAILED, arb_text(reason, cli.lang));
    }
    /* whatever a command makes of being interrupted, its caller should know */
    return status == ARB_EXIT_BAD && arb_interrupt_pending() ? ARB_EXIT_INTERRUPTED : (int)status;
}
