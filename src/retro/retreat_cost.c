/* SPDX-License-Identifier: MIT */
/* What is still to do on a board: a guess that guides the walk, and proves nothing. */
#include <string.h>

#include "retro/retreat_internal.h"

enum { FAR = 7, JAM = 6, AMISS = 8, FIRST = 4000, EXTRA = 40, REST = 3 };

unsigned arb_retreat_goal(const arb_retreat *walk, unsigned unit)
{
    return unit < 16 ? walk->cast->gate[unit] : walk->cast->home[unit];
}

uint64_t arb_retreat_reach(unsigned role, unsigned square, uint64_t occupied)
{
    switch (role) {
    case ARB_KING:
        return king_attacks(square);
    case ARB_KNIGHT:
        return knight_attacks(square);
    case ARB_BISHOP:
        return bishop_attacks((arb_square)square, occupied);
    case ARB_ROOK:
        return rook_attacks((arb_square)square, occupied);
    default:
        return bishop_attacks((arb_square)square, occupied) |
               rook_attacks((arb_square)square, occupied);
    }
}

/* Moves to `goal` from every square, among those who stand on the board now. */
static void find_ways(uint8_t way[64], unsigned role, unsigned square, unsigned goal,
                      uint64_t occupied, uint64_t shunned)
{
    const unsigned extra = occupied & bit(goal) && square != goal ? 1 : 0;
    const unsigned far = role == ARB_KING ? 2 * FAR : FAR;
    uint64_t left, front = bit(goal);

    occupied &= ~bit(square);
    left = ~occupied & ~bit(goal) & ~shunned;
    memset(way, (int)far, 64);
    way[goal] = 0;
    for (unsigned n = 1; n < far && front; n++) {
        uint64_t next = 0;
        for (; front; front = without_lowest(front))
            next |= arb_retreat_reach(role, lowest(front), occupied);
        front = next & left;
        left &= ~front;
        for (uint64_t set = front; set; set = without_lowest(set))
            way[lowest(set)] = (uint8_t)(n + extra);
    }
}

/* Pawns are done when they are home; while others are busy they need not hurry. */
static int pawn_work(const arb_retreat *walk, unsigned stage, unsigned unit, unsigned square,
                     bool first)
{
    const unsigned rank = square >> 3, gone = unit < 8 ? rank - 1 : 6 - rank;
    const unsigned hunts = walk->cast->hunts[stage][unit];
    if (hunts > gone)
        return 1000;
    const unsigned steps = gone - hunts;
    if (first)
        return (int)hunts * ARB_RETREAT_STEP +
               (int)(gone > REST ? (gone - REST) * ARB_RETREAT_STEP : gone);
    return (int)(steps >= 2 ? steps - 1 : steps) * ARB_RETREAT_STEP;
}

static unsigned before_gate(unsigned gate)
{
    return gate < 8 ? gate + 8 : gate - 8;
}

static int unit_work(const arb_retreat *walk, const arb_retreat_work *work, unsigned stage,
                     unsigned unit, unsigned square, unsigned role, bool first)
{
    if (unit >= 16)
        return square == ARB_SQUARE_NONE ? 3 * ARB_RETREAT_STEP
                                         : work->way[unit][square] * (ARB_RETREAT_STEP + 2);
    if (square == ARB_SQUARE_NONE && role == ARB_PAWN)
        return 4 * ARB_RETREAT_STEP;
    if (role == ARB_PAWN)
        return pawn_work(walk, stage, unit, square, first);
    return (square == ARB_SQUARE_NONE ? 4 : work->way[unit][square]) * (ARB_RETREAT_STEP + 3) +
           ARB_RETREAT_STEP * 3 +
           pawn_work(walk, stage, unit, before_gate(walk->cast->gate[unit]), first);
}

