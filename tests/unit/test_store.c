/* SPDX-License-Identifier: MIT */
/* The journal on a disk: batches, sequence numbers, client ids, and what reads them. */
#define _GNU_SOURCE
#include "test_store_common.h"

/* What a reading saw, as short words: "1:1/1 2:1/2" for sequence, game and number. */
typedef struct seen {
    char text[512];
    size_t stop_after; /* 0: never */
    size_t count;
} seen;

static bool see_event(void *user, const arb_store_event *event)
{
    seen *it = user;
    const size_t used = strlen(it->text);

    (void)snprintf(it->text + used, sizeof it->text - used, "%s%d:%d/%d", used ? " " : "",
                   (int)event->sequence, (int)event->game, (int)event->number);
    return ++it->count != it->stop_after;
}

static void assert_events(arb_store *store, uint64_t after, size_t limit, const char *expected)
{
    seen it = { .count = 0 };

    assert_fine(arb_store_events(store, after, limit, see_event, &it));
    assert_string_equal(it.text, expected);
}

static void assert_events_of(arb_store *store, uint64_t game, uint64_t after, const char *expected)
{
    seen it = { .count = 0 };

    assert_fine(arb_store_events_of(store, game, after, SIZE_MAX, see_event, &it));
    assert_string_equal(it.text, expected);
}

static arb_store_receipt append(arb_store *store, uint64_t game, const char *client)
{
    const arb_store_event event = event_of(game, client);
    arb_store_receipt receipt = { 0 };

    assert_fine(arb_store_append(&receipt, store, &event));
    return receipt;
}

static void test_store__a_batch_is_seen_when_it_is_committed(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);

    assert_int_equal(arb_store_last(store), 0);
    assert_fine(arb_store_begin(store));
    const uint64_t one = game_of(store), two = game_of(store);
    assert_int_equal(append(store, one, "a").sequence, 1);
    assert_int_equal(append(store, two, "a").sequence, 2);
    assert_int_equal(append(store, one, "b").number, 2);
    assert_int_equal(arb_store_last(store), 0);
    assert_events(store, 0, SIZE_MAX, "");
    assert_fine(arb_store_commit(store));
    assert_int_equal(arb_store_last(store), 3);
    assert_events(store, 0, SIZE_MAX, "1:1/1 2:2/1 3:1/2");
    assert_events(store, 1, 1, "2:2/1");
    assert_events(store, 3, SIZE_MAX, "");
    assert_events(store, UINT64_MAX, SIZE_MAX, "");
    assert_events_of(store, one, 0, "1:1/1 3:1/2");
    assert_events_of(store, one, 1, "3:1/2");
    assert_events_of(store, 0, 0, "");
    assert_events_of(store, 77, 0, "");
    arb_store_close(store);

    store = store_open(where->file);
    assert_events(store, 0, SIZE_MAX, "1:1/1 2:2/1 3:1/2");
    assert_int_equal(append(store, two, "").number, 2);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

static void test_store__a_batch_that_is_forgotten_leaves_no_hole(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);

    assert_int_equal(append(store, game, "a").sequence, 1);
    assert_fine(arb_store_begin(store));
    (void)game_of(store);
    assert_int_equal(append(store, game, "b").sequence, 2);
    arb_store_rollback(store);
    assert_int_equal(append(store, game, "b").sequence, 2);
    assert_int_equal(game_of(store), 2);
    assert_fine(arb_store_begin(store));
    assert_int_equal(append(store, game, "c").sequence, 3);
    arb_store_close(store); /* closing forgets it, too */

    store = store_open(where->file);
    assert_int_equal(store_count_all(store), 2);
    assert_int_equal(append(store, game, "c").number, 3);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

static void test_store__batches_do_not_nest(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);

    assert_err(arb_store_commit(store), ARB_STORE_STATE);
    arb_store_rollback(store);
    assert_fine(arb_store_begin(store));
    assert_err(arb_store_begin(store), ARB_STORE_STATE);
    assert_fine(arb_store_commit(store));
    assert_err(arb_store_commit(store), ARB_STORE_STATE);
    arb_store_close(store);
    arb_store_close(NULL);
}

