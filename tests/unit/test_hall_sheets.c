/* SPDX-License-Identifier: MIT */
/* Scoresheets in the hall (Article 8): who sees what of them, how they end a game, and on paper. */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

#define KEPT "\"options\":{\"record\":\"kept\"}}"

static const char kept[] =
    "{\"time\":\"5400+30\",\"mode\":\"tournament\",\"names\":{\"white\":\"Anna\","
    "\"black\":\"<b>Bruno</b>\"}," KEPT;

/* Three moves in a few seconds: nobody need record, and then a flag falls. */
static const char hasty[] = "{\"time\":\"3/4:5400\",\"mode\":\"tournament\"," KEPT;

static json_t *sheet_of(const char *token)
{
    json_t *sheet = NULL;

    assert_int_equal(hall_ask(&sheet, &h, "GET", "/api/sheet", token, NULL), 200);
    return sheet;
}

/* A file of this type, to be freed. */
static char *file_of(const char *path, const char *type, const char *token)
{
    client c = client_open(h.port);
    char head[256], value[128];
    static reply r;

    (void)snprintf(head, sizeof head,
                   "GET %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\n\r\n", path, token);
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    assert_true(client_header(value, sizeof value, &r, "Content-Type"));
    assert_string_equal(value, type);
    char *text = strdup(r.body);
    assert_non_null(text);
    client_close(&c);
    return text;
}

/* Events of White and Black in turn. */
static void take_turns(const seats *s, const char *const *events)
{
    for (unsigned i = 0; events[i]; i++)
        assert_true(hall_do(&h, i % 2 ? s->black : s->white, events[i]));
}

/* Laws 8.1.1: a player sees his own sheet, and nothing of the other; the arbiter sees all. */
static void test_sheets__who_sees_what(void **state)
{
    const seats s = started(kept);

    (void)state;
    take_turns(&s, (const char *[]){ "play e2e4", "play e7e5", NULL });
    assert_true(hall_do(&h, s.white, "write e4 e5"));
    assert_true(hall_do(&h, s.black, "write e4"));
    assert_true(hall_do(&h, s.black, "write d5 [1:12]"));
    assert_true(hall_do(&h, s.white, "rewrite 2 e6"));
    json_t *own = sheet_of(s.white);
    assert_int_equal(json_array_size(at(own, "entries")), 2);
    assert_string_equal(text_at(own, "entries.1.text"), "e6");
    assert_string_equal(text_at(own, "entries.1.was"), "e5");
    assert_true(json_is_true(at(own, "must")));
    assert_null(at(own, "black"));
    assert_null(at(own, "part"));
    json_decref(own);
    json_t *all = sheet_of(s.arbiter);
    assert_string_equal(text_at(all, "white.entries.1.check"), "wrong");
    assert_string_equal(text_at(all, "black.entries.1.check"), "wrong");
    assert_string_equal(text_at(all, "black.entries.2.kind"), "time");
    assert_int_equal(number_at(all, "part.half_move"), 2);
    assert_string_equal(text_at(all, "part.settled_by"), "board");
    assert_int_equal(number_at(all, "evidence"), 1);
    json_decref(all);
    json_t *game = hall_look(&h, s.arbiter);
    assert_int_equal(number_at(game, "state.sheets.part"), 2);
    assert_string_equal(text_at(game, "state.sheets.white.state"), "complete");
    json_decref(game);
    game = hall_look(&h, s.white);
    assert_null(at(game, "state.sheets"));
    json_decref(game);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/sheet", s.spectator, NULL), 403);
}

/* Laws 12.6: gaps would count the moves for him, where moves are counted. */
static void test_sheets__gaps_are_not_counted_for_players(void **state)
{
    const seats s = started("{\"time\":\"40/5400:1800\",\"mode\":\"tournament\"," KEPT);

    (void)state;
    take_turns(&s, (const char *[]){ "play e2e4", "play e7e5", "play g1f3", NULL });
    json_t *own = sheet_of(s.black), *all = sheet_of(s.arbiter);
    assert_null(at(own, "gaps"));
    assert_null(at(own, "state"));
    assert_int_equal(json_array_size(at(all, "black.gaps")), 2);
    assert_string_equal(text_at(all, "black.state"), "gaps");
    json_decref(own);
    json_decref(all);
}

/* Both have written nothing, and the flag of White has fallen after two moves. */
static seats overdue(void)
{
    const seats s = started(hasty);

    take_turns(&s, (const char *[]){ "play e2e4", "play e7e5", "play g1f3", "play b8c6", NULL });
    for (bool down = false; !down;) {
        json_t *game = hall_look(&h, s.arbiter);
        down = json_is_true(at(game, "state.clock.flags.white"));
        json_decref(game);
        client_sleep(20);
    }
    assert_true(hall_do(&h, s.black, "claim flag"));
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.phase"), "updating");
    json_decref(game);
    return s;
}

