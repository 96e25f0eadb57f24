/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_CONN_H
#define ARBITRO_SERVER_CONN_H
/*
 * What the files of the server share: the server, its connections and their exchanges.
 *
 * A connection is OPEN while it takes requests, a STREAM from then on when a handler says so,
 * LINGERs while its client may still read the last answer, and is CLOSED for the rest of the
 * round, at whose end it is buried. Nobody else frees one.
 */
#include "server/http/fifo.h"
#include "server/http/peers.h"
#include "server/http/server.h"

typedef struct arb_http_conn arb_http_conn;

typedef enum arb_conn_state {
    ARB_CONN_OPEN,
    ARB_CONN_STREAM,
    ARB_CONN_LINGER,
    ARB_CONN_CLOSED
} arb_conn_state;

/* For what an open connection waits; the deadline counts from the change. */
typedef enum arb_conn_waits { ARB_WAITS_REQUEST, ARB_WAITS_ANSWER, ARB_WAITS_WRITE } arb_conn_waits;

struct arb_http_exchange {
    arb_http *http;
    arb_http_conn *conn;                /* NULL when it has gone: an orphan */
    arb_http_exchange *next, *previous; /* in the connection, or among the orphans */
    arb_http_peer peer;
    int64_t arrived_ms; /* when the last bytes of the request came in */
    bool head;          /* asked with HEAD */
    bool answered;      /* and waiting for its turn */
    bool ends;          /* the connection ends with it */
    bool is_open;       /* pages of other sites may read the answer */
    arb_fifo bytes;
    const char *lasting; /* a body that is sent from where it stands, after the bytes */
    size_t lasting_size;
    arb_http_hold hold; /* of that body */
};

struct arb_http_conn {
    arb_http *http;
    arb_http_conn *next, *previous;
    arb_loop_fd watch;
    arb_timer timer;
    arb_loop_task task;
    arb_http_peer peer;
    arb_conn_state state;
    arb_conn_waits waits;
    bool busy;        /* its requests are being read: whoever does that attends to it afterwards */
    bool eof;         /* the client will say no more */
    bool no_more;     /* we do not listen any more */
    bool replied;     /* since the deadline was set */
    bool stream;      /* it is one, or was */
    bool reset;       /* to be closed without ceremony */
    bool counted;     /* per address */
    bool gathered;    /* a stream that is to send what waits */
    unsigned waiting; /* exchanges */
    arb_http_exchange *first, *last;
    arb_fifo in, out;
    const char *lasting; /* follows `out` */
    size_t lasting_size;
    arb_http_hold hold; /* of that body */
    arb_http_scan scan;
    size_t wanted;      /* bytes of the request whose head has been read; 0: none has */
    size_t discarded;   /* while lingering */
    int64_t arrived_ms; /* when the bytes came in that are being read */
    int64_t deadline;   /* the timer may be set to an earlier instant and then sets itself again */
    int64_t late_ms;    /* until when `out` may wait for more; 0: it does not */
    arb_http_conn *late_next, *late_previous;
    arb_http_conn *gathered_next;
    void (*closed)(void *user, arb_stream *stream);
    void *closed_user;
};

typedef struct arb_listener {
    arb_loop_fd watch;
    arb_http *http;
    uint16_t port;
} arb_listener;

enum { ARB_SCRATCH_SIZE = 65536 };

struct arb_http {
    arb_loop *loop;
    const arb_mem *mem;
    arb_http_config config;
    arb_http_counts counts;
    arb_http_capacity capacity;
    arb_http_conn *conns;
    arb_http_conn *late_first, *late_last; /* streams that may wait, the longest first */
    arb_timer late;
    arb_http_conn *gathered, *gathered_last; /* streams that send at the end of the round */
    unsigned gathered_count;
    arb_loop_task sending;
    arb_http_exchange *orphans;
    arb_listener *listeners;
    size_t listener_count;
    int spare; /* a descriptor to give away when there are no others */
    bool paused;
    arb_timer resume;
    arb_peers peers;
    char *safety; /* the headers that every answer has, */
    size_t safety_size;
    char *framed_safety; /* and those of answers that may be framed */
    size_t framed_safety_size;
    int64_t date_second;
    char date[32];
    bool shutting;
    void (*done)(void *user);
    void *done_user;
    arb_timer limit;
    arb_loop_task finish;
    char scratch[ARB_SCRATCH_SIZE];
};

