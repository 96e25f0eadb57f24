/* SPDX-License-Identifier: MIT */
/* Claims that wait, people who come and go, positions that are watched: see explorer_check.h. */
#include <string.h>

#include "explorer_check.h"
#include "laws/adjourned.h"

/* Laws III.4, III.5: a claim waits in a phase of its own, and it is somebody's. */
static const char *check_pending(const arb_state *s)
{
    const bool waits = s->pending != ARB_PENDING_NONE;

    if (waits != (s->phase == ARB_PHASE_CLAIM))
        return waits ? "a claim waits and the game goes on" : "the game waits for no claim";
    if (s->pending == ARB_PENDING_CONSENT)
        return "the arbiter's consent is no claim";
    if ((waits || s->deferred) && s->claimant == NOBODY)
        return "a claim is nobody's";
    if (!waits && !s->deferred && s->claimant != NOBODY && !arb_state_is_over(s))
        return "somebody claims nothing";
    if (waits && s->regulations->quickplay != ARB_QUICKPLAY_YES)
        return "a claim where there is no quickplay finish";
    return NULL;
}

/* Laws III.5.2: what was deferred stays with its claimant until it is decided, or all is over. */
static const char *check_deferred(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);
    const bool decided = step_verb(step) == ARB_VERB_DECIDE;

    if (!a->deferred)
        return NULL;
    if (!b->deferred && !decided)
        return "a deferred claim is forgotten";
    if (b->deferred && a->claimant != b->claimant)
        return "a deferred claim is another's";
    return NULL;
}

/* Laws III.5.1, III.6: what waits is decided, and nothing else settles it but the end. */
static const char *check_decided(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);

    if (a->pending == ARB_PENDING_QUICKPLAY && b->phase == ARB_PHASE_PLAYING &&
        b->regulations->arbiter == ARB_ARBITER_ABSENT)
        return "a claim has ended the game, and it goes on";
    if (a->pending != ARB_PENDING_NONE && b->pending == ARB_PENDING_NONE && !arb_state_is_over(b) &&
        step_verb(step) != ARB_VERB_DECIDE)
        return "a claim is answered by nobody";
    return NULL;
}

/* Laws 11.10: against some decisions there is no appeal. */
static const char *check_final(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);

    if (a->final && !b->final)
        return "a final decision is forgotten";
    if (!a->final && b->final && step_verb(step) != ARB_VERB_DECIDE)
        return "nothing was decided, and that is final";
    return NULL;
}

const char *explorer_check_claims(const explorer_step *step)
{
    const char *wrong = check_pending(step_after(step));

    if (wrong || step_revokes(step))
        return wrong;
    wrong = check_deferred(step);
    if (!wrong)
        wrong = check_decided(step);
    return wrong ? wrong : check_final(step);
}

/* Guidelines I: who has sealed keeps the move and the position before it, and no envelope closes or
 * opens by itself. */
static const char *check_sealed(const explorer_step *step)
{
    const arb_adjourned *a = &step->before->adjourned;
    const arb_state *s = step_after(step);
    const bool seen = s->regulations->board == ARB_BOARD_SEEN;

    if (s->phase == ARB_PHASE_ADJOURNED && s->adjourned.stage < ARB_IS_ADJOURNED)
        return "adjourned, and nothing was";
    if (s->adjourned.envelope == ARB_ENVELOPE_SEALED && s->turn != arb_writer(s))
        return "who sealed does not have the move";
    if (s->adjourned.envelope == ARB_ENVELOPE_SEALED && seen && s->ply != s->adjourned.ply)
        return "another position than the sealed one";
    if (s->adjourned.counted != NOBODY && s->adjourned.envelope != ARB_ENVELOPE_MISSING)
        return "a move was counted, and no envelope is missing";
    if (step_revokes(step))
        return NULL;
    if (a->envelope == ARB_ENVELOPE_SEALED && s->adjourned.envelope == ARB_ENVELOPE_OPENED &&
        !step_has_effect(step, ARB_EFFECT_UNSEAL))
        return "an envelope opened by itself";
    return NULL;
}

/* Laws 11.2.3, 11.4: nobody is here and away, and who has finished asks no more. */
const char *explorer_check_people(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);
    const unsigned players = OUTSIDER - 1,
                   came = a->away & ~((unsigned)b->away | b->adjourned.absent);

    if (check_sealed(step))
        return check_sealed(step);
    if ((b->away | b->asking) & ~(players | OUTSIDER) || (b->away & OUTSIDER))
        return "somebody is away whom nobody knows";
    if (b->away & b->asking)
        return "who is away asks to leave";
    if (b->away & ~b->present)
        return "who never came has left";
    if (arb_state_is_over(b) && (b->asking & players))
        return "who has finished asks to leave";
    if (step_revokes(step))
        return NULL;
    if (came && came != 1u << step->event->actor)
        return "somebody came back without doing anything";
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const bool asked = step_verb(step) == ARB_VERB_REQUEST_SHEET && !step->verdict->refused &&
                           arb_actor_colour((arb_actor)step->event->actor) == c;
        const unsigned more = asked && a->sheet_requests[c] < UINT8_MAX;
        if (b->sheet_requests[c] != a->sheet_requests[c] + more)
            return "requests for the record are not counted as they come";
    }
    return NULL;
}

