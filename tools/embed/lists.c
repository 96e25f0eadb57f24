/* SPDX-License-Identifier: MIT */
/*
 * Writes the lists that the pages share with the program as a module of theirs, from the lists of
 * the library, so that no page repeats one. It is printed; the build keeps it as js/lists.js.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "arbitro/language.h"

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

int main(void)
{
    puts("/* SPDX-License-Identifier: MIT */\n"
         "/* Made by tools/embed from the lists of the library. */\n");
    print_verbs();
    print_penalties();
    print_results();
    print_options();
    print_letters();
    return ferror(stdout) != 0;
}
