/* SPDX-License-Identifier: MIT */
/* King and pawn against king; see kpk.h. */
#include "terms/kpk.h"

#include <string.h>

#include "board/sides.h"

enum { FIRST_PAWN = 8 };

/* The squares from which a king reaches the set, the set itself left out. */
static uint64_t around(uint64_t set)
{
    const uint64_t row = set | beside(set);

    return (row | row << 8 | row >> 8) & ~set;
}

static uint64_t around_any(uint64_t set)
{
    const uint64_t row = set | beside(set);

    return beside(set) | row << 8 | row >> 8;
}

/* May White's king stand there, with nothing said of who has the move? */
static uint64_t places(arb_square pawn, arb_square black)
{
    return ~(bit(pawn) | bit(black) | around(bit(black)));
}

/* Is Black left without a move though not in check, or can he capture the new piece? */
static bool spoils(arb_square white, arb_square black, arb_square piece, bool queen)
{
    const uint64_t occupied = bit(white) | bit(piece);
    const uint64_t attacked = rook_attacks(piece, occupied | bit(black)) |
                              (queen ? bishop_attacks(piece, occupied | bit(black)) : 0);
    const uint64_t guarded = rook_attacks(piece, occupied) |
                             (queen ? bishop_attacks(piece, occupied) : 0) | king_attacks(white);

    if ((king_attacks(black) & bit(piece)) && !(king_attacks(white) & bit(piece)))
        return true;
    return !(attacked & bit(black)) && !(king_attacks(black) & ~guarded & ~bit(piece));
}

/* The places of White's king from which the pawn on its seventh rank promotes and wins. */
static uint64_t promotions(arb_square pawn, arb_square black)
{
    const arb_square piece = (arb_square)(pawn + 8);
    uint64_t won = 0;

    if (piece == black)
        return 0;
    for (uint64_t set = places(pawn, black) & ~bit(piece); set; set = without_lowest(set))
        if (!spoils(lowest(set), black, piece, true) || !spoils(lowest(set), black, piece, false))
            won |= bit(lowest(set));
    return won;
}

/* Whom White to move beats: by a king's move, or by the pawn's. */
static uint64_t white_wins(const arb_kpk *kpk, arb_square pawn, arb_square black)
{
    const uint64_t(*lost)[64] = kpk->won[ARB_BLACK];
    const arb_square one = (arb_square)(pawn + 8), two = (arb_square)(pawn + 16);
    uint64_t won = around_any(lost[pawn - FIRST_PAWN][black]);

    if (one < 56 && one != black)
        won |= lost[one - FIRST_PAWN][black] & ~bit(one);
    if (pawn < 16 && one != black && two != black)
        won |= lost[two - FIRST_PAWN][black] & ~bit(one) & ~bit(two);
    /* Black, who does not have the move, is not in check from the pawn */
    if (pawn_attacks(ARB_WHITE, bit(pawn)) & bit(black))
        return 0;
    return won & places(pawn, black);
}

/* Where every move of Black's king leads to a loss; those that White's king forbids do not count.
 */
static uint64_t black_loses(const arb_kpk *kpk, arb_square pawn, arb_square black)
{
    const uint64_t pawn_guards = pawn_attacks(ARB_WHITE, bit(pawn));
    uint64_t lost = places(pawn, black), stuck = ~UINT64_C(0);

    for (uint64_t set = king_attacks(black) & ~pawn_guards; set; set = without_lowest(set)) {
        const arb_square to = lowest(set);
        const uint64_t forbids = king_attacks(to) | bit(to);
        const uint64_t next = to == pawn ? 0 : kpk->won[ARB_WHITE][pawn - FIRST_PAWN][to];
        lost &= next | forbids;
        stuck &= forbids;
    }
    /* stalemate; a pawn alone with its king can checkmate, when Black is in check and stuck */
    return pawn_guards & bit(black) ? lost : lost & ~stuck;
}

void arb_kpk_make(arb_kpk *out)
{
    bool grows = true;

    memset(out, 0, sizeof *out);
    for (arb_square pawn = 48; pawn < 56; pawn++)
        for (arb_square black = 0; black < 64; black++)
            if (black != pawn && !(pawn_attacks(ARB_WHITE, bit(pawn)) & bit(black)))
                out->won[ARB_WHITE][pawn - FIRST_PAWN][black] = promotions(pawn, black);
    while (grows) {
        grows = false;
        for (arb_square pawn = 55; pawn >= FIRST_PAWN; pawn--)
            for (arb_square black = 0; black < 64; black++) {
                uint64_t *won = &out->won[ARB_WHITE][pawn - FIRST_PAWN][black];
                uint64_t *lost = &out->won[ARB_BLACK][pawn - FIRST_PAWN][black];
                if (black == pawn)
                    continue;
                const uint64_t more = *won | white_wins(out, pawn, black);
                const uint64_t worse = *lost | black_loses(out, pawn, black);
                grows = grows || more != *won || worse != *lost;
                *won = more;
                *lost = worse;
            }
    }
}

bool arb_kpk_is_won(const arb_kpk *kpk, const arb_pos *pos)
{
    const bool is_white = pos->side[ARB_WHITE].pawns != 0;
    const arb_colour us = is_white ? ARB_WHITE : ARB_BLACK;
    const unsigned flip = is_white ? 0 : 56;
    const unsigned pawn = lowest(pos->side[us].pawns) ^ flip;
    const unsigned white = lowest(pos->side[us].king) ^ flip;
    const unsigned black = lowest(pos->side[other(us)].king) ^ flip;
    const arb_colour turn = pos->turn == us ? ARB_WHITE : ARB_BLACK;

    return kpk->won[turn][pawn - FIRST_PAWN][black] >> white & 1;
}
