/* SPDX-License-Identifier: MIT */
/* Events in and out: every verb, every slot, and the lists behind them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/event.h"
#include "support/assertions.h"

static arb_event event_in(const char *line, arb_ms previous, const char *code)
{
    arb_where where = { 0, 0, ARB_WANTED_NOTHING };
    arb_event event;

    memset(&event, 0xa5, sizeof event);
    if (arb_event_read(&event, &where, line, strlen(line), previous,
                       arb_language_find(code, strlen(code))))
        fail_msg("%s: column %zu: expected %s", line, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
    return event;
}

static arb_event event_of(const char *line)
{
    return event_in(line, 0, "en");
}

static void assert_written(const arb_event *event, const char *line)
{
    char out[256];

    assert_int_equal(arb_event_write(out, sizeof out, event), strlen(line));
    assert_string_equal(out, line);
}

/* One line for every verb, and more where a verb can be said in several ways; all canonical. */
static const char *const canonical[] = {
    "0:00:00 white arrive",
    "0:00:00 white leave area",
    "0:00:00 black leave venue",
    "0:00:00 black return",
    "0:00:00 white touch e2",
    "0:00:00 white touch e2 e7 together",
    "0:00:00 black touch e8 accidental",
    "0:00:00 black touch e8 h8 together accidental",
    "0:00:00 white adjust e2 d2",
    "0:00:00 white release g1",
    "0:00:00 white release a8 q",
    "0:00:00 white-assistant release a8 n",
    "0:00:00 black release g8 k",
    "0:00:00 white release a8 p",
    "0:00:00 white release a8 black:q",
    "0:00:00 white release a8 white:n",
    "0:00:00 white remove d5",
    "0:00:00 white lift e1",
    "0:00:01 white move e4",
    "0:00:01 white move exd6 e.p.",
    "0:00:01 white move 0-0 two-hands",
    "0:00:01 white move knight takes e5 check two-hands",
    "0:00:01 white move e4 silent",
    "0:00:01 white move e4 two-hands silent",
    "0:00:01 white announce Springer Felix drei",
    "0:00:01 black repeat Springer Felix drei",
    "0:00:01 black-assistant execute Nf3",
    "0:00:01 black-assistant replace e7e8q",
    "1:00:00.001 black press",
    "1:00:00.010 black press other-hand",
    "1:00:00.100 white play d8=Q+",
    "10:59:59.999 white play d8=Q++ two-hands",
    "0:00:00 black write (=)",
    "0:00:00 black write 12. Cf3 Ab4+",
    "0:00:00 black write \" two blanks \"",
    "0:00:00 black rewrite 12 Nf3",
    "0:00:00 arbiter rewrite 1 (=)",
    "0:00:00 white stop",
    "0:00:00 arbiter stop the hall is dark",
    "0:00:00 white offer",
    "0:00:00 white offer if you resign the other game",
    "0:00:00 white accept",
    "0:00:00 white decline",
    "0:00:00 white claim repetition",
    "0:00:00 white claim repetition Nf3",
    "0:00:00 white claim fifty",
    "0:00:00 white claim fifty Kg1-f1",
    "0:00:00 white claim fifty display",
    "0:00:00 white claim repetition Nf3 display",
    "0:00:00 white withdraw offer",
    "0:00:00 black withdraw claim",
    "0:00:00 white claim flag",
    "0:00:00 white claim illegal",
    "0:00:00 white claim touch e4",
    "0:00:00 white claim boards-differ",
    "0:00:00 white claim cannot-win",
    "0:00:00 black claim no-effort",
    "0:00:00 white write-position 8/8/4k3/3r4/8/8/4K2R/8 w - -",
    "0:00:00 black confirm position",
    "0:00:00 black confirm sheet",
    "0:00:00 black contest",
    "0:00:00 black contest the king stood on d6",
    "0:00:00 white request increment",
    "0:00:00 white request paper",
    "0:00:00 white request takeback",
    "0:00:00 black request abort",
    "0:00:00 black allow takeback",
    "0:00:00 white deny abort",
    "0:00:00 white request sheet",
    "0:00:00 white request count",
    "0:00:00 white request tell",
    "0:00:00 white-assistant tell",
    "0:00:00 white-assistant report touch e7",
    "0:00:00 black agree correct",
    "0:00:00 white displace a1 b1 c1",
    "0:00:00 white appoint Anna move",
    "0:00:00 white appoint a friend of mine clock",
    "0:00:00 white appoint move record",
    "0:00:00 white appoint Anna move clock record execute announce tell claim adjourn",
    "0:00:00 white appoint \"Carla clock\" tell claim",
    "0:00:00 white ask 9.2.3",
    "0:00:00 white ask 2001:C3",
    "0:00:00 black appeal the clock was never set",
    "0:00:00 black resign",
    "0:00:00 black sign 1/2-1/2",
    "0:00:00 arbiter write 12. Cf3",
    "0:00:00 arbiter-assistant write 12. Cf3",
    "0:00:00 arbiter-assistant flag white",
    "0:00:00 arbiter-assistant observe illegal 3",
    "0:00:00 arbiter-assistant stop a telephone",
    "0:00:00 arbiter appoint-assistant Board judge",
    "0:00:00 arbiter send-out",
    "0:00:00 arbiter send-out they talk",
    "0:00:00 arbiter admit",
    "0:00:00 arbiter start",
    "0:00:00 arbiter resume",
    "0:00:00 arbiter flag white",
    "0:00:00 arbiter flag both",
    "0:00:00 arbiter reconstruct",
    "0:00:00 arbiter proved 40",
    "0:00:00 arbiter no-proof",
    "0:00:00 arbiter replace-sheet black",
    "0:00:00 arbiter observe illegal",
    "0:00:00 arbiter observe illegal 12",
    "0:00:00 arbiter observe both-checked",
    "0:00:00 arbiter observe last-rank-pawn",
    "0:00:00 arbiter observe displaced",
    "0:00:00 arbiter observe boards-differ",
    "0:00:00 arbiter misplaced f1 c4",
    "0:00:00 arbiter found wrong-setup",
    "0:00:00 arbiter found wrong-setup d1 e1",
    "0:00:00 arbiter found rotated-board",
    "0:00:00 arbiter found reversed-colours",
    "0:00:00 arbiter restore 0",
    "0:00:00 arbiter restore 4294967295",
    "0:00:00 arbiter restore unknown",
    "0:00:00 arbiter set-clock white 0:10:00",
    "0:00:00 arbiter set-clock black 1:00:00.500 moves 20",
    "0:00:00 arbiter set-clock black 0:00:00 moves 0",
    "0:00:00 arbiter set-increment 0:00:30",
    "0:00:00 arbiter compensate black 120",
    "0:00:00 arbiter compensate black -0.5",
    "0:00:00 arbiter infringement white 6.11.4",
    "0:00:00 arbiter infringement black 11.5 talks to himself",
    "0:00:00 arbiter penalty white warning",
    "0:00:00 arbiter penalty white opponent-time 60",
    "0:00:00 arbiter penalty white own-time 60.25",
    "0:00:00 arbiter penalty white opponent-score 1/2",
    "0:00:00 arbiter penalty white own-score 0",
    "0:00:00 arbiter penalty white own-score 0.25",
    "0:00:00 arbiter penalty white loss",
    "0:00:00 arbiter penalty white loss 1.5",
    "0:00:00 arbiter penalty white fine 50 crowns",
    "0:00:00 arbiter penalty white exclude 2",
    "0:00:00 arbiter penalty white expel",
    "0:00:00 arbiter accept-assistant white",
    "0:00:00 arbiter refuse-assistant black",
    "0:00:00 arbiter refuse-assistant black stands too close",
    "0:00:00 arbiter device black",
    "0:00:00 arbiter device white in-bag",
    "0:00:00 arbiter default both",
    "0:00:00 arbiter waive black",
    "0:00:00 arbiter decide appeal upheld",
    "0:00:00 arbiter decide appeal dismissed it came too late",
    "0:00:00 arbiter decide accept",
    "0:00:00 arbiter decide reject",
    "0:00:00 arbiter decide defer",
    "0:00:00 arbiter decide defer 0:00:00",
    "0:00:00 arbiter decide defer 0:02:00.500",
    "0:00:00 arbiter allow draw",
    "0:00:00 arbiter deny draw",
    "0:00:00 arbiter allow leave",
    "0:00:00 arbiter allow leave white",
    "0:00:00 arbiter deny leave black venue",
    "0:00:00 arbiter allow enter",
    "0:00:00 arbiter allow white may withdraw for a moment",
    "0:00:00 arbiter allow \"draw a picture\"",
    "0:00:00 arbiter deny adjourn",
    "0:00:00 arbiter adjourn",
    "0:00:00 arbiter adjourn 4:00:00",
    "0:00:00 arbiter adjourn resume Sunday at ten",
    "0:00:00 white adjourn 4:00:00 resume Sunday at ten",
    "0:00:00 white seal",
    "0:00:00 white seal Nf3",
    "0:00:00 black seal \" # no comment\"",
    "0:00:00 arbiter seal",
    "0:00:00 arbiter verify",
    "0:00:00 arbiter continue",
    "0:00:00 arbiter open-envelope",
    "0:00:00 arbiter open-envelope Nf3",
    "0:00:00 arbiter envelope-missing",
    "0:00:00 hall elapse",
    "0:00:00 arbiter award 1/2-0",
    "0:00:00 arbiter reopen",
    "0:00:00 arbiter reopen it was no resignation",
    "0:00:00 arbiter annul",
    "0:00:00 arbiter set-position 8/8/8/8/8/8/8/K6k w - - 0 1",
    "0:00:00 arbiter revoke 7",
    "0:00:00 arbiter revoke 7 a wrong tap",
    "0:00:00 spectator report White touched the bishop first",
    "0:00:00 spectator enter",
    "0:00:00 spectator enter with a chair",
    "277777:46:40 arbiter rule the game goes on in the other hall",
};