/* While pieces are to become pawns, the others keep off the ranks where that happens. */
static int loitering(const arb_retreat_work *work, unsigned unit, unsigned square, unsigned role)
{
    const unsigned rank = square >> 3, own = unit & 8u ? 7 - rank : rank;

    if (unit < 16 || square == ARB_SQUARE_NONE)
        return 0;
    if (role == ARB_KING) {
        const int way = work->way[unit][square];
        return (own < 2 ? 6 : 0) + (way > 3 ? (way - 3) * 6 : 0) + (own > 3 ? 4 : 0) +
               (work->danger[arb_unit_colour(unit)] & bit(square) ? 12 : 0);
    }
    return (rank >= 2 && rank <= 5 ? 0 : 3) + (own > 3 ? 1 : 0);
}

/* Is this a piece that pawns at home can keep from its square, or one that is in the way? */
static unsigned is_away(const arb_retreat *walk, unsigned side, unsigned unit, unsigned square,
                        unsigned role)
{
    const unsigned rank = square >> 3;

    if (arb_unit_colour(unit) != side)
        return square != ARB_SQUARE_NONE && (side ? rank >= 6 : rank <= 1);
    return unit >= 16 && role != ARB_KNIGHT && square != walk->cast->home[unit];
}

/* The pawns on these files let everybody in and out; the others may go home before. */
bool arb_retreat_keeps_out(unsigned pawn)
{
    return 0x99u >> (pawn & 7) & 1;
}

static unsigned is_early(const arb_retreat *walk, unsigned side, unsigned unit, unsigned square,
                         unsigned role)
{
    return unit < 16 && arb_unit_colour(unit) == side && role == ARB_PAWN &&
           square == walk->cast->home[unit] && arb_retreat_keeps_out(unit);
}

unsigned arb_retreat_amiss(const arb_retreat *walk, const arb_retreat_board *board, unsigned pawn)
{
    if (board->stage == 0 || board->square[pawn] == ARB_SQUARE_NONE)
        return 0;
    const arb_trace_event *event = &walk->plan->event[board->stage - 1];
    const arb_trace_board *before = &walk->plan->board[board->stage - 1];
    const unsigned hunter = event->hunter, file = event->from;
    bool below = true;

    if (hunter == ARB_TRACE_OFFICER || board->role[hunter] != ARB_PAWN || pawn == hunter ||
        board->role[pawn] != ARB_PAWN)
        return 0;
    const int arrival = (int)(board->square[hunter] >> 3) + (hunter < 8 ? -1 : 1);
    for (unsigned i = 0; i < before->count[file]; i++) {
        if (before->pawn[file][i] == hunter)
            below = false;
        if (before->pawn[file][i] != pawn)
            continue;
        const int rank = board->square[pawn] >> 3;
        const int wrong = below ? rank - (arrival - 1) : (arrival + 1) - rank;
        return wrong > 0 ? (unsigned)wrong : 0;
    }
    return 0;
}

/* A bishop is captured on squares of its own colour only. */
static int wrong_colour(const arb_retreat *walk, const arb_retreat_board *board)
{
    if (board->stage == 0)
        return 0;
    const unsigned hunter = walk->plan->event[board->stage - 1].hunter;
    const unsigned victim = walk->cast->victim[board->stage - 1];
    if (hunter == ARB_TRACE_OFFICER || board->role[victim] != ARB_BISHOP ||
        board->role[hunter] != ARB_PAWN)
        return 0;
    return arb_square_is_light((arb_square)arb_retreat_goal(walk, victim)) !=
                   arb_square_is_light((arb_square)board->square[hunter])
               ? AMISS
               : 0;
}

/* Squares that should be vacant: gates, what lies before them, and where a hunter came from. */
static uint64_t wanted_squares(const arb_retreat *walk, const arb_retreat_board *board)
{
    uint64_t out = 0;

    for (unsigned unit = 0; unit < 16; unit++) {
        const unsigned square = board->square[unit];
        if (board->role[unit] != ARB_PAWN)
            out |= bit(walk->cast->gate[unit]) | bit(before_gate(walk->cast->gate[unit]));
        else if (square != ARB_SQUARE_NONE && (unit < 8 ? square >= 40 : square < 24))
            out |= bit(unit < 8 ? square - 8 : square + 8);
        for (unsigned n = arb_retreat_amiss(walk, board, unit), at = square; n > 0; n--)
            out |= bit(at = unit < 8 ? at - 8 : at + 8);
    }
    if (board->stage) {
        const arb_trace_event *event = &walk->plan->event[board->stage - 1];
        if (event->hunter != ARB_TRACE_OFFICER && board->role[event->hunter] == ARB_PAWN) {
            const unsigned square = board->square[event->hunter];
            const uint64_t pawns = board->side[0].pawns | board->side[1].pawns;
            out |=
                ~pawns & bit(((event->hunter < 8 ? square - 8 : square + 8) & 56u) + event->from);
        }
    }
    return out;
}

