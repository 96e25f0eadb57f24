/* SPDX-License-Identifier: MIT */
/* What a first move does beside solving: what a problemist praises or blames in a key. */
#include "board/key.h"
#include "board/sides.h"
#include "problem/crew.h"

/* The diagram as if the attacker had passed, and the position after his move. */
typedef struct comparison {
    arb_pos before, after; /* the defender is to move in both */
    arb_move move;
    arb_colour us, them;
} comparison;

/* The squares to which the king of the side to move can go. */
static uint64_t flights(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    uint64_t set = 0;

    for (size_t i = 0; i < n; i++)
        if (arb_move_kind_of(moves[i]) == ARB_MOVE_KING)
            set |= bit(arb_move_to(moves[i]));
    return set;
}

/* The moves of the side to move that give check; how many. */
static size_t list_checks(arb_move *out, const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    size_t checks = 0;
    arb_pos next;

    for (size_t i = 0; i < n; i++) {
        arb_pos_play(&next, pos, moves[i]);
        if (arb_pos_is_check(&next))
            out[checks++] = moves[i];
    }
    return checks;
}

/* Is there a move of the first list that is not in the second? */
static bool lacks(const arb_move *a, size_t count_a, const arb_move *b, size_t count_b)
{
    for (size_t i = 0; i < count_a; i++) {
        bool found = false;
        for (size_t j = 0; j < count_b && !found; j++)
            found = arb_move_equal(a[i], b[j]);
        if (!found)
            return true;
    }
    return false;
}

static uint32_t mark_checks(const comparison *c)
{
    arb_move before[ARB_MOVES_MAX], after[ARB_MOVES_MAX];
    const size_t n = list_checks(before, &c->before), m = list_checks(after, &c->after);

    return (lacks(before, n, after, m) ? ARB_PROBLEM_KEY_PARRIES : 0u) |
           (lacks(after, m, before, n) ? ARB_PROBLEM_KEY_EXPOSES : 0u);
}

static uint32_t mark_flights(const comparison *c)
{
    const uint64_t before = flights(&c->before), after = flights(&c->after);

    return (before & ~after ? ARB_PROBLEM_KEY_TAKES_FLIGHT : 0u) |
           (after & ~before ? ARB_PROBLEM_KEY_GIVES_FLIGHT : 0u);
}

static uint32_t mark_pins(const comparison *c)
{
    const uint64_t theirs = arb_pos_pinned(&c->before, c->them),
                   theirs_now = arb_pos_pinned(&c->after, c->them),
                   ours = arb_pos_pinned(&c->before, c->us),
                   ours_now = arb_pos_pinned(&c->after, c->us);
    const uint64_t there = c->after.side[0].all | c->after.side[1].all;
    const uint64_t moved = bit(arb_move_from(c->move)) | bit(arb_move_to(c->move));

    return (theirs_now & ~theirs ? ARB_PROBLEM_KEY_PINS : 0u) |
           (theirs & ~theirs_now & there & ~moved ? ARB_PROBLEM_KEY_UNPINS : 0u) |
           (ours_now & ~ours ? ARB_PROBLEM_KEY_SELF_PINS : 0u) |
           (ours & ~ours_now & there & ~moved ? ARB_PROBLEM_KEY_SELF_UNPINS : 0u);
}

/* Can the piece that moved be taken where it stands? A pawn is no sacrifice. */
static bool is_offered(const comparison *c)
{
    const arb_square at = arb_move_to(c->move);
    const arb_piece piece = arb_pos_piece(&c->after, at);
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, &c->after);

    if (arb_piece_role(piece) == ARB_PAWN || arb_piece_role(piece) == ARB_KING)
        return false;
    for (size_t i = 0; i < n; i++)
        if (arb_move_captured(&c->after, moves[i]) == at)
            return true;
    return false;
}

static uint32_t mark_move(const comparison *c, const arb_pos *diagram)
{
    const arb_square taken = arb_move_captured(diagram, c->move);
    const arb_move_kind kind = arb_move_kind_of(c->move);
    uint32_t marks = 0;

    if (taken != ARB_SQUARE_NONE)
        marks |= arb_piece_role(arb_pos_piece(diagram, taken)) == ARB_PAWN
                     ? ARB_PROBLEM_KEY_TAKES_PAWN
                     : ARB_PROBLEM_KEY_TAKES_PIECE;
    if (kind == ARB_MOVE_PROMOTION)
        marks |= ARB_PROBLEM_KEY_PROMOTES;
    if (kind == ARB_MOVE_CASTLING)
        marks |= ARB_PROBLEM_KEY_CASTLES;
    if (kind == ARB_MOVE_EN_PASSANT)
        marks |= ARB_PROBLEM_KEY_EN_PASSANT;
    return marks | (is_offered(c) ? ARB_PROBLEM_KEY_SACRIFICES : 0u);
}

uint32_t arb_problem_key_marks(const arb_problem *problem, uint32_t node)
{
    const arb_problem_node *n = arb_problem_node_at(problem, node);
    comparison c = { .before = problem->pos,
                     .move = n->move,
                     .us = (arb_colour)problem->pos.turn,
                     .them = arb_opponent((arb_colour)problem->pos.turn) };
    uint32_t marks;

    if (n->kind != ARB_NODE_KEY && n->kind != ARB_NODE_TRY && n->kind != ARB_NODE_CHECK)
        return 0;
    arb_pos_play(&c.after, &problem->pos, n->move);
    c.before.turn = (uint8_t)c.them;
    c.before.passed = ARB_SQUARE_NONE;
    arb_pos_complete(&c.before);
    marks = mark_move(&c, &problem->pos) | mark_flights(&c) | mark_pins(&c) | mark_checks(&c);
    if (n->checks)
        return marks | ARB_PROBLEM_KEY_CHECKS;
    return marks | (arb_problem_first(problem, node, ARB_NODE_THREAT) ? ARB_PROBLEM_KEY_THREATENS
                                                                      : ARB_PROBLEM_KEY_WAITS);
}

arb_problem_admission arb_problem_admission_of(uint32_t marks)
{
    return marks & ARB_PROBLEM_KEY_REFUSED     ? ARB_PROBLEM_ADMISSION_REFUSED
           : marks & ARB_PROBLEM_KEY_TOLERATED ? ARB_PROBLEM_ADMISSION_TOLERATED
                                               : ARB_PROBLEM_ADMISSION_ADMITTED;
}
