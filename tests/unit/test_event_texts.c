/* SPDX-License-Identifier: MIT */
/* Texts of events: kept as they stand, quoted where they need it, cut off at their room. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/event.h"

static arb_event event_of(const char *line)
{
    arb_where where = { 0, 0, ARB_WANTED_NOTHING };
    arb_event event;

    memset(&event, 0xa5, sizeof event);
    if (arb_event_read(&event, &where, line, strlen(line), 0, NULL))
        fail_msg("%s: column %zu: expected %s", line, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
    return event;
}

static void assert_written(const arb_event *event, const char *line)
{
    char out[256];

    assert_int_equal(arb_event_write(out, sizeof out, event), strlen(line));
    assert_string_equal(out, line);
}

static void test_event__texts_are_kept_as_they_stand(void **state)
{
    arb_event event = event_of("0 white write \"e4 # \\\"!\\\\\"");
    char plain[16], cut[4];

    (void)state;
    assert_int_equal(event.flags, ARB_EVENT_ESCAPED);
    assert_int_equal(event.size, 10);
    assert_memory_equal(event.text, "e4 # \\\"!\\\\", 10);
    assert_int_equal(arb_event_text(plain, sizeof plain, &event), 8);
    assert_string_equal(plain, "e4 # \"!\\");
    assert_int_equal(arb_event_text(cut, sizeof cut, &event), 8);
    assert_string_equal(cut, "e4 ");

    event = event_of("0 white write back\\slash");
    assert_int_equal(event.flags, 0);
    assert_int_equal(arb_event_text(plain, sizeof plain, &event), 10);
    assert_string_equal(plain, "back\\slash");
}

static void test_event__texts_are_quoted_where_they_need_it(void **state)
{
    static const char *const rows[][2] = {
        { "plain", "plain" },
        { " before", "\" before\"" },
        { "behind ", "\"behind \"" },
        { "\"", "\"\\\"\"" },
        { "\"quoted\" first", "\"\\\"quoted\\\" first\"" },
        { "then \"quoted\"", "then \"quoted\"" },
        { "a \\ b", "a \\ b" },
        { "# comment", "\"# comment\"" },
        { "a # b", "\"a # b\"" },
        { "a # \\", "\"a # \\\\\"" },
        { "Qh4#", "Qh4#" },
        { "a\nb\r\x7f.", "a b  ." },
        { "\n", "\" \"" },
        { "a\xc2\x85#", "\"a #\"" },
        { "\xc2\xa0 \xc3\x82\xc3\x83", "\xc2\xa0 \xc3\x82\xc3\x83" },
        { "a\t# b", "\"a # b\"" },
        { "½ è", "½ è" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_event event = { .actor = ARB_ACTOR_ARBITER,
                                  .verb = ARB_VERB_RULE,
                                  .text = rows[i][0],
                                  .size = strlen(rows[i][0]) };
        char line[64] = "0:00:00 arbiter rule ";
        strncat(line, rows[i][1], 32);
        assert_written(&event, line);
    }
}

static void test_event__what_is_written_is_cut_off_at_its_room(void **state)
{
    const arb_event event = event_of("0:10 white move e4");
    char out[8];

    (void)state;
    assert_int_equal(arb_event_write(out, sizeof out, &event), 21);
    assert_string_equal(out, "0:00:10");
    assert_int_equal(arb_event_write(NULL, 0, &event), 21);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_event__texts_are_kept_as_they_stand),
        cmocka_unit_test(test_event__texts_are_quoted_where_they_need_it),
        cmocka_unit_test(test_event__what_is_written_is_cut_off_at_its_room),
    };

    return cmocka_run_group_tests_name("event texts", tests, NULL, NULL);
}
