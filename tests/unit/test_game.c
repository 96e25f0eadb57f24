/* SPDX-License-Identifier: MIT */
/*
 * The game as an object: judging and committing, its journal, what it tells of time. What the Laws
 * say is a matter of the cases; memory that runs out, of test_game_memory.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "game/game.h"
#include "support/case_game.h"

enum { STATE_MAX = 4096 };

static const char plain[] = "case a game\ntime 60\noption play standard\n";

static arb_game *game_of(const char *text)
{
    case_game it;

    assert_int_equal(case_game_new(&it, NULL, text, strlen(text)), ARB_OK);
    return it.game;
}

static arb_event event_of(const arb_game *game, const char *line)
{
    arb_event event;
    const arb_ms now = arb_state_now(arb_game_state(game));

    assert_int_equal(
        arb_event_read(&event, NULL, line, strlen(line), now, arb_game_regulations(game)->language),
        ARB_OK);
    return event;
}

static arb_err judge(arb_verdict *out, arb_game *game, const char *line)
{
    const arb_event event = event_of(game, line);
    return arb_game_judge(out, game, &event);
}

/* Judges and commits events, one a line; was the last refused? */
static bool take(arb_game *game, const char *lines)
{
    arb_verdict verdict = { 0 };

    while (*lines) {
        char line[256];
        const size_t size = strcspn(lines, "\n");
        assert_true(size < sizeof line);
        memcpy(line, lines, size);
        line[size] = '\0';
        assert_int_equal(judge(&verdict, game, line), ARB_OK);
        assert_int_equal(arb_game_commit(game), ARB_OK);
        lines += size + (lines[size] == '\n');
    }
    return verdict.refused;
}

static void test_game__a_state_is_small(void **state)
{
    (void)state;
    assert_true(sizeof(arb_state) <= STATE_MAX);
}

static void test_game__no_game_without_a_position(void **state)
{
    const arb_setup empty = arb_setup_empty();
    arb_given given = arb_given_nothing();
    arb_regulations regulations;
    arb_game *game = NULL;

    (void)state;
    arb_regulations_init(&regulations, &arb_fide_2023);
    assert_int_equal(arb_regulations_settle(&regulations, NULL), ARB_OK);
    given.setup = empty;
    assert_int_equal(arb_game_new(&game, NULL, &regulations, &given), ARB_STATE);
    assert_null(game);
    arb_game_free(NULL);
}

static void test_game__judging_leaves_the_state_alone(void **state)
{
    arb_game *game = game_of(plain);
    arb_state before;
    arb_verdict verdict;

    (void)state;
    take(game, "0 arbiter start");
    memcpy(&before, arb_game_state(game), sizeof before);
    assert_int_equal(judge(&verdict, game, "+1 white move e4"), ARB_OK);
    assert_false(verdict.refused);
    assert_memory_equal(arb_game_state(game), &before, sizeof before);
    assert_int_equal(arb_state_turn(arb_game_next(game)), ARB_BLACK);
    assert_int_equal(arb_game_size(game), 1);
    assert_int_equal(arb_history_size(arb_game_history(game)), 1);
    arb_game_free(game);
}

static void test_game__what_was_judged_last_is_committed(void **state)
{
    arb_game *game = game_of(plain);
    arb_verdict verdict;

    (void)state;
    assert_int_equal(arb_game_commit(game), ARB_STATE);
    take(game, "0 arbiter start");
    assert_int_equal(arb_game_commit(game), ARB_STATE);
    assert_int_equal(judge(&verdict, game, "+1 white move e4"), ARB_OK);
    assert_int_equal(judge(&verdict, game, "+1 white move d4"), ARB_OK);
    assert_int_equal(arb_game_commit(game), ARB_OK);
    assert_int_equal(arb_game_commit(game), ARB_STATE);
    assert_int_equal(arb_game_size(game), 2);
    assert_int_equal(arb_pos_piece(arb_state_position(arb_game_state(game)), 27),
                     arb_piece_of(ARB_WHITE, ARB_PAWN)); /* d4 */
    arb_game_free(game);
}

