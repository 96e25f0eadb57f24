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

#define KEPT "case x\ntime 5400+30\noption record kept\n0:00 arbiter start\n"
#define TROUBLE                                                                                    \
    "case x\ntime 40/7200:3600\noption record kept\ngiven counter white 38\n"                      \
    "given counter black 37\ngiven clock white 5\n"
#define FLAG_DOWN "0:00 arbiter start\n+1 white play e4\n+1 black play e5\n+10 arbiter flag white"
#define NO_EFFORT                                                                                  \
    "case x\ntime 7200\noption quickplay yes\ngiven clock white 100\ngiven clock black 900\n"
#define NO_EFFORT_CLAIMED                                                                          \
    "0:00 arbiter start\n+1 white play e4\n+1 black play e5\n+1 white claim no-effort"

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
    { GAME "+9 white play e4\n+9 white displace d2\n+5 white press", "7.4.1", ARB_WHITE },
    { "case x\noption board written\n0:00 arbiter start\n+9 white press\n+9 arbiter restore 0",
      "7.1", NOBODY },
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

#define CLAIMED_ALONE                                                                              \
    FINISH "option arbiter absent\n0:00 arbiter start\n+9 white claim cannot-win\n"
#define BLIND "case x\noption vision white:blind\n0:00 arbiter start\n"
#define FRIENDS                                                                                    \
    "case x\noption completion move\noption arbiter absent\n0:00 arbiter start\n+9 white move "    \
    "e4\n"
#define WRONG_CLAIM                                                                                \
    "||9.5.1 claim-stops-clocks white stop;9.1.2.3 claim-is-offer white offer;"                    \
    "9.5.3 claim-wrong black time 120000;9.5.3 "
#define FIFTY                                                                                      \
    "case x\nedition edisu-2024\noption fifty 75 KRB-KR\n"                                         \
    "position 8/8/4k3/3r4/8/8/2B1K2R/8 w - - "
/* White's rook has left its corner and come back, so that he may castle no more. */
#define CASTLED_NO_MORE                                                                            \
    "case x\ntime none\nposition 4k2r/8/8/8/8/8/8/4K2R w K - 0 1\n0:00 white move Rg1\n"           \
    "+1 black move Rg8\n+1 white move Rh1\n+1 black move Rh8\n"

