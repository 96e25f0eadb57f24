/* SPDX-License-Identifier: MIT */
/* Case files that cannot be read: every fault has its line, its column and what was expected. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/case.h"

/* The first fault of a text. */
static void assert_fault(const char *text, size_t size, arb_where expected)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item = { .kind = ARB_CASE_BEGIN };
    arb_where where = { 0 };
    arb_err err = ARB_OK;

    arb_case_reader_init(&reader, text, size);
    while (!err && item.kind != ARB_CASE_END)
        err = arb_case_next(&item, &header, &reader, &where);
    if (!err || where.line != expected.line || where.column != expected.column ||
        where.wanted != expected.wanted)
        fail_msg("\"%.200s\": %zu:%zu: expected %s", text, where.line, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
}

typedef struct fault {
    const char *text; /* "|" stands for a new line */
    size_t line, column;
    arb_wanted expected;
} fault;

static void assert_faults(const fault *faults, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[512];
        const size_t size = (size_t)snprintf(text, sizeof text, "%s", faults[i].text);

        for (size_t at = 0; at < size; at++)
            text[at] = text[at] == '|' ? '\n' : text[at];
        assert_fault(text, size,
                     (arb_where){ faults[i].line, faults[i].column, faults[i].expected });
    }
}

#define ASSERT_FAULTS(table) assert_faults(table, sizeof table / sizeof table[0])

static void test_case_errors__lines(void **state)
{
    static const fault faults[] = {
        { "", 1, 1, ARB_WANTED_CASE },
        { "# nothing||  # at all", 1, 1, ARB_WANTED_CASE },
        { "|  time 300", 2, 3, ARB_WANTED_CASE },
        { "0 arbiter start", 1, 1, ARB_WANTED_CASE },
        { "cases a", 1, 1, ARB_WANTED_CASE },
        { "case", 1, 5, ARB_WANTED_CASE_TITLE },
        { "case   # a title", 1, 5, ARB_WANTED_CASE_TITLE },
        { "case a|edition fide-2023|Time 300", 3, 1, ARB_WANTED_CASE_LINE },
        { "case a|white move e4", 2, 1, ARB_WANTED_CASE_LINE },
        { "case a|0 arbiter start|time 300", 3, 1, ARB_WANTED_CASE_HEADER_FIRST },
        { "case a|expect turn white|  tag A \"b\"", 3, 3, ARB_WANTED_CASE_HEADER_FIRST },
        { "case a|0 arbiter start|case b|0 arbiter x", 4, 11, ARB_WANTED_ARBITER_VERB },
        { "case a \x01", 1, 8, ARB_WANTED_PRINTABLE },
        { "case \xc3\xa8 \x7f", 1, 8, ARB_WANTED_PRINTABLE },
        { "case \xc2\x85", 1, 6, ARB_WANTED_PRINTABLE },
        { "case a\rb", 1, 7, ARB_WANTED_PRINTABLE },
        { "case \xc3", 1, 6, ARB_WANTED_UTF8 },
    };

    (void)state;
    ASSERT_FAULTS(faults);
}

