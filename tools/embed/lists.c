/* SPDX-License-Identifier: MIT */
/*
 * Writes the lists that the pages share with the program as a module of theirs, from the lists of
 * the library, so that no page repeats one. It is printed; the build keeps it as js/lists.js.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "notation/spoken.h"

/* A word of a list in C as the pages write it: "SQUARES_OPT" is "squares?", "NOTHING" is "". */
static void print_word(const char *word)
{
    if (strcmp(word, "NOTHING") == 0)
        word = "";
    const size_t size = strlen(word);
    const bool optional = size > 4 && strcmp(word + size - 4, "_OPT") == 0;

    putchar('"');
    for (size_t i = 0; i < size - (optional ? 4 : 0); i++)
        putchar(word[i] == '_' ? '-' : tolower((unsigned char)word[i]));
    fputs(optional ? "?\"" : "\"", stdout);
}

static void print_verb(const char *words, const char *actors, const char *const slot[3])
{
    printf("    { verb: \"%s\", by: ", words);
    print_word(actors);
    fputs(", slots: [", stdout);
    for (unsigned i = 0; i < 3 && strcmp(slot[i], "NONE") != 0; i++) {
        fputs(i > 0 ? ", " : "", stdout);
        print_word(slot[i]);
    }
    puts("] },");
}

static void print_verbs(void)
{
    puts("/** Who does what, with which arguments; ? may be left out.\n"
         " * @type {{verb: string, by: string, slots: string[]}[]} */\nexport const VERBS = [");
#define EVENT(id, words, actors, first, second, third, articles)                                   \
    print_verb(words, #actors, (const char *const[]){ #first, #second, #third });
#include "arbitro/events.def"
#undef EVENT
    puts("];\n");
}

static void print_penalty(const char *word, const char *needs)
{
    printf("    [\"%s\", ", word);
    print_word(needs);
    puts("],");
}

static void print_penalties(void)
{
    puts("/** The penalties with what each needs. @type {[string, string][]} */\n"
         "export const PENALTIES = [");
#define PENALTY(id, word, follows, article) print_penalty(word, #follows);
#include "arbitro/penalties.def"
#undef PENALTY
    puts("];\n");
}

/* Laws 4.9, 6.2.6, 8.1.6, D.2.10 */
static void print_tasks(void)
{
    puts(
        "/** What an assistant is named for, and in which games: all, or those in which moves are\n"
        " * announced. @type {{task: string, games: string}[]} */\nexport const TASKS = [");
#define TASK(id, word, games, article)                                                             \
    printf("    { task: \"%s\", games: ", word);                                                   \
    print_word(#games);                                                                            \
    puts(" },");
#include "arbitro/tasks.def"
#undef TASK
    puts("];\n");
}

static void print_result(const char *text, const char *id)
{
    if (strcmp(text, "*") != 0)
        printf("    [\"%s\", \"%s\"],\n", text, id);
}

static void print_results(void)
{
    puts("/** How a game ends, with the names of the texts. @type {[string, string][]} */\n"
         "export const RESULTS = [");
#define RESULT(id, text, white, black, played) print_result(text, #id);
#include "arbitro/results.def"
#undef RESULT
    puts("];\n");
}

static void print_option(const char *key, const char *values)
{
    printf("    [\"%s\", [\"", key);
    for (; *values; values++)
        fputs(*values == ' ' ? "\", \"" : (char[]){ *values, '\0' }, stdout);
    puts("\"]],");
}

static void print_options(void)
{
    puts("/** What can be regulated, with the values. @type {[string, string[]][]} */\n"
         "export const OPTIONS = [");
#define OPTION(id, field, key, kind, values, articles) print_option(key, values);
#include "arbitro/options.def"
#undef OPTION
    puts("];\n");
}

/* A game may be written in any language, not only in those of the pages. */
static void print_letters(void)
{
    puts("/** King, queen, rook, bishop, knight. @type {Record<string, string[]>} */\n"
         "export const LETTERS = {");
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);
        const char *const *letter = language->letters.white;

        if (arb_language_has_letters(language))
            printf("    \"%s\": [\"%s\", \"%s\", \"%s\", \"%s\", \"%s\"],\n", language->code,
                   letter[ARB_KING], letter[ARB_QUEEN], letter[ARB_ROOK], letter[ARB_BISHOP],
                   letter[ARB_KNIGHT]);
    }
    puts("};");
}

