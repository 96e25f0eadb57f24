/* SPDX-License-Identifier: MIT */
/*
 * Positions with operations (PGN standard, 16.2): what is read and what is not, that values stay as
 * they are, and that what is written reads back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/epd.h"
#include "support/data_file.h"
#include "support/failing_mem.h"
#include "support/random_positions.h"

#define PLACE "r3k2r/8/8/8/4P3/8/8/4K3 b kq e3"

static arb_epd read_epd(const char *text)
{
    arb_epd epd;
    arb_where where;

    if (arb_epd_read(&epd, &where, text, strlen(text), NULL) != ARB_OK)
        fail_msg("%s: column %zu, expected %s", text, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
    return epd;
}

/* All operations as "opcode[operand|operand]", a string in quotes. */
static void list_operations(char *out, size_t size, const arb_epd *epd)
{
    size_t at = 0, used = 0;
    arb_epd_op op;

    out[0] = '\0';
    while (arb_epd_next(&op, epd, &at)) {
        arb_epd_operand operand;
        size_t in = 0;
        used += (size_t)snprintf(out + used, size - used, "%.*s[", (int)op.opcode_size, op.opcode);
        for (bool first = true; arb_epd_operand_next(&operand, &op, &in); first = false)
            used += (size_t)snprintf(out + used, size - used, "%s%s%.*s%s", first ? "" : "|",
                                     operand.quoted ? "\"" : "", (int)operand.size, operand.text,
                                     operand.quoted ? "\"" : "");
        used += (size_t)snprintf(out + used, size - used, "]");
        assert_true(used < size);
    }
}

static void test_epd__operations_are_told_in_their_order_and_as_they_stand(void **state)
{
    static const struct {
        const char *text, *operations;
    } cases[] = {
        { PLACE, "" },
        { PLACE " ", "" },
        { PLACE " bm Nf3;", "bm[Nf3]" },
        { PLACE " bm Nf3 O-O+; id \"BK.01\";", "bm[Nf3|O-O+]id[\"BK.01\"]" },
        { PLACE " id \"a; b\"; noop;", "id[\"a; b\"]noop[]" },
        { PLACE "\tc0 \"one\" two \"three four\" ;  c9 \"\";",
          "c0[\"one\"|two|\"three four\"]c9[\"\"]" },
        { PLACE " id \"say \\\"no;\\\" or \\\\\"; ce -32767;",
          "id[\"say \\\"no;\\\" or \\\\\"]ce[-32767]" },
        { PLACE " draw_offer; tcri \"a@b.c\" \"A B\"; resign;",
          "draw_offer[]tcri[\"a@b.c\"|\"A B\"]resign[]" },
        { PLACE " x-y_2 1;", "x-y_2[1]" },
        /* the last semicolon is missing */
        { PLACE " bm Nf3; id \"x\"", "bm[Nf3]id[\"x\"]" },
        { PLACE " bm Nf3", "bm[Nf3]" },
        { PLACE " bm a; foo", "bm[a]foo[]" },
        /* suites of perft put it first */
        { PLACE " 0 1 ;D1 20 ;D2 400", "D1[20]D2[400]" },
        { PLACE ";D1 20;D2 400;", "D1[20]D2[400]" },
        { PLACE " ; ;; noop ;", "noop[]" },
        { "8/8/8/8/8/8/8/8 ;D1 0", "D1[0]" },
        /* five and six fields before them */
        { PLACE " 3 bm Nf3;", "bm[Nf3]" },
        { PLACE " 3 9 bm Nf3;", "bm[Nf3]" },
        /* Latin-1 is no business of ours */
        { PLACE " id \"Mu\xf1oz\";", "id[\"Mu\xf1oz\"]" },
    };
    char found[200];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const arb_epd epd = read_epd(cases[i].text);
        list_operations(found, sizeof found, &epd);
        assert_string_equal(found, cases[i].operations);
    }
}

