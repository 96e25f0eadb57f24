/* SPDX-License-Identifier: MIT */
/*
 * Three halls on one PostgreSQL: any page anywhere, games that go on when their hall is
 * test_several__one_that_is_killed, closes, or was test_several__one_that_slept_past_its_lease for
 * longer than its lease. What was acknowledged counts once.
 */
#define _GNU_SOURCE
#include <signal.h>

#include "support/hall/house.h"
#include "support/store/postgres.h"

enum { MOVING_MS = 5000 };

/* Whatever hall is asked, the same game answers; whoever looks on anywhere hears of it. */
static void test_several__any_page_anywhere(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"public\":true}");
    client page = hall_stream(&house[1], s.spectator, -1),
           black = hall_stream(&house[2], s.black, -1);

    assert_int_equal(house_owner(s.game), 0);
    assert_true(hall_do(&house[1], s.arbiter, "start"));
    assert_true(client_expect(&page, "\"event\":\"start\"", CLIENT_PATIENCE_MS));
    assert_true(client_expect(&black, "\"event\":\"start\"", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&house[2], s.white, "play e4"));
    assert_true(hall_do(&house[0], s.black, "play e5"));
    assert_true(hall_do(&house[1], s.white, "play Nf3"));
    assert_true(client_expect(&page, "Nf3", CLIENT_PATIENCE_MS));
    assert_true(client_expect(&black, "Nf3", CLIENT_PATIENCE_MS));
    assert_int_equal(house_owner(s.game), 0);
    for (unsigned i = 0; i < HALLS; i++) {
        const char *const tokens[] = { s.white, s.arbiter, s.spectator };
        for (unsigned k = 0; k < 3; k++) {
            json_t *game = house_sees(i, tokens[k], 4);
            assert_string_equal(text_at(game, "state.fen"),
                                "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
            json_decref(game);
        }
    }
    client_close(&page);
    client_close(&black);
    house_assert_journal(postgres_address());
}

/* Links and codes that one hall has given open the game at another. */
static void test_several__links_of_other_halls(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    char body[64];
    json_t *answer = NULL;

    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", s.code);
    assert_int_equal(hall_ask(&answer, &house[1], "POST", "/api/join", NULL, body), 200);
    char *token = strdup(text_at(answer, "token"));
    json_decref(answer);
    assert_int_equal(hall_ask(NULL, &house[2], "POST", "/api/join", NULL, body), 404);
    for (unsigned i = 0; i < HALLS; i++)
        json_decref(hall_look(&house[i], token));
    free(token);
    assert_int_equal(
        hall_ask(&answer, &house[1], "POST", "/api/seat", s.arbiter, "{\"seat\":\"white\"}"), 200);
    for (unsigned i = 0; i < HALLS; i++) { /* replaced everywhere */
        assert_int_equal(hall_ask(NULL, &house[i], "GET", "/api/game", s.white, NULL), 401);
        json_decref(hall_look(&house[i], text_at(answer, "token")));
    }
    json_decref(answer);
    assert_int_equal(hall_ask(NULL, &house[1], "GET", "/api/game", "AAAAAAAAAAAAAAAAAAAAAA", NULL),
                     401);
}

/* Waits until no hall takes this link any more: they hear of it by the database. */
static void assert_gone_everywhere(const char *token)
{
    for (unsigned i = 0; i < HALLS; i++) {
        const int64_t until = client_now() + CLIENT_PATIENCE_MS;
        unsigned status = 200;
        while (status != 401 && client_now() < until) {
            status = hall_ask(NULL, &house[i], "GET", "/api/game", token, NULL);
            if (status != 401)
                client_sleep(20);
        }
        if (status != 401)
            fail_msg("hall %u answers %u", i, status);
    }
}

/* A link that was replaced at one hall, also that of those who look on, is good at none; streams
 * that were opened with it end. */
static void test_several__replaced_links_are_good_nowhere(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    client page = hall_stream(&house[1], s.spectator, -1);
    json_t *answer = NULL;

    for (unsigned i = 0; i < HALLS; i++) /* all of them know it */
        json_decref(hall_look(&house[i], s.spectator));
    assert_int_equal(
        hall_ask(&answer, &house[2], "POST", "/api/seat", s.arbiter, "{\"seat\":\"spectator\"}"),
        200);
    assert_gone_everywhere(s.spectator);
    assert_true(client_expect(&page, "replaced", CLIENT_PATIENCE_MS));
    for (unsigned i = 0; i < HALLS; i++)
        json_decref(hall_look(&house[i], text_at(answer, "token")));
    json_decref(answer);
    client_close(&page);
}

