/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_FORWARD_INTERNAL_H
#define ARBITRO_SERVER_FORWARD_INTERNAL_H
/* A request on its way to another hall: where it goes (forward.c), who that is (forward_proof.c),
 * and what is said there (forward_talk.c). */
#include "server/hall/hall_internal.h"

typedef enum arb_forward_state {
    ARB_FORWARD_WAITING,
    ARB_FORWARD_CONNECTING,
    ARB_FORWARD_SENDING,
    ARB_FORWARD_READING,
    ARB_FORWARD_STREAMING,
    ARB_FORWARD_ENDED
} arb_forward_state;

struct arb_forward {
    arb_forward *next, **previous;
    arb_hall *hall;
    arb_table *table; /* NULL: a hall is asked, and not a game */
    arb_forward_state state;
    bool may_repeat;
    bool reused; /* the connection */
    arb_member to;
    int64_t until;

    /* who waits: one of these */
    arb_http_exchange *exchange;
    arb_http_request *request;
    int64_t arrived_ms;
    arb_submission *submission;
    arb_forward_fn *done;
    void *user;

    arb_loop_fd watch;
    arb_timer timer;
    arb_loop_task end;
    bool greets; /* who is there has not proved yet that he is that hall: */
    char nonce[ARB_TOKEN_SIZE], hello[160];
    arb_buf head_said, body_said; /* without the pass, which is for one hall alone */
    arb_buf out, in;
    size_t sent;
    arb_wire_head head;
    bool has_head;
    arb_stream *stream;
};

/* ---- forward.c */

/* It is over: what belongs to it is freed when this round of the loop is. */
void arb_forward_finish(arb_forward *r);

/* Ends the connection, or keeps it for the next. */
void arb_forward_hang_up(arb_forward *r, bool keep);

/* Waits until it is known where the game is. */
void arb_forward_wait(arb_forward *r);

/* The other hall did not answer. */
void arb_forward_broken(arb_forward *r);

/* ---- forward_proof.c */

/* Asks whoever is there to prove that he is that hall. */
void arb_forward_greet(arb_forward *r);

/* His answer does. */
bool arb_forward_is_proven(const arb_forward *r);

/* ---- forward_talk.c */

/* What is to be said: a request as it came, or a question of this hall. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_forward_write(arb_forward *r);
ARB_MUST_USE arb_err arb_forward_write_ask(arb_forward *r, const char *path, const char *token,
                                           const char *body);

/* Says it to this hall, and gives its answer to whoever waits. */
void arb_forward_start(arb_forward *r, const arb_member *to);

#endif
