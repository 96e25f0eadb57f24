/* SPDX-License-Identifier: MIT */
/* Problems by trying everything; see slow_problem.h. */
#include "slow_problem.h"

#include "random_positions.h"

static bool is_reached(const arb_pos *pos, arb_problem_aim aim)
{
    return aim == ARB_AIM_MATE ? arb_pos_is_checkmate(pos) : arb_pos_is_stalemate(pos);
}

/* Can the side to move reach the aim with this very move? */
static bool at_once(const arb_pos *pos, arb_problem_aim aim)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t n = arb_pos_moves(moves, pos);
    arb_pos next;

    for (size_t i = 0; i < n; i++) {
        arb_pos_play(&next, pos, moves[i]);
        if (is_reached(&next, aim))
            return true;
    }
    return false;
}

/* Does the attacker, who has `n` moves and has used one, get through this reply? */
static bool gets_through(const arb_pos *pos, arb_move reply, arb_problem_play play,
                         arb_problem_aim aim, unsigned n)
{
    arb_pos next;

    arb_pos_play(&next, pos, reply);
    if (play != ARB_PROBLEM_DIRECT && is_reached(&next, aim))
        return true;
    return n > 1 && slow_forces(&next, play, aim, n - 1);
}

bool slow_holds(const arb_pos *pos, arb_problem_play play, arb_problem_aim aim, unsigned n)
{
    arb_move replies[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(replies, pos);

    if (play == ARB_PROBLEM_DIRECT && is_reached(pos, aim))
        return true;
    if (play == ARB_PROBLEM_REFLEX && at_once(pos, aim))
        return true; /* he must */
    for (size_t i = 0; i < count; i++)
        if (!gets_through(pos, replies[i], play, aim, n))
            return false;
    return count > 0;
}

size_t slow_refutations(arb_move *out, const arb_pos *pos, arb_problem_play play,
                        arb_problem_aim aim, unsigned n)
{
    arb_move replies[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(replies, pos);
    size_t found = 0;

    if (play == ARB_PROBLEM_REFLEX && at_once(pos, aim))
        return 0;
    for (size_t i = 0; i < count; i++)
        if (!gets_through(pos, replies[i], play, aim, n))
            out[found++] = replies[i];
    return found;
}

bool slow_forces(const arb_pos *pos, arb_problem_play play, arb_problem_aim aim, unsigned n)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);
    arb_pos next;

    if (play == ARB_PROBLEM_REFLEX && at_once(pos, aim))
        return false;
    for (size_t i = 0; i < count; i++) {
        arb_pos_play(&next, pos, moves[i]);
        if (slow_holds(&next, play, aim, n))
            return true;
    }
    return false;
}

unsigned long slow_help(const arb_pos *pos, arb_problem_aim aim, unsigned plies)
{
    arb_move moves[ARB_MOVES_MAX];
    unsigned long lines = 0;
    arb_pos next;

    if (plies == 0)
        return is_reached(pos, aim);
    const size_t count = arb_pos_moves(moves, pos);
    for (size_t i = 0; i < count; i++) {
        arb_pos_play(&next, pos, moves[i]);
        lines += slow_help(&next, aim, plies - 1);
    }
    return lines;
}

static arb_square empty_square(const arb_setup *setup, chance *luck, bool pawn)
{
    for (;;) {
        const arb_square at = (arb_square)chance_below(luck, 64);
        if (setup->piece[at] == ARB_PIECE_NONE && !(pawn && (at < 8 || at >= 56)))
            return at;
    }
}

static void throw_piece(arb_setup *setup, chance *luck, arb_colour colour, arb_role role)
{
    setup->piece[empty_square(setup, luck, role == ARB_PAWN)] = arb_piece_of(colour, role);
}

/* Rights where king and rook happen to stand at home, and sometimes a pawn that just came. */
static void add_rights(arb_setup *setup, chance *luck)
{
    for (unsigned rank = 0; rank < 64; rank += 56)
        for (unsigned rook = 0; rook < 8; rook += 7)
            setup->castling |= UINT64_C(1) << (rank + rook);
    for (unsigned file = 0; file < 8 && chance_below(luck, 2); file++)
        if (setup->piece[32 + file] == arb_piece_of(ARB_BLACK, ARB_PAWN) &&
            setup->piece[40 + file] == ARB_PIECE_NONE && setup->piece[48 + file] == ARB_PIECE_NONE)
            setup->en_passant = (arb_square)(40 + file);
}

arb_pos slow_problem_position(uint64_t number, unsigned white, unsigned black)
{
    static const arb_role strong[] = { ARB_QUEEN,  ARB_ROOK, ARB_ROOK,   ARB_BISHOP,
                                       ARB_KNIGHT, ARB_PAWN, ARB_KNIGHT, ARB_BISHOP };
    static const arb_role weak[] = {
        ARB_PAWN, ARB_KNIGHT, ARB_PAWN, ARB_BISHOP, ARB_ROOK, ARB_PAWN
    };
    chance luck = chance_begin(number);

    for (;;) {
        arb_setup setup = arb_setup_empty();
        arb_pos pos;
        /* kings at home now and then, so that castling comes into it */
        if (chance_below(&luck, 8) == 0)
            setup.piece[4] = arb_piece_of(ARB_WHITE, ARB_KING);
        else
            throw_piece(&setup, &luck, ARB_WHITE, ARB_KING);
        throw_piece(&setup, &luck, ARB_BLACK, ARB_KING);
        if (setup.piece[4] && chance_below(&luck, 2) && setup.piece[7] == ARB_PIECE_NONE)
            setup.piece[7] = arb_piece_of(ARB_WHITE, ARB_ROOK);
        for (unsigned i = 0; i < white; i++)
            throw_piece(&setup, &luck, ARB_WHITE, strong[chance_below(&luck, 8)]);
        for (unsigned i = 0; i < black; i++)
            throw_piece(&setup, &luck, ARB_BLACK, weak[chance_below(&luck, 6)]);
        add_rights(&setup, &luck);
        if (!arb_problem_unplayable(arb_pos_from_setup(&pos, &setup)))
            return pos;
    }
}
