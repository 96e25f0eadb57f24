/* SPDX-License-Identifier: MIT */
/*
 * Every man spreads over the squares that it could reach if all the others stood where they suit it
 * best, and what it sets in motion lets the others spread further, until nothing changes. Both
 * sides move as they like: whose turn it is, checks and pins are forgotten. So every legal move of
 * every later position is one of those followed here, which is shown move by move below.
 */
#include "proof/world.h"

#include <string.h>

#include "board/castling.h"
#include "proof/spread.h"

uint64_t arb_roamer_attacks(const arb_roamer *man, uint64_t from, uint64_t clear)
{
    if (man->wild)
        return ~UINT64_C(0);
    if (man->role == ARB_PAWN)
        return pawn_attacks((arb_colour)man->colour, from);
    return arb_spread((arb_role)man->role, from, clear);
}

static void add_men(arb_world *w, uint64_t men, arb_colour colour, arb_role role)
{
    for (; men; men = without_lowest(men)) {
        const uint64_t square = bit(lowest(men));
        w->man[w->count++] = (arb_roamer){
            .home = square, .at = square, .role = (uint8_t)role, .colour = (uint8_t)colour
        };
    }
}

static void begin(arb_world *w, const arb_pos *pos)
{
    w->count = 0;
    for (int side = 0; side < ARB_COLOUR_COUNT; side++)
        add_men(w, pos->side[side].king, (arb_colour)side, ARB_KING);
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_side *own = &pos->side[side];
        const uint64_t queens = own->diagonal & own->straight;
        add_men(w, own->pawns, (arb_colour)side, ARB_PAWN);
        add_men(w, own->knights, (arb_colour)side, ARB_KNIGHT);
        add_men(w, own->diagonal & ~queens, (arb_colour)side, ARB_BISHOP);
        add_men(w, own->straight & ~queens, (arb_colour)side, ARB_ROOK);
        add_men(w, queens, (arb_colour)side, ARB_QUEEN);
    }
    w->clear = ~(pos->side[ARB_WHITE].all | pos->side[ARB_BLACK].all);
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        w->visits[side] = pos->side[side].all & ~pos->side[side].king;
        w->passed[side] = 0;
        w->prey[side] = pawn_attacks((arb_colour)side, pos->side[side].pawns);
    }
    /* a pawn that has just made a double step is taken beside the square where it stands */
    if (pos->passed != ARB_SQUARE_NONE) {
        const arb_colour them = other((arb_colour)pos->turn);
        w->passed[them] = bit(pos->passed);
        for (unsigned i = 0; i < w->count; i++)
            w->man[i].loose |= w->man[i].home == forward(them, bit(pos->passed));
    }
}

/*
 * Squares that the king of `colour` can never step to: those next to which an enemy man stands for
 * ever, so that it attacks them whatever else happens. A line piece counts only with the squares
 * beside it, where nothing can stand between.
 */
static uint64_t barred(const arb_world *w, arb_colour colour)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < w->count; i++)
        if (w->man[i].colour != colour && !w->man[i].loose)
            set |= arb_roamer_attacks(&w->man[i], w->man[i].home, 0);
    return set;
}

/* Does the pawn stay on its file for ever? It must never capture, nor be captured. */
static bool is_bound(const arb_world *w, const arb_roamer *man)
{
    const arb_colour us = (arb_colour)man->colour;
    const uint64_t file = FILE_A << arb_square_file(lowest(man->home));

    return man->role == ARB_PAWN && !man->wild && !man->strayed &&
           !(w->prey[other(us)] & (man->at | (w->passed[us] & file)));
}

/*
 * The squares that a pawn cannot reach by steps alone: where an enemy pawn that stays on the file
 * stands before it, and all beyond. The two never pass one another, and the other one only comes
 * nearer.
 */
static uint64_t beyond_bound(const arb_world *w, const arb_roamer *man)
{
    const arb_colour us = (arb_colour)man->colour;
    const arb_square home = lowest(man->home);
    const uint64_t ahead = us == ARB_WHITE ? ~((bit(home) << 1) - 1) : bit(home) - 1;
    const uint64_t file = FILE_A << arb_square_file(home) & ahead;
    uint64_t set = 0;

    for (unsigned i = ARB_COLOUR_COUNT; i < w->count; i++) {
        const arb_roamer *it = &w->man[i];
        if (it->colour == us || !(it->home & file) || !is_bound(w, it))
            continue;
        const arb_square at = lowest(it->home);
        set |= file & (us == ARB_WHITE ? ~(bit(at) - 1) : (bit(at) << 1) - 1);
    }
    return set;
}

