/* SPDX-License-Identifier: MIT */
/*
 * Closing a position by chance. What opens one is a pawn that moves, a capture, and a piece that
 * walks over vacant squares, all others standing still, until it captures. Such moves are found
 * and taken away, one after the other; what is left is closed, or nearly.
 */
#include "closed_parts.h"
#include "slow_reach.h"

typedef struct leak {
    unsigned from, to; /* the piece that gets through, and what it gets */
} leak;

typedef struct leaks {
    unsigned count;
    leak found[32 * 64];
} leaks;

static uint64_t occupied_by(const arb_setup *setup, arb_colour colour)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < 64; i++)
        if (setup->piece[i] != ARB_PIECE_NONE && arb_piece_colour(setup->piece[i]) == colour)
            set |= slow_bit(i);
    return set;
}

/* All that the pieces of a colour attack as they stand. */
static uint64_t guarded_by(const arb_setup *setup, arb_colour colour, uint64_t occupied)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < 64; i++)
        if (setup->piece[i] != ARB_PIECE_NONE && arb_piece_colour(setup->piece[i]) == colour)
            set |= slow_reach(setup->piece[i], i, occupied);
    return set;
}

/* Where a piece that is no pawn gets over vacant squares, and what it attacks from there. */
static uint64_t walk(arb_piece piece, unsigned from, uint64_t occupied, uint64_t shunned)
{
    uint64_t at = slow_bit(from), attacked = 0, todo = at;

    occupied &= ~at;
    while (todo) {
        const unsigned square = (unsigned)__builtin_ctzll(todo);
        const uint64_t now = slow_reach(piece, square, occupied);
        todo &= todo - 1;
        attacked |= now;
        todo |= now & ~occupied & ~shunned & ~at;
        at |= now & ~occupied & ~shunned;
    }
    return attacked;
}

static void find_leaks_of(leaks *out, const arb_setup *setup, unsigned from)
{
    const arb_piece piece = setup->piece[from];
    const arb_colour colour = arb_piece_colour(piece);
    const uint64_t theirs = occupied_by(setup, arb_opponent(colour));
    const uint64_t occupied = theirs | occupied_by(setup, colour);
    const uint64_t shunned =
        arb_piece_role(piece) == ARB_KING ? guarded_by(setup, arb_opponent(colour), occupied) : 0;
    const unsigned ahead = colour == ARB_WHITE ? from + 8 : from - 8;
    uint64_t prey;

    if (arb_piece_role(piece) == ARB_PAWN) {
        if (ahead < 64 && !(occupied & slow_bit(ahead)))
            out->found[out->count++] = (leak){ from, ahead };
        prey = slow_reach(piece, from, occupied) & theirs;
    } else {
        prey = walk(piece, from, occupied, shunned) & theirs & ~shunned;
    }
    for (; prey; prey &= prey - 1)
        out->found[out->count++] = (leak){ from, (unsigned)__builtin_ctzll(prey) };
}

static void find_leaks(leaks *out, const arb_setup *setup)
{
    out->count = 0;
    for (unsigned from = 0; from < 64; from++)
        if (setup->piece[from] != ARB_PIECE_NONE)
            find_leaks_of(out, setup, from);
}

/* Puts the king elsewhere, which often keeps it from a pawn that nobody guards. */
static void move_king(arb_setup *setup, chance *luck, unsigned from)
{
    const arb_colour colour = arb_piece_colour(setup->piece[from]);

    setup->piece[from] = ARB_PIECE_NONE;
    closed_put(setup, luck, colour, ARB_KING);
}

/* Blocks the pawn, or takes away the captor or what it captures; the king may go elsewhere. */
static void close_leak(arb_setup *setup, chance *luck, leak at, bool patient)
{
    const arb_colour colour = arb_piece_colour(setup->piece[at.from]);
    const bool capture = setup->piece[at.to] != ARB_PIECE_NONE;
    const bool by_king = arb_piece_role(setup->piece[at.from]) == ARB_KING;
    const bool of_king = capture && arb_piece_role(setup->piece[at.to]) == ARB_KING;

    if (by_king && patient)
        move_king(setup, luck, at.from);
    else if (capture && (by_king || (!of_king && chance_below(luck, 3) == 0)))
        setup->piece[at.to] = ARB_PIECE_NONE;
    else if (capture || closed_is_edge(at.to) || chance_below(luck, 3) == 0 ||
             !closed_put_on(setup, at.to, arb_opponent(colour), ARB_PAWN))
        setup->piece[at.from] = ARB_PIECE_NONE;
}

/*
 * A king that walks up to the other one is no way to get through: kings shun one another's
 * neighbourhood, but a check from afar counts.
 */
void closed_tighten(arb_setup *setup, chance *luck, unsigned allowed)
{
    unsigned patience = 20;
    leaks found;

    for (find_leaks(&found, setup); found.count > allowed; find_leaks(&found, setup)) {
        close_leak(setup, luck, found.found[chance_below(luck, found.count)], patience > 0);
        patience -= patience > 0;
    }
}
