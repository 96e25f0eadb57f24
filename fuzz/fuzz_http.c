/* SPDX-License-Identifier: MIT */
/*
 * Requests. How the bytes are portioned makes no difference; what is accepted is what the strict
 * subset allows, written again it is accepted again and means the same; looking things up stays
 * inside the bytes.
 */
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "server/http/http.h"

static arb_http_progress read_in_portions(arb_http_request *out, arb_http_fault *fault,
                                          const char *bytes, size_t size, size_t step)
{
    arb_http_scan scan = { 0 };

    for (size_t seen = 0;; seen = seen + step < size ? seen + step : size) {
        /* A copy of its own, so that reading beyond the portion is seen by the sanitizer. */
        char *portion = malloc(seen > 0 ? seen : 1);
        require(portion != NULL, "memory");
        memcpy(portion, bytes, seen);
        arb_http_progress progress = arb_http_read(out, fault, &scan, portion, seen);
        free(portion);
        if (progress != ARB_HTTP_MORE || seen == size)
            return progress;
    }
}

static void require_inside(arb_http_text text, const char *bytes, size_t size)
{
    require(text.at >= bytes && text.at + text.size <= bytes + size, "a text lies outside");
    require(text.size == 0 || (memchr(text.at, '\r', text.size) == NULL &&
                               memchr(text.at, '\n', text.size) == NULL &&
                               memchr(text.at, '\0', text.size) == NULL),
            "a text holds a line end or NUL");
}

static unsigned count_of(const arb_http_request *r, const char *name)
{
    unsigned count = 0;

    for (size_t i = 0; i < r->field_count; i++)
        count += arb_http_text_is_nocase(r->fields[i].name, name);
    return count;
}

static void require_strict(const arb_http_request *r, const char *bytes, size_t size)
{
    require(r->head_size <= size && r->head_size <= ARB_HTTP_HEAD_MAX, "the head is too long");
    require(memcmp(bytes + r->head_size - 4, "\r\n\r\n", 4) == 0, "the head has no end");
    require(r->field_count <= ARB_HTTP_FIELDS_MAX, "too many fields");
    require(count_of(r, "Host") == 1, "not one Host");
    require(count_of(r, "Transfer-Encoding") == 0, "Transfer-Encoding");
    require(count_of(r, "Content-Length") <= 1, "two lengths");
    require(count_of(r, "Content-Length") == 1 || r->method != ARB_HTTP_POST, "POST has no length");
    require(r->method == ARB_HTTP_POST || r->body_size == 0, "a body where none may be");
    require_inside(r->path, bytes, r->head_size);
    require(r->path.size > 0 && r->path.at[0] == '/', "a path without a slash");
    if (r->query.at != NULL)
        require_inside(r->query, bytes, r->head_size);
    for (size_t i = 0; i < r->field_count; i++) {
        require_inside(r->fields[i].name, bytes, r->head_size);
        require_inside(r->fields[i].value, bytes, r->head_size);
        require(r->fields[i].name.size > 0, "a field without a name");
    }
}

static size_t add(char *out, size_t size, arb_http_text text)
{
    if (text.size > 0)
        memcpy(out + size, text.at, text.size);
    return size + text.size;
}

static size_t add_text(char *out, size_t size, const char *text)
{
    return add(out, size, (arb_http_text){ text, strlen(text) });
}

/* The plainest way to write the request; never longer than what was read. */
static size_t write_again(char *out, const arb_http_request *r)
{
    static const char *const methods[] = { "GET ", "HEAD ", "POST " };
    size_t size = add(out, add_text(out, 0, methods[r->method]), r->path);

    if (r->query.at != NULL)
        size = add(out, add_text(out, size, "?"), r->query);
    size = add_text(out, size, " HTTP/1.1\r\n");
    for (size_t i = 0; i < r->field_count; i++) {
        size = add_text(out, add(out, size, r->fields[i].name), ":");
        size = add_text(out, add(out, size, r->fields[i].value), "\r\n");
    }
    return add_text(out, size, "\r\n");
}

static bool same(arb_http_text a, arb_http_text b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

static void require_same_again(const arb_http_request *r)
{
    static char text[ARB_HTTP_HEAD_MAX];
    static arb_http_request again;
    const size_t size = write_again(text, r);
    arb_http_scan scan = { 0 };
    arb_http_fault fault;

    require(size <= r->head_size, "written longer than read");
    require(arb_http_read(&again, &fault, &scan, text, size) == ARB_HTTP_READY, "not read again");
    require(again.head_size == size && again.body_size == r->body_size && again.close == r->close &&
                again.method == r->method && again.field_count == r->field_count,
            "read differently");
    require(same(again.path, r->path) && same(again.query, r->query), "another target");
    for (size_t i = 0; i < r->field_count; i++)
        require(same(again.fields[i].name, r->fields[i].name) &&
                    same(again.fields[i].value, r->fields[i].value),
                "another field");
}

static void look_around(const arb_http_request *r)
{
    char decoded[64];

    arb_http_decode(decoded, sizeof decoded, r->path, false);
    arb_http_decode(decoded, sizeof decoded, arb_http_query_get(r, "a"), true);
    for (size_t i = 0; i < r->field_count; i++) {
        arb_http_text list = r->fields[i].value, member;
        uint64_t number;

        while (arb_http_list_next(&member, &list))
            require(member.size > 0, "an empty member");
        arb_http_takes_gzip(r->fields[i].value);
        if (arb_http_number(&number, r->fields[i].value))
            require(r->fields[i].value.size <= 18, "a number that is too long");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static arb_http_request whole, parts;
    arb_http_fault fault = ARB_HTTP_FAULT_NONE, part_fault = ARB_HTTP_FAULT_NONE;
    const char *bytes = (const char *)data;
    arb_http_scan scan = { 0 };
    const arb_http_progress progress = arb_http_read(&whole, &fault, &scan, bytes, size);
    const size_t step = 1 + (size > 0 ? data[size / 2] % 61u : 0);

    require(progress == read_in_portions(&parts, &part_fault, bytes, size, step),
            "portions make a difference");
    require(fault == part_fault, "portions make another fault");
    if (progress == ARB_HTTP_REFUSED)
        require(arb_http_fault_status(fault) >= 400, "a fault without a status");
    if (progress != ARB_HTTP_READY)
        return 0;
    require(parts.head_size == whole.head_size && parts.body_size == whole.body_size &&
                parts.field_count == whole.field_count,
            "portions make another request");
    require_strict(&whole, bytes, size);
    require_same_again(&whole);
    look_around(&whole);
    return 0;
}
