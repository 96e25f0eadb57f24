/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_SERVER_LIMITS_FILE_H
#define ARBITRO_SERVER_LIMITS_FILE_H
/*
 * The limits of the hall by name: a text of `name value` lines, where # begins a comment, and the
 * list of what can stand there. All of it comes from limits.def.
 */
#include "common/text.h"
#include "server/hall/hall.h"

enum { ARB_LIMIT_NAME_MAX = 40, ARB_LIMITS_FILE_MAX = 65536 };

/* One of them: its name, what it is now, and between which values it may be. */
typedef struct arb_limit_info {
    char name[ARB_LIMIT_NAME_MAX];
    int64_t value, least, most;
    bool is_live; /* holds at once when the file is read again; otherwise from the next start on */
    const char *what[ARB_LANG_COUNT];
} arb_limit_info;

/* The limit with this index, from 0, as `config` has it; false: there are no more. */
bool arb_limit_info_get(arb_limit_info *out, const arb_hall_config *config, size_t index);

typedef enum arb_limits_fault {
    ARB_LIMITS_FINE,
    ARB_LIMITS_NAME,  /* no limit has this name */
    ARB_LIMITS_VALUE, /* no number, or none that is allowed */
    ARB_LIMITS_TWICE, /* it stood there before */
    ARB_LIMITS_REST,  /* something follows the value */
    ARB_LIMITS_IO,    /* the file cannot be read, or is too long */
    ARB_LIMITS_FAULT_COUNT
} arb_limits_fault;

typedef struct arb_limits_trouble {
    arb_limits_fault fault;
    size_t line, column;           /* from 1 */
    char name[ARB_LIMIT_NAME_MAX]; /* as it was written */
    int64_t least, most;           /* of ARB_LIMITS_VALUE */
    int code;                      /* errno of ARB_LIMITS_IO */
} arb_limits_trouble;

/* Reads the text, or the file, over what `config` has. False with `trouble`: nothing is changed.
 * With `live_only` those that hold from the next start on stay as they are. */
bool arb_limits_read(arb_hall_config *config, arb_limits_trouble *trouble, const char *text,
                     size_t size, bool live_only);
bool arb_limits_read_file(arb_hall_config *config, arb_limits_trouble *trouble, const char *path,
                          bool live_only);

/* What is wrong, as a phrase; in English for the log. */
arb_text_id arb_limits_fault_text(arb_limits_fault fault);

#endif
