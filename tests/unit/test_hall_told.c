/* SPDX-License-Identifier: MIT */
/*
 * What is told with every event is written as text: the same bytes as those of trees of jansson,
 * after every event of the games of all cases, for every seat.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/api.h"
#include "support/case_files.h"
#include "support/hall/bare.h"
#include "support/hall/slow_told.h"

enum { TEXT_MAX = 1 << 20 };

static const size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15);

/* Of so many states one is looked at, and all of them with ARB_TEST_SOAK=1. */
enum { SPARED = 4 };

typedef struct session {
    arb_table *table;
    arb_fen_kept fen; /* of one state after the other, as in the hall */
    unsigned states, compared;
} session;

static void assert_text(session *it, arb_buf *text, arb_err err, json_t *tree, const char *name)
{
    char *expected = json_dumps(tree, flags);

    assert_int_equal(err, ARB_OK);
    assert_non_null(expected);
    if (strcmp(arb_buf_text(text), expected) != 0)
        fail_msg("%s: %s, expected %s", name, arb_buf_text(text), expected);
    free(expected);
    json_decref(tree);
    arb_buf_clear(text);
    it->compared++;
}

static void compare(session *it, arb_seat seat, const char *name)
{
    const arb_table *t = it->table;
    arb_buf text;

    arb_buf_init(&text, NULL, TEXT_MAX);
    assert_text(it, &text, arb_api_write_seen(&text, t, seat, &it->fen),
                arb_api_state_seen(t, seat), name);
    assert_text(it, &text, arb_api_write_own(&text, t, seat), slow_own(t, seat), name);
    assert_text(it, &text, arb_api_write_last_move(&text, t, seat, &it->fen),
                slow_last_move(t, seat), name);
    if (t->log_count == 0)
        return;
    const size_t last = t->log_count - 1;
    assert_text(it, &text, arb_api_write_entry(&text, t, last, seat), slow_entry(t, last, seat),
                name);
}

/* Time stands: it is that of the last event. */
static void begin(void *user, arb_game *game)
{
    session *it = user;

    arb_table_free(it->table);
    it->table = bare_table_of(game);
    it->table->begun = true;
    it->table->origin = (int64_t)1 << 50;
}

static void after(void *user, arb_game *game, const char *name)
{
    static const char *const clients[] = { "w.1", "a.2", "", "d.3" };
    session *it = user;
    arb_table *t = it->table;

    while (t->log_count < arb_game_size(game)) {
        const char *client = clients[t->log_count % (sizeof clients / sizeof clients[0])];
        assert_int_equal(arb_log_add(t, 1000 + t->log_count, client, !*client, 0), ARB_OK);
    }
    arb_table_summarise(t);
    if (it->states++ % SPARED != 0 && !getenv("ARB_TEST_SOAK"))
        return;
    t->hall->stalled_ms = t->log_count % 5 == 4;
    t->casual = it->states % 3 == 2;
    for (unsigned seat = 0; seat < ARB_SEAT_COUNT; seat++)
        compare(it, (arb_seat)seat, name);
    t->hall->stalled_ms = 0;
}

static void test_told__text_is_that_of_the_trees(void **state)
{
    session it = { 0 };

    (void)state;
    case_files_play(&(case_files_calls){ .begin = begin, .after = after, .user = &it });
    arb_table_free(it.table);
    print_message("%u texts\n", it.compared);
    assert_true(it.compared > 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_told__text_is_that_of_the_trees, bare_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
