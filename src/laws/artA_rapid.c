/* SPDX-License-Identifier: MIT */
/*
 * Rapid and blitz (Laws, Appendices A and B), and what older editions rule there instead. Where the
 * supervision is limited an illegal move stands unless somebody speaks in time, and play may go on
 * from a position that no legal game reaches.
 */
#include "laws/hands.h"
#include "laws/rules.h"

static bool is_limited(const arb_look *look)
{
    return look->regulations->supervision == ARB_SUPERVISION_LIMITED;
}

static bool is_standard(const arb_look *look)
{
    return look->regulations->play == ARB_PLAY_STANDARD;
}

/* Is it enough for a win that the opponent claims an illegal move (2001, C3)? */
static bool claim_wins(const arb_look *look)
{
    return look->book->illegal_claim_wins[look->regulations->play];
}

/* A.3  The compensations of Articles 7 and 9 are shorter in fast play. */
void arb_art_A_3_shorter_compensation(arb_verdict *v, const arb_look *look)
{
    const arb_rulebook *book = look->book;

    if (book->illegal_bonus[look->regulations->play] == book->illegal_bonus[ARB_PLAY_STANDARD])
        return;
    for (size_t i = 0; i < v->count; i++)
        if ((v->ruling[i].code == ARB_CODE_ILLEGAL_BONUS ||
             v->ruling[i].code == ARB_CODE_CLAIM_WRONG) &&
            v->ruling[i].effect == ARB_EFFECT_TIME) {
            arb_say(v, look, ARB_ART_A_3, ARB_CODE_SHORTER_COMPENSATION, NOBODY, ARB_EFFECT_NONE)
                ->ms = v->ruling[i].ms;
            return;
        }
}

/* A.2  Nobody need write, and who wants to is given a sheet; in standard play all have one. */
void arb_art_A_2_no_paper_here(arb_verdict *v, const arb_look *look)
{
    if (!look->book->paper_on_request)
        arb_refuse(v, look, ARB_ART_A_2, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
    else if (is_standard(look))
        arb_refuse(v, look, ARB_ART_A_2, ARB_CODE_SHEETS_ARE_THERE, ARB_EFFECT_NONE);
}

void arb_art_A_2_paper_given(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_A_2, ARB_CODE_PAPER_GIVEN, look->player, ARB_EFFECT_NONE);
}

static arb_article about_record(const arb_look *look)
{
    return look->regulations->play == ARB_PLAY_BLITZ ? ARB_ART_B_2_3 : ARB_ART_A_4_3;
}

/* Laws A.4.3, B.2.3 */
/* A.4.3, B.2.3  Only a game that somebody records has a record to be shown, and only to the player
 *               who has the move. */
void arb_art_A_4_3_no_record_to_show(arb_verdict *v, const arb_look *look)
{
    if (is_standard(look) || is_limited(look) || look->book->sheet_requests_granted == 0)
        arb_refuse(v, look, about_record(look), ARB_CODE_NO_RECORD, ARB_EFFECT_NONE);
    else if (!arb_has_move(look->before, look->player))
        arb_refuse(v, look, about_record(look), ARB_CODE_NOT_YOUR_MOVE, ARB_EFFECT_NONE);
}

void arb_art_A_4_3_record_shown(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, about_record(look), ARB_CODE_RECORD_SHOWN, look->player, ARB_EFFECT_NONE)
        ->number = look->after->sheet_requests[look->player];
}

/* A.4.3, B.2.3, 11.5  Whoever asks too often disturbs the opponent. */
void arb_art_11_5_asked_too_often(arb_verdict *v, const arb_look *look)
{
    if (look->after->sheet_requests[look->player] > look->book->sheet_requests_granted)
        arb_say(v, look, ARB_ART_11_5, ARB_CODE_ASKED_TOO_OFTEN, look->player, ARB_EFFECT_WARNING);
}

