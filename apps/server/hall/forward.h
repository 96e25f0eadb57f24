/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_FORWARD_H
#define ARBITRO_SERVER_FORWARD_H
/* Answers of another hall as bytes, and the connections to it; see forward.c. */
#include "server/http/server.h"

enum {
    ARB_WIRE_FIELDS = 8,
    ARB_WIRE_VALUE = 512,
    ARB_WIRE_BODY_MAX = 15 << 20, /* more is no answer about a game */
    ARB_WIRES_MAX = 128
};

/* The head of an answer, as far as it is passed on. */
typedef struct arb_wire_head {
    unsigned status;
    size_t size, body;
    bool has_length, streams, closes;
    char type[128], cache[128];
    char value[ARB_WIRE_FIELDS][ARB_WIRE_VALUE]; /* "" where there is none */
} arb_wire_head;

/* Reads a head: 1, 0 when there is not enough of it yet, -1 when it is none. */
int arb_wire_head_read(arb_wire_head *out, const char *bytes, size_t size);

/* Gives the answer to whoever asked. */
void arb_wire_pass_on(arb_http_exchange *exchange, const arb_wire_head *head, const char *body,
                      size_t size);

/* Connections that nobody uses just now. */
typedef struct arb_wires {
    struct {
        uint64_t member;
        int64_t since_ms;
        int fd;
    } idle[ARB_WIRES_MAX];
    size_t count;
} arb_wires;

/* Begins a connection to an address in digits; -1 when it cannot be. */
int arb_wire_open(const char *at);

void arb_wires_keep(arb_wires *lines, uint64_t member, int fd);
/* That hall closes: what was kept of it goes. */
void arb_wires_forget(arb_wires *wires, uint64_t member);
bool arb_wires_take(int *out, arb_wires *lines, uint64_t member);
void arb_wires_close(arb_wires *lines);

#endif
