/* SPDX-License-Identifier: MIT */
/*
 * Who can still mate with few pieces: every position of some families, worked out backwards from
 * the mates without the library.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arbitro/proof.h"
#include "support/assertions.h"
#include "support/random_positions.h"

/* Everything that two kings, one piece of the winner and at most one of the loser can do. A capture
 * leaves nothing to mate with in these families, so that only moves to vacant squares count. */

typedef struct family {
    arb_role winner, loser; /* ARB_ROLE_NONE: the loser has only the king */
    bool mates;             /* is there a mate at all? */
} family;

enum { KING, PIECE, PREY, HELP, PIECES, CELLS = 2 * 64 * 64 * 64 * 10 };

typedef struct cell {
    unsigned turn; /* 0: the winner's */
    unsigned at[PIECES];
} cell;

static uint64_t bit_of(unsigned square)
{
    return UINT64_C(1) << square;
}

/* What a piece attacks, walking step by step. */
static uint64_t reach(arb_role role, unsigned from, uint64_t occupied)
{
    static const int steps[16][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 },  { 0, -1 },
                                      { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 },
                                      { 1, 2 }, { 1, -2 }, { -1, 2 }, { -1, -2 },
                                      { 2, 1 }, { 2, -1 }, { -2, 1 }, { -2, -1 } };
    const int first = role == ARB_KNIGHT ? 8 : role == ARB_BISHOP ? 4 : 0;
    const int end = role == ARB_KNIGHT ? 16 : role == ARB_ROOK ? 4 : 8;
    uint64_t set = 0;

    for (int i = first; i < end; i++) {
        int x = (int)from % 8 + steps[i][0], y = (int)from / 8 + steps[i][1];
        for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += steps[i][0], y += steps[i][1]) {
            set |= bit_of((unsigned)(8 * y + x));
            if (role == ARB_KNIGHT || role == ARB_KING || (occupied >> (8 * y + x) & 1))
                break;
        }
    }
    return set;
}

static arb_role role_of(const family *f, int piece)
{
    return piece == PIECE ? f->winner : piece == HELP ? f->loser : ARB_KING;
}

static uint64_t taken_up(const family *f, const cell *c)
{
    return bit_of(c->at[KING]) | bit_of(c->at[PIECE]) | bit_of(c->at[PREY]) |
           (f->loser == ARB_ROLE_NONE ? 0 : bit_of(c->at[HELP]));
}

/* Do the pieces of one side attack `square`? The piece on it, if any, is captured and attacks
 * nothing.
 */
static bool attacked(const family *f, const cell *c, bool by_winner, unsigned square)
{
    const uint64_t occupied = taken_up(f, c);
    const int king = by_winner ? KING : PREY, piece = king + 1;

    if (reach(ARB_KING, c->at[king], 0) & bit_of(square))
        return true;
    return role_of(f, piece) != ARB_ROLE_NONE && c->at[piece] != square &&
           (reach(role_of(f, piece), c->at[piece], occupied) & bit_of(square)) != 0;
}

/* May these pieces stand like this, the side that does not have the move being out of check? */
static bool is_sound(const family *f, const cell *c)
{
    const unsigned pieces = f->loser == ARB_ROLE_NONE ? 3 : 4;

    if ((unsigned)__builtin_popcountll(taken_up(f, c)) != pieces)
        return false;
    return !attacked(f, c, c->turn == 0, c->at[c->turn == 0 ? PREY : KING]);
}

/* Is the loser, whose turn it is, mated? */
static bool is_mate(const family *f, const cell *c)
{
    const uint64_t own = bit_of(c->at[PREY]) | (taken_up(f, c) & bit_of(c->at[HELP]));

    if (!attacked(f, c, true, c->at[PREY]))
        return false;
    for (int piece = PREY; piece <= HELP; piece++) {
        if (role_of(f, piece) == ARB_ROLE_NONE)
            continue;
        const uint64_t to = reach(role_of(f, piece), c->at[piece], taken_up(f, c)) & ~own;
        for (unsigned square = 0; square < 64; square++) {
            cell next = *c;
            next.at[piece] = square;
            if (!(to >> square & 1) || square == c->at[KING])
                continue;
            /* a captured piece stands under its captor, and is not to attack any more */
            const uint64_t line =
                square == c->at[PIECE] ? 0 : reach(f->winner, c->at[PIECE], taken_up(f, &next));
            if (!((line | reach(ARB_KING, c->at[KING], 0)) & bit_of(next.at[PREY])))
                return false;
        }
    }
    return true;
}

