/* SPDX-License-Identifier: MIT */
/*
 * Positions that cannot arise, with the reason; positions that can, with a game that is replayed;
 * no alarm in any position of a game; and second readings that share nothing with the first.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/retro.h"
#include "board/sides.h"
#include "retro/doubt.h"
#include "support/assertions.h"
#include "support/data_file.h"
#include "support/random_positions.h"
#include "support/slow_retro.h"

enum {
    NODES = 400000,
    LOOKS = 100000,
    GAME_NODES = 8000000,
    GAMES = 64,
    PLIES = 300,
    DEPTH = 5,
    MANY = 120,
    LEGALS = 12
};

typedef struct tally {
    unsigned by_reason[ARB_RETRO_REASON_COUNT];
    unsigned all, slow;
} tally;

/* "FEN ; word" */
static char *split(char *text)
{
    char *word = strstr(text, " ; ");

    assert_non_null(word);
    *word = '\0';
    return word + 3;
}

/* How often pawns have captured at least, by trying every way to bring them home. */
static unsigned slow_captures(const unsigned *files, unsigned count, unsigned homes)
{
    unsigned best = 1000;

    if (count == 0)
        return 0;
    for (unsigned home = 0; home < 8; home++) {
        if (!(homes >> home & 1))
            continue;
        const unsigned rest = slow_captures(files + 1, count - 1, homes & ~(1u << home));
        const unsigned own = files[0] > home ? files[0] - home : home - files[0];
        best = rest + own < best ? rest + own : best;
    }
    return best;
}

static bool too_many_captures(const arb_setup *setup)
{
    for (int colour = 0; colour < 2; colour++) {
        unsigned files[8], pawns = 0, theirs = 0;
        for (unsigned square = 0; square < 64; square++) {
            const arb_piece piece = setup->piece[square];
            if (piece == arb_piece_of((arb_colour)colour, ARB_PAWN))
                files[pawns++] = square & 7;
            theirs += piece != ARB_PIECE_NONE && arb_piece_colour(piece) != (arb_colour)colour;
        }
        if (slow_captures(files, pawns, 0xff) > 16 - theirs)
            return true;
    }
    return false;
}

static void check_illegal(void *user, unsigned number, char *text)
{
    tally *t = user;
    const char *word = split(text);
    const arb_setup setup = setup_of(text);
    arb_retro_answer answer;

    (void)number;
    assert_int_equal(arb_retro_judge(&answer, &setup, &(arb_retro_effort){ .nodes = NODES }),
                     ARB_RETRO_ILLEGAL);
    if (strcmp(arb_retro_reason_word(answer.reason), word) != 0)
        fail_msg("%s: %s, wanted %s", text, arb_retro_reason_word(answer.reason), word);
    assert_int_equal(answer.count, 0);
    assert_true(arb_retro_reason_text(answer.reason, ARB_LANG_EN)[0] &&
                arb_retro_reason_text(answer.reason, ARB_LANG_IT)[0]);
    t->by_reason[answer.reason]++;
    t->all++;
    if (answer.reason == ARB_RETRO_NO_LAST_MOVE) {
        assert_false(slow_retro_possible(&setup));
        t->slow++;
    }
    if (answer.reason == ARB_RETRO_PAWN_CAPTURES) {
        assert_true(too_many_captures(&setup));
        t->slow++;
    }
}

/* Laws 3.10.3 */
static void test_retro_arise__reasons_why_not(void **state)
{
    tally t = { 0 };

    (void)state;
    assert_true(data_file_read("retro/illegal.txt", check_illegal, &t) > 0);
    for (int reason = 0; reason < ARB_RETRO_REASON_COUNT; reason++)
        if (reason != ARB_RETRO_GAME && reason != ARB_RETRO_WORK && t.by_reason[reason] < 3)
            fail_msg("only %u with %s", t.by_reason[reason],
                     arb_retro_reason_word((arb_retro_reason)reason));
    assert_true(t.all >= MANY);
    print_message("# %u positions, %u looked at twice\n", t.all, t.slow);
}

