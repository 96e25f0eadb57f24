/* SPDX-License-Identifier: MIT */
/* What captures win in the first moves of a game; see gambit.h. */
#include "terms/gambit.h"

/* Captures are followed no further than this; a position in which there are more is as it stands.
 */
enum { POSITIONS_MAX = 4000 };

static bool is_capture(const arb_pos *pos, arb_move move)
{
    return arb_move_captured(pos, move) != ARB_SQUARE_NONE;
}

/* Does who has the move win so many points, or more, by captures alone? Both capture as long as it
 * pays, and stop when it does not. */
static bool captures_win(const arb_pos *pos, int points, unsigned *left)
{
    arb_move moves[ARB_MOVES_MAX];

    if (points <= 0 || *left == 0)
        return points <= 0;
    --*left;
    const size_t found = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < found; i++) {
        arb_pos next;
        if (!is_capture(pos, moves[i]))
            continue;
        arb_pos_play(&next, pos, moves[i]);
        /* the other side must not get back so much that too little is left */
        if (!captures_win(&next, arb_terms_taken(pos, moves[i]) - points + 1, left))
            return true;
    }
    return false;
}

/* Does who gave check win so many points, whatever the answer? */
static bool check_wins(const arb_pos *pos, int points, unsigned *left)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t found = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < found; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (!captures_win(&next, points + arb_terms_taken(pos, moves[i]), left))
            return false;
    }
    return true;
}

static bool wins_back(const arb_pos *pos, int points, unsigned *left)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t found = arb_pos_moves(moves, pos);

    if (captures_win(pos, points, left))
        return true;
    for (size_t i = 0; i < found; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        if (!is_capture(pos, moves[i]) && arb_pos_is_check(&next) &&
            check_wins(&next, points, left))
            return true;
    }
    return false;
}

bool arb_gambit_loses(const arb_pos *before, arb_move move)
{
    unsigned left = POSITIONS_MAX;
    arb_move moves[ARB_MOVES_MAX];
    arb_pos after;

    if (captures_win(before, 1, &left))
        return true;
    arb_pos_play(&after, before, move);
    const size_t found = arb_pos_moves(moves, &after);
    for (size_t i = 0; i < found; i++) {
        arb_pos next;
        if (arb_move_captured(&after, moves[i]) != arb_move_to(move))
            continue;
        arb_pos_play(&next, &after, moves[i]);
        if (!wins_back(&next, arb_terms_taken(&after, moves[i]), &left))
            return true;
    }
    return false;
}
