/* SPDX-License-Identifier: MIT */
/*
 * Gambits, in the first six moves of a game. One is
 * - a pawn move, not a capture, that gives the pawn up and does not get it back by force: neither
 * by captures, nor by a check after which it falls whatever the answer. The Queen's Gambit, whose
 *   pawn falls so, has the name all the same;
 * - the offer of a further pawn, even to be exchanged, right after a pawn has captured one;
 * - a pawn move that leaves another pawn, just attacked, to be captured with gain;
 * - a move that does not take back a pawn which a pawn has just captured, although it could: one
 *   that neither attacks it once more nor threatens anything else.
 * The answer to a gambit by another one is a countergambit.
 */
#include "terms/gambit.h"

enum { GAMBIT_PLIES = 12 };

static int value_of(const arb_side *side)
{
    int value = 0;

    for (int role = ARB_PAWN; role < ARB_KING; role++)
        value +=
            (int)(arb_role_value((arb_role)role) * count(arb_side_pieces(side, (arb_role)role)));
    return value;
}

/* What a side has more than the other, in points. */
static int ahead(const arb_pos *pos, arb_colour us)
{
    return value_of(&pos->side[us]) - value_of(&pos->side[other(us)]);
}

/* c4 beside a pawn on d4, offered to the one on d5. Black's c5 in the mirror has no such name. */
static bool is_queens_gambit(const arb_pos *after, arb_move move)
{
    return after->turn == ARB_BLACK && arb_square_file(arb_move_to(move)) == 2 &&
           arb_square_rank(arb_move_to(move)) == 3 &&
           (after->side[ARB_WHITE].pawns & bit(arb_square_at(3, 3))) &&
           (after->side[ARB_BLACK].pawns & bit(arb_square_at(3, 4)));
}

/* Did the last move capture a pawn with a pawn? On which square, or ARB_SQUARE_NONE. */
static arb_square pawn_took_pawn(const arb_sequence *s, size_t at)
{
    if (at == 0 || arb_move_role(s->move[at - 1]) != ARB_PAWN ||
        arb_terms_taken(&s->pos[at - 1], s->move[at - 1]) != (int)arb_role_value(ARB_PAWN))
        return ARB_SQUARE_NONE;
    return arb_move_to(s->move[at - 1]);
}

/* Is the mover a pawn down by the last capture, and can the pawn that moved be captured as well? */
static bool offers_further(const arb_sequence *s, size_t at)
{
    const arb_pos *after = &s->pos[at + 1];
    const arb_colour us = (arb_colour)s->pos[at].turn;

    return pawn_took_pawn(s, at) != ARB_SQUARE_NONE && ahead(after, us) == -1 &&
           arb_pos_attackers(after, arb_move_to(s->move[at]), other(us)) != 0;
}

/* Is another pawn left, by a side that is not ahead, that could not be captured with gain before
 * the last answer, and now can? */
static bool leaves_pawn(const arb_sequence *s, size_t at)
{
    const arb_pos *after = &s->pos[at + 1];
    const arb_colour us = (arb_colour)s->pos[at].turn;
    uint64_t pawns = after->side[us].pawns & ~bit(arb_move_to(s->move[at]));

    if (at == 0 || ahead(after, us) > 0)
        return false;
    for (; pawns; pawns = without_lowest(pawns))
        if (arb_pos_attackers(after, lowest(pawns), other(us)) &&
            arb_trade_gain(after, lowest(pawns), 0) > 0 &&
            arb_trade_gain(&s->pos[at - 1], lowest(pawns), 0) <= 0)
            return true;
    return false;
}

/* Can something be captured with gain that could not before the move? */
static bool threatens(const arb_pos *before, const arb_pos *after)
{
    const uint64_t theirs = after->side[after->turn].all & ~after->side[after->turn].king;

    for (uint64_t set = theirs; set; set = without_lowest(set))
        if (arb_trade_gain(after, lowest(set), 0) > 0 &&
            arb_trade_gain(before, lowest(set), 0) <= 0)
            return true;
    return false;
}

/* The pawn that could be taken back and was not, or ARB_SQUARE_NONE. */
static arb_square not_retaken(const arb_sequence *s, size_t at)
{
    const arb_pos *before = &s->pos[at], *after = &s->pos[at + 1];
    const arb_colour us = (arb_colour)before->turn;
    const arb_square pawn = pawn_took_pawn(s, at);

    if (pawn == ARB_SQUARE_NONE || arb_terms_taken(before, s->move[at]) != 0 ||
        ahead(after, us) >= 0 || arb_trade_gain(before, pawn, 0) <= 0 ||
        (arb_pos_attackers(after, pawn, us) & ~arb_pos_attackers(before, pawn, us)) ||
        threatens(before, after))
        return ARB_SQUARE_NONE;
    return pawn;
}

static bool offers_pawn(const arb_seeing *seeing, size_t back)
{
    const arb_sequence *s = seeing->sequence;
    const size_t at = s->plies - 1 - back;

    if (arb_move_role(s->move[at]) != ARB_PAWN ||
        arb_seeing_captured(seeing, back) != ARB_SQUARE_NONE)
        return false;
    return (arb_seeing_gives_up(seeing, back) && (is_queens_gambit(&s->pos[at + 1], s->move[at]) ||
                                                  arb_gambit_loses(&s->pos[at], s->move[at]))) ||
           offers_further(s, at) || leaves_pawn(s, at);
}

static bool is_gambit(const arb_seeing *seeing, size_t back)
{
    const size_t at = seeing->sequence->plies - 1 - back;

    return offers_pawn(seeing, back) || not_retaken(seeing->sequence, at) != ARB_SQUARE_NONE;
}

static arb_sighting_kind kind_of(const arb_seeing *seeing)
{
    if (!offers_pawn(seeing, 0))
        return ARB_SIGHTING_GAMBIT_LEFT;
    return seeing->sequence->plies > 1 && is_gambit(seeing, 1) ? ARB_SIGHTING_COUNTERGAMBIT
                                                               : ARB_SIGHTING_GAMBIT;
}

void arb_see_gambit(arb_seeing *seeing)
{
    const arb_sequence *s = seeing->sequence;
    const arb_pos initial = arb_pos_initial();

    if (s->plies > GAMBIT_PLIES || !arb_pos_same(&s->pos[0], &initial) || !is_gambit(seeing, 0))
        return;
    const arb_sighting_kind kind = kind_of(seeing);
    arb_sighting *seen = arb_seeing_add(seeing, kind, arb_seeing_mover(seeing));
    seen->on = bit(kind == ARB_SIGHTING_GAMBIT_LEFT ? not_retaken(s, s->plies - 1)
                                                    : arb_move_to(seeing->last));
    seen->plies = kind == ARB_SIGHTING_GAMBIT ? 1 : 2;
}
