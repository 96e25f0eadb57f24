/* SPDX-License-Identifier: MIT */
/*
 * The reference board: see slow_board.h. Squares are walked one step at a time, and every
 * question is answered by looking at the board; nothing is remembered.
 */
#include "slow_board.h"

#include <stdlib.h>

static bool is_piece(const arb_setup *setup, int square, arb_colour colour, arb_role role)
{
    return setup->piece[square] == arb_piece_of(colour, role);
}

static int forward(arb_colour colour)
{
    return colour == ARB_WHITE ? 1 : -1;
}

static int file_of(int square)
{
    return square % 8;
}

static int rank_of(int square)
{
    return square / 8;
}

static int home_rank(arb_colour colour)
{
    return colour == ARB_WHITE ? 0 : 7;
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

arb_square slow_king(const arb_setup *setup, arb_colour colour)
{
    for (int square = 0; square < 64; square++)
        if (is_piece(setup, square, colour, ARB_KING))
            return (arb_square)square;
    return ARB_SQUARE_NONE;
}

/* Are all squares strictly between the two, which are in line, vacant (3.5)? */
static bool is_open(const arb_setup *setup, int from, int to)
{
    const int files = sign(file_of(to) - file_of(from));
    const int ranks = sign(rank_of(to) - rank_of(from));
    const int step = 8 * ranks + files;

    for (int square = from + step; square != to; square += step)
        if (setup->piece[square] != ARB_PIECE_NONE)
            return false;
    return true;
}

bool slow_attacks(const arb_setup *setup, arb_square from, arb_square to)
{
    const arb_piece piece = setup->piece[from];
    const int files = abs(file_of(to) - file_of(from));
    const int ranks = abs(rank_of(to) - rank_of(from));
    const bool diagonal = files == ranks;
    const bool straight = files == 0 || ranks == 0;

    if (piece == ARB_PIECE_NONE || from == to)
        return false;
    switch (arb_piece_role(piece)) {
    case ARB_PAWN:
        return files == 1 && rank_of(to) - rank_of(from) == forward(arb_piece_colour(piece));
    case ARB_KNIGHT:
        return files + ranks == 3 && files != 0 && ranks != 0;
    case ARB_BISHOP:
        return diagonal && is_open(setup, from, to);
    case ARB_ROOK:
        return straight && is_open(setup, from, to);
    case ARB_QUEEN:
        return (diagonal || straight) && is_open(setup, from, to);
    case ARB_KING:
        return files <= 1 && ranks <= 1;
    case ARB_ROLE_COUNT:
        break;
    }
    return false;
}

uint64_t slow_attackers(const arb_setup *setup, arb_square square, arb_colour colour)
{
    uint64_t attackers = 0;

    for (arb_square from = 0; from < 64; from++)
        if (setup->piece[from] != ARB_PIECE_NONE &&
            arb_piece_colour(setup->piece[from]) == colour && slow_attacks(setup, from, square))
            attackers |= UINT64_C(1) << from;
    return attackers;
}

bool slow_in_check(const arb_setup *setup, arb_colour colour)
{
    return slow_attackers(setup, slow_king(setup, colour), arb_opponent(colour)) != 0;
}

uint64_t slow_pinned(const arb_setup *setup, arb_colour colour)
{
    const arb_square king = slow_king(setup, colour);
    const uint64_t before = slow_attackers(setup, king, arb_opponent(colour));
    uint64_t pinned = 0;

    for (arb_square square = 0; square < 64; square++) {
        const arb_piece piece = setup->piece[square];
        arb_setup without = *setup;

        if (piece == ARB_PIECE_NONE || arb_piece_colour(piece) != colour || square == king)
            continue;
        without.piece[square] = ARB_PIECE_NONE;
        if (slow_attackers(&without, king, arb_opponent(colour)) & ~before)
            pinned |= UINT64_C(1) << square;
    }
    return pinned;
}

arb_square slow_castling_rook(const arb_setup *setup, arb_colour colour, arb_wing wing)
{
    const int king = slow_king(setup, colour);

    if (rank_of(king) != home_rank(colour))
        return ARB_SQUARE_NONE;
    /* The outermost first, should there be two. */
    for (int i = 0; i < 8; i++) {
        const int file = wing == ARB_KINGSIDE ? 7 - i : i;
        const int square = 8 * home_rank(colour) + file;

        if (square == king)
            return ARB_SQUARE_NONE;
        if ((setup->castling >> square & 1) && is_piece(setup, square, colour, ARB_ROOK))
            return (arb_square)square;
    }
    return ARB_SQUARE_NONE;
}

static int king_target(arb_colour colour, arb_wing wing)
{
    return 8 * home_rank(colour) + (wing == ARB_KINGSIDE ? 6 : 2);
}

static int rook_target(arb_colour colour, arb_wing wing)
{
    return 8 * home_rank(colour) + (wing == ARB_KINGSIDE ? 5 : 3);
}

/* Are the squares from one to the other, both included, vacant but for king and rook (II.3.2.7)? */
static bool is_vacant(const arb_setup *setup, int from, int to, int king, int rook)
{
    for (int square = from < to ? from : to; square <= (from < to ? to : from); square++)
        if (setup->piece[square] != ARB_PIECE_NONE && square != king && square != rook)
            return false;
    return true;
}

static arb_setup castled(const arb_setup *setup, arb_colour colour, arb_wing wing, int rook)
{
    arb_setup after = *setup;

    after.piece[slow_king(setup, colour)] = ARB_PIECE_NONE;
    after.piece[rook] = ARB_PIECE_NONE;
    after.piece[king_target(colour, wing)] = arb_piece_of(colour, ARB_KING);
    after.piece[rook_target(colour, wing)] = arb_piece_of(colour, ARB_ROOK);
    return after;
}

uint32_t slow_castling(const arb_setup *setup, arb_colour colour, arb_wing wing)
{
    const arb_colour opponent = arb_opponent(colour);
    const int king = slow_king(setup, colour);
    const int rook = slow_castling_rook(setup, colour, wing);
    const int to = king_target(colour, wing);
    const int step = sign(to - king);
    uint32_t reasons = 0;

    if (rook == ARB_SQUARE_NONE)
        return 1u << ARB_CASTLING_LOST;
    if (slow_in_check(setup, colour))
        reasons |= 1u << ARB_CASTLING_IN_CHECK;
    for (int square = king + step; step != 0 && square != to; square += step)
        if (slow_attackers(setup, (arb_square)square, opponent))
            reasons |= 1u << ARB_CASTLING_THROUGH_CHECK;
    if (to != king && slow_attackers(setup, (arb_square)to, opponent))
        reasons |= 1u << ARB_CASTLING_INTO_CHECK;
    if (!is_vacant(setup, king, to, king, rook) ||
        !is_vacant(setup, rook, rook_target(colour, wing), king, rook))
        reasons |= 1u << ARB_CASTLING_BLOCKED;
    /* The rook may have shielded the king's final square. */
    const arb_setup after = castled(setup, colour, wing, rook);
    if (slow_in_check(&after, colour))
        reasons |= 1u << ARB_CASTLING_INTO_CHECK;
    return reasons;
}

bool slow_passed(const arb_setup *setup)
{
    const int square = setup->en_passant;
    const arb_colour mine = (arb_colour)setup->turn;
    const int back = 8 * forward(arb_opponent(mine));

    return square != ARB_SQUARE_NONE && rank_of(square) == (mine == ARB_WHITE ? 5 : 2) &&
           setup->piece[square] == ARB_PIECE_NONE &&
           setup->piece[square - back] == ARB_PIECE_NONE &&
           is_piece(setup, square + back, arb_opponent(mine), ARB_PAWN);
}

static bool is_promotion(const arb_setup *setup, slow_move move)
{
    return move.rook == ARB_SQUARE_NONE && arb_piece_role(setup->piece[move.from]) == ARB_PAWN &&
           rank_of(move.to) == home_rank(arb_opponent((arb_colour)setup->turn));
}

static bool is_pawn_move(const arb_setup *setup, int from, int to)
{
    const arb_colour mine = (arb_colour)setup->turn;
    const int ahead = 8 * forward(mine);
    const int original = mine == ARB_WHITE ? 1 : 6;
    const bool vacant = setup->piece[to] == ARB_PIECE_NONE;

    if (to == from + ahead)
        return vacant; /* 3.7.1 */
    if (to == from + 2 * ahead)
        return rank_of(from) == original && vacant &&
               setup->piece[from + ahead] == ARB_PIECE_NONE; /* 3.7.2 */
    if (!slow_attacks(setup, (arb_square)from, (arb_square)to))
        return false;
    return !vacant || (to == setup->en_passant && slow_passed(setup)); /* 3.7.3, 3.7.3.1 */
}

bool slow_reaches(const arb_setup *setup, arb_square from, arb_square to)
{
    const arb_piece piece = setup->piece[from];
    const arb_piece there = setup->piece[to];
    const arb_colour mine = (arb_colour)setup->turn;

    if (piece == ARB_PIECE_NONE || arb_piece_colour(piece) != mine || from == to)
        return false;
    if (there != ARB_PIECE_NONE &&
        (arb_piece_colour(there) == mine || arb_piece_role(there) == ARB_KING))
        return false; /* 3.1, 1.4.1 */
    if (arb_piece_role(piece) == ARB_PAWN)
        return is_pawn_move(setup, from, to);
    return slow_attacks(setup, from, to);
}

static arb_wing wing_of(const arb_setup *setup, slow_move move)
{
    return move.rook > slow_king(setup, (arb_colour)setup->turn) ? ARB_KINGSIDE : ARB_QUEENSIDE;
}

/* Moves the pieces, and nothing else. */
static arb_setup displaced(const arb_setup *setup, slow_move move)
{
    const arb_colour mine = (arb_colour)setup->turn;
    const arb_piece piece = setup->piece[move.from];
    arb_setup after = *setup;

    if (move.rook != ARB_SQUARE_NONE)
        return castled(setup, mine, wing_of(setup, move), move.rook);
    if (arb_piece_role(piece) == ARB_PAWN && file_of(move.from) != file_of(move.to) &&
        setup->piece[move.to] == ARB_PIECE_NONE)
        after.piece[move.to - 8 * forward(mine)] = ARB_PIECE_NONE; /* en passant */
    after.piece[move.from] = ARB_PIECE_NONE;
    after.piece[move.to] =
        move.promotion == ARB_ROLE_NONE ? piece : arb_piece_of(mine, (arb_role)move.promotion);
    return after;
}

size_t slow_moves(slow_move *out, const arb_setup *setup)
{
    const arb_colour mine = (arb_colour)setup->turn;
    size_t count = 0;

    for (arb_square from = 0; from < 64; from++) {
        if (setup->piece[from] == ARB_PIECE_NONE)
            continue;
        for (arb_square to = 0; to < 64; to++) {
            slow_move move = { from, to, ARB_ROLE_NONE, ARB_SQUARE_NONE };

            if (!slow_reaches(setup, from, to))
                continue;
            const arb_setup after = displaced(setup, move);
            if (slow_in_check(&after, mine))
                continue; /* 3.9.2 */
            if (!is_promotion(setup, move)) {
                out[count++] = move;
                continue;
            }
            for (uint8_t role = ARB_KNIGHT; role <= ARB_QUEEN; role++) {
                move.promotion = role;
                out[count++] = move;
            }
        }
    }
    for (arb_wing wing = ARB_KINGSIDE; wing < ARB_WING_COUNT; wing++)
        if (slow_castling(setup, mine, wing) == 0)
            out[count++] = (slow_move){ slow_king(setup, mine), (arb_square)king_target(mine, wing),
                                        ARB_ROLE_NONE, slow_castling_rook(setup, mine, wing) };
    return count;
}

/* The castling rights that mean something. */
static uint64_t rights(const arb_setup *setup)
{
    uint64_t rooks = 0;

    for (arb_colour colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        for (arb_wing wing = ARB_KINGSIDE; wing < ARB_WING_COUNT; wing++) {
            const arb_square rook = slow_castling_rook(setup, colour, wing);

            if (rook != ARB_SQUARE_NONE)
                rooks |= UINT64_C(1) << rook;
        }
    return rooks;
}

arb_setup slow_play(const arb_setup *setup, slow_move move)
{
    const arb_colour mine = (arb_colour)setup->turn;
    const arb_role role = arb_piece_role(setup->piece[move.from]);
    const bool captures = move.rook == ARB_SQUARE_NONE && setup->piece[move.to] != ARB_PIECE_NONE;
    arb_setup after = displaced(setup, move);

    after.turn = (uint8_t)arb_opponent(mine);
    after.castling = rights(setup);
    after.castling &= ~(UINT64_C(1) << move.from) & ~(UINT64_C(1) << move.to);
    if (role == ARB_KING)
        after.castling &= ~(UINT64_C(0xff) << (8 * home_rank(mine)));
    after.en_passant = ARB_SQUARE_NONE;
    if (role == ARB_PAWN && abs(move.to - move.from) == 16)
        after.en_passant = (arb_square)((move.to + move.from) / 2);
    /* The counters stay at their last value rather than begin again. */
    if (role == ARB_PAWN || captures)
        after.quiet_plies = 0;
    else if (after.quiet_plies < UINT16_MAX)
        after.quiet_plies++;
    if (mine == ARB_BLACK && after.move_number < UINT16_MAX)
        after.move_number++;
    return after;
}

static bool can_capture_en_passant(const arb_setup *setup)
{
    slow_move moves[ARB_MOVES_MAX];
    const size_t count = slow_moves(moves, setup);

    for (size_t i = 0; i < count; i++)
        if (moves[i].to == setup->en_passant && moves[i].rook == ARB_SQUARE_NONE &&
            arb_piece_role(setup->piece[moves[i].from]) == ARB_PAWN &&
            file_of(moves[i].from) != file_of(moves[i].to))
            return true;
    return false;
}

arb_setup slow_normal(const arb_setup *setup)
{
    arb_setup normal = *setup;

    normal.castling = rights(setup);
    if (!slow_passed(setup) || !can_capture_en_passant(setup))
        normal.en_passant = ARB_SQUARE_NONE;
    return normal;
}

uint64_t slow_perft(const arb_setup *setup, unsigned depth)
{
    slow_move moves[ARB_MOVES_MAX];
    uint64_t nodes = 0;

    if (depth == 0)
        return 1;
    const size_t count = slow_moves(moves, setup);
    if (depth == 1)
        return count;
    for (size_t i = 0; i < count; i++) {
        const arb_setup after = slow_play(setup, moves[i]);
        nodes += slow_perft(&after, depth - 1);
    }
    return nodes;
}
