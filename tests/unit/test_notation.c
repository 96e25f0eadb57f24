/* SPDX-License-Identifier: MIT */
/*
 * Whole games in and out: the examples of the Laws in all their notations, and a game of sixty
 * moves in every language. The games stand in tests/notation.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/sheet.h"
#include "support/assertions.h"
#include "support/data_file.h"

enum { PLIES_MAX = 128, SHEET_SIZE = 8192 };

/* ---- example games: lines "key: text" ---- */

typedef struct example {
    unsigned count;
    char line[12][DATA_LINE_MAX];
} example;

static void add_line(void *user, unsigned number, char *text)
{
    example *ex = user;

    (void)number;
    assert_true(ex->count < sizeof ex->line / sizeof ex->line[0]);
    memcpy(ex->line[ex->count++], text, DATA_LINE_MAX);
}

static const char *value(const example *ex, const char *key)
{
    const size_t size = strlen(key);

    for (unsigned i = 0; i < ex->count; i++)
        if (strncmp(ex->line[i], key, size) == 0 && strncmp(ex->line[i] + size, ": ", 2) == 0)
            return ex->line[i] + size + 2;
    fail_msg("the example has no %s", key);
    return "";
}

static example example_of(const char *name)
{
    example ex = { .count = 0 };

    if (data_file_read(name, add_line, &ex) == 0)
        fail_msg("%s is empty", name);
    return ex;
}

/* ---- whole games ---- */

typedef struct game {
    size_t count;
    arb_move move[PLIES_MAX];
    bool draw_offer; /* with the last move */
    arb_pos last;
} game;

static void read_game(game *out, const char *text, const arb_language *language)
{
    arb_sheet sheet = { .text = text, .size = strlen(text), .language = language };
    arb_where where = { 0 };
    arb_written written;

    out->count = 0;
    out->draw_offer = false;
    out->last = arb_pos_initial();
    for (;;) {
        if (arb_sheet_next(&written, &sheet, &where) != ARB_OK)
            fail_msg("line %zu, column %zu: expected %s: %s", where.line, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN), text);
        if (written.form == ARB_FORM_NONE)
            return;
        const arb_reading reading = arb_written_in(&written, &out->last, ARB_STANDARD);
        if (reading.kind != ARB_READING_LEGAL)
            fail_msg("%s: ply %zu before \"%.12s\" is not legal, %s", language->code, out->count,
                     text + sheet.at, arb_article_number(reading.article));
        assert_true(out->count < PLIES_MAX);
        out->move[out->count++] = reading.move;
        out->draw_offer = written.draw_offer;
        arb_pos_play(&out->last, &out->last, reading.move);
    }
}

/* Writes a game with the numbers of its moves; `gap` stands after each of them. */
static void write_game(char *out, const game *g, const arb_style *style, const char *gap)
{
    arb_pos pos = arb_pos_initial();
    size_t used = 0;

    for (size_t i = 0; i < g->count; i++) {
        char text[ARB_MOVE_TEXT_SIZE];

        assert_true(arb_move_write(text, sizeof text, &pos, g->move[i], style) < sizeof text);
        if (i % 2 == 0)
            used += (size_t)snprintf(out + used, SHEET_SIZE - used, "%s%zu.%s", i > 0 ? " " : "",
                                     i / 2 + 1, gap);
        used += (size_t)snprintf(out + used, SHEET_SIZE - used, "%s%s", i % 2 ? " " : "", text);
        assert_true(used < SHEET_SIZE);
        arb_pos_play(&pos, &pos, g->move[i]);
    }
    if (g->draw_offer)
        snprintf(out + used, SHEET_SIZE - used, " (=)");
}

static void assert_moves(const game *g, const char *uci, const char *fen)
{
    char seen[1024] = "";

    for (size_t i = 0; i < g->count; i++) {
        char text[8];
        arb_uci_write(text, sizeof text, g->move[i], ARB_STANDARD);
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s%s", i > 0 ? " " : "", text);
    }
    assert_string_equal(seen, uci);
    assert_fen(&g->last, fen);
}

/* Reads `text`, which is what the game says, and writes it back letter by letter. */
static void check_both_ways(const char *text, const char *uci, const char *fen, arb_style style,
                            const char *code, const char *gap)
{
    char again[SHEET_SIZE];
    game g;

    style.language = language_of(code);
    read_game(&g, text, style.language);
    assert_moves(&g, uci, fen);
    write_game(again, &g, &style, gap);
    assert_string_equal(again, text);
}

