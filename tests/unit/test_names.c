/* SPDX-License-Identifier: MIT */
/* How squares, colours, pieces, displacements and positions are spelt, and read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "support/assertions.h"

#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* Laws C.5, C.6, C.7 */
static void test_names__squares_read_back(void **state)
{
    static const char *const wrong[] = { "", "e", "e44", "i1", "a9", "a0", "E4", "-", "`1" };
    char name[3];

    (void)state;
    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++) {
        assert_int_equal(arb_square_write(name, sizeof name, square), 2);
        assert_int_equal(arb_square_read(name, 2), square);
    }
    assert_string_equal(name, "h8");
    assert_int_equal(arb_square_write(name, sizeof name, ARB_SQUARE_NONE), 1);
    assert_string_equal(name, "-");
    assert_int_equal(arb_square_write(NULL, 0, 0), 2);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(arb_square_read(wrong[i], strlen(wrong[i])), ARB_SQUARE_NONE);
}

static void test_names__colours_and_pieces_read_back(void **state)
{
    (void)state;
    assert_string_equal(arb_colour_word(ARB_COLOUR_COUNT), "none");
    for (int i = 0; i < ARB_COLOUR_COUNT; i++) {
        const arb_colour colour = (arb_colour)i;
        const char *word = arb_colour_word(colour);
        assert_int_equal(arb_colour_read(word, strlen(word)), colour);
        for (int role = 0; role < ARB_ROLE_COUNT; role++) {
            const arb_piece piece = arb_piece_of(colour, (arb_role)role);
            assert_int_equal(arb_piece_from_letter(arb_piece_letter(piece)), piece);
        }
    }
    assert_int_equal(arb_colour_read("none", 4), ARB_COLOUR_COUNT);
    assert_int_equal(arb_colour_read("whit", 4), ARB_COLOUR_COUNT);
    assert_int_equal(arb_piece_letter(arb_piece_of(ARB_WHITE, ARB_KNIGHT)), 'N');
    assert_int_equal(arb_role_letter(ARB_KNIGHT), 'n');
    assert_int_equal(arb_piece_letter(ARB_PIECE_NONE), '.');
    for (int c = 0; c < 256; c++)
        assert_int_equal(arb_piece_from_letter((char)c) != ARB_PIECE_NONE,
                         c != 0 && strchr("pnbrqkPNBRQK", c) != NULL);
}

