/* SPDX-License-Identifier: MIT */
/*
 * A hall that ran on PostgreSQL, whose events carry the numbers of their leases: out as a folder
 * and in again, into a file and into PostgreSQL, it is the same hall; and a person can be erased
 * from it, unless a hall has it open.
 */
#define _GNU_SOURCE
#include <unistd.h>

#include "store/inspect.h"
#include "support/hall/fixture.h"
#include "support/hall/program.h"
#include "support/store/postgres.h"

#define NAME "Anna Quirinetti"

static int open_hall(void **state)
{
    (void)state;
    hall_init(&h);
    postgres_empty();
    (void)snprintf(h.database, sizeof h.database, "%s", postgres_address());
    hall_start(&h, no_engine);
    return 0;
}

static void path_in(char out[300], const char *name)
{
    (void)snprintf(out, 300, "%s/%s", h.folder, name);
}

/* Two owners one after the other, so that epochs differ; a refusal, a report, a second game. */
static seats play(void)
{
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"names\":"
                                  "{\"white\":\"" NAME "\",\"black\":\"Bruno\"}}");

    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_true(hall_do(&h, s.white, "move e4"));
    assert_true(hall_do(&h, s.white, "press"));
    assert_true(hall_do(&h, s.spectator, "report \"" NAME " has a telephone\""));
    (void)hall_game(&h, "{\"mode\":\"tournament\"}");
    assert_int_equal(hall_stop(&h), 0);
    hall_start(&h, no_engine);
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_do(&h, s.black, "move e5"));
    assert_false(hall_do(&h, s.white, "press"));
    return s;
}

static void assert_done(int status)
{
    if (status != 0)
        fail_msg("%d: %s", status, said);
}

/* Every row of every table. */
static void digest_of(unsigned char out[ARB_STORE_HASH_SIZE], const char *database)
{
    const arb_store_options options = { .read_only = true };
    arb_store *store = NULL;

    assert_int_equal(arb_store_open(&store, database, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_digest(out, store), ARB_STORE_OK);
    arb_store_close(store);
}

static void assert_same(const char *a, const char *b)
{
    unsigned char here[ARB_STORE_HASH_SIZE], there[ARB_STORE_HASH_SIZE];

    digest_of(here, a);
    digest_of(there, b);
    assert_memory_equal(here, there, sizeof here);
}

/* The game goes on, by the same links, wherever the hall is now. */
static void go_on(const seats *s, const char *database, bool named)
{
    (void)snprintf(h.database, sizeof h.database, "%s", database);
    hall_start(&h, no_engine);
    json_t *game = hall_look(&h, s->white);
    if (named)
        assert_string_equal(text_at(game, "names.white"), NAME);
    else
        assert_true(json_is_null(at(game, "names.white")));
    assert_string_equal(text_at(game, "names.black"), "Bruno");
    json_decref(game);
    assert_true(hall_do(&h, s->arbiter, "resume"));
    assert_true(hall_do(&h, s->black, "press"));
    assert_true(hall_do(&h, s->white, "move Nf3"));
    assert_int_equal(hall_stop(&h), 0);
    assert_done(RUN("check", database));
}

static void test_hall__a_whole_hall_of_postgres_comes_back(void **state)
{
    char folder[300], file[300], again[300], command[700];

    (void)state;
    const seats s = play();
    assert_int_equal(hall_stop(&h), 0);
    assert_true(postgres_ask(postgres_address(), "SELECT max(epoch) FROM events") > 1);
    path_in(folder, "whole");
    path_in(file, "hall.arbitro");
    assert_done(RUN("export", "--whole", folder, postgres_address()));
    assert_done(RUN("import", "--whole", folder, file));
    assert_same(postgres_address(), file);
    assert_done(RUN("import", "--whole", folder, postgres_other()));
    assert_same(postgres_address(), postgres_other());
    assert_int_equal(RUN("import", "--whole", folder, postgres_other()), 2); /* it is there */
    assert_non_null(strstr(said, "there is something in this database"));
    path_in(again, "again");
    assert_done(RUN("export", "--whole", again, file));
    (void)snprintf(command, sizeof command, "diff -r %s %s", folder, again);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools look */
    go_on(&s, postgres_other(), true);
    go_on(&s, file, true);
    hall_start(&h, no_engine);
}

/* What an export cannot be read back from is told, and no sums say that it is whole. */
static void test_hall__an_export_looks_at_itself(void **state)
{
    char folder[300], sums[400];

    (void)state;
    (void)play();
    assert_int_equal(hall_stop(&h), 0);
    /* no game has it: every other part of the export goes well */
    postgres_sql(postgres_address(), "INSERT INTO leases (game, epoch, hall) VALUES (99, 1, 0)");
    path_in(folder, "whole");
    (void)snprintf(sums, sizeof sums, "%s/sums.txt", folder);
    assert_int_equal(RUN("export", "--whole", folder, postgres_address()), 2);
    assert_non_null(strstr(said, "hall.jsonl"));
    assert_int_not_equal(access(sums, F_OK), 0);
    postgres_sql(postgres_address(), "DELETE FROM leases WHERE game = 99");
    hall_start(&h, no_engine);
}

/* Nowhere in what is exported, by the program that everybody has. */
static void assert_nameless(const char *database, const char *name)
{
    char folder[300], command[700];

    path_in(folder, name);
    assert_done(RUN("export", "--whole", folder, database));
    (void)snprintf(command, sizeof command, "! grep -rqi quirinetti %s", folder);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): the shell's own tools look */
    assert_done(RUN("check", "--judge", database));
}

