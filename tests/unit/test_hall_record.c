/* SPDX-License-Identifier: MIT */
/* What the hall keeps of a game and gives away: its log, its PGN and its case file. */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>

#include "support/hall/fixture.h"

/* Opens both pages, so that the clock of a casual game runs, and closes them again. */
static void let_it_start(const seats *s)
{
    client black = hall_stream(&h, s->black, -1), white = starting(s->white);

    client_close(&white);
    client_close(&black);
}

static char *file_of(const char *path, const char *token, const char *type, const char *name)
{
    client c = client_open(h.port);
    char head[256], value[128];
    reply r;

    (void)snprintf(head, sizeof head,
                   "GET %s HTTP/1.1\r\nHost: hall.test\r\nAuthorization: Bearer %s\r\n\r\n", path,
                   token);
    assert_true(client_send(&c, head));
    assert_true(client_reply(&r, &c, false));
    assert_int_equal(r.status, 200);
    assert_true(client_header(value, sizeof value, &r, "Content-Type"));
    assert_string_equal(value, type);
    assert_true(client_header(value, sizeof value, &r, "Content-Disposition"));
    if (!strstr(value, name))
        fail_msg("%s", value);
    char *text = strdup(r.body);
    assert_non_null(text);
    client_close(&c);
    return text;
}

/* ---- PGN */

static void assert_tag(const char *pgn, const char *expected)
{
    if (!strstr(pgn, expected))
        fail_msg("no %s in\n%s", expected, pgn);
}

/* The moves of the text are those of the game, one for one, and then comes the result. */
static void assert_moves(char *pgn, json_t *moves, const char *result)
{
    char *text = strstr(pgn, "\n\n"), *rest = NULL;
    size_t count = 0;
    bool comment = false;

    assert_non_null(text);
    for (char *word = strtok_r(text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
        const bool inside = comment || *word == '{';
        comment = inside && !strchr(word, '}');
        if (inside || strchr(word, '.'))
            continue;
        if (count == json_array_size(moves)) {
            assert_string_equal(word, result);
            return;
        }
        assert_string_equal(word, text_at(json_array_get(moves, count), "san"));
        count++;
    }
    fail_msg("%zu moves, and no result", count);
}

static void test_hall__the_pgn_has_the_moves_that_were_played(void **state)
{
    static const char *const played[] = { "e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7" };
    const seats s = hall_game(&h, "{\"time\":\"300+3\",\"names\":{\"white\":\"Ada \\\"Q\\\"\","
                                  "\"black\":\"Bix\\\\\",\"event\":\"Club\"}}");

    (void)state;
    let_it_start(&s);
    for (unsigned i = 0; i < 7; i++) {
        char event[16];
        (void)snprintf(event, sizeof event, "move %s", played[i]);
        assert_true(hall_do(&h, i % 2 ? s.black : s.white, event));
    }
    char *pgn = file_of("/api/pgn", s.spectator, "application/vnd.chess-pgn", "game-1.pgn");
    json_t *game = hall_look(&h, s.spectator);
    assert_tag(pgn, "[Event \"Club\"]");
    assert_tag(pgn, "[White \"Ada \\\"Q\\\"\"]");
    assert_tag(pgn, "[Black \"Bix\\\\\"]");
    assert_tag(pgn, "[Result \"1-0\"]");
    assert_tag(pgn, "[TimeControl \"300+3\"]");
    assert_int_equal(json_array_size(at(game, "moves")), 7);
    assert_string_equal(text_at(game, "moves.6.san"), "Qxf7#");
    assert_moves(pgn, at(game, "moves"), "1-0");
    json_decref(game);
    free(pgn);
}

static void test_hall__the_pgn_of_a_given_position_says_so(void **state)
{
    const seats s = hall_game(&h, "{\"position\":\"8/P6k/8/8/8/8/8/K7 w - - 0 60\"}");

    (void)state;
    let_it_start(&s);
    assert_true(hall_do(&h, s.white, "move a7a8q"));
    assert_true(hall_do(&h, s.black, "resign"));
    char *pgn = file_of("/api/pgn", s.white, "application/vnd.chess-pgn", "game-1.pgn");
    json_t *game = hall_look(&h, s.white);
    assert_tag(pgn, "[SetUp \"1\"]");
    assert_tag(pgn, "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 60\"]");
    assert_moves(pgn, at(game, "moves"), "1-0");
    json_decref(game);
    free(pgn);
}

/* ---- the case file */

/* What the program itself says to the file. */
static int judge(const char *text)
{
    char path[200], command[600];

    (void)snprintf(path, sizeof path, "%s/game.case", h.folder);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    (void)snprintf(command, sizeof command, "%s judge %s >/dev/null", getenv("ARB_PROGRAM"), path);
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void test_hall__the_case_file_can_be_judged_again(void **state)
{
    const seats s = started(NULL);

    (void)state;
    assert_true(hall_do(&h, s.white, "move e2e5"));
    assert_true(hall_do(&h, s.white, "press"));
    assert_true(hall_do(&h, s.arbiter, "rule \"he was told \\\"so\\\"\""));
    assert_true(hall_do(&h, s.white, "resign"));
    char *text = file_of("/api/case", s.arbiter, "text/plain; charset=utf-8", "game-1.case");
    assert_non_null(strstr(text, "white move e2e5"));
    assert_non_null(strstr(text, "white resign"));
    assert_int_equal(judge(text), 0);
    free(text);
}

/* ---- the log */

static bool is_ruled(json_t *rulings, const char *code)
{
    for (size_t i = 0; i < json_array_size(rulings); i++) {
        if (strcmp(text_at(json_array_get(rulings, i), "code"), code) == 0)
            return true;
    }
    return false;
}

static void assert_flag(const seats *s)
{
    json_t *game = hall_look(&h, s->spectator);

    assert_string_equal(text_at(game, "state.result"), "0-1");
    assert_string_equal(text_at(game, "log.1.event"), "elapse");
    assert_string_equal(text_at(game, "log.1.actor"), "hall");
    assert_true(json_number_value(at(game, "log.1.time")) ==
                json_number_value(at(game, "log.0.time")) + 1);
    assert_true(json_is_true(at(game, "log.1.hall")));
    assert_false(json_is_true(at(game, "log.1.refused")));
    assert_true(is_ruled(at(game, "log.1.rulings"), "flag-fallen"));
    assert_true(is_ruled(at(game, "log.1.rulings"), "time-loss"));
    assert_false(is_ruled(at(game, "log.1.rulings"), "game-over"));
    json_decref(game);
}

/* Laws 6.8, 6.9 */
static void test_hall__a_flag_that_the_hall_saw_fall_is_no_refusal(void **state)
{
    const seats s = hall_game(&h, "{\"time\":\"1\"}");
    client watches = hall_stream(&h, s.spectator, -1);

    (void)state;
    let_it_start(&s);
    assert_true(client_expect(&watches, "time-loss", CLIENT_PATIENCE_MS));
    client_close(&watches);
    assert_flag(&s);
    assert_int_equal(hall_metric(&h, "events_refused_total"), 0);
    assert_int_equal(hall_stop(&h), 0);
    hall_start(&h, NULL);
    assert_flag(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__the_pgn_has_the_moves_that_were_played, fixture_program),
        FIXTURE_TEST(test_hall__the_pgn_of_a_given_position_says_so, fixture_program),
        FIXTURE_TEST(test_hall__the_case_file_can_be_judged_again, fixture_program),
        FIXTURE_TEST(test_hall__a_flag_that_the_hall_saw_fall_is_no_refusal, fixture_program),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
