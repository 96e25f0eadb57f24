/* SPDX-License-Identifier: MIT */
/*
 * Requests that mean harm, sent to a hall in which a game is going on: many at once, one byte at a
 * time, and those that two readers would understand in two ways. After each the game goes on, and
 * its journal has nothing that was not acknowledged.
 */
#define _GNU_SOURCE
#include <sys/socket.h>

#include "server/hall/budgets.h"
#include "support/hall/fixture.h"

/* Short deadlines, so that waiting for them is no work. */
enum { REQUEST_MS = 400, LATE_MS = 2000, ROUNDS = 3000, GROWTH_KB = 3072 };

static int begin(void **state)
{
    static arb_http_config http;
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    http = arb_http_defaults();
    http.request_ms = REQUEST_MS;
    config.http = &http;
    config.unlimited = true;
    fixture_start(&config);
    fixture_play();
    return 0;
}

/* A request of White for something that the journal would keep. */
static size_t write_event(char *out, size_t room, const char *id)
{
    char body[96];
    const int size =
        snprintf(body, sizeof body, "{\"id\":\"%s\",\"event\":\"write \\\"1. a3\\\"\"}", id);

    return (size_t)snprintf(out, room,
                            "POST /api/events HTTP/1.1\r\nHost: hall.test\r\n"
                            "Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
                            "Content-Length: %d\r\n\r\n%s",
                            live_game.s.white, size, body);
}

/* ---- many at once */

static void test_hall__three_at_once_are_answered_in_order(void **state)
{
    client c = client_open(h.port);
    char text[2048];
    size_t size = 0;
    long long before = 0;

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        size += write_event(text + size, sizeof text - size, (const char *[]){ "1", "2", "3" }[i]);
    assert_true(client_send(&c, text));
    for (unsigned i = 0; i < 3; i++) {
        reply r;
        assert_true(client_reply(&r, &c, false));
        assert_int_equal(r.status, 200);
        json_t *answer = json_loads(r.body, 0, NULL);
        assert_true(number_at(answer, "number") > before);
        before = number_at(answer, "number");
        json_decref(answer);
    }
    client_close(&c);
    live_goes_on_again(&live_game);
}

/* Whoever has a stream listens: what stands behind the request for it is not done. */
static void test_hall__nothing_is_done_behind_a_stream(void **state)
{
    const size_t before = live_events(&live_game);
    client c = client_open(h.port);
    char text[2048];
    const int size = snprintf(text, sizeof text,
                              "GET /api/stream HTTP/1.1\r\nHost: hall.test\r\n"
                              "Authorization: Bearer %s\r\n\r\n",
                              live_game.s.spectator);

    (void)state;
    (void)write_event(text + size, sizeof text - (size_t)size, "behind");
    assert_true(client_send(&c, text));
    assert_true(client_closed(&c, LATE_MS) >= 0);
    client_close(&c);
    assert_int_equal(live_events(&live_game), before);
    live_goes_on_again(&live_game);
}

/* The events of one connection are one after the other also when the first ones are refused. */
static void test_hall__many_at_once_are_all_answered(void **state)
{
    enum { MANY = 200 };
    static char text[MANY * 320];
    client c = client_open(h.port);
    size_t size = 0;

    (void)state;
    for (unsigned i = 0; i < MANY; i++) {
        char id[16];
        (void)snprintf(id, sizeof id, "m%u", i / 2);
        size += write_event(text + size, sizeof text - size, id);
    }
    assert_true(client_send(&c, text));
    for (unsigned i = 0; i < MANY; i++) {
        reply r;
        assert_true(client_reply(&r, &c, false));
        assert_int_equal(r.status, 200);
        json_t *answer = json_loads(r.body, 0, NULL);
        assert_int_equal(json_is_true(at(answer, "again")), i % 2);
        json_decref(answer);
    }
    client_close(&c);
    live_goes_on_again(&live_game);
}

/* ---- one byte at a time */

/* Sends a byte every few milliseconds until the server has enough of it; returns how long. */
static int64_t trickle(const char *at_once, const char *slowly)
{
    client c = client_open(h.port);
    const int64_t began = client_now();

    assert_true(client_send(&c, at_once));
    for (const char *byte = slowly; *byte && client_now() - began < LATE_MS; byte++) {
        char got;
        if (!client_send_bytes(&c, byte, 1) || recv(c.fd, &got, 1, MSG_DONTWAIT) >= 0)
            break;
        client_sleep(20);
    }
    client_close(&c);
    return client_now() - began;
}

