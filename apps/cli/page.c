/* SPDX-License-Identifier: MIT */
/* Running text in lines that fit a page; see page.h. */
#define _DEFAULT_SOURCE /* the size of a terminal */
#include "cli/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "arbitro/utf8.h"

enum { WIDTH = 80, NARROWEST = 24 };

/* As the shell says, or the terminal itself; 0 when nobody knows. */
static long columns_told(void)
{
    const char *told = getenv("COLUMNS");
    struct winsize size;

    if (told && *told)
        return strtol(told, NULL, 10);
    return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t arb_page_columns(void)
{
    static size_t columns;

    if (columns == 0) {
        const long told = columns_told();
        columns = told >= NARROWEST && told < WIDTH ? (size_t)told : WIDTH;
    }
    return columns;
}

arb_page arb_page_begin(size_t indent, size_t column)
{
    return (arb_page){ .indent = indent, .column = column };
}

void arb_page_words(arb_page *page, const char *text)
{
    while (*text) {
        const size_t size = strcspn(text, " "), width = arb_utf8_count(text, size);
        if (page->column > page->indent && page->column + 1 + width > arb_page_columns())
            arb_page_end(page);
        if (page->column == 0)
            page->column = (size_t)printf("%*s", (int)page->indent, "");
        else
            page->column += (size_t)printf(" ");
        fwrite(text, 1, size, stdout);
        page->column += width;
        text += size;
        text += strspn(text, " ");
    }
}

void arb_page_end(arb_page *page)
{
    putchar('\n');
    page->column = 0;
}

void arb_page_print(size_t indent, const char *text)
{
    arb_page page = arb_page_begin(indent, 0);

    arb_page_words(&page, text);
    arb_page_end(&page);
}
