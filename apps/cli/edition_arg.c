/* SPDX-License-Identifier: MIT */
/* Editions of the Laws on the command line; see edition_arg.h. */
#include "cli/edition_arg.h"

#include <string.h>

#include "arbitro/edition.h"
#include "common/nearest.h"

enum { NAME_WIDTH = 12 };

const arb_rulebook *arb_edition_arg(const arb_cli *cli, const char *value)
{
    const arb_rulebook *found =
        value ? arb_rulebook_find(value, strlen(value)) : arb_rulebook_get(0);
    arb_nearest nearest = arb_nearest_begin(value ? value : "");

    if (found)
        return found;
    for (size_t i = 0; arb_rulebook_get(i); i++)
        arb_nearest_try(&nearest, arb_rulebook_get(i)->name);
    arb_cli_unknown(cli, ARB_TEXT_EDITION_UNKNOWN, value, "", nearest.best);
    return NULL;
}

void arb_edition_arg_help(FILE *to, arb_lang lang)
{
    fprintf(to, "%s\n", arb_text(ARB_TEXT_HEAD_EDITIONS, lang));
    for (size_t i = 0; arb_rulebook_get(i); i++) {
        const arb_rulebook *book = arb_rulebook_get(i);
        fprintf(to, "  %-*s%s\n", NAME_WIDTH, book->name, arb_edition_title(book, lang));
    }
    fputc('\n', to);
}
