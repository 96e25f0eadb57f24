/* SPDX-License-Identifier: MIT */
/*
 * POST /api/publish and /api/unpublish: what cannot be used is refused, and told where it is and
 * what was expected, in both languages; nothing of it is published.
 */
#define _GNU_SOURCE
#include "support/hall/fixture.h"

typedef struct refusal {
    const char *body, *field;
    int at; /* which of several, from 1; 0: not said */
    const char *en, *it;
} refusal;

#define NAME_EN "1 to 64 small letters"
#define NAME_IT "da 1 a 64 lettere minuscole"
#define WAIT_EN "a whole number from 0 to 3600"
#define WAIT_IT "un numero intero da 0 a 3600"
#define LINE_EN "one line of at most 200 bytes"
#define LINE_IT "una sola riga di al pi\xC3\xB9 200 byte"
#define GAME_EN "{\"game\":NUMBER,\"round\":1 to 9999}"
#define GAME_IT "{\"game\":NUMERO,\"round\":da 1 a 9999}"
#define ELSE_EN "expected name, title, event, games, delay and replace"
#define ELSE_IT "attesi name, title, event, games, delay e replace"
#define NONE_EN "nothing would be published"
#define NONE_IT "non si pubblicherebbe niente"

static const refusal refusals[] = {
    { "{}", "name", 0, NAME_EN, NAME_IT },
    { "{\"name\":\"Club\",\"event\":\"Cup\"}", "name", 0, NAME_EN, NAME_IT },
    { "{\"name\":\"../x\",\"event\":\"Cup\"}", "name", 0, NAME_EN, NAME_IT },
    { "{\"name\":\"-x\",\"event\":\"Cup\"}", "name", 0, NAME_EN, NAME_IT },
    { "{\"name\":\"\",\"event\":\"Cup\"}", "name", 0, NAME_EN, NAME_IT },
    { "{\"name\":7,\"event\":\"Cup\"}", "name", 0, NAME_EN, NAME_IT },
    { "{\"name\":\"p\xC3\xA8\",\"event\":\"Cup\"}", "name", 0, NAME_EN, NAME_IT },
    { "{\"name\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"event\":"
      "\"Cup\"}",
      "name", 0, NAME_EN, NAME_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"delay\":3601}", "delay", 0, WAIT_EN, WAIT_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"delay\":-1}", "delay", 0, WAIT_EN, WAIT_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"delay\":\"1\"}", "delay", 0, WAIT_EN, WAIT_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"delay\":1.5}", "delay", 0, WAIT_EN, WAIT_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"delay\":null}", "delay", 0, WAIT_EN, WAIT_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"title\":7}", "title", 0, LINE_EN, LINE_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"title\":\"a\\tb\"}", "title", 0, LINE_EN, LINE_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\\nB\"}", "event", 0, LINE_EN, LINE_IT },
    { "{\"name\":\"x\",\"event\":7}", "event", 0, LINE_EN, LINE_IT },
    { "{\"name\":\"x\",\"event\":\"cup\"}", "event", 0, "no round of this hall", "nessun turno" },
    { "{\"name\":\"x\",\"event\":\"Casual\"}", "event", 0, "no round of this hall",
      "nessun turno" },
    { "{\"name\":\"x\"}", "event", 0, NONE_EN, NONE_IT },
    { "{\"name\":\"x\",\"event\":null,\"games\":[]}", "event", 0, NONE_EN, NONE_IT },
    { "{\"name\":\"x\",\"event\":\"\"}", "event", 0, NONE_EN, NONE_IT },
    { "{\"name\":\"x\",\"games\":7}", "games", 0, "a list of at most 2000", "al pi\xC3\xB9 2000" },
    { "{\"name\":\"x\",\"games\":[7]}", "games", 1, GAME_EN, GAME_IT },
    { "{\"name\":\"x\",\"games\":[{\"game\":1},{}]}", "games", 2, GAME_EN, GAME_IT },
    { "{\"name\":\"x\",\"games\":[{\"game\":0}]}", "games", 1, GAME_EN, GAME_IT },
    { "{\"name\":\"x\",\"games\":[{\"game\":\"1\"}]}", "games", 1, GAME_EN, GAME_IT },
    { "{\"name\":\"x\",\"games\":[{\"game\":1,\"round\":0}]}", "games", 1, GAME_EN, GAME_IT },
    { "{\"name\":\"x\",\"games\":[{\"game\":1,\"round\":10000}]}", "games", 1, GAME_EN, GAME_IT },
    { "{\"name\":\"x\",\"games\":[{\"game\":1,\"board\":2}]}", "games", 1, GAME_EN, GAME_IT },
    { "{\"name\":\"x\",\"games\":[{\"game\":1},{\"game\":2},{\"game\":1,\"round\":2}]}", "games", 3,
      "stands there twice", "due volte" },
    { "{\"name\":\"x\",\"games\":[{\"game\":1},{\"game\":99}]}", "games", 2,
      "there is no such game", "non esiste" },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"replace\":1}", "replace", 0, "true or false",
      "true o false" },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"dealy\":60}", "dealy", 0, ELSE_EN, ELSE_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"Delay\":60}", "Delay", 0, ELSE_EN, ELSE_IT },
    { "{\"name\":\"x\",\"event\":\"Cup\",\"\":1}", "", 0, ELSE_EN, ELSE_IT },
};

