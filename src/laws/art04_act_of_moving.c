/* SPDX-License-Identifier: MIT */
/*
 * Who may lay hands on the board, and what that binds him to (Laws, 1.3, 3.10, Article 4, 8.1).
 */
#include "laws/boards.h"
#include "laws/hands.h"
#include "laws/rules.h"

bool arb_is_assistant(const arb_look *look)
{
    return look->event->actor == ARB_ACTOR_WHITE_ASSISTANT ||
           look->event->actor == ARB_ACTOR_BLACK_ASSISTANT;
}

bool arb_has_task(const arb_state *s, arb_colour player, arb_task task)
{
    return ((unsigned)s->tasks[player] >> task & 1u) != 0;
}

static bool lacks_task(const arb_look *look, arb_task task)
{
    return arb_is_assistant(look) && !arb_has_task(look->before, look->player, task);
}

/* 1.3  A player has the move when the opponent's move has been made. */
void arb_art_1_3_not_having_the_move(arb_verdict *v, const arb_look *look)
{
    if (!arb_has_move(look->before, look->player))
        arb_refuse(v, look, ARB_ART_1_3, ARB_CODE_NOT_YOUR_MOVE, ARB_EFFECT_NONE);
}

/* 4.7  A move that was made cannot be changed. */
void arb_art_4_7_made_move_stands(arb_verdict *v, const arb_look *look)
{
    if (!arb_has_move(look->before, look->player) &&
        arb_state_is_uncompleted(look->before, look->player))
        arb_refuse(v, look, ARB_ART_4_7, ARB_CODE_MOVE_STANDS, ARB_EFFECT_NONE);
}

/* 4.4.4  The piece with which a promotion was made is chosen: another one comes too late. */
void arb_art_4_4_4_made_with_another_piece(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const arb_ply_record *last = arb_history_get(look->history, s->ply);

    if (look->book->promotion_by_touch && !arb_has_move(s, look->player) &&
        arb_state_is_uncompleted(s, look->player) && look->event->role != ARB_ROLE_NONE &&
        last->kind == ARB_PLY_MOVE && arb_move_promotion(last->move) != ARB_ROLE_NONE &&
        arb_move_promotion(last->move) != look->event->role &&
        arb_move_to(last->move) == look->event->square[0])
        arb_refuse(v, look, ARB_ART_4_4_4, ARB_CODE_PIECE_CHOSEN, ARB_EFFECT_NONE);
}

/* 4.9, 6.2.6, 8.1.6  Another acts for a player only where he was named for it. */
void arb_art_4_9_assistant_not_named(arb_verdict *v, const arb_look *look)
{
    if (lacks_task(look, ARB_TASK_MOVE))
        arb_refuse(v, look, ARB_ART_4_9, ARB_CODE_NOT_APPOINTED, ARB_EFFECT_NONE);
}

void arb_art_6_2_6_assistant_not_named(arb_verdict *v, const arb_look *look)
{
    if (lacks_task(look, ARB_TASK_CLOCK))
        arb_refuse(v, look, ARB_ART_6_2_6, ARB_CODE_NOT_APPOINTED, ARB_EFFECT_NONE);
}

void arb_art_8_1_6_assistant_not_named(arb_verdict *v, const arb_look *look)
{
    if (lacks_task(look, ARB_TASK_RECORD))
        arb_refuse(v, look, ARB_ART_8_1_6, ARB_CODE_NOT_APPOINTED, ARB_EFFECT_NONE);
}

/* 4.9  The rest a player does himself: he offers, claims and resigns. */
void arb_art_4_9_not_an_assistants_task(arb_verdict *v, const arb_look *look)
{
    if (arb_is_assistant(look) && !arb_is_spoken(look->before)) /* else D.2.10 */
        arb_refuse(v, look, ARB_ART_4_9, ARB_CODE_NOT_ASSISTANTS_TASK, ARB_EFFECT_NONE);
}

/* 8.1  Where the board is of wood and nobody sees it, only presses and scoresheets speak. */
void arb_art_8_1_board_not_seen(arb_verdict *v, const arb_look *look)
{
    if (look->regulations->board == ARB_BOARD_WRITTEN)
        arb_refuse(v, look, ARB_ART_8_1, ARB_CODE_BOARD_NOT_SEEN, ARB_EFFECT_NONE);
}

/* 11.5, 4.2.1, 7.4.1  Who does not have the move leaves the pieces alone, unless he puts back what
 * he displaced, or takes for a move what stands there and is none, and begins his reply (0.2). */