/* Laws A.5.1 */
/* Has each completed so many moves that some complaints come too late? */
static bool is_under_way(const arb_look *look)
{
    const arb_state *s = look->before;
    uint32_t least = UINT32_MAX;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const bool made = look->book->setup_claim_made && arb_state_is_uncompleted(s, c);
        const uint32_t moves = arb_state_counter(s, c) + made;
        least = moves < least ? moves : least;
    }
    return is_limited(look) && least >= look->book->setup_claim_moves;
}

/* A.5.1.1  The setting of the clocks stays as it is; the arbiter knows when it cannot. */
void arb_art_A_5_1_1_clocks_stay_as_set(arb_verdict *v, const arb_look *look)
{
    if (is_under_way(look))
        arb_say(v, look, ARB_ART_A_5_1_1, ARB_CODE_CLOCKS_STAY, NOBODY, ARB_EFFECT_NONE);
}

/* A.5.1.2  The board stays as it was set up. A king or rook that stood wrong has no right to
 *          castle: arb_setup_castle_as_usual() takes it away when the game begins. */
void arb_art_A_5_1_2_setup_stays(arb_verdict *v, const arb_look *look)
{
    if (is_under_way(look))
        arb_refuse(v, look, ARB_ART_A_5_1_2, ARB_CODE_SETUP_STAYS, ARB_EFFECT_NONE);
}

/* Has the opponent done what ends the time for finding an illegal move? */
static bool too_late(const arb_look *look, const arb_found *found)
{
    const arb_state *s = look->before;
    const bool touched = s->touched.count > 0 || arb_hands_at_work(s);

    return !found->last ||
           (look->book->found_until == ARB_FOUND_UNTIL_TOUCHED && !claim_wins(look) && touched);
}

/* A.5.2  Without full supervision it is too late once the opponent has made his next move. */
void arb_art_A_5_2_too_late_to_find(arb_verdict *v, const arb_look *look)
{
    if (is_limited(look) && look->found.kind != ARB_REGULAR && too_late(look, &look->found))
        arb_refuse(v, look, claim_wins(look) ? ARB_ART_E2001_C3 : ARB_ART_A_5_2, ARB_CODE_TOO_LATE,
                   ARB_EFFECT_NONE);
}

/* A.5.2  It was found in time: Article 7 says what follows. */
void arb_art_A_5_2_found_in_time(arb_verdict *v, const arb_look *look)
{
    const bool spoken = look->event->verb == ARB_VERB_OBSERVE_ILLEGAL ||
                        look->event->verb == ARB_VERB_CLAIM_ILLEGAL;
    const bool seen = look->completed != ARB_REGULAR && !claim_wins(look) &&
                      look->regulations->detection == ARB_DETECTION_AUTOMATIC;

    if (is_limited(look) && (spoken || seen))
        arb_say(v, look, ARB_ART_A_5_2, ARB_CODE_FOUND_IN_TIME, look->player, ARB_EFFECT_NONE);
}

/* A.5.2  What nobody found in time the players may still correct, in some editions, where nobody
 *        supervises every game and the board is seen. */
void arb_art_A_5_2_no_correction_here(arb_verdict *v, const arb_look *look)
{
    if (!is_limited(look) || !look->book->players_may_correct ||
        look->regulations->board != ARB_BOARD_SEEN)
        arb_refuse(v, look, ARB_ART_A_5_2, ARB_CODE_NOTHING_IRREGULAR, ARB_EFFECT_NONE);
}

void arb_art_A_5_2_nothing_to_correct(arb_verdict *v, const arb_look *look)
{
    if (look->found.kind == ARB_REGULAR)
        arb_refuse(v, look, ARB_ART_A_5_2, ARB_CODE_NOTHING_IRREGULAR, ARB_EFFECT_NONE);
}

