/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_PAGE_H
#define ARBITRO_CLI_PAGE_H
/* Running text on standard output, in lines that fit a page. */
#include <stdbool.h>
#include <stddef.h>

/*
 * How wide a page is: as COLUMNS says, or as wide as the terminal, from 20 to 100 characters; 80
 * where there is no terminal.
 */
size_t arb_page_columns(void);

/* Has COLUMNS or a terminal told how wide it is? */
bool arb_page_is_told(void);

/* Is it too narrow for columns side by side? */
bool arb_page_is_narrow(void);

/* A paragraph in the making: where its lines begin, and how far the present one has come. */
typedef struct arb_page {
    size_t indent, column;
    size_t gap;   /* blanks before the next word, if that stands on the same line */
    bool endless; /* lines are not broken */
} arb_page;

/* Begins a paragraph on a line that has `column` characters already; further lines are indented. */
arb_page arb_page_begin(size_t indent, size_t column);

/* Prints the words of a text, with a blank before each but the first of a line. */
void arb_page_words(arb_page *page, const char *text);

/* Goes on to a column of the present line, with the next word there. */
void arb_page_fill(arb_page *page, size_t column);

/*
 * A cell of a table, `width` characters with the blanks behind it, which are left out where the
 * page is narrow. What follows in the row begins there, on further lines as well.
 */
void arb_page_cell(arb_page *page, size_t width, const char *text);

/* Ends the line. */
void arb_page_end(arb_page *page);

/* Whole paragraphs, indented; an empty line parts them. */
void arb_page_print(size_t indent, const char *text);

/* A row of a table: a number or a name of at most `width` characters, and what belongs to it. */
void arb_page_row(size_t indent, size_t width, const char *name, const char *text);

/* A paragraph whose lines but the first are indented. */
void arb_page_hang(size_t indent, const char *text);

/* A command line of this program, broken as shells read it, with what is in quotes kept together.
 */
void arb_page_shell(size_t indent, size_t further, const char *words);

#endif
