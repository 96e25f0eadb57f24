/* SPDX-License-Identifier: MIT */
/*
 * Parts of the feed by themselves: addresses, what lists tell of players, and the form of a game
 * for readers that know nothing but legal moves.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/game_pgn.h"
#include "server/hall/live_path.h"
#include "server/hall/pairings.h"
#include "support/case_game.h"

/* ---- addresses */

static void test_feed_parts__addresses(void **state)
{
    static const struct {
        const char *path;
        arb_live_kind kind;
        unsigned round, board;
    } good[] = {
        { "/live/club/tournament.json", ARB_LIVE_TOURNAMENT, 0, 0 },
        { "/live/club/round-1", ARB_LIVE_GAMES, 1, 0 },
        { "/live/club/round-1/", ARB_LIVE_GAMES, 1, 0 },
        { "/live/club/round-9999/games.pgn", ARB_LIVE_GAMES, 9999, 0 },
        { "/live/c-1/round-2/index.json", ARB_LIVE_INDEX, 2, 0 },
        { "/live/c-1/round-2/round.json", ARB_LIVE_INDEX, 2, 0 },
        { "/live/0/round-3/game-14.pgn", ARB_LIVE_GAME_PGN, 3, 14 },
        { "/live/club/round-3/game-1.json", ARB_LIVE_GAME_JSON, 3, 1 },
    };
    static const char *const bad[] = {
        "/live/",
        "/live/club",
        "/live/club/",
        "/live//round-1/games.pgn",
        "/live/Club/round-1/games.pgn",
        "/live/club/../round-1",
        "/live/cl%75b/round-1",
        "/live/club/round-0/games.pgn",
        "/live/club/round-01/games.pgn",
        "/live/club/round-/games.pgn",
        "/live/club/round-10000/games.pgn",
        "/live/club/round--1/games.pgn",
        "/live/club/round-1//",
        "/live/club/round-1/x",
        "/live/club/round-1/games.pgn/",
        "/live/club/round-1/games.pgnx",
        "/live/club/round-1/game-0.pgn",
        "/live/club/round-1/game-1",
        "/live/club/round-1/game-1.pg",
        "/live/club/round-1/game-99999.json",
        "/live/club/tournament.jsonx",
        "/live/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/round-1",
    };
    arb_live_path read;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(arb_live_path_read(&read, good[i].path, strlen(good[i].path)));
        assert_int_equal(read.kind, good[i].kind);
        assert_int_equal(read.round, good[i].round);
        assert_int_equal(read.board, good[i].board);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(arb_live_path_read(&read, bad[i], strlen(bad[i])));
    /* nothing beyond the end is looked at */
    for (size_t size = 0; size < strlen(good[4].path); size++) {
        char *cut = strndup(good[4].path, size);
        (void)arb_live_path_read(&read, cut, size);
        free(cut);
    }
}

/* ---- what lists tell of players */

static arb_pairings read_list(const char *list)
{
    arb_pairings_faults faults;
    arb_pairings out;

    assert_int_equal(arb_pairings_read(&out, &faults, list, strlen(list), 0), ARB_OK);
    return out;
}

static void assert_known(const arb_pairings *p, size_t board, arb_colour player,
                         const char *const expected[ARB_PARTICULAR_COUNT])
{
    for (unsigned i = 0; i < ARB_PARTICULAR_COUNT; i++) {
        const char *text = p->boards[board].about[player].text[i];
        if (expected[i])
            assert_string_equal(text ? text : "nothing", expected[i]);
        else
            assert_null(text);
    }
}

static void test_feed_parts__a_table_tells_who_they_are(void **state)
{
    static const char *const lists[] = {
        "Board;White title;White;White rating;White FIDE id;White federation;White team;"
        "Black;Black title;Black rating;Black fide-id;Black fed;Black team\n"
        "1;GM;Anna;2415;900001;ITA;\"The \"\"A\"\"\";Bruno;wim;0;x;it;\n",
        "scacchiera;titolo bianco;bianco;elo bianco;id fide bianco;federazione bianco;"
        "squadra bianco;nero;titolo nero\n1;g;Anna;2415;900001;ita;The \"A\";Bruno;WIM\n",
        /* as on the pages of results: what does not say of whom is White's first */
        "Bo.\tTitle\tWhite\tRtg\tFIDE-ID\tFed\tTeam\tTitle\tBlack\tRtg\n"
        "1\tGM\tAnna\t2415\t900001\tITA\tThe \"A\"\twm\tBruno\t\n",
    };
    static const char *const white[] = { "GM", "2415", "900001", "ITA", "The \"A\"" };
    static const char *const black[] = { "WIM", NULL, NULL, NULL, NULL };

    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        arb_pairings p = read_list(lists[i]);
        assert_int_equal(p.count, 1);
        assert_known(&p, 0, ARB_WHITE, white);
        assert_known(&p, 0, ARB_BLACK, black);
        arb_pairings_clear(&p);
    }
    /* a bye has nobody to be told of, and takes nothing from the board before */
    arb_pairings p = read_list("board;white;white elo;black\n1;Anna;2000;Bruno\n2;Carla;2100;\n");
    assert_int_equal(p.count, 1);
    assert_string_equal(p.boards[0].about[ARB_WHITE].text[ARB_PARTICULAR_RATING], "2000");
    arb_pairings_clear(&p);
}

