/* SPDX-License-Identifier: MIT */
/*
 * The assistant of a player who cannot see, and of his opponent: who has one, what he may do, and
 * what he tells (Laws, D.2.6.1, D.2.10, D.2.11).
 */
#include "laws/boards.h"
#include "laws/rules.h"

enum { FOR_BOTH = 1u << ARB_TASK_EXECUTE | 1u << ARB_TASK_ANNOUNCE };
enum { FOR_THE_BLIND = 1u << ARB_TASK_TELL | 1u << ARB_TASK_CLAIM | 1u << ARB_TASK_ADJOURN };
enum { OF_D_2_10 = FOR_BOTH | FOR_THE_BLIND | 1u << ARB_TASK_CLOCK | 1u << ARB_TASK_RECORD };

/* The task that a verb belongs to; of TASKS in rules.c. */
static arb_task task_of(arb_verb verb)
{
    switch ((int)verb) {
    case ARB_VERB_TOUCH:
    case ARB_VERB_ADJUST:
    case ARB_VERB_REMOVE:
    case ARB_VERB_LIFT:
    case ARB_VERB_RELEASE:
    case ARB_VERB_MOVE:
    case ARB_VERB_REPLACE:
    case ARB_VERB_DISPLACE:
        return ARB_TASK_MOVE;
    case ARB_VERB_PRESS:
        return ARB_TASK_CLOCK;
    case ARB_VERB_WRITE:
    case ARB_VERB_REWRITE:
        return ARB_TASK_RECORD;
    case ARB_VERB_EXECUTE:
        return ARB_TASK_EXECUTE;
    case ARB_VERB_ANNOUNCE:
        return ARB_TASK_ANNOUNCE;
    case ARB_VERB_TELL:
        return ARB_TASK_TELL;
    case ARB_VERB_CLAIM_FLAG:
    case ARB_VERB_REPORT_TOUCH:
        return ARB_TASK_CLAIM;
    case ARB_VERB_SEAL:
    case ARB_VERB_STOP:
        return ARB_TASK_ADJOURN;
    default:
        return ARB_TASK_COUNT;
    }
}

/* Laws D.2.10 */
/* D.2.10  What is nobody's task a player does himself. */
void arb_art_D_2_10_players_own(arb_verdict *v, const arb_look *look)
{
    if (arb_is_assistant(look) && arb_is_spoken(look->before))
        arb_refuse(v, look, ARB_ART_D_2_10, ARB_CODE_NOT_ASSISTANTS_TASK, ARB_EFFECT_NONE);
}

/* Laws D.2.10.1, D.2.10.2, D.2.10.3, D.2.10.5, D.2.10.6 */
/* D.2.10  An assistant does what he was named for, and nothing else. */
void arb_art_D_2_10_not_his_task(arb_verdict *v, const arb_look *look)
{
    if (!arb_is_assistant(look) || !arb_is_spoken(look->before))
        return;
    const arb_colour player = arb_actor_colour((arb_actor)look->event->actor);
    const arb_task task = task_of((arb_verb)look->event->verb);

    if (!arb_has_task(look->before, player, task))
        arb_refuse(v, look, ARB_ART_D_2_10, ARB_CODE_NOT_APPOINTED, ARB_EFFECT_NONE);
}

/* D.2.10, D.2.11  Some duties are for a player who cannot see alone; two the sighted player may
 * give to somebody, when the other has nobody. */
