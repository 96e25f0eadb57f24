/* SPDX-License-Identifier: MIT */
/*
 * Raw bytes at the door of a hall in which a game goes on: requests that a proxy and a server could
 * understand in two ways, forms that nobody here speaks, senders who stop at every point of a
 * request, requests behind others that wait, random streams of them, and very many connections.
 * Nothing is done that was not asked for in so many words, and the game goes on.
 */
#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/socket.h>

#include "server/hall/api.h"
#include "support/hall/fixture.h"
#include "support/hall/mutant.h"

enum {
    REQUEST_MS = 500,
    LATE_MS = 2500,
    CROWD = 800,
    CROWD_SOAK = 10000,
    CROWD_MAX = 10000,
    STREAMS = 1500,
    STREAMS_SOAK = 14000,
    CONNECTION_KB = 8
};

static int begin(void **state)
{
    static arb_http_config http;
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    http = arb_http_defaults();
    http.request_ms = REQUEST_MS;
    http.linger_ms = 50;
    http.connections_max = CROWD_MAX + 100;
    http.per_address_max = CROWD_MAX + 100;
    config.http = &http;
    config.unlimited = true;
    fixture_start(&config);
    fixture_play();
    return 0;
}

/* ---- probes */

#define HOST   "Host: localhost\r\n"
#define KEY    "Authorization: Bearer %s\r\n"
#define JSON   "Content-Type: application/json\r\n"
#define BODY   "{\"id\":\"smuggled\",\"event\":\"write \\\"x\\\"\"}"
#define LENGTH "Content-Length: 39\r\n"
#define POST   "POST /api/events HTTP/1.1\r\n"
#define GET(t) "GET " t " HTTP/1.1\r\n" HOST "\r\n"
#define GOOD   HOST KEY JSON

/* 0 as the status: any refusal, and the connection ends; other forms are answered, and nothing
 * more. %s is White's token, \1 stands for a NUL. */
