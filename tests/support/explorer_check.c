/* SPDX-License-Identifier: MIT */
/* What must be so after every event, whatever it was: see explorer.h. */
#include "explorer_check.h"
#include "laws/boards.h"
#include "laws/hands.h"

bool step_has_effect(const explorer_step *step, arb_effect effect)
{
    for (size_t i = 0; i < step->verdict->count; i++)
        if (step->verdict->ruling[i].effect == effect)
            return true;
    return false;
}

bool step_has_code(const explorer_step *step, arb_code code)
{
    for (size_t i = 0; i < step->verdict->count; i++)
        if (step->verdict->ruling[i].code == code)
            return true;
    return false;
}

/* Laws 7.5.2: was a pawn found that had been left on the last rank before? */
static bool finds_pawn(const explorer_step *step)
{
    const arb_verb verb = step_verb(step);

    return step_has_effect(step, ARB_EFFECT_QUEEN) &&
           (verb == ARB_VERB_OBSERVE_ILLEGAL || verb == ARB_VERB_CLAIM_ILLEGAL ||
            verb == ARB_VERB_OBSERVE_LAST_RANK_PAWN || verb == ARB_VERB_OBSERVE_BOTH_CHECKED);
}

bool step_goes_back(const explorer_step *step)
{
    return finds_pawn(step) || step_revokes(step) || step_has_effect(step, ARB_EFFECT_RESTORE) ||
           step_has_effect(step, ARB_EFFECT_TAKE_BACK) ||
           step_has_effect(step, ARB_EFFECT_RESTORE_SHEETS) ||
           step_has_effect(step, ARB_EFFECT_TAKE_BACK_SHEETS);
}

/* Laws 6.8: where the arbiter notices a flag at once, its fall comes before the event. When? */
static bool flag_fell_before(arb_ms *when, const explorer_step *step)
{
    *when = step->event->time;
    if (!arb_flags_are_called(step->before->regulations))
        return false;
    for (size_t i = 0; i < step->verdict->count; i++)
        if (step->verdict->ruling[i].code == ARB_CODE_FLAG_FALLEN) {
            *when = step->verdict->ruling[i].at;
            return true;
        }
    return false;
}

/* A refused event changes nothing but time, and what time alone brings about (8.4). */
static const char *check_refusal(const explorer_step *step)
{
    arb_state expected = *step->before;
    arb_ms when;

    if (!step->verdict->refused)
        return NULL;
    if (step->verdict->refusal.article == ARB_ART_NONE)
        return "refused without an article";
    if (flag_fell_before(&when, step))
        return step_after(step)->phase == ARB_PHASE_PLAYING ? "a flag fell and the game goes on"
                                                            : NULL;
    if (step->verdict->count > 0)
        return "refused, and something follows";
    expected.now = step->event->time;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (step_after(step)->recording_free[c] == arb_state_period(step_after(step), c)) {
            expected.recording_free[c] = step_after(step)->recording_free[c];
            expected.keeping[c].since = step_after(step)->keeping[c].since;
        }
    return explorer_difference(&expected, step_after(step));
}

/* Laws 10.2 */
static const char *check_points(const explorer_step *step)
{
    const arb_points *points = &step_after(step)->regulations->points;
    const int white = arb_state_score(step_after(step), ARB_WHITE);
    const int black = arb_state_score(step_after(step), ARB_BLACK);

    if ((white == ARB_SCORE_NONE) != (black == ARB_SCORE_NONE))
        return "the score of one player alone is known";
    if (white != ARB_SCORE_NONE && !arb_points_allowed(points, white, black))
        return "points that 10.2 does not allow";
    if (white != ARB_SCORE_NONE && step_after(step)->phase != ARB_PHASE_FINISHED)
        return "points before the end";
    return NULL;
}