void arb_art_D_2_10_no_such_task(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const unsigned tasks = look->event->tasks;

    if ((tasks & (FOR_BOTH | FOR_THE_BLIND)) == 0)
        return;
    if (!look->book->blind_players)
        arb_refuse(v, look, ARB_ART_D_2_10, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
    else if (!arb_is_spoken(s))
        arb_refuse(v, look, ARB_ART_D_2_10, ARB_CODE_BOTH_SEE, ARB_EFFECT_NONE);
}

/* D.2.11 */
void arb_art_D_2_11_not_for_the_sighted(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const unsigned tasks = look->event->tasks;

    if (!arb_is_spoken(s) || arb_has_colour(look->regulations->vision, look->player))
        return;
    if (tasks & FOR_THE_BLIND)
        arb_refuse(v, look, ARB_ART_D_2_11, ARB_CODE_ONLY_FOR_THE_BLIND, ARB_EFFECT_NONE);
    else if ((tasks & FOR_BOTH) && s->tasks[arb_opponent(look->player)] != 0)
        arb_refuse(v, look, ARB_ART_D_2_11, ARB_CODE_OPPONENT_HAS_ASSISTANT, ARB_EFFECT_NONE);
}

/* Laws D.2.11: somebody of the sighted player's is there for want of one of the other's. */
unsigned arb_lapsing_tasks(const arb_state *s, arb_colour player)
{
    const unsigned vision = s->regulations->vision;

    return arb_has_colour(vision, player) && !arb_has_colour(vision, arb_opponent(player))
               ? (unsigned)FOR_BOTH
               : 0u;
}

/* D.2.11  Then the sighted player needs nobody for this any more. */
void arb_art_D_2_11_assistant_lapses(arb_verdict *v, const arb_look *look)
{
    const arb_colour other = arb_opponent(look->player);

    if (look->before->tasks[other] & arb_lapsing_tasks(look->before, look->player))
        arb_say(v, look, ARB_ART_D_2_11, ARB_CODE_ASSISTANT_LAPSES, other, ARB_EFFECT_NONE);
}

/* Can one player not see and the other not hear, and has neither anybody who announces moves, or
 * executes them? */
static bool is_somebody_missing(const arb_look *look, const arb_state *s)
{
    const arb_regulations *r = look->regulations;
    const bool apart = ((r->vision & 1u) != 0 && (r->hearing & 2u) != 0) ||
                       ((r->vision & 2u) != 0 && (r->hearing & 1u) != 0);

    return apart && look->book->deaf_needs_assistant &&
           ((s->tasks[ARB_WHITE] | s->tasks[ARB_BLACK]) & FOR_BOTH) == 0;
}

/* D.2.11  Between a player who cannot see and one who cannot hear there must be somebody. */
void arb_art_D_2_11_assistant_needed(arb_verdict *v, const arb_look *look)
{
    if (look->before->phase == ARB_PHASE_WAITING && is_somebody_missing(look, look->before))
        arb_refuse(v, look, ARB_ART_D_2_11, ARB_CODE_ASSISTANT_NEEDED, ARB_EFFECT_NONE);
}

/* D.2.11  When the one who was there is refused, the game waits for another. */
void arb_art_D_2_11_nobody_between(arb_verdict *v, const arb_look *look)
{
    if (arb_is_played(look->after) && is_somebody_missing(look, look->after) &&
        !is_somebody_missing(look, look->before))
        arb_say(v, look, ARB_ART_D_2_11, ARB_CODE_ASSISTANT_NEEDED, NOBODY, ARB_EFFECT_STOP);
}

/* Says something of each duty among the tasks, once for each article. */
static void say_duties(arb_verdict *v, const arb_look *look, unsigned tasks, arb_colour player,
                       arb_code code, arb_effect effect)
{
    static const struct {
        unsigned tasks;
        arb_article article;
    } duties[] = {
        { 1u << ARB_TASK_EXECUTE, ARB_ART_D_2_10_1 },
        { 1u << ARB_TASK_ANNOUNCE, ARB_ART_D_2_10_2 },
        { 1u << ARB_TASK_CLOCK | 1u << ARB_TASK_RECORD, ARB_ART_D_2_10_3 },
        { 1u << ARB_TASK_TELL, ARB_ART_D_2_10_4 },
        { 1u << ARB_TASK_CLAIM, ARB_ART_D_2_10_5 },
        { 1u << ARB_TASK_ADJOURN, ARB_ART_D_2_10_6 },
    };

    if (!arb_has_colour(look->regulations->vision, player)) { /* D.2.11 */
        if (tasks & FOR_BOTH)
            arb_say(v, look, ARB_ART_D_2_11, code, player, effect);
        return;
    }
    for (size_t i = 0; i < sizeof duties / sizeof duties[0]; i++)
        if (tasks & duties[i].tasks)
            arb_say(v, look, duties[i].article, code, player, effect);
}

/* D.2.10, D.2.11  A player names somebody; he acts until the arbiter refuses him. */
void arb_art_D_2_10_assistant_named(arb_verdict *v, const arb_look *look)
{
    say_duties(v, look, look->event->tasks & OF_D_2_10, look->player, ARB_CODE_ASSISTANT_APPOINTED,
               ARB_EFFECT_NONE);
}

void arb_art_D_2_10_assistant_judged(arb_verdict *v, const arb_look *look)
{
    const arb_colour player = arb_named(look->event);
    const bool refused = look->event->verb == ARB_VERB_REFUSE_ASSISTANT;

    say_duties(v, look, look->before->tasks[player] & (unsigned)OF_D_2_10, player,
               refused ? ARB_CODE_ASSISTANT_REFUSED : ARB_CODE_ASSISTANT_ACCEPTED,
               refused ? ARB_EFFECT_NO_ASSISTANT : ARB_EFFECT_NONE);
}

/* ---- telling ---- */

static bool has_speaking_clock(const arb_look *look)
{
    return look->regulations->speaking_clock == ARB_SPEAKING_CLOCK_YES &&
           look->book->speaking_clock;
}

/* D.2.10.4, D.2.6.1  Moves and times are told to a player who cannot see, by an assistant or by a
 * clock that speaks. */
void arb_art_D_2_10_4_nobody_tells(arb_verdict *v, const arb_look *look)
{
    if (!arb_has_colour(look->regulations->vision, look->player) ||
        (!arb_has_task(look->before, look->player, ARB_TASK_TELL) && !has_speaking_clock(look)))
        arb_refuse(v, look, ARB_ART_D_2_10_4, ARB_CODE_NOT_TOLD, ARB_EFFECT_NONE);
}

/* D.2.10.4, D.2.10.5  A player does not tell himself, nor report; his assistant does. */
void arb_art_D_2_10_for_an_assistant(arb_verdict *v, const arb_look *look)
{
    if (!arb_is_assistant(look))
        arb_refuse(v, look, ARB_ART_D_2_10, ARB_CODE_FOR_AN_ASSISTANT, ARB_EFFECT_NONE);
}

/* How many moves the player has completed, and what both clocks show. */
static void tell(arb_verdict *v, const arb_look *look, arb_article article)
{
    const arb_state *s = look->after;

    arb_say(v, look, article, ARB_CODE_TOLD_MOVES, look->player, ARB_EFFECT_NONE)->number =
        arb_state_counter(s, look->player);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK && arb_regulations_timed(look->regulations); c++)
        arb_say(v, look, article, ARB_CODE_TOLD_TIME, c, ARB_EFFECT_NONE)->ms =
            arb_state_clock(s, c);
}

