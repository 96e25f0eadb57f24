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
 * Writes the game of a table, which must be one that those who look on may see. Of a game that was
 * set aside, because it cannot be read, only the result is told that is known of it: its tags say
 * who plays, so that nobody meets an empty game. ARB_NOMEM.
 */
ARB_MUST_USE arb_err arb_live_write(arb_live_text *out, const arb_table *seen,
                                    const arb_live_place *place);

/* A number for all that is written of it beside what happened: place, names, what is known of the
 * players. It is another one when any of that is. */
uint64_t arb_live_head(const arb_table *seen, const arb_live_place *place);

#endif
