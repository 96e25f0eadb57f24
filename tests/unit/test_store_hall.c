/* SPDX-License-Identifier: MIT */
/* Tokens, people and seats, settings and the heartbeat; and that an erased person is gone. */
#define _GNU_SOURCE
#include "test_store_common.h"

typedef struct seen {
    char text[2048];
} seen;

static void say(seen *it, const char *format, ...) ARB_FORMAT(2, 3);
static void say(seen *it, const char *format, ...)
{
    const size_t used = strlen(it->text);
    va_list list;

    va_start(list, format);
    (void)vsnprintf(it->text + used, sizeof it->text - used, format, list);
    va_end(list);
}

/* ---- tokens ---- */

static bool see_token(void *user, const arb_store_token *token)
{
    say(user, "%.*s:%d:%u:%d ", (int)token->hash.size, token->hash.text, (int)token->game,
        (unsigned)token->role, (int)token->expires_ms);
    return true;
}

static void test_store__tokens_open_games(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t one = game_of(store), two = game_of(store);
    arb_store_token token = { .hash = bytes("w"), .game = one, .role = 3, .expires_ms = -5 };
    static const char hash[ARB_STORE_WORD_MAX + 1] = "x";
    seen it = { "" };

    assert_fine(arb_store_token_add(store, &token));
    assert_err(arb_store_token_add(store, &token), ARB_STORE_EXISTS);
    token.hash = bytes("b");
    token.game = two;
    assert_fine(arb_store_token_add(store, &token));
    token.hash = bytes("c");
    token.game = 99;
    assert_err(arb_store_token_add(store, &token), ARB_STORE_UNKNOWN);
    token.hash = (arb_store_bytes){ hash, sizeof hash };
    assert_err(arb_store_token_add(store, &token), ARB_STORE_TOO_LARGE);

    assert_fine(arb_store_token_find(store, bytes("w"), see_token, &it));
    assert_string_equal(it.text, "w:1:3:-5 ");
    assert_err(arb_store_token_find(store, bytes("c"), see_token, &it), ARB_STORE_UNKNOWN);
    assert_err(arb_store_token_find(store, bytes(""), see_token, &it), ARB_STORE_UNKNOWN);
    assert_fine(arb_store_tokens(store, 0, see_token, &it));
    assert_string_equal(it.text, "w:1:3:-5 b:2:3:-5 w:1:3:-5 ");
    assert_fine(arb_store_token_remove(store, bytes("w")));
    assert_err(arb_store_token_remove(store, bytes("w")), ARB_STORE_UNKNOWN);
    it.text[0] = '\0';
    assert_fine(arb_store_tokens(store, one, see_token, &it));
    assert_string_equal(it.text, "");
    arb_store_close(store);
}

/* ---- people ---- */

static bool see_person(void *user, const arb_store_person *person)
{
    say(user, "%d:%.*s:%.*s ", (int)person->id, (int)person->name.size, person->name.text,
        (int)person->contact.size, person->contact.text);
    return true;
}

static bool see_seat(void *user, const arb_store_seat *seat)
{
    say(user, "%.*s:%d:%.*s ", (int)seat->seat.size, seat->seat.text, (int)seat->person,
        (int)seat->tags.size, seat->tags.text);
    return true;
}

static uint64_t person_of(arb_store *store, const char *name)
{
    const arb_store_person person = { .name = bytes(name), .contact = bytes("a@b.example") };
    uint64_t id = 0;

    assert_fine(arb_store_person_new(&id, store, &person));
    return id;
}

static void test_store__people_come_and_go(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    seen it = { "" };

    assert_int_equal(person_of(store, "Anna"), 1);
    assert_int_equal(person_of(store, "Bruno \"B\" O'Hara"), 2);
    const arb_store_person renamed = { 1, bytes("Anna Verdi"), bytes("") };
    assert_fine(arb_store_person_set(store, &renamed));
    assert_fine(arb_store_people(store, 0, SIZE_MAX, see_person, &it));
    assert_string_equal(it.text, "1:Anna Verdi: 2:Bruno \"B\" O'Hara:a@b.example ");
    assert_fine(arb_store_person_erase(store, 2));
    assert_err(arb_store_person_erase(store, 2), ARB_STORE_UNKNOWN);
    assert_err(arb_store_person_get(store, 2, see_person, &it), ARB_STORE_UNKNOWN);
    assert_err(arb_store_person_get(store, 0, see_person, &it), ARB_STORE_UNKNOWN);
    const arb_store_person gone = { .id = 2, .name = bytes("x") };
    assert_err(arb_store_person_set(store, &gone), ARB_STORE_UNKNOWN);
    assert_int_equal(person_of(store, "Carlo"),
                     3); /* the number of an erased person stays unused */
    const arb_store_person wrong = { .name = bytes("two\nlines") };
    uint64_t id = 77;
    assert_err(arb_store_person_new(&id, store, &wrong), ARB_STORE_TEXT);
    assert_int_equal(id, 77);
    arb_store_close(store);
}

