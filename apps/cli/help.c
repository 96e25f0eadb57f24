/* SPDX-License-Identifier: MIT */
/* Help, made from the tables of commands and options; see help.h. */
#include "cli/help.h"
#include "cli/almanac.h"

#include <stdio.h>
#include <string.h>

#include "cli/page.h"
#include "cli/terms.h"
#include "common/nearest.h"
#include "common/quote.h"
#include "pgn/pgn.h"

enum {
    INDENT = 2,
    BELOW = 6,
    OPTION_WIDTH = 26,
    COMMAND_WIDTH = 14,
    HEAD_SIZE = 80,
    ABOUT_SIZE = 400
};
#define NO_ACTION SIZE_MAX

static const struct {
    const char *command, *words, *what[ARB_LANG_COUNT];
} examples[] = {
#define COMMAND(...)
#define EXAMPLE(name, words, en, it) { #name, words, { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "cli/commands.def"
#undef COMMAND
#undef EXAMPLE
};

void arb_help_row(size_t width, const char *name, const char *what)
{
    const bool narrow = arb_page_is_narrow();
    arb_page page = arb_page_begin(INDENT, 0);

    arb_page_words(&page, name);
    page.indent = narrow ? BELOW : width;
    /* a long name leaves its explanation for the next line */
    if (narrow || page.column > width - 2)
        arb_page_end(&page);
    else
        arb_page_fill(&page, width);
    arb_page_words(&page, what);
    arb_page_end(&page);
}

/* The argument of an option, its words in the language of the page. */
static void write_argument(char *out, size_t room, const char *argument, arb_lang lang)
{
    static const char *const words[][ARB_LANG_COUNT] = {
#define WORD(en, it) { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },
        WORD("FOLDER", "CARTELLA") WORD("NAME", "NOME") WORD("NAMES", "NOMI")
            WORD("NOTATION", "NOTAZIONE") WORD("EDITION", "EDIZIONE") WORD("TEXT", "TESTO")
                WORD("PARTS", "PARTI") WORD("CONDITION", "CONDIZIONE") WORD("CODES", "CODICI")
                    WORD("DATE", "DATA") WORD("RESULT", "RISULTATO") WORD("PIECES", "PEZZI")
                        WORD("NUMBERS", "NUMERI") WORD("ADDRESS", "INDIRIZZO") WORD("PORT", "PORTA")
                            WORD("COMMAND", "COMANDO")
#undef WORD
    };

    for (size_t used = 0; *argument && used < room;) {
        const size_t size = strcspn(argument, ".:|"), sign = argument[size] != '\0';
        const char *word = argument;
        size_t length = size;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strlen(words[i][ARB_LANG_EN]) == size &&
                memcmp(words[i][ARB_LANG_EN], argument, size) == 0) {
                word = words[i][lang];
                length = strlen(word);
            }
        used += (size_t)snprintf(out + used, room - used, "%.*s%.*s", (int)length, word, (int)sign,
                                 argument + size);
        argument += size + sign;
    }
}

/* The options that an action of a command has; all of them for NO_ACTION. */
static void print_options(const uint8_t *options, arb_lang lang, size_t action)
{
    puts(arb_text(ARB_TEXT_HEAD_OPTIONS, lang));
    for (; *options != ARB_OPT_COUNT; options++) {
        if (action != NO_ACTION && !arb_pgn_action_takes(action, (arb_opt)*options))
            continue;
        const arb_cli_option *option = &arb_cli_options[*options];
        char head[HEAD_SIZE], argument[HEAD_SIZE] = "";

        if (option->argument)
            write_argument(argument, sizeof argument, option->argument, lang);

        const int used = option->letter ? snprintf(head, sizeof head, "-%c, ", option->letter) : 0;
        snprintf(head + used, sizeof head - (size_t)used, "%s%s%s", option->dashed,
                 *argument ? " " : "", argument);
        arb_help_row(OPTION_WIDTH, head, option->help[lang]);
    }
    putchar('\n');
}

void arb_help_options(const uint8_t *options, arb_lang lang)
{
    print_options(options, lang, NO_ACTION);
}

/* Is this an example of the action? "" is any. */
static bool is_of(const char *words, const char *action)
{
    const char *second = strchr(words, ' ');

    return *action == '\0' || (second && strncmp(second + 1, action, strlen(action)) == 0);
}

/* The examples of a command, or an action of it; for NULL the first of each command. */
static void print_examples(const char *command, const char *action, arb_lang lang)
{
    const char *last = "";

    puts(arb_text(ARB_TEXT_HEAD_EXAMPLES, lang));
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const bool shown =
            command ? strcmp(examples[i].command, command) == 0 && is_of(examples[i].words, action)
                    : strcmp(examples[i].command, last) != 0;
        if (shown) {
            arb_page_shell(INDENT, BELOW, examples[i].words);
            arb_page_print(BELOW, examples[i].what[lang]);
        }
        last = examples[i].command;
    }
}

void arb_help_usage(FILE *to, arb_lang lang, const arb_cmd *cmd)
{
    arb_text_line(to, lang, ARB_TEXT_USAGE_COMMAND, cmd->name, *cmd->operands[lang] ? " " : "",
                  cmd->operands[lang]);
}

/* What the options of a command choose from: the list, or where it stands. */
static void print_lists(const arb_cmd *cmd, arb_lang lang)
{
    if (cmd->lists == arb_ask_help ||
        cmd->lists == arb_terms_help) { /* no topic of help has it: it belongs to this command */
        cmd->lists(lang);
        putchar('\n');
    }
    for (size_t i = 0; i < arb_topic_count && cmd->lists; i++) {
        if (arb_topics[i].show != cmd->lists)
            continue;
        if (arb_topics[i].pointer == ARB_TEXT_COUNT)
            cmd->lists(lang);
        else
            arb_page_print(0, arb_text(arb_topics[i].pointer, lang));
        putchar('\n');
    }
}

