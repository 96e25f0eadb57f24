/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_ENVELOPE_H
#define ARBITRO_ENVELOPE_H
/**
 * @file envelope.h
 * Adjourned games (Guidelines I): the envelope with the sealed move, what is written on it, and who
 * may be told what is in it.
 *
 * What was sealed is nobody's but its author's until the envelope is opened. The program may know
 * it (a case tells it plainly), may have it encrypted with a hash, or not at all, when it is on
 * paper. Nothing here gives it away; whoever shows the events of a journal asks
 * arb_game_told() (game_envelope.h).
 *
 * An encrypted text is "blob:HASH:CIPHER". HASH is the SHA-256, as 64 small hexadecimal digits, of
 * what was encrypted; CIPHER is that in base64url, of which this library reads nothing. What was
 * encrypted is "SALT TEXT": at least 32 hexadecimal digits by chance, a blank, and what the player
 * wrote. The salt stays within the encryption, because there are so few moves that anybody could
 * try them all. `open-envelope SALT TEXT` then says what was in it, and must have that hash.
 */
#include "arbitro/state.h"

ARB_BEGIN_DECLS

/** How it stands with the envelope. */
typedef enum arb_envelope {
    ARB_ENVELOPE_NONE,
    ARB_ENVELOPE_OPEN,   /* something was written, which can still be changed */
    ARB_ENVELOPE_SEALED, /* and not yet opened */
    ARB_ENVELOPE_OPENED,
    ARB_ENVELOPE_MISSING, /* I.12.1 */
    ARB_ENVELOPE_COUNT
} arb_envelope;

ARB_API arb_envelope arb_state_envelope(const arb_state *state);

/** "none", "open", "sealed", "opened", "missing". */
ARB_API const char *arb_envelope_word(arb_envelope envelope);

/** Who must seal now, was asked to or wanted to (I.1.1, I.1.2); ARB_COLOUR_COUNT for nobody. */
ARB_API arb_colour arb_state_must_seal(const arb_state *state);

/** Whose move is in the envelope, the last one (I.2.4, I.9.3); ARB_COLOUR_COUNT when there is none.
 */
ARB_API arb_colour arb_state_sealer(const arb_state *state);

/** Has the arbiter checked the envelope (I.3)? Has he set the game up for the resumption (I.5)? */
ARB_API bool arb_state_is_verified(const arb_state *state);
ARB_API bool arb_state_is_continued(const arb_state *state);

/** The players who are at the board, or were last seen there, as bits by arb_colour (6.7, I.9). */
ARB_API unsigned arb_state_present(const arb_state *state);

/** When the players who are not there for the resumption lose by that (I.10); ARB_MS_NEVER. */
ARB_API arb_ms arb_state_late_from(const arb_state *state);

/** Is the text an encrypted one, as it is told above? */
ARB_API bool arb_blob_is_whole(const char *text, size_t size);

/** Is `content` what was encrypted in the blob? */
ARB_API bool arb_blob_holds(const char *blob, size_t blob_size, const char *content, size_t size);

/** The items of an envelope that nobody has said, as bits. */
enum {
    ARB_ENVELOPE_LACKS_WHITE = 1u << 0,     /* I.2.1 */
    ARB_ENVELOPE_LACKS_BLACK = 1u << 1,     /* I.2.1 */
    ARB_ENVELOPE_LACKS_RESUMPTION = 1u << 2 /* I.2.7 */
};

ARB_END_DECLS

#endif
