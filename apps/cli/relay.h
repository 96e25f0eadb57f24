/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_RELAY_H
#define ARBITRO_CLI_RELAY_H
/*
 * `arbitro relay`: takes the games of a published round from a hall and gives them to a broadcast.
 * Both sides are asked again and again; whatever one of them does, the other goes on.
 */
#include "arbitro/buf.h"
#include "cli/cli.h"

enum {
    ARB_RELAY_FILE_MAX = 32 << 20,  /* bytes of a round */
    ARB_RELAY_ANSWER_MAX = 1 << 20, /* bytes of what the broadcast answers */
    ARB_RELAY_GAMES_MAX = 100,      /* in one push */
    ARB_RELAY_PUSHES_MAX = 41,      /* for one round: more boards are not published */
    ARB_RELAY_TOKEN_MAX = 512,
    ARB_RELAY_SUM = 65
};

/* ---- relay_wire.c: one question and its answer */

typedef struct arb_relay_reply {
    long status; /* 0: there was no answer */
    arb_buf body;
    char tag[128];       /* its ETag; "": none */
    long retry_s;        /* how long to wait, by Retry-After; 0: not said */
    char trouble[256];   /* why there was no answer, in the words of the library */
    char elsewhere[256]; /* where it sends us, which is not followed */
    bool too_large;
} arb_relay_reply;

/* What a question needs beside its address. */
typedef struct arb_relay_ask {
    const char *url;
    const char *known; /* the ETag of what is there already; NULL or "": none */
    const char *token; /* NULL: none */
    const char *body;  /* NULL: it is a GET */
    size_t size, answer_max;
    long timeout_ms;
    const char *authorities;  /* a file of certificates that are believed; NULL: the system's */
    const volatile int *stop; /* when it is not 0, the question is given up */
} arb_relay_ask;

/* Can this program ask at all? It was built with libcurl, or not. */
bool arb_relay_is_built(void);

bool arb_relay_begin(void);
void arb_relay_end(void);

/* Asks; the reply is to be cleared in any case. */
void arb_relay_send(arb_relay_reply *out, const arb_relay_ask *ask);
void arb_relay_reply_clear(arb_relay_reply *reply);

/* What is wrong with an address, as a text, or ARB_TEXT_COUNT: plain HTTP goes to this machine
 * alone, unless it is allowed; names and passwords do not belong there. */
arb_text_id arb_relay_url_fault(const char *url, bool plain_allowed);

/* ---- relay_games.c: the games of a file */

/* A part of the file that is one push. */
typedef struct arb_relay_part {
    const char *at;
    size_t size;
    unsigned games;
    char sum[ARB_RELAY_SUM]; /* of its bytes */
} arb_relay_part;

/* Cuts a file into parts; returns how many, 0 when there is no game in it or too many are. */
size_t arb_relay_cut(arb_relay_part out[ARB_RELAY_PUSHES_MAX], const char *text, size_t size);

/* ---- relay_state.c: what survives a restart */

typedef struct arb_relay_state {
    char sum[ARB_RELAY_PUSHES_MAX][ARB_RELAY_SUM]; /* of what the broadcast took last; "" */
} arb_relay_state;

/* Reads the file; what cannot be read, or is of another round, is as if it were not there. */
void arb_relay_state_read(arb_relay_state *out, const char *path, const char *from, const char *to);

/* Writes it in the place of the one before; returns 0 or an errno. */
int arb_relay_state_write(const arb_relay_state *state, const char *path, const char *from,
                          const char *to);

/* The token of a file, or of the environment when `path` is NULL; false when there is none. */
bool arb_relay_token(char out[ARB_RELAY_TOKEN_MAX + 1], const char *path);

#endif
