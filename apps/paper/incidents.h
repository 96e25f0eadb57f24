/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PAPER_INCIDENTS_H
#define ARBITRO_PAPER_INCIDENTS_H
/*
 * The report of a game for an appeal (11.10): what happened and what was ruled, with the articles
 * in words, the clocks, illegal moves, penalties and the result; room for statements, the decision
 * and signatures.
 */
#include "arbitro/game.h"
#include "arbitro/pgn.h"
#include "paper/paper.h"

/*
 * Writes the report into a document that arb_paper_begin() began; plain text ends with a form feed.
 * The game is taken again event by event, by what was ruled then: no rule is asked, except by
 * revocations. `tags` are those of the head of a scoresheet.
 */
void arb_incidents_write(arb_ink *ink, const arb_game *game, const arb_pgn_tag *tags, size_t count,
                         const arb_paper *paper);

#endif
