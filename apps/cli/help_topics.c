/* SPDX-License-Identifier: MIT */
/* What help explains beside the commands; see help.h. */
#include "cli/arguments.h"
#include "cli/help.h"
#include "cli/page.h"
#include "cli/serve_limits.h"

enum { NAME_WIDTH = 14 };

/* The answers that the program gives to its caller. */
static void show_status(arb_lang lang)
{
    static const struct {
        const char *status;
        arb_text_id meaning;
    } statuses[] = { { "0", ARB_TEXT_STATUS_YES },          { "1", ARB_TEXT_STATUS_NO },
                     { "2", ARB_TEXT_STATUS_BAD },          { "130", ARB_TEXT_STATUS_INTERRUPTED },
                     { "129, 143", ARB_TEXT_STATUS_ENDED }, { "141", ARB_TEXT_STATUS_UNREAD } };

    puts(arb_text(ARB_TEXT_HEAD_STATUS, lang));
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        arb_help_row(NAME_WIDTH, statuses[i].status, arb_text(statuses[i].meaning, lang));
}

const arb_topic arb_topics[] = {
    { "notations", ARB_TEXT_TOPIC_NOTATIONS, arb_notations_help, ARB_TEXT_SEE_NOTATIONS },
    { "languages", ARB_TEXT_TOPIC_LANGUAGES, arb_languages_help, ARB_TEXT_SEE_LANGUAGES },
    { "editions", ARB_TEXT_TOPIC_EDITIONS, arb_editions_help, ARB_TEXT_SEE_EDITIONS },
    { "limits", ARB_TEXT_TOPIC_LIMITS, arb_limits_help, ARB_TEXT_SEE_LIMITS },
    { "status", ARB_TEXT_TOPIC_STATUS, show_status, ARB_TEXT_COUNT },
};
const size_t arb_topic_count = sizeof arb_topics / sizeof arb_topics[0];

void arb_help_help(arb_lang lang)
{
    arb_page_hang(NAME_WIDTH, arb_text(ARB_TEXT_USAGE_HELP, lang));
    putchar('\n');
    arb_page_print(0, arb_text(ARB_TEXT_HELP_ABOUT, lang));
    putchar('\n');
    arb_help_options(arb_cli_common, lang);
    puts(arb_text(ARB_TEXT_HEAD_TOPICS, lang));
    for (size_t i = 0; i < arb_topic_count; i++)
        arb_help_row(NAME_WIDTH, arb_topics[i].name, arb_text(arb_topics[i].summary, lang));
}
