/* SPDX-License-Identifier: MIT */
/*
 * `arbitro relay --rounds`: an event of several rounds, each with its address at a broadcast of the
 * tests; rounds that come later, fail, are limited, end, and are too large for one address.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

#include "support/hall/fixture.h"
#include "support/hall/receiver.h"
#include "support/hall/relaying.h"

enum { ROUNDS = 3, LONG_MS = 60000 };

static broadcast *there[ROUNDS];
static char token_file[200], state_file[200], list_file[200];

static int begin(void **state)
{
    (void)state;
    hall_init(&h);
    hall_start(&h, no_engine);
    there[0] = broadcast_new();
    for (unsigned i = 1; i < ROUNDS; i++)
        there[i] = broadcast_add(there[0]);
    broadcast_start(there[0]);
    (void)snprintf(token_file, sizeof token_file, "%s/token", h.folder);
    (void)snprintf(state_file, sizeof state_file, "%s/state", h.folder);
    (void)snprintf(list_file, sizeof list_file, "%s/rounds", h.folder);
    relay_write(token_file, RECEIVER_TOKEN "\n");
    return 0;
}

static int end(void **state)
{
    unsigned wrong = 0;

    for (unsigned i = 0; i < ROUNDS; i++)
        wrong += there[i]->wrong;
    assert_int_equal(wrong, 0);
    broadcast_free(there[0]);
    (void)unlink(token_file);
    (void)unlink(state_file);
    (void)unlink(list_file);
    return fixture_close(state);
}

/* A list of these rounds, or boards of them, to /push, /push/2, /push/3. */
static void list(const char *const *rounds)
{
    char text[1024] = "# round, boards, address\n\n";
    unsigned number = 1;

    for (; *rounds; rounds++, number++) {
        char path[16] = "";
        if (number > 1)
            (void)snprintf(path, sizeof path, "/%u", number);
        (void)snprintf(text + strlen(text), sizeof text - strlen(text),
                       "%s\thttp://127.0.0.1:%u/push%s   # here\r\n", *rounds,
                       (unsigned)there[0]->port, path);
    }
    relay_write(list_file, text);
}

#define LIST(...) list((const char *const[]){ __VA_ARGS__, NULL })

static void start(relay *r, bool once)
{
    char from[64];
    const char *words[] = { from,       "--rounds",  list_file,  "--token-file",
                            token_file, "--state",   state_file, "--interval",
                            "2",        "--timeout", "2000",     once ? "--once" : NULL,
                            NULL };

    (void)snprintf(from, sizeof from, "http://127.0.0.1:%u/live/club", (unsigned)h.port);
    relay_start(r, words);
}

static int run_once(relay *r)
{
    start(r, true);
    return relay_end(r);
}

static void stop(relay *r)
{
    assert_int_equal(kill(r->pid, SIGTERM), 0);
    assert_int_equal(relay_end(r), 0);
}

static bool shows(unsigned round, unsigned moves)
{
    const int64_t until = client_now() + LONG_MS;

    while (client_now() < until) {
        const received *g = receiver_find(&there[round - 1]->boards, "White 1");
        if (g && g->count == moves)
            return true;
        client_sleep(20);
    }
    return false;
}

/* ---- */

static void test_relay_rounds__each_goes_where_its_line_says(void **state)
{
    relay r;

    (void)state;
    (void)relay_round(1, 2);
    const seats second = relay_round(2, 3);
    relay_publish();
    LIST("1", "2", "3");
    assert_int_equal(run_once(&r), 1);
    assert_non_null(strstr(r.said, "club/round-1: games sent: 2, taken: 2, moves: 0\n"));
    assert_non_null(strstr(r.said, "club/round-2: games sent: 3, taken: 3, moves: 0\n"));
    assert_non_null(strstr(r.said, "club/round-3: the hall has nothing there\n"));
    assert_int_equal(there[0]->boards.count, 2);
    assert_int_equal(there[1]->boards.count, 3);
    assert_int_equal(there[2]->pushes, 0);
    assert_string_equal(there[1]->boards.games[2].round, "2.3");
    /* what was taken is remembered, of each by itself */
    (void)relay_round(3, 1);
    assert_true(hall_do(&h, second.white, "play e2e4"));
    client_sleep(300);
    assert_int_equal(run_once(&r), 0);
    assert_int_equal(there[0]->pushes, 1);
    assert_int_equal(there[1]->pushes, 2);
    assert_int_equal(there[2]->pushes, 1);
    assert_true(shows(2, 1));
    /* the token is in no file but its own */
    char *kept = NULL;
    size_t size = 0;
    FILE *file = fopen(state_file, "re");
    assert_non_null(file);
    assert_true(getline(&kept, &size, file) > 0);
    (void)fclose(file);
    assert_null(strstr(kept, RECEIVER_TOKEN));
    free(kept);
}

