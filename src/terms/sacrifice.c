/* SPDX-License-Identifier: MIT */
/*
 * Sacrifices. A player puts a piece where it can be captured and he loses more than he took,
 * although he could have kept more: with another move the most that can be captured with gain on
 * one square, less what that move takes, would be worth less. What the sacrifice is good for the
 * board does not tell. A promotion is none: the piece was a pawn before.
 *
 * Passive is the sacrifice of a piece, no pawn, that did not move: it can be captured, the player
 * loses more than he took, and could have kept more. It is told once, not again as long as it
 * stands there to be captured.
 */
#include "terms/look.h"

/* The most that the other side wins by capturing on one square. */
static int worst_loss(const arb_pos *pos, arb_colour colour)
{
    int worst = 0;

    for (uint64_t set = pos->side[colour].all & ~pos->side[colour].king; set;
         set = without_lowest(set)) {
        const int loss = arb_pos_attackers(pos, lowest(set), other(colour))
                             ? arb_trade_gain(pos, lowest(set), 0)
                             : 0;
        worst = loss > worst ? loss : worst;
    }
    return worst;
}

/* Is there a move after which less is lost? */
static bool could_keep(const arb_pos *before, int loss)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t found = arb_pos_moves(moves, before);

    for (size_t i = 0; i < found; i++) {
        arb_pos after;
        arb_pos_play(&after, before, moves[i]);
        if (worst_loss(&after, (arb_colour)before->turn) - arb_terms_taken(before, moves[i]) < loss)
            return true;
    }
    return false;
}

/* What the move gives up in points; 0: nothing. */
static int given_up(const arb_pos *before, arb_move move, const arb_pos *after)
{
    const arb_colour us = (arb_colour)before->turn;
    const arb_square to = arb_move_to(move);

    if (arb_move_promotion(move) != ARB_ROLE_NONE || !arb_pos_attackers(after, to, other(us)))
        return 0;
    const int loss = arb_trade_gain(after, to, 0) - arb_terms_taken(before, move);
    return loss > 0 && could_keep(before, loss) ? loss : 0;
}

/* Could this piece already be captured with gain after the move before the last two? */
static bool was_left(const arb_seeing *seeing, arb_square square)
{
    const arb_sequence *s = seeing->sequence;

    if (s->plies < 2)
        return false;
    const arb_pos *then = &s->pos[s->plies - 2];
    return arb_pos_piece(then, square) == arb_pos_piece(seeing->now->pos, square) &&
           arb_trade_gain(then, square, 0) > 0;
}

static void see_passive(arb_seeing *seeing)
{
    const arb_seeing_board *now = seeing->now;
    const arb_colour us = arb_seeing_mover(seeing);
    const int taken = arb_terms_taken(seeing->before->pos, seeing->last);
    uint64_t set = now->pos->side[us].all & seeing->before->pos->side[us].all, left = 0;

    int worst = 0;

    for (; set; set = without_lowest(set)) {
        const arb_square square = lowest(set);
        if (arb_seeing_role(now, square) == ARB_PAWN || now->gain[square] <= taken ||
            was_left(seeing, square))
            continue;
        left |= bit(square);
        worst = now->gain[square] > worst ? now->gain[square] : worst;
    }
    if (!left || !could_keep(seeing->before->pos, worst - taken))
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_SACRIFICE_PASSIVE, us);
    seen->on = left;
    seen->amount = worst - taken;
    seen->plies = 1;
}

bool arb_seeing_gives_up(const arb_seeing *seeing, size_t back)
{
    const size_t at = seeing->sequence->plies - 1 - back;
    const arb_sequence *s = seeing->sequence;

    return given_up(&s->pos[at], s->move[at], &s->pos[at + 1]) > 0;
}

void arb_see_sacrifice(arb_seeing *seeing)
{
    const int loss = given_up(seeing->before->pos, seeing->last, seeing->now->pos);

    see_passive(seeing);
    if (loss == 0)
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_SACRIFICE, arb_seeing_mover(seeing));
    seen->on = bit(arb_move_to(seeing->last));
    seen->amount = loss;
    seen->plies = 1;
}
