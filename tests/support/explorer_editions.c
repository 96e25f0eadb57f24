/* SPDX-License-Identifier: MIT */
/* What the rulebook of the game says, whatever happens: see explorer_check.h. */
#include "explorer_check.h"

static const arb_rulebook *book_of(const explorer_step *step)
{
    return step_after(step)->regulations->book;
}

/* A ruling that is possible only where something is known to the edition or the event. */
typedef struct condition {
    arb_code code;
    bool known;
    const char *wrong;
} condition;

static const char *first_unknown(const explorer_step *step, const condition *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!rows[i].known && step_has_code(step, rows[i].code))
            return rows[i].wrong;
    return NULL;
}

/* Laws 5.1.2, 5.2.3, 9.6, 11.3.2.2, A.5.4, 7.5.5: ends that the edition does not know. */
static const char *check_ends(const explorer_step *step)
{
    const arb_rulebook *book = book_of(step);
    const arb_state *s = step_after(step);
    const arb_regulations *r = s->regulations;
    const bool counted = book->illegal_limit[r->play] > 0;
    const bool each_moved = arb_moves_made(step->before, ARB_WHITE) >= book->moves_before_draw &&
                            arb_moves_made(step->before, ARB_BLACK) >= book->moves_before_draw;
    const condition rows[] = {
        { ARB_CODE_FIVE_TIMES, book->repetitions_end > 0, "five times end the game" },
        { ARB_CODE_SEVENTY_FIVE_MOVES, book->quiet_moves_end > 0, "75 moves end the game" },
        { ARB_CODE_THREE_TIMES, r->draws == ARB_DRAWS_AUTOMATIC, "three times end the game" },
        { ARB_CODE_QUIET_MOVES, r->draws == ARB_DRAWS_AUTOMATIC, "quiet moves end the game" },
        { ARB_CODE_RESIGNED_DRAW, book->resigning_may_draw, "resigning draws" },
        { ARB_CODE_DEVICE_LOSS, r->electronics == ARB_ELECTRONICS_LOSS, "a device loses" },
        { ARB_CODE_STILL_ILLEGAL, book->illegal_position_draws, "an illegal position draws" },
        { ARB_CODE_ILLEGAL_LOSS, counted, "illegal moves lose and nobody counts them" },
        { ARB_CODE_ILLEGAL_DRAW, counted && book->illegal_may_draw, "illegal moves draw" },
        { ARB_CODE_TIME_DRAW, book->flag_may_draw, "a flag draws" },
        { ARB_CODE_LATE, book->lateness_loses, "coming late loses" },
        { ARB_CODE_ILLEGAL_CLAIM_WINS, book->illegal_claim_wins[r->play], "a claim wins" },
        { ARB_CODE_ILLEGAL_CLAIM_DRAWS, book->illegal_claim_wins[r->play], "a claim draws" },
        { ARB_CODE_QUICKPLAY_DRAW, r->quickplay == ARB_QUICKPLAY_YES, "no quickplay, but a draw" },
        { ARB_CODE_CLAIM_LOST, r->arbiter == ARB_ARBITER_ABSENT, "a rejected claim loses" },
        { ARB_CODE_AGREED, each_moved, "agreed before each has made a move" },
        { ARB_CODE_UNIDENTIFIED, book->unidentified == ARB_UNIDENTIFIED_ANNUL,
          "what cannot be identified annuls the game" },
    };

    return first_unknown(step, rows, sizeof rows / sizeof *rows);
}

