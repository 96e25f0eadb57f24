/* SPDX-License-Identifier: MIT */
/*
 * The corpus of cases against the table of rules: every expectation is met, and every rule is
 * missed by somebody. A rule that can be left out without any case noticing is either superfluous
 * or untested. Cases that name the article of the rule are tried first, because one of them misses
 * it as a rule. ARB_TEST_SCALE leaves out only a share of the rules, which ones depends on the
 * seed.
 */
#define _GNU_SOURCE /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "apps/common/walk.h"
#include "arbitro/case.h"
#include "game/game.h"
#include "support/random_positions.h"

enum { PATH_SIZE = 1024, FOUND_SIZE = 2048, CORPUS_MAX = 64 << 20 };

/* All case files, one behind the other: each begins with a case of its own. */
static arb_buf corpus;

/* Where each case begins in the corpus; after the last, the end. */
static size_t *begins;
static size_t case_count;

/* The case that failed last, and why. */
typedef struct failure {
    char title[256], why[FOUND_SIZE + 512];
} failure;

static bool fail_folder(void *user, const char *path)
{
    (void)user;
    fail_msg("%s cannot be read (ARB_TEST_DATA names the folder of the tests)", path);
    return false;
}

static bool add_file(void *user, const char *path)
{
    char chunk[4096];
    size_t got;
    FILE *file = fopen(path, "rb");

    if (!file)
        return fail_folder(user, path);
    while ((got = fread(chunk, 1, sizeof chunk, file)) > 0)
        assert_int_equal(arb_buf_add(&corpus, chunk, got), ARB_OK);
    assert_int_equal(arb_buf_add_char(&corpus, '\n'), ARB_OK);
    fclose(file);
    return true;
}

static void next_item(arb_case_item *item, arb_case_header *header, arb_case_reader *reader)
{
    arb_where where;

    if (arb_case_next(item, header, reader, &where))
        fail_msg("the corpus, line %zu:%zu: expected %s", where.line, where.column,
                 arb_wanted_text(where.wanted, ARB_LANG_EN));
}

static bool meets(failure *out, const arb_case_item *item, const arb_game *game,
                  const arb_verdict *verdict)
{
    char found[FOUND_SIZE];
    const bool met = arb_expectation_is_met(found, sizeof found, &item->expectation, game,
                                            arb_game_size(game) > 0 ? verdict : NULL);

    if (!met)
        snprintf(out->why, sizeof out->why, "expected %s %.*s, found %s",
                 arb_expectation_word(item->expectation.kind),
                 (int)(item->expectation.size < 400 ? item->expectation.size : 400),
                 item->expectation.words, found);
    return met;
}

/* Judges the case whose header was just read; all of its lines are read in any event. */
static bool judge_case(failure *out, arb_case_header *header, arb_case_reader *reader,
                       size_t without)
{
    arb_case_item item;
    arb_verdict verdict;
    arb_game *game;
    bool met = true;

    snprintf(out->title, sizeof out->title, "%.*s",
             (int)(header->title_size < 200 ? header->title_size : 200), header->title);
    assert_int_equal(arb_game_new(&game, NULL, &header->regulations, &header->given), ARB_OK);
    arb_game_without(game, without);
    while (!arb_case_ends(reader)) {
        next_item(&item, header, reader);
        if (item.kind == ARB_CASE_EVENT && met) {
            assert_int_equal(arb_game_judge(&verdict, game, &item.event), ARB_OK);
            assert_int_equal(arb_game_commit(game), ARB_OK);
        } else if (item.kind == ARB_CASE_EXPECTATION && met) {
            met = meets(out, &item, game, &verdict);
        }
    }
    arb_game_free(game);
    return met;
}

static bool case_fails(failure *out, size_t number, size_t without)
{
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item;

    arb_case_reader_init(&reader, arb_buf_text(&corpus) + begins[number],
                         begins[number + 1] - begins[number]);
    next_item(&item, &header, &reader);
    assert_int_equal(item.kind, ARB_CASE_BEGIN);
    return !judge_case(out, &header, &reader, without);
}

