/* SPDX-License-Identifier: MIT */
/*
 * The best first, as in search.c, but a move is only played when its turn comes: until then a
 * guess stands for the position behind it, made of a few operations on the sets of squares. Most
 * moves never have their turn.
 *
 * Nothing here decides anything but by a mate that is on the board at the end of legal moves: a
 * wrong guess makes the run longer, and two positions taken for one make it miss something.
 */
#include "proof/quick_mate.h"

#include <string.h>

#include "board/advance.h"
#include "board/sides.h"
#include "proof/guide.h"

enum {
    NODES = 160,
    PENDING = 5000,
    SLOTS = 512,
    NOTHING = 0xffff /* no index */
};

/* Prices of moves, beside those of positions in guide.h. */
enum {
    MOVE_OWN = 8,     /* any move of the side that is to mate */
    QUEEN = 27,       /* what a new queen is worth */
    LESS = 11,        /* what another promotion costs */
    HEAVY_LOST = 100, /* a rook or queen that is captured */
    OFFER = 3         /* what it is worth to stand where one can be captured */
};

typedef struct node {
    arb_pos pos; /* pieces, turn and rights; neither key nor counters */
    uint64_t key;
    uint16_t parent;
    arb_move move; /* that led here */
} node;

/* A move that waits, in the list of its cost. */
typedef struct pending {
    uint16_t next, parent;
    arb_move move;
} pending;

typedef struct quick_run {
    arb_colour side;
    uint16_t count, waiting, limit;
    unsigned lowest;
    uint16_t list[ARB_GUIDE_COSTS];
    uint16_t slots[SLOTS];
    node nodes[NODES];
    pending moves[PENDING];
} quick_run;

/* What the guesses about the moves of one position are made from. */
typedef struct scene {
    const arb_side *own, *opp; /* of the side that is to mate, and of the other */
    arb_square king, prey;
    uint64_t ring, flights; /* around the king that is to be mated, and where it can go */
    uint64_t attacked;      /* by the side that is to mate */
    uint64_t checks[ARB_ROLE_COUNT];
    unsigned cost;
    bool queen;
} scene;

static uint64_t attacked_by(const arb_side *side, arb_colour colour, uint64_t occupied)
{
    uint64_t set = pawn_attacks(colour, side->pawns) | king_attacks(lowest(side->king));

    for (uint64_t pieces = side->knights; pieces; pieces = without_lowest(pieces))
        set |= knight_attacks(lowest(pieces));
    for (uint64_t pieces = side->diagonal; pieces; pieces = without_lowest(pieces))
        set |= bishop_attacks(lowest(pieces), occupied);
    for (uint64_t pieces = side->straight; pieces; pieces = without_lowest(pieces))
        set |= rook_attacks(lowest(pieces), occupied);
    return set;
}

static scene scene_of(const arb_pos *pos, arb_colour side)
{
    scene s = { .own = &pos->side[side], .opp = &pos->side[other(side)] };
    const uint64_t occupied = s.own->all | s.opp->all;

    s.king = lowest(s.own->king);
    s.prey = lowest(s.opp->king);
    s.attacked = attacked_by(s.own, side, occupied & ~s.opp->king);
    s.ring = king_attacks(s.prey);
    s.flights = s.ring & ~s.opp->all & ~s.attacked;
    s.checks[ARB_PAWN] = pawn_attacks(other(side), s.opp->king);
    s.checks[ARB_KNIGHT] = knight_attacks(s.prey);
    s.checks[ARB_BISHOP] = bishop_attacks(s.prey, occupied);
    s.checks[ARB_ROOK] = rook_attacks(s.prey, occupied);
    s.checks[ARB_QUEEN] = s.checks[ARB_BISHOP] | s.checks[ARB_ROOK];
    s.queen = (s.own->diagonal & s.own->straight) != 0;
    s.cost = arb_guide_hunt(pos, side, count(s.flights));
    return s;
}

/* Which lines and leaps a piece has, by its role, as masks. */
typedef struct reach {
    uint64_t straight, diagonal, leap, king;
} reach;

#define ALL (~UINT64_C(0))
static const reach reaches[ARB_ROLE_COUNT] = {
    [ARB_KNIGHT] = { 0, 0, ALL, 0 }, [ARB_BISHOP] = { 0, ALL, 0, 0 },
    [ARB_ROOK] = { ALL, 0, 0, 0 },   [ARB_QUEEN] = { ALL, ALL, 0, 0 },
    [ARB_KING] = { 0, 0, 0, ALL },
};

