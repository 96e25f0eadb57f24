/* SPDX-License-Identifier: MIT */
/*
 * A hall whose disk is full or may not be written: it says so in words, acknowledges nothing that
 * is lost, leaves the games that are there as they are, and goes on when there is room again.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "support/hall/fixture.h"

enum { NOBODY = 65534, PATIENCE_MS = 5000 };

static int begin(void **state)
{
    (void)fixture_program(state);
    fixture_play();
    return 0;
}

/* Sends an event of White and asserts that the store's reason is told. */
static void assert_refused(const char *id, const char *event, const char *reason)
{
    json_t *answer = NULL;

    if (hall_event(&answer, &h, live_game.s.white, id, event))
        fail_msg("%s was acknowledged", event);
    assert_string_equal(text_at(answer, "error"), "store");
    if (!strstr(text_at(answer, "text.en"), reason))
        fail_msg("%s", text_at(answer, "text.en"));
    assert_non_null(text_at(answer, "text.it"));
    json_decref(answer);
}

static void assert_health(unsigned status, const char *reason)
{
    char text[1024];

    assert_int_equal(client_once(h.port, "GET", "/healthz", NULL, text, sizeof text), status);
    if (!strstr(text, reason))
        fail_msg("%s", text);
}

/* Everything that was acknowledged, and nothing else, is there after a kill. */
static void assert_nothing_lost(size_t events, size_t plies)
{
    hall_kill(&h);
    hall_start(&h, no_engine);
    json_t *after = hall_look(&h, live_game.s.arbiter);
    /* and the stop that the new server gave */
    assert_int_equal(json_array_size(at(after, "log")), events + 1);
    assert_int_equal(json_array_size(at(after, "moves")), plies);
    assert_string_equal(text_at(after, "state.phase"), "stopped");
    json_decref(after);
}

/* ---- a limit of the database itself: works everywhere */

/* What White is answered whose event is refused, the caller's; NULL when it is taken. Who is told
 * that he comes too often comes again. */
static json_t *patient_event(const seats *s, const char *id, const char *event)
{
    for (unsigned i = 0; i < 500; i++) {
        json_t *answer = NULL;
        const bool taken = hall_event(&answer, &h, s->white, id, event);
        const bool later = !taken && strcmp(text_at(answer, "error"), "too-often") == 0;
        if (!taken && !later)
            return answer;
        json_decref(answer);
        if (taken)
            return NULL;
        (void)nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
    }
    fail_msg("%s: too often for ten seconds", event);
    return NULL;
}

static void test_hall__a_full_database_harms_no_game(void **state)
{
    static const char *const small[] = { "--db-max", "1", "--engine", "none", NULL };
    json_t *answer = NULL;
    unsigned status = 201;

    (void)state;
    assert_int_equal(hall_stop(&h), 0);
    hall_start(&h, small);
    const seats s = hall_game(&h, "{\"mode\":\"tournament\"}");
    assert_true(hall_do(&h, s.arbiter, "start"));
    for (unsigned i = 0; i < 5000 && status == 201; i++) {
        json_decref(answer);
        status = hall_ask(&answer, &h, "POST", "/api/games", NULL, "{}");
    }
    assert_int_equal(status, 503);
    if (!strstr(text_at(answer, "text.en"), "full"))
        fail_msg("%s", text_at(answer, "text.en"));
    json_decref(answer);
    for (unsigned i = 0; i < 5000; i++) { /* the last free pages */
        char id[16];
        (void)snprintf(id, sizeof id, "w%u", i);
        answer = patient_event(&s, id, "write \"1. e4\"");
        if (answer)
            break;
    }
    assert_non_null(answer);
    assert_string_equal(text_at(answer, "error"), "store");
    json_decref(answer);
    answer = patient_event(&s, "move", "play e2e4");
    assert_non_null(answer);
    assert_string_equal(text_at(answer, "error"), "store");
    json_decref(answer);
    json_t *now = hall_look(&h, s.white);
    assert_int_equal(json_array_size(at(now, "moves")), 0);
    assert_string_equal(text_at(now, "state.phase"), "playing");
    json_decref(now);
    assert_int_equal(hall_stop(&h), 0);
    hall_start(&h, NULL);
    assert_true(hall_do(&h, s.arbiter, "resume"));
    assert_true(hall_event(NULL, &h, s.white, "move", "play e2e4"));
}

