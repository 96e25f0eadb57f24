/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_CALLERS_H
#define ARBITRO_SERVER_CALLERS_H
/*
 * Who calls: the address at the other end of the connection; or, when that is one of the proxies
 * that whoever runs the hall has named, the one that they report.
 */
#include "server/http/server.h"

typedef struct arb_caller {
    struct in6_addr address;
    bool is_local; /* this machine, and nobody else's words carried by a proxy on it */
} arb_caller;

/*
 * Proxies add to X-Forwarded-For at its right end, and whatever a client wrote there itself stands
 * to the left of it. So it is read from the right, over all lines of that name, past the named
 * proxies, to the first address that is none of them. Words that are no address are nobody: then,
 * and without the header, the proxy itself counts.
 */
arb_caller arb_caller_of(const arb_http_peer *peer, const arb_http_request *request,
                         const arb_network *proxies, size_t count);

#endif
