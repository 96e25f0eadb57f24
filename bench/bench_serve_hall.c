/* SPDX-License-Identifier: MIT */
/* The server as a process of its own; see bench_serve_internal.h. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/bench_serve_internal.h"
#include "store/store.h"

enum { ANSWER_ROOM = 32768, LINE_ROOM = 4096, PATIENCE_S = 10 };

/* ---- the folder */

static bool make_folder(char out[ARB_BENCH_PATH], const char *parent)
{
    const int size = snprintf(out, ARB_BENCH_PATH, "%s/arbitro-bench-XXXXXX", parent);

    if (size > 0 && size < ARB_BENCH_PATH && mkdtemp(out))
        return true;
    out[0] = '\0';
    return false;
}

/* What is under /tmp is often in memory: it comes last. */
arb_err arb_bench_folder_new(char out[ARB_BENCH_PATH], bool in_memory)
{
    const char *wanted = getenv("TMPDIR");

    if (in_memory)
        return make_folder(out, "/dev/shm") ? ARB_OK : ARB_IO;
    return (wanted && *wanted && make_folder(out, wanted)) || make_folder(out, "/var/tmp") ||
                   make_folder(out, "/tmp")
               ? ARB_OK
               : ARB_IO;
}

/* Removes the files in the folder whose names begin so. */
static void remove_files(const char *folder, const char *begin)
{
    DIR *all = opendir(folder);

    for (struct dirent *entry = all ? readdir(all) : NULL; entry; entry = readdir(all)) {
        if (strncmp(entry->d_name, begin, strlen(begin)) == 0)
            (void)unlinkat(dirfd(all), entry->d_name, 0);
    }
    if (all)
        (void)closedir(all);
}

void arb_bench_folder_free(const char *folder)
{
    if (!folder[0])
        return;
    remove_files(folder, "");
    (void)rmdir(folder);
}

/* ---- the process */

/*
 * It is in a group of its own, so that Ctrl-C is for us alone, and ends when we do. Connections of
 * this machine do not count per address behind a proxy: here all of them are of this machine.
 */
static void become(const arb_bench_hall *hall, int out)
{
    const char *const words[] = { "arbitro",     "serve", "--json",       "--listen",
                                  "127.0.0.1:0", "--db",  hall->database, "--engine",
                                  "none",        "--log", "/dev/null",    "--behind-proxy",
                                  "127.0.0.1",   NULL };

    (void)setpgid(0, 0);
    (void)setenv("XDG_DATA_HOME", "/dev/null", 1); /* nothing is left in anybody's folder */
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)dup2(out, STDOUT_FILENO);
    (void)execv("/proc/self/exe", (char *const *)(uintptr_t)words);
    _exit(127);
}

static uint16_t read_port(int fd)
{
    char line[LINE_ROOM];
    size_t size = 0;

    while (size + 1 < sizeof line && read(fd, line + size, 1) == 1 && line[size] != '\n')
        size++;
    line[size] = '\0';
    json_t *told = json_loads(line, 0, NULL);
    const json_int_t port = json_integer_value(json_object_get(told, "port"));
    json_decref(told);
    return (uint16_t)port;
}

arb_err arb_bench_hall_start(arb_bench_hall *hall, const char *folder, const char *name)
{
    int pair[2];

    *hall = (arb_bench_hall){ 0 };
    if (arb_store_is_postgres(folder)) /* an address, which has no names in it */
        (void)snprintf(hall->database, sizeof hall->database, "%s", folder);
    else
        (void)snprintf(hall->database, sizeof hall->database, "%s/%s.arbitro", folder, name);
    if (pipe2(pair, O_CLOEXEC) != 0)
        return ARB_IO;
    const pid_t pid = fork();
    if (pid == 0)
        become(hall, pair[1]);
    (void)close(pair[1]);
    if (pid > 0) {
        hall->pid = pid;
        hall->port = read_port(pair[0]);
    }
    (void)close(pair[0]);
    if (hall->port == 0)
        arb_bench_hall_end(hall);
    return hall->port == 0 ? ARB_IO : ARB_OK;
}

void arb_bench_hall_kill(const arb_bench_hall *hall)
{
    if (hall->pid > 0)
        (void)kill(hall->pid, SIGKILL);
}

