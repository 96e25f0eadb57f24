/* SPDX-License-Identifier: MIT */
/* The heads of answers. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "arbitro/mem.h"
#include "server/http/conn.h"

static const struct {
    unsigned status;
    const char *reason;
} reasons[] = {
    { 200, "OK" },
    { 201, "Created" },
    { 202, "Accepted" },
    { 204, "No Content" },
    { 303, "See Other" },
    { 304, "Not Modified" },
    { 400, "Bad Request" },
    { 401, "Unauthorized" },
    { 403, "Forbidden" },
    { 404, "Not Found" },
    { 405, "Method Not Allowed" },
    { 408, "Request Timeout" },
    { 409, "Conflict" },
    { 410, "Gone" },
    { 413, "Content Too Large" },
    { 415, "Unsupported Media Type" },
    { 417, "Expectation Failed" },
    { 421, "Misdirected Request" },
    { 422, "Unprocessable Content" },
    { 429, "Too Many Requests" },
    { 500, "Internal Server Error" },
    { 503, "Service Unavailable" },
    { 507, "Insufficient Storage" },
};

static const char *reason_of(unsigned status)
{
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Other";
}

bool arb_reply_has_body(unsigned status)
{
    return status != 204 && status != 304;
}

bool arb_http_value_ok(const char *value)
{
    for (; *value != '\0'; value++)
        if ((unsigned char)*value < 0x20 || *value == 0x7f)
            return false;
    return true;
}

/* `rest` are the lines that tell of frames. */
static arb_err write_safety(char **out, size_t *out_size, const arb_http *http, const char *policy,
                            const char *rest)
{
    static const char format[] = "Content-Security-Policy: %s\r\n"
                                 "X-Content-Type-Options: nosniff\r\n"
                                 "Referrer-Policy: no-referrer\r\n"
                                 "%s";
    const size_t room = sizeof format + strlen(policy) + strlen(rest);
    char *text = arb_mem_new_array(http->mem, room, 1);

    assert(arb_http_value_ok(policy));
    if (text == NULL)
        return ARB_NOMEM;
    snprintf(text, room, format, policy, rest);
    *out = text;
    *out_size = room;
    return ARB_OK;
}

arb_err arb_reply_safety(arb_http *http)
{
    arb_err err = write_safety(&http->safety, &http->safety_size, http, http->config.policy,
                               "X-Frame-Options: DENY\r\n"
                               "Cross-Origin-Resource-Policy: same-origin\r\n");

    if (!err)
        err = write_safety(&http->framed_safety, &http->framed_safety_size, http,
                           http->config.framed_policy,
                           "Cross-Origin-Resource-Policy: cross-origin\r\n");
    return err;
}

/* The date as the protocol wants it, made anew once a second. */
static const char *date_of(arb_http *http)
{
    static const char days[][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    static const char months[][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    struct timespec now;
    struct tm tm;

    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec != http->date_second && gmtime_r(&now.tv_sec, &tm) != NULL) {
        http->date_second = now.tv_sec;
        snprintf(http->date, sizeof http->date, "%s, %02u %s %04u %02u:%02u:%02u GMT",
                 days[tm.tm_wday], (unsigned)tm.tm_mday % 100, months[tm.tm_mon],
                 (unsigned)(tm.tm_year + 1900) % 10000, (unsigned)tm.tm_hour % 100,
                 (unsigned)tm.tm_min % 100, (unsigned)tm.tm_sec % 100);
    }
    return http->date;
}

/* Appends texts up to a NULL. There must be room for them. */
static char *put(char *at, const char *const *texts)
{
    for (; *texts != NULL; texts++) {
        const size_t size = strlen(*texts);

        memcpy(at, *texts, size);
        at += size;
    }
    return at;
}

static char *put_number(char *at, size_t number)
{
    char digits[20];
    size_t first = sizeof digits;

    do
        digits[--first] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    memcpy(at, digits + first, sizeof digits - first);
    return at + (sizeof digits - first);
}

/* What the longest fixed lines of a head and all its numbers need, generously. */
enum { LINES_ROOM = 640 };

static const char opening[] = "Access-Control-Allow-Origin: *\r\n"
                              "Access-Control-Expose-Headers: ETag, Retry-After\r\n";

static size_t room_for(const arb_http *http, const arb_http_answer *answer)
{
    size_t room = LINES_ROOM + (answer->is_framable ? http->framed_safety_size : http->safety_size);

    room += answer->type != NULL ? strlen(answer->type) : 0;
    room += answer->cache != NULL ? strlen(answer->cache) : 0;
    for (size_t i = 0; i < answer->header_count; i++)
        room += strlen(answer->headers[i].name) + strlen(answer->headers[i].value) + 4;
    return room;
}

arb_err arb_reply_write(arb_http_exchange *x, const arb_http_answer *answer)
{
    arb_http *http = x->http;
    const bool has_body = arb_reply_has_body(answer->status);
    const size_t copied = has_body && !x->head && !answer->lasts ? answer->size : 0;
    char *const begin = arb_fifo_reserve(&x->bytes, http->mem, room_for(http, answer) + copied);
    char *at = begin;

    assert(answer->type == NULL || arb_http_value_ok(answer->type));
    assert(answer->cache == NULL || arb_http_value_ok(answer->cache));
    if (begin == NULL)
        return ARB_NOMEM;
    at = put_number(put(at, (const char *[]){ "HTTP/1.1 ", NULL }), answer->status);
    at = put(
        at, (const char *[]){ " ", reason_of(answer->status), "\r\nDate: ", date_of(http), "\r\n",
                              answer->is_framable ? http->framed_safety : http->safety,
                              "Cache-Control: ", answer->cache != NULL ? answer->cache : "no-store",
                              "\r\n", x->is_open ? opening : "", NULL });
    if (answer->type != NULL && has_body)
        at = put(at, (const char *[]){ "Content-Type: ", answer->type, "\r\n", NULL });
    for (size_t i = 0; i < answer->header_count; i++) {
        const arb_http_header *h = &answer->headers[i];

        /* A line end inside would make two headers, or two answers, of one. */
        if (!arb_http_value_ok(h->name) || !arb_http_value_ok(h->value))
            continue;
        at = put(at, (const char *[]){ h->name, ": ", h->value, "\r\n", NULL });
    }
    if (has_body) {
        at = put_number(put(at, (const char *[]){ "Content-Length: ", NULL }), answer->size);
        at = put(at, (const char *[]){ "\r\n", NULL });
    }
    at = put(at, (const char *[]){ x->ends ? "Connection: close\r\n\r\n" : "\r\n", NULL });
    if (copied > 0)
        memcpy(at, answer->body, copied);
    arb_fifo_grow(&x->bytes, (size_t)(at - begin) + copied);
    return ARB_OK;
}

arb_err arb_reply_write_stream(arb_fifo *out, arb_http *http, bool is_open)
{
    char *const begin = arb_fifo_reserve(out, http->mem, LINES_ROOM + http->safety_size);

    if (begin == NULL)
        return ARB_NOMEM;
    /* The end of the connection is the end of the body; the last line keeps proxies from waiting
     * until they have a bufferful. */
    const char *at = put(begin, (const char *[]){ "HTTP/1.1 200 OK\r\nDate: ", date_of(http),
                                                  "\r\n", http->safety, is_open ? opening : "",
                                                  "Cache-Control: no-store\r\n"
                                                  "Content-Type: text/event-stream\r\n"
                                                  "X-Accel-Buffering: no\r\n"
                                                  "Connection: close\r\n\r\n",
                                                  NULL });
    arb_fifo_grow(out, (size_t)(at - begin));
    return ARB_OK;
}
