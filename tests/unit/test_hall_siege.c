/* SPDX-License-Identifier: MIT */
/*
 * A hall besieged by games in which it takes long to find out whether anybody can still win. While
 * they are made, played, woken and restored every sign of life comes at once, no other player pays
 * for it, and the hall opens and closes as quickly as ever. Small here; ARB_TEST_SOAK makes it a
 * hundred games at once, and a thousand in the database.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"
#include "support/hall/hard.h"
#include "support/hall/watch.h"

enum {
    GAMES = 8,
    GAMES_SOAK = 100,
    HARD_EVENTS = 3,
    HARD_EVENTS_SOAK = 6,
    CLONES = 100,
    CLONES_SOAK = 1000,
    WOKEN = 20,
    MOVES = 12,
    MOVES_EVERY_MS = 60,
    OPEN_MS = 2000,
    CLOSE_MS = 5000,
    CLOCK_MS = 300,
    GAMES_MAX = GAMES_SOAK
};

static seats games[GAMES_MAX];
static client waiting[GAMES_MAX];

/* What takes so long, with sanitizers several times as long. */
static int64_t patience(int64_t ms)
{
    return hall_is_sanitized() ? 6 * ms : ms;
}

static seats hard_game(const char *position)
{
    char body[256];

    (void)snprintf(body, sizeof body,
                   "{\"position\":\"%s\",\"mode\":\"tournament\",\"time\":\"5400+30\"}", position);
    return hall_game(&h, body);
}

/* ---- made and played */

/* Most games become hard by a capture, every fourth is so from its beginning. */
static bool is_hard_at_once(unsigned i)
{
    return i % 4 == 3;
}

static void make_games(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        games[i] = hard_game(is_hard_at_once(i) ? hard_already(i) : hard_to_be(i));
        if (!is_hard_at_once(i))
            assert_true(hall_do(&h, games[i].arbiter, "start"));
    }
}

/* All of them at once, by several people. */
static void play_games(unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        waiting[i] = hard_send(&h, i % 5, is_hard_at_once(i) ? games[i].arbiter : games[i].white,
                               "hard", is_hard_at_once(i) ? "start" : HARD_CAPTURE);
}

static long long clock_sum(const live *l)
{
    json_t *game = hall_look(l->h, l->s.white);
    const long long sum =
        number_at(game, "state.clock.white") + number_at(game, "state.clock.black");

    json_decref(game);
    return sum;
}

/*
 * Two people who have nothing to do with it move, each after a moment's thought; how much more
 * their clocks have run than they thought, in ms.
 */
static long long move_meanwhile(live *l)
{
    const long long before = clock_sum(l);
    long long thought = 0;

    for (unsigned i = 0; i < MOVES; i++) {
        const int64_t began = client_now();
        client_sleep(MOVES_EVERY_MS);
        thought += client_now() - began;
        live_goes_on_again(l); /* a line that nobody used for long is closed */
    }
    return before - clock_sum(l) - thought;
}

/* Looks into the hall as pages do; some ask for a game that is being judged, and do not wait. */
static void look_around(unsigned count)
{
    char head[256];

    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/hall", NULL, NULL), 200);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/hall", h.key, NULL), 200);
    for (unsigned i = 0; i < count; i += 3) {
        client c = client_open(h.port);
        (void)snprintf(head, sizeof head,
                       "GET /api/game HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                       "%s\r\n\r\n",
                       games[i].black);
        assert_true(client_send(&c, head));
        client_close(&c);
    }
}

/* Whatever was acknowledged is there when the hall opens again. */
static void assert_acknowledged(unsigned count, const bool *acknowledged)
{
    for (unsigned i = 0; i < count; i++) {
        json_t *game = hall_look(&h, games[i].arbiter);
        const size_t events = json_array_size(at(game, "log"));
        const size_t least = (is_hard_at_once(i) ? 0u : 1u) + (acknowledged[i] ? 1u : 0u);
        if (events < least)
            fail_msg("game %u has %zu events, and %zu were acknowledged", i, events, least);
        json_decref(game);
    }
}

