/* SPDX-License-Identifier: MIT */
/* A primary and its synchronous standby; see pair.h. */
#define _GNU_SOURCE
#include "support/store/pair.h"

#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/store/postgres.h"

enum { ROOM = 512, PORT = 5501, TRIES = 6000, CHILDREN = 128 };

static struct {
    char folder[ROOM], address[3 * ROOM];
    char one[2][2 * ROOM]; /* the address of each */
    pid_t server[2], owner;
    unsigned primary;
} it;

static void nap(void)
{
    const struct timespec time = { .tv_nsec = 10000000 };

    (void)nanosleep(&time, NULL);
}

static void look_again(void)
{
    const struct timespec time = { .tv_nsec = 1000000 };

    (void)nanosleep(&time, NULL);
}

static void path_of(char out[2 * ROOM], const char *what, unsigned which)
{
    (void)snprintf(out, (size_t)2 * ROOM, "%s/%s-%u", it.folder, what, which);
}

static void start(unsigned which)
{
    char program[2 * ROOM], data[2 * ROOM], log[2 * ROOM], sockets[2 * ROOM], port[32];
    int tries = 0;

    (void)snprintf(program, sizeof program, "%s/postgres", postgres_programs());
    path_of(data, "data", which);
    path_of(log, "log", which);
    (void)snprintf(sockets, sizeof sockets, "unix_socket_directories=%s", it.folder);
    (void)snprintf(port, sizeof port, "port=%u", PORT + which);
    char *const arguments[] = { program,
                                "-D",
                                data,
                                "-c",
                                sockets,
                                "-c",
                                port,
                                "-c",
                                "listen_addresses=",
                                "-c",
                                "fsync=off",
                                "-c",
                                "shared_buffers=16MB",
                                "-c",
                                "max_connections=60",
                                "-c",
                                "full_page_writes=off",
                                "-c",
                                "autovacuum=off",
                                "-c",
                                "dynamic_shared_memory_type=mmap",
                                "-c",
                                "wal_keep_size=64MB",
                                NULL };
    it.server[which] = postgres_spawn(log, arguments);
    for (; PQping(it.one[which]) != PQPING_OK; tries++) {
        if (tries == TRIES || waitpid(it.server[which], NULL, WNOHANG) != 0) {
            fprintf(stderr, "# PostgreSQL did not start: %s\n", log);
            abort();
        }
        nap();
    }
}

/* A fresh copy of the primary that follows it, and for whom it waits. */
static void make_standby(unsigned which)
{
    char program[2 * ROOM], data[2 * ROOM], log[2 * ROOM], port[16];

    path_of(data, "data", which);
    path_of(log, "log", which);
    postgres_remove_tree(data);
    (void)snprintf(program, sizeof program, "%s/pg_basebackup", postgres_programs());
    (void)snprintf(port, sizeof port, "%u", PORT + !which);
    char *const arguments[] = {
        program, "-h", it.folder, "-p",     port, "-U",   "arbitro",   "-D",
        data,    "-R", "-X",      "stream", "-c", "fast", "--no-sync", NULL
    };
    postgres_run(log, arguments);
    start(which);
    postgres_sql(it.one[!which], "ALTER SYSTEM SET synchronous_standby_names = '*'");
    postgres_sql(it.one[!which], "SELECT pg_reload_conf()");
    for (int tries = 0; postgres_ask(it.one[!which], "SELECT count(*) FROM pg_stat_replication"
                                                     " WHERE sync_state = 'sync'") < 1;
         tries++) {
        if (tries == TRIES)
            abort();
        nap();
    }
}

/* Sends a signal to all that it has started, while it stands still itself. */
static void signal_all(unsigned which, int number)
{
    char name[64];
    int child[CHILDREN], count = 0;

    (void)kill(it.server[which], SIGSTOP); /* or it would start others meanwhile */
    (void)snprintf(name, sizeof name, "/proc/%ld/task/%ld/children", (long)it.server[which],
                   (long)it.server[which]);
    FILE *children = fopen(name, "r");
    while (children && count < CHILDREN && fscanf(children, "%d", &child[count]) == 1)
        count++;
    if (children)
        (void)fclose(children);
    for (int i = 0; i < count; i++)
        (void)kill(child[i], number);
}

static void kill_all(unsigned which)
{
    if (it.server[which] <= 0)
        return;
    signal_all(which, SIGKILL);
    (void)kill(it.server[which], SIGKILL);
    (void)waitpid(it.server[which], NULL, 0);
    it.server[which] = 0;
}

static void end(void)
{
    if (it.owner != getpid())
        return;
    kill_all(0);
    kill_all(1);
    postgres_remove_tree(it.folder);
}

const char *pair_address(void)
{
    char data[2 * ROOM], log[2 * ROOM];

    if (it.address[0])
        return it.address;
    postgres_folder(it.folder, sizeof it.folder);
    it.owner = getpid();
    (void)atexit(end);
    for (unsigned i = 0; i < 2; i++)
        (void)snprintf(it.one[i], sizeof it.one[i], "host=%s port=%u dbname=postgres user=arbitro",
                       it.folder, PORT + i);
    (void)snprintf(it.address, sizeof it.address,
                   "host=%s,%s port=%u,%u dbname=postgres user=arbitro"
                   " target_session_attrs=read-write",
                   it.folder, it.folder, PORT, PORT + 1);
    path_of(data, "data", 0);
    path_of(log, "log", 0);
    postgres_cluster(data, log);
    start(0);
    make_standby(1);
    return it.address;
}

const char *pair_standby(void)
{
    (void)pair_address();
    return it.one[!it.primary];
}

void pair_replay(bool replays)
{
    const char *standby = pair_standby();

    postgres_sql(standby,
                 replays ? "SELECT pg_wal_replay_resume()" : "SELECT pg_wal_replay_pause()");
    while (!replays && !postgres_ask(standby, "SELECT (pg_get_wal_replay_pause_state() = 'paused')"
                                              "::int"))
        look_again();
}

void pair_kill(void)
{
    kill_all(it.primary);
}

void pair_freeze(void)
{
    signal_all(it.primary, SIGSTOP);
}

void pair_thaw(void)
{
    signal_all(it.primary, SIGCONT);
    (void)kill(it.server[it.primary], SIGCONT);
}

void pair_promote(void)
{
    it.primary = !it.primary;
    postgres_sql(it.one[it.primary], "ALTER SYSTEM RESET synchronous_standby_names");
    postgres_sql(it.one[it.primary], "SELECT pg_reload_conf()");
    postgres_sql(it.one[it.primary], "SELECT pg_promote(false)"); /* it looks too seldom itself */
    for (int tries = 0; postgres_ask(it.one[it.primary], "SELECT pg_is_in_recovery()::int") != 0;
         tries++) {
        if (tries == TRIES)
            abort();
        look_again();
    }
}

void pair_restore(void)
{
    kill_all(!it.primary);
    make_standby(!it.primary);
}

void pair_cut(void)
{
    postgres_sql(it.one[it.primary], "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                     " WHERE datname = 'postgres' AND pid <> pg_backend_pid()");
}
