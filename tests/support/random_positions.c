/* SPDX-License-Identifier: MIT */
/*
 * Positions by chance: see random_positions.h. Only the reference board is used to play, so that
 * a fault of the library cannot hide itself by never being visited.
 */
#include "random_positions.h"

#include <stdlib.h>
#include <string.h>

static uint64_t number_from_environment(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    char *end = NULL;

    if (text == NULL || *text == '\0')
        return otherwise;
    const unsigned long long value = strtoull(text, &end, 10);
    return *end == '\0' ? value : otherwise;
}

uint64_t chance_seed(void)
{
    return number_from_environment("ARB_TEST_SEED", 20230101);
}

chance chance_begin(uint64_t number)
{
    chance begun = { chance_seed() + number * UINT64_C(0x9e3779b97f4a7c15) };

    chance_bits(&begun);
    return begun;
}

/* An additive sequence whose terms are stirred by two multiplications. */
uint64_t chance_bits(chance *luck)
{
    uint64_t bits = luck->state += UINT64_C(0x9e3779b97f4a7c15);

    bits = (bits ^ bits >> 32) * UINT64_C(0xd6e8feb86659fd93);
    bits = (bits ^ bits >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return bits ^ bits >> 32;
}

unsigned chance_below(chance *luck, unsigned limit)
{
    return (unsigned)((chance_bits(luck) >> 32) % limit);
}

unsigned scaled(unsigned count)
{
    const uint64_t scale = number_from_environment("ARB_TEST_SCALE", 1);
    const uint64_t share = scale > 0 ? count / scale : count;

    return share > 0 ? (unsigned)share : 1;
}

/* II.2: bishops on squares of opposite colours, the king between the rooks. */
static bool is_start_row(const arb_role row[8])
{
    int bishop[2], rook[2], king = 0, bishops = 0, rooks = 0;

    for (int file = 0; file < 8; file++) {
        if (row[file] == ARB_BISHOP)
            bishop[bishops++] = file;
        if (row[file] == ARB_ROOK)
            rook[rooks++] = file;
        if (row[file] == ARB_KING)
            king = file;
    }
    return (bishop[0] + bishop[1]) % 2 == 1 && rook[0] < king && king < rook[1];
}

arb_setup random_start(chance *luck, bool chess960)
{
    arb_role row[8] = { ARB_ROOK, ARB_KNIGHT, ARB_BISHOP, ARB_QUEEN,
                        ARB_KING, ARB_BISHOP, ARB_KNIGHT, ARB_ROOK };
    arb_setup setup = { .en_passant = ARB_SQUARE_NONE, .turn = ARB_WHITE, .move_number = 1 };

    do {
        for (unsigned i = 7; i > 0 && chess960; i--) {
            const unsigned j = chance_below(luck, i + 1);
            const arb_role role = row[i];
            row[i] = row[j];
            row[j] = role;
        }
    } while (!is_start_row(row));
    for (unsigned file = 0; file < 8; file++) {
        setup.piece[file] = arb_piece_of(ARB_WHITE, row[file]);
        setup.piece[8 + file] = arb_piece_of(ARB_WHITE, ARB_PAWN);
        setup.piece[48 + file] = arb_piece_of(ARB_BLACK, ARB_PAWN);
        setup.piece[56 + file] = arb_piece_of(ARB_BLACK, row[file]);
        if (row[file] == ARB_ROOK)
            setup.castling |= UINT64_C(0x0100000000000001) << file;
    }
    return setup;
}

bool random_step(arb_setup *setup, chance *luck)
{
    slow_move moves[ARB_MOVES_MAX];
    const size_t count = slow_moves(moves, setup);

    if (count == 0)
        return false;
    *setup = slow_play(setup, moves[chance_below(luck, (unsigned)count)]);
    return true;
}

arb_setup random_played(chance *luck, bool chess960, unsigned plies)
{
    arb_setup setup = random_start(luck, chess960);

    while (plies-- > 0 && random_step(&setup, luck)) {
    }
    return setup;
}

/* A vacant square of the rank, or of any rank when there seems to be none. */
static arb_square vacant_square(chance *luck, const arb_setup *setup, unsigned wanted_rank)
{
    for (unsigned tries = 0;; tries++) {
        const unsigned file = chance_below(luck, 8);
        const bool anywhere = wanted_rank > 7 || tries > 40;
        const unsigned rank = anywhere ? chance_below(luck, 8) : wanted_rank;
        const arb_square square = arb_square_at(file, rank);

        if (setup->piece[square] == ARB_PIECE_NONE)
            return square;
    }
}

/* Gives a right to rooks at home, now and then to two on one wing or to no rook at all. */
static void random_rights(arb_setup *setup, chance *luck)
{
    for (unsigned square = 0; square < 64; square += square == 7 ? 49 : 1) {
        const arb_colour colour = square < 8 ? ARB_WHITE : ARB_BLACK;
        const bool rook = setup->piece[square] == arb_piece_of(colour, ARB_ROOK);

        if (chance_below(luck, rook ? 4 : 32) < (rook ? 3 : 1))
            setup->castling |= UINT64_C(1) << square;
    }
}

static void random_pieces(arb_setup *setup, chance *luck, arb_colour colour)
{
    const unsigned home = colour == ARB_WHITE ? 0 : 7;
    const bool at_home = chance_below(luck, 2) == 0;
    const unsigned pieces = chance_below(luck, 16);

    setup->piece[vacant_square(luck, setup, at_home ? home : 8)] = arb_piece_of(colour, ARB_KING);
    for (unsigned i = 0; i < pieces; i++) {
        const unsigned pick = chance_below(luck, 10);
        const arb_role role = pick < 5 ? (arb_role)pick : pick < 7 ? ARB_ROOK : ARB_PAWN;
        const bool rook_at_home = role == ARB_ROOK && at_home && i < 5;

        setup->piece[vacant_square(luck, setup, rook_at_home ? home : 8)] =
            arb_piece_of(colour, role);
    }
}

/* Puts an en passant square where a pawn may have passed over, if there is one. */
static void random_en_passant(arb_setup *setup, chance *luck)
{
    const bool white = setup->turn == ARB_WHITE;
    const unsigned first = white ? 40 : 16;
    const unsigned offset = chance_below(luck, 8);

    for (unsigned i = 0; i < 8; i++) {
        const unsigned square = first + (i + offset) % 8;
        const unsigned pawn = white ? square - 8 : square + 8;
        const unsigned origin = white ? square + 8 : square - 8;

        if (setup->piece[square] == ARB_PIECE_NONE && setup->piece[origin] == ARB_PIECE_NONE &&
            setup->piece[pawn] == arb_piece_of(white ? ARB_BLACK : ARB_WHITE, ARB_PAWN))
            setup->en_passant = (arb_square)square;
    }
    /* And now and then one that means nothing. */
    if (chance_below(luck, 8) == 0)
        setup->en_passant = (arb_square)(first + offset);
}

arb_setup random_nonsense(chance *luck)
{
    arb_setup setup = { .en_passant = ARB_SQUARE_NONE };

    setup.turn = (uint8_t)chance_below(luck, 2);
    setup.quiet_plies = (uint16_t)chance_below(luck, 150);
    setup.move_number = (uint16_t)chance_below(luck, 200);
    random_pieces(&setup, luck, ARB_WHITE);
    random_pieces(&setup, luck, ARB_BLACK);
    random_rights(&setup, luck);
    random_en_passant(&setup, luck);
    return setup;
}

arb_setup random_diagram(chance *luck)
{
    const unsigned density = 1 + chance_below(luck, 8);
    const bool one_kind = chance_below(luck, 16) == 0;
    const arb_role kind = (arb_role)chance_below(luck, ARB_ROLE_COUNT);
    arb_setup setup = { .en_passant = ARB_SQUARE_NONE };

    for (unsigned square = 0; square < 64; square++) {
        const arb_role role = one_kind ? kind : (arb_role)chance_below(luck, ARB_ROLE_COUNT);
        const arb_colour colour = (arb_colour)chance_below(luck, 2);

        if (chance_below(luck, 8) < density)
            setup.piece[square] = arb_piece_of(colour, role);
    }
    if (chance_below(luck, 2) == 0)
        setup.castling = chance_bits(luck) & chance_bits(luck) & UINT64_C(0xff000000000000ff);
    if (chance_below(luck, 2) == 0)
        setup.en_passant = (arb_square)chance_below(luck, 64);
    setup.turn = (uint8_t)chance_below(luck, 2);
    setup.quiet_plies = (uint16_t)(chance_bits(luck) >> chance_below(luck, 16));
    setup.move_number = (uint16_t)(chance_bits(luck) >> chance_below(luck, 16));
    return setup;
}
