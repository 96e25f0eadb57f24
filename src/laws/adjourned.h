/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LAWS_ADJOURNED_H
#define ARBITRO_LAWS_ADJOURNED_H
/*
 * Adjourned games (Guidelines I): what a state remembers of one, how it comes about and ends
 * (adjourned.c), and what a sealed text means (sealed_text.c). The rules are in guideI_sealing.c
 * and guideI_resuming.c.
 *
 * One envelope after the other: first the sealed move, then perhaps the reply of an opponent whose
 * sealer stays away (I.9.3). Who seals keeps the move, and the position stays the one before it,
 * until the envelope is opened; the clock counts the move when it is sealed.
 */
#include "arbitro/envelope.h"
#include "laws/laws.h"

/* The words of arb_envelope_word(), with NULL at the end. */
extern const char *const arb_envelope_words[];

/* --- who and when --- */

/* Is `colour` at the board? */
bool arb_is_there(const arb_state *s, arb_colour colour);

/* Whose move is in the envelope, and who has to reply to it; NOBODY. */
arb_colour arb_writer(const arb_state *s);
arb_colour arb_replier(const arb_state *s);

/* May the player seal his reply (I.9.3): the other is not there, and he has not replied yet? */
bool arb_may_seal_reply(const arb_state *s, arb_colour colour);

/* Does the event close the envelope: the player stops the clock, and has sealed (I.1.1)? */
bool arb_closes_envelope(const arb_look *look);

/* Does the event complete a sealed reply (I.9.3)? */
bool arb_presses_reply(const arb_look *look);

/* Does the player stop the clock because he has come to an envelope that waits for him (I.9.2)? */
bool arb_stops_on_arrival(const arb_look *look);

/* Is `colour` too late for the resumption (I.10)? */
bool arb_is_late_again(const arb_look *look, arb_colour colour);

/* Whose time runs when the game goes on; NOBODY while a lost sealed move is being made (I.12.1). */
arb_colour arb_next_to_run(const arb_state *s, arb_colour otherwise);

/* --- what is sealed --- */

typedef enum arb_sealed_kind {
    ARB_SEALED_UNKNOWN, /* it is on paper, or encrypted */
    ARB_SEALED_CLEAR,
    ARB_SEALED_AMBIGUOUS,   /* I.8.1 */
    ARB_SEALED_MEANINGLESS, /* I.8.2 */
    ARB_SEALED_ILLEGAL      /* I.8.3 */
} arb_sealed_kind;

typedef struct arb_sealed {
    arb_sealed_kind kind;
    arb_move move; /* when it is clear */
} arb_sealed;

/* What a text says in a position, whatever notation and language it is in. */
arb_sealed arb_sealed_text(const char *text, size_t size, const arb_pos *pos,
                           const arb_language *language, arb_variant variant);

/* What the envelope of `look->before` holds: as the event says, or as it is known. */
arb_sealed arb_sealed_move(const arb_look *look);

/* Is what a player writes with this event another move than the one he has made on the board? What
 * the program does not know is not. */
bool arb_seals_another(const arb_look *look);

/* The article by which touched pieces forbid what a player seals with this event, or has sealed and
 * now closes; ARB_ART_NONE when they do not, or nobody knows. */
arb_article arb_sealed_binding(const arb_look *look);

/* Is the text of the event what is in the envelope, as far as the program knows? */
extern const char arb_not_kept[]; /* in place of a text that was refused: never what is in it */
typedef enum arb_match {
    ARB_MATCH_YES,
    ARB_MATCH_NO_TEXT, /* nobody has said what is in it */
    ARB_MATCH_DIFFERS
} arb_match;
arb_match arb_envelope_match(const arb_look *look);

/* Does the sealed move end the game by itself (I.10)? False when it is not known. */
bool arb_sealed_ends(const arb_look *look);

/* --- what changes a state --- */

void arb_perform_adjourn(arb_hearing *hearing);
void arb_perform_seal(arb_hearing *hearing);
void arb_perform_reply(arb_hearing *hearing);

/* The player comes, or goes. */
void arb_adjourned_arrive(arb_state *s, arb_colour colour);

/* The player has made a legal move, or another displacement, on the board. */
void arb_adjourned_made(arb_state *s, arb_colour colour, const arb_move *move);

/* The player completes a move. True when it was counted when it was sealed and lost, so that
 * nothing more is to be counted (I.12.1). */
bool arb_adjourned_complete(arb_state *s, arb_colour colour);

/* A move that was counted when it was sealed has not come about. */
void arb_adjourned_uncount(arb_state *s);

/* Another position is put on the board: what was to be sealed, or is, is void. */
void arb_adjourned_void(arb_state *s);

/* Can the envelope be opened as far as the record goes? For what was kept and is read again. */
bool arb_can_be_unsealed(const arb_hearing *hearing);

#endif