/* Never both clocks run, and none does when nobody plays. */
static const char *check_running(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const arb_ms later = s->now + 1000;
    unsigned falling = 0;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const arb_ms left = arb_state_clock(s, c), then = arb_state_clock_at(s, c, later);
        if (then > left || left < 0)
            return "a clock that nobody touches shows more, or less than nothing";
        falling += then < left;
    }
    if (falling > 1)
        return "both clocks run";
    if (!arb_is_played(s) && (falling > 0 || arb_state_running(s) != NOBODY))
        return "a clock runs and nobody plays";
    return NULL;
}

/* Counters only grow, unless something comes back or the arbiter sets them; and not by much: a move
 * can complete the one before it and be completed at once. */
static const char *check_counters(const explorer_step *step)
{
    if (step_verb(step) == ARB_VERB_REVOKE || step_verb(step) == ARB_VERB_SET_CLOCK ||
        step_has_effect(step, ARB_EFFECT_NEXT_PERIOD)) /* Laws 8.6 */
        return NULL;
    if (step_verb(step) == ARB_VERB_SET_POSITION &&
        step->before->adjourned.stage >= ARB_IS_ADJOURNED)
        return NULL; /* a sealed move that was counted is void (I.12) */
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        if (arb_state_counter(step_after(step), c) >
            arb_state_counter(step->before, c) + step->before->unpressed[c] + 2)
            return "moves are counted that nobody made";
        if (step_goes_back(step))
            continue;
        if (arb_state_counter(step_after(step), c) < arb_state_counter(step->before, c))
            return "completed moves are forgotten";
        if (arb_state_illegal(step_after(step), c) < arb_state_illegal(step->before, c))
            return "illegal moves are forgotten";
    }
    return NULL;
}

/* Laws 6.3.2: what completing the moves after `from` up to `to` can have brought. */
static arb_ms credit(const arb_state *s, arb_colour colour, uint32_t from, uint32_t to)
{
    const arb_time_control *control = &s->regulations->clock.control[colour];
    arb_ms sum = 0;

    for (uint32_t move = from + 1; move <= to && control->count > 0; move++) {
        uint32_t end = 0;
        unsigned i = 0;
        do {
            end += control->period[i].moves;
            if (move == end)
                sum += control->period[i + 1u < control->count ? i + 1 : i].time;
            i += i + 1u < control->count;
        } while (end < move && control->period[i].moves > 0);
        const arb_period *period = &control->period[arb_time_control_period(control, move)];
        if (period->kind != ARB_BONUS_DELAY) /* Laws 6.10.2: unless the arbiter has corrected it */
            sum += s->clock.corrected ? s->clock.bonus : period->bonus;
    }
    return sum;
}

/* Time grows only by an increment or a period, by a ruling, or by the arbiter's hand. */
static const char *check_time(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    arb_ms when;

    if (step_verb(step) == ARB_VERB_REVOKE)
        return NULL;
    (void)flag_fell_before(&when, step);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        arb_ms most = arb_state_clock_at(step->before, c, when);
        if (step_verb(step) == ARB_VERB_SET_CLOCK && (step->event->colours >> c & 1u))
            continue;
        for (size_t i = 0; i < step->verdict->count; i++) {
            const arb_ruling *ruling = &step->verdict->ruling[i];
            if (ruling->effect == ARB_EFFECT_TIME && ruling->player == c && ruling->ms > 0)
                most += ruling->ms;
        }
        const uint32_t again = step->before->adjourned.counted == c; /* Laws I.12.1: counted anew */
        const uint32_t from = arb_state_counter(step->before, c) - again,
                       to = arb_state_counter(s, c);
        most += credit(s, c, from, to);
        most += to > from ? (to - from) * s->clock.extra : 0; /* Laws III.4 */
        if (arb_state_clock(s, c) > most)
            return "a clock shows more, and nothing tells why";
    }
    return NULL;
}

/* Laws 7.4.1, 7.5.2: whose time runs while pieces are put back, and who has the move after a queen
 * came late. */
