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

arb_duty arb_article_duty(arb_article article)
{
    assert(article < ARB_ART_COUNT);
    return articles[article].duty;
}
