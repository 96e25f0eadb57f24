/* SPDX-License-Identifier: MIT */
/* What was known of one position, used for another of the same game; see replay.h. */
#include "proof/replay.h"

#include <string.h>

#include "proof/legal_step.h"

/* Laws 3.10.1 */
bool ARB_REPLAY_MATES(const arb_pos *pos, const arb_move *line, size_t count)
{
    arb_pos board[2];

    board[0] = *pos;
    for (size_t i = 0; i < count; i++)
        if (!play(&board[(i + 1) % 2], &board[i % 2], line[i]))
            return false;
    return count > 0 && arb_pos_is_checkmate(&board[count % 2]);
}

/* The move of a piece or king that leads from one position to the next, if it is one that captures
 * nothing. */
static bool find_move(arb_move *out, const arb_pos *before, const arb_pos *after)
{
    const arb_colour us = (arb_colour)before->turn;
    const arb_side *own = &before->side[us];
    const uint64_t from = own->all & ~after->side[us].all, to = after->side[us].all & ~own->all;
    unsigned code = ARB_MOVE_KING;

    if (count(from) != 1 || count(to) != 1 || (own->pawns & from) ||
        before->side[other(us)].all != after->side[other(us)].all)
        return false;
    if (own->knights & from)
        code = ARB_MOVE_KNIGHT;
    else if (own->diagonal & own->straight & from)
        code = ARB_MOVE_QUEEN;
    else if (own->diagonal & from)
        code = ARB_MOVE_BISHOP;
    else if (own->straight & from)
        code = ARB_MOVE_ROOK;
    *out = move_make(lowest(from), lowest(to), code);
    return true;
}

/* Does a piece of this kind get from one square to another? */
static bool arrives(unsigned code, arb_square from, arb_square to, uint64_t occupied)
{
    const uint64_t there = bit(to);

    switch (code) {
    case ARB_MOVE_BISHOP:
        return (bishop_attacks(from, occupied) & there) != 0;
    case ARB_MOVE_ROOK:
        return (rook_attacks(from, occupied) & there) != 0;
    case ARB_MOVE_QUEEN:
        return ((bishop_attacks(from, occupied) | rook_attacks(from, occupied)) & there) != 0;
    default:
        return true; /* a knight or king, which got there the other way round */
    }
}

/* A side whose piece went from one square to an empty one. */
static arb_side moved(arb_side side, uint64_t from, uint64_t to)
{
    uint64_t *const sets[] = { &side.knights, &side.diagonal, &side.straight, &side.king,
                               &side.all };

    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
        if (*sets[i] & from)
            *sets[i] ^= from | to;
    return side;
}

/* Would the wait end a right to castle? */
static bool ends_castling(const arb_pos *pos, arb_move wait)
{
    return (pos->castling & (move_code(wait) == ARB_MOVE_KING ? pos->side[pos->turn].all
                                                              : bit(move_from(wait)))) != 0;
}

/*
 * Does the board come back when the side that has the move waits with `wait`? Of the three moves,
 * the wait, the last one taken back and the wait taken back, none captures: each gets where it goes
 * if nothing stands on its way, and is legal if its king is not attacked then (3.9.2).
 */
static bool returns_after(const arb_pos *pos, const arb_pos *before, arb_move wait, arb_move last)
{
    const arb_colour us = (arb_colour)pos->turn, them = other(us);
    const arb_square from = (arb_square)move_from(wait), to = (arb_square)move_to(wait);
    const uint64_t both = bit(from) | bit(to);
    const uint64_t now = (pos->side[0].all | pos->side[1].all) ^ both;
    const uint64_t then = (before->side[0].all | before->side[1].all) ^ both;

    if (!goes(pos, us, wait) || to == move_from(last) || ends_castling(pos, wait) ||
        !arrives(move_code(last), (arb_square)move_to(last), (arb_square)move_from(last), now) ||
        !arrives(move_code(wait), to, from, then))
        return false;
    const arb_side waiting = moved(pos->side[us], bit(from), bit(to));
    return !arb_side_attacking(&pos->side[them], them, lowest(waiting.king), now) &&
           !arb_side_attacking(&waiting, us, lowest(before->side[them].king), then) &&
           !arb_side_attacking(&before->side[them], them, lowest(before->side[us].king),
                               then ^ both);
}

