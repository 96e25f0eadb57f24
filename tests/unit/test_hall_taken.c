/* SPDX-License-Identifier: MIT */
/*
 * Many games of one hall that is killed, or leaves: they move within five seconds at another one,
 * their clocks ran until it died, and nobody takes the work for an outage of the database. Every
 * reading of a game, or every change of a lease, takes long here, so that few games are as much
 * work as thousands; in a soak they are 4,000, and take as long as they do.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/http/server.h"
#include "support/hall/house.h"
#include "support/store/postgres.h"

enum {
    GAMES_SMALL = 60,
    GAMES_SOAK = 4000,
    ROUND_MAX = 250, /* while one is made the other hall waits for its turn */
    MOVING_MS = 5000,
    CLOCK_MS = 150, /* a sign of life, and a busy machine */
    PAUSE_MS = 1000,
    CALLERS = 8
};

typedef char token[32];

static unsigned games;
static token *white, *black;

/* ---- many games */

static bool is_soak(void)
{
    return getenv("ARB_TEST_SOAK") != NULL;
}

static void make_round(unsigned number, unsigned boards)
{
    const size_t room = 64 * (size_t)boards;
    char *text = malloc(room), id[32], what[64];
    size_t size = 0, i;
    json_t *made = NULL, *board;

    assert_non_null(text);
    for (unsigned k = 1; k <= boards; k++)
        size += (size_t)snprintf(text + size, room - size, "%u;White %u;Black %u\n", k, k, k);
    (void)snprintf(id, sizeof id, "0123456789abcdef%u", number);
    json_t *body = json_pack("{ss ss s{ss ss}}", "id", id, "text", text, "game", "time", "5400",
                             "mode", "tournament");
    char *sent = json_dumps(body, 0);
    assert_int_equal(hall_ask(&made, &house[0], "POST", "/api/rounds", house[0].key, sent), 201);
    json_array_foreach(at(made, "boards"), i, board)
    {
        (void)snprintf(black[games], sizeof(token), "%s", text_at(board, "tokens.black"));
        (void)snprintf(white[games++], sizeof(token), "%s", text_at(board, "tokens.white"));
    }
    (void)snprintf(what, sizeof what, "{\"do\":\"start\",\"round\":%lld}",
                   number_at(made, "round"));
    const int64_t began = client_now();
    assert_int_equal(hall_ask(NULL, &house[0], "POST", "/api/rounds/do", house[0].key, what), 200);
    if (is_soak())
        print_message("# %u boards were started within %lld ms\n", boards,
                      (long long)(client_now() - began));
    json_decref(made);
    json_decref(body);
    free(sent);
    free(text);
}

/* Every pawn goes on by one square, and by one more: so many moves at most. */
enum { PLIES_MAX = 32 };

static void submit(client *c, const char *to, unsigned ply, const char *word, const char *event)
{
    char body[80];

    (void)snprintf(body, sizeof body, "{\"id\":\"%s%u\",\"event\":\"%s%s\"}", word, ply, word,
                   event);
    if (hall_ask_on(NULL, c, "POST", "/api/events", to, body) != 200)
        _exit(1);
}

/* Each plays a part of all games. */
static void play_part(unsigned caller, unsigned plies)
{
    client c = client_open(house[0].port);
    char move[32];

    for (unsigned ply = 0; ply < plies; ply++) {
        const unsigned step = ply / 16 + 1, from = ply % 2 ? 8 - step : 1 + step;
        const char file = (char)('a' + ply % 16 / 2);
        (void)snprintf(move, sizeof move, " %c%u%c%u", file, from, file,
                       ply % 2 ? from - 1 : from + 1);
        for (unsigned i = caller; i < games; i += CALLERS) {
            const char *to = ply % 2 ? black[i] : white[i];
            submit(&c, to, ply, "move", move);
            submit(&c, to, ply, "press", "");
        }
    }
    client_close(&c);
}

