/* SPDX-License-Identifier: MIT */
/* Scoresheets on paper (8.1, 8.7): what stands on them, their pages, and what cannot harm them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/utf8.h"
#include "paper/incidents.h"
#include "paper/sheet.h"
#include "support/case_game.h"
#include "support/random_positions.h"
#include "support/well_formed.h"

static const arb_paper a4 = { .html = true };
static const arb_paper a5 = { .html = true, .size = ARB_PAPER_A5 };
static const arb_paper plain4 = { .html = false };
static const arb_paper plain5 = { .size = ARB_PAPER_A5 };

/* ---- sheets of PGN ---- */

static void read_sheet(arb_scoresheet *sheet, const char *pgn_text, size_t size, arb_lang lang)
{
    arb_pgn *pgn;

    arb_scoresheet_init(sheet, NULL, lang);
    assert_int_equal(arb_pgn_new(&pgn, NULL, NULL), ARB_OK);
    assert_int_equal(arb_pgn_read_text(pgn, pgn_text, size, &arb_scoresheet_reader, sheet), ARB_OK);
    arb_pgn_free(pgn);
    assert_int_equal(sheet->err, ARB_OK);
}

static void write_sheet(arb_buf *out, const arb_scoresheet *sheet, const arb_paper *paper)
{
    arb_ink ink = { .out = out };

    arb_buf_init(out, NULL, 1 << 26);
    arb_paper_begin(&ink, paper, ARB_TEXT_PAPER_SHEETS);
    arb_scoresheet_write(&ink, sheet, paper);
    arb_paper_end(&ink, paper);
    assert_int_equal(ink.err, ARB_OK);
    const char *fault = paper->html ? markup_fault(arb_buf_text(out), arb_buf_size(out))
                                    : plain_fault(arb_buf_text(out), arb_buf_size(out));
    if (fault)
        fail_msg("%s", fault);
}

/* The move, with its time and offer, as "Nf3 1:29:57 (=)". */
static const char *entry(const arb_scoresheet *sheet, size_t row, arb_colour colour)
{
    static char text[256];
    const arb_cell *cell = arb_scoresheet_cell(sheet, row, colour);

    if (!cell)
        return "";
    (void)snprintf(text, sizeof text, "%s%s%s%s", arb_scoresheet_text(sheet, cell->move),
                   cell->time ? " " : "", arb_scoresheet_text(sheet, cell->time),
                   cell->offer ? " (=)" : "");
    if (cell->struck)
        (void)snprintf(text + strlen(text), sizeof text - strlen(text), " not %s",
                       arb_scoresheet_text(sheet, cell->struck));
    return text;
}

static void test_paper__times_and_offers_of_the_game_itself(void **state)
{
    static const char text[] =
        "[White \"A\"]\n\n1. e4 {[%emt 0:00:05] [%clk 1:29:55.9]} e5 {[%clk 1:29:50]} "
        "(1... c5 {[%clk 0:00:01] (=)} 2. Nf3) 2. Nf3 {a comment} Nc6 {[%arb offer]} "
        "3. Bb5 {[%clk 1:20:00] (=)} a6 1/2-1/2\n";
    arb_scoresheet sheet;

    (void)state;
    read_sheet(&sheet, text, strlen(text), ARB_LANG_IT);
    assert_int_equal(arb_scoresheet_moves(&sheet), 3);
    assert_string_equal(entry(&sheet, 0, ARB_WHITE),
                        "e4 1:29:55"); /* the clock, not the time used */
    assert_string_equal(entry(&sheet, 0, ARB_BLACK), "e5 1:29:50"); /* not that of the variation */
    assert_string_equal(entry(&sheet, 1, ARB_WHITE), "Cf3");
    assert_string_equal(entry(&sheet, 1, ARB_BLACK), "Cc6 (=)");
    assert_string_equal(entry(&sheet, 2, ARB_WHITE), "Ab5 1:20:00 (=)");
    assert_string_equal(entry(&sheet, 2, ARB_BLACK), "a6");
    assert_string_equal(entry(&sheet, 3, ARB_WHITE), "");
    assert_string_equal(arb_scoresheet_text(&sheet, sheet.result), "1/2-1/2");
    assert_false(sheet.spent);
    arb_scoresheet_clear(&sheet);
}

