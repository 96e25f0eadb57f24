/* SPDX-License-Identifier: MIT */
/*
 * What a game remembers: a line to a mate for each side. After a move that is not the next of the
 * line, the line is often as good as before: the opponent waits a move, and it goes on as it was.
 */
#include "arbitro/proof.h"

#include <assert.h>
#include <string.h>

#include "board/move.h"
#include "proof/replay.h"

enum { WAITS = 3 }; /* moves that are tried as a wait */

/* Keeps a line, or forgets the old one when there is no room for it. */
static void keep(arb_proof_memory *memory, arb_colour side, const arb_move *line, size_t count)
{
    memory->kept[side].count = 0;
    if (count > ARB_PROOF_KEPT_MAX)
        return;
    memmove(memory->kept[side].line, line, count * sizeof *line);
    memory->kept[side].count = (uint16_t)count;
}

/* The squares that the moves of a line leave or reach. */
static uint64_t touched(const arb_move *line, size_t count)
{
    uint64_t set = 0;

    for (size_t i = 0; i < count; i++)
        set |= bit(move_from(line[i])) | bit(move_to(line[i]));
    return set;
}

/* Looks for a move after which the kept line goes on; the line then begins with that move. */
static bool wait_once(arb_proof_memory *memory, const arb_pos *pos, arb_colour side)
{
    const size_t count = memory->kept[side].count;
    arb_move line[ARB_PROOF_KEPT_MAX + 1], moves[ARB_MOVES_MAX];
    const uint64_t busy = touched(memory->kept[side].line, count) | pos->side[0].all |
                          pos->side[1].all; /* so that nothing is captured */
    const size_t n = arb_pos_moves(moves, pos);
    unsigned tried = 0;

    if (count == ARB_PROOF_KEPT_MAX)
        return false;
    memcpy(line + 1, memory->kept[side].line, count * sizeof *line);
    for (size_t i = n; i > 0 && tried < WAITS; i--) {
        line[0] = moves[i - 1];
        if ((busy & bit(move_to(line[0]))) || move_code(line[0]) >= CODE_SPECIAL ||
            (touched(line + 1, count) & bit(move_from(line[0]))))
            continue;
        tried++;
        if (arb_replay_mates(pos, line, count + 1)) {
            keep(memory, side, line, count + 1);
            return true;
        }
    }
    return false;
}

/* Does what is remembered still prove that `side` can mate? Brings it up to date if so. */
static bool still_mates(arb_proof_memory *memory, const arb_pos *pos, arb_colour side)
{
    const size_t count = memory->kept[side].count;
    const arb_move *line = memory->kept[side].line;

    if (count == 0)
        return false;
    /* the last move of the line is a move of `side` */
    const arb_colour first = count % 2 ? side : arb_opponent(side);
    if (pos->turn == first)
        return arb_replay_mates(pos, line, count);
    if (arb_replay_mates(pos, line + 1, count - 1)) {
        keep(memory, side, line + 1, count - 1);
        return true;
    }
    return wait_once(memory, pos, side);
}

arb_proof arb_proof_can_mate_now(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                                 const arb_effort *effort)
{
    arb_proof_answer answer;

    assert(side < ARB_COLOUR_COUNT);
    if (still_mates(memory, pos, side))
        return ARB_PROOF_YES;
    const arb_proof found = arb_proof_explain_mate(&answer, pos, side, effort);
    keep(memory, side, answer.line, found == ARB_PROOF_YES ? answer.count : 0);
    return found;
}

/* Laws 5.2.2 */
arb_proof arb_proof_is_dead_now(arb_proof_memory *memory, const arb_pos *pos,
                                const arb_effort *effort)
{
    const unsigned white = memory->kept[ARB_WHITE].count, black = memory->kept[ARB_BLACK].count;
    const arb_colour shorter = black && (!white || black < white) ? ARB_BLACK : ARB_WHITE;
    arb_proof_answer answer;

    if (still_mates(memory, pos, shorter) || still_mates(memory, pos, arb_opponent(shorter)))
        return ARB_PROOF_NO;
    const arb_proof dead = arb_proof_explain_dead(&answer, pos, effort);
    memory->kept[ARB_WHITE].count = memory->kept[ARB_BLACK].count = 0;
    if (dead == ARB_PROOF_NO)
        keep(memory, answer.mates, answer.line, answer.count);
    return dead;
}
