/* SPDX-License-Identifier: MIT */
/* What organiser and arbiter should not forget; see checklist.h. */
#include "common/checklist.h"

#include <string.h>

static const arb_checklist_point points[] = {
#define ITEM(when, word, numbers, en, it)                                                          \
    { .part = ARB_CHECKLIST_##when,                                                                \
      .id = word,                                                                                  \
      .articles = numbers,                                                                         \
      .text = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#include "common/checklist.def"
#undef ITEM
};

static const struct {
    const char *word;
    arb_text_id heading;
} parts[ARB_CHECKLIST_PARTS] = {
    [ARB_CHECKLIST_EVENT] = { "event", ARB_TEXT_CHECKLIST_EVENT },
    [ARB_CHECKLIST_ROUND] = { "round", ARB_TEXT_CHECKLIST_ROUND },
    [ARB_CHECKLIST_PLAY] = { "play", ARB_TEXT_CHECKLIST_PLAY },
};

const arb_checklist_point *arb_checklist(size_t *count)
{
    *count = sizeof points / sizeof points[0];
    return points;
}

const arb_checklist_point *arb_checklist_find(const char *id, size_t size)
{
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        if (strlen(points[i].id) == size && memcmp(points[i].id, id, size) == 0)
            return &points[i];
    return NULL;
}

const char *arb_checklist_part_word(arb_checklist_part part)
{
    return parts[part].word;
}

arb_text_id arb_checklist_heading(arb_checklist_part part)
{
    return parts[part].heading;
}
