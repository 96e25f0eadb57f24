/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_PAIRINGS_INTERNAL_H
#define ARBITRO_SERVER_PAIRINGS_INTERNAL_H
/* What the readers of pairings share. */
#include "server/hall/pairings.h"

/* A part of the text, with the place where it begins. */
typedef struct arb_span {
    const char *at;
    size_t size;
    unsigned line, column;
} arb_span;

/* A reading under way. */
typedef struct arb_pairing_reader {
    arb_pairings *out;
    arb_pairings_where *where;   /* the latest fault, which may yet mean nothing */
    arb_pairings_faults *faults; /* those that count */
    arb_span *lines; /* of the text, without the blank ones and without blanks at their ends */
    size_t count;
    unsigned round; /* that is wanted; 0 */
} arb_pairing_reader;

/* Says where it went wrong, and what was expected. Always ARB_SYNTAX. */
arb_err arb_pairings_fail(const arb_pairing_reader *r, const arb_span *at,
                          arb_pairings_fault fault);

/*
 * Notes the fault of one line, so that the next ones can be read: ARB_OK, or the error when it ends
 * the reading. At the end arb_pairings_noted() says whether there was one.
 */
ARB_MUST_USE arb_err arb_pairings_note(const arb_pairing_reader *r, arb_err err);
ARB_MUST_USE arb_err arb_pairings_noted(const arb_pairing_reader *r, arb_err err);

/* The part of a span behind `bytes`, and its first `bytes`; and without blanks at either end. */
arb_span arb_span_from(arb_span span, size_t bytes);
arb_span arb_span_to(arb_span span, size_t bytes);
arb_span arb_span_trim(arb_span span);
bool arb_span_is(arb_span span, const char *word); /* in capitals or not */

/* A number of digits alone, at most `most`; false when it is none. */
bool arb_span_number(unsigned *out, arb_span span, unsigned most);

/* Somebody who is named as an opponent and is none: "bye". */
bool arb_span_is_bye(arb_span span);

/* Adds a board; `group` may be empty. A player without an opponent becomes a bye. */
ARB_MUST_USE arb_err arb_pairings_add(arb_pairing_reader *r, unsigned board, arb_span white,
                                      arb_span black, arb_span group);
/* Adds what is known of a player to the last board. Two quotation marks are one. */
ARB_MUST_USE arb_err arb_pairings_add_fact(arb_pairing_reader *r, arb_colour player,
                                           arb_particular fact, arb_span text);
/* Notes a heading that is not known. ARB_NOMEM. */
ARB_MUST_USE arb_err arb_pairings_add_heading(arb_pairing_reader *r, arb_span cell);
ARB_MUST_USE arb_err arb_pairings_add_bye(arb_pairing_reader *r, arb_span name);

/* The readers of each format. */
bool arb_pairings_are_trf(const arb_pairing_reader *r);
ARB_MUST_USE arb_err arb_pairings_read_trf(arb_pairing_reader *r);
ARB_MUST_USE arb_err arb_pairings_read_table(arb_pairing_reader *r);

#endif
