/* SPDX-License-Identifier: MIT */
/*
 * Resuming an adjourned game: who is there, the envelope and what is in it, and what may have gone
 * wrong (Guidelines I.5, I.7 to I.13).
 */
#include "arbitro/claims.h"
#include "laws/adjourned.h"
#include "laws/rules.h"

static bool waits(const arb_state *s)
{
    return s->adjourned.envelope == ARB_ENVELOPE_SEALED;
}

static bool is_continued(const arb_state *s)
{
    return s->adjourned.stage == ARB_IS_CONTINUED;
}

/* Has this event opened an envelope? */
static bool has_opened(const arb_look *look)
{
    return waits(look->before) && look->after->adjourned.envelope == ARB_ENVELOPE_OPENED;
}

/* Laws I.9 */
/* I.9  Who is not there does nothing at the board. */
void arb_art_I_9_not_there(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->player != NOBODY && is_continued(s) &&
        arb_has_colour(s->adjourned.absent, look->player))
        arb_refuse(v, look, ARB_ART_I_9, ARB_CODE_NOT_ARRIVED, ARB_EFFECT_NONE);
}

/* I.7, I.9.3  Until the envelope is opened nobody moves, nor claims anything of the position. */
void arb_art_I_7_not_opened(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool sealed = is_continued(s) && waits(s);

    if (s->phase == ARB_PHASE_ADJOURNED && !sealed)
        arb_refuse(v, look, look->book->sealing ? ARB_ART_I_7 : ARB_ART_I_5, ARB_CODE_IS_ADJOURNED,
                   ARB_EFFECT_NONE);
    else if (sealed)
        arb_refuse(v, look, s->adjourned.reply ? ARB_ART_I_9_3 : ARB_ART_I_7, ARB_CODE_NOT_OPENED,
                   ARB_EFFECT_NONE);
}

/* ---- setting up */

/* I.5  Only an adjourned game is continued, and once. */
void arb_art_I_5_not_adjourned(arb_verdict *v, const arb_look *look)
{
    if (look->before->phase != ARB_PHASE_ADJOURNED || is_continued(look->before))
        arb_refuse(v, look, ARB_ART_I_5, ARB_CODE_NOT_ADJOURNED, ARB_EFFECT_NONE);
}

/* I.5  The position before the sealed move, and the times of the adjournment. */
void arb_art_I_5_set_up(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_I_5, ARB_CODE_SET_UP, NOBODY, ARB_EFFECT_SET_UP);
}

/* I.1.2, 6.8, 6.9  A flag that fell with the charge is seen now. */
void arb_art_I_1_2_flag_fell_meanwhile(arb_verdict *v, const arb_look *look)
{
    if (arb_flag_first(look->after) == NOBODY)
        return;
    arb_art_6_8_flag_has_fallen(v, look);
    arb_art_6_9_out_of_time(v, look);
}

/* I.5  Where nothing was sealed the game goes on at once (EDISU 9.3). */
void arb_art_I_5_goes_on(arb_verdict *v, const arb_look *look)
{
    if (!look->book->sealing)
        arb_say(v, look, ARB_ART_I_5, ARB_CODE_RESUMED, (arb_colour)look->after->turn,
                ARB_EFFECT_RUN);
}

/* I.9.2  Who has to reply and is not there loses his time. */
void arb_art_I_9_2_replier_away(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->after;

    if (waits(s) && !arb_is_there(s, arb_replier(s)))
        arb_say(v, look, ARB_ART_I_9_2, ARB_CODE_REPLIER_AWAY, arb_replier(s), ARB_EFFECT_RUN);
}

/* I.11  The same when nobody is there, and coming late is allowed for a while. */
void arb_art_I_11_nobody_there(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->after;

    if (waits(s) && look->book->replier_charged_alone && look->regulations->default_time > 0 &&
        !arb_is_there(s, ARB_WHITE) && !arb_is_there(s, ARB_BLACK))
        arb_say(v, look, ARB_ART_I_11, ARB_CODE_NOBODY_THERE, arb_replier(s), ARB_EFFECT_NONE);
}

