/* SPDX-License-Identifier: MIT */
/*
 * Writings that cannot be read: the column where reading stopped, what was expected there, and
 * that nothing else was touched. Hostile texts among them: broken UTF-8, control characters, a
 * million bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/written.h"

typedef struct unreadable {
    const char *text;
    size_t size; /* 0 for a text that ends with a NUL */
    size_t column;
    arb_wanted expected;
} unreadable;

/* Reads a copy without a final NUL, so that a byte too far is noticed. */
static bool is_right(const unreadable *row, const arb_language *language)
{
    const size_t size = row->size > 0 ? row->size : strlen(row->text);
    char *copy = malloc(size > 0 ? size : 1);
    arb_written written, before;
    arb_where where = { 77, 77, ARB_WANTED_COUNT };

    assert_non_null(copy);
    memcpy(copy, row->text, size);
    memset(&before, 0xa5, sizeof before);
    memcpy(&written, &before, sizeof written);
    const arb_err err = arb_written_read(&written, &where, copy, size, language);
    const arb_err again = arb_written_read(&written, NULL, copy, size, language);
    free(copy);
    if (err != ARB_SYNTAX || again != ARB_SYNTAX)
        print_error("\"%.40s\" is read\n", row->text);
    else if (memcmp(&written, &before, sizeof written) != 0)
        print_error("\"%.40s\" is unreadable and changed the move\n", row->text);
    else if (where.line != 1 || where.column != row->column || where.wanted != row->expected)
        print_error("\"%.40s\": line %zu, column %zu: expected %s; not column %zu: %s\n", row->text,
                    where.line, where.column, arb_wanted_text(where.wanted, ARB_LANG_EN),
                    row->column, arb_wanted_text(row->expected, ARB_LANG_EN));
    else
        return true;
    return false;
}

static void check_all(const char *code, const unreadable *rows, size_t count)
{
    const arb_language *language = arb_language_find(code, strlen(code));
    unsigned wrong = 0;

    assert_non_null(language);
    for (size_t i = 0; i < count; i++)
        wrong += !is_right(&rows[i], language);
    assert_int_equal(wrong, 0);
}

#define CHECK_UNREADABLE(code, ...)                                                                \
    check_all(code, (const unreadable[]){ __VA_ARGS__ },                                           \
              sizeof((const unreadable[]){ __VA_ARGS__ }) / sizeof(unreadable))

#define NO_MOVE(text, column)                                                                      \
    {                                                                                              \
        text, 0, column, ARB_WANTED_MOVE                                                           \
    }
#define NO_SQUARE(text, column)                                                                    \
    {                                                                                              \
        text, 0, column, ARB_WANTED_SQUARE                                                         \
    }
#define NO_END(text, column)                                                                       \
    {                                                                                              \
        text, 0, column, ARB_WANTED_MOVE_END                                                       \
    }
#define NO_PROMOTION(text, column)                                                                 \
    {                                                                                              \
        text, 0, column, ARB_WANTED_PROMOTION_PIECE                                                \
    }
#define NO_BRACKET(text, column)                                                                   \
    {                                                                                              \
        text, 0, column, ARB_WANTED_BRACKET                                                        \
    }
#define BYTES(text, column, expect)                                                                \
    {                                                                                              \
        text, sizeof(text) - 1, column, ARB_WANTED_##expect                                        \
    }

static void test_written_errors__nothing_that_begins_a_move(void **state)
{
    (void)state;
    CHECK_UNREADABLE("en", NO_MOVE("", 1), NO_MOVE("   ", 4), NO_MOVE("z4", 1), NO_MOVE("i5", 1),
                     NO_MOVE("9254", 1), NO_MOVE("0000", 1), NO_MOVE("0-1", 1), NO_MOVE("!", 1),
                     NO_MOVE("+", 1), NO_MOVE("#", 1), NO_MOVE("=", 1), NO_MOVE("(=)", 1),
                     NO_MOVE("--", 1), NO_MOVE("?", 1), NO_MOVE("...", 1), NO_MOVE("½", 1),
                     NO_MOVE(" takes e5", 2), NO_MOVE("*", 1));
}

/* Laws C.5: files are small letters. */
static void test_written_errors__capitals_are_no_files(void **state)
{
    (void)state;
    CHECK_UNREADABLE("en", NO_MOVE("E4", 1), NO_SQUARE("NF3", 2), NO_SQUARE("eXD5", 3),
                     NO_END("e2-E4", 3));
}

