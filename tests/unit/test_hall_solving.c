/* SPDX-License-Identifier: MIT */
/*
 * Problems that visitors let the hall solve: limits of time, of places and of rate, work that ends
 * when nobody wants it, and that nobody's problems hold up a game, however many he is.
 */
#define _GNU_SOURCE
#include "server/hall/solving.h"
#include "support/hall/fixture.h"
#include "support/hall/problems.h"
#include "support/hall/watch.h"

enum { ANSWER_MS = 30000, ALL_MAX = 64, ADDRESS_MAX = 8 };

/* Nobody solves this in a minute, and it does not take much memory to try. */
#define HARD "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq"
static const char hard[] = PROBLEM_ASK("#9", HARD);

static client begin(const char *from, const char *body)
{
    return problem_begin(&h, from, "", body);
}

/* ---- limits of one problem */

static int begin_short(void **state)
{
    arb_hall_config config = arb_hall_defaults();

    (void)state;
    config.unlimited = true;
    config.solve_ms = 1200;
    config.solve_shared_ms = 300;
    fixture_start(&config);
    return 0;
}

static void test_solving__what_is_too_hard_ends_with_what_was_found(void **state)
{
    (void)state;
    const int64_t began = client_now();
    told t = problem_solve(&h, hard);
    const int64_t took = client_now() - began;
    assert_string_equal(told_verdict(&t), "unfinished");
    assert_string_equal(text_at(t.solution, "limit"), "time");
    assert_true(json_is_false(at(t.solution, "finished")));
    assert_true(t.progress > 0);
    assert_true(took >= 1200 && (hall_is_sanitized() || took < 4000));
    told_clear(&t);
}

/* With less and less memory a problem is solved with less beside it, and in the end not at all; all
 * of the memory comes back. */
static void test_solving__memory_is_limited(void **state)
{
    const char *asked = "#3", *fen = "5Q2/8/2P1pP2/4k3/4P3/8/4N3/R3K2R";
    arb_solving_wish wish = { .set = true, .tries = true };
    bool whole = false, left_out = false, not_at_all = false;
    arb_judges *judges;
    arb_loop *loop;

    (void)state;
    assert_null(arb_solving_read(&wish, NULL, asked, fen));
    assert_int_equal(arb_loop_new(&loop, NULL), ARB_OK);
    assert_int_equal(arb_judges_new(&judges, loop, 2, ARB_JUDGES_NICEST), ARB_OK);
    for (size_t most = 4 << 20; most > 1024; most -= most / 8) {
        arb_solving_work work = { .judges = judges, .alone_ms = ANSWER_MS, .memory_max = most };
        arb_solved solved;
        arb_buf answer;
        arb_solver_run(&solved, &wish, &work);
        assert_true(work.used <= most);
        if (solved.problem) {
            assert_int_equal(solved.end, ARB_SOLVING_WHOLE);
            assert_int_equal(arb_problem_facts_of(solved.problem)->keys, 1);
            assert_int_equal(arb_problem_count(solved.problem, 0, ARB_NODE_TRY) > 0,
                             !solved.left_out);
        } else {
            assert_int_equal(solved.end, ARB_SOLVING_MEMORY);
        }
        whole |= solved.problem && !solved.left_out;
        left_out |= solved.problem && solved.left_out;
        not_at_all |= !solved.problem;
        arb_buf_init(&answer, NULL, ARB_SOLVING_ANSWER_MAX);
        assert_int_equal(arb_solved_write(&answer, &solved, &work), ARB_OK);
        assert_int_equal(strstr(arb_buf_text(&answer), "\"limit\":\"memory\"") != NULL,
                         !solved.problem);
        if (solved.problem && solved.keys_alone)
            assert_non_null(strstr(arb_buf_text(&answer), "\"cut\":true"));
        arb_buf_clear(&answer);
        arb_problem_free(solved.problem);
        assert_int_equal(work.used, 0);
        /* who asks for neither tries nor set play has nothing left out */
        arb_solving_wish plain = wish;
        plain.set = plain.tries = false;
        arb_solver_run(&solved, &plain, &work);
        assert_false(solved.left_out);
        arb_problem_free(solved.problem);
    }
    assert_true(whole && left_out && not_at_all);
    arb_judges_free(judges);
    arb_loop_free(loop);
}

