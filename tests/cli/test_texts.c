/* SPDX-License-Identifier: MIT */
/*
 * Checks the table of texts: no text is empty, and the formats of both languages take the same
 * conversions in the same order. Prints what is wrong; run by run.sh.
 */
#include <stdio.h>
#include <string.h>

#include "common/text.h"

static const char *const names[] = {
#define TEXT(id, en, it) #id,
#include "common/texts.def"
#undef TEXT
};

/* Only the conversions of a format, one after the other: "%s%5.1f". */
static void conversions(char *out, size_t size, const char *format)
{
    size_t used = 0;

    for (const char *s = format; (s = strchr(s, '%')) != NULL;) {
        const size_t flags = strspn(s + 1, "0123456789.-+ #lhzjt");
        const size_t length = flags + 2;
        if (used + length < size && s[1 + flags] != '\0') {
            memcpy(out + used, s, length);
            used += length;
        }
        s += s[1 + flags] != '\0' ? length : 1 + flags;
    }
    out[used] = '\0';
}

int main(void)
{
    int wrong = 0;

    for (int id = 0; id < ARB_TEXT_COUNT; id++) {
        const char *en = arb_text((arb_text_id)id, ARB_LANG_EN);
        const char *it = arb_text((arb_text_id)id, ARB_LANG_IT);
        char en_formats[256], it_formats[256];

        conversions(en_formats, sizeof en_formats, en);
        conversions(it_formats, sizeof it_formats, it);
        if (*en && *it && strcmp(en_formats, it_formats) == 0)
            continue;
        printf("%s: \"%s\" and \"%s\"\n", names[id], en_formats, it_formats);
        wrong++;
    }
    return wrong != 0;
}
