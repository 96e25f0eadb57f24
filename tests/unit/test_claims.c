/* SPDX-License-Identifier: MIT */
/* What could be claimed is what the arbiter would uphold, in a game and in the review of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/notation.h"
#include "arbitro/review.h"
#include "support/assertions.h"
#include "support/case_game.h"
#include "support/random_positions.h"

/* Would this claim, with a move or without, be upheld by `article`? Nothing is committed. */
static bool upheld(case_game *it, const char *words, const char *move, arb_article article)
{
    const arb_state *s = arb_game_state(it->game);
    arb_article articles[ARB_RESULT_ARTICLES_MAX];
    char line[64];
    arb_event event;
    arb_verdict verdict;

    (void)snprintf(line, sizeof line, "+0 %s %s %s",
                   arb_state_turn(s) == ARB_WHITE ? "white" : "black", words, move);
    assert_int_equal(arb_event_read(&event, NULL, line, strlen(line), arb_state_now(s), NULL),
                     ARB_OK);
    assert_int_equal(arb_game_judge(&verdict, it->game, &event), ARB_OK);
    const arb_state *next = arb_game_next(it->game);
    return !verdict.refused && arb_state_result(next) == ARB_RESULT_DRAW &&
           arb_state_result_articles(articles, next) > 0 && articles[0] == article;
}

static const arb_claim *find_claim(const arb_claim *claims, size_t count, arb_article article)
{
    for (size_t i = 0; i < count; i++)
        if (claims[i].article == article)
            return &claims[i];
    return NULL;
}

/* Every legal move is in the list exactly when a claim with it is upheld, unless it mates. */
static void assert_moves(case_game *it, const arb_claim *claim, const char *words,
                         arb_article article)
{
    const arb_pos *pos = arb_state_position(arb_game_state(it->game));
    arb_move moves[ARB_MOVES_MAX];
    const size_t count = arb_pos_moves(moves, pos);
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        char text[ARB_MOVE_TEXT_SIZE];
        arb_pos after;
        arb_pos_play(&after, pos, moves[i]);
        arb_uci_write(text, sizeof text, moves[i], ARB_STANDARD);
        const bool listed =
            claim && found < claim->count && arb_move_equal(claim->moves[found], moves[i]);
        if (!arb_pos_is_checkmate(&after))
            assert_int_equal(listed, upheld(it, words, text, article));
        found += listed;
    }
    assert_int_equal(found, claim ? claim->count : 0);
}

static size_t assert_claims(case_game *it, arb_claim *claims)
{
    static const struct {
        const char *words;
        arb_article on_board, with_move;
    } kinds[] = { { "claim repetition", ARB_ART_9_2_2, ARB_ART_9_2_1 },
                  { "claim fifty", ARB_ART_9_3_2, ARB_ART_9_3_1 } };
    const arb_state *s = arb_game_state(it->game);
    const size_t count = arb_state_claims(claims, s, arb_game_history(it->game));

    for (size_t i = 0; i < count; i++)
        assert_int_equal(claims[i].player, arb_state_turn(s));
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(find_claim(claims, count, kinds[i].on_board) != NULL,
                         upheld(it, kinds[i].words, "", kinds[i].on_board));
        assert_moves(it, find_claim(claims, count, kinds[i].with_move), kinds[i].words,
                     kinds[i].with_move);
    }
    return count;
}

enum { PLIES = 60 };

/* What the game said at every ply, to be found again by a review. */
typedef struct expected {
    struct {
        size_t count;
        arb_claim claim[ARB_CLAIMS_MAX];
    } ply[PLIES + 1];
    arb_ply last;
    arb_article end;
    size_t met;
    bool ended;
} expected;

