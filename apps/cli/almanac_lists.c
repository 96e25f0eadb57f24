/* SPDX-License-Identifier: MIT */
/* The smaller lists of `arbitro almanac`: films, books, titles, words, Franklin, grains. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/almanac.h"
#include "cli/page.h"
#include "common/laws_json.h"
#include "common/quote.h"

enum {
    INDENT = 2,
    YEAR_WIDTH = 6,
    LETTERS_WIDTH = 8,
    WORD_WIDTH = 14,
    TEXT_SIZE = 320,
    SQUARES = 64
};

/* ---- films and books ---- */

static void print_film(const arb_ask *ask, const arb_film *film)
{
    const arb_lang lang = ask->cli->lang;
    char year[8], countries[ARB_ASK_COUNTRIES_SIZE], text[TEXT_SIZE];

    snprintf(year, sizeof year, "%u", film->year);
    snprintf(text, sizeof text, "%s%s%s%s, %s (%s; %s)", film->title, *film->other ? " [" : "",
             film->other, *film->other ? "]" : "", film->director,
             arb_ask_countries_text(countries, film->countries, lang),
             arb_film_kind_text((arb_film_kind)film->kind, lang));
    arb_page_row(INDENT, YEAR_WIDTH, year, text);
}

arb_exit arb_ask_film(const arb_ask *ask)
{
    const arb_lang lang = ask->cli->lang;
    const arb_film *film;
    size_t count = 0;

    for (size_t i = 0; (film = arb_almanac_film(i)) != NULL; i++) {
        const char *const names[] = { film->title, film->other, film->director, NULL };
        if (!arb_ask_wants(ask, film->year, names))
            continue;
        count++;
        if (ask->cli->json)
            arb_cli_json(ask->cli,
                         json_pack("{ss ss ss ss si so ss}", "kind", "film", "title", film->title,
                                   "other", film->other, "director", film->director, "year",
                                   film->year, "countries", arb_json_words(film->countries), "form",
                                   arb_film_kind_text((arb_film_kind)film->kind, lang)));
        else
            print_film(ask, film);
    }
    return arb_ask_told(ask, count);
}

static void print_book(const arb_publication *book)
{
    char year[8], text[TEXT_SIZE];

    snprintf(year, sizeof year, "%u", book->year);
    snprintf(text, sizeof text, "%s%s%s: %s%s%s. %s, %s", book->author[0],
             *book->author[1] ? "; " : "", book->author[1], book->title,
             *book->subtitle ? ". " : "", book->subtitle, book->publisher, book->place);
    arb_page_row(INDENT, YEAR_WIDTH, year, text);
}

static json_t *json_authors(const arb_publication *book)
{
    json_t *list = json_pack("[s]", book->author[0]);

    return list && *book->author[1] ? arb_json_add(list, json_string(book->author[1])) : list;
}

arb_exit arb_ask_book(const arb_ask *ask)
{
    const arb_publication *book;
    size_t count = 0;

    for (size_t i = 0; (book = arb_almanac_book(i)) != NULL; i++) {
        const char *const names[] = { book->author[0], book->author[1], book->title,
                                      book->subtitle,  book->publisher, NULL };
        if (!arb_ask_wants(ask, book->year, names))
            continue;
        count++;
        if (ask->cli->json)
            arb_cli_json(ask->cli, json_pack("{ss so ss ss ss ss si}", "kind", "book", "authors",
                                             json_authors(book), "title", book->title, "subtitle",
                                             book->subtitle, "publisher", book->publisher, "place",
                                             book->place, "year", book->year));
        else
            print_book(book);
    }
    return arb_ask_told(ask, count);
}

/* ---- associations, titles, portraits ---- */

arb_exit arb_ask_association(const arb_ask *ask)
{
    const arb_lang lang = ask->cli->lang;
    const arb_association *one;
    size_t count = 0;

    for (size_t i = 0; (one = arb_almanac_association(i)) != NULL; i++) {
        const char *const names[] = { one->letters, one->name, NULL };
        char text[TEXT_SIZE];
        if (!arb_ask_wants(ask, one->year, names))
            continue;
        count++;
        if (ask->cli->json) {
            arb_cli_json(ask->cli, json_pack("{ss ss ss si ss}", "kind", "association", "letters",
                                             one->letters, "name", one->name, "year", one->year,
                                             "text", one->text[lang]));
            continue;
        }
        snprintf(text, sizeof text, "%s (%u): %s", one->name, one->year, one->text[lang]);
        arb_page_row(INDENT, LETTERS_WIDTH, one->letters, text);
    }
    return arb_ask_told(ask, count);
}

static const char *body_of(const arb_grade *grade)
{
    return grade->body == ARB_GRADE_FSI ? "FSI" : "FIDE";
}

