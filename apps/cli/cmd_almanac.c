/* SPDX-License-Identifier: MIT */
/*
 * `arbitro almanac`: champions, anniversaries and what else the almanac holds. Finds out what is
 * asked; the files almanac_*.c answer.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "cli/almanac.h"
#include "cli/page.h"
#include "common/nearest.h"
#include "common/quote.h"

enum {
    TEXT_SIZE = 256,
    TOPIC_INDENT = 2,
    TOPIC_WIDTH = 14,
    YEAR_DIGITS_MIN = 3,
    YEAR_DIGITS_MAX = 4
};

const arb_ask_topic arb_ask_topics[] = {
#define TOPIC(id, word_en, word_it, args_en, args_it, en, it)                                      \
    { .word = { [ARB_LANG_EN] = word_en, [ARB_LANG_IT] = word_it },                                \
      .arguments = { [ARB_LANG_EN] = args_en, [ARB_LANG_IT] = args_it },                           \
      .text = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },                                          \
      .answer = arb_ask_##id },
#include "cli/almanac_topics.def"
#undef TOPIC
};
const size_t arb_ask_topic_count = sizeof arb_ask_topics / sizeof *arb_ask_topics;

static const arb_ask_topic *find_topic(const char *word)
{
    for (size_t i = 0; i < arb_ask_topic_count; i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            if (strcmp(arb_ask_topics[i].word[lang], word) == 0)
                return &arb_ask_topics[i];
    return NULL;
}

/* Words that lead to a topic without being its name; `is_asked`: the word is what is asked of it.
 */
typedef struct alias {
    const char *word, *topic;
    bool is_asked;
} alias;

static const alias *find_alias(const char *word)
{
    static const alias list[] = { { "elo", "expected", false },
                                  { "franklin", "morals", false },
                                  { "chessmetrics", "address", true } };

    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcasecmp(list[i].word, word) == 0)
            return &list[i];
    return NULL;
}

void arb_ask_help(arb_lang lang)
{
    arb_page_print(0, arb_text(ARB_TEXT_ALMANAC_HEAD_TOPICS, lang));
    for (size_t i = 0; i < arb_ask_topic_count; i++) {
        const arb_ask_topic *topic = &arb_ask_topics[i];
        char text[TEXT_SIZE];
        snprintf(text, sizeof text, "%s%s%s", topic->arguments[lang],
                 *topic->arguments[lang] ? ": " : "", topic->text[lang]);
        arb_page_row(TOPIC_INDENT, TOPIC_WIDTH, topic->word[lang], text);
    }
    arb_page_print(0, arb_text(ARB_TEXT_ALMANAC_HEAD_TITLES, lang));
    for (int i = 0; i < ARB_TITLE_COUNT; i++)
        arb_page_row(TOPIC_INDENT, 2 * TOPIC_WIDTH, arb_title_word((arb_title)i),
                     arb_title_text((arb_title)i, lang));
}

/* ---- arguments ---- */

unsigned arb_ask_year_arg(const char *text)
{
    const size_t size = strspn(text, "0123456789");

    if (text[size] != '\0' || size < YEAR_DIGITS_MIN || size > YEAR_DIGITS_MAX)
        return 0;
    return (unsigned)strtoul(text, NULL, 10);
}

static void complain_of_date(const arb_cli *cli, const char *text, arb_day_fault fault)
{
    static const arb_text_id texts[] = {
        [ARB_DAY_UNREADABLE] = ARB_TEXT_ALMANAC_NO_DATE,
        [ARB_DAY_NO_MONTH] = ARB_TEXT_ALMANAC_NO_MONTH,
        [ARB_DAY_NO_DAY] = ARB_TEXT_ALMANAC_NO_DAY,
        [ARB_DAY_NO_LEAP] = ARB_TEXT_ALMANAC_NO_LEAP,
    };

    arb_cli_complain_of(cli, text, texts[fault], arb_quote(text).text);
}

bool arb_ask_date_arg(arb_day *out, const arb_cli *cli, const char *text)
{
    const arb_day_fault fault = arb_day_read(out, text, strlen(text));

    if (fault != ARB_DAY_GOOD)
        complain_of_date(cli, text, fault);
    return fault == ARB_DAY_GOOD;
}

/* The day that is today: that of --date, or the system's. */
static bool read_today(arb_day *out, const arb_cli *cli, const char *text)
{
    const time_t now = time(NULL);
    struct tm local;

    if (text) {
        if (!arb_ask_date_arg(out, cli, text))
            return false;
        if (out->day == 0)
            arb_cli_complain_of(cli, text, ARB_TEXT_ALMANAC_NO_DATE, arb_quote(text).text);
        return out->day != 0;
    }
    if (now == (time_t)-1 || !localtime_r(&now, &local)) {
        arb_cli_complain(cli, ARB_TEXT_ALMANAC_NO_TODAY);
        return false;
    }
    *out = (arb_day){ .year = (uint16_t)(local.tm_year + 1900),
                      .month = (uint8_t)(local.tm_mon + 1),
                      .day = (uint8_t)local.tm_mday };
    return true;
}

