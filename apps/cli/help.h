/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_HELP_H
#define ARBITRO_CLI_HELP_H
/* Help on standard output, made from the tables of commands, options and topics. */
#include "cli/cli.h"

/* What help explains beside the commands. */
typedef struct arb_topic {
    const char *name;
    arb_text_id summary;
    void (*show)(arb_lang lang);
    arb_text_id pointer; /* stands in pages in the place of a long list; ARB_TEXT_COUNT: the list */
} arb_topic;
extern const arb_topic arb_topics[];
extern const size_t arb_topic_count;

/* Help for the program, and for one command, or its action of this name if it has that. */
arb_exit arb_help_program(arb_lang lang);
arb_exit arb_help_command(arb_lang lang, const arb_cmd *cmd, const char *action);

/* Help for what has this name, a command or a topic; `action` may be NULL. */
arb_exit arb_help_on(const arb_cli *cli, const char *name, const char *action);
void arb_help_help(arb_lang lang);

/* Complains of a name that no command has, and no topic where these are meant, too. */
arb_exit arb_help_unknown(const arb_cli *cli, const char *name, bool topics);

/* The list of options under its heading. */
void arb_help_options(const uint8_t *options, arb_lang lang);

/* A name and what it is for, in two columns where the page is wide enough for them. */
void arb_help_row(size_t width, const char *name, const char *what);

/* The line that begins with "usage:". */
void arb_help_usage(FILE *to, arb_lang lang, const arb_cmd *cmd);

#endif
