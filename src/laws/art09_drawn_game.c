/* SPDX-License-Identifier: MIT */
/*
 * Offers of a draw, and claims of one (Laws, Article 9). The draws that come by themselves (9.6)
 * are in art05_completion.c.
 */
#include <string.h>

#include "arbitro/claims.h"
#include "laws/adjourned.h"
#include "laws/hands.h"
#include "laws/rules.h"

/* Laws 9.1.2 */
/* 9.1.2.1  An offer has no conditions. */
void arb_art_9_1_2_1_conditional_offer(arb_verdict *v, const arb_look *look)
{
    if (look->event->size == 0)
        return;
    if (look->book->penalties)
        arb_refuse(v, look, ARB_ART_9_1_2_1, ARB_CODE_CONDITIONAL_OFFER, ARB_EFFECT_WARNING);
    else
        arb_refuse(v, look, ARB_ART_9_1_2_1, ARB_CODE_CONDITION_REFUSED, ARB_EFFECT_NONE);
}

/* 9.1.2.1, 11.5  One offer at a time: one's own cannot be repeated, the other's is answered. */
void arb_art_9_1_2_1_offer_stands(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (s->offer == look->player && !look->book->penalties)
        arb_refuse(v, look, ARB_ART_9_1_2_1, ARB_CODE_OFFERED_BEFORE, ARB_EFFECT_NONE);
    else if (s->offer == look->player)
        arb_refuse(v, look, ARB_ART_9_1_2_1, ARB_CODE_OFFER_REPEATED, ARB_EFFECT_WARNING);
    else if (s->offer != NOBODY)
        arb_refuse(v, look, ARB_ART_9_1_2_1, ARB_CODE_OFFER_TO_ANSWER, ARB_EFFECT_NONE);
}

/* 9.1.2.1  Only an offer of the opponent can be accepted or declined. */
void arb_art_9_1_2_1_no_offer(arb_verdict *v, const arb_look *look)
{
    if (look->before->offer != arb_opponent(look->player))
        arb_refuse(v, look, ARB_ART_9_1_2_1, ARB_CODE_NO_OFFER, ARB_EFFECT_NONE);
}

/* 9.1.1  The event may ask for the arbiter's consent. */
void arb_art_9_1_1_arbiter_must_consent(arb_verdict *v, const arb_look *look)
{
    if (arb_needs_consent(look->before) && !look->before->consent)
        arb_refuse(v, look, ARB_ART_9_1_1, ARB_CODE_CONSENT_MISSING, ARB_EFFECT_NONE);
}

void arb_art_9_1_1_consent_is_needed(arb_verdict *v, const arb_look *look)
{
    if (arb_needs_consent(look->after) && !look->after->consent)
        arb_say(v, look, ARB_ART_9_1_1, ARB_CODE_CONSENT_NEEDED, look->player, ARB_EFFECT_NONE);
}

/* Does the arbiter speak of a draw for which his consent is needed? */
static bool about_draw(const arb_look *look)
{
    return look->event->consent == ARB_CONSENT_DRAW && arb_needs_consent(look->before);
}

/* He may be asked before the draw is offered. */
void arb_art_9_1_1_arbiter_consents(arb_verdict *v, const arb_look *look)
{
    if (about_draw(look) && !look->before->consent)
        arb_say(v, look, ARB_ART_9_1_1, ARB_CODE_CONSENT_GIVEN, NOBODY, ARB_EFFECT_CONSENT);
}

void arb_art_9_1_1_arbiter_denies(arb_verdict *v, const arb_look *look)
{
    if (about_draw(look) && (look->before->offer != NOBODY) != look->before->consent)
        arb_say(v, look, ARB_ART_9_1_1, ARB_CODE_CONSENT_DENIED, NOBODY, ARB_EFFECT_NO_OFFER);
}

/* Is it the moment to offer: one's move is made, and the clock not yet pressed? Where no press
 * completes a move, the moment lasts until the opponent touches a piece. */
static bool is_timely(const arb_look *look)
{
    const arb_state *s = look->before;
    const arb_adjourned *a = &s->adjourned;

    if (s->phase == ARB_PHASE_ADJOURNED && a->sealer != NOBODY)
        return a->sealer !=
               (uint8_t)look->player; /* the other may, for as long as he likes (I.4) */
    if (a->stage == ARB_TO_BE_SEALED && a->sealer == (uint8_t)look->player)
        return a->written; /* as if he had made his move */
    if (look->regulations->board == ARB_BOARD_WRITTEN)
        return arb_has_move(s, look->player); /* nobody sees the move made, only the press */
    if (arb_has_move(s,
                     look->player)) /* what he made may be none, of which he hears later (7.5.1) */
        return arb_hands_illegal(s) && arb_needs_press(s);
    if (arb_needs_press(s))
        return arb_state_is_uncompleted(s, look->player);
    return s->touched.count == 0 && arb_state_counter(s, look->player) > 0;
}

