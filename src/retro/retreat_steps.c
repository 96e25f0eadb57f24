/* SPDX-License-Identifier: MIT */
/* The moves that can be taken back on a board of named units, as their parts and the plan want. */
#include "retro/retreat_internal.h"

enum { PREY = 4 };

static const uint8_t first_roles[8] = { ARB_ROOK, ARB_KNIGHT, ARB_BISHOP, ARB_QUEEN,
                                        ARB_KING, ARB_BISHOP, ARB_KNIGHT, ARB_ROOK };

static uint32_t toss(arb_retreat *walk)
{
    walk->seed = walk->seed * 1664525u + 1013904223u;
    return walk->seed >> 12;
}

/* Laws 3.9.2: before a move the opponent is not in check. */
static bool leaves_check(const arb_retreat_board *board, const arb_retreat_step *step)
{
    const arb_colour us = arb_unit_colour(step->unit);
    const unsigned role = step->promotion ? ARB_PAWN : board->role[step->unit];
    const uint64_t from = bit(step->from), to = bit(step->to);
    arb_side own = board->side[us];

    arb_back_lift(&own, to);
    arb_back_put(&own, from, (arb_role)role);
    return arb_side_attacking(&own, us, lowest(board->side[other(us)].king),
                              own.all | board->side[other(us)].all |
                                  (step->victim != ARB_UNIT_NONE ? to : 0)) != 0;
}

/* A piece and the pawn that it was are different things. */
static uint64_t unit_key(const arb_retreat *walk, unsigned unit, unsigned square, unsigned role)
{
    const uint64_t key = square < 64 ? walk->keys[unit][square] : 0;
    return unit < 16 && role != ARB_PAWN ? key << 17 | key >> 47 : key;
}

static uint64_t whole_key(const arb_retreat *walk, const arb_retreat_board *board)
{
    uint64_t key = board->turn + 1;

    for (unsigned unit = 0; unit < ARB_UNITS; unit++)
        key ^= unit_key(walk, unit, board->square[unit], board->role[unit]);
    return key ^ (uint64_t)board->unstirred << 56;
}

static void keep(arb_retreat *walk, const arb_retreat_step *step, uint64_t key, int cost)
{
    if (walk->count == walk->room ||
        walk->seen[(size_t)(key >> 20) & (ARB_RETREAT_SEEN - 1)] == key)
        return;
    walk->found[walk->count++] =
        (arb_retreat_candidate){ .key = key,
                                 .cost = cost * 16 + (int)(toss(walk) % walk->noise),
                                 .parent = walk->number,
                                 .step = *step };
    walk->found[walk->count - 1].step.role = walk->here->role[walk->here->at[step->to]];
}

/* Steps that undo a capture of the plan, or change parts, are rare: the board is made for them. */
static void consider_whole(arb_retreat *walk, const arb_retreat_step *step)
{
    arb_retreat_board here = *walk->here, after;
    arb_retreat_work work;
    arb_retreat_step plain = *step;

    if (step->twin != ARB_UNIT_NONE)
        arb_retreat_exchange(&here, step->unit, step->twin);
    plain.twin = ARB_UNIT_NONE;
    after = here;
    arb_retreat_apply(&after, &plain);
    if (leaves_check(&here, &plain) || !arb_retreat_gates_open(walk, &after, after.stage) ||
        !arb_retreat_order_right(walk, &after, after.stage))
        return;
    arb_retreat_survey(walk, &work, &here);
    const int cost = arb_retreat_cost(walk, &work, &here, &plain, after.stage) +
                     (int)count(after.unstirred) * 2 * ARB_RETREAT_STEP;
    keep(walk, step, whole_key(walk, &after), cost);
}

