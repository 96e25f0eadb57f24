/* SPDX-License-Identifier: MIT */
/*
 * The way to a mate as a closure knows it: so many moves of kings and pawns, pieces of the king's
 * own on certain squares beside it, and the others attacked.
 */
#include "proof/abstract_guide.h"

#include "board/sides.h"
#include "proof/guide.h"
#include "proof/spread.h"

enum {
    STEP = 8,         /* a move to the state of the mate */
    BLOCK = 4,        /* a move of a piece to a square that is to be blocked */
    BLOCK_NONE = 6,   /* moves to be paid when no piece is left for it */
    FLIGHT = 3,       /* a square beside the king that is to be attacked, and is not */
    CHECK = 2,        /* a move of the nearest piece to a check */
    PRECONDITION = 4, /* a move of the piece that the next move waits for */
    ENTRY = 8,        /* what keeps a king or a pawn from a square that it is to enter */
    GUARDED = 6,      /* the king's square being attacked or held before it is there */
    UNCHARTED = 300   /* a position of which the closure knows nothing */
};

/* The first piece of the abstraction that could be the piece on `square`. */
static uint8_t piece_on(const arb_abstraction *o, const arb_pos *pos, arb_square square)
{
    const arb_piece piece = arb_pos_piece(pos, square);
    unsigned i = 0;

    while (i < o->count &&
           (arb_piece_of((arb_colour)o->piece[i].colour, (arb_role)o->piece[i].role) != piece ||
            !(o->piece[i].at & bit(square))))
        i++;
    return (uint8_t)(i < o->count ? i : ARB_ABSTRACTION_PIECES);
}

uint32_t arb_abstract_guide_step(const arb_abstract_guide *map, uint32_t abstraction,
                                 const arb_pos *pos, arb_move move)
{
    const arb_square from = arb_move_from(move), to = arb_move_to(move);
    const arb_square taken = arb_move_captured(pos, move);
    const arb_role role = arb_move_role(move), promotion = arb_move_promotion(move);
    arb_abstraction_step change = { .mover = ARB_ABSTRACTION_PIECES,
                                    .taken = ARB_ABSTRACTION_PIECES,
                                    .promotion = ARB_ROLE_NONE,
                                    .colour = pos->turn };

    if (abstraction == ARB_ABSTRACT_NONE || (role != ARB_PAWN && taken == ARB_SQUARE_NONE))
        return abstraction;
    const arb_abstraction *o = arb_abstract_table_abstraction(&map->closure->states, abstraction);
    if (role == ARB_PAWN) {
        change.from = bit(from);
        change.to = bit(to);
    } else if (role != ARB_KING) {
        change.mover = piece_on(o, pos, from);
    }
    if (promotion != ARB_ROLE_NONE)
        change.promotion = promotion == ARB_KNIGHT ? ARB_KNIGHT : ARB_QUEEN;
    if (taken != ARB_SQUARE_NONE) {
        if (arb_piece_role(arb_pos_piece(pos, taken)) == ARB_PAWN)
            change.gone = bit(taken);
        else
            change.taken = piece_on(o, pos, taken);
    }
    for (int side = 0; side < ARB_COLOUR_COUNT; side++)
        change.jam[side] = arb_abstraction_jam(
            o, (arb_colour)side,
            role == ARB_KING && side == pos->turn ? to : lowest(pos->side[side].king));
    return arb_abstract_table_changed(&map->closure->states, abstraction, &change);
}

/* Moves that the nearest of some pieces of a role need to a square; the first such piece goes
 * there. */
static unsigned moves_of_role(uint64_t *piece, arb_role role, uint64_t pieces, uint64_t square,
                              uint64_t vacant)
{
    uint64_t front = square, seen = square;

    for (unsigned moves = 1; pieces && front && moves < BLOCK_NONE; moves++) {
        const uint64_t reached = arb_spread(role, front, vacant);
        if (reached & pieces) {
            *piece = reached & pieces & (~(reached & pieces) + 1);
            return moves;
        }
        front = reached & vacant & ~seen;
        seen |= front;
    }
    return BLOCK_NONE;
}

/* Moves that the nearest of some pieces need to a square, and which piece that is. */
static unsigned nearest(uint64_t *piece, const arb_side *own, arb_colour colour, uint64_t pieces,
                        uint64_t square, uint64_t vacant)
{
    const uint64_t queens = own->diagonal & own->straight;
    const uint64_t of_role[] = { [ARB_KNIGHT] = own->knights,
                                 [ARB_BISHOP] = own->diagonal & ~queens,
                                 [ARB_ROOK] = own->straight & ~queens,
                                 [ARB_QUEEN] = queens };
    unsigned best = BLOCK_NONE;

    *piece = 0;
    for (unsigned role = ARB_KNIGHT; role <= ARB_QUEEN; role++) {
        uint64_t which = 0;
        const unsigned moves =
            moves_of_role(&which, (arb_role)role, of_role[role] & pieces, square, vacant);
        if (moves < best) {
            best = moves;
            *piece = which;
        }
    }
    uint64_t from = square;
    for (unsigned moves = 1; moves < best; moves++) {
        from = forward(other(colour), from);
        if (from & own->pawns & pieces) {
            best = moves;
            *piece = from;
        }
    }
    return best;
}

