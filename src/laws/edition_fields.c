/* SPDX-License-Identifier: MIT */
/* The fields of a rulebook as sentences; see edition.h. The list is rulebook_fields.def. */
#include "arbitro/edition.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "arbitro/event.h"
#include "arbitro/explain.h"
#include "base/sink.h"

typedef enum kind { FLAG, COUNT, TIME, ABOVE, BELOW, SET } kind;

static const struct {
    kind kind;
    const char *name;
    arb_article article;
    size_t offset, size; /* of its first value in the struct */
    int plays;           /* how many values it has, one for each category of play, or one for all */
    const char *zero[ARB_LANG_COUNT], *other[ARB_LANG_COUNT]; /* % stands for the value */
} fields[] = {
#define ROW(sort, type, field, id, count, zero_en, zero_it, en, it)                                \
    { .kind = sort,                                                                                \
      .name = #field,                                                                              \
      .article = ARB_ART_##id,                                                                     \
      .offset = offsetof(arb_rulebook, field),                                                     \
      .size = sizeof(type),                                                                        \
      .plays = count,                                                                              \
      .zero = { [ARB_LANG_EN] = zero_en, [ARB_LANG_IT] = zero_it },                                \
      .other = { [ARB_LANG_EN] = en, [ARB_LANG_IT] = it } },
#define HEAD(type, declarator)
#define FIELD(kind, type, name, id, ...)   ROW(kind, type, name, id, 1, __VA_ARGS__)
#define BY_PLAY(kind, type, name, id, ...) ROW(kind, type, name, id, ARB_PLAY_COUNT, __VA_ARGS__)
#include "arbitro/rulebook_fields.def"
#undef HEAD
#undef FIELD
#undef BY_PLAY
#undef ROW
};
enum { FIELD_COUNT = sizeof fields / sizeof *fields };

size_t arb_edition_field_count(void)
{
    return FIELD_COUNT;
}

const char *arb_edition_field_name(size_t field)
{
    assert(field < FIELD_COUNT);
    return fields[field].name;
}

arb_article arb_edition_field_article(size_t field)
{
    assert(field < FIELD_COUNT);
    return fields[field].article;
}

bool arb_edition_field_is_same(size_t field, const arb_rulebook *a, const arb_rulebook *b)
{
    assert(field < FIELD_COUNT);
    const size_t offset = fields[field].offset;
    const size_t size = fields[field].size * (size_t)fields[field].plays;
    return memcmp((const char *)a + offset, (const char *)b + offset, size) == 0;
}

/* The value for one category of play, whatever its type. */
static int64_t value_of(size_t field, const arb_rulebook *book, int play)
{
    const size_t size = fields[field].size;
    const char *at = (const char *)book + fields[field].offset + (size_t)play * size;
    uint8_t small;
    uint16_t middle;
    uint32_t large;
    int64_t time;

    switch (size) {
    case sizeof small:
        memcpy(&small, at, size);
        return small;
    case sizeof middle:
        memcpy(&middle, at, size);
        return middle;
    case sizeof large:
        memcpy(&large, at, size);
        return large;
    default:
        assert(size == sizeof time);
        memcpy(&time, at, size);
        return time;
    }
}

static void put_time(arb_sink *sink, arb_ms time, arb_lang lang)
{
    static const char *const units[ARB_LANG_COUNT][2][2] = {
        [ARB_LANG_EN] = { { " second", " seconds" }, { " minute", " minutes" } },
        [ARB_LANG_IT] = { { " secondo", " secondi" }, { " minuto", " minuti" } },
    };
    const bool minutes = time % 60000 == 0;
    const int64_t number = time / (minutes ? 60000 : 1000);

    arb_sink_format(sink, "%" PRId64, number);
    arb_sink_text(sink, units[lang][minutes][number != 1]);
}

/* A limit that lies a millisecond off a whole second means that the second itself is within. */
static void put_limit(arb_sink *sink, arb_ms limit, bool above, arb_lang lang)
{
    static const char *const words[ARB_LANG_COUNT][2][2] = {
        [ARB_LANG_EN] = { { "less than ", "at most " }, { "more than ", "at least " } },
        [ARB_LANG_IT] = { { "meno di ", "al massimo " }, { "più di ", "almeno " } },
    };
    const arb_ms nearest = limit + (above ? 1 : -1);
    const bool within = nearest % 1000 == 0;

    arb_sink_text(sink, words[lang][above][within]);
    put_time(sink, within ? nearest : limit, lang);
}

