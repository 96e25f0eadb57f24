/* SPDX-License-Identifier: MIT */
/* `arbitro almanac today`, `born`, `died`, `person`: anniversaries, also as a calendar. */
#include <stdio.h>
#include <string.h>

#include "cli/almanac.h"
#include "cli/page.h"
#include "common/quote.h"

enum {
    LIST_MAX = 512,
    INDENT = 2,
    DATE_WIDTH = 20,
    FEBRUARY = 2,
    LEAP_DAY = 29,
    CALENDAR_MAX = 1 << 20
};

/* Those that were asked for. */
typedef struct chosen {
    const arb_anniversary *list[LIST_MAX];
    size_t count;
} chosen;

static void choose(chosen *out, const arb_anniversary *one)
{
    if (out->count < LIST_MAX)
        out->list[out->count++] = one;
}

/*
 * Is it on that day? What happened on 29 February is remembered a day earlier in years that have no
 * such day.
 */
static bool is_on(const arb_anniversary *one, arb_day date)
{
    if (one->month != date.month)
        return false;
    return date.day == 0 || one->day == date.day ||
           (date.month == FEBRUARY && date.year != 0 && one->day == LEAP_DAY &&
            date.day == arb_day_count(date.year, FEBRUARY) && date.day < LEAP_DAY);
}

/* ---- telling ---- */

/* "16 November 1850", "died Aaron Alexandre (1765-1850), 176 years ago" */
static void print_one(const arb_ask *ask, const arb_anniversary *one)
{
    const arb_lang lang = ask->cli->lang;
    const unsigned year = arb_anniversary_year(one);
    char when[64], name[ARB_ASK_NAME_SIZE], ago[32] = "", text[256];

    snprintf(when, sizeof when, "%u %s %u", one->day, arb_day_month(one->month, lang), year);
    if (ask->today.year > year + 1)
        snprintf(ago, sizeof ago, arb_text(ARB_TEXT_ALMANAC_AGO, lang), ask->today.year - year);
    snprintf(text, sizeof text, "%s %s%s",
             arb_text(one->kind == ARB_BORN ? ARB_TEXT_ALMANAC_BORN : ARB_TEXT_ALMANAC_DIED, lang),
             arb_ask_person_text(name, one->name, one->born, one->died, lang), ago);
    arb_page_row(INDENT, DATE_WIDTH, when, text);
}

static void json_one(const arb_ask *ask, const arb_anniversary *one)
{
    char date[32];

    snprintf(date, sizeof date, "%04u-%02u-%02u", arb_anniversary_year(one), one->month, one->day);
    arb_cli_json(ask->cli, json_pack("{ss ss ss ss ss so so}", "kind", "anniversary", "event",
                                     one->kind == ARB_BORN ? "born" : "died", "date", date, "name",
                                     arb_almanac_spelling(one->name, ask->cli->lang), "listed",
                                     one->name, "born", arb_ask_json_year(one->born), "died",
                                     arb_ask_json_year(one->died)));
}

static arb_exit print_calendar(const arb_ask *ask, const chosen *these)
{
    arb_buf file;
    arb_exit status = ARB_EXIT_YES;

    if (these->count == 0)
        return arb_ask_told(ask, 0);
    arb_buf_init(&file, NULL, CALENDAR_MAX);
    const arb_err err = arb_almanac_calendar(&file, these->list, these->count, ask->cli->lang);
    if (err == ARB_OK)
        fwrite(arb_buf_text(&file), 1, arb_buf_size(&file), stdout);
    else
        status = arb_cli_failed(ask->cli, err);
    arb_buf_clear(&file);
    return status;
}

static void tell(const arb_ask *ask, const chosen *these)
{
    for (size_t i = 0; i < these->count; i++)
        (ask->cli->json ? json_one : print_one)(ask, these->list[i]);
}

static arb_exit answer(const arb_ask *ask, const chosen *these)
{
    if (ask->ics)
        return print_calendar(ask, these);
    tell(ask, these);
    return arb_ask_told(ask, these->count);
}

/* ---- choosing ---- */

/* Which kind: one of arb_anniversary_kind, or both. */
static void choose_day(chosen *out, arb_day date, arb_anniversary_kind kind)
{
    const arb_anniversary *one;

    for (size_t i = 0; (one = arb_almanac_anniversary(i)) != NULL; i++)
        if (is_on(one, date) && (kind == ARB_ANNIVERSARY_KINDS || kind == one->kind))
            choose(out, one);
}

static void choose_wanted(chosen *out, const arb_ask *ask, arb_anniversary_kind kind)
{
    const arb_anniversary *one;

    for (size_t i = 0; (one = arb_almanac_anniversary(i)) != NULL; i++) {
        const char *const names[] = { one->name, NULL };
        if ((kind == ARB_ANNIVERSARY_KINDS || kind == one->kind) &&
            arb_ask_wants(ask, arb_anniversary_year(one), names))
            choose(out, one);
    }
}

arb_exit arb_ask_days(const arb_ask *ask, arb_day date)
{
    arb_ask then = *ask;
    chosen these = { .count = 0 };

    then.today = date;
    choose_day(&these, date, ARB_ANNIVERSARY_KINDS);
    return answer(&then, &these);
}

arb_exit arb_ask_today(const arb_ask *ask)
{
    return ask->words > 0 ? arb_ask_misused(ask) : arb_ask_days(ask, ask->today);
}

arb_exit arb_ask_year(const arb_ask *ask)
{
    chosen these = { .count = 0 };

    if (ask->words > 0)
        return arb_ask_misused(ask);
    choose_wanted(&these, ask, ARB_ANNIVERSARY_KINDS);
    return answer(ask, &these);
}

/* A date, a year or a name; what can be read as a date is one. */
static arb_exit born_or_died(const arb_ask *ask, arb_anniversary_kind kind)
{
    chosen these = { .count = 0 };
    arb_day date = ask->today;
    const arb_day_fault fault =
        ask->words > 0 ? arb_day_read(&date, ask->text, strlen(ask->text)) : ARB_DAY_GOOD;

    if (fault != ARB_DAY_GOOD && fault != ARB_DAY_UNREADABLE) {
        (void)arb_ask_date_arg(&date, ask->cli, ask->text);
        return ARB_EXIT_BAD;
    }
    if (fault == ARB_DAY_GOOD)
        choose_day(&these, date, kind);
    else
        choose_wanted(&these, ask, kind);
    return answer(ask, &these);
}

arb_exit arb_ask_born(const arb_ask *ask)
{
    return born_or_died(ask, ARB_BORN);
}

arb_exit arb_ask_died(const arb_ask *ask)
{
    return born_or_died(ask, ARB_DIED);
}

arb_exit arb_ask_person(const arb_ask *ask)
{
    chosen these = { .count = 0 };

    if (ask->words == 0)
        return arb_ask_misused(ask);
    choose_wanted(&these, ask, ARB_ANNIVERSARY_KINDS);
    if (ask->ics)
        return print_calendar(ask, &these);
    tell(ask, &these);
    const size_t reigns = arb_ask_reigns_of(ask);
    return arb_ask_told(ask, these.count + reigns + arb_ask_portraits_of(ask));
}
