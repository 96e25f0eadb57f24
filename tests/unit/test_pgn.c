/* SPDX-License-Identifier: MIT */
/* The PGN reader as its callers use it: skipping, stopping, places, and memory that runs out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/pgn.h"
#include "support/failing_mem.h"

static const char three_games[] =
    "[Event \"a\"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 1-0\n\n"
    "[Event \"b\"]\n\n1. d4 {1-0} d5 (1... Nf6) 2. c4 0-1\n\n"
    "[Event \"c\"]\n\n1. c4 *\n";

/* What a handler was told, and how it answers. */
typedef struct witness {
    unsigned begins, tags, starts, moves, comments, enters, leaves, ends, findings, skipped, broken;
    unsigned errors[ARB_PGN_FAULT_COUNT];
    arb_pgn_place last;
    arb_pgn_next on_begin, on_tag, on_start, on_move, on_enter, on_end, on_finding;
    unsigned only_game; /* the answers are given in this game alone; 0: in all */
} witness;

static arb_pgn_next answer(const witness *w, const arb_pgn *pgn, arb_pgn_next wanted)
{
    return w->only_game == 0 || arb_pgn_where(pgn).game == w->only_game ? wanted : ARB_PGN_GO_ON;
}

static arb_pgn_next on_begin(void *user, const arb_pgn *pgn)
{
    witness *w = user;
    w->begins++;
    return answer(w, pgn, w->on_begin);
}

static arb_pgn_next on_tag(void *user, const arb_pgn *pgn, const arb_pgn_tag *tag)
{
    witness *w = user;
    (void)tag;
    w->tags++;
    return answer(w, pgn, w->on_tag);
}

static arb_pgn_next on_start(void *user, const arb_pgn *pgn)
{
    witness *w = user;
    w->starts++;
    return answer(w, pgn, w->on_start);
}

static arb_pgn_next on_move(void *user, const arb_pgn *pgn, const arb_pgn_move *move)
{
    witness *w = user;
    (void)move;
    w->moves++;
    return answer(w, pgn, w->on_move);
}

static arb_pgn_next on_comment(void *user, const arb_pgn *pgn, const char *text, size_t size)
{
    witness *w = user;
    (void)pgn;
    (void)text;
    (void)size;
    w->comments++;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_enter(void *user, const arb_pgn *pgn)
{
    witness *w = user;
    w->enters++;
    return answer(w, pgn, w->on_enter);
}

static arb_pgn_next on_leave(void *user, const arb_pgn *pgn)
{
    witness *w = user;
    (void)pgn;
    w->leaves++;
    return ARB_PGN_GO_ON;
}

static arb_pgn_next on_end(void *user, const arb_pgn *pgn, const arb_pgn_summary *summary)
{
    witness *w = user;
    w->ends++;
    w->skipped += summary->skipped;
    w->broken += summary->broken;
    return answer(w, pgn, w->on_end);
}

static arb_pgn_next on_finding(void *user, const arb_pgn *pgn, const arb_pgn_finding *finding)
{
    witness *w = user;
    w->findings++;
    w->errors[finding->fault]++;
    w->last = finding->place;
    return answer(w, pgn, w->on_finding);
}

static const arb_pgn_handler handler = { on_begin, on_tag,   on_start, on_move, on_comment,
                                         NULL,     on_enter, on_leave, on_end,  on_finding };

static arb_err read_text(witness *w, const char *text, size_t size, const arb_pgn_options *options)
{
    arb_pgn *pgn;

    assert_int_equal(arb_pgn_new(&pgn, NULL, options), ARB_OK);
    const arb_err err = arb_pgn_read_text(pgn, text, size, &handler, w);
    arb_pgn_free(pgn);
    return err;
}

static void test_pgn__tells_everything(void **state)
{
    witness w = { 0 };

    (void)state;
    assert_int_equal(read_text(&w, three_games, strlen(three_games), NULL), ARB_OK);
    assert_int_equal(w.begins, 3);
    assert_int_equal(w.tags, 3);
    assert_int_equal(w.starts, 3);
    assert_int_equal(w.moves, 6 + 4 + 1);
    assert_int_equal(w.comments, 1);
    assert_int_equal(w.enters, 3);
    assert_int_equal(w.leaves, 3);
    assert_int_equal(w.ends, 3);
    assert_int_equal(w.findings, 0);
}

static void test_pgn__a_handler_without_functions_is_enough(void **state)
{
    const arb_pgn_handler nobody = { 0 };
    arb_pgn *pgn;

    (void)state;
    assert_int_equal(arb_pgn_new(&pgn, NULL, NULL), ARB_OK);
    assert_int_equal(arb_pgn_read_text(pgn, three_games, strlen(three_games), &nobody, NULL),
                     ARB_OK);
    arb_pgn_free(pgn);
}

/* Wherever a handler asks to skip a game, the others are read as before. */
static void test_pgn__games_can_be_skipped_from_anywhere(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 4; which++) {
        witness w = { .only_game = 2,
                      .on_begin = which == 0 ? ARB_PGN_SKIP : ARB_PGN_GO_ON,
                      .on_tag = which == 1 ? ARB_PGN_SKIP : ARB_PGN_GO_ON,
                      .on_start = which == 2 ? ARB_PGN_SKIP : ARB_PGN_GO_ON,
                      .on_move = which == 3 ? ARB_PGN_SKIP : ARB_PGN_GO_ON };
        assert_int_equal(read_text(&w, three_games, strlen(three_games), NULL), ARB_OK);
        assert_int_equal(w.begins, 3);
        assert_int_equal(w.ends, 3);
        assert_int_equal(w.skipped, 1);
        assert_int_equal(w.moves, 7 + (which == 3));
        assert_int_equal(w.findings, 0);
    }
}

