/* SPDX-License-Identifier: MIT */
/*
 * Moves by which the opponent mates the side that is to mate itself: no line goes on after them.
 * See slow_regions.h.
 */
#include <string.h>

#include "slow_reach.h"
#include "slow_regions.h"

static bool is_firm(const slow_unit *unit)
{
    return (unit->region & (unit->region - 1)) == 0;
}

static arb_piece piece_of(const slow_unit *unit)
{
    return arb_piece_of((arb_colour)unit->colour, (arb_role)unit->role);
}

static uint64_t next_to(const slow_unit *unit, unsigned from)
{
    return slow_reach(piece_of(unit), from, ~UINT64_C(0));
}

/* Squares where `side` may have something in one move, its king left out. */
static uint64_t within_reach(const slow_state *state)
{
    const arb_colour side = (arb_colour)state->side;
    const int ahead = side == ARB_WHITE ? 1 : -1;
    const uint64_t blocked = slow_state_obstacles(state);
    uint64_t set = slow_reach_all(arb_piece_of(side, ARB_PAWN), state->pawns[side], 0);

    for (uint64_t pawns = state->pawns[side]; pawns; pawns &= pawns - 1)
        for (int steps = 1; steps <= 2; steps++) {
            const unsigned to = slow_beside(slow_first(pawns), 0, ahead * steps);
            set |= to == ARB_SQUARE_NONE ? 0 : slow_bit(to);
        }
    for (unsigned i = 0; i < state->count; i++)
        if (state->unit[i].colour == side)
            set |= slow_reach_all(piece_of(&state->unit[i]), state->unit[i].region, blocked);
    return set;
}

/* Would the king of `side` have no square to go to even if the unit were not there? */
static bool is_shut_in(const slow_state *state, unsigned unit)
{
    const arb_colour side = (arb_colour)state->side;
    uint64_t ring = slow_reach(arb_piece_of(side, ARB_KING), state->king[side], 0);
    slow_state without = *state;

    memmove(&without.unit[unit], &without.unit[unit + 1],
            (without.count - unit - 1u) * sizeof *without.unit);
    without.count--;
    ring &= ~slow_state_sure(&without, side) & ~state->pawns[side];
    for (unsigned i = 0; i < state->count; i++)
        if (state->unit[i].colour == side && is_firm(&state->unit[i]))
            ring &= ~state->unit[i].region;
    return ring == 0;
}

/* Does `unit` stand between the king and a line unit of its own, with no other square between? */
static bool opens_line(const slow_state *state, const slow_unit *unit, uint64_t reach)
{
    const uint64_t king = slow_bit(state->king[state->side]), place = unit->region;

    if (!is_firm(unit) || (place & reach))
        return false;
    for (unsigned i = 0; i < state->count; i++) {
        const slow_unit *behind = &state->unit[i];
        if (behind == unit || behind->colour != unit->colour || !is_firm(behind) ||
            (behind->region & reach) || (next_to(behind, slow_first(behind->region)) & king))
            continue;
        const uint64_t line = slow_reach(piece_of(behind), slow_first(behind->region), ~place);
        if (next_to(behind, slow_first(behind->region)) & place && line & king)
            return true;
    }
    return false;
}

uint64_t slow_state_fatal(const slow_state *state, unsigned unit)
{
    const slow_unit *it = &state->unit[unit];
    const uint64_t king = slow_bit(state->king[state->side]);
    uint64_t set = 0;

    if (it->colour == state->side || !(state->jammed >> state->side & 1) ||
        !is_shut_in(state, unit))
        return 0;
    const uint64_t reach = within_reach(state);
    if (opens_line(state, it, reach))
        return ~UINT64_C(0);
    for (unsigned square = 0; square < 64; square++)
        if (next_to(it, square) & king)
            set |= slow_bit(square);
    return set & ~reach;
}