/* 9.1.2.1, 11.5  At any other time the offer is good, and bad manners; not among friends. */
void arb_art_9_1_2_1_untimely_offer(arb_verdict *v, const arb_look *look)
{
    if (is_timely(look) || arb_is_casual(look))
        return;
    arb_say(v, look, ARB_ART_9_1_2_1, ARB_CODE_UNTIMELY_OFFER, look->player, ARB_EFFECT_NONE);
    if (look->book->penalties)
        arb_say(v, look, ARB_ART_11_5, ARB_CODE_DISTURBING_OFFER, look->player, ARB_EFFECT_WARNING);
}

/* 9.1.2.1  Who touches a piece has declined. Where the board is not seen, his press tells that he
 *          has moved; otherwise a press alone touches nothing. */
void arb_art_9_1_2_1_offer_declined_by_touch(arb_verdict *v, const arb_look *look)
{
    const bool touches = look->event->verb == ARB_VERB_PRESS
                             ? look->regulations->board == ARB_BOARD_WRITTEN
                             : !(look->event->flags & ARB_EVENT_ACCIDENTAL);

    if (touches && look->before->offer == arb_opponent(look->player))
        arb_say(v, look, ARB_ART_9_1_2_1, ARB_CODE_DECLINED_BY_TOUCH, look->player,
                ARB_EFFECT_NO_OFFER);
}

void arb_art_9_1_2_1_offer_declined(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_9_1_2_1, ARB_CODE_DECLINED, look->player, ARB_EFFECT_NO_OFFER);
}

/* 9.1.2.1  An offer cannot be withdrawn. */
void arb_art_9_1_2_1_offer_not_withdrawn(arb_verdict *v, const arb_look *look)
{
    const bool own = look->before->offer == look->player;

    arb_refuse(v, look, ARB_ART_9_1_2_1, own ? ARB_CODE_OFFER_NOT_WITHDRAWN : ARB_CODE_NO_OWN_OFFER,
               ARB_EFFECT_NONE);
}

/* 9.5.1  Nor can a claim. */
void arb_art_9_5_1_claim_not_withdrawn(arb_verdict *v, const arb_look *look)
{
    arb_refuse(v, look, ARB_ART_9_5_1, ARB_CODE_CLAIM_NOT_WITHDRAWN, ARB_EFFECT_NONE);
}

/* 6.12.2  No claim rests on what a screen or a demonstration board shows, and on nothing else. */
void arb_art_6_12_2_shown_on_a_screen(arb_verdict *v, const arb_look *look)
{
    if (look->event->flags & ARB_EVENT_DISPLAY)
        arb_refuse(v, look, ARB_ART_6_12_2, ARB_CODE_ONLY_A_SCREEN, ARB_EFFECT_NONE);
}

static void refuse_without_move(arb_verdict *v, const arb_look *look, arb_article article)
{
    if (!arb_has_move(look->before, look->player))
        arb_refuse(v, look, article, ARB_CODE_CLAIM_WITHOUT_MOVE, ARB_EFFECT_NONE);
}

/* 9.2, 9.3  Only the player who has the move can claim. */
void arb_art_9_2_claim_without_the_move(arb_verdict *v, const arb_look *look)
{
    refuse_without_move(v, look, ARB_ART_9_2);
}

void arb_art_9_3_claim_without_the_move(arb_verdict *v, const arb_look *look)
{
    refuse_without_move(v, look, ARB_ART_9_3);
}

/* 9.4  A touched piece forfeits the claim for this move. */
void arb_art_9_4_touched_before_claim(arb_verdict *v, const arb_look *look)
{
    const arb_touched *touched = &look->before->touched;
    const bool contact = touched->count > 0 || touched->bound ||
                         touched->promotes_on != ARB_SQUARE_NONE || arb_hands_at_work(look->before);

    if (contact && look->book->claim_lost == ARB_CLAIM_LOST_BY_TOUCH)
        arb_refuse(v, look, ARB_ART_9_4, ARB_CODE_PIECE_TOUCHED, ARB_EFFECT_NONE);
}

/* 9.5  Where the board is not seen the scoresheets must show the present position. */
void arb_art_9_5_record_not_complete(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->regulations->board == ARB_BOARD_WRITTEN &&
        arb_half_move(s, look->history, s->presses) == ARB_PLY_NONE)
        arb_refuse(v, look, ARB_ART_9_5, ARB_CODE_RECORD_INCOMPLETE, ARB_EFFECT_NONE);
}

