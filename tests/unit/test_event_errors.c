/* SPDX-License-Identifier: MIT */
/* Event lines and times that cannot be read: the column, what was expected, nothing touched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/event.h"

enum { PREVIOUS = 10000 };

typedef struct unreadable {
    const char *line;
    size_t column;
    arb_wanted expected;
} unreadable;

/* Reads a copy without a final NUL, so that a byte too far is noticed. */
static arb_err read_copy(arb_event *event, arb_where *where, const char *line, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);

    assert_non_null(copy);
    memcpy(copy, line, size);
    const arb_err err = arb_event_read(event, where, copy, size, PREVIOUS, NULL);
    free(copy);
    return err;
}

static bool is_right(const unreadable *row, arb_err wanted)
{
    const size_t size = strlen(row->line);
    arb_event event, before;
    arb_where where = { 77, 77, ARB_WANTED_COUNT };

    memset(&before, 0xa5, sizeof before);
    memcpy(&event, &before, sizeof event);
    const arb_err err = read_copy(&event, &where, row->line, size);
    if (err != wanted || read_copy(&event, NULL, row->line, size) != wanted)
        print_error("\"%s\": %s\n", row->line, arb_err_text(err, ARB_LANG_EN));
    else if (memcmp(&event, &before, sizeof event) != 0)
        print_error("\"%s\" is unreadable and changed the event\n", row->line);
    else if (where.line != 1 || where.column != row->column || where.wanted != row->expected)
        print_error("\"%s\": line %zu, column %zu: expected %s; not column %zu: %s\n", row->line,
                    where.line, where.column, arb_wanted_text(where.wanted, ARB_LANG_EN),
                    row->column, arb_wanted_text(row->expected, ARB_LANG_EN));
    else
        return true;
    return false;
}

static void check_all(const unreadable *rows, size_t count, arb_err wanted)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < count; i++)
        wrong += !is_right(&rows[i], wanted);
    assert_int_equal(wrong, 0);
}

static void test_event_errors__time(void **state)
{
    static const unreadable rows[] = {
        { "", 1, ARB_WANTED_TIME },
        { "   ", 1, ARB_WANTED_TIME },
        { "white move e4", 1, ARB_WANTED_TIME },
        { "-5 white press", 1, ARB_WANTED_TIME },
        { "+ white press", 2, ARB_WANTED_SECONDS },
        { "+1:00 white press", 3, ARB_WANTED_SECONDS },
        { "+-1 white press", 2, ARB_WANTED_SECONDS },
        { "+1.2345 white press", 7, ARB_WANTED_SECONDS },
        { "  1:5 white press", 5, ARB_WANTED_TIME },
        { "1:60 white press", 3, ARB_WANTED_TIME },
        { "1:00:60 white press", 6, ARB_WANTED_TIME },
        { "1:00:00:00 white press", 8, ARB_WANTED_TIME },
        { "20. white press", 4, ARB_WANTED_TIME },
        { "20.0000 white press", 7, ARB_WANTED_TIME },
        { "20s white press", 3, ARB_WANTED_TIME },
        { "1000000001 white press", 1, ARB_WANTED_TIME_MAX },
        { "1000000000.001 white press", 1, ARB_WANTED_TIME_MAX },
        { "99999999999999999999 white press", 1, ARB_WANTED_TIME_MAX },
        { "277777:46:41 white press", 1, ARB_WANTED_TIME_MAX },
        { "1000000000:59:59 white press", 1, ARB_WANTED_TIME_MAX },
        { "+1000000000 white press", 1, ARB_WANTED_TIME_MAX },
    };

    (void)state;
    check_all(rows, sizeof rows / sizeof *rows, ARB_SYNTAX);
}

