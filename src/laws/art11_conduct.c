/* SPDX-License-Identifier: MIT */
/*
 * How the players behave, and what others may do (Laws, Article 11; 12.6, 12.7).
 */
#include "laws/rules.h"

static bool is_away(const arb_look *look)
{
    return arb_has_colour((unsigned)look->before->away | look->before->adjourned.absent,
                          look->player);
}

/* 11.2.3  Who is away cannot leave, and who is there cannot return. */
void arb_art_11_2_3_already_so(arb_verdict *v, const arb_look *look)
{
    const bool leaves = look->event->verb == ARB_VERB_LEAVE;

    if (leaves == is_away(look))
        arb_refuse(v, look, ARB_ART_11_2_3, leaves ? ARB_CODE_AWAY_BEFORE : ARB_CODE_NOT_AWAY,
                   ARB_EFFECT_NONE);
    else if (leaves && arb_has_colour(look->before->asking, look->player))
        arb_refuse(v, look, ARB_ART_11_2_3, ARB_CODE_ASKED_BEFORE, ARB_EFFECT_NONE);
}

static bool asks_now(const arb_look *look)
{
    return arb_has_colour(look->after->asking, look->player);
}

/* 11.2.3.1  The venue is left only with the arbiter's permission. */
void arb_art_11_2_3_1_leaving_the_venue(arb_verdict *v, const arb_look *look)
{
    if (asks_now(look) && look->event->place == ARB_PLACE_VENUE)
        arb_say(v, look, ARB_ART_11_2_3_1, ARB_CODE_ASKS_TO_LEAVE, look->player, ARB_EFFECT_NONE);
}

/* 11.2.3.2  So is the playing area, by the player who has the move. */
void arb_art_11_2_3_2_leaving_the_area(arb_verdict *v, const arb_look *look)
{
    if (asks_now(look) && look->event->place == ARB_PLACE_AREA)
        arb_say(v, look, ARB_ART_11_2_3_2, ARB_CODE_ASKS_TO_LEAVE, look->player, ARB_EFFECT_NONE);
}

/* 11.2.4  The regulations may want the opponent of the player who has the move to tell the arbiter
 *         that he goes; he need not ask. */
void arb_art_11_2_4_leaving_is_reported(arb_verdict *v, const arb_look *look)
{
    if (look->regulations->leave_report == ARB_LEAVE_REPORT_YES && !asks_now(look) &&
        look->event->place == ARB_PLACE_AREA && !arb_state_is_over(look->before) &&
        look->before->phase != ARB_PHASE_ADJOURNED)
        arb_say(v, look, ARB_ART_11_2_4, ARB_CODE_LEAVING_REPORTED, look->player, ARB_EFFECT_NONE);
}

/* 11.2.4, 11.3.2.1  What the regulations do not ask for nobody can break. */
void arb_art_11_2_4_not_regulated(arb_verdict *v, const arb_look *look)
{
    if (look->event->article == ARB_ART_11_2_4 &&
        look->regulations->leave_report != ARB_LEAVE_REPORT_YES)
        arb_refuse(v, look, ARB_ART_11_2_4, ARB_CODE_NOT_REGULATED, ARB_EFFECT_NONE);
}

void arb_art_11_3_2_1_not_regulated(arb_verdict *v, const arb_look *look)
{
    if (look->event->article == ARB_ART_11_3_2_1 &&
        look->regulations->device_in_bag != ARB_DEVICE_IN_BAG_YES)
        arb_refuse(v, look, ARB_ART_11_3_2_1, ARB_CODE_NOT_REGULATED, ARB_EFFECT_NONE);
}

/* 11.2.3.3  And nobody else enters it without. */
void arb_art_11_2_3_3_somebody_enters(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_11_2_3_3, ARB_CODE_ASKS_TO_ENTER, NOBODY, ARB_EFFECT_NONE);
}

/* Of whom the arbiter speaks when he allows or denies, among those who ask. */
static unsigned spoken_of(const arb_look *look)
{
    const unsigned asking = look->before->asking, venue = look->before->asking_venue;
    const bool of_venue = look->event->place == ARB_PLACE_VENUE;

    if (look->event->consent == ARB_CONSENT_LEAVE)
        return asking & look->event->colours &
               (!(look->event->flags & ARB_EVENT_PLACE) ? ~0u
                : of_venue                              ? venue
                                                        : ~venue);
    return look->event->consent == ARB_CONSENT_ENTER ? asking & OUTSIDER : 0;
}

