/* SPDX-License-Identifier: MIT */
/* Pages of other sites: what is published they may read, as a browser lets them, and nothing else.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

static const char elsewhere[] = "Origin: https://club.example\r\nSec-Fetch-Site: cross-site\r\n";
static const char asking[] = "Origin: https://club.example\r\nSec-Fetch-Site: cross-site\r\n"
                             "Access-Control-Request-Method: GET\r\n"
                             "Access-Control-Request-Headers: if-none-match\r\n";

#define FILE_OF_ALL "/live/open/round-1/games.pgn"

/* What anybody may read, and what is only for the hall's own pages. */
static const char *const open_to_all[] = { FILE_OF_ALL, "/live/open/round-1/index.json",
                                           "/live/open/round-1/game-1.json",
                                           "/live/open/tournament.json" };
static const char *const closed[] = {
    "/api/games",   "/api/events",   "/api/join",        "/api/watch",        "/api/again",
    "/api/seat",    "/api/preview",  "/api/pairings",    "/api/rounds",       "/api/rounds/do",
    "/api/publish", "/api/door/set", "/api/unpublish",   "/api/hear",         "/api/solve",
    "/api/qr",      "/hall/take",    "/api/regulations", "/api/envelope/key", "/api/checklist/done",
};

static reply asked(const char *method, const char *path, const char *lines, const char *body)
{
    char text[1024];
    reply r = { .status = 0 };
    client c = client_open(h.port);

    (void)snprintf(
        text, sizeof text, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s\r\n%s", method, path, lines,
        body ? "Content-Type: application/json\r\nContent-Length: 2\r\n" : "", body ? body : "");
    assert_true(client_send(&c, text) && client_reply(&r, &c, strcmp(method, "HEAD") == 0));
    client_close(&c);
    return r;
}

static bool is_opened(const reply *r)
{
    char value[64];

    if (!client_header(value, sizeof value, r, "Access-Control-Allow-Origin"))
        return false;
    assert_string_equal(value, "*");
    return true;
}

static void publish_one(void)
{
    const seats s = started(NULL);

    assert_int_equal(
        fixture_post(NULL, "/api/publish",
                     json_pack("{ss s[{si}]}", "name", "open", "games", "game", s.game)),
        200);
}

static void test_feed_pages__read_what_is_published(void **state)
{
    (void)state;
    publish_one();
    for (size_t i = 0; i < sizeof open_to_all / sizeof open_to_all[0]; i++) {
        reply r = asked("GET", open_to_all[i], elsewhere, NULL);
        assert_int_equal(r.status, 200);
        assert_true(is_opened(&r));
        client_assert_header(&r, "Access-Control-Expose-Headers", "ETag, Retry-After");
        r = asked("OPTIONS", open_to_all[i], asking, NULL);
        assert_int_equal(r.status, 204);
        assert_true(is_opened(&r));
        client_assert_header(&r, "Access-Control-Allow-Methods", "GET, HEAD");
        client_assert_header(&r, "Access-Control-Allow-Headers", "If-None-Match");
    }
    static const char *const shown[] = { "/api/boards?event=open", "/api/boards/moves?game=1",
                                         "/api/boards/stream?event=open" };
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) { /* for the hall's own pages */
        const reply r = asked("GET", shown[i], elsewhere, NULL);
        assert_int_equal(r.status, 403);
        assert_false(is_opened(&r));
    }
    /* what is not there is told as such, and not hidden by the browser */
    static const char *const missing[] = { "/live/open/round-4", "/live/other/round-1/games.pgn",
                                           FILE_OF_ALL "?form=x" };
    for (size_t i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        const reply r = asked("GET", missing[i], elsewhere, NULL);
        assert_true(r.status == 404 || r.status == 400);
        assert_true(is_opened(&r));
    }
}

/* The tag is known to the page, and what it has it is not sent again. */
static void test_feed_pages__ask_for_what_is_new(void **state)
{
    char tag[64], lines[256];

    (void)state;
    publish_one();
    client_sleep(300);
    reply r = asked("GET", FILE_OF_ALL, elsewhere, NULL);
    assert_true(client_header(tag, sizeof tag, &r, "ETag"));
    (void)snprintf(lines, sizeof lines, "%sIf-None-Match: %s\r\n", elsewhere, tag);
    r = asked("GET", FILE_OF_ALL, lines, NULL);
    assert_int_equal(r.status, 304);
    assert_true(is_opened(&r));
    client_assert_header(&r, "Access-Control-Expose-Headers", "ETag, Retry-After");
}

static void test_feed_pages__do_nothing_else(void **state)
{
    char lines[256];

    (void)state;
    publish_one();
    (void)snprintf(lines, sizeof lines, "%sAuthorization: Bearer %s\r\n", elsewhere, h.key);
    for (size_t i = 0; i < sizeof closed / sizeof closed[0]; i++) {
        reply r = asked("OPTIONS", closed[i], asking, NULL);
        assert_in_range(r.status, 400, 499);
        assert_false(is_opened(&r));
        r = asked("POST", closed[i], lines, "{}");
        assert_int_equal(r.status, 403);
        assert_false(is_opened(&r));
    }
    for (size_t i = 0; i < sizeof open_to_all / sizeof open_to_all[0]; i++) {
        const reply r = asked("POST", open_to_all[i], elsewhere, "{}");
        assert_in_range(r.status, 400, 499);
        assert_false(is_opened(&r));
    }
    static const char *const others[] = { "/api/hall", "/api/desk",        "/api/game",
                                          "/api/pgn",  "/api/case",        "/api/stream",
                                          "/metrics",  "/api/publications" };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        reply r = asked("GET", others[i], lines, NULL);
        assert_int_equal(r.status, 403);
        assert_false(is_opened(&r));
        r = asked("OPTIONS", others[i], asking, NULL);
        assert_in_range(r.status, 400, 499);
        assert_false(is_opened(&r));
    }
    /* pages are files, and nobody asks for them so */
    const reply r = asked("OPTIONS", "/", asking, NULL);
    assert_int_equal(r.status, 405);
    assert_false(is_opened(&r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_feed_pages__read_what_is_published, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_pages__ask_for_what_is_new, fixture_hall_in_memory),
        FIXTURE_TEST(test_feed_pages__do_nothing_else, fixture_hall_in_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
