/* SPDX-License-Identifier: MIT */
/* The moves between states: see slow_regions.h and, for the rules, src/proof/README.md. */
#include <string.h>

#include "slow_reach.h"
#include "slow_regions.h"

typedef struct visitor {
    const slow_state *state;
    slow_state_visit *visit;
    void *user;
} visitor;

static bool is_firm(const slow_unit *unit)
{
    return (unit->region & (unit->region - 1)) == 0;
}

static arb_piece piece_of(const slow_unit *unit)
{
    return arb_piece_of((arb_colour)unit->colour, (arb_role)unit->role);
}

/* What follows when the turn has passed on, nothing else being different yet. */
static slow_state passed_on(const slow_state *state)
{
    slow_state next = *state;

    next.turn ^= 1u;
    next.passed = ARB_SQUARE_NONE;
    return next;
}

static void remove_unit(slow_state *state, unsigned at)
{
    memmove(&state->unit[at], &state->unit[at + 1], (state->count - at - 1u) * sizeof *state->unit);
    state->count--;
    memset(&state->unit[state->count], 0, sizeof *state->unit);
}

static void add_unit(slow_state *state, arb_colour colour, arb_role role, unsigned square)
{
    slow_unit *unit = &state->unit[state->count++];

    unit->region = slow_bit(square);
    unit->colour = (uint8_t)colour;
    unit->role = (uint8_t)role;
}

/* Takes a square from all regions; false when a unit has no other. */
static bool vacate(slow_state *state, unsigned square)
{
    for (unsigned i = 0; i < state->count; i++) {
        state->unit[i].region &= ~slow_bit(square);
        if (!state->unit[i].region)
            return false;
    }
    return true;
}

/*
 * What can be on the square where something of the other side is to be captured: takes the pawn
 * (`which` = count of units) or a unit away; false when it is not there.
 */
static bool capture(slow_state *state, arb_colour enemy, unsigned square, unsigned which)
{
    if (which == state->count) {
        if (!(state->pawns[enemy] & slow_bit(square)))
            return false;
        state->pawns[enemy] &= ~slow_bit(square);
        return true;
    }
    if (state->unit[which].colour != enemy || !(state->unit[which].region & slow_bit(square)))
        return false;
    remove_unit(state, which);
    return true;
}

/* ---- kings */

static bool king_to(const visitor *v, unsigned to)
{
    const arb_colour us = (arb_colour)v->state->turn, them = arb_opponent(us);
    const slow_change change = { .left = slow_bit(v->state->king[us]) };
    bool taken_up = (v->state->pawns[them] & slow_bit(to)) != 0;

    for (unsigned i = 0; i < v->state->count; i++)
        taken_up |= v->state->unit[i].region == slow_bit(to);
    for (unsigned which = 0; which <= v->state->count; which++) {
        slow_state next = passed_on(v->state);
        next.king[us] = (uint8_t)to;
        if (capture(&next, them, to, which) && !v->visit(v->user, &next, &change))
            return false;
    }
    slow_state next = passed_on(v->state);
    next.king[us] = (uint8_t)to;
    return taken_up || v->visit(v->user, &next, &change);
}

static bool king_moves(const visitor *v)
{
    const slow_state *s = v->state;
    const arb_colour us = (arb_colour)s->turn, them = arb_opponent(us);
    const arb_piece king = arb_piece_of(us, ARB_KING);
    uint64_t to = slow_reach(king, s->king[us], 0) & ~slow_reach(king, s->king[them], 0) &
                  ~slow_state_sure(s, us) & ~s->pawns[us] & ~slow_bit(s->king[them]);

    for (unsigned i = 0; i < s->count; i++)
        if (s->unit[i].colour == us && is_firm(&s->unit[i]))
            to &= ~s->unit[i].region;
    for (; to; to &= to - 1)
        if (!king_to(v, slow_first(to)))
            return false;
    return true;
}

/* ---- pawns */

/* The pawn has left its square, and what it captures is gone: it arrives, as whatever it may be. */
static bool arrive(const visitor *v, const slow_state *before, unsigned from, unsigned to,
                   bool en_passant)
{
    const arb_colour us = (arb_colour)v->state->turn;
    const bool last = to / 8 == (us == ARB_WHITE ? 7 : 0);
    slow_change change = { .open = last || en_passant,
                           .left = slow_bit(from),
                           .pawn = last ? 0 : slow_bit(to) };
    slow_state next = *before;

    if (!vacate(&next, to))
        return true;
    if (!last) {
        next.pawns[us] |= slow_bit(to);
        return v->visit(v->user, &next, &change);
    }
    for (int role = ARB_KNIGHT; role <= ARB_QUEEN; role++) {
        slow_state promoted = next;
        add_unit(&promoted, us, (arb_role)role, to);
        if (!v->visit(v->user, &promoted, &change))
            return false;
    }
    return true;
}

