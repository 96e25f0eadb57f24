/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_ALMANAC_H
#define ARBITRO_ALMANAC_H
/**
 * @file almanac.h
 * The almanac: who was champion, who was born and who died on which day, associations, categories
 * and titles, films, books, and what Franklin thought that chess teaches.
 *
 * Each list is read one by one, by its index, until NULL. All of it is constant. Names are spelled
 * as the Italian source spells them, which ends in 2020; docs/ALMANAC.md tells what was corrected.
 * Years are 0 where they are not known.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/buf.h"
#include "arbitro/error.h"

ARB_BEGIN_DECLS

/* ---- days ---- */

/** A day: of every year when `year` is 0; the whole month when `day` is 0. */
typedef struct arb_day {
    uint16_t year;
    uint8_t month, day;
} arb_day;

/** Why a text is no date. */
typedef enum arb_day_fault {
    ARB_DAY_GOOD,
    ARB_DAY_UNREADABLE, /* it is written in no way that is known */
    ARB_DAY_NO_MONTH,   /* there are twelve */
    ARB_DAY_NO_DAY,     /* the month is shorter */
    ARB_DAY_NO_LEAP     /* 29 February in a year that has none */
} arb_day_fault;

/** How many days a month has in a year; with year 0, how many it can have. */
ARB_API unsigned arb_day_count(unsigned year, unsigned month);

/**
 * Reads a date: 2026-02-28, 02-28, 28/2, 28.2.2026, "28 February", "28 feb 2026", "febbraio", in
 * either language. A fault leaves `out` untouched.
 *
 * @code
 * arb_day date;
 * assert(arb_day_read(&date, "29 febbraio", 11) == ARB_DAY_GOOD);
 * assert(date.month == 2 && date.day == 29 && date.year == 0);
 * assert(arb_day_read(&date, "2026-02-29", 10) == ARB_DAY_NO_LEAP);
 * @endcode
 */
ARB_API arb_day_fault arb_day_read(arb_day *out, const char *text, size_t size);

/** The name of a month, from 1 to 12. */
ARB_API const char *arb_day_month(unsigned month, arb_lang lang);

/* ---- people ---- */

typedef enum arb_anniversary_kind {
    ARB_BORN,
    ARB_DIED,
    ARB_ANNIVERSARY_KINDS
} arb_anniversary_kind;

/** A day on which somebody was born or died. */
typedef struct arb_anniversary {
    uint8_t month, day, kind; /* arb_anniversary_kind */
    uint16_t born, died;      /* 0: not known, or alive when the source was written */
    char name[48];
} arb_anniversary;

/** The anniversaries, in the order of the days, 29 February among them. */
ARB_API const arb_anniversary *arb_almanac_anniversary(size_t index);

/** The year of the event itself. */
ARB_API unsigned arb_anniversary_year(const arb_anniversary *anniversary);

/** The name as readers of a language know it: Alechin is Alekhine in English. */
ARB_API const char *arb_almanac_spelling(const char *name, arb_lang lang);

/**
 * Does somebody who looks for `text` mean this name? Every word of it must begin a word of the
 * name, in either spelling; case and accents do not matter.
 */
ARB_API bool arb_almanac_is_meant(const char *name, const char *text, size_t size);

/* ---- champions ---- */

/** The championships: id, English, Italian. */
#define ARB_TITLE_MAP(X)                                                                           \
    X(WORLD, "world champion", "campione del mondo")                                               \
    X(WORLD_WOMEN, "women's world champion", "campionessa del mondo")                              \
    X(UNDISPUTED, "undisputed, before there was a title",                                          \
      "indiscusso, prima che ci fosse il titolo")                                                  \
    X(WORLD_POST, "correspondence world champion", "campione del mondo per corrispondenza")        \
    X(WORLD_POST_WOMEN, "women's correspondence world champion",                                   \
      "campionessa del mondo per corrispondenza")                                                  \
    X(ITALY_EARLY, "Italian champion, up to 1911", "campione d'Italia, fino al 1911")              \
    X(ITALY, "Italian champion", "campione d'Italia")                                              \
    X(ITALY_WOMEN, "Italian women's champion", "campionessa d'Italia")                             \
    X(ITALY_POST, "Italian correspondence champion", "campione d'Italia per corrispondenza")       \
    X(ITALY_POST_WOMEN, "Italian women's correspondence champion",                                 \
      "campionessa d'Italia per corrispondenza")                                                   \
    X(ITALY_SOLVING, "Italian solving champion", "campione d'Italia di soluzione")

typedef enum arb_title {
#define X(id, en, it) ARB_TITLE_##id,
    ARB_TITLE_MAP(X)
#undef X
        ARB_TITLE_COUNT
} arb_title;

/** A title as a phrase, and as a word: "world", "italy-women". */
ARB_API const char *arb_title_text(arb_title title, arb_lang lang);
ARB_API const char *arb_title_word(arb_title title);

/** Somebody who held a title. Those who shared one have the same number. */
typedef struct arb_champion {
    uint8_t title, number;
    int16_t from, to; /* 0: not known, or not yet; negative: a century, -14 is the fourteenth */
    uint16_t born, died;
    char place[32], countries[12]; /* codes apart by blanks */
    char name[48];
} arb_champion;

/** The champions, in the order of each title's numbers. */
ARB_API const arb_champion *arb_almanac_champion(size_t index);

