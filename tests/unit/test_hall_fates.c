/* SPDX-License-Identifier: MIT */
/*
 * Three halls, a PostgreSQL and its synchronous standby under load, and what can befall them: a
 * hall is killed, stands still past its lease, or leaves; the primary is killed or its machine is
 * gone, and the standby promoted; a hall dies meanwhile; it stands still for a moment; connections
 * to the database, or between halls, are cut. Whoever sends asks any hall, and sends again what was
 * not acknowledged, under the same id.
 *
 * After each of these the journal is compared with what everybody was told: nothing that was
 * acknowledged is lost, nothing is there twice, no number is missing, and epochs never go back.
 * Games of a hall that has died move again within five seconds, and their clocks ran until it died,
 * to a tenth of a second; while the database is away they stand. When a game stands for longer, or
 * a clock is wrong, everything is told that is known of it. One of each; with ARB_TEST_SOAK a
 * hundred kills of halls and of the primary, or as many as ARB_TEST_FATES says, and a quarter as
 * many of the rest. ARB_TEST_SEED chooses others.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/wait.h>

#include "server/hall/hall_internal.h"
#include "support/hall/senders.h"
#include "support/store/pair.h"
#include "support/store/postgres.h"

enum {
    MOVING_MS = 5000,   /* a game of a hall that has died moves again */
    DATABASE_MS = 5000, /* and any game when the database is there again */
    OUTAGE_MS = 4000,   /* how long it is away at most; every other time it is for so short */
    MOMENT_MS = 800,    /* that it might not be noticed: no sign of life is overdue by then */
    CLOCK_MS = 100,
    SOAK = 100,
    OTHERS = 4 /* in every so many rounds the other kinds, too */
};

enum { KILL, PAUSE, LOSE, FREEZE, STILL, CUT, PART, LEAVE, BOTH, KINDS };

static const char *const names[KINDS] = {
    [KILL] = "a hall was killed",
    [PAUSE] = "a hall stood still",
    [LOSE] = "the primary was killed",
    [FREEZE] = "the primary's machine was gone",
    [STILL] = "the primary stood still for a moment",
    [CUT] = "the database was cut off",
    [PART] = "halls were cut off from each other",
    [LEAVE] = "a hall left",
    [BOTH] = "the primary was killed, and then a hall",
};

/* The worst of each kind, and how many clocks were compared. */
static struct {
    unsigned count;
    long long moves, moved_ms, all_moved_ms, clock_ms, clocks;
} worst[KINDS];

/* By how much an event was dated later than it was stored, at worst. */
static long long worst_ahead_ms;

/* ---- what happens to them */

static void open_one(unsigned i)
{
    arb_hall_config config = arb_hall_defaults();
    char reach[32], log[200];

    (void)snprintf(reach, sizeof reach, "127.0.0.1:%u", (unsigned)all->way[i].port);
    config.unlimited = true;
    config.engine = NULL;
    config.reach = reach;
    if (!house[i].folder[0])
        hall_init(&house[i]);
    senders_log_path(log, i);
    (void)setenv("ARB_HALL_LOG", log, 1);
    (void)snprintf(house[i].database, sizeof house[i].database, "%s", pair_address());
    hall_start_with(&house[i], &config);
    atomic_store(&all->way[i].to, house[i].port);
    atomic_store(&all->port[i], house[i].port);
}

/* Nobody asks it any more. */
static void close_door(unsigned i)
{
    atomic_store(&all->port[i], 0);
    atomic_store(&all->way[i].to, 0);
}

/* Everybody is told of something new; a game that has ended meanwhile is another one now. */
static void everybody_moves(unsigned kind, int64_t patience_ms)
{
    const int64_t began = client_now();
    unsigned before[SENDERS];

    for (unsigned i = 0; i < SENDERS; i++)
        before[i] = atomic_load(&all->of[i].count) + 1; /* one may have been on its way */
    for (unsigned i = 0; i < SENDERS; i++) {
        while (atomic_load(&all->of[i].count) <= before[i]) {
            if (client_now() - began > patience_ms) {
                senders_tell(pair_address());
                fail_msg("%s: the game of sender %u did not move for %lld ms", names[kind], i,
                         (long long)patience_ms);
            }
            client_sleep(10);
        }
    }
    const long long moved = client_now() - began;
    print_message("# %s: all games moved after %lld ms\n", names[kind], moved);
    worst[kind].all_moved_ms += moved;
    worst[kind].moves++;
    if (moved > worst[kind].moved_ms)
        worst[kind].moved_ms = moved;
}

