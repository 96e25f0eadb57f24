/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_HOSTS_H
#define ARBITRO_SERVER_HOSTS_H
/*
 * By which names the hall answers, and to whose pages.
 *
 * A browser keeps the pages of different names apart, and goes by the name alone. Whoever owns a
 * name can let it stand for his own machine first and for ours afterwards (DNS rebinding), and his
 * page then reads whatever a visitor of ours could. So the hall answers only to names that nobody
 * else can own: those that whoever runs it has given, localhost, and digits, of this machine itself
 * or of the address by which the client came.
 */
#include <stdbool.h>
#include <stddef.h>

#include "server/http/server.h"

/* Can the text be a name or an address for arb_host_is_known(), without a port? */
bool arb_host_is_name(const char *text, size_t size);

/* Is the Host of the request one of these names, or one that is always good? */
bool arb_host_is_known(const arb_http_exchange *exchange, const arb_http_request *request,
                       const char *const *names, size_t count);

/*
 * Does the request come from one of the hall's own pages, or from no page at all? With `any_port`
 * a Host without a port stands for all of them: a proxy has left it out.
 */
bool arb_host_owns_page(const arb_http_request *request, bool any_port);

#endif
