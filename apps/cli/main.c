/* SPDX-License-Identifier: MIT */
/* The program `arbitro`: finds the command, reads its command line, and answers for its output. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "arbitro/api.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/secrets.h"
#include "common/env.h"
#include "common/interrupt.h"
#include "common/output.h"
#include "common/progress.h"
#include "common/quote.h"
#include "common/system_text.h"

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
                            ARB_TEXT_OUTPUT_FAILED, arb_quote(cli->output).text,
                            arb_system_text(error, cli->lang));
    return !error;
}

/* `arbitro help [COMMAND [ACTION]|TOPIC]` */
static arb_exit run_help(arb_cli *cli, const arb_args *args)
{
    heed(cli, args);
    if (!open_output(cli))
        return ARB_EXIT_BAD;
    if (args->operands > 0)
        return arb_help_on(cli, args->operand[0], args->operands > 1 ? args->operand[1] : NULL);
    return args->value[ARB_OPT_HELP] ? arb_help_on(cli, "help", NULL) : arb_help_program(cli->lang);
}

static arb_exit run_command(arb_cli *cli, const arb_args *args)
{
    const arb_cmd *cmd = cli->command;

    if (args->operands < cmd->operands_min)
        return arb_cli_misused(cli, ARB_TEXT_ARGUMENT_MISSING, cmd->operands[cli->lang]);
    heed(cli, args);
    if (cli->output && cmd->is_service)
        return arb_cli_misused(cli, ARB_TEXT_PGN_OPTION, arb_cli_options[ARB_OPT_OUTPUT].name,
                               cmd->name);
    if (!open_output(cli))
        return ARB_EXIT_BAD;
    cli->args = args;
    const arb_exit status = cmd->run(cli, args);
    cli->args = NULL;
    return status;
}

/* A command, or help for cli->command == NULL, and what stands behind its name. */
static arb_exit run_named(arb_cli *cli, char *const *words, size_t count)
{
    static const arb_args_spec help = { .options = arb_cli_common, .operands_max = 2 };
    const arb_cmd *cmd = cli->command;
    const char *action;
    arb_args args;

    if (cmd && arb_args_ask_help(&cmd->spec, words, count, &action))
        return arb_help_command(cli->lang, cmd, action);
    arb_exit status = arb_args_read(&args, cli, cmd ? &cmd->spec : &help, words, count);
    if (status == ARB_EXIT_YES)
        status = cmd ? run_command(cli, &args) : run_help(cli, &args);
    arb_args_free(&args);
    return status;
}

/* What stands before the command, then the command. */
static arb_exit run_program(arb_cli *cli, const arb_args *args, char *const *words, size_t count)
{
    if (args->value[ARB_OPT_VERSION]) {
        printf("arbitro %s\n", arb_version());
        return ARB_EXIT_YES;
    }
    if (args->used == count)
        return arb_cli_misused(cli, ARB_TEXT_COMMAND_MISSING);
    heed(cli, args);
    const char *name = words[args->used];
    cli->command = arb_cli_find(name);
    if (!cli->command && strcmp(name, "help") != 0)
        return arb_help_unknown(cli, name, false);
    return run_named(cli, words + args->used + 1, count - args->used - 1);
}

static arb_exit run(arb_cli *cli, char *const *words, size_t count)
{
    static const arb_args_spec spec = { .options = arb_cli_program, .stop_at_operand = true };
    const char *operand;
    arb_args args;

    if (arb_args_ask_help(&spec, words, count, &operand))
        return arb_help_program(cli->lang);
    arb_exit status = arb_args_read(&args, cli, &spec, words, count);
    if (status == ARB_EXIT_YES)
        status = run_program(cli, &args, words, count);
    arb_args_free(&args);
    return status;
}

int main(int argc, char **argv)
{
    const size_t count = argc > 0 ? (size_t)argc - 1 : 0;
    char **words = argv + (argc > 0);

    if (argc > 0)
        arb_secrets_hide(argv, (size_t)argc);
    arb_output_begin();
    arb_cli cli = { .lang = choose_lang(words, count) };
    arb_interrupt_catch(arb_text(ARB_TEXT_INTERRUPTED_HARD, cli.lang));
    arb_exit status = run(&cli, words, count);
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
    if (status == ARB_EXIT_INTERRUPTED || (status == ARB_EXIT_BAD && arb_interrupt_pending()))
        arb_interrupt_end_interrupted();
    return (int)status;
}
