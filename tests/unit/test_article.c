/* SPDX-License-Identifier: MIT */
/* The list of articles: nothing left out, nothing twice, everything in its place. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/article.h"

enum { ROOM = 16 }; /* for a number, with its end */

/* The list once more, with the ids as text. Its last articles are those of other editions. */
static const struct {
    const char *id, *number, *title;
    arb_article article;
    arb_duty duty;
} list[] = {
#define ARTICLE(id, number, duty, title, title_it)                                                 \
    { #id, number, title, ARB_ART_##id, ARB_DUTY_##duty },
#include "arbitro/articles.def"
#undef ARTICLE
};

/* The last article of 2023 is the last of the guidelines. */
enum { LISTED = sizeof list / sizeof *list, OF_2023 = ARB_ART_III_6_2 };

/*
 * How many articles each chapter has, in the order of the text: the numbers that open a line of the
 * text of 2023, and the introductions of C and of the guidelines. B.4 is not among them, because
 * the text jumps over it; D.2.6.2 is, which it misprints as D.6.2.2. How many of each duty is not
 * in the text: it is our reading, written down here so that it changes only on purpose.
 */
static const struct {
    const char *name;
    unsigned articles, duty[4]; /* CODE, EVENT, CONFIG, TEXT */
} chapters[] = {
    { "0", 2, { 0, 0, 0, 2 } },     /* introduction and preface */
    { "1", 7, { 7, 0, 0, 0 } },     /* nature and objectives */
    { "2", 4, { 4, 0, 0, 0 } },     /* initial position */
    { "3", 30, { 30, 0, 0, 0 } },   /* moves of the pieces */
    { "4", 24, { 11, 11, 0, 2 } },  /* act of moving */
    { "5", 5, { 3, 2, 0, 0 } },     /* completion */
    { "6", 32, { 9, 15, 4, 4 } },   /* clock */
    { "7", 15, { 6, 9, 0, 0 } },    /* irregularities */
    { "8", 18, { 7, 9, 1, 1 } },    /* recording */
    { "9", 23, { 15, 6, 2, 0 } },   /* drawn game */
    { "10", 2, { 1, 0, 1, 0 } },    /* points */
    { "11", 25, { 1, 11, 2, 11 } }, /* conduct */
    { "12", 25, { 1, 14, 0, 10 } }, /* arbiter */
    { "A", 16, { 10, 2, 4, 0 } },   /* rapid */
    { "B", 7, { 2, 1, 4, 0 } },     /* blitz */
    { "C", 36, { 35, 0, 0, 1 } },   /* algebraic notation */
    { "D", 30, { 6, 13, 3, 8 } },   /* visually impaired players */
    { "G", 1, { 0, 0, 1, 0 } },     /* introduction of the guidelines */
    { "I", 31, { 19, 12, 0, 0 } },  /* adjourned games */
    { "II", 15, { 14, 0, 0, 1 } },  /* Chess960 */
    { "III", 18, { 7, 9, 2, 0 } },  /* quickplay finish */
};

enum { CHAPTERS = sizeof chapters / sizeof *chapters };

/* Headings that have articles below them and no text of their own. */
static const char *const headings[] = { "5.1", "5.2", "7.2" };

static arb_article article_of(const char *number)
{
    for (size_t i = 0; i < LISTED; i++)
        if (strcmp(list[i].number, number) == 0)
            return list[i].article;
    return ARB_ART_NONE;
}

/* The place of the chapter that a number begins with; fails the test when it is none. */
static size_t chapter_of(const char *number)
{
    const size_t length = strcspn(number, ".");

    for (size_t i = 0; i < CHAPTERS; i++)
        if (strlen(chapters[i].name) == length && strncmp(number, chapters[i].name, length) == 0)
            return i;
    fail_msg("%s is in no chapter", number);
    return CHAPTERS;
}

/* Negative when `a` stands before `b` in the text, 0 when they are the same number. */
static int compare(const char *a, const char *b)
{
    const size_t chapter_a = chapter_of(a), chapter_b = chapter_of(b);

    if (chapter_a != chapter_b)
        return chapter_a < chapter_b ? -1 : 1;
    a = strchr(a, '.');
    b = strchr(b, '.');
    while (a && b) {
        char *end_a, *end_b;
        const long part_a = strtol(a + 1, &end_a, 10), part_b = strtol(b + 1, &end_b, 10);
        if (part_a != part_b)
            return part_a < part_b ? -1 : 1;
        a = *end_a ? end_a : NULL;
        b = *end_b ? end_b : NULL;
    }
    return (a != NULL) - (b != NULL); /* what contains the other comes first */
}

/* The number that contains this one: "3.8.2" for "3.8.2.1", "" for a chapter's own. */
static void parent_of(char parent[ROOM], const char *number)
{
    const char *dot = strrchr(number, '.');
    const size_t length = dot ? (size_t)(dot - number) : 0;

    assert_true(length < ROOM);
    memcpy(parent, number, length);
    parent[length] = '\0';
}

static bool is_heading(const char *number)
{
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        if (strcmp(headings[i], number) == 0)
            return true;
    return false;
}

static void test_article__comparison_follows_the_text(void **state)
{
    static const char *const ascending[] = { "0.2",   "1.1",      "3.9",      "3.9.1",  "3.9.2",
                                             "3.10",  "9.6.2",    "10.1",     "12.9.9", "A.1",
                                             "B.5",   "C",        "C.1",      "C.9.3",  "C.10",
                                             "D.2.9", "D.2.10",   "D.2.10.1", "D.2.11", "G",
                                             "I.14",  "II.3.2.7", "III.1" };

    (void)state;
    for (size_t i = 0; i < sizeof ascending / sizeof *ascending; i++)
        for (size_t j = 0; j < sizeof ascending / sizeof *ascending; j++) {
            const int sign = (i > j) - (i < j);
            if (compare(ascending[i], ascending[j]) != sign)
                fail_msg("%s and %s compare wrongly", ascending[i], ascending[j]);
        }
}

static void test_article__every_one_stands_once_and_in_the_order_of_the_text(void **state)
{
    (void)state;
    for (size_t i = 1; i < OF_2023; i++)
        if (compare(list[i - 1].number, list[i].number) >= 0)
            fail_msg("%s does not belong after %s", list[i].number, list[i - 1].number);
    for (size_t i = 0; i < LISTED; i++)
        assert_int_equal(list[i].article, i + 1);
    assert_int_equal(ARB_ART_COUNT, LISTED + 1);
}

static void test_article__the_id_is_the_number_with_underscores(void **state)
{
    (void)state;
    for (size_t i = 0; i < OF_2023; i++) {
        const char *number = list[i].number, *id = list[i].id;
        for (; *number && *id == (*number == '.' ? '_' : *number); number++)
            id++;
        if (*number || *id)
            fail_msg("%s has the id %s", list[i].number, list[i].id);
    }
}

static void test_article__numbers_are_parts_joined_by_dots(void **state)
{
    (void)state;
    for (size_t i = 0; i < OF_2023; i++) {
        const char *p = list[i].number + strlen(chapters[chapter_of(list[i].number)].name);
        while (*p == '.' && p[1] >= '1' && p[1] <= '9')
            p += 1 + strspn(p + 1, "0123456789");
        if (*p || strlen(list[i].number) >= ROOM)
            fail_msg("%s is no number of an article", list[i].number);
    }
}

/* "2001:C3" has the id E2001_C3: an id of C cannot begin with a figure. */
static void test_article__those_of_other_editions_say_whose_they_are(void **state)
{
    (void)state;
    assert_true(OF_2023 < LISTED);
    for (size_t i = OF_2023; i < LISTED; i++) {
        const char *colon = strchr(list[i].number, ':');
        if (!colon || list[i].id[0] != 'E' ||
            strncmp(list[i].id + 1, list[i].number, (size_t)(colon - list[i].number)) != 0 ||
            strcmp(strchr(list[i].id, '_') + 1, colon + 1) != 0)
            fail_msg("%s has the id %s", list[i].number, list[i].id);
    }
}

static void test_article__number_title_and_duty_are_those_of_the_list(void **state)
{
    (void)state;
    for (size_t i = 0; i < LISTED; i++) {
        assert_string_equal(arb_article_number(list[i].article), list[i].number);
        assert_string_equal(arb_article_title(list[i].article), list[i].title);
        assert_int_equal(arb_article_duty(list[i].article), list[i].duty);
    }
    assert_string_equal(arb_article_number(ARB_ART_NONE), "");
    assert_string_equal(arb_article_title(ARB_ART_NONE), "");
    assert_string_equal(arb_article_number(ARB_ART_3_8_2_1), "3.8.2.1");
    assert_string_equal(arb_article_number(ARB_ART_III_6_1_2), "III.6.1.2");
    assert_int_equal(arb_article_duty(ARB_ART_7_5_2), ARB_DUTY_CODE);
    assert_int_equal(arb_article_duty(ARB_ART_6_2_1), ARB_DUTY_EVENT);
    assert_int_equal(arb_article_duty(ARB_ART_6_7_1), ARB_DUTY_CONFIG);
    assert_int_equal(arb_article_duty(ARB_ART_4_1), ARB_DUTY_TEXT);
    assert_true(arb_article_is_built(ARB_ART_7_5_2));
    assert_true(arb_article_is_built(ARB_ART_I_8));
    assert_true(arb_article_is_built(ARB_ART_D_2_9));
    assert_false(arb_article_is_built(ARB_ART_G));
}

static void test_article__titles_are_a_few_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < LISTED; i++) {
        const char *title = list[i].title;
        const size_t length = strlen(title);
        bool fine =
            length > 0 && length <= 72 && !isspace((unsigned char)title[0]) && !strstr(title, "  ");
        for (size_t k = 0; k < length; k++)
            fine = fine && isprint((unsigned char)title[k]); /* any terminal shows it */
        if (!fine || isspace((unsigned char)title[length - 1]))
            fail_msg("the title of %s is \"%s\"", list[i].number, title);
    }
}

