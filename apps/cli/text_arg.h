/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_TEXT_ARG_H
#define ARBITRO_CLI_TEXT_ARG_H
/* Long texts on the command line, such as the moves of a game. */
#include "arbitro/buf.h"
#include "cli/cli.h"

typedef struct arb_text_arg {
    const char *source; /* for complaints, NULL for an argument */
    arb_buf text;       /* in UTF-8 */
} arb_text_arg;

/*
 * Joins `count` words with blanks; a single "-" is what standard input holds, up to 16 MB. Returns
 * false after a complaint, with nothing to clear, when that cannot be read or is not UTF-8. `name`
 * is the source for complaints about words, or NULL for an argument. The text is to be cleared.
 */
bool arb_text_arg_read(arb_text_arg *out, const arb_cli *cli, const char *const *words,
                       size_t count, const char *name);

#endif
