/* SPDX-License-Identifier: MIT */
/* PostgreSQL for one test program; see postgres.h. */
#define _GNU_SOURCE
#include "support/store/postgres.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROOM = 512, TRIES = 500 };

static struct {
    char programs[ROOM]; /* where initdb and postgres are */
    char folder[ROOM];
    char address[2 * ROOM], other[2 * ROOM], any[2 * ROOM];
    pid_t server, owner;
    bool made_other;
    bool durable;
    unsigned commit_us; /* that each takes at least; 0: as long as it takes */
} it;

static void give_up(const char *what)
{
    fprintf(stderr, "# PostgreSQL for the tests: %s: %s\n", what, strerror(errno));
    abort();
}

static void nap(void)
{
    const struct timespec time = { .tv_nsec = 10000000 };

    (void)nanosleep(&time, NULL);
}

/* The newest that is installed. */
bool postgres_is_there(void)
{
    glob_t found = { 0 };

    if (it.programs[0])
        return true;
    if (glob("/usr/lib/postgresql/*/bin/postgres", 0, NULL, &found) == 0 && found.gl_pathc > 0) {
        (void)snprintf(it.programs, sizeof it.programs, "%s", found.gl_pathv[found.gl_pathc - 1]);
        *strrchr(it.programs, '/') = '\0';
    }
    globfree(&found);
    return it.programs[0] != '\0';
}

const char *postgres_programs(void)
{
    return it.programs;
}

/* ---- whose processes they are ---- */

/* Who runs it in the place of root. */
static const struct passwd *runner(void)
{
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;

    return user || geteuid() != 0 ? user : getpwnam("nobody");
}

