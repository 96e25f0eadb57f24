/* SPDX-License-Identifier: MIT */
/*
 * Elements and themes of problems: positions that show them and positions that nearly do
 * (support/theme_positions.def), the examples of the list, and what the interface promises.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/themes.h"
#include "support/failing_mem.h"
#include "support/problem_text.h"
#include "support/random_positions.h"

typedef struct shown {
    arb_theme theme;
    bool named;
    const char *fen, *first, *defence, *mate, *why;
} shown;

static const shown positions[] = {
#define SHOWS(theme, fen, first, defence, mate, why)                                               \
    { ARB_THEME_##theme, true, fen, first, defence, mate, why },
#define NEARLY(theme, fen, first, defence, mate, why)                                              \
    { ARB_THEME_##theme, false, fen, first, defence, mate, why },
#include "support/theme_positions.def"
#undef SHOWS
#undef NEARLY
};
enum { POSITIONS = sizeof positions / sizeof *positions };

static const arb_problem_options everything = { .set = true, .tries = true };

static arb_themes *themes_of(const arb_problem *p)
{
    arb_themes *themes = NULL;

    assert_int_equal(ARB_OK, arb_themes_new(&themes, p, NULL));
    return themes;
}

/* Is the theme found in the phase with this line among those that show it? */
static bool is_named(const arb_themes *themes, arb_theme theme, uint32_t phase, uint32_t line)
{
    for (size_t i = 0; i < arb_themes_count(themes); i++) {
        const arb_theme_found *f = arb_themes_at(themes, i);
        for (unsigned j = 0; j < f->lines; j++)
            if (f->theme == theme && f->phase == phase && f->line[j] == line)
                return true;
    }
    return false;
}

static void check(const shown *s)
{
    arb_problem *p = solve("#2", s->fen, &everything);
    arb_themes *themes = themes_of(p);
    const uint32_t first = strcmp(s->first, "set") == 0 ? arb_problem_first(p, 0, ARB_NODE_SET)
                                                        : child(p, 0, s->first);
    const uint32_t defence = first ? child(p, first, s->defence) : 0;
    const uint32_t mate = defence ? child(p, defence, s->mate) : 0;

    if (!mate)
        fail_msg("%s: there is no %s %s %s", s->fen, s->first, s->defence, s->mate);
    if (is_named(themes, s->theme, first, mate) != s->named)
        fail_msg("%s in %s, %s %s %s: %s, though %s", arb_theme_word(s->theme), s->fen, s->first,
                 s->defence, s->mate, s->named ? "not named" : "named", s->why);
    arb_themes_free(themes);
    arb_problem_free(p);
}

static void test_themes__positions_that_show_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < POSITIONS; i++)
        check(&positions[i]);
}

/* Two that show it and one that does not, at least. */
static void test_themes__every_theme_has_three_positions(void **state)
{
    (void)state;
    for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++) {
        unsigned named = 0, near = 0;
        for (size_t i = 0; i < POSITIONS; i++) {
            named += positions[i].theme == theme && positions[i].named;
            near += positions[i].theme == theme && !positions[i].named;
        }
        if (named < 2 || near < 1)
            fail_msg("%s: %u and %u", arb_theme_word(theme), named, near);
    }
}

/* The two-mover that `explain` shows is sound, and shows the theme in its solution. */
static void test_themes__examples_of_the_list(void **state)
{
    (void)state;
    for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++) {
        arb_problem *p = solve("#2", arb_theme_example(theme), &everything);
        arb_themes *themes = themes_of(p);
        bool found = false;
        for (size_t i = 0; i < arb_themes_count(themes); i++)
            found |= arb_themes_at(themes, i)->theme == theme &&
                     arb_themes_at(themes, i)->phase == arb_problem_first(p, 0, ARB_NODE_KEY);
        if (!found || arb_problem_facts_of(p)->verdict != ARB_PROBLEM_SOUND)
            fail_msg("%s: %s", arb_theme_word(theme), arb_theme_example(theme));
        arb_themes_free(themes);
        arb_problem_free(p);
    }
}

/* ---- what first moves and threats show */

static bool has(const arb_themes *themes, arb_theme theme, arb_theme_use use, const char *at,
                const char *piece)
{
    for (size_t i = 0; i < arb_themes_count(themes); i++) {
        const arb_theme_found *f = arb_themes_at(themes, i);
        if (f->theme == theme && f->use == use && f->at == arb_square_read(at, 2) &&
            f->piece == arb_square_read(piece, 2))
            return true;
    }
    return false;
}

