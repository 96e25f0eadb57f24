/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_EXPLAIN_H
#define ARBITRO_CLI_EXPLAIN_H
/* The parts of `arbitro explain`: articles, and words of the glossary. */
#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "arbitro/glossary.h"
#include "arbitro/themes.h"
#include "cli/cli.h"

/* What is asked for: under which edition, and how boards are drawn. */
typedef struct arb_explaining {
    const arb_cli *cli;
    const arb_rulebook *book;
    bool unicode;
} arb_explaining;

/* An article as the edition has it, as text or as a line of JSON. */
arb_exit arb_explain_article(const arb_explaining *how, arb_article article);

/* The diagrams of an article; nothing when it has none. */
void arb_explain_diagrams(const arb_cli *cli, arb_article article, bool unicode);

/* The articles below a number of that edition; `self` is not listed. */
void arb_explain_below(const arb_cli *cli, const arb_rulebook *book, const char *number,
                       arb_article self);

/* Is the number `cited` the one in the text, or one below it? A capital letter is an appendix. */
bool arb_explain_is_within(const char *cited, const char *text, size_t size);

/* Is this the number of an article of that edition, or of a heading above some? */
bool arb_explain_is_number(const arb_rulebook *book, const char *text, size_t size);

/* The number of an article in that edition, or that of 2023 when it has none there. */
const char *arb_explain_number(const arb_rulebook *book, arb_article article);

/* A term of the glossary. */
arb_exit arb_explain_term(const arb_explaining *how, const arb_term *term);

/* The boards that show a term, with what is pointed out on them; nothing when none does. */
void arb_explain_seen(const arb_explaining *how, const arb_term *term);
json_t *arb_json_seen(const arb_term *term, arb_lang lang);

/* Is this one of the names of the term, and not only the beginning of one? */
bool arb_explain_is_term(const arb_term *term, const char *word);

/* A theme of problems, with an example; with its name above where that was not told already. */
arb_exit arb_explain_theme(const arb_explaining *how, arb_theme theme, bool head);

/* Says that there is no such article, and which ones there are near it. Returns ARB_EXIT_BAD. */
arb_exit arb_explain_no_article(const arb_cli *cli, const arb_rulebook *book, const char *number);

/*
 * Says that there is no such word, or that it begins the names of `count` terms, and which words
 * could be meant. Returns ARB_EXIT_BAD.
 */
arb_exit arb_explain_no_term(const arb_cli *cli, const char *word, size_t count);

#endif
