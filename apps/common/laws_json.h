/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_LAWS_JSON_H
#define ARBITRO_COMMON_LAWS_JSON_H
/*
 * Articles, rulings and the state of a game as JSON, for the command line and the hall. NULL and
 * what becomes of arguments: see json.h. What is not there, such as the player whom nobody named,
 * is null.
 */
#include "arbitro/edition.h"
#include "arbitro/state.h"
#include "common/json.h"

/* "white", "black". */
json_t *arb_json_colour(arb_colour colour);

/* {"white": ..., "black": ...} */
json_t *arb_json_by_colour(json_t *white, json_t *black);

/* A list of those whose bits are set: 1 White, 2 Black. */
json_t *arb_json_colours(unsigned players);

/* The words of a text that blanks separate, as an array. */
json_t *arb_json_words(const char *text);

/* {"en": ..., "it": ...} */
json_t *arb_json_texts(const char *en, const char *it);

/* article, cited, code, player. Without `book` there is no `cited`, the edition's own number. */
json_t *arb_json_ruling(const arb_ruling *ruling, const arb_rulebook *book);

/* The articles that decided the result: their numbers in the edition of `book`, or those of 2023.
 */
json_t *arb_json_articles(const arb_state *state, const arb_rulebook *book);

/* What players were given that outlasts the game: a list of {player, kind}. */
json_t *arb_json_penalties(const arb_state *state);

/*
 * What everybody may know: result, articles, reason, points, phase, then the members of `board`,
 * because not everybody sees the same of it, then illegal, offer, pending.
 */
json_t *arb_json_state(const arb_state *state, json_t *board);

/* The duty of an article as programs read it: "code", "event", "config", "text". */
const char *arb_json_duty(arb_article article);

/*
 * article, edition, cited, title, duty, says, `note` (what the edition says otherwise), does,
 * diagrams. The texts are in `lang`, or in both languages for ARB_LANG_COUNT.
 */
json_t *arb_json_article(arb_article article, const arb_rulebook *book, arb_lang lang,
                         const char *note);

#endif