void arb_art_11_5_contact_out_of_turn(arb_verdict *v, const arb_look *look)
{
    if (arb_has_move(look->before, look->player) || (look->event->flags & ARB_EVENT_ACCIDENTAL))
        return;
    if (look->event->verb == ARB_VERB_ADJUST && look->before->restoring == look->player)
        return;
    if (look->event->verb == ARB_VERB_TOUCH && arb_hands_await_reply(look->before))
        return;
    if (look->book->penalties)
        arb_refuse(v, look, ARB_ART_11_5, ARB_CODE_CONTACT_OUT_OF_TURN, ARB_EFFECT_WARNING);
    else
        arb_refuse(v, look, ARB_ART_4_2_1, ARB_CODE_NOT_YOUR_MOVE, ARB_EFFECT_NONE);
}

/* 6.2.5  Pieces are adjusted while one's own clock runs. */
void arb_art_6_2_5_adjusting_on_opponents_time(arb_verdict *v, const arb_look *look)
{
    if (look->regulations->book->adjust_on_own_clock && arb_regulations_timed(look->regulations) &&
        arb_state_running(look->after) != look->player)
        arb_refuse(v, look, ARB_ART_6_2_5, ARB_CODE_CLOCK_NOT_RUNNING, ARB_EFFECT_NONE);
}

/* 4.3  Only a piece can be touched. */
void arb_art_4_3_nothing_there(arb_verdict *v, const arb_look *look)
{
    const arb_setup board = arb_state_board(look->before);
    bool empty = false;

    for (unsigned i = 0; i < look->event->square_count; i++)
        empty |= board.piece[look->event->square[i]] == ARB_PIECE_NONE;
    if (empty)
        arb_refuse(v, look, ARB_ART_4_3, ARB_CODE_NOTHING_THERE, ARB_EFFECT_NONE);
}

/* Does the event put a piece from the box on the board? */
static bool is_from_box(const arb_look *look)
{
    unsigned man;
    arb_piece piece;

    return arb_hands_released(&man, &piece, look->before, look->event) && man == NO_MAN;
}

/* 4.4.4  A promotion piece touches a square to which a pawn can be promoted; only a hand that is
 *        already at work may put one elsewhere, and hears of it later (7.5.1). */
void arb_art_4_4_4_no_promotion_there(arb_verdict *v, const arb_look *look)
{
    arb_move moves[ARB_MOVES_MAX];

    if (look->before->touched.count > 0 || arb_hands_at_work(look->before) || !is_from_box(look))
        return;
    const size_t count = arb_pos_moves(moves, &look->before->pos);
    for (size_t i = 0; i < count; i++)
        if (arb_move_promotion(moves[i]) != ARB_ROLE_NONE &&
            arb_move_to(moves[i]) == look->event->square[0])
            return;
    arb_refuse(v, look, ARB_ART_4_4_4, ARB_CODE_NO_PROMOTION_THERE, ARB_EFFECT_NONE);
}

/* Does a piece from the box stand there? */
static bool box_piece_at(const arb_state *s, arb_square square)
{
    const arb_men men = arb_men_of(s);

    for (unsigned i = ARB_SQUARE_COUNT; i < men.count; i++)
        if (men.where[i] == square)
            return true;
    return false;
}

/* 4.4.4  The first piece that touched its square is chosen: another one comes too late. */
void arb_art_4_4_4_piece_is_chosen(arb_verdict *v, const arb_look *look)
{
    const arb_touched *touched = &look->before->touched;
    const arb_square square = look->event->square[0];

    if (!look->book->promotion_by_touch || !is_from_box(look))
        return;
    if (box_piece_at(look->before, square) ||
        (touched->promotes_on == square && touched->promotes_to != look->event->role))
        arb_refuse(v, look, ARB_ART_4_4_4, ARB_CODE_PIECE_CHOSEN, ARB_EFFECT_NONE);
}

/* 4.7  Only a piece that is in the hand can be let go: one that was touched, or the king, who may
 *      be on his way to castle (4.7.2). */
void arb_art_4_7_nothing_to_release(arb_verdict *v, const arb_look *look)
{
    unsigned man;
    arb_piece piece;

    if (!arb_hands_released(&man, &piece, look->before, look->event))
        arb_refuse(v, look, ARB_ART_4_7, ARB_CODE_NOTHING_TO_RELEASE, ARB_EFFECT_NONE);
}

/* Could one of these moves still come of what the hands have then done? */
static bool can_become(const arb_state *s, const arb_move *moves, size_t count)
{
    const arb_men men = arb_men_of(s);

    for (size_t i = count; i-- > 0;)
        if (arb_hands_fit(s, &men, moves[i]))
            return true;
    return false;
}

/* 4.7  Is the piece that binds, let go as part of a legal move, put down somewhere else? */
static bool goes_elsewhere(const arb_look *look)
{
    const arb_touched *touched = &look->before->touched;
    unsigned man;
    arb_piece piece;

    return arb_release_binds(look->before) &&
           arb_hands_released(&man, &piece, look->before, look->event) && man == touched->from &&
           look->event->square[0] != touched->to;
}

