/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_PAPER_PAPER_H
#define ARBITRO_PAPER_PAPER_H
/*
 * What is printed: scoresheets (sheet.h), the report of a game for an appeal (report.h) and
 * diagrams (board.h), as HTML with print styles or as plain text. Everything is written into a
 * buffer; nothing here touches a file, and the pages need no script and nothing from elsewhere.
 */
#include "common/ink.h"

typedef enum arb_paper_size { ARB_PAPER_A4, ARB_PAPER_A5, ARB_PAPER_SIZE_COUNT } arb_paper_size;

typedef struct arb_paper {
    arb_lang lang;
    arb_paper_size size;
    bool html; /* otherwise plain text */
    /* Where the style sheet is, css/paper.css; NULL: it stands in the document. */
    const char *styles;
} arb_paper;

/* Begins and ends a document of HTML, in which any number of sheets stand; plain text has neither.
 */
void arb_paper_begin(arb_ink *ink, const arb_paper *paper, arb_text_id title);
void arb_paper_end(arb_ink *ink, const arb_paper *paper);

/* "2024.05.31" as the language writes it, "2024.05.??" without the day; unknown: nothing. */
void arb_paper_date(arb_ink *ink, const char *tag, size_t size, arb_lang lang);

/* "40/5400+30:1800+30" in words; what is no time control as it stands. Of a PGN tag. */
void arb_paper_control(arb_ink *ink, const char *tag, size_t size, arb_lang lang);

/* 1:29:57, as a digital clock has it: what is left of a second counts as none. */
enum { ARB_PAPER_TIME_SIZE = 32 };
void arb_paper_time(char out[ARB_PAPER_TIME_SIZE], int64_t ms);

#endif
