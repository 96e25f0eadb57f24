/* SPDX-License-Identifier: MIT */
/* What the Laws say as JSON; see laws_json.h. */
#include "common/laws_json.h"

#include <string.h>

#include "arbitro/diagram.h"
#include "arbitro/explain.h"
#include "arbitro/fen.h"

static json_t *text_or_null(const char *text)
{
    return *text ? json_string(text) : json_null();
}

json_t *arb_json_colour(arb_colour colour)
{
    return colour < ARB_COLOUR_COUNT ? json_string(arb_colour_word(colour)) : json_null();
}

json_t *arb_json_by_colour(json_t *white, json_t *black)
{
    return arb_json_put(arb_json_put(json_object(), "white", white), "black", black);
}

json_t *arb_json_colours(unsigned players)
{
    json_t *list = json_array();

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++)
        if (players >> c & 1u)
            list = arb_json_add(list, arb_json_colour(c));
    return list;
}

json_t *arb_json_words(const char *text)
{
    json_t *list = json_array();

    while (*text) {
        const size_t size = strcspn(text, " ");
        list = arb_json_add(list, json_stringn(text, size));
        text += size;
        text += strspn(text, " ");
    }
    return list;
}

json_t *arb_json_texts(const char *en, const char *it)
{
    return json_pack("{ss ss}", "en", en, "it", it);
}

json_t *arb_json_ruling(const arb_ruling *ruling, const arb_rulebook *book)
{
    json_t *object =
        arb_json_put(json_object(), "article", text_or_null(arb_article_number(ruling->article)));

    if (book)
        object =
            arb_json_put(object, "cited", text_or_null(arb_article_cited(ruling->article, book)));
    object = arb_json_put(object, "code", json_string(arb_code_word(ruling->code)));
    return arb_json_put(object, "player", arb_json_colour(ruling->player));
}

json_t *arb_json_articles(const arb_state *state, const arb_rulebook *book)
{
    arb_article article[ARB_RESULT_ARTICLES_MAX];
    const size_t count = arb_state_result_articles(article, state);
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        list = arb_json_add(list, text_or_null(book ? arb_article_cited(article[i], book)
                                                    : arb_article_number(article[i])));
    return list;
}

/* Null, a whole number, or one with a half. */
static json_t *points(const arb_state *state, arb_colour colour)
{
    const int half = arb_state_score(state, colour);

    if (half == ARB_SCORE_NONE)
        return json_null();
    return half % 2 == 0 ? json_integer(half / 2) : json_real(half / 2.0);
}

/* Laws 12.9.7 to 12.9.9 */
json_t *arb_json_penalties(const arb_state *state)
{
    json_t *list = json_array();

    for (arb_colour c = ARB_WHITE; c <= ARB_BLACK; c++) {
        if (arb_state_fined(state, c))
            list = arb_json_add(list,
                                json_pack("{so ss}", "player", arb_json_colour(c), "kind", "fine"));
        if (arb_state_excluded(state, c) > 0)
            list = arb_json_add(list, json_pack("{so ss sI}", "player", arb_json_colour(c), "kind",
                                                "excluded", "rounds",
                                                (json_int_t)arb_state_excluded(state, c)));
        if (arb_state_expelled(state, c))
            list = arb_json_add(
                list, json_pack("{so ss}", "player", arb_json_colour(c), "kind", "expelled"));
    }
    return list;
}

json_t *arb_json_state(const arb_state *state, json_t *board)
{
    const arb_code reason = arb_state_reason(state);
    const arb_pending pending = arb_state_pending(state);
    json_t *object =
        json_pack("{ss so ss? so ss}", "result", arb_result_text(arb_state_result(state)),
                  "articles", arb_json_articles(state, NULL), "reason",
                  reason < ARB_CODE_COUNT ? arb_code_word(reason) : NULL, "points",
                  arb_json_by_colour(points(state, ARB_WHITE), points(state, ARB_BLACK)), "phase",
                  arb_phase_word(arb_state_phase(state)));
    json_t *claims =
        json_pack("{so so ss? so}", "illegal",
                  arb_json_by_colour(json_integer(arb_state_illegal(state, ARB_WHITE)),
                                     json_integer(arb_state_illegal(state, ARB_BLACK))),
                  "offer", arb_json_colour(arb_state_offer(state)), "pending",
                  pending == ARB_PENDING_NONE ? NULL : arb_pending_word(pending), "penalties",
                  arb_json_penalties(state));

    return arb_json_join(arb_json_join(object, board), claims);
}

