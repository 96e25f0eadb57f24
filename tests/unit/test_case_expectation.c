/* SPDX-License-Identifier: MIT */
/* Expectations of cases: every kind met, and not met, with what was found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/case_game.h"

static void assert_unmet(const case_game *it, const char *expectation, const char *found)
{
    char text[512];

    if (case_game_meets(text, it, expectation))
        fail_msg("%s is met", expectation);
    assert_string_equal(text, found);
}

/* A pawn left on the last rank: two rulings by 7.5.2, one by 7.5.5. */
static const char unpromoted[] = "case a\ntime 5400+30\nposition 8/P6k/8/8/8/8/8/K7 w - - 0 60\n"
                                 "0 arbiter start\n+10 white move a7a8\n+1 white press\n";

static void test_expectation__rulings_and_refusals(void **state)
{
    case_game it = case_game_of(unpromoted);

    (void)state;
    case_game_assert_met(&it, "ruling 7.5.2");
    case_game_assert_met(&it, "ruling 7.5.2 7.5.5");
    case_game_assert_met(&it, "ruling 7.5");
    case_game_assert_met(&it, "ruling 7");
    assert_unmet(&it, "ruling 7.5.1", "7.5.2 7.5.2 7.5.5");
    assert_unmet(&it, "ruling 7.5.5 7.5.1", "7.5.2 7.5.2 7.5.5");
    assert_unmet(&it, "no-ruling", "7.5.2 7.5.2 7.5.5");
    assert_unmet(&it, "refused", "7.5.2 7.5.2 7.5.5");
    case_game_event(&it, "+1 white move Kb1");
    case_game_assert_met(&it, "refused");
    case_game_assert_met(&it, "refused 1.3");
    case_game_assert_met(&it, "refused 1");
    assert_unmet(&it, "refused 4.7", "refused 1.3");
    assert_unmet(&it, "ruling 1.3", "refused 1.3");
    assert_unmet(&it, "no-ruling", "refused 1.3");
    case_game_event(&it, "+1 black touch h7");
    case_game_assert_met(&it, "no-ruling");
    assert_unmet(&it, "ruling 4.3", "no ruling");
    assert_unmet(&it, "refused", "no ruling");
    case_game_free(&it);
}

/* Laws 8.1: what two sheets prove. */
static void test_expectation__what_sheets_prove(void **state)
{
    case_game it = case_game_of("case a\noption record kept\n0 arbiter start\n+1 white play e4\n"
                                "+1 white write e4\n+1 black write e4\n");

    (void)state;
    case_game_assert_met(&it, "evidence 1");
    assert_unmet(&it, "evidence 2", "1");
    case_game_free(&it);
}

static void test_expectation__before_the_first_event(void **state)
{
    case_game it = case_game_of("case a\ntime 5400");

    (void)state;
    case_game_assert_met(&it, "no-ruling");
    assert_unmet(&it, "ruling 6.6", "no event");
    assert_unmet(&it, "refused", "no event");
    assert_unmet(&it, "warning white", "none");
    case_game_assert_met(&it, "phase waiting");
    case_game_assert_met(&it, "running none");
    case_game_assert_met(&it, "moves");
    case_game_free(&it);
}

static void test_expectation__warnings(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\n0 arbiter start\n+1 black touch e7\n");

    (void)state;
    case_game_assert_met(&it, "warning black");
    assert_unmet(&it, "warning none", "black");
    assert_unmet(&it, "warning white", "black");
    case_game_event(&it, "+1 white move e4");
    assert_unmet(&it, "warning black", "none");
    case_game_free(&it);
}

