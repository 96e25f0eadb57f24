/* SPDX-License-Identifier: MIT */
/*
 * Theoretical draws, those that the book lists: king against king, a lone bishop or knight, two
 * knights against the bare king unless they mate at once, and king and pawn against king where the
 * table of that ending says so. And bishops with pawns of a rook's file whose last square they
 * cannot attack, when the bare king stands on that square or steps onto it: nothing drives him out.
 */
#include "terms/look.h"

/* Can the side to move give mate at once? */
static bool mates_at_once(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t found = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < found; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (arb_pos_is_checkmate(&next))
            return true;
    }
    return false;
}

/* Two knights: drawn unless mate comes with this move, or with the next whatever is played. There
 * are no longer wins in this ending. */
static bool knights_draw(const arb_pos *pos, arb_colour us)
{
    arb_move moves[ARB_MOVES_MAX];

    if (pos->turn == us)
        return !mates_at_once(pos);
    const size_t found = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < found; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (count(next.side[us].knights) < 2 || !mates_at_once(&next))
            return true;
    }
    return found == 0 && !arb_pos_is_check(pos);
}

/* The corner where these pawns are promoted; 0 when they are not all on one rook's file. */
static uint64_t corner_of(uint64_t pawns, arb_colour us)
{
    if (!pawns || ((pawns & ~FILE_A) && (pawns & ~(FILE_A << 7))))
        return 0;
    return last_rank(us) & (pawns & FILE_A ? FILE_A : FILE_A << 7);
}

/* Bishops that cannot attack the corner, and the other king is there or goes there. */
static bool corner_draws(const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us];
    const uint64_t corner = corner_of(own->pawns, us);
    uint64_t bishops = arb_side_pieces(own, ARB_BISHOP);
    const uint64_t king = pos->side[other(us)].king;

    if (!corner || !bishops || (own->all & ~(own->king | own->pawns | bishops)))
        return false;
    for (; bishops; bishops = without_lowest(bishops))
        if (arb_square_is_light(lowest(bishops)) == arb_square_is_light(lowest(corner)))
            return false;
    return king == corner || (pos->turn != us && king_attacks(lowest(king)) & corner &&
                              !arb_pos_attackers(pos, lowest(corner), us));
}

/* Is it drawn, with `us` the side that has more than its king? */
static bool is_drawn(const arb_seeing *seeing, arb_colour us, uint64_t pieces)
{
    const arb_pos *pos = seeing->now->pos;
    const arb_side *own = &pos->side[us];

    if (count(pieces) == 1 && pieces & own->pawns) {
        const arb_kpk *kpk = arb_terms_kpk(seeing->terms);
        return !(pieces & (RANK_1 | RANK_8)) && !arb_kpk_is_won(kpk, pos);
    }
    if (count(pieces) == 1)
        return pieces & (own->knights | arb_side_pieces(own, ARB_BISHOP));
    if (own->pawns)
        return corner_draws(pos, us);
    return count(pieces) == 2 && (pieces & own->knights) == pieces && knights_draw(pos, us);
}

void arb_see_draws(arb_seeing *seeing)
{
    const arb_side *side = seeing->now->pos->side;
    const uint64_t white = side[ARB_WHITE].all & ~side[ARB_WHITE].king;
    const uint64_t black = side[ARB_BLACK].all & ~side[ARB_BLACK].king;

    if ((white && black) || arb_pos_count(seeing->now->pos) == 0)
        return;
    if ((white | black) && !is_drawn(seeing, white ? ARB_WHITE : ARB_BLACK, white | black))
        return;
    arb_seeing_add(seeing, ARB_SIGHTING_THEORETICAL_DRAW, ARB_COLOUR_COUNT)->on = white | black;
}