enum { CANONICAL_COUNT = sizeof canonical / sizeof *canonical };

static void test_event__every_verb_is_written_as_it_is_read(void **state)
{
    bool seen[ARB_VERB_COUNT] = { false };

    (void)state;
    for (size_t i = 0; i < CANONICAL_COUNT; i++) {
        const arb_event event = event_of(canonical[i]);
        seen[event.verb] = true;
        assert_written(&event, canonical[i]);
    }
    for (int i = 0; i < ARB_VERB_COUNT; i++)
        assert_true(seen[i]);
}

static void test_event__other_spellings_become_canonical(void **state)
{
    static const char *const rows[][2] = {
        { "0 white press", "0:00:00 white press" },
        { "90.5 white press", "0:01:30.500 white press" },
        { "5:07 white press", "0:05:07 white press" },
        { "75:00.25 white press", "1:15:00.250 white press" },
        { "1:30:00 white press", "1:30:00 white press" },
        { "+0 white press", "0:00:00 white press" },
        { "+61.005 white press", "0:01:01.005 white press" },
        { " \t0:00\t white   touch  e2\t together  ", "0:00:00 white touch e2 together" },
        { "0 white claim   repetition\tNf3", "0:00:00 white claim repetition Nf3" },
        { "0 white move exd6   e.p.  two-hands", "0:00:00 white move exd6 e.p. two-hands" },
        { "0 white move Qh4 #", "0:00:00 white move Qh4#" },
        { "0 white release a8 Q", "0:00:00 white release a8 q" },
        { "0 arbiter compensate white -0.250", "0:00:00 arbiter compensate white -0.25" },
        { "0 arbiter set-clock white 600 moves 007",
          "0:00:00 arbiter set-clock white 0:10:00 moves 7" },
        { "0 arbiter award ½-½", "0:00:00 arbiter award 1/2-1/2" },
        { "0 arbiter penalty black loss 0.5", "0:00:00 arbiter penalty black loss 1/2" },
        { "0 arbiter penalty black own-score ¾", "0:00:00 arbiter penalty black own-score 0.75" },
        { "0 arbiter penalty black loss 1/4", "0:00:00 arbiter penalty black loss 0.25" },
        { "0 arbiter infringement white a.5.2", "0:00:00 arbiter infringement white A.5.2" },
        { "0 white write \"e4\"", "0:00:00 white write e4" },
        { "0 white write \"say \\\"e4\\\"\"", "0:00:00 white write say \"e4\"" },
        { "0 white write \"a \\\\ b\"", "0:00:00 white write a \\ b" },
        { "0 white write a\tb", "0:00:00 white write a b" },
        { "0 white appoint \"Anna B\" clock", "0:00:00 white appoint Anna B clock" },
        { "0 white appoint Anna B tell clock move",
          "0:00:00 white appoint Anna B move clock tell" },
        { "0 white appoint clock record clock", "0:00:00 white appoint clock clock record" },
        { "0 white appoint Anna press", "0:00:00 white appoint Anna clock" },
        { "0 white appoint Anna write", "0:00:00 white appoint Anna record" },
        { "0 white release g1 K", "0:00:00 white release g1 k" },
        { "0 white release a8 black:Q", "0:00:00 white release a8 black:q" },
        { "0 white ask 7.4b", "0:00:00 white ask 7.5.5" }, /* its number of 2001 */
        { "0 white ask 2001:7.4b", "0:00:00 white ask 7.5.5" },
        { "0 white ask edisu:9.4", "0:00:00 white ask 7.2.1" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_event event = event_of(rows[i][0]);
        assert_written(&event, rows[i][1]);
    }
}

static void test_event__times_count_from_the_previous_one(void **state)
{
    (void)state;
    assert_int_equal(event_in("+1.5 white press", 60000, "en").time, 61500);
    assert_int_equal(event_in("1:00 white press", 60000, "en").time, 60000);
    assert_int_equal(event_in("+0 white press", 1000000000000, "en").time, 1000000000000);
}

static void test_event__fields_hold_what_the_slots_say(void **state)
{
    arb_event event = event_of("0 white touch e1 h1 together");

    (void)state;
    assert_int_equal(event.actor, ARB_ACTOR_WHITE);
    assert_int_equal(event.verb, ARB_VERB_TOUCH);
    assert_int_equal(event.square_count, 2);
    assert_int_equal(event.square[0], square_of("e1"));
    assert_int_equal(event.square[1], square_of("h1"));
    assert_int_equal(event.flags, ARB_EVENT_TOGETHER);
    assert_int_equal(event.role, ARB_ROLE_NONE);
    assert_null(event.text);

    event = event_of("0 black move d8=Q+ two-hands");
    assert_int_equal(event.flags, ARB_EVENT_TWO_HANDS);
    assert_int_equal(event.size, 5);
    assert_memory_equal(event.text, "d8=Q+", 5);
    assert_int_equal(event.move.promotion, ARB_QUEEN);
    assert_int_equal(event_of("0 black claim fifty").move.form, ARB_FORM_NONE);

    event = event_of("0 arbiter set-clock black 10:00 moves 20");
    assert_int_equal(event.colours, 2);
    assert_int_equal(event.ms, 600000);
    assert_int_equal(event.number, 20);
    assert_int_equal(event.flags, ARB_EVENT_MOVES);
    assert_int_equal(event_of("0 arbiter flag both").colours, 3);

    event = event_of("0 arbiter penalty white loss 1/2");
    assert_int_equal(event.penalty, ARB_PENALTY_LOSS);
    assert_int_equal(event.points, 500);
    assert_int_equal(event.flags, ARB_EVENT_AMOUNT);
    assert_int_equal(event_of("0 arbiter penalty white loss").flags, 0);
    assert_int_equal(event_of("0 arbiter penalty white own-time 60").ms, 60000);
    assert_int_equal(event_of("0 arbiter penalty white exclude 3").number, 3);

    assert_int_equal(event_of("0 arbiter infringement white 6.11.4").article, ARB_ART_6_11_4);
    assert_int_equal(event_of("0 arbiter award -/+").result, ARB_RESULT_BLACK_FORFEIT_WIN);
    assert_int_equal(event_of("0 arbiter restore unknown").flags, ARB_EVENT_UNKNOWN);
    event = event_of("0 white appoint Anna Bolena record");
    assert_int_equal(event.tasks, 1u << ARB_TASK_RECORD);
    assert_int_equal(event.size, 11);
}

/* Laws 11.2.3, III.5: a place, a decision and the time that goes with it. */
static void test_event__choices_are_kept_with_their_time(void **state)
{
    const arb_event event = event_of("0 arbiter decide defer 1:30");

    (void)state;
    assert_int_equal(event_of("0 white leave venue").place, ARB_PLACE_VENUE);
    assert_int_equal(event.decision, ARB_DECISION_DEFER);
    assert_int_equal(event.ms, 90000);
    assert_int_equal(event.flags, ARB_EVENT_AMOUNT);
    assert_int_equal(event_of("0 arbiter decide defer").flags, 0);
    assert_int_equal(event_of("0 black ask 2001:C3").article, ARB_ART_E2001_C3);
}

/* Laws C.3: a capital means what it means in the language, a small letter is English. */
static void test_event__promotion_pieces_have_the_letters_of_the_language(void **state)
{
    static const struct {
        const char *language, *piece;
        arb_role role;
    } rows[] = {
        { "en", "Q", ARB_QUEEN },  { "en", "n", ARB_KNIGHT }, { "it", "D", ARB_QUEEN },
        { "it", "C", ARB_KNIGHT }, { "it", "Q", ARB_QUEEN },  { "it", "r", ARB_ROOK },
        { "hu", "B", ARB_ROOK },   { "hu", "b", ARB_BISHOP }, { "de", "S", ARB_KNIGHT },
        { "fi", "R", ARB_KNIGHT }, { "fi", "r", ARB_ROOK },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char line[64] = "0 white release a8 ", out[64];
        strncat(line, rows[i].piece, 2);
        const arb_event event = event_in(line, 0, rows[i].language);
        assert_int_equal(event.role, rows[i].role);
        arb_event_write(out, sizeof out, &event);
        assert_int_equal(event_in(out, 0, rows[i].language).role, rows[i].role);
    }
}

static void test_event__moves_are_read_in_the_language(void **state)
{
    const arb_event event = event_in("0 white move Cf3 two-hands", 0, "it");

    (void)state;
    assert_int_equal(event.move.role, ARB_KNIGHT);
    assert_int_equal(event.flags, ARB_EVENT_TWO_HANDS);
    assert_int_equal(event_in("0 white play cavallo prende e5", 0, "it").move.form, ARB_FORM_WORDS);
}

/* Who is told actor and time otherwise reads and writes the rest, and gets the same event. */
static void test_event__words_alone_are_the_same_event(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof canonical / sizeof canonical[0]; i++) {
        const arb_event whole = event_of(canonical[i]);
        const char *actor = strchr(canonical[i], ' ') + 1, *words = strchr(actor, ' ') + 1;
        arb_event event;
        char out[256];

        assert_int_equal(arb_event_write_words(out, sizeof out, &whole), strlen(words));
        assert_string_equal(out, words);
        assert_int_equal(arb_event_read_words(&event, NULL, words, strlen(words),
                                              (arb_actor)whole.actor, whole.time, NULL),
                         ARB_OK);
        assert_written(&event, canonical[i]);
    }
}