static void test_event_errors__actor_and_verb(void **state)
{
    static const unreadable rows[] = {
        { "20", 3, ARB_WANTED_ACTOR },
        { "20 ", 3, ARB_WANTED_ACTOR },
        { "20 White press", 4, ARB_WANTED_ACTOR },
        { "20 whit press", 4, ARB_WANTED_ACTOR },
        { "20 spectators report noise", 4, ARB_WANTED_ACTOR },
        { "20 arbiter-assistants flag white", 4, ARB_WANTED_ACTOR },
        { "20 arbiter-assistant", 21, ARB_WANTED_ARBITER_VERB },
        { "20 arbiter-assistant move e4", 22, ARB_WANTED_ARBITER_VERB },
        { "20 arbiter-assistant report noise", 22, ARB_WANTED_ARBITER_VERB },
        { "20 white confirm", 17, ARB_WANTED_VERB_SECOND },
        { "20 white confirm papers", 18, ARB_WANTED_VERB_SECOND },
        { "20 white send-out", 10, ARB_WANTED_PLAYER_VERB },
        { "20 arbiter admit all", 18, ARB_WANTED_LINE_END },
        { "20 arbiter decide appeal", 25, ARB_WANTED_APPEAL },
        { "20 arbiter decide appeal accept", 26, ARB_WANTED_APPEAL },
        { "20 arbiter decide appeal Upheld", 26, ARB_WANTED_APPEAL },
        { "20 arbiter decide upheld", 19, ARB_WANTED_DECISION },
        { "20 arbiter device white bag", 25, ARB_WANTED_LINE_END },
        { "20 arbiter device white in-bag off", 32, ARB_WANTED_LINE_END },
        { "20 arbiter appoint-assistant", 29, ARB_WANTED_TEXT },
        { "20 spectator", 13, ARB_WANTED_SPECTATOR_VERB },
        { "20 spectator press", 14, ARB_WANTED_SPECTATOR_VERB },
        { "20 spectator start", 14, ARB_WANTED_SPECTATOR_VERB },
        { "20 white report noise", 17, ARB_WANTED_VERB_SECOND },
        { "20 arbiter enter", 12, ARB_WANTED_ARBITER_VERB },
        { "20 white", 9, ARB_WANTED_PLAYER_VERB },
        { "20 white start", 10, ARB_WANTED_PLAYER_VERB },
        { "20 white-assistant start", 20, ARB_WANTED_PLAYER_VERB },
        { "20 white Press", 10, ARB_WANTED_PLAYER_VERB },
        { "20 arbiter move e4", 12, ARB_WANTED_ARBITER_VERB },
        { "20 arbiter press", 12, ARB_WANTED_ARBITER_VERB },
        { "20 arbiter claim flag", 12, ARB_WANTED_ARBITER_VERB },
        { "20 white claim", 15, ARB_WANTED_VERB_SECOND },
        { "20 white claim draw", 16, ARB_WANTED_VERB_SECOND },
        { "20 white request", 17, ARB_WANTED_VERB_SECOND },
        { "20 white agree", 15, ARB_WANTED_VERB_SECOND },
        { "20 white claimflag", 10, ARB_WANTED_PLAYER_VERB },
        { "20 arbiter observe  illegally", 21, ARB_WANTED_VERB_SECOND },
        { "20 white observe illegal", 10, ARB_WANTED_PLAYER_VERB },
        { "20 white press now", 16, ARB_WANTED_LINE_END },
        { "20 white press other-hand x", 27, ARB_WANTED_LINE_END },
        { "20 white resign 1", 17, ARB_WANTED_LINE_END },
    };

    (void)state;
    check_all(rows, sizeof rows / sizeof *rows, ARB_SYNTAX);
}

static void test_event_errors__time_goes_back(void **state)
{
    static const unreadable rows[] = {
        { "9.999 white press", 1, ARB_WANTED_TIME_ONWARD },
        { "  0:09 white press", 3, ARB_WANTED_TIME_ONWARD },
        { "0 nobody does this", 1, ARB_WANTED_TIME_ONWARD },
    };

    (void)state;
    check_all(rows, sizeof rows / sizeof *rows, ARB_RANGE);
}

