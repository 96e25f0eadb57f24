/* SPDX-License-Identifier: MIT */
/*
 * Games among friends, where no arbiter is and a made move is complete: the opponent may let a move
 * be taken back, or the game be given up before it has begun. The Laws know neither (4.7, 0.2).
 */
#include "laws/rules.h"

bool arb_is_casual(const arb_look *look)
{
    return look->regulations->completion == ARB_COMPLETION_MOVE &&
           (arb_regulations_timed(look->regulations) ||
            look->regulations->arbiter == ARB_ARBITER_ABSENT);
}

/* The position before the last move of `colour`; ARB_PLY_NONE when he has made none. */
static arb_ply before_last_move(const arb_look *look, arb_colour colour)
{
    for (arb_ply ply = look->before->ply; ply != 0;) {
        const arb_ply_record *record = arb_history_get(look->history, ply);
        if (record->kind == ARB_PLY_SET)
            return ARB_PLY_NONE; /* what the arbiter set is not taken back */
        if (arb_history_turn(look->history, record->before) == colour)
            return record->before;
        ply = record->before;
    }
    return ARB_PLY_NONE;
}

static bool both_have_moved(const arb_state *s)
{
    return arb_moves_made(s, ARB_WHITE) > 0 && arb_moves_made(s, ARB_BLACK) > 0;
}

/* 4.7  A made move stands, and in a serious game that is the end of it. */
void arb_art_4_7_no_takeback(arb_verdict *v, const arb_look *look)
{
    if (!arb_is_casual(look) || before_last_move(look, look->player) == ARB_PLY_NONE)
        arb_refuse(v, look, ARB_ART_4_7, ARB_CODE_NO_TAKEBACK, ARB_EFFECT_NONE);
}

/* 0.2  Once both have moved a game is resigned, drawn or played. */
void arb_art_0_2_no_abort(arb_verdict *v, const arb_look *look)
{
    if (!arb_is_casual(look) || both_have_moved(look->before))
        arb_refuse(v, look, ARB_ART_0_2, ARB_CODE_NO_ABORT, ARB_EFFECT_NONE);
}

/* 0.2  A player only answers what the opponent has asked him. */
void arb_art_0_2_nothing_asked(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->player != NOBODY && s->takeback != arb_opponent(look->player) &&
        s->abort != arb_opponent(look->player))
        arb_refuse(v, look, ARB_ART_0_2, ARB_CODE_NOTHING_ASKED, ARB_EFFECT_NONE);
}

/* Does the event answer what the opponent asked for? */
static bool answers(const arb_look *look, arb_consent consent)
{
    const arb_state *s = look->before;

    return look->player != NOBODY && look->event->consent == consent &&
           (consent == ARB_CONSENT_TAKEBACK ? s->takeback : s->abort) == arb_opponent(look->player);
}

void arb_art_0_2_not_asked_so(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool asked = s->takeback != NOBODY || s->abort != NOBODY;

    if (look->player != NOBODY && asked && !answers(look, ARB_CONSENT_TAKEBACK) &&
        !(answers(look, ARB_CONSENT_ABORT) && !both_have_moved(s)))
        arb_refuse(v, look, ARB_ART_0_2, ARB_CODE_NOTHING_ASKED, ARB_EFFECT_NONE);
}

void arb_art_0_2_takeback_requested(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_0_2, ARB_CODE_TAKEBACK_REQUESTED, look->player, ARB_EFFECT_NONE);
}

void arb_art_0_2_abort_requested(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_0_2, ARB_CODE_ABORT_REQUESTED, look->player, ARB_EFFECT_NONE);
}

/* 0.2  The opponent agrees: the last move of who asked is taken back, and all that came after it.
 */
void arb_art_0_2_taken_back(arb_verdict *v, const arb_look *look)
{
    if (answers(look, ARB_CONSENT_TAKEBACK))
        arb_say(v, look, ARB_ART_0_2, ARB_CODE_TAKEN_BACK, arb_opponent(look->player),
                ARB_EFFECT_RESTORE)
            ->ply = before_last_move(look, arb_opponent(look->player));
}

void arb_art_0_2_aborted(arb_verdict *v, const arb_look *look)
{
    if (answers(look, ARB_CONSENT_ABORT))
        arb_decide(v, look, ARB_ART_0_2, ARB_CODE_ABORTED, NOBODY, ARB_RESULT_VOID);
}

/* 0.2  He does not: nothing changes. */
void arb_art_0_2_opponent_denies(arb_verdict *v, const arb_look *look)
{
    if (look->player != NOBODY)
        arb_say(v, look, ARB_ART_0_2, ARB_CODE_REQUEST_DENIED, look->player, ARB_EFFECT_NONE);
}

/* 0.2  After a wrong claim nobody stands by who would start the clocks: they run at once. */
void arb_art_0_2_friends_go_on(arb_verdict *v, const arb_look *look)
{
    if (arb_is_casual(look) && look->after->claim_decided)
        arb_say(v, look, ARB_ART_0_2, ARB_CODE_CLOCK_GOES_ON, (arb_colour)look->after->turn,
                ARB_EFFECT_RUN);
}
