/* SPDX-License-Identifier: MIT */
/* Games written in PGN: its form, what PGN has no sign for, and the journal of a game. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/buf.h"
#include "arbitro/game_pgn.h"
#include "support/assertions.h"
#include "support/case_game.h"
#include "support/failing_mem.h"

enum { LIMIT = 1 << 22 };

static arb_err collect(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

static arb_err refuse(void *user, const char *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return ARB_IO;
}

static arb_pgn_tag tag_of(const char *name, const char *value)
{
    return (arb_pgn_tag){ name, value, strlen(name), strlen(value) };
}

static void assert_copied(const char *text, const char *expected)
{
    arb_pgn_writer *writer;
    arb_pgn *pgn;
    arb_buf out;

    arb_buf_init(&out, NULL, LIMIT);
    assert_int_equal(arb_pgn_new(&pgn, NULL, NULL), ARB_OK);
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, collect, &out), ARB_OK);
    assert_int_equal(arb_pgn_read_text(pgn, text, strlen(text), &arb_pgn_copier, writer), ARB_OK);
    assert_string_equal(arb_buf_text(&out), expected);
    arb_pgn_writer_free(writer);
    arb_pgn_free(pgn);
    arb_buf_clear(&out);
}

#define NAMELESS(event)                                                                            \
    "[Event \"" event "\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"   \
    "[Black \"?\"]\n"

static void test_pgn_write__the_seven_tags_come_first_then_the_others_by_name(void **state)
{
    (void)state;
    assert_copied("[Zebra \"z\"][Annotator \"n\"][Event \"a \\\"b\\\"\"]1. e4 1-0",
                  NAMELESS("a \\\"b\\\"") "[Result \"1-0\"]\n[Annotator \"n\"]\n[Zebra \"z\"]\n\n"
                                          "1. e4 1-0\n\n");
}

static void test_pgn_write__numbers_follow_what_stands_between(void **state)
{
    (void)state;
    assert_copied("e4 $1 e5 {a} Nf3 (d4 exd4) {b} Nc6 *",
                  NAMELESS("?") "[Result \"*\"]\n\n"
                                "1. e4 $1 e5 {a} 2. Nf3 (2. d4 exd4) {b} 2... Nc6 *\n\n");
}

static void test_pgn_write__lines_have_fewer_than_eighty_characters(void **state)
{
    arb_pgn_writer *writer;
    arb_buf out;
    arb_pos pos = arb_pos_initial();

    (void)state;
    arb_buf_init(&out, NULL, LIMIT);
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, collect, &out), ARB_OK);
    for (unsigned i = 0; i < 200; i++) {
        static const char *const hands[] = { "g1f3", "g8f6", "f3g1", "f6g8" };
        const arb_move move = move_of(&pos, hands[i % 4], ARB_STANDARD);
        assert_int_equal(arb_pgn_write_move(writer, &pos, move), ARB_OK);
        assert_int_equal(arb_pgn_write_comment(writer, "ä b cc ddd", 11), ARB_OK);
        for (unsigned depth = 0; depth < i % 7; depth++)
            assert_int_equal(arb_pgn_write_enter(writer), ARB_OK);
        for (unsigned depth = 0; depth < i % 7; depth++)
            assert_int_equal(arb_pgn_write_leave(writer), ARB_OK);
        arb_pos_play(&pos, &pos, move);
    }
    assert_int_equal(arb_pgn_write_end(writer, ARB_PGN_RESULT_DRAW), ARB_OK);
    for (const char *line = arb_buf_text(&out); *line;) {
        size_t width = 0;
        for (; *line && *line != '\n'; line++)
            width += ((unsigned char)*line & 0xc0) != 0x80;
        assert_true(width < 80);
        line += *line == '\n';
    }
    arb_pgn_writer_free(writer);
    arb_buf_clear(&out);
}

/* Laws A.5.2, 9.1.2.1 */
static void test_pgn_write__illegal_moves_that_stood_survive(void **state)
{
    const arb_pos before = arb_pos_initial();
    const arb_hand hand = hand_of("e2e5");
    const arb_pos rook = pos_of("rnbqkbnr/pppppppp/8/R7/8/8/1PPPPPPP/1NBQKBNR b Kkq - 0 1");
    arb_setup after = arb_pos_setup(&before);
    arb_pgn_writer *writer;
    arb_buf out;

    (void)state;
    arb_buf_init(&out, NULL, LIMIT);
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, collect, &out), ARB_OK);
    after.piece[36] = after.piece[12];
    after.piece[12] = ARB_PIECE_NONE;
    after.turn = ARB_BLACK;
    assert_int_equal(arb_pgn_write_stood(writer, &before, &hand, &after), ARB_OK);
    assert_int_equal(arb_pgn_write_end(writer, ARB_PGN_RESULT_OPEN), ARB_OK);
    after = arb_pos_setup(&rook);
    assert_int_equal(arb_pgn_write_stood(writer, &before, NULL, &after), ARB_OK);
    assert_int_equal(arb_pgn_write_end(writer, ARB_PGN_RESULT_OPEN), ARB_OK);
    const char *const both = arb_buf_text(&out);
    assert_non_null(strstr(both, "\n1. -- {[%arb illegal e2e5]} *\n"));
    assert_non_null(strstr(
        both, "\n1. -- {[%arb set rnbqkbnr/pppppppp/8/R7/8/8/1PPPPPPP/1NBQKBNR b Kkq - 0 1]} *\n"));
    assert_copied(both, both);
    arb_pgn_writer_free(writer);
    arb_buf_clear(&out);
}

