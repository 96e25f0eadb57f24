/* SPDX-License-Identifier: MIT */
/*
 * Positions: made from diagrams, changed by moves (Laws, Article 3), and compared (9.2.3).
 */
#include "arbitro/position.h"

#include <assert.h>
#include <string.h>

#include "board/advance.h"
#include "board/en_passant.h"
#include "board/kernel.h"
#include "board/key.h"
#include "board/sides.h"

static_assert(sizeof(arb_pos) <= 128, "a position is copied often and must stay small");

/* Laws 9.2.3: an en passant capture counts only when it is legal. */
static arb_square legal_en_passant(const arb_pos *pos)
{
    if (pos->passed == ARB_SQUARE_NONE || !en_passant_pawns(pos, (arb_colour)pos->turn))
        return ARB_SQUARE_NONE;
    return pos->passed;
}

static uint64_t key_of(const arb_pos *pos)
{
    uint64_t key =
        key_castling(pos->castling) ^ key_en_passant(pos->en_passant) ^ key_turn(pos->turn);

    for (arb_colour colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
        for (arb_role role = ARB_PAWN; role <= ARB_KING; role++)
            for (uint64_t pieces = arb_pos_pieces(pos, colour, role); pieces;
                 pieces = without_lowest(pieces))
                key ^= key_piece(arb_piece_of(colour, role), lowest(pieces));
    return key;
}

void arb_pos_complete(arb_pos *pos)
{
    pos->en_passant = legal_en_passant(pos);
    pos->key = key_of(pos);
}

uint32_t arb_pos_from_setup(arb_pos *out, const arb_setup *setup)
{
    const uint32_t faults = arb_setup_faults(setup);

    if (arb_faults_hard(faults))
        return faults;
    memset(out, 0, sizeof *out);
    arb_sides_of_setup(out->side, setup);
    out->turn = setup->turn;
    out->quiet_plies = setup->quiet_plies;
    out->move_number = setup->move_number;
    out->castling = arb_setup_castling(out->side, setup->castling);
    out->passed = faults & ARB_FAULT_EN_PASSANT ? ARB_SQUARE_NONE : setup->en_passant;
    arb_pos_complete(out);
    return faults;
}

arb_pos arb_pos_initial(void)
{
    const arb_setup setup = arb_setup_initial();
    arb_pos pos;
    const uint32_t faults = arb_pos_from_setup(&pos, &setup);

    assert(faults == 0);
    (void)faults;
    return pos;
}

static void set(arb_setup *setup, uint64_t squares, arb_piece piece)
{
    for (; squares; squares = without_lowest(squares))
        setup->piece[lowest(squares)] = piece;
}

arb_setup arb_pos_setup(const arb_pos *pos)
{
    arb_setup setup = { .castling = pos->castling,
                        .en_passant = pos->en_passant,
                        .turn = pos->turn,
                        .quiet_plies = pos->quiet_plies,
                        .move_number = pos->move_number };

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        const arb_side *side = &pos->side[c];

        set(&setup, side->pawns, arb_piece_of(c, ARB_PAWN));
        set(&setup, side->knights, arb_piece_of(c, ARB_KNIGHT));
        set(&setup, side->diagonal & ~side->straight, arb_piece_of(c, ARB_BISHOP));
        set(&setup, side->straight & ~side->diagonal, arb_piece_of(c, ARB_ROOK));
        set(&setup, side->diagonal & side->straight, arb_piece_of(c, ARB_QUEEN));
        set(&setup, side->king, arb_piece_of(c, ARB_KING));
    }
    return setup;
}

static bool side_ok(const arb_side *side)
{
    const uint64_t lines = side->diagonal | side->straight;

    return (side->pawns | side->knights | lines | side->king) == side->all &&
           count(side->pawns) + count(side->knights) + count(lines) + count(side->king) ==
               count(side->all) &&
           count(side->king) == 1 && count(side->all) <= 16;
}

bool arb_pos_ok(const arb_pos *pos)
{
    if (!side_ok(&pos->side[0]) || !side_ok(&pos->side[1]) ||
        (pos->side[0].all & pos->side[1].all) || pos->turn >= ARB_COLOUR_COUNT)
        return false;
    if (arb_setup_castling(pos->side, pos->castling) != pos->castling)
        return false;
    if (pos->passed != ARB_SQUARE_NONE &&
        !arb_setup_passed(pos->side, (arb_colour)pos->turn, pos->passed))
        return false;
    return pos->en_passant == legal_en_passant(pos) && pos->key == key_of(pos);
}

