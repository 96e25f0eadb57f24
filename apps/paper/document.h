/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PAPER_DOCUMENT_H
#define ARBITRO_PAPER_DOCUMENT_H
/*
 * A document of headings, facts, rows and room for handwriting, in HTML or as plain text: what the
 * report of a game is made of. Every text that is given is escaped here.
 */
#include "arbitro/setup.h"
#include "paper/paper.h"

typedef struct arb_document {
    arb_ink *ink;
    const arb_paper *paper;
} arb_document;

/* A text that is being put together, to be handed over as a whole. Clear the buffer. */
typedef struct arb_draft {
    arb_buf text;
    arb_ink ink; /* into it */
} arb_draft;
void arb_draft_begin(arb_draft *draft);

void arb_document_begin(const arb_document *document, arb_text_id title);
void arb_document_end(const arb_document *document);

/* A section with its heading; sections are ended. `style` is its class in the style sheet: "room"
 * stays on one page, in "signatures" they stand beside each other; or NULL. */
void arb_document_section(const arb_document *document, arb_text_id heading, const char *style);
void arb_document_section_end(const arb_document *document);

/* Facts stand in a list of their own; an empty one is a line to write on. */
void arb_document_facts(const arb_document *document, bool begin);
void arb_document_fact(const arb_document *document, arb_text_id label, const arb_draft *value);

/* A paragraph; `number` NULL, or what stands before it in bold. */
void arb_document_paragraph(const arb_document *document, const char *number,
                            const arb_draft *text);

/* The events of a game: a table, its rows, and what belongs to the row last begun. */
void arb_document_table(const arb_document *document, bool begin);
void arb_document_row(const arb_document *document, const char *number, const char *time,
                      const char *actor, const arb_draft *what);
void arb_document_ruling(const arb_document *document, const char *number, const arb_draft *text);
void arb_document_remark(const arb_document *document, const arb_draft *text);
void arb_document_position(const arb_document *document, const arb_draft *fen);
void arb_document_row_end(const arb_document *document, const char *white, const char *black);

/* A board. */
void arb_document_board(const arb_document *document, const arb_setup *setup);

/* So many lines to write on; a place for a signature. */
void arb_document_lines(const arb_document *document, unsigned count);
void arb_document_signature(const arb_document *document, arb_text_id who);

#endif
