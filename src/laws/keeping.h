/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LAWS_KEEPING_H
#define ARBITRO_LAWS_KEEPING_H
/*
 * The scoresheets that the players and the arbiter keep (Laws, Article 8).
 *
 * A sheet is a list of entries, the last first. Moves, and the blanks in place of moves, have rows:
 * row n is that of half-move n of the game, from 0. Rows are counted in the state, so that whether
 * a sheet has gaps is known without reading it. Nothing here asks whether a move is legal.
 */
#include "laws/laws.h"

/* Is Article 8 watched, and has the edition this article of it? */
bool arb_keeping_watched(const arb_look *look, arb_article article);

/* The entry of row `row`; NULL when it is blank or the sheet does not go so far. */
const arb_entry *arb_keeping_row(const arb_entry *entries, const arb_state *s, unsigned sheet,
                                 uint32_t row);

/* How many half-moves were made, for all that the players can see; and were completed. */
uint32_t arb_keeping_made(const arb_state *s);
uint32_t arb_keeping_completed(const arb_state *s);

/* How many are known to have been made. */
uint32_t arb_keeping_known(const arb_state *s);

/* How many completed moves, the last excepted, are not on the sheet (8.5). */
uint32_t arb_keeping_gaps(const arb_entry *entries, const arb_state *s, unsigned sheet);

/* Stand moves on the sheet that were not made yet (8.1.2)? */
bool arb_keeping_is_ahead(const arb_entry *entries, const arb_state *s, unsigned sheet);

/* Is a move on a sheet of paper in another notation than the Laws ask for (8.1.1.1, C)? What stands
 * on its square of departure decides where no letter names the piece; NULL when that is unknown. */
bool arb_entry_is_foreign(const arb_entry *entry, const arb_pos *pos,
                          const arb_regulations *regulations);

/* What a move on a sheet means in `pos`: in the letters of the event, or in those of another
 * country if its writer uses them (C.3), or in the words of announcements (D.2.7). False when it is
 * no move. */
bool arb_keeping_read(arb_reading *out, arb_written *written, const arb_entry *entry, bool abroad,
                      const arb_pos *pos, const arb_regulations *regulations);

/* Is what a player who cannot see, or somebody for him, writes a move in the words of announcements
 * (D.2.7)? */
bool arb_keeping_is_longhand(const arb_sheet_entry *entry, arb_actor actor,
                             const arb_regulations *regulations);

/* Has the sheet a move in letters that the language of the event does not have? */
bool arb_keeping_abroad(const arb_entry *entries, const arb_state *s, unsigned sheet);

/* The position before row `row`, if it is known. */
bool arb_keeping_position(arb_pos *out, const arb_state *s, const arb_history *history,
                          uint32_t row);

/* Must `colour` record at `now`, with nothing else changed (8.4, A.2)? */
bool arb_must_record_at(const arb_state *s, arb_colour colour, arb_ms now);

/* What follows from the entries of the event for what the player owes; says whether a mark of an
 * offer was missing (8.1.5). */
bool arb_keeping_mark(arb_keeping *keeping, const arb_look *look);

/* --- what changes them --- */

/* The entries of the event are on the sheet. */
void arb_keeping_write(arb_hearing *hearing);

/* Rows after the first `kept` are struck out on all sheets (7.1, 7.5.1). */
void arb_keeping_cut(arb_state *s, const arb_entry *entries, uint32_t kept);

/* A draw was offered: both players owe a mark (8.1.5). */
void arb_keeping_offer(arb_hearing *hearing);

/* The player claims with a move: he may have written it before (8.1.2). */
void arb_keeping_claim(arb_hearing *hearing);

#endif