/* D.2.10.4 */
void arb_art_D_2_10_4_told(arb_verdict *v, const arb_look *look)
{
    if (arb_has_task(look->before, look->player, ARB_TASK_TELL))
        tell(v, look, ARB_ART_D_2_10_4);
}

/* Laws D.2.6, D.2.6.1 */
/* D.2.6.1 */
void arb_art_D_2_6_1_clock_tells(arb_verdict *v, const arb_look *look)
{
    if (!arb_has_task(look->before, look->player, ARB_TASK_TELL))
        tell(v, look, ARB_ART_D_2_6_1);
}

/* D.2.10.4  Only when he is asked. */
void arb_art_D_2_10_4_told_unasked(arb_verdict *v, const arb_look *look)
{
    if (arb_has_colour(look->before->boards.asked, look->player))
        tell(v, look, ARB_ART_D_2_10_4);
    else
        arb_say(v, look, ARB_ART_D_2_10_4, ARB_CODE_TOLD_UNASKED, look->player, ARB_EFFECT_WARNING);
}

/* ---- reporting ---- */

/* D.2.10.5  It is the sighted player's touching that is reported, while he has the move. */
void arb_art_D_2_10_5_nothing_to_report(arb_verdict *v, const arb_look *look)
{
    const arb_colour other = arb_opponent(look->player);

    if (arb_is_blind(look->before, other) || look->before->turn != other)
        arb_refuse(v, look, ARB_ART_D_2_10_5, ARB_CODE_NOTHING_TO_REPORT, ARB_EFFECT_NONE);
}

/* D.2.10.5  One of his own pieces. */
void arb_art_D_2_10_5_not_his_piece(arb_verdict *v, const arb_look *look)
{
    const arb_piece piece = arb_state_board(look->before).piece[look->event->square[0]];

    if (piece != ARB_PIECE_NONE && arb_piece_colour(piece) == look->player)
        arb_refuse(v, look, ARB_ART_D_2_10_5, ARB_CODE_NOTHING_TO_REPORT, ARB_EFFECT_NONE);
}

/* D.2.10.5  The touch binds. */
void arb_art_D_2_10_5_touch_reported(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_D_2_10_5, ARB_CODE_TOUCH_REPORTED, arb_opponent(look->player),
            ARB_EFFECT_NONE);
}
