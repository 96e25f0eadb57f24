/* SPDX-License-Identifier: MIT */
/* `arbitro completion`: what may stand where, for shells; see completion.h. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/glossary.h"
#include "arbitro/themes.h"
#include "cli/almanac.h"
#include "cli/arguments.h"
#include "cli/completion.h"
#include "cli/help.h"
#include "common/quote.h"

const char *arb_completes_name(arb_completes place)
{
    static const char *const names[ARB_COMPLETES_COUNT] = {
        [ARB_COMPLETES_LANGUAGE] = "languages", [ARB_COMPLETES_NOTATION] = "notations",
        [ARB_COMPLETES_READING] = "readings",   [ARB_COMPLETES_EDITION] = "editions",
        [ARB_COMPLETES_ARTICLE] = "articles",   [ARB_COMPLETES_ALMANAC] = "almanac",
        [ARB_COMPLETES_HELP] = "topics",
    };

    return names[place];
}

/* ---- the lists ---- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";

static void print_languages(void)
{
    for (size_t i = 0; i < arb_language_count(); i++)
        if (arb_language_has_letters(arb_language_at(i)))
            printf("%s ", arb_language_at(i)->code);
}

static void print_notations(void)
{
    char name[ARB_NOTATION_NAME_SIZE], last[ARB_NOTATION_NAME_SIZE] = "";

    for (size_t i = 0; arb_notation_name(name, i); i++) {
        if (strcmp(name, last) != 0)
            printf("%s ", name);
        memcpy(last, name, sizeof last);
    }
}

static void print_topics(void)
{
    for (size_t i = 0; i < arb_cli_command_count; i++)
        printf("%s ", arb_cli_commands[i].name);
    for (size_t i = 0; i < arb_topic_count; i++)
        printf("%s ", arb_topics[i].name);
    printf("help");
}

/* Those of 2023; articles that only another edition has need its name, too. */
static void print_articles(void)
{
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++)
        if (*arb_article_cited((arb_article)i, arb_rulebook_get(0)))
            printf("%s ", arb_article_number((arb_article)i));
}

/* Words of the glossary, and themes; of several words the shells would make several. */
static void print_terms(void)
{
    for (size_t i = 0; arb_glossary_get(i); i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            const char *word = arb_glossary_get(i)->word[lang];
            if (word[strspn(word, letters)] != '\0')
                continue;
            for (; *word; word++)
                putchar(tolower((unsigned char)*word));
            putchar(' ');
        }
    for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++)
        printf("%s ", arb_theme_word(theme));
}

void arb_completes_print(arb_completes place)
{
    if (place == ARB_COMPLETES_LANGUAGE)
        print_languages();
    if (place == ARB_COMPLETES_NOTATION || place == ARB_COMPLETES_READING)
        print_notations();
    if (place == ARB_COMPLETES_READING)
        printf("guess");
    for (size_t i = 0; place == ARB_COMPLETES_EDITION && arb_rulebook_get(i); i++)
        printf("%s ", arb_rulebook_get(i)->name);
    if (place == ARB_COMPLETES_ARTICLE) {
        print_articles();
        print_terms();
    }
    for (size_t i = 0; place == ARB_COMPLETES_ALMANAC && i < arb_ask_topic_count; i++)
        printf("%s ", arb_ask_topics[i].word[ARB_LANG_EN]);
    if (place == ARB_COMPLETES_HELP)
        print_topics();
}

/* ---- what may stand where ---- */

/* What a word of a usage stands for: "FILE|FOLDER...", "check|report", "LANG". */
static arb_completes place_of(const char *word, size_t size)
{
    static const struct {
        const char *word;
        arb_completes place;
    } known[] = { { "FILE", ARB_COMPLETES_FILE },         { "DATABASE", ARB_COMPLETES_FILE },
                  { "FOLDER", ARB_COMPLETES_FOLDER },     { "LANG", ARB_COMPLETES_LANGUAGE },
                  { "EDITION", ARB_COMPLETES_EDITION },   { "ARTICLE", ARB_COMPLETES_ARTICLE },
                  { "NOTATION", ARB_COMPLETES_NOTATION }, { "TOPIC", ARB_COMPLETES_ALMANAC } };
    const size_t length = strcspn(word, "|] ");

    if (size > 0 && islower((unsigned char)word[0]))
        return ARB_COMPLETES_CHOICES;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t own = strlen(known[i].word);
        /* "FILE..." is a file, too */
        if (strncmp(word, known[i].word, own) == 0 &&
            (own == length ||
             (known[i].place == ARB_COMPLETES_FILE && strncmp(word + own, "...", 3) == 0)))
            return known[i].place;
    }
    return ARB_COMPLETES_ANY;
}

