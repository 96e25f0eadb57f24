/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_TESTS_HTTP_CLIENT_H
#define ARBITRO_TESTS_HTTP_CLIENT_H
/* A client for tests that sends whatever it is told to, byte for byte. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLIENT_ROOM = 1 << 21, CLIENT_PATIENCE_MS = 5000 };

typedef struct client {
    int fd;
    char *bytes; /* what came and was not looked at */
    size_t size;
    char *body; /* of the last answer */
} client;

typedef struct reply {
    unsigned status; /* 0: none came */
    char head[8192];
    const char *body; /* the client's, until the next answer; with a NUL after it */
    size_t size;
} reply;

/* Milliseconds of some clock. */
int64_t client_now(void);
void client_sleep(int64_t ms);

/* Connects; `from` is an address of this machine, NULL for any. */
client client_open(uint16_t port);
client client_open_from(uint16_t port, const char *from);
void client_close(client *c);

/* Sends everything; false when the server has closed. */
bool client_send(client *c, const char *text);
bool client_send_bytes(client *c, const void *bytes, size_t size);

/* Sends a request with Host and, where there is a body, Content-Length. */
bool client_ask(client *c, const char *method, const char *path, const char *body);

/* Waits for the next answer. `head_only`: it answers HEAD. */
bool client_reply(reply *out, client *c, bool head_only);

/* Reads the head of a stream's answer alone. */
bool client_stream_head(reply *out, client *c);

/* Waits until the bytes that came hold the text, and takes them off up to its end. */
bool client_expect(client *c, const char *text, int64_t patience_ms);

/* Waits for more bytes, which are kept; false when none came, or the server has closed. */
bool client_receive(client *c, int64_t patience_ms);

/* Waits until the server closes and returns how long that took, in ms; -1: it did not. */
int64_t client_closed(client *c, int64_t patience_ms);

/* Asks once over a connection of its own; returns the status. The body may be NULL both ways. */
unsigned client_once(uint16_t port, const char *method, const char *path, const char *body,
                     char *out, size_t room);

/* A number of /counts. */
long client_count(uint16_t port, const char *name);

/* Waits until a number of /counts has this value. */
bool client_count_becomes(uint16_t port, const char *name, long value, int64_t patience_ms);

/* The value of a header in the head of an answer; false when it is not there. */
bool client_header(char *out, size_t room, const reply *r, const char *name);

/* Asserts that the next answer has this status and, unless it is NULL, this body. */
void client_assert_reply(client *c, unsigned status, const char *body);

/* Asserts that the head has this header with this value. */
void client_assert_header(const reply *r, const char *name, const char *expected);

#endif
