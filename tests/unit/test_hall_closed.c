/* SPDX-License-Identifier: MIT */
/* The door: a hall, or an event, that is closed to newcomers; who is inside goes on. */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

static const char cup[] = "{\"names\":{\"event\":\"Cup\"}}";
static const char open_game[] = "{\"names\":{\"event\":\"League\"}}";

static json_t *set_door(const char *event, bool closed)
{
    char body[400];
    json_t *door = NULL;

    if (event)
        (void)snprintf(body, sizeof body, "{\"event\":\"%s\",\"closed\":%s}", event,
                       closed ? "true" : "false");
    else
        (void)snprintf(body, sizeof body, "{\"closed\":%s}", closed ? "true" : "false");
    assert_int_equal(hall_ask(&door, &h, "POST", "/api/door/set", h.key, body), 200);
    return door;
}

static void set(const char *event, bool closed)
{
    json_decref(set_door(event, closed));
}

/* What a newcomer is answered; he reads why. */
static unsigned comes(const char *path, const char *body)
{
    json_t *answer = NULL;
    const unsigned status = hall_ask(&answer, &h, "POST", path, NULL, body);

    if (status == 403)
        assert_string_equal(text_at(answer, "error"), "closed");
    json_decref(answer);
    return status;
}

static unsigned watches(int game)
{
    char body[64];

    (void)snprintf(body, sizeof body, "{\"game\":%d}", game);
    return comes("/api/watch", body);
}

static unsigned joins(const char *code)
{
    char body[64];

    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    return comes("/api/join", body);
}

/* How many games are listed, and whether the list says that the hall is closed. */
static size_t listed(const char *token, bool closed)
{
    json_t *list = NULL;

    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", token, NULL), 200);
    assert_int_equal(json_is_true(at(list, "closed")), closed);
    const size_t count = json_array_size(at(list, "games"));
    json_decref(list);
    return count;
}

static void test_hall__an_event_is_closed_to_newcomers(void **state)
{
    char watch[16];
    seats in;

    (void)state;
    (void)code_of(watch, cup, "spectator", &in);
    const seats other = hall_game(&h, open_game);
    assert_int_equal(watches(in.game), 200);
    json_t *door = set_door("Cup", true);
    assert_int_equal(json_array_size(at(door, "events")), 2);
    json_decref(door);
    assert_int_equal(watches(in.game), 403);
    assert_int_equal(joins(watch), 403);
    assert_int_equal(comes("/api/games", cup), 403);
    assert_int_equal(listed(NULL, false), 1);
    assert_int_equal(listed(h.key, false), 2);
    /* other events are open, and whoever is inside goes on */
    assert_int_equal(watches(other.game), 200);
    assert_int_equal(comes("/api/games", open_game), 201);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/game", in.spectator, NULL), 200);
    client stream = hall_stream(&h, in.spectator, -1);
    assert_true(hall_do(&h, in.arbiter, "start"));
    assert_true(hall_do(&h, in.white, "play e2e4"));
    client_close(&stream);
    assert_int_equal(joins(in.code), 200); /* he was invited */
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/games", h.key, cup), 201);
    set("Cup", false);
    assert_int_equal(watches(in.game), 200);
    assert_int_equal(joins(watch), 200);
}

static void test_hall__a_closed_hall_lets_nobody_in_and_nobody_out(void **state)
{
    seats in = hall_game(&h, open_game);

    (void)state;
    client stream = hall_stream(&h, in.spectator, -1);
    set(NULL, true);
    assert_int_equal(comes("/api/games", "{}"), 403);
    assert_int_equal(watches(in.game), 403);
    assert_int_equal(listed(NULL, true), 0);
    assert_int_equal(listed(h.key, true), 1);
    assert_int_equal(hall_metric(&h, "door_closed"), 1);
    assert_int_equal(hall_metric(&h, "door_turned_away_total"), 2);
    assert_true(hall_do(&h, in.arbiter, "start"));
    assert_true(hall_do(&h, in.white, "play e2e4"));
    client_close(&stream);
    /* a crash opens no door */
    hall_kill(&h);
    fixture_start(NULL);
    assert_int_equal(comes("/api/games", "{}"), 403);
    assert_int_equal(joins(in.code), 200);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/games", h.key, "{}"), 201);
    set(NULL, false);
    assert_int_equal(comes("/api/games", "{}"), 201);
    assert_int_equal(listed(NULL, false), 3);
}

/* Two desks at once: neither undoes the other. */
static void test_hall__doors_are_closed_at_the_same_time(void **state)
{
    enum { EVENTS = 20 };
    client c[EVENTS];
    static reply r;
    json_t *door = NULL;
    unsigned closed = 0;

    (void)state;
    for (unsigned i = 0; i < EVENTS; i++) {
        char body[64], head[400];
        const int size = snprintf(body, sizeof body, "{\"event\":\"E%u\",\"closed\":true}", i);
        c[i] = client_open(h.port);
        (void)snprintf(head, sizeof head,
                       "POST /api/door/set HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                       "%s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                       h.key, size, body);
        assert_true(client_send(&c[i], head));
    }
    for (unsigned i = 0; i < EVENTS; i++) {
        assert_true(client_reply(&r, &c[i], false));
        assert_int_equal(r.status, 200);
        client_close(&c[i]);
    }
    assert_int_equal(hall_ask(&door, &h, "GET", "/api/door", h.key, NULL), 200);
    for (size_t i = 0; i < json_array_size(at(door, "events")); i++)
        closed += json_is_true(json_object_get(json_array_get(at(door, "events"), i), "closed"));
    assert_int_equal(closed, EVENTS);
    json_decref(door);
}

static void test_hall__a_door_has_so_many_locks(void **state)
{
    json_t *answer = NULL;
    char body[300];

    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        (void)snprintf(body, sizeof body, "E%u", i);
        set(body, true);
    }
    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/door/set", h.key,
                              "{\"event\":\"one more\",\"closed\":true}"),
                     400);
    json_decref(answer);
    (void)memset(body, 'x', 201);
    body[201] = '\0';
    char request[400];
    (void)snprintf(request, sizeof request, "{\"event\":\"%s\",\"closed\":true}", body);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/door/set", h.key, request), 400);
    set("E7", false);
    set("one more", true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__an_event_is_closed_to_newcomers, fixture_hall),
        FIXTURE_TEST(test_hall__a_closed_hall_lets_nobody_in_and_nobody_out, fixture_hall),
        FIXTURE_TEST(test_hall__doors_are_closed_at_the_same_time, fixture_hall),
        FIXTURE_TEST(test_hall__a_door_has_so_many_locks, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
