/* SPDX-License-Identifier: MIT */
/*
 * The table of rules, and the whole machinery that hears them.
 */
#include <assert.h>

#include "laws/boards.h"
#include "laws/keeping.h"
#include "laws/rules.h"

#define ON(verb) ((arb_verb_set)1 << ARB_VERB_##verb)

/* Hands on the board. */
#define ON_THE_BOARD                                                                               \
    (ON(TOUCH) | ON(ADJUST) | ON(REMOVE) | ON(LIFT) | ON(RELEASE) | ON(MOVE) | ON(REPLACE) |       \
     ON(DISPLACE))
/* What a hand does with one piece. */
#define BY_HAND (ON(TOUCH) | ON(REMOVE) | ON(LIFT) | ON(RELEASE))
/* What completes a move: a press, or the move itself where there is none, told as a whole or by the
 * last hand. */
#define COMPLETING (ON(PRESS) | ON(MOVE) | ON(REPLACE) | ON(RELEASE) | ON(ANNOUNCE))
/* What is said of moves, and done because of it, where a player cannot see (D.2). */
#define SPOKEN (ON(ANNOUNCE) | ON(REPEAT) | ON(EXECUTE))
/* The scoresheets decide (D.2.9). */
#define BOARDS_DIFFER (ON(CLAIM_BOARDS_DIFFER) | ON(OBSERVE_BOARDS_DIFFER))
/* What has a meaning only there. */
#define WITH_THE_BLIND (SPOKEN | BOARDS_DIFFER | ON(REQUEST_TELL) | ON(TELL) | ON(REPORT_TOUCH))
/* Claims and requests in a quickplay finish. */
#define QUICKPLAY (ON(CLAIM_CANNOT_WIN) | ON(CLAIM_NO_EFFORT) | ON(REQUEST_INCREMENT))
/* What is put on paper with a claim that has ended the game (III.6.1). */
#define PAPERS (ON(WRITE_POSITION) | ON(CONFIRM_POSITION) | ON(CONFIRM_SHEET) | ON(CONTEST))
/* What is claimed of moves and positions. */
#define CLAIMED (ON(CLAIM_REPETITION) | ON(CLAIM_FIFTY) | ON(CLAIM_ILLEGAL) | ON(CLAIM_TOUCH))
/* Who was not there comes. */
#define COMING (ON(ARRIVE) | ON(RETURN))
/* What people do before, during and after a game. */
#define AT_ANY_TIME                                                                                \
    (ON(ASK) | ON(APPEAL) | ON(SIGN) | ON(LEAVE) | ON(RETURN) | ON(REPORT) | ON(ENTER) |           \
     ON(ALLOW) | ON(DENY) | ON(SEND_OUT) | ON(ADMIT))
/* What has a meaning also when a game is over; what a rule thinks of it then is another matter. */
#define AFTER_THE_END                                                                              \
    (ON(PENALTY) | ON(INFRINGEMENT) | ON(RULE) | ON(REVOKE) | ON(WRITE) | ON(REWRITE) |            \
     ON(AWARD) | ON(ANNUL) | ON(REOPEN) | ON(WAIVE) | ON(REQUEST_COUNT) | ON(DECIDE_APPEAL) |      \
     ON(OPEN_ENVELOPE) | AT_ANY_TIME)
/* What only players do, except to come and to name an assistant. */
#define BY_PLAYERS                                                                                 \
    (ON_THE_BOARD | ON(PRESS) | ON(WRITE) | ON(REWRITE) | ON(STOP) | ON(OFFER) | ON(ACCEPT) |      \
     ON(DECLINE) | ON(CLAIM_REPETITION) | ON(CLAIM_FIFTY) | ON(CLAIM_FLAG) | ON(CLAIM_ILLEGAL) |   \
     ON(CLAIM_TOUCH) | ON(RESIGN) | QUICKPLAY | ON(REQUEST_SHEET) | ON(REQUEST_COUNT) |            \
     ON(REQUEST_TAKEBACK) | ON(WITHDRAW_OFFER) | ON(WITHDRAW_CLAIM) | ON(AGREE_CORRECT) | PAPERS | \
     SPOKEN | ON(CLAIM_BOARDS_DIFFER) | ON(REQUEST_TELL) | ON(TELL) | ON(REPORT_TOUCH) |           \
     ON(ADJOURN) | ON(SEAL))
/* Whatever players do, at any time. */
#define OF_PLAYERS                                                                                 \
    (BY_PLAYERS | AT_ANY_TIME | ON(ARRIVE) | ON(APPOINT) | ON(REQUEST_PAPER) | ON(REQUEST_ABORT))
