/* SPDX-License-Identifier: MIT */
/* A hall that closes while the only other one stands still for a moment, or says nothing: its games
 * go there all the same, and their clocks go on. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { STANDS_MS = 450, CLOSING_MS = 3500 };

static int setup(void **state)
{
    (void)house_setup(state);
    assert_int_equal(hall_stop(&house[2]), 0);
    return 0;
}

static seats begin(void)
{
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}");

    assert_true(hall_do(&house[0], s.arbiter, "start"));
    return s;
}

/* The first hall has ended, well, and soon enough. */
static void assert_ended(int64_t since)
{
    int status = 0;

    assert_int_equal(waitpid(house[0].pid, &status, 0), house[0].pid);
    house[0].pid = 0;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    if (!hall_is_sanitized())
        assert_true(client_now() - since < CLOSING_MS);
}

/* It lives in the second one, nobody has stopped it, and the first move is taken. */
static void assert_goes_on(const seats *s)
{
    assert_true(hall_do(&house[1], s->white, "play e4"));
    json_t *game = house_sees(1, s->arbiter, 2);
    assert_int_equal(json_array_size(at(game, "log")), 2);
    assert_string_equal(text_at(game, "state.phase"), "playing");
    json_decref(game);
    house_assert_journal(postgres_address());
}

static void test_leaving__the_other_one_stands_still_for_a_moment(void **state)
{
    (void)state;
    const seats s = begin();
    const int64_t began = client_now();

    (void)kill(house[1].pid, SIGSTOP);
    (void)kill(house[0].pid, SIGTERM);
    client_sleep(STANDS_MS);
    (void)kill(house[1].pid, SIGCONT);
    assert_ended(began);
    assert_goes_on(&s);
    house_open(0);
}

/* An address at which somebody takes connections and never says a word. */
static int open_mute(uint16_t *port)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t size = sizeof at;
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&at, size), 0);
    assert_int_equal(listen(fd, 64), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &size), 0);
    *port = ntohs(at.sin_port);
    return fd;
}

/* Requests do not get there, but its signs of life do get to the database. */
static void test_leaving__the_other_one_says_nothing_and_lives(void **state)
{
    uint16_t port = 0;
    char reach[32];

    (void)state;
    const int fd = open_mute(&port);
    assert_int_equal(hall_stop(&house[1]), 0);
    (void)snprintf(reach, sizeof reach, "127.0.0.1:%u", (unsigned)port);
    house_open_reached(1, reach);
    const seats s = begin();
    const int64_t began = client_now();
    (void)kill(house[0].pid, SIGTERM);
    assert_ended(began);
    assert_goes_on(&s);
    (void)close(fd);
    house_open(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaving__the_other_one_stands_still_for_a_moment),
        cmocka_unit_test(test_leaving__the_other_one_says_nothing_and_lives),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_leaving", tests, setup, house_teardown);
}
