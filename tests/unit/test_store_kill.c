/* SPDX-License-Identifier: MIT */
/*
 * Processes that are killed while they write, and disks that are really full. A child appends and
 * tells through a pipe what was acknowledged; its end comes at a moment of chance. Twenty times,
 * two hundred with ARB_TEST_SOAK.
 */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "support/random_positions.h"

enum { GAMES = 5, BATCH_MAX = 8, KILLS = 20, ACKNOWLEDGED_MAX = 1 << 20 };

/* What the child tells of an event. */
typedef struct told {
    uint64_t sequence;
    uint64_t client; /* a number that no other event has */
} told;

/* Everything that was ever acknowledged: the client of each sequence number, 0 for none. */
static uint64_t acknowledged[ACKNOWLEDGED_MAX];

static arb_store_event numbered(uint64_t game, uint64_t number, char client[32])
{
    (void)snprintf(client, 32, "%llu", (unsigned long long)number);
    return event_of(game, client);
}

/* Appends a batch and tells of it only when it is durable. Answers false when anything fails. */
static bool send_batch(arb_store *store, chance *luck, uint64_t *number, int pipe)
{
    told all[BATCH_MAX] = { 0 };
    char client[32];
    const unsigned count = 1 + chance_below(luck, BATCH_MAX);

    if (arb_store_begin(store))
        return false;
    for (unsigned i = 0; i < count; i++) {
        arb_store_receipt receipt;
        const uint64_t again = chance_below(luck, 10) == 0 && i > 0; /* sent twice now and then */
        const uint64_t mine = again ? *number : ++*number;
        const arb_store_event event = numbered(1 + mine % GAMES, mine, client);
        if (arb_store_append(&receipt, store, &event))
            return false;
        all[i] = (told){ receipt.sequence, mine };
    }
    if (arb_store_commit(store))
        return false;
    const ssize_t size = (ssize_t)(count * sizeof all[0]);
    return write(pipe, all, (size_t)size) == size;
}

/* The child: never ends of itself. */
static void append_for_ever(const char *file, uint64_t seed, int pipe)
{
    const arb_store_options options = { .create = true };
    uint64_t game = 0, number = seed * 1000000;
    arb_store *store = NULL;
    chance luck = chance_begin(seed);

    if (arb_store_open(&store, file, &options))
        _exit(1);
    for (bool made = arb_store_last(store) > 0; !made && game < GAMES;) {
        if (arb_store_game_new(&game, store, bytes(STORE_HEADER), 1, bytes("")))
            _exit(2);
    }
    while (send_batch(store, &luck, &number, pipe))
        continue;
    _exit(3);
}

/* Takes what the child has told; each number stands for one event for ever. */
static size_t listen_to(int pipe)
{
    told one;
    size_t count = 0;

    while (read(pipe, &one, sizeof one) == (ssize_t)sizeof one) {
        assert_in_range(one.sequence, 1, ACKNOWLEDGED_MAX - 1);
        assert_true(acknowledged[one.sequence] == 0 || acknowledged[one.sequence] == one.client);
        acknowledged[one.sequence] = one.client;
        count++;
    }
    return count;
}

static bool check_event(void *user, const arb_store_event *event)
{
    char client[32];

    (void)user;
    assert_in_range(event->sequence, 1, ACKNOWLEDGED_MAX - 1);
    if (acknowledged[event->sequence] == 0)
        return true; /* durable, but the news did not get out */
    (void)numbered(1, acknowledged[event->sequence], client);
    assert_int_equal(event->client.size, strlen(client));
    assert_memory_equal(event->client.text, client, event->client.size);
    return true;
}