static void test_expectation__result_and_points(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\nposition 7k/8/5KQ1/8/8/8/8/8 w - - 0 50\n"
                                "0 arbiter start\n");

    (void)state;
    case_game_assert_met(&it, "result *");
    case_game_assert_met(&it, "points white none");
    assert_unmet(&it, "points white 0", "none");
    assert_unmet(&it, "result 1-0", "*");
    case_game_event(&it, "+5 white move Qg7");
    case_game_assert_met(&it, "result 1-0");
    case_game_assert_met(&it, "result 1-0 5.1.1");
    case_game_assert_met(&it, "result 1-0 5");
    assert_unmet(&it, "result 1-0 5.1.2", "1-0 5.1.1");
    assert_unmet(&it, "result 0-1", "1-0 5.1.1");
    case_game_assert_met(&it, "points white 1");
    case_game_assert_met(&it, "points black 0");
    assert_unmet(&it, "points white 1/2", "1");
    case_game_assert_met(&it, "phase finished");
    case_game_assert_met(&it, "check black");
    case_game_free(&it);
}

static void test_expectation__clocks(void **state)
{
    case_game it =
        case_game_of("case a\ntime 2/5400:1800\n0 arbiter start\n+10.25 white move e4\n");

    (void)state;
    case_game_assert_met(&it, "clock white 5389.750");
    case_game_assert_met(&it, "clock white 1:29:49.75");
    assert_unmet(&it, "clock white 5389.751", "5389.750");
    assert_unmet(&it, "clock black 5399", "5400.000");
    case_game_assert_met(&it, "running white");
    assert_unmet(&it, "running none", "white");
    case_game_event(&it, "+0 white press");
    case_game_assert_met(&it, "running black");
    case_game_assert_met(&it, "period white 1");
    case_game_assert_met(&it, "counter white 1");
    assert_unmet(&it, "counter white 0", "1");
    assert_unmet(&it, "period black 2", "1");
    case_game_assert_met(&it, "flag black up");
    assert_unmet(&it, "flag black fallen", "up");
    case_game_assert_met(&it, "category standard");
    assert_unmet(&it, "category blitz", "standard");
    case_game_event(&it, "+5400 arbiter flag black");
    case_game_assert_met(&it, "flag black fallen");
    assert_unmet(&it, "flag black up", "fallen");
    assert_unmet(&it, "running black", "none");
    case_game_free(&it);
}

static void test_expectation__phase_turn_and_offer(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\noption draw-offers never\n0 arbiter start\n");

    (void)state;
    case_game_assert_met(&it, "turn white");
    assert_unmet(&it, "turn black", "white");
    case_game_assert_met(&it, "phase playing");
    assert_unmet(&it, "phase stopped", "playing");
    case_game_event(&it, "+1 white move e4");
    case_game_assert_met(&it, "turn black");
    case_game_assert_met(&it, "offer none");
    case_game_event(&it, "+1 white offer");
    case_game_assert_met(&it, "offer white");
    assert_unmet(&it, "offer black", "white");
    assert_unmet(&it, "offer none", "white");
    case_game_assert_met(&it, "pending consent");
    assert_unmet(&it, "pending none", "consent");
    case_game_free(&it);
}

static void test_expectation__illegal_moves_and_recording(void **state)
{
    case_game it = case_game_of(unpromoted);

    (void)state;
    case_game_assert_met(&it, "illegal white 1");
    case_game_assert_met(&it, "illegal black 0");
    assert_unmet(&it, "illegal white 2", "1");
    case_game_assert_met(&it, "recording white required");
    assert_unmet(&it, "recording white optional", "required");
    case_game_free(&it);
    it = case_game_of("case a\ntime 5400\ngiven clock white 299\n0 arbiter start\n");
    case_game_assert_met(&it, "recording white optional");
    assert_unmet(&it, "recording white required", "optional");
    case_game_free(&it);
}

