/* SPDX-License-Identifier: MIT */
/*
 * Adjourning a game: who seals, how, what is written on the envelope, and what is heard meanwhile
 * (Guidelines I.1 to I.4, I.6, I.14).
 */
#include <string.h>

#include "laws/adjourned.h"
#include "laws/rules.h"

static bool is_asked(const arb_state *s)
{
    return s->adjourned.stage == ARB_TO_BE_SEALED;
}

/* Does the board show what the record has, or is the record all that there is? */
static bool is_recorded(const arb_look *look)
{
    return look->regulations->board == ARB_BOARD_SEEN ||
           look->before->half_moves == look->before->presses;
}

/* Laws I.1, I.2.2 */
/* I.1  A game that goes on can be adjourned; its position must be known (I.2.2). Where that rests
 *      on the sheets, which the arbiter alone may compare, he alone adjourns: a player would learn
 *      from the answer whether they agree (8.1, 12.6). */
void arb_art_I_1_not_adjournable(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool goes_on = s->phase == ARB_PHASE_PLAYING || s->phase == ARB_PHASE_STOPPED;

    if (look->event->verb == ARB_VERB_STOP &&
        (s->phase != ARB_PHASE_UPDATING || !arb_closes_envelope(look)))
        return; /* while scoresheets are brought up to date (8.5) no envelope is closed */
    const bool his = look->player == NOBODY || look->event->verb == ARB_VERB_STOP ||
                     look->regulations->board == ARB_BOARD_SEEN;
    if (!goes_on || !his || s->adjourned.envelope == ARB_ENVELOPE_SEALED ||
        s->adjourned.counted != NOBODY)
        arb_refuse(v, look, ARB_ART_I_1, ARB_CODE_CANNOT_ADJOURN, ARB_EFFECT_NONE);
    else if (!is_recorded(look))
        arb_refuse(v, look, ARB_ART_I_2_2, ARB_CODE_RECORD_INCOMPLETE, ARB_EFFECT_NONE);
}

/* I.1.2  Before the session ends only who has the move can wish it. */
void arb_art_I_1_2_not_his_to_adjourn(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->player == NOBODY)
        return;
    if (!look->book->sealing)
        arb_refuse(v, look, ARB_ART_I_1_2, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
    else if (!arb_has_move(s, look->player) || s->phase != ARB_PHASE_PLAYING || is_asked(s))
        arb_refuse(v, look, ARB_ART_I_1_2, ARB_CODE_NOT_HIS_TO_ADJOURN, ARB_EFFECT_NONE);
}

/* I.1.2  He says when the session nominally ends, which is when his move will count as sealed. */
void arb_art_I_1_2_no_end_named(arb_verdict *v, const arb_look *look)
{
    const bool named = (look->event->flags & ARB_EVENT_AMOUNT) != 0;

    if (look->player != NOBODY && (!named || look->event->ms < look->event->time))
        arb_refuse(v, look, ARB_ART_I_1_2, ARB_CODE_NO_SESSION_END, ARB_EFFECT_NONE);
}

/* I.1.1  At the end of the session the arbiter asks the player who has the move to seal it. */
void arb_art_I_1_1_asked_to_seal(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->player == NOBODY && look->book->sealing)
        arb_say(v, look, ARB_ART_I_1_1, ARB_CODE_SEAL_REQUESTED,
                (arb_colour)(is_asked(s) ? s->adjourned.sealer : s->turn), ARB_EFFECT_SEAL);
}

void arb_art_I_1_2_wishes_to_adjourn(arb_verdict *v, const arb_look *look)
{
    if (look->player != NOBODY)
        arb_say(v, look, ARB_ART_I_1_2, ARB_CODE_ADJOURNMENT_WISHED, look->player, ARB_EFFECT_SEAL);
}

/* I.5  Where nothing is sealed the game is interrupted at once (EDISU 9.3). */
void arb_art_I_5_suspended(arb_verdict *v, const arb_look *look)
{
    if (!look->book->sealing)
        arb_say(v, look, ARB_ART_I_5, ARB_CODE_SUSPENDED, NOBODY, ARB_EFFECT_ADJOURN);
}

/* I.14  Sessions are timed by the clock of the arbiter. */
void arb_art_I_14_session_ends(arb_verdict *v, const arb_look *look)
{
    if (look->player == NOBODY && (look->event->flags & ARB_EVENT_AMOUNT))
        arb_say(v, look, ARB_ART_I_14, ARB_CODE_SESSION_ENDS, NOBODY, ARB_EFFECT_NONE)->ms =
            look->event->ms;
}

