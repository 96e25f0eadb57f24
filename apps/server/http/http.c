/* SPDX-License-Identifier: MIT */
/* Reading the head of a request; looking things up in it is in http_text.c. */
#include "server/http/http.h"

#include <string.h>

static const struct {
    unsigned status;
    const char *word;
} faults[] = {
#define FAULT(id, status, word) [ARB_HTTP_FAULT_##id] = { status, word },
#include "server/http/http_faults.def"
#undef FAULT
};

unsigned arb_http_fault_status(arb_http_fault fault)
{
    return faults[fault].status;
}

const char *arb_http_fault_word(arb_http_fault fault)
{
    return faults[fault].word;
}

/* ---- kinds of characters */

static bool is_control(unsigned char c)
{
    return c < 0x20 || c == 0x7f;
}

static bool is_alphanumeric(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_blank(unsigned char c)
{
    return c == ' ' || c == '\t';
}

static bool is_token(unsigned char c)
{
    switch (c) {
    case '!':
    case '#':
    case '$':
    case '%':
    case '&':
    case '\'':
    case '*':
    case '+':
    case '-':
    case '.':
    case '^':
    case '_':
    case '`':
    case '|':
    case '~':
        return true;
    default:
        return is_alphanumeric(c);
    }
}

/* Characters that have no business in a target are those that mean something elsewhere. */
static bool is_target(unsigned char c)
{
    return c > 0x20 && c < 0x7f && c != '#' && c != '"' && c != '<' && c != '>' && c != '\\';
}

static bool is_host(unsigned char c)
{
    return is_alphanumeric(c) || c == '.' || c == '-' || c == '_' || c == ':' || c == '[' ||
           c == ']';
}

static bool all(arb_http_text text, bool (*is)(unsigned char c))
{
    for (size_t i = 0; i < text.size; i++)
        if (!is((unsigned char)text.at[i]))
            return false;
    return text.size > 0;
}

/* ---- the request line */

static arb_http_text until(const char **at, const char *end, char stop)
{
    const char *found = memchr(*at, stop, (size_t)(end - *at));
    const arb_http_text text = { *at, (size_t)((found != NULL ? found : end) - *at) };

    *at = found != NULL ? found + 1 : end;
    return text;
}

static bool read_method(arb_http_method *out, arb_http_text text)
{
    static const char *const names[] = { "GET", "HEAD", "POST", "OPTIONS" };

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (arb_http_text_is(text, names[i])) {
            *out = (arb_http_method)i;
            return true;
        }
    }
    return false;
}

/* `line` is without its CR LF. */
static arb_http_fault read_request_line(arb_http_request *out, arb_http_text line)
{
    const char *at = line.at, *end = line.at + line.size;
    const arb_http_text method = until(&at, end, ' ');
    const arb_http_text target = until(&at, end, ' ');
    const arb_http_text version = { at, (size_t)(end - at) };

    if (method.size == 0 || target.size == 0)
        return ARB_HTTP_FAULT_REQUEST_LINE;
    if (!read_method(&out->method, method))
        return ARB_HTTP_FAULT_METHOD;
    if (target.at[0] != '/' || !all(target, is_target))
        return ARB_HTTP_FAULT_TARGET;
    if (!arb_http_text_is(version, "HTTP/1.1"))
        return ARB_HTTP_FAULT_VERSION;
    at = target.at;
    out->path = until(&at, target.at + target.size, '?');
    out->query = (arb_http_text){ NULL, 0 };
    if (out->path.size < target.size)
        out->query = (arb_http_text){ at, (size_t)(target.at + target.size - at) };
    return ARB_HTTP_FAULT_NONE;
}

/* ---- the fields */

/*
 * Fields that we or the application decide by: where they may stand once only, a second one would
 * let somebody in between see another request than we do.
 */
typedef enum special {
    HOST,
    CONTENT_LENGTH,
    CONTENT_TYPE,
    AUTHORIZATION,
    COOKIE,
    ORIGIN,
    LAST_EVENT_ID,
    TRANSFER_ENCODING, /* from here on several are no fault by themselves */
    EXPECT,
    CONNECTION,
    SPECIAL_COUNT
} special;

#define NAME(text)                                                                                 \
    {                                                                                              \
        text, sizeof(text) - 1                                                                     \
    }
