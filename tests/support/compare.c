/* SPDX-License-Identifier: MIT */
/* The library's position against the reference board: see compare.h. Hands: compare_hands.c. */
#include "compare.h"

#include <string.h>

static slow_move parts_of(arb_move move)
{
    return (slow_move){ arb_move_from(move), arb_move_to(move), (uint8_t)arb_move_promotion(move),
                        arb_move_rook(move) };
}

static bool same_parts(slow_move a, slow_move b)
{
    return a.from == b.from && a.to == b.to && a.promotion == b.promotion && a.rook == b.rook;
}

bool find_move(arb_move *out, const arb_pos *pos, slow_move wanted)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < count; i++)
        if (same_parts(parts_of(moves[i]), wanted)) {
            *out = moves[i];
            return true;
        }
    return false;
}

static const char *compare_counters(const arb_pos *pos, const arb_setup *setup)
{
    if (pos->quiet_plies != setup->quiet_plies)
        return "the count of quiet plies differs";
    if (pos->move_number != setup->move_number)
        return "the move number differs";
    return NULL;
}

const char *compare_board(const arb_pos *pos, const arb_setup *setup)
{
    const arb_setup normal = slow_normal(setup);
    const arb_setup seen = arb_pos_setup(pos);
    const arb_square passed = slow_passed(setup) ? setup->en_passant : ARB_SQUARE_NONE;

    if (!arb_pos_ok(pos))
        return "the position is not consistent";
    if (memcmp(seen.piece, normal.piece, sizeof seen.piece) != 0)
        return "other pieces stand on the board";
    if (seen.turn != normal.turn || pos->turn != normal.turn)
        return "the other side has the move";
    if (seen.castling != normal.castling || pos->castling != normal.castling)
        return "castling rights differ";
    if (seen.en_passant != normal.en_passant || pos->en_passant != normal.en_passant)
        return "the en passant square differs";
    if (pos->passed != passed)
        return "the square that was passed over differs";
    if (!arb_setup_equal(&seen, &normal))
        return "the setups are not equal";
    return compare_counters(pos, setup);
}

/* The kind that a move must have, from what stands on the board. */
static arb_move_kind expected_kind(const arb_setup *setup, slow_move move)
{
    const arb_role role = arb_piece_role(setup->piece[move.from]);

    if (move.rook != ARB_SQUARE_NONE)
        return ARB_MOVE_CASTLING;
    if (move.promotion != ARB_ROLE_NONE)
        return ARB_MOVE_PROMOTION;
    if (role != ARB_PAWN)
        return (arb_move_kind)(ARB_MOVE_PAWN + (int)role);
    if (move.to == move.from + 16 || move.from == move.to + 16)
        return ARB_MOVE_DOUBLE_STEP;
    if ((move.to - move.from) % 8 != 0 && setup->piece[move.to] == ARB_PIECE_NONE)
        return ARB_MOVE_EN_PASSANT;
    return ARB_MOVE_PAWN;
}

const char *compare_moves(const arb_pos *pos, const arb_setup *setup)
{
    arb_move moves[ARB_MOVES_MAX];
    slow_move slow[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);
    const size_t slow_count = slow_moves(slow, setup);

    if (count != slow_count)
        return count > slow_count ? "there are too many moves" : "there are too few moves";
    if (arb_pos_count(pos) != count)
        return "the number of moves is not that of the list";
    for (size_t i = 0; i < count; i++) {
        size_t found = 0, equal = 0;

        for (size_t j = 0; j < count; j++) {
            found += same_parts(parts_of(moves[i]), slow[j]);
            equal += arb_move_equal(moves[i], moves[j]);
        }
        if (found != 1)
            return "a move in the list is not legal";
        if (equal != 1)
            return "a move stands twice in the list";
        if (!arb_pos_is_legal(pos, moves[i]))
            return "a move of the list is called illegal";
        if (arb_move_kind_of(moves[i]) != expected_kind(setup, parts_of(moves[i])))
            return "a move has the wrong kind";
        if (arb_move_role(moves[i]) != arb_piece_role(setup->piece[arb_move_from(moves[i])]))
            return "a move has the wrong role";
    }
    return NULL;
}

