/* SPDX-License-Identifier: MIT */
/* Regions of the pieces of the first rank among what has never moved; see cages.h. */
#include "retro/cages.h"

#include <string.h>

#include "board/sides.h"

#define LIGHT UINT64_C(0x55aa55aa55aa55aa)

static const arb_role first_roles[8] = { ARB_ROOK, ARB_KNIGHT, ARB_BISHOP, ARB_QUEEN,
                                         ARB_KING, ARB_BISHOP, ARB_KNIGHT, ARB_ROOK };

static uint64_t steps(arb_role role, arb_square square, uint64_t frozen)
{
    switch (role) {
    case ARB_KNIGHT:
        return knight_attacks(square);
    case ARB_BISHOP:
        return bishop_attacks(square, frozen);
    case ARB_ROOK:
        return rook_attacks(square, frozen);
    case ARB_QUEEN:
        return rook_attacks(square, frozen) | bishop_attacks(square, frozen);
    case ARB_PAWN:
    case ARB_KING:
    case ARB_ROLE_COUNT:
        break;
    }
    return king_attacks(square);
}

/* Where a piece that began on `home` can ever have been; castling leads nowhere else. */
static uint64_t region(arb_role role, arb_square home, uint64_t frozen)
{
    uint64_t all = bit(home), fresh = frozen & bit(home) ? 0 : bit(home);

    while (fresh) {
        const arb_square square = lowest(fresh);
        const uint64_t next = steps(role, square, frozen) & ~frozen & ~all;
        fresh = without_lowest(fresh) | next;
        all |= next;
    }
    return all;
}

static arb_square home_of(unsigned colour, unsigned file)
{
    return (arb_square)((colour ? 56u : 0u) + file);
}

/* Pieces of one kind on the board that can be those of the beginning, at most. */
static unsigned originals(uint64_t pieces, uint64_t region_a, uint64_t region_b)
{
    const uint64_t a = pieces & region_a, b = pieces & region_b;

    if (a && b)
        return count(a | b) >= 2 ? 2 : 1;
    return a || b ? 1 : 0;
}

/* Freezes whoever cannot have left the square where it stands, until nothing changes. */
static void freeze(arb_cages *out, const arb_side sides[2])
{
    uint64_t before;

    do {
        before = out->frozen;
        for (unsigned colour = 0; colour < 2; colour++)
            for (unsigned file = 0; file < 8; file++) {
                const arb_square home = home_of(colour, file);
                const arb_role role = first_roles[file];
                if (!(arb_side_pieces(&sides[colour], role) & bit(home)))
                    continue;
                if (region(role, home, out->frozen) == bit(home))
                    out->frozen |= bit(home);
            }
    } while (out->frozen != before);
}

static void count_side(arb_cages *out, const arb_side *side, unsigned colour)
{
    uint64_t regions[8];
    uint8_t *need = out->need[colour], *dead = out->dead[colour];

    for (unsigned file = 0; file < 8; file++) {
        regions[file] = region(first_roles[file], home_of(colour, file), out->frozen);
    }
    static const struct {
        arb_role role;
        uint8_t a, b;
    } kinds[] = { { ARB_ROOK, 0, 7 }, { ARB_KNIGHT, 1, 6 }, { ARB_QUEEN, 3, 3 } };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const uint64_t pieces = arb_side_pieces(side, kinds[i].role);
        const bool pair = kinds[i].a != kinds[i].b;
        const unsigned alive =
            originals(pieces, regions[kinds[i].a], pair ? regions[kinds[i].b] : 0);
        need[kinds[i].role] = (uint8_t)(count(pieces) - alive);
        dead[0] = (uint8_t)(dead[0] + (pair ? 2u : 1u) - alive);
        if (count(pieces) > alive && alive < (pair ? 2u : 1u))
            out->shut_in |= pieces & ~(regions[kinds[i].a] | regions[kinds[i].b]);
    }
    for (unsigned file = 2; file < 6; file += 3) {
        const arb_square home = home_of(colour, file);
        const uint64_t shade = bit(home) & LIGHT ? LIGHT : ~LIGHT;
        const uint64_t pieces = arb_side_pieces(side, ARB_BISHOP) & shade;
        const unsigned alive = originals(pieces, regions[file], 0);
        const unsigned extra = count(pieces) - alive;
        *(shade == LIGHT ? &out->light[colour] : &out->dark[colour]) = (uint8_t)extra;
        need[ARB_BISHOP] = (uint8_t)(need[ARB_BISHOP] + extra);
        dead[shade == LIGHT ? 1 : 2] = (uint8_t)(1 - alive);
        if (!alive && regions[file] == bit(home)) {
            out->inside[colour]++;
            out->shut_in |= pieces;
        }
    }
    if (!(side->king & regions[4]))
        out->escaped |= side->king;
}