static void test_relay_rounds__one_that_fails_holds_up_no_other(void **state)
{
    relay r;

    (void)state;
    (void)relay_round(1, 1);
    const seats second = relay_round(2, 1);
    relay_publish();
    LIST("1", "2", "3");
    for (unsigned i = 0; i < RECEIVER_SCRIPT; i++)
        there[0]->script[i] = i % 2 ? IS_SILENT : HAS_A_SOURCE;
    there[0]->scripted = RECEIVER_SCRIPT;
    start(&r, false);
    assert_true(relay_says(&r, "club/round-1: the broadcast answers 400: The round has a source"));
    assert_true(shows(2, 0));
    (void)relay_round(3, 1); /* comes while the first still fails */
    for (unsigned i = 0; i < 2; i++) {
        const int64_t began = client_now();
        assert_true(hall_do(&h, i ? second.black : second.white, i ? "play e7e5" : "play e2e4"));
        assert_true(shows(2, i + 1));
        assert_true(client_now() - began < 10000); /* two looks, and a busy machine */
    }
    assert_int_equal(there[0]->taken, 0);
    assert_true(relay_says(&r, "club/round-3: games sent: 1, taken: 1"));
    stop(&r);
}

static void test_relay_rounds__a_limit_is_for_all(void **state)
{
    relay r;

    (void)state;
    (void)relay_round(1, 1);
    relay_publish();
    LIST("1", "2");
    there[0]->script[0] = LIMITS;
    there[0]->limit_s = 4;
    there[0]->scripted = 1;
    start(&r, false);
    assert_true(
        relay_says(&r, "club/round-1: the broadcast answers 429: Too many; once more in 4 s"));
    const int64_t began = client_now();
    (void)relay_round(2, 1);
    assert_true(relay_says(&r, "club/round-1: games sent: 1, taken: 1"));
    assert_true(client_now() - began >= 3000);
    assert_int_equal(there[0]->pushes, 2);
    assert_true(relay_says(&r, "club/round-2: games sent: 1, taken: 1"));
    stop(&r);
}

/* ---- the end of a round */

static void test_relay_rounds__one_that_is_over_costs_nothing(void **state)
{
    relay r;

    (void)state;
    const seats first = relay_round(1, 1);
    (void)relay_round(2, 1);
    relay_publish();
    LIST("1", "2");
    assert_true(hall_do(&h, first.white, "resign"));
    client_sleep(300);
    assert_int_equal(run_once(&r), 0);
    assert_non_null(strstr(r.said, "club/round-1: over, and all of it was taken\n"));
    assert_null(strstr(r.said, "club/round-2: over"));
    assert_string_equal(there[0]->boards.games[0].result, "0-1");
    /* killed in the middle, and begun again: nothing is sent, nor even fetched */
    for (unsigned i = 0; i < 2; i++) {
        start(&r, false);
        assert_true(relay_says(&r, "club/round-1: over, and all of it was taken\n"));
        assert_int_equal(kill(r.pid, SIGKILL), 0);
        assert_int_equal(relay_end(&r), -1);
    }
    assert_int_equal(there[0]->pushes, 1);
    assert_int_equal(there[1]->pushes, 1);
    /* a result that is corrected is seen all the same */
    assert_true(hall_do(&h, first.arbiter, "reopen"));
    client_sleep(300);
    assert_int_equal(run_once(&r), 0);
    assert_int_equal(there[0]->pushes, 2);
    assert_string_equal(there[0]->boards.games[0].result, "*");
}

/* Laws 7.2.1: who was annulled is played anew in its place, under its number. */
static void test_relay_rounds__one_with_an_annulled_game_is_over(void **state)
{
    json_t *made = NULL;
    relay r;

    (void)state;
    const seats s = relay_round(1, 1);
    relay_publish();
    LIST("1");
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.arbiter, "annul"));
    client_sleep(300);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(run_once(&r), 0);
        assert_non_null(strstr(r.said, "club/round-1: over, and all of it was taken\n"));
        assert_int_equal(there[0]->pushes, 1);
    }
    assert_string_equal(there[0]->boards.games[0].result, "*");
    assert_int_equal(hall_ask(&made, &h, "POST", "/api/again", s.arbiter, NULL), 201);
    assert_true(hall_do(&h, text_at(made, "tokens.arbiter"), "start"));
    assert_true(hall_do(&h, text_at(made, "tokens.white"), "play d2d4"));
    client_sleep(300);
    assert_int_equal(run_once(&r), 0);
    assert_null(strstr(r.said, "over"));
    assert_string_equal(there[0]->boards.games[0].moves, "d4 ");
    assert_int_equal(there[0]->boards.count, 1);
    assert_true(hall_do(&h, text_at(made, "tokens.white"), "resign"));
    client_sleep(300);
    assert_int_equal(run_once(&r), 0);
    assert_non_null(strstr(r.said, "club/round-1: over, and all of it was taken\n"));
    assert_string_equal(there[0]->boards.games[0].result, "0-1");
    json_decref(made);
}

