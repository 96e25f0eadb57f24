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
    next.holds = ARB_SQUARE_NONE;
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

/* ---- checks that are to be answered at once */

/* Where a piece on `square` stands next to the king of the turn, or a leap from it, and checks it,
 * nothing can be put between. */
static bool is_close_check(const slow_state *state, arb_piece piece, unsigned square)
{
    return (slow_reach(piece, square, ~UINT64_C(0)) & slow_bit(state->king[state->turn])) != 0;
}

/* May something be captured on this square, with a check that is to be answered? */
static bool is_answer(const slow_state *state, unsigned square)
{
    return state->holds == ARB_SQUARE_NONE || state->holds == square;
}

/* The squares that a line unit which gives such a check attacks behind the king. */
static uint64_t behind_king(const slow_state *state)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < state->count && state->holds != ARB_SQUARE_NONE; i++)
        if (state->unit[i].region == slow_bit(state->holds))
            set = slow_reach(piece_of(&state->unit[i]), state->holds,
                             ~slow_bit(state->king[state->turn]));
    return set;
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
                  ~slow_state_sure(s, us) & ~s->pawns[us] & ~slow_bit(s->king[them]) &
                  ~behind_king(s);

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
        if (is_close_check(&next, arb_piece_of(us, ARB_PAWN), to))
            next.holds = (uint8_t)to;
        return v->visit(v->user, &next, &change);
    }
    for (int role = ARB_KNIGHT; role <= ARB_QUEEN; role++) {
        slow_state promoted = next;
        add_unit(&promoted, us, (arb_role)role, to);
        if (is_close_check(&next, arb_piece_of(us, (arb_role)role), to))
            promoted.holds = (uint8_t)to;
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
        for (unsigned which = 0; which <= s->count && is_answer(s, square); which++) {
            slow_state next = passed_on(s);
            next.pawns[us] &= ~slow_bit(from);
            if (capture(&next, them, square, which) && !arrive(v, &next, from, square, false))
                return false;
        }
        const unsigned passing = us == ARB_WHITE ? square - 8 : square + 8;
        if (square == s->passed && is_answer(s, passing)) {
            slow_state next = passed_on(s);
            next.pawns[us] &= ~slow_bit(from);
            next.pawns[them] &= ~slow_bit(passing);
            if (!arrive(v, &next, from, square, true))
                return false;
        }
    }
    return true;
}

static bool pawn_moves(const visitor *v)
{
    for (uint64_t at = v->state->pawns[v->state->turn]; at; at &= at - 1)
        if ((v->state->holds == ARB_SQUARE_NONE && !pawn_steps(v, slow_first(at))) ||
            !pawn_captures(v, slow_first(at)))
            return false;
    return true;
}

/* ---- units */

/* The unit has captured on one of the squares `to`, and what it has captured is gone. */
static bool land(const visitor *v, const slow_state *before, unsigned unit, uint64_t to)
{
    const slow_change change = { .open = true };
    const arb_piece piece = piece_of(&before->unit[unit]);
    slow_state next = *before;

    for (uint64_t each = to; each; each &= each - 1) {
        const unsigned square = slow_first(each);
        if (!is_close_check(before, piece, square))
            continue;
        to &= ~slow_bit(square);
        next = *before;
        next.unit[unit].region = ~UINT64_C(0);
        if (!vacate(&next, square))
            continue;
        next.unit[unit].region = slow_bit(square);
        next.holds = (uint8_t)square;
        if (!v->visit(v->user, &next, &change))
            return false;
    }
    next = *before;
    next.unit[unit].region = to;
    return !to || v->visit(v->user, &next, &change);
}

/* What the unit attacks from its region, without captures that mate the side which is to mate. */
static uint64_t prey_of(const slow_state *s, unsigned at)
{
    const slow_unit *unit = &s->unit[at];
    const uint64_t others = slow_state_obstacles(s) & ~(is_firm(unit) ? unit->region : 0);
    const uint64_t ring =
        slow_reach(arb_piece_of((arb_colour)s->side, ARB_KING), s->king[s->side], 0);
    const uint64_t attacked = slow_reach_all(piece_of(unit), unit->region, others);

    return s->holds == ARB_SQUARE_NONE ? attacked & ~(slow_state_fatal(s, at) & ~ring)
                                       : attacked & slow_bit(s->holds);
}

/* The unit captures one of the pawns, or another unit wherever that may be. */
static bool unit_captures(const visitor *v, unsigned at)
{
    const slow_state *s = v->state;
    const arb_colour them = arb_opponent((arb_colour)s->unit[at].colour);
    const uint64_t attacked = prey_of(s, at);

    for (uint64_t prey = attacked & s->pawns[them]; prey; prey &= prey - 1) {
        slow_state next = passed_on(s);
        next.pawns[them] &= ~(prey & -prey);
        if (!land(v, &next, at, prey & -prey))
            return false;
    }
    for (unsigned i = 0; i < s->count; i++) {
        slow_state next = passed_on(s);
        const uint64_t to = attacked & s->unit[i].region;
        if (s->unit[i].colour != them ||
            (s->holds != ARB_SQUARE_NONE && s->unit[i].region != slow_bit(s->holds)))
            continue;
        remove_unit(&next, i);
        if (!land(v, &next, i < at ? at - 1 : at, to))
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
    return !waits || v->state->holds != ARB_SQUARE_NONE || v->visit(v->user, &wait, &change);
}

bool slow_state_each(const slow_state *state, slow_state_visit *visit, void *user)
{
    const visitor v = { state, visit, user };

    return king_moves(&v) && pawn_moves(&v) && unit_moves(&v);
}
