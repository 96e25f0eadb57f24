/* SPDX-License-Identifier: MIT */
/*
 * Every piece spreads over the squares that it could reach if all the others stood where they suit
 * it best, and what it sets in motion lets the others spread further, until nothing changes. Both
 * sides move as they like: whose turn it is, checks and pins are forgotten. So every legal move of
 * every later position is one of those followed here, which is shown move by move below.
 */
#include "proof/reachability.h"

#include <string.h>

#include "board/castling.h"
#include "proof/spread.h"

uint64_t arb_reach_attacks(const arb_reach_unit *piece, uint64_t from, uint64_t clear)
{
    if (piece->wild)
        return ~UINT64_C(0);
    if (piece->role == ARB_PAWN)
        return pawn_attacks((arb_colour)piece->colour, from);
    return arb_spread((arb_role)piece->role, from, clear);
}

static void add_pieces(arb_reachability *w, uint64_t pieces, arb_colour colour, arb_role role)
{
    for (; pieces; pieces = without_lowest(pieces)) {
        const uint64_t square = bit(lowest(pieces));
        w->piece[w->count++] = (arb_reach_unit){
            .home = square, .at = square, .role = (uint8_t)role, .colour = (uint8_t)colour
        };
    }
}

static void begin(arb_reachability *w, const arb_pos *pos)
{
    w->count = 0;
    for (int side = 0; side < ARB_COLOUR_COUNT; side++)
        add_pieces(w, pos->side[side].king, (arb_colour)side, ARB_KING);
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_side *own = &pos->side[side];
        const uint64_t queens = own->diagonal & own->straight;
        add_pieces(w, own->pawns, (arb_colour)side, ARB_PAWN);
        add_pieces(w, own->knights, (arb_colour)side, ARB_KNIGHT);
        add_pieces(w, own->diagonal & ~queens, (arb_colour)side, ARB_BISHOP);
        add_pieces(w, own->straight & ~queens, (arb_colour)side, ARB_ROOK);
        add_pieces(w, queens, (arb_colour)side, ARB_QUEEN);
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
            w->piece[i].loose |= w->piece[i].home == forward(them, bit(pos->passed));
    }
}

/*
 * Squares that the king of `colour` can never step to: those next to which an enemy piece stands
 * for ever, so that it attacks them whatever else happens. A line piece counts only with the
 * squares beside it, where nothing can stand between.
 */
static uint64_t barred(const arb_reachability *w, arb_colour colour)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < w->count; i++)
        if (w->piece[i].colour != colour && !w->piece[i].loose)
            set |= arb_reach_attacks(&w->piece[i], w->piece[i].home, 0);
    return set;
}

/* Does the pawn stay on its file for ever? It must never capture, nor be captured. */
static bool is_bound(const arb_reachability *w, const arb_reach_unit *piece)
{
    const arb_colour us = (arb_colour)piece->colour;
    const uint64_t file = FILE_A << arb_square_file(lowest(piece->home));

    return piece->role == ARB_PAWN && !piece->wild && !piece->strayed &&
           !(w->prey[other(us)] & (piece->at | (w->passed[us] & file)));
}

/*
 * The squares that a pawn cannot reach by steps alone: where an enemy pawn that stays on the file
 * stands before it, and all beyond. The two never pass one another, and the other one only comes
 * nearer.
 */
