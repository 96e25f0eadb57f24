/* SPDX-License-Identifier: MIT */
/* The list of articles, as data. */
#include "arbitro/article.h"

#include <assert.h>

static const struct {
    const char *number, *title;
    arb_duty duty;
} articles[ARB_ART_COUNT] = {
    [ARB_ART_NONE] = { "", "", ARB_DUTY_TEXT },
#define ARTICLE(id, number, duty, title, title_it)                                                 \
    [ARB_ART_##id] = { number, title, ARB_DUTY_##duty },
#include "arbitro/articles.def"
#undef ARTICLE
};

const char *arb_article_number(arb_article article)
{
    assert(article < ARB_ART_COUNT);
    return articles[article].number;
}

const char *arb_article_title(arb_article article)
{
    assert(article < ARB_ART_COUNT);
    return articles[article].title;
}

bool arb_article_is_built(arb_article article)
{
    static const bool unbuilt[ARB_ART_COUNT] = {
#define UNBUILT(id, waits_for) [ARB_ART_##id] = true,
#include "arbitro/unbuilt.def"
#undef UNBUILT
    };

    assert(article < ARB_ART_COUNT);
    return !unbuilt[article];
}

arb_duty arb_article_duty(arb_article article)
{
    assert(article < ARB_ART_COUNT);
    return articles[article].duty;
}
