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

#include "proof/quick_mate.h"
#include "proof/replay.h"
#include "proof/solo.h"

enum {
    NODES_ALONG = 80, /* for the search from the end of a line */
    NO_WAY_BACK = ARB_PROOF_SINCE_MAX + 1
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
    memory->kept[side].since_count = 0;
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
    memory->kept[side].since_count = 0;
    return true;
}

/*
 * Something was played that cannot be taken back. Where all that came before it since the line was
 * found is taken back, one side has moved once more than the line thinks: the other one waits, or
 * the line goes without its first move.
 */
static bool mates_again(arb_proof_memory *memory, const arb_pos *pos, arb_colour side,
                        const arb_effort *effort)
{
    const size_t count = memory->kept[side].count, back = memory->kept[side].since_count;
    const arb_move *line = memory->kept[side].line;
    arb_move again[ARB_PROOF_SINCE_MAX + 1 + ARB_PROOF_KEPT_MAX];
    arb_pos there;

    (void)effort;
    if (count == 0 || back > ARB_PROOF_SINCE_MAX || back + 1 + count > ARB_PROOF_KEPT_MAX ||
        (pos->turn + back) % 2 == (count % 2 ? side : arb_opponent(side)) ||
        !arb_replay_back(&there, again, pos, memory->kept[side].since, back))
        return false;
    if (arb_replay_mates(&there, line + 1, count - 1)) {
        memcpy(again + back, line + 1, (count - 1) * sizeof *line);
        keep(memory, side, again, back + count - 1);
        return true;
    }
    if (!arb_replay_mates_later(&again[back], &there, line, count))
        return false;
    memcpy(again + back + 1, line, count * sizeof *line);
    keep(memory, side, again, back + 1 + count);
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
    arb_replay replay;

    if (count == 0)
        return false;
    if (arb_replay_along(&replay, pos, side, memory->kept[side].line, count)) {
        keep(memory, side, replay.line, replay.count);
        return true;
    }
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

/* Takes note of a move that can be taken back: both lines are still to be reached. */
static void note(arb_proof_memory *memory, arb_move move)
{
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        uint8_t *count = &memory->kept[side].since_count;
        if (*count < ARB_PROOF_SINCE_MAX)
            memory->kept[side].since[(*count)++] = move;
        else
            *count = NO_WAY_BACK;
    }
}

/* Is it certain, from what is remembered, that the position is not dead? */
static bool is_alive(arb_proof_memory *memory, const arb_pos *pos, const arb_effort *effort)
{
    typedef bool ask(arb_proof_memory * memory, const arb_pos *pos, arb_colour side,
                     const arb_effort *effort);
    static ask *const asks[] = { still_mates_alone, still_mates, mates_alone, mates_again,
                                 mates_along };
    arb_move last;

    if (memory->is_alive && arb_replay_returns(&last, pos, &memory->alive)) {
        note(memory, last);
        return true;
    }
    for (unsigned i = 0; i < sizeof asks / sizeof *asks; i++)
        for (int side = 0; side < ARB_COLOUR_COUNT; side++)
            if (asks[i](memory, pos, (arb_colour)side, effort)) {
                memory->kept[1 - side].since_count = NO_WAY_BACK;
                return true;
            }
    return false;
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
        memory->kept[arb_opponent(answer.mates)].since_count = NO_WAY_BACK;
    }
    memory->fell_short = memory->fell_short || dead == ARB_PROOF_UNKNOWN;
    memory->is_alive = dead == ARB_PROOF_NO;
    if (memory->is_alive)
        memory->alive = *pos;
    return dead;
}
