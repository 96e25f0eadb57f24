/* SPDX-License-Identifier: MIT */
/* `arbitro almanac champion`: who held which title. */
#include <stdio.h>
#include <string.h>

#include "cli/almanac.h"
#include "cli/page.h"
#include "common/laws_json.h"

enum { INDENT = 2, YEARS_WIDTH = 16, NUMBER_SIZE = 16 };

/* A number in Roman figures, as the source counts the champions of the world. */
static const char *roman(char out[NUMBER_SIZE], unsigned number)
{
    static const struct {
        unsigned value;
        const char *figures;
    } list[] = { { 50, "L" }, { 40, "XL" }, { 10, "X" }, { 9, "IX" },
                 { 5, "V" },  { 4, "IV" },  { 1, "I" } };
    size_t size = 0;

    out[0] = '\0';
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (; number >= list[i].value; number -= list[i].value)
            size += (size_t)snprintf(out + size, NUMBER_SIZE - size, "%s", list[i].figures);
    return out;
}

/* "1972-1975", "2013-", "XIV century", or nothing. */
static const char *years_text(char out[32], const arb_champion *one, arb_lang lang)
{
    char figures[NUMBER_SIZE];

    out[0] = '\0';
    if (one->from < 0)
        snprintf(out, 32, arb_text(ARB_TEXT_ALMANAC_CENTURY, lang),
                 roman(figures, (unsigned)-one->from));
    else if (one->from != 0 && one->from == one->to)
        snprintf(out, 32, "%d", one->from);
    else if (one->from != 0 && one->to == 0)
        snprintf(out, 32, "%d-", one->from);
    else if (one->from != 0)
        snprintf(out, 32, "%d-%d", one->from, one->to);
    return out;
}

static void print_one(const arb_ask *ask, const arb_champion *one)
{
    const arb_lang lang = ask->cli->lang;
    char label[48], years[32], name[ARB_ASK_NAME_SIZE], countries[ARB_ASK_COUNTRIES_SIZE],
        text[256];

    arb_ask_person_text(name, one->name, one->born, one->died, lang);
    arb_ask_countries_text(countries, one->countries, lang);
    snprintf(text, sizeof text, "%s%s%s%s%s", name, *countries ? ", " : "", countries,
             *one->place ? ", " : "", one->place);
    snprintf(label, sizeof label, "%u. %s", one->number, years_text(years, one, lang));
    arb_page_row(INDENT, YEARS_WIDTH, label, text);
}

static void json_one(const arb_ask *ask, const arb_champion *one)
{
    arb_cli_json(ask->cli, json_pack("{ss ss si si so so so ss ss ss so so so}", "kind", "champion",
                                     "title", arb_title_word((arb_title)one->title), "number",
                                     one->number, "ordinal", (int)arb_champion_ordinal(one), "from",
                                     arb_ask_json_year(one->from), "to", arb_ask_json_year(one->to),
                                     "century", arb_ask_json_year(-one->from), "place", one->place,
                                     "name", arb_almanac_spelling(one->name, ask->cli->lang),
                                     "listed", one->name, "born", arb_ask_json_year(one->born),
                                     "died", arb_ask_json_year(one->died), "countries",
                                     arb_json_words(one->countries)));
}

/* Is it the last of its title, or shares it? */
static bool is_last(size_t index)
{
    const arb_champion *one = arb_almanac_champion(index), *next = one;

    while (next && next->title == one->title && next->number == one->number)
        next = arb_almanac_champion(++index);
    return !next || next->title != one->title;
}

/* What is asked of the champions: of which title, in which year, by which name. */
typedef struct question {
    int title; /* ARB_TITLE_COUNT: of any */
    unsigned year;
    const char *name; /* "" for everybody */
    bool last;        /* only those who come last */
} question;

static bool fits(const question *q, size_t index)
{
    const arb_champion *one = arb_almanac_champion(index);

    if (q->title != ARB_TITLE_COUNT && q->title != one->title)
        return false;
    if (q->year != 0)
        return arb_champion_reigned(one, q->year);
    if (*q->name)
        return arb_almanac_is_meant(one->name, q->name, strlen(q->name));
    return !q->last || is_last(index);
}

/* In the order of the titles; returns how many. */
static size_t tell(const arb_ask *ask, const question *q)
{
    size_t count = 0;

    for (int title = 0; title < ARB_TITLE_COUNT; title++) {
        const arb_champion *one;
        bool headed = false;
        for (size_t i = 0; (one = arb_almanac_champion(i)) != NULL; i++) {
            if (one->title != title || !fits(q, i))
                continue;
            if (!headed && !ask->cli->json)
                arb_page_print(0, arb_title_text((arb_title)title, ask->cli->lang));
            headed = true;
            (ask->cli->json ? json_one : print_one)(ask, one);
            count++;
        }
    }
    return count;
}

size_t arb_ask_reigns_of(const arb_ask *ask)
{
    const question q = { .title = ARB_TITLE_COUNT, .name = ask->text };

    return tell(ask, &q);
}

static int find_title(const char *word)
{
    int title = 0;

    while (title < ARB_TITLE_COUNT && strcmp(arb_title_word((arb_title)title), word) != 0)
        title++;
    return title;
}

/* "world 1972", "1972", "italy-women", "Fischer"; without a word, those who come last. */
arb_exit arb_ask_champion(const arb_ask *ask)
{
    question q = { .title = ask->words > 0 ? find_title(ask->word[0]) : ARB_TITLE_COUNT,
                   .last = ask->words == 0 };
    const bool titled = q.title != ARB_TITLE_COUNT;
    const char *rest = ask->text + (titled ? strlen(ask->word[0]) + (ask->words > 1) : 0);

    q.year = arb_ask_year_arg(rest);
    q.name = q.year == 0 ? rest : "";
    return arb_ask_told(ask, tell(ask, &q));
}