/* Is it a move of a piece or king that captures nothing? */
static bool is_wait(const arb_pos *pos, arb_move move)
{
    const unsigned code = move_code(move);

    return code != ARB_MOVE_PAWN && code <= ARB_MOVE_KING &&
           !(pos->side[other((arb_colour)pos->turn)].all & bit(move_to(move)));
}

/* So many waits are tried: to go back, before a mate. */
enum { WAITS = 4, WAITS_LAST = 6 };

bool ARB_REPLAY_RETURNS(arb_move *wait, const arb_pos *pos, const arb_pos *before)
{
    arb_move moves[ARB_MOVES_MAX], last;
    unsigned tried = 0;

    /* a capture en passant that was possible then cannot come back */
    if (pos->turn == before->turn || before->en_passant != ARB_SQUARE_NONE ||
        pos->castling != before->castling || !find_move(&last, before, pos))
        return false;
    if (is_wait(pos, *wait) && returns_after(pos, before, *wait, last))
        return true;
    const size_t n = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < n && tried < WAITS; i++) {
        if (!is_wait(pos, moves[i]))
            continue;
        tried++;
        if (returns_after(pos, before, moves[i], last)) {
            *wait = moves[i];
            return true;
        }
    }
    return false;
}

/* Plays the first move that only waits, if there is one. */
static bool play_wait(arb_pos *out, const arb_pos *pos, arb_move *wait)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < n; i++)
        if (is_wait(pos, moves[i])) {
            *wait = moves[i];
            return play(out, pos, moves[i]);
        }
    return false;
}

/* Adds some moves to the line if they are legal and the last one is mate. */
static bool add_mate(arb_replay *out, const arb_pos *pos, const arb_move *moves, size_t count)
{
    if (out->count + count > ARB_REPLAY_MAX || !ARB_REPLAY_MATES(pos, moves, count))
        return false;
    memcpy(out->line + out->count, moves, count * sizeof *moves);
    out->count += count;
    return true;
}

/* The same after a move that only waits. */
static bool add_mate_after_wait(arb_replay *out, const arb_move *moves, size_t count)
{
    arb_move list[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(list, &out->end);
    unsigned tried = 0;

    for (size_t i = 0; i < n && tried < WAITS_LAST && out->count < ARB_REPLAY_MAX; i++) {
        arb_pos next;
        if (!is_wait(&out->end, list[i]))
            continue;
        tried++;
        if (!play(&next, &out->end, list[i]))
            continue;
        out->line[out->count++] = list[i];
        if (add_mate(out, &next, moves, count))
            return true;
        out->count--;
    }
    return false;
}

/*
 * The end of the line: the move that mates, after the last one of the other side if that is still
 * to come. What was played instead of a move of the line has made it one move too long or too
 * short, which a wait puts right.
 */
static bool finish(arb_replay *out, arb_colour side, const arb_move *last_two, bool both)
{
    if (out->end.turn == side)
        return add_mate(out, &out->end, last_two + 1, 1) ||
               (both && add_mate_after_wait(out, last_two, 2));
    return both ? add_mate(out, &out->end, last_two, 2) : add_mate_after_wait(out, last_two + 1, 1);
}

bool ARB_REPLAY_ALONG(arb_replay *out, const arb_pos *pos, arb_colour side, const arb_move *line,
                      size_t count)
{
    size_t next[ARB_COLOUR_COUNT];
    arb_pos board[2] = { *pos, *pos }; /* with counters, which nobody looks at */

    next[side] = (count + 1) % 2; /* the last move is one of `side` */
    next[other(side)] = count % 2;
    out->count = 0;
    while (next[side] + 1 < count && out->count < ARB_REPLAY_MAX) {
        const arb_pos *now = &board[out->count % 2];
        arb_pos *after = &board[(out->count + 1) % 2];
        size_t *own = &next[now->turn];
        const size_t end = now->turn == side ? count - 1 : count;
        while (*own < end && !play(after, now, line[*own]))
            *own += 2;
        if (*own < end)
            out->line[out->count] = line[*own];
        else if (now->turn == side || !play_wait(after, now, &out->line[out->count]))
            break;
        *own += 2;
        out->count++;
    }
    out->end = board[out->count % 2];
    return count > 1 && finish(out, side, line + count - 2, next[other(side)] + 2 == count);
}