/*
 * Whoever stands where it cannot have come: moves can be made backwards, so from its square it must
 * get to where such a piece began, or to where a pawn became one.
 */
static uint64_t shut_out(const arb_cages *cages, const arb_side *side, unsigned colour,
                         bool any_array)
{
    const uint64_t gates = last_rank((arb_colour)colour) & ~cages->frozen;
    uint64_t out = 0;

    for (unsigned file = 0; file < 8; file++) {
        const arb_role role = first_roles[file];
        uint64_t homes = any_array ? home_rank((arb_colour)colour) : 0;
        if (role == ARB_KING || file > 4)
            continue;
        for (unsigned twin = 0; twin < 8; twin++)
            homes |= first_roles[twin] == role ? bit(home_of(colour, twin)) : 0;
        for (uint64_t set = arb_side_pieces(side, role) & ~cages->frozen; set;
             set = without_lowest(set))
            if (!(region(role, lowest(set), cages->frozen) & (homes | gates)))
                out |= bit(lowest(set));
    }
    return out;
}

/* Nobody knows where the pieces began: only their numbers count. */
static void count_any(arb_cages *out, const arb_side *side, unsigned colour)
{
    uint8_t *need = out->need[colour], *dead = out->dead[colour];
    const uint64_t light = arb_side_pieces(side, ARB_BISHOP) & LIGHT;
    const uint64_t dark = arb_side_pieces(side, ARB_BISHOP) & ~LIGHT;
    static const arb_role roles[] = { ARB_ROOK, ARB_KNIGHT, ARB_QUEEN };

    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
        const unsigned first = roles[i] == ARB_QUEEN ? 1 : 2,
                       is = count(arb_side_pieces(side, roles[i]));
        need[roles[i]] = (uint8_t)(is > first ? is - first : 0);
        dead[0] = (uint8_t)(dead[0] + (is < first ? first - is : 0));
    }
    out->light[colour] = (uint8_t)(light ? count(light) - 1 : 0);
    out->dark[colour] = (uint8_t)(dark ? count(dark) - 1 : 0);
    need[ARB_BISHOP] = (uint8_t)(out->light[colour] + out->dark[colour]);
    dead[1] = light ? 0 : 1;
    dead[2] = dark ? 0 : 1;
}

/* A bishop that is promoted between pieces that never moved does not get away. */
static void shut_gates(arb_cages *out, const arb_side *side, unsigned colour)
{
    for (unsigned file = 0; file < 8; file++) {
        const uint64_t gate = bit((colour == ARB_WHITE ? 56u : 0u) + file);
        if (pawn_attacks(other((arb_colour)colour), gate) & ~out->frozen)
            continue;
        out->shut[colour] |= (uint8_t)(1u << file);
        if (arb_side_pieces(side, ARB_BISHOP) & gate)
            out->seen[colour] |= (uint8_t)(1u << file);
    }
}

void arb_cages_of(arb_cages *out, const arb_side sides[2], uint64_t rights, bool any_array)
{
    memset(out, 0, sizeof *out);
    for (unsigned colour = 0; colour < 2; colour++) {
        const uint64_t home = home_rank((arb_colour)colour), rooks = rights & home;
        out->frozen |= sides[colour].pawns & forward((arb_colour)colour, home);
        out->frozen |= rooks ? rooks | sides[colour].king : 0;
    }
    if (!any_array)
        freeze(out, sides);
    for (unsigned colour = 0; colour < 2; colour++) {
        if (any_array)
            count_any(out, &sides[colour], colour);
        else
            count_side(out, &sides[colour], colour);
        /* what never moved on the opponent's first rank is in the way of promotions there */
        const uint64_t gates = out->frozen & last_rank((arb_colour)colour);
        out->closed[colour] = (uint8_t)(colour == ARB_WHITE ? gates >> 56 : gates);
        shut_gates(out, &sides[colour], colour);
        out->shut_out |= shut_out(out, &sides[colour], colour, any_array);
    }
}

bool arb_cages_parity_wrong(const arb_side sides[2], arb_colour turn)
{
    unsigned moves = 0;

    for (unsigned colour = 0; colour < 2; colour++) {
        const arb_side *side = &sides[colour];
        const uint64_t second = forward((arb_colour)colour, home_rank((arb_colour)colour));
        if (count(side->all) != 16 || side->pawns != second)
            return false;
        /* knights and rooks alone can have moved, and every move changed the colour of the square
         */
        moves += count((side->knights | arb_side_pieces(side, ARB_ROOK)) & LIGHT);
    }
    return (moves & 1) != (turn == ARB_BLACK ? 1u : 0u);
}
