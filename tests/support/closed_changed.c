/* SPDX-License-Identifier: MIT */
/* Known closed positions, changed by chance: pieces moved, put, taken, moves taken back. */
#include "closed_parts.h"

#include <assert.h>
#include <string.h>

#include "arbitro/fen.h"

static const char *const known[] = {
    "8/3k4/8/1p1p1p1p/1P1P1P1P/8/3K4/8 w - -",
    "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - -",
    "Bb2kb2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 b - -",
    "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -",
    "1Bb5/1p6/pPp3k1/2Pp3p/P2PpBpP/4P1P1/5K2/8 w - -",
    "3k1b2/2p1pBp1/KpP1P1P1/1P3B2/4B1B1/5B2/8/8 w - -",
    "8/1p2p1p1/1P2P1P1/Bp2pBp1/1P2P1P1/7k/1P2P3/7K b - -",
    "k7/1pK3p1/6Pb/1p4pB/bP4P1/Bp6/1P4P1/8 b - -",
    "3b4/4p1p1/1p1pP1P1/1P1PpBp1/1pBpP1P1/1P1P4/4K1P1/2k5 w - -",
    "8/2p5/8/1P6/pp6/kp6/rp5p/1K4nr w - -",
    "RN4k1/P5PR/6PK/6PP/6p1/8/5P2/8 w - -",
    "1BK5/BpB5/1PpB4/k1P5/pBP5/P7/8/8 w - -",
    "8/1p6/kPp5/2P5/p1P5/P1K5/8/8 w - -",
    "8/8/1k6/p1p1p1p1/P1P1P1P1/8/1K6/8 b - -",
    "8/4k3/8/1p1p1p1p/1P1P1P1P/8/2B1K3/2B5 w - -",
    "k1b1b3/8/8/1pBpBpBp/1PbPbPbP/8/8/K1B1B3 w - -",
    "8/3k4/8/1p1p1p2/1P1P1P2/8/3K4/B6b w - -",
    "6bk/7p/7P/8/8/8/8/5RKR w FH -",
    "kb6/2N5/1K6/8/8/8/8/8 b - -",
    "k7/P7/2K5/8/8/8/8/8 b - -",
};

arb_setup closed_known(chance *luck)
{
    const char *fen = known[chance_below(luck, sizeof known / sizeof *known)];
    arb_setup setup;
    const arb_err err = arb_fen_read(&setup, NULL, fen, strlen(fen), NULL);

    assert(err == ARB_OK);
    (void)err;
    return setup;
}

/* A square with a piece that is no king. */
static unsigned some_piece(const arb_setup *setup, chance *luck)
{
    for (;;) {
        const unsigned square = chance_below(luck, 64);
        if (setup->piece[square] != ARB_PIECE_NONE &&
            arb_piece_role(setup->piece[square]) != ARB_KING)
            return square;
    }
}

/* Takes the piece away and puts it on another square, if there is one for it. */
static void move_piece(arb_setup *setup, chance *luck, unsigned from)
{
    const arb_piece piece = setup->piece[from];

    setup->piece[from] = ARB_PIECE_NONE;
    closed_put(setup, luck, arb_piece_colour(piece), arb_piece_role(piece));
}

static void change(arb_setup *setup, chance *luck)
{
    static const arb_role roles[] = { ARB_PAWN, ARB_PAWN,   ARB_BISHOP, ARB_BISHOP,
                                      ARB_ROOK, ARB_KNIGHT, ARB_QUEEN };
    const arb_colour colour = closed_any_colour(luck);
    const bool alone = closed_count(setup, ARB_WHITE) + closed_count(setup, ARB_BLACK) < 4;

    switch (alone ? 4 : chance_below(luck, 7)) {
    case 0:
        setup->piece[some_piece(setup, luck)] = ARB_PIECE_NONE;
        break;
    case 1:
    case 2:
        move_piece(setup, luck, some_piece(setup, luck));
        break;
    case 3:
        move_piece(setup, luck, closed_king(setup, colour));
        break;
    case 4:
        closed_put_locked(setup, luck, colour, roles[chance_below(luck, 7)], 1);
        break;
    case 5:
        closed_put_pair(setup, chance_below(luck, 8), 1 + chance_below(luck, 5));
        break;
    default: {
        const unsigned square = some_piece(setup, luck);
        const arb_role role = roles[chance_below(luck, 7)];
        if (role != ARB_PAWN || (square >= 8 && square < 56))
            setup->piece[square] = arb_piece_of(arb_piece_colour(setup->piece[square]), role);
    }
    }
}

/* What a position may not keep when pieces were put elsewhere. */
static void forget_rights(arb_setup *setup)
{
    setup->castling = 0;
    setup->en_passant = ARB_SQUARE_NONE;
}

arb_setup closed_changed(chance *luck)
{
    arb_setup setup = closed_known(luck);

    for (unsigned n = 1 + chance_below(luck, 4); n > 0; n--)
        change(&setup, luck);
    forget_rights(&setup);
    setup.turn = (uint8_t)chance_below(luck, 2);
    if (chance_below(luck, 2))
        closed_tighten(&setup, luck, chance_below(luck, 6));
    return setup;
}

