/* SPDX-License-Identifier: MIT */
/*
 * Many games that are read at once answer as each of them does alone; what is damaged or was
 * written to meanwhile is read alone. And heads that a batch expects are as good as those that it
 * looks for.
 */
#define _GNU_SOURCE
#include "test_store_house.h"

enum { GAMES = 5, ROOM = 4096 };

static const uint64_t all[] = { 3, 1, 2, 5, 4, 77, 2 }; /* one is not there, one twice */
enum { ALL = sizeof all / sizeof all[0] };

static void gather(arb_store *store)
{
    arb_store_gather(store, all, ALL, "game");
}

/* ---- games with something beside them */

static void furnish(arb_store *store)
{
    uint64_t person = 0;
    char text[32];

    for (unsigned i = 1; i <= GAMES; i++) {
        const uint64_t game = game_of(store);
        const arb_store_token token = { { text, 3 }, game, i, -1, false };
        const arb_store_seat seat = { game, bytes("white"), i,
                                      bytes(i == 2 ? "tag WhiteElo \"1\"\n" : "") };
        const arb_store_person one = { .name = bytes(i % 2 ? "Anna" : ""), .contact = bytes("c") };
        (void)snprintf(text, sizeof text, "k%u", i);
        assert_fine(arb_store_token_add(store, &token));
        assert_fine(arb_store_person_new(&person, store, &one));
        assert_fine(arb_store_seat_set(store, &seat));
        for (unsigned k = 0; k < i; k++)
            assert_fine(append(store, game, 0));
    }
    assert_fine(arb_store_person_erase(store, 3));
    assert_fine(arb_store_setting_set(store, "game.1", bytes("one")));
    assert_fine(arb_store_setting_set(store, "game.12", bytes("another's")));
    assert_fine(arb_store_setting_set(store, "game.2", bytes("")));
    assert_fine(arb_store_checklist_set(store, 2, bytes("a:desk")));
}

/* ---- all that is known of one, as text */

static void add(char *text, const char *word, arb_store_bytes value, uint64_t number)
{
    (void)snprintf(text + strlen(text), ROOM - strlen(text), "%s %.*s %d\n", word, (int)value.size,
                   value.text ? value.text : "", (int)number);
}

static bool tell_token(void *user, const arb_store_token *token)
{
    add(user, "token", token->hash, 10 * token->game + token->role);
    return true;
}

static bool tell_person(void *user, const arb_store_person *person)
{
    add(user, "person", person->name, person->id);
    add(user, "contact", person->contact, 0);
    return true;
}

typedef struct sitting {
    char *text;
    uint64_t person;
} sitting;

static bool tell_seat(void *user, const arb_store_seat *seat)
{
    sitting *it = user;

    add(it->text, "seat", seat->seat, seat->person);
    add(it->text, "tags", seat->tags, seat->game);
    it->person = seat->person;
    return true;
}

static void tell_setting(char *text, arb_store *store, const char *word, uint64_t game)
{
    char name[40];
    arb_buf value;

    (void)snprintf(name, sizeof name, "%s.%d", word, (int)game);
    arb_buf_init(&value, NULL, ROOM);
    const arb_store_err err = arb_store_setting_get(&value, store, name);
    add(text, word, (arb_store_bytes){ arb_buf_text(&value), arb_buf_size(&value) }, err);
    arb_buf_clear(&value);
}

static bool hear_game(void *user, const arb_store_game *game, const arb_case_header *header)
{
    (void)header;
    add(user, "game", game->summary, game->events);
    return true;
}

static bool hear_event(void *user, const arb_store_event *event)
{
    add(user, "event", event->text, event->sequence);
    return true;
}

static arb_store_err load(char *text, arb_store *store, uint64_t id)
{
    const arb_store_listener listener = { hear_game, hear_event, text, NULL };
    arb_store_copy *copy = NULL;
    arb_game *game = NULL;
    arb_store_err err = arb_store_copy_new(&copy, store, id);

    if (!err)
        err = arb_store_copy_load(&game, NULL, copy, &listener, NULL);
    arb_game_free(game);
    arb_store_copy_free(copy);
    return err;
}

static void tell(char text[ROOM], arb_store *store, uint64_t game)
{
    sitting it = { text, 0 };

    *text = '\0';
    assert_fine(arb_store_tokens(store, game, tell_token, text));
    assert_fine(arb_store_seats(store, game, tell_seat, &it));
    add(text, "sits", bytes(""),
        it.person ? arb_store_person_get(store, it.person, tell_person, text) : 0);
    tell_setting(text, store, "game", game);
    tell_setting(text, store, "checklist", game);
    tell_setting(text, store, "other", game);
    add(text, "loads", bytes(""), load(text, store, game));
}