/* A.5.2  Both want it: the position before comes back. */
void arb_art_A_5_2_corrected_by_agreement(arb_verdict *v, const arb_look *look)
{
    if (look->after->agreed == 3u && look->found.kind != ARB_REGULAR)
        arb_say(v, look, ARB_ART_A_5_2, ARB_CODE_CORRECTED, look->found.by, ARB_EFFECT_TAKE_BACK)
            ->ply = arb_history_get(look->history, look->found.ply)->before;
}

/* A.5.4  The arbiter sees a position that cannot be: both kings in check, or a pawn on the last
 *        rank. He waits for the next move to be completed; not in every edition. */
void arb_art_A_5_4_no_waiting_here(arb_verdict *v, const arb_look *look)
{
    if (is_limited(look) && !look->book->illegal_position_draws)
        arb_refuse(v, look, ARB_ART_A_5_4, ARB_CODE_NOTHING_TO_WAIT_FOR, ARB_EFFECT_NONE);
}

void arb_art_A_5_4_nothing_to_wait_for(arb_verdict *v, const arb_look *look)
{
    if (is_limited(look) && !(arb_watchable(&look->before->pos) & arb_watch_of(look->event)))
        arb_refuse(v, look, ARB_ART_A_5_4, ARB_CODE_NOTHING_TO_WAIT_FOR, ARB_EFFECT_NONE);
}

void arb_art_A_5_4_arbiter_waits(arb_verdict *v, const arb_look *look)
{
    if (is_limited(look))
        arb_say(v, look, ARB_ART_A_5_4, ARB_CODE_ARBITER_WAITS, NOBODY, ARB_EFFECT_NONE);
}

/* A.5.4  It is still there: the game is drawn. */
void arb_art_A_5_4_still_illegal(arb_verdict *v, const arb_look *look)
{
    if (arb_has_completed(look) && (look->before->watched & arb_watchable(&look->after->pos)))
        arb_decide(v, look, ARB_ART_A_5_4, ARB_CODE_STILL_ILLEGAL, NOBODY, ARB_RESULT_DRAW);
}

/* A.5.5  Where he does not watch every game, the arbiter calls the flags that he sees; among
 * friends there is none. */
void arb_art_A_5_5_arbiter_calls_flag(arb_verdict *v, const arb_look *look)
{
    if (is_limited(look) && !arb_is_casual(look))
        arb_say(v, look, ARB_ART_A_5_5, ARB_CODE_ARBITER_CALLS_FLAG, NOBODY, ARB_EFFECT_NONE);
}

/* A.5.3  A player who claims wins on time, unless he could never have checkmated. */
void arb_art_A_5_3_win_on_time_claimed(arb_verdict *v, const arb_look *look)
{
    if (is_limited(look) && look->after->reason != ARB_CODE_BOTH_FLAGS_DOWN)
        arb_say(v, look, ARB_ART_A_5_3, ARB_CODE_TIME_CLAIMED, look->player, ARB_EFFECT_CITE)
            ->result = (arb_result)look->after->result;
}

/* 2001 B6  Only a player's claim makes a flag fall: the arbiter says nothing. */
void arb_art_E2001_B6_arbiter_is_silent(arb_verdict *v, const arb_look *look)
{
    if (look->book->flag_by_players_only && !is_standard(look))
        arb_refuse(v, look, ARB_ART_E2001_B6, ARB_CODE_ARBITER_IS_SILENT, ARB_EFFECT_NONE);
}

/* 2001 B7, B8  The claim needs the claimant's own flag up; with both down the game is drawn. */
/* Laws 2001:B7, 2001:B8 */
void arb_art_E2001_B8_both_flags_down(arb_verdict *v, const arb_look *look)
{
    if (!look->book->flag_claim_with_own_up || is_standard(look) ||
        !arb_state_flag(look->after, look->player))
        return;
    arb_say(v, look, ARB_ART_E2001_B7, ARB_CODE_OWN_FLAG_DOWN, look->player, ARB_EFFECT_NONE);
    arb_decide(v, look, ARB_ART_E2001_B8, ARB_CODE_BOTH_FLAGS_DOWN, NOBODY, ARB_RESULT_DRAW);
}

