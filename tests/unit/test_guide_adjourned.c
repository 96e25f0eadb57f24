/* SPDX-License-Identifier: MIT */
/*
 * Adjourned games (Guidelines I) to the word: all that is said to an event, and of whom. A case
 * only asks whether something was said; here nothing else may be.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/arbitro.h"
#include "base/sha256.h"

enum { TEXT_MAX = 1 << 16 };

static arb_game *begin(const char *header)
{
    char text[512];
    arb_case_header read;
    arb_case_reader reader;
    arb_case_item item;
    arb_game *game;

    snprintf(text, sizeof text, "case a game\n%s", header);
    arb_case_reader_init(&reader, text, strlen(text));
    assert_int_equal(arb_case_next(&item, &read, &reader, NULL), ARB_OK);
    assert_int_equal(arb_game_new(&game, NULL, &read.regulations, &read.given), ARB_OK);
    return game;
}

/* What is said to the event, as it is kept: articles, codes, players, effects. */
static void hear(arb_game *game, const char *line, const char *expected)
{
    arb_verdict verdict;
    arb_event event;
    arb_buf said;

    assert_int_equal(
        arb_event_read(&event, NULL, line, strlen(line), arb_state_now(arb_game_state(game)), NULL),
        ARB_OK);
    assert_int_equal(arb_game_judge(&verdict, game, &event), ARB_OK);
    arb_buf_init(&said, NULL, TEXT_MAX);
    assert_int_equal(arb_game_transcript(&said, game), ARB_OK);
    if (expected)
        assert_string_equal(arb_buf_text(&said), expected);
    arb_buf_clear(&said);
    assert_int_equal(arb_game_commit(game), ARB_OK);
}

static void seal(arb_game *game, const char *text)
{
    char line[128];

    hear(game, "0 arbiter start", NULL);
    hear(game, "+1 arbiter adjourn", "||I.1.1 seal-requested white seal|");
    snprintf(line, sizeof line, "+1 white seal %s", text);
    hear(game, line, "||I.1.1 move-written white said|");
    hear(game, "+1 white stop", "||I.1.1 envelope-sealed white adjourn|");
}

/* Laws I.5, I.9.1, I.9.2 */
static void test_guide_adjourned__resuming(void **state)
{
    arb_game *game = begin("time 7200\noption default-time 3600\n");

    (void)state;
    seal(game, "e4");
    hear(game, "+1 arbiter continue", "||I.5 set-up - set-up|");
    hear(game, "+1 arbiter open-envelope",
         "||I.7 envelope-opened white unseal;I.9.1 sealed-move-made black run|");
    arb_game_free(game);
    game = begin("time 7200\noption default-time 3600\n");
    seal(game, "e4");
    hear(game, "+1 black leave venue", "|||");
    hear(game, "+1 arbiter continue", "||I.5 set-up - set-up;I.9.2 replier-away black run|");
    hear(game, "+1 black arrive", "|||");
    hear(game, "+1 black stop", "||I.9.2 stopped-on-arrival black stop|");
    hear(game, "+1 arbiter open-envelope",
         "||I.7 envelope-opened white unseal;I.9.2 reply-due black said|");
    arb_game_free(game);
}

