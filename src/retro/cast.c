/* SPDX-License-Identifier: MIT */
/* Parts for every piece, by the shortest ways in all; see cast.h. */
#include "retro/cast.h"

#include <string.h>

#include "board/attack.h"
#include "board/bits.h"
#include "retro/seats.h"

enum { SEATS = ARB_SEATS, NEVER = ARB_SEATS_NEVER, NO_EVENT = 0xff };

static unsigned knight_distance(arb_square from, arb_square to)
{
    uint64_t reached = bit(from);

    for (unsigned n = 1; n < 9; n++) {
        uint64_t next = 0;
        for (uint64_t set = reached; set; set = without_lowest(set))
            next |= knight_attacks(lowest(set));
        if (next & bit(to))
            return n;
        reached |= next;
    }
    return 9;
}

unsigned arb_cast_distance(arb_role role, arb_square from, arb_square to)
{
    const unsigned files = (unsigned)(arb_square_file(from) > arb_square_file(to)
                                          ? arb_square_file(from) - arb_square_file(to)
                                          : arb_square_file(to) - arb_square_file(from));
    const unsigned ranks = (unsigned)(arb_square_rank(from) > arb_square_rank(to)
                                          ? arb_square_rank(from) - arb_square_rank(to)
                                          : arb_square_rank(to) - arb_square_rank(from));
    const bool straight = files == 0 || ranks == 0, diagonal = files == ranks;

    if (from == to)
        return 0;
    switch (role) {
    case ARB_KING:
        return files > ranks ? files : ranks;
    case ARB_QUEEN:
        return straight || diagonal ? 1 : 2;
    case ARB_ROOK:
        return straight ? 1 : 2;
    case ARB_BISHOP:
        return (files + ranks) & 1 ? 9 : diagonal ? 1 : 2;
    case ARB_KNIGHT:
        return knight_distance(from, to);
    case ARB_PAWN:
    case ARB_ROLE_COUNT:
        break;
    }
    return 9;
}

/* Those who ask for a part, and the parts: squares of the diagram, and captures. */
typedef struct bench {
    unsigned units, seats;
    uint8_t unit[SEATS];
    uint8_t square[SEATS], role[SEATS], event[SEATS]; /* ARB_SQUARE_NONE: captured */
    arb_seats prices;
} bench;

static bool is_light(unsigned square)
{
    return arb_square_is_light((arb_square)square);
}

static const arb_role first_roles[8] = { ARB_ROOK, ARB_KNIGHT, ARB_BISHOP, ARB_QUEEN,
                                         ARB_KING, ARB_BISHOP, ARB_KNIGHT, ARB_ROOK };

/* A bishop cannot have left the square of its promotion between two pawns that never moved. */
static bool locked_gate(const arb_cast *cast, unsigned pawn)
{
    const unsigned file = cast->gate[pawn] & 7u, theirs = pawn < 8 ? 8 : 0;

    return (file == 0 || cast->square[theirs + file - 1] == cast->home[theirs + file - 1]) &&
           (file == 7 || cast->square[theirs + file + 1] == cast->home[theirs + file + 1]);
}

static bool caged_bishop(const arb_cast *cast, unsigned unit)
{
    const unsigned side = unit & 8u, file = unit & 7u;

    return (file == 2 || file == 5) &&
           cast->square[side + file - 1] == cast->home[side + file - 1] &&
           cast->square[side + file + 1] == cast->home[side + file + 1];
}

/* What it costs a unit to have been captured: some moves more than it costs on the board. */
static int price_of_capture(const arb_cast *cast, unsigned unit, unsigned event)
{
    if (unit < 16)
        return 50;
    if (first_roles[unit & 7] != ARB_BISHOP || event == NO_EVENT)
        return 20;
    return caged_bishop(cast, unit) ? NEVER : 45;
}

static int price(const arb_cast *cast, const bench *b, unsigned who, unsigned seat, uint64_t rights)
{
    const unsigned unit = b->unit[who], square = b->square[seat];
    const bool pawn = unit < 16;
    const arb_square start = pawn ? cast->gate[unit] : cast->home[unit];
    const arb_role role = (arb_role)b->role[seat];

    if (square == ARB_SQUARE_NONE)
        return price_of_capture(cast, unit, b->event[seat]);
    if (!pawn && (role != first_roles[unit & 7] || (caged_bishop(cast, unit) && square != start)))
        return NEVER;
    if (rights >> square & 1) /* who has a right stands where it began */
        return !pawn && start == square ? 0 : NEVER;
    if (!pawn && rights >> start & 1)
        return NEVER;
    if (role == ARB_BISHOP && (is_light(start) != is_light(square) ||
                               (pawn && start != square && locked_gate(cast, unit))))
        return NEVER;
    return (int)(10 * arb_cast_distance(role, start, (arb_square)square));
}

