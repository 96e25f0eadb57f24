/* SPDX-License-Identifier: MIT */
/*
 * Moves taken back, against a second reading that sets up every board which may have stood there
 * before and plays forward from it: the same boards, no more and no fewer.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "retro/back.h"
#include "support/assertions.h"
#include "support/random_positions.h"
#include "support/slow_retro.h"

enum { ROOM = 4096, SETUPS = 2500, PLAYED = 1200 };

/* A board that may have stood there before, and the move that was made on it. */
typedef struct past {
    arb_setup before;
    slow_move move;
    bool met;
} past;

typedef struct pasts {
    size_t count;
    bool any_array;
    past list[ROOM];
} pasts;

typedef struct comparison {
    pasts *pasts;
    const arb_setup *after;
    size_t extra, count;
    unsigned kinds[ARB_MOVE_PROMOTION + 1];
} comparison;

static unsigned pawns_of(const arb_setup *setup, arb_colour colour)
{
    unsigned count = 0;

    for (unsigned square = 0; square < 64; square++)
        count += setup->piece[square] == arb_piece_of(colour, ARB_PAWN);
    return count;
}

/* Nine pawns never stood there; castling is that of 3.8.2 unless any array is meant. */
static bool remember(void *user, const arb_setup *before, slow_move move)
{
    pasts *p = user;
    const unsigned file = move.from & 7u, rook = move.rook & 7u;

    if (pawns_of(before, ARB_WHITE) > 8 || pawns_of(before, ARB_BLACK) > 8)
        return false;
    if (move.rook != ARB_SQUARE_NONE && !p->any_array && (file != 4 || (rook != 0 && rook != 7)))
        return false;
    assert_true(p->count < ROOM);
    p->list[p->count++] = (past){ .before = *before, .move = move };
    return false;
}

static bool same(const past *p, const arb_setup *before, const arb_unmove *last)
{
    const bool castling = last->kind == ARB_MOVE_CASTLING;
    const uint8_t promotion = last->kind == ARB_MOVE_PROMOTION ? last->role : ARB_ROLE_NONE;

    return p->move.from == last->from && p->move.to == last->to && p->move.promotion == promotion &&
           (p->move.rook != ARB_SQUARE_NONE) == castling &&
           (!castling || p->move.rook == last->rook) && p->before.castling == before->castling &&
           p->before.en_passant == before->en_passant && p->before.turn == before->turn &&
           memcmp(p->before.piece, before->piece, sizeof before->piece) == 0;
}

static bool compare(void *user, const arb_unmove *last, const arb_back *before)
{
    comparison *c = user;
    const arb_setup setup = arb_back_setup(before);
    bool met = false;

    c->count++;
    c->kinds[last->kind]++;
    for (size_t i = 0; i < c->pasts->count && !met; i++)
        if (!c->pasts->list[i].met && same(&c->pasts->list[i], &setup, last))
            met = c->pasts->list[i].met = true;
    /* what was captured is what stood there */
    const arb_piece victim = setup.piece[last->to];
    if (last->kind != ARB_MOVE_EN_PASSANT && last->kind != ARB_MOVE_CASTLING)
        assert_int_equal(last->victim,
                         victim == ARB_PIECE_NONE ? ARB_ROLE_NONE : arb_piece_role(victim));
    c->extra += !met;
    return false;
}

/* Stops at a certain visit. */
static bool stop_at(void *user, const arb_unmove *last, const arb_back *before)
{
    size_t *left = user;

    (void)last;
    (void)before;
    return --*left == 0;
}

/* Whichever visit says so, nothing is visited after it, and that is told. */
static void check_stops(const arb_back *back, size_t count)
{
    for (size_t at = 1; at <= count; at++) {
        size_t left = at;
        assert_true(arb_back_each(back, stop_at, &left));
        assert_int_equal(left, 0);
    }
}

