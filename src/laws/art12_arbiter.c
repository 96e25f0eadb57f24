/* SPDX-License-Identifier: MIT */
/*
 * What the arbiter decides (Laws, 0.2, 12.3, 12.5, 12.9) and the points that Article 10 allows.
 * He is never held up: only what 10.2 forbids and what cannot be done at all is refused.
 */
#include "arbitro/fen.h"
#include "laws/rules.h"

/* 12.9.6  A game that is over cannot be lost any more. */
void arb_art_12_9_6_lost_before(arb_verdict *v, const arb_look *look)
{
    if (look->event->penalty == ARB_PENALTY_LOSS && arb_state_is_over(look->before))
        arb_refuse(v, look, ARB_ART_12_9_6, ARB_CODE_GAME_OVER, ARB_EFFECT_NONE);
}

/* 12.9  Where there are no penalties no breach counts. */
void arb_art_12_9_no_penalties(arb_verdict *v, const arb_look *look)
{
    if (look->book->penalties == 0)
        arb_refuse(v, look, ARB_ART_12_9, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
}

/* 12.9  The list of penalties was not always the same. */
void arb_art_12_9_no_such_penalty(arb_verdict *v, const arb_look *look)
{
    if (!((unsigned)look->book->penalties >> look->event->penalty & 1u))
        arb_refuse(v, look, ARB_ART_12_9, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
}

/* The scores that a penalty leaves, by colour, in thousandths as in the event; who has no score
 * yet may still have what is left. */
static bool scores_after(int64_t score[2], const arb_look *look)
{
    const arb_event *e = look->event;
    const arb_colour offender = arb_named(look->event), opponent = arb_opponent(offender);
    const int64_t least = 500 * look->regulations->points.half[ARB_OUTCOME_LOSS];

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const int half = arb_state_score(look->before, c);
        score[c] = half != ARB_SCORE_NONE                     ? 500 * (int64_t)half
                   : look->before->score[c] != ARB_SCORE_NONE ? 500 * look->before->score[c]
                                                              : least;
    }
    if (e->penalty == ARB_PENALTY_OWN_SCORE) {
        score[offender] = e->points;
    } else if (e->penalty == ARB_PENALTY_OPPONENT_SCORE) {
        score[opponent] = e->points;
    } else if (e->penalty == ARB_PENALTY_LOSS && (e->flags & ARB_EVENT_AMOUNT)) {
        score[offender] = least;
        score[opponent] = e->points;
    } else {
        return false;
    }
    return true;
}

/* 10.2  Each score is one that the event knows, and both together do not exceed the game's. */
void arb_art_10_2_points_not_allowed(arb_verdict *v, const arb_look *look)
{
    int64_t score[2];

    if (!scores_after(score, look))
        return;
    if (score[0] % 500 != 0 || score[1] % 500 != 0 ||
        !arb_points_allowed(&look->regulations->points, (int)(score[0] / 500),
                            (int)(score[1] / 500)))
        arb_refuse(v, look, ARB_ART_10_2, ARB_CODE_POINTS_NOT_ALLOWED, ARB_EFFECT_NONE);
}

/* 10.1  Only a result ends a game. */
void arb_art_10_1_no_result(arb_verdict *v, const arb_look *look)
{
    if (look->event->result == ARB_RESULT_NONE)
        arb_refuse(v, look, ARB_ART_10_1, ARB_CODE_NO_RESULT, ARB_EFFECT_NONE);
}

/* 12.5  Extra time after a disturbance. */
void arb_art_12_5_extra_time(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_12_5, ARB_CODE_EXTRA_TIME, arb_named(look->event), ARB_EFFECT_TIME)
        ->ms = look->event->ms;
}

static void lose(arb_verdict *v, const arb_look *look, arb_colour offender)
{
    const arb_colour opponent = arb_opponent(offender);
    const arb_points *points = &look->regulations->points;
    arb_result result = arb_result_win(opponent);

    if (look->event->flags & ARB_EVENT_AMOUNT) {
        const int64_t half = look->event->points / 500;
        if (half == points->half[ARB_OUTCOME_LOSS])
            result = ARB_RESULT_BOTH_LOSE;
        else if (half == points->half[ARB_OUTCOME_DRAW])
            result = opponent == ARB_WHITE ? ARB_RESULT_WHITE_HALF : ARB_RESULT_BLACK_HALF;
    }
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) /* what earlier penalties settled is void */
        if (look->before->score[c] != ARB_SCORE_NONE)
            arb_say(v, look, ARB_ART_12_9_6, ARB_CODE_SCORE_SET, c, ARB_EFFECT_SCORE)->score =
                points->half[arb_result_outcome(result, c)];
    arb_decide(v, look, ARB_ART_12_9_6, ARB_CODE_PENALTY_LOSS, offender, result);
}