/* 9.5.1  The clocks stop, and the claim cannot be withdrawn. */
void arb_art_9_5_1_claim_stops_clocks(arb_verdict *v, const arb_look *look)
{
    if (look->book->claim_procedure)
        arb_say(v, look, ARB_ART_9_5_1, ARB_CODE_CLAIM_STOPS, look->player, ARB_EFFECT_STOP);
}

static void correct(arb_verdict *v, const arb_look *look, arb_article article, arb_code code)
{
    arb_decide(v, look, article, code, look->player, ARB_RESULT_DRAW);
    arb_say(v, look, ARB_ART_9_5_2, ARB_CODE_CLAIM_CORRECT, look->player, ARB_EFFECT_CITE);
}

/* Is the claim right with the move that was written? */
static bool holds_with_move(const arb_look *look, arb_article article)
{
    arb_rulebook scratch;

    return look->attempt.kind == ARB_ATTEMPT_LEGAL &&
           arb_claim_holds_with(article,
                                arb_drawing_rules(&scratch, look->regulations, &look->before->pos),
                                look->history, look->before->ply, look->attempt.move);
}

/* Is it right as the board stands, no move being written? */
static bool holds_on_board(const arb_look *look, arb_article article)
{
    const arb_state *s = look->before;
    arb_rulebook scratch;

    return look->attempt.kind == ARB_ATTEMPT_NONE &&
           arb_claim_holds(article, arb_drawing_rules(&scratch, look->regulations, &s->pos),
                           &s->pos,
                           arb_history_occurrences(look->history, s->ply, look->book->identity));
}

/* 9.2.1, 9.2.3, 9.5.2  The position is about to appear for the third time. */
/* Laws 9.2.3, 9.2.3.1, 9.2.3.2, 9.5.2 */
void arb_art_9_2_1_repetition_with_move(arb_verdict *v, const arb_look *look)
{
    if (holds_with_move(look, ARB_ART_9_2_1))
        correct(v, look, ARB_ART_9_2_1, ARB_CODE_THIRD_TIME_COMING);
}

/* 9.2.2, 9.5.2  It has just appeared. */
void arb_art_9_2_2_repetition_on_board(arb_verdict *v, const arb_look *look)
{
    if (holds_on_board(look, ARB_ART_9_2_2))
        correct(v, look, ARB_ART_9_2_2, ARB_CODE_THIRD_TIME);
}

/* 9.3.1, 9.5.2  The written move will make fifty. */
void arb_art_9_3_1_fifty_with_move(arb_verdict *v, const arb_look *look)
{
    if (holds_with_move(look, ARB_ART_9_3_1))
        correct(v, look, ARB_ART_9_3_1, ARB_CODE_FIFTY_COMING);
}

/* 9.3.2, 9.5.2  Fifty moves by each have been completed: one whose clock was not pressed is not yet
 *               among them. */
void arb_art_9_3_2_fifty_on_board(arb_verdict *v, const arb_look *look)
{
    arb_rulebook scratch;
    const bool raised =
        arb_drawing_rules(&scratch, look->regulations, &look->before->pos)->quiet_moves_claim !=
        look->book->quiet_moves_claim;

    if (holds_on_board(look, ARB_ART_9_3_2) && arb_fifty_completed(look->before))
        correct(v, look, ARB_ART_9_3_2, raised ? ARB_CODE_RAISED_NUMBER : ARB_CODE_FIFTY);
}

/* The position of which a claim of repetition speaks; false when there is none. */
static bool claimed_position(arb_pos *out, const arb_look *look)
{
    *out = look->before->pos;
    if (look->attempt.kind == ARB_ATTEMPT_LEGAL)
        arb_pos_play(out, out, look->attempt.move);
    return look->attempt.kind == ARB_ATTEMPT_LEGAL || look->attempt.kind == ARB_ATTEMPT_NONE;
}

/* Why pieces that have stood so often enough were not the same position: by other castling rights,
 * or because a pawn could be captured en passant. */
static bool differs_by(const arb_look *look, bool castling)
{
    arb_pos pos;

    if (look->book->identity != ARB_IDENTITY_MOVES || !claimed_position(&pos, look))
        return false;
    unsigned same = look->attempt.kind == ARB_ATTEMPT_LEGAL, other = 0;
    for (arb_ply ply = look->before->ply; ply != ARB_PLY_NONE;
         ply = arb_history_get(look->history, ply)->before) {
        const arb_ply_record *stood = arb_history_get(look->history, ply);
        if (!stood->playable || memcmp(stood->pos.side, pos.side, sizeof pos.side) != 0 ||
            stood->pos.turn != pos.turn)
            continue;
        same++;
        other += castling ? stood->pos.castling != pos.castling
                          : stood->pos.castling == pos.castling &&
                                stood->pos.en_passant != pos.en_passant;
    }
    return same >= look->book->repetitions_claim && other > 0;
}

