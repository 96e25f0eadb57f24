/* SPDX-License-Identifier: MIT */
/* The value of a tag compared: by its words, as a whole, as a number, as a date, by alphabet. */
#include <string.h>

#include "arbitro/mem.h"
#include "notation/select_internal.h"

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- dates */

enum { MONTH_SHIFT = 5, YEAR_SHIFT = 9, DAY_LAST = 31, MONTH_LAST = 15 };

bool arb_date_has_year(uint32_t date)
{
    return date >> YEAR_SHIFT != 0;
}

uint32_t arb_date_first(uint32_t date)
{
    return date;
}

uint32_t arb_date_last(uint32_t date)
{
    if ((date >> MONTH_SHIFT & MONTH_LAST) == 0)
        return date | MONTH_LAST << MONTH_SHIFT | DAY_LAST;
    return (date & DAY_LAST) == 0 ? date | DAY_LAST : date;
}

/* A part of a date, of at most `digits` digits or as many question marks; false when neither. */
static bool date_part(uint32_t *out, const char **at, const char *end, int digits, uint32_t max)
{
    const char *begin = *at;

    *out = 0;
    if (*at < end && **at == '?') {
        while (*at < end && **at == '?')
            ++*at;
        return *at - begin <= digits;
    }
    for (; *at < end && is_digit(**at) && *at - begin < digits; ++*at)
        *out = *out * 10 + (uint32_t)(**at - '0');
    return *at > begin && *out <= max;
}

static bool separator(const char **at, const char *end)
{
    return *at < end && (**at == '.' || **at == '-' || **at == '/') && (++*at, true);
}

bool arb_date_exists(uint32_t date)
{
    static const uint8_t days[] = { 31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    const uint32_t year = date >> YEAR_SHIFT, month = date >> MONTH_SHIFT & MONTH_LAST;
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return month < sizeof days && (date & DAY_LAST) <= days[month] + (month == 2 && leap ? 1u : 0u);
}

bool arb_date_read(uint32_t *out, const char *text, size_t size)
{
    enum { YEAR_MAX = 9999, MONTHS = 12, DAYS = 31 };
    const char *at = text, *end = text + size;
    uint32_t year, month = 0, day = 0;

    if (!date_part(&year, &at, end, 4, YEAR_MAX) || at - text != 4)
        return false;
    if (separator(&at, end) && !date_part(&month, &at, end, 2, MONTHS))
        return false;
    if (month > 0 || at < end) {
        if (separator(&at, end) && !date_part(&day, &at, end, 2, DAYS))
            return false;
    }
    if (at != end)
        return false;
    *out = year << YEAR_SHIFT | month << MONTH_SHIFT | (month > 0 ? day : 0);
    return true;
}

/* ---- numbers */

/* A decimal number, in thousandths; false when it is none. */
static bool read_number(int64_t *out, const char *text, size_t size)
{
    enum { DIGITS_MAX = 12, DECIMALS = 3 };
    const bool minus = size > 0 && *text == '-';
    size_t at = minus, begin = minus;
    int64_t number = 0;

    for (; at < size && is_digit(text[at]) && at - begin < DIGITS_MAX; at++)
        number = number * 10 + (text[at] - '0');
    if (at == begin)
        return false;
    const bool decimal = at + 1 < size && text[at] == '.';
    at += decimal;
    begin = at;
    for (unsigned i = 0; i < DECIMALS; i++)
        number = number * 10 + (decimal && at < size && is_digit(text[at]) ? text[at++] - '0' : 0);
    *out = minus ? -number : number;
    return at == size && (!decimal || at > begin);
}

/* ---- tests */

/* Behind a word that was asked for: whether the name must have all of it, or may go on. */
enum { WHOLE = '\0', BEGINNING = '\1' };

static bool is_separator(char c)
{
    return (unsigned char)c <= ' ' || c == ',' || c == '.';
}

/* In folded text. */
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c);
}

/* Initials, and what has a dot behind it, stand for words that begin so. */
static bool is_short(const char *word, size_t size, bool dot)
{
    size_t letters = 0;

    for (size_t i = 0; i < size; i++)
        letters += ((unsigned char)word[i] & 0xc0) != 0x80;
    return is_letter(word[size - 1]) && (dot || letters == 1);
}

/* Folds what was written, as words with a mark behind each. */
static void split_words(arb_select_text *test)
{
    char *words = test->text + test->words_at;
    const size_t size = arb_fold(words, test->room - test->words_at - 1, test->text, test->size);
    size_t to = 0;

    for (size_t at = 0; at < size;) {
        const size_t begin = to;
        while (at < size && !is_separator(words[at]))
            words[to++] = words[at++];
        const bool dot = at < size && words[at] == '.';
        while (at < size && is_separator(words[at]))
            at++;
        const bool star = to > begin + 1 && words[to - 1] == '*';
        to -= star;
        if (to > begin) {
            const bool beginning = star || is_short(words + begin, to - begin, dot);
            words[to++] = beginning ? BEGINNING : WHOLE;
        }
    }
    test->words_size = to;
}