static void test_epd__the_position_is_that_of_the_fen(void **state)
{
    const arb_setup four = setup_of(PLACE), six = setup_of(PLACE " 12 34");
    arb_epd epd = read_epd(PLACE " bm O-O;");

    (void)state;
    assert_true(arb_setup_equal(&epd.setup, &four));
    epd = read_epd(PLACE " 12 34 bm O-O;");
    assert_true(arb_setup_equal(&epd.setup, &six));
    epd = read_epd(PLACE " fmvn 34; bm O-O; hmvc 12;");
    assert_true(arb_setup_equal(&epd.setup, &six));
    /* what is named counts more than what only stands there, and the last name more than the first
     */
    epd = read_epd(PLACE " 5 6 hmvc 7; fmvn 34; hmvc 12;");
    assert_true(arb_setup_equal(&epd.setup, &six));
}

static void test_epd__what_cannot_be_read_is_told_with_its_column(void **state)
{
    static const struct {
        const char *text;
        size_t column;
        arb_wanted wanted;
    } cases[] = {
        { "", 1, ARB_WANTED_EIGHT_SQUARES },
        { "; bm Nf3;", 1, ARB_WANTED_EIGHT_SQUARES },
        { "8/8/8/8/8/8/8/8 w - x4 bm a;", 21, ARB_WANTED_EN_PASSANT },
        /* no operation in sight: a FEN with something behind it */
        { "8/8/8/8/8/8/8/8 w - - more", 23, ARB_WANTED_QUIET_PLIES },
        { "8/8/8/8/8/8/8/8 w - - 0 1 more", 27, ARB_WANTED_END },
        { "8/8/8/8/8/8/8/8 w - - 0 1 2", 27, ARB_WANTED_END },
        { "8/8/8/8/8/8/8/8 w - - 0 1 2 bm a;", 27, ARB_WANTED_END },
        { "8/8/8/8/8/8/8/8 w - - bm a; 7;", 29, ARB_WANTED_OPERATION },
        { "8/8/8/8/8/8/8/8 w - - bm a; \"x\";", 29, ARB_WANTED_OPERATION },
        { "8/8/8/8/8/8/8/8 w - - bm=a;", 25, ARB_WANTED_OPERATION },
        { "8/8/8/8/8/8/8/8 w - - id \"abc;", 31, ARB_WANTED_QUOTE_END },
        { "8/8/8/8/8/8/8/8 w - - id \"abc\\\";", 33, ARB_WANTED_QUOTE_END },
        { "8/8/8/8/8/8/8/8 w - - id \"abc\\", 31, ARB_WANTED_QUOTE_END },
        { "8/8/8/8/8/8/8/8 w - - hmvc x;", 28, ARB_WANTED_QUIET_PLIES },
        { "8/8/8/8/8/8/8/8 w - - hmvc;", 27, ARB_WANTED_QUIET_PLIES },
        { "8/8/8/8/8/8/8/8 w - - hmvc 1 2;", 28, ARB_WANTED_QUIET_PLIES },
        { "8/8/8/8/8/8/8/8 w - - fmvn 65536;", 28, ARB_WANTED_MOVE_NUMBER },
        { "8/8/8/8/8/8/8/8 w - - bm \x01;", 26, ARB_WANTED_PRINTABLE },
        { "8/8/8/8/8/8/8/8 w - - bm a;\nbm b;", 28, ARB_WANTED_PRINTABLE },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        arb_epd epd, before;
        arb_where where = { 0 };
        memset(&epd, 0xa5, sizeof epd);
        before = epd;
        assert_int_equal(arb_epd_read(&epd, &where, text, strlen(text), NULL), ARB_SYNTAX);
        assert_memory_equal(&epd, &before, sizeof epd);
        assert_int_equal(where.line, 1);
        if (where.column != cases[i].column || where.wanted != cases[i].wanted)
            fail_msg("%s: column %zu, expected %s", text, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN));
    }
}

static void assert_written(const char *text, const char *expected)
{
    const arb_epd epd = read_epd(text);
    arb_buf out;

    arb_buf_init(&out, NULL, 1000);
    assert_int_equal(arb_epd_write(&out, &epd.setup, ARB_FEN_X, NULL, &epd), ARB_OK);
    assert_string_equal(arb_buf_text(&out), expected);
    arb_buf_clear(&out);
}

