/* SPDX-License-Identifier: MIT */
/*
 * What all halls on one database share: published events, their delay, and the door. Whichever of
 * them is asked to change it, all of them do; and a delay that was made longer holds also in a hall
 * that has not heard of it.
 */
#define _GNU_SOURCE
#include <signal.h>

#include "support/hall/doors.h"
#include "support/hall/house.h"
#include "support/store/postgres.h"

#define PUBLIC "{\"mode\":\"tournament\",\"time\":\"5400\",\"public\":true}"

static unsigned post(unsigned i, const char *path, json_t *body)
{
    char *text = json_dumps(body, 0);
    const unsigned status = hall_ask(NULL, &house[i], "POST", path, house[i].key, text);

    free(text);
    json_decref(body);
    return status;
}

/* Publishes a game under this name, with a delay in seconds. */
static void publish(unsigned i, const char *name, int game, int delay)
{
    assert_int_equal(
        post(i, "/api/publish",
             json_pack("{ss si s[{si}]}", "name", name, "delay", delay, "games", "game", game)),
        200);
}

/* Waits until the hall answers so. */
static void assert_becomes(unsigned i, const char *path, unsigned status)
{
    const int64_t until = client_now() + CLIENT_PATIENCE_MS;
    unsigned got = 0;

    while (client_now() < until) {
        got = hall_ask(NULL, &house[i], "GET", path, NULL, NULL);
        if (got == status)
            return;
        client_sleep(5);
    }
    fail_msg("hall %u answers %s with %u and not with %u", i, path, got, status);
}

/* ---- one list */

static void test_shared__a_publication_is_everywhere(void **state)
{
    static const char file[] = "/live/evening/round-1/games.pgn";
    const seats s = hall_game(&house[0], PUBLIC);

    (void)state;
    publish(1, "evening", s.game, 0);
    for (unsigned i = 0; i < HALLS; i++)
        assert_becomes(i, file, 200);
    assert_int_equal(post(2, "/api/unpublish", json_pack("{ss}", "name", "evening")), 200);
    for (unsigned i = 0; i < HALLS; i++)
        assert_becomes(i, file, 404);
    assert_int_equal(post(0, "/api/unpublish", json_pack("{ss}", "name", "evening")), 404);
    assert_int_equal(post(0, "/api/unpublish", json_pack("{ss}", "name", "../x")), 400);
    /* an event whose first round another hall has made a moment ago is known to all */
    assert_int_equal(post(0, "/api/rounds",
                          json_pack("{ss ss s{s{ss}}}", "id", "0123456789abcdef", "text", "1;A;B\n",
                                    "game", "names", "event", "Cup")),
                     201);
    assert_int_equal(post(1, "/api/publish", json_pack("{ss ss}", "name", "cup", "event", "Cup")),
                     200);
    assert_int_equal(post(2, "/api/unpublish", json_pack("{ss}", "name", "cup")), 200);
}

/* Of two desks that publish at once neither takes the other's place. */
static void test_shared__two_desks_at_once(void **state)
{
    enum { EACH = 5 };
    const seats s = hall_game(&house[0], PUBLIC);
    client c[HALLS];
    reply r;

    (void)state;
    for (unsigned n = 0; n < EACH; n++) {
        for (unsigned i = 0; i < HALLS; i++) {
            char request[512], body[128];
            (void)snprintf(body, sizeof body, "{\"name\":\"desk-%u-%u\",\"games\":[{\"game\":%d}]}",
                           i, n, s.game);
            (void)snprintf(request, sizeof request,
                           "POST /api/publish HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                           "%s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                           house[i].key, strlen(body), body);
            c[i] = client_open(house[i].port);
            assert_true(client_send(&c[i], request));
        }
        for (unsigned i = 0; i < HALLS; i++) {
            assert_true(client_reply(&r, &c[i], false));
            assert_int_equal(r.status, 200);
            client_close(&c[i]);
        }
    }
    for (unsigned i = 0; i < HALLS; i++)
        for (unsigned n = 0; n < EACH; n++) {
            char path[64];
            (void)snprintf(path, sizeof path, "/live/desk-%u-%u/tournament.json", i, n);
            assert_becomes((i + 1) % HALLS, path, 200);
        }
    for (unsigned i = 0; i < HALLS; i++)
        for (unsigned n = 0; n < EACH; n++) {
            char name[32];
            (void)snprintf(name, sizeof name, "desk-%u-%u", i, n);
            assert_int_equal(
                post((i + n) % HALLS, "/api/unpublish", json_pack("{ss}", "name", name)), 200);
        }
}

static unsigned watch(unsigned i, int game)
{
    char body[64];

    (void)snprintf(body, sizeof body, "{\"game\":%d}", game);
    return hall_ask(NULL, &house[i], "POST", "/api/watch", NULL, body);
}

