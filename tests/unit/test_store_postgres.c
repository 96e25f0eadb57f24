/* SPDX-License-Identifier: MIT */
/*
 * What only a database elsewhere can do: be away, come back, be killed, be somebody else's; and
 * what becomes of a commit whose answer never came.
 */
#define _GNU_SOURCE
#include "test_store_common.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>

#include "store/inspect.h"

static arb_store_err open_err(const char *address, arb_store_options options)
{
    arb_store *store = NULL;
    const arb_store_err err = arb_store_open(&store, address, &options);

    arb_store_close(store);
    return err;
}

static arb_store_err append(arb_store *store, uint64_t game, const char *client)
{
    const arb_store_event event = event_of(game, client);
    arb_store_receipt receipt;

    return arb_store_append(&receipt, store, &event);
}

/* Tries until the database is back. */
static void append_at_last(arb_store *store, uint64_t game, const char *client)
{
    arb_store_err err = ARB_STORE_AWAY;

    for (int i = 0; i < 3000 && err == ARB_STORE_AWAY; i++) {
        err = append(store, game, client);
        if (err)
            (void)usleep(10000);
    }
    assert_fine(err);
}

/* ---- opening ---- */

static void test_store__addresses_lead_to_postgres(void **state)
{
    static const struct {
        const char *path, *shown;
        bool is;
    } all[] = {
        { "hall.arbitro", "hall.arbitro", false },
        { "a:b@c", "a:b@c", false },
        { "hosts=1", "hosts=1", false },
        { "postgres://", "postgres://", true },
        { "postgresql://h/x", "postgresql://h/x", true },
        { "postgres://u@h,i:5/x?target_session_attrs=read-write",
          "postgres://u@h,i:5/x?target_session_attrs=read-write", true },
        { "postgres://u:p@h/x", "postgres://u:***@h/x", true },
        { "postgres://u:@h/x", "postgres://u:***@h/x", true },
        { "postgres://u:a@b:c/d@h/x", "postgres://u:***@h/x", true },
        { "postgres://h/x?password=p&sslpassword=q&port=1",
          "postgres://h/x?password=***&sslpassword=***&port=1", true },
        { "postgres://u:p@h/x?PASSWORD=q", "postgres://u:***@h/x?PASSWORD=***", true },
        { "host=h dbname=x", "host=h dbname=x", true },
        { " dbname = x", " dbname = x", true },
        { "password=p host=h", "password=*** host=h", true },
        { "host=h password = 'a b\\' c' user=u sslpassword=z",
          "host=h password = *** user=u sslpassword=***", true },
        { "host=h password='never ends", "host=h password=***", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char shown[200], tiny[5];
        assert_int_equal(arb_store_is_postgres(all[i].path), all[i].is);
        assert_int_equal(arb_store_shown(shown, sizeof shown, all[i].path), strlen(all[i].shown));
        assert_string_equal(shown, all[i].shown);
        (void)arb_store_shown(tiny, sizeof tiny, all[i].path);
        assert_memory_equal(tiny, shown, 4);
        assert_int_equal(tiny[4], '\0');
    }
}

static void test_store__what_is_wrong_with_an_address_is_said(void **state)
{
    const folder *where = *state;
    const arb_store_options create = { .create = true }, read = { .read_only = true };
    char address[400];
    const char *host = strstr(where->file, "?host=") + 6;

    assert_err(open_err("postgres://h:x/y", create), ARB_STORE_ADDRESS);
    assert_err(open_err("host=h colour=blue", create), ARB_STORE_ADDRESS);
    assert_err(open_err("host=127.0.0.1 port=1 dbname=x", create), ARB_STORE_AWAY);
    (void)snprintf(address, sizeof address, "host=%s/nowhere dbname=x", where->path);
    assert_err(open_err(address, create), ARB_STORE_AWAY);
    (void)snprintf(address, sizeof address, "host=%s user=arbitro dbname=nowhere", host);
    assert_err(open_err(address, create), ARB_STORE_MISSING);
    (void)snprintf(address, sizeof address, "host=%s user=nobody dbname=postgres", host);
    assert_err(open_err(address, create), ARB_STORE_DENIED);
    assert_err(open_err(where->file, read), ARB_STORE_NOT_OURS);
    assert_err(open_err(where->file, (arb_store_options){ 0 }), ARB_STORE_NOT_OURS);
    assert_int_equal(
        postgres_ask(where->file, "SELECT count(*) FROM pg_namespace WHERE nspname = 'arbitro'"),
        0);
    postgres_sql(where->file, "CREATE SCHEMA arbitro; CREATE TABLE arbitro.games (x integer)");
    assert_err(open_err(where->file, create), ARB_STORE_NOT_OURS);
    postgres_sql(where->file, "DROP TABLE arbitro.games");
    assert_fine(open_err(where->file, create)); /* an empty schema is as good as none */
    assert_fine(open_err(where->file, read));
}

/* Whoever reads a database that an older hall writes to does not keep it from writing. */
static void test_store__who_reads_an_older_version_holds_nobody_up(void **state)
{
    static const char version_2[] = "ALTER TABLE turn DROP store, DROP settled,"
                                    " DROP channel, DROP unheard,"
                                    " ADD CONSTRAINT turn_id_check CHECK (id = 1);"
                                    "DELETE FROM schema_version WHERE version > 2";
    const arb_store_options read = { .read_only = true };
    const folder *where = *state;
    arb_store *store = store_open(where->file);

    assert_fine(append(store, game_of(store), "a"));
    arb_store_close(store);
    postgres_sql(where->file, version_2);
    assert_fine(arb_store_open(&store, where->file, &read));
    postgres_sql(where->file, "BEGIN; LOCK TABLE turn IN ROW EXCLUSIVE MODE NOWAIT; COMMIT");
    assert_int_equal(store_count_all(store), 1);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
    assert_int_equal(postgres_ask(where->file, "SELECT max(version) FROM schema_version"), 2);
    store = store_open(where->file);
    arb_store_close(store);
    assert_int_equal(postgres_ask(where->file, "SELECT max(version) FROM schema_version"), 5);
}

/* Two statements of another version, which must be understood for ever. */
static void test_store__an_older_version_is_brought_up(void **state)
{
    static const char version_1[] =
        "DROP TABLE leases; DROP TABLE halls; DROP FUNCTION fence; ALTER TABLE events DROP epoch;"
        "ALTER TABLE turn DROP hall, DROP store, DROP settled, DROP channel, DROP unheard,"
        " ADD CONSTRAINT turn_id_check CHECK (id = 1);"
        "DELETE FROM schema_version WHERE version > 1";
    const arb_store_options read = { .read_only = true };
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);

    assert_fine(append(store, game, "a"));
    arb_store_close(store);
    postgres_sql(where->file, version_1);
    assert_fine(arb_store_open(&store, where->file, &read)); /* reading changes nothing */
    assert_int_equal(store_count_all(store), 1);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
    assert_int_equal(postgres_ask(where->file, "SELECT max(version) FROM schema_version"), 1);
    postgres_sql(where->file, "CREATE TABLE halls (in_the_way integer)");
    assert_err(open_err(where->file, (arb_store_options){ 0 }), ARB_STORE_CORRUPT);
    assert_int_equal(postgres_ask(where->file, "SELECT max(version) FROM schema_version"), 1);
    postgres_sql(where->file, "DROP TABLE halls");
    store = store_open(where->file);
    assert_fine(append(store, game, "b"));
    assert_int_equal(store_count_all(store), 2);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* Nobody writes to what another one writes to; and who has lost it never does again. */
static void test_store__only_one_writes(void **state)
{
    const arb_store_options options = { .create = true }, shared = { .shared = true };
    const folder *where = *state;
    arb_store *store = store_open(where->file), *other = NULL;
    const uint64_t game = game_of(store);

    assert_err(open_err(where->file, options), ARB_STORE_LOCKED);
    assert_err(open_err(where->file, shared), ARB_STORE_LOCKED);
    assert_fine(append(store, game, "a"));
    postgres_cut(); /* and now somebody else is quicker */
    while (arb_store_open(&other, where->file, &options) != ARB_STORE_OK)
        continue;
    assert_fine(append(other, game, "b"));
    assert_err(append(store, game, "c"), ARB_STORE_LOCKED);
    arb_store_close(other);
    for (int i = 0; i < 3; i++)
        assert_int_not_equal(append(store, game, "c"), ARB_STORE_OK);
    arb_store_close(store);
    store = store_open(where->file);
    assert_int_equal(store_count_all(store), 2);
    arb_store_close(store);
}

static void test_store__rights_that_are_missing_are_said(void **state)
{
    const folder *where = *state;
    char address[400];
    const char *host = strstr(where->file, "?host=") + 6;
    const arb_store_options read = { .read_only = true }, create = { .create = true };

    arb_store_close(store_open(where->file));
    postgres_sql(where->file,
                 "DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object"
                 " THEN NULL; END $$; GRANT USAGE ON SCHEMA arbitro TO reader;"
                 "GRANT SELECT ON ALL TABLES IN SCHEMA arbitro TO reader");
    (void)snprintf(address, sizeof address, "host=%s user=reader dbname=postgres", host);
    assert_fine(open_err(address, read));
    assert_err(open_err(address, (arb_store_options){ 0 }), ARB_STORE_NO_RIGHT);
    postgres_sql(where->file, "REVOKE SELECT ON ALL TABLES IN SCHEMA arbitro FROM reader");
    assert_err(open_err(address, read), ARB_STORE_NO_RIGHT);
    postgres_sql(where->file, "REVOKE USAGE ON SCHEMA arbitro FROM reader");
    assert_err(open_err(address, read), ARB_STORE_NO_RIGHT); /* there is nothing to be seen */
    assert_err(open_err(address, create), ARB_STORE_NO_RIGHT);
    postgres_empty();
    assert_err(open_err(address, create), ARB_STORE_NO_RIGHT); /* nor may it be made */
}

/* Answers whoever asks as a web server would, a few times. */
static void answer_as_another(int door)
{
    static const char said[] = "HTTP/1.1 400 Bad Request\r\n\r\n";
    char room[256];

    for (int i = 0; i < 4; i++) {
        const int caller = accept(door, NULL, NULL);
        (void)!read(caller, room, sizeof room);
        (void)!write(caller, said, sizeof said - 1);
        (void)close(caller);
    }
    _exit(0);
}

static void test_store__something_else_on_the_port_is_told(void **state)
{
    struct sockaddr_in here = { .sin_family = AF_INET };
    socklen_t size = sizeof here;
    char address[400];

    (void)state;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(door, (struct sockaddr *)&here, size), 0);
    assert_int_equal(listen(door, 4), 0);
    assert_int_equal(getsockname(door, (struct sockaddr *)&here, &size), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        answer_as_another(door);
    static const char *const modes[] = { "disable", "prefer", "require" };
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        (void)snprintf(address, sizeof address, "host=127.0.0.1 port=%u dbname=x user=x sslmode=%s",
                       (unsigned)ntohs(here.sin_port), modes[i]);
        assert_err(open_err(address, (arb_store_options){ 0 }), ARB_STORE_STRANGER);
    }
    (void)kill(child, SIGKILL);
    (void)waitpid(child, NULL, 0);
    (void)close(door);
}

