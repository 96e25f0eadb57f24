/* SPDX-License-Identifier: MIT */
/* The diagrams of an article, drawn with characters; see explain.h. */
#include <stdio.h>
#include <string.h>

#include "arbitro/diagram.h"
#include "cli/arguments.h"
#include "cli/drawing.h"
#include "cli/explain.h"
#include "cli/page.h"

enum { INDENT = 2, GAP = 3 };

static const arb_letters *letters_of(const arb_cli *cli)
{
    const char *code = cli->lang == ARB_LANG_IT ? "it" : "en";

    return arb_letters_arg(cli, code);
}

/* Where the page is too narrow for a board, its edges go, and where it is too narrow even so, it.
 */
static void print_narrow(const arb_cli *cli, arb_drawing *drawings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        drawings[i].bare = true;
        if ((size_t)arb_drawing_width(&drawings[i]) <= arb_page_columns())
            arb_drawing_print(cli, &drawings[i]);
    }
}

/* Boards beside each other as far as the line goes, then below each other. */
static void print_boards(const arb_cli *cli, arb_drawing *drawings, size_t count)
{
    const size_t width = (size_t)arb_drawing_width(&drawings[0]) + GAP;
    const size_t row = (arb_page_columns() - INDENT + GAP) / width;

    if (row == 0)
        print_narrow(cli, drawings, count);
    for (size_t done = 0; row > 0 && done < count; done += row)
        arb_drawing_print_all(cli, drawings + done, count - done < row ? count - done : row,
                              INDENT);
}

/* "It can go to: e4 e5"; nothing when there are none. */
static void print_squares(const char *words, uint64_t squares)
{
    arb_page page = arb_page_begin(INDENT, 0);
    char name[3];

    if (squares == 0)
        return;
    arb_page_words(&page, words);
    for (arb_square square = 0; square < ARB_SQUARE_COUNT; square++) {
        if (!(squares >> square & 1u))
            continue;
        (void)arb_square_write(name, sizeof name, square);
        arb_page_words(&page, name);
    }
    arb_page_end(&page);
}

/* What the marks mean, and once more where they stand, for those who cannot see it. */
static void print_marks(const arb_cli *cli, const arb_picture *picture, bool unicode)
{
    char words[64];

    if (picture->from == ARB_SQUARE_NONE)
        return;
    snprintf(words, sizeof words, arb_text(ARB_TEXT_EXPLAIN_REACHED, cli->lang),
             arb_drawing_dot(unicode));
    print_squares(words, picture->reached);
    print_squares(arb_text(ARB_TEXT_EXPLAIN_CAPTURED, cli->lang), picture->captured);
}

static void print_diagram(const arb_cli *cli, const arb_diagram *diagram, bool unicode)
{
    arb_picture pictures[ARB_PICTURES_MAX];
    arb_drawing drawings[ARB_PICTURES_MAX];
    const size_t count = arb_diagram_pictures(pictures, diagram);

    for (size_t i = 0; i < count; i++)
        drawings[i] = (arb_drawing){ .setup = &pictures[i].setup,
                                     .letters = letters_of(cli),
                                     .unicode = unicode,
                                     .names = pictures[i].names,
                                     .dotted = pictures[i].reached | pictures[i].moved,
                                     .crossed = pictures[i].captured };
    putchar('\n');
    arb_page_print(INDENT, diagram->caption[cli->lang]);
    print_boards(cli, drawings, count);
    print_marks(cli, &pictures[0], unicode);
}

void arb_explain_diagrams(const arb_cli *cli, arb_article article, bool unicode)
{
    const arb_diagram *diagram;

    for (size_t i = 0; (diagram = arb_diagram_of(article, i)); i++)
        print_diagram(cli, diagram, unicode);
}
