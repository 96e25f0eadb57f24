/* SPDX-License-Identifier: MIT */
/*
 * `arbitro explain`: an article in plain words, in each edition's numbers, or a word of the
 * glossary, or a theme of problems. Finds what is meant; explain_article.c, explain_term.c and
 * explain_theme.c say it.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/arguments.h"
#include "cli/explain.h"
#include "common/env.h"
#include "common/nearest.h"
#include "common/quote.h"

enum { SUGGESTIONS = 6, NUMBER_SIZE = 32 };

/* Does a word go on here? "A" is no beginning of "Arbiter". */
static bool splits_word(const char *text, size_t at)
{
    return isalpha((unsigned char)text[at - 1]) && isalpha((unsigned char)text[at]);
}

/* The longest beginning of `number`, cut at a letter or a full stop, that some article has. */
static size_t known_part(const arb_rulebook *book, const char *number)
{
    size_t size = strlen(number);

    while (size > 0 && (splits_word(number, size) || !arb_explain_is_number(book, number, size))) {
        while (size > 0 && number[size - 1] >= '0' && number[size - 1] <= '9')
            size--;
        size -= size > 0;
    }
    return size;
}

/* The number `by` further on, where the last section of `number` is a figure. */
static bool neighbour(char out[NUMBER_SIZE], const char *number, long by)
{
    const size_t size = strlen(number);
    size_t digits = 0;

    while (digits < size && number[size - digits - 1] >= '0' && number[size - digits - 1] <= '9')
        digits++;
    if (digits == 0 || digits > 3 || size + 2 > NUMBER_SIZE)
        return false;
    const long last = strtol(number + size - digits, NULL, 10);
    snprintf(out, NUMBER_SIZE, "%.*s%ld", (int)(size - digits), number, last + by);
    return true;
}

/* A number that the text leaves out between two others, as B.4. */
static bool complain_gap(const arb_cli *cli, const arb_rulebook *book, const char *number)
{
    char before[NUMBER_SIZE], after[NUMBER_SIZE];

    if (!neighbour(before, number, -1) || !neighbour(after, number, 1) ||
        !arb_explain_is_number(book, before, strlen(before)) ||
        !arb_explain_is_number(book, after, strlen(after)))
        return false;
    arb_cli_complain(cli, ARB_TEXT_EXPLAIN_GAP, arb_quote(number).text, before, after);
    return true;
}

arb_exit arb_explain_no_article(const arb_cli *cli, const arb_rulebook *book, const char *number)
{
    const size_t known = known_part(book, number);
    arb_nearest nearest = arb_nearest_begin(number);
    const char *last = "";
    arb_article article;
    unsigned told = 0;

    if (complain_gap(cli, book, number))
        return ARB_EXIT_BAD;
    arb_cli_complain(cli, ARB_TEXT_EXPLAIN_UNKNOWN, arb_quote(number).text);
    for (size_t i = 0; (article = arb_edition_article(book, i)) != ARB_ART_NONE; i++) {
        const char *candidate = arb_article_cited(article, book);
        arb_nearest_try(&nearest, candidate);
        if (!arb_explain_is_within(candidate, number, known) || told == SUGGESTIONS ||
            strcmp(candidate, last) == 0)
            continue;
        fprintf(stderr, "%s%s", told == 0 ? arb_text(ARB_TEXT_EXPLAIN_NEAR, cli->lang) : " ",
                candidate);
        last = candidate;
        told++;
    }
    if (told == 0 && *nearest.best) {
        fprintf(stderr, "%s%s", arb_text(ARB_TEXT_EXPLAIN_NEAR, cli->lang), nearest.best);
        told++;
    }
    if (told > 0)
        fputc('\n', stderr);
    return ARB_EXIT_BAD;
}

/* What stands under the number of a heading. */
static arb_exit explain_heading(const arb_explaining *how, const char *number)
{
    const arb_cli *cli = how->cli;
    const arb_rulebook *book = how->book;
    arb_article article;

    if (!cli->json) {
        arb_explain_below(cli, book, number, ARB_ART_NONE);
        return ARB_EXIT_YES;
    }
    for (size_t i = 0; (article = arb_edition_article(book, i)) != ARB_ART_NONE; i++)
        if (arb_explain_is_within(arb_article_cited(article, book), number, strlen(number)) &&
            arb_explain_article(how, article) != ARB_EXIT_YES)
            return ARB_EXIT_BAD;
    return ARB_EXIT_YES;
}