static void test_store__another_encoding_is_refused(void **state)
{
    const folder *where = *state;
    char address[400];

    if (postgres_ask(where->file, "SELECT count(*) FROM pg_database WHERE datname = 'latin'") == 0)
        postgres_sql(where->file, "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0"
                                  " LC_COLLATE 'C' LC_CTYPE 'C'");
    (void)snprintf(address, sizeof address, "host=%s user=arbitro dbname=latin",
                   strstr(where->file, "?host=") + 6);
    assert_err(open_err(address, (arb_store_options){ .create = true }), ARB_STORE_ENCODING);
}

/* Of several hosts the one that is there, and can be written to. */
static void test_store__one_of_several_hosts_is_found(void **state)
{
    const folder *where = *state;
    const char *host = strstr(where->file, "?host=") + 6;
    char address[600], beside[400];

    (void)snprintf(address, sizeof address,
                   "host=%s/nowhere,%s user=arbitro dbname=postgres"
                   " target_session_attrs=read-write",
                   where->path, host);
    arb_store *store = store_open(address);
    const uint64_t game = game_of(store);
    assert_fine(append(store, game, "a"));
    postgres_kill();
    assert_err(append(store, game, "b"), ARB_STORE_AWAY);
    postgres_start();
    append_at_last(store, game, "b");
    assert_int_equal(store_count_all(store), 2);
    arb_store_close(store);

    /* one that only reads is none */
    (void)snprintf(beside, sizeof beside, "host=%s user=arbitro dbname=template1", host);
    postgres_sql(beside, "ALTER DATABASE postgres SET default_transaction_read_only = on");
    assert_err(open_err(address, (arb_store_options){ .create = true }), ARB_STORE_AWAY);
    postgres_sql(beside, "ALTER DATABASE postgres RESET default_transaction_read_only");
    assert_fine(open_err(address, (arb_store_options){ .create = true }));
}

