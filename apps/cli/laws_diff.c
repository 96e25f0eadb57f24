/* SPDX-License-Identifier: MIT */
/*
 * What changed between two editions, for people: the fields of the rulebooks in which they differ,
 * and the notes on their articles, in the order of the Laws; then what only one of them has, and
 * what only its number tells apart.
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "cli/laws.h"
#include "cli/page.h"

enum { INDENT = 2, HANGING = 4, SIDES = 2 };

/* Two editions, the older first or as the user wishes. */
typedef struct pair {
    const arb_rulebook *book[SIDES];
} pair;

static const char *cited(const pair *books, int side, arb_article article)
{
    return arb_article_cited(article, books->book[side]);
}

/*
 * Compared as texts: two editions may share an addition, and then do not differ. Of an article that
 * neither has there is nothing to tell.
 */
static bool additions_differ(const arb_cli *cli, const pair *books, arb_article article)
{
    return (*cited(books, 0, article) || *cited(books, 1, article)) &&
           strcmp(arb_edition_addition(article, books->book[0], cli->lang),
                  arb_edition_addition(article, books->book[1], cli->lang)) != 0;
}

/* The next field from `field` on that is told under `article` and differs; the count if none. */
static size_t next_field(const pair *books, arb_article article, size_t field)
{
    while (field < arb_edition_field_count() &&
           (arb_edition_field_article(field) != article ||
            arb_edition_field_is_same(field, books->book[0], books->book[1])))
        field++;
    return field;
}

static bool is_told(const arb_cli *cli, const pair *books, arb_article article)
{
    return next_field(books, article, 0) < arb_edition_field_count() ||
           additions_differ(cli, books, article);
}

static bool is_in_both(const pair *books, arb_article article)
{
    return *cited(books, 0, article) && *cited(books, 1, article);
}

/* ---- as text ---- */

/* Prints what the fields under the article say, with signs behind: "this; that." */
static void print_fields(const arb_cli *cli, const pair *books, int side, arb_article article,
                         arb_page *page)
{
    char text[ARB_EDITION_FIELD_SIZE + 1] = ""; /* waits until it is known what follows */
    size_t used = 0;

    for (size_t f = 0; (f = next_field(books, article, f)) < arb_edition_field_count(); f++) {
        char next[ARB_EDITION_FIELD_SIZE];
        const size_t size =
            arb_edition_field_text(next, sizeof next, f, books->book[side], cli->lang);
        if (size == 0)
            continue;
        if (used > 0) {
            text[used] = ';';
            arb_page_words(page, text);
        }
        used = strlen(next);
        memset(text, 0, sizeof text);
        memcpy(text, next, used);
    }
    if (used > 0) {
        text[used] = '.';
        arb_page_words(page, text);
    }
}

/* "EDITION: what its fields say. What else is to be said.", in lines that hang. */
static void print_side(const arb_cli *cli, const pair *books, int side, arb_article article)
{
    const arb_rulebook *book = books->book[side];
    const char *addition = arb_edition_addition(article, book, cli->lang);
    const bool adds = *addition && additions_differ(cli, books, article);
    arb_page page = arb_page_begin(HANGING, 0);

    if (!adds && next_field(books, article, 0) == arb_edition_field_count())
        return;
    page = arb_page_begin(HANGING, (size_t)printf("%*s%s:", INDENT, "", book->name));
    print_fields(cli, books, side, article, &page);
    if (adds)
        arb_page_words(&page, addition);
    arb_page_end(&page);
}

static void print_topic(const arb_cli *cli, const pair *books, arb_article article)
{
    const char *before = cited(books, 0, article), *after = cited(books, 1, article);

    arb_page page = arb_page_begin(HANGING, (size_t)printf("\n%s", *before ? before : "-") - 1);
    if (strcmp(before, after) != 0) {
        arb_page_words(&page, ">");
        arb_page_words(&page, *after ? after : "-");
    }
    page.gap = 2;
    arb_page_words(&page, arb_article_title_in(article, cli->lang));
    arb_page_end(&page);
    for (int side = 0; side < SIDES; side++)
        print_side(cli, books, side, article);
}