static void answer(arb_verdict *v, const arb_look *look, unsigned of, arb_code code,
                   arb_effect effect)
{
    const arb_colour player = of == 1u ? ARB_WHITE : of == 2u ? ARB_BLACK : NOBODY;

    if (of)
        arb_say(v, look, ARB_ART_11_2_3, code, player, effect)->players = of;
}

/* 11.2.3  The arbiter permits it, or does not. Somebody may enter whether he waits at the door or
 *         comes later. */
void arb_art_11_2_3_permitted(arb_verdict *v, const arb_look *look)
{
    const bool enters = look->event->consent == ARB_CONSENT_ENTER;

    answer(v, look, enters ? OUTSIDER : spoken_of(look), ARB_CODE_PERMITTED, ARB_EFFECT_PERMIT);
}

void arb_art_11_2_3_not_permitted(arb_verdict *v, const arb_look *look)
{
    answer(v, look, spoken_of(look), ARB_CODE_NOT_PERMITTED, ARB_EFFECT_DENY);
}

/* 11.3.2  Not every edition says something about devices. */
void arb_art_11_3_2_no_rule_on_devices(arb_verdict *v, const arb_look *look)
{
    if (!look->book->devices_lose)
        arb_refuse(v, look, ARB_ART_11_3_2, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
}

static bool is_in_bag(const arb_look *look)
{
    return (look->event->flags & ARB_EVENT_IN_BAG) != 0;
}

/* 11.3.2.1  Switched off in a bag it may be allowed; where it is not, the player has it with him
 *           against 11.3.2, but not on him, and 11.6 knows what follows. */
void arb_art_11_3_2_1_device_in_a_bag(arb_verdict *v, const arb_look *look)
{
    const arb_colour player = arb_named(look->event);

    if (!is_in_bag(look))
        return;
    if (look->regulations->device_in_bag == ARB_DEVICE_IN_BAG_YES) {
        arb_say(v, look, ARB_ART_11_3_2_1, ARB_CODE_DEVICE_ALLOWED, player, ARB_EFFECT_NONE);
        return;
    }
    arb_say(v, look, ARB_ART_11_3_2, ARB_CODE_DEVICE_IN_BAG, player, ARB_EFFECT_WARNING);
    arb_say(v, look, ARB_ART_11_6, ARB_CODE_PENALTY_DUE, NOBODY, ARB_EFFECT_NONE);
}

/* 11.3.2.2  A device on the player loses, whatever the opponent could still do; the regulations may
 *           be milder. */
void arb_art_11_3_2_2_device_found(arb_verdict *v, const arb_look *look)
{
    if (is_in_bag(look))
        return;
    if (look->regulations->electronics == ARB_ELECTRONICS_PENALTY)
        arb_say(v, look, ARB_ART_11_3_2_2, ARB_CODE_DEVICE_PENALTY, arb_named(look->event),
                ARB_EFFECT_WARNING);
    else
        arb_decide(v, look, ARB_ART_11_3_2_2, ARB_CODE_DEVICE_LOSS, arb_named(look->event),
                   arb_result_win(arb_opponent(arb_named(look->event))));
}

static bool is_about(const arb_look *look, arb_article first, arb_article last)
{
    return look->event->article >= first && look->event->article <= last;
}

/* 11.7  Who will not comply with the Laws loses, whatever the opponent could still do. Where both
 *       will not, 11.8 has been heard before. */
void arb_art_11_7_refuses_to_comply(arb_verdict *v, const arb_look *look)
{
    const arb_colour offender = arb_named(look->event);

    if (is_about(look, ARB_ART_11_7, ARB_ART_11_8) && !arb_state_is_over(look->before))
        arb_decide(v, look, ARB_ART_11_7, ARB_CODE_WILL_NOT_COMPLY, offender,
                   arb_result_win(arb_opponent(offender)));
}

/* Has the one lost because he would not comply, and is it the other now? */
static bool follows_the_other(const arb_look *look)
{
    const arb_state *s = look->before;

    return arb_state_is_over(s) && s->reason == ARB_CODE_WILL_NOT_COMPLY &&
           look->event->colours != 3u && s->result == arb_result_win(arb_named(look->event));
}

/* 11.8  If neither will, both lose. */
void arb_art_11_8_both_refuse_to_comply(arb_verdict *v, const arb_look *look)
{
    if (!is_about(look, ARB_ART_11_7, ARB_ART_11_8))
        return;
    if (follows_the_other(look)) {
        arb_say(v, look, ARB_ART_11_7, ARB_CODE_WILL_NOT_COMPLY, arb_named(look->event),
                ARB_EFFECT_NONE);
        arb_say(v, look, ARB_ART_11_8, ARB_CODE_BOTH_WILL_NOT_COMPLY, arb_named(look->event),
                ARB_EFFECT_SCORE)
            ->score = look->regulations->points.half[ARB_OUTCOME_LOSS];
    }
    if (arb_state_is_over(look->before) || look->event->colours != 3u)
        return;
    arb_decide(v, look, ARB_ART_11_8, ARB_CODE_BOTH_WILL_NOT_COMPLY, NOBODY, ARB_RESULT_BOTH_LOSE);
    arb_cite(v, look, ARB_ART_11_7);
}

/* 11.9  A player may ask what the Laws say. */
void arb_art_11_9_explained(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_11_9, ARB_CODE_EXPLAINED, look->player, ARB_EFFECT_NONE)->about =
        look->event->article;
}