/* Columns as in FIDE's TRF16: title 11-13, name 15-47, rating 49-52, federation 54-56, id 58-68. */
static void test_feed_parts__a_report_tells_who_they_are(void **state)
{
    static const char line[] = "001 %4u m%3s %-33s %4u %3s %11s 1990/01/01  0.0 %4u  %4u %c  \n";
    static const char *const white[] = { "GM", "2500", "800001", "ITA", NULL };
    static const char *const black[] = { "FM", NULL, NULL, "FRA", NULL };
    char text[1024];

    (void)state;
    size_t size = (size_t)snprintf(text, sizeof text, "012 Open\n");
    size += (size_t)snprintf(text + size, sizeof text - size, line, 1u, "GM", "Rossi, Maria", 2500u,
                             "ITA", "800001", 1u, 2u, 'w');
    (void)snprintf(text + size, sizeof text - size, line, 2u, "f", "Bianchi, Ugo", 0u, "FRA", "",
                   2u, 1u, 'b');
    arb_pairings p = read_list(text);
    assert_int_equal(p.count, 1);
    assert_string_equal(p.boards[0].white, "Rossi, Maria");
    assert_known(&p, 0, ARB_WHITE, white);
    assert_known(&p, 0, ARB_BLACK, black);
    arb_pairings_clear(&p);
}

static void test_feed_parts__tags_of_a_seat(void **state)
{
    arb_particulars known = { { NULL } };
    const char *lines;
    arb_seat_tag one;
    arb_buf out;

    (void)state;
    assert_int_equal(arb_particulars_take(&known, ARB_PARTICULAR_TEAM, "a \"b\" \\c", 8), ARB_OK);
    assert_int_equal(arb_particulars_take(&known, ARB_PARTICULAR_RATING, "4001", 4), ARB_OK);
    assert_int_equal(arb_particulars_take(&known, ARB_PARTICULAR_RATING, "12a", 3), ARB_OK);
    assert_int_equal(arb_particulars_take(&known, ARB_PARTICULAR_RATING, "1400", 4), ARB_OK);
    arb_buf_init(&out, NULL, 1000);
    assert_int_equal(arb_particulars_write(&out, &known, ARB_BLACK), ARB_OK);
    assert_string_equal(arb_buf_text(&out), "tag       BlackElo \"1400\"\n"
                                            "tag       BlackTeam \"a \\\"b\\\" \\\\c\"\n");
    lines = arb_buf_text(&out);
    assert_true(arb_seat_tag_next(&one, &lines));
    assert_string_equal(one.name, "BlackElo");
    assert_true(arb_seat_tag_next(&one, &lines));
    assert_string_equal(one.value, "a \"b\" \\c");
    assert_false(arb_seat_tag_next(&one, &lines));
    assert_null(arb_seat_tags_of(arb_buf_text(&out), "White"));
    char *same = arb_seat_tags_of(arb_buf_text(&out), "Black");
    assert_string_equal(same, arb_buf_text(&out));
    free(same);
    arb_particulars_clear(&known);
    arb_buf_clear(&out);
}

/* ---- the relay's form */

static arb_err add(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

static char *relayed(const char *text)
{
    static const arb_pgn_tag tags[] = { { "White", "A", 5, 1 }, { "Black", "B", 5, 1 } };
    case_game it = case_game_of(text);
    arb_pgn_writer *writer;
    arb_buf out;

    arb_buf_init(&out, NULL, 1 << 16);
    assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, add, &out), ARB_OK);
    assert_int_equal(arb_game_pgn_relay(writer, it.game, tags, 2), ARB_OK);
    arb_pgn_writer_free(writer);
    char *copy = strdup(arb_buf_text(&out));
    arb_buf_clear(&out);
    case_game_free(&it);
    return copy;
}

#define BEGIN "case x\nedition fide-2023\ntime 300\noption detection manual\noption play blitz\n\n"

/* The moves up to the first that is none, the clocks, and the result all the same. */
static void test_feed_parts__a_relay_stops_before_what_is_no_move(void **state)
{
    char *text = relayed(BEGIN "0:00 arbiter start\n+2 white play e2e4\n+3 black play e7e5\n"
                               "+1 white play g1g3\n+1 black play b8c6\n+5 black resign\n");

    (void)state;
    assert_non_null(strstr(text, "[Result \"1-0\"]"));
    assert_non_null(strstr(text, "1. e4 {[%clk 0:04:58]} 1... e5 {[%clk 0:04:57]} 1-0"));
    assert_null(strstr(text, "--"));
    assert_null(strstr(text, "%arb"));
    assert_null(strstr(text, "Nc6"));
    free(text);
    text = relayed(BEGIN "0:00 arbiter start\n+2 white play e2e4\n+1 black offer\n");
    assert_null(strstr(text, "%arb"));
    assert_non_null(strstr(text, "1. e4 {[%clk 0:04:58]} *"));
    free(text);
    /* not begun: its tags are there */
    text = relayed(BEGIN);
    assert_non_null(strstr(text, "[White \"A\"]"));
    assert_non_null(strstr(text, "\n\n*\n"));
    free(text);
}

/* Broadcasts take results that PGN has no sign for. */
static void test_feed_parts__a_relay_tells_every_result(void **state)
{
    char *text = relayed(
        BEGIN "0:00 arbiter start\n+2 white play e2e4\n+3 arbiter penalty white loss 1/2\n");

    (void)state;
    assert_non_null(strstr(text, "[Result \"0-1/2\"]"));
    assert_null(strstr(text, "{0-1/2}"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_feed_parts__addresses),
        cmocka_unit_test(test_feed_parts__a_table_tells_who_they_are),
        cmocka_unit_test(test_feed_parts__a_report_tells_who_they_are),
        cmocka_unit_test(test_feed_parts__tags_of_a_seat),
        cmocka_unit_test(test_feed_parts__a_relay_stops_before_what_is_no_move),
        cmocka_unit_test(test_feed_parts__a_relay_tells_every_result),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