/* What an assistant of a player who cannot see may be named for (D.2.10). */
#define TASKS                                                                                      \
    (ON_THE_BOARD | ON(PRESS) | ON(WRITE) | ON(REWRITE) | ON(EXECUTE) | ON(ANNOUNCE) | ON(TELL) |  \
     ON(CLAIM_FLAG) | ON(REPORT_TOUCH) | ON(SEAL) | ON(STOP))
/* What an arbiter, or his assistant, sees in a game (12.4). */
#define OBSERVED                                                                                   \
    (ON(OBSERVE_ILLEGAL) | ON(OBSERVE_BOTH_CHECKED) | ON(OBSERVE_LAST_RANK_PAWN) |                 \
     ON(OBSERVE_DISPLACED) | ON(OBSERVE_BOARDS_DIFFER))
/* What an arbiter finds at the board. */
#define FINDINGS                                                                                   \
    (OBSERVED | ON(MISPLACED) | ON(FOUND_WRONG_SETUP) | ON(FOUND_ROTATED_BOARD) |                  \
     ON(FOUND_REVERSED_COLOURS))
/* Illegal moves that somebody points out, by themselves or by what they left on the board. */
#define FOUND                                                                                      \
    (ON(OBSERVE_ILLEGAL) | ON(CLAIM_ILLEGAL) | ON(OBSERVE_BOTH_CHECKED) |                          \
     ON(OBSERVE_LAST_RANK_PAWN))
/* After which a position may stand on the board that ends the game. */
#define NEW_POSITION                                                                               \
    (COMPLETING | BY_HAND | ON(START) | ON(WRITE) | ON(REWRITE) | ON(SET_POSITION) | FOUND |       \
     BOARDS_DIFFER | ON(OPEN_ENVELOPE) | COMING | ON(DEFAULT) | ON(ELAPSE))

enum phase { ALL, MAY, TIME, FITS, HOLDS, THEN, END };

/* The table by its columns: whoever looks for the rules of a verb reads one of them. */
#define RULE(phase, id, name, verbs) verbs,
static const arb_verb_set heard_on[] = {
#include "laws/rules.def"
};
#undef RULE
/* Of a single verb there is nothing to tell apart: MAY is then ALL. */
#define RULE(phase, id, name, verbs) ((phase) == MAY && !((verbs) & ((verbs)-1)) ? ALL : (phase)),
static const uint8_t phases[] = {
#include "laws/rules.def"
};
#undef RULE
/* Where each stands in the table, and where those stand that the dry run hears. */
#define RULE(phase, id, name, verbs) AT_##phase##_##id##_##name,
enum {
#include "laws/rules.def"
    RULE_COUNT
};
#undef RULE
#define HEARD_ALL(rule)  rule,
#define HEARD_MAY(rule)  rule,
#define HEARD_TIME(rule) rule,
#define HEARD_FITS(rule)
#define HEARD_HOLDS(rule)
#define HEARD_THEN(rule)
#define HEARD_END(rule)
#define RULE(phase, id, name, verbs) HEARD_##phase(AT_##phase##_##id##_##name)
static const uint16_t dry[] = {
#include "laws/rules.def"
};
#undef RULE
#define RULE(phase, id, name, verbs) arb_art_##id##_##name,
static arb_rule_fn *const speak[] = {
#include "laws/rules.def"
};
#undef RULE
#define RULE(phase, id, name, verbs) #id " " #name,
static const char *const names[] = {
#include "laws/rules.def"
};
#undef RULE

/* Those that refuse stand first, those that hear the end last. */
enum {
#define RULE(phase, id, name, verbs) +((phase) < THEN)
    REFUSING = 0
#include "laws/rules.def"
#undef RULE
    ,
#define RULE(phase, id, name, verbs) +((phase) < END)
    BEFORE_END = 0
#include "laws/rules.def"
#undef RULE
};
_Static_assert(ARB_VERB_COUNT <= 128, "the verbs of a rule are bits");

size_t arb_rules_count(void)
{
    return RULE_COUNT;
}

const char *arb_rules_name(size_t rule)
{
    return names[rule];
}

arb_verb_set arb_rules_verbs(size_t rule)
{
    return heard_on[rule];
}

void arb_refuse(arb_verdict *v, const arb_look *look, arb_article article, arb_code code,
                arb_effect effect)
{
    v->refused = true;
    v->refusal = (arb_ruling){ .article = article,
                               .code = code,
                               .effect = effect,
                               .player = look->player,
                               .at = look->after->now };
}

arb_ruling *arb_say(arb_verdict *v, const arb_look *look, arb_article article, arb_code code,
                    arb_colour player, arb_effect effect)
{
    assert(v->count < ARB_RULINGS_MAX);
    if (v->count == ARB_RULINGS_MAX)
        v->count--;
    arb_ruling *ruling = &v->ruling[v->count++];
    *ruling = (arb_ruling){
        .article = article, .code = code, .effect = effect, .player = player, .at = look->after->now
    };
    return ruling;
}

