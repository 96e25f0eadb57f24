/* SPDX-License-Identifier: MIT */
/*
 * Floods: one player, those who look on, or somebody with the arbiter's link send as much as they
 * can, and the other player's legal moves are taken, each within a second. And the flood that fills
 * a journal: whoever has sent all that he may has closed nobody's way, not even his own.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/hall/budgets.h"
#include "support/hall/fixture.h"

enum {
    MOVES = 8,
    MOVES_SOAK = 100,
    WITHIN_MS = 1000,
    WITHIN_SANITIZED_MS = 5000,
    FLOODERS_MAX = 4,
    AT_ONCE = 8, /* requests that a flooder sends before it reads */
    PATIENCE_TRIES = 400
};

/* There is no end to this game: under that edition nobody has to claim a repetition. */
static const char endless[] =
    "{\"edition\":\"fide-2001\",\"time\":\"none\",\"options\":{\"completion\":\"move\"}}";
static const char *const shuffle[] = { "move g1f3", "move g8f6", "move f3g1", "move f6g8" };

static pid_t flooders[FLOODERS_MAX];

/* ---- a flood: processes that send what they are told to, without a pause */

static void send_one(client *c, const char *token, const char *event, unsigned number)
{
    char body[4600], head[400];

    (void)snprintf(body, sizeof body, "{\"id\":\"f%d-%u\",\"event\":\"%s\"}", (int)getpid(), number,
                   event);
    (void)snprintf(head, sizeof head,
                   "POST /api/events HTTP/1.1\r\nHost: hall.test\r\nAuthorization: Bearer %s\r\n"
                   "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                   token, strlen(body));
    if (!client_send(c, head) || !client_send(c, body))
        _exit(0);
}

/* In the child: all of the events, one after the other, for ever. */
static void flood(const char *token, const char *from, const char *const *events)
{
    client c = client_open_from(h.port, from);
    static reply r;
    size_t count = 0;

    while (events[count])
        count++;
    for (unsigned number = 0;; number += AT_ONCE) {
        for (unsigned i = 0; i < AT_ONCE; i++)
            send_one(&c, token, events[(number + i) % count], number + i);
        for (unsigned i = 0; i < AT_ONCE; i++) {
            if (!client_reply(&r, &c, false))
                _exit(0);
        }
    }
}

static void flood_begins(unsigned slot, const char *token, const char *const *events)
{
    char from[32];

    (void)snprintf(from, sizeof from, "127.0.0.%u", 10 + slot);
    flooders[slot] = fork();
    assert_true(flooders[slot] >= 0);
    if (flooders[slot] == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        flood(token, from, events);
    }
}

/* They pause, or go on. */
static void flooders_are_told(int signal_)
{
    for (unsigned i = 0; i < FLOODERS_MAX; i++) {
        if (flooders[i] > 0)
            kill(flooders[i], signal_);
    }
}

static void flood_ends(void)
{
    flooders_are_told(SIGKILL);
    for (unsigned i = 0; i < FLOODERS_MAX; i++) {
        while (flooders[i] > 0 && waitpid(flooders[i], NULL, 0) < 0)
            ;
        flooders[i] = 0;
    }
}

static int close_all(void **state)
{
    flood_ends();
    return fixture_close(state);
}

/* ---- the game */

static int begin(void **state)
{
    const arb_hall_config config = arb_hall_defaults();

    (void)state;
    fixture_start(&config);
    return 0;
}

static unsigned move_once(const char *token, unsigned ply)
{
    static unsigned id;
    char body[96];

    (void)snprintf(body, sizeof body, "{\"id\":\"m%u\",\"event\":\"%s\"}", ++id, shuffle[ply % 4]);
    json_t *answer;
    const unsigned status = hall_ask(&answer, &h, "POST", "/api/events", token, body);
    const bool refused = json_is_true(at(answer, "refused"));
    json_decref(answer);
    return status == 200 && refused ? 0 : status;
}

/* This player's move is taken at once, whatever goes on. */
static void moves_in_time(const char *token, unsigned ply)
{
    const int64_t began = client_now();
    const unsigned status = move_once(token, ply);
    const int64_t took = client_now() - began;

    if (status != 200)
        fail_msg("move %u was answered with %u", ply, status);
    if (took > (hall_is_sanitized() ? WITHIN_SANITIZED_MS : WITHIN_MS))
        fail_msg("move %u took %lld ms", ply, (long long)took);
}

/* The one who floods has his own moves to make, too: it is his own budget that he uses up. */
static void moves_somehow(const char *token, unsigned ply)
{
    unsigned status = 0;

    for (unsigned i = 0; i < PATIENCE_TRIES && status != 200; i++) {
        status = move_once(token, ply);
        if (status == 429)
            client_sleep(10);
    }
    assert_int_equal(status, 200);
}

/* Both play; `flooding` is the colour whose own moves come between two floods, 2: neither. */
static void play_through(const seats *s, unsigned flooding)
{
    const unsigned plies = 2 * hall_volume(MOVES, MOVES_SOAK);

    for (unsigned ply = 0; ply < plies; ply++) {
        const char *token = ply % 2 ? s->black : s->white;
        if (ply % 2 == flooding) {
            flooders_are_told(SIGSTOP);
            moves_somehow(token, ply);
            flooders_are_told(SIGCONT);
        } else {
            client_sleep(20);
            moves_in_time(token, ply);
        }
    }
}

/* What is in the journal is what the budgets allow. */
static void assert_bounded(const seats *s, unsigned plies)
{
    json_t *game = hall_look(&h, s->arbiter);
    unsigned talk[2] = { 0, 0 }, refused[2] = { 0, 0 };
    size_t i;
    json_t *entry;

    json_array_foreach(at(game, "log"), i, entry)
    {
        const char *actor = text_at(entry, "actor"), *event = text_at(entry, "event");
        const unsigned colour = strcmp(actor, "black") == 0;
        if (strcmp(actor, "white") != 0 && !colour)
            continue;
        refused[colour] += json_is_true(at(entry, "refused"));
        talk[colour] += strncmp(event, "write", 5) == 0;
    }
    json_decref(game);
    for (unsigned colour = 0; colour < 2; colour++) {
        assert_true(refused[colour] <= arb_budget_refusals(plies));
        assert_true(talk[colour] <= arb_budget_total(ARB_BUDGET_TALK, plies));
    }
}

static const char *const player_flood[] = {
    "write x",        "offer",         "move e2e5",     "press",   "claim flag",
    "no such words",  "touch a1",      "ask 7.5.1",     "write x", "claim illegal",
    "decline",        "request count", "request sheet", "accept",  "adjust b1",
    "claim touch e2", "stop \\\"x",    "move a1a8",     NULL
};

static void flooded_by(unsigned colour)
{
    const seats s = hall_game(&h, endless);

    assert_true(hall_do(&h, s.arbiter, "start"));
    flood_begins(0, colour ? s.black : s.white, player_flood);
    flood_begins(1, colour ? s.black : s.white, player_flood + 5);
    play_through(&s, colour);
    flood_ends();
    assert_bounded(&s, 2 * hall_volume(MOVES, MOVES_SOAK));
}

static void test_hall__a_flood_by_white(void **state)
{
    (void)state;
    flooded_by(0);
}

static void test_hall__a_flood_by_black(void **state)
{
    (void)state;
    flooded_by(1);
}

/* Those who look on report without end, from several addresses, and one of them honestly. */
static void test_hall__a_flood_by_spectators(void **state)
{
    static const char *const reports[] = { "report he uses a phone", "report look", "move e2e4",
                                           NULL };
    const seats s = hall_game(&h, endless);

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    for (unsigned i = 0; i < FLOODERS_MAX; i++)
        flood_begins(i, s.spectator, reports);
    client_sleep(200);
    unsigned status = 0;
    for (unsigned i = 0; i < PATIENCE_TRIES && status != 200; i++) {
        status = hall_ask(NULL, &h, "POST", "/api/events", s.spectator,
                          "{\"id\":\"honest\",\"event\":\"report the flag has fallen\"}");
        client_sleep(status == 200 ? 0 : 10);
    }
    assert_int_equal(status, 200);
    play_through(&s, 2);
}

/* Somebody has the arbiter's link, and writes. The desk is heard all the same. */
static void test_hall__a_flood_by_the_arbiters_link(void **state)
{
    static const char *const words[] = { "rule \\\"x\\\"", "set-clock white 1", "resume",
                                         "flag white", NULL };
    const seats s = hall_game(&h, endless);
    char path[64];

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    flood_begins(0, s.arbiter, words);
    flood_begins(1, s.arbiter, words);
    play_through(&s, 2);
    (void)snprintf(path, sizeof path, "/api/events?game=%d", s.game);
    const int64_t began = client_now();
    assert_int_equal(hall_ask(NULL, &h, "POST", path, h.key, "{\"id\":\"d\",\"event\":\"stop\"}"),
                     200);
    assert_true(client_now() - began <= (hall_is_sanitized() ? WITHIN_SANITIZED_MS : WITHIN_MS));
}

/* ---- until nothing more goes in */

/* Sends until it is not taken any more; returns how many were. */
static unsigned sent_in_vain(const char *token, const char *event, unsigned most)
{
    client c = client_open(h.port);
    char body[4600];
    unsigned taken = 0, status = 200;

    for (unsigned i = 0; i < most && status == 200; i++) {
        (void)snprintf(body, sizeof body, "{\"id\":\"%.3s%u\",\"event\":\"%s\"}", event, i, event);
        status = hall_ask_on(NULL, &c, "POST", "/api/events", token, body);
        taken += status == 200;
    }
    assert_int_equal(status, 409);
    client_close(&c);
    return taken;
}

/* Nobody is slowed down here: everything that can go into a journal does. */
static void test_hall__whoever_has_sent_everything_closes_nobodys_way(void **state)
{
    const seats s = hall_game(&h, endless);

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_int_equal(sent_in_vain(s.white, "write x", 10000), arb_budget_total(ARB_BUDGET_TALK, 0));
    assert_int_equal(sent_in_vain(s.white, "claim flag", 10000), arb_budget_refusals(0));
    assert_int_equal(sent_in_vain(s.black, "write x", 10000), arb_budget_total(ARB_BUDGET_TALK, 0));
    assert_int_equal(sent_in_vain(s.black, "move e7e5", 10000), arb_budget_refusals(0));
    assert_int_equal(sent_in_vain(s.arbiter, "rule \\\"x\\\"", 10000),
                     arb_budget_total(ARB_BUDGET_RULE, 0) - 1);
    assert_int_equal(sent_in_vain(s.spectator, "report x", 10000), ARB_VISITOR_REPORTS);
    for (unsigned ply = 0; ply < 12; ply++)
        moves_in_time(ply % 2 ? s.black : s.white, ply);
    char path[64];
    (void)snprintf(path, sizeof path, "/api/events?game=%d", s.game);
    assert_int_equal(hall_ask(NULL, &h, "POST", path, h.key, "{\"id\":\"d\",\"event\":\"rule x\"}"),
                     200);
    /* also after a restart, which counts the journal anew */
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(NULL);
    moves_in_time(s.white, 12);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/events", s.white,
                              "{\"id\":\"last\",\"event\":\"resign\"}"),
                     200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_hall__a_flood_by_white, begin, close_all),
        cmocka_unit_test_setup_teardown(test_hall__a_flood_by_black, begin, close_all),
        cmocka_unit_test_setup_teardown(test_hall__a_flood_by_spectators, begin, close_all),
        cmocka_unit_test_setup_teardown(test_hall__a_flood_by_the_arbiters_link, begin, close_all),
        FIXTURE_TEST(test_hall__whoever_has_sent_everything_closes_nobodys_way, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