static const char cup[] = "{\"id\":\"0123456789abcdef\",\"text\":\"1;Anna;Bruno\\n\",\"game\":{"
                          "\"names\":{\"event\":\"Cup\"}}}";

static size_t published(void)
{
    json_t *all;

    assert_int_equal(hall_ask(&all, &h, "GET", "/api/publications", h.key, NULL), 200);
    const size_t count = json_array_size(at(all, "publications"));
    json_decref(all);
    return count;
}

static void assert_refused(const char *path, const refusal *r)
{
    json_t *why = NULL;
    const unsigned status = hall_ask(&why, &h, "POST", path, h.key, r->body);

    if (status != 400)
        fail_msg("%s is answered with %u", r->body, status);
    assert_string_equal(text_at(why, "error"), "field");
    if (strcmp(text_at(why, "field"), r->field) != 0 || !strstr(text_at(why, "text.en"), r->en) ||
        !strstr(text_at(why, "text.it"), r->it))
        fail_msg("%s: %s %s %s", r->body, text_at(why, "field"), text_at(why, "text.en"),
                 text_at(why, "text.it"));
    if (r->at > 0)
        assert_int_equal(number_at(why, "at"), r->at);
    else
        assert_null(json_object_get(why, "at"));
    json_decref(why);
}

static void test_publish__says_what_was_expected(void **state)
{
    (void)state;
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/rounds", h.key, cup), 201);
    /* a game that a guest has made makes no event */
    (void)hall_game(&h, "{\"mode\":\"tournament\",\"names\":{\"event\":\"Casual\"}}");
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        assert_refused("/api/publish", &refusals[i]);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/publish", h.key, "[]"), 400);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/publish", h.key,
                              "{\"name\":\"x\",\"name\":\"y\",\"event\":\"Cup\"}"),
                     400);
    assert_int_equal(published(), 0);
}

static void test_publish__as_many_as_there_is_room_for(void **state)
{
    static const refusal back[] = {
        { "{}", "name", 0, NAME_EN, NAME_IT },
        { "{\"name\":\"N1\"}", "name", 0, NAME_EN, NAME_IT },
        { "{\"name\":\"n1\",\"event\":\"Cup\"}", "event", 0, "expected name alone",
          "soltanto name" },
    };
    json_t *all;

    (void)state;
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/rounds", h.key, cup), 201);
    for (unsigned i = 0; i < 33; i++) {
        char name[16];
        (void)snprintf(name, sizeof name, "n%u", i);
        assert_int_equal(
            fixture_post(NULL, "/api/publish", json_pack("{ss ss}", "name", name, "event", "Cup")),
            i < 32 ? 200 : 409);
    }
    /* what was told can be sent back */
    assert_int_equal(hall_ask(&all, &h, "GET", "/api/publications", h.key, NULL), 200);
    assert_int_equal(fixture_post(NULL, "/api/publish",
                                  json_deep_copy(json_array_get(at(all, "publications"), 7))),
                     200);
    json_decref(all);
    for (size_t i = 0; i < sizeof back / sizeof back[0]; i++)
        assert_refused("/api/unpublish", &back[i]);
    assert_int_equal(fixture_post(NULL, "/api/unpublish", json_pack("{ss}", "name", "other")), 404);
    assert_int_equal(published(), 32);
}

/* ---- under a name that something else has */

static void make_round(const char *event)
{
    static unsigned made;
    char id[24];

    (void)snprintf(id, sizeof id, "0123456789abcdef%u", made++);
    assert_int_equal(fixture_post(NULL, "/api/rounds",
                                  json_pack("{ss ss s{s{ss}}}", "id", id, "text", "1;Anna;Bruno",
                                            "game", "names", "event", event)),
                     201);
}

/* What the desk is told when it publishes this: the code of the error, or "". */
static const char *outcome(const char *body)
{
    static char code[32];
    json_t *answer;
    const unsigned status = hall_ask(&answer, &h, "POST", "/api/publish", h.key, body);

    assert_true(status == 200 || status == 409);
    (void)snprintf(code, sizeof code, "%s", status == 409 ? text_at(answer, "error") : "");
    if (status == 409) {
        assert_true(*text_at(answer, "text.en") && *text_at(answer, "text.it"));
        assert_string_equal(text_at(answer, "publication.name"), "open");
    }
    json_decref(answer);
    return code;
}

