/* SPDX-License-Identifier: MIT */
/* Articles by number and in plain words, and rulings as sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "arbitro/result.h"
#include "arbitro/ruling.h"

static arb_article find(const char *number)
{
    return arb_article_find(number, strlen(number));
}

static void test_explain__articles_by_number(void **state)
{
    (void)state;
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++)
        assert_int_equal(find(arb_article_number((arb_article)i)), i);
    assert_int_equal(find("iii.5"), ARB_ART_III_5);
    assert_int_equal(find("a.4.1"), find("A.4.1"));
    assert_int_equal(find(""), ARB_ART_NONE);
    assert_int_equal(find("7."), ARB_ART_NONE);
    assert_int_equal(find("7.5.2 "), ARB_ART_NONE);
    assert_int_equal(find("7.5.22"), ARB_ART_NONE);
    assert_int_equal(arb_article_find("7.5.2x", 5), ARB_ART_7_5_2);
    assert_int_equal(arb_article_find("7.5.2\0", 6), ARB_ART_NONE);
}

static void test_explain__headings(void **state)
{
    (void)state;
    assert_true(arb_article_is_number("7.2", 3));
    assert_true(arb_article_is_number("7", 1));
    assert_true(arb_article_is_number("7.2.1", 5));
    assert_false(arb_article_is_number("7.", 2));
    assert_false(arb_article_is_number("7.2.9", 5));
    assert_false(arb_article_is_number("", 0));
    assert_true(arb_article_is_within(ARB_ART_7_5_1, "7.5", 3));
    assert_true(arb_article_is_within(ARB_ART_7_5_1, "7.5.1", 5));
    assert_false(arb_article_is_within(ARB_ART_7_5_1, "7.5.2", 5));
    assert_false(arb_article_is_within(ARB_ART_10_1, "1", 1));
    assert_false(arb_article_is_within(ARB_ART_NONE, "1", 1));
    assert_false(arb_article_is_within(ARB_ART_III_5, "I", 1));
}

/* In both languages, short enough for a line of a list, and a phrase rather than a sentence. */
static void test_explain__every_article_has_a_title(void **state)
{
    enum { TITLE_MAX = 80 };

    (void)state;
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const arb_article article = (arb_article)i;
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            const char *title = arb_article_title_in(article, (arb_lang)lang);
            const size_t size = strlen(title);
            if (size == 0 || size > TITLE_MAX || title[0] == ' ' || title[size - 1] == ' ')
                fail_msg("%s has no good title in language %d: \"%s\"", arb_article_number(article),
                         lang, title);
        }
    }
}

/* A list that ends in a colon, and its parts that end in a comma, do so in both languages. */
static void test_explain__titles_correspond(void **state)
{
    (void)state;
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const arb_article article = (arb_article)i;
        const char *en = arb_article_title_in(article, ARB_LANG_EN);
        const char *it = arb_article_title_in(article, ARB_LANG_IT);
        const char last_en = en[strlen(en) - 1], last_it = it[strlen(it) - 1];
        assert_string_equal(en, arb_article_title(article));
        assert_int_equal(last_en == ':', last_it == ':');
        assert_int_equal(last_en == ',', last_it == ',');
    }
    assert_string_equal(arb_article_title_in(ARB_ART_3_8_2, ARB_LANG_IT), "l'arrocco");
    assert_string_equal(arb_article_title_in(ARB_ART_7_5_2, ARB_LANG_IT),
                        "pedone lasciato senza promozione sull'ultima traversa");
    assert_string_equal(arb_article_title_in(ARB_ART_C_13_2, ARB_LANG_IT), "0-0-0");
    assert_string_equal(arb_article_title_in(ARB_ART_III_6_2, ARB_LANG_IT),
                        "decide l'arbitro designato");
    for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
        assert_string_equal(arb_article_title_in(ARB_ART_NONE, (arb_lang)lang), "");
}

/* What it says, and what the program does about it, in both languages. */
static void test_explain__every_article_has_its_text(void **state)
{
    enum { ARTICLES = 366 + 4 }; /* of 2023, and of one edition alone */
    unsigned articles = 0;

    (void)state;
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const arb_article article = (arb_article)i;
        articles++;
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            const bool said = *arb_article_says(article, (arb_lang)lang) != '\0';
            const bool done = *arb_article_does(article, (arb_lang)lang) != '\0';
            if (!said || !done)
                fail_msg("%s has no text in language %d", arb_article_number(article), lang);
        }
    }
    assert_int_equal(articles, ARTICLES);
    assert_string_equal(arb_article_says(ARB_ART_NONE, ARB_LANG_EN), "");
    assert_string_equal(arb_article_does(ARB_ART_NONE, ARB_LANG_IT), "");
}

/* What only one edition has is explained in the words of its note, which stand in both lists. */
static void test_explain__articles_of_one_edition(void **state)
{
    enum { ARTICLES = 4 };
    unsigned articles = 0;

    (void)state;
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const arb_article article = (arb_article)i;
        if (*arb_article_cited(article, &arb_fide_2023) != '\0')
            continue;
        articles++;
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            assert_string_equal(arb_article_says(article, (arb_lang)lang),
                                arb_edition_note(article, &arb_fide_2001, (arb_lang)lang));
    }
    assert_int_equal(articles, ARTICLES);
}

/* ---- rulings ---- */

enum { SIZE = 512 };

