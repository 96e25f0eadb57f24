/* SPDX-License-Identifier: MIT */
/*
 * The quickplay finish (Laws, Guidelines III; Article 10 in 2001): claims that the opponent cannot
 * win, or does not try to, and the request for an increment. What no rule can compute, the arbiter
 * decides.
 */
#include <string.h>

#include "arbitro/fen.h"
#include "laws/rules.h"

static bool is_request(const arb_look *look)
{
    return look->event->verb == ARB_VERB_REQUEST_INCREMENT;
}

static bool without_arbiter(const arb_look *look)
{
    return look->regulations->arbiter == ARB_ARBITER_ABSENT;
}

static arb_article about(const arb_look *look)
{
    if (is_request(look))
        return ARB_ART_III_4;
    return without_arbiter(look) ? ARB_ART_III_6_1 : ARB_ART_III_5;
}

/* III.4  Not every edition knows the request. */
void arb_art_III_4_no_such_request(arb_verdict *v, const arb_look *look)
{
    if (look->book->quickplay_increment == 0)
        arb_refuse(v, look, ARB_ART_III_4, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
}

/* III.2.2  There is no quickplay finish in blitz, nor where every move brings time. */
void arb_art_III_2_2_not_in_this_game(arb_verdict *v, const arb_look *look)
{
    const bool blitz = look->regulations->play == ARB_PLAY_BLITZ;
    const arb_clock *clock = &look->before->clock;
    const bool bonus =
        clock->extra != 0 || arb_clock_bonus(clock, setting(look->before), look->player) != 0;

    if (blitz || (bonus && !look->book->quickplay_announced))
        arb_refuse(v, look, ARB_ART_III_2_2, ARB_CODE_NO_QUICKPLAY, ARB_EFFECT_NONE);
    else if (bonus)
        arb_refuse(v, look, ARB_ART_III_1, ARB_CODE_NO_QUICKPLAY, ARB_EFFECT_NONE);
}

/* III.2.1, III.1  It is the last period, and the event announced it. */
/* Laws III.1, III.2.1 */
void arb_art_III_2_1_no_quickplay_finish(arb_verdict *v, const arb_look *look)
{
    if (look->regulations->quickplay != ARB_QUICKPLAY_YES ||
        !arb_in_last_period(look->before, look->player))
        arb_refuse(v, look, look->book->quickplay_announced ? ARB_ART_III_1 : ARB_ART_III_2_1,
                   ARB_CODE_NO_QUICKPLAY, ARB_EFFECT_NONE);
}

/* III.4, III.5, III.6.1  Less than two minutes are left, and the flag is up; where an arbiter is
 *                        there the player has the move. One claim is decided before the next. */
void arb_art_III_5_too_much_time(arb_verdict *v, const arb_look *look)
{
    if (look->book->quickplay_on_move && !without_arbiter(look) &&
        !arb_has_move(look->before, look->player))
        arb_refuse(v, look, about(look),
                   is_request(look) ? ARB_CODE_NOT_YOUR_MOVE : ARB_CODE_CLAIM_WITHOUT_MOVE,
                   ARB_EFFECT_NONE);
    else if (arb_state_flag(look->after, look->player))
        arb_refuse(v, look, about(look), ARB_CODE_OWN_FLAG_DOWN, ARB_EFFECT_NONE);
    else if (arb_state_clock(look->after, look->player) >= look->book->quickplay_below)
        arb_refuse(v, look, about(look), ARB_CODE_TOO_MUCH_TIME, ARB_EFFECT_NONE);
    else if (look->before->pending != ARB_PENDING_NONE || look->before->deferred)
        arb_refuse(v, look, about(look), ARB_CODE_CLAIM_WAITS, ARB_EFFECT_NONE);
}

/* III.4  Five seconds for every move are asked for; it counts as an offer of a draw. */
void arb_art_III_4_increment_requested(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_III_4, ARB_CODE_INCREMENT_REQUESTED, look->player, ARB_EFFECT_PENDING)
        ->pending = ARB_PENDING_INCREMENT;
    if (look->before->offer == NOBODY) /* one that stands is answered first */
        arb_say(v, look, ARB_ART_III_4, ARB_CODE_REQUEST_IS_OFFER, look->player, ARB_EFFECT_OFFER);
}