static void test_expectation__positions(void **state)
{
    case_game it = case_game_of(unpromoted);

    (void)state;
    case_game_assert_met(&it, "fen Q7/7k/8/8/8/8/8/K7");
    case_game_assert_met(&it, "fen Q7/7k/8/8/8/8/8/K7 b");
    case_game_assert_met(&it, "fen Q7/7k/8/8/8/8/8/K7 b - - 0 60");
    case_game_assert_met(&it, "fen Q7/7k/8/8/8/8/8/K7  b  -  -");
    assert_unmet(&it, "fen Q7/7k/8/8/8/8/8/K7 w", "Q7/7k/8/8/8/8/8/K7 b");
    assert_unmet(&it, "fen R7/7k/8/8/8/8/8/K7", "Q7/7k/8/8/8/8/8/K7");
    assert_unmet(&it, "fen Q7/7k/8/8/8/8/8/K7 b - - 1", "Q7/7k/8/8/8/8/8/K7 b - - 0");
    assert_unmet(&it, "fen 8/8/8/8/8/8/8/8", "Q7/7k/8/8/8/8/8/K7");
    case_game_assert_met(&it, "board Q7/7k/8/8/8/8/8/K7");
    case_game_assert_met(&it, "board Q7/7k/8/8/8/8/8/K7 black");
    assert_unmet(&it, "board 7k/8/8/8/8/8/8/K7", "Q7/7k/8/8/8/8/8/K7");
    case_game_free(&it);
}

