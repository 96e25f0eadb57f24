/* SPDX-License-Identifier: MIT */
/*
 * The clock: starting, pressing, coming late, flags, interruptions (Laws, Article 6; III.3). The
 * arithmetic is that of src/clock.
 */
#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/hands.h"
#include "laws/rules.h"

/* 6.6  Before the appointed hour nothing happens on the board. Without a clock there is nothing to
 *      start: the first who acts begins the game. */
void arb_art_6_6_not_started(arb_verdict *v, const arb_look *look)
{
    if (look->before->phase == ARB_PHASE_WAITING && arb_regulations_timed(look->regulations))
        arb_refuse(v, look, ARB_ART_6_6, ARB_CODE_NOT_STARTED, ARB_EFFECT_NONE);
}

void arb_art_6_6_started_before(arb_verdict *v, const arb_look *look)
{
    if (look->before->phase != ARB_PHASE_WAITING)
        arb_refuse(v, look, ARB_ART_6_6, ARB_CODE_STARTED_BEFORE, ARB_EFFECT_NONE);
}

/* Laws 6.7.2 */
/* 6.6, 6.7.2  The clock of the player who has the move is started, whoever is there. */
void arb_art_6_6_clock_is_started(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_6_6, ARB_CODE_STARTED, (arb_colour)look->after->turn, ARB_EFFECT_RUN);
}

static bool is_present(const arb_state *s, arb_colour colour)
{
    return arb_has_colour(s->present, colour);
}

/* 6.7  Who is not at the board does nothing there. */
void arb_art_6_7_not_arrived(arb_verdict *v, const arb_look *look)
{
    if (look->player != NOBODY && !is_present(look->before, look->player))
        arb_refuse(v, look, ARB_ART_6_7, ARB_CODE_NOT_ARRIVED, ARB_EFFECT_NONE);
}

void arb_art_6_7_arrived_before(arb_verdict *v, const arb_look *look)
{
    if (arb_is_there(look->before, look->player))
        arb_refuse(v, look, ARB_ART_6_7, ARB_CODE_ARRIVED_BEFORE, ARB_EFFECT_NONE);
}

/* Is the default time over for a player who was not there? To arrive exactly then is in time; who
 * is not there then can be declared late. */
static bool is_late(const arb_look *look, arb_colour colour)
{
    const arb_state *s = look->before;
    /* until then he may still come */
    const bool exactly = look->event->verb != ARB_VERB_DEFAULT;

    return look->book->lateness_loses && s->phase != ARB_PHASE_WAITING && !is_present(s, colour) &&
           !arb_has_colour(s->waived, colour) &&
           look->after->now - s->started >= look->regulations->default_time + (exactly ? 1 : 0);
}

static void forfeit(arb_verdict *v, const arb_look *look, bool white, bool black)
{
    const arb_result result = white && black ? ARB_RESULT_BOTH_FORFEIT
                              : white        ? ARB_RESULT_BLACK_FORFEIT_WIN
                                             : ARB_RESULT_WHITE_FORFEIT_WIN;
    const arb_colour late = white && black ? NOBODY : white ? ARB_WHITE : ARB_BLACK;

    arb_decide(v, look, ARB_ART_6_7_1, ARB_CODE_LATE, late, result);
}

/* 6.7.1  Who arrives after the default time loses; so does the other, if he is not there yet. */
void arb_art_6_7_1_late_arrival(arb_verdict *v, const arb_look *look)
{
    if (is_late(look, look->player))
        forfeit(v, look, is_late(look, ARB_WHITE), is_late(look, ARB_BLACK));
}

/* 6.7.1  The arbiter declares the loss of those who are not there. */
void arb_art_6_7_1_not_late(arb_verdict *v, const arb_look *look)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_has_colour(look->event->colours, c) && !is_late(look, c) &&
            !arb_is_late_again(look, c)) {
            arb_refuse(v, look, ARB_ART_6_7_1, ARB_CODE_NOT_LATE, ARB_EFFECT_NONE);
            return;
        }
}

void arb_art_6_7_1_declared_late(arb_verdict *v, const arb_look *look)
{
    if (arb_is_late_again(look, ARB_WHITE) || arb_is_late_again(look, ARB_BLACK))
        return; /* another article decides (I.10) */
    forfeit(v, look, (look->event->colours & 1u) != 0, (look->event->colours & 2u) != 0);
}

