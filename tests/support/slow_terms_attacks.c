/* SPDX-License-Identifier: MIT */
/* Attacks that pay, by playing the captures out with legal moves: see slow_terms.h. */
#include "slow_terms.h"

#include <limits.h>

#include "slow_terms_parts.h"

static const int values[] = { 1, 3, 3, 5, 9, 0 };

/* The captures on the square by legal moves; of promotions only that to a queen. */
static size_t captures(slow_move *out, const arb_setup *setup, arb_square square)
{
    slow_move moves[ARB_MOVES_MAX];
    const size_t count = slow_moves(moves, setup);
    size_t kept = 0;

    for (size_t i = 0; i < count; i++)
        if (moves[i].to == square && moves[i].rook == ARB_SQUARE_NONE &&
            (moves[i].promotion == ARB_ROLE_NONE || moves[i].promotion == ARB_QUEEN))
            out[kept++] = moves[i];
    return kept;
}

static int play_out(const arb_setup *setup, arb_square square);

static int capture(const arb_setup *setup, slow_move move)
{
    const arb_setup next = slow_play(setup, move);
    const int won = values[arb_piece_role(setup->piece[move.to])];

    return won + (move.promotion == ARB_QUEEN ? 8 : 0) - play_out(&next, move.to);
}

/* What the side to move wins; the least valuable captures, of equal ones that on a1 first. */
static int play_out(const arb_setup *setup, arb_square square)
{
    slow_move moves[ARB_MOVES_MAX];
    const size_t count = captures(moves, setup, square);
    int best = -1;

    for (size_t i = 0; i < count; i++) {
        const arb_role role = arb_piece_role(setup->piece[moves[i].from]);
        const arb_role least =
            best < 0 ? ARB_ROLE_NONE : arb_piece_role(setup->piece[moves[best].from]);
        if (role < least || (role == least && moves[i].from < moves[best].from))
            best = (int)i;
    }
    if (best < 0)
        return 0;
    const int gain = capture(setup, moves[best]);
    return gain > 0 ? gain : 0;
}

/* The board without some pieces, none of them a king, and this side to move. */
static arb_setup without_pieces(const arb_setup *setup, uint64_t without, arb_colour turn)
{
    arb_setup out = *setup;

    for (arb_square square = 0; square < 64; square++)
        if (without >> square & 1)
            out.piece[square] = ARB_PIECE_NONE;
    out.turn = (uint8_t)turn;
    out.en_passant = ARB_SQUARE_NONE;
    out.castling = 0;
    return out;
}

int slow_trade(const arb_setup *setup, arb_square square, uint64_t without)
{
    const arb_piece piece = setup->piece[square];

    if (piece == ARB_PIECE_NONE || arb_piece_role(piece) == ARB_KING)
        return 0;
    const arb_setup board = without_pieces(setup, without, arb_opponent(arb_piece_colour(piece)));
    return play_out(&board, square);
}

/* Does it pay this piece to capture there? A king is always worth attacking. */
static bool preys(const arb_setup *setup, arb_square from, arb_square square, uint64_t without)
{
    const arb_setup board = without_pieces(setup, without, arb_piece_colour(setup->piece[from]));
    slow_move moves[ARB_MOVES_MAX];

    if (arb_piece_role(setup->piece[square]) == ARB_KING)
        return true;
    const size_t count = captures(moves, &board, square);
    for (size_t i = 0; i < count; i++)
        if (moves[i].from == from)
            return capture(&board, moves[i]) > 0;
    return false;
}

static int worth(const arb_setup *setup, arb_square square)
{
    const arb_role role = arb_piece_role(setup->piece[square]);

    return role == ARB_KING ? 100 : values[role];
}

/* The first and the second piece that a line piece meets in one direction. */
static bool meets(arb_square out[2], const arb_setup *setup, arb_square from, int df, int dr)
{
    const arb_role role = arb_piece_role(setup->piece[from]);
    int file = from % 8 + df, rank = from / 8 + dr, met = 0;

    if (role != ARB_QUEEN && role != (df && dr ? ARB_BISHOP : ARB_ROOK))
        return false;
    for (; met < 2 && file >= 0 && file < 8 && rank >= 0 && rank < 8; file += df, rank += dr)
        if (slow_at(setup, file, rank) != ARB_PIECE_NONE)
            out[met++] = (arb_square)(rank * 8 + file);
    return met == 2;
}