static void test_paper__what_is_unknown_is_room_to_write(void **state)
{
    static const char text[] = "[Event \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[Site \"\"]\n"
                               "[White \"?\"]\n[Black \"B\"]\n[Result \"*\"]\n\n*\n";
    arb_scoresheet sheet;
    arb_buf out;

    (void)state;
    read_sheet(&sheet, text, strlen(text), ARB_LANG_EN);
    for (unsigned i = 0; i < ARB_FIELD_COUNT; i++)
        assert_int_equal(sheet.field[i] > 0, i == ARB_FIELD_BLACK);
    assert_int_equal(sheet.result, 0);
    write_sheet(&out, &sheet, &plain4);
    assert_non_null(strstr(arb_buf_text(&out), "\nWhite: ____"));
    assert_non_null(strstr(arb_buf_text(&out), "\nBlack: B "));
    arb_buf_clear(&out);
    arb_scoresheet_clear(&sheet);
}

static void test_paper__a_game_from_a_position(void **state)
{
    static const char text[] = "[FEN \"8/P7/8/8/8/5k2/7p/K7 b - - 0 57\"]\n[SetUp \"1\"]\n\n"
                               "57... h1=Q+ 58. Kb2 Qg2+ *\n";
    static const char fischer[] =
        "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
        "[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. Nf3 *\n";
    arb_scoresheet sheet;
    arb_buf out;

    (void)state;
    read_sheet(&sheet, text, strlen(text), ARB_LANG_EN);
    assert_int_equal(sheet.first, 57);
    assert_string_equal(entry(&sheet, 0, ARB_WHITE), "\u2026");
    assert_string_equal(entry(&sheet, 0, ARB_BLACK), "h1Q+");
    assert_string_equal(entry(&sheet, 1, ARB_WHITE), "Kb2");
    write_sheet(&out, &sheet, &a4);
    assert_non_null(strstr(arb_buf_text(&out), "8/P7/8/8/8/5k2/7p/K7 b - - 0 57"));
    assert_null(strstr(arb_buf_text(&out), "class=\"notes\"")); /* there are none */
    assert_int_equal(markup_count(arb_buf_text(&out), "figure"), 1);
    arb_buf_clear(&out);
    arb_scoresheet_clear(&sheet);

    read_sheet(&sheet, fischer, strlen(fischer), ARB_LANG_EN);
    write_sheet(&out, &sheet, &a5);
    assert_non_null(strstr(arb_buf_text(&out), "Chess960: 0<"));
    arb_buf_clear(&out);
    write_sheet(&out, &sheet, &plain4);
    assert_non_null(strstr(arb_buf_text(&out), " (Chess960: 0)\n"));
    arb_buf_clear(&out);
    arb_scoresheet_clear(&sheet);
}

/* ---- pages ---- */

/* A game of so many moves of either side, in which two knights go to and fro. */
static void write_game(arb_buf *out, size_t plies)
{
    static const char *const moves[] = { "Nf3", "Nf6", "Ng1", "Ng8" };

    arb_buf_init(out, NULL, 1 << 24);
    for (size_t i = 0; i < plies; i++)
        assert_int_equal(arb_buf_add_format(out, "%s ", moves[i % 4]), ARB_OK);
    assert_int_equal(arb_buf_add_text(out, "*\n"), ARB_OK);
}

/* Each number from 1 to `moves` stands in one row, and no other but in empty ones. */
static void check_rows(const char *text, size_t moves, size_t rows)
{
    assert_int_equal(markup_count(text, "tr"), rows + markup_count(text, "table"));
    for (size_t i = 1; i <= rows; i++) {
        char row[64];
        (void)snprintf(row, sizeof row, "<tr><th scope=\"row\">%zu</th><td>%s", i,
                       i > moves ? "<" : "N");
        const char *at = strstr(text, row);
        assert_non_null(at);
        assert_null(strstr(at + 1, row));
    }
}