/* All that is said to the last event, in the words in which it is kept. */
static const struct {
    const char *game, *said;
} lines[] = {
    /* the record */
    { "case x\noption board written\n0:00 arbiter start\n+9 white press\n+1 white write knight f3",
      "||C.1 other-notation white warning;8.1.1.1 no-evidence white said|" },
    { GAME "+9 black resign\n+9 white sign 1/2-1/2", "||8.7 signed-otherwise white said 1/2-1/2|" },
    { GAME "+9 black resign\n+9 white sign 1-0", "||8.7 signed white said|" },
    { GAME "+9 arbiter award 1-0\n+9 white sign 0-1\n+9 black sign 0-1",
      "||8.7 signed-otherwise black said 0-1;8.7 decided-otherwise - said 1-0|" },
    { "case x\ntime 600\n0:00 arbiter start\n+9 white play e4\n20:00 black request count",
      "||8.5 count-told black said 0|" },
    { "case x\ntime 600\n0:00 arbiter start\n+9 white request paper",
      "||A.2 paper-given white said|" },
    /* offers */
    { GAME "+9 white move e4\n+0 white offer\n+0 white withdraw offer",
      "|||!9.1.2.1 offer-not-withdrawn white said" },
    { GAME "+9 white move e4\n+0 white offer\n+0 white press\n+1 black withdraw offer",
      "|||!9.1.2.1 no-own-offer black said" },
    /* claims: a written move binds if it is legal, its piece if there is only one */
    { FIFTY "100 70\n0:00 white claim fifty",
      "||9.3 claim-wrong-only white said;9.5.3 game-goes-on white said|" },
    { FIFTY "150 90\n0:00 white claim fifty",
      "||9.3.2 raised-number white result 1/2-1/2;9.5.2 claim-correct white cite|" },
    { GAME "+9 white claim fifty", WRONG_CLAIM "game-goes-on white bind|" },
    { GAME "+9 white claim fifty e4", WRONG_CLAIM "written-move-binds white bind|" },
    { GAME "+9 white claim fifty Qe5", WRONG_CLAIM "written-piece-binds white bind|" },
    { GAME "+9 white claim fifty Ne5", WRONG_CLAIM "game-goes-on white bind|" },
    { "case x\nedition edisu-2024\n0:00 white claim fifty e4",
      "||9.3 claim-wrong-only white said;9.5.3 game-goes-on white said|" },
    /* 9.2.3.2: the pieces must have stood so three times */
    { CASTLED_NO_MORE "+1 white claim repetition",
      "||9.5.1 claim-stops-clocks white stop;9.1.2.3 claim-is-offer white offer;"
      "9.2 claim-wrong-only white said;9.5.3 game-goes-on white bind|" },
    { CASTLED_NO_MORE "+1 white move Rg1\n+1 black move Rg8\n+1 white move Rh1\n"
                      "+1 black claim repetition Rh8",
      "||9.5.1 claim-stops-clocks black stop;9.2.3.2 castling-differs - said;"
      "9.1.2.3 claim-is-offer black offer;9.2 claim-wrong-only black said;"
      "9.5.3 written-move-binds black bind|" },
    /* 9.2.3.1: it was the first time that a pawn could be captured, castling has no part in it */
    { "case x\ntime none\nposition 4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1\n0:00 white move d4\n"
      "+1 black move Kd7\n+1 white move Kd1\n+1 black move Ke8\n+1 white move Ke1\n"
      "+1 black move Kd7\n+1 white move Kd1\n+1 black move Ke8\n+1 white move Ke1\n"
      "+1 black claim repetition",
      "||9.5.1 claim-stops-clocks black stop;9.2.3.1 en-passant-differs - said;"
      "9.1.2.3 claim-is-offer black offer;9.2 claim-wrong-only black said;"
      "9.5.3 game-goes-on black bind|" },
    /* conduct */
    { GAME "+9 black leave area\n+9 black leave area", "|||!11.2.3 already-away black said" },
    { GAME "+9 black return", "|||!11.2.3 not-away black said" },
    { GAME "+9 arbiter device white in-bag",
      "||11.3.2 device-in-bag white warning;11.6 penalty-due - said|" },
    { "case x\noption device-in-bag yes\n0:00 arbiter start\n+9 arbiter device white in-bag",
      "||11.3.2.1 device-allowed white said|" },
    { GAME "+9 arbiter device white", "||11.3.2.2 device-loss white result 0-1|" },
    { GAME "+9 arbiter infringement both 11.7",
      "||11.8 both-will-not-comply - result 0-0;11.7 decided-with - cite|" },
    { GAME "+9 arbiter infringement black 11.7",
      "||11.7 infringement black warning;11.7 will-not-comply black result 1-0|" },
    { GAME "+9 arbiter infringement white 11.8",
      "||11.8 infringement white warning;11.7 will-not-comply white result 0-1|" },
    { GAME "+9 arbiter infringement white 11.7\n+9 arbiter infringement black 11.7",
      "||11.7 will-not-comply black said;11.8 both-will-not-comply black score 0;"
      "11.7 infringement black warning|" },
    { GAME "+9 white leave venue\n+9 arbiter allow leave", "||11.2.3 permitted white permit 1|" },
    { GAME "+9 black leave venue\n+9 arbiter deny leave", "||11.2.3 not-permitted black deny 2|" },
    { GAME "+9 white leave venue\n+9 black leave venue\n+9 arbiter allow leave",
      "||11.2.3 permitted - permit 3|" },
    { "case x\noption leave-report yes\n0:00 arbiter start\n+9 black leave area",
      "||11.2.4 leaving-reported black said|" },
    { "case x\nedition edisu-2024\n0:00 white play e4\n+9 arbiter device white",
      "|||!11.3.2 no-such-rule - said" },
    { GAME "+9 black appeal why\n+9 arbiter decide appeal upheld",
      "||11.10 appeal-upheld black appeal-decided|" },
    { GAME "+9 black appeal why\n+9 arbiter decide appeal dismissed",
      "||11.10 appeal-dismissed black appeal-decided|" },
    { GAME "+9 black resign\n+9 white sign 1-0\n+9 black sign 1/2-1/2",
      "||8.7 signed-otherwise black said 1/2-1/2;8.7 signatures-differ - said|" },
    /* quickplay finish */
    { FINISH "0:00 arbiter start\n+9 black request increment",
      "|||!III.4 not-having-the-move black said" },
    { FINISH "0:00 arbiter start\n+9 black claim cannot-win",
      "|||!III.5 claim-without-move black said" },
    { FINISH "0:00 arbiter start\n+9 white request increment",
      "||III.4 increment-requested white pending increment;"
      "III.4 request-is-offer white offer|" },
    { FINISH "0:00 arbiter start\n+9 white request increment\n+1 black decline\n"
             "+60 arbiter decide reject",
      "||III.4 increment-denied white said;III.4 decided - decided;III.4 play-goes-on white run|" },
    { FINISH "0:00 arbiter start\n+9 white claim cannot-win\n+60 arbiter decide defer 0",
      "||III.5.2 deferred white decided;III.5.2 play-goes-on white run|" },
    { FINISH "0:00 arbiter start\n+9 white write-position 8/8/4k3/3r4/8/8/4K2R/8",
      "|||!III.6.1 no-claim-to-support white said" },
    { CLAIMED_ALONE "+9 black write-position 8/8/4k3/3r4/8/8/4K2R/8",
      "|||!III.6.1.1 claimant-writes black said" },
    { CLAIMED_ALONE "+9 white confirm position", "|||!III.6.1.1 opponent-verifies white said" },
    { FINISH "0:00 arbiter start\n+9 white claim no-effort",
      "||III.5 quickplay-no-effort white pending quickplay|" },
    { FINISH "0:00 arbiter start\n+9 white claim cannot-win",
      "||III.5 quickplay-cannot-win white pending quickplay|" },
    { FINISH "0:00 arbiter start\n+9 white claim cannot-win\n+60 arbiter decide reject",
      "||III.5.3 quickplay-rejected white said;III.5.3 decided - decided;"
      "III.5.3 quickplay-bonus black time 120000;III.5.3 play-goes-on white run|" },
    { FINISH "0:00 arbiter start\n+9 white claim cannot-win\n+60 arbiter decide accept",
      "||III.5.1 decided - decided;III.5.1 quickplay-draw white result 1/2-1/2|" },
    { FINISH "0:00 arbiter start\n+9 white claim cannot-win\n+60 arbiter decide defer",
      "||III.5.2 quickplay-bonus black time 120000;III.5.2 deferred white decided;"
      "III.5.2 play-goes-on white run|" },
    { FINISH "0:00 arbiter start\n+9 white request increment\n+1 black decline\n"
             "+60 arbiter decide accept",
      "||III.4 increment-granted white increment 5000;III.4 quickplay-bonus black time 120000;"
      "III.4 decided - decided;III.4 play-goes-on white run|" },
    { CLAIMED_ALONE "+9 white write-position 8/8/4k3/3r4/8/8/4K2R/8",
      "||III.6.1.1 position-written white papers 1|" },
    { CLAIMED_ALONE "+9 white write-position 8/8/4k3/3r4/8/8/4K2R/8\n+9 black confirm position",
      "||III.6.1.1 position-verified black papers 3|" },
    { FINISH "option arbiter absent\n0:00 arbiter start\n+9 white claim no-effort",
      "||III.6.1.2 no-effort-ends-game white pending quickplay|" },
    { CLAIMED_ALONE "+9 white write-position 8/8/4k3/3r4/8/8/4K2R/8\n+9 black contest no",
      "||III.6.1.1 papers-contested black papers 9|" },
    { "case x\nedition fide-2001\ntime 40/7200:3600\n0:00 arbiter start\n"
      "+9 white claim cannot-win",
      "|||!III.1 no-quickplay-finish white said" },
    /* assistants */
    { GAME "+9 white appoint Anna move", "||4.9 assistant-appointed white said|" },
    { GAME "+9 white appoint Anna clock",
      "||6.2.6 assistant-appointed white said;6.2.6 clock-to-adjust white said|" },
    { "case x\ntime 7200\noption disabled black\n0:00 arbiter start\n+9 black appoint Anna clock",
      "||6.2.6 assistant-appointed black said;6.2.6 clock-not-adjusted black said|" },
    { "case x\nedition fide-2001\ntime 7200\noption disabled black\n0:00 arbiter start\n"
      "+9 black appoint Anna clock",
      "||6.2.6 assistant-appointed black said;6.2.6 clock-to-adjust black said|" },
    { "case x\ntime none\n0:00 black appoint Anna record",
      "||8.1.6 assistant-appointed black said|" },
    { "case x\noption disabled black\n0:00 arbiter start\n+9 black appoint Anna record\n"
      "+9 arbiter accept-assistant black",
      "||8.1.6 assistant-accepted black said;8.1.6 clock-not-adjusted black said|" },
    { GAME "+9 white appoint Anna clock\n+9 arbiter refuse-assistant white",
      "||6.2.6 assistant-refused white no-assistant|" },
    /* players who cannot see */
    { BLIND "+9 white announce xyzzy", "||D.2.1 not-understood white said|" },
    { BLIND "+9 white announce Bauer Eva vier", "|||" },
    { "case x\noption vision white:blind\nposition 4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1\n"
      "0:00 arbiter start\n+9 white announce Springer Eva vier",
      "||D.2.1 said-ambiguously white said|" },
    { BLIND "+9 white move Nf3\n+1 black repeat Bauer Eva vier",
      "||D.2.1 repeated-otherwise black said|" },
    { BLIND "+9 white move Nf3\n+1 black repeat Springer Eva vier",
      "||D.2.1 repeated-otherwise black said|" },
    { "case x\noption vision white:blind\nposition 8/P7/8/8/8/8/k7/4K3 w - - 0 1\n"
      "0:00 arbiter start\n+9 white announce Bauer Anna acht",
      "||D.2.1 piece-not-named white said|" },
    { BLIND "+9 white appoint Anna tell\n+9 white-assistant resign",
      "|||!D.2.10 not-for-assistants white said" },
    { BLIND "+9 white appoint Anna tell\n+9 white-assistant announce Bauer Eva vier",
      "|||!D.2.10 not-appointed white said" },
    { BLIND "+9 white tell", "|||!D.2.10 for-an-assistant white said" },
    { BLIND "+9 white play Nf3\n+9 black move e5 silent\n+1 black press",
      "||D.2.1 not-announced black said|" },
    { BLIND "+9 white move Nf3 silent\n+1 white announce Springer Hector drei\n"
            "+1 white announce Springer Felix drei",
      "||D.2.8 slip-put-right white said|" },
    { BLIND "+9 white play Nf3\n+9 black move e5 silent\n+1 black press\n"
            "+1 black announce Bauer Eva sechs",
      "||D.2.8 announced-too-late black said|" },
    { BLIND "+9 white press", "|||!D.2.4 not-made-yet white said" },
    { BLIND "+9 white execute e4", "|||!D.2.1 nothing-to-execute white said" },
    { BLIND "+9 black repeat Bauer Eva vier", "|||!D.2.1 nothing-to-repeat black said" },
    { BLIND "+9 black announce Bauer Eva fünf", "|||!D.2.1 nothing-to-announce black said" },
    { "case x\noption vision white:blind\noption boards one\n0:00 arbiter start\n"
      "+9 arbiter observe boards-differ",
      "|||!D.1 one-board - said" },
    { GAME "+9 white announce Bauer Eva vier", "|||!D.2 both-see white said" },
    { "case x\nedition edisu-2024\n0:00 white appoint Anna tell",
      "|||!D.2.10 no-such-rule white said" },
    { "case x\nedition edisu-2024\n0:00 white announce Bauer Eva vier",
      "|||!D.2 no-such-rule white said" },
    { GAME "+9 white appoint Anna tell", "|||!D.2.10 both-see white said" },
    { BLIND "+9 white appoint Anna execute clock record tell",
      "||D.2.10.1 assistant-appointed white said;D.2.10.3 assistant-appointed white said;"
      "D.2.10.4 assistant-appointed white said|" },
    { BLIND "+9 black appoint Bruno execute clock",
      "||6.2.6 assistant-appointed black said;6.2.6 clock-to-adjust black said;"
      "D.2.11 assistant-appointed black said|" },
    { BLIND "+9 white appoint Anna move clock\n+9 arbiter accept-assistant white",
      "||4.9 assistant-accepted white said;D.2.10.3 assistant-accepted white said|" },
    { BLIND "+9 white appoint Anna claim\n+9 arbiter refuse-assistant white",
      "||D.2.10.5 assistant-refused white no-assistant|" },
    { "case x\ntime 300\noption vision white:blind\n0:00 white appoint Anna tell\n"
      "+0 arbiter start\n+9 white request tell",
      "||D.2.10.4 told-moves white said 0;D.2.10.4 told-time white said 291000;"
      "D.2.10.4 told-time black said 300000|" },
    { "case x\ntime none\noption vision white:blind\n0:00 white appoint Anna tell\n"
      "+9 white request tell",
      "||D.2.10.4 told-moves white said 0|" },
    { BLIND "+9 white appoint Anna tell\n+9 white-assistant tell",
      "||D.2.10.4 told-unasked white warning|" },
    { BLIND "+9 white appoint Anna claim\n+9 white play e4\n+1 white-assistant report touch g8",
      "||D.2.10.5 touch-reported black said|" },
    { BLIND "+9 white play e4\n+1 black execute e3\n+1 white write e4\n+1 black write e4\n"
            "+1 arbiter observe boards-differ",
      "||D.2.9 board-put-right black correct-board|" },
    { BLIND "+9 white play e4\n+1 black execute e3\n+1 arbiter observe boards-differ",
      "||D.2.9 board-as-announced black correct-board|" },
    { BLIND "+9 white play e4\n+1 black execute e3\n+1 black write d4\n"
            "+1 arbiter observe boards-differ",
      "||D.2.9 sheets-differ - restore 0;D.2.9 clocks-to-set - stop|" },
    { BLIND "+9 white play e4\n+1 black execute e3\n+1 black claim boards-differ",
      "||D.2.9 board-as-announced black correct-board|" },
    { BLIND "+9 white play e4\n+1 white announce Bauer Eva drei",
      "|||!D.2.8 announcement-stands white said" },
    { BLIND "+9 white appoint Anna announce\n+9 white move Nf3 silent\n"
            "+1 white-assistant announce Springer Hector drei",
      "||D.2.1 announced-otherwise white said|" },
    { BLIND "+9 black appoint Anna announce\n+9 white move Nf3 silent\n"
            "+1 black-assistant announce Springer Hector drei",
      "||D.2.1 announced-otherwise black said|" },
    { BLIND "+9 black appoint Anna execute\n+9 white appoint Bruno tell",
      "||D.2.10.4 assistant-appointed white said;D.2.11 assistant-lapses black said|" },
    { "case x\noption vision white:blind\noption hearing black:deaf\n"
      "0:00 white appoint Anna announce\n+1 arbiter start\n+9 arbiter refuse-assistant white",
      "||D.2.10.2 assistant-refused white no-assistant;D.2.11 assistant-needed - stop|" },
    { BLIND "+9 white move Nf3 silent\n+1 white announce Springer Hector drei\n+1 white press\n"
            "+1 white write Nf3\n+1 black write Nf3\n+1 arbiter observe boards-differ",
      "|D.2.9 sheets-count - restore 0;D.2.9 board-put-right black correct-board||" },
    /* among friends */
    { FRIENDS "+1 white request takeback", "||0.2 takeback-requested white said|" },
    { FRIENDS "+1 white request takeback\n+1 black deny takeback",
      "||0.2 request-denied black said|" },
    { FRIENDS "+1 white request takeback\n+1 black allow takeback",
      "||0.2 taken-back white restore 0|" },
    { FRIENDS "+1 black request abort", "||0.2 abort-requested black said|" },
    { GAME "+9 white play e4\n+9 white request takeback", "|||!4.7 no-takeback white said" },
    /* the record */
    { KEPT "+9 white rewrite 1 e4", "|||!8.1 no-such-entry white said" },
    { KEPT "+9 white write e4 e5", "||8.1.2 written-ahead white warning|" },
    { KEPT "+9 black write P-K4 well",
      "||C.1 other-notation black warning;8.1.1.1 no-evidence black said;"
      "8.1.4 not-for-a-sheet black warning;8.1.2 written-ahead black warning|" },
    { KEPT "+9 black write e4 g8f6", "||8.1.2 written-ahead black warning|" },
    { KEPT "+9 white write e4\n+9 white play e4", "|8.1.2 written-ahead white warning||" },
    { KEPT "+9 white play e4\n+9 black play e5\n+9 white play Nf3",
      "|8.1.3 not-recorded white warning||" },
    { KEPT "+9 white move e4\n+1 white offer\n+1 white press\n+9 black play e5\n"
           "+1 black write e4 e5",
      "||8.1.5 offer-not-marked black said|" },
    { KEPT "+9 arbiter replace-sheet black", "||8.3 sheet-replaced black said|" },
    { TROUBLE "given clock black 100\n" FLAG_DOWN,
      "||6.8 flag-fallen white said;8.5.1 both-update - update 3|" },
    { TROUBLE "given clock black 1000\n" FLAG_DOWN,
      "||6.8 flag-fallen white said;8.5.2 one-updates white update 1;8.5.2 may-borrow white "
      "said|" },
    { TROUBLE "given clock black 1000\n" FLAG_DOWN "\n+1 white touch e2",
      "|||!8.5.2 sheet-first white said" },
    { TROUBLE "given clock black 100\n" FLAG_DOWN "\n+1 white write e4\n+1 black write e4",
      "||8.5.1 sheets-complete - said;8.5.1 proved white said 39;"
      "6.9 time-loss white result 0-1|" },
    { TROUBLE "given clock black 1000\n" FLAG_DOWN "\n+1 white write e4\n+1 black write e4",
      "||8.5.2 sheets-complete - said;8.5.2 proved white said 39;"
      "6.9 time-loss white result 0-1|" },
    { TROUBLE "given clock black 100\n" FLAG_DOWN "\n+1 arbiter set-clock white 60\n"
              "+1 white write e4\n+1 black write e4",
      "||8.5.1 sheets-complete white run|" },
    { TROUBLE "given clock black 1000\n" FLAG_DOWN "\n+1 arbiter set-clock white 60\n"
              "+1 white write e4\n+1 black write e4",
      "||8.5.2 sheets-complete white run|" },
    { TROUBLE "given clock black 100\n" FLAG_DOWN "\n+1 arbiter resume",
      "||8.6 not-proved white next-period 40;6.11.3 resumed white run|" },
    { TROUBLE "given clock black 100\n" FLAG_DOWN "\n+1 arbiter no-proof",
      "||8.6 not-proved white next-period 40|" },
    { TROUBLE "given clock black 100\n" FLAG_DOWN "\n+1 arbiter proved 41",
      "||8.5.3 proved white said 41;8.5.3 period-done white next-period 41|" },
    { TROUBLE "given clock black 100\n" FLAG_DOWN "\n+1 arbiter proved 39",
      "||8.5.3 proved white said 39;6.9 time-loss white result 0-1|" },
    { TROUBLE "given clock black 100\n" FLAG_DOWN "\n+1 arbiter reconstruct",
      "||8.5.3 reconstruction - reconstruct;8.5.3 time-noted white said 0;"
      "8.5.3 time-noted black said 99000;8.5.3 running-noted white said;"
      "8.5.3 count-noted white said 39;8.5.3 count-noted black said 38|" },
    { TROUBLE "edition fide-2001\ngiven clock black 100\n" FLAG_DOWN "\n+1 arbiter reconstruct",
      "||8.5.3 reconstruction - reconstruct;8.5.3 time-noted white said 0;"
      "8.5.3 time-noted black said 99000;8.5.3 count-noted white said 39;"
      "8.5.3 count-noted black said 38|" },
    { KEPT "+9 arbiter reconstruct", "|||!8.5.3 nothing-to-reconstruct - said" },
    { KEPT "+9 arbiter no-proof", "|||!8.6 nothing-to-reconstruct - said" },
    { NO_EFFORT "option record kept\noption arbiter absent\n" NO_EFFORT_CLAIMED,
      "||III.6.1.2 no-effort-ends-game white pending quickplay;"
      "III.6.1.2 sheet-has-gaps white said 1|" },
    { NO_EFFORT "option arbiter absent\n" NO_EFFORT_CLAIMED,
      "||III.6.1.2 no-effort-ends-game white pending quickplay|" },
    { NO_EFFORT "option record kept\noption arbiter absent\n" NO_EFFORT_CLAIMED
                "\n+1 arbiter decide reject",
      "||III.6.1.2 sheet-has-gaps white said 1;III.6.1.2 papers-missing white said;"
      "III.6.2 quickplay-rejected white said;III.6.2 decided - decided;"
      "III.6.2 claim-lost white result 0-1|" },
    { NO_EFFORT "option record kept\noption arbiter absent\n0:00 arbiter start\n"
                "+1 white play e4\n+1 black play e5\n+1 white claim cannot-win\n"
                "+1 arbiter decide accept",
      "||III.6.1.1 papers-missing white said;III.6.2 decided - decided;"
      "III.6.2 quickplay-draw white result 1/2-1/2|" },
    /* flags in 2001 */
    { "case x\nedition fide-2001\ntime 600\n0:00 arbiter start\n9:50 white play e4\n"
      "19:55 black play e5\n30:00 white claim flag",
      "||B.3 rules-of-rapid - said;2001:B7 own-flag-down white said;"
      "2001:B8 both-flags-down - result 1/2-1/2|" },
};

