/* SPDX-License-Identifier: MIT */
/* Whole scoresheets: their moves in order, where two of them part, and the language of one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/sheet.h"
#include "support/assertions.h"

static arb_sheet sheet_of(const char *text, const char *code)
{
    const arb_language *language = arb_language_find(code, strlen(code));

    assert_non_null(language);
    return (arb_sheet){ .text = text, .size = strlen(text), .language = language };
}

/* The moves as the sheet itself writes them, each followed by a bar. */
static void assert_moves(const char *text, const char *code, const char *expected)
{
    arb_sheet sheet = sheet_of(text, code);
    char seen[512] = "";
    arb_where where = { 0 };

    for (;;) {
        arb_written written;
        const size_t before = sheet.at;

        if (arb_sheet_next(&written, &sheet, &where) != ARB_OK)
            fail_msg("\"%s\": line %zu, column %zu: expected %s", text, where.line, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN));
        if (written.form == ARB_FORM_NONE)
            break;
        assert_true(sheet.began >= before && sheet.at > sheet.began && sheet.at <= sheet.size);
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%.*s|",
                 (int)(sheet.at - sheet.began), text + sheet.began);
    }
    assert_string_equal(seen, expected);
}

static void test_sheet__numbers_and_lines(void **state)
{
    (void)state;
    assert_moves("", "en", "");
    assert_moves(" \n\t ", "en", "");
    assert_moves("e4 e5 Nf3", "en", "e4|e5|Nf3|");
    assert_moves("1. e4 e5 2. Nf3 Nc6", "en", "e4|e5|Nf3|Nc6|");
    assert_moves("1.e4 e5 2.Nf3 Nc6", "en", "e4|e5|Nf3|Nc6|");
    assert_moves("1. e4 e5\n2. Nf3 Nc6\r\n3.\tBb5", "en", "e4|e5|Nf3|Nc6|Bb5|");
    assert_moves("12... Nf6 13. 0-0", "en", "Nf6|0-0|");
    assert_moves("12...Nf6 13.0-0-0", "en", "Nf6|0-0-0|");
    assert_moves("12… Nf6", "en", "Nf6|");
    assert_moves("1. ... e5", "en", "e5|");
    assert_moves("1. 5254 5755 2. 7163", "en", "5254|5755|7163|");
    assert_moves("e2e4 e7e5 g1f3", "it", "e2e4|e7e5|g1f3|");
}

static void test_sheet__marks_belong_to_their_move(void **state)
{
    (void)state;
    assert_moves("6. exd6 e.p. Cxd6 7. De3+ Ae7 8. Rb1 (=)", "it",
                 "exd6 e.p.|Cxd6|De3+|Ae7|Rb1 (=)|");
    assert_moves("1. e4! e5?! 2. Nf3 !? Nc6 +-", "en", "e4!|e5?!|Nf3 !?|Nc6 +-|");
    assert_moves("1. ed ed:", "en", "ed|ed:|");
    assert_moves("1. e8(Q)+ a1=N#", "en", "e8(Q)+|a1=N#|");
}

static void test_sheet__words(void **state)
{
    (void)state;
    assert_moves("1. knight f3 knight c6 2. pawn e4 castles kingside", "en",
                 "knight f3|knight c6|pawn e4|castles kingside|");
    assert_moves("1. cavallo f3 e5 2. cavallo prende e5 arrocco lungo", "it",
                 "cavallo f3|e5|cavallo prende e5|arrocco lungo|");
}

static void test_sheet__comments_are_passed_over(void **state)
{
    (void)state;
    assert_moves("{the first} 1. e4 {best\nby test} e5{now 2. f4} 2. Nf3 {} Nc6", "en",
                 "e4|e5|Nf3|Nc6|");
    assert_moves("{}", "en", "");
    assert_moves("1. e4 $1 e5 ; the rest of the line } 2. d4\n2. Nf3 $14 *", "en", "e4|e5|Nf3|");
    assert_moves("\ufeff1\u00a0e4 e5\n2\tNf3", "en", "e4|e5|Nf3|");
}

