/* SPDX-License-Identifier: MIT */
/*
 * What the players write and sign (Laws, 8.1, 8.3, 8.7, Appendix C). How scoresheets with gaps are
 * brought up to date is in art08_updating.c.
 *
 * Nothing that is said here may depend on whether an entry is a legal move.
 */
#include "arbitro/edition.h"
#include "laws/adjourned.h"
#include "laws/hands.h"
#include "laws/keeping.h"
#include "laws/rules.h"

/* 8.1  What is corrected must be there, and be one entry afterwards. */
void arb_art_8_1_no_such_entry(arb_verdict *v, const arb_look *look)
{
    if (look->new.count == 0)
        arb_refuse(v, look, ARB_ART_8_1, ARB_CODE_NO_SUCH_ENTRY, ARB_EFFECT_NONE);
}

/* Does a player write on his sheet, and is Article 8 watched? */
static bool writes(const arb_look *look, arb_article article)
{
    return look->player != NOBODY && !look->learns && arb_keeping_watched(look, article);
}

/* Is one of the entries that he writes a move in another notation? */
static bool writes_foreign(const arb_look *look)
{
    for (uint32_t i = look->new.first; i < look->new.first + look->new.written; i++) {
        const arb_entry *entry = &look->entries[i];
        arb_pos pos;
        const bool known = arb_keeping_position(&pos, look->before, look->history, entry->row);
        if ((entry->kind == ARB_ENTRY_MOVE || entry->kind == ARB_ENTRY_FOREIGN) &&
            arb_entry_is_foreign(entry, known ? &pos : NULL, look->regulations))
            return true;
    }
    return false;
}

/* Laws 8.1.1.1, 8.1.1.2 */
/* 8.1.1.1, C  Only the algebraic notation is evidence; on an electronic scoresheet moves are
 *             entered as it takes them. */
void arb_art_C_1_other_notation(arb_verdict *v, const arb_look *look)
{
    if (!writes(look, ARB_ART_8_1_1_1) || !writes_foreign(look))
        return;
    arb_say(v, look, ARB_ART_C_1, ARB_CODE_OTHER_NOTATION, look->player, ARB_EFFECT_WARNING);
    arb_say(v, look, ARB_ART_8_1_1_1, ARB_CODE_NO_EVIDENCE, look->player, ARB_EFFECT_NONE);
}

/* 8.1.4  Moves, times, offers, claims and the like belong there, and nothing else. */
void arb_art_8_1_4_not_for_a_sheet(arb_verdict *v, const arb_look *look)
{
    bool other = false;

    if (!writes(look, ARB_ART_8_1_4))
        return;
    for (uint32_t i = look->new.first; i < look->new.first + look->new.written; i++)
        other = other || look->entries[i].kind == ARB_ENTRY_OTHER;
    if (other)
        arb_say(v, look, ARB_ART_8_1_4, ARB_CODE_NOT_FOR_A_SHEET, look->player, ARB_EFFECT_WARNING);
}

/* 8.1.2  Moves are not written in advance; only his own next one may turn out to be for a claim. */
void arb_art_8_1_2_written_ahead(arb_verdict *v, const arb_look *look)
{
    if (writes(look, ARB_ART_8_1_2) && look->book->writing_ahead_forbidden &&
        look->after->keeping[look->player].ahead_told >
            look->before->keeping[look->player].ahead_told)
        arb_say(v, look, ARB_ART_8_1_2, ARB_CODE_WRITTEN_AHEAD, look->player, ARB_EFFECT_WARNING);
}

/* Has the player just made a move, for all that can be seen? Where the board is not seen that is
 * his press. An illegal one counts: what is said about his sheet gives nothing away. */
static bool has_made(const arb_look *look)
{
    const arb_state *before = look->before, *after = look->after;

    if (look->player == NOBODY)
        return false;
    if (look->regulations->board == ARB_BOARD_WRITTEN)
        return after->presses > before->presses;
    return before->turn == look->player && arb_keeping_made(after) > arb_keeping_made(before);
}

/* Was the player asked to seal his move, or has he sealed it, and it is lost (I.1.1, I.12.1)? */
static bool seals(const arb_state *s, arb_colour player)
{
    return arb_state_must_seal(s) == player || s->adjourned.counted == (uint8_t)player;
}

/* 8.1.2  Who then makes a move without having claimed with what he wrote had written in advance,
 *        also if he has struck it out. */
void arb_art_8_1_2_made_after_writing(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const uint32_t row = s->half_moves;

    if (look->regulations->board == ARB_BOARD_WRITTEN || !look->book->writing_ahead_forbidden ||
        !arb_keeping_watched(look, ARB_ART_8_1_2) || !has_made(look))
        return;
    const arb_keeping *keeping = &s->keeping[look->player];
    const bool wrote =
        keeping->own_ahead == row + 1 || arb_keeping_row(look->entries, s, look->player, row);
    if (wrote && keeping->ahead_told <= row && keeping->claimed != row + 1 &&
        !seals(s, look->player))
        arb_say(v, look, ARB_ART_8_1_2, ARB_CODE_WRITTEN_AHEAD, look->player, ARB_EFFECT_WARNING);
}

/* Is the half-move on his sheet, or was he free from recording when it was made (8.4)? */
static bool has_recorded(const arb_look *look, uint32_t half_move)
{
    const arb_state *s = look->before;

    return half_move < s->keeping[look->player].since ||
           arb_keeping_row(look->entries, s, look->player, half_move);
}

/* Laws 8.1.1 */
/* 8.1.3  His own last move, and what came before it, is on his sheet before he makes another. */
void arb_art_8_1_3_own_move_not_recorded(arb_verdict *v, const arb_look *look)
{
    if (!arb_keeping_watched(look, ARB_ART_8_1_3) || !has_made(look) ||
        !arb_must_record_at(look->before, look->player, look->after->now))
        return;
    const uint32_t made = arb_keeping_known(look->before);
    if ((made >= 2 && !has_recorded(look, made - 2)) ||
        (made >= 3 && !has_recorded(look, made - 3)))
        arb_say(v, look, ARB_ART_8_1_3, ARB_CODE_NOT_RECORDED, look->player, ARB_EFFECT_WARNING);
}

/* Laws 9.1.2.2 */
/* 8.1.5  Both players mark an offer, before they write a later move. */
void arb_art_8_1_5_offer_not_marked(arb_verdict *v, const arb_look *look)
{
    arb_keeping keeping;

    if (!writes(look, ARB_ART_8_1_5))
        return;
    if (look->book->recording_free_of_all &&
        !arb_must_record_at(look->before, look->player, look->after->now))
        return;
    keeping = look->before->keeping[look->player];
    if (arb_keeping_mark(&keeping, look))
        arb_say(v, look, ARB_ART_8_1_5, ARB_CODE_OFFER_NOT_MARKED, look->player, ARB_EFFECT_NONE);
}

/* 8.3  Not every edition knows scoresheets. */
void arb_art_8_3_nothing_to_replace(arb_verdict *v, const arb_look *look)
{
    if (!*arb_article_cited(ARB_ART_8_3, look->book))
        arb_refuse(v, look, ARB_ART_8_3, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
}

/* 8.3  One that does not work is replaced; what stood on it stands on the new one. */
void arb_art_8_3_sheet_replaced(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_8_3, ARB_CODE_SHEET_REPLACED, arb_named(look->event), ARB_EFFECT_NONE);
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