/* The ordinary rules play the game; it ends in this position, with its rights. */
static void assert_game(const arb_setup *setup, const arb_retro_answer *answer)
{
    arb_pos pos = arb_pos_initial(), wanted;

    assert_true(answer->count <= ARB_RETRO_GAME_MAX);
    for (size_t i = 0; i < answer->count; i++) {
        assert_true(arb_pos_is_legal(&pos, answer->game[i]));
        arb_pos_play(&pos, &pos, answer->game[i]);
    }
    assert_int_equal(arb_pos_from_setup(&wanted, setup), 0);
    const arb_setup is = arb_pos_setup(&pos), must = arb_pos_setup(&wanted);
    assert_memory_equal(is.piece, must.piece, sizeof is.piece);
    assert_int_equal(is.turn, must.turn);
    assert_true(is.castling == must.castling && is.en_passant == must.en_passant);
}

/* Nor is anything on the way called impossible: these games are like no others. */
static void assert_no_alarm_in(const arb_retro_answer *answer)
{
    arb_pos pos = arb_pos_initial();
    uint64_t nodes = 0;
    arb_doubt doubt;

    assert_true(arb_doubt_begin(&doubt, &nodes, NULL));
    for (size_t i = 0; i < answer->count; i++) {
        arb_pos_play(&pos, &pos, answer->game[i]);
        const arb_setup setup = arb_pos_setup(&pos);
        const arb_back back = arb_back_of(&setup, false);
        nodes = 20000;
        if (i % 7 == 0 && (arb_doubt_board(&doubt, &back) || arb_doubt_past(&doubt, &back, DEPTH)))
            assert_no_difference(arb_retro_reason_word(doubt.reason), &setup);
    }
    arb_doubt_end(&doubt);
}

static void check_legal(void *user, unsigned number, char *text)
{
    const arb_setup setup = setup_of(text);
    arb_retro_answer answer;

    (void)number;
    if (*(unsigned *)user >= scaled(LEGALS))
        return;
    if (arb_retro_judge(&answer, &setup, &(arb_retro_effort){ .nodes = GAME_NODES }) !=
        ARB_RETRO_LEGAL)
        fail_msg("%s: no game found", text);
    assert_game(&setup, &answer);
    assert_no_alarm_in(&answer);
    ++*(unsigned *)user;
}

/* Laws 3.10.3 */
static void test_retro_arise__games_that_lead_there(void **state)
{
    unsigned found = 0;

    (void)state;
    assert_true(data_file_read("retro/legal.txt", check_legal, &found) > 0);
    print_message("# %u games\n", found);
}

/* How a game by chance is played: what is rare in others is common in some. */
typedef enum play { PLAIN, PROMOTING, PAWNS_CAPTURE, AT_HOME, PLAYS } play;

/* How likely a move is, as a share. */
static unsigned share(const arb_pos *pos, arb_move move, play how)
{
    const bool capture = arb_pos_piece(pos, arb_move_to(move)) != ARB_PIECE_NONE;
    const bool pawn = arb_piece_role(arb_pos_piece(pos, arb_move_from(move))) == ARB_PAWN;
    const bool promotion = arb_move_promotion(move) != ARB_ROLE_NONE;

    switch (how) {
    case PROMOTING:
        return promotion ? 400 : pawn && !capture ? 120 : pawn ? 8 : capture ? 1 : 20;
    case PAWNS_CAPTURE:
        return promotion ? 400 : pawn && capture ? 600 : pawn ? 80 : capture ? 1 : 20;
    case AT_HOME:
        return pawn ? 1 : capture ? 2 : 40;
    case PLAIN:
    case PLAYS:
        break;
    }
    return 1;
}

static arb_move chosen(const arb_pos *pos, const arb_move *moves, size_t count, play how,
                       chance *luck)
{
    unsigned sum = 0;
    size_t i = 0;

    for (size_t k = 0; k < count; k++)
        sum += share(pos, moves[k], how);
    for (unsigned at = chance_below(luck, sum); at >= share(pos, moves[i], how); i++)
        at -= share(pos, moves[i], how);
    return moves[i];
}

/* Looks at one position of a game. */
static void assert_no_alarm(arb_doubt *doubt, const arb_setup *setup, bool any_array)
{
    const arb_back back = arb_back_of(setup, any_array);

    *doubt->nodes = LOOKS;
    if (arb_setup_faults(setup) || arb_doubt_board(doubt, &back) ||
        arb_doubt_past(doubt, &back, DEPTH))
        assert_no_difference(arb_retro_reason_word(doubt->reason), setup);
}

