/* SPDX-License-Identifier: MIT */
/*
 * What a game remembers: for each side a mate that it makes alone and a line to a mate, and the
 * last position that was alive. A position is alive if the one before it was and play can go back
 * to it. Otherwise the mate that a side makes alone is often still there, or another one is found.
 * A line is good while its moves are played; when it no longer is, what can still be played of it
 * leads to a position with few pieces, from which a mate is found sooner. A game whose first moves
 * were just made has the mate of all beginnings in the place of a line.
 */
#include "arbitro/proof.h"

#include <assert.h>
#include <string.h>

#include "board/bits.h"
#include "board/move.h"
#include "board/step.h"
#include "proof/quick_mate.h"
#include "proof/replay.h"
#include "proof/solo.h"

enum {
    NODES_ALONG = 80, /* for the search from the end of a line */
    EVASIONS = 3,     /* after which a side is asked whether it mates alone */
    STEPS = 5,        /* the same of king and queen, when there are */
    MANY = 13         /* pieces */
};

/* What a question of a game may cost: the game's own budget if nobody says how much. */
static arb_effort effort_of(const arb_proof_memory *memory, const arb_effort *effort)
{
    arb_effort out = effort ? *effort : memory->effort;

    if (out.nodes == 0)
        out.nodes = ARB_PROOF_GAME_NODES;
    return out;
}

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
static bool still_mates(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                        const arb_effort *effort)
{
    const size_t count = memory->kept[side].count;
    /* the last move of the line is a move of `side` */
    const arb_colour first = count % 2 ? side : arb_opponent(side);
    const size_t done = pos->turn == first ? 0 : 1;

    (void)effort;
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
    const size_t count = memory->kept[side].count;
    arb_proof_answer answer;
    arb_proof_solo solo;
    arb_replay replay;

    if (count == 0)
        return false;
    if (arb_replay_along(&replay, pos, side, memory->kept[side].line, count)) {
        keep(memory, side, replay.line, replay.count);
        return true;
    }
    if (arb_solo_find(&solo, &replay.end, side)) /* it is not kept: it begins at that end */
        return true;
    answer.nodes = 0;
    if (!arb_quick_mate_applies(&replay.end, side) ||
        !arb_quick_mate(&answer, &replay.end, side,
                        effort->nodes < NODES_ALONG ? effort->nodes : NODES_ALONG))
        return false;
    if (replay.count + answer.count > ARB_REPLAY_MAX) {
        keep(memory, side, NULL, 0);
        return true;
    }
    memcpy(replay.line + replay.count, answer.line, answer.count * sizeof *answer.line);
    keep(memory, side, replay.line, replay.count + answer.count);
    return true;
}

