/* SPDX-License-Identifier: MIT */
/*
 * The door of the hall, over HTTP: how often codes can be tried by one who has hundreds of links
 * and every header, and that who types his own gets in; unknown links; links to look on.
 */
#define _GNU_SOURCE
#include "server/hall/keys.h"
#include "server/hall/limits.h"
#include "support/hall/fixture.h"

enum { AT_ONCE = 60, EVERY_MS = 32000 };

static const char casual[] = "{\"time\":\"300+3\"}";

static int limited_hall(void **state)
{
    const arb_hall_config config = arb_hall_defaults();

    (void)state;
    fixture_start(&config);
    return 0;
}

static void read_proxies(arb_hall_config *config, arb_network *out, const char *first,
                         const char *second)
{
    assert_true(arb_network_read(&out[0], first, strlen(first)));
    assert_true(arb_network_read(&out[1], second, strlen(second)));
    config->proxies = out;
    config->proxy_count = 2;
}

/* The proxies are 127.0.0.1 and 10.0.0.0/8. */
static int proxied_hall(void **state)
{
    static arb_network proxies[2];
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    read_proxies(&config, proxies, "127.0.0.1", "10.0.0.0/8");
    fixture_start(&config);
    return 0;
}

/* ---- asking */

/* Tries a code; the status. */
static unsigned try_code(client *c, const char *lines, const char *code)
{
    char body[128];

    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    return hall_ask_with(NULL, c, "POST", "/api/join", lines, body);
}

/* A code that is certainly none: its letters are some that no other code of the test has. */
static void wrong_code(char out[ARB_CODE_SIZE])
{
    arb_join_code_make(out);
}

/* ---- guessing */

/* Everything that a link opens, so that whatever the hall keeps of links is full of it. */
static void use_link(client *c, const char *token)
{
    static const char *const routes[][3] = {
        { "GET", "/api/game", NULL },
        { "GET", "/api/case", NULL },
        { "GET", "/api/pgn", NULL },
        { "GET", "/api/ping", NULL },
        { "GET", "/api/hall", NULL },
        { "POST", "/api/events", "{\"id\":\"x\",\"event\":\"ask x\"}" },
        { "POST", "/api/watch", "{\"game\":1}" },
    };
    char bearer[96];

    (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", token);
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++)
        assert_true(hall_ask_with(NULL, c, routes[i][0], routes[i][1], bearer, routes[i][2]) > 0);
}

static unsigned most_since(int64_t began, unsigned at_once)
{
    return at_once + (unsigned)((client_now() - began) / EVERY_MS) + 1;
}

/* One who has five hundred links, uses them all, and tries codes meanwhile: ten, and no more. */
static void test_door__links_do_not_help_a_guesser(void **state)
{
    const unsigned games = hall_volume(125, 500), each = 8;
    static seats own[500];
    char text[ARB_CODE_SIZE], victim[16];
    unsigned looked = 0, slowed = 0;
    seats s;

    (void)state;
    for (unsigned i = 0; i < games; i++)
        own[i] = hall_game(&h, casual);
    (void)code_of(victim, casual, "black", &s);
    client c = client_open_from(h.port, "127.0.0.1");
    const int64_t began = client_now();
    for (unsigned i = 0; i < games; i++) {
        const char *const links[] = { own[i].white, own[i].black, own[i].arbiter,
                                      own[i].spectator };
        for (unsigned j = 0; j < 4; j++) {
            use_link(&c, links[j]);
            for (unsigned k = 0; k < each; k++) {
                wrong_code(text);
                const unsigned status = try_code(&c, "", text);
                looked += status == 404;
                slowed += status == 429;
            }
        }
    }
    assert_int_equal(looked + slowed, games * 4 * each);
    assert_in_range(looked, AT_ONCE, most_since(began, AT_ONCE));
    assert_int_equal(hall_metric(&h, "codes_wrong_total"), looked);
    /* the right one from elsewhere is good all the time */
    client honest = client_open_from(h.port, "127.0.0.9");
    assert_int_equal(try_code(&honest, "", victim), 200);
    client_close(&honest);
    client_close(&c);
}