static bool pawn_steps(const visitor *v, unsigned from)
{
    const slow_state *s = v->state;
    const arb_colour us = (arb_colour)s->turn;
    const int forward = us == ARB_WHITE ? 1 : -1;
    const uint64_t stood = s->pawns[ARB_WHITE] | s->pawns[ARB_BLACK] |
                           slow_bit(s->king[ARB_WHITE]) | slow_bit(s->king[ARB_BLACK]);
    const unsigned one = slow_beside(from, 0, forward);
    slow_state next = passed_on(s);

    next.pawns[us] &= ~slow_bit(from);
    if (one == ARB_SQUARE_NONE || (stood & slow_bit(one)))
        return true;
    if (!arrive(v, &next, from, one, false))
        return false;
    const unsigned two = slow_beside(one, 0, forward);
    if (from / 8 != (us == ARB_WHITE ? 1 : 6) || (stood & slow_bit(two)) ||
        !vacate(&next, one)) /* while it passes nothing stands there */
        return true;
    next = passed_on(s);
    next.pawns[us] &= ~slow_bit(from);
    next.passed = (uint8_t)one;
    return arrive(v, &next, from, two, false);
}

static bool pawn_captures(const visitor *v, unsigned from)
{
    const slow_state *s = v->state;
    const arb_colour us = (arb_colour)s->turn, them = arb_opponent(us);
    uint64_t to = slow_reach(arb_piece_of(us, ARB_PAWN), from, 0);

    for (; to; to &= to - 1) {
        const unsigned square = slow_first(to);
        for (unsigned which = 0; which <= s->count; which++) {
            slow_state next = passed_on(s);
            next.pawns[us] &= ~slow_bit(from);
            if (capture(&next, them, square, which) && !arrive(v, &next, from, square, false))
                return false;
        }
        if (square == s->passed) {
            slow_state next = passed_on(s);
            next.pawns[us] &= ~slow_bit(from);
            next.pawns[them] &= ~slow_bit(us == ARB_WHITE ? square - 8 : square + 8);
            if (!arrive(v, &next, from, square, true))
                return false;
        }
    }
    return true;
}

static bool pawn_moves(const visitor *v)
{
    for (uint64_t at = v->state->pawns[v->state->turn]; at; at &= at - 1)
        if (!pawn_steps(v, slow_first(at)) || !pawn_captures(v, slow_first(at)))
            return false;
    return true;
}

/* ---- units */

/* The unit captures one of the pawns, or another unit wherever that may be. */
static bool unit_captures(const visitor *v, unsigned at)
{
    const slow_state *s = v->state;
    const slow_unit *unit = &s->unit[at];
    const arb_colour them = arb_opponent((arb_colour)unit->colour);
    const uint64_t others = slow_state_obstacles(s) & ~(is_firm(unit) ? unit->region : 0);
    const uint64_t attacked = slow_reach_all(piece_of(unit), unit->region, others);
    const slow_change change = { .open = true };

    for (uint64_t prey = attacked & s->pawns[them]; prey; prey &= prey - 1) {
        slow_state next = passed_on(s);
        next.pawns[them] &= ~(prey & -prey);
        next.unit[at].region = prey & -prey;
        if (!v->visit(v->user, &next, &change))
            return false;
    }
    for (unsigned i = 0; i < s->count; i++) {
        slow_state next = passed_on(s);
        next.unit[at].region = attacked & s->unit[i].region;
        if (s->unit[i].colour != them || !next.unit[at].region)
            continue;
        remove_unit(&next, i);
        if (!v->visit(v->user, &next, &change))
            return false;
    }
    return true;
}

static bool unit_moves(const visitor *v)
{
    const slow_state wait = passed_on(v->state);
    const slow_change change = { .open = true };
    bool waits = false;

    for (unsigned i = 0; i < v->state->count; i++) {
        if (v->state->unit[i].colour != v->state->turn)
            continue;
        waits |= !is_firm(&v->state->unit[i]);
        if (!unit_captures(v, i))
            return false;
    }
    return !waits || v->visit(v->user, &wait, &change);
}

bool slow_state_each(const slow_state *state, slow_state_visit *visit, void *user)
{
    const visitor v = { state, visit, user };

    return king_moves(&v) && pawn_moves(&v) && unit_moves(&v);
}
