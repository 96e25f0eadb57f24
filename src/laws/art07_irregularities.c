/* SPDX-License-Identifier: MIT */
/*
 * Irregularities: wrong boards, displaced pieces, illegal moves and what they cost (Laws, Article
 * 7; A.5.2).
 */
#include "laws/rules.h"

static arb_ply ply_before(const arb_look *look, arb_ply ply)
{
    return ply < arb_history_size(look->history) ? arb_history_get(look->history, ply)->before
                                                 : look->added->before;
}

/* The move counts against its player; `stands` is its ply where it is not taken back. */
static void count(arb_verdict *v, const arb_look *look, arb_article article, const arb_found *found,
                  arb_ply stands)
{
    if (look->book->illegal_limit[look->regulations->play] == 0)
        return; /* nothing is counted */
    arb_say(v, look, article, ARB_CODE_ILLEGAL_COUNTED, found->by, ARB_EFFECT_COUNT_ILLEGAL)->ply =
        stands;
}

static void take_back(arb_verdict *v, const arb_look *look, arb_article article, arb_code code,
                      const arb_found *found)
{
    if (look->regulations->board == ARB_BOARD_SEEN)
        arb_say(v, look, article, code, found->by, ARB_EFFECT_TAKE_BACK)->ply =
            ply_before(look, found->ply);
    else
        arb_say(v, look, article, code, found->by, ARB_EFFECT_TAKE_BACK_SHEETS)->half_move =
            found->half_move - 1;
    count(v, look, article, found, ARB_PLY_NONE);
}

/* 0.2  The Laws do not say what it is when the opponent replies to an illegal move that nobody has
 *      pressed upon: it counts as completed by the reply, and earns no increment. Where it is not
 *      found at once nobody is told. */
void arb_art_0_2_completed_by_reply(arb_verdict *v, const arb_look *look)
{
    if (look->by_reply && look->found.kind != ARB_REGULAR)
        arb_say(v, look, ARB_ART_0_2, ARB_CODE_COMPLETED_BY_REPLY, look->player, ARB_EFFECT_NONE);
}

/* 7.5.1  An illegal move was completed: the position before it comes back. */
void arb_art_7_5_1_illegal_move(arb_verdict *v, const arb_look *look)
{
    const arb_found found = look->found;

    if (found.kind == ARB_IRREGULAR_MOVE)
        take_back(v, look, ARB_ART_7_5_1, ARB_CODE_ILLEGAL_MOVE, &found);
}

/* 7.5.2  The clock was pressed with the pawn still on the last rank: a queen takes its place. */
void arb_art_7_5_2_promotion_missing(arb_verdict *v, const arb_look *look)
{
    const arb_found found = look->found;

    if (found.kind != ARB_IRREGULAR_UNPROMOTED)
        return;
    if (!look->book->unpromoted_becomes_queen) {
        take_back(v, look, ARB_ART_7_5_1, ARB_CODE_ILLEGAL_MOVE, &found);
        return;
    }
    arb_say(v, look, ARB_ART_7_5_2, ARB_CODE_PROMOTION_MISSING, found.by, ARB_EFFECT_QUEEN)->ply =
        found.ply;
    count(v, look, ARB_ART_7_5_2, &found, found.ply);
}

/* Laws 6.2.4 */
/* 7.5.3, 6.2.4  The clock was pressed without a move. */
void arb_art_7_5_3_pressed_without_move(arb_verdict *v, const arb_look *look)
{
    const arb_found found = look->found;

    if (found.kind == ARB_IRREGULAR_NO_MOVE && look->book->press_without_move_fault)
        take_back(v, look, ARB_ART_7_5_3, ARB_CODE_PRESSED_WITHOUT_MOVE, &found);
}

/* 7.5.4  Both hands made one move: the move stands, and it costs. */
void arb_art_7_5_4_two_hands(arb_verdict *v, const arb_look *look)
{
    const arb_found found = look->found;

    if (found.kind == ARB_IRREGULAR_TWO_HANDS && look->book->two_hands == ARB_TWO_HANDS_ILLEGAL)
        arb_say(v, look, ARB_ART_7_5_4, ARB_CODE_TWO_HANDS, found.by, ARB_EFFECT_COUNT_ILLEGAL)
            ->ply = found.ply;
}

/* 4.1  Where that costs nothing, it is still not how moves are made. */
void arb_art_4_1_two_hands(arb_verdict *v, const arb_look *look)
{
    if (look->completed == ARB_IRREGULAR_TWO_HANDS &&
        look->book->two_hands == ARB_TWO_HANDS_WARNED &&
        look->regulations->detection == ARB_DETECTION_AUTOMATIC)
        arb_say(v, look, ARB_ART_4_1, ARB_CODE_TWO_HANDS_USED, look->player, ARB_EFFECT_WARNING);
}

/* 7.5.5  The first one costs time, the last one the game, or half of it when the opponent could
 *        not have checkmated anyway, in the position as it now stands. */