/* ---- what is said */

/* The words of a list, of each the first form. */
static void print_said(const char *key, const char *list)
{
    printf(" %s: \"", key);
    for (unsigned i = 0; i < 8; i++) {
        size_t size;
        const char *entry = arb_spoken_entry(list, i, &size);
        const char *slash = memchr(entry, '/', size);
        printf("%s%.*s", i > 0 ? " " : "", slash ? (int)(slash - entry) : (int)size, entry);
    }
    fputs("\",", stdout);
}

static void print_meaning(const arb_language *language, arb_meaning meaning)
{
    bool capitals;
    const char *word = arb_spoken_word(language, meaning, &capitals);

    fputs(" \"", stdout);
    for (bool first = true; *word; first = *word == ' ', word++)
        putchar(capitals && first ? toupper((unsigned char)*word) : *word);
    fputs("\",", stdout);
}

/* A list that a language has of its own. */
static void print_own(const char *key, const char *list, const char *shared)
{
    if (list != shared)
        print_said(key, list);
}

static void print_tongue(const arb_language *language)
{
    static const arb_meaning meanings[] = { ARB_MEANING_TAKES,     ARB_MEANING_KINGSIDE,
                                            ARB_MEANING_QUEENSIDE, ARB_MEANING_EN_PASSANT,
                                            ARB_MEANING_CHECK,     ARB_MEANING_MATE };

    printf("    \"%s\": { title: [\"%s\", \"%s\"],", language->code, language->name[ARB_LANG_EN],
           language->name[ARB_LANG_IT]);
    print_own("names", arb_spoken_files(language, ARB_FILE_NAMES), arb_spoken_names);
    print_own("cities", arb_spoken_files(language, ARB_FILE_CITIES), arb_spoken_cities);
    print_said("ranks", arb_spoken_of(language)->ranks);
    fputs(" pieces: [", stdout);
    for (arb_meaning m = ARB_MEANING_PAWN; m <= ARB_MEANING_KING; m++)
        print_meaning(language, m);
    fputs("], words: [", stdout);
    for (size_t m = 0; m < sizeof meanings / sizeof meanings[0]; m++)
        print_meaning(language, meanings[m]);
    puts("] },");
}

/* Laws D.2.1 */
static void print_spoken(void)
{
    fputs("\n/** How files are named where a language has no list of its own. */\n"
          "export const FILE_NAMES = {",
          stdout);
    print_said("letters", arb_spoken_files(arb_language_at(0), ARB_FILE_LETTERS));
    print_said("names", arb_spoken_names);
    print_said("nato", arb_spoken_nato);
    print_said("cities", arb_spoken_cities);
    puts(" };\n\n"
         "/**\n"
         " * How moves are said: the language in English and Italian, the files, the ranks; pawn, "
         "knight,\n"
         " * bishop, rook, queen, king; takes, castling on the king's and on the queen's side, en "
         "passant,\n"
         " * check, mate.\n"
         " * @type {Record<string, {title: string[], names?: string, cities?: string, ranks: "
         "string, "
         "pieces: string[], words: string[]}>}\n"
         " */\n"
         "export const SPOKEN = {");
    for (size_t i = 0; i < arb_language_count(); i++)
        print_tongue(arb_language_at(i));
    puts("};");
}

int main(void)
{
    puts("/* SPDX-License-Identifier: MIT */\n"
         "/* Made by tools/embed from the lists of the library. */\n");
    print_verbs();
    print_penalties();
    print_tasks();
    print_results();
    print_options();
    print_letters();
    print_spoken();
    return ferror(stdout) != 0;
}
