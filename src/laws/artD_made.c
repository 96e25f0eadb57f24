/* SPDX-License-Identifier: MIT */
/*
 * When the move of a player who cannot see is made, and when the clock may be pressed (Laws, D.2.2
 * to D.2.5). The touching and placing itself is in perform_hands.c and perform_board.c.
 */
#include "laws/adjourned.h"
#include "laws/boards.h"
#include "laws/rules.h"

/* D.2  What is said and done for players who cannot see has no place where both see. */
void arb_art_D_2_both_players_see(arb_verdict *v, const arb_look *look)
{
    if (!look->book->blind_players)
        arb_refuse(v, look, ARB_ART_D_2, ARB_CODE_NO_SUCH_RULE, ARB_EFFECT_NONE);
    else if (!arb_is_spoken(look->before))
        arb_refuse(v, look, ARB_ART_D_2, ARB_CODE_BOTH_SEE, ARB_EFFECT_NONE);
}

/* D.1  A second board is used where a player asks for it. */
void arb_art_D_1_one_board(arb_verdict *v, const arb_look *look)
{
    if (!arb_has_two_boards(look->before))
        arb_refuse(v, look, ARB_ART_D_1, ARB_CODE_ONE_BOARD, ARB_EFFECT_NONE);
}

/* Laws D.2.3, D.2.3.1, D.2.3.2, D.2.3.3 */
/* Is there nothing of the player that a press could complete: is a piece, a hole or a word missing?
 */
static bool lacks_something(const arb_state *s, arb_colour player)
{
    if (s->turn == player)
        return !arb_is_placed(s);
    return arb_state_is_uncompleted(s, player) && !arb_has_announced(s, player);
}

/* Laws D.2.5: the sighted player is under the usual rules. */
/* D.2.4  Only when his move is made may the opponent's clock be started; a sealed reply is made in
 * its envelope (I.9.3). */
void arb_art_D_2_4_not_made_yet(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (arb_is_blind(s, look->player) && !look->by_reply && s->restoring != look->player &&
        arb_needs_press(s) && !arb_presses_reply(look) && lacks_something(s, look->player))
        arb_refuse(v, look, ARB_ART_D_2_4, ARB_CODE_NOT_MADE_YET, ARB_EFFECT_NONE);
}