static void test_pgn_write__tells_its_failure_from_then_on(void **state)
{
    const arb_pgn_tag tag = tag_of("White", "w");
    arb_pgn_writer *writer;

    (void)state;
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, refuse, NULL), ARB_OK);
    assert_int_equal(arb_pgn_write_tag(writer, &tag), ARB_OK);
    assert_int_equal(arb_pgn_write_end(writer, ARB_PGN_RESULT_DRAW), ARB_IO);
    assert_int_equal(arb_pgn_writer_error(writer), ARB_IO);
    assert_int_equal(arb_pgn_write_tag(writer, &tag), ARB_IO);
    assert_int_equal(arb_pgn_write_comment(writer, "x", 1), ARB_IO);
    arb_pgn_writer_free(writer);
}

static const char played[] = "case 9.1 a short game\n"
                             "time 300+2\n"
                             "0:00 arbiter start\n"
                             "+0 arbiter penalty white warning\n"
                             "+10 white move e2e4\n"
                             "+1 white press\n"
                             "+5 black move e7e5\n"
                             "+0 black offer\n"
                             "+1 black press\n"
                             "+0 arbiter revoke 2\n"
                             "+2 white move f1c4\n"
                             "+1 white press\n"
                             "+4 black resign\n";

/* Writes the game of a case. */
static arb_err export_game(const arb_mem *mem, void *user)
{
    const arb_pgn_tag tags[] = { tag_of("Event", "Hall"), tag_of("White", "First") };
    arb_buf *out = user;
    arb_pgn_writer *writer;
    case_game it;
    arb_err err = case_game_new(&it, mem, played, strlen(played));

    if (err)
        return err;
    arb_buf_cut(out, 0);
    err = arb_pgn_writer_new(&writer, mem, NULL, collect, out);
    if (!err) {
        err = arb_game_pgn_write(writer, it.game, tags, 2);
        arb_pgn_writer_free(writer);
    }
    case_game_free(&it);
    return err;
}

