/* SPDX-License-Identifier: MIT */
/* Case files: what a reader finds in them, what is written reads back, and what cannot harm it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/chess960.h"
#include "support/case_game.h"
#include "support/failing_mem.h"
#include "support/random_positions.h"

/* Reads a text to its end; the kinds of its items as letters: B, E, X for an expectation. */
static void assert_items(const char *text, const char *expected)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_where where;
    char seen[64] = "";

    arb_case_reader_init(&reader, text, strlen(text));
    for (;;) {
        if (arb_case_next(&item, &header, &reader, &where))
            fail_msg("%zu:%zu: expected %s", where.line, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN));
        if (item.kind == ARB_CASE_END)
            break;
        const size_t length = strlen(seen);
        assert_true(length + 1 < sizeof seen);
        seen[length] = item.kind == ARB_CASE_BEGIN ? 'B' : item.kind == ARB_CASE_EVENT ? 'E' : 'X';
        seen[length + 1] = '\0';
    }
    assert_string_equal(seen, expected);
}

static arb_case_header header_of(const char *text)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_where where;

    arb_case_reader_init(&reader, text, strlen(text));
    if (arb_case_next(&item, &header, &reader, &where))
        fail_msg("%zu:%zu: expected %s", where.line, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
    assert_int_equal(item.kind, ARB_CASE_BEGIN);
    return header;
}

static void test_case__lines_comments_and_blanks(void **state)
{
    (void)state;
    assert_items("case a", "B");
    assert_items("case a\n0:00 arbiter start\n+1 white move e4\nexpect turn black\n", "BEEX");
    assert_items("# first\n\n  case a # title\n\t\n  # more\n 0 arbiter start #x\n", "BE");
    assert_items("case a\r\n0 arbiter start\r\n\r\nexpect no-ruling\r\n", "BEX");
    assert_items("\xef\xbb\xbf"
                 "case a\n0 arbiter start",
                 "BE");
    assert_items("case a\n0 arbiter start\ncase b\ncase c\nexpect turn white", "BEBBX");
    /* a sign of check is no comment, nor is anything in quotes */
    assert_items("case a\n0 white move Qh4#\n0 arbiter rule \"no # comment\" # but this\n", "BEE");
    assert_items("case a\ntag Event \"Open #3 \\\" # x\" # y\n0 arbiter start", "BE");
}

static void test_case__items_know_their_lines(void **state)
{
    const char text[] = "\n# x\ncase a\ntime 300\n\n0 arbiter start\nexpect turn white\n";
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;

    (void)state;
    arb_case_reader_init(&reader, text, strlen(text));
    assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
    assert_int_equal(item.line, 3);
    assert_false(arb_case_ends(&reader));
    assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
    assert_int_equal(item.line, 6);
    assert_int_equal(item.event.verb, ARB_VERB_START);
    assert_int_equal(item.column, 0);
    assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
    assert_int_equal(item.line, 7);
    assert_int_equal(item.expectation.kind, ARB_EXPECTATION_TURN);
    assert_int_equal(item.expectation.size, 5);
    assert_memory_equal(item.expectation.words, "white", 5);
    assert_true(arb_case_ends(&reader));
}

static void test_case__times_follow_one_another(void **state)
{
    const char text[] = "case a\n1:00 arbiter start\n+2.5 white press\n2:00 white press\n"
                        "case b\n+3 arbiter start\n";
    const arb_ms expected[] = { 60000, 62500, 120000, 3000 };
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    size_t count = 0;

    (void)state;
    arb_case_reader_init(&reader, text, strlen(text));
    do {
        assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
        if (item.kind == ARB_CASE_EVENT)
            assert_int_equal(item.event.time, expected[count++]);
    } while (item.kind != ARB_CASE_END);
    assert_int_equal(count, 4);
}