static void test_game__time_does_not_go_back(void **state)
{
    arb_game *game = game_of(plain);
    arb_verdict verdict;
    arb_event event;

    (void)state;
    take(game, "0:10 arbiter start");
    event = event_of(game, "0:10 white move e4");
    event.time--;
    assert_int_equal(judge(&verdict, game, "0:20 white move d4"), ARB_OK);
    assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_RANGE);
    assert_int_equal(arb_game_commit(game), ARB_STATE); /* nothing was judged */
    event.time++;
    assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_OK);
    assert_int_equal(arb_game_commit(game), ARB_OK);
    assert_int_equal(arb_state_now(arb_game_state(game)), 10000);
    arb_game_free(game);
}

static void assert_sheet(const arb_game *game, arb_colour colour, size_t index, const char *text)
{
    size_t size;
    const char *entry = arb_game_sheet(game, colour, index, &size);

    assert_int_equal(size, strlen(text));
    assert_memory_equal(entry, text, size);
}

/* Laws 11.4: what an actor cannot do at all is the caller's mistake, not a question of the Laws. */
static void test_game__everybody_has_his_verbs(void **state)
{
    arb_game *game = game_of(plain);
    arb_verdict verdict;

    (void)state;
    take(game, "0 arbiter start");
    arb_event event = event_of(game, "+1 white move e4");
    event.actor = ARB_ACTOR_SPECTATOR;
    assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_STATE);
    event = event_of(game, "+1 spectator enter");
    event.actor = ARB_ACTOR_BLACK;
    assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_STATE);
    assert_int_equal(arb_game_commit(game), ARB_STATE);
    event.actor = ARB_ACTOR_SPECTATOR;
    assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_OK);
    arb_game_free(game);
}

/* Laws III.5: a decision that is revoked leaves the claim waiting as it was. */
static void test_game__a_revoked_decision_leaves_the_claim(void **state)
{
    arb_game *game = game_of("case a\nedition fide-2001\ntime 100\noption play standard\n");

    (void)state;
    take(game, "0 arbiter start");
    take(game, "+10 white claim cannot-win");
    take(game, "+5 arbiter decide defer");
    take(game, "+5 white play e4");
    assert_true(arb_game_state(game)->deferred && arb_game_state(game)->final);
    assert_int_equal(arb_state_clock(arb_game_state(game), ARB_BLACK), 220000);
    take(game, "+5 arbiter revoke 3");
    assert_int_equal(arb_state_pending(arb_game_state(game)), ARB_PENDING_QUICKPLAY);
    assert_int_equal(arb_state_phase(arb_game_state(game)), ARB_PHASE_CLAIM);
    assert_int_equal(arb_game_state(game)->claimant, ARB_WHITE);
    assert_false(arb_game_state(game)->deferred || arb_game_state(game)->final);
    assert_int_equal(arb_state_clock(arb_game_state(game), ARB_BLACK), 100000);
    assert_int_equal(arb_state_clock(arb_game_state(game), ARB_WHITE), 90000);
    arb_game_free(game);
}

static void test_game__judgements_that_are_not_committed_leave_nothing(void **state)
{
    arb_game *game = game_of(plain);
    arb_verdict verdict;

    (void)state;
    take(game, "0 arbiter start\n+1 white write e4\n+1 arbiter rule noted\n+1 white play e4");
    assert_int_equal(judge(&verdict, game, "+1 black write d5"), ARB_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(judge(&verdict, game, "+1 arbiter revoke 3"), ARB_OK);
        assert_false(verdict.refused);
    }
    take(game, "+1 black write e5");
    assert_int_equal(arb_game_sheet_size(game, ARB_WHITE), 1);
    assert_int_equal(arb_game_sheet_size(game, ARB_BLACK), 1);
    assert_sheet(game, ARB_WHITE, 0, "e4");
    assert_sheet(game, ARB_BLACK, 0, "e5");
    assert_int_equal(arb_history_size(arb_game_history(game)), 2);
    arb_game_free(game);
}