/* Laws 7.4.3 */
/* 12.9  The penalties, mildest first: 12.9.1 to 12.9.9. */
void arb_art_12_9_penalty(arb_verdict *v, const arb_look *look)
{
    const arb_event *e = look->event;
    const arb_colour offender = arb_named(look->event), opponent = arb_opponent(offender);

    switch ((arb_penalty)e->penalty) {
    case ARB_PENALTY_WARNING:
        arb_say(v, look, ARB_ART_12_9_1, ARB_CODE_WARNED, offender, ARB_EFFECT_WARNING);
        break;
    case ARB_PENALTY_OPPONENT_TIME:
        arb_say(v, look, ARB_ART_12_9_2, ARB_CODE_PENALTY_TIME, opponent, ARB_EFFECT_TIME)->ms =
            e->ms < 0 ? -e->ms : e->ms;
        break;
    case ARB_PENALTY_OWN_TIME:
        arb_say(v, look, ARB_ART_12_9_3, ARB_CODE_PENALTY_TIME_LESS, offender, ARB_EFFECT_TIME)
            ->ms = e->ms < 0 ? e->ms : -e->ms;
        break;
    case ARB_PENALTY_OPPONENT_SCORE:
        arb_say(v, look, ARB_ART_12_9_4, ARB_CODE_SCORE_SET, opponent, ARB_EFFECT_SCORE)->score =
            e->points / 500;
        break;
    case ARB_PENALTY_OWN_SCORE:
        arb_say(v, look, ARB_ART_12_9_5, ARB_CODE_SCORE_SET, offender, ARB_EFFECT_SCORE)->score =
            e->points / 500;
        break;
    case ARB_PENALTY_LOSS:
        lose(v, look, offender);
        break;
    case ARB_PENALTY_FINE:
        arb_say(v, look, ARB_ART_12_9_7, ARB_CODE_FINED, offender, ARB_EFFECT_FINE);
        break;
    case ARB_PENALTY_EXCLUDE:
        arb_say(v, look, ARB_ART_12_9_8, ARB_CODE_EXCLUDED, offender, ARB_EFFECT_EXCLUDE)->number =
            e->number;
        break;
    case ARB_PENALTY_EXPEL:
        arb_say(v, look, ARB_ART_12_9_9, ARB_CODE_EXPELLED, offender, ARB_EFFECT_EXPEL);
        break;
    case ARB_PENALTY_COUNT:
        break;
    }
}

/* Laws 12.9.9, 11.10 */
/* 12.9.9  Who was expelled takes part no more; he may still appeal. What becomes of his game the
 *         article does not say: it goes on until the arbiter declares its result. */
void arb_art_12_9_9_expelled_before(arb_verdict *v, const arb_look *look)
{
    if (look->player != NOBODY && arb_has_colour(look->before->expelled, look->player))
        arb_refuse(v, look, ARB_ART_12_9_9, ARB_CODE_PLAYER_IS_EXPELLED, ARB_EFFECT_NONE);
}

static bool is_by_assistant(const arb_look *look)
{
    return look->event->actor == ARB_ACTOR_ARBITER_ASSISTANT;
}

/* 12.4  Somebody watches a game for the arbiter when he was named, */
void arb_art_12_4_assistant_not_named(arb_verdict *v, const arb_look *look)
{
    if (is_by_assistant(look) && look->before->assistants == 0)
        arb_refuse(v, look, ARB_ART_12_4, ARB_CODE_NO_ARBITERS_ASSISTANT, ARB_EFFECT_NONE);
}

/*       and watching is all he does: what he sees counts, decisions are the arbiter's. */
void arb_art_12_4_not_an_assistants_task(arb_verdict *v, const arb_look *look)
{
    if (is_by_assistant(look))
        arb_refuse(v, look, ARB_ART_12_4, ARB_CODE_FOR_THE_ARBITER, ARB_EFFECT_NONE);
}

void arb_art_12_4_assistant_appointed(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_12_4, ARB_CODE_ASSISTANT_WATCHES, NOBODY, ARB_EFFECT_ASSISTANT);
}

/* 0.2, 10.1  The arbiter declares the result. */
void arb_art_0_2_awarded(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_12_9_6, ARB_CODE_AWARDED, NOBODY, ARB_EFFECT_AWARD)->result =
        (arb_result)look->event->result;
    arb_say(v, look, ARB_ART_0_2, ARB_CODE_ARBITER_RULES, NOBODY, ARB_EFFECT_CITE);
}

/* 0.2  Where the Laws foresee nothing, the arbiter's best judgement is on record. */
void arb_art_0_2_arbiter_rules(arb_verdict *v, const arb_look *look)
{
    if (look->player != NOBODY || (look->event->verb != ARB_VERB_RULE && v->count > 0))
        return; /* it was a player, or he has answered what was asked */
    arb_say(v, look, ARB_ART_0_2, ARB_CODE_ARBITER_RULES, NOBODY, ARB_EFFECT_NONE);
}

/* 0.2  A game that goes on need not be opened; and where the position has ended it, nobody can. */
void arb_art_0_2_not_to_be_reopened(arb_verdict *v, const arb_look *look)
{
    if (!arb_state_is_over(look->before))
        arb_refuse(v, look, ARB_ART_0_2, ARB_CODE_NOT_OVER, ARB_EFFECT_NONE);
    else if (look->before->by_board)
        arb_refuse(v, look, ARB_ART_0_2, ARB_CODE_ENDED_ON_BOARD, ARB_EFFECT_NONE);
}

/* 0.2  A word or a flag had ended the game, wrongly: it is open again and the clocks stand still.
 */
void arb_art_0_2_reopened(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_0_2, ARB_CODE_REOPENED, NOBODY, ARB_EFFECT_OPEN);
}

/* 0.2  He can take back what he entered himself. */
void arb_art_0_2_cannot_be_revoked(arb_verdict *v, const arb_look *look)
{
    if (!look->target)
        arb_refuse(v, look, ARB_ART_0_2, ARB_CODE_CANNOT_BE_REVOKED, ARB_EFFECT_NONE);
}

void arb_art_0_2_event_revoked(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_0_2, ARB_CODE_REVOKED, NOBODY, ARB_EFFECT_NONE)->number =
        look->event->number;
}

/* 0.2, 3.10.3  What he sets up must be a position. */
void arb_art_0_2_no_position(arb_verdict *v, const arb_look *look)
{
    arb_pos pos;

    if (arb_pos_from_fen(&pos, NULL, NULL, look->event->text, look->event->size) != ARB_OK)
        arb_refuse(v, look, ARB_ART_0_2, ARB_CODE_NO_POSITION, ARB_EFFECT_NONE);
}