/* Everything acknowledged is there, and what is sent again is known. */
static void assert_all_there(const char *file)
{
    arb_store *store = store_open(file);
    const uint64_t last = store_count_all(store);
    char client[32];

    assert_fine(arb_store_events(store, 0, SIZE_MAX, check_event, NULL));
    for (uint64_t i = last + 1; i < ACKNOWLEDGED_MAX; i++)
        assert_int_equal(acknowledged[i], 0);
    for (uint64_t i = last > 20 ? last - 20 : 1; i <= last; i++) {
        arb_store_receipt receipt;
        if (acknowledged[i] == 0)
            continue;
        const arb_store_event event =
            numbered(1 + acknowledged[i] % GAMES, acknowledged[i], client);
        assert_fine(arb_store_append(&receipt, store, &event));
        assert_true(receipt.again);
        assert_int_equal(receipt.sequence, i);
    }
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

static void sleep_us(unsigned us)
{
    const struct timespec time = { .tv_nsec = (long)us * 1000 };

    (void)nanosleep(&time, NULL);
}

static void test_store__nothing_acknowledged_is_lost_by_a_kill(void **state)
{
    const folder *where = *state;
    const unsigned kills = KILLS * (getenv("ARB_TEST_SOAK") ? 10u : 1u);
    chance luck = chance_begin(62);
    size_t heard = 0;

    memset(acknowledged, 0, sizeof acknowledged);
    for (unsigned round = 1; round <= kills; round++) {
        int ends[2], status;
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            (void)close(ends[0]);
            append_for_ever(where->file, round, ends[1]);
        }
        (void)close(ends[1]);
        /* some die while they open the database, some in the first batch, some much later */
        struct pollfd heard_of = { .fd = ends[0], .events = POLLIN };
        if (round % 4 != 0)
            assert_int_equal(poll(&heard_of, 1, 60000), 1);
        sleep_us(chance_below(&luck, round % 4 == 0 ? 4000 : 60000));
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status)); /* it did not give up before */
        heard += listen_to(ends[0]);
        (void)close(ends[0]);
        assert_all_there(where->file);
    }
    assert_true(heard > kills);
}

/* ---- a full disk ---- */

/* Appends until an error comes; how many were acknowledged. */
static uint64_t append_until(arb_store *store, uint64_t game, arb_store_err expected)
{
    static char text[ARB_STORE_META_MAX];
    arb_store_err err = ARB_STORE_OK;
    uint64_t count = 0;

    memset(text, 'x', sizeof text);
    while (!err && count < 10000) {
        arb_store_event event = event_of(game, "");
        arb_store_receipt receipt;
        event.meta = (arb_store_bytes){ text, sizeof text };
        err = arb_store_append(&receipt, store, &event);
        count += err == ARB_STORE_OK;
    }
    assert_err(err, expected);
    return count;
}

static void test_store__a_limit_of_size_is_said(void **state)
{
    const arb_store_options options = { .create = true, .max_bytes = 400000 };
    const folder *where = *state;
    arb_store *store = NULL;

    assert_fine(arb_store_open(&store, where->file, &options));
    const uint64_t game = game_of(store), count = append_until(store, game, ARB_STORE_FULL);
    assert_true(count > 20);
    assert_int_equal(arb_store_last(store), count);

    /* a batch that does not fit is not there at all, and says so at the end */
    assert_fine(arb_store_begin(store));
    const arb_store_event small = event_of(game, "small");
    arb_store_receipt receipt;
    arb_store_err err = arb_store_append(&receipt, store, &small);
    (void)append_until(store, game, ARB_STORE_FULL);
    assert_err(arb_store_append(&receipt, store, &small), ARB_STORE_FULL);
    assert_err(arb_store_commit(store), ARB_STORE_FULL);
    assert_int_equal(store_count_all(store), count);
    arb_store_close(store);

    store = store_open(where->file); /* without the limit it goes on */
    err = arb_store_append(&receipt, store, &small);
    assert_fine(err);
    assert_int_equal(receipt.sequence, count + 1);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* No file of this process may grow beyond so many bytes. */
static void limit_files(rlim_t bytes_)
{
    struct rlimit limit;

    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes_ < limit.rlim_max ? bytes_ : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void test_store__a_full_disk_harms_no_game(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    const arb_store_event event = event_of(game, "after");
    arb_store_receipt receipt;

    (void)signal(SIGXFSZ, SIG_IGN);
    limit_files(300000);
    uint64_t count = append_until(store, game, ARB_STORE_FULL);
    assert_true(count > 5);
    count += append_until(store, game, ARB_STORE_FULL);
    assert_int_equal(store_count_all(store), count);
    limit_files(RLIM_INFINITY); /* somebody made room */
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_int_equal(receipt.sequence, count + 1);
    arb_store_close(store);
    store = store_open(where->file);
    assert_int_equal(store_count_all(store), count + 1);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__nothing_acknowledged_is_lost_by_a_kill),
        FILE_TEST(test_store__a_limit_of_size_is_said),
        FILE_TEST(test_store__a_full_disk_harms_no_game),
    };

    return STORE_RUN(tests);
}
