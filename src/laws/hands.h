/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LAWS_HANDS_H
#define ARBITRO_LAWS_HANDS_H
/*
 * What the hands have done since the last completed move, and what that comes to; see hands.c.
 */
#include "laws/laws.h"

/* Where a piece is that stands on no square; and no piece at all. */
enum { OFF_THE_BOARD = ARB_SQUARE_COUNT, IN_THE_HAND, NO_MAN = UINT8_MAX };

/* Every piece, by the square on which it stood; then those from the box. */
typedef struct arb_men {
    unsigned count;
    arb_piece piece[ARB_SQUARE_COUNT + ARB_DEEDS_MAX];
    uint8_t where[ARB_SQUARE_COUNT + ARB_DEEDS_MAX];
    uint8_t since[ARB_SQUARE_COUNT + ARB_DEEDS_MAX]; /* which deed brought it there, from 1 */
} arb_men;

arb_men arb_men_of(const arb_state *s);

/* The piece that stood on `square` when the player began, or none. */
arb_piece arb_man_on(const arb_state *s, arb_square square);

/* Which piece a hand means on `square`: of two, the one that stood there first; NO_MAN. */
unsigned arb_men_at(const arb_men *men, arb_square square);

/* Can `move` still come of the hands' work? */
bool arb_hands_fit(const arb_state *s, const arb_men *men, arb_move move);

/* Where `move` puts the piece of square `man`; that square when it does not concern it. */
arb_square arb_move_lands(arb_move move, arb_square man);

/* Is anything off its square? */
bool arb_hands_at_work(const arb_state *s);

/* Is it a legal move, as a whole; one that lacks only its new piece; a part of one; none? */
bool arb_hands_made(arb_move *out, const arb_state *s);
bool arb_hands_unpromoted(const arb_state *s);
bool arb_hands_begun(const arb_state *s);
bool arb_hands_illegal(const arb_state *s);

/* What stands on the board, as after a move; and the one displacement that tells most. */
arb_setup arb_hands_setup(const arb_state *s);
arb_hand arb_hands_shown(const arb_state *s);

/* --- what changes them --- */

/* Nothing was done since the last completed move; or since the last one that was made. */
void arb_hands_forget(arb_state *s);
void arb_hands_rest(arb_state *s);

/* The move of the hands is made; the moves before the last one made are completed, or all are. */
void arb_hands_settle(arb_state *s);
void arb_hands_complete(arb_state *s, bool all);

/* One more deed; false when there is no room. */
bool arb_hands_add(arb_state *s, arb_deed deed);

/* The hand holds the piece that was touched last; the others that it touched can be named. False
 * when it holds too many. */
bool arb_hands_hold(arb_hands *hands, unsigned man, bool lift);
void arb_hands_let_go(arb_hands *hands, unsigned man);

/* A touch, removal, lift or release takes place; false, and nothing, when it cannot. */
bool arb_hands_take(arb_state *s, const arb_event *event);

/* Does what the hands have left there wait for nobody but the opponent, whose reply completes it?
 * The Laws are silent (0.2). */
bool arb_hands_await_reply(const arb_state *s);

/* The opponent touches a piece to reply; when he has the move, it is touched. */
void arb_hands_touch_in_reply(arb_state *s, const arb_event *event);
void arb_hands_go_on_replying(arb_state *s);

/* What a `move` tells as a whole: the displacements of a legal move, or of an attempt. */
void arb_hands_tell_move(arb_state *s, arb_move move);
void arb_hands_tell_attempt(arb_state *s, const arb_attempt *attempt);

/* Which piece `event`, a release, lets go: one that is held, or the king on his way; NO_MAN for one
 * from the box, which then is `piece`. False when there is nothing to let go. */
bool arb_hands_released(unsigned *man, arb_piece *piece, const arb_state *s,
                        const arb_event *event);

/* Is what `event` does the last of a legal move? Then that is `move`, and `out` is to make it. */
bool arb_hands_are_move(arb_event *out, arb_move *move, const arb_state *s, const arb_event *event);

#endif
