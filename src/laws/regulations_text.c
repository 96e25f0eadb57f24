/* SPDX-License-Identifier: MIT */
/* Options of an event as text, from the one list of them: options.def. */
#include <assert.h>
#include <string.h>

#include "arbitro/regulations.h"
#include "clock/time_text.h"

/* What kind of value an option has: the words are those of options.def. */
typedef enum kind { WORD, SECONDS, COLOURS, OFFERS, POINTS, LANGUAGE, SPOKEN, LIMITS, LOT } kind;

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

_Static_assert(ARB_OPTION_COUNT <= 64, "arb_regulations.named has a bit for every option");

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

bool arb_option_has_words(arb_option option)
{
    assert((unsigned)option < ARB_OPTION_COUNT);
    return options[option].kind == LIMITS || options[option].kind == LOT;
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

/* The pieces of one side, "KRB"; the king comes first. */
static bool take_kinds(arb_kinds *out, arb_cursor *cursor)
{
    static const char letters[] = "PNBRQ"; /* by arb_role */
    unsigned all = 0;

    *out = (arb_kinds){ { 0 } };
    if (!arb_cursor_take(cursor, 'K'))
        return false;
    for (;; all++) {
        const char *letter = memchr(letters, arb_cursor_peek(cursor), sizeof letters - 1);
        if (!letter)
            return all < 16;
        out->count[letter - letters]++;
        arb_cursor_next(cursor);
    }
}

/* Laws 9.3 */
/* "none", or "75 KRB-KR", perhaps several times: the number can only be raised. */
static bool set_limits(arb_move_limits *field, arb_cursor cursor, unsigned usual)
{
    arb_move_limits limits = { 0 };
    arb_cursor number, kinds;

    if (arb_cursor_is(cursor, "none")) {
        *field = limits;
        return true;
    }
    while (arb_cursor_next_word(&number, &cursor)) {
        uint64_t moves;
        if (limits.count == ARB_LIMITS_MAX ||
            arb_cursor_read_number(&moves, &number, ARB_LIMIT_MOVES_MAX) ||
            !arb_cursor_at_end(&number) || moves <= usual || !arb_cursor_next_word(&kinds, &cursor))
            return false;
        limits.limit[limits.count].moves = (uint16_t)moves;
        if (!take_kinds(&limits.limit[limits.count].side[0], &kinds) ||
            !arb_cursor_take(&kinds, '-') ||
            !take_kinds(&limits.limit[limits.count].side[1], &kinds) || !arb_cursor_at_end(&kinds))
            return false;
        limits.count++;
    }
    *field = limits;
    return limits.count > 0;
}

/* "given", or "lot SEED". */
static bool set_lot(arb_colours_lot *field, arb_cursor cursor)
{
    arb_cursor word, more;
    uint64_t seed = 0;
    const int manner =
        arb_cursor_next_word(&word, &cursor) ? arb_cursor_choose(word, "given lot") : -1;

    if (manner < 0)
        return false;
    if (manner == 1 &&
        (!arb_cursor_next_word(&word, &cursor) ||
         arb_cursor_read_number(&seed, &word, UINT32_MAX) || !arb_cursor_at_end(&word)))
        return false;
    if (arb_cursor_next_word(&more, &cursor))
        return false;
    *field = (arb_colours_lot){ .lot = manner == 1, .seed = (uint32_t)seed };
    return true;
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
    case SPOKEN:
        done = set_language(field, value, size);
        break;
    case LIMITS:
        done = set_limits(field, word, regulations->book->quiet_moves_claim);
        break;
    case LOT:
        done = set_lot(field, word);
        break;
    }
    if (!done)
        return ARB_SYNTAX;
    regulations->named |= UINT64_C(1) << option;
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

static void put_kinds(arb_sink *sink, const arb_kinds *kinds)
{
    static const char letters[] = "PNBRQ";

    arb_sink_char(sink, 'K');
    for (unsigned role = sizeof letters - 1; role-- > 0;)
        for (unsigned i = 0; i < kinds->count[role]; i++)
            arb_sink_char(sink, letters[role]);
}

static void put_limits(arb_sink *sink, const arb_move_limits *limits)
{
    if (limits->count == 0)
        arb_sink_text(sink, "none");
    for (unsigned i = 0; i < limits->count; i++) {
        if (i > 0)
            arb_sink_char(sink, ' ');
        arb_sink_number(sink, limits->limit[i].moves);
        arb_sink_char(sink, ' ');
        put_kinds(sink, &limits->limit[i].side[0]);
        arb_sink_char(sink, '-');
        put_kinds(sink, &limits->limit[i].side[1]);
    }
}

static void put_lot(arb_sink *sink, const arb_colours_lot *colours)
{
    arb_sink_text(sink, colours->lot ? "lot " : "given");
    if (colours->lot)
        arb_sink_number(sink, colours->seed);
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
    case SPOKEN:
        language = *(const arb_language *const *)field;
        arb_sink_text(&sink, language ? language->code : "de"); /* Laws D.2.1 */
        break;
    case LIMITS:
        put_limits(&sink, field);
        break;
    case LOT:
        put_lot(&sink, field);
        break;
    }
    return arb_sink_end(&sink);
}