/* Each finding of a claim is one that the game granted; 9.3.2 stands for several plies. */
static arb_err on_finding(void *user, const arb_review *review, const arb_review_finding *f)
{
    expected *e = user;

    (void)review;
    if (f->kind == ARB_REVIEW_END) {
        assert_int_equal(f->article[0], e->end);
        assert_int_equal(f->ply, e->last);
        e->ended = true;
        return ARB_OK;
    }
    const arb_ply until = f->kind == ARB_REVIEW_FIFTY ? f->until : f->ply;
    for (arb_ply ply = f->ply; ply <= until; ply++) {
        const arb_claim *claim = find_claim(e->ply[ply].claim, e->ply[ply].count, f->article[0]);
        assert_non_null(claim);
        assert_int_equal(claim->player ^ (ply - f->ply) % 2, f->player);
        assert_int_equal(claim->count, f->move_count);
        for (size_t i = 0; i < claim->count; i++)
            assert_true(arb_move_equal(claim->moves[i], f->moves[i]));
        e->met++;
    }
    return ARB_OK;
}

static size_t granted(const expected *e, bool over)
{
    size_t sum = 0;

    for (arb_ply ply = 0; ply < e->last + !over; ply++)
        for (size_t i = 0; i < e->ply[ply].count; i++)
            /* once fifty moves stand on the board, the moves that keep them are no news */
            sum += e->ply[ply].claim[i].article != ARB_ART_9_3_1 ||
                   !find_claim(e->ply[ply].claim, e->ply[ply].count, ARB_ART_9_3_2);
    return sum;
}

/* Plays at random, mostly there and back, and feeds the same to a review. */
static void check_game(const arb_rulebook *book, const char *fen, chance *luck, arb_review *review)
{
    static expected e;
    const arb_review_told told = { .known = false };
    char text[256];

    (void)snprintf(text, sizeof text, "case a game\nedition %s\n%sposition %s\n0 arbiter start\n",
                   book->name, book->has_clock ? "time 5400+30\n" : "", fen);
    case_game it = case_game_of(text);
    const arb_pos *pos = arb_state_position(arb_game_state(it.game));
    memset(&e, 0, sizeof e);
    arb_review_begin(review, pos);
    for (e.last = 0;; e.last++) {
        arb_move moves[ARB_MOVES_MAX];
        const arb_state *s = arb_game_state(it.game);
        arb_article articles[ARB_RESULT_ARTICLES_MAX];
        if (arb_state_result_articles(articles, s) > 0) {
            e.end = articles[0];
            break;
        }
        e.ply[e.last].count = assert_claims(&it, e.ply[e.last].claim);
        const size_t count = arb_pos_moves(moves, pos);
        if (count == 0 || e.last == PLIES)
            break;
        const arb_move move = moves[chance_below(luck, count > 2 ? 2 : (unsigned)count)];
        char uci[ARB_MOVE_TEXT_SIZE];
        arb_uci_write(uci, sizeof uci, move, ARB_STANDARD);
        (void)snprintf(text, sizeof text, "+1 %s %s %s", pos->turn ? "black" : "white",
                       book->has_clock ? "play" : "move", uci);
        case_game_event(&it, text);
        assert_int_equal(arb_review_play(review, move), ARB_OK);
    }
    assert_int_equal(arb_review_tell(review, &told, on_finding, &e), ARB_OK);
    assert_int_equal(arb_review_last(review), e.last);
    assert_int_equal(e.met, granted(&e, e.end != ARB_ART_NONE));
    assert_true(e.ended || e.end == ARB_ART_NONE || e.end == ARB_ART_5_1_1 ||
                e.end == ARB_ART_5_2_1);
    case_game_free(&it);
}

/* Laws 9.2.1, 9.2.2, 9.2.3, 9.3.1, 9.3.2, 9.6.1, 9.6.2, 5.2.2 */
static void test_claims__are_what_the_arbiter_upholds(void **state)
{
    static const char *const fens[] = { "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
                                        "4k3/8/8/8/8/8/8/4K2R w K - 90 70",
                                        "4k3/8/8/8/8/8/8/4K2R b K - 141 90",
                                        "8/8/8/8/1pp5/8/1P6/k1K5 w - - 0 1",
                                        "8/8/8/3k4/8/3b4/8/R3K3 b Q - 96 60" };
    chance luck = chance_begin(23);

    (void)state;
    for (size_t b = 0; arb_rulebook_get(b); b++) {
        arb_review *review = NULL;
        assert_int_equal(arb_review_new(&review, NULL, arb_rulebook_get(b)), ARB_OK);
        for (unsigned i = 0; i < scaled(60); i++)
            check_game(arb_rulebook_get(b), fens[i % 5], &luck, review);
        arb_review_free(review);
    }
}

