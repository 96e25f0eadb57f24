/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GAME_ENVELOPE_H
#define ARBITRO_GAME_ENVELOPE_H
/**
 * @file game_envelope.h
 * The envelope of an adjourned game: what is written on it, and to whom the journal tells what is
 * in it (Guidelines I). How it stands with it is asked of the state: envelope.h.
 */
#include "arbitro/envelope.h"
#include "arbitro/game.h"

ARB_BEGIN_DECLS

/** What is written on an envelope (I.2). */
typedef struct arb_envelope_face {
    arb_pos position;    /* I.2.2: before the sealed move */
    arb_ms used[2];      /* I.2.3: by each, when it was sealed */
    arb_colour sealer;   /* I.2.4 */
    uint32_t number;     /* I.2.5: of the sealed move */
    arb_colour offer;    /* I.2.6: whose offer of a draw stood; ARB_COLOUR_COUNT for nobody's */
    const char *name[2]; /* I.2.1: as tags have them, with \" and \\; NULL when nobody has said */
    size_t name_size[2];
    const char *resumption; /* I.2.7: the same */
    size_t resumption_size;
} arb_envelope_face;

/** What nobody has said of it, bits ARB_ENVELOPE_LACKS_... */
ARB_API unsigned arb_envelope_lacks(const arb_envelope_face *face);

/**
 * What is written on the envelope of the adjourned game. False when nothing has been sealed, or the
 * game was not adjourned. Names and place are the game's, until its next commit.
 */
ARB_API bool arb_game_envelope(arb_envelope_face *out, const arb_game *game);

/**
 * Names a player for the envelope of a game that was begun before anybody knew him, or names him
 * anew: as a tag has it, with \" and \\. ARB_NOMEM.
 */
ARB_API ARB_MUST_USE arb_err arb_game_name(arb_game *game, arb_colour colour, const char *name,
                                           size_t size);

/**
 * The event that was judged last, before it is committed, as the journal keeps it and as it is to
 * be kept elsewhere: an opening that was refused has an ellipsis in place of its text, which may be
 * what is sealed (I.7). The text is the event's.
 */
ARB_API void arb_game_kept(arb_event *out, const arb_game *game);

/**
 * Event number `index` of the journal, from 0, as `actor` may be told it: what was sealed and not
 * opened is left out for all but who has written it. Returns whether anything was left out.
 */
ARB_API bool arb_game_told(arb_event *out, const arb_game *game, size_t index, arb_actor actor);

ARB_END_DECLS

#endif