static void test_case__header_in_any_order(void **state)
{
    const arb_case_header header =
        header_of("case  7.5 some title  # no\n"
                  "given offer black\noption points 3-1-0\ntag White \"A \\\"B\\\" C\"\n"
                  "time black 180\nposition 8/P6k/8/8/8/8/8/K7 w - - 3 60\n"
                  "given clock white 1:40\ngiven counter black 39\ngiven illegal black 1\n"
                  "option notation it\ntime 40/5400+30:1800+30\nedition fide-2023\n"
                  "option play standard\ntag Round \"\"\n0 arbiter start\n");
    const arb_regulations *regulations = &header.regulations;

    (void)state;
    assert_int_equal(header.title_size, strlen("7.5 some title"));
    assert_memory_equal(header.title, "7.5 some title", header.title_size);
    assert_string_equal(regulations->book->name, "fide-2023");
    assert_int_equal(regulations->clock.control[ARB_WHITE].count, 2);
    assert_int_equal(regulations->clock.control[ARB_BLACK].count, 1);
    assert_int_equal(regulations->clock.control[ARB_BLACK].period[0].time, 180000);
    assert_int_equal(regulations->points.half[ARB_OUTCOME_WIN], 6);
    assert_string_equal(regulations->language->code, "it");
    assert_int_equal(regulations->play, ARB_PLAY_STANDARD);
    assert_int_equal(header.given.setup.quiet_plies, 3);
    assert_int_equal(header.given.clock[ARB_WHITE], 100000);
    assert_true(header.given.clock[ARB_BLACK] < 0);
    assert_int_equal(header.given.counter[ARB_BLACK], 39);
    assert_int_equal(header.given.illegal[ARB_BLACK], 1);
    assert_int_equal(header.given.offer, ARB_BLACK);
    assert_int_equal(header.tag_count, 2);
    assert_memory_equal(header.tag[0].value, "A \\\"B\\\" C", header.tag[0].value_size);
    assert_int_equal(header.tag[1].value_size, 0);
}

static void test_case__starting_positions_of_chess960(void **state)
{
    const arb_setup start = arb_chess960_setup(356);
    const arb_case_header by_number = header_of("case a\nstart960 356\n");
    const arb_case_header after_word = header_of("case a\nposition start960 356\n");
    const arb_case_header ordinary = header_of("case a\nstart960 518\noption variant standard\n");
    const arb_case_header by_rights =
        header_of("case a\nposition 1k6/8/8/8/8/8/8/1R3K2 w B - 0 1\n");

    (void)state;
    assert_true(arb_setup_equal(&by_number.given.setup, &start));
    assert_true(arb_setup_equal(&after_word.given.setup, &start));
    const arb_setup last = arb_chess960_setup(ARB_CHESS960_COUNT - 1);
    const arb_case_header by_last = header_of("case a\nstart960 959\n");
    assert_true(arb_setup_equal(&by_last.given.setup, &last));
    assert_int_equal(by_number.regulations.variant, ARB_CHESS960);
    assert_int_equal(after_word.regulations.variant, ARB_CHESS960);
    assert_int_equal(ordinary.regulations.variant, ARB_STANDARD);
    assert_int_equal(by_rights.regulations.variant, ARB_CHESS960);
}

static void test_case__skipping_leads_to_the_next_case(void **state)
{
    const char text[] = "rubbish\ncase a\n0 arbiter dance\ncase b\nedition none\n case c\n"
                        "time white 5\ncase d\n0 arbiter start\ncase";
    const arb_case_item_kind kinds[] = { ARB_CASE_BEGIN, ARB_CASE_BEGIN, ARB_CASE_EVENT };
    const size_t wrong[] = { 1, 3, 5, 7, 10 };
    size_t errors = 0, items = 0;
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;
    arb_where where;

    (void)state;
    arb_case_reader_init(&reader, text, strlen(text));
    for (;;) {
        if (arb_case_next(&item, &header, &reader, &where)) {
            assert_true(errors < 5);
            assert_int_equal(where.line, wrong[errors++]);
            arb_case_skip(&reader);
        } else if (item.kind == ARB_CASE_END) {
            break;
        } else {
            assert_true(items < 3);
            assert_int_equal(item.kind, kinds[items++]);
        }
    }
    assert_int_equal(errors, 5);
    assert_int_equal(items, 3);
}

/* Where does the next case begin after what is wrong at the beginning? 0: nowhere. */
static size_t line_after(const char *text, size_t size)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;

    arb_case_reader_init(&reader, text, size);
    assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_SYNTAX);
    arb_case_skip(&reader);
    return reader.at < reader.size ? reader.line : 0;
}

