/* SPDX-License-Identifier: MIT */
/* An article in plain words, as text and as JSON; see explain.h. */
#include <stdio.h>
#include <string.h>

#include "cli/explain.h"
#include "cli/page.h"
#include "common/laws_json.h"

enum { INDENT = 2, NUMBER_WIDTH = 11, EDITION_WIDTH = 13, MORE_SIZE = 128 };

/* The cases of the corpus and the articles that they show; tools/caselist writes the table. */
static const struct {
    const char *article, *file, *title;
} shown_by[] = {
#define SHOWN_BY(article, edition, file, title) { article, file, title },
#include "case_list.def"
#undef SHOWN_BY
    { "", "", "" },
};
enum { SHOWN_BY_COUNT = sizeof shown_by / sizeof shown_by[0] - 1 };

const char *arb_explain_number(const arb_rulebook *book, arb_article article)
{
    const char *cited = arb_article_cited(article, book);

    return *cited ? cited : arb_article_number(article);
}

bool arb_explain_is_within(const char *cited, const char *text, size_t size)
{
    /* a letter alone is a whole appendix, also where its articles are numbered B6 */
    if (size == 1 && text[0] >= 'A' && cited[0] == text[0] && cited[1] >= '0' && cited[1] <= '9')
        return true;
    return arb_cited_is_within(cited, text, size);
}

bool arb_explain_is_number(const arb_rulebook *book, const char *text, size_t size)
{
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++)
        if (arb_explain_is_within(arb_article_cited((arb_article)i, book), text, size))
            return true;
    return false;
}

/* Does the rulebook of the edition rule otherwise than 2023 in something told under the article? */
static bool is_field_changed(const arb_rulebook *book, arb_article article, size_t field)
{
    return arb_edition_field_article(field) == article &&
           !arb_edition_field_is_same(field, book, arb_rulebook_get(0));
}

/* Does the note itself tell what the rulebook rules otherwise? Then it is more than its addition.
 */
static bool is_told_by_note(const arb_rulebook *book, arb_article article)
{
    return strcmp(arb_edition_note(article, book, ARB_LANG_EN),
                  arb_edition_addition(article, book, ARB_LANG_EN)) != 0;
}

/* Might the program rule otherwise there than under 2023? */
static bool is_ruled_otherwise(const arb_rulebook *book, arb_article article)
{
    bool changed = false;

    for (size_t i = 0; i < arb_edition_field_count(); i++)
        changed = changed || is_field_changed(book, article, i);
    return changed || is_told_by_note(book, article) || *arb_article_cited(article, book) == '\0';
}

/* What the rulebook rules otherwise, as sentences. */
static void add_fields(arb_page *page, const arb_cli *cli, const arb_rulebook *book,
                       arb_article article)
{
    for (size_t i = 0; i < arb_edition_field_count(); i++) {
        char text[ARB_EDITION_FIELD_SIZE + 1];
        size_t size = 0;

        if (is_field_changed(book, article, i))
            size = arb_edition_field_text(text, ARB_EDITION_FIELD_SIZE, i, book, cli->lang);
        if (size == 0)
            continue;
        if (text[0] >= 'a' && text[0] <= 'z')
            text[0] = (char)(text[0] - 'a' + 'A');
        text[size] = '.';
        text[size + 1] = '\0';
        arb_page_words(page, text);
    }
}

/* A heading that names an edition. */
static void print_heading(const arb_cli *cli, arb_text_id id, const char *edition)
{
    char heading[MORE_SIZE];

    snprintf(heading, sizeof heading, arb_text(id, cli->lang), edition);
    arb_page_print(0, heading);
}

/* What is to be said about this edition, which is not that of 2023. */
static void print_difference(const arb_cli *cli, const arb_rulebook *book, arb_article article)
{
    const char *note = arb_edition_note(article, book, cli->lang);
    arb_page page = arb_page_begin(INDENT, 0);

    print_heading(cli, ARB_TEXT_EXPLAIN_DIFFERS, book->name);
    if (*arb_article_cited(article, book) == '\0')
        arb_page_words(&page, arb_text(ARB_TEXT_EXPLAIN_NOT_THERE, cli->lang));
    else if (*note == '\0' && !is_ruled_otherwise(book, article))
        arb_page_words(&page, arb_text(ARB_TEXT_EXPLAIN_SAME, cli->lang));
    if (!is_told_by_note(book, article))
        add_fields(&page, cli, book, article);
    arb_page_words(&page, note);
    arb_page_end(&page);
}

/*
 * What the article says. Who asks for an edition wants to know first what holds there; the text of
 * 2023 comes after it, so that nobody takes it for that of the edition.
 */
static void print_says(const arb_cli *cli, const arb_rulebook *book, arb_article article)
{
    const char *says = arb_article_says(article, cli->lang);
    const bool compared =
        book != arb_rulebook_get(0) && *arb_article_cited(article, arb_rulebook_get(0)) != '\0';
    const bool first = compared && (is_ruled_otherwise(book, article) ||
                                    *arb_edition_note(article, book, cli->lang) != '\0');

    if (first) {
        print_difference(cli, book, article);
        putchar('\n');
        arb_page_print(0, arb_text(ARB_TEXT_EXPLAIN_IN_2023, cli->lang));
    }
    arb_page_print(INDENT, *says ? says : arb_text(ARB_TEXT_EXPLAIN_NO_TEXT, cli->lang));
    if (compared && !first) {
        putchar('\n');
        print_difference(cli, book, article);
    }
}