/* Laws 9.4, 9.2, 5.1.1 */
static void test_claims__only_by_who_has_the_move_and_touched_nothing(void **state)
{
    static const char text[] = "case a game\ntime 5400+30\nposition 4k3/8/8/8/8/8/8/R3K3 w - - 100 "
                               "80\n0 arbiter start\n";
    arb_claim claims[ARB_CLAIMS_MAX];
    case_game it = case_game_of(text);

    (void)state;
    size_t count = arb_state_claims(claims, arb_game_state(it.game), arb_game_history(it.game));
    assert_int_equal(count, 2);
    assert_int_equal(claims[0].article, ARB_ART_9_3_2);
    assert_int_equal(claims[0].player, ARB_WHITE);
    case_game_event(&it, "+5 white touch a1");
    count = arb_state_claims(claims, arb_game_state(it.game), arb_game_history(it.game));
    assert_int_equal(count, 0);
    case_game_event(&it, "+5 white resign");
    count = arb_state_claims(claims, arb_game_state(it.game), arb_game_history(it.game));
    assert_int_equal(count, 0);
    case_game_free(&it);
}

/* Laws 5.1.2, 6.9, 7.5.5 */
static void test_claims__what_a_loss_is_worth_by_edition(void **state)
{
    const arb_pos bare = pos_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const struct {
        const arb_rulebook *book;
        arb_result resigned, time, illegal;
    } rows[] = {
        { &arb_fide_2023, ARB_RESULT_DRAW, ARB_RESULT_DRAW, ARB_RESULT_DRAW },
        { &arb_fide_2018, ARB_RESULT_BLACK_WINS, ARB_RESULT_DRAW, ARB_RESULT_DRAW },
        { &arb_fide_2001, ARB_RESULT_BLACK_WINS, ARB_RESULT_DRAW, ARB_RESULT_BLACK_WINS },
    };
    arb_proof_memory memory = { .is_alive = false };
    bool unproved;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_rulebook *book = rows[i].book;
        assert_int_equal(arb_loss_result(ARB_ART_5_1_2, book, &bare, ARB_WHITE, &memory, &unproved),
                         rows[i].resigned);
        assert_int_equal(arb_loss_result(ARB_ART_6_9, book, &bare, ARB_WHITE, &memory, &unproved),
                         rows[i].time);
        assert_int_equal(arb_loss_result(ARB_ART_7_5_5, book, &bare, ARB_WHITE, &memory, &unproved),
                         rows[i].illegal);
        assert_int_equal(arb_loss_result(ARB_ART_6_9, book, &bare, ARB_BLACK, &memory, &unproved),
                         ARB_RESULT_WHITE_WINS);
        assert_false(unproved);
    }
}

/* Laws 5.2.2, 7.5.2 */
static void test_claims__a_dead_position_by_edition(void **state)
{
    const arb_pos walls = pos_of("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
    const arb_pos knight = pos_of("4k3/8/8/8/8/8/8/4KN2 w - - 0 1");
    const arb_pos pawn = pos_of("P3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    arb_proof_memory memory = { .is_alive = false };

    (void)state;
    assert_true(arb_ends_by(ARB_ART_5_2_2, &arb_fide_2023, &walls, 1, &memory));
    assert_false(arb_ends_by(ARB_ART_5_2_2, &arb_edisu_2024, &walls, 1, &memory));
    assert_true(arb_ends_by(ARB_ART_5_2_2, &arb_fide_2023, &knight, 1, &memory));
    assert_true(arb_ends_by(ARB_ART_5_2_2, &arb_edisu_2024, &knight, 1, &memory));
    assert_false(arb_ends_by(ARB_ART_5_2_2, &arb_fide_2023, &pawn, 1, &memory));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims__are_what_the_arbiter_upholds),
        cmocka_unit_test(test_claims__only_by_who_has_the_move_and_touched_nothing),
        cmocka_unit_test(test_claims__what_a_loss_is_worth_by_edition),
        cmocka_unit_test(test_claims__a_dead_position_by_edition),
    };
    return cmocka_run_group_tests_name("claims", tests, NULL, NULL);
}
