/* SPDX-License-Identifier: MIT */
/*
 * The move must have given the check, and the squares around the king must be closed as in walls.c,
 * here with both kings and all pawns in their places; see abstract_mate.h.
 */
#include "proof/abstract_mate.h"

#include "board/attack.h"
#include "proof/matching.h"

/* Could pieces of the king's own stand on all of these squares at once? */
static bool can_block(const arb_abstraction *o, arb_colour colour, uint64_t squares)
{
    uint32_t wanted[ARB_MATCHING_MAX];
    unsigned n = 0;

    for (; squares; squares = without_lowest(squares)) {
        uint32_t pieces = 0;
        for (unsigned i = 0; i < o->count; i++)
            if (o->piece[i].colour == colour && (o->piece[i].at & bit(lowest(squares))))
                pieces |= UINT32_C(1) << i;
        wanted[n++] = pieces;
    }
    return arb_matching_exists(wanted, n);
}

/* The only piece of a side, or NULL. */
static const arb_piece_region *only_piece(const arb_abstraction *o, arb_colour side)
{
    const arb_piece_region *only = NULL;

    for (unsigned i = 0; i < o->count; i++) {
        if (o->piece[i].colour != side)
            continue;
        if (only)
            return NULL;
        only = &o->piece[i];
    }
    return only;
}

/*
 * Could the king be mated by a check from a piece? With one piece only, that one gives the check
 * and attacks from one square, on which no other piece can stand.
 */
static bool closes_with_piece(uint64_t *blocked, const arb_abstraction *o, arb_colour side,
                              arb_square king, uint64_t open)
{
    const arb_piece_region *only = only_piece(o, side);

    *blocked = open & ~o->cover[side];
    if (!only)
        return can_block(o, other(side), *blocked);
    for (uint64_t from = only->at; from; from = without_lowest(from)) {
        const uint64_t square = bit(lowest(from));
        const uint64_t attacks = arb_abstraction_attacks(o, only, square);
        *blocked = open & ~attacks;
        if ((attacks & bit(king)) && !(*blocked & square) && can_block(o, other(side), *blocked))
            return true;
    }
    return false;
}

/* Could a line piece give check through the square that a king or pawn has left? */
static bool uncovers(const arb_abstraction *o, arb_colour side, uint64_t left, arb_square king)
{
    const uint64_t line = line_through(lowest(left), king);
    const uint64_t behind = lowest(left) > king ? ~(left - 1) & ~left : left - 1;

    for (unsigned i = 0; i < o->count; i++) {
        const arb_piece_region *piece = &o->piece[i];
        if (piece->colour == side && piece->role != ARB_KNIGHT &&
            (arb_abstraction_attacks(o, piece, piece->at & line & behind) & bit(king)))
            return true;
    }
    return false;
}

/*
 * Is the piece that gives a check surely captured? A pawn or a firm piece attacks it from nearby,
 * and nothing pins that one, nor is there a second check: the side has no other line piece.
 */
static bool is_refuted(const arb_abstraction *o, arb_colour side)
{
    if (!(o->checker & o->sure[other(side)]))
        return false;
    for (unsigned i = 0; i < o->count; i++)
        if (o->piece[i].colour == side && o->piece[i].role != ARB_KNIGHT &&
            o->piece[i].at != o->checker)
            return false;
    return true;
}

bool arb_abstract_mate_fits(uint64_t *blocked, const arb_abstraction *o, const arb_last_move *last)
{
    const arb_colour side = (arb_colour)o->side;
    const arb_square king = last->king[other(side)];
    const uint64_t closed =
        o->pawns[other(side)] | pawn_attacks(side, o->pawns[side]) | king_attacks(last->king[side]);
    const uint64_t open = king_attacks(king) & ~closed;

    *blocked = open & ~o->cover[side];
    if (is_refuted(o, side))
        return false;
    if (last->pawn && (pawn_attacks(side, last->pawn) & bit(king)) &&
        can_block(o, other(side), *blocked))
        return true;
    if (!(o->cover[side] & bit(king)))
        return false;
    if (!last->any_check && !uncovers(o, side, last->left, king))
        return false;
    return closes_with_piece(blocked, o, side, king, open);
}
