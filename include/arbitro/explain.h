/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_EXPLAIN_H
#define ARBITRO_EXPLAIN_H
/**
 * @file explain.h
 * The articles in plain words, English and Italian, and articles by their numbers.
 *
 * The words are our own; the Laws themselves are what counts. All texts are constants.
 */
#include "arbitro/article.h"
#include <stdbool.h>

ARB_BEGIN_DECLS

/** What the article is about, in a few words; "" for ARB_ART_NONE. */
ARB_API const char *arb_article_title_in(arb_article article, arb_lang lang);

/** What the article says, in a few sentences; "" when there is no text yet. */
ARB_API const char *arb_article_says(arb_article article, arb_lang lang);

/** What the program does about it; "" when there is no text yet. */
ARB_API const char *arb_article_does(arb_article article, arb_lang lang);

/**
 * The article with this number, the whole text, small letters being as good as capitals;
 * ARB_ART_NONE when there is none.
 */
ARB_API arb_article arb_article_find(const char *text, size_t size);

/** Is this the number of an article, or of a heading above some, such as "7.5"? */
ARB_API bool arb_article_is_number(const char *text, size_t size);

/** Is `article` the one with this number, or one below it, as 7.5.1 is below 7.5? */
ARB_API bool arb_article_is_within(arb_article article, const char *text, size_t size);

/** Does the article forbid a player something, or ask it of him, so that an arbiter can record a
 * breach of it (12.3)? */
ARB_API bool arb_article_is_breakable(arb_article article);

ARB_END_DECLS

#endif
