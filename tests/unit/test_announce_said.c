/* SPDX-License-Identifier: MIT */
/* What is said of a move, exactly (Laws D.2.1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/announce.h"
#include "support/assertions.h"
static const char ruy[] = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
static const char wings[] = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8";
static const char promo[] = "3r3k/4P3/8/8/8/8/6K1/8 w - - 0 1";
static const char passing[] = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
static const char rooks[] = "1k6/8/8/8/8/8/4K3/R6R w - - 0 1";
static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static void assert_said(const char *fen, const char *uci, arb_saying saying, const char *expected)
{
    const arb_pos pos = pos_of(fen);
    char text[ARB_ANNOUNCEMENT_SIZE];
    arb_move move;

    assert_int_equal(arb_uci_read(&move, NULL, &pos, uci, strlen(uci)), ARB_OK);
    const size_t size = arb_announcement_write(text, sizeof text, &pos, move, &saying);
    assert_string_equal(text, expected);
    assert_int_equal(size, strlen(expected));
}

/* Laws D.2.1: the very words, of squares, castling, pieces and the promotion. */
static void test_announce_said__in_german_as_the_laws_have_it(void **state)
{
    const arb_saying laws = { 0 };
    static const char *const files[] = { "Anna", "Bella", "Cesar",  "David",
                                         "Eva",  "Felix", "Gustav", "Hector" };
    static const char *const ranks[] = { "eins", "zwei",  "drei",   "vier",
                                         "fünf", "sechs", "sieben", "acht" };

    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        char text[ARB_ANNOUNCEMENT_SIZE];
        arb_announced_file_write(text, sizeof text, i, &laws);
        assert_string_equal(text, files[i]);
        arb_announced_rank_write(text, sizeof text, i, &laws);
        assert_string_equal(text, ranks[i]);
    }
    assert_said(start, "e2e4", laws, "Bauer Eva vier");
    assert_said(start, "g1f3", laws, "Springer Felix drei");
    assert_said(ruy, "e1g1", laws, "Kurze Rochade");
    assert_said(wings, "e1c1", laws, "Lange Rochade");
    assert_said(ruy, "b5c6", laws, "Läufer schlägt Cesar sechs");
    assert_said(promo, "e7e8q", laws, "Bauer Eva acht Dame Schach");
    assert_said(promo, "e7d8n", laws, "Bauer Eva schlägt David acht Springer");
    assert_said(passing, "e5d6", laws, "Bauer Eva schlägt David sechs en passant");
    assert_said(passing, "e1d2", laws, "König David zwei");
    assert_said(rooks, "a1d1", laws, "Turm Anna David eins");
    assert_said("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", laws, "Turm Hector acht Matt");
}

