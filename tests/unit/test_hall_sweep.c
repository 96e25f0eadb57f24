/* SPDX-License-Identifier: MIT */
/*
 * The program `arbitro serve` while its calls fail: the n-th allocation, read, write, sync or open
 * of a file, and every n-th, for n up to as many as there are. It does its work, or says why not;
 * it never crashes; and whatever was acknowledged is in the database afterwards, once, with its
 * chain.
 *
 * A few n of each kind, chosen by chance; with ARB_TEST_SOAK hundreds. support/faults is what makes
 * the calls fail.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/inspect.h"
#include "support/hall/fixture.h"
#include "support/random_positions.h"

enum { EVENTS = 12, PATIENCE_MS = 5000 };

typedef struct sweep {
    const char *kind;
    unsigned most; /* calls of that kind in an evening, about */
} sweep;

/* What the clients know. */
typedef struct evening {
    bool game;
    seats s;
    bool acknowledged[EVENTS];
} evening;

/* Starts the program with faults; false when it said why it cannot open. */
static bool start(const sweep *it, unsigned long first, unsigned long every)
{
    char line[4096] = "", at_text[32], every_text[32];
    size_t size = 0;
    int pair[2];

    (void)snprintf(at_text, sizeof at_text, "%lu", first);
    (void)snprintf(every_text, sizeof every_text, "%lu", every);
    assert_int_equal(pipe(pair), 0);
    (void)fflush(NULL);
    h.pid = fork();
    assert_true(h.pid >= 0);
    if (h.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)setenv("LD_PRELOAD", getenv("ARB_FAULTS"), 1);
        (void)setenv("ARB_FAULT", it->kind, 1);
        (void)setenv("ARB_FAULT_AT", at_text, 1);
        (void)setenv("ARB_FAULT_EVERY", every_text, 1);
        (void)dup2(pair[1], STDOUT_FILENO);
        (void)dup2(pair[1], STDERR_FILENO);
        execl(getenv("ARB_PROGRAM"), "arbitro", "serve", "--json", "--listen", "127.0.0.1:0",
              "--db", h.database, "--engine", "none", "--log", "/dev/null", (char *)NULL);
        _exit(127);
    }
    (void)close(pair[1]);
    while (size + 1 < sizeof line && !strchr(line, '\n')) {
        const ssize_t got = read(pair[0], line + size, sizeof line - 1 - size);
        if (got <= 0)
            break;
        size += (size_t)got;
        line[size] = '\0';
    }
    (void)close(pair[0]);
    json_t *told = json_loads(line, JSON_DISABLE_EOF_CHECK, NULL);
    if (!told)
        return false;
    h.port = (uint16_t)number_at(told, "port");
    json_decref(told);
    return true;
}

/* Waits for its end, and asserts that it was one by its own will. */
static void wait_for(const sweep *it, unsigned long first, unsigned long every, bool opened)
{
    int status = 0;

    if (opened)
        (void)kill(h.pid, SIGTERM);
    for (int64_t began = client_now(), end = began + PATIENCE_MS; client_now() < end;) {
        const pid_t ended = waitpid(h.pid, &status, WNOHANG);
        if (ended == h.pid)
            break;
        client_sleep(5);
        if (!opened && client_now() > began + 1000) /* it could not even say where it is */
            (void)kill(h.pid, SIGTERM);
        if (client_now() >= end) {
            (void)kill(h.pid, SIGKILL);
            (void)waitpid(h.pid, &status, 0);
            fail_msg("%s %lu %lu: it does not end", it->kind, first, every);
        }
    }
    h.pid = 0;
    if (WIFSIGNALED(status))
        fail_msg("%s %lu: ended by signal %d", it->kind, first, WTERMSIG(status));
    assert_true(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 2);
}

/* Asks until there is an answer, or three times. */
static unsigned ask(json_t **out, const char *path, const char *token, const char *body)
{
    unsigned status = 0;

    for (unsigned i = 0; i < 3 && status != 200 && status != 201; i++) {
        json_t *answer = NULL;
        status = hall_ask(&answer, &h, "POST", path, token, body);
        json_decref(*out);
        *out = answer;
    }
    return status;
}

static void take_token(char out[32], json_t *answer, const char *path)
{
    const char *token = text_at(answer, path);

    (void)snprintf(out, 32, "%s", token ? token : "");
}