static void test_expectation__an_illegal_move_is_on_the_board_alone(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\n0 arbiter start\n+1 white move e2e5\n");

    (void)state;
    case_game_assert_met(&it, "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    case_game_assert_met(&it, "board rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR");
    assert_unmet(&it, "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                 "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR");
    case_game_free(&it);
}

static void test_expectation__en_passant_only_when_legal(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\n0 arbiter start\n+1 white play e4\n");

    (void)state;
    case_game_assert_met(&it, "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    case_game_assert_met(&it, "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_unmet(&it, "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ",
                 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq");
    case_game_free(&it);
}

static void test_expectation__check(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\nposition 7k/8/8/8/8/8/8/K6R b - - 0 50\n");

    (void)state;
    case_game_assert_met(&it, "check black");
    assert_unmet(&it, "check none", "black");
    case_game_free(&it);
    it = case_game_of("case a\nposition r6k/8/8/8/8/8/8/K6R b - - 0 50\n");
    case_game_assert_met(&it, "check both");
    assert_unmet(&it, "check white", "both");
    case_game_free(&it);
    it = case_game_of("case a\n");
    case_game_assert_met(&it, "check none");
    assert_unmet(&it, "check black", "none");
    case_game_free(&it);
}

static void test_expectation__moves(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\noption notation it\n0 arbiter start\n"
                                "+1 white play e4\n+1 black play f5\n+1 white play Ae2\n"
                                "+1 black play g5\n+1 white play Ah5\n");

    (void)state;
    case_game_assert_met(&it, "moves e4 f5 Be2 g5 Bh5#");
    case_game_assert_met(&it, "moves e4 f5 Be2 g5 Bh5");
    assert_unmet(&it, "moves e4 f5 Be2 g5 Bh5+", "e4 f5 Be2 g5 Bh5#");
    assert_unmet(&it, "moves e4 f5 Be2 g5", "e4 f5 Be2 g5 Bh5#");
    assert_unmet(&it, "moves e4 f5 Be2 g5 Bh5 e5", "e4 f5 Be2 g5 Bh5#");
    assert_unmet(&it, "moves e4 f5 Be2 g6 Bh5", "e4 f5 Be2 g5 Bh5#");
    assert_unmet(&it, "moves", "e4 f5 Be2 g5 Bh5#");
    case_game_free(&it);
    it = case_game_of("case a\ntime 5400\nposition r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n"
                      "0 arbiter start\n");
    assert_unmet(&it, "moves e4", "no moves");
    case_game_event(&it, "+1 white play 0-0-0");
    case_game_assert_met(&it, "moves O-O-O");
    case_game_assert_met(&it, "moves 0-0-0");
    assert_unmet(&it, "moves O-O", "O-O-O");
    case_game_free(&it);
}

static void test_expectation__allowed_and_legal_moves(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\nposition 4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2\n"
                                "0 arbiter start\n");

    (void)state;
    case_game_assert_met(&it, "allowed any");
    case_game_assert_met(&it, "legal e1g1 0-0 exd6 e.p. Rh8");
    case_game_assert_met(&it, "not-legal e1c1 e5e7 Ra1");
    assert_unmet(&it, "legal Kd1 e5e7 Kd3", "e5e7 not legal by 3.7.2, Kd3 not legal by 3.8.1");
    assert_unmet(&it, "not-legal 0-0 e5e7", "0-0 legal");
    assert_unmet(&it, "allowed none",
                 "e1d1 e1f1 e1g1 e1d2 e1e2 e1f2 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 e5d6 "
                 "e5e6");
    case_game_event(&it, "+1 white touch e5");
    case_game_assert_met(&it, "allowed e6 exd6");
    case_game_assert_met(&it, "allowed e5d6 e5e6 e6");
    case_game_assert_met(&it, "allowed exd6 e.p. e5e6");
    assert_unmet(&it, "allowed e6", "e5d6 e5e6");
    assert_unmet(&it, "allowed e6 exd6 Kd1", "e5d6 e5e6");
    assert_unmet(&it, "allowed e6 exd6 e7", "e5d6 e5e6");
    assert_unmet(&it, "allowed any", "e5d6 e5e6");
    case_game_free(&it);
}

static void test_expectation__sheets(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\n0 arbiter start\n+1 white play e4\n"
                                "+1 white write e4\n+1 black play e5\n+1 white write e5\n");

    (void)state;
    case_game_event(&it, "+1 white write Nf3 (=)");
    case_game_assert_met(&it, "sheet white e4 e5 Nf3 (=)");
    case_game_assert_met(&it, "sheet black");
    assert_unmet(&it, "sheet white e4 e5 Nf3", "e4 e5 Nf3 (=)");
    assert_unmet(&it, "sheet white e4 e5 Nf3 (=) x", "e4 e5 Nf3 (=)");
    assert_unmet(&it, "sheet white e4 e6 Nf3 (=)", "e4 e5 Nf3 (=)");
    assert_unmet(&it, "sheet black e4", "an empty sheet");
    case_game_free(&it);
}

/* What was found is cut off where there is no room, and nothing is written without any. */
/* Laws 11.9, 12.9.7 to 12.9.9 */
static void test_expectation__penalties_and_what_was_explained(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\n0 arbiter start\n");

    (void)state;
    assert_unmet(&it, "penalty white excluded", "none");
    assert_unmet(&it, "penalty white expelled", "none");
    case_game_event(&it, "+1 arbiter penalty white fine 20");
    assert_unmet(&it, "penalty white none", "fine");
    assert_unmet(&it, "penalty white excluded", "fine");
    case_game_event(&it, "+1 arbiter penalty black exclude 2");
    case_game_assert_met(&it, "penalty black excluded");
    case_game_assert_met(&it, "penalty black excluded 2");
    assert_unmet(&it, "penalty black excluded 1", "excluded 2");
    assert_unmet(&it, "penalty black none", "excluded 2");
    assert_unmet(&it, "penalty black fine", "excluded 2");
    case_game_assert_met(&it, "penalty white fine ");
    assert_unmet(&it, "explained 9.2.3", "nothing");
    case_game_event(&it, "+1 white ask 9.2.3");
    case_game_assert_met(&it, "explained 9.2.3");
    assert_unmet(&it, "explained 9.2.2", "9.2.3");
    assert_unmet(&it, "explained 9.2.3 9.3", "9.2.3");
    case_game_free(&it);
}

/* Laws 4.7: what hands have done, in its order */
/* Guidelines I.2 */
static void test_expectation__envelopes(void **state)
{
    case_game it =
        case_game_of("case a\ntag White \"Anna \\\"A\\\"\"\ntime 5400\n0 arbiter start\n");

    (void)state;
    case_game_assert_met(&it, "envelope none");
    assert_unmet(&it, "envelope sealed", "none");
    assert_unmet(&it, "envelope-text number 1", "no envelope");
    case_game_event(&it, "+10 arbiter adjourn");
    case_game_event(&it, "+5 white seal e4");
    case_game_assert_met(&it, "envelope open");
    case_game_event(&it, "+0.25 white stop");
    case_game_assert_met(&it, "envelope sealed");
    case_game_assert_met(&it, "envelope-text sealer Anna \"A\"");
    case_game_assert_met(&it, "envelope-text sealer \"Anna \\\"A\\\"\"");
    assert_unmet(&it, "envelope-text sealer Anna", "Anna \"A\"");
    case_game_assert_met(&it, "envelope-text number 1");
    assert_unmet(&it, "envelope-text number 2", "1");
    case_game_assert_met(&it, "envelope-text white-time 0:00:15.250");
    case_game_assert_met(&it, "envelope-text white-time 0:00:15");
    assert_unmet(&it, "envelope-text white-time 0:00:16", "0:00:15.250");
    case_game_assert_met(&it, "envelope-text black-time 0:00:00");
    case_game_assert_met(&it, "envelope-text offer none");
    assert_unmet(&it, "envelope-text offer white", "none");
    case_game_assert_met(&it, "envelope-text resumption \"\"");
    assert_unmet(&it, "envelope-text resumption soon", "nothing");
    case_game_assert_met(&it, "envelope-text position "
                              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    assert_unmet(&it, "envelope-text position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b",
                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_unmet(&it, "envelope-text position nonsense",
                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    case_game_free(&it);
}

static void test_expectation__hands(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\nposition 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
                                "0 arbiter start\n");

    (void)state;
    case_game_assert_met(&it, "hand none");
    assert_unmet(&it, "hand e1g1", "none");
    case_game_event(&it, "+1 white touch e1");
    case_game_event(&it, "+1 white release g1");
    case_game_assert_met(&it, "hand e1g1");
    assert_unmet(&it, "hand e1f1", "e1g1");
    assert_unmet(&it, "hand -e1", "e1g1");
    assert_unmet(&it, "hand none", "e1g1");
    case_game_event(&it, "+1 white touch h1");
    case_game_event(&it, "+1 white release f1");
    case_game_assert_met(&it, "hand e1g1 h1f1");
    assert_unmet(&it, "hand e1g1", "e1g1 h1f1");
    assert_unmet(&it, "hand h1f1 e1g1", "e1g1 h1f1");
    case_game_free(&it);
}

static void test_expectation__room_for_what_was_found(void **state)
{
    case_game it = case_game_of("case a\n");
    arb_expectation expectation;
    char found[8] = "1234567";

    (void)state;
    assert_int_equal(arb_expectation_read(&expectation, NULL, "allowed none", 12, NULL), ARB_OK);
    assert_false(arb_expectation_is_met(found, 6, &expectation, it.game, NULL));
    assert_int_equal(strlen(found), 5);
    assert_int_equal(found[6], '7');
    assert_false(arb_expectation_is_met(NULL, 0, &expectation, it.game, NULL));
    case_game_free(&it);
}

static void test_expectation__words_that_cannot_be_read(void **state)
{
    arb_expectation expectation = { .kind = ARB_EXPECTATION_COUNT };
    arb_where where = { 0 };

    (void)state;
    assert_int_equal(arb_expectation_read(&expectation, &where, "turn both", 9, NULL), ARB_SYNTAX);
    assert_int_equal(where.column, 6);
    assert_int_equal(where.wanted, ARB_WANTED_COLOUR);
    assert_int_equal(expectation.kind, ARB_EXPECTATION_COUNT);
}

/* The words are read once, and the expectation holds what they say. */
static void test_expectation__holds_what_was_read(void **state)
{
    static const char text[] = "result  1/2-1/2 9.2.1  9.5.2";
    arb_expectation read;

    (void)state;
    assert_int_equal(arb_expectation_read(&read, NULL, text, strlen(text), NULL), ARB_OK);
    assert_int_equal(read.kind, ARB_EXPECTATION_RESULT);
    assert_string_equal(arb_expectation_word(read.kind), "result");
    assert_string_equal(read.words, "1/2-1/2 9.2.1  9.5.2");
    assert_int_equal(read.value, ARB_RESULT_DRAW);
    assert_string_equal(read.list, "9.2.1  9.5.2");
    assert_int_equal(read.list_size, strlen(read.list));
    assert_int_equal(arb_expectation_read(&read, NULL, "clock black 1:05", 16, NULL), ARB_OK);
    assert_int_equal(read.colour, ARB_BLACK);
    assert_int_equal(read.value, 65000);
}

static bool meets(const case_game *it, const char *expectation)
{
    char found[512];

    return case_game_meets(found, it, expectation);
}

static void test_expectation__small_differences_are_seen(void **state)
{
    case_game it = case_game_of("case a\ntime 5400\nposition 4k3/8/8/8/3p4/8/4P3/4K3 w - - 3 9\n"
                                "0 arbiter start\n+1 white play e4\n");

    (void)state;
    assert_true(meets(&it, "fen 4k3/8/8/8/3pP3/8/8/4K3 b - e3"));
    assert_false(meets(&it, "fen 4k3/8/8/8/3pP3/8/8/4K3 b - -"));
    assert_true(meets(&it, "fen 4k3/8/8/8/3pP3/8/8/4K3 b -"));
    assert_false(meets(&it, "fen 4k3/8/8/8/3pP3/8/8/4K3 w -"));
    assert_true(meets(&it, "fen 4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9"));
    assert_false(meets(&it, "fen 4k3/8/8/8/3pP3/8/8/4K3 b - e3 1 9"));
    assert_false(meets(&it, "fen 4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 8"));
    assert_true(meets(&it, "board 4k3/8/8/8/3pP3/8/8/4K3 ")); /* a blank is no colour */
    assert_true(meets(&it, "moves e4"));
    assert_false(meets(&it, "moves d4"));
    assert_false(meets(&it, "moves f4"));
    assert_false(meets(&it, "allowed none"));
    case_game_free(&it);
    it = case_game_of(
        "case a\ntime none\nposition 8/8/8/8/8/2k5/p7/K7 w - - 0 1\n"); /* one legal move */
    assert_false(meets(&it, "allowed none"));
    assert_true(meets(&it, "allowed any"));
    assert_true(meets(&it, "allowed Kxa2"));
    assert_false(meets(&it, "allowed a1b1"));
    case_game_free(&it);
    it = case_game_of(
        "case a\ntime none\nposition 7k/8/5K2/8/8/8/8/R7 w - - 0 1\n0 white move Ra8\n");
    assert_true(meets(&it, "moves Ra8+"));
    assert_true(meets(&it, "moves Ra8"));
    assert_false(meets(&it, "moves Ra8#"));
    assert_false(meets(&it, "moves Qa8"));
    case_game_free(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expectation__rulings_and_refusals),
        cmocka_unit_test(test_expectation__what_sheets_prove),
        cmocka_unit_test(test_expectation__before_the_first_event),
        cmocka_unit_test(test_expectation__warnings),
        cmocka_unit_test(test_expectation__result_and_points),
        cmocka_unit_test(test_expectation__clocks),
        cmocka_unit_test(test_expectation__phase_turn_and_offer),
        cmocka_unit_test(test_expectation__illegal_moves_and_recording),
        cmocka_unit_test(test_expectation__positions),
        cmocka_unit_test(test_expectation__an_illegal_move_is_on_the_board_alone),
        cmocka_unit_test(test_expectation__en_passant_only_when_legal),
        cmocka_unit_test(test_expectation__check),
        cmocka_unit_test(test_expectation__moves),
        cmocka_unit_test(test_expectation__allowed_and_legal_moves),
        cmocka_unit_test(test_expectation__sheets),
        cmocka_unit_test(test_expectation__penalties_and_what_was_explained),
        cmocka_unit_test(test_expectation__envelopes),
        cmocka_unit_test(test_expectation__hands),
        cmocka_unit_test(test_expectation__room_for_what_was_found),
        cmocka_unit_test(test_expectation__words_that_cannot_be_read),
        cmocka_unit_test(test_expectation__holds_what_was_read),
        cmocka_unit_test(test_expectation__small_differences_are_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
