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

/** What one entry of a scoresheet is, by what stands there alone: no position is asked (8.1.4, C).
 */
typedef enum arb_entry_kind {
    ARB_ENTRY_MOVE, /* in algebraic notation, or the squares of one, in letters of any language */
    ARB_ENTRY_FOREIGN, /* a move in another notation: digits, words, the descriptive one */
    ARB_ENTRY_BLANK,   /* "-": a move that is not written (8.4) */
    ARB_ENTRY_OFFER,   /* "(=)" */
    ARB_ENTRY_TIME,    /* "1:12" or "[1:12]" */
    ARB_ENTRY_CLAIM,   /* "claim" or "richiesta", and what follows */
    ARB_ENTRY_DATA,    /* a result, the number of a move */
    ARB_ENTRY_OTHER,   /* anything else: a scoresheet is no place for it */
    ARB_ENTRY_KIND_COUNT
} arb_entry_kind;

/** "move", "foreign", "blank", "offer", "time", "claim", "data", "other". */
ARB_API const char *arb_entry_kind_word(arb_entry_kind kind);

/** One entry as it is written, with the number of its move if that stands before it. */
typedef struct arb_sheet_entry {
    arb_entry_kind kind;
    bool marks_offer; /* "(=)" stands behind the move, without a blank; or is the entry */
    bool numbered;    /* by `number`; `black` with dots as in "12..." */
    bool black;
    uint32_t number;
    const char *text; /* the caller's */
    size_t size;
} arb_sheet_entry;

/**
 * Takes the next entry of a text that may hold several: entries are parted by blanks, and a move
 * number belongs to what follows. False at the end. Every text has at least one, unless it is
 * blank.
 */
ARB_API bool arb_sheet_entry_next(arb_sheet_entry *out, const char *text, size_t size, size_t *at,
                                  const arb_language *language);

/** Has the entry a row of its own on the sheet: is it a move, or the blank in place of one? */
ARB_API bool arb_entry_kind_has_row(arb_entry_kind kind);

/**
 * What a move of an entry means in `pos`: in `language` (NULL is English), or where it cannot be
 * read in that, in the first other one in which it is legal (C.3). False when it is no move.
 */
ARB_API bool arb_sheet_entry_in(arb_reading *out, arb_written *written, const char *text,
                                size_t size, const arb_pos *pos, arb_variant variant,
                                const arb_language *language);

/**
 * The same on a sheet whose writer uses letters of another country: where it is not legal in
 * `language`, the first other one in which it is. An Italian's king is the rook of an Englishman.
 */
ARB_API bool arb_sheet_entry_abroad(arb_reading *out, arb_written *written, const char *text,
                                    size_t size, const arb_pos *pos, arb_variant variant,
                                    const arb_language *language);

/** Can the move of an entry be read in `language` (NULL is English), whatever the position? */
ARB_API bool arb_sheet_entry_reads(const char *text, size_t size, const arb_language *language);

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