/* Laws 3.10.3: what was played can arise. */
static void test_retro_arise__no_alarm_in_play(void **state)
{
    const bool soak = getenv("ARB_TEST_SOAK") != NULL;
    chance luck = chance_begin(211);
    uint64_t nodes = 0;
    unsigned looked = 0;
    arb_doubt doubt;

    (void)state;
    assert_true(arb_doubt_begin(&doubt, &nodes, NULL));
    for (unsigned i = 0; i < scaled(GAMES) * (soak ? 10u : 1u); i++) {
        const bool any_array = i / PLAYS % 4 == 3;
        const arb_setup start = random_start(&luck, any_array);
        arb_pos pos;
        assert_int_equal(arb_pos_from_setup(&pos, &start), 0);
        for (unsigned ply = 0; ply < PLIES; ply++) {
            arb_move moves[ARB_MOVES_MAX];
            const size_t count = arb_pos_moves(moves, &pos);
            if (count == 0)
                break;
            arb_pos_play(&pos, &pos, chosen(&pos, moves, count, (play)(i % PLAYS), &luck));
            if (chance_below(&luck, 10) != 0)
                continue;
            arb_setup setup = arb_pos_setup(&pos);
            if (chance_below(&luck, 2))
                setup.en_passant = pos.passed;
            assert_no_alarm(&doubt, &setup, any_array);
            looked++;
        }
    }
    arb_doubt_end(&doubt);
    print_message("# %u positions\n", looked);
}

static void check_played(void *user, unsigned number, char *text)
{
    const arb_setup setup = setup_of(text);

    if (scaled(10) == 10 || number % 10 == 0) /* all of them, unless the build is slow */
        assert_no_alarm(user, &setup, false);
}

/* Much is promoted here and little captured: where plans of pawns are few, a wrong rule is seen. */
static void test_retro_arise__no_alarm_among_promoted_pieces(void **state)
{
    uint64_t nodes = 0;
    arb_doubt doubt;

    (void)state;
    assert_true(arb_doubt_begin(&doubt, &nodes, NULL));
    assert_true(data_file_read("retro/played.txt", check_played, &doubt) > 0);
    arb_doubt_end(&doubt);
}

/* Every last move that is told leads here, and the one that was played is among them. */
static void test_retro_arise__the_last_move_is_among_them(void **state)
{
    static arb_retro_move last[ARB_RETRO_MOVES_MAX];
    chance luck = chance_begin(212);

    (void)state;
    for (unsigned i = 0; i < scaled(200); i++) {
        arb_setup before = random_played(&luck, false, 1 + chance_below(&luck, 120));
        arb_move moves[ARB_MOVES_MAX];
        arb_pos pos, after;
        if (arb_pos_from_setup(&pos, &before))
            continue;
        const size_t count = arb_pos_moves(moves, &pos);
        if (count == 0)
            continue;
        const arb_move move = moves[chance_below(&luck, (unsigned)count)];
        arb_pos_play(&after, &pos, move);
        const arb_setup setup = arb_pos_setup(&after);
        const size_t found =
            arb_retro_last_moves(last, &setup, &(arb_retro_effort){ .nodes = 20000 });
        bool there = false;
        for (size_t k = 0; k < found; k++)
            there |= last[k].from == arb_move_from(move) && last[k].to == arb_move_to(move);
        if (!there)
            assert_no_difference("the last move is not among them", &setup);
    }
}

/* Laws 3.8.2.1, 3.7.3.1: what problemists ask. */
static void test_retro_arise__castling_and_en_passant(void **state)
{
    const arb_retro_effort effort = { .nodes = 200000 };
    /* Black has just moved, and with king or rook: nothing else can have */
    const arb_setup moved = setup_of("r3k3/8/8/8/8/8/8/4K2R w - - 0 1");
    /* the king cannot have moved, a pawn on f6 would have given check, e6 and g6 are occupied */
    const arb_setup forced = setup_of("kB6/pp6/4N1N1/4KpP1/8/8/8/8 w - - 0 1");
    /* the king may have moved as well */
    const arb_setup step = setup_of("8/8/8/5pPk/6pP/6P1/8/6KB w - - 0 1");

    (void)state;
    assert_int_equal(arb_retro_castling(&moved, ARB_BLACK, ARB_QUEENSIDE, &effort),
                     ARB_RETRO_ILLEGAL);
    assert_int_not_equal(arb_retro_castling(&moved, ARB_WHITE, ARB_KINGSIDE, &effort),
                         ARB_RETRO_ILLEGAL);
    assert_int_equal(arb_retro_castling(&moved, ARB_WHITE, ARB_QUEENSIDE, &effort),
                     ARB_RETRO_ILLEGAL);
    assert_int_equal(arb_retro_en_passant(&forced, arb_square_read("f6", 2), &effort),
                     ARB_RETRO_LEGAL);
    assert_int_equal(arb_retro_en_passant(&step, arb_square_read("f6", 2), &effort),
                     ARB_RETRO_UNKNOWN);
    assert_int_equal(arb_retro_en_passant(&step, arb_square_read("e6", 2), &effort),
                     ARB_RETRO_ILLEGAL);
}

