/* SPDX-License-Identifier: MIT */
/*
 * What is to be done next where moves are announced (Laws, D.2.1): a move is made, announced,
 * repeated by the opponent, and executed on his board.
 */
#include "arbitro/silence.h"
#include "laws/boards.h"
#include "laws/hands.h"

const char *arb_due_word(arb_due due)
{
    static const char *const words[ARB_DUE_COUNT] = {
        [ARB_DUE_NONE] = "none",     [ARB_DUE_MOVE] = "move",       [ARB_DUE_ANNOUNCE] = "announce",
        [ARB_DUE_REPEAT] = "repeat", [ARB_DUE_EXECUTE] = "execute",
    };

    return words[due];
}

bool arb_state_announced_move(arb_move *out, const arb_state *state)
{
    const arb_boards *boards = &state->boards;

    if (boards->spoken_by == NOBODY || boards->spoken.said != ARB_SAID_MOVE)
        return false;
    *out = boards->spoken.move;
    return true;
}

/* Laws D.2.3: what stands on the board of who cannot see is made when he announces it; that of who
 * sees is made before. */
bool arb_state_placed_move(arb_move *out, const arb_state *state)
{
    return arb_hands_made(out, state);
}

/* Was a move made to which the opponent has not begun to reply? */
static bool is_fresh(const arb_state *s)
{
    return s->boards.changed != 0 && s->touched.count == 0;
}

/* What is due of the move that was made last, or of what is taken for one, by `mover`. */
static arb_due of_last(arb_colour *player, const arb_state *s, arb_colour mover)
{
    *player = arb_has_spoken(s, mover) ? arb_opponent(mover) : mover;
    if (!arb_has_spoken(s, mover))
        return ARB_DUE_ANNOUNCE;
    if (!s->boards.repeated)
        return ARB_DUE_REPEAT;
    return arb_has_two_boards(s) && !arb_is_executed(s) ? ARB_DUE_EXECUTE : ARB_DUE_MOVE;
}

/* Laws D.2.1 */
arb_due arb_state_due(arb_colour *player, const arb_state *state)
{
    const arb_colour turn = (arb_colour)state->turn, other = arb_opponent(turn);
    const bool repeated = state->boards.repeated;

    *player = NOBODY;
    if (!arb_is_spoken(state) || state->phase != ARB_PHASE_PLAYING)
        return ARB_DUE_NONE;
    if (arb_is_taken_for_move(state))
        return of_last(player, state, turn);
    if (arb_has_spoken(state, turn)) { /* before he has made it */
        *player = repeated ? turn : other;
        return repeated ? ARB_DUE_MOVE : ARB_DUE_REPEAT;
    }
    if (is_fresh(state))
        return of_last(player, state, other);
    *player = turn;
    return arb_awaits_words(state) ? ARB_DUE_ANNOUNCE : ARB_DUE_MOVE;
}