/* A text about the article in the language that is wanted, or in both. */
static json_t *text_of(const char *(*text)(arb_article, arb_lang), arb_article article,
                       arb_lang lang)
{
    if (lang < ARB_LANG_COUNT)
        return json_string(text(article, lang));
    return arb_json_texts(text(article, ARB_LANG_EN), text(article, ARB_LANG_IT));
}

/* ["e4", "e5"] */
static json_t *squares(uint64_t set)
{
    json_t *list = json_array();
    char name[3];

    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++) {
        (void)arb_square_write(name, sizeof name, square);
        if (set >> square & 1u)
            list = arb_json_add(list, json_string(name));
    }
    return list;
}

static json_t *picture_json(const arb_picture *picture)
{
    char fen[ARB_FEN_SIZE], from[3];

    (void)arb_fen_write(fen, sizeof fen, &picture->setup, ARB_FEN_X, NULL);
    (void)arb_square_write(from, sizeof from, picture->from);
    return json_pack("{ss sb so so so so}", "fen", fen, "names", picture->names, "from",
                     picture->from == ARB_SQUARE_NONE ? json_null() : json_string(from), "reached",
                     squares(picture->reached), "captured", squares(picture->captured), "moved",
                     squares(picture->moved));
}

/* The diagrams of an article, each with its caption and its pictures. */
static json_t *diagrams_json(arb_article article, arb_lang lang)
{
    json_t *list = json_array();
    const arb_diagram *diagram;

    for (size_t i = 0; (diagram = arb_diagram_of(article, i)); i++) {
        arb_picture pictures[ARB_PICTURES_MAX];
        const size_t count = arb_diagram_pictures(pictures, diagram);
        const char *const *caption = diagram->caption;
        json_t *drawn = json_array();

        for (size_t k = 0; k < count; k++)
            drawn = arb_json_add(drawn, picture_json(&pictures[k]));
        list = arb_json_add(
            list, json_pack("{so so}", "caption",
                            lang < ARB_LANG_COUNT
                                ? json_string(caption[lang])
                                : arb_json_texts(caption[ARB_LANG_EN], caption[ARB_LANG_IT]),
                            "pictures", drawn));
    }
    return list;
}

const char *arb_json_duty(arb_article article)
{
    static const char *const duties[] = {
        [ARB_DUTY_CODE] = "code",
        [ARB_DUTY_EVENT] = "event",
        [ARB_DUTY_CONFIG] = "config",
        [ARB_DUTY_TEXT] = "text",
    };

    return duties[arb_article_duty(article)];
}

json_t *arb_json_article(arb_article article, const arb_rulebook *book, arb_lang lang,
                         const char *note)
{
    json_t *differs = lang < ARB_LANG_COUNT
                          ? json_string(arb_edition_note(article, book, lang))
                          : arb_json_texts(arb_edition_note(article, book, ARB_LANG_EN),
                                           arb_edition_note(article, book, ARB_LANG_IT));

    return json_pack("{ss ss ss so ss so so so so}", "article", arb_article_number(article),
                     "edition", book->name, "cited", arb_article_cited(article, book), "title",
                     text_of(arb_article_title_in, article, lang), "duty", arb_json_duty(article),
                     "says", text_of(arb_article_says, article, lang), note, differs, "does",
                     text_of(arb_article_does, article, lang), "diagrams",
                     diagrams_json(article, lang));
}
