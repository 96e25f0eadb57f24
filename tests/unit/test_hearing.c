/* SPDX-License-Identifier: MIT */
/*
 * The words of announcements, every one of every language: each is heard as what its list says, and
 * none means two things (Laws D.2.1). How far words are apart is counted by a second, slower way.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "notation/hearing.h"
#include "notation/hearing_words.h"
#include "notation/spoken.h"
#include "support/random_positions.h"

static arb_heard hear(const arb_language *language, const char *text, size_t size, bool due)
{
    arb_heard_text words = { .language = language };
    size_t at;

    assert_true(arb_heard_split(&words, &at, text, size));
    return arb_heard_at(&words, 0, due, false);
}

/* Every form of a list; before a rank, so that the name of a letter is that. */
static unsigned check_list(const arb_language *language, const char *list, arb_heard_kind kind)
{
    unsigned forms = 0;

    for (unsigned value = 0; list && *list; value++) {
        const size_t size = strcspn(list, " ");
        for (size_t at = 0; at < size; forms++) {
            char text[128];
            const size_t end = at + strcspn(list + at, "/ ");
            snprintf(text, sizeof text, "%.*s 4", (int)(end - at), list + at);
            at = end + 1;
            if (text[0] == '-')
                continue;
            const arb_heard heard = hear(language, text, strlen(text), true);
            if (heard.kind != kind || heard.value != value)
                fail_msg("%s: \"%s\" is heard as %d %u, not %d %u", language->code, text,
                         heard.kind, heard.value, kind, value);
        }
        list += size + (list[size] == ' ');
    }
    return forms;
}

static unsigned check_meanings(const arb_language *language)
{
    unsigned forms = 0;

    for (unsigned i = 0; i < ARB_MEANING_COUNT; i++) {
        for (const char *const *word = language->words[i]; word && *word; word++, forms++) {
            const arb_heard heard = hear(language, *word, strlen(*word), false);
            const bool right =
                i <= ARB_MEANING_KING         ? heard.kind == ARB_HEARD_PIECE && heard.value == i
                : i == ARB_MEANING_TAKES      ? heard.kind == ARB_HEARD_TAKES
                : i == ARB_MEANING_PROMOTES   ? heard.kind == ARB_HEARD_PROMOTES
                : i == ARB_MEANING_KINGSIDE   ? heard.kind == ARB_HEARD_CASTLING && heard.value == 0
                : i == ARB_MEANING_QUEENSIDE  ? heard.kind == ARB_HEARD_CASTLING && heard.value == 1
                : i == ARB_MEANING_EN_PASSANT ? heard.kind == ARB_HEARD_EN_PASSANT
                : i == ARB_MEANING_CHECK      ? heard.kind == ARB_HEARD_CHECK
                : i == ARB_MEANING_MATE
                    ? heard.kind == ARB_HEARD_MATE
                    : heard.kind == ARB_HEARD_FILLER || heard.kind == ARB_HEARD_FILE;
            if (!right)
                fail_msg("%s: \"%s\" is heard as %d %u", language->code, *word, heard.kind,
                         heard.value);
        }
    }
    return forms;
}

/* Laws D.2.1 */
static void test_hearing__every_word_means_one_thing(void **state)
{
    unsigned forms = 0;

    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);
        const arb_spoken *spoken = arb_spoken_of(language);
        forms += check_list(language, spoken->ranks, ARB_HEARD_RANK);
        forms += check_list(language, spoken->letters, ARB_HEARD_FILE);
        forms += check_list(language, spoken->pieces, ARB_HEARD_PIECE);
        forms += check_list(language, spoken->sides, ARB_HEARD_SIDE);
        for (arb_file_names files = ARB_FILE_NAMES; files < ARB_FILE_NAMES_COUNT; files++)
            forms += check_list(language, arb_spoken_files(language, files), ARB_HEARD_FILE);
        forms += check_list(language, arb_spoken_names, ARB_HEARD_FILE);
        forms += check_list(language, arb_spoken_cities, ARB_HEARD_FILE);
        forms += check_meanings(language);
    }
    printf("# %u forms of words\n", forms);
}