/* The words with blanks between them; false when there are too many. */
static bool join(char out[TEXT_SIZE], const char *const *word, size_t count)
{
    size_t size = 0;

    out[0] = '\0';
    for (size_t i = 0; i < count && size < TEXT_SIZE; i++)
        size += (size_t)snprintf(out + size, TEXT_SIZE - size, "%s%s", i == 0 ? "" : " ", word[i]);
    return size < TEXT_SIZE;
}

/* Would `person` find somebody by this? */
static bool is_person(const char *text)
{
    const size_t size = strlen(text);
    const arb_anniversary *day;
    const arb_champion *champion;
    const arb_portrait *portrait;

    for (size_t i = 0; (day = arb_almanac_anniversary(i)) != NULL; i++)
        if (arb_almanac_is_meant(day->name, text, size))
            return true;
    for (size_t i = 0; (champion = arb_almanac_champion(i)) != NULL; i++)
        if (arb_almanac_is_meant(champion->name, text, size))
            return true;
    for (size_t i = 0; (portrait = arb_almanac_portrait(i)) != NULL; i++)
        if (arb_almanac_is_meant(portrait->name, text, size))
            return true;
    return false;
}

/* Neither a topic nor a date: which topic was meant, or what is wrong with the date. */
static arb_exit complain_of_topic(const arb_cli *cli, const char *text, arb_day_fault fault)
{
    arb_nearest nearest = arb_nearest_begin(text);

    if (fault != ARB_DAY_UNREADABLE) {
        complain_of_date(cli, text, fault);
        return ARB_EXIT_BAD;
    }
    if (is_person(text)) {
        arb_cli_complain_of(cli, text, ARB_TEXT_ALMANAC_UNKNOWN, arb_quote(text).text);
        fputs("  ", stderr);
        arb_text_line(stderr, cli->lang, ARB_TEXT_ALMANAC_TRY_PERSON, arb_quote(text).text);
        return ARB_EXIT_BAD;
    }
    for (size_t i = 0; i < arb_ask_topic_count; i++)
        for (int lang = 0; lang < ARB_LANG_COUNT; lang++)
            arb_nearest_try(&nearest, arb_ask_topics[i].word[lang]);
    return arb_cli_unknown(cli, ARB_TEXT_ALMANAC_UNKNOWN, text, "", nearest.best);
}

arb_exit arb_ask_misused(const arb_ask *ask)
{
    const arb_lang lang = ask->cli->lang;

    return arb_cli_misused(ask->cli, ARB_TEXT_ALMANAC_USAGE, ask->topic->word[lang],
                           *ask->topic->arguments[lang]
                               ? ask->topic->arguments[lang]
                               : arb_text(ARB_TEXT_ALMANAC_NOTHING_MORE, lang));
}

static bool knows_days(const arb_ask_topic *topic)
{
    return topic->answer == arb_ask_today || topic->answer == arb_ask_year ||
           topic->answer == arb_ask_born || topic->answer == arb_ask_died ||
           topic->answer == arb_ask_person;
}

/* ---- the answer ---- */

arb_exit arb_cmd_almanac(const arb_cli *cli, const arb_args *args)
{
    char text[TEXT_SIZE];
    arb_ask ask = { .cli = cli, .ics = args->value[ARB_OPT_ICS] != NULL };
    arb_day date;

    if (ask.ics && cli->json)
        return arb_cli_complain(cli, ARB_TEXT_ALMANAC_ICS_JSON);
    if (!read_today(&ask.today, cli, args->value[ARB_OPT_DATE]))
        return ARB_EXIT_BAD;
    if (args->operands == 0) { /* a calendar is for the whole year */
        ask.topic = find_topic(ask.ics ? "year" : "today");
        ask.text = "";
        return ask.topic->answer(&ask);
    }
    if (!join(text, args->operand, args->operands))
        return arb_cli_complain(cli, ARB_TEXT_ALMANAC_TOO_LONG);
    const alias *other = find_alias(args->operand[0]);
    ask.topic = find_topic(other ? other->topic : args->operand[0]);
    if (!ask.topic) {
        const arb_day_fault fault = arb_day_read(&date, text, strlen(text));
        ask.topic = find_topic("today");
        ask.text = text;
        return fault == ARB_DAY_GOOD ? arb_ask_days(&ask, date)
                                     : complain_of_topic(cli, text, fault);
    }
    const size_t named = other && other->is_asked ? 0 : 1;
    ask.word = args->operand + named;
    ask.words = args->operands - named;
    ask.text = named ? text + strlen(args->operand[0]) + (ask.words > 0) : text;
    if (ask.ics && !knows_days(ask.topic))
        return arb_cli_complain(cli, ARB_TEXT_ALMANAC_NO_ICS, ask.topic->word[cli->lang]);
    return ask.topic->answer(&ask);
}
