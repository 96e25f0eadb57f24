/* SPDX-License-Identifier: MIT */
/* Words of players on boards by chance, beside a second reading of their definitions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/terms.h"
#include "support/assertions.h"
#include "support/random_positions.h"
#include "support/slow_terms.h"

enum { BOARDS = 20000, FIGHTS = 2500, STEPS = 20000, TEXT_SIZE = 400 };

static const arb_sighting_kind board_kinds[] = {
    ARB_SIGHTING_CHECK,          ARB_SIGHTING_DOUBLE_CHECK,   ARB_SIGHTING_CHECKMATE,
    ARB_SIGHTING_SMOTHERED_MATE, ARB_SIGHTING_STALEMATE,      ARB_SIGHTING_PIN_ABSOLUTE,
    ARB_SIGHTING_QUALITY_AHEAD,  ARB_SIGHTING_ADVANTAGE,      ARB_SIGHTING_PASSED_PAWN,
    ARB_SIGHTING_ISOLATED_PAWN,  ARB_SIGHTING_DOUBLED_PAWN,   ARB_SIGHTING_BACKWARD_PAWN,
    ARB_SIGHTING_PAWN_CHAIN,     ARB_SIGHTING_BLOCKADE,       ARB_SIGHTING_STONEWALL,
    ARB_SIGHTING_OUTPOST,        ARB_SIGHTING_OUTPOST_PAWN,   ARB_SIGHTING_OPEN_FILE,
    ARB_SIGHTING_HALF_OPEN_FILE, ARB_SIGHTING_GOOD_BISHOP,    ARB_SIGHTING_BAD_BISHOP,
    ARB_SIGHTING_FIANCHETTO,     ARB_SIGHTING_GREAT_DIAGONAL, ARB_SIGHTING_CENTRE,
    ARB_SIGHTING_DEVELOPMENT,    ARB_SIGHTING_PHASE_OPENING,  ARB_SIGHTING_PHASE_MIDDLEGAME,
    ARB_SIGHTING_PHASE_ENDGAME,
};

static const arb_sighting_kind attack_kinds[] = {
    ARB_SIGHTING_PIN_RELATIVE,  ARB_SIGHTING_SKEWER,  ARB_SIGHTING_FORK,
    ARB_SIGHTING_DOUBLE_ATTACK, ARB_SIGHTING_BATTERY, ARB_SIGHTING_OVERLOADING,
};

static void want(bool wanted[ARB_SIGHTING_COUNT], const arb_sighting_kind *kinds, size_t count)
{
    memset(wanted, 0, ARB_SIGHTING_COUNT * sizeof *wanted);
    for (size_t i = 0; i < count; i++)
        wanted[kinds[i]] = true;
}

static bool is_equal(const arb_sighting *a, const arb_sighting *b)
{
    return a->kind == b->kind && a->side == b->side && a->by == b->by && a->on == b->on &&
           a->via == b->via && a->amount == b->amount;
}

static void tell(const char *who, const arb_sighting *one, const arb_setup *setup)
{
    char fen[TEXT_SIZE];

    (void)arb_fen_write(fen, sizeof fen, setup, ARB_FEN_X, NULL);
    fail_msg("%s: %s alone sees %s of %d by %llx on %llx via %llx, %d", fen, who,
             arb_sighting_get(one->kind)->name[ARB_LANG_EN], (int)one->side,
             (unsigned long long)one->by, (unsigned long long)one->on, (unsigned long long)one->via,
             one->amount);
}

static void compare(const arb_sighting *seen, size_t count, const slow_seen *slow,
                    const arb_setup *setup)
{
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; k < slow->count; k++)
            found = found || is_equal(&seen[i], &slow->list[k]);
        if (!found)
            tell("the library", &seen[i], setup);
    }
    for (size_t k = 0; k < slow->count; k++) {
        bool found = false;
        for (size_t i = 0; i < count; i++)
            found = found || is_equal(&seen[i], &slow->list[k]);
        if (!found)
            tell("the slow board", &slow->list[k], setup);
    }
    assert_int_equal(count, slow->count);
}

/* Some moves by chance. */
static arb_setup played(chance *luck, unsigned plies)
{
    arb_pos pos = arb_pos_initial();

    for (; plies > 0; plies--) {
        arb_move moves[ARB_MOVES_MAX];
        const size_t count = arb_pos_moves(moves, &pos);
        if (count == 0)
            break;
        arb_pos_play(&pos, &pos, moves[chance_below(luck, (unsigned)count)]);
    }
    return arb_pos_setup(&pos);
}

