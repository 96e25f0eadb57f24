/* SPDX-License-Identifier: MIT */
/* What the editions say otherwise, in notes and in the fields of their rulebooks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/edition.h"

static bool has_field(arb_article article)
{
    for (size_t f = 0; f < arb_edition_field_count(); f++)
        if (arb_edition_field_article(f) == article)
            return true;
    return false;
}

/* The field of this name. */
static size_t field(const char *name)
{
    size_t f = 0;

    while (f < arb_edition_field_count() && strcmp(arb_edition_field_name(f), name) != 0)
        f++;
    assert_true(f < arb_edition_field_count());
    return f;
}

static void says(const arb_rulebook *book, const char *name, arb_lang lang, const char *expected)
{
    char text[ARB_EDITION_FIELD_SIZE];
    const size_t size = arb_edition_field_text(text, sizeof text, field(name), book, lang);

    assert_int_equal(size, strlen(expected));
    assert_string_equal(text, expected);
}

/* ---- notes ---- */

static void test_edition__notes_are_in_both_languages(void **state)
{
    unsigned notes = 0;

    (void)state;
    for (size_t b = 0; arb_rulebook_get(b); b++) {
        const arb_rulebook *book = arb_rulebook_get(b);
        for (int i = ARB_ART_NONE; i < ARB_ART_COUNT; i++) {
            const char *en = arb_edition_note((arb_article)i, book, ARB_LANG_EN);
            const char *it = arb_edition_note((arb_article)i, book, ARB_LANG_IT);
            if ((*en == '\0') != (*it == '\0'))
                fail_msg("%s: %s", book->name, arb_article_number((arb_article)i));
            if (*en == '\0')
                continue;
            notes++;
            assert_int_equal(en[strlen(en) - 1], '.');
            assert_int_equal(it[strlen(it) - 1], '.');
        }
    }
    assert_true(notes > 200);
}

static void test_edition__2023_is_what_the_others_are_compared_with(void **state)
{
    (void)state;
    for (int i = ARB_ART_NONE; i < ARB_ART_COUNT; i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            assert_string_equal(arb_edition_note((arb_article)i, &arb_fide_2023, (arb_lang)lang),
                                "");
}

/* An article that 2023 does not have is explained by its own edition. */
static void test_edition__own_articles_are_explained(void **state)
{
    (void)state;
    for (size_t b = 0; arb_rulebook_get(b); b++) {
        const arb_rulebook *book = arb_rulebook_get(b);
        for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
            const arb_article article = (arb_article)i;
            if (*arb_article_cited(article, &arb_fide_2023) == '\0' &&
                *arb_article_cited(article, book) &&
                *arb_edition_note(article, book, ARB_LANG_EN) == '\0')
                fail_msg("%s has no explanation", arb_article_number(article));
        }
    }
}

/* An addition is the end of the note, or all of it; what is left is said by a field. */
static void test_edition__additions_are_what_fields_do_not_say(void **state)
{
    (void)state;
    for (size_t b = 0; arb_rulebook_get(b); b++) {
        const arb_rulebook *book = arb_rulebook_get(b);
        for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
            const arb_article article = (arb_article)i;
            size_t left[ARB_LANG_COUNT];
            for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
                const char *note = arb_edition_note(article, book, (arb_lang)lang);
                const char *addition = arb_edition_addition(article, book, (arb_lang)lang);
                left[lang] = strlen(note) - strlen(addition);
                assert_string_equal(note + left[lang], addition);
            }
            assert_int_equal(left[ARB_LANG_EN] == 0, left[ARB_LANG_IT] == 0);
            if (left[ARB_LANG_EN] > 0 && !has_field(article))
                fail_msg("%s: no field says the note on %s", book->name,
                         arb_article_number(article));
        }
    }
    assert_string_equal(arb_edition_addition(ARB_ART_5_1_2, &arb_fide_2001, ARB_LANG_EN), "");
    assert_string_equal(arb_edition_addition(ARB_ART_7_3, &arb_fide_2001, ARB_LANG_EN),
                        "The arbiter may rule otherwise.");
}

static void test_edition__title_and_source(void **state)
{
    (void)state;
    for (size_t b = 0; arb_rulebook_get(b); b++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
            assert_true(*arb_edition_title(arb_rulebook_get(b), (arb_lang)lang));
            assert_true(*arb_edition_source(arb_rulebook_get(b), (arb_lang)lang));
        }
    assert_non_null(strstr(arb_edition_source(&arb_fide_2018, ARB_LANG_EN), "Appendix D"));
    assert_non_null(strstr(arb_edition_source(&arb_fide_2018, ARB_LANG_IT), "appendice D"));
}

/* ---- fields ---- */

