/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_HTTP_H
#define ARBITRO_SERVER_HTTP_H
/*
 * Requests of HTTP/1.1 as bytes. No socket is touched here, and nothing is allocated but copies.
 *
 * We take a small part of the protocol and take it literally, because every liberty in reading is
 * a place where a proxy and we can come to see two different requests: version 1.1 only; GET, HEAD
 * and POST; lines that end with CR LF; a target that begins with a slash; exactly one Host; a
 * Content-Length of digits, which POST must have; no Transfer-Encoding; no folded lines, no blank
 * before a colon, no control characters. Whatever else comes is refused and the connection closed.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The head counts from the request line to the empty line, both included. */
enum { ARB_HTTP_HEAD_MAX = 8192, ARB_HTTP_FIELDS_MAX = 64 };

typedef enum arb_http_fault {
#define FAULT(id, status, word) ARB_HTTP_FAULT_##id,
#include "server/http/http_faults.def"
#undef FAULT
    ARB_HTTP_FAULT_COUNT
} arb_http_fault;

typedef enum arb_http_method {
    ARB_HTTP_GET,
    ARB_HTTP_HEAD,
    ARB_HTTP_POST,
    ARB_HTTP_OPTIONS /* a browser asks what pages of other sites may do */
} arb_http_method;

/* Some of the bytes that were read, without a NUL at the end. `at` NULL: there is no such text. */
typedef struct arb_http_text {
    const char *at;
    size_t size;
} arb_http_text;

typedef struct arb_http_field {
    arb_http_text name, value; /* the value without blanks around it */
} arb_http_field;

/* A plain value whose texts point into the bytes that were read, and live as long as they do. */
typedef struct arb_http_request {
    arb_http_method method;
    arb_http_text path;  /* as it was sent, escapes included; begins with a slash */
    arb_http_text query; /* what follows the question mark; `at` NULL without one */
    arb_http_text body;  /* empty until whoever gathers the bytes sets it */
    size_t head_size, body_size;
    bool close; /* the client asks for an end after the answer */
    size_t field_count;
    arb_http_field fields[ARB_HTTP_FIELDS_MAX];
} arb_http_request;

/* How far the bytes of a head have been looked at. Begins as { 0 }. */
typedef struct arb_http_scan {
    size_t seen, line; /* bytes, and where the line began that is being looked at */
} arb_http_scan;

typedef enum arb_http_progress {
    ARB_HTTP_MORE,
    ARB_HTTP_READY,
    ARB_HTTP_REFUSED
} arb_http_progress;

/*
 * Reads the head of a request from `bytes`, which begin with it and may go on beyond it. While the
 * answer is ARB_HTTP_MORE, call again with the same bytes and more after them; `scan` sees to it
 * that none is looked at twice. READY fills `out`, REFUSED fills `fault`; how the bytes were
 * portioned makes no difference.
 */
arb_http_progress arb_http_read(arb_http_request *out, arb_http_fault *fault, arb_http_scan *scan,
                                const char *bytes, size_t size);

/*
 * A copy that lives by itself, to be given to free(): for whoever cannot answer at once. NULL
 * without memory.
 */
arb_http_request *arb_http_request_copy(const arb_http_request *request);

/* The status of the answer to a fault, and the word for it. */
unsigned arb_http_fault_status(arb_http_fault fault);
const char *arb_http_fault_word(arb_http_fault fault);

/* ---- looking things up; names of fields do not mind upper and lower case */

/* The value of a field, of the first one if there are several. */
arb_http_text arb_http_field_get(const arb_http_request *request, const char *name);

/* The raw value of a parameter of the query, the first of that name. Values are form-encoded. */
arb_http_text arb_http_query_get(const arb_http_request *request, const char *name);

/* Whether the text is this word, exactly. */
bool arb_http_text_is(arb_http_text text, const char *word);

/* The same where upper and lower case make no difference. */
bool arb_http_text_is_nocase(arb_http_text text, const char *word);

/*
 * Takes the next member off a list separated by commas, without blanks around it. False at the end
 * of the list; empty members are passed over.
 */
bool arb_http_list_next(arb_http_text *member, arb_http_text *list);

/*
 * Decodes %41 and, with `plus`, + for a blank. Returns false, with `out` untouched beyond its
 * room, when an escape is broken, gives a NUL, or the result with its NUL needs more than `room`.
 */
bool arb_http_decode(char *out, size_t room, arb_http_text text, bool plus);

/* Whether a client that sends this Accept-Encoding takes gzip. */
bool arb_http_takes_gzip(arb_http_text accept_encoding);

/* Reads a number of decimal digits alone, at most 18 of them. */
bool arb_http_number(uint64_t *out, arb_http_text text);

#endif
