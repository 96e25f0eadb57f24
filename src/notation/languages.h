/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_LANGUAGES_H
#define ARBITRO_NOTATION_LANGUAGES_H
/*
 * The languages one by one, as data: languages_*.c define them, languages.c finds them. Letters and
 * names are those of two tables in "Il gioco degli Scacchi", called the book there, with its
 * misprints put right and today's names added.
 *
 * Words are what a person writes or says in full. The signs of Appendix C (x, 0-0, e.p., +, #) are
 * the same in every language and are not words. The first word of a meaning is written; after it
 * come other names of the same piece, forms that the grammar asks for, and what is typed where a
 * keyboard has no accents. No word is a file, because a file is always that file; so "a" is not
 * among the words that are passed over.
 */
#include "arbitro/language.h"

/* All languages, in the order of their indices; en_kt is "en-kt". */
#define ARB_LANGUAGE_MAP(X)                                                                        \
    X(en)                                                                                          \
    X(it)                                                                                          \
    X(de)                                                                                          \
    X(fr)                                                                                          \
    X(es)                                                                                          \
    X(pt)                                                                                          \
    X(nl)                                                                                          \
    X(da)                                                                                          \
    X(no)                                                                                          \
    X(sv)                                                                                          \
    X(fi)                                                                                          \
    X(is)                                                                                          \
    X(et)                                                                                          \
    X(cs)                                                                                          \
    X(pl)                                                                                          \
    X(hu)                                                                                          \
    X(ro)                                                                                          \
    X(ru)                                                                                          \
    X(eo)                                                                                          \
    X(bg)                                                                                          \
    X(en_kt)                                                                                       \
    X(sh)                                                                                          \
    X(ar)                                                                                          \
    X(hi)

#define X(code) extern const arb_language arb_language_##code;
ARB_LANGUAGE_MAP(X)
#undef X

/* Short names of the meanings, so that a table of words reads like one. */
#define PAWN       ARB_MEANING_PAWN
#define KNIGHT     ARB_MEANING_KNIGHT
#define BISHOP     ARB_MEANING_BISHOP
#define ROOK       ARB_MEANING_ROOK
#define QUEEN      ARB_MEANING_QUEEN
#define KING       ARB_MEANING_KING
#define TAKES      ARB_MEANING_TAKES
#define PROMOTES   ARB_MEANING_PROMOTES
#define KINGSIDE   ARB_MEANING_KINGSIDE
#define QUEENSIDE  ARB_MEANING_QUEENSIDE
#define EN_PASSANT ARB_MEANING_EN_PASSANT
#define CHECK      ARB_MEANING_CHECK
#define MATE       ARB_MEANING_MATE
#define FILLER     ARB_MEANING_FILLER

/* The words of one meaning. */
#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

#endif
