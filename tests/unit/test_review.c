/* SPDX-License-Identifier: MIT */
/* Recorded games looked at afterwards: ends, results, clocks, and what was no legal move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/review.h"
#include "support/assertions.h"
#include "support/failing_mem.h"

enum { ROOM = 1024 };

/* Findings as one text: "9.2.2@8 times 3, ". */
static arb_err write_finding(void *user, const arb_review *review, const arb_review_finding *f)
{
    char *out = user;
    size_t used = strlen(out);

    (void)review;
    used += (size_t)snprintf(out + used, ROOM - used, "%s@%u", arb_article_number(f->article[0]),
                             f->ply);
    if (f->article[1] != ARB_ART_NONE)
        used += (size_t)snprintf(out + used, ROOM - used, "+%s", arb_article_number(f->article[1]));
    if (f->result != ARB_RESULT_NONE)
        used += (size_t)snprintf(out + used, ROOM - used, " %s", arb_result_text(f->result));
    if (f->kind == ARB_REVIEW_END)
        used += (size_t)snprintf(out + used, ROOM - used, " beyond %u", f->beyond);
    for (size_t i = 0; i < f->times; i++)
        used += (size_t)snprintf(out + used, ROOM - used, " %u", f->plies[i]);
    if (f->move_count > 0)
        used += (size_t)snprintf(out + used, ROOM - used, " moves %zu", f->move_count);
    if (f->kind == ARB_REVIEW_FIFTY)
        used += (size_t)snprintf(out + used, ROOM - used, " until %u", f->until);
    (void)snprintf(out + used, ROOM - used, ", ");
    return ARB_OK;
}

/* Feeds moves such as "e2e4 e7e5"; "x" after one: the clock of its player shows nothing; "0", "0.0"
 * and "5.1": it shows so many seconds; "--": the turn passes; "=" and a position, with _ between
 * its fields: it is set. */
