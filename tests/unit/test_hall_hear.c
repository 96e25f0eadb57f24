/* SPDX-License-Identifier: MIT */
/*
 * Words that a page asks about (D.2.1), and the boards of a game in which each player has one: what
 * is answered, and what is not told.
 */
#include "support/hall/fixture.h"

#define HOME "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* What is heard, to be freed. */
static json_t *hear(const char *text, const char *language, const char *fen)
{
    char body[512];
    json_t *answer = NULL;

    (void)snprintf(body, sizeof body, "{\"text\":\"%s\",\"language\":\"%s\",\"fen\":\"%s\"}", text,
                   language, fen);
    assert_int_equal(hall_ask(&answer, &h, "POST", "/api/hear", NULL, body), 200);
    return answer;
}

static void assert_move(const char *text, const char *language, const char *move)
{
    json_t *answer = hear(text, language, HOME);

    assert_string_equal(text_at(answer, "heard"), "move");
    assert_int_equal(json_object_size(answer), 2); /* nothing about whether it is legal */
    if (move)
        assert_string_equal(text_at(answer, "move"), move);
    else
        assert_true(json_is_null(at(answer, "move")));
    json_decref(answer);
}

/* Laws D.2.1 */
static void test_hall__words_become_moves(void **state)
{
    (void)state;
    assert_move("Springer Felix drei", "de", "Nf3");
    assert_move("cavallo Foxtrot tre", "it", "Nf3");
    assert_move("pawn echo four", "en", "e4");
    assert_move("e4", "en", "e4");
    assert_move("Kurze Rochade", "de", "O-O");
}

/* Laws 11.3.1: what cannot be played is answered like what can. */
static void test_hall__nobody_is_told_whether_words_are_legal(void **state)
{
    (void)state;
    assert_move("Springer Felix vier", "de", "Nf4");
    assert_move("knight e5", "en", "Ne5");
    assert_move("Nf3", "en", NULL);
    assert_move("Nf5", "en", NULL);
}

/* What is answered, as one text. */
static void assert_answer(const char *text, const char *fen, const char *wanted)
{
    json_t *answer = hear(text, "en", fen);
    char *all = json_dumps(answer, JSON_COMPACT);

    assert_string_equal(all, wanted);
    free(all);
    json_decref(answer);
}

/* Laws 11.3.1: positions in which the same words are legal, mate, check, blocked, or expose the
 * king, and in which pieces of the kind that was said stand on the same squares: one answer. */
