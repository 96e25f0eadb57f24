/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_GENERATE_H
#define ARB_BOARD_GENERATE_H
/*
 * The legal moves of a position (Laws, Article 3): counted, or listed.
 *
 * Legality is settled before any move is looked at. The opponent's attacks, spread along eight
 * directions at once (rays.h), meet the rays that leave the king: where both reach one of the
 * king's own pieces, that piece is pinned along their line; where an attack reaches the king
 * itself, the ray back to the attacker is what a defender may step on. Every target below is then
 * legal, but for en passant, which takes two pieces off a line and is tried out.
 *
 * Colours are compile-time constants wherever these functions are used in a hot loop. This file is
 * compiled once for each kernel (kernel.c); it must contain no function with external linkage.
 */
#include "board/attack.h"
#include "board/castling.h"
#include "board/en_passant.h"
#include "board/move.h"
#include "board/rays.h"

/* What the king's safety leaves to the side that has the move. */
typedef struct limits {
    rays along;        /* pinned pieces, in the two directions in which each may still move */
    uint64_t pinned;   /* all of them */
    uint64_t danger;   /* squares that the opponent attacks, as if the king were not there */
    uint64_t answers;  /* squares on which a check is answered; all squares when there is none */
    unsigned checkers; /* how many pieces give check */
} limits;

/* Two knights without a branch; more only after promotions. */
ARB_INLINE uint64_t knights_attack(uint64_t knights)
{
    const uint64_t second = without_lowest(knights);
    uint64_t set = knight_attacks(lowest_or_64(knights)) | knight_attacks(lowest_or_64(second));

    for (uint64_t more = without_lowest(second); __builtin_expect(more != 0, 0);
         more = without_lowest(more))
        set |= knight_attacks(lowest(more));
    return set;
}

ARB_INLINE uint64_t knights_count(uint64_t knights, uint64_t targets)
{
    const uint64_t second = without_lowest(knights);
    uint64_t sum = count(knight_attacks(lowest_or_64(knights)) & targets) +
                   count(knight_attacks(lowest_or_64(second)) & targets);

    for (uint64_t more = without_lowest(second); __builtin_expect(more != 0, 0);
         more = without_lowest(more))
        sum += count(knight_attacks(lowest(more)) & targets);
    return sum;
}

/* Laws 3.1.2, 3.1.3, 3.9.1, 3.9.2 */
ARB_INLINE limits limits_of(const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t empty = ~(own->all | opp->all);
    const arb_square king = lowest(own->king);
    const rays attacks = rays_reach(rays_of(opp->straight, opp->diagonal), empty | own->king);
    const rays sight = rays_reach(rays_all(own->king), empty);
    const rays against = rays_opposite(attacks);
    const rays pins = rays_and(rays_and(against, sight), rays_all(own->all));
    limits lim;

    lim.along = rays_or(pins, rays_opposite(pins));
    lim.pinned = rays_union(pins);
    lim.danger = rays_union(attacks) | knights_attack(opp->knights) |
                 pawn_attacks(other(us), opp->pawns) | king_attacks(lowest(opp->king));
    lim.answers = ~UINT64_C(0);
    lim.checkers = 0;
    if (__builtin_expect((lim.danger & own->king) != 0, 0)) {
        const uint64_t near = (knight_attacks(king) & opp->knights) |
                              (pawn_attacks(us, own->king) & opp->pawns) |
                              (king_attacks(king) & opp->king);
        lim.checkers = rays_hits(against, own->king) + count(near);
        lim.answers = rays_union(rays_where(sight, against, own->king)) | near;
    }
    return lim;
}

/* Where pawns may go, by the four ways in which they do (3.7.1 to 3.7.3). */
typedef struct pawn_targets {
    uint64_t single, twice, aside, hside;
} pawn_targets;

/* Where pins let pawns go if nothing, or something to capture, is there; `twice` is not filled. */
ARB_INLINE pawn_targets pawns_aim(uint64_t pawns, arb_colour us, uint64_t pinned,
                                  const uint64_t along[RAY_COUNT])
{
    const uint64_t aside = us == ARB_WHITE ? along[RAY_NORTH_WEST] : along[RAY_NORTH_EAST];
    const uint64_t hside = us == ARB_WHITE ? along[RAY_NORTH_EAST] : along[RAY_NORTH_WEST];

    return (pawn_targets){ .single = forward(us, pawns & (~pinned | along[RAY_NORTH])),
                           .aside = forward_aside(us, pawns & (~pinned | aside)),
                           .hside = forward_hside(us, pawns & (~pinned | hside)) };
}

