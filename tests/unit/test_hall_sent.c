/* SPDX-License-Identifier: MIT */
/*
 * The body of an event: read where it stands it says the same as its tree, and what jansson refuses
 * is never read.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/sent.h"
#include "support/random_positions.h"

enum { ROUNDS = 200000, ROOM = 512 };

static void same_text(arb_http_text a, arb_http_text b)
{
    assert_true((a.at == NULL) == (b.at == NULL));
    assert_int_equal(a.size, b.size);
    if (a.at)
        assert_memory_equal(a.at, b.at, a.size);
}

/* Was it plain? Then it says what jansson reads of it. The bytes stand at the end of their memory,
 * so that a sanitizer sees who reads beyond. */
static bool is_read(const char *text, size_t size)
{
    char *bytes = malloc(size ? size : 1);
    arb_sent plain, tree;

    assert_non_null(bytes);
    memcpy(bytes, text, size);
    const bool is_plain = arb_sent_read_plain(&plain, (arb_http_text){ bytes, size });
    if (is_plain) {
        json_t *read = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, NULL);
        assert_true(json_is_object(read));
        arb_sent_read_tree(&tree, read);
        same_text(plain.event, tree.event);
        same_text(plain.id, tree.id);
        same_text(plain.acts, tree.acts);
        assert_int_equal(plain.is_for, tree.is_for);
        assert_int_equal(plain.seen, tree.seen);
        assert_int_equal(plain.is_seen_wrong, tree.is_seen_wrong);
        assert_int_equal(plain.think_ms, tree.think_ms);
        assert_null(plain.tree);
        json_decref(tree.tree);
    }
    free(bytes);
    return is_plain;
}

static bool is_read_text(const char *text)
{
    return is_read(text, strlen(text));
}

static void test_sent__what_pages_write_is_plain(void **state)
{
    (void)state;
    assert_true(is_read_text("{\"id\":\"0af3\",\"event\":\"move e2e4\"}"));
    assert_true(is_read_text("{\"id\":\"a-1\",\"event\":\"press\",\"think\":0}"));
    assert_true(is_read_text("{\"id\":\"a\",\"event\":\"move e2e4\",\"think\":86399999,"
                             "\"seen\":999999999999999999,\"for\":\"white\"}"));
    assert_true(is_read_text("{\"think\":86400000}"));
    assert_true(is_read_text("{\"event\":\"\",\"id\":\"\",\"for\":\"\"}"));
}