static void test_hall__the_answer_knows_neither_check_nor_pins(void **state)
{
    static const struct {
        const char *text, *answer, *fens[4];
    } rows[] = {
        { "rook alpha eight",
          "{\"heard\":\"move\",\"move\":\"Ra8\"}",
          { "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "6k1/5ppp/8/8/8/P7/8/R3K3 w - - 0 1",
            "6k1/5p1p/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/RK5r w - - 0 1" } },
        { "knight echo two",
          "{\"heard\":\"several\",\"move\":\"Ne2\",\"moves\":[\"Nge2\",\"Nce2\"],"
          "\"hands\":[\"g1e2\",\"c3e2\"]}",
          { "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1",
            "4k3/8/8/8/8/2N5/4P3/4K1N1 w - - 0 1", "4r3/7k/8/8/8/2N5/8/4K1N1 w - - 0 1" } },
        { "rook delta one",
          "{\"heard\":\"several\",\"move\":\"Rd1\",\"moves\":[\"Rad1\",\"Rhd1\"],"
          "\"hands\":[\"a1d1\",\"h1d1\"]}",
          { "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "3k4/8/8/8/8/8/4K3/R6R w - - 0 1" } },
        { "pawn takes delta five",
          "{\"heard\":\"several\",\"move\":\"xd5\",\"moves\":[\"cxd5\",\"exd5\"],"
          "\"hands\":[\"c4d5\",\"e4d5\"]}",
          { "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "4k3/8/8/8/2P1P3/8/8/4K3 w - - 0 1",
            "4k3/8/8/3P4/2P1P3/8/8/4K3 w - - 0 1", "4k3/8/8/3p4/2P1P2r/8/8/2K5 w - - 0 1" } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t k = 0; k < 4; k++)
            assert_answer(rows[i].text, rows[i].fens[k], rows[i].answer);
}

static void test_hall__several_pieces_are_told_apart(void **state)
{
    (void)state;
    assert_answer("knight delta two", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
                  "{\"heard\":\"several\",\"move\":\"Nd2\",\"moves\":[\"Nbd2\",\"Nfd2\"],"
                  "\"hands\":[\"b1d2\",\"f3d2\"]}");
    assert_answer("knight bravo delta two", "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
                  "{\"heard\":\"move\",\"move\":\"Nbd2\"}");
    assert_answer("rook alpha four", "R3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                  "{\"heard\":\"several\",\"move\":\"Ra4\",\"moves\":[\"R1a4\",\"R8a4\"],"
                  "\"hands\":[\"a1a4\",\"a8a4\"]}");
    assert_answer("queen takes echo one", "4k3/8/8/8/7Q/8/8/K6Q w - - 0 1",
                  "{\"heard\":\"several\",\"move\":\"Qxe1\",\"moves\":[\"Q1xe1\",\"Q4xe1\"],"
                  "\"hands\":[\"h1e1\",\"h4e1\"]}");
    assert_answer("castles", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
                  "{\"heard\":\"several\",\"move\":null,\"moves\":[\"O-O\",\"O-O-O\"],"
                  "\"hands\":[\"e1g1\",\"e1c1\"]}");
    assert_answer("knight takes bishop e5", "4k3/8/8/4b3/8/3N4/8/4K3 w - - 0 1",
                  "{\"heard\":\"move\",\"move\":\"Nxe5\"}");
    assert_answer("knight takes bishop", "4k3/8/8/4b3/1b6/3N4/8/4K3 w - - 0 1",
                  "{\"heard\":\"several\",\"move\":null,\"moves\":[\"Nxb4\",\"Nxe5\"],"
                  "\"hands\":[\"d3b4\",\"d3e5\"]}");
}

/* As often as somebody may look at a game. */
static void test_hall__nobody_asks_without_end(void **state)
{
    static const char body[] = "{\"text\":\"e4\",\"language\":\"en\",\"fen\":\"" HOME "\"}";
    const seats s = hall_game(&h, "{}");
    unsigned status = 200, asked = 0;

    (void)state;
    for (; status == 200 && asked < 20000; asked++)
        status = hall_ask(NULL, &h, "POST", "/api/hear", s.white, body);
    assert_int_equal(status, 429);
    assert_true(asked > 60);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/hear", s.black, body), 200);
}

static void test_hall__what_cannot_be_heard_says_where(void **state)
{
    json_t *answer = hear("Springer Felix hm", "de", HOME);

    (void)state;
    assert_string_equal(text_at(answer, "heard"), "nothing");
    assert_int_equal(json_integer_value(at(answer, "column")), 16);
    assert_true(strlen(text_at(answer, "expected.en")) > 4);
    assert_true(strlen(text_at(answer, "expected.it")) > 4);
    json_decref(answer);
}

static void test_hall__what_is_missing_is_named(void **state)
{
    static const struct {
        const char *body, *field;
    } bad[] = {
        { "{}", "text" },
        { "{\"text\":7}", "text" },
        { "{\"text\":\"e4\"}", "fen" },
        { "{\"text\":\"e4\",\"fen\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}", "fen" },
        { "{\"text\":\"e4\",\"fen\":\"x\"}", "fen" },
        { "{\"text\":\"e4\",\"fen\":\"" HOME "\"}", "language" },
        { "{\"text\":\"e4\",\"fen\":\"" HOME "\",\"language\":\"xx\"}", "language" },
        { "{\"text\":\"e4\",\"fen\":\"" HOME "\",\"language\":\"languages\"}", "language" },
    };
    char text[1024];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        json_t *answer = NULL;
        assert_int_equal(hall_ask(&answer, &h, "POST", "/api/hear", NULL, bad[i].body), 400);
        assert_string_equal(text_at(answer, "field"), bad[i].field);
        json_decref(answer);
    }
    (void)snprintf(text, sizeof text,
                   "{\"text\":\"%0600d\",\"fen\":\"" HOME "\",\"language\":\"de\"}", 0);
    assert_int_equal(hall_ask(NULL, &h, "POST", "/api/hear", NULL, text), 400);
    assert_int_equal(hall_ask(NULL, &h, "GET", "/api/hear", NULL, NULL), 405);
}

/* ---- a board for each player (D.1) */

static void assert_board(const char *token, const char *field)
{
    json_t *answer = hall_look(&h, token);

    assert_string_equal(text_at(answer, "state.board"), field);
    json_decref(answer);
}

/* Laws D.2.1, D.2.9: the move stands on the board of who made it, until the other executes it. */
static void test_hall__each_player_is_shown_his_own_board(void **state)
{
    static const char home[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    static const char e4[] = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    static const char d4[] = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR";
    const seats s = started("{\"mode\":\"tournament\",\"time\":\"5400\",\"options\":{\"vision\":"
                            "\"white:blind\"}}");

    (void)state;
    assert_true(hall_do(&h, s.white, "move e2e4"));
    assert_board(s.white, e4);
    assert_board(s.black, home);
    assert_board(s.spectator, e4);
    assert_true(hall_do(&h, s.white, "press"));
    assert_true(hall_do(&h, s.black, "execute d2d4"));
    assert_board(s.white, e4);
    assert_board(s.black, d4);
    assert_board(s.spectator, e4);
    assert_board(s.arbiter, e4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(test_hall__words_become_moves, fixture_hall),
        FIXTURE_TEST(test_hall__nobody_is_told_whether_words_are_legal, fixture_hall),
        FIXTURE_TEST(test_hall__the_answer_knows_neither_check_nor_pins, fixture_hall),
        FIXTURE_TEST(test_hall__several_pieces_are_told_apart, fixture_hall),
        FIXTURE_TEST(test_hall__nobody_asks_without_end, fixture_program),
        FIXTURE_TEST(test_hall__what_cannot_be_heard_says_where, fixture_hall),
        FIXTURE_TEST(test_hall__what_is_missing_is_named, fixture_hall),
        FIXTURE_TEST(test_hall__each_player_is_shown_his_own_board, fixture_hall),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
