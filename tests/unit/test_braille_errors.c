/* SPDX-License-Identifier: MIT */
/* Braille that cannot be read, written or held in memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/braille.h"
#include "support/failing_mem.h"

enum { LIMIT = 1 << 24 };

static const arb_braille brf40 = { .cells = 40, .brf = true };

/* The game that Appendix C prints, with its draw offer. */
static const char example[] =
    "[Event \"C.13\"]\n[Site \"?\"]\n[Date \"2023.01.01\"]\n[Round \"?\"]\n[White \"Bianco\"]\n"
    "[Black \"Ner\u00f3\"]\n[Result \"*\"]\n\n"
    "1. e4 e5 2. Nf3 Nf6 3. d4 exd4 4. e5 Ne4 5. Qxd4 d5 6. exd6 Nxd6 7. Bg5 Nc6 8.\n"
    "Qe3+ Be7 9. Nbd2 O-O 10. O-O-O Re8 11. Kb1 {[%arb offer]} *\n\n";

typedef enum what { TEXT, POSITION, GAMES_READ, GAMES_WRITE } what;

#define RANK_LIGHT " '' 77 '' 77 '' 77 '' 77\n"
#define RANK_DARK  " 77 '' 77 '' 77 '' 77 ''\n"
#define DIAGRAM                                                                                    \
    "8" RANK_LIGHT "7" RANK_DARK "6" RANK_LIGHT "5" RANK_DARK "4" RANK_LIGHT "3" RANK_DARK         \
    "2" RANK_LIGHT "1" RANK_DARK "- ;A ;B ;C ;D ;E ;F ;G ;H\n"

static void test_braille_errors__errors_tell_the_place(void **state)
{
    static const struct {
        what what;
        const char *text;
        size_t line, column;
        arb_wanted wanted;
    } rows[] = {
        { TEXT, "ab\n  \001", 2, 3, ARB_WANTED_BRAILLE_CELL },
        { TEXT, "@/", 1, 3, ARB_WANTED_BRAILLE_CELL },
        { TEXT, "@/Q", 1, 3, ARB_WANTED_BRAILLE_CELL },
        { TEXT, "__", 1, 2, ARB_WANTED_BRAILLE_CELL },
        { TEXT, ",4", 1, 2, ARB_WANTED_BRAILLE_CELL },
        { TEXT, "#K", 1, 2, ARB_WANTED_NUMBER },
        { TEXT, "^ABC", 1, 5, ARB_WANTED_BRAILLE_CODE },
        { TEXT, "^IIIIIII;", 1, 9, ARB_WANTED_BRAILLE_CODE },
        { TEXT, "^;", 1, 2, ARB_WANTED_BRAILLE_CODE },
        { TEXT, "A;", 1, 2, ARB_WANTED_BRAILLE_CELL },
        { TEXT, "\xe2\xa0\x91\xe2\xa1\x80", 1, 2, ARB_WANTED_BRAILLE_CELL },
        { POSITION, "", 1, 1, ARB_WANTED_BRAILLE_SQUARE },
        { POSITION, "8 '' 77 ^X", 1, 10, ARB_WANTED_BRAILLE_SQUARE },
        { POSITION, "8 77", 1, 3, ARB_WANTED_BRAILLE_SQUARE }, /* a8 is light */
        { POSITION, "7", 1, 1, ARB_WANTED_BRAILLE_SQUARE },
        { POSITION, DIAGRAM "W - - #J #A\nA\n", 11, 1, ARB_WANTED_END },
        { POSITION, DIAGRAM "X\n", 10, 1, ARB_WANTED_TURN },
        { GAMES_READ, "\n#K E4 *\n", 2, 1, ARB_WANTED_BRAILLE_MOVE },
        { GAMES_READ, "\n# E4 *\n", 2, 1, ARB_WANTED_BRAILLE_MOVE },
        { GAMES_READ, ",WHITE", 1, 7, ARB_WANTED_BRAILLE_TAG },
        { GAMES_READ, ",WHITE3X", 1, 8, ARB_WANTED_BRAILLE_TAG },
        { GAMES_READ, "A B3 X", 1, 4, ARB_WANTED_BRAILLE_TAG },
        { GAMES_READ, "3 X", 1, 1, ARB_WANTED_BRAILLE_TAG },
        { GAMES_READ, ",F,E,N3 X\n\n*\n", 1, 10, ARB_WANTED_SETUP },
        { GAMES_READ, "\n#A E4 E4 *\n", 2, 7, ARB_WANTED_LEGAL_MOVE },
        { GAMES_READ, "\n#A E4 ZZ *\n", 2, 7, ARB_WANTED_BRAILLE_MOVE },
        { GAMES_READ, "\n#A E4 E5\n", 2, 9, ARB_WANTED_RESULT },
        { GAMES_READ, "\n* E4\n", 2, 1, ARB_WANTED_LINE_END },
        { GAMES_READ, "\n*\n,WHITE3 X\n", 3, 1, ARB_WANTED_LINE_END },
        { GAMES_WRITE, "1. e4 e4 *", 1, 7, ARB_WANTED_LEGAL_MOVE },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = rows[i].text;
        const size_t size = strlen(text);
        arb_where where = { 0 };
        arb_setup setup;
        arb_buf out;
        arb_buf_init(&out, NULL, LIMIT);
        assert_int_equal(arb_buf_add_text(&out, "kept"), ARB_OK);
        const arb_err err = rows[i].what == TEXT ? arb_braille_text_read(&out, &where, text, size)
                            : rows[i].what == POSITION
                                ? arb_braille_position_read(&setup, &where, text, size)
                            : rows[i].what == GAMES_READ
                                ? arb_braille_games_read(&out, &where, NULL, text, size)
                                : arb_braille_games_write(&out, &where, NULL, text, size, &brf40);
        if (err != ARB_SYNTAX || where.line != rows[i].line || where.column != rows[i].column ||
            where.wanted != rows[i].wanted)
            fail_msg("row %zu \"%s\": %d at %zu:%zu, %s", i, text, err, where.line, where.column,
                     arb_wanted_text(where.wanted, ARB_LANG_EN));
        assert_string_equal(arb_buf_text(&out), "kept");
        arb_buf_clear(&out);
    }
}

