/* SPDX-License-Identifier: MIT */
/*
 * Scoresheets with gaps: brought up to date when a flag has fallen, the game reconstructed, and
 * what follows when nothing can be proved (Laws, 8.5, 8.6; III.6.1.2).
 *
 * Whether a sheet is complete is a matter of rows, not of what they say: nobody is told by the
 * course of things whether what he wrote is right.
 */
#include "arbitro/envelope.h"
#include "laws/keeping.h"
#include "laws/rules.h"

static bool is_complete(const arb_look *look, const arb_state *s, unsigned sheet)
{
    return arb_keeping_gaps(look->entries, s, sheet) == 0;
}

static bool both_complete(const arb_look *look, const arb_state *s)
{
    return is_complete(look, s, ARB_WHITE) && is_complete(look, s, ARB_BLACK);
}

/* 8.5.2  Who was free from recording completes his sheet before he touches a piece. */
void arb_art_8_5_2_sheet_comes_first(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->event->verb == ARB_VERB_PRESS && look->regulations->board == ARB_BOARD_SEEN)
        return; /* what was made before may be completed */
    if (look->player != NOBODY &&
        arb_has_colour(arb_state_was_free(s) & s->updating.lacking, look->player))
        arb_refuse(v, look, ARB_ART_8_5_2, ARB_CODE_SHEET_FIRST, ARB_EFFECT_NONE);
}

/* While a move is sealed the scoresheets are in the envelope (I.1.1). */
static bool is_sealed(const arb_state *s)
{
    return s->phase == ARB_PHASE_ADJOURNED || arb_state_envelope(s) == ARB_ENVELOPE_SEALED;
}

/* Has a flag been observed before all moves of its period were made, with gaps on a sheet? */
static bool must_update(const arb_look *look)
{
    const arb_state *s = look->after;
    const arb_colour overdue = arb_flag_first(s);
    const bool both = look->event->verb == ARB_VERB_FLAG && look->event->colours == 3u;

    return arb_keeping_watched(look, ARB_ART_8_5) && !both && overdue != NOBODY &&
           look->regulations->play == ARB_PLAY_STANDARD && s->pending == ARB_PENDING_NONE &&
           s->phase != ARB_PHASE_UPDATING && !is_sealed(s) && !arb_in_last_period(s, overdue) &&
           !both_complete(look, s);
}

/* The players who were free from recording when the flag fell (8.4), as bits. */
static unsigned free_players(const arb_look *look)
{
    unsigned players = 0;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (!arb_must_record_at(look->before, c, look->after->now))
            players |= 1u << c;
    return players;
}

/* 8.5.1  Both were free: the clocks are stopped, and both bring their sheets up to date. */
void arb_art_8_5_1_both_update(arb_verdict *v, const arb_look *look)
{
    if (must_update(look) && free_players(look) == 3)
        arb_say(v, look, ARB_ART_8_5_1, ARB_CODE_BOTH_UPDATE, NOBODY, ARB_EFFECT_UPDATE)->players =
            3;
}

/* 8.5.2  One was: he brings his up to date, and the clocks go on; having the move he may use the
 *        other sheet. */
void arb_art_8_5_2_one_updates(arb_verdict *v, const arb_look *look)
{
    const unsigned players = free_players(look);
    const arb_colour free = players == 1u << ARB_WHITE ? ARB_WHITE : ARB_BLACK;

    if (!must_update(look) || players != 1u << free)
        return;
    arb_say(v, look, ARB_ART_8_5_2, ARB_CODE_ONE_UPDATES, free, ARB_EFFECT_UPDATE)->players =
        players;
    if (arb_has_move(look->after, free))
        arb_say(v, look, ARB_ART_8_5_2, ARB_CODE_MAY_BORROW, free, ARB_EFFECT_NONE);
}

/* 8.5  Nobody was, and somebody has not done what he had to: the arbiter sees to it. */
void arb_art_8_5_sheets_have_gaps(arb_verdict *v, const arb_look *look)
{
    if (must_update(look) && free_players(look) == 0)
        arb_say(v, look, ARB_ART_8_5, ARB_CODE_SHEETS_HAVE_GAPS, NOBODY, ARB_EFFECT_UPDATE)
            ->players = 0;
}

/* Is the flag still down for which the sheets were brought up to date? The arbiter may have set
 * the clock meanwhile. */
static bool is_overdue(const arb_look *look)
{
    const arb_colour overdue = arb_state_overdue(look->before);

    return overdue != NOBODY && arb_state_flag(look->after, overdue);
}

/* 6.9  What the record shows is that the moves were not made in time. */
static void proves(arb_verdict *v, const arb_look *look, arb_article article)
{
    const arb_colour overdue = arb_state_overdue(look->before);

    arb_say(v, look, article, ARB_CODE_SHEETS_COMPLETE, NOBODY, ARB_EFFECT_NONE);
    arb_say(v, look, article, ARB_CODE_PROVED, overdue, ARB_EFFECT_NONE)->number =
        arb_state_counter(look->after, overdue);
    arb_lose_on_time(v, look, overdue);
}

static arb_article article_of(const arb_look *look)
{
    const unsigned players = arb_state_was_free(look->before);

    return players == 3 ? ARB_ART_8_5_1 : players == 0 ? ARB_ART_8_5 : ARB_ART_8_5_2;
}