static void test_store__numbers_of_people_are_copied_and_never_given_twice(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const arb_store_person copied = { 5, bytes("Anna"), bytes("") };
    uint64_t given = 0;

    assert_fine(arb_store_person_put(store, &copied));
    assert_err(arb_store_person_put(store, &copied), ARB_STORE_EXISTS);
    assert_fine(arb_store_people_give(store, 9));
    assert_fine(arb_store_people_given(&given, store));
    assert_int_equal(given, 9);
    assert_int_equal(person_of(store, "Bruno"), 10);
    assert_fine(arb_store_people_give(store, 20));
    assert_int_equal(person_of(store, "Carlo"), 21);
    assert_fine(arb_store_people_give(store, 3)); /* given long ago */
    assert_int_equal(person_of(store, "Dora"), 22);
    arb_store_close(store);
}

static void test_store__seats_know_people_by_number(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store), anna = person_of(store, "Anna"),
                   carlo = person_of(store, "Carlo");
    arb_store_seat seat = { game, bytes("white"), anna, bytes("tag WhiteElo \"2100\"\n") };
    static const char *const wrong[] = { "tag BlackElo \"1\"\n",
                                         "tag White \"Anna\"\n",
                                         "tag Event \"x\"\n",
                                         "0 arbiter start\n",
                                         "nonsense",
                                         "tag WhiteElo \"1\"" };
    seen it = { "" };

    assert_fine(arb_store_seat_set(store, &seat));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        seat.tags = bytes(wrong[i]);
        assert_err(arb_store_seat_set(store, &seat), ARB_STORE_SYNTAX);
    }
    seat = (arb_store_seat){ game, bytes("arbiter"), carlo, bytes("") };
    assert_fine(arb_store_seat_set(store, &seat));
    seat.person = 55;
    assert_err(arb_store_seat_set(store, &seat), ARB_STORE_UNKNOWN);
    seat.person = anna;
    seat.game = 55;
    assert_err(arb_store_seat_set(store, &seat), ARB_STORE_UNKNOWN);
    assert_fine(arb_store_seats(store, game, see_seat, &it));
    assert_string_equal(it.text, "arbiter:2: white:1:tag WhiteElo \"2100\"\n ");
    assert_fine(arb_store_person_erase(store, anna));
    seat = (arb_store_seat){ game, bytes("arbiter"), 0, bytes("") };
    assert_fine(arb_store_seat_set(store, &seat));
    it.text[0] = '\0';
    assert_fine(arb_store_seats(store, game, see_seat, &it));
    assert_string_equal(it.text, "white:1: ");
    arb_store_close(store);
}