void arb_decide(arb_verdict *v, const arb_look *look, arb_article article, arb_code code,
                arb_colour player, arb_result result)
{
    arb_say(v, look, article, code, player, ARB_EFFECT_RESULT)->result = result;
}

void arb_cite(arb_verdict *v, const arb_look *look, arb_article article)
{
    arb_say(v, look, article, ARB_CODE_CITED, NOBODY, ARB_EFFECT_CITE);
}

/* The first rule from `i` up to `end` that is heard on the verb. Most are not, and half of their
 * verbs is enough to tell. */
static size_t next_heard(unsigned verb, size_t i, size_t end)
{
    const uint64_t bit = (uint64_t)1 << verb % 64;
    const arb_verb_set *verbs = &heard_on[i], *const last = &heard_on[end];

    if (verb < 64)
        while (verbs < last && !((uint64_t)*verbs & bit))
            verbs++;
    else
        while (verbs < last && !((uint64_t)(*verbs >> 64) & bit))
            verbs++;
    return (size_t)(verbs - heard_on);
}

/* Lets the rules from `i` up to `end` speak, and applies what each of them says. */
static void hear(arb_verdict *v, arb_hearing *hearing, size_t i, size_t end)
{
    const unsigned verb = hearing->look.event->verb;
    const bool ends = i == REFUSING && !arb_state_is_over(hearing->look.before);

    for (i = next_heard(verb, i, end); i < end; i = next_heard(verb, i + 1, end)) {
        const size_t said = v->count;
        if (i == hearing->without)
            continue;
        speak[i](v, &hearing->look);
        for (size_t j = said; j < v->count; j++)
            arb_apply(hearing, &v->ruling[j]);
        if (v->refused || (ends && arb_state_is_over(hearing->after)))
            return;
    }
}

/* An event that is tried with one verb after the other. */
typedef struct dry_run {
    arb_verdict v;
    arb_event event;
    arb_look look;
} dry_run;

/* Does rule `i` refuse the event with the first of these verbs? */
static bool is_refused(dry_run *run, size_t i, arb_verb_set verbs)
{
    run->event.verb = (uint8_t)arb_lowest_verb(verbs);
    speak[i](&run->v, &run->look);
    if (!run->v.refused)
        return false;
    run->v.refused = false;
    return true;
}

/* Of these verbs, those that rule `i` refuses; it is asked about each. */
static arb_verb_set refused_by(dry_run *run, size_t i, arb_verb_set verbs)
{
    arb_verb_set allowed = verbs;

    for (arb_verb_set left = verbs; left; left &= left - 1)
        if (is_refused(run, i, left))
            allowed &= ~(left & -left);
    return verbs & ~allowed;
}

arb_verb_set arb_rules_allow(arb_verb_set *later, const arb_look *look, arb_verb_set verbs)
{
    dry_run run = { .event = *look->event, .look = *look };

    run.look.event = &run.event;
    *later = 0;
    for (size_t k = 0; k < sizeof dry / sizeof *dry; k++) {
        const size_t i = dry[k];
        const arb_verb_set asked = heard_on[i] & verbs;
        if (!asked)
            continue;
        if (phases[i] == TIME)
            *later |= refused_by(&run, i, asked);
        else if (phases[i] == MAY)
            verbs &= ~refused_by(&run, i, asked);
        else if (is_refused(&run, i, asked))
            verbs &= ~asked;
    }
    *later &= verbs;
    return verbs & ~*later;
}

/* Laws 8.4: who was once free from recording stays so for the rest of the period. */
static void note_recording(arb_state *s)
{
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (s->regulations->clock.control[c].count > 0 && !arb_state_must_record(s, c)) {
            s->recording_free[c] = (uint8_t)arb_state_period(s, c);
            s->keeping[c].since = arb_keeping_made(s);
        }
}

/* Laws 8.5: whose sheets are not up to date yet. */
static void note_gaps(const arb_look *look, arb_state *s)
{
    s->updating.lacking = 0;
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && s->phase == ARB_PHASE_UPDATING; c++)
        if (arb_keeping_gaps(look->entries, s, c) > 0)
            s->updating.lacking |= (uint8_t)(1u << c);
}

/* Laws A.5.4: the arbiter waits for one move; when it is completed he has seen enough. */
static void end_watch(const arb_look *look, arb_state *s)
{
    if (arb_has_completed(look))
        s->watched = 0;
}

void arb_laws_pass(arb_state *s, arb_ms now)
{
    s->now = now;
    note_recording(s);
}