/* ---- arrival.c */

/* From now on the system notes when bytes come in. */
void arb_arrival_watch(int fd);

/* As recv(), and tells when the last of these bytes came in, in ms of the boot time. */
ssize_t arb_arrival_receive(int64_t *arrived_ms, int fd, void *bytes, size_t size);

/* ---- listen.c */
ARB_MUST_USE arb_err arb_listen_open(arb_http *http, arb_http_trouble *trouble);
void arb_listen_close(arb_http *http);
void arb_listen_resume(arb_http *http);

/* ---- conn.c */

/* Makes a connection of a descriptor, which it then owns. ARB_NOMEM or ARB_IO: it does not. */
ARB_MUST_USE arb_err arb_conn_new(arb_http *http, int fd, const arb_http_peer *peer);

/* Ends the connection. It is buried at the end of the round. */
void arb_conn_close(arb_http_conn *conn, bool reset);

/* Ends and frees the connection now; only when nobody can have it in hand. */
void arb_conn_bury(arb_http_conn *conn);

/* Sends what can be sent, takes what can be taken, and sees what to wait for. */
void arb_conn_attend(arb_http_conn *conn);

/* Sends what can be sent. False when the client has gone. */
ARB_MUST_USE bool arb_conn_flush(arb_http_conn *conn);

/* Says goodbye: no more is sent, and the client has a moment to read what was. */
void arb_conn_linger(arb_http_conn *conn);

/* Nobody sends this body any more. */
void arb_conn_release(arb_http_hold *hold);

/* Waits until `at`, then looks at the connection again. */
void arb_conn_wait_until(arb_http_conn *conn, int64_t at);

/* ---- requests.c */

/* Takes the whole requests at the beginning of the bytes. Returns how many bytes are done with. */
size_t arb_requests_take(arb_http_conn *conn, const char *bytes, size_t size);

/* Answers with the fault after all other answers, and listens no more. */
void arb_requests_refuse(arb_http_conn *conn, arb_http_fault fault);

/* Whether no request is taken for now. */
bool arb_requests_blocked(const arb_http_conn *conn);

/* Keeps bytes of an unfinished request. */
ARB_MUST_USE arb_err arb_requests_keep(arb_http_conn *conn, const char *bytes, size_t size);
void arb_requests_drop(arb_http_conn *conn, size_t size);

/* ---- exchange.c */
ARB_MUST_USE arb_http_exchange *arb_exchange_new(arb_http_conn *conn, bool head, bool ends);

/* Moves the answers whose turn it is to the output of the connection. */
ARB_MUST_USE arb_err arb_exchange_advance(arb_http_conn *conn);

/* Lets the exchanges of a connection live on without it, until they are answered. */
void arb_exchange_orphan_all(arb_http_conn *conn);
void arb_exchange_free(arb_http_exchange *exchange);

/* ---- reply.c */

/* Makes the headers for safety. */
ARB_MUST_USE arb_err arb_reply_safety(arb_http *http);

/* Writes the answer of an exchange. The body is left out when it lasts, or when there is to be
 * none.
 */
ARB_MUST_USE arb_err arb_reply_write(arb_http_exchange *exchange, const arb_http_answer *answer);

/* Whether answers of this status have a body. */
bool arb_reply_has_body(unsigned status);

/* Writes the head of a stream, which pages of other sites may read when it `is_open`. */
ARB_MUST_USE arb_err arb_reply_write_stream(arb_fifo *out, arb_http *http, bool is_open);

/* ---- stream.c */
void arb_stream_on_ready(arb_http_conn *conn, uint32_t events);
void arb_stream_on_timer(arb_http_conn *conn);
void arb_stream_settle(arb_http_conn *conn);

/* What waits for more waits no longer: whoever says so sends it, or ends the stream. */
void arb_stream_hurry(arb_http_conn *conn);

/* Sends what was to wait for the end of the round. */
void arb_stream_send_gathered(void *http);

/* The stream is not to send then. */
void arb_stream_ungather(arb_http_conn *conn);

/* Sends what has waited long enough. */
void arb_stream_on_late(void *http);

/* ---- server.c */
void arb_http_note_refusal(arb_http *http, const arb_http_peer *peer, arb_http_fault fault);
void arb_http_note_burial(arb_http *http);

#endif
