/* SPDX-License-Identifier: MIT */
/*
 * Anniversaries as a calendar file. What is written is read by a second reader, which knows RFC
 * 5545 and nothing of the writer: physical lines, unfolded lines, components with their properties.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/almanac.h"
#include "arbitro/utf8.h"

enum { LIST_MAX = 512, LINE_SIZE = 1024, BYTES_MAX = 1 << 20, LINE_BYTES = 75 };

/* ---- the reader ---- */

typedef struct reader {
    const char *at;
    char line[LINE_SIZE]; /* unfolded, without its end */
} reader;

/* One physical line: it ends with CR LF, has no other control characters and 75 bytes at most. */
static size_t physical(const char *text)
{
    const char *end = strstr(text, "\r\n");

    assert_non_null(end);
    const size_t size = (size_t)(end - text);
    assert_true(size <= LINE_BYTES);
    assert_int_equal(arb_utf8_valid_size(text, size), size);
    for (size_t i = 0; i < size; i++)
        assert_true((unsigned char)text[i] >= ' ');
    return size;
}

/* The next line with its folds taken out; false at the end of the file. */
static bool next_line(reader *r)
{
    size_t size, length = 0;

    if (*r->at == '\0')
        return false;
    do {
        const size_t fold = length > 0;
        size = physical(r->at);
        assert_true(size > fold && length + size < LINE_SIZE);
        memcpy(r->line + length, r->at + fold, size - fold);
        length += size - fold;
        r->at += size + 2;
    } while (*r->at == ' ');
    r->line[length] = '\0';
    return true;
}

/* The value behind a property, whatever its parameters; NULL when it is another. */
static const char *value_of(const char *line, const char *name)
{
    const size_t size = strlen(name);

    if (strncmp(line, name, size) != 0 || (line[size] != ':' && line[size] != ';'))
        return NULL;
    return strchr(line, ':') + 1;
}

/* An event as it was read. */
typedef struct event {
    char uid[64], start[16], summary[256];
    unsigned properties;
} event;

/* A text with its escapes taken out; an unescaped comma or semicolon is a mistake. */
static void unescape(char *out, const char *text)
{
    for (; *text; text++) {
        assert_null(strchr(",;", *text));
        if (*text == '\\')
            text++;
        *out++ = *text;
    }
    *out = '\0';
}

/* Reads up to END:VEVENT: each property that must be there stands there once. */
static void read_event(event *out, reader *r)
{
    const char *value;

    memset(out, 0, sizeof *out);
    while (next_line(r) && strcmp(r->line, "END:VEVENT") != 0) {
        out->properties++;
        if ((value = value_of(r->line, "UID")) != NULL)
            snprintf(out->uid, sizeof out->uid, "%.60s", value);
        else if ((value = value_of(r->line, "DTSTART")) != NULL) {
            assert_non_null(strstr(r->line, ";VALUE=DATE:"));
            snprintf(out->start, sizeof out->start, "%.15s", value);
        } else if ((value = value_of(r->line, "SUMMARY")) != NULL)
            unescape(out->summary, value);
        else if ((value = value_of(r->line, "RRULE")) != NULL)
            assert_string_equal(value, "FREQ=YEARLY");
        else if ((value = value_of(r->line, "DTSTAMP")) != NULL)
            assert_int_equal(strlen(value), strlen("20200101T000000Z"));
        else
            assert_string_equal(r->line, "TRANSP:TRANSPARENT");
    }
    assert_int_equal(out->properties, 6);
    assert_true(*out->uid && *out->start && *out->summary);
}

/* ---- the tests ---- */

static size_t choose_all(const arb_anniversary *list[LIST_MAX])
{
    size_t count = 0;

    for (; arb_almanac_anniversary(count); count++)
        list[count] = arb_almanac_anniversary(count);
    return count;
}

