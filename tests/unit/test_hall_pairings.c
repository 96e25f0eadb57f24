/* SPDX-License-Identifier: MIT */
/* Pairings as people paste them: what is understood, and what is told of what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/hall/pairings.h"

static arb_pairings p;
static arb_pairings_faults faults;

static int clear(void **state)
{
    (void)state;
    arb_pairings_clear(&p);
    return 0;
}

static void understand(const char *text)
{
    arb_pairings_clear(&p);
    const arb_err err = arb_pairings_read(&p, &faults, text, strlen(text), 0);
    if (err)
        fail_msg("line %u, column %u: expected %s", faults.at[0].line, faults.at[0].column,
                 arb_pairings_text(faults.at[0].fault, ARB_LANG_EN));
}

static void assert_board(size_t i, unsigned board, const char *white, const char *black)
{
    assert_true(i < p.count);
    assert_int_equal(p.boards[i].board, board);
    assert_string_equal(p.boards[i].white, white);
    assert_string_equal(p.boards[i].black, black);
}

static void assert_refused(const char *text, unsigned line, unsigned column,
                           arb_pairings_fault fault)
{
    arb_pairings_clear(&p);
    if (arb_pairings_read(&p, &faults, text, strlen(text), 0) != ARB_SYNTAX)
        fail_msg("understood: %s", text);
    if (faults.at[0].line != line || faults.at[0].column != column || faults.at[0].fault != fault)
        fail_msg("%s: line %u, column %u: expected %s", text, faults.at[0].line,
                 faults.at[0].column, arb_pairings_code(faults.at[0].fault));
    assert_int_equal(p.count, 0);
}

static void test_pairings__all_faults_are_told_at_once(void **state)
{
    char text[4096] = "board;white;black\n";

    (void)state;
    assert_refused("1;Anna;Bruno\nx;Carla;Dino\n3;Enzo;Franca\n0;\"Gina\n5;;", 2, 1,
                   ARB_PAIRINGS_BOARD);
    assert_int_equal(faults.count, 3);
    assert_int_equal(faults.at[1].line, 4);
    assert_int_equal(faults.at[2].line, 5);
    assert_int_equal(faults.at[2].fault, ARB_PAIRINGS_WHITE);
    assert_refused("1;Anna;Bruno\n1;Carla;Dino\n1;Enzo;Franca", 2, 1, ARB_PAIRINGS_BOARD_TWICE);
    assert_int_equal(faults.count, 2);
    /* but not without end */
    for (int i = 0; i < 100; i++)
        strcat(text, "x;Anna;Bruno\n");
    assert_refused(text, 2, 1, ARB_PAIRINGS_BOARD);
    assert_int_equal(faults.count, ARB_PAIRINGS_FAULTS_MAX);
}

static void test_pairings__columns_between_signs(void **state)
{
    static const char *const texts[] = {
        "1;Anna;Bruno\n2;Carla;Dino\n",
        " 1 ; Anna ; Bruno \r\n\r\n 2. ; Carla ; Dino ;\r\n",
        "1\tAnna\tBruno\r2\tCarla\tDino",
        "1,Anna,Bruno\n2,\"Carla\",Dino",
        ("\xEF\xBB\xBF"
         "Anna;Bruno\nCarla;Dino"),
        "board;white;black\n1;Anna;Bruno\n2;Carla;Dino\n",
        "Turno 3\n\nScacchiera;Bianco;Elo;Nero;Elo\n1;Anna;1500;Bruno;1400\n2;Carla;;Dino;\n",
        "Bo.,No.,Name,Rtg,Res.,Name,Rtg,No.\n1,7,Anna,1500,,Bruno,1400,3\n2,5,Carla,1,,Dino,1,4",
        "Nero;Tavolo;Bianco\nBruno;1;Anna\nDino;2;Carla\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        understand(texts[i]);
        assert_int_equal(p.format, ARB_PAIRINGS_TABLE);
        assert_int_equal(p.count, 2);
        assert_board(0, 1, "Anna", "Bruno");
        assert_board(1, 2, "Carla", "Dino");
        assert_int_equal(p.slip_count, 0);
    }
    understand("\"1\";\"Rossi; \"\"la\"\" Anna\";Bruno");
    assert_board(0, 1, "Rossi; \"la\" Anna", "Bruno");
    understand("Tavolo;Girone;Bianco;Nero\n1;A;Anna;Bruno\n1;B;Carla;Dino");
    assert_string_equal(p.boards[1].group, "B");
}

