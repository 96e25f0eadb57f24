/* SPDX-License-Identifier: MIT */
/* The pictures of the articles: what they mark, against what the Laws say of the pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/chess960.h"
#include "arbitro/diagram.h"
#include "arbitro/explain.h"
#include "arbitro/fen.h"

/* "e4 e5" as a set. */
static uint64_t squares(const char *names)
{
    uint64_t set = 0;

    while (*names) {
        const arb_square square = arb_square_read(names, 2);
        assert_int_not_equal(square, ARB_SQUARE_NONE);
        set |= UINT64_C(1) << square;
        names += 2;
        names += *names == ' ';
    }
    return set;
}

static size_t pictures_of(arb_picture out[ARB_PICTURES_MAX], const char *article, size_t number)
{
    const arb_diagram *diagram = arb_diagram_of(arb_article_find(article, strlen(article)), number);

    assert_non_null(diagram);
    return arb_diagram_pictures(out, diagram);
}

/* Laws 3.2, 3.3, 3.4, 3.5, 3.6, 3.7.1, 3.7.2, 3.7.3, 3.7.3.2, 3.7.3.3, 3.8.1, 3.8.2.2, 3.9.1, 3.9.2
 */
static void test_diagram__where_pieces_can_go(void **state)
{
    static const char bishop[] = "a8 b7 c6 d5 f3 g2 h1 b1 c2 d3 f5 g6 h7";
    static const char rook[] = "e1 e2 e3 e5 e6 e7 e8 a4 b4 c4 d4 f4 g4 h4";
    static const struct {
        const char *article, *from, *reached, *captured;
    } rows[] = {
        { "3.2", "e4", bishop, "" },
        { "3.3", "e4", rook, "" },
        { "3.5", "e4", "e3 e5 c4 d4 f4 g4", "e6 h4" },
        { "3.6", "e4", "d2 f2 c3 g3 c5 g5 d6 f6", "" },
        { "3.7.1", "e4", "e5", "" },
        { "3.7.2", "e2", "e3 e4", "" },
        { "3.7.3", "e4", "", "d5 f5" },
        { "3.7.3.2", "e5", "d6 e6", "" },
        { "3.7.3.3", "a7", "a8", "b8" },
        { "3.8.1", "e4", "d3 e3 f3 d4 f4 d5 e5 f5", "" },
        { "3.8.2.2", "e1", "d1 d2 e2 c1", "" },
        { "3.9.1", "h4", "g3 h3 g4 h5", "" },
        { "3.9.2", "e4", "", "" },
    };
    arb_picture pictures[ARB_PICTURES_MAX];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(pictures_of(pictures, rows[i].article, 0), 1);
        assert_int_equal(pictures[0].from, arb_square_read(rows[i].from, 2));
        if (pictures[0].reached != squares(rows[i].reached) ||
            pictures[0].captured != squares(rows[i].captured))
            fail_msg("%s is drawn wrongly", rows[i].article);
        assert_true(pictures[0].moved == 0 && !pictures[0].names);
    }
    (void)pictures_of(pictures, "3.4", 0);
    assert_true(pictures[0].reached == (squares(bishop) | squares(rook)));
}