static void test_sent__the_rest_is_left_to_jansson(void **state)
{
    static const char *const others[] = {
        "",
        "{",
        "{}",
        "[]",
        " {\"id\":\"a\"}",
        "{\"id\":\"a\"} ",
        "{\"id\": \"a\"}",
        "{\"id\":\"a\",}",
        "{\"id\":\"a\"",
        "{\"id\":\"a",
        "{\"id\"",
        "{\"id\":\"a\"}{",
        "{\"id\":\"a\",\"id\":\"b\"}",
        "{\"id\":1}",
        "{\"other\":1}",
        "{\"\":1}",
        "{\"event\":\"announce \\\"e4\\\"\"}",
        "{\"event\":\"\xc3\xa8\"}",
        "{\"event\":\"a\tb\"}",
        "{\"seen\":-1}",
        "{\"seen\":01}",
        "{\"seen\":1.0}",
        "{\"seen\":1e3}",
        "{\"seen\":null}",
        "{\"seen\":}",
        "{\"seen\":1000000000000000000}",
        "{\"seen\":99999999999999999999}",
        "{\"think\":\"1\"}",
        "{\"for\":null}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(is_read_text(others[i]));
}

static void read_tree(arb_sent *out, const char *text)
{
    json_t *tree = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

    assert_non_null(tree);
    arb_sent_read_tree(out, tree);
    json_decref(tree); /* of the texts only the presence is looked at */
}

static void test_sent__what_a_tree_says(void **state)
{
    arb_sent sent;

    (void)state;
    read_tree(&sent, "{\"seen\":null,\"for\":null,\"event\":null,\"id\":7,\"think\":\"1\"}");
    assert_true(!sent.event.at && !sent.id.at && !sent.acts.at && !sent.is_for);
    assert_true(sent.seen == -1 && !sent.is_seen_wrong && sent.think_ms == -1);
    read_tree(&sent, "{\"seen\":-1,\"for\":7,\"think\":-0.5}");
    assert_true(!sent.acts.at && sent.is_for && sent.is_seen_wrong && sent.think_ms == -1);
    read_tree(&sent, "{\"seen\":1.0,\"think\":12.75}");
    assert_true(sent.is_seen_wrong && sent.think_ms == 12);
    read_tree(&sent, "{\"seen\":0,\"think\":86400000.0}");
    assert_true(sent.seen == 0 && !sent.is_seen_wrong && sent.think_ms == -1);
}

/* ---- any bodies */

static const char *one_of(chance *luck, const char *const *all, unsigned count)
{
    return all[chance_below(luck, count)];
}

static const char *const keys[] = { "id",    "event", "for",  "seen",     "think",
                                    "event", "seen",  "Seen", "\\u0069d", "eventu" };
static const char *const values[] = {
    "\"a\"",
    "\"move e2e4\"",
    "\"white\"",
    "\"\"",
    "\"\x7f\"",
    "\"\\\"\"",
    "\"\\u00e8\"",
    "\"\xc3\xa8\"",
    "\"\xc3\"",
    "\"\x1f\"",
    "0",
    "1",
    "86399999",
    "86400000",
    "-1",
    "-0",
    "007",
    "00",
    "1.5",
    "0.0",
    "1e2",
    "1E400",
    "null",
    "true",
    "[]",
    "{\"a\":1}",
    "999999999999999999",
    "1000000000000000000",
    "9223372036854775807",
    "9223372036854775808",
    "\"a",
    "a\"",
};
static const char *const blanks[] = { "", "", "", "", "", "", "", " ", "\n", "," };

static size_t write_any(char *out, chance *luck)
{
    const unsigned count = chance_below(luck, 5);
    size_t size = 1;

    out[0] = '{';
    for (unsigned i = 0; i < count; i++) {
        const bool plain = chance_below(luck, 3) > 0;
        const char *key = one_of(luck, keys, plain ? 5 : 10);
        const bool number = strcmp(key, "seen") == 0 || strcmp(key, "think") == 0;
        const char *value =
            plain ? values[number ? 10 + chance_below(luck, 4) : chance_below(luck, 4)]
                  : one_of(luck, values, sizeof values / sizeof values[0]);
        size += (size_t)snprintf(out + size, ROOM - size, "%s\"%s\":%s%s", i > 0 ? "," : "", key,
                                 one_of(luck, blanks, plain ? 7 : 10), value);
    }
    return size + (size_t)snprintf(out + size, ROOM - size, "}%s",
                                   one_of(luck, blanks, sizeof blanks / sizeof blanks[0]));
}

/* One byte is changed, left out, doubled, or the rest cut off. */
static size_t spoil(char *text, size_t size, chance *luck)
{
    static const char bytes[] = "{}[]\":,\\ \t\n0123456789-+.eEaunlt\x7f\x80\xc3\xff";
    const size_t at = chance_below(luck, (unsigned)size);

    switch (chance_below(luck, 5)) {
    case 0:
        text[at] = bytes[chance_below(luck, sizeof bytes)]; /* a NUL, too */
        return size;
    case 1:
        memmove(text + at, text + at + 1, size - at - 1);
        return size - 1;
    case 2:
        memmove(text + at + 1, text + at, size - at);
        return size + 1;
    case 3:
        return at;
    default:
        return size;
    }
}

static void test_sent__any_bodies(void **state)
{
    chance luck = chance_begin(1);
    char text[ROOM + 8];
    unsigned plain = 0;
    const unsigned rounds = scaled(ROUNDS);

    (void)state;
    for (unsigned i = 0; i < rounds; i++) {
        size_t size = write_any(text, &luck);
        for (unsigned spoilt = chance_below(&luck, 4); spoilt > 0 && size > 0; spoilt--)
            size = spoil(text, size, &luck);
        plain += is_read(text, size);
    }
    assert_true(plain > rounds / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sent__what_pages_write_is_plain),
        cmocka_unit_test(test_sent__the_rest_is_left_to_jansson),
        cmocka_unit_test(test_sent__what_a_tree_says),
        cmocka_unit_test(test_sent__any_bodies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
