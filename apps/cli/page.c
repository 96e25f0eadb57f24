/* SPDX-License-Identifier: MIT */
/* Running text in lines that fit a page; see page.h. */
#include "cli/page.h"

#include <stdio.h>
#include <string.h>

#include "arbitro/utf8.h"

enum { WIDTH = 80 };

arb_page arb_page_begin(size_t indent, size_t column)
{
    return (arb_page){ .indent = indent, .column = column };
}

void arb_page_words(arb_page *page, const char *text)
{
    while (*text) {
        const size_t size = strcspn(text, " "), width = arb_utf8_count(text, size);
        if (page->column > page->indent && page->column + 1 + width > WIDTH)
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
