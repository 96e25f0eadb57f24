/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIVE_PATH_H
#define ARBITRO_SERVER_LIVE_PATH_H
/* Addresses of the feed. */
#include "server/http/server.h"

typedef enum arb_live_kind {
    ARB_LIVE_TOURNAMENT,
    ARB_LIVE_GAMES, /* all games of a round, as PGN */
    ARB_LIVE_INDEX, /* its pairings */
    ARB_LIVE_GAME_PGN,
    ARB_LIVE_GAME_JSON
} arb_live_kind;

typedef struct arb_live_path {
    const char *slug; /* of the event, within the address */
    size_t slug_size;
    arb_live_kind kind;
    unsigned round, board; /* 0 where there is none */
} arb_live_path;

/* Reads an address; false when it can be none of ours. Numbers have no zeros before them. */
bool arb_live_path_read(arb_live_path *out, const char *path, size_t size);

#endif
