/* SPDX-License-Identifier: MIT */
/*
 * What the hall carries out of Articles 11 and 12: an expelled player's seat is closed, appeals are
 * decided, spectators are sent out, assistants of the arbiter watch, and supervision is counted.
 */
#include "support/hall/fixture.h"

#define TOURNAMENT "{\"mode\":\"tournament\",\"time\":\"5400+30\"}"

/* What the Laws answered to the last event that was refused. */
static bool is_refused(const char *token, const char *event, const char *article)
{
    static unsigned count;
    json_t *answer;
    char id[32];

    (void)snprintf(id, sizeof id, "refused-%u", ++count);
    if (!hall_event(&answer, &h, token, id, event))
        fail_msg("not acknowledged: %s", event);
    const size_t last = json_array_size(at(answer, "rulings"));
    json_t *ruling = last > 0 ? json_array_get(at(answer, "rulings"), last - 1) : NULL;
    const bool refused =
        json_is_true(at(answer, "refused")) && strcmp(text_at(ruling, "article"), article) == 0;
    json_decref(answer);
    return refused;
}

static bool can(const char *token, const char *verb)
{
    json_t *game = hall_look(&h, token), *word;
    size_t i;
    bool found = false;

    json_array_foreach(at(game, "state.can"), i, word) found =
        found || strcmp(json_string_value(word), verb) == 0;
    json_decref(game);
    return found;
}

/* ---- 12.9.7 to 12.9.9 */

/* Laws 12.9.9 */
static void test_hall__an_expelled_player_has_no_seat(void **state)
{
    const seats s = started(TOURNAMENT);

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "penalty white expel"));
    assert_true(is_refused(s.white, "play e4", "12.9.9"));
    assert_true(is_refused(s.white, "resign", "12.9.9"));
    assert_false(can(s.white, "play"));
    assert_false(can(s.white, "resign"));
    assert_true(can(s.white, "appeal"));
    json_t *game = hall_look(&h, s.black);
    assert_string_equal(text_at(game, "state.result"), "*"); /* that he loses is not said */
    assert_string_equal(text_at(game, "state.penalties.0.player"), "white");
    assert_string_equal(text_at(game, "state.penalties.0.kind"), "expelled");
    json_decref(game);
    assert_true(hall_do(&h, s.black, "offer")); /* the others go on */
    assert_true(hall_do(&h, s.arbiter, "award 0-1"));
}

/* Laws 12.9.9: it is the player who was named, also after the hall was opened anew. */
static void test_hall__an_expulsion_outlasts_a_restart(void **state)
{
    const seats s = started(TOURNAMENT);

    (void)state;
    assert_true(hall_do(&h, s.white, "play e4"));
    assert_true(hall_do(&h, s.arbiter, "penalty black expel"));
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(NULL);
    assert_true(is_refused(s.black, "play e5", "12.9.9"));
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(can(s.white, "resign"));
}

/* Laws 12.9.7, 12.9.8 */
static void test_hall__fine_and_exclusion_are_shown_at_the_desk(void **state)
{
    const seats s = started(TOURNAMENT);
    json_t *list;

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "penalty black fine 20"));
    assert_true(hall_do(&h, s.arbiter, "penalty black exclude 2"));
    assert_true(hall_do(&h, s.arbiter, "penalty black exclude 1"));
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", h.key, NULL), 200);
    assert_string_equal(text_at(list, "games.0.state.penalties.0.kind"), "fine");
    assert_string_equal(text_at(list, "games.0.state.penalties.1.kind"), "excluded");
    assert_int_equal(number_at(list, "games.0.state.penalties.1.rounds"), 3);
    assert_string_equal(text_at(list, "games.0.state.penalties.1.player"), "black");
    json_decref(list);
    assert_true(hall_do(&h, s.white, "play e4")); /* both play on */
    assert_true(hall_do(&h, s.black, "play e5"));
}

/* ---- 11.10, 12.7 */

/* Laws 11.10 */
static void test_hall__an_appeal_waits_and_is_decided(void **state)
{
    const seats s = started(TOURNAMENT);

    (void)state;
    assert_true(hall_do(&h, s.black, "appeal the clock was set wrong"));
    json_t *game = hall_look(&h, s.arbiter);
    assert_string_equal(text_at(game, "state.waits.0.kind"), "appeal");
    assert_string_equal(text_at(game, "state.waits.0.player"), "black");
    json_decref(game);
    assert_true(can(s.arbiter, "decide appeal"));
    assert_true(hall_do(&h, s.arbiter, "decide appeal dismissed it came too late"));
    assert_false(can(s.arbiter, "decide appeal"));
    assert_true(is_refused(s.arbiter, "decide appeal upheld", "11.10"));
}

