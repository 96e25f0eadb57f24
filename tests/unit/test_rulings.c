/* SPDX-License-Identifier: MIT */
/*
 * Whom a ruling names, and by which article exactly: a case says only which articles are cited, and
 * an article there stands for those below it too.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/explain.h"
#include "support/case_game.h"

#define NOBODY ARB_COLOUR_COUNT

typedef struct named {
    const char *game;    /* a case; what follows its last event is looked at */
    const char *article; /* as the Laws of 2023 number it */
    arb_colour player;
} named;

#define GAME "case x\ntime 5400+30\n0:00 arbiter start\n"
/* The last period of a game that is decided quickly, White having the move. */
#define FINISH                                                                                     \
    "case x\ntime 40/7200:3600\noption quickplay yes\n"                                            \
    "position 8/8/4k3/3r4/8/8/4K2R/8 w - - 10 70\ngiven counter white 69\n"                        \
    "given counter black 69\ngiven clock white 110\ngiven clock black 300\n"
#define UNSUPERVISED "case x\ntime 600\noption supervision limited\n0:00 arbiter start\n"

static const named rulings[] = {
    /* the end of the game */
    { GAME "+9 white resign", "5.1.2", ARB_WHITE },
    { GAME "+9 black resign", "5.1.2", ARB_BLACK },
    { "case x\noption absent black\noption default-time 600\n0:00 arbiter start\n10:01 black "
      "arrive",
      "6.7.1", ARB_BLACK },
    { "case x\noption absent white\noption default-time 600\n0:00 arbiter start\n10:01 white "
      "arrive",
      "6.7.1", ARB_WHITE },
    { "case x\noption absent both\noption default-time 600\n0:00 arbiter start\n"
      "10:01 arbiter default both",
      "6.7.1", NOBODY },
    { "case x\ntime 600\n0:00 arbiter start\n9:59 white play e4\n20:05 arbiter flag black", "6.8",
      ARB_BLACK },
    { "case x\ntime 600\n0:00 arbiter start\n10:05 arbiter flag white", "6.8", ARB_WHITE },
    { "case x\ntime 600\n0:00 arbiter start\n10:05 arbiter flag white", "6.9", ARB_WHITE },
    { GAME "+9 arbiter device black", "11.3.2.2", ARB_BLACK },
    { GAME "+9 arbiter device white", "11.3.2.2", ARB_WHITE },
    { GAME "+9 arbiter infringement white 11.7", "11.7", ARB_WHITE },
    { GAME "+9 arbiter infringement both 11.7", "11.8", NOBODY },
    /* clocks */
    { GAME "+9 arbiter set-clock white 3600", "6.10.1", ARB_WHITE },
    { GAME "+9 arbiter set-clock black 3600 moves 0", "6.10.2", ARB_BLACK },
    { GAME "+9 arbiter compensate black 60", "12.5", ARB_BLACK },
    { GAME "+9 white stop the opponent talks", "6.11.2", ARB_WHITE },
    /* irregularities: who made it pays, the opponent gets */
    { GAME "+9 white play e2e5", "7.5.1", ARB_WHITE },
    { GAME "+9 white play e2e5", "7.5.5", ARB_BLACK },
    { GAME "+9 white play e4\n+9 black play e7e4", "7.5.5", ARB_WHITE },
    { GAME "+9 white displace e2 d2", "7.4.1", ARB_WHITE },
    { GAME "+9 white play e4\n+9 arbiter restore 0", "7.1", NOBODY },
    { GAME "+9 arbiter set-position 4k3/8/8/8/8/8/8/4K2R w - - 0 1", "7.1", NOBODY },
    { GAME "+9 arbiter set-position 4k3/8/8/8/8/8/8/4K2R w - - 0 1", "0.2", NOBODY },
    { UNSUPERVISED "+9 white play e2e5\n+1 black claim illegal", "A.5.2", ARB_BLACK },
    { "case x\ntime 900\noption detection automatic\n0:00 arbiter start\n+9 white play e2e5",
      "A.5.2", ARB_WHITE },
    /* offers and claims */
    { "case x\noption draw-offers never\n0:00 arbiter start\n+9 white play e4\n"
      "+9 black move e5\n+1 black offer",
      "9.1.1", ARB_BLACK },
    { "case x\noption draw-offers never\n0:00 arbiter start\n+9 white play e4\n"
      "+9 black move e5\n+1 black offer\n+0 black press\n+1 arbiter deny draw",
      "9.1.1", NOBODY },
    { GAME "+9 white play e4\n+9 white offer", "9.1.2.1", ARB_WHITE },
    { GAME "+9 white move e4\n+0 white offer\n+0 white press\n+9 black touch e7", "9.1.2.1",
      ARB_BLACK },
    { GAME "+9 white claim fifty", "9.5.3", ARB_BLACK },
    { FINISH "0:00 arbiter start\n+9 white claim cannot-win", "III.5", ARB_WHITE },
    { FINISH "0:00 arbiter start\n+9 white claim cannot-win\n+60 arbiter decide reject", "III.5.3",
      ARB_BLACK },
    { FINISH "0:00 arbiter start\n+9 white request increment", "III.4", ARB_WHITE },
    { FINISH "0:00 arbiter start\n+9 white request increment\n+1 black decline\n"
             "+60 arbiter decide reject",
      "III.4", ARB_WHITE },
    { FINISH "0:00 arbiter start\n+9 white request increment\n+1 black decline\n"
             "+60 arbiter decide accept",
      "III.4", ARB_WHITE },
    { FINISH "0:00 arbiter start\n+9 white request increment\n+1 black decline\n"
             "+60 arbiter decide accept",
      "III.4", ARB_BLACK },
    { FINISH "option arbiter absent\n0:00 arbiter start\n+9 white claim cannot-win\n"
             "+60 arbiter decide reject",
      "III.6.2", ARB_WHITE },
    { FINISH "option arbiter absent\n0:00 arbiter start\n+9 white claim cannot-win", "III.6.1.1",
      ARB_WHITE },
    { FINISH "option arbiter absent\n0:00 arbiter start\n+9 white claim no-effort", "III.6.1.2",
      ARB_WHITE },
    /* the arbiter */
    { GAME "+9 arbiter penalty black warning", "12.9.1", ARB_BLACK },
    { GAME "+9 arbiter penalty black opponent-time 60", "12.9.2", ARB_WHITE },
    { GAME "+9 arbiter penalty black own-time 60", "12.9.3", ARB_BLACK },
    { GAME "+9 arbiter penalty black loss", "12.9.6", ARB_BLACK },
    { GAME "+9 arbiter penalty black fine 100 euros", "12.9.7", ARB_BLACK },
    { GAME "+9 arbiter penalty black exclude 2", "12.9.8", ARB_BLACK },
    { GAME "+9 arbiter penalty black expel", "12.9.9", ARB_BLACK },
    { GAME "+9 arbiter infringement black 11.5", "11.5", ARB_BLACK },
    { GAME "+9 black leave venue", "11.2.3.1", ARB_BLACK },
    { GAME "+9 white leave area", "11.2.3.2", ARB_WHITE },
    { GAME "+9 black ask 7.5", "11.9", ARB_BLACK },
};

