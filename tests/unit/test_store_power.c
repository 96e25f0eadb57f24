/* SPDX-License-Identifier: MIT */
/*
 * The power is cut at every moment of an evening. What was not synced is lost, or comes in any
 * order, or comes in part; see support/store/disk.h. Whatever was acknowledged before is there,
 * with its chain, and the evening goes on.
 */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <sqlite3.h>

#include "support/random_positions.h"
#include "support/store/disk.h"

enum { GAMES = 3, BATCHES = 24, LONG = 3000 };

/* What was acknowledged, and at which moment. */
typedef struct evening {
    size_t game_moment[GAMES];
    size_t moment[BATCHES];
    uint64_t last[BATCHES];
} evening;

/* Short batches and long ones, so that the log is worked into the file in between. */
static void send_batch(evening *it, arb_store *store, unsigned batch)
{
    static char filling[LONG + 1];
    arb_store_receipt receipt;

    memset(filling, 'x', LONG);
    assert_fine(arb_store_begin(store));
    for (unsigned i = 0; i < 1 + batch % 4; i++) {
        arb_store_event event = event_of(1 + (batch + i) % GAMES, "");
        event.verdict = bytes("|||");
        event.meta = bytes(batch % 2 ? filling : "short");
        event.summary = bytes(batch % 3 ? "a summary" : "");
        assert_fine(arb_store_append(&receipt, store, &event));
    }
    assert_fine(arb_store_commit(store));
    it->moment[batch] = disk_moments();
    it->last[batch] = arb_store_last(store);
}

static void spend(evening *it, const folder *where)
{
    arb_store *store = store_open(where->file);

    for (unsigned i = 0; i < GAMES; i++) {
        (void)game_of(store);
        it->game_moment[i] = disk_moments();
    }
    for (unsigned batch = 0; batch < BATCHES; batch++) {
        send_batch(it, store, batch);
        if (batch % 8 == 7) { /* closed and opened again */
            arb_store_close(store);
            store = store_open(where->file);
        }
    }
    arb_store_close(store);
}

static uint64_t acknowledged(const evening *it, size_t moment)
{
    uint64_t last = 0;

    for (unsigned batch = 0; batch < BATCHES && it->moment[batch] <= moment; batch++)
        last = it->last[batch];
    return last;
}

static void assert_kept(const evening *it, const folder *where, size_t moment,
                        unsigned long long seed)
{
    arb_store *store = NULL;
    const arb_store_options options = { .create = true };
    const arb_store_err err = arb_store_open(&store, where->file, &options);

    if (err)
        fail_msg("cut at %zu with %llu: %s", moment, seed, arb_store_err_text(err, ARB_LANG_EN));
    const uint64_t expected = acknowledged(it, moment), found = store_count_all(store);
    if (found < expected)
        fail_msg("cut at %zu with %llu: %llu events of %llu", moment, seed,
                 (unsigned long long)found, (unsigned long long)expected);
    assert_fine(arb_store_check(store));
    for (unsigned i = 0; i < GAMES && it->game_moment[i] <= moment; i++) {
        arb_game *game = NULL;
        const arb_store_err loaded = arb_store_game_load(&game, NULL, store, i + 1, NULL);
        if (loaded)
            fail_msg("cut at %zu with %llu: game %u: %s", moment, seed, i + 1,
                     arb_store_err_text(loaded, ARB_LANG_EN));
        arb_game_free(game);
    }
    if (it->game_moment[0] <= moment) { /* and goes on */
        const arb_store_event event = event_of(1, "after");
        arb_store_receipt receipt;
        assert_fine(arb_store_append(&receipt, store, &event));
        assert_int_equal(receipt.sequence, found + 1);
    }
    arb_store_close(store);
}

static void cut_everywhere(const folder *where, bool promise)
{
    const unsigned variants = getenv("ARB_TEST_SOAK") ? 40 : 2;
    static evening it;

    it = (evening){ 0 };
    folder_empty(where);
    disk_promise(promise);
    disk_record();
    spend(&it, where);
    const size_t moments = disk_moments();
    unsigned cuts = 0;
    for (size_t moment = 0; moment <= moments; moment += scaled(10) == 1 ? 7 : 1) {
        for (unsigned long long variant = 0; variant < variants; variant++) {
            /* nothing and everything now and then; mostly something in between */
            const unsigned long long seed = (moment + variant) % 5 < 2
                                                ? (moment + variant) % 5
                                                : 2 + moment * variants + variant;
            folder_empty(where);
            disk_after_cut(where->path, moment, seed);
            assert_kept(&it, where, moment, seed);
            cuts++;
        }
    }
    print_message("# %zu moments, %u cuts\n", moments, cuts);
    disk_forget();
}

static void test_store__nothing_acknowledged_is_lost_by_a_power_cut(void **state)
{
    cut_everywhere(*state, true);
}

static void test_store__nothing_is_lost_on_a_disk_that_promises_nothing(void **state)
{
    cut_everywhere(*state, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__nothing_acknowledged_is_lost_by_a_power_cut),
        STORE_TEST(test_store__nothing_is_lost_on_a_disk_that_promises_nothing),
    };

    disk_use();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
