/* SPDX-License-Identifier: MIT */
/*
 * Events by chance: what is written reads back to the same event, and writing it again gives the
 * same line. Lines that were spoilt and mere bytes do no harm.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/random_events.h"

enum { LINE_MAX = 512 };

static bool same_numbers(const arb_event *a, const arb_event *b)
{
    const unsigned escaped = ARB_EVENT_ESCAPED; /* a matter of spelling */

    return a->time == b->time && a->actor == b->actor && a->verb == b->verb &&
           (a->flags | escaped) == (b->flags | escaped) && a->colours == b->colours &&
           a->role == b->role && a->tasks == b->tasks && a->penalty == b->penalty &&
           a->result == b->result && a->place == b->place && a->decision == b->decision &&
           a->consent == b->consent && a->appeal == b->appeal && a->article == b->article &&
           a->number == b->number && a->ms == b->ms && a->points == b->points;
}

static void assert_same(const arb_event *a, const arb_event *b, const char *line)
{
    char plain[2][LINE_MAX];
    const size_t sizes[] = { arb_event_text(plain[0], LINE_MAX, a),
                             arb_event_text(plain[1], LINE_MAX, b) };

    if (!same_numbers(a, b) || a->square_count != b->square_count ||
        memcmp(a->square, b->square, a->square_count) != 0 ||
        memcmp(&a->move, &b->move, sizeof a->move) != 0 || sizes[0] != sizes[1] ||
        memcmp(plain[0], plain[1], sizes[0]) != 0)
        fail_msg("seed %llu: not the same event: %s", (unsigned long long)chance_seed(), line);
}

static void test_event__random_events_are_read_as_they_are_written(void **state)
{
    chance luck = chance_begin(102);

    (void)state;
    for (unsigned i = 0; i < scaled(300000); i++) {
        random_event m;
        arb_event event;
        arb_where where;
        char line[LINE_MAX], again[LINE_MAX];
        random_event_make(&m, &luck);
        const size_t size = arb_event_write(line, sizeof line, &m.event);
        assert_true(size < sizeof line);
        if (arb_event_read(&event, &where, line, size, 0, m.language))
            fail_msg("%s: column %zu: expected %s", line, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN));
        assert_same(&m.event, &event, line);
        assert_int_equal(arb_event_write(again, sizeof again, &event), size);
        assert_string_equal(again, line);
    }
}

/* Reads a copy of its own size, and what was read once more. */
static void check_bytes(const char *bytes, size_t size, const arb_language *language)
{
    char *copy = malloc(size > 0 ? size : 1), line[4 * LINE_MAX], again[4 * LINE_MAX];
    arb_event event, twice;
    arb_where where = { 0, 0, ARB_WANTED_COUNT };

    assert_non_null(copy);
    memcpy(copy, bytes, size);
    if (arb_event_read(&event, &where, copy, size, 0, language)) {
        assert_true(where.line >= 1 && where.column >= 1 && where.column <= size + 1);
        assert_true(where.wanted < ARB_WANTED_COUNT);
    } else {
        const size_t length = arb_event_write(line, sizeof line, &event);
        assert_true(length < sizeof line);
        assert_int_equal(arb_event_read(&twice, NULL, line, length, 0, language), ARB_OK);
        assert_int_equal(arb_event_write(again, sizeof again, &twice), length);
        assert_string_equal(again, line);
    }
    free(copy);
}

/* A byte is changed, left out, said twice, or the rest is cut off. */
static size_t spoil(char *line, size_t size, chance *luck)
{
    static const char bytes[] = " \t\"\\#+-:.0159aehQtwo\xc2\xbd\xff\n";
    const size_t at = chance_below(luck, (unsigned)size + 1);
    const size_t rest = size - at;

    switch (chance_below(luck, 4)) {
    case 0:
        if (rest > 0)
            line[at] = bytes[chance_below(luck, sizeof bytes)];
        return size;
    case 1:
        if (rest == 0)
            return size;
        memmove(line + at, line + at + 1, rest - 1);
        return size - 1;
    case 2:
        memmove(line + at + 1, line + at, rest);
        line[at] = bytes[chance_below(luck, sizeof bytes)];
        return size + 1;
    default:
        return chance_below(luck, 4) == 0 ? at : size;
    }
}

static void test_event__spoilt_lines_do_no_harm(void **state)
{
    chance luck = chance_begin(103);

    (void)state;
    for (unsigned i = 0; i < scaled(300000); i++) {
        random_event m;
        char line[2 * LINE_MAX];
        random_event_make(&m, &luck);
        size_t size = arb_event_write(line, LINE_MAX, &m.event);
        for (unsigned times = 1 + chance_below(&luck, 3); times > 0; times--)
            size = spoil(line, size, &luck);
        check_bytes(line, size, m.language);
    }
}

static void test_event__random_bytes_do_no_harm(void **state)
{
    chance luck = chance_begin(104);

    (void)state;
    for (unsigned i = 0; i < scaled(200000); i++) {
        char bytes[64];
        const size_t size = chance_below(&luck, sizeof bytes + 1);
        for (size_t j = 0; j < size; j++)
            bytes[j] = (char)chance_bits(&luck);
        check_bytes(bytes, size, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_event__random_events_are_read_as_they_are_written),
        cmocka_unit_test(test_event__spoilt_lines_do_no_harm),
        cmocka_unit_test(test_event__random_bytes_do_no_harm),
    };

    return cmocka_run_group_tests_name("event property", tests, NULL, NULL);
}