typedef struct first_move {
    const char *fen;
    arb_theme theme;
    const char *at, *piece;
} first_move;

/* A key pins, unpins, or pins a man of its own side. */
static void test_themes__what_a_key_does(void **state)
{
    static const first_move keys[] = {
        { "K1k5/8/2nR4/3Nb3/8/8/4R3/4Q3", ARB_THEME_PIN, "c6", "c2" },
        { "5K1k/6rr/3B4/5B2/7N/8/8/8", ARB_THEME_PIN, "g7", "e5" },
        { "n1rbb3/P1knpR2/1q1R2QK/B6p/8/8/6B1/7r", ARB_THEME_SELF_PIN, "g6", "b6" },
        { "8/5q2/8/5N1b/7Q/8/7p/5K1k", ARB_THEME_DIRECT_UNPIN, "h2", "h4" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        arb_problem *p = solve("#2", keys[i].fen, NULL);
        arb_themes *themes = themes_of(p);
        if (!has(themes, keys[i].theme, ARB_THEME_USE_KEY, keys[i].at, keys[i].piece))
            fail_msg("%s: %s", keys[i].fen, arb_theme_word(keys[i].theme));
        arb_themes_free(themes);
        arb_problem_free(p);
    }
}

/* An unblock parries only where something is threatened, and the king would flee there. */
static void test_themes__what_an_unblock_does(void **state)
{
    arb_problem *p = solve("#2", "8/8/8/4p1R1/5N2/K4p2/1Q1Npr1k/6bn", NULL);
    arb_themes *themes = themes_of(p);

    (void)state;
    assert_true(has(themes, ARB_THEME_UNBLOCK, ARB_THEME_USE_MATE, "h1", "--"));
    assert_false(has(themes, ARB_THEME_UNBLOCK, ARB_THEME_USE_DEFENCE, "h1", "--"));
    arb_themes_free(themes);
    arb_problem_free(p);
    p = solve("#2", "2R5/8/5K2/2PkN3/2rbrp2/4P3/6B1/1b1Q4", NULL);
    themes = themes_of(p);
    assert_true(has(themes, ARB_THEME_UNBLOCK, ARB_THEME_USE_DEFENCE, "d4", "--"));
    arb_themes_free(themes);
    arb_problem_free(p);
}

/* ---- the examples of the notes on the two-mover */

/*
 * No. 1, a position that fits its solution, perhaps not the only one: the black queen on e5 pins
 * the knight, for she can go to b2, h2 and h5, and would to b5; the rook goes to g4 or h4 from f4.
 */
static void test_themes__first_example_of_the_notes(void **state)
{
    static const char *const fen = "k7/8/1Q1PpP2/1p2q3/4NR2/5B2/4K3/8";
    arb_problem *p = solve("#2", fen, &everything);
    arb_themes *themes = themes_of(p);
    const uint32_t key = child(p, 0, "Rg4"), attempt = child(p, 0, "Rh4");
    const uint32_t left = child(p, key, "Qb2+"), right = child(p, key, "Qh2+");
    unsigned unpins = 0;

    (void)state;
    assert_int_equal(ARB_PROBLEM_SOUND, arb_problem_facts_of(p)->verdict);
    assert_string_equal("Rg4", moves_of(p, 0, ARB_NODE_KEY));
    assert_string_equal("Rg8#", moves_of(p, key, ARB_NODE_THREAT));
    assert_string_equal("Qh5", moves_of(p, attempt, ARB_NODE_REFUTATION));
    assert_true(is_named(themes, ARB_THEME_CROSS_CHECK, key, child(p, left, "Nd2#")));
    assert_true(is_named(themes, ARB_THEME_CROSS_CHECK, key, child(p, right, "Nf2#")));
    assert_true(is_named(themes, ARB_THEME_KNIGHT_WHEEL, key, child(p, left, "Nd2#")));
    assert_true(has(themes, ARB_THEME_BATTERY, ARB_THEME_USE_MATE, "e4", "f3"));
    /* every defence but the capture unpins the knight directly */
    for (uint32_t d = arb_problem_first(p, key, ARB_NODE_DEFENCE); d;
         d = arb_problem_next(p, d, ARB_NODE_DEFENCE))
        unpins += is_named(themes, ARB_THEME_DIRECT_UNPIN, key,
                           arb_problem_first(p, d, ARB_NODE_CONTINUATION));
    assert_int_equal(arb_problem_count(p, key, ARB_NODE_DEFENCE) - 1, unpins);
    arb_themes_free(themes);
    arb_problem_free(p);
    /* "without the pawn on b5 it would have no solution, because of Qb5+" */
    p = solve("#2", "k7/8/1Q1PpP2/4q3/4NR2/5B2/4K3/8", &everything);
    assert_int_equal(ARB_PROBLEM_INSOLUBLE, arb_problem_facts_of(p)->verdict);
    assert_string_equal("Qb5+", moves_of(p, child(p, 0, "Rg4"), ARB_NODE_REFUTATION));
    arb_problem_free(p);
}

typedef struct said {
    arb_theme theme;
    const char *first, *defence, *mate;
} said;

/*
 * No. 7: the men that its text names stand where it says, Qb2, Rd8, Rf8, Ne8 and Be6 against Ke4,
 * Be3, Rc3, Rh5 and Qa8; the others were found so that the rest of what it says comes true.
 */
static void test_themes__seventh_example_of_the_notes(void **state)
{
    static const said what[] = {
        { ARB_THEME_LINE_CLEARANCE, "Qd2", "Bf2", "Nf6#" },
        { ARB_THEME_LINE_OPENING, "Qd2", "Bh6", "Nf6#" },
        { ARB_THEME_WHITE_INTERFERENCE, "Qd2", "Bf2", "Nf6#" },
        { ARB_THEME_INTERFERENCE, "Qd2", "Bg5", "Bf5#" },
        { ARB_THEME_LINE_CLEARANCE, "set", "Rc4", "Nd6#" },
        { ARB_THEME_WHITE_INTERFERENCE, "set", "Rc4", "Nd6#" },
        { ARB_THEME_INTERFERENCE, "set", "Rc6", "Bd5#" },
        { ARB_THEME_BLACK_CORRECTION, "set", "Rc6", "Bd5#" },
    };
    arb_problem *p = solve("#2", "q2RNR2/8/1P2B3/4p2r/4k2p/2rpb3/1Q4P1/6BK", &everything);
    arb_themes *themes = themes_of(p);
    const uint32_t key = child(p, 0, "Qd2"), set = arb_problem_first(p, 0, ARB_NODE_SET);

    (void)state;
    assert_int_equal(ARB_PROBLEM_SOUND, arb_problem_facts_of(p)->verdict);
    assert_string_equal("Qd2", moves_of(p, 0, ARB_NODE_KEY));
    assert_string_equal("Qxe3#", moves_of(p, key, ARB_NODE_THREAT));
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        const uint32_t first = strcmp(what[i].first, "set") == 0 ? set : key;
        const uint32_t mate = child(p, child(p, first, what[i].defence), what[i].mate);
        if (!mate || !is_named(themes, what[i].theme, first, mate))
            fail_msg("%s: %s %s", arb_theme_word(what[i].theme), what[i].defence, what[i].mate);
    }
    arb_themes_free(themes);
    arb_problem_free(p);
}