/* 11.10  He may appeal, unless the regulations say otherwise, or the edition calls the decision
 *        final. */
void arb_art_11_10_no_appeal(arb_verdict *v, const arb_look *look)
{
    if (look->regulations->appeals == ARB_APPEALS_NO)
        arb_refuse(v, look, ARB_ART_11_10, ARB_CODE_NO_APPEAL, ARB_EFFECT_NONE);
    else if (look->before->final)
        arb_refuse(v, look, ARB_ART_III_5, ARB_CODE_NO_APPEAL, ARB_EFFECT_NONE);
}

void arb_art_11_10_appeals(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_11_10, ARB_CODE_APPEALS, look->player, ARB_EFFECT_APPEAL);
}

/* 11.10  What became of the appeal that waits longest; whether it came in time is part of that. */
void arb_art_11_10_no_appeal_waits(arb_verdict *v, const arb_look *look)
{
    if (look->before->appeal[0] == NOBODY)
        arb_refuse(v, look, ARB_ART_11_10, ARB_CODE_NO_APPEAL_WAITS, ARB_EFFECT_NONE);
}

void arb_art_11_10_appeal_decided(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_11_10,
            look->event->appeal == ARB_APPEAL_UPHELD ? ARB_CODE_APPEAL_UPHELD
                                                     : ARB_CODE_APPEAL_DISMISSED,
            (arb_colour)look->before->appeal[0], ARB_EFFECT_APPEAL_DECIDED);
}

/* 12.6  How many moves have been made is told only after a flag has fallen. */
void arb_art_12_6_count_not_told(arb_verdict *v, const arb_look *look)
{
    if (!arb_flag_has_fallen(look->after))
        arb_refuse(v, look, ARB_ART_12_6, ARB_CODE_COUNT_NOT_TOLD, ARB_EFFECT_NONE);
}

void arb_art_8_5_count_told(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_8_5, ARB_CODE_COUNT_TOLD, look->player, ARB_EFFECT_NONE)->number =
        arb_state_counter(look->after, look->player);
}

/* 12.7  What a spectator has seen he tells the arbiter, and nobody else. */
void arb_art_12_7_reported(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_12_7, ARB_CODE_REPORTED, NOBODY, ARB_EFFECT_NONE);
}

/* 12.7  Whoever disturbs is sent out of the playing area, and is not heard from there until he may
 *       come back. */
void arb_art_12_7_sent_out_before(arb_verdict *v, const arb_look *look)
{
    if (look->before->spectators_out)
        arb_refuse(v, look, ARB_ART_12_7, ARB_CODE_SPECTATORS_ARE_OUT, ARB_EFFECT_NONE);
}

void arb_art_12_7_nobody_sent_out(arb_verdict *v, const arb_look *look)
{
    if (!look->before->spectators_out)
        arb_refuse(v, look, ARB_ART_12_7, ARB_CODE_NOBODY_SENT_OUT, ARB_EFFECT_NONE);
}

void arb_art_12_7_sent_out(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_12_7, ARB_CODE_SENT_OUT, NOBODY, ARB_EFFECT_SEND_OUT);
}

void arb_art_12_7_admitted(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_12_7, ARB_CODE_ADMITTED, NOBODY, ARB_EFFECT_ADMIT);
}
