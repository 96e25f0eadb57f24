/* SPDX-License-Identifier: MIT */
/* The completion of bash; see completion.h. It needs nothing but bash itself. */
#include <stdio.h>
#include <string.h>

#include "cli/completion.h"

/* What completes a word. */
static const arb_shell_places places = { .any = ":",
                                         .choices = { "_arbitro_words '", "'" },
                                         .file = "_arbitro_paths -f",
                                         .folder = "_arbitro_paths -d",
                                         .list = { "_arbitro_words \"$_arbitro_", "\"" } };

/* "-o|--output" */
static void print_names(const arb_cli_option *option)
{
    if (option->letter)
        printf("-%c|", option->letter);
    fputs(option->dashed, stdout);
}

/* Options of one name take the same values in all commands. */
static bool is_first(unsigned id)
{
    for (unsigned i = 0; i < id; i++)
        if (strcmp(arb_cli_options[i].name, arb_cli_options[id].name) == 0)
            return false;
    return true;
}

/* Whoever stands behind an option with a value completes that value. */
static void print_values(void)
{
    fputs("    case $prev in\n", stdout);
    for (unsigned id = 0; id < ARB_OPT_COUNT; id++) {
        const arb_cli_option *option = &arb_cli_options[id];
        if (!option->argument || !is_first(id))
            continue;
        fputs("    ", stdout);
        print_names(option);
        fputs(") ", stdout);
        arb_shell_place(&places, arb_completes_option(option), arb_completes_choices(option));
        fputs("; return ;;\n", stdout);
    }
    fputs("    esac\n", stdout);
}

/* All options with a value, as a pattern. */
static void print_valued(void)
{
    const char *stroke = "";

    for (unsigned id = 0; id < ARB_OPT_COUNT; id++) {
        if (!arb_cli_options[id].argument || !is_first(id))
            continue;
        fputs(stroke, stdout);
        print_names(&arb_cli_options[id]);
        stroke = "|";
    }
}

static void print_options(const uint8_t *options)
{
    fputs("options='", stdout);
    for (; *options != ARB_OPT_COUNT; options++) {
        if (arb_cli_options[*options].letter)
            printf("-%c ", arb_cli_options[*options].letter);
        printf("%s ", arb_cli_options[*options].dashed);
    }
    fputs("'", stdout);
}

static void print_command(const arb_cmd *cmd)
{
    const arb_operands operands = arb_operands_of(cmd);

    printf("    %s)\n        ", cmd->name);
    print_options(cmd->spec.options);
    fputs("\n        if ((count == 0)); then ", stdout);
    arb_shell_place(&places, operands.first, operands.choices);
    fputs("; else ", stdout);
    arb_shell_place(&places, operands.rest, "");
    fputs("; fi ;;\n", stdout);
}

static const char helpers[] =
    "_arbitro_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\"); }\n"
    "_arbitro_paths() {\n"
    "    compopt -o filenames 2>/dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$cur\")\n"
    "}\n";

static const char beginning[] =
    "_arbitro() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command= options= count=0 word i\n"
    "    COMPREPLY=()\n"
    "    if [[ $cur == '=' ]]; then cur=\n" /* bash takes --name=value for three words */
    "    elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        case $word in\n"
    "        ";

static const char middle[] = ")\n"
                             "            i=$((i + 1))\n"
                             "            [[ ${COMP_WORDS[i]} == '=' ]] && i=$((i + 1)) ;;\n"
                             "        -?*) ;;\n"
                             "        *) if [[ $command ]]; then count=$((count + 1));"
                             " else command=$word; fi ;;\n"
                             "        esac\n"
                             "    done\n";

static const char end[] = "    esac\n"
                          "    [[ $cur == -* ]] && _arbitro_words \"$options\"\n"
                          "}\n"
                          "complete -F _arbitro arbitro\n";

void arb_completion_bash(arb_lang lang)
{
    (void)lang; /* bash shows no explanations */
    puts("# bash completion for arbitro, made by \"arbitro completion bash\"");
    for (unsigned place = ARB_COMPLETES_LANGUAGE; place <= ARB_COMPLETES_HELP; place++) {
        printf("_arbitro_%s='", arb_completes_name((arb_completes)place));
        arb_completes_print((arb_completes)place);
        puts("'");
    }
    fputs(helpers, stdout);
    fputs(beginning, stdout);
    print_valued();
    fputs(middle, stdout);
    print_values();
    fputs("    case $command in\n    '')\n        ", stdout);
    print_options(arb_cli_program);
    fputs("\n        _arbitro_words '", stdout);
    for (size_t i = 0; i < arb_cli_command_count; i++)
        printf("%s ", arb_cli_commands[i].name);
    fputs("help' ;;\n    help)\n        ", stdout);
    print_options(arb_cli_common);
    fputs("\n        ((count == 0)) && ", stdout);
    arb_shell_place(&places, ARB_COMPLETES_HELP, "");
    fputs(" ;;\n", stdout);
    for (size_t i = 0; i < arb_cli_command_count; i++)
        print_command(&arb_cli_commands[i]);
    fputs(end, stdout);
}
