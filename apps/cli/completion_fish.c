/* SPDX-License-Identifier: MIT */
/* The completion of fish; see completion.h. */
#include <stdio.h>

#include "cli/completion.h"

/* A text in single quotes. */
static void print_text(const char *text)
{
    putchar('\'');
    arb_shell_print(text, "'\\", "\\");
    putchar('\'');
}

/* What is offered in a place: options of `complete`. */
static const arb_shell_places places = { .any = "",
                                         .choices = { " -a '", "'" },
                                         .file = " -F",
                                         .folder = " -a '(__fish_complete_directories)'",
                                         .list = { " -a \"$__arbitro_", "\"" } };

/* What __arbitro_operands is asked when there is no command yet. */
static const char no_command[] = "none";

/* The options of a command, or of the program before there is one. */
static void print_options(const uint8_t *options, const char *command, arb_lang lang)
{
    for (; *options != ARB_OPT_COUNT; options++) {
        const arb_cli_option *option = &arb_cli_options[*options];
        printf("complete -c arbitro -n '__arbitro_operands %s'", command);
        if (option->letter)
            printf(" -s %c", option->letter);
        const arb_completes place = arb_completes_option(option);
        printf(" -l %s%s", option->name,
               !option->argument             ? ""
               : place == ARB_COMPLETES_FILE ? " -r"
                                             : " -x");
        arb_shell_place(&places, place, arb_completes_choices(option));
        fputs(" -d ", stdout);
        print_text(option->help[lang]);
        putchar('\n');
    }
}

static void print_name(const char *name, const char *text)
{
    printf("complete -c arbitro -n '__arbitro_operands %s' -a %s -d ", no_command, name);
    print_text(text);
    putchar('\n');
}

/* What stands behind a command: its first argument, and the others once that is there. */
static void print_operands(const arb_cmd *cmd)
{
    const arb_operands operands = arb_operands_of(cmd);

    if (operands.first != ARB_COMPLETES_ANY) {
        printf("complete -c arbitro -n '__arbitro_operands %s; and test $__arbitro_count -eq 0'",
               cmd->name);
        arb_shell_place(&places, operands.first, operands.choices);
        putchar('\n');
    }
    if (operands.rest != ARB_COMPLETES_ANY) {
        printf("complete -c arbitro -n '__arbitro_operands %s; and test $__arbitro_count -gt 0'",
               cmd->name);
        arb_shell_place(&places, operands.rest, "");
        putchar('\n');
    }
}

/* Counts the arguments behind a command, without options and their values. */
static const char counting[] = "function __arbitro_operands\n"
                               "    set -l command none\n"
                               "    set -l skip no\n"
                               "    set -g __arbitro_count -1\n"
                               "    for word in (commandline -opc)[2..-1]\n"
                               "        if test $skip = yes\n"
                               "            set skip no\n"
                               "        else if contains -- $word $__arbitro_valued\n"
                               "            set skip yes\n"
                               "        else if not string match -q -- '-?*' $word\n"
                               "            test $__arbitro_count -ge 0; or set command $word\n"
                               "            set __arbitro_count (math $__arbitro_count + 1)\n"
                               "        end\n"
                               "    end\n"
                               "    test \"$command\" = $argv[1]\n"
                               "end\n";

static void print_valued(void)
{
    fputs("set -g __arbitro_valued", stdout);
    for (unsigned id = 0; id < ARB_OPT_COUNT; id++) {
        const arb_cli_option *option = &arb_cli_options[id];
        if (option->argument && option->letter)
            printf(" -%c", option->letter);
        if (option->argument)
            printf(" %s", option->dashed);
    }
    putchar('\n');
}

void arb_completion_fish(arb_lang lang)
{
    puts("# fish completion for arbitro, made by \"arbitro completion fish\"");
    for (unsigned place = ARB_COMPLETES_LANGUAGE; place <= ARB_COMPLETES_HELP; place++) {
        printf("set -g __arbitro_%s ", arb_completes_name((arb_completes)place));
        arb_completes_print((arb_completes)place);
        putchar('\n');
    }
    print_valued();
    fputs(counting, stdout);
    puts("complete -c arbitro -f");
    for (size_t i = 0; i < arb_cli_command_count; i++)
        print_name(arb_cli_commands[i].name, arb_cli_commands[i].summary[lang]);
    print_name("help", arb_text(ARB_TEXT_CMD_HELP, lang));
    print_options(arb_cli_program, no_command, lang);
    for (size_t i = 0; i < arb_cli_command_count; i++) {
        print_options(arb_cli_commands[i].spec.options, arb_cli_commands[i].name, lang);
        print_operands(&arb_cli_commands[i]);
    }
    print_options(arb_cli_common, "help", lang);
    fputs("complete -c arbitro -n '__arbitro_operands help; and test $__arbitro_count -eq 0'",
          stdout);
    arb_shell_place(&places, ARB_COMPLETES_HELP, "");
    putchar('\n');
}