/* ---- names */

static void test_themes__names_and_words(void **state)
{
    (void)state;
    for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++) {
        const char *const names[] = { arb_theme_word(theme), arb_theme_name(theme, ARB_LANG_EN),
                                      arb_theme_name(theme, ARB_LANG_IT) };
        for (size_t i = 0; i < 3; i++) {
            assert_true(strlen(names[i]) > 2);
            assert_int_equal(theme, arb_theme_find(names[i], strlen(names[i])));
        }
        for (const char *name = arb_theme_also(theme); *name;) {
            const size_t size = strcspn(name, ";");
            assert_int_equal(theme, arb_theme_find(name, size));
            name += size + (name[size] == ';');
        }
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            assert_true(strlen(arb_theme_text(theme, (arb_lang)lang)) > 40);
        assert_string_not_equal(arb_theme_text(theme, ARB_LANG_EN),
                                arb_theme_text(theme, ARB_LANG_IT));
        assert_true(*arb_theme_group_word(arb_theme_group_of(theme)) != '\0');
        assert_true(*arb_theme_group_text(arb_theme_group_of(theme), ARB_LANG_IT) != '\0');
    }
    assert_int_equal(ARB_THEME_HALF_PIN, arb_theme_find("Half pin", 8));
    assert_int_equal(ARB_THEME_HALF_PIN, arb_theme_find("SEMINCHIODATURA", 15));
    assert_int_equal(ARB_THEME_COUNT, arb_theme_find("half", 4));
    assert_int_equal(ARB_THEME_COUNT, arb_theme_find("half-pinx", 9));
    assert_int_equal(ARB_THEME_COUNT, arb_theme_find("", 0));
    assert_string_equal("defence", arb_theme_use_word(ARB_THEME_USE_DEFENCE));
    assert_string_equal("con la prima mossa", arb_theme_use_text(ARB_THEME_USE_KEY, ARB_LANG_IT));
    assert_string_equal("masked", arb_theme_group_word(ARB_THEME_GROUP_MASKED));
}

