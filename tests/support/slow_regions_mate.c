/* SPDX-License-Identifier: MIT */
/* Could a state be mate? See slow_regions.h and, for the rules, src/proof/README.md. */
#include "slow_reach.h"
#include "slow_regions.h"

typedef struct hunt {
    const slow_state *state;
    const slow_change *change;
    arb_colour side;
    unsigned k;
    uint64_t ring;
    uint64_t blocked; /* where lines end; they go on behind the king that is to be mated */
    uint64_t still;   /* what pawns and king of `side` attack */
} hunt;

static arb_piece piece_of(const slow_unit *unit)
{
    return arb_piece_of((arb_colour)unit->colour, (arb_role)unit->role);
}

static hunt hunt_of(const slow_state *state, const slow_change *change, arb_colour side)
{
    const arb_colour prey = arb_opponent(side);
    hunt h = { .state = state, .change = change, .side = side, .k = state->king[prey] };

    h.ring = slow_reach(arb_piece_of(prey, ARB_KING), h.k, 0);
    h.blocked = (slow_state_obstacles(state) & ~slow_bit(h.k)) | slow_bit(state->king[side]);
    h.still = slow_reach(arb_piece_of(side, ARB_KING), state->king[side], 0) |
              slow_reach_all(arb_piece_of(side, ARB_PAWN), state->pawns[side], 0);
    return h;
}

/* Finds a unit of the prey's own for each of the squares, no unit twice. */
static bool can_fill(const hunt *h, uint64_t squares, uint32_t used)
{
    if (!squares)
        return true;
    for (unsigned i = 0; i < h->state->count; i++)
        if (h->state->unit[i].colour != h->side && !(used >> i & 1) &&
            (h->state->unit[i].region & slow_bit(slow_first(squares))) &&
            can_fill(h, squares & (squares - 1), used | UINT32_C(1) << i))
            return true;
    return false;
}

/* Can the squares round the king be taken from it, `attacked` being attacked by units? */
static bool can_close(const hunt *h, uint64_t attacked, uint64_t taken)
{
    const uint64_t open = h->ring & ~h->still & ~attacked & ~h->state->pawns[arb_opponent(h->side)];

    return !(open & taken) && can_fill(h, open, 0);
}

/* May a unit on `from` have given this check by what has just happened? */
static bool may_check(const hunt *h, const slow_unit *unit, unsigned from)
{
    const uint64_t prey = slow_bit(h->k);

    if (!(slow_reach(piece_of(unit), from, h->blocked) & prey))
        return false;
    return h->change->open ||
           !(slow_reach(piece_of(unit), from, h->blocked | h->change->left) & prey);
}

static bool pawn_checks(const hunt *h)
{
    return (slow_reach_all(arb_piece_of(h->side, ARB_PAWN), h->change->pawn, 0) & slow_bit(h->k)) !=
           0;
}

/* With one unit: it stands on one square, and attacks from there alone. */
static bool one_mates(const hunt *h, const slow_unit *unit)
{
    for (uint64_t at = unit->region; at; at &= at - 1) {
        const unsigned from = slow_first(at);
        if ((pawn_checks(h) || may_check(h, unit, from)) &&
            can_close(h, slow_reach(piece_of(unit), from, h->blocked), slow_bit(from)))
            return true;
    }
    return false;
}

static bool many_mate(const hunt *h)
{
    bool check = pawn_checks(h);
    uint64_t attacked = 0;

    for (unsigned i = 0; i < h->state->count; i++) {
        const slow_unit *unit = &h->state->unit[i];
        if (unit->colour != h->side)
            continue;
        attacked |= slow_reach_all(piece_of(unit), unit->region, h->blocked);
        for (uint64_t at = unit->region; at && !check; at &= at - 1)
            check = may_check(h, unit, slow_first(at));
    }
    return check && can_close(h, attacked, 0);
}

/* Does a pawn or a firm unit capture what gives the check, with nothing to pin it? */
static bool is_captured(const hunt *h)
{
    const slow_state *s = h->state;

    if (s->holds == ARB_SQUARE_NONE || !(slow_state_sure(s, h->side) & slow_bit(s->holds)))
        return false;
    for (unsigned i = 0; i < s->count; i++)
        if (s->unit[i].colour == h->side && s->unit[i].role != ARB_KNIGHT &&
            s->unit[i].region != slow_bit(s->holds))
            return false;
    return true;
}

bool slow_state_mates(const slow_state *state, const slow_change *change, arb_colour side)
{
    const hunt h = hunt_of(state, change, side);
    const slow_unit *only = NULL;
    unsigned units = 0;

    for (unsigned i = 0; i < state->count; i++)
        if (state->unit[i].colour == side) {
            units++;
            only = &state->unit[i];
        }
    if (is_captured(&h))
        return false;
    return units == 1 ? one_mates(&h, only) : many_mate(&h);
}
