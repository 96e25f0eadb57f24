/* SPDX-License-Identifier: MIT */
/*
 * Assistants of the players: who names them, whether the arbiter accepts them, and what becomes of
 * the clock (Laws, 4.9, 6.2.6, 8.1.6). Whether they may act at all is in art04_act_of_moving.c.
 */
#include "arbitro/edition.h"
#include "laws/rules.h"

static bool names(const arb_look *look, arb_task task)
{
    return ((unsigned)look->event->tasks >> task & 1u) != 0;
}

/* D.2.10.3  For a player who cannot see, pressing and writing are duties of another article. */
static bool is_blind(const arb_look *look, arb_colour player)
{
    return arb_has_colour(look->regulations->vision, player);
}

/* 4.9, 8.1.6  Not every edition knows somebody who moves or writes for a player. */
void arb_art_4_9_no_such_assistant(arb_verdict *v, const arb_look *look)
{
    if (names(look, ARB_TASK_MOVE) && !*arb_article_cited(ARB_ART_4_9, look->book))
        arb_refuse(v, look, ARB_ART_4_9, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
    else if (names(look, ARB_TASK_RECORD) && !look->book->assistant_records &&
             !is_blind(look, look->player))
        arb_refuse(v, look, ARB_ART_8_1_6, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
}

/* 4.9  Only an assistant who was named can be accepted or refused. */
void arb_art_4_9_nobody_named(arb_verdict *v, const arb_look *look)
{
    if (look->before->tasks[arb_named(look->event)] == 0)
        arb_refuse(v, look, ARB_ART_4_9, ARB_CODE_NO_ASSISTANT, ARB_EFFECT_NONE);
}

/* 6.2.6, 8.1.6  Whoever has another press or write for him gets his clock adjusted fairly, which is
 * for the arbiter to do; a player with a disability keeps his time. */
static void adjust_clock(arb_verdict *v, const arb_look *look, arb_article article,
                         arb_colour player)
{
    const bool keeps =
        look->book->disabled_keep_time && arb_has_colour(look->regulations->disabled, player);

    if (article != ARB_ART_4_9 && arb_regulations_timed(look->regulations))
        arb_say(v, look, article, keeps ? ARB_CODE_CLOCK_NOT_ADJUSTED : ARB_CODE_CLOCK_TO_ADJUST,
                player, ARB_EFFECT_NONE);
}

/* A player names somebody for a task; he acts until the arbiter refuses him. */
static void name(arb_verdict *v, const arb_look *look, arb_task task, arb_article article)
{
    if (!names(look, task) || (task != ARB_TASK_MOVE && is_blind(look, look->player)))
        return;
    arb_say(v, look, article, ARB_CODE_ASSISTANT_APPOINTED, look->player, ARB_EFFECT_NONE);
    adjust_clock(v, look, article, look->player);
}

void arb_art_4_9_assistant_named(arb_verdict *v, const arb_look *look)
{
    name(v, look, ARB_TASK_MOVE, ARB_ART_4_9);
}

void arb_art_6_2_6_assistant_named(arb_verdict *v, const arb_look *look)
{
    name(v, look, ARB_TASK_CLOCK, ARB_ART_6_2_6);
}

void arb_art_8_1_6_assistant_named(arb_verdict *v, const arb_look *look)
{
    name(v, look, ARB_TASK_RECORD, ARB_ART_8_1_6);
}

/* What the arbiter thinks of him, under the article of each of his tasks. */
static void judge(arb_verdict *v, const arb_look *look, arb_task task, arb_article article)
{
    const arb_colour player = arb_named(look->event);

    if (!arb_has_task(look->before, player, task) ||
        (task != ARB_TASK_MOVE && is_blind(look, player)))
        return;
    if (look->event->verb == ARB_VERB_REFUSE_ASSISTANT) {
        arb_say(v, look, article, ARB_CODE_ASSISTANT_REFUSED, player, ARB_EFFECT_NO_ASSISTANT);
        return;
    }
    arb_say(v, look, article, ARB_CODE_ASSISTANT_ACCEPTED, player, ARB_EFFECT_NONE);
    adjust_clock(v, look, article, player);
}

void arb_art_4_9_assistant_judged(arb_verdict *v, const arb_look *look)
{
    judge(v, look, ARB_TASK_MOVE, ARB_ART_4_9);
}

void arb_art_6_2_6_assistant_judged(arb_verdict *v, const arb_look *look)
{
    judge(v, look, ARB_TASK_CLOCK, ARB_ART_6_2_6);
}

void arb_art_8_1_6_assistant_judged(arb_verdict *v, const arb_look *look)
{
    judge(v, look, ARB_TASK_RECORD, ARB_ART_8_1_6);
}
