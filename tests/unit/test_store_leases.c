/* SPDX-License-Identifier: MIT */
/*
 * Several halls on one database: who has a game, who may write to it, and who hears of it. On a
 * file there is one hall at a time, for which the same holds.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

#include <poll.h>
#include <sys/wait.h>

#include "store/pulse.h"
#include "support/random_positions.h"

/* The time of a hall is over, by the clock of the database. */
static void expire(const char *file, uint64_t hall)
{
    char text[100];

    (void)snprintf(text, sizeof text, "UPDATE halls SET until_ms = 1 WHERE id = %d", (int)hall);
    run_sql(file, text);
}

/* What there is, as short words: "game/epoch/hall+" with a plus where the hall lives. */
static bool see_lease(void *user, const arb_store_lease *lease)
{
    char *text = user;

    (void)snprintf(text + strlen(text), 200 - strlen(text), "%d/%d/%d%s ", (int)lease->game,
                   (int)lease->epoch, (int)lease->hall, lease->left_ms > 0 ? "+" : "-");
    return true;
}

static void assert_leases(arb_store *store, const char *expected)
{
    char text[200] = "";

    assert_fine(arb_store_leases(store, 0, SIZE_MAX, see_lease, text));
    assert_string_equal(text, expected);
}

static bool see_hall(void *user, const arb_store_hall *hall)
{
    char *text = user;

    (void)snprintf(text + strlen(text), 200 - strlen(text), "%d:%.*s%s ", (int)hall->id,
                   (int)hall->name.size, hall->name.text, hall->left_ms > 0 ? "+" : "-");
    return true;
}

/* ---- one hall ---- */

