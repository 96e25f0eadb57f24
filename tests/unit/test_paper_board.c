/* SPDX-License-Identifier: MIT */
/* Boards drawn in SVG (2.1, 2.3, 2.4). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "paper/board.h"
#include "support/random_positions.h"
#include "support/well_formed.h"

static char *board_of(const arb_board *board, bool shared)
{
    arb_buf out;
    arb_ink ink = { .out = &out };

    arb_buf_init(&out, NULL, 1 << 24);
    arb_board_svg(&ink, board, shared);
    assert_int_equal(ink.err, ARB_OK);
    const char *fault = markup_fault(arb_buf_text(&out), arb_buf_size(&out));
    if (fault)
        fail_msg("%s", fault);
    char *text = malloc(arb_buf_size(&out) + 1);
    assert_non_null(text);
    memcpy(text, arb_buf_text(&out), arb_buf_size(&out) + 1);
    arb_buf_clear(&out);
    return text;
}

static size_t count_of(const char *text, const char *words)
{
    size_t count = 0;

    for (; (text = strstr(text, words)) != NULL; text++)
        count++;
    return count;
}

/* Laws 2.1, 2.3, 2.4 */
static void test_paper_board__pieces_stand_on_their_squares(void **state)
{
    const arb_setup initial = arb_setup_initial();
    arb_board board = { .setup = &initial };

    (void)state;
    char *text = board_of(&board, false);
    assert_int_equal(markup_count(text, "use"), 32);
    assert_non_null(strstr(text, "<use href=\"#arb-wK\" x=\"400\" y=\"700\"/>")); /* e1 */
    assert_non_null(strstr(text, "<use href=\"#arb-bQ\" x=\"300\" y=\"0\"/>"));   /* d8 */
    assert_int_equal(count_of(text, "h100v100h-100z"), 32);
    assert_non_null(strstr(text, "M0 700h100")); /* a1 is dark */
    assert_null(strstr(text, "M700 700h100"));   /* h1 is light */
    assert_non_null(strstr(text, "<text x=\"50\" y=\"846\">a</text>"));
    assert_non_null(strstr(text, ">White Ke1, Qd1, "));
    free(text);
    board.flip = true;
    board.lang = ARB_LANG_IT;
    text = board_of(&board, false);
    assert_non_null(strstr(text, "<use href=\"#arb-wK\" x=\"300\" y=\"0\"/>"));
    assert_non_null(strstr(text, "<text x=\"50\" y=\"846\">h</text>"));
    assert_non_null(strstr(text, ">Bianco Re1, Dd1, "));
    free(text);
    board.bare = board.hatched = true;
    text = board_of(&board, false);
    assert_int_equal(markup_count(text, "text"), 0);
    assert_int_equal(markup_count(text, "use"), 64); /* each with its halo */
    assert_null(strstr(text, "#c8c8c8"));
    free(text);
}

static void test_paper_board__marks_and_arrows(void **state)
{
    const arb_setup empty = arb_setup_empty();
    static const uint8_t arrows[][2] = { { 0, 7 }, { 12, 28 }, { 5, 5 } };
    const arb_board board = { .setup = &empty,
                              .ringed = 1ull << 28 | 1,
                              .crossed = 1ull << 63,
                              .arrow = arrows,
                              .arrows = 3,
                              .size_mm = 50 };

    (void)state;
    char *text = board_of(&board, false);
    assert_int_equal(markup_count(text, "circle"), 2);
    assert_non_null(strstr(text, "cx=\"450\" cy=\"450\""));             /* e4 */
    assert_non_null(strstr(text, "d=\"M710 10l80 80"));                 /* h8 */
    assert_non_null(strstr(text, "translate(50 750) rotate(0.00)"));    /* a1 to h1 */
    assert_non_null(strstr(text, "translate(450 650) rotate(-90.00)")); /* e2 to e4: upwards */
    assert_int_equal(count_of(text, "rotate("), 2); /* one that goes nowhere is none */
    assert_non_null(strstr(text, " width=\"50mm\" height=\"47mm\""));
    free(text);
}

static void test_paper_board__any_diagram_can_be_drawn(void **state)
{
    chance luck = chance_begin(1803);

    (void)state;
    for (unsigned round = 0; round < scaled(300); round++) {
        const arb_setup setup = random_diagram(&luck);
        size_t pieces = 0;
        const arb_board board = { .setup = &setup, .hatched = round % 2, .flip = round % 3 == 0 };
        char *text = board_of(&board, round % 5 == 0);
        for (unsigned i = 0; i < 64; i++)
            pieces += setup.piece[i] != ARB_PIECE_NONE;
        assert_int_equal(markup_count(text, "use"), board.hatched ? 2 * pieces : pieces);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper_board__pieces_stand_on_their_squares),
        cmocka_unit_test(test_paper_board__marks_and_arrows),
        cmocka_unit_test(test_paper_board__any_diagram_can_be_drawn),
    };
    return cmocka_run_group_tests_name("paper board", tests, NULL, NULL);
}
