/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_CHECKS_H
#define ARB_PROBLEM_CHECKS_H
/*
 * The moves that give check (Laws, 3.9.1), found without looking at the others: what stands on a
 * square from which its kind attacks the king, or leaves a line on which another attacks him.
 *
 * The candidates are more than the checks in the rare cases (promotions, castling, en passant),
 * never fewer. Like generate.h this is compiled once for each kernel.
 */
#include "board/advance.h"
#include "board/generate.h"

/* From where the pieces of each kind would attack the king of the other side. */
typedef struct check_squares {
    uint64_t straight, diagonal, knights, pawns;
    uint64_t shields; /* pieces of the mover that alone stand between a line piece and that king */
} check_squares;

/* The pieces of `own` that alone hide a line piece of theirs from the king on `king`. */
ARB_INLINE uint64_t shields_of(const arb_side *own, arb_square king, uint64_t occupied,
                               uint64_t straight, uint64_t diagonal)
{
    const uint64_t *lines = arb_square_lines[king];
    const uint64_t near = (straight | diagonal) & own->all;

    if (!((own->straight & ~straight & (lines[LINE_RANK] | lines[LINE_FILE])) |
          (own->diagonal & ~diagonal & (lines[LINE_RISING] | lines[LINE_FALLING]))))
        return 0;
    const uint64_t bare = occupied & ~near;
    uint64_t behind = (own->straight & ~straight & rook_attacks(king, bare)) |
                      (own->diagonal & ~diagonal & bishop_attacks(king, bare));
    uint64_t shields = 0;

    for (; behind; behind = without_lowest(behind))
        shields |= line_through(king, lowest(behind)) & stretch(king, lowest(behind)) & near &
                   ~bit(lowest(behind));
    return shields;
}

ARB_INLINE check_squares check_squares_of(const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t occupied = own->all | opp->all;
    const arb_square king = lowest(opp->king);
    check_squares c;

    c.straight = rook_attacks(king, occupied);
    c.diagonal = bishop_attacks(king, occupied);
    c.knights = knight_attacks(king);
    c.pawns = pawn_attacks(other(us), opp->king);
    c.shields = shields_of(own, king, occupied, c.straight, c.diagonal);
    return c;
}

/* Where a move by a piece on `from` gives check, when `direct` are the squares for its kind. */
ARB_INLINE uint64_t checking_targets(const check_squares *c, arb_square king, arb_square from,
                                     uint64_t direct)
{
    if (__builtin_expect((c->shields & bit(from)) != 0, 0))
        return direct | ~line_through(king, from);
    return direct;
}

/* Squares to which the line piece on `from` can go, and its code. */
ARB_INLINE uint64_t line_piece_targets(const arb_side *own, arb_square from, uint64_t occupied,
                                       unsigned *code)
{
    const bool diagonal = own->diagonal >> from & 1, straight = own->straight >> from & 1;

    *code = diagonal && straight ? ARB_MOVE_QUEEN : diagonal ? ARB_MOVE_BISHOP : ARB_MOVE_ROOK;
    return (diagonal ? bishop_attacks(from, occupied) : 0) |
           (straight ? rook_attacks(from, occupied) : 0);
}

/* The candidates among the moves of pieces, their own king's safety left aside. */
ARB_INLINE arb_move *list_piece_checks(arb_move *out, const arb_pos *pos, arb_colour us,
                                       const check_squares *c)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t occupied = own->all | opp->all, targets = ~(own->all | opp->king);
    const arb_square king = lowest(opp->king);

    for (uint64_t pieces = own->diagonal | own->straight; pieces; pieces = without_lowest(pieces)) {
        const arb_square from = lowest(pieces);
        unsigned code;
        const uint64_t to = line_piece_targets(own, from, occupied, &code);
        const uint64_t direct =
            (code != ARB_MOVE_ROOK ? c->diagonal : 0) | (code != ARB_MOVE_BISHOP ? c->straight : 0);
        out = list_from(out, from, to & targets & checking_targets(c, king, from, direct), code);
    }
    for (uint64_t pieces = own->knights; pieces; pieces = without_lowest(pieces)) {
        const arb_square from = lowest(pieces);
        const uint64_t to = knight_attacks(from) & targets;
        out =
            list_from(out, from, to & checking_targets(c, king, from, c->knights), ARB_MOVE_KNIGHT);
    }
    if (__builtin_expect((c->shields & own->king) != 0, 0))
        out = list_from(out, lowest(own->king),
                        king_attacks(lowest(own->king)) & targets &
                            ~line_through(king, lowest(own->king)),
                        ARB_MOVE_KING);
    return out;
}

/* One pawn's plain moves among `to`. */
ARB_INLINE arb_move *list_pawn_checks(arb_move *out, arb_colour us, arb_square from, uint64_t to)
{
    for (; to; to = without_lowest(to)) {
        const arb_square at = lowest(to);
        const bool twice = at == from + 16 || from == at + 16;
        if (bit(at) & last_rank(us))
            for (unsigned code = CODE_PROMOTION; code < CODE_COUNT; code++)
                *out++ = move_make(from, at, code);
        else
            *out++ = move_make(from, at, twice ? ARB_MOVE_DOUBLE_STEP : ARB_MOVE_PAWN);
    }
    return out;
}

/* The same of pawns; every promotion and capture en passant is one. */
ARB_INLINE arb_move *list_pawns_checking(arb_move *out, const arb_pos *pos, arb_colour us,
                                         const check_squares *c)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t empty = ~(own->all | opp->all), prey = opp->all & ~opp->king;
    const uint64_t third = us == ARB_WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    const arb_square king = lowest(opp->king);
    /* most pawns are far from where they could give check */
    const uint64_t one = forward(other(us), c->pawns), aim = c->pawns | one | last_rank(us);
    uint64_t pawns =
        own->pawns & (forward(other(us), aim) | pawn_attacks(other(us), aim) | c->shields);

    for (; pawns; pawns = without_lowest(pawns)) {
        const arb_square from = lowest(pawns);
        const uint64_t step = forward(us, bit(from)) & empty;
        const uint64_t to =
            step | (forward(us, step & third) & empty) | (pawn_attacks(us, bit(from)) & prey);
        out = list_pawn_checks(out, us, from,
                               to & (checking_targets(c, king, from, c->pawns) | last_rank(us)));
    }
    if (__builtin_expect(pos->passed != ARB_SQUARE_NONE, 0))
        for (pawns = en_passant_pawns(pos, us); pawns; pawns = without_lowest(pawns))
            *out++ = move_make(lowest(pawns), pos->passed, ARB_MOVE_EN_PASSANT);
    return out;
}

/* Does the king's safety allow a candidate? En passant was tried out; castling is open or not. */
ARB_INLINE bool check_allowed(const arb_pos *pos, arb_colour us, const limits *lim, arb_move move)
{
    const arb_square from = (arb_square)move_from(move);
    const unsigned code = move_code(move);

    if (code == ARB_MOVE_KING)
        return !(lim->danger & bit(move_to(move)));
    if (code == ARB_MOVE_EN_PASSANT)
        return true;
    if (lim->checkers > 1 || !(lim->answers & bit(move_to(move))))
        return false;
    return !(lim->pinned & bit(from)) ||
           (line_through(lowest(pos->side[us].king), from) & bit(move_to(move)));
}

#endif