/* Of games, of nonsense, and of games with pieces taken off. */
static arb_setup any_board(chance *luck)
{
    const unsigned sort = chance_below(luck, 4);

    if (sort == 0)
        return random_nonsense(luck);
    arb_setup setup = played(luck, chance_below(luck, sort == 1 ? 20 : 140));
    for (arb_square square = 0; sort == 3 && square < 64; square++)
        if (setup.piece[square] && arb_piece_role(setup.piece[square]) != ARB_KING &&
            chance_below(luck, 3) == 0)
            setup.piece[square] = ARB_PIECE_NONE;
    return setup;
}

/* arb_terms_find() must not lose anything: no board shows more than it has room for. */
static size_t look(arb_sighting *seen, arb_terms *terms, const arb_pos *pos, const bool *wanted)
{
    const size_t count = arb_terms_find(seen, terms, &(arb_sequence){ .pos = pos }, wanted);

    assert_true(count < ARB_SIGHTINGS_MAX);
    return count;
}

static void test_terms_random__boards(void **state)
{
    chance luck = chance_begin(70);
    bool wanted[ARB_SIGHTING_COUNT];
    unsigned met[ARB_SIGHTING_COUNT] = { 0 };
    static slow_seen slow;
    arb_terms *terms;

    (void)state;
    want(wanted, board_kinds, sizeof board_kinds / sizeof *board_kinds);
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    for (unsigned i = 0; i < scaled(BOARDS); i++) {
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const arb_setup setup = any_board(&luck);
        arb_pos pos;
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        const arb_setup board = arb_pos_setup(&pos);
        const size_t count = look(seen, terms, &pos, wanted);
        slow_terms_board(&slow, &board);
        compare(seen, count, &slow, &board);
        for (size_t k = 0; k < count; k++)
            met[seen[k].kind]++;
    }
    /* what chance does not bring in so many boards is left to the examples */
    for (size_t i = 0; scaled(BOARDS) == BOARDS && i < sizeof board_kinds / sizeof *board_kinds;
         i++)
        if (board_kinds[i] != ARB_SIGHTING_SMOTHERED_MATE && met[board_kinds[i]] < 5)
            fail_msg("%s was met %u times only",
                     arb_sighting_get(board_kinds[i])->name[ARB_LANG_EN], met[board_kinds[i]]);
    arb_terms_free(terms);
}

static void test_terms_random__attacks(void **state)
{
    chance luck = chance_begin(71);
    bool wanted[ARB_SIGHTING_COUNT];
    unsigned met[ARB_SIGHTING_COUNT] = { 0 };
    static slow_seen slow;
    arb_terms *terms;

    (void)state;
    want(wanted, attack_kinds, sizeof attack_kinds / sizeof *attack_kinds);
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    for (unsigned i = 0; i < scaled(FIGHTS); i++) {
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const arb_setup setup = any_board(&luck);
        arb_pos pos;
        size_t kept = 0;
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        const arb_setup board = arb_pos_setup(&pos);
        const size_t count = look(seen, terms, &pos, wanted);
        const uint64_t kings = pos.side[ARB_WHITE].king | pos.side[ARB_BLACK].king;
        for (size_t k = 0; k < count; k++) /* nobody plays on a slow board without a king */
            if (!(seen[k].kind == ARB_SIGHTING_OVERLOADING && seen[k].by & kings) &&
                !(seen[k].kind == ARB_SIGHTING_SKEWER && seen[k].on & kings))
                seen[kept++] = seen[k];
        slow_terms_attacks(&slow, &board);
        compare(seen, kept, &slow, &board);
        for (size_t k = 0; k < count; k++)
            met[seen[k].kind]++;
    }
    for (size_t i = 0; scaled(FIGHTS) == FIGHTS && i < sizeof attack_kinds / sizeof *attack_kinds;
         i++)
        assert_true(met[attack_kinds[i]] >= 20);
    arb_terms_free(terms);
}

static void test_terms_random__trades(void **state)
{
    chance luck = chance_begin(72);

    (void)state;
    for (unsigned i = 0; i < scaled(FIGHTS); i++) {
        const arb_setup setup = any_board(&luck);
        arb_pos pos;
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        for (arb_square square = 0; square < 64; square++) {
            const arb_square gone = (arb_square)chance_below(&luck, 64);
            const bool king = setup.piece[gone] != ARB_PIECE_NONE &&
                              arb_piece_role(setup.piece[gone]) == ARB_KING;
            const uint64_t without = king || gone == square ? 0 : UINT64_C(1) << gone;
            if (setup.piece[square] == ARB_PIECE_NONE)
                assert_int_equal(arb_trade_gain(&pos, square, 0), 0);
            else
                assert_int_equal(arb_trade_gain(&pos, square, without),
                                 slow_trade(&setup, square, without));
        }
    }
}

/* ---- moves ---- */

