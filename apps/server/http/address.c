/* SPDX-License-Identifier: MIT */
/* Addresses and networks as bytes; see address.h. */
#include "server/http/address.h"

#include <arpa/inet.h>
#include <string.h>

enum { V4_BITS = 32, V6_BITS = 128, PORT_DIGITS = 5 };

/* ---- one address */

struct in6_addr arb_address_of_v4(struct in_addr address)
{
    struct in6_addr out = { .s6_addr = { [10] = 0xff, [11] = 0xff } };

    memcpy(out.s6_addr + 12, &address, sizeof address);
    return out;
}

struct in6_addr arb_address_of_socket(const struct sockaddr *socket)
{
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;

    if (socket->sa_family == AF_INET6) {
        memcpy(&v6, socket, sizeof v6);
        return v6.sin6_addr;
    }
    memcpy(&v4, socket, sizeof v4);
    return arb_address_of_v4(v4.sin_addr);
}

bool arb_address_is_loopback(const struct in6_addr *address)
{
    return IN6_IS_ADDR_V4MAPPED(address) ? address->s6_addr[12] == 127
                                         : IN6_IS_ADDR_LOOPBACK(address);
}

/* Digits alone, of either kind. */
static bool read_digits(struct in6_addr *out, const char *text, size_t size)
{
    char digits[INET6_ADDRSTRLEN];
    struct in_addr v4;

    if (size == 0 || size >= sizeof digits || memchr(text, '\0', size))
        return false;
    memcpy(digits, text, size);
    digits[size] = '\0';
    if (inet_pton(AF_INET, digits, &v4) == 1) {
        *out = arb_address_of_v4(v4);
        return true;
    }
    return inet_pton(AF_INET6, digits, out) == 1;
}

/* Nothing, or a colon and a port. */
static bool is_port(const char *text, size_t size)
{
    if (size == 0)
        return true;
    if (text[0] != ':' || size < 2 || size > 1 + PORT_DIGITS)
        return false;
    for (size_t i = 1; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
    }
    return true;
}

bool arb_address_read(struct in6_addr *out, const char *text, size_t size)
{
    struct in6_addr read;
    const char *colon = size > 0 ? memchr(text, ':', size) : NULL;
    const char *closing = size > 0 && text[0] == '[' ? memchr(text, ']', size) : NULL;
    size_t length = size;

    if (closing) {
        length = (size_t)(closing - text) + 1;
        if (!is_port(closing + 1, size - length) || !read_digits(&read, text + 1, length - 2) ||
            !memchr(text, ':', length))
            return false;
    } else {
        /* one colon comes before a port, several are those of IPv6 */
        if (colon && !memchr(colon + 1, ':', size - (size_t)(colon - text) - 1))
            length = (size_t)(colon - text);
        if (!is_port(text + length, size - length) || !read_digits(&read, text, length))
            return false;
    }
    *out = read;
    return true;
}

/* ---- networks */

static bool read_bits(unsigned *out, const char *text, size_t size)
{
    unsigned bits = 0;

    if (size == 0 || size > 3)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        bits = bits * 10 + (unsigned)(text[i] - '0');
    }
    *out = bits;
    return true;
}

bool arb_network_read(arb_network *out, const char *text, size_t size)
{
    const char *slash = size > 0 ? memchr(text, '/', size) : NULL;
    const size_t length = slash ? (size_t)(slash - text) : size;
    arb_network read = { .bits = V6_BITS };
    unsigned bits = 0;

    if (!read_digits(&read.address, text, length))
        return false;
    if (slash) {
        const bool is_v4 = !memchr(text, ':', length);
        if (!read_bits(&bits, slash + 1, size - length - 1) ||
            bits > (unsigned)(is_v4 ? V4_BITS : V6_BITS))
            return false;
        read.bits = is_v4 ? bits + V6_BITS - V4_BITS : bits;
    }
    *out = read;
    return true;
}

static bool has(const arb_network *network, const struct in6_addr *address)
{
    const unsigned whole = network->bits / 8, rest = network->bits % 8;

    if (memcmp(network->address.s6_addr, address->s6_addr, whole) != 0)
        return false;
    return rest == 0 ||
           (network->address.s6_addr[whole] ^ address->s6_addr[whole]) >> (8 - rest) == 0;
}

bool arb_networks_have(const arb_network *networks, size_t count, const struct in6_addr *address)
{
    for (size_t i = 0; i < count; i++) {
        if (has(&networks[i], address))
            return true;
    }
    return false;
}

uint64_t arb_address_key(const struct in6_addr *address, unsigned bits)
{
    const size_t from = IN6_IS_ADDR_V4MAPPED(address) ? 12 : 0, to = from ? 16 : 8;
    uint64_t key = 0;

    for (size_t i = from; i < to; i++)
        key = key << 8 | address->s6_addr[i];
    return from || bits >= 64 ? key : bits == 0 ? 0 : key & ~(UINT64_MAX >> bits);
}