static bool is_of(const arb_setup *setup, arb_square square, int colour)
{
    return setup->piece[square] != ARB_PIECE_NONE &&
           (int)arb_piece_colour(setup->piece[square]) == colour;
}

/* Can the piece leave the line, were it its turn, its king's safety left aside? */
static bool can_leave(const arb_setup *setup, arb_square piece, int df, int dr)
{
    arb_setup board = *setup;

    board.turn = (uint8_t)arb_piece_colour(setup->piece[piece]);
    board.en_passant = ARB_SQUARE_NONE;
    for (arb_square to = 0; to < 64; to++) {
        const int f = to % 8 - piece % 8, r = to / 8 - piece / 8;
        if (f * dr - r * df != 0 && slow_reaches(&board, piece, to))
            return true;
        /* he may attack a king, too: that is a move for this purpose */
        if (f * dr - r * df != 0 && slow_attacks(setup, piece, to) &&
            setup->piece[to] != ARB_PIECE_NONE &&
            arb_piece_colour(setup->piece[to]) != arb_piece_colour(setup->piece[piece]))
            return true;
    }
    return false;
}

/* The same of a piece that may be pinned: then it has to stay in line with its king. */
static bool can_fire(const arb_setup *setup, arb_square piece, int df, int dr)
{
    const arb_colour colour = arb_piece_colour(setup->piece[piece]);
    const arb_square king = slow_king(setup, colour);
    arb_setup board = *setup;

    if (!(slow_pinned(setup, colour) >> piece & 1))
        return can_leave(setup, piece, df, dr);
    board.turn = (uint8_t)colour;
    board.en_passant = ARB_SQUARE_NONE;
    for (arb_square to = 0; to < 64; to++) {
        const int f = to % 8 - piece % 8, r = to / 8 - piece / 8;
        const int kf = king % 8 - piece % 8, kr = king / 8 - piece / 8;
        if (f * dr - r * df != 0 && f * kr - r * kf == 0 && slow_reaches(&board, piece, to))
            return true;
    }
    return false;
}

static void see_line(slow_seen *out, const arb_setup *setup, arb_square from, int df, int dr)
{
    const int colour = (int)arb_piece_colour(setup->piece[from]);
    const uint64_t by = UINT64_C(1) << from;
    arb_square met[2];

    if (!meets(met, setup, from, df, dr) || !is_of(setup, met[1], !colour))
        return;
    const uint64_t first = UINT64_C(1) << met[0], second = UINT64_C(1) << met[1];
    if (is_of(setup, met[0], colour)) {
        if (arb_piece_role(setup->piece[met[0]]) != ARB_KING && can_fire(setup, met[0], df, dr) &&
            preys(setup, from, met[1], first)) {
            arb_sighting *seen = slow_add(out, ARB_SIGHTING_BATTERY, colour);
            seen->by = by;
            seen->via = first;
            seen->on = second;
        }
        return;
    }
    if (slow_trade(setup, from, 0) > 0)
        return;
    const int front = worth(setup, met[0]), back = worth(setup, met[1]);
    arb_sighting *seen = NULL;
    if (back > front && back < 100 && can_leave(setup, met[0], df, dr) &&
        preys(setup, from, met[1], first))
        seen = slow_add(out, ARB_SIGHTING_PIN_RELATIVE, colour);
    else if (front > back && front < 100 && back > 1 && preys(setup, from, met[0], 0) &&
             preys(setup, from, met[1], first))
        seen = slow_add(out, ARB_SIGHTING_SKEWER, colour);
    if (!seen)
        return;
    seen->by = by;
    seen->on = first;
    seen->via = second;
}

