/* SPDX-License-Identifier: MIT */
/*
 * Written moves in a position: legal with what there is to remark, ambiguous with the moves that
 * fit, or illegal with the article that is broken.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "support/assertions.h"

#define INITIAL "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void put_candidates(char *out, size_t size, const arb_reading *reading, arb_variant variant)
{
    char moves[ARB_CANDIDATES_MAX][8];
    const unsigned count =
        reading->count < ARB_CANDIDATES_MAX ? reading->count : ARB_CANDIDATES_MAX;

    for (unsigned i = 0; i < count; i++)
        arb_uci_write(moves[i], sizeof moves[i], reading->candidates[i], variant);
    qsort(moves, count, sizeof moves[0], by_text);
    for (unsigned i = 0; i < count; i++)
        snprintf(out + strlen(out), size - strlen(out), " %s", moves[i]);
}

/*
 * "g1f3" with the remarks behind it; "ambiguous" with the moves; "illegal" with the article. That a
 * notation is not algebraic has a test of its own.
 */
static const char *describe(const arb_reading *reading, arb_variant variant)
{
    static const char *const remarks[] = { "letter", "no-x",     "no-ep",
                                           "silent", "no-check", "needless" };
    static char out[256];

    switch (reading->kind) {
    case ARB_READING_ILLEGAL:
        snprintf(out, sizeof out, "illegal %s", arb_article_number(reading->article));
        break;
    case ARB_READING_AMBIGUOUS:
        snprintf(out, sizeof out, "ambiguous");
        put_candidates(out, sizeof out, reading, variant);
        break;
    case ARB_READING_LEGAL:
        arb_uci_write(out, sizeof out, reading->move, variant);
        for (unsigned i = 0; i < sizeof remarks / sizeof *remarks; i++)
            if (reading->remarks >> i & 1)
                snprintf(out + strlen(out), sizeof out - strlen(out), " %s", remarks[i]);
        break;
    }
    return out;
}

typedef struct answer {
    const char *text, *expected;
} answer;