static void test_store__a_lease_is_taken_and_given_up(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    uint64_t hall = 0, other = 0, epoch = 0;
    char text[200] = "";

    assert_err(arb_store_lease_take(&epoch, store, game), ARB_STORE_STATE);
    assert_err(arb_store_hall_renew(store, 1), ARB_STORE_STATE);
    assert_fine(append(store, game, 0));
    assert_fine(arb_store_hall_join(&hall, store, bytes("http://one"), LONG_MS));
    assert_err(arb_store_hall_join(&other, store, bytes("x"), LONG_MS), ARB_STORE_EXISTS);
    assert_fine(arb_store_halls(store, see_hall, text));
    assert_string_equal(text, "1:http://one+ ");
    assert_err(append(store, game, 1), ARB_STORE_FENCED); /* not taken yet */
    assert_err(arb_store_lease_take(&epoch, store, 99), ARB_STORE_UNKNOWN);
    assert_int_equal(take(store, game), 1);
    assert_fine(append(store, game, 1));
    assert_err(append(store, game, 0), ARB_STORE_FENCED);
    assert_err(append(store, game, 2), ARB_STORE_FENCED);
    assert_int_equal(take(store, game), 2); /* once more: nothing of before is on its way then */
    assert_err(append(store, game, 1), ARB_STORE_FENCED);
    assert_fine(append(store, game, 2));
    assert_leases(store, "1/2/1+ ");
    assert_err(arb_store_lease_release(store, game, 1), ARB_STORE_FENCED);

    /* what is appended in the same batch, before, is still written */
    assert_fine(arb_store_begin(store));
    assert_fine(append(store, game, 2));
    assert_fine(arb_store_lease_release(store, game, 2));
    assert_err(append(store, game, 2), ARB_STORE_FENCED);
    assert_fine(arb_store_commit(store));
    assert_leases(store, "1/2/0- ");
    assert_fine(append(store, game, 0));
    assert_int_equal(take(store, game), 3);
    assert_fine(append(store, game, 3));
    assert_fine(arb_store_hall_leave(store));
    assert_leases(store, "1/3/0- ");
    assert_err(append(store, game, 3), ARB_STORE_FENCED);
    assert_int_equal(store_count_all(store), 6);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

static void see_taken(void *user, uint64_t game, uint64_t epoch)
{
    unsigned *of = user;

    of[game] = (unsigned)epoch;
}

/* Of many games at once: those that nobody has are taken, what is ours stays, and those that are
 * over are not looked at. */
static void test_store__many_leases_at_once(void **state)
{
    enum { MANY = 1300 }; /* more than one statement takes */
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    uint64_t hall = 0, games[MANY];
    unsigned epochs[MANY + 1] = { 0 };
    char text[200] = "";

    assert_fine(arb_store_begin(store));
    for (unsigned i = 0; i < MANY; i++)
        games[i] = game_of(store);
    assert_fine(arb_store_commit(store));
    assert_fine(arb_store_hall_join(&hall, store, bytes("one"), LONG_MS));
    assert_fine(arb_store_begin(store));
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(take(store, games[i]), 1);
    assert_fine(arb_store_commit(store));
    assert_fine(arb_store_leases_take(store, games, MANY, see_taken, epochs));
    assert_int_equal(epochs[1], 0); /* ours */
    assert_fine(arb_store_hall_leave(store));
    assert_fine(arb_store_hall_join(&hall, store, bytes("one"), LONG_MS));
    assert_int_equal(take(store, 7), 2);
    assert_fine(arb_store_begin(store));
    assert_fine(arb_store_leases_take(store, games, MANY, see_taken, epochs));
    assert_fine(arb_store_commit(store));
    for (unsigned i = 1; i <= MANY; i++)
        assert_int_equal(epochs[i], i == 7 ? 0 : 2);
    assert_err(append(store, 5, 1), ARB_STORE_FENCED);
    assert_fine(append(store, 5, 2));
    assert_err(arb_store_leases_hand(store, games, MANY, 77, see_taken, epochs), ARB_STORE_UNKNOWN);
    assert_fine(arb_store_check(store));

    assert_fine(arb_store_begin(store));
    for (unsigned i = 3; i < MANY; i++)
        assert_fine(arb_store_game_close(store, games[i], true));
    assert_fine(arb_store_commit(store));
    assert_fine(arb_store_leases_open(store, MANY - 1, see_lease, text));
    assert_string_equal(text, "1/2/2+ 2/2/2+ 3/2/2+ 1300/2/2+ ");
    arb_store_close(store);
}

/* A batch that is forgotten has taken nothing. */
static void test_store__a_lease_goes_with_its_batch(void **state)
{
    const folder *where = *state;
    uint64_t hall = 0;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);

    assert_fine(arb_store_hall_join(&hall, store, bytes("one"), LONG_MS));
    assert_fine(arb_store_begin(store));
    assert_int_equal(take(store, game), 1);
    assert_fine(append(store, game, 1));
    arb_store_rollback(store);
    assert_leases(store, "");
    assert_err(append(store, game, 1), ARB_STORE_FENCED);
    assert_fine(append(store, game, 0));
    assert_int_equal(store_count_all(store), 1);
    arb_store_close(store);
}

/* ---- several ---- */

