/* SPDX-License-Identifier: MIT */
/* The token for a broadcast; see relay.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/relay.h"

/* The first line, without blanks around it; none that could break a header. */
static bool copy_token(char out[ARB_RELAY_TOKEN_MAX + 1], const char *text)
{
    text += strspn(text, " \t\r\n");
    const size_t size = strcspn(text, " \t\r\n");

    if (size == 0 || size > ARB_RELAY_TOKEN_MAX)
        return false;
    for (size_t i = 0; i < size; i++)
        if (text[i] <= ' ' || text[i] >= 0x7f)
            return false;
    memcpy(out, text, size);
    out[size] = '\0';
    return text[size + strspn(text + size, " \t\r\n")] == '\0';
}

bool arb_relay_token(char out[ARB_RELAY_TOKEN_MAX + 1], const char *path)
{
    char text[2 * ARB_RELAY_TOKEN_MAX];
    const char *given = path ? NULL : getenv("ARBITRO_RELAY_TOKEN");
    FILE *file = path ? fopen(path, "re") : NULL;

    if (file) {
        const size_t size = fread(text, 1, sizeof text - 1, file);
        (void)fclose(file);
        text[size] = '\0';
        given = text;
    }
    const bool good = given && copy_token(out, given);
    memset(text, 0, sizeof text);
    return good;
}