/* A king cannot stand where a piece that becomes a pawn again would give check. */
static void find_danger(const arb_retreat *walk, arb_retreat_work *work,
                        const arb_retreat_board *board)
{
    uint64_t pawns[2] = { 0, 0 };

    for (unsigned unit = 0; unit < 16; unit++) {
        uint64_t *set = &pawns[arb_unit_colour(unit)];
        unsigned at = board->square[unit];
        if (board->role[unit] != ARB_PAWN)
            *set |= bit(before_gate(walk->cast->gate[unit]));
        for (unsigned n = arb_retreat_amiss(walk, board, unit); n > 0; n--)
            *set |= bit(at = unit < 8 ? at - 8 : at + 8);
    }
    work->danger[ARB_BLACK] = pawn_attacks(ARB_WHITE, pawns[ARB_WHITE]);
    work->danger[ARB_WHITE] = pawn_attacks(ARB_BLACK, pawns[ARB_BLACK]);
}

/* How far the pawns are from letting the next capture be undone. */
static int jam_of(const arb_retreat *walk, const arb_retreat_board *board)
{
    int sum = wrong_colour(walk, board);

    for (unsigned unit = 0; unit < 16; unit++)
        sum += (int)arb_retreat_amiss(walk, board, unit) * AMISS;
    return sum;
}

static int jam_after(const arb_retreat *walk, const arb_retreat_board *board,
                     const arb_retreat_step *step)
{
    arb_retreat_board after = *board;

    arb_retreat_apply(&after, step);
    return jam_of(walk, &after);
}

/* Where pawns of the other side attack: a king who goes there may not get rid of the check. */
static uint64_t pawn_checks(const arb_retreat_board *board, arb_colour colour)
{
    return pawn_attacks(other(colour), board->side[other(colour)].pawns);
}

/* Is a king still beyond the middle of the board? */
static bool is_across(const arb_retreat_board *board)
{
    return (board->side[ARB_WHITE].king >> 32) != 0 || (board->side[ARB_BLACK].king << 32) != 0;
}

void arb_retreat_survey(arb_retreat *walk, arb_retreat_work *work, const arb_retreat_board *board)
{
    const uint64_t occupied = arb_retreat_occupied(board);

    work->pawns = work->pieces = work->loiter = work->jam = 0;
    work->pending = 0;
    memset(work->away, 0, sizeof work->away);
    memset(work->early, 0, sizeof work->early);
    for (unsigned unit = 0; unit < 16; unit++)
        work->pending += board->role[unit] != ARB_PAWN;
    const bool first = work->first =
        work->pending || board->stage || board->extras || is_across(board);
    work->wanted = first ? wanted_squares(walk, board) : 0;
    find_danger(walk, work, board);
    for (unsigned unit = 0; unit < ARB_UNITS; unit++) {
        const unsigned square = board->square[unit], role = board->role[unit];
        if (role != ARB_PAWN &&
            (unit < 16 || !first || square == ARB_SQUARE_NONE || role == ARB_KING))
            find_ways(work->way[unit], role, square & 63u, arb_retreat_goal(walk, unit), occupied,
                      role == ARB_KING ? pawn_checks(board, arb_unit_colour(unit)) : 0);
        if (unit < 16 || !first)
            *(unit < 16 ? &work->pawns : &work->pieces) +=
                unit_work(walk, work, board->stage, unit, square, role, first);
        work->loiter += loitering(work, unit, square, role);
        for (unsigned side = 0; side < 2; side++) {
            work->away[side] =
                (uint8_t)(work->away[side] + is_away(walk, side, unit, square, role));
            work->early[side] =
                (uint8_t)(work->early[side] + is_early(walk, side, unit, square, role));
        }
    }
    work->jam = jam_of(walk, board);
}