static const named refusals[] = {
    { "case x\noption absent black\noption default-time 600\n0:00 arbiter start\n+9 black offer",
      "6.7", ARB_BLACK },
    { GAME "+9 black arrive", "6.7", ARB_BLACK },
    { "case x\n0:00 white play e4", "6.6", ARB_WHITE },
    { GAME "+9 arbiter start", "6.6", NOBODY },
    { GAME "+9 black play e5", "1.3", ARB_BLACK },
    { GAME "+9 white accept", "9.1.2.1", ARB_WHITE },
    { GAME "+9 black claim repetition", "9.2", ARB_BLACK },
    { GAME "+9 black claim fifty", "9.3", ARB_BLACK },
    { GAME "+9 white touch e2\n+9 white claim fifty", "9.4", ARB_WHITE },
    { GAME "+9 black leave area\n+9 black leave area", "11.2.3", ARB_BLACK },
    { GAME "+9 black return", "11.2.3", ARB_BLACK },
    { GAME "+9 black leave venue\n+9 black leave venue", "11.2.3", ARB_BLACK },
    { GAME "+9 arbiter flag white", "6.8", NOBODY },
    { GAME "+9 arbiter award *", "10.1", NOBODY },
    { GAME "+9 arbiter decide accept", "III.5.1", NOBODY },
    { FINISH "0:00 arbiter start\n+9 arbiter decide defer", "III.5.1", NOBODY },
    { FINISH "0:00 arbiter start\n+9 white claim cannot-win\n+9 arbiter decide defer\n"
             "+9 arbiter decide defer",
      "III.5.1", NOBODY },
    { FINISH "0:00 arbiter start\n+9 white request increment\n+60 arbiter decide reject", "III.4",
      NOBODY },
    { "case x\nedition edisu-2024\n0:00 white play e4\n+9 arbiter penalty white warning", "12.9",
      NOBODY },
    { "case x\nedition fide-2001\ntime 40/7200:3600\n0:00 arbiter start\n+9 white request "
      "increment",
      "III.4", ARB_WHITE },
    { GAME "+9 white claim cannot-win", "III.2.2", ARB_WHITE },
    { GAME "+9 arbiter resume", "6.11.3", NOBODY },
    { GAME "+9 white sign 1-0", "8.7", ARB_WHITE },
    { "case x\nedition fide-2001\ntime 1200\noption supervision full\n0:00 arbiter start\n"
      "+9 white request sheet",
      "A.4.3", ARB_WHITE },
    { GAME "+9 black press", "6.2.1", ARB_BLACK },
};

static const char *word_of(arb_colour player)
{
    return player == ARB_WHITE ? "White" : player == ARB_BLACK ? "Black" : "nobody";
}

