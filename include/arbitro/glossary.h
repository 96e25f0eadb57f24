/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_GLOSSARY_H
#define ARBITRO_GLOSSARY_H
/**
 * @file glossary.h
 * The words of the Laws and of those who play: the glossary of the edition of 2023 and that of a
 * book for players, English and Italian.
 *
 * The explanations are our own; the articles are those where the reader finds more, and where the
 * printed glossary names another by mistake, what it prints is kept beside them. All constants.
 */
#include <stddef.h>

#include "arbitro/error.h"

ARB_BEGIN_DECLS

/** The terms: those of the Laws, then those of play. Who finds one on a board names it so. */
typedef enum arb_term_id {
#define TERM(id, ...) ARB_TERM_##id,
#include "arbitro/glossary.def"
#include "arbitro/glossary_play.def"
#undef TERM
    ARB_TERM_COUNT
} arb_term_id;

typedef struct arb_term {
    const char *word[ARB_LANG_COUNT]; /* the head-word */
    const char *text[ARB_LANG_COUNT]; /* what it means, in one or two sentences */
    const char *also;                 /* other names in either language, separated by semicolons */
    const char *articles; /* numbers of 2023 with blanks between, headings included; or "" */
    const char *printed;  /* what the print says instead, where it is mistaken; or "" */
    const char *see;      /* English head-words of others, separated by semicolons */
} arb_term;

/** The terms one by one, by arb_term_id; NULL after the last. */
ARB_API const arb_term *arb_glossary_get(size_t index);

/** Which of the terms this is. */
ARB_API arb_term_id arb_glossary_id(const arb_term *term);

/** The terms to which this one leads, one by one; NULL after the last. */
ARB_API const arb_term *arb_glossary_see(const arb_term *term, size_t index);

/**
 * The terms that the text names in either language: the one whose name it is, or else all those
 * with a name that begins with it, or else those with a further word that does. Case, accents and
 * signs between words do not matter. Writes at most `max` of them and returns how many there are.
 */
ARB_API size_t arb_glossary_find(const arb_term **out, size_t max, const char *text, size_t size);

ARB_END_DECLS

#endif
