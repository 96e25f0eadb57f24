/* SPDX-License-Identifier: MIT */
/* Whether an offered pawn is lost: a second reading of the definition in src/terms/gambit.h, by the
 * value of every line of captures, on pawn moves of random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "support/random_positions.h"
#include "terms/gambit.h"

enum { GAMES = 300, PLIES_MAX = 10, NODES_MAX = 1500 };

static unsigned nodes;

static int taken(const arb_pos *pos, arb_move move)
{
    const arb_square square = arb_move_captured(pos, move);

    return square == ARB_SQUARE_NONE
               ? 0
               : (int)arb_role_value(arb_piece_role(arb_pos_piece(pos, square)));
}

/* What who has the move wins by captures, who may always stop. */
static int settle(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);
    int best = 0;

    if (++nodes > NODES_MAX)
        return 0;
    for (size_t i = 0; i < count; i++) {
        arb_pos next;
        if (arb_move_captured(pos, moves[i]) == ARB_SQUARE_NONE)
            continue;
        arb_pos_play(&next, pos, moves[i]);
        const int value = taken(pos, moves[i]) - settle(&next);
        best = value > best ? value : best;
    }
    return best;
}

/* The same, after a check to which every answer is tried. */
static int settle_check(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);
    int worst = 1000;

    for (size_t i = 0; i < count; i++) {
        arb_pos next;
        arb_pos_play(&next, pos, moves[i]);
        const int value = settle(&next) - taken(pos, moves[i]);
        worst = value < worst ? value : worst;
    }
    return worst;
}

static int got_back(const arb_pos *pos)
{
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);
    int best = settle(pos);

    for (size_t i = 0; i < count; i++) {
        arb_pos next;
        if (arb_move_captured(pos, moves[i]) != ARB_SQUARE_NONE)
            continue;
        arb_pos_play(&next, pos, moves[i]);
        if (!arb_pos_is_check(&next))
            continue;
        const int value = settle_check(&next);
        best = value > best ? value : best;
    }
    return best;
}

static bool loses(const arb_pos *before, arb_move move)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_pos after;

    if (settle(before) > 0)
        return true;
    arb_pos_play(&after, before, move);
    const size_t count = arb_pos_moves(moves, &after);
    for (size_t i = 0; i < count; i++) {
        arb_pos next;
        if (arb_move_captured(&after, moves[i]) != arb_move_to(move))
            continue;
        arb_pos_play(&next, &after, moves[i]);
        if (got_back(&next) < taken(&after, moves[i]))
            return true;
    }
    return false;
}

typedef struct tally {
    unsigned moves, lost, skipped;
} tally;

static void check(tally *sum, const arb_pos *pos, arb_move move)
{
    char fen[ARB_FEN_SIZE], from[3], to[3];
    arb_pos after;

    arb_pos_play(&after, pos, move);
    if (arb_move_role(move) != ARB_PAWN || arb_move_captured(pos, move) != ARB_SQUARE_NONE ||
        !arb_pos_attackers(&after, arb_move_to(move), (arb_colour)after.turn))
        return;
    nodes = 0;
    const bool wanted = loses(pos, move);
    if (nodes > NODES_MAX) {
        sum->skipped++;
        return;
    }
    sum->moves++;
    sum->lost += wanted;
    if (arb_gambit_loses(pos, move) == wanted)
        return;
    (void)arb_pos_fen(fen, sizeof fen, pos);
    (void)arb_square_write(from, sizeof from, arb_move_from(move));
    (void)arb_square_write(to, sizeof to, arb_move_to(move));
    fail_msg("%s: %s%s is %slost", fen, from, to, wanted ? "" : "not ");
}

static void test_terms_gambits__lost_by_the_value_of_every_line(void **state)
{
    chance luck = chance_begin(2401);
    tally sum = { 0 };

    (void)state;
    for (unsigned game = 0; game < scaled(GAMES); game++) {
        arb_setup setup = random_start(&luck, false);
        for (unsigned ply = 0; ply < PLIES_MAX; ply++) {
            arb_move moves[ARB_MOVES_MAX];
            arb_pos pos;
            assert_int_equal(arb_faults_hard(arb_pos_from_setup(&pos, &setup)), 0);
            const size_t count = arb_pos_moves(moves, &pos);
            for (size_t i = 0; i < count; i++)
                check(&sum, &pos, moves[i]);
            if (!random_step(&setup, &luck))
                break;
        }
    }
    printf("# %u offers, %u of them lost, %u with too many captures\n", sum.moves, sum.lost,
           sum.skipped);
    assert_true(sum.lost > sum.moves / 20 && sum.lost < sum.moves);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_gambits__lost_by_the_value_of_every_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