void arb_art_7_5_5_illegal_move_costs(arb_verdict *v, const arb_look *look)
{
    const arb_play play = (arb_play)look->regulations->play;
    const unsigned limit = look->book->illegal_limit[play];
    arb_colour offender = NOBODY;

    for (size_t i = 0; i < v->count; i++)
        if (v->ruling[i].effect == ARB_EFFECT_COUNT_ILLEGAL)
            offender = (arb_colour)v->ruling[i].player;
    if (offender == NOBODY)
        return;
    const arb_colour opponent = arb_opponent(offender);
    if (limit == 0 || look->after->illegal[offender] < limit) {
        if (look->book->illegal_bonus[play] > 0 && arb_regulations_timed(look->regulations))
            arb_say(v, look, ARB_ART_7_5_5, ARB_CODE_ILLEGAL_BONUS, opponent, ARB_EFFECT_TIME)->ms =
                look->book->illegal_bonus[play];
        return;
    }
    const arb_result result = arb_lost_by(v, look, ARB_ART_7_5_5, offender);
    const arb_code loss = limit > 2 ? ARB_CODE_ILLEGAL_LOSS_THIRD : ARB_CODE_ILLEGAL_LOSS;
    arb_decide(v, look, ARB_ART_7_5_5, result == ARB_RESULT_DRAW ? ARB_CODE_ILLEGAL_DRAW : loss,
               offender, result);
}

static bool ended_by_illegal_move(const arb_state *s)
{
    return s->reason == ARB_CODE_ILLEGAL_LOSS || s->reason == ARB_CODE_ILLEGAL_LOSS_THIRD ||
           s->reason == ARB_CODE_ILLEGAL_DRAW;
}

/* 7.5.1 to 7.5.4  What the last illegal move was has decided with 7.5.5. */
void arb_art_7_5_5_with_its_cause(arb_verdict *v, const arb_look *look)
{
    arb_article cause = ARB_ART_NONE;

    for (size_t i = 0; i < v->count; i++)
        if (v->ruling[i].effect == ARB_EFFECT_COUNT_ILLEGAL)
            cause = v->ruling[i].article;
    if (ended_by_illegal_move(look->after) && cause != ARB_ART_NONE)
        arb_cite(v, look, cause);
}

/* A.5.2  And so has that it was found in time. */
void arb_art_A_5_2_decided_in_time(arb_verdict *v, const arb_look *look)
{
    if (ended_by_illegal_move(look->after) &&
        look->regulations->supervision == ARB_SUPERVISION_LIMITED)
        arb_cite(v, look, ARB_ART_A_5_2);
}

/* 7.5.1  Before a move is completed there is nothing to find; where nothing was irregular, too. */
void arb_art_7_5_1_nothing_irregular(arb_verdict *v, const arb_look *look)
{
    const bool waits =
        arb_watch_of(look->event) && look->regulations->supervision == ARB_SUPERVISION_LIMITED;

    if (waits || look->found.kind != ARB_REGULAR)
        return;
    if (arb_watch_of(look->event))
        arb_refuse(v, look, ARB_ART_A_5_4, ARB_CODE_NOTHING_TO_WAIT_FOR, ARB_EFFECT_NONE);
    else
        arb_refuse(v, look, ARB_ART_7_5_1, ARB_CODE_NOTHING_IRREGULAR, ARB_EFFECT_NONE);
}

/* 7.2.1  The pieces stood wrong from the beginning: there was no game. */
void arb_art_7_2_1_wrong_setup(arb_verdict *v, const arb_look *look)
{
    arb_decide(v, look, ARB_ART_7_2_1, ARB_CODE_WRONG_SETUP, NOBODY, ARB_RESULT_VOID);
}

/* 7.2.1, I.12.2  The arbiter cancels the game: a new one will be played. */
void arb_art_7_2_1_annulled(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_7_2_1, ARB_CODE_ANNULLED, NOBODY, ARB_EFFECT_AWARD)->result =
        ARB_RESULT_VOID;
}

/* 7.2.2  The board lay the wrong way round: the position goes to a right one. */
void arb_art_7_2_2_rotated_board(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_7_2_2, ARB_CODE_ROTATED_BOARD, NOBODY, ARB_EFFECT_NONE);
}

/* 7.3  The colours were reversed: a new game, unless each has completed ten moves. */
void arb_art_7_3_reversed_colours(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->after;
    const uint32_t needed = look->book->reversed_colours_moves;

    if (arb_state_counter(s, ARB_WHITE) >= needed && arb_state_counter(s, ARB_BLACK) >= needed)
        arb_say(v, look, ARB_ART_7_3, ARB_CODE_REVERSED_GO_ON, NOBODY, ARB_EFFECT_NONE);
    else
        arb_decide(v, look, ARB_ART_7_3, ARB_CODE_REVERSED_COLOURS, NOBODY, ARB_RESULT_VOID);
}

/* 7.4.1  Who knocks pieces over puts them back on his own time: when the opponent's time was
 * running, his own runs instead until he presses. */
