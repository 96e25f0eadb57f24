/* SPDX-License-Identifier: MIT */
/* Who is who in the sentence of a ruling, and what follows from it in figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/ruling.h"

/* Is this part of the sentence? */
static bool says(arb_ruling ruling, arb_lang lang, const char *part)
{
    char text[512];

    assert_true(arb_ruling_write(text, sizeof text, &ruling, lang) < sizeof text);
    assert_null(strpbrk(text, "{}"));
    if (!strstr(text, part))
        print_message("# %s\n", text);
    return strstr(text, part) != NULL;
}

static void test_ruling_text__player_and_opponent(void **state)
{
    const arb_ruling by_white = { .code = ARB_CODE_RESIGNED, .player = ARB_WHITE };
    const arb_ruling by_black = { .code = ARB_CODE_RESIGNED, .player = ARB_BLACK };
    const arb_ruling by_somebody = { .code = ARB_CODE_RESIGNED, .player = ARB_COLOUR_COUNT };

    (void)state;
    assert_true(says(by_white, ARB_LANG_EN, "White resigns"));
    assert_true(says(by_white, ARB_LANG_EN, "Black wins"));
    assert_true(says(by_black, ARB_LANG_EN, "Black resigns"));
    assert_true(says(by_black, ARB_LANG_EN, "White wins"));
    assert_true(says(by_somebody, ARB_LANG_EN, "The player resigns"));
    assert_true(says(by_somebody, ARB_LANG_EN, "the opponent wins"));
    assert_true(says(by_white, ARB_LANG_IT, "Il Bianco abbandona"));
    assert_true(says(by_black, ARB_LANG_IT, "vince il Bianco"));
}

static void test_ruling_text__results_and_times(void **state)
{
    (void)state;
    assert_true(says((arb_ruling){ .code = ARB_CODE_AWARDED,
                                   .player = ARB_COLOUR_COUNT,
                                   .result = ARB_RESULT_BLACK_WINS },
                     ARB_LANG_EN, "0-1"));
    assert_true(says((arb_ruling){ .code = ARB_CODE_AWARDED, .result = ARB_RESULT_COUNT },
                     ARB_LANG_EN, "."));
    assert_true(
        says((arb_ruling){ .code = ARB_CODE_PENALTY_TIME, .player = ARB_WHITE, .ms = 120000 },
             ARB_LANG_EN, "2 minutes"));
    assert_true(
        says((arb_ruling){ .code = ARB_CODE_PENALTY_TIME, .player = ARB_WHITE, .ms = 60000 },
             ARB_LANG_IT, "1 minuto"));
    assert_true(
        says((arb_ruling){ .code = ARB_CODE_PENALTY_TIME, .player = ARB_WHITE, .ms = 90000 },
             ARB_LANG_EN, "90 seconds"));
    assert_true(says((arb_ruling){ .code = ARB_CODE_PENALTY_TIME, .player = ARB_WHITE, .ms = 1000 },
                     ARB_LANG_EN, "1 second"));
}

/* One of a thing is said otherwise than several. */
static void test_ruling_text__moves_and_rounds(void **state)
{
    const arb_ruling one_move = { .code = ARB_CODE_COUNT_TOLD, .player = ARB_WHITE, .number = 1 };
    const arb_ruling moves = { .code = ARB_CODE_COUNT_TOLD, .player = ARB_BLACK, .number = 39 };
    const arb_ruling one_round = { .code = ARB_CODE_EXCLUDED, .player = ARB_WHITE, .number = 1 };
    const arb_ruling rounds = { .code = ARB_CODE_EXCLUDED, .player = ARB_BLACK, .number = 3 };

    (void)state;
    assert_true(says(one_move, ARB_LANG_EN, "White has completed 1 move."));
    assert_true(says(moves, ARB_LANG_EN, "Black has completed 39 moves."));
    assert_true(says(one_move, ARB_LANG_IT, "il Bianco ha completato 1 mossa."));
    assert_true(says(moves, ARB_LANG_IT, "il Nero ha completato 39 mosse."));
    assert_true(says(one_round, ARB_LANG_EN, "White is excluded from the next round."));
    assert_true(says(rounds, ARB_LANG_EN, "Black is excluded from the next 3 rounds."));
    assert_true(says(one_round, ARB_LANG_IT, "Il Bianco è escluso dal prossimo turno."));
    assert_true(says(rounds, ARB_LANG_IT, "Il Nero è escluso dai prossimi 3 turni."));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ruling_text__player_and_opponent),
        cmocka_unit_test(test_ruling_text__results_and_times),
        cmocka_unit_test(test_ruling_text__moves_and_rounds),
    };

    return cmocka_run_group_tests_name("ruling_text", tests, NULL, NULL);
}