static void test_names__hands_read_back(void **state)
{
    static const char *const texts[] = { "e2e4", "a7a8q", "h2h1n" };
    static const struct {
        const char *text;
        size_t column;
        arb_wanted wanted;
    } wrong[] = { { "", 1, ARB_WANTED_SQUARE },
                  { "e2", 3, ARB_WANTED_SQUARE },
                  { "e2i4", 3, ARB_WANTED_SQUARE },
                  { "e7e8k", 5, ARB_WANTED_PROMOTION },
                  { "e7e8qq", 6, ARB_WANTED_END } };
    const arb_hand none = { ARB_SQUARE_NONE, ARB_SQUARE_NONE, ARB_ROLE_NONE };
    arb_hand hand;
    arb_where where;
    char text[ARB_HAND_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_int_equal(arb_hand_read(&hand, NULL, texts[i], strlen(texts[i])), ARB_OK);
        assert_int_equal(arb_hand_write(text, sizeof text, hand), strlen(texts[i]));
        assert_string_equal(text, texts[i]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(arb_hand_read(&hand, &where, wrong[i].text, strlen(wrong[i].text)),
                         ARB_SYNTAX);
        assert_int_equal(where.column, wrong[i].column);
        assert_int_equal(where.wanted, wrong[i].wanted);
    }
    arb_hand_write(text, sizeof text, none);
    assert_string_equal(text, "--");
}

static void test_names__a_position_in_one_step(void **state)
{
    static const char kingless[] = "4k3/8/8/8/8/8/8/8 w - - 0 1", bad[] = "4k3/9";
    arb_pos pos = arb_pos_initial();
    const arb_pos before = pos;
    uint32_t faults = 0;
    arb_where where;
    char fen[ARB_FEN_SIZE];

    (void)state;
    assert_int_equal(arb_pos_from_fen(&pos, &where, &faults, kingless, strlen(kingless)),
                     ARB_STATE);
    assert_int_equal(faults, ARB_FAULT_WHITE_KINGS);
    assert_int_equal(arb_pos_from_fen(&pos, &where, &faults, bad, strlen(bad)), ARB_SYNTAX);
    assert_int_equal(faults, 0);
    assert_int_equal(where.column, 5);
    assert_memory_equal(&pos, &before, sizeof pos);
    assert_int_equal(arb_pos_from_fen(&pos, NULL, NULL, INITIAL, strlen(INITIAL)), ARB_OK);
    assert_int_equal(arb_pos_fen(fen, sizeof fen, &pos), strlen(INITIAL));
    assert_string_equal(fen, INITIAL);
}

/* Laws II.3: castling by the king's way or on its rook, in either game. */
static void test_names__uci_castles_both_ways(void **state)
{
    static const struct {
        const char *fen, *text;
    } castles[] = { { "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1" },
                    { "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1" },
                    { "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8a8" },
                    { "4k3/8/8/8/8/8/8/1R3K2 w Q - 0 1", "f1b1" } };
    arb_move move;

    (void)state;
    for (size_t i = 0; i < sizeof castles / sizeof *castles; i++) {
        const arb_pos pos = pos_of(castles[i].fen);
        arb_reading reading;
        assert_int_equal(arb_uci_read(&move, NULL, &pos, castles[i].text, 4), ARB_OK);
        assert_int_equal(arb_move_kind_of(move), ARB_MOVE_CASTLING);
        assert_int_equal(arb_move_read(&reading, NULL, &pos, castles[i].text, 4, NULL), ARB_OK);
        assert_int_equal(reading.kind, ARB_READING_LEGAL);
        assert_true(arb_move_equal(reading.move, move));
    }
    const arb_pos pos = arb_pos_initial();
    assert_int_equal(arb_uci_read(&move, NULL, &pos, "e2e5", 4), ARB_STATE);
    assert_int_equal(arb_uci_read(&move, NULL, &pos, "e4", 2), ARB_SYNTAX);
}

/* Laws C.2, C.3, C.8, C.10, 3.5 */
static void test_names__any_notation_in_one_call(void **state)
{
    static const char *const same[] = { "Nf3", "Ng1-f3", "g1f3", "7163", "♘f3", "knight f3" };
    const arb_pos pos = arb_pos_initial();
    const arb_pos knights = pos_of("4k3/8/8/8/8/8/N3N3/4K3 w - - 0 1");
    const arb_pos moved = pos_of("4k3/8/8/8/8/8/8/3K3R w - - 0 1");
    arb_reading reading;
    arb_where where;
    char text[ARB_MOVE_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        assert_int_equal(arb_move_read(&reading, NULL, &pos, same[i], strlen(same[i]), NULL),
                         ARB_OK);
        assert_int_equal(reading.kind, ARB_READING_LEGAL);
        arb_uci_write(text, sizeof text, reading.move, ARB_STANDARD);
        assert_string_equal(text, "g1f3");
    }
    assert_int_equal(arb_move_read(&reading, NULL, &knights, "Nc3", 3, NULL), ARB_OK);
    assert_int_equal(reading.kind, ARB_READING_AMBIGUOUS);
    assert_int_equal(reading.count, 2);
    assert_int_equal(arb_move_read(&reading, NULL, &moved, "d1g1", 4, NULL), ARB_OK);
    assert_int_equal(reading.kind, ARB_READING_ILLEGAL);
    assert_int_equal(reading.article, ARB_ART_3_8_1);
    assert_int_equal(arb_move_read(&reading, &where, &pos, "Nf9", 3, NULL), ARB_SYNTAX);
    assert_int_equal(where.column, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names__squares_read_back),
        cmocka_unit_test(test_names__colours_and_pieces_read_back),
        cmocka_unit_test(test_names__hands_read_back),
        cmocka_unit_test(test_names__a_position_in_one_step),
        cmocka_unit_test(test_names__uci_castles_both_ways),
        cmocka_unit_test(test_names__any_notation_in_one_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
