/* SPDX-License-Identifier: MIT */
/* Languages on the command line; see language_arg.h. */
#include "cli/language_arg.h"

#include <string.h>

#include "common/nearest.h"

enum { CODE_WIDTH = 8, NAME_WIDTH = 18 };

const arb_letters *arb_language_arg_letters(const arb_cli *cli, const char *value)
{
    const arb_language *found = value ? arb_language_find(value, strlen(value)) : NULL;
    arb_nearest nearest = arb_nearest_begin(value ? value : "");

    if (!value)
        return &arb_letters_en;
    if (found && arb_language_has_letters(found))
        return &found->letters;
    if (found) {
        arb_cli_complain(cli, ARB_TEXT_LETTERS_NONE, found->code, found->name[cli->lang]);
        return NULL;
    }
    for (size_t i = 0; i < arb_language_count(); i++) {
        if (arb_language_has_letters(arb_language_at(i)))
            arb_nearest_try(&nearest, arb_language_at(i)->code);
    }
    arb_cli_unknown(cli, ARB_TEXT_LETTERS_UNKNOWN, value, "", nearest.best);
    return NULL;
}

/* King first and pawn last, as chess books list the pieces. */
static void print_letters(FILE *to, const arb_letters *letters)
{
    for (int role = ARB_KING; role >= ARB_PAWN; role--)
        fprintf(to, "%s%s", letters->white[role], role == ARB_PAWN ? "\n" : " ");
}

void arb_language_arg_help(FILE *to, arb_lang lang)
{
    fprintf(to, "%s\n", arb_text(ARB_TEXT_HEAD_LANGUAGES, lang));
    for (size_t i = 0; i < arb_language_count(); i++) {
        const arb_language *language = arb_language_at(i);
        fprintf(to, "  %-*s%-*s", CODE_WIDTH, language->code, NAME_WIDTH, language->name[lang]);
        if (arb_language_has_letters(language))
            print_letters(to, &language->letters);
        else
            fprintf(to, "%s\n", arb_text(ARB_TEXT_LANGUAGE_NAMES_ONLY, lang));
    }
    fputc('\n', to);
}
