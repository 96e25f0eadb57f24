/* SPDX-License-Identifier: MIT */
/* The numbers that the editions give to the articles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/edition.h"

static arb_article find(const arb_rulebook *book, const char *number)
{
    return arb_article_find_cited(book, number, strlen(number));
}

static bool within(const char *cited, const char *text)
{
    return arb_cited_is_within(cited, text, strlen(text));
}

typedef struct pair {
    arb_article article;
    const char *number;
} pair;

/* Both ways: the article has the number, and the number finds the article. */
static void check(const arb_rulebook *book, const pair *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(arb_article_cited(pairs[i].article, book), pairs[i].number);
        assert_int_equal(find(book, pairs[i].number), pairs[i].article);
    }
}
#define CHECK(book, pairs) check(book, pairs, sizeof(pairs) / sizeof *(pairs))

/* From the text of 2001. */
static void test_cited__numbers_of_2001(void **state)
{
    static const pair pairs[] = {
        { ARB_ART_1_1, "1.1" },        { ARB_ART_1_4, "1.2" },        { ARB_ART_3_7_3_1, "3.7d" },
        { ARB_ART_3_8_1, "3.8a(i)" },  { ARB_ART_3_9_2, "3.9" },      { ARB_ART_4_3_3, "4.3c" },
        { ARB_ART_4_8, "4.6" },        { ARB_ART_5_1_2, "5.1b" },     { ARB_ART_5_2_2, "5.2b" },
        { ARB_ART_6_2_1, "6.8a" },     { ARB_ART_6_7_1, "6.7" },      { ARB_ART_6_7_2, "6.6" },
        { ARB_ART_6_8, "6.9" },        { ARB_ART_6_9, "6.10" },       { ARB_ART_7_1, "6.14" },
        { ARB_ART_7_3, "7.2" },        { ARB_ART_7_5_5, "7.4b" },     { ARB_ART_7_6, "7.5" },
        { ARB_ART_9_1_2_3, "9.1c" },   { ARB_ART_9_5_3, "9.5b" },     { ARB_ART_10_1, "11.1" },
        { ARB_ART_11_5, "12.5" },      { ARB_ART_12_9, "13.4" },      { ARB_ART_12_9_4, "13.4f" },
        { ARB_ART_12_9_9, "13.4g" },   { ARB_ART_I_10, "A10" },       { ARB_ART_A_1, "B1" },
        { ARB_ART_A_5_2, "B5b" },      { ARB_ART_E2001_B6, "B6" },    { ARB_ART_E2001_C3, "C3" },
        { ARB_ART_III_6, "D1" },       { ARB_ART_C_12, "E12" },       { ARB_ART_D_2_1, "F2.1" },
        { ARB_ART_D_2_10_5, "F2.9e" }, { ARB_ART_III_3_1_1, "6.12" }, { ARB_ART_III_5, "10.2" },
        { ARB_ART_III_3_1_2, "10.3" }, { ARB_ART_E2001_B7, "B7" },    { ARB_ART_E2001_B8, "B8" },
    };

    (void)state;
    CHECK(&arb_fide_2001, pairs);
}

static void test_cited__numbers_of_2018(void **state)
{
    static const pair pairs[] = {
        { ARB_ART_7_5_5, "7.5.5" },     { ARB_ART_A_4, "A.3" },     { ARB_ART_A_5, "A.4" },
        { ARB_ART_A_5_1_2, "A.4.1.2" }, { ARB_ART_A_5_5, "A.4.5" }, { ARB_ART_A_6, "A.5" },
        { ARB_ART_A_3, "B.2" },         { ARB_ART_B_2, "B.3" },     { ARB_ART_B_2_3, "B.3.3" },
        { ARB_ART_B_3, "B.4" },         { ARB_ART_B_5, "B.5" },     { ARB_ART_D_2_10, "D.2.10" },
    };

    (void)state;
    CHECK(&arb_fide_2018, pairs);
    assert_int_equal(find(&arb_fide_2018, "A.6"), ARB_ART_NONE);
    assert_int_equal(find(&arb_fide_2018, "D.2.6.2.1"), ARB_ART_D_2_6_2);
}

