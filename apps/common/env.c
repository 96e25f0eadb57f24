/* SPDX-License-Identifier: MIT */
/* The user's language and character set; see env.h. */
#define _POSIX_C_SOURCE 200809L
#include "common/env.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The first of the variables that is set decides, as POSIX has it; an empty one is not set. */
static const char *locale_name(const char *category)
{
    const char *const names[] = { "LC_ALL", category, "LANG" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]);
        if (value && value[0])
            return value;
    }
    return "C";
}

arb_lang arb_env_lang(void)
{
    const char *name = locale_name("LC_MESSAGES");

    /* "it", "it_CH.UTF-8", but not the language "ita..." of something else */
    if (strncasecmp(name, "it", 2) != 0)
        return ARB_LANG_EN;
    return name[2] == '\0' || strchr("_.@-", name[2]) ? ARB_LANG_IT : ARB_LANG_EN;
}

bool arb_env_is_utf8(void)
{
    const char *charset = strchr(locale_name("LC_CTYPE"), '.');
    const char *const names[] = { "utf-8", "utf8" };

    if (!charset)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t length = strlen(names[i]);
        const bool same = strncasecmp(charset + 1, names[i], length) == 0;
        if (same && (charset[1 + length] == '\0' || charset[1 + length] == '@'))
            return true;
    }
    return false;
}