/* ARB_TEST_PLIES says how many moves each game has by then; none unless said. */
static void play_all(void)
{
    const char *said = getenv("ARB_TEST_PLIES");
    const unsigned plies = said ? (unsigned)atoi(said) : 0;
    pid_t callers[CALLERS];

    assert_true(plies <= PLIES_MAX);
    for (unsigned i = 0; i < CALLERS && plies > 0; i++) {
        callers[i] = fork();
        if (callers[i] == 0) {
            (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
            play_part(i, plies);
            _exit(0);
        }
    }
    for (unsigned i = 0; i < CALLERS && plies > 0; i++) {
        int status = 0;
        assert_int_equal(waitpid(callers[i], &status, 0), callers[i]);
        assert_int_equal(status, 0);
    }
    if (plies > 0) /* so much at once may look like an outage on a busy machine, before it begins */
        postgres_sql(postgres_address(), "DELETE FROM settings WHERE name = 'hall.stalls'");
}

static int setup(void **state)
{
    const unsigned count = is_soak() ? GAMES_SOAK : GAMES_SMALL;

    (void)state;
    postgres_empty();
    house_open(0);
    house_open(1);
    games = 0;
    white = calloc(count, sizeof *white);
    black = calloc(count, sizeof *black);
    assert_true(white && black);
    for (unsigned n = 1; games < count; n++)
        make_round(n, count - games < ROUND_MAX ? count - games : ROUND_MAX);
    play_all();
    return 0;
}

static int teardown(void **state)
{
    free(white);
    free(black);
    white = black = NULL;
    return house_teardown(state);
}

/* Every seat that is looked at takes so long, also among others. */
static void read_slowly(void)
{
    if (!is_soak())
        postgres_sql(postgres_address(),
                     "ALTER TABLE seats RENAME TO seats_kept;"
                     "CREATE VIEW seats AS SELECT kept.* FROM seats_kept AS kept,"
                     " LATERAL (SELECT pg_sleep(0.012) WHERE kept.game > 0) AS slowly");
}

/* Every statement that changes leases does. */
static void hand_slowly(void)
{
    if (!is_soak())
        postgres_sql(postgres_address(),
                     "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS"
                     " $$BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END$$;"
                     "CREATE TRIGGER slowly AFTER UPDATE ON leases"
                     " FOR EACH STATEMENT EXECUTE FUNCTION slowly()");
}

/* Every game that is made does. */
static void make_slowly(void)
{
    postgres_sql(postgres_address(), "CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS"
                                     " $$BEGIN PERFORM pg_sleep(0.04); RETURN NULL; END$$;"
                                     "CREATE TRIGGER slowly AFTER INSERT ON games"
                                     " FOR EACH ROW EXECUTE FUNCTION slowly()");
}

/* ---- what is asked meanwhile */

/* Processes that ask: one is the arbiter of a game of hall 1, the others are players who ask for
 * theirs. */
typedef struct asking {
    atomic_bool stop;
    int64_t longest_ms; /* that an event took */
    unsigned failed;
    int64_t first_ms[CALLERS], last_ms[CALLERS]; /* answered */
} asking;

static asking *shared;
static pid_t mover;

static void keep_asking(const seats *s)
{
    for (unsigned i = 0; !atomic_load(&shared->stop); i++) {
        char id[24];
        const int64_t began = client_now();
        (void)snprintf(id, sizeof id, "m%u", i);
        shared->failed += !hall_event(NULL, &house[1], s->arbiter, id, i % 2 ? "resume" : "stop");
        const int64_t took = client_now() - began;
        shared->longest_ms = took > shared->longest_ms ? took : shared->longest_ms;
        client_sleep(20);
    }
}

static void begin_moving(void)
{
    const seats s = hall_game(&house[1], "{\"mode\":\"tournament\"}");

    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared != MAP_FAILED);
    assert_true(hall_do(&house[1], s.arbiter, "start"));
    mover = fork();
    if (mover == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test may fail meanwhile */
        keep_asking(&s);
        _exit(0);
    }
}

static void end_moving(void)
{
    atomic_store(&shared->stop, true);
    assert_int_equal(waitpid(mover, NULL, 0), mover);
    print_message("# elsewhere an event took %lld ms at most\n", (long long)shared->longest_ms);
    assert_int_equal(shared->failed, 0);
    assert_true(shared->longest_ms < PAUSE_MS);
    (void)munmap(shared, sizeof *shared);
}

/* Each asks for a part of all. */
static void call_all(unsigned caller)
{
    const int64_t until = client_now() + 30000;

    for (unsigned i = caller; i < games; i += CALLERS) {
        while (hall_ask(NULL, &house[1], "GET", "/api/game", white[i], NULL) != 200 &&
               client_now() < until)
            client_sleep(5);
        shared->last_ms[caller] = client_now();
        if (i == caller)
            shared->first_ms[caller] = shared->last_ms[caller];
    }
}

