/* SPDX-License-Identifier: MIT */
/*
 * A move of another position is legal here if its piece stands there, can go there, and leaves its
 * king out of check. That is looked at for one move at a time, without listing the others.
 */
#include "proof/replay.h"

#include <string.h>

#include "board/advance.h"
#include "board/sides.h"

/* Laws 3.7.1 to 3.7.3, en passant left out. */
static bool pawn_goes(const arb_pos *pos, arb_colour us, arb_move move)
{
    const uint64_t from = bit(move_from(move)), to = bit(move_to(move));
    const uint64_t occupied = pos->side[0].all | pos->side[1].all;

    if (pawn_attacks(us, from) & to)
        return (pos->side[other(us)].all & to) != 0;
    if (occupied & to)
        return false;
    if (move_code(move) != ARB_MOVE_DOUBLE_STEP)
        return forward(us, from) == to;
    return !(forward(us, from) & occupied) && forward(us, forward(us, from)) == to;
}

/* Does the piece of the move stand there, and does it go there? Its king is not looked at. */
static bool goes(const arb_pos *pos, arb_colour us, arb_move move)
{
    const arb_side *own = &pos->side[us];
    const unsigned code = move_code(move);
    const arb_square from = (arb_square)move_from(move);
    const uint64_t piece = bit(from), to = bit(move_to(move));
    const uint64_t occupied = own->all | pos->side[other(us)].all;

    if ((own->all | pos->side[other(us)].king) & to)
        return false;
    switch (code) {
    case ARB_MOVE_KNIGHT:
        return (own->knights & piece) != 0;
    case ARB_MOVE_BISHOP:
        return (own->diagonal & ~own->straight & piece) && (bishop_attacks(from, occupied) & to);
    case ARB_MOVE_ROOK:
        return (own->straight & ~own->diagonal & piece) && (rook_attacks(from, occupied) & to);
    case ARB_MOVE_QUEEN:
        return (own->straight & own->diagonal & piece) &&
               ((bishop_attacks(from, occupied) | rook_attacks(from, occupied)) & to);
    case ARB_MOVE_KING:
        return (own->king & piece) != 0;
    case ARB_MOVE_EN_PASSANT:
    case ARB_MOVE_CASTLING:
        return false;
    default: /* pawns, also when they are promoted */
        return (own->pawns & piece) && pawn_goes(pos, us, move);
    }
}

/* Plays a move that goes; false when it leaves the king in check. */
static bool play(arb_pos *out, const arb_pos *pos, arb_move move)
{
    const arb_colour us = (arb_colour)pos->turn;

    if (!goes(pos, us, move))
        return false;
    advance(out, pos, us, move);
    out->turn = (uint8_t)other(us);
    return !arb_side_attacking(&out->side[other(us)], other(us), lowest(out->side[us].king),
                               out->side[0].all | out->side[1].all);
}

/* Laws 3.10.1 */
bool arb_replay_mates(const arb_pos *pos, const arb_move *line, size_t count)
{
    arb_pos board[2];

    board[0] = *pos;
    for (size_t i = 0; i < count; i++)
        if (!play(&board[(i + 1) % 2], &board[i % 2], line[i]))
            return false;
    return count > 0 && arb_pos_is_checkmate(&board[count % 2]);
}

/* Stand the same pieces on the same squares, with the same rights to castle? */
static bool is_same_board(const arb_pos *a, const arb_pos *b)
{
    return memcmp(a->side, b->side, sizeof a->side) == 0 && a->castling == b->castling;
}

/* The move of a piece or king that leads from one position to the next, if it is one. */
static bool find_move(arb_move *out, const arb_pos *before, const arb_pos *after)
{
    const arb_colour us = (arb_colour)before->turn;
    const arb_side *own = &before->side[us];
    const uint64_t from = own->all & ~after->side[us].all, to = after->side[us].all & ~own->all;
    unsigned code = ARB_MOVE_KING;

    if (count(from) != 1 || count(to) != 1 || (own->pawns & from))
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

static arb_move reversed(arb_move move)
{
    return move_make(move_to(move), move_from(move), move_code(move));
}

/* Does the board come back when the side that has the move waits with `wait`? */
static bool returns_after(const arb_pos *pos, const arb_pos *before, arb_move wait, arb_move last)
{
    arb_pos board[3];

    return play(&board[0], pos, wait) && play(&board[1], &board[0], reversed(last)) &&
           play(&board[2], &board[1], reversed(wait)) && is_same_board(&board[2], before);
}

/* Is it a move of a piece or king that captures nothing? */
static bool is_wait(const arb_pos *pos, arb_move move)
{
    const unsigned code = move_code(move);

    return code != ARB_MOVE_PAWN && code <= ARB_MOVE_KING &&
           !(pos->side[other((arb_colour)pos->turn)].all & bit(move_to(move)));
}

enum { WAITS = 4 }; /* so many are tried */

bool arb_replay_returns(const arb_pos *pos, const arb_pos *before)
{
    arb_move moves[ARB_MOVES_MAX], last;
    unsigned tried = 0;

    /* a capture en passant that was possible then cannot come back */
    if (pos->turn == before->turn || before->en_passant != ARB_SQUARE_NONE ||
        pos->castling != before->castling || !find_move(&last, before, pos))
        return false;
    const size_t n = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < n && tried < WAITS; i++) {
        if (!is_wait(pos, moves[i]))
            continue;
        tried++;
        if (returns_after(pos, before, moves[i], last))
            return true;
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

void arb_replay_along(arb_replay *out, const arb_pos *pos, arb_colour side, const arb_move *line,
                      size_t count)
{
    size_t next[ARB_COLOUR_COUNT];
    arb_pos board[2] = { *pos, *pos }; /* with counters, which nobody looks at */

    next[side] = (count + 1) % 2; /* the last move is one of `side` */
    next[other(side)] = count % 2;
    out->count = 0;
    while (next[side] < count && out->count < ARB_REPLAY_MAX) {
        const arb_pos *now = &board[out->count % 2];
        arb_pos *after = &board[(out->count + 1) % 2];
        size_t *own = &next[now->turn];
        while (*own < count && !play(after, now, line[*own]))
            *own += 2;
        if (*own < count)
            out->line[out->count] = line[*own];
        else if (now->turn == side || !play_wait(after, now, &out->line[out->count]))
            break;
        *own += 2;
        out->count++;
    }
    out->end = board[out->count % 2];
}
