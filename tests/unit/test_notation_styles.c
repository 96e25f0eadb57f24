/* SPDX-License-Identifier: MIT */
/*
 * Single moves in and out: the examples of C.10 and C.11, every option of a style, and texts that
 * do not fit their room.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "support/assertions.h"
#include "support/random_positions.h"

#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

typedef struct vector {
    const char *fen, *uci, *text;
} vector;

/* One move in one style: written as `text`, and read back from it. */
static void check_vector(const vector *v, const arb_style *style)
{
    const arb_pos pos = pos_of(v->fen);
    const arb_move move = move_of(&pos, v->uci, style->variant);
    char text[ARB_MOVE_TEXT_SIZE];
    arb_written written;

    const size_t size = arb_move_write(text, sizeof text, &pos, move, style);
    assert_string_equal(text, v->text);
    assert_int_equal(size, strlen(text));
    assert_int_equal(arb_written_read(&written, NULL, text, size, style->language), ARB_OK);
    const arb_reading reading = arb_written_in(&written, &pos, style->variant);
    assert_int_equal(reading.kind, ARB_READING_LEGAL);
    assert_true(arb_move_equal(reading.move, move));
}

/* Laws C.10.1, C.10.2, C.10.3, C.10.3.1, C.10.3.2, C.10.3.3, C.10.3.4, C.11 */
static void test_notation_styles__examples_of_disambiguation(void **state)
{
    static const vector rows[] = {
        { "4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1", "e1f3", "Cef3" },
        { "4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1", "g1f3", "Cgf3" },
        { "4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1", "g5f3", "C5f3" },
        { "4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1", "g1f3", "C1f3" },
        { "4k3/8/8/8/3N4/8/7N/K7 w - - 0 1", "h2f3", "Chf3" },
        { "4k3/8/8/8/3N4/8/7N/K7 w - - 0 1", "d4f3", "Cdf3" },
        { "4k3/8/8/8/8/5p2/8/K3N1N1 w - - 0 1", "e1f3", "Cexf3" },
        { "4k3/8/8/8/8/5p2/8/K3N1N1 w - - 0 1", "g1f3", "Cgxf3" },
        { "4k3/8/8/6N1/8/5p2/8/K5N1 w - - 0 1", "g1f3", "C1xf3" },
        { "4k3/8/8/6N1/8/5p2/8/K5N1 w - - 0 1", "g5f3", "C5xf3" },
        { "4k3/8/8/8/3N4/5p2/7N/K7 w - - 0 1", "h2f3", "Chxf3" },
        { "4k3/8/8/8/3N4/5p2/7N/K7 w - - 0 1", "d4f3", "Cdxf3" },
        { "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "c4d5", "cxd5" },
        { "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "e4d5", "exd5" },
        { "8/3P4/8/8/8/8/k7/4K3 w - - 0 1", "d7d8q", "d8D" },
        { "8/3P4/8/8/8/8/k7/4K3 w - - 0 1", "d7d8r", "d8T" },
        { "8/3P4/8/8/8/8/k7/4K3 w - - 0 1", "d7d8b", "d8A" },
        { "8/3P4/8/8/8/8/k7/4K3 w - - 0 1", "d7d8n", "d8C" },
        { "5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7f8n", "exf8C" },
        { "5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7f8q", "exf8D" },
        { "5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7f8r", "exf8T" },
        { "5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7f8b", "exf8A" },
        { "5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8b", "e8A" },
        { "5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8n", "e8C" },
        { "5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8q", "e8D" },
        { "5n2/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8r", "e8T" },
        /* three queens: both file and rank; a pinned knight is no rival */
        { "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Dh4e1" },
        { "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Dee1" },
        { "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "D1e1" },
        { "k7/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Cf3" },
    };
    arb_style style = arb_style_fide;

    (void)state;
    style.language = language_of("it");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_vector(&rows[i], &style);
}

#define EP      "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
#define MATE    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
#define CASTLE  "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
#define PAWN    "1n5k/P7/8/8/8/8/8/4K3 w - - 0 1"
#define SHUFFLE "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"

static void test_notation_styles__every_option_of_a_style(void **state)
{
    const arb_style san = arb_style_san, fide = arb_style_fide;
    arb_style s;

    (void)state;
    check_vector(&(vector){ EP, "e5d6", "exd6" }, &san);
    check_vector(&(vector){ EP, "e5d6", "exd6 e.p." }, &fide);
    check_vector(&(vector){ EP, "e5d6", "e5xd6 e.p." }, &arb_style_long);
    check_vector(&(vector){ EP, "e5d6", "e5d6" }, &arb_style_uci);
    check_vector(&(vector){ EP, "e5d6", "5546" }, &arb_style_numeric);
    check_vector(&(vector){ EP, "e5d6", "pawn e takes d6 en passant" }, &arb_style_words);
    s = fide, s.capture = ARB_CAPTURE_COLON, s.en_passant = false;
    check_vector(&(vector){ EP, "e5d6", "e:d6" }, &s);
    s.capture = ARB_CAPTURE_NONE;
    check_vector(&(vector){ EP, "e5d6", "ed6" }, &s);
    check_vector(&(vector){ MATE, "a1a8", "Ra8#" }, &fide);
    s = fide, s.mate = ARB_MATE_DOUBLE_PLUS;
    check_vector(&(vector){ MATE, "a1a8", "Ra8++" }, &s);
    s.mate = ARB_MATE_NONE;
    check_vector(&(vector){ MATE, "a1a8", "Ra8" }, &s);
    s = fide, s.check = false;
    check_vector(&(vector){ MATE, "a1a8", "Ra8" }, &s);
    check_vector(&(vector){ MATE, "a1a8", "rook a8 checkmate" }, &arb_style_words);
    check_vector(&(vector){ CASTLE, "e8g8", "0-0" }, &fide);
    check_vector(&(vector){ CASTLE, "e8c8", "O-O-O" }, &san);
    check_vector(&(vector){ CASTLE, "e8c8", "0-0-0" }, &arb_style_long);
    check_vector(&(vector){ CASTLE, "e8g8", "e8g8" }, &arb_style_uci);
    check_vector(&(vector){ CASTLE, "e8c8", "5838" }, &arb_style_numeric);
    check_vector(&(vector){ CASTLE, "e8g8", "castles kingside" }, &arb_style_words);
    check_vector(&(vector){ CASTLE, "a8a1", "Rxa1+" }, &san);
    s = arb_style_long, s.hyphen = true;
    check_vector(&(vector){ INITIAL, "g1f3", "Ng1-f3" }, &s);
    check_vector(&(vector){ INITIAL, "e2e4", "e2-e4" }, &s);
    check_vector(&(vector){ EP, "e5d6", "e5xd6 e.p." }, &s);
    s = fide, s.naming = ARB_NAMING_FIGURINES;
    check_vector(&(vector){ INITIAL, "g1f3", "♘f3" }, &s);
    check_vector(&(vector){ CASTLE, "a8d8", "♜d8" }, &s);
    s.naming = ARB_NAMING_WHITE_FIGURINES;
    check_vector(&(vector){ CASTLE, "a8d8", "♖d8" }, &s);
    s = arb_style_uci, s.variant = ARB_CHESS960;
    check_vector(&(vector){ SHUFFLE, "f1g1", "f1g1" }, &s);
    check_vector(&(vector){ SHUFFLE, "f1b1", "f1b1" }, &s);
    s = arb_style_numeric, s.variant = ARB_CHESS960;
    check_vector(&(vector){ SHUFFLE, "f1b1", "6121" }, &s);
    s = san, s.variant = ARB_CHESS960;
    check_vector(&(vector){ SHUFFLE, "f1b1", "O-O-O" }, &s);
}

/* Laws C.11 */
static void test_notation_styles__promotion_with_every_sign(void **state)
{
    static const char *const texts[ARB_PROMOTION_COUNT] = { "axb8Q+", "axb8=Q+", "axb8(Q)+",
                                                            "axb8/Q+", "axb8-Q+" };
    static const char *const pieces[] = { "a7a8q", "a7a8r", "a7a8b", "a7a8n" };
    static const char *const digits[] = { "17181", "17182", "17183", "17184" };
    arb_style style = arb_style_fide;

    (void)state;
    for (unsigned i = 0; i < ARB_PROMOTION_COUNT; i++) {
        style.promotion = (arb_promotion_sign)i;
        check_vector(&(vector){ PAWN, "a7b8q", texts[i] }, &style);
    }
    for (unsigned i = 0; i < 4; i++) {
        check_vector(&(vector){ PAWN, pieces[i], pieces[i] }, &arb_style_uci);
        check_vector(&(vector){ PAWN, pieces[i], digits[i] }, &arb_style_numeric);
    }
    style = arb_style_fide, style.naming = ARB_NAMING_FIGURINES;
    check_vector(&(vector){ PAWN, "a7a8n", "a8♘" }, &style);
    style = arb_style_fide, style.language = language_of("ru");
    check_vector(&(vector){ PAWN, "a7a8n", "a8К" }, &style);
    check_vector(&(vector){ PAWN, "e1d1", "Крd1" }, &style);
    style.language = language_of("ar"); /* which has no letters */
    check_vector(&(vector){ PAWN, "a7a8n", "a8♘" }, &style);
    check_vector(&(vector){ PAWN, "e1d1", "♔d1" }, &style);
    style = arb_style_words, style.language = language_of("it");
    check_vector(&(vector){ PAWN, "a7a8n", "pedone a8 diventa cavallo" }, &style);
    check_vector(&(vector){ PAWN, "a7b8q", "pedone a prende b8 diventa donna scacco" }, &style);
}

static void test_notation_styles__a_text_is_cut_to_its_room(void **state)
{
    const arb_pos pos = pos_of(EP);
    const arb_move move = move_of(&pos, "e5d6", ARB_STANDARD);
    static const char whole[] = "exd6 e.p.";

    (void)state;
    for (size_t size = 0; size <= sizeof whole + 1; size++) {
        char text[16];

        memset(text, '*', sizeof text);
        assert_int_equal(arb_move_write(text, size, &pos, move, &arb_style_fide), strlen(whole));
        if (size > 0) {
            const size_t kept = size <= strlen(whole) ? size - 1 : strlen(whole);
            assert_memory_equal(text, whole, kept);
            assert_int_equal(text[kept], '\0');
        }
        for (size_t i = size; i < sizeof text; i++)
            assert_int_equal(text[i], '*');
    }
    assert_int_equal(arb_move_write(NULL, 0, &pos, move, &arb_style_san), 4);
}

/* Whether it is a move or not, a displacement is written alike. */
static void test_notation__a_displacement_is_written_as_a_move(void **state)
{
    chance luck = chance_begin(77);

    (void)state;
    for (unsigned i = 0; i < scaled(3000); i++) {
        const arb_setup setup =
            i % 2 ? random_played(&luck, false, chance_below(&luck, 120)) : random_nonsense(&luck);
        arb_move moves[ARB_MOVES_MAX];
        arb_pos pos, next;
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        const size_t count = arb_pos_variant(&pos) == ARB_STANDARD ? arb_pos_moves(moves, &pos) : 0;
        for (size_t j = 0; j < count; j++) {
            char san[16], hand[16];
            arb_pos_play(&next, &pos, moves[j]);
            const arb_setup after = arb_pos_setup(&next);
            arb_san_write(san, sizeof san, &pos, moves[j]);
            arb_hand_san_write(hand, sizeof hand, &pos, arb_move_hand(moves[j], ARB_STANDARD),
                               &after);
            assert_string_equal(hand, san);
        }
    }
}

static void test_notation__a_displacement_that_is_no_move(void **state)
{
    static const struct {
        const char *fen, *uci, *after, *expected;
    } rows[] = {
        { "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e5", "4k3/8/8/4P3/8/8/8/4K3 b - - 0 1", "e5" },
        { "4k3/8/8/8/8/8/4R3/K7 b - - 0 1", "e8e2", "8/8/8/8/8/8/4k3/K7 w - - 0 1", "Kxe2" },
        { "4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1", "g1a4", "4k3/8/8/8/N7/8/8/N3K3 b - - 0 1", "Na4" },
        { "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 1", "b8=Q+" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b - - 0 1", "O-O" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_setup setup, after;
        arb_hand hand;
        arb_pos pos;
        char text[16];
        assert_int_equal(arb_fen_read(&setup, NULL, rows[i].fen, strlen(rows[i].fen), NULL),
                         ARB_OK);
        assert_int_equal(arb_fen_read(&after, NULL, rows[i].after, strlen(rows[i].after), NULL),
                         ARB_OK);
        assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
        assert_int_equal(arb_hand_read(&hand, NULL, rows[i].uci, strlen(rows[i].uci)), ARB_OK);
        assert_true(arb_hand_san_write(text, sizeof text, &pos, hand, &after) > 0);
        assert_string_equal(text, rows[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notation__a_displacement_is_written_as_a_move),
        cmocka_unit_test(test_notation__a_displacement_that_is_no_move),
        cmocka_unit_test(test_notation_styles__examples_of_disambiguation),
        cmocka_unit_test(test_notation_styles__every_option_of_a_style),
        cmocka_unit_test(test_notation_styles__promotion_with_every_sign),
        cmocka_unit_test(test_notation_styles__a_text_is_cut_to_its_room),
    };
    return cmocka_run_group_tests_name("notation_styles", tests, NULL, NULL);
}
