/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/relaying.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/hall/fixture.h"
#include "support/hall/receiver.h"
#include "support/http/client.h"

enum { LONG_MS = 60000, WORDS = 32 };

void relay_start(relay *r, const char *const *more)
{
    const char *words[WORDS] = { getenv("ARB_PROGRAM"), "relay", "--lang", "en" };
    size_t count = 4;
    int pair[2];

    while (*more && count + 1 < WORDS)
        words[count++] = *more++;
    *r = (relay){ .pid = 0 };
    assert_int_equal(pipe2(pair, O_CLOEXEC), 0);
    (void)fflush(NULL);
    r->pid = fork();
    assert_true(r->pid >= 0);
    if (r->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)dup2(pair[1], STDOUT_FILENO);
        (void)dup2(pair[1], STDERR_FILENO);
        (void)unsetenv("ARBITRO_RELAY_TOKEN");
        execv(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    (void)close(pair[1]);
    r->out = pair[0];
}

bool relay_says(relay *r, const char *text)
{
    const int64_t until = client_now() + LONG_MS;

    while (!strstr(r->said, text) && client_now() < until && r->size + 1 < sizeof r->said) {
        struct pollfd ready = { .fd = r->out, .events = POLLIN };
        if (poll(&ready, 1, 1000) <= 0)
            continue;
        const ssize_t got = read(r->out, r->said + r->size, sizeof r->said - r->size - 1);
        if (got <= 0)
            break;
        r->size += (size_t)got;
        r->said[r->size] = '\0';
    }
    return strstr(r->said, text) != NULL;
}

int relay_end(relay *r)
{
    int status = 0;

    (void)relay_says(r, "\x01");
    assert_int_equal(waitpid(r->pid, &status, 0), r->pid);
    (void)close(r->out);
    assert_null(strstr(r->said, RECEIVER_TOKEN));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void relay_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    (void)fclose(file);
}

seats relay_round(unsigned number, unsigned boards)
{
    return relay_round_of(number, 1, boards);
}

seats relay_round_of(unsigned number, unsigned first_board, unsigned last_board)
{
    static char text[1 << 16];
    char id[32], name[16];
    size_t size = 0;
    json_t *round = NULL;
    seats s = { 0 };

    for (unsigned i = first_board; i <= last_board; i++)
        size +=
            (size_t)snprintf(text + size, sizeof text - size, "%u; White %u; Black %u\n", i, i, i);
    (void)snprintf(id, sizeof id, "0123456789abcdef%08u", number);
    (void)snprintf(name, sizeof name, "Round %u", number);
    assert_int_equal(
        fixture_post(&round, "/api/rounds",
                     json_pack("{ss ss ss s{ss s{ss}}}", "id", id, "text", text, "name", name,
                               "game", "time", "5400+30", "names", "event", "Club")),
        201);
    json_t *first = json_array_get(at(round, "boards"), 0);
    (void)snprintf(s.white, sizeof s.white, "%s", text_at(first, "tokens.white"));
    (void)snprintf(s.black, sizeof s.black, "%s", text_at(first, "tokens.black"));
    (void)snprintf(s.arbiter, sizeof s.arbiter, "%s", text_at(first, "tokens.arbiter"));
    json_decref(round);
    assert_true(hall_do(&h, s.arbiter, "start"));
    return s;
}

void relay_publish(void)
{
    assert_int_equal(
        fixture_post(NULL, "/api/publish", json_pack("{ss ss}", "name", "club", "event", "Club")),
        200);
}