/* The number of the article to which a rule belongs: "7_5_2 name" is of 7.5.2. */
static void article_of(char *out, size_t size, size_t rule)
{
    const char *name = arb_rules_name(rule);
    size_t used = 0;

    name += *name == 'E'; /* of an older edition: E2001_C3 */
    for (; *name != ' ' && used + 1 < size; name++)
        out[used++] = *name == '_' ? '.' : *name;
    out[used] = '\0';
    if (arb_rules_name(rule)[0] == 'E')
        *strchr(out, '.') = ':';
}

static bool names(size_t number, const char *article)
{
    const char *text = arb_buf_text(&corpus) + begins[number];

    return memmem(text, begins[number + 1] - begins[number], article, strlen(article)) != NULL;
}

/* Does some case fail? Those that name the article come first; SIZE_MAX leaves no rule out. */
static bool some_case_fails(failure *out, size_t without)
{
    char article[64] = "";

    if (without != SIZE_MAX)
        article_of(article, sizeof article, without);
    for (int near = 1; near >= 0; near--)
        for (size_t i = 0; i < case_count; i++)
            if (names(i, article) == (near != 0) && case_fails(out, i, without))
                return true;
    return false;
}

/* Puts all cases into memory and notes where each begins. */
static int read_corpus(void **state)
{
    static const char *const suffixes[] = { ".case", NULL };
    const arb_walk walk = { suffixes, add_file, fail_folder, NULL };
    const char *folder = getenv("ARB_TEST_DATA");
    char path[PATH_SIZE];
    arb_case_header header;
    arb_case_reader reader;
    arb_case_item item = { .kind = ARB_CASE_BEGIN };

    (void)state;
    arb_buf_init(&corpus, NULL, CORPUS_MAX);
    snprintf(path, sizeof path, "%s/cases", folder ? folder : "tests");
    assert_true(arb_walk_path(&walk, path) > 0);
    arb_case_reader_init(&reader, arb_buf_text(&corpus), arb_buf_size(&corpus));
    for (case_count = 0; item.kind != ARB_CASE_END;) {
        const size_t at = reader.at;
        next_item(&item, &header, &reader);
        if (item.kind == ARB_CASE_EVENT || item.kind == ARB_CASE_EXPECTATION)
            continue;
        begins = realloc(begins, (case_count + 1) * sizeof *begins);
        assert_non_null(begins);
        begins[case_count++] = at;
    }
    case_count--;
    return 0;
}

static int free_corpus(void **state)
{
    (void)state;
    free(begins);
    arb_buf_clear(&corpus);
    return 0;
}

static void test_rules__every_expectation_is_met(void **state)
{
    failure failed;

    (void)state;
    if (some_case_fails(&failed, SIZE_MAX))
        fail_msg("%s: %s", failed.title, failed.why);
    assert_true(case_count > 0);
    print_message("# %zu cases\n", case_count);
}

static void test_rules__every_rule_is_missed_by_a_case(void **state)
{
    const size_t count = arb_rules_count();
    const size_t step = count / scaled((unsigned)count);
    size_t superfluous = 0, left_out = 0;
    failure failed;

    (void)state;
    if (some_case_fails(&failed, SIZE_MAX)) /* it would miss every rule */
        fail_msg("nothing is left out, and yet %s: %s", failed.title, failed.why);
    for (size_t rule = chance_seed() % step; rule < count; rule += step, left_out++) {
        if (some_case_fails(&failed, rule))
            continue;
        print_message("# nobody misses %s\n", arb_rules_name(rule));
        superfluous++;
    }
    print_message("# %zu of %zu rules left out, one at a time\n", left_out, count);
    assert_int_equal(superfluous, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rules__every_expectation_is_met),
        cmocka_unit_test(test_rules__every_rule_is_missed_by_a_case),
    };

    return cmocka_run_group_tests_name("rules", tests, read_corpus, free_corpus);
}
