/* SPDX-License-Identifier: MIT */
/* What the system answers, in words; see system_text.h. */
#define _GNU_SOURCE
#include "common/system_text.h"

#include <errno.h>
#include <string.h>

const char *arb_system_text(int number, arb_lang lang)
{
    static const struct {
        int number;
        const char *text[ARB_LANG_COUNT];
    } errors[] = {
#define ERROR(number, en, it) { number, { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "common/system_errors.def"
#undef ERROR
    };

    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
        if (errors[i].number == number)
            return errors[i].text[lang];
    return strerror(number);
}