static void test_pgn__variations_can_be_skipped(void **state)
{
    const arb_pgn_options options = { .skip_variations = true };
    witness one = { .on_enter = ARB_PGN_SKIP }, none = { 0 };

    (void)state;
    assert_int_equal(read_text(&one, three_games, strlen(three_games), NULL), ARB_OK);
    assert_int_equal(one.moves, 7);
    assert_int_equal(one.enters, 2);
    assert_int_equal(one.leaves, 2);
    assert_int_equal(one.findings, 0);
    assert_int_equal(read_text(&none, three_games, strlen(three_games), &options), ARB_OK);
    assert_int_equal(none.moves, 7);
    assert_int_equal(none.enters, 0);
    assert_int_equal(none.findings, 0);
}

static void test_pgn__stops_when_asked(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 5; which++) {
        witness w = { .only_game = 2,
                      .on_begin = which == 0 ? ARB_PGN_STOP : ARB_PGN_GO_ON,
                      .on_tag = which == 1 ? ARB_PGN_STOP : ARB_PGN_GO_ON,
                      .on_start = which == 2 ? ARB_PGN_STOP : ARB_PGN_GO_ON,
                      .on_move = which == 3 ? ARB_PGN_STOP : ARB_PGN_GO_ON,
                      .on_end = which == 4 ? ARB_PGN_STOP : ARB_PGN_GO_ON };
        assert_int_equal(read_text(&w, three_games, strlen(three_games), NULL), ARB_STOPPED);
        assert_int_equal(w.begins, 2);
        assert_int_equal(w.ends, which == 4 ? 2 : 1);
    }
}

static void test_pgn__stops_at_a_finding_and_reads_again(void **state)
{
    static const char text[] = "1. e4 e5 2. Ke3 1-0 1. d4 *";
    witness w = { .on_finding = ARB_PGN_STOP }, again = { 0 };
    arb_pgn *pgn;

    (void)state;
    assert_int_equal(arb_pgn_new(&pgn, NULL, NULL), ARB_OK);
    assert_int_equal(arb_pgn_read_text(pgn, text, strlen(text), &handler, &w), ARB_STOPPED);
    assert_int_equal(w.errors[ARB_PGN_ILLEGAL], 1);
    assert_int_equal(w.last.column, 13);
    assert_int_equal(arb_pgn_read_text(pgn, text, strlen(text), &handler, &again), ARB_OK);
    assert_int_equal(again.ends, 2);
    assert_int_equal(again.broken, 1);
    arb_pgn_free(pgn);
}

static arb_err broken_source(void *user, char *out, size_t room, size_t *got)
{
    unsigned *calls = user;
    static const char text[] = "1. e4 e5 2. ";

    (void)room;
    if ((*calls)++ > 0)
        return ARB_IO;
    memcpy(out, text, sizeof text - 1);
    *got = sizeof text - 1;
    return ARB_OK;
}

static void test_pgn__tells_what_the_source_failed_with(void **state)
{
    witness w = { 0 };
    unsigned calls = 0;
    arb_pgn *pgn;

    (void)state;
    assert_int_equal(arb_pgn_new(&pgn, NULL, NULL), ARB_OK);
    assert_int_equal(arb_pgn_read(pgn, broken_source, &calls, &handler, &w), ARB_IO);
    assert_int_equal(w.moves, 2);
    assert_int_equal(w.findings, 0);
    arb_pgn_free(pgn);
}