static void test_case__skipping_passes_whatever_is_no_case(void **state)
{
    enum { LINE_MAX_BYTES = 65536 };
    char text[LINE_MAX_BYTES + 64];

    (void)state;
#define LINE_AFTER(words) line_after(words, strlen(words))
    assert_int_equal(LINE_AFTER("x\ncase"), 2);
    assert_int_equal(LINE_AFTER("x\n \tcase\r\n"), 2);
    assert_int_equal(LINE_AFTER("x\ncase\t\x01\n"), 2); /* it has a fault of its own */
    assert_int_equal(LINE_AFTER("\n# case\nx\n\n# case\n\ncase b\n"), 7);
    assert_int_equal(LINE_AFTER("case\ncase b\n"), 2); /* the one that is wrong is passed */
    assert_int_equal(LINE_AFTER("\r\n\t\ncase\ncases\ncas\nthe case\ncase"), 7);
    assert_int_equal(LINE_AFTER("x\ncas"), 0);
    assert_int_equal(LINE_AFTER("x"), 0);
    assert_int_equal(line_after("x\ncase b", 5), 0);
#undef LINE_AFTER
    /* lines that are too long: one that begins no case, one that does */
    (void)snprintf(text, sizeof text, "%0*d\ncase b\n", LINE_MAX_BYTES + 3, 0);
    assert_int_equal(line_after(text, strlen(text)), 2);
    (void)snprintf(text, sizeof text, "x\ncase %0*d\ncase b\n", LINE_MAX_BYTES + 3, 0);
    assert_int_equal(line_after(text, strlen(text)), 2);
}

/* Laws 3.10.2: a move that is none, and not written as coordinates, is an error of the case. */
static void test_case__coordinates_for_what_is_no_legal_move(void **state)
{
    static const struct {
        const char *line;
        size_t column; /* 0: it is an event */
    } lines[] = {
        { "+5 white move Qh5", 15 },       { "+5  white  play  Nd5", 18 },
        { "+5 white play e5", 15 },        { "+5 white play 0-0-0", 0 },
        { "+5 white play e2e5", 0 },       { "+5 white play Nf3", 0 },
        { "+5 white play e4e5", 0 },       { "+5 black play Qh5", 0 },
        { "+5 white claim fifty Qh5", 0 }, { "+5 white move Ng1e5", 0 },
        { "+5 white move Nge5", 15 },      { "+5 white move N1e5", 15 },
        { "+5 white move ed", 15 },        { "+5 white touch e2", 0 },
    };
    char text[256];

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const int size =
            snprintf(text, sizeof text, "case a move\ntime 5400+30\n0:00 arbiter start\n%s\n",
                     lines[i].line);
        case_game it = case_game_of(text);
        arb_case_reader reader;
        arb_case_header header;
        arb_case_item item;
        arb_where where = { 0 };

        arb_case_reader_init(&reader, text, (size_t)size);
        for (int line = 0; line < 3; line++)
            assert_int_equal(arb_case_next(&item, &header, &reader, NULL), ARB_OK);
        assert_int_equal(arb_case_is_vague(&where, &item, &it.verdict), lines[i].column > 0);
        if (lines[i].column > 0) {
            assert_int_equal(where.line, 4);
            assert_int_equal(where.column, lines[i].column);
            assert_int_equal(where.wanted, ARB_WANTED_LEGAL_MOVE);
        }
        case_game_free(&it);
    }
}

/* ---- writing ---- */

static const char resigned[] =
    "case      a game\nedition   fide-2023\ntime      5400+30\n\n"
    "0:00:00 arbiter start\n0:00:10 white touch e2\n0:00:12.500 white play e4\n"
    "0:00:30 black play Nf6\n0:00:31 white touch a8\n0:00:40 white resign\n";

static const char unpromoted[] =
    "case      7.5.2 pawn left on the last rank\nedition   fide-2023\n"
    "time white 40/7200:3600\ntime black 300\nposition  8/P6k/8/8/8/8/8/K7 w - - 0 60\n"
    "option    play standard\noption    default-time 3600\noption    draw-offers after:30\n"
    "option    points 3-1-0\ngiven     clock white 0:01:40.250\ngiven     counter white 39\n"
    "given     illegal white 1\ngiven     offer black\n\n"
    "0:00:00 arbiter start\n0:00:10 white move a7a8\n0:00:11 white press\n"
    "1:00:00 arbiter rule \"said \\\"no\\\" # twice\"\n";