/* Of two words that are near enough the nearer one is heard, whichever stands first in its list; as
 * far from both is neither. */
static void test_hearing__the_nearer_word(void **state)
{
    static const struct {
        const char *code, *text;
        arb_heard_kind kind;
        unsigned value;
    } rows[] = {
        { "fi", "kuningats", ARB_HEARD_PIECE, ARB_KING },   /* one letter; kuningatar, two */
        { "fi", "kuningattr", ARB_HEARD_PIECE, ARB_QUEEN }, /* one letter; kuningas, three */
        { "de", "belta 4", ARB_HEARD_UNKNOWN, 0 },          /* Bella, Delta */
        { "de", "bellla 4", ARB_HEARD_FILE, 1 },
        { "de", "deltta 4", ARB_HEARD_FILE, 3 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_language *language = arb_language_find(rows[i].code, 2);
        const arb_heard heard = hear(language, rows[i].text, strlen(rows[i].text), true);
        if (heard.kind != rows[i].kind ||
            (heard.kind != ARB_HEARD_UNKNOWN && heard.value != rows[i].value))
            fail_msg("\"%s\" is heard as %d %u", rows[i].text, heard.kind, heard.value);
    }
}

static unsigned entries(const char *list)
{
    unsigned count = *list ? 1 : 0;

    for (; *list; list++)
        count += *list == ' ';
    return count;
}

static void test_hearing__every_list_is_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_spoken *spoken = arb_spoken_of(arb_language_at(i));
        assert_int_equal(entries(spoken->ranks), 8);
        for (arb_file_names files = ARB_FILE_NAMES; files < ARB_FILE_NAMES_COUNT; files++)
            assert_int_equal(entries(arb_spoken_files(arb_language_at(i), files)), 8);
        if (spoken->letters)
            assert_int_equal(entries(spoken->letters), 8);
        if (spoken->pieces)
            assert_int_equal(entries(spoken->pieces), ARB_ROLE_COUNT);
        assert_int_equal(spoken->castles != NULL, spoken->sides != NULL);
        if (spoken->sides)
            assert_int_equal(entries(spoken->sides), 2);
        for (int colour = 0; colour < 2; colour++)
            assert_true(spoken->colours[colour] && spoken->turns[colour]);
    }
}

/* The same count by trying everything. */
static unsigned slow_distance(const uint16_t *a, unsigned n, const uint16_t *b, unsigned m)
{
    if (n == 0 || m == 0)
        return n + m;
    unsigned best = slow_distance(a, n - 1, b, m - 1) + (a[n - 1] != b[m - 1]);
    const unsigned less = slow_distance(a, n - 1, b, m) + 1;
    const unsigned more = slow_distance(a, n, b, m - 1) + 1;
    best = less < best ? less : best;
    best = more < best ? more : best;
    if (n > 1 && m > 1 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1]) {
        const unsigned turned = slow_distance(a, n - 2, b, m - 2) + 1;
        best = turned < best ? turned : best;
    }
    return best;
}

static void test_hearing__distance_is_that_of_the_slow_way(void **state)
{
    chance luck = chance_begin(184);

    (void)state;
    for (unsigned i = 0; i < scaled(4000); i++) {
        uint16_t a[6], b[6];
        const unsigned n = chance_below(&luck, 7), m = chance_below(&luck, 7);
        const unsigned limit = chance_below(&luck, 4);
        for (unsigned j = 0; j < 6; j++) {
            a[j] = (uint16_t)('a' + chance_below(&luck, 3));
            b[j] = (uint16_t)('a' + chance_below(&luck, 3));
        }
        const unsigned slow = slow_distance(a, n, b, m);
        assert_int_equal(arb_heard_distance(a, n, b, m, limit), slow > limit ? limit + 1 : slow);
    }
}