/* ---- away ---- */

static void test_store__a_cut_connection_is_made_anew(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);

    assert_fine(append(store, game, "a"));
    postgres_cut(); /* while nothing is under way: nobody notices */
    append_at_last(store, game, "b");
    assert_fine(arb_store_begin(store));
    assert_fine(append(store, game, "c"));
    postgres_cut();
    (void)!append(store, game, "d"); /* in the middle of a batch: then it is gone as a whole */
    assert_err(arb_store_commit(store), ARB_STORE_AWAY);
    append_at_last(store, game, "c");
    assert_int_equal(store_count_all(store), 3);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

static void test_store__a_server_that_is_away_is_waited_for(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);

    assert_fine(append(store, game, "a"));
    postgres_kill();
    assert_err(arb_store_begin(store), ARB_STORE_AWAY);
    assert_err(append(store, game, "b"), ARB_STORE_AWAY);
    assert_err(open_err(where->file, (arb_store_options){ .create = true }), ARB_STORE_AWAY);
    assert_int_equal(arb_store_last(store), 1); /* what was durable still is */
    postgres_start();
    append_at_last(store, game, "b");
    assert_int_equal(store_count_all(store), 2);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* Whoever closes it does not wait for ever. */
static void test_store__a_store_can_be_closed_while_it_is_away(void **state)
{
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);

    postgres_freeze(true);
    arb_store_stop(store);
    assert_err(append(store, game, "a"), ARB_STORE_AWAY);
    arb_store_close(store);
    postgres_freeze(false);
    store = store_open(where->file);
    assert_fine(append(store, game, "a"));
    arb_store_close(store);
}