/* Once the time is up, or nobody waits any more, themes are not looked for; between the solution
 * and them that may happen as well. */
static void test_solving__themes_end_with_the_time(void **state)
{
    static const struct {
        bool given_up, late, ended;
        const char *themes;
    } rows[] = { { false, false, false, "whole" },
                 { true, false, false, "part" },
                 { false, true, false, "part" },
                 { false, false, true, "not" } };
    arb_solving_wish wish = { .set = false };
    arb_judges *judges;
    arb_loop *loop;

    (void)state;
    assert_null(arb_solving_read(&wish, NULL, "#2", "k2B1QK1/1b6/2q5/8/8/8/6B1/8"));
    assert_int_equal(arb_loop_new(&loop, NULL), ARB_OK);
    assert_int_equal(arb_judges_new(&judges, loop, 2, ARB_JUDGES_NICEST), ARB_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        arb_solving_work work = { .judges = judges,
                                  .alone_ms = ANSWER_MS,
                                  .memory_max = ARB_SOLVING_MEMORY_MAX };
        char wanted[32];
        arb_solved solved;
        arb_buf answer;
        arb_solver_run(&solved, &wish, &work);
        assert_int_equal(solved.end, ARB_SOLVING_WHOLE);
        atomic_store(&work.given_up, rows[i].given_up);
        work.alone_ms = rows[i].late ? 0 : ANSWER_MS;
        if (rows[i].ended)
            solved.end = ARB_SOLVING_TIME;
        arb_buf_init(&answer, NULL, ARB_SOLVING_ANSWER_MAX);
        assert_int_equal(arb_solved_write(&answer, &solved, &work), ARB_OK);
        (void)snprintf(wanted, sizeof wanted, "\"themes\":\"%s\"", rows[i].themes);
        assert_non_null(strstr(arb_buf_text(&answer), wanted));
        assert_int_equal(strstr(arb_buf_text(&answer), "half-pin") != NULL, i == 0);
        arb_buf_clear(&answer);
        arb_problem_free(solved.problem);
    }
    arb_judges_free(judges);
    arb_loop_free(loop);
}

/* A large tree is cut at the limit of an answer, keys first, in portions; a page that takes it
 * slowly gets all of it. */
static void test_solving__a_large_answer_is_given_as_the_page_takes_it(void **state)
{
    static const char large[] = PROBLEM_ASK(
        "#4", "5Q2/8/2P1pP2/4k3/4P3/8/4N3/R3K2R"); /* many ways, each with many variations */
    client c = begin(NULL, large);

    (void)state;
    assert_true(hall_metric_becomes(&h, "problems_total", 1, ANSWER_MS));
    client_sleep(300); /* and has not looked yet */
    told t = problem_listen(&c);
    assert_in_range(t.bytes, ARB_SOLVING_ANSWER_MAX / 2, ARB_SOLVING_ANSWER_MAX + 4096);
    assert_true(json_is_true(at(t.end, "cut")));
    assert_string_equal(json_string_value(at(t.end, "themes")), "not");
    assert_true(t.longest <= ARB_SOLVING_PART_MAX + 4096);
    assert_true(told_count(&t, "key") > 1);
    assert_int_equal(told_count(&t, "key"), number_at(t.solution, "keys")); /* none is missing */
    told_assert_playable(&t);
    told_clear(&t);
}

/* ---- turns */

static bool works_on(long count)
{
    return hall_metric_becomes(&h, "problems_working", count, PROBLEM_SOON_MS);
}