static const struct {
    unsigned status;
    const char *what, *text;
} probes[] = {
    /* lengths */
    { 0, "length and chunks", POST GOOD LENGTH "Transfer-Encoding: chunked\r\n\r\n" BODY },
    { 0, "chunks and length", POST GOOD "Transfer-Encoding: chunked\r\n" LENGTH "\r\n" BODY },
    { 0, "chunks", POST GOOD "Transfer-Encoding: chunked\r\n\r\n27\r\n" BODY "\r\n0\r\n\r\n" },
    { 0, "chunks, in capitals", POST GOOD "TRANSFER-ENCODING: CHUNKED\r\n" LENGTH "\r\n" BODY },
    { 0, "chunks after identity",
      POST GOOD "Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n" },
    { 0, "identity", POST GOOD "Transfer-Encoding: identity\r\n" LENGTH "\r\n" BODY },
    { 0, "an unknown encoding", POST GOOD "Transfer-Encoding: xchunked\r\n" LENGTH "\r\n" BODY },
    { 0, "an empty encoding", POST GOOD "Transfer-Encoding:\r\n" LENGTH "\r\n" BODY },
    { 0, "chunks with a tab", POST GOOD "Transfer-Encoding:\tchunked\r\n" LENGTH "\r\n" BODY },
    { 0, "chunks behind a blank", POST GOOD "Transfer-Encoding : chunked\r\n" LENGTH "\r\n" BODY },
    { 0, "chunks with a control",
      POST GOOD "Transfer-Encoding: \x0b"
                "chunked\r\n" LENGTH "\r\n" BODY },
    { 0, "chunks of a GET",
      "GET /api/hall HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" },
    { 0, "two lengths", POST GOOD LENGTH LENGTH "\r\n" BODY },
    { 0, "two lengths that differ", POST GOOD "Content-Length: 0\r\n" LENGTH "\r\n" BODY },
    { 0, "a list of lengths", POST GOOD "Content-Length: 39, 39\r\n\r\n" BODY },
    { 0, "a signed length", POST GOOD "Content-Length: +39\r\n\r\n" BODY },
    { 0, "a negative length", POST GOOD "Content-Length: -1\r\n\r\n" BODY },
    { 0, "a length in hex", POST GOOD "Content-Length: 0x27\r\n\r\n" BODY },
    { 0, "a length with a point", POST GOOD "Content-Length: 39.0\r\n\r\n" BODY },
    { 0, "a length with a blank", POST GOOD "Content-Length: 3 9\r\n\r\n" BODY },
    { 0, "an empty length", POST GOOD "Content-Length:\r\n\r\n" BODY },
    { 0, "an endless length", POST GOOD "Content-Length: 99999999999999999999999\r\n\r\n" BODY },
    { 0, "a length beyond 64 bits", POST GOOD "Content-Length: 18446744073709551655\r\n\r\n" BODY },
    { 0, "a length of letters", POST GOOD "Content-Length: all\r\n\r\n" BODY },
    { 0, "no length", POST GOOD "\r\n" BODY },
    { 413, "a large length", POST GOOD "Content-Length: 1000000\r\n\r\n" BODY },
    { 0, "a body for what takes none", "GET /api/hall HTTP/1.1\r\n" HOST LENGTH "\r\n" BODY },
    /* lines */
    { 0, "bare line feeds", "POST /api/events HTTP/1.1\nHost: localhost\n" LENGTH "\n" BODY },
    { 0, "one bare line feed", POST "Host: localhost\n" KEY JSON LENGTH "\r\n" BODY },
    { 0, "a bare carriage return", POST GOOD "X: a\rY: b\r\n" LENGTH "\r\n" BODY },
    { 0, "two carriage returns", POST GOOD "X: a\r\r\n" LENGTH "\r\n" BODY },
    { 0, "a folded line", POST GOOD "X: a\r\n b\r\n" LENGTH "\r\n" BODY },
    { 0, "a folded first line", POST " X: a\r\n" GOOD LENGTH "\r\n" BODY },
    { 0, "a folded length", POST GOOD "Content-Length:\r\n 39\r\n\r\n" BODY },
    { 0, "a tab that folds", POST GOOD "X: a\r\n\tb\r\n" LENGTH "\r\n" BODY },
    { 0, "a line without a colon", POST GOOD "nothing\r\n" LENGTH "\r\n" BODY },
    { 0, "a field without a name", POST GOOD ": a\r\n" LENGTH "\r\n" BODY },
    { 0, "a blank in a name", POST GOOD "X Y: a\r\n" LENGTH "\r\n" BODY },
    { 0, "a bracket in a name", POST GOOD "X(: a\r\n" LENGTH "\r\n" BODY },
    { 0, "a letter of others in a name", POST GOOD "X\xc3\xa9: a\r\n" LENGTH "\r\n" BODY },
    { 0, "a NUL in a value", POST GOOD "X: \1\r\n" LENGTH "\r\n" BODY },
    { 0, "a NUL in a name", POST GOOD "X\1: a\r\n" LENGTH "\r\n" BODY },
    { 0, "a NUL in the target", "GET /api\1/hall HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a DEL in a value", POST GOOD "X: \x7f\r\n" LENGTH "\r\n" BODY },
    { 0, "a blank before the colon", POST GOOD "Content-Length : 39\r\n\r\n" BODY },
    { 0, "an empty line and more", "\r\n\r\n\r\nX\r\n" POST GOOD LENGTH "\r\n" BODY },
    /* the request line */
    { 0, "HTTP/0.9", "GET /api/hall\r\n" },
    { 0, "HTTP/1.0", "POST /api/events HTTP/1.0\r\n" GOOD LENGTH "\r\n" BODY },
    { 0, "HTTP/1.2", "POST /api/events HTTP/1.2\r\n" GOOD LENGTH "\r\n" BODY },
    { 0, "HTTP/2.0", "POST /api/events HTTP/2.0\r\n" GOOD LENGTH "\r\n" BODY },
    { 0, "HTTP/1.10", "POST /api/events HTTP/1.10\r\n" GOOD LENGTH "\r\n" BODY },
    { 0, "small letters", "POST /api/events http/1.1\r\n" GOOD LENGTH "\r\n" BODY },
    { 0, "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
    { 0, "two blanks", "GET  /api/hall HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a tab", "GET\t/api/hall\tHTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a blank at the end", "GET /api/hall HTTP/1.1 \r\n" HOST "\r\n" },
    { 0, "a blank at the beginning", " GET /api/hall HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a blank in the target", "GET /api/ hall HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "no target", "GET HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a target of others", "GET http://localhost/api/hall HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a target of others, of another", "GET http://evil.example/ HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "the asterisk", "OPTIONS * HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a tunnel", "CONNECT localhost:80 HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a target without a slash", "GET api/hall HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a fragment", "GET /api/hall#x HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "a letter of others", "GET /\xc3\xa9 HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "TRACE", "TRACE /api/hall HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "PUT", "PUT /api/events HTTP/1.1\r\n" GOOD LENGTH "\r\n" BODY },
    { 0, "DELETE", "DELETE /api/games HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "get", "get /api/hall HTTP/1.1\r\n" HOST "\r\n" },
    { 0, "the beginning of TLS", "\x16\x03\x01\x02\x01\x01\x01\xfc\x03\x03" },
    { 0, "another protocol", "EHLO localhost\r\nMAIL FROM:<a@b>\r\n" },
    /* the host */
    { 0, "no Host", POST KEY JSON LENGTH "\r\n" BODY },
    { 0, "two Hosts", POST HOST GOOD LENGTH "\r\n" BODY },
    { 0, "an empty Host", "GET /api/hall HTTP/1.1\r\nHost:\r\n\r\n" },
    { 0, "a Host with a path", "GET /api/hall HTTP/1.1\r\nHost: localhost/x\r\n\r\n" },
    { 0, "a Host with a user", "GET /api/hall HTTP/1.1\r\nHost: a@localhost\r\n\r\n" },
    { 0, "a Host with a blank", "GET /api/hall HTTP/1.1\r\nHost: local host\r\n\r\n" },
    { 0, "two keys", POST HOST KEY "Authorization: Bearer x\r\n" JSON LENGTH "\r\n" BODY },
    /* what is a request, and not one that is served as asked */
    { 417, "an expectation", POST GOOD "Expect: 100-continue\r\n" LENGTH "\r\n" },
    { 404, "a way up", GET("/../../etc/passwd") },
    { 404, "a way up, hidden", GET("/%%2e%%2e/%%2e%%2e/etc/passwd") },
    { 404, "a route with a slash more", GET("//api/hall") },
    { 404, "a route with a slash at the end", GET("/api/hall/") },
    { 404, "a route in capitals", GET("/API/HALL") },
    { 404, "a route, escaped", GET("/api%%2fhall") },
    { 405, "the wrong method", GET("/api/events") },
    { 401, "no key", GET("/api/game") },
    { 401, "another scheme",
      "GET /api/game HTTP/1.1\r\n" HOST "Authorization: Basic eA==\r\n\r\n" },
    { 401, "a key in the query", GET("/api/game?token=AAAAAAAAAAAAAAAAAAAAAA") },
    { 400, "a body of another type",
      POST HOST KEY "Content-Type: text/plain\r\n" LENGTH "\r\n" BODY },
    { 400, "a body of no type", POST HOST KEY LENGTH "\r\n" BODY },
};
enum { PROBES = sizeof probes / sizeof probes[0] };

static size_t write_probe(char *out, size_t room, size_t number)
{
    const int size = snprintf(out, room, probes[number].text, live_game.s.white);

    for (char *at_ = out; (at_ = memchr(at_, '\1', (size_t)(out + size - at_))) != NULL; at_++)
        *at_ = '\0';
    return (size_t)size;
}

static const char behind[] = POST HOST LENGTH "\r\n" BODY;

static void probe(size_t number)
{
    client c = client_open(h.port);
    char text[1024];
    static reply r;

    assert_true(client_send_bytes(&c, text, write_probe(text, sizeof text, number)));
    if (probes[number].status == 0)
        (void)client_send(&c, behind);
    if (!client_reply(&r, &c, false))
        fail_msg("%s: no answer", probes[number].what);
    if (probes[number].status == 0 ? r.status != 400 && r.status != 421
                                   : r.status != probes[number].status)
        fail_msg("%s: %u", probes[number].what, r.status);
    if (probes[number].status == 0 && (c.size != 0 || client_closed(&c, LATE_MS) < 0))
        fail_msg("%s: the connection went on", probes[number].what);
    client_close(&c);
}

static void test_hall_probes__nothing_is_understood_in_two_ways(void **state)
{
    const size_t before = live_events(&live_game);

    (void)state;
    assert_int_equal(strlen(BODY), 39);
    assert_true(PROBES >= 78);
    for (size_t i = 0; i < PROBES; i++)
        probe(i);
    assert_int_equal(live_events(&live_game), before);
    live_goes_on_again(&live_game);
}

/* Heads at the limit of their size and number are taken, beyond it refused. */
static void test_hall_probes__heads_have_a_limit(void **state)
{
    static char text[4 * ARB_HTTP_HEAD_MAX];

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const bool many = i % 2, good = i < 2;
        client c = client_open(h.port);
        int size = snprintf(text, sizeof text, "GET /api/ping HTTP/1.1\r\n" HOST);
        const unsigned count = many ? (good ? 40u : 200u) : 1u;
        for (unsigned k = 0; k < count; k++)
            size += snprintf(text + size, sizeof text - (size_t)size, "X%u: %0*d\r\n", k,
                             many ? 8 : (good ? 7000 : 20000), 0);
        (void)snprintf(text + size, sizeof text - (size_t)size, "\r\n");
        (void)client_send(&c, text);
        client_assert_reply(&c, good ? 200 : 400, NULL);
        client_close(&c);
    }
    live_goes_on_again(&live_game);
}

/* ---- who stops in the middle */

/* How much of these bytes each sender sends before he falls silent. */
static const char *const halves[] = {
    "",
    "P",
    "POST /api/ev",
    "POST /api/events HTTP/1.1\r",
    "POST /api/events HTTP/1.1\r\n",
    "POST /api/events HTTP/1.1\r\nHost: local",
    "POST /api/events HTTP/1.1\r\nHost: localhost\r\n",
    "POST /api/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 39\r\n\r",
    "POST /api/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 39\r\n\r\n",
    "POST /api/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 39\r\n\r\n{\"id\"",
    "GET /api/ping HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /api/ping HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/pi",
    ("GET /api/ping HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /api/events HTTP/1.1\r\n"
     "Host: localhost\r\nContent-Length: 39\r\n\r\n{"),
};
enum { HALVES = sizeof halves / sizeof halves[0], EACH = 6 };

static void test_hall_probes__whoever_stops_is_let_go(void **state)
{
    static client all[HALVES * EACH];
    const int64_t began = client_now();

    (void)state;
    for (unsigned i = 0; i < HALVES * EACH; i++) {
        all[i] = client_open(h.port);
        assert_true(client_send(&all[i], halves[i % HALVES]));
    }
    while (client_now() - began < REQUEST_MS / 2) {
        live_goes_on_again(&live_game);
        client_sleep(60);
    }
    for (unsigned i = 0; i < HALVES * EACH; i++) {
        if (client_closed(&all[i], LATE_MS) < 0)
            fail_msg("who sent \"%s\" stayed", halves[i % HALVES]);
        client_close(&all[i]);
    }
    live_listen(&live_game);
    assert_true(hall_metric_becomes(&h, "http_streams", 2, LATE_MS));
    live_goes_on_again(&live_game);
}

/* ---- behind requests that wait */

static int write_event(char *out, size_t room, unsigned id)
{
    char body[96];
    const int size =
        snprintf(body, sizeof body, "{\"id\":\"w%u\",\"event\":\"write \\\"1. a3\\\"\"}", id);

    return snprintf(out, room, POST GOOD "Content-Length: %d\r\n\r\n%s", live_game.s.white, size,
                    body);
}

/* Events, which wait for the disk, with questions between: each is answered in its turn. */
static void test_hall_probes__questions_wait_behind_events(void **state)
{
    enum { PAIRS = 40 };
    static char text[PAIRS * 512];
    const size_t before = live_events(&live_game);
    client c = client_open(h.port);
    int size = 0;

    (void)state;
    for (unsigned i = 0; i < PAIRS; i++) {
        size += write_event(text + size, sizeof text - (size_t)size, i);
        size += snprintf(text + size, sizeof text - (size_t)size, GET("/api/ping"));
    }
    assert_true(client_send(&c, text));
    for (unsigned i = 0; i < 2 * PAIRS; i++) {
        static reply r;
        assert_true(client_reply(&r, &c, false));
        assert_int_equal(r.status, 200);
        assert_int_equal(strstr(r.body, "\"number\"") != NULL, i % 2 == 0);
    }
    client_close(&c);
    assert_int_equal(live_events(&live_game), before + PAIRS);
    live_goes_on_again(&live_game);
}

/* Whoever hangs up while his event is on its way has done it once or not at all. */
static void test_hall_probes__hanging_up_does_it_once_or_not(void **state)
{
    enum { TIMES = 150, FIRST = 1000 };
    const struct linger none = { .l_onoff = 1, .l_linger = 0 };
    const size_t before = live_events(&live_game);
    char text[512];

    (void)state;
    for (unsigned i = 0; i < TIMES; i++) {
        client c = client_open(h.port);
        (void)write_event(text, sizeof text, FIRST + i);
        assert_true(client_send(&c, text));
        if (i % 3 == 0)
            (void)setsockopt(c.fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
        if (i % 2 == 0)
            client_sleep(1);
        client_close(&c);
    }
    for (unsigned i = 0; i < TIMES; i++) { /* sent again, so that it is there for certain */
        static reply r;
        do {
            client c = client_open(h.port);
            (void)write_event(text, sizeof text, FIRST + i);
            assert_true(client_send(&c, text));
            assert_true(client_reply(&r, &c, false));
            client_close(&c);
        } while (r.status == 429); /* too many of those before still wait */
        assert_int_equal(r.status, 200);
    }
    assert_int_equal(live_events(&live_game), before + TIMES);
    live_goes_on_again(&live_game);
}

/* ---- random streams */

/* Several requests, most of them damaged, in one stream that is cut into portions by chance. */
static void send_stream(const seats *s)
{
    static mutant m;
    static char sink[1 << 16];
    size_t count;
    const arb_api_route *routes = arb_routes_all(&count);
    client c = client_open(h.port);
    bool open = true;

    for (unsigned n = 1 + mutant_dice(6); n > 0 && open; n--) {
        /* without the key of the desk, which would open the game that goes on */
        mutant_make(&m, &routes[mutant_dice((unsigned)count)], s, "BBBBBBBBBBBBBBBBBBBBBB");
        for (size_t at_ = 0; at_ < m.size && open;) {
            const size_t left = m.size - at_, step = 1 + mutant_dice((unsigned)left);
            open = client_send_bytes(&c, m.text + at_, step);
            at_ += step;
        }
    }
    (void)shutdown(c.fd, SHUT_WR);
    if (mutant_dice(3) != 0) /* or nobody listens to the answers */
        while (recv(c.fd, sink, sizeof sink, 0) > 0)
            ;
    client_close(&c);
}

static void test_hall_probes__random_streams_leave_the_hall_standing(void **state)
{
    const unsigned streams = hall_volume(STREAMS, STREAMS_SOAK);
    const char *seed = getenv("ARB_TEST_SEED");
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"time\":\"36000\"}");

    (void)state;
    mutant_seed(seed ? strtoul(seed, NULL, 10) + 7 : 7);
    for (unsigned i = 0; i < streams; i++) {
        send_stream(&s);
        if (i % 200 == 0)
            live_listen(&live_game);
    }
    live_listen(&live_game);
    assert_true(hall_metric_becomes(&h, "http_streams", 2, LATE_MS));
    assert_int_equal(hall_metric(&h, "store_trouble"), 0);
    live_goes_on_again(&live_game);
}

/* ---- very many */

static void test_hall_probes__a_crowd_at_the_door_holds_nobody_up(void **state)
{
    static client crowd[CROWD_MAX];
    struct rlimit limit;
    unsigned count = hall_volume(CROWD, CROWD_SOAK);

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    if (count + 200 > limit.rlim_cur)
        count = (unsigned)limit.rlim_cur - 200;
    const long before = hall_memory(&h);
    unsigned in = 0;
    while (in < count) { /* half a request each */
        crowd[in] = client_open(h.port);
        if (!client_send(&crowd[in], halves[1 + in % (HALVES - 1)]))
            break;
        in++;
        if (in % (count / 8 + 1) == 0) {
            live_listen(&live_game);
            live_goes_on_again(&live_game);
        }
    }
    const long after = hall_memory(&h);
    if (!hall_is_sanitized() && after > before + 4096 + (long)in * CONNECTION_KB)
        fail_msg("memory grew from %ld to %ld kB by %u connections", before, after, in);
    for (unsigned i = 0; i < in; i++)
        client_close(&crowd[i]);
    assert_true(in == count);
    live_listen(&live_game);
    assert_true(hall_metric_becomes(&h, "http_connections", 1 + 2 + 2, LATE_MS) ||
                hall_metric(&h, "http_connections") < 10);
    live_goes_on_again(&live_game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall_probes__nothing_is_understood_in_two_ways, begin),
        FIXTURE_TEST(test_hall_probes__heads_have_a_limit, begin),
        FIXTURE_TEST(test_hall_probes__whoever_stops_is_let_go, begin),
        FIXTURE_TEST(test_hall_probes__questions_wait_behind_events, begin),
        FIXTURE_TEST(test_hall_probes__hanging_up_does_it_once_or_not, begin),
        FIXTURE_TEST(test_hall_probes__random_streams_leave_the_hall_standing, begin),
        FIXTURE_TEST(test_hall_probes__a_crowd_at_the_door_holds_nobody_up, begin),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
