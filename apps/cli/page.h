/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PAGE_H
#define ARBITRO_CLI_PAGE_H
/* Running text on standard output, in lines that fit a page. */
#include <stddef.h>

/* How wide a page is: 80 characters, or as many as the terminal has if these are fewer. */
size_t arb_page_columns(void);

/* A paragraph in the making: where its lines begin, and how far the present one has come. */
typedef struct arb_page {
    size_t indent, column;
} arb_page;

/* Begins a paragraph on a line that has `column` characters already; further lines are indented. */
arb_page arb_page_begin(size_t indent, size_t column);

/* Prints the words of a text, with a blank before each but the first of a line. */
void arb_page_words(arb_page *page, const char *text);

/* Ends the line. */
void arb_page_end(arb_page *page);

/* A whole paragraph, indented. */
void arb_page_print(size_t indent, const char *text);

#endif
