/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_SERVE_ACCESS_H
#define ARBITRO_CLI_SERVE_ACCESS_H
/* By which names the hall answers, and which proxies it believes: --host and --behind-proxy. */
#include "cli/cli.h"
#include "server/hall/hall.h"

enum { ARB_ACCESS_MAX = 64, ARB_ACCESS_NAME_ROOM = 256 };

typedef struct arb_access {
    char name[ARB_ACCESS_MAX][ARB_ACCESS_NAME_ROOM];
    const char *host[ARB_ACCESS_MAX]; /* the names */
    size_t host_count;
    arb_network proxy[ARB_ACCESS_MAX];
    size_t proxy_count;
} arb_access;

/* Reads both options into `out`, to which `config` then points. False after a complaint. */
bool arb_access_read(arb_access *out, arb_hall_config *config, const arb_cli *cli,
                     const arb_args *args);

#endif
