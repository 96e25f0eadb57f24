/* SPDX-License-Identifier: MIT */
/* The phrases of errors and expectations, from their lists, places in texts, and the version. */
#include "arbitro/error.h"

#include <assert.h>
#include <string.h>

#include "arbitro/utf8.h"

static const char *const err_texts[ARB_ERR_COUNT][ARB_LANG_COUNT] = {
#define X(name, en, it) [ARB_##name] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },
    ARB_ERR_MAP(X)
#undef X
};

static const char *const expect_texts[ARB_WANTED_COUNT][ARB_LANG_COUNT] = {
#define WANTED(id, en, it) [ARB_WANTED_##id] = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it },
#include "arbitro/wanted.def"
#undef WANTED
};

/* The column of `at` in a line, which is moved to the character at which that place is. */
static size_t column_of(const char **line, const char *at, const char *end)
{
    size_t column = 1;

    while (*line != at) {
        /* Looking beyond the place tells whether it is inside a character. */
        const size_t step = arb_utf8_step(*line, (size_t)(end - *line));
        if (*line + step > at)
            break;
        *line += step;
        column++;
    }
    return column;
}

arb_where arb_where_at(const char *text, size_t size, size_t offset, arb_wanted wanted)
{
    const char *line = text, *at = text + offset, *end = text + size, *feed;
    arb_where where = { .line = 1, .wanted = wanted };
    uint32_t ignored;

    assert(offset <= size);
    for (; (feed = memchr(line, '\n', (size_t)(at - line))) != NULL; line = feed + 1)
        where.line++;
    where.column = column_of(&line, at, end);
    if (line != end && arb_utf8_decode(&ignored, line, (size_t)(end - line)) == 0)
        where.wanted = ARB_WANTED_UTF8;
    return where;
}

const char *arb_err_text(arb_err err, arb_lang lang)
{
    assert((unsigned)err < ARB_ERR_COUNT && (unsigned)lang < ARB_LANG_COUNT);
    return err_texts[err][lang];
}

const char *arb_wanted_text(arb_wanted expect, arb_lang lang)
{
    assert((unsigned)expect < ARB_WANTED_COUNT && (unsigned)lang < ARB_LANG_COUNT);
    return expect_texts[expect][lang];
}

const char *arb_version(void)
{
    return ARB_VERSION;
}