static void *doubt_soon(void *user)
{
    (void)usleep(200000);
    arb_store_doubt(user);
    return NULL;
}

/* A server that is gone without a word is not waited for by those who have heard of another one:
 * not by him who waits already, and not by him who would begin to. */
static void test_store__a_server_that_is_doubted_is_left(void **state)
{
    enum { LIMIT_S = 12 }; /* a server that is not doubted is waited for 15 s, or for ever */
    const folder *where = *state;
    arb_store *store = store_open(where->file), *reader = NULL;
    const uint64_t game = game_of(store);
    uint64_t size = 0;
    pthread_t other;

    assert_fine(append(store, game, "a"));
    assert_fine(arb_store_open(&reader, where->file, &(arb_store_options){ .follow = true }));
    postgres_freeze(true);
    const time_t began = time(NULL);
    assert_int_equal(pthread_create(&other, NULL, doubt_soon, store), 0);
    assert_err(append(store, game, "b"), ARB_STORE_AWAY);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_int_equal(pthread_create(&other, NULL, doubt_soon, reader), 0);
    assert_err(arb_store_counted(&size, reader), ARB_STORE_AWAY);
    assert_int_equal(pthread_join(other, NULL), 0);
    assert_true(time(NULL) - began < LIMIT_S);
    postgres_freeze(false);
    append_at_last(store, game, "b");
    assert_int_equal(store_count_all(store), 2);
    arb_store_close(reader);
    arb_store_close(store);
}

/* ---- killed in the middle ---- */

enum { ROUNDS = 4, CLIENTS_MAX = 1 << 16 };

/* A process that does nothing but append; it tells by a pipe what was acknowledged, and goes on. */
static void append_for_ever(const char *address, unsigned round, int pipe)
{
    const arb_store_options options = { .create = true };
    arb_store *store = NULL;

    while (arb_store_open(&store, address, &options) != ARB_STORE_OK)
        (void)usleep(10000);
    for (unsigned i = 0;; i++) {
        char client[32];
        const unsigned number = round * 1000 + i % 1000;
        (void)snprintf(client, sizeof client, "%u", number);
        arb_store_err err;
        while ((err = append(store, 1 + number % 3, client)) == ARB_STORE_AWAY)
            (void)usleep(1000);
        if (err || write(pipe, &number, sizeof number) != (ssize_t)sizeof number)
            _exit(1);
    }
}

typedef struct ledger {
    unsigned char told[CLIENTS_MAX], found[CLIENTS_MAX];
} ledger;

static bool count_client(void *user, const arb_store_event *event)
{
    ledger *it = user;
    char text[32] = "";

    memcpy(text, event->client.text, event->client.size < 31 ? event->client.size : 31);
    it->found[atoi(text)]++;
    return true;
}

