/* SPDX-License-Identifier: MIT */
/*
 * The rule of the square, where only kings and pawns are left and a passed pawn has a free way. The
 * square reaches from the pawn to its last rank and as far aside towards the king; a pawn that can
 * still make its double step is taken for one rank further on. A king inside, or one that steps in
 * with his move, catches the pawn; otherwise it runs home.
 *
 * The rule is told only where it is right: the king's way is walked step by step, with what stands
 * on it and without capturing anything else, and where the other king shuts him out, or guards the
 * pawn's way, nothing is said.
 */
#include "terms/look.h"

static uint64_t way_of(arb_colour colour, arb_square pawn)
{
    const uint64_t file = FILE_A << arb_square_file(pawn), below = bit(pawn) - 1;

    return colour == ARB_WHITE ? file & ~below & ~bit(pawn) : file & below;
}

static bool is_double_step(arb_colour colour, arb_square pawn)
{
    return arb_square_rank(pawn) == (colour == ARB_WHITE ? 1u : 6u);
}

/* So many moves of a king lead from one square to the other on an empty board. */
static unsigned distance(arb_square a, arb_square b)
{
    const int files = (int)arb_square_file(a) - (int)arb_square_file(b);
    const int ranks = (int)arb_square_rank(a) - (int)arb_square_rank(b);
    const int wide = files < 0 ? -files : files, high = ranks < 0 ? -ranks : ranks;

    return (unsigned)(wide > high ? wide : high);
}

/* Does the rule say that the king catches the pawn? */
static bool is_inside(const arb_pos *pos, arb_colour runner, arb_square pawn)
{
    const arb_square home = lowest(way_of(runner, pawn) & last_rank(runner));
    const unsigned steps = count(way_of(runner, pawn)) - is_double_step(runner, pawn);
    const bool his_move = pos->turn != runner;

    return distance(lowest(pos->side[other(runner)].king), home) <= steps + his_move;
}

/* Where a king can be after one move from any of the squares. */
static uint64_t spread(uint64_t set, uint64_t barred)
{
    uint64_t out = 0;

    for (; set; set = without_lowest(set))
        out |= king_attacks(lowest(set));
    return out & ~barred;
}

/* Does he, when the pawn runs and everything else stands still? */
static bool is_caught(const arb_pos *pos, arb_colour runner, arb_square pawn)
{
    const arb_side *own = &pos->side[runner], *opp = &pos->side[other(runner)];
    const uint64_t barred = king_attacks(lowest(own->king)) | (own->all & ~bit(pawn)) | opp->pawns |
                            pawn_attacks(runner, own->pawns & ~bit(pawn));
    uint64_t king = opp->king, at = bit(pawn);

    if (pos->turn != runner)
        king = spread(king, barred | pawn_attacks(runner, at));
    while (!(at & last_rank(runner)) && !(king & at)) {
        at = forward(runner, at);
        if (king & at) /* he stands in its way */
            return true;
        if (is_double_step(runner, pawn) && at == forward(runner, bit(pawn)))
            at = forward(runner, at);
        king = spread(king, barred | pawn_attacks(runner, at));
    }
    return (king & at) != 0;
}

static void see_race(arb_seeing *seeing, arb_colour runner, arb_square pawn)
{
    const arb_pos *pos = seeing->now->pos;
    const bool inside = is_inside(pos, runner, pawn);
    const bool escorted = king_attacks(lowest(pos->side[runner].king)) & way_of(runner, pawn);

    if (inside != is_caught(pos, runner, pawn) || (inside && escorted))
        return;
    arb_sighting *seen =
        arb_seeing_add(seeing, inside ? ARB_SIGHTING_SQUARE_INSIDE : ARB_SIGHTING_SQUARE_OUTSIDE,
                       inside ? other(runner) : runner);
    seen->by = pos->side[other(runner)].king;
    seen->on = bit(pawn);
    seen->via = way_of(runner, pawn) & last_rank(runner);
}

void arb_see_square_rule(arb_seeing *seeing)
{
    const arb_pos *pos = seeing->now->pos;
    const arb_side *side = pos->side;

    if (seeing->now->occupied & ~(side[ARB_WHITE].pawns | side[ARB_BLACK].pawns |
                                  side[ARB_WHITE].king | side[ARB_BLACK].king))
        return;
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        for (uint64_t set = side[colour].pawns; set; set = without_lowest(set)) {
            const uint64_t way = way_of((arb_colour)colour, lowest(set));
            if (way && !(way & seeing->now->occupied) &&
                !(beside(way) & side[other((arb_colour)colour)].pawns))
                see_race(seeing, (arb_colour)colour, lowest(set));
        }
}
