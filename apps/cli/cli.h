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

#include "arbitro/fen.h"
#include "common/json.h"
#include "common/text.h"

/* The answer that the program gives to its caller. */
typedef enum arb_exit {
    ARB_EXIT_YES = 0,
    ARB_EXIT_NO = 1,           /* no, or something was found */
    ARB_EXIT_BAD = 2,          /* bad input or usage, or the work could not be done */
    ARB_EXIT_INTERRUPTED = 130 /* Ctrl-C, by the convention of shells */
} arb_exit;

/* Of two the one that is to be told: interrupted, bad, no, yes. */
static inline arb_exit arb_exit_worse(arb_exit a, arb_exit b)
{
    return a > b ? a : b;
}

/* How the user wants to be spoken to. */
typedef struct arb_cli {
    arb_lang lang;
    bool json, quiet;
    const char *output;            /* where results go, NULL: to standard output */
    const struct arb_cmd *command; /* the one that runs, NULL before there is one */
    const struct arb_args *args;   /* its command line, NULL before it has been read */
} arb_cli;

/* ---- the command line (args.c) ---- */

/*
 * Options are written `--name`, `--name value` or `--name=value`, before or after the arguments;
 * those with a letter also `-l`, `-l value` or `-lvalue`, and several letters behind one dash. `--`
 * ends them. A lone `-`, and a minus before a digit, begin no option. A value that begins with two
 * dashes can only follow an equals sign. Given twice, the last one counts, unless all do.
 */
typedef enum arb_opt {
#define OPTION(id, name, argument, en, it) ARB_OPT_##id,
#include "cli/cli_options.def"
#undef OPTION
    ARB_OPT_COUNT
} arb_opt;

/* What is read and what help shows both come from these, so that they cannot disagree. */
typedef struct arb_cli_option {
    char letter;               /* its short name, or NUL */
    const char *name, *dashed; /* "threads", "--threads" */
    const char *argument, *help[ARB_LANG_COUNT];
} arb_cli_option;
extern const arb_cli_option arb_cli_options[ARB_OPT_COUNT];

/* Of a command that takes any number of arguments: the system knows a limit, we need none. */
#define ARB_OPERANDS_ANY SIZE_MAX

/* The value of an option that may be given several times. */
typedef struct arb_args_repeat {
    arb_opt option;
    const char *value;
} arb_args_repeat;

/* What stood on the command line. The texts belong to argv; the lists are to be freed. */
typedef struct arb_args {
    const char *value[ARB_OPT_COUNT]; /* NULL: not given */
    const char **operand;
    size_t operands;
    arb_args_repeat *repeated; /* in their order */
    size_t repeats;
    size_t used; /* how many of the words were read */
} arb_args;

typedef struct arb_args_spec {
    const uint8_t *options; /* those that may be given, up to ARB_OPT_COUNT */
    size_t operands_max;
    bool stop_at_operand; /* the first argument is the name of a command: leave it and the rest */
} arb_args_spec;

/*
 * Reads `count` words. ARB_EXIT_BAD after a complaint at the first that does not fit, or when there
 * is no memory for the lists. To be freed in any case.
 */
arb_exit arb_args_read(arb_args *out, const arb_cli *cli, const arb_args_spec *spec,
                       char *const *words, size_t count);
void arb_args_free(arb_args *args);

/*
 * Is help asked for, whatever else is wrong? `operand` is the first argument before that, or NULL.
 */
bool arb_args_ask_help(const arb_args_spec *spec, char *const *words, size_t count,
                       const char **operand);

/* The place of `word` among the choices "a|b|c", or -1. */
int arb_args_choice(const char *choices, const char *word);

/* The place of an option's value among its choices; -1 when it was not given. */
int arb_args_chosen(const arb_args *args, arb_opt option);

/* The next value of an option that may be given several times; `at` begins as 0. NULL: no more. */
const char *arb_args_each(const arb_args *args, arb_opt option, size_t *at);

/*
 * The option whose value this very text is, or ARB_OPT_COUNT: complaints about a value name its
 * option without having been told it.
 */
arb_opt arb_args_origin(const arb_args *args, const char *text);

/* The value of --name wherever it stands, or NULL: for what must be known before reading. */
const char *arb_args_peek(const char *name, char *const *words, size_t count);

