/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIVE_TEXT_H
#define ARBITRO_SERVER_LIVE_TEXT_H
/*
 * A game in the forms in which broadcasts read it: PGN for those who take nothing but legal moves,
 * PGN as it is, and the two kinds of JSON that electronic boards made common (docs/SERVER.md).
 */
#include "server/hall/api.h"

/* Where it is published. */
typedef struct arb_live_place {
    const char *event; /* what the tag says */
    unsigned round, board;
} arb_live_place;

/* One game, as text. */
typedef struct arb_live_text {
    arb_buf relay, faithful; /* PGN */
    arb_buf moves;           /* game-N.json */
    arb_buf pairing;         /* its part of index.json */
    int64_t began_ms;        /* when play began; 0: not yet */
} arb_live_text;

void arb_live_text_init(arb_live_text *out);
void arb_live_text_clear(arb_live_text *text);

/*
 * Writes the game of a table, which must be one that those who look on may see. A table whose game
 * is not at hand is written without moves: its tags tell who plays, so that nobody meets an empty
 * game. ARB_NOMEM.
 */
ARB_MUST_USE arb_err arb_live_write(arb_live_text *out, const arb_table *seen,
                                    const arb_live_place *place);

#endif