/* Laws 0.2 */
static void test_game__a_revocation_replays_the_rest(void **state)
{
    arb_game *game = game_of(plain);

    (void)state;
    take(game, "0 arbiter start\n+1 white write e4\n+0 white play e4\n+1 arbiter award 1-0");
    assert_true(take(game, "+1 black play e5"));
    assert_false(take(game, "+1 arbiter revoke 4"));
    assert_int_equal(arb_state_result(arb_game_state(game)), ARB_RESULT_NONE);
    assert_int_equal(arb_state_turn(arb_game_state(game)), ARB_BLACK);
    assert_sheet(game, ARB_WHITE, 0, "e4");
    assert_true(take(game, "+1 arbiter revoke 4")); /* it is gone by now */
    assert_true(take(game, "+1 arbiter revoke 3")); /* the player's own */
    assert_true(take(game, "+1 arbiter revoke 99"));
    arb_game_free(game);
}

/* Laws 0.2: also the first event of all; but each one costs the whole game once more, so that they
 * have an end. */
static void test_game__revocations_have_an_end(void **state)
{
    enum { ENOUGH = 256 };
    arb_game *game = game_of(plain);
    char line[64];

    (void)state;
    for (int i = 0; i <= ENOUGH; i++) {
        take(game, "+0 arbiter rule noted");
        (void)snprintf(line, sizeof line, "+0 arbiter revoke %zu", arb_game_size(game));
        assert_int_equal(take(game, line), i == ENOUGH);
    }
    arb_game_free(game);
}

/* Laws 6.8: with option flags automatic. */
static void test_game__a_revocation_lifts_no_fallen_flag(void **state)
{
    arb_game *game = game_of("case a game\ntime 60\noption play standard\n"
                             "option flags automatic\n0 arbiter start\n+1 arbiter rule noted\n");

    (void)state;
    assert_true(take(game, "2:00 white move e4"));
    assert_int_equal(arb_state_result(arb_game_state(game)), ARB_RESULT_BLACK_WINS);
    assert_false(take(game, "+1 arbiter revoke 2"));
    assert_int_equal(arb_state_result(arb_game_state(game)), ARB_RESULT_BLACK_WINS);
    arb_game_free(game);
}

/* Laws 4.9, 6.2.6 */
static void test_game__a_play_is_refused_as_a_whole(void **state)
{
    arb_game *game = game_of(plain);

    (void)state;
    take(game, "0 white appoint Anna move\n0 arbiter start");
    assert_true(take(game, "+1 white-assistant play e4")); /* she may move, and not press */
    assert_int_equal(arb_state_turn(arb_game_state(game)), ARB_WHITE);
    assert_int_equal(arb_game_plies(NULL, 0, game), 0);
    assert_int_equal(arb_history_size(arb_game_history(game)), 1);
    assert_int_equal(arb_state_now(arb_game_state(game)), 1000);
    assert_int_equal(arb_state_clock(arb_game_state(game), ARB_WHITE), 59000);
    take(game, "+1 white appoint Anna move clock");
    assert_false(take(game, "+1 white-assistant play e4"));
    arb_game_free(game);
}

/* Laws 0.2, 7.5: a reply completes what nobody has pressed, unless it is refused itself. */
static void test_game__a_reply_is_refused_as_a_whole(void **state)
{
    arb_game *game = game_of("case a game\ntime 60\noption play standard\n"
                             "option detection manual\n0 arbiter start\n+1 white move e2e5\n");
    arb_verdict verdict;

    (void)state;
    assert_int_equal(judge(&verdict, game, "+1 black play d7d6"), ARB_OK);
    assert_false(verdict.refused);
    assert_int_equal(arb_game_next_plies(game), 2);
    assert_true(take(game, "+1 black play Qh4"));
    arb_game_verdict(&verdict, game, 2);
    assert_int_equal(verdict.count, 0);
    assert_int_equal(arb_history_size(arb_game_history(game)), 1);
    assert_int_equal(arb_state_turn(arb_game_state(game)), ARB_WHITE);
    assert_int_equal(arb_state_now(arb_game_state(game)), 2000);
    assert_int_equal(arb_state_clock(arb_game_state(game), ARB_WHITE), 58000);
    arb_game_free(game);
}