static void test_hall__a_trickle_is_cut_at_the_deadline(void **state)
{
    static char long_body[2048];
    char text[2048];
    const size_t size = write_event(text, sizeof text, "trickle");
    char *body = strstr(text, "\r\n\r\n") + 4;
    const size_t before = live_events(&live_game);

    (void)state;
    assert_true(size < sizeof text);
    assert_in_range(trickle("", text), REQUEST_MS - 20, LATE_MS - 1);
    live_goes_on_again(&live_game);
    memset(long_body, ' ', sizeof long_body - 1);
    (void)snprintf(text, sizeof text,
                   "POST /api/events HTTP/1.1\r\nHost: hall.test\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: 2000\r\n\r\n",
                   live_game.s.white);
    assert_non_null(body);
    assert_in_range(trickle(text, long_body), REQUEST_MS - 20, LATE_MS - 1);
    live_goes_on_again(&live_game);
    assert_int_equal(live_events(&live_game), before + 2);
}

/* ---- what two readers would understand in two ways */

#define EVENT_LINE "POST /api/events HTTP/1.1\r\n"
#define FIELDS     "Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
#define BODY       "{\"id\":\"smuggled\",\"event\":\"write \\\"x\\\"\"}"
#define LENGTH     "Content-Length: 39\r\n"

static const struct {
    const char *what, *text; /* %s is White's token, \1 stands for a NUL */
} forms[] = {
    { "length and encoding",
      EVENT_LINE "Host: h\r\n" FIELDS LENGTH "Transfer-Encoding: chunked\r\n\r\n" BODY },
    { "encoding alone", EVENT_LINE
      "Host: h\r\n" FIELDS "Transfer-Encoding: chunked\r\n\r\n27\r\n" BODY "\r\n0\r\n\r\n" },
    { "two lengths", EVENT_LINE "Host: h\r\n" FIELDS LENGTH LENGTH "\r\n" BODY },
    { "two lengths that differ",
      EVENT_LINE "Host: h\r\n" FIELDS "Content-Length: 0\r\n" LENGTH "\r\n" BODY },
    { "a list of lengths", EVENT_LINE "Host: h\r\n" FIELDS "Content-Length: 39, 39\r\n\r\n" BODY },
    { "a length with a sign", EVENT_LINE "Host: h\r\n" FIELDS "Content-Length: +39\r\n\r\n" BODY },
    { "a negative length", EVENT_LINE "Host: h\r\n" FIELDS "Content-Length: -39\r\n\r\n" BODY },
    { "a length in hex", EVENT_LINE "Host: h\r\n" FIELDS "Content-Length: 0x27\r\n\r\n" BODY },
    { "no length", EVENT_LINE "Host: h\r\n" FIELDS "\r\n" BODY },
    { "a blank before the colon",
      EVENT_LINE "Host: h\r\n" FIELDS "Content-Length : 39\r\n\r\n" BODY },
    { "bare line feeds", "POST /api/events HTTP/1.1\nHost: h\nAuthorization: Bearer %s\n"
                         "Content-Type: application/json\nContent-Length: 39\n\n" BODY },
    { "one bare line feed", EVENT_LINE "Host: h\n" FIELDS LENGTH "\r\n" BODY },
    { "a bare carriage return",
      EVENT_LINE "Host: h\r\n" FIELDS "X: a\rY: b\r\n" LENGTH "\r\n" BODY },
    { "a folded line", EVENT_LINE "Host: h\r\n" FIELDS "X: a\r\n b\r\n" LENGTH "\r\n" BODY },
    { "a NUL", EVENT_LINE "Host: h\r\n" FIELDS "X: \1\r\n" LENGTH "\r\n" BODY },
    { "no Host", EVENT_LINE FIELDS LENGTH "\r\n" BODY },
    { "two Hosts", EVENT_LINE "Host: h\r\nHost: h\r\n" FIELDS LENGTH "\r\n" BODY },
    { "HTTP/0.9", "GET /api/hall\r\n" },
    { "HTTP/1.0", "POST /api/events HTTP/1.0\r\nHost: h\r\n" FIELDS LENGTH "\r\n" BODY },
    { "HTTP/2.0", "POST /api/events HTTP/2.0\r\nHost: h\r\n" FIELDS LENGTH "\r\n" BODY },
    { "another method", "PUT /api/events HTTP/1.1\r\nHost: h\r\n" FIELDS LENGTH "\r\n" BODY },
    { "the beginning of TLS", "\x16\x03\x01\x02\x01\x01\x01\xfc\x03\x03" },
};

static void send_form(client *c, size_t number)
{
    char text[1024];
    const int size = snprintf(text, sizeof text, forms[number].text, live_game.s.white);

    for (char *at_ = text; (at_ = strchr(at_, '\1')) != NULL; at_++)
        *at_ = '\0';
    assert_true(client_send_bytes(c, text, (size_t)size));
}