/* Laws D.2.1: what the arbiter agrees on instead. */
static void test_announce_said__in_other_manners(void **state)
{
    static const struct {
        const char *code, *uci, *text;
        arb_saying saying;
    } rows[] = {
        { "it", "b5c6", "alfiere prende Cesar sei", { 0 } },
        { "en", "b5c6", "bishop takes Charlie six", { .files = ARB_FILE_NATO } },
        { "en", "b5c6", "bishop takes c6", { .files = ARB_FILE_LETTERS, .digits = true } },
        { "en", "b5c6", "bishop takes c six", { .files = ARB_FILE_LETTERS } },
        { "it", "b5c6", "alfiere prende Catania sei", { .files = ARB_FILE_CITIES } },
        { "fr", "b5c6", "fou prend Cannes 6", { .files = ARB_FILE_CITIES, .digits = true } },
        { "es", "b5c6", "alfil Bella cinco captura Cesar seis", { .whole = true } },
        { "es", "b5c6", "alfil Cesar seis", { .brief = true } },
        { "pt", "d2d4", "David quatro", { .bare_pawns = true } },
        { "nl", "d2d4", "pion Dublin vier", { .files = ARB_FILE_CITIES } },
        { "ru", "f3e5", "конь бьёт Ева пять", { 0 } },
        { "hi", "e1g1", "Kurze Rochade", { 0 } }, /* no word of its own: that of the Laws */
        { "hi", "f3e5", "asp Eva paanch", { 0 } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_saying saying = rows[i].saying;
        saying.language = language_of(rows[i].code);
        assert_said(ruy, rows[i].uci, saying, rows[i].text);
    }
}

/* A text that does not fit is cut off, and its length is told. */
static void test_announce_said__is_cut_off(void **state)
{
    const arb_pos pos = arb_pos_initial();
    const arb_saying laws = { 0 };
    arb_move moves[ARB_MOVES_MAX];
    char text[6] = "?????";

    (void)state;
    assert_int_equal(arb_pos_moves(moves, &pos), 20);
    assert_true(arb_announcement_write(text, sizeof text, &pos, moves[0], &laws) > sizeof text);
    assert_int_equal(strlen(text), 5);
    assert_true(arb_announcement_write(NULL, 0, &pos, moves[0], &laws) > 5);
}

static void assert_position(const char *fen, arb_saying saying, const char *expected)
{
    const arb_pos pos = pos_of(fen);
    char text[ARB_ANNOUNCED_POSITION_SIZE];

    assert_int_equal(arb_announced_position_write(text, sizeof text, &pos, &saying),
                     strlen(expected));
    assert_string_equal(text, expected);
}

static void test_announce_said__a_whole_position(void **state)
{
    (void)state;
    assert_position(passing, (arb_saying){ 0 },
                    "Weiß: König Eva eins; Bauer Eva fünf. Schwarz: König Eva acht; Bauer David "
                    "fünf. en passant David sechs. Weiß am Zug.");
    assert_position(
        "r3k3/8/8/8/8/8/PP6/R3K2R b KQq - 0 1",
        (arb_saying){ .language = language_of("it"), .files = ARB_FILE_LETTERS, .digits = true },
        "Nero: re e8; torre a8; arrocco lungo. Bianco: re e1; torre a1, h1; pedone a2, "
        "b2; arrocco corto; arrocco lungo. tratto al Nero.");
    assert_position("4k3/8/8/8/8/8/8/4K3 w - - 0 1", (arb_saying){ .language = language_of("en") },
                    "White: king Eva one. Black: king Eva eight. White to move.");
}

/* Laws D.2.1: the words of a card. */
static void test_announce_said__words_one_by_one(void **state)
{
    const arb_saying german = { 0 }, hindi = { .language = language_of("hi") };
    char text[ARB_ANNOUNCEMENT_SIZE];

    (void)state;
    arb_announced_word_write(text, sizeof text, ARB_MEANING_KING, &german);
    assert_string_equal(text, "König");
    arb_announced_word_write(text, sizeof text, ARB_MEANING_TAKES, &german);
    assert_string_equal(text, "schlägt");
    arb_announced_word_write(text, sizeof text, ARB_MEANING_TAKES, &hindi);
    assert_string_equal(text, "");
    arb_announced_square_write(text, sizeof text, square_of("h8"), &german);
    assert_string_equal(text, "Hector acht");
    assert_position(passing, hindi,
                    "safed: shah Eva ek; piyada Eva paanch. kala: shah Eva aath; piyada David "
                    "paanch. en passant David chhah. safed.");
}

/* Two rooks on one file: their ranks tell them apart. */
static void test_announce_said__the_rank_of_a_rook(void **state)
{
    (void)state;
    assert_said("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", (arb_saying){ 0 },
                "Turm eins Anna drei");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_announce_said__in_german_as_the_laws_have_it),
        cmocka_unit_test(test_announce_said__in_other_manners),
        cmocka_unit_test(test_announce_said__is_cut_off),
        cmocka_unit_test(test_announce_said__a_whole_position),
        cmocka_unit_test(test_announce_said__words_one_by_one),
        cmocka_unit_test(test_announce_said__the_rank_of_a_rook),
    };
    return cmocka_run_group_tests_name("announce said", tests, NULL, NULL);
}