static void check_file(const char *text, size_t count, arb_lang lang)
{
    static event events[LIST_MAX];
    reader r = { .at = text };
    size_t read = 0;
    unsigned version = 0, product = 0, name = 0;

    assert_true(next_line(&r));
    assert_string_equal(r.line, "BEGIN:VCALENDAR");
    while (next_line(&r) && strcmp(r.line, "END:VCALENDAR") != 0) {
        version += strcmp(r.line, "VERSION:2.0") == 0;
        product += value_of(r.line, "PRODID") != NULL;
        name += value_of(r.line, "NAME") != NULL;
        if (strcmp(r.line, "BEGIN:VEVENT") != 0)
            continue;
        assert_true(read < LIST_MAX);
        read_event(&events[read], &r);
        const arb_anniversary *one = arb_almanac_anniversary(read);
        char start[64];
        snprintf(start, sizeof start, "%04u%02u%02u", arb_anniversary_year(one), one->month,
                 one->day);
        assert_string_equal(events[read].start, start);
        const char *whose = arb_almanac_spelling(one->name, lang);
        assert_memory_equal(events[read].summary, whose, strlen(whose));
        for (size_t i = 0; i < read; i++)
            assert_string_not_equal(events[i].uid, events[read].uid);
        read++;
    }
    assert_string_equal(r.line, "END:VCALENDAR");
    assert_int_equal(*r.at, '\0');
    assert_int_equal(read, count);
    assert_int_equal(version, 1);
    assert_int_equal(product, 1);
    assert_int_equal(name, 1);
}

static void test_calendar__a_second_reader_finds_the_same(void **state)
{
    const arb_anniversary *list[LIST_MAX];
    const size_t count = choose_all(list);

    (void)state;
    for (int lang = 0; lang < ARB_LANG_COUNT; lang++) {
        arb_buf file;
        arb_buf_init(&file, NULL, BYTES_MAX);
        assert_int_equal(arb_almanac_calendar(&file, list, count, (arb_lang)lang), ARB_OK);
        check_file(arb_buf_text(&file), count, (arb_lang)lang);
        arb_buf_clear(&file);
    }
}

/* The same entry has the same name in every calendar, alone or among others. */
static void test_calendar__entries_keep_their_names(void **state)
{
    const arb_anniversary *one = arb_almanac_anniversary(8);
    arb_buf file;

    (void)state;
    assert_int_equal(one->month * 100 + one->day, 108); /* the second of that day */
    arb_buf_init(&file, NULL, BYTES_MAX);
    assert_int_equal(arb_almanac_calendar(&file, &one, 1, ARB_LANG_IT), ARB_OK);
    assert_non_null(strstr(arb_buf_text(&file), "UID:arbitro-almanac-0108-2-1924\r\n"));
    assert_non_null(
        strstr(arb_buf_text(&file), "SUMMARY;LANGUAGE=it:Giorgio Guidelli\\, muore nel 1924\r\n"));
    arb_buf_clear(&file);
}

/* A line of exactly 75 bytes is not folded, one of 76 is, and no letter is cut in two. */
static void test_calendar__lines_are_folded_between_letters(void **state)
{
    unsigned folded = 0;

    (void)state;
    for (size_t size = 30; size < 48; size++) {
        arb_anniversary one = { .month = 1, .day = 1, .kind = ARB_DIED, .died = 1900 };
        const arb_anniversary *list = &one;
        reader r;
        arb_buf file;
        for (size_t i = 0; i + 2 <= size; i += 2)
            memcpy(one.name + i, "ò", 2);
        one.name[0] = size % 2 ? 'X' : one.name[0];
        if (size % 2)
            memmove(one.name + 1, "ò;ò,ò\\ò", sizeof "ò;ò,ò\\ò" - 1);
        arb_buf_init(&file, NULL, BYTES_MAX);
        assert_int_equal(arb_almanac_calendar(&file, &list, 1, ARB_LANG_IT), ARB_OK);
        r.at = arb_buf_text(&file);
        folded += strstr(r.at, "\r\n ") != NULL;
        while (next_line(&r) && !value_of(r.line, "SUMMARY"))
            ;
        char text[256];
        unescape(text, value_of(r.line, "SUMMARY"));
        assert_memory_equal(text, one.name, strlen(one.name));
        arb_buf_clear(&file);
    }
    assert_true(folded > 2 && folded < 18);
}

static void test_calendar__too_little_room_leaves_the_buffer(void **state)
{
    const arb_anniversary *list[LIST_MAX];
    const size_t count = choose_all(list);

    (void)state;
    for (size_t limit = 3; limit < 600; limit += 7) {
        arb_buf file;
        arb_buf_init(&file, NULL, limit);
        assert_int_equal(arb_buf_add_text(&file, "abc"), ARB_OK);
        assert_int_equal(arb_almanac_calendar(&file, list, count, ARB_LANG_EN), ARB_RANGE);
        assert_string_equal(arb_buf_text(&file), "abc");
        arb_buf_clear(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calendar__a_second_reader_finds_the_same),
        cmocka_unit_test(test_calendar__entries_keep_their_names),
        cmocka_unit_test(test_calendar__lines_are_folded_between_letters),
        cmocka_unit_test(test_calendar__too_little_room_leaves_the_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