static void consider(arb_retreat *walk, const arb_retreat_step *step)
{
    const arb_retreat_board *here = walk->here;
    const bool extra = step->victim != ARB_UNIT_NONE && (here->extras >> step->victim & 1) != 0;

    --*walk->limits.nodes;
    if (step->twin != ARB_UNIT_NONE || (step->victim != ARB_UNIT_NONE && !extra) ||
        here->unstirred || step->promotion || (extra && step->victim < 16)) {
        consider_whole(walk, step);
        return;
    }
    if (leaves_check(here, step))
        return;
    uint64_t key = here->key ^ (uint64_t)((here->turn + 1) ^ ((here->turn ^ 1) + 1));
    key ^=
        unit_key(walk, step->unit, step->to, here->role[step->unit]) ^
        unit_key(walk, step->unit, step->from, step->promotion ? ARB_PAWN : here->role[step->unit]);
    if (extra)
        key ^= unit_key(walk, step->victim, step->to, here->role[step->victim]);
    keep(walk, step, key, arb_retreat_cost(walk, &walk->work, here, step, here->stage));
}

/* Whom `hunter` captured, if that is the next capture to be undone. */
static unsigned next_victim(const arb_retreat *walk, unsigned hunter)
{
    const unsigned stage = walk->here->stage;

    if (stage == 0 || walk->plan->event[stage - 1].hunter != hunter)
        return ARB_UNIT_NONE;
    return walk->cast->victim[stage - 1];
}

/* How far from home this pawn stays, for what it or others did before. */
static unsigned least_gone(const arb_retreat *walk, unsigned unit)
{
    const unsigned stage = walk->here->stage;
    const arb_ranks *ranks = walk->cast->ranks;

    if (stage == 0)
        return 0;
    const unsigned hunt = walk->plan->event[stage - 1].hunter == unit;
    return hunt + (unit < 8 ? (unsigned)ranks->low[stage - 1][unit] - 1
                            : 6 - (unsigned)ranks->high[stage - 1][unit]);
}

/* Would this pawn at home lock out a bishop of its own side that is not yet there? */
static bool locks_out(const arb_retreat *walk, unsigned pawn)
{
    const unsigned file = pawn & 7u, side = pawn & 8u;
    const unsigned bishop = file == 1 || file == 3 ? 2 : file == 4 || file == 6 ? 5 : 8;

    if (bishop == 8)
        return false;
    const unsigned twin = side + 2 * bishop - file, unit = 16 + side + bishop;
    return walk->here->square[twin] == walk->cast->home[twin] &&
           walk->here->role[twin] == ARB_PAWN && walk->here->square[unit] != walk->cast->home[unit];
}

/* Would a pawn at home lock in a bishop that is still to become a pawn? */
static bool shuts(const arb_retreat *walk, unsigned pawn)
{
    for (unsigned unit = pawn < 8 ? 8 : 0; unit < (pawn < 8 ? 16u : 8u); unit++) {
        const int apart = (int)(walk->cast->gate[unit] & 7u) - (int)(pawn & 7u);
        if (walk->here->role[unit] == ARB_BISHOP && (apart == 1 || apart == -1))
            return true;
    }
    return false;
}

/* Has this pawn one of the other colour behind it? Then going home brings them together. */
static bool crossed(const arb_retreat *walk, unsigned pawn)
{
    const arb_retreat_board *here = walk->here;
    const uint64_t file = FILE_A << (here->square[pawn] & 7u), below = bit(here->square[pawn]) - 1;

    return (here->side[arb_unit_colour(pawn) ^ 1].pawns & file & (pawn < 8 ? below : ~below)) != 0;
}

/* The rank, counted from home, on which pawns leave everybody a way in and out. */
static unsigned resting_rank(const arb_retreat *walk, unsigned unit)
{
    static const uint8_t floors[8] = { 2, 2, 0, 2, 2, 0, 2, 2 };
    const unsigned floor = floors[unit & 7];
    const bool first = walk->work.first;

    if (first || walk->work.away[arb_unit_colour(unit)])
        return floor == 0 && first && shuts(walk, unit) ? 1 : floor;
    return locks_out(walk, unit) ? 1 : 0;
}