#define AT(file, rank) ((unsigned)((file) - 'a') | ((rank)-1u) << 3)
#define MOVE(from_file, from_rank, to_file, to_rank, kind)                                         \
    {                                                                                              \
        (uint16_t)(AT(from_file, from_rank) | AT(to_file, to_rank) << 6 | ARB_MOVE_##kind << 12)   \
    }
/* A mate of the first moves, by each side: queen and bishop on the pawn beside the king. */
enum { EARLY = 8 };
static const arb_move early[ARB_COLOUR_COUNT][EARLY] = {
    { MOVE('g', 8, 'f', 6, KNIGHT), MOVE('e', 2, 'e', 4, DOUBLE_STEP),
      MOVE('e', 7, 'e', 5, DOUBLE_STEP), MOVE('f', 1, 'c', 4, BISHOP), MOVE('b', 8, 'c', 6, KNIGHT),
      MOVE('d', 1, 'h', 5, QUEEN), MOVE('a', 7, 'a', 6, PAWN), MOVE('h', 5, 'f', 7, QUEEN) },
    { MOVE('g', 1, 'f', 3, KNIGHT), MOVE('e', 7, 'e', 5, DOUBLE_STEP),
      MOVE('e', 2, 'e', 4, DOUBLE_STEP), MOVE('f', 8, 'c', 5, BISHOP), MOVE('b', 1, 'c', 3, KNIGHT),
      MOVE('d', 8, 'h', 4, QUEEN), MOVE('a', 2, 'a', 3, PAWN), MOVE('h', 4, 'f', 2, QUEEN) },
};

/* Does `side` mate as it can in the first moves of most games, or with what is left of that? */
static bool mates_early(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                        const arb_effort *effort)
{
    const arb_side *prey = &pos->side[other(side)];
    const unsigned king = side == ARB_WHITE ? AT('e', 8) : AT('e', 1);
    const unsigned pawn = move_to(early[side][EARLY - 1]);
    arb_replay replay;

    (void)effort;
    if (!(prey->king & bit(king)) || !(prey->pawns & bit(pawn)) ||
        !arb_replay_along(&replay, pos, side, early[side], EARLY))
        return false;
    keep(memory, side, replay.line, replay.count);
    return true;
}

arb_proof arb_proof_can_mate_now(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                                 const arb_effort *effort)
{
    arb_proof_answer answer;

    assert(side < ARB_COLOUR_COUNT);
    const arb_effort allowed = effort_of(memory, effort);

    if (still_mates(memory, pos, side, &allowed) || mates_along(memory, pos, side, &allowed))
        return ARB_PROOF_YES;
    const arb_proof found = arb_proof_explain_mate(&answer, pos, side, &allowed);
    keep(memory, side, answer.line, found == ARB_PROOF_YES ? answer.count : 0);
    memory->fell_short = memory->fell_short || found == ARB_PROOF_UNKNOWN;
    return found;
}

/* Does `side` still mate alone, as it did before? */
static bool still_mates_alone(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                              const arb_effort *effort)
{
    (void)effort;
    return arb_solo_mates(&memory->solo[side], pos, side);
}

/* Does `side` mate alone in another way? */
static bool mates_alone(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                        const arb_effort *effort)
{
    (void)effort;
    return arb_solo_find(&memory->solo[side], pos, side);
}

/*
 * Does a side mate alone after some move of the one that has the turn? That move gets a king out of
 * check, or puts king or queen where they are mated more easily; where there are few pieces that is
 * too seldom so.
 */
static bool mates_alone_soon(arb_proof_memory *memory, const arb_pos *pos)
{
    const bool check = arb_pos_is_check(pos);
    const arb_colour turn = (arb_colour)pos->turn, waits = arb_opponent(turn);
    arb_move moves[ARB_MOVES_MAX];
    unsigned tried = 0;

    if (!check && count(pos->side[0].all | pos->side[1].all) < MANY)
        return false;
    const size_t n = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < n && tried < (check ? EVASIONS : STEPS); i++) {
        const arb_role role = arb_move_role(moves[i]);
        arb_pos next;
        if (!check && role != ARB_KING && role != ARB_QUEEN)
            continue;
        tried++;
        arb_step_play(&next, pos, moves[i]);
        if (arb_solo_find(&memory->solo[waits], &next, waits) ||
            (check && arb_solo_find(&memory->solo[turn], &next, turn)))
            return true;
    }
    return false;
}

typedef bool ask(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                 const arb_effort *effort);

/* The side with more pieces. */
static arb_colour stronger(const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];

    return count(white->all & ~white->pawns) < count(black->all & ~black->pawns) ? ARB_BLACK
                                                                                 : ARB_WHITE;
}

/* Asks about both sides. */
static bool is_so_of_one(ask *mates, arb_proof_memory *memory, const arb_pos *pos, arb_colour first,
                         const arb_effort *effort)
{
    return mates(memory, pos, first, effort) || mates(memory, pos, arb_opponent(first), effort);
}

/* Is it certain, from what is remembered or soon found, that the position is not dead? */
static bool is_alive(arb_proof_memory *memory, const arb_pos *pos, const arb_effort *effort)
{
    if (memory->is_alive && arb_replay_returns(&memory->wait[pos->turn], pos, &memory->alive))
        return true;
    const arb_colour first = stronger(pos);
    return is_so_of_one(still_mates_alone, memory, pos, first, effort) ||
           is_so_of_one(still_mates, memory, pos, first, effort) ||
           is_so_of_one(mates_alone, memory, pos, first, effort) ||
           is_so_of_one(mates_early, memory, pos, first, effort) || mates_alone_soon(memory, pos) ||
           is_so_of_one(mates_along, memory, pos, first, effort);
}

/* Laws 5.2.2 */
arb_proof arb_proof_is_dead_now(arb_proof_memory *memory, const arb_pos *pos,
                                const arb_effort *effort)
{
    arb_proof_answer answer;
    arb_proof dead = ARB_PROOF_NO;

    const arb_effort allowed = effort_of(memory, effort);

    if (!is_alive(memory, pos, &allowed)) {
        dead = arb_proof_explain_dead(&answer, pos, &allowed);
        if (dead == ARB_PROOF_NO)
            keep(memory, answer.mates, answer.line, answer.count);
    }
    memory->fell_short = memory->fell_short || dead == ARB_PROOF_UNKNOWN;
    memory->is_alive = dead == ARB_PROOF_NO;
    if (memory->is_alive)
        memory->alive = *pos;
    return dead;
}