/* Laws C.6, C.7, C.8 */
static void test_written_errors__no_square_of_arrival(void **state)
{
    (void)state;
    CHECK_UNREADABLE(
        "en", NO_SQUARE("N", 2), NO_SQUARE("Nz5", 2), NO_SQUARE("N f3", 2), NO_SQUARE("Nf", 3),
        NO_SQUARE("Nf9", 3), NO_SQUARE("Nf0", 3), NO_SQUARE("N9", 2), NO_SQUARE("Nff", 4),
        NO_SQUARE("Nffx", 4), NO_SQUARE("Nx", 3), NO_SQUARE("Nxf", 4), NO_SQUARE("Nxxf3", 3),
        NO_SQUARE("N::f3", 3), NO_SQUARE("N1", 3), NO_SQUARE("e", 2), NO_SQUARE("e9", 2),
        NO_SQUARE("e0", 2), NO_SQUARE("e.p.", 2), NO_SQUARE("ex", 3), NO_SQUARE("ex5", 3),
        NO_SQUARE("exx5", 3), NO_SQUARE("x", 2), NO_SQUARE("e4e", 4), NO_SQUARE("e4e9", 4),
        NO_SQUARE("e4-e", 5), NO_SQUARE("e4xd", 5), NO_SQUARE("Qh4e", 5), NO_SQUARE("Qh4-e", 6),
        NO_SQUARE("Qh4xe0", 6), NO_SQUARE("Bb9", 3), NO_SQUARE("Ke", 3), NO_SQUARE("Pe", 3),
        NO_SQUARE("1.e4", 2));
}

static void test_written_errors__something_after_the_move(void **state)
{
    (void)state;
    CHECK_UNREADABLE(
        "en", NO_END("e4 e5", 4), NO_END("e4e5e6", 5), NO_END("e44", 3), NO_END("a10", 3),
        NO_END("e4x", 3), NO_END("e4-", 3), NO_END("e4.", 3), NO_END("e4,", 3), NO_END("Nf3Q", 4),
        NO_END("Nf3 abc", 5), NO_END("exd5xc6", 5), NO_END("ed5::", 5), NO_END("0-0-0-0", 6),
        NO_END("0-0-", 4), NO_END("e7e8k", 5), NO_END("e7e8qq", 6), NO_END("Nf3 $1", 5),
        NO_END("Nf3 {good}", 5), NO_END("e4(=", 3), NO_END("e8(", 3), NO_END("knight f3 f", 11),
        NO_END("e4 e", 4), NO_END("knight f3 to", 11), NO_MOVE("- knight f3", 1));
}

/* A judgement, a check, a draw offer: each stands once, and in one way. */
static void test_written_errors__a_mark_twice(void **state)
{
    (void)state;
    CHECK_UNREADABLE("en", NO_END("e4!!!", 5), NO_END("e4! ?", 5), NO_END("Nf3+++", 6),
                     NO_END("Nf3+#", 5), NO_END("e4 (=) (=)", 8), NO_END("exd6 e.p. e.p.", 11));
}

/* Laws C.11 */
static void test_written_errors__promotion_cut_short(void **state)
{
    (void)state;
    CHECK_UNREADABLE("en", NO_PROMOTION("e8/", 4), NO_PROMOTION("e8/X", 4),
                     NO_PROMOTION("e8/ Q", 4), NO_BRACKET("e8(Q", 5), NO_BRACKET("e8(Q]", 5),
                     NO_BRACKET("exd8(N=", 7), NO_BRACKET("e8(QQ)", 5));
    CHECK_UNREADABLE("it", NO_PROMOTION("e8/Q", 4), NO_END("e8Q", 3), NO_BRACKET("e8(D", 5));
}

/* Laws C.3: a letter is read in the language of the sheet and in no other. */
static void test_written_errors__letters_of_another_language(void **state)
{
    (void)state;
    CHECK_UNREADABLE("en", NO_MOVE("Cf3", 1), NO_MOVE("Tf3", 1), NO_MOVE("Sf3", 1),
                     NO_MOVE("Кf3", 1), NO_MOVE("Ńf3", 1));
    CHECK_UNREADABLE("it", NO_MOVE("Nf3", 1), NO_MOVE("Qh5", 1), NO_MOVE("Kf2", 1),
                     NO_MOVE("Bc4", 1), NO_MOVE("knight f3", 1));
    CHECK_UNREADABLE("de", NO_MOVE("Nf3", 1), NO_MOVE("Qh5", 1), NO_MOVE("Rd1", 1));
    CHECK_UNREADABLE("ar", NO_MOVE("Nf3", 1), NO_MOVE("Kf2", 1));
}

