/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_ARGUMENTS_H
#define ARBITRO_CLI_ARGUMENTS_H
/*
 * What words of the command line stand for, and the lists of them in help. A word that stands for
 * nothing is complained about, with the one that was perhaps meant; NULL is an option that was not
 * given.
 */
#include "arbitro/notation.h"
#include "arbitro/perft.h"
#include "arbitro/rulebook.h"
#include "cli/cli.h"

/* The rulebook of that name, or of the Laws in force. Returns NULL after a complaint. */
const arb_rulebook *arb_edition_arg(const arb_cli *cli, const char *value);
void arb_editions_help(arb_lang lang);

/* The kernel of --kernel, or the best. False after a complaint when this machine cannot run it. */
bool arb_kernel_arg(arb_kernel *out, const arb_cli *cli, const arb_args *args);

/* A number of threads, which stays as it is when none is given. False after a complaint. */
bool arb_threads_arg(unsigned *out, const arb_cli *cli, const char *value);

/*
 * The letters of the language with this code, or the English ones. Returns NULL after a complaint
 * when there is no such language, or it has no letters.
 */
const arb_letters *arb_letters_arg(const arb_cli *cli, const char *value);
const arb_letters *arb_letters_of(const arb_cli *cli, const arb_language *language);
void arb_languages_help(arb_lang lang);

/*
 * The style that `name` stands for: san, which is meant when there is none, lan, uci, iccf,
 * figurine, figurine-white; the code of a language such as it, for the short notation of Appendix C
 * with its letters; and that code with -long or -words behind it. Its language is never NULL and is
 * the one in which to read. Returns false after a complaint when there is no such notation: a
 * language of which only the names of the pieces are known has that of words alone.
 */
bool arb_notation_arg(arb_style *out, const arb_cli *cli, const char *name);

/* The names of all notations, one after the other, some of them twice; false: no more. */
enum { ARB_NOTATION_NAME_SIZE = 24 };
bool arb_notation_name(char out[ARB_NOTATION_NAME_SIZE], size_t index);

/* The list of notations. */
void arb_notations_help(arb_lang lang);

/* The style without what it adds to the bare move, and not in full length: for moves in messages.
 */
arb_style arb_notation_brief(const arb_style *style);

#endif