static void test_game__the_journal_keeps_its_own_text(void **state)
{
    arb_game *game = game_of(plain);
    char line[] = "0 arbiter rule \"lights \\\"out\\\"\"", text[64];
    bool refused = true;

    (void)state;
    take(game, line);
    memset(line, 'x', sizeof line - 1);
    assert_true(take(game, "+1 white move e4")); /* not started */
    assert_int_equal(arb_game_size(game), 2);
    const arb_event *event = arb_game_event(game, 0, &refused);
    assert_false(refused);
    assert_int_equal(event->verb, ARB_VERB_RULE);
    arb_event_text(text, sizeof text, event);
    assert_string_equal(text, "lights \"out\"");
    event = arb_game_event(game, 1, &refused);
    assert_true(refused);
    assert_int_equal(event->time, 1000);
    assert_int_equal(arb_game_event(game, 0, NULL)->actor, ARB_ACTOR_ARBITER);
    arb_game_free(game);
}

/* Laws 6.8 */
static void test_game__the_journal_keeps_what_was_said(void **state)
{
    arb_game *game = game_of("case a game\ntime 5400\noption flags automatic\n"
                             "given clock white 10\n0 arbiter start\n");
    arb_verdict said, again;

    (void)state;
    assert_int_equal(arb_state_wakeup(arb_game_state(game)), 10000);
    assert_int_equal(arb_game_elapse(&said, game, 12000), ARB_OK);
    assert_false(said.refused);
    assert_int_equal(arb_game_commit(game), ARB_OK);
    assert_int_equal(arb_state_result(arb_game_state(game)), ARB_RESULT_BLACK_WINS);
    assert_true(take(game, "+1 white play e4"));
    assert_int_equal(arb_game_size(game), 3);
    arb_game_verdict(&again, game, 1);
    assert_int_equal(again.count, said.count);
    assert_int_equal(again.by_time, 0);
    for (size_t i = 0; i < said.count; i++) {
        assert_int_equal(again.ruling[i].code, said.ruling[i].code);
        assert_int_equal(again.ruling[i].at, 10000);
    }
    arb_game_verdict(&again, game, 2);
    assert_true(again.refused);
    assert_int_equal(again.count, 0);
    assert_int_equal(again.refusal.code, ARB_CODE_GAME_OVER);
    arb_game_free(game);
}

/* What time has brought is told apart from what the event has. */
static void test_game__time_speaks_before_the_event(void **state)
{
    arb_game *game = game_of("case a game\ntime 5400\noption flags automatic\n"
                             "given clock white 10\n0 arbiter start\n");
    arb_verdict said;

    (void)state;
    assert_true(take(game, "+12 white play e4"));
    arb_game_verdict(&said, game, 1);
    assert_true(said.refused);
    assert_true(said.count > 0);
    assert_int_equal(said.by_time, said.count);
    arb_game_free(game);
}

static void assert_ply(const arb_game *game, size_t index, const char *expected)
{
    arb_ply plies[8];
    char text[16];

    assert_true(index < arb_game_plies(plies, 8, game));
    assert_int_equal(arb_game_ply_write(text, sizeof text, game, plies[index]), strlen(expected));
    assert_string_equal(text, expected);
}

