/* SPDX-License-Identifier: MIT */
/*
 * No mate where the pieces cannot come together for one.
 *
 * In a mate the king stands on a square k that it can reach, a piece that could just have come or
 * could just have been uncovered attacks k, and every square beside k is attacked by the mating
 * side or taken up by a piece of the king's own. From the squares that each piece could ever reach
 * (reachability.h) this is tried for every k and every square of the other king; where it fails for
 * all of them, there is no mate. All sets are too large rather than too small, so that a mate is
 * never overlooked; two pieces are never asked to block on one square, nor one piece on two.
 */
#include "proof/walls.h"

#include "board/attack.h"
#include "proof/matching.h"
#include "proof/reachability.h"

typedef struct net {
    const arb_reachability *reach;
    arb_colour side;
    uint64_t clear; /* as in the reachability, and where the king stands: attacks go on behind it */
    uint64_t cover; /* what the pieces of `side` could attack, its king left out */
    uint64_t rigid; /* what those of them that never move could attack */
    uint64_t checks; /* where a king could be in check */
    const arb_reach_unit
        *mover; /* the only piece of `side` that moves, beside the king; else NULL */
} net;

/*
 * Where a piece could give check. One that leaps gives it by its move only, because the king does
 * not step into it; one that never moves must be a line piece.
 */
static uint64_t checks_of(const arb_reach_unit *piece, uint64_t clear)
{
    if (piece->wild)
        return ~UINT64_C(0);
    if (piece->role == ARB_PAWN)
        return arb_reach_attacks(piece, piece->at & ~piece->home, clear);
    if (piece->role == ARB_KNIGHT && piece->at == piece->home)
        return 0;
    return arb_reach_attacks(piece, piece->at, clear);
}

static net net_of(const arb_reachability *w, arb_colour side)
{
    net s = { .reach = w, .side = side, .clear = w->clear | w->piece[other(side)].home };
    unsigned checkers = 0;

    for (unsigned i = ARB_COLOUR_COUNT; i < w->count; i++) {
        const arb_reach_unit *piece = &w->piece[i];
        if (piece->colour != side)
            continue;
        const uint64_t checks = checks_of(piece, s.clear);
        const uint64_t attacks = arb_reach_attacks(piece, piece->at, s.clear);
        s.checks |= checks;
        s.cover |= attacks;
        if (piece->at == piece->home)
            s.rigid |= attacks;
        if (checks || piece->at != piece->home) {
            checkers++;
            s.mover = piece;
        }
    }
    if (checkers != 1 || s.mover->at == s.mover->home)
        s.mover = NULL;
    return s;
}

/* The pieces of the king's own, as a set of indices, that could stand on a square. */
static uint32_t blockers(const net *s, arb_square square)
{
    const arb_reachability *w = s->reach;
    uint32_t set = 0;

    for (unsigned i = ARB_COLOUR_COUNT; i < w->count; i++)
        if (w->piece[i].colour != s->side && (w->piece[i].at & bit(square)))
            set |= UINT32_C(1) << i;
    return set;
}

/* Could pieces of the king's own stand on all of these squares at once? */
static bool can_block(const net *s, uint64_t squares)
{
    uint32_t wanted[ARB_MATCHING_MAX];
    unsigned n = 0;

    for (; squares; squares = without_lowest(squares))
        wanted[n++] = blockers(s, lowest(squares));
    return arb_matching_exists(wanted, n);
}

/* Could the squares of `open` be closed, with the mating side's king anywhere it can be? */
static bool can_close(const net *s, arb_square king, uint64_t open, uint64_t taken)
{
    uint64_t far = s->reach->piece[s->side].at & ~king_attacks(king) & ~bit(king) & ~taken;

    for (; far; far = without_lowest(far)) {
        const uint64_t left = open & ~king_attacks(lowest(far));
        if (!(left & taken) && can_block(s, left))
            return true;
    }
    return false;
}

/*
 * Could there be a mate on this square? With one piece that moves, it is that piece which gives
 * check, and it attacks from one square only.
 */
static bool can_mate_on(const net *s, arb_square king)
{
    const uint64_t ring = king_attacks(king);

    if (!s->mover)
        return can_close(s, king, ring & ~s->cover, 0);
    for (uint64_t from = s->mover->at; from; from = without_lowest(from)) {
        const uint64_t square = bit(lowest(from));
        const uint64_t attacks = arb_reach_attacks(s->mover, square, s->clear);
        if ((attacks & bit(king)) && can_close(s, king, ring & ~s->rigid & ~attacks, square))
            return true;
    }
    return false;
}

/* Laws 5.2.2 */
bool arb_walls_hold(const arb_pos *pos, arb_colour side)
{
    const arb_square prey = lowest(pos->side[other(side)].king);
    arb_reachability world;

    /* a king that is in check out of turn may be mated by a piece that did not move */
    if (pos->turn == side && arb_pos_attackers(pos, prey, side))
        return false;
    if (!arb_reachability_make(&world, pos, side))
        return false;
    const net s = net_of(&world, side);
    for (uint64_t at = world.piece[other(side)].at & s.checks; at; at = without_lowest(at))
        if (can_mate_on(&s, lowest(at)))
            return false;
    return true;
}
