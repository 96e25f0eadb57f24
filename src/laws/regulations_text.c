/* SPDX-License-Identifier: MIT */
/* Options of an event as text, from the one list of them: options.def. */
#include <assert.h>
#include <string.h>

#include "arbitro/regulations.h"
#include "clock/time_text.h"

/* What kind of value an option has: the words are those of options.def. */
typedef enum kind { WORD, SECONDS, COLOURS, OFFERS, POINTS, LANGUAGE } kind;

static const struct {
    const char *key, *values, *articles;
    kind kind;
    size_t offset; /* of its field */
} options[ARB_OPTION_COUNT] = {
#define OPTION(id, field, key, kind, values, articles)                                             \
    [ARB_OPTION_##id] = { key, values, articles, kind, offsetof(arb_regulations, field) },
#include "arbitro/options.def"
#undef OPTION
};

_Static_assert(ARB_OPTION_COUNT <= 32, "arb_regulations.named has a bit for every option");

arb_option arb_option_find(const char *key, size_t size)
{
    for (int i = 0; i < ARB_OPTION_COUNT; i++)
        if (strlen(options[i].key) == size && memcmp(options[i].key, key, size) == 0)
            return (arb_option)i;
    return ARB_OPTION_COUNT;
}

const char *arb_option_key(arb_option option)
{
    assert((unsigned)option < ARB_OPTION_COUNT);
    return options[option].key;
}

const char *arb_option_values(arb_option option)
{
    assert((unsigned)option < ARB_OPTION_COUNT);
    return options[option].values;
}

const char *arb_option_articles(arb_option option)
{
    assert((unsigned)option < ARB_OPTION_COUNT);
    return options[option].articles;
}

/* ---- in: each reads the whole value into its field, or answers false and leaves it alone ---- */

/* The field is the place of the word among the values; so are the bits of the colours. */
static bool set_word(uint8_t *field, const char *values, arb_cursor word)
{
    const int place = arb_cursor_choose(word, values);

    if (place >= 0)
        *field = (uint8_t)place;
    return place >= 0;
}

/* Laws 9.1.1 */
static bool set_offers(arb_offers *field, arb_cursor word)
{
    const int plain = arb_cursor_choose(word, "free never");
    uint64_t moves;

    if (plain >= 0) {
        *field = (arb_offers){ .kind = (uint8_t)plain };
        return true;
    }
    if (!arb_cursor_take_text(&word, "after:") ||
        arb_cursor_read_number(&moves, &word, UINT16_MAX) || moves == 0 ||
        !arb_cursor_at_end(&word))
        return false;
    *field = (arb_offers){ .kind = ARB_OFFERS_AFTER, .moves = (uint16_t)moves };
    return true;
}

static bool set_language(const arb_language **field, const char *value, size_t size)
{
    const arb_language *language = arb_language_find(value, size);

    if (language)
        *field = language;
    return language != NULL;
}

arb_err arb_regulations_set(arb_regulations *regulations, arb_option option, const char *value,
                            size_t size)
{
    assert((unsigned)option < ARB_OPTION_COUNT);
    void *field = (char *)regulations + options[option].offset;
    bool done = false;
    arb_cursor word;

    arb_cursor_init(&word, value, size);
    switch (options[option].kind) {
    case WORD:
    case COLOURS:
        done = set_word(field, options[option].values, word);
        break;
    case SECONDS:
        done = arb_seconds_take(field, &word, NULL, false) == ARB_OK;
        break;
    case OFFERS:
        done = set_offers(field, word);
        break;
    case POINTS:
        done = arb_points_read(field, value, size) == ARB_OK;
        break;
    case LANGUAGE:
        done = set_language(field, value, size);
        break;
    }
    if (!done)
        return ARB_SYNTAX;
    regulations->named |= 1u << option;
    return ARB_OK;
}

/* ---- out ---- */

static void put_offers(arb_sink *sink, const arb_offers *offers)
{
    arb_sink_choice(sink, "free never after:", offers->kind);
    if (offers->kind == ARB_OFFERS_AFTER)
        arb_sink_number(sink, offers->moves);
}

static void put_points(arb_sink *sink, const arb_points *points)
{
    for (int i = 0; i < ARB_OUTCOME_COUNT; i++) {
        char score[8];
        if (i > 0)
            arb_sink_char(sink, '-');
        arb_score_write(score, sizeof score, points->half[i]);
        arb_sink_text(sink, score);
    }
}

size_t arb_regulations_get(char *out, size_t size, const arb_regulations *regulations,
                           arb_option option)
{
    assert((unsigned)option < ARB_OPTION_COUNT);
    const void *field = (const char *)regulations + options[option].offset;
    arb_sink sink = { out, size, 0 };
    const arb_language *language;

    switch (options[option].kind) {
    case WORD:
    case COLOURS:
        arb_sink_choice(&sink, options[option].values, *(const uint8_t *)field);
        break;
    case SECONDS:
        arb_seconds_put(&sink, *(const arb_ms *)field, '.');
        break;
    case OFFERS:
        put_offers(&sink, field);
        break;
    case POINTS:
        put_points(&sink, field);
        break;
    case LANGUAGE:
        language = *(const arb_language *const *)field;
        arb_sink_text(&sink, language ? language->code : arb_language_at(0)->code);
        break;
    }
    return arb_sink_end(&sink);
}
