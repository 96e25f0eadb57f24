/* SPDX-License-Identifier: MIT */
/* Variations: lines of play that take the place of the last move, kept on a stack of our own. */
#include "arbitro/mem.h"
#include "notation/pgn_internal.h"

/* Makes room for one more line; false when there is no memory. */
static bool reserve(arb_pgn *pgn)
{
    const size_t room = pgn->stack_room ? 2 * pgn->stack_room : 16;

    if (pgn->depth < pgn->stack_room)
        return true;
    arb_pgn_line *stack =
        arb_mem_resize(pgn->mem, pgn->stack, pgn->stack_room * sizeof *stack, room * sizeof *stack);
    if (!stack) {
        pgn->failure = ARB_NOMEM;
        pgn->doing = ARB_PGN_STOPPED;
        return false;
    }
    pgn->stack = stack;
    pgn->stack_room = room;
    return true;
}

/* The position before the last move, with the move still to be made. */
static void step_back(arb_pgn_line *line)
{
    line->now = 1 - line->now;
    line->plies--;
    line->begun = false;
}

void arb_pgn_enter(arb_pgn *pgn)
{
    pgn->at++;
    pgn->numbered = false;
    if (pgn->options.skip_variations) {
        pgn->doing = ARB_PGN_LEAVING;
        pgn->unentered = true;
        return;
    }
    if (!pgn->line.begun || pgn->depth >= ARB_PGN_DEPTH_MAX) {
        pgn->unentered = true;
        arb_pgn_fault_at(pgn, pgn->line.begun ? ARB_PGN_VARIATION_DEPTH : ARB_PGN_VARIATION_FIRST,
                         pgn->token, 1);
        return;
    }
    if (!reserve(pgn))
        return;
    pgn->stack[pgn->depth++] = pgn->line;
    step_back(&pgn->line);
    if (!pgn->handler->enter)
        return;
    const arb_pgn_next next = pgn->handler->enter(pgn->user, pgn);
    if (next == ARB_PGN_SKIP)
        pgn->doing = ARB_PGN_LEAVING;
    else
        arb_pgn_follow(pgn, next);
}

void arb_pgn_leave(arb_pgn *pgn)
{
    if (pgn->depth == 0) {
        arb_pgn_fault_at(pgn, ARB_PGN_VARIATION_CLOSED, pgn->token, 1);
        pgn->at++;
        return;
    }
    pgn->at++;
    pgn->line = pgn->stack[--pgn->depth];
    pgn->numbered = true; /* a number is not asked for behind a variation */
    if (pgn->handler->leave)
        arb_pgn_follow(pgn, pgn->handler->leave(pgn->user, pgn));
}
