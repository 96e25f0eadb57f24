/* SPDX-License-Identifier: MIT */
/* Looking things up in a request, and the small texts of the protocol. */
#include <string.h>

#include "server/http/http.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool arb_http_text_is(arb_http_text text, const char *word)
{
    return text.at != NULL && strlen(word) == text.size && memcmp(text.at, word, text.size) == 0;
}

static bool is_nocase(arb_http_text text, const char *word, size_t size)
{
    if (text.at == NULL || text.size != size)
        return false;
    if (memcmp(text.at, word, size) == 0) /* as clients usually write it */
        return true;
    for (size_t i = 0; i < size; i++)
        if (lower(text.at[i]) != lower(word[i]))
            return false;
    return true;
}

bool arb_http_text_is_nocase(arb_http_text text, const char *word)
{
    return is_nocase(text, word, strlen(word));
}

arb_http_text arb_http_field_get(const arb_http_request *request, const char *name)
{
    const size_t size = strlen(name);

    for (size_t i = 0; i < request->field_count; i++)
        if (is_nocase(request->fields[i].name, name, size))
            return request->fields[i].value;
    return (arb_http_text){ NULL, 0 };
}

/* Takes what stands before the next `stop` off the text, and the `stop` with it. */
static arb_http_text take(arb_http_text *text, char stop)
{
    const char *found = text->size > 0 ? memchr(text->at, stop, text->size) : NULL;
    const arb_http_text part = { text->at, found ? (size_t)(found - text->at) : text->size };
    const size_t gone = part.size + (found != NULL);

    if (text->at != NULL)
        text->at += gone;
    text->size -= gone;
    return part;
}

arb_http_text arb_http_query_get(const arb_http_request *request, const char *name)
{
    arb_http_text rest = request->query;

    while (rest.size > 0) {
        arb_http_text value = take(&rest, '&');
        const arb_http_text key = take(&value, '=');

        if (arb_http_text_is(key, name))
            return value;
    }
    return (arb_http_text){ NULL, 0 };
}

bool arb_http_list_next(arb_http_text *member, arb_http_text *list)
{
    while (list->size > 0) {
        arb_http_text part = take(list, ',');

        while (part.size > 0 && is_blank(part.at[0])) {
            part.at++;
            part.size--;
        }
        while (part.size > 0 && is_blank(part.at[part.size - 1]))
            part.size--;
        if (part.size > 0) {
            *member = part;
            return true;
        }
    }
    return false;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool arb_http_decode(char *out, size_t room, arb_http_text text, bool plus)
{
    size_t size = 0;

    for (size_t i = 0; i < text.size; i++) {
        int c = (unsigned char)text.at[i];

        if (c == '%') {
            if (text.size - i < 3 || hex_value(text.at[i + 1]) < 0 || hex_value(text.at[i + 2]) < 0)
                return false;
            c = hex_value(text.at[i + 1]) * 16 + hex_value(text.at[i + 2]);
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        if (c == 0 || size + 1 >= room)
            return false;
        out[size++] = (char)c;
    }
    if (room == 0)
        return false;
    out[size] = '\0';
    return true;
}

bool arb_http_number(uint64_t *out, arb_http_text text)
{
    uint64_t number = 0;

    if (text.size == 0 || text.size > 18)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
        number = number * 10 + (uint64_t)(text.at[i] - '0');
    }
    *out = number;
    return true;
}

/* Whether a weight such as ";q=0.5" is there and is zero. */
static bool is_zero_weight(arb_http_text parameter)
{
    while (parameter.size > 0 && (is_blank(parameter.at[0]) || parameter.at[0] == ';')) {
        parameter.at++;
        parameter.size--;
    }
    if (parameter.size < 3 || (parameter.at[0] != 'q' && parameter.at[0] != 'Q') ||
        parameter.at[1] != '=')
        return false;
    for (size_t i = 2; i < parameter.size; i++)
        if (parameter.at[i] != '0' && parameter.at[i] != '.')
            return false;
    return true;
}

bool arb_http_takes_gzip(arb_http_text list)
{
    arb_http_text member;
    bool any = false;

    while (arb_http_list_next(&member, &list)) {
        size_t size = 0;

        while (size < member.size && member.at[size] != ';' && !is_blank(member.at[size]))
            size++;
        const arb_http_text coding = { member.at, size };
        const bool wanted =
            !is_zero_weight((arb_http_text){ member.at + size, member.size - size });
        if (arb_http_text_is_nocase(coding, "gzip"))
            return wanted;
        if (arb_http_text_is(coding, "*"))
            any = wanted;
    }
    return any;
}