/* One of the eight ways to turn and mirror the board. */
static unsigned turned(unsigned square, unsigned way)
{
    square = way & 1 ? square ^ 7u : square;
    square = way & 2 ? square ^ 56u : square;
    return way & 4 ? (square % 8) * 8 + square / 8 : square;
}

/* The number of a cell in one view, which has the loser's king between a1, d1 and d4. */
static uint32_t number_in_view(const family *f, const cell *c, unsigned way)
{
    static const uint8_t triangle[4][4] = {
        { 0, 1, 2, 3 }, { 0, 4, 5, 6 }, { 0, 0, 7, 8 }, { 0, 0, 0, 9 }
    };
    const unsigned prey = turned(c->at[PREY], way);
    uint32_t n = triangle[prey / 8][prey % 8];

    n = n * 64 + turned(c->at[KING], way);
    n = n * 64 + turned(c->at[PIECE], way);
    n = n * 64 + (f->loser == ARB_ROLE_NONE ? 0 : turned(c->at[HELP], way));
    return n * 2 + c->turn;
}

/* The number of a cell, the same for all eight views of it. */
static uint32_t number_of(const family *f, const cell *c)
{
    const unsigned x = c->at[PREY] % 8, y = c->at[PREY] / 8;
    const unsigned right = x < 4 ? x : 7 - x, up = y < 4 ? y : 7 - y;
    const unsigned way = (x > 3 ? 1u : 0u) | (y > 3 ? 2u : 0u) | (up > right ? 4u : 0u);
    const uint32_t n = number_in_view(f, c, way);

    if (up != right)
        return n;
    const uint32_t mirrored = number_in_view(f, c, way | 4u);
    return n < mirrored ? n : mirrored;
}

static cell cell_of(uint32_t n)
{
    static const uint8_t prey[10] = { 0, 1, 2, 3, 9, 10, 11, 18, 19, 27 };

    return (cell){
        n % 2, { n / 2 / 64 / 64 % 64, n / 2 / 64 % 64, prey[n / 2 / 64 / 64 / 64], n / 2 % 64 }
    };
}

/* Marks every cell from which the winner can mate; the answer is to be freed. */
static uint8_t *work_out(const family *f, size_t *mates)
{
    uint8_t *can = calloc(CELLS, 1);
    uint32_t *queue = malloc(CELLS * sizeof *queue), end = 0;

    assert_true(can && queue);
    for (uint32_t n = 1; n < CELLS; n += 2) {
        const cell c = cell_of(n);
        if (number_of(f, &c) == n && is_sound(f, &c) && is_mate(f, &c)) {
            can[n] = 1;
            queue[end++] = n;
        }
    }
    *mates = end;
    for (uint32_t at = 0; at < end; at++) {
        const cell c = cell_of(queue[at]);
        const int king = c.turn == 0 ? PREY : KING;
        for (int piece = king; piece <= king + 1; piece++) {
            if (role_of(f, piece) == ARB_ROLE_NONE)
                continue;
            const uint64_t pieces = taken_up(f, &c);
            uint64_t from = reach(role_of(f, piece), c.at[piece], pieces) & ~pieces;
            for (; from; from &= from - 1) {
                cell before = c;
                before.turn = 1 - c.turn;
                before.at[piece] = (unsigned)__builtin_ctzll(from);
                const uint32_t n = number_of(f, &before);
                if (!can[n] && is_sound(f, &before)) {
                    can[n] = 1;
                    queue[end++] = n;
                }
            }
        }
    }
    free(queue);
    return can;
}

