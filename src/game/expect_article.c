/* SPDX-License-Identifier: MIT */
/*
 * Articles in expectations: by their numbers of 2023, by those of the game's own edition, or with
 * the edition in front, as in "2001:C3". A number also stands for what is below it.
 */
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "game/expect_internal.h"

/* Takes "2001:" off a number when `book` is that edition. */
static arb_case_word without_edition(arb_case_word word, const arb_rulebook *book)
{
    const size_t size = strlen(book->prefix);

    if (word.size > size + 1 && memcmp(word.text, book->prefix, size) == 0 &&
        word.text[size] == ':')
        return (arb_case_word){ word.text + size + 1, word.size - size - 1 };
    return word;
}

static bool is_cited(arb_case_word word, arb_article article, const arb_rulebook *book)
{
    const arb_case_word own = without_edition(word, book);

    return arb_cited_is_within(arb_article_cited(article, book), own.text, own.size) ||
           arb_article_find_cited(book, own.text, own.size) == article;
}

bool arb_expected_names(arb_case_word word, arb_article article, const arb_rulebook *book)
{
    return arb_article_is_within(article, word.text, word.size) || is_cited(word, article, book);
}

bool arb_expected_is_article(arb_case_word word)
{
    const arb_rulebook *book;

    if (arb_article_is_number(word.text, word.size))
        return true;
    for (size_t i = 0; (book = arb_rulebook_get(i)); i++)
        for (int article = ARB_ART_NONE + 1; article < ARB_ART_COUNT; article++)
            if (is_cited(word, (arb_article)article, book))
                return true;
    return false;
}
