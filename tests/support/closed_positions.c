/* SPDX-License-Identifier: MIT */
/* Closed positions by chance: see closed_positions.h. What all the makers use. */
#include "closed_parts.h"

#include <stdlib.h>

enum { BASE = 20230101, SEEDS = 10, SOAK = 10000, SHARE = 10 };

static closed_maker *const makers[CLOSED_KIND_COUNT] = {
    [CLOSED_CHAIN] = closed_chain,
    [CLOSED_FENCE] = closed_fence,
    [CLOSED_PAIRS] = closed_pairs,
    [CLOSED_STACKS] = closed_stacks,
    [CLOSED_ROOKS] = closed_rooks,
    [CLOSED_BISHOPS] = closed_bishops,
    [CLOSED_QUEENS] = closed_queens,
    [CLOSED_PROMOTIONS] = closed_promotions,
    [CLOSED_ONE_COLOUR] = closed_one_colour,
    [CLOSED_CAGES] = closed_cages,
    [CLOSED_PACKED] = closed_packed,
    [CLOSED_FORCED] = closed_forced,
    [CLOSED_DOUBLE_STEPS] = closed_double_steps,
    [CLOSED_CHANGED] = closed_changed,
    [CLOSED_BEFORE] = closed_before,
    [CLOSED_EDGE_PAWNS] = closed_edge_pawns,
    [CLOSED_UNREACHABLE] = closed_unreachable,
};

chance closed_begin(unsigned seed)
{
    chance first = { BASE + seed * UINT64_C(0x9e3779b97f4a7c15) };

    chance_bits(&first);
    return (chance){ chance_bits(&first) };
}

closed_volume closed_volume_of(void)
{
    const bool one = getenv("ARB_TEST_SEED") != NULL, soak = getenv("ARB_TEST_SOAK") != NULL;
    const unsigned first = one ? (unsigned)chance_seed() : 1;
    const closed_volume all = { first, one ? first : first + SEEDS - 1, SOAK };

    if (soak)
        return all;
    return (closed_volume){ all.first, all.last, scaled(one ? SHARE * SEEDS : SHARE) };
}

const char *closed_kind_text(closed_kind kind)
{
    static const char *const texts[CLOSED_KIND_COUNT] = {
#define X(name, text) [CLOSED_##name] = text,
        CLOSED_KIND_MAP(X)
#undef X
    };
    return texts[kind];
}

/* Few pieces are seldom a question: most such positions are made again. */
static bool is_worth_it(const arb_setup *setup, chance *luck)
{
    return closed_count(setup, ARB_WHITE) + closed_count(setup, ARB_BLACK) > 8 ||
           chance_below(luck, 8) == 0;
}

arb_setup closed_setup(chance *luck, closed_kind kind)
{
    arb_setup setup;

    do
        setup = makers[kind](luck);
    while (arb_faults_hard(arb_setup_faults(&setup)) != 0 || !is_worth_it(&setup, luck));
    return setup;
}

arb_setup closed_twin(const arb_setup *setup, bool mirrored, bool swapped)
{
    const unsigned turn = (mirrored ? 7u : 0u) ^ (swapped ? 56u : 0u);
    arb_setup twin = *setup;

    twin.castling = 0;
    for (unsigned i = 0; i < 64; i++) {
        const arb_piece piece = setup->piece[i];
        const arb_colour colour = piece == ARB_PIECE_NONE ? ARB_WHITE : arb_piece_colour(piece);
        if (piece == ARB_PIECE_NONE)
            twin.piece[i ^ turn] = ARB_PIECE_NONE;
        else
            twin.piece[i ^ turn] =
                arb_piece_of(swapped ? arb_opponent(colour) : colour, arb_piece_role(piece));
        if (setup->castling >> i & 1)
            twin.castling |= UINT64_C(1) << (i ^ turn);
    }
    if (setup->en_passant != ARB_SQUARE_NONE)
        twin.en_passant = (arb_square)(setup->en_passant ^ turn);
    if (swapped)
        twin.turn = (uint8_t)arb_opponent((arb_colour)setup->turn);
    return twin;
}

arb_colour closed_any_colour(chance *luck)
{
    return chance_below(luck, 2) ? ARB_BLACK : ARB_WHITE;
}

