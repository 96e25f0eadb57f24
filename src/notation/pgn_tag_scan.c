/* SPDX-License-Identifier: MIT */
/* How a tag is written: a bracket, a name, a value in quotation marks, a bracket. */
#include "notation/pgn_tag_scan.h"

#include <string.h>

enum { NAME_MAX_SIZE = 64, BLANKS_MAX = 8 };

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *at)
{
    while (is_blank(*at))
        at++;
    return at;
}

/* PGN 7: between the parts of a tag lines may end. */
static const char *skip_space(const char *at)
{
    while (is_blank(*at) || is_line_end(*at))
        at++;
    return at;
}

bool arb_tag_is_name(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == '+' || c == '#' || c == '=' || c == ':';
}

static const char *skip_name(const char *at)
{
    const char *begin = at;

    while (arb_tag_is_name(*at) && at - begin < NAME_MAX_SIZE)
        at++;
    return at;
}

static const char *skip_some(const char *at)
{
    const char *begin = at;

    while (at - begin < BLANKS_MAX && (is_blank(*at) || is_line_end(*at)))
        at++;
    return at;
}

bool arb_pgn_is_tag(const char *at)
{
    if (*at != '[')
        return false;
    const char *name = skip_some(at + 1), *end = skip_name(name);
    return end > name && *skip_some(end) == '"';
}

bool arb_pgn_is_event(const char *at)
{
    return memcmp(at, "[Event", 6) == 0 && !arb_tag_is_name(at[6]) && arb_pgn_is_tag(at);
}

/* The value ends here, and the tag behind it. */
static arb_tag_outcome end_value(arb_tag_scan *s, const char *begin, const char *quote,
                                 const char *tag_end)
{
    s->value_size = (size_t)(quote - begin);
    s->size = (size_t)(tag_end - begin);
    return ARB_TAG_READ;
}

static arb_tag_outcome stop(arb_tag_scan *s, const char *at, arb_wanted expected)
{
    s->expected = expected;
    s->stop = at;
    return *at == '\0' && !s->final ? ARB_TAG_CUT : ARB_TAG_BAD;
}

/* A tag that lacks only its bracket, or whose last backslash was meant as such; false if neither.
 */
static bool is_whole(arb_tag_scan *s, const char *begin, const char *end)
{
    const char *last = end;

    while (last > begin && is_blank(last[-1]))
        last--;
    if (last > begin && last[-1] == '"' && (last - 1 == begin || last[-2] != '\\'))
        end_value(s, begin, last - 1, end);
    else if (last - begin >= 3 && memcmp(last - 3, "\\\"]", 3) == 0)
        end_value(s, begin, last - 2, last);
    else
        return false;
    return true;
}

/* The line ends within the value, which goes on with the next one unless that is empty or a tag. */
static arb_tag_outcome end_line(arb_tag_scan *s, const char *begin, const char *at)
{
    const char *next = *at == '\0' ? at : at + 1 + (at[0] == '\r' && at[1] == '\n');

    if (*next == '\0' && !s->final)
        return stop(s, next, ARB_WANTED_QUOTE_END);
    if (is_whole(s, begin, at))
        return ARB_TAG_READ;
    if (*next == '\0' || *next == '[' || is_line_end(*skip_blanks(next)))
        return stop(s, at, ARB_WANTED_QUOTE_END);
    s->folded = true;
    return ARB_TAG_GOES_ON;
}

/* The value ends at a quotation mark before the bracket; one before anything else belongs to it. */
static arb_tag_outcome scan_value(arb_tag_scan *s, const char *begin)
{
    for (const char *at = begin;; at++) {
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\')) {
            s->escaped = true;
            at++;
        } else if (*at == '"') {
            const char *bracket = skip_space(at + 1);
            s->odd |= bracket != at + 1 || *bracket != ']';
            if (*bracket == ']')
                return end_value(s, begin, at, bracket + 1);
            if (*bracket == '\0' && !s->final)
                return stop(s, bracket, ARB_WANTED_QUOTE_END);
        } else if (is_line_end(*at) || *at == '\0') {
            s->odd = true;
            const arb_tag_outcome outcome = end_line(s, begin, at);
            if (outcome != ARB_TAG_GOES_ON)
                return outcome;
        } else if ((unsigned char)*at < ' ') {
            s->folded = s->odd = true;
        }
    }
}

arb_tag_outcome arb_tag_scan_at(arb_tag_scan *s, const char *begin, bool final)
{
    *s = (arb_tag_scan){ .name = skip_space(begin + 1), .final = final };
    const char *end = skip_name(s->name), *quote = skip_space(end);

    s->name_size = (size_t)(end - s->name);
    if (s->name_size == 0 || (*quote != '"' && quote == end && *end != ']'))
        return stop(s, end, ARB_WANTED_TAG_NAME);
    if (*quote != '"')
        return stop(s, quote, ARB_WANTED_TAG_VALUE);
    s->odd = s->name != begin + 1 || quote != end + 1 || *end != ' ';
    s->value = quote + 1;
    const arb_tag_outcome outcome = scan_value(s, s->value);
    s->size += (size_t)(s->value - begin);
    return outcome;
}

/* Where what follows a bad tag can be read: behind its bracket, if a tag or the like comes next. */
size_t arb_tag_cost(const char *begin, size_t line)
{
    const char *bracket = memchr(begin, ']', line);

    if (!bracket)
        return line;
    const char *next = skip_blanks(bracket + 1);
    return next >= begin + line || strchr("[{;0123456789", *next) ? (size_t)(bracket + 1 - begin)
                                                                  : line;
}

size_t arb_tag_resolve(char *value, size_t size)
{
    size_t to = 0;

    for (size_t from = 0; from < size; from++, to++) {
        const char c = value[from], next = from + 1 < size ? value[from + 1] : '\0';
        if ((c == '\\' && (next == '"' || next == '\\')) || (c == '\r' && next == '\n'))
            from++;
        value[to] = (unsigned char)value[from] < ' ' ? ' ' : value[from];
    }
    return to;
}
