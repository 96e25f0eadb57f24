/* SPDX-License-Identifier: MIT */
/* What the system knows of the way to a client: its own measure of the round trip. */
#define _GNU_SOURCE
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "server/hall/hall_internal.h"
#include "server/http/conn.h"

int64_t arb_rtt_of(const arb_http_exchange *exchange)
{
    struct tcp_info info;
    socklen_t size = sizeof info;

    if (!exchange->conn ||
        getsockopt(exchange->conn->watch.fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return -1;
    return (int64_t)info.tcpi_rtt / 1000;
}