static void test_ruling__every_code_is_a_word_and_a_sentence(void **state)
{
    static const char word_signs[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

    (void)state;
    for (int code = 0; code < ARB_CODE_COUNT; code++) {
        const char *word = arb_code_word((arb_code)code);
        assert_true(*word != '\0' && word[strspn(word, word_signs)] == '\0');
        for (int other = 0; other < code; other++)
            assert_string_not_equal(word, arb_code_word((arb_code)other));
        for (int i = 0; i < 2 * (ARB_COLOUR_COUNT + 1); i++) {
            const arb_ruling ruling = { .code = (uint8_t)code, .player = (uint8_t)(i / 2) };
            char text[SIZE];
            const size_t size = arb_ruling_write(text, sizeof text, &ruling, (arb_lang)(i % 2));
            assert_true(size > 0 && size < sizeof text);
            assert_int_equal(strlen(text), size);
            assert_null(strpbrk(text, "{}"));
            if (text[size - 1] != '.')
                fail_msg("\"%s\" does not end with a full stop", text);
        }
    }
}

/* Some sentence tells this time so. */
static void assert_told(arb_ms time, arb_lang lang, const char *expected)
{
    for (int code = 0; code < ARB_CODE_COUNT; code++) {
        const arb_ruling ruling = { .code = (arb_code)code, .ms = time };
        char text[SIZE];
        (void)arb_ruling_write(text, sizeof text, &ruling, lang);
        const char *at = strstr(text, expected);
        if (at && (at == text || at[-1] == ' '))
            return;
    }
    fail_msg("no ruling says \"%s\"", expected);
}

static void test_ruling__durations_as_people_say_them(void **state)
{
    (void)state;
    assert_told(120000, ARB_LANG_EN, "2 minutes");
    assert_told(60000, ARB_LANG_EN, "1 minute");
    assert_told(90000, ARB_LANG_EN, "90 seconds");
    assert_told(150000, ARB_LANG_EN, "2 minutes 30 seconds");
    assert_told(1000, ARB_LANG_EN, "1 second");
    assert_told(500, ARB_LANG_EN, "0.5 seconds");
    assert_told(1250, ARB_LANG_EN, "1.25 seconds");
    assert_told(120000, ARB_LANG_IT, "2 minuti");
    assert_told(60000, ARB_LANG_IT, "1 minuto");
    assert_told(150000, ARB_LANG_IT, "2 minuti e 30 secondi");
    assert_told(500, ARB_LANG_IT, "0,5 secondi");
}

static void test_ruling__players_by_colour(void **state)
{
    char white[SIZE], black[SIZE];
    const arb_ruling of_white = { .code = ARB_CODE_NOT_YOUR_MOVE, .player = ARB_WHITE };
    const arb_ruling of_black = { .code = ARB_CODE_NOT_YOUR_MOVE, .player = ARB_BLACK };

    (void)state;
    (void)arb_ruling_write(white, sizeof white, &of_white, ARB_LANG_EN);
    (void)arb_ruling_write(black, sizeof black, &of_black, ARB_LANG_EN);
    assert_string_equal(white, "White does not have the move.");
    assert_string_equal(black, "Black does not have the move.");
    (void)arb_ruling_write(white, sizeof white, &of_white, ARB_LANG_IT);
    (void)arb_ruling_write(black, sizeof black, &of_black, ARB_LANG_IT);
    assert_string_equal(white, "Il Bianco non ha il tratto.");
    assert_string_equal(black, "Il Nero non ha il tratto.");
}

static void test_ruling__cut_off_where_there_is_no_room(void **state)
{
    const arb_ruling ruling = { .code = ARB_CODE_NOT_YOUR_MOVE, .player = ARB_WHITE };
    char whole[SIZE], part[SIZE];
    const size_t size = arb_ruling_write(whole, sizeof whole, &ruling, ARB_LANG_EN);

    (void)state;
    assert_int_equal(arb_ruling_write(NULL, 0, &ruling, ARB_LANG_EN), size);
    for (size_t room = 1; room <= size + 1; room++) {
        memset(part, '!', sizeof part);
        assert_int_equal(arb_ruling_write(part, room, &ruling, ARB_LANG_EN), size);
        assert_int_equal(strlen(part), room - 1);
        assert_memory_equal(part, whole, room - 1);
        assert_int_equal(part[room], '!');
    }
}

static void test_ruling__warnings(void **state)
{
    arb_verdict verdict = { 0 };

    (void)state;
    assert_false(arb_verdict_warns(&verdict, ARB_WHITE));
    verdict.count = 2;
    verdict.ruling[1] = (arb_ruling){ .effect = ARB_EFFECT_WARNING, .player = ARB_BLACK };
    assert_false(arb_verdict_warns(&verdict, ARB_WHITE));
    assert_true(arb_verdict_warns(&verdict, ARB_BLACK));
    verdict.refusal = (arb_ruling){ .effect = ARB_EFFECT_WARNING, .player = ARB_WHITE };
    assert_false(arb_verdict_warns(&verdict, ARB_WHITE));
    verdict.refused = true;
    assert_true(arb_verdict_warns(&verdict, ARB_WHITE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_explain__articles_by_number),
        cmocka_unit_test(test_explain__headings),
        cmocka_unit_test(test_explain__every_article_has_a_title),
        cmocka_unit_test(test_explain__titles_correspond),
        cmocka_unit_test(test_explain__every_article_has_its_text),
        cmocka_unit_test(test_explain__articles_of_one_edition),
        cmocka_unit_test(test_ruling__every_code_is_a_word_and_a_sentence),
        cmocka_unit_test(test_ruling__durations_as_people_say_them),
        cmocka_unit_test(test_ruling__players_by_colour),
        cmocka_unit_test(test_ruling__cut_off_where_there_is_no_room),
        cmocka_unit_test(test_ruling__warnings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