/* I.1.2  The arbiter need not agree to a player's wish. */
void arb_art_I_1_2_not_agreed_to(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->player == NOBODY && look->event->consent == ARB_CONSENT_ADJOURN && is_asked(s) &&
        s->adjourned.wished)
        arb_say(v, look, ARB_ART_I_1_2, ARB_CODE_ADJOURNMENT_DENIED,
                (arb_colour)s->adjourned.sealer, ARB_EFFECT_CALL_OFF);
}

/* I.1.1, I.9.3  Who was asked seals, and who replies to a player who is not there. */
void arb_art_I_1_1_not_asked_to_seal(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool sealer = look->player == (arb_colour)s->adjourned.sealer;
    const bool arbiter = look->player == NOBODY;

    if (is_asked(s) && (arbiter || sealer))
        return;
    if (!arbiter && arb_may_seal_reply(s, look->player))
        return;
    if (!look->book->sealing)
        arb_refuse(v, look, ARB_ART_I_1_1, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
    else if (arbiter)
        arb_refuse(v, look, ARB_ART_I_1_1, ARB_CODE_NOBODY_TO_SEAL, ARB_EFFECT_NONE);
    else if (s->adjourned.stage == ARB_IS_CONTINUED && !sealer)
        arb_refuse(v, look, ARB_ART_I_9_3, ARB_CODE_NO_SEALED_REPLY, ARB_EFFECT_NONE);
    else
        arb_refuse(v, look, ARB_ART_I_1_1, ARB_CODE_NOT_ASKED_TO_SEAL, ARB_EFFECT_NONE);
}

/* I.1.1  Written on paper, and the arbiter says no more than that; or encrypted by a page. What
 *        cannot be read back is no encrypted text. */
void arb_art_I_1_1_not_sealed_so(arb_verdict *v, const arb_look *look)
{
    static const char prefix[] = "blob:";
    const arb_event *e = look->event;
    const bool page = look->regulations->sealing == ARB_SEALING_PAGE;
    const bool blob = e->size > 0 && arb_blob_is_whole(e->text, e->size);
    const bool looks_so =
        e->size >= sizeof prefix - 1 && !memcmp(e->text, prefix, sizeof prefix - 1);

    if (e->size > 0 && (look->player == NOBODY || page != blob || (looks_so && !blob)))
        arb_refuse(v, look, ARB_ART_I_1_1, ARB_CODE_NOT_SEALED_SO, ARB_EFFECT_NONE);
}

/* I.1.1  A move made on the board after the request is the one that must be sealed. */
void arb_art_I_1_1_made_another(arb_verdict *v, const arb_look *look)
{
    const bool seals = look->event->verb == ARB_VERB_SEAL && is_asked(look->before);

    if ((seals || arb_closes_envelope(look)) && arb_seals_another(look))
        arb_refuse(v, look, ARB_ART_I_1_1, ARB_CODE_MADE_ANOTHER, ARB_EFFECT_NONE);
}

/* 4.3, 4.4, 4.7, I.1.1  A touched piece binds who seals as well. */
void arb_art_4_3_sealed_with_another(arb_verdict *v, const arb_look *look)
{
    const bool seals = look->event->verb == ARB_VERB_SEAL;
    const arb_article why = seals || arb_closes_envelope(look) || arb_presses_reply(look)
                                ? arb_sealed_binding(look)
                                : ARB_ART_NONE;

    if (why != ARB_ART_NONE && look->regulations->touch_move == ARB_TOUCH_MOVE_REFUSE)
        arb_refuse(v, look, why, ARB_CODE_TOUCHED_PIECE_BINDS, ARB_EFFECT_NONE);
}

/* I.1.1  First the envelope, then the clock. */
void arb_art_I_1_1_nothing_sealed(arb_verdict *v, const arb_look *look)
{
    const arb_adjourned *a = &look->before->adjourned;

    if (is_asked(look->before) && look->player == (arb_colour)a->sealer && !a->written)
        arb_refuse(v, look, ARB_ART_I_1_1, ARB_CODE_NOTHING_SEALED, ARB_EFFECT_NONE);
}

/* I.1.1  Who was asked to seal does not play on, and nobody replies to what he has made. */
void arb_art_I_1_1_must_seal(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool sealer = look->player == (arb_colour)s->adjourned.sealer;
    const bool presses = look->event->verb == ARB_VERB_PRESS;

    if (!is_asked(s) || s->adjourned.wished || look->by_reply)
        return;
    if (presses && sealer && s->restoring != look->player)
        arb_refuse(v, look, ARB_ART_I_1_1, ARB_CODE_MUST_SEAL, ARB_EFFECT_NONE);
    else if (!presses && !sealer && s->adjourned.made)
        arb_refuse(v, look, ARB_ART_I_1_1, ARB_CODE_NOT_OPENED, ARB_EFFECT_NONE);
}

void arb_art_I_1_1_move_written(arb_verdict *v, const arb_look *look)
{
    const bool reply = look->after->adjourned.reply;

    arb_say(v, look, reply ? ARB_ART_I_9_3 : ARB_ART_I_1_1, ARB_CODE_MOVE_WRITTEN,
            arb_writer(look->after), ARB_EFFECT_NONE);
}

/* I.1.2  At his own wish his move counts as sealed when the session ends, and the time is his. */
void arb_art_I_1_2_charged(arb_verdict *v, const arb_look *look)
{
    const arb_adjourned *a = &look->before->adjourned;

    if (arb_closes_envelope(look) && a->wished && a->end != ARB_MS_NEVER &&
        a->end > look->after->now)
        arb_say(v, look, ARB_ART_I_1_2, ARB_CODE_CHARGED, look->player, ARB_EFFECT_CHARGE)->ms =
            a->end - look->after->now;
}

/* I.1.1  With the envelope closed and the clock stopped the game is adjourned. */
void arb_art_I_1_1_envelope_sealed(arb_verdict *v, const arb_look *look)
{
    if (arb_closes_envelope(look))
        arb_say(v, look, ARB_ART_I_1_1, ARB_CODE_ENVELOPE_SEALED, look->player, ARB_EFFECT_ADJOURN);
}

/* ---- the envelope */

/* What of I.2 nobody has said; the rest the program knows. */
static unsigned unsaid(const arb_look *look)
{
    const bool told = look->before->adjourned.resumption != NO_ENTRY;

    return told ? look->unsaid & ~(unsigned)ARB_ENVELOPE_LACKS_RESUMPTION : look->unsaid;
}

/* I.3  There is something to check. */
void arb_art_I_3_nothing_to_check(arb_verdict *v, const arb_look *look)
{
    if (look->before->adjourned.envelope != ARB_ENVELOPE_SEALED)
        arb_refuse(v, look, ARB_ART_I_3, ARB_CODE_NO_ENVELOPE, ARB_EFFECT_NONE);
}

/* I.2, I.2.1  The names of both players. */
void arb_art_I_2_1_name_missing(arb_verdict *v, const arb_look *look)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (unsaid(look) >> c & 1)
            arb_say(v, look, ARB_ART_I_2_1, ARB_CODE_ENVELOPE_LACKS_NAME, c, ARB_EFFECT_NONE);
}