/* Laws I.11 */
static void test_guide_adjourned__nobody_is_there(void **state)
{
    static const char both[] =
        "||I.5 set-up - set-up;I.9.2 replier-away black run;I.11 nobody-there black said|";
    static const char one[] = "||I.5 set-up - set-up;I.9.2 replier-away black run|";
    static const struct {
        const char *header, *expected;
        bool sealer_stays;
    } rows[] = {
        { "time 7200\noption default-time 3600\n", both, false },
        { "time 7200\noption default-time 3600\n", one, true },
        { "time 7200\n", one, false },
        { "edition fide-2001\ntime 7200\n", one, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_game *game = begin(rows[i].header);
        seal(game, "e4");
        hear(game, "+1 black leave venue", NULL);
        if (!rows[i].sealer_stays)
            hear(game, "+1 white leave venue", NULL);
        hear(game, "+1 arbiter continue", rows[i].expected);
        arb_game_free(game);
    }
    arb_game *game = begin("time 7200\noption default-time 3600\n");
    seal(game, "e4");
    hear(game, "+1 white leave venue", NULL);
    hear(game, "+1 arbiter continue", "||I.5 set-up - set-up|");
    hear(game, "+1 arbiter open-envelope", NULL);
    hear(game, "+1 black seal e5", "||I.9.3 move-written black said|");
    hear(game, "+1 black press", "||I.9.3 reply-sealed black said|");
    hear(game, "+1 white arrive", "|||");
    hear(game, "+1 arbiter open-envelope",
         "||I.7 envelope-opened black unseal;I.9.3 reply-due white said|");
    arb_game_free(game);
}

/* Laws I.8 */
static void test_guide_adjourned__what_loses(void **state)
{
    static const struct {
        const char *fen, *text, *expected;
    } rows[] = {
        { "4k2r/8/8/8/8/5N2/8/1N2K3 w - - 0 41", "Nd2",
          "||I.7 envelope-opened white unseal;I.8.1 sealed-ambiguous white result 0-1|" },
        { "4k2r/8/8/8/8/5N2/8/1N2K3 w - - 0 41", "what?",
          "||I.7 envelope-opened white unseal;I.8.2 sealed-meaningless white result 0-1|" },
        { "4k3/8/8/8/8/5N2/8/1N2K2P w - - 0 41", "what?",
          "||I.7 envelope-opened white unseal;I.8.2 sealed-meaningless white result 1/2-1/2;6.9 "
          "decided-with - cite|" },
        { "4k3/8/8/8/8/5N2/8/1N2K2P w - - 0 41", "Nd5",
          "||I.7 envelope-opened white unseal;I.8.3 sealed-illegal white result 1/2-1/2;6.9 "
          "decided-with - cite|" },
        { "7k/5Q2/8/8/8/8/8/K7 w - - 0 41", "Qg6",
          "||I.7 envelope-opened white unseal;I.9.1 sealed-move-made black run;5.2.1 stalemate "
          "black result 1/2-1/2|" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char header[256];
        snprintf(header, sizeof header, "time 7200\nposition %s\n", rows[i].fen);
        arb_game *game = begin(header);
        seal(game, rows[i].text);
        hear(game, "+1 arbiter continue", NULL);
        hear(game, "+1 arbiter open-envelope", rows[i].expected);
        arb_game_free(game);
    }
}

/* Laws I.10 */
static void test_guide_adjourned__who_is_late(void **state)
{
    static const char *const expected[] = { "||I.10 late-again white result 0-1|",
                                            "||I.10 late-again black result 1-0|",
                                            "||I.10 late-again - result 0-0|" };
    static const char *const lines[] = { "+3600 arbiter default white",
                                         "+3600 arbiter default black",
                                         "+3600 arbiter default both" };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        arb_game *game = begin("time 7200\noption default-time 3600\n");
        seal(game, "e4");
        hear(game, "+1 black leave venue", NULL);
        hear(game, "+1 white leave venue", NULL);
        hear(game, "+1 arbiter continue", NULL);
        hear(game, lines[i], expected[i]);
        arb_game_free(game);
    }
}

/* Laws I.1.2, I.13, I.14 */
static void test_guide_adjourned__charges_and_times(void **state)
{
    arb_game *game = begin("time 7200\n");

    (void)state;
    hear(game, "0 arbiter start", NULL);
    hear(game, "60 white adjourn 0:02:00", "||I.1.2 adjournment-wished white seal|");
    hear(game, "+0 white seal e4", NULL);
    hear(game, "0:02:00 white stop", "||I.1.1 envelope-sealed white adjourn|");
    hear(game, "+1 arbiter set-clock white 7000",
         "||6.10.1 clock-set white said 7000000;I.13 times-corrected white said|");
    arb_game_free(game);
    game = begin("edition edisu-2024\ntime 7200\n");
    hear(game, "0 arbiter start", NULL);
    hear(game, "+1 arbiter adjourn 0:10:00",
         "||I.5 suspended - adjourn;I.14 session-ends - said 600000|");
    hear(game, "+1 arbiter set-clock white 7000", "||6.10.1 clock-set white said 7000000|");
    hear(game, "+1 arbiter continue", "||I.5 set-up - set-up;I.5 resumed white run|");
    arb_game_free(game);
}

/* Laws I.13 */
static void test_guide_adjourned__only_the_first_move_counts(void **state)
{
    arb_game *game = begin("time 7200\noption default-time 3600\n");

    (void)state;
    seal(game, "e4");
    hear(game, "+1 white leave venue", NULL);
    hear(game, "+1 arbiter continue", NULL);
    hear(game, "+1 arbiter open-envelope", NULL);
    hear(game, "+1 black seal e5", NULL);
    hear(game, "+1 black press", NULL);
    hear(game, "+1 arbiter set-clock black 7000", "||6.10.1 clock-set black said 7000000|");
    hear(game, "+1 white arrive", NULL);
    hear(game, "+1 arbiter open-envelope", NULL);
    hear(game, "+1 arbiter set-clock white 7000",
         "||6.10.1 clock-set white said 7000000;I.13 times-corrected white said|");
    hear(game, "+1 white play Nf3", "|||");
    hear(game, "+1 arbiter set-clock white 7000", "||6.10.1 clock-set white said 7000000|");
    hear(game, "+1 arbiter adjourn", NULL);
    hear(game, "+1 black seal Nc6", NULL);
    hear(game, "+1 black stop", NULL);
    hear(game, "+1 arbiter continue", NULL);
    hear(game, "+1 arbiter set-clock white 7000",
         "||6.10.1 clock-set white said 7000000;I.13 times-corrected white said|");
    arb_game_free(game);
}

/* Laws I.1.1 */
static void test_guide_adjourned__a_salt_is_no_part_of_the_move(void **state)
{
    static const struct {
        const char *content;
        bool clear;
    } rows[] = {
        { "00112233445566778899aabbccddeeff e4", true },
        { "00112233445566778899aabbccddeeff00 e4", true },
        { "e4", true },
        { "00112233445566778899aabbccddeef e4", false },
        { "00112233445566778899aabbccddeeffe4", false },
        { "00112233445566778899aabbccddeeff", false },
        { "00112233445566778899AABBCCDDEEFF e4", false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_game *game = begin("time 7200\noption sealing page\n");
        uint8_t hash[ARB_SHA256_SIZE];
        char blob[2 * ARB_SHA256_SIZE + 16] = "blob:", line[256];
        arb_sha256(hash, rows[i].content, strlen(rows[i].content));
        for (unsigned at = 0; at < ARB_SHA256_SIZE; at++)
            snprintf(blob + 5 + 2 * at, 3, "%02x", hash[at]);
        snprintf(blob + 5 + 2 * ARB_SHA256_SIZE, 10, ":A0z9Z-_");
        seal(game, blob);
        hear(game, "+1 arbiter continue", NULL);
        snprintf(line, sizeof line, "+1 arbiter open-envelope %s", rows[i].content);
        hear(game, line,
             rows[i].clear
                 ? "||I.7 envelope-opened white unseal;I.9.1 sealed-move-made black run|"
                 : "||I.7 envelope-opened white unseal;I.8.2 sealed-meaningless white result 0-1|");
        arb_game_free(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_guide_adjourned__resuming),
        cmocka_unit_test(test_guide_adjourned__nobody_is_there),
        cmocka_unit_test(test_guide_adjourned__what_loses),
        cmocka_unit_test(test_guide_adjourned__who_is_late),
        cmocka_unit_test(test_guide_adjourned__charges_and_times),
        cmocka_unit_test(test_guide_adjourned__only_the_first_move_counts),
        cmocka_unit_test(test_guide_adjourned__a_salt_is_no_part_of_the_move),
    };

    return cmocka_run_group_tests_name("guide_adjourned", tests, NULL, NULL);
}
