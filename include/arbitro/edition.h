/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_EDITION_H
#define ARBITRO_EDITION_H
/**
 * @file edition.h
 * The articles as each edition of the Laws numbers and words them.
 *
 * An article of the library carries its number of 2023. Readers of another edition know it by
 * another number, and may find it changed there; these functions say both. All texts are constants.
 */
#include "arbitro/article.h"
#include "arbitro/rulebook.h"

ARB_BEGIN_DECLS

/** The number of `article` in the edition of `book`, such as "7.4b"; "" when it has none. */
ARB_API const char *arb_article_cited(arb_article article, const arb_rulebook *book);

/**
 * The article that the edition of `book` numbers so, capital or small, with or without brackets
 * ("7.4b", "7.4 (b)"); ARB_ART_NONE when it has no such number.
 */
ARB_API arb_article arb_article_find_cited(const arb_rulebook *book, const char *text, size_t size);

/**
 * Is the edition's own number `cited` the one in the text, or one below it? "7.4b" is within "7.4"
 * and "A.5.2" within "A.5", but "B6" is not within "B".
 */
ARB_API bool arb_cited_is_within(const char *cited, const char *text, size_t size);

ARB_END_DECLS

#endif
