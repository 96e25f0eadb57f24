/* SPDX-License-Identifier: MIT */
/* A chess program as a process; see peer.h. */
#define _GNU_SOURCE
#include "bench/peer.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A running peer. */
typedef struct peer {
    pid_t pid;
    FILE *to, *from;
} peer;

bool arb_peer_find(char *out, size_t size, const char *name)
{
    const char *path = getenv("PATH");
    char places[4096];

    /* Debian's folder of games is not on everybody's PATH */
    snprintf(places, sizeof places, "%s:/usr/games", path ? path : "");
    for (const char *place = places; *place;) {
        const size_t length = strcspn(place, ":");
        const int wanted = snprintf(out, size, "%.*s/%s", (int)length, place, name);
        if (length > 0 && wanted > 0 && (size_t)wanted < size && access(out, X_OK) == 0)
            return true;
        place += length + (place[length] == ':');
    }
    return false;
}

/* Starts `program` with these ends of two pipes as its standard input and output. */
static bool spawn(pid_t *pid, const char *program, int input, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char *words[] = { "stockfish", NULL };
    sigset_t defaults;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    /* this program ignores broken pipes; its child should die of them */
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const bool ok = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) == 0 &&
                    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) == 0 &&
                    posix_spawn(pid, program, &actions, &attributes, words, environ) == 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return ok;
}

static bool start(peer *p, const char *program)
{
    int down[2], up[2];

    if (pipe2(down, O_CLOEXEC) != 0)
        return false;
    if (pipe2(up, O_CLOEXEC) != 0) {
        close(down[0]);
        close(down[1]);
        return false;
    }
    const bool ok = spawn(&p->pid, program, down[0], up[1]);
    close(down[0]);
    close(up[1]);
    if (!ok) {
        close(down[1]);
        close(up[0]);
        return false;
    }
    p->to = fdopen(down[1], "w");
    p->from = fdopen(up[0], "r");
    return true;
}

/* Reads on until the peer tells a count. */
static bool read_count(uint64_t *nodes, FILE *from)
{
    char line[256];

    while (fgets(line, sizeof line, from)) {
        if (sscanf(line, "Nodes searched: %" SCNu64, nodes) == 1)
            return true;
    }
    return false;
}

static bool talk(uint64_t *nodes, const peer *p, const arb_peer_job *job)
{
    char line[256];

    if (job->chess960)
        fputs("setoption name UCI_Chess960 value true\n", p->to);
    fprintf(p->to, "position fen %s\n", job->fen);
    for (unsigned i = 0; i < job->repeats; i++) {
        fprintf(p->to, "go perft %u\n", job->depth);
        if (fflush(p->to) != 0 || !read_count(nodes, p->from))
            return false;
    }
    fputs("quit\n", p->to);
    if (fflush(p->to) != 0)
        return false;
    while (fgets(line, sizeof line, p->from))
        continue;
    return !ferror(p->from);
}

bool arb_peer_run(arb_peer_answer *out, const char *program, const arb_peer_job *job)
{
    struct rusage used;
    arb_peer_answer answer = { 0 };
    int status = 0;
    peer p;

    if (!start(&p, program))
        return false;
    const bool answered = p.to && p.from && talk(&answer.nodes, &p, job);
    if (!answered)
        kill(p.pid, SIGKILL);
    if (p.to)
        fclose(p.to);
    if (p.from)
        fclose(p.from);
    while (wait4(p.pid, &status, 0, &used) < 0)
        continue;
    if (!answered || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return false;
    answer.seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                     (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
    *out = answer;
    return true;
}
