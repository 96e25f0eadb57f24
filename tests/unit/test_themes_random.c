/* SPDX-License-Identifier: MIT */
/* The themes of two-movers, read a second time square by square (support/slow_themes.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/fen.h"
#include "arbitro/themes.h"
#include "support/problem_text.h"
#include "support/random_positions.h"
#include "support/slow_problem.h"
#include "support/slow_themes.h"

/* Of themes with many lines only the place counts. */
static bool is_whole(arb_theme theme)
{
    static const arb_theme whole[] = { ARB_THEME_HALF_PIN,        ARB_THEME_KNIGHT_WHEEL,
                                       ARB_THEME_STAR_FLIGHTS,    ARB_THEME_PICKANINNY,
                                       ARB_THEME_ALBINO,          ARB_THEME_HORSEBLOCK,
                                       ARB_THEME_BLACK_CORRECTION };

    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (whole[i] == theme)
            return true;
    return false;
}

static bool agree(const arb_theme_found *a, const arb_theme_found *b)
{
    return a->theme == b->theme && a->use == b->use && a->phase == b->phase && a->at == b->at &&
           a->piece == b->piece &&
           (is_whole(a->theme) ||
            (a->lines == b->lines && a->line[0] == b->line[0] && a->line[1] == b->line[1]));
}

static void differ(const arb_pos *pos, const arb_problem *p, const arb_theme_found *f,
                   const char *who)
{
    char fen[ARB_FEN_SIZE], at[3] = "-", piece[3] = "-";

    arb_pos_fen(fen, sizeof fen, pos);
    arb_square_write(at, sizeof at, f->at);
    arb_square_write(piece, sizeof piece, f->piece);
    fail_msg("%s alone finds %s (%s) at %s, %s in %s: phase %s line %s %s", who,
             arb_theme_word(f->theme), arb_theme_use_word(f->use), at, piece, fen,
             moves_of(p, 0, ARB_NODE_KEY),
             f->line[0]
                 ? moves_of(p, arb_problem_node_at(p, f->line[0])->parent, ARB_NODE_CONTINUATION)
                 : "",
             f->line[0] ? moves_of(p, f->phase, ARB_NODE_DEFENCE) : "");
}

/* How often each was found. */
typedef struct tally {
    unsigned found[ARB_THEME_COUNT], problems;
} tally;

/* Nothing is told twice. */
static void check_once(const arb_themes *all)
{
    for (size_t i = 0; i < arb_themes_count(all); i++)
        for (size_t j = 0; j < i; j++) {
            const arb_theme_found *a = arb_themes_at(all, i), *b = arb_themes_at(all, j);
            assert_false(a->theme == b->theme && a->use == b->use && a->phase == b->phase &&
                         a->at == b->at && a->piece == b->piece && arb_theme_same_lines(a, b));
        }
}

static void compare(const arb_pos *pos, tally *t)
{
    static const arb_problem_options options = { .set = true, .tries = true };
    static const arb_stipulation two = { .moves = 2 };
    static slow_themes slow;
    arb_problem *p;
    arb_themes *fast;

    assert_int_equal(ARB_OK, arb_problem_new(&p, pos, &two, &options));
    assert_int_equal(ARB_OK, arb_themes_new(&fast, p, NULL));
    check_once(fast);
    slow_themes_find(&slow, p);
    for (size_t i = 0; i < arb_themes_count(fast); i++) {
        const arb_theme_found *f = arb_themes_at(fast, i);
        size_t j = 0;
        while (j < slow.count && !agree(f, &slow.list[j]))
            j++;
        if (j == slow.count)
            differ(pos, p, f, "the finder");
        t->found[f->theme]++;
    }
    for (size_t j = 0; j < slow.count; j++) {
        size_t i = 0;
        while (i < arb_themes_count(fast) && !agree(arb_themes_at(fast, i), &slow.list[j]))
            i++;
        if (i == arb_themes_count(fast))
            differ(pos, p, &slow.list[j], "the second reading");
    }
    arb_themes_free(fast);
    arb_problem_free(p);
    t->problems++;
}

static bool is_sound(const arb_pos *pos)
{
    static const arb_problem_options options = { .unique_only = true, .keys_only = true };
    static const arb_stipulation two = { .moves = 2 };
    arb_problem *p;

    assert_int_equal(ARB_OK, arb_problem_new(&p, pos, &two, &options));
    const bool sound = arb_problem_facts_of(p)->verdict == ARB_PROBLEM_SOUND;
    arb_problem_free(p);
    return sound;
}

/* Two-movers with one key by chance: many pieces on both sides, so that lines cross. */
static void test_themes_random__two_movers(void **state)
{
    tally t = { .problems = 0 };
    const char *tell = getenv("ARB_TEST_TELL");
    const unsigned least = scaled(300) > 80 ? scaled(300) : 80; /* rare effects need some */
    const unsigned wanted = tell ? (unsigned)atoi(tell) : least;

    (void)state;
    for (uint64_t i = 0; t.problems < wanted; i++) {
        const arb_pos pos =
            slow_problem_position(230000000 + i, 5 + (unsigned)(i % 5), 3 + (unsigned)(i % 9));
        if (pos.castling == 0 && is_sound(&pos))
            compare(&pos, &t);
    }
    for (arb_theme theme = 0; tell && theme < ARB_THEME_COUNT; theme++)
        printf("# %-40s %u\n", arb_theme_word(theme), t.found[theme]);
}

/* Composed problems, and others that show rare themes. */
static void test_themes_random__chosen_positions(void **state)
{
    static const char *const chosen[] = {
#define SHOWS(theme, fen, ...)  fen,
#define NEARLY(theme, fen, ...) fen,
#include "support/theme_positions.def"
#undef SHOWS
#undef NEARLY
        "7K/1bb5/4p1R1/Rn1nk3/1BQ5/1Bp5/8/7N",
        "n1rbb3/P1knpR2/1q1R2QK/B6p/8/8/6B1/7r",
        "b7/3N4/8/kPR4K/1r6/1R5p/1Q6/5N2",
        "q7/2K1B1r1/8/8/kb6/Np1QN3/1R3n2/4n3",
    };
    tally t = { .problems = 0 };

    (void)state;
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        arb_setup setup;
        arb_pos pos;
        assert_int_equal(ARB_OK, arb_fen_read(&setup, NULL, chosen[i], strlen(chosen[i]), NULL));
        assert_int_equal(0, arb_faults_hard(arb_pos_from_setup(&pos, &setup)));
        compare(&pos, &t);
    }
    for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++)
        assert_true(t.found[theme] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_themes_random__two_movers),
        cmocka_unit_test(test_themes_random__chosen_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
