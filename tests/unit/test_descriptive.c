/* SPDX-License-Identifier: MIT */
/*
 * The descriptive notation: texts of older books in known positions, and a second, slow writer of
 * it whose fullest form must fit the one move it was made from.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/notation.h"
#include "notation/descriptive.h"
#include "support/random_positions.h"

static arb_pos position(const char *fen)
{
    arb_setup setup;
    arb_pos pos;

    assert_int_equal(arb_fen_read(&setup, NULL, fen, strlen(fen), NULL), ARB_OK);
    assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
    return pos;
}

/* The moves that fit, as SAN with blanks between them; "?" for what cannot be read. */
static void expect_fit(const char *fen, const char *text, const char *expected)
{
    const arb_pos pos = position(fen);
    arb_move moves[ARB_MOVES_MAX];
    char found[512] = "", san[ARB_MOVE_TEXT_SIZE];
    bool readable;
    const size_t count = arb_descriptive_moves(moves, &readable, text, strlen(text), &pos);

    for (size_t i = 0; i < count; i++) {
        arb_san_write(san, sizeof san, &pos, moves[i]);
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? " " : "", san);
    }
    if (strcmp(readable ? found : "?", expected) != 0)
        fail_msg("%s in %s: %s instead of %s", text, fen, readable ? found : "?", expected);
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define REPLY "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

static void test_descriptive__moves_of_old_books(void **state)
{
    (void)state;
    expect_fit(START, "P-K4", "e4");
    expect_fit(START, "1. P-K4", "e4");
    expect_fit(START, "P-QB4", "c4");
    expect_fit(START, "P-B4", "c4 f4");
    expect_fit(START, "KBP-B4", "f4");
    expect_fit(START, "Kt-KB3", "Nf3");
    expect_fit(START, "N-QB3!", "Nc3");
    expect_fit(START, "N-B3", "Nc3 Nf3");
    expect_fit(START, "KN-B3", "Nf3");
    expect_fit(START, "QKt-B3", "Nc3");
    expect_fit(START, "P-K5", "");
    expect_fit(START, "PxP", "");
    expect_fit(REPLY, "P-K4", "e5");
    expect_fit(REPLY, "1... P-QB4", "c5");
    expect_fit("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "PxP", "exd5 exf5");
    expect_fit("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "PxQP", "exd5");
    expect_fit("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "KPxBP", "exf5");
    expect_fit("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "PxP e.p.", "exd6");
    expect_fit("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P-R8(Q) ch", "a8=Q+");
    expect_fit("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "P-QR8=Kt", "a8=N");
    expect_fit("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Castles K", "O-O");
    expect_fit("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "castles QR", "O-O-O");
    expect_fit("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Castles", "O-O O-O-O");
    expect_fit("4k3/8/8/8/8/8/8/R3KR2 w - - 0 1", "KR-B8 mate", "Rf8+");
    expect_fit("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "R-Q1", "Rad1 Rfd1");
    expect_fit("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "R(R1)-Q1", "Rad1");
    expect_fit("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "QR-Q1", "Rad1");
    expect_fit("4k3/8/8/8/8/4b3/8/2B1KB2 w - - 0 1", "QBxB", "Bxe3");
    expect_fit("4k3/8/8/8/8/4b3/8/2B1KB2 w - - 0 1", "KBxB", "");
    expect_fit("4k3/8/8/8/8/3nKn2/8/8 w - - 0 1", "KxN(Q3)", "Kxd3");
    expect_fit("4k3/8/8/8/8/3nKn2/8/8 w - - 0 1", "K x KN", "Kxf3");
}

static void test_descriptive__what_it_is_not(void **state)
{
    static const char *const texts[] = { "",        "e4",    "Nf3",          "P",    "P-",   "P-K9",
                                         "P-P4",    "KK-K2", "P-K4 or P-Q4", "-K4",  "PxK4", "Px",
                                         "R(Q1-K1", "P-K8(", "KQR-K1",       "BP-BP" };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_fit(START, texts[i], "?");
}

/* The fullest name of a move: of the piece with its square, of the target with its square. */
static void write_fully(char out[64], const arb_pos *pos, arb_move move)
{
    static const char *const files[] = { "QR", "QN", "QB", "Q", "K", "KB", "KN", "KR" };
    static const char letters[] = "PNBRQK";
    const bool white = pos->turn == ARB_WHITE;
    const arb_square from = arb_move_from(move), to = arb_move_to(move);
    const arb_square captured = arb_move_captured(pos, move), rook = arb_move_rook(move);
    size_t used = 0;

#define SQUARE(s) files[arb_square_file(s)], white ? arb_square_rank(s) + 1 : 8 - arb_square_rank(s)
    if (rook != ARB_SQUARE_NONE) {
        snprintf(out, 64, "Castles %c", rook > from ? 'K' : 'Q');
        return;
    }
    used += (size_t)snprintf(out, 64, "%c(%s%u)", letters[arb_piece_role(arb_pos_piece(pos, from))],
                             SQUARE(from));
    if (captured == ARB_SQUARE_NONE)
        used += (size_t)snprintf(out + used, 64 - used, "-%s%u", SQUARE(to));
    else
        used += (size_t)snprintf(out + used, 64 - used, "x%c(%s%u)",
                                 letters[arb_piece_role(arb_pos_piece(pos, captured))],
                                 SQUARE(captured));
#undef SQUARE
    if (arb_move_promotion(move) != ARB_ROLE_NONE)
        snprintf(out + used, 64 - used, "(%c)", letters[arb_move_promotion(move)]);
}

static void test_descriptive__every_move_has_a_name_of_its_own(void **state)
{
    unsigned long tried = 0;

    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        chance luck = chance_begin(i);
        const arb_setup setup = random_played(&luck, false, chance_below(&luck, 80));
        arb_pos pos;
        assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
        arb_move moves[ARB_MOVES_MAX], found[ARB_MOVES_MAX];
        const size_t count = arb_pos_moves(moves, &pos);
        for (size_t at = 0; at < count; at++, tried++) {
            char name[64];
            bool readable;
            write_fully(name, &pos, moves[at]);
            const size_t fits = arb_descriptive_moves(found, &readable, name, strlen(name), &pos);
            if (!readable || fits != 1 || !arb_move_equal(found[0], moves[at]))
                fail_msg("%s fits %zu moves", name, fits);
        }
    }
    print_message("# %lu moves\n", tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_descriptive__moves_of_old_books),
        cmocka_unit_test(test_descriptive__what_it_is_not),
        cmocka_unit_test(test_descriptive__every_move_has_a_name_of_its_own),
    };

    return cmocka_run_group_tests_name("descriptive", tests, NULL, NULL);
}