/* Laws 12.7: they are not heard; what a screen outside shows (6.12.1) they see as before. */
static void test_hall__spectators_are_sent_out(void **state)
{
    const seats s = started(TOURNAMENT);

    (void)state;
    assert_true(can(s.spectator, "report"));
    assert_true(hall_do(&h, s.spectator, "report he whispers"));
    assert_true(hall_do(&h, s.arbiter, "send-out they talk"));
    assert_true(is_refused(s.spectator, "report he whispers again", "12.7"));
    assert_false(can(s.spectator, "report"));
    json_t *game = hall_look(&h, s.spectator);
    assert_true(json_is_true(at(game, "state.spectators_out")));
    json_decref(game);
    assert_true(hall_do(&h, s.arbiter, "admit"));
    assert_true(hall_do(&h, s.spectator, "report he whispers still"));
}

/* ---- 12.4 */

static void name_assistant(char out[32], const seats *s, const char *name)
{
    char body[64], event[64];
    json_t *named;

    (void)snprintf(event, sizeof event, "appoint-assistant %s", name);
    assert_true(hall_do(&h, s->arbiter, event));
    (void)snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    assert_int_equal(hall_ask(&named, &h, "POST", "/api/assistant", s->arbiter, body), 200);
    assert_string_equal(text_at(named, "role"), "assistant");
    (void)snprintf(out, 32, "%s", text_at(named, "token"));
    json_decref(named);
}

/* Laws 12.4 */
static void test_hall__an_assistant_watches_and_decides_nothing(void **state)
{
    const seats s = started(TOURNAMENT), other = started(TOURNAMENT);
    char token[32], elsewhere[32];

    (void)state;
    name_assistant(token, &s, "First");
    name_assistant(elsewhere, &other, "First");
    assert_string_not_equal(token, elsewhere);
    assert_true(is_refused(token, "award 1-0", "12.4"));
    assert_true(is_refused(token, "penalty white warning", "12.4"));
    assert_true(is_refused(token, "resume", "12.4"));
    assert_true(hall_do(&h, token, "write e4"));
    assert_true(hall_do(&h, token, "stop a telephone rings"));
    assert_true(can(token, "write"));
    assert_false(can(token, "resume"));
    assert_false(can(token, "award"));
    json_t *game = hall_look(&h, token);
    assert_int_equal(number_at(game, "game"), s.game); /* his link is for this game */
    assert_string_equal(text_at(game, "role"), "assistant");
    assert_non_null(at(game, "state.observable")); /* he looks with the arbiter's eyes, */
    json_decref(game);
    assert_true(hall_do(&h, s.arbiter, "resume"));
}

/* Laws 12.7: a report is for the arbiter alone. */
static void test_hall__an_assistant_is_not_told_of_reports(void **state)
{
    const seats s = started(TOURNAMENT);
    char token[32];

    (void)state;
    name_assistant(token, &s, "First");
    assert_true(hall_do(&h, s.spectator, "report Black has notes"));
    json_t *mine = hall_look(&h, token), *theirs = hall_look(&h, s.arbiter);
    char *told = json_dumps(mine, 0), *whole = json_dumps(theirs, 0);
    assert_null(strstr(told, "Black has notes"));
    assert_non_null(strstr(whole, "Black has notes"));
    free(told);
    free(whole);
    json_decref(mine);
    json_decref(theirs);
}

/* Laws 12.4: the same link again, also after a restart; and none for whom nobody has named. */
static void test_hall__links_of_assistants_stay(void **state)
{
    const seats s = started(TOURNAMENT);
    json_t *again;
    char token[32];

    (void)state;
    assert_int_equal(
        hall_ask(NULL, &h, "POST", "/api/assistant", s.arbiter, "{\"name\":\"First\"}"), 409);
    name_assistant(token, &s, "First");
    assert_int_equal(
        hall_ask(NULL, &h, "POST", "/api/assistant", s.arbiter, "{\"name\":\"Second\"}"), 409);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/assistant", s.white, "{\"name\":\"First\"}"),
                     403);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/assistant", token, "{\"name\":\"First\"}"),
                     403);
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(NULL);
    assert_true(can(token, "write"));
    assert_int_equal(
        hall_ask(&again, &h, "POST", "/api/assistant", s.arbiter, "{\"name\":\"First\"}"), 200);
    assert_string_equal(text_at(again, "token"), token);
    json_decref(again);
}

