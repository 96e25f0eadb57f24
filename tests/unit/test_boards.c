/* SPDX-License-Identifier: MIT */
/*
 * Two boards, seen through the public interface: what stands on each of them while moves are
 * announced, made and executed (Laws, D.1, D.2).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/game.h"
#include "arbitro/notation.h"
#include "support/case_game.h"

static const char begun[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
static const char moved[] = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R";

/* The pieces on a player's board, as a FEN has them. */
static void assert_board(const char *text, arb_colour player, const char *wanted)
{
    case_game it = case_game_of(text);
    const arb_setup board = arb_state_board_of(arb_game_state(it.game), player);
    char fen[ARB_FEN_SIZE];

    (void)arb_fen_write(fen, sizeof fen, &board, ARB_FEN_X, NULL);
    fen[strcspn(fen, " ")] = 0;
    assert_string_equal(fen, wanted);
    case_game_free(&it);
}

#define GAME "case x\noption vision black:blind\n0:00 arbiter start\n"

static void test_boards__each_player_has_one(void **state)
{
    (void)state;
    assert_board(GAME, ARB_WHITE, begun);
    assert_board(GAME "+9 white play Nf3", ARB_WHITE, moved);
    assert_board(GAME "+9 white play Nf3", ARB_BLACK, begun);
    assert_board(GAME "+9 white play Nf3\n+1 black execute Nf3", ARB_BLACK, moved);
}

static void test_boards__one_board_is_the_same_for_both(void **state)
{
    (void)state;
    assert_board("case x\n0:00 arbiter start\n+9 white play Nf3", ARB_WHITE, moved);
    assert_board("case x\n0:00 arbiter start\n+9 white play Nf3", ARB_BLACK, moved);
    assert_board("case x\noption vision black:blind\noption boards one\n0:00 arbiter start\n"
                 "+9 white play Nf3",
                 ARB_BLACK, moved);
}

/* Laws D.2.2 */
static void test_boards__a_piece_out_of_its_hole_binds(void **state)
{
    case_game it = case_game_of("case x\noption vision white:blind\n0:00 arbiter start\n"
                                "+9 white touch g1\n");
    arb_move moves[ARB_MOVES_MAX];
    arb_article why;

    (void)state;
    assert_int_equal(arb_state_allowed(moves, &why, arb_game_state(it.game)), 2);
    assert_int_equal(why, ARB_ART_4_3_1);
    case_game_free(&it);
    it = case_game_of("case x\noption vision white:blind\n0:00 arbiter start\n"
                      "+9 white touch g1\n+1 white release f3");
    assert_int_equal(arb_state_allowed(moves, NULL, arb_game_state(it.game)), 2);
    case_game_free(&it);
    it = case_game_of("case x\noption vision white:blind\n0:00 arbiter start\n"
                      "+9 white touch g1 accidental");
    assert_int_equal(arb_state_allowed(moves, NULL, arb_game_state(it.game)), 20);
    case_game_free(&it);
}

/* For whom something was announced, and whether it was repeated. */
static void assert_said(const char *text, arb_colour player, bool repeated)
{
    case_game it = case_game_of(text);

    assert_int_equal(arb_state_announced(arb_game_state(it.game)), player);
    assert_int_equal(arb_state_is_repeated(arb_game_state(it.game)), repeated);
    case_game_free(&it);
}

/* Laws D.2.1 */
static void test_boards__what_was_said_and_repeated(void **state)
{
    static const char four[] = GAME "+9 white move e4\n+1 black repeat Bauer Eva vier\n";

    (void)state;
    assert_said(GAME, ARB_COLOUR_COUNT, false);
    assert_said(GAME "+9 white move e4", ARB_WHITE, false);
    assert_said(GAME "+9 white move e4 silent", ARB_COLOUR_COUNT, false);
    assert_said(GAME "+9 white move e4\n+1 black repeat Bauer Eva drei", ARB_WHITE, false);
    assert_said(four, ARB_WHITE, true);
    assert_said(GAME "+9 white move e4\n+1 black repeat Bauer Eva vier\n"
                     "+1 white announce Bauer Eva drei",
                ARB_WHITE, false);
    assert_said(GAME "+9 white move e4\n+1 black repeat Bauer Eva vier\n+1 arbiter restore 0",
                ARB_COLOUR_COUNT, false);
    assert_said(GAME "+9 white play e4\n+1 black repeat Bauer Eva vier\n+1 black move e5",
                ARB_BLACK, false);
    assert_said(GAME "+9 white play e4\n+1 black repeat Bauer Eva vier\n+1 black play e5\n"
                     "+1 white move Nf3 silent",
                ARB_COLOUR_COUNT, false);
}

