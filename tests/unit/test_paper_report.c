/* SPDX-License-Identifier: MIT */
/* The report of a game for an appeal (11.10), and events in words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/explain.h"
#include "common/deeds.h"
#include "paper/incidents.h"
#include "support/case_game.h"
#include "support/random_events.h"
#include "support/well_formed.h"

static const arb_paper plain4 = { .html = false };

static char *report_of(const case_game *it, const arb_paper *paper)
{
    arb_buf out;
    arb_ink ink = { .out = &out };

    arb_buf_init(&out, NULL, 1 << 24);
    arb_paper_begin(&ink, paper, ARB_TEXT_PAPER_REPORTS);
    arb_incidents_write(&ink, it->game, NULL, 0, paper);
    arb_paper_end(&ink, paper);
    assert_int_equal(ink.err, ARB_OK);
    const char *fault = paper->html ? markup_fault(arb_buf_text(&out), arb_buf_size(&out))
                                    : plain_fault(arb_buf_text(&out), arb_buf_size(&out));
    if (fault)
        fail_msg("%s", fault);
    char *text = malloc(arb_buf_size(&out) + 1);
    assert_non_null(text);
    memcpy(text, arb_buf_text(&out), arb_buf_size(&out) + 1);
    arb_buf_clear(&out);
    return text;
}

/* Asserts that the words stand there in this order. */
static void assert_order(const char *text, const char *const *words)
{
    for (const char *at = text; *words; words++) {
        at = strstr(at, *words);
        if (!at)
            fail_msg("missing: %s", *words);
        at += strlen(*words);
    }
}

/* Every article that was cited is there once, in Italian words. */
static void assert_articles(const char *text)
{
    static const arb_article cited[] = { ARB_ART_5_1_2, ARB_ART_6_6, ARB_ART_7_5_1, ARB_ART_7_5_5 };

    for (size_t i = 0; i < sizeof cited / sizeof cited[0]; i++) {
        char words[64];
        (void)snprintf(words, sizeof words, "<p><strong>%s</strong> (",
                       arb_article_number(cited[i]));
        const char *at = strstr(text, words);
        assert_non_null(at);
        assert_null(strstr(at + 1, words));
        const char *says = strchr(at, ')');
        assert_non_null(says);
        assert_memory_equal(says + 2, arb_article_says(cited[i], ARB_LANG_IT), 8);
    }
}

/* Laws 11.10 */
static void test_paper_report__a_report_tells_what_happened(void **state)
{
    case_game it = case_game_of("case appeal\ntime 5400+30\noption draw-offers after:30\n\n"
                                "0:00 arbiter start\n"
                                "+5 white play e4\n"
                                "+5 black play e5\n"
                                "+5 white move f1f5\n"
                                "+1 white press\n"
                                "+9 white play Bc4\n"
                                "+5 arbiter penalty black opponent-time 60\n"
                                "+5 arbiter revoke 7 \"wrong player\"\n"
                                "+5 white accept\n"
                                "+5 black resign\n"
                                "+5 black appeal \"<b>no & never</b>\"\n");
    static const char *const order[] = {
        "Incident report",
        "draw-offers: after:30",
        "What happened",
        "Arbiter: starts the game",
        "6.6 ",
        "Play without incident: 1. \u2013 1...\n",
        "Clocks afterwards: White 1:30:55, Black 1:30:55",
        "4  0:00:15  White: makes the move f1f5\n",
        "5  0:00:16  White: presses the clock\n",
        "7.5.1 ",
        "7.5.5 ",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
        "Clocks afterwards: White 1:30:49, Black 1:32:55",
        "Play without incident: 2.\n",
        "Arbiter: imposes a penalty: Black, more time for the opponent",
        "Revoked later.",
        "Arbiter: revokes event 7 \u201cwrong player\u201d",
        "White: accepts the draw",
        "Refused:",
        "Black: resigns",
        "5.1.2 ",
        "Black: appeals: \u201c<b>no & never</b>\u201d",
        "How the game stands",
        "Result: 1-0 (5.1.2)",
        "Illegal moves: White 1, Black 0",
        "Penalties: none",
        "Appeals: Black: appeals: \u201c<b>no & never</b>\u201d",
        "Final position",
        "Moves",
        "1. e4 e5 2. Bc4",
        "Articles",
        "5.1.2 ",
        "7.5.1 ",
        "Statement of White",
        "Decision of the appeals committee",
        "Signature of the arbiter: ___",
        "Chair of the appeals committee: ___",
        "\f",
        NULL
    };
    static const arb_paper italian = { .lang = ARB_LANG_IT, .html = true, .size = ARB_PAPER_A5 };

    (void)state;
    char *text = report_of(&it, &plain4);
    assert_order(text, order);
    free(text);
    text = report_of(&it, &italian);
    assert_non_null(strstr(text, "<strong>Nero</strong>: presenta appello: "
                                 "\u201c&lt;b&gt;no &amp; never&lt;/b&gt;\u201d"));
    assert_non_null(strstr(text, "<strong>Bianco</strong>: esegue la mossa f1f5"));
    assert_non_null(strstr(text, "<p class=\"remark\">Posizione: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/"
                                 "PPPP1PPP/RNBQKBNR w KQkq - 0 2</p>"));
    assert_articles(text);
    free(text);
    case_game_free(&it);
}