arb_err arb_select_text_make(arb_select_text *out, const arb_mem *mem, arb_compare compare,
                             const arb_cursor *cur)
{
    const size_t size = arb_cursor_left(cur);
    arb_select_text test = { .compare = compare, .size = size, .words_at = size };

    /* folded, a byte of Latin-1 becomes at most two */
    test.room = 3 * size + 2;
    test.text = arb_mem_new_array(mem, test.room, 1);
    if (!test.text)
        return ARB_NOMEM;
    if (size > 0)
        memcpy(test.text, cur->at, size);
    split_words(&test);
    *out = test;
    return ARB_OK;
}

/* Does the word stand at `at`, with no letter or digit of another one beside it? */
static bool stands_at(const char *text, size_t size, size_t at, const char *word, size_t length,
                      char mark)
{
    const size_t end = at + length;

    return memcmp(text + at, word, length) == 0 &&
           (at == 0 || !is_word(text[at - 1]) || !is_word(word[0])) &&
           (mark == BEGINNING || end == size || !is_word(text[end]) || !is_word(word[length - 1]));
}

static bool has_word(const char *text, size_t size, const char *word, size_t length, char mark)
{
    for (size_t at = 0; at < size && size - at >= length; at++) {
        const char *found = memchr(text + at, *word, size - at - length + 1);
        if (!found)
            return false;
        at = (size_t)(found - text);
        if (stands_at(text, size, at, word, length, mark))
            return true;
    }
    return false;
}

static bool has_words(const arb_select_text *test, const char *value, size_t size)
{
    const char *words = test->text + test->words_at, *end = words + test->words_size;
    char folded[ARB_FOLD_MAX];
    const size_t length = arb_fold(folded, sizeof folded, value, size);

    if (words == end)
        return size == 0;
    while (words < end) {
        size_t word = 0;
        while (words[word] != WHOLE && words[word] != BEGINNING)
            word++;
        if (!has_word(folded, length, words, word, words[word]))
            return false;
        words += word + 1;
    }
    return true;
}

static int by_alphabet(const arb_select_text *test, const char *value, size_t size)
{
    char a[ARB_FOLD_MAX], b[ARB_FOLD_MAX];
    const size_t a_size = arb_fold(a, sizeof a, value, size);
    const size_t b_size = arb_fold(b, sizeof b, test->text, test->size);
    const int order = memcmp(a, b, a_size < b_size ? a_size : b_size);

    return order != 0 ? order : a_size < b_size ? -1 : a_size > b_size;
}

static bool ordered(arb_compare compare, int first, int last)
{
    return compare == ARB_COMPARE_LESS      ? first < 0
           : compare == ARB_COMPARE_AT_MOST ? first <= 0
           : compare == ARB_COMPARE_MORE    ? last > 0
                                            : last >= 0;
}

static int order_of(int64_t a, int64_t b)
{
    return a < b ? -1 : a > b;
}

/* What is unknown of a date counts as whatever makes the condition hold. */
static bool is_ordered(const arb_select_text *test, const char *value, size_t size)
{
    const bool late = test->compare == ARB_COMPARE_AT_MOST || test->compare == ARB_COMPARE_MORE;
    uint32_t date, other;
    int64_t a, b;

    if (arb_date_read(&date, value, size) && arb_date_read(&other, test->text, test->size) &&
        (size > 4 || test->size > 4)) {
        const uint32_t edge = late ? arb_date_last(other) : arb_date_first(other);
        return arb_date_has_year(date) &&
               ordered(test->compare, order_of(arb_date_first(date), edge),
                       order_of(arb_date_last(date), edge));
    }
    if (read_number(&b, test->text, test->size))
        return read_number(&a, value, size) &&
               ordered(test->compare, order_of(a, b), order_of(a, b));
    const int order = by_alphabet(test, value, size);
    return ordered(test->compare, order, order);
}

bool arb_select_text_holds(const arb_select_text *test, const char *value, size_t size)
{
    if (test->compare == ARB_COMPARE_SAME || test->compare == ARB_COMPARE_OTHER)
        return (by_alphabet(test, value, size) == 0) == (test->compare == ARB_COMPARE_SAME);
    if (test->compare == ARB_COMPARE_WORDS)
        return has_words(test, value, size);
    return test->compare == ARB_COMPARE_THERE || is_ordered(test, value, size);
}
