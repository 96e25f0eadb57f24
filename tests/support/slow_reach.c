/* SPDX-License-Identifier: MIT */
/* Walking over the board: see slow_reach.h. */
#include "slow_reach.h"

unsigned slow_beside(unsigned square, int files, int ranks)
{
    const int x = (int)(square % 8) + files, y = (int)(square / 8) + ranks;

    return x < 0 || x > 7 || y < 0 || y > 7 ? ARB_SQUARE_NONE : (unsigned)(8 * y + x);
}

static const int steps[16][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 },  { 0, -1 },
                                  { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 },
                                  { 1, 2 }, { 1, -2 }, { -1, 2 }, { -1, -2 },
                                  { 2, 1 }, { 2, -1 }, { -2, 1 }, { -2, -1 } };

/* Is the step one of this piece? The first four are straight, then four diagonal ones. */
static bool steps_so(arb_piece piece, int step)
{
    const bool straight = step < 4, leap = step >= 8, diagonal = !straight && !leap;
    const arb_role role = arb_piece_role(piece);

    if (role == ARB_PAWN)
        return diagonal && (steps[step][1] > 0) == (arb_piece_colour(piece) == ARB_WHITE);
    if (role == ARB_KNIGHT)
        return leap;
    return role == ARB_BISHOP ? diagonal : role == ARB_ROOK ? straight : !leap;
}

uint64_t slow_reach(arb_piece piece, unsigned from, uint64_t blocked)
{
    const arb_role role = arb_piece_role(piece);
    const bool far = role == ARB_BISHOP || role == ARB_ROOK || role == ARB_QUEEN;
    uint64_t set = 0;

    for (int i = 0; i < 16; i++) {
        if (!steps_so(piece, i))
            continue;
        unsigned at = slow_beside(from, steps[i][0], steps[i][1]);
        while (at != ARB_SQUARE_NONE) {
            set |= slow_bit(at);
            at = far && !(blocked & slow_bit(at)) ? slow_beside(at, steps[i][0], steps[i][1])
                                                  : ARB_SQUARE_NONE;
        }
    }
    return set;
}

uint64_t slow_reach_all(arb_piece piece, uint64_t from, uint64_t blocked)
{
    uint64_t set = 0;

    for (; from; from &= from - 1)
        set |= slow_reach(piece, slow_first(from), blocked);
    return set;
}