static arb_err read_with(const arb_mem *mem, void *user)
{
    witness w = { 0 };
    arb_pgn *pgn;
    arb_err err = arb_pgn_new(&pgn, mem, NULL);

    (void)user;
    if (err)
        return err;
    err = arb_pgn_read_text(pgn, three_games, strlen(three_games), &handler, &w);
    arb_pgn_free(pgn);
    return err;
}

static void test_pgn__survives_without_memory(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(read_with, NULL) >= 3);
}

static void test_pgn__parts_of_a_text_know_their_place(void **state)
{
    static const char text[] =
        "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n[White \"w\"]\n\n1. Ke3 *\n";
    const size_t size = strlen(text), from = arb_pgn_boundary(text, size, 5);
    const arb_pgn_place place = { .offset = from, .line = 5, .column = 1, .game = 2 };
    witness whole = { 0 }, part = { 0 };
    arb_pgn *pgn;

    (void)state;
    assert_string_equal(text + from, "[Event \"b\"]\n[White \"w\"]\n\n1. Ke3 *\n");
    assert_int_equal(arb_pgn_boundary(text, size, 0), 0);
    assert_int_equal(arb_pgn_boundary(text, size, from + 1), size);
    assert_int_equal(arb_pgn_new(&pgn, NULL, NULL), ARB_OK);
    assert_int_equal(arb_pgn_read_text(pgn, text, size, &handler, &whole), ARB_OK);
    arb_pgn_begin_at(pgn, &place);
    assert_int_equal(arb_pgn_read_text(pgn, text + from, size - from, &handler, &part), ARB_OK);
    assert_int_equal(whole.errors[ARB_PGN_ILLEGAL], 1);
    assert_int_equal(part.errors[ARB_PGN_ILLEGAL], 1);
    assert_int_equal(whole.last.offset, part.last.offset);
    assert_int_equal(whole.last.line, part.last.line);
    assert_int_equal(whole.last.column, part.last.column);
    assert_int_equal(whole.last.game, part.last.game);
    assert_int_equal(part.last.line, 8);
    arb_pgn_free(pgn);
}

static void test_pgn__faults_have_names_and_texts(void **state)
{
    (void)state;
    for (arb_pgn_fault fault = 0; fault < ARB_PGN_FAULT_COUNT; fault++) {
        assert_true(strlen(arb_pgn_fault_name(fault)) > 0);
        for (arb_lang lang = 0; lang < ARB_LANG_COUNT; lang++)
            assert_true(strlen(arb_pgn_fault_text(fault, lang)) > 0);
    }
    assert_int_equal(arb_pgn_fault_weight(ARB_PGN_ILLEGAL), ARB_PGN_ERROR);
    assert_int_equal(arb_pgn_fault_weight(ARB_PGN_CHECK_MISSING), ARB_PGN_REMARK);
}

static void test_pgn__results_are_read_and_written(void **state)
{
    (void)state;
    for (arb_pgn_result r = ARB_PGN_RESULT_OPEN; r < ARB_PGN_RESULT_COUNT; r++) {
        const char *text = arb_pgn_result_text(r);
        assert_int_equal(arb_pgn_result_read(text, strlen(text)), r);
    }
    assert_int_equal(arb_pgn_result_read("1/2", 3), ARB_PGN_RESULT_DRAW);
    assert_int_equal(arb_pgn_result_read("0-0", 3), ARB_PGN_RESULT_NONE);
    assert_int_equal(arb_pgn_result_read("", 0), ARB_PGN_RESULT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn__tells_everything),
        cmocka_unit_test(test_pgn__a_handler_without_functions_is_enough),
        cmocka_unit_test(test_pgn__games_can_be_skipped_from_anywhere),
        cmocka_unit_test(test_pgn__variations_can_be_skipped),
        cmocka_unit_test(test_pgn__stops_when_asked),
        cmocka_unit_test(test_pgn__stops_at_a_finding_and_reads_again),
        cmocka_unit_test(test_pgn__tells_what_the_source_failed_with),
        cmocka_unit_test(test_pgn__survives_without_memory),
        cmocka_unit_test(test_pgn__parts_of_a_text_know_their_place),
        cmocka_unit_test(test_pgn__faults_have_names_and_texts),
        cmocka_unit_test(test_pgn__results_are_read_and_written),
    };
    return cmocka_run_group_tests_name("pgn", tests, NULL, NULL);
}