/* Laws 5.1.2, 9.1.2.1; an offer is told also when a revocation has the game judged anew. */
static void test_pgn_write__a_game_is_written_with_clocks_and_offers(void **state)
{
    arb_buf out;

    (void)state;
    arb_buf_init(&out, NULL, LIMIT);
    assert_int_equal(export_game(NULL, &out), ARB_OK);
    assert_string_equal(arb_buf_text(&out),
                        "[Event \"Hall\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                        "[White \"First\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
                        "[Termination \"normal\"]\n[TimeControl \"300+2\"]\n\n"
                        "1. e4 {[%clk 0:04:53]} 1... e5 {[%clk 0:04:58] [%arb offer]} 2. Bc4\n"
                        "{[%clk 0:04:52]} 1-0\n\n");
    assert_copied(arb_buf_text(&out), arb_buf_text(&out));
    assert_true(failing_mem_sweep(export_game, &out) > 4);
    arb_buf_clear(&out);
}

/* Is this part of the game of a case? */
static bool writes(const char *game, const char *part)
{
    case_game it = case_game_of(game);
    arb_pgn_writer *writer;
    arb_buf out;

    arb_buf_init(&out, NULL, LIMIT);
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, collect, &out), ARB_OK);
    assert_int_equal(arb_game_pgn_write(writer, it.game, NULL, 0), ARB_OK);
    const bool found = strstr(arb_buf_text(&out), part) != NULL;
    if (!found)
        print_message("# %s\n", arb_buf_text(&out));
    arb_pgn_writer_free(writer);
    case_game_free(&it);
    arb_buf_clear(&out);
    return found;
}

/* Laws 6.9, 7.5.5, 10.1, 12.9.6 */
static void test_pgn_write__how_a_game_ended(void **state)
{
#define BEGUN "case a\ntime 7200\n0 arbiter start\n+1.5 white play e4\n"
    (void)state;
    assert_true(writes(BEGUN, "[Termination \"unterminated\"]"));
    assert_true(writes(BEGUN, "[%clk 1:59:58.5]} *\n"));
    assert_true(writes(BEGUN "+9 black resign", "[Termination \"normal\"]"));
    assert_true(writes(BEGUN "7300 arbiter flag black", "[Termination \"time forfeit\"]"));
    assert_true(writes(BEGUN "+1 black play e7e4\n+1 black play e7e4",
                       "[Termination \"rules infraction\"]"));
    assert_true(
        writes(BEGUN "+1 arbiter penalty black loss", "[Termination \"rules infraction\"]"));
    assert_true(writes(BEGUN "+1 arbiter award 1-0", "[Termination \"adjudication\"]"));
    assert_true(writes(BEGUN "+1 arbiter penalty black loss 1/2", "[Result \"*\"]"));
    assert_true(writes(BEGUN "+1 arbiter penalty black loss 1/2", "{1/2-0}"));
    assert_true(writes(BEGUN "+1 arbiter penalty white loss 1/2", "[Result \"*\"]"));
    assert_true(writes("case a\ntime none\nposition 8/P6k/8/8/8/8/8/K7 w - - 0 60\n",
                       "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 60\"]"));
    assert_true(writes("case a\ntime none\n", "[TimeControl \"-\"]"));
    assert_true(writes("case a\ntime white 300\ntime black 600\n", "[TimeControl \"?\"]"));
    assert_true(writes(BEGUN "+1 arbiter award 1/2-1/2", "[Result \"1/2-1/2\"]"));
#undef BEGUN
}

/* What both clocks show in the last state of a game is told of another one, which goes on from
 * there with what is not told. */
static void assert_clocks_told(const char *control, const char *shown, const char *hidden)
{
    char was[512], is[768];
    arb_ms left[2];

    (void)snprintf(was, sizeof was, "case a\ntime %s\noption play blitz\n0 arbiter start\n%s",
                   control, shown);
    (void)snprintf(is, sizeof is, "%s%s", was, hidden);
    case_game before = case_game_of(was), after = case_game_of(is);
    const arb_history *history = arb_game_history(after.game);
    arb_ply plies[8];
    size_t i = 0;
    const size_t count = arb_game_plies(plies, 8, after.game);
    while (i < count && arb_history_get(history, plies[i])->kind == ARB_PLY_MOVE)
        i++;
    assert_int_equal(arb_game_clocks_told(left, after.game, i < count ? plies[i] : ARB_PLY_NONE),
                     arb_state_now(arb_game_state(before.game)));
    assert_int_equal(left[ARB_WHITE], arb_state_clock(arb_game_state(before.game), ARB_WHITE));
    assert_int_equal(left[ARB_BLACK], arb_state_clock(arb_game_state(before.game), ARB_BLACK));
    case_game_free(&before);
    case_game_free(&after);
}