/* As many connections and headers as one likes: without a named proxy they mean nothing. */
static void test_door__headers_do_not_help_a_guesser(void **state)
{
    static const char *const forms[] = {
        "X-Forwarded-For: 198.51.100.%u\r\n",
        "X-Forwarded-For: 198.51.100.%u, 203.0.113.9\r\n",
        "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: 198.51.100.%u\r\n",
        "X-Real-IP: 198.51.100.%u\r\n",
        "Forwarded: for=198.51.100.%u\r\n",
        "X-Forwarded-For: [2001:db8:%x::1]:80\r\n",
    };
    char text[ARB_CODE_SIZE], lines[256];
    unsigned looked = 0;
    const int64_t began = client_now();

    (void)state;
    for (unsigned i = 0; i < 300; i++) {
        client c = client_open_from(h.port, "127.0.0.2");
        wrong_code(text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        (void)snprintf(lines, sizeof lines, forms[i % 6], i % 250);
#pragma GCC diagnostic pop
        looked += try_code(&c, lines, text) == 404;
        client_close(&c);
    }
    assert_in_range(looked, AT_ONCE, most_since(began, AT_ONCE));
}

/* Behind a named proxy, what the proxy wrote counts, and nothing to the left of it. */
static void test_door__forged_headers_do_not_help_behind_a_proxy(void **state)
{
    char text[ARB_CODE_SIZE], lines[256];
    unsigned looked = 0, other = 0, six = 0, strange = 0;
    client c = client_open_from(h.port, "127.0.0.1");
    client not_named = client_open_from(h.port, "127.0.0.3");
    const int64_t began = client_now();

    (void)state;
    for (unsigned i = 0; i < 200; i++) {
        wrong_code(text);
        (void)snprintf(lines, sizeof lines,
                       "X-Forwarded-For: 10.1.1.%u, 192.0.2.%u\r\n"
                       "X-Forwarded-For: 198.51.100.7, 10.0.0.%u\r\n",
                       i, i, i);
        looked += try_code(&c, lines, text) == 404;
        (void)snprintf(lines, sizeof lines, "X-Forwarded-For: 2001:db8:1:2:%x::%x\r\n", i, i + 1);
        six += try_code(&c, lines, text) == 404;
        (void)snprintf(lines, sizeof lines, "X-Forwarded-For: 192.0.2.%u, nobody%u\r\n", i, i);
        strange += try_code(&c, lines, text) == 404;
        (void)snprintf(lines, sizeof lines, "X-Forwarded-For: 192.0.2.%u\r\n", i);
        other += try_code(&not_named, lines, text) == 404;
    }
    assert_in_range(looked, AT_ONCE, most_since(began, AT_ONCE));
    assert_in_range(six, AT_ONCE, most_since(began, AT_ONCE)); /* a network of 64 bits is one */
    assert_in_range(strange, AT_ONCE, most_since(began, AT_ONCE));
    assert_in_range(other, AT_ONCE, most_since(began, AT_ONCE));
    /* and somebody else behind the same proxy is somebody else */
    wrong_code(text);
    assert_int_equal(try_code(&c, "X-Forwarded-For: 198.51.100.8\r\n", text), 404);
    client_close(&c);
    client_close(&not_named);
}

/* A storm from hundreds of addresses uses the hall's own up; who types his code rightly gets in. */
static void test_door__an_honest_player_gets_in_amidst_a_storm(void **state)
{
    const unsigned addresses = hall_volume(1500, 5000), all = 3000;
    char text[ARB_CODE_SIZE], lines[64], victim[16];
    unsigned looked = 0;
    client c = client_open_from(h.port, "127.0.0.1");
    seats s;

    (void)state;
    (void)code_of(victim, casual, "black", &s);
    const int64_t began = client_now();
    for (unsigned round = 0; round <= 1 + all / addresses; round++) {
        for (unsigned i = 0; i < addresses; i++) {
            (void)snprintf(lines, sizeof lines, "X-Forwarded-For: 198.%u.%u.7\r\n", i / 256,
                           i % 256);
            wrong_code(text);
            looked += try_code(&c, lines, text) == 404;
        }
    }
    const unsigned slow = (unsigned)((client_now() - began) / 7200) + 1;
    assert_in_range(looked, addresses > all ? addresses : all, all + addresses + slow);
    /* those who have been wrong wait */
    wrong_code(text);
    assert_int_equal(try_code(&c, "X-Forwarded-For: 198.0.1.7\r\n", text), 429);
    /* one who has not, does not; nor do the forged words before his address matter */
    assert_int_equal(
        try_code(&c, "X-Forwarded-For: 198.0.1.7, 198.0.2.7, 203.0.113.50\r\n", victim), 200);
    /* who was wrong once is told when to come again */
    client once = client_open_from(h.port, "127.0.0.1");
    assert_int_equal(try_code(&once, "X-Forwarded-For: 203.0.113.51\r\n", text), 404);
    unsigned status = try_code(&once, "X-Forwarded-For: 203.0.113.51\r\n", text);
    if (status == 404) /* the hall had one again in this very moment */
        status = try_code(&once, "X-Forwarded-For: 203.0.113.51\r\n", text);
    assert_int_equal(status, 429);
    client_close(&once);
    client_close(&c);
}

static void test_door__when_to_try_again_is_told(void **state)
{
    static reply r;
    char text[ARB_CODE_SIZE], head[512], seconds[32], body[64];
    client c = client_open(h.port);

    (void)state;
    for (unsigned i = 0; i < AT_ONCE; i++) {
        wrong_code(text);
        assert_int_equal(try_code(&c, "", text), 404);
    }
    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", text);
    (void)snprintf(head, sizeof head,
                   "POST /api/join HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n"
                   "Content-Length: %zu\r\n\r\n%s",
                   strlen(body), body);
    assert_true(client_send(&c, head) && client_reply(&r, &c, false));
    assert_int_equal(r.status, 429);
    assert_true(client_header(seconds, sizeof seconds, &r, "Retry-After"));
    assert_in_range(strtoul(seconds, NULL, 10), 20, 32);
    client_close(&c);
}

/* Links that are not known are limited, too; those that are stay good. */
static void test_door__unknown_links_are_counted(void **state)
{
    const seats s = hall_game(&h, casual);
    char bearer[96], token[ARB_TOKEN_SIZE], good[96];
    unsigned unknown = 0, slowed = 0, in_lists = 0;
    client c = client_open_from(h.port, "127.0.0.4");
    client other = client_open_from(h.port, "127.0.0.5");

    (void)state;
    (void)snprintf(good, sizeof good, "Authorization: Bearer %s\r\n", s.white);
    /* this machine may fifty times as often */
    for (unsigned i = 0; i < 3600; i++) {
        arb_token_make(token);
        (void)snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", token);
        const unsigned status = hall_ask_with(NULL, &c, "GET", "/api/game", bearer, NULL);
        unknown += status == 401;
        slowed += status == 429;
    }
    assert_int_equal(unknown + slowed, 3600);
    assert_true(slowed > 0);
    assert_in_range(unknown, 3000, 3600);
    for (unsigned i = 0; i < 100; i++)
        in_lists += hall_ask_with(NULL, &c, "GET", "/api/ping", bearer, NULL) == 429;
    assert_true(in_lists > 0);
    assert_int_equal(hall_ask_with(NULL, &c, "GET", "/api/game", good, NULL), 200);
    assert_int_equal(hall_ask_with(NULL, &c, "GET", "/api/ping", "", NULL), 200);
    assert_int_equal(hall_ask_with(NULL, &other, "GET", "/api/game", bearer, NULL), 401);
    client_close(&c);
    client_close(&other);
}

/* ---- looking on */

static void test_door__lists_have_no_links(void **state)
{
    const seats shown = hall_game(&h, casual);
    const seats hidden = hall_game(&h, "{\"public\":false}");
    const char *const keys[] = { NULL, shown.white, h.key };
    json_t *answer;
    char body[64];

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(hall_ask(&answer, &h, "GET", "/api/hall", keys[i], NULL), 200);
        char *text = json_dumps(answer, 0);
        assert_null(strstr(text, shown.spectator));
        assert_null(strstr(text, hidden.spectator));
        free(text);
        json_decref(answer);
    }
    (void)snprintf(body, sizeof body, "{\"game\":%d}", shown.game);
    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/watch", NULL, body), 200);
    assert_string_equal(text_at(answer, "token"), shown.spectator);
    assert_string_equal(text_at(answer, "role"), "spectator");
    json_decref(answer);
    /* one that is not shown is as if it were not there */
    (void)snprintf(body, sizeof body, "{\"game\":%d}", hidden.game);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/watch", NULL, body), 404);
    static const char *const none[] = { "{\"game\":0}",     "{\"game\":-1}",
                                        "{\"game\":1e3}",   "{\"game\":9223372036854775807}",
                                        "{\"game\":\"1\"}", "{}" };
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        const unsigned status = hall_ask(NULL, &h, "POST", "/api/watch", NULL, none[i]);
        assert_int_equal(status, i < 2 || i == 3 ? 404 : 400);
    }
}