/** Did he hold the title in that year? Where the source has no years, nobody knows. */
ARB_API bool arb_champion_reigned(const arb_champion *champion, unsigned year);

/**
 * Which person in the order of those who held his title: Botvinnik is the sixth world champion,
 * though his reigns are the seventh, ninth and eleventh.
 */
ARB_API unsigned arb_champion_ordinal(const arb_champion *champion);

/** A country by its code of three letters; NULL when there is none. */
ARB_API const char *arb_almanac_country(const char *code, size_t size, arb_lang lang);

/* ---- other lists ---- */

/** The kinds of films: id, English, Italian. */
#define ARB_FILM_MAP(X)                                                                            \
    X(FEATURE, "film", "film")                                                                     \
    X(DOCUMENTARY, "documentary", "documentario")                                                  \
    X(SHORT, "short film", "cortometraggio")                                                       \
    X(ANIMATION, "animated short film", "cortometraggio animato")                                  \
    X(SERIES, "television series in seven parts", "miniserie televisiva in sette puntate")         \
    X(EPISODE, "episode of a television series: Columbo, second season, seventh",                  \
      "episodio di una serie televisiva: Colombo, seconda stagione, settimo")

typedef enum arb_film_kind {
#define X(id, en, it) ARB_FILM_##id,
    ARB_FILM_MAP(X)
#undef X
        ARB_FILM_KINDS
} arb_film_kind;

typedef struct arb_film {
    uint8_t kind; /* arb_film_kind */
    uint16_t year;
    char countries[12], director[40], title[48];
    char other[48]; /* another title, mostly the original; or "" */
} arb_film;
ARB_API const arb_film *arb_almanac_film(size_t index);
ARB_API const char *arb_film_kind_text(arb_film_kind kind, arb_lang lang);

typedef struct arb_publication {
    uint16_t year;
    char author[2][40], title[48], subtitle[48], publisher[32], place[16];
} arb_publication;
ARB_API const arb_publication *arb_almanac_book(size_t index);

typedef struct arb_association {
    const char *letters, *name, *text[ARB_LANG_COUNT];
    uint16_t year;
} arb_association;
ARB_API const arb_association *arb_almanac_association(size_t index);

typedef struct arb_web_address {
    const char *address, *text[ARB_LANG_COUNT];
} arb_web_address;
ARB_API const arb_web_address *arb_almanac_address(size_t index);

typedef enum arb_portrait_kind { ARB_PORTRAIT_PLAYER, ARB_PORTRAIT_PROBLEMIST } arb_portrait_kind;
typedef struct arb_portrait {
    uint8_t kind; /* arb_portrait_kind */
    uint16_t born, died;
    char name[40];
} arb_portrait;
ARB_API const arb_portrait *arb_almanac_portrait(size_t index);

/** The word for chess in a language. */
typedef struct arb_chess_word {
    const char *language[ARB_LANG_COUNT], *word;
} arb_chess_word;
ARB_API const arb_chess_word *arb_almanac_word(size_t index);

/** Who gives a category or a title, and to which group of them it belongs. */
typedef enum arb_grade_body { ARB_GRADE_FSI, ARB_GRADE_FIDE } arb_grade_body;
typedef enum arb_grade_group {
    ARB_GRADE_SOCIAL,
    ARB_GRADE_NATIONAL,
    ARB_GRADE_MASTER,
    ARB_GRADE_OPEN,
    ARB_GRADE_WOMEN
} arb_grade_group;
typedef struct arb_grade {
    uint8_t body, group;
    const char *letters, *name[ARB_LANG_COUNT], *text[ARB_LANG_COUNT];
} arb_grade;
ARB_API const arb_grade *arb_almanac_grade(size_t index);

typedef struct arb_chronicle {
    uint16_t year;
    const char *text[ARB_LANG_COUNT];
} arb_chronicle;
ARB_API const arb_chronicle *arb_almanac_chronicle(size_t index);

/** What somebody said of chess, retold. */
typedef struct arb_proverb {
    const char *who, *years, *text[ARB_LANG_COUNT];
} arb_proverb;
ARB_API const arb_proverb *arb_almanac_saying(size_t index);

/** Franklin's Morals of Chess: three virtues, perseverance, eight rules of conduct, their reward.
 */
typedef enum arb_moral_kind {
    ARB_MORAL_VIRTUE,
    ARB_MORAL_PERSEVERANCE,
    ARB_MORAL_CONDUCT,
    ARB_MORAL_REWARD
} arb_moral_kind;
typedef struct arb_moral {
    uint8_t kind; /* arb_moral_kind */
    const char *text[ARB_LANG_COUNT];
} arb_moral;
ARB_API const arb_moral *arb_almanac_moral(size_t index);

/**
 * The grains of the legend, one on the first square and on each further one twice as many: how many
 * lie on squares 1 to `square` together; 2^64 - 1 on all 64, none on square 0.
 *
 * @code
 * assert(arb_almanac_grains(64) == 18446744073709551615u);
 * @endcode
 */
ARB_API uint64_t arb_almanac_grains(unsigned square);

/* ---- a calendar ---- */

/**
 * Appends a calendar file (RFC 5545) with these anniversaries, each a whole day of every year since
 * the event; 29 February comes in leap years. On an error the buffer is as it was.
 */
ARB_API ARB_MUST_USE arb_err arb_almanac_calendar(arb_buf *out, const arb_anniversary *const *list,
                                                  size_t count, arb_lang lang);

ARB_END_DECLS

#endif