/* Laws 8.5.1, 8.5.2 */
/* 8.5  Both sheets are complete: the game is lost by what they show, or goes on. */
void arb_art_8_5_sheets_completed(arb_verdict *v, const arb_look *look)
{
    if (look->before->phase != ARB_PHASE_UPDATING || look->learns ||
        !both_complete(look, look->after))
        return;
    if (is_overdue(look)) {
        proves(v, look, article_of(look));
        return;
    }
    arb_say(v, look, article_of(look), ARB_CODE_SHEETS_COMPLETE,
            (arb_colour)(arb_is_played(look->after) ? arb_state_running(look->after)
                                                    : (arb_colour)look->after->resumes),
            ARB_EFFECT_RUN);
}

/* 8.5  The arbiter lets the game go on: one complete record, his own or a player's, is a proof. */
void arb_art_8_5_record_proves(arb_verdict *v, const arb_look *look)
{
    bool complete = false;

    if (!is_overdue(look))
        return;
    for (unsigned sheet = 0; sheet < SHEETS; sheet++)
        complete = complete || is_complete(look, look->after, sheet);
    if (complete)
        proves(v, look, article_of(look));
}

/* 8.5.3, 8.6  Only where sheets are brought up to date can a game be reconstructed. */
void arb_art_8_5_3_nothing_to_reconstruct(arb_verdict *v, const arb_look *look)
{
    if (look->before->phase != ARB_PHASE_UPDATING)
        arb_refuse(v, look, look->event->verb == ARB_VERB_NO_PROOF ? ARB_ART_8_6 : ARB_ART_8_5_3,
                   ARB_CODE_NOTHING_TO_RECONSTRUCT, ARB_EFFECT_NONE);
}

/* 8.5.3  First is noted what stands on board and clocks, whose clock ran, and the counts. */
void arb_art_8_5_3_reconstruction(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->after;
    const arb_colour running = arb_state_running(s);
    const arb_colour ran = running != NOBODY ? running : (arb_colour)s->resumes;

    arb_say(v, look, ARB_ART_8_5_3, ARB_CODE_RECONSTRUCTION, NOBODY, ARB_EFFECT_RECONSTRUCT);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        arb_say(v, look, ARB_ART_8_5_3, ARB_CODE_TIME_NOTED, c, ARB_EFFECT_NONE)->ms =
            arb_state_clock(s, c);
    if (look->book->running_clock_noted)
        arb_say(v, look, ARB_ART_8_5_3, ARB_CODE_RUNNING_NOTED, ran, ARB_EFFECT_NONE);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        arb_say(v, look, ARB_ART_8_5_3, ARB_CODE_COUNT_NOTED, c, ARB_EFFECT_NONE)->number =
            arb_state_counter(s, c);
}

/* With how many moves the period of that player ends. */
static uint32_t control_of(const arb_look *look, arb_colour player)
{
    const arb_state *s = look->after;

    return arb_time_control_end(&s->regulations->clock.control[player], s->clock.moves[player]);
}

/* 8.5.3  What was proved decides: he had completed the moves of his period, or he has not. */
void arb_art_8_5_3_proved(arb_verdict *v, const arb_look *look)
{
    const arb_colour overdue = arb_state_overdue(look->before);

    arb_say(v, look, ARB_ART_8_5_3, ARB_CODE_PROVED, overdue, ARB_EFFECT_NONE)->number =
        look->event->number;
    if (control_of(look, overdue) > 0 && look->event->number >= control_of(look, overdue))
        arb_say(v, look, ARB_ART_8_5_3, ARB_CODE_PERIOD_DONE, overdue, ARB_EFFECT_NEXT_PERIOD)
            ->number = look->event->number;
    else
        arb_lose_on_time(v, look, overdue);
}

/* 8.6  Nothing can be proved: the next move is the first of the next period. */
void arb_art_8_6_no_proof(arb_verdict *v, const arb_look *look)
{
    const arb_colour overdue = arb_state_overdue(look->before);

    if (overdue == NOBODY || control_of(look, overdue) == 0 ||
        (look->event->verb == ARB_VERB_RESUME && !is_overdue(look)))
        return;
    arb_say(v, look, ARB_ART_8_6, ARB_CODE_NOT_PROVED, overdue, ARB_EFFECT_NEXT_PERIOD)->number =
        control_of(look, overdue);
}

/* III.6.1.2  The claimant hands in a scoresheet that is up to date. */
void arb_art_III_6_1_2_sheet_not_up_to_date(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->event->verb == ARB_VERB_CLAIM_NO_EFFORT ? look->after : look->before;
    const bool claimed = s->pending == ARB_PENDING_QUICKPLAY && s->lacks_effort &&
                         look->regulations->arbiter == ARB_ARBITER_ABSENT;

    if (!claimed || look->regulations->record != ARB_RECORD_KEPT)
        return;
    const uint32_t gaps = arb_keeping_gaps(look->entries, s, s->claimant);
    if (gaps > 0)
        arb_say(v, look, ARB_ART_III_6_1_2, ARB_CODE_SHEET_HAS_GAPS, (arb_colour)s->claimant,
                ARB_EFFECT_NONE)
            ->number = gaps;
}