static void test_door__watching_is_limited(void **state)
{
    const seats s = hall_game(&h, casual);
    client c = client_open_from(h.port, "127.0.0.1");
    unsigned given = 0;
    char body[64];

    (void)state;
    (void)snprintf(body, sizeof body, "{\"game\":%d}", s.game);
    const int64_t began = client_now();
    for (unsigned i = 0; i < 100; i++)
        given += hall_ask_with(NULL, &c, "POST", "/api/watch", "X-Forwarded-For: 203.0.113.4\r\n",
                               body) == 200;
    assert_in_range(given, 30, 31 + (client_now() - began) / 1000);
    client_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_door__links_do_not_help_a_guesser, limited_hall),
        FIXTURE_TEST(test_door__headers_do_not_help_a_guesser, limited_hall),
        FIXTURE_TEST(test_door__forged_headers_do_not_help_behind_a_proxy, proxied_hall),
        FIXTURE_TEST(test_door__an_honest_player_gets_in_amidst_a_storm, proxied_hall),
        FIXTURE_TEST(test_door__when_to_try_again_is_told, limited_hall),
        FIXTURE_TEST(test_door__unknown_links_are_counted, limited_hall),
        FIXTURE_TEST(test_door__lists_have_no_links, fixture_hall),
        FIXTURE_TEST(test_door__watching_is_limited, proxied_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
