/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_CLI_CLI_H
#define ARBITRO_CLI_CLI_H
/*
 * The frame of the program `arbitro`: what a command is, and what every command may use. Results
 * go to standard output, everything else to standard error; the exit status is the answer.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/args.h"
#include "common/json.h"
#include "common/text.h"

/* The answer that the program gives to its caller. */
typedef enum arb_exit {
    ARB_EXIT_YES = 0,
    ARB_EXIT_NO = 1,           /* no, or something was found */
    ARB_EXIT_BAD = 2,          /* bad input or usage, or the work could not be done */
    ARB_EXIT_INTERRUPTED = 130 /* Ctrl-C, by the convention of shells */
} arb_exit;

/* How the user wants to be spoken to. */
typedef struct arb_cli {
    arb_lang lang;
    bool json;
    const char *command; /* the name of the running command, NULL before there is one */
} arb_cli;

/* A command line that works as it stands, and what it shows. */
typedef struct arb_example {
    const char *words;
    arb_text_id what;
} arb_example;

typedef struct arb_cmd {
    const char *name;
    arb_text_id summary, about;
    size_t operands_min, operands_max;
    arb_text_id operands; /* as help shows them, when there can be any */
    arb_args_options options;
    const arb_example *examples;
    size_t example_count;
    void (*lists)(FILE *to, arb_lang lang); /* what help shows behind the options; may be NULL */
    arb_exit (*run)(const arb_cli *cli, const arb_args *args);
} arb_cmd;

/* The options that every command has, in the order of their table. */
enum { ARB_COMMON_LANG, ARB_COMMON_JSON, ARB_COMMON_HELP };
extern const arb_args_options arb_cli_common;

/* The options of the program itself, before any command. */
enum { ARB_PROGRAM_VERSION };
extern const arb_args_options arb_cli_program;

/* The commands, in the order of help. */
extern const arb_cmd arb_cmd_perft, arb_cmd_moves, arb_cmd_position, arb_cmd_dead, arb_cmd_canwin,
    arb_cmd_convert, arb_cmd_pgn, arb_cmd_start960, arb_cmd_diagram, arb_cmd_judge, arb_cmd_explain,
    arb_cmd_laws, arb_cmd_checklist, arb_cmd_serve, arb_cmd_bench;
extern const arb_cmd *const arb_cli_commands[];
extern const size_t arb_cli_command_count;

/* Says what is wrong on standard error, after the name of the command. Returns ARB_EXIT_BAD. */
arb_exit arb_cli_complain(const arb_cli *cli, arb_text_id id, ...);

/*
 * The same for a place in a text: `source` is a file name, NULL for an argument. Line 0 means the
 * text as a whole, and no place is named.
 */
arb_exit arb_cli_complain_at(const arb_cli *cli, const char *source, size_t line, size_t column,
                             arb_text_id id, ...);

/*
 * Says where a text cannot be read and what was expected there; with --json also as an object on
 * standard output, in the place of the result. Returns ARB_EXIT_BAD.
 */
arb_exit arb_cli_unreadable(const arb_cli *cli, const char *source, const arb_where *where);

/* Says where help is, on a line after a complaint. Returns ARB_EXIT_BAD. */
arb_exit arb_cli_see_help(const arb_cli *cli);

/*
 * Complains about `word`, a name that nobody knows, and tells the name that was meant, after
 * `dashes`, unless `nearest` is NULL. Returns ARB_EXIT_BAD.
 */
arb_exit arb_cli_unknown(const arb_cli *cli, arb_text_id id, const char *word, const char *dashes,
                         const char *nearest);

/* Tells that the user pressed Ctrl-C. Returns ARB_EXIT_INTERRUPTED. */
arb_exit arb_cli_interrupted(const arb_cli *cli);

/* Tells why the library could not do its work. Returns the exit status for that. */
arb_exit arb_cli_failed(const arb_cli *cli, arb_err err);

/* Reads an argument as a number, or complains, calling it by `name`, and returns false. */
bool arb_cli_number(unsigned *out, const arb_cli *cli, const char *text, unsigned min, unsigned max,
                    arb_text_id name);

/*
 * Prints one line of JSON and gives `object` up. NULL means that there was no memory to make it,
 * which is then told.
 */
arb_exit arb_cli_json(const arb_cli *cli, json_t *object);

/* Help on standard output for the program and for one command. */
void arb_help_program(FILE *to, arb_lang lang);
void arb_help_command(FILE *to, arb_lang lang, const arb_cmd *cmd);

/* The line that begins with "usage:". */
void arb_help_usage(FILE *to, arb_lang lang, const arb_cmd *cmd);

#endif