static void test_paper__long_games_take_several_pages(void **state)
{
    static const struct {
        size_t plies, a4, a5, plain5;
    } games[] = { { 0, 1, 1, 1 },    { 1, 1, 1, 1 },   { 50, 1, 1, 1 },  { 51, 1, 1, 2 },
                  { 100, 1, 1, 2 },  { 101, 1, 2, 3 }, { 120, 1, 2, 3 }, { 121, 2, 2, 3 },
                  { 600, 5, 6, 12 }, { 601, 6, 7, 13 } };

    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        const size_t moves = (games[i].plies + 1) / 2;
        arb_buf pgn, out;
        arb_scoresheet sheet;
        write_game(&pgn, games[i].plies);
        read_sheet(&sheet, arb_buf_text(&pgn), arb_buf_size(&pgn), ARB_LANG_EN);
        write_sheet(&out, &sheet, &a4);
        assert_int_equal(markup_count(arb_buf_text(&out), "section"), games[i].a4);
        assert_int_equal(markup_count(arb_buf_text(&out), "footer"), 1); /* on the last (8.7) */
        check_rows(arb_buf_text(&out), moves, 60 * games[i].a4);
        arb_buf_clear(&out);
        write_sheet(&out, &sheet, &a5);
        assert_int_equal(markup_count(arb_buf_text(&out), "section"), games[i].a5);
        check_rows(arb_buf_text(&out), moves, 50 * games[i].a5);
        arb_buf_clear(&out);
        write_sheet(&out, &sheet, &plain5);
        size_t feeds = 0;
        for (const char *at = arb_buf_text(&out); *at; at++)
            feeds += *at == '\f';
        assert_int_equal(feeds, games[i].plain5);
        arb_buf_clear(&out);
        arb_scoresheet_clear(&sheet);
        arb_buf_clear(&pgn);
    }
}

/* No line is longer than the paper, and none ends in blanks. */
static void check_lines(const char *text, size_t width)
{
    for (size_t size; *text; text += size + (text[size] == '\n')) {
        size = strcspn(text, "\n");
        const size_t from = *text == '\f';
        assert_true(arb_utf8_count(text + from, size - from) <= width);
        assert_true(size == 0 || text[size - 1] != ' ');
    }
}

static void test_paper__lines_of_plain_text_fit(void **state)
{
    static const char text[] =
        "[Event \"Torneo\"]\n[White \"Bianchi\"]\n[Black \"Neri\"]\n\n"
        "1. e4 {[%clk 1:30:00]} e5 {[%clk 1:30:00] (=)} 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *\n";
    static const arb_paper italian = { .lang = ARB_LANG_IT };
    arb_scoresheet sheet;
    arb_buf out;

    (void)state;
    read_sheet(&sheet, text, strlen(text), ARB_LANG_IT);
    for (int blank = 0; blank < 2; blank++) {
        sheet.blank = blank;
        write_sheet(&out, &sheet, &italian);
        check_lines(arb_buf_text(&out), 80);
        assert_int_equal(strstr(arb_buf_text(&out), "Axc6") == NULL, blank);
        arb_buf_clear(&out);
        write_sheet(&out, &sheet, &plain5);
        check_lines(arb_buf_text(&out), 56);
        arb_buf_clear(&out);
    }
    arb_scoresheet_clear(&sheet);
}

/* ---- what people write ---- */

/* Text of the worst kinds, without what ends a tag of PGN. */
static size_t hostile(char *out, size_t most, chance *luck)
{
    static const char *const words[] = { "<script>", "</td>",        "&",      "&lt;",
                                         "'",        "-->",          "]]>",    "\xe8",
                                         "\x1b[31m", "\u202e",       "\ufffe", "\xf0\x9f\x99\x82",
                                         "\x7f",     "onload=",      "A",      "\xc2\x85",
                                         "<!--",     "\xed\xa0\x80", ">",      " " };
    size_t size = 0;

    for (unsigned count = 1 + chance_below(luck, 12); count > 0; count--) {
        const char *word = words[chance_below(luck, sizeof words / sizeof words[0])];
        if (size + strlen(word) >= most)
            break;
        memcpy(out + size, word, strlen(word));
        size += strlen(word);
    }
    return size;
}

