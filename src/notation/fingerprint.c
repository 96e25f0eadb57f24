/* SPDX-License-Identifier: MIT */
/*
 * SipHash-2-4 with 128 bits of output (J.-P. Aumasson, D. J. Bernstein), fed with the starting
 * position and the moves of a game; see arbitro/pgn_select.h.
 */
#include "arbitro/pgn_select.h"
#include "notation/pgn_internal.h"

static uint64_t turn_left(uint64_t x, unsigned by)
{
    return x << by | x >> (64 - by);
}

static void mix(uint64_t v[4], unsigned rounds)
{
    for (; rounds > 0; rounds--) {
        v[0] += v[1];
        v[1] = turn_left(v[1], 13) ^ v[0];
        v[0] = turn_left(v[0], 32);
        v[2] += v[3];
        v[3] = turn_left(v[3], 16) ^ v[2];
        v[0] += v[3];
        v[3] = turn_left(v[3], 21) ^ v[0];
        v[2] += v[1];
        v[1] = turn_left(v[1], 17) ^ v[2];
        v[2] = turn_left(v[2], 32);
    }
}

static void add_word(arb_pgn_ink *ink, uint64_t word)
{
    ink->v[3] ^= word;
    mix(ink->v, 2);
    ink->v[0] ^= word;
    ink->words++;
}

/* Sixteen bits, of which four make a word. */
static void add_bits(arb_pgn_ink *ink, unsigned bits)
{
    ink->word |= (uint64_t)(bits & 0xffffu) << 16 * ink->filled;
    if (++ink->filled < 4)
        return;
    add_word(ink, ink->word);
    ink->word = 0;
    ink->filled = 0;
}

/* Everything that makes a position the same (9.2.3). */
static void add_position(arb_pgn_ink *ink, const arb_pgn *pgn)
{
    arb_pos pos;

    arb_pgn_position(&pos, pgn);
    for (unsigned colour = 0; colour < ARB_COLOUR_COUNT; colour++) {
        add_word(ink, pos.side[colour].pawns);
        add_word(ink, pos.side[colour].knights);
        add_word(ink, pos.side[colour].diagonal);
        add_word(ink, pos.side[colour].straight);
        add_word(ink, pos.side[colour].king);
    }
    add_word(ink, pos.castling);
    add_word(ink, (uint64_t)pos.en_passant << 8 | pos.turn);
}

void arb_pgn_ink_start(arb_pgn_ink *ink, const uint64_t key[2], const arb_pgn *pgn)
{
    *ink = (arb_pgn_ink){
        .v = { key[0] ^ UINT64_C(0x736f6d6570736575), key[1] ^ UINT64_C(0x646f72616e646f6d) ^ 0xee,
               key[0] ^ UINT64_C(0x6c7967656e657261), key[1] ^ UINT64_C(0x7465646279746573) }
    };
    add_position(ink, pgn);
}

/* No legal move has bits like these: it would go from a square to itself. */
enum { NULL_MOVE = 0, STOOD = 0x0041 };

void arb_pgn_ink_move(arb_pgn_ink *ink, const arb_pgn *pgn, const arb_pgn_move *move)
{
    if (pgn->depth > 0)
        return;
    if (move->kind == ARB_PGN_MOVE_LEGAL) {
        add_bits(ink, move->move.bits);
        return;
    }
    add_bits(ink, move->kind == ARB_PGN_MOVE_NULL ? NULL_MOVE : STOOD);
    if (move->kind == ARB_PGN_MOVE_NULL)
        return;
    while (ink->filled > 0) /* so that the words can be taken apart in one way only */
        add_bits(ink, 0);
    add_position(ink, pgn);
}

arb_pgn_print arb_pgn_ink_end(const arb_pgn_ink *ink)
{
    arb_pgn_ink last = *ink;
    arb_pgn_print print;

    add_word(&last, last.word); /* and how much was in it */
    add_word(&last, last.words << 8 | last.filled);
    last.v[2] ^= 0xee;
    mix(last.v, 4);
    print.half[0] = last.v[0] ^ last.v[1] ^ last.v[2] ^ last.v[3];
    last.v[1] ^= 0xdd;
    mix(last.v, 4);
    print.half[1] = last.v[0] ^ last.v[1] ^ last.v[2] ^ last.v[3];
    return print;
}