/* The same for what follows without an end. */
static const char *check_said(const explorer_step *step)
{
    const arb_rulebook *book = book_of(step);
    const arb_regulations *r = step_after(step)->regulations;
    const bool limited = r->supervision == ARB_SUPERVISION_LIMITED;
    const condition rows[] = {
        { ARB_CODE_FIFTY_COMING, book->fifty_with_move, "fifty moves with a written one" },
        { ARB_CODE_PROMOTION_MISSING, book->unpromoted_becomes_queen, "a pawn becomes a queen" },
        { ARB_CODE_PRESSED_WITHOUT_MOVE, book->press_without_move_fault, "a mere press costs" },
        { ARB_CODE_NEXT_MOVE_COMPLETES, book->next_move_completes, "the next move completes" },
        { ARB_CODE_CLAIM_STOPS, book->claim_procedure, "a claim stops the clocks" },
        { ARB_CODE_TWO_HANDS, book->two_hands == ARB_TWO_HANDS_ILLEGAL, "two hands cost" },
        { ARB_CODE_TWO_HANDS_USED, book->two_hands == ARB_TWO_HANDS_WARNED, "two hands noticed" },
        { ARB_CODE_CORRECTED, limited && book->players_may_correct, "players correct" },
        { ARB_CODE_FOUND_IN_TIME, limited, "found in time where that is always" },
        { ARB_CODE_ARBITER_CALLS_FLAG, limited, "called a flag by A.5.5" },
        { ARB_CODE_CLOCKS_STAY, limited, "clocks stay where they need not" },
        { ARB_CODE_TOUCH_CLAIMED, r->touch_move == ARB_TOUCH_MOVE_CLAIM, "a touch was claimed" },
        { ARB_CODE_SHORTER_COMPENSATION, r->play != ARB_PLAY_STANDARD, "less time in long play" },
        { ARB_CODE_INCREMENT_REQUESTED, book->quickplay_increment > 0, "an increment asked for" },
        { ARB_CODE_CANNOT_WIN_ENDS_GAME, r->arbiter == ARB_ARBITER_ABSENT,
          "a claim ends the game" },
        { ARB_CODE_NO_EFFORT_ENDS_GAME, r->arbiter == ARB_ARBITER_ABSENT, "a claim ends the game" },
        { ARB_CODE_QUICKPLAY_CANNOT_WIN, r->arbiter == ARB_ARBITER_PRESENT, "a claim unheard" },
        { ARB_CODE_QUICKPLAY_NO_EFFORT, r->arbiter == ARB_ARBITER_PRESENT, "a claim unheard" },
        { ARB_CODE_RAISED_NUMBER, r->fifty.count > 0, "a number was raised" },
        { ARB_CODE_LEAVING_REPORTED, r->leave_report == ARB_LEAVE_REPORT_YES, "leaving reported" },
        { ARB_CODE_DEVICE_ALLOWED, r->device_in_bag == ARB_DEVICE_IN_BAG_YES, "a device allowed" },
        { ARB_CODE_DEFERRED, r->arbiter == ARB_ARBITER_PRESENT, "postponed, and nobody plays" },
        { ARB_CODE_DEVICE_PENALTY, r->electronics == ARB_ELECTRONICS_PENALTY, "a device costs" },
    };

    return first_unknown(step, rows, sizeof rows / sizeof *rows);
}

/* Laws 6.3.1, III.4: without a clock nothing runs; time that the arbiter grants stays granted. */
static const char *check_clock(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);
    const arb_rulebook *book = book_of(step);

    if (!arb_regulations_timed(b->regulations) &&
        (arb_state_running(b) != NOBODY || b->uncompleted || arb_state_wakeup(b) != ARB_MS_NEVER) &&
        !b->regulations->absent && !b->adjourned.absent)
        return "something runs and there is no clock";
    if (b->clock.extra != 0 && b->clock.extra != book->quickplay_increment)
        return "an increment that the edition does not know";
    if (b->clock.extra != 0 && b->regulations->play == ARB_PLAY_BLITZ)
        return "an increment was granted in blitz";
    if (b->clock.extra != a->clock.extra && step_verb(step) != ARB_VERB_DECIDE &&
        !step_revokes(step))
        return "an increment comes or goes by itself";
    return NULL;
}

/* Laws 6.2.1.2 */
static const char *check_unpressed(const explorer_step *step)
{
    const arb_state *s = step_after(step);

    return book_of(step)->next_move_completes &&
                   (s->unpressed[ARB_WHITE] || s->unpressed[ARB_BLACK])
               ? "a move waits for a press though the next one completes it"
               : NULL;
}

/* Laws 7.5.5: illegal moves count where they are counted, and where somebody noticed. */
static const char *check_illegal(const explorer_step *step)
{
    const arb_regulations *regulations = step_after(step)->regulations;
    const arb_rulebook *book = book_of(step);
    const bool by_claim = book->illegal_claim_wins[regulations->play];

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const unsigned a = step->before->illegal[c], b = step_after(step)->illegal[c];
        if (b <= a || step_revokes(step))
            continue;
        if (b > a + 1)
            return "one event is two illegal moves";
        if (book->illegal_limit[regulations->play] == 0)
            return "illegal moves are counted, and the edition does not count them";
        if (by_claim && step_verb(step) != ARB_VERB_CLAIM_ILLEGAL && !step_goes_back(step))
            return "an illegal move is counted that only a claim can punish";
        if (b >= book->illegal_limit[regulations->play] && !arb_state_is_over(step_after(step)))
            return "one illegal move too many, and the game goes on";
    }
    return NULL;
}

/* Laws 7.5.5, 9.5.3, III.5.3, A.3: extra time is what the edition says for this play. */
static const char *check_amounts(const explorer_step *step)
{
    const arb_rulebook *book = book_of(step);
    const arb_play play = (arb_play)step_after(step)->regulations->play;

    for (size_t i = 0; i < step->verdict->count; i++) {
        const arb_ruling *ruling = &step->verdict->ruling[i];
        if (ruling->effect != ARB_EFFECT_TIME)
            continue;
        if (ruling->code == ARB_CODE_ILLEGAL_BONUS && ruling->ms != book->illegal_bonus[play])
            return "another time for an illegal move";
        if (ruling->code == ARB_CODE_CLAIM_WRONG && ruling->ms != book->claim_bonus[play])
            return "another time for a wrong claim";
        if (ruling->code == ARB_CODE_QUICKPLAY_BONUS && ruling->ms != book->quickplay_bonus &&
            !(step->event->flags & ARB_EVENT_AMOUNT))
            return "another time for a claim in a quickplay finish";
        if (ruling->code == ARB_CODE_CLAIM_COSTS &&
            (!book->claim_costs_time || -ruling->ms > book->claim_bonus[play]))
            return "a wrong claim costs too much";
    }
    return NULL;
}

