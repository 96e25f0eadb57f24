/* SPDX-License-Identifier: MIT */
/* Stored games as case files: what goes in comes out, names apart, and is judged again the same. */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <ftw.h>

#include "support/case_game.h"
#include "support/explorer.h"
#include "support/failing_mem.h"

static const char game_text[] =
    "case 7.5.2 a pawn   # and a comment\n"
    "tag Event \"Club \\\"A\\\"\"\ntag White \"Anna \\\"La\\\" Verdi\"\ntag WhiteElo \"2100\"\n"
    "tag Black \"?\"\ntag Round \"3\"\ntag Annotator \"Carlo \\\\ Neri\"\n"
    "option notation it\ntime 5400+30\nposition 8/P6k/8/8/8/8/8/K7 w - - 0 60\n"
    "given illegal black 1\n\n"
    "0:00 arbiter start\n+10 white move a7a8\n+1 white press\nexpect ruling 7.5.2\n"
    "+1 white accept\nexpect refused\n+1 black move Rg6\n";

static const char game_stored[] =
    "case      7.5.2 a pawn\nedition   fide-2023\ntime      5400+30\n"
    "position  8/P6k/8/8/8/8/8/K7 w - - 0 60\noption    notation it\ngiven     illegal black 1\n"
    "tag       Event \"Club \\\"A\\\"\"\ntag       Round \"3\"\n";

static const char game_names[] = "tag       Annotator \"Carlo \\\\ Neri\"\n"
                                 "tag       White \"Anna \\\"La\\\" Verdi\"\n"
                                 "tag       WhiteElo \"2100\"\n";

static const char game_events[] =
    "\n0:00:00 arbiter start\n0:00:10 white move a7a8\n0:00:11 white press\n"
    "0:00:12 white accept\n0:00:13 black move Rg6\n";