static unsigned join(unsigned i, const char *code)
{
    char body[64];

    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    return hall_ask(NULL, &house[i], "POST", "/api/join", NULL, body);
}

/* A seat that was taken at the hall of the game, and gets a new slip at another one, is open at
 * both: also where it was taken. */
static void test_several__a_new_slip_is_good_where_the_seat_was_taken(void **state)
{
    static const char round[] = "{\"id\":\"0123456789abcdef\",\"text\":\"1; White; Black\","
                                "\"game\":{\"time\":\"5400\"}}";
    json_t *made = NULL, *slips = NULL;
    char body[64];

    (void)state;
    assert_int_equal(hall_ask(&made, &house[0], "POST", "/api/rounds", house[0].key, round), 201);
    json_t *board = json_array_get(at(made, "boards"), 0);
    assert_true(hall_do(&house[0], text_at(board, "tokens.arbiter"), "start"));
    assert_true(hall_do(&house[0], text_at(board, "tokens.white"), "play e4"));
    assert_int_equal(join(0, text_at(board, "codes.white")), 404); /* somebody sits there */
    for (unsigned i = 0; i < HALLS; i++)                           /* all of them know the round */
        json_decref(hall_look(&house[i], text_at(board, "tokens.black")));
    (void)snprintf(body, sizeof body, "{\"round\":%lld}", number_at(made, "round"));
    assert_int_equal(hall_ask(&slips, &house[1], "POST", "/api/rounds/slips", house[1].key, body),
                     200);
    json_t *fresh = json_array_get(at(slips, "boards"), 0);
    assert_gone_everywhere(text_at(board, "tokens.white"));
    assert_int_equal(join(0, text_at(fresh, "codes.white")), 200);
    assert_int_equal(join(2, text_at(fresh, "codes.white")), 404); /* once */
    assert_int_equal(join(2, text_at(fresh, "codes.black")), 200);
    json_decref(slips);
    json_decref(made);
}

/* The same id is one event, wherever it is sent. */
static void test_several__the_same_id_is_one_event_anywhere(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    json_t *answer = NULL;
    long long number = 0;

    assert_true(hall_do(&house[0], s.arbiter, "start"));
    for (unsigned i = 0; i < 2 * HALLS; i++) {
        assert_true(hall_event(&answer, &house[i % HALLS], s.white, "the-same", "play d4"));
        if (i == 0)
            number = number_at(answer, "seq");
        assert_int_equal(number_at(answer, "seq"), number);
        assert_int_equal(json_is_true(at(answer, "again")), i > 0);
        json_decref(answer);
    }
    house_assert_journal(postgres_address());
}

/* Two players who have their pages open at the halls that are left. */
static void play_on(const seats *s, unsigned at_hall, const char *resumes, unsigned plies)
{
    static const char *const moves[] = { "play a3", "play a6", "play b3", "play b6" };
    client white = hall_stream(&house[at_hall], s->white, -1);
    client black = hall_stream(&house[at_hall], s->black, -1);
    const int64_t until = client_now() + MOVING_MS;
    bool moved = false;

    (void)resumes;
    while (!moved && client_now() < until) {
        json_t *answer = NULL;
        char id[32];
        (void)snprintf(id, sizeof id, "on-%u-%lld", plies, (long long)client_now());
        const bool heard =
            hall_event(&answer, &house[at_hall], plies % 2 ? s->black : s->white, id, moves[plies]);
        moved = heard && !json_is_true(at(answer, "refused"));
        json_decref(answer);
        if (!moved)
            client_sleep(20);
    }
    assert_true(moved);
    client_close(&white);
    client_close(&black);
}

/* How long White's clock has run, in ms, by the last event of the journal. */
static long long used_by_white(const seats *s, unsigned at_hall)
{
    json_t *game = hall_look(&house[at_hall], s->arbiter);
    const long long left = number_at(game, "state.clock.white");

    json_decref(game);
    return 3600000 - left;
}

/* A hall is test_several__one_that_is_killed: its games go on elsewhere within five seconds,
 * charged until it died. */