static void check_answers(const char *code, const char *fen, arb_variant variant,
                          const answer *rows, size_t count)
{
    const arb_pos pos = pos_of(fen);
    const arb_language *language = arb_language_find(code, strlen(code));
    unsigned wrong = 0;

    for (size_t i = 0; i < count; i++) {
        const char *text = rows[i].text;
        arb_written written;

        if (arb_written_read(&written, NULL, text, strlen(text), language) != ARB_OK)
            fail_msg("%s \"%s\" cannot be read", code, text);
        const arb_reading reading = arb_written_in(&written, &pos, variant);
        if (strcmp(describe(&reading, variant), rows[i].expected) == 0)
            continue;
        print_error("%s: %s \"%s\" is %s, not %s\n", fen, code, text, describe(&reading, variant),
                    rows[i].expected);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

#define CHECK_IN(code, fen, variant, ...)                                                          \
    check_answers(code, fen, variant, (const answer[]){ __VA_ARGS__ },                             \
                  sizeof((const answer[]){ __VA_ARGS__ }) / sizeof(answer))
#define CHECK_ANSWERS(fen, ...) CHECK_IN("en", fen, ARB_STANDARD, __VA_ARGS__)
#define CHECK_960(fen, ...)     CHECK_IN("en", fen, ARB_CHESS960, __VA_ARGS__)

/* Laws 3.10.1, 3.10.2, C.8 */
static void test_reading__first_moves(void **state)
{
    (void)state;
    CHECK_ANSWERS(INITIAL, { "e4", "e2e4" }, { "e3", "e2e3" }, { "Nf3", "g1f3" },
                  { "Nb1-c3", "b1c3" }, { "e2e4", "e2e4" }, { "5254", "e2e4" }, { "♘c3", "b1c3" },
                  { "knight to f3", "g1f3" }, { "e2-e4", "e2e4" }, { "e5", "illegal 3.7" },
                  { "e2e5", "illegal 3.7" }, { "5255", "illegal 3.7" }, { "Ke2", "illegal 3.1" },
                  { "Nd2", "illegal 3.1" }, { "g1e2", "illegal 3.1" }, { "Ra3", "illegal 3.5" },
                  { "Bc4", "illegal 3.5" }, { "Qd4", "illegal 3.5" }, { "queen d4", "illegal 3.5" },
                  { "a1a3", "illegal 3.5" }, { "Nd4", "illegal 3.6" }, { "g1g3", "illegal 3.6" },
                  { "c1c3", "illegal 3.2" }, { "Bc1-c3", "illegal 3.2" }, { "a1b3", "illegal 3.3" },
                  { "d1e3", "illegal 3.4" }, { "e1e3", "illegal 3.8.1" },
                  { "exd3", "illegal 3.7.3" }, { "ed3", "illegal 3.7.3" },
                  { "0-0", "illegal 3.8.2.2" }, { "O-O-O", "illegal 3.8.2.2" },
                  { "castles kingside", "illegal 3.8.2.2" }, { "e1g1", "illegal 3.1" },
                  { "e7e5", "illegal 1.1" }, { "5755", "illegal 1.1" }, { "Ng8-f6", "illegal 1.1" },
                  { "e3e4", "illegal 3.10.2" }, { "e2e2", "illegal 3.10.2" },
                  { "Ne2-e4", "illegal 3.10.2" }, { "e4Q", "illegal 3.7.3.3" });
}

/* Laws C.3 */
static void test_reading__the_language_decides(void **state)
{
    static const char fen[] = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/2KR1B1R w - - 8 11";
    static const struct {
        const char *code, *expected;
    } rows[] = { { "it", "c1b1" },        { "fr", "c1b1" }, { "es", "c1b1" }, { "pt", "c1b1" },
                 { "ro", "c1b1" },        { "eo", "c1b1" }, { "fi", "d2b1" }, { "is", "d2b1" },
                 { "en", "illegal 3.5" }, { "et", "d2b1" } };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_IN(rows[i].code, fen, ARB_STANDARD, { "Rb1", rows[i].expected });
    CHECK_IN("it", fen, ARB_STANDARD, { "Re1", "illegal 3.8.1" }, { "Te1", "d1e1" },
             { "Ce4", "d2e4" }, { "re b1", "c1b1" }, { "Rb1 (=)", "c1b1" });
}

/* Laws C.9.3 */
static void test_reading__a_pawn_that_captures_names_its_file(void **state)
{
    static const char one[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    static const char two[] = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1";
    static const char steps[] = "4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1";
    arb_written written;

    (void)state;
    CHECK_ANSWERS(one, { "exd5", "e4d5" }, { "ed5", "e4d5" }, { "ed", "e4d5" }, { "exd", "e4d5" },
                  { "e:d5", "e4d5" }, { "ed5:", "e4d5" }, { "e4xd5", "e4d5" }, { "e4d5", "e4d5" },
                  { "e takes d5", "e4d5" }, { "cxd5", "illegal 3.10.2" });
    CHECK_ANSWERS(two, { "cxd5", "c4d5" }, { "ed", "e4d5" },
                  { "pawn takes d5", "ambiguous c4d5 e4d5" }, { "c5", "c4c5" });
    CHECK_ANSWERS(steps, { "ed", "ambiguous e4d5 e5d6" }, { "exd", "ambiguous e4d5 e5d6" },
                  { "ed5", "e4d5" }, { "exd6", "e5d6" });
    /* d5 alone is a step of a pawn on the d-file, and there is none. */
    assert_int_equal(arb_written_read(&written, NULL, "d5", 2, NULL), ARB_OK);
    for (unsigned i = 0; i < 2; i++) {
        const arb_pos pos = pos_of(i == 0 ? one : two);
        const arb_reading reading = arb_written_in(&written, &pos, ARB_STANDARD);
        assert_int_equal(reading.kind, ARB_READING_ILLEGAL);
        assert_int_not_equal(reading.article, ARB_ART_NONE);
    }
}

/* Laws C.10, C.10.1, C.10.2, C.10.3 */
static void test_reading__several_pieces_reach_the_square(void **state)
{
    (void)state;
    CHECK_ANSWERS("4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1", { "Nf3", "ambiguous e1f3 g1f3" },
                  { "N1f3", "ambiguous e1f3 g1f3" }, { "knight f3", "ambiguous e1f3 g1f3" },
                  { "Nef3", "e1f3" }, { "Ngf3", "g1f3" }, { "Ndf3", "illegal 3.10.2" },
                  { "N2f3", "illegal 3.10.2" }, { "Ne1f3", "e1f3" });
    CHECK_ANSWERS("4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1", { "Nf3", "ambiguous g1f3 g5f3" },
                  { "Ngf3", "ambiguous g1f3 g5f3" }, { "N5f3", "g5f3" }, { "N1f3", "g1f3" });
    CHECK_IN("it", "4k3/8/8/8/3N4/8/7N/K7 w - - 0 1", ARB_STANDARD,
             { "Cf3", "ambiguous d4f3 h2f3" }, { "Chf3", "h2f3" }, { "Cdf3", "d4f3" },
             { "cavallo f3", "ambiguous d4f3 h2f3" }, { "cavallo d f3", "d4f3" });
    CHECK_ANSWERS("4k3/8/8/8/3N4/5p2/7N/K7 w - - 0 1", { "Nxf3", "ambiguous d4f3 h2f3" },
                  { "Nf3", "ambiguous d4f3 h2f3" }, { "Nhxf3", "h2f3" }, { "Ndf3", "d4f3" });
    CHECK_ANSWERS("1k6/8/8/8/8/8/K7/R6R w - - 0 1", { "Rd1", "ambiguous a1d1 h1d1" },
                  { "R1d1", "ambiguous a1d1 h1d1" }, { "Rad1", "a1d1" }, { "rook h d1", "h1d1" },
                  { "Ra1", "illegal 3.1" });
    CHECK_ANSWERS("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", { "Qe1", "ambiguous e4e1 h1e1 h4e1" },
                  { "Qhe1", "ambiguous h1e1 h4e1" }, { "Q4e1", "ambiguous e4e1 h4e1" },
                  { "Qh4e1", "h4e1" }, { "Qee1", "e4e1" }, { "Q1e1", "h1e1" });
    /* a pinned piece is no rival, and its move is illegal */
    CHECK_ANSWERS("k7/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", { "Nf3", "g1f3" },
                  { "Ngf3", "g1f3 needless" }, { "Ndf3", "illegal 3.9.2" },
                  { "Nd2f3", "illegal 3.9.2" }, { "Nb3", "illegal 3.9.2" });
}

/* Laws 3.9.2, 3.8.2.1, 3.8.2.2, 1.4.1 */
static void test_reading__checks_and_castling(void **state)
{
    (void)state;
    CHECK_ANSWERS("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", { "Nd4", "illegal 3.9.2" },
                  { "knight c3", "illegal 3.9.2" }, { "e2c3", "illegal 3.9.2" }, { "Kd2", "e1d2" },
                  { "Ke3", "illegal 3.8.1" });
    CHECK_ANSWERS("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", { "0-0", "illegal 3.8.2.2" },
                  { "0-0-0", "illegal 3.8.2.2" }, { "e1g1", "illegal 3.8.2.2" },
                  { "5171", "illegal 3.8.2.2" }, { "Kxe2", "e1e2" }, { "Ra2", "illegal 3.9.2" },
                  { "Kd2", "illegal 3.9.2" }, { "Kf1", "e1f1" });
    CHECK_ANSWERS("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", { "0-0", "illegal 3.8.2.1" },
                  { "O-O-O", "illegal 3.8.2.1" }, { "e1g1", "illegal 3.8.2.1" },
                  { "Ke1-c1", "illegal 3.8.2.1" }, { "castles queenside", "illegal 3.8.2.1" });
    CHECK_ANSWERS("4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", { "0-0", "illegal 3.8.2.2" },
                  { "0-0-0", "illegal 3.8.2.1" });
    CHECK_ANSWERS("6r1/4k3/8/8/8/8/8/4K2R w K - 0 1", { "0-0", "illegal 3.8.2.2" });
    CHECK_ANSWERS("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", { "0-0", "e1g1" }, { "0-0-0", "e1c1" },
                  { "e1g1", "e1g1" }, { "Ke1-c1", "e1c1" }, { "5131", "e1c1" },
                  { "castles kingside", "e1g1" }, { "Kg1", "illegal 3.8.1" },
                  { "Kc1", "illegal 3.8.1" });
    /* the opponent's king is never captured, not even in a position that no game reaches */
    CHECK_ANSWERS("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", { "Rxe8", "illegal 1.4.1" },
                  { "e1e8", "illegal 1.4.1" });
}

/* Laws 3.7.3.3, C.11 */
static void test_reading__promotion(void **state)
{
    static const char fen[] = "8/3P4/8/8/8/8/k7/4K3 w - - 0 1";

    (void)state;
    CHECK_ANSWERS(fen, { "d8Q", "d7d8q" }, { "d8=N", "d7d8n" }, { "d7d8r", "d7d8r" },
                  { "47483", "d7d8b" }, { "pawn d8 promotes to queen", "d7d8q" },
                  { "d8", "illegal 3.7.3.3" }, { "d7d8", "illegal 3.7.3.3" },
                  { "4748", "illegal 3.7.3.3" }, { "pawn d8", "illegal 3.7.3.3" },
                  { "d8K", "illegal 3.7.3.3" }, { "d8=P", "illegal 3.7.3.3" },
                  { "d7-d8", "illegal 3.7.3.3" }, { "d8 =", "illegal 3.7.3.3" });
    CHECK_ANSWERS("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", { "a4Q", "illegal 3.7.3.3" },
                  { "a2a3q", "illegal 3.7.3.3" }, { "a5", "illegal 3.7" });
    CHECK_ANSWERS("4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1", { "dxe8=Q+", "d7e8q" }, { "deN", "d7e8n" },
                  { "de", "illegal 3.7.3.3" }, { "dxe8", "illegal 3.7.3.3" },
                  { "d8=Q", "illegal 3.9.2" });
    CHECK_IN("it", fen, ARB_STANDARD, { "d8D", "d7d8q" }, { "d8(T)", "d7d8r" },
             { "d8R", "illegal 3.7.3.3" });
}

/* Laws 3.7.3.1, 3.7.3.2, C.13.6 */
static void test_reading__en_passant(void **state)
{
    (void)state;
    CHECK_ANSWERS("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", { "exd6 e.p.", "e5d6" }, { "exd6", "e5d6" },
                  { "ed", "e5d6" }, { "e5d6", "e5d6" }, { "e6 e.p.", "e5e6 no-ep" },
                  { "pawn e takes d6 en passant", "e5d6" });
    CHECK_ANSWERS("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", { "exd6 e.p.", "illegal 3.7.3.2" },
                  { "ed6", "illegal 3.7.3.2" }, { "e5d6", "illegal 3.7.3.2" },
                  { "5546", "illegal 3.7.3.2" }, { "exf6", "illegal 3.7.3" });
    CHECK_ANSWERS("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", { "exd6 e.p.", "illegal 3.9.2" },
                  { "ed", "illegal 3.9.2" });
    CHECK_ANSWERS("4k3/8/8/8/4p3/4P3/3P4/4K3 w - - 0 1", { "e4", "illegal 3.7.1" },
                  { "d4", "d2d4" });
    CHECK_ANSWERS("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", { "e4", "illegal 3.7.2" },
                  { "e3", "illegal 3.7.1" });
}

/* Laws C.4, C.9, C.13, C.13.3, C.13.4, C.13.5 */
static void test_reading__remarks(void **state)
{
    (void)state;
    CHECK_ANSWERS(INITIAL, { "Pe4", "e2e4 letter" }, { "pe4", "e2e4 letter" },
                  { "Nxf3", "g1f3 no-x" }, { "e2xe4", "e2e4 no-x" }, { "Nf3 e.p.", "g1f3 no-ep" },
                  { "Ngf3", "g1f3 needless" }, { "N1f3", "g1f3 needless" }, { "Ng1f3", "g1f3" },
                  { "Nf3+", "g1f3 no-check" }, { "Nf3#", "g1f3 no-check" },
                  { "Nf3++", "g1f3 no-check" },
                  { "Ngxf3+ e.p.", "g1f3 no-x no-ep no-check needless" }, { "pawn e4", "e2e4" },
                  { "e4!!", "e2e4" }, { "knight g f3", "g1f3" });
    CHECK_ANSWERS("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", { "Ra8", "a1a8 silent" }, { "Ra8+", "a1a8" },
                  { "Ra8#", "a1a8 no-check" }, { "Ra8++", "a1a8 no-check" },
                  { "Ra7+", "a1a7 no-check" }, { "0-0-0", "e1c1" }, { "0-0-0+", "e1c1 no-check" },
                  { "rook a8 check", "a1a8" });
    CHECK_ANSWERS("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", { "Ra8#", "a1a8" }, { "Ra8++", "a1a8" },
                  { "Ra8+", "a1a8" }, { "Ra8", "a1a8 silent" }, { "rook a8 checkmate", "a1a8" });
    /* ++ is mate, and double check in older books */
    CHECK_ANSWERS("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", { "Nf6++", "e4f6" }, { "Nf6+", "e4f6" },
                  { "Nf6#", "e4f6 no-check" }, { "Nc5++", "e4c5 no-check" }, { "Nc5+ sc.", "e4c5" },
                  { "Nc5", "e4c5 silent" });
    /* only a pawn that captures lacks a file (C.9.3); C.10.3 prefers it, and the rank is right too
     */
    CHECK_ANSWERS("4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1", { "N1f3", "g1f3 needless" },
                  { "Ngf3", "g1f3" });
}

/* Laws C: other notations are read, and are no evidence. */
static void test_reading__not_algebraic(void **state)
{
    static const struct {
        const char *text;
        bool algebraic;
    } rows[] = { { "Nf3", true },         { "Ng1f3", true },     { "Ng1-f3", true },
                 { "e4", true },          { "e2-e4", true },     { "e2e4", true },
                 { "♘f3", true },         { "Nf3+ e.p.", true }, { "g1f3", false },
                 { "7163", false },       { "5254", false },     { "knight f3", false },
                 { "pawn to e4", false }, { "g1-f3", false } };
    const arb_pos pos = pos_of(INITIAL);

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = rows[i].text;
        arb_written written;

        assert_int_equal(arb_written_read(&written, NULL, text, strlen(text), NULL), ARB_OK);
        const arb_reading reading = arb_written_in(&written, &pos, ARB_STANDARD);
        assert_int_equal(reading.kind, ARB_READING_LEGAL);
        if (rows[i].algebraic == ((reading.remarks & ARB_REMARK_NOT_ALGEBRAIC) != 0))
            fail_msg("%s is %salgebraic", text, rows[i].algebraic ? "" : "not ");
    }
}

/* Laws II.3, II.3.2.1, II.3.2.2, II.3.2.3, II.3.2.4, C.13.1, C.13.2 */
static void test_reading__castling_in_chess960(void **state)
{
    static const char both[] = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1";

    (void)state;
    CHECK_960(both, { "0-0", "f1g1" }, { "O-O-O", "f1b1" }, { "f1g1", "f1g1" }, { "f1b1", "f1b1" },
              { "f1c1", "f1b1" }, { "6171", "f1g1" }, { "6121", "f1b1" }, { "Kf1-g1", "f1g1" },
              { "castles kingside", "f1g1" }, { "castles queenside", "f1b1" }, { "Ke2", "f1e2" },
              { "Kg1", "illegal 3.1" });
    CHECK_IN("it", both, ARB_CHESS960, { "arrocco corto", "f1g1" }, { "arrocco lungo", "f1b1" });
    /* only the rook moves, and only the king */
    CHECK_960("4k3/8/8/8/8/8/8/1R4KR w HB - 0 1", { "0-0", "g1h1" }, { "g1h1", "g1h1" },
              { "7181", "g1h1" }, { "0-0-0", "g1b1" }, { "Kf1", "g1f1" });
    CHECK_960("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", { "0-0-0", "e1d1" }, { "e1d1", "e1d1" },
              { "0-0", "illegal 3.8.2.1" });
    CHECK_960("4k3/8/8/8/8/8/8/1R2NKR1 w GB - 0 1", { "0-0-0", "illegal 3.8.2.2" },
              { "f1b1", "illegal 3.8.2.2" }, { "0-0", "f1g1" });
    CHECK_960("4k3/8/8/8/8/8/8/1R3KR1 w - - 0 1", { "0-0", "illegal 3.8.2.1" },
              { "f1g1", "illegal 3.8.2.1" }, { "0-0-0", "illegal 3.8.2.1" });
    CHECK_960("6rk/8/8/8/8/8/8/1R3K1R w HB - 0 1", { "0-0", "illegal 3.8.2.2" });
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading__first_moves),
        cmocka_unit_test(test_reading__the_language_decides),
        cmocka_unit_test(test_reading__a_pawn_that_captures_names_its_file),
        cmocka_unit_test(test_reading__several_pieces_reach_the_square),
        cmocka_unit_test(test_reading__checks_and_castling),
        cmocka_unit_test(test_reading__promotion),
        cmocka_unit_test(test_reading__en_passant),
        cmocka_unit_test(test_reading__remarks),
        cmocka_unit_test(test_reading__not_algebraic),
        cmocka_unit_test(test_reading__castling_in_chess960),
    };
    return cmocka_run_group_tests_name("reading", tests, NULL, NULL);
}