static void test_store__a_client_id_counts_once_in_its_game(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store), other = game_of(store);
    arb_store_event refused = event_of(game, "x");

    refused.refused = true;
    arb_store_receipt first = { 0 }, again = { 0 };
    assert_fine(arb_store_append(&first, store, &refused));
    assert_false(first.again);
    assert_int_equal(append(store, other, "x").sequence, 2);
    refused.refused = false; /* what is sent again may say anything: the first one holds */
    refused.number = 17;
    assert_fine(arb_store_append(&again, store, &refused));
    assert_true(again.again);
    assert_true(again.refused);
    assert_int_equal(again.sequence, first.sequence);
    assert_int_equal(again.number, first.number);
    assert_int_equal(arb_store_last(store), 2);

    /* also within a batch, and after a restart */
    assert_fine(arb_store_begin(store));
    assert_int_equal(append(store, game, "y").sequence, 3);
    again = append(store, game, "y");
    assert_true(again.again);
    assert_int_equal(again.sequence, 3);
    assert_fine(arb_store_commit(store));
    arb_store_close(store);
    store = store_open(where->file);
    assert_true(append(store, game, "y").again);
    assert_false(append(store, game, "").again);
    assert_false(append(store, game, "").again);
    assert_events_of(store, game, 0, "1:1/1 3:1/2 4:1/3 5:1/4");
    arb_store_close(store);
}

static void test_store__a_wrong_request_leaves_the_batch(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    arb_store_event event = event_of(game, "a");
    arb_store_receipt receipt = { .sequence = 99 };
    static char long_text[ARB_STORE_EVENT_MAX + 2];

    assert_fine(arb_store_begin(store));
    (void)append(store, game, "first");
    event.number = 1;
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_ORDER);
    event.number = 3;
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_ORDER);
    event.number = 0;
    event.game = game + 1;
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_UNKNOWN);
    event.game = UINT64_MAX;
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_UNKNOWN);
    event.game = 0;
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_UNKNOWN);
    event.game = game;
    memset(long_text, 'x', sizeof long_text - 1);
    event.text = bytes(long_text);
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_TOO_LARGE);
    event.text.size--;
    event.client = (arb_store_bytes){ long_text, ARB_STORE_WORD_MAX + 1 };
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_TOO_LARGE);
    event.client.size--;
    event.meta = (arb_store_bytes){ long_text, ARB_STORE_META_MAX + 1 };
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_TOO_LARGE);
    event.meta.size--;
    event.actor = bytes("two\nlines");
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_TEXT);
    event.actor = bytes("\xff");
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_TEXT);
    assert_int_equal(receipt.sequence, 99);
    event.actor = bytes("");
    event.number = 2;
    assert_fine(arb_store_append(&receipt, store, &event));
    event.text = bytes("");
    assert_err(arb_store_append(&receipt, store, &event), ARB_STORE_TEXT);
    assert_fine(arb_store_commit(store));
    assert_events(store, 0, SIZE_MAX, "1:1/1 2:1/2");
    arb_store_close(store);
}

static bool see_fields(void *user, const arb_store_event *event)
{
    *(bool *)user = true;
    assert_memory_equal(event->client.text, "a\0b", 3);
    assert_int_equal(event->client.size, 3);
    assert_memory_equal(event->actor.text, "arbiter", 7);
    assert_memory_equal(event->text.text, "0:01:00 arbiter rule \xc3\xa8", 23);
    assert_int_equal(event->text.size, 23);
    assert_memory_equal(event->meta.text, "{}", 2);
    assert_true(event->refused);
    assert_int_equal(event->stamp.monotonic_ms, INT64_MAX);
    assert_int_equal(event->stamp.wall_ms, INT64_MIN);
    return true;
}

static void test_store__an_event_is_read_as_it_was_written(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    arb_store_event event = event_of(game_of(store), "");
    arb_store_receipt receipt;
    bool any = false;

    event.client = (arb_store_bytes){ "a\0b", 3 };
    event.actor = bytes("arbiter");
    event.text = bytes("0:01:00 arbiter rule \xc3\xa8");
    event.meta = bytes("{}");
    event.refused = true;
    event.stamp = (arb_store_stamp){ INT64_MAX, INT64_MIN };
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_fine(arb_store_events(store, 0, 1, see_fields, &any));
    assert_true(any);
    arb_store_close(store);
}

static void test_store__a_reader_may_stop(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    seen it = { .stop_after = 2 };

    for (int i = 0; i < 5; i++)
        (void)append(store, game, "");
    assert_fine(arb_store_events(store, 0, SIZE_MAX, see_event, &it));
    assert_string_equal(it.text, "1:1/1 2:1/2");
    assert_int_equal(append(store, game, "").sequence, 6);
    arb_store_close(store);
}

/* ---- games ---- */

