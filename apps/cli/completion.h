/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_COMPLETION_H
#define ARBITRO_CLI_COMPLETION_H
/*
 * What `arbitro completion` tells a shell, from the same tables as the help. Each shell has a
 * writer of its own; what an option or an argument may be is found out here.
 */
#include "cli/cli.h"

/* What may stand in a place. */
typedef enum arb_place {
    ARB_PLACE_ANY,     /* nobody can guess it: a number, a position */
    ARB_PLACE_CHOICES, /* "a|b|c" */
    ARB_PLACE_FILE,
    ARB_PLACE_FOLDER,
    ARB_PLACE_LANGUAGE,
    ARB_PLACE_NOTATION,
    ARB_PLACE_EDITION,
    ARB_PLACE_ARTICLE,
    ARB_PLACE_HELP, /* a command or a topic of help */
    ARB_PLACE_COUNT
} arb_place;

/* The lists with names: ARB_PLACE_LANGUAGE to ARB_PLACE_HELP; "languages", ... */
const char *arb_place_name(arb_place place);

/* Prints such a list, its words apart by blanks. */
void arb_place_print(arb_place place);

/* What the argument of an option may be. */
arb_place arb_place_of_option(const arb_cli_option *option);

/*
 * What the arguments of a command may be: the first, and those behind it. `choices` are those of
 * the first if it has any, "a|b|c".
 */
typedef struct arb_operands {
    arb_place first, rest;
    char choices[64];
} arb_operands;
arb_operands arb_operands_of(const arb_cmd *cmd);

/* Prints "a|b|c" with blanks instead of the strokes. */
void arb_choices_print(const char *choices);

/* Prints a text for a shell: each of `signs` with `escape` before it. */
void arb_shell_print(const char *text, const char *signs, const char *escape);

void arb_completion_bash(arb_lang lang);
void arb_completion_zsh(arb_lang lang);
void arb_completion_fish(arb_lang lang);

#endif
