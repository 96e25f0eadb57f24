/* SPDX-License-Identifier: MIT */
/*
 * How far from a mate a position seems: squares left to the king, steps left to those who hunt it.
 *
 * The opponent helps, so the shortest way is almost always to let everything be captured, to
 * promote a pawn and to walk into a corner. Only a single knight, or bishops of one colour, need
 * the opponent's pieces: they must stand in their own king's way.
 *
 * The prices are those with which the searches from a few thousand positions of real games were
 * shortest.
 */
#include "proof/guide.h"

#include "board/sides.h"

#define DARK    UINT64_C(0xaa55aa55aa55aa55)
#define CORNERS ((FILE_A | FILE_H) & (RANK_1 | RANK_8))

/* The price of each square, step or piece that is still in the way. */
enum {
    BLOCKER_KING = 4, /* a step between the king and a pawn in its pawn's way */
    BLOCKER_GUARDED = 12,

    MINOR_FLIGHT = 4, /* as for the others, in guide.h */
    MINOR_MAN = 20,
    MINOR_CORNER = 10, /* a step of the king to the nearest corner */
    MINOR_KING = 10,
    MINOR_PIECE = 6, /* a step between the king and each piece */

    LONE_CORNER = 16, /* a step of the king to a corner where one piece can mate */
    LONE_KING = 8,
    LONE_BLOCK = 4, /* a step between the king and a piece that can stand in its way */
    LONE_PIECE = 1  /* a step between the king and that one piece */
};