static void test_cited__numbers_of_edisu(void **state)
{
    static const pair pairs[] = {
        { ARB_ART_1_1, "1" },     { ARB_ART_4_7_2, "7c" },   { ARB_ART_4_3, "8" },
        { ARB_ART_7_5_1, "9.1" }, { ARB_ART_5_1_2, "11.2" }, { ARB_ART_9_2, "12.3" },
        { ARB_ART_9_3, "12.4" },  { ARB_ART_1_3, "4.2" },    { ARB_ART_9_2_1, "12.3a" },
    };

    (void)state;
    CHECK(&arb_edisu_2024, pairs);
}

static void test_cited__numbers_of_2023_are_the_articles_own(void **state)
{
    (void)state;
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const char *number = arb_article_number((arb_article)i);
        const bool foreign = strchr(number, ':') != NULL;
        assert_string_equal(arb_article_cited((arb_article)i, &arb_fide_2023),
                            foreign ? "" : number);
    }
    assert_int_equal(find(&arb_fide_2023, "D.6.2.2"), ARB_ART_D_2_6_2);
    assert_int_equal(find(&arb_fide_2023, "B.4"), ARB_ART_NONE);
    assert_int_equal(find(&arb_fide_2023, "C3"), ARB_ART_NONE);
}

static void test_cited__what_an_edition_does_not_have(void **state)
{
    (void)state;
    assert_string_equal(arb_article_cited(ARB_ART_9_6_1, &arb_fide_2001), "");
    assert_string_equal(arb_article_cited(ARB_ART_A_3, &arb_fide_2001), "");
    assert_string_equal(arb_article_cited(ARB_ART_6_1, &arb_edisu_2024), "");
    assert_string_equal(arb_article_cited(ARB_ART_E2001_C3, &arb_fide_2018), "");
    assert_string_equal(arb_article_cited(ARB_ART_E2001_C3, &arb_edisu_2024), "");
    assert_string_equal(arb_article_cited(ARB_ART_NONE, &arb_fide_2001), "");
    assert_string_equal(arb_article_cited(ARB_ART_NONE, &arb_fide_2023), "");
}

static void test_cited__a_second_number_finds_the_article(void **state)
{
    (void)state;
    assert_int_equal(find(&arb_fide_2001, "9.6"), ARB_ART_5_2_2);
    assert_int_equal(find(&arb_fide_2001, "5.2d"), ARB_ART_9_2);
    assert_int_equal(find(&arb_fide_2001, "F2.8"), ARB_ART_D_2_9);
    assert_int_equal(find(&arb_fide_2001, "14.1"), ARB_ART_0_2);
    assert_int_equal(find(&arb_fide_2001, "B5a"), ARB_ART_4_3);
    assert_int_equal(find(&arb_edisu_2024, "10.3"), ARB_ART_3_9);
}

static void test_cited__ways_of_writing_a_number(void **state)
{
    (void)state;
    assert_int_equal(find(&arb_fide_2001, "7.4(b)"), ARB_ART_7_5_5);
    assert_int_equal(find(&arb_fide_2001, "7.4 (B)"), ARB_ART_7_5_5);
    assert_int_equal(find(&arb_fide_2001, "b6"), ARB_ART_E2001_B6);
    assert_int_equal(find(&arb_fide_2001, "3.8aii"), ARB_ART_3_8_2);
    assert_int_equal(find(&arb_fide_2001, "3.8 (a) (ii) (1)"), ARB_ART_3_8_2_1);
    assert_int_equal(find(&arb_fide_2001, "E9(2)(b)"), ARB_ART_C_10_2_2);
    assert_int_equal(find(&arb_fide_2023, "iii.5"), ARB_ART_III_5);
    assert_int_equal(find(&arb_fide_2001, ""), ARB_ART_NONE);
    assert_int_equal(find(&arb_fide_2001, " ()"), ARB_ART_NONE);
    assert_int_equal(find(&arb_fide_2001, "7.4"), ARB_ART_7_5);
    assert_int_equal(find(&arb_fide_2001, "7.4c"), ARB_ART_NONE);
    assert_int_equal(find(&arb_fide_2001, "7.4bb"), ARB_ART_NONE);
    assert_int_equal(arb_article_find_cited(&arb_fide_2001, "7.4bx", 4), ARB_ART_7_5_5);
}