/* The rank below which a pawn waits for others. */
static unsigned waiting_rank(const arb_retreat *walk, unsigned unit)
{
    if (arb_retreat_amiss(walk, walk->here, unit))
        return 0;
    if (walk->here->stage && crossed(walk, unit))
        return 3;
    return resting_rank(walk, unit);
}

/* Does the piece that was captured on this square fit it? A bishop keeps the colour of its squares.
 */
static bool fits_square(const arb_retreat *walk, unsigned victim, unsigned square)
{
    const unsigned role = walk->here->role[victim];

    if (role == ARB_PAWN)
        return square >= 8 && square < 56;
    if (walk->cast->caged >> victim & 1)
        return square == walk->cast->home[victim];
    return role != ARB_BISHOP || arb_square_is_light((arb_square)arb_retreat_goal(walk, victim)) ==
                                     arb_square_is_light((arb_square)square);
}

/* Laws 3.7 */
static void pawn_steps(arb_retreat *walk, unsigned unit)
{
    const arb_retreat_board *here = walk->here;
    const unsigned square = here->square[unit], rank = square >> 3;
    const unsigned gone = unit < 8 ? rank - 1 : 6 - rank;
    arb_retreat_step step = {
        .unit = (uint8_t)unit, .to = (uint8_t)square, .victim = ARB_UNIT_NONE, .twin = ARB_UNIT_NONE
    };

    if (gone == 0)
        return;
    const unsigned behind = unit < 8 ? square - 8 : square + 8;
    const unsigned least = least_gone(walk, unit), waits = waiting_rank(walk, unit);
    const unsigned floor = least > waits ? least : waits;
    if (here->at[behind] == ARB_UNIT_NONE && gone > floor) {
        step.from = (uint8_t)behind;
        consider(walk, &step);
        const unsigned further = unit < 8 ? behind - 8 : behind + 8;
        if (gone == 2 && here->at[further] == ARB_UNIT_NONE && floor == 0) {
            step.from = (uint8_t)further;
            consider(walk, &step);
        }
    }
    const unsigned victim = next_victim(walk, unit);
    if (victim == ARB_UNIT_NONE || !fits_square(walk, victim, square))
        return;
    step.from = (uint8_t)((behind & 56u) + walk->plan->event[here->stage - 1].from);
    step.victim = (uint8_t)victim;
    if (here->at[step.from] == ARB_UNIT_NONE)
        consider(walk, &step);
}

/* Can `part` be played by the piece that now plays `by`? */
static bool fits(const arb_retreat *walk, unsigned part, unsigned by)
{
    const unsigned role = walk->here->role[by];

    if (part >= 16 && first_roles[part & 7] != role)
        return false;
    return role != ARB_BISHOP || arb_square_is_light((arb_square)arb_retreat_goal(walk, part)) ==
                                     arb_square_is_light((arb_square)walk->here->square[by]);
}

/* Laws 3.7.3.3: a piece on the last rank can have been a pawn, by its own part or another's. */
static void demotions(arb_retreat *walk, unsigned piece)
{
    const arb_retreat_board *here = walk->here;
    const unsigned square = here->square[piece], us = arb_unit_colour(piece);

    if ((us ? square >= 8 : square < 56) || here->role[piece] == ARB_KING)
        return;
    const unsigned behind = us ? square + 8 : square - 8;
    for (unsigned unit = us * 8; unit < us * 8 + 8; unit++) {
        if (walk->cast->gate[unit] != square || here->role[unit] == ARB_PAWN ||
            here->square[unit] == ARB_SQUARE_NONE || !arb_retreat_may_demote(walk, here, unit) ||
            (unit != piece && (!fits(walk, piece, unit) || !fits(walk, unit, piece))))
            continue;
        arb_retreat_step step = { .unit = (uint8_t)unit,
                                  .twin = (uint8_t)(unit == piece ? ARB_UNIT_NONE : piece),
                                  .to = (uint8_t)square,
                                  .from = (uint8_t)behind,
                                  .victim = ARB_UNIT_NONE,
                                  .promotion = true };
        if (here->at[behind] == ARB_UNIT_NONE)
            consider(walk, &step);
        const unsigned victim = next_victim(walk, unit);
        if (victim == ARB_UNIT_NONE || !fits_square(walk, victim, square))
            continue;
        step.from = (uint8_t)((behind & 56u) + walk->plan->event[here->stage - 1].from);
        step.victim = (uint8_t)victim;
        if (here->at[step.from] == ARB_UNIT_NONE)
            consider(walk, &step);
    }
}