static void test_store__a_sleeper_never_writes_again(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0, epoch = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second);
    const uint64_t game = game_of(one), other = game_of(one);
    arb_store_event event = event_of(game, "");
    arb_store_receipt receipt;

    assert_int_equal(take(one, game), 1);
    assert_int_equal(take(one, other), 1);
    assert_fine(append(one, game, 1));
    assert_err(arb_store_lease_take(&epoch, two, game), ARB_STORE_TAKEN);
    assert_err(append(two, game, 1), ARB_STORE_FENCED); /* the number of somebody else */
    assert_err(append(two, game, 0), ARB_STORE_FENCED);
    expire(where->file, first);
    assert_leases(two, "1/1/1- 2/1/1- ");
    assert_fine(append(one, game, 1)); /* nobody has taken it: it may go on */
    assert_int_equal(take(two, game), 2);

    /* the first one wakes, and knows nothing of it: nothing of its batch is written */
    assert_fine(arb_store_begin(one));
    assert_fine(append(one, other, 1));
    event.epoch = 1;
    (void)!arb_store_append(&receipt, one, &event);
    assert_err(arb_store_commit(one), ARB_STORE_FENCED);
    assert_err(append(one, game, 1), ARB_STORE_FENCED);
    assert_err(append(one, game, 2), ARB_STORE_FENCED);
    assert_fine(append(one, other, 1)); /* what it still has is its own */
    assert_fine(append(two, game, 2));
    assert_fine(arb_store_hall_renew(one, LONG_MS));
    assert_err(append(one, game, 1), ARB_STORE_FENCED);
    assert_err(arb_store_lease_release(one, game, 1), ARB_STORE_FENCED);
    assert_err(arb_store_lease_take(&epoch, one, game), ARB_STORE_TAKEN);

    /* and back: it reads what the other one has written */
    assert_fine(arb_store_lease_release(two, game, 2));
    assert_int_equal(take(one, game), 3);
    event.epoch = 3;
    assert_fine(arb_store_append(&receipt, one, &event));
    assert_int_equal(receipt.number, 4);
    assert_int_equal(receipt.sequence, 5);
    assert_fine(arb_store_check(one));
    arb_store_close(one);
    arb_store_close(two);
}

/* Without leases two may write to the same game in turn: each goes on from what the other wrote. */
static void test_store__two_write_in_turn(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second);
    const uint64_t game = game_of(one);
    store_count seen = { 0, true };

    for (int i = 0; i < 3; i++) {
        assert_fine(append(one, game, 0));
        assert_fine(append(two, game, 0));
    }
    assert_int_equal(game_of(two), 2);
    assert_int_equal(game_of(one), 3);
    assert_fine(append(one, game, 0));
    assert_fine(arb_store_events(two, 6, SIZE_MAX, store_count_one, &seen)); /* at once */
    assert_int_equal(seen.count, 1);
    assert_int_equal(store_count_all(one), 7);
    assert_fine(arb_store_check(one));
    arb_store_close(one);
    arb_store_close(two);
}

static void see_one(void *user, uint64_t game, uint64_t epoch)
{
    (void)game;
    *(uint64_t *)user = epoch;
}

static void test_store__a_game_is_handed_over_without_a_pause(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0, epoch = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second);
    const uint64_t game = game_of(one);

    (void)take(one, game);
    assert_fine(arb_store_begin(one));
    assert_fine(append(one, game, 1));
    assert_fine(arb_store_leases_hand(one, &game, 1, second, see_one, &epoch));
    assert_int_equal(epoch, 2);
    assert_err(append(one, game, 1), ARB_STORE_FENCED);
    assert_fine(arb_store_commit(one));
    assert_fine(append(two, game, 2));
    assert_err(append(one, game, 2), ARB_STORE_FENCED);
    assert_int_equal(store_count_all(two), 2);
    assert_fine(arb_store_check(two));
    arb_store_close(one);
    arb_store_close(two);
}

/* The same of all at once; and whoever takes many takes nothing from who lives. */
static void test_store__many_games_are_handed_over(void **state)
{
    const folder *where = *state;
    uint64_t first = 0, second = 0, games[3];
    unsigned epochs[4] = { 0 };
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second);

    for (unsigned i = 0; i < 3; i++) {
        games[i] = game_of(one);
        (void)take(i < 2 ? one : two, games[i]);
    }
    assert_fine(arb_store_leases_take(two, games, 3, see_taken, epochs));
    assert_int_equal(epochs[1] + epochs[2] + epochs[3], 0);
    assert_fine(arb_store_begin(one));
    assert_fine(append(one, games[0], 1));
    assert_fine(arb_store_leases_hand(one, games, 3, second, see_taken, epochs));
    assert_int_equal(epochs[1], 2);
    assert_int_equal(epochs[2], 2);
    assert_int_equal(epochs[3], 0);
    assert_err(append(one, games[0], 1), ARB_STORE_FENCED);
    assert_fine(arb_store_commit(one));
    assert_fine(append(two, games[0], 2));
    expire(where->file, second);
    assert_fine(arb_store_leases_take(one, games, 3, see_taken, epochs));
    assert_int_equal(epochs[1], 3);
    assert_int_equal(epochs[3], 2);
    assert_err(append(two, games[1], 2), ARB_STORE_FENCED);
    assert_fine(append(one, games[1], 3));
    assert_fine(arb_store_check(two));
    arb_store_close(one);
    arb_store_close(two);
}