static void test_game__plies_are_told_in_their_order(void **state)
{
    arb_game *game = game_of("case a game\ntime 5400\noption detection manual\n"
                             "position 4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1\n0 arbiter start\n");
    arb_ply first = 0, none = 77;

    (void)state;
    take(game, "+1 white play a7a8n\n+1 black play e8e5\n+1 white play 0-0-0\n+1 black press");
    assert_int_equal(arb_game_plies(NULL, 0, game), 4);
    assert_int_equal(arb_game_plies(&first, 1, game), 4);
    assert_int_equal(first, 1);
    assert_int_equal(arb_game_plies(&none, 0, game), 4);
    assert_int_equal(none, 77);
    assert_ply(game, 0, "a8=N");
    assert_ply(game, 1, "e8e5"); /* a displacement that stands */
    assert_ply(game, 2, "O-O-O");
    assert_ply(game, 3, "--"); /* a press without a move */
    arb_game_free(game);
}

static void test_game__plies_are_counted_before_they_are_committed(void **state)
{
    arb_game *game = game_of(plain);
    arb_verdict verdict;

    (void)state;
    take(game, "0 arbiter start\n+1 white play e4");
    assert_int_equal(judge(&verdict, game, "+1 black touch e7"), ARB_OK);
    assert_int_equal(arb_game_next_plies(game), 1);
    assert_int_equal(judge(&verdict, game, "+1 black move e5"), ARB_OK);
    assert_int_equal(arb_game_next_plies(game), 2);
    take(game, "+1 black move e5");
    assert_int_equal(judge(&verdict, game, "+1 black press"), ARB_OK);
    assert_int_equal(arb_game_next_plies(game), 2);
    assert_int_equal(judge(&verdict, game, "+1 arbiter restore 0"), ARB_OK);
    assert_int_equal(arb_game_next_plies(game), 0);
    arb_game_free(game);
}

/* Laws 0.2, 7.1: what an arbiter's word would take back is known before it is said. */
static void test_game__moves_that_would_be_kept_are_counted(void **state)
{
    arb_game *game = game_of(plain);
    arb_verdict verdict;

    (void)state;
    take(game, "0 arbiter start\n+1 white play e4\n+1 black play e5\n+1 white play d4");
    assert_int_equal(judge(&verdict, game, "+1 black play d5"), ARB_OK);
    assert_int_equal(arb_game_next_kept(game), 3);
    assert_int_equal(judge(&verdict, game, "+1 arbiter restore 1"), ARB_OK);
    assert_int_equal(arb_game_next_kept(game), 1);
    take(game, "+1 arbiter restore 1\n+1 arbiter resume\n+1 black play c5\n+1 white play d4");
    /* without the restoration the moves behind it are none: e5 d4 are back */
    assert_int_equal(judge(&verdict, game, "+1 arbiter revoke 5"), ARB_OK);
    assert_false(verdict.refused);
    assert_int_equal(arb_game_next_plies(game), 4);
    assert_int_equal(arb_game_next_kept(game), 1);
    arb_game_forget(game);
    assert_int_equal(arb_game_plies(NULL, 0, game), 3);
    assert_int_equal(arb_game_commit(game), ARB_STATE);
    take(game, "+1 arbiter revoke 1");
    assert_int_equal(arb_game_plies(NULL, 0, game), 0);
    assert_int_equal(judge(&verdict, game, "+1 arbiter revoke 9"), ARB_OK);
    assert_false(verdict.refused);
    assert_int_equal(arb_game_next_plies(game), 3);
    assert_int_equal(arb_game_next_kept(game), 0);
    arb_game_free(game);
}

/* Laws 3.7.3.3: another piece is another move. */
static void test_game__another_promotion_is_not_kept(void **state)
{
    arb_game *game = game_of(
        "case a game\ntime 5400\noption play standard\nposition 6k1/P7/8/8/8/8/8/6K1 w - - 0 1\n");
    arb_verdict verdict;

    (void)state;
    take(game, "0 arbiter start\n+1 white play a8=Q\n+1 black play Kg7\n+1 arbiter restore 0\n"
               "+1 arbiter resume\n+1 white play a8=N\n+1 black play Kg7");
    assert_int_equal(judge(&verdict, game, "+1 arbiter revoke 4"), ARB_OK);
    assert_false(verdict.refused);
    assert_int_equal(arb_game_next_plies(game), 2);
    assert_int_equal(arb_game_next_kept(game), 0);
    arb_game_free(game);
}