/* Laws 8.5.1, 6.9: who completes his sheet ends the game for everybody. */
static void test_sheets__the_record_loses_a_game(void **state)
{
    const seats s = overdue();
    json_t *sheet = sheet_of(s.arbiter);

    (void)state;
    assert_string_equal(text_at(sheet, "updating.flag"), "white");
    json_t *desk = NULL;
    assert_int_equal(hall_ask(&desk, &h, "GET", "/api/desk", h.key, NULL), 200);
    assert_int_equal(json_array_size(at(desk, "tiles.0.can")), 0); /* to resume would decide */
    json_decref(desk);
    assert_true(json_is_true(at(sheet, "updating.free.black")));
    json_decref(sheet);
    sheet = sheet_of(s.black);
    assert_int_equal(json_array_size(at(sheet, "gaps")), 3);
    json_decref(sheet);
    client black = hall_stream(&h, s.black, -1), looks_on = hall_stream(&h, s.spectator, -1);
    assert_true(hall_do(&h, s.black, "write e4 e5 Nf3 Nc6"));
    assert_true(hall_do(&h, s.white, "write e4 e5 Nf3 Nc6"));
    assert_true(client_expect(&looks_on, "\"result\":\"0-1\"", 3000));
    assert_true(client_expect(&black, "\"event\":\"write\"", 3000));
    client_close(&black);
    client_close(&looks_on);
    json_t *game = hall_look(&h, s.black);
    assert_string_equal(text_at(game, "state.result"), "0-1");
    json_decref(game);
}

/* Laws 8.6 */
static void test_sheets__the_record_saves_a_game(void **state)
{
    const seats s = overdue();

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "write e4 e5"));
    assert_true(hall_do(&h, s.arbiter, "reconstruct"));
    json_t *sheet = sheet_of(s.arbiter);
    assert_int_equal(number_at(sheet, "reconstruction.half_moves"), 4);
    assert_int_equal(json_array_size(at(sheet, "arbiter.entries")), 2);
    json_decref(sheet);
    assert_true(hall_do(&h, s.arbiter, "no-proof"));
    assert_true(hall_do(&h, s.arbiter, "resume"));
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.phase"), "playing");
    assert_true(number_at(game, "state.clock.white") > 5000000);
    json_decref(game);
    assert_true(hall_do(&h, s.white, "play f1b5"));
}

/* Who is not to see an entry does not read it in the case file, although it decided something. */
static void test_sheets__an_entry_that_decides_stays_private(void **state)
{
    const seats s = overdue();

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "set-clock white 0:10:00"));
    assert_true(hall_do(&h, s.white, "write e4 e5 Nf3 Nc6"));
    assert_true(hall_do(&h, s.black, "write e4 e5 Nf3 Nb6"));
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.result"), "*");
    assert_string_not_equal(text_at(game, "state.phase"), "updating");
    json_decref(game);
    const struct {
        const char *token;
        bool reads;
    } who[] = {
        { s.white, false }, { s.spectator, false }, { s.black, true }, { s.arbiter, true }
    };
    for (unsigned i = 0; i < 4; i++) {
        char *text = file_of("/api/case", "text/plain; charset=utf-8", who[i].token);
        assert_int_equal(strstr(text, "Nb6") != NULL, who[i].reads);
        free(text);
    }
}

/* Laws 6.9: what was found on a flag; and on a claim where the board is elsewhere (9.2, 9.5). */
static void test_sheets__what_a_claim_rests_on(void **state)
{
    static const char *const moves[] = { "Nf3", "Nf6", "Ng1", "Ng8" };
    seats s = overdue();

    (void)state;
    json_t *sheet = sheet_of(s.arbiter);
    assert_string_equal(text_at(sheet, "found.claim"), "flag");
    assert_string_equal(text_at(sheet, "found.player"), "white");
    assert_int_equal(number_at(sheet, "found.completed"), 2);
    assert_int_equal(number_at(sheet, "found.needed"), 3);
    assert_int_equal(number_at(sheet, "found.proved"), 0);
    json_decref(sheet);
    assert_true(hall_do(&h, s.arbiter, "write e4 e5 Nf3"));
    sheet = sheet_of(s.arbiter);
    assert_int_equal(number_at(sheet, "found.proved"), 2);
    json_decref(sheet);
    s = started("{\"time\":\"5400+30\",\"mode\":\"tournament\","
                "\"options\":{\"board\":\"written\"}}");
    for (unsigned i = 0; i < 8; i++) {
        char event[32];
        assert_true(hall_do(&h, i % 2 ? s.black : s.white, "press"));
        (void)snprintf(event, sizeof event, "write %s", moves[i % 4]);
        assert_true(hall_do(&h, s.white, event));
        assert_true(hall_do(&h, s.black, event));
    }
    assert_true(hall_do(&h, s.white, "claim repetition"));
    sheet = sheet_of(s.arbiter);
    assert_string_equal(text_at(sheet, "found.claim"), "repetition");
    assert_int_equal(json_array_size(at(sheet, "found.after")), 3);
    assert_int_equal(number_at(sheet, "found.after.2"), 8);
    json_decref(sheet);
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.result"), "1/2-1/2");
    assert_int_equal(json_array_size(at(game, "moves")), 8);
    json_decref(game);
}

