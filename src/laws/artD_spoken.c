/* SPDX-License-Identifier: MIT */
/*
 * Moves are announced, repeated by the opponent and executed on his board; a slip of the tongue is
 * put right before his clock is started (Laws, D.2.1, D.2.8).
 */
#include <string.h>

#include "laws/boards.h"
#include "laws/hands.h"
#include "laws/rules.h"

/* D.2.1, D.2.8  A player announces the move that he makes, or puts right what he said of it. */
void arb_art_D_2_1_nothing_to_announce(arb_verdict *v, const arb_look *look)
{
    const arb_colour player = arb_announced_for(look);
    arb_pos pos;

    if (arb_announced_in(&pos, look, player))
        return;
    if (look->before->turn != player && arb_has_announced(look->before, player))
        arb_refuse(v, look, ARB_ART_D_2_8, ARB_CODE_ANNOUNCEMENT_STANDS, ARB_EFFECT_NONE);
    else
        arb_refuse(v, look, ARB_ART_D_2_1, ARB_CODE_NOTHING_TO_ANNOUNCE, ARB_EFFECT_NONE);
}

/* D.2.1  Only the opponent repeats, and only what was announced. */
void arb_art_D_2_1_nothing_to_repeat(arb_verdict *v, const arb_look *look)
{
    if (look->before->boards.spoken_by != arb_opponent(look->player))
        arb_refuse(v, look, ARB_ART_D_2_1, ARB_CODE_NOTHING_TO_REPEAT, ARB_EFFECT_NONE);
}

/* D.2.1, D.2.10.1  A move is executed on the board of who did not make it. */
void arb_art_D_2_1_nothing_to_execute(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool hidden = arb_is_taken_for_move(s);
    const bool answered =
        hidden ? s->replying.count > 0 : s->touched.count > 0 || arb_hands_at_work(s);
    arb_pos pos;

    if ((!arb_is_assistant(look) && look->player != arb_executes(s)) ||
        !arb_before_last(&pos, look) || (!hidden && s->boards.changed == 0) || answered)
        arb_refuse(v, look, ARB_ART_D_2_1, ARB_CODE_NOTHING_TO_EXECUTE, ARB_EFFECT_NONE);
}

/* D.2.1  A board that shows the move needs it no more. */
void arb_art_D_2_1_executed_before(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    arb_piece after[ARB_SQUARE_COUNT];

    if (!arb_is_executed(s))
        return;
    arb_boards_after(after, look);
    if (memcmp(after, s->boards.piece[arb_executes(s)], sizeof after) == 0)
        arb_refuse(v, look, ARB_ART_D_2_1, ARB_CODE_EXECUTED_BEFORE, ARB_EFFECT_NONE);
}

/* D.2.1  Clearly is what can be read as one move. */
void arb_art_D_2_1_not_understood(arb_verdict *v, const arb_look *look)
{
    if (look->heard.said == ARB_SAID_UNREADABLE)
        arb_say(v, look, ARB_ART_D_2_1, ARB_CODE_NOT_UNDERSTOOD, look->player, ARB_EFFECT_NONE);
    else if (look->heard.said == ARB_SAID_SEVERAL)
        arb_say(v, look, ARB_ART_D_2_1, ARB_CODE_SAID_AMBIGUOUSLY, look->player, ARB_EFFECT_NONE);
}

/* D.2.1  Who promotes names the piece. */
void arb_art_D_2_1_piece_not_named(arb_verdict *v, const arb_look *look)
{
    if (look->heard.said == ARB_SAID_NO_MOVE && look->heard.article == ARB_ART_3_7_3_3)
        arb_say(v, look, ARB_ART_D_2_1, ARB_CODE_PIECE_NOT_NAMED, look->player, ARB_EFFECT_NONE);
}

/* D.2.1, D.2.10.2  An assistant announces what the player has made, and nothing else; a slip is for
 * the player to put right. */
void arb_art_D_2_1_announced_otherwise(arb_verdict *v, const arb_look *look)
{
    if (look->said_otherwise)
        arb_say(v, look, ARB_ART_D_2_1, ARB_CODE_ANNOUNCED_OTHERWISE,
                arb_actor_colour((arb_actor)look->event->actor), ARB_EFFECT_NONE);
}

/* D.2.1  What is repeated is what was announced. */
void arb_art_D_2_1_repeated_otherwise(arb_verdict *v, const arb_look *look)
{
    const bool read = look->heard.said == ARB_SAID_MOVE || look->heard.said == ARB_SAID_NO_MOVE;

    if (read && !look->after->boards.repeated)
        arb_say(v, look, ARB_ART_D_2_1, ARB_CODE_REPEATED_OTHERWISE, look->player, ARB_EFFECT_NONE);
}

/* D.2.1  Who sees announces his moves, too: the press completes the move, and the words are still
 * owed. */
void arb_art_D_2_1_not_announced(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool hidden = arb_is_taken_for_move(s) && s->turn == look->player;
    const bool completed = hidden || (arb_state_is_uncompleted(s, look->player) &&
                                      !arb_state_is_uncompleted(look->after, look->player));

    if (arb_is_spoken(s) && completed &&
        !(hidden ? arb_has_spoken(s, look->player) : arb_has_announced(s, look->player)))
        arb_say(v, look, ARB_ART_D_2_1, ARB_CODE_NOT_ANNOUNCED, look->player, ARB_EFFECT_NONE);
}

/* D.2.1, D.2.8  Once the clock is pressed it is too late for another move than was made. */
void arb_art_D_2_8_too_late_for_another(arb_verdict *v, const arb_look *look)
{
    const bool read = look->heard.said == ARB_SAID_MOVE || look->heard.said == ARB_SAID_NO_MOVE;

    if (read && !look->said_otherwise && !arb_has_spoken(look->after, look->player))
        arb_say(v, look, ARB_ART_D_2_8, ARB_CODE_ANNOUNCED_TOO_LATE, look->player, ARB_EFFECT_NONE);
}

/* D.2.8  A slip is put right before the opponent's clock is started. */
void arb_art_D_2_8_slip_put_right(arb_verdict *v, const arb_look *look)
{
    const arb_utterance *before = &look->before->boards.spoken,
                        *after = &look->after->boards.spoken;

    if (look->said_otherwise || look->heard.said != ARB_SAID_MOVE ||
        !arb_has_spoken(look->before, look->player) ||
        !arb_has_announced(look->after, look->player))
        return;
    if (before->said != ARB_SAID_MOVE || !arb_move_equal(before->move, after->move))
        arb_say(v, look, ARB_ART_D_2_8, ARB_CODE_SLIP_PUT_RIGHT, look->player, ARB_EFFECT_NONE);
}