/* Whoever opens it alone afterwards has everything; those who shared it have nothing any more. */
static void test_store__alone_again(void **state)
{
    const folder *where = *state;
    uint64_t first = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first), *alone = NULL;
    const arb_store_options options = { .create = true };
    const uint64_t game = game_of(one);

    (void)take(one, game);
    assert_err(arb_store_open(&alone, where->file, &options), ARB_STORE_LOCKED);
    postgres_cut();
    while (arb_store_open(&alone, where->file, &options) != ARB_STORE_OK)
        continue;
    assert_fine(append(alone, game, 0));
    assert_err(append(one, game, 1), ARB_STORE_LOCKED);
    arb_store_close(alone);
    arb_store_close(one);
}

/* ---- at the same time ---- */

enum { HALLS = 3, GAMES = 4, TURNS = 60 };

/*
 * A process that takes games whenever it can, appends a little and goes on: it ends its own time at
 * random, as if it had slept, and writes with what it believes to have.
 */
static void struggle(const char *file, uint64_t seed)
{
    chance luck = chance_begin(seed);
    uint64_t hall = 0, epoch[GAMES + 1] = { 0 };
    arb_store *store = join(file, "struggling", LONG_MS, &hall);

    for (unsigned i = 0; i < TURNS; i++) {
        const uint64_t game = 1 + chance_below(&luck, GAMES);
        const arb_store_err err = epoch[game] ? append(store, game, epoch[game])
                                              : arb_store_lease_take(&epoch[game], store, game);
        if (err == ARB_STORE_FENCED)
            epoch[game] = 0;
        else if (err && err != ARB_STORE_TAKEN)
            _exit(2);
        if (chance_below(&luck, 6) == 0 && arb_store_hall_renew(store, -1) != ARB_STORE_OK)
            _exit(3);
        if (chance_below(&luck, 6) == 0 && arb_store_hall_renew(store, LONG_MS) != ARB_STORE_OK)
            _exit(4);
    }
    arb_store_close(store);
    _exit(0);
}

/* Of every game the epochs never go back, and each belongs to one run of events. */
static bool check_epochs(void *user, const arb_store_event *event)
{
    uint64_t *last = user;

    assert_true(event->epoch >= last[event->game]);
    last[event->game] = event->epoch;
    return true;
}