/* ---- files that the system does not let grow: works everywhere */

static void test_hall__writes_that_fail_are_not_acknowledged(void **state)
{
    const struct rlimit none = { .rlim_cur = 0, .rlim_max = RLIM_INFINITY };
    const struct rlimit any = { .rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY };
    const size_t events = live_events(&live_game);

    (void)state;
    live_goes_on(&live_game);
    assert_int_equal(prlimit(h.pid, RLIMIT_FSIZE, &none, NULL), 0);
    assert_refused("again", "move a3a4", "limit of size");
    assert_health(503, "limit of size");
    assert_int_equal(hall_metric(&h, "store_trouble"), 1);
    assert_int_equal(live_events(&live_game), events + 1);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/games", NULL, "{}"), 503);
    assert_int_equal(prlimit(h.pid, RLIMIT_FSIZE, &any, NULL), 0);
    live_goes_on_again(&live_game); /* the same move, which nobody has made yet */
    assert_health(200, "ok");
    live_goes_on(&live_game);
    assert_int_equal(prlimit(h.pid, RLIMIT_FSIZE, &none, NULL), 0);
    assert_refused("lost", "move b2b3", "limit of size");
    assert_nothing_lost(events + 3, live_game.plies);
}

/* A game whose flags the hall sees fall, and a file that cannot grow when that happens. */
static seats flag_unwritten(void)
{
    const struct rlimit none = { .rlim_cur = 0, .rlim_max = RLIM_INFINITY };
    const seats s = hall_game(&h, "{\"mode\":\"tournament\",\"time\":\"1\",\"options\":{"
                                  "\"flags\":\"automatic\"}}");

    assert_true(hall_do(&h, s.arbiter, "start"));
    assert_int_equal(prlimit(h.pid, RLIMIT_FSIZE, &none, NULL), 0);
    client_sleep(1200);
    return s;
}

static void assert_flag_called(const seats *s)
{
    json_t *now = NULL;
    bool over = false;

    for (unsigned i = 0; i < 50 && !over; i++) {
        client_sleep(100);
        json_decref(now);
        now = hall_look(&h, s->arbiter);
        over = strcmp(text_at(now, "state.result"), "0-1") == 0;
    }
    assert_true(over);
    assert_int_equal(json_array_size(at(now, "log")), 2); /* the start and the flag */
    json_decref(now);
}

/* Laws 6.8: nothing comes before a flag that has fallen, and nobody waits for it in vain. */
static void test_hall__a_flag_that_cannot_be_written_holds_nobody_up(void **state)
{
    const struct rlimit any = { .rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY };
    json_t *answer = NULL;

    (void)state;
    const seats s = flag_unwritten();
    const int64_t asked = client_now();
    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/events", s.white,
                              "{\"id\":\"late\",\"event\":\"play e2e4\"}"),
                     503);
    assert_true(client_now() - asked < 1000);
    assert_string_equal(text_at(answer, "error"), "store");
    json_decref(answer);
    assert_health(503, "limit of size");
    assert_int_equal(prlimit(h.pid, RLIMIT_FSIZE, &any, NULL), 0);
    assert_flag_called(&s);
}

static void test_hall__a_flag_that_fell_before_a_restart_is_called_after_it(void **state)
{
    (void)state;
    const seats s = flag_unwritten();
    hall_kill(&h);
    hall_start(&h, no_engine);
    assert_flag_called(&s);
}

/* ---- a disk of its own, where the system lets us have one */

/* From here on, and for everybody we start, the folder is a disk of this size. */
static bool mount_small_disk(const char *folder)
{
    if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("none", folder, "tmpfs", 0, "size=1m") != 0) {
        print_message("no disk of our own: %s\n", strerror(errno));
        return false;
    }
    return true;
}

static int begin_small(void **state)
{
    (void)state;
    hall_init(&h);
    return 0;
}

static int end_small(void **state)
{
    (void)umount2(h.folder, MNT_DETACH);
    return fixture_close(state);
}

static void ballast(char path[200])
{
    (void)snprintf(path, 200, "%s/ballast", h.folder);
}

static void fill(void)
{
    static const char block[4096];
    char path[200];

    ballast(path);
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    while (write(fd, block, sizeof block) > 0)
        ;
    assert_int_equal(errno, ENOSPC);
    close(fd);
}

