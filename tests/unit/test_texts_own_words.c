/* SPDX-License-Identifier: MIT */
/*
 * Our texts are in our own words: nowhere do eight words in a row stand in the Laws, or in the
 * other sources, as they stand in ours. Of the sources only hashes are here; tools/eightwords made
 * them.
 *
 * Every string of every list (*.def) of the library and the programs is looked at, so that a new
 * list is covered by being there.
 */
#define _XOPEN_SOURCE 700

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/ruling.h"
#include "support/eight_words.h"

enum { ENTRIES = 38837, PATH_SIZE = 1024, TEXT_SIZE = 16384 };

/* Lists that must be among those that are looked at. */
static const char *const expected[] = { "articles.def", "rulings.def", "text_en.def", "text_it.def",
                                        "texts.def" };
enum { EXPECTED = sizeof expected / sizeof *expected };

/* What is looked at, and what has been found; nftw() hands no argument on. */
static struct search {
    eight_words table;
    const char *place; /* the file at hand */
    unsigned line;
    size_t sequences, copies;
    bool seen[EXPECTED];
} search;

static void report_copy(void *user, const char *words, size_t size)
{
    struct search *s = user;

    s->copies++;
    print_message("# %s:%u: copied: %.*s\n", s->place, s->line, (int)size, words);
}

static void look(const char *text, size_t size)
{
    search.sequences += eight_words_look(&search.table, text, size, report_copy, &search);
}

/* ---- the strings of a list ---- */

/* The next byte of a list, its line counted. */
static int next_byte(FILE *file)
{
    const int c = getc(file);

    search.line += c == '\n';
    return c;
}

static void skip_comment(FILE *file)
{
    for (int before = 0, c; (c = next_byte(file)) != EOF && !(before == '*' && c == '/');)
        before = c;
}

/* The first byte that is neither blank nor the end of a line. */
static int after_blanks(FILE *file)
{
    int c;

    do
        c = next_byte(file);
    while (c == ' ' || c == '\t' || c == '\n');
    return c;
}

/*
 * Reads on to the end of a string that has begun. Strings with only blanks between them are one, as
 * in C; what is escaped, such as a quotation mark or a new line, separates words.
 */
static size_t read_string(char *text, FILE *file)
{
    size_t size = 0;
    int c;

    do {
        while ((c = next_byte(file)) != EOF && c != '"') {
            if (c == '\\') {
                (void)next_byte(file);
                c = ' ';
            }
            assert_true(size < TEXT_SIZE);
            text[size++] = (char)c;
        }
        c = after_blanks(file);
    } while (c == '"');
    (void)ungetc(c, file);
    return size;
}

static void look_at_list(const char *path)
{
    FILE *file = fopen(path, "r");
    char text[TEXT_SIZE];
    int before = 0;

    assert_non_null(file);
    search.place = path;
    search.line = 1;
    for (int c; (c = next_byte(file)) != EOF; before = c) {
        if (before == '/' && c == '*')
            skip_comment(file);
        else if (c == '"')
            look(text, read_string(text, file));
    }
    fclose(file);
}

static int visit(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    const char *name = path + walk->base;
    const char *ending = strrchr(name, '.');

    (void)status;
    if (kind == FTW_F && ending && strcmp(ending, ".def") == 0) {
        for (size_t i = 0; i < EXPECTED; i++)
            search.seen[i] = search.seen[i] || strcmp(name, expected[i]) == 0;
        look_at_list(path);
    }
    return 0;
}

/* ---- the tests ---- */

static const char *path_of(char path[PATH_SIZE], const char *name)
{
    const char *folder = getenv("ARB_TEST_DATA");

    snprintf(path, PATH_SIZE, "%s/%s", folder ? folder : "tests", name);
    return path;
}

static int read_table(void **state)
{
    char path[PATH_SIZE];
    FILE *file = fopen(path_of(path, "data/eight-words.bin"), "rb");
    const bool good = file && eight_words_read(&search.table, file);

    (void)state;
    if (file)
        fclose(file);
    return good ? 0 : -1;
}

static int clear_table(void **state)
{
    (void)state;
    eight_words_clear(&search.table);
    return 0;
}

static void test_texts_own_words__the_table_is_whole(void **state)
{
    (void)state;
    assert_int_equal(search.table.count, ENTRIES);
}

static void test_texts_own_words__no_list_copies(void **state)
{
    static const char *const folders[] = { "../include", "../src", "../apps" };
    char path[PATH_SIZE];

    (void)state;
    search.copies = search.sequences = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        assert_int_equal(nftw(path_of(path, folders[i]), visit, 16, FTW_PHYS), 0);
    for (size_t i = 0; i < EXPECTED; i++) {
        if (!search.seen[i])
            fail_msg("%s was not found", expected[i]);
    }
    assert_true(search.sequences > 20000);
    assert_int_equal(search.copies, 0);
}

