/* SPDX-License-Identifier: MIT */
/* The languages of moves (Laws, C.3): the table, its letters and its words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arbitro/language.h"
#include "arbitro/utf8.h"
#include "support/assertions.h"

enum { TEXT_MAX = 64, LETTERS_MAX = 2 * ARB_ROLE_COUNT };

/* ---- helpers ---- */

/* The lower case of a letter in Latin-1, Latin Extended-A, Ș and Ț, and Cyrillic. */
static uint32_t lower(uint32_t c)
{
    static const struct {
        uint32_t first, last; /* capitals, */
        uint32_t step;        /* of which there is one every so many, */
        uint32_t add;         /* and how far from each its small letter is */
    } ranges[] = {
        { 'A', 'Z', 1, 0x20 },     { 0xC0, 0xD6, 1, 0x20 }, { 0xD8, 0xDE, 1, 0x20 },
        { 0x100, 0x136, 2, 1 },    { 0x139, 0x147, 2, 1 },  { 0x14A, 0x176, 2, 1 },
        { 0x179, 0x17D, 2, 1 },    { 0x218, 0x21A, 2, 1 },  { 0x400, 0x40F, 1, 0x50 },
        { 0x410, 0x42F, 1, 0x20 },
    };

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last &&
            (c - ranges[i].first) % ranges[i].step == 0)
            return c + ranges[i].add;
    }
    return c;
}

/* Writes `text` in lower case; fails when it is invalid UTF-8 or too long. */
static void lower_text(char out[TEXT_MAX], const char *text)
{
    const size_t size = strlen(text);
    size_t at = 0, to = 0;

    while (at < size) {
        uint32_t c = 0;
        const size_t step = arb_utf8_decode(&c, text + at, size - at);

        if (step == 0 || to + ARB_UTF8_MAX >= TEXT_MAX)
            fail_msg("%s: invalid UTF-8, or too long", text);
        at += step;
        to += arb_utf8_encode(out + to, lower(c));
    }
    out[to] = '\0';
}

static bool is_lower(const char *text)
{
    char folded[TEXT_MAX];

    lower_text(folded, text);
    return strcmp(folded, text) == 0;
}

/* Both colours' letters, White's first. */
static void all_letters(const char *out[LETTERS_MAX], const arb_language *language)
{
    memcpy(out, language->letters.white, sizeof language->letters.white);
    memcpy(out + ARB_ROLE_COUNT, language->letters.black, sizeof language->letters.black);
}

/* The index of the longest letter with which `text` begins; LETTERS_MAX when none does. */
static size_t longest(const char *const letters[LETTERS_MAX], const char *text)
{
    size_t found = LETTERS_MAX, length = 0;

    for (size_t i = 0; i < LETTERS_MAX; i++) {
        const size_t size = strlen(letters[i]);
        if (size > length && strncmp(text, letters[i], size) == 0) {
            found = i;
            length = size;
        }
    }
    return found;
}

/* ---- the table ---- */

static void test_languages__english_is_first_and_italian_second(void **state)
{
    (void)state;
    assert_string_equal(arb_language_at(0)->code, "en");
    assert_string_equal(arb_language_at(1)->code, "it");
    for (int role = 0; role < ARB_ROLE_COUNT; role++) {
        assert_string_equal(arb_language_at(0)->letters.white[role], arb_letters_en.white[role]);
        assert_string_equal(arb_language_at(0)->letters.black[role], arb_letters_en.black[role]);
        assert_string_equal(arb_language_at(1)->letters.white[role], arb_letters_it.white[role]);
        assert_string_equal(arb_language_at(1)->letters.black[role], arb_letters_it.black[role]);
    }
}

static void test_languages__all_are_there_and_found_by_code(void **state)
{
    static const char *const codes[] = { "en", "it", "de", "fr", "es", "pt", "nl", "da",
                                         "no", "sv", "fi", "is", "et", "cs", "pl", "hu",
                                         "ro", "ru", "eo", "bg", "sh", "ar", "hi", "en-kt" };

    (void)state;
    assert_int_equal(arb_language_count(), sizeof codes / sizeof *codes);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        assert_string_equal(language_of(codes[i])->code, codes[i]);
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);
        assert_ptr_equal(language_of(language->code), language);
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            assert_true(strlen(language->name[lang]) > 0);
    }
}

