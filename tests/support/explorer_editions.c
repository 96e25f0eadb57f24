/* SPDX-License-Identifier: MIT */
/* What the rulebook of the game says, whatever happens: see explorer_check.h. */
#include "explorer_check.h"

static const arb_rulebook *book_of(const explorer_step *step)
{
    return step_after(step)->regulations->book;
}

/* Laws 5.1.2, 9.6, 11.3.2.2, A.5.4, 7.5.5: ends that the edition does not know. */
static const char *check_ends(const explorer_step *step)
{
    const arb_rulebook *book = book_of(step);
    const arb_state *s = step_after(step);
    const bool counted = book->illegal_limit[s->regulations->play] > 0;

    const struct {
        arb_code reason;
        bool known;
        const char *wrong;
    } ends[] = {
        { ARB_CODE_FIVE_TIMES, book->repetitions_end > 0, "five times end the game" },
        { ARB_CODE_SEVENTY_FIVE_MOVES, book->quiet_moves_end > 0, "75 moves end the game" },
        { ARB_CODE_RESIGNED_DRAW, book->resigning_may_draw, "resigning draws" },
        { ARB_CODE_DEVICE_LOSS,
          book->devices_lose && s->regulations->electronics == ARB_ELECTRONICS_LOSS,
          "a device loses" },
        { ARB_CODE_STILL_ILLEGAL, book->illegal_position_draws, "an illegal position draws" },
        { ARB_CODE_ILLEGAL_LOSS, counted, "illegal moves lose and nobody counts them" },
        { ARB_CODE_ILLEGAL_DRAW, counted && book->illegal_may_draw, "illegal moves draw" },
        { ARB_CODE_TIME_DRAW, book->flag_may_draw, "a flag draws" },
        { ARB_CODE_LATE, book->lateness_loses, "coming late loses" },
        { ARB_CODE_ILLEGAL_CLAIM_WINS, book->illegal_claim_wins[s->regulations->play],
          "the claim of an illegal move wins" },
        { ARB_CODE_QUICKPLAY_DRAW, s->regulations->quickplay == ARB_QUICKPLAY_YES,
          "a draw without a quickplay finish" },
        { ARB_CODE_UNIDENTIFIED, book->unidentified == ARB_UNIDENTIFIED_ANNUL,
          "what cannot be identified annuls the game" },
    };

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (s->reason == ends[i].reason && !ends[i].known)
            return ends[i].wrong;
    return NULL;
}

/* Laws 6.3.1, III.4: without a clock nothing runs; time that the arbiter grants stays granted. */
static const char *check_clock(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);
    const arb_rulebook *book = book_of(step);

    if (!arb_regulations_timed(b->regulations) &&
        (arb_state_running(b) != NOBODY || b->uncompleted || arb_state_wakeup(b) != ARB_MS_NEVER) &&
        !b->regulations->absent)
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
        if (ruling->code == ARB_CODE_ILLEGAL_BONUS && ruling->amount != book->illegal_bonus[play])
            return "another time for an illegal move";
        if (ruling->code == ARB_CODE_CLAIM_WRONG && ruling->amount != book->claim_bonus[play])
            return "another time for a wrong claim";
        if (ruling->code == ARB_CODE_QUICKPLAY_BONUS && ruling->amount != book->quickplay_bonus &&
            !(step->event->flags & ARB_EVENT_AMOUNT))
            return "another time for a claim in a quickplay finish";
        if (ruling->code == ARB_CODE_CLAIM_COSTS &&
            (!book->claim_costs_time || -ruling->amount > book->claim_bonus[play]))
            return "a wrong claim costs too much";
    }
    return NULL;
}

/* Laws 2001:9.5b: a wrong claim leaves a minute to who had one. */
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

/* What the edition leaves to others, the event is refused for. */
static const char *check_heard(const explorer_step *step)
{
    const arb_rulebook *book = book_of(step);
    const arb_state *a = step->before;
    const bool fast = a->regulations->play != ARB_PLAY_STANDARD;

    if (step->verdict->refused)
        return NULL;
    switch ((int)step_verb(step)) {
    case ARB_VERB_FLAG:
        return fast && book->flag_by_players_only ? "the arbiter calls a flag" : NULL;
    case ARB_VERB_OBSERVE_ILLEGAL:
        return book->illegal_claim_wins[a->regulations->play] ? "the arbiter finds what is claimed"
                                                              : NULL;
    case ARB_VERB_PENALTY:
        return book->penalties >> step->event->penalty & 1u ? NULL : "a penalty nobody knows";
    case ARB_VERB_DEVICE:
        return book->devices_lose ? NULL : "a device found where no rule is about it";
    case ARB_VERB_REQUEST_SHEET:
        return fast && a->regulations->supervision == ARB_SUPERVISION_FULL ? NULL
                                                                           : "no record to show";
    case ARB_VERB_APPEAL:
        return a->final || a->regulations->appeals == ARB_APPEALS_NO ? "a vain appeal" : NULL;
    case ARB_VERB_SIGN:
        return arb_is_over(step_after(step)) ? NULL : "signed before the end";
    case ARB_VERB_REQUEST_COUNT:
        return arb_flag_first(step_after(step)) != NOBODY ? NULL : "moves are counted for a player";
    default:
        return NULL;
    }
}

const char *explorer_check_edition(const explorer_step *step)
{
    static step_check *const checks[] = { check_ends,    check_clock,      check_illegal,
                                          check_amounts, check_claim_cost, check_heard };

    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *wrong = checks[i](step);
        if (wrong)
            return wrong;
    }
    return step_after(step)->final && !book_of(step)->quickplay_final
               ? "a decision is final, and the edition knows none"
               : NULL;
}
