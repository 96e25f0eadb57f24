/* SPDX-License-Identifier: MIT */
/* What the system knows of the way to a client: its own measure of the round trip. */
#define _GNU_SOURCE
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/socket.h>

#include "server/hall/hall_internal.h"
#include "server/http/conn.h"

/* Behind a proxy the connection ends there, and says nothing of the way to the client. */
static bool is_direct(const arb_api_call *call)
{
    const arb_http_peer *peer = arb_http_exchange_peer(call->exchange);

    return IN6_ARE_ADDR_EQUAL(&call->caller.address, &peer->address);
}

arb_rtt arb_rtt_of(const arb_api_call *call)
{
    const arb_http_conn *conn = call->exchange->conn;
    struct tcp_info info = { .tcpi_rtt = 0 };
    socklen_t size = sizeof info;

    if (call->relayed) /* the hall that he asked knows the way to him */
        return call->from.way;
    if (!conn || !is_direct(call) ||
        getsockopt(conn->watch.fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return (arb_rtt){ -1, -1 };
    const bool knows_shortest =
        size >= offsetof(struct tcp_info, tcpi_min_rtt) + sizeof info.tcpi_min_rtt &&
        info.tcpi_min_rtt != ~0u && info.tcpi_min_rtt != 0;
    return (arb_rtt){ .usual = (int64_t)info.tcpi_rtt / 1000,
                      .shortest = knows_shortest ? (int64_t)info.tcpi_min_rtt / 1000 : -1 };
}
