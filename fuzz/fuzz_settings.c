/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as what a game is regulated by and looked up with: a time control, the key of an option
 * and its value, an edition, the number of an article in every edition, a term, a day, points, a
 * score, a square. The first byte chooses the edition, and whether terms are looked up. What is
 * read is written and read back to the same; what is refused touches nothing and stops inside the
 * text.
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/almanac.h"
#include "arbitro/clock.h"
#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "arbitro/glossary.h"
#include "arbitro/regulations.h"
#include "arbitro/utf8.h"
#include "fuzz.h"

/* Looking up a term reads all of them, which takes too long to be done every time. */
enum { TERMS_MAX = 4, LOOK_UP_TERMS = 128 };

static void check_place(const arb_where *where, size_t size)
{
    require(where->line >= 1 && where->column >= 1 && where->column <= size + 1,
            "reading stops inside the text");
    require(where->wanted < ARB_WANTED_COUNT, "something was expected");
}

static void check_time_control(const char *text, size_t size)
{
    arb_time_control control, again, before;
    arb_where where = { 0, 0, ARB_WANTED_COUNT };
    char out[512], twice[512];

    memset(&before, 0xa5, sizeof before);
    memcpy(&control, &before, sizeof control);
    if (arb_time_control_read(&control, &where, text, size) != ARB_OK) {
        require(memcmp(&control, &before, sizeof control) == 0, "an error leaves all untouched");
        check_place(&where, size);
        return;
    }
    const size_t length = arb_time_control_write(out, sizeof out, &control);
    require(length < sizeof out, "a control is short");
    require(arb_time_control_read(&again, NULL, out, length) == ARB_OK, "what is written is read");
    require(arb_time_control_write(twice, sizeof twice, &again) == length &&
                strcmp(out, twice) == 0,
            "and written the same again");
    for (uint32_t moves = 0; moves < 200; moves += 7)
        require(arb_time_control_period(&control, moves) < (control.count ? control.count : 1),
                "a period is one of those");
}

/* "key value": any option of the edition. */
static void check_option(const char *text, size_t size, const arb_rulebook *book)
{
    const char *blank = size > 0 ? memchr(text, ' ', size) : NULL;
    const size_t key = blank ? (size_t)(blank - text) : size;
    const arb_option option = arb_option_find(text, key);
    arb_regulations regulations;
    char out[128], again[128];

    require(option <= ARB_OPTION_COUNT, "an option is one of the list");
    if (option == ARB_OPTION_COUNT || !blank)
        return;
    arb_regulations_init(&regulations, book);
    if (arb_regulations_set(&regulations, option, blank + 1, size - key - 1) != ARB_OK)
        return;
    const size_t length = arb_regulations_get(out, sizeof out, &regulations, option);
    require(length < sizeof out, "a value is short");
    require(arb_regulations_set(&regulations, option, out, length) == ARB_OK,
            "a value that is written is read");
    require(arb_regulations_get(again, sizeof again, &regulations, option) == length &&
                strcmp(out, again) == 0,
            "and written the same again");
}

static void check_article(const char *text, size_t size, const arb_rulebook *book)
{
    const arb_article article = arb_article_find(text, size);
    const arb_article cited = arb_article_find_cited(book, text, size);
    char number[64];

    require(article < ARB_ART_COUNT && cited < ARB_ART_COUNT, "an article is one of the list");
    if (article != ARB_ART_NONE)
        require(arb_article_is_number(text, size) && arb_article_is_within(article, text, size),
                "an article is within its number");
    if (cited == ARB_ART_NONE)
        return;
    const size_t length = arb_article_write(number, sizeof number, cited, book);
    require(length < sizeof number, "a number is short");
    /* An edition can have in one article what stands in two today: 2001 had 2.2 in its 2.1. */
    const arb_article found = arb_article_find_cited(book, number, length);
    char again[64];
    require(found != ARB_ART_NONE &&
                arb_article_write(again, sizeof again, found, book) == length &&
                strcmp(again, number) == 0,
            "an article is found by the number that is written");
}

static void check_terms(const char *text, size_t size)
{
    const arb_term *terms[TERMS_MAX];
    const size_t count = arb_glossary_find(terms, TERMS_MAX, text, size);

    for (size_t i = 0; i < count && i < TERMS_MAX; i++)
        require(terms[i] != NULL, "a term that is found is there");
}

/* A day that is read exists, and is read again as it is written. */
static void check_day(const char *text, size_t size)
{
    arb_day day = { 1, 2, 3 }, again = { 0 };
    char out[32];

    if (arb_day_read(&day, text, size) != ARB_DAY_GOOD) {
        require(day.year == 1 && day.month == 2 && day.day == 3, "a fault leaves all untouched");
        return;
    }
    require(day.month >= 1 && day.month <= 12, "there are twelve months");
    require(day.day <= arb_day_count(day.year, day.month), "the day exists");
    if (day.day == 0)
        return;
    const int length =
        day.year == 0 ? snprintf(out, sizeof out, "%02u-%02u", day.month, day.day)
                      : snprintf(out, sizeof out, "%04u-%02u-%02u", day.year, day.month, day.day);
    require(arb_day_read(&again, out, (size_t)length) == ARB_DAY_GOOD && again.year == day.year &&
                again.month == day.month && again.day == day.day,
            "a day is read as it is written");
}

static void check_words(const char *text, size_t size)
{
    arb_points points;
    int score;
    char out[32];

    if (arb_points_read(&points, text, size) == ARB_OK)
        require(arb_points_maximum(&points) > 0, "a win is worth something");
    if (arb_score_read(&score, text, size) == ARB_OK) {
        const int first = score;
        const size_t length = arb_score_write(out, sizeof out, score);
        require(length < sizeof out && arb_score_read(&score, out, length) == ARB_OK &&
                    score == first,
                "a score is read as it is written");
    }
    require(arb_square_read(text, size) <= ARB_SQUARE_NONE, "a square is on the board");
    require(arb_colour_read(text, size) <= ARB_COLOUR_COUNT, "a colour is one of two");
    require(arb_utf8_valid_size(text, size) <= size, "what is good text ends inside it");
    require(arb_utf8_count(text, size) <= size, "no character has less than a byte");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const arb_rulebook *const books[] = { &arb_fide_2023, &arb_fide_2018, &arb_fide_2001,
                                                 &arb_edisu_2024 };

    if (size == 0)
        return 0;
    const arb_rulebook *book = books[data[0] % (sizeof books / sizeof books[0])];
    /* A copy of its own size, so that a byte too far is noticed. */
    char *text = malloc(size > 1 ? size - 1 : 1);

    if (text == NULL)
        return 0;
    memcpy(text, data + 1, size - 1);
    check_time_control(text, size - 1);
    check_option(text, size - 1, book);
    check_article(text, size - 1, book);
    check_day(text, size - 1);
    check_words(text, size - 1);
    if (data[0] & LOOK_UP_TERMS)
        check_terms(text, size - 1);
    (void)arb_rulebook_find(text, size - 1);
    free(text);
    return 0;
}