static const char *check_put_right(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const arb_colour running = arb_state_running(s);

    if (s->restoring != NOBODY && running != s->restoring && running != NOBODY)
        return "pieces are put back on the opponent's time";
    if (s->restoring != NOBODY && !arb_is_played(s))
        return "pieces are put back, and nobody plays";
    for (size_t i = 0; i < step->verdict->count; i++) {
        const arb_ruling *ruling = &step->verdict->ruling[i];
        if (ruling->effect == ARB_EFFECT_QUEEN && !step->verdict->refused &&
            s->turn != arb_opponent(ruling->player))
            return "the opponent of a pawn that became a queen does not have the move";
    }
    return NULL;
}

/* Laws 8.7: a result that both signed is the result, unless the arbiter decided otherwise. */
static const char *check_signed(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const bool settled =
        s->score[ARB_WHITE] != ARB_SCORE_NONE || s->score[ARB_BLACK] != ARB_SCORE_NONE;

    if (s->signature[ARB_WHITE] == ARB_RESULT_NONE && s->signature[ARB_BLACK] == ARB_RESULT_NONE)
        return NULL;
    if (!arb_state_is_over(s))
        return "a game that goes on is signed";
    return s->signature[ARB_WHITE] == s->signature[ARB_BLACK] && !settled &&
                   s->result != s->signature[ARB_WHITE] && s->reason != ARB_CODE_AWARDED &&
                   s->reason != ARB_CODE_ANNULLED && s->reason != ARB_CODE_PENALTY_LOSS
               ? "both have signed, and the result is another"
               : NULL;
}

/* A finished game stays finished, with its result, unless the arbiter decides otherwise or a
 * penalty changes the points. */
static const char *check_finished(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);

    if (arb_state_is_over(b) && b->offer != NOBODY)
        return "an offer stands in a game that is over";
    if (arb_state_is_over(b) != (b->result != ARB_RESULT_NONE) ||
        arb_state_is_over(b) != (b->reason != ARB_CODE_COUNT) ||
        arb_state_is_over(b) != (b->article_count > 0))
        return "phase, result and reason contradict each other";
    if (!arb_state_is_over(a) || step_revokes(step) || step_has_effect(step, ARB_EFFECT_AWARD) ||
        step_has_effect(step, ARB_EFFECT_OPEN) || step_has_effect(step, ARB_EFFECT_SIGNED) ||
        step_has_effect(step, ARB_EFFECT_REOPEN)) /* Laws 0.2, 6.7.1, 8.7 */
        return NULL;
    if (a->phase != b->phase ||
        (a->reason != b->reason && !step_has_effect(step, ARB_EFFECT_SCORE)) ||
        ((a->result != b->result || a->article_count != b->article_count) &&
         !step_has_effect(step, ARB_EFFECT_SCORE) && /* Laws 11.8, 12.9 */
         !step_has_effect(step, ARB_EFFECT_CITE)))   /* Laws 8.7 */
        return "a finished game has another result";
    return NULL;
}

/* Laws 3.9.2: who has just made a legal move is not in check; that takes an illegal move, or a
 * position that somebody set up. */
static const char *check_kings(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const arb_ply_record *record = arb_history_get(arb_game_history(step->game), s->ply);

    if (record->kind != ARB_PLY_MOVE || arb_pos_checkers(&s->pos, arb_opponent(s->pos.turn)) == 0)
        return NULL;
    return "the side that does not have the move is in check, and no illegal move stands";
}

/* Laws 4.7, 7.5.1: the hands belong to the player who has the move; a position that has come back
 * has nothing off its square, and what is no longer to be seen is forgotten. */
static const char *check_hands(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const arb_hands *hands = &s->hands;
    arb_move made;

    if (hands->made > hands->count || hands->last > hands->made)
        return "the deeds of the hands are out of order";
    for (unsigned i = hands->made; i < hands->count; i++)
        if (hands->deed[i].by != s->turn)
            return "the hands of the player who does not have the move are at work";
    if (arb_hands_at_work(s) && s->regulations->board != ARB_BOARD_SEEN)
        return "hands at work on a board that nobody sees";
    if (step_has_effect(step, ARB_EFFECT_TAKE_BACK) && hands->count > 0)
        return "a position has come back, and hands are at work on it";
    if (arb_hands_at_work(s) && arb_hands_made(&made, s) && arb_binding(s, made) == ARB_ART_NONE &&
        !arb_is_blind(s, (arb_colour)s->turn)) /* Laws D.2.3 */
        return "the hands have made a legal move, and nobody has noticed";
    return NULL;
}