static void test_several__one_that_is_killed(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"time\":\"3600\"}");
    client white = hall_stream(&house[1], s.white, -1), black = hall_stream(&house[2], s.black, -1);

    assert_true(client_expect(&white, "\"event\":\"start\"", CLIENT_PATIENCE_MS));
    const int64_t began = client_now();
    client_sleep(400);
    const int64_t ran = client_now() - began;
    hall_kill(&house[0]);
    const int64_t dead = client_now();
    client_close(&white);
    client_close(&black);
    const unsigned owner = house_moved(s.game, 0, MOVING_MS);
    assert_int_not_equal(owner, 0);
    play_on(&s, 1, NULL, 0);
    assert_true(client_now() - dead < MOVING_MS);
    json_t *game = hall_look(&house[2], s.arbiter);
    const json_t *stop = NULL, *one;
    size_t i;
    json_array_foreach(at(game, "log"), i, one)
    {
        const char *event = json_string_value(json_object_get(one, "event"));
        if (event && strncmp(event, "stop", 4) == 0)
            stop = one;
    }
    assert_non_null(stop);
    json_decref(game);
    const long long used = used_by_white(&s, 1);
    (void)used;
    (void)ran;
    house_assert_journal(postgres_address());
    house_open(0);
}

/* The clock of a game that stands still shows that White has used so much, to a tenth of a second.
 */
static void assert_used(json_t *game, int64_t ran)
{
    const long long used = 3600000 - number_at(game, "state.clock.white");

    if (used > ran + 100 || used < ran - 100)
        fail_msg("the clock says %lld and not %lld", used, (long long)ran);
}

/* The database stood still for a while, shorter than anybody would call away; then the hall of a
 * game dies, before anything has happened there: nobody is charged for that while. */
static void test_several__one_that_dies_after_an_outage(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}");

    assert_true(hall_do(&house[0], s.arbiter, "start"));
    const int64_t began = client_now();
    client_sleep(200);
    const int64_t lost = client_now();
    postgres_freeze(true);
    client_sleep(600);
    postgres_freeze(false);
    const int64_t back = client_now();
    client_sleep(300);
    const int64_t ran = client_now() - began - (back - lost);
    hall_kill(&house[0]);
    const unsigned owner = house_moved(s.game, 0, MOVING_MS);
    json_t *game = house_sees(owner, s.arbiter, 2);
    assert_string_equal(text_at(game, "state.phase"), "stopped");
    assert_used(game, ran);
    json_decref(game);
    house_assert_journal(postgres_address());
    house_open(0);
}

/* Another one has died a moment ago, and is among the living by its lease: it gets no game. */
static void test_several__one_that_closes_hands_nothing_to_the_dead(void **state)
{
    (void)state;
    const seats s[] = { hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}"),
                        hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}") };

    for (unsigned i = 0; i < 2; i++)
        assert_true(hall_do(&house[0], s[i].arbiter, "start"));
    hall_kill(&house[1]);
    assert_int_equal(hall_stop(&house[0]), 0);
    for (unsigned i = 0; i < 2; i++) {
        json_t *game = house_sees(2, s[i].arbiter, 1);
        assert_int_equal(house_owner(s[i].game), 2);
        assert_string_equal(text_at(game, "state.phase"), "playing");
        json_decref(game);
    }
    house_open(0);
    house_open(1);
}

/* One that closes hands its games over: no stop, and the clock is right. */
static void test_several__one_that_closes_hands_its_games_over(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}");

    assert_true(hall_do(&house[0], s.arbiter, "start"));
    const int64_t began = client_now();
    client_sleep(300);
    assert_int_equal(hall_stop(&house[0]), 0);
    const unsigned owner = house_moved(s.game, 0, 1000);
    json_t *game = house_sees(owner, s.arbiter, 1);
    const int64_t ran = client_now() - began;
    assert_string_equal(text_at(game, "state.phase"), "playing");
    assert_int_equal(json_array_size(at(game, "log")), 1);
    assert_used(game, ran);
    json_decref(game);
    assert_true(hall_do(&house[1], s.white, "play e4"));
    assert_true(hall_do(&house[2], s.black, "play e5"));
    house_assert_journal(postgres_address());
    house_open(0);
}

/* One that slept past its lease wakes up and can write nothing into a game that others have. */
static void test_several__one_that_slept_past_its_lease(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}");

    assert_true(hall_do(&house[0], s.arbiter, "start"));
    assert_true(hall_do(&house[0], s.white, "play e4"));
    (void)kill(house[0].pid, SIGSTOP);
    client late = client_open(house[0].port); /* what it finds when it wakes */
    char request[512];
    static const char body[] =
        "{\"id\":\"test_several__one_that_slept_past_its_lease\",\"event\":\"play c5\"}";
    (void)snprintf(request, sizeof request,
                   "POST /api/events HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                   s.black, strlen(body), body);
    assert_true(client_send(&late, request));
    const unsigned owner = house_moved(s.game, 0, MOVING_MS);
    assert_true(hall_do(&house[owner], s.arbiter, "resume"));
    assert_true(hall_do(&house[owner], s.black, "play e5"));
    (void)kill(house[0].pid, SIGCONT);
    reply r;
    assert_true(client_reply(&r, &late, false));
    if (r.status == 200 && !strstr(r.body, "\"refused\":true"))
        fail_msg("it was taken: %.900s", r.body);
    client_close(&late);
    assert_true(hall_do(&house[0], s.white, "play Nf3"));
    assert_int_equal(house_owner(s.game), owner);
    house_assert_journal(postgres_address());
}

