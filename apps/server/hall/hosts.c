/* SPDX-License-Identifier: MIT */
/* By which names the hall answers, and to whose pages; see hosts.h. */
#include "server/hall/hosts.h"

#include <string.h>

enum { NAME_MAX_BYTES = 253 };

/* ---- names */

/* A name, and the port behind it. Digits of IPv6 have no brackets any more. */
typedef struct host {
    arb_http_text name, port; /* no port: `at` NULL */
} host;

static bool is_number(arb_http_text text)
{
    for (size_t i = 0; i < text.size; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    }
    return true;
}

/* The name at the front of a host, and what comes behind it; false when it is none. */
static bool take_name(arb_http_text *name, arb_http_text *rest, arb_http_text text)
{
    const bool bracket = text.size > 0 && text.at[0] == '[';
    const char *end = text.size > 0 ? memchr(text.at, bracket ? ']' : ':', text.size) : NULL;
    const size_t size = end ? (size_t)(end - text.at) : text.size;

    if (bracket && !end)
        return false;
    *name = (arb_http_text){ text.at + bracket, size - bracket };
    *rest = (arb_http_text){ text.at + size + bracket, text.size - size - bracket };
    return name->size > 0;
}

/* Cuts a host in two; false when it is none. A full stop at the end of a name means nothing. */
static bool split(host *out, arb_http_text text)
{
    arb_http_text rest;

    *out = (host){ 0 };
    if (!take_name(&out->name, &rest, text))
        return false;
    if (out->name.size > 1 && out->name.at[out->name.size - 1] == '.')
        out->name.size--;
    if (rest.size == 0)
        return true;
    out->port = (arb_http_text){ rest.at + 1, rest.size - 1 };
    return rest.at[0] == ':' && is_number(out->port);
}

static bool is_letter_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
}

/* Digits of an address alone, with or without brackets. */
static bool read_digits(struct in6_addr *out, const char *text, size_t size)
{
    arb_network network;

    if (size > 2 && text[0] == '[' && text[size - 1] == ']') {
        text++;
        size -= 2;
    }
    if (memchr(text, '/', size) || !arb_network_read(&network, text, size))
        return false;
    *out = network.address;
    return true;
}

bool arb_host_is_name(const char *text, size_t size)
{
    struct in6_addr digits;

    if (size == 0 || size > NAME_MAX_BYTES)
        return false;
    if (read_digits(&digits, text, size))
        return true;
    for (size_t i = 0; i < size; i++) {
        if (!is_letter_of_name(text[i]))
            return false;
    }
    return text[0] != '.';
}

/* The given name without a full stop at its end, to which a request's is compared. */
static bool is_named(arb_http_text name, const char *given)
{
    const size_t size = strlen(given);
    const bool stop = size > 1 && given[size - 1] == '.';

    if (name.size + stop != size)
        return false;
    for (size_t i = 0; i < name.size; i++) {
        const char a = name.at[i], b = given[i];
        if ((a >= 'A' && a <= 'Z' ? a + 32 : a) != (b >= 'A' && b <= 'Z' ? b + 32 : b))
            return false;
    }
    return true;
}

/* Is this address ours: by which the client came, this machine for itself, or a given one? */
static bool is_ours(const struct in6_addr *address, const arb_http_exchange *exchange,
                    const char *const *names, size_t count)
{
    struct in6_addr here;

    if (arb_address_is_loopback(address))
        return true;
    if (arb_http_exchange_local(&here, exchange) && memcmp(address, &here, sizeof here) == 0)
        return true;
    for (size_t i = 0; i < count; i++) {
        if (read_digits(&here, names[i], strlen(names[i])) &&
            memcmp(address, &here, sizeof here) == 0)
            return true;
    }
    return false;
}

bool arb_host_is_known(const arb_http_exchange *exchange, const arb_http_request *request,
                       const char *const *names, size_t count)
{
    struct in6_addr address;
    host asked;

    if (!split(&asked, arb_http_field_get(request, "Host")))
        return false;
    if (is_named(asked.name, "localhost"))
        return true;
    for (size_t i = 0; i < count; i++) {
        if (is_named(asked.name, names[i]))
            return true;
    }
    return read_digits(&address, asked.name.at, asked.name.size) &&
           is_ours(&address, exchange, names, count);
}

/* ---- pages */

/* Takes "http://" or "https://" off the front; the port that is meant without one, NULL: neither.
 */
static const char *take_scheme(arb_http_text *text)
{
    static const struct {
        const char *word, *port;
    } schemes[] = { { "http://", "80" }, { "https://", "443" } };

    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        const size_t size = strlen(schemes[i].word);
        if (text->size > size &&
            arb_http_text_is_nocase((arb_http_text){ text->at, size }, schemes[i].word)) {
            text->at += size;
            text->size -= size;
            return schemes[i].port;
        }
    }
    return NULL;
}

static bool is_same(arb_http_text a, arb_http_text b)
{
    return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

static bool is_same_name(arb_http_text a, arb_http_text b)
{
    char name[NAME_MAX_BYTES + 1];

    if (b.size >= sizeof name)
        return false;
    memcpy(name, b.at, b.size);
    name[b.size] = '\0';
    return is_named(a, name);
}

/* Is the page that asks one of the host that is asked? */
static bool is_of_host(arb_http_text origin, arb_http_text asked, bool any_port)
{
    const char *usual = take_scheme(&origin);
    host from, to;

    if (!usual || !split(&from, origin) || !split(&to, asked) || !is_same_name(from.name, to.name))
        return false;
    const arb_http_text meant = { usual, strlen(usual) };
    if (!to.port.at && any_port)
        return true;
    return is_same(from.port.at ? from.port : meant, to.port.at ? to.port : meant);
}

bool arb_host_owns_page(const arb_http_request *request, bool any_port)
{
    const arb_http_text origin = arb_http_field_get(request, "Origin");
    const arb_http_text site = arb_http_field_get(request, "Sec-Fetch-Site");

    if (site.at && !arb_http_text_is(site, "same-origin") && !arb_http_text_is(site, "none"))
        return false;
    return !origin.at || is_of_host(origin, arb_http_field_get(request, "Host"), any_port);
}