/* I.2, I.2.7  When and where play is resumed. */
void arb_art_I_2_7_resumption_missing(arb_verdict *v, const arb_look *look)
{
    if (unsaid(look) & ARB_ENVELOPE_LACKS_RESUMPTION)
        arb_say(v, look, ARB_ART_I_2_7, ARB_CODE_ENVELOPE_LACKS_RESUMPTION, NOBODY,
                ARB_EFFECT_NONE);
}

/* I.3  The arbiter has looked at all of it, and keeps the envelope. */
void arb_art_I_3_checked(arb_verdict *v, const arb_look *look)
{
    if (unsaid(look) == 0)
        arb_say(v, look, ARB_ART_I_3, ARB_CODE_ENVELOPE_CHECKED, NOBODY, ARB_EFFECT_VERIFIED);
}

/* ---- meanwhile */

/* I.4  An offer after the opponent has sealed lasts until it is answered. */
void arb_art_I_4_offer_lasts(arb_verdict *v, const arb_look *look)
{
    if (look->before->phase == ARB_PHASE_ADJOURNED && look->player == arb_replier(look->before))
        arb_say(v, look, ARB_ART_I_4, ARB_CODE_OFFER_LASTS, look->player, ARB_EFFECT_NONE);
}

/* I.6  A draw agreed, or a resignation, before the resumption ends the game. */
void arb_art_I_6_before_the_resumption(arb_verdict *v, const arb_look *look)
{
    if (look->before->adjourned.stage == ARB_IS_ADJOURNED && look->book->sealing)
        arb_cite(v, look, ARB_ART_I_6);
}