/* III.5  The opponent cannot win by normal means, or does not try: the arbiter is called. */
void arb_art_III_5_claimed(arb_verdict *v, const arb_look *look)
{
    const bool effort = look->event->verb == ARB_VERB_CLAIM_NO_EFFORT;

    if (!without_arbiter(look))
        arb_say(v, look, ARB_ART_III_5,
                effort ? ARB_CODE_QUICKPLAY_NO_EFFORT : ARB_CODE_QUICKPLAY_CANNOT_WIN, look->player,
                ARB_EFFECT_PENDING)
            ->pending = ARB_PENDING_QUICKPLAY;
}

/* Laws III.6, III.6.1, III.6.1.1, III.6.1.2 */
/* III.6.1  Where no arbiter is there, the claim ends the game; he decides later. */
void arb_art_III_6_1_claimed_without_arbiter(arb_verdict *v, const arb_look *look)
{
    const bool effort = look->event->verb == ARB_VERB_CLAIM_NO_EFFORT;

    if (without_arbiter(look))
        arb_say(v, look, effort ? ARB_ART_III_6_1_2 : ARB_ART_III_6_1_1,
                effort ? ARB_CODE_NO_EFFORT_ENDS_GAME : ARB_CODE_CANNOT_WIN_ENDS_GAME, look->player,
                ARB_EFFECT_PENDING)
            ->pending = ARB_PENDING_QUICKPLAY;
}

/* The ground of the claim that has ended the game. */
static arb_article ground(const arb_look *look)
{
    return look->before->lacks_effort ? ARB_ART_III_6_1_2 : ARB_ART_III_6_1_1;
}

/* III.6.1  Only a claim that has ended the game is supported by papers; */
void arb_art_III_6_1_no_papers_needed(arb_verdict *v, const arb_look *look)
{
    if (!without_arbiter(look) || look->before->pending != ARB_PENDING_QUICKPLAY)
        arb_refuse(v, look, ARB_ART_III_6_1, ARB_CODE_NO_CLAIM_TO_SUPPORT, ARB_EFFECT_NONE);
}

/*          the claimant writes, and the opponent verifies, */
void arb_art_III_6_1_papers_of_the_other(arb_verdict *v, const arb_look *look)
{
    const bool claims = look->before->claimant == look->player;

    if ((look->event->verb == ARB_VERB_WRITE_POSITION) != claims)
        arb_refuse(v, look, ground(look),
                   claims ? ARB_CODE_OPPONENT_VERIFIES : ARB_CODE_CLAIMANT_WRITES, ARB_EFFECT_NONE);
}

/*          what there is: a scoresheet belongs to the second ground alone. */
void arb_art_III_6_1_nothing_to_verify(arb_verdict *v, const arb_look *look)
{
    const bool sheet = look->event->verb == ARB_VERB_CONFIRM_SHEET;

    if (sheet ? !look->before->lacks_effort : !(look->before->papers & ARB_PAPER_POSITION))
        arb_refuse(v, look, ground(look), ARB_CODE_NOTHING_TO_VERIFY, ARB_EFFECT_NONE);
}

/* III.6.1  Where the board is seen, what is written down is what stands there. */
void arb_art_III_6_1_not_the_final_position(arb_verdict *v, const arb_look *look)
{
    const arb_setup stands = arb_pos_setup(&look->before->pos);
    arb_setup written;

    if (arb_fen_read(&written, NULL, look->event->text, look->event->size, NULL) != ARB_OK ||
        (look->regulations->board == ARB_BOARD_SEEN &&
         memcmp(written.piece, stands.piece, sizeof stands.piece) != 0))
        arb_refuse(v, look, ground(look), ARB_CODE_NOT_FINAL_POSITION, ARB_EFFECT_NONE);
}

/* Laws III.6.1.1, III.6.1.2 */
/* III.6.1  A position that is written anew is to be verified anew. */
void arb_art_III_6_1_position_written(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ground(look), ARB_CODE_POSITION_WRITTEN, look->player, ARB_EFFECT_PAPERS)
        ->papers = ARB_PAPER_POSITION;
}

static void verified(arb_verdict *v, const arb_look *look, arb_code code, unsigned papers)
{
    arb_say(v, look, ground(look), code, look->player, ARB_EFFECT_PAPERS)->papers =
        (look->before->papers & ~(unsigned)ARB_PAPER_CONTESTED) | papers;
}