static void test_rulings__all_that_is_said(void **state)
{
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        case_game it = case_game_of(lines[i].game);
        const size_t last = arb_game_size(it.game) - 1;
        char said[2048];
        (void)arb_verdict_write(said, sizeof said, &it.verdict,
                                arb_game_event(it.game, last, NULL)->time);
        if (strcmp(said, lines[i].said) != 0) {
            print_message("# %s\n#   %s expected, found\n#   %s\n", lines[i].game, lines[i].said,
                          said);
            wrong++;
        }
        case_game_free(&it);
    }
    assert_int_equal(wrong, 0);
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

typedef struct decided {
    const char *game;
    const char *articles; /* exactly these, in the order in which they decided */
    arb_code reason;
} decided;

/* An article is named once; what a later decision has overturned decides no more. */
static const decided ends[] = {
    { GAME "+9 white resign", "5.1.2", ARB_CODE_RESIGNED },
    /* he has lost anyhow: both articles say so */
    { GAME "+9 white resign\n+9 arbiter award 0-1/2", "5.1.2 12.9.6 0.2", ARB_CODE_AWARDED },
    /* now the other one has lost */
    { GAME "+9 white resign\n+9 arbiter award 1-0", "12.9.6 0.2", ARB_CODE_AWARDED },
    { GAME "+9 white resign\n+9 arbiter award 1/2-1/2", "12.9.6 0.2", ARB_CODE_AWARDED },
    { GAME "+9 white resign\n+9 white sign 1-0\n+9 black sign 1-0", "8.7", ARB_CODE_BOTH_SIGNED },
    /* points that change the result, and the same penalty again */
    { GAME "+9 white resign\n+9 arbiter penalty black own-score 1/2", "5.1.2 12.9.5",
      ARB_CODE_SCORE_SET },
    { GAME "+9 white resign\n+9 arbiter penalty black own-score 1/2\n"
           "+9 arbiter penalty black own-score 0",
      "5.1.2 12.9.5", ARB_CODE_SCORE_SET },
    /* points that the result has given already */
    { GAME "+9 white resign\n+9 arbiter penalty white own-score 0", "5.1.2 12.9.5",
      ARB_CODE_RESIGNED },
};