static void test_hall_siege__hard_games_hold_nobody_up(void **state)
{
    const unsigned count = hall_volume(GAMES, GAMES_SOAK);
    static bool acknowledged[GAMES_MAX];

    (void)state;
    watch w = watch_begin(&h);
    make_games(count);
    play_games(count);
    look_around(count);
    const long long paid = move_meanwhile(&live_game);
    look_around(count);
    const seats late = hard_game(hard_already(1));
    client last = hard_send(&h, 7, late.arbiter, "late", "start");
    watch_end_quick(&w);
    const long long allowed = CLOCK_MS + 2 * watch_limit_ms();
    print_message("# the clocks of others ran %lld ms too much, %lld are allowed\n", paid, allowed);
    if (paid > allowed)
        fail_msg("the clocks of others ran %lld ms too much", paid);

    const int64_t began = client_now();
    for (unsigned i = 0; i < count; i++)
        acknowledged[i] = hard_answer(&waiting[i]) == 200;
    assert_int_equal(hall_stop(&h), 0);
    const int64_t took = client_now() - began;
    if (took > patience(CLOSE_MS))
        fail_msg("the hall took %lld ms to close", (long long)took);
    client_close(&last);
    for (unsigned i = 0; i < count; i++) {
        acknowledged[i] = acknowledged[i] || hard_answer(&waiting[i]) == 200;
        client_close(&waiting[i]);
    }
    fixture_start(NULL);
    assert_acknowledged(count, acknowledged);
}

/* ---- restored and woken */

/* One game with so many hard positions, all of them judged. */
static seats prove(unsigned events)
{
    const seats s = hard_game(hard_to_be(0));
    char event[160], id[16];

    assert_true(hall_do(&h, s.arbiter, "start"));
    client c = hard_send(&h, 0, s.white, "hard", HARD_CAPTURE);
    hard_take(&h, &c);
    for (unsigned i = 1; i < events; i++) {
        (void)snprintf(event, sizeof event, "set-position %s", hard_already(i));
        (void)snprintf(id, sizeof id, "hard-%u", i);
        c = hard_send(&h, 0, s.arbiter, id, event);
        hard_take(&h, &c);
    }
    return s;
}

/* What a game is made of, kept while it is written again and again. */
typedef struct master {
    char header[4096], summary[1024];
    size_t header_size, summary_size;
    arb_store_event events[2 * HARD_EVENTS_SOAK];
    size_t count;
} master;

static arb_store_bytes kept(arb_store_bytes bytes)
{
    char *copy = malloc(bytes.size + 1);

    assert_non_null(copy);
    if (bytes.size > 0)
        memcpy(copy, bytes.text, bytes.size);
    return (arb_store_bytes){ copy, bytes.size };
}

static bool keep_header(void *user, const arb_store_game *game)
{
    master *m = user;

    assert_true(game->header.size < sizeof m->header && game->summary.size < sizeof m->summary);
    memcpy(m->header, game->header.text, game->header.size);
    memcpy(m->summary, game->summary.text, game->summary.size);
    m->header_size = game->header.size;
    m->summary_size = game->summary.size;
    return true;
}

static bool keep_event(void *user, const arb_store_event *event)
{
    master *m = user;

    assert_true(m->count < sizeof m->events / sizeof m->events[0]);
    arb_store_event *copy = &m->events[m->count++];
    *copy = *event;
    copy->client = kept(event->client);
    copy->actor = kept(event->actor);
    copy->text = kept(event->text);
    copy->meta = kept(event->meta);
    copy->verdict = kept(event->verdict);
    return true;
}

static void forget(master *m)
{
    for (size_t i = 0; i < m->count; i++) {
        free((void *)(uintptr_t)m->events[i].client.text);
        free((void *)(uintptr_t)m->events[i].actor.text);
        free((void *)(uintptr_t)m->events[i].text.text);
        free((void *)(uintptr_t)m->events[i].meta.text);
        free((void *)(uintptr_t)m->events[i].verdict.text);
    }
}

