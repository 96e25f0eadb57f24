/* SPDX-License-Identifier: MIT */
/*
 * Where every move is the only one, what follows is one line: it ends, comes to a choice, or goes
 * round in a circle.
 */
#include "proof/forced.h"

static void play_only(arb_pos *pos, arb_move *move)
{
    arb_move moves[ARB_MOVES_MAX];

    (void)arb_pos_moves(moves, pos);
    *move = moves[0];
    arb_pos_play(pos, pos, *move);
}

/* The number of different positions in a line that goes round, which comes back after `length`. */
static size_t count_distinct(const arb_pos *pos, size_t length)
{
    arb_pos first = *pos, second = *pos;
    arb_move move;
    size_t before = 0;

    for (size_t i = 0; i < length; i++)
        play_only(&second, &move);
    for (; !arb_pos_same(&first, &second); before++) {
        play_only(&first, &move);
        play_only(&second, &move);
    }
    return before + length;
}

void arb_forced_play(arb_forced *out, const arb_pos *pos)
{
    arb_pos mark = *pos;
    size_t marked = 0;

    out->end = *pos;
    out->is_circle = false;
    for (out->count = 0; out->count < ARB_PROOF_LINE_MAX && arb_pos_count(&out->end) == 1;) {
        play_only(&out->end, &out->line[out->count]);
        out->count++;
        if (arb_pos_same(&out->end, &mark)) {
            out->is_circle = true;
            out->distinct = count_distinct(pos, out->count - marked);
            return;
        }
        if ((out->count & (out->count - 1)) == 0) { /* a circle meets a mark that is moved on */
            mark = out->end;
            marked = out->count;
        }
    }
}