static void test_event__a_fault_of_words_alone_has_their_column(void **state)
{
    arb_where where = { 0 };
    arb_event event;

    (void)state;
    assert_int_equal(arb_event_read_words(&event, &where, "move x9", 7, ARB_ACTOR_WHITE, 0, NULL),
                     ARB_SYNTAX);
    assert_int_equal(where.column, 7);
    assert_int_equal(arb_event_read_words(&event, &where, "start", 5, ARB_ACTOR_BLACK, 0, NULL),
                     ARB_SYNTAX);
    assert_int_equal(where.wanted, ARB_WANTED_PLAYER_VERB);
}

static void test_event__actors_have_their_player(void **state)
{
    (void)state;
    assert_string_equal(arb_actor_word(ARB_ACTOR_BLACK_ASSISTANT), "black-assistant");
    assert_int_equal(arb_actor_colour(ARB_ACTOR_WHITE), ARB_WHITE);
    assert_int_equal(arb_actor_colour(ARB_ACTOR_BLACK_ASSISTANT), ARB_BLACK);
    assert_int_equal(arb_actor_colour(ARB_ACTOR_ARBITER), ARB_COLOUR_COUNT);
    assert_true(arb_verb_get(ARB_VERB_STOP)->by_players && arb_verb_get(ARB_VERB_STOP)->by_arbiter);
    assert_int_equal(arb_actor_colour(ARB_ACTOR_SPECTATOR), ARB_COLOUR_COUNT);
    assert_false(arb_actor_has_verb(ARB_ACTOR_ARBITER, ARB_VERB_MOVE));
    assert_false(arb_actor_has_verb(ARB_ACTOR_WHITE_ASSISTANT, ARB_VERB_START));
    for (int verb = 0; verb < ARB_VERB_COUNT; verb++) /* Laws 11.4: a spectator does little */
        assert_int_equal(arb_actor_has_verb(ARB_ACTOR_SPECTATOR, (arb_verb)verb),
                         verb == ARB_VERB_REPORT || verb == ARB_VERB_ENTER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_event__every_verb_is_written_as_it_is_read),
        cmocka_unit_test(test_event__other_spellings_become_canonical),
        cmocka_unit_test(test_event__times_count_from_the_previous_one),
        cmocka_unit_test(test_event__fields_hold_what_the_slots_say),
        cmocka_unit_test(test_event__choices_are_kept_with_their_time),
        cmocka_unit_test(test_event__promotion_pieces_have_the_letters_of_the_language),
        cmocka_unit_test(test_event__moves_are_read_in_the_language),
        cmocka_unit_test(test_event__words_alone_are_the_same_event),
        cmocka_unit_test(test_event__a_fault_of_words_alone_has_their_column),
        cmocka_unit_test(test_event__actors_have_their_player),
    };

    return cmocka_run_group_tests_name("event", tests, NULL, NULL);
}
