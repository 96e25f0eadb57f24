/* SPDX-License-Identifier: MIT */
/*
 * The last move, looked for backwards: can the side that has just moved have given the check that
 * stands on the board? Its opponent was not in check before, for he had made a legal move (3.9.2).
 */
#include "board/castling.h"
#include "board/sides.h"

/* The board after the move that is looked for. */
typedef struct scene {
    const arb_side *own, *opp; /* who is in check, and who has moved */
    arb_colour us, them;
    arb_square king; /* the one in check */
    uint64_t occupied;
    bool lost; /* the side in check has lost a piece, perhaps by this move */
} scene;

enum { PLAIN = 1, CAPTURE = 2 };

/* Is the check not there before a move, with these pieces of the mover on a board so occupied? */
static bool calm(const scene *s, const arb_side *before, uint64_t occupied)
{
    return !arb_side_attacking(before, s->them, s->king, occupied);
}

/* The mover's pieces with the one on `to` back on `from`. */
static arb_side taken_back(const arb_side *side, uint64_t to, uint64_t from, bool promoted)
{
    const uint64_t back = promoted ? 0 : from;
    arb_side before = *side;
    uint64_t *const kinds[] = { &before.pawns, &before.knights, &before.diagonal, &before.straight,
                                &before.king };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (*kinds[i] & to)
            *kinds[i] = (*kinds[i] & ~to) | back;
    before.pawns |= promoted ? from : 0;
    before.all = (before.all & ~to) | from;
    return before;
}

/* Did a move from one of these squares to `to` give the check? */
static bool explain(const scene *s, uint64_t to, uint64_t origins, bool promoted, unsigned ways)
{
    for (origins &= ~s->occupied; origins; origins = without_lowest(origins)) {
        const uint64_t from = bit(lowest(origins));
        const arb_side before = taken_back(s->opp, to, from, promoted);
        const uint64_t occupied = (s->occupied & ~to) | from;
        if ((ways & PLAIN) && calm(s, &before, occupied))
            return true;
        if ((ways & CAPTURE) && s->lost && calm(s, &before, occupied | to))
            return true;
    }
    return false;
}

/* Laws 3.2 to 3.6, 3.8.1 */
static bool piece_explains(const scene *s, uint64_t piece)
{
    const arb_square to = lowest(piece);
    uint64_t origins = 0;

    if (s->opp->knights & piece)
        origins |= knight_attacks(to);
    if (s->opp->king & piece)
        origins |= king_attacks(to);
    if (s->opp->diagonal & piece)
        origins |= bishop_attacks(to, s->occupied);
    if (s->opp->straight & piece)
        origins |= rook_attacks(to, s->occupied);
    return explain(s, piece, origins, false, PLAIN | CAPTURE);
}

/* Laws 3.7.3.3: a piece on the last rank may have been a pawn. */
static bool promotion_explains(const scene *s, uint64_t piece)
{
    if (!(piece & last_rank(s->them) & ~s->opp->king) || count(s->opp->pawns) >= 8)
        return false;
    return explain(s, piece, forward(s->us, piece), true, PLAIN) ||
           explain(s, piece, pawn_attacks(s->us, piece), true, CAPTURE);
}

/* Laws 3.7.3.1: the pawn that was captured stood behind, and had come over this square. */
static bool en_passant_explains(const scene *s, uint64_t pawn, uint64_t origins)
{
    const uint64_t victim = forward(s->us, pawn), came = forward(s->them, pawn);
    const uint64_t sixth = s->them == ARB_WHITE ? RANK_8 >> 16 : RANK_1 << 16;

    if (!(pawn & sixth) || ((victim | came) & s->occupied) || !s->lost)
        return false;
    for (origins &= ~s->occupied; origins; origins = without_lowest(origins)) {
        const uint64_t from = bit(lowest(origins));
        const arb_side before = taken_back(s->opp, pawn, from, false);
        if (calm(s, &before, (s->occupied & ~pawn) | from | victim))
            return true;
    }
    return false;
}

/* Laws 3.7 */
static bool pawn_explains(const scene *s, uint64_t pawn)
{
    const uint64_t second = forward(s->them, home_rank(s->them)), never = home_rank(s->them);
    const uint64_t step = forward(s->us, pawn) & ~s->occupied & ~never;
    const uint64_t aside = pawn_attacks(s->us, pawn) & ~never;

    return explain(s, pawn, step, false, PLAIN) ||
           explain(s, pawn, forward(s->us, step) & second, false, PLAIN) ||
           explain(s, pawn, aside, false, CAPTURE) || en_passant_explains(s, pawn, aside);
}

/* Laws 3.8.2.2: was the way of the king free of attacks, before he and the rook moved? */
static bool way_safe(const scene *s, uint64_t way, uint64_t occupied)
{
    for (; way; way = without_lowest(way))
        if (arb_side_attacking(s->own, s->us, lowest(way), occupied))
            return false;
    return true;
}

/* Laws 3.8.2, II.3: castling from these squares to where king and rook now stand. */
static bool castled_from(const scene *s, arb_square king, arb_square rook)
{
    const uint64_t king_to = bit(castled_king(king, rook)), rook_to = bit(castled_rook(king, rook));
    const castling_path path = castling_path_of(king, rook);
    const uint64_t others = s->occupied & ~(king_to | rook_to);

    if (!(s->opp->king & king_to) || !(s->opp->straight & ~s->opp->diagonal & rook_to) ||
        ((path.vacant | bit(king) | bit(rook)) & others) ||
        !way_safe(s, path.safe, others | bit(rook)))
        return false;
    arb_side before = *s->opp;
    before.king = bit(king);
    before.straight = (before.straight & ~rook_to) | bit(rook);
    before.all = (before.all & ~(king_to | rook_to)) | bit(king) | bit(rook);
    return calm(s, &before, others | bit(king) | bit(rook));
}

/* Of any Chess960 position: a diagram does not say which game is played. */
static bool castling_explains(const scene *s)
{
    const unsigned home = s->them == ARB_WHITE ? 0 : 56;

    for (unsigned king = home + 1; king < home + 7; king++)
        for (unsigned rook = home; rook < home + 8; rook++)
            if (king != rook && castled_from(s, (arb_square)king, (arb_square)rook))
                return true;
    return false;
}

/* What has a castling right has not moved. */
static uint64_t unmoved(const scene *s, uint64_t rights)
{
    const uint64_t rooks = rights & home_rank(s->them);
    return rooks ? rooks | s->opp->king : 0;
}

bool arb_retro_check_possible(const arb_side sides[2], arb_colour turn, uint64_t castling,
                              arb_square passed)
{
    const arb_side *own = &sides[turn], *opp = &sides[other(turn)];
    const scene s = { .own = own,
                      .opp = opp,
                      .us = turn,
                      .them = other(turn),
                      .king = lowest(own->king),
                      .occupied = own->all | opp->all,
                      .lost = count(own->all) < 16 };
    const uint64_t still = unmoved(&s, castling);

    if (passed != ARB_SQUARE_NONE) /* then the move is known */
        return explain(&s, forward(s.them, bit(passed)), forward(s.us, bit(passed)), false, PLAIN);
    for (uint64_t pieces = opp->all & ~still; pieces; pieces = without_lowest(pieces)) {
        const uint64_t piece = bit(lowest(pieces));
        if (opp->pawns & piece ? pawn_explains(&s, piece)
                               : piece_explains(&s, piece) || promotion_explains(&s, piece))
            return true;
    }
    return !still && castling_explains(&s);
}
