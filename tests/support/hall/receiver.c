/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "support/hall/receiver.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <poll.h>
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

#include "support/http/client.h"

enum { PATIENCE_MS = 5000, REQUEST_ROOM = 4 << 20, GAMES_MAX = 100 };

/* ---- one game */

/* The value of a tag: [Name "value"]. */
static bool take_tag(char *out, size_t room, const char *line, const char *name)
{
    const size_t length = strlen(name);
    size_t size = 0;

    if (strncmp(line + 1, name, length) != 0 || strncmp(line + 1 + length, " \"", 2) != 0)
        return false;
    for (const char *c = line + length + 3; *c && *c != '"' && *c != '\n' && size + 1 < room; c++) {
        if (*c == '\\' && c[1])
            c++;
        out[size++] = *c;
    }
    out[size] = '\0';
    return true;
}

static void read_tag(received *g, const char *line)
{
    (void)(take_tag(g->white, sizeof g->white, line, "White") ||
           take_tag(g->black, sizeof g->black, line, "Black") ||
           take_tag(g->ids[0], sizeof g->ids[0], line, "WhiteFideId") ||
           take_tag(g->ids[1], sizeof g->ids[1], line, "BlackFideId") ||
           take_tag(g->round, sizeof g->round, line, "Round") ||
           take_tag(g->result, sizeof g->result, line, "Result") ||
           take_tag(g->clocks[0], sizeof g->clocks[0], line, "WhiteClock") ||
           take_tag(g->clocks[1], sizeof g->clocks[1], line, "BlackClock"));
}

/* A word of the movetext that is a move: not a number, not a result. */
static bool is_move(const char *word, size_t size)
{
    return size > 1 && (isalpha((unsigned char)word[0]) != 0) && word[size - 1] != '.';
}

/* Comments are thrown away, but for clocks. */
static void read_moves(received *g, const char *text, const char *end)
{
    size_t used = strlen(g->moves);

    while (text < end) {
        if (*text == '{') {
            const char *stop = memchr(text, '}', (size_t)(end - text));
            const char *clock = memmem(text, (size_t)(end - text), "[%clk ", 6);
            if (clock && stop && clock < stop)
                g->clocked++;
            text = stop ? stop + 1 : end;
            continue;
        }
        size_t size = 0;
        while (text + size < end && !isspace((unsigned char)text[size]) && text[size] != '{')
            size++;
        if (is_move(text, size) && used + size + 2 < sizeof g->moves) {
            memcpy(g->moves + used, text, size);
            used += size;
            g->moves[used++] = ' ';
            g->moves[used] = '\0';
            g->count++;
        }
        text += size > 0 ? size : 1;
    }
}

/* Where a game ends: before the first tag after its movetext. */
static const char *end_of_game(const char *at, const char *end)
{
    bool in_moves = false;

    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        const char *next = stop ? stop + 1 : end;
        const bool is_tag = *at == '[' && at + 1 < end && isupper((unsigned char)at[1]);
        if (is_tag && in_moves)
            return at;
        if (!is_tag && *at != '\n' && *at != '\r')
            in_moves = true;
        at = next;
    }
    return end;
}

static void read_game(received *g, const char *at, const char *end)
{
    while (at < end && (*at == '[' || *at == '\n' || *at == '\r')) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (*at == '[')
            read_tag(g, at);
        at = stop ? stop + 1 : end;
    }
    read_moves(g, at, end);
}

/* ---- all of them */

static bool is_same(const received *a, const received *b)
{
    const bool numbered = a->ids[0][0] && a->ids[1][0] && b->ids[0][0] && b->ids[1][0];

    if (numbered)
        return strcmp(a->ids[0], b->ids[0]) == 0 && strcmp(a->ids[1], b->ids[1]) == 0;
    return strcmp(a->white, b->white) == 0 && strcmp(a->black, b->black) == 0;
}

static void place(board_list *to, const received *game)
{
    unsigned at = 0;

    while (at < to->count && !is_same(&to->games[at], game))
        at++;
    if (at == RECEIVER_GAMES)
        return;
    to->games[at] = *game;
    if (at == to->count)
        to->count++;
}