/* Every verb has its words in both languages, whatever stands in its slots. */
static void test_paper_report__every_event_has_words(void **state)
{
    chance luck = chance_begin(1802);
    bool seen[ARB_VERB_COUNT] = { false };

    (void)state;
    for (unsigned round = 0; round < 20000; round++) {
        random_event made;
        arb_buf text[ARB_LANG_COUNT];
        random_event_make(&made, &luck);
        seen[made.event.verb] = true;
        for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++) {
            arb_ink ink = { .out = &text[lang] };
            arb_buf_init(&text[lang], NULL, 4096);
            arb_deed_write(&ink, &made.event, &arb_fide_2023, (arb_lang)lang);
            assert_int_equal(ink.err, ARB_OK);
            assert_true(arb_buf_size(&text[lang]) > 2);
        }
        assert_true(strcmp(arb_buf_text(&text[0]), arb_buf_text(&text[1])) != 0);
        for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++)
            arb_buf_clear(&text[lang]);
    }
    for (unsigned verb = 0; verb < ARB_VERB_COUNT; verb++)
        assert_true(seen[verb]);
}

static void assert_deed(const char *line, const char *en, const char *it)
{
    const char *const wanted[] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it };
    arb_event event;

    assert_int_equal(arb_event_read(&event, NULL, line, strlen(line), 0, NULL), ARB_OK);
    for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++) {
        arb_buf text;
        arb_ink ink = { .out = &text };
        arb_buf_init(&text, NULL, 4096);
        arb_deed_write(&ink, &event, &arb_fide_2023, (arb_lang)lang);
        assert_string_equal(arb_buf_text(&text), wanted[lang]);
        arb_buf_clear(&text);
    }
}

static void test_paper_report__events_in_words(void **state)
{
    (void)state;
    assert_deed("0:10 white touch e2 e4 together", "touches e2 e4 at the same time",
                "tocca e2 e4 contemporaneamente");
    assert_deed("0:10 black release a1 Q", "lets go of a piece on a1 (Q)",
                "lascia un pezzo in a1 (D)");
    assert_deed(
        "0:10 white claim fifty Nf3 display",
        "claims a draw by the fifty-move rule with the move Nf3 by what a screen shows",
        "richiede la patta per la regola delle cinquanta mosse con la mossa Nf3 in base a ciò "
        "che mostra uno schermo");
    assert_deed("0:10 white leave venue", "leaves the playing venue", "lascia la sede di gioco");
    assert_deed("0:10 arbiter set-clock black 0:05:00 moves 12",
                "sets a clock: Black 0:05:00 with 12 completed moves",
                "regola un orologio: Nero 0:05:00 con 12 mosse completate");
    assert_deed("0:10 arbiter compensate white -30.5",
                "gives time after a disturbance: White -30.500 s",
                "dà tempo dopo un disturbo: Bianco -30.500 s");
    assert_deed("0:10 arbiter penalty white own-score 1/2",
                "imposes a penalty: White, fewer points for the player: 0.5",
                "infligge una penalità: Bianco, meno punti al giocatore: 0.5");
    assert_deed("0:10 arbiter penalty black exclude 2",
                "imposes a penalty: Black, exclusion from rounds: 2",
                "infligge una penalità: Nero, esclusione da turni: 2");
    assert_deed("0:10 arbiter penalty black fine \"50 \\\"euro\\\"\"",
                "imposes a penalty: Black, fine \u201c50 \"euro\"\u201d",
                "infligge una penalità: Nero, multa \u201c50 \"euro\"\u201d");
    assert_deed("0:10 arbiter restore 12", "restores the position after half-move 12",
                "ripristina la posizione dopo la semimossa 12");
    assert_deed("0:10 arbiter restore unknown",
                "restores the position that is the last certain one",
                "ripristina la posizione che è l'ultima certa");
    assert_deed("0:10 arbiter allow leave white", "allows: leaving the board, White",
                "consente: di allontanarsi, Bianco");
    assert_deed("0:10 arbiter decide defer 60", "decides: put off 60 s", "decide: rinviata 60 s");
    assert_deed("0:10 arbiter device black in-bag",
                "finds an electronic device: Black in a bag, switched off",
                "trova un dispositivo elettronico: Nero in una borsa, spento");
    assert_deed("0:10 arbiter flag both", "sees a fallen flag: both",
                "vede caduta la bandierina: entrambi");
    assert_deed("0:10 arbiter observe illegal 7", "finds an illegal move (half-move 7)",
                "rileva una mossa illegale (semimossa 7)");
    assert_deed("0:10 white appoint Anna record", "names an assistant: Anna for the record",
                "nomina un assistente: Anna per la registrazione");
    assert_deed("0:10 arbiter decide appeal upheld \"yes\"",
                "decides the appeal: upheld \u201cyes\u201d",
                "decide l'appello: accolto \u201cyes\u201d");
    assert_deed("0:10 arbiter infringement both 11.5", "records a breach: both 11.5",
                "annota un'infrazione: entrambi 11.5");
    assert_deed("0:10 white sign 1-0", "signs the result 1-0", "firma il risultato 1-0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper_report__a_report_tells_what_happened),
        cmocka_unit_test(test_paper_report__every_event_has_words),
        cmocka_unit_test(test_paper_report__events_in_words),
    };
    return cmocka_run_group_tests_name("paper report", tests, NULL, NULL);
}
