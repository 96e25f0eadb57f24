/* SPDX-License-Identifier: MIT */
/*
 * Which number a round has within its event: said in the request, in its name or in the list of its
 * pairings, otherwise the next one; decided once, when it is made, and no two rounds of an event
 * have the same unless they are of different groups.
 */
#define _GNU_SOURCE
#include "store/store.h"
#include "support/hall/fixture.h"

/* A round of the event with one board; NULL leaves out what it stands for. */
static json_t *request(const char *event, const char *name, const char *group)
{
    static unsigned made;
    char id[24];
    json_t *body;

    (void)snprintf(id, sizeof id, "0123456789abcdef%u", made++);
    body = json_pack("{ss ss ss? ss?}", "id", id, "text", "1;Anna;Bruno", "name", name, "group",
                     group);
    if (event)
        json_object_set_new(body, "game", json_pack("{s{ss}}", "names", "event", event));
    return body;
}

static unsigned ask(json_t **out, const char *event, const char *name, const char *group)
{
    return fixture_post(out, "/api/rounds", request(event, name, group));
}

/* The number that the hall gives to such a round. */
static long long number_of(const char *event, const char *name, const char *group)
{
    json_t *round;
    const unsigned status = ask(&round, event, name, group);

    if (status != 201)
        fail_msg("%s, %s: %u", event, name ? name : "no name", status);
    const long long number = number_at(round, "number");
    json_decref(round);
    return number;
}

static void test_round_numbers__what_a_name_says(void **state)
{
    static const struct {
        const char *name;
        long long number;
    } rows[] = {
        { "Round 3", 3 },
        { "U18 Round 1", 1 },
        { "2026 Open, round 4", 4 },
        { "Round 5 of 9", 5 },
        { "ROUND 12", 12 },
        { "Turno 3", 3 },
        { "turno 7 di 9", 7 },
        { "U18, 2\xC2\xB0 turno", 2 }, /* the last number, when none follows the word */
        { "r. 8", 8 },
        { "Gr. 2, R.9", 9 },
        { "Runde 6", 6 },
        { "Ronda 11", 11 },
        { "Ronde 10", 10 },
        { "Round 003", 3 },
        { "3rd round", 3 },
        { "Background 4, round 5", 5 },
        { "7", 7 },
        { "Final", 1 },       /* the first of its event */
        { "Round 0", 1 },     /* no number that a round can have */
        { "Round 12345", 1 }, /* nor this */
        { "Open 2026", 1 },   /* nor this */
        { "Round 1000", 1 },  /* nor this */
        { "Round 999", 999 }, /* but this */
        { "Round of 16, round 2", 2 },
        { NULL, 1 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char event[24];
        (void)snprintf(event, sizeof event, "Event %zu", i);
        const long long number = number_of(event, rows[i].name, NULL);
        if (number != rows[i].number)
            fail_msg("%s is round %lld", rows[i].name ? rows[i].name : "no name", number);
    }
}

/* What the desk says holds, whatever stands in the name. */
static void test_round_numbers__said_by_the_desk(void **state)
{
    static const char *const wrong[] = { "0", "1000", "-1", "1.5", "\"3\"", "true" };
    json_t *body = request("Open", "Round 3", NULL), *round;

    (void)state;
    json_object_set_new(body, "number", json_integer(5));
    assert_int_equal(fixture_post(&round, "/api/rounds", body), 201);
    assert_int_equal(number_at(round, "number"), 5);
    assert_string_equal(text_at(round, "name"), "Round 3");
    json_decref(round);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        json_t *refused;
        body = request("Open", NULL, NULL);
        json_object_set_new(body, "number", json_loads(wrong[i], JSON_DECODE_ANY, NULL));
        assert_int_equal(fixture_post(&refused, "/api/rounds", body), 400);
        assert_string_equal(text_at(refused, "field"), "number");
        json_decref(refused);
    }
    assert_int_equal(number_of("Open", NULL, NULL), 6);
}