/* Every game answers as it did. */
static void assert_same(arb_store *store, char before[ALL][ROOM])
{
    char text[ROOM];

    for (unsigned i = 0; i < ALL; i++) {
        tell(text, store, all[i]);
        assert_string_equal(text, before[i]);
    }
}

static void tell_all(char out[ALL][ROOM], arb_store *store)
{
    for (unsigned i = 0; i < ALL; i++)
        tell(out[i], store, all[i]);
}

/* ---- the tests */

static void test_gather__answers_as_the_database_does(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    char before[ALL][ROOM];

    furnish(store);
    tell_all(before, store);
    assert_non_null(strstr(before[1], "event 0:00:01 white offer 1\n"));
    gather(store);
    assert_same(store, before);
    arb_store_forget(store);
    assert_same(store, before);
    arb_store_gather(store, all, 0, "game");
    assert_same(store, before);
    gather(store);
    gather(store); /* what was there before is given up */
    arb_store_close(store);
}

/* From memory, until it is forgotten; the copy once. */
static void test_gather__is_answered_from_memory(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    char before[ALL][ROOM], text[ROOM];

    furnish(store);
    tell_all(before, store);
    gather(store);
    run_sql(where->file, on_postgres(where) ? "UPDATE arbitro.tokens SET role = 9;"
                                              "UPDATE arbitro.people SET name = 'Bea';"
                                              "UPDATE arbitro.settings SET value = 'two';"
                                              "UPDATE arbitro.seats SET tags = ''"
                                            : "UPDATE tokens SET role = 9;"
                                              "UPDATE people SET name = 'Bea';"
                                              "UPDATE settings SET value = CAST('two' AS BLOB);"
                                              "UPDATE seats SET tags = ''");
    assert_same(store, before);
    tell(text, store, 1);
    assert_string_equal(text, before[1]);
    arb_store_forget(store);
    tell(text, store, 1);
    assert_non_null(strstr(text, " 19\n"));
    assert_non_null(strstr(text, "person Bea 1\n"));
    assert_non_null(strstr(text, "game two 0\n"));
    arb_store_close(store);
}

/* Whoever writes reads what he has written. */
static void test_gather__is_forgotten_with_a_batch(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    char text[ROOM];

    furnish(store);
    gather(store);
    assert_fine(arb_store_setting_set(store, "game.1", bytes("changed")));
    tell(text, store, 1);
    assert_non_null(strstr(text, "game changed 0\n"));
    arb_store_close(store);
}

/* Damage is found by the game that has it, and the others are as before. */
static void test_gather__damage_is_told_as_ever(void **state)
{
    static const char *const wrong[] = {
        "UPDATE events SET text = '0:00:01 white resign' WHERE sequence = 5",
        "DELETE FROM events WHERE sequence = 6",
        "UPDATE heads SET events = events - 1 WHERE game = 3",
        "UPDATE heads SET events = events + 1 WHERE game = 3",
        "UPDATE tokens SET role = -1 WHERE game = 2",
        "DELETE FROM heads WHERE game = 4",
        "UPDATE events SET number = -1 WHERE sequence = 6",
    };
    const folder *where = *state;
    char text[200], before[ALL][ROOM];

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        folder_empty(where);
        arb_store *store = store_open(where->file);
        furnish(store);
        (void)snprintf(text, sizeof text, "%s%s",
                       on_postgres(where) ? "SET search_path = arbitro; " : "", wrong[i]);
        run_sql(where->file, text);
        tell_all(before, store);
        gather(store);
        assert_same(store, before);
        arb_store_close(store);
    }
}