static const arb_http_text special_names[SPECIAL_COUNT] = {
    [HOST] = NAME("Host"),
    [CONTENT_LENGTH] = NAME("Content-Length"),
    [CONTENT_TYPE] = NAME("Content-Type"),
    [AUTHORIZATION] = NAME("Authorization"),
    [COOKIE] = NAME("Cookie"),
    [ORIGIN] = NAME("Origin"),
    [LAST_EVENT_ID] = NAME("Last-Event-ID"),
    [TRANSFER_ENCODING] = NAME("Transfer-Encoding"),
    [EXPECT] = NAME("Expect"),
    [CONNECTION] = NAME("Connection"),
};
#undef NAME

static special special_of(arb_http_text name)
{
    unsigned i = 0;

    while (i < SPECIAL_COUNT && (name.size != special_names[i].size ||
                                 !arb_http_text_is_nocase(name, special_names[i].at)))
        i++;
    return (special)i;
}

static bool has_member(arb_http_text list, const char *word)
{
    arb_http_text member;

    while (arb_http_list_next(&member, &list))
        if (arb_http_text_is_nocase(member, word))
            return true;
    return false;
}

/* What a special field means; `seen` is a set of those that came before. */
static arb_http_fault heed(arb_http_request *out, unsigned *seen, special kind, arb_http_text value)
{
    const unsigned bit = 1u << kind;

    if (kind < TRANSFER_ENCODING && (*seen & bit) != 0)
        return kind == HOST             ? ARB_HTTP_FAULT_HOST
               : kind == CONTENT_LENGTH ? ARB_HTTP_FAULT_LENGTH
                                        : ARB_HTTP_FAULT_FIELD_TWICE;
    *seen |= bit;
    if (kind == HOST && !all(value, is_host))
        return ARB_HTTP_FAULT_HOST;
    if (kind == CONTENT_LENGTH) {
        uint64_t length;

        if (!arb_http_number(&length, value) || length > SIZE_MAX / 2)
            return ARB_HTTP_FAULT_LENGTH;
        out->body_size = (size_t)length;
    }
    if (kind == TRANSFER_ENCODING)
        return ARB_HTTP_FAULT_TRANSFER_ENCODING;
    if (kind == EXPECT)
        return ARB_HTTP_FAULT_EXPECT;
    if (kind == CONNECTION && has_member(value, "close"))
        out->close = true;
    return ARB_HTTP_FAULT_NONE;
}

static arb_http_fault read_field(arb_http_field *out, arb_http_text line)
{
    const char *at = line.at, *end = line.at + line.size;

    if (is_blank((unsigned char)line.at[0]))
        return ARB_HTTP_FAULT_FOLDED;
    out->name = until(&at, end, ':');
    if (out->name.size == line.size || !all(out->name, is_token))
        return ARB_HTTP_FAULT_FIELD_NAME;
    while (at < end && is_blank((unsigned char)*at))
        at++;
    while (end > at && is_blank((unsigned char)end[-1]))
        end--;
    out->value = (arb_http_text){ at, (size_t)(end - at) };
    return ARB_HTTP_FAULT_NONE;
}

static arb_http_fault read_fields(arb_http_request *out, unsigned *seen, const char *at,
                                  const char *end)
{
    while (at < end) {
        arb_http_text line = until(&at, end, '\n');
        arb_http_field *field = &out->fields[out->field_count];

        line.size--; /* the CR, which the scan has seen */
        if (out->field_count == ARB_HTTP_FIELDS_MAX)
            return ARB_HTTP_FAULT_TOO_MANY_FIELDS;
        arb_http_fault fault = read_field(field, line);
        if (fault != ARB_HTTP_FAULT_NONE)
            return fault;
        out->field_count++;
        const special kind = special_of(field->name);
        if (kind == SPECIAL_COUNT)
            continue;
        fault = heed(out, seen, kind, field->value);
        if (fault != ARB_HTTP_FAULT_NONE)
            return fault;
    }
    return ARB_HTTP_FAULT_NONE;
}

/* Reads a head that is whole and whose lines end properly, as the scan has seen; `begun`: `out` has
 * its request line already. */