static void test_hall__a_person_is_erased_from_postgres(void **state)
{
    char file[300], copy[300], erased[300];

    (void)state;
    const seats s = play();
    path_in(file, "erased.arbitro");
    path_in(copy, "copy.arbitro");
    path_in(erased, "erased-copy.arbitro");
    /* a hall acknowledges events meanwhile: they would be lost */
    assert_int_equal(RUN("erase", "--yes", "--to", file, postgres_address(), NAME), 2);
    assert_non_null(strstr(said, "open"));
    assert_int_not_equal(access(file, F_OK), 0);
    assert_int_equal(RUN("erase", postgres_address(), NAME), 0); /* looking is harmless */
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(RUN("erase", "--yes", postgres_address(), NAME), 2);
    assert_non_null(strstr(said, "--to"));
    assert_int_equal(RUN("erase", "--yes", "--to", postgres_other(), postgres_address(), "Nobody"),
                     1);

    assert_done(RUN("erase", "--yes", "--to", file, postgres_address(), NAME));
    assert_done(RUN("erase", "--yes", "--to", postgres_other(), postgres_address(), NAME));
    assert_int_equal(RUN("erase", "--yes", "--to", postgres_other(), postgres_address(), NAME), 2);
    assert_int_equal(RUN("erase", file, NAME), 1);
    assert_int_equal(RUN("erase", postgres_other(), NAME), 1);
    assert_nameless(file, "of-file");
    assert_nameless(postgres_other(), "of-other");
    /* and from a copy, in its place */
    assert_done(RUN("backup", postgres_address(), copy));
    assert_done(RUN("erase", "--yes", copy, NAME));
    assert_nameless(copy, "of-copy");
    assert_done(RUN("erase", postgres_address(), NAME)); /* the first is as it was */
    go_on(&s, postgres_other(), false);
    go_on(&s, file, false);
    hall_start(&h, no_engine);
}

/* By whichever address. */
static void test_hall__a_database_of_postgres_is_not_its_own_copy(void **state)
{
    static const char same[] = "source and target are the same database";
    char words[300], file[300];

    (void)state;
    (void)play();
    assert_int_equal(hall_stop(&h), 0);
    (void)snprintf(words, sizeof words, "dbname=postgres user=arbitro host=%s",
                   strstr(postgres_address(), "host=") + 5);
    const char *const targets[] = { postgres_address(), words };
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(RUN("copy", postgres_address(), targets[i]), 2);
        assert_non_null(strstr(said, same));
        assert_int_equal(RUN("erase", "--yes", "--to", targets[i], postgres_address(), NAME), 2);
        assert_non_null(strstr(said, same));
        assert_null(strstr(said, "secret"));
    }
    /* another one is another one, also when it is not empty, or open */
    assert_done(RUN("copy", postgres_address(), postgres_other()));
    assert_int_equal(RUN("copy", postgres_address(), postgres_other()), 2);
    assert_non_null(strstr(said, "not empty"));
    path_in(file, "a.arbitro");
    assert_done(RUN("copy", postgres_address(), file));
    assert_int_equal(RUN("copy", file, words), 2);
    assert_non_null(strstr(said, "not empty"));
    hall_start(&h, no_engine);
    assert_int_equal(RUN("copy", postgres_other(), words), 2);
    assert_non_null(strstr(said, "another program"));
}

static void skipped(void **state)
{
    (void)state;
    print_message("# PostgreSQL is not installed (Debian: postgresql), or was not built in\n");
    skip();
}

static int close_hall(void **state)
{
    const int status = fixture_close(state);

    postgres_empty();
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_hall__a_whole_hall_of_postgres_comes_back, open_hall,
                                        close_hall),
        cmocka_unit_test_setup_teardown(test_hall__an_export_looks_at_itself, open_hall,
                                        close_hall),
        cmocka_unit_test_setup_teardown(test_hall__a_person_is_erased_from_postgres, open_hall,
                                        close_hall),
        cmocka_unit_test_setup_teardown(test_hall__a_database_of_postgres_is_not_its_own_copy,
                                        open_hall, close_hall),
    };
    const struct CMUnitTest none[] = { cmocka_unit_test(skipped) };

    return postgres_is_there() ? cmocka_run_group_tests(tests, NULL, NULL)
                               : cmocka_run_group_tests(none, NULL, NULL);
}
