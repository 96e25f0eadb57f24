/* SPDX-License-Identifier: MIT */
/*
 * Anniversaries as a calendar file (RFC 5545): lines end with CR LF and are folded so that none has
 * more than 75 bytes, between characters; commas, semicolons and backslashes in texts are escaped.
 */
#include <stdio.h>
#include <string.h>

#include "arbitro/almanac.h"
#include "arbitro/utf8.h"

enum { LINE_MAX = 75, TEXT_SIZE = 256 };

/* When the lists were last changed. It must be told, and may not depend on the time of day. */
static const char stamp[] = "20200101T000000Z";

/* One line of the file, of any length. */
static arb_err add_line(arb_buf *out, const char *line)
{
    size_t size = strlen(line), column = 0;
    arb_err err = ARB_OK;

    while (size > 0 && err == ARB_OK) {
        const size_t step = arb_utf8_step(line, size);
        if (column + step > LINE_MAX) {
            err = arb_buf_add_text(out, "\r\n ");
            column = 1;
        }
        if (err == ARB_OK)
            err = arb_buf_add(out, line, step);
        column += step;
        line += step;
        size -= step;
    }
    return err == ARB_OK ? arb_buf_add_text(out, "\r\n") : err;
}

/* A text with what has a meaning in the file escaped. */
static const char *escaped(char out[TEXT_SIZE], const char *text)
{
    size_t size = 0;

    for (; *text && size + 3 < TEXT_SIZE; text++) {
        if (strchr("\\;,", *text))
            out[size++] = '\\';
        out[size++] = *text;
    }
    out[size] = '\0';
    return out;
}

/* "Paul Keres, born 1916" */
static const char *summary(char out[TEXT_SIZE], const arb_anniversary *one, arb_lang lang)
{
    static const char *const words[ARB_ANNIVERSARY_KINDS][ARB_LANG_COUNT] = {
        [ARB_BORN] = { [ARB_LANG_EN] = "born", [ARB_LANG_IT] = "nasce nel" },
        [ARB_DIED] = { [ARB_LANG_EN] = "died", [ARB_LANG_IT] = "muore nel" },
    };

    snprintf(out, TEXT_SIZE, "%s, %s %u", arb_almanac_spelling(one->name, lang),
             words[one->kind][lang], arb_anniversary_year(one));
    return out;
}

/* An entry is known by the day, the event and the person's place in the day. */
static arb_err add_event(arb_buf *out, const arb_anniversary *one, arb_lang lang)
{
    static const char *const tags[ARB_LANG_COUNT] = { [ARB_LANG_EN] = "en", [ARB_LANG_IT] = "it" };
    const unsigned year = arb_anniversary_year(one);
    char line[2 * TEXT_SIZE], text[TEXT_SIZE], plain[TEXT_SIZE];
    unsigned place = 1;
    arb_err err = add_line(out, "BEGIN:VEVENT");

    for (size_t i = 0; arb_almanac_anniversary(i) != one && arb_almanac_anniversary(i); i++)
        place += arb_almanac_anniversary(i)->month == one->month &&
                 arb_almanac_anniversary(i)->day == one->day;
    snprintf(line, sizeof line, "UID:arbitro-almanac-%02u%02u-%u-%u", one->month, one->day, place,
             year);
    err = err == ARB_OK ? add_line(out, line) : err;
    snprintf(line, sizeof line, "DTSTAMP:%s", stamp);
    err = err == ARB_OK ? add_line(out, line) : err;
    snprintf(line, sizeof line, "DTSTART;VALUE=DATE:%04u%02u%02u", year, one->month, one->day);
    err = err == ARB_OK ? add_line(out, line) : err;
    err = err == ARB_OK ? add_line(out, "RRULE:FREQ=YEARLY") : err;
    snprintf(line, sizeof line, "SUMMARY;LANGUAGE=%s:%s", tags[lang],
             escaped(text, summary(plain, one, lang)));
    err = err == ARB_OK ? add_line(out, line) : err;
    err = err == ARB_OK ? add_line(out, "TRANSP:TRANSPARENT") : err;
    return err == ARB_OK ? add_line(out, "END:VEVENT") : err;
}

arb_err arb_almanac_calendar(arb_buf *out, const arb_anniversary *const *list, size_t count,
                             arb_lang lang)
{
    static const char *const names[ARB_LANG_COUNT] = {
        [ARB_LANG_EN] = "NAME:Anniversaries of chess players",
        [ARB_LANG_IT] = "NAME:Anniversari di scacchisti",
    };
    static const char *const head[] = { "BEGIN:VCALENDAR", "VERSION:2.0",
                                        "PRODID:-//Arbitro//Almanac//EN", "CALSCALE:GREGORIAN" };
    const size_t before = arb_buf_size(out);
    arb_err err = ARB_OK;

    for (size_t i = 0; i < sizeof head / sizeof *head && err == ARB_OK; i++)
        err = add_line(out, head[i]);
    err = err == ARB_OK ? add_line(out, names[lang]) : err;
    for (size_t i = 0; i < count && err == ARB_OK; i++)
        err = add_event(out, list[i], lang);
    err = err == ARB_OK ? add_line(out, "END:VCALENDAR") : err;
    if (err != ARB_OK)
        arb_buf_cut(out, before);
    return err;
}
