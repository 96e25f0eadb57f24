/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CASELIST_H
#define ARBITRO_CASELIST_H
/*
 * What a case shows, and what of that it proves. A case proves an article when it fails without a
 * rule of that article: in an expectation that names the article or, when its title does, in any.
 * Where no rule bears the number, another may speak for it, but not the one that repeats what
 * was typed.
 */
#include "arbitro/case.h"
#include "arbitro/explain.h"

/* One case and nothing else. */
typedef struct arb_case_text {
    const char *text;
    size_t size;
} arb_case_text;

/* Marks the articles that the expectation names. */
void arb_case_mark(bool shown[ARB_ART_COUNT], const arb_case_header *header,
                   const arb_expectation *expectation);

/* Is there a rule of the article? */
bool arb_article_has_rule(arb_article article);

/* `by_title`: the title names the article. */
bool arb_case_proves(const arb_case_text *it, arb_article article, bool by_title);

#endif