arb_exit arb_ask_title(const arb_ask *ask)
{
    static const char *const groups[] = { [ARB_GRADE_SOCIAL] = "social",
                                          [ARB_GRADE_NATIONAL] = "national",
                                          [ARB_GRADE_MASTER] = "master",
                                          [ARB_GRADE_OPEN] = "open",
                                          [ARB_GRADE_WOMEN] = "women" };
    const arb_lang lang = ask->cli->lang;
    const arb_grade *one;
    size_t count = 0;

    for (size_t i = 0; (one = arb_almanac_grade(i)) != NULL; i++) {
        const char *const names[] = { one->letters, one->name[ARB_LANG_EN], one->name[ARB_LANG_IT],
                                      body_of(one), NULL };
        char text[TEXT_SIZE];
        if (!arb_ask_wants(ask, 0, names))
            continue;
        count++;
        if (ask->cli->json) {
            arb_cli_json(ask->cli,
                         json_pack("{ss ss ss ss ss ss}", "kind", "title", "letters", one->letters,
                                   "body", body_of(one), "group", groups[one->group], "name",
                                   one->name[lang], "text", one->text[lang]));
            continue;
        }
        snprintf(text, sizeof text, "%s (%s): %s", one->name[lang], body_of(one), one->text[lang]);
        arb_page_row(INDENT, LETTERS_WIDTH, one->letters, text);
    }
    return arb_ask_told(ask, count);
}

size_t arb_ask_portraits_of(const arb_ask *ask)
{
    const arb_lang lang = ask->cli->lang;
    const arb_portrait *one;
    size_t count = 0;

    for (size_t i = 0; (one = arb_almanac_portrait(i)) != NULL; i++) {
        const bool player = one->kind == ARB_PORTRAIT_PLAYER;
        const char *const names[] = { one->name, NULL };
        char name[ARB_ASK_NAME_SIZE], text[TEXT_SIZE];
        if (!arb_ask_wants(ask, 0, names))
            continue;
        count++;
        if (ask->cli->json) {
            arb_cli_json(ask->cli, json_pack("{ss ss ss ss so so}", "kind", "portrait", "of",
                                             player ? "player" : "problemist", "name",
                                             arb_almanac_spelling(one->name, lang), "listed",
                                             one->name, "born", arb_ask_json_year(one->born),
                                             "died", arb_ask_json_year(one->died)));
            continue;
        }
        snprintf(text, sizeof text, "%s: %s",
                 arb_text(player ? ARB_TEXT_ALMANAC_PLAYER : ARB_TEXT_ALMANAC_PROBLEMIST, lang),
                 arb_ask_person_text(name, one->name, one->born, one->died, lang));
        arb_page_print(INDENT, text);
    }
    return count;
}

arb_exit arb_ask_portrait(const arb_ask *ask)
{
    return arb_ask_told(ask, arb_ask_portraits_of(ask));
}

/* ---- words ---- */

arb_exit arb_ask_word(const arb_ask *ask)
{
    const arb_lang lang = ask->cli->lang;
    const arb_chess_word *one;
    size_t count = 0;

    for (size_t i = 0; (one = arb_almanac_word(i)) != NULL; i++) {
        const char *const names[] = { one->language[ARB_LANG_EN], one->language[ARB_LANG_IT],
                                      one->word, NULL };
        if (!arb_ask_wants(ask, 0, names))
            continue;
        count++;
        if (ask->cli->json)
            arb_cli_json(ask->cli, json_pack("{ss ss ss}", "kind", "word", "language",
                                             one->language[lang], "word", one->word));
        else
            arb_page_row(INDENT, WORD_WIDTH, one->language[lang], one->word);
    }
    return arb_ask_told(ask, count);
}

arb_exit arb_ask_address(const arb_ask *ask)
{
    const arb_lang lang = ask->cli->lang;
    const arb_web_address *one;
    size_t count = 0;

    for (size_t i = 0; (one = arb_almanac_address(i)) != NULL; i++) {
        const char *const names[] = { one->address, one->text[lang], NULL };
        if (!arb_ask_wants(ask, 0, names))
            continue;
        count++;
        if (ask->cli->json)
            arb_cli_json(ask->cli, json_pack("{ss ss ss}", "kind", "address", "address",
                                             one->address, "text", one->text[lang]));
        else
            arb_page_row(INDENT, 3 * WORD_WIDTH - INDENT, one->address, one->text[lang]);
    }
    return arb_ask_told(ask, count);
}

