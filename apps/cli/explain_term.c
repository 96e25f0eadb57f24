/* SPDX-License-Identifier: MIT */
/* A word of the glossary, as text and as JSON; see explain.h. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/explain.h"
#include "cli/page.h"
#include "common/laws_json.h"
#include "common/nearest.h"
#include "common/quote.h"

enum {
    INDENT = 2,
    NUMBER_WIDTH = 9,
    SUGGESTIONS = 8,
    WORD_SIZE = 160,
    MISPRINT_SIZE = 512,
    SEE_SIZE = 512
};

/* One of the numbers with blanks between them. */
typedef struct number {
    char text[16];
} number;

/* Takes the next number off the list; false when there is none. */
static bool take(number *out, const char **list)
{
    const size_t size = strcspn(*list, " ");

    if (size == 0 || size >= sizeof out->text)
        return false;
    memcpy(out->text, *list, size);
    out->text[size] = '\0';
    *list += size;
    *list += strspn(*list, " ");
    return true;
}

/* Headings and chapters have no title of their own. */
static void print_articles(const arb_cli *cli, const char *list)
{
    number one;

    if (!*list)
        return;
    printf("\n%s\n", arb_text(ARB_TEXT_TERM_ARTICLES, cli->lang));
    while (take(&one, &list)) {
        const arb_article article = arb_article_find(one.text, strlen(one.text));
        const char *title = article == ARB_ART_NONE ? arb_text(ARB_TEXT_TERM_CHAPTER, cli->lang)
                                                    : arb_article_title_in(article, cli->lang);
        arb_page_row(INDENT, NUMBER_WIDTH + 2, one.text, title);
    }
}

/* The words to which a term leads, in the language of the messages. */
static void print_see(const arb_cli *cli, const arb_term *term)
{
    char words[SEE_SIZE] = "";
    const arb_term *other;

    for (size_t i = 0; (other = arb_glossary_see(term, i)) != NULL; i++) {
        const size_t size = strlen(words);
        snprintf(words + size, sizeof words - size, "%s%s", i == 0 ? "" : "; ",
                 other->word[cli->lang]);
    }
    printf("\n%s\n", arb_text(ARB_TEXT_TERM_SEE, cli->lang));
    arb_page_print(INDENT, words);
}

static json_t *json_see(const arb_term *term)
{
    json_t *list = json_array();
    const arb_term *other;

    for (size_t i = 0; list && (other = arb_glossary_see(term, i)) != NULL; i++)
        if (json_array_append_new(list, json_string(other->word[ARB_LANG_EN])) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

/* Some words are the same in both languages, but for a capital letter. */
static bool is_same_word(const char *a, const char *b)
{
    while (*a != '\0' && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* "draw (Patta)" */
static const char *write_word(char out[WORD_SIZE], const arb_cli *cli, const arb_term *term)
{
    const char *own = term->word[cli->lang];
    const char *other = term->word[cli->lang == ARB_LANG_EN ? ARB_LANG_IT : ARB_LANG_EN];
    const bool same = is_same_word(own, other);

    snprintf(out, WORD_SIZE, "%s%s%s%s", own, same ? "" : " (", same ? "" : other, same ? "" : ")");
    return out;
}

static void print_term(const arb_explaining *how, const arb_term *term)
{
    const arb_cli *cli = how->cli;
    char word[WORD_SIZE];

    arb_page_hang(INDENT, write_word(word, cli, term));
    putchar('\n');
    arb_page_print(INDENT, term->text[cli->lang]);
    print_articles(cli, term->articles);
    if (*term->printed) {
        char misprint[MISPRINT_SIZE];
        snprintf(misprint, sizeof misprint, arb_text(ARB_TEXT_TERM_MISPRINT, cli->lang),
                 term->printed, term->articles);
        arb_page_print(INDENT, misprint);
    }
    arb_explain_seen(how, term);
    print_see(cli, term);
}

arb_exit arb_explain_term(const arb_explaining *how, const arb_term *term)
{
    const arb_cli *cli = how->cli;

    if (cli->json)
        return arb_cli_json(
            cli, json_pack("{ss ss ss so so so so}", "english", term->word[ARB_LANG_EN], "italian",
                           term->word[ARB_LANG_IT], "says", term->text[cli->lang], "articles",
                           arb_json_words(term->articles), "printed", arb_json_words(term->printed),
                           "see", json_see(term), "boards", arb_json_seen(term, cli->lang)));
    print_term(how, term);
    return ARB_EXIT_YES;
}

arb_exit arb_explain_no_term(const arb_cli *cli, const char *word, size_t count)
{
    const arb_term *found[SUGGESTIONS];
    char text[WORD_SIZE];
    arb_nearest nearest = arb_nearest_begin(word);

    if (count > 1) {
        arb_cli_complain(cli, ARB_TEXT_TERM_SEVERAL, arb_quote(word).text);
        count = arb_glossary_find(found, SUGGESTIONS, word, strlen(word));
        fputs(arb_text(ARB_TEXT_TERM_MEANT, cli->lang), stderr);
        for (size_t i = 0; i < count && i < SUGGESTIONS; i++) {
            fputs(i == 0 ? "" : "; ", stderr);
            fputs(write_word(text, cli, found[i]), stderr);
        }
        fputs(count > SUGGESTIONS ? "; ...\n" : "\n", stderr);
        return ARB_EXIT_BAD;
    }
    arb_cli_complain(cli, ARB_TEXT_TERM_UNKNOWN, arb_quote(word).text);
    for (size_t i = 0; arb_glossary_get(i); i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            arb_nearest_try(&nearest, arb_glossary_get(i)->word[lang]);
    for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            arb_nearest_try(&nearest, arb_theme_name(theme, (arb_lang)lang));
    if (*nearest.best)
        fprintf(stderr, "%s%s\n", arb_text(ARB_TEXT_TERM_MEANT, cli->lang), nearest.best);
    return ARB_EXIT_BAD;
}
