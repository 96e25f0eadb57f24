/* SPDX-License-Identifier: MIT */
/*
 * What the players write and sign (Laws, 8.1.1.1, 8.7, Appendix C).
 */
#include "arbitro/edition.h"
#include "laws/rules.h"

/* 8.1.1.1, C  Only the algebraic notation is evidence where the sheets tell the game. */
void arb_art_C_1_other_notation(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool next = s->sheet_moves[look->player] == arb_half_moves(s, look->history);
    arb_written written;

    if (look->regulations->board != ARB_BOARD_WRITTEN || !look->book->recording_required ||
        !arb_entry_read(&written, look->event->text, look->event->size,
                        look->regulations->language) ||
        arb_entry_is_evidence(&written, next ? &s->pos : NULL,
                              (arb_variant)look->regulations->variant))
        return;
    arb_say(v, look, ARB_ART_C_1, ARB_CODE_OTHER_NOTATION, look->player, ARB_EFFECT_WARNING);
    arb_say(v, look, ARB_ART_8_1_1_1, ARB_CODE_NO_EVIDENCE, look->player, ARB_EFFECT_NONE);
}

/* 8.7  Not every edition has its results signed. */
void arb_art_8_7_nothing_is_signed(arb_verdict *v, const arb_look *look)
{
    if (!*arb_article_cited(ARB_ART_8_7, look->book))
        arb_refuse(v, look, ARB_ART_8_7, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
}

/* 8.7  The result is signed when the game is over; a game that was annulled has none. */
void arb_art_8_7_not_over(arb_verdict *v, const arb_look *look)
{
    if (!arb_state_is_over(look->before))
        arb_refuse(v, look, ARB_ART_8_7, ARB_CODE_NOT_OVER, ARB_EFFECT_NONE);
    else if (look->before->phase == ARB_PHASE_VOID)
        arb_refuse(v, look, ARB_ART_8_7, ARB_CODE_NOTHING_TO_SIGN, ARB_EFFECT_NONE);
}

/* 8.7, 10.1  What is signed is the outcome of a game: of one that was played, or of one that was
 *            not, because somebody stayed away. */
void arb_art_8_7_no_result(arb_verdict *v, const arb_look *look)
{
    const arb_result result = (arb_result)look->event->result;

    if (result == ARB_RESULT_NONE || result == ARB_RESULT_VOID ||
        arb_result_played(result) != arb_result_played((arb_result)look->before->result))
        arb_refuse(v, look, ARB_ART_8_7, ARB_CODE_NOTHING_TO_SIGN, ARB_EFFECT_NONE);
}

/* Has the arbiter himself decided how the game ended? */
static bool arbiter_decided(const arb_state *s)
{
    return s->reason == ARB_CODE_AWARDED || s->reason == ARB_CODE_PENALTY_LOSS;
}

/* 8.7  One signature alone changes nothing. */
void arb_art_8_7_signed(arb_verdict *v, const arb_look *look)
{
    const bool same = look->event->result == look->before->result;
    const arb_code code = same ? ARB_CODE_SIGNED : ARB_CODE_SIGNED_OTHERWISE;
    arb_ruling *ruling = arb_say(v, look, ARB_ART_8_7, code, look->player, ARB_EFFECT_NONE);

    if (!same)
        ruling->result = (arb_result)look->event->result;
}

/* 8.7  What both have signed stands even if it is wrong, unless the arbiter decides otherwise; when
 *      they have signed different results, he is called. */
void arb_art_8_7_both_signed(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->after;
    const arb_result result = (arb_result)look->event->result;

    if (s->signature[arb_opponent(look->player)] == ARB_RESULT_NONE)
        return;
    if (s->signature[ARB_WHITE] != s->signature[ARB_BLACK])
        arb_say(v, look, ARB_ART_8_7, ARB_CODE_SIGNATURES_DIFFER, NOBODY, ARB_EFFECT_NONE);
    else if (result == look->before->result)
        arb_say(v, look, ARB_ART_8_7, ARB_CODE_BOTH_SIGNED, NOBODY, ARB_EFFECT_CITE)->result =
            result;
    else if (arbiter_decided(look->before))
        arb_say(v, look, ARB_ART_8_7, ARB_CODE_DECIDED_OTHERWISE, NOBODY, ARB_EFFECT_NONE)->result =
            (arb_result)look->before->result;
    else
        arb_say(v, look, ARB_ART_8_7, ARB_CODE_BOTH_SIGNED, NOBODY, ARB_EFFECT_SIGNED)->result =
            result;
}
