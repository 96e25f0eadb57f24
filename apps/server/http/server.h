/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_SERVER_H
#define ARBITRO_SERVER_SERVER_H
/*
 * The HTTP server: connections on a loop, a handler for requests, answers now or later.
 *
 * The handler is called for every request, in the order in which a connection sends them. It has
 * an exchange in its hands and does exactly one of three things with it, at once or after it has
 * returned: answers it (arb_http_answer), makes a stream of server-sent events of it
 * (arb_http_stream), or keeps it to do either later. Answers go out in the order of the requests,
 * whatever the order in which they were given. An exchange whose client has gone meanwhile stays
 * good for its one answer, which then goes nowhere.
 *
 * What keeps the server standing when clients do not behave: a deadline for every request that
 * counts from the last answer and not from the last byte, limits for heads, bodies, queues,
 * connections in all and from one address, and streams that end when the client says anything.
 *
 * All calls belong to the loop's thread.
 */
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/buf.h"
#include "arbitro/error.h"
#include "arbitro/mem.h"
#include "server/http/address.h"
#include "server/http/http.h"
#include "server/http/loop.h"

typedef struct arb_http arb_http;
typedef struct arb_http_exchange arb_http_exchange;
typedef struct arb_http_conn arb_stream; /* a connection that has become one */

/* ---- configuration */

/* An address of this machine in digits, "127.0.0.1" or "::"; port 0 lets the system choose. */
typedef struct arb_http_listen {
    const char *host;
    uint16_t port;
} arb_http_listen;

typedef struct arb_http_peer {
    struct in6_addr address; /* IPv4 as ::ffff:a.b.c.d */
    uint16_t port;
} arb_http_peer;

typedef struct arb_http_config {
    const arb_http_listen *listen; /* read by arb_http_new() alone */
    size_t listen_count;

    void (*handle)(void *user, arb_http_exchange *exchange, const arb_http_request *request);
    /* The largest body for this request, whose head alone is there; NULL: body_max for all. */
    size_t (*body_limit)(void *user, const arb_http_request *request);
    /* Told of every request or connection that the handler did not get to see; may be NULL. */
    void (*refused)(void *user, const arb_http_peer *peer, arb_http_fault fault);
    void *user;

    unsigned connections_max;   /* lowered to what the descriptors allow */
    unsigned per_address_max;   /* IPv6: from one network of 64 bits */
    const arb_network *proxies; /* connections from there do not count per address; must outlive */
    size_t proxy_count;
    unsigned descriptors_kept; /* for everything that is no connection of ours, */
    unsigned descriptors_each; /* and so many further ones for what each connection asks for */
    unsigned pipeline_max;     /* requests of one connection that wait for their answers */

    size_t body_max;
    size_t queue_max; /* output: a stream is dropped beyond, other connections are not read on */
    size_t input_max; /* bytes of unfinished requests, all connections together */

    int64_t request_ms;   /* from the beginning or the last answer to the next whole request */
    int64_t write_ms;     /* for a client to take its answer */
    int64_t linger_ms;    /* for a client to read why it was refused */
    int64_t heartbeat_ms; /* of streams; a client that acknowledges nothing for so long is gone */

    const char *policy;        /* Content-Security-Policy; must outlive the server, */
    const char *framed_policy; /* and so must that of answers which others may frame */
} arb_http_config;

/* The values of notes and custom: 10 s for a request, 15 s between heartbeats, 64 kB of queue. */
arb_http_config arb_http_defaults(void);

/* ---- life */

/* Why a server could not begin. */
typedef struct arb_http_trouble {
    size_t listen;    /* which address */
    const char *what; /* the call that failed, such as "bind" */
    int code;         /* errno */
} arb_http_trouble;

/*
 * Begins to listen. ARB_RANGE when an address cannot be read, ARB_IO when the system refuses one,
 * both with `trouble` filled unless it is NULL; ARB_NOMEM.
 */
ARB_MUST_USE arb_err arb_http_new(arb_http **out, arb_http_trouble *trouble, arb_loop *loop,
                                  const arb_http_config *config, const arb_mem *mem);

/*
 * Closes everything at once and frees the server; not from inside a handler. Streams are told,
 * exchanges that were kept may not be answered any more. NULL is no server.
 */
void arb_http_free(arb_http *http);

/*
 * Stops listening, lets waiting answers go out, sends `farewell` on every stream and ends it.
 * What is not done after `limit_ms` is cut off. Then `done` is called, once, from the loop; the
 * server has no connection any more and may be freed there.
 */
void arb_http_shut(arb_http *http, const void *farewell, size_t size, int64_t limit_ms,
                   void (*done)(void *user), void *user);

/* The port that address number `listen` has got. */
uint16_t arb_http_port(const arb_http *http, size_t listen);

/* What the system allows: raised as far as it goes when the server began. */
typedef struct arb_http_capacity {
    uint64_t descriptors; /* of this process */
    unsigned connections; /* the cap that follows; less than configured when descriptors lack */
} arb_http_capacity;
arb_http_capacity arb_http_capacity_get(const arb_http *http);