static void spend(evening *it)
{
    json_t *answer = NULL;

    if (ask(&answer, "/api/games", NULL, "{\"mode\":\"tournament\"}") == 201) {
        it->game = true;
        take_token(it->s.white, answer, "tokens.white");
        take_token(it->s.arbiter, answer, "tokens.arbiter");
    }
    for (unsigned i = 0; i < EVENTS && it->game; i++) {
        char body[100];
        (void)snprintf(body, sizeof body, "{\"id\":\"e%u\",\"event\":\"%s\"}", i,
                       i == 0 ? "start" : "rule 1");
        it->acknowledged[i] = ask(&answer, "/api/events", it->s.arbiter, body) == 200;
    }
    (void)hall_ask(NULL, &h, "GET", "/api/game", it->s.white, NULL);
    json_decref(answer);
}

/* ---- afterwards */

static bool no_finding(void *user, const arb_store_finding *finding)
{
    fail_msg("%s: %s", (const char *)user, arb_store_fault_text(finding->fault, ARB_LANG_EN));
    return false;
}

static bool find_event(void *user, const arb_store_event *event)
{
    unsigned *found = user;
    unsigned number = EVENTS;

    if (event->client.size > 1 && event->client.size < 8) {
        char id[8] = "";
        memcpy(id, event->client.text, event->client.size);
        if (sscanf(id, "%*c.e%2u", &number) == 1 && number < EVENTS)
            found[number]++;
    }
    return true;
}

static void assert_kept(const evening *it, const sweep *kind, unsigned long first,
                        unsigned long every)
{
    const arb_store_options options = { .create = true };
    const arb_store_inspector inspector = { .finding = no_finding,
                                            .user = (void *)(uintptr_t)kind->kind };
    unsigned found[EVENTS] = { 0 };
    arb_store_figures figures;
    arb_store *store = NULL;

    assert_int_equal(arb_store_open(&store, h.database, &options), ARB_STORE_OK);
    assert_int_equal(arb_store_inspect(&figures, store, &inspector), ARB_STORE_OK);
    assert_int_equal(arb_store_events(store, 0, SIZE_MAX, find_event, found), ARB_STORE_OK);
    for (unsigned i = 0; i < EVENTS; i++)
        if (found[i] != 1 && (found[i] != 0 || it->acknowledged[i]))
            fail_msg("%s %lu %lu: event %u is there %u times", kind->kind, first, every, i,
                     found[i]);
    arb_store_close(store);
}

static void try_one(const sweep *kind, unsigned long first, unsigned long every)
{
    evening it = { .game = false };

    hall_init(&h);
    const bool opened = start(kind, first, every);
    if (opened)
        spend(&it);
    wait_for(kind, first, every, opened);
    assert_kept(&it, kind, first, every);
    hall_clear(&h);
    h.folder[0] = '\0';
}

static void run(const char *kind, unsigned most, unsigned count)
{
    const sweep it = { kind, most };
    chance luck = chance_begin(most);

    if (hall_is_sanitized() || !getenv("ARB_FAULTS"))
        skip(); /* a sanitizer has its own ideas of memory */
    if (getenv("ARB_TEST_SOAK"))
        count *= 40;
    for (unsigned i = 0; i < count; i++) {
        /* small numbers more often: there is the opening */
        const unsigned limit = 1 + most / (1 + i % 4 * 3);
        const unsigned long first = 1 + chance_below(&luck, limit);
        try_one(&it, first, i % 3 == 2 ? 1 + chance_below(&luck, limit) : 0);
    }
}

static void test_hall__memory_runs_out(void **state)
{
    (void)state;
    run("malloc", 8000, 30);
}

static void test_hall__a_read_fails(void **state)
{
    (void)state;
    run("read", 25, 10);
}

static void test_hall__a_write_fails(void **state)
{
    (void)state;
    run("write", 160, 16);
}

static void test_hall__a_sync_fails(void **state)
{
    (void)state;
    run("sync", 25, 12);
}

static void test_hall__a_file_cannot_be_opened(void **state)
{
    (void)state;
    run("open", 16, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hall__memory_runs_out),
        cmocka_unit_test(test_hall__a_read_fails),
        cmocka_unit_test(test_hall__a_write_fails),
        cmocka_unit_test(test_hall__a_sync_fails),
        cmocka_unit_test(test_hall__a_file_cannot_be_opened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
