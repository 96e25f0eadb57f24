/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_ERROR_H
#define ARBITRO_ERROR_H
/**
 * @file error.h
 * What a function answers when it cannot do its work, and where in a text it stopped.
 *
 * The library knows three kinds of "no". A programmer's mistake asserts. Bad input, a lack of
 * memory or a failed read is an `arb_err`, and the outputs are untouched. What the Laws forbid
 * is neither: it is an answer of its own (see hand.h), not an error.
 *
 * Everything here is a plain value; there is nothing to free, and no hidden "last error".
 */
#include <stddef.h>

#include "arbitro/api.h"

ARB_BEGIN_DECLS

/** The languages in which the library can explain itself. Piece letters know many more. */
typedef enum arb_lang { ARB_LANG_EN, ARB_LANG_IT, ARB_LANG_COUNT } arb_lang;

/** The errors: name, English, Italian. */
#define ARB_ERR_MAP(X)                                                                             \
    X(OK, "no error", "nessun errore")                                                             \
    X(NOMEM, "out of memory", "memoria esaurita")                                                  \
    X(IO, "input or output failed", "lettura o scrittura non riuscita")                            \
    X(SYNTAX, "the text cannot be read", "il testo non si può leggere")                            \
    X(RANGE, "a value is outside its range", "un valore è fuori dai limiti")                       \
    X(STATE, "not possible in the present state", "non possibile nello stato attuale")             \
    X(STOPPED, "stopped on request", "interrotto a richiesta")

typedef enum arb_err {
#define X(name, en, it) ARB_##name,
    ARB_ERR_MAP(X)
#undef X
        ARB_ERR_COUNT
} arb_err;

/** What a reader had expected where it stopped: see wanted.def for the list. */
typedef enum arb_wanted {
#define WANTED(id, en, it) ARB_WANTED_##id,
#include "arbitro/wanted.def"
#undef WANTED
    ARB_WANTED_COUNT
} arb_wanted;

/** Where and why reading stopped. Lines and columns count from 1, in characters, not bytes. */
typedef struct arb_where {
    size_t line, column; /* 0 when there is no text */
    arb_wanted wanted;
} arb_where;

/**
 * The place of byte `offset` in a text of `size` bytes, where `wanted` was expected; before a byte
 * that is not UTF-8, that is always UTF-8. Lines end with LF, and a byte that is not UTF-8 counts
 * as a character. A place inside a character is that of the character.
 */
ARB_API arb_where arb_where_at(const char *text, size_t size, size_t offset, arb_wanted wanted);

/** The error as a phrase. */
ARB_API const char *arb_err_text(arb_err err, arb_lang lang);

/** The expectation as a phrase that follows "expected". */
ARB_API const char *arb_wanted_text(arb_wanted expect, arb_lang lang);

ARB_END_DECLS

#endif