/* Laws 8.7, 10.2, 11.7, 12.9 */
static void test_rulings__the_result_has_the_articles_that_decide_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        case_game it = case_game_of(ends[i].game);
        const arb_state *end = arb_game_state(it.game);
        arb_article articles[ARB_RESULT_ARTICLES_MAX];
        const size_t count = arb_state_result_articles(articles, end);
        char found[256];
        size_t used = 0;
        for (size_t k = 0; k < count; k++)
            used += (size_t)snprintf(found + used, sizeof found - used, "%s%s", k ? " " : "",
                                     arb_article_number(articles[k]));
        if (strcmp(found, ends[i].articles) != 0 || arb_state_reason(end) != ends[i].reason)
            fail_msg("%s: %s expected, found %s, %s", ends[i].game, ends[i].articles, found,
                     arb_code_word(arb_state_reason(end)));
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
        cmocka_unit_test(test_rulings__all_that_is_said),
        cmocka_unit_test(test_rulings__nothing_more_is_said_than_the_laws_say),
        cmocka_unit_test(test_rulings__the_result_has_the_articles_that_decide_it),
        cmocka_unit_test(test_rulings__a_begun_move_is_not_called_made),
    };

    return cmocka_run_group_tests_name("rulings", tests, NULL, NULL);
}
