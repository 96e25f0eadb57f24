/* SPDX-License-Identifier: MIT */
/*
 * What the hall knows of the editions: their list, what each makes of the regulations, articles by
 * its own numbers, and what waits for the arbiter.
 */
#include "arbitro/rulebook.h"
#include "support/hall/fixture.h"

static json_t *get(const char *path)
{
    json_t *answer = NULL;

    assert_int_equal(hall_ask(&answer, &h, "GET", path, NULL, NULL), 200);
    return answer;
}

/* What such a game would be; to be freed. */
static json_t *settled(const char *body)
{
    json_t *answer = NULL;

    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/regulations", NULL, body), 200);
    return answer;
}

static bool has(json_t *list, const char *word)
{
    size_t i;
    json_t *one;

    json_array_foreach(list, i, one)
    {
        if (strcmp(json_string_value(one), word) == 0)
            return true;
    }
    return false;
}

static void test_hall__every_edition_has_its_names(void **state)
{
    json_t *answer = get("/api/editions");
    const arb_rulebook *book;

    (void)state;
    for (size_t i = 0; (book = arb_rulebook_get(i)); i++) {
        json_t *one = json_array_get(at(answer, "editions"), i);
        assert_string_equal(text_at(one, "edition"), book->name);
        assert_true(strlen(text_at(one, "title.en")) > 5);
        assert_true(strlen(text_at(one, "title.it")) > 5);
        assert_int_equal(json_is_true(at(one, "clock")), book->has_clock);
    }
    json_decref(answer);
}

/* Laws A.1, A.4, B.1, III.2 */
static void test_hall__regulations_say_what_follows(void **state)
{
    json_t *answer = settled("{\"time\":\"180+2\",\"mode\":\"tournament\"}");

    (void)state;
    assert_string_equal(text_at(answer, "options.play"), "blitz");
    assert_string_equal(text_at(answer, "options.supervision"), "limited");
    assert_string_equal(text_at(answer, "options.illegal-moves"), "stand");
    assert_false(has(at(answer, "applies"), "quickplay"));
    assert_true(has(at(answer, "applies"), "supervision"));
    assert_true(has(at(answer, "applies"), "detection"));
    json_decref(answer);
    answer = settled("{\"time\":\"180+2\"}");
    assert_string_equal(text_at(answer, "options.illegal-moves"), "refuse");
    assert_false(has(at(answer, "applies"), "supervision"));
    assert_false(has(at(answer, "applies"), "detection"));
    assert_false(has(at(answer, "applies"), "appeals"));
    json_decref(answer);
    answer =
        settled("{\"time\":\"40/5400:1800\",\"edition\":\"fide-2001\",\"mode\":\"tournament\"}");
    assert_string_equal(text_at(answer, "options.quickplay"), "yes");
    assert_true(has(at(answer, "applies"), "quickplay"));
    assert_true(has(at(answer, "applies"), "arbiter"));
    assert_false(has(at(answer, "applies"), "electronics"));
    assert_false(has(at(answer, "laws.penalties"), "fine"));
    assert_true(has(at(answer, "laws.penalties"), "expel"));
    json_decref(answer);
}

static void test_hall__an_edition_without_a_clock_needs_none(void **state)
{
    const seats s = hall_game(&h, "{\"edition\":\"edisu-2024\"}");
    json_t *game = hall_look(&h, s.white);

    (void)state;
    assert_string_equal(text_at(game, "time"), "none");
    assert_string_equal(text_at(game, "laws.edition"), "edisu-2024");
    assert_true(json_is_null(at(game, "state.clock")));
    assert_int_equal(json_array_size(at(game, "laws.penalties")), 0);
    json_decref(game);
}

static void test_hall__contradictions_name_their_option(void **state)
{
    json_t *answer = NULL;

    (void)state;
    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/regulations", NULL,
                              "{\"time\":\"5400+30\",\"mode\":\"tournament\","
                              "\"options\":{\"supervision\":\"limited\"}}"),
                     400);
    assert_string_equal(text_at(answer, "option"), "supervision");
    json_decref(answer);
}

/* 3.10.3  Positions that no game leads to are told; without kings there is no game at all. */
static void test_hall__faults_of_a_position_are_told(void **state)
{
    static const struct {
        const char *position;
        unsigned status;
        size_t faults;
    } positions[] = { { "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 200, 0 },
                      { "8/8/8/3kK3/8/8/8/8 w - - 0 1", 200, 2 },
                      { "4k3/4R3/8/8/8/8/8/P3K3 w - - 0 1", 200, 2 },
                      { "4k3/8/8/8/8/8/8/8 w - - 0 1", 400, 1 } };

    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        json_t *answer = NULL;
        char body[128];
        (void)snprintf(body, sizeof body, "{\"position\":\"%s\"}", positions[i].position);
        assert_int_equal(hall_ask(&answer, &h, "POST", "/api/regulations", NULL, body),
                         positions[i].status);
        const json_t *faults = at(answer, "faults");
        assert_int_equal(json_array_size(faults), positions[i].faults);
        for (size_t j = 0; j < json_array_size(faults); j++)
            assert_true(json_is_string(json_object_get(json_array_get(faults, j), "it")));
        json_decref(answer);
    }
}