static void test_solving__work_ends_when_the_page_goes(void **state)
{
    (void)state;
    client c = begin(NULL, hard), second = begin(NULL, hard), third = begin(NULL, hard);
    assert_int_equal(problem_status(&c), 200);
    assert_true(works_on(1)); /* one of an address at a time */
    assert_true(hall_metric_becomes(&h, "problems_waiting", 2, PROBLEM_SOON_MS));
    assert_true(client_expect(&third, "event: waiting\ndata: {\"before\":2}", PROBLEM_SOON_MS));
    client_close(&second); /* who waits may go, too */
    assert_true(hall_metric_becomes(&h, "problems_waiting", 1, PROBLEM_SOON_MS));
    assert_int_equal(hall_metric(&h, "problems_working"), 1);
    client_close(&c);
    assert_true(
        hall_metric_becomes(&h, "problems_waiting", 0, PROBLEM_SOON_MS)); /* the third begins */
    assert_true(works_on(1));
    client_close(&third);
    assert_true(works_on(0));
    assert_int_equal(hall_metric(&h, "problems_given_up_total"), 3);
    assert_int_equal(hall_metric(&h, "problems_total"), 0);
}

static void test_solving__an_address_has_so_many_and_others_are_not_kept_out(void **state)
{
    client mine[ADDRESS_MAX], other;
    static reply r;
    char after[16];

    (void)state;
    for (unsigned i = 0; i < ADDRESS_MAX; i++) {
        mine[i] = begin("127.0.0.2", hard);
        assert_int_equal(problem_status(&mine[i]), 200);
    }
    client one_more = begin("127.0.0.2", hard);
    assert_true(client_reply(&r, &one_more, false));
    assert_int_equal(r.status, 429);
    assert_non_null(strstr(r.body, "too-many-problems"));
    assert_true(client_header(after, sizeof after, &r, "Retry-After"));
    client_close(&one_more);
    /* the second thread is for somebody else, who need not wait */
    other = begin("127.0.0.3", PROBLEM_ASK("#2", PROBLEM_BLOCK));
    told t = problem_listen(&other);
    assert_string_equal(told_verdict(&t), "sound");
    told_clear(&t);
    for (unsigned i = 0; i < ADDRESS_MAX; i++)
        client_close(&mine[i]);
    assert_true(works_on(0));
    client again = begin("127.0.0.2", PROBLEM_ASK("#2", PROBLEM_BLOCK));
    t = problem_listen(&again);
    told_clear(&t);
}

/* While others wait, a problem has less time: the third gets his answer soon after the share. */
static void test_solving__those_who_wait_shorten_the_work_of_others(void **state)
{
    (void)state;
    client first = begin("127.0.0.2", hard), second = begin("127.0.0.3", hard);
    assert_true(works_on(2));
    const int64_t began = client_now();
    client third = begin("127.0.0.4", PROBLEM_ASK("#2", PROBLEM_BLOCK));
    told t = problem_listen(&third);
    assert_string_equal(told_verdict(&t), "sound");
    told_clear(&t);
    assert_true(hall_is_sanitized() || client_now() - began < 1200);
    t = problem_listen(&first);
    assert_string_equal(text_at(t.solution, "limit"), "time");
    told_clear(&t);
    client_close(&second);
}

static void test_solving__so_often_and_no_more(void **state)
{
    enum { BURST = 20, LOCAL = 50 };
    arb_hall_config config = arb_hall_defaults();
    unsigned granted = 0;

    (void)state;
    fixture_behind_proxy(&config);
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(&config);
    for (unsigned i = 0; i < BURST + 10; i++) {
        client c = problem_begin(&h, NULL, "X-Forwarded-For: 192.0.2.1\r\n",
                                 PROBLEM_ASK("#1", PROBLEM_BLOCK));
        const unsigned status = problem_status(&c);
        granted += status == 200;
        assert_true(status == 200 || status == 429);
        if (status == 200)
            assert_true(client_closed(&c, PROBLEM_SOON_MS) >= 0); /* answered to its end */
        client_close(&c);
    }
    assert_in_range(granted, BURST, BURST + 4);
    client c =
        problem_begin(&h, NULL, "X-Forwarded-For: 192.0.2.2\r\n", PROBLEM_ASK("#1", PROBLEM_BLOCK));
    assert_int_equal(problem_status(&c), 200);
    client_close(&c);
}

/* ---- floods */

/*
 * A thousand visitors with a hard problem each, while a game goes on. Its database is in memory: a
 * sync of a disk to which others write took up to three quarters of a second, and that is not the
 * visitors' doing.
 */