void arb_bench_hall_end(arb_bench_hall *hall)
{
    char *slash = arb_store_is_postgres(hall->database) ? NULL : strrchr(hall->database, '/');

    arb_bench_hall_kill(hall);
    while (hall->pid > 0 && waitpid(hall->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    hall->pid = 0;
    if (slash) {
        *slash = '\0';
        remove_files(hall->database, slash + 1);
        *slash = '/';
    }
}

double arb_bench_hall_memory(const arb_bench_hall *hall)
{
    char path[64], line[256];
    double kilobytes = 0;

    (void)snprintf(path, sizeof path, "/proc/%ld/status", (long)hall->pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "RssAnon:", 8) == 0)
            kilobytes = strtod(line + 8, NULL);
    }
    if (file)
        (void)fclose(file);
    return kilobytes * 1024;
}

double arb_bench_hall_cpu_us(pid_t pid)
{
    struct timespec used;
    clockid_t clock;

    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (double)used.tv_sec * 1e6 + (double)used.tv_nsec / 1e3;
}

/* ---- questions, one at a time */

int arb_bench_connect(uint16_t port)
{
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
    const struct timeval patience = { .tv_sec = PATIENCE_S };
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0)
        return -1;
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes) == 0 &&
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0 &&
        connect(fd, (struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    (void)close(fd);
    return -1;
}

static bool send_text(int fd, const char *text)
{
    const size_t size = strlen(text);

    return send(fd, text, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* Receives one answer, with a NUL; returns where its body begins, or NULL. */
static const char *receive(char answer[ANSWER_ROOM], int fd)
{
    size_t size = 0;

    while (size + 1 < ANSWER_ROOM) {
        const ssize_t got = recv(fd, answer + size, ANSWER_ROOM - 1 - size, 0);
        if (got <= 0)
            return NULL;
        size += (size_t)got;
        answer[size] = '\0';
        const char *end = strstr(answer, "\r\n\r\n");
        const char *length = end ? strstr(answer, "Content-Length: ") : NULL;
        if (length && size >= (size_t)(end + 4 - answer) + strtoul(length + 16, NULL, 10))
            return end + 4;
    }
    return NULL;
}

double arb_bench_hall_figure(const arb_bench_hall *hall, const char *name)
{
    static const char request[] = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    char answer[ANSWER_ROOM], wanted[128];
    const int fd = arb_bench_connect(hall->port);
    const char *body = fd >= 0 && send_text(fd, request) ? receive(answer, fd) : NULL;

    if (fd >= 0)
        (void)close(fd);
    (void)snprintf(wanted, sizeof wanted, "\narbitro_%s ", name);
    const char *found = body ? strstr(body, wanted) : NULL;
    return found ? strtod(found + strlen(wanted), NULL) : 0;
}

static bool copy_token(char out[ARB_BENCH_TOKEN], const json_t *tokens, const char *seat)
{
    const char *text = json_string_value(json_object_get(tokens, seat));

    return text && snprintf(out, ARB_BENCH_TOKEN, "%s", text) < ARB_BENCH_TOKEN;
}

arb_err arb_bench_hall_game(arb_bench_links *out, int fd)
{
    static const char request[] = "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                                  "Content-Type: application/json\r\nContent-Length: 18\r\n\r\n"
                                  "{\"time\":\"5400+30\"}";
    char answer[ANSWER_ROOM];
    const char *body = send_text(fd, request) ? receive(answer, fd) : NULL;
    json_t *game = body ? json_loads(body, 0, NULL) : NULL;
    const json_t *tokens = json_object_get(game, "tokens");
    const bool fine = copy_token(out->white, tokens, "white") &&
                      copy_token(out->black, tokens, "black") &&
                      copy_token(out->arbiter, tokens, "arbiter") &&
                      copy_token(out->spectator, tokens, "spectator");

    json_decref(game);
    return fine ? ARB_OK : ARB_IO;
}

bool arb_bench_ask_stream(int fd, const char *token)
{
    char request[256];

    (void)snprintf(
        request, sizeof request,
        "GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n", token);
    return send_text(fd, request);
}