/* Numbers have a figure, or are a single letter or Roman like C, II. */
static bool looks_like_number(const arb_rulebook *book, const char *word)
{
    return word[strcspn(word, "0123456789")] != '\0' || known_part(book, word) > 0;
}

/* What people write before a number; the length of it with the blanks behind, or 0. */
static size_t article_word(const char *text)
{
    static const char *const words[] = { "articles", "article", "articolo", "articoli", "art" };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t size = strlen(words[i]);
        if (strncasecmp(text, words[i], size) != 0)
            continue;
        const size_t dot = text[size] == '.', blanks = strspn(text + size + dot, " ");
        if (text[size + dot + blanks] == '\0' || dot + blanks > 0)
            return size + dot + blanks;
    }
    return 0;
}

/* The number itself of "Article 7.5.2" and "7.5.2."; other words stay as they are. */
static const char *bare_number(char out[NUMBER_SIZE], const char *word)
{
    const char *number = word + article_word(word);
    size_t size = strlen(number);

    if (size > 1 && number[size - 1] == '.')
        size--;
    if (size == 0 || size >= NUMBER_SIZE || number[strcspn(number, "0123456789")] == '\0')
        return word;
    memcpy(out, number, size);
    out[size] = '\0';
    return out;
}

/* A theme of problems; what players mean by the word comes first, if it is one of the glossary. */
static arb_exit explain_theme(const arb_explaining *how, arb_theme theme, const arb_term *term,
                              const char *word)
{
    const bool both = term && arb_explain_is_term(term, word);
    const arb_exit status = both ? arb_explain_term(how, term) : ARB_EXIT_YES;

    return status == ARB_EXIT_YES ? arb_explain_theme(how, theme, !both) : status;
}

/*
 * The edition's own numbers come first, then those of 2023, then words. Headings behind articles,
 * so that "7.5" is the article and "7.2", which is none, the list of what is below it.
 */
static arb_exit explain(const arb_explaining *how, const char *word)
{
    const arb_cli *cli = how->cli;
    const arb_rulebook *book = how->book;
    const arb_explaining in_2023 = { cli, arb_rulebook_get(0), how->unicode };
    const size_t size = strlen(word);
    const arb_term *term;
    arb_article article = arb_article_find_cited(book, word, size);

    if (article != ARB_ART_NONE)
        return arb_explain_article(how, article);
    if (arb_explain_is_number(book, word, size))
        return explain_heading(how, word);
    article = arb_article_find_cited(arb_rulebook_get(0), word, size);
    if (article == ARB_ART_NONE)
        article = arb_article_find(word, size);
    if (article != ARB_ART_NONE)
        return arb_explain_article(how, article);
    if (arb_explain_is_number(arb_rulebook_get(0), word, size))
        return explain_heading(&in_2023, word);
    const size_t terms = arb_glossary_find(&term, 1, word, size);
    const arb_theme theme = arb_theme_find(word, size);
    if (theme != ARB_THEME_COUNT)
        return explain_theme(how, theme, terms == 1 ? term : NULL, word);
    if (terms == 1)
        return arb_explain_term(how, term);
    return terms == 0 && looks_like_number(book, word) ? arb_explain_no_article(cli, book, word)
                                                       : arb_explain_no_term(cli, word, terms);
}

arb_exit arb_cmd_explain(const arb_cli *cli, const arb_args *args)
{
    const arb_rulebook *book = arb_edition_arg(cli, args->value[ARB_OPT_EXPLAIN_EDITION]);
    const bool ascii = args->value[ARB_OPT_ASCII] != NULL;
    const arb_explaining how = { cli, book,
                                 args->value[ARB_OPT_UNICODE] || (!ascii && arb_env_is_utf8()) };
    arb_exit status = ARB_EXIT_YES;

    if (args->value[ARB_OPT_UNICODE] && ascii)
        return arb_cli_complain(cli, ARB_TEXT_DIAGRAM_BOTH);
    if (!book)
        return ARB_EXIT_BAD;
    for (size_t i = 0, told = 0; i < args->operands; i++) {
        const char *word = args->operand[i];
        char number[NUMBER_SIZE];
        /* "Article 7.5.2" without quotes */
        if (i + 1 < args->operands && article_word(word) == strlen(word))
            continue;
        if (told++ > 0 && !cli->json)
            putchar('\n');
        if (explain(&how, bare_number(number, word)) != ARB_EXIT_YES)
            status = ARB_EXIT_BAD;
    }
    return status;
}