static long long ask_number(const char *format, long long a, long long b)
{
    char text[1200];

    (void)snprintf(text, sizeof text, format, a, b);
    return postgres_ask(pair_address(), text);
}

static long long last_sequence(void)
{
    return ask_number("SELECT max(sequence) FROM events", 0, 0);
}

/* The time of an event in ms, of its text. */
#define TIME_MS "(extract(epoch FROM split_part(text, ' ', 1)::interval) * 1000)::bigint"

/* Of the clocks that the query finds, each with its game, the worst is right. */
static void assert_clocks(unsigned kind, const char *format, long long a, long long b)
{
    char text[1200];

    (void)snprintf(text, sizeof text, "%s SELECT coalesce(max(wrong), -1) FROM clocks", format);
    const long long wrong = ask_number(text, a, b);
    (void)snprintf(text, sizeof text, "%s SELECT count(*) FROM clocks", format);
    worst[kind].clocks += ask_number(text, a, b);
    if (wrong > worst[kind].clock_ms)
        worst[kind].clock_ms = wrong;
    if (wrong <= CLOCK_MS)
        return;
    (void)snprintf(text, sizeof text, "%s SELECT game FROM clocks ORDER BY wrong DESC LIMIT 1",
                   format);
    const long long game = ask_number(text, a, b);
    senders_tell(pair_address());
    senders_tell_game(pair_address(), game);
    fail_msg("%s (%lld, %lld): the clock of game %lld is wrong by %lld ms", names[kind], a, b, game,
             wrong);
}

/* Of every game that the hall had: it was stopped where it died. */
static void assert_charged(unsigned kind, long long died_ms, long long after)
{
    static const char format[] =
        "WITH stops AS (SELECT game, number, epoch, " TIME_MS " AS at FROM events"
        " WHERE sequence > %lld AND actor = 'hall' AND text LIKE '%%stop%%restarted%%'),"
        " clocks AS (SELECT stops.game, abs((stops.at - (" TIME_MS
        ")) - (%lld - monotonic_ms)) AS wrong"
        " FROM stops JOIN events ON events.game = stops.game AND events.number = stops.number - 1)";

    assert_clocks(kind, format, after, died_ms);
}

/* While the database was away the time of every game stood: between the last event before that and
 * the first one behind it there is as much less of it. */
static void assert_stood(unsigned kind, long long lost_ms, long long back_ms)
{
    static const char format[] =
        "WITH away AS (SELECT %lld::bigint AS lost, %lld::bigint AS back),"
        " before AS (SELECT DISTINCT ON (game) game, monotonic_ms AS real, " TIME_MS " AS at"
        " FROM events, away WHERE monotonic_ms < lost AND monotonic_ms > lost - 5000"
        " ORDER BY game, number DESC),"
        " behind AS (SELECT DISTINCT ON (game) game, monotonic_ms AS real, " TIME_MS " AS at"
        " FROM events, away WHERE monotonic_ms >= back ORDER BY game, number),"
        " clocks AS (SELECT game, back - lost - ((behind.real - before.real) -"
        " (behind.at - before.at)) AS wrong FROM before JOIN behind USING (game), away)";

    assert_clocks(kind, format, lost_ms, back_ms);
}

static void kill_one(unsigned i)
{
    const long long after = last_sequence();

    close_door(i);
    const long long died = arb_boottime_ms();
    hall_kill(&house[i]);
    everybody_moves(KILL, MOVING_MS);
    assert_charged(KILL, died, after);
    open_one(i);
}

/* Past its lease; its connections are open, and whoever has asked it waits, and asks elsewhere. */
static void pause_one(unsigned i)
{
    const long long after = last_sequence();
    const uint16_t port = atomic_exchange(&all->port[i], 0);
    const long long stopped = arb_boottime_ms();

    (void)kill(house[i].pid, SIGSTOP);
    client_sleep(3000);
    everybody_moves(PAUSE, MOVING_MS);
    assert_charged(PAUSE, stopped, after);
    (void)kill(house[i].pid, SIGCONT);
    atomic_store(&all->port[i], port);
    everybody_moves(PAUSE, MOVING_MS);
}