/* Both readings of one position; how many last moves it has. */
static size_t check(const arb_setup *setup, bool any_array, unsigned kinds[ARB_MOVE_PROMOTION + 1])
{
    static pasts p;
    const arb_back back = arb_back_of(setup, any_array);
    comparison c = { .pasts = &p, .after = setup };

    p.count = 0;
    p.any_array = any_array;
    assert_false(slow_retro_each(setup, remember, &p));
    assert_false(arb_back_each(&back, compare, &c));
    if (c.extra)
        assert_no_difference("a move was taken back that nobody can have made", setup);
    if (c.count != p.count)
        assert_no_difference("a last move is missing", setup);
    check_stops(&back, c.count);
    for (unsigned i = 0; i < ARB_MOVE_PROMOTION + 1; i++)
        kinds[i] += c.kinds[i];
    return c.count;
}

/* Few pieces and castled kings leave room for every kind of last move. */
static void thin_out(arb_setup *setup, chance *luck)
{
    const unsigned keep = 1 + chance_below(luck, 4);

    for (unsigned square = 0; square < 64; square++)
        if (setup->piece[square] != ARB_PIECE_NONE &&
            arb_piece_role(setup->piece[square]) != ARB_KING && !(setup->castling >> square & 1) &&
            chance_below(luck, 4) >= keep)
            setup->piece[square] = ARB_PIECE_NONE;
}

static void castle(arb_setup *setup, chance *luck)
{
    const arb_colour them = arb_opponent((arb_colour)setup->turn);
    const unsigned home = them == ARB_WHITE ? 0 : 56, wing = chance_below(luck, 2);
    const unsigned king_to = home + (wing ? 6 : 2), rook_to = home + (wing ? 5 : 3);

    if (setup->piece[king_to] != ARB_PIECE_NONE || setup->piece[rook_to] != ARB_PIECE_NONE)
        return;
    setup->piece[slow_king(setup, them)] = ARB_PIECE_NONE;
    setup->piece[king_to] = arb_piece_of(them, ARB_KING);
    setup->piece[rook_to] = arb_piece_of(them, ARB_ROOK);
    setup->castling &= them == ARB_WHITE ? ~UINT64_C(0xff) : UINT64_C(0xff);
}

/* Laws 3.1 to 3.9, backwards */
static void test_retro_back__boards_thrown_together(void **state)
{
    const uint32_t skipped = ~(uint32_t)(ARB_FAULT_WHITE_PROMOTED | ARB_FAULT_BLACK_PROMOTED |
                                         ARB_FAULT_IMPOSSIBLE_CHECK);
    chance luck = chance_begin(213);
    unsigned kinds[ARB_MOVE_PROMOTION + 1] = { 0 };
    size_t moves = 0;

    (void)state;
    for (unsigned done = 0; done < scaled(SETUPS);) {
        arb_setup setup = random_nonsense(&luck);
        thin_out(&setup, &luck);
        if (chance_below(&luck, 4) == 0)
            castle(&setup, &luck);
        if (arb_setup_faults(&setup) & skipped)
            continue;
        moves += check(&setup, chance_below(&luck, 2), kinds);
        done++;
    }
    print_message("# %zu last moves, %u castling, %u en passant, %u promotions\n", moves,
                  kinds[ARB_MOVE_CASTLING], kinds[ARB_MOVE_EN_PASSANT], kinds[ARB_MOVE_PROMOTION]);
    assert_true(kinds[ARB_MOVE_CASTLING] > scaled(SETUPS) / 100);
    assert_true(kinds[ARB_MOVE_EN_PASSANT] > scaled(SETUPS) / 100);
    assert_true(kinds[ARB_MOVE_DOUBLE_STEP] > scaled(SETUPS) / 100);
    assert_true(kinds[ARB_MOVE_PROMOTION] > scaled(SETUPS) / 10);
}

/* The same in games, with their rights and the square that a pawn has passed. */
static void test_retro_back__games(void **state)
{
    chance luck = chance_begin(214);
    unsigned kinds[ARB_MOVE_PROMOTION + 1] = { 0 };

    (void)state;
    for (unsigned i = 0; i < scaled(PLAYED); i++) {
        const bool any_array = i % 3 == 2;
        const arb_setup setup = random_played(&luck, any_array, 1 + chance_below(&luck, 160));
        if (check(&setup, any_array, kinds) == 0)
            assert_no_difference("no last move, though one was made", &setup);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_retro_back__boards_thrown_together),
        cmocka_unit_test(test_retro_back__games),
    };
    return cmocka_run_group_tests_name("retro_back", tests, NULL, NULL);
}