static void test_case_errors__header(void **state)
{
    static const fault faults[] = {
        { "case a|edition", 2, 8, ARB_WANTED_EDITION },
        { "case a|edition  fide-1492", 2, 10, ARB_WANTED_EDITION },
        { "case a|edition fide-2023 now", 2, 19, ARB_WANTED_LINE_END },
        { "case a|edition fide-2023|edition fide-2023", 3, 1, ARB_WANTED_CASE_ONCE },
        { "case a|time 300+x", 2, 10, ARB_WANTED_SECONDS },
        { "case a|time white 300", 2, 12, ARB_WANTED_TIME_OF_BOTH },
        { "case a|time 300|time black none", 3, 12, ARB_WANTED_TIME_OF_BOTH },
        { "case a|time 300|time 300", 3, 1, ARB_WANTED_CASE_ONCE },
        { "case a|time black 300|time black 200|", 3, 1, ARB_WANTED_CASE_ONCE },
        { "case a|position 8/8", 2, 13, ARB_WANTED_EIGHT_RANKS },
        { "case a|position 8/8/8/8/8/8/8/8 w", 2, 10, ARB_WANTED_SETUP },
        { "case a|start960 960", 2, 10, ARB_WANTED_START960 },
        { "case a|position start960", 2, 18, ARB_WANTED_START960 },
        { "case a|start960 5|position start960 5", 3, 1, ARB_WANTED_CASE_ONCE },
        { "case a|option", 2, 7, ARB_WANTED_OPTION },
        { "case a|option speed 3", 2, 8, ARB_WANTED_OPTION },
        { "case a|option play", 2, 12, ARB_WANTED_OPTION_VALUE },
        { "case a|option play slow", 2, 13, ARB_WANTED_OPTION_VALUE },
        { "case a|option play rapid|option play blitz", 3, 1, ARB_WANTED_CASE_ONCE },
        { "case a|option supervision limited|time 7200|0 arbiter start", 2, 20,
          ARB_WANTED_OPTION_AGREES },
        { "case a|edition fide-2001|option supervision limited|time 3601", 3, 20,
          ARB_WANTED_OPTION_AGREES },
        { "case a|option completion press|edition edisu-2024", 2, 19, ARB_WANTED_OPTION_AGREES },
        { "case a|given", 2, 6, ARB_WANTED_GIVEN },
        { "case a|given flag white", 2, 7, ARB_WANTED_GIVEN },
        { "case a|given clock 300", 2, 13, ARB_WANTED_COLOUR },
        { "case a|given clock white", 2, 18, ARB_WANTED_TIME },
        { "case a|given counter white -1", 2, 21, ARB_WANTED_NUMBER },
        { "case a|given illegal black 256", 2, 21, ARB_WANTED_NUMBER },
        { "case a|given sheet-requests 3", 2, 22, ARB_WANTED_COLOUR },
        { "case a|given sheet-requests white 256", 2, 28, ARB_WANTED_NUMBER },
        { "case a|given offer none", 2, 13, ARB_WANTED_COLOUR },
        { "case a|given offer white|given offer black", 3, 1, ARB_WANTED_CASE_ONCE },
        { "case a|tag Ev-ent \"x\"", 2, 5, ARB_WANTED_TAG_NAME },
        { "case a|tag Event x", 2, 11, ARB_WANTED_TAG_VALUE },
        { "case a|tag Event \"x\\\"", 2, 11, ARB_WANTED_TAG_VALUE },
        { "case a|tag Event \"x\" y", 2, 15, ARB_WANTED_LINE_END },
        { "case a|tag Event \"x\"|tag Event \"y\"", 3, 5, ARB_WANTED_CASE_ONCE },
    };

    (void)state;
    ASSERT_FAULTS(faults);
}

static void test_case_errors__events(void **state)
{
    static const fault faults[] = {
        { "case a|  0 arbiter move e4", 2, 13, ARB_WANTED_ARBITER_VERB },
        { "case a|10 arbiter start|9 white press", 3, 1, ARB_WANTED_TIME_ONWARD },
        { "case a|0 nobody press", 2, 3, ARB_WANTED_ACTOR },
        { "case a|0 spectator press", 2, 13, ARB_WANTED_SPECTATOR_VERB },
        { "case a|0 arbiter decide later", 2, 18, ARB_WANTED_DECISION },
        { "case a|0 white touch e2 i9", 2, 18, ARB_WANTED_SQUARE },
    };

    (void)state;
    ASSERT_FAULTS(faults);
}