static void test_sheet__a_result_ends_it(void **state)
{
    static const char *const results[] = { "1-0", "0-1", "1/2-1/2", "1/2", "½-½", "*",
                                           "1–0", "½–½", "+/-",     "-/+", "-/-", "abb." };

    (void)state;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        char text[64];

        snprintf(text, sizeof text, "1. e4 e5 %s", results[i]);
        assert_moves(text, "en", "e4|e5|");
        arb_sheet sheet = sheet_of(text, "en");
        arb_written written;
        for (int j = 0; j < 3; j++)
            assert_int_equal(arb_sheet_next(&written, &sheet, NULL), ARB_OK);
        assert_int_equal(sheet.result_size, strlen(results[i]));
        assert_memory_equal(text + sheet.result, results[i], sheet.result_size);
    }
    assert_moves("0-0 0-1", "en", "0-0|");
    assert_moves("0-0-0 1-0", "en", "0-0-0|");
}

static void test_sheet__the_end_stays_the_end(void **state)
{
    arb_sheet sheet = sheet_of("e4 1-0", "en");
    arb_written written;

    (void)state;
    assert_int_equal(arb_sheet_next(&written, &sheet, NULL), ARB_OK);
    assert_int_equal(written.form, ARB_FORM_SHORT);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(arb_sheet_next(&written, &sheet, NULL), ARB_OK);
        assert_int_equal(written.form, ARB_FORM_NONE);
    }
}

static void test_sheet__errors_are_told_in_place(void **state)
{
    static const struct {
        const char *text;
        unsigned good; /* moves before it */
        size_t line, column;
        arb_wanted expected;
    } rows[] = {
        { "1. e4 e5\n2. Nf3 Zc6 3. Bb5", 3, 2, 8, ARB_WANTED_MOVE },
        { "1. e4 e5\n\n2. Nf9", 2, 3, 6, ARB_WANTED_SQUARE },
        { "{ä}\n1. e4 {ö} e5e6e7", 1, 2, 15, ARB_WANTED_MOVE_END },
        { "e4 $x", 1, 1, 4, ARB_WANTED_MOVE },
        { "1. e4 {a comment that never ends", 1, 1, 7, ARB_WANTED_COMMENT_END },
        { "e4 1-0 2. Nf3", 1, 1, 8, ARB_WANTED_END },
        { "e4 e5 (e6 (c5) d4", 2, 1, 7, ARB_WANTED_VARIATION_END },
        { "e4 e5 (e6) )", 2, 1, 12, ARB_WANTED_MOVE },
        { "1. e8/", 0, 1, 7, ARB_WANTED_PROMOTION_PIECE },
        { "1. e4 \xff", 1, 1, 7, ARB_WANTED_UTF8 },
        { "abbx", 0, 1, 3, ARB_WANTED_MOVE_END },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_sheet sheet = sheet_of(rows[i].text, "en");
        arb_written written, before;
        arb_where where = { 0 };
        unsigned good = 0;

        while (arb_sheet_next(&written, &sheet, &where) == ARB_OK && good < 100)
            good++;
        if (good != rows[i].good || where.line != rows[i].line || where.column != rows[i].column ||
            where.wanted != rows[i].expected)
            fail_msg("\"%s\": after %u moves, line %zu, column %zu: expected %s", rows[i].text,
                     good, where.line, where.column, arb_wanted_text(where.wanted, ARB_LANG_EN));
        /* it stays there, and touches nothing */
        const size_t at = sheet.at;
        memset(&before, 0xa5, sizeof before);
        memcpy(&written, &before, sizeof written);
        assert_int_equal(arb_sheet_next(&written, &sheet, NULL), ARB_SYNTAX);
        assert_int_equal(sheet.at, at);
        assert_memory_equal(&written, &before, sizeof written);
    }
}

/* ---- comparing ---- */

static arb_err compare(arb_difference *out, const char *one, const char *one_code,
                       const char *other, const char *other_code)
{
    const arb_sheet a = sheet_of(one, one_code), b = sheet_of(other, other_code);
    const arb_pos start = arb_pos_initial();

    return arb_sheet_compare(out, &a, &b, &start, ARB_STANDARD);
}

static void test_sheet__the_same_game_in_two_notations(void **state)
{
    arb_difference d;

    (void)state;
    assert_int_equal(compare(&d, "1. e4 e5 2. Cf3 Cc6", "it", "e2e4 e7e5 Sg1-f3 Sb8-c6", "de"),
                     ARB_OK);
    assert_false(d.differ);
    assert_int_equal(d.ply, 4);
    assert_int_equal(compare(&d, "1. e4 e5 2. Nf3", "en", "5254 5755 7163 2836 1-0", "en"), ARB_OK);
    assert_false(d.differ);
    assert_int_equal(d.ply, 3); /* one of them ends there */
    assert_int_equal(compare(&d, "", "en", "e4", "en"), ARB_OK);
    assert_false(d.differ);
    assert_int_equal(d.ply, 0);
}

