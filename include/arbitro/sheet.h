/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SHEET_H
#define ARBITRO_SHEET_H
/**
 * @file sheet.h
 * The moves of a whole scoresheet, one after the other: read, compared, and their language guessed
 * (Laws, 8.1, C.3).
 *
 * A sheet is text with moves, move numbers ("12.", "12..." or "12"), comments in braces or from a
 * semicolon to the end of the line, PGN's numeric glyphs ("$1"), and perhaps a result at the end.
 * Variations in parentheses are passed over; tags belong to PGN files. The text stays the caller's;
 * a sheet is a plain value.
 */
#include "arbitro/notation.h"

ARB_BEGIN_DECLS

typedef struct arb_sheet {
    const char *text;
    size_t size;
    size_t at;                    /* the first byte that has not been read; begin with 0 */
    const arb_language *language; /* NULL is English */
    size_t began;                 /* the first byte of the move read last, which ends before `at` */
    size_t result, result_size;   /* where the result stands, once it has been read; size 0: none */
} arb_sheet;

/**
 * Reads the next move. At the end of the sheet, or at a result, the form of `out` is ARB_FORM_NONE;
 * nothing may follow a result.
 * On an error the sheet stays before the unreadable move, and `where` tells its place.
 */
ARB_API ARB_MUST_USE arb_err arb_sheet_next(arb_written *out, arb_sheet *sheet, arb_where *where);

/** Where two sheets part. */
typedef struct arb_difference {
    bool differ;                 /* false when one ends and they agreed so far */
    bool one_ended, other_ended; /* then there is no reading of it below */
    size_t ply;                  /* 0 for the first move of the game */
    arb_reading one, other;      /* what each of them has there */
    size_t one_at, other_at;     /* where in its text */
} arb_difference;

/**
 * Plays both sheets from `start` and tells where they first differ. ARB_SYNTAX when a move of one
 * of them is unreadable before that; ARB_STATE when it is ambiguous or illegal.
 */
ARB_API ARB_MUST_USE arb_err arb_sheet_compare(arb_difference *out, const arb_sheet *one,
                                               const arb_sheet *other, const arb_pos *start,
                                               arb_variant variant);

/** How sure a guess is. */
typedef enum arb_certainty {
    ARB_CERTAINTY_NONE,     /* none fits, or all do, or several with different moves */
    ARB_CERTAINTY_PROBABLE, /* several fit, not all, and with the same moves */
    ARB_CERTAINTY_CERTAIN   /* only one fits */
} arb_certainty;

typedef struct arb_guess {
    arb_certainty certainty;
    const arb_language *language; /* the first that fits; NULL when none does */
    size_t fitting;               /* how many languages read every move as legal */
} arb_guess;

/**
 * Guesses the language of a whole sheet by playing it from `start` in every language. A sheet
 * without moves fits none.
 */
ARB_API arb_guess arb_sheet_guess(const char *text, size_t size, const arb_pos *start,
                                  arb_variant variant);

ARB_END_DECLS

#endif
