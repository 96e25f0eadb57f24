/* SPDX-License-Identifier: MIT */
/*
 * Articles in expectations: by their numbers of 2023, by those of the game's own edition, or with
 * the edition in front, as in "2001:C3". A number also stands for what is below it.
 */
#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "game/expectation.h"

bool arb_expectation_names(arb_case_word word, arb_article article, const arb_rulebook *book)
{
    return arb_article_is_within(article, word.text, word.size) ||
           arb_article_is_cited(article, book, word.text, word.size);
}

bool arb_expectation_is_article(arb_case_word word)
{
    const arb_rulebook *book;

    if (arb_article_is_number(word.text, word.size))
        return true;
    for (size_t i = 0; (book = arb_rulebook_get(i)); i++)
        for (int article = ARB_ART_NONE + 1; article < ARB_ART_COUNT; article++)
            if (arb_article_is_cited((arb_article)article, book, word.text, word.size))
                return true;
    return false;
}