static void test_store__several_write_at_once(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    uint64_t last[GAMES + 1] = { 0 };
    pid_t child[HALLS];

    for (unsigned i = 0; i < GAMES; i++)
        (void)game_of(store);
    arb_store_close(store);
    for (unsigned i = 0; i < HALLS; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] == 0)
            struggle(where->file, 81 + i);
    }
    for (unsigned i = 0; i < HALLS; i++) {
        int status = 0;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    store = store_open(where->file);
    assert_true(store_count_all(store) > TURNS / 2);
    assert_fine(arb_store_events(store, 0, SIZE_MAX, check_epochs, last));
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* ---- hearing of it ---- */

typedef struct heard {
    char text[200];
} heard;

static bool hear(void *user, uint64_t game, uint64_t sequence)
{
    heard *it = user;

    (void)snprintf(it->text + strlen(it->text), sizeof it->text - strlen(it->text), "%d@%d ",
                   (int)game, (int)sequence);
    return true;
}

/* Waits until something is heard. */
static void listen_to(heard *it, arb_store *store, int fd)
{
    it->text[0] = '\0';
    for (int i = 0; i < 600 && !it->text[0]; i++) {
        struct pollfd one = { .fd = fd, .events = POLLIN };
        (void)poll(&one, fd >= 0, 100);
        const arb_store_err err = arb_store_heard(store, hear, it);
        assert_true(err == ARB_STORE_OK || err == ARB_STORE_AWAY);
    }
}

static void test_store__others_hear_of_events(void **state)
{
    const folder *where = *state;
    const arb_store_options follow = { .follow = true };
    uint64_t first = 0, second = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second), *listener = NULL;
    const uint64_t game = game_of(one), other = game_of(one);
    heard it;
    int fd = -1;

    assert_err(arb_store_listen(&fd, one), ARB_STORE_STATE);
    assert_fine(arb_store_open(&listener, where->file, &follow));
    assert_fine(arb_store_listen(&fd, listener));
    assert_true(fd >= 0);
    assert_fine(append(one, game, 0));
    listen_to(&it, listener, fd);
    assert_string_equal(it.text, "1@1 ");
    assert_fine(arb_store_begin(one));
    assert_fine(append(one, other, 0));
    assert_fine(append(one, game, 0));
    assert_fine(append(one, game, 0));
    assert_fine(arb_store_commit(one));
    listen_to(&it, listener, fd);
    assert_string_equal(it.text, "2@4 1@4 ");
    assert_int_equal(store_count_all(listener), 4); /* what is told can be read */
    assert_err(arb_store_begin(listener), ARB_STORE_READ_ONLY);

    /* after a cut something may have been missed, and that is said */
    postgres_cut();
    arb_store_err err = ARB_STORE_AWAY;
    while ((err = append(one, game, 0)) == ARB_STORE_AWAY)
        (void)usleep(10000);
    assert_fine(err);
    listen_to(&it, listener, fd);
    assert_memory_equal(it.text, "0@", 2);
    assert_fine(arb_store_listen(&fd, listener));
    assert_int_equal(store_count_all(listener), 5);
    arb_store_close(listener);
    arb_store_close(two);
    arb_store_close(one);
}

/* A hall that is alone tells nobody, also when it begins ahead, until another one is there. */
static void test_store__who_is_alone_tells_nobody(void **state)
{
    const folder *where = *state;
    const arb_store_options follow = { .follow = true };
    uint64_t first = 0, second = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first), *listener = NULL;
    const uint64_t game = game_of(one);
    heard it;
    int fd = -1;

    assert_fine(arb_store_open(&listener, where->file, &follow));
    assert_fine(arb_store_listen(&fd, listener));
    for (int i = 0; i < 5; i++)
        assert_fine(batch_ahead(one, game, 1));
    arb_store *two = join(where->file, "two", LONG_MS, &second);
    assert_fine(batch_ahead(one, game, 1));
    listen_to(&it, listener, fd);
    assert_string_equal(it.text, "1@6 ");
    for (int i = 0; i < 5; i++)
        assert_fine(batch_ahead(one, game, 1));
    assert_fine(arb_store_hall_leave(two));
    assert_fine(batch_ahead(one, game, 1));
    assert_fine(arb_store_hall_leave(one));
    assert_fine(batch_ahead(one, game, 1));
    do {
        listen_to(&it, listener, fd);
        assert_null(strstr(it.text, "@12 "));
    } while (!strstr(it.text, "1@13 "));
    arb_store_close(listener);
    arb_store_close(two);
    arb_store_close(one);
}