/* Bianco, Nero, Bianchi and Neri are names of people. */
static void test_pairings__people_are_no_headings(void **state)
{
    (void)state;
    understand("1;Bianco;Nero\n2;Bianchi;Neri");
    assert_int_equal(p.count, 2);
    assert_board(0, 1, "Bianco", "Nero");
    understand("Bianco;Rossi\nVerdi;Nero");
    assert_int_equal(p.count, 2);
    assert_board(0, 1, "Bianco", "Rossi");
}

static void test_pairings__lines_of_two_names(void **state)
{
    (void)state;
    understand("1. Anna - Bruno\n2) Carla vs. Dino\n7 Enzo \xE2\x80\x93 Fabia\n"
               "Rossi, Gino - Verdi, Ida\nLia Neri-Poli contro Bye\n");
    assert_int_equal(p.format, ARB_PAIRINGS_LINES);
    assert_int_equal(p.count, 4);
    assert_board(0, 1, "Anna", "Bruno");
    assert_board(1, 2, "Carla", "Dino");
    assert_board(2, 7, "Enzo", "Fabia");
    assert_board(3, 8, "Rossi, Gino", "Verdi, Ida");
    assert_int_equal(p.bye_count, 1);
    assert_string_equal(p.byes[0].name, "Lia Neri-Poli");
}

static void test_pairings__who_has_no_opponent_has_a_bye(void **state)
{
    (void)state;
    understand("1;Anna;Bruno\n2;Carla;\n3;riposa;Dino\n4;Enzo;BYE\n");
    assert_int_equal(p.count, 1);
    assert_int_equal(p.bye_count, 3);
    assert_string_equal(p.byes[1].name, "Dino");
    assert_int_equal(p.byes[1].line, 3);
}

static void test_pairings__bytes_of_an_older_program(void **state)
{
    (void)state;
    understand("1;Nicol\xF2;Ren\xE9\n2;D\x92"
               "Amico;Z\xFC"
               "rcher");
    assert_int_equal(p.encoding, ARB_PAIRINGS_LATIN_1);
    assert_board(0, 1, "Nicol\xC3\xB2", "Ren\xC3\xA9");
    assert_board(1, 2,
                 "D\xE2\x80\x99"
                 "Amico",
                 "Z\xC3\xBCrcher");
    understand("1;Nicol\xC3\xB2;Ren\xC3\xA9");
    assert_int_equal(p.encoding, ARB_PAIRINGS_UTF_8);
}

/* What a spreadsheet calls Unicode text, of either order; half a pair is no letter. */
static void test_pairings__two_bytes_for_a_letter(void **state)
{
    static const char little[] = "\xFF\xFE"
                                 "1\0;\0N\0\xF2\0;\0\x3D\xD8\x00\xDE\n\0"
                                 "2\0;\0B\0;\0\x3D\xD8";
    static const char big[] = "\xFE\xFF"
                              "\0"
                              "1\0\t\0A\0\t\0B";

    (void)state;
    assert_int_equal(arb_pairings_read(&p, &faults, little, sizeof little - 1, 0), ARB_OK);
    assert_int_equal(p.encoding, ARB_PAIRINGS_UTF_16);
    assert_board(0, 1, "N\xC3\xB2", "\xF0\x9F\x98\x80");
    assert_board(1, 2, "B", "\xEF\xBF\xBD");
    arb_pairings_clear(&p);
    assert_int_equal(arb_pairings_read(&p, &faults, big, sizeof big - 1, 0), ARB_OK);
    assert_board(0, 1, "A", "B");
    for (size_t size = 0; size < sizeof little; size++) { /* whatever was cut off */
        arb_pairings_clear(&p);
        (void)!arb_pairings_read(&p, &faults, little, size, 0);
    }
}

static void test_pairings__slips_are_told(void **state)
{
    (void)state;
    understand("1;Luca;Anna\n2;Bruno;Luca\n");
    assert_int_equal(p.slip_count, 1);
    assert_int_equal(p.slips[0].line, 2);
    assert_int_equal(p.slips[0].fault, ARB_PAIRINGS_NAME_TWICE);
    assert_string_equal(p.slips[0].name, "Luca");
}

/* A column whose heading is not known is not read: that is said, unless it is one that is written
 * everywhere and of no use here. */
