/* SPDX-License-Identifier: MIT */
/* What the topics of the almanac share; see almanac.h. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/almanac.h"
#include "cli/page.h"

bool arb_ask_wants(const arb_ask *ask, unsigned year, const char *const *names)
{
    const unsigned wanted = arb_ask_year_arg(ask->text);

    if (*ask->text == '\0' || (wanted != 0 && wanted == year))
        return true;
    for (; *names; names++)
        if (arb_almanac_is_meant(*names, ask->text, strlen(ask->text)))
            return true;
    return false;
}

arb_exit arb_ask_told(const arb_ask *ask, size_t count)
{
    if (count > 0)
        return ARB_EXIT_YES;
    if (!ask->cli->quiet)
        arb_cli_complain(ask->cli, ARB_TEXT_ALMANAC_NOBODY);
    return ARB_EXIT_NO;
}

const char *arb_ask_person_text(char out[ARB_ASK_NAME_SIZE], const char *name, unsigned born,
                                unsigned died, arb_lang lang)
{
    char years[2][12] = { "?", "" };

    if (born != 0)
        snprintf(years[0], sizeof years[0], "%u", born);
    if (died != 0)
        snprintf(years[1], sizeof years[1], "%u", died);
    name = arb_almanac_spelling(name, lang);
    if (born == 0 && died == 0)
        snprintf(out, ARB_ASK_NAME_SIZE, "%s", name);
    else
        snprintf(out, ARB_ASK_NAME_SIZE, "%s (%s-%s)", name, years[0], years[1]);
    return out;
}

void arb_ask_say(const arb_ask *ask, arb_text_id id, ...)
{
    char text[256];
    va_list args;

    va_start(args, id);
    vsnprintf(text, sizeof text, arb_text(id, ask->cli->lang), args);
    va_end(args);
    arb_page_print(0, text);
}

json_t *arb_ask_json_year(int year)
{
    return year > 0 ? json_integer(year) : json_null();
}

const char *arb_ask_countries_text(char out[ARB_ASK_COUNTRIES_SIZE], const char *codes,
                                   arb_lang lang)
{
    size_t size = 0;

    out[0] = '\0';
    while (*codes && size < ARB_ASK_COUNTRIES_SIZE) {
        const size_t length = strcspn(codes, " ");
        const char *name = arb_almanac_country(codes, length, lang);
        size += (size_t)snprintf(out + size, ARB_ASK_COUNTRIES_SIZE - size, "%s%s",
                                 size == 0 ? "" : ", ", name ? name : "?");
        codes += length;
        codes += strspn(codes, " ");
    }
    return out;
}
