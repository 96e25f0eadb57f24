/* SPDX-License-Identifier: MIT */
/* The frame of a document of HTML; see paper.h. It is XML, too: every tag is closed. */
#include <string.h>

#include "paper/board.h"
#include "paper/paper.h"
#include "paper/shapes.h"

static const char *const classes[ARB_PAPER_SIZE_COUNT] = { "a4", "a5" };

/* Where it stands in the document the size of the paper follows, for browsers that know only one.
 */
static void write_styles(arb_ink *ink, const arb_paper *paper)
{
    if (paper->styles) {
        arb_ink_add(ink, "<link rel=\"stylesheet\" href=\"");
        arb_ink_escaped(ink, paper->styles, strlen(paper->styles));
        arb_ink_add(ink, "\"/>\n");
        return;
    }
    arb_ink_add(ink, "<style>\n");
    arb_ink_add(ink, arb_paper_styles);
    arb_ink_add(ink, paper->size == ARB_PAPER_A5 ? "@page { size: A5; margin: 8mm; }\n"
                                                 : "@page { size: A4; margin: 12mm; }\n");
    arb_ink_add(ink, "</style>\n");
}

void arb_paper_begin(arb_ink *ink, const arb_paper *paper, arb_text_id title)
{
    if (!paper->html)
        return;
    arb_ink_format(ink,
                   "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"%s\">\n"
                   "<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
                   "content=\"width=device-width, initial-scale=1\"/>\n<title>",
                   paper->lang == ARB_LANG_IT ? "it" : "en");
    arb_ink_add(ink, arb_text(title, paper->lang));
    arb_ink_add(ink, "</title>\n");
    write_styles(ink, paper);
    arb_ink_format(ink, "</head>\n<body class=\"%s\">\n", classes[paper->size]);
    arb_board_shared(ink);
    arb_ink_add(ink, "<main>\n");
}

void arb_paper_end(arb_ink *ink, const arb_paper *paper)
{
    if (paper->html)
        arb_ink_add(ink, "</main>\n</body>\n</html>\n");
}
