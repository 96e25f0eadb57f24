/* SPDX-License-Identifier: MIT */
#ifndef ARB_BOARD_STEP_MOVE_H
#define ARB_BOARD_STEP_MOVE_H
/*
 * The position after a move, several sets of squares at a time (Laws, 3.1.1, 3.7.3). Nothing is
 * decided here: every kind of move changes the same sets, by masks that are zero where it does not.
 */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "board/advance.h"

/* The sets of one side, four and two at a time: pawns, knights, diagonal, straight; king, all. */
typedef uint64_t four_sets __attribute__((vector_size(32)));
typedef uint64_t two_sets __attribute__((vector_size(16)));

static_assert(offsetof(arb_side, king) == sizeof(four_sets), "the sets lie as they are listed");
static_assert(sizeof(arb_side) == sizeof(four_sets) + sizeof(two_sets), "and there are no others");

#define MASK_PAWN                                                                                  \
    {                                                                                              \
        ALL_ONES, 0, 0, 0                                                                          \
    }
#define MASK_KNIGHT                                                                                \
    {                                                                                              \
        0, ALL_ONES, 0, 0                                                                          \
    }
#define MASK_BISHOP                                                                                \
    {                                                                                              \
        0, 0, ALL_ONES, 0                                                                          \
    }
#define MASK_ROOK                                                                                  \
    {                                                                                              \
        0, 0, 0, ALL_ONES                                                                          \
    }
#define MASK_QUEEN                                                                                 \
    {                                                                                              \
        0, 0, ALL_ONES, ALL_ONES                                                                   \
    }
#define MASK_PIECES                                                                                \
    {                                                                                              \
        0, ALL_ONES                                                                                \
    }
#define MASK_KING                                                                                  \
    {                                                                                              \
        ALL_ONES, ALL_ONES                                                                         \
    }

/* Which sets a piece leaves, and which it joins, by the code of the move. */
static const struct journey {
    four_sets from, to;
    two_sets both;
} journeys[CODE_COUNT] = {
    [ARB_MOVE_PAWN] = { MASK_PAWN, MASK_PAWN, MASK_PIECES },
    [ARB_MOVE_KNIGHT] = { MASK_KNIGHT, MASK_KNIGHT, MASK_PIECES },
    [ARB_MOVE_BISHOP] = { MASK_BISHOP, MASK_BISHOP, MASK_PIECES },
    [ARB_MOVE_ROOK] = { MASK_ROOK, MASK_ROOK, MASK_PIECES },
    [ARB_MOVE_QUEEN] = { MASK_QUEEN, MASK_QUEEN, MASK_PIECES },
    [ARB_MOVE_KING] = { { 0, 0, 0, 0 }, { 0, 0, 0, 0 }, MASK_KING },
    [ARB_MOVE_DOUBLE_STEP] = { MASK_PAWN, MASK_PAWN, MASK_PIECES },
    [ARB_MOVE_EN_PASSANT] = { MASK_PAWN, MASK_PAWN, MASK_PIECES },
    [CODE_PROMOTION + 0] = { MASK_PAWN, MASK_KNIGHT, MASK_PIECES },
    [CODE_PROMOTION + 1] = { MASK_PAWN, MASK_BISHOP, MASK_PIECES },
    [CODE_PROMOTION + 2] = { MASK_PAWN, MASK_ROOK, MASK_PIECES },
    [CODE_PROMOTION + 3] = { MASK_PAWN, MASK_QUEEN, MASK_PIECES },
};

/* Laws 3.1.1, 3.7.3.1, 3.7.3.3: moves the piece, and takes off what stands at `taken`. */
ARB_INLINE void move_piece(arb_pos *restrict after, const arb_pos *restrict pos, arb_colour us,
                           uint64_t from, uint64_t to, uint64_t taken, unsigned code)
{
    const struct journey *way = &journeys[code];
    four_sets pieces, opponents;
    two_sets king_and_all, opponents_all;

    memcpy(&pieces, &pos->side[us], sizeof pieces);
    memcpy(&king_and_all, &pos->side[us].king, sizeof king_and_all);
    memcpy(&opponents, &pos->side[other(us)], sizeof opponents);
    memcpy(&opponents_all, &pos->side[other(us)].king, sizeof opponents_all);
    pieces ^= (way->from & from) ^ (way->to & to);
    king_and_all ^= way->both & (from | to);
    opponents &= ~taken;
    opponents_all &= ~taken;
    memcpy(&after->side[us], &pieces, sizeof pieces);
    memcpy(&after->side[us].king, &king_and_all, sizeof king_and_all);
    memcpy(&after->side[other(us)], &opponents, sizeof opponents);
    memcpy(&after->side[other(us)].king, &opponents_all, sizeof opponents_all);
}

/* Laws 1.3: everything but the key and the en passant square; `to` holds no king. */
ARB_INLINE void play(arb_pos *restrict after, const arb_pos *restrict pos, arb_colour us,
                     unsigned from, unsigned to, unsigned code)
{
    const uint64_t both = bit(from) | bit(to);
    const uint64_t taken = code == ARB_MOVE_EN_PASSANT ? forward(other(us), bit(to)) : bit(to);
    const uint64_t king = code == ARB_MOVE_KING ? home_rank(us) : 0;
    const bool quiet = journeys[code].from[0] == 0 && !(pos->side[other(us)].all & bit(to));
    const unsigned plies = pos->quiet_plies + (pos->quiet_plies < UINT16_MAX ? 1u : 0u);

    move_piece(after, pos, us, bit(from), bit(to), taken, code);
    after->castling = pos->castling & ~(both | king);
    after->key = 0;
    after->en_passant = ARB_SQUARE_NONE;
    after->passed = (arb_square)(code == ARB_MOVE_DOUBLE_STEP ? (from + to) / 2 : ARB_SQUARE_NONE);
    after->turn = (uint8_t)other(us);
    after->quiet_plies = (uint16_t)(quiet ? plies : 0);
    after->move_number =
        (uint16_t)(pos->move_number + (us == ARB_BLACK && pos->move_number < UINT16_MAX));
}

/* Castling is rare: it goes the common way. */
static void play_castling(arb_pos *restrict after, const arb_pos *restrict pos, arb_colour us,
                          arb_move move)
{
    const unsigned code = move_code(move);
    const uint64_t pawn = moved_pieces[code][0], captured = pos->side[other(us)].all;
    const uint64_t to = code == ARB_MOVE_CASTLING ? 0 : bit(move_to(move));
    const unsigned quiet = pos->quiet_plies + (pos->quiet_plies < UINT16_MAX ? 1u : 0u);

    advance(after, pos, us, move);
    after->turn = (uint8_t)other(us);
    after->quiet_plies = (uint16_t)(pawn | (captured & to) ? 0 : quiet);
    after->move_number =
        (uint16_t)(pos->move_number + (us == ARB_BLACK && pos->move_number < UINT16_MAX));
    if (code == ARB_MOVE_DOUBLE_STEP)
        after->passed = (arb_square)((move_from(move) + move_to(move)) / 2);
    after->en_passant = ARB_SQUARE_NONE;
    after->key = 0;
}

#endif