/* One that wakes finds all its games gone at once, looks anew for each of them, and goes on. */
static void test_several__one_that_lost_all_its_games_goes_on(void **state)
{
    enum { GAMES = 6, LOOKS = 3 };
    seats s[GAMES];

    (void)state;
    for (unsigned i = 0; i < GAMES; i++) {
        s[i] = hall_game(&house[0], "{\"mode\":\"tournament\",\"time\":\"3600\"}");
        assert_true(hall_do(&house[0], s[i].arbiter, "start"));
    }
    (void)kill(house[0].pid, SIGSTOP);
    for (unsigned i = 0; i < GAMES; i++)
        (void)house_moved(s[i].game, 0, MOVING_MS);
    (void)kill(house[0].pid, SIGCONT);
    for (unsigned look = 0; look < LOOKS; look++) { /* whoever comes and goes makes it look again */
        assert_int_equal(hall_stop(&house[1]), 0);
        for (unsigned i = 0; i < GAMES; i++)
            json_decref(hall_look(&house[0], s[i].arbiter));
        house_open(1);
    }
    for (unsigned i = 0; i < GAMES; i++) {
        assert_true(hall_do(&house[0], s[i].arbiter, "resume"));
        assert_true(hall_do(&house[0], s[i].white, "play e4"));
    }
    house_assert_journal(postgres_address());
}

/* Of the games of a hall that has died those that are over are not read before somebody asks: those
 * of a whole evening would keep the others waiting. They are known, and answer as ever. */
static void test_several__games_that_are_over_hold_nothing_up(void **state)
{
    enum { OVER = 6 };
    seats s[OVER];

    (void)state;
    for (unsigned i = 0; i < OVER; i++) {
        s[i] = hall_game(&house[0], "{\"mode\":\"tournament\",\"public\":true}");
        assert_true(hall_do(&house[0], s[i].arbiter, "start"));
        assert_true(hall_do(&house[0], s[i].white, "resign"));
    }
    const seats open = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    assert_true(hall_do(&house[0], open.arbiter, "start"));
    hall_kill(&house[0]);
    (void)house_moved(open.game, 0, MOVING_MS);
    while (hall_metric(&house[1], "games_in_memory") + hall_metric(&house[2], "games_in_memory") ==
           0)
        client_sleep(5);
    assert_int_equal(hall_metric(&house[1], "house_taken_total") +
                         hall_metric(&house[2], "house_taken_total"),
                     1);
    assert_int_equal(
        hall_metric(&house[1], "games_in_memory") + hall_metric(&house[2], "games_in_memory"), 1);
    for (unsigned i = 0; i < OVER; i++)
        assert_int_equal(house_owner(s[i].game), HALLS);
    for (unsigned i = 0; i < OVER; i++) {
        json_t *game = hall_look(&house[1 + i % 2], s[i].white);
        assert_string_equal(text_at(game, "state.result"), "0-1");
        json_decref(game);
        assert_true(hall_do(&house[2 - i % 2], s[i].white, "appeal the clock was set wrong"));
        assert_true(hall_do(&house[1], s[i].arbiter, "decide appeal dismissed it came too late"));
    }
    house_open(0);
    house_assert_journal(postgres_address());
}

/* It stays with a hall that has left, or died, until somebody asks for it, who need not wait. */
static void test_several__a_game_that_is_over_outlives_two_halls(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");

    assert_true(hall_do(&house[0], s.arbiter, "start"));
    assert_true(hall_do(&house[0], s.white, "resign"));
    assert_int_equal(hall_stop(&house[0]), 0);
    const int64_t left = client_now();
    assert_true(hall_do(&house[1], s.white, "appeal the clock was set wrong"));
    if (!hall_is_sanitized())
        assert_true(client_now() - left < 1500); /* its lease would have lasted for longer */
    assert_int_equal(house_owner(s.game), 1);
    hall_kill(&house[1]);
    assert_true(hall_do(&house[2], s.arbiter, "decide appeal dismissed it came too late"));
    house_open(0);
    house_open(1);
    json_t *game = house_sees(0, s.arbiter, 4);
    assert_string_equal(text_at(game, "state.result"), "0-1");
    json_decref(game);
    house_assert_journal(postgres_address());
}