void arb_art_III_6_1_position_verified(arb_verdict *v, const arb_look *look)
{
    verified(v, look, ARB_CODE_POSITION_VERIFIED, ARB_PAPER_POSITION_RIGHT);
}

void arb_art_III_6_1_2_sheet_verified(arb_verdict *v, const arb_look *look)
{
    verified(v, look, ARB_CODE_SHEET_VERIFIED, ARB_PAPER_SHEET_RIGHT);
}

void arb_art_III_6_1_papers_contested(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ground(look), ARB_CODE_PAPERS_CONTESTED, look->player, ARB_EFFECT_PAPERS)
        ->papers = look->before->papers | ARB_PAPER_CONTESTED;
}

/* III.6.1  The arbiter to whom the claim comes is told what is not there; he decides all the same.
 */
void arb_art_III_6_1_papers_missing(arb_verdict *v, const arb_look *look)
{
    if (arb_state_papers_missing(look->before) != 0)
        arb_say(v, look, ground(look), ARB_CODE_PAPERS_MISSING, (arb_colour)look->before->claimant,
                ARB_EFFECT_NONE);
}

/* 9.1 in 2001  Such a claim was an offer of a draw as well. */
void arb_art_9_1_2_3_quickplay_claim_is_an_offer(arb_verdict *v, const arb_look *look)
{
    if (look->book->quickplay_is_offer && look->before->offer == NOBODY)
        arb_say(v, look, ARB_ART_9_1_2_3, ARB_CODE_CLAIM_IS_OFFER, look->player, ARB_EFFECT_OFFER);
}

static arb_decision decision(const arb_look *look)
{
    return (arb_decision)look->event->decision;
}

/* III.5.1  Only what waits, or was deferred, can be decided. */
void arb_art_III_5_1_nothing_to_decide(arb_verdict *v, const arb_look *look)
{
    if (look->before->pending == ARB_PENDING_NONE && !look->before->deferred)
        arb_refuse(v, look, ARB_ART_III_5_1, ARB_CODE_NOTHING_TO_DECIDE, ARB_EFFECT_NONE);
}

/* III.4, III.5.2, III.6.2  A claim is deferred once, and one that has ended the game not at all; a
 *                          request is decided when the opponent has declined the draw in it. */
void arb_art_III_5_1_not_to_be_decided_so(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool defers = decision(look) == ARB_DECISION_DEFER;

    if (s->pending == ARB_PENDING_NONE && defers)
        arb_refuse(v, look, ARB_ART_III_5_1, ARB_CODE_NOTHING_TO_DECIDE, ARB_EFFECT_NONE);
    else if (s->pending == ARB_PENDING_INCREMENT && (s->offer == s->claimant || defers))
        arb_refuse(v, look, ARB_ART_III_4, ARB_CODE_OPPONENT_FIRST, ARB_EFFECT_NONE);
    else if ((s->deferred || without_arbiter(look)) && defers)
        arb_refuse(v, look, without_arbiter(look) ? ARB_ART_III_6_2 : ARB_ART_III_5_2,
                   ARB_CODE_DEFERRED_BEFORE, ARB_EFFECT_NONE);
}

/* Whose clock runs when play goes on after a decision; NOBODY when it has not stood still. */
static void go_on(arb_verdict *v, const arb_look *look, arb_article article)
{
    const arb_state *s = look->before;

    if (s->phase == ARB_PHASE_CLAIM)
        arb_say(v, look, article, ARB_CODE_PLAY_GOES_ON, (arb_colour)s->resumes, ARB_EFFECT_RUN);
}

static void give_time(arb_verdict *v, const arb_look *look, arb_article article, arb_ms time)
{
    if (time > 0)
        arb_say(v, look, article, ARB_CODE_QUICKPLAY_BONUS,
                arb_opponent((arb_colour)look->before->claimant), ARB_EFFECT_TIME)
            ->ms = time;
}