static void test_epd__counters_come_first_and_the_rest_unchanged(void **state)
{
    (void)state;
    assert_written(PLACE, PLACE);
    assert_written(PLACE " 0 1", PLACE);
    assert_written(PLACE " 4 7", PLACE " hmvc 4; fmvn 7;");
    assert_written(PLACE " id \"a; b\";  bm  O-O   Kd7 ; hmvc 004 ;fmvn 1;noop",
                   PLACE " hmvc 4; id \"a; b\"; bm O-O   Kd7; noop;");
    assert_written(PLACE " 0 1 ;D1 20 ;D2 400", PLACE " D1 20; D2 400;");
}

static void test_epd__depths_of_perft_suites(void **state)
{
    static const struct {
        const char *text;
        unsigned depth;
        uint64_t nodes;
    } cases[] = {
        { " ;D1 20", 1, 20 },
        { " ;D32 18446744073709551615", 32, UINT64_MAX },
        { " ;D33 1", 0, 0 },
        { " ;D0 1", 0, 0 },
        { " ;D 1", 0, 0 },
        { " ;D2", 0, 0 },
        { " ;D2 x", 0, 0 },
        { " ;D2 4 4", 0, 0 },
        { " ;d2 4", 0, 0 },
        { " ;D2x 4", 0, 0 },
        { " ;D2 18446744073709551616", 0, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[100];
        size_t at = 0;
        uint64_t nodes = 0;
        arb_epd_op op;
        snprintf(text, sizeof text, PLACE "%s", cases[i].text);
        const arb_epd epd = read_epd(text);
        assert_true(arb_epd_next(&op, &epd, &at));
        assert_int_equal(arb_epd_depth(&nodes, &op), cases[i].depth);
        assert_true(nodes == cases[i].nodes);
    }
}

/* Which operand is no move of the position; "" when all are. */
static void assert_misfit(const char *operation, const char *operand, bool readable)
{
    const arb_epd place = read_epd("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -");
    char text[120];
    arb_epd_misfit misfit;
    arb_epd_op op;
    arb_pos pos;
    size_t at = 0;

    assert_int_equal(arb_pos_from_setup(&pos, &place.setup), 0);
    snprintf(text, sizeof text, PLACE " %s", operation);
    const arb_epd epd = read_epd(text);
    assert_true(arb_epd_next(&op, &epd, &at));
    const bool fit = arb_epd_moves_fit(&misfit, &op, &pos);
    assert_int_equal(fit, *operand == '\0');
    if (fit)
        return;
    assert_int_equal(misfit.readable, readable);
    assert_int_equal(misfit.operand.size, strlen(operand));
    assert_memory_equal(misfit.operand.text, operand, strlen(operand));
}

static void test_epd__moves_must_be_moves_of_the_position(void **state)
{
    (void)state;
    assert_misfit("bm Bb5 Bc4;", "", true);
    assert_misfit("bm Bb5, d4, Nc3;", "", true);
    assert_misfit("bm f1b5;", "", true);
    assert_misfit("bm Bb5 Bc5;", "Bc5", true);
    assert_misfit("am Qh5 Nxe5;", "Qh5", true); /* the knight stands in the way */
    assert_misfit("sm e5;", "e5", true);
    assert_misfit("bm ?;", "?", false);
    assert_misfit("bm \"Bb5\";", "", true);
    assert_misfit("pv Bb5 a6 Ba4 Nf6 O-O;", "", true);
    assert_misfit("pv Bb5 a6 Bc4 Nf6 Bb5;", "", true);
    assert_misfit("pv Bb5 a6 a6;", "a6", true);
    assert_misfit("bm;", "", true);
    assert_misfit("id Qh9;", "", true);
    assert_misfit("bmx Qh9;", "", true);
}

/* An operation by chance: names, numbers, strings with everything that could end them. */
static void add_operation(char *out, size_t size, chance *luck)
{
    static const char *const pieces[] = { "bm",      "id",        "c0",     "x",       " ",
                                          "  \t",    "Nf3",       "-12",    "\"a;b\"", "\"\\\"\"",
                                          "\"\"",    "\"\\\\;\"", "hmvc 3", "fmvn 77", "noop",
                                          "D3 8902", "\xc3\xa9",  "," };
    size_t used = (size_t)snprintf(out, size, " %s", pieces[chance_below(luck, 4)]);

    for (unsigned count = chance_below(luck, 5); count > 0; count--)
        used += (size_t)snprintf(out + used, size - used, " %s", pieces[chance_below(luck, 18)]);
    snprintf(out + used, size - used, "%s", chance_below(luck, 8) ? ";" : " ; ;");
}

static void test_epd__what_is_written_reads_back(void **state)
{
    chance luck = chance_begin(1616);
    arb_buf once, twice;

    (void)state;
    arb_buf_init(&once, NULL, 4096);
    arb_buf_init(&twice, NULL, 4096);
    for (unsigned round = 0; round < scaled(3000); round++) {
        arb_setup setup = round % 2 ? random_played(&luck, round % 4 == 1, chance_below(&luck, 60))
                                    : random_diagram(&luck);
        char text[1000];
        if (chance_below(&luck, 2))
            setup.quiet_plies = (uint16_t)chance_below(&luck, 65536);
        size_t used = arb_fen_write(text, sizeof text, &setup, ARB_FEN_X, NULL);
        for (unsigned count = chance_below(&luck, 5); count > 0; count--) {
            add_operation(text + used, sizeof text - used, &luck);
            used += strlen(text + used);
        }
        const arb_epd epd = read_epd(text);
        arb_buf_cut(&once, 0);
        assert_int_equal(arb_epd_write(&once, &epd.setup, ARB_FEN_X, NULL, &epd), ARB_OK);
        const arb_epd again = read_epd(arb_buf_text(&once));
        assert_true(arb_setup_equal(&again.setup, &epd.setup));
        arb_buf_cut(&twice, 0);
        assert_int_equal(arb_epd_write(&twice, &again.setup, ARB_FEN_X, NULL, &again), ARB_OK);
        assert_string_equal(arb_buf_text(&twice), arb_buf_text(&once));
    }
    arb_buf_clear(&once);
    arb_buf_clear(&twice);
}

static arb_err write_once(const arb_mem *mem, void *user)
{
    arb_buf out;
    const arb_epd *epd = user;

    arb_buf_init(&out, mem, 1000);
    const arb_err err = arb_epd_write(&out, &epd->setup, ARB_FEN_X, NULL, epd);
    assert_int_equal(arb_buf_size(&out) > 0, err == ARB_OK);
    arb_buf_clear(&out);
    return err;
}

static void test_epd__out_of_memory_and_out_of_room_leave_the_buffer_as_it_was(void **state)
{
    arb_epd epd =
        read_epd(PLACE " 3 4 bm O-O; id \"a long name that needs more room, and then some "
                       "more, and more and more and more and more and more and more\";");
    arb_buf out;

    (void)state;
    assert_true(failing_mem_sweep(write_once, &epd) > 0);
    for (size_t limit = 2; limit < 60; limit++) {
        arb_buf_init(&out, NULL, limit);
        assert_int_equal(arb_buf_add_text(&out, "ab"), ARB_OK);
        assert_int_equal(arb_epd_write(&out, &epd.setup, ARB_FEN_X, NULL, &epd), ARB_RANGE);
        assert_string_equal(arb_buf_text(&out), "ab");
        arb_buf_clear(&out);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_epd__operations_are_told_in_their_order_and_as_they_stand),
        cmocka_unit_test(test_epd__the_position_is_that_of_the_fen),
        cmocka_unit_test(test_epd__what_cannot_be_read_is_told_with_its_column),
        cmocka_unit_test(test_epd__counters_come_first_and_the_rest_unchanged),
        cmocka_unit_test(test_epd__depths_of_perft_suites),
        cmocka_unit_test(test_epd__moves_must_be_moves_of_the_position),
        cmocka_unit_test(test_epd__what_is_written_reads_back),
        cmocka_unit_test(test_epd__out_of_memory_and_out_of_room_leave_the_buffer_as_it_was),
    };
    return cmocka_run_group_tests_name("epd", tests, NULL, NULL);
}
