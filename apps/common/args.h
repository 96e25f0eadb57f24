/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_COMMON_ARGS_H
#define ARBITRO_COMMON_ARGS_H
/*
 * The one reader of command lines. A command declares its options as a table; what is read and
 * what the help shows both come from it, so that they cannot disagree.
 *
 * Options are written `--name`, `--name value` or `--name=value`, before or after the arguments;
 * `--` ends them. A lone `-`, and a minus before a digit, begin no option. A value that begins with
 * two dashes can only follow an equals sign. Given twice, the last one counts.
 */
#include <stdbool.h>
#include <stddef.h>

#include "common/text.h"

typedef struct arb_args_option {
    const char *name;     /* without the dashes */
    const char *argument; /* what follows, as help shows it; "a|b|c" allows only these; or NULL */
    arb_text_id help;
} arb_args_option;

/* A table of options and its length. */
typedef struct arb_args_options {
    const arb_args_option *option;
    size_t count;
} arb_args_options;

#define ARB_ARGS_OPTIONS(table)                                                                    \
    {                                                                                              \
        (table), sizeof(table) / sizeof((table)[0])                                                \
    }

/* The longest games, written word by word, have a few thousand. */
enum { ARB_ARGS_OPTIONS_MAX = 16, ARB_OPERANDS_MAX = 4096 };

/* What stood on the command line. The texts belong to argv. */
typedef struct arb_args {
    const char *value[ARB_ARGS_OPTIONS_MAX];  /* by place in the command's table; NULL: not given */
    const char *common[ARB_ARGS_OPTIONS_MAX]; /* by place in the table that all commands share */
    const char *operand[ARB_OPERANDS_MAX];
    size_t operands;
    size_t used; /* how many of the words were read */
} arb_args;

/* What is wrong with a command line. */
typedef enum arb_args_fault_kind {
    ARB_ARGS_UNKNOWN,  /* no such option; `nearest` may name a similar one */
    ARB_ARGS_NO_VALUE, /* the option needs a value */
    ARB_ARGS_VALUE,    /* the option takes no value */
    ARB_ARGS_CHOICE,   /* the value is none of those allowed */
    ARB_ARGS_TOO_MANY  /* an argument too many */
} arb_args_fault_kind;

typedef struct arb_args_fault {
    arb_args_fault_kind kind;
    const char *word; /* the offending word or value */
    const arb_args_option *option;
    const char *nearest; /* NULL when nothing is near */
} arb_args_fault;

typedef struct arb_args_spec {
    arb_args_options own, common;
    size_t operands_max;
    bool stop_at_operand; /* the first argument is the name of a command: leave it and the rest */
} arb_args_spec;

/* Reads `count` words. Returns false, with the fault filled, at the first that does not fit. */
bool arb_args_read(arb_args *out, arb_args_fault *fault, const arb_args_spec *spec,
                   char *const *words, size_t count);

/*
 * The place of `word` among the choices "a|b|c", or -1. For values that were read with such a
 * table it is never -1.
 */
int arb_args_choice(const char *choices, const char *word);

/* The value of --name wherever it stands, or NULL: for what must be known before reading. */
const char *arb_args_peek(const char *name, char *const *words, size_t count);

#endif