arb_exit arb_ask_history(const arb_ask *ask)
{
    static const char *const none[] = { NULL };
    const arb_lang lang = ask->cli->lang;
    const arb_chronicle *one;
    size_t count = 0;

    for (size_t i = 0; (one = arb_almanac_chronicle(i)) != NULL; i++) {
        char year[8];
        if (!arb_ask_wants(ask, one->year, none))
            continue;
        count++;
        snprintf(year, sizeof year, "%u", one->year);
        if (ask->cli->json)
            arb_cli_json(ask->cli, json_pack("{ss si ss}", "kind", "history", "year", one->year,
                                             "text", one->text[lang]));
        else
            arb_page_row(INDENT, YEAR_WIDTH, year, one->text[lang]);
    }
    return arb_ask_told(ask, count);
}

static void print_saying(const arb_proverb *one, arb_lang lang, bool first)
{
    char head[ARB_ASK_NAME_SIZE];

    if (!first)
        putchar('\n');
    snprintf(head, sizeof head, "%s (%s)", one->who, one->years);
    arb_page_print(0, head);
    arb_page_print(INDENT, one->text[lang]);
}

arb_exit arb_ask_saying(const arb_ask *ask)
{
    const arb_lang lang = ask->cli->lang;
    const arb_proverb *one;
    size_t count = 0;

    for (size_t i = 0; (one = arb_almanac_saying(i)) != NULL; i++) {
        const char *const names[] = { one->who, NULL };
        if (!arb_ask_wants(ask, 0, names))
            continue;
        if (ask->cli->json)
            arb_cli_json(ask->cli, json_pack("{ss ss ss ss}", "kind", "saying", "who", one->who,
                                             "years", one->years, "text", one->text[lang]));
        else
            print_saying(one, lang, count == 0);
        count++;
    }
    return arb_ask_told(ask, count);
}

/* ---- Franklin, and the grains ---- */

arb_exit arb_ask_morals(const arb_ask *ask)
{
    static const char *const words[] = { [ARB_MORAL_VIRTUE] = "virtue",
                                         [ARB_MORAL_PERSEVERANCE] = "perseverance",
                                         [ARB_MORAL_CONDUCT] = "conduct",
                                         [ARB_MORAL_REWARD] = "reward" };
    static const arb_text_id heads[] = { [ARB_MORAL_VIRTUE] = ARB_TEXT_ALMANAC_VIRTUES,
                                         [ARB_MORAL_PERSEVERANCE] = ARB_TEXT_ALMANAC_PERSEVERANCE,
                                         [ARB_MORAL_CONDUCT] = ARB_TEXT_ALMANAC_CONDUCT,
                                         [ARB_MORAL_REWARD] = ARB_TEXT_ALMANAC_REWARD };
    const arb_lang lang = ask->cli->lang;
    const arb_moral *one;
    unsigned number = 0;

    if (ask->words > 0)
        return arb_ask_misused(ask);
    for (size_t i = 0; (one = arb_almanac_moral(i)) != NULL; i++) {
        const bool first = i == 0 || arb_almanac_moral(i - 1)->kind != one->kind;
        char place[8];
        number = first ? 1 : number + 1;
        if (ask->cli->json) {
            arb_cli_json(ask->cli,
                         json_pack("{ss ss si ss}", "kind", "moral", "of", words[one->kind],
                                   "number", (int)number, "text", one->text[lang]));
            continue;
        }
        if (first && i > 0)
            putchar('\n');
        if (first)
            arb_page_print(0, arb_text(heads[one->kind], lang));
        snprintf(place, sizeof place, "%u.", number);
        arb_page_row(INDENT, INDENT + 2, place, one->text[lang]);
    }
    return ARB_EXIT_YES;
}

arb_exit arb_ask_grains(const arb_ask *ask)
{
    unsigned square = SQUARES;
    char here[24], all[24];

    if (ask->words > 1)
        return arb_ask_misused(ask);
    if (!arb_cli_number(&square, ask->cli, ask->words > 0 ? ask->word[0] : NULL, 1, SQUARES,
                        ARB_TEXT_ALMANAC_NAME_SQUARE))
        return ARB_EXIT_BAD;
    const uint64_t together = arb_almanac_grains(square);
    snprintf(all, sizeof all, "%" PRIu64, together);
    snprintf(here, sizeof here, "%" PRIu64, together - arb_almanac_grains(square - 1));
    if (ask->cli->json) /* as texts: most readers of JSON cannot hold such numbers */
        return arb_cli_json(ask->cli, json_pack("{ss si ss ss}", "kind", "grains", "square",
                                                (int)square, "here", here, "together", all));
    arb_ask_say(ask, ARB_TEXT_ALMANAC_GRAINS_HERE, square, here);
    arb_ask_say(ask, ARB_TEXT_ALMANAC_GRAINS_ALL, square, square, all);
    return ARB_EXIT_YES;
}
