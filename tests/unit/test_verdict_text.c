/* SPDX-License-Identifier: MIT */
/* What was said to an event, as the line that is kept with it: what is written there is read again
 * as it was, and a line that no version has written is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/ruling.h"

enum { NOW = 5 };

static bool is_read(arb_verdict *out, const char *line)
{
    return arb_verdict_read(out, line, strlen(line), NOW);
}

/* Reads the line, and finds the same line written again. */
static arb_verdict read_again(const char *line)
{
    char text[2048];
    arb_verdict verdict;

    if (!is_read(&verdict, line))
        fail_msg("%s cannot be read", line);
    assert_int_equal(arb_verdict_write(text, sizeof text, &verdict, NOW), strlen(line));
    assert_string_equal(text, line);
    return verdict;
}

static void test_verdict_text__every_detail_is_kept(void **state)
{
    (void)state;
    assert_int_equal(read_again("|||").count, 0);
    assert_int_equal(read_again("|7.5.5 illegal-bonus black time 120000||").ruling[0].ms, 120000);
    assert_int_equal(read_again("|9.5.3 claim-costs white time -7||").ruling[0].ms, -7);
    assert_int_equal(read_again("|12.5 extra-time white time 0||").ruling[0].ms, 0);
    assert_int_equal(read_again("|7.5.1 illegal-move white take-back 12||").ruling[0].ply, 12);
    assert_int_equal(read_again("|5.1.2 resigned white result 0-1||").ruling[0].result,
                     ARB_RESULT_BLACK_WINS);
    assert_int_equal(read_again("|11.8 both-will-not-comply white score -1||").ruling[0].score, -1);
    assert_int_equal(
        read_again("|III.4 increment-requested white pending increment||").ruling[0].pending,
        ARB_PENDING_INCREMENT);
    assert_int_equal(
        read_again("|III.4 increment-requested white pending none||").ruling[0].pending,
        ARB_PENDING_NONE);
    assert_int_equal(read_again("|6.8 flag-fallen white said @0||").ruling[0].at, 0);
    assert_int_equal(read_again("|11.9 explained black said 7.5.1||").ruling[0].about,
                     ARB_ART_7_5_1);
    assert_int_equal(read_again("|- explained - said -||").ruling[0].article, ARB_ART_NONE);
    assert_int_equal(read_again("|6.8 flag-fallen white said @3||").ruling[0].at, 3);
    assert_true(read_again("|||!9.4 piece-touched white said").refused);
}

/* Time, a reply, the hand, the press, and time again: each has its rulings. */
static void test_verdict_text__parts_stay_apart(void **state)
{
    static const char one[] = "5.1.2 resigned white said", two[] = "5.1.2 resigned black said";
    static const struct {
        const char *form; /* with 1 and 2 for the rulings above */
        size_t by_time, by_reply, by_hand, by_event, count;
    } rows[] = {
        { "1|||", 1, 1, 1, 1, 1 },   { "1;2|2||", 2, 2, 3, 3, 3 },
        { "|1;2||", 0, 0, 2, 2, 2 }, { "|1&||", 0, 1, 1, 1, 1 },
        { "|1&2||", 0, 1, 2, 2, 2 }, { "1|2;1&2;1|2;1|1;2", 1, 3, 5, 7, 9 },
        { "||1;2|", 0, 0, 0, 2, 2 }, { "|||1;2", 0, 0, 0, 0, 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[512] = "";
        size_t used = 0;
        for (const char *at = rows[i].form; *at; at++) {
            const char *part = *at == '1' ? one : *at == '2' ? two : at;
            const size_t size = part == at ? 1 : strlen(part);
            memcpy(line + used, part, size);
            used += size;
        }
        const arb_verdict verdict = read_again(line);
        assert_int_equal(verdict.by_time, rows[i].by_time);
        assert_int_equal(verdict.by_reply, rows[i].by_reply);
        assert_int_equal(verdict.by_hand, rows[i].by_hand);
        assert_int_equal(verdict.by_event, rows[i].by_event);
        assert_int_equal(verdict.count, rows[i].count);
    }
}

static void test_verdict_text__other_lines_are_refused(void **state)
{
    static const char *const lines[] = {
        "",
        "||",
        "||||",
        "|5.1.2 resigned white said&|5.1.2 resigned white said&|",
        "5.1.2 resigned white said&|||",
        "|&5.1.2 resigned white said||",
        "|5.1.2 resigned white said;||",
        "|99.9 resigned white said||",
        "|5.1.2 retired white said||",
        "|5.1.2 retired white said 5||",
        "|5.1.2 resigned green said||",
        "|5.1.2 resigned white sung||",
        "|5.1.2 resigned white said more||",
        "|5.1.2 resigned white said @||",
        "|5.1.2 resigned white said @-1||",
        "|5.1.2 resigned white said @x||",
        "|5.1.2 resigned white result 2-0||",
        "|5.1.2 resigned white result||",
        "|12.5 extra-time white time -||",
        "|12.5 extra-time white time 1-||",
        "|7.5.1 illegal-move white take-back x||",
        "|7.5.1 illegal-move white take-back -1||",
        "|11.8 both-will-not-comply white score x||",
        "|III.4 increment-requested white pending tea||",
        "|11.9 explained black said 99.9||",
        "|12.5 extra-time white time 0000000000000000005||",
        "|||!",
    };
    arb_verdict verdict;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (is_read(&verdict, lines[i]))
            fail_msg("%s was read", lines[i]);
    assert_true(is_read(&verdict, "|12.5 extra-time white time 000000000000000005||"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdict_text__every_detail_is_kept),
        cmocka_unit_test(test_verdict_text__parts_stay_apart),
        cmocka_unit_test(test_verdict_text__other_lines_are_refused),
    };

    return cmocka_run_group_tests_name("verdict_text", tests, NULL, NULL);
}