static bool sees(const arb_sighting *seen, size_t count, arb_sighting_kind kind, uint64_t *by)
{
    for (size_t i = 0; i < count; i++)
        if (seen[i].kind == kind) {
            *by = seen[i].by;
            return true;
        }
    return false;
}

/* Is an interposition before this square seen? */
static bool sees_between(const arb_sighting *seen, size_t count, arb_square king)
{
    for (size_t i = 0; i < count; i++)
        if (seen[i].kind == ARB_SIGHTING_INTERPOSITION && seen[i].on == UINT64_C(1) << king)
            return true;
    return false;
}

/* A check is discovered by what stands where it stood and attacks the king as it did not. */
static void check_step(const arb_pos *pos, arb_move move, const arb_sighting *seen, size_t count)
{
    const arb_setup before = arb_pos_setup(&pos[0]), after = arb_pos_setup(&pos[1]);
    const arb_colour us = (arb_colour)before.turn, them = arb_opponent(us);
    const uint64_t checkers = slow_attackers(&after, slow_king(&after, them), us);
    const bool was_in_check = slow_in_check(&before, us);
    uint64_t hidden = 0, by = 0;

    for (arb_square square = 0; square < 64; square++)
        if (checkers >> square & 1 && before.piece[square] == after.piece[square])
            hidden |= UINT64_C(1) << square;
    /* in Chess960 a castling rook may stay where it is; here it does not */
    const bool found = sees(seen, count, ARB_SIGHTING_DISCOVERED_CHECK, &by);
    assert_int_equal(found, hidden != 0);
    assert_true(by == hidden);
    assert_int_equal(sees(seen, count, ARB_SIGHTING_CROSS_CHECK, &by), checkers && was_in_check);
    const bool promotes = arb_move_promotion(move) != ARB_ROLE_NONE;
    assert_int_equal(sees(seen, count, ARB_SIGHTING_PROMOTION, &by),
                     promotes && arb_move_promotion(move) == ARB_QUEEN);
    assert_int_equal(sees(seen, count, ARB_SIGHTING_UNDERPROMOTION, &by),
                     promotes && arb_move_promotion(move) != ARB_QUEEN);
    /* who answers a check with neither his king nor a capture of what gives it, interposes;
     * before other pieces it may be done without a check */
    const arb_square taken = arb_move_captured(&pos[0], move);
    const uint64_t gave = slow_attackers(&before, slow_king(&before, us), them);
    assert_int_equal(sees_between(seen, count, slow_king(&after, us)),
                     was_in_check && arb_move_role(move) != ARB_KING &&
                         !(taken != ARB_SQUARE_NONE && gave >> taken & 1));
    bool freed = false;
    for (int colour = 0; colour < 2; colour++) {
        uint64_t pinned = slow_pinned(&before, (arb_colour)colour);
        for (arb_square square = 0; square < 64; square++) {
            arb_square now = square;
            if (!(pinned >> square & 1))
                continue;
            if (square == arb_move_from(move))
                now = arb_move_to(move);
            if (after.piece[now] == ARB_PIECE_NONE ||
                arb_piece_colour(after.piece[now]) != (arb_colour)colour)
                continue;
            freed = freed || !(slow_pinned(&after, (arb_colour)colour) >> now & 1);
        }
    }
    assert_int_equal(sees(seen, count, ARB_SIGHTING_UNPINNING, &by), freed);
}

static void test_terms_random__moves(void **state)
{
    chance luck = chance_begin(73);
    arb_terms *terms;
    unsigned steps = 0;

    (void)state;
    assert_int_equal(arb_terms_new(&terms, NULL), ARB_OK);
    while (steps < scaled(STEPS)) {
        const arb_setup setup = any_board(&luck);
        arb_pos pos[2];
        arb_move moves[ARB_MOVES_MAX];
        if (arb_faults_hard(arb_pos_from_setup(&pos[0], &setup)))
            continue;
        steps++;
        const size_t found = arb_pos_moves(moves, &pos[0]);
        if (found == 0 || slow_in_check(&setup, arb_opponent((arb_colour)setup.turn)))
            continue;
        const arb_move move = moves[chance_below(&luck, (unsigned)found)];
        if (arb_move_kind_of(move) == ARB_MOVE_CASTLING && arb_pos_setup(&pos[0]).castling == 0)
            continue;
        arb_pos_play(&pos[1], &pos[0], move);
        arb_sighting seen[ARB_SIGHTINGS_MAX];
        const size_t count = arb_terms_find(seen, terms, &(arb_sequence){ pos, &move, 1 }, NULL);
        check_step(pos, move, seen, count);
    }
    arb_terms_free(terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_random__boards),
        cmocka_unit_test(test_terms_random__attacks),
        cmocka_unit_test(test_terms_random__trades),
        cmocka_unit_test(test_terms_random__moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