/* Laws 9.5.3: in 2001 a wrong claim leaves a minute to who had one. */
static const char *check_claim_cost(const explorer_step *step)
{
    const arb_rulebook *book = book_of(step);

    if (!step_has_code(step, ARB_CODE_CLAIM_COSTS))
        return NULL;
    const arb_colour claimant = arb_actor_colour((arb_actor)step->event->actor);
    const arb_ms left = arb_state_clock_at(step->before, claimant, step->event->time);

    return left >= book->claim_cost_floor &&
                   arb_state_clock(step_after(step), claimant) >= book->claim_cost_floor
               ? NULL
               : "a wrong claim takes the last minute";
}

/* Laws A.5.2: where supervision is limited only the last move can be found to be illegal. */
static const char *check_found(const explorer_step *step)
{
    const arb_state *a = step->before;
    const bool spoken =
        step_verb(step) == ARB_VERB_CLAIM_ILLEGAL || step_verb(step) == ARB_VERB_OBSERVE_ILLEGAL;

    if (!spoken || a->regulations->supervision != ARB_SUPERVISION_LIMITED ||
        a->regulations->board != ARB_BOARD_SEEN)
        return NULL;
    for (size_t i = 0; i < step->verdict->count; i++) {
        const arb_ruling *ruling = &step->verdict->ruling[i];
        if (ruling->effect == ARB_EFFECT_TAKE_BACK &&
            ruling->ply != arb_history_get(arb_game_history(step->game), a->ply)->before)
            return "an illegal move is found too late";
        if (ruling->effect == ARB_EFFECT_QUEEN && ruling->ply != a->ply)
            return "a pawn is found too late";
    }
    return NULL;
}

/* What the arbiter leaves to others, or does not know, is refused. */
static const char *check_arbiter(const explorer_step *step)
{
    const arb_rulebook *book = book_of(step);
    const arb_play play = (arb_play)step->before->regulations->play;

    if (step->verdict->refused)
        return NULL;
    if (step_verb(step) == ARB_VERB_FLAG && play != ARB_PLAY_STANDARD && book->flag_by_players_only)
        return "the arbiter calls a flag";
    if (step_verb(step) == ARB_VERB_OBSERVE_ILLEGAL && book->illegal_claim_wins[play])
        return "the arbiter finds what only a player claims";
    if (step_verb(step) == ARB_VERB_PENALTY && !(book->penalties >> step->event->penalty & 1))
        return "a penalty that nobody knows";
    if (step_verb(step) == ARB_VERB_DEVICE && !book->devices_lose)
        return "a device found where no rule is about it";
    return NULL;
}

/* And so is what a player asks in vain: Laws 8.7, 9.4, 11.10, 12.6, A.4.3. */
static const char *check_players(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);
    const bool recorded = a->regulations->play != ARB_PLAY_STANDARD &&
                          a->regulations->supervision == ARB_SUPERVISION_FULL;
    const bool fallen =
        arb_flag_first(b) != NOBODY || b->clock.forgiven[ARB_WHITE] || b->clock.forgiven[ARB_BLACK];
    const bool too_late =
        a->touched.count > 0 && book_of(step)->claim_lost == ARB_CLAIM_LOST_BY_TOUCH;

    if (step->verdict->refused)
        return NULL;
    switch ((int)step_verb(step)) {
    case ARB_VERB_REQUEST_SHEET:
        return recorded ? NULL : "no record to show";
    case ARB_VERB_APPEAL:
        return a->final || a->regulations->appeals == ARB_APPEALS_NO ? "a vain appeal" : NULL;
    case ARB_VERB_CLAIM_REPETITION:
    case ARB_VERB_CLAIM_FIFTY:
        return too_late ? "claimed after a touch" : NULL;
    case ARB_VERB_SIGN:
        return arb_state_is_over(b) ? NULL : "signed before the end";
    case ARB_VERB_REQUEST_COUNT:
        return fallen ? NULL : "moves are counted for a player";
    default:
        return NULL;
    }
}

const char *explorer_check_edition(const explorer_step *step)
{
    static step_check *const checks[] = {
        check_ends,  check_said,    check_clock,   check_illegal,    check_amounts,
        check_found, check_arbiter, check_players, check_claim_cost, check_unpressed,
    };

    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *wrong = checks[i](step);
        if (wrong)
            return wrong;
    }
    return step_after(step)->final && !book_of(step)->quickplay_final
               ? "a decision is final, and the edition knows none"
               : NULL;
}
