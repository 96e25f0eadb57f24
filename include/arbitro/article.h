/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_ARTICLE_H
#define ARBITRO_ARTICLE_H
/**
 * @file article.h
 * The articles of the Laws, by their 2023 numbers, and whose duty each of them is.
 *
 * articles.def is the one list. Answers of the library name articles from it, so that a reader
 * can look every decision up.
 */
#include <stdbool.h>

#include "arbitro/error.h"

ARB_BEGIN_DECLS

/** Who carries an article out. */
typedef enum arb_duty {
    ARB_DUTY_CODE,   /* the library computes it */
    ARB_DUTY_EVENT,  /* a person does it; the library records, checks and applies it */
    ARB_DUTY_CONFIG, /* a regulation of the event */
    ARB_DUTY_TEXT    /* explained on request */
} arb_duty;

typedef enum arb_article {
    ARB_ART_NONE,
#define ARTICLE(id, ...) ARB_ART_##id,
#include "arbitro/articles.def"
#undef ARTICLE
    ARB_ART_COUNT
} arb_article;

/** The number as the Laws print it, such as "3.8.2.1"; "" for ARB_ART_NONE. */
ARB_API const char *arb_article_number(arb_article article);

/** What the article is about, in a few English words; "" for ARB_ART_NONE. */
ARB_API const char *arb_article_title(arb_article article);

/** Whose duty the article is. */
ARB_API arb_duty arb_article_duty(arb_article article);

/** Is there what the duty asks for? Where it is not yet built, unbuilt.def says what it waits for.
 */
ARB_API bool arb_article_is_built(arb_article article);

ARB_END_DECLS

#endif