/* A slip in a long word is forgiven; in a short one, or when another word is as near, it is not. */
static void test_hearing__forgives_a_slip_in_long_words(void **state)
{
    static const struct {
        const char *code, *text;
        arb_heard_kind kind;
        unsigned value;
    } rows[] = {
        { "de", "Springr", ARB_HEARD_PIECE, ARB_KNIGHT },   /* left out */
        { "de", "Springner", ARB_HEARD_PIECE, ARB_KNIGHT }, /* added */
        { "de", "Sprinder", ARB_HEARD_PIECE, ARB_KNIGHT },  /* changed */
        { "de", "Srpinger", ARB_HEARD_PIECE, ARB_KNIGHT },  /* exchanged */
        { "de", "Srpniger", ARB_HEARD_UNKNOWN, 0 },         /* twice */
        { "it", "domodosola", ARB_HEARD_FILE, 3 },
        { "it", "domadosela", ARB_HEARD_FILE, 3 },    /* two of nine */
        { "it", "dumadosela", ARB_HEARD_UNKNOWN, 0 }, /* three */
        { "de", "trum", ARB_HEARD_UNKNOWN, 0 },
        { "de", "kurse", ARB_HEARD_SIDE, ARB_KINGSIDE },
        { "en", "rnight", ARB_HEARD_PIECE, ARB_KNIGHT },
        { "en", "eigh", ARB_HEARD_RANK, 7 },
        { "de", "Belda", ARB_HEARD_FILE, 1 },    /* a doubled letter is a letter, too: */
        { "de", "Belta", ARB_HEARD_UNKNOWN, 0 }, /* Bella or Delta */
        { "pl", "sieem", ARB_HEARD_UNKNOWN, 0 }, /* siedem or osiem */
        { "it", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaancona", ARB_HEARD_FILE, 0 },
        { "it", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaanconi", ARB_HEARD_FILE, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const arb_language *language = arb_language_find(rows[i].code, 2);
        const arb_heard heard = hear(language, rows[i].text, strlen(rows[i].text), false);
        if (heard.kind != rows[i].kind ||
            (heard.kind != ARB_HEARD_UNKNOWN && heard.value != rows[i].value))
            fail_msg("\"%s\" is heard as %d %u", rows[i].text, heard.kind, heard.value);
    }
}

/* Words, digits and signs, where each begins, and the limit. */
static void test_hearing__words_are_parted(void **state)
{
    static const char text[] = "Größe, e4×d5 (O'Neil)";
    static const size_t at[] = { 0, 9, 10, 11, 13, 14, 17 };
    char many[3 * ARB_HEARD_WORDS_MAX + 4];
    arb_heard_text words = { .language = arb_language_at(0) };
    size_t stop;

    (void)state;
    assert_true(arb_heard_split(&words, &stop, text, strlen(text)));
    assert_int_equal(words.count, 7);
    for (unsigned i = 0; i < 7; i++)
        assert_int_equal(words.word[i].at, at[i]);
    assert_false(words.word[0].glued);
    assert_true(words.word[1].glued);
    memset(many, ' ', sizeof many);
    for (size_t i = 0; i <= ARB_HEARD_WORDS_MAX; i++)
        memcpy(many + 3 * i, "zz", 2);
    assert_true(arb_heard_split(&words, &stop, many, 3 * (size_t)ARB_HEARD_WORDS_MAX));
    assert_int_equal(words.count, ARB_HEARD_WORDS_MAX);
    assert_false(arb_heard_split(&words, &stop, many, 3 * (size_t)ARB_HEARD_WORDS_MAX + 2));
    assert_int_equal(stop, 3 * (size_t)ARB_HEARD_WORDS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hearing__every_word_means_one_thing),
        cmocka_unit_test(test_hearing__the_nearer_word),
        cmocka_unit_test(test_hearing__every_list_is_whole),
        cmocka_unit_test(test_hearing__distance_is_that_of_the_slow_way),
        cmocka_unit_test(test_hearing__forgives_a_slip_in_long_words),
        cmocka_unit_test(test_hearing__words_are_parted),
    };
    return cmocka_run_group_tests_name("hearing", tests, NULL, NULL);
}