static bool see_game(void *user, const arb_store_game *game)
{
    seen *it = user;
    const size_t used = strlen(it->text);

    (void)snprintf(it->text + used, sizeof it->text - used, "%s%d:%u%s", used ? " " : "",
                   (int)game->id, (unsigned)game->events, game->closed ? "c" : "");
    assert_int_equal(game->created_ms, 1000);
    assert_int_equal(game->header.size, strlen(STORE_HEADER));
    assert_memory_equal(game->header.text, STORE_HEADER, game->header.size);
    return true;
}

static void assert_games(arb_store *store, uint64_t after, bool only_open, const char *expected)
{
    seen it = { .count = 0 };

    assert_fine(arb_store_games(store, after, only_open, SIZE_MAX, see_game, &it));
    assert_string_equal(it.text, expected);
}

static void test_store__games_are_listed(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    seen it = { .count = 0 };

    assert_games(store, 0, false, "");
    for (int i = 0; i < 3; i++)
        (void)game_of(store);
    (void)append(store, 2, "");
    assert_fine(arb_store_begin(store));
    (void)game_of(store);
    (void)append(store, 2, "");
    assert_games(store, 0, false, "1:0 2:1 3:0");
    assert_err(arb_store_game_get(store, 4, see_game, &it), ARB_STORE_UNKNOWN);
    assert_fine(arb_store_commit(store));
    assert_fine(arb_store_game_close(store, 3, true));
    assert_fine(arb_store_game_close(store, 1, true));
    assert_fine(arb_store_game_close(store, 1, false));
    assert_err(arb_store_game_close(store, 9, true), ARB_STORE_UNKNOWN);
    assert_games(store, 0, false, "1:0 2:2 3:0c 4:0");
    assert_games(store, 1, true, "2:2 4:0");
    assert_fine(arb_store_game_get(store, 3, see_game, &it));
    assert_string_equal(it.text, "3:0c");
    assert_err(arb_store_game_get(store, 0, see_game, &it), ARB_STORE_UNKNOWN);
    assert_err(arb_store_game_get(store, UINT64_MAX, see_game, &it), ARB_STORE_UNKNOWN);
    arb_store_close(store);
}

static void test_store__a_header_must_read_and_name_nobody(void **state)
{
    static const struct {
        const char *header;
        arb_store_err err;
    } headers[] = {
        { "", ARB_STORE_SYNTAX },
        { "nonsense", ARB_STORE_SYNTAX },
        { "case a\nedition none\n", ARB_STORE_SYNTAX },
        { "case a\n0 arbiter start\n", ARB_STORE_SYNTAX },
        { "case a\ncase b\n", ARB_STORE_SYNTAX },
        { "case a\ntag White \"Anna\"\n", ARB_STORE_NAMES },
        { "case a\ntag BlackElo \"2000\"\n", ARB_STORE_NAMES },
        { "case a\ntag Annotator \"Carlo\"\n", ARB_STORE_NAMES },
        { "case a\ntag Event \"Club\"\n", ARB_STORE_OK },
    };
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    uint64_t game = 0;

    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        assert_err(arb_store_game_new(&game, store, bytes(headers[i].header), 0, bytes("")),
                   headers[i].err);
    assert_int_equal(game, 1);
    arb_store_close(store);
}

static void test_store__errors_are_said_in_both_languages(void **state)
{
    (void)state;
    for (int err = 0; err < ARB_STORE_ERR_COUNT; err++) {
        const char *en = arb_store_err_text((arb_store_err)err, ARB_LANG_EN);
        const char *it = arb_store_err_text((arb_store_err)err, ARB_LANG_IT);
        assert_true(strlen(en) > 5 && strlen(it) > 5);
        assert_string_not_equal(en, it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__a_batch_is_seen_when_it_is_committed),
        STORE_TEST(test_store__a_batch_that_is_forgotten_leaves_no_hole),
        STORE_TEST(test_store__batches_do_not_nest),
        STORE_TEST(test_store__a_client_id_counts_once_in_its_game),
        STORE_TEST(test_store__a_wrong_request_leaves_the_batch),
        STORE_TEST(test_store__an_event_is_read_as_it_was_written),
        STORE_TEST(test_store__a_reader_may_stop),
        STORE_TEST(test_store__games_are_listed),
        STORE_TEST(test_store__a_header_must_read_and_name_nobody),
        cmocka_unit_test(test_store__errors_are_said_in_both_languages),
    };

    return STORE_RUN(tests);
}