static int early_work(unsigned away, unsigned early)
{
    return away ? (int)(early * (ARB_RETREAT_STEP + 4)) : 0;
}

/* What pawns that go home too early cost both sides after `step`. */
static int early_after(const arb_retreat *walk, const arb_retreat_work *work,
                       const arb_retreat_board *board, const arb_retreat_step *step, bool first)
{
    const unsigned unit = step->unit, victim = step->victim;
    const unsigned role = board->role[unit], before = step->promotion ? ARB_PAWN : role;
    int sum = 0;

    for (unsigned side = 0; side < 2; side++) {
        unsigned away = work->away[side] - is_away(walk, side, unit, step->to, role) +
                        is_away(walk, side, unit, step->from, before);
        unsigned early = work->early[side] - is_early(walk, side, unit, step->to, role) +
                         is_early(walk, side, unit, step->from, before);
        if (victim != ARB_UNIT_NONE) {
            away += is_away(walk, side, victim, step->to, board->role[victim]) -
                    is_away(walk, side, victim, ARB_SQUARE_NONE, board->role[victim]);
            early += is_early(walk, side, victim, step->to, board->role[victim]);
        }
        sum += early_work(away, early);
    }
    return first ? sum / 4 : sum;
}

static bool still_across(const arb_retreat_board *board, const arb_retreat_step *step)
{
    if (board->role[step->unit] != ARB_KING)
        return is_across(board);
    const uint64_t white = step->unit < 24 ? bit(step->from) : board->side[ARB_WHITE].king;
    const uint64_t black = step->unit < 24 ? board->side[ARB_BLACK].king : bit(step->from);
    return (white >> 32) != 0 || (black << 32) != 0;
}

/* What `step` from a board that was surveyed leaves to do. */
int arb_retreat_cost(const arb_retreat *walk, const arb_retreat_work *work,
                     const arb_retreat_board *board, const arb_retreat_step *step, unsigned stage)
{
    const unsigned unit = step->unit, victim = step->victim;
    const unsigned role = board->role[unit], before = step->promotion ? ARB_PAWN : role;
    const unsigned pending = work->pending - step->promotion;
    const bool was_first = work->first;
    const uint32_t extras =
        victim == ARB_UNIT_NONE ? board->extras : board->extras & ~(UINT32_C(1) << victim);
    const bool first = pending || stage || extras || still_across(board, step);
    const uint64_t occupied = (arb_retreat_occupied(board) & ~bit(step->to)) | bit(step->from) |
                              (victim != ARB_UNIT_NONE ? bit(step->to) : 0);
    int cost = first ? FIRST + work->pawns + work->loiter + work->jam + (int)stage * 24 +
                           (int)count(extras) * EXTRA
                     : work->pawns + work->pieces;

    if (was_first && !first)
        return FIRST - 1;
    if (unit < 16 || !first)
        cost += unit_work(walk, work, stage, unit, step->from, before, was_first) -
                unit_work(walk, work, board->stage, unit, step->to, role, was_first);
    if (first)
        cost += loitering(work, unit, step->from, before) - loitering(work, unit, step->to, role);
    if (victim != ARB_UNIT_NONE && (victim < 16 || !was_first))
        cost += unit_work(walk, work, stage, victim, step->to, board->role[victim], was_first) -
                unit_work(walk, work, board->stage, victim, ARB_SQUARE_NONE, board->role[victim],
                          was_first);
    if (first)
        cost += (int)count(occupied & work->wanted) * JAM;
    if (first && unit < 16 && role != ARB_PAWN && step->from == walk->cast->gate[unit])
        cost -= JAM;
    if (first && board->stage && (before == ARB_PAWN || stage < board->stage))
        cost += jam_after(walk, board, step) - work->jam;
    return cost + early_after(walk, work, board, step, first);
}
