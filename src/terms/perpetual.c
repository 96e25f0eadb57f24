/* SPDX-License-Identifier: MIT */
/*
 * Positions and checks again and again. Repetition: a position stands there for the third time or
 * a later one (9.2). Perpetual check: a position stands there for the third time, and since
 * the first time all moves of one side gave check. A windmill: in two of the last three moves of a
 * side, with a check between them, the same piece gave check by discovery.
 */
#include "terms/look.h"

enum { TIMES = 3, SWINGS = 4 };

/* The ply, counted from the last position, with which the third occurrence began; 0: none. */
static size_t third_time(const arb_sequence *s)
{
    const arb_pos *now = &s->pos[s->plies];
    unsigned times = 1;

    for (size_t back = 4; back <= s->plies && back <= now->quiet_plies; back += 2) {
        if (!arb_pos_same(&s->pos[s->plies - back], now))
            continue;
        if (++times == TIMES)
            return back;
    }
    return 0;
}

/* Laws 9.2: so often has the last position been on the board, and when it was there first, in plies
 * from the end. */
static unsigned times_seen(const arb_sequence *s, size_t *first)
{
    const arb_pos *now = &s->pos[s->plies];
    unsigned times = 1;

    *first = 0;
    for (size_t back = 4; back <= s->plies && back <= now->quiet_plies; back += 2)
        if (arb_pos_same(&s->pos[s->plies - back], now)) {
            times++;
            *first = back;
        }
    return times;
}

void arb_see_repetition(arb_seeing *seeing)
{
    size_t first;
    const unsigned times = times_seen(seeing->sequence, &first);

    if (times < TIMES)
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_REPETITION, ARB_COLOUR_COUNT);
    seen->amount = (int)times;
    seen->plies = (unsigned)first;
}

static bool all_check(const arb_sequence *s, size_t back, size_t phase)
{
    for (size_t i = phase; i < back; i += 2)
        if (!arb_pos_is_check(&s->pos[s->plies - i]))
            return false;
    return true;
}

void arb_see_perpetual(arb_seeing *seeing)
{
    const arb_sequence *s = seeing->sequence;
    const size_t back = third_time(s);
    const arb_colour mover = arb_seeing_mover(seeing);

    if (back == 0)
        return;
    const bool ours = all_check(s, back, 0), theirs = all_check(s, back, 1);
    if (!ours && !theirs)
        return;
    const arb_colour side = ours ? mover : other(mover);
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_PERPETUAL_CHECK, side);
    seen->by = arb_pos_checkers(&s->pos[s->plies - (ours ? 0 : 1)], other(side));
    seen->on = seeing->now->pos->side[other(side)].king;
    seen->amount = (int)(back / 2);
    seen->plies = (unsigned)back;
}

/* The pieces that gave check by discovery with the move that ends there. */
static uint64_t discoverers(const arb_sequence *s, size_t back)
{
    const size_t at = s->plies - back;
    const arb_pos *pos = &s->pos[at];
    const arb_move move = s->move[at - 1];

    if (arb_move_kind_of(move) == ARB_MOVE_CASTLING)
        return 0;
    return arb_pos_checkers(pos, (arb_colour)pos->turn) & ~bit(arb_move_to(move));
}

void arb_see_windmill(arb_seeing *seeing)
{
    const arb_sequence *s = seeing->sequence;

    if (s->plies <= SWINGS || !arb_pos_is_check(seeing->now->pos) ||
        !arb_pos_is_check(&s->pos[s->plies - 2]))
        return;
    const uint64_t rear = discoverers(s, 0) & discoverers(s, SWINGS);
    if (!rear)
        return;
    arb_sighting *seen = arb_seeing_add(seeing, ARB_SIGHTING_WINDMILL, arb_seeing_mover(seeing));
    seen->by = rear;
    seen->via = bit(arb_move_to(seeing->last));
    seen->on = seeing->now->pos->side[seeing->now->pos->turn].king;
    seen->plies = SWINGS + 1;
}
