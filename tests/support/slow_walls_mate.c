/* SPDX-License-Identifier: MIT */
/* Is there a square for a mate, each unit being anywhere on its squares? As proof.h tells it. */
#include "slow_certificate.h"
#include "slow_reach.h"

typedef struct hunt {
    const arb_proof_part *part;
    arb_colour side;
    uint64_t blocked; /* where lines end */
    uint64_t cover;   /* all that units of `side` may attack, the king left out */
    uint64_t rigid;   /* what those attack that never move */
    uint64_t checks;  /* where they may give check */
    const arb_proof_unit *king, *prey;
    const arb_proof_unit *only; /* the only one that moves or gives check, if it moves */
} hunt;

static arb_piece piece_of(const arb_proof_unit *unit)
{
    return arb_piece_of((arb_colour)unit->colour, (arb_role)unit->role);
}

static uint64_t ring(unsigned square)
{
    return slow_reach(arb_piece_of(ARB_WHITE, ARB_KING), square, 0);
}

/* From where a unit may give check: one that leaps only from where it has moved to. */
static uint64_t checking_squares(const arb_proof_unit *unit)
{
    const uint64_t home = slow_bit(unit->home);

    if (unit->role == ARB_PAWN)
        return unit->at & ~home;
    return unit->role == ARB_KNIGHT && unit->at == home ? 0 : unit->at;
}

static hunt hunt_of(const arb_proof_part *part, arb_colour side, uint64_t clear)
{
    hunt h = { .part = part, .side = side };
    unsigned active = 0;

    for (unsigned i = 0; i < part->units; i++)
        if (part->unit[i].role == ARB_KING)
            *(part->unit[i].colour == side ? &h.king : &h.prey) = &part->unit[i];
    h.blocked = ~(clear | slow_bit(h.prey->home));
    for (unsigned i = 0; i < part->units; i++) {
        const arb_proof_unit *unit = &part->unit[i];
        if (unit->colour != side || unit->role == ARB_KING)
            continue;
        const bool still = unit->at == slow_bit(unit->home);
        const uint64_t attacks = slow_reach_all(piece_of(unit), unit->at, h.blocked);
        const uint64_t checks = slow_reach_all(piece_of(unit), checking_squares(unit), h.blocked);
        h.cover |= attacks;
        h.checks |= checks;
        h.rigid |= still ? attacks : 0;
        if (checks || !still) {
            active++;
            h.only = unit;
        }
    }
    if (active != 1 || h.only->at == slow_bit(h.only->home))
        h.only = NULL;
    return h;
}

/* Finds a unit of the prey's own for each of the squares, no unit twice. */
static bool can_fill(const hunt *h, uint64_t squares, uint32_t used)
{
    if (!squares)
        return true;
    for (unsigned i = 0; i < h->part->units; i++) {
        const arb_proof_unit *unit = &h->part->unit[i];
        if (unit->colour != h->side && unit->role != ARB_KING && !(used >> i & 1) &&
            (unit->at & slow_bit(slow_first(squares))) &&
            can_fill(h, squares & (squares - 1), used | UINT32_C(1) << i))
            return true;
    }
    return false;
}

/* Can the squares be taken from the king on `k`, the mating side having a piece on `taken`? */
static bool can_close(const hunt *h, unsigned k, uint64_t open, uint64_t taken)
{
    for (uint64_t q = h->king->at & ~ring(k) & ~slow_bit(k) & ~taken; q; q &= q - 1) {
        const uint64_t left = open & ~ring(slow_first(q));
        if (!(left & taken) && can_fill(h, left, 0))
            return true;
    }
    return false;
}

static bool may_be_mate(const hunt *h, unsigned k)
{
    if (!h->only)
        return can_close(h, k, ring(k) & ~h->cover, 0);
    for (uint64_t from = checking_squares(h->only); from; from &= from - 1) {
        const unsigned m = slow_first(from);
        const uint64_t attacks = slow_reach(piece_of(h->only), m, h->blocked);
        if ((attacks & slow_bit(k)) && can_close(h, k, ring(k) & ~h->rigid & ~attacks, slow_bit(m)))
            return true;
    }
    return false;
}

const char *slow_walls_mate(const arb_proof_part *part, arb_colour side, uint64_t clear)
{
    const hunt h = hunt_of(part, side, clear);

    for (uint64_t k = h.prey->at & h.checks; k; k &= k - 1)
        if (may_be_mate(&h, slow_first(k)))
            return "there may be a mate";
    return NULL;
}