static void test_article__every_chapter_is_complete(void **state)
{
    unsigned articles[CHAPTERS] = { 0 }, duties[CHAPTERS][4] = { { 0 } };

    (void)state;
    for (size_t i = 0; i < OF_2023; i++) {
        const size_t chapter = chapter_of(list[i].number);
        articles[chapter]++;
        duties[chapter][list[i].duty]++;
    }
    for (size_t i = 0; i < CHAPTERS; i++) {
        if (articles[i] != chapters[i].articles)
            fail_msg("chapter %s has %u articles, not %u", chapters[i].name, articles[i],
                     chapters[i].articles);
        for (size_t k = 0; k < 4; k++)
            if (duties[i][k] != chapters[i].duty[k])
                fail_msg("chapter %s has %u of duty %zu, not %u", chapters[i].name, duties[i][k], k,
                         chapters[i].duty[k]);
    }
}

static void test_article__what_contains_an_article_is_listed_too(void **state)
{
    (void)state;
    for (size_t i = 0; i < LISTED; i++) {
        char parent[ROOM];
        parent_of(parent, list[i].number);
        if (!strchr(parent, '.')) /* a chapter: it has an article of its own only in C and G */
            continue;
        if ((article_of(parent) == ARB_ART_NONE) != is_heading(parent))
            fail_msg("%s: is %s an article?", list[i].number, parent);
    }
}