/* A pawn comes back on its file, as far from home as its captures need. */
static bool pawn_fits(const arb_retreat *walk, unsigned pawn, unsigned square)
{
    const arb_trace_board *plan = &walk->plan->board[walk->here->stage];
    const unsigned file = square & 7u, rank = square >> 3;

    if (square < 8 || square >= 56)
        return false;
    const unsigned gone = pawn < 8 ? rank - 1 : 6 - rank;
    if (gone < least_gone(walk, pawn) || (gone == 0 && resting_rank(walk, pawn)))
        return false;
    for (unsigned i = 0; i < plan->count[file]; i++)
        if (plan->pawn[file][i] == pawn)
            return true;
    return false;
}

/* Whom a piece may have captured where it stands. */
static unsigned prey_of(uint8_t out[ARB_UNITS], const arb_retreat *walk, unsigned unit)
{
    const arb_retreat_board *here = walk->here;
    const unsigned square = here->square[unit];
    const uint32_t theirs = arb_unit_colour(unit) == ARB_WHITE ? 0xff00ff00u : 0x00ff00ffu;
    unsigned n = 0;

    for (uint32_t set = here->extras & theirs; set; set &= set - 1) {
        const unsigned victim = (unsigned)__builtin_ctz(set);
        const bool pawn = here->role[victim] == ARB_PAWN;
        if (n < PREY && (pawn ? pawn_fits(walk, victim, square)
                              : fits_square(walk, victim, square) &&
                                    (walk->work.first || walk->work.way[victim][square] <= 3)))
            out[n++] = (uint8_t)victim;
    }
    const unsigned victim = next_victim(walk, ARB_TRACE_OFFICER);
    if (victim != ARB_UNIT_NONE && arb_unit_colour(victim) != arb_unit_colour(unit) &&
        (square & 7u) == walk->plan->event[here->stage - 1].to && square >= 8 && square < 56)
        out[n++] = (uint8_t)victim;
    return n;
}

/* Laws 3.2 to 3.6, 3.8.1 */
static void piece_steps(arb_retreat *walk, unsigned unit)
{
    const arb_retreat_board *here = walk->here;
    const unsigned square = here->square[unit];
    const uint64_t occupied = arb_retreat_occupied(here);
    arb_retreat_step step = { .unit = (uint8_t)unit, .to = (uint8_t)square, .twin = ARB_UNIT_NONE };
    uint8_t prey[ARB_UNITS];
    const unsigned n = prey_of(prey, walk, unit);

    demotions(walk, unit);
    for (uint64_t origins = arb_retreat_reach(here->role[unit], square, occupied) & ~occupied;
         origins; origins = without_lowest(origins)) {
        step.from = lowest(origins);
        step.victim = ARB_UNIT_NONE;
        consider(walk, &step);
        for (unsigned i = 0; i < n; i++) {
            step.victim = prey[i];
            consider(walk, &step);
        }
    }
}

void arb_retreat_steps(arb_retreat *walk, const arb_retreat_board *board, uint32_t number)
{
    const unsigned us = board->turn ^ 1u;

    walk->here = board;
    walk->number = number;
    arb_retreat_survey(walk, &walk->work, board);
    for (unsigned i = 0; i < 16; i++) {
        const unsigned unit = (i < 8 ? i : i + 8) + us * 8;
        if (board->square[unit] == ARB_SQUARE_NONE || (walk->cast->locked >> unit & 1))
            continue;
        if (board->role[unit] == ARB_PAWN)
            pawn_steps(walk, unit);
        else
            piece_steps(walk, unit);
    }
}