/* Laws 6.7.1, 6.8 */
static void test_game__it_tells_when_to_wake_up(void **state)
{
    arb_game *game = game_of("case a game\ntime 300d5\noption play standard\n"
                             "option absent black\noption default-time 60\n"
                             "option flags automatic\n");
    const arb_state *s = arb_game_state(game);

    (void)state;
    assert_true(arb_state_wakeup(s) == ARB_MS_NEVER); /* nothing begins without an event */
    take(game, "0:10 arbiter start");
    assert_int_equal(arb_state_wakeup(s), 70001); /* at the default time exactly he is in time */
    take(game, "0:20 black arrive");
    assert_int_equal(arb_state_wakeup(s), 315000); /* ten seconds, the delay, five minutes */
    take(game, "0:30 white play e4");
    assert_int_equal(arb_state_wakeup(s), 335000);
    take(game, "0:31 arbiter stop");
    assert_true(arb_state_wakeup(s) == ARB_MS_NEVER);
    take(game, "1:31 arbiter resume");
    assert_int_equal(arb_state_wakeup(s), 395000);
    take(game, "6:35 hall elapse"); /* the flag falls in this instant */
    assert_int_equal(arb_state_result(s), ARB_RESULT_WHITE_WINS);
    assert_true(arb_state_wakeup(s) == ARB_MS_NEVER);
    arb_game_free(game);
    game = game_of("case a game\ntime 300\n0 arbiter start\n");
    s = arb_game_state(game);
    assert_true(arb_state_wakeup(s) == ARB_MS_NEVER); /* this flag is observed by people */
    arb_game_free(game);
}

static void test_game__clocks_can_be_read_ahead(void **state)
{
    arb_game *game = game_of(plain);
    const arb_state *s = arb_game_state(game);

    (void)state;
    take(game, "0:10 arbiter start");
    assert_int_equal(arb_state_clock_at(s, ARB_WHITE, 25000), 45000);
    assert_int_equal(arb_state_clock_at(s, ARB_BLACK, 25000), 60000);
    assert_int_equal(arb_state_clock_at(s, ARB_WHITE, 3600000), 0);
    assert_int_equal(arb_state_clock(s, ARB_WHITE), 60000);
    arb_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_game__a_state_is_small),
        cmocka_unit_test(test_game__no_game_without_a_position),
        cmocka_unit_test(test_game__judging_leaves_the_state_alone),
        cmocka_unit_test(test_game__what_was_judged_last_is_committed),
        cmocka_unit_test(test_game__time_does_not_go_back),
        cmocka_unit_test(test_game__everybody_has_his_verbs),
        cmocka_unit_test(test_game__a_revoked_decision_leaves_the_claim),
        cmocka_unit_test(test_game__judgements_that_are_not_committed_leave_nothing),
        cmocka_unit_test(test_game__a_revocation_replays_the_rest),
        cmocka_unit_test(test_game__revocations_have_an_end),
        cmocka_unit_test(test_game__a_revocation_lifts_no_fallen_flag),
        cmocka_unit_test(test_game__a_play_is_refused_as_a_whole),
        cmocka_unit_test(test_game__a_reply_is_refused_as_a_whole),
        cmocka_unit_test(test_game__the_journal_keeps_its_own_text),
        cmocka_unit_test(test_game__the_journal_keeps_what_was_said),
        cmocka_unit_test(test_game__time_speaks_before_the_event),
        cmocka_unit_test(test_game__plies_are_told_in_their_order),
        cmocka_unit_test(test_game__plies_are_counted_before_they_are_committed),
        cmocka_unit_test(test_game__moves_that_would_be_kept_are_counted),
        cmocka_unit_test(test_game__another_promotion_is_not_kept),
        cmocka_unit_test(test_game__it_tells_when_to_wake_up),
        cmocka_unit_test(test_game__clocks_can_be_read_ahead),
    };

    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