/* Which article the touched pieces have against the move of which that is a part; of several, the
 * first. */
static arb_article against_part(const arb_state *before, const arb_state *after)
{
    const arb_men men = arb_men_of(after);
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, &before->pos);

    for (size_t i = 0; i < count; i++)
        if (arb_hands_fit(after, &men, moves[i]))
            return arb_binding(before, moves[i]);
    return ARB_ART_NONE;
}

/* What is said to a hand that leaves a move of which a part was let go. */
static arb_code begun_code(arb_article why, const arb_move *moves, size_t count)
{
    if (why == ARB_ART_4_4_4)
        return ARB_CODE_PIECE_CHOSEN;
    for (size_t i = 0; i < count; i++)
        if (arb_move_kind_of(moves[i]) != ARB_MOVE_CASTLING)
            return ARB_CODE_MOVE_BEGUN;
    return ARB_CODE_CASTLING_BEGUN;
}

/* 4.7, 4.7.2, 4.4.4, 4.3  What was let go as part of a legal move stays where it is, and what is
 *      let go next belongs to that move; a part of a legal move has touched pieces against it as
 *      the whole has. */
void arb_art_4_7_released_before(arb_verdict *v, const arb_look *look)
{
    arb_state after = *look->before;
    arb_move moves[ARB_MOVES_MAX];
    arb_article why;
    const size_t allowed = arb_state_allowed(moves, &why, look->before);
    const bool chosen =
        look->book->promotion_by_touch && look->before->touched.promotes_on != ARB_SQUARE_NONE;
    const bool bound = arb_release_binds(look->before) || chosen;

    if (look->regulations->touch_move != ARB_TOUCH_MOVE_REFUSE ||
        !arb_hands_take(&after, look->event))
        return;
    const bool wrong = arb_hands_at_work(&after) && !can_become(&after, moves, allowed);
    if (goes_elsewhere(look) || (wrong && bound && arb_hands_begun(look->before)))
        arb_refuse(v, look, why, begun_code(why, moves, allowed), ARB_EFFECT_NONE);
    else if (wrong && why != ARB_ART_NONE && arb_hands_begun(&after))
        arb_refuse(v, look, against_part(look->before, &after), ARB_CODE_TOUCHED_PIECE_BINDS,
                   ARB_EFFECT_NONE);
}

/* 7.5.1  Nobody can follow a hand without end: what it did is put right first. */
void arb_art_7_5_1_too_much_displaced(arb_verdict *v, const arb_look *look)
{
    arb_state after = *look->before;

    if (!arb_hands_take(&after, look->event))
        arb_refuse(v, look, ARB_ART_7_5_1, ARB_CODE_DISPLACEMENT_STANDS, ARB_EFFECT_NONE);
}

/* 7.5  An electronic board need not take what can never become a legal move. */
void arb_art_7_5_board_takes_no_wrong_hand(arb_verdict *v, const arb_look *look)
{
    arb_state after = *look->before;
    arb_move move;

    if (look->regulations->illegal_moves != ARB_ILLEGAL_REFUSE ||
        !arb_hands_take(&after, look->event) || !arb_hands_illegal(&after))
        return;
    const arb_article why = arb_pos_match(&move, &after.pos, arb_hands_shown(&after),
                                          (arb_variant)look->regulations->variant);
    arb_refuse(v, look, why != ARB_ART_NONE ? why : ARB_ART_3_10_2, ARB_CODE_ILLEGAL_NOT_TAKEN,
               ARB_EFFECT_NONE);
}

/* 7.5.1  What stands on the board and is no move is put right first. */
void arb_art_7_5_1_displacement_stands(arb_verdict *v, const arb_look *look)
{
    if (look->before->standing.on_board)
        arb_refuse(v, look, ARB_ART_7_5_1, ARB_CODE_DISPLACEMENT_STANDS, ARB_EFFECT_NONE);
}

/* 7.5.1  Only what was let go or made can be put right; whether it was a move is another question.
 */
void arb_art_7_5_1_nothing_to_replace(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;
    const bool made = !arb_has_move(s, look->player) && arb_state_is_uncompleted(s, look->player);

    if (!made && !arb_hands_at_work(s))
        arb_refuse(v, look, ARB_ART_7_5_1, ARB_CODE_NOTHING_TO_REPLACE, ARB_EFFECT_NONE);
}

/* C.10  A move that could be one of several is none. */
void arb_art_C_10_ambiguous_move(arb_verdict *v, const arb_look *look)
{
    if (look->attempt.kind == ARB_ATTEMPT_AMBIGUOUS)
        arb_refuse(v, look, ARB_ART_C_10, ARB_CODE_AMBIGUOUS, ARB_EFFECT_NONE);
}

