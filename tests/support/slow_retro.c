/* SPDX-License-Identifier: MIT */
/* The last move, by trying; see slow_retro.h. */
#include "support/slow_retro.h"

#include <string.h>

#include "arbitro/setup.h"

/* What the last move led to, and who wants to know what stood there before. */
typedef struct quest {
    const arb_setup *after;
    slow_retro_visit *visit;
    void *user;
} quest;

static unsigned pieces_of(const arb_setup *setup, arb_colour colour, bool pawns_only)
{
    unsigned count = 0;

    for (unsigned square = 0; square < 64; square++) {
        const arb_piece piece = setup->piece[square];
        count += piece != ARB_PIECE_NONE && arb_piece_colour(piece) == colour &&
                 (!pawns_only || arb_piece_role(piece) == ARB_PAWN);
    }
    return count;
}

static bool on_edge(unsigned square)
{
    return square < 8 || square >= 56;
}

/* Does this move, made on `before`, lead to `after`? */
static bool leads_to(const arb_setup *before, slow_move move, const arb_setup *after)
{
    const arb_setup played = slow_play(before, move);

    return memcmp(played.piece, after->piece, sizeof played.piece) == 0 &&
           played.castling == after->castling &&
           (after->en_passant == ARB_SQUARE_NONE || after->en_passant == played.en_passant);
}

static bool tried(const arb_setup *before, slow_move move, const quest *q)
{
    return !slow_in_check(before, (arb_colour)q->after->turn) &&
           slow_reaches(before, move.from, move.to) && leads_to(before, move, q->after) &&
           q->visit(q->user, before, move);
}

/* With each piece that may have been captured, or none. */
static bool try_captured(arb_setup *before, slow_move move, const quest *q)
{
    const arb_setup *after = q->after;
    const arb_colour us = (arb_colour)after->turn;

    before->piece[move.to] = ARB_PIECE_NONE;
    if (tried(before, move, q))
        return true;
    if (pieces_of(after, us, false) >= 16)
        return false;
    for (arb_role role = ARB_PAWN; role < ARB_KING; role++) {
        before->piece[move.to] = arb_piece_of(us, role);
        if (!(role == ARB_PAWN && on_edge(move.to)) && tried(before, move, q))
            return true;
    }
    before->piece[move.to] = ARB_PIECE_NONE;
    const unsigned victim = us == ARB_WHITE ? move.to + 8u : move.to - 8u;
    if (victim >= 64 || before->piece[victim] != ARB_PIECE_NONE ||
        arb_piece_role(after->piece[move.to]) != ARB_PAWN || on_edge(victim))
        return false;
    before->piece[victim] = arb_piece_of(us, ARB_PAWN);
    before->en_passant = move.to;
    const bool found = slow_passed(before) && tried(before, move, q);
    before->piece[victim] = ARB_PIECE_NONE;
    before->en_passant = ARB_SQUARE_NONE;
    return found;
}

static arb_setup board_before(const arb_setup *after)
{
    arb_setup before = *after;

    before.turn = (uint8_t)arb_opponent((arb_colour)after->turn);
    before.en_passant = ARB_SQUARE_NONE;
    return before;
}

/* The piece on `to` came from `from`, as itself or as a pawn. */
static bool try_move(const quest *q, arb_square from, arb_square to)
{
    const arb_setup *after = q->after;
    const arb_piece piece = after->piece[to];
    const arb_colour them = arb_piece_colour(piece);
    const arb_role role = arb_piece_role(piece);
    arb_setup before = board_before(after);
    slow_move move = { from, to, ARB_ROLE_NONE, ARB_SQUARE_NONE };

    before.piece[from] = piece;
    if (!(role == ARB_PAWN && on_edge(from)) && try_captured(&before, move, q))
        return true;
    if (role == ARB_PAWN || role == ARB_KING || on_edge(from) || !on_edge(to) ||
        pieces_of(after, them, true) >= 8)
        return false;
    before = board_before(after);
    before.piece[from] = arb_piece_of(them, ARB_PAWN);
    move.promotion = (uint8_t)role;
    return try_captured(&before, move, q);
}

static bool try_castling(const quest *q, unsigned king, unsigned rook)
{
    const arb_setup *after = q->after;
    const arb_colour them = arb_opponent((arb_colour)after->turn);
    const unsigned home = them == ARB_WHITE ? 0 : 56;
    const arb_wing wing = rook > king ? ARB_KINGSIDE : ARB_QUEENSIDE;
    const unsigned king_to = home + (wing == ARB_KINGSIDE ? 6 : 2);
    const unsigned rook_to = home + (wing == ARB_KINGSIDE ? 5 : 3);
    arb_setup before = board_before(after);

    if (after->piece[king_to] != arb_piece_of(them, ARB_KING) ||
        after->piece[rook_to] != arb_piece_of(them, ARB_ROOK))
        return false;
    before.piece[king_to] = before.piece[rook_to] = ARB_PIECE_NONE;
    if (before.piece[king] != ARB_PIECE_NONE || before.piece[rook] != ARB_PIECE_NONE)
        return false;
    before.piece[king] = arb_piece_of(them, ARB_KING);
    before.piece[rook] = arb_piece_of(them, ARB_ROOK);
    before.castling |= UINT64_C(1) << rook;
    const slow_move move = { (arb_square)king, (arb_square)king_to, ARB_ROLE_NONE,
                             (arb_square)rook };
    return !slow_in_check(&before, (arb_colour)after->turn) &&
           slow_castling(&before, them, wing) == 0 && leads_to(&before, move, after) &&
           q->visit(q->user, &before, move);
}

bool slow_retro_each(const arb_setup *setup, slow_retro_visit *visit, void *user)
{
    const quest q = { .after = setup, .visit = visit, .user = user };
    const arb_colour them = arb_opponent((arb_colour)setup->turn);
    const unsigned home = them == ARB_WHITE ? 0 : 56;

    for (unsigned to = 0; to < 64; to++)
        for (unsigned from = 0; from < 64; from++)
            if (setup->piece[to] != ARB_PIECE_NONE && arb_piece_colour(setup->piece[to]) == them &&
                setup->piece[from] == ARB_PIECE_NONE &&
                try_move(&q, (arb_square)from, (arb_square)to))
                return true;
    for (unsigned king = home + 1; king < home + 7; king++)
        for (unsigned rook = home; rook < home + 8; rook++)
            if (king != rook && try_castling(&q, king, rook))
                return true;
    return false;
}

static bool stop(void *user, const arb_setup *before, slow_move move)
{
    (void)user;
    (void)before;
    (void)move;
    return true;
}

bool slow_retro_possible(const arb_setup *setup)
{
    return slow_retro_each(setup, stop, NULL);
}