/* Every field says something in some edition, in both languages, and nothing that is unfinished. */
static void test_edition__every_field_has_its_sentences(void **state)
{
    (void)state;
    for (size_t f = 0; f < arb_edition_field_count(); f++) {
        unsigned said = 0;
        for (size_t b = 0; arb_rulebook_get(b); b++)
            for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
                char text[ARB_EDITION_FIELD_SIZE];
                const size_t size = arb_edition_field_text(text, sizeof text, f,
                                                           arb_rulebook_get(b), (arb_lang)lang);
                assert_true(size < sizeof text);
                said += size > 0;
                if (strpbrk(text, "%|") || (size > 0 && strchr(".;: ", text[size - 1])))
                    fail_msg("%s: %s", arb_edition_field_name(f), text);
            }
        assert_true(said >= ARB_LANG_COUNT);
    }
}

static void test_edition__sentences_of_fields(void **state)
{
    (void)state;
    says(&arb_fide_2001, "illegal_limit", ARB_LANG_EN, "the illegal move that loses: number 3");
    says(&arb_fide_2001, "default_time", ARB_LANG_IT,
         "se il regolamento tace, il giocatore può tardare di 60 minuti");
    says(&arb_fide_2023, "claim_bonus", ARB_LANG_EN,
         "standard: a wrong claim gives the opponent 2 minutes; rapid, blitz: a wrong claim gives "
         "the opponent 1 minute");
    says(&arb_fide_2001, "rapid_from", ARB_LANG_EN, "a rapid game has at least 15 minutes");
    says(&arb_fide_2023, "rapid_from", ARB_LANG_EN, "a rapid game has more than 10 minutes");
    says(&arb_fide_2001, "rapid_below", ARB_LANG_IT, "e al massimo 60 minuti");
    says(&arb_fide_2023, "rapid_below", ARB_LANG_IT, "e meno di 60 minuti");
    says(&arb_fide_2023, "quickplay_increment", ARB_LANG_EN,
         "a player may ask for an increment of 5 seconds");
    says(&arb_fide_2023, "claim_cost_floor", ARB_LANG_EN, "");
    says(&arb_edisu_2024, "has_clock", ARB_LANG_EN, "there is no chess clock");
    says(&arb_edisu_2024, "penalties", ARB_LANG_IT, "non ci sono penalità");
    says(
        &arb_fide_2001, "penalties", ARB_LANG_EN,
        "penalties: a warning, more time for the opponent, less time for the offender, more points "
        "for the opponent, fewer points for the offender, loss of the game, expulsion from the "
        "event");
    says(&arb_edisu_2024, "two_hands", ARB_LANG_EN, "nothing follows from using two hands");
    says(&arb_fide_2001, "two_hands", ARB_LANG_EN,
         "using two hands is no illegal move but deserves a warning");
    says(&arb_fide_2023, "two_hands", ARB_LANG_EN, "using two hands counts as an illegal move");
}

static void test_edition__little_room_cuts_a_sentence(void **state)
{
    char text[8] = "xxxxxxx";

    (void)state;
    assert_int_equal(
        arb_edition_field_text(text, 6, field("has_clock"), &arb_edisu_2024, ARB_LANG_EN),
        strlen("there is no chess clock"));
    assert_string_equal(text, "there");
    assert_int_equal(
        arb_edition_field_text(NULL, 0, field("has_clock"), &arb_edisu_2024, ARB_LANG_EN),
        strlen("there is no chess clock"));
}

static void test_edition__fields_are_compared_one_by_one(void **state)
{
    arb_rulebook changed = arb_fide_2023;

    (void)state;
    changed.illegal_bonus[ARB_PLAY_BLITZ]++;
    for (size_t f = 0; f < arb_edition_field_count(); f++) {
        assert_true(arb_edition_field_is_same(f, &arb_fide_2023, &arb_fide_2023));
        assert_int_equal(arb_edition_field_is_same(f, &arb_fide_2023, &changed),
                         strcmp(arb_edition_field_name(f), "illegal_bonus") != 0);
    }
    assert_false(
        arb_edition_field_is_same(field("resigning_may_draw"), &arb_fide_2001, &arb_fide_2023));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edition__notes_are_in_both_languages),
        cmocka_unit_test(test_edition__2023_is_what_the_others_are_compared_with),
        cmocka_unit_test(test_edition__own_articles_are_explained),
        cmocka_unit_test(test_edition__additions_are_what_fields_do_not_say),
        cmocka_unit_test(test_edition__title_and_source),
        cmocka_unit_test(test_edition__every_field_has_its_sentences),
        cmocka_unit_test(test_edition__sentences_of_fields),
        cmocka_unit_test(test_edition__little_room_cuts_a_sentence),
        cmocka_unit_test(test_edition__fields_are_compared_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
