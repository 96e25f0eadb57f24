/* SPDX-License-Identifier: MIT */
/* The texts of the pages, from the one table of texts: those whose names begin with WEB_. */
#include <jansson.h>
#include <string.h>

#include "common/text.h"
#include "server/hall/hall_internal.h"

static const char prefix[] = "WEB_";

static const char *const names[ARB_TEXT_COUNT] = {
#define TEXT(id, en, it) [ARB_TEXT_##id] = #id,
#include "common/texts.def"
#undef TEXT
};

arb_err arb_hall_page_texts(char *out[ARB_LANG_COUNT])
{
    for (unsigned lang = 0; lang < ARB_LANG_COUNT; lang++) {
        json_t *texts = json_object();
        for (unsigned i = 0; i < ARB_TEXT_COUNT; i++) {
            if (strncmp(names[i], prefix, sizeof prefix - 1) == 0)
                json_object_set_new(texts, names[i],
                                    json_string(arb_text((arb_text_id)i, (arb_lang)lang)));
        }
        out[lang] = texts ? json_dumps(texts, JSON_COMPACT) : NULL;
        json_decref(texts);
        if (!out[lang])
            return ARB_NOMEM;
    }
    return ARB_OK;
}