static void test_pairings__unknown_headings_are_told(void **state)
{
    (void)state;
    understand("Board;White;white fide;Result;Black\n1;Luca;2000;;Anna\n");
    assert_int_equal(p.count, 1);
    assert_int_equal(p.slip_count, 1);
    assert_int_equal(p.slips[0].line, 1);
    assert_int_equal(p.slips[0].column, 13);
    assert_int_equal(p.slips[0].fault, ARB_PAIRINGS_HEADING_UNKNOWN);
    assert_string_equal(p.slips[0].name, "white fide");
    understand("Board;White;White FIDE-ID;White Elo;Black;#;\n1;Luca;2;2000;Anna;;\n");
    assert_int_equal(p.slip_count, 0);
}

static void test_pairings__where_and_what(void **state)
{
    char lengthy[512];

    (void)state;
    assert_refused("", 1, 1, ARB_PAIRINGS_NOTHING);
    assert_refused(" \n\r\n\t\n", 1, 1, ARB_PAIRINGS_NOTHING);
    assert_refused("Anna", 1, 1, ARB_PAIRINGS_COLUMNS);
    assert_refused("1;Anna;Bruno\nx;Carla;Dino", 2, 1, ARB_PAIRINGS_BOARD);
    assert_refused("1;Anna;Bruno\n0;Carla;Dino", 2, 1, ARB_PAIRINGS_BOARD);
    assert_refused("Anna - Bruno\nCarla - Dino\nElena", 3, 1, ARB_PAIRINGS_BETWEEN);
    assert_refused("Anna - Bruno\nCarla-Dino\nEnzo - Fabia", 2, 1, ARB_PAIRINGS_BETWEEN);
    assert_refused("Rossi, Gino - Verdi, Ida\nNeri, Lia - Poli, Ugo\nElena", 3, 1,
                   ARB_PAIRINGS_BETWEEN);
    assert_refused("1;Anna;Bruno\n10000;Carla;Dino", 2, 1, ARB_PAIRINGS_BOARD);
    assert_refused("1;Anna;Bruno\n2;Carla;Dino\n1;Enzo;Fabia", 3, 1, ARB_PAIRINGS_BOARD_TWICE);
    assert_refused("1;Anna;1500;Bruno", 1, 13, ARB_PAIRINGS_HEADINGS);
    assert_refused("board;white;rival\n1;Anna;Bruno", 1, 1, ARB_PAIRINGS_HEADING_BLACK);
    assert_refused("board;opponent;black\n1;Anna;Bruno", 1, 1, ARB_PAIRINGS_HEADING_WHITE);
    assert_refused("1;Anna;Bruno\n2; ;-", 2, 4, ARB_PAIRINGS_WHITE);
    assert_refused("1;\"Anna;Bruno", 1, 3, ARB_PAIRINGS_QUOTE);
    assert_refused("1;\"Anna\" x;Bruno", 1, 10, ARB_PAIRINGS_AFTER_QUOTE);
    assert_refused("1;Ann\xC3\xA0;\x01", 1, 8, ARB_PAIRINGS_CHARACTER);
    assert_refused("board;white;black\n", 1, 1, ARB_PAIRINGS_NOTHING);
    (void)snprintf(lengthy, sizeof lengthy, "1;%0201d;Bruno", 7);
    assert_refused(lengthy, 1, 3, ARB_PAIRINGS_NAME_LONG);
}

static void test_pairings__so_many_and_no_more(void **state)
{
    enum { ROOM = 1 << 17 };
    char *text = malloc(ROOM);
    size_t size = 0;

    (void)state;
    assert_non_null(text);
    for (unsigned i = 1; i <= ARB_PAIRINGS_MAX; i++)
        size += (size_t)snprintf(text + size, ROOM - size, "%u;White %u;Black %u\n", i, i, i);
    understand(text);
    assert_int_equal(p.count, ARB_PAIRINGS_MAX);
    (void)snprintf(text + size, ROOM - size, "1001;Anna;Bruno\n");
    assert_refused(text, 1001, 6, ARB_PAIRINGS_BOARDS_MANY);
    free(text);
}

/* ---- reports */

/* A player of a report: number, name, points, and his rounds as they stand there. */
static void add_player(char *out, size_t room, unsigned number, const char *name, double points,
                       const char *rounds)
{
    const size_t at = strlen(out);
    const int wide = 33 + (int)(strlen(name) > 0 && strchr(name, '\xC3') ? 1 : 0);

    (void)snprintf(out + at, room - at, "001 %4u m    %-*s %4u ITA %11s %10s %4.1f %4u  %s\r\n",
                   number, wide, name, 1500 + number, "", "", points, number, rounds);
}