static void make_room(void)
{
    char path[200];

    ballast(path);
    assert_int_equal(unlink(path), 0);
}

/* There may be room left in what the database holds already. */
static void use_up(void)
{
    char id[16];

    for (unsigned i = 0; i < 400; i++) {
        (void)snprintf(id, sizeof id, "up%u", i);
        if (!hall_event(NULL, &h, live_game.s.arbiter, id, "rule \"1\""))
            return;
    }
    fail_msg("the disk does not get full");
}

static void test_hall__a_full_disk_harms_no_game(void **state)
{
    (void)state;
    if (!mount_small_disk(h.folder))
        skip();
    hall_start(&h, no_engine);
    live_open(&live_game, &h);
    live_goes_on(&live_game);
    fill();
    use_up();
    const size_t events = live_events(&live_game);
    assert_refused("again", "resign", "full");
    assert_health(503, "full");
    make_room();
    live_goes_on(&live_game);
    fill();
    use_up();
    const size_t later = live_events(&live_game);
    assert_true(later > events);
    /* a server that is killed and comes back to a full disk shows the game as it was */
    hall_kill(&h);
    live_close(&live_game);
    hall_start(&h, no_engine);
    assert_int_equal(live_events(&live_game), later);
    assert_false(hall_event(NULL, &h, live_game.s.black, "early", "resign"));
    make_room();
    for (unsigned i = 0; i < 50 && live_events(&live_game) == later; i++)
        client_sleep(100);
    assert_int_equal(live_events(&live_game), later + 1); /* now it could be stopped */
    json_t *now = hall_look(&h, live_game.s.arbiter);
    assert_string_equal(text_at(now, "state.phase"), "stopped");
    assert_int_equal(json_array_size(at(now, "moves")), 2);
    json_decref(now);
}

static void test_hall__a_full_disk_opens_no_hall(void **state)
{
    char said[2048];

    (void)state;
    if (!mount_small_disk(h.folder))
        skip();
    fill();
    assert_int_not_equal(hall_try(said, sizeof said, &h, 0), 0);
    if (!strstr(said, "full") || !strstr(said, h.database))
        fail_msg("%s", said);
}

/* ---- a file that may be read only */

static void test_hall__a_read_only_database_is_left_alone(void **state)
{
    char said[2048];
    struct stat before, after;

    (void)state;
    live_goes_on(&live_game);
    const size_t events = live_events(&live_game);
    assert_int_equal(hall_stop(&h), 0);
    assert_int_equal(chmod(h.database, 0444), 0);
    assert_int_equal(chmod(h.folder, 0755), 0);
    assert_int_equal(stat(h.database, &before), 0);
    /* root may write whatever the mode: so somebody else tries */
    const int status = hall_try(said, sizeof said, &h, getuid() == 0 ? NOBODY : 0);
    if (status == 126 || status == 127) {
        print_message("the program, or the folder it stands in, is not for others\n");
        skip();
    }
    assert_int_not_equal(status, 0);
    if (!strstr(said, "read but not written") || !strstr(said, h.database))
        fail_msg("%s", said);
    assert_int_equal(stat(h.database, &after), 0);
    assert_int_equal(after.st_size, before.st_size);
    assert_memory_equal(&after.st_mtim, &before.st_mtim, sizeof after.st_mtim);
    assert_int_equal(chmod(h.database, 0600), 0);
    hall_start(&h, no_engine);
    assert_int_equal(live_events(&live_game), events + 1);
}

#define DISK_TEST(f) cmocka_unit_test_setup_teardown(f, begin_small, end_small)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_full_database_harms_no_game, begin),
        FIXTURE_TEST(test_hall__writes_that_fail_are_not_acknowledged, begin),
        FIXTURE_TEST(test_hall__a_flag_that_cannot_be_written_holds_nobody_up, fixture_program),
        FIXTURE_TEST(test_hall__a_flag_that_fell_before_a_restart_is_called_after_it,
                     fixture_program),
        FIXTURE_TEST(test_hall__a_read_only_database_is_left_alone, begin),
        DISK_TEST(test_hall__a_full_disk_harms_no_game),
        DISK_TEST(test_hall__a_full_disk_opens_no_hall),
    };

    (void)signal(SIGXFSZ, SIG_IGN); /* a write that is too far is an error, also for who we start */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