static const char without_clock[] =
    "case      without a clock\nedition   fide-2023\ntime      none\noption    notation it\n\n"
    "0:00:00 arbiter start\n0:00:01 white move Cf3\n0:00:02 black press\n";

static const char nothing_left[] =
    "case      nothing left\nedition   fide-2023\ntime      60\n"
    "given     clock white 0:00:00\ngiven     counter white 0\ngiven     counter black 0\n\n"
    "0:00:00 arbiter start\n";

static const char *const games[] = { resigned, unpromoted, without_clock, nothing_left };

static void test_case__what_is_written_reads_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const size_t before = strcspn(games[i], "\n");
        char title[64];
        case_game it;
        arb_buf text;

        arb_buf_init(&text, NULL, 1 << 20);
        assert_int_equal(case_game_new(&it, NULL, games[i], strlen(games[i])), ARB_OK);
        snprintf(title, sizeof title, "%.*s", (int)before - 10, games[i] + 10);
        assert_int_equal(arb_case_write(&text, title, it.game), ARB_OK);
        assert_string_equal(arb_buf_text(&text), games[i]);
        arb_buf_clear(&text);
        case_game_free(&it);
    }
}

static void assert_title(const char *title, const char *expected)
{
    const char text[] = "case x";
    case_game it;
    arb_buf out;

    arb_buf_init(&out, NULL, 4096);
    assert_int_equal(case_game_new(&it, NULL, text, strlen(text)), ARB_OK);
    assert_int_equal(arb_case_write(&out, title, it.game), ARB_OK);
    const arb_case_header header = header_of(arb_buf_text(&out));
    assert_int_equal(header.title_size, strlen(expected));
    assert_memory_equal(header.title, expected, header.title_size);
    arb_buf_clear(&out);
    case_game_free(&it);
}

static void test_case__any_title_becomes_one_line(void **state)
{
    (void)state;
    assert_title("7.5 a title", "7.5 a title");
    assert_title("two\nlines\tof\x01it", "two lines of it");
    assert_title("  # x #y", "x y");
    assert_title("Qh4#", "Qh4#");
    assert_title("a\x7f\xc3\x80", "a \xc3\x80");
    assert_title("", "a game");
    assert_title(" #  ", "a game");
}

static void test_case__a_long_text_is_written_whole(void **state)
{
    enum { LONG = 5000 };
    char text[LONG + 64] = "case x\n0:00:00 arbiter rule ";
    const size_t size = strlen(text);
    case_game it;
    arb_buf out;

    (void)state;
    memset(text + size, 'a', LONG);
    snprintf(text + size + LONG, 2, "\n");
    arb_buf_init(&out, NULL, 1 << 20);
    assert_int_equal(case_game_new(&it, NULL, text, strlen(text)), ARB_OK);
    assert_int_equal(arb_case_write(&out, "x", it.game), ARB_OK);
    assert_non_null(strstr(arb_buf_text(&out), text + 7));
    /* no room: the buffer holds what it held */
    arb_buf_clear(&out);
    arb_buf_init(&out, NULL, 200);
    assert_int_equal(arb_buf_add_text(&out, "before"), ARB_OK);
    assert_int_equal(arb_case_write(&out, "x", it.game), ARB_RANGE);
    assert_string_equal(arb_buf_text(&out), "before");
    arb_buf_clear(&out);
    case_game_free(&it);
}

static arb_err judge_and_write(const arb_mem *mem, void *user)
{
    const char *text = user;
    case_game it;
    arb_buf out;
    arb_err err = case_game_new(&it, mem, text, strlen(text));

    if (err)
        return err;
    arb_buf_init(&out, mem, 1 << 20);
    err = arb_case_write(&out, "x", it.game);
    arb_buf_clear(&out);
    case_game_free(&it);
    return err;
}

