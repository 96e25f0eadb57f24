/* SPDX-License-Identifier: MIT */
/*
 * The half-moves that a state counts are those of its line in the record: in the games of all
 * cases, after every event, also where positions come back or are set.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game/game.h"
#include "support/case_files.h"

enum { PLIES_MAX = 1000 };

static void look(void *user, arb_game *game, const char *name)
{
    const arb_history *history = arb_game_history(game);
    arb_ply line[PLIES_MAX], told[PLIES_MAX];
    unsigned *states = user;
    size_t count = 0;

    for (arb_ply ply = game->state.ply; ply != ARB_PLY_NONE;
         ply = arb_history_get(history, ply)->before) {
        const arb_ply_kind kind = arb_history_get(history, ply)->kind;
        assert_true(count < PLIES_MAX);
        if (kind == ARB_PLY_MOVE || kind == ARB_PLY_HAND)
            line[count++] = ply;
    }
    if (arb_game_plies(NULL, 0, game) != count || arb_half_moves(&game->state, history) != count)
        fail_msg("%s: %zu half-moves", name, count);
    assert_int_equal(arb_game_plies(told, PLIES_MAX, game), count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(told[i], line[count - 1 - i]);
    for (uint32_t number = 0; number <= count + 1; number++)
        assert_int_equal(arb_half_move(&game->state, history, number), number == 0 ? 0
                                                                       : number > count
                                                                           ? ARB_PLY_NONE
                                                                           : told[number - 1]);
    ++*states;
}

/* Laws 7.1, 8.5 */
static void test_plies__are_those_of_the_line(void **state)
{
    unsigned states = 0;

    (void)state;
    case_files_play(&(case_files_calls){ .after = look, .user = &states });
    assert_true(states > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plies__are_those_of_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