const char *arb_completes_choices(const arb_cli_option *option)
{
    /* of options that take other values, too */
    static const struct {
        arb_opt option;
        const char *choices;
    } some[] = { { ARB_OPT_PGN_STRIP, "comments|commands|marks|variations" },
                 { ARB_OPT_PGN_TAGS, "seven" },
                 { ARB_OPT_PGN_RESULT, "white|black|draw|unknown" },
                 { ARB_OPT_PGN_START, "standard|chess960|setup" } };

    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        if (option == &arb_cli_options[some[i].option])
            return some[i].choices;
    return option->argument && strchr(option->argument, '|') ? option->argument : NULL;
}

arb_completes arb_completes_option(const arb_cli_option *option)
{
    if (!option->argument)
        return ARB_COMPLETES_ANY;
    if (arb_completes_choices(option))
        return ARB_COMPLETES_CHOICES;
    if (option == &arb_cli_options[ARB_OPT_FROM] ||
        option == &arb_cli_options[ARB_OPT_COMPARE_FROM])
        return ARB_COMPLETES_READING;
    return place_of(option->argument, strlen(option->argument));
}

arb_operands arb_operands_of(const arb_cmd *cmd)
{
    const char *usage = cmd->operands[ARB_LANG_EN];
    arb_operands out = { .first = ARB_COMPLETES_ANY, .rest = ARB_COMPLETES_ANY };

    usage += strspn(usage, "[");
    const size_t size = strcspn(usage, " ]");
    out.first = place_of(usage, size);
    if (out.first == ARB_COMPLETES_CHOICES && size < sizeof out.choices) {
        memcpy(out.choices, usage, size);
        out.choices[size] = '\0';
    }
    usage += size;
    usage += strspn(usage, " []");
    out.rest = *usage && *usage != '.' ? place_of(usage, strlen(usage)) : out.first;
    if (out.rest == ARB_COMPLETES_CHOICES)
        out.rest = ARB_COMPLETES_ANY;
    if (out.first == ARB_COMPLETES_FILE || out.first == ARB_COMPLETES_ARTICLE)
        out.rest = out.first;
    return out;
}

/* "a|b|c" with blanks instead of the strokes. */
static void print_choices(const char *choices)
{
    for (; *choices; choices++)
        putchar(*choices == '|' ? ' ' : *choices);
}

void arb_shell_place(const arb_shell_places *shell, arb_completes place, const char *choices)
{
    switch (place) {
    case ARB_COMPLETES_ANY:
    case ARB_COMPLETES_COUNT:
        fputs(shell->any, stdout);
        return;
    case ARB_COMPLETES_CHOICES:
        fputs(shell->choices[0], stdout);
        print_choices(choices);
        fputs(shell->choices[1], stdout);
        return;
    case ARB_COMPLETES_FILE:
        fputs(shell->file, stdout);
        return;
    case ARB_COMPLETES_FOLDER:
        fputs(shell->folder, stdout);
        return;
    case ARB_COMPLETES_LANGUAGE:
    case ARB_COMPLETES_NOTATION:
    case ARB_COMPLETES_READING:
    case ARB_COMPLETES_EDITION:
    case ARB_COMPLETES_ARTICLE:
    case ARB_COMPLETES_ALMANAC:
    case ARB_COMPLETES_HELP:
        printf("%s%s%s", shell->list[0], arb_completes_name(place), shell->list[1]);
        return;
    }
}

void arb_shell_print(const char *text, const char *signs, const char *escape)
{
    for (; *text; text++) {
        if (strchr(signs, *text))
            fputs(escape, stdout);
        putchar(*text);
    }
}

arb_exit arb_cmd_completion(const arb_cli *cli, const arb_args *args)
{
    static void (*const writers[])(arb_lang) = { arb_completion_bash, arb_completion_zsh,
                                                 arb_completion_fish };
    const int shell = arb_args_choice(cli->command->operands[ARB_LANG_EN], args->operand[0]);

    if (shell < 0)
        return arb_cli_misused(cli, ARB_TEXT_CHOICE, cli->command->operands[cli->lang],
                               arb_quote(args->operand[0]).text);
    writers[shell](cli->lang);
    return ARB_EXIT_YES;
}