/* Laws 8.7: what both signed stands, until the arbiter decides otherwise. */
static void test_sheets__a_signed_result_stands(void **state)
{
    const seats s = started(kept);

    (void)state;
    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.black, "resign"));
    assert_true(hall_do(&h, s.white, "sign 0-1"));
    assert_true(hall_do(&h, s.black, "sign 0-1"));
    json_t *game = hall_look(&h, s.spectator);
    assert_string_equal(text_at(game, "state.result"), "0-1");
    json_decref(game);
    assert_true(hall_do(&h, s.arbiter, "award 1-0"));
    game = hall_look(&h, s.spectator);
    assert_string_equal(text_at(game, "state.result"), "1-0");
    json_decref(game);
}

/* A board that is elsewhere needs a clock to press, scoresheets, and two people. */
static void test_sheets__a_board_elsewhere_needs_clock_and_sheets(void **state)
{
    static const struct {
        const char *mode, *wrong; /* NULL: fine */
    } games[] = {
        { "\"mode\":\"tournament\",\"options\":{\"board\":\"written\"}", NULL },
        { "\"mode\":\"casual\",\"options\":{\"board\":\"written\"}", NULL },
        { "\"mode\":\"casual\",\"options\":{\"board\":\"written\",\"completion\":\"move\"}",
          "board" },
        { "\"time\":\"none\",\"options\":{\"board\":\"written\"}", "board" },
        { "\"computer\":\"white\",\"options\":{\"board\":\"written\"}", "board" },
        { "\"options\":{\"board\":\"written\",\"record\":\"assumed\"}", "record" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        char body[256];
        json_t *answer = NULL;
        (void)snprintf(body, sizeof body, "{%s}", games[i].mode);
        const unsigned status = hall_ask(&answer, &h, "POST", "/api/regulations", NULL, body);
        assert_int_equal(status, games[i].wrong ? 400 : 200);
        if (games[i].wrong)
            assert_string_equal(text_at(answer, "option"), games[i].wrong);
        else
            assert_string_equal(text_at(answer, "options.completion"), "press");
        json_decref(answer);
    }
}

/* ---- on paper */

static void assert_page(const char *path, const char *token, const char *has, const char *has_not)
{
    char *text = file_of(path, "text/html; charset=utf-8", token);

    if (!strstr(text, has))
        fail_msg("%s without %s", path, has);
    if (has_not && strstr(text, has_not))
        fail_msg("%s with %s", path, has_not);
    free(text);
}

static void test_sheets__on_paper(void **state)
{
    const seats s = started(kept);

    (void)state;
    take_turns(&s, (const char *[]){ "play e2e4", "play e7e5", NULL });
    assert_true(hall_do(&h, s.white, "write e4 Kxe9"));
    assert_true(hall_do(&h, s.white, "write Nf3"));
    assert_true(hall_do(&h, s.white, "rewrite 3 Qe2"));
    assert_page("/sheet", s.white, "Kxe9", "<b>");
    assert_page("/sheet", s.white, "<s>Nf3</s> Qe2", NULL);
    assert_page("/sheet?lang=it", s.white, "<s>Cf3</s> De2", NULL);
    assert_page("/sheet?lang=it", s.white, "Formulario del Bianco", "Scoresheet");
    assert_page("/sheet?of=white", s.arbiter, "Kxe9", NULL);
    assert_page("/sheet", s.arbiter, "e5", "Kxe9");
    assert_page("/sheet?of=white&blank=yes", s.spectator, "Anna", "Kxe9");
    assert_int_equal(hall_ask(NULL, &h, "GET", "/sheet?of=white", s.black, NULL), 409);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/sheet?of=arbiter", s.white, NULL), 409);
    assert_page("/report?lang=it&paper=a5", s.arbiter, "Rapporto arbitrale", NULL);
    assert_true(hall_do(&h, s.black, "resign"));
    assert_page("/sheet?of=white", s.black, "Kxe9", NULL);
    assert_page("/sheet", s.spectator, "1-0", NULL);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/report", s.white, NULL), 403);
}

/* What was written is there after a kill, with what stood there before; and so is what is led. */
static void test_sheets__nothing_is_lost(void **state)
{
    const seats s = overdue();
    const struct {
        const char *token, *event;
    } deeds[] = { { s.white, "write e4 e5 (=) 0:01" },
                  { s.white, "rewrite 2 e6" },
                  { s.arbiter, "write e4" },
                  { s.arbiter, "reconstruct" } };
    char *told[2];

    (void)state;
    for (unsigned i = 0; i < 4; i++)
        assert_true(hall_do(&h, deeds[i].token, deeds[i].event));
    for (unsigned i = 0; i < 2; i++) {
        json_t *all = sheet_of(s.arbiter);
        assert_string_equal(text_at(all, "white.entries.1.was"), "e5");
        assert_int_equal(number_at(all, "reconstruction.half_moves"), 4);
        json_object_del(all, "seq"); /* that the hall stopped is an event, too */
        told[i] = json_dumps(all, JSON_SORT_KEYS);
        json_decref(all);
        if (i == 0) {
            hall_kill(&h);
            fixture_start(NULL);
        }
    }
    assert_string_equal(told[0], told[1]);
    free(told[0]);
    free(told[1]);
}

/* A sheet full of anything does not hold the others up: its writer pays with his own requests. */
static void test_sheets__a_long_sheet_costs_little(void **state)
{
    enum { ENTRIES = 100, TIMES = 60 };
    const seats s = started(kept);
    char event[ENTRIES * 8 + 16] = "write";

    (void)state;
    fixture_play();
    for (unsigned i = 0; i < ENTRIES; i++)
        (void)strcat(event, i % 2 ? " Kxe8" : " \u265e?");
    take_turns(&s, (const char *[]){ "play e2e4", "play e7e5", NULL });
    for (unsigned i = 0; i < TIMES; i++)
        if (!hall_do(&h, s.white, event))
            break;
    const int64_t began = client_now();
    for (unsigned i = 0; i < 4; i++)
        live_goes_on(&live_game);
    if (!hall_is_sanitized())
        assert_true(client_now() - began < 2000);
    json_t *game = hall_look(&h, s.arbiter);
    assert_string_equal(text_at(game, "state.sheets.white.state"), "ahead");
    json_decref(game);
}

/* What the desk shows of it. */
static void test_sheets__on_the_desk(void **state)
{
    const seats s = started(kept);
    json_t *desk = NULL;

    (void)state;
    take_turns(&s, (const char *[]){ "play e2e4", "play e7e5", "play g1f3", NULL });
    assert_true(hall_do(&h, s.white, "write e4"));
    assert_true(hall_do(&h, s.black, "write d4 e5"));
    assert_int_equal(hall_ask(&desk, &h, "GET", "/api/desk", h.key, NULL), 200);
    assert_string_equal(text_at(desk, "tiles.0.sheets.white.state"), "gaps");
    assert_int_equal(number_at(desk, "tiles.0.sheets.white.gap"), 2);
    assert_int_equal(number_at(desk, "tiles.0.sheets.part"), 1);
    assert_true(json_is_null(at(desk, "tiles.0.sheets.black.gap")));
    json_decref(desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_sheets__who_sees_what, fixture_hall),
        FIXTURE_TEST(test_sheets__gaps_are_not_counted_for_players, fixture_hall),
        FIXTURE_TEST(test_sheets__the_record_loses_a_game, fixture_hall),
        FIXTURE_TEST(test_sheets__the_record_saves_a_game, fixture_hall),
        FIXTURE_TEST(test_sheets__an_entry_that_decides_stays_private, fixture_hall),
        FIXTURE_TEST(test_sheets__what_a_claim_rests_on, fixture_hall),
        FIXTURE_TEST(test_sheets__a_signed_result_stands, fixture_hall),
        FIXTURE_TEST(test_sheets__nothing_is_lost, fixture_hall),
        FIXTURE_TEST(test_sheets__a_long_sheet_costs_little, fixture_hall),
        FIXTURE_TEST(test_sheets__a_board_elsewhere_needs_clock_and_sheets, fixture_hall),
        FIXTURE_TEST(test_sheets__on_paper, fixture_hall),
        FIXTURE_TEST(test_sheets__on_the_desk, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