static void test_event_errors__squares_pieces_and_colours(void **state)
{
    static const unreadable rows[] = {
        { "20 white touch", 15, ARB_WANTED_SQUARE },
        { "20 white touch together", 16, ARB_WANTED_SQUARE },
        { "20 white touch E2", 16, ARB_WANTED_SQUARE },
        { "20 white touch e2 e9", 19, ARB_WANTED_SQUARE },
        { "20 white touch e2e4", 16, ARB_WANTED_SQUARE },
        { "20 white touch i1", 16, ARB_WANTED_SQUARE },
        { "20 white touch e2 accidental together", 30, ARB_WANTED_LINE_END },
        { "20 white touch e2 together e4", 28, ARB_WANTED_LINE_END },
        { "20 white adjust e2 together", 20, ARB_WANTED_SQUARE },
        { "20 arbiter found wrong-setup d9", 30, ARB_WANTED_SQUARE },
        { "20 white release", 17, ARB_WANTED_SQUARE },
        { "20 white release a8 King", 21, ARB_WANTED_PIECE },
        { "20 white release a8 queen", 21, ARB_WANTED_PIECE },
        { "20 white release a8 white:", 21, ARB_WANTED_PIECE },
        { "20 white release a8 white:QQ", 21, ARB_WANTED_PIECE },
        { "20 white release a8 red:Q", 21, ARB_WANTED_PIECE },
        { "20 white release a8 blackQ", 21, ARB_WANTED_PIECE },
        { "20 white remove", 16, ARB_WANTED_SQUARE },
        { "20 white lift j1", 15, ARB_WANTED_SQUARE },
        { "20 white release a8 Q b8", 23, ARB_WANTED_LINE_END },
        { "20 white claim touch", 21, ARB_WANTED_SQUARE },
        { "20 white claim touch e2 e4", 25, ARB_WANTED_LINE_END },
        { "20 arbiter flag", 16, ARB_WANTED_COLOURS },
        { "20 arbiter flag Both", 17, ARB_WANTED_COLOURS },
        { "20 arbiter waive both", 18, ARB_WANTED_COLOUR },
        { "20 arbiter waive", 17, ARB_WANTED_COLOUR },
        { "20 arbiter compensate red 5", 23, ARB_WANTED_COLOUR },
    };

    (void)state;
    check_all(rows, sizeof rows / sizeof *rows, ARB_SYNTAX);
}