static void test_sheet__where_two_sheets_part(void **state)
{
    static const char one[] = "1. e4 e5 2. Nf3 Nc6 3. Bb5", other[] = "1.e4 e5 2.Cf3 Cf6 3.Ab5";
    arb_difference d;

    (void)state;
    assert_int_equal(compare(&d, one, "en", other, "it"), ARB_OK);
    assert_true(d.differ);
    assert_int_equal(d.ply, 3);
    assert_int_equal(d.one.kind, ARB_READING_LEGAL);
    assert_int_equal(arb_move_to(d.one.move), square_of("c6"));
    assert_int_equal(arb_move_to(d.other.move), square_of("f6"));
    assert_memory_equal(one + d.one_at, "Nc6", 3);
    assert_memory_equal(other + d.other_at, "Cf6", 3);
}

static void test_sheet__sheets_that_cannot_be_compared(void **state)
{
    arb_difference d, before;

    (void)state;
    memset(&before, 0xa5, sizeof before);
    memcpy(&d, &before, sizeof d);
    assert_int_equal(compare(&d, "e4 e5", "en", "e4 Zf6", "en"), ARB_SYNTAX);
    assert_int_equal(compare(&d, "e4 Zf6", "en", "e4 e5", "en"), ARB_SYNTAX);
    assert_int_equal(compare(&d, "e4 e4", "en", "e4 e5", "en"), ARB_STATE);
    assert_int_equal(compare(&d, "d3 d6 Nf3 d5 Nd2", "en", "d3 d6 Nf3 d5 Nbd2", "en"), ARB_STATE);
    assert_memory_equal(&d, &before, sizeof d);
    /* what comes after the difference is not looked at */
    assert_int_equal(compare(&d, "e4 e5 Zf3", "en", "d4 e5 Zf3", "en"), ARB_OK);
    assert_true(d.differ);
    assert_int_equal(d.ply, 0);
}

/* ---- guessing ---- */

static arb_guess guess(const char *text)
{
    const arb_pos start = arb_pos_initial();

    return arb_sheet_guess(text, strlen(text), &start, ARB_STANDARD);
}

static void assert_guess(const char *text, arb_certainty certainty, const char *code,
                         size_t fitting)
{
    const arb_guess found = guess(text);

    if (found.certainty != certainty || found.fitting != fitting || found.language == NULL ||
        strcmp(found.language->code, code) != 0)
        fail_msg("\"%s\": certainty %d, %s, %zu fit", text, found.certainty,
                 found.language ? found.language->code : "no language", found.fitting);
}

/* Laws C.3 */
static void test_sheet__language_certain(void **state)
{
    (void)state;
    assert_guess("1. e4 e5 2. Hf3 Hc6 3. Fb5", ARB_CERTAINTY_CERTAIN, "hu", 1);
    assert_guess("1. e4 e5 2. Sf3 Sc6 3. Gb5", ARB_CERTAINTY_CERTAIN, "pl", 1);
    assert_guess("1. e4 e5 2. Cf3 Cc6 3. Fb5", ARB_CERTAINTY_CERTAIN, "fr", 1);
    assert_guess("1. e4 e5 2. Cf3 Cc6 3. Nb5", ARB_CERTAINTY_CERTAIN, "ro", 1);
    assert_guess("1. e4 e5 2. Cf3 Cc6 3. Bb5", ARB_CERTAINTY_CERTAIN, "pt", 1);
    assert_guess("1. e4 e5 2. Cf3 Cc6 3. Kb5", ARB_CERTAINTY_CERTAIN, "eo", 1);
    assert_guess("1. e4 e5 2. Jf3 Jc6 3. Sb5", ARB_CERTAINTY_CERTAIN, "cs", 1);
    assert_guess("1. e4 e5 2. Rf3 Rc6 3. Lb5", ARB_CERTAINTY_CERTAIN, "fi", 1);
    assert_guess("1. e4 e5 2. Rf3 Rc6 3. Bb5", ARB_CERTAINTY_CERTAIN, "is", 1);
    assert_guess("1. e4 e5 2. Rf3 Rc6 3. Ob5", ARB_CERTAINTY_CERTAIN, "et", 1);
    assert_guess("1. e4 e5 2. Кf3 Кc6 3. Сb5", ARB_CERTAINTY_CERTAIN, "ru", 1);
    assert_guess("1. e4 e5 2. Кf3 Кc6 3. Оb5", ARB_CERTAINTY_CERTAIN, "bg", 1);
    assert_guess("1. cavallo f3 pedone e5", ARB_CERTAINTY_CERTAIN, "it", 1);
}

