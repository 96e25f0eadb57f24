/* SPDX-License-Identifier: MIT */
/* The articles in plain words, and by number; see explain.h. */
#include "arbitro/explain.h"

#include <assert.h>
#include <string.h>

typedef struct explanation {
    const char *says, *does;
} explanation;

static const explanation explanations[ARB_LANG_COUNT][ARB_ART_COUNT] = {
#define TEXT(id, says, does) [ARB_ART_##id] = { says, does },
    [ARB_LANG_EN] = {
#include "text_en.def"
    },
    [ARB_LANG_IT] = {
#include "text_it.def"
    },
#undef TEXT
};

static const char *const titles_it[ARB_ART_COUNT] = {
    [ARB_ART_NONE] = "",
#define ARTICLE(id, number, duty, title, title_it) [ARB_ART_##id] = title_it,
#include "arbitro/articles.def"
#undef ARTICLE
};

const char *arb_article_title_in(arb_article article, arb_lang lang)
{
    assert(article < ARB_ART_COUNT && lang < ARB_LANG_COUNT);
    return lang == ARB_LANG_IT ? titles_it[article] : arb_article_title(article);
}

const char *arb_article_says(arb_article article, arb_lang lang)
{
    assert(article < ARB_ART_COUNT && lang < ARB_LANG_COUNT);
    const char *text = explanations[lang][article].says;
    return text ? text : "";
}

const char *arb_article_does(arb_article article, arb_lang lang)
{
    assert(article < ARB_ART_COUNT && lang < ARB_LANG_COUNT);
    const char *text = explanations[lang][article].does;
    return text ? text : "";
}

static char upper(char c)
{
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

/* Does `number` begin with the text? */
static bool begins(const char *number, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (number[i] == '\0' || upper(number[i]) != upper(text[i]))
            return false;
    }
    return true;
}

bool arb_article_is_within(arb_article article, const char *text, size_t size)
{
    const char *number = arb_article_number(article);

    return size > 0 && begins(number, text, size) && (number[size] == '\0' || number[size] == '.');
}

arb_article arb_article_find(const char *text, size_t size)
{
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        const arb_article article = (arb_article)i;
        if (arb_article_is_within(article, text, size) && arb_article_number(article)[size] == '\0')
            return article;
    }
    return ARB_ART_NONE;
}

bool arb_article_is_number(const char *text, size_t size)
{
    for (int i = ARB_ART_NONE + 1; i < ARB_ART_COUNT; i++) {
        if (arb_article_is_within((arb_article)i, text, size))
            return true;
    }
    return false;
}
