/* SPDX-License-Identifier: MIT */
/* A computer at the table: it plays its moves like anybody, and nobody waits for a broken one. */
#include <unistd.h>

#include "support/hall/fixture.h"

static char command[512];

/* A hall whose engine plays these moves, and then dies. */
static void start(const char *moves)
{
    const char *const more[] = { "--engine", command, NULL };

    (void)snprintf(command, sizeof command, "%s/support/hall/engine.sh %s", getenv("ARB_TEST_DATA"),
                   moves);
    hall_init(&h);
    hall_start(&h, more);
}

static void test_hall__the_computer_plays_on_its_turn(void **state)
{
    (void)state;
    start("e7e5 d8h4");
    const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
    assert_string_equal(s.black, ""); /* its seat has no link */
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "move f2f3"));
    assert_true(client_expect(&c, "move e7e5", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&h, s.white, "move g2g4"));
    assert_true(client_expect(&c, "checkmate", CLIENT_PATIENCE_MS));
    client_close(&c);
}

static void test_hall__the_computer_presses_where_moves_are_completed_so(void **state)
{
    (void)state;
    start("e2e4 d2d4");
    const seats s =
        hall_game(&h, "{\"time\":\"60\",\"mode\":\"tournament\",\"computer\":\"white\"}");
    client c = starting(s.black); /* there is no arbiter who would start */
    assert_true(client_expect(&c, "play e2e4", CLIENT_PATIENCE_MS));
    json_t *game = hall_look(&h, s.black);
    assert_string_equal(text_at(game, "names.white"), "Computer");
    assert_string_equal(text_at(game, "state.clock.running"), "black");
    json_decref(game);
    assert_true(hall_do(&h, s.black, "play e7e5"));
    assert_true(client_expect(&c, "play d2d4", CLIENT_PATIENCE_MS));
    client_close(&c);
}

static void test_hall__an_offer_is_answered(void **state)
{
    (void)state;
    start("e7e5");
    const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(client_expect(&c, "move e7e5", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&h, s.white, "offer"));
    assert_true(client_expect(&c, "\"event\":\"decline\"", CLIENT_PATIENCE_MS));
    client_close(&c);
}

static void test_hall__an_engine_that_does_not_work_resigns(void **state)
{
    (void)state;
    start("");
    const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(client_expect(&c, "\"event\":\"resign\"", CLIENT_PATIENCE_MS));
    json_t *game = hall_look(&h, s.white);
    assert_string_equal(text_at(game, "state.result"), "1-0");
    json_decref(game);
    client_close(&c);
}

static void test_hall__the_computer_sits_down_again_after_a_restart(void **state)
{
    const char *const more[] = { "--engine", command, NULL };
    (void)state;
    start("e7e5 g8f6");
    const seats s = hall_game(&h, "{\"time\":\"60\",\"computer\":\"black\"}");
    client c = starting(s.white);
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_true(client_expect(&c, "move e7e5", CLIENT_PATIENCE_MS));
    hall_kill(&h);
    client_close(&c);
    (void)snprintf(command, sizeof command, "%s/support/hall/engine.sh g8f6",
                   getenv("ARB_TEST_DATA"));
    hall_start(&h, more);
    c = hall_stream(&h, s.white, -1);
    assert_true(client_expect(&c, "\"event\":\"resume\"", CLIENT_PATIENCE_MS));
    assert_true(hall_do(&h, s.white, "move g1f3"));
    assert_true(client_expect(&c, "move g8f6", CLIENT_PATIENCE_MS));
    client_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__the_computer_plays_on_its_turn, NULL),
        FIXTURE_TEST(test_hall__the_computer_presses_where_moves_are_completed_so, NULL),
        FIXTURE_TEST(test_hall__an_offer_is_answered, NULL),
        FIXTURE_TEST(test_hall__an_engine_that_does_not_work_resigns, NULL),
        FIXTURE_TEST(test_hall__the_computer_sits_down_again_after_a_restart, NULL),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