/* Laws 3.7, 3.7.1, 3.7.2, 3.7.3 */
ARB_INLINE pawn_targets pawns_reach(const arb_pos *pos, arb_colour us, const limits *lim,
                                    uint64_t targets)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t empty = ~(own->all | opp->all), prey = opp->all & targets;
    const uint64_t third = us == ARB_WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    uint64_t along[RAY_COUNT];

    rays_store(along, lim->along);
    pawn_targets to = pawns_aim(own->pawns, us, lim->pinned, along);
    to.single &= empty;
    to.twice = forward(us, to.single & third) & empty & targets;
    to.single &= targets;
    to.aside &= prey;
    to.hside &= prey;
    return to;
}

/* Laws 1.4.1, 3.1: squares that a piece may go to; a king is never captured. */
ARB_INLINE uint64_t targets_of(const arb_pos *pos, arb_colour us)
{
    return ~(pos->side[us].all | pos->side[other(us)].king);
}

/* How many squares of three sets lie on a rank: every promotion is four moves (3.7.3.3). */
ARB_INLINE unsigned count_on(uint64_t rank, uint64_t a, uint64_t b, uint64_t c)
{
    return count(a & rank) + count(b & rank) + count(c & rank);
}

/* Laws 3.10.1: the number of legal moves. */
ARB_INLINE uint64_t moves_count(const arb_pos *pos, arb_colour us, const castling_paths *paths,
                                const limits *lim)
{
    const arb_side *own = &pos->side[us];
    const uint64_t occupied = own->all | pos->side[other(us)].all;
    uint64_t targets = targets_of(pos, us);
    uint64_t sum = count(king_attacks(lowest(own->king)) & targets & ~lim->danger);

    if (__builtin_expect(lim->checkers > 1, 0))
        return sum;
    if (pos->castling & home_rank(us)) /* the king's own square counts as safe ground: 3.8.2.2 */
        for (int wing = 0; wing < ARB_WING_COUNT; wing++)
            sum += castling_open(&paths->path[us][wing], pos->castling, occupied, lim->danger,
                                 lim->pinned);
    targets &= lim->answers;

    const rays sliders = rays_and(rays_of(own->straight, own->diagonal),
                                  rays_or(rays_all(~lim->pinned), lim->along));
    sum += rays_count(rays_and(rays_reach(sliders, ~occupied), rays_all(targets)));

    sum += knights_count(own->knights & ~lim->pinned, targets);
    const pawn_targets to = pawns_reach(pos, us, lim, targets);
    sum += count(to.single) + count(to.twice) + count(to.aside) + count(to.hside);
    if (__builtin_expect((forward(us, own->pawns) & last_rank(us)) != 0, 0))
        sum += 3 * count_on(last_rank(us), to.single, to.aside, to.hside);
    if (__builtin_expect(pos->passed != ARB_SQUARE_NONE, 0))
        sum += count(en_passant_pawns(pos, us));
    return sum;
}

ARB_INLINE arb_move *list_from(arb_move *out, unsigned from, uint64_t targets, unsigned code)
{
    for (; targets; targets = without_lowest(targets))
        *out++ = move_make(from, lowest(targets), code);
    return out;
}

/* Pawns that all come from the same direction: `back` is the distance to where they stood. */
ARB_INLINE arb_move *list_pawns(arb_move *out, uint64_t targets, int back, unsigned code)
{
    for (; targets; targets = without_lowest(targets))
        *out++ = move_make((unsigned)(lowest(targets) - back), lowest(targets), code);
    return out;
}

/* Laws 3.7.3.3, 3.7.3.4 */
ARB_INLINE arb_move *list_promotions(arb_move *out, uint64_t targets, int back)
{
    for (unsigned code = CODE_PROMOTION; code < CODE_COUNT; code++)
        out = list_pawns(out, targets, back, code);
    return out;
}

