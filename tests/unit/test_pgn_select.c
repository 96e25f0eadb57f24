/* SPDX-License-Identifier: MIT */
/*
 * Games are chosen as a second, slow implementation chooses them, which pulls whole games and looks
 * at the letters of their FENs: by thousands of conditions taken from random games.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/buf.h"
#include "arbitro/pgn_pull.h"
#include "arbitro/pgn_select.h"
#include "arbitro/pgn_write.h"
#include "support/failing_mem.h"
#include "support/random_positions.h"
#include "support/slow_select.h"

enum { FILES = 24, GAMES = 24, CONDITIONS = 120, TOGETHER = 3, TEXT_SIZE = 192 };

/* ---- random games */

static const char *const names[] = {
    "Carlsen, Magnus", "Polgar, Judit", "Ding Liren", "Anna", "Anand, V", "?", ""
};

static arb_err collect(void *user, const char *text, size_t size)
{
    return arb_buf_add(user, text, size);
}

static void add_tag(arb_pgn_writer *writer, const char *name, const char *value)
{
    const arb_pgn_tag tag = { name, value, strlen(name), strlen(value) };

    assert_int_equal(arb_pgn_write_tag(writer, &tag), ARB_OK);
}

static void random_date(char out[TEXT_SIZE], chance *luck)
{
    const unsigned year = 1990 + chance_below(luck, 4), month = 1 + chance_below(luck, 12);
    const unsigned day = 1 + chance_below(luck, 31), known = chance_below(luck, 8);

    if (known == 0)
        snprintf(out, TEXT_SIZE, "????.??.??");
    else if (known == 1)
        snprintf(out, TEXT_SIZE, "%04u.??.??", year);
    else if (known == 2)
        snprintf(out, TEXT_SIZE, "%04u.%02u.??", year, month);
    else
        snprintf(out, TEXT_SIZE, "%04u.%02u.%02u", year, month, day);
}

static void add_tags(arb_pgn_writer *writer, chance *luck)
{
    char text[TEXT_SIZE];

    add_tag(writer, "White", names[chance_below(luck, 7)]);
    add_tag(writer, "Black", names[chance_below(luck, 7)]);
    random_date(text, luck);
    if (chance_below(luck, 8) > 0)
        add_tag(writer, "Date", text);
    random_date(text, luck);
    if (chance_below(luck, 8) == 0)
        add_tag(writer, "UTCDate", text);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(text, sizeof text, "%u", 2000 + chance_below(luck, 800));
        if (chance_below(luck, 4) > 0)
            add_tag(writer, i == 0 ? "WhiteElo" : "BlackElo", text);
    }
    snprintf(text, sizeof text, "%c%02u", 'A' + (char)chance_below(luck, 5),
             chance_below(luck, 100));
    if (chance_below(luck, 4) > 0)
        add_tag(writer, "ECO", text);
}

/* A game, often one that ends with few pieces on the board. */
static void add_game(arb_pgn_writer *writer, chance *luck)
{
    const bool setup = chance_below(luck, 3) == 0;
    const arb_setup start = setup ? random_nonsense(luck) : arb_setup_initial();
    arb_pos pos;
    char fen[ARB_FEN_SIZE];

    if (arb_pos_from_setup(&pos, &start) != 0) /* with a fault: another one */
        pos = arb_pos_initial();
    add_tags(writer, luck);
    arb_pos_fen(fen, sizeof fen, &pos);
    if (setup)
        add_tag(writer, "FEN", fen);
    for (unsigned plies = chance_below(luck, 60); plies > 0; plies--) {
        arb_move moves[ARB_MOVES_MAX];
        const size_t count = arb_pos_moves(moves, &pos);
        if (count == 0)
            break;
        const arb_move move = moves[chance_below(luck, (unsigned)count)];
        assert_int_equal(arb_pgn_write_move(writer, &pos, move), ARB_OK);
        arb_pos_play(&pos, &pos, move);
    }
    const arb_pgn_result result = (arb_pgn_result)(ARB_PGN_RESULT_OPEN + chance_below(luck, 4));
    assert_int_equal(arb_pgn_write_end(writer, result), ARB_OK);
}

/* ---- random conditions, taken from what is in a game */

static void cut_fields(char *fen, unsigned fields)
{
    for (; *fen; fen++)
        if (*fen == ' ' && --fields == 0)
            *fen = '\0';
}