static void test_sheet__language_probable(void **state)
{
    (void)state;
    /* Italian and Spanish share their letters; so do German, Danish, Norwegian, Swedish and
     * Serbo-Croatian; both ways to write an English knight are one language */
    assert_guess("1. e4 e5 2. Cf3 Cc6 3. Ab5", ARB_CERTAINTY_PROBABLE, "it", 2);
    assert_guess("1. e4 e5 2. Sf3 Sc6 3. Lb5", ARB_CERTAINTY_PROBABLE, "de", 5);
    assert_guess("1. e4 e5 2. Nf3 Nc6 3. Bb5", ARB_CERTAINTY_CERTAIN, "en", 1);
    assert_guess("1. e4 e5 2. Ktf3 Ktc6 3. Bb5", ARB_CERTAINTY_CERTAIN, "en", 1);
    assert_guess("1. e4 e5 2. Кf3 Кc6", ARB_CERTAINTY_PROBABLE, "ru", 2);
    assert_guess("1. e4 e5 2. Cf3 Cc6", ARB_CERTAINTY_PROBABLE, "it", 6);
}

static void test_sheet__language_cannot_be_told(void **state)
{
    static const char text[] = "1. Rb1";
    const arb_pos start = pos_of("4k3/8/8/8/8/8/8/K6R w - - 0 1");

    (void)state;
    /* a king, or a rook */
    const arb_guess different = arb_sheet_guess(text, strlen(text), &start, ARB_STANDARD);
    assert_int_equal(different.certainty, ARB_CERTAINTY_NONE);
    assert_true(different.fitting > 1);
    assert_non_null(different.language);
    /* knights in Dutch, pawns elsewhere */
    const arb_guess dutch = guess("1. e4 e5 2. Pf3 Pc6 3. Lb5");
    assert_int_equal(dutch.certainty, ARB_CERTAINTY_NONE);
    assert_true(dutch.fitting > 1);
    /* nothing tells */
    assert_int_equal(guess("1. e4 e5 2. d4 exd4").certainty, ARB_CERTAINTY_NONE);
    assert_int_equal(guess("e2e4 e7e5 g1f3").certainty, ARB_CERTAINTY_NONE);
    assert_int_equal(guess("1. ♘f3 ♞f6").certainty, ARB_CERTAINTY_NONE);
    assert_int_equal(guess("").certainty, ARB_CERTAINTY_NONE);
}

static void test_sheet__no_language_fits(void **state)
{
    static const char *const texts[] = { "1. e4 e5 2. Xf3", "1. e5", "1. Sf3 Nc6", "rubbish",
                                         "1. e4 \xff" };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const arb_guess none = guess(texts[i]);
        assert_int_equal(none.certainty, ARB_CERTAINTY_NONE);
        assert_int_equal(none.fitting, 0);
        assert_null(none.language);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sheet__numbers_and_lines),
        cmocka_unit_test(test_sheet__marks_belong_to_their_move),
        cmocka_unit_test(test_sheet__words),
        cmocka_unit_test(test_sheet__comments_are_passed_over),
        cmocka_unit_test(test_sheet__a_result_ends_it),
        cmocka_unit_test(test_sheet__the_end_stays_the_end),
        cmocka_unit_test(test_sheet__errors_are_told_in_place),
        cmocka_unit_test(test_sheet__the_same_game_in_two_notations),
        cmocka_unit_test(test_sheet__where_two_sheets_part),
        cmocka_unit_test(test_sheet__sheets_that_cannot_be_compared),
        cmocka_unit_test(test_sheet__language_certain),
        cmocka_unit_test(test_sheet__language_probable),
        cmocka_unit_test(test_sheet__language_cannot_be_told),
        cmocka_unit_test(test_sheet__no_language_fits),
    };
    return cmocka_run_group_tests_name("sheet", tests, NULL, NULL);
}