static void put_penalties(arb_sink *sink, int64_t set, arb_lang lang)
{
    static const arb_article articles[] = {
#define PENALTY(id, word, argument, article) [ARB_PENALTY_##id] = ARB_ART_##article,
#include "arbitro/penalties.def"
#undef PENALTY
    };
    const char *between = "";

    for (size_t i = 0; i < sizeof articles / sizeof *articles; i++) {
        if (!(set >> i & 1))
            continue;
        arb_sink_text(sink, between);
        arb_sink_text(sink, arb_article_title_in(articles[i], lang));
        between = ", ";
    }
}

static void put_value(arb_sink *sink, kind sort, int64_t value, arb_lang lang)
{
    switch (sort) {
    case FLAG:
        return; /* the sentence says it */
    case COUNT:
        arb_sink_format(sink, "%" PRId64, value);
        return;
    case TIME:
        put_time(sink, value, lang);
        return;
    case ABOVE:
    case BELOW:
        put_limit(sink, value, sort == ABOVE, lang);
        return;
    case SET:
        put_penalties(sink, value, lang);
        return;
    }
}

/* Of the texts that | separates, the one for this value. */
static const char *choice(const char *texts, kind sort, int64_t value)
{
    for (int64_t i = 1; sort == FLAG && i < value; i++) {
        const char *bar = strchr(texts, '|');
        assert(bar);
        texts = bar + 1;
    }
    return texts;
}

static void put_sentence(arb_sink *sink, size_t field, int64_t value, arb_lang lang)
{
    const kind sort = fields[field].kind;
    const char *text =
        value == 0 ? fields[field].zero[lang] : choice(fields[field].other[lang], sort, value);
    const size_t before = strcspn(text, "%|");

    arb_sink_format(sink, "%.*s", (int)before, text);
    if (text[before] != '%')
        return;
    put_value(sink, sort, value, lang);
    arb_sink_text(sink, text + before + 1);
}

/* The categories whose value is that of `play`, which is the first of them: "rapid, blitz". */
static void put_plays(arb_sink *sink, size_t field, const arb_rulebook *book, int play,
                      arb_lang lang)
{
    static const char *const plays[ARB_LANG_COUNT][ARB_PLAY_COUNT] = {
        [ARB_LANG_EN] = { "standard", "rapid", "blitz" },
        [ARB_LANG_IT] = { "normale", "rapido", "lampo" },
    };
    const int64_t value = value_of(field, book, play);

    arb_sink_text(sink, plays[lang][play]);
    for (int i = play + 1; i < ARB_PLAY_COUNT; i++) {
        if (value_of(field, book, i) != value)
            continue;
        arb_sink_text(sink, ", ");
        arb_sink_text(sink, plays[lang][i]);
    }
}

/* Has an earlier category the value of this one? */
static bool is_repeated(size_t field, const arb_rulebook *book, int play)
{
    for (int i = 0; i < play; i++)
        if (value_of(field, book, i) == value_of(field, book, play))
            return true;
    return false;
}

/* "standard: this; rapid, blitz: that" */
static void put_by_play(arb_sink *sink, size_t field, const arb_rulebook *book, arb_lang lang)
{
    for (int play = 0; play < ARB_PLAY_COUNT; play++) {
        if (is_repeated(field, book, play))
            continue;
        arb_sink_text(sink, play == 0 ? "" : "; ");
        put_plays(sink, field, book, play, lang);
        arb_sink_text(sink, ": ");
        put_sentence(sink, field, value_of(field, book, play), lang);
    }
}

size_t arb_edition_field_text(char *out, size_t size, size_t field, const arb_rulebook *book,
                              arb_lang lang)
{
    assert(field < FIELD_COUNT && lang < ARB_LANG_COUNT);
    const int64_t first = value_of(field, book, ARB_PLAY_STANDARD);
    bool alike = true;
    arb_sink sink = { out, size, 0 };

    for (int play = 1; play < fields[field].plays; play++)
        alike = alike && value_of(field, book, play) == first;
    if (alike)
        put_sentence(&sink, field, first, lang);
    else
        put_by_play(&sink, field, book, lang);
    return arb_sink_end(&sink);
}
