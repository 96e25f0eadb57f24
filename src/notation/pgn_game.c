/* SPDX-License-Identifier: MIT */
/* How a game of a PGN file begins and ends, and what its result says (Laws, 5.1.1, 5.2.1). */
#include "board/key.h"
#include "board/step.h"
#include "notation/pgn_internal.h"

void arb_pgn_begin_game(arb_pgn *pgn)
{
    pgn->game = (arb_pgn_summary){ .plies = 0 };
    pgn->in_game = true;
    pgn->started = pgn->closing = pgn->event_seen = pgn->variant_known = false;
    pgn->setup_announced = pgn->fen_seen = pgn->fen_empty = pgn->behind_tag = false;
    pgn->encoding_told = pgn->quote_told = pgn->number_told = pgn->numbered = pgn->tags_seen =
        false;
    pgn->commented = pgn->name_count = 0;
    pgn->number_offset = 0;
    pgn->variant = ARB_STANDARD;
    pgn->depth = 0;
    pgn->line.pos[0] = pgn->initial;
    pgn->line.now = 0;
    pgn->line.plies = 0;
    pgn->line.begun = false;
    pgn->place.game++;
    if (pgn->handler->begin)
        arb_pgn_follow(pgn, pgn->handler->begin(pgn->user, pgn));
}

/* Only when the tags are over is it known; told where it was announced. */
static void tell_setup_missing(arb_pgn *pgn)
{
    arb_pgn_finding finding = { .fault = ARB_PGN_SETUP_MISSING,
                                .text = pgn->token,
                                .wanted = ARB_WANTED_NOTHING,
                                .place = pgn->setup_place };

    arb_pgn_tell(pgn, &finding);
}

void arb_pgn_start_moves(arb_pgn *pgn)
{
    size_t size;

    pgn->started = true;
    pgn->bare = !pgn->tags_seen && arb_pgn_marker(pgn->token, &size) != ARB_PGN_RESULT_NONE;
    pgn->line.kings[0] = (uint8_t)(pgn->fen_seen ? arb_step_kings(&pgn->line.pos[0]) : 0);
    if (pgn->setup_announced && !pgn->fen_seen && !pgn->fen_empty && !pgn->game.broken)
        tell_setup_missing(pgn);
    if (pgn->game.broken && pgn->doing == ARB_PGN_READING)
        pgn->doing = ARB_PGN_SKIPPING;
    if (pgn->doing == ARB_PGN_READING && pgn->handler->start)
        arb_pgn_follow(pgn, pgn->handler->start(pgn->user, pgn));
}

/* Laws 5.1.1, 5.2.1: what the last position decides. */
static arb_pgn_result decided(arb_pgn *pgn)
{
    const arb_pos *pos = &pgn->line.pos[pgn->line.now];

    if (arb_pos_count(pos) > 0)
        return ARB_PGN_RESULT_NONE;
    pgn->game.mate = arb_pos_is_check(pos);
    pgn->game.stalemate = !pgn->game.mate;
    if (pgn->game.stalemate)
        return ARB_PGN_RESULT_DRAW;
    return pos->turn == ARB_BLACK ? ARB_PGN_RESULT_WHITE : ARB_PGN_RESULT_BLACK;
}

static void check_result(arb_pgn *pgn, arb_pgn_result marker)
{
    const arb_pgn_result tag = pgn->game.tag;
    const arb_pgn_result result = marker == ARB_PGN_RESULT_NONE ? tag : marker;
    const arb_pgn_result on_board = decided(pgn);
    const size_t size = (size_t)(pgn->at - pgn->token);

    if (marker == ARB_PGN_RESULT_NONE)
        arb_pgn_fault_at(pgn, ARB_PGN_RESULT_MISSING, pgn->token, 0);
    else if (tag != ARB_PGN_RESULT_NONE && tag != marker)
        arb_pgn_fault_at(pgn, ARB_PGN_RESULT_TAG, pgn->token, size);
    if (on_board != ARB_PGN_RESULT_NONE && result != ARB_PGN_RESULT_NONE && result != on_board)
        arb_pgn_fault_at(pgn, ARB_PGN_RESULT_BOARD, pgn->token, size);
}

/* Goes back to the game itself when a variation was never closed. */
static void unwind(arb_pgn *pgn)
{
    if (pgn->depth == 0)
        return;
    if (!pgn->game.broken && !pgn->game.skipped)
        arb_pgn_fault_at(pgn, ARB_PGN_VARIATION_OPEN, pgn->token, 0);
    pgn->line = pgn->stack[0];
    pgn->depth = 0;
}

void arb_pgn_end_game(arb_pgn *pgn, arb_pgn_result marker)
{
    if (!pgn->started && pgn->doing == ARB_PGN_READING)
        arb_pgn_start_moves(pgn);
    unwind(pgn);
    pgn->game.marker = marker;
    pgn->game.plies = pgn->line.plies;
    if (!pgn->game.broken && !pgn->game.skipped && pgn->doing != ARB_PGN_STOPPED)
        check_result(pgn, marker);
    if (pgn->doing != ARB_PGN_STOPPED)
        pgn->doing = ARB_PGN_READING;
    pgn->closing = pgn->same_line = true;
    if (marker == ARB_PGN_RESULT_NONE)
        arb_pgn_close_game(pgn);
}

void arb_pgn_close_game(arb_pgn *pgn)
{
    pgn->in_game = pgn->closing = false;
    if (pgn->doing == ARB_PGN_STOPPED)
        return;
    pgn->doing = ARB_PGN_READING;
    if (pgn->handler->end && pgn->handler->end(pgn->user, pgn, &pgn->game) == ARB_PGN_STOP)
        pgn->doing = ARB_PGN_STOPPED;
}

void arb_pgn_position(arb_pos *out, const arb_pgn *pgn)
{
    *out = pgn->line.pos[pgn->line.now];
    arb_pos_complete(out);
}

void arb_pgn_before(arb_pos *out, const arb_pgn *pgn)
{
    *out = pgn->line.pos[pgn->line.begun ? 1 - pgn->line.now : pgn->line.now];
    arb_pos_complete(out);
}

arb_variant arb_pgn_variant(const arb_pgn *pgn)
{
    return pgn->variant;
}