/* Articles that `side` has and the other has not, unless they were told already. */
static void print_only(const arb_cli *cli, const pair *books, int side)
{
    const arb_rulebook *other = books->book[1 - side];
    arb_page page = arb_page_begin(INDENT, 0);
    const char *last = "";
    arb_article article;

    for (size_t i = 0; (article = arb_edition_article(books->book[side], i)) != ARB_ART_NONE; i++) {
        const char *number = cited(books, side, article);
        if (*arb_article_cited(article, other) || is_told(cli, books, article) ||
            strcmp(number, last) == 0)
            continue;
        if (*last == '\0') {
            putchar('\n');
            arb_text_line(stdout, cli->lang, ARB_TEXT_LAWS_ONLY, books->book[side]->name);
        }
        last = number;
        arb_page_words(&page, number);
    }
    if (*last)
        arb_page_end(&page);
}

/* What has another number in the two, as "7.4b>7.5.5". */
static void print_renumbered(const arb_cli *cli, const pair *books)
{
    arb_page page = arb_page_begin(INDENT, 0);
    char last[64] = "";

    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const char *before = cited(books, 0, (arb_article)i);
        const char *after = cited(books, 1, (arb_article)i);
        char both[sizeof last];
        snprintf(both, sizeof both, "%s>%s", before, after);
        if (!is_in_both(books, (arb_article)i) || strcmp(before, after) == 0 ||
            strcmp(both, last) == 0)
            continue;
        if (*last == '\0')
            printf("\n%s\n", arb_text(ARB_TEXT_LAWS_RENUMBERED, cli->lang));
        memcpy(last, both, sizeof last);
        arb_page_words(&page, both);
    }
    if (*last)
        arb_page_end(&page);
}

static void print_diff(const arb_cli *cli, const pair *books)
{
    for (int side = 0; side < SIDES; side++)
        arb_edition_heading(cli, books->book[side]);
    if (books->book[0] == books->book[1])
        printf("\n%s\n", arb_text(ARB_TEXT_LAWS_SAME, cli->lang));
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++)
        if (is_told(cli, books, (arb_article)i))
            print_topic(cli, books, (arb_article)i);
    for (int side = 0; side < SIDES; side++)
        print_only(cli, books, side);
    print_renumbered(cli, books);
}

/* ---- as JSON ---- */

static void print_json(const arb_cli *cli, const pair *books, arb_article article, const char *what,
                       const char *const text[SIDES])
{
    json_t *side[SIDES];

    for (int i = 0; i < SIDES; i++)
        side[i] = json_pack("{ss ss ss}", "edition", books->book[i]->name, "cited",
                            cited(books, i, article), "text", text[i]);
    arb_cli_json(cli, json_pack("{ss ss ss so so}", "article", arb_article_number(article), "title",
                                arb_article_title_in(article, cli->lang), "what", what, "from",
                                side[0], "to", side[1]));
}

static void json_topic(const arb_cli *cli, const pair *books, arb_article article)
{
    char text[SIDES][ARB_EDITION_FIELD_SIZE];
    const char *both[SIDES] = { text[0], text[1] };

    for (size_t f = 0; (f = next_field(books, article, f)) < arb_edition_field_count(); f++) {
        for (int side = 0; side < SIDES; side++)
            arb_edition_field_text(text[side], sizeof text[side], f, books->book[side], cli->lang);
        print_json(cli, books, article, arb_edition_field_name(f), both);
    }
    if (additions_differ(cli, books, article)) {
        for (int side = 0; side < SIDES; side++)
            both[side] = arb_edition_addition(article, books->book[side], cli->lang);
        print_json(cli, books, article, "note", both);
    }
}

/* One line for each field or note that differs, and for each other number. */
static void json_diff(const arb_cli *cli, const pair *books)
{
    static const char *const nothing[SIDES] = { "", "" };

    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const arb_article article = (arb_article)i;
        if (is_told(cli, books, article))
            json_topic(cli, books, article);
        else if (strcmp(cited(books, 0, article), cited(books, 1, article)) != 0)
            print_json(cli, books, article, "cited", nothing);
    }
}

arb_exit arb_edition_diff(const arb_cli *cli, const arb_rulebook *from, const arb_rulebook *to)
{
    const pair books = { { from, to } };

    (cli->json ? json_diff : print_diff)(cli, &books);
    return ARB_EXIT_YES;
}
