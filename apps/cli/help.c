/* SPDX-License-Identifier: MIT */
/* Help, made from the tables of commands and options. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

enum { OPTION_WIDTH = 26, COMMAND_WIDTH = 12 };

static const struct {
    const char *command, *words, *what[ARB_LANG_COUNT];
} examples[] = {
#define COMMAND(...)
#define EXAMPLE(name, words, en, it) { #name, words, { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "cli/commands.def"
#undef COMMAND
#undef EXAMPLE
};

static void print_options(const uint8_t *options, arb_lang lang)
{
    puts(arb_text(ARB_TEXT_HEAD_OPTIONS, lang));
    for (; *options != ARB_OPT_COUNT; options++) {
        const arb_cli_option *option = &arb_cli_options[*options];
        const char *argument = option->argument ? option->argument : "";
        const int used = printf("  --%s%s%s", option->name, *argument ? " " : "", argument);

        /* a long option leaves its explanation for the next line */
        if (used > OPTION_WIDTH - 2)
            printf("\n%*s", OPTION_WIDTH, "");
        else
            printf("%*s", OPTION_WIDTH - used, "");
        puts(option->help[lang]);
    }
    putchar('\n');
}

/* The examples of a command; for NULL the first of each. */
static void print_examples(const char *command, arb_lang lang)
{
    const char *last = "";

    puts(arb_text(ARB_TEXT_HEAD_EXAMPLES, lang));
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const bool shown = command ? strcmp(examples[i].command, command) == 0
                                   : strcmp(examples[i].command, last) != 0;
        if (shown)
            printf("  arbitro %s\n      %s\n", examples[i].words, examples[i].what[lang]);
        last = examples[i].command;
    }
}

void arb_help_usage(FILE *to, arb_lang lang, const arb_cmd *cmd)
{
    arb_text_line(to, lang, ARB_TEXT_USAGE_COMMAND, cmd->name, *cmd->operands[lang] ? " " : "",
                  cmd->operands[lang]);
}

arb_exit arb_help_command(arb_lang lang, const arb_cmd *cmd)
{
    arb_help_usage(stdout, lang, cmd);
    printf("\n%s\n\n", cmd->about[lang]);
    print_options(cmd->spec.options, lang);
    if (cmd->lists)
        cmd->lists(lang);
    print_examples(cmd->name, lang);
    return ARB_EXIT_YES;
}

arb_exit arb_help_program(arb_lang lang)
{
    printf("%s\n\n%s\n\n%s\n", arb_text(ARB_TEXT_PROGRAM, lang),
           arb_text(ARB_TEXT_USAGE_PROGRAM, lang), arb_text(ARB_TEXT_HEAD_COMMANDS, lang));
    for (size_t i = 0; i < arb_cli_command_count; i++)
        printf("  %-*s%s\n", COMMAND_WIDTH, arb_cli_commands[i].name,
               arb_cli_commands[i].summary[lang]);
    printf("  %-*s%s\n\n", COMMAND_WIDTH, "help", arb_text(ARB_TEXT_CMD_HELP, lang));
    print_options(arb_cli_program, lang);
    print_examples(NULL, lang);
    printf("\n%s\n%s\n", arb_text(ARB_TEXT_HELP_MORE, lang), arb_text(ARB_TEXT_HELP_STATUS, lang));
    return ARB_EXIT_YES;
}