static void test_hall__ambiguous_requests_are_refused(void **state)
{
    const size_t before = live_events(&live_game);
    char behind[1024];

    (void)state;
    assert_int_equal(strlen(BODY), 39);
    (void)write_event(behind, sizeof behind, "behind");
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        client c = client_open(h.port);
        reply r;
        send_form(&c, i);
        (void)client_send(&c, behind);
        assert_true(client_reply(&r, &c, false));
        if (r.status != 400)
            fail_msg("%s: %u", forms[i].what, r.status);
        assert_int_equal(c.size, 0);
        if (client_closed(&c, LATE_MS) < 0)
            fail_msg("%s: the connection stayed open", forms[i].what);
        client_close(&c);
    }
    assert_int_equal(live_events(&live_game), before);
    live_goes_on_again(&live_game);
}

/* ---- a game that never ends */

static unsigned stop(const char *token, unsigned id)
{
    char body[96];

    (void)snprintf(body, sizeof body, "{\"id\":\"r%u\",\"event\":\"stop\"}", id);
    return hall_ask(NULL, &h, "POST", "/api/events", token, body);
}

/* Players cannot fill the hall with what is refused, and the arbiter can still end the game. */
static void test_hall__events_of_a_game_come_to_an_end(void **state)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
    const unsigned most = arb_budget_refusals(0);
    json_t *answer;

    (void)state;
    for (unsigned i = 0; i < most; i++)
        assert_int_equal(stop(s.white, i), 200);
    assert_int_equal(stop(s.white, most), 409);
    assert_int_equal(stop(s.black, most), 200);                  /* that was White's */
    assert_true(hall_event(&answer, &h, s.white, "r1", "stop")); /* again, and counted once */
    assert_true(json_is_true(at(answer, "again")));
    json_decref(answer);
    assert_true(hall_do(&h, s.arbiter, "award 1-0"));
    live_goes_on_again(&live_game);
}

/* Whoever looks on may report to the arbiter, but not so often that nobody can play any more. */
static void test_hall__those_who_look_on_cannot_fill_the_journal(void **state)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
    unsigned reports = 0;
    char id[16];

    (void)state;
    do
        (void)snprintf(id, sizeof id, "%u", ++reports);
    while (reports < 1000 && hall_event(NULL, &h, s.spectator, id, "report \"look there\""));
    assert_int_equal(reports, ARB_VISITOR_REPORTS + 1);
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "play e2e4"));
    live_goes_on_again(&live_game);
}

/* ---- for a long time */

/* Does one of the things above; none of them reaches the journal. */
static void harm(unsigned number)
{
    client c = client_open(h.port);
    char text[2048];

    switch (number % 4) {
    case 0:
        send_form(&c, number / 4 % (sizeof forms / sizeof forms[0]));
        break;
    case 1: /* goes away in the middle of a body */
        (void)write_event(text, sizeof text, "half");
        assert_true(client_send_bytes(&c, text, strlen(text) - 5));
        break;
    case 2: { /* goes away before a stream has said anything */
        (void)snprintf(text, sizeof text,
                       "GET /api/stream HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n"
                       "Last-Event-ID: 0\r\n\r\n",
                       live_game.s.spectator);
        assert_true(client_send(&c, text));
        break;
    }
    default: /* asks for much and reads nothing */
        (void)snprintf(text, sizeof text,
                       "GET /api/game HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n\r\n"
                       "GET /api/editions HTTP/1.1\r\nHost: h\r\n\r\n",
                       live_game.s.arbiter);
        assert_true(client_send(&c, text));
    }
    client_close(&c);
}

static void test_hall__harm_leaves_nothing_in_memory(void **state)
{
    const unsigned rounds = hall_volume(ROUNDS, 20 * ROUNDS);
    const size_t events = live_events(&live_game);

    (void)state;
    for (unsigned i = 0; i < ROUNDS / 4; i++)
        harm(i);
    live_listen(&live_game);
    assert_true(hall_metric_becomes(&h, "http_streams", 2, LATE_MS));
    const long before = hall_memory(&h);
    for (unsigned i = 0; i < rounds; i++) {
        harm(i);
        if (i % 500 == 0)
            live_listen(&live_game);
    }
    assert_true(hall_metric_becomes(&h, "http_streams", 2, LATE_MS));
    const long after = hall_memory(&h);
    if (!hall_is_sanitized() && after > before + GROWTH_KB)
        fail_msg("memory grew from %ld to %ld kB", before, after);
    assert_int_equal(live_events(&live_game), events);
    live_goes_on_again(&live_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__three_at_once_are_answered_in_order, begin),
        FIXTURE_TEST(test_hall__nothing_is_done_behind_a_stream, begin),
        FIXTURE_TEST(test_hall__many_at_once_are_all_answered, begin),
        FIXTURE_TEST(test_hall__a_trickle_is_cut_at_the_deadline, begin),
        FIXTURE_TEST(test_hall__ambiguous_requests_are_refused, begin),
        FIXTURE_TEST(test_hall__events_of_a_game_come_to_an_end, begin),
        FIXTURE_TEST(test_hall__those_who_look_on_cannot_fill_the_journal, begin),
        FIXTURE_TEST(test_hall__harm_leaves_nothing_in_memory, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