/* The cell on a board, with `winner` as the colour of the side that wants to mate. */
static arb_setup setup_of_cell(const family *f, const cell *c, arb_colour winner)
{
    const arb_colour loser = arb_opponent(winner);
    arb_setup setup = arb_setup_empty();

    setup.piece[c->at[KING]] = arb_piece_of(winner, ARB_KING);
    setup.piece[c->at[PIECE]] = arb_piece_of(winner, f->winner);
    setup.piece[c->at[PREY]] = arb_piece_of(loser, ARB_KING);
    if (f->loser != ARB_ROLE_NONE)
        setup.piece[c->at[HELP]] = arb_piece_of(loser, f->loser);
    setup.turn = (uint8_t)(c->turn == 0 ? winner : loser);
    return setup;
}

static void assert_cell(const family *f, const cell *c, bool can, arb_colour winner)
{
    const arb_setup setup = setup_of_cell(f, c, winner);
    const arb_proof truth = can ? ARB_PROOF_YES : ARB_PROOF_NO;
    const char *difference = NULL;
    arb_pos pos;

    assert_int_equal(arb_pos_from_setup(&pos, &setup), 0);
    if (arb_proof_can_mate(&pos, winner, NULL) != truth)
        difference = can ? "the side can mate" : "the side cannot mate";
    const arb_proof dead = arb_proof_is_dead(&pos, NULL);
    if (can ? dead != ARB_PROOF_NO : f->loser == ARB_ROLE_NONE && dead != ARB_PROOF_YES)
        difference = can ? "the position is not dead" : "the position is dead";
    assert_no_difference(difference, &setup);
}

/* Asks the library about `count` cells by chance for which the truth is `can`, if there are any. */
static void assert_cells(const family *f, const uint8_t *truth, bool can, unsigned count,
                         chance *luck)
{
    for (unsigned tries = 0; tries < 100000 && count > 0; tries++) {
        const uint32_t n = chance_below(luck, CELLS);
        const cell c = cell_of(n);
        if (truth[n] != can || number_of(f, &c) != n || !is_sound(f, &c))
            continue;
        assert_cell(f, &c, can, chance_below(luck, 2) ? ARB_WHITE : ARB_BLACK);
        count--;
    }
}

static void assert_family(const family *f, unsigned number)
{
    chance luck = chance_begin(number);
    size_t mates;
    uint8_t *can = work_out(f, &mates);

    assert_int_equal(mates > 0, f->mates);
    assert_cells(f, can, true, scaled(200), &luck);
    assert_cells(f, can, false, scaled(200), &luck);
    free(can);
}

/* Laws 5.2.2, 1.5 */
static void test_proof_families__a_bare_king_is_mated_or_not(void **state)
{
    static const family families[] = { { ARB_QUEEN, ARB_ROLE_NONE, true },
                                       { ARB_ROOK, ARB_ROLE_NONE, true },
                                       { ARB_BISHOP, ARB_ROLE_NONE, false },
                                       { ARB_KNIGHT, ARB_ROLE_NONE, false } };
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        assert_family(&families[i], i);
}

/* The table by which 6.9 and 7.5.5 are judged, where the loser's piece is no pawn. */
/* Laws 5.2.2 */
static void test_proof_families__one_piece_against_one(void **state)
{
    static const family families[] = {
        { ARB_KNIGHT, ARB_QUEEN, false }, { ARB_KNIGHT, ARB_ROOK, true },
        { ARB_KNIGHT, ARB_BISHOP, true }, { ARB_KNIGHT, ARB_KNIGHT, true },
        { ARB_BISHOP, ARB_QUEEN, false }, { ARB_BISHOP, ARB_ROOK, false },
        { ARB_BISHOP, ARB_BISHOP, true }, { ARB_BISHOP, ARB_ROOK, false },
        { ARB_BISHOP, ARB_QUEEN, false }, { ARB_KNIGHT, ARB_BISHOP, true },
        { ARB_KNIGHT, ARB_ROOK, true },   { ARB_KNIGHT, ARB_QUEEN, false },
    };
    (void)state;
    for (unsigned i = 0; i < 8; i++)
        assert_family(&families[i], 10 + i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_families__a_bare_king_is_mated_or_not),
        cmocka_unit_test(test_proof_families__one_piece_against_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
