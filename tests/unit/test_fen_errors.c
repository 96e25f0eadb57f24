/* SPDX-License-Identifier: MIT */
/* Text that is no position: where reading stops, what was expected there, and nothing worse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "support/random_positions.h"

#define EMPTY   "8/8/8/8/8/8/8/8"
#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

typedef struct malformed {
    const char *text;
    size_t column;
    arb_wanted expected;
} malformed;

/* Reads text that must be refused, and checks that nothing is left behind. */
static arb_where refused(const char *text, size_t size)
{
    arb_setup setup, before;
    arb_where where = { 99, 99, ARB_WANTED_COUNT };

    memset(&before, 0xa5, sizeof before);
    setup = before;
    if (arb_fen_read(&setup, &where, text, size, NULL) != ARB_SYNTAX)
        fail_msg("'%.80s' is not refused", text);
    assert_memory_equal(&setup, &before, sizeof setup);
    assert_int_equal(arb_fen_read(&setup, NULL, text, size, NULL), ARB_SYNTAX);
    assert_int_equal(where.line, 1);
    return where;
}

static void check_malformed(const malformed *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const arb_where where = refused(list[i].text, strlen(list[i].text));

        if (where.column != list[i].column || where.wanted != list[i].expected)
            fail_msg("'%s': column %zu, expected %s; should be column %zu, expected %s",
                     list[i].text, where.column, arb_wanted_text(where.wanted, ARB_LANG_EN),
                     list[i].column, arb_wanted_text(list[i].expected, ARB_LANG_EN));
    }
}

static void test_fen_errors__in_the_placement(void **state)
{
    static const malformed list[] = {
        { "", 1, ARB_WANTED_EIGHT_SQUARES },
        { "x", 1, ARB_WANTED_PIECE_OR_COUNT },
        { "/", 1, ARB_WANTED_EIGHT_SQUARES },
        { "-", 1, ARB_WANTED_PIECE_OR_COUNT },
        { "0/8/8/8/8/8/8/8 w - - 0 1", 1, ARB_WANTED_PIECE_OR_COUNT },
        { "9/8/8/8/8/8/8/8 w - - 0 1", 1, ARB_WANTED_PIECE_OR_COUNT },
        { "8/8/8/8/8/8/8/7X w - - 0 1", 16, ARB_WANTED_PIECE_OR_COUNT },
        { "8/8/8/3?4/8/8/8/8 w - - 0 1", 8, ARB_WANTED_PIECE_OR_COUNT },
        { "8/8//8/8/8/8/8 w - - 0 1", 5, ARB_WANTED_EIGHT_SQUARES },
        { "8/8/8/8/8/8/8/", 15, ARB_WANTED_EIGHT_SQUARES },
        { "8/8/8/8/8/8/8/ w - - 0 1", 15, ARB_WANTED_EIGHT_SQUARES },
        { "p8/8/8/8/8/8/8/8 w - - 0 1", 2, ARB_WANTED_EIGHT_SQUARES },
        { "8/8/8/8/8/8/8/44p w - - 0 1", 17, ARB_WANTED_EIGHT_SQUARES },
        { "6p2/8/8/8/8/8/8/8 w - - 0 1", 3, ARB_WANTED_EIGHT_SQUARES },
        { "7/8/8/8/8/8/8/8 w - - 0 1", 2, ARB_WANTED_EIGHT_SQUARES },
        { "8/ppppppp/8/8/8/8/8/8 w - - 0 1", 10, ARB_WANTED_EIGHT_SQUARES },
        { "8/8/8/8/8/8/8/7 w - - 0 1", 16, ARB_WANTED_EIGHT_SQUARES },
        { "8/8/8/8/8/8/8/7", 16, ARB_WANTED_EIGHT_SQUARES },
        { "ppppppppp/8/8/8/8/8/8/8 w - - 0 1", 9, ARB_WANTED_RANK_END },
        { "71p/8/8/8/8/8/8/8 w - - 0 1", 3, ARB_WANTED_RANK_END },
        { "88/8/8/8/8/8/8/8 w - - 0 1", 2, ARB_WANTED_RANK_END },
        { "8\\8/8/8/8/8/8/8 w - - 0 1", 2, ARB_WANTED_RANK_END },
        { "8", 2, ARB_WANTED_EIGHT_RANKS },
        { "8/8/8/8/8/8/8", 14, ARB_WANTED_EIGHT_RANKS },
        { "8/8/8/8/8/8/8 w - - 0 1", 14, ARB_WANTED_EIGHT_RANKS },
        { "8/8/8/8/8/8/8/8/8 w - - 0 1", 16, ARB_WANTED_EIGHT_RANKS },
        { INITIAL "/8 w KQkq - 0 1", 44, ARB_WANTED_EIGHT_RANKS },
        { EMPTY "p w - - 0 1", 16, ARB_WANTED_EIGHT_SQUARES },
        { "8/8/8/8/8/8/8\tw - - 0 1", 14, ARB_WANTED_EIGHT_RANKS },
    };
    (void)state;
    check_malformed(list, sizeof list / sizeof list[0]);
}

