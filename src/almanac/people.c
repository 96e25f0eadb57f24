/* SPDX-License-Identifier: MIT */
/* Anniversaries and champions; see almanac.h. The lists are anniversaries.def and champions.def. */
#include <string.h>

#include "almanac/unaccented.h"
#include "arbitro/almanac.h"

/* ---- names ---- */

static const struct {
    const char listed[40], english[24];
} spellings[] = {
#define SPELLING(as_listed, in_english) { .listed = as_listed, .english = in_english },
#include "spellings.def"
#undef SPELLING
};

const char *arb_almanac_spelling(const char *name, arb_lang lang)
{
    for (size_t i = 0; lang == ARB_LANG_EN && i < sizeof spellings / sizeof *spellings; i++)
        if (strcmp(spellings[i].listed, name) == 0)
            return spellings[i].english;
    return name;
}

/* Does a word of the name begin like this? Words begin behind anything that is no letter. */
static bool has_word(const char *name, size_t size, const char *word, size_t length)
{
    for (size_t at = 0; at + length <= size; at++)
        if ((at == 0 || strchr(" -'[\"(.", name[at - 1])) && memcmp(name + at, word, length) == 0)
            return true;
    return false;
}

static bool is_meant(const char *name, const char *text, size_t size)
{
    char own[ARB_UNACCENTED_SIZE], wanted[ARB_UNACCENTED_SIZE];
    const size_t length = arb_unaccented(own, name, strlen(name));
    const size_t end = arb_unaccented(wanted, text, size);

    for (size_t at = 0; at < end;) {
        size_t word = at;
        while (word < end && wanted[word] != ' ')
            word++;
        if (word > at && !has_word(own, length, wanted + at, word - at))
            return false;
        at = word + 1;
    }
    return end > 0;
}

bool arb_almanac_is_meant(const char *name, const char *text, size_t size)
{
    const char *english = arb_almanac_spelling(name, ARB_LANG_EN);

    return is_meant(name, text, size) || (english != name && is_meant(english, text, size));
}

/* ---- anniversaries ---- */

static const arb_anniversary anniversaries[] = {
#define ANNIVERSARY(in_month, on_day, event, birth, death, whose)                                  \
    { .month = in_month,                                                                           \
      .day = on_day,                                                                               \
      .kind = ARB_##event,                                                                         \
      .born = birth,                                                                               \
      .died = death,                                                                               \
      .name = whose },
#include "anniversaries.def"
#undef ANNIVERSARY
};

const arb_anniversary *arb_almanac_anniversary(size_t index)
{
    return index < sizeof anniversaries / sizeof *anniversaries ? &anniversaries[index] : NULL;
}

unsigned arb_anniversary_year(const arb_anniversary *anniversary)
{
    return anniversary->kind == ARB_BORN ? anniversary->born : anniversary->died;
}

/* ---- champions ---- */

static const arb_champion champions[] = {
#define CHAMPION(of, which, begins, ends, where, whose, birth, death, codes)                       \
    { .title = ARB_TITLE_##of,                                                                     \
      .number = which,                                                                             \
      .from = begins,                                                                              \
      .to = ends,                                                                                  \
      .place = where,                                                                              \
      .name = whose,                                                                               \
      .born = birth,                                                                               \
      .died = death,                                                                               \
      .countries = codes },
#include "champions.def"
#undef CHAMPION
};

const arb_champion *arb_almanac_champion(size_t index)
{
    return index < sizeof champions / sizeof *champions ? &champions[index] : NULL;
}

enum { CENTURY = 100 };

bool arb_champion_reigned(const arb_champion *champion, unsigned year)
{
    if (champion->from < 0)
        return (year + CENTURY - 1) / CENTURY == (unsigned)-champion->from;
    return champion->from != 0 && year >= (unsigned)champion->from &&
           (champion->to == 0 || year <= (unsigned)champion->to);
}

/* Somebody who held the title before is counted where he first did. */
unsigned arb_champion_ordinal(const arb_champion *champion)
{
    unsigned ordinal = 0;

    for (const arb_champion *one = champions; one <= champion; one++) {
        const arb_champion *first = champions;
        if (one->title != champion->title)
            continue;
        while (first->title != one->title || strcmp(first->name, one->name) != 0)
            first++;
        ordinal += first == one;
        if (strcmp(one->name, champion->name) == 0)
            break;
    }
    return ordinal;
}