static const char *compare_castling(const arb_pos *pos, const arb_setup *setup)
{
    for (arb_colour colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        for (arb_wing wing = ARB_KINGSIDE; wing < ARB_WING_COUNT; wing++) {
            const uint32_t reasons = slow_castling(setup, colour, wing);
            const arb_castling verdict = arb_pos_castling(pos, colour, wing);

            if ((verdict == ARB_CASTLING_ALLOWED) != (reasons == 0))
                return "castling is allowed by one and not by the other";
            if (reasons != 0 && !(reasons >> verdict & 1))
                return "the reason against castling does not apply";
        }
    return NULL;
}

static const char *compare_ends(const arb_pos *pos, const arb_setup *setup)
{
    const bool check = slow_in_check(setup, (arb_colour)setup->turn);
    slow_move slow[ARB_MOVES_MAX];
    const bool stuck = slow_moves(slow, setup) == 0;

    if (arb_pos_is_check(pos) != check)
        return "check differs";
    if (arb_pos_is_checkmate(pos) != (check && stuck))
        return "checkmate differs";
    if (arb_pos_is_stalemate(pos) != (!check && stuck))
        return "stalemate differs";
    return NULL;
}

const char *compare_queries(const arb_pos *pos, const arb_setup *setup)
{
    for (arb_square square = 0; square < 64; square++) {
        if (arb_pos_piece(pos, square) != setup->piece[square])
            return "another piece stands on a square";
        for (arb_colour colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
            if (arb_pos_attackers(pos, square, colour) != slow_attackers(setup, square, colour))
                return "the attackers of a square differ";
    }
    for (arb_colour colour = ARB_WHITE; colour <= ARB_BLACK; colour++) {
        const arb_square king = slow_king(setup, colour);

        for (arb_role role = ARB_PAWN; role < ARB_ROLE_COUNT; role++) {
            uint64_t pieces = 0;

            for (arb_square square = 0; square < 64; square++)
                if (setup->piece[square] == arb_piece_of(colour, role))
                    pieces |= UINT64_C(1) << square;
            if (arb_pos_pieces(pos, colour, role) != pieces)
                return "the pieces of a kind stand elsewhere";
        }
        if (arb_pos_checkers(pos, colour) != slow_attackers(setup, king, arb_opponent(colour)))
            return "the pieces that give check differ";
        if (arb_pos_pinned(pos, colour) != slow_pinned(setup, colour))
            return "the pinned pieces differ";
    }
    const char *ends = compare_ends(pos, setup);
    return ends ? ends : compare_castling(pos, setup);
}

static arb_square expected_capture(const arb_setup *setup, slow_move move)
{
    if (expected_kind(setup, move) == ARB_MOVE_EN_PASSANT)
        return (arb_square)(setup->turn == ARB_WHITE ? move.to - 8 : move.to + 8);
    if (move.rook == ARB_SQUARE_NONE && setup->piece[move.to] != ARB_PIECE_NONE)
        return move.to;
    return ARB_SQUARE_NONE;
}

const char *compare_plays(const arb_pos *pos, const arb_setup *setup)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);

    for (size_t i = 0; i < count; i++) {
        const slow_move parts = parts_of(moves[i]);
        const arb_setup after = slow_play(setup, parts);
        arb_pos next, again, in_place = *pos;

        if (arb_move_captured(pos, moves[i]) != expected_capture(setup, parts))
            return "a move captures elsewhere";
        arb_pos_play(&next, pos, moves[i]);
        const char *board = compare_board(&next, &after);
        if (board)
            return board;
        if (arb_faults_hard(arb_pos_from_setup(&again, &after)))
            return "no position can be made after a move";
        if (again.key != next.key || !arb_pos_same(&again, &next))
            return "the key after a move is not that of the position";
        const arb_setup plain = arb_pos_setup(&next);
        if (arb_faults_hard(arb_pos_from_setup(&again, &plain)) || again.key != next.key)
            return "the key is not that of the setup";
        arb_pos_play(&in_place, &in_place, moves[i]);
        if (in_place.key != next.key || !arb_pos_same(&in_place, &next))
            return "playing in place gives another position";
    }
    return NULL;
}
