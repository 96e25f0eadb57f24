/* SPDX-License-Identifier: MIT */
/*
 * What is said of moves, and what is done on a board because of it (Laws, D.2.1, D.2.3.3, D.2.8,
 * D.2.10.5); the moves of scoresheets that correct the game (D.2.9).
 */
#include <string.h>

#include "laws/boards.h"
#include "laws/hands.h"
#include "laws/keeping.h"

/* Laws D.2.8: another move was announced; that is the last move of the game now. */
static void put_right(arb_hearing *hearing, arb_move move)
{
    arb_state *s = hearing->after;
    const arb_ply_record *last = arb_history_get(hearing->look.history, s->ply);
    const arb_colour player = hearing->look.player;
    arb_piece left[ARB_SQUARE_COUNT], lacking[ARB_SQUARE_COUNT];
    arb_pos before;

    if (last->kind != ARB_PLY_MOVE || arb_move_equal(last->move, move) ||
        !arb_history_position(&before, hearing->look.history, last->before))
        return;
    hearing->added = (arb_added){ .kind = ARB_PLY_MOVE,
                                  .before = last->before,
                                  .move = move,
                                  .hand = arb_move_hand(move, (arb_variant)s->regulations->variant),
                                  .note = last->note };
    arb_pos_play(&s->pos, &before, move);
    s->ply = hearing->next_ply;
    memcpy(left, s->boards.piece[player], sizeof left);
    memcpy(lacking, s->boards.lacking, sizeof lacking);
    arb_boards_left(s, player, left, &before);
    memcpy(s->boards.lacking, lacking, sizeof lacking); /* what he executed before goes */
}

/* Are these the words for what was made last? What is no move (7.5.1) is named by none. */
static bool is_of_last_ply(const arb_hearing *hearing, const arb_utterance *heard)
{
    const arb_state *s = hearing->after;

    if (arb_history_get(hearing->look.history, s->ply)->kind == ARB_PLY_HAND)
        return heard->said == ARB_SAID_NO_MOVE;
    return heard->said == ARB_SAID_MOVE && arb_move_equal(heard->move, s->boards.made);
}

/* Laws D.2.1, D.2.3.3: words that nobody understands are none. */
void arb_perform_announce(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_utterance *heard = &hearing->look.heard;
    const arb_colour player = hearing->look.player;
    const bool late = s->turn != player && !arb_state_is_uncompleted(s, player);

    if ((heard->said != ARB_SAID_MOVE && heard->said != ARB_SAID_NO_MOVE) ||
        hearing->look.said_otherwise)
        return;
    if (late && !is_of_last_ply(hearing, heard))
        return; /* it is the completed move that counts */
    s->boards.spoken_by = (uint8_t)player;
    s->boards.spoken = *heard;
    s->boards.repeated = false;
    if (s->turn == player)
        arb_perform_spoken_move(hearing);
    else if (!late)
        put_right(hearing, heard->said == ARB_SAID_MOVE ? heard->move : s->boards.made);
}

/* Laws D.2.1 */
void arb_perform_repeat(arb_hearing *hearing)
{
    arb_boards *boards = &hearing->after->boards;
    const arb_utterance *heard = &hearing->look.heard;

    boards->repeated =
        heard->said == boards->spoken.said &&
        (heard->said != ARB_SAID_MOVE || arb_move_equal(heard->move, boards->spoken.move));
}

/* Laws D.2.1, D.2.10.1 */
void arb_perform_execute(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    arb_piece after[ARB_SQUARE_COUNT];

    const arb_colour player = arb_executes(s);

    arb_boards_after(after, &hearing->look);
    if (player == s->turn) {
        s->boards.executed = true;
    } else if (!s->boards.ahead) {
        memcpy(s->boards.lacking, s->boards.piece[player], sizeof s->boards.lacking);
        s->boards.ahead = true;
    }
    memcpy(s->boards.piece[player], after, sizeof after);
}

/* Laws D.2.10.5: the opponent has touched a piece; whether he says so himself does not matter. */
void arb_perform_report(arb_hearing *hearing)
{
    arb_event touch = *hearing->look.event;

    touch.verb = ARB_VERB_TOUCH;
    hearing->after->breach.by = NOBODY; /* Laws 4.8 */
    (void)arb_hands_take(hearing->after, &touch);
}

/* Laws D.2.9: the scoresheets have another game: their next move takes the place of what was
 * announced. */
void arb_perform_sheets(arb_hearing *hearing)
{
    arb_state *s = hearing->after;
    const arb_colour player = (arb_colour)s->turn;
    arb_move move;

    if (!hearing->look.learns || !arb_sheets_next(&move, &hearing->look, s))
        return;
    arb_add_ply(hearing, ARB_PLY_MOVE, move,
                arb_move_hand(move, (arb_variant)s->regulations->variant), NULL);
    arb_pos_play(&s->pos, &s->pos, move);
    arb_clock_complete(&s->clock, setting(s), player, s->now);
    s->turn = s->pos.turn;
    arb_boards_set(s);
    s->resumes = s->turn;
    if (arb_is_played(s) && arb_regulations_timed(s->regulations))
        arb_clock_start(&s->clock, setting(s), (arb_colour)s->turn, s->now);
}