/* A batch that says what it writes to writes the same. */
static void test_expect__heads_are_read_at_once(void **state)
{
    const folder *where = *state;
    const uint64_t games[] = { 1, 0, 2, 99, 3, 3 };
    arb_store *store = store_open(where->file);
    arb_store_receipt receipt;

    furnish(store);
    assert_err(arb_store_expect(store, games, 6), ARB_STORE_STATE);
    arb_store_close(store);
    store = store_open(where->file);
    for (unsigned round = 0; round < 2; round++) {
        assert_fine(arb_store_begin_ahead(store));
        assert_fine(arb_store_expect(store, games, 6));
        assert_fine(append(store, 1, 0));
        assert_fine(append(store, 2, 0));
        assert_fine(append(store, 3, 0));
        assert_err(append(store, 99, 0), ARB_STORE_UNKNOWN);
        assert_fine(arb_store_commit(store));
    }
    arb_store_event event = event_of(3, "mine");
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_int_equal(receipt.number, 6);
    arb_store_close(store);

    store = store_open(where->file); /* the client id is known although the head was expected */
    assert_fine(arb_store_begin(store));
    assert_fine(arb_store_expect(store, games, 6));
    assert_fine(append(store, 3, 0));
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_true(receipt.again);
    assert_int_equal(receipt.number, 6);
    assert_fine(arb_store_commit(store));
    assert_int_equal(store_count_all(store), 15 + 6 + 2);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* Rows of events that were looked for in the database, once the server has counted them: whoever
 * has ended a connection is asked until it has. */
static long long rows_read(const char *address, unsigned written)
{
    long long counted = 0;

    for (int i = 0; i < 500 && counted < written; i++) {
        (void)usleep(10000);
        counted = postgres_ask(address, "SELECT coalesce(sum(n_tup_ins), 0)::bigint"
                                        " FROM pg_stat_all_tables WHERE relname = 'events'");
    }
    assert_true(counted >= written);
    return postgres_ask(address,
                        "SELECT coalesce(sum(seq_tup_read) + sum(idx_tup_fetch), 0)::bigint"
                        " FROM pg_stat_all_tables WHERE relname = 'events'");
}

/* Whoever has written all events of a game knows their client ids, however many there are. */
static void test_append__client_ids_of_a_new_game_are_not_read(void **state)
{
    enum { EVENTS = 300 };
    const folder *where = *state;

    if (!on_postgres(where)) /* a file is asked about each */
        return;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    for (unsigned i = 0; i < EVENTS; i++) {
        char id[16];
        (void)snprintf(id, sizeof id, "id%u", i);
        arb_store_event event = event_of(game, id);
        arb_store_receipt receipt;
        assert_fine(arb_store_append(&receipt, store, &event));
    }
    arb_store_close(store);
    assert_in_range(rows_read(where->file, EVENTS), 0, EVENTS / 2);
}

/* ---- what lists say of games that got events */

static bool tell_changed(void *user, const arb_store_game *game, uint64_t last)
{
    add(user, "summary", game->summary, game->id);
    add(user, game->closed ? "closed after" : "open after", bytes(""), last);
    return true;
}

/* Each once, with the last of its events, in the order of their numbers. */
static void test_changed__is_told_of_games_with_events(void **state)
{
    static const char *const expected[] = {
        "summary one 1\nopen after  5\nsummary two 3\nclosed after  4\n",
        "summary one 1\nopen after  5\nsummary two 3\nclosed after  4\n",
        "summary one 1\nopen after  5\nsummary two 3\nclosed after  4\n",
        "summary one 1\nopen after  5\nsummary two 3\nclosed after  4\n",
        "summary one 1\nopen after  5\n",
        "",
    };
    const folder *where = *state;
    arb_store *store = store_open(where->file);

    for (unsigned i = 0; i < 3; i++)
        (void)game_of(store);
    assert_fine(append(store, 3, 0));
    assert_fine(append(store, 1, 0));
    assert_fine(append(store, 1, 0));
    assert_fine(append(store, 3, 0));
    assert_fine(append(store, 1, 0));
    assert_fine(arb_store_game_summary(store, 1, bytes("one")));
    assert_fine(arb_store_game_summary(store, 3, bytes("two")));
    assert_fine(arb_store_game_close(store, 3, true));
    for (uint64_t after = 0; after < sizeof expected / sizeof expected[0]; after++) {
        char text[ROOM] = "";
        assert_fine(arb_store_games_changed(store, after, tell_changed, text));
        assert_string_equal(text, expected[after]);
    }
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_gather__answers_as_the_database_does),
        STORE_TEST(test_gather__is_answered_from_memory),
        STORE_TEST(test_gather__is_forgotten_with_a_batch),
        STORE_TEST(test_gather__damage_is_told_as_ever),
        STORE_TEST(test_expect__heads_are_read_at_once),
        STORE_TEST(test_append__client_ids_of_a_new_game_are_not_read),
        STORE_TEST(test_changed__is_told_of_games_with_events),
    };

    return STORE_RUN(tests);
}