/* Whatever room a line is first written into, some text just fits, and the next one does not. */
static void test_case__texts_of_all_lengths_are_written_whole(void **state)
{
    enum { FIRST = 960, LAST = 1060 };
    static const char begin[] = "0:00:00 arbiter rule ";
    char text[LAST + 64];
    arb_buf out;

    (void)state;
    arb_buf_init(&out, NULL, 1 << 20);
    for (int length = FIRST; length <= LAST; length++) {
        (void)snprintf(text, sizeof text, "case x\n%s%0*d\n", begin, length, 0);
        case_game it = case_game_of(text);
        arb_buf_cut(&out, 0);
        assert_int_equal(arb_case_write(&out, "x", it.game), ARB_OK);
        assert_non_null(strstr(arb_buf_text(&out), text + strlen("case x\n")));
        case_game_free(&it);
    }
    arb_buf_clear(&out);
}

static void test_case__memory_may_run_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char text[1024];

        snprintf(text, sizeof text, "%s", games[i]);
        assert_true(failing_mem_sweep(judge_and_write, text) > 2);
    }
}

/* ---- rubbish ---- */

/* Reads to the end, over all errors, and judges nothing: it ends, and places are within. */
static void read_anything(const char *text, size_t size)
{
    arb_case_reader reader;
    arb_case_header header;
    arb_case_item item;
    size_t steps = 0;

    arb_case_reader_init(&reader, text, size);
    for (;;) {
        arb_where where = { 0 };
        const arb_err err = arb_case_next(&item, &header, &reader, &where);
        assert_true(++steps <= 2 * size + 4);
        assert_true(reader.at <= size);
        if (err) {
            assert_true(err == ARB_SYNTAX || err == ARB_RANGE);
            assert_true(where.line >= 1 && where.line <= size + 1);
            assert_true(where.column >= 1 && where.column <= size + 1);
            arb_case_skip(&reader);
        } else if (item.kind == ARB_CASE_END) {
            return;
        }
    }
}

static void test_case__random_bytes_do_no_harm(void **state)
{
    chance luck = chance_begin(41);

    (void)state;
    for (unsigned i = 0; i < scaled(20000); i++) {
        const size_t size = chance_below(&luck, 200);
        char *text = malloc(size + 1); /* its own size, so that a byte too far is noticed */
        assert_non_null(text);
        for (size_t at = 0; at < size; at++)
            text[at] = (char)chance_bits(&luck);
        read_anything(text, size);
        free(text);
    }
}

static void test_case__damaged_cases_do_no_harm(void **state)
{
    static const char signs[] = "\n #\"\\+0a:/.-\r\t\xc3";
    chance luck = chance_begin(42);

    (void)state;
    for (unsigned i = 0; i < scaled(20000); i++) {
        const char *game = games[chance_below(&luck, sizeof games / sizeof *games)];
        const size_t whole = strlen(game), size = whole - chance_below(&luck, 40);
        char *text = malloc(size);
        assert_non_null(text);
        memcpy(text, game, size);
        for (unsigned damage = chance_below(&luck, 5); damage > 0; damage--) {
            const size_t at = chance_below(&luck, (unsigned)size);
            text[at] = chance_below(&luck, 2) ? signs[chance_below(&luck, sizeof signs - 1)]
                                              : game[chance_below(&luck, (unsigned)whole)];
        }
        read_anything(text, size);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_case__lines_comments_and_blanks),
        cmocka_unit_test(test_case__items_know_their_lines),
        cmocka_unit_test(test_case__times_follow_one_another),
        cmocka_unit_test(test_case__header_in_any_order),
        cmocka_unit_test(test_case__starting_positions_of_chess960),
        cmocka_unit_test(test_case__skipping_leads_to_the_next_case),
        cmocka_unit_test(test_case__skipping_passes_whatever_is_no_case),
        cmocka_unit_test(test_case__coordinates_for_what_is_no_legal_move),
        cmocka_unit_test(test_case__what_is_written_reads_back),
        cmocka_unit_test(test_case__any_title_becomes_one_line),
        cmocka_unit_test(test_case__a_long_text_is_written_whole),
        cmocka_unit_test(test_case__texts_of_all_lengths_are_written_whole),
        cmocka_unit_test(test_case__memory_may_run_out),
        cmocka_unit_test(test_case__random_bytes_do_no_harm),
        cmocka_unit_test(test_case__damaged_cases_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
