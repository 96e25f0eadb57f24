/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_EVENT_MAKE_H
#define ARBITRO_EVENT_MAKE_H
/**
 * @file event_make.h
 * Events made by a program, without writing a line and reading it.
 *
 * arb_event_simple() makes any event, with nothing said that may be left out; the others fill in
 * what most verbs have. Whatever else a verb asks for is a field to be set: `result` for SIGN,
 * `article` for ASK, `place` for LEAVE, ARB_EVENT_TWO_HANDS in `flags` (event.h). Texts are the
 * caller's and must live as long as the event.
 *
 * @code
 * arb_event sign = arb_event_simple(90000, ARB_ACTOR_WHITE, ARB_VERB_SIGN);
 * sign.result = ARB_RESULT_WHITE_WINS;
 * char line[64];
 * arb_event_write(line, sizeof line, &sign);
 * assert(strcmp(line, "0:01:30 white sign 1-0") == 0);
 * const arb_event flag = arb_event_colours(90000, ARB_VERB_FLAG, 1u << ARB_BLACK, 0);
 * arb_event_write(line, sizeof line, &flag);
 * assert(strcmp(line, "0:01:30 arbiter flag black") == 0);
 * @endcode
 */
#include "arbitro/event.h"
#include "arbitro/notation.h"

ARB_BEGIN_DECLS

/** An event without arguments: press, resign, start, an offer without words. */
ARB_API arb_event arb_event_simple(arb_ms time, arb_actor actor, arb_verb verb);

/**
 * A move of `pos` that is made, or written for a claim. It is written as SAN in `language`, that
 * of the regulations (NULL is English), into `text`, room for ARB_MOVE_TEXT_SIZE.
 */
ARB_API arb_event arb_event_move(char *text, arb_ms time, arb_actor actor, arb_verb verb,
                                 const arb_pos *pos, arb_move move, const arb_language *language);

/** The same from what the player wrote, legal or not; errors as arb_written_read() has them. */
ARB_API ARB_MUST_USE arb_err arb_event_written(arb_event *out, arb_where *where, arb_ms time,
                                               arb_actor actor, arb_verb verb, const char *text,
                                               size_t size, const arb_language *language);

/** Words or a FEN: write, offer with words, stop, appeal, rule, set-position. */
ARB_API arb_event arb_event_text_of(arb_ms time, arb_actor actor, arb_verb verb, const char *text,
                                    size_t size);

/** Squares, at most ARB_EVENT_SQUARES_MAX: touch, adjust, displace; one for remove, lift and
 * release.
 */
ARB_API arb_event arb_event_squares(arb_ms time, arb_actor actor, arb_verb verb,
                                    const arb_square *squares, size_t count);

/**
 * The arbiter about players, bit 0 White and bit 1 Black: flag, device, default; with an amount of
 * time set-clock and compensate.
 */
ARB_API arb_event arb_event_colours(arb_ms time, arb_verb verb, unsigned colours, arb_ms ms);

/**
 * Has the actor this verb, and has the event all that the verb asks for? What a line says always
 * has; a game judges nothing else.
 */
ARB_API bool arb_event_is_whole(const arb_event *event);

ARB_END_DECLS

#endif