/* Is there a legal move from `from` to `to` after which the board is as in `after`? */
static bool leads_to(const arb_setup *before, unsigned from, unsigned to, const arb_setup *after)
{
    slow_move moves[ARB_MOVES_MAX];
    const size_t n = slow_moves(moves, before);

    for (size_t i = 0; i < n; i++) {
        if (moves[i].from != from || moves[i].to != to)
            continue;
        const arb_setup then = slow_play(before, moves[i]);
        if (memcmp(then.piece, after->piece, sizeof then.piece) == 0)
            return true;
    }
    return false;
}

/* A promotion may be taken back, and what was captured comes back. */
static void undo_more(arb_setup *before, chance *luck, unsigned from, unsigned to)
{
    static const arb_role lost[] = { ARB_PAWN, ARB_KNIGHT, ARB_BISHOP, ARB_ROOK, ARB_QUEEN };
    const arb_colour mover = arb_piece_colour(before->piece[from]);
    const bool last =
        from / 8 == (mover == ARB_WHITE ? 6u : 1u) && to / 8 == (mover == ARB_WHITE ? 7u : 0u);

    if (last && arb_piece_role(before->piece[from]) != ARB_KING && chance_below(luck, 2))
        before->piece[from] = arb_piece_of(mover, ARB_PAWN);
    if (chance_below(luck, 3) > 0)
        return;
    const arb_role role = lost[chance_below(luck, 5)];
    if (role != ARB_PAWN || !closed_is_edge(to))
        closed_put_on(before, to, arb_opponent(mover), role);
}

/* Takes one move back, perhaps a capture or a promotion; false when this attempt is none. */
static bool take_back(arb_setup *setup, chance *luck)
{
    const arb_colour mover = arb_opponent((arb_colour)setup->turn);
    const unsigned to = chance_below(luck, 64), from = chance_below(luck, 64);
    arb_setup before = *setup;

    if (setup->piece[from] != ARB_PIECE_NONE || setup->piece[to] == ARB_PIECE_NONE ||
        arb_piece_colour(setup->piece[to]) != mover)
        return false;
    before.piece[from] = setup->piece[to];
    before.piece[to] = ARB_PIECE_NONE;
    undo_more(&before, luck, from, to);
    before.turn = (uint8_t)mover;
    before.en_passant = ARB_SQUARE_NONE;
    if (slow_in_check(&before, arb_opponent(mover)) || !leads_to(&before, from, to, setup))
        return false;
    *setup = before;
    return true;
}

arb_setup closed_before(chance *luck)
{
    static closed_maker *const first[] = { closed_known, closed_known, closed_cages,
                                           closed_rooks, closed_chain, closed_bishops };
    arb_setup setup = first[chance_below(luck, 6)](luck);
    unsigned plies = 1 + chance_below(luck, 6);

    forget_rights(&setup);
    for (unsigned tries = 0; tries < 4000 && plies > 0; tries++)
        plies -= take_back(&setup, luck);
    return setup;
}

arb_setup closed_edge_pawns(chance *luck)
{
    static closed_maker *const first[] = { closed_changed, closed_cages, closed_chain,
                                           closed_fence,   closed_rooks, closed_promotions };
    arb_setup setup = first[chance_below(luck, 6)](luck);

    for (unsigned n = 1 + chance_below(luck, 3); n > 0; n--)
        closed_put_on(&setup, chance_below(luck, 8) + (chance_below(luck, 2) ? 56u : 0u),
                      closed_any_colour(luck), ARB_PAWN);
    forget_rights(&setup);
    return setup;
}

/* Brings the king of the side that does not have the move into check, or next to the other king. */
static void spoil(arb_setup *setup, chance *luck)
{
    static const arb_role roles[] = { ARB_BISHOP, ARB_ROOK, ARB_KNIGHT, ARB_PAWN, ARB_QUEEN };
    const arb_colour colour = (arb_colour)setup->turn;
    const arb_square king = closed_king(setup, arb_opponent(colour));

    if (chance_below(luck, 4) == 0)
        move_piece(setup, luck, closed_king(setup, colour));
    for (unsigned tries = 0; tries < 40; tries++) {
        const unsigned square = chance_below(luck, 64);
        const arb_role role = roles[chance_below(luck, 5)];
        if ((role == ARB_PAWN && (square < 8 || square >= 56)) ||
            !closed_put_on(setup, square, colour, role))
            continue;
        if (slow_attacks(setup, (arb_square)square, king))
            return;
        setup->piece[square] = ARB_PIECE_NONE;
    }
}

arb_setup closed_unreachable(chance *luck)
{
    static closed_maker *const first[] = { closed_changed, closed_cages,   closed_chain,
                                           closed_fence,   closed_bishops, closed_one_colour };
    arb_setup setup = first[chance_below(luck, 6)](luck);

    for (unsigned n = 1 + chance_below(luck, 2); n > 0; n--)
        spoil(&setup, luck);
    forget_rights(&setup);
    return setup;
}
