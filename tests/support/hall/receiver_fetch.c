/* SPDX-License-Identifier: MIT */
/* How a broadcast fetches; see receiver.h. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/hall/receiver.h"
#include "support/http/client.h"

enum { PATIENCE_MS = 5000, ROOM = 4 << 20, KEPT = 16, PATH = 160 };

/* ---- one question */

typedef struct answer {
    unsigned status; /* 0: none came in time */
    char type[128], tag[96];
    char *bytes; /* head and body; allocated */
    const char *body;
    size_t size;
} answer;

static bool wait_for(int fd, int64_t until)
{
    struct pollfd ready = { .fd = fd, .events = POLLIN };
    const int64_t left = until - client_now();

    return left > 0 && poll(&ready, 1, (int)left) > 0;
}

/* The value of a header; "" when there is none. */
static void header(char *out, size_t room, const char *head, const char *body, const char *name)
{
    const size_t size = strlen(name);

    out[0] = '\0';
    for (const char *at = strstr(head, "\r\n"); at && at + 4 < body; at = strstr(at + 2, "\r\n"))
        if (strncasecmp(at + 2, name, size) == 0 && at[2 + size] == ':') {
            const char *value = at + 3 + size + strspn(at + 3 + size, " ");
            (void)snprintf(out, room, "%.*s", (int)strcspn(value, "\r\n"), value);
        }
}

/* Is all of it there? With neither a length nor an end it is when the other side hangs up. */
static bool is_whole(const char *text, size_t size)
{
    const char *end = strstr(text, "\r\n\r\n");
    char length[24];

    if (!end)
        return false;
    header(length, sizeof length, text, end + 4, "Content-Length");
    return strncmp(text + 9, "304", 3) == 0 ||
           (length[0] && size >= (size_t)(end + 4 - text) + strtoul(length, NULL, 10));
}

/* All of it within five seconds, however slowly it comes. */
static answer ask(uint16_t port, const char *path, const char *known)
{
    const int64_t until = client_now() + PATIENCE_MS;
    answer a = { .bytes = calloc(1, ROOM) };
    client c = client_open(port);
    char question[512];
    ssize_t got = 0;
    bool whole = false;

    (void)snprintf(question, sizeof question, "GET %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s\r\n",
                   path, known ? "If-None-Match: " : "", known ? known : "", known ? "\r\n" : "");
    if (client_send(&c, question))
        while (!(whole = is_whole(a.bytes, a.size)) && a.size + 1 < ROOM && wait_for(c.fd, until)) {
            got = read(c.fd, a.bytes + a.size, ROOM - a.size - 1);
            if (got <= 0)
                break;
            a.size += (size_t)got;
        }
    const char *end = strstr(a.bytes, "\r\n\r\n");
    if (end && (whole || got == 0)) {
        a.status = (unsigned)strtoul(a.bytes + 9, NULL, 10);
        a.body = end + 4;
        header(a.type, sizeof a.type, a.bytes, a.body, "Content-Type");
        header(a.tag, sizeof a.tag, a.bytes, a.body, "ETag");
    }
    client_close(&c);
    return a;
}

/* ---- what it keeps */

/* A file by its address, as text in UTF-8. */
typedef struct kept {
    uint16_t port;
    char path[PATH], tag[96];
    char *text;
} kept;

static kept files[KEPT];
static unsigned next_file, spared;
static char guessed[32];

unsigned receiver_spared(void)
{
    return spared;
}

const char *receiver_guessed(void)
{
    return guessed;
}

/* Every byte is a letter: what was UTF-8 is none any more. */
static char *from_latin_1(const char *text)
{
    char *out = calloc(2, strlen(text) + 1);

    for (char *to = out; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c >= 0x80)
            *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(c >= 0x80 ? 0x80 | (c & 0x3F) : c);
    }
    return out;
}

static char *decode(const answer *a)
{
    const bool told = strcasestr(a->type, "charset=") != NULL;

    return !told && strncasecmp(a->type, "text/", 5) == 0 ? from_latin_1(a->body) : strdup(a->body);
}

static kept *find(uint16_t port, const char *path)
{
    for (unsigned i = 0; i < KEPT; i++)
        if (files[i].text && files[i].port == port && strcmp(files[i].path, path) == 0)
            return &files[i];
    return NULL;
}

static kept *keep(uint16_t port, const char *path, const answer *a)
{
    kept *k = find(port, path);

    if (!k)
        k = &files[next_file++ % KEPT];
    free(k->text);
    *k = (kept){ .port = port, .text = decode(a) };
    (void)snprintf(k->path, sizeof k->path, "%s", path);
    (void)snprintf(k->tag, sizeof k->tag, "%s", a->tag);
    return k;
}

/* The text at an address, or NULL with the reason. */
static const char *get(const char **why, uint16_t port, const char *path)
{
    kept *k = find(port, path);
    answer a = ask(port, path, k && k->tag[0] ? k->tag : NULL);

    *why = a.status == 0 ? "no answer within five seconds" : "another status than 200";
    if (a.status == 200) {
        k = keep(port, path, &a);
        *why = NULL;
    } else if (a.status == 304 && k && strcmp(a.tag, k->tag) == 0) {
        spared++;
        *why = NULL;
    }
    free(a.bytes);
    return *why ? NULL : k->text;
}

/* ---- guesses */

typedef struct folder {
    uint16_t port;
    char base[PATH];
} folder;

static const char *get_beside(void *user, const char *name)
{
    const folder *f = user;
    char path[PATH + 40];
    const char *why;

    (void)snprintf(path, sizeof path, "%s/%s", f->base, name);
    return get(&why, f->port, path);
}

static void name_guess(const char *part)
{
    (void)snprintf(guessed, sizeof guessed, "%s", part);
}

static const char *add(char out[PATH], const char *path, const char *part)
{
    (void)snprintf(out, PATH, "%s%s%s", path, *part ? "/" : "", part);
    return out;
}

static const char *try_games(board_list *to, uint16_t port, const char *path, const char *part,
                             const char **out)
{
    char at[PATH];
    const char *why, *text = get(&why, port, add(at, path, part));

    if (text)
        why = receiver_take(to, text, strlen(text));
    if (!why && out)
        *out = text;
    if (!why)
        name_guess(part);
    return why;
}

static const char *try_pairings(board_list *to, uint16_t port, const char *path, const char *part)
{
    folder f = { .port = port };
    const char *why, *text = get(&why, port, add(f.base, path, part));
    const char *round = strstr(f.base, "round-");
    char *slash = strrchr(f.base, '/');

    if (!text)
        return why;
    *slash = '\0';
    char *index = strdup(text); /* the games may push it out of what is kept */
    why = receiver_take_folder(to, index, round ? (unsigned)strtoul(round + 6, NULL, 10) : 1,
                               get_beside, &f);
    free(index);
    if (!why)
        name_guess(*part ? part : slash + 1);
    return why;
}

/* The reason is that of the first guess: what came of the address as it was given. */
const char *receiver_fetch(board_list *to, uint16_t port, const char *path, const char **out)
{
    static const char *const lists[] = { "", "round.json", "index.json" };
    const char *why = try_games(to, port, path, "", out);

    name_guess(why ? "nothing" : "");
    if (!why || strstr(why, "five seconds")) /* whoever is not there is not asked for more */
        return why;
    if (!try_games(to, port, path, "games.pgn", out))
        return NULL;
    for (size_t i = 0; i < 3; i++)
        if (!try_pairings(to, port, path, lists[i]))
            return NULL;
    return why;
}