/* What stands on the board is what the record says. */
static const char *check_board(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const arb_history *history = arb_game_history(step->game);
    const arb_setup setup = arb_pos_setup(&s->pos), board = arb_state_board(s);
    arb_pos recorded;

    if (!arb_pos_ok(&s->pos))
        return "the position is not consistent";
    if (s->ply >= arb_history_size(history))
        return "the state is at a ply that the record does not have";
    if (!arb_history_position(&recorded, history, s->ply) || !arb_pos_same(&recorded, &s->pos) ||
        recorded.quiet_plies != s->pos.quiet_plies)
        return "the position is not the one of the record";
    if (s->regulations->board == ARB_BOARD_SEEN && s->turn != s->pos.turn)
        return "the position gives the move to the other player";
    if (!s->standing.on_board)
        return NULL;
    if (arb_setup_equal(&setup, &board))
        return "a displacement stands and displaces nothing";
    return !arb_hands_at_work(s) ? "a displacement of nothing" : NULL;
}

/* Laws 6.8: where every flag is noticed, none has fallen while players went on. */
static const char *check_flags(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const bool went_on =
        step->before->phase == ARB_PHASE_PLAYING || step_verb(step) == ARB_VERB_REVOKE;

    if (!arb_flags_are_called(s->regulations) || s->phase != ARB_PHASE_PLAYING || !went_on)
        return NULL;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_flag_fell(s, c) < step->event->time)
            return "a flag has fallen and nobody noticed";
    return NULL;
}

static const char *check_pending(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    const arb_ms wakeup = arb_state_wakeup(s);

    if (wakeup <= s->now)
        return "it should have woken up before";
    if (s->now != step->event->time)
        return "the state is not at the time of the event";
    if (s->uncompleted && !arb_needs_press(s))
        return "a move waits for a press that does not come";
    if (s->claim_decided && s->phase != ARB_PHASE_STOPPED)
        return "a decided claim holds up a game that is not stopped";
    if (!arb_state_is_over(s) && (s->two_hands & ~s->uncompleted))
        return "two hands made a move that is no longer in the making";
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (s->unpressed[c] && !arb_has_colour(s->uncompleted, c) && !arb_state_is_over(s))
            return "moves wait for a press, and the last does not";
    return NULL;
}

/* Laws 4.3 to 4.5: touched pieces leave some of the legal moves, and never none of them. */
static const char *check_allowed(const explorer_step *step)
{
    const arb_state *s = step_after(step);
    arb_move allowed[ARB_MOVES_MAX], legal[ARB_MOVES_MAX];
    const size_t count = arb_state_allowed(allowed, NULL, s);
    const size_t all = arb_pos_moves(legal, &s->pos);
    size_t at = 0;

    if ((count == 0) != (all == 0))
        return "touched pieces leave no move";
    for (size_t i = 0; i < count; i++, at++) { /* in the order of the legal ones */
        while (at < all && !arb_move_equal(legal[at], allowed[i]))
            at++;
        if (at == all)
            return "touched pieces leave an illegal move";
    }
    return NULL;
}

const char *explorer_check(const explorer_step *step)
{
    static step_check *const checks[] = {
        check_refusal,
        check_points,
        check_running,
        check_counters,
        check_time,
        check_finished,
        check_put_right,
        check_signed,
        check_board,
        check_kings,
        check_hands,
        check_pending,
        check_flags,
        check_allowed,
        explorer_check_claims,
        explorer_check_people,
        explorer_check_conduct,
        explorer_check_watched,
        explorer_check_record,
        explorer_check_boards,
        explorer_check_edition,
    };

    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *wrong = checks[i](step);
        if (wrong)
            return wrong;
    }
    return NULL;
}
