/* SPDX-License-Identifier: MIT */
/* What captures on one square win; see trade.h. */
#include "terms/trade.h"

#include <limits.h>

#include "arbitro/opposition.h"
#include "board/sides.h"

enum { PROMOTION_GAIN = 8, QUEEN_VALUE = 9 };

/* A piece that could capture on the square; `role` ARB_ROLE_NONE: there is none. */
typedef struct capturer {
    arb_square from;
    arb_role role;
} capturer;

/* Laws 3.9.2: may this piece capture there on a board so occupied? A king that is taken for gone
 * can be exposed no more. */
static bool may_capture(const arb_pos *pos, arb_colour us, capturer c, arb_square square,
                        uint64_t occupied)
{
    const arb_colour them = other(us);
    const uint64_t after = (occupied & ~bit(c.from)) | bit(square);
    const arb_square king = c.role == ARB_KING ? square : lowest(pos->side[us].king);

    if (!(after & bit(king)))
        return true;
    const uint64_t attackers = arb_side_attacking(&pos->side[them], them, king, after);

    return (attackers & after & ~bit(square)) == 0;
}

static capturer least_capturer(const arb_pos *pos, arb_colour us, arb_square square,
                               uint64_t occupied)
{
    const uint64_t attackers =
        arb_side_attacking(&pos->side[us], us, square, occupied) & occupied & ~bit(square);

    for (int role = ARB_PAWN; attackers && role < ARB_ROLE_COUNT; role++) {
        uint64_t set = attackers & arb_side_pieces(&pos->side[us], (arb_role)role);
        for (; set; set = without_lowest(set)) {
            const capturer c = { lowest(set), (arb_role)role };
            if (may_capture(pos, us, c, square, occupied))
                return c;
        }
    }
    return (capturer){ .role = ARB_ROLE_NONE };
}

/* What a pawn wins by arriving there, beside what it captures. */
static int promotes(arb_colour us, arb_role role, arb_square square)
{
    return role == ARB_PAWN && (last_rank(us) & bit(square)) ? PROMOTION_GAIN : 0;
}

/* What `us` wins by capturing a piece of this value on the square, or 0 by letting it stand. */
static int gain_on(const arb_pos *pos, arb_colour us, arb_square square, uint64_t occupied,
                   int value)
{
    const capturer c = least_capturer(pos, us, square, occupied);

    if (c.role == ARB_ROLE_NONE)
        return 0;
    const int more = promotes(us, c.role, square);
    const int stands = more > 0 ? QUEEN_VALUE : (int)arb_role_value(c.role);
    const int gain =
        value + more - gain_on(pos, other(us), square, occupied & ~bit(c.from), stands);
    return gain > 0 ? gain : 0;
}

static uint64_t occupied_without(const arb_pos *pos, uint64_t without)
{
    return (pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all) & ~without;
}

int arb_trade_gain(const arb_pos *pos, arb_square square, uint64_t without)
{
    const arb_piece piece = arb_pos_piece(pos, square);

    if (piece == ARB_PIECE_NONE || arb_piece_role(piece) == ARB_KING)
        return 0;
    return gain_on(pos, other(arb_piece_colour(piece)), square, occupied_without(pos, without),
                   (int)arb_role_value(arb_piece_role(piece)));
}

int arb_trade_with(const arb_pos *pos, arb_square from, arb_square square, uint64_t without)
{
    const arb_piece piece = arb_pos_piece(pos, from), prey = arb_pos_piece(pos, square);
    const capturer c = { from, arb_piece_role(piece) };
    const arb_colour us = arb_piece_colour(piece);
    const uint64_t occupied = occupied_without(pos, without);

    if (!may_capture(pos, us, c, square, occupied))
        return INT_MIN;
    const int more = promotes(us, c.role, square);
    const int stands = more > 0 ? QUEEN_VALUE : (int)arb_role_value(c.role);
    return (int)arb_role_value(arb_piece_role(prey)) + more -
           gain_on(pos, other(us), square, occupied & ~bit(from), stands);
}