static uint64_t import(arb_store *store, const char *text)
{
    arb_case_reader reader;
    arb_where where;
    uint64_t game = 0;

    arb_case_reader_init(&reader, text, strlen(text));
    const arb_store_err err =
        arb_store_import(&game, store, &reader, (arb_store_stamp){ 1, 2 }, &where);
    if (err == ARB_STORE_SYNTAX)
        fail_msg("%zu:%zu: expected %s", where.line, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
    assert_fine(err);
    return game;
}

static void assert_export(arb_store *store, uint64_t game, bool names, const char *expected)
{
    arb_buf out;

    arb_buf_init(&out, NULL, 1 << 20);
    assert_fine(arb_store_export(&out, store, game, names));
    assert_string_equal(arb_buf_text(&out), expected);
    arb_buf_clear(&out);
}

static bool see_refused(void *user, const arb_store_event *event)
{
    *(unsigned *)user |= (unsigned)event->refused << event->number;
    return true;
}

static void test_store__a_case_goes_in_and_comes_out(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    char whole[2048];
    unsigned refused = 0;

    const uint64_t game = import(store, game_text);
    (void)snprintf(whole, sizeof whole, "%s%s%s", game_stored, game_names, game_events);
    assert_export(store, game, true, whole);
    const uint64_t again = import(store, whole);
    assert_export(store, again, true, whole);
    (void)snprintf(whole, sizeof whole, "%s%s", game_stored, game_events);
    assert_export(store, game, false, whole);
    assert_fine(arb_store_events_of(store, game, 0, SIZE_MAX, see_refused, &refused));
    assert_int_equal(refused, 1u << 4);
    for (uint64_t person = 1; person <= 2; person++)
        assert_fine(arb_store_person_erase(store, person));
    assert_export(store, game, true, whole);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

static void test_store__what_does_not_read_is_not_imported(void **state)
{
    static const struct {
        const char *text;
        size_t line;
    } wrong[] = {
        { "", 1 },
        { "nonsense", 1 },
        { "case a\nedition none\n", 2 },
        { "case a\n0 arbiter start\n+1 white dance\n", 3 },
        { "case a\n5 arbiter start\n1 white move e4\n", 3 },
        { "case a\n0 arbiter start\nexpect nothing\n", 3 },
    };
    const folder *folder_ = *state;
    arb_store *store = store_open(folder_->file);
    uint64_t game = 0;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        arb_case_reader reader;
        arb_where where = { 0 };
        arb_case_reader_init(&reader, wrong[i].text, strlen(wrong[i].text));
        assert_err(arb_store_import(&game, store, &reader, (arb_store_stamp){ 1, 2 }, &where),
                   ARB_STORE_SYNTAX);
        assert_int_equal(where.line, wrong[i].line);
    }
    assert_int_equal(store_count_all(store), 0);
    assert_int_equal(game_of(store), 1);

    /* a name that is too long is no reason to store half a game; nor does it join a batch */
    char text[ARB_STORE_NAME_MAX + 100];
    (void)snprintf(text, sizeof text, "case a\ntag White \"%0*d\"\n0 arbiter start\n",
                   ARB_STORE_NAME_MAX + 1, 7);
    arb_case_reader reader;
    arb_case_reader_init(&reader, text, strlen(text));
    assert_err(arb_store_import(&game, store, &reader, (arb_store_stamp){ 1, 2 }, NULL),
               ARB_STORE_TOO_LARGE);
    assert_int_equal(reader.at, 0);
    assert_fine(arb_store_begin(store));
    assert_err(arb_store_import(&game, store, &reader, (arb_store_stamp){ 1, 2 }, NULL),
               ARB_STORE_STATE);
    assert_fine(arb_store_commit(store));
    assert_int_equal(game_of(store), 2);
    arb_store_close(store);
}

static void test_store__several_cases_are_several_games(void **state)
{
    static const char text[] = "case a\n0 arbiter start\ncase b\n0 arbiter start\n+1 white resign\n"
                               "case c\ntime none\n";
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    arb_case_reader reader;
    uint64_t game = 0;

    arb_case_reader_init(&reader, text, strlen(text));
    for (uint64_t i = 1; i <= 3; i++) {
        assert_fine(arb_store_import(&game, store, &reader, (arb_store_stamp){ 1, 2 }, NULL));
        assert_int_equal(game, i);
    }
    assert_err(arb_store_import(&game, store, &reader, (arb_store_stamp){ 1, 2 }, NULL),
               ARB_STORE_SYNTAX);
    assert_int_equal(store_count_all(store), 3);
    assert_export(store, 3, true, "case      c\nedition   fide-2023\ntime      none\n\n");
    arb_buf out;
    arb_buf_init(&out, NULL, 10);
    assert_err(arb_store_export(&out, store, 4, true), ARB_STORE_UNKNOWN);
    assert_err(arb_store_export(&out, store, 1, true), ARB_STORE_TOO_LARGE);
    assert_int_equal(arb_buf_size(&out), 0);
    arb_buf_clear(&out);
    arb_store_close(store);
}

static void test_store__a_loaded_game_is_the_same_game(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t id = import(store, game_text);
    arb_store_event event = event_of(id, "");
    arb_store_receipt receipt;
    arb_game *game = NULL;
    size_t differs = 99;
    case_game judged;

    assert_int_equal(case_game_new(&judged, NULL, game_text, strlen(game_text)), ARB_OK);
    assert_fine(arb_store_game_load(&game, &differs, store, id, NULL));
    assert_int_equal(differs, 0);
    const char *difference = explorer_difference(arb_game_state(game), arb_game_state(judged.game));
    if (difference)
        fail_msg("%s", difference);
    arb_game_free(game);
    case_game_free(&judged);

    /* what was judged otherwise then is told, what cannot be read is damage */
    event.text = bytes("0:00:14 white resign");
    event.refused = true;
    assert_fine(arb_store_append(&receipt, store, &event));
    assert_fine(arb_store_game_load(&game, &differs, store, id, NULL));
    assert_int_equal(differs, 1);
    arb_game_free(game);
    event.text = bytes("0:00:15 white dance");
    assert_fine(arb_store_append(&receipt, store, &event));
    game = NULL;
    assert_err(arb_store_game_load(&game, &differs, store, id, NULL), ARB_STORE_CORRUPT);
    assert_null(game);
    assert_err(arb_store_game_load(&game, NULL, store, 77, NULL), ARB_STORE_UNKNOWN);
    arb_store_close(store);
}

static void test_store__a_long_game_is_read_whole(void **state)
{
    enum { EVENTS = 9000 };
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t id = game_of(store), other = game_of(store);
    arb_game *game = NULL;
    size_t differs = 0;

    assert_fine(arb_store_begin(store));
    for (unsigned i = 0; i < EVENTS; i++) {
        char text[64];
        arb_store_receipt receipt;
        arb_store_event event = event_of(i % 10 == 3 ? other : id, "");
        (void)snprintf(text, sizeof text, "%u:%02u:%02u arbiter rule %u", i / 3600, i / 60 % 60,
                       i % 60, i);
        event.text = bytes(text);
        assert_fine(arb_store_append(&receipt, store, &event));
    }
    assert_fine(arb_store_commit(store));
    assert_fine(arb_store_game_load(&game, &differs, store, id, NULL));
    assert_int_equal(arb_game_size(game), EVENTS / 10 * 9);
    assert_int_equal(differs, 0);
    arb_game_free(game);
    arb_store_close(store);
}

/* ---- the whole corpus ---- */

static arb_store *corpus_store;
static size_t corpus_cases;

/* Imports a case, exports it, and does so again with what came out: nothing changes any more. */
static void check_case(arb_case_reader *reader)
{
    arb_buf first, second;
    arb_game *game = NULL;
    uint64_t id = 0;
    size_t differs = 0;

    arb_buf_init(&first, NULL, 1 << 20);
    arb_buf_init(&second, NULL, 1 << 20);
    assert_fine(arb_store_import(&id, corpus_store, reader, (arb_store_stamp){ 1, 2 }, NULL));
    assert_fine(arb_store_export(&first, corpus_store, id, true));
    id = import(corpus_store, arb_buf_text(&first));
    assert_fine(arb_store_export(&second, corpus_store, id, true));
    assert_string_equal(arb_buf_text(&first), arb_buf_text(&second));
    assert_fine(arb_store_game_load(&game, &differs, corpus_store, id, NULL));
    assert_int_equal(differs, 0);
    arb_game_free(game);
    arb_buf_clear(&first);
    arb_buf_clear(&second);
    corpus_cases++;
}

static int check_file(const char *name, const struct stat *info, int flag, struct FTW *depth)
{
    static char text[1 << 16];

    (void)depth;
    if (flag != FTW_F || !strstr(name, ".case") || (size_t)info->st_size >= sizeof text)
        return 0;
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    text[size] = '\0';
    arb_case_reader reader;
    arb_case_reader_init(&reader, text, size);
    do
        check_case(&reader);
    while (reader.at < reader.size);
    return corpus_cases >= scaled(400);
}

static void test_store__every_case_survives_the_store(void **state)
{
    const folder *where = *state;
    const char *data = getenv("ARB_TEST_DATA");
    char cases[512];

    (void)snprintf(cases, sizeof cases, "%s/cases", data ? data : "tests");
    corpus_store = store_open(where->file);
    assert_true(nftw(cases, check_file, 8, FTW_PHYS) >= 0);
    assert_true(corpus_cases > 20);
    assert_fine(arb_store_check(corpus_store));
    arb_store_close(corpus_store);
}

/* ---- memory ---- */

static arb_err run_out(const arb_mem *mem, void *user)
{
    const arb_store_options options = { .mem = mem, .create = true };
    const folder *where = user;
    arb_store *store = NULL;
    arb_case_reader reader;
    arb_buf out;
    uint64_t game = 0;
    arb_game *loaded = NULL;
    arb_store_receipt receipt;
    arb_store_err err = arb_store_open(&store, where->file, &options);

    if (err)
        return err == ARB_STORE_NOMEM ? ARB_NOMEM : ARB_IO;
    arb_buf_init(&out, mem, 1 << 20);
    arb_case_reader_init(&reader, game_text, strlen(game_text));
    err = arb_store_import(&game, store, &reader, (arb_store_stamp){ 1, 2 }, NULL);
    arb_store_event event = event_of(game, "");
    event.text = bytes("0:00:20 white offer");
    if (!err)
        err = arb_store_append(&receipt, store, &event);
    if (!err)
        err = arb_store_export(&out, store, game, true);
    if (!err)
        err = arb_store_game_load(&loaded, NULL, store, game, NULL);
    arb_game_free(loaded);
    arb_buf_clear(&out);
    arb_store_close(store);
    return err == ARB_STORE_OK ? ARB_OK : err == ARB_STORE_NOMEM ? ARB_NOMEM : ARB_IO;
}

static void test_store__memory_may_run_out(void **state)
{
    const folder *where = *state;

    assert_true(failing_mem_sweep(run_out, (void *)where) > 10);
    arb_store *store = store_open(where->file);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_store__a_case_goes_in_and_comes_out),
        STORE_TEST(test_store__what_does_not_read_is_not_imported),
        STORE_TEST(test_store__several_cases_are_several_games),
        STORE_TEST(test_store__a_loaded_game_is_the_same_game),
        STORE_TEST(test_store__a_long_game_is_read_whole),
        STORE_TEST(test_store__every_case_survives_the_store),
        STORE_TEST(test_store__memory_may_run_out),
    };

    return STORE_RUN(tests);
}
