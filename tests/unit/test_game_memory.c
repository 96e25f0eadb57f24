/* SPDX-License-Identifier: MIT */
/* A game whose memory runs out: whichever allocation fails, nothing has changed, and play goes on.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/game_envelope.h"
#include "support/explorer.h"
#include "support/failing_mem.h"

static arb_err judge(arb_verdict *out, arb_game *game, const char *line)
{
    const arb_ms now = arb_state_now(arb_game_state(game));
    arb_event event;

    assert_int_equal(arb_event_read(&event, NULL, line, strlen(line), now, NULL), ARB_OK);
    return arb_game_judge(out, game, &event);
}

/* Moves, entries, texts, and revocations that play it all again: the arrays grow several times. */
static const char *const long_game[] = {
    "0 arbiter start",
    "+1 white play e4",
    "+1 white write e4",
    "+0 black play e5",
    "+1 black write \"e5 \"",
    "+1 arbiter rule first",
    "+1 white play Nf3",
    "+1 white write Nf3",
    "+1 black play Nc6",
    "+1 arbiter rule second",
    "+1 white play Bb5",
    "+1 black play a6",
    "+1 white offer",
    "+1 black decline",
    "+1 white move Ba4",
    "+1 white write Ba4",
    "+1 arbiter rule third",
    "+1 white press",
    "+1 black play Nf6",
    "+1 black write a6",
    "+1 arbiter revoke 6",
    "+1 white move 0-0",
    "+1 white write (=)",
    "+1 arbiter revoke 10 wrong",
    "+1 black write Nf6",
    "+1 white press",
    "+1 black play Nxe4",
    "+1 arbiter award 1/2-1/2",
    "+1 white write Re1",
    "+1 arbiter revoke 28",
    "+1 arbiter revoke 17",
    "+1 white play d2d4",
    "+1 arbiter compensate white 60",
    "+1 arbiter revoke 33",
    "+1 black play b5",
    "+1 black write b5",
    "+1 arbiter rule \"a \\\"q\"",
    "+1 arbiter revoke 37",
    "+1 white play Bb3",
    /* decisions about others are renewed, and renewed again */
    "+1 arbiter set-clock black 1",
    "+2 arbiter flag black",
    "+1 arbiter revoke 40",
    "+1 black play Bb7",
    "+1 arbiter revoke 42",
    "+1 arbiter revoke 44",
    "+1 white play c3",
};

/* Everything that others can see of a game. */
static void assert_as_before(const arb_game *game, const arb_state *before, size_t size)
{
    assert_memory_equal(arb_game_state(game), before, sizeof *before);
    assert_int_equal(arb_game_size(game), size);
    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        for (size_t i = 0; i < arb_game_sheet_size(game, c); i++) {
            size_t length;
            assert_non_null(arb_game_sheet(game, c, i, &length));
            assert_in_range(length, 1, 16);
        }
}

/* An event with memory that may run out once: then nothing has changed, and it can be repeated. */
static void take_with_little_memory(arb_game *game, const char *line, const failing_mem *memory)
{
    const size_t size = arb_game_size(game);
    arb_verdict verdict, untouched;
    arb_state before;

    memcpy(&before, arb_game_state(game), sizeof before);
    memset(&verdict, 0x5a, sizeof verdict);
    memcpy(&untouched, &verdict, sizeof verdict);
    arb_err err = judge(&verdict, game, line);
    if (err) {
        assert_int_equal(err, ARB_NOMEM);
        assert_true(memory->failed);
        assert_memory_equal(&verdict, &untouched, sizeof verdict);
        assert_as_before(game, &before, size);
        assert_int_equal(arb_game_commit(game), ARB_STATE);
        assert_int_equal(judge(&verdict, game, line), ARB_OK);
    }
    err = arb_game_commit(game);
    if (err) {
        assert_int_equal(err, ARB_NOMEM);
        assert_as_before(game, &before, size);
        assert_int_equal(arb_game_commit(game), ARB_OK);
    }
    assert_false(verdict.refused);
    assert_int_equal(arb_game_size(game), size + 1);
}