/* Laws C.2, C.3, C.4, C.8, C.9, C.9.3, C.10.3.1, C.12, C.13, C.13.1, C.13.2, C.13.3, C.13.4 */
static void test_notation__example_of_2023_in_its_notations(void **state)
{
    const example ex = example_of("notation/example-2023.txt");
    const char *uci = value(&ex, "uci"), *fen = value(&ex, "fen");
    arb_style bare = arb_style_fide, english = arb_style_fide;
    game g;

    (void)state;
    bare.capture = ARB_CAPTURE_NONE;
    bare.check = bare.en_passant = false;
    english.en_passant = false;
    check_both_ways(value(&ex, "short-marked"), uci, fen, arb_style_fide, "it", " ");
    check_both_ways(value(&ex, "short-bare"), uci, fen, bare, "it", " ");
    check_both_ways(value(&ex, "english"), uci, fen, english, "en", "");
    read_game(&g, uci, language_of("it"));
    assert_moves(&g, uci, fen);
}

/* The long version ends with a move in the short form; we write that one long as well. */
static void test_notation__example_of_2023_in_the_long_form(void **state)
{
    const example ex = example_of("notation/example-2023.txt");
    const char *text = value(&ex, "long");
    arb_style style = arb_style_long;
    char again[SHEET_SIZE], expected[SHEET_SIZE];
    game g;

    (void)state;
    style.language = language_of("it");
    read_game(&g, text, style.language);
    assert_moves(&g, value(&ex, "uci-long"), value(&ex, "fen-long"));
    write_game(again, &g, &style, " ");
    const char *last = strstr(text, "Rb1");
    assert_non_null(last);
    snprintf(expected, sizeof expected, "%.*sRc1b1 (=)", (int)(last - text), text);
    assert_string_equal(again, expected);
}

/* Laws C.13.1, C.9.3 */
static void test_notation__example_of_2001(void **state)
{
    const example ex = example_of("notation/example-2001.txt");

    (void)state;
    check_both_ways(value(&ex, "short-marked"), value(&ex, "uci"), value(&ex, "fen"),
                    arb_style_fide, "it", "");
}

static void test_notation__the_slip_is_found_by_comparison(void **state)
{
    const example ex = example_of("notation/example-2023.txt");
    const char *one = value(&ex, "short-marked"), *other = value(&ex, "long");
    const arb_language *it = language_of("it");
    const arb_pos start = arb_pos_initial();
    arb_difference difference;

    (void)state;
    const arb_sheet a = { .text = one, .size = strlen(one), .language = it };
    const arb_sheet b = { .text = other, .size = strlen(other), .language = it };
    assert_int_equal(arb_sheet_compare(&difference, &a, &b, &start, ARB_STANDARD), ARB_OK);
    assert_true(difference.differ);
    assert_int_equal(difference.ply, 14); /* 8. White */
    assert_int_equal(arb_move_to(difference.one.move), square_of("e3"));
    assert_int_equal(arb_move_to(difference.other.move), square_of("d3"));
}

/* Puts the lines of a file together again. */
static void add_text(void *user, unsigned number, char *text)
{
    char *out = user;
    const size_t used = strlen(out);

    (void)number;
    assert_true(used + strlen(text) + 2 < SHEET_SIZE);
    snprintf(out + used, SHEET_SIZE - used, "%s%s", used > 0 ? "\n" : "", text);
}

static void check_again(const game *g, const arb_style *style)
{
    char text[SHEET_SIZE];
    game again;

    write_game(text, g, style, " ");
    read_game(&again, text, style->language);
    assert_int_equal(again.count, g->count);
    assert_memory_equal(again.move, g->move, g->count * sizeof g->move[0]);
}

/* Laws C.3 */
static void test_notation__sixty_moves_in_every_language(void **state)
{
    const arb_style ready[] = { arb_style_san,     arb_style_fide,  arb_style_long, arb_style_uci,
                                arb_style_numeric, arb_style_words, arb_style_fide };
    char text[SHEET_SIZE] = "";
    game g;

    (void)state;
    assert_int_not_equal(data_file_read("notation/sixty-moves.txt", add_text, text), 0);
    read_game(&g, text, language_of("en"));
    assert_int_equal(g.count, 120);
    for (size_t i = 0; i < arb_language_count(); i++) {
        for (size_t j = 0; j < sizeof ready / sizeof *ready; j++) {
            arb_style style = ready[j];

            style.language = arb_language_at(i);
            style.naming = j == 6 ? ARB_NAMING_FIGURINES : ARB_NAMING_LETTERS;
            check_again(&g, &style);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_notation__example_of_2023_in_its_notations),
        cmocka_unit_test(test_notation__example_of_2023_in_the_long_form),
        cmocka_unit_test(test_notation__example_of_2001),
        cmocka_unit_test(test_notation__the_slip_is_found_by_comparison),
        cmocka_unit_test(test_notation__sixty_moves_in_every_language),
    };
    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