static uint64_t pawn_steps(arb_colour us, uint64_t from, uint64_t vacant)
{
    const uint64_t third = us == ARB_WHITE ? RANK_1 << 16 : RANK_8 >> 16;
    const uint64_t single = forward(us, from) & vacant;

    return single | (forward(us, single & third) & vacant);
}

/* Laws 3.7.1 to 3.7.3: steps to squares that are vacant, captures of men that could be there, or of
 * pawns that could have passed over it. */
static uint64_t pawn_reach(const arb_world *w, arb_roamer *man)
{
    const arb_colour us = (arb_colour)man->colour;
    const uint64_t prey = w->visits[other(us)] | w->passed[other(us)];

    man->strayed |= pawn_steps(us, man->strayed, w->clear) | (pawn_attacks(us, man->at) & prey);
    return man->strayed | pawn_steps(us, man->at & ~man->strayed, w->clear & ~beyond_bound(w, man));
}

/*
 * Where the man could be after one move more. Every move but a pawn's ends on a square that is
 * vacant, or where an enemy man stands that is no king; line pieces go through vacant squares.
 */
static uint64_t reach(const arb_world *w, arb_roamer *man)
{
    const arb_colour us = (arb_colour)man->colour;
    const uint64_t landing = w->clear | w->visits[other(us)];

    if (man->role == ARB_PAWN)
        return pawn_reach(w, man);
    if (man->role == ARB_KING)
        return arb_spread(ARB_KING, man->at, 0) & landing & ~barred(w, us);
    return arb_roamer_attacks(man, man->at, w->clear) & landing;
}

/* Takes note that the man could stand on all squares of `at`, and of what follows for others. */
static void settle(arb_world *w, arb_roamer *man, uint64_t at)
{
    const arb_colour us = (arb_colour)man->colour;

    if (man->role == ARB_PAWN && (at & ~man->home & last_rank(us))) {
        man->wild = true;
        at = ~UINT64_C(0);
    }
    man->at = at;
    man->loose = true;
    w->clear |= man->home;
    w->prey[us] |= man->role == ARB_PAWN && !man->wild ? pawn_attacks(us, at) : at;
    if (man->role == ARB_KING)
        return;
    w->visits[us] |= at;
    if (man->role == ARB_PAWN) {
        const uint64_t second = us == ARB_WHITE ? RANK_1 << 8 : RANK_8 >> 8;
        const uint64_t over = forward(us, at & second);
        w->passed[us] |= over & forward(other(us), at);
    }
}

/* Men that an enemy could capture where they stand may leave the square vacant. */
static bool loosen(arb_world *w)
{
    bool changed = false;

    for (unsigned i = ARB_COLOUR_COUNT; i < w->count; i++) {
        arb_roamer *man = &w->man[i];
        if (man->loose ? (w->clear & man->home) != 0
                       : !(w->prey[other((arb_colour)man->colour)] & man->home))
            continue;
        man->loose = changed = true;
        w->clear |= man->home;
    }
    return changed;
}

/* Laws 3.8.2, II.3.2: king and rook may jump to their squares, whatever stands in between. */
static void castle(arb_world *w, const arb_pos *pos)
{
    for (uint64_t rooks = pos->castling; rooks; rooks = without_lowest(rooks)) {
        const arb_square rook = lowest(rooks);
        const arb_colour us = rook < 8 ? ARB_WHITE : ARB_BLACK;
        const arb_square king = lowest(pos->side[us].king);
        settle(w, &w->man[us], w->man[us].at | bit(castled_king(king, rook)));
        for (unsigned i = ARB_COLOUR_COUNT; i < w->count; i++)
            if (w->man[i].home == bit(rook))
                settle(w, &w->man[i], w->man[i].at | bit(castled_rook(king, rook)));
    }
}

bool arb_world_make(arb_world *out, const arb_pos *pos, arb_colour side)
{
    bool changed = true;

    begin(out, pos);
    castle(out, pos);
    while (changed) {
        changed = loosen(out);
        for (unsigned i = 0; i < out->count; i++) {
            arb_roamer *man = &out->man[i];
            const uint64_t more = man->wild ? 0 : reach(out, man) & ~man->at;
            if (!more)
                continue;
            settle(out, man, man->at | more);
            if (man->wild && man->colour == side)
                return false;
            changed = true;
        }
    }
    return true;
}