/* The place of an action among those of the command, or NO_ACTION. */
static size_t find_action(const arb_cmd *cmd, const char *name)
{
    arb_pgn_action_info action;

    if (cmd->run != arb_cmd_pgn || !name)
        return NO_ACTION;
    for (size_t i = 0; arb_pgn_action(&action, i); i++)
        if (strcmp(action.name, name) == 0)
            return i;
    return NO_ACTION;
}

static void print_actions(const arb_cmd *cmd, arb_lang lang)
{
    arb_pgn_action_info action;
    char head[ABOUT_SIZE];

    if (cmd->run != arb_cmd_pgn || !arb_pgn_action(&action, 0))
        return;
    snprintf(head, sizeof head, arb_text(ARB_TEXT_HEAD_ACTIONS, lang), cmd->name, action.name);
    arb_page_print(0, head);
    for (size_t i = 0; arb_pgn_action(&action, i); i++)
        arb_help_row(COMMAND_WIDTH, action.name, arb_text(action.about, lang));
    putchar('\n');
}

/* Usage and meaning of one action, "arbitro pgn select ...". */
static void print_action(const arb_cmd *cmd, const arb_pgn_action_info *action, arb_lang lang)
{
    char text[ABOUT_SIZE], name[HEAD_SIZE];
    const char *files = strchr(cmd->operands[lang], ' ');

    snprintf(name, sizeof name, "%s %s", cmd->name, action->name);
    snprintf(text, sizeof text, arb_text(ARB_TEXT_USAGE_COMMAND, lang), name, files ? files : "",
             "");
    arb_page_hang(BELOW, text);
    putchar('\n');
    snprintf(text, sizeof text, "arbitro %s %s.", name, arb_text(action->about, lang));
    arb_page_print(0, text);
    putchar('\n');
}

static void print_usage(const arb_cmd *cmd, arb_lang lang)
{
    char usage[HEAD_SIZE * 2];

    snprintf(usage, sizeof usage, arb_text(ARB_TEXT_USAGE_COMMAND, lang), cmd->name,
             *cmd->operands[lang] ? " " : "", cmd->operands[lang]);
    arb_page_hang(BELOW, usage);
    putchar('\n');
}

arb_exit arb_help_command(arb_lang lang, const arb_cmd *cmd, const char *action)
{
    const size_t index = find_action(cmd, action);
    arb_pgn_action_info info = { .name = "" };

    if (index != NO_ACTION && arb_pgn_action(&info, index)) {
        print_action(cmd, &info, lang);
    } else {
        print_usage(cmd, lang);
        print_actions(cmd, lang);
    }
    arb_page_print(0, cmd->about[lang]);
    putchar('\n');
    print_options(cmd->spec.options, lang, index);
    print_lists(cmd, lang);
    print_examples(cmd->name, info.name, lang);
    return ARB_EXIT_YES;
}

arb_exit arb_help_program(arb_lang lang)
{
    arb_page_print(0, arb_text(ARB_TEXT_PROGRAM, lang));
    putchar('\n');
    arb_page_hang(BELOW, arb_text(ARB_TEXT_USAGE_PROGRAM, lang));
    printf("\n%s\n", arb_text(ARB_TEXT_HEAD_COMMANDS, lang));
    for (size_t i = 0; i < arb_cli_command_count; i++)
        arb_help_row(COMMAND_WIDTH, arb_cli_commands[i].name, arb_cli_commands[i].summary[lang]);
    arb_help_row(COMMAND_WIDTH, "help", arb_text(ARB_TEXT_CMD_HELP, lang));
    printf("\n%s\n", arb_text(ARB_TEXT_HEAD_TOPICS, lang));
    for (size_t i = 0; i < arb_topic_count; i++)
        arb_help_row(COMMAND_WIDTH, arb_topics[i].name, arb_text(arb_topics[i].summary, lang));
    putchar('\n');
    arb_help_options(arb_cli_program, lang);
    print_examples(NULL, "", lang);
    putchar('\n');
    arb_page_print(0, arb_text(ARB_TEXT_HELP_MORE, lang));
    return ARB_EXIT_YES;
}

arb_exit arb_help_unknown(const arb_cli *cli, const char *name, bool topics)
{
    arb_nearest nearest = arb_nearest_begin(name);

    for (size_t i = 0; i < arb_cli_command_count; i++)
        arb_nearest_try(&nearest, arb_cli_commands[i].name);
    for (size_t i = 0; i < arb_topic_count && topics; i++)
        arb_nearest_try(&nearest, arb_topics[i].name);
    arb_nearest_try(&nearest, "help");
    return arb_cli_unknown(cli, topics ? ARB_TEXT_HELP_UNKNOWN : ARB_TEXT_COMMAND_UNKNOWN, name, "",
                           nearest.best);
}

arb_exit arb_help_on(const arb_cli *cli, const char *name, const char *action)
{
    const arb_cmd *cmd = arb_cli_find(name);

    if (action && (!cmd || find_action(cmd, action) == NO_ACTION))
        return arb_cli_misused(cli, ARB_TEXT_ARGUMENT_EXTRA, arb_quote(action).text);
    if (cmd)
        return arb_help_command(cli->lang, cmd, action);
    if (strcmp(name, "help") == 0) {
        arb_help_help(cli->lang);
        return ARB_EXIT_YES;
    }
    for (size_t i = 0; i < arb_topic_count; i++) {
        if (strcmp(arb_topics[i].name, name) == 0) {
            arb_topics[i].show(cli->lang);
            return ARB_EXIT_YES;
        }
    }
    return arb_help_unknown(cli, name, true);
}
