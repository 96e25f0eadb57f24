/* SPDX-License-Identifier: MIT */
#ifndef ARBITRO_EMBED_SCRIPT_H
#define ARBITRO_EMBED_SCRIPT_H
/*
 * The words of a script, one after the other, without what stands between them.
 *
 * A slash after a word, a closing bracket or parenthesis divides; anywhere else it begins a
 * pattern. That is so in all scripts that do not write `if (x) /y/.test(z)` or divide a block: the
 * browser tests would show it.
 */
#include <stdbool.h>
#include <stddef.h>

typedef enum word_kind {
    WORD_END,
    WORD_NAME,  /* also a number, or a part of one */
    WORD_TEXT,  /* in quotation marks */
    WORD_PIECE, /* of a template: from ` or } to ${ or ` */
    WORD_PATTERN,
    WORD_SIGN, /* one character */
} word_kind;

typedef struct word {
    word_kind kind;
    const char *at;
    size_t size;
    unsigned depth;          /* how many brackets of any kind are open before it */
    bool is_apart, is_below; /* something, or a line end, stands between it and the one before */
} word;

enum { SCRIPT_DEPTH = 64 };

typedef struct script {
    const char *begin, *at, *end;
    word last;
    unsigned depth;
    bool is_template[SCRIPT_DEPTH]; /* by depth: the bracket was a ${ */
} script;

script script_of(const char *text, size_t size);
/* The next one; false, with what is wrong in `why`, when the script cannot be read. */
bool script_next(script *s, const char **why);
bool word_is(const word *w, const char *text);
/* The line of a word, counted from 1. */
size_t script_line(const script *s, const char *at);

#endif
