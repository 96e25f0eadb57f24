/* SPDX-License-Identifier: MIT */
/*
 * The two boards show different positions: the scoresheets decide who puts his board right, or how
 * far the game goes back (Laws, D.2.9).
 */
#include "laws/boards.h"
#include "laws/rules.h"

/* D.2.9  Nothing is corrected where both boards show the game's position. */
void arb_art_D_2_9_boards_agree(arb_verdict *v, const arb_look *look)
{
    const arb_state *s = look->before;

    if (look->learns)
        return; /* it has been found, and is put right move by move */
    if (!arb_boards_differ(s, ARB_WHITE, &s->pos) && !arb_boards_differ(s, ARB_BLACK, &s->pos))
        arb_refuse(v, look, ARB_ART_D_2_9, ARB_CODE_BOARDS_AGREE, ARB_EFFECT_NONE);
}

/* The game goes on from where the scoresheets agree with the record. */
static void go_back(arb_verdict *v, const arb_look *look, uint32_t half_moves, arb_code code)
{
    arb_say(v, look, ARB_ART_D_2_9, code, NOBODY, ARB_EFFECT_RESTORE)->ply =
        arb_half_move(look->before, look->history, half_moves);
}

/* D.2.9  The scoresheets agree: whose board shows something else puts it right. */
void arb_art_D_2_9_sheets_agree(arb_verdict *v, const arb_look *look)
{
    if (look->learns)
        return;
    const arb_agreed said = arb_sheets_say(look, look->before);

    if (said.count < said.made)
        return;
    if (said.parts < said.made)
        go_back(v, look, said.parts, ARB_CODE_SHEETS_COUNT);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (arb_boards_differ(look->before, c, &said.pos))
            arb_say(v, look, ARB_ART_D_2_9,
                    said.blank ? ARB_CODE_BOARD_AS_ANNOUNCED : ARB_CODE_BOARD_PUT_RIGHT, c,
                    ARB_EFFECT_CORRECT_BOARD);
}

/* D.2.9  They differ: the game goes back to the last half-move on which they agree, and the arbiter
 * sets the clocks. */
void arb_art_D_2_9_sheets_differ(arb_verdict *v, const arb_look *look)
{
    if (look->learns)
        return;
    const arb_agreed said = arb_sheets_say(look, look->before);

    if (said.count == said.made)
        return;
    go_back(v, look, said.parts < said.count ? said.parts : said.count, ARB_CODE_SHEETS_DIFFER);
    if (arb_regulations_timed(look->regulations))
        arb_say(v, look, ARB_ART_D_2_9, ARB_CODE_CLOCKS_TO_SET, NOBODY, ARB_EFFECT_STOP);
}