enum { ARB_HTTP_CLASSES = 6 };

/* What has happened since the beginning, and what is there now. */
typedef struct arb_http_counts {
    uint64_t accepted, requests, streams_opened;
    uint64_t streams_dropped; /* because the queue was full */
    uint64_t paused;          /* how often accepting had to stop for lack of descriptors */
    uint64_t refused[ARB_HTTP_FAULT_COUNT];
    uint64_t answers[ARB_HTTP_CLASSES]; /* by the hundreds of their status */
    unsigned connections, streams;
    size_t input; /* bytes of unfinished requests */
} arb_http_counts;
const arb_http_counts *arb_http_counts_get(const arb_http *http);

/* ---- exchanges */

typedef struct arb_http_header {
    const char *name, *value; /* left out when there are control characters in either */
} arb_http_header;

/* Whoever owns a body that is sent from where it stands is told when it is needed no more. */
typedef struct arb_http_hold {
    void (*release)(void *user); /* NULL: it stands there for ever */
    void *user;
} arb_http_hold;

typedef struct arb_http_answer {
    unsigned status;
    const char *type;  /* Content-Type; NULL without a body */
    const char *cache; /* Cache-Control; NULL: no-store */
    const arb_http_header *headers;
    size_t header_count;
    const void *body;
    size_t size;
    bool is_framable;   /* pages of other sites may show it in a frame of theirs */
    bool lasts;         /* the body is constant: it is sent from where it stands, not copied */
    bool close;         /* end the connection after this answer */
    arb_http_hold hold; /* with `lasts`: released once, whatever becomes of the answer */
} arb_http_answer;

/*
 * Answers the exchange and ends it. Date, length and the headers for safety are added, the body of
 * HEAD, 204 and 304 is left out. Without memory the connection is closed instead.
 */
void arb_http_answer_give(arb_http_exchange *exchange, const arb_http_answer *answer);

/* A short way for texts and errors: a status and a body of text/plain, which may be NULL. */
void arb_http_answer_text(arb_http_exchange *exchange, unsigned status, const char *text);

/* Pages of any site may read the answer, or the stream, whatever it will be, and what they need to
 * ask again: its ETag, and when. */
void arb_http_exchange_open(arb_http_exchange *exchange);

/* Who asked. Good as long as the exchange is. */
const arb_http_peer *arb_http_exchange_peer(const arb_http_exchange *exchange);

/* When the request had come in, in ms of the boot time; it may have waited here since. */
int64_t arb_http_exchange_arrived(const arb_http_exchange *exchange);

/* The address of ours by which the client came; false when it has gone. */
bool arb_http_exchange_local(struct in6_addr *out, const arb_http_exchange *exchange);

/* Whether somebody still waits for the answer. */
bool arb_http_exchange_alive(const arb_http_exchange *exchange);

/* Writes the address, in digits, as snprintf() does; 46 bytes are always enough. */
size_t arb_http_peer_write(char *out, size_t size, const arb_http_peer *peer);

/* Whether the peer is this machine. */
bool arb_http_peer_is_local(const arb_http_peer *peer);

/* Whether a text may be the value of a header: no control characters. */
bool arb_http_value_ok(const char *value);

/* ---- streams */

/*
 * Makes a stream of server-sent events of the exchange and ends the exchange. The stream is good
 * until `closed` was called, which happens exactly once, from the loop and never from inside a
 * push. NULL, and no call of `closed`, when there is nobody to stream to: the client has gone,
 * asked with HEAD, or has sent other requests before or behind that are not answered.
 */
arb_stream *arb_http_stream(arb_http_exchange *exchange,
                            void (*closed)(void *user, arb_stream *stream), void *user);

/* The number in Last-Event-ID, where a page goes on; false when there is none. */
bool arb_stream_last_id(uint64_t *out, const arb_http_request *request);

/*
 * Writes one event for arb_stream_push(), to make it once and push it to many: its number, its
 * name (NULL: none) and its data, whose lines end with LF. Numbers are left out when 0.
 */
ARB_MUST_USE arb_err arb_stream_write(arb_buf *out, uint64_t id, const char *name, const char *data,
                                      size_t size);

/*
 * Sends bytes, whole events. False when the stream has ended or is being dropped because its
 * client does not keep up: `closed` will be called. Nothing is freed here, so a caller may walk
 * over its streams while it pushes.
 */
bool arb_stream_push(arb_stream *stream, const void *bytes, size_t size);

/*
 * The same when the loop has done all else of this round: for what many streams are told one by
 * one. The client of the first would be woken, and take the processor, before the second is told.
 */
bool arb_stream_push_soon(arb_stream *stream, const void *bytes, size_t size);

/*
 * The same for what the client knows already, as from the answer to what it did: it goes with
 * whatever is pushed next, or after a twentieth of a second.
 */
bool arb_stream_push_late(arb_stream *stream, const void *bytes, size_t size);

/* How many bytes wait until its client has taken those before. */
size_t arb_stream_pending(const arb_stream *stream);

/* Ends the stream after what was pushed has gone out; `closed` follows. */
void arb_stream_end(arb_stream *stream);

#endif