/* 6.7.1  Where time alone speaks, it declares the same. */
void arb_art_6_7_1_late_by_now(arb_verdict *v, const arb_look *look)
{
    const bool white = is_late(look, ARB_WHITE), black = is_late(look, ARB_BLACK);

    if (white || black)
        forfeit(v, look, white, black);
}

/* 6.7.1  When a game is over, only a loss by lateness can still be waived. */
void arb_art_6_7_1_nothing_to_waive(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const arb_colour late = arb_named(look->event);

    if (arb_state_is_over(s) &&
        ((s->reason != ARB_CODE_LATE && s->reason != ARB_CODE_LATE_AGAIN) ||
         arb_result_outcome((arb_result)s->result, late) != ARB_OUTCOME_LOSS))
        arb_refuse(v, look, ARB_ART_6_7_1, ARB_CODE_GAME_OVER, ARB_EFFECT_NONE);
}

/* 6.7.1  The arbiter may decide otherwise; a game that was lost that way then goes on. */
void arb_art_6_7_1_lateness_waived(arb_verdict *v, const arb_look *look)
{
    const bool again = look->before->adjourned.stage >= ARB_IS_ADJOURNED;

    arb_say(v, look, again ? ARB_ART_I_10 : ARB_ART_6_7_1, ARB_CODE_WAIVED, arb_named(look->event),
            arb_state_is_over(look->before) ? ARB_EFFECT_REOPEN : ARB_EFFECT_NONE);
}

/* 6.2.1, 6.2.4  There is no clock to press, or no move to complete by it. */
void arb_art_6_2_1_nothing_to_complete(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool runs = arb_state_running(look->after) == look->player;

    if (look->by_reply || arb_presses_reply(look))
        return; /* nobody presses: the opponent's reply stands for it (0.2); or it is sealed (I.9.3)
                 */
    if (s->restoring == look->player)
        return; /* that press hands the time back, and completes nothing (7.4.1) */
    if (look->regulations->board == ARB_BOARD_WRITTEN) {
        if (!arb_has_move(s, look->player) || !arb_needs_press(s))
            arb_refuse(v, look, ARB_ART_6_2_1, ARB_CODE_NOTHING_TO_COMPLETE, ARB_EFFECT_NONE);
        return;
    }
    const bool displaced = arb_has_move(s, look->player) && arb_hands_at_work(s);
    const bool made = arb_state_is_uncompleted(s, look->player);
    if (!arb_needs_press(s) || (!displaced && !made && !runs))
        arb_refuse(v, look, ARB_ART_6_2_1, ARB_CODE_NOTHING_TO_COMPLETE, ARB_EFFECT_NONE);
    else if (!displaced && !made && arb_has_move(s, look->player) &&
             !look->book->press_without_move_fault)
        arb_refuse(v, look, ARB_ART_6_2_1, ARB_CODE_NOTHING_TO_COMPLETE,
                   look->book->penalties ? ARB_EFFECT_WARNING : ARB_EFFECT_NONE);
}

/* 6.2.1.2  The next move completes the one before, whose press was forgotten. */
void arb_art_6_2_1_2_next_move_completes(arb_verdict *v, const arb_look *look)
{
    if (look->book->next_move_completes && look->added->kind == ARB_PLY_MOVE &&
        look->after->ply != look->before->ply &&
        look->added->before == look->before->ply && /* else a slip was put right (D.2.8) */
        arb_state_is_uncompleted(look->before, look->player))
        arb_say(v, look, ARB_ART_6_2_1_2, ARB_CODE_NEXT_MOVE_COMPLETES, look->player,
                ARB_EFFECT_COMPLETE);
}

/* 6.2.3  The hand that moved presses. */
void arb_art_6_2_3_other_hand(arb_verdict *v, const arb_look *look)
{
    if ((look->event->flags & ARB_EVENT_OTHER_HAND) && look->book->penalties)
        arb_say(v, look, ARB_ART_6_2_3, ARB_CODE_OTHER_HAND, look->player, ARB_EFFECT_WARNING);
}

/* 6.8  A flag has fallen when that is seen; nobody can see what is not so. */
void arb_art_6_8_flag_not_fallen(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->after;
    const unsigned asked = look->event->verb == ARB_VERB_FLAG ? look->event->colours
                                                              : 1u << arb_opponent(look->player);

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_has_colour(asked, c) && !arb_state_flag(s, c)) {
            arb_refuse(v, look, ARB_ART_6_8, ARB_CODE_FLAG_NOT_FALLEN, ARB_EFFECT_NONE);
            return;
        }
}

static bool order_unknown(const arb_look *look)
{
    return look->event->verb == ARB_VERB_FLAG && look->event->colours == 3u;
}

