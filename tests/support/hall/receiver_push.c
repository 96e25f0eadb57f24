/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
/* A broadcast that is sent games; see receiver.h. */
#include "support/hall/receiver.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>

#include <cmocka.h>

enum { REQUEST_ROOM = 4 << 20, ANSWER_ROOM = 1 << 18 };

broadcast *broadcast_new(void)
{
    broadcast *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_true(b != MAP_FAILED);
    memset(b, 0, sizeof *b);
    return b;
}

broadcast *broadcast_add(broadcast *b)
{
    while (b->next)
        b = b->next;
    return b->next = broadcast_new();
}

void broadcast_free(broadcast *b)
{
    if (b->pid)
        broadcast_kill(b);
    if (b->next)
        broadcast_free(b->next);
    (void)munmap(b, sizeof *b);
}

static void say(int fd, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    (void)vdprintf(fd, format, list);
    va_end(list);
}

/* Reads a request as long as its head says; 0 when it is cut off. */
static size_t read_request(char *text, int fd)
{
    size_t size = 0, wanted = SIZE_MAX;

    while (size < wanted && size + 1 < REQUEST_ROOM) {
        const ssize_t got = read(fd, text + size, REQUEST_ROOM - size - 1);
        if (got <= 0)
            return 0;
        size += (size_t)got;
        text[size] = '\0';
        const char *body = strstr(text, "\r\n\r\n"), *length = strcasestr(text, "content-length:");
        if (body)
            wanted = (size_t)(body + 4 - text) +
                     (length && length < body ? strtoul(length + 15, NULL, 10) : 0);
    }
    return size;
}

static unsigned games_in(const char *body)
{
    unsigned count = 0;

    for (const char *at = body; (at = strstr(at, "[Event \"")); at++)
        count++;
    return count;
}

/* One game of the answer: its moves, or why it was not taken. Others are taken all the same. */
static size_t tell(char *out, size_t room, const received *g, const char *why, bool first)
{
    char end[96];

    if (why)
        (void)snprintf(end, sizeof end, "\"error\":\"%s\"", why);
    else
        (void)snprintf(end, sizeof end, "\"moves\":%u", g->count);
    return (size_t)snprintf(out, room, "%s{\"tags\":{\"Round\":\"%s\"},%s}", first ? "" : ",",
                            g->round, end);
}

/* Games beyond the hundredth are not looked at, and nobody is told. */
static void take_push(broadcast *b, int fd, char *body)
{
    static received all[RECEIVER_TAKES];
    static char answer[ANSWER_ROOM];
    const char *end = body + strlen(body);
    size_t size = (size_t)snprintf(answer, sizeof answer, "{\"games\":[");
    unsigned told = 0, count = 0;

    for (const char *at = body; at < end && told < RECEIVER_TAKES; told++) {
        const char *stop = receiver_split(at, end), *why = receiver_read(&all[count], at, stop);
        size += tell(answer + size, sizeof answer - size, &all[count], why, told == 0);
        count += !why;
        if (why)
            (void)snprintf(b->why, sizeof b->why, "%s", why);
        at = stop;
    }
    receiver_place(&b->boards, all, count);
    size += (size_t)snprintf(answer + size, sizeof answer - size, "]}");
    b->taken++;
    say(fd, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
        size, answer);
}

/* Nothing more is said until the other side has gone. */
static void be_silent(int fd)
{
    char byte;

    while (read(fd, &byte, 1) > 0) {
    }
}

static void answer_push(broadcast *b, int fd, char *text)
{
    const unsigned step = b->step++;
    const manner how = step < b->scripted ? b->script[step] : TAKES;
    char *body = strstr(text, "\r\n\r\n") + 4;

    b->pushes++;
    if (!strstr(text, "Authorization: Bearer " RECEIVER_TOKEN "\r\n") ||
        !strstr(text, "Content-Type: text/plain") || games_in(body) > RECEIVER_TAKES)
        b->wrong++;
    if (how == LIMITS)
        say(fd,
            "HTTP/1.1 429 Too Many Requests\r\nRetry-After: %u\r\nContent-Length: "
            "20\r\n\r\n{\"error\":\"Too many\"}",
            b->limit_s ? b->limit_s : 7);
    else if (how == LIMITS_BARELY)
        say(fd, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n");
    else if (how == FAILS)
        say(fd, "HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\nno");
    else if (how == SENDS_ELSEWHERE)
        say(fd,
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:%u/elsewhere\r\nContent-Length: "
            "0\r\n\r\n",
            (unsigned)b->port);
    else if (how == SHOWS_A_PAGE)
        say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n\n<html>Log in</html>");
    else if (how == REFUSES_ONE)
        say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 79\r\n\r\n{\"games\":[{\"tags\":{\"Round\":"
                "\"1.1\",\"White\":\"A\",\"Black\":\"B\"},\"error\":\"Doubled\"}]}\n");
    else if (how == HAS_A_SOURCE)
        say(fd, "HTTP/1.1 400 Bad Request\r\nContent-Length: 42\r\n\r\n"
                "{\"error\":\"The round has a source address\"}");
    else if (how == NAMES_NONE)
        say(fd, "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"games\":[]}");
    else if (how == BABBLES)
        say(fd, "what?\r\n");
    else if (how == IS_SILENT)
        be_silent(fd);
    else if (how == TAKES)
        take_push(b, fd, body);
}

/* The round of an address: /push, /push/2 and so on; NULL when there is none. */
static broadcast *round_at(broadcast *b, const char *text)
{
    char path[32];
    unsigned number = 1;

    for (; b; b = b->next, number++) {
        (void)snprintf(path, sizeof path, "POST /push/%u HTTP", number);
        if (number == 1)
            (void)snprintf(path, sizeof path, "POST /push HTTP");
        if (strncmp(text, path, strlen(path)) == 0)
            return b;
    }
    return NULL;
}

static void serve_one(broadcast *b, int fd)
{
    char *text = malloc(REQUEST_ROOM);

    if (text && read_request(text, fd) > 0) {
        broadcast *to = round_at(b, text);
        if (strstr(text, " /elsewhere "))
            b->misled++;
        else if (to)
            answer_push(to, fd, text);
        else
            b->wrong++;
    }
    _exit(0);
}

/* Every push has a process of its own: one that is kept waiting keeps no other. */
static void serve(broadcast *b, int listener)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGCHLD, SIG_IGN);
    for (int fd; (fd = accept(listener, NULL, NULL)) >= 0; (void)close(fd)) {
        if (fork() != 0)
            continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        (void)close(listener);
        serve_one(b, fd);
    }
    _exit(0);
}

void broadcast_start(broadcast *b)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(b->port) };
    socklen_t size = sizeof at;
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    (void)setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    assert_int_equal(bind(listener, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(listener, 64), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &size), 0);
    b->port = ntohs(at.sin_port);
    (void)fflush(NULL);
    const pid_t child = fork(); /* both processes see *b */
    assert_true(child >= 0);
    if (child == 0)
        serve(b, listener);
    b->pid = child;
    (void)close(listener);
}

void broadcast_kill(broadcast *b)
{
    (void)kill(b->pid, SIGKILL);
    (void)waitpid(b->pid, NULL, 0);
    b->pid = 0;
}
