/* SPDX-License-Identifier: MIT */
/*
 * The short way from a written move to the position after it, beside the long way: every legal move
 * in SAN is found and played alike, in games by chance and in nonsense, and what is not legal is
 * never played.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "board/key.h"
#include "board/step.h"
#include "support/random_positions.h"

static uint8_t roles[256];

static int learn_roles(void **state)
{
    (void)state;
    memset(roles, ARB_ROLE_NONE, sizeof roles);
    for (unsigned role = ARB_KNIGHT; role <= ARB_KING; role++)
        roles[(unsigned char)*arb_letters_en.white[role]] = (uint8_t)role;
    roles[0] = ARB_PAWN;
    for (unsigned file = 'a'; file <= 'h'; file++)
        roles[file] = ARB_PAWN;
    return 0;
}

static void assert_same(const arb_pos *got, const arb_pos *expected)
{
    arb_pos whole = *got;

    arb_pos_complete(&whole);
    assert_true(arb_pos_ok(&whole));
    assert_true(arb_pos_same(&whole, expected));
    assert_int_equal(whole.passed, expected->passed);
    assert_int_equal(whole.quiet_plies, expected->quiet_plies);
    assert_int_equal(whole.move_number, expected->move_number);
}

/* All that is said of a move written as SAN: nothing, but check and mate. */
static void check_move(arb_step_fn *step, const arb_pos *pos, arb_move move)
{
    char text[ARB_MOVE_TEXT_SIZE + 8] = { 0 };
    arb_pos expected, after;
    const size_t size = arb_san_write(text, ARB_MOVE_TEXT_SIZE, pos, move);

    text[size] = ' ';
    arb_pos_play(&expected, pos, move);
    const arb_step_result got = step(&after, pos, text, roles, arb_step_kings(pos));
    if (got.size == 0) { /* only an origin of a whole square is left to the long way */
        assert_true(size >= 5);
        assert_true(text[1] >= 'a' && text[1] <= 'h' && text[2] >= '1' && text[2] <= '8');
        return;
    }
    if (got.size != size || !arb_move_equal(got.move, move))
        fail_msg("%s is read as another move", text);
    const bool check = arb_pos_is_check(&expected), mate = arb_pos_is_checkmate(&expected);
    const unsigned flags = (check ? STEP_CHECK : 0u) | (mate ? STEP_HASH : check ? STEP_PLUS : 0u);
    assert_int_equal(got.flags, flags);
    assert_same(&after, &expected);
}

static void check_position(arb_step_fn *step, const arb_setup *setup)
{
    arb_move moves[ARB_MOVES_MAX];
    arb_pos pos;

    if (arb_faults_hard(arb_pos_from_setup(&pos, setup)))
        return;
    const size_t count = arb_pos_moves(moves, &pos);
    for (size_t i = 0; i < count; i++)
        check_move(step, &pos, moves[i]);
}

/* Any word of a move's letters is either a legal move to both, with the same remarks, or the short
 * way leaves it to the long one. */
static void check_word(arb_step_fn *step, const arb_pos *pos, const char *word)
{
    char text[24] = { 0 };
    arb_written written;
    arb_pos after, expected;

    snprintf(text, sizeof text, "%s ", word);
    const arb_step_result got = step(&after, pos, text, roles, arb_step_kings(pos));
    if (got.size == 0)
        return;
    assert_int_equal(arb_written_read(&written, NULL, word, strlen(word), NULL), ARB_OK);
    const arb_reading reading = arb_written_in(&written, pos, arb_pos_variant(pos));
    if (reading.kind != ARB_READING_LEGAL || !arb_move_equal(reading.move, got.move))
        fail_msg("%s is played, but the long way does not", word);
    assert_int_equal((got.flags & STEP_ORIGIN_NEEDLESS) != 0,
                     (reading.remarks & ARB_REMARK_ORIGIN_NEEDLESS) != 0);
    assert_int_equal((got.flags & STEP_CAPTURE_WRONG) != 0,
                     (reading.remarks & ARB_REMARK_NO_CAPTURE) != 0);
    arb_pos_play(&expected, pos, reading.move);
    assert_same(&after, &expected);
}

static void random_word(char word[16], chance *luck)
{
    static const char *const forms[] = { "Nfr",   "Nxfr",  "Nffr", "Nrfr",   "Nfxfr", "fr",
                                         "fxfr",  "frfr",  "fr=N", "fxfr=N", "O-O",   "O-O-O",
                                         "Nrxfr", "Nxxfr", "ffr",  "xfr" };
    const char *form = forms[chance_below(luck, sizeof forms / sizeof *forms)];
    size_t at = 0;

    for (; *form; form++) {
        const char c = *form == 'N'   ? "NBRQK"[chance_below(luck, 5)]
                       : *form == 'f' ? (char)('a' + (int)chance_below(luck, 8))
                       : *form == 'r' ? (char)('1' + (int)chance_below(luck, 8))
                                      : *form;
        word[at++] = c;
    }
    const unsigned mark = chance_below(luck, 6);
    if (mark < 2)
        word[at++] = "+#"[mark];
    word[at] = '\0';
}

static void check_all(arb_step_fn *step, uint64_t number)
{
    chance luck = chance_begin(number);

    for (unsigned i = 0; i < scaled(5000); i++) {
        const bool chess960 = i % 4 == 0;
        const arb_setup setup = i % 3 == 2
                                    ? random_nonsense(&luck)
                                    : random_played(&luck, chess960, chance_below(&luck, 120));
        arb_pos pos;
        check_position(step, &setup);
        if (arb_faults_hard(arb_pos_from_setup(&pos, &setup)))
            continue;
        for (unsigned j = 0; j < 100; j++) {
            char word[16];
            random_word(word, &luck);
            check_word(step, &pos, word);
        }
    }
}

/* Laws 3.10.1, C.8, C.9, C.10, C.11 */
static void test_pgn_step__is_the_long_way(void **state)
{
    (void)state;
    check_all(arb_step_best(), 71);
}

static void test_pgn_step__is_the_same_on_every_processor(void **state)
{
    (void)state;
    check_all(arb_step_portable, 72);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn_step__is_the_long_way),
        cmocka_unit_test(test_pgn_step__is_the_same_on_every_processor),
    };
    return cmocka_run_group_tests_name("pgn_step", tests, learn_roles, NULL);
}