static arb_game *play_long_game(const failing_mem *memory)
{
    arb_given given = arb_given_nothing();
    arb_regulations regulations;
    arb_game *game = NULL;

    arb_regulations_init(&regulations, &arb_fide_2023);
    assert_int_equal(
        arb_time_control_read(&regulations.clock.control[ARB_WHITE], NULL, "5400+30", 7), ARB_OK);
    regulations.clock.control[ARB_BLACK] = regulations.clock.control[ARB_WHITE];
    assert_int_equal(arb_regulations_settle(&regulations, NULL), ARB_OK);
    if (arb_game_new(&game, &memory->mem, &regulations, &given) != ARB_OK) {
        assert_null(game);
        assert_int_equal(arb_game_new(&game, &memory->mem, &regulations, &given), ARB_OK);
    }
    for (size_t i = 0; i < sizeof long_game / sizeof *long_game; i++) {
        take_with_little_memory(game, long_game[i], memory);
    }
    return game;
}

static void test_game_memory__it_may_run_out_anywhere(void **state)
{
    failing_mem enough;
    failing_mem_init(&enough, 0);
    arb_game *whole = play_long_game(&enough);
    bool failed = true;

    (void)state;
    assert_true(arb_history_size(arb_game_history(whole)) > 64); /* it has grown */
    for (size_t fail_at = 1; failed; fail_at++) {
        failing_mem memory;
        failing_mem_init(&memory, fail_at);
        arb_game *game = play_long_game(&memory);
        const char *difference = explorer_difference(arb_game_state(whole), arb_game_state(game));
        if (difference)
            fail_msg("allocation %zu failed, and then %s differs", fail_at, difference);
        failed = memory.failed;
        arb_game_free(game);
        failing_mem_assert_clean(&memory);
    }
    arb_game_free(whole);
    failing_mem_assert_clean(&enough);
}

static arb_err submit(arb_game *game, const char *line)
{
    arb_verdict verdict;
    const arb_err err = judge(&verdict, game, line);

    return err ? err : arb_game_commit(game);
}

/* An adjourned game with all that is said for its envelope (Guidelines I.2). */
static arb_err adjourn(const arb_mem *mem, void *user)
{
    static const char *const lines[] = {
        "0 arbiter start",
        "+1 arbiter adjourn resume \"on Sunday\"",
        "+1 white seal e4",
        "+1 white seal d4",
        "+1 white stop",
        "+9 arbiter continue",
        "+1 arbiter open-envelope",
    };
    arb_given given = arb_given_nothing();
    arb_regulations regulations;
    arb_game *game;

    (void)user;
    given.name[ARB_WHITE] = "Anna";
    given.name_size[ARB_WHITE] = 4;
    given.name[ARB_BLACK] = "Bruno";
    given.name_size[ARB_BLACK] = 5;
    given.resumption = "tomorrow";
    given.resumption_size = 8;
    arb_regulations_init(&regulations, &arb_fide_2023);
    if (arb_regulations_settle(&regulations, NULL))
        return ARB_STATE;
    arb_err err = arb_game_new(&game, mem, &regulations, &given);
    if (err)
        return err;
    err = arb_game_name(game, ARB_BLACK, "Bruna", 5);
    for (size_t i = 0; i < sizeof lines / sizeof *lines && !err; i++)
        err = submit(game, lines[i]);
    arb_game_free(game);
    return err;
}

/* Laws I.2.1, I.2.7 */
static void test_game_memory__an_envelope_gives_back_all_of_it(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(adjourn, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game_memory__an_envelope_gives_back_all_of_it),
        cmocka_unit_test(test_game_memory__it_may_run_out_anywhere),
    };

    return cmocka_run_group_tests_name("game memory", tests, NULL, NULL);
}
