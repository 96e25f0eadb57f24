/* SPDX-License-Identifier: MIT */
/*
 * Walls, checked as proof.h tells them: no unit gets out of its squares, and on these squares there
 * is no mate. Every condition is looked at for every square, as it is written there.
 */
#include "slow_certificate.h"
#include "slow_reach.h"

typedef struct walls {
    const arb_proof_part *part;
    arb_colour side;
    uint64_t clear;                      /* squares on which nothing must stand */
    uint64_t guests[ARB_COLOUR_COUNT];   /* where pieces of a colour may stand, the king left out */
    uint64_t captures[ARB_COLOUR_COUNT]; /* where a colour may capture */
    uint64_t passed[ARB_COLOUR_COUNT];   /* where pawns of a colour may be passed over */
} walls;

static arb_piece piece_of(const arb_proof_unit *unit)
{
    return arb_piece_of((arb_colour)unit->colour, (arb_role)unit->role);
}

static int forward(const arb_proof_unit *pawn)
{
    return pawn->colour == ARB_WHITE ? 1 : -1;
}

static bool moves(const arb_proof_unit *unit)
{
    return unit->at != slow_bit(unit->home);
}

static uint64_t rank_set(unsigned rank)
{
    return UINT64_C(255) << 8 * rank;
}

/* The last rank for this pawn. */
static uint64_t last_rank(const arb_proof_unit *pawn)
{
    return rank_set(pawn->colour == ARB_WHITE ? 7 : 0);
}

/* Is it a unit at all, on the board, and not there twice? */
static const char *fault_of_place(const arb_proof_part *part, const arb_proof_unit *unit,
                                  uint64_t homes)
{
    if (unit->home >= 64 || unit->role >= ARB_ROLE_COUNT || unit->colour >= ARB_COLOUR_COUNT)
        return "a unit is none";
    if ((homes & slow_bit(unit->home)) || arb_pos_piece(&part->pos, unit->home) != piece_of(unit))
        return "a unit is not on the board";
    return unit->at & slow_bit(unit->home) ? NULL : "a unit is not at home";
}

/* Can the unit be what it says? */
static const char *fault_of_kind(const arb_proof_unit *unit, arb_colour side)
{
    if (unit->role != ARB_PAWN && (unit->promotes || unit->strayed))
        return "a unit that is no pawn promotes or strays";
    if (unit->strayed & ~unit->at)
        return "a pawn strays where it is not";
    if (unit->promotes && (unit->colour == side || unit->at != ~UINT64_C(0)))
        return "a pawn promotes and is not everywhere, or is of the wrong side";
    return moves(unit) && !unit->loose ? "a unit moves and is not loose" : NULL;
}

/* Does each piece of the board have its unit? */
static const char *fault_of_units(const arb_proof_part *part, arb_colour side)
{
    const uint64_t board = part->pos.side[ARB_WHITE].all | part->pos.side[ARB_BLACK].all;
    uint64_t homes = 0;

    if (part->units > ARB_PROOF_UNITS_MAX)
        return "there are too many units";
    for (unsigned i = 0; i < part->units; i++) {
        const char *fault = fault_of_place(part, &part->unit[i], homes);
        if (!fault)
            fault = fault_of_kind(&part->unit[i], side);
        if (fault)
            return fault;
        homes |= slow_bit(part->unit[i].home);
    }
    return homes == board ? NULL : "a piece is no unit";
}

/* Where pawns of the unit's colour may be passed over because of this one. */
static uint64_t passed_over(const arb_proof_unit *unit)
{
    const unsigned second = unit->colour == ARB_WHITE ? 8 : 48;
    uint64_t set = 0;

    if (unit->role != ARB_PAWN)
        return 0;
    for (unsigned file = 0; file < 8; file++) {
        const unsigned from = second + file, over = slow_beside(from, 0, forward(unit));
        const unsigned to = slow_beside(over, 0, forward(unit));
        if ((unit->at & slow_bit(from)) && (unit->at & slow_bit(to)))
            set |= slow_bit(over);
    }
    return set;
}

static uint64_t captures_of(const arb_proof_unit *unit)
{
    if (unit->promotes)
        return ~UINT64_C(0);
    if (unit->role == ARB_PAWN)
        return slow_reach_all(piece_of(unit), unit->at, 0);
    return unit->loose ? unit->at : 0;
}

static walls walls_of(const arb_proof_part *part, arb_colour side)
{
    walls w = { .part = part,
                .side = side,
                .clear = ~(part->pos.side[ARB_WHITE].all | part->pos.side[ARB_BLACK].all) };

    for (unsigned i = 0; i < part->units; i++) {
        const arb_proof_unit *unit = &part->unit[i];
        if (unit->loose)
            w.clear |= slow_bit(unit->home);
        if (unit->role != ARB_KING)
            w.guests[unit->colour] |= unit->at;
        w.captures[unit->colour] |= captures_of(unit);
        w.passed[unit->colour] |= passed_over(unit);
    }
    if (part->pos.passed != ARB_SQUARE_NONE)
        w.passed[arb_opponent((arb_colour)part->pos.turn)] |= slow_bit(part->pos.passed);
    return w;
}

/* Squares that a king does not enter, because units that never leave home attack them. */
static uint64_t shunned(const walls *w, arb_colour king)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < w->part->units; i++) {
        const arb_proof_unit *unit = &w->part->unit[i];
        if (unit->colour != king && !unit->loose)
            set |= slow_reach(piece_of(unit), unit->home, ~UINT64_C(0));
    }
    return set;
}