/* What a piece on `square` would attack on an empty board; of a pawn, nothing. */
static inline uint64_t aims(arb_role role, unsigned square)
{
    const reach *r = &reaches[role];

    return ((arb_line_squares[LINE_RANK][square] | arb_line_squares[LINE_FILE][square]) &
            r->straight) |
           ((arb_line_squares[LINE_RISING][square] | arb_line_squares[LINE_FALLING][square]) &
            r->diagonal) |
           (arb_knight_squares[square] & r->leap) | (arb_king_squares[square] & r->king);
}

/* 1 if the square belongs to the set, otherwise 0. */
static inline int in(uint64_t set, unsigned square)
{
    return (int)(set >> square & 1);
}

/* How many squares there are in a set of few. */
static inline int few(uint64_t set)
{
#ifdef __POPCNT__
    return (int)count(set);
#else
    int n = 0;

    for (; set; set = without_lowest(set))
        n++;
    return n;
#endif
}

static unsigned steps(arb_square a, arb_square b)
{
    const int files = (int)arb_square_file(a) - (int)arb_square_file(b);
    const int ranks = (int)arb_square_rank(a) - (int)arb_square_rank(b);
    const int x = files < 0 ? -files : files, y = ranks < 0 ? -ranks : ranks;

    return (unsigned)(x > y ? x : y);
}

/* How much nearer a move of the side that is to mate seems to bring the mate; less is nearer. */
static inline int guess_own(const scene *s, arb_move move, arb_role role, uint64_t aim)
{
    const unsigned from = move_from(move), to = move_to(move), code = move_code(move);
    int guess =
        MOVE_OWN - ARB_GUIDE_MAN * in(s->opp->all, to) - ARB_GUIDE_FLIGHT * few(s->flights & aim);

    if (code >= CODE_PROMOTION)
        guess += role == ARB_QUEEN ? -QUEEN : LESS;
    else if (role == ARB_PAWN)
        guess -= s->queen ? 0 : ARB_GUIDE_PAWN;
    else if (role == ARB_KING)
        guess += ARB_GUIDE_KING *
                 ((int)steps((arb_square)to, s->prey) - (int)steps((arb_square)from, s->prey));
    return guess;
}

/* The same for a move of the king that is to be mated, and of another piece of its side. */
static int guess_prey(const scene *s, arb_square from, arb_square to)
{
    const uint64_t flights = king_attacks(to) & ~(s->opp->all & ~bit(from)) & ~s->attacked;

    return HEAVY_LOST * in(s->own->straight, to) +
           ARB_GUIDE_FLIGHT * (few(flights) - few(s->flights)) +
           ARB_GUIDE_KING * ((int)steps(to, s->king) - (int)steps(from, s->king)) +
           ARB_GUIDE_CORNER * ((int)arb_guide_corner(to) - (int)arb_guide_corner(from));
}

static inline int guess_opp(const scene *s, unsigned from, unsigned to)
{
    return HEAVY_LOST * in(s->own->straight, to) - ARB_GUIDE_FLIGHT * in(s->flights, to) -
           OFFER * in(s->attacked & ~s->flights, to) + ARB_GUIDE_FLIGHT * in(s->ring, from);
}

static arb_role role_after(arb_move move)
{
    const unsigned code = move_code(move);

    if (code >= CODE_PROMOTION)
        return code_promotion(code);
    return code <= ARB_MOVE_KING ? (arb_role)code : arb_move_role(move);
}

/* As arb_pos_play(), without what nobody looks at here. */
static void play(arb_pos *out, const arb_pos *pos, arb_move move)
{
    const arb_colour us = (arb_colour)pos->turn;

    advance(out, pos, us, move);
    out->turn = (uint8_t)other(us);
}

/* A number that differs for most positions that differ; the products do not wait for each other. */
static uint64_t key_of(const arb_pos *pos)
{
    const arb_side *white = &pos->side[ARB_WHITE], *black = &pos->side[ARB_BLACK];
    const uint64_t mix = (white->all * UINT64_C(0x9e3779b97f4a7c15)) ^
                         (black->all * UINT64_C(0xbf58476d1ce4e5b9)) ^
                         ((white->king ^ black->straight) * UINT64_C(0x94d049bb133111eb)) ^
                         ((black->king ^ white->straight) * UINT64_C(0xd6e8feb86659fd93)) ^
                         ((white->diagonal ^ black->diagonal) * UINT64_C(0xa0761d6478bd642f));

    return (mix ^ mix >> 32) * UINT64_C(0xe7037ed1a0b428db) + pos->turn;
}

static void wait(quick_run *run, uint16_t parent, arb_move move, int guess)
{
    if (run->waiting == PENDING)
        return;
    const unsigned cost = guess < 0                  ? 0
                          : guess >= ARB_GUIDE_COSTS ? ARB_GUIDE_COSTS - 1
                                                     : (unsigned)guess;
    run->moves[run->waiting] = (pending){ run->list[cost], parent, move };
    run->list[cost] = run->waiting++;
    run->lowest = cost < run->lowest ? cost : run->lowest;
}

