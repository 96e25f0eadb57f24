/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_LANGUAGE_H
#define ARBITRO_LANGUAGE_H
/**
 * @file language.h
 * The languages in which players write their moves (Laws, C.3): letters, names and words.
 *
 * One constant table serves reading and writing. A language must be known to be read: R is the
 * king in Italian, a rook in English and a knight in Finnish. Guessing it is a function of its
 * own (sheet.h).
 */
#include "arbitro/fen.h"

ARB_BEGIN_DECLS

/** What a word of a move written in full means; the first six are the pieces, as in arb_role. */
typedef enum arb_meaning {
    ARB_MEANING_PAWN,
    ARB_MEANING_KNIGHT,
    ARB_MEANING_BISHOP,
    ARB_MEANING_ROOK,
    ARB_MEANING_QUEEN,
    ARB_MEANING_KING,
    ARB_MEANING_TAKES,
    ARB_MEANING_PROMOTES, /* "promotes to" */
    ARB_MEANING_KINGSIDE, /* "castles kingside" */
    ARB_MEANING_QUEENSIDE,
    ARB_MEANING_EN_PASSANT,
    ARB_MEANING_CHECK,
    ARB_MEANING_MATE,
    ARB_MEANING_FILLER, /* "to", "on": read and passed over */
    ARB_MEANING_COUNT
} arb_meaning;

/** A further letter that is read, never written. */
typedef struct arb_letter {
    const char *text;
    arb_role role;
} arb_letter;

typedef struct arb_language {
    const char *code;                 /* ISO 639-1, such as "it"; "en-kt" for the older English */
    const char *name[ARB_LANG_COUNT]; /* of the language, in English and Italian */
    arb_letters letters;              /* as in a diagram; all NULL when only names are known */
    const arb_letter *further;        /* ends with a text of NULL; may be NULL */
    bool
        capital_names; /* names of pieces are written with one, as in German; they begin in ASCII */
    /*
     * By meaning, NULL where there are none: texts of one or more words, in lower case, with single
     * blanks between them. The first is written; the last is followed by NULL.
     */
    const char *const *words[ARB_MEANING_COUNT];
} arb_language;

/** How many languages there are. */
ARB_API size_t arb_language_count(void);

/** The language with this index, below arb_language_count(); English is 0, Italian 1. */
ARB_API const arb_language *arb_language_at(size_t index);

/** The language with this code, or NULL. */
ARB_API const arb_language *arb_language_find(const char *code, size_t size);

/** Are there letters, or only names? */
ARB_API bool arb_language_has_letters(const arb_language *language);

/** The word that is written for a meaning; "" when the language has none. */
ARB_API const char *arb_language_word(const arb_language *language, arb_meaning meaning);

ARB_END_DECLS

#endif