const char *receiver_take(board_list *to, const char *text, size_t size)
{
    const char *end = text + size;
    received *all = calloc(RECEIVER_GAMES, sizeof *all);
    unsigned count = 0;
    const char *why = NULL;

    while (text < end && isspace((unsigned char)*text))
        text++;
    while (text < end && !why && count < RECEIVER_GAMES) {
        const char *stop = end_of_game(text, end);
        received *g = &all[count++];
        read_game(g, text, stop);
        if (!g->white[0] && !g->black[0] && g->count == 0)
            why = "an empty game";
        text = stop;
    }
    if (count == 0)
        why = "no games";
    for (unsigned i = 0; i < count && !why; i++)
        place(to, &all[i]);
    free(all);
    return why;
}

received *receiver_find(board_list *list, const char *white)
{
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->games[i].white, white) == 0)
            return &list->games[i];
    return NULL;
}

/* ---- fetching */

const char *receiver_fetch(board_list *to, uint16_t port, const char *path, const char **out)
{
    static char file[CLIENT_ROOM];
    char type[128] = "";
    client c = client_open(port);
    const char *why = NULL;
    reply r;

    if (!client_ask(&c, "GET", path, NULL) || !client_reply(&r, &c, false))
        why = "no answer within five seconds";
    else if (r.status != 200)
        why = "another status than 200";
    else if (!client_header(type, sizeof type, &r, "Content-Type") ||
             !strstr(type, "charset=utf-8"))
        why = "read as Latin-1";
    if (!why) {
        (void)snprintf(file, sizeof file, "%s", r.body);
        why = receiver_take(to, file, strlen(file));
    }
    if (out)
        *out = file;
    client_close(&c);
    return why;
}

/* ---- pushes */

broadcast *broadcast_new(void)
{
    broadcast *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    assert_true(b != MAP_FAILED);
    memset(b, 0, sizeof *b);
    return b;
}

void broadcast_free(broadcast *b)
{
    if (b->pid)
        broadcast_kill(b);
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

/* What a push is answered with: the moves of every game, or why none was taken. */
static void take_push(broadcast *b, int fd, const char *body)
{
    const char *why = receiver_take(&b->boards, body, strlen(body));
    char answer[1 << 16];
    size_t size = 0;

    if (why) {
        (void)snprintf(b->why, sizeof b->why, "%s", why);
        say(fd, "HTTP/1.1 400 Bad Request\r\nContent-Length: %zu\r\n\r\n{\"error\":\"%s\"}",
            strlen(why) + 12, why);
        return;
    }
    size += (size_t)snprintf(answer, sizeof answer, "{\"games\":[");
    for (unsigned i = 0; i < b->boards.count && size < sizeof answer - 200; i++)
        size += (size_t)snprintf(answer + size, sizeof answer - size,
                                 "%s{\"tags\":{\"Round\":\"%s\"},\"moves\":%u}", i > 0 ? "," : "",
                                 b->boards.games[i].round, b->boards.games[i].count);
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

static void answer_push(broadcast *b, int fd, const char *text)
{
    const unsigned step = b->step++;
    const manner how = step < b->scripted ? b->script[step] : TAKES;
    const char *body = strstr(text, "\r\n\r\n") + 4;

    b->pushes++;
    if (!strstr(text, "Authorization: Bearer " RECEIVER_TOKEN "\r\n") ||
        !strstr(text, "Content-Type: text/plain") || games_in(body) > GAMES_MAX ||
        strncmp(text, "POST /push HTTP/1.1\r\n", 21) != 0)
        b->wrong++;
    if (how == LIMITS)
        say(fd, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: "
                "20\r\n\r\n{\"error\":\"Too many\"}");
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
    else if (how == BABBLES)
        say(fd, "what?\r\n");
    else if (how == IS_SILENT)
        be_silent(fd);
    else if (how == TAKES)
        take_push(b, fd, body);
}

static void serve(broadcast *b, int listener)
{
    char *text = malloc(REQUEST_ROOM);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)signal(SIGPIPE, SIG_IGN);
    for (int fd; text && (fd = accept(listener, NULL, NULL)) >= 0; (void)close(fd)) {
        if (read_request(text, fd) == 0)
            continue;
        if (strstr(text, " /elsewhere "))
            b->misled++;
        else
            answer_push(b, fd, text);
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