static unsigned outage_ms(void)
{
    return (unsigned)random() % (random() % 2 == 0 ? MOMENT_MS : OUTAGE_MS);
}

static void lose_primary(unsigned kind)
{
    const long long lost = arb_boottime_ms();

    if (kind == FREEZE)
        pair_freeze();
    else
        pair_kill();
    client_sleep(outage_ms());
    pair_promote();
    const long long back = arb_boottime_ms();
    everybody_moves(kind, DATABASE_MS);
    pair_restore(); /* a server that stands still would let the test wait, too */
    assert_stood(kind, lost, back);
}

/* The games of the hall change hands in the same outage: charged until it began. */
static void lose_both(unsigned i)
{
    const long long after = last_sequence(), lost = arb_boottime_ms();

    pair_kill();
    client_sleep(outage_ms() / 2);
    close_door(i);
    hall_kill(&house[i]);
    client_sleep(outage_ms() / 2);
    pair_promote();
    const long long back = arb_boottime_ms();
    everybody_moves(BOTH, DATABASE_MS);
    pair_restore();
    assert_stood(BOTH, lost, back);
    assert_charged(BOTH, lost, after);
    open_one(i);
}

/* It goes on where it was: no connection is lost, and whatever was asked is answered. */
static void stand_still(void)
{
    const long long lost = arb_boottime_ms();

    pair_freeze();
    client_sleep((unsigned)random() % MOMENT_MS);
    pair_thaw();
    const long long back = arb_boottime_ms();
    everybody_moves(STILL, DATABASE_MS);
    assert_stood(STILL, lost, back);
}

static void cut(void)
{
    pair_cut();
    everybody_moves(CUT, DATABASE_MS);
}

/* What is on its way between halls is lost, and for a while there is no way. */
static void part(unsigned i)
{
    const bool shut = random() % 2 == 0;

    atomic_store(&all->way[i].shut, shut);
    passage_cut(&all->way[i]);
    client_sleep((unsigned)random() % 500);
    atomic_store(&all->way[i].shut, false);
    everybody_moves(PART, MOVING_MS);
}

/* One that leaves hands its games on: nobody stops a clock. */
static void leave(unsigned i)
{
    const long long after = last_sequence();

    atomic_store(&all->port[i], 0);
    assert_int_equal(hall_stop(&house[i]), 0);
    close_door(i);
    everybody_moves(LEAVE, MOVING_MS);
    assert_int_equal(ask_number("SELECT count(*) FROM events WHERE sequence > %lld"
                                " AND actor = 'hall' AND text LIKE '%%stop%%restarted%%'",
                                after, 0),
                     0);
    open_one(i);
}

static void befall(unsigned kind)
{
    const unsigned i = (unsigned)random() % HALLS;

    worst[kind].count++;
    if (kind == KILL)
        kill_one(i);
    else if (kind == PAUSE)
        pause_one(i);
    else if (kind == LOSE || kind == FREEZE)
        lose_primary(kind);
    else if (kind == STILL)
        stand_still();
    else if (kind == CUT)
        cut();
    else if (kind == PART)
        part(i);
    else if (kind == LEAVE)
        leave(i);
    else
        lose_both(i);
}

/* ---- the truth */

/* No event is dated later than it was stored: a clock that stood for too long would show so. */
static void assert_none_ahead(void)
{
    static long long looked_at;
    const long long last = last_sequence(), offset = arb_wall_ms() - arb_boottime_ms();
    static const char format[] =
        "WITH clocks AS (SELECT game, monotonic_ms - wall_ms + %lld AS wrong FROM events"
        " WHERE sequence > %lld)";
    char text[400];

    (void)snprintf(text, sizeof text, "%s SELECT coalesce(max(wrong), 0) FROM clocks", format);
    const long long ahead = ask_number(text, offset, looked_at);
    if (ahead > worst_ahead_ms)
        worst_ahead_ms = ahead;
    if (ahead > CLOCK_MS) {
        (void)snprintf(text, sizeof text, "%s SELECT game FROM clocks ORDER BY wrong DESC LIMIT 1",
                       format);
        const long long game = ask_number(text, offset, looked_at);
        senders_tell(pair_address());
        senders_tell_game(pair_address(), game);
        fail_msg("an event of game %lld is dated %lld ms later than it was stored", game, ahead);
    }
    looked_at = last;
}