/* More games than a notice can name. */
static void test_store__a_notice_has_an_end(void **state)
{
    enum { MANY = 3000 };
    const folder *where = *state;
    const arb_store_options follow = { .follow = true };
    uint64_t first = 0, second = 0;
    arb_store *one = join(where->file, "one", LONG_MS, &first),
              *two = join(where->file, "two", LONG_MS, &second), *listener = NULL;
    heard it;
    int fd = -1;

    assert_fine(arb_store_begin(one));
    for (unsigned i = 0; i < MANY; i++)
        (void)game_of(one);
    assert_fine(arb_store_commit(one));
    assert_fine(arb_store_open(&listener, where->file, &follow));
    assert_fine(arb_store_listen(&fd, listener));
    assert_fine(arb_store_begin(one));
    for (uint64_t i = 1; i <= MANY; i++)
        assert_fine(append(one, i, 0));
    assert_fine(arb_store_commit(one));
    listen_to(&it, listener, fd);
    assert_string_equal(it.text, "0@3000 ");
    arb_store_close(listener);
    arb_store_close(two);
    arb_store_close(one);
}

/* ---- signs of life */

/* Numbers of halls that were told, those that live. */
typedef struct told {
    uint64_t living[4], last;
    size_t count, living_count;
} told;

static bool see_living(void *user, const arb_store_hall *hall)
{
    told *it = user;

    assert_true(hall->id > it->last); /* by number */
    it->last = hall->id;
    it->count++;
    if (hall->left_ms > 0 && it->living_count < 4)
        it->living[it->living_count++] = hall->id;
    return true;
}

/* However many have come and ended since it began, a hall hears of those that live, whether they
 * came before all of these or behind them. */
static void test_store__who_lives_is_heard_among_many_that_have_ended(void **state)
{
    enum { ENDED = 2 * ARB_PULSE_HALLS };
    const folder *where = *state;
    uint64_t first = 0, last = 0;
    arb_store *one = join(where->file, "first", LONG_MS, &first);
    arb_store_pulse *pulse = NULL;
    char text[256];
    told of_one = { .count = 0 }, of_last = { .count = 0 };

    (void)snprintf(text, sizeof text,
                   "INSERT INTO halls SELECT 1 + n, 'ended', (extract(epoch FROM now()) * 1000 -"
                   " 1000)::bigint FROM generate_series(1, %d) AS n; UPDATE turn SET hall = %d",
                   ENDED, ENDED + 1);
    run_sql(where->file, text);
    arb_store *other = join(where->file, "last", LONG_MS, &last);
    assert_fine(arb_store_pulse_new(&pulse, where->file, first));
    assert_fine(arb_store_pulse_beat(pulse, LONG_MS, LONG_MS, see_living, &of_one));
    arb_store_pulse_free(pulse);
    expire(where->file, last); /* itself it always hears of */
    assert_fine(arb_store_pulse_new(&pulse, where->file, last));
    assert_fine(arb_store_pulse_beat(pulse, LONG_MS, LONG_MS, see_living, &of_last));
    arb_store_pulse_free(pulse);
    assert_int_equal(of_one.count, ARB_PULSE_HALLS);
    assert_int_equal(of_one.living_count, 2);
    assert_int_equal(of_one.living[0], first);
    assert_int_equal(of_one.living[1], last);
    assert_int_equal(of_last.living_count, 2);
    assert_int_equal(of_last.living[1], last);
    arb_store_close(other);
    arb_store_close(one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__a_lease_is_taken_and_given_up),
        STORE_TEST(test_store__many_leases_at_once),
        STORE_TEST(test_store__a_lease_goes_with_its_batch),
        POSTGRES_TEST(test_store__a_sleeper_never_writes_again),
        POSTGRES_TEST(test_store__two_write_in_turn),
        POSTGRES_TEST(test_store__a_game_is_handed_over_without_a_pause),
        POSTGRES_TEST(test_store__many_games_are_handed_over),
        POSTGRES_TEST(test_store__alone_again),
        POSTGRES_TEST(test_store__several_write_at_once),
        POSTGRES_TEST(test_store__others_hear_of_events),
        POSTGRES_TEST(test_store__who_is_alone_tells_nobody),
        POSTGRES_TEST(test_store__a_notice_has_an_end),
        POSTGRES_TEST(test_store__who_lives_is_heard_among_many_that_have_ended),
    };

    return STORE_RUN(tests);
}