/* Laws A.5.2: what the clocks showed before an illegal move is known when others have followed. */
static void test_pgn_write__what_clocks_showed_before_what_is_no_move(void **state)
{
    static const char *const controls[] = { "300", "300+3", "300d3", "3/60+2:60" };
    static const char *const shown[] = {
        "+7 white play e4\n",
        "+7 white play e4\n+5 black play e5\n+2 white offer\n",
        ("+7 white play e4\n+5 black play e5\n+9 arbiter stop\n+1 arbiter set-clock white 250\n"
         "+1 arbiter set-clock black 240\n+4 arbiter resume\n"),
        "",
    };
    static const char *const hidden[] = {
        "+4 black play e7e4\n+2 white play Nf3\n+1 black play Nc6\n",
        "+4 white play g1g3\n+3 black play Nc6\n",
        "+4 white play g1g3\n+3 black play Nc6\n+9 arbiter stop\n",
        "+8 white play e2e5\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++)
        for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++)
            assert_clocks_told(controls[i], shown[k], hidden[k]);
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        assert_clocks_told(controls[i], "+7 white play e4\n",
                           "+4 black move e7e4\n+1 black press\n+2 white play Nf3\n");
        assert_clocks_told(controls[i], "+7 white play e4\n+4 black move e7e4\n+1 white offer\n",
                           "+1 black press\n+2 white play Nf3\n");
        assert_clocks_told(controls[i],
                           "+7 white play e4\n+4 black move e7e4\n+1 arbiter stop\n"
                           "+1 arbiter set-clock white 250\n+1 arbiter set-clock black 240\n"
                           "+4 arbiter resume\n",
                           "+2 black press\n+1 white play Nf3\n");
    }
}

/* Laws 7.5.1: the same is told before the press, whether the displacement is a legal move or none.
 */