static void print_does(const arb_cli *cli, const arb_rulebook *book, arb_article article)
{
    const char *does = arb_article_does(article, cli->lang);
    const bool common = *arb_article_cited(article, arb_rulebook_get(0)) != '\0';

    if (*does == '\0')
        return;
    putchar('\n');
    if (book != arb_rulebook_get(0) && common && is_ruled_otherwise(book, article))
        print_heading(cli, ARB_TEXT_EXPLAIN_DOES_UNDER, arb_rulebook_get(0)->name);
    else
        arb_page_print(0, arb_text(ARB_TEXT_EXPLAIN_DOES, cli->lang));
    arb_page_print(INDENT, does);
}

static void print_numbers(const arb_cli *cli, arb_article article)
{
    printf("\n%s\n", arb_text(ARB_TEXT_EXPLAIN_NUMBERS, cli->lang));
    for (size_t i = 0; arb_rulebook_get(i); i++) {
        const char *cited = arb_article_cited(article, arb_rulebook_get(i));
        arb_page_row(INDENT, EDITION_WIDTH, arb_rulebook_get(i)->name, *cited ? cited : "-");
    }
}

/* Some articles are shown by half of the corpus: the first cases will do for people. */
enum { CASES_SHOWN = 16 };

static void print_cases(const arb_cli *cli, const char *number)
{
    const char *file = "";
    size_t count = 0;

    putchar('\n');
    arb_page_print(0, arb_text(ARB_TEXT_EXPLAIN_CASES, cli->lang));
    for (size_t i = 0; i < SHOWN_BY_COUNT; i++) {
        if (strcmp(shown_by[i].article, number) != 0 || ++count > CASES_SHOWN)
            continue;
        if (strcmp(file, shown_by[i].file) != 0) {
            file = shown_by[i].file;
            arb_page_print(INDENT, file);
        }
        arb_page_print(2 * INDENT, shown_by[i].title);
    }
    if (*file == '\0')
        arb_page_print(INDENT, arb_text(ARB_TEXT_EXPLAIN_NO_CASES, cli->lang));
    if (count > CASES_SHOWN) {
        char more[MORE_SIZE];
        snprintf(more, sizeof more, arb_text(ARB_TEXT_EXPLAIN_MORE_CASES, cli->lang),
                 count - CASES_SHOWN);
        arb_page_print(INDENT, more);
    }
}

void arb_explain_below(const arb_cli *cli, const arb_rulebook *book, const char *number,
                       arb_article self)
{
    const size_t size = strlen(number);
    arb_article article;
    bool any = false;

    for (size_t i = 0; (article = arb_edition_article(book, i)) != ARB_ART_NONE; i++) {
        const char *cited = arb_article_cited(article, book);
        if (article == self || !arb_explain_is_within(cited, number, size))
            continue;
        if (!any && self != ARB_ART_NONE)
            putchar('\n');
        if (!any)
            arb_page_print(0, arb_text(ARB_TEXT_EXPLAIN_BELOW, cli->lang));
        any = true;
        arb_page page = arb_page_begin(INDENT, 0);
        arb_page_cell(&page, NUMBER_WIDTH, cited);
        if (book != arb_rulebook_get(0))
            arb_page_cell(&page, NUMBER_WIDTH, arb_article_number(article));
        arb_page_words(&page, arb_article_title_in(article, cli->lang));
        arb_page_end(&page);
    }
}

static void print_article(const arb_explaining *how, arb_article article)
{
    const arb_cli *cli = how->cli;
    const arb_rulebook *book = how->book;
    const char *number = arb_explain_number(book, article);

    arb_page page = arb_page_begin(INDENT, (size_t)printf("%s", number));
    page.gap = 2;
    arb_page_words(&page, arb_article_title_in(article, cli->lang));
    arb_page_end(&page);
    putchar('\n');
    print_says(cli, book, article);
    arb_explain_diagrams(cli, article, how->unicode);
    print_does(cli, book, article);
    print_numbers(cli, article);
    print_cases(cli, arb_article_number(article));
    arb_explain_below(cli, book, number, article);
}

static json_t *cases_of(const char *number)
{
    json_t *cases = json_array();

    for (size_t i = 0; i < SHOWN_BY_COUNT; i++)
        if (strcmp(shown_by[i].article, number) == 0)
            cases = arb_json_add(
                cases, json_pack("{ss ss}", "file", shown_by[i].file, "case", shown_by[i].title));
    return cases;
}

static json_t *numbers_of(arb_article article)
{
    json_t *numbers = json_object();

    for (size_t i = 0; arb_rulebook_get(i); i++) {
        const char *cited = arb_article_cited(article, arb_rulebook_get(i));
        if (*cited)
            numbers = arb_json_put(numbers, arb_rulebook_get(i)->name, json_string(cited));
    }
    return numbers;
}

static arb_exit print_json(const arb_cli *cli, const arb_rulebook *book, arb_article article)
{
    json_t *object = arb_json_article(article, book, cli->lang, "differs");

    object = arb_json_put(object, "numbers", numbers_of(article));
    return arb_cli_json(cli, arb_json_put(object, "cases", cases_of(arb_article_number(article))));
}

arb_exit arb_explain_article(const arb_explaining *how, arb_article article)
{
    if (how->cli->json)
        return print_json(how->cli, how->book, article);
    print_article(how, article);
    return ARB_EXIT_YES;
}