/* The next one is the next of the event, and not of the hall; it is the name, too, of a round
 * without one. */
static void test_round_numbers__the_next_of_the_event(void **state)
{
    json_t *round, *seen;

    (void)state;
    for (unsigned i = 1; i <= 4; i++)
        assert_int_equal(number_of("Winter", NULL, NULL), i);
    assert_int_equal(ask(&round, "Spring", NULL, NULL), 201);
    assert_int_equal(number_at(round, "number"), 1);
    assert_string_equal(text_at(round, "name"), "1");
    assert_int_equal(number_at(round, "round"), 5); /* of the hall */
    json_decref(round);
    assert_int_equal(number_of("Winter", "Round 7", NULL), 7);
    assert_int_equal(number_of("Winter", "Final", NULL), 8);
    assert_int_equal(number_of("Winter", "Round 6", NULL), 6);
    /* it is told before the round is made */
    assert_int_equal(fixture_post(&seen, "/api/pairings",
                                  json_pack("{ss ss}", "text", "1;A;B", "event", "Winter")),
                     200);
    assert_int_equal(number_at(seen, "number"), 9);
    json_decref(seen);
    assert_int_equal(fixture_post(&seen, "/api/pairings",
                                  json_pack("{ss ss ss}", "text", "1;A;B", "event", "Winter",
                                            "name", "U18 Round 12")),
                     200);
    assert_int_equal(number_at(seen, "number"), 12);
    json_decref(seen);
}

/* "U18 Round 1" and "U18 Round 2" have files of their own. */
static void test_round_numbers__each_has_its_files(void **state)
{
    (void)state;
    assert_int_equal(number_of("U18", "U18 Round 1", NULL), 1);
    assert_int_equal(number_of("U18", "U18 Round 2", NULL), 2);
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss ss}", "name", "u18", "event", "U18")),
        200);
    for (unsigned i = 1; i <= 2; i++) {
        char path[64];
        json_t *index;
        (void)snprintf(path, sizeof path, "/live/u18/round-%u/index.json", i);
        assert_int_equal(hall_ask(&index, &h, "GET", path, NULL, NULL), 200);
        assert_int_equal(json_array_size(at(index, "pairings")), 1);
        json_decref(index);
    }
    assert_int_equal(hall_ask(NULL, &h, "GET", "/live/u18/round-18", NULL, NULL), 404);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/live/u18/round-3", NULL, NULL), 404);
}

static void assert_taken(const char *event, const char *name, const char *group)
{
    json_t *refused;

    assert_int_equal(ask(&refused, event, name, group), 409);
    assert_string_equal(text_at(refused, "error"), "round-taken");
    assert_true(*text_at(refused, "text.it") != '\0');
    json_decref(refused);
}

static void test_round_numbers__no_two_of_an_event(void **state)
{
    json_t *list;

    (void)state;
    assert_int_equal(number_of("Open", "Round 3", NULL), 3);
    assert_taken("Open", "Round 3", NULL);
    assert_taken("Open", "Turno 3", NULL);
    assert_int_equal(number_of("Other", "Round 3", NULL), 3);
    /* a round without an event is of none */
    assert_int_equal(number_of(NULL, "Round 3", NULL), 3);
    assert_int_equal(number_of(NULL, "Round 3", NULL), 3);
    /* nothing was made of those that were refused */
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/hall", h.key, NULL), 200);
    assert_int_equal(json_array_size(at(list, "games")), 4);
    json_decref(list);
    hall_kill(&h);
    fixture_start(NULL);
    assert_taken("Open", "Round 3", NULL);
    assert_int_equal(number_of("Open", NULL, NULL), 4);
}