static void test_cited__what_is_within_what(void **state)
{
    (void)state;
    assert_true(within("7.4b", "7.4b"));
    assert_true(within("7.4b", "7.4"));
    assert_true(within("7.4b", "7"));
    assert_true(within("7.4b", "7.4(b)"));
    assert_true(within("A.5.2", "A.5"));
    assert_true(within("A.5.2", "A"));
    assert_true(within("F2.9e", "F2"));
    assert_true(within("F2.9e", "f2.9"));
    assert_true(within("3.8a(ii)(1)", "3.8a(ii)"));
    assert_true(within("3.8a(ii)(1)", "3.8a"));
    assert_true(within("7c", "7"));
    assert_true(within("B6", "B"));
    assert_false(within("3.8a(ii)", "3.8a(i)"));
    assert_false(within("7.4b", "7.4a"));
    assert_false(within("7.4", "7.4b"));
    assert_false(within("7.4b", "7."));
    assert_false(within("13.4", "1"));
    assert_false(within("13.4", "13.40"));
    assert_false(within("II.1", "I"));
    assert_false(within("", "1"));
    assert_false(within("7.4", ""));
    assert_true(arb_cited_is_within("10a", "10", 2)); /* the first and the last of the signs */
    assert_true(arb_cited_is_within("A0", "A", 1));
    assert_true(arb_cited_is_within("7.4z", "7.4", 3));
    assert_int_equal(find(&arb_fide_2001, "1999:C3"), ARB_ART_NONE); /* another edition's */
    assert_int_equal(find(&arb_fide_2001, "2001.C3"), ARB_ART_NONE);
}

/* A number finds an article that has it: the same number, or one that says the same twice. */
static void test_cited__every_number_finds_an_article_with_it(void **state)
{
    (void)state;
    for (size_t b = 0; arb_rulebook_get(b); b++) {
        const arb_rulebook *book = arb_rulebook_get(b);
        for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
            const char *cited = arb_article_cited((arb_article)i, book);
            if (*cited == '\0')
                continue;
            const arb_article found = find(book, cited);
            assert_int_not_equal(found, ARB_ART_NONE);
            assert_string_equal(arb_article_cited(found, book), cited);
        }
    }
}

/* An edition lists each of its articles once, and no other; what none has would be of no use. */
static void test_cited__every_edition_lists_its_articles(void **state)
{
    bool anywhere[ARB_ART_COUNT] = { false };

    (void)state;
    for (size_t b = 0; arb_rulebook_get(b); b++) {
        const arb_rulebook *book = arb_rulebook_get(b);
        bool listed[ARB_ART_COUNT] = { false };
        arb_article article;
        for (size_t i = 0; (article = arb_edition_article(book, i)) != ARB_ART_NONE; i++) {
            assert_false(listed[article]);
            listed[article] = anywhere[article] = true;
        }
        for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++)
            if (listed[i] != (*arb_article_cited((arb_article)i, book) != '\0'))
                fail_msg("%s: %s", book->name, arb_article_number((arb_article)i));
    }
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++)
        if (!anywhere[i])
            fail_msg("no edition has %s", arb_article_number((arb_article)i));
}