/* ---- what the interface promises */

/* Ordered by theme, each with lines that are nodes of the tree. */
static void test_themes__the_list_is_in_order(void **state)
{
    arb_problem *p = solve("#2", "q7/2b5/4p1R1/Rn1nk2b/1BQ3p1/2p1N3/4N3/6K1", &everything);
    arb_themes *themes = themes_of(p);

    (void)state;
    assert_true(arb_themes_count(themes) > 20);
    assert_false(arb_themes_truncated(themes));
    for (size_t i = 0; i < arb_themes_count(themes); i++) {
        const arb_theme_found *f = arb_themes_at(themes, i);
        assert_true(i == 0 || arb_themes_at(themes, i - 1)->theme <= f->theme);
        assert_true(f->lines >= 1 && f->lines <= ARB_THEME_LINES_MAX);
        for (unsigned j = 0; j < f->lines; j++)
            assert_in_range(f->line[j], 1, arb_problem_node_count(p) - 1);
        for (size_t j = 0; j < i; j++)
            assert_memory_not_equal(arb_themes_at(themes, j), f, sizeof *f);
    }
    arb_themes_free(themes);
    arb_problem_free(p);
}

/* Only direct mates have themes here; longer ones have them in all their variations. */
static void test_themes__other_problems(void **state)
{
    static const known others[] = { { "h#3", "8/4N3/2p1kB2/3b4/5P2/2K5/8/8", "" },
                                    { "s#3", "2K3nr/1PPpp2p/3R3p/3pNPkP/3P4/3PP2Q/8/3B4", "" },
                                    { "=2", "8/8/8/8/8/5k2/7p/7K", "" } };

    (void)state;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        arb_problem *p = solve(others[i].stipulation, others[i].fen, NULL);
        arb_themes *themes = themes_of(p);
        assert_int_equal(0, arb_themes_count(themes));
        arb_themes_free(themes);
        arb_problem_free(p);
    }
    arb_problem *p = solve("#3", "5Q2/8/2P1pP2/4k3/4P3/8/4N3/R3K2R", NULL);
    arb_themes *themes = themes_of(p);
    assert_true(arb_themes_count(themes) > 0);
    arb_themes_free(themes);
    arb_problem_free(p);
    arb_themes_free(NULL);
}

/* A large tree is looked at as far as the limit goes. It takes a second to solve. */
static void test_themes__a_large_tree_is_cut_off(void **state)
{
    if (scaled(2) < 2)
        skip();
    const arb_problem_options all = { .tries = true, .refutations = 60 };
    arb_problem *p = solve("#5", "3Bb2k/1NP5/7B/2K5/8/5Rpp/8/8", &all);
    arb_themes *themes = themes_of(p);

    (void)state;
    assert_true(arb_themes_truncated(themes));
    arb_themes_free(themes);
    arb_problem_free(p);
}

/* Answers so often that it may go on. */
static bool goes_on(void *user, double done)
{
    unsigned *left = user;

    assert_true(done >= 0 && done <= 1);
    return *left > 0 && (*left)-- > 0;
}

/* Whoever stops the search has what was found by then, the same as in the whole. */
static void test_themes__are_no_longer_looked_for(void **state)
{
    arb_problem *p = solve("#2", "q7/2b5/4p1R1/Rn1nk2b/1BQ3p1/2p1N3/4N3/6K1", &everything);
    arb_themes *whole = themes_of(p);
    size_t before = 0;
    bool stopped = true;

    (void)state;
    assert_false(arb_themes_truncated(whole));
    for (unsigned after = 0; stopped; after += after / 4 + 1) {
        unsigned left = after;
        const arb_problem_options options = { .progress = goes_on, .user = &left };
        arb_themes *part;
        assert_int_equal(ARB_OK, arb_themes_new(&part, p, &options));
        stopped = arb_themes_truncated(part);
        assert_int_equal(after == 0, arb_themes_count(part) == 0);
        assert_in_range(arb_themes_count(part), before, arb_themes_count(whole));
        before = arb_themes_count(part);
        arb_themes_free(part);
    }
    assert_int_equal(before, arb_themes_count(whole));
    arb_themes_free(whole);
    arb_problem_free(p);
}