static void see_forks(slow_seen *out, const arb_setup *setup, arb_square from)
{
    const int colour = (int)arb_piece_colour(setup->piece[from]);
    const arb_role role = arb_piece_role(setup->piece[from]);
    uint64_t prey = 0;

    if (slow_trade(setup, from, 0) > 0)
        return;
    for (arb_square to = 0; to < 64; to++)
        if (is_of(setup, to, !colour) && slow_attacks(setup, from, to) && preys(setup, from, to, 0))
            prey |= UINT64_C(1) << to;
    if (__builtin_popcountll(prey) < 2)
        return;
    const bool fork = role == ARB_PAWN || role == ARB_KNIGHT;
    arb_sighting *seen =
        slow_add(out, fork ? ARB_SIGHTING_FORK : ARB_SIGHTING_DOUBLE_ATTACK, colour);
    seen->by = UINT64_C(1) << from;
    seen->on = prey;
    seen->amount = __builtin_popcountll(prey);
}

/* The legal capture on the square by this piece, if there is one. */
static bool capture_by(slow_move *out, const arb_setup *setup, arb_square from, arb_square square)
{
    slow_move moves[ARB_MOVES_MAX];
    const size_t count = captures(moves, setup, square);

    for (size_t i = 0; i < count; i++)
        if (moves[i].from == from) {
            *out = moves[i];
            return true;
        }
    return false;
}

/* Somebody captures here, the guard recaptures, and there is played on for another task. */
static bool is_lured_from(const arb_setup *setup, arb_square guard, arb_square here, uint64_t tasks)
{
    const arb_colour them = arb_opponent(arb_piece_colour(setup->piece[guard]));
    const arb_setup board = without_pieces(setup, 0, them);

    for (arb_square by = 0; by < 64; by++) {
        slow_move first, second;
        if (!is_of(setup, by, (int)them) || !capture_by(&first, &board, by, here))
            continue;
        const arb_setup captured = slow_play(&board, first);
        if (!capture_by(&second, &captured, guard, here))
            continue;
        const arb_setup recaptured = slow_play(&captured, second);
        const int balance =
            values[arb_piece_role(setup->piece[here])] - values[arb_piece_role(setup->piece[by])];
        for (arb_square there = 0; there < 64; there++)
            if (there != here && tasks >> there & 1 &&
                balance + slow_trade(&recaptured, there, 0) > 0)
                return true;
    }
    return false;
}

/* Which pieces fall without this guard, and can it be lured from one to another? */
static void see_tasks(slow_seen *out, const arb_setup *setup, arb_square guard)
{
    const int colour = (int)arb_piece_colour(setup->piece[guard]);
    uint64_t tasks = 0;

    for (arb_square at = 0; at < 64; at++)
        if (is_of(setup, at, colour) && arb_piece_role(setup->piece[at]) != ARB_KING &&
            slow_attacks(setup, guard, at) && slow_attackers(setup, at, (arb_colour)!colour) &&
            slow_trade(setup, at, 0) == 0 && slow_trade(setup, at, UINT64_C(1) << guard) > 0)
            tasks |= UINT64_C(1) << at;
    bool lured = false;
    for (arb_square at = 0; at < 64; at++)
        lured = lured || (tasks >> at & 1 && is_lured_from(setup, guard, at, tasks));
    if (!lured)
        return;
    arb_sighting *seen = slow_add(out, ARB_SIGHTING_OVERLOADING, colour);
    seen->by = UINT64_C(1) << guard;
    seen->on = tasks;
    seen->amount = __builtin_popcountll(tasks);
}

void slow_terms_attacks(slow_seen *out, const arb_setup *setup)
{
    out->count = 0;
    for (arb_square square = 0; square < 64; square++) {
        if (setup->piece[square] == ARB_PIECE_NONE)
            continue;
        see_forks(out, setup, square);
        if (arb_piece_role(setup->piece[square]) != ARB_KING)
            see_tasks(out, setup, square);
        for (int way = 0; way < 9; way++)
            if (way != 4)
                see_line(out, setup, square, way % 3 - 1, way / 3 - 1);
    }
}