/* 2001 C3  In blitz only the opponent has something to say about an illegal move. */
void arb_art_E2001_C3_not_for_the_arbiter(arb_verdict *v, const arb_look *look)
{
    if (claim_wins(look))
        arb_refuse(v, look, ARB_ART_E2001_C3, ARB_CODE_ONLY_BY_CLAIM, ARB_EFFECT_NONE);
}

/* 2001 C3  Nor has the player himself. */
void arb_art_E2001_C3_not_for_the_offender(arb_verdict *v, const arb_look *look)
{
    if (claim_wins(look) && look->found.kind != ARB_REGULAR && look->found.by == look->player)
        arb_refuse(v, look, ARB_ART_E2001_C3, ARB_CODE_ONLY_BY_CLAIM, ARB_EFFECT_NONE);
}

/* The position in which the claimant must be able to checkmate: what an illegal move captured is
 * still there. */
static arb_pos before_illegal_move(const arb_look *look, bool claimed)
{
    arb_pos pos = look->before->pos;

    if (claimed && look->found.kind != ARB_REGULAR && look->regulations->board == ARB_BOARD_SEEN)
        arb_history_position(&pos, look->history,
                             arb_history_get(look->history, look->found.ply)->before);
    return pos;
}

/* 2001 C3  He wins by claiming it, or draws if he could never have checkmated. The capture of a
 * king claims itself. */
void arb_art_E2001_C3_illegal_move_claimed(arb_verdict *v, const arb_look *look)
{
    const bool claimed = look->event->verb == ARB_VERB_CLAIM_ILLEGAL;
    const arb_colour winner = claimed ? look->player : arb_opponent(look->player);

    if (!claim_wins(look) || (!claimed && !arb_is_unplayable(look)))
        return;
    if (!claimed) /* no position is left to look at */
        arb_say(v, look, ARB_ART_E2001_C3, ARB_CODE_ILLEGAL_MOVE, look->player,
                ARB_EFFECT_TAKE_BACK)
            ->ply = look->added->before;
    const arb_pos pos = before_illegal_move(look, claimed);
    if (arb_proof_can_mate_now(look->proof, &pos, winner, NULL) != ARB_PROOF_NO)
        arb_decide(v, look, ARB_ART_E2001_C3, ARB_CODE_ILLEGAL_CLAIM_WINS, winner,
                   arb_result_win(winner));
    else
        arb_decide(v, look, ARB_ART_E2001_C3, ARB_CODE_ILLEGAL_CLAIM_DRAWS, winner,
                   ARB_RESULT_DRAW);
}

static bool is_limited_blitz(const arb_look *look)
{
    return is_limited(look) && look->regulations->play == ARB_PLAY_BLITZ;
}

/* B.3  Where nobody supervises every game, the rules of rapid govern blitz as well. */
void arb_art_B_3_rules_of_rapid(arb_verdict *v, const arb_look *look)
{
    if (is_limited_blitz(look))
        arb_say(v, look, ARB_ART_B_3, ARB_CODE_RULES_OF_RAPID, NOBODY, ARB_EFFECT_NONE);
}

void arb_art_B_3_decided_by_rules_of_rapid(arb_verdict *v, const arb_look *look)
{
    const uint16_t reason = look->after->reason;

    if (is_limited_blitz(look) &&
        (reason == ARB_CODE_ILLEGAL_LOSS || reason == ARB_CODE_ILLEGAL_LOSS_THIRD ||
         reason == ARB_CODE_ILLEGAL_DRAW || reason == ARB_CODE_TIME_LOSS ||
         reason == ARB_CODE_TIME_DRAW || reason == ARB_CODE_STILL_ILLEGAL))
        arb_cite(v, look, ARB_ART_B_3);
}