unsigned closed_count(const arb_setup *setup, arb_colour colour)
{
    unsigned count = 0;

    for (unsigned i = 0; i < 64; i++)
        count += setup->piece[i] != ARB_PIECE_NONE && arb_piece_colour(setup->piece[i]) == colour;
    return count;
}

arb_square closed_king(const arb_setup *setup, arb_colour colour)
{
    for (unsigned i = 0; i < 64; i++)
        if (setup->piece[i] == arb_piece_of(colour, ARB_KING))
            return (arb_square)i;
    return ARB_SQUARE_NONE;
}

/* One square is left free for a king that is still to come. */
static bool has_room(const arb_setup *setup, arb_colour colour, arb_role role)
{
    const bool later = role != ARB_KING && closed_king(setup, colour) == ARB_SQUARE_NONE;

    return closed_count(setup, colour) + (later ? 1u : 0u) < 16;
}

bool closed_put_on(arb_setup *setup, unsigned square, arb_colour colour, arb_role role)
{
    if (square >= 64 || setup->piece[square] != ARB_PIECE_NONE || !has_room(setup, colour, role))
        return false;
    setup->piece[square] = arb_piece_of(colour, role);
    return true;
}

bool closed_is_edge(unsigned square)
{
    return square < 8 || square >= 56;
}

bool closed_put(arb_setup *setup, chance *luck, arb_colour colour, arb_role role)
{
    for (unsigned tries = 0; tries < 100; tries++) {
        const unsigned square = chance_below(luck, 64);
        if ((role != ARB_PAWN || !closed_is_edge(square)) &&
            closed_put_on(setup, square, colour, role))
            return true;
    }
    return false;
}

/* To how many squares could the piece go, leaving aside the safety of its king? */
static unsigned ways(const arb_setup *setup, unsigned square)
{
    arb_setup view = *setup;
    unsigned count = 0;

    view.turn = (uint8_t)arb_piece_colour(setup->piece[square]);
    for (unsigned to = 0; to < 64; to++)
        count += to != square && slow_reaches(&view, (arb_square)square, (arb_square)to);
    return count;
}

bool closed_put_locked(arb_setup *setup, chance *luck, arb_colour colour, arb_role role,
                       unsigned limit)
{
    for (unsigned tries = 0; tries < 30; tries++) {
        const unsigned square = chance_below(luck, 64);
        if ((role == ARB_PAWN && closed_is_edge(square)) ||
            !closed_put_on(setup, square, colour, role))
            continue;
        if (ways(setup, square) <= limit)
            return true;
        setup->piece[square] = ARB_PIECE_NONE;
    }
    return false;
}

static void put_king(arb_setup *setup, chance *luck, arb_colour colour)
{
    const unsigned ranks = 1 + chance_below(luck, 3);
    const unsigned rank = chance_below(luck, ranks);

    for (unsigned tries = 0; tries < 20; tries++) {
        const unsigned file = chance_below(luck, 8);
        const unsigned square = 8 * (colour == ARB_WHITE ? rank : 7 - rank) + file;
        if (chance_below(luck, 8) > 0 && closed_put_on(setup, square, colour, ARB_KING) &&
            !slow_in_check(setup, colour))
            return;
        if (setup->piece[square] == arb_piece_of(colour, ARB_KING))
            setup->piece[square] = ARB_PIECE_NONE;
    }
    closed_put(setup, luck, colour, ARB_KING);
}

void closed_put_kings(arb_setup *setup, chance *luck)
{
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        if (closed_king(setup, (arb_colour)colour) == ARB_SQUARE_NONE)
            put_king(setup, luck, (arb_colour)colour);
    setup->turn = (uint8_t)chance_below(luck, 2);
}

void closed_put_pair(arb_setup *setup, unsigned file, unsigned rank)
{
    const unsigned square = 8 * rank + file;

    if (setup->piece[square] == ARB_PIECE_NONE && setup->piece[square + 8] == ARB_PIECE_NONE) {
        closed_put_on(setup, square, ARB_WHITE, ARB_PAWN);
        closed_put_on(setup, square + 8, ARB_BLACK, ARB_PAWN);
    }
}
