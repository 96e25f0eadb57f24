/* SPDX-License-Identifier: MIT */
/*
 * What a game remembers: a line to a mate for each side, and the last position that was alive. A
 * line is good while its moves are played; when it no longer is, what can still be played of it
 * leads to a position with few pieces, from which a mate is found sooner. A position is alive if
 * the one before it was and play can go back to it.
 */
#include "arbitro/proof.h"

#include <assert.h>
#include <string.h>

#include "proof/replay.h"
#include "proof/sprint.h"

enum { NODES_ALONG = 40 }; /* for the search from the end of a line */

/* Keeps a line, or forgets the old one when there is no room for it. */
static void keep(arb_proof_memory *memory, arb_colour side, const arb_move *line, size_t count)
{
    memory->kept[side].count = 0;
    if (count == 0 || count > ARB_PROOF_KEPT_MAX)
        return;
    memcpy(memory->kept[side].line, line, count * sizeof *line);
    memory->kept[side].count = (uint16_t)count;
}

/* Does the kept line still prove that `side` can mate? Brings it up to date if so. */
static bool still_mates(arb_proof_memory *memory, const arb_pos *pos, arb_colour side)
{
    const size_t count = memory->kept[side].count;
    /* the last move of the line is a move of `side` */
    const arb_colour first = count % 2 ? side : arb_opponent(side);
    const size_t done = pos->turn == first ? 0 : 1;

    if (count <= done || !arb_replay_mates(pos, memory->kept[side].line + done, count - done))
        return false;
    memmove(memory->kept[side].line, memory->kept[side].line + done,
            (count - done) * sizeof *memory->kept[side].line);
    memory->kept[side].count = (uint16_t)(count - done);
    return true;
}

/*
 * Goes along the kept line as far as it leads, and looks for a mate from there. True when there is
 * one: then it is kept.
 */
static bool mates_along(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                        const arb_effort *effort)
{
    const bool limited = effort && effort->nodes && effort->nodes < NODES_ALONG;
    const size_t count = memory->kept[side].count;
    arb_proof_answer answer;
    arb_replay replay;

    if (count == 0)
        return false;
    arb_replay_along(&replay, pos, side, memory->kept[side].line, count);
    if (replay.end.turn != side && arb_pos_is_checkmate(&replay.end)) {
        keep(memory, side, replay.line, replay.count);
        return true;
    }
    answer.nodes = 0;
    if (!arb_sprint_can(&replay.end, side) ||
        !arb_sprint(&answer, &replay.end, side, limited ? effort->nodes : NODES_ALONG))
        return false;
    if (replay.count + answer.count > ARB_REPLAY_MAX) {
        keep(memory, side, NULL, 0);
        return true;
    }
    memcpy(replay.line + replay.count, answer.line, answer.count * sizeof *answer.line);
    keep(memory, side, replay.line, replay.count + answer.count);
    return true;
}

arb_proof arb_proof_can_mate_now(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                                 const arb_effort *effort)
{
    arb_proof_answer answer;

    assert(side < ARB_COLOUR_COUNT);
    effort = effort ? effort : &memory->effort;
    if (still_mates(memory, pos, side) || mates_along(memory, pos, side, effort))
        return ARB_PROOF_YES;
    const arb_proof found = arb_proof_explain_mate(&answer, pos, side, effort);
    keep(memory, side, answer.line, found == ARB_PROOF_YES ? answer.count : 0);
    memory->fell_short = memory->fell_short || found == ARB_PROOF_UNKNOWN;
    return found;
}

/* Is it certain, from what is remembered, that the position is not dead? */
static bool is_alive(arb_proof_memory *memory, const arb_pos *pos, const arb_effort *effort)
{
    if (memory->is_alive && arb_replay_returns(pos, &memory->alive))
        return true;
    return still_mates(memory, pos, ARB_WHITE) || still_mates(memory, pos, ARB_BLACK) ||
           mates_along(memory, pos, ARB_WHITE, effort) ||
           mates_along(memory, pos, ARB_BLACK, effort);
}

/* Laws 5.2.2 */
arb_proof arb_proof_is_dead_now(arb_proof_memory *memory, const arb_pos *pos,
                                const arb_effort *effort)
{
    arb_proof_answer answer;
    arb_proof dead = ARB_PROOF_NO;

    effort = effort ? effort : &memory->effort;
    if (!is_alive(memory, pos, effort)) {
        dead = arb_proof_explain_dead(&answer, pos, effort);
        if (dead == ARB_PROOF_NO)
            keep(memory, answer.mates, answer.line, answer.count);
    }
    memory->fell_short = memory->fell_short || dead == ARB_PROOF_UNKNOWN;
    memory->is_alive = dead == ARB_PROOF_NO;
    if (memory->is_alive)
        memory->alive = *pos;
    return dead;
}
