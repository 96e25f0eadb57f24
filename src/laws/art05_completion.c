/* SPDX-License-Identifier: MIT */
/*
 * How a game ends by itself or by a word (Laws, Article 5; 9.6, because these draws come about in
 * the same way).
 */
#include "arbitro/claims.h"
#include "board/history.h"
#include "laws/boards.h"
#include "laws/rules.h"

/* Laws 5.1.1, 11.4 */
/* 5.1.1, 5.2, 6.9, 7.5.5 ...  A game that is over stays over, and its players are spectators. */
void arb_art_5_1_1_game_over(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (arb_state_is_over(s))
        arb_refuse(v, look, s->article_count ? (arb_article)s->article[0] : ARB_ART_5_1_1,
                   ARB_CODE_GAME_OVER, ARB_EFFECT_NONE);
}

/* Has this event brought a position about that the Laws judge: by a legal move, by the arbiter, or
 * at the start? A move against touched pieces ends nothing while the opponent can still claim that
 * (5.1.1, 5.2: "in accordance with Article 4"); once he touches a piece it does (4.8). */
static bool is_new(const arb_look *look)
{
    if (look->book->touch_before_mate && look->after->breach.by != NOBODY)
        return false;
    if (arb_is_slip(look->after)) /* D.2.8: another move may still be announced */
        return false;
    if (arb_is_slip(look->before))
        return true;
    if (look->event->verb == ARB_VERB_START || look->before->breach.by != NOBODY)
        return true;
    return look->after->ply != look->before->ply &&
           (look->added->kind == ARB_PLY_MOVE || look->added->kind == ARB_PLY_SET);
}

/* Is the position new, and does the article end the game in it? */
static bool ends(const arb_look *look, arb_article article, unsigned times)
{
    const arb_pos *pos = &look->after->pos;
    arb_rulebook scratch;

    return is_new(look) && arb_ends_by(article, arb_drawing_rules(&scratch, look->regulations, pos),
                                       pos, times, look->proof);
}

/* 5.1.1  Checkmate wins at once. */
void arb_art_5_1_1_checkmate(arb_verdict *v, const arb_look *look)
{
    if (ends(look, ARB_ART_5_1_1, 0)) {
        const arb_colour winner = arb_opponent((arb_colour)look->after->pos.turn);
        arb_decide(v, look, ARB_ART_5_1_1, ARB_CODE_CHECKMATE, winner, arb_result_win(winner));
    }
}

/* 5.2.1  Stalemate draws at once. */
void arb_art_5_2_1_stalemate(arb_verdict *v, const arb_look *look)
{
    if (ends(look, ARB_ART_5_2_1, 0))
        arb_decide(v, look, ARB_ART_5_2_1, ARB_CODE_STALEMATE, (arb_colour)look->after->pos.turn,
                   ARB_RESULT_DRAW);
}

/* 5.2.2, 1.5  Neither player can checkmate any more. */
void arb_art_5_2_2_dead_position(arb_verdict *v, const arb_look *look)
{
    if (ends(look, ARB_ART_5_2_2, 0))
        arb_decide(v, look, ARB_ART_5_2_2, ARB_CODE_DEAD_POSITION, NOBODY, ARB_RESULT_DRAW);
}

/* Where nothing waits for a claim, the numbers are those of a claim (EDISU 1). */
static bool draws_by_themselves(const arb_look *look)
{
    return look->regulations->draws == ARB_DRAWS_AUTOMATIC;
}

/* How often the position that the event has brought about has stood there by now. */
static unsigned times_stood(const arb_look *look)
{
    const arb_added *added = look->added;
    const arb_pos *pos = &look->after->pos;
    const arb_identity identity = look->book->identity;

    return 1 + (added->kind == ARB_PLY_MOVE
                    ? arb_history_count_before(look->history, added->before, pos, identity)
                    : arb_history_count(look->history, added->before, pos, identity));
}

/* Laws 9.6, 9.6.1 */
/* 9.6.1  The same position for the fifth time. */
void arb_art_9_6_1_five_times(arb_verdict *v, const arb_look *look)
{
    if (look->after->ply != look->before->ply && ends(look, ARB_ART_9_6_1, times_stood(look)))
        arb_decide(v, look, ARB_ART_9_6_1,
                   draws_by_themselves(look) ? ARB_CODE_THREE_TIMES : ARB_CODE_FIVE_TIMES, NOBODY,
                   ARB_RESULT_DRAW);
}

/* 9.6.2  Seventy-five moves by each player without pawn move or capture; mate came first. */
void arb_art_9_6_2_seventy_five_moves(arb_verdict *v, const arb_look *look)
{
    if (ends(look, ARB_ART_9_6_2, 0))
        arb_decide(v, look, ARB_ART_9_6_2,
                   draws_by_themselves(look) ? ARB_CODE_QUIET_MOVES : ARB_CODE_SEVENTY_FIVE_MOVES,
                   NOBODY, ARB_RESULT_DRAW);
}

arb_result arb_lost_by(arb_verdict *v, const arb_look *look, arb_article article, arb_colour loser)
{
    bool unproved;
    const arb_result result =
        arb_loss_result(article, look->book, &look->after->pos, loser, look->proof, &unproved);

    if (unproved)
        arb_say(v, look, article, ARB_CODE_MATE_UNPROVED, arb_opponent(loser), ARB_EFFECT_NONE);
    return result;
}

/* 5.1.2  Who resigns loses, unless the opponent could never have won. */
void arb_art_5_1_2_resignation(arb_verdict *v, const arb_look *look)
{
    const arb_result result = arb_lost_by(v, look, ARB_ART_5_1_2, look->player);

    arb_decide(v, look, ARB_ART_5_1_2,
               result == ARB_RESULT_DRAW ? ARB_CODE_RESIGNED_DRAW : ARB_CODE_RESIGNED, look->player,
               result);
}

/* 5.2.3  No draw is agreed before each has made a move. */
void arb_art_5_2_3_too_early_to_agree(arb_verdict *v, const arb_look *look)
{
    const unsigned needed = look->book->moves_before_draw;

    if (arb_moves_made(look->before, ARB_BLACK) < needed) /* White, who begins, has made as many */
        arb_refuse(v, look, ARB_ART_5_2_3, ARB_CODE_TOO_EARLY_TO_AGREE, ARB_EFFECT_NONE);
}

void arb_art_5_2_3_agreed_draw(arb_verdict *v, const arb_look *look)
{
    arb_decide(v, look, ARB_ART_5_2_3, ARB_CODE_AGREED, look->player, ARB_RESULT_DRAW);
}

/* 6.2.1.1  A move that ends the game is completed without a press. */
void arb_art_6_2_1_1_no_press_needed(arb_verdict *v, const arb_look *look)
{
    if (arb_state_is_uncompleted(look->after, look->player))
        arb_say(v, look, ARB_ART_6_2_1_1, ARB_CODE_NO_PRESS_NEEDED, look->player,
                ARB_EFFECT_COMPLETE);
}
