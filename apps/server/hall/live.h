/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIVE_H
#define ARBITRO_SERVER_LIVE_H
/*
 * The feed: published events as files that broadcasts fetch again and again (docs/SERVER.md).
 *
 *     /live/EVENT/tournament.json
 *     /live/EVENT/round-R/games.pgn, index.json, game-N.pgn, game-N.json
 *
 * The files of a round are made when somebody asks for them, board by board and only where
 * something has happened since, a little in each turn of the loop; whoever asks meanwhile waits for
 * it, and whoever asks soon after gets the same bytes. A game is told as it is or not at all: while
 * one is still being read readers are given what was made before, or wait, or have to come back.
 */
#include "server/hall/publish.h"

/* Is this the address of such a file? Then it is answered, now or later. */
bool arb_live_is_file(arb_http_text path); /* which is read, and nothing else done */
void arb_live_handle(const arb_api_call *call);

/* What is published has changed: no file that was made is good any more. What was read of a board
 * stays, if that is what is to be seen of it. */
void arb_live_forget(arb_hall *hall);

/* The hall is closing: nobody waits any longer. */
void arb_live_stop(arb_hall *hall);
void arb_live_free(arb_hall *hall);

#endif
