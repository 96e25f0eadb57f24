/* SPDX-License-Identifier: MIT */
/*
 * Two who are erased leave two events and two publications, also when these were called alike but
 * for the names: each keeps its delay, its rounds and its address.
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "store/store.h"
#include "support/hall/fixture.h"
#include "support/hall/program.h"
#include "support/store/postgres.h"

/* ---- two events, each with two rounds, published */

static void make_round(const char *event, const char *group, unsigned number, const char *players)
{
    static unsigned made;
    char id[20];

    (void)snprintf(id, sizeof id, "0123456789ab%04u", ++made);
    assert_int_equal(
        fixture_post(NULL, "/api/rounds",
                     json_pack("{ss ss sI ss? s{ss ss s{ss}}}", "id", id, "text", players, "number",
                               (json_int_t)number, "group", group, "game", "time", "5400", "mode",
                               "tournament", "names", "event", event)),
        201);
}

static void publish(const char *name, const char *title, const char *event, int delay)
{
    assert_int_equal(fixture_post(NULL, "/api/publish",
                                  json_pack("{ss ss? ss sI}", "name", name, "title", title, "event",
                                            event, "delay", (json_int_t)delay)),
                     200);
}

static void close_event(const char *event)
{
    assert_int_equal(
        fixture_post(NULL, "/api/door/set", json_pack("{sb ss}", "closed", 1, "event", event)),
        200);
}

static void play_two(const char *one, const char *other)
{
    make_round(one, NULL, 1, "1; Carla; Dario");
    make_round(other, NULL, 1, "1; Elena; Fabio");
    make_round(one, NULL, 2, "1; Dario; Carla");
    make_round(other, NULL, 2, "1; Fabio; Elena");
}

/* ---- what there is of them */

static json_t *publications(void)
{
    json_t *all = NULL;

    assert_int_equal(hall_ask(&all, &h, "GET", "/api/publications", h.key, NULL), 200);
    return all;
}

/* How many of a list have this text as a member. */
static size_t count_of(const json_t *list, const char *member, const char *text)
{
    const json_t *one;
    size_t i, found = 0;

    json_array_foreach(list, i, one)
    {
        const char *value = json_string_value(json_object_get(one, member));
        found += value && strcmp(value, text) == 0;
    }
    return found;
}

static void assert_published(const char *name, const char *event, int delay)
{
    json_t *all = publications(), *list = json_object_get(all, "publications"), *one;
    size_t i;

    if (count_of(list, "name", name) != 1)
        fail_msg("%s: %s", name, json_dumps(all, 0));
    json_array_foreach(list, i, one)
    {
        if (strcmp(text_at(one, "name"), name) != 0)
            continue;
        assert_string_equal(text_at(one, "event"), event);
        assert_int_equal(number_at(one, "delay"), delay);
    }
    json_decref(all);
}

/* The event has two rounds, and no number twice. */
static void assert_rounds(const char *event)
{
    json_t *desk = NULL, *one;
    unsigned numbers = 0;
    size_t i, rounds = 0;

    assert_int_equal(hall_ask(&desk, &h, "GET", "/api/desk", h.key, NULL), 200);
    json_array_foreach(json_object_get(desk, "rounds"), i, one)
    {
        if (strcmp(text_at(one, "event"), event) != 0)
            continue;
        rounds++;
        numbers |= 1U << (unsigned)number_at(one, "number");
    }
    assert_int_equal(rounds, 2);
    assert_int_equal(numbers, 1U << 1 | 1U << 2);
    json_decref(desk);
}

/* The games of the round are those of one event. */
static void assert_games(const char *name, const char *player, const char *stranger)
{
    char path[120], file[8192];

    (void)snprintf(path, sizeof path, "/live/%s/round-1/games.pgn", name);
    assert_int_equal(client_once(h.port, "GET", path, NULL, file, sizeof file), 200);
    assert_non_null(strstr(file, player));
    assert_null(strstr(file, stranger));
}

/* This event is closed, as its games call it, and no other. */
static void assert_closed(const char *event)
{
    json_t *door = NULL, *one;
    size_t i, closed = 0;

    assert_int_equal(hall_ask(&door, &h, "GET", "/api/door", h.key, NULL), 200);
    json_array_foreach(json_object_get(door, "events"), i, one)
    {
        const bool is_closed = json_is_true(json_object_get(one, "closed"));
        closed += is_closed;
        assert_int_equal(is_closed, strcmp(text_at(one, "event"), event) == 0);
        if (is_closed)
            assert_int_equal(number_at(one, "live"), 2);
    }
    assert_int_equal(closed, 1);
    json_decref(door);
}

static void assert_erased(int status)
{
    if (status != 0)
        fail_msg("%s", said);
}

