/* SPDX-License-Identifier: MIT */
/* Events made by a program: every verb can be made, and reads back from its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/event_make.h"
#include "arbitro/game.h"
#include "clock/time_text.h"

enum { NOW = 61000 };

static void assert_line(const arb_event *event, const char *expected)
{
    char line[256], again[256];
    arb_event read;

    arb_event_write(line, sizeof line, event);
    assert_string_equal(line, expected);
    assert_int_equal(arb_event_read(&read, NULL, line, strlen(line), 0, NULL), ARB_OK);
    arb_event_write(again, sizeof again, &read);
    assert_string_equal(again, line);
    assert_memory_equal(&read.move, &event->move, sizeof read.move);
    assert_int_equal(read.role, event->role);
}

/* The actor who has the verb. */
static arb_actor actor_of(arb_verb verb)
{
    arb_actor actor = ARB_ACTOR_WHITE;

    while (!arb_actor_has_verb(actor, verb))
        actor++;
    return actor;
}

/* What a verb must have beside what a maker gives. */
static void complete(arb_event *event, arb_slot slot)
{
    const arb_square square = 12;
    const uint32_t number = event->number;

    if (slot == ARB_SLOT_SQUARE || slot == ARB_SLOT_SQUARES)
        *event = arb_event_squares(event->time, (arb_actor)event->actor, (arb_verb)event->verb,
                                   &square, 1);
    else if (slot == ARB_SLOT_MOVE)
        assert_int_equal(arb_event_written(event, NULL, event->time, (arb_actor)event->actor,
                                           (arb_verb)event->verb, "e4", 2, NULL),
                         ARB_OK);
    else if (slot == ARB_SLOT_TEXT || slot == ARB_SLOT_ASSISTANT || slot == ARB_SLOT_CONSENT)
        *event = arb_event_text_of(event->time, (arb_actor)event->actor, (arb_verb)event->verb,
                                   "some words", 10);
    else if (slot == ARB_SLOT_FEN)
        *event = arb_event_text_of(event->time, (arb_actor)event->actor, (arb_verb)event->verb,
                                   "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 29);
    else if (slot == ARB_SLOT_COLOUR || slot == ARB_SLOT_COLOURS)
        *event = arb_event_colours(event->time, (arb_verb)event->verb, 2, 1500);
    else if (slot == ARB_SLOT_NUMBER)
        event->number = 1;
    if (slot == ARB_SLOT_ASSISTANT)
        event->tasks = 1u << ARB_TASK_TELL;
    else if (slot == ARB_SLOT_ARTICLE)
        event->article = ARB_ART_11_5;
    if (slot == ARB_SLOT_TEXT)
        event->number = number; /* one may stand before it */
}

static void test_event_make__every_verb_can_be_made(void **state)
{
    (void)state;
    for (int i = 0; i < ARB_VERB_COUNT; i++) {
        const arb_verb verb = (arb_verb)i;
        arb_event event = arb_event_simple(NOW, actor_of(verb), verb), read;
        char line[256], again[256];

        for (int slot = 0; slot < 3; slot++)
            complete(&event, arb_verb_get(verb)->slot[slot]);
        arb_event_write(line, sizeof line, &event);
        if (arb_event_read(&read, NULL, line, strlen(line), 0, NULL) != ARB_OK)
            fail_msg("%s cannot be read", line);
        arb_event_write(again, sizeof again, &read);
        assert_string_equal(line, again);
    }
}

static void test_event_make__lines_are_as_expected(void **state)
{
    static const arb_square squares[] = { 4, 7 };
    const arb_event touch = arb_event_squares(NOW, ARB_ACTOR_WHITE, ARB_VERB_TOUCH, squares, 2);
    const arb_event offer = arb_event_text_of(NOW, ARB_ACTOR_BLACK, ARB_VERB_OFFER, "draw?", 5);
    const arb_event clock = arb_event_colours(NOW, ARB_VERB_SET_CLOCK, 1, 300000);
    arb_event release = arb_event_squares(NOW, ARB_ACTOR_WHITE, ARB_VERB_RELEASE, squares, 1);

    (void)state;
    assert_line(&touch, "0:01:01 white touch e1 h1");
    assert_line(&offer, "0:01:01 black offer draw?");
    assert_line(&clock, "0:01:01 arbiter set-clock white 0:05:00");
    assert_line(&release, "0:01:01 white release e1");
    release.role = ARB_KNIGHT;
    assert_line(&release, "0:01:01 white release e1 n");
}

/* Laws C.3 */
static void test_event_make__moves_in_any_language(void **state)
{
    const arb_language *italian = arb_language_find("it", 2);
    const arb_pos pos = arb_pos_initial();
    char text[ARB_MOVE_TEXT_SIZE], line[64];
    arb_event event, read;
    arb_where where;
    arb_move move;

    (void)state;
    assert_int_equal(arb_uci_read(&move, NULL, &pos, "g1f3", 4), ARB_OK);
    event = arb_event_move(text, NOW, ARB_ACTOR_WHITE, ARB_VERB_PLAY, &pos, move, NULL);
    assert_line(&event, "0:01:01 white play Nf3");
    event = arb_event_move(text, NOW, ARB_ACTOR_WHITE, ARB_VERB_MOVE, &pos, move, italian);
    arb_event_write(line, sizeof line, &event);
    assert_string_equal(line, "0:01:01 white move Cf3");
    assert_int_equal(arb_event_read(&read, NULL, line, strlen(line), 0, italian), ARB_OK);
    assert_memory_equal(&read.move, &event.move, sizeof read.move);
    assert_int_equal(
        arb_event_read(&read, NULL, "0:01 white release e8 B", 23, 0, arb_language_find("de", 2)),
        ARB_OK);
    assert_int_equal(read.role, ARB_PAWN); /* B is the Bauer */
    assert_int_equal(
        arb_event_written(&event, &where, NOW, ARB_ACTOR_WHITE, ARB_VERB_MOVE, "Nz3", 3, NULL),
        ARB_SYNTAX);
    assert_int_equal(where.column, 2);
}

static void test_event_make__submitting_is_judging_and_committing(void **state)
{
    const arb_given given = arb_given_nothing();
    const arb_event start = arb_event_simple(0, ARB_ACTOR_ARBITER, ARB_VERB_START);
    const arb_event late = arb_event_simple(0, ARB_ACTOR_WHITE, ARB_VERB_RESIGN);
    const arb_event resign = arb_event_simple(5000, ARB_ACTOR_WHITE, ARB_VERB_RESIGN);
    arb_regulations regulations;
    arb_verdict verdict;
    arb_game *game;

    (void)state;
    arb_regulations_init(&regulations, &arb_fide_2023);
    assert_int_equal(arb_regulations_time(&regulations, NULL, ARB_COLOUR_COUNT, "300", 3), ARB_OK);
    assert_int_equal(arb_regulations_settle(&regulations, NULL), ARB_OK);
    assert_int_equal(arb_game_new(&game, NULL, &regulations, &given), ARB_OK);
    assert_int_equal(arb_game_submit(NULL, game, &start), ARB_OK);
    assert_int_equal(arb_game_submit(&verdict, game, &resign), ARB_OK);
    assert_int_equal(arb_state_result(arb_game_state(game)), ARB_RESULT_BLACK_WINS);
    assert_int_equal(verdict.ruling[0].article, ARB_ART_5_1_2);
    assert_int_equal(arb_game_submit(&verdict, game, &late), ARB_RANGE);
    assert_int_equal(arb_game_size(game), 2);
    arb_game_free(game);
}

/* Whatever a verb asks for, without it nothing is judged; what a line says is always whole. */
static void test_event_make__what_is_missing_is_not_judged(void **state)
{
    static const arb_square off_board[] = { ARB_SQUARE_NONE };
    const arb_given given = arb_given_nothing();
    arb_regulations regulations;
    arb_game *game = NULL;

    (void)state;
    arb_regulations_init(&regulations, arb_rulebook_get(0));
    assert_int_equal(arb_regulations_settle(&regulations, NULL), ARB_OK);
    assert_int_equal(arb_game_new(&game, NULL, &regulations, &given), ARB_OK);
    for (int i = 0; i < ARB_VERB_COUNT; i++) {
        const arb_verb verb = (arb_verb)i;
        const arb_event bare = arb_event_simple(NOW, actor_of(verb), verb);
        char line[128];
        arb_event read;
        arb_verdict verdict;
        if (arb_event_is_whole(&bare)) {
            arb_event_write(line, sizeof line, &bare);
            assert_int_equal(arb_event_read(&read, NULL, line, strlen(line), 0, NULL), ARB_OK);
        } else {
            assert_int_equal(arb_game_judge(&verdict, game, &bare), ARB_STATE);
        }
    }
    const arb_event wrong[] = {
        arb_event_squares(NOW, ARB_ACTOR_WHITE, ARB_VERB_TOUCH, off_board, 1),
        arb_event_squares(NOW, ARB_ACTOR_WHITE, ARB_VERB_TOUCH, NULL, 0),
        arb_event_colours(NOW, ARB_VERB_FLAG, 0, 0),
        arb_event_colours(NOW, ARB_VERB_SET_CLOCK, 3, 1000),
        arb_event_colours(NOW, ARB_VERB_SET_CLOCK, 1, -1),
        arb_event_simple(NOW, ARB_ACTOR_BLACK, ARB_VERB_START),
        arb_event_simple(NOW, ARB_ACTOR_COUNT, ARB_VERB_START),
        arb_event_simple(NOW, ARB_ACTOR_WHITE, ARB_VERB_COUNT),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(arb_game_submit(NULL, game, &wrong[i]), ARB_STATE);
    assert_int_equal(arb_game_size(game), 0);
    arb_game_free(game);
}

/* Is the event of this line whole when a field of it has another value? */
static bool is_whole_with(const char *line, size_t offset, size_t size, int64_t value)
{
    arb_event event;

    assert_int_equal(arb_event_read(&event, NULL, line, strlen(line), 0, NULL), ARB_OK);
    assert_true(arb_event_is_whole(&event));
    memcpy((char *)&event + offset, &value, size); /* the low bytes come first here */
    return arb_event_is_whole(&event);
}
#define WHOLE_WITH(line, field, value)                                                             \
    is_whole_with(line, offsetof(arb_event, field), sizeof((arb_event *)NULL)->field, value)

static void test_event_make__limits_of_what_a_slot_takes(void **state)
{
    (void)state;
    assert_true(WHOLE_WITH("0:01 arbiter set-clock white 60", ms, 0));
    assert_false(WHOLE_WITH("0:01 arbiter set-clock white 60", ms, -1));
    assert_true(WHOLE_WITH("0:01 arbiter set-clock white 60", ms, ARB_TIME_MAX));
    assert_false(WHOLE_WITH("0:01 arbiter set-clock white 60", ms, ARB_TIME_MAX + 1));
    assert_true(WHOLE_WITH("0:01 arbiter adjourn 60", ms, 0));
    assert_false(WHOLE_WITH("0:01 arbiter adjourn 60", ms, -1));
    assert_true(WHOLE_WITH("0:01 arbiter adjourn 60", ms, ARB_TIME_MAX));
    assert_false(WHOLE_WITH("0:01 arbiter adjourn 60", ms, ARB_TIME_MAX + 1));
    assert_true(WHOLE_WITH("0:01 arbiter adjourn resume Monday", size, 1));
    assert_false(WHOLE_WITH("0:01 arbiter adjourn resume Monday", size, 0));
    assert_true(WHOLE_WITH("0:01 arbiter compensate white 60", ms, ARB_TIME_MAX));
    assert_false(WHOLE_WITH("0:01 arbiter compensate white 60", ms, ARB_TIME_MAX + 1));
    assert_true(WHOLE_WITH("0:01 arbiter compensate white 60", ms, -ARB_TIME_MAX));
    assert_false(WHOLE_WITH("0:01 arbiter compensate white 60", ms, -ARB_TIME_MAX - 1));
    assert_false(WHOLE_WITH("0:01 arbiter compensate white 60", colours, 0));
    assert_true(WHOLE_WITH("0:01 arbiter compensate white 60", colours, 2));
    assert_false(WHOLE_WITH("0:01 arbiter compensate white 60", colours, 3));
    assert_true(WHOLE_WITH("0:01 arbiter flag white", colours, 3));
    assert_false(WHOLE_WITH("0:01 arbiter flag white", colours, 4));
    assert_false(WHOLE_WITH("0:01 arbiter infringement white 11.5", article, ARB_ART_NONE));
    assert_true(WHOLE_WITH("0:01 arbiter infringement white 11.5", article, ARB_ART_NONE + 1));
    assert_true(WHOLE_WITH("0:01 arbiter infringement white 11.5", article, ARB_ART_COUNT - 1));
    assert_false(WHOLE_WITH("0:01 arbiter infringement white 11.5", article, ARB_ART_COUNT));
    assert_false(WHOLE_WITH("0:01 arbiter penalty white exclude 2", number, 0));
    assert_true(WHOLE_WITH("0:01 arbiter penalty white exclude 2", number, 1));
    assert_false(WHOLE_WITH("0:01 arbiter penalty white fine ten", size, 0));
    assert_true(WHOLE_WITH("0:01 arbiter penalty white fine ten", size, 1));
    assert_false(WHOLE_WITH("0:01 arbiter penalty white warning", penalty, ARB_PENALTY_COUNT));
    assert_false(WHOLE_WITH("0:01 arbiter allow leave white", colours, 0));
    assert_true(WHOLE_WITH("0:01 arbiter allow leave white", colours, 3));
    assert_false(WHOLE_WITH("0:01 arbiter allow leave white", colours, 4));
    assert_false(WHOLE_WITH("0:01 arbiter rule x", size, 0));
    assert_false(WHOLE_WITH("0:01 arbiter award 1-0", result, ARB_RESULT_COUNT));
    assert_false(WHOLE_WITH("0:01 white appoint Anna clock", tasks, 0));
    assert_false(WHOLE_WITH("0:01 white appoint Anna clock", size, 0));
    assert_true(WHOLE_WITH("0:01 white appoint Anna clock", size, 1));
    assert_true(WHOLE_WITH("0:01 arbiter rule x", size, 1));
    assert_false(WHOLE_WITH("0:01 white leave area", place, ARB_PLACE_COUNT));
    assert_false(WHOLE_WITH("0:01 arbiter decide accept", decision, ARB_DECISION_COUNT));
    assert_true(WHOLE_WITH("0:01 white release e8 Q", role, ARB_ROLE_NONE));
    assert_true(WHOLE_WITH("0:01 white release e8 Q", role, ARB_KNIGHT));
    assert_true(WHOLE_WITH("0:01 white release e8 Q", role, ARB_PAWN));
    assert_true(WHOLE_WITH("0:01 white release e8 Q", role, ARB_KING));
    assert_false(WHOLE_WITH("0:01 white release e8 Q", role, ARB_ROLE_NONE + 1));
    assert_true(WHOLE_WITH("0:01 white release e8 Q", colours, 2));
    assert_false(WHOLE_WITH("0:01 white release e8 Q", colours, 3));
    assert_false(WHOLE_WITH("0:01 white release e8 Q", square_count, 2));
    assert_false(WHOLE_WITH("0:01 white touch e2 d2", square[1], ARB_SQUARE_COUNT));
    assert_true(WHOLE_WITH("0:01 white touch e2 d2", square[1], ARB_SQUARE_COUNT - 1));
    assert_true(WHOLE_WITH("0:01 white touch e2", square[1], ARB_SQUARE_COUNT)); /* not counted */
    assert_false(WHOLE_WITH("0:01 arbiter allow smoking", size, 0));
    assert_true(WHOLE_WITH("0:01 arbiter allow smoking", size, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_event_make__every_verb_can_be_made),
        cmocka_unit_test(test_event_make__lines_are_as_expected),
        cmocka_unit_test(test_event_make__moves_in_any_language),
        cmocka_unit_test(test_event_make__submitting_is_judging_and_committing),
        cmocka_unit_test(test_event_make__what_is_missing_is_not_judged),
        cmocka_unit_test(test_event_make__limits_of_what_a_slot_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