/* III.4  The arbiter grants the increment, or does not. */
void arb_art_III_4_increment_decided(arb_verdict *v, const arb_look *look)
{
    const arb_colour claimant = (arb_colour)look->before->claimant;

    if (look->before->pending != ARB_PENDING_INCREMENT)
        return;
    if (decision(look) == ARB_DECISION_ACCEPT) {
        arb_say(v, look, ARB_ART_III_4, ARB_CODE_INCREMENT_GRANTED, claimant, ARB_EFFECT_INCREMENT)
            ->ms = look->book->quickplay_increment;
        give_time(v, look, ARB_ART_III_4, look->book->quickplay_bonus);
    } else {
        arb_say(v, look, ARB_ART_III_4, ARB_CODE_INCREMENT_DENIED, claimant, ARB_EFFECT_NONE);
    }
    arb_say(v, look, ARB_ART_III_4, ARB_CODE_DECIDED, NOBODY, ARB_EFFECT_DECIDED);
    go_on(v, look, ARB_ART_III_4);
}

static bool is_quickplay(const arb_look *look)
{
    return look->before->pending == ARB_PENDING_QUICKPLAY || look->before->deferred;
}

/* III.5.1, III.5.2, III.6.2  The arbiter agrees: the game is drawn. */
void arb_art_III_5_1_accepted(arb_verdict *v, const arb_look *look)
{
    const arb_article article = without_arbiter(look)    ? ARB_ART_III_6_2
                                : look->before->deferred ? ARB_ART_III_5_2
                                                         : ARB_ART_III_5_1;

    if (!is_quickplay(look) || decision(look) != ARB_DECISION_ACCEPT)
        return;
    arb_say(v, look, article, ARB_CODE_DECIDED, NOBODY, ARB_EFFECT_DECIDED);
    arb_decide(v, look, article, ARB_CODE_QUICKPLAY_DRAW, (arb_colour)look->before->claimant,
               ARB_RESULT_DRAW);
}

/* III.5.2  He postpones: the opponent may get time, and play goes on. */
void arb_art_III_5_2_deferred(arb_verdict *v, const arb_look *look)
{
    const bool amount = (look->event->flags & ARB_EVENT_AMOUNT) != 0;

    if (!is_quickplay(look) || decision(look) != ARB_DECISION_DEFER)
        return;
    give_time(v, look, ARB_ART_III_5_2, amount ? look->event->ms : look->book->quickplay_bonus);
    arb_say(v, look, ARB_ART_III_5_2, ARB_CODE_DEFERRED, (arb_colour)look->before->claimant,
            ARB_EFFECT_DECIDED);
    go_on(v, look, ARB_ART_III_5_2);
}

/* III.5.3  He rejects: the opponent gets time, and play goes on. Where his decision had been
 *          deferred it brings nothing more; a flag that has fallen meanwhile loses. Where the claim
 *          had ended the game, it is lost (III.6.2). */
void arb_art_III_5_3_rejected(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const arb_colour claimant = (arb_colour)s->claimant;
    const arb_article article = without_arbiter(look) ? ARB_ART_III_6_2 : ARB_ART_III_5_3;

    if (!is_quickplay(look) || decision(look) != ARB_DECISION_REJECT)
        return;
    arb_say(v, look, article, ARB_CODE_QUICKPLAY_REJECTED, claimant, ARB_EFFECT_NONE);
    arb_say(v, look, article, ARB_CODE_DECIDED, NOBODY, ARB_EFFECT_DECIDED);
    if (without_arbiter(look)) {
        arb_decide(v, look, ARB_ART_III_6_2, ARB_CODE_CLAIM_LOST, claimant,
                   arb_result_win(arb_opponent(claimant)));
        return;
    }
    if (!s->deferred)
        give_time(v, look, ARB_ART_III_5_3, look->book->quickplay_bonus);
    if (!s->deferred || arb_flag_first(look->after) == NOBODY)
        go_on(v, look, ARB_ART_III_5_3);
}

/* III.5.2  A claim was deferred, and a flag has fallen: now the arbiter decides. */
void arb_art_III_5_2_flag_after_deferment(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (s->deferred && s->pending == ARB_PENDING_NONE && arb_flag_first(look->after) != NOBODY)
        arb_say(v, look, ARB_ART_III_5_2, ARB_CODE_DEFERRED_CLAIM_DUE, (arb_colour)s->claimant,
                ARB_EFFECT_PENDING)
            ->pending = ARB_PENDING_QUICKPLAY;
}

/* III.4  The draw was offered with the request. */
void arb_art_III_4_draw_after_request(arb_verdict *v, const arb_look *look)
{
    if (look->before->pending == ARB_PENDING_INCREMENT)
        arb_cite(v, look, ARB_ART_III_4);
}
