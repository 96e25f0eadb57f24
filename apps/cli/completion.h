/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_COMPLETION_H
#define ARBITRO_CLI_COMPLETION_H
/*
 * What `arbitro completion` tells a shell, from the same tables as the help. Each shell has a
 * writer of its own; what an option or an argument may be is found out here.
 */
#include "cli/cli.h"

/* What may stand in a place. */
typedef enum arb_completes {
    ARB_COMPLETES_ANY,     /* nobody can guess it: a number, a position */
    ARB_COMPLETES_CHOICES, /* "a|b|c" */
    ARB_COMPLETES_FILE,
    ARB_COMPLETES_FOLDER,
    ARB_COMPLETES_LANGUAGE,
    ARB_COMPLETES_NOTATION,
    ARB_COMPLETES_READING, /* a notation that is read, or guess */
    ARB_COMPLETES_EDITION,
    ARB_COMPLETES_ARTICLE, /* or a word of the glossary */
    ARB_COMPLETES_ALMANAC, /* a topic of the almanac */
    ARB_COMPLETES_HELP,    /* a command or a topic of help */
    ARB_COMPLETES_COUNT
} arb_completes;

/* The lists with names: ARB_COMPLETES_LANGUAGE to ARB_COMPLETES_HELP; "languages", ... */
const char *arb_completes_name(arb_completes place);

/* Prints such a list, its words apart by blanks. */
void arb_completes_print(arb_completes place);

/* What the argument of an option may be; where there are some, its choices "a|b|c". */
arb_completes arb_completes_option(const arb_cli_option *option);
const char *arb_completes_choices(const arb_cli_option *option);

/*
 * What the arguments of a command may be: the first, and those behind it. `choices` are those of
 * the first if it has any, "a|b|c".
 */
typedef struct arb_operands {
    arb_completes first, rest;
    char choices[64];
} arb_operands;
arb_operands arb_operands_of(const arb_cmd *cmd);

/* How a shell is told what may stand in a place: what it reads before and behind a list. */
typedef struct arb_shell_places {
    const char *any, *choices[2], *file, *folder, *list[2];
} arb_shell_places;

/* Tells a shell what may stand in a place; `choices` are "a|b|c" where there are some. */
void arb_shell_place(const arb_shell_places *shell, arb_completes place, const char *choices);

/* Prints a text for a shell: each of `signs` with `escape` before it. */
void arb_shell_print(const char *text, const char *signs, const char *escape);

void arb_completion_bash(arb_lang lang);
void arb_completion_zsh(arb_lang lang);
void arb_completion_fish(arb_lang lang);

#endif
