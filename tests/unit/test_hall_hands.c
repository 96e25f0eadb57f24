/* SPDX-License-Identifier: MIT */
/* Moves told hand by hand, as pages could send them: every seat sees what stands on the board. */
#include "support/hall/fixture.h"

static void assert_board(const char *token, const char *board, const char *turn)
{
    json_t *game = hall_look(&h, token);

    assert_string_equal(text_at(game, "state.board"), board);
    assert_string_equal(text_at(game, "state.turn"), turn);
    json_decref(game);
}

static seats opened(void)
{
    const seats s = started(NULL);

    assert_true(hall_do(&h, s.white, "play e2e4"));
    assert_true(hall_do(&h, s.black, "play d7d5"));
    return s;
}

/* Laws 4.7.1 */
static void test_hall__a_capture_hand_by_hand(void **state)
{
    const seats s = opened();
    const char *const seen[] = { s.white, s.black, s.arbiter, s.spectator };

    (void)state;
    assert_true(hall_do(&h, s.white, "remove d5"));
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        assert_board(seen[i], "rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "white");
    assert_false(hall_do(&h, s.black, "touch e7"));
    assert_true(hall_do(&h, s.white, "touch e4"));
    assert_true(hall_do(&h, s.white, "release d5"));
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
        assert_board(seen[i], "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR", "black");
    json_t *game = hall_look(&h, s.spectator);
    assert_string_equal(text_at(game, "moves.2.san"), "exd5");
    json_decref(game);
    assert_true(hall_do(&h, s.white, "press"));
}

/* Laws 7.5.1: what hands left there is found at the press, and every board shows the position
 * before. */
static void test_hall__wrong_hands_are_found(void **state)
{
    const seats s = opened();
    json_t *answer;

    (void)state;
    assert_true(hall_do(&h, s.white, "lift g1"));
    assert_board(s.black, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKB1R", "white");
    assert_true(hall_do(&h, s.white, "release g4"));
    assert_board(s.black, "rnbqkbnr/ppp1pppp/8/3p4/4P1N1/8/PPPP1PPP/RNBQKB1R", "white");
    assert_true(hall_event(&answer, &h, s.white, "pressed", "press"));
    assert_string_equal(text_at(answer, "rulings.0.article"), "7.5.1");
    json_decref(answer);
    assert_board(s.black, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR", "white");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__a_capture_hand_by_hand, fixture_hall),
        FIXTURE_TEST(test_hall__wrong_hands_are_found, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