/* In a child. It ends with its parent: a signal that is lost when the user changes comes last. */
static void become(const struct passwd *user)
{
    const pid_t parent = getppid();

    if (user && (setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
        _exit(126);
    (void)prctl(PR_SET_PDEATHSIG, SIGQUIT);
    if (getppid() != parent)
        _exit(126);
}

pid_t postgres_spawn(const char *log, char *const arguments[])
{
    const struct passwd *user = runner();
    const pid_t child = fork();

    if (child != 0)
        return child;
    const int out = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    (void)dup2(out, STDOUT_FILENO);
    (void)dup2(out, STDERR_FILENO);
    become(user);
    if (chdir("/") == 0)
        (void)execv(arguments[0], arguments);
    _exit(127);
}

/* What a program said before it failed. */
static void show(const char *log)
{
    FILE *file = fopen(log, "r");
    char line[ROOM];

    while (file && fgets(line, sizeof line, file))
        fprintf(stderr, "# %s", line);
    if (file)
        (void)fclose(file);
}

void postgres_run(const char *log, char *const arguments[])
{
    const pid_t child = postgres_spawn(log, arguments);
    int status = 0;

    if (child < 0 || waitpid(child, &status, 0) != child)
        give_up(arguments[0]);
    if (status != 0) {
        show(log);
        fprintf(stderr, "# PostgreSQL for the tests: %s ended badly\n", arguments[0]);
        abort();
    }
}

/* As whoever runs the test. */
static bool copy_tree(const char *from, const char *to)
{
    const pid_t child = fork();
    int status = 0;

    if (child == 0) {
        (void)execlp("cp", "cp", "-a", from, to, (char *)NULL);
        _exit(127);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

void postgres_remove_tree(const char *path)
{
    const pid_t child = fork();

    if (child == 0) {
        (void)execlp("rm", "rm", "-rf", path, (char *)NULL);
        _exit(127);
    }
    if (child > 0)
        (void)waitpid(child, NULL, 0);
}

/* ---- its life ---- */

/*
 * A fresh cluster takes a second to make, so one is kept in the build folder and copied. Several
 * programs may want it at the same time: it gets its name when it is whole.
 */
void postgres_cluster(const char *data, const char *log)
{
    const char *build = getenv("ARB_TEST_BUILD");
    char kept[ROOM] = "", made[2 * ROOM], program[ROOM + 16];

    (void)snprintf(program, sizeof program, "%s/initdb", it.programs);
    if (build)
        (void)snprintf(kept, sizeof kept, "%s/postgres-%u", build, (unsigned)geteuid());
    if (kept[0] && access(kept, F_OK) == 0 && copy_tree(kept, data))
        return;
    postgres_remove_tree(data);
    char *const arguments[] = { program,   "-D",          (char *)data, "-U",
                                "arbitro", "-A",          "trust",      "-E",
                                "UTF8",    "--no-locale", "--no-sync",  "--wal-segsize=1",
                                NULL };
    postgres_run(log, arguments);
    if (!kept[0])
        return;
    (void)snprintf(made, sizeof made, "%s.%ld", kept, (long)getpid());
    if (!copy_tree(data, made) || rename(made, kept) != 0)
        postgres_remove_tree(made);
}

/* Sends a signal to every process of the server but the first. */
static void each_child(int signal_number)
{
    char name[64];
    int child;

    (void)snprintf(name, sizeof name, "/proc/%ld/task/%ld/children", (long)it.server,
                   (long)it.server);
    FILE *children = fopen(name, "r");
    while (children && fscanf(children, "%d", &child) == 1)
        (void)kill(child, signal_number);
    if (children)
        (void)fclose(children);
}

/* Begins to run; false when it has ended again. */
static bool launch(void)
{
    char program[ROOM + 16], data[ROOM + 16], log[ROOM + 16], sockets[ROOM + 64], delay[64];
    int status;

    (void)snprintf(program, sizeof program, "%s/postgres", it.programs);
    (void)snprintf(data, sizeof data, "%s/data", it.folder);
    (void)snprintf(log, sizeof log, "%s/log", it.folder);
    (void)snprintf(sockets, sizeof sockets, "unix_socket_directories=%s", it.folder);
    (void)snprintf(delay, sizeof delay, "commit_delay=%u", it.commit_us);
    char *const arguments[] = { program,
                                "-D",
                                data,
                                "-c",
                                sockets,
                                "-c",
                                delay,
                                "-c",
                                it.commit_us > 0 ? "commit_siblings=0" : "commit_siblings=5",
                                "-c",
                                "listen_addresses=",
                                "-c",
                                it.durable ? "fsync=on" : "fsync=off",
                                "-c",
                                "shared_buffers=16MB",
                                "-c",
                                "max_connections=40",
                                "-c",
                                "full_page_writes=off",
                                "-c",
                                "autovacuum=off",
                                "-c", /* in its folder, which is removed, also after a kill */
                                "dynamic_shared_memory_type=mmap",
                                NULL };
    it.server = postgres_spawn(log, arguments);
    if (it.server < 0)
        give_up("fork");
    while (PQping(it.any) != PQPING_OK) {
        if (waitpid(it.server, &status, WNOHANG) != 0)
            return false;
        nap();
    }
    return true;
}

/* After a kill a process of the former server may still hold its memory for a moment. */
void postgres_start(void)
{
    for (int tries = 0; !launch(); tries++) {
        if (tries == TRIES)
            give_up(it.folder);
        nap();
    }
}

void postgres_kill(void)
{
    (void)kill(it.server, SIGSTOP); /* lest it starts others in the place of those who end */
    each_child(SIGKILL);
    (void)kill(it.server, SIGKILL);
    (void)waitpid(it.server, NULL, 0);
}

void postgres_durable(void)
{
    if (it.durable)
        return;
    it.durable = true;
    (void)postgres_address();
    postgres_kill();
    postgres_start();
}

/* It waits so long before every fsync, with the lock of whoever writes the log. */
void postgres_steady(unsigned commit_us)
{
    it.commit_us = commit_us;
    it.durable = false;
    postgres_durable();
}

static void end(void)
{
    if (it.server <= 0 || it.owner != getpid()) /* a child of the test ends, too */
        return;
    (void)kill(it.server, SIGCONT);
    (void)kill(it.server, SIGQUIT);
    (void)waitpid(it.server, NULL, 0);
    postgres_remove_tree(it.folder);
}

/* In memory, where that is possible: a cluster is forty megabytes that nobody reads again, and the
 * disk is what other tests wait for. */
void postgres_folder(char *out, size_t room)
{
    const char *wanted = getenv("TMPDIR");
    const char *parent = wanted ? wanted : access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    const struct passwd *user = runner();

    (void)snprintf(out, room, "%s/arbitro-pg-XXXXXX", parent);
    if (!postgres_is_there() || !mkdtemp(out) ||
        (user && chown(out, user->pw_uid, user->pw_gid) != 0))
        give_up(out);
}

static void begin(void)
{
    char data[ROOM + 16], log[ROOM + 16];

    if (it.server > 0)
        return;
    postgres_folder(it.folder, sizeof it.folder);
    (void)snprintf(it.any, sizeof it.any, "host=%s dbname=template1 user=arbitro", it.folder);
    (void)snprintf(it.address, sizeof it.address, "postgres://arbitro:secret@/postgres?host=%s",
                   it.folder);
    (void)snprintf(it.other, sizeof it.other, "host='%s' dbname=other user=arbitro", it.folder);
    it.owner = getpid();
    (void)snprintf(data, sizeof data, "%s/data", it.folder);
    (void)snprintf(log, sizeof log, "%s/log", it.folder);
    postgres_cluster(data, log);
    postgres_start();
    (void)atexit(end);
}

/* ---- its databases ---- */

const char *postgres_address(void)
{
    begin();
    return it.address;
}

void postgres_empty(void)
{
    postgres_sql(postgres_address(), "DROP SCHEMA IF EXISTS arbitro CASCADE");
    if (it.made_other)
        postgres_sql(it.other, "DROP SCHEMA IF EXISTS arbitro CASCADE");
}

const char *postgres_other(void)
{
    begin();
    if (!it.made_other)
        postgres_sql(it.any, "CREATE DATABASE other");
    it.made_other = true;
    return it.other;
}

/* x'00' is '\x00' there, and zeroblob(N) N bytes of zero. */
static char *translate(const char *text)
{
    char *out = calloc(1, 8 * strlen(text) + 1), *to = out;
    int size, used;

    while (out && *text) {
        if (strncmp(text, "x'", 2) == 0 && isxdigit((unsigned char)text[2])) {
            to += sprintf(to, "'\\x");
            text += 2;
        } else if (sscanf(text, "zeroblob(%d)%n", &size, &used) == 1) {
            to += sprintf(to, "decode(repeat('00', %d), 'hex')", size);
            text += used;
        } else if (strncmp(text, "PRAGMA foreign_keys = OFF;", 26) == 0) {
            text += 26;
        } else {
            *to++ = *text++;
        }
    }
    return out;
}

static PGresult *ask(PGconn **conn, const char *address, const char *text)
{
    char *translated = translate(text);

    *conn = PQconnectdb(address);
    PQclear(PQexec(*conn, "SET client_min_messages = error; SET search_path = arbitro, public;"
                          "SET lock_timeout = '30s'" /* a test that failed may hold locks */));
    PGresult *result = translated ? PQexec(*conn, translated) : NULL;
    const ExecStatusType status = PQresultStatus(result);
    free(translated);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "# %s: %s\n", text, PQerrorMessage(*conn));
        abort();
    }
    return result;
}

void postgres_sql(const char *address, const char *text)
{
    PGconn *conn = NULL;

    PQclear(ask(&conn, address, text));
    PQfinish(conn);
}

long long postgres_ask(const char *address, const char *text)
{
    PGconn *conn = NULL;
    PGresult *result = ask(&conn, address, text);
    const long long number = PQntuples(result) > 0 ? atoll(PQgetvalue(result, 0, 0)) : -1;

    PQclear(result);
    PQfinish(conn);
    return number;
}

void postgres_freeze(bool frozen)
{
    (void)kill(it.server, frozen ? SIGSTOP : SIGCONT);
    each_child(frozen ? SIGSTOP : SIGCONT);
}

void postgres_cut(void)
{
    postgres_sql(it.any, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                         " WHERE datname = 'postgres'");
}