/* ---- what is to be done next ---- */

/* What is due after these events, of whom, and that nothing else follows from the clocks. */
static void assert_due(const char *text, arb_due due, arb_colour player)
{
    case_game it = case_game_of(text);
    arb_colour who;
    const arb_due found = arb_state_due(&who, arb_game_state(it.game));

    if (found != due || who != player)
        fail_msg("%s: %s of %d", text, arb_due_word(found), (int)who);
    case_game_free(&it);
}

/* Laws D.2.1 */
static void test_boards__a_move_is_made_announced_repeated_and_executed(void **state)
{
    (void)state;
    assert_due("case x\n0:00 arbiter start\n+9 white play e4", ARB_DUE_NONE, ARB_COLOUR_COUNT);
    assert_due("case x\noption vision black:blind\n", ARB_DUE_NONE, ARB_COLOUR_COUNT);
    assert_due(GAME, ARB_DUE_MOVE, ARB_WHITE);
    /* who sees makes it, and says it then */
    assert_due(GAME "+9 white touch e2", ARB_DUE_MOVE, ARB_WHITE);
    assert_due(GAME "+9 white move e4 silent", ARB_DUE_ANNOUNCE, ARB_WHITE);
    assert_due(GAME "+9 white move e4 silent\n+1 white press", ARB_DUE_ANNOUNCE, ARB_WHITE);
    assert_due(GAME "+9 white move e4", ARB_DUE_REPEAT, ARB_BLACK);
    assert_due(GAME "+9 white play e4", ARB_DUE_REPEAT, ARB_BLACK);
    assert_due(GAME "+9 white play e4\n+1 black repeat Bauer Eva drei", ARB_DUE_REPEAT, ARB_BLACK);
    assert_due(GAME "+9 white play e4\n+1 black repeat Bauer Eva vier", ARB_DUE_EXECUTE, ARB_BLACK);
    assert_due(GAME "+9 white play e4\n+1 black repeat Bauer Eva vier\n+1 black execute e4",
               ARB_DUE_MOVE, ARB_BLACK);
    assert_due(GAME "+9 white play e4\n+1 black touch e7", ARB_DUE_MOVE, ARB_BLACK);
    /* a piece taken from the board that cannot be captured is no move yet */
    assert_due(GAME "+9 white play e4\n+1 black remove d1", ARB_DUE_MOVE, ARB_BLACK);
    /* who cannot see may place it first, or say it first */
    assert_due(GAME "+9 white play e4\n+1 black move e5 silent", ARB_DUE_ANNOUNCE, ARB_BLACK);
    assert_due(GAME "+9 white play e4\n+1 black announce Bauer Eva fuenf", ARB_DUE_REPEAT,
               ARB_WHITE);
    assert_due(GAME "+9 white play e4\n+1 black announce Bauer Eva fuenf\n"
                    "+1 white repeat Bauer Eva fuenf",
               ARB_DUE_MOVE, ARB_BLACK);
    assert_due(GAME "+9 white play e4\n+1 black announce Bauer Eva fuenf\n"
                    "+1 white repeat Bauer Eva fuenf\n+1 black move e5 silent",
               ARB_DUE_EXECUTE, ARB_WHITE);
    /* with one board there is nothing to execute */
    assert_due("case x\noption vision black:blind\noption boards one\n0:00 arbiter start\n"
               "+9 white play e4\n+1 black repeat Bauer Eva vier",
               ARB_DUE_MOVE, ARB_BLACK);
    assert_due(GAME "+9 white play e4\n+1 arbiter stop", ARB_DUE_NONE, ARB_COLOUR_COUNT);
    assert_due(GAME "+9 white play e4\n+1 black resign", ARB_DUE_NONE, ARB_COLOUR_COUNT);
    for (unsigned i = 0; i < ARB_DUE_COUNT; i++)
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(arb_due_word((arb_due)i), arb_due_word((arb_due)j));
}

