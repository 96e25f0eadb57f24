/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_EDITION_H
#define ARBITRO_EDITION_H
/**
 * @file edition.h
 * The editions of the Laws for readers: their numbers, their words, and what differs between them.
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
 * Writes the number of `article` in the edition of `book`; where it has none, that of 2023 and that
 * it is so ("2023:6.9"), because it may be another article's there. As snprintf does.
 */
ARB_API size_t arb_article_write(char *out, size_t size, arb_article article,
                                 const arb_rulebook *book);

/**
 * The article that the edition of `book` numbers so, capital or small, with or without brackets
 * ("7.4b", "7.4 (b)") and the edition in front ("2001:7.4b"); ARB_ART_NONE when it has no such
 * number.
 */
ARB_API arb_article arb_article_find_cited(const arb_rulebook *book, const char *text, size_t size);

/**
 * Is the edition's own number `cited` the one in the text, or one below it? "7.4b" is within "7.4",
 * "B6" within "B", and "A.5.2" within "A.5".
 */
ARB_API bool arb_cited_is_within(const char *cited, const char *text, size_t size);

/** Does the edition give the article this number, or is it that of a heading above the article? The
 *  text is read as by arb_article_find_cited(). */
ARB_API bool arb_article_is_cited(arb_article article, const arb_rulebook *book, const char *text,
                                  size_t size);

/** The articles of the edition one by one, in its own order; ARB_ART_NONE after the last. */
ARB_API arb_article arb_edition_article(const arb_rulebook *book, size_t index);

/** What the edition is called, in a few words. */
ARB_API const char *arb_edition_title(const arb_rulebook *book, arb_lang lang);

/** What text of the edition the program rests on. */
ARB_API const char *arb_edition_source(const arb_rulebook *book, arb_lang lang);

/**
 * What is different about `article` in the edition of `book`, compared with 2023, in one to three
 * sentences; "" when nothing is. Of an article that only this edition has, it is the explanation.
 */
ARB_API const char *arb_edition_note(arb_article article, const arb_rulebook *book, arb_lang lang);

/** The part of the note that the fields of the rulebook do not say, for readers who have both. */
ARB_API const char *arb_edition_addition(arb_article article, const arb_rulebook *book,
                                         arb_lang lang);

/** How many fields of a rulebook rule something; see rulebook_fields.def. */
ARB_API size_t arb_edition_field_count(void);

/** The name of the field, such as "illegal_limit". */
ARB_API const char *arb_edition_field_name(size_t field);

/** The article under which the field is told. */
ARB_API arb_article arb_edition_field_article(size_t field);

/** Do the two rulebooks agree in this field? */
ARB_API bool arb_edition_field_is_same(size_t field, const arb_rulebook *a, const arb_rulebook *b);

enum { ARB_EDITION_FIELD_SIZE = 512 }; /* room for the longest text of a field, with its NUL */

/**
 * Writes what the field says in `book`, without a full stop; nothing, where it says nothing.
 * Returns the length, as snprintf does.
 */
ARB_API size_t arb_edition_field_text(char *out, size_t size, size_t field,
                                      const arb_rulebook *book, arb_lang lang);

ARB_END_DECLS

#endif