static void test_languages__a_code_is_found_only_as_a_whole(void **state)
{
    (void)state;
    assert_ptr_equal(arb_language_find("italiano", 2), language_of("it"));
    assert_ptr_equal(arb_language_find("en-kt", 2), language_of("en"));
    assert_null(arb_language_find("en-kt", 4));
    assert_null(arb_language_find("it", 1));
    assert_null(arb_language_find("it\0", 3));
    assert_null(arb_language_find("IT", 2));
    assert_null(arb_language_find("xx", 2));
    assert_null(arb_language_find("", 0));
}

static void test_languages__arabic_and_hindi_alone_have_no_letters(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);
        const bool names = strcmp(language->code, "ar") == 0 || strcmp(language->code, "hi") == 0;

        assert_int_equal(arb_language_has_letters(language), !names);
        for (int role = 0; role < ARB_ROLE_COUNT; role++) {
            assert_int_equal(language->letters.white[role] == NULL, names);
            assert_int_equal(language->letters.black[role] == NULL, names);
        }
        assert_true(!names || !language->further);
    }
}

static void test_languages__a_word_is_the_first_of_its_meaning(void **state)
{
    (void)state;
    assert_string_equal(arb_language_word(language_of("en"), ARB_MEANING_KNIGHT), "knight");
    assert_string_equal(arb_language_word(language_of("en-kt"), ARB_MEANING_TAKES), "takes");
    assert_string_equal(arb_language_word(language_of("it"), ARB_MEANING_QUEEN), "donna");
    assert_string_equal(arb_language_word(language_of("it"), ARB_MEANING_PROMOTES), "diventa");
    assert_string_equal(arb_language_word(language_of("ru"), ARB_MEANING_KING), "король");
    assert_string_equal(arb_language_word(language_of("ar"), ARB_MEANING_ROOK), "rukhkh");
    assert_string_equal(arb_language_word(language_of("ar"), ARB_MEANING_TAKES), "");
    assert_string_equal(arb_language_word(language_of("hi"), ARB_MEANING_FILLER), "");
}

/* ---- letters ---- */

/* Laws C.3 */
static void test_languages__letters_are_read_longest_first_without_doubt(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const char *letters[LETTERS_MAX];

        if (!arb_language_has_letters(arb_language_at(i)))
            continue;
        all_letters(letters, arb_language_at(i));
        for (size_t one = 0; one < LETTERS_MAX; one++) {
            for (size_t two = 0; two < LETTERS_MAX; two++) {
                char text[TEXT_MAX];

                snprintf(text, sizeof text, "%s%s", letters[one], letters[two]);
                assert_int_equal(longest(letters, text), one);
                assert_int_equal(longest(letters, text + strlen(letters[one])), two);
            }
        }
    }
}

static void test_languages__black_letters_are_the_white_ones_in_lower_case(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_letters *letters = &arb_language_at(i)->letters;

        for (int role = 0; role < ARB_ROLE_COUNT && letters->white[role]; role++) {
            char folded[TEXT_MAX];

            lower_text(folded, letters->white[role]);
            assert_string_equal(letters->black[role], folded);
            assert_string_not_equal(letters->black[role], letters->white[role]);
        }
    }
}

/* Fails when `longer` begins with `letter` and goes on like the rest of a move. */
static void check_prefix(const char *letter, const char *longer)
{
    const size_t size = strlen(letter);

    if (strncmp(letter, longer, size) != 0)
        return;
    if (longer[size] == '\0' || strchr("abcdefgh12345678x:-", longer[size]))
        fail_msg("%s is in the way of %s", longer, letter);
}

/* What is read besides contradicts neither the letters nor itself, in a move such as Kpe2. */
static void test_languages__further_letters_contradict_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);

        for (const arb_letter *one = language->further; one && one->text; one++) {
            assert_true(one->role < ARB_ROLE_COUNT);
            assert_false(is_lower(one->text));
            for (int role = 0; role < ARB_ROLE_COUNT; role++) {
                check_prefix(language->letters.white[role], one->text);
                check_prefix(one->text, language->letters.white[role]);
            }
            for (const arb_letter *other = language->further; other->text; other++) {
                if (one != other)
                    check_prefix(one->text, other->text);
            }
        }
    }
}