/* The rules refuse the event, or what the hand did and what they say to it takes place. */
static void ask_rules(arb_verdict *v, arb_hearing *hearing, bool was_over)
{
    arb_look *look = &hearing->look;

    look->found = arb_found_by_event(look);
    hear(v, hearing, 0, REFUSING);
    if (v->refused)
        return;
    arb_perform(hearing);
    if (look->completed != ARB_REGULAR)
        look->found = arb_found_at_once(look);
    if (!was_over || !arb_writes(look->event)) /* what is written then decides nothing */
        hear(v, hearing, REFUSING, BEFORE_END);
    if (arb_state_is_over(hearing->after) && !was_over)
        hear(v, hearing, BEFORE_END, RULE_COUNT);
}

void arb_laws_say_again(arb_verdict *v, arb_hearing *hearing, size_t until)
{
    const arb_state *judged = hearing->look.before, before = *hearing->after;

    if (!judged) /* an event whose own part is over */
        hearing->look.before = &before;
    while (v->count < until && !hearing->unfit) {
        const arb_ruling *ruling = &hearing->said->ruling[v->count];
        hearing->unfit = !arb_can_be_applied(hearing, ruling);
        if (hearing->unfit)
            break;
        v->ruling[v->count++] = *ruling;
        arb_apply(hearing, ruling);
    }
    hearing->look.before = judged;
}

/* What the hand did takes place, and what was said to it then. */
static void recall(arb_verdict *v, arb_hearing *hearing)
{
    hearing->unfit = hearing->unfit || !arb_can_be_performed(&hearing->look);
    if (hearing->unfit)
        return;
    arb_perform(hearing);
    arb_laws_say_again(v, hearing, hearing->until);
}

/* Laws D.2.3.3: the move that its announcement makes. */
static arb_attempt announced(const arb_hearing *hearing)
{
    const arb_state *s = hearing->after;
    arb_attempt attempt = { .kind = ARB_ATTEMPT_NONE };

    if (hearing->look.player == s->turn && !hearing->look.said_otherwise &&
        arb_is_made_by(&attempt.move, s, &hearing->look.heard)) {
        attempt.kind = ARB_ATTEMPT_LEGAL;
        attempt.hand = arb_move_hand(attempt.move, (arb_variant)s->regulations->variant);
    }
    return attempt;
}

/* Laws D.2.1: a move is executed in the position in which it was made. */
static arb_attempt executed(const arb_hearing *hearing, const arb_event *event)
{
    arb_pos pos;

    if (!arb_before_last(&pos, &hearing->look))
        return (arb_attempt){ .kind = ARB_ATTEMPT_NONE };
    return arb_attempt_read(&event->move, &pos, (arb_variant)hearing->after->regulations->variant);
}

/* What the event's move is: the one that the hands have made, or what was told. */
static arb_attempt attempt(const arb_hearing *hearing, const arb_event *event)
{
    const arb_state *s = hearing->after;
    const arb_variant variant = (arb_variant)s->regulations->variant;

    if (event->verb == ARB_VERB_ANNOUNCE)
        return announced(hearing);
    if (event->verb == ARB_VERB_EXECUTE)
        return executed(hearing, event);
    if (!hearing->hand)
        return arb_attempt_read(&event->move, &s->pos, variant);
    return (arb_attempt){ .kind = ARB_ATTEMPT_LEGAL,
                          .move = hearing->hand_move,
                          .hand = arb_move_hand(hearing->hand_move, variant) };
}

void arb_laws_judge(arb_verdict *v, arb_hearing *hearing, const arb_event *event)
{
    const arb_state before = *hearing->after;
    arb_look *look = &hearing->look;

    look->event = event;
    look->before = &before;
    look->after = hearing->after;
    look->added = &hearing->added;
    look->player = arb_actor_colour((arb_actor)event->actor);
    look->heard = (arb_utterance){ .said = ARB_SAID_NOTHING };
    if (event->verb == ARB_VERB_ANNOUNCE)
        look->player = arb_announced_for(look);
    if (event->verb == ARB_VERB_ANNOUNCE || event->verb == ARB_VERB_REPEAT)
        look->heard = arb_utterance_of(look);
    look->said_otherwise = event->verb == ARB_VERB_ANNOUNCE && arb_is_said_otherwise(look);
    look->completed = ARB_REGULAR;
    look->attempt = attempt(hearing, event);
    hearing->after->now = event->time;

    if (hearing->said)
        recall(v, hearing);
    else
        ask_rules(v, hearing, arb_state_is_over(&before));
    note_recording(hearing->after);
    note_gaps(look, hearing->after);
    end_watch(look, hearing->after);
    look->before = NULL; /* it ends with this call */
}