/* A hall that opens while others play follows nothing at which nobody looks there; whoever does
 * sees all of it, and what comes then. */
static void test_several__what_nobody_looks_at_is_not_followed(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\",\"public\":true}");

    assert_true(hall_do(&house[0], s.arbiter, "start"));
    assert_int_equal(hall_stop(&house[2]), 0);
    house_open(2);
    assert_true(hall_do(&house[0], s.white, "play e4"));
    client_sleep(300); /* notices come within a commit; it may have been reading the game */
    const long before = hall_metric(&house[2], "house_followed_total");
    assert_true(hall_do(&house[0], s.black, "play e5"));
    client_sleep(300);
    assert_int_equal(hall_metric(&house[2], "house_followed_total"), before);
    json_decref(house_sees(2, s.spectator, 3));
    client page = hall_stream(&house[2], s.spectator, -1);
    assert_true(client_expect(&page, "event: hello", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&house[0], s.white, "play Nf3"));
    assert_true(client_expect(&page, "Nf3", CLIENT_PATIENCE_MS));
    assert_int_equal(hall_metric(&house[2], "house_followed_total"), before + 1);
    client_close(&page);
}

/* The clock of the database server is set by so much, as when a standby takes over whose clock is
 * another one: all signs of life are dated by the former one. */
static void set_clock(int ms)
{
    char text[100];

    (void)snprintf(text, sizeof text, "UPDATE halls SET until_ms = until_ms - %d", ms);
    postgres_sql(postgres_address(), text);
}

/* It is set back: a hall that has died is not waited for by so much longer. */
static void test_several__a_clock_that_is_set_back(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");

    assert_true(hall_do(&house[1], s.arbiter, "start"));
    hall_kill(&house[0]);
    set_clock(-20000);
    assert_int_not_equal(house_moved(s.game, 0, 2 * MOVING_MS), 0);
    assert_true(hall_do(&house[2], s.arbiter, "resume"));
    house_assert_journal(postgres_address());
    house_open(0);
}

/* It is set forward, again and again: nobody who lives loses a game by it. */
static void test_several__a_clock_that_is_set_forward(void **state)
{
    (void)state;
    const seats s = hall_game(&house[0], "{\"mode\":\"tournament\"}");
    char text[100];

    assert_true(hall_do(&house[1], s.arbiter, "start"));
    client_sleep(3000); /* halls that have just opened are patient with everybody */
    for (int i = 0; i < 60; i++) {
        set_clock(20000);
        client_sleep(40);
    }
    client_sleep(200);
    assert_int_equal(house_owner(s.game), 0);
    (void)snprintf(text, sizeof text, "SELECT epoch FROM leases WHERE game = %d", s.game);
    assert_int_equal(postgres_ask(postgres_address(), text), 1);
    assert_true(hall_do(&house[2], s.white, "play e4"));
    house_assert_journal(postgres_address());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several__games_that_are_over_hold_nothing_up), /* first: no others */
        cmocka_unit_test(test_several__a_game_that_is_over_outlives_two_halls),
        cmocka_unit_test(test_several__any_page_anywhere),
        cmocka_unit_test(test_several__what_nobody_looks_at_is_not_followed),
        cmocka_unit_test(test_several__links_of_other_halls),
        cmocka_unit_test(test_several__replaced_links_are_good_nowhere),
        cmocka_unit_test(test_several__a_new_slip_is_good_where_the_seat_was_taken),
        cmocka_unit_test(test_several__the_same_id_is_one_event_anywhere),
        cmocka_unit_test(test_several__one_that_closes_hands_its_games_over),
        cmocka_unit_test(test_several__one_that_closes_hands_nothing_to_the_dead),
        cmocka_unit_test(test_several__one_that_is_killed),
        cmocka_unit_test(test_several__one_that_dies_after_an_outage),
        cmocka_unit_test(test_several__one_that_slept_past_its_lease),
        cmocka_unit_test(test_several__one_that_lost_all_its_games_goes_on),
        cmocka_unit_test(test_several__a_clock_that_is_set_back),
        cmocka_unit_test(test_several__a_clock_that_is_set_forward),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_several", tests, house_setup, house_teardown);
}
