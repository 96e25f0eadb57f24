/* SPDX-License-Identifier: MIT */
#ifndef ARB_PROBLEM_POPEYE_WORDS_H
#define ARB_PROBLEM_POPEYE_WORDS_H
/* The words of Popeye's input in its three languages. */
#include <stdbool.h>
#include <stddef.h>

#include "arbitro/square.h"

enum { POPEYE_ENGLISH, POPEYE_FRENCH, POPEYE_GERMAN, POPEYE_LANGUAGES };

typedef enum arb_popeye_command {
    POPEYE_NEXT,
    POPEYE_END,
    POPEYE_PIECES,
    POPEYE_FORSYTH,
    POPEYE_STIPULATION,
    POPEYE_OPTION,
    POPEYE_CONDITION,
    POPEYE_TWIN,
    POPEYE_ZERO,
    POPEYE_AUTHOR,
    POPEYE_TITLE,
    POPEYE_ORIGIN,
    POPEYE_REMARK,
    POPEYE_AWARD,
    POPEYE_PROTOCOL,
    POPEYE_COMMANDS
} arb_popeye_command;

typedef enum arb_popeye_option {
    POPEYE_SETPLAY,
    POPEYE_TRY,
    POPEYE_DEFENCE, /* a number follows */
    POPEYE_WHITE_TO_PLAY,
    POPEYE_VARIATION, /* from here on they change nothing that we do */
    POPEYE_NO_THREAT,
    POPEYE_INTELLIGENT,
    POPEYE_MOVE_NUMBERS,
    POPEYE_NO_BOARD,
    POPEYE_NO_SHORT,
    POPEYE_MAX_TIME,      /* a number follows */
    POPEYE_MAX_SOLUTIONS, /* a number follows */
    POPEYE_OPTIONS
} arb_popeye_option;

typedef enum arb_popeye_change {
    POPEYE_MOVE,
    POPEYE_EXCHANGE,
    POPEYE_REMOVE,
    POPEYE_ADD,
    POPEYE_SUBSTITUTE,
    POPEYE_CONTINUED,
    POPEYE_CHANGES
} arb_popeye_change;

/* The language whose text begins with this word; POPEYE_LANGUAGES: none. */
unsigned arb_popeye_language(const char *word, size_t size);

/* The command, option or change that a word means; the count of them when it means none. */
arb_popeye_command arb_popeye_command_read(unsigned language, const char *word, size_t size);
arb_popeye_option arb_popeye_option_read(unsigned language, const char *word, size_t size);
arb_popeye_change arb_popeye_change_read(unsigned language, const char *word, size_t size);

/* The colour of a word; ARB_COLOUR_COUNT for none. */
arb_colour arb_popeye_colour_read(unsigned language, const char *word, size_t size);

/* The role of a letter, large or small; ARB_ROLE_NONE for a fairy piece. */
arb_role arb_popeye_role_read(unsigned language, char letter);

#endif
