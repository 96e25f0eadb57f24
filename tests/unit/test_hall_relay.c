/* SPDX-License-Identifier: MIT */
/*
 * `arbitro relay` between a hall and a broadcast of the tests (support/hall/receiver.h) that takes
 * pushes, limits them, fails, keeps silent, sends elsewhere, hangs up, babbles, and dies.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/hall/fixture.h"
#include "support/hall/receiver.h"
#include "support/hall/relaying.h"

enum { LONG_MS = 60000 };

static broadcast *there;
static char token_file[200], state_file[200];

static int begin(void **state)
{
    (void)state;
    hall_init(&h);
    hall_start(&h, no_engine);
    there = broadcast_new();
    broadcast_start(there);
    (void)snprintf(token_file, sizeof token_file, "%s/token", h.folder);
    (void)snprintf(state_file, sizeof state_file, "%s/state", h.folder);
    relay_write(token_file, RECEIVER_TOKEN "\n");
    return 0;
}

static int end(void **state)
{
    broadcast_free(there);
    (void)unlink(token_file);
    (void)unlink(state_file);
    return fixture_close(state);
}

/* A round of so many boards, published; the seats of the first. */
static seats open_round(unsigned boards)
{
    const seats s = relay_round(1, boards);

    relay_publish();
    return s;
}

/* ---- the program */

/* Starts it with these options up to NULL. */
static void start(relay *r, const char *const *options)
{
    char from[128], to[128];
    const char *words[24] = { from, to };
    size_t count = 2;

    (void)snprintf(from, sizeof from, "http://127.0.0.1:%u/live/club/round-1", (unsigned)h.port);
    (void)snprintf(to, sizeof to, "http://127.0.0.1:%u/push", (unsigned)there->port);
    while (*options)
        words[count++] = *options++;
    relay_start(r, words);
}

static int relay_once(relay *r, const char *const *more)
{
    const char *options[16] = { "--once", "--token-file", token_file, "--state", state_file };
    size_t count = 5;

    while (more && *more)
        options[count++] = *more++;
    start(r, options);
    return relay_end(r);
}

/* ---- one look at a time */

static void test_relay__brings_what_is_new(void **state)
{
    const seats s = open_round(3);
    char aside[sizeof state_file + 8];
    relay r;

    (void)state;
    assert_int_equal(relay_once(&r, NULL), 0);
    assert_non_null(strstr(r.said, "games sent: 3, taken: 3, moves: 0"));
    assert_int_equal(there->taken, 1);
    /* the same again is not sent: the state says that it was taken */
    assert_int_equal(relay_once(&r, NULL), 0);
    assert_int_equal(there->pushes, 1);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    client_sleep(300);
    const char *json[] = { "--json", NULL };
    assert_int_equal(relay_once(&r, json), 0);
    json_t *told = json_loads(r.said, JSON_DISABLE_EOF_CHECK, NULL);
    assert_int_equal(number_at(told, "sent"), 3);
    assert_int_equal(number_at(told, "moves"), 1);
    json_decref(told);
    assert_string_equal(receiver_find(&there->boards, "White 1")->moves, "e4 ");
    assert_int_equal(there->wrong, 0);
    /* a state that was damaged is put aside, and none */
    relay_write(state_file, "{\"from\":");
    assert_int_equal(relay_once(&r, NULL), 0);
    assert_int_equal(there->pushes, 3);
    assert_non_null(strstr(r.said, "this is damaged, and stands now in "));
    (void)snprintf(aside, sizeof aside, "%s.bad", state_file);
    assert_int_equal(unlink(aside), 0);
}

/* At most a hundred games at a time, and only the part that has changed. */
static void test_relay__many_boards(void **state)
{
    const seats s = open_round(101);
    relay r;

    (void)state;
    assert_int_equal(relay_once(&r, NULL), 0);
    assert_non_null(strstr(r.said, "games sent: 100,"));
    assert_non_null(strstr(r.said, "games sent: 1,"));
    assert_int_equal(there->boards.count, 101);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    client_sleep(300);
    assert_int_equal(relay_once(&r, NULL), 0);
    assert_int_equal(there->pushes, 3);
    assert_int_equal(there->wrong, 0);
}