/* Writes the game as many times more as it is wanted, with what was found out about it. */
static void write_again(uint64_t game, unsigned times)
{
    const arb_store_options options = { .create = false };
    static master m;
    arb_store *store;

    m.count = 0;
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_game_get(store, game, keep_header, &m), ARB_STORE_OK);
    assert_int_equal(arb_store_events_of(store, game, 0, SIZE_MAX, keep_event, &m), ARB_STORE_OK);
    assert_int_equal(arb_store_begin(store), ARB_STORE_OK);
    for (unsigned i = 0; i < times; i++) {
        arb_store_receipt receipt;
        uint64_t id;
        const arb_store_bytes summary = { m.summary, m.summary_size };
        assert_int_equal(arb_store_game_new(
                             &id, store, (arb_store_bytes){ m.header, m.header_size }, 1, summary),
                         ARB_STORE_OK);
        for (size_t k = 0; k < m.count; k++) {
            arb_store_event event = m.events[k];
            event.game = id;
            event.number = 0;
            assert_int_equal(arb_store_append(&receipt, store, &event), ARB_STORE_OK);
        }
    }
    assert_int_equal(arb_store_commit(store), ARB_STORE_OK);
    arb_store_close(store);
    forget(&m);
}

static void open_again(const char *what)
{
    const int64_t began = client_now();

    fixture_start(NULL);
    const int64_t took = client_now() - began;
    print_message("# %s: the hall opened in %lld ms\n", what, (long long)took);
    if (took > patience(OPEN_MS))
        fail_msg("%s: the hall took %lld ms to open", what, (long long)took);
}

/* The game of this number for the arbiter's desk, which may have to be read first. */
static json_t *wake(int game)
{
    const int64_t until = client_now() + patience(CLIENT_PATIENCE_MS);
    json_t *found = NULL;
    char path[48];

    (void)snprintf(path, sizeof path, "/api/game?game=%d", game);
    while (hall_ask(&found, &h, "GET", path, h.key, NULL) == 503 && client_now() < until) {
        json_decref(found);
        client_sleep(5);
    }
    assert_non_null(found);
    return found;
}

static void wake_some(const seats *first, const char *fen, unsigned clones)
{
    live_open(&live_game, &h);
    watch w = watch_begin(&h);
    for (unsigned i = 0; i < WOKEN; i++) {
        json_t *game = wake(first->game + 1 + (int)(i * (clones - 1) / (WOKEN - 1)));
        assert_string_equal(text_at(game, "state.fen"), fen);
        json_decref(game);
        if (i % 4 == 0)
            live_goes_on(&live_game);
    }
    watch_end_quick(&w);
    live_close(&live_game);
    live_game.h = NULL;
}

/* To revoke an event is to judge all that followed once more. */
static void revoke_one(const seats *s)
{
    watch w = watch_begin(&h);
    client c = hard_send(&h, 0, s->arbiter, "revoke", "revoke 3");

    hard_take(&h, &c);
    watch_end_quick(&w);
}

static void test_hall_siege__hard_games_are_restored_and_woken_quickly(void **state)
{
    const unsigned clones = hall_volume(CLONES, CLONES_SOAK);
    char fen[128];

    (void)state;
    const seats first = prove(hall_volume(HARD_EVENTS, HARD_EVENTS_SOAK));
    json_t *game = hall_look(&h, first.arbiter);
    (void)snprintf(fen, sizeof fen, "%s", text_at(game, "state.fen"));
    json_decref(game);
    assert_int_equal(hall_stop(&h), 0);
    write_again((uint64_t)first.game, clones);
    open_again("after it was closed");
    wake_some(&first, fen, clones);
    hall_kill(&h);
    open_again("after it was killed");
    wake_some(&first, fen, clones);
    revoke_one(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall_siege__hard_games_hold_nobody_up, fixture_game),
        FIXTURE_TEST(test_hall_siege__hard_games_are_restored_and_woken_quickly, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