arb_piece arb_pos_piece(const arb_pos *pos, arb_square square)
{
    const uint64_t piece = bit(square);
    const arb_colour colour = pos->side[ARB_BLACK].all & piece ? ARB_BLACK : ARB_WHITE;
    const arb_side *side = &pos->side[colour];
    arb_role role;

    if (!(side->all & piece))
        return ARB_PIECE_NONE;
    if (side->pawns & piece)
        role = ARB_PAWN;
    else if (side->knights & piece)
        role = ARB_KNIGHT;
    else if (side->king & piece)
        role = ARB_KING;
    else if (!(side->straight & piece))
        role = ARB_BISHOP;
    else
        role = side->diagonal & piece ? ARB_QUEEN : ARB_ROOK;
    return arb_piece_of(colour, role);
}

uint64_t arb_pos_pieces(const arb_pos *pos, arb_colour colour, arb_role role)
{
    return arb_side_pieces(&pos->side[colour], role);
}

/* The difference that a move makes to the key by the pieces it moves and removes; `taken` is what
 * it captures. */
static uint64_t key_of_pieces(const arb_pos *pos, arb_move move, uint64_t taken)
{
    const arb_colour us = (arb_colour)pos->turn;
    const unsigned code = move_code(move), from = move_from(move), to = move_to(move);
    const arb_role role = arb_move_role(move);

    if (code == ARB_MOVE_CASTLING) {
        const arb_square king = (arb_square)from, rook = (arb_square)to;
        return key_piece(arb_piece_of(us, ARB_KING), king) ^
               key_piece(arb_piece_of(us, ARB_KING), castled_king(king, rook)) ^
               key_piece(arb_piece_of(us, ARB_ROOK), rook) ^
               key_piece(arb_piece_of(us, ARB_ROOK), castled_rook(king, rook));
    }
    uint64_t key =
        key_piece(arb_piece_of(us, role), from) ^
        key_piece(arb_piece_of(us, code >= CODE_PROMOTION ? code_promotion(code) : role), to);
    if (taken)
        key ^= key_piece(arb_pos_piece(pos, lowest(taken)), lowest(taken));
    return key;
}

/* Laws 1.3, 3.1.1, 3.7.3.5, 3.8.2 */
void arb_pos_play(arb_pos *out, const arb_pos *pos, arb_move move)
{
    const arb_colour us = (arb_colour)pos->turn;
    arb_pos aside, *next = out == pos ? &aside : out;

    assert(arb_pos_is_legal(pos, move));
    memset(next, 0, sizeof *next);
    advance(next, pos, us, move);
    const uint64_t taken = pos->side[other(us)].all & ~next->side[other(us)].all;
    const bool quiet = !taken && arb_move_role(move) != ARB_PAWN;
    next->turn = (uint8_t)other(us);
    next->quiet_plies = quiet ? (uint16_t)(pos->quiet_plies + (pos->quiet_plies < UINT16_MAX)) : 0;
    next->move_number =
        (uint16_t)(pos->move_number + (us == ARB_BLACK && pos->move_number < UINT16_MAX));
    if (move_code(move) == ARB_MOVE_DOUBLE_STEP)
        next->passed = (arb_square)((move_from(move) + move_to(move)) / 2);
    next->en_passant = legal_en_passant(next);
    next->key = pos->key ^ key_of_pieces(pos, move, taken) ^
                key_castling(pos->castling ^ next->castling) ^ key_en_passant(pos->en_passant) ^
                key_en_passant(next->en_passant) ^ key_turn(ARB_BLACK);
    assert(arb_pos_ok(next));
    if (out == pos)
        *out = aside;
}

/* Laws 9.2.3 says when two positions are the same. */
bool arb_pos_same(const arb_pos *a, const arb_pos *b)
{
    return a->key == b->key && memcmp(a->side, b->side, sizeof a->side) == 0 &&
           a->castling == b->castling && a->en_passant == b->en_passant && a->turn == b->turn;
}