/* Laws 3.7.3.1, 3.7.3.3, 3.8.2, II.3.2.1, II.3.2.2, II.3.2.3, II.3.2.4, II.3.2.6, II.3.2.7 */
static void test_diagram__moves_before_and_after(void **state)
{
    static const struct {
        const char *article;
        size_t number, count;
        const char *last, *left, *arrived; /* the end, and what moved on the last two pictures */
    } rows[] = {
        { "3.7.3.1", 0, 3, "7k/8/3P4/8/8/8/8/K7", "e5 d5", "d6" },
        { "3.7.3.1", 1, 3, "7k/8/8/8/8/4p3/8/K7", "f4 e4", "e3" },
        { "3.7.3.3", 1, 2, "1Q5k/8/8/8/8/8/8/K7", "a7", "b8" },
        { "3.8.2", 0, 2, "2kr3r/8/8/8/8/8/8/R4RK1", "e1 h1 e8 a8", "f1 g1 c8 d8" },
        { "3.8.2", 1, 2, "r4rk1/8/8/8/8/8/8/2KR3R", "e1 a1 e8 h8", "c1 d1 f8 g8" },
        { "II.3", 0, 2, "2kr3r/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1", "d1 h1 d8 b8", "f1 g1 c8 d8" },
        { "II.3", 1, 2, "1r3rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR3R", "d1 b1 d8 h8", "c1 d1 f8 g8" },
        { "II.3.2.1", 0, 2, "1k2r3/pppppppp/8/8/8/8/PPPPPPPP/5RK1", "b1 e1", "f1 g1" },
        { "II.3.2.2", 0, 2, "5kr1/pppppppp/8/8/8/8/PPPPPPPP/5RK1", "f1 g1", "f1 g1" },
        { "II.3.2.3", 0, 2, "4kr2/pppppppp/8/8/8/8/PPPPPPPP/5RK1", "e1", "g1" },
        { "II.3.2.4", 0, 2, "6kr/pppppppp/8/8/8/8/PPPPPPPP/5RK1", "h1", "f1" },
        { "II.3.2.7", 0, 2, "1r1k3r/pppppppp/8/8/8/8/PPPPPPPP/N1KRB2R", "b1 d1", "c1 d1" },
    };
    arb_picture pictures[ARB_PICTURES_MAX];
    char fen[ARB_FEN_SIZE];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t last = rows[i].count - 1;
        assert_int_equal(pictures_of(pictures, rows[i].article, rows[i].number), rows[i].count);
        (void)arb_fen_write(fen, sizeof fen, &pictures[last].setup, ARB_FEN_X, NULL);
        fen[strcspn(fen, " ")] = '\0';
        assert_string_equal(fen, rows[i].last);
        if (pictures[last - 1].moved != squares(rows[i].left) ||
            pictures[last].moved != squares(rows[i].arrived))
            fail_msg("%s is drawn wrongly", rows[i].article);
    }
    (void)pictures_of(pictures, "3.7.3.1", 0);
    assert_true(pictures[1].captured == squares("d5"));
    (void)pictures_of(pictures, "3.7.3.3", 1);
    assert_true(pictures[0].captured == squares("b8"));
}

/* Every line of the list: a position without faults, captions, a number that finds it. */
static void test_diagram__every_line(void **state)
{
    enum { DIAGRAMS = 29 };
    unsigned count = 0;

    (void)state;
    for (int i = ARB_ART_NONE; i < ARB_ART_COUNT; i++) {
        const arb_diagram *diagram;
        for (size_t k = 0; (diagram = arb_diagram_of((arb_article)i, k)); k++) {
            arb_picture pictures[ARB_PICTURES_MAX];
            uint32_t faults = 0;
            arb_pos pos;
            const size_t shown = arb_diagram_pictures(pictures, diagram);

            count++;
            assert_int_equal(diagram->article, i);
            assert_true(shown >= 1 && shown <= ARB_PICTURES_MAX);
            assert_int_equal(pictures[0].names, *diagram->fen == '\0');
            for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
                const char *caption = diagram->caption[lang];
                assert_true(strlen(caption) > 8 && caption[strlen(caption) - 1] == '.');
            }
            if (*diagram->fen == '\0')
                continue;
            assert_int_equal(
                arb_pos_from_fen(&pos, NULL, &faults, diagram->fen, strlen(diagram->fen)), ARB_OK);
            assert_int_equal(faults, 0);
        }
    }
    assert_int_equal(count, DIAGRAMS);
    assert_null(arb_diagram_of(ARB_ART_NONE, 0));
    assert_null(arb_diagram_of(ARB_ART_3_2, 1));
}

/* Laws 2.3, C.7, II.2 */
static void test_diagram__whole_boards(void **state)
{
    arb_picture pictures[ARB_PICTURES_MAX];
    const arb_setup initial = arb_setup_initial(), empty = arb_setup_empty();

    (void)state;
    assert_int_equal(pictures_of(pictures, "2.3", 0), 1);
    assert_true(arb_setup_equal(&pictures[0].setup, &initial));
    assert_int_equal(pictures_of(pictures, "C.7", 0), 1);
    assert_true(pictures[0].names && arb_setup_equal(&pictures[0].setup, &empty));
    assert_int_equal(pictures_of(pictures, "II.2", 0), 1);
    assert_int_not_equal(arb_chess960_number(&pictures[0].setup), ARB_CHESS960_COUNT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_diagram__where_pieces_can_go),
        cmocka_unit_test(test_diagram__moves_before_and_after),
        cmocka_unit_test(test_diagram__every_line),
        cmocka_unit_test(test_diagram__whole_boards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