/* I.9.2  When he has come he may stop the clock for the envelope. */
void arb_art_I_9_2_stopped_on_arrival(arb_verdict *v, const arb_look *look)
{
    if (arb_stops_on_arrival(look))
        arb_say(v, look, look->before->adjourned.reply ? ARB_ART_I_9_3 : ARB_ART_I_9_2,
                ARB_CODE_STOPPED_ON_ARRIVAL, look->player, ARB_EFFECT_STOP);
}

/* ---- opening */

/* I.7, I.12.1  There is an envelope; after the end it matters only where somebody was late (I.10).
 */
void arb_art_I_7_nothing_to_open(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (arb_state_is_over(s) && s->reason != ARB_CODE_LATE_AGAIN)
        arb_refuse(v, look, ARB_ART_I_7, ARB_CODE_GAME_OVER, ARB_EFFECT_NONE);
    else if (!waits(s) || s->adjourned.ply != s->ply) /* it belongs to another position */
        arb_refuse(v, look, ARB_ART_I_7, ARB_CODE_NO_ENVELOPE, ARB_EFFECT_NONE);
}

void arb_art_I_5_not_set_up(arb_verdict *v, const arb_look *look)
{
    if (!is_continued(look->before))
        arb_refuse(v, look, ARB_ART_I_5, ARB_CODE_NOT_SET_UP, ARB_EFFECT_NONE);
}

/* I.7  What nobody has told the program is told now. */
void arb_art_I_7_content_not_said(arb_verdict *v, const arb_look *look)
{
    if (arb_envelope_match(look) == ARB_MATCH_NO_TEXT)
        arb_refuse(v, look, ARB_ART_I_7, ARB_CODE_CONTENT_NOT_SAID, ARB_EFFECT_NONE);
}

/* I.3  The arbiter answers for the envelope: nothing else can come out of it than went in. */
void arb_art_I_3_content_differs(arb_verdict *v, const arb_look *look)
{
    if (arb_envelope_match(look) == ARB_MATCH_DIFFERS)
        arb_refuse(v, look, ARB_ART_I_3, ARB_CODE_CONTENT_DIFFERS, ARB_EFFECT_NONE);
}

/* Does it not matter who is there, because the sealed move ends the game (I.10)? */
static bool ends_anyway(const arb_look *look)
{
    return !look->book->conclusion_for_sealer_only && !look->before->adjourned.reply &&
           arb_sealed_ends(look);
}

/* I.7, I.10  The envelope waits for the player who has to reply, unless there is no reply. */
void arb_art_I_7_replier_absent(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (!arb_state_is_over(s) && !arb_is_there(s, arb_replier(s)) && !ends_anyway(look))
        arb_refuse(v, look, s->adjourned.reply ? ARB_ART_I_9_3 : ARB_ART_I_7,
                   ARB_CODE_REPLIER_ABSENT, ARB_EFFECT_NONE);
}

/* I.7  It is opened, and what is in it made on the board if that is a move. */
void arb_art_I_7_opened(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_I_7, ARB_CODE_ENVELOPE_OPENED, arb_writer(look->before),
            ARB_EFFECT_UNSEAL);
}

/* I.1.1  What was made on the board counts, whatever was written. */
void arb_art_I_1_1_board_move_stands(arb_verdict *v, const arb_look *look)
{
    if (arb_seals_another(look))
        arb_say(v, look, ARB_ART_I_1_1, ARB_CODE_BOARD_MOVE_STANDS, arb_writer(look->before),
                look->book->penalties ? ARB_EFFECT_WARNING : ARB_EFFECT_NONE);
}

/* I.8  A sealed move of this kind loses, or draws where the opponent cannot checkmate (6.9). */
static void lose_by(arb_verdict *v, const arb_look *look, arb_sealed_kind kind, arb_article article,
                    arb_code code)
{
    const arb_colour loser = arb_writer(look->before);

    if (!arb_state_is_over(look->before) && arb_sealed_move(look).kind == kind)
        arb_decide(v, look, article, code, loser, arb_lost_by(v, look, ARB_ART_6_9, loser));
}

/* Laws I.8, I.8.1 */
void arb_art_I_8_1_ambiguous(arb_verdict *v, const arb_look *look)
{
    lose_by(v, look, ARB_SEALED_AMBIGUOUS, ARB_ART_I_8_1, ARB_CODE_SEALED_AMBIGUOUS);
}