/* Laws 12.4: whoever is no longer named sees no more than anybody. */
static void test_hall__an_assistant_can_be_let_go(void **state)
{
    const seats s = started(TOURNAMENT);
    char token[32];

    (void)state;
    name_assistant(token, &s, "First");
    assert_true(hall_do(&h, s.arbiter, "revoke 2"));
    assert_true(is_refused(token, "stop something", "12.4"));
    json_t *game = hall_look(&h, token);
    assert_null(at(game, "state.observable"));
    json_decref(game);
}

/* The budgets of seats hold for him as for others. */
static void test_hall__an_assistant_has_a_budget(void **state)
{
    const seats s = started(TOURNAMENT);
    char token[32];
    unsigned refused = 0;

    (void)state;
    name_assistant(token, &s, "First");
    for (unsigned i = 0; i < 140; i++) {
        char id[16];
        (void)snprintf(id, sizeof id, "many-%u", i);
        refused += !hall_event(NULL, &h, token, id, "award 1-0");
        if (i % 40 == 39)
            client_sleep(1500);
    }
    assert_true(refused >= 30); /* a hundred are kept in a game that stands still */
    assert_true(hall_do(&h, s.arbiter, "stop enough")); /* it is his own purse */
}

/* ---- A.4.1, B.2.1 */

static void assert_supervision(int rapid, int blitz, int needed, bool enough)
{
    json_t *list;

    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall?limit=1", h.key, NULL), 200);
    assert_int_equal(number_at(list, "supervision.rapid"), rapid);
    assert_int_equal(number_at(list, "supervision.blitz"), blitz);
    assert_int_equal(number_at(list, "supervision.needed"), needed);
    assert_int_equal(json_is_true(at(list, "supervision.enough")), enough);
    json_decref(list);
}

#define RAPID "{\"mode\":\"tournament\",\"time\":\"900+10\",\"options\":{\"supervision\":\"full\"}}"
#define BLITZ "{\"mode\":\"tournament\",\"time\":\"180+2\",\"options\":{\"supervision\":\"full\"}}"

/* Laws A.4.1, B.2.1 */
static void test_hall__supervision_is_counted(void **state)
{
    client desk = hall_stream(&h, h.key, -1);
    json_t *list;

    (void)state;
    assert_supervision(0, 0, 0, true);
    (void)started(TOURNAMENT);                                   /* standard play claims nothing, */
    (void)started("{\"mode\":\"tournament\",\"time\":\"180\"}"); /* nor does limited supervision, */
    (void)hall_game(&h, RAPID);                                  /* nor a game not yet begun */
    assert_supervision(0, 0, 0, true);
    (void)started(RAPID);
    (void)started(RAPID);
    (void)started(RAPID);
    assert_supervision(3, 0, 1, true);
    const seats fourth = started(RAPID);
    assert_supervision(4, 0, 2, false);
    client his = hall_stream(&h, fourth.arbiter, -1); /* an arbiter of its own */
    assert_supervision(3, 0, 2, true);
    const seats blitz = started(BLITZ);
    assert_supervision(3, 1, 3, false);
    assert_true(hall_do(&h, blitz.black, "resign"));
    assert_supervision(3, 0, 2, true);
    client_close(&desk);
    client_close(&his);
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", NULL, NULL), 200);
    assert_null(at(list, "supervision")); /* for the desk alone */
    json_decref(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__an_expelled_player_has_no_seat, fixture_hall),
        FIXTURE_TEST(test_hall__an_expulsion_outlasts_a_restart, fixture_hall),
        FIXTURE_TEST(test_hall__fine_and_exclusion_are_shown_at_the_desk, fixture_hall),
        FIXTURE_TEST(test_hall__an_appeal_waits_and_is_decided, fixture_hall),
        FIXTURE_TEST(test_hall__spectators_are_sent_out, fixture_hall),
        FIXTURE_TEST(test_hall__an_assistant_watches_and_decides_nothing, fixture_hall),
        FIXTURE_TEST(test_hall__an_assistant_is_not_told_of_reports, fixture_hall),
        FIXTURE_TEST(test_hall__links_of_assistants_stay, fixture_hall),
        FIXTURE_TEST(test_hall__an_assistant_can_be_let_go, fixture_hall),
        FIXTURE_TEST(test_hall__an_assistant_has_a_budget, fixture_hall),
        FIXTURE_TEST(test_hall__supervision_is_counted, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