/* Everything of the first event, then of the other; the first is seen later. */
static void assert_apart(const char *name[2], const char *event[2])
{
    assert_published(name[0], event[0], 3600);
    assert_published(name[1], event[1], 0);
    for (size_t i = 0; i < 2; i++)
        assert_rounds(event[i]);
    assert_games(name[0], "Carla", "Elena");
    assert_games(name[1], "Elena", "Carla");
    /* the games themselves bear the names, of which one is closed */
    assert_closed(event[1]);
    /* whoever takes one back takes that one */
    assert_int_equal(fixture_post(NULL, "/api/unpublish", json_pack("{ss}", "name", name[1])), 200);
    assert_published(name[0], event[0], 3600);
    json_t *all = publications();
    assert_int_equal(json_array_size(json_object_get(all, "publications")), 1);
    json_decref(all);
}

/* ---- one after the other, at once, on either kind of database */

static const char *plain_names[] = { "memorial-erased", "memorial-erased-2" };
static const char *plain_events[] = { "Memorial erased", "Memorial erased 2" };

static void play_memorials(void)
{
    play_two("Memorial Anna Rossi", "Memorial Bruno Bianchi");
    publish("memorial-anna-rossi", NULL, "Memorial Anna Rossi", 3600);
    publish("memorial-bruno-bianchi", "Live: Bruno Bianchi", "Memorial Bruno Bianchi", 0);
    close_event("Memorial Bruno Bianchi");
    assert_int_equal(hall_stop(&h), 0);
}

static void test_hall__erased_events_stay_two(void **state)
{
    (void)state;
    play_memorials();
    assert_erased(RUN("erase", "--yes", h.database, "Anna Rossi"));
    /* what will be is what is told */
    assert_erased(RUN("erase", h.database, "Bruno Bianchi"));
    assert_non_null(strstr(said, "(publication.2): \"memorial-erased-2\""));
    assert_non_null(strstr(said, "\"Memorial erased 2\""));
    assert_erased(RUN("erase", "--yes", h.database, "Bruno Bianchi"));
    assert_erased(RUN("check", "--judge", h.database));
    hall_start(&h, no_engine);
    assert_apart(plain_names, plain_events);
}

static void test_hall__events_erased_at_once_stay_two(void **state)
{
    (void)state;
    play_memorials();
    assert_erased(RUN("erase", "--yes", h.database, "Bruno Bianchi", "Anna Rossi"));
    hall_start(&h, no_engine);
    assert_apart(plain_names, plain_events);
}

static void test_hall__erased_events_of_postgres_stay_two(void **state)
{
    char file[300];

    (void)state;
    if (!postgres_is_there()) {
        print_message("# PostgreSQL is not installed (Debian: postgresql), or was not built in\n");
        skip();
    }
    play_memorials();
    (void)snprintf(file, sizeof file, "%s/erased.arbitro", h.folder);
    assert_erased(RUN("erase", "--yes", "--to", postgres_other(), h.database, "Anna Rossi"));
    assert_erased(RUN("erase", "--yes", "--to", file, postgres_other(), "Bruno Bianchi"));
    postgres_empty();
    assert_erased(RUN("copy", file, postgres_other()));
    (void)snprintf(h.database, sizeof h.database, "%s", postgres_other());
    hall_start(&h, no_engine);
    assert_apart(plain_names, plain_events);
}

/* ---- which number */

/* Published the other way round, with quotation marks in the name, and already one that is called
 * so: event and address have the same number all the same. */
static void test_hall__an_erased_event_has_one_number(void **state)
{
    static const char *names[] = { "cup-erased-2", "cup-erased-3" };
    static const char *events[] = { "Cup \"erased 2\"", "Cup \"erased 3\"" };

    (void)state;
    make_round("Cup \"erased\"", NULL, 1, "1; Gina; Hugo");
    play_two("Cup \"Anna Rossi\"", "Cup \"Bruno Bianchi\"");
    publish("cup-bruno-bianchi", NULL, "Cup \"Bruno Bianchi\"", 0);
    publish("cup-anna-rossi", NULL, "Cup \"Anna Rossi\"", 3600);
    close_event("Cup \"Bruno Bianchi\"");
    assert_int_equal(hall_stop(&h), 0);
    assert_erased(RUN("erase", "--yes", h.database, "Anna Rossi", "Bruno Bianchi"));
    hall_start(&h, no_engine);
    assert_apart(names, events);
}