static uint64_t beyond_bound(const arb_reachability *w, const arb_reach_unit *piece)
{
    const arb_colour us = (arb_colour)piece->colour;
    const arb_square home = lowest(piece->home);
    const uint64_t ahead = us == ARB_WHITE ? ~((bit(home) << 1) - 1) : bit(home) - 1;
    const uint64_t file = FILE_A << arb_square_file(home) & ahead;
    uint64_t set = 0;

    for (unsigned i = ARB_COLOUR_COUNT; i < w->count; i++) {
        const arb_reach_unit *it = &w->piece[i];
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

/* Laws 3.7.1 to 3.7.3: steps to squares that are vacant, captures of pieces that could be there, or
 * of pawns that could have passed over it. */
static uint64_t pawn_reach(const arb_reachability *w, arb_reach_unit *piece)
{
    const arb_colour us = (arb_colour)piece->colour;
    const uint64_t prey = w->visits[other(us)] | w->passed[other(us)];

    piece->strayed |=
        pawn_steps(us, piece->strayed, w->clear) | (pawn_attacks(us, piece->at) & prey);
    return piece->strayed |
           pawn_steps(us, piece->at & ~piece->strayed, w->clear & ~beyond_bound(w, piece));
}

/*
 * Where the piece could be after one move more. Every move but a pawn's ends on a square that is
 * vacant, or where an enemy piece stands that is no king; line pieces go through vacant squares.
 */
static uint64_t reach(const arb_reachability *w, arb_reach_unit *piece)
{
    const arb_colour us = (arb_colour)piece->colour;
    const uint64_t landing = w->clear | w->visits[other(us)];

    if (piece->role == ARB_PAWN)
        return pawn_reach(w, piece);
    if (piece->role == ARB_KING)
        return arb_spread(ARB_KING, piece->at, 0) & landing & ~barred(w, us);
    return arb_reach_attacks(piece, piece->at, w->clear) & landing;
}

/* Takes note that the piece could stand on all squares of `at`, and of what follows for others. */
static void settle(arb_reachability *w, arb_reach_unit *piece, uint64_t at)
{
    const arb_colour us = (arb_colour)piece->colour;

    if (piece->role == ARB_PAWN && (at & ~piece->home & last_rank(us))) {
        piece->wild = true;
        at = ~UINT64_C(0);
    }
    piece->at = at;
    piece->loose = true;
    w->clear |= piece->home;
    w->prey[us] |= piece->role == ARB_PAWN && !piece->wild ? pawn_attacks(us, at) : at;
    if (piece->role == ARB_KING)
        return;
    w->visits[us] |= at;
    if (piece->role == ARB_PAWN) {
        const uint64_t second = us == ARB_WHITE ? RANK_1 << 8 : RANK_8 >> 8;
        const uint64_t over = forward(us, at & second);
        w->passed[us] |= over & forward(other(us), at);
    }
}

/* Pieces that an enemy could capture where they stand may leave the square vacant. */
static bool loosen(arb_reachability *w)
{
    bool changed = false;

    for (unsigned i = ARB_COLOUR_COUNT; i < w->count; i++) {
        arb_reach_unit *piece = &w->piece[i];
        if (piece->loose ? (w->clear & piece->home) != 0
                         : !(w->prey[other((arb_colour)piece->colour)] & piece->home))
            continue;
        piece->loose = changed = true;
        w->clear |= piece->home;
    }
    return changed;
}

/* Laws 3.8.2, II.3.2: king and rook may jump to their squares, whatever stands in between. */
static void castle(arb_reachability *w, const arb_pos *pos)
{
    for (uint64_t rooks = pos->castling; rooks; rooks = without_lowest(rooks)) {
        const arb_square rook = lowest(rooks);
        const arb_colour us = rook < 8 ? ARB_WHITE : ARB_BLACK;
        const arb_square king = lowest(pos->side[us].king);
        settle(w, &w->piece[us], w->piece[us].at | bit(castled_king(king, rook)));
        for (unsigned i = ARB_COLOUR_COUNT; i < w->count; i++)
            if (w->piece[i].home == bit(rook))
                settle(w, &w->piece[i], w->piece[i].at | bit(castled_rook(king, rook)));
    }
}

/* Spreads everything to the end, or until a pawn of a colour in `stop` is wild; then false. */
static bool spread_all(arb_reachability *out, const arb_pos *pos, unsigned stop)
{
    bool changed = true;

    begin(out, pos);
    castle(out, pos);
    while (changed) {
        changed = loosen(out);
        for (unsigned i = 0; i < out->count; i++) {
            arb_reach_unit *piece = &out->piece[i];
            const uint64_t more = piece->wild ? 0 : reach(out, piece) & ~piece->at;
            if (!more)
                continue;
            settle(out, piece, piece->at | more);
            if (piece->wild && (stop >> piece->colour & 1))
                return false;
            changed = true;
        }
    }
    return true;
}

bool arb_reachability_make(arb_reachability *out, const arb_pos *pos, arb_colour side)
{
    return spread_all(out, pos, 1u << side);
}

void arb_reachability_all(arb_reachability *out, const arb_pos *pos)
{
    (void)spread_all(out, pos, 0);
}