static size_t count_tags(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += *text == '<';
    return count;
}

static void test_paper__nothing_that_people_write_becomes_markup(void **state)
{
    chance luck = chance_begin(1801);
    size_t tags = 0;

    (void)state;
    for (unsigned round = 0; round < scaled(400); round++) {
        arb_scoresheet sheet;
        char value[512];
        arb_buf out;
        arb_scoresheet_init(&sheet, NULL, ARB_LANG_EN);
        for (unsigned i = 0; i < 10; i++) {
            static const char *const names[] = { "Event",    "Site",      "Date",  "Round",
                                                 "Board",    "White",     "Black", "TimeControl",
                                                 "WhiteElo", "BlackTitle" };
            const arb_pgn_tag tag = { names[i], value, strlen(names[i]),
                                      hostile(value, sizeof value, &luck) };
            arb_scoresheet_tag(&sheet, &tag);
        }
        for (unsigned i = 0; i < 20; i++) {
            arb_scoresheet_add(&sheet, value, hostile(value, sizeof value, &luck));
            arb_scoresheet_time(&sheet, value, hostile(value, sizeof value, &luck));
        }
        arb_scoresheet_note(&sheet, value, hostile(value, sizeof value, &luck));
        write_sheet(&out, &sheet, &a4);
        tags = tags ? tags : count_tags(arb_buf_text(&out));
        assert_int_equal(count_tags(arb_buf_text(&out)), tags);
        arb_buf_clear(&out);
        write_sheet(&out, &sheet, &plain5);
        arb_buf_clear(&out);
        arb_scoresheet_clear(&sheet);
    }
}

static void test_paper__latin_1_is_read_as_such(void **state)
{
    static const char text[] = "[White \"Pel\xe9\"]\n[Black \"Müller\"]\n\n*\n";
    arb_scoresheet sheet;

    (void)state;
    read_sheet(&sheet, text, strlen(text), ARB_LANG_EN);
    assert_string_equal(arb_scoresheet_text(&sheet, sheet.field[ARB_FIELD_WHITE]), "Pelé");
    assert_string_equal(arb_scoresheet_text(&sheet, sheet.field[ARB_FIELD_BLACK]), "Müller");
    arb_scoresheet_clear(&sheet);
}

/* ---- words ---- */

static void assert_words(void (*write)(arb_ink *, const char *, size_t, arb_lang), const char *tag,
                         const char *en, const char *it)
{
    const char *const wanted[] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it };

    for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++) {
        arb_buf text;
        arb_ink ink = { .out = &text };
        arb_buf_init(&text, NULL, 1000);
        write(&ink, tag, strlen(tag), (arb_lang)lang);
        assert_int_equal(ink.err, ARB_OK);
        assert_string_equal(arb_buf_text(&text), wanted[lang]);
        arb_buf_clear(&text);
    }
}

static void test_paper__dates_and_time_controls(void **state)
{
    (void)state;
    assert_words(arb_paper_date, "2024.05.31", "2024-05-31", "31/05/2024");
    assert_words(arb_paper_date, "2024.05.??", "2024-05", "05/2024");
    assert_words(arb_paper_date, "2024.??.??", "2024", "2024");
    assert_words(arb_paper_date, "????.??.??", "", "");
    assert_words(arb_paper_date, "last spring", "last spring", "last spring");
    assert_words(arb_paper_control, "5400+30", "90 min + 30 s", "90 min + 30 s");
    assert_words(arb_paper_control, "40/5400+30:1800+30",
                 "40 moves in 90 min + 30 s, then 30 min + 30 s",
                 "40 mosse in 90 min + 30 s, poi 30 min + 30 s");
    assert_words(arb_paper_control, "300d3", "5 min, with a delay of 3 s",
                 "5 min, con un ritardo di 3 s");
    assert_words(arb_paper_control, "90", "1 min 30 s", "1 min 30 s");
    assert_words(arb_paper_control, "45", "45 s", "45 s");
    assert_words(arb_paper_control, "0.5", "0.500 s", "0.500 s");
    assert_words(arb_paper_control, "sandclock", "sandclock", "sandclock");
    assert_words(arb_paper_control, "-", "", "");
}

