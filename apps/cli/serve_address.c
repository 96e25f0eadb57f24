/* SPDX-License-Identifier: MIT */
/* Where the hall listens, and under which addresses people find it; see serve_address.h. */
#define _GNU_SOURCE
#include "cli/serve_address.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

#include "common/number.h"

enum { PORT_USUAL = 8080, PORT_MAX = 65535 };

static const char here[] = "127.0.0.1";

/* Cuts "ADDRESS:PORT" in two; either may be missing. */
static bool split(char host[ARB_HOST_ROOM], unsigned *port, const char *text)
{
    const char *end = text[0] == '[' ? strchr(text, ']') : NULL;
    const char *colon = strrchr(end ? end : text, ':');
    size_t column, size = colon ? (size_t)(colon - text) : strlen(text);

    if (text[0] == '[') {
        if (!end || (end[1] != '\0' && end[1] != ':'))
            return false;
        size = (size_t)(end - text) - 1;
        text++;
    }
    if (size >= ARB_HOST_ROOM)
        return false;
    memcpy(host, text, size);
    host[size] = '\0';
    return !colon || arb_number_read(port, &column, colon + 1, 0, PORT_MAX);
}

bool arb_addresses_read(arb_addresses *out, const char *text, bool lan)
{
    unsigned port = PORT_USUAL;

    *out = (arb_addresses){ .listen_count = 1 };
    if (text && !split(out->host, &port, text))
        return false;
    if (lan && out->host[0] != '\0')
        return false;
    out->everywhere = lan || strcmp(out->host, "0.0.0.0") == 0 || strcmp(out->host, "::") == 0;
    if (lan)
        (void)snprintf(out->host, sizeof out->host, "0.0.0.0");
    else if (out->host[0] == '\0')
        (void)snprintf(out->host, sizeof out->host, "%s", here);
    out->listen[0] = (arb_http_listen){ out->host, (uint16_t)port };
    return true;
}

/* One of the machine's addresses that others can reach, as it stands in a URL; false when it is
 * none. */
static bool write_host(char out[ARB_HOST_ROOM], const struct ifaddrs *one, bool six)
{
    char digits[INET6_ADDRSTRLEN];

    if (!one->ifa_addr || !(one->ifa_flags & IFF_UP) || (one->ifa_flags & IFF_LOOPBACK))
        return false;
    if (one->ifa_addr->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)one->ifa_addr;
        return inet_ntop(AF_INET, &in->sin_addr, out, ARB_HOST_ROOM) != NULL;
    }
    if (!six || one->ifa_addr->sa_family != AF_INET6)
        return false;
    const struct sockaddr_in6 *in = (const void *)one->ifa_addr;
    if (IN6_IS_ADDR_LINKLOCAL(&in->sin6_addr) ||
        !inet_ntop(AF_INET6, &in->sin6_addr, digits, sizeof digits))
        return false;
    (void)snprintf(out, ARB_HOST_ROOM, "[%s]", digits);
    return true;
}

static bool write_address(char out[ARB_ADDRESS_ROOM], const struct ifaddrs *one, uint16_t port,
                          bool six)
{
    char host[ARB_HOST_ROOM];

    if (!write_host(host, one, six))
        return false;
    (void)snprintf(out, ARB_ADDRESS_ROOM, "http://%s:%u", host, (unsigned)port);
    return true;
}

bool arb_addresses_outer(char out[ARB_HOST_ROOM], const arb_addresses *at)
{
    const bool six = strchr(at->host, ':') != NULL;
    struct ifaddrs *all = NULL;
    bool found = false;

    if (getifaddrs(&all) != 0)
        return false;
    for (const struct ifaddrs *one = all; one && !found; one = one->ifa_next)
        found = write_host(out, one, six);
    freeifaddrs(all);
    return found;
}

void arb_addresses_find(arb_addresses *at, uint16_t port)
{
    const bool six = strchr(at->host, ':') != NULL;
    struct ifaddrs *all = NULL;

    at->count = 0;
    (void)snprintf(at->url[at->count++], ARB_ADDRESS_ROOM, six ? "http://[%s]:%u" : "http://%s:%u",
                   at->everywhere ? (six ? "::1" : here) : at->host, (unsigned)port);
    if (!at->everywhere || getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *one = all; one && at->count < ARB_ADDRESSES_MAX; one = one->ifa_next)
        at->count += write_address(at->url[at->count], one, port, six);
    freeifaddrs(all);
}