/* Groups of one round share its number, whether the group is said or stands in the list. */
static void test_round_numbers__groups_share_one(void **state)
{
    json_t *round, *body, *index;

    (void)state;
    assert_int_equal(number_of("Open", "Round 1", "A"), 1);
    assert_int_equal(number_of("Open", "Round 1", "B"), 1);
    assert_taken("Open", "Round 1", "A");
    assert_int_equal(number_of("Open", NULL, "B"), 2);
    assert_int_equal(number_of("Open", NULL, "A"), 2);
    body = request("Open", "Round 2", NULL);
    json_object_set_new(body, "text", json_string("group;board;white;black\nB;1;Anna;Bruno"));
    assert_int_equal(fixture_post(&round, "/api/rounds", body), 409);
    json_decref(round);
    body = request("Open", "Round 2", NULL);
    json_object_set_new(body, "text", json_string("group;board;white;black\nC;1;Anna;Bruno"));
    assert_int_equal(fixture_post(&round, "/api/rounds", body), 201);
    assert_int_equal(number_at(round, "number"), 2);
    assert_string_equal(text_at(round, "group"), "C");
    json_decref(round);
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss ss}", "name", "open", "event", "Open")),
        200);
    assert_int_equal(hall_ask(&index, &h, "GET", "/live/open/round-2/index.json", NULL, NULL), 200);
    assert_int_equal(json_array_size(at(index, "pairings")), 3);
    json_decref(index);
}

/* What the store says of a round that was made before rounds had numbers of their own. */
static void make_old(unsigned round, const char *name)
{
    const arb_store_options options = { .create = false };
    char setting[24], value[160];
    arb_store *store;

    (void)snprintf(setting, sizeof setting, "round.%u", round);
    const int size = snprintf(
        value, sizeof value,
        "{\"name\":\"%s\",\"event\":\"Open\",\"id\":\"0123456789abcdefold%u\",\"created\":1}", name,
        round);
    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_begin(store), ARB_STORE_OK);
    assert_int_equal(
        arb_store_setting_set(store, setting, (arb_store_bytes){ value, (size_t)size }),
        ARB_STORE_OK);
    assert_int_equal(arb_store_commit(store), ARB_STORE_OK);
    arb_store_close(store);
}

/* Addresses of rounds that were made earlier stay what they were, whatever a name says now. */
static void test_round_numbers__those_of_before_are_kept(void **state)
{
    static const struct {
        const char *name;
        unsigned number;
    } rows[] = { { "U18 Round 1", 18 }, { "2026 Open, round 1", 2026 }, { "Final", 3 } };
    json_t *list;

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(number_of("Open", NULL, NULL), i + 1);
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss ss}", "name", "open", "event", "Open")),
        200);
    assert_int_equal(hall_stop(&h), 0);
    for (unsigned i = 0; i < 3; i++)
        make_old(i + 1, rows[i].name);
    fixture_start(NULL);
    for (unsigned i = 0; i < 3; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/live/open/round-%u/games.pgn", rows[i].number);
        client c = client_open(h.port);
        reply r;
        char head[128];
        (void)snprintf(head, sizeof head, "GET %s HTTP/1.1\r\nHost: h\r\n\r\n", path);
        assert_true(client_send(&c, head) && client_reply(&r, &c, false));
        if (r.status != 200)
            fail_msg("%s: %u", path, r.status);
        client_close(&c);
    }
    assert_int_equal(hall_ask(&list, &h, "GET", "/api/desk?limit=1", h.key, NULL), 200);
    assert_int_equal(number_at(json_array_get(at(list, "rounds"), 2), "number"), 18);
    json_decref(list);
    /* a new one follows those that can have a next one */
    assert_int_equal(number_of("Open", NULL, NULL), 19);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_round_numbers__what_a_name_says, fixture_hall),
        FIXTURE_TEST(test_round_numbers__said_by_the_desk, fixture_hall),
        FIXTURE_TEST(test_round_numbers__the_next_of_the_event, fixture_hall),
        FIXTURE_TEST(test_round_numbers__each_has_its_files, fixture_hall),
        FIXTURE_TEST(test_round_numbers__no_two_of_an_event, fixture_hall),
        FIXTURE_TEST(test_round_numbers__groups_share_one, fixture_hall),
        FIXTURE_TEST(test_round_numbers__those_of_before_are_kept, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