/* ---- what was written at the board ---- */

static const char written[] = "case sheets\ntime 5400+30\n\n"
                              "0:00 arbiter start\n"
                              "+5 white play e4\n"
                              "+1 white write \"1. e4 [1:29]\"\n"
                              "+5 black play e5\n"
                              "+1 black write \"e4 e5 (=)\"\n"
                              "+1 white write e5?\n"
                              "+1 black offer\n"
                              "+1 arbiter write \"e4 e5 claim\"\n"
                              "+1 white write \"claim repetition with 2. Nf3\"\n";

static void fill_sheet(arb_scoresheet *sheet, const case_game *it, arb_scoresheet_owner owner)
{
    arb_scoresheet_init(sheet, NULL, ARB_LANG_EN);
    sheet->owner = owner;
    arb_scoresheet_fill(sheet, it->game, NULL, 0);
    assert_int_equal(sheet->err, ARB_OK);
}

/* Laws 8.1 */
static void test_paper__a_sheet_is_as_its_owner_wrote_it(void **state)
{
    case_game it = case_game_of(written);
    arb_scoresheet sheet;

    (void)state;
    fill_sheet(&sheet, &it, ARB_OWNER_WHITE);
    assert_string_equal(entry(&sheet, 0, ARB_WHITE), "e4 1:29");
    assert_string_equal(entry(&sheet, 0, ARB_BLACK), "e5?");
    assert_int_equal(arb_scoresheet_moves(&sheet), 1);
    assert_string_equal(arb_buf_text(&sheet.notes), "claim repetition with 2. Nf3");
    for (unsigned i = 0; i < 2; i++) {
        arb_buf out;
        write_sheet(&out, &sheet, i == 0 ? &a4 : &plain4);
        assert_non_null(strstr(arb_buf_text(&out), "Notes: claim repetition with 2. Nf3"));
        arb_buf_clear(&out);
    }
    assert_string_equal(arb_scoresheet_text(&sheet, sheet.field[ARB_FIELD_TIME_CONTROL]),
                        "5400+30");
    arb_scoresheet_clear(&sheet);
    fill_sheet(&sheet, &it, ARB_OWNER_BLACK);
    assert_string_equal(entry(&sheet, 0, ARB_WHITE), "e4");
    assert_string_equal(entry(&sheet, 0, ARB_BLACK), "e5 (=)");
    arb_scoresheet_clear(&sheet);
    fill_sheet(&sheet, &it, ARB_OWNER_ARBITER);
    assert_string_equal(entry(&sheet, 0, ARB_BLACK), "e5");
    assert_string_equal(arb_buf_text(&sheet.notes), "claim");
    arb_scoresheet_clear(&sheet);
    case_game_free(&it);
}

/* Laws 8.1: what is corrected stays in its row, and the old entry can be seen; what is no move has
 * no row. */
