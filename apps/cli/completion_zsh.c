/* SPDX-License-Identifier: MIT */
/* The completion of zsh; see completion.h. */
#include <stdio.h>
#include <string.h>

#include "cli/completion.h"
#include "cli/help.h"

/* A text within single quotes and, in a list of options, within brackets or before a colon. */
static void print_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr("[]:\\", *text))
            putchar('\\');
        putchar(*text);
    }
}

/* Actions; for a blank nothing is offered, and not a file either. */
static const arb_shell_places places = { .any = " ",
                                         .choices = { "(", ")" },
                                         .file = "_files",
                                         .folder = "_files -/",
                                         .list = { "_arbitro_", "" } };

/* ":message:action" */
static void print_place(arb_completes place, const char *message, const char *choices)
{
    putchar(':');
    print_text(message);
    putchar(':');
    arb_shell_place(&places, place, choices);
}

static bool is_repeatable(const arb_cli_option *option)
{
    return option->argument && strstr(option->argument, "...");
}

/* '(-o --output)'{-o+,--output=}'[explanation]:FILE:_files' */
static void print_option(const arb_cli_option *option, arb_lang lang)
{
    const char *value = option->argument ? "=" : "";

    fputs("        ", stdout);
    if (option->letter)
        printf("'(-%c %s)'{-%c%s,%s%s}'[", option->letter, option->dashed, option->letter,
               option->argument ? "+" : "", option->dashed, value);
    else
        printf("'%s%s%s[", is_repeatable(option) ? "*" : "", option->dashed, value);
    print_text(option->help[lang]);
    putchar(']');
    if (option->argument)
        print_place(arb_completes_option(option), option->argument, arb_completes_choices(option));
    fputs("' \\\n", stdout);
}

static void print_options(const uint8_t *options, arb_lang lang)
{
    for (; *options != ARB_OPT_COUNT; options++)
        print_option(&arb_cli_options[*options], lang);
}

static void print_command(const arb_cmd *cmd, arb_lang lang)
{
    const arb_operands operands = arb_operands_of(cmd);
    const char *usage = *cmd->operands[lang] ? cmd->operands[lang] : " ";

    printf("    %s)\n        _arguments -s \\\n", cmd->name);
    print_options(cmd->spec.options, lang);
    if (cmd->spec.operands_max > 0) {
        fputs("        '1", stdout);
        print_place(operands.first, usage, operands.choices);
        putchar('\'');
        if (cmd->spec.operands_max > 1) {
            fputs(" \\\n        '*", stdout);
            print_place(operands.rest, usage, "");
            putchar('\'');
        }
    }
    fputs(" ;;\n", stdout);
}

static void print_described(const char *name, const char *text)
{
    printf("        '%s:", name);
    print_text(text);
    fputs("'\n", stdout);
}

void arb_completion_zsh(arb_lang lang)
{
    puts("#compdef arbitro\n# zsh completion, made by \"arbitro completion zsh\"");
    for (unsigned place = ARB_COMPLETES_LANGUAGE; place <= ARB_COMPLETES_HELP; place++) {
        printf("_arbitro_%s() { compadd \"$@\" -- ", arb_completes_name((arb_completes)place));
        arb_completes_print((arb_completes)place);
        puts("; }");
    }
    fputs("_arbitro_commands() {\n    local -a commands=(\n", stdout);
    for (size_t i = 0; i < arb_cli_command_count; i++)
        print_described(arb_cli_commands[i].name, arb_cli_commands[i].summary[lang]);
    print_described("help", arb_text(ARB_TEXT_CMD_HELP, lang));
    fputs("    )\n    _describe command commands\n}\n"
          "_arbitro() {\n    local context state state_descr line\n    typeset -A opt_args\n"
          "    _arguments -s -C \\\n",
          stdout);
    print_options(arb_cli_program, lang);
    fputs("        '1: :_arbitro_commands' '*:: :->rest'\n"
          "    [[ $state == rest ]] || return\n"
          "    case $words[1] in\n    help)\n        _arguments -s \\\n",
          stdout);
    print_options(arb_cli_common, lang);
    fputs("        '1: :_arbitro_topics' '2: : ' ;;\n", stdout);
    for (size_t i = 0; i < arb_cli_command_count; i++)
        print_command(&arb_cli_commands[i], lang);
    fputs("    esac\n}\n"
          "if [[ $funcstack[1] == _arbitro ]]; then _arbitro \"$@\"; else compdef _arbitro "
          "arbitro; fi\n",
          stdout);
}