/* What is missing on the squares that pieces of the king's own must block. */
static unsigned blocks_cost(const arb_plan *plan, const arb_pos *pos, arb_colour colour)
{
    const arb_side *own = &pos->side[colour];
    const uint64_t vacant = ~(pos->side[0].all | pos->side[1].all);
    uint64_t pieces = own->all & ~own->king & ~plan->blocked;
    unsigned cost = 0;

    for (uint64_t squares = plan->blocked & ~(own->all & ~own->king); squares;
         squares = without_lowest(squares)) {
        uint64_t piece;
        cost += BLOCK * nearest(&piece, own, colour, pieces, bit(lowest(squares)), vacant);
        pieces &= ~piece;
    }
    return cost;
}

/* Squares beside the place of the mate that are to be attacked, and are not. */
static unsigned flights(const arb_plan *plan, const arb_pos *pos, arb_colour side)
{
    const arb_side *own = &pos->side[side], *opp = &pos->side[other(side)];
    const uint64_t occupied = (own->all | opp->all) & ~opp->king;
    unsigned n = 0;

    for (uint64_t ring = king_attacks(plan->king) & ~plan->blocked & ~opp->pawns; ring;
         ring = without_lowest(ring))
        n += !arb_side_attacking(own, side, lowest(ring), occupied);
    return n;
}

/*
 * What is missing for the mate beside the moves of the kings. First the king goes to its square:
 * pieces that took the squares around it earlier would be in its way.
 */
static unsigned missing(const arb_plan *plan, const arb_pos *pos, arb_colour side)
{
    const arb_side *own = &pos->side[side], *opp = &pos->side[other(side)];
    const uint64_t occupied = (own->all | opp->all) & ~opp->king;

    if (opp->king == bit(plan->king)) {
        uint64_t piece;
        return blocks_cost(plan, pos, other(side)) + FLIGHT * flights(plan, pos, side) +
               CHECK * nearest(&piece, own, side, own->all & ~own->pawns, opp->king, ~occupied);
    }
    return BLOCK * 3 * count(plan->blocked) + FLIGHT * count(king_attacks(plan->king)) +
           CHECK * BLOCK_NONE +
           (occupied & bit(plan->king) || arb_side_attacking(own, side, plan->king, occupied)
                ? GUARDED
                : 0);
}

/* What keeps a king or a pawn from entering a square: what stands there, and who attacks it. */
static unsigned entry_cost(arb_precondition precondition, const arb_pos *pos)
{
    const arb_colour us = (arb_colour)precondition.colour, them = other(us);
    const arb_side *own = &pos->side[us], *opp = &pos->side[them];
    const uint64_t square = bit(precondition.square), occupied = own->all | opp->all;

    if (precondition.role == ARB_PAWN)
        return square & occupied & ~opp->pawns ? ENTRY : 0;
    return (square & own->all ? ENTRY : 0) +
           ENTRY * count(arb_side_attacking(opp, them, precondition.square, occupied & ~own->king));
}

/* Moves of the nearest piece of its kind until an precondition is done. */
static unsigned precondition_cost(arb_precondition precondition, const arb_pos *pos)
{
    const arb_side *own = &pos->side[precondition.colour];
    const uint64_t queens = own->diagonal & own->straight;
    const uint64_t pieces = precondition.role == ARB_KNIGHT   ? own->knights
                            : precondition.role == ARB_BISHOP ? own->diagonal & ~queens
                            : precondition.role == ARB_ROOK   ? own->straight & ~queens
                                                              : queens;
    uint64_t piece;

    if (precondition.square == ARB_SQUARE_NONE)
        return 0;
    if (precondition.role == ARB_KING || precondition.role == ARB_PAWN)
        return entry_cost(precondition, pos);
    if (pieces & bit(precondition.square))
        return 0;
    return PRECONDITION * moves_of_role(&piece, (arb_role)precondition.role, pieces,
                                        bit(precondition.square),
                                        ~(pos->side[0].all | pos->side[1].all));
}

unsigned arb_abstract_guide_cost(const arb_abstract_guide *map, uint32_t abstraction,
                                 const arb_pos *pos)
{
    const arb_abstract_closure *closure = map->closure;
    const arb_abstract_state it = { .abstraction = abstraction,
                                    .king = { lowest(pos->side[ARB_WHITE].king),
                                              lowest(pos->side[ARB_BLACK].king) },
                                    .turn = pos->turn,
                                    .passed = pos->en_passant };
    const uint32_t number = abstraction == ARB_ABSTRACT_NONE
                                ? ARB_ABSTRACT_NONE
                                : arb_abstract_table_find(&closure->states, &it);

    if (number == ARB_ABSTRACT_NONE || closure->known[number].steps == ARB_ABSTRACT_FAR)
        return UNCHARTED + arb_guide_cost(pos, closure->side) / 4;
    return STEP * closure->known[number].steps +
           precondition_cost(closure->known[number].precondition, pos) +
           missing(map->plan, pos, closure->side);
}