/*
 * The server is killed while somebody appends, again and again, and started again: what was
 * acknowledged is there, and nothing is there twice. The process is the same all the time: it finds
 * out what became of the commit whose answer did not come.
 */
static void test_store__nothing_is_lost_when_the_server_is_killed(void **state)
{
    static ledger it;
    const folder *where = *state;
    const unsigned rounds = getenv("ARB_TEST_SOAK") ? 100 : ROUNDS;
    arb_store *store = store_open(where->file);
    int ends[2], status;
    unsigned number, told = 0;

    for (int i = 0; i < 3; i++)
        (void)game_of(store);
    arb_store_close(store);
    postgres_durable();
    memset(&it, 0, sizeof it);
    for (unsigned round = 1; round <= 2; round++) {
        assert_int_equal(pipe(ends), 0);
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            (void)close(ends[0]);
            append_for_ever(where->file, round, ends[1]);
        }
        (void)close(ends[1]);
        for (unsigned i = 0; i < rounds / 2; i++) {
            const unsigned enough = told + 20 + 7 * i; /* some are heard before each kill */
            while (told < enough && read(ends[0], &number, sizeof number) == sizeof number) {
                it.told[number]++;
                told++;
            }
            assert_int_equal(told, enough); /* it has not given up */
            postgres_kill();
            postgres_start();
        }
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
        while (read(ends[0], &number, sizeof number) == sizeof number)
            it.told[number]++;
        (void)close(ends[0]);
    }
    store = store_open(where->file);
    assert_fine(arb_store_events(store, 0, SIZE_MAX, count_client, &it));
    (void)store_count_all(store);
    for (unsigned i = 0; i < CLIENTS_MAX; i++) {
        assert_true(it.found[i] <= 1);
        assert_true(it.found[i] || !it.told[i]);
    }
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* ---- heads ---- */

static bool note_game(void *user, const arb_store_game *game)
{
    *(arb_store_game *)user = *game;
    return true;
}

/* How many events the game has for whoever asks the store. */
static uint32_t events_of(arb_store *store, uint64_t game)
{
    arb_store_game found = { .id = 0 };

    assert_fine(arb_store_game_get(store, game, note_game, &found));
    assert_int_equal(found.id, game);
    assert_false(found.damaged);
    return found.events;
}

static long long head_of(const folder *where)
{
    return postgres_ask(where->file, "SELECT events FROM heads WHERE game = 1");
}

/* They are not written with every event while the game is open, and everybody who reads them,
 * whoever writes next included, finds what was written. */
static void test_store__heads_may_lag_behind(void **state)
{
    enum { EVENTS = 40 };
    const arb_store_options read = { .read_only = true };
    const folder *where = *state;
    arb_store *store = store_open(where->file), *reader = NULL;
    const uint64_t game = game_of(store);
    unsigned behind = 0;

    for (uint32_t i = 1; i <= EVENTS; i++) {
        assert_fine(append(store, game, ""));
        const long long lag = i - head_of(where);
        assert_in_range(lag, 0, 15);
        behind += lag > 0;
        assert_int_equal(events_of(store, game), i);
    }
    assert_in_range(behind, EVENTS - 5, EVENTS - 2);
    assert_fine(arb_store_open(&reader, where->file, &read));
    assert_int_equal(events_of(reader, game), EVENTS);
    uint64_t counted = 0;
    assert_fine(arb_store_counted(&counted, reader));
    assert_int_equal(counted, EVENTS);
    arb_store_close(reader);
    arb_store_close(store);
    store = store_open(where->file);
    assert_fine(append(store, game, ""));
    assert_int_equal(events_of(store, game), EVENTS + 1);
    assert_fine(arb_store_check(store));
    assert_fine(arb_store_game_close(store, game, true));
    assert_int_equal(head_of(where), EVENTS + 1);
    assert_fine(append(store, game, "")); /* closed games are exact */
    assert_int_equal(head_of(where), EVENTS + 2);
    assert_fine(arb_store_game_close(store, game, false));
    assert_fine(append(store, game, ""));
    assert_int_equal(head_of(where), EVENTS + 2);
    assert_int_equal(events_of(store, game), EVENTS + 3);
    assert_fine(arb_store_game_summary(store, game, bytes("new")));
    assert_int_equal(head_of(where), EVENTS + 3);
    assert_fine(arb_store_check(store));
    arb_store_close(store);
}