/* 9.2.3.1, 9.2.3.2  The pieces stood so three times, and yet it was not the same position. */
void arb_art_9_2_3_1_en_passant_was_possible(arb_verdict *v, const arb_look *look)
{
    if (differs_by(look, false))
        arb_say(v, look, ARB_ART_9_2_3_1, ARB_CODE_EN_PASSANT_DIFFERS, NOBODY, ARB_EFFECT_NONE);
}

void arb_art_9_2_3_2_castling_was_possible(arb_verdict *v, const arb_look *look)
{
    if (differs_by(look, true))
        arb_say(v, look, ARB_ART_9_2_3_2, ARB_CODE_CASTLING_DIFFERS, NOBODY, ARB_EFFECT_NONE);
}

/* 9.1.2.3  The claim counts as an offer, also when it turns out to be wrong. An offer of the
 *          opponent stands until it is answered (9.1.2.1), and one is enough. */
void arb_art_9_1_2_3_claim_is_an_offer(arb_verdict *v, const arb_look *look)
{
    if (!look->book->claim_procedure || look->before->offer == arb_opponent(look->player))
        return;
    arb_say(v, look, ARB_ART_9_1_2_3, ARB_CODE_CLAIM_IS_OFFER, look->player, ARB_EFFECT_OFFER);
}

/* What a wrong claim costs who made it: half of what is left, at most what the opponent gets, and
 * nobody is left with less than a minute by it (2001, 9.5). */
static arb_ms claim_cost(const arb_look *look)
{
    const arb_ms left = arb_state_clock(look->after, look->player);
    const arb_ms floor = look->book->claim_cost_floor;
    const arb_ms most = look->book->claim_bonus[look->regulations->play];

    if (!look->book->claim_costs_time || left <= floor)
        return 0;
    if (left <= 2 * floor)
        return left - floor;
    return left / 2 < most ? left / 2 : most;
}

/* Does what was written bind its player: to a legal move, or at least to one piece? */
static bool binds(const arb_look *look)
{
    if (!look->book->claim_procedure || look->attempt.kind == ARB_ATTEMPT_NONE)
        return false;
    if (look->attempt.kind == ARB_ATTEMPT_AMBIGUOUS || look->attempt.kind == ARB_ATTEMPT_IMPOSSIBLE)
        return look->attempt.kind == ARB_ATTEMPT_IMPOSSIBLE &&
               arb_only_piece(&look->after->pos, (arb_role)look->event->move.role) !=
                   ARB_SQUARE_NONE;
    return true;
}

/* What holds after a wrong claim: the written move is played if it is legal; if not, its piece is
 * moved; and where nothing was written, or nobody can tell what, the player is free. */
static arb_code after_wrong_claim(const arb_look *look)
{
    if (!binds(look))
        return ARB_CODE_GAME_GOES_ON;
    return look->attempt.kind == ARB_ATTEMPT_LEGAL ? ARB_CODE_WRITTEN_MOVE : ARB_CODE_WRITTEN_PIECE;
}

/* 9.5.3  A wrong claim gives the opponent time, and the written move must be played. */
void arb_art_9_5_3_wrong_claim(arb_verdict *v, const arb_look *look)
{
    const arb_ms bonus = look->book->claim_bonus[look->regulations->play];

    if (bonus != 0 && arb_regulations_timed(look->regulations)) {
        const arb_ms cost = claim_cost(look);
        arb_say(v, look, ARB_ART_9_5_3, ARB_CODE_CLAIM_WRONG, arb_opponent(look->player),
                ARB_EFFECT_TIME)
            ->ms = bonus;
        if (cost > 0)
            arb_say(v, look, ARB_ART_9_5_3, ARB_CODE_CLAIM_COSTS, look->player, ARB_EFFECT_TIME)
                ->ms = -cost;
    } else {
        arb_say(v, look, look->event->verb == ARB_VERB_CLAIM_FIFTY ? ARB_ART_9_3 : ARB_ART_9_2,
                ARB_CODE_CLAIM_WRONG_ONLY, look->player, ARB_EFFECT_NONE);
    }
    arb_say(v, look, ARB_ART_9_5_3, after_wrong_claim(look), look->player,
            look->book->claim_procedure ? ARB_EFFECT_BIND : ARB_EFFECT_NONE);
}
