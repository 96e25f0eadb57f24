/* SPDX-License-Identifier: MIT */
/* The table of texts; see text.h. */
#include "common/text.h"

#include <assert.h>

static const char *const texts[ARB_TEXT_COUNT][ARB_LANG_COUNT] = {
#define TEXT(id, en, it) [ARB_TEXT_##id] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },
#include "common/texts.def"
#undef TEXT
};

const char *arb_text(arb_text_id id, arb_lang lang)
{
    assert(id < ARB_TEXT_COUNT && lang < ARB_LANG_COUNT);
    return texts[id][lang];
}

void arb_text_print(FILE *to, arb_lang lang, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    vfprintf(to, arb_text(id, lang), list);
    va_end(list);
}

void arb_text_vline(FILE *to, arb_lang lang, arb_text_id id, va_list list)
{
    vfprintf(to, arb_text(id, lang), list);
    fputc('\n', to);
}

void arb_text_line(FILE *to, arb_lang lang, arb_text_id id, ...)
{
    va_list list;

    va_start(list, id);
    arb_text_vline(to, lang, id, list);
    va_end(list);
}
