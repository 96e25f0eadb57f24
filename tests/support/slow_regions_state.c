/* SPDX-License-Identifier: MIT */
/* Regions and jammed kings: see slow_regions.h. */
#include "slow_regions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "slow_reach.h"

static bool is_firm(const slow_unit *unit)
{
    return (unit->region & (unit->region - 1)) == 0;
}

static arb_piece piece_of(const slow_unit *unit)
{
    return arb_piece_of((arb_colour)unit->colour, (arb_role)unit->role);
}

uint64_t slow_state_obstacles(const slow_state *state)
{
    uint64_t set = state->pawns[ARB_WHITE] | state->pawns[ARB_BLACK];

    for (unsigned i = 0; i < state->count; i++)
        set |= is_firm(&state->unit[i]) ? state->unit[i].region : 0;
    for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
        set |= state->jammed >> colour & 1 ? slow_bit(state->king[colour]) : 0;
    return set;
}

uint64_t slow_state_sure(const slow_state *state, arb_colour colour)
{
    const arb_colour enemy = arb_opponent(colour);
    uint64_t set = slow_reach_all(arb_piece_of(enemy, ARB_PAWN), state->pawns[enemy], 0);

    for (unsigned i = 0; i < state->count; i++)
        if (state->unit[i].colour == enemy && is_firm(&state->unit[i]))
            set |= slow_reach_all(piece_of(&state->unit[i]), state->unit[i].region, ~UINT64_C(0));
    return set;
}

/* Squares that pieces of the king's own surely stand on. */
static uint64_t sure_own(const slow_state *state, arb_colour colour)
{
    uint64_t set = state->pawns[colour];

    for (unsigned i = 0; i < state->count; i++)
        if (state->unit[i].colour == colour && is_firm(&state->unit[i]))
            set |= state->unit[i].region;
    return set;
}

static bool is_jammed(const slow_state *state, arb_colour colour)
{
    const uint64_t ring = slow_reach(arb_piece_of(colour, ARB_KING), state->king[colour], 0);

    return !(ring & ~sure_own(state, colour) & ~slow_state_sure(state, colour));
}

/* Each unit for itself goes wherever it can, until nothing changes. */
static void spread(slow_state *state)
{
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < state->count; i++) {
            slow_unit *unit = &state->unit[i];
            const uint64_t others =
                slow_state_obstacles(state) & ~(is_firm(unit) ? unit->region : 0);
            const uint64_t to = slow_reach_all(piece_of(unit), unit->region, others) & ~others &
                                ~slow_state_fatal(state, i);
            more |= (to & ~unit->region) != 0;
            unit->region |= to;
        }
    }
}

static int by_all(const void *a, const void *b)
{
    const slow_unit *x = a, *y = b;

    if (x->colour != y->colour)
        return x->colour < y->colour ? -1 : 1;
    if (x->role != y->role)
        return x->role < y->role ? -1 : 1;
    return x->region < y->region ? -1 : x->region > y->region;
}

/* As nobody moves before the check is answered, both kings are where they are. */
static void settle_at_once(slow_state *state)
{
    state->jammed = 3;
    qsort(state->unit, state->count, sizeof *state->unit, by_all);
}

void slow_state_settle(slow_state *state)
{
    const slow_state before = *state;
    uint8_t jammed = 3;

    if (state->holds != ARB_SQUARE_NONE) {
        settle_at_once(state);
        return;
    }
    for (;;) {
        uint8_t still = 0;
        *state = before;
        state->jammed = jammed;
        for (unsigned i = 0; i < state->count; i++)
            for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
                if (jammed >> colour & 1)
                    state->unit[i].region &= ~slow_bit(state->king[colour]);
        spread(state);
        for (int colour = 0; colour < ARB_COLOUR_COUNT; colour++)
            if (jammed >> colour & 1 && is_jammed(state, (arb_colour)colour))
                still |= (uint8_t)(1u << colour);
        if (still == jammed)
            break;
        jammed = still;
    }
    qsort(state->unit, state->count, sizeof *state->unit, by_all);
}

slow_state slow_state_of(const arb_pos *pos, arb_colour side)
{
    slow_state state;

    memset(&state, 0, sizeof state); /* states are compared as bytes */
    state.turn = pos->turn;
    state.side = (uint8_t)side;
    state.holds = ARB_SQUARE_NONE;
    state.passed = pos->en_passant;
    for (unsigned square = 0; square < 64; square++) {
        const arb_piece piece = arb_pos_piece(pos, (arb_square)square);
        if (piece == ARB_PIECE_NONE)
            continue;
        const arb_colour colour = arb_piece_colour(piece);
        if (arb_piece_role(piece) == ARB_KING)
            state.king[colour] = (uint8_t)square;
        else if (arb_piece_role(piece) == ARB_PAWN)
            state.pawns[colour] |= slow_bit(square);
        else {
            assert(state.count < SLOW_REGIONS_UNITS);
            slow_unit *unit = &state.unit[state.count++];
            unit->region = slow_bit(square);
            unit->colour = (uint8_t)colour;
            unit->role = (uint8_t)arb_piece_role(piece);
        }
    }
    slow_state_settle(&state);
    return state;
}