static void test_braille_errors__lines_have_their_limits(void **state)
{
    const arb_setup setup = arb_setup_empty();
    arb_buf out;

    (void)state;
    arb_buf_init(&out, NULL, LIMIT);
    for (unsigned cells = 25; cells <= 201; cells += 176) {
        const arb_braille form = { .cells = cells };
        assert_int_equal(arb_braille_text_write(&out, "a", 1, &form), ARB_RANGE);
        assert_int_equal(arb_braille_position_write(&out, &setup, &form), ARB_RANGE);
        assert_int_equal(arb_braille_games_write(&out, NULL, NULL, "*", 1, &form), ARB_RANGE);
    }
    assert_int_equal(arb_buf_size(&out), 0);
}

static arb_err there_and_back(const arb_mem *mem, void *user)
{
    arb_buf buf, back;

    (void)user;
    arb_buf_init(&buf, mem, LIMIT);
    arb_buf_init(&back, mem, LIMIT);
    arb_err err = arb_braille_games_write(&buf, NULL, mem, example, strlen(example), &brf40);
    if (err == ARB_OK)
        err = arb_braille_games_read(&back, NULL, mem, arb_buf_text(&buf), arb_buf_size(&buf));
    if (err == ARB_OK)
        assert_string_equal(arb_buf_text(&back), example);
    arb_buf_clear(&buf);
    arb_buf_clear(&back);
    return err;
}

static void test_braille_errors__memory_may_run_out(void **state)
{
    (void)state;
    assert_true(failing_mem_sweep(there_and_back, NULL) > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_braille_errors__errors_tell_the_place),
        cmocka_unit_test(test_braille_errors__lines_have_their_limits),
        cmocka_unit_test(test_braille_errors__memory_may_run_out),
    };
    return cmocka_run_group_tests_name("braille_errors", tests, NULL, NULL);
}