static void test_relay__whatever_is_answered(void **state)
{
    static const struct {
        manner how;
        const char *said;
    } all[] = {
        { LIMITS, "club/round-1: the broadcast answers 429: Too many; it asks to be left alone for "
                  "7 s\n" },
        { LIMITS_BARELY, "answers 429 and says nothing more; it asks to be left alone for 7 s\n" },
        { FAILS, "answers 500: no\n" },
        { SHOWS_A_PAGE,
          "answered 200, with something that is no list of games: <html>Log in</html>\n" },
        { REFUSES_ONE, "not taken: 1.1, A - B: Doubled\n" },
        { IS_SILENT, "does not answer: Timeout was reached" },
        { SENDS_ELSEWHERE, "which is not followed" },
        { HANGS_UP, "does not answer" },
        { BABBLES, "answers with something that is no HTTP" },
        { NAMES_NONE, "games of which the answer says nothing: 1\n" },
    };
    const char *soon[] = { "--timeout", "1000", NULL };
    relay r;

    (void)state;
    (void)open_round(1);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        there->script[i] = all[i].how;
    there->scripted = sizeof all / sizeof all[0];
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const unsigned pushes = there->pushes;
        (void)unlink(state_file); /* a limit is remembered */
        for (unsigned tries = 0; tries < 20 && there->pushes == pushes; tries++)
            assert_int_equal(relay_once(&r, all[i].how == IS_SILENT ? soon : NULL), 1);
        if (!strstr(r.said, all[i].said))
            fail_msg("expected %s, found %s", all[i].said, r.said);
        assert_int_equal(there->taken, 0);
    }
    assert_int_equal(there->misled, 0);
    assert_int_equal(relay_once(&r, NULL), 0);
    assert_int_equal(there->taken, 1);
    /* the hall is away, or has nothing there */
    assert_int_equal(fixture_post(NULL, "/api/unpublish", json_pack("{ss}", "name", "club")), 200);
    assert_int_equal(relay_once(&r, NULL), 1);
    assert_non_null(
        strstr(r.said, "the hall answers 404: nothing is published under this address\n"));
    broadcast_kill(there);
    assert_int_equal(there->wrong, 0);
}

/* What it should wait is known to programs, and said where it does wait. */
static void test_relay__a_limit_is_heeded(void **state)
{
    const char *json[] = { "--json", NULL };
    relay r;

    (void)state;
    (void)open_round(1);
    there->script[0] = LIMITS;
    there->scripted = 1;
    assert_int_equal(relay_once(&r, json), 1);
    json_t *told = json_loads(r.said, JSON_DISABLE_EOF_CHECK, NULL);
    assert_int_equal(number_at(told, "status"), 429);
    assert_int_equal(number_at(told, "wait"), 7);
    json_decref(told);
    /* also by whoever begins anew */
    assert_int_equal(relay_once(&r, NULL), 1);
    assert_non_null(strstr(r.said, "club/round-1: a limit of the broadcast is still in force; it "
                                   "asks to be left alone for "));
    assert_int_equal(there->pushes, 1);
}

/* Of two parts one is refused: only that one is sent again by the next run, until it is taken. */
static void test_relay__what_was_refused_is_sent_again(void **state)
{
    relay r;

    (void)state;
    (void)open_round(101);
    there->script[0] = REFUSES_ONE;
    there->scripted = 1;
    assert_int_equal(relay_once(&r, NULL), 1);
    assert_int_equal(there->pushes, 2);
    assert_non_null(strstr(r.said, "games sent: 100, taken: 0"));
    assert_int_equal(relay_once(&r, NULL), 0);
    assert_int_equal(there->pushes, 3);
    assert_non_null(strstr(r.said, "games sent: 100,"));
    assert_null(strstr(r.said, "games sent: 1,"));
    assert_int_equal(relay_once(&r, NULL), 0);
    assert_int_equal(there->pushes, 3);
}

/* ---- until it is stopped */

/* Waits until the broadcast shows so many moves at the first board. */
static bool shows(unsigned moves)
{
    const int64_t until = client_now() + LONG_MS;

    while (client_now() < until) {
        const received *g = receiver_find(&there->boards, "White 1");
        if (g && g->count == moves)
            return true;
        client_sleep(20);
    }
    return false;
}