static void test_pgn_write__clocks_tell_nothing_of_hands(void **state)
{
    static const char *const controls[] = { "300", "300+3", "300d3", "3/60+2:60" };
    static const char *const hands[] = {
        "+4 black move e7e5\n",
        "+4 black move e7e4\n",
        "+4 black touch e7\n+1 black release e5\n",
        "+4 black touch e7\n+1 black release e4\n+2 white touch d2\n",
        "+4 black move e7e5\n+2 white move d2d4\n",
        "+4 black move e7e4\n+2 white move d2d4\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++)
        for (size_t k = 0; k < sizeof hands / sizeof hands[0]; k++)
            assert_clocks_told(controls[i], "+7 white play e4\n", hands[k]);
}

/* Which of the moves wait for a press, as bits. */
static unsigned waiting(const char *events)
{
    char text[512];
    arb_ply plies[8];
    unsigned found = 0;

    (void)snprintf(text, sizeof text, "case a\ntime 300\n0 arbiter start\n%s", events);
    case_game it = case_game_of(text);
    const size_t count = arb_game_plies(plies, 8, it.game);
    for (size_t i = 0; i < count; i++)
        found |= (unsigned)arb_game_ply_waits(it.game, plies[i]) << i;
    case_game_free(&it);
    return found;
}

/* Laws 4.7, 6.2.1, 7.5.1 */
static void test_pgn_write__a_move_waits_for_its_press(void **state)
{
    (void)state;
    assert_int_equal(waiting("+1 white play e4\n"), 0);
    assert_int_equal(waiting("+1 white move e2e4\n"), 1);
    assert_int_equal(waiting("+1 white move e2e4\n+1 white press\n"), 0);
    assert_int_equal(waiting("+1 white move e2e4\n+1 black move e7e5\n"), 3);
    assert_int_equal(waiting("+1 white move e2e4\n+1 black move e7e4\n"), 1);
    assert_int_equal(waiting("+1 white move e2e4\n+1 black play e7e5\n"), 0);
    assert_int_equal(waiting("+1 white play e2e4\n+1 black move e7e5\n"), 2);
    assert_int_equal(waiting("+1 white move e2e4\n+1 black resign\n"), 0);
}

/* Laws 7.1: nor does what was played and taken back since, nor what the arbiter sets then. */
static void test_pgn_write__moves_that_are_taken_back_change_no_past_clock(void **state)
{
#define BEGUN                                                                                      \
    "case a\ntime 5400+30\n0 arbiter start\n+1 white play e4\n+3 black play e5\n"                  \
    "+2 white play Nf3\n+4 black play Nc6\n+5 white play Bb5\n+6 black play a6\n"
#define BACK BEGUN "+9 arbiter stop\n+1 arbiter restore 4\n"
    static const char whites[] = "{[%clk 1:31:27]}", blacks[] = "{[%clk 1:31:23]}";
    static const char *const games[] = {
        BEGUN,
        BACK,
        BACK "+1 arbiter set-clock black 5000\n",
        BACK "+1 arbiter set-clock black 5000\n+1 arbiter resume\n+8 white play Bc4\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        assert_true(writes(games[i], whites));
        assert_true(writes(games[i], blacks));
    }
#undef BACK
#undef BEGUN
}

/* Laws 7.5.5, 12.9.3: time that is added later does not change what the clock showed after a move.
 * Black has 1:59:57 after e5, and two minutes more for White's illegal move. */
static void test_pgn_write__time_that_is_added_changes_no_past_clock(void **state)
{
#define BEGUN "case a\ntime 7200\n0 arbiter start\n+1 white play e4\n+3 black play e5\n"
    static const char told[] = "1... e5 {[%clk 1:59:57]}";

    (void)state;
    assert_true(writes(BEGUN, told));
    assert_true(writes(BEGUN "+1 white play e1e4\n", told));
    assert_true(writes(BEGUN "+1 white play e1e4\n+1 white play Ke2\n", told));
    assert_true(writes(BEGUN "+1 white play e1e4\n+1 white play Ke2\n+1 black play Ke7\n", told));
    assert_true(writes(BEGUN "+1 white play e1e4\n+1 white play Ke2\n+1 black play Ke7\n",
                       "Ke7 {[%clk 2:01:56]}"));
#undef BEGUN
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pgn_write__the_seven_tags_come_first_then_the_others_by_name),
        cmocka_unit_test(test_pgn_write__numbers_follow_what_stands_between),
        cmocka_unit_test(test_pgn_write__lines_have_fewer_than_eighty_characters),
        cmocka_unit_test(test_pgn_write__illegal_moves_that_stood_survive),
        cmocka_unit_test(test_pgn_write__tells_its_failure_from_then_on),
        cmocka_unit_test(test_pgn_write__a_game_is_written_with_clocks_and_offers),
        cmocka_unit_test(test_pgn_write__how_a_game_ended),
        cmocka_unit_test(test_pgn_write__what_clocks_showed_before_what_is_no_move),
        cmocka_unit_test(test_pgn_write__clocks_tell_nothing_of_hands),
        cmocka_unit_test(test_pgn_write__a_move_waits_for_its_press),
        cmocka_unit_test(test_pgn_write__moves_that_are_taken_back_change_no_past_clock),
        cmocka_unit_test(test_pgn_write__time_that_is_added_changes_no_past_clock),
    };
    return cmocka_run_group_tests_name("pgn_write", tests, NULL, NULL);
}
