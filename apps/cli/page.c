/* SPDX-License-Identifier: MIT */
/* Running text in lines that fit a page; see page.h. */
#define _POSIX_C_SOURCE 200809L
#include "cli/page.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arbitro/utf8.h"
#include "common/terminal.h"

/* Longer lines are hard to follow, and in shorter ones there is no room for an indent. */
enum { WIDTH = 80, NARROWEST = 20, WIDEST = 100, NARROW = 56, NARROW_INDENT = 4 };

static size_t told(void)
{
    const size_t columns = arb_terminal_told();

    return columns ? columns : arb_terminal_columns(STDOUT_FILENO);
}

bool arb_page_is_told(void)
{
    return told() > 0;
}

size_t arb_page_columns(void)
{
    static size_t columns;

    if (columns == 0) {
        const size_t wide = told();
        columns = wide == 0 ? WIDTH : wide < NARROWEST ? NARROWEST : wide > WIDEST ? WIDEST : wide;
    }
    return columns;
}

bool arb_page_is_narrow(void)
{
    return arb_page_columns() < NARROW;
}

arb_page arb_page_begin(size_t indent, size_t column)
{
    return (arb_page){ .indent = indent, .column = column, .gap = column > 0 ? 1 : indent };
}

/* A word, on the next line if there is no room for it and that line has more. */
static void put_word(arb_page *page, const char *text, size_t size)
{
    const size_t width = arb_utf8_count(text, size), at = page->column + page->gap;

    if (!page->endless && page->column > 0 && at > page->indent && at + width > arb_page_columns())
        arb_page_end(page);
    page->column += (size_t)printf("%*s", (int)page->gap, "") + width;
    fwrite(text, 1, size, stdout);
    page->gap = 1;
}

void arb_page_words(arb_page *page, const char *text)
{
    for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
        const size_t size = strcspn(text, " \n");
        put_word(page, text, size);
        text += size;
    }
}

void arb_page_fill(arb_page *page, size_t column)
{
    page->gap = page->column < column ? column - page->column : 1;
}

void arb_page_cell(arb_page *page, size_t width, const char *text)
{
    const size_t from = page->column + page->gap;

    arb_page_words(page, *text ? text : "-");
    if (arb_page_is_narrow()) {
        page->indent = NARROW_INDENT;
    } else {
        page->indent = from + width;
        arb_page_fill(page, from + width);
    }
}

void arb_page_end(arb_page *page)
{
    putchar('\n');
    page->column = 0;
    page->gap = page->indent;
}

void arb_page_print(size_t indent, const char *text)
{
    arb_page page = arb_page_begin(indent, 0);
    const char *end;

    while ((end = strstr(text, "\n\n")) != NULL) {
        for (text += strspn(text, " \n"); text < end; text += strspn(text, " \n")) {
            const size_t left = (size_t)(end - text), size = strcspn(text, " \n");
            put_word(&page, text, size < left ? size : left);
            text += size;
        }
        arb_page_end(&page);
        arb_page_end(&page);
    }
    arb_page_words(&page, text);
    arb_page_end(&page);
}

void arb_page_row(size_t indent, size_t width, const char *name, const char *text)
{
    arb_page page = arb_page_begin(indent, 0);

    arb_page_cell(&page, width, name);
    arb_page_words(&page, text);
    arb_page_end(&page);
}

void arb_page_hang(size_t indent, const char *text)
{
    arb_page page = arb_page_begin(indent, 0);

    page.gap = 0;
    arb_page_words(&page, text);
    arb_page_end(&page);
}

/* Up to the next blank outside quotes. */
static size_t shell_word(const char *text)
{
    size_t size = 0;

    for (bool quoted = false; text[size] && (quoted || text[size] != ' '); size++)
        quoted = quoted != (text[size] == '\'');
    return size;
}

void arb_page_shell(size_t indent, size_t further, const char *words)
{
    static const char program[] = "arbitro";
    arb_page page = arb_page_begin(indent, 0);

    put_word(&page, program, sizeof program - 1);
    page.indent = further;
    page.endless = true; /* where to break is decided here */
    while (*words) {
        const size_t size = shell_word(words), width = arb_utf8_count(words, size);
        const char *next = words + size + strspn(words + size, " ");
        if (page.column + 1 + width + (*next ? 2 : 0) > arb_page_columns()) {
            fputs(" \\", stdout);
            arb_page_end(&page);
        }
        put_word(&page, words, size);
        words = next;
    }
    arb_page_end(&page);
}