/* Is the move, which gives check, mate? `aim` is what the piece attacks from its new square. */
static bool mates(const scene *s, const arb_pos *pos, arb_move move, uint64_t aim)
{
    arb_pos next;

    if (s->flights & ~aim & ~bit(move_to(move)))
        return false;
    play(&next, pos, move);
    return arb_pos_is_checkmate(&next);
}

/* Lets all moves of the side that is to be mated wait. */
static void look_opp(quick_run *run, uint16_t at, const scene *s, const arb_move *moves, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const unsigned from = move_from(moves[i]), to = move_to(moves[i]);
        const int guess = move_code(moves[i]) == ARB_MOVE_KING
                              ? guess_prey(s, (arb_square)from, (arb_square)to)
                              : guess_opp(s, from, to);
        wait(run, at, moves[i], (int)s->cost + guess);
    }
}

/* Lets all moves of the side that is to mate wait; true when one of them mates: it is in `last`. */
static bool look_own(quick_run *run, uint16_t at, const scene *s, const arb_move *moves, size_t n,
                     arb_move *last)
{
    const arb_pos *pos = &run->nodes[at].pos;

    for (size_t i = 0; i < n; i++) {
        const arb_role role = role_after(moves[i]);
        const unsigned to = move_to(moves[i]);
        const uint64_t aim = role == ARB_PAWN ? pawn_attacks(run->side, bit(to)) : aims(role, to);
        if (in(s->checks[role], to) && mates(s, pos, moves[i], aim)) {
            *last = moves[i];
            return true;
        }
        wait(run, at, moves[i], (int)s->cost + guess_own(s, moves[i], role, aim));
    }
    return false;
}

/* Lets all moves of a node wait; true when one of them mates, which is then in `last`. */
static bool look(quick_run *run, uint16_t at, arb_move *last)
{
    const arb_pos *pos = &run->nodes[at].pos;
    const scene s = scene_of(pos, run->side);
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);

    if (pos->turn == run->side)
        return look_own(run, at, &s, moves, n, last);
    look_opp(run, at, &s, moves, n);
    return false;
}

/* Has a position with this key been here? If not, it has now. */
static bool is_known(quick_run *run, uint64_t key)
{
    unsigned at = (unsigned)(key >> 40) % SLOTS;

    for (; run->slots[at] != NOTHING; at = (at + 1) % SLOTS)
        if (run->nodes[run->slots[at]].key == key)
            return true;
    run->slots[at] = run->count;
    return false;
}

/* Plays the most promising move that waits; NOTHING when none is left, or no room. */
static uint16_t step(quick_run *run)
{
    for (;;) {
        while (run->lowest < ARB_GUIDE_COSTS && run->list[run->lowest] == NOTHING)
            run->lowest++;
        if (run->lowest == ARB_GUIDE_COSTS || run->count == run->limit)
            return NOTHING;
        const pending *next = &run->moves[run->list[run->lowest]];
        node *fresh = &run->nodes[run->count];
        run->list[run->lowest] = next->next;
        play(&fresh->pos, &run->nodes[next->parent].pos, next->move);
        fresh->key = key_of(&fresh->pos);
        if (is_known(run, fresh->key))
            continue;
        fresh->parent = next->parent;
        fresh->move = next->move;
        return run->count++;
    }
}

static void write_line(arb_proof_answer *out, const quick_run *run, uint16_t at, arb_move last)
{
    size_t count = 1;

    for (uint16_t i = at; i > 0; i = run->nodes[i].parent)
        count++;
    out->count = count;
    for (; at > 0; at = run->nodes[at].parent) {
        out->line[--count] = last;
        last = run->nodes[at].move;
    }
    out->line[0] = last;
}

bool ARB_QUICK_MATE_CODE(arb_proof_answer *out, const arb_pos *pos, arb_colour side, uint64_t nodes)
{
    quick_run run;
    arb_move last;
    bool found = false;

    run.side = side;
    run.limit = nodes < NODES ? (uint16_t)nodes : NODES;
    run.waiting = 0;
    run.lowest = ARB_GUIDE_COSTS;
    memset(run.list, 0xff, sizeof run.list);
    memset(run.slots, 0xff, sizeof run.slots);
    run.nodes[0].pos = *pos;
    run.nodes[0].key = key_of(pos);
    run.count = 0;
    is_known(&run, run.nodes[0].key);
    run.count = 1;
    for (uint16_t at = 0; at != NOTHING && !found; at = found ? at : step(&run)) {
        found = look(&run, at, &last);
        if (found)
            write_line(out, &run, at, last);
    }
    out->nodes += run.count;
    return found;
}
