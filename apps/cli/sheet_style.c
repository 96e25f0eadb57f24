/* SPDX-License-Identifier: MIT */
/* In what language a sheet is written; see convert.h. */
#include <string.h>

#include "cli/arguments.h"
#include "cli/convert.h"

bool arb_sheet_style_is_guess(const char *name)
{
    return strcmp(name, "guess") == 0;
}

/* The language of a sheet, guessed from all of its moves, as a style; tells what was taken. */
static arb_exit guess(arb_style *out, const arb_cli *cli, const arb_buf *text, const arb_pos *start,
                      arb_variant variant)
{
    const arb_guess guess = arb_sheet_guess(arb_buf_text(text), arb_buf_size(text), start, variant);
    const arb_language *language = guess.language;

    if (!language) {
        arb_cli_complain(cli, ARB_TEXT_GUESS_NOTHING);
        return ARB_EXIT_NO;
    }
    switch (guess.certainty) {
    case ARB_CERTAINTY_NONE:
        arb_cli_complain(cli, ARB_TEXT_GUESS_UNSURE, guess.fitting);
        return ARB_EXIT_NO;
    case ARB_CERTAINTY_PROBABLE:
        if (!cli->quiet)
            arb_cli_complain(cli, ARB_TEXT_GUESS_PROBABLE, language->code,
                             language->name[cli->lang], guess.fitting);
        break;
    case ARB_CERTAINTY_CERTAIN:
        if (!cli->quiet)
            arb_cli_complain(cli, ARB_TEXT_GUESS_CERTAIN, language->code,
                             language->name[cli->lang]);
        break;
    }
    *out = arb_style_fide;
    out->language = language;
    return ARB_EXIT_YES;
}

arb_exit arb_sheet_style(arb_written_sheet *sheet, const arb_cli *cli, const char *name,
                         const arb_pos *start, arb_variant variant)
{
    if (arb_sheet_style_is_guess(name)) {
        const arb_exit status = guess(&sheet->style, cli, &sheet->text.text, start, variant);
        if (status != ARB_EXIT_YES)
            return status;
    } else if (!arb_notation_arg(&sheet->style, cli, name)) {
        return ARB_EXIT_BAD;
    }
    sheet->style.variant = variant;
    return ARB_EXIT_YES;
}
