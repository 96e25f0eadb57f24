/* SPDX-License-Identifier: MIT */
#ifndef ARB_NOTATION_PGN_TAG_SCAN_H
#define ARB_NOTATION_PGN_TAG_SCAN_H
/* How a tag is written; what it means is understood in pgn_tags.c. */
#include "arbitro/error.h"
#include "notation/pgn_internal.h"

/* A tag as it stands in the buffer. */
typedef struct arb_tag_scan {
    const char *name, *value; /* value: behind its opening quotation mark */
    size_t name_size, value_size, size;
    bool escaped;     /* there are escapes in its value */
    bool folded;      /* and line ends or other control characters */
    bool odd;         /* it is not written as PGN writes it */
    bool final;       /* no text follows in the buffer: a NUL ends the line */
    const char *stop; /* where it could not go on */
    arb_wanted expected;
} arb_tag_scan;

typedef enum arb_tag_outcome {
    ARB_TAG_READ,
    ARB_TAG_BAD,
    ARB_TAG_CUT,    /* a NUL stopped it, which may be the end of the buffer; not if final */
    ARB_TAG_GOES_ON /* for pgn_tag_scan.c */
} arb_tag_outcome;

/* May the name of a tag hold this? */
bool arb_tag_is_name(char c);

/* Takes the tag at `begin` apart; a NUL behind it is the end of the text if `final`. */
arb_tag_outcome arb_tag_scan_at(arb_tag_scan *s, const char *begin, bool final);

/* How many bytes of its line a tag costs that cannot be read. */
size_t arb_tag_cost(const char *begin, size_t line);

/* Resolves escapes and makes blanks of control characters, in place; returns the size. */
size_t arb_tag_resolve(char *value, size_t size);

#endif