ARB_INLINE arb_move *list_pawn_moves(arb_move *out, const arb_pos *pos, arb_colour us,
                                     const limits *lim, uint64_t targets)
{
    const int up = us == ARB_WHITE ? 8 : -8;
    const uint64_t last = last_rank(us);
    const pawn_targets to = pawns_reach(pos, us, lim, targets);

    /* one and two steps of the same pawn together: replies.h lifts a piece only once */
    for (uint64_t single = to.single & ~last; single; single = without_lowest(single)) {
        const unsigned at = lowest(single), from = (unsigned)((int)at - up);
        *out++ = move_make(from, at, ARB_MOVE_PAWN);
        if (to.twice & forward(us, bit(at)))
            *out++ = move_make(from, (unsigned)((int)at + up), ARB_MOVE_DOUBLE_STEP);
    }
    if (lim->checkers) /* two steps may answer a check where one does not */
        out = list_pawns(out, to.twice & ~forward(us, to.single), 2 * up, ARB_MOVE_DOUBLE_STEP);
    out = list_pawns(out, to.aside & ~last, up - 1, ARB_MOVE_PAWN);
    out = list_pawns(out, to.hside & ~last, up + 1, ARB_MOVE_PAWN);
    if (__builtin_expect((forward(us, pos->side[us].pawns) & last) != 0, 0)) {
        out = list_promotions(out, to.single & last, up);
        out = list_promotions(out, to.aside & last, up - 1);
        out = list_promotions(out, to.hside & last, up + 1);
    }
    if (pos->passed != ARB_SQUARE_NONE)
        for (uint64_t pawns = en_passant_pawns(pos, us); pawns; pawns = without_lowest(pawns))
            *out++ = move_make(lowest(pawns), pos->passed, ARB_MOVE_EN_PASSANT);
    return out;
}

/* Laws 3.2, 3.3, 3.4 */
ARB_INLINE arb_move *list_line_moves(arb_move *out, const arb_pos *pos, arb_colour us,
                                     const limits *lim, uint64_t targets)
{
    const arb_side *own = &pos->side[us];
    const uint64_t occupied = own->all | pos->side[other(us)].all;
    const arb_square king = lowest(own->king);

    for (uint64_t pieces = own->diagonal | own->straight; pieces; pieces = without_lowest(pieces)) {
        const arb_square from = lowest(pieces);
        const bool diagonal = own->diagonal >> from & 1, straight = own->straight >> from & 1;
        uint64_t to = (diagonal ? bishop_attacks(from, occupied) : 0) |
                      (straight ? rook_attacks(from, occupied) : 0);
        if (__builtin_expect((lim->pinned & bit(from)) != 0, 0))
            to &= line_through(king, from);
        out = list_from(out, from, to & targets,
                        diagonal && straight ? ARB_MOVE_QUEEN
                        : diagonal           ? ARB_MOVE_BISHOP
                                             : ARB_MOVE_ROOK);
    }
    return out;
}

/* Laws 3.8, 3.10.1: the legal moves; returns the end of the list. */
ARB_INLINE arb_move *moves_list(arb_move *out, const arb_pos *pos, arb_colour us,
                                const castling_paths *paths, const limits *lim)
{
    const arb_side *own = &pos->side[us];
    const uint64_t occupied = own->all | pos->side[other(us)].all;
    const arb_square king = lowest(own->king);
    uint64_t targets = targets_of(pos, us);

    out = list_from(out, king, king_attacks(king) & targets & ~lim->danger, ARB_MOVE_KING);
    if (lim->checkers > 1)
        return out;
    if (pos->castling & home_rank(us))
        for (int wing = 0; wing < ARB_WING_COUNT; wing++)
            if (castling_open(&paths->path[us][wing], pos->castling, occupied, lim->danger,
                              lim->pinned))
                *out++ = move_make(king, lowest(paths->path[us][wing].rook), ARB_MOVE_CASTLING);
    targets &= lim->answers;
    for (uint64_t pieces = own->knights & ~lim->pinned; pieces; pieces = without_lowest(pieces))
        out = list_from(out, lowest(pieces), knight_attacks(lowest(pieces)) & targets,
                        ARB_MOVE_KNIGHT);
    out = list_line_moves(out, pos, us, lim, targets);
    return list_pawn_moves(out, pos, us, lim, targets);
}

#endif