/* What problems take for granted. */
static void test_retro_arise__what_problems_take_for_granted(void **state)
{
    const arb_retro_effort effort = { .nodes = 200000 };
    const arb_setup moved = setup_of("r3k3/8/8/8/8/8/8/4K2R w - - 0 1");
    const arb_setup both = setup_of("4k3/p7/8/8/8/8/8/R3K2R w - - 0 1");
    const arb_setup told = setup_of("4k2r/8/8/8/8/8/P6P/R3K3 b k - 0 1");
    const arb_setup forced = setup_of("kB6/pp6/4N1N1/4KpP1/8/8/8/8 w - - 0 1");
    const arb_setup nobody = setup_of("kB6/pp6/4N1N1/4Kp2/8/8/8/8 w - - 0 1");
    const arb_setup step = setup_of("8/8/8/5pPk/6pP/6P1/8/6KB w - - 0 1");
    const uint64_t a1 = 1, h1 = UINT64_C(1) << 7, h8 = UINT64_C(1) << 63;

    (void)state;
    assert_true(arb_retro_usual_castling(&moved, &effort) == h1);
    assert_true(arb_retro_usual_castling(&both, &effort) == (a1 | h1));
    assert_true(arb_retro_usual_castling(&told, NULL) == h8); /* White has just moved his king */
    assert_int_equal(arb_retro_usual_en_passant(&forced, &effort), arb_square_read("f6", 2));
    assert_int_equal(arb_retro_usual_en_passant(&nobody, &effort), ARB_SQUARE_NONE);
    assert_int_equal(arb_retro_usual_en_passant(&step, &effort), ARB_SQUARE_NONE);
}

/* Without games nothing is called legal but where a game begins. */
static void test_retro_arise__reasons_only(void **state)
{
    const arb_retro_effort effort = { .reasons_only = true };
    const arb_setup start = arb_setup_initial();
    const arb_setup open = setup_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    const arb_setup never = setup_of("rnbqkbnr/pppppppp/8/8/P7/P7/P2PPPPP/RNBQKBNR w KQkq - 0 1");
    arb_retro_answer answer;

    (void)state;
    assert_int_equal(arb_retro_judge(&answer, &start, &effort), ARB_RETRO_LEGAL);
    assert_int_equal(arb_retro_judge(&answer, &open, &effort), ARB_RETRO_UNKNOWN);
    assert_int_equal(answer.count, 0);
    assert_int_equal(arb_retro_judge(&answer, &never, &effort), ARB_RETRO_ILLEGAL);
}

/* The work allowed is kept to, roughly, and running out of it decides nothing. */
static void test_retro_arise__little_work(void **state)
{
    const arb_setup setup =
        setup_of("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9");
    arb_retro_answer answer;

    (void)state;
    for (uint64_t nodes = 1; nodes < 3000; nodes += 97) {
        (void)arb_retro_judge(&answer, &setup, &(arb_retro_effort){ .nodes = nodes });
        assert_int_not_equal(answer.verdict, ARB_RETRO_ILLEGAL);
        assert_true(answer.nodes <= nodes + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_retro_arise__reasons_why_not),
        cmocka_unit_test(test_retro_arise__games_that_lead_there),
        cmocka_unit_test(test_retro_arise__no_alarm_in_play),
        cmocka_unit_test(test_retro_arise__no_alarm_among_promoted_pieces),
        cmocka_unit_test(test_retro_arise__the_last_move_is_among_them),
        cmocka_unit_test(test_retro_arise__castling_and_en_passant),
        cmocka_unit_test(test_retro_arise__what_problems_take_for_granted),
        cmocka_unit_test(test_retro_arise__reasons_only),
        cmocka_unit_test(test_retro_arise__little_work),
    };
    return cmocka_run_group_tests_name("retro_arise", tests, NULL, NULL);
}