static arb_err feed(arb_review *review, const char *fen, const char *moves)
{
    arb_pos pos = pos_of(fen);
    arb_err err = ARB_OK;

    arb_review_begin(review, &pos);
    for (; *moves && !err; moves += strspn(moves, " ")) {
        if (moves[0] == 'x') {
            arb_review_flag(review);
        } else if (moves[0] == '0' || moves[0] == '5') {
            arb_review_clock(review, moves[0] == '0' ? 0 : 5100, moves[1] == '.');
        } else if (moves[0] == '-') {
            pos.turn = (uint8_t)arb_opponent((arb_colour)pos.turn);
            const arb_setup setup = arb_pos_setup(&pos);
            assert_false(arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
            err = arb_review_stand(review, NULL, &pos);
        } else if (moves[0] == '=') {
            char set[96];
            (void)snprintf(set, sizeof set, "%.*s", (int)strcspn(moves + 1, " "), moves + 1);
            for (char *c = set; *c; c++)
                *c = *c == '_' ? ' ' : *c;
            pos = pos_of(set);
            err = arb_review_stand(review, NULL, &pos);
        } else {
            const arb_move move = move_of(&pos, moves, ARB_STANDARD);
            arb_pos_play(&pos, &pos, move);
            err = arb_review_play(review, move);
        }
        moves += strcspn(moves, " ");
    }
    return err;
}

static void assert_found(const arb_rulebook *book, const char *fen, const char *moves,
                         arb_review_told told, const char *expected)
{
    char found[ROOM] = "";
    arb_review *review = NULL;

    assert_int_equal(arb_review_new(&review, NULL, book), ARB_OK);
    assert_int_equal(feed(review, fen, moves), ARB_OK);
    assert_int_equal(arb_review_tell(review, &told, write_finding, found), ARB_OK);
    assert_string_equal(found, expected);
    arb_review_free(review);
}

static const char initial[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const arb_review_told nothing = { .known = false };
static const arb_review_told drawn = { .known = true, .result = ARB_RESULT_DRAW };
static const arb_review_told black_won = { .known = true, .result = ARB_RESULT_BLACK_WINS };
static const arb_review_told white_won = { .known = true, .result = ARB_RESULT_WHITE_WINS };

/* Laws 9.2.1, 9.2.2, 9.6.1 */
static void test_review__finds_repetitions(void **state)
{
#define ROUND "g1f3 g8f6 f3g1 f6g8 "
    (void)state;
    assert_found(&arb_fide_2023, initial, ROUND ROUND, drawn,
                 "9.2.1@7 moves 1, 9.2.2@8 0 4 8, 9.2.1@8 moves 1, ");
    assert_found(&arb_fide_2023, initial, ROUND ROUND ROUND ROUND "e2e4", white_won,
                 "9.2.1@7 moves 1, 9.2.2@8 0 4 8, 9.2.1@8 moves 1, 9.2.2@9 1 5 9, 9.2.1@9 moves 1, "
                 "9.2.2@10 2 6 10, 9.2.1@10 moves 1, 9.2.2@11 3 7 11, 9.2.1@11 moves 1, "
                 "9.2.2@12 0 4 8 12, 9.2.1@12 moves 1, 9.2.2@13 1 5 9 13, 9.2.1@13 moves 1, "
                 "9.2.2@14 2 6 10 14, 9.2.1@14 moves 1, 9.2.2@15 3 7 11 15, 9.2.1@15 moves 1, "
                 "9.6.1@16 1/2-1/2 beyond 1, 9.6.1@16 1/2-1/2, ");
    /* the first time a rook could still castle; placement alone counts in another edition */
    assert_found(&arb_fide_2023, "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                 "h1g1 e8e7 g1h1 e7e8 h1g1 e8e7 g1h1 e7e8", nothing, "9.2.1@8 moves 1, ");
    assert_found(&arb_edisu_2024, "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                 "h1g1 e8e7 g1h1 e7e8 h1g1 e8e7 g1h1 e7e8", nothing,
                 "9.2.1@7 moves 1, 9.2.2@8 0 4 8, 9.2.1@8 moves 1, ");
#undef ROUND
}

/* Laws 9.3.1, 9.3.2, 9.6.2 */
static void test_review__finds_quiet_moves(void **state)
{
    static const char fen[] = "8/8/8/4k3/7r/8/8/R3K3 w - - 98 80";

    (void)state;
    assert_found(&arb_fide_2023, fen, "a1a2 e5f5 a2b2 h4h5 b2b3", drawn,
                 "9.3.1@1 moves 22, 9.3.2@2 until 5, ");
    assert_found(&arb_edisu_2024, fen, "a1a2 e5f5 a2b2", drawn, "9.3.2@2 until 3, ");
    assert_found(&arb_fide_2023, "8/8/8/4k3/7r/8/8/R3K3 w - - 149 80", "a1a2 e5f5", drawn,
                 "9.3.2@0 until 0, 9.6.2@1 1/2-1/2 beyond 1, ");
    assert_found(&arb_fide_2001, "8/8/8/4k3/7r/8/8/R3K3 w - - 149 80", "a1a2 e5f5", drawn,
                 "9.3.2@0 until 2, ");
    /* checkmate comes first */
    assert_found(&arb_fide_2023, "7k/8/6K1/8/8/8/8/R7 w - - 149 120", "a1a8", white_won,
                 "9.3.2@0 until 0, ");
}

/* Laws 5.1.1, 5.2.1, 5.2.2 */
static void test_review__finds_the_end(void **state)
{
    static const char rook[] = "8/8/8/4k3/8/8/4r3/4K3 w - - 0 70";

    (void)state;
    assert_found(&arb_fide_2023, initial, "f2f3 e7e5 g2g4 d8h4", white_won, "5.1.1@4 0-1, ");
    assert_found(&arb_fide_2023, initial, "f2f3 e7e5 g2g4 d8h4", nothing, "");
    assert_found(&arb_fide_2023, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", white_won,
                 "5.2.1@1 1/2-1/2, ");
    /* the first dead position, found by halving, and what was played on */
    assert_found(&arb_fide_2023, rook, "e1e2 e5e4 e2d2 e4d4 d2e2 d4e4", drawn,
                 "5.2.2@1 1/2-1/2 beyond 5, ");
    assert_found(&arb_edisu_2024, rook, "e1e2 e5e4 e2d2 e4d4", white_won,
                 "5.2.2@1 1/2-1/2 beyond 3, 5.2.2@1 1/2-1/2, ");
    /* dead only with the last move, dead before stalemate, and dead before a queen was put there */
    assert_found(&arb_fide_2023, rook, "e1e2", drawn, "5.2.2@1 1/2-1/2 beyond 0, ");
    assert_found(&arb_fide_2023, "k7/8/K7/8/8/6B1/8/8 w - - 0 70", "a6b6", drawn,
                 "5.2.2@0 1/2-1/2 beyond 1, ");
    assert_found(&arb_fide_2023, rook, "e1e2 =4k3/8/8/8/8/8/4Q3/4K3_b_-_-_0_70", white_won,
                 "5.2.2@1 1/2-1/2 beyond 1, 5.2.2@1 1/2-1/2, ");
    /* after checkmate a turn cannot pass */
    assert_found(&arb_fide_2023, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8 --", white_won,
                 "5.1.1@1 1-0 beyond 1, ");
}

/* Laws 5.1.2, 6.9 */
static void test_review__compares_the_result_with_who_can_mate(void **state)
{
    static const char bare[] = "4k3/8/8/8/8/8/4p3/4K1N1 b - - 0 70";
    static const char lone[] = "4k3/8/8/8/8/4p3/8/4K3 b - - 0 70";
    const arb_review_told on_time = { true, ARB_RESULT_WHITE_WINS, true };
    const arb_review_told drawn_on_time = { true, ARB_RESULT_DRAW, true };

    (void)state;
    assert_found(&arb_fide_2023, bare, "e8e7", white_won, ""); /* a helpmate in the corner */
    assert_found(&arb_fide_2023, lone, "e8e7", white_won, "5.1.2@1+6.9 1/2-1/2, ");
    assert_found(&arb_fide_2023, lone, "e8e7", on_time, "5.1.2@1+6.9 1/2-1/2, ");
    assert_found(&arb_fide_2018, lone, "e8e7", white_won, "");
    assert_found(&arb_fide_2018, lone, "e8e7", on_time, "6.9@1 1/2-1/2, ");
    assert_found(&arb_edisu_2024, lone, "e8e7", on_time, "");
    /* White was to move, and Black has a pawn */
    assert_found(&arb_fide_2023, lone, "e8e7", drawn_on_time, "6.9@1 0-1, ");
    assert_found(&arb_fide_2023, lone, "e8e7", drawn, "");
    assert_found(&arb_fide_2023, lone, "", drawn_on_time, "");
    /* the same for Black, and for a result that nobody has won or told */
    assert_found(&arb_fide_2023, "4k3/8/4P3/8/8/8/8/4K3 w - - 0 70", "e1e2", black_won,
                 "5.1.2@1+6.9 1/2-1/2, ");
    assert_found(&arb_fide_2023, lone, "e8e7", (arb_review_told){ true, ARB_RESULT_BOTH_LOSE, 0 },
                 "");
    assert_found(&arb_fide_2023, lone, "e8e7", (arb_review_told){ false, ARB_RESULT_DRAW, true },
                 "");
    /* who can checkmate has won, also where a turn has passed */
    assert_found(&arb_fide_2023, initial, "e2e4 --", on_time, "");
}

/* Laws 6.9 */
static void test_review__looks_at_clocks(void **state)
{
    static const char lone[] = "4k3/8/8/8/8/4p3/8/4K3 b - - 0 70";

    (void)state;
    assert_found(&arb_fide_2023, lone, "e8e7 x e1e2 x e7e8 x", nothing,
                 "6.9@1 1/2-1/2, 6.9@2 0-1, ");
    assert_found(&arb_edisu_2024, lone, "e8e7 x e1e2 x", nothing, "");
    /* a clock of whole seconds may hide a part of one, and both had moved on */
    assert_found(&arb_fide_2023, lone, "e8e7 0 e1e2 0 e7e8 0", nothing, "");
    assert_found(&arb_fide_2023, lone, "e8e7 0.0 e1e2 0.0 e7e8", nothing,
                 "6.9@1 1/2-1/2, 6.9@2 0-1, ");
    /* unless the clocks of the game show more: some programs leave out what is not there */
    assert_found(&arb_fide_2023, lone, "e8e7 5.1 e1e2 0", nothing, "6.9@2 0-1, ");
    assert_found(&arb_fide_2023, lone, "e8e7 0 e1e2 5.1 e7e8 0.0", nothing, "6.9@1 1/2-1/2, ");
    assert_found(&arb_fide_2023, lone, "e8e7 0 e1e2 0", nothing, ""); /* of another game */
    /* the move that mates needs no clock any more */
    assert_found(&arb_fide_2023, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8 x", white_won, "");
}

/* Laws 9.2, A.5.2: after a turn that passed, what stood there before can come back. */
static void test_review__counts_on_where_something_else_was_done(void **state)
{
    (void)state;
    assert_found(&arb_fide_2023, "4k3/p7/8/8/8/8/7P/4K3 w - - 0 1",
                 "e1d1 -- d1e1 -- e1d1 -- d1e1 --", nothing, "9.2.2@8 0 4 8, 9.2.1@8 moves 1, ");
}

static arb_err ignore_finding(void *user, const arb_review *review, const arb_review_finding *f)
{
    (void)user;
    (void)review;
    (void)f;
    return ARB_OK;
}

static arb_err review_two_games(const arb_mem *mem, void *user)
{
    arb_review *review = NULL;
    arb_err err = arb_review_new(&review, mem, &arb_fide_2001);

    (void)user;
    for (unsigned i = 0; i < 2 && !err; i++) {
        err = feed(review, "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
                   "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 "
                   "d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 "
                   "d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 "
                   "e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 "
                   "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8");
        if (!err)
            err = arb_review_tell(review, &nothing, ignore_finding, NULL);
    }
    arb_review_free(review);
    return err;
}

static void test_review__survives_every_lack_of_memory(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(review_two_games, NULL) > 0);
}

static void test_review__needs_no_more_memory_for_the_next_game(void **state)
{
    failing_mem memory;
    arb_review *review = NULL;

    (void)state;
    failing_mem_init(&memory, 0);
    assert_int_equal(arb_review_new(&review, &memory.mem, &arb_fide_2023), ARB_OK);
    for (unsigned i = 0; i < 3; i++) {
        const size_t before = memory.live_bytes;
        assert_int_equal(feed(review, initial, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"), ARB_OK);
        assert_int_equal(arb_review_tell(review, &nothing, ignore_finding, NULL), ARB_OK);
        assert_true(i == 0 || memory.live_bytes == before);
    }
    arb_review_free(review);
    failing_mem_assert_clean(&memory);
}

static arb_err count_finding(void *user, const arb_review *review, const arb_review_finding *f)
{
    (void)review;
    (void)f;
    ++*(unsigned *)user;
    return ARB_OK;
}

/* Where nothing ends a game by itself (2001) a longer one is not worth more telling. */
static void test_review__stops_telling_an_endless_game(void **state)
{
    unsigned found[2] = { 0, 0 };
    arb_review *review = NULL;

    (void)state;
    assert_int_equal(arb_review_new(&review, NULL, &arb_fide_2001), ARB_OK);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(feed(review, initial, ""), ARB_OK);
        for (unsigned ply = 0; ply < 2000 + 20000 * i; ply++) {
            static const char *const round[] = { "g1f3", "g8f6", "f3g1", "f6g8" };
            const arb_pos *pos = &arb_history_get(arb_review_history(review), ply)->pos;
            assert_int_equal(arb_review_play(review, move_of(pos, round[ply % 4], ARB_STANDARD)),
                             ARB_OK);
        }
        assert_int_equal(arb_review_tell(review, &nothing, count_finding, &found[i]), ARB_OK);
    }
    assert_int_equal(found[0], found[1]);
    arb_review_free(review);
}

/* The first finding of this kind is about this player, and says what was told. */
typedef struct sought {
    arb_review_kind kind;
    bool found;
    arb_review_finding finding;
} sought;

static arb_err keep_finding(void *user, const arb_review *review, const arb_review_finding *finding)
{
    sought *it = user;

    (void)review;

    if (finding->kind == it->kind && !it->found) {
        it->finding = *finding;
        it->found = true;
    }
    return ARB_OK;
}

static void assert_about(const char *fen, const char *moves, arb_review_told told,
                         arb_review_kind kind, arb_colour player)
{
    sought it = { .kind = kind };
    arb_review *review = NULL;

    assert_int_equal(arb_review_new(&review, NULL, &arb_fide_2023), ARB_OK);
    assert_int_equal(feed(review, fen, moves), ARB_OK);
    assert_int_equal(arb_review_tell(review, &told, keep_finding, &it), ARB_OK);
    assert_true(it.found);
    assert_int_equal(it.finding.player, player);
    if (kind != ARB_REVIEW_FLAG)
        assert_int_equal(it.finding.told, told.result);
    arb_review_free(review);
}

/* Laws 6.9: where a game was not followed to its end nobody knows who could checkmate there. */
static void test_review__says_nothing_of_an_end_that_it_has_not_seen(void **state)
{
    enum { FOLLOWED = 1 << 16 };
    static const char *const round[] = { "e8e7", "e1e2", "e7e8", "e2e1" };
    arb_review *review = NULL;

    (void)state;
    assert_int_equal(arb_review_new(&review, NULL, &arb_fide_2001), ARB_OK);
    for (unsigned plies = FOLLOWED; plies <= FOLLOWED + 1; plies++) {
        sought it = { .kind = ARB_REVIEW_HELPLESS };
        const arb_review_told told = { true, ARB_RESULT_WHITE_WINS, true };
        assert_int_equal(feed(review, "4k3/8/8/8/8/4p3/8/4K3 b - - 0 70", ""), ARB_OK);
        for (unsigned ply = 0; ply < plies; ply++) {
            const arb_pos *pos = &arb_history_get(arb_review_history(review), ply)->pos;
            assert_int_equal(arb_review_play(review, move_of(pos, round[ply % 4], ARB_STANDARD)),
                             ARB_OK);
        }
        assert_int_equal(arb_review_tell(review, &told, keep_finding, &it), ARB_OK);
        assert_int_equal(it.found, plies == FOLLOWED);
    }
    arb_review_free(review);
}

/* Laws 5.1.1, 5.1.2, 6.9 */
static void test_review__names_the_player_and_what_was_told(void **state)
{
    static const char lone[] = "4k3/8/8/8/8/4p3/8/4K3 b - - 0 70";
    const arb_review_told drawn_on_time = { true, ARB_RESULT_DRAW, true };

    (void)state;
    assert_about(lone, "e8e7 x e1e2", nothing, ARB_REVIEW_FLAG, ARB_BLACK);
    assert_about(lone, "e8e7 e1e2 x e7e8", nothing, ARB_REVIEW_FLAG, ARB_WHITE);
    assert_about(lone, "e8e7", white_won, ARB_REVIEW_HELPLESS, ARB_WHITE);
    assert_about(lone, "e8e7", drawn_on_time, ARB_REVIEW_TIME_DRAW, ARB_BLACK);
    assert_about(initial, "f2f3 e7e5 g2g4 d8h4", white_won, ARB_REVIEW_RESULT, ARB_BLACK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_review__finds_repetitions),
        cmocka_unit_test(test_review__finds_quiet_moves),
        cmocka_unit_test(test_review__finds_the_end),
        cmocka_unit_test(test_review__compares_the_result_with_who_can_mate),
        cmocka_unit_test(test_review__looks_at_clocks),
        cmocka_unit_test(test_review__counts_on_where_something_else_was_done),
        cmocka_unit_test(test_review__stops_telling_an_endless_game),
        cmocka_unit_test(test_review__says_nothing_of_an_end_that_it_has_not_seen),
        cmocka_unit_test(test_review__survives_every_lack_of_memory),
        cmocka_unit_test(test_review__needs_no_more_memory_for_the_next_game),
        cmocka_unit_test(test_review__names_the_player_and_what_was_told),
    };
    return cmocka_run_group_tests_name("review", tests, NULL, NULL);
}
