/* SPDX-License-Identifier: MIT */
/* What the editions are, and what they say otherwise than 2023; see edition.h. */
#include "arbitro/edition.h"

#include <assert.h>

typedef struct about {
    const char *title[ARB_LANG_COUNT], *source[ARB_LANG_COUNT];
} about;

static const about abouts[ARB_EDITION_COUNT] = {
    [ARB_EDITION_FIDE_2023] = {
        .title = { "FIDE Laws of Chess, in force from 1 January 2023",
                   "Regole degli scacchi FIDE, in vigore dal 1º gennaio 2023" },
        .source = { "the whole text, with appendices, guidelines and glossary",
                    "il testo intero, con appendici, linee guida e glossario" },
    },
    [ARB_EDITION_FIDE_2018] = {
        .title = { "FIDE Laws of Chess as they stood on 1 October 2018",
                   "Regole degli scacchi FIDE com'erano al 1º ottobre 2018" },
        .source = { "notes for arbiters on Appendix D; elsewhere the text of 2023 with the "
                    "differences that are generally known",
                    "appunti per arbitri sull'appendice D; altrove il testo del 2023 con le "
                    "differenze generalmente note" },
    },
    [ARB_EDITION_FIDE_2001] = {
        .title = { "FIDE Laws of Chess, in force from 1 July 2001",
                   "Regole degli scacchi FIDE, in vigore dal 1º luglio 2001" },
        .source = { "the whole text, with its appendices A to F",
                    "il testo intero, con le appendici da A a F" },
    },
    [ARB_EDITION_EDISU_2024] = {
        .title = { "Regulation of the EDISU inter-college tournament, 2024",
                   "Regolamento del torneo intercollegiale EDISU, 2024" },
        .source = { "the whole text, Articles 1 to 12", "il testo intero, articoli da 1 a 12" },
    },
};

typedef const char *texts[ARB_LANG_COUNT][ARB_ART_COUNT];

static const texts notes[ARB_EDITION_COUNT] = {
#define NOTE(id, text)       [ARB_ART_##id] = text,
#define SAID(id, text)       [ARB_ART_##id] = text,
#define BOTH(id, said, adds) [ARB_ART_##id] = said " " adds,
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

/* The notes without what the fields of the rulebook say. */
static const texts additions[ARB_EDITION_COUNT] = {
#define NOTE(id, text) [ARB_ART_##id] = text,
#define SAID(id, text)
#define BOTH(id, said, adds) [ARB_ART_##id] = adds,
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
    assert(book->edition < ARB_EDITION_COUNT && lang < ARB_LANG_COUNT);
    return abouts[book->edition].title[lang];
}

const char *arb_edition_source(const arb_rulebook *book, arb_lang lang)
{
    assert(book->edition < ARB_EDITION_COUNT && lang < ARB_LANG_COUNT);
    return abouts[book->edition].source[lang];
}

static const char *text_of(const texts tables[], arb_article article, const arb_rulebook *book,
                           arb_lang lang)
{
    assert(article < ARB_ART_COUNT && book->edition < ARB_EDITION_COUNT && lang < ARB_LANG_COUNT);
    const char *text = tables[book->edition][lang][article];
    return text ? text : "";
}

const char *arb_edition_note(arb_article article, const arb_rulebook *book, arb_lang lang)
{
    return text_of(notes, article, book, lang);
}

const char *arb_edition_addition(arb_article article, const arb_rulebook *book, arb_lang lang)
{
    return text_of(additions, article, book, lang);
}