/* Laws III.3, III.3.1, III.3.1.1, III.3.1.2 */
/* III.3.1  Both flags are down and nobody knows which fell first: in a period with a number of
 *          moves the game goes on, in the last one it is drawn. */
void arb_art_III_3_1_both_flags(arb_verdict *v, const arb_look *look)
{
    if (!order_unknown(look))
        return;
    const bool quickplay =
        !look->book->quickplay_announced || look->regulations->quickplay == ARB_QUICKPLAY_YES;
    if (quickplay && arb_in_last_period(look->after, ARB_WHITE) &&
        arb_in_last_period(look->after, ARB_BLACK))
        arb_decide(v, look, ARB_ART_III_3_1_2, ARB_CODE_BOTH_FLAGS_DRAW, NOBODY, ARB_RESULT_DRAW);
    else
        arb_say(v, look, ARB_ART_III_3_1_1, ARB_CODE_BOTH_FLAGS_GO_ON, NOBODY,
                ARB_EFFECT_FORGIVE_FLAGS);
}

/* Laws 6.4 */
/* 6.8, 6.4  The flag is down, and the moves of its period were not completed before. */
void arb_art_6_8_flag_has_fallen(arb_verdict *v, const arb_look *look)
{
    if (!order_unknown(look))
        arb_say(v, look, ARB_ART_6_8, ARB_CODE_FLAG_FALLEN, arb_flag_first(look->after),
                ARB_EFFECT_NONE);
}

/* Does the arbiter, who had deferred a claim, reject it now that the flag is down (III.5.2)? */
static bool flag_counts_after_all(const arb_look *look)
{
    return look->before->deferred && look->before->pending == ARB_PENDING_QUICKPLAY &&
           look->event->decision == ARB_DECISION_REJECT;
}

void arb_lose_on_time(arb_verdict *v, const arb_look *look, arb_colour loser)
{
    const arb_result result = arb_lost_by(v, look, ARB_ART_6_9, loser);

    arb_decide(v, look, ARB_ART_6_9,
               result == ARB_RESULT_DRAW ? ARB_CODE_TIME_DRAW : ARB_CODE_TIME_LOSS, loser, result);
}

/* 6.9  Out of time: the game is lost, or drawn when the opponent could never checkmate. */
void arb_art_6_9_out_of_time(arb_verdict *v, const arb_look *look)
{
    const arb_colour loser = arb_flag_first(look->after);

    if (order_unknown(look) || loser == NOBODY || look->after->pending != ARB_PENDING_NONE)
        return;
    if (look->after->phase == ARB_PHASE_UPDATING)
        return; /* the scoresheets will tell (8.5) */
    if (look->event->verb == ARB_VERB_DECIDE && !flag_counts_after_all(look))
        return;
    arb_lose_on_time(v, look, loser);
}

/* 6.10  Clocks are corrected, and flags fall, where there are some. */
void arb_art_6_10_no_clock(arb_verdict *v, const arb_look *look)
{
    if (!arb_regulations_timed(look->regulations))
        arb_refuse(v, look, ARB_ART_6_10, ARB_CODE_NO_CLOCK, ARB_EFFECT_NONE);
}

void arb_art_6_10_no_clock_for_penalty(arb_verdict *v, const arb_look *look)
{
    const uint8_t penalty = look->event->penalty;

    if (penalty == ARB_PENALTY_OWN_TIME || penalty == ARB_PENALTY_OPPONENT_TIME)
        arb_art_6_10_no_clock(v, look);
}

/* 6.10.1, 6.10.2  The arbiter sets times, and the counter of moves, as he judges best. */
void arb_art_6_10_clock_corrected(arb_verdict *v, const arb_look *look)
{
    const arb_colour side = arb_named(look->event);
    const bool counter = (look->event->flags & ARB_EVENT_MOVES) != 0;

    arb_say(v, look, counter ? ARB_ART_6_10_2 : ARB_ART_6_10_1, ARB_CODE_CLOCK_SET, side,
            ARB_EFFECT_NONE)
        ->ms = look->event->ms;
}

/* 6.10.2  So he does with what every move brings. */
void arb_art_6_10_2_increment_corrected(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_6_10_2, ARB_CODE_INCREMENT_SET, NOBODY, ARB_EFFECT_NONE)->ms =
        look->event->ms;
}