static const char *fault_of_piece(const walls *w, const arb_proof_unit *unit)
{
    const arb_colour other = arb_opponent((arb_colour)unit->colour);
    uint64_t to = slow_reach_all(piece_of(unit), unit->at, ~w->clear);

    to &= w->clear | w->guests[other];
    if (unit->role == ARB_KING)
        to &= ~shunned(w, (arb_colour)unit->colour);
    return to & ~unit->at ? "a piece gets out of its squares" : NULL;
}

/* Is the enemy pawn one that never leaves its file, and that nobody of `colour` captures? */
static bool is_bound(const walls *w, const arb_proof_unit *pawn, arb_colour colour)
{
    const uint64_t file = UINT64_C(0x0101010101010101) << pawn->home % 8;
    const uint64_t squares = pawn->at | (passed_over(pawn) & file);

    return !pawn->promotes && !pawn->strayed && !(squares & w->captures[colour]);
}

/* The squares on the pawn's file that it does not get to by steps: bound enemies and beyond. */
static uint64_t stopped(const walls *w, const arb_proof_unit *pawn)
{
    uint64_t set = 0;

    for (unsigned i = 0; i < w->part->units; i++) {
        const arb_proof_unit *enemy = &w->part->unit[i];
        if (enemy->role != ARB_PAWN || enemy->colour == pawn->colour ||
            enemy->home % 8 != pawn->home % 8 ||
            (enemy->home > pawn->home) != (forward(pawn) > 0) ||
            !is_bound(w, enemy, (arb_colour)pawn->colour))
            continue;
        for (unsigned at = enemy->home; at != ARB_SQUARE_NONE;
             at = slow_beside(at, 0, forward(pawn)))
            set |= slow_bit(at);
    }
    return set;
}

/* Where steps lead from a square. */
static uint64_t steps_of(const walls *w, const arb_proof_unit *pawn, unsigned from)
{
    const unsigned second = pawn->colour == ARB_WHITE ? 1 : 6;
    const unsigned one = slow_beside(from, 0, forward(pawn));
    const unsigned two =
        one == ARB_SQUARE_NONE ? ARB_SQUARE_NONE : slow_beside(one, 0, forward(pawn));

    if (one == ARB_SQUARE_NONE || !(w->clear & slow_bit(one)))
        return 0;
    if (from / 8 != second || !(w->clear & slow_bit(two)))
        return slow_bit(one);
    return slow_bit(one) | slow_bit(two);
}

static const char *fault_of_pawn(const walls *w, const arb_proof_unit *pawn)
{
    const arb_colour other = arb_opponent((arb_colour)pawn->colour);
    const uint64_t stops = stopped(w, pawn);
    uint64_t to = 0;

    if (pawn->promotes)
        return NULL;
    for (uint64_t at = pawn->at; at; at &= at - 1) {
        const unsigned from = slow_first(at);
        const bool strayed = (pawn->strayed & slow_bit(from)) != 0;
        const uint64_t steps = steps_of(w, pawn, from);
        const uint64_t takes =
            slow_reach(piece_of(pawn), from, 0) & (w->guests[other] | w->passed[other]);
        if ((takes | (strayed ? steps : 0)) & ~pawn->strayed)
            return "a pawn strays further than told";
        to |= takes | (strayed ? steps : steps & ~stops);
    }
    if (to & ~pawn->at)
        return "a pawn gets out of its squares";
    return to & last_rank(pawn) ? "a pawn promotes" : NULL;
}

static const char *fault_of_castling(const walls *w, const arb_proof_unit *king)
{
    const arb_proof_part *part = w->part;

    for (unsigned i = 0; i < part->units; i++) {
        const arb_proof_unit *rook = &part->unit[i];
        if (rook->role != ARB_ROOK || rook->colour != king->colour ||
            !(part->pos.castling & slow_bit(rook->home)))
            continue;
        const unsigned rank = 8u * (king->home / 8u);
        const bool right = rook->home > king->home;
        if (!(king->at & slow_bit(rank + (right ? 6 : 2))) ||
            !(rook->at & slow_bit(rank + (right ? 5 : 3))))
            return "castling leads out of the squares";
    }
    return NULL;
}

/* May it be captured, or has it just passed over a square? Then it must be loose. */
static const char *fault_of_home(const walls *w, const arb_proof_unit *unit)
{
    const arb_pos *pos = &w->part->pos;

    if (unit->loose || unit->role == ARB_KING)
        return NULL;
    if (w->captures[arb_opponent((arb_colour)unit->colour)] & slow_bit(unit->home))
        return "a unit can be captured and is not loose";
    if (pos->passed != ARB_SQUARE_NONE && unit->role == ARB_PAWN && unit->colour != pos->turn &&
        unit->home == slow_beside(pos->passed, 0, forward(unit)))
        return "a pawn has just passed over a square and is not loose";
    return NULL;
}

static const char *fault_of_unit(const walls *w, const arb_proof_unit *unit)
{
    const char *fault = fault_of_home(w, unit);

    if (!fault && unit->role == ARB_KING)
        fault = fault_of_castling(w, unit);
    if (fault)
        return fault;
    return unit->role == ARB_PAWN ? fault_of_pawn(w, unit) : fault_of_piece(w, unit);
}

const char *slow_walls_fault(const arb_proof_part *part, arb_colour side)
{
    const char *fault = fault_of_units(part, side);

    if (fault)
        return fault;
    const walls w = walls_of(part, side);
    for (unsigned i = 0; i < part->units && !fault; i++)
        fault = fault_of_unit(&w, &part->unit[i]);
    return fault ? fault : slow_walls_mate(part, side, w.clear);
}
