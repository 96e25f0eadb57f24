/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_ALMANAC_H
#define ARBITRO_CLI_ALMANAC_H
/* The parts of `arbitro almanac`: one function for each topic of almanac_topics.def. */
#include "arbitro/almanac.h"
#include "cli/cli.h"

/* What is asked: the day that is today, and what stands behind the topic. */
typedef struct arb_ask {
    const arb_cli *cli;
    const struct arb_ask_topic *topic;
    arb_day today;
    const char *const *word; /* the words behind the topic */
    size_t words;
    const char *text; /* the same, with a blank between them */
    bool ics;
} arb_ask;

/* The topics, and the one that a word names in either language; NULL when there is none. */
typedef struct arb_ask_topic {
    const char *word[ARB_LANG_COUNT], *arguments[ARB_LANG_COUNT], *text[ARB_LANG_COUNT];
    arb_exit (*answer)(const arb_ask *ask);
} arb_ask_topic;
extern const arb_ask_topic arb_ask_topics[];
extern const size_t arb_ask_topic_count;

#define TOPIC(id, ...) arb_exit arb_ask_##id(const arb_ask *ask);
#include "cli/almanac_topics.def"
#undef TOPIC

/* The anniversaries of a day, or of a month. */
arb_exit arb_ask_days(const arb_ask *ask, arb_day date);

/* What of somebody the lists of champions and of portraits hold; how much there was. */
size_t arb_ask_reigns_of(const arb_ask *ask);
size_t arb_ask_portraits_of(const arb_ask *ask);

/* Reads a date, or complains about it; false then. */
bool arb_ask_date_arg(arb_day *out, const arb_cli *cli, const char *text);

/* Is the text a year and nothing else? 0 when it is not. */
unsigned arb_ask_year_arg(const char *text);

/*
 * Is an entry with this year and these names one that is asked for? All are when nothing is; names
 * end with NULL.
 */
bool arb_ask_wants(const arb_ask *ask, unsigned year, const char *const *names);

/* The answer of a list of which so many entries were told: without any, that is said. */
arb_exit arb_ask_told(const arb_ask *ask, size_t count);

/* Complains that a topic was asked in another way than it can be. */
arb_exit arb_ask_misused(const arb_ask *ask);

/* "Paul Keres (1916-1975)", in the language's spelling; "?" for a birth that is not known. */
enum { ARB_ASK_NAME_SIZE = 96 };
const char *arb_ask_person_text(char out[ARB_ASK_NAME_SIZE], const char *name, unsigned born,
                                unsigned died, arb_lang lang);

/* Prints a text, with its lines broken where the page ends. */
void arb_ask_say(const arb_ask *ask, arb_text_id id, ...);

/* A year as JSON, null where it is 0. */
json_t *arb_ask_json_year(int year);

/* Countries by their codes, in words with commas between them. */
enum { ARB_ASK_COUNTRIES_SIZE = 80 };
const char *arb_ask_countries_text(char out[ARB_ASK_COUNTRIES_SIZE], const char *codes,
                                   arb_lang lang);

/* The topics, for help. */
void arb_ask_help(arb_lang lang);

#endif
