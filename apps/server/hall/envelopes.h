/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_ENVELOPES_H
#define ARBITRO_SERVER_ENVELOPES_H
/*
 * Adjourned games in the hall (Guidelines I). What a player seals on his page comes encrypted, in
 * one length, as apps/web/js/envelope_seal.js tells: the hall keeps it and cannot read it. Its lock
 * is the arbiter's at once; its box he gets when the journal has his opening and the player is
 * there who has to reply.
 */
#include "arbitro/game_envelope.h"
#include "server/hall/hall_internal.h"

/* Letters of base64url: of the lock, and of lock and box. */
enum { ARB_LOCK_TEXT = 364, ARB_CIPHER_TEXT = 600 };

/* Can what follows the verb `seal` be kept? Nothing, for what is on paper, or what a page has
 * encrypted; never a text in plain words. */
bool arb_seal_may_be_kept(const char *text, size_t size);

/* Is the player to seal, or is his move in an envelope that is not open yet? */
bool arb_table_is_sealing(const arb_table *table, arb_colour colour);

/* How it stands with the adjournment, for everybody; null in a game that has none. */
json_t *arb_api_adjourned(const arb_table *table);

/* Whoever is named (bits by arb_colour) is not there for the resumption, and everybody else is: the
 * hall enters it for the players, before the arbiter's word. */
void arb_table_note_absent(arb_table *table, unsigned absent);

/* Notes a public key of the arbiter's device; false when it is none. */
bool arb_devices_add(arb_table *table, const char *key);

/* The game learns the names of its players, which stand apart from it. */
void arb_table_name_players(arb_table *table);

#endif