static void test_fen_errors__in_turn_and_rights(void **state)
{
    static const malformed list[] = {
        { EMPTY " x - - 0 1", 17, ARB_WANTED_TURN },
        { EMPTY " W - - 0 1", 17, ARB_WANTED_TURN },
        { EMPTY " - - - 0 1", 17, ARB_WANTED_TURN },
        { EMPTY " 0", 17, ARB_WANTED_TURN },
        { EMPTY " wb - - 0 1", 18, ARB_WANTED_SPACE },
        { EMPTY " white - - 0 1", 18, ARB_WANTED_SPACE },
        { INITIAL " w x - 0 1", 47, ARB_WANTED_CASTLING },
        { INITIAL " w 0 1", 47, ARB_WANTED_CASTLING },
        { INITIAL " w KQi - 0 1", 49, ARB_WANTED_CASTLING },
        { INITIAL " w K- - 0 1", 48, ARB_WANTED_CASTLING },
        { INITIAL " w -K - 0 1", 48, ARB_WANTED_SPACE },
        { INITIAL " w -- - 0 1", 48, ARB_WANTED_SPACE },
        { INITIAL " w KK - 0 1", 48, ARB_WANTED_CASTLING_ONCE },
        { INITIAL " w KQkqK - 0 1", 51, ARB_WANTED_CASTLING_ONCE },
        { INITIAL " w HAhaA - 0 1", 51, ARB_WANTED_CASTLING_ONCE },
        { INITIAL " w kqq - 0 1", 49, ARB_WANTED_CASTLING_ONCE },
    };
    (void)state;
    check_malformed(list, sizeof list / sizeof list[0]);
}

static void test_fen_errors__in_en_passant_and_counters(void **state)
{
    static const malformed list[] = {
        { EMPTY " w - x 0 1", 21, ARB_WANTED_EN_PASSANT },
        { EMPTY " w - e 0 1", 21, ARB_WANTED_EN_PASSANT },
        { EMPTY " w - e", 21, ARB_WANTED_EN_PASSANT },
        { EMPTY " w - e9 0 1", 21, ARB_WANTED_EN_PASSANT },
        { EMPTY " w - e0 0 1", 21, ARB_WANTED_EN_PASSANT },
        { EMPTY " w - i3 0 1", 21, ARB_WANTED_EN_PASSANT },
        { EMPTY " w - E3 0 1", 21, ARB_WANTED_EN_PASSANT },
        { EMPTY " w - 33 0 1", 21, ARB_WANTED_EN_PASSANT },
        { EMPTY " w - e3e3 0 1", 23, ARB_WANTED_SPACE },
        { EMPTY " w - -e3 0 1", 22, ARB_WANTED_SPACE },
        { EMPTY " w - - x 1", 23, ARB_WANTED_QUIET_PLIES },
        { EMPTY " w - - - 1", 23, ARB_WANTED_QUIET_PLIES },
        { EMPTY " w - - -1 1", 23, ARB_WANTED_QUIET_PLIES },
        { EMPTY " w - - +1 1", 23, ARB_WANTED_QUIET_PLIES },
        { EMPTY " w - - 65536 1", 23, ARB_WANTED_QUIET_PLIES },
        { EMPTY " w - - 99999999999999999999 1", 23, ARB_WANTED_QUIET_PLIES },
        { EMPTY " w - - 1x 1", 24, ARB_WANTED_SPACE },
        { EMPTY " w - - 0 x", 25, ARB_WANTED_MOVE_NUMBER },
        { EMPTY " w - - 0 -1", 25, ARB_WANTED_MOVE_NUMBER },
        { EMPTY " w - - 0 65536", 25, ARB_WANTED_MOVE_NUMBER },
        { EMPTY " w - - 0 18446744073709551617", 25, ARB_WANTED_MOVE_NUMBER },
        { EMPTY " w - - 0 1x", 26, ARB_WANTED_END },
        { EMPTY " w - - 0 1.5", 26, ARB_WANTED_END },
        { EMPTY " w - - 0 1 x", 27, ARB_WANTED_END },
    };
    (void)state;
    check_malformed(list, sizeof list / sizeof list[0]);
}

