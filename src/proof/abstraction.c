/* SPDX-License-Identifier: MIT */
/* Regions of pieces among pawns that are known; see abstraction.h. */
#include "proof/abstraction.h"

#include <string.h>

#include "board/attack.h"
#include "proof/spread.h"

static uint64_t obstacles(const arb_abstraction *o)
{
    return o->pawns[ARB_WHITE] | o->pawns[ARB_BLACK] | o->firm[ARB_WHITE] | o->firm[ARB_BLACK] |
           o->jammed[ARB_WHITE] | o->jammed[ARB_BLACK];
}

uint64_t arb_abstraction_attacks(const arb_abstraction *abstraction, const arb_piece_region *piece,
                                 uint64_t from)
{
    return arb_spread((arb_role)piece->role, from, ~obstacles(abstraction));
}

static bool is_single(uint64_t set)
{
    return without_lowest(set) == 0;
}

static void find_firm(arb_abstraction *o)
{
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        o->firm[side] = 0;
        o->sure[side] = o->twice[side] = pawn_attacks((arb_colour)side, o->pawns[side]);
    }
    for (unsigned i = 0; i < o->count; i++) {
        const arb_piece_region *piece = &o->piece[i];
        const uint64_t attacks = arb_spread((arb_role)piece->role, piece->at, 0);
        if (!is_single(piece->at))
            continue;
        o->firm[piece->colour] |= piece->at;
        o->twice[piece->colour] |= o->sure[piece->colour] & attacks;
        o->sure[piece->colour] |= attacks;
    }
}

/* A king cannot move while its own pieces that cannot leave, and squares that are surely attacked,
 * are all around it. */
static bool is_jammed(const arb_abstraction *o, arb_colour colour, arb_square king)
{
    return !(king_attacks(king) & ~(o->pawns[colour] | o->firm[colour] | o->sure[other(colour)]));
}

uint64_t arb_abstraction_jam(const arb_abstraction *abstraction, arb_colour colour, arb_square king)
{
    return is_jammed(abstraction, colour, king) ? bit(king) : 0;
}

/* Sets those kings free that are not jammed after all. */
static bool free_kings(arb_abstraction *o)
{
    bool changed = false;

    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        if (!o->jammed[side] || is_jammed(o, (arb_colour)side, lowest(o->jammed[side])))
            continue;
        o->jammed[side] = 0;
        changed = true;
    }
    return changed;
}

uint64_t arb_abstraction_close_checks(arb_role role, uint64_t king)
{
    return arb_spread(role, king, 0);
}

/* What the side that is to mate could capture on, or put something on, at once. */
static uint64_t answers(const arb_abstraction *o)
{
    const arb_colour side = (arb_colour)o->side;
    const uint64_t once = forward(side, o->pawns[side]);
    uint64_t set = pawn_attacks(side, o->pawns[side]) | once | forward(side, once);

    for (unsigned i = 0; i < o->count; i++)
        if (o->piece[i].colour == side)
            set |= arb_abstraction_attacks(o, &o->piece[i], o->piece[i].at);
    return set;
}

/* Does a piece that stands for certain between this piece of its own side and the king, next to
 * both, have to stay there, or else it is mate? */
static bool is_behind(const arb_abstraction *o, const arb_piece_region *piece, uint64_t between,
                      uint64_t king, uint64_t answered)
{
    return is_single(piece->at) && !((piece->at | between) & answered) &&
           !(arb_spread((arb_role)piece->role, piece->at, 0) & king) &&
           (arb_spread((arb_role)piece->role, piece->at, between) & king) &&
           (o->firm[piece->colour] & between);
}

/*
 * The king cannot move, even if this piece were not there; so a check that can neither be answered
 * by a capture nor by putting something between is mate. It may be the check of the piece itself,
 * or one along the line that it opens.
 */
static uint64_t fatal(const arb_abstraction *o, const arb_piece_region *piece, uint64_t answered)
{
    const arb_colour us = (arb_colour)piece->colour, side = (arb_colour)o->side;
    const uint64_t king = o->jammed[side];

    if (us == side || !king)
        return 0;
    const uint64_t own =
        is_single(piece->at) ? arb_spread((arb_role)piece->role, piece->at, 0) & ~o->twice[us] : 0;
    if (king_attacks(lowest(king)) & ~(o->pawns[side] | o->firm[side] | (o->sure[us] & ~own)))
        return 0;
    if (is_single(piece->at) && (piece->at & king_attacks(lowest(king))))
        for (unsigned i = 0; i < o->count; i++)
            if (o->piece[i].colour == us && o->piece[i].role != ARB_KNIGHT &&
                is_behind(o, &o->piece[i], piece->at, king, answered))
                return ~UINT64_C(0);
    return arb_abstraction_close_checks((arb_role)piece->role, king) & ~answered;
}

uint64_t arb_abstraction_fatal(const arb_abstraction *abstraction, const arb_piece_region *piece)
{
    return fatal(abstraction, piece, answers(abstraction));
}

/*
 * Lets the pieces wander. A piece whose region is one square stands there for certain, and while
 * none of these can move they are in the way of all others and of one another: the first of them to
 * move would need a vacant square to go to, with all the others in their places. So it is with a
 * king that is jammed among them. Other kings are no obstacles, because they may step aside. Where
 * a move of a piece mates the side that is to mate, the line is at its end.
 */
static void wander(arb_abstraction *o)
{
    bool changed = true;

    while (changed) {
        find_firm(o);
        changed = free_kings(o);
        const uint64_t vacant = ~obstacles(o), answered = answers(o);
        for (unsigned i = 0; i < o->count; i++) {
            arb_piece_region *piece = &o->piece[i];
            const uint64_t more = arb_abstraction_attacks(o, piece, piece->at) & vacant &
                                  ~piece->at & ~fatal(o, piece, answered);
            piece->at |= more;
            changed |= more != 0;
        }
    }
}

