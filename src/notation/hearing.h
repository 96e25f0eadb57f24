/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_NOTATION_HEARING_H
#define ARBITRO_NOTATION_HEARING_H
/*
 * An announcement as a row of words, and what each of them can mean (D.2.1).
 *
 * Words are compared folded: small, without accents, doubled letters and the e of ae, oe, ue. A
 * word that is known in no such form may differ by a letter from a longer one, if it is nearer to
 * one meaning than to all others. A doubled letter is then one that may be wrong.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arbitro/announce.h"

enum {
    ARB_HEARD_WORDS_MAX = 32, /* an announcement has fewer */
    ARB_HEARD_LETTERS_MAX = 24
};

/* What a word can say. */
typedef enum arb_heard_kind {
    ARB_HEARD_UNKNOWN,
    ARB_HEARD_PIECE, /* value: arb_role */
    ARB_HEARD_FILE,  /* 0 to 7 */
    ARB_HEARD_RANK,
    ARB_HEARD_TAKES,
    ARB_HEARD_PROMOTES,
    ARB_HEARD_CASTLING, /* arb_wing; ARB_WING_COUNT when no side was said */
    ARB_HEARD_SIDE,     /* arb_wing, beside such a castling */
    ARB_HEARD_EN_PASSANT,
    ARB_HEARD_CHECK,
    ARB_HEARD_MATE,
    ARB_HEARD_FILLER
} arb_heard_kind;

typedef struct arb_heard {
    arb_heard_kind kind;
    unsigned value;
    unsigned words; /* how many words it takes */
} arb_heard;

/* A word of the text, or a sign. */
typedef struct arb_heard_word {
    size_t at;                               /* where it begins, in bytes */
    uint16_t letters[ARB_HEARD_LETTERS_MAX]; /* folded */
    unsigned count;                          /* more than the room: no word of any list */
    uint16_t doubled[ARB_HEARD_LETTERS_MAX]; /* folded, but for doubled letters */
    unsigned written;                        /* their number */
    bool glued;                              /* the next word follows without a blank */
} arb_heard_word;

typedef struct arb_heard_text {
    arb_heard_word word[ARB_HEARD_WORDS_MAX];
    unsigned count;
    const arb_language *language;
} arb_heard_text;

/* Parts the text into words; false when there are too many, `at` is then where that begins. */
bool arb_heard_split(arb_heard_text *out, size_t *at, const char *text, size_t size);

/*
 * What the word with this place says. A word that can be a rank as well as nothing is a rank where
 * one is `due`; one that can be a file as well as nothing is a file before a rank or a capture.
 * `lone` passes over single letters in front of anything else, as in "cavallo a f3".
 */
arb_heard arb_heard_at(const arb_heard_text *text, unsigned place, bool due, bool lone);

#endif