/* Laws 12.4, 12.7, 12.9.9: who is not heard. */
static const char *check_heard(const explorer_step *step)
{
    const arb_state *a = step->before;
    const arb_actor actor = (arb_actor)step->event->actor;
    const arb_colour player = arb_actor_colour(actor);

    if (step->verdict->refused)
        return NULL;
    if (player != NOBODY && arb_has_colour(a->expelled, player) &&
        step_verb(step) != ARB_VERB_APPEAL)
        return "an expelled player does something";
    if (actor == ARB_ACTOR_SPECTATOR && a->spectators_out)
        return "somebody is heard who was sent out";
    return actor == ARB_ACTOR_ARBITER_ASSISTANT && a->assistants == 0
               ? "an assistant acts whom nobody named"
               : NULL;
}

/* Laws 11.10, III.6.1, 12.9: what waits has an order, and nobody is punished where there are no
 * penalties. */
static const char *check_kept(const explorer_step *step)
{
    const arb_state *s = step_after(step);

    if (s->appeal[0] == NOBODY ? s->appeal[1] != NOBODY : s->appeal[0] == s->appeal[1])
        return "appeals wait in no order";
    if (s->papers && !(s->papers & ARB_PAPER_POSITION) && !s->lacks_effort)
        return "something is verified that was not written down";
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_verdict_warns(step->verdict, c) && !s->regulations->book->penalties)
            return "a warning is due where nobody knows sanctions";
    return NULL;
}

/* Laws 12.9.7 to 12.9.9: only the arbiter's penalty hits somebody. */
const char *explorer_check_conduct(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);
    const char *wrong = check_heard(step);

    if (!wrong)
        wrong = check_kept(step);
    if (wrong || step_revokes(step) || step_verb(step) == ARB_VERB_PENALTY)
        return wrong;
    return a->fined != b->fined || a->expelled != b->expelled ||
                   memcmp(a->excluded, b->excluded, sizeof a->excluded) != 0
               ? "a penalty comes or goes by itself"
               : NULL;
}

/* Laws A.5.2: an agreement is about something, and lapses with it. */
static const char *check_agreed(const explorer_step *step)
{
    const arb_state *s = step_after(step);

    if (!s->agreed)
        return NULL;
    if (step->before->agreed && step->before->ply != s->ply && !step_revokes(step))
        return "agreed before a move that was made since";
    if (s->agreed >= 3)
        return "both have agreed and nothing followed";
    if (s->regulations->supervision != ARB_SUPERVISION_LIMITED ||
        !s->regulations->book->players_may_correct)
        return "an agreement that the Laws do not know";
    if (!arb_state_is_over(s) &&
        arb_irregular_in_record(s, arb_game_history(step->game), 0, NOBODY).kind == ARB_REGULAR)
        return "agreed to correct what is not there";
    return NULL;
}

/* Laws A.5.4: he who waits has seen something, and waits for one completed move. */
const char *explorer_check_watched(const explorer_step *step)
{
    const arb_state *a = step->before, *b = step_after(step);
    const arb_regulations *regulations = b->regulations;
    bool completed = false;

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        completed |= arb_state_counter(b, c) > arb_state_counter(a, c);
    if (b->watched & ~(unsigned)(ARB_WATCH_BOTH_CHECKED | ARB_WATCH_LAST_RANK_PAWN))
        return "the arbiter watches something that nobody knows";
    if (b->watched && (regulations->supervision != ARB_SUPERVISION_LIMITED ||
                       !regulations->book->illegal_position_draws))
        return "the arbiter waits where he has nothing to wait for";
    if (b->watched && step_verb(step) == ARB_VERB_SET_POSITION && !step->verdict->refused)
        return "the arbiter watches a position that he has replaced";
    if (b->watched && completed && !step_revokes(step) && step_verb(step) != ARB_VERB_SET_CLOCK)
        return "a move was completed, and the arbiter still waits";
    if ((b->watched & ~(unsigned)a->watched & ~arb_watchable(&b->pos)) && !step_revokes(step))
        return "the arbiter watches what is not there";
    return check_agreed(step);
}
