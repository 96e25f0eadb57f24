/* SPDX-License-Identifier: MIT */
/* Days of the year as people write them; see almanac.h. */
#include <stdbool.h>
#include <string.h>

#include "almanac/unaccented.h"
#include "arbitro/almanac.h"

enum { MONTHS = 12, FEBRUARY = 2, ABBREVIATION = 3, YEAR_DIGITS = 4, PARTS = 3 };

static const char *const names[ARB_LANG_COUNT][MONTHS] = {
    [ARB_LANG_EN] = { "January", "February", "March", "April", "May", "June", "July", "August",
                      "September", "October", "November", "December" },
    [ARB_LANG_IT] = { "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio",
                      "agosto", "settembre", "ottobre", "novembre", "dicembre" },
};

const char *arb_day_month(unsigned month, arb_lang lang)
{
    return month >= 1 && month <= MONTHS ? names[lang][month - 1] : "";
}

static bool is_leap(unsigned year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

unsigned arb_day_count(unsigned year, unsigned month)
{
    static const uint8_t days[MONTHS] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    if (month < 1 || month > MONTHS)
        return 0;
    return days[month - 1] - (month == FEBRUARY && year != 0 && !is_leap(year) ? 1u : 0u);
}

/* One part of a date: a number with its digits, or the name of a month. */
typedef struct part {
    unsigned value, digits; /* digits 0: the name of a month */
    char sign;              /* what stood before it: a blank where nothing did */
} part;

/* The month that a folded word names, whole or by three letters and more; 0: none. */
static unsigned month_of(const char *word, size_t size)
{
    for (int lang = 0; lang < ARB_LANG_COUNT && size >= ABBREVIATION; lang++)
        for (unsigned month = 1; month <= MONTHS; month++) {
            char name[ARB_UNACCENTED_SIZE];
            const size_t length =
                arb_unaccented(name, names[lang][month - 1], strlen(names[lang][month - 1]));
            if (size <= length && memcmp(name, word, size) == 0)
                return month;
        }
    return 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Takes a number or a word off the text, which is not empty. */
static bool take_part(part *out, const char **text, const char *end)
{
    const char *begin = *text;

    out->value = out->digits = 0;
    if (is_digit(*begin)) {
        for (; *text < end && is_digit(**text) && out->digits <= YEAR_DIGITS; ++*text) {
            out->value = out->value * 10 + (unsigned)(**text - '0');
            out->digits++;
        }
        return out->digits <= YEAR_DIGITS;
    }
    while (*text < end && is_letter(**text))
        ++*text;
    out->value = month_of(begin, (size_t)(*text - begin));
    return out->value != 0;
}

/* Splits a text into at most three parts; returns how many, 0 when it cannot be read. */
static unsigned split(part parts[PARTS], const char *text, const char *end)
{
    unsigned count = 0;

    while (text < end) {
        char sign = ' ';
        for (; text < end && strchr(" -/.", *text); text++)
            if (*text != ' ') {
                if (sign != ' ' || count == 0)
                    return 0;
                sign = *text;
            }
        if (text == end) /* "28.2." ends with a full stop, and nothing else does */
            return sign == ' ' || sign == '.' ? count : 0;
        if (count == PARTS || !take_part(&parts[count], &text, end))
            return 0;
        parts[count++].sign = sign;
    }
    return count;
}

/* Which of the parts are what: "ymd" of 2026-02-28, "dm" of 28/2, "m" of a month alone. */
static const char *order_of(const part *parts, unsigned count)
{
    const bool first_is_name = parts[0].digits == 0;

    if (count == 1)
        return first_is_name ? "m" : NULL;
    if (first_is_name)
        return count == 2 && parts[1].digits <= 2 ? "md" : count == 3 ? "mdy" : "my";
    if (parts[1].digits == 0)
        return parts[0].digits > 2 ? NULL : count == 2 ? "dm" : "dmy";
    if (parts[1].sign == ' ')
        return NULL;
    if (parts[1].sign == '-')
        return count == 3 && parts[0].digits == YEAR_DIGITS ? "ymd" : count == 2 ? "md" : NULL;
    return count == 3 ? "dmy" : "dm";
}

/* Puts the parts where they belong; false when one has too many digits, or a name is no month. */
static bool arrange(unsigned *year, arb_day *date, const part *parts, const char *order)
{
    for (; *order; order++, parts++) {
        if ((parts->digits == 0 && *order != 'm') ||
            (*order == 'y' ? parts->digits != YEAR_DIGITS : parts->digits > 2))
            return false;
        if (*order == 'y')
            *year = parts->value;
        else if (*order == 'm')
            date->month = (uint8_t)parts->value;
        else
            date->day = (uint8_t)parts->value;
    }
    return true;
}

arb_day_fault arb_day_read(arb_day *out, const char *text, size_t size)
{
    char plain[ARB_UNACCENTED_SIZE];
    part parts[PARTS] = { { 0 } };
    arb_day date = { 0 };
    unsigned year = 0;
    const size_t length = arb_unaccented(plain, text, size);
    const unsigned count = length ? split(parts, plain, plain + length) : 0;
    const char *order = count ? order_of(parts, count) : NULL;

    if (!order || !arrange(&year, &date, parts, order) || (strchr(order, 'y') && year == 0))
        return ARB_DAY_UNREADABLE;
    if (date.month < 1 || date.month > MONTHS)
        return ARB_DAY_NO_MONTH;
    if (strchr(order, 'd') && (date.day == 0 || date.day > arb_day_count(0, date.month)))
        return ARB_DAY_NO_DAY;
    if (date.day > arb_day_count(year, date.month))
        return ARB_DAY_NO_LEAP;
    date.year = (uint16_t)year;
    *out = date;
    return ARB_DAY_GOOD;
}