static void test_case_errors__expectations(void **state)
{
    static const fault faults[] = {
        { "case a|expect", 2, 7, ARB_WANTED_EXPECTATION },
        { "case a|expect  luck", 2, 9, ARB_WANTED_EXPECTATION },
        { "case a|expect ruling", 2, 14, ARB_WANTED_ARTICLE },
        { "case a|expect ruling 7.5.1  7.99", 2, 22, ARB_WANTED_ARTICLE },
        { "case a|expect no-ruling 7.5.1", 2, 18, ARB_WANTED_LINE_END },
        { "case a|expect refused x", 2, 16, ARB_WANTED_ARTICLE },
        { "case a|expect result", 2, 14, ARB_WANTED_RESULT },
        { "case a|expect result 2-0", 2, 15, ARB_WANTED_RESULT },
        { "case a|expect result 1-0 6.99", 2, 19, ARB_WANTED_ARTICLE },
        { "case a|expect points 1", 2, 15, ARB_WANTED_COLOUR },
        { "case a|expect points white", 2, 20, ARB_WANTED_POINTS },
        { "case a|expect points white x", 2, 21, ARB_WANTED_POINTS },
        { "case a|expect phase over", 2, 14, ARB_WANTED_PHASE },
        { "case a|expect turn both", 2, 13, ARB_WANTED_COLOUR },
        { "case a|expect turn white black", 2, 19, ARB_WANTED_LINE_END },
        { "case a|expect clock white", 2, 19, ARB_WANTED_TIME },
        { "case a|expect running both", 2, 16, ARB_WANTED_COLOUR_OR_NONE },
        { "case a|expect flag white down", 2, 19, ARB_WANTED_FALLEN_OR_UP },
        { "case a|expect period white two", 2, 21, ARB_WANTED_NUMBER },
        { "case a|expect category slow", 2, 17, ARB_WANTED_CATEGORY },
        { "case a|expect fen", 2, 11, ARB_WANTED_FIELDS },
        { "case a|expect fen 8/8/8/8/8/8/8/9", 2, 26, ARB_WANTED_PIECE_OR_COUNT },
        { "case a|expect fen 8/8/8/8/8/8/8/8 w - - 0 1 x", 2, 38, ARB_WANTED_LINE_END },
        { "case a|expect board 8/8/8/8/8/8/8/8 w", 2, 30, ARB_WANTED_COLOUR },
        { "case a|expect moves e4 e9", 2, 18, ARB_WANTED_SQUARE },
        { "case a|expect allowed", 2, 15, ARB_WANTED_MOVE },
        { "case a|expect hand", 2, 12, ARB_WANTED_DEED },
        { "case a|expect hand e2", 2, 13, ARB_WANTED_DEED },
        { "case a|expect hand e2e4q", 2, 13, ARB_WANTED_DEED },
        { "case a|expect hand -d5 d5", 2, 17, ARB_WANTED_DEED },
        { "case a|expect hand -d5d6", 2, 13, ARB_WANTED_DEED },
        { "case a|expect hand +a8", 2, 13, ARB_WANTED_DEED },
        { "case a|expect hand +a8X", 2, 13, ARB_WANTED_DEED },
        { "case a|expect hand +a8black:", 2, 13, ARB_WANTED_DEED },
        { "case a|expect hand +a8red:Q", 2, 13, ARB_WANTED_DEED },
        { "case a|expect allowed any e4", 2, 20, ARB_WANTED_LINE_END },
        { "case a|expect legal", 2, 13, ARB_WANTED_MOVE },
        { "case a|expect not-legal ??", 2, 18, ARB_WANTED_MOVE },
        { "case a|expect check any", 2, 14, ARB_WANTED_CHECKED },
        { "case a|expect illegal white", 2, 21, ARB_WANTED_NUMBER },
        { "case a|expect offer yes", 2, 14, ARB_WANTED_COLOUR_OR_NONE },
        { "case a|expect pending lunch", 2, 16, ARB_WANTED_PENDING },
        { "case a|expect counter 3", 2, 16, ARB_WANTED_COLOUR },
        { "case a|expect recording white yes", 2, 24, ARB_WANTED_REQUIRED_OR_OPTIONAL },
        { "case a|expect sheet e4", 2, 14, ARB_WANTED_SHEET_OWNER },
        { "case a|expect warning", 2, 15, ARB_WANTED_COLOUR_OR_NONE },
        { "case a|expect warning both", 2, 16, ARB_WANTED_COLOUR_OR_NONE },
        { "case a|expect penalty", 2, 15, ARB_WANTED_COLOUR },
        { "case a|expect penalty white", 2, 21, ARB_WANTED_SANCTION },
        { "case a|expect penalty white loss", 2, 22, ARB_WANTED_SANCTION },
        { "case a|expect penalty white excluded x", 2, 31, ARB_WANTED_NUMBER },
        { "case a|expect penalty white fine 2", 2, 27, ARB_WANTED_LINE_END },
        { "case a|expect papers lost", 2, 15, ARB_WANTED_PAPERS },
        { "case a|expect spectators gone", 2, 19, ARB_WANTED_OUT_OR_ADMITTED },
        { "case a|expect explained", 2, 17, ARB_WANTED_ARTICLE },
    };

    (void)state;
    ASSERT_FAULTS(faults);
}

static void test_case_errors__many_tags(void **state)
{
    char text[2048] = "case a\n";

    (void)state;
    for (int i = 0; i <= ARB_CASE_TAGS_MAX; i++) {
        const size_t size = strlen(text);
        snprintf(text + size, sizeof text - size, "tag T%d \"x\"\n", i);
    }
    assert_fault(text, strlen(text), (arb_where){ ARB_CASE_TAGS_MAX + 2, 5, ARB_WANTED_TAGS });
}

static void test_case_errors__long_lines(void **state)
{
    enum { MAX = 65536, SIZE = MAX + 64 };
    static char text[SIZE];

    (void)state;
    /* just long enough, with both ends of line */
    const size_t head = (size_t)snprintf(text, sizeof text, "case ");
    memset(text + head, 'x', MAX - head);
    memcpy(text + MAX, "\r\n0 arbiter dance", 18);
    assert_fault(text, MAX + 17, (arb_where){ 2, 11, ARB_WANTED_ARBITER_VERB });
    /* and one byte more */
    memcpy(text + MAX, "x\n0 arbiter start", 18);
    assert_fault(text, MAX + 17, (arb_where){ 1, MAX + 1, ARB_WANTED_LINE_LENGTH });
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_case_errors__lines),
        cmocka_unit_test(test_case_errors__header),
        cmocka_unit_test(test_case_errors__events),
        cmocka_unit_test(test_case_errors__expectations),
        cmocka_unit_test(test_case_errors__many_tags),
        cmocka_unit_test(test_case_errors__long_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