static void assert_truth(void)
{
    for (unsigned i = 0; i < SENDERS; i++)
        senders_assert_told(&all->of[i], pair_address());
    house_assert_journal(pair_address());
    assert_none_ahead();
}

/* All kinds, in any order. */
static void shuffle(unsigned out[KINDS])
{
    for (unsigned i = 0; i < KINDS; i++) {
        const unsigned at = (unsigned)random() % (i + 1);
        out[i] = out[at];
        out[at] = i;
    }
}

/* Is there this kind in this round? ARB_TEST_KINDS names some by their numbers, and no others. */
static bool is_wanted(unsigned kind, unsigned round, bool soak)
{
    const char *kinds = getenv("ARB_TEST_KINDS");

    if (kinds)
        return strchr(kinds, (int)('0' + kind)) != NULL;
    if (!soak) /* these take long */
        return kind != PAUSE && kind != FREEZE && kind != BOTH;
    return kind == KILL || kind == LOSE || round % OTHERS == 0;
}

/* Rounds of a soak: each has a kill of a hall and one of the primary. */
static unsigned fates(void)
{
    const char *wanted = getenv("ARB_TEST_FATES");

    return wanted ? (unsigned)atoi(wanted) : SOAK;
}

static void tell_worst(void)
{
    unsigned long told = 0;

    for (unsigned i = 0; i < SENDERS; i++)
        told += all->of[i].looked_at;
    print_message("# %lu events were acknowledged, and each is there once, as it was told, among"
                  " %lld of %lld games\n",
                  told, last_sequence(), ask_number("SELECT count(*) FROM games", 0, 0));
    print_message("# %lld owners of a game, one after the other by their epochs, %lld of them after"
                  " another one\n",
                  ask_number("SELECT count(DISTINCT (game, epoch)) FROM events", 0, 0),
                  ask_number("SELECT count(DISTINCT (game, epoch)) - count(DISTINCT game)"
                             " FROM events",
                             0, 0));
    print_message("# no event was dated more than %lld ms later than it was stored\n",
                  worst_ahead_ms);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const long long moves = worst[kind].moves ? worst[kind].moves : 1;
        print_message("# %u times: %s: games moved after %lld ms at the latest, %lld on average;"
                      " %lld clocks were wrong by %lld ms at most\n",
                      worst[kind].count, names[kind], worst[kind].moved_ms,
                      worst[kind].all_moved_ms / moves, worst[kind].clocks, worst[kind].clock_ms);
    }
}

static void test_fates__nothing_acknowledged_is_lost(void **state)
{
    const bool soak = getenv("ARB_TEST_SOAK") != NULL;
    const unsigned rounds = soak ? fates() : 1;
    pid_t senders[SENDERS];

    (void)state;
    srandom(getenv("ARB_TEST_SEED") ? (unsigned)atoi(getenv("ARB_TEST_SEED")) : 7);
    for (unsigned i = 0; i < HALLS; i++)
        open_one(i);
    for (unsigned i = 0; i < SENDERS; i++)
        senders[i] = senders_start(i);
    everybody_moves(CUT, DATABASE_MS);
    for (unsigned i = 0; i < rounds; i++) {
        unsigned kinds[KINDS];
        shuffle(kinds);
        for (unsigned k = 0; k < KINDS; k++) {
            if (!is_wanted(kinds[k], i, soak))
                continue;
            befall(kinds[k]);
            assert_truth();
        }
    }
    atomic_store(&all->stop, true);
    for (unsigned i = 0; i < SENDERS; i++)
        (void)waitpid(senders[i], NULL, 0);
    assert_truth();
    tell_worst();
}

static int setup(void **state)
{
    (void)state;
    senders_init();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_fates__nothing_acknowledged_is_lost, setup,
                                        house_teardown),
    };

    if (!postgres_is_there()) {
        puts("1..0 # SKIP PostgreSQL is not installed");
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
