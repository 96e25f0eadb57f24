/* SPDX-License-Identifier: MIT */
/* Boards of named units: steps back on them, and what the plan asks of their pawns. */
#include "retro/retreat_internal.h"

void arb_retreat_put(arb_retreat_board *board, unsigned unit, unsigned square, unsigned role)
{
    arb_back_put(&board->side[arb_unit_colour(unit)], bit(square), (arb_role)role);
    board->at[square] = (uint8_t)unit;
    board->square[unit] = (uint8_t)square;
    board->role[unit] = (uint8_t)role;
}

/* Two pieces of one side take each other's parts. */
void arb_retreat_exchange(arb_retreat_board *board, unsigned a, unsigned b)
{
    const uint8_t square = board->square[a], role = board->role[a];

    board->square[a] = board->square[b];
    board->role[a] = board->role[b];
    board->square[b] = square;
    board->role[b] = role;
    board->at[board->square[a]] = (uint8_t)a;
    board->at[board->square[b]] = (uint8_t)b;
}

/* A king or rook that moves has lost its right to castle. */
static void stir(arb_retreat_board *board, unsigned unit)
{
    if (unit < 16)
        return;
    const unsigned file = unit & 7u, shift = unit & 8u ? 3 : 0;
    board->unstirred &= (uint8_t) ~((file == 0   ? 1u
                                     : file == 4 ? 2u
                                     : file == 7 ? 4u
                                                 : 0u)
                                    << shift);
}

void arb_retreat_apply(arb_retreat_board *board, const arb_retreat_step *step)
{
    if (step->twin != ARB_UNIT_NONE)
        arb_retreat_exchange(board, step->unit, step->twin);
    arb_back_lift(&board->side[arb_unit_colour(step->unit)], bit(step->to));
    board->at[step->to] = ARB_UNIT_NONE;
    arb_retreat_put(board, step->unit, step->from,
                    step->promotion ? ARB_PAWN : board->role[step->unit]);
    stir(board, step->unit);
    if (step->victim != ARB_UNIT_NONE) {
        arb_retreat_put(board, step->victim, step->to, board->role[step->victim]);
        if (board->extras >> step->victim & 1)
            board->extras &= ~(UINT32_C(1) << step->victim);
        else
            board->stage--;
    }
    board->turn ^= 1;
}

bool arb_retreat_home_again(const arb_retreat *walk, const arb_retreat_board *board)
{
    if (board->turn != ARB_WHITE || board->stage || board->extras || board->unstirred)
        return false;
    for (unsigned unit = 0; unit < ARB_UNITS; unit++)
        if (board->square[unit] != walk->cast->home[unit] ||
            (unit < 16 && board->role[unit] != ARB_PAWN))
            return false;
    return true;
}

/* The pawns of each file stand as the plan says for this stage, as far as they are there. */
bool arb_retreat_order_right(const arb_retreat *walk, const arb_retreat_board *board,
                             unsigned stage)
{
    const arb_trace_board *plan = &walk->plan->board[stage];

    for (unsigned file = 0; file < 8; file++) {
        unsigned last = 0;
        for (unsigned i = 0; i < plan->count[file]; i++) {
            const unsigned unit = plan->pawn[file][i];
            if (board->square[unit] == ARB_SQUARE_NONE || board->role[unit] != ARB_PAWN)
                continue;
            if ((board->square[unit] & 7u) != file || (board->square[unit] >> 3) <= last)
                return false;
            last = board->square[unit] >> 3;
        }
    }
    return true;
}

/* A pawn that pieces capture some time is in nobody's way before it has come back. */
static bool blocks(const arb_retreat *walk, const arb_retreat_board *board, unsigned pawn)
{
    return !(walk->plan->ghosts >> pawn & 1) || board->square[pawn] != ARB_SQUARE_NONE;
}

/* Whoever is still promoted can have been promoted at this stage. */
bool arb_retreat_gates_open(const arb_retreat *walk, const arb_retreat_board *board, unsigned stage)
{
    const arb_trace_board *plan = &walk->plan->board[stage];

    for (unsigned file = 0; file < 8; file++) {
        bool white_below = false, black_above = false;
        for (unsigned i = 0; i < plan->count[file]; i++) {
            const unsigned unit = plan->pawn[file][i];
            if (unit < 8)
                white_below |= blocks(walk, board, unit);
            else if (white_below && board->role[unit] != ARB_PAWN)
                return false;
        }
        for (unsigned i = plan->count[file]; i-- > 0;) {
            const unsigned unit = plan->pawn[file][i];
            if (unit >= 8)
                black_above |= blocks(walk, board, unit);
            else if (black_above && board->role[unit] != ARB_PAWN)
                return false;
        }
    }
    return true;
}

/* May this one become a pawn again: are those behind it in the plan pawns already? */
bool arb_retreat_may_demote(const arb_retreat *walk, const arb_retreat_board *board, unsigned unit)
{
    const unsigned file = walk->cast->gate[unit] & 7u;
    const arb_trace_board *plan = &walk->plan->board[board->stage];
    bool behind = unit < 8, there = false;

    for (unsigned i = 0; i < plan->count[file]; i++) {
        const unsigned pawn = plan->pawn[file][i];
        if (pawn == unit) {
            there = true;
            behind = !behind;
        } else if (behind && arb_unit_colour(pawn) == arb_unit_colour(unit) &&
                   board->role[pawn] != ARB_PAWN) {
            return false;
        }
    }
    return there;
}