/* Laws 7.5.1: it is 7.4a in 2001 */
static void test_hall__rulings_are_cited_as_the_edition_numbers_them(void **state)
{
    const seats s =
        started("{\"edition\":\"fide-2001\",\"time\":\"7200\",\"mode\":\"tournament\"}");
    json_t *answer = NULL;

    (void)state;
    assert_true(hall_event(&answer, &h, s.white, "a", "play e2e5"));
    json_t *first = json_array_get(at(answer, "rulings"), 0);
    assert_string_equal(text_at(first, "article"), "7.5.1");
    assert_string_equal(text_at(first, "cited"), "7.4a");
    json_decref(answer);
    assert_true(hall_event(&answer, &h, s.white, "b", "resign"));
    assert_string_equal(json_string_value(json_array_get(at(answer, "state.articles"), 0)),
                        "5.1.2");
    assert_string_equal(json_string_value(json_array_get(at(answer, "state.cited"), 0)), "5.1b");
    json_decref(answer);
}

static void test_hall__articles_are_found_by_both_numbers(void **state)
{
    json_t *one = get("/api/explain?article=7.5.5&edition=fide-2001");
    json_t *other = get("/api/explain?cited=7.4b&edition=fide-2001");

    (void)state;
    assert_string_equal(text_at(one, "cited"), "7.4b");
    assert_string_equal(text_at(other, "article"), text_at(one, "article"));
    assert_true(strlen(text_at(one, "note.it")) > 0);
    assert_int_equal(
        hall_ask(NULL, &h, "GET", "/api/explain?cited=99&edition=fide-2001", NULL, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/explain?article=7.5.5&edition=x", NULL, NULL),
                     404);
    json_decref(one);
    json_decref(other);
}

static const char *waits(const seats *s, size_t index, const char *member)
{
    static char text[32];
    json_t *game = hall_look(&h, s->arbiter);
    json_t *one = json_array_get(at(game, "state.waits"), index);

    (void)snprintf(text, sizeof text, "%s", one ? text_at(one, member) : "nothing");
    json_decref(game);
    return text;
}

/* Laws 9.1.1, 11.2.3, III.5 */
static void test_hall__what_waits_is_listed(void **state)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"time\":\"60\",\"options\":"
                                  "{\"play\":\"standard\",\"quickplay\":\"yes\","
                                  "\"draw-offers\":\"never\"}}");

    (void)state;
    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_string_equal(waits(&s, 0, "kind"), "nothing");
    assert_true(hall_do(&h, s.white, "leave area"));
    assert_string_equal(waits(&s, 0, "kind"), "leave");
    assert_string_equal(waits(&s, 0, "player"), "white");
    assert_true(hall_do(&h, s.white, "offer"));
    assert_string_equal(waits(&s, 0, "kind"), "draw");
    assert_string_equal(waits(&s, 1, "kind"), "leave");
    assert_true(hall_do(&h, s.arbiter, "deny draw"));
    assert_true(hall_do(&h, s.arbiter, "allow leave white"));
    assert_string_equal(waits(&s, 0, "kind"), "nothing");
    assert_true(hall_do(&h, s.white, "claim cannot-win"));
    assert_string_equal(waits(&s, 0, "kind"), "quickplay");
    assert_true(hall_do(&h, s.arbiter, "decide defer"));
    assert_string_equal(waits(&s, 0, "kind"), "deferred");
    assert_true(hall_do(&h, s.arbiter, "decide accept"));
    assert_string_equal(waits(&s, 0, "kind"), "nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__every_edition_has_its_names, fixture_hall),
        FIXTURE_TEST(test_hall__regulations_say_what_follows, fixture_hall),
        FIXTURE_TEST(test_hall__faults_of_a_position_are_told, fixture_hall),
        FIXTURE_TEST(test_hall__an_edition_without_a_clock_needs_none, fixture_hall),
        FIXTURE_TEST(test_hall__contradictions_name_their_option, fixture_hall),
        FIXTURE_TEST(test_hall__rulings_are_cited_as_the_edition_numbers_them, fixture_hall),
        FIXTURE_TEST(test_hall__articles_are_found_by_both_numbers, fixture_hall),
        FIXTURE_TEST(test_hall__what_waits_is_listed, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