/* Laws I.8, I.8.2 */
void arb_art_I_8_2_meaningless(arb_verdict *v, const arb_look *look)
{
    lose_by(v, look, ARB_SEALED_MEANINGLESS, ARB_ART_I_8_2, ARB_CODE_SEALED_MEANINGLESS);
}

/* Laws I.8, I.8.3 */
void arb_art_I_8_3_illegal(arb_verdict *v, const arb_look *look)
{
    lose_by(v, look, ARB_SEALED_ILLEGAL, ARB_ART_I_8_3, ARB_CODE_SEALED_ILLEGAL);
}

/* I.8, 6.9  By that exception it is a draw. */
void arb_art_I_8_with_its_exception(arb_verdict *v, const arb_look *look)
{
    const arb_code reason = (arb_code)look->after->reason;

    if (look->after->result == ARB_RESULT_DRAW &&
        (reason == ARB_CODE_SEALED_AMBIGUOUS || reason == ARB_CODE_SEALED_MEANINGLESS ||
         reason == ARB_CODE_SEALED_ILLEGAL))
        arb_cite(v, look, ARB_ART_6_9);
}

/* I.9.1  Who has to reply was there at the hour: his clock is started. */
void arb_art_I_9_1_sealed_move_made(arb_verdict *v, const arb_look *look)
{
    if (look->before->phase == ARB_PHASE_ADJOURNED)
        arb_say(v, look, ARB_ART_I_9_1, ARB_CODE_SEALED_MOVE_MADE, arb_replier(look->before),
                ARB_EFFECT_RUN);
}

/* I.9.2  He came later: his clock runs already, or stands until the arbiter says so. */
void arb_art_I_9_2_reply_due(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if ((s->phase == ARB_PHASE_PLAYING || s->phase == ARB_PHASE_STOPPED) && !s->adjourned.reply)
        arb_say(v, look, ARB_ART_I_9_2, ARB_CODE_REPLY_DUE, arb_replier(s), ARB_EFFECT_NONE);
}

/* I.9.3  The one who had sealed first has come, and finds the reply. */
void arb_art_I_9_3_reply_opened(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (s->adjourned.reply && !arb_state_is_over(s))
        arb_say(v, look, ARB_ART_I_9_3, ARB_CODE_REPLY_DUE, arb_replier(s), ARB_EFFECT_NONE);
}

/* I.9.3  The reply is in a new envelope, and the clock of the absent player runs. */
void arb_art_I_9_3_reply_sealed(arb_verdict *v, const arb_look *look)
{
    if (arb_presses_reply(look))
        arb_say(v, look, ARB_ART_I_9_3, ARB_CODE_REPLY_SEALED, look->player, ARB_EFFECT_NONE);
}

/* ---- coming late */

/* The players whose lateness this event brings out, as bits. */
static unsigned late(const arb_look *look)
{
    unsigned found = 0;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_is_late_again(look, c))
            found |= 1u << c;
    if (look->event->verb == ARB_VERB_DEFAULT)
        return found & look->event->colours;
    if (look->event->verb == ARB_VERB_ELAPSE)
        return found;
    return arb_has_colour(found, look->player) ? found : 0;
}

/* I.10  A sealed move that has ended the game does so whoever is late; in 2001 only when the one
 *       who sealed it is (A10). */
void arb_art_I_10_conclusion_stands(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const unsigned players = late(look);
    const bool counts = !look->book->conclusion_for_sealer_only ||
                        arb_has_colour(players, (arb_colour)s->adjourned.sealer);

    if (players && counts && waits(s) && !s->adjourned.reply && arb_sealed_ends(look))
        arb_say(v, look, ARB_ART_I_10, ARB_CODE_CONCLUSION_STANDS, arb_writer(s),
                ARB_EFFECT_UNSEAL);
}

/* I.10, 6.9  In 2001 the one who is there and has lost on time has lost (A10c); a flag that nobody
 *            had called is seen now. */
void arb_art_I_10_present_out_of_time(arb_verdict *v, const arb_look *look)
{
    const arb_colour sealer = (arb_colour)look->before->adjourned.sealer;
    bool unproved;

    if (!look->book->conclusion_for_sealer_only || sealer == NOBODY || late(look) != 1u << sealer)
        return;
    const arb_colour other = arb_opponent(sealer);
    if (!arb_state_flag(look->after, other) ||
        arb_loss_result(ARB_ART_6_9, look->book, &look->after->pos, other, look->proof,
                        &unproved) == ARB_RESULT_DRAW)
        return;
    arb_say(v, look, ARB_ART_6_8, ARB_CODE_FLAG_FALLEN, other, ARB_EFFECT_NONE);
    arb_lose_on_time(v, look, other);
    arb_cite(v, look, ARB_ART_I_10);
}

