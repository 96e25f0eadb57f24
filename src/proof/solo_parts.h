/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROOF_SOLO_PARTS_H
#define ARB_PROOF_SOLO_PARTS_H
/* What solo.c and solo_find.c share: playing the moves of a solo, the pieces of a side one by one,
 * and the waits that they have. */
#include "arbitro/proof.h"
#include "proof/legal_step.h"

enum { ARB_MEN = 16, ARB_WAITS = 6 };

/* A piece or the king with what it attacks. */
typedef struct man {
    arb_role role;
    arb_square square;
    uint64_t attacks;
    uint64_t one, two; /* where it goes in one move, in two; of the latter 0: not known yet */
} man;

static inline uint64_t attacks_of(arb_role role, arb_square square, uint64_t occupied)
{
    if (role == ARB_KNIGHT)
        return knight_attacks(square);
    if (role == ARB_KING)
        return king_attacks(square);
    return (role != ARB_ROOK ? bishop_attacks(square, occupied) : 0) |
           (role != ARB_BISHOP ? rook_attacks(square, occupied) : 0);
}

/* Writes the pieces of a side, queens first, the king last; no more than there is room for. */
static inline unsigned men_of(man out[ARB_MEN], const arb_side *side, uint64_t occupied)
{
    static const arb_role roles[] = { ARB_QUEEN, ARB_ROOK, ARB_KNIGHT, ARB_BISHOP };
    unsigned n = 0;

    for (unsigned i = 0; i < sizeof roles / sizeof *roles; i++)
        for (uint64_t set = arb_side_pieces(side, roles[i]); set && n + 1 < ARB_MEN;
             set = without_lowest(set), n++)
            out[n] = (man){ .role = roles[i],
                            .square = lowest(set),
                            .attacks = attacks_of(roles[i], lowest(set), occupied) };
    const arb_square king = lowest(side->king);
    out[n] = (man){ .role = ARB_KING, .square = king, .attacks = king_attacks(king) };
    return n + 1;
}

/* Where a piece of each role would attack the king of `side`. */
static inline uint64_t checks_by(arb_role role, const arb_pos *pos, arb_colour side)
{
    return role == ARB_KING ? 0
                            : attacks_of(role, lowest(pos->side[side].king),
                                         pos->side[0].all | pos->side[1].all);
}

/*
 * Writes some waits of `us`, one of each piece: towards its own end of the board, without check,
 * and first of pieces that do not stand beside their king.
 */
static inline unsigned waits_of(arb_move out[ARB_WAITS], const arb_pos *pos, arb_colour us)
{
    const uint64_t occupied = pos->side[0].all | pos->side[1].all;
    const uint64_t ring = king_attacks(lowest(pos->side[us].king));
    arb_move beside[ARB_WAITS];
    man men[ARB_MEN];
    const unsigned n_men = men_of(men, &pos->side[us], occupied);
    unsigned n = 0, n_beside = 0;

    for (unsigned i = n_men - 1; i-- > 0 && n < ARB_WAITS;) {
        const man *m = &men[i];
        const uint64_t to = m->attacks & ~occupied & ~checks_by(m->role, pos, other(us));
        if (!to)
            continue;
        const arb_square where = us == ARB_WHITE ? lowest(to) : highest(to);
        const arb_move wait = move_make(m->square, where, (unsigned)m->role);
        if (!(ring & bit(m->square)))
            out[n++] = wait;
        else if (n_beside < ARB_WAITS)
            beside[n_beside++] = wait;
    }
    for (unsigned i = 0; i < n_beside && n < ARB_WAITS; i++)
        out[n++] = beside[i];
    return n;
}

typedef enum outcome { MATES, NO_MATE, NO_WAIT, NOT_LEGAL } outcome;

/* Plays the moves of `side`, and between them the waits of the other one. Laws 3.10.1 */
static inline outcome replay(const arb_proof_solo *solo, const arb_pos *pos, arb_colour side)
{
    const bool first = pos->turn == side;
    const unsigned plies = 2u * solo->count - first;
    arb_move wait = solo->wait;
    arb_pos board[2];

    board[0] = *pos;
    for (unsigned i = 0; i < plies; i++) {
        arb_pos *next = &board[(i + 1) % 2];
        const bool waits = (i % 2 == 0) != first;
        if (!play(next, &board[i % 2], waits ? wait : solo->moves[i / 2]))
            return waits ? NO_WAIT : NOT_LEGAL;
        if (waits)
            wait = reversed(wait);
    }
    return arb_pos_is_checkmate(&board[plies % 2]) ? MATES : NO_MATE;
}

#endif