/* The delay of the only publication. */
static long long delay(void)
{
    json_t *all;

    assert_int_equal(hall_ask(&all, &h, "GET", "/api/publications", h.key, NULL), 200);
    assert_int_equal(json_array_size(at(all, "publications")), 1);
    const long long seconds = number_at(json_array_get(at(all, "publications"), 0), "delay");
    json_decref(all);
    return seconds;
}

#define AS_OPEN "{\"name\":\"open\","

static void test_publish__a_name_that_is_taken_keeps_its_delay(void **state)
{
    static const struct {
        const char *body, *code;
        long long delay; /* that holds afterwards */
    } steps[] = {
        { AS_OPEN "\"event\":\"Senior Open\",\"delay\":900}", "", 900 },
        { AS_OPEN "\"event\":\"Open (juniors)\",\"delay\":0}", "name-taken", 900 },
        { AS_OPEN "\"event\":\"Open (juniors)\",\"delay\":3600}", "name-taken", 900 },
        { AS_OPEN "\"games\":[{\"game\":1}],\"delay\":900}", "name-taken", 900 },
        { AS_OPEN "\"event\":\"Open (juniors)\",\"replace\":false}", "name-taken", 900 },
        /* what is one's own can be changed in one step, and made shorter when that is said */
        { AS_OPEN "\"event\":\"Senior Open\",\"delay\":1800}", "", 1800 },
        { AS_OPEN "\"event\":\"Senior Open\",\"delay\":1800,\"title\":\"60+\"}", "", 1800 },
        { AS_OPEN "\"event\":\"Senior Open\",\"delay\":60}", "delay-shorter", 1800 },
        { AS_OPEN "\"event\":\"Senior Open\"}", "delay-shorter", 1800 },
        { AS_OPEN "\"event\":\"Senior Open\",\"delay\":60,\"replace\":true}", "", 60 },
        { AS_OPEN "\"games\":[{\"game\":1},{\"game\":2}],\"delay\":900,\"replace\":true}", "",
          900 },
        /* a list may grow; what is left out of it would be seen */
        { AS_OPEN "\"games\":[{\"game\":2},{\"game\":3},{\"game\":1}],\"delay\":900}", "", 900 },
        { AS_OPEN "\"games\":[{\"game\":1},{\"game\":2}],\"delay\":900}", "name-taken", 900 },
        { AS_OPEN "\"event\":\"Senior Open\",\"games\":[{\"game\":1},{\"game\":2},"
                  "{\"game\":3}],\"delay\":900}",
          "name-taken", 900 },
        { AS_OPEN "\"event\":\"Open (juniors)\",\"delay\":0,\"replace\":true}", "", 0 },
    };

    (void)state;
    make_round("Senior Open");
    make_round("Open (juniors)");
    make_round("Third");
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const char *code = outcome(steps[i].body);
        if (strcmp(code, steps[i].code) != 0 || delay() != steps[i].delay)
            fail_msg("%s: %s, %lld s", steps[i].body, code, delay());
    }
}

/* Those who look on see nothing of it, and see it later as before. */
static void test_publish__nobody_sees_sooner_what_was_to_be_seen_later(void **state)
{
    json_t *round, *list;

    (void)state;
    assert_int_equal(hall_ask(&round, &h, "POST", "/api/rounds", h.key, cup), 201);
    json_t *first = json_array_get(at(round, "boards"), 0);
    make_round("Juniors");
    assert_string_equal(outcome(AS_OPEN "\"event\":\"Cup\",\"delay\":900}"), "");
    assert_true(hall_do(&h, text_at(first, "tokens.arbiter"), "start"));
    assert_true(hall_do(&h, text_at(first, "tokens.white"), "play e2e4"));
    assert_string_equal(outcome(AS_OPEN "\"event\":\"Juniors\"}"), "name-taken");
    assert_int_equal(
        hall_ask(&list, &h, "GET", "/api/game", text_at(first, "tokens.spectator"), NULL), 200);
    assert_int_equal(json_array_size(at(list, "moves")), 0);
    json_decref(list);
    assert_string_equal(outcome(AS_OPEN "\"event\":\"Cup\",\"delay\":0,\"replace\":true}"), "");
    assert_int_equal(
        hall_ask(&list, &h, "GET", "/api/game", text_at(first, "tokens.spectator"), NULL), 200);
    assert_int_equal(json_array_size(at(list, "moves")), 1);
    json_decref(list);
    json_decref(round);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_publish__says_what_was_expected, fixture_hall),
        FIXTURE_TEST(test_publish__a_name_that_is_taken_keeps_its_delay, fixture_hall),
        FIXTURE_TEST(test_publish__nobody_sees_sooner_what_was_to_be_seen_later, fixture_hall),
        FIXTURE_TEST(test_publish__as_many_as_there_is_room_for, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