static void test_event_errors__numbers_times_and_lists(void **state)
{
    static const unreadable rows[] = {
        { "20 arbiter observe illegal 0", 28, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter observe illegal x", 28, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter observe illegal 1x", 28, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter observe illegal 4294967296", 28, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter observe illegal 1 2", 30, ARB_WANTED_LINE_END },
        { "20 arbiter revoke", 18, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter revoke 0", 19, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter revoke -1", 19, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter restore", 19, ARB_WANTED_PLY },
        { "20 arbiter restore -1", 20, ARB_WANTED_PLY },
        { "20 arbiter restore Unknown", 20, ARB_WANTED_PLY },
        { "20 arbiter restore unknown 3", 28, ARB_WANTED_LINE_END },
        { "20 arbiter set-clock white", 27, ARB_WANTED_TIME },
        { "20 arbiter set-clock white -5", 28, ARB_WANTED_TIME },
        { "20 arbiter set-clock white +5", 28, ARB_WANTED_TIME },
        { "20 arbiter set-clock white 1:00:0", 33, ARB_WANTED_TIME },
        { "20 arbiter set-clock white 5 moves", 35, ARB_WANTED_NUMBER },
        { "20 arbiter set-clock white 5 moves x", 36, ARB_WANTED_NUMBER },
        { "20 arbiter set-clock white 5 move 3", 30, ARB_WANTED_LINE_END },
        { "20 arbiter set-increment", 25, ARB_WANTED_TIME },
        { "20 arbiter set-increment -5", 26, ARB_WANTED_TIME },
        { "20 arbiter set-increment white 5", 26, ARB_WANTED_TIME },
        { "20 arbiter misplaced", 21, ARB_WANTED_SQUARE },
        { "20 arbiter misplaced f1 i9", 25, ARB_WANTED_SQUARE },
        { "20 arbiter accept-assistant both", 29, ARB_WANTED_COLOUR },
        { "20 arbiter accept-assistant white now", 35, ARB_WANTED_LINE_END },
        { "20 arbiter refuse-assistant", 28, ARB_WANTED_COLOUR },
        { "20 white withdraw offer now", 25, ARB_WANTED_LINE_END },
        { "20 white request paper now", 24, ARB_WANTED_LINE_END },
        { "20 white claim fifty display Ra2", 30, ARB_WANTED_LINE_END },
        { "20 arbiter compensate white", 28, ARB_WANTED_SECONDS },
        { "20 arbiter compensate white --5", 30, ARB_WANTED_SECONDS },
        { "20 arbiter compensate white 1:00", 30, ARB_WANTED_SECONDS },
        { "20 arbiter compensate white 5000000000", 29, ARB_WANTED_TIME_MAX },
        { "20 arbiter infringement white", 30, ARB_WANTED_ARTICLE },
        { "20 arbiter infringement white 99.9", 31, ARB_WANTED_ARTICLE },
        { "20 arbiter infringement white 6.11.", 31, ARB_WANTED_ARTICLE },
        { "20 arbiter penalty white", 25, ARB_WANTED_PENALTY },
        { "20 arbiter penalty white death", 26, ARB_WANTED_PENALTY },
        { "20 arbiter penalty white warning 5", 34, ARB_WANTED_LINE_END },
        { "20 arbiter penalty white own-time", 34, ARB_WANTED_SECONDS },
        { "20 arbiter penalty white own-score", 35, ARB_WANTED_SCORE },
        { "20 arbiter penalty white own-score 1/3", 36, ARB_WANTED_SCORE },
        { "20 arbiter penalty white own-score 0.1234", 36, ARB_WANTED_SCORE },
        { "20 arbiter penalty white own-score 127.501", 36, ARB_WANTED_SCORE },
        { "20 arbiter penalty white own-score -1", 36, ARB_WANTED_SCORE },
        { "20 arbiter penalty white loss x", 31, ARB_WANTED_SCORE },
        { "20 arbiter penalty white fine", 30, ARB_WANTED_TEXT },
        { "20 arbiter penalty white exclude", 33, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter penalty white exclude 0", 34, ARB_WANTED_NUMBER_FROM_ONE },
        { "20 arbiter award", 17, ARB_WANTED_RESULT },
        { "20 arbiter award 1-1", 18, ARB_WANTED_RESULT },
        { "20 arbiter award 1-0 0-1", 22, ARB_WANTED_LINE_END },
    };

    (void)state;
    check_all(rows, sizeof rows / sizeof *rows, ARB_SYNTAX);
}

/* Laws 11.2.3, III.5, 8.7, 11.9: what players ask and what the arbiter decides. */
static void test_event_errors__places_and_decisions(void **state)
{
    static const unreadable rows[] = {
        { "20 white leave", 15, ARB_WANTED_PLACE },
        { "20 white leave hall", 16, ARB_WANTED_PLACE },
        { "20 white leave Area", 16, ARB_WANTED_PLACE },
        { "20 white leave area now", 21, ARB_WANTED_LINE_END },
        { "20 white return home", 17, ARB_WANTED_LINE_END },
        { "20 arbiter decide", 18, ARB_WANTED_DECISION },
        { "20 arbiter decide draw", 19, ARB_WANTED_DECISION },
        { "20 arbiter decide accept 60", 26, ARB_WANTED_LINE_END },
        { "20 arbiter decide reject 60", 26, ARB_WANTED_LINE_END },
        { "20 arbiter decide defer later", 25, ARB_WANTED_TIME },
        { "20 arbiter decide defer -5", 25, ARB_WANTED_TIME },
        { "20 arbiter decide defer 60 61", 28, ARB_WANTED_LINE_END },
        { "20 white ask", 13, ARB_WANTED_ARTICLE },
        { "20 white ask why", 14, ARB_WANTED_ARTICLE },
        { "20 white appeal", 16, ARB_WANTED_TEXT },
        { "20 white sign", 14, ARB_WANTED_RESULT },
        { "20 white sign draw", 15, ARB_WANTED_RESULT },
        { "20 arbiter device both", 19, ARB_WANTED_COLOUR },
        { "20 spectator report", 20, ARB_WANTED_TEXT },
        { "20 white claim cannot-win now", 27, ARB_WANTED_LINE_END },
    };

    (void)state;
    check_all(rows, sizeof rows / sizeof *rows, ARB_SYNTAX);
}

static void test_event_errors__moves_and_texts(void **state)
{
    static const unreadable rows[] = {
        { "20 white move", 14, ARB_WANTED_MOVE },
        { "20 white move two-hands", 15, ARB_WANTED_MOVE },
        { "20 white move Nx", 17, ARB_WANTED_SQUARE },
        { "20 white move e4 e5", 18, ARB_WANTED_MOVE_END },
        { "20 white move ♘f3 f", 19, ARB_WANTED_MOVE_END },
        { "20 white move e4 two-hands two-hands", 28, ARB_WANTED_LINE_END },
        { "20 white replace e4 two-hands", 21, ARB_WANTED_MOVE_END },
        { "20 white claim fifty draw", 23, ARB_WANTED_SQUARE },
        { "20 arbiter set-position", 24, ARB_WANTED_EIGHT_SQUARES },
        { "20 arbiter set-position 8/8/8/8/8/8/8/K6x", 41, ARB_WANTED_PIECE_OR_COUNT },
        { "20 white write", 15, ARB_WANTED_TEXT },
        { "20 white write \"\"", 16, ARB_WANTED_TEXT },
        { "20 white offer \"\"", 16, ARB_WANTED_TEXT },
        { "20 white write \"e4", 19, ARB_WANTED_QUOTE_END },
        { "20 white write \"", 17, ARB_WANTED_QUOTE_END },
        { "20 white write \"e4\\\"", 21, ARB_WANTED_QUOTE_END },
        { "20 white write \"è\\n\"", 18, ARB_WANTED_ESCAPE },
        { "20 white write \"e4\\", 19, ARB_WANTED_ESCAPE },
        { "20 white write \"e4\"e5", 20, ARB_WANTED_SPACE },
        { "20 white write \"e4\" e5", 21, ARB_WANTED_LINE_END },
        { "20 white appoint", 17, ARB_WANTED_TEXT },
        { "20 white appoint Anna", 22, ARB_WANTED_TASK },
        { "20 white appoint Anna Bolena", 23, ARB_WANTED_TASK },
        { "20 white appoint \"Anna\"", 24, ARB_WANTED_TASK },
        { "20 white appoint \"Anna\" B move", 25, ARB_WANTED_TASK },
        { "20 white appoint \"Anna\" move B", 30, ARB_WANTED_TASK },
        { "20 white appoint Anna move B", 28, ARB_WANTED_TASK },
        { "20 white write e4\n", 18, ARB_WANTED_PRINTABLE },
        { "20 white write e4\r", 18, ARB_WANTED_PRINTABLE },
        { "20 white write \x1b[31m", 16, ARB_WANTED_PRINTABLE },
        { "20 white write è\x7f", 17, ARB_WANTED_PRINTABLE },
        { "20 white write è\xc2\x9f", 17, ARB_WANTED_PRINTABLE },
        { "20 white write è\xff", 17, ARB_WANTED_UTF8 },
        { "20 white write \xc3", 16, ARB_WANTED_UTF8 },
    };

    (void)state;
    check_all(rows, sizeof rows / sizeof *rows, ARB_SYNTAX);
}

static void test_event_errors__too_many_squares(void **state)
{
    char line[256] = "20 white displace";
    arb_event event;
    arb_where where;

    (void)state;
    for (int i = 0; i < ARB_EVENT_SQUARES_MAX; i++)
        strncat(line, " e4", 4);
    assert_int_equal(read_copy(&event, &where, line, strlen(line)), ARB_OK);
    assert_int_equal(event.square_count, ARB_EVENT_SQUARES_MAX);
    strncat(line, " e5", 4);
    assert_int_equal(read_copy(&event, &where, line, strlen(line)), ARB_SYNTAX);
    assert_int_equal(where.wanted, ARB_WANTED_SQUARES_MAX);
    assert_int_equal(where.column, 17 + 3 * ARB_EVENT_SQUARES_MAX + 2);
}

static void test_event_errors__a_nul_is_no_end(void **state)
{
    static const char line[] = "20 white press\0";
    arb_event event;
    arb_where where;

    (void)state;
    assert_int_equal(read_copy(&event, &where, line, sizeof line - 1), ARB_SYNTAX);
    assert_int_equal(where.column, 15);
    assert_int_equal(where.wanted, ARB_WANTED_PRINTABLE);
    assert_int_equal(arb_event_read(&event, &where, NULL, 0, 0, NULL), ARB_SYNTAX);
    assert_int_equal(where.wanted, ARB_WANTED_TIME);
}

static void test_time__alone_is_read_like_that_of_a_line(void **state)
{
    static const unreadable rows[] = {
        { "", 1, ARB_WANTED_TIME },
        { " 1", 1, ARB_WANTED_TIME },
        { "1 ", 2, ARB_WANTED_TIME },
        { "+1", 1, ARB_WANTED_TIME },
        { "1:0x", 3, ARB_WANTED_TIME },
        { "1:00.", 6, ARB_WANTED_TIME },
        { "1000000001", 1, ARB_WANTED_TIME_MAX },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_where where = { 0, 0, ARB_WANTED_COUNT };
        arb_ms time = 77;
        const size_t size = strlen(rows[i].line);
        assert_int_equal(arb_time_read(&time, &where, rows[i].line, size), ARB_SYNTAX);
        assert_int_equal(time, 77);
        assert_int_equal(where.column, rows[i].column);
        assert_int_equal(where.wanted, rows[i].expected);
        assert_int_equal(arb_time_read(&time, NULL, rows[i].line, size), ARB_SYNTAX);
    }
    arb_ms time;
    char out[8];
    assert_int_equal(arb_time_read(&time, NULL, "1:02:03.04", 10), ARB_OK);
    assert_int_equal(time, 3723040);
    assert_int_equal(arb_time_write(out, sizeof out, time), 11);
    assert_string_equal(out, "1:02:03");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_event_errors__time),
        cmocka_unit_test(test_event_errors__actor_and_verb),
        cmocka_unit_test(test_event_errors__time_goes_back),
        cmocka_unit_test(test_event_errors__squares_pieces_and_colours),
        cmocka_unit_test(test_event_errors__numbers_times_and_lists),
        cmocka_unit_test(test_event_errors__places_and_decisions),
        cmocka_unit_test(test_event_errors__moves_and_texts),
        cmocka_unit_test(test_event_errors__too_many_squares),
        cmocka_unit_test(test_event_errors__a_nul_is_no_end),
        cmocka_unit_test(test_time__alone_is_read_like_that_of_a_line),
    };

    return cmocka_run_group_tests_name("event errors", tests, NULL, NULL);
}