/* A placement in which some squares count less. */
static void random_gaps(char *out, const char *fen, chance *luck)
{
    char squares[65];
    size_t to = 0;

    slow_squares(squares, fen);
    for (unsigned i = 0; i < 64; i++) {
        const char c = squares[i];
        const unsigned kind = chance_below(luck, 8);
        if (i > 0 && i % 8 == 0)
            out[to++] = '/';
        out[to++] = (char)(kind == 0   ? '?'
                           : c == '.'  ? '1'
                           : kind == 1 ? '!'
                           : kind == 2 ? (c < 'a' ? 'A' : 'a')
                                       : c);
    }
    out[to] = '\0';
}

static void random_material(char *out, const char *fen, chance *luck)
{
    char sides[2][40] = { "K", "K" };
    size_t size[2] = { 1, 1 };
    const bool coloured = chance_below(luck, 2) == 0;
    const unsigned more = chance_below(luck, 4);

    for (; *fen && *fen != ' '; fen++) {
        if (!strchr("PNBRQpnbrq", *fen))
            continue;
        const unsigned side = *fen >= 'a';
        sides[side][size[side]++] = (char)(*fen >= 'a' ? *fen - 32 : *fen);
        if (more == 0 && chance_below(luck, 3) == 0)
            sides[side][size[side]++] = chance_below(luck, 2) ? '*' : '+';
    }
    sides[0][size[0]] = sides[1][size[1]] = '\0';
    for (size_t i = 0; coloured && i < size[1]; i++)
        if (sides[1][i] >= 'A')
            sides[1][i] = (char)(sides[1][i] + 32);
    const size_t length = (size_t)snprintf(out, TEXT_SIZE, "%s/%s", sides[0], sides[1]);
    if (chance_below(luck, 3) == 0)
        snprintf(out + length, TEXT_SIZE - length, ":%u", 1 + chance_below(luck, 6));
}

static void random_text(slow_condition *c, const arb_pgn_game *game, chance *luck)
{
    static const char *const players[] = { "carlsen", "MAGNUS carl",  "judit",      "=Anna",
                                           "an*",     "=anna",        "ding liren", "a",
                                           "an",      "Carlsen, Ma.", "liren D",    "car*" };
    static const char *const tags[] = { "Date>=1991.06", "Date<1992", "WhiteElo>2400",
                                        "ECO<C",         "ECO",       "White==Anna",
                                        "White!=Anna",   "ECO=b",     "Black=carl*" };
    static const char *const ecos[] = { "B", "A1-C4,E99", "D5", "B20-B99" };
    char fen[ARB_FEN_SIZE];
    const unsigned ply = chance_below(luck, (unsigned)game->ply_count + 1);

    arb_pos_fen(fen, sizeof fen, ply == 0 ? &game->start : &game->plies[ply - 1].pos);
    c->by = (arb_pgn_criterion)chance_below(luck, ARB_PGN_BY_COUNT);
    const unsigned number = chance_below(luck, 60);
    snprintf(c->text, sizeof c->text, "%u", number);
    if (c->by == ARB_PGN_BY_TAG)
        snprintf(c->text, sizeof c->text, "%s", tags[chance_below(luck, 9)]);
    else if (c->by <= ARB_PGN_BY_BLACK)
        snprintf(c->text, sizeof c->text, "%s", players[chance_below(luck, 12)]);
    else if (c->by == ARB_PGN_BY_ECO)
        snprintf(c->text, sizeof c->text, "%s", ecos[chance_below(luck, 4)]);
    else if (c->by == ARB_PGN_BY_RESULT)
        snprintf(c->text, sizeof c->text, "%s", chance_below(luck, 2) ? "white,draw" : "*");
    else if (c->by == ARB_PGN_BY_ELO_OF)
        snprintf(c->text, sizeof c->text, "%s", chance_below(luck, 2) ? "one" : "black");
    else if (c->by == ARB_PGN_BY_ELO_MIN || c->by == ARB_PGN_BY_ELO_MAX)
        snprintf(c->text, sizeof c->text, "%u", 2000 + number * 12);
    else if (c->by == ARB_PGN_BY_SINCE || c->by == ARB_PGN_BY_UNTIL)
        do
            random_date(c->text, luck);
        while (c->text[0] == '?' || strcmp(c->text + 8, "29") >= 0); /* days that exist */
    else if (c->by == ARB_PGN_BY_MATERIAL)
        random_material(c->text, fen, luck);
    if (c->by != ARB_PGN_BY_START && c->by != ARB_PGN_BY_REACHES)
        return;
    cut_fields(fen, 1 + chance_below(luck, 4));
    if (chance_below(luck, 3) == 0)
        random_gaps(c->text, fen, luck);
    else
        snprintf(c->text, sizeof c->text, "%s", fen);
    if (c->by == ARB_PGN_BY_START && chance_below(luck, 2) == 0)
        snprintf(c->text, sizeof c->text, "%s", chance_below(luck, 2) ? "standard" : "setup");
}