/* A board that nobody plays is open until that is decided. */
static void test_relay_rounds__one_with_a_forfeit_is_over(void **state)
{
    relay r;

    (void)state;
    const seats s = relay_round(1, 1);
    relay_publish();
    LIST("1");
    assert_int_equal(run_once(&r), 0);
    assert_null(strstr(r.said, "over"));
    assert_true(hall_do(&h, s.arbiter, "award -/-"));
    client_sleep(300);
    assert_int_equal(run_once(&r), 0);
    assert_non_null(strstr(r.said, "club/round-1: over, and all of it was taken\n"));
    assert_string_equal(there[0]->boards.games[0].result, "0-0");
}

/* ---- the list */

static void test_relay_rounds__the_list_may_change(void **state)
{
    relay r;

    (void)state;
    const seats first = relay_round(1, 1);
    (void)relay_round(2, 1);
    relay_publish();
    LIST("1");
    start(&r, false);
    assert_true(shows(1, 0));
    LIST("1", "2");
    assert_true(relay_says(&r, "club/round-2: games sent: 1, taken: 1"));
    relay_write(list_file, "1 http://127.0.0.1/x y\n"); /* a mistake changes nothing */
    assert_true(relay_says(&r, "rounds:1:1: expected the number of a round"));
    assert_true(hall_do(&h, first.white, "play e2e4"));
    assert_true(shows(1, 1));
    LIST("2"); /* to another address, and the first to none */
    assert_true(relay_says(&r, "club/round-2: games sent: 1, taken: 1"));
    for (unsigned i = 0; i < 500 && there[0]->boards.count < 2 &&
                         strcmp(there[0]->boards.games[0].round, "2.1") != 0;
         i++)
        client_sleep(20);
    assert_string_equal(there[0]->boards.games[0].round, "2.1");
    stop(&r);
}

/* ---- many boards */

static void test_relay_rounds__three_hundred_boards(void **state)
{
    relay r;

    (void)state;
    const seats s = relay_round(1, 300);
    relay_publish();
    LIST("1 1-100", "1 101-200", "1 201-");
    assert_int_equal(run_once(&r), 0);
    assert_non_null(strstr(r.said, "club/round-1 (101-200): games sent: 100, taken: 100"));
    assert_non_null(strstr(r.said, "club/round-1 (201-): games sent: 100, taken: 100"));
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(there[i]->boards.count, 100);
        assert_int_equal(there[i]->pushes, 1);
    }
    assert_string_equal(there[0]->boards.games[99].white, "White 100");
    assert_string_equal(there[1]->boards.games[0].white, "White 101");
    assert_string_equal(there[2]->boards.games[99].round, "1.300");
    /* a move goes where its board is, and nowhere else */
    assert_true(hall_do(&h, s.white, "play e2e4"));
    client_sleep(300);
    assert_int_equal(run_once(&r), 0);
    assert_int_equal(there[0]->pushes, 2);
    assert_int_equal(there[1]->pushes, 1);
    LIST("1 250", "1 299-310", "1 301-400"); /* the last has none yet */
    assert_int_equal(run_once(&r), 1);
    assert_non_null(strstr(r.said, "club/round-1 (250-250): games sent: 1, taken: 1"));
    assert_non_null(strstr(r.said, "club/round-1 (299-310): games sent: 2, taken: 2"));
    assert_non_null(strstr(r.said, "club/round-1 (301-400): the hall has nothing there\n"));
    assert_int_equal(there[2]->pushes, 1);
}

/* The numbers of a line are those of the boards, also where a list begins with another. */
static void test_relay_rounds__boards_by_their_numbers(void **state)
{
    relay r;

    (void)state;
    (void)relay_round_of(1, 21, 26);
    relay_publish();
    LIST("1 21-22", "1 2-3", "1 26-");
    assert_int_equal(run_once(&r), 1);
    assert_non_null(strstr(r.said, "club/round-1 (21-22): games sent: 2, taken: 2"));
    assert_non_null(strstr(r.said, "club/round-1 (2-3): the hall has nothing there\n"));
    assert_non_null(strstr(r.said, "club/round-1 (26-): games sent: 1, taken: 1"));
    assert_string_equal(there[0]->boards.games[0].round, "1.21");
    assert_string_equal(there[0]->boards.games[1].white, "White 22");
    assert_int_equal(there[1]->pushes, 0);
    assert_string_equal(there[2]->boards.games[0].round, "1.26");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_relay_rounds__each_goes_where_its_line_says, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_relay_rounds__one_that_fails_holds_up_no_other, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_relay_rounds__a_limit_is_for_all, begin, end),
        cmocka_unit_test_setup_teardown(test_relay_rounds__one_that_is_over_costs_nothing, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_relay_rounds__one_with_an_annulled_game_is_over, begin,
                                        end),
        cmocka_unit_test_setup_teardown(test_relay_rounds__one_with_a_forfeit_is_over, begin, end),
        cmocka_unit_test_setup_teardown(test_relay_rounds__the_list_may_change, begin, end),
        cmocka_unit_test_setup_teardown(test_relay_rounds__three_hundred_boards, begin, end),
        cmocka_unit_test_setup_teardown(test_relay_rounds__boards_by_their_numbers, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