static void test_shared__the_door_is_one(void **state)
{
    const seats s = hall_game(&house[0], PUBLIC);

    (void)state;
    for (unsigned i = 0; i < HALLS; i++)
        json_decref(hall_look(&house[i], s.spectator));
    assert_int_equal(post(1, "/api/door/set", json_pack("{sb}", "closed", 1)), 200);
    assert_int_equal(watch(1, s.game), 403);
    for (unsigned i = 0; i < HALLS; i++) {
        const int64_t until = client_now() + CLIENT_PATIENCE_MS;
        while (watch(i, s.game) != 403 && client_now() < until)
            client_sleep(5);
        assert_int_equal(watch(i, s.game), 403);
    }
    assert_int_equal(post(2, "/api/door/set", json_pack("{sb}", "closed", 0)), 200);
    for (unsigned i = 0; i < HALLS; i++) {
        const int64_t until = client_now() + CLIENT_PATIENCE_MS;
        while (watch(i, s.game) != 200 && client_now() < until)
            client_sleep(5);
        assert_int_equal(watch(i, s.game), 200);
    }
}

/* ---- a delay */

/* What Black plays in the end, another move in each game. */
static const char *const knight_right[] = { "Nh6", "g8h6", "/7n", NULL };
static const char *const knight_left[] = { "Na6", "b8a6", "/n7", NULL };
static const char *const pawn[] = { "g7g5", "/6p1", NULL };

static void play(const seats *s, const char *white, const char *black)
{
    assert_true(hall_do(&house[0], s->white, white));
    assert_true(hall_do(&house[0], s->black, black));
}

/* From the desk's answer on nothing that happens is shown sooner, wherever somebody looks. */
static void test_shared__a_delay_holds_in_every_hall_at_once(void **state)
{
    const seats s = hall_game(&house[0], PUBLIC);
    const doors d = { .game = &s, .slug = "club", .secrets = knight_right };
    client page[HALLS];

    (void)state;
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    play(&s, "play e4", "play e5");
    for (unsigned i = 0; i < HALLS; i++) {
        page[i] = hall_stream(&house[i], s.spectator, -1);
        json_decref(house_sees(i, s.spectator, 3));
    }
    publish(2, "club", s.game, 3600);
    play(&s, "play Nf3", "play Nh6");
    for (unsigned i = 0; i < HALLS; i++)
        assert_true(doors_assert_silent(&house[i], &d) > 20);
    for (unsigned i = 0; i < HALLS; i++) { /* these streams ended, without it */
        assert_true(client_expect(&page[i], "reload", CLIENT_PATIENCE_MS));
        while (client_receive(&page[i], 100))
            ;
        char *rest = strndup(page[i].bytes, page[i].size);
        assert_null(strstr(rest, "Nh6"));
        free(rest);
        client_close(&page[i]);
    }
    json_t *game = hall_look(&house[1], s.white);
    assert_int_equal(json_array_size(at(game, "log")), 5);
    json_decref(game);
    assert_int_equal(post(1, "/api/unpublish", json_pack("{ss}", "name", "club")), 200);
}

/* A hall that slept while the delay was set, and wakes with questions before it, tells nothing. */
static void test_shared__a_hall_that_slept_tells_nothing(void **state)
{
    const seats s = hall_game(&house[0], PUBLIC);
    client page = hall_stream(&house[1], s.spectator, -1), asked;
    char request[256];
    reply r;

    (void)state;
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    play(&s, "play e4", "play e5");
    assert_true(client_expect(&page, "e5", CLIENT_PATIENCE_MS));
    json_decref(house_sees(1, s.spectator, 3));
    (void)kill(house[1].pid, SIGSTOP);
    publish(2, "club", s.game, 3600);
    play(&s, "play Nf3", "play Na6");
    asked = client_open(house[1].port);
    (void)snprintf(request, sizeof request,
                   "GET /api/game HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n",
                   s.spectator);
    assert_true(client_send(&asked, request));
    (void)kill(house[1].pid, SIGCONT);
    assert_true(client_reply(&r, &asked, false));
    assert_null(strstr(r.body, "Na6"));
    client_close(&asked);
    assert_true(client_expect(&page, "reload", CLIENT_PATIENCE_MS)); /* it has heard of it */
    char *rest = strndup(page.bytes, page.size);
    assert_null(strstr(rest, "Na6"));
    free(rest);
    client_close(&page);
    const doors d = { .game = &s, .slug = "club", .secrets = knight_left };
    assert_true(doors_assert_silent(&house[1], &d) > 20);
    assert_int_equal(post(0, "/api/unpublish", json_pack("{ss}", "name", "club")), 200);
}

/* What waits in a hall for a delay that was made longer meanwhile does not come when the old one is
 * over. */