/* 6.11.2, 6.11.1  Clocks that stand still cannot be stopped. */
void arb_art_6_11_2_stopped_before(arb_verdict *v, const arb_look *look)
{
    if (arb_closes_envelope(look) && look->before->phase != ARB_PHASE_CLAIM)
        return; /* who has sealed may do that although they stand (I.1.1) */
    if (!arb_is_played(look->before) && look->before->phase != ARB_PHASE_WAITING)
        arb_refuse(v, look, look->player == NOBODY ? ARB_ART_6_11_1 : ARB_ART_6_11_2,
                   ARB_CODE_STOPPED_BEFORE, ARB_EFFECT_NONE);
}

/* 6.11.2  Among friends there is nobody who would come, and nobody who would resume. */
void arb_art_6_11_2_nobody_to_call(arb_verdict *v, const arb_look *look)
{
    if (look->player != NOBODY && arb_is_casual(look))
        arb_refuse(v, look, ARB_ART_6_11_2, ARB_CODE_NOBODY_TO_CALL, ARB_EFFECT_NONE);
}

void arb_art_6_11_3_not_stopped(arb_verdict *v, const arb_look *look)
{
    const bool frozen = look->before->phase == ARB_PHASE_PLAYING &&
                        look->regulations->clock.freeze && arb_state_running(look->after) == NOBODY;

    if (look->before->phase != ARB_PHASE_STOPPED && look->before->phase != ARB_PHASE_UPDATING &&
        !frozen)
        arb_refuse(v, look, ARB_ART_6_11_3, ARB_CODE_NOT_STOPPED, ARB_EFFECT_NONE);
}

/* Does a move stand there that its announcement makes (D.2.3)? */
static bool waits_for_words(const arb_state *s)
{
    arb_move move;

    return arb_is_blind(s, (arb_colour)s->turn) && arb_hands_made(&move, s);
}

/* 6.11.3  Until the arbiter resumes the game nobody moves; only a claim that has been decided
 *         leaves the player who has the move free to go on. */
void arb_art_6_11_3_not_resumed(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool goes_on = s->claim_decided && look->event->verb != ARB_VERB_PRESS;

    const bool updating = s->phase == ARB_PHASE_UPDATING && !arb_is_played(s);

    if (look->event->verb == ARB_VERB_ANNOUNCE && !waits_for_words(s))
        return; /* it makes no move, and may be said */
    if ((s->phase == ARB_PHASE_STOPPED && !goes_on) || s->phase == ARB_PHASE_CLAIM || updating)
        arb_refuse(v, look, ARB_ART_6_11_3, ARB_CODE_NOT_RESUMED, ARB_EFFECT_NONE);
}

/* 6.11.1  The arbiter stops the clocks. */
void arb_art_6_11_1_arbiter_stops(arb_verdict *v, const arb_look *look)
{
    if (look->player == NOBODY)
        arb_say(v, look, ARB_ART_6_11_1, ARB_CODE_ARBITER_STOPS, NOBODY, ARB_EFFECT_STOP);
}

/* Has he a reason that the Guidelines give him (I.1.1, I.9.2)? */
static bool may_stop(const arb_look *look)
{
    return arb_closes_envelope(look) || arb_stops_on_arrival(look);
}

/* Laws 7.4, 7.4.2 */
/* 6.11.2, 7.4.2  A player stops them to call the arbiter. */
void arb_art_6_11_2_player_stops(arb_verdict *v, const arb_look *look)
{
    if (look->player != NOBODY && !may_stop(look))
        arb_say(v, look, ARB_ART_6_11_2, ARB_CODE_PLAYER_STOPS, look->player, ARB_EFFECT_STOP);
}

/* 6.11.4  A player who gives no reason has none. */
void arb_art_6_11_4_stopped_without_reason(arb_verdict *v, const arb_look *look)
{
    if (look->player != NOBODY && look->event->size == 0 && look->book->penalties &&
        !may_stop(look))
        arb_say(v, look, ARB_ART_6_11_4, ARB_CODE_STOPPED_WITHOUT_REASON, look->player,
                ARB_EFFECT_WARNING);
}

/* 6.11.3  Only the arbiter resumes. */
void arb_art_6_11_3_resumed(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->after;

    const arb_colour ran =
        (arb_colour)(s->claim_decided || s->resumes == NOBODY ? s->turn : s->resumes);

    const arb_colour next = arb_next_to_run(s, ran);

    arb_say(v, look, ARB_ART_6_11_3, next == NOBODY ? ARB_CODE_RESUMED_UNTIMED : ARB_CODE_RESUMED,
            next, ARB_EFFECT_RUN);
}