static void test_cited__the_order_is_the_editions_own(void **state)
{
    static const char *const blitz_2018[] = { "A.5", "B.1", "B.2", "B.3", "B.3.1" };
    size_t at = 0;

    (void)state;
    while (arb_edition_article(&arb_fide_2018, at) != ARB_ART_A_6)
        at++;
    for (size_t i = 0; i < sizeof blitz_2018 / sizeof *blitz_2018; i++)
        assert_string_equal(
            arb_article_cited(arb_edition_article(&arb_fide_2018, at + i), &arb_fide_2018),
            blitz_2018[i]);
    assert_int_equal(arb_edition_article(&arb_edisu_2024, 0), ARB_ART_1_1);
    assert_int_equal(arb_edition_article(&arb_fide_2023, 0), ARB_ART_0_1);
}

static void writes(const arb_rulebook *book, arb_article article, const char *expected)
{
    char text[32];

    assert_int_equal(arb_article_write(text, sizeof text, article, book), strlen(expected));
    assert_string_equal(text, expected);
}

static void test_cited__written_with_its_edition_where_it_has_none(void **state)
{
    (void)state;
    writes(&arb_fide_2023, ARB_ART_7_5_5, "7.5.5");
    writes(&arb_fide_2001, ARB_ART_7_5_5, "7.4b");
    writes(&arb_fide_2001, ARB_ART_9_6_1, "2023:9.6.1");
    writes(&arb_edisu_2024, ARB_ART_6_1, "2023:6.1");
    writes(&arb_fide_2001, ARB_ART_E2001_C3, "C3");
    writes(&arb_fide_2023, ARB_ART_E2001_C3, "2001:C3");
    writes(&arb_edisu_2024, ARB_ART_E2001_C3, "2001:C3");
    writes(&arb_fide_2001, ARB_ART_NONE, "");
}

/* One way only: the number leads back to the first of them. */
static void test_cited__several_articles_may_have_one_number(void **state)
{
    static const pair edisu[] = {
        { ARB_ART_2_1, "2.1" },     { ARB_ART_2_4, "2.3" },    { ARB_ART_4_6_2, "7d" },
        { ARB_ART_4_2_2, "8" },     { ARB_ART_4_8, "8" },      { ARB_ART_7_5, "9.1" },
        { ARB_ART_7_2_2, "9.5" },   { ARB_ART_3_9_1, "10.1" }, { ARB_ART_1_4, "10.2" },
        { ARB_ART_1_4_1, "10.2" },  { ARB_ART_9_1, "12.2" },   { ARB_ART_9_2_1, "12.3a" },
        { ARB_ART_9_2_2, "12.3b" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof edisu / sizeof *edisu; i++)
        assert_string_equal(arb_article_cited(edisu[i].article, &arb_edisu_2024), edisu[i].number);
    assert_int_equal(find(&arb_edisu_2024, "2.4"), ARB_ART_2_4);
    assert_int_equal(find(&arb_edisu_2024, "10.3"), ARB_ART_3_9);
    assert_int_equal(find(&arb_fide_2001, "B5"), ARB_ART_A_5_2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cited__numbers_of_2001),
        cmocka_unit_test(test_cited__numbers_of_2018),
        cmocka_unit_test(test_cited__numbers_of_edisu),
        cmocka_unit_test(test_cited__numbers_of_2023_are_the_articles_own),
        cmocka_unit_test(test_cited__what_an_edition_does_not_have),
        cmocka_unit_test(test_cited__a_second_number_finds_the_article),
        cmocka_unit_test(test_cited__ways_of_writing_a_number),
        cmocka_unit_test(test_cited__what_is_within_what),
        cmocka_unit_test(test_cited__every_number_finds_an_article_with_it),
        cmocka_unit_test(test_cited__every_edition_lists_its_articles),
        cmocka_unit_test(test_cited__the_order_is_the_editions_own),
        cmocka_unit_test(test_cited__written_with_its_edition_where_it_has_none),
        cmocka_unit_test(test_cited__several_articles_may_have_one_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