/* ---- reading ---- */

static bool count_event(void *user, const arb_store_event *event)
{
    (void)event;
    ++*(unsigned *)user;
    return true;
}

/*
 * One game is found by itself, also by a statement that was prepared long ago and is planned for
 * any game: the numbers of all others are not gone through for it.
 */
static void test_store__one_game_is_read_without_the_others(void **state)
{
    enum { GAMES = 40, EVENTS = 50, TIMES = 12 };
    const folder *where = *state;
    arb_store *store = store_open(where->file);
    uint64_t game[GAMES];
    unsigned found = 0;

    assert_fine(arb_store_begin(store));
    for (unsigned i = 0; i < GAMES; i++)
        game[i] = game_of(store);
    for (unsigned i = 0; i < GAMES * EVENTS; i++)
        assert_fine(append(store, game[i % GAMES], ""));
    assert_fine(arb_store_commit(store));
    arb_store_close(store);
    postgres_sql(where->file, "ANALYZE events");
    store = store_open(where->file);
    const long long before = postgres_ask(where->file, "SELECT sum(idx_tup_read)::bigint FROM"
                                                       " pg_stat_all_indexes WHERE relname ="
                                                       " 'events'");
    for (unsigned i = 0; i < TIMES; i++)
        assert_fine(arb_store_events_of(store, game[i], 0, SIZE_MAX, count_event, &found));
    arb_store_close(store); /* the server counts what a connection has read when it ends */
    assert_int_equal(found, TIMES * EVENTS);
    long long read = 0;
    for (int i = 0; i < 500 && read < TIMES * EVENTS; i++) {
        (void)usleep(10000);
        read = postgres_ask(where->file, "SELECT sum(idx_tup_read)::bigint FROM"
                                         " pg_stat_all_indexes WHERE relname = 'events'") -
               before;
    }
    assert_in_range(read, TIMES * EVENTS, TIMES * EVENTS + GAMES * EVENTS);
}

/* ---- size ---- */

static void test_store__it_does_not_grow_beyond_a_limit(void **state)
{
    const folder *where = *state;
    static char text[ARB_STORE_META_MAX];
    arb_store *store = store_open(where->file);
    const uint64_t game = game_of(store);
    uint64_t size = 0, count = 0;

    assert_fine(arb_store_size(&size, store));
    assert_true(size > 0);
    arb_store_close(store);
    const arb_store_options options = { .max_bytes = size + 200000 };
    assert_fine(arb_store_open(&store, where->file, &options));
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + (i * 7 + i / 13) % 26); /* cannot be made much shorter */
    arb_store_err err = ARB_STORE_OK;
    for (; !err && count < 10000; count += err == ARB_STORE_OK) {
        arb_store_event event = event_of(game, "");
        arb_store_receipt receipt;
        event.meta = (arb_store_bytes){ text, sizeof text };
        err = arb_store_append(&receipt, store, &event);
    }
    assert_err(err, ARB_STORE_FULL);
    assert_true(count > 3);
    assert_int_equal(store_count_all(store), count);
    arb_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store__addresses_lead_to_postgres),
        POSTGRES_TEST(test_store__what_is_wrong_with_an_address_is_said),
        POSTGRES_TEST(test_store__an_older_version_is_brought_up),
        POSTGRES_TEST(test_store__who_reads_an_older_version_holds_nobody_up),
        POSTGRES_TEST(test_store__only_one_writes),
        POSTGRES_TEST(test_store__rights_that_are_missing_are_said),
        POSTGRES_TEST(test_store__something_else_on_the_port_is_told),
        POSTGRES_TEST(test_store__another_encoding_is_refused),
        POSTGRES_TEST(test_store__one_of_several_hosts_is_found),
        POSTGRES_TEST(test_store__a_cut_connection_is_made_anew),
        POSTGRES_TEST(test_store__a_server_that_is_away_is_waited_for),
        POSTGRES_TEST(test_store__a_store_can_be_closed_while_it_is_away),
        POSTGRES_TEST(test_store__a_server_that_is_doubted_is_left),
        POSTGRES_TEST(test_store__nothing_is_lost_when_the_server_is_killed),
        POSTGRES_TEST(test_store__heads_may_lag_behind),
        POSTGRES_TEST(test_store__one_game_is_read_without_the_others),
        POSTGRES_TEST(test_store__it_does_not_grow_beyond_a_limit),
    };

    return STORE_RUN(tests);
}