static void test_languages__forsyth_reads_back_in_every_language(void **state)
{
    static const char fen[] = "rnbqkbnr/pPnNbBrR/qQkKpPkK/8/K1k1N1n1/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    arb_setup setup, again;

    (void)state;
    assert_int_equal(arb_fen_read(&setup, NULL, fen, strlen(fen), NULL), ARB_OK);
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);
        char text[2 * ARB_FEN_SIZE];

        if (!arb_language_has_letters(language))
            continue;
        const size_t size = arb_fen_write(text, sizeof text, &setup, ARB_FEN_X, &language->letters);
        assert_true(size < sizeof text);
        assert_int_equal(arb_fen_read(&again, NULL, text, size, &language->letters), ARB_OK);
        assert_true(arb_setup_equal(&again, &setup));
    }
}

/* ---- words ---- */

static void test_languages__every_meaning_has_a_word(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);
        const int count =
            arb_language_has_letters(language) ? ARB_MEANING_FILLER : (int)ARB_MEANING_TAKES;

        for (int meaning = 0; meaning < count; meaning++) {
            if (!*arb_language_word(language, (arb_meaning)meaning))
                fail_msg("%s has no word for meaning %d", language->code, meaning);
        }
    }
}

static unsigned count_word(const arb_language *language, const char *text)
{
    unsigned count = 0;

    for (int m = 0; m < ARB_MEANING_COUNT; m++)
        for (const char *const *word = language->words[m]; word && *word; word++)
            count += strcmp(*word, text) == 0;
    return count;
}

static void test_languages__no_word_stands_twice(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);

        size_t count = 0;

        for (int m = 0; m < ARB_MEANING_COUNT; m++)
            for (const char *const *word = language->words[m]; word && *word; word++, count++)
                if (count_word(language, *word) != 1)
                    fail_msg("%s has %s twice", language->code, *word);
        assert_true(count >= ARB_ROLE_COUNT);
    }
}

static void assert_plain(const arb_language *language, const char *text)
{
    const size_t size = strlen(text);
    const bool file = size == 1 && text[0] >= 'a' && text[0] <= 'h';

    if (!is_lower(text) || file || strpbrk(text, "0123456789\t\n") || size == 0 || text[0] == ' ' ||
        text[size - 1] == ' ' || strstr(text, "  "))
        fail_msg("%s: '%s' is not a plain word", language->code, text);
    for (int role = 0; role < ARB_ROLE_COUNT && language->letters.black[role]; role++)
        assert_string_not_equal(text, language->letters.black[role]);
}

/* Laws 2.4 */
static void test_languages__a_word_is_plain_and_no_file_or_letter(void **state)
{
    (void)state;
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);

        for (int m = 0; m < ARB_MEANING_COUNT; m++)
            for (const char *const *word = language->words[m]; word && *word; word++)
                assert_plain(language, *word);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_languages__english_is_first_and_italian_second),
        cmocka_unit_test(test_languages__all_are_there_and_found_by_code),
        cmocka_unit_test(test_languages__a_code_is_found_only_as_a_whole),
        cmocka_unit_test(test_languages__arabic_and_hindi_alone_have_no_letters),
        cmocka_unit_test(test_languages__a_word_is_the_first_of_its_meaning),
        cmocka_unit_test(test_languages__letters_are_read_longest_first_without_doubt),
        cmocka_unit_test(test_languages__black_letters_are_the_white_ones_in_lower_case),
        cmocka_unit_test(test_languages__further_letters_contradict_nothing),
        cmocka_unit_test(test_languages__forsyth_reads_back_in_every_language),
        cmocka_unit_test(test_languages__every_meaning_has_a_word),
        cmocka_unit_test(test_languages__no_word_stands_twice),
        cmocka_unit_test(test_languages__a_word_is_plain_and_no_file_or_letter),
    };
    return cmocka_run_group_tests_name("languages", tests, NULL, NULL);
}
