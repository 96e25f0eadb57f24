/* SPDX-License-Identifier: MIT */
/* A board on which anything may stand; see slow_world.h. */
#include "slow_world.h"

#include <stdlib.h>

world world_of(const arb_pos *pos, arb_colour owner)
{
    const arb_setup setup = arb_pos_setup(pos);
    world w = { .ep = pos->passed, .turn = (arb_colour)pos->turn, .owner = owner };

    for (unsigned i = 0; i < 64; i++)
        w.b[i] = setup.piece[i];
    return w;
}

world world_with(const world *w, arb_square at, arb_piece piece)
{
    world out = *w;

    out.b[at] = piece;
    return out;
}

bool world_is(const world *w, arb_square at, arb_colour colour)
{
    return w->b[at] && w->b[at] != WALL && arb_piece_colour(w->b[at]) == colour;
}

static arb_role role_at(const world *w, arb_square at)
{
    return !w->b[at] || w->b[at] == WALL ? ARB_ROLE_NONE : arb_piece_role(w->b[at]);
}

static int file_of(arb_square s)
{
    return s % 8;
}

static int rank_of(arb_square s)
{
    return s / 8;
}

static int sign(int x)
{
    return (x > 0) - (x < 0);
}

bool world_way(int *file, int *rank, arb_square from, arb_square to)
{
    const int f = file_of(to) - file_of(from), r = rank_of(to) - rank_of(from);

    *file = sign(f);
    *rank = sign(r);
    return from != to && (f == 0 || r == 0 || abs(f) == abs(r));
}

bool world_lies_between(arb_square from, arb_square to, arb_square over)
{
    int f, r;

    if (!world_way(&f, &r, from, to))
        return false;
    for (int at = from + f + 8 * r; at != to; at += f + 8 * r)
        if (at == over)
            return true;
    return false;
}

bool world_in_line(arb_square one, arb_square two, arb_square third)
{
    return third == one || third == two || world_lies_between(one, two, third) ||
           world_lies_between(one, third, two) || world_lies_between(third, two, one);
}

bool world_acts(const world *w, arb_square from, arb_square to)
{
    const arb_role role = role_at(w, from);
    int f, r;

    if (!world_way(&f, &r, from, to))
        return false;
    return role == ARB_QUEEN || (role == ARB_ROOK && (f == 0 || r == 0)) ||
           (role == ARB_BISHOP && f != 0 && r != 0);
}

unsigned world_between(const world *w, arb_square from, arb_square to)
{
    unsigned n = 0;

    for (arb_square at = 0; at < 64; at++)
        n += w->b[at] && world_lies_between(from, to, at);
    return n;
}

bool world_attacks(const world *w, arb_square from, arb_square to, arb_square glass)
{
    const int f = abs(file_of(to) - file_of(from)), r = rank_of(to) - rank_of(from);
    const arb_role role = role_at(w, from);

    if (role == ARB_PAWN)
        return f == 1 && r == (arb_piece_colour(w->b[from]) == ARB_WHITE ? 1 : -1);
    if (role == ARB_KNIGHT)
        return f * abs(r) == 2;
    if (role == ARB_KING)
        return from != to && f <= 1 && abs(r) <= 1;
    if (!world_acts(w, from, to))
        return false;
    for (arb_square at = 0; at < 64; at++)
        if (w->b[at] && at != glass && world_lies_between(from, to, at))
            return false;
    return true;
}

arb_square world_king(const world *w, arb_colour colour)
{
    arb_square at = 0;

    while (at < 64 && w->b[at] != arb_piece_of(colour, ARB_KING))
        at++;
    return at;
}

bool world_in_check(const world *w, arb_colour colour)
{
    for (arb_square at = 0; at < 64; at++)
        if (world_is(w, at, arb_opponent(colour)) &&
            world_attacks(w, at, world_king(w, colour), ARB_SQUARE_NONE))
            return true;
    return false;
}

/* May the man go there, his king's safety left aside? */
static bool reaches(const world *w, arb_square from, arb_square to)
{
    const int ahead = arb_piece_colour(w->b[from]) == ARB_WHITE ? 8 : -8;

    if (world_is(w, to, w->turn) || role_at(w, to) == ARB_KING ||
        (w->b[to] == WALL && w->turn == w->owner))
        return false;
    if (role_at(w, from) != ARB_PAWN)
        return world_attacks(w, from, to, ARB_SQUARE_NONE);
    if (world_attacks(w, from, to, ARB_SQUARE_NONE))
        return w->b[to] || to == w->ep;
    if (w->b[to])
        return false;
    return to == from + ahead ||
           (to == from + 2 * ahead && !w->b[from + ahead] && rank_of(from) == (ahead > 0 ? 1 : 6));
}

world world_play(const world *w, step move)
{
    world out = *w;
    const bool pawn = role_at(w, move.from) == ARB_PAWN;

    out.b[move.to] = out.b[move.from];
    out.b[move.from] = ARB_PIECE_NONE;
    if (pawn && file_of(move.from) != file_of(move.to) && !w->b[move.to])
        out.b[rank_of(move.from) * 8 + file_of(move.to)] = ARB_PIECE_NONE;
    if (move.promotion != ARB_ROLE_NONE)
        out.b[move.to] = arb_piece_of(w->turn, (arb_role)move.promotion);
    out.ep = pawn && abs(move.to - move.from) == 16 ? (arb_square)((move.to + move.from) / 2)
                                                    : ARB_SQUARE_NONE;
    out.turn = arb_opponent(w->turn);
    return out;
}

bool world_can(const world *w, step move)
{
    if (!world_is(w, move.from, w->turn) || !reaches(w, move.from, move.to))
        return false;
    const world next = world_play(w, move);
    return !world_in_check(&next, w->turn);
}

size_t world_moves(step out[ARB_MOVES_MAX], const world *w)
{
    size_t n = 0;

    for (arb_square from = 0; from < 64; from++)
        for (arb_square to = 0; to < 64; to++) {
            step move = { from, to, ARB_ROLE_NONE };
            if (!world_can(w, move))
                continue;
            if (role_at(w, from) != ARB_PAWN || (rank_of(to) != 0 && rank_of(to) != 7)) {
                out[n++] = move;
                continue;
            }
            for (arb_role role = ARB_KNIGHT; role <= ARB_QUEEN; role++) {
                move.promotion = (uint8_t)role;
                out[n++] = move;
            }
        }
    return n;
}

bool world_is_mate(const world *w)
{
    step moves[ARB_MOVES_MAX];

    return world_in_check(w, w->turn) && world_moves(moves, w) == 0;
}

bool world_mates(const world *w, step move)
{
    if (!world_can(w, move))
        return false;
    const world next = world_play(w, move);
    return world_is_mate(&next);
}

arb_square world_pinned_by(const world *w, arb_square man)
{
    const arb_colour colour = arb_piece_colour(w->b[man]);
    const arb_square king = world_king(w, colour);

    for (arb_square by = 0; by < 64; by++)
        if (world_is(w, by, arb_opponent(colour)) && world_acts(w, by, king) &&
            world_lies_between(by, king, man) && world_between(w, by, king) == 1)
            return by;
    return ARB_SQUARE_NONE;
}

step step_of(arb_move move)
{
    return (step){ arb_move_from(move), arb_move_to(move), (uint8_t)arb_move_promotion(move) };
}