static uint32_t toss(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Promoted pawns, and the pieces but the king, ask for a part. */
static void gather_units(bench *b, const arb_cast *cast, unsigned colour)
{
    for (unsigned pawn = colour * 8u; pawn < colour * 8u + 8; pawn++)
        if (cast->gate[pawn] != ARB_SQUARE_NONE)
            b->unit[b->units++] = (uint8_t)pawn;
    for (unsigned unit = 16 + colour * 8u; unit < 24 + colour * 8u; unit++)
        if ((unit & 7) != 4)
            b->unit[b->units++] = (uint8_t)unit;
}

static bool add_seat(bench *b, unsigned square, unsigned role, unsigned event)
{
    if (b->seats >= b->units)
        return false;
    b->square[b->seats] = (uint8_t)square;
    b->role[b->seats] = (uint8_t)role;
    b->event[b->seats++] = (uint8_t)event;
    return true;
}

/* The parts: pieces of the diagram, captures of the plan, and captures that nobody planned. */
static bool gather_seats(bench *b, arb_cast *out, const arb_setup *setup, unsigned colour)
{
    for (unsigned square = 0; square < 64; square++) {
        const arb_piece piece = setup->piece[square];
        if (piece == ARB_PIECE_NONE || arb_piece_colour(piece) != (arb_colour)colour ||
            arb_piece_role(piece) == ARB_PAWN)
            continue;
        if (arb_piece_role(piece) == ARB_KING)
            out->square[20 + colour * 8u] = (uint8_t)square;
        else if (!add_seat(b, square, arb_piece_role(piece), NO_EVENT))
            return false;
    }
    for (unsigned e = 0; e < out->plan->count; e++)
        if (out->plan->event[e].victim == ARB_TRACE_OFFICER &&
            out->plan->event[e].colour != colour && !add_seat(b, ARB_SQUARE_NONE, 0, e))
            return false;
    while (b->seats < b->units)
        (void)add_seat(b, ARB_SQUARE_NONE, 0, NO_EVENT);
    return true;
}

/* Gives a unit the part on which it sits. */
static void give_part(arb_cast *out, const bench *b, unsigned unit, unsigned seat)
{
    const bool captured = b->square[seat] == ARB_SQUARE_NONE;

    out->square[unit] = b->square[seat];
    out->role[unit] = !captured   ? b->role[seat]
                      : unit < 16 ? (uint8_t)ARB_ROOK
                                  : (uint8_t)first_roles[unit & 7];
    if (captured && b->event[seat] == NO_EVENT)
        out->extras |= UINT32_C(1) << unit;
    else if (captured)
        out->victim[b->event[seat]] = (uint8_t)unit;
}

static bool seat_side(arb_cast *out, const arb_setup *setup, unsigned colour, uint32_t *seed)
{
    bench b = { 0 };
    uint8_t seat_of[SEATS];

    gather_units(&b, out, colour);
    if (!gather_seats(&b, out, setup, colour))
        return false;
    b.prices.count = b.units;
    for (unsigned i = 0; i < b.units; i++)
        for (unsigned j = 0; j < b.seats; j++)
            b.prices.price[i][j] =
                price(out, &b, i, j, setup->castling) + (*seed ? (int)(toss(seed) % 12) : 0);
    if (!arb_seats_assign(seat_of, &b.prices))
        return false;
    for (unsigned i = 0; i < b.units; i++)
        give_part(out, &b, b.unit[i], seat_of[i]);
    return true;
}

/* Laws 3.8.2.1: rights say who has never moved, and their absence that somebody has. */
static void castling_parts(arb_cast *out, const arb_setup *setup)
{
    for (unsigned colour = 0; colour < 2; colour++) {
        const unsigned first = 16 + colour * 8;
        const uint64_t rights = setup->castling & home_rank((arb_colour)colour);
        unsigned stirred = 0;
        for (unsigned file = 0; file < 8; file += 7)
            if (rights >> out->home[first + file] & 1)
                out->locked |= UINT32_C(1) << (first + file) | UINT32_C(1) << (first + 4);
            else if (rights && out->square[first + file] == out->home[first + file])
                stirred |= file ? 4u : 1u;
        if (!rights && out->square[first + 4] == out->home[first + 4])
            stirred |= 2;
        out->unstirred |= (uint8_t)(stirred << (colour * 3));
    }
}

static void cage_parts(arb_cast *out)
{
    for (unsigned side = 0; side < 16; side += 8)
        for (unsigned file = 2; file < 6; file += 3) {
            if (caged_bishop(out, 16 + side + file))
                out->caged |= UINT32_C(1) << (16 + side + file);
        }
}

bool arb_cast_make(arb_cast *out, const arb_trace *plan, const arb_ranks *ranks,
                   const arb_setup *setup, uint32_t seed)
{
    memset(out, 0, sizeof *out);
    out->plan = plan;
    out->ranks = ranks;
    memset(out->square, ARB_SQUARE_NONE, sizeof out->square);
    out->extras = plan->ghosts;
    memcpy(out->square, ranks->square, sizeof ranks->square);
    memcpy(out->gate, ranks->gate, sizeof out->gate);
    for (unsigned i = 0; i < 8; i++) {
        out->home[i] = (uint8_t)(8 + i);
        out->home[8 + i] = (uint8_t)(48 + i);
        out->home[16 + i] = (uint8_t)i;
        out->home[24 + i] = (uint8_t)(56 + i);
        out->role[16 + i] = out->role[24 + i] = (uint8_t)first_roles[i];
        out->role[i] = out->role[8 + i] = ARB_PAWN;
    }
    for (unsigned e = 0; e < plan->count; e++) {
        memcpy(out->hunts[e + 1], out->hunts[e], 16);
        if (plan->event[e].hunter != ARB_TRACE_OFFICER)
            out->hunts[e + 1][plan->event[e].hunter]++;
        out->victim[e] = plan->event[e].victim;
    }
    if (!seat_side(out, setup, ARB_WHITE, &seed) || !seat_side(out, setup, ARB_BLACK, &seed))
        return false;
    castling_parts(out, setup);
    cage_parts(out);
    return true;
}
