/* SPDX-License-Identifier: MIT */
/* The smaller lists of the almanac; see almanac.h. */
#include "arbitro/almanac.h"

#include <string.h>

#define BOTH(en, it)                                                                               \
    {                                                                                              \
        [ARB_LANG_EN] = en, [ARB_LANG_IT] = it                                                     \
    }
/* The entry of a list, or NULL behind its last. */
#define ENTRY(list, index) ((index) < sizeof(list) / sizeof *(list) ? &(list)[index] : NULL)

/* ---- titles and countries ---- */

const char *arb_title_text(arb_title title, arb_lang lang)
{
    static const char *const texts[ARB_TITLE_COUNT][ARB_LANG_COUNT] = {
#define X(id, en, it) [ARB_TITLE_##id] = BOTH(en, it),
        ARB_TITLE_MAP(X)
#undef X
    };

    return texts[title][lang];
}

const char *arb_title_word(arb_title title)
{
    static const char *const words[ARB_TITLE_COUNT] = {
        [ARB_TITLE_WORLD] = "world",
        [ARB_TITLE_WORLD_WOMEN] = "world-women",
        [ARB_TITLE_UNDISPUTED] = "undisputed",
        [ARB_TITLE_WORLD_POST] = "world-correspondence",
        [ARB_TITLE_WORLD_POST_WOMEN] = "world-correspondence-women",
        [ARB_TITLE_ITALY_EARLY] = "italy-early",
        [ARB_TITLE_ITALY] = "italy",
        [ARB_TITLE_ITALY_WOMEN] = "italy-women",
        [ARB_TITLE_ITALY_POST] = "italy-correspondence",
        [ARB_TITLE_ITALY_POST_WOMEN] = "italy-correspondence-women",
        [ARB_TITLE_ITALY_SOLVING] = "italy-solving",
    };

    return words[title];
}

static const struct {
    char code[4], name[ARB_LANG_COUNT][16];
} countries[] = {
#define COUNTRY(letters, en, it) { letters, BOTH(en, it) },
#include "countries.def"
#undef COUNTRY
};

const char *arb_almanac_country(const char *code, size_t size, arb_lang lang)
{
    for (size_t i = 0; i < sizeof countries / sizeof *countries; i++)
        if (strlen(countries[i].code) == size && memcmp(countries[i].code, code, size) == 0)
            return countries[i].name[lang];
    return NULL;
}

/* ---- films, books, portraits ---- */

static const arb_film films[] = {
#define FILM(what, when, codes, who, name, elsewhere)                                              \
    { .kind = ARB_FILM_##what,                                                                     \
      .year = when,                                                                                \
      .countries = codes,                                                                          \
      .director = who,                                                                             \
      .title = name,                                                                               \
      .other = elsewhere },
#include "films.def"
#undef FILM
};

const arb_film *arb_almanac_film(size_t index)
{
    return ENTRY(films, index);
}

const char *arb_film_kind_text(arb_film_kind kind, arb_lang lang)
{
    static const char *const texts[ARB_FILM_KINDS][ARB_LANG_COUNT] = {
#define X(id, en, it) [ARB_FILM_##id] = BOTH(en, it),
        ARB_FILM_MAP(X)
#undef X
    };

    return texts[kind][lang];
}

static const arb_publication books[] = {
#define BOOK(who, with, name, below, house, town, when)                                            \
    { .author = { who, with },                                                                     \
      .title = name,                                                                               \
      .subtitle = below,                                                                           \
      .publisher = house,                                                                          \
      .place = town,                                                                               \
      .year = when },
#include "books.def"
#undef BOOK
};

const arb_publication *arb_almanac_book(size_t index)
{
    return ENTRY(books, index);
}

static const arb_portrait portraits[] = {
#define PORTRAIT(what, who, birth, death)                                                          \
    { .kind = ARB_PORTRAIT_##what, .name = who, .born = birth, .died = death },
#include "portraits.def"
#undef PORTRAIT
};

const arb_portrait *arb_almanac_portrait(size_t index)
{
    return ENTRY(portraits, index);
}

/* ---- associations, addresses, grades ---- */

static const arb_association associations[] = {
#define ASSOCIATION(initials, when, whole, en, it)                                                 \
    { .letters = initials, .year = when, .name = whole, .text = BOTH(en, it) },
#include "associations.def"
#undef ASSOCIATION
};

const arb_association *arb_almanac_association(size_t index)
{
    return ENTRY(associations, index);
}

static const arb_web_address addresses[] = {
#define ADDRESS(where, en, it) { .address = where, .text = BOTH(en, it) },
#include "addresses.def"
#undef ADDRESS
};

const arb_web_address *arb_almanac_address(size_t index)
{
    return ENTRY(addresses, index);
}

static const arb_grade grades[] = {
#define GRADE(who, which, initials, name_en, name_it, en, it)                                      \
    { .body = ARB_GRADE_##who,                                                                     \
      .group = ARB_GRADE_##which,                                                                  \
      .letters = initials,                                                                         \
      .name = BOTH(name_en, name_it),                                                              \
      .text = BOTH(en, it) },
#include "grades.def"
#undef GRADE
};

const arb_grade *arb_almanac_grade(size_t index)
{
    return ENTRY(grades, index);
}

/* ---- words ---- */

static const arb_chess_word chess_words[] = {
#define CHESS_WORD(en, it, name) { .language = BOTH(en, it), .word = name },
#include "chess_words.def"
#undef CHESS_WORD
};

const arb_chess_word *arb_almanac_word(size_t index)
{
    return ENTRY(chess_words, index);
}

static const arb_chronicle chronicle[] = {
#define CHRONICLE(when, en, it) { .year = when, .text = BOTH(en, it) },
#include "chronicle.def"
#undef CHRONICLE
};

const arb_chronicle *arb_almanac_chronicle(size_t index)
{
    return ENTRY(chronicle, index);
}

static const arb_proverb sayings[] = {
#define SAYING(name, lived, en, it) { .who = name, .years = lived, .text = BOTH(en, it) },
#include "sayings.def"
#undef SAYING
};

const arb_proverb *arb_almanac_saying(size_t index)
{
    return ENTRY(sayings, index);
}

static const arb_moral morals[] = {
#define MORAL(what, en, it) { .kind = ARB_MORAL_##what, .text = BOTH(en, it) },
#include "morals.def"
#undef MORAL
};

const arb_moral *arb_almanac_moral(size_t index)
{
    return ENTRY(morals, index);
}

/* ---- grains ---- */

enum { SQUARES = 64 };

uint64_t arb_almanac_grains(unsigned square)
{
    return square >= SQUARES ? UINT64_MAX : ((uint64_t)1 << square) - 1;
}