/* Does one of the rulings name this article and this player? What was found goes to `out`. */
static bool has(char *out, size_t size, const arb_verdict *verdict, const named *wanted)
{
    size_t used = 0;

    *out = '\0';
    for (size_t i = 0; i < verdict->count + verdict->refused; i++) {
        const arb_ruling *ruling = i < verdict->count ? &verdict->ruling[i] : &verdict->refusal;
        const char *number = arb_article_number(ruling->article);
        if (strcmp(number, wanted->article) == 0 && ruling->player == wanted->player)
            return true;
        used += (size_t)snprintf(out + used, size - used, " %s %s", number,
                                 word_of((arb_colour)ruling->player));
    }
    return false;
}

static void look_at(const named *list, size_t count, bool refused)
{
    size_t wrong = 0;

    for (size_t i = 0; i < count; i++) {
        case_game it = case_game_of(list[i].game);
        char found[2048];
        if (it.verdict.refused != refused || !has(found, sizeof found, &it.verdict, &list[i])) {
            print_message("# %s\n#   %s %s expected, found:%s\n", list[i].game, list[i].article,
                          word_of(list[i].player),
                          it.verdict.refused != refused ? " the contrary" : found);
            wrong++;
        }
        case_game_free(&it);
    }
    assert_int_equal(wrong, 0);
}

static void test_rulings__name_the_player_and_the_very_article(void **state)
{
    (void)state;
    look_at(rulings, sizeof rulings / sizeof *rulings, false);
}

static void test_rulings__refusals_name_the_player_and_the_very_article(void **state)
{
    (void)state;
    look_at(refusals, sizeof refusals / sizeof *refusals, true);
}

/* What must not be among the rulings. */
static const named unsaid[] = {
    /* without a clock nobody gets time */
    { "case x\ntime none\n0:00 white move e2e5", "7.5.5", ARB_BLACK },
    { "case x\ntime none\n0:00 white claim fifty", "9.5.3", ARB_BLACK },
    /* one player's refusal is not both players' */
    { GAME "+9 arbiter infringement white 11.7", "11.8", NOBODY },
    { GAME "+9 arbiter infringement both 11.7", "11.7", ARB_WHITE },
    /* a game that ends otherwise is not ended by the rules of rapid */
    { "case x\ntime 180\n0:00 arbiter start\n+9 white resign", "B.3", NOBODY },
    { GAME "+9 white play e2e5", "A.5.2", ARB_WHITE },
    { "case x\ntime 900\noption detection automatic\n0:00 arbiter start\n+9 white play e4", "A.5.2",
      ARB_WHITE },
    { GAME "+9 white play e2e5\n+9 white play e2e5", "B.3", NOBODY },
};

static void test_rulings__nothing_more_is_said_than_the_laws_say(void **state)
{
    char found[2048];

    (void)state;
    for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++) {
        case_game it = case_game_of(unsaid[i].game);
        if (has(found, sizeof found, &it.verdict, &unsaid[i]))
            fail_msg("%s: %s was said", unsaid[i].game, unsaid[i].article);
        case_game_free(&it);
    }
}

#define HAND(position) "case x\ntime 5400\nposition " position "\n0:00 arbiter start\n"

/* A hand that leaves a move of which a part was let go is told what that was. */
static void test_rulings__a_begun_move_is_not_called_made(void **state)
{
    static const struct {
        const char *game;
        arb_code code;
    } begun[] = {
        { HAND("4k3/8/8/8/8/8/8/4K2R w K - 0 1") "+1 white touch e1\n+1 white release g1\n"
                                                 "+1 white touch h1\n+1 white release e1",
          ARB_CODE_CASTLING_BEGUN },
        { HAND("4k3/8/8/3p4/8/4N3/P7/4K3 w - - 0 1") "+1 white touch e3\n+1 white release d5\n"
                                                     "+1 white touch a2\n+1 white release a3",
          ARB_CODE_MOVE_BEGUN },
        { HAND("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1") "+1 white release b8 R\n+1 white touch e1\n"
                                                  "+1 white release e2",
          ARB_CODE_PIECE_CHOSEN },
        { HAND("4k3/P7/8/8/8/8/8/4K3 w - - 0 1") "+1 white remove a7\n+1 white release a8 Q\n"
                                                 "+1 white release b8 Q",
          ARB_CODE_MOVE_STANDS },
    };

    (void)state;
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        case_game it = case_game_of(begun[i].game);
        assert_true(it.verdict.refused);
        assert_int_equal(it.verdict.refusal.code, begun[i].code);
        case_game_free(&it);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rulings__name_the_player_and_the_very_article),
        cmocka_unit_test(test_rulings__refusals_name_the_player_and_the_very_article),
        cmocka_unit_test(test_rulings__nothing_more_is_said_than_the_laws_say),
        cmocka_unit_test(test_rulings__a_begun_move_is_not_called_made),
    };

    return cmocka_run_group_tests_name("rulings", tests, NULL, NULL);
}