/* All games answer at hall 1 soon enough. */
static void all_answer(int64_t since)
{
    pid_t callers[CALLERS];
    int64_t first = INT64_MAX, last = 0;

    for (unsigned i = 0; i < CALLERS; i++) {
        callers[i] = fork();
        if (callers[i] == 0) {
            (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
            call_all(i);
            _exit(0);
        }
    }
    for (unsigned i = 0; i < CALLERS; i++) {
        assert_int_equal(waitpid(callers[i], NULL, 0), callers[i]);
        first = shared->first_ms[i] < first ? shared->first_ms[i] : first;
        last = shared->last_ms[i] > last ? shared->last_ms[i] : last;
    }
    print_message("# of %u games the first answered after %lld ms, the last after %lld\n", games,
                  (long long)(first - since), (long long)(last - since));
    assert_true(first - since < MOVING_MS);
    if (!hall_is_sanitized()) /* all at once is more than anybody asks of two busy cores */
        assert_true(last - since < MOVING_MS);
}

/* Whoever takes the database for away remembers it there. */
static void assert_no_outage(const hall *there)
{
    assert_int_equal(postgres_ask(postgres_address(),
                                  "SELECT count(*) FROM settings WHERE name = 'hall.stalls'"),
                     0);
    assert_int_equal(hall_metric(there, "store_trouble"), 0);
}

#define TIME_MS "(extract(epoch FROM split_part(text, ' ', 1)::interval) * 1000)::bigint"

/* Every game was stopped where its hall died. */
static void assert_charged(long long died_ms)
{
    char text[900];

    assert_int_equal(postgres_ask(postgres_address(),
                                  "SELECT count(DISTINCT game) FROM events WHERE actor = 'hall'"
                                  " AND text LIKE '%stop%restarted%'"),
                     games);
    (void)snprintf(text, sizeof text,
                   "WITH stops AS (SELECT game, number, " TIME_MS " AS at FROM events"
                   " WHERE actor = 'hall' AND text LIKE '%%stop%%restarted%%')"
                   " SELECT max(abs((stops.at - (" TIME_MS ")) - (%lld - monotonic_ms))) FROM stops"
                   " JOIN events ON events.game = stops.game AND events.number = stops.number - 1",
                   died_ms);
    const long long wrong = postgres_ask(postgres_address(), text);
    print_message("# clocks are wrong by %lld ms at most\n", wrong);
    assert_true(wrong <= CLOCK_MS);
}

/* The desk lets all of them go on, which is as many events at once. */
static void resume_all(void)
{
    const int64_t began = client_now();
    json_t *answer = NULL;

    assert_int_equal(
        hall_ask(&answer, &house[1], "POST", "/api/rounds/do", house[1].key, "{\"do\":\"resume\"}"),
        200);
    print_message("# %zu were resumed within %lld ms\n", json_array_size(at(answer, "done")),
                  (long long)(client_now() - began));
    assert_true(json_array_size(at(answer, "done")) >= games);
    json_decref(answer);
}

/* ---- the tests */

static void test_taken__the_games_of_a_dead_hall(void **state)
{
    (void)state;
    begin_moving();
    read_slowly();
    const long long died = arb_boottime_ms();
    hall_kill(&house[0]);
    all_answer(client_now());
    resume_all();
    end_moving();
    assert_no_outage(&house[1]);
    assert_charged(died);
    house_assert_journal(postgres_address());
}

static void test_taken__the_games_of_a_hall_that_leaves(void **state)
{
    (void)state;
    begin_moving();
    hand_slowly();
    const int64_t began = client_now();
    assert_int_equal(hall_stop(&house[0]), 0);
    const int64_t left = client_now();
    print_message("# it has left after %lld ms\n", (long long)(left - began));
    all_answer(left);
    end_moving();
    assert_no_outage(&house[1]);
    assert_int_equal(
        postgres_ask(postgres_address(),
                     "SELECT count(*) FROM events WHERE actor = 'hall' AND text LIKE '%stop%'"),
        0);
    house_assert_journal(postgres_address());
}

/* It is one piece of work, and goes on all the time. Another hall would wait for its turn, and let
 * the clocks of its games stand. */
static void test_taken__a_large_round_is_made(void **state)
{
    const unsigned before = games;

    (void)state;
    if (is_soak())
        return;
    assert_int_equal(hall_stop(&house[1]), 0);
    make_slowly();
    games = 0;
    make_round(100, before);
    assert_int_equal(games, before);
    assert_no_outage(&house[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_taken__the_games_of_a_dead_hall, setup, teardown),
        cmocka_unit_test_setup_teardown(test_taken__the_games_of_a_hall_that_leaves, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(test_taken__a_large_round_is_made, setup, teardown),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests_name("hall_taken", tests, NULL, NULL);
}
