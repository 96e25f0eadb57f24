/* SPDX-License-Identifier: MIT */
/* Help, made from the tables of commands and options. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

enum { OPTION_WIDTH = 26, COMMAND_WIDTH = 12 };

static void line(FILE *to, arb_lang lang, arb_text_id id)
{
    fprintf(to, "%s\n", arb_text(id, lang));
}

static void print_options(FILE *to, arb_lang lang, arb_args_options set)
{
    for (size_t i = 0; i < set.count; i++) {
        const arb_args_option *option = &set.option[i];
        const char *argument = option->argument ? option->argument : "";
        const int used = fprintf(to, "  --%s%s%s", option->name, *argument ? " " : "", argument);

        /* a long option leaves its explanation for the next line */
        if (used > OPTION_WIDTH - 2)
            fprintf(to, "\n%*s", OPTION_WIDTH, "");
        else
            fprintf(to, "%*s", OPTION_WIDTH - used, "");
        line(to, lang, option->help);
    }
}

void arb_help_usage(FILE *to, arb_lang lang, const arb_cmd *cmd)
{
    const bool any = cmd->operands_max > 0;

    arb_text_print(to, lang, ARB_TEXT_USAGE_COMMAND, cmd->name, any ? " " : "",
                   any ? arb_text(cmd->operands, lang) : "");
    fputc('\n', to);
}

void arb_help_command(FILE *to, arb_lang lang, const arb_cmd *cmd)
{
    arb_help_usage(to, lang, cmd);
    fputc('\n', to);
    line(to, lang, cmd->about);
    fputc('\n', to);
    line(to, lang, ARB_TEXT_HEAD_OPTIONS);
    print_options(to, lang, cmd->options);
    print_options(to, lang, arb_cli_common);
    fputc('\n', to);
    if (cmd->lists)
        cmd->lists(to, lang);
    line(to, lang, ARB_TEXT_HEAD_EXAMPLES);
    for (size_t i = 0; i < cmd->example_count; i++) {
        fprintf(to, "  arbitro %s\n      %s\n", cmd->examples[i].words,
                arb_text(cmd->examples[i].what, lang));
    }
}

void arb_help_program(FILE *to, arb_lang lang)
{
    line(to, lang, ARB_TEXT_PROGRAM);
    fputc('\n', to);
    line(to, lang, ARB_TEXT_USAGE_PROGRAM);
    fputc('\n', to);
    line(to, lang, ARB_TEXT_HEAD_COMMANDS);
    for (size_t i = 0; i < arb_cli_command_count; i++) {
        const arb_cmd *cmd = arb_cli_commands[i];
        fprintf(to, "  %-*s%s\n", COMMAND_WIDTH, cmd->name, arb_text(cmd->summary, lang));
    }
    fprintf(to, "  %-*s%s\n", COMMAND_WIDTH, "help", arb_text(ARB_TEXT_CMD_HELP, lang));
    fputc('\n', to);
    line(to, lang, ARB_TEXT_HEAD_OPTIONS);
    print_options(to, lang, arb_cli_common);
    print_options(to, lang, arb_cli_program);
    fputc('\n', to);
    line(to, lang, ARB_TEXT_HEAD_EXAMPLES);
    for (size_t i = 0; i < arb_cli_command_count; i++) {
        const arb_example *example = &arb_cli_commands[i]->examples[0];
        fprintf(to, "  arbitro %s\n      %s\n", example->words, arb_text(example->what, lang));
    }
    fputc('\n', to);
    line(to, lang, ARB_TEXT_HELP_MORE);
    line(to, lang, ARB_TEXT_HELP_STATUS);
}
