/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_REPLIES_H
#define ARB_BOARD_REPLIES_H
/*
 * How many replies each of many moves leaves, counted from what the moves have in common.
 *
 * Before the mover chooses, look at the replier: the lines on which he is attacked, the sight from
 * his king, where his line pieces go, who is pinned. Lifting a piece lengthens the lines that ended
 * on it; putting it down cuts those that pass over its new square. Both are one look in eight
 * directions from that square (rays.h), which also is what the piece attacks there if it is a line
 * piece. So after a quiet move nothing need be worked out afresh, unless it gives check or changes
 * the pins; then, and after captures and special moves, generate.h counts in the ordinary way.
 */
#include "board/generate.h"

/* The replier as he stands before the move. */
typedef struct replies {
    rays attacks; /* of the mover's line pieces, through the replier's king */
    rays sight;   /* from the replier's king */
    rays lines;   /* of the replier's line pieces, as pins allow */
    rays pins;
    uint64_t pinned, targets;
    uint64_t king_steps;              /* squares beside his king that his own pieces leave free */
    uint64_t steps, asides, hsides;   /* where pins let his pawns go, and capture */
    uint64_t knight_moves;            /* how many: the same after every quiet move */
    uint64_t pawns, knights, leapers; /* what the mover's pawns, knights, all but lines attack */
} replies;

/* The same with one piece of the mover in the hand. */
typedef struct lifted {
    rays attacks, sight, lines;
    rays lanes;       /* all squares in the directions in which the piece itself attacks */
    uint64_t empty;   /* squares, its own among them */
    uint64_t leapers; /* what the mover's other leapers attack */
} lifted;

ARB_INLINE replies replies_of(const arb_pos *pos, arb_colour us)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t empty = ~(own->all | opp->all);
    uint64_t along[RAY_COUNT];
    replies r;

    r.attacks = rays_reach(rays_of(opp->straight, opp->diagonal), empty | own->king);
    r.sight = rays_reach(rays_all(own->king), empty);
    r.pins = rays_and(rays_and(rays_opposite(r.attacks), r.sight), rays_all(own->all));
    r.pinned = rays_union(r.pins);
    const rays both_ways = rays_or(r.pins, rays_opposite(r.pins));
    r.lines = rays_reach(
        rays_and(rays_of(own->straight, own->diagonal), rays_or(rays_all(~r.pinned), both_ways)),
        empty);
    r.targets = ~own->all; /* after a legal move the mover's king cannot be attacked */
    r.king_steps = king_attacks(lowest(own->king)) & r.targets;
    rays_store(along, both_ways);
    const pawn_targets to = pawns_aim(own->pawns, us, r.pinned, along);
    r.steps = to.single;
    r.asides = to.aside;
    r.hsides = to.hside;
    r.knight_moves = knights_count(own->knights & ~r.pinned, r.targets);
    r.pawns = pawn_attacks(other(us), opp->pawns);
    r.knights = knights_attack(opp->knights);
    r.leapers = r.pawns | r.knights | king_attacks(lowest(opp->king));
    return r;
}

/* Takes the piece that `move` moves off the board; `us` is the replier. */
ARB_INLINE lifted lift(const replies *r, const arb_pos *pos, arb_colour us, arb_move move)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t from = bit(move_from(move)), empty = ~(own->all | opp->all) | from;
    const unsigned code = move_code(move);
    const rays view = rays_reach(rays_all(from), empty | own->king);
    const rays open = rays_without(view, rays_where(r->sight, view, own->king));
    lifted up;

    up.attacks = rays_or(rays_without(r->attacks, view), rays_where(view, r->attacks, from));
    up.sight = rays_or(r->sight, rays_where(view, r->sight, from));
    up.lines = rays_or(r->lines, rays_where(open, r->lines, from));
    up.lanes = rays_of(code == ARB_MOVE_ROOK || code == ARB_MOVE_QUEEN ? ~UINT64_C(0) : 0,
                       code == ARB_MOVE_BISHOP || code == ARB_MOVE_QUEEN ? ~UINT64_C(0) : 0);
    up.empty = empty;
    up.leapers = r->leapers;
    if (code == ARB_MOVE_PAWN || code == ARB_MOVE_DOUBLE_STEP)
        up.leapers = r->knights | king_attacks(lowest(opp->king)) |
                     pawn_attacks(other(us), opp->pawns ^ from);
    else if (code == ARB_MOVE_KNIGHT)
        up.leapers =
            r->pawns | king_attacks(lowest(opp->king)) | knights_attack(opp->knights ^ from);
    else if (code == ARB_MOVE_KING)
        up.leapers = r->pawns | r->knights;
    return up;
}

/* What a leaper that arrives attacks; nothing for a line piece. `us` is the replier. */
ARB_INLINE uint64_t arrival_attacks(arb_colour us, unsigned code, unsigned to)
{
    if (code == ARB_MOVE_PAWN || code == ARB_MOVE_DOUBLE_STEP)
        return pawn_attacks(other(us), bit(to));
    if (code == ARB_MOVE_KNIGHT)
        return knight_attacks(to);
    return code == ARB_MOVE_KING ? king_attacks(to) : 0;
}

/*
 * Puts the lifted piece down on an empty square and adds the number of replies to `sum`. False, and
 * nothing added, when the move gives check or changes the pins.
 */
ARB_INLINE bool replies_after(uint64_t *sum, const replies *r, const lifted *up, const arb_pos *pos,
                              arb_colour us, const castling_paths *paths, arb_move move)
{
    const arb_side *own = &pos->side[us], *opp = &pos->side[other(us)];
    const uint64_t to = bit(move_to(move)), empty = up->empty & ~to;
    const uint64_t prey = (opp->all & ~bit(move_from(move))) | to;
    const rays view = rays_reach(rays_all(to), up->empty | own->king);
    const rays attacks = rays_or(rays_without(up->attacks, view), rays_and(view, up->lanes));
    const rays pins = rays_and(rays_and(rays_opposite(attacks), rays_without(up->sight, view)),
                               rays_all(own->all));
    const uint64_t danger =
        rays_union(attacks) | up->leapers | arrival_attacks(us, move_code(move), move_to(move));

    if (__builtin_expect((danger & own->king) || !rays_equal(pins, r->pins), 0))
        return false;
    const uint64_t third = us == ARB_WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    const uint64_t single = r->steps & empty, twice = forward(us, single & third) & empty;
    const uint64_t aside = r->asides & prey, hside = r->hsides & prey;
    uint64_t n = rays_count(rays_and(rays_without(up->lines, view), rays_all(r->targets)));

    n += r->knight_moves + count(r->king_steps & ~danger);
    n += count(single) + count(twice) + count(aside) + count(hside);
    if (__builtin_expect(((r->steps | r->asides | r->hsides) & last_rank(us)) != 0, 0))
        n += 3 * count_on(last_rank(us), single, aside, hside);
    if (pos->castling & home_rank(us))
        for (int wing = 0; wing < ARB_WING_COUNT; wing++)
            n += castling_open(&paths->path[us][wing], pos->castling, ~empty, danger, r->pinned);
    *sum += n;
    return true;
}

/* Is the move one of those that replies_after() understands? */
ARB_INLINE bool move_is_simple(const arb_pos *pos, arb_colour replier, arb_move move)
{
    const arb_side *own = &pos->side[replier];
    const unsigned code = move_code(move);

    if (own->all & bit(move_to(move)))
        return false;
    return code < CODE_SPECIAL ||
           (code == ARB_MOVE_DOUBLE_STEP && !(beside(bit(move_to(move))) & own->pawns));
}

#endif