static void test_paper__corrected_entries_keep_their_rows(void **state)
{
    case_game it =
        case_game_of("case sheets\noption record kept\n0:00 arbiter start\n+1 white play e4\n"
                     "+1 black play d5\n+1 white play exd5\n+1 black play c5\n+1 white play dxc6\n"
                     "+1 white write 1.e4 2.exd5\n+1 white rewrite 2 1... d5(=)\n"
                     "+1 white write think 2… c5 3.dc6 e.p. (=) 0:59 1-0\n+1 white rewrite 5 c5\n");
    arb_scoresheet sheet;
    arb_buf out;

    (void)state;
    fill_sheet(&sheet, &it, ARB_OWNER_WHITE);
    assert_string_equal(entry(&sheet, 0, ARB_WHITE), "e4");
    assert_string_equal(entry(&sheet, 0, ARB_BLACK), "d5 (=)");
    assert_string_equal(entry(&sheet, 1, ARB_WHITE), "exd5");
    assert_string_equal(entry(&sheet, 1, ARB_BLACK), "c5 not c5");
    assert_string_equal(entry(&sheet, 2, ARB_WHITE), "dc6 e.p. 0:59 (=)");
    assert_int_equal(arb_scoresheet_moves(&sheet), 3);
    assert_string_equal(arb_buf_text(&sheet.notes), "think");
    write_sheet(&out, &sheet, &a4);
    assert_non_null(strstr(arb_buf_text(&out), "<s>c5</s> c5"));
    arb_buf_clear(&out);
    arb_scoresheet_clear(&sheet);
    case_game_free(&it);
}

/* Laws 9.1.2.1, 6.2.1: offers and clocks are those of the game. */
static void test_paper__the_sheet_of_a_game(void **state)
{
    case_game it = case_game_of(written);
    arb_scoresheet sheet;

    (void)state;
    fill_sheet(&sheet, &it, ARB_OWNER_GAME);
    assert_string_equal(entry(&sheet, 0, ARB_WHITE), "e4 1:30:55");
    assert_string_equal(entry(&sheet, 0, ARB_BLACK), "e5 1:30:54 (=)");
    assert_int_equal(sheet.result, 0);
    arb_scoresheet_clear(&sheet);
    case_game_event(&it, "+5 white resign");
    fill_sheet(&sheet, &it, ARB_OWNER_GAME);
    assert_string_equal(arb_scoresheet_text(&sheet, sheet.result), "0-1");
    arb_scoresheet_clear(&sheet);
    case_game_free(&it);
}

/* ---- limits ---- */

static void test_paper__what_does_not_fit_is_an_error(void **state)
{
    case_game it = case_game_of(written);
    arb_scoresheet sheet;

    (void)state;
    fill_sheet(&sheet, &it, ARB_OWNER_GAME);
    for (size_t i = 0; i < 2; i++) {
        const arb_paper *paper = i == 0 ? &a4 : &plain5;
        size_t whole = SIZE_MAX;
        for (size_t limit = 1 << 20; limit > 0;
             limit = limit > 1 << 17 ? 1 << 17 : limit * 9 / 10) {
            arb_buf out;
            arb_ink ink = { .out = &out };
            arb_buf_init(&out, NULL, limit);
            arb_scoresheet_write(&ink, &sheet, paper);
            arb_incidents_write(&ink, it.game, NULL, 0, paper);
            whole = whole == SIZE_MAX ? arb_buf_size(&out) : whole;
            assert_int_equal(ink.err, limit < whole ? ARB_RANGE : ARB_OK);
            arb_buf_clear(&out);
        }
        assert_true(whole > 2000);
    }
    arb_scoresheet_clear(&sheet);
    case_game_free(&it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper__times_and_offers_of_the_game_itself),
        cmocka_unit_test(test_paper__what_is_unknown_is_room_to_write),
        cmocka_unit_test(test_paper__a_game_from_a_position),
        cmocka_unit_test(test_paper__long_games_take_several_pages),
        cmocka_unit_test(test_paper__lines_of_plain_text_fit),
        cmocka_unit_test(test_paper__nothing_that_people_write_becomes_markup),
        cmocka_unit_test(test_paper__latin_1_is_read_as_such),
        cmocka_unit_test(test_paper__dates_and_time_controls),
        cmocka_unit_test(test_paper__a_sheet_is_as_its_owner_wrote_it),
        cmocka_unit_test(test_paper__corrected_entries_keep_their_rows),
        cmocka_unit_test(test_paper__the_sheet_of_a_game),
        cmocka_unit_test(test_paper__what_does_not_fit_is_an_error),
    };
    return cmocka_run_group_tests_name("paper", tests, NULL, NULL);
}