/* I.10  Otherwise who is late loses. The game was begun, so that this is no forfeit. */
static void lose_late(arb_verdict *v, const arb_look *look)
{
    const unsigned players = late(look);
    const arb_result result = players == 3u   ? ARB_RESULT_BOTH_LOSE
                              : players == 1u ? ARB_RESULT_BLACK_WINS
                                              : ARB_RESULT_WHITE_WINS;
    const arb_colour loser = players == 3u ? NOBODY : players == 1u ? ARB_WHITE : ARB_BLACK;

    if (players && !has_opened(look))
        arb_decide(v, look, ARB_ART_I_10, ARB_CODE_LATE_AGAIN, loser, result);
}

void arb_art_I_10_late_arrival(arb_verdict *v, const arb_look *look)
{
    lose_late(v, look);
}

void arb_art_I_10_declared_late(arb_verdict *v, const arb_look *look)
{
    lose_late(v, look);
}

void arb_art_I_10_late_by_now(arb_verdict *v, const arb_look *look)
{
    lose_late(v, look);
}

/* I.10  What nobody knew when the loss was declared comes out of the envelope. */
void arb_art_I_10_concluded_after_all(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const arb_colour sealer = (arb_colour)s->adjourned.sealer;
    const bool counts = !look->book->conclusion_for_sealer_only ||
                        arb_result_outcome((arb_result)s->result, sealer) == ARB_OUTCOME_LOSS;

    if (!arb_state_is_over(s) || !counts || !arb_sealed_ends(look))
        return;
    const bool mates = arb_pos_is_checkmate(&look->after->pos);
    arb_say(v, look, ARB_ART_I_10, ARB_CODE_CONCLUDED_AFTER_ALL, sealer, ARB_EFFECT_AWARD)->result =
        mates ? arb_result_win(sealer) : ARB_RESULT_DRAW;
}

/* I.10  The result names the article that let the conclusion stand. */
void arb_art_I_10_with_its_conclusion(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool late_or_away =
        look->event->verb != ARB_VERB_OPEN_ENVELOPE || !arb_is_there(s, arb_replier(s));

    if (has_opened(look) && late_or_away)
        arb_cite(v, look, ARB_ART_I_10);
}

/* ---- trouble */

/* Laws I.12, I.12.1 */
/* I.12.1  Without the envelope the player makes the move that he says he sealed. */
void arb_art_I_12_1_envelope_lost(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_I_12_1, ARB_CODE_ENVELOPE_LOST, arb_writer(look->before),
            ARB_EFFECT_MISSING);
}

/* I.12.2  Without the position there is no game. */
void arb_art_I_12_2_position_lost(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool adjourned =
        s->phase == ARB_PHASE_ADJOURNED || waits(s) || s->adjourned.counted != NOBODY;

    if ((look->event->flags & ARB_EVENT_UNKNOWN) && adjourned && look->book->sealing)
        arb_decide(v, look, ARB_ART_I_12_2, ARB_CODE_POSITION_LOST, NOBODY, ARB_RESULT_VOID);
}

/* I.13  Wrong times are put right before the player's first move. */
void arb_art_I_13_times_corrected(arb_verdict *v, const arb_look *look)
{
    const arb_adjourned *a = &look->before->adjourned;
    const arb_colour side = arb_named(look->event);

    if (a->stage >= ARB_IS_ADJOURNED && look->book->sealing && !arb_has_colour(a->moved, side))
        arb_say(v, look, ARB_ART_I_13, ARB_CODE_TIMES_CORRECTED, side, ARB_EFFECT_NONE);
}

/* I.5  A position that was rebuilt wrongly becomes what it was before the suspension (EDISU 9.3).
 */
void arb_art_I_5_rebuilt_wrongly(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (!look->book->sealing && is_continued(s))
        arb_say(v, look, ARB_ART_I_5, ARB_CODE_REBUILT_WRONGLY, NOBODY, ARB_EFFECT_RESTORE)->ply =
            s->adjourned.first;
}