void arb_art_7_4_1_displaced(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->after;
    const bool others_time = arb_regulations_timed(look->regulations)
                                 ? arb_state_running(s) == arb_opponent(look->player)
                                 : s->phase == ARB_PHASE_PLAYING && s->turn != look->player;

    arb_say(v, look, ARB_ART_7_4_1, ARB_CODE_DISPLACED, look->player,
            others_time ? ARB_EFFECT_OWN_TIME : ARB_EFFECT_NONE);
}

/* 7.4.1  That press completes nothing: the pieces are back, and the opponent's time runs again. */
void arb_art_7_4_1_put_back(arb_verdict *v, const arb_look *look)
{
    if (look->before->restoring == look->player)
        arb_say(v, look, ARB_ART_7_4_1, ARB_CODE_PUT_BACK, look->player, ARB_EFFECT_NONE);
}

/* Where the pieces stood right for the last time, when moves have been made since; ARB_PLY_NONE. */
static arb_ply before_displacement(const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->regulations->board == ARB_BOARD_WRITTEN || s->displaced_at == s->ply)
        return ARB_PLY_NONE;
    for (arb_ply ply = s->ply; ply != ARB_PLY_NONE;
         ply = arb_history_get(look->history, ply)->before)
        if (ply == s->displaced_at)
            return ply;
    return ARB_PLY_NONE;
}

/* 7.6  Pieces that were knocked over are found on wrong squares: the position before that comes
 * back, with all that was played since. Nobody has to be told where that was. */
void arb_art_7_6_displaced_piece_found(arb_verdict *v, const arb_look *look)
{
    const arb_ply ply = before_displacement(look);

    if (ply != ARB_PLY_NONE)
        arb_say(v, look, ARB_ART_7_6, ARB_CODE_DISPLACED_FOUND, NOBODY, ARB_EFFECT_RESTORE)->ply =
            ply;
    else if (look->before->displaced_at == look->before->ply)
        arb_say(v, look, ARB_ART_7_6, ARB_CODE_DISPLACED_FOUND, NOBODY, ARB_EFFECT_NONE);
    else
        arb_art_7_6_misplaced_pieces(v, look);
}

/* 7.6  Pieces were put back wrongly and play went on: the arbiter says from where it goes on. */
void arb_art_7_6_misplaced_pieces(arb_verdict *v, const arb_look *look)
{
    if (!look->book->sealing && look->before->adjourned.stage == ARB_IS_CONTINUED)
        return; /* what was before the suspension is known (EDISU 9.3) */
    arb_say(v, look, ARB_ART_7_6, ARB_CODE_MISPLACED, NOBODY, ARB_EFFECT_MISPLACED);
}

void arb_art_7_6_goes_on_from(arb_verdict *v, const arb_look *look)
{
    if (look->before->misplaced)
        arb_say(v, look, ARB_ART_7_6, ARB_CODE_GOES_ON_FROM, NOBODY, ARB_EFFECT_NONE);
}

/* 7.1  A position is restored that was on the board. */
void arb_art_7_1_no_such_half_move(arb_verdict *v, const arb_look *look)
{
    const bool seen = look->regulations->board == ARB_BOARD_SEEN;
    const uint32_t number = look->event->number;

    if (!(look->event->flags & ARB_EVENT_UNKNOWN) &&
        (seen ? arb_half_move(look->before, look->history, number) == ARB_PLY_NONE
              : number > look->before->presses))
        arb_refuse(v, look, ARB_ART_7_1, ARB_CODE_NO_SUCH_HALF_MOVE, ARB_EFFECT_NONE);
}

/* 7.1, 7.5.1, 7.6  The arbiter restores a position, or finds that none can be identified. */
void arb_art_7_1_position_restored(arb_verdict *v, const arb_look *look)
{
    const bool unknown = (look->event->flags & ARB_EVENT_UNKNOWN) != 0;
    const uint32_t number = unknown ? 0 : look->event->number;
    const arb_ply ply = arb_half_move(look->before, look->history, number);

    if (unknown && look->book->unidentified == ARB_UNIDENTIFIED_ANNUL) {
        arb_decide(v, look, ARB_ART_7_5_1, ARB_CODE_UNIDENTIFIED, NOBODY, ARB_RESULT_VOID);
        arb_cite(v, look, ARB_ART_7_6);
    } else if (look->regulations->board == ARB_BOARD_WRITTEN) {
        arb_say(v, look, ARB_ART_7_1, ARB_CODE_RESTORED, NOBODY, ARB_EFFECT_RESTORE_SHEETS)
            ->half_move = number;
    } else if (ply != ARB_PLY_NONE) {
        arb_say(v, look, ARB_ART_7_1, ARB_CODE_RESTORED, NOBODY, ARB_EFFECT_RESTORE)->ply = ply;
    }
}

/* 7.1, 0.2  The arbiter sets a position as he judges best. */
void arb_art_7_1_position_set(arb_verdict *v, const arb_look *look)
{
    arb_say(v, look, ARB_ART_7_1, ARB_CODE_POSITION_SET, NOBODY, ARB_EFFECT_NONE);
    arb_say(v, look, ARB_ART_0_2, ARB_CODE_ARBITER_RULES, NOBODY, ARB_EFFECT_NONE);
}