static void test_article__numbers_the_text_jumps_over_or_misprints_are_not_listed(void **state)
{
    (void)state;
    assert_int_equal(article_of("B.4"), ARB_ART_NONE);
    assert_int_equal(article_of("D.6.2.2"), ARB_ART_NONE);
    assert_int_equal(article_of("D.2.6.2"), ARB_ART_D_2_6_2);
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        char first[ROOM];
        snprintf(first, sizeof first, "%s.1", headings[i]);
        assert_int_equal(article_of(headings[i]), ARB_ART_NONE);
        assert_int_not_equal(article_of(first), ARB_ART_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_article__comparison_follows_the_text),
        cmocka_unit_test(test_article__every_one_stands_once_and_in_the_order_of_the_text),
        cmocka_unit_test(test_article__the_id_is_the_number_with_underscores),
        cmocka_unit_test(test_article__numbers_are_parts_joined_by_dots),
        cmocka_unit_test(test_article__those_of_other_editions_say_whose_they_are),
        cmocka_unit_test(test_article__number_title_and_duty_are_those_of_the_list),
        cmocka_unit_test(test_article__titles_are_a_few_words),
        cmocka_unit_test(test_article__every_chapter_is_complete),
        cmocka_unit_test(test_article__what_contains_an_article_is_listed_too),
        cmocka_unit_test(test_article__numbers_the_text_jumps_over_or_misprints_are_not_listed),
    };
    return cmocka_run_group_tests_name("article", tests, NULL, NULL);
}