/* How often a text stands in the files of the folder. */
static size_t count_in_files(const folder *where, const char *text)
{
    DIR *all = opendir(where->path);
    size_t found = 0;

    assert_non_null(all);
    for (struct dirent *entry = readdir(all); entry; entry = readdir(all)) {
        char name[600];
        (void)snprintf(name, sizeof name, "%s/%s", where->path, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(name, "rb");
        if (!file)
            continue;
        (void)fseek(file, 0, SEEK_END);
        const long size = ftell(file);
        rewind(file);
        char *data = malloc((size_t)size + 1);
        assert_non_null(data);
        const size_t length = fread(data, 1, (size_t)size, file);
        (void)fclose(file);
        for (const char *at = data;
             (at = memmem(at, length - (size_t)(at - data), text, strlen(text))) != NULL; at++)
            found++;
        free(data);
    }
    (void)closedir(all);
    return found;
}

/* People come in between others, so that pages of the file split and move. */
static void test_store__an_erased_person_is_gone_from_the_files(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    uint64_t wanted[20];
    arb_store_receipt receipt;
    arb_store_event event = event_of(game, "a");

    assert_fine(arb_store_append(&receipt, store, &event));
    for (unsigned i = 0; i < 400; i++) {
        char name[200];
        (void)snprintf(name, sizeof name, "%s%0*u", i % 20 == 7 ? "Zanzibara" : "Other",
                       (int)(i % 150) + 4, i);
        const uint64_t id = person_of(store, name);
        if (i % 20 == 7)
            wanted[i / 20] = id;
    }
    const arb_store_seat seat = { game, bytes("black"), wanted[3],
                                  bytes("tag BlackTeam \"Zanzibara\"\n") };
    assert_fine(arb_store_seat_set(store, &seat));
    const arb_store_person renamed = { wanted[4], bytes("Zanzibara again and longer"), bytes("") };
    assert_fine(arb_store_person_set(store, &renamed));
    assert_true(count_in_files(where, "Zanzibara") > 0);

    assert_fine(arb_store_begin(store));
    for (size_t i = 0; i < 20; i++)
        assert_fine(arb_store_person_erase(store, wanted[i]));
    assert_fine(arb_store_commit(store));
    assert_int_equal(count_in_files(where, "Zanzibara"), 0);
    assert_true(count_in_files(where, "Other") > 0);
    assert_int_equal(store_count_all(store), 1);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
    assert_int_equal(count_in_files(where, "Zanzibara"), 0);
}

/* ---- settings and the heartbeat ---- */

static void test_store__settings_are_kept(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    static char large[ARB_STORE_VALUE_MAX + 1], name[ARB_STORE_WORD_MAX + 2];
    arb_buf value;

    arb_buf_init(&value, NULL, 10);
    assert_err(arb_store_setting_get(&value, store, "key"), ARB_STORE_UNKNOWN);
    assert_fine(arb_store_setting_set(store, "key", (arb_store_bytes){ "a\0b", 3 }));
    assert_fine(arb_store_setting_set(store, "key", (arb_store_bytes){ "c\0de", 4 }));
    assert_fine(arb_store_setting_set(store, "empty", (arb_store_bytes){ NULL, 0 }));
    assert_fine(arb_store_setting_get(&value, store, "key"));
    assert_fine(arb_store_setting_get(&value, store, "empty"));
    assert_int_equal(arb_buf_size(&value), 4);
    assert_memory_equal(arb_buf_text(&value), "c\0de", 4);
    const arb_store_bytes too_large = { large, sizeof large };
    assert_err(arb_store_setting_set(store, "key", too_large), ARB_STORE_TOO_LARGE);
    memset(name, 'n', sizeof name - 1);
    assert_err(arb_store_setting_set(store, name, bytes("")), ARB_STORE_TOO_LARGE);
    assert_fine(arb_store_setting_set(store, "long", (arb_store_bytes){ large, 20 }));
    assert_err(arb_store_setting_get(&value, store, "long"), ARB_STORE_TOO_LARGE);
    arb_buf_clear(&value);
    arb_store_close(store);
}

static void test_store__the_heart_beats(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    arb_store_heartbeat beat = { "boot-1", { 1000, 2000 } }, found = { "unchanged", { 0, 0 } };

    assert_err(arb_store_heartbeat_get(&found, store), ARB_STORE_UNKNOWN);
    assert_string_equal(found.boot, "unchanged");
    assert_fine(arb_store_beat(store, &beat));
    beat.stamp.monotonic_ms = 1999;
    assert_fine(arb_store_beat(store, &beat));
    arb_store_close(store);
    store = store_open(where->file);
    assert_fine(arb_store_heartbeat_get(&found, store));
    assert_string_equal(found.boot, "boot-1");
    assert_int_equal(found.stamp.monotonic_ms, 1999);
    assert_int_equal(found.stamp.wall_ms, 2000);
    memset(beat.boot, 'x', sizeof beat.boot);
    assert_err(arb_store_beat(store, &beat), ARB_STORE_TOO_LARGE);
    assert_int_equal(store_count_all(store), 0);
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__tokens_open_games),
        STORE_TEST(test_store__people_come_and_go),
        STORE_TEST(test_store__numbers_of_people_are_copied_and_never_given_twice),
        STORE_TEST(test_store__seats_know_people_by_number),
        FILE_TEST(test_store__an_erased_person_is_gone_from_the_files),
        STORE_TEST(test_store__settings_are_kept),
        STORE_TEST(test_store__the_heart_beats),
    };

    return STORE_RUN(tests);
}