/* The diagram with the colours exchanged, and Black to move. */
static void exchange_colours(char out[128], const char *fen)
{
    size_t end = 0;

    for (const char *at = fen + strlen(fen); at > fen;) {
        const char *rank = at;
        while (rank > fen && rank[-1] != '/')
            rank--;
        for (const char *c = rank; c < at; c++)
            out[end++] = (char)(isalpha((unsigned char)*c) ? *c ^ 0x20 : *c);
        out[end++] = '/';
        at = rank > fen ? rank - 1 : fen;
    }
    memcpy(out + end - 1, " b", 3);
}

/* With the colours exchanged Black mates, and the same is shown. */
static void test_themes__black_may_mate(void **state)
{
    (void)state;
    for (size_t i = 0; i < POSITIONS; i++) {
        unsigned found[2][ARB_THEME_COUNT] = { { 0 } };
        for (unsigned turned = 0; turned < 2; turned++) {
            char fen[128];
            exchange_colours(fen, positions[i].fen);
            arb_problem *p = solve("#2", turned ? fen : positions[i].fen, &everything);
            arb_themes *themes = themes_of(p);
            for (size_t j = 0; j < arb_themes_count(themes); j++)
                found[turned][arb_themes_at(themes, j)->theme]++;
            arb_themes_free(themes);
            arb_problem_free(p);
        }
        for (arb_theme theme = 0; theme < ARB_THEME_COUNT; theme++)
            if (found[0][theme] != found[1][theme])
                fail_msg("%s: %s %u times, with the colours exchanged %u times", positions[i].fen,
                         arb_theme_word(theme), found[0][theme], found[1][theme]);
    }
}

/* Only mates, and only by force. */
static void test_themes__are_for_direct_mates(void **state)
{
    static const char *const others[] = { "s#2", "h#2", "r#2", "=2", "h=2" };
    arb_stipulation s;

    (void)state;
    assert_int_equal(ARB_OK, arb_stipulation_read(&s, NULL, "#3", 2));
    assert_true(arb_themes_are_for(&s));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(ARB_OK, arb_stipulation_read(&s, NULL, others[i], strlen(others[i])));
        assert_false(arb_themes_are_for(&s));
    }
}

/* Two that are shown by the same moves, and one by others. */
static void test_themes__same_lines(void **state)
{
    const arb_theme_found a = { .line = { 3, 5 }, .lines = 2 },
                          b = { .line = { 3, 6 }, .lines = 2 },
                          c = { .line = { 3, 5, 7 }, .lines = 3 },
                          d = { .theme = ARB_THEME_PIN, .line = { 3, 5 }, .lines = 2 };

    (void)state;
    assert_true(arb_theme_same_lines(&a, &d));
    assert_false(arb_theme_same_lines(&a, &b));
    assert_false(arb_theme_same_lines(&a, &c));
    assert_false(arb_theme_same_lines(&c, &a));
}

static void test_themes__without_memory(void **state)
{
    arb_problem *p = solve("#2", "q7/2b5/4p1R1/Rn1nk2b/1BQ3p1/2p1N3/4N3/6K1", &everything);
    bool failed = true;
    size_t failures = 0;

    (void)state;
    for (size_t at = 1; failed; at++) {
        arb_themes *themes = NULL;
        failing_mem failing;
        failing_mem_init(&failing, at);
        const arb_problem_options options = { .mem = &failing.mem };
        const arb_err err = arb_themes_new(&themes, p, &options);
        failed = failing.failed;
        failures += failed;
        assert_int_equal(failed ? ARB_NOMEM : ARB_OK, err);
        assert_int_equal(failed, themes == NULL);
        arb_themes_free(themes);
        failing_mem_assert_clean(&failing);
    }
    assert_true(failures >= 3);
    arb_problem_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_themes__positions_that_show_them),
        cmocka_unit_test(test_themes__every_theme_has_three_positions),
        cmocka_unit_test(test_themes__examples_of_the_list),
        cmocka_unit_test(test_themes__what_a_key_does),
        cmocka_unit_test(test_themes__what_an_unblock_does),
        cmocka_unit_test(test_themes__first_example_of_the_notes),
        cmocka_unit_test(test_themes__seventh_example_of_the_notes),
        cmocka_unit_test(test_themes__names_and_words),
        cmocka_unit_test(test_themes__the_list_is_in_order),
        cmocka_unit_test(test_themes__other_problems),
        cmocka_unit_test(test_themes__a_large_tree_is_cut_off),
        cmocka_unit_test(test_themes__are_no_longer_looked_for),
        cmocka_unit_test(test_themes__black_may_mate),
        cmocka_unit_test(test_themes__are_for_direct_mates),
        cmocka_unit_test(test_themes__same_lines),
        cmocka_unit_test(test_themes__without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