/* Addresses may be alike where events are not; then the events get the number, too. */
static void test_hall__an_erased_address_numbers_its_event(void **state)
{
    (void)state;
    play_two("Cup of Anna Rossi", "Bruno Bianchi's Cup");
    publish("cup-anna-rossi", NULL, "Cup of Anna Rossi", 3600);
    publish("cup-bruno-bianchi", NULL, "Bruno Bianchi's Cup", 0);
    publish("cup-annarossi", NULL, "Cup of Anna Rossi", 60);
    assert_int_equal(hall_stop(&h), 0);
    assert_erased(RUN("erase", "--yes", h.database, "Anna Rossi", "Bruno Bianchi"));
    hall_start(&h, no_engine);
    assert_published("cup-erased", "Cup of erased", 3600);
    assert_published("cup-erased-2", "Cup of erased", 60); /* a second address of the same */
    assert_published("cup-erased-3", "erased 3's Cup", 0);
}

/* Groups of one event are two as well: both have a first round. */
static void test_hall__erased_groups_stay_two(void **state)
{
    json_t *desk = NULL;

    (void)state;
    make_round("Cup", "Group Anna Rossi", 1, "1; Carla; Dario");
    make_round("Cup", "Group Bruno Bianchi", 1, "1; Elena; Fabio");
    assert_int_equal(hall_stop(&h), 0);
    assert_erased(RUN("erase", "--yes", h.database, "Anna Rossi", "Bruno Bianchi"));
    hall_start(&h, no_engine);
    assert_int_equal(hall_ask(&desk, &h, "GET", "/api/desk", h.key, NULL), 200);
    assert_int_equal(count_of(json_object_get(desk, "rounds"), "group", "Group erased"), 1);
    assert_int_equal(count_of(json_object_get(desk, "rounds"), "group", "Group erased 2"), 1);
    assert_int_equal(count_of(json_object_get(desk, "tiles"), "group", "Group erased 2"), 1);
    json_decref(desk);
}

/* ---- how long */

/* What is longer without a short name than a hall takes would not be published any more. */
static void test_hall__an_erased_event_is_not_too_long(void **state)
{
    char event[201], title[201], name[65];

    (void)state;
    memset(event, 'x', 200), memset(title, 'y', 200), memset(name, 'z', 64);
    memcpy(event, "An Li ", 6), memcpy(title, "An Li ", 6), memcpy(name, "an-li-", 6);
    event[200] = title[200] = name[64] = '\0';
    play_two(event, "erased");
    publish(name, title, event, 3600);
    close_event(event);
    assert_int_equal(hall_stop(&h), 0);
    assert_erased(RUN("erase", "--yes", h.database, "An Li"));
    hall_start(&h, no_engine);
    assert_published("erased-2", "erased 2", 3600);
    assert_rounds("erased 2");
    assert_rounds("erased");
    assert_closed("erased 2");
}

/* ---- two that have become one before */

static void test_hall__check_finds_one_name_twice(void **state)
{
    static const char again[] = "{\"name\":\"open\",\"title\":null,\"event\":\"Open\","
                                "\"delay\":0,\"games\":[]}";
    arb_store *store = NULL;

    (void)state;
    make_round("Open", NULL, 1, "1; Carla; Dario");
    publish("open", NULL, "Open", 3600);
    assert_int_equal(hall_stop(&h), 0);
    assert_erased(RUN("check", h.database));
    assert_int_equal(arb_store_open(&store, h.database, &(arb_store_options){ .create = false }),
                     ARB_STORE_OK);
    assert_int_equal(
        arb_store_setting_set(store, "publication.7", (arb_store_bytes){ again, sizeof again - 1 }),
        ARB_STORE_OK);
    arb_store_close(store);
    assert_int_equal(RUN("check", h.database), 1);
    assert_non_null(strstr(said, "two publications have one name: open"));
    assert_int_equal(RUN("check", "--json", h.database), 1);
    assert_non_null(strstr(said, "\"fault\":\"publication\""));
    hall_start(&h, no_engine);
}

static int open_on_postgres(void **state)
{
    (void)state;
    if (!postgres_is_there())
        return 0;
    hall_init(&h);
    postgres_empty();
    (void)snprintf(h.database, sizeof h.database, "%s", postgres_address());
    hall_start(&h, no_engine);
    return 0;
}

static int close_on_postgres(void **state)
{
    if (!postgres_is_there())
        return 0;
    const int status = fixture_close(state);
    postgres_empty();
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__erased_events_stay_two, fixture_program),
        FIXTURE_TEST(test_hall__events_erased_at_once_stay_two, fixture_program),
        FIXTURE_TEST(test_hall__an_erased_event_has_one_number, fixture_program),
        FIXTURE_TEST(test_hall__an_erased_address_numbers_its_event, fixture_program),
        FIXTURE_TEST(test_hall__erased_groups_stay_two, fixture_program),
        FIXTURE_TEST(test_hall__an_erased_event_is_not_too_long, fixture_program),
        FIXTURE_TEST(test_hall__check_finds_one_name_twice, fixture_program),
        cmocka_unit_test_setup_teardown(test_hall__erased_events_of_postgres_stay_two,
                                        open_on_postgres, close_on_postgres),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