/* 3.10.2  It is not legal, and nobody can tell what was displaced. */
void arb_art_3_10_2_no_such_displacement(arb_verdict *v, const arb_look *look)
{
    if (look->attempt.kind == ARB_ATTEMPT_IMPOSSIBLE)
        arb_refuse(v, look, (arb_article)look->attempt.article, ARB_CODE_NO_SUCH_MOVE,
                   ARB_EFFECT_NONE);
}

/* 4.3, D.2.1  Hands work on the player's own board. What is no move of the game can only be done
 *             with a piece that stands there. */
void arb_art_4_3_not_on_his_board(arb_verdict *v, const arb_look *look)
{
    const arb_attempt *attempt = &look->attempt;
    arb_piece board[ARB_SQUARE_COUNT];

    if (arb_has_two_boards(look->before) && attempt->kind == ARB_ATTEMPT_ILLEGAL &&
        arb_boards_acting(board, look->before)[attempt->hand.from] == ARB_PIECE_NONE)
        arb_refuse(v, look, ARB_ART_4_3, ARB_CODE_NOTHING_THERE, ARB_EFFECT_NONE);
}

/* 7.5  An electronic board need not take an illegal move. */
void arb_art_7_5_board_takes_no_illegal_move(arb_verdict *v, const arb_look *look)
{
    const bool illegal =
        look->attempt.kind == ARB_ATTEMPT_ILLEGAL || look->attempt.kind == ARB_ATTEMPT_UNPROMOTED;

    if (illegal && look->regulations->illegal_moves == ARB_ILLEGAL_REFUSE)
        arb_refuse(v, look, (arb_article)look->attempt.article, ARB_CODE_ILLEGAL_NOT_TAKEN,
                   ARB_EFFECT_NONE);
}

/* Does a displacement that is no legal move leave a piece elsewhere that was let go as part of one?
 */
static bool goes_against(const arb_state *s, const arb_attempt *attempt)
{
    return arb_release_binds(s) &&
           (attempt->hand.from != s->touched.from || attempt->hand.to != s->touched.to);
}

/* 4.3, 4.4, 4.5, 4.7, 9.5.3  Touched pieces, and a move written for a claim, bind the player. */
void arb_art_4_3_touched_piece(arb_verdict *v, const arb_look *look)
{
    const bool legal = look->attempt.kind == ARB_ATTEMPT_LEGAL;
    arb_article why = ARB_ART_NONE;
    arb_move allowed[ARB_MOVES_MAX];

    if (legal)
        why = arb_binding(look->before, look->attempt.move);
    else if (goes_against(look->before, &look->attempt)) /* what was let go stays there (4.7) */
        (void)arb_state_allowed(allowed, &why, look->before);
    if (why != ARB_ART_NONE &&
        (look->regulations->touch_move == ARB_TOUCH_MOVE_REFUSE || why == ARB_ART_9_5_3))
        arb_refuse(v, look, why, ARB_CODE_TOUCHED_PIECE_BINDS, ARB_EFFECT_NONE);
}

static bool was_touched(const arb_touched *touched, arb_square square)
{
    if (touched->to == square || touched->promotes_on == square)
        return true;
    for (unsigned i = touched->count; i-- > 0;)
        if (touched->square[i] == square)
            return true;
    return false;
}

/* 4.8  Who has touched a piece, or even moved, can no longer claim what the opponent did. */
void arb_art_4_8_right_to_claim_lost(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if ((s->turn != look->player && s->ply != 0) || s->touched.count > 0)
        arb_refuse(v, look, ARB_ART_4_8, ARB_CODE_RIGHT_LOST, ARB_EFFECT_NONE);
}

/* 4.8, 4.1  That covers a move made with both hands. */
void arb_art_4_8_two_hands_not_claimed(arb_verdict *v, const arb_look *look)
{
    if (arb_right_lost(look, &look->found))
        arb_refuse(v, look, ARB_ART_4_8, ARB_CODE_RIGHT_LOST, ARB_EFFECT_NONE);
}

void arb_art_4_3_no_breach(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (s->breach.by != arb_opponent(look->player) ||
        !was_touched(&s->breach.touched, look->event->square[0]))
        arb_refuse(v, look, ARB_ART_4_3, ARB_CODE_NO_BREACH, ARB_EFFECT_NONE);
}

/* 4.3, 4.8  The claim is right: the move is taken back, and the touched piece binds. */
void arb_art_4_3_touch_claimed(arb_verdict *v, const arb_look *look)
{
    const arb_breach *breach = &look->before->breach;

    arb_say(v, look, (arb_article)breach->article, ARB_CODE_TOUCH_CLAIMED, (arb_colour)breach->by,
            ARB_EFFECT_TAKE_BACK)
        ->ply = breach->ply;
}