/* Columns count characters, not bytes. */
static void test_written_errors__columns_count_characters(void **state)
{
    (void)state;
    CHECK_UNREADABLE("en", NO_SQUARE("♘", 2), NO_SQUARE("♘f", 3), NO_SQUARE("♘z3", 2),
                     NO_END("♘f3 x", 5), NO_END("Nf3é", 4), NO_END("e×d5 é", 6),
                     NO_SQUARE("♘g1–f", 6));
    CHECK_UNREADABLE("ru", NO_SQUARE("Крe9", 4), NO_SQUARE("Кр", 3), NO_END("Фd4Ф", 4));
}

static void test_written_errors__broken_utf8(void **state)
{
    (void)state;
    CHECK_UNREADABLE("en", BYTES("\xff", 1, UTF8), BYTES("Nf3\xff", 4, UTF8),
                     BYTES("N\xc3", 2, UTF8), BYTES("e4 \xe2\x99", 4, UTF8),
                     BYTES("\xc0\x80", 1, UTF8), BYTES("e\xed\xa0\x80", 2, UTF8),
                     BYTES("\xe2\x99\x98\xe2", 2, UTF8), BYTES("Nf3 \x80", 5, UTF8),
                     BYTES("e8(\xfe)", 3, MOVE_END), BYTES("knight \xff", 1, MOVE));
}

static void test_written_errors__control_characters(void **state)
{
    (void)state;
    CHECK_UNREADABLE("en", BYTES("\0", 1, MOVE), BYTES("\0e4", 1, MOVE), BYTES("e4\0", 3, MOVE_END),
                     BYTES("e\0"
                           "4",
                           2, SQUARE),
                     BYTES("e\a4", 2, SQUARE), BYTES("e4\001", 3, MOVE_END),
                     BYTES("N\033f3", 2, SQUARE), BYTES("e4\n", 3, MOVE_END),
                     BYTES("e4\r\n", 3, MOVE_END), BYTES("\ne4", 1, MOVE),
                     BYTES("e7e8\0", 5, MOVE_END),
                     BYTES("\xef\xbb\xbf"
                           "e4",
                           1, MOVE));
}

enum { MILLION = 1 << 20 };

/* A million bytes made of `piece` again and again, after `begin`. */
static void check_million(const char *begin, const char *piece, size_t column, arb_wanted expected)
{
    char *text = malloc(MILLION);
    size_t size = strlen(begin);

    assert_non_null(text);
    memcpy(text, begin, size);
    for (const size_t step = strlen(piece); size + step <= MILLION; size += step)
        memcpy(text + size, piece, step);
    const bool right = is_right(&(unreadable){ text, size, column, expected }, arb_language_at(0));
    free(text);
    assert_true(right);
}

static void test_written_errors__a_million_bytes(void **state)
{
    (void)state;
    check_million("", " ", MILLION + 1, ARB_WANTED_MOVE);
    check_million("", "N", 2, ARB_WANTED_SQUARE);
    check_million("", "e4", 5, ARB_WANTED_MOVE_END);
    check_million("", "0-", 6, ARB_WANTED_MOVE_END);
    check_million("", "e4 ", 4, ARB_WANTED_MOVE_END);
    check_million("", "to ", 1, ARB_WANTED_MOVE);
    check_million("knight ", "to ", 1, ARB_WANTED_MOVE);
    check_million("knight f3 ", "takes ", 11, ARB_WANTED_MOVE_END);
    check_million("e4", "\xff", 3, ARB_WANTED_UTF8);
    check_million("N", "♘", 2, ARB_WANTED_SQUARE);
    check_million("5", "2", 2, ARB_WANTED_SQUARE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written_errors__nothing_that_begins_a_move),
        cmocka_unit_test(test_written_errors__capitals_are_no_files),
        cmocka_unit_test(test_written_errors__no_square_of_arrival),
        cmocka_unit_test(test_written_errors__something_after_the_move),
        cmocka_unit_test(test_written_errors__a_mark_twice),
        cmocka_unit_test(test_written_errors__promotion_cut_short),
        cmocka_unit_test(test_written_errors__letters_of_another_language),
        cmocka_unit_test(test_written_errors__columns_count_characters),
        cmocka_unit_test(test_written_errors__broken_utf8),
        cmocka_unit_test(test_written_errors__control_characters),
        cmocka_unit_test(test_written_errors__a_million_bytes),
    };
    return cmocka_run_group_tests_name("written_errors", tests, NULL, NULL);
}