static arb_http_fault read_head(arb_http_request *out, const char *bytes, size_t size, bool begun)
{
    const char *fields = (const char *)memchr(bytes, '\n', size) + 1;
    const arb_http_text line = { bytes, (size_t)(fields - bytes) - 2 };
    unsigned seen = 0;

    out->head_size = size;
    out->body_size = 0;
    out->body = (arb_http_text){ bytes + size, 0 };
    out->close = false;
    out->field_count = 0;
    arb_http_fault fault = begun ? ARB_HTTP_FAULT_NONE : read_request_line(out, line);
    if (fault == ARB_HTTP_FAULT_NONE)
        fault = read_fields(out, &seen, fields, bytes + size - 2);
    if (fault != ARB_HTTP_FAULT_NONE)
        return fault;
    if ((seen & 1u << HOST) == 0)
        return ARB_HTTP_FAULT_HOST;
    if (out->method == ARB_HTTP_POST && (seen & 1u << CONTENT_LENGTH) == 0)
        return ARB_HTTP_FAULT_LENGTH_MISSING;
    if (out->method != ARB_HTTP_POST && out->body_size > 0)
        return ARB_HTTP_FAULT_LENGTH;
    return ARB_HTTP_FAULT_NONE;
}

/* ---- the scan */

/* What is wrong with the byte at `i`, given the one before it. */
static arb_http_fault look(const char *bytes, size_t i)
{
    const unsigned char c = (unsigned char)bytes[i];
    const bool after_cr = i > 0 && bytes[i - 1] == '\r';

    if ((c == '\n') != after_cr)
        return ARB_HTTP_FAULT_LINE_END;
    if (is_control(c) && c != '\r' && c != '\n' && c != '\t')
        return ARB_HTTP_FAULT_CONTROL;
    return ARB_HTTP_FAULT_NONE;
}

/* Are these eight bytes no control characters? Each is a digit of a number to the base 256. */
static bool are_plain(const char *bytes)
{
    const uint64_t ones = UINT64_MAX / 255, tops = ones * 0x80;
    uint64_t all;

    memcpy(&all, bytes, sizeof all);
    const uint64_t from_del = all ^ ones * 0x7f; /* a digit of it is 0 where a DEL stands */
    return ((((all - ones * 0x20) & ~all) | ((from_del - ones) & ~from_del)) & tops) == 0;
}

/* How many of the first bytes are no control characters. */
static size_t plain_run(const char *bytes, size_t size)
{
    size_t count = 0;

    while (size - count >= sizeof(uint64_t) && are_plain(bytes + count))
        count += sizeof(uint64_t);
    while (count < size && !is_control((unsigned char)bytes[count]))
        count++;
    return count;
}

/*
 * Goes on over the bytes to the end of the head. The request line is read as soon as it is there:
 * a client of HTTP/0.9 sends no more, and shall not wait for its refusal.
 */
static arb_http_fault scan_on(bool *whole, arb_http_request *out, arb_http_scan *scan,
                              const char *bytes, size_t size)
{
    const size_t end = size < ARB_HTTP_HEAD_MAX ? size : ARB_HTTP_HEAD_MAX;

    for (; scan->seen < end; scan->seen++) {
        /* Nothing is wrong with a plain byte, unless it comes behind a CR. */
        if (scan->seen == 0 || bytes[scan->seen - 1] != '\r')
            scan->seen += plain_run(bytes + scan->seen, end - scan->seen);
        if (scan->seen == end)
            break;
        const size_t i = scan->seen;
        arb_http_fault fault = look(bytes, i);

        if (fault != ARB_HTTP_FAULT_NONE)
            return fault;
        if (bytes[i] != '\n')
            continue;
        if (scan->line == 0) {
            fault = read_request_line(out, (arb_http_text){ bytes, i - 1 });
            if (fault != ARB_HTTP_FAULT_NONE)
                return fault;
        } else if (i - scan->line == 1) {
            scan->seen++;
            *whole = true;
            return ARB_HTTP_FAULT_NONE;
        }
        scan->line = i + 1;
    }
    return size >= ARB_HTTP_HEAD_MAX ? ARB_HTTP_FAULT_HEAD_TOO_LONG : ARB_HTTP_FAULT_NONE;
}

arb_http_progress arb_http_read(arb_http_request *out, arb_http_fault *fault, arb_http_scan *scan,
                                const char *bytes, size_t size)
{
    const bool begins = scan->line == 0;
    bool whole = false;
    arb_http_fault found = scan_on(&whole, out, scan, bytes, size);

    if (found == ARB_HTTP_FAULT_NONE && !whole)
        return ARB_HTTP_MORE;
    if (found == ARB_HTTP_FAULT_NONE)
        found = read_head(out, bytes, scan->seen, begins);
    if (found == ARB_HTTP_FAULT_NONE)
        return ARB_HTTP_READY;
    *fault = found;
    return ARB_HTTP_REFUSED;
}