static unsigned between(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Moves of a king from one square to the other. */
static unsigned king_steps(arb_square a, arb_square b)
{
    const unsigned files = between(arb_square_file(a), arb_square_file(b));
    const unsigned ranks = between(arb_square_rank(a), arb_square_rank(b));

    return files > ranks ? files : ranks;
}

/* Moves of a king to the nearest square of a set that is not empty. */
static unsigned nearest(uint64_t set, arb_square square)
{
    unsigned best = 8;

    for (; set; set = without_lowest(set)) {
        const unsigned steps = king_steps(lowest(set), square);
        best = steps < best ? steps : best;
    }
    return best;
}

static unsigned from_edge(unsigned line)
{
    return line < 4 ? line : 7 - line;
}

unsigned arb_guide_corner(arb_square square)
{
    return from_edge(arb_square_file(square)) + from_edge(arb_square_rank(square));
}

/* Squares that the king of the other side can step to. */
static unsigned flights(const arb_pos *pos, arb_colour side)
{
    const arb_side *own = &pos->side[side], *opp = &pos->side[other(side)];
    const uint64_t occupied = (own->all | opp->all) & ~opp->king;
    unsigned n = 0;

    for (uint64_t ring = king_attacks(lowest(opp->king)) & ~opp->all; ring;
         ring = without_lowest(ring))
        n += !arb_side_attacking(own, side, lowest(ring), occupied);
    return n;
}

/* Steps of the foremost pawn to its promotion, 8 when there is none. */
static unsigned pawn_steps(const arb_side *own, arb_colour side)
{
    const uint64_t pawns = own->pawns & ~last_rank(side);

    if (!pawns)
        return 8;
    return side == ARB_WHITE ? 7 - arb_square_rank(highest(pawns)) : arb_square_rank(lowest(pawns));
}

/*
 * The price of a pawn in another one's way: the king that is to capture it comes near, the one that
 * guards it goes. Without this a search sees no reason to take the kings where nothing happens.
 */
static unsigned blocker_cost(const arb_side *own, const arb_side *opp, arb_square pawn)
{
    return BLOCKER_KING * king_steps(lowest(own->king), pawn) +
           (king_attacks(lowest(opp->king)) & bit(pawn) ? BLOCKER_GUARDED : 0);
}

/* The price of the pawn that is nearest to its promotion, with what stands in its way. */
static unsigned pawn_cost(const arb_side *own, const arb_side *opp, arb_colour side)
{
    unsigned best = 8 * ARB_GUIDE_PAWN;

    for (uint64_t pawns = own->pawns & ~last_rank(side); pawns; pawns = without_lowest(pawns)) {
        const arb_square at = lowest(pawns);
        const unsigned rank = arb_square_rank(at), left = side == ARB_WHITE ? 7 - rank : rank;
        const uint64_t beyond = side == ARB_WHITE ? ~((bit(at) << 1) - 1) : bit(at) - 1;
        const uint64_t ahead = FILE_A << arb_square_file(at) & beyond & (own->all | opp->all);
        unsigned cost = ARB_GUIDE_PAWN * left + ARB_GUIDE_BLOCKED * count(ahead);
        if (ahead & opp->pawns)
            cost += blocker_cost(own, opp, lowest(ahead & opp->pawns));
        best = cost < best ? cost : best;
    }
    return best;
}

static unsigned hunt_cost(const arb_side *own, const arb_side *opp, arb_colour side)
{
    const arb_square king = lowest(opp->king);
    unsigned cost = ARB_GUIDE_CORNER * arb_guide_corner(king);

    cost += ARB_GUIDE_KING * king_steps(lowest(own->king), king);
    if (!(own->diagonal & own->straight))
        cost += pawn_cost(own, opp, side);
    return cost + (own->straight ? 0 : ARB_GUIDE_HEAVY);
}

/*
 * Knights and bishops without help: the king must be in a corner, and all of them near. Knights
 * among themselves keep a distance, or their own king finds no place.
 */
static unsigned minor_cost(const arb_side *own, arb_square king)
{
    const unsigned near = own->diagonal ? 1 : 3;
    unsigned cost =
        MINOR_CORNER * nearest(CORNERS, king) + MINOR_KING * king_steps(lowest(own->king), king);

    for (uint64_t pieces = own->knights | own->diagonal; pieces; pieces = without_lowest(pieces)) {
        const unsigned steps = king_steps(lowest(pieces), king);
        cost += MINOR_PIECE * (steps > near ? steps : near);
    }
    return cost;
}

/* The colours of the squares in a set. */
static uint64_t colours(uint64_t set)
{
    return (set & DARK ? DARK : 0) | (set & ~DARK ? ~DARK : 0);
}

/*
 * A bishop mates only in a corner of its colour, with a knight or a bishop of the other colour
 * beside the king; a knight also with a rook there. A pawn that steps forward can become one, and
 * serves as it is just before.
 */
static unsigned lone_cost(const arb_side *own, const arb_side *opp, arb_colour side, uint64_t where)
{
    const arb_square king = lowest(opp->king);
    const uint64_t bishops = opp->diagonal & ~opp->straight, rooks = opp->straight & ~opp->diagonal;
    uint64_t corners = where, blocks = opp->knights | bishops | rooks;

    if (own->diagonal) {
        corners &= colours(own->diagonal);
        blocks = opp->knights | (bishops & ~colours(own->diagonal));
    } else if (bishops && blocks == bishops) {
        corners &= colours(beside(bishops));
    }
    return LONE_CORNER * nearest(corners, king) + LONE_KING * king_steps(lowest(own->king), king) +
           LONE_BLOCK * (blocks ? nearest(blocks, king) : 2 + pawn_steps(opp, other(side))) +
           LONE_PIECE * king_steps(lowest(own->knights | own->diagonal), king);
}

static unsigned bounded(unsigned cost)
{
    return cost < ARB_GUIDE_COSTS ? cost : ARB_GUIDE_COSTS - 1;
}

unsigned arb_guide_hunt(const arb_pos *pos, arb_colour side, unsigned flight_count)
{
    const arb_side *own = &pos->side[side], *opp = &pos->side[other(side)];

    return bounded(ARB_GUIDE_FLIGHT * flight_count + ARB_GUIDE_MAN * count(opp->all) +
                   hunt_cost(own, opp, side));
}

unsigned arb_guide_minors(const arb_pos *pos, arb_colour side, uint64_t corners)
{
    const arb_side *own = &pos->side[side], *opp = &pos->side[other(side)];
    const bool one = count(own->knights) + count(colours(own->diagonal)) / 32 == 1;

    if (!(own->knights | own->diagonal))
        return arb_guide_hunt(pos, side, flights(pos, side));
    return bounded(
        MINOR_FLIGHT * flights(pos, side) + MINOR_MAN * count(opp->all) +
        (one ? lone_cost(own, opp, side, corners & CORNERS) : minor_cost(own, lowest(opp->king))));
}

unsigned arb_guide_cost(const arb_pos *pos, arb_colour side)
{
    if (pos->side[side].pawns | pos->side[side].straight)
        return arb_guide_hunt(pos, side, flights(pos, side));
    return arb_guide_minors(pos, side, CORNERS);
}
