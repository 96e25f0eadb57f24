/* SPDX-License-Identifier: MIT */
/*
 * What pages ask about the Laws: the editions, what one of them makes of the regulations of a game,
 * and an article in plain words. No rule is decided here; the rulebook is read out.
 */
#include <string.h>

#include "arbitro/edition.h"
#include "arbitro/explain.h"
#include "server/hall/hall_internal.h"

enum { OPTION_ROOM = 256, NUMBER_ROOM = 32, EDITION_ROOM = 32 };

/* Breaches that an arbiter records while he watches: conduct, the clock, the scoresheet. */
static const arb_article breaches[] = {
    ARB_ART_11_1,   ARB_ART_11_2_3_1, ARB_ART_11_3_1, ARB_ART_11_3_2, ARB_ART_11_3_4,
    ARB_ART_11_4,   ARB_ART_11_5,     ARB_ART_11_7,   ARB_ART_6_2_3,  ARB_ART_6_2_4,
    ARB_ART_6_11_4, ARB_ART_7_4_3,    ARB_ART_8_1_2,
};

static json_t *title_json(arb_article article)
{
    return arb_json_texts(arb_article_title_in(article, ARB_LANG_EN),
                          arb_article_title_in(article, ARB_LANG_IT));
}

json_t *arb_api_breaches(const arb_rulebook *book)
{
    json_t *list = json_array();

    for (size_t i = 0; i < sizeof breaches / sizeof breaches[0]; i++) {
        const char *cited = arb_article_cited(breaches[i], book);
        if (*cited && arb_article_is_breakable(breaches[i]))
            json_array_append_new(list, json_pack("{ss ss so}", "article",
                                                  arb_article_number(breaches[i]), "cited", cited,
                                                  "title", title_json(breaches[i])));
    }
    return list;
}

json_t *arb_api_options(const arb_regulations *regulations)
{
    json_t *options = json_object();

    for (unsigned i = 0; i < ARB_OPTION_COUNT; i++) {
        char value[OPTION_ROOM];
        (void)arb_regulations_get(value, sizeof value, regulations, (arb_option)i);
        json_object_set_new(options, arb_option_key((arb_option)i), json_string(value));
    }
    return options;
}

/* ---- what an edition makes of the regulations */

/* Where there is no clock, no time can be taken or given. */
static json_t *penalties(const arb_regulations *r)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < ARB_PENALTY_COUNT; i++) {
        const bool of_time = i == ARB_PENALTY_OPPONENT_TIME || i == ARB_PENALTY_OWN_TIME;
        if ((unsigned)r->book->penalties >> i & 1u && (!of_time || arb_regulations_timed(r)))
            list = arb_json_add(list, json_string(arb_penalty_word((arb_penalty)i)));
    }
    return list;
}

static json_t *edition_title(const arb_rulebook *book)
{
    return arb_json_texts(arb_edition_title(book, ARB_LANG_EN),
                          arb_edition_title(book, ARB_LANG_IT));
}

json_t *arb_api_laws(const arb_regulations *r)
{
    return json_pack("{ss so so}", "edition", r->book->name, "title", edition_title(r->book),
                     "penalties", penalties(r));
}

/* ---- the editions */

void arb_api_editions(const arb_api_call *call)
{
    json_t *list = json_array();
    const arb_rulebook *book;

    for (size_t i = 0; (book = arb_rulebook_get(i)); i++)
        json_array_append_new(list, json_pack("{ss so so sb}", "edition", book->name, "title",
                                              edition_title(book), "source",
                                              arb_json_texts(arb_edition_source(book, ARB_LANG_EN),
                                                             arb_edition_source(book, ARB_LANG_IT)),
                                              "clock", book->has_clock));
    arb_api_give(call->exchange, 200, json_pack("{so}", "editions", list));
}

/* ---- an article */

/* The edition that the question is about: the present one, unless it is named. */
static const arb_rulebook *book_of(const arb_http_request *request)
{
    char name[EDITION_ROOM];
    const arb_http_text wanted = arb_http_query_get(request, "edition");

    if (!wanted.at)
        return arb_rulebook_get(0);
    if (!arb_http_decode(name, sizeof name, wanted, true))
        return NULL;
    return arb_rulebook_find(name, strlen(name));
}

/* By the number that pages know it by, or by the one that is printed in the edition. */
static arb_article article_of(const arb_http_request *request, const arb_rulebook *book)
{
    char number[NUMBER_ROOM];
    const arb_http_text known = arb_http_query_get(request, "article");
    const arb_http_text cited = arb_http_query_get(request, "cited");

    if (known.at && arb_http_decode(number, sizeof number, known, true))
        return arb_article_find(number, strlen(number));
    if (!cited.at || !arb_http_decode(number, sizeof number, cited, true))
        return ARB_ART_NONE;
    return arb_article_find_cited(book, number, strlen(number));
}

void arb_api_explain(const arb_api_call *call)
{
    const arb_rulebook *book = book_of(call->request);
    const arb_article article = book ? article_of(call->request, book) : ARB_ART_NONE;

    if (article == ARB_ART_NONE) {
        arb_api_fail(call->exchange, ARB_API_NO_ARTICLE);
        return;
    }
    arb_api_give(call->exchange, 200,
                 arb_json_put(arb_json_article(article, book, ARB_LANG_COUNT, "note"), "present",
                              json_boolean(book == arb_rulebook_get(0))));
}