/* ---- both */

static uint64_t count_slowly(const char *text, size_t size, const slow_condition *conditions,
                             size_t count)
{
    const arb_pgn_game *game;
    arb_pgn_pull *pull;
    uint64_t chosen = 0;

    assert_int_equal(arb_pgn_pull_text(&pull, NULL, NULL, text, size), ARB_OK);
    while (arb_pgn_pull_next(&game, pull) == ARB_OK && game)
        chosen += slow_select(game, conditions, count);
    arb_pgn_pull_free(pull);
    return chosen;
}

static uint64_t count_fast(const char *text, size_t size, const slow_condition *conditions,
                           size_t count)
{
    arb_pgn_select *select;
    uint64_t chosen;

    assert_int_equal(arb_pgn_select_new(&select, NULL), ARB_OK);
    for (size_t i = 0; i < count; i++) {
        arb_where where = { 0 };
        if (arb_pgn_select_add(select, conditions[i].by, conditions[i].text,
                               strlen(conditions[i].text), &where) != ARB_OK)
            fail_msg("%u \"%s\": column %zu: expected %s", conditions[i].by, conditions[i].text,
                     where.column, arb_wanted_text(where.wanted, ARB_LANG_EN));
    }
    assert_int_equal(arb_pgn_select_count(&chosen, select, text, size), ARB_OK);
    arb_pgn_select_free(select);
    return chosen;
}

/* Conditions on the games of one text; how many of them fitted some games but not all. */
static unsigned compare(const char *text, size_t size, chance *luck)
{
    const arb_pgn_game *game;
    arb_pgn_pull *pull;
    unsigned telling = 0;

    assert_int_equal(arb_pgn_pull_text(&pull, NULL, NULL, text, size), ARB_OK);
    for (unsigned i = 0; i < CONDITIONS; i++) {
        slow_condition conditions[TOGETHER];
        const unsigned count = 1 + (chance_below(luck, 2) ? chance_below(luck, TOGETHER) : 0);
        if (i % (CONDITIONS / GAMES) == 0)
            assert_int_equal(arb_pgn_pull_next(&game, pull), ARB_OK);
        assert_non_null(game);
        for (unsigned j = 0; j < count; j++)
            random_text(&conditions[j], game, luck);
        const uint64_t slow = count_slowly(text, size, conditions, count);
        const uint64_t fast = count_fast(text, size, conditions, count);
        if (slow != fast)
            for (unsigned j = 0; j < count; j++)
                print_error("%u \"%s\"\n", conditions[j].by, conditions[j].text);
        assert_int_equal(slow, fast);
        telling += slow > 0 && slow < GAMES;
    }
    arb_pgn_pull_free(pull);
    return telling;
}

static void test_select__agrees_with_a_slow_second_implementation(void **state)
{
    chance luck = chance_begin(1600);
    unsigned telling = 0;

    (void)state;
    for (unsigned file = 0; file < scaled(FILES); file++) {
        arb_pgn_writer *writer;
        arb_buf text;
        arb_buf_init(&text, NULL, 1 << 24);
        assert_int_equal(arb_pgn_writer_new(&writer, NULL, NULL, collect, &text), ARB_OK);
        for (unsigned i = 0; i < GAMES; i++)
            add_game(writer, &luck);
        telling += compare(arb_buf_text(&text), arb_buf_size(&text), &luck);
        arb_pgn_writer_free(writer);
        arb_buf_clear(&text);
    }
    assert_true(telling >= scaled(FILES) * CONDITIONS / 3);
}

static arb_err select_with(const arb_mem *mem, void *user)
{
    static const slow_condition conditions[] = { { ARB_PGN_BY_PLAYER, "a" },
                                                 { ARB_PGN_BY_TAG, "ECO" },
                                                 { ARB_PGN_BY_REACHES, "8/8/8/8/8/8/8/8" } };
    static const char text[] = "1. e4 *";
    arb_pgn_select *select = NULL;
    arb_err err = arb_pgn_select_new(&select, mem);

    for (size_t i = 0; i < 3 && !err; i++)
        err = arb_pgn_select_add(select, conditions[i].by, conditions[i].text,
                                 strlen(conditions[i].text), NULL);
    if (!err)
        err = arb_pgn_select_count(user, select, text, sizeof text - 1);
    arb_pgn_select_free(select);
    return err;
}

static void test_select__survives_failing_memory(void **state)
{
    uint64_t chosen = 99;

    (void)state;
    assert_true(failing_mem_sweep(select_with, &chosen) > 5);
    assert_int_equal(chosen, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_select__agrees_with_a_slow_second_implementation),
        cmocka_unit_test(test_select__survives_failing_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