/* The lists hold the rulings with gaps; here they are as people read them. */
static void test_texts_own_words__no_ruling_copies(void **state)
{
    (void)state;
    search.copies = search.sequences = 0;
    for (int code = 0; code < ARB_CODE_COUNT; code++) {
        for (int i = 0; i < ARB_COLOUR_COUNT * ARB_LANG_COUNT; i++) {
            const arb_ruling ruling = { .code = (uint8_t)code,
                                        .player = (uint8_t)(i / ARB_LANG_COUNT) };
            char text[512];
            const size_t size =
                arb_ruling_write(text, sizeof text, &ruling, (arb_lang)(i % ARB_LANG_COUNT));
            assert_true(size < sizeof text);
            search.place = arb_code_word((arb_code)code);
            search.line = 1;
            look(text, size);
        }
    }
    assert_true(search.sequences > 0);
    assert_int_equal(search.copies, 0);
}

/* ---- the test can fail ---- */

static void count_copy(void *user, const char *words, size_t size)
{
    (void)words, (void)size;
    ++*(unsigned *)user;
}

static const char original[] =
    "Chi trova sette gatti neri sotto l’ombrello giallo LI CONTA PERCHÉ è buona "
    "educazione; il/la portiere/a<b>li</b> saluta tutti.";

/* How many sequences of `text` stand in the original, too. */
static unsigned copies_in(const char *text)
{
    eight_words table = { 0 };
    unsigned copies = 0;

    eight_words_add(&table, original, strlen(original));
    eight_words_add(&table, original, strlen(original));
    eight_words_sort(&table);
    assert_int_equal(table.count, 13);
    (void)eight_words_look(&table, text, strlen(text), count_copy, &copies);
    eight_words_clear(&table);
    return copies;
}

static void test_texts_own_words__copies_are_found(void **state)
{
    (void)state;
    assert_int_equal(copies_in(original), 13);
    assert_int_equal(copies_in("trova sette gatti neri sotto l'ombrello giallo"), 1);
    assert_int_equal(copies_in("So: \"TROVA\" (sette) gatti, neri;\nsotto-l ombrello. Giallo!"), 1);
    assert_int_equal(copies_in("conta perché È buona educazione il portiere li saluta"), 2);
}

static void test_texts_own_words__other_words_are_not(void **state)
{
    (void)state;
    assert_int_equal(copies_in(""), 0);
    assert_int_equal(copies_in("trova sette gatti neri sotto l'ombrello"), 0);
    assert_int_equal(copies_in("trova sette gatti bianchi sotto l'ombrello giallo li conta"), 0);
    assert_int_equal(copies_in("conta perche è buona educazione il portiere li"), 0);
    assert_int_equal(copies_in("sette trova gatti neri sotto l'ombrello giallo"), 0);
}

static void test_texts_own_words__numbers_are_not_words(void **state)
{
    static const char numbers[] = "1 2 3 4 5 6 7 8 9";
    eight_words table = { 0 };

    (void)state;
    eight_words_add(&table, numbers, strlen(numbers));
    assert_int_equal(table.count, 0);
    eight_words_clear(&table);
}

/* A file that is cut or out of order is noticed. */
static void test_texts_own_words__a_damaged_table_is_refused(void **state)
{
    static const char *const bytes[] = { "aaaaabbbbb", "bbbbbaaaaa", "aaaaaaaaaa", "aaaaabbbb" };

    (void)state;
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        eight_words table = { 0 };
        FILE *file = tmpfile();
        assert_non_null(file);
        assert_int_equal(fwrite(bytes[i], 1, strlen(bytes[i]), file), strlen(bytes[i]));
        rewind(file);
        assert_int_equal(eight_words_read(&table, file), i == 0);
        fclose(file);
        eight_words_clear(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_own_words__the_table_is_whole),
        cmocka_unit_test(test_texts_own_words__no_list_copies),
        cmocka_unit_test(test_texts_own_words__no_ruling_copies),
        cmocka_unit_test(test_texts_own_words__copies_are_found),
        cmocka_unit_test(test_texts_own_words__other_words_are_not),
        cmocka_unit_test(test_texts_own_words__numbers_are_not_words),
        cmocka_unit_test(test_texts_own_words__a_damaged_table_is_refused),
    };

    return cmocka_run_group_tests(tests, read_table, clear_table);
}
