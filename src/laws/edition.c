/* SPDX-License-Identifier: MIT */
/* What the editions say otherwise than 2023; see edition.h. */
#include "arbitro/edition.h"

#include <assert.h>

/* A note, and where in it begins what the fields of the rulebook do not say. */
typedef struct note {
    const char *text;
    size_t addition;
} note;

static const note notes[ARB_EDITION_COUNT][ARB_LANG_COUNT][ARB_ART_COUNT] = {
#define NOTE(id, text)       [ARB_ART_##id] = { text, 0 },
#define SAID(id, text)       [ARB_ART_##id] = { text, sizeof text - 1 },
#define BOTH(id, said, adds) [ARB_ART_##id] = { said " " adds, sizeof said },
    [ARB_EDITION_FIDE_2018] = {
        [ARB_LANG_EN] = {
#include "edition_2018_en.def"
        },
        [ARB_LANG_IT] = {
#include "edition_2018_it.def"
        },
    },
    [ARB_EDITION_FIDE_2001] = {
        [ARB_LANG_EN] = {
#include "edition_2001_en.def"
        },
        [ARB_LANG_IT] = {
#include "edition_2001_it.def"
        },
    },
    [ARB_EDITION_EDISU_2024] = {
        [ARB_LANG_EN] = {
#include "edition_edisu_en.def"
        },
        [ARB_LANG_IT] = {
#include "edition_edisu_it.def"
        },
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

static note note_of(arb_article article, const arb_rulebook *book, arb_lang lang)
{
    assert(article < ARB_ART_COUNT && book->edition < ARB_EDITION_COUNT && lang < ARB_LANG_COUNT);
    const note found = notes[book->edition][lang][article];
    return found.text ? found : (note){ "", 0 };
}

const char *arb_edition_note(arb_article article, const arb_rulebook *book, arb_lang lang)
{
    return note_of(article, book, lang).text;
}

const char *arb_edition_addition(arb_article article, const arb_rulebook *book, arb_lang lang)
{
    const note found = note_of(article, book, lang);
    return found.text + found.addition;
}