static void test_pairings__a_report_has_its_latest_round(void **state)
{
    char text[4096] = "012 Torneo di prova\r\n";

    (void)state;
    add_player(text, sizeof text, 1, "Anna", 1.5, "   3 w 1     2 b =     4 b  ");
    add_player(text, sizeof text, 2, "Bruno", 1, "   4 b =     1 w =     3 w  ");
    add_player(text, sizeof text, 3, "Carl\xC3\xA0", 1, "   1 b 0  0000 - U     2 b");
    add_player(text, sizeof text, 4, "Dino", 2, "   2 w =  0000 - H     1 w");
    add_player(text, sizeof text, 5, "Enzo", 0, "0000 - Z  0000 - Z  0000 - H");
    understand(text);
    assert_int_equal(p.format, ARB_PAIRINGS_TRF);
    assert_int_equal(p.round, 3);
    assert_string_equal(p.event, "Torneo di prova");
    assert_int_equal(p.count, 2);
    assert_board(0, 1, "Dino", "Anna");
    assert_board(1, 2, "Bruno", "Carl\xC3\xA0");
    assert_int_equal(p.bye_count, 1);
    /* an earlier one on request, and none that is not there */
    arb_pairings_clear(&p);
    assert_int_equal(arb_pairings_read(&p, &faults, text, strlen(text), 1), ARB_OK);
    assert_board(0, 1, "Dino", "Bruno");
    arb_pairings_clear(&p);
    assert_int_equal(arb_pairings_read(&p, &faults, text, strlen(text), 9), ARB_SYNTAX);
    assert_int_equal(faults.at[0].fault, ARB_PAIRINGS_ROUND);
}

static void test_pairings__a_report_that_contradicts_itself(void **state)
{
    char text[4096] = "";

    (void)state;
    add_player(text, sizeof text, 1, "Anna", 0, "   2 w  ");
    add_player(text, sizeof text, 2, "Bruno", 0, "   1 w  ");
    assert_refused(text, 1, 92, ARB_PAIRINGS_OPPONENT);
    text[0] = '\0';
    add_player(text, sizeof text, 1, "Anna", 0, "   7 w  ");
    assert_refused(text, 1, 92, ARB_PAIRINGS_OPPONENT);
    text[0] = '\0';
    add_player(text, sizeof text, 1, "Anna", 0, "   1 w  ");
    assert_refused(text, 1, 92, ARB_PAIRINGS_OPPONENT);
    text[0] = '\0';
    add_player(text, sizeof text, 1, "Anna", 0, "   2 w 1");
    add_player(text, sizeof text, 2, "Bruno", 0, "   1 b 0");
    assert_refused(text, 1, 1, ARB_PAIRINGS_ROUND);
    text[0] = '\0';
    add_player(text, sizeof text, 1, "Anna", 0, "   x w 1");
    assert_refused(text, 1, 92, ARB_PAIRINGS_ROUND_FIELD);
    text[0] = '\0';
    add_player(text, sizeof text, 1, "Anna", 0, "   2 w  ");
    add_player(text, sizeof text, 1, "Bruno", 0, "   1 b  ");
    assert_refused(text, 2, 1, ARB_PAIRINGS_NUMBER);
}

#define PAIRINGS_TEST(f) cmocka_unit_test_teardown(f, clear)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAIRINGS_TEST(test_pairings__all_faults_are_told_at_once),
        PAIRINGS_TEST(test_pairings__columns_between_signs),
        PAIRINGS_TEST(test_pairings__people_are_no_headings),
        PAIRINGS_TEST(test_pairings__lines_of_two_names),
        PAIRINGS_TEST(test_pairings__who_has_no_opponent_has_a_bye),
        PAIRINGS_TEST(test_pairings__bytes_of_an_older_program),
        PAIRINGS_TEST(test_pairings__two_bytes_for_a_letter),
        PAIRINGS_TEST(test_pairings__slips_are_told),
        PAIRINGS_TEST(test_pairings__unknown_headings_are_told),
        PAIRINGS_TEST(test_pairings__where_and_what),
        PAIRINGS_TEST(test_pairings__so_many_and_no_more),
        PAIRINGS_TEST(test_pairings__a_report_has_its_latest_round),
        PAIRINGS_TEST(test_pairings__a_report_that_contradicts_itself),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