static bool comes_before(const arb_piece_region *a, const arb_piece_region *b)
{
    if (a->colour != b->colour)
        return a->colour < b->colour;
    if (a->role != b->role)
        return a->role < b->role;
    return a->at < b->at;
}

static void sort(arb_abstraction *o)
{
    for (unsigned i = 1; i < o->count; i++) {
        const arb_piece_region piece = o->piece[i];
        unsigned at = i;
        for (; at > 0 && comes_before(&piece, &o->piece[at - 1]); at--)
            o->piece[at] = o->piece[at - 1];
        o->piece[at] = piece;
    }
}

/* For one moment, pieces whose squares are known stay there. */
static void hold(arb_abstraction *o)
{
    do
        find_firm(o);
    while (free_kings(o));
}

static void work_out(arb_abstraction *o)
{
    if (o->checker)
        hold(o);
    else
        wander(o);
    sort(o);
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        o->cover[side] = o->stands[side] = 0;
        o->can_wait[side] = false;
    }
    for (unsigned i = 0; i < o->count; i++) {
        const arb_piece_region *piece = &o->piece[i];
        const uint8_t side = piece->colour;
        o->cover[side] |= arb_abstraction_attacks(o, piece, piece->at);
        o->stands[side] |= piece->at;
        o->can_wait[side] |= !is_single(piece->at);
    }
}

static void add(arb_abstraction *o, uint64_t pieces, arb_colour colour, arb_role role)
{
    for (; pieces; pieces = without_lowest(pieces))
        o->piece[o->count++] =
            (arb_piece_region){ bit(lowest(pieces)), (uint8_t)role, (uint8_t)colour };
}

void arb_abstraction_make(arb_abstraction *out, const arb_pos *pos, arb_colour side_to_mate)
{
    memset(out, 0, sizeof *out);
    out->side = (uint8_t)side_to_mate;
    for (int side = 0; side < ARB_COLOUR_COUNT; side++) {
        const arb_side *own = &pos->side[side];
        const uint64_t queens = own->diagonal & own->straight;
        out->pawns[side] = own->pawns;
        out->jammed[side] = own->king;
        add(out, own->knights, (arb_colour)side, ARB_KNIGHT);
        add(out, own->diagonal & ~queens, (arb_colour)side, ARB_BISHOP);
        add(out, own->straight & ~queens, (arb_colour)side, ARB_ROOK);
        add(out, queens, (arb_colour)side, ARB_QUEEN);
    }
    work_out(out);
}

/* Where a piece stands that has captured. */
static uint64_t after_capture(const arb_abstraction *before, const arb_abstraction_step *change)
{
    const arb_piece_region *piece = &before->piece[change->mover];

    if (change->check)
        return change->check;
    if (change->gone)
        return change->gone;
    return arb_abstraction_attacks(before, piece, piece->at) & before->piece[change->taken].at &
           ~arb_abstraction_close_checks((arb_role)piece->role, change->shunned);
}

/*
 * A piece that captures stands where its victim stood. A pawn that arrives on a square, or a piece
 * that gives a check from there, shows that nothing else is there.
 */
void arb_abstraction_change(arb_abstraction *out, const arb_abstraction *before,
                            const arb_abstraction_step *change)
{
    const uint8_t us = change->colour, them = (uint8_t)other((arb_colour)us);
    const bool piece_takes = change->mover < ARB_ABSTRACTION_PIECES;
    const bool promotes = change->promotion != ARB_ROLE_NONE;
    const uint64_t arrived = promotes ? 0 : change->to, taken_up = change->to | change->check;

    memset(out, 0, sizeof *out);
    memcpy(out->pawns, before->pawns, sizeof out->pawns);
    memcpy(out->jammed, change->jam, sizeof out->jammed);
    out->checker = change->check;
    out->side = before->side;
    out->pawns[us] = (out->pawns[us] & ~change->from) | arrived;
    out->pawns[them] &= ~change->gone;
    for (unsigned i = 0; i < before->count; i++) {
        if (i == change->taken)
            continue;
        arb_piece_region piece = before->piece[i];
        if (piece_takes && i == change->mover)
            piece.at = after_capture(before, change);
        else
            piece.at &= ~taken_up;
        if (piece.at)
            out->piece[out->count++] = piece;
    }
    if (promotes)
        out->piece[out->count++] = (arb_piece_region){ change->to, change->promotion, us };
    work_out(out);
}

bool arb_abstraction_same(const arb_abstraction *a, const arb_abstraction *b)
{
    if (a->count != b->count || a->checker != b->checker ||
        memcmp(a->pawns, b->pawns, sizeof a->pawns) != 0 ||
        memcmp(a->jammed, b->jammed, sizeof a->jammed) != 0)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->piece[i].at != b->piece[i].at || a->piece[i].role != b->piece[i].role ||
            a->piece[i].colour != b->piece[i].colour)
            return false;
    return true;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

uint64_t arb_abstraction_hash(const arb_abstraction *abstraction)
{
    uint64_t hash = mix(mix(abstraction->count, abstraction->pawns[0]), abstraction->pawns[1]);

    hash = mix(hash, abstraction->jammed[0] * 3 + abstraction->jammed[1]);
    hash = mix(hash, abstraction->checker);
    for (unsigned i = 0; i < abstraction->count; i++)
        hash = mix(hash, abstraction->piece[i].at * 31 + abstraction->piece[i].role * 2u +
                             abstraction->piece[i].colour);
    return hash;
}