static void test_shared__what_waits_goes_on_waiting(void **state)
{
    enum { DELAY_S = 2 };
    const seats s = hall_game(&house[0], PUBLIC);

    (void)state;
    publish(0, "club", s.game, DELAY_S);
    assert_becomes(1, "/live/club/round-1/games.pgn", 200);
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    play(&s, "play e4", "play e5");
    json_decref(house_sees(1, s.spectator, 3));
    client page = hall_stream(&house[1], s.spectator, -1);
    assert_true(client_expect(&page, "hello", CLIENT_PATIENCE_MS));
    play(&s, "play Nf3", "play Nh6");
    json_t *seen = house_sees(1, s.spectator, 3);
    assert_int_equal(json_array_size(at(seen, "log")), 3);
    json_decref(seen);
    (void)kill(house[1].pid, SIGSTOP);
    const int64_t due = client_now() + DELAY_S * 1000;
    publish(2, "club", s.game, 3600);
    while (client_now() <= due)
        client_sleep(20);
    (void)kill(house[1].pid, SIGCONT);
    while (client_receive(&page, CLIENT_PATIENCE_MS)) /* it ends when it is heard of */
        ;
    char *told = strndup(page.bytes, page.size);
    assert_null(strstr(told, "Nh6"));
    free(told);
    client_close(&page);
    assert_int_equal(post(0, "/api/unpublish", json_pack("{ss}", "name", "club")), 200);
}

/* ---- a game that lives elsewhere, late */

/* Its page has one stream, on which everything comes once and in order. */
static void test_shared__followed_late_once_and_in_order(void **state)
{
    static const char *const moves[] = { "e4", "e5", "Nf3", "Nc6", "Bb5", "a6" };
    const seats s = hall_game(&house[0], PUBLIC);
    size_t from = 0;

    (void)state;
    publish(0, "club", s.game, 1);
    assert_becomes(1, "/live/club/round-1/games.pgn", 200);
    client page = hall_stream(&house[1], s.spectator, -1);
    assert_true(client_expect(&page, "hello", CLIENT_PATIENCE_MS));
    const int64_t began = client_now();
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    for (unsigned i = 0; i < 6; i++) {
        char event[16];
        (void)snprintf(event, sizeof event, "play %s", moves[i]);
        assert_true(hall_do(&house[i % HALLS], i % 2 ? s.black : s.white, event));
    }
    for (;;) {
        char *all = strndup(page.bytes, page.size);
        const bool whole = strstr(all, "play a6") != NULL;
        if (whole) {
            assert_null(strstr(all, "reload"));
            for (unsigned i = 0; i < 6; i++) {
                char event[32];
                (void)snprintf(event, sizeof event, "\"event\":\"play %s\"", moves[i]);
                const char *found = strstr(all, event);
                assert_non_null(found);
                assert_true((size_t)(found - all) > from);
                from = (size_t)(found - all);
                assert_null(strstr(found + 1, event));
            }
        }
        free(all);
        if (whole)
            break;
        assert_true(client_receive(&page, CLIENT_PATIENCE_MS));
    }
    assert_true(client_now() - began >= 1000);
    client_close(&page);
    house_assert_journal(postgres_address());
    assert_int_equal(post(2, "/api/unpublish", json_pack("{ss}", "name", "club")), 200);
}

/* When the hall of the game is killed, what waits elsewhere comes all the same, and not sooner. */
static void test_shared__late_also_when_its_hall_dies(void **state)
{
    const seats s = hall_game(&house[0], PUBLIC);
    const doors d = { .game = &s, .slug = "club", .secrets = pawn };

    (void)state;
    publish(1, "club", s.game, 3600);
    assert_true(hall_do(&house[0], s.arbiter, "start"));
    play(&s, "play Nf3", "play g5");
    hall_kill(&house[0]);
    (void)house_moved(s.game, 0, CLIENT_PATIENCE_MS);
    for (unsigned i = 1; i < HALLS; i++)
        assert_true(doors_assert_silent(&house[i], &d) > 20);
    house_open(0);
    assert_true(doors_assert_silent(&house[0], &d) > 20);
    json_decref(house_sees(0, s.arbiter, 3));
    assert_int_equal(post(0, "/api/unpublish", json_pack("{ss}", "name", "club")), 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shared__a_publication_is_everywhere),
        cmocka_unit_test(test_shared__two_desks_at_once),
        cmocka_unit_test(test_shared__the_door_is_one),
        cmocka_unit_test(test_shared__a_delay_holds_in_every_hall_at_once),
        cmocka_unit_test(test_shared__a_hall_that_slept_tells_nothing),
        cmocka_unit_test(test_shared__what_waits_goes_on_waiting),
        cmocka_unit_test(test_shared__followed_late_once_and_in_order),
        cmocka_unit_test(test_shared__late_also_when_its_hall_dies),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_shared", tests, house_setup, house_teardown);
}