/* ---- the commands: see commands.def ---- */

typedef struct arb_cmd {
    const char *name;
    arb_args_spec spec;
    size_t operands_min;
    bool is_service;              /* it runs until it is stopped */
    void (*lists)(arb_lang lang); /* what its options choose from; may be NULL */
    arb_exit (*run)(const arb_cli *cli, const arb_args *args);
    const char *operands[ARB_LANG_COUNT], *summary[ARB_LANG_COUNT], *about[ARB_LANG_COUNT];
} arb_cmd;

#define COMMAND(name, ...) arb_exit arb_cmd_##name(const arb_cli *cli, const arb_args *args);
#define EXAMPLE(...)
#include "cli/commands.def"
#undef COMMAND
#undef EXAMPLE
extern const arb_cmd arb_cli_commands[];
extern const size_t arb_cli_command_count;

/* The command of this name, or NULL. */
const arb_cmd *arb_cli_find(const char *name);

/* The options of the program itself, before any command, and those that all commands have. */
extern const uint8_t arb_cli_program[], arb_cli_common[];

/* ---- speaking (cli.c) ---- */

/* Says what is wrong on standard error, after the name of the command. Returns ARB_EXIT_BAD. */
arb_exit arb_cli_complain(const arb_cli *cli, arb_text_id id, ...);

/* The same about a value, after the name of its option if it is that of one. */
arb_exit arb_cli_complain_of(const arb_cli *cli, const char *value, arb_text_id id, ...);

/* The option, such as "--fen", whose value this very text is; NULL when it is an argument. */
const char *arb_cli_source(const arb_cli *cli, const char *text);

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

/* Complains about the command line, an option, or a value, and says where help is: ARB_EXIT_BAD. */
arb_exit arb_cli_misused(const arb_cli *cli, arb_text_id id, ...);
arb_exit arb_cli_misused_by(const arb_cli *cli, const char *option, arb_text_id id, ...);
arb_exit arb_cli_misused_of(const arb_cli *cli, const char *value, arb_text_id id, ...);

/*
 * Complains about `word`, a name that nobody knows, and tells the name that was meant, after
 * `dashes`, unless `nearest` is empty. Returns ARB_EXIT_BAD.
 */
arb_exit arb_cli_unknown(const arb_cli *cli, arb_text_id id, const char *word, const char *dashes,
                         const char *nearest);

/* Tells that the user pressed Ctrl-C. Returns ARB_EXIT_INTERRUPTED. */
arb_exit arb_cli_interrupted(const arb_cli *cli);

/* Tells why the library could not do its work. Returns the exit status for that. */
arb_exit arb_cli_failed(const arb_cli *cli, arb_err err);

/*
 * Reads an argument as a number, or complains, calling it by `name`, and returns false. NULL, an
 * option that was not given, leaves `out` as it is.
 */
bool arb_cli_number(unsigned *out, const arb_cli *cli, const char *text, unsigned min, unsigned max,
                    arb_text_id name);

/*
 * Prints one line of JSON and gives `object` up. NULL means that there was no memory to make it,
 * which is then told; the program ends with ARB_EXIT_BAD in that case, whatever the command
 * answers.
 */
arb_exit arb_cli_json(const arb_cli *cli, json_t *object);
arb_exit arb_cli_json_digits(const arb_cli *cli, json_t *object, unsigned digits);

/* Tells that there was no memory to say something; the program ends as above. */
arb_exit arb_cli_unsaid(const arb_cli *cli);

/* Was there something that could not be said for lack of memory? */
bool arb_cli_left_unsaid(void);

/*
 * Tells that all was said though the answer will be ARB_EXIT_BAD: one line of many could not be
 * read, say, and that stands in its place. A file behind --output is kept then.
 */
void arb_cli_say_all(void);

/* Tells that there is nothing to say. A file behind --output stays as it was. */
void arb_cli_say_nothing(void);

/* Was all said that there was to say, by a command that answered so? */
bool arb_cli_said_all(arb_exit status);

/*
 * A word of the command line, such as the name of a file, as a JSON string. What is not UTF-8 in it
 * is U+0000 and two hexadecimal digits for every byte: no such word holds a NUL.
 */
json_t *arb_json_argument(const char *text);

/* The faults of a position as an array. */
json_t *arb_json_faults(uint32_t faults);

#endif