/* Laws 7.5.1, 12.6: what is no move is due like one, and whether a clock was pressed does not show.
 */
static void test_boards__what_is_due_tells_nothing(void **state)
{
    (void)state;
    assert_due(GAME "+9 white move e2e5 silent", ARB_DUE_ANNOUNCE, ARB_WHITE);
    assert_due(GAME "+9 white move e2e5", ARB_DUE_REPEAT, ARB_BLACK);
    assert_due(GAME "+9 white move e2e5\n+1 white announce Bauer Eva fuenf\n"
                    "+1 black repeat Bauer Eva fuenf",
               ARB_DUE_EXECUTE, ARB_BLACK);
    assert_due("case x\noption vision white:blind\n0:00 arbiter start\n+9 white move e2e5 silent",
               ARB_DUE_ANNOUNCE, ARB_WHITE);
}

/* The legal move that was placed, or announced: "" for none. */
static void assert_moves(const char *text, const char *placed, const char *announced)
{
    case_game it = case_game_of(text);
    const arb_state *state = arb_game_state(it.game);
    char uci[8] = "";
    arb_move move = { 0 };

    if (arb_state_placed_move(&move, state))
        (void)arb_uci_write(uci, sizeof uci, move, ARB_STANDARD);
    assert_string_equal(uci, placed);
    *uci = 0;
    move = (arb_move){ 0 };
    if (arb_state_announced_move(&move, state))
        (void)arb_uci_write(uci, sizeof uci, move, ARB_STANDARD);
    assert_string_equal(uci, announced);
    case_game_free(&it);
}

static void test_boards__what_was_placed_and_what_was_announced(void **state)
{
    static const char blind[] = "case x\noption vision white:blind\n0:00 arbiter start\n";
    char text[256];

    (void)state;
    assert_moves(blind, "", "");
    (void)snprintf(text, sizeof text, "%s+9 white move g1f3 silent", blind);
    assert_moves(text, "g1f3", "");
    (void)snprintf(text, sizeof text, "%s+9 white move e2e5 silent", blind);
    assert_moves(text, "", "");
    (void)snprintf(text, sizeof text, "%s+9 white announce Springer Felix drei", blind);
    assert_moves(text, "", "g1f3");
    (void)snprintf(text, sizeof text, "%s+9 white announce Springer Felix vier", blind);
    assert_moves(text, "", "");
    assert_moves(GAME "+9 white move g1f3 silent", "", "");
}

/* Laws 4.9, D.2.10 */
static void test_boards__tasks_of_an_assistant(void **state)
{
    case_game it =
        case_game_of("case x\noption vision white:blind\n"
                     "0:00 white appoint Anna announce tell\n"
                     "0:00 white appoint Carla announce clock\n0:00 black appoint Bruno move");
    const arb_state *s = arb_game_state(it.game);

    (void)state;
    assert_int_equal(arb_state_tasks(s, ARB_WHITE), 1u << ARB_TASK_ANNOUNCE | 1u << ARB_TASK_CLOCK);
    assert_int_equal(arb_state_tasks(s, ARB_BLACK), 1u << ARB_TASK_MOVE);
    case_game_event(&it, "+1 arbiter refuse-assistant white");
    assert_int_equal(arb_state_tasks(arb_game_state(it.game), ARB_WHITE), 0);
    assert_int_equal(arb_state_tasks(arb_game_state(it.game), ARB_BLACK), 1u << ARB_TASK_MOVE);
    case_game_free(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards__each_player_has_one),
        cmocka_unit_test(test_boards__one_board_is_the_same_for_both),
        cmocka_unit_test(test_boards__what_was_said_and_repeated),
        cmocka_unit_test(test_boards__a_piece_out_of_its_hole_binds),
        cmocka_unit_test(test_boards__a_move_is_made_announced_repeated_and_executed),
        cmocka_unit_test(test_boards__what_is_due_tells_nothing),
        cmocka_unit_test(test_boards__what_was_placed_and_what_was_announced),
        cmocka_unit_test(test_boards__tasks_of_an_assistant),
    };

    return cmocka_run_group_tests_name("boards", tests, NULL, NULL);
}
