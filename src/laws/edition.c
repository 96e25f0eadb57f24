/* SPDX-License-Identifier: MIT */
/* What the editions say otherwise than 2023; see edition.h. */
#include "arbitro/edition.h"

#include <assert.h>

/* A note, and where in it begins what the fields of the rulebook do not say, by language. */
typedef struct note {
    const char *text[ARB_LANG_COUNT];
    size_t addition[ARB_LANG_COUNT];
} note;

static const note notes[ARB_EDITION_COUNT][ARB_ART_COUNT] = {
#define NOTE(id, en, it) [ARB_ART_##id] = { { en, it }, { 0, 0 } },
#define SAID(id, en, it) [ARB_ART_##id] = { { en, it }, { sizeof en - 1, sizeof it - 1 } },
#define BOTH(id, en, adds_en, it, adds_it)                                                         \
    [ARB_ART_##id] = { { en " " adds_en, it " " adds_it }, { sizeof en, sizeof it } },
    [ARB_EDITION_FIDE_2018] = {
#include "edition_2018.def"
    },
    [ARB_EDITION_FIDE_2001] = {
#include "edition_2001.def"
    },
    [ARB_EDITION_EDISU_2024] = {
#include "edition_edisu.def"
    },
#undef NOTE
#undef SAID
#undef BOTH
};

const char *arb_edition_title(const arb_rulebook *book, arb_lang lang)
{
    assert(lang < ARB_LANG_COUNT);
    return book->title[lang];
}

const char *arb_edition_source(const arb_rulebook *book, arb_lang lang)
{
    assert(lang < ARB_LANG_COUNT);
    return book->source[lang];
}

static const note *note_of(arb_article article, const arb_rulebook *book)
{
    assert(article < ARB_ART_COUNT && book->edition < ARB_EDITION_COUNT);
    return &notes[book->edition][article];
}

const char *arb_edition_note(arb_article article, const arb_rulebook *book, arb_lang lang)
{
    assert(lang < ARB_LANG_COUNT);
    const char *text = note_of(article, book)->text[lang];
    return text ? text : "";
}

const char *arb_edition_addition(arb_article article, const arb_rulebook *book, arb_lang lang)
{
    return arb_edition_note(article, book, lang) + note_of(article, book)->addition[lang];
}