static void test_solving__a_thousand_visitors_hold_no_game_up(void **state)
{
    enum { VISITORS = 1000, MOVES = 8, MOVE_MS = 250 };
    static client crowd[VISITORS];
    arb_hall_config config = arb_hall_defaults();
    const unsigned visitors = hall_volume(VISITORS, VISITORS);
    unsigned in = 0, out = 0;
    int64_t longest = 0;

    (void)state;
    fixture_behind_proxy(&config);
    assert_int_equal(hall_stop(&h), 0);
    fixture_start(&config);
    fixture_play();
    const long before = hall_memory(&h);
    watch w = watch_begin(&h);
    for (unsigned i = 0; i < visitors; i++) {
        char lines[64];
        (void)snprintf(lines, sizeof lines, "X-Forwarded-For: 10.1.%u.%u\r\n", i / 250, i % 250);
        crowd[i] = problem_begin(&h, NULL, lines, hard);
        const unsigned status = problem_status(&crowd[i]);
        assert_true(status == 200 || status == 503);
        in += status == 200;
        out += status == 503;
        if (status != 200)
            client_close(&crowd[i]);
        if (i % (visitors / MOVES) == 0) {
            const int64_t began = client_now();
            live_goes_on_again(&live_game);
            const int64_t took = client_now() - began;
            longest = took > longest ? took : longest;
        }
    }
    assert_in_range(in, ALL_MAX, ALL_MAX + 10); /* those before may have had their time */
    assert_int_equal(in + out, visitors);
    assert_true(hall_metric(&h, "problems_working") <= 2);
    client again = problem_begin(&h, NULL, "X-Forwarded-For: 10.1.0.60\r\n", hard);
    assert_int_equal(problem_status(&again), 429); /* he has one, and others have none */
    client_close(&again);
    watch_end_quick(&w);
    if (longest > (hall_is_sanitized() ? 5000 : MOVE_MS) && longest > watch_limit_ms())
        fail_msg("a move took %lld ms", (long long)longest);
    if (!hall_is_sanitized())
        assert_true(hall_memory(&h) - before < 2 * (ARB_SOLVING_MEMORY_MAX >> 10) + 32768);
    for (unsigned i = 0; i < visitors; i++)
        if (crowd[i].fd >= 0)
            client_close(&crowd[i]);
    assert_true(hall_metric_becomes(&h, "problems_waiting", 0, PROBLEM_SOON_MS));
    assert_true(works_on(0));
    live_goes_on_again(&live_game);
}

static void test_solving__the_hall_closes_while_they_are_solved(void **state)
{
    (void)state;
    client first = begin("127.0.0.2", hard), second = begin("127.0.0.2", hard);
    assert_true(works_on(1));
    const int64_t began = client_now();
    assert_int_equal(hall_stop(&h), 0);
    assert_true(client_now() - began < 5000);
    assert_true(client_expect(&first, "event: closing", PROBLEM_SOON_MS));
    client_close(&first);
    client_close(&second);
    fixture_start(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solving__memory_is_limited),
        cmocka_unit_test(test_solving__themes_end_with_the_time),
        FIXTURE_TEST(test_solving__what_is_too_hard_ends_with_what_was_found, begin_short),
        FIXTURE_TEST(test_solving__a_large_answer_is_given_as_the_page_takes_it, fixture_hall),
        FIXTURE_TEST(test_solving__work_ends_when_the_page_goes, fixture_hall),
        FIXTURE_TEST(test_solving__an_address_has_so_many_and_others_are_not_kept_out,
                     fixture_hall),
        FIXTURE_TEST(test_solving__those_who_wait_shorten_the_work_of_others, begin_short),
        FIXTURE_TEST(test_solving__so_often_and_no_more, fixture_hall),
        FIXTURE_TEST(test_solving__a_thousand_visitors_hold_no_game_up, fixture_hall_in_memory),
        FIXTURE_TEST(test_solving__the_hall_closes_while_they_are_solved, fixture_hall),
    };

    return cmocka_run_group_tests_name("problems", tests, NULL, NULL);
}