static void start_hall_again(void)
{
    static char address[32];
    const char *more[] = { "--engine", "none", "--listen", address, NULL };

    (void)snprintf(address, sizeof address, "127.0.0.1:%u", (unsigned)h.port);
    hall_start(&h, more);
}

static void test_relay__goes_on_through_kills(void **state)
{
    const char *options[] = { "--interval", "2",       "--timeout", "1000", "--token-file",
                              token_file,   "--state", state_file,  NULL };
    const seats s = open_round(2);
    char path[64], line[1024] = "";
    relay r;

    (void)state;
    there->script[0] = FAILS; /* at first nothing goes well */
    there->scripted = 1;
    start(&r, options);
    assert_true(relay_says(&r, "answers 500: no; once more in 2 s"));
    assert_true(shows(0));
    /* nobody who lists processes reads the token */
    (void)snprintf(path, sizeof path, "/proc/%d/cmdline", (int)r.pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t size = read(fd, line, sizeof line - 1);
    (void)close(fd);
    assert_true(size > 0);
    assert_null(memmem(line, (size_t)size, RECEIVER_TOKEN, strlen(RECEIVER_TOKEN)));
    /* the broadcast dies, and is back */
    broadcast_kill(there);
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(relay_says(&r, "the broadcast does not answer"));
    broadcast_start(there);
    assert_true(shows(1));
    /* the hall dies, and is back */
    hall_kill(&h);
    assert_true(relay_says(&r, "the hall does not answer"));
    start_hall_again();
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_do(&h, s.black, "play e7e5"));
    assert_true(shows(2));
    assert_int_equal(kill(r.pid, SIGTERM), 0);
    assert_int_equal(relay_end(&r), 0);
    assert_int_equal(there->wrong, 0);
    assert_string_equal(there->why, "");
}

/* ---- what is asked of whoever runs it */

static void test_relay__refuses_what_is_not_safe(void **state)
{
    static const struct {
        const char *from, *to, *said;
    } all[] = {
        { "http://example.org/x", "https://example.org/push", "is not encrypted" },
        { "https://example.org/x", "http://127.0.0.1.example.org/push", "is not encrypted" },
        { "https://example.org/x", "http://127.example.org/push", "is not encrypted" },
        { "https://example.org/x", "https://me:word@example.org/push", "a name or a password" },
        { "ftp://example.org/x", "https://example.org/push", "begins with https://" },
        { "x", "https://example.org/push", "expected" },
        { "file:///etc/passwd", "https://example.org/push", "begins with https://" },
    };
    relay r;

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char command[512];
        (void)snprintf(
            command, sizeof command,
            "ARBITRO_RELAY_TOKEN=x \"$ARB_PROGRAM\" relay --once --lang en '%s' '%s' 2>&1",
            all[i].from, all[i].to);
        (void)fflush(NULL);
        FILE *out = popen(command, "r");
        r.size = fread(r.said, 1, sizeof r.said - 1, out);
        r.said[r.size] = '\0';
        assert_int_equal(WEXITSTATUS(pclose(out)), 2);
        if (!strstr(r.said, all[i].said))
            fail_msg("expected %s, found %s", all[i].said, r.said);
    }
    /* no token, an empty one, one that would break a header */
    static const char *const tokens[] = { "", "\n", "a b\n", "a\r\nX: y\n", "\x01\n" };
    for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++) {
        relay_write(token_file, tokens[i]);
        assert_int_equal(relay_once(&r, NULL), 2);
        assert_non_null(strstr(r.said, "there is no token"));
    }
    assert_int_equal(there->pushes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_relay__brings_what_is_new, begin, end),
        cmocka_unit_test_setup_teardown(test_relay__many_boards, begin, end),
        cmocka_unit_test_setup_teardown(test_relay__whatever_is_answered, begin, end),
        cmocka_unit_test_setup_teardown(test_relay__a_limit_is_heeded, begin, end),
        cmocka_unit_test_setup_teardown(test_relay__what_was_refused_is_sent_again, begin, end),
        cmocka_unit_test_setup_teardown(test_relay__goes_on_through_kills, begin, end),
        cmocka_unit_test_setup_teardown(test_relay__refuses_what_is_not_safe, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
