/* SPDX-License-Identifier: MIT */
/*
 * A part that speaks of regions: the closure of its states is built again, and none of them could
 * be mate. See slow_regions.h.
 */
#include "slow_regions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "slow_certificate.h"

/* Pieces that are told apart here and not there make more states than are claimed, not many. */
enum { TIMES_CLAIMED = 8, STATES_MORE = 1000 };

typedef struct closure {
    arb_colour side;
    slow_state *seen;
    uint32_t *slots; /* an index plus one, 0 for none */
    uint32_t count, room;
    uint64_t limit;
    bool mate, full;
} closure;

static uint64_t stir(const slow_state *state)
{
    uint64_t words[sizeof *state / sizeof(uint64_t)], sum = 0;

    memcpy(words, state, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        sum = (sum ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 29;
    }
    return sum;
}

static uint32_t *slot_of(const closure *c, const slow_state *state)
{
    const uint32_t slots = 2 * c->room;
    uint32_t at = (uint32_t)(stir(state) % slots);

    while (c->slots[at] && memcmp(&c->seen[c->slots[at] - 1], state, sizeof *state) != 0)
        at = (at + 1) % slots;
    return &c->slots[at];
}

static void grow(closure *c)
{
    c->room = c->room ? 2 * c->room : 256;
    c->seen = realloc(c->seen, c->room * sizeof *c->seen);
    free(c->slots);
    c->slots = calloc(2 * (size_t)c->room, sizeof *c->slots);
    assert(c->seen && c->slots);
    for (uint32_t i = 0; i < c->count; i++)
        *slot_of(c, &c->seen[i]) = i + 1;
}

/* Has `side` anything to mate with? */
static bool is_armed(const slow_state *state, arb_colour side)
{
    bool armed = state->pawns[side] != 0;

    for (unsigned i = 0; i < state->count; i++)
        armed |= state->unit[i].colour == side;
    return armed;
}

static void meet(closure *c, const slow_state *state)
{
    if (c->count == c->room)
        grow(c);
    uint32_t *slot = slot_of(c, state);
    if (*slot || !is_armed(state, c->side))
        return;
    c->full = c->count == c->limit;
    if (c->full)
        return;
    c->seen[c->count++] = *state;
    *slot = c->count;
}

static bool on_move(void *user, const slow_state *state, const slow_change *change)
{
    closure *c = user;
    slow_state next = *state;

    slow_state_settle(&next);
    c->mate = state->turn != c->side && slow_state_mates(&next, change, c->side);
    if (!c->mate)
        meet(c, &next);
    return !c->mate && !c->full;
}

const char *slow_regions_fault(const arb_proof_part *part, arb_colour side, slow_checked *sum)
{
    closure c = { .side = side, .limit = TIMES_CLAIMED * part->states + STATES_MORE };
    const slow_state first = slow_state_of(&part->pos, side);
    bool going = true;

    if (part->pos.castling)
        return "regions do not know castling";
    meet(&c, &first);
    for (uint32_t i = 0; i < c.count && going; i++) {
        const slow_state now = c.seen[i];
        going = slow_state_each(&now, on_move, &c);
    }
    sum->states += c.count;
    free(c.seen);
    free(c.slots);
    return c.mate   ? "a state among the regions could be mate"
           : c.full ? "there are many more states than claimed"
                    : NULL;
}