static void test_fen_errors__columns_count_characters(void **state)
{
    static const malformed list[] = {
        { "é", 1, ARB_WANTED_PIECE_OR_COUNT },
        { "8/8/8/8/3é4/8/8/8", 10, ARB_WANTED_PIECE_OR_COUNT },
        { EMPTY " ♔", 17, ARB_WANTED_TURN },
        { "\xff", 1, ARB_WANTED_UTF8 },
        { "8/8/\x80/8/8/8/8/8", 5, ARB_WANTED_UTF8 },
        { "8/8/8/8/8/8/8/7\xc3", 16, ARB_WANTED_UTF8 },
        { EMPTY " \xe2\x99", 17, ARB_WANTED_UTF8 },
        { EMPTY " w \xc3(", 19, ARB_WANTED_UTF8 },
        { EMPTY " w \xed\xa0\x80", 19, ARB_WANTED_UTF8 },
        { EMPTY " w \xc0\xaf", 19, ARB_WANTED_UTF8 },
        { EMPTY " w \xf4\x90\x80\x80", 19, ARB_WANTED_UTF8 },
    };
    (void)state;
    check_malformed(list, sizeof list / sizeof list[0]);
}

static void test_fen_errors__a_nul_in_the_middle_is_only_a_wrong_character(void **state)
{
    static const char text[] = "8/8/8/8\0/8/8/8/8 w - - 0 1";
    static const char late[] = EMPTY " w - - 0 1\0";
    static const char alone[] = "\0";

    (void)state;
    assert_int_equal(refused(text, sizeof text - 1).column, 8);
    assert_int_equal(refused(alone, 1).column, 1);
    assert_int_equal(refused(late, sizeof late - 1).column, 26);
}

static void test_fen_errors__a_megabyte_is_read_no_further_than_needed(void **state)
{
    static const char fill[] = { 'p', '8', '/', ' ', '0', 'K', '\0', '\n', (char)0xff, (char)0xe2 };
    const size_t size = 1024 * 1024;
    char *text = malloc(size);
    arb_setup setup;

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < sizeof fill; i++) {
        memset(text, fill[i], size);
        assert_in_range(refused(text, size).column, 1, size + 1);
    }
    memset(text, 'p', size);
    assert_int_equal(refused(text, size).column, 9);
    /* A good beginning and then a megabyte of the same. */
    for (size_t i = 0; i < sizeof fill; i++) {
        arb_where where = { 1, 1, ARB_WANTED_NOTHING };

        memset(text, fill[i], size);
        memcpy(text, INITIAL " w KQkq - 0 1", 56);
        if (arb_fen_read(&setup, &where, text, size, NULL) == ARB_OK)
            assert_int_equal(fill[i], ' ');
        assert_in_range(where.column, 1, size + 1);
    }
    free(text);
}

static void test_fen_errors__every_beginning_of_a_fen_is_read_or_refused_in_place(void **state)
{
    static const char whole[] =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq e3 10 12";
    const size_t size = strlen(whole);

    (void)state;
    for (size_t length = 0; length <= size; length++) {
        /* A copy of its own, so that reading past the end is noticed. */
        char *text = malloc(length + 1);
        arb_where where = { 1, 1, ARB_WANTED_NOTHING };
        arb_setup setup;

        assert_non_null(text);
        char *end = memcpy(text + 1, whole, length);
        /* A square of which half is missing is told where it begins. */
        if (arb_fen_read(&setup, &where, end, length, NULL) != ARB_OK)
            assert_int_equal(where.column,
                             length > 0 && end[length - 1] == 'e' ? length : length + 1);
        free(text);
    }
}

static void test_fen_errors__rubbish_is_survived(void **state)
{
    static const char letters[] = "pnbrqkPNBRQK12345678//////  wbKQkqAHah--e3601";
    chance luck = chance_begin(52);

    (void)state;
    for (unsigned i = 0; i < scaled(200000); i++) {
        char text[100];
        const size_t size = chance_below(&luck, sizeof text);
        arb_where where = { 1, 1, ARB_WANTED_NOTHING };
        arb_setup setup, before;

        for (size_t j = 0; j < size; j++)
            text[j] = chance_below(&luck, 40) == 0
                          ? (char)chance_bits(&luck)
                          : letters[chance_below(&luck, sizeof letters - 1)];
        memset(&before, 0xa5, sizeof before);
        setup = before;
        if (arb_fen_read(&setup, &where, text, size, NULL) == ARB_OK)
            continue;
        assert_memory_equal(&setup, &before, sizeof setup);
        assert_in_range(where.column, 1, size + 1);
        assert_in_range(where.wanted, ARB_WANTED_END, ARB_WANTED_COUNT - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fen_errors__in_the_placement),
        cmocka_unit_test(test_fen_errors__in_turn_and_rights),
        cmocka_unit_test(test_fen_errors__in_en_passant_and_counters),
        cmocka_unit_test(test_fen_errors__columns_count_characters),
        cmocka_unit_test(test_fen_errors__a_nul_in_the_middle_is_only_a_wrong_character),
        cmocka_unit_test(test_fen_errors__a_megabyte_is_read_no_further_than_needed),
        cmocka_unit_test(test_fen_errors__every_beginning_of_a_fen_is_read_or_refused_in_place),
        cmocka_unit_test(test_fen_errors__rubbish_is_survived),
    };
    return cmocka_run_group_tests_name("fen errors", tests, NULL, NULL);
}
