/* SPDX-License-Identifier: MIT */
/*
 * The hall under bad luck: killed at random moments while two people play and others keep it busy.
 * Nothing that was acknowledged is lost, nothing counts twice, and the clocks are right to a tenth
 * of a second. Ten kills, two hundred with ARB_TEST_SOAK.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/hall/fixture.h"

enum {
    KILLS = 10,
    KILLS_SANITIZED = 6,
    KILLS_SOAK = 200,
    TOLERANCE_MS = 100,
    TOLERANCE_SANITIZED_MS = 300,
    TOLERANCE_CROWDED_MS = 1000,
    EVENTS_MAX = 20000
};

/* The alarm kills the server, and says when. */
static volatile pid_t victim;
static volatile long long killed_at;

static long long boottime(void)
{
    struct timespec now;

    clock_gettime(CLOCK_BOOTTIME, &now);
    return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void on_alarm(int number)
{
    (void)number;
    killed_at = boottime();
    kill(victim, SIGKILL);
}

static void kill_after_ms(long ms)
{
    const struct itimerval once = { .it_value = { .tv_sec = ms / 1000,
                                                  .tv_usec = ms % 1000 * 1000 } };

    killed_at = 0;
    setitimer(ITIMER_REAL, &once, NULL);
}

/* A game in the hand of a player who makes any legal move, for both sides. */
typedef struct play {
    seats s;
    unsigned made;    /* how many events were sent: their ids are their numbers */
    char waiting[16]; /* the event that was sent and not acknowledged; "" for none */
    char side[8];     /* whose it is */
    long long sequence[EVENTS_MAX];
    unsigned acknowledged;
    char fen[128];
    bool over;
    long long clock[2], clock_at;
    int running;
} play;

static unsigned random_below(unsigned limit)
{
    return (unsigned)(random() % (long)limit);
}

static void take_clock(play *p, json_t *state)
{
    const char *running = text_at(state, "clock.running");

    p->clock[0] = number_at(state, "clock.white");
    p->clock[1] = number_at(state, "clock.black");
    p->clock_at = number_at(state, "clock.at");
    p->running = !running ? -1 : strcmp(running, "black") == 0;
    p->over = strcmp(text_at(state, "phase"), "finished") == 0;
}

static const char *token_of(const play *p)
{
    return strcmp(p->side, "white") == 0 ? p->s.white : p->s.black;
}

/* Sends what waits; false when there was no answer. */
static bool deliver(play *p)
{
    json_t *answer = NULL;
    char id[32];

    (void)snprintf(id, sizeof id, "move-%u", p->made);
    if (!hall_event(&answer, &h, token_of(p), id, p->waiting)) {
        json_decref(answer);
        return false;
    }
    assert_false(json_is_true(at(answer, "refused")));
    p->sequence[p->acknowledged++] = number_at(answer, "seq");
    assert_true(p->acknowledged < EVENTS_MAX);
    take_clock(p, at(answer, "state"));
    p->waiting[0] = '\0';
    json_decref(answer);
    return true;
}

/* Chooses a move of the player who has it; false when the server is gone. */
static bool choose(play *p)
{
    static const char *const sides[] = { "white", "black" };
    json_t *game = NULL;
    unsigned count = 0;

    for (unsigned i = 0; i < 2 && count == 0; i++) {
        if (hall_ask(&game, &h, "GET", "/api/game", i ? p->s.black : p->s.white, NULL) != 200) {
            json_decref(game);
            return false;
        }
        count = (unsigned)json_array_size(at(game, "state.allowed"));
        p->over = strcmp(text_at(game, "state.phase"), "finished") == 0;
        if (count > 0) {
            (void)snprintf(
                p->waiting, sizeof p->waiting, "move %s",
                json_string_value(json_array_get(at(game, "state.allowed"), random_below(count))));
            (void)snprintf(p->side, sizeof p->side, "%s", sides[i]);
            p->made++;
        }
        json_decref(game);
    }
    return true;
}

static void play_until_killed(play *p)
{
    while (!killed_at && !p->over) {
        if (p->waiting[0] == '\0' && !choose(p))
            break;
        if (p->waiting[0] != '\0' && !deliver(p))
            break;
    }
    while (!killed_at)
        client_sleep(1);
}

/* The journal has what was acknowledged, in order, and at most one more, which waits. */
static unsigned assert_journal(const play *p, json_t *log)
{
    unsigned found = 0;

    for (size_t i = 0; i < json_array_size(log); i++) {
        json_t *entry = json_array_get(log, i);
        if (strcmp(text_at(entry, "actor"), "arbiter") == 0)
            continue;
        if (found < p->acknowledged)
            assert_int_equal(number_at(entry, "seq"), p->sequence[found]);
        found++;
    }
    assert_in_range(found, p->acknowledged, p->acknowledged + (p->waiting[0] ? 1u : 0u));
    return found;
}

/* A tenth of a second, where a process that wants to run soon may: on a machine with more to do
 * than it can, the sign of life itself waits its turn. */
static int tolerance_ms(void)
{
    double load = 0;

    if (getloadavg(&load, 1) == 1 && load > 2.0 + (double)sysconf(_SC_NPROCESSORS_ONLN))
        return TOLERANCE_CROWDED_MS;
    return hall_is_sanitized() ? TOLERANCE_SANITIZED_MS : TOLERANCE_MS;
}

/* The clock of the player whose time ran shows what was left when the server was killed. */
static void assert_clocks(const play *p, json_t *state)
{
    long long expected[2] = { p->clock[0], p->clock[1] };
    const long long found[2] = { number_at(state, "clock.white"), number_at(state, "clock.black") };

    const int tolerance = tolerance_ms();

    if (p->running < 0)
        return;
    expected[p->running] -= killed_at - p->clock_at;
    for (unsigned i = 0; i < 2; i++) {
        if (llabs(found[i] - expected[i]) > tolerance)
            fail_msg("clock %u shows %lld, expected %lld", i, found[i], expected[i]);
    }
    assert_null(text_at(state, "clock.running"));
}

static void new_game(play *p)
{

    memset(p, 0, sizeof *p);
    p->running = -1;
    p->s = hall_game(&h, "{\"time\":\"3600+2\"}");
}

/* ---- others, who send as fast as they get answers */

enum { OTHERS = 3 };

typedef struct other {
    seats s;
    atomic_uint sent, acknowledged; /* seen by the process that sends and by the one that looks */
} other;

static other *others;
static pid_t senders[OTHERS];

static void others_init(void)
{
    void *shared = mmap(NULL, OTHERS * sizeof *others, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_true(shared != MAP_FAILED);
    others = shared;
}

/* Whoever asks too often is told to wait: twice in vain, and the server is gone. */
static void send_until_killed(other *o)
{
    unsigned number = 0, failures = 0;
    char id[24];

    while (failures < 3) {
        (void)snprintf(id, sizeof id, "o%u", number);
        atomic_store(&o->sent, number + 1);
        if (hall_event(NULL, &h, o->s.arbiter, id, "rule \"so be it\"")) {
            atomic_store(&o->acknowledged, ++number);
            failures = 0;
        } else {
            failures++;
            client_sleep(40);
        }
    }
    _exit(0);
}

static void others_begin(void)
{
    for (unsigned i = 0; i < OTHERS; i++) {
        others[i] = (other){ .s = hall_game(&h, "{\"mode\":\"tournament\"}") };
        (void)fflush(NULL);
        senders[i] = fork();
        assert_true(senders[i] >= 0);
        if (senders[i] == 0)
            send_until_killed(&others[i]);
    }
}

/* They end by themselves when nobody answers. */
static void others_end(void)
{
    for (unsigned i = 0; i < OTHERS; i++) {
        while (waitpid(senders[i], NULL, 0) < 0)
            ;
    }
}

/* The journals have what was acknowledged, and at most the one whose answer did not come. */
static void assert_others(void)
{
    for (unsigned i = 0; i < OTHERS; i++) {
        json_t *game = hall_look(&h, others[i].s.arbiter);
        const unsigned acknowledged = atomic_load(&others[i].acknowledged);
        assert_in_range(json_array_size(at(game, "log")), acknowledged, acknowledged + 1);
        assert_true(acknowledged <= atomic_load(&others[i].sent));
        json_decref(game);
    }
}

/* One life of the server: play, be killed, come back, look. */
static void live_once(play *p)
{
    client white = hall_stream(&h, p->s.white, 0), black = hall_stream(&h, p->s.black, 0);

    others_begin();
    victim = h.pid;
    kill_after_ms(30 + (long)random_below(400));
    play_until_killed(p);
    hall_kill(&h);
    others_end();
    client_close(&white);
    client_close(&black);
    client_sleep(150); /* what passes while no server lives is charged to nobody */
    hall_start(&h, NULL);
    json_t *game = hall_look(&h, p->s.arbiter);
    const unsigned found = assert_journal(p, at(game, "log"));
    if (found == p->acknowledged && !p->over)
        assert_clocks(p, at(game, "state"));
    json_decref(game);
    assert_others();
    if (p->over)
        new_game(p);
}

static unsigned kills(void)
{
    if (getenv("ARB_TEST_SOAK"))
        return KILLS_SOAK;
    return hall_is_sanitized() ? KILLS_SANITIZED : KILLS;
}

static void test_hall__kills_lose_nothing(void **state)
{
    const struct sigaction alarm_ = { .sa_handler = on_alarm, .sa_flags = SA_RESTART };
    const char *seed = getenv("ARB_TEST_SEED");
    static play p;

    (void)state;
    sigaction(SIGALRM, &alarm_, NULL);
    srandom(seed ? (unsigned)strtoul(seed, NULL, 10) : 1);
    new_game(&p);
    others_init();
    for (unsigned i = 0; i < kills(); i++)
        live_once(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__kills_lose_nothing, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
